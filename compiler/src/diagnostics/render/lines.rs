//! Lines and columns of a byte position, from 1.

/// Bytes of text between two places whose line and column are kept.
const BETWEEN: usize = 1024;

/// The lines and columns of a text at places close to each other, so that those of a position take no walk through all
/// that is before it.
#[derive(Debug)]
pub(super) struct Marks(Vec<Mark>);

#[derive(Clone, Copy, Debug)]
struct Mark {
    position: usize,
    line: usize,
    column: usize,
}

const START: Mark = Mark { position: 0, line: 1, column: 1 };

impl Marks {
    pub(super) fn new(text: &str) -> Self {
        let mut marks = vec![START];
        let mut mark = START;
        while mark.position < text.len() {
            mark = mark.to(text, mark.position + BETWEEN);
            marks.push(mark);
        }
        Self(marks)
    }

    /// The line and the column, in characters, of a byte position; positions beyond the end count as the
    /// end, positions inside a character as its start.
    pub(super) fn line_and_column(&self, text: &str, position: usize) -> (usize, usize) {
        let next = self.0.partition_point(|mark| mark.position <= position);
        let before = next.checked_sub(1).and_then(|index| self.0.get(index));
        let Mark { line, column, .. } = before.unwrap_or(&START).to(text, position);
        (line, column)
    }
}

impl Mark {
    fn to(self, text: &str, position: usize) -> Self {
        let position = text.floor_char_boundary(position.min(text.len()));
        let between = text.get(self.position..position).unwrap_or("");
        match between.rfind('\n') {
            Some(newline) => {
                let lines = between.bytes().filter(|byte| *byte == b'\n').count();
                let column = between.get(newline + 1..).unwrap_or("").chars().count() + 1;
                Self { position, line: self.line + lines, column }
            }
            None => Self { position, column: self.column + between.chars().count(), ..self },
        }
    }
}

/// A range that lies within the text and does not cut characters.
pub(super) fn clamped(text: &str, range: &std::ops::Range<usize>) -> std::ops::Range<usize> {
    let mut start = range.start.min(text.len());
    let mut end = range.end.clamp(start, text.len());
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    while !text.is_char_boundary(end) {
        end += 1;
    }
    start..end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_are_those_of_a_walk_from_the_start() {
        let text = format!("{}\n\n{}ö\r\n", "aö€𝄞".repeat(500), "ö\nx".repeat(900));
        let marks = Marks::new(&text);
        for (index, (position, _)) in text.char_indices().enumerate() {
            let before = &text[..position];
            let line = before.matches('\n').count() + 1;
            let column = before.chars().rev().take_while(|own| *own != '\n').count() + 1;
            assert_eq!(marks.line_and_column(&text, position), (line, column), "{index}");
        }
        let end = marks.line_and_column(&text, text.len());
        assert_eq!(marks.line_and_column(&text, usize::MAX), end);
        // Inside of a character.
        assert_eq!(marks.line_and_column(&text, 2), (1, 2));
        assert_eq!(Marks::new("").line_and_column("", 7), (1, 1));
    }
}
