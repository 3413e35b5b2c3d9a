//! Says in words what pest could not read.

mod actions;
mod calls;
mod foreign;
mod habits;
mod headers;
mod phrases;
mod places;
mod records;
mod structures;
mod values;

pub(crate) use actions::example;
pub(crate) use habits::open_bracket;
use pest::Parser;
use pest::error::{ErrorVariant, InputLocation};

use places::Piece;

use crate::lexemes::{Bracket, Lexeme, LexemeKind, lex};
use crate::rules::{Grammar, Rule};
use crate::syntax::{Span, SyntaxError, SyntaxFix};
use crate::tree::Reader;
use crate::words;

/// What can stand at the level of a file.
pub(crate) const ITEMS: &str =
    "an item is one of `import`, `const`, `fn`, `enum`, `model`, `component` and `experiment`";

impl Reader<'_> {
    /// Reports why the text from `start` to `end` is no `strict`.
    pub fn diagnose(&mut self, strict: Rule, start: usize, end: usize) {
        let text = self.text.get(start..end).unwrap_or("").trim_end();
        let span = Span::new(start as u32, (start + text.len()) as u32);
        // What was dropped is blank by now, also at the end.
        if self.is_explained(Span::new(span.start, end as u32)) {
            return;
        }
        if text.is_empty() {
            return self.nothing_there(start, end);
        }
        // The piece before it has told of all of them.
        let piece = places::piece_of_vector(self.text, start, end);
        if piece.is_some_and(|(piece, _)| piece == Piece::Third && strict == Rule::strict_field) {
            return;
        }
        let (at, expected) = match Grammar::parse(strict, text) {
            Ok(_) => (text.len(), Vec::new()),
            Err(error) => {
                let at = match error.location {
                    InputLocation::Pos(at) | InputLocation::Span((at, _)) => at.min(text.len()),
                };
                match error.variant {
                    ErrorVariant::ParsingError { positives, .. } => (at, positives),
                    ErrorVariant::CustomError { .. } => (at, Vec::new()),
                }
            }
        };
        let expected = without_unasked(expected, strict, text);
        let around = (self.text, start, end);
        let scene = Scene { around, ..Scene::new(text, at, strict) };
        let Complaint { place, message, help, fix } = scene.complain(&expected);
        // `from` and `to` are one mistake.
        let is_told = |own: &SyntaxError| own.message.ends_with(foreign::BEFORE_BLOCK);
        if message.ends_with(foreign::BEFORE_BLOCK) && self.errors.iter().any(is_told) {
            return;
        }
        let base = span.start;
        let error_span = match place {
            Some(lexeme) => Span::new(lexeme.start, lexeme.end).shifted(base),
            // Something is missing at the end: point at what it should have followed.
            None => scene
                .before
                .map_or(span, |lexeme| Span::new(lexeme.start, lexeme.end).shifted(base)),
        };
        let fix = fix.map(|fix| SyntaxFix { span: fix.span.shifted(base), ..fix });
        self.error_with_fix(error_span, message, help, fix);
    }

    /// Reports that an expression is missing at `start`, unless what stood there was dropped.
    fn nothing_there(&mut self, start: usize, end: usize) {
        let before = self.text.get(..start).unwrap_or("").trim_end();
        if self.is_explained(Span::new(before.len() as u32, end as u32)) {
            return;
        }
        let line = before.rfind('\n').map_or(0, |newline| newline + 1);
        let last = lex(&before[line..]).last().copied();
        let (span, message) = match last {
            Some(last) => {
                let word = last.text(&before[line..]);
                let span = Span::new(last.start, last.end).shifted(line as u32);
                (span, format!("expected an expression after `{word}`"))
            }
            None => (Span::new(start as u32, start as u32), "expected an expression".to_owned()),
        };
        self.error(span, message, None);
    }
}

