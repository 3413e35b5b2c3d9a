//! Fields of elements and structures, variants, and the clauses of an analysis.

use cdl_compiler::resolve::{Declared, Referent};
use cdl_compiler::schema::{Field, Kind, Presence, Variant, Written, type_text};
use cdl_grammar::syntax::Verb;

use super::CompletionKind;
use super::arguments;
use super::documentation::Subject;
use super::list::{Entry, List};
use super::members;
use super::snippet::Snippet;
use crate::ide::place::{Callee, Names};

/// In an element's block: the fields that are not given yet, and what may be nested.
pub(super) fn block(
    list: &mut List<'_>,
    kind: &'static Kind,
    variant: Option<&'static Variant>,
    given: &Names,
) {
    let fields = kind.fields_of(variant).filter(|field| {
        !is_given(given, field.name)
            && !kind.is_excluded(field.name, |other| is_given(given, other))
    });
    for field in fields {
        let snippet = Snippet::default().field_of(kind, field);
        add_field(list, field, snippet);
    }
    for nested in kind.nested {
        members::add_kind(list, nested.kind(), 100);
    }
    if kind.sets {
        settable(list, given);
        actions(list);
    }
}

/// In the block of an event: what it may set.
fn settable(list: &mut List<'_>, given: &Names) {
    // What stands before a text is `note` or `stop`.
    if list.cursor.rest_of_line().starts_with('"') {
        return;
    }
    let assigns = list.cursor.rest_of_line().starts_with('=');
    for visible in list.candidates() {
        let Referent::Declared(place) = visible.referent else { continue };
        let declaration = list.view.declaration(place);
        let is_settable = declaration.is_some_and(|own| match own.meaning {
            Declared::Element { kind, .. } => kind.is_some_and(Kind::is_value) && !own.indexed,
            _ => false,
        });
        if !is_settable || is_given(given, &visible.name) {
            continue;
        }
        let entry = Entry::plain(&*visible.name, CompletionKind::Variable, 0);
        let entry = match assigns {
            true => entry,
            false => {
                let snippet = Snippet::default().text(&visible.name).text(" = ").hole("value");
                entry.snippet(snippet)
            }
        };
        list.add(entry.subject(Subject::Declared(place)));
    }
}

/// In the block of an event: what it may do besides.
fn actions(list: &mut List<'_>) {
    if list.cursor.rest_of_line().starts_with(['=', '"']) {
        return;
    }
    for verb in Verb::ALL {
        let entry = Entry::plain(verb.text(), CompletionKind::Keyword, 20);
        list.add(entry.detail(example(verb)).subject(Subject::Keyword(verb.text())));
    }
}

fn example(verb: Verb) -> &'static str {
    match verb {
        Verb::Attach => "attach CABLE.end to FRAME",
        Verb::Detach => "detach CABLE.end",
        Verb::Lock => "lock JOINT",
        Verb::Release => "release JOINT",
    }
}

pub(super) fn structure(list: &mut List<'_>, fields: &'static [Field], given: &Names) {
    for field in fields.iter().filter(|field| !is_given(given, field.name)) {
        add_field(list, field, Snippet::default().field(field));
    }
}

fn is_given(given: &Names, name: &str) -> bool {
    given.iter().any(|own| **own == *name)
}

fn add_field(list: &mut List<'_>, field: &'static Field, snippet: Snippet) {
    let cursor = list.cursor;
    let rank = match field.presence {
        Presence::Required => 0,
        Presence::Optional | Presence::Default(_) => 10,
    };
    let entry = Entry::plain(field.name, CompletionKind::Field, rank);
    let next = cursor.rest_of_line().chars().next();
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

/// Variants after a colon or as a value.
pub(super) fn variants(list: &mut List<'_>, variants: &'static [Variant], rank: u32) {
    for variant in variants {
        let entry = Entry::plain(variant.name, CompletionKind::Variant, rank);
        let takes = !variant.arguments.is_empty();
        let entry = match takes && !list.cursor.is_called() {
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
    arguments::called(list.view, variant.name, Callee::Variant(variant))
}

/// After a comma in `simulate 10 s with rk4(step = 5 ms), ...`
pub(super) fn clauses(list: &mut List<'_>, kind: &'static Kind, given: &Names) {
    let cursor = list.cursor;
    let is_named = cursor.rest_of_line().starts_with('=');
    for field in kind.fields.iter().filter(|field| !is_given(given, field.name)) {
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
        if !is_given(given, word) {
            list.words(&[word]);
        }
    }
}
