//! Goes through lexemes once, pairs brackets, and tells at each lexeme whether a line ends before it.

use crate::braced::BLOCK;
use crate::characters::{CONTROL, advice, grouped_number, unit_on_paper};
use crate::clauses::{self, Start};
use crate::diagnose::{NO_COMMENT, words_behind_percent};
use crate::lexemes::{Bracket, Lexeme, LexemeKind};
use crate::syntax::{Span, SyntaxError, SyntaxFix};
use crate::words;

/// Brackets, and `if`s in one line, may nest this deep. It bounds every recursion over the text.
const MAX_NESTING: usize = 150;

/// The word that counts as a level of nesting.
const IF: &str = "if";

/// Said of a closing bracket that has no partner.
pub(crate) const STRAY: &str = "remove it, or open it before";

/// How far indentation counts when brackets do not match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trust {
    Brackets,
    /// A line that starts with `name =` and is indented no deeper than the line of an open round
    /// bracket is no argument. For texts known to have brackets that are never closed.
    Braces,
    /// A line that is indented no deeper than the line of an open brace closes it. For texts whose
    /// braces are known not to be balanced.
    Indentation,
}

/// The state while going through the lexemes of a text once.
pub(crate) struct Pairing<'t> {
    text: &'t str,
    trust: Trust,
    frames: Vec<Frame>,
    /// The `if`s in the current lines of all levels, and those outside of any bracket.
    ifs: usize,
    outer_ifs: usize,
    /// How the current entry outside of any bracket starts.
    outer_start: Start,
    last_code: Option<usize>,
    /// Where that ends.
    last_end: u32,
    /// Whether that is the `until` of a clause.
    after_until: bool,
    newline_pending: bool,
    line_start: u32,
    line_indent: u32,
    skip: Option<Skip>,
    /// A brace whose partner stands at a smaller indentation: the one to blame if one is missing, and what closes it.
    suspect: Option<(Lexeme, SyntaxFix)>,
    /// Whether a string that is not closed took closing brackets.
    swallowed: bool,
    unclosed: Unclosed,
}

struct Frame {
    bracket: Bracket,
    lexeme: Lexeme,
    index: usize,
    /// The column at which the line of the bracket starts.
    indent: u32,
    ifs: usize,
    /// How the current entry directly inside starts.
    start: Start,
    /// The semicolons directly inside, as positions in the lexemes.
    semicolons: Vec<usize>,
}

/// What is nested too deeply is dropped until fewer than `level` brackets are open.
struct Skip {
    level: usize,
    with_closer: bool,
}

#[derive(Default)]
pub(crate) struct Unclosed {
    pub errors: Vec<SyntaxError>,
    /// Round and square brackets that are never closed, as positions in the lexemes.
    pub brackets: Vec<usize>,
    /// Semicolons between round and square brackets, where commas have to stand.
    pub semicolons: Vec<usize>,
    /// How many braces are open at the end.
    pub braces: usize,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// Whether a line that counts ends before this lexeme (true for the first lexeme of all).
    pub breaks_line: bool,
    /// How many brackets are open before this lexeme has its effect.
    pub depth: usize,
    pub dropped: bool,
    /// Whether it is the word of a clause that is a name elsewhere.
    pub until: bool,
}

impl<'t> Pairing<'t> {
    /// For lexemes of `text` of which the first stands in the line that starts at `line_start`.
    pub fn new(text: &'t str, line_start: u32, trust: Trust) -> Self {
        Self {
            text,
            trust,
            frames: Vec::new(),
            ifs: 0,
            outer_ifs: 0,
            outer_start: Start::Other,
            last_code: None,
            last_end: 0,
            after_until: false,
            newline_pending: true,
            line_start,
            line_indent: 0,
            skip: None,
            suspect: None,
            swallowed: false,
            unclosed: Unclosed::default(),
        }
    }

    /// How many brackets are open.
    pub fn depth(&self) -> usize {
        self.frames.len()
    }

    /// Takes a line end or a comment.
    pub fn pass_over(&mut self, lexeme: Lexeme) {
        if lexeme.kind == LexemeKind::Newline {
            self.newline_pending = true;
            self.line_start = lexeme.end;
        }
    }

