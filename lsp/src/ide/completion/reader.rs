//! Lexemes to tokens: pairs brackets, ends entries, and joins the parts of a unit.

use cdl_grammar::{Bracket, Lexeme, LexemeKind, continues_line, is_reserved, leaves_line_open};

use super::context::{Frame, Token, TokenKind, in_unit};

/// Goes through lexemes once and keeps what is open.
pub(super) struct Reader<'t> {
    text: &'t str,
    pub frames: Vec<Frame>,
    /// Where the open brackets start.
    opened: Vec<usize>,
    /// The tokens of the bracket that was closed last.
    pub closed: Vec<Token>,
    is_line_pending: bool,
    /// Whether the body of the item has been closed.
    pub left_item: bool,
}

impl<'t> Reader<'t> {
    pub fn new(text: &'t str) -> Self {
        Self {
            text,
            frames: vec![Frame { bracket: None, tokens: Vec::new() }],
            opened: Vec::new(),
            closed: Vec::new(),
            is_line_pending: false,
            left_item: false,
        }
    }

    fn push(&mut self, kind: TokenKind, start: usize, end: usize) {
        if let Some(frame) = self.frames.last_mut() {
            frame.tokens.push(Token { kind, start, end });
        }
    }

    /// Ends the entry where a line ended before `text` and neither side shows that it goes on.
    pub fn end_line_before(&mut self, text: &str, kind: LexemeKind) {
        if !std::mem::take(&mut self.is_line_pending) {
            return;
        }
        let Some(frame) = self.frames.last() else { return };
        let goes_on = matches!(kind, LexemeKind::Operator | LexemeKind::Dot | LexemeKind::Comma)
            || continues_line(text);
        let is_open = frame.tokens.last().is_some_and(|last| match last.kind {
            TokenKind::Operator
            | TokenKind::Comma
            | TokenKind::Colon
            | TokenKind::Equals
            | TokenKind::Dot => true,
            TokenKind::Word => leaves_line_open(self.text.get(last.start..last.end).unwrap_or("")),
            TokenKind::Number
            | TokenKind::Unit
            | TokenKind::Text
            | TokenKind::Group(_)
            | TokenKind::End
            | TokenKind::Unknown => false,
        });
        if matches!(frame.bracket, None | Some(Bracket::Brace)) && !goes_on && !is_open {
            let at = frame.tokens.last().map_or(0, |last| last.end);
            self.push(TokenKind::End, at, at);
        }
    }

    pub fn take(&mut self, lexeme: Lexeme) {
        let (start, end) = (lexeme.start as usize, lexeme.end as usize);
        if self.extends_unit(start, end) {
            return;
        }
        if lexeme.kind == LexemeKind::Newline {
            self.is_line_pending = true;
        }
        if !lexeme.is_code() {
            return;
        }
        self.end_line_before(lexeme.text(self.text), lexeme.kind);
        let kind = match lexeme.kind {
            LexemeKind::Open(bracket) => {
                self.frames.push(Frame { bracket: Some(bracket), tokens: Vec::new() });
                self.opened.push(start);
                return;
            }
            LexemeKind::Close(bracket) => return self.close(bracket, end),
            LexemeKind::Word if self.is_unit(start, lexeme.text(self.text)) => TokenKind::Unit,
            LexemeKind::Word => TokenKind::Word,
            LexemeKind::Number if self.is_unit(start, "1/") => TokenKind::Unit,
            LexemeKind::Number => TokenKind::Number,
            LexemeKind::Text | LexemeKind::OpenText => TokenKind::Text,
            LexemeKind::Comma => TokenKind::Comma,
            LexemeKind::Semicolon => TokenKind::End,
            LexemeKind::Colon => TokenKind::Colon,
            LexemeKind::Equals => TokenKind::Equals,
            LexemeKind::Dot => TokenKind::Dot,
            LexemeKind::Operator => TokenKind::Operator,
            LexemeKind::Unknown | LexemeKind::Dropped => TokenKind::Unknown,
            LexemeKind::Newline
            | LexemeKind::SoftNewline
            | LexemeKind::Comment
            | LexemeKind::OpenComment
            | LexemeKind::Doc
            | LexemeKind::FileDoc => return,
        };
        self.push(kind, start, end);
    }

    /// Whether a word is the start of a unit, by what stands before it.
    fn is_unit(&self, start: usize, word: &str) -> bool {
        let last = self.frames.last().and_then(|frame| frame.tokens.last());
        let follows = last.is_some_and(|last| {
            matches!(
                last.kind,
                TokenKind::Number | TokenKind::Group(Bracket::Square | Bracket::Paren)
            )
        });
        let written = self.text.get(start..).unwrap_or("");
        follows && !is_reserved(word) && written.starts_with(word)
    }

    /// Takes what goes on without a blank behind the start of a unit, as `/m^3` in `kg/m^3`.
    fn extends_unit(&mut self, start: usize, end: usize) -> bool {
        let Some(last) = self.frames.last_mut().and_then(|frame| frame.tokens.last_mut()) else {
            return false;
        };
        let piece = self.text.get(start..end).unwrap_or(" ");
        let extends =
            last.kind == TokenKind::Unit && last.end == start && piece.chars().all(in_unit);
        if extends {
            last.end = end;
        }
        extends
    }

    fn close(&mut self, bracket: Bracket, end: usize) {
        // A round or square bracket finds its partner only within the same braces.
        let open =
            self.frames.iter().rev().take_while(|frame| {
                bracket == Bracket::Brace || frame.bracket != Some(Bracket::Brace)
            });
        let depth = open.map(|frame| frame.bracket).position(|own| own == Some(bracket));
        match depth {
            Some(depth) => {
                for _ in 0..=depth {
                    if let (Some(frame), Some(start)) = (self.frames.pop(), self.opened.pop()) {
                        self.closed = frame.tokens;
                        if let Some(bracket) = frame.bracket {
                            self.push(TokenKind::Group(bracket), start, end);
                        }
                    }
                }
            }
            None if bracket == Bracket::Brace => {
                let frames = vec![Frame { bracket: None, tokens: Vec::new() }];
                let outermost = std::mem::replace(&mut self.frames, frames).into_iter().next();
                self.closed = outermost.map(|frame| frame.tokens).unwrap_or_default();
                self.opened.clear();
                self.left_item = true;
            }
            None => {}
        }
    }
}
