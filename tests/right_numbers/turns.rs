//! Bodies that turn far in a step.
