//! Fields outside of any element that belong to one above them: one mistake, however many they are.

use crate::diagnostics::Diagnostic;
use crate::schema;

/// How the message ends that a field gets where none can stand.
const OUTSIDE: &str = "stands outside of any element";

/// Bytes; the longest field that a message repeats.
const LONGEST: usize = 40;

/// The head of an element that has no block.
struct Head<'a> {
    kind: &'a str,
    name: &'a str,
    /// Whether nothing else stands between it and the field.
    is_next: bool,
}

pub(super) fn is_outside(own: &Diagnostic) -> bool {
    own.code == "E0101" && own.message.ends_with(OUTSIDE)
}

/// What is to be said of a field at `start` of a text that stands outside of any element: nothing where that has been
/// said of a field before it.
pub(super) fn told(text: &str, start: usize, own: &Diagnostic) -> Option<Diagnostic> {
    let Some(Head { kind, name, is_next }) = head_before(text, start) else {
        return Some(own.clone());
    };
    let rest = text.get(start..).unwrap_or("");
    let field = rest.split(['\n', ';', '}']).next().unwrap_or("");
    let field = field.split("//").next().unwrap_or("").trim_end();
    let field = if field.len() <= LONGEST { field } else { "..." };
    is_next.then(|| Diagnostic {
        message: format!("fields of `{name}` stand in its block"),
        notes: vec![format!("write `{kind} {name} {{ {field} }}`")],
        ..own.clone()
    })
}

/// `body b; mass = 2 kg`, or with the field in a line below that is indented more.
fn head_before(text: &str, start: usize) -> Option<Head<'_>> {
    let line = text.get(..start)?.rfind('\n').map_or(0, |end| end + 1);
    let before = text.get(line..start)?;
    let mut is_next = true;
    if !before.trim().is_empty() {
        for statement in before.rsplit(';').skip(1) {
            // Behind the head of the model.
            let own = statement.rsplit('{').next().unwrap_or("");
            if let Some((kind, name)) = head(own) {
                return Some(Head { kind, name, is_next });
            }
            if !is_field(statement) {
                return None;
            }
            is_next = false;
        }
        return None;
    }
    for above in text.get(..line)?.lines().rev() {
        let above = above.split("//").next().unwrap_or("");
        if above.trim().is_empty() {
            continue;
        }
        if indentation(above) < before.len() {
            let (kind, name) = head(above)?;
            return Some(Head { kind, name, is_next });
        }
        if !is_field(above) {
            return None;
        }
        is_next = false;
    }
    None
}

/// `body b` and what connects it, without a block and a law.
fn head(statement: &str) -> Option<(&str, &str)> {
    let mut words = statement.split_whitespace().skip_while(|own| *own == "pub");
    let (kind, name) = (words.next()?, words.next()?.trim_end_matches(':'));
    let is_kind = schema::kind(kind).is_some_and(|own| own.named && !own.of_experiment);
    (is_kind && !statement.contains(['{', '}', '='])).then_some((kind, name))
}

fn is_field(statement: &str) -> bool {
    let name = statement.split('=').next().unwrap_or("").trim();
    let is_word = name.bytes().all(|own| own.is_ascii_alphanumeric() || own == b'_');
    is_word && !name.is_empty() && statement.contains('=') && !statement.contains(['{', '}'])
}

fn indentation(line: &str) -> usize {
    line.len() - line.trim_start().len()
}
