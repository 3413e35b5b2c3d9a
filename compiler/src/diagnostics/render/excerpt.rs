//! The text of a file as it is shown beside labels: of a very long line only what is around them, with the columns of
//! the whole.

use std::borrow::Cow;
use std::ops::Range;

use codespan_reporting::files::{Error, Files, line_starts};

use cdl_graph::named;

/// A longer line is cut, bytes.
const LONGEST: usize = 240;

/// What is shown before and behind each end of a label in a line that is cut, bytes.
const AROUND: usize = 60;

const ELLIPSIS: &str = "…";

pub(super) struct Excerpt<'a> {
    name: &'a str,
    text: &'a str,
    shown: Cow<'a, str>,
    /// Where lines start, in the text and in what is shown of it; no line is left out.
    lines: Vec<usize>,
    shown_lines: Vec<usize>,
    /// What is shown of the text, in its order; empty where that is all of it.
    pieces: Vec<Piece>,
}

/// The files that one message points into.
pub(super) struct Excerpts<'a>(pub(super) Vec<Excerpt<'a>>);

impl<'a> Excerpts<'a> {
    fn file(&self, id: usize) -> Result<&Excerpt<'a>, Error> {
        self.0.get(id).ok_or(Error::FileMissing)
    }

    pub(super) fn of(&self, name: &str) -> Option<(usize, &Excerpt<'a>)> {
        self.0.iter().enumerate().find(|(_, file)| file.name == name)
    }
}

/// A part of the text that is shown.
struct Piece {
    text: Range<usize>,
    /// Where it starts in what is shown.
    shown: usize,
}

impl<'a> Excerpt<'a> {
    /// `labels` lie within the text and do not cut characters.
    pub(super) fn new(name: &'a str, text: &'a str, labels: &[Range<usize>]) -> Self {
        let lines: Vec<usize> = line_starts(text).collect();
        let ends = lines.iter().skip(1).copied().chain([text.len()]);
        let spans = lines.iter().zip(ends).map(|(&start, end)| start..end);
        if spans.clone().all(|line| line.len() <= LONGEST) {
            let (shown, shown_lines) = (Cow::Borrowed(text), lines.clone());
            return Self { name, text, shown, lines, shown_lines, pieces: Vec::new() };
        }
        let mut points: Vec<usize> =
            labels.iter().flat_map(|label| [label.start, label.end]).collect();
        points.sort_unstable();
        let mut cut = Cut::default();
        for line in spans {
            match line.len() > LONGEST {
                true => cut.line(text, line, &points),
                false => cut.keep(text, line),
            }
        }
        let Cut { shown, pieces } = cut;
        let shown_lines = line_starts(&shown).collect();
        Self { name, text, shown: Cow::Owned(shown), lines, shown_lines, pieces }
    }

    /// Where a label of the text is shown.
    pub(super) fn shown(&self, label: &Range<usize>) -> Range<usize> {
        let shown = |position: usize| {
            let next = self.pieces.partition_point(|piece| piece.text.start <= position);
            match next.checked_sub(1).and_then(|index| self.pieces.get(index)) {
                Some(piece) => piece.shown + (position - piece.text.start).min(piece.text.len()),
                None => position,
            }
        };
        shown(label.start)..shown(label.end)
    }

    /// The position in the text of one in what is shown.
    fn position(&self, shown: usize) -> usize {
        let next = self.pieces.partition_point(|piece| piece.shown <= shown);
        match next.checked_sub(1).and_then(|index| self.pieces.get(index)) {
            Some(piece) => piece.text.start + (shown - piece.shown).min(piece.text.len()),
            None => shown,
        }
    }
}

/// What has been cut out so far.
#[derive(Default)]
struct Cut {
    shown: String,
    pieces: Vec<Piece>,
}

impl Cut {
    fn keep(&mut self, text: &str, part: Range<usize>) {
        let shown = self.shown.len();
        self.shown.push_str(text.get(part.clone()).unwrap_or(""));
        match self.pieces.last_mut() {
            Some(last) if last.text.end == part.start && last.shown + last.text.len() == shown => {
                last.text.end = part.end;
            }
            _ => self.pieces.push(Piece { text: part, shown }),
        }
    }

    /// What is around the points of a line, or its beginning where there are none.
    fn line(&mut self, text: &str, line: Range<usize>, points: &[usize]) {
        let content = text.get(line.clone()).unwrap_or("").trim_end_matches(['\n', '\r']);
        let end = line.start + content.len();
        let within = points.partition_point(|&point| point < line.start)
            ..points.partition_point(|&point| point <= end);
        let around = points.get(within).filter(|around| !around.is_empty());
        let mut from = line.start;
        for &point in around.unwrap_or(&[line.start]) {
            let first = text.floor_char_boundary(point.saturating_sub(AROUND)).max(from);
            let last = text.ceil_char_boundary((point + AROUND).min(end));
            from = self.keep_or_cut(text, from, first..last.max(first));
        }
        self.keep_or_cut(text, from, end..line.end);
    }

    /// Keeps a part with what is before it from `from` on, which may be left out. Says where it ends.
    fn keep_or_cut(&mut self, text: &str, from: usize, part: Range<usize>) -> usize {
        let end = part.end;
        if part.start <= from + ELLIPSIS.len() {
            self.keep(text, from..end);
        } else {
            self.shown.push_str(ELLIPSIS);
            self.keep(text, part);
        }
        end
    }
}

impl<'a> Files<'a> for Excerpts<'a> {
    type FileId = usize;
    type Name = Cow<'a, str>;
    type Source = &'a str;

    fn name(&'a self, id: usize) -> Result<Cow<'a, str>, Error> {
        Ok(named(self.file(id)?.name))
    }

    fn source(&'a self, id: usize) -> Result<&'a str, Error> {
        Ok(&self.file(id)?.shown)
    }

    fn line_index(&'a self, id: usize, shown: usize) -> Result<usize, Error> {
        let next = self.file(id)?.shown_lines.partition_point(|&start| start <= shown);
        Ok(next.saturating_sub(1))
    }

    fn column_number(&'a self, id: usize, line: usize, shown: usize) -> Result<usize, Error> {
        let file = self.file(id)?;
        let position = file.position(shown);
        let before = file.lines.get(line).and_then(|&start| file.text.get(start..position));
        Ok(before.unwrap_or("").chars().count() + 1)
    }

    fn line_range(&'a self, id: usize, line: usize) -> Result<Range<usize>, Error> {
        let Excerpt { shown, shown_lines, .. } = self.file(id)?;
        let start = |line: usize| match shown_lines.get(line) {
            Some(&start) => Ok(start),
            None if line == shown_lines.len() => Ok(shown.len()),
            None => Err(Error::LineTooLarge { given: line, max: shown_lines.len() }),
        };
        Ok(start(line)?..start(line + 1)?)
    }
}
