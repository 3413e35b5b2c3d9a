//! Finds blocks in other brackets than braces, by their heads, what starts in them and what stands behind them.

use super::{Block, End, Level};
use crate::lexemes::{Bracket, Lexeme, LexemeKind};
use crate::words;

/// The blocks of a text in the order in which they open.
pub(super) fn blocks(text: &str, lexemes: &[Lexeme], level: Level) -> Vec<Block> {
    let mut search = Search { text, lexemes, level, frames: Vec::new(), blocks: Vec::new() };
    search.all();
    search.blocks.sort_unstable_by_key(|block| block.open);
    search.blocks
}

/// Whether the lexeme at `i` looks like the start of a block, by those beside it. Few do in texts without mistakes.
pub(super) fn may_open(text: &str, lexemes: &[Lexeme], i: usize) -> bool {
    let ends_line = || {
        let behind = lexemes[i + 1..].iter().find(|own| own.kind != LexemeKind::Comment);
        behind.is_some_and(|own| own.kind == LexemeKind::Newline)
    };
    let before = |back: usize| i.checked_sub(back).map(|at| lexemes[at]);
    match lexemes[i].kind {
        LexemeKind::Colon => ends_line(),
        LexemeKind::Open(Bracket::Paren | Bracket::Square) => {
            let Some(last) = before(1) else { return false };
            let is_own_word =
                |own: Lexeme| own.kind == LexemeKind::Word && !words::is_reserved(own.text(text));
            match last.kind {
                LexemeKind::Word => {
                    let is_named = is_own_word(last) && before(2).is_some_and(is_own_word);
                    is_named || last.end < lexemes[i].start && ends_line()
                }
                LexemeKind::Number => ends_line(),
                LexemeKind::Close(_) => {
                    last.kind == LexemeKind::Close(Bracket::Square) || ends_line()
                }
                _ => false,
            }
        }
        _ => false,
    }
}

/// What is open while the lexemes are gone through.
struct Frame {
    opened: Opened,
    /// How many blocks had been found before.
    found: usize,
    commas: Vec<(usize, bool)>,
    entry: Entry,
}

enum Opened {
    Bracket(Bracket),
    /// A bracket that is one of a block if its partner ends an entry.
    Block {
        bracket: Bracket,
        open: usize,
        head: usize,
    },
    /// A colon, and the indentation of the first line below it.
    Colon {
        inside: u32,
        open: usize,
        head: usize,
        is_item: bool,
    },
}

/// What is known of the entry that the search is in.
#[derive(Clone, Copy, Default)]
struct Entry {
    first: Option<usize>,
    /// How many lexemes stand directly in it, without `pub` and the index of a name.
    count: usize,
    /// Whether these are words that are not reserved.
    are_words: bool,
    has_equals: bool,
    /// Whether a variant may go on: behind a colon, and before any relation.
    in_variant: bool,
    has_relation: bool,
}

struct Search<'t, 'l> {
    text: &'t str,
    lexemes: &'l [Lexeme],
    level: Level,
    frames: Vec<Frame>,
    blocks: Vec<Block>,
}

impl Search<'_, '_> {
    fn all(&mut self) {
        let mut outer = Entry::default();
        let mut line_start = 0;
        let mut first_on_line = true;
        let mut indent = 0;
        let mut last = 0;
        for i in 0..self.lexemes.len() {
            let lexeme = self.lexemes[i];
            if !lexeme.is_code() {
                if lexeme.kind == LexemeKind::Newline {
                    (first_on_line, line_start) = (true, lexeme.end);
                    *self.entry(&mut outer) = Entry::default();
                }
                continue;
            }
            if first_on_line {
                first_on_line = false;
                indent = lexeme.start - line_start;
                if lexeme.kind == LexemeKind::Close(Bracket::Brace) && self.closes_other(indent) {
                    self.pop(last, Some(i));
                    *self.entry(&mut outer) = Entry::default();
                    last = i;
                    continue;
                }
                self.end_by_indentation(indent, last);
                *self.entry(&mut outer) = Entry::default();
            }
            match lexeme.kind {
                LexemeKind::Open(bracket) => {
                    let entry = *self.entry(&mut outer);
                    let opened = match self.opens_block(entry, i) {
                        Some(head) => Opened::Block { bracket, open: i, head },
                        None => Opened::Bracket(bracket),
                    };
                    self.push(opened);
                }
                LexemeKind::Close(bracket) => {
                    self.close(bracket, i, last);
                    let own = self.entry(&mut outer);
                    // The index of a name is part of it.
                    if bracket != Bracket::Square || own.count != 2 {
                        own.count += 1;
                        own.are_words = false;
                    }
                }
                LexemeKind::Semicolon => *self.entry(&mut outer) = Entry::default(),
                LexemeKind::Comma if self.separates(i) => {
                    let ends_line = self.ends_line(i);
                    if let Some(frame) = self.frames.last_mut() {
                        frame.commas.push((i, ends_line));
                        frame.entry = Entry::default();
                    }
                }
                LexemeKind::Colon => {
                    let entry = *self.entry(&mut outer);
                    if let Some(opened) = self.opens_by_indentation(entry, i, indent) {
                        self.push(opened);
                    } else {
                        let own = self.entry(&mut outer);
                        own.in_variant = true;
                        own.count += 1;
                    }
                }
                _ => {
                    let word = lexeme.text(self.text);
                    let is_word = lexeme.kind == LexemeKind::Word;
                    let own = self.entry(&mut outer);
                    own.take(i, lexeme.kind, word, is_word);
                }
            }
            last = i;
        }
        self.end_by_indentation(0, last);
    }

