//! Generalized-alpha with every spectral radius: no energy out of nothing.