/// What stands around the place where reading stopped.
struct Scene<'t> {
    text: &'t str,
    /// All that is read, and from where to where of it the text goes, with the blanks at its end.
    around: (&'t str, usize, usize),
    strict: Rule,
    first: Option<Lexeme>,
    second: Option<Lexeme>,
    third: Option<Lexeme>,
    /// If the last thing is a block, the word before it.
    before_block: Option<Lexeme>,
    before_last: Option<Lexeme>,
    before: Option<Lexeme>,
    found: Option<Lexeme>,
    next: Option<Lexeme>,
}

/// What was there instead of how it begins, or what is wrong; how it goes on, or what to write; what mends it.
type Words = (String, String, Option<SyntaxFix>);

#[derive(Default)]
struct Complaint {
    place: Option<Lexeme>,
    message: String,
    help: Option<String>,
    /// What belongs in the place of a stretch of the scene's text.
    fix: Option<SyntaxFix>,
}

impl<'t> Scene<'t> {
    fn new(text: &'t str, at: usize, strict: Rule) -> Self {
        let lexemes: Vec<_> = lex(text).into_iter().filter(Lexeme::is_code).collect();
        // Reading may have stopped within a lexeme, as after the `1` of `1_000`.
        let index = lexemes.partition_point(|lexeme| lexeme.end as usize <= at);
        let get = |i: Option<usize>| i.and_then(|i| lexemes.get(i)).copied();
        Self {
            text,
            around: (text, 0, text.len()),
            strict,
            first: lexemes.first().copied(),
            second: get(Some(1)),
            third: get(Some(2)),
            before_block: word_before_block(&lexemes),
            before_last: get(index.checked_sub(2)),
            before: get(index.checked_sub(1)),
            found: get(Some(index)),
            next: get(Some(index + 1)),
        }
    }