    fn entry<'e>(&'e mut self, outer: &'e mut Entry) -> &'e mut Entry {
        self.frames.last_mut().map_or(outer, |frame| &mut frame.entry)
    }

    fn push(&mut self, opened: Opened) {
        let found = self.blocks.len();
        self.frames.push(Frame { opened, found, commas: Vec::new(), entry: Entry::default() });
    }

    /// Whether entries stand where the search is.
    fn among_entries(&self) -> bool {
        self.frames.last().is_none_or(|frame| {
            !matches!(frame.opened, Opened::Bracket(Bracket::Paren | Bracket::Square))
        })
    }

    fn word(&self, i: usize) -> &str {
        self.lexemes[i].text(self.text)
    }

    /// The code behind the lexeme at `i`, with its position.
    fn behind(&self, i: usize) -> impl Iterator<Item = (usize, Lexeme)> {
        let behind = self.lexemes.iter().copied().enumerate().skip(i + 1);
        behind.filter(|(_, own)| own.is_code())
    }

    fn ends_line(&self, i: usize) -> bool {
        let mut behind = self.lexemes[i + 1..].iter().take_while(|own| !own.is_code());
        behind.any(|own| own.kind == LexemeKind::Newline)
    }

    /// Whether a field or member starts behind the lexeme at `i`.
    fn precedes_entry(&self, i: usize) -> bool {
        let mut behind = self.behind(i);
        let (Some((at, first)), second) = (behind.next(), behind.next()) else { return false };
        let is_name = |at: usize| !words::is_reserved(self.word(at));
        first.kind == LexemeKind::Word
            && (words::only_starts_member(self.word(at))
                || second.is_some_and(|(next, own)| match own.kind {
                    LexemeKind::Equals | LexemeKind::Colon | LexemeKind::Text => is_name(at),
                    LexemeKind::Word => is_name(at) && is_name(next),
                    _ => false,
                }))
    }

    /// Whether the comma at `i` separates fields of a block, as it separates arguments.
    fn separates(&self, i: usize) -> bool {
        let Some(Opened::Block { bracket, .. }) = self.frames.last().map(|frame| &frame.opened)
        else {
            return false;
        };
        let closes = |own: Lexeme| own.kind == LexemeKind::Close(*bracket);
        self.precedes_entry(i) || self.behind(i).next().is_some_and(|(_, own)| closes(own))
    }

    /// The start of the head, if the bracket at `i` opens a block.
    fn opens_block(&self, entry: Entry, i: usize) -> Option<usize> {
        let LexemeKind::Open(bracket @ (Bracket::Paren | Bracket::Square)) = self.lexemes[i].kind
        else {
            return None;
        };
        let head = self.head(entry)?;
        let next = self.behind(i).next()?;
        let stands_apart = i > 0 && self.lexemes[i - 1].end < self.lexemes[i].start;
        let is_empty = bracket == Bracket::Paren && next.1.kind == LexemeKind::Close(bracket);
        let holds_entries =
            self.precedes_entry(i) && !(bracket == Bracket::Square && self.word(next.0) == "for");
        let opens = match entry.is_kind_and_name() {
            true => holds_entries || is_empty,
            false => holds_entries && stands_apart && self.ends_line(i),
        };
        opens.then_some(head)
    }

    /// What the colon at `i` opens, if it stands in the place of a brace in a line with this indentation.
    fn opens_by_indentation(&self, entry: Entry, i: usize, indent: u32) -> Option<Opened> {
        let first = entry.first?;
        let is_item = self.is_item(first);
        let head = if is_item { first } else { self.head(entry)? };
        let word = self.word(head);
        let is_loop = matches!(word, "for" | "if" | "else" | "when" | "at" | "every");
        let (next, own) = self.behind(i).next()?;
        let line = self.text.get(..own.start as usize)?.rfind('\n')? as u32 + 1;
        let inside = own.start - line;
        let is_deeper = self.ends_line(i) && inside > indent;
        let holds_entries = self.precedes_entry(i)
            || (is_loop || is_item) && self.lexemes[next].kind == LexemeKind::Word;
        let opens = is_deeper && holds_entries && word != "constraint";
        opens.then_some(Opened::Colon { inside, open: i, head, is_item })
    }

    fn is_item(&self, first: usize) -> bool {
        let is_item = matches!(self.word(first), "model" | "component" | "experiment");
        is_item && self.level == Level::File && self.frames.is_empty()
    }

