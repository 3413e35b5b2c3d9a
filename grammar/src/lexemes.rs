//! Cuts text into lexemes: only as fine as lines, brackets and comments need. What the lexemes mean
//! together is the business of the pest grammar.

/// A piece of text between blanks; `start` and `end` are byte offsets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lexeme {
    pub kind: LexemeKind,
    pub start: u32,
    pub end: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LexemeKind {
    /// A line end that can end a field or a member.
    Newline,
    /// A line end inside of brackets, or where the next line goes on with this one.
    SoftNewline,
    Word,
    Number,
    Text,
    /// A string without its closing quote; it ends with its line.
    OpenText,
    /// `// ...` and `/* ... */`
    Comment,
    /// A block comment without its end; it goes to the end of the text.
    OpenComment,
    /// `/// ...` that is the first thing on its line.
    Doc,
    /// `//! ...`
    FileDoc,
    Open(Bracket),
    Close(Bracket),
    /// A bracket without its partner, or something nested too deeply: reported, then blanked.
    Dropped,
    Comma,
    Semicolon,
    Colon,
    /// A single `=`
    Equals,
    /// A single `.`
    Dot,
    /// `+ - * / % ^ == != < <= > >= .. ->`
    Operator,
    /// A character that has no place in the language outside of strings and comments.
    Unknown,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bracket {
    Paren,
    Square,
    Brace,
}

impl Bracket {
    pub fn open(self) -> &'static str {
        match self {
            Self::Paren => "(",
            Self::Square => "[",
            Self::Brace => "{",
        }
    }

    pub fn close(self) -> &'static str {
        match self {
            Self::Paren => ")",
            Self::Square => "]",
            Self::Brace => "}",
        }
    }
}

impl Lexeme {
    pub fn text<'t>(&self, text: &'t str) -> &'t str {
        text.get(self.start as usize..self.end as usize).unwrap_or("")
    }

    /// Whether it is this word. Few are as long, so that hardly any text is looked at.
    pub(crate) fn is_word(&self, text: &str, word: &str) -> bool {
        self.kind == LexemeKind::Word
            && (self.end - self.start) as usize == word.len()
            && self.text(text) == word
    }

    /// Whether it is neither a comment nor a line end.
    pub fn is_code(&self) -> bool {
        !self.is_comment() && !matches!(self.kind, LexemeKind::Newline | LexemeKind::SoftNewline)
    }

    pub fn is_comment(&self) -> bool {
        matches!(
            self.kind,
            LexemeKind::Comment | LexemeKind::OpenComment | LexemeKind::Doc | LexemeKind::FileDoc
        )
    }
}

/// What a byte begins, or goes on with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Blank,
    /// A letter of the alphabet or `_`
    Letter,
    Digit,
    /// Of a character beyond ASCII.
    Beyond,
    /// Whatever is told apart by the byte itself.
    Other,
}

/// The class of each byte: a look into a table takes as long for all of them.
static CLASSES: [Class; 256] = {
    let mut classes = [Class::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b' ' | b'\t' => Class::Blank,
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => Class::Letter,
            b'0'..=b'9' => Class::Digit,
            128.. => Class::Beyond,
            _ => Class::Other,
        };
        byte += 1;
    }
    classes
};

fn class(byte: u8) -> Class {
    CLASSES[byte as usize]
}

/// Cuts `text` completely, but for blanks and tabs; never fails. A line end is always a
/// [`LexemeKind::Newline`]: which of them count is decided later.
pub fn lex(text: &str) -> Vec<Lexeme> {
    // Of a text that is large all lexemes take five times as much as it does, and a row that grows half as much besides:
    // they are counted first. Texts that people write in an editor are smaller, where each keystroke would wait for it.
    let room = match text.len() {
        length if length > LARGE => Cut::new(text).count(),
        length => length / 3 + 8,
    };
    let mut lexemes = Vec::with_capacity(room);
    lexemes.extend(Cut::new(text));
    lexemes
}

/// Whether there is anything but comments and semicolons in a text.
pub fn holds_code(text: &str) -> bool {
    Cut::new(text).any(|own| own.is_code() && own.kind != LexemeKind::Semicolon)
}

/// Bytes.
const LARGE: usize = 1 << 19;

/// Cuts a text into lexemes one by one.
struct Cut<'t> {
    text: &'t str,
    next: usize,
    line_has_code: bool,
}

impl<'t> Cut<'t> {
    fn new(text: &'t str) -> Self {
        Self { text, next: 0, line_has_code: false }
    }
}

impl Iterator for Cut<'_> {
    type Item = Lexeme;

    #[inline]
    fn next(&mut self) -> Option<Lexeme> {
        let text = self.text;
        let bytes = text.as_bytes();
        let mut start = self.next;
        while class(*bytes.get(start)?) == Class::Blank {
            start += 1;
        }
        let first = bytes[start];
        let (kind, end) = match class(first) {
            Class::Letter => (LexemeKind::Word, word_end(text, start + 1)),
            Class::Digit => (LexemeKind::Number, number_end(bytes, start)),
            Class::Beyond if let Some(length) = unit_sign(text, start) => {
                (LexemeKind::Word, word_end(text, start + length))
            }
            Class::Blank | Class::Beyond | Class::Other => {
                sign(text, start, first, self.line_has_code)
            }
        };
        self.line_has_code = match kind {
            LexemeKind::Newline => false,
            LexemeKind::Comment | LexemeKind::Doc | LexemeKind::FileDoc => self.line_has_code,
            _ => true,
        };
        self.next = end;
        Some(Lexeme { kind, start: start as u32, end: end as u32 })
    }
}

