//! What is recorded.

use pest::iterators::Pair;

use super::Reader;
use crate::diagnose::open_bracket;
use crate::rules::Rule;
use crate::syntax::{Expr, ExprKind, MemberKind, RecordEntry, Span, SyntaxFix};
use crate::words;

/// Said of quantities in brackets.
pub(crate) const COMMAS: &str = "`record` takes quantities, with commas between them";

impl Reader<'_> {
    pub(super) fn record_member(&mut self, pair: Pair<Rule>, start: usize) -> Option<MemberKind> {
        let mut entries = Vec::new();
        let end = pair.as_span().end();
        let mut broken = false;
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::record_entry if entries.is_empty() && self.list_of_lines(start, &inner) => {
                    broken = true;
                }
                Rule::record_entry => entries.push(self.record_entry(inner)),
                Rule::tail => {
                    broken = true;
                    self.left_over(Rule::strict_record, start, &inner);
                }
                _ => {}
            }
        }
        if entries.is_empty() && !broken {
            self.diagnose(Rule::strict_record, start, end);
        }
        Some(MemberKind::Record(entries))
    }

    fn record_entry(&mut self, pair: Pair<Rule>) -> RecordEntry {
        let span = self.span(&pair);
        let mut value = Expr { kind: ExprKind::Error, span };
        let mut alias = None;
        let mut parts = pair.into_inner().peekable();
        while let Some(inner) = parts.next() {
            match inner.as_rule() {
                Rule::expr if self.no_quantity(&inner) => {}
                Rule::expr => {
                    let asked = parts.next_if(|next| next.as_rule() == Rule::asked_unit);
                    value = self.shown_expr(inner, asked);
                }
                Rule::name => alias = Some(self.name(&inner)),
                _ => {}
            }
        }
        RecordEntry { value, alias, span }
    }

    /// Reports a list of YAML below `record`, whose lines begin with `- ` and would be differences.
    fn list_of_lines(&mut self, start: usize, entry: &Pair<Rule>) -> bool {
        let (span, text) = (self.span(entry), entry.as_str());
        let before = self.text.get(start..span.start as usize).unwrap_or("");
        // Line ends within a member are blanks by now.
        let is_one = before.ends_with("  ") && text.starts_with("- ");
        if is_one && !self.is_explained(span) {
            let lines = text.split("  ").map(str::trim).filter(|line| !line.is_empty());
            let quantities: Vec<&str> = lines.map(|line| line.trim_start_matches("- ")).collect();
            let help = format!("write `record {}`", quantities.join(", "));
            let dash = Span::new(span.start, span.start + 1);
            self.error(dash, COMMAS.to_owned(), Some(help));
        }
        is_one
    }

    /// Reports `{ a, b }`, `(a, b)` and `"a"`, which are read as something else.
    fn no_quantity(&mut self, expr: &Pair<Rule>) -> bool {
        let (span, text) = (self.span(expr), expr.as_str().trim_end());
        let (message, meant) = if let Some(list) = self.list_in_brackets(expr) {
            (COMMAS, list)
        } else if let Some(path) = quoted_path(text) {
            ("a quantity stands without quotes", path.to_owned())
        } else {
            return false;
        };
        if !self.is_explained(span) {
            let span = Span::new(span.start, span.start + text.len() as u32);
            let help = format!("write `record {meant}`");
            let before = expr.get_input().get(..expr.as_span().start()).unwrap_or("");
            let blank = if before.ends_with(char::is_whitespace) { "" } else { " " };
            let fix = SyntaxFix { span, replacement: format!("{blank}{meant}") };
            self.error_with_fix(span, message.to_owned(), Some(help), Some(fix));
        }
        true
    }

    /// What stands in braces, or with commas in parentheses.
    fn list_in_brackets(&self, expr: &Pair<Rule>) -> Option<String> {
        let text = expr.as_str().trim_end();
        let inside = match text.strip_prefix('{') {
            Some(rest) => rest.strip_suffix('}')?,
            None => text.strip_prefix('(')?.strip_suffix(')')?,
        };
        let is_whole = open_bracket(text, text.len()) == Some(0);
        let is_list = text.starts_with('{') || has_comma(inside);
        let parts: Vec<&str> = inside
            .split(['\n', ';'])
            .map(|line| line.trim().trim_end_matches(','))
            .filter(|line| !line.is_empty())
            .collect();
        (is_whole && is_list && !inside.contains(['=', ':']) && !parts.is_empty())
            .then(|| parts.join(", "))
    }
}

/// Whether a comma stands outside of all brackets.
fn has_comma(text: &str) -> bool {
    let mut depth = 0_i32;
    text.chars().any(|c| {
        depth += match c {
            '(' | '[' | '{' => 1,
            ')' | ']' | '}' => -1,
            _ => 0,
        };
        c == ',' && depth == 0
    })
}

/// Of `"hinge.angle"` what is between the quotes.
fn quoted_path(text: &str) -> Option<&str> {
    let inside = text.strip_prefix('"')?.strip_suffix('"')?;
    inside.split('.').all(words::is_name).then_some(inside)
}
