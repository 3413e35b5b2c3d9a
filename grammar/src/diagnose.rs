//! Says in words what pest could not read.

use pest::Parser;
use pest::error::{ErrorVariant, InputLocation};

use crate::lexemes::{Lexeme, LexemeKind, lex};
use crate::rules::{Grammar, Rule};
use crate::syntax::Span;
use crate::tree::Reader;
use crate::words;

/// What can stand at the level of a file.
pub(crate) const ITEMS: &str =
    "an item is one of `import`, `const`, `fn`, `model`, `component` and `experiment`";

impl Reader<'_> {
    /// Reports why the text from `start` to `end` is no `strict`.
    pub fn diagnose(&mut self, strict: Rule, start: usize, end: usize) {
        let text = self.text.get(start..end).unwrap_or("").trim_end();
        let span = Span::new(start as u32, (start + text.len()) as u32);
        if self.is_explained(span) {
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
        let scene = Scene::new(text, at);
        let Complaint { place, message, help } = scene.complain(&expected);
        let base = span.start;
        let error_span = match place {
            Some(lexeme) => Span::new(lexeme.start, lexeme.end).shifted(base),
            // Something is missing at the end: point at what it should have followed.
            None => scene
                .before
                .map_or(span, |lexeme| Span::new(lexeme.start, lexeme.end).shifted(base)),
        };
        self.error(error_span, message, help);
    }
}

/// What stands around the place where reading stopped.
struct Scene<'t> {
    text: &'t str,
    before_last: Option<Lexeme>,
    before: Option<Lexeme>,
    found: Option<Lexeme>,
    next: Option<Lexeme>,
}

struct Complaint {
    place: Option<Lexeme>,
    message: String,
    help: Option<String>,
}

impl<'t> Scene<'t> {
    fn new(text: &'t str, at: usize) -> Self {
        let lexemes: Vec<_> = lex(text).into_iter().filter(Lexeme::is_code).collect();
        // Reading may have stopped within a lexeme, as after the `1` of `1_000`.
        let index = lexemes.partition_point(|lexeme| lexeme.end as usize <= at);
        let get = |i: Option<usize>| i.and_then(|i| lexemes.get(i)).copied();
        Self {
            text,
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
        if let Some(complaint) = self.common_mistake(expected) {
            return complaint;
        }
        let wanted = wanted(expected);
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
        Complaint { place: self.found, message, help: None }
    }

    /// Mistakes that are made often, with what helps.
    fn common_mistake(&self, expected: &[Rule]) -> Option<Complaint> {
        let found = self.found;
        let kind = found.map(|lexeme| lexeme.kind);
        let before_kind = self.before.map(|lexeme| lexeme.kind);
        let (word, before) = (self.word(found), self.word(self.before));
        let complete = expected.contains(&Rule::EOI);
        let complaint = |message: String, help: &str| {
            let help = (!help.is_empty()).then(|| help.to_owned());
            Some(Complaint { place: found, message, help })
        };
        let adjacent = matches!((self.before, found), (Some(a), Some(b)) if a.end == b.start);
        match kind? {
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
                })
            }
            LexemeKind::Equals if wants_operator(expected) => complaint(
                "`=` cannot stand inside of an expression".to_owned(),
                "to compare write `==`",
            ),
            LexemeKind::Operator if word == "*" && before == "*" && adjacent => {
                complaint("there is no operator `**`".to_owned(), "a power is written `a ^ b`")
            }
            LexemeKind::Operator if word == "==" && expected.contains(&Rule::equals) => {
                complaint("expected `=`, found `==`".to_owned(), "`==` compares, `=` sets")
            }
            LexemeKind::Dot
                if wants_expression(expected) && self.followed_by(LexemeKind::Number) =>
            {
                complaint(
                    "a number cannot start with a dot".to_owned(),
                    &format!("write `0.{}`", self.word(self.next)),
                )
            }
            LexemeKind::Dot if before_kind == Some(LexemeKind::Number) => complaint(
                format!("expected digits after `{before}.`"),
                &format!("write `{before}` or `{before}.0`"),
            ),
            LexemeKind::Colon if self.followed_by(LexemeKind::Equals) => {
                complaint("there is no `:=`".to_owned(), "write `=`")
            }
            LexemeKind::Open(bracket)
                if !adjacent
                    && wants_operator(expected)
                    && before_kind == Some(LexemeKind::Word) =>
            {
                let what =
                    if bracket == crate::lexemes::Bracket::Square { "an index" } else { "a call" };
                complaint(
                    format!("expected an operator between `{before}` and `{word}`"),
                    &format!("{what} has no blank before its bracket: `{before}{word}`"),
                )
            }
            LexemeKind::Comma if complete => complaint(
                "a comma cannot end a field".to_owned(),
                "fields end with their line, or with `;`",
            ),
            LexemeKind::Word if adjacent && before_kind == Some(LexemeKind::Number) => {
                complaint(format!("`{word}` cannot follow a number directly"), "")
            }
            _ => None,
        }
    }

    fn followed_by(&self, kind: LexemeKind) -> bool {
        self.next.is_some_and(|next| next.kind == kind)
    }

    fn is_value(&self, lexeme: Option<Lexeme>) -> bool {
        lexeme
            .is_some_and(|lexeme| matches!(lexeme.kind, LexemeKind::Number | LexemeKind::Close(_)))
    }
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

/// The names of what pest would have accepted: each once, the likeliest first.
fn wanted(expected: &[Rule]) -> Vec<&'static str> {
    let mut words = Vec::new();
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
    if words.len() > 1 {
        words.retain(|word| *word != "an operator");
    }
    if words.is_empty() && expected.contains(&Rule::EOI) {
        words.push("a new line or `;`");
    }
    words
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
        Rule::block | Rule::open_brace => "`{`",
        Rule::word_in => "`in`",
        Rule::word_as => "`as`",
        Rule::word_then => "`then`",
        Rule::word_else => "`else`",
        Rule::comparison | Rule::range | Rule::arithmetic | Rule::word_and | Rule::word_or => {
            "an operator"
        }
        Rule::entry | Rule::field | Rule::element | Rule::analysis | Rule::event => {
            "a field or a member"
        }
        _ => return None,
    })
}

/// The word of `words` that `word` is probably a misspelling of.
pub(crate) fn nearest<'w>(word: &str, words: &[&'w str]) -> Option<&'w str> {
    words
        .iter()
        .map(|&candidate| (edit_distance(word, candidate), candidate))
        .filter(|(distance, candidate)| *distance <= 1 + candidate.len() / 5)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// Insertions, deletions, substitutions and swaps of neighbours between two words.
fn edit_distance(a: &str, b: &str) -> usize {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len().abs_diff(b.len()) > 3 {
        return usize::MAX;
    }
    let mut before_last = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 0..a.len() {
        let mut row = vec![i + 1; b.len() + 1];
        for j in 0..b.len() {
            row[j + 1] = (last[j] + usize::from(a[i] != b[j])).min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] {
                row[j + 1] = row[j + 1].min(before_last[j - 1] + 1);
            }
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}