/// What starts at `i` with `first`, which is neither a blank nor the start of a word or number, and where it ends.
fn sign(text: &str, i: usize, first: u8, line_has_code: bool) -> (LexemeKind, usize) {
    let bytes = text.as_bytes();
    let at = |i: usize| bytes.get(i).copied().unwrap_or(0);
    let second = at(i + 1);
    let (kind, length) = match first {
        b'\n' => (LexemeKind::Newline, 1),
        b'\r' => (LexemeKind::Newline, if second == b'\n' { 2 } else { 1 }),
        b'(' => (LexemeKind::Open(Bracket::Paren), 1),
        b'[' => (LexemeKind::Open(Bracket::Square), 1),
        b'{' => (LexemeKind::Open(Bracket::Brace), 1),
        b')' => (LexemeKind::Close(Bracket::Paren), 1),
        b']' => (LexemeKind::Close(Bracket::Square), 1),
        b'}' => (LexemeKind::Close(Bracket::Brace), 1),
        b',' => (LexemeKind::Comma, 1),
        b';' => (LexemeKind::Semicolon, 1),
        b':' => (LexemeKind::Colon, 1),
        b'"' => {
            let (end, closed) = text_end(bytes, i);
            return (if closed { LexemeKind::Text } else { LexemeKind::OpenText }, end);
        }
        b'/' if second == b'/' => {
            let kind = match (at(i + 2), at(i + 3)) {
                (b'/', b'/') => LexemeKind::Comment,
                (b'/', _) if !line_has_code => LexemeKind::Doc,
                (b'!', _) => LexemeKind::FileDoc,
                _ => LexemeKind::Comment,
            };
            let mut behind = bytes[i..].iter();
            let length = behind.position(|byte| matches!(byte, b'\n' | b'\r'));
            return (kind, length.map_or(bytes.len(), |length| i + length));
        }
        b'/' if second == b'*' => {
            let (end, closed) = block_comment_end(bytes, i);
            return (if closed { LexemeKind::Comment } else { LexemeKind::OpenComment }, end);
        }
        b'.' if second == b'.' => (LexemeKind::Operator, 2),
        b'.' => (LexemeKind::Dot, 1),
        b'=' | b'!' | b'<' | b'>' if second == b'=' => (LexemeKind::Operator, 2),
        b'=' => (LexemeKind::Equals, 1),
        b'-' if second == b'>' => (LexemeKind::Operator, 2),
        b'+' | b'-' | b'*' | b'/' | b'%' | b'^' | b'<' | b'>' => (LexemeKind::Operator, 1),
        // What colours text in a terminal, copied with it: `ESC [ 31 m`.
        b'\x1b' if second == b'[' => {
            let numbers = bytes[i + 2..].iter().take_while(|own| b"0123456789;".contains(own));
            let end = i + 2 + numbers.count();
            return (LexemeKind::Unknown, end + usize::from(at(end).is_ascii_alphabetic()));
        }
        _ => {
            let mut end = i + 1;
            while end < bytes.len()
                && (at(end) >= 128 && unit_sign(text, end).is_none() || at(end) == first)
            {
                end += 1;
            }
            return (LexemeKind::Unknown, end);
        }
    };
    (kind, i + length)
}

/// The length in bytes of the sign at `i`, if it is one that only units are written with.
fn unit_sign(text: &str, i: usize) -> Option<usize> {
    let sign = text.get(i..)?.chars().next()?;
    matches!(sign, '°' | 'µ' | 'μ' | 'Ω').then(|| sign.len_utf8())
}

/// The end of the word that has begun before `i`.
fn word_end(text: &str, mut i: usize) -> usize {
    let bytes = text.as_bytes();
    while let Some(&byte) = bytes.get(i) {
        match class(byte) {
            Class::Letter | Class::Digit => i += 1,
            Class::Beyond if let Some(length) = unit_sign(text, i) => i += length,
            Class::Beyond | Class::Blank | Class::Other => break,
        }
    }
    i
}

/// The end of the number at `i`; the dots of `0..8` are not part of it.
fn number_end(bytes: &[u8], mut i: usize) -> usize {
    let digit = |i: usize| bytes.get(i).is_some_and(u8::is_ascii_digit);
    let skip = |mut i: usize| {
        while digit(i) {
            i += 1;
        }
        i
    };
    i = skip(i);
    if bytes.get(i) == Some(&b'.') && digit(i + 1) {
        i = skip(i + 1);
    }
    if matches!(bytes.get(i), Some(b'e' | b'E')) {
        let sign = matches!(bytes.get(i + 1), Some(b'+' | b'-'));
        let exponent = i + 1 + usize::from(sign);
        if digit(exponent) {
            i = skip(exponent);
        }
    }
    i
}

fn text_end(bytes: &[u8], start: usize) -> (usize, bool) {
    let mut i = start + 1;
    while let Some(&byte) = bytes.get(i) {
        match byte {
            b'"' => return (i + 1, true),
            b'\n' | b'\r' => return (i, false),
            b'\\' if !matches!(bytes.get(i + 1), None | Some(b'\n' | b'\r')) => i += 2,
            _ => i += 1,
        }
    }
    (bytes.len(), false)
}

fn block_comment_end(bytes: &[u8], start: usize) -> (usize, bool) {
    let mut i = start + 2;
    let mut depth = 1;
    while i < bytes.len() {
        match (bytes[i], bytes.get(i + 1)) {
            (b'*', Some(b'/')) => {
                depth -= 1;
                i += 2;
                if depth == 0 {
                    return (i, true);
                }
            }
            (b'/', Some(b'*')) => {
                depth += 1;
                i += 2;
            }
            _ => i += 1,
        }
    }
    (bytes.len(), false)
}
