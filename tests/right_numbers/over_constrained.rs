//! Loops whose equations depend on each other on the loop only.
