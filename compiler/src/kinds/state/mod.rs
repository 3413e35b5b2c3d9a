//! `state`: a number that is integrated beside the motion.

mod lower;
mod schema;

pub(crate) use schema::STATE;