    /// Takes the lexeme at `i`, which is code; those before it have been taken.
    #[inline]
    pub fn step(&mut self, lexemes: &[Lexeme], i: usize) -> Step {
        let lexeme = lexemes[i];
        if self.changes_nothing(lexemes, lexeme) {
            self.take(lexeme, i, false);
            return Step { breaks_line: false, depth: self.depth(), dropped: false, until: false };
        }
        self.step_of_account(lexemes, i)
    }

    /// The same for one that brackets, lines or clauses depend on.
    #[inline(never)]
    fn step_of_account(&mut self, lexemes: &[Lexeme], i: usize) -> Step {
        let lexeme = lexemes[i];
        let mut breaks_line = false;
        let mut stray = false;
        let first_on_line = self.newline_pending;
        if first_on_line {
            self.newline_pending = false;
            self.line_indent = lexeme.start.saturating_sub(self.line_start);
            if self.trust == Trust::Indentation {
                stray = self.match_indentation(lexemes, i);
            }
            breaks_line = self.ends_line_before(lexemes, i);
        }
        if breaks_line || lexeme.kind == LexemeKind::Semicolon {
            self.forget_ifs();
        }
        let starts_entry = breaks_line || self.is_after_separator(lexemes);
        if starts_entry {
            let start = Start::at(self.text, lexemes, i);
            match self.frames.last_mut() {
                Some(frame) => frame.start = start,
                None => self.outer_start = start,
            }
        }
        if self.skip.as_ref().is_some_and(|skip| {
            self.frames.len() < skip.level
                || breaks_line && !skip.with_closer && self.frames.len() == skip.level
        }) {
            self.skip = None;
        }
        let mut dropped = stray || self.skip.is_some();
        let depth = self.frames.len();
        let until = !starts_entry && lexeme.kind == LexemeKind::Word && self.is_until(lexemes, i);
        match lexeme.kind {
            LexemeKind::Open(bracket) => {
                let indent = self.line_indent;
                let start = Start::Other;
                let semicolons = Vec::new();
                self.frames.push(Frame {
                    bracket,
                    lexeme,
                    index: i,
                    indent,
                    ifs: 0,
                    start,
                    semicolons,
                });
                dropped |= self.guard_nesting(lexeme, true);
            }
            LexemeKind::Close(bracket) if !stray => {
                dropped |= self.close(lexemes, bracket, lexeme, first_on_line);
                if let Some(skip) = &self.skip
                    && self.frames.len() < skip.level
                {
                    dropped = dropped && skip.with_closer;
                    self.skip = None;
                }
            }
            LexemeKind::Word if lexeme.is_word(self.text, IF) => {
                self.ifs += 1;
                match self.frames.last_mut() {
                    Some(frame) => frame.ifs += 1,
                    None => self.outer_ifs += 1,
                }
                dropped |= self.guard_nesting(lexeme, false);
            }
            LexemeKind::OpenText => {
                self.swallowed |= lexeme.text(self.text).contains(['}', ')', ']']);
                self.error(
                    lexeme,
                    "this string is not closed",
                    "a string ends in its line with `\"`",
                );
            }
            LexemeKind::Semicolon => {
                if let Some(frame) = self.frames.last_mut()
                    && frame.bracket != Bracket::Brace
                {
                    frame.semicolons.push(i);
                }
            }
            LexemeKind::Unknown => self.unknown_character(lexeme),
            _ => {}
        }
        self.take(lexeme, i, until);
        Step { breaks_line, depth, dropped, until }
    }

    /// Whether a lexeme in the midst of a line is none of those that brackets, lines and clauses depend on. Most are not.
    fn changes_nothing(&self, lexemes: &[Lexeme], lexeme: Lexeme) -> bool {
        let may = !self.newline_pending && self.skip.is_none() && !self.is_after_separator(lexemes);
        may && match lexeme.kind {
            LexemeKind::Word => {
                !lexeme.is_word(self.text, IF)
                    && !words::CLAUSE.iter().any(|clause| lexeme.is_word(self.text, clause))
            }
            LexemeKind::Number
            | LexemeKind::Text
            | LexemeKind::Comma
            | LexemeKind::Colon
            | LexemeKind::Equals
            | LexemeKind::Dot
            | LexemeKind::Operator => true,
            LexemeKind::Newline
            | LexemeKind::SoftNewline
            | LexemeKind::OpenText
            | LexemeKind::Comment
            | LexemeKind::OpenComment
            | LexemeKind::Doc
            | LexemeKind::FileDoc
            | LexemeKind::Open(_)
            | LexemeKind::Close(_)
            | LexemeKind::Dropped
            | LexemeKind::Semicolon
            | LexemeKind::Unknown => false,
        }
    }

