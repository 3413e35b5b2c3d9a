//! Tests of trees by themselves, against inverse dynamics and closed forms.

mod coupling;
mod joints;
mod limits;
mod motion;
pub(crate) mod reference;
pub(crate) mod still;
mod stretches;
