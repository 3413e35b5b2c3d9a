//! Values: what an expression can go on with.

use cdl_compiler::elaborate::builtins::Builtin;
use cdl_compiler::elaborate::type_named;
use cdl_compiler::resolve::Denotation;
use cdl_compiler::units::{Unit, unit_named};
use cdl_grammar::syntax::ItemKind;

use super::CompletionKind;
use super::fields;
use super::imports;
use super::list::{Entry, List};
use super::names::{named, unit_of};
use super::snippet::Snippet;
use super::units;
use crate::ide::place::{Behind, Expected};

/// How well something fits; it comes before how near it is declared.
mod rank {
    pub(super) const CHOICE: u32 = 0;
    pub(super) const FITS: u32 = 100;
    pub(super) const MAY_FIT: u32 = 200;
    /// What fits may stand behind its dot.
    pub(super) const LEADS: u32 = 300;
    pub(super) const OTHER: u32 = 400;
    pub(super) const WORDS: u32 = 500;
}

/// What goes on with an expression.
pub(super) fn behind(list: &mut List<'_>, behind: &Behind) {
    let cursor = list.cursor;
    let is_apart = cursor.typed.start > behind.end;
    if behind.takes_unit && (is_apart || !cursor.typed.is_empty()) {
        units::complete(list, behind.expected.unit());
    }
    if is_apart {
        list.words(&behind.words);
        if matches!(behind.expected, Expected::Bool | Expected::Unknown) {
            list.words(&["and", "or"]);
        }
    }
}

/// What an operand can start with.
pub(super) fn operands(list: &mut List<'_>, expected: &Expected, rank: u32) {
    match expected {
        Expected::Choice(structure, variants) => {
            fields::variants(list, variants, rank + rank::CHOICE);
            if !structure.is_empty() && list.cursor.is_line_free() {
                let entry = Entry::plain("{ … }", CompletionKind::Template, rank + rank::CHOICE);
                let snippet = Snippet::default().structure(structure);
                list.add(entry.snippet(snippet).detail("its fields in braces"));
            }
            return;
        }
        Expected::OneOf(of) => {
            for (i, own) in (0..).zip(list.view.members(&Denotation::Enum(*of))) {
                let entry = named(list, &own.name, &own.referent, &own.denotation);
                list.add(Entry { rank: rank + rank::CHOICE + i, ..entry });
            }
        }
        Expected::Vector(unit) if is_open_ended(list) => {
            let unit = if *unit == "1" { String::new() } else { format!(" {unit}") };
            let entry = Entry::plain(format!("[…]{unit}"), CompletionKind::Value, rank);
            let snippet = Snippet::default().text("[").hole("0").text(", ").hole("0").text(", ");
            list.add(
                entry
                    .snippet(snippet.hole("0").text(&format!("]{unit}")))
                    .filter("[")
                    .detail("components"),
            );
        }
        Expected::Range if list.cursor.is_line_free() => {
            let entry = Entry::plain("0..…", CompletionKind::Template, rank + rank::CHOICE);
            let snippet = Snippet::default().text("0..").hole("3");
            list.add(entry.snippet(snippet).detail("0, 1 and so on, without the last").filter("0"));
        }
        // A condition that goes on with a dot begins with a name.
        Expected::Bool if list.cursor.rest_of_line().starts_with('.') => {}
        Expected::Bool => {
            for word in ["true", "false"] {
                list.add(Entry::plain(word, CompletionKind::Value, rank + rank::CHOICE));
            }
        }
        Expected::Unknown
        | Expected::Scalar(_)
        | Expected::Vector(_)
        | Expected::Matrix(_)
        | Expected::Direction
        | Expected::Attitude
        | Expected::Int
        | Expected::Range
        | Expected::Text
        | Expected::Table
        | Expected::Entity(_)
        | Expected::Array(_) => {}
    }
    let wanted = expected.unit().and_then(|unit| unit_named(unit).ok());
    let candidates = list.candidates();
    for own in candidates {
        if list.declared.as_ref() == Some(&own.name) {
            continue;
        }
        if matches!(
            own.denotation,
            Denotation::Component(_) | Denotation::Model(_) | Denotation::Experiment(_)
        ) {
            continue;
        }
        // A body is no number to count with, nor what is counted up to.
        if let (Expected::Int | Expected::Range, Denotation::Element { kind, .. }) =
            (expected, &own.denotation)
            && !kind.is_value()
        {
            continue;
        }
        if matches!(own.denotation, Denotation::Free) && !matches!(expected, Expected::Unknown) {
            continue;
        }
        let known = unit_of(list.view, &own.referent);
        let fit = fit(expected, wanted, &own.denotation, known);
        if fit == rank::OTHER && matches!(expected, Expected::Entity(_)) {
            continue;
        }
        let near = own.distance.min(20);
        let entry = named(list, &own.name, &own.referent, &own.denotation);
        list.add(Entry { rank: rank + fit + near, ..entry });
    }
    if !matches!(expected, Expected::Entity(_)) {
        imports::materials(list, expected, rank + rank::LEADS - 10);
        imports::modules(list, rank + rank::LEADS);
        if list.cursor.is_line_free() {
            let entry = Entry::plain("if …", CompletionKind::Template, rank + rank::WORDS);
            let snippet = Snippet::default()
                .text("if ")
                .hole("condition")
                .text(" then ")
                .hole("a")
                .text(" else ")
                .hole("b");
            list.add(entry.snippet(snippet).detail("one of two values").filter("if"));
        }
        list.words(&["if", "not"]);
        if !matches!(expected, Expected::Bool | Expected::OneOf(_)) {
            list.words(&["true", "false"]);
        }
    }
}

