//! What a model consists of: members become elements, their fields, relations and laws are read
//! against the schema, and experiments say what is to be done with them.

mod analysis;
pub(in crate::elaborate) mod declare;
mod defaults;
mod equation;
mod experiment;
pub(in crate::elaborate) mod fields;
mod quantities;
pub(in crate::elaborate) mod records;
pub(in crate::elaborate) mod relations;
