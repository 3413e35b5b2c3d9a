//! A line that is being typed is wrong most of the time: what is wrong with it waits for a pause, or until the cursor
//! has left it. So does what the blocks around it lack, which may be what is typed next.

use std::ops::Range;
use std::time::{Duration, Instant};

use tower_lsp::lsp_types as lsp;

use super::positions::{Encoding, Text};
use crate::ide::brackets::open_heads;

/// Of what is complete in itself, but not all that its block needs: required fields, and something to do.
const LACKING: [&str; 2] = ["E0304", "E0214"];

/// How long a pause is.
const PAUSE: Duration = Duration::from_millis(300);

/// The last edit of a document by hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Typed {
    /// In which the cursor stands after it.
    line: u32,
    at: Instant,
}

impl Typed {
    /// The last of several changes; `None` where it sends the whole text, so that nobody knows what was typed.
    pub(super) fn last(
        changes: &[lsp::TextDocumentContentChangeEvent],
        at: Instant,
    ) -> Option<Self> {
        let last = changes.last()?;
        let added = last.text.bytes().filter(|byte| *byte == b'\n').count();
        Some(Self { line: last.range?.start.line + added as u32, at })
    }

    /// The lines of the heads of the blocks that are open behind the line.
    pub(super) fn heads(self, text: &Text, encoding: Encoding) -> Vec<Range<u32>> {
        let behind = text.offset(lsp::Position::new(self.line, u32::MAX), encoding);
        let line = |at: usize| text.position(at, encoding).line;
        let heads = open_heads(text.as_str(), behind);
        heads.into_iter().map(|head| line(head.start)..line(head.end) + 1).collect()
    }

    /// Takes errors out of `found` that are not `shown` already and stand where the user types, or say what the blocks
    /// with these `heads` lack; how long they have to wait if there are any.
    pub(super) fn hold_back(
        self,
        found: &mut Vec<lsp::Diagnostic>,
        (shown, heads): (&[lsp::Diagnostic], &[Range<u32>]),
        now: Instant,
    ) -> Option<Duration> {
        let wait = (self.at + PAUSE).checked_duration_since(now).filter(|wait| !wait.is_zero())?;
        let before = found.len();
        found.retain(|own| {
            let is_error = own.severity == Some(lsp::DiagnosticSeverity::ERROR);
            let is_shown = |other: &lsp::Diagnostic| {
                other.range.start.line == own.range.start.line && other.message == own.message
            };
            !is_error || !self.is_typed(own, heads) || shown.iter().any(is_shown)
        });
        (found.len() < before).then_some(wait)
    }
}

impl Typed {
    /// Whether it is about what is being typed: the line itself, a bracket before it, which is open until the closing
    /// one is typed, or what a block around it lacks.
    fn is_typed(self, found: &lsp::Diagnostic, heads: &[Range<u32>]) -> bool {
        let line = found.range.start.line;
        let is_lacking = match &found.code {
            Some(lsp::NumberOrString::String(code)) => LACKING.contains(&code.as_str()),
            Some(lsp::NumberOrString::Number(_)) | None => false,
        };
        line == self.line
            || line < self.line && found.message.ends_with("is never closed")
            || is_lacking && heads.iter().any(|head| head.contains(&line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(line: u32, message: &str, severity: lsp::DiagnosticSeverity) -> lsp::Diagnostic {
        let at = lsp::Position::new(line, 4);
        lsp::Diagnostic {
            range: lsp::Range::new(at, at),
            severity: Some(severity),
            message: message.to_owned(),
            ..lsp::Diagnostic::default()
        }
    }

    fn change(line: u32, text: &str) -> lsp::TextDocumentContentChangeEvent {
        let at = lsp::Position::new(line, 7);
        lsp::TextDocumentContentChangeEvent {
            range: Some(lsp::Range::new(at, at)),
            range_length: None,
            text: text.to_owned(),
        }
    }

    #[test]
    fn errors_of_the_line_that_is_typed_wait_for_a_pause() {
        use lsp::DiagnosticSeverity as Severity;
        let start = Instant::now();
        let after = |millis: u64| start + Duration::from_millis(millis);
        let all = [
            wrong(2, "elsewhere", Severity::ERROR),
            wrong(3, "new", Severity::ERROR),
            wrong(3, "old", Severity::ERROR),
            wrong(3, "unused", Severity::WARNING),
        ];
        let shown = [wrong(3, "old", Severity::ERROR)];
        let typed = Typed::last(&[change(9, "a"), change(3, "b")], start).unwrap();
        let messages = |millis: u64| {
            let mut found = all.to_vec();
            let wait = typed.hold_back(&mut found, (&shown, &[]), after(millis));
            (found.into_iter().map(|own| own.message).collect::<Vec<_>>(), wait)
        };
        let kept = ["elsewhere", "old", "unused"].map(str::to_owned).to_vec();
        assert_eq!(messages(0), (kept.clone(), Some(PAUSE)));
        assert_eq!(messages(299), (kept, Some(Duration::from_millis(1))));
        assert_eq!(messages(300).0.len(), 4);
        assert_eq!(messages(300).1, None);
        // A block that was begun above is open until its end is typed.
        let mut open = vec![wrong(1, "this `{` is never closed", Severity::ERROR)];
        assert_eq!(typed.hold_back(&mut open, (&[], &[]), start), Some(PAUSE));
        assert!(open.is_empty());
        let mut below = vec![wrong(5, "this `{` is never closed", Severity::ERROR)];
        assert_eq!(typed.hold_back(&mut below, (&[], &[]), start), None);
        // What the block around it lacks may be typed next; what another lacks is not.
        let code = Some(lsp::NumberOrString::String("E0304".to_owned()));
        let lacks = |line: u32| lsp::Diagnostic {
            code: code.clone(),
            ..wrong(line, "`a` needs the field `mass`", Severity::ERROR)
        };
        let mut found = vec![lacks(0), lacks(1), wrong(1, "a cable", Severity::ERROR)];
        let around = std::slice::from_ref(&(1..3));
        assert_eq!(typed.hold_back(&mut found, (&[], around), start), Some(PAUSE));
        assert_eq!(found.iter().map(|own| own.range.start.line).collect::<Vec<_>>(), [0, 1]);
        // Behind a new line the cursor has left it.
        let left = Typed::last(&[change(3, "\n  ")], start).unwrap();
        let mut found = all.to_vec();
        assert_eq!(left.hold_back(&mut found, (&shown, &[]), start), None);
        assert_eq!(found.len(), 4);
        let whole = lsp::TextDocumentContentChangeEvent { range: None, ..change(0, "text") };
        assert_eq!(Typed::last(&[whole], start), None);
    }
}
