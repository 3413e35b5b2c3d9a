//! Tests of the linear systems by themselves, against dense factorizations.

mod cables;
mod redundancy;
mod solutions;
mod systems;
