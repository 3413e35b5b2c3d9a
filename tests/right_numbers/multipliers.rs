//! Tensions and accelerations of light chains under heavy ends.
