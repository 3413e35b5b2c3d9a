//! Tensions at the ends of cables, of second order in the number of segments.
