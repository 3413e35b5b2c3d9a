//! What `run` and `graph` have in common: one experiment of a file, compiled.

use std::path::PathBuf;

use cdl_compiler::{Compilation, Compiler, Request};

use crate::messages::Messages;

/// The file, the experiment's name where one was chosen, and the parameters that were set.
pub type Source<'a> = (&'a PathBuf, &'a Option<String>, &'a Vec<(String, String)>);

/// Compiles, and reports what is wrong; nothing where that leaves no model.
pub fn compile(
    compiler: &mut Compiler,
    (file, experiment, overrides): Source,
    messages: &Messages,
) -> Option<Compilation> {
    let request = Request { experiment: experiment.clone(), overrides: overrides.clone() };
    match compiler.compile(&file.to_string_lossy(), &request) {
        Ok(compilation) => {
            messages.report(compiler, &compilation.warnings);
            Some(compilation)
        }
        Err(diagnostics) => {
            messages.report(compiler, &diagnostics);
            None
        }
    }
}
