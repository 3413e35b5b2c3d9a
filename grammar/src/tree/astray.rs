//! Fields where only members can stand: what was probably meant.

use super::Reader;
use crate::syntax::{Field, Span};
use crate::words;

const SIMULATION: &str =
    "a simulation is written `simulate 10 s with rk4(step = 5 ms), every 10 ms`";

impl Reader<'_> {
    pub(super) fn misplaced_field(&mut self, field: &Field) {
        if let Some(help) = self.element_behind_name(field) {
            // What stands in its block was read as a value, just before.
            let is_within = |own: Span| field.span.start <= own.start && own.end <= field.span.end;
            while self.errors.last().is_some_and(|own| is_within(own.span)) {
                self.errors.pop();
            }
            let message = "what there is begins with its kind";
            return self.error(field.name.span, message, Some(help));
        }
        let name = &*field.name.text;
        let help = if words::is_of_simulation(name) {
            SIMULATION.to_owned()
        } else if words::is_clause_of_simulation(name) && !self.is_block(field.value.span) {
            format!(
                "what an analysis has besides stands behind it: `simulate 10 s with rk4(step = 5 ms), {name} = ...`"
            )
        } else {
            match name {
                "gravity" => "it is a field of the environment: `environment { gravity = ... }`".to_owned(),
                "cases" => {
                    "cases have a name, which heads them in the results: `cases load = table(\"FILE.csv\")`".to_owned()
                }
                "output" | "outfile" | "output_dir" | "filename" => {
                    "where results go is said to the command: `cdl run FILE --out DIR`".to_owned()
                }
                _ if self.mentions(field.value.span, name) => {
                    format!("a `var` is set by an event: `at 1 s {{ {name} = ... }}`")
                }
                _ => format!("to name a value write `let {name} = ...`"),
            }
        };
        let message = format!("the field `{name}` stands outside of any element");
        self.error(field.name.span, message, Some(help));
    }

    /// `b = body { ... }`, `b = Body(...)`
    fn element_behind_name(&self, field: &Field) -> Option<String> {
        let value = self.text.get(field.value.span.start as usize..)?;
        let end = value.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))?;
        let (word, behind) = value.split_at_checked(end)?;
        let (name, kind) = (&field.name.text, word.to_ascii_lowercase());
        let opens = behind.trim_start().starts_with(['{', '(', ':']);
        let is_component = word.starts_with(|c: char| c.is_ascii_uppercase());
        match words::starts_element(&kind) {
            true if opens => Some(format!("write `{kind} {name} {{ ... }}`")),
            false if is_component && behind.starts_with('(') => {
                Some(format!("a component is used as a part: `part {name} = {word}(...)`"))
            }
            _ => None,
        }
    }

    /// Whether a word stands in a stretch of the text.
    fn mentions(&self, span: Span, word: &str) -> bool {
        let text = self.text.get(span.start as usize..span.end as usize).unwrap_or("");
        text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(|own| own == word)
    }

    /// Whether a value stands in braces.
    fn is_block(&self, span: Span) -> bool {
        self.text.get(span.start as usize..).is_some_and(|text| text.starts_with('{'))
    }
}