    /// The first lexeme of an entry that a block could follow.
    fn head(&self, entry: Entry) -> Option<usize> {
        let first = entry.first?;
        let word = self.word(first);
        let has_block = match words::is_reserved(word) {
            true => matches!(
                word,
                "for" | "if" | "else" | "at" | "every" | "from" | "to" | "on" | "between" | "and"
            ),
            false => entry.is_kind_and_name() || entry.has_relation || word == "when",
        };
        let may = self.among_entries()
            && has_block
            && !entry.has_equals
            && !entry.in_variant
            && !words::starts_item(word)
            && !words::is_verb(word)
            && !matches!(word, "use" | "simulate");
        may.then_some(first)
    }

    /// Ends the blocks that a line with this indentation does not belong to; `last` is the code before it.
    fn end_by_indentation(&mut self, column: u32, last: usize) {
        while let Some(Frame { opened: Opened::Colon { inside, .. }, .. }) = self.frames.last()
            && column < *inside
        {
            self.pop(last, None);
        }
    }

    /// Whether a brace at this indentation closes the innermost block, which stands in no braces: it stands below the
    /// head of it, as in `body bob:` or `body bob (` above some fields and a `}`.
    fn closes_other(&self, column: u32) -> bool {
        let Some(Frame { opened, .. }) = self.frames.last() else { return false };
        let (head, is_item) = match opened {
            Opened::Block { head, .. } => (*head, false),
            Opened::Colon { head, is_item, .. } => (*head, *is_item),
            Opened::Bracket(_) => return false,
        };
        let before = self.text.get(..self.lexemes[head].start as usize).unwrap_or("");
        let line = before.rsplit('\n').next().unwrap_or("");
        let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
        match self.level {
            // A chunk begins with its first head, and what closes more than it opens is cut off.
            Level::Chunk if !before.contains('\n') => self.frames.len() == 1,
            Level::Chunk => indent == column as usize,
            // At the left edge it closes the model around it.
            Level::File => indent == column as usize && (column > 0 || is_item),
        }
    }

    /// Takes the closing bracket at `i`; `last` is the code before it.
    fn close(&mut self, bracket: Bracket, i: usize, last: usize) {
        let of = |frame: &Frame| match frame.opened {
            Opened::Bracket(own) | Opened::Block { bracket: own, .. } => Some(own),
            Opened::Colon { .. } => None,
        };
        // A round or square bracket finds its partner only within the same braces.
        let mut inside = self
            .frames
            .iter()
            .rev()
            .map(of)
            .take_while(|own| bracket == Bracket::Brace || *own != Some(Bracket::Brace));
        let Some(unclosed) = inside.position(|own| own == Some(bracket)) else { return };
        for _ in 0..unclosed {
            self.pop(last, None);
        }
        self.pop(last, Some(i));
    }

    /// Ends the innermost frame, by the bracket at `close` if there is one.
    fn pop(&mut self, last: usize, close: Option<usize>) {
        let Some(Frame { opened, found, commas, .. }) = self.frames.pop() else { return };
        let block = match (opened, close) {
            (Opened::Colon { open, head, is_item, .. }, close) => {
                let end = close.map_or(End::After(last), End::Bracket);
                Block { open, end, head, is_item, commas }
            }
            (Opened::Block { open, head, .. }, Some(close)) if self.ends_entry(close) => {
                Block { open, end: End::Bracket(close), head, is_item: false, commas }
            }
            (Opened::Block { .. } | Opened::Bracket(Bracket::Paren | Bracket::Square), _) => {
                return self.blocks.truncate(found);
            }
            (Opened::Bracket(Bracket::Brace), _) => return,
        };
        self.blocks.push(block);
    }

    /// Whether an entry can end behind the lexeme at `i`.
    fn ends_entry(&self, i: usize) -> bool {
        self.ends_line(i)
            || self.behind(i).next().is_none_or(|(_, own)| match own.kind {
                LexemeKind::Close(_) | LexemeKind::Semicolon => true,
                LexemeKind::Comma => matches!(
                    self.frames.last().map(|frame| &frame.opened),
                    Some(Opened::Block { .. })
                ),
                _ => false,
            })
    }
}

impl Entry {
    fn take(&mut self, i: usize, kind: LexemeKind, word: &str, is_word: bool) {
        if is_word && word == "pub" && self.first.is_none() {
            return;
        }
        let is_relation =
            is_word && matches!(word, "from" | "to" | "on" | "between" | "and" | "in" | "at");
        self.are_words =
            (self.first.is_none() || self.are_words) && is_word && !words::is_reserved(word);
        self.first.get_or_insert(i);
        self.count += 1;
        self.has_equals |= kind == LexemeKind::Equals;
        self.has_relation |= is_relation;
        self.in_variant &= !is_relation;
    }

    fn is_kind_and_name(&self) -> bool {
        self.count == 2 && self.are_words
    }
}
