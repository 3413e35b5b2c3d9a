//! What is being typed at the cursor. That is asked of the lexemes: neither a comment nor half a unit,
//! as `kg/` in `12 kg/`, is anything that the grammar could read.

use std::ops::Range;

use cdl_grammar::{Bracket, Lexeme, LexemeKind, lex};

pub(super) struct Cursor<'t> {
    pub text: &'t str,
    pub offset: usize,
    /// What has been typed of the name, unit or path that is to be completed; ends at the cursor.
    pub typed: Range<usize>,
    pub is_string: bool,
}

impl<'t> Cursor<'t> {
    /// `start` is where the chunk of the cursor starts. `None` inside of a comment or a number, where
    /// nothing can be completed.
    pub fn new(text: &'t str, start: usize, offset: usize) -> Option<Self> {
        let at = offset.checked_sub(start)?;
        let line = text.get(offset..)?.find('\n').map_or(text.len(), |end| offset + end);
        let source = text.get(start..line)?;
        let lexemes = lex(source);
        let before = source.get(..at)?;
        // What the cursor is in, or at the end of.
        let own = lexemes.iter().find(|own| (own.start as usize) < at && at <= own.end as usize);
        let is_inside = own.is_some_and(|own| at < own.end as usize);
        let is_string = own.is_some_and(|own| match own.kind {
            LexemeKind::Text => is_inside,
            kind => kind == LexemeKind::OpenText,
        });
        let typed = match (own, unit_start(before, &lexemes)) {
            (Some(quote), _) if is_string => quote.start as usize + 1,
            (Some(own), _) if own.is_comment() => {
                if is_inside || !own.text(source).ends_with("*/") {
                    return None;
                }
                at
            }
            (_, Some(unit)) => unit,
            (Some(own), None) if own.kind == LexemeKind::Number => return None,
            (Some(own), None) if own.kind == LexemeKind::Word => own.start as usize,
            (_, None) => at,
        };
        Some(Self { text, offset, typed: start + typed..offset, is_string })
    }

    /// What gives way to a marker.
    pub fn marked(&self) -> Range<usize> {
        self.typed.start - usize::from(self.is_string)..self.offset
    }

    pub fn typed_text(&self) -> &'t str {
        self.text.get(self.typed.clone()).unwrap_or("")
    }

    /// The rest of the line behind the cursor, without blanks.
    pub fn rest_of_line(&self) -> &'t str {
        let rest = self.text.get(self.offset..).unwrap_or("");
        rest.lines().next().unwrap_or("").trim()
    }

    /// Whether an element or item that takes several lines can be put here.
    pub fn is_line_free(&self) -> bool {
        let rest = self.rest_of_line();
        rest.is_empty() || rest.starts_with("//") || rest == "}"
    }

    /// Whether something in round brackets follows at once.
    pub fn is_called(&self) -> bool {
        self.text.as_bytes().get(self.offset) == Some(&b'(')
    }
}

/// Where the unit that a text ends with starts, if what stands there can be one: `kg/m` in `12 kg/m`,
/// `mm` in `12mm`.
fn unit_start(before: &str, lexemes: &[Lexeme]) -> Option<usize> {
    let in_unit = |c: char| c.is_ascii_alphanumeric() || "°µμΩ%./^".contains(c);
    let run = before.rsplit(|c| !in_unit(c)).next()?;
    let unit = match run.strip_prefix("1/") {
        // A number stands before it, so it is no quotient.
        Some(_) if before.len() > run.len() => run,
        _ => run.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.'),
    };
    let first = unit.chars().next()?;
    let start = before.len() - unit.len();
    let last = lexemes.partition_point(|lexeme| lexeme.end <= start as u32).checked_sub(1)?;
    let takes_unit = matches!(
        lexemes.get(last)?.kind,
        LexemeKind::Number | LexemeKind::Close(Bracket::Square | Bracket::Paren)
    );
    (takes_unit && (first.is_ascii_alphabetic() || "°µμΩ%1".contains(first))).then_some(start)
}
