
pub mod chain;