    fn word(&self, lexeme: Option<Lexeme>) -> &'t str {
        lexeme.map_or("", |lexeme| lexeme.text(self.text))
    }

    fn complain(&self, expected: &[Rule]) -> Complaint {
        match self.strict {
            Rule::strict_action => self.broken_action(expected),
            Rule::strict_assignment => self.broken_assignment(expected),
            _ => self.complain_in_general(expected),
        }
    }

    fn complain_in_general(&self, expected: &[Rule]) -> Complaint {
        if let Some(complaint) = self
            .unbracketed_vector()
            .or_else(|| self.vector_in_pieces())
            .or_else(|| self.foreign())
            .or_else(|| self.phrase())
            .or_else(|| self.percentage())
            .or_else(|| self.comment(expected))
            .or_else(|| self.power_of_ten())
            .or_else(|| self.field_like(expected))
            .or_else(|| self.broken_value(expected))
            .or_else(|| self.habit(expected))
            .or_else(|| self.broken_head(expected))
            .or_else(|| self.common_mistake(expected))
            .or_else(|| self.misplaced())
            .or_else(|| self.behind_a_word(expected))
        {
            return complaint;
        }
        let wanted = wanted(expected, end_in_words(self.strict));
        let found = self.word(self.found);
        let before = self.word(self.before);
        let message = match (wanted.as_slice(), self.found, self.before) {
            ([], None, None) => "this could not be read".to_owned(),
            ([], None, Some(_)) => format!("something is missing after `{before}`"),
            ([], Some(_), _) => format!("`{found}` cannot stand here"),
            (wanted, None, None) => format!("expected {}", alternatives(wanted)),
            (wanted, None, Some(_)) => {
                format!("expected {} after `{before}`", alternatives(wanted))
            }
            (wanted, Some(_), _) => format!("expected {}, found `{found}`", alternatives(wanted)),
        };
        Complaint { place: self.found, message, ..Complaint::default() }
    }

    /// `-- what follows` behind something that is complete, `% what follows` behind a value.
    fn comment(&self, expected: &[Rule]) -> Option<Complaint> {
        if let Some(complaint) = self.remainder_of_words() {
            return Some(complaint);
        }
        let is_percent = self.word(self.found) == "%" && self.word(self.before) == "%";
        let found = self.found.filter(|_| is_percent || expected.contains(&Rule::EOI))?;
        let rest = self.text.get(found.start as usize..)?;
        starts_comment(rest).then(|| Complaint {
            place: self.found,
            message: "there are no such comments".to_owned(),
            help: Some("comments start with `//`".to_owned()),
            fix: None,
        })
    }

    /// `2 m % what it is for`, which is a remainder up to the second word.
    fn remainder_of_words(&self) -> Option<Complaint> {
        let found = self.found?;
        let before = self.text.get(..found.start as usize)?;
        let line = before.rfind('\n').map_or(0, |end| end + 1);
        let start = line + words_behind_percent(&before[line..])?;
        let rest = self.text.get(start..)?.lines().next().unwrap_or("");
        let start = start as u32;
        let percent = Lexeme { kind: LexemeKind::Operator, start, end: start + 1 };
        Some(Complaint {
            place: Some(percent),
            message: "what follows this `%` is no value".to_owned(),
            help: Some(NO_COMMENT.to_owned()),
            // What is closed behind it would be commented out.
            fix: self
                .fix(start, start + 1, "//".to_owned())
                .filter(|_| !rest.contains(['}', ')', ']'])),
        })
    }

    /// Mistakes that are made often, with what helps.
    fn common_mistake(&self, expected: &[Rule]) -> Option<Complaint> {
        let found = self.found;
        let kind = found.map(|lexeme| lexeme.kind);
        let before_kind = self.before.map(|lexeme| lexeme.kind);
        let (word, before) = (self.word(found), self.word(self.before));
        let complete = expected.contains(&Rule::EOI);
        if kind.is_none()
            && before_kind == Some(LexemeKind::Close(Bracket::Brace))
            && expected.contains(&Rule::open_brace)
            && let Some(word) = self.before_block
        {
            let message = format!("expected an expression after `{}`", word.text(self.text));
            return Some(Complaint { place: Some(word), message, ..Complaint::default() });
        }
        let complaint = |message: String, help: &str| {
            let help = (!help.is_empty()).then(|| help.to_owned());
            Some(Complaint { place: found, message, help, fix: None })
        };
        let adjacent = matches!((self.before, found), (Some(a), Some(b)) if a.end == b.start);
        if before_kind == Some(LexemeKind::Colon)
            && self.strict == Rule::strict_element
            && !adjacent
        {
            let kind = self.word(self.first);
            let of_block;
            let (message, help) = if kind == "constraint" {
                (
                    "expected an equation after `:`",
                    "such as `constraint level: a.position.z == 0 m`",
                )
            } else if found.is_none() {
                of_block = format!(
                    "write `{kind} {} {{ ... }}`, or a variant as in `joint hinge: revolute(axis = y)`",
                    self.word(self.before_last)
                );
                ("expected a variant after `:`; a block stands in braces", of_block.as_str())
            } else {
                ("expected a variant after `:`", "such as `joint hinge: revolute(axis = y)`")
            };
            let (message, help) = (message.to_owned(), Some(help.to_owned()));
            return Some(Complaint { place: self.before, message, help, fix: None });
        }
        match kind? {
            LexemeKind::Equals
                if (self.before == self.first || self.before == self.second)
                    && self.reserved(self.before) =>
            {
                let message = format!("`{before}` is a reserved word and cannot be a name");
                Some(Complaint { place: self.before, message, ..Complaint::default() })
            }
            LexemeKind::Word
                if found == self.first
                    && self.reserved(found)
                    && self.followed_by(LexemeKind::Equals) =>
            {
                complaint(format!("`{word}` is a reserved word and cannot be a name"), "")
            }
            _ if self.strict == Rule::strict_entry
                && found == self.first
                && starts_comment(self.text) =>
            {
                let mark = if word == "-" { "--" } else { word };
                complaint(
                    format!("expected a field or a member, found `{mark}`"),
                    "comments start with `//`",
                )
            }
            _ if self.strict == Rule::strict_entry && found == self.first => {
                complaint(format!("expected a field or a member, found `{word}`"), "")
            }
            LexemeKind::Word
                if expected.contains(&Rule::name)
                    && !wants_expression(expected)
                    && words::is_reserved(word) =>
            {
                complaint(format!("`{word}` is a reserved word and cannot be a name"), "")
            }
            LexemeKind::Word if self.followed_by(LexemeKind::Equals) && complete => complaint(
                format!("expected a new line or `;` before `{word}`"),
                "each field stands on its own line, or ends with `;`",
            ),
            LexemeKind::Equals
                if before_kind == Some(LexemeKind::Word) && self.is_value(self.before_last) =>
            {
                Some(Complaint {
                    place: self.before,
                    message: format!("expected a new line or `;` before `{before}`"),
                    help: Some("each field stands on its own line, or ends with `;`".to_owned()),
                    fix: None,
                })
            }
            LexemeKind::Equals | LexemeKind::Colon if self.strict == Rule::strict_enum_value => {
                complaint(
                    format!("expected `,` or a new line, found `{word}`"),
                    "the values of an enum are names, without numbers and types",
                )
            }
            LexemeKind::Equals if wants_operator(expected) => complaint(
                "`=` cannot stand inside of an expression".to_owned(),
                match self.word(self.first) {
                    // What moves is passed and never met.
                    "at" | "when" => {
                        "an instant is `at 3 s { ... }`; to compare write `==`, or `>=` of what moves"
                    }
                    _ => "to compare write `==`",
                },
            ),
            LexemeKind::Operator if word == "*" && before == "*" && adjacent => {
                complaint("there is no operator `**`".to_owned(), "a power is written `a ^ b`")
            }
            LexemeKind::Operator if word == "==" && expected.contains(&Rule::equals) => {
                let fix = found.and_then(|own| self.fix(own.start, own.end, "=".to_owned()));
                let message = "expected `=`, found `==`".to_owned();
                let help = Some("`==` compares, `=` sets".to_owned());
                Some(Complaint { place: found, message, help, fix })
            }
            LexemeKind::Dot if before == ".." && self.followed_by(LexemeKind::Number) => complaint(
                "a range has two dots".to_owned(),
                &format!("write `{}..{}`", self.word(self.before_last), self.word(self.next)),
            ),
            LexemeKind::Dot
                if wants_expression(expected) && self.followed_by(LexemeKind::Number) =>
            {
                complaint(
                    "a number cannot start with a dot".to_owned(),
                    &format!("write `0.{}`", self.word(self.next)),
                )
            }
            LexemeKind::Equals if adjacent && before_kind == Some(LexemeKind::Colon) => {
                let fix = self.before.zip(found);
                let fix = fix.and_then(|(a, b)| self.fix(a.start, b.end, "=".to_owned()));
                let (message, help) = ("there is no `:=`".to_owned(), Some("write `=`".to_owned()));
                Some(Complaint { place: found, message, help, fix })
            }
            LexemeKind::Dot if before_kind == Some(LexemeKind::Number) => complaint(
                format!("expected digits after `{before}.`"),
                &format!("write `{before}` or `{before}.0`"),
            ),
            LexemeKind::Dot if !self.followed_by(LexemeKind::Word) => {
                complaint("expected a name after this dot".to_owned(), "")
            }
            LexemeKind::Open(bracket @ (Bracket::Paren | Bracket::Square))
                if !adjacent
                    && wants_operator(expected)
                    && before_kind == Some(LexemeKind::Word) =>
            {
                let what = if bracket == Bracket::Square { "an index" } else { "a call" };
                complaint(
                    format!("expected an operator between `{before}` and `{word}`"),
                    &format!("{what} has no blank before its bracket: `{before}{word}`"),
                )
            }
            LexemeKind::Comma
                if complete
                    && self.strict == Rule::strict_closed
                    && let Some(vector) = self.vector_in_parentheses() =>
            {
                Some(self.in_square_brackets(&vector))
            }
            LexemeKind::Comma if complete && self.strict == Rule::strict_closed => {
                let (all, start, _) = self.around;
                let head = all.get(..start).unwrap_or("").trim_end().trim_end_matches('(');
                let help =
                    if head.trim_end().ends_with("simulate") { headers::SIMULATION } else { "" };
                complaint("only one expression can stand here".to_owned(), help)
            }
            LexemeKind::Comma if complete => complaint(
                "a comma cannot end a field".to_owned(),
                "fields end with their line, or with `;`",
            ),
            LexemeKind::Word if adjacent && before_kind == Some(LexemeKind::Number) => {
                complaint(format!("`{word}` cannot follow a number directly"), "")
            }
            LexemeKind::Word
                if complete && before_kind == Some(LexemeKind::Close(Bracket::Brace)) =>
            {
                complaint(
                    format!("expected a new line or `;` before `{word}`"),
                    "what follows a block stands on a line of its own, or behind `;`",
                )
            }
            LexemeKind::Word if complete && self.strict == Rule::strict_record => {
                let fix = self.before.and_then(|own| self.fix(own.end, own.end, ",".to_owned()));
                let message = format!("a comma is missing before `{word}`");
                let help = Some("`record a, b`, or a line of its own for each".to_owned());
                Some(Complaint { place: found, message, help, fix })
            }
            _ => None,
        }
    }

    /// Whether `lexeme` is a reserved word that does not start a member.
    fn reserved(&self, lexeme: Option<Lexeme>) -> bool {
        let word = self.word(lexeme);
        words::is_reserved(word) && !words::only_starts_member(word) && word != "if"
    }

    fn followed_by(&self, kind: LexemeKind) -> bool {
        self.next.is_some_and(|next| next.kind == kind)
    }

    fn is_value(&self, lexeme: Option<Lexeme>) -> bool {
        lexeme
            .is_some_and(|lexeme| matches!(lexeme.kind, LexemeKind::Number | LexemeKind::Close(_)))
    }
}

