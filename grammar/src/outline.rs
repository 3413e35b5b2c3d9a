//! Cuts a file into items, and items into a header and members, by brackets and first words alone.
//!
//! One fast pass without the grammar. It keeps its footing in broken text: the word of an item at the
//! start of a line starts an item whatever is open, and where braces do not match, indentation
//! decides what belongs together.

use std::cell::OnceCell;

use crate::braced::{Level, embrace};
use crate::diagnose::{ITEMS, starts_comment};
use crate::layout::doc_text;
use crate::lexemes::{Bracket, Lexeme, LexemeKind, lex};
use crate::other_files::{is_of_foam, other_file};
use crate::pairing::{Pairing, STRAY, Trust};
use crate::spelling::nearest;
use crate::syntax::{Span, SyntaxError, SyntaxFix};
use crate::words;

/// The parts of a file. All spans are relative to the file; between the parts there are only blanks,
/// comments and what `errors` tells of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    /// The `//!` lines at the top, joined by newlines.
    pub docs: String,
    pub items: Vec<ItemOutline>,
    pub errors: Vec<SyntaxError>,
}

/// The parts of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemOutline {
    /// From the start of the header to the end of the item.
    pub span: Span,
    /// With the doc comments before it, and up to the opening brace of the body.
    pub header: Span,
    /// The chunks of the body with their doc comments, one for each line that starts a member.
    pub members: Vec<Span>,
}

/// Cuts `text` into its parts.
pub fn outline(text: &str) -> Outline {
    let mut lexemes = lex(text);
    let errors = embrace(text, &mut lexemes, Level::File).errors;
    let mut outliner = Outliner {
        text,
        lexemes: &lexemes,
        outline: Outline { errors, ..Outline::default() },
        after_bodiless: false,
        after_members: false,
        members_told: false,
        other_told: false,
        last_end: OnceCell::new(),
    };
    outliner.file();
    outliner.outline
}

/// What may have happened where a member follows an item that is closed.
const MEMBER_BEHIND_ITEM: &str =
    "members belong inside of a model or component: a `}` before this may be one too many";

struct Outliner<'t> {
    text: &'t str,
    lexemes: &'t [Lexeme],
    outline: Outline,
    /// Whether the last item lacks the braces of its body.
    after_bodiless: bool,
    /// Whether members have been found behind the last item: a brace too many has closed it, and its own is left over.
    after_members: bool,
    /// It has been told that they stand there.
    members_told: bool,
    /// It has been told that what stands here is of another program.
    other_told: bool,
    /// Where the last word `end` stands, once somebody has asked.
    last_end: OnceCell<Option<usize>>,
}

/// An item and what was found out about its braces.
struct Cut {
    item: ItemOutline,
    /// The first lexeme after it.
    next: usize,
    /// The brace of the body if nothing closes it.
    unclosed: Option<Lexeme>,
    /// The end of the header of an item that should have a body and has none.
    bodiless: Option<Lexeme>,
}

