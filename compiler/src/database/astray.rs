//! Fields outside of any element that belong to one above them: one mistake, however many they are.

use super::unread::indentation;
use crate::diagnostics::Diagnostic;
use crate::schema;

/// How the message ends that a field gets where none can stand.
const OUTSIDE: &str = "stands outside of any element";

/// Bytes; the longest field that a message repeats.
const LONGEST: usize = 40;

/// The head of an element that has no block: kind and name.
type Head<'a> = (&'a str, &'a str);

pub(super) fn is_outside(own: &Diagnostic) -> bool {
    own.code == "E0101" && own.message.ends_with(OUTSIDE)
}

/// What has been read of a text above a field, once for all fields in their order.
pub(super) struct Above<'a> {
    text: &'a str,
    /// Up to the start of this line.
    read: usize,
    /// How far the last line is indented that is no field, and what is there.
    last: Option<(usize, Option<Head<'a>>)>,
    /// The least indentation of fields below that; none if there are none.
    least: Option<usize>,
    /// In the line of `read`, up to this byte: the head before it, and whether no field stands between.
    within: (usize, Option<Head<'a>>, bool),
}

impl<'a> Above<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, read: 0, last: None, least: None, within: (0, None, true) }
    }

    /// What is to be said of a field at `start` of a line that begins at `line`, which stands outside of any element: nothing
    /// where that has been said of a field before it.
    pub(super) fn told(
        &mut self,
        (line, start): (usize, usize),
        own: &Diagnostic,
    ) -> Option<Diagnostic> {
        let Some(((kind, name), is_next)) = self.head_before(line, start) else {
            return Some(own.clone());
        };
        let rest = self.text.get(start..).unwrap_or("");
        let field = rest.split(['\n', ';', '}']).next().unwrap_or("");
        let field = field.split("//").next().unwrap_or("").trim_end();
        let field = if field.len() <= LONGEST { field } else { "..." };
        is_next.then(|| Diagnostic {
            message: format!("fields of `{name}` stand in its block"),
            notes: vec![format!("write `{kind} {name} {{ {field} }}`")],
            ..own.clone()
        })
    }

    /// `body b; mass = 2 kg`, or with the field in a line below that is indented more; and whether nothing else stands
    /// between.
    fn head_before(&mut self, line: usize, start: usize) -> Option<(Head<'a>, bool)> {
        if line < self.read || start < self.within.0 {
            *self = Self::new(self.text);
        }
        self.read_lines(line);
        let before = self.text.get(line..start)?;
        if !before.trim().is_empty() {
            self.read_statements(start);
            let (_, head, is_next) = self.within;
            return Some((head?, is_next));
        }
        let (indent, head) = self.last?;
        let is_below = indent < before.len() && self.least.is_none_or(|own| own >= before.len());
        head.filter(|_| is_below).map(|head| (head, self.least.is_none()))
    }

    /// Reads lines up to the one that starts here.
    fn read_lines(&mut self, line: usize) {
        if line == self.read {
            return;
        }
        for above in self.text.get(self.read..line).unwrap_or("").lines() {
            let above = above.split("//").next().unwrap_or("");
            let indent = indentation(above);
            if above.trim().is_empty() {
                continue;
            } else if is_field(above) {
                self.least = Some(self.least.map_or(indent, |own| own.min(indent)));
            } else {
                (self.last, self.least) = (Some((indent, head(above))), None);
            }
        }
        (self.read, self.within) = (line, (line, None, true));
    }

    /// Reads statements of the line up to here, where each ends with a `;`.
    fn read_statements(&mut self, start: usize) {
        let (mut at, mut found, mut is_next) = self.within;
        while let Some(end) = self.text.get(at..start).and_then(|own| own.find(';')) {
            let statement = &self.text[at..at + end];
            // Behind the head of the model.
            if let Some(own) = head(statement.rsplit('{').next().unwrap_or("")) {
                (found, is_next) = (Some(own), true);
            } else if is_field(statement) {
                is_next = false;
            } else {
                found = None;
            }
            at += end + 1;
        }
        self.within = (at, found, is_next);
    }
}

/// `body b` and what connects it, without a block and a law.
fn head(statement: &str) -> Option<Head<'_>> {
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