/// Said of a `%` that is followed by words.
pub(crate) const NO_COMMENT: &str = "`%` is a remainder; comments start with `//`";

/// Where a `%` stands in part of a line behind which there are only words, as in a comment of MATLAB or LaTeX.
pub(crate) fn words_behind_percent(line: &str) -> Option<usize> {
    let start = line.find(" %")? + 1;
    let words = line[start + 1..].trim_start_matches('%').trim_start();
    let is_word = |c: char| c.is_alphanumeric() || "_ ,;:.([".contains(c);
    (words.starts_with(char::is_alphabetic) && words.chars().all(is_word)).then_some(start)
}

/// Whether a line starts as comments do in other languages.
pub(crate) fn starts_comment(line: &str) -> bool {
    line.starts_with(['%', '#']) || line.starts_with("--")
}

fn wants_expression(expected: &[Rule]) -> bool {
    expected.iter().any(|rule| {
        matches!(
            rule,
            Rule::expr
                | Rule::postfix
                | Rule::quantity
                | Rule::number
                | Rule::prefix
                | Rule::conditional
                | Rule::list
                | Rule::target
                | Rule::subject
                | Rule::structure
        )
    })
}

fn wants_operator(expected: &[Rule]) -> bool {
    expected.iter().any(|rule| {
        matches!(
            rule,
            Rule::comparison | Rule::range | Rule::arithmetic | Rule::word_or | Rule::word_and
        )
    })
}