    /// Whether the last code is a semicolon or an opening brace, behind which an entry starts.
    fn is_after_separator(&self, lexemes: &[Lexeme]) -> bool {
        self.last_code.is_some_and(|last| {
            let kind = lexemes[last].kind;
            matches!(kind, LexemeKind::Semicolon | LexemeKind::Open(Bracket::Brace))
        })
    }

    /// Goes on behind the lexeme at `i`.
    fn take(&mut self, lexeme: Lexeme, i: usize, until: bool) {
        self.last_code = Some(i);
        self.last_end = lexeme.end;
        self.after_until = until;
    }

    /// Ends the text: what is still open is never closed.
    pub fn finish(mut self) -> Unclosed {
        let mut blamed = false;
        while let Some(frame) = self.frames.pop() {
            if frame.bracket != Bracket::Brace {
                self.blame_unclosed(&frame);
                continue;
            }
            self.unclosed.braces += 1;
            // The outer braces lack their partners because an inner one took them.
            if !blamed && !self.swallowed {
                let closed = self.closed_brace(&frame);
                let (brace, fix) = self.suspect.take().unwrap_or((frame.lexeme, closed));
                self.open_brace(brace, fix);
                blamed = true;
            }
        }
        self.unclosed
    }

    fn error(&mut self, lexeme: Lexeme, message: &str, help: &str) {
        self.unclosed.errors.push(SyntaxError {
            span: Span::new(lexeme.start, lexeme.end),
            message: message.to_owned(),
            help: (!help.is_empty()).then(|| help.to_owned()),
            fix: None,
            is_read: false,
        });
    }

    /// That `lexeme` is in the way, and what belongs in its place.
    fn error_with_fix(&mut self, lexeme: Lexeme, message: &str, help: &str, replacement: &str) {
        self.error(lexeme, message, help);
        if let Some(error) = self.unclosed.errors.last_mut() {
            error.fix = Some(SyntaxFix { span: error.span, replacement: replacement.to_owned() });
        }
    }

    fn blame_unclosed(&mut self, frame: &Frame) {
        self.unclosed.brackets.push(frame.index);
        if self.swallowed {
            return;
        }
        if let Some(block) = self.block_before(frame) {
            self.error(frame.lexeme, BLOCK, &format!("write `{block} {{ ... }}`"));
            return;
        }
        let message = format!("this `{}` is never closed", frame.bracket.open());
        let close = frame.bracket.close();
        self.error(frame.lexeme, &message, &format!("add the missing `{close}`"));
        let fix = self.inserted(close.to_owned());
        self.fix(fix);
    }

    /// A closing bracket that has no partner.
    fn stray(&mut self, lexeme: Lexeme, message: &str) {
        self.error_with_fix(lexeme, message, STRAY, "");
    }

    fn open_brace(&mut self, brace: Lexeme, fix: SyntaxFix) {
        self.error(brace, "this `{` is never closed", "add the missing `}`");
        self.fix(fix);
    }

    /// What mends the last error.
    fn fix(&mut self, fix: SyntaxFix) {
        if let Some(error) = self.unclosed.errors.last_mut() {
            error.fix = Some(fix);
        }
    }

    /// What is missing behind the last code.
    fn inserted(&self, text: String) -> SyntaxFix {
        SyntaxFix { span: Span::new(self.last_end, self.last_end), replacement: text }
    }

    /// A closing brace in a line of its own, where there is more than one line.
    fn closed_brace(&self, frame: &Frame) -> SyntaxFix {
        let inside = self.text.get(frame.lexeme.end as usize..self.last_end as usize).unwrap_or("");
        let Some((_, below)) = inside.split_once('\n') else {
            return self.inserted(" }".to_owned());
        };
        // The first line may be cut out of its own: what stands in the block tells where that begins.
        let blanks = &below[..below.len() - below.trim_start_matches([' ', '\t']).len()];
        let around = blanks.strip_suffix('\t').or(blanks.strip_suffix("  ")).unwrap_or("");
        self.inserted(format!("\n{around}}}"))
    }

