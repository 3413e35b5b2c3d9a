//! Sweeps over small motions by themselves: against dense matrices and closed forms.

mod chains;
mod rig;
mod swings;
mod trees;
