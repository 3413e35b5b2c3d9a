//! Assertions in comments.

use cdl_compiler::diagnostics::Severity;
use cdl_compiler::schema::Variability;

use super::variability_named;

pub struct Assertion {
    /// That it is about, from 1.
    pub line: usize,
    pub claim: Claim,
}

pub enum Claim {
    Diagnostic { severity: Severity, code: String, text: Option<String> },
    Reveals { variability: Option<Variability>, ty: String, value: Option<String> },
}

const WORDS: [&str; 3] = ["// error:", "// warning:", "// reveals:"];

/// All assertions of a file. Those on lines of their own are about the next line that is none.
///
/// # Errors
/// The line of an assertion that cannot be read, and why.
pub fn assertions_of(text: &str) -> Result<Vec<Assertion>, (usize, String)> {
    let mut all = Vec::new();
    let mut waiting = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line_number = index + 1;
        let starts: Vec<usize> = (0..line.len())
            .filter(|&at| {
                line.get(at..).is_some_and(|rest| WORDS.iter().any(|w| rest.starts_with(w)))
            })
            .collect();
        let mut claims = Vec::new();
        for (index, &start) in starts.iter().enumerate() {
            let end = starts.get(index + 1).copied().unwrap_or(line.len());
            let claim = claim(line.get(start..end).unwrap_or_default());
            claims.push(claim.map_err(|reason| (line_number, reason))?);
        }
        if starts
            .first()
            .is_some_and(|&start| line.get(..start).is_some_and(|s| s.trim().is_empty()))
        {
            waiting.extend(claims);
            continue;
        }
        claims.splice(0..0, waiting.drain(..));
        all.extend(claims.into_iter().map(|claim| Assertion { line: line_number, claim }));
    }
    match waiting.is_empty() {
        true => Ok(all),
        false => Err((text.lines().count(), "an assertion without a line to be about".to_owned())),
    }
}

fn claim(text: &str) -> Result<Claim, String> {
    let text = text.trim_start_matches("// ").trim();
    let (word, rest) = text.split_once(':').ok_or("an assertion without a colon")?;
    let rest = rest.trim();
    let severity = match word {
        "error" => Severity::Error,
        "warning" => Severity::Warning,
        _ => {
            let (ty, value) = match rest.split_once(" = ") {
                Some((ty, value)) => (ty.trim(), Some(value.trim().to_owned())),
                None => (rest, None),
            };
            let stated =
                ty.split_once(' ').and_then(|(word, rest)| Some((variability_named(word)?, rest)));
            let (variability, ty) = stated.map_or((None, ty), |(word, rest)| (Some(word), rest));
            return Ok(Claim::Reveals { variability, ty: ty.to_owned(), value });
        }
    };
    let (code, text) = match rest.split_once(' ') {
        Some((code, quoted)) => {
            let quoted = quoted.trim();
            let inner = quoted.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
            (code, Some(inner.ok_or_else(|| format!("expected a text in quotes, found {quoted}"))?))
        }
        None => (rest, None),
    };
    Ok(Claim::Diagnostic { severity, code: code.to_owned(), text: text.map(str::to_owned) })
}
