//! Blocks that stand in other brackets than braces, such as `body bob ( ... )`, `body bob [ ... ]` and `body bob:` above
//! lines that are indented. Each is reported once and read on as if it stood in braces.
//!
//! Only what can be nothing else is taken for one. Round and square brackets stand behind a kind and a name, or behind
//! a relation or event at the end of a line; fields or members stand in them, and nothing behind them. So an index
//! (`a[i] = 3`), a call (`sphere(diameter = 1 m)`) and arguments in many lines are none.

mod search;

use crate::lexemes::{Bracket, Lexeme, LexemeKind};
use crate::syntax::{Span, SyntaxError, SyntaxFix};
use search::{blocks, may_open};

/// Said of the brackets in which a block stands.
pub(crate) const BLOCK: &str = "a block stands in braces";

/// Bytes; longer blocks have no fix, so that many errors cost no more than the text.
const LONGEST: usize = 4096;

/// Bytes; the longest head that a message repeats.
const LONGEST_HEAD: usize = 40;

/// What a text holds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Level {
    /// Items. Members inside of them are changed as well, and reported by whoever reads them.
    File,
    /// The header of an item, or members.
    Chunk,
}

/// What has to be said, and written, of blocks that were put into braces.
#[derive(Debug, Default)]
pub(crate) struct Embraced {
    pub errors: Vec<SyntaxError>,
    /// Bytes that stand for others, so that the text keeps its length.
    pub written: Vec<(u32, u8)>,
    /// How many closing braces follow the text.
    pub closing: usize,
}

/// Puts blocks in other brackets into braces, in the lexemes of `text`. Takes linear time.
pub(crate) fn embrace(text: &str, lexemes: &mut Vec<Lexeme>, level: Level) -> Embraced {
    let is_of_a_kind = |kind: LexemeKind| {
        let is_bracket = matches!(kind, LexemeKind::Open(Bracket::Paren | Bracket::Square));
        is_bracket || kind == LexemeKind::Colon
    };
    let mut all = lexemes.iter().enumerate();
    if !all.any(|(i, own)| is_of_a_kind(own.kind) && may_open(text, lexemes, i)) {
        return Embraced::default();
    }
    let blocks = blocks(text, lexemes, level);
    put(text, lexemes, &blocks, level)
}

/// A block that stands in other brackets.
struct Block {
    /// Its first lexeme: a bracket or a colon.
    open: usize,
    end: End,
    /// The first lexeme of its head.
    head: usize,
    is_item: bool,
    /// Commas that separate its fields, and whether the line ends behind them.
    commas: Vec<(usize, bool)>,
}

enum End {
    /// The bracket that closes it.
    Bracket(usize),
    /// The last lexeme in it, where indentation ends it.
    After(usize),
}

/// Changes the lexemes of the blocks, which stand in order.
fn put(text: &str, lexemes: &mut Vec<Lexeme>, blocks: &[Block], level: Level) -> Embraced {
    let mut embraced = Embraced::default();
    let mut ends: Vec<usize> = Vec::new();
    for block in blocks {
        if block.is_item == (level == Level::File) {
            embraced.errors.push(error(text, lexemes, block));
        }
    }
    for block in blocks {
        let open = lexemes[block.open].start;
        lexemes[block.open].kind = LexemeKind::Open(Bracket::Brace);
        embraced.written.push((open, b'{'));
        for &(comma, ends_line) in &block.commas {
            let (kind, byte) = match ends_line {
                true => (LexemeKind::Dropped, b' '),
                false => (LexemeKind::Semicolon, b';'),
            };
            lexemes[comma].kind = kind;
            embraced.written.push((lexemes[comma].start, byte));
        }
        match block.end {
            End::Bracket(close) => {
                lexemes[close].kind = LexemeKind::Close(Bracket::Brace);
                embraced.written.push((lexemes[close].start, b'}'));
            }
            End::After(last) => ends.push(last),
        }
    }
    if !ends.is_empty() {
        ends.sort_unstable();
        close_by_indentation(text, lexemes, &ends, &mut embraced);
    }
    embraced
}

/// Puts a closing brace behind each of the lexemes at `ends`, into the blanks and line ends that follow it.
fn close_by_indentation(
    text: &str,
    lexemes: &mut Vec<Lexeme>,
    ends: &[usize],
    embraced: &mut Embraced,
) {
    let mut whole = Vec::with_capacity(lexemes.len() + ends.len());
    let mut ends = ends.iter().peekable();
    for (i, &lexeme) in lexemes.iter().enumerate() {
        whole.push(lexeme);
        let mut at = lexeme.end;
        let next = lexemes[i + 1..].iter().find(|own| own.is_code());
        let brace = Lexeme { kind: LexemeKind::Close(Bracket::Brace), start: at, end: at };
        let mut count = 0;
        while ends.next_if_eq(&&i).is_some() {
            whole.push(brace);
            count += 1;
        }
        let Some(next) = next.filter(|_| count > 0) else {
            embraced.closing += count;
            continue;
        };
        embraced.written.extend((at..next.start).zip(std::iter::repeat_n(b'}', count)));
        at += count as u32;
        if at < next.start && next.text(text) != "else" {
            embraced.written.push((at, b';'));
        }
    }
    *lexemes = whole;
}

fn error(text: &str, lexemes: &[Lexeme], block: &Block) -> SyntaxError {
    let open = lexemes[block.open];
    let head = text.get(lexemes[block.head].start as usize..open.start as usize).unwrap_or("");
    let nameless = block.is_item && block.head + 1 == block.open;
    let head = format!("{}{}", head.trim_end(), if nameless { " NAME" } else { "" });
    let is_short = head.len() <= LONGEST_HEAD && !head.contains('\n');
    SyntaxError {
        span: Span::new(open.start, open.end),
        message: BLOCK.to_owned(),
        help: is_short.then(|| format!("write `{head} {{ ... }}`")),
        // What it is called nobody knows.
        fix: fix(text, lexemes, block).filter(|_| !nameless),
        is_read: true,
    }
}

/// The block in braces, with its fields separated as fields are.
fn fix(text: &str, lexemes: &[Lexeme], block: &Block) -> Option<SyntaxFix> {
    let start = lexemes[block.open].start;
    let (last, close) = match block.end {
        End::Bracket(close) => (close, "}".to_owned()),
        End::After(last) => {
            let (_, below) = text.get(start as usize..)?.split_once('\n')?;
            let blanks = &below[..below.len() - below.trim_start_matches([' ', '\t']).len()];
            let around = blanks.strip_suffix('\t').or(blanks.strip_suffix("  ")).unwrap_or("");
            (last, format!("\n{around}}}"))
        }
    };
    let span = Span::new(start, lexemes[last].end);
    if (span.end - span.start) as usize > LONGEST {
        return None;
    }
    let is_bracket = matches!(block.end, End::Bracket(_));
    let touches = lexemes[block.open].kind == LexemeKind::Colon;
    let mut replacement = if touches { " {" } else { "{" }.to_owned();
    let mut written = lexemes[block.open].end as usize;
    for &(comma, ends_line) in &block.commas {
        replacement.push_str(text.get(written..lexemes[comma].start as usize)?);
        replacement.push_str(if ends_line { "" } else { ";" });
        written = lexemes[comma].end as usize;
    }
    let end = if is_bracket { lexemes[last].start } else { lexemes[last].end };
    replacement.push_str(text.get(written..end as usize)?);
    replacement.push_str(&close);
    Some(SyntaxFix { span, replacement })
}

#[cfg(test)]
mod tests;
