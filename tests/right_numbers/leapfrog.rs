//! Leapfrog keeps the momenta of a free body.