impl Outliner<'_> {
    fn file(&mut self) {
        let mut docs = Vec::new();
        let mut i = 0;
        while let Some(&lexeme) = self.lexemes.get(i) {
            match lexeme.kind {
                LexemeKind::FileDoc if self.outline.items.is_empty() => {
                    docs.push(doc_text(lexeme.text(self.text)));
                    i += 1;
                }
                _ if !lexeme.is_code() || lexeme.kind == LexemeKind::Semicolon => i += 1,
                LexemeKind::Word if words::starts_item(lexeme.text(self.text)) => i = self.item(i),
                _ => i = self.junk(i),
            }
        }
        self.outline.docs = docs.join("\n");
        if let Some(comment) = self.open_comment() {
            let start = Span::new(comment.start, comment.start + 2);
            self.error(start, "this comment is never closed", "add the missing `*/`");
        }
    }

    fn error(&mut self, span: Span, message: impl Into<String>, help: impl Into<String>) {
        self.outline.errors.push(SyntaxError {
            span,
            message: message.into(),
            help: Some(help.into()),
            fix: None,
            is_read: false,
        });
    }

    /// What mends the last error.
    fn fix(&mut self, span: Span, replacement: &str) {
        if let Some(error) = self.outline.errors.last_mut() {
            error.fix = Some(SyntaxFix { span, replacement: replacement.to_owned() });
        }
    }

    fn item(&mut self, first: usize) -> usize {
        let mut cut = self.cut(first, Trust::Brackets);
        if cut.unclosed.is_some() {
            cut = self.cut(first, Trust::Indentation);
        } else if !self.can_follow_item(cut.next) {
            // A closing brace too many, perhaps.
            let second = self.cut(first, Trust::Indentation);
            if second.unclosed.is_none() && self.can_follow_item(second.next) {
                cut = second;
            }
        }
        // An open comment or string took the closing brace.
        let in_comment = cut.next == self.lexemes.len() && self.open_comment().is_some();
        let swallowed = in_comment
            || self.lexemes[first..cut.next].iter().any(|lexeme| {
                lexeme.kind == LexemeKind::OpenText && lexeme.text(self.text).contains('}')
            });
        if let Some(brace) = cut.unclosed.filter(|_| !swallowed) {
            let span = Span::new(brace.start, brace.end);
            self.error(span, "this `{` is never closed", "add the missing `}`");
            let end = cut.item.span.end;
            self.fix(Span::new(end, end), "\n}");
        }
        self.after_bodiless = cut.bodiless.is_some();
        (self.after_members, self.members_told) = (false, false);
        self.other_told = false;
        if let Some(end) = cut.bodiless {
            let word = self.lexemes[first].text(self.text);
            let span = Span::new(end.start, end.end);
            match end.kind {
                LexemeKind::Colon => self.error(
                    span,
                    "a block stands in braces",
                    format!("write `{{` after the head of the {word}, and `}}` at its end"),
                ),
                _ => {
                    let message = format!("expected `{{` and the body of the {word} after this");
                    let help = match self.has_end_of(cut.next) {
                        true => "the members stand between `{` and `}`, without an `end`",
                        false => "an empty body is `{ }`",
                    };
                    self.error(span, message, help);
                    // What follows may be its body.
                    if self.can_follow_item(cut.next) {
                        self.fix(Span::new(end.end, end.end), " { }");
                    }
                }
            }
        }
        self.outline.items.push(cut.item);
        cut.next
    }

    /// The comment without an end that takes the rest of the file.
    fn open_comment(&self) -> Option<Lexeme> {
        self.lexemes.last().copied().filter(|lexeme| lexeme.kind == LexemeKind::OpenComment)
    }

    /// Whether only an item or the end of the file comes next.
    fn can_follow_item(&self, i: usize) -> bool {
        let next = self.lexemes.get(i..).unwrap_or(&[]).iter().find(|lexeme| lexeme.is_code());
        next.is_none_or(|lexeme| {
            lexeme.kind == LexemeKind::Semicolon || words::starts_item(lexeme.text(self.text))
        })
    }

    /// Whether the lexeme at `i` starts an item even if brackets are open: its word stands at the
    /// very start of a line, and what follows is no value. A word that starts members, too, tells nothing.
    fn surely_starts_item(&self, i: usize) -> bool {
        let lexeme = self.lexemes[i];
        lexeme.kind == LexemeKind::Word
            && (i == 0
                || self.lexemes[i - 1].kind == LexemeKind::Newline
                    && self.lexemes[i - 1].end == lexeme.start)
            && words::starts_item(lexeme.text(self.text))
            && !words::ITEM_OR_MEMBER.contains(&lexeme.text(self.text))
            && self
                .lexemes
                .get(i + 1)
                .is_some_and(|next| matches!(next.kind, LexemeKind::Word | LexemeKind::Text))
    }

    fn line_start(&self, i: usize) -> u32 {
        match i.checked_sub(1).map(|before| self.lexemes[before]) {
            None => 0,
            Some(before) if before.kind == LexemeKind::Newline => before.end,
            Some(_) => self.lexemes[i].start,
        }
    }

    /// Where a chunk starts whose first code is at `i`: at its doc comments.
    fn chunk_start(&self, i: usize) -> u32 {
        self.lexemes[..i]
            .iter()
            .rev()
            .take_while(|lexeme| !lexeme.is_code())
            .filter(|lexeme| lexeme.kind == LexemeKind::Doc)
            .last()
            .map_or(self.lexemes[i].start, |doc| doc.start)
    }

    fn cut(&self, first: usize, trust: Trust) -> Cut {
        let lexemes = self.lexemes;
        let header_start = self.chunk_start(first);
        let word = lexemes[first].text(self.text);
        let needs_body = needs_body_of(word);
        let mut pairing = Pairing::new(self.text, self.line_start(first), trust);
        let mut header = None;
        let mut brace = None;
        let mut members = Vec::new();
        // The chunk in which the last code was, and whether the next code starts one.
        let mut chunk: Option<Span> = None;
        let mut last = first;
        let mut closed = false;
        // Whether members are not indented, so that where a line begins tells nothing.
        let mut is_flat = false;
        let mut i = first;
        while let Some(&lexeme) = lexemes.get(i) {
            if !lexeme.is_code() {
                pairing.pass_over(lexeme);
                i += 1;
                continue;
            }
            // Most lexemes do not start a line, which is seen at once.
            if i > first
                && pairing.depth() > 0
                && lexemes[i - 1].kind == LexemeKind::Newline
                && (!is_flat || needs_body_of(lexeme.text(self.text)))
                && self.surely_starts_item(i)
            {
                break;
            }
            let in_header = header.is_none();
            if in_header && needs_body && self.opens_body(i, last, pairing.depth()) {
                if pairing.depth() > 0 {
                    // A parenthesis in the header is never closed; the body does not suffer.
                    pairing = Pairing::new(self.text, self.line_start(first), trust);
                }
                pairing.step(lexemes, i);
                header = Some(Span::new(header_start, lexemes[last].end));
                brace = Some(lexeme);
                last = i;
                i += 1;
                continue;
            }
            let step = pairing.step(lexemes, i);
            if in_header {
                let ends = i > first && step.breaks_line || lexeme.kind == LexemeKind::Semicolon;
                if step.depth == 0 && ends {
                    break;
                }
            } else if pairing.depth() == 0 {
                closed = true;
                last = i;
                i += 1;
                break;
            } else if step.depth == 1 && (step.breaks_line || chunk.is_none()) {
                is_flat |= step.breaks_line && self.line_start(i) == lexeme.start;
                members.extend(chunk.take());
                if lexeme.kind != LexemeKind::Semicolon {
                    chunk = Some(Span::new(self.chunk_start(i), lexeme.end));
                }
            } else if let Some(chunk) = &mut chunk {
                chunk.end = lexeme.end;
            }
            last = i;
            i += 1;
        }
        members.extend(chunk);
        // They stay as long as the text does.
        members.shrink_to_fit();
        let end = lexemes[last].end;
        Cut {
            item: ItemOutline {
                span: Span::new(header_start, end),
                header: header.unwrap_or(Span::new(header_start, end)),
                members,
            },
            next: i,
            unclosed: brace.filter(|_| !closed),
            bodiless: (needs_body && brace.is_none()).then(|| lexemes[last]),
        }
    }

    /// Whether the lexeme at `i` in a header is the brace of the body. Braces between parentheses
    /// are values, unless they follow something that no value can follow.
    fn opens_body(&self, i: usize, last: usize, depth: usize) -> bool {
        if self.lexemes[i].kind != LexemeKind::Open(Bracket::Brace) {
            return false;
        }
        let before = self.lexemes[last];
        match before.kind {
            _ if depth == 0 => true,
            LexemeKind::Word => !words::is_reserved(before.text(self.text)),
            LexemeKind::Number | LexemeKind::Text | LexemeKind::Close(_) => true,
            _ => false,
        }
    }

    /// Whether a closing brace stands before the lexeme at `i`.
    fn is_behind_item(&self, i: usize) -> bool {
        let before = self.lexemes.get(..i).unwrap_or(&[]).iter().rev().find(|own| own.is_code());
        before.is_some_and(|own| own.kind == LexemeKind::Close(Bracket::Brace))
    }

    /// Whether `end` closes something from the lexeme at `i` on, as in MATLAB and Modelica.
    fn has_end_of(&self, i: usize) -> bool {
        let is_end = |own: &Lexeme| own.kind == LexemeKind::Word && own.text(self.text) == "end";
        let last = self.last_end.get_or_init(|| self.lexemes.iter().rposition(is_end));
        last.is_some_and(|last| i <= last)
    }

    /// Passes over what is no item, up to the end of its line or block.
    fn junk(&mut self, first: usize) -> usize {
        let lexemes = self.lexemes;
        let mut pairing = Pairing::new(self.text, self.line_start(first), Trust::Brackets);
        let mut i = first;
        while let Some(&lexeme) = lexemes.get(i) {
            if !lexeme.is_code() {
                pairing.pass_over(lexeme);
            } else {
                if i > first && self.surely_starts_item(i) {
                    break;
                }
                let step = pairing.step(lexemes, i);
                if i > first && step.breaks_line && step.depth == 0 {
                    break;
                }
            }
            i += 1;
        }
        let lexeme = lexemes[first];
        let word = lexeme.text(self.text);
        let span = Span::new(lexeme.start, lexeme.end);
        // The rest of a file of another program.
        if self.other_told {
            return i;
        }
        let is_first = self.outline.items.is_empty();
        if let Some((message, help)) = other_file(self.text, lexemes, first, is_first) {
            self.other_told = true;
            self.error(span, message, help);
            return i;
        }
        match lexeme.kind {
            LexemeKind::Close(Bracket::Brace) if self.after_members => {
                (self.after_members, self.members_told) = (false, false);
            }
            LexemeKind::Close(bracket) => {
                let message = format!("this `{}` closes nothing", bracket.close());
                self.error(span, message, STRAY);
                self.fix(span, "");
            }
            // The members of the item before, whose body has no braces: told there.
            LexemeKind::Word if self.after_bodiless => {}
            // One `}` too many is one mistake, however many members stand behind it.
            LexemeKind::Word if self.members_told && nearest(word, &words::ITEM).is_none() => {}
            LexemeKind::Word => {
                self.after_members = !self.outline.items.is_empty();
                self.members_told = self.after_members && nearest(word, &words::ITEM).is_none();
                self.other_told = is_of_foam(word);
                let help = match nearest(word, &words::ITEM) {
                    Some(item) => format!("did you mean `{item}`?"),
                    None if words::only_starts_member(word) && self.is_behind_item(first) => {
                        MEMBER_BEHIND_ITEM.to_owned()
                    }
                    None if let Some(how) = words::item_elsewhere(word) => how.to_owned(),
                    None if self.is_behind_item(first) => format!("{ITEMS}; {MEMBER_BEHIND_ITEM}"),
                    None => format!("{ITEMS}; members belong inside of a model or component"),
                };
                self.error(span, format!("expected an item, found `{word}`"), help);
                if let Some(meant) = nearest(word, &words::ITEM) {
                    self.fix(span, meant);
                }
            }
            _ if starts_comment(self.text.get(lexeme.start as usize..).unwrap_or("")) => {
                let mark = if word == "-" { "--" } else { word };
                let next = lexemes.get(first + 1).map_or("", |next| next.text(self.text));
                let help = match words::item_elsewhere(next) {
                    Some(how) if word.starts_with('#') => how,
                    _ => "comments start with `//`",
                };
                self.error(span, format!("expected an item, found `{mark}`"), help);
            }
            LexemeKind::Text => self.error(
                span,
                format!("expected an item, found `{word}`"),
                "what a file is about stands at its top, in lines `//! ...`",
            ),
            _ => self.error(span, format!("expected an item, found `{word}`"), ITEMS),
        }
        i
    }
}

/// Whether what the word starts has a block.
fn needs_body_of(word: &str) -> bool {
    matches!(word, "model" | "component" | "experiment")
}
