//! Results do not depend on the scale of lengths and masses.
