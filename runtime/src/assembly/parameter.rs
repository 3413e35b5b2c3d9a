//! Changing a parameter before a run.
//!
//! Parameters are the only numbers of a graph that may be changed without compiling: all that
//! depends on them is evaluated again by assembly.

use cdl_graph::Graph;

/// No parameter has this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownParameter {
    /// That was asked for.
    pub name: String,
    /// All that there are, for suggestions.
    pub known: Vec<String>,
}

impl std::fmt::Display for UnknownParameter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "there is no parameter `{}`", self.name)
    }
}

impl std::error::Error for UnknownParameter {}

/// Gives a parameter another value (SI). The graph is then assembled again; it need not be compiled.
///
/// # Errors
/// When no parameter has this path.
pub fn set_param(graph: &mut Graph, name: &str, value: f64) -> Result<(), UnknownParameter> {
    match graph.signals.params.iter_mut().find(|param| param.path == name) {
        Some(param) => {
            param.value = value;
            Ok(())
        }
        None => Err(UnknownParameter {
            name: name.to_owned(),
            known: graph.signals.params.iter().map(|param| param.path.clone()).collect(),
        }),
    }
}
