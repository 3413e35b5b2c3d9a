//! Compiling a text as the command does, with what is said about it.

use cdl_compiler::diagnostics::render::{Sources, located, rich};
use cdl_compiler::{Compiler, Nothing, Request};

pub struct Outcome {
    /// Of all messages, in the order of the text.
    #[allow(dead_code, reason = "not every test reads everything")]
    pub codes: Vec<String>,
    /// Without colours.
    pub rendered: String,
}

/// Checks the text; if nothing is wrong, compiles it too.
#[allow(dead_code, reason = "not every test is of one file")]
pub fn outcome(name: &str, text: &str) -> Outcome {
    outcome_beside(name, text, None)
}

/// The same, with a file that it reads.
pub fn outcome_beside(name: &str, text: &str, beside: Option<(&str, &str)>) -> Outcome {
    let mut compiler = Compiler::new(Nothing);
    compiler.set_file(name, text);
    if let Some((beside, data)) = beside {
        compiler.set_file(beside, data);
    }
    let mut diagnostics = compiler.check(name);
    let is_error = |d: &cdl_compiler::diagnostics::Diagnostic| d.code.starts_with('E');
    if !diagnostics.iter().any(is_error)
        && let Err(errors) = compiler.compile(name, &Request::default())
    {
        diagnostics.extend(errors);
    }
    let found: Vec<_> =
        diagnostics.iter().map(|d| located(d, |place| compiler.locate(place))).collect();
    let sources = Sources::new(&found, |path| compiler.text(path));
    let rendered = found.iter().map(|d| rich(d, &sources, false)).collect();
    Outcome { codes: found.into_iter().map(|d| d.code).collect(), rendered }
}

/// The code under the heading `## Wrong` or `## Right` of a page.
#[allow(dead_code, reason = "not every test reads pages")]
pub fn example<'a>(page: &'a str, heading: &str) -> Option<&'a str> {
    let (_, section) = page.split_once(&format!("\n## {heading}\n"))?;
    let (_, code) = section.split_once("```cdl\n")?;
    code.split_once("\n```").map(|(code, _)| code)
}
