//! The grammar of `.cdl`: text to syntax tree, with error recovery, and the formatter.

pub mod syntax;