    /// `body bob` of `body bob (`, where that starts a line: a block was meant.
    fn block_before(&self, frame: &Frame) -> Option<String> {
        let before = self.text.get(..frame.lexeme.start as usize)?;
        let line = before.rfind('\n').map_or(before, |end| &before[end + 1..]);
        let mut words = line.split_ascii_whitespace();
        let (Some(kind), Some(name), None) = (words.next(), words.next(), words.next()) else {
            return None;
        };
        let are_names = words::is_name(kind)
            && words::is_name(name)
            && !words::starts_item(kind)
            && !words::is_contextual(kind);
        (frame.bracket == Bracket::Paren && are_names).then(|| format!("{kind} {name}"))
    }

    fn pop(&mut self) -> Option<Frame> {
        let frame = self.frames.pop()?;
        self.ifs = self.ifs.saturating_sub(frame.ifs);
        Some(frame)
    }

    fn pop_unclosed(&mut self) {
        if let Some(frame) = self.pop() {
            if frame.bracket == Bracket::Brace {
                let fix = self.closed_brace(&frame);
                self.open_brace(frame.lexeme, fix);
            } else {
                self.blame_unclosed(&frame);
            }
        }
    }

    fn forget_ifs(&mut self) {
        let ifs = match self.frames.last_mut() {
            Some(frame) => &mut frame.ifs,
            None => &mut self.outer_ifs,
        };
        self.ifs = self.ifs.saturating_sub(*ifs);
        *ifs = 0;
    }

    /// Whether `lexeme` is nested too deeply, and so starts to be skipped.
    fn guard_nesting(&mut self, lexeme: Lexeme, with_closer: bool) -> bool {
        if self.skip.is_some() || self.frames.len() + self.ifs <= MAX_NESTING {
            return false;
        }
        let message = format!("this is nested more than {MAX_NESTING} levels deep");
        self.error(lexeme, &message, "give parts of it names with `let`");
        self.skip = Some(Skip { level: self.frames.len(), with_closer });
        true
    }

    /// Takes a closing bracket; whether it is to be dropped.
    fn close(
        &mut self,
        lexemes: &[Lexeme],
        bracket: Bracket,
        lexeme: Lexeme,
        first_on_line: bool,
    ) -> bool {
        // A round or square bracket finds its partner only within the same braces.
        let partner = self
            .frames
            .iter()
            .rev()
            .take_while(|frame| bracket == Bracket::Brace || frame.bracket != Bracket::Brace)
            .position(|frame| frame.bracket == bracket);
        let Some(unclosed) = partner else {
            let message = format!("this `{}` closes nothing", bracket.close());
            self.stray(lexeme, &message);
            return true;
        };
        for _ in 0..unclosed {
            self.pop_unclosed();
        }
        let Some(frame) = self.pop() else { return false };
        if bracket == Bracket::Brace && first_on_line && frame.indent > self.line_indent {
            let fix = self.closed_brace(&frame);
            self.suspect.get_or_insert((frame.lexeme, fix));
        }
        if let Some(&first) = frame.semicolons.first() {
            let help = match frame.index.checked_sub(1).map(|before| lexemes[before]) {
                Some(before) if before.text(self.text) == "for" => {
                    "a loop is written `for i in 0..3 { ... }`"
                }
                _ => "what stands in brackets is separated by commas",
            };
            match self.block_before(&frame) {
                Some(block) => {
                    self.error(frame.lexeme, BLOCK, &format!("write `{block} {{ ... }}`"));
                }
                None => self.error(lexemes[first], "a semicolon cannot stand in brackets", help),
            }
            self.unclosed.semicolons.extend(frame.semicolons);
        }
        false
    }

    /// Closes what the indentation of a new line shows to be closed, except for the outermost
    /// brace; whether the lexeme is a closing brace that closes nothing.
    fn match_indentation(&mut self, lexemes: &[Lexeme], i: usize) -> bool {
        let column = self.line_indent;
        match lexemes[i].kind {
            LexemeKind::Close(Bracket::Brace) => {
                while self.frames.len() > 1
                    && self.frames.last().is_some_and(|frame| frame.indent > column)
                {
                    self.pop_unclosed();
                }
                let stray = self.frames.last().is_some_and(|frame| frame.indent < column);
                if stray {
                    self.stray(lexemes[i], "this `}` closes nothing");
                }
                stray
            }
            LexemeKind::Word
                if !words::continues_line(lexemes[i].text(self.text))
                    || self.is_every_event(lexemes, i) =>
            {
                while self.frames.len() > 1
                    && self.frames.last().is_some_and(|frame| frame.indent >= column)
                {
                    self.pop_unclosed();
                }
                false
            }
            _ => false,
        }
    }

