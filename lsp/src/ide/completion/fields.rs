//! Fields of elements and structures, variants, and the clauses of an analysis.

use cdl_compiler::schema::{Field, Kind, Presence, Variant, Written, type_text};
use cdl_grammar::Bracket;

use super::CompletionKind;
use super::arguments;
use super::call::Callee;
use super::context::{Token, TokenKind};
use super::documentation::Subject;
use super::list::{Entry, List};
use super::members;
use super::snippet::Snippet;

/// In an element's block: the fields that are not given yet, and what may be nested.
pub(super) fn block(list: &mut List<'_>, kind: &'static Kind, variant: Option<&'static Variant>) {
    let given = given(list);
    let fields = kind.fields_of(variant).filter(|field| !given.contains(&field.name));
    for field in fields {
        let snippet = Snippet::default().field_of(kind, field);
        add_field(list, field, snippet);
    }
    for nested in kind.nested {
        members::add_kind(list, nested.kind(), 100);
    }
}

pub(super) fn structure(list: &mut List<'_>, fields: &'static [Field]) {
    let given = given(list);
    for field in fields.iter().filter(|field| !given.contains(&field.name)) {
        add_field(list, field, Snippet::default().field(field));
    }
}

fn add_field(list: &mut List<'_>, field: &'static Field, snippet: Snippet) {
    let context = list.reading.context;
    let rank = match field.presence {
        Presence::Required => 0,
        Presence::Optional | Presence::Default(_) => 10,
    };
    let entry = Entry::plain(field.name, CompletionKind::Field, rank);
    let next = context.rest_of_line().chars().next();
    let entry = match next {
        None | Some('}' | ';' | '/' | ',' | ')') => entry.snippet(snippet),
        // Its value stands there already.
        Some('=' | '{') => entry,
        Some(_) => entry.text(format!("{} = ", field.name)),
    };
    list.add(entry.detail(facts(field)).subject(Subject::Field(field)));
}

fn facts(field: &Field) -> String {
    let ty = type_text(&field.ty);
    match field.presence {
        Presence::Required => format!("{ty}, required"),
        Presence::Optional => ty,
        Presence::Default(default) => format!("{ty}, default {default}"),
    }
}

/// The names that fields or nested blocks around the cursor have.
fn given<'c>(list: &List<'c>) -> Vec<&'c str> {
    let context = list.reading.context;
    let before = context.frames.last().map_or(&[][..], |frame| &frame.tokens);
    let named = |pair: &[Token]| match pair {
        [name, next] => {
            let is_given =
                matches!(next.kind, TokenKind::Equals | TokenKind::Group(Bracket::Brace));
            (is_given && name.kind == TokenKind::Word).then(|| context.token_text(*name))
        }
        _ => None,
    };
    let before = before.windows(2).filter_map(named);
    before.chain(context.after.windows(2).filter_map(named)).collect()
}

/// Variants after a colon or as a value.
pub(super) fn variants(list: &mut List<'_>, variants: &'static [Variant], rank: u32) {
    for variant in variants {
        let entry = Entry::plain(variant.name, CompletionKind::Variant, rank);
        let takes = !variant.arguments.is_empty();
        let entry = match takes && !list.reading.context.is_called() {
            true => entry.snippet(call(list, variant)),
            false => entry,
        };
        list.add(entry.detail(variant.doc).subject(Subject::Variant(variant)));
    }
}

/// With the arguments that it needs; what can be left out altogether is.
fn call(list: &List<'_>, variant: &'static Variant) -> Snippet {
    if super::placeholder::required(variant.arguments).next().is_none() {
        return Snippet::default().text(variant.name);
    }
    arguments::called(list.reading.view, variant.name, &Callee::Variant(variant.arguments))
}

/// After a comma in `simulate 10 s with rk4(step = 5 ms), ...`
pub(super) fn clauses(list: &mut List<'_>, kind: &'static Kind) {
    let context = list.reading.context;
    let tokens = context.frames.last().map_or(&[][..], |frame| frame.entry());
    let all = tokens.iter().chain(&context.after);
    let given: Vec<&str> = all.map(|token| context.token_text(*token)).collect();
    let is_named = context.rest_of_line().starts_with('=');
    for field in kind.fields.iter().filter(|field| !given.contains(&field.name)) {
        let snippet = match field.written {
            Written::Subject { .. } => continue,
            // Its word says more than its name.
            Written::Clause { word, .. } if word != field.name => continue,
            Written::Clause { word, example, .. } => {
                Snippet::default().text(&format!("{word} ")).hole(example)
            }
            Written::ByName => Snippet::default().field(field),
        };
        let entry = Entry::plain(field.name, CompletionKind::Field, 0);
        let entry = if is_named { entry } else { entry.snippet(snippet) };
        list.add(entry.detail(facts(field)).subject(Subject::Field(field)));
    }
    let words = kind.fields.iter().map(Field::word);
    let unnamed: Vec<_> =
        words.filter(|word| kind.fields.iter().all(|own| own.name != *word)).collect();
    for word in unnamed {
        if !given.contains(&word) {
            list.words(&[word]);
        }
    }
}