/// What pest would have accepted, but for `in` and a unit behind values that are shown nowhere: it can be written
/// there for no other reason than to be refused in better words.
fn without_unasked(mut expected: Vec<Rule>, strict: Rule, text: &str) -> Vec<Rule> {
    let is_shown = strict == Rule::strict_record || text.starts_with("plot");
    if !is_shown && wants_operator(&expected) {
        expected.retain(|rule| *rule != Rule::word_in);
    }
    expected
}

/// The names of what pest would have accepted: each once, the likeliest first.
fn wanted(expected: &[Rule], end: &'static str) -> Vec<&'static str> {
    let mut words = Vec::new();
    let complete = expected.contains(&Rule::EOI);
    if complete && end != LINE_END {
        words.push(end);
    }
    let expression = wants_expression(expected);
    if expression {
        words.push("an expression");
    }
    for rule in expected {
        if let Some(word) = rule_in_words(*rule)
            && !words.contains(&word)
            && !(expression && starts_expression(*rule))
        {
            words.push(word);
        }
    }
    // A unit that does not follow is rarely what is missing, but for where it is all that can follow.
    if words.len() == 2 && words.contains(&"an operator") {
        words.retain(|word| *word != "a unit");
    }
    // What can always follow an expression is worth saying only if nothing else can.
    for always in ["an operator", "`(`", "`[`"] {
        if words.len() > 1 {
            words.retain(|word| *word != always);
        }
    }
    if words.is_empty() && complete {
        words.push(end);
    }
    words
}

const LINE_END: &str = "a new line or `;`";

/// What stands behind a complete `strict`.
fn end_in_words(strict: Rule) -> &'static str {
    match strict {
        Rule::strict_parameter
        | Rule::strict_argument
        | Rule::strict_slot
        | Rule::strict_enum_value => "`,`",
        Rule::strict_model | Rule::strict_experiment => "`{`",
        _ => LINE_END,
    }
}