/// Whether nothing stands behind the cursor that an operand would run into.
fn is_open_ended(list: &List<'_>) -> bool {
    let rest = list.cursor.rest_of_line();
    rest.is_empty() || rest.starts_with([')', '}', ',', ';', '{'])
}

fn same(a: Unit, b: Unit) -> bool {
    a.dimension == b.dimension && a.angle == b.angle
}

fn fit(
    expected: &Expected,
    wanted: Option<Unit>,
    denotation: &Denotation,
    known: Option<Unit>,
) -> u32 {
    use rank::{FITS, LEADS, MAY_FIT, OTHER};
    let leads = matches!(
        denotation,
        Denotation::Element { .. }
            | Denotation::Part(_)
            | Denotation::Row(_)
            | Denotation::Enum(_)
            | Denotation::Module(_)
            | Denotation::Station
            | Denotation::Energy
    );
    match (expected, denotation) {
        (_, Denotation::Builtin(builtin)) => of_result(expected, wanted, builtin),
        (Expected::Unknown, _) => MAY_FIT,
        (Expected::Entity(kinds), Denotation::Element { kind, .. }) => {
            if kinds.contains(&kind.id) {
                FITS
            } else {
                OTHER
            }
        }
        (Expected::Entity(_), Denotation::Part(_) | Denotation::Row(_)) => LEADS,
        (Expected::Entity(_), Denotation::Value) => MAY_FIT + 50,
        (Expected::Entity(_), _) => OTHER,
        (Expected::OneOf(of), Denotation::OneOf(own)) => {
            if of == own {
                FITS
            } else {
                OTHER
            }
        }
        (Expected::Array(_), Denotation::Row(_)) => FITS,
        (_, _) if leads => LEADS,
        (
            Expected::Scalar(_) | Expected::Int | Expected::Range,
            Denotation::Scalar | Denotation::Value,
        ) => match (wanted, known) {
            (Some(wanted), Some(known)) if same(wanted, known) => FITS,
            (Some(_), Some(_)) => OTHER,
            (_, _) => MAY_FIT,
        },
        (Expected::Scalar(_) | Expected::Int | Expected::Range, _) => OTHER,
        (Expected::Vector(_) | Expected::Direction, Denotation::Vector) => {
            match (wanted, known) {
                // As a factor of what is wanted.
                (Some(wanted), Some(known)) if !same(wanted, known) => MAY_FIT,
                (_, _) => FITS,
            }
        }
        (Expected::Attitude, Denotation::Attitude) => FITS,
        (Expected::Vector(_) | Expected::Direction, Denotation::Value) => MAY_FIT,
        (Expected::Attitude, Denotation::Value) => MAY_FIT,
        (_, Denotation::Value) => MAY_FIT,
        (_, _) => OTHER,
    }
}

/// By what a function gives; `T` is any scalar.
fn of_result(expected: &Expected, wanted: Option<Unit>, builtin: &Builtin) -> u32 {
    let result = builtin.result.split('(').next().unwrap_or("");
    let fits = match expected {
        Expected::Unknown => true,
        Expected::Vector(_) | Expected::Direction => matches!(result, "Vector" | "Direction"),
        Expected::Attitude => result == "Attitude",
        Expected::Matrix(_) => result == "Matrix",
        Expected::Table => result == "Table",
        Expected::Int | Expected::Range => result == "Int",
        Expected::Scalar(_) => match (type_named(result), wanted) {
            (Some(ty), Some(wanted)) => unit_named(ty.unit).is_ok_and(|own| same(own, wanted)),
            (Some(_), None) => true,
            (None, _) => result.starts_with('T'),
        },
        Expected::Bool
        | Expected::Text
        | Expected::Choice(..)
        | Expected::OneOf(_)
        | Expected::Entity(_)
        | Expected::Array(_) => false,
    };
    if fits { rank::MAY_FIT } else { rank::OTHER }
}

/// What a part can be an instance of.
pub(super) fn components(list: &mut List<'_>) {
    templates(list, |denotation| matches!(denotation, Denotation::Component(_)));
    imports::of_files(list, rank::MAY_FIT, |item| match item {
        ItemKind::Component(own) => Some(&own.name),
        _ => None,
    });
}

/// What an experiment can run.
pub(super) fn models(list: &mut List<'_>) {
    templates(list, |denotation| matches!(denotation, Denotation::Model(_)));
    imports::of_files(list, rank::MAY_FIT, |item| match item {
        ItemKind::Model(own) => Some(&own.name),
        _ => None,
    });
}

fn templates(list: &mut List<'_>, fits: impl Fn(&Denotation) -> bool) {
    for own in list.candidates() {
        let rank = match &own.denotation {
            denotation if fits(denotation) => rank::FITS,
            Denotation::Module(_) => rank::LEADS,
            _ => continue,
        };
        let entry = named(list, &own.name, &own.referent, &own.denotation);
        list.add(Entry { rank, ..entry });
    }
}
