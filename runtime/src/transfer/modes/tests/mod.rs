//! Sweeps over small motions by themselves: against dense matrices and closed forms.

mod chains;
mod held;
mod rig;
mod swings;
mod trees;