    /// Whether the line end before the lexeme at `i` counts. Inside of round and square brackets it
    /// does not, unless a new field or member shows that they were never closed.
    fn ends_line_before(&mut self, lexemes: &[Lexeme], i: usize) -> bool {
        let Some(last) = self.last_code else { return true };
        match self.frames.last().map(|frame| frame.bracket) {
            None | Some(Bracket::Brace) => {
                // After a comma `name =` may be a further clause, but fields have none.
                let in_field = self.start() == Start::Field;
                let goes_on = clauses::leaves_line_open(self.text, lexemes, last)
                    || self.continues_line(lexemes, i)
                    || self.after_until;
                // No line goes on with a reserved word and `=`: it was meant to be a field.
                let equals = lexemes.get(i + 1).is_some_and(|next| next.kind == LexemeKind::Equals);
                let misnamed = equals && lexemes[i].kind == LexemeKind::Word;
                !goes_on
                    || misnamed && words::continues_line(lexemes[i].text(self.text))
                    || self.starts_entry(lexemes, i, in_field || wants_operand(lexemes[last].kind))
            }
            Some(Bracket::Paren | Bracket::Square) => {
                // `name =` can be an argument only behind a comma or the bracket.
                let no_argument = match lexemes[last].kind {
                    LexemeKind::Comma | LexemeKind::Open(Bracket::Paren) => {
                        let indent = self.frames.last().map_or(0, |frame| frame.indent);
                        self.trust != Trust::Brackets && self.line_indent <= indent
                    }
                    _ => true,
                };
                // `[` and `for` start a comprehension.
                let turns = lexemes[last].kind == LexemeKind::Open(Bracket::Square)
                    && lexemes[i].kind == LexemeKind::Word
                    && lexemes[i].text(self.text) == "for";
                let starts = !turns && self.starts_entry(lexemes, i, no_argument);
                if starts {
                    while self.frames.last().is_some_and(|frame| frame.bracket != Bracket::Brace) {
                        self.pop_unclosed();
                    }
                }
                starts
            }
        }
    }

    /// How the entry around the current lexeme starts.
    fn start(&self) -> Start {
        let block = self.frames.iter().rev().find(|frame| frame.bracket == Bracket::Brace);
        block.map_or(self.outer_start, |frame| frame.start)
    }

    /// Whether the line that starts with the lexeme at `i` goes on with the line before it.
    fn continues_line(&self, lexemes: &[Lexeme], i: usize) -> bool {
        match lexemes[i].kind {
            // A field has its `=` already.
            LexemeKind::Equals => self.start() != Start::Field,
            LexemeKind::Word if lexemes[i].text(self.text) == "every" => {
                matches!(self.start(), Start::Analysis | Start::Word)
                    && !self.is_every_event(lexemes, i)
            }
            _ => clauses::continues_line(self.text, lexemes[i]) || self.is_until(lexemes, i),
        }
    }

    /// Whether the lexeme at `i` starts an event that has its block.
    fn is_every_event(&self, lexemes: &[Lexeme], i: usize) -> bool {
        lexemes[i].text(self.text) == "every" && clauses::has_block(self.text, lexemes, i)
    }

    /// Whether the current lexeme, which is at `i`, is the `until` of a clause.
    fn is_until(&self, lexemes: &[Lexeme], i: usize) -> bool {
        let in_block = self.frames.last().is_none_or(|frame| frame.bracket == Bracket::Brace);
        in_block
            && !self.after_until
            && self.start() == Start::Analysis
            && self.last_code.is_some_and(|last| clauses::is_until(self.text, lexemes, last, i))
    }

