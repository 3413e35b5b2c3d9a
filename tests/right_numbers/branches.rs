//! Singular positions are passed on the branch of continued motion, or named.