/// The word before the block that `lexemes` end with.
fn word_before_block(lexemes: &[Lexeme]) -> Option<Lexeme> {
    let mut depth = 0;
    for (i, lexeme) in lexemes.iter().enumerate().rev() {
        match lexeme.kind {
            LexemeKind::Close(Bracket::Brace) => depth += 1,
            LexemeKind::Open(Bracket::Brace) => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            let before = i.checked_sub(1).and_then(|i| lexemes.get(i)).copied();
            return before.filter(|before| before.kind == LexemeKind::Word);
        }
    }
    None
}

/// Whether the rule only adds a way to start an expression.
fn starts_expression(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::name
            | Rule::text
            | Rule::open_paren
            | Rule::open_square
            | Rule::open_brace
            | Rule::word_if
            | Rule::word_not
    )
}

fn alternatives(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

fn rule_in_words(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::name | Rule::element_name | Rule::path | Rule::word => "a name",
        Rule::import_target => "a path such as `std.cables`",
        Rule::text => "a text between quotes",
        Rule::type_expr => "a type",
        Rule::parameter => "a parameter",
        Rule::argument => "an argument",
        Rule::variant | Rule::constraint => "a variant",
        Rule::equals => "`=`",
        Rule::colon => "`:`",
        Rule::comma => "`,`",
        Rule::arrow => "`->`",
        Rule::close_paren => "`)`",
        Rule::close_square => "`]`",
        Rule::close_brace => "`}`",
        Rule::parameters | Rule::open_paren => "`(`",
        Rule::open_square => "`[`",
        Rule::block | Rule::event_block | Rule::open_brace => "`{`",
        Rule::enum_value => "a value",
        Rule::word_in => "`in`",
        Rule::unit | Rule::percent => "a unit",
        Rule::word_as => "`as`",
        Rule::word_then => "`then`",
        Rule::word_else => "`else`",
        Rule::comparison | Rule::range | Rule::arithmetic | Rule::word_and | Rule::word_or => {
            "an operator"
        }
        Rule::entry
        | Rule::event_entry
        | Rule::field
        | Rule::message
        | Rule::element
        | Rule::analysis
        | Rule::event => "a field or a member",
        _ => return None,
    })
}