    /// Whether the words at `i` can be nothing but the start of a field or member: `let`, two
    /// words one after the other, or (where it cannot be a named argument) `name =`. Behind a field, an action or an analysis so is
    /// `a.b =`; elsewhere that could be what an element stands in relation to, and its law.
    fn starts_entry(&self, lexemes: &[Lexeme], i: usize, or_field: bool) -> bool {
        let first = lexemes[i];
        if first.kind != LexemeKind::Word {
            return false;
        }
        let word = first.text(self.text);
        if words::only_starts_member(word) {
            return true;
        }
        if words::CLAUSE.contains(&word) && self.start() == Start::Analysis {
            return false;
        }
        let Some(second) = lexemes.get(i + 1) else { return false };
        match second.kind {
            LexemeKind::Word => {
                !words::is_reserved(word) && !words::is_reserved(second.text(self.text))
            }
            LexemeKind::Equals => or_field && !words::is_reserved(word),
            LexemeKind::Dot | LexemeKind::Open(Bracket::Square) => {
                matches!(self.start(), Start::Field | Start::Action | Start::Analysis)
                    && !words::is_reserved(word)
                    && clauses::starts_assignment(lexemes, i)
            }
            _ => false,
        }
    }

    fn unknown_character(&mut self, lexeme: Lexeme) {
        let character = lexeme.text(self.text);
        // The closing one of two quotes is no second mistake.
        const CLOSING: [&str; 4] = ["'", "”", "’", "»"];
        if let Some(error) = self.unclosed.errors.last()
            && error.span.start >= self.line_start
            && let Some(last) = self.text.get(error.span.start as usize..error.span.end as usize)
            && (last == character
                || CLOSING.contains(&character) && matches!(last, "“" | "„" | "‘" | "«"))
        {
            return;
        }
        let line = self.text.get(self.line_start as usize..lexeme.start as usize).unwrap_or("");
        if let Some(percent) = words_behind_percent(line) {
            let start = self.line_start + percent as u32;
            // What else stands in a comment is no further mistake.
            if self.unclosed.errors.last().is_some_and(|error| error.span.start == start) {
                return;
            }
            let percent = Lexeme { kind: LexemeKind::Operator, start, end: start + 1 };
            return self.error(percent, "what follows this `%` is no value", NO_COMMENT);
        }
        let before =
            self.text.get(..lexeme.start as usize).and_then(|text| text.chars().next_back());
        let after = self.text.get(lexeme.end as usize..).and_then(|text| text.chars().next());
        let is_control = character.chars().any(char::is_control) && character != "\u{a0}";
        if let Some(last) = self.unclosed.errors.last() {
            let is_fixed = last
                .fix
                .as_ref()
                .is_some_and(|fix| fix.span.start <= lexeme.start && lexeme.end <= fix.span.end);
            // What ends a colour is no second mistake.
            let ends_colour =
                is_control && last.message == CONTROL && last.span.start >= self.line_start;
            if is_fixed || ends_colour {
                return;
            }
        }
        if let Some((span, unit)) = unit_on_paper(self.text, lexeme) {
            let message = format!("`{character}` has no meaning here");
            self.error(lexeme, &message, &format!("write `{unit}`"));
            if let Some(error) = self.unclosed.errors.last_mut() {
                error.fix = Some(SyntaxFix { span, replacement: unit });
            }
            return;
        }
        if let Some((span, number)) = grouped_number(self.text, lexeme) {
            let help = format!("write `{number}`");
            self.error(lexeme, "digits have no signs between them", &help);
            if let Some(error) = self.unclosed.errors.last_mut() {
                error.fix = Some(SyntaxFix { span, replacement: number });
            }
            return;
        }
        let (help, replacement) = advice(character, before.unwrap_or(' '), after.unwrap_or(' '));
        let message = if character == "\u{a0}" {
            "a no-break space cannot be used here".to_owned()
        } else if is_control {
            CONTROL.to_owned()
        } else if !character.chars().any(char::is_alphabetic) {
            format!("`{character}` has no meaning here")
        } else {
            format!(
                "`{character}` cannot be part of a name, only a to z, A to Z, digits and `_` can"
            )
        };
        match replacement {
            Some(replacement) => self.error_with_fix(lexeme, &message, help, replacement),
            None => self.error(lexeme, &message, help),
        }
    }
}

/// Whether something has to follow, and that cannot start with `name =`.
fn wants_operand(kind: LexemeKind) -> bool {
    matches!(kind, LexemeKind::Operator | LexemeKind::Equals | LexemeKind::Word)
}
