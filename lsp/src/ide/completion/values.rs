//! Values: what an expression can go on with.

use std::sync::Arc;

use cdl_compiler::View;
use cdl_compiler::elaborate::builtins::Builtin;
use cdl_compiler::resolve::{Declared, Denotation, Referent};
use cdl_compiler::schema::{Field, Quantity, Shape, type_text};
use cdl_compiler::units::{Dimension, dimension_named, unit_named};
use cdl_grammar::Bracket;
use cdl_grammar::syntax::{ExprKind, ItemKind, TypeExpr};

use super::CompletionKind;
use super::arguments;
use super::call::{self, Callee};
use super::context::{Token, TokenKind};
use super::documentation::Subject;
use super::expected::Expected;
use super::fields;
use super::imports;
use super::list::{Entry, List};
use super::snippet::Snippet;
use super::units;

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

/// An expression that goes on after some tokens; `words` may follow when it is complete.
pub(super) fn complete(
    list: &mut List<'_>,
    expected: &Expected,
    tokens: &[Token],
    words: &[&'static str],
) {
    let reading = list.reading;
    let context = reading.context;
    let now = reading.expected_now(expected, tokens);
    let Some(last) = tokens.last().filter(|last| reading.ends_operand(**last)) else {
        return operands(list, &now, 0);
    };
    let is_apart = context.typed.start > last.end || !context.typed.is_empty();
    if takes_unit(tokens) && is_apart {
        units::complete(list, last_expected(expected, tokens, &now));
    }
    if context.typed.start > last.end {
        list.words(words);
        operators(list, tokens);
    }
}

/// What is expected of the number or list in front of a unit: in a product nobody knows.
fn last_expected(expected: &Expected, tokens: &[Token], now: &Expected) -> Option<&'static str> {
    match tokens {
        [_] => expected.unit(),
        _ => now.unit(),
    }
}

/// Whether a unit can follow: behind a number, a list or a call.
fn takes_unit(tokens: &[Token]) -> bool {
    match tokens {
        [.., token] if token.kind == TokenKind::Number => true,
        [.., before, token] => {
            let adjacent = before.end == token.start
                && matches!(before.kind, TokenKind::Word | TokenKind::Group(_));
            match token.kind {
                TokenKind::Group(Bracket::Square) => !adjacent,
                TokenKind::Group(Bracket::Paren) => adjacent,
                _ => false,
            }
        }
        [token] => token.kind == TokenKind::Group(Bracket::Square),
        [] => false,
    }
}

/// Words that go on with an expression.
fn operators(list: &mut List<'_>, tokens: &[Token]) {
    let count = |word: &str| {
        tokens.iter().filter(|token| list.reading.context.is_word(**token, word)).count()
    };
    let (ifs, thens, elses) = (count("if"), count("then"), count("else"));
    if thens < ifs {
        list.words(&["then"]);
    }
    if elses < thens {
        list.words(&["else"]);
    }
    list.words(&["and", "or"]);
}

/// What an operand can start with.
pub(super) fn operands(list: &mut List<'_>, expected: &Expected, rank: u32) {
    match expected {
        Expected::Choice(structure, variants) => {
            fields::variants(list, variants, rank + rank::CHOICE);
            if !structure.is_empty() && list.reading.context.is_line_free() {
                let entry = Entry::plain("{ … }", CompletionKind::Template, rank + rank::CHOICE);
                let snippet = Snippet::default().structure(structure);
                list.add(entry.snippet(snippet).detail("its fields in braces"));
            }
            if variants.iter().all(|own| own.arguments.is_empty()) && structure.is_empty() {
                return;
            }
        }
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
        | Expected::Text
        | Expected::Table
        | Expected::Entity(_)
        | Expected::Array(_) => {}
    }
    let reading = list.reading;
    let dimension = expected.unit().and_then(|unit| unit_named(unit).ok()).map(|own| own.dimension);
    let visible: Vec<_> = list.visible().to_vec();
    // To look at each of very many costs more than it tells.
    let few = visible.len() < 1000;
    for own in visible {
        if matches!(
            own.denotation,
            Denotation::Component(_) | Denotation::Model(_) | Denotation::Experiment(_)
        ) {
            continue;
        }
        if matches!(own.denotation, Denotation::Free) && !matches!(expected, Expected::Unknown) {
            continue;
        }
        let known = match few {
            true => dimension_of(reading.view, &own.referent),
            false => None,
        };
        let fit = fit(expected, dimension, &own.denotation, known);
        if fit == rank::OTHER && matches!(expected, Expected::Entity(_)) {
            continue;
        }
        let near = own.distance.min(20);
        let entry = named(list, &own.name, &own.referent, &own.denotation);
        list.add(Entry { rank: rank + fit + near, ..entry });
    }
    if !matches!(expected, Expected::Entity(_)) {
        imports::modules(list, expected, rank + rank::LEADS);
        if list.reading.context.is_line_free() {
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
        if !matches!(expected, Expected::Bool) {
            list.words(&["true", "false"]);
        }
    }
}

fn fit(
    expected: &Expected,
    wanted: Option<Dimension>,
    denotation: &Denotation,
    known: Option<Dimension>,
) -> u32 {
    use rank::{FITS, LEADS, MAY_FIT, OTHER};
    let leads = matches!(
        denotation,
        Denotation::Element { .. }
            | Denotation::Part(_)
            | Denotation::Row(_)
            | Denotation::Module(_)
            | Denotation::Station
            | Denotation::Energy
    );
    let of_result = |builtin: &Builtin| match (expected, Expected::stated(builtin.result)) {
        (_, Expected::Unknown) => MAY_FIT,
        (expected, result) if same_shape(expected, &result) => {
            match (wanted, result.unit().and_then(|unit| unit_named(unit).ok())) {
                (Some(wanted), Some(unit)) if unit.dimension != wanted => OTHER,
                _ => MAY_FIT,
            }
        }
        _ => OTHER,
    };
    match (expected, denotation) {
        (_, Denotation::Builtin(builtin)) => of_result(builtin),
        (Expected::Unknown, _) => MAY_FIT,
        (Expected::Entity(kinds), Denotation::Element { kind, .. }) => {
            if kinds.contains(&kind.name) { FITS } else { OTHER }
        }
        (Expected::Entity(_), Denotation::Part(_) | Denotation::Row(_)) => LEADS,
        (Expected::Entity(_), Denotation::Value) => MAY_FIT + 50,
        (Expected::Entity(_), _) => OTHER,
        (Expected::Array(_), Denotation::Row(_)) => FITS,
        (_, _) if leads => LEADS,
        (Expected::Scalar(_) | Expected::Int, Denotation::Scalar | Denotation::Value) => {
            match (wanted, known) {
                (Some(wanted), Some(known)) if wanted == known => FITS,
                (Some(_), Some(_)) => OTHER,
                (_, _) => MAY_FIT,
            }
        }
        (Expected::Scalar(_) | Expected::Int, _) => OTHER,
        (Expected::Vector(_) | Expected::Direction, Denotation::Vector) => FITS,
        (Expected::Vector(_) | Expected::Direction, Denotation::Value) => MAY_FIT,
        (Expected::Attitude, Denotation::Attitude) => FITS,
        (Expected::Attitude, Denotation::Value) => MAY_FIT,
        (_, Denotation::Value) => MAY_FIT,
        (_, _) => OTHER,
    }
}

fn same_shape(a: &Expected, b: &Expected) -> bool {
    matches!(
        (a, b),
        (Expected::Scalar(_) | Expected::Int, Expected::Scalar(_) | Expected::Int)
            | (
                Expected::Vector(_) | Expected::Direction,
                Expected::Vector(_) | Expected::Direction
            )
            | (Expected::Matrix(_), Expected::Matrix(_))
            | (Expected::Attitude, Expected::Attitude)
            | (Expected::Table, Expected::Table)
            | (Expected::Array(_), Expected::Array(_))
            | (Expected::Unknown, _)
    )
}

/// The dimension of a name, where its declaration says it.
fn dimension_of(view: &View, referent: &Referent) -> Option<Dimension> {
    match referent {
        Referent::Declared(place) => match &view.declaration(*place)?.meaning {
            Declared::Parameter { ty: Some(ty) }
            | Declared::Let { ty: Some(ty), .. }
            | Declared::Const { ty: Some(ty), .. } => of_type(ty),
            Declared::Let { ty: None, value: Some(value) }
            | Declared::Const { ty: None, value: Some(value) } => match &value.kind {
                ExprKind::Number { unit: Some(unit), .. } => {
                    unit_named(&unit.text).ok().map(|unit| unit.dimension)
                }
                _ => None,
            },
            _ => None,
        },
        Referent::Constant(constant) => dimension_named(constant.ty),
        Referent::Quantity(quantity) if quantity.shape == Shape::Scalar => {
            unit_named(quantity.unit).ok().map(|unit| unit.dimension)
        }
        _ => None,
    }
}

fn of_type(ty: &TypeExpr) -> Option<Dimension> {
    match &*ty.name.text {
        "Int" => Some(Dimension::NONE),
        name => dimension_named(name),
    }
}

/// What a name stands for, as a completion; the rank is open.
pub(super) fn named(
    list: &List<'_>,
    name: &Arc<str>,
    referent: &Referent,
    denotation: &Denotation,
) -> Entry {
    let view = list.reading.view;
    let entry = |kind| Entry::plain(&**name, kind, 0);
    let subject = match referent {
        Referent::Declared(place) => Subject::Declared(*place),
        Referent::Constant(constant) => Subject::Constant(constant),
        Referent::Quantity(quantity) => Subject::Quantity(quantity),
        Referent::Field(field) => Subject::Field(field),
        Referent::Function(builtin) => Subject::Function(builtin),
        Referent::Kind(_)
        | Referent::Variant(_)
        | Referent::Parameter(..)
        | Referent::Component
        | Referent::Type
        | Referent::Unit
        | Referent::Untold
        | Referent::Unknown => Subject::Nothing,
    };
    let entry = match (referent, denotation) {
        (Referent::Constant(constant), _) => entry(CompletionKind::Constant).detail(constant.ty),
        (Referent::Quantity(quantity), Denotation::StationAt) => {
            let detail = of_quantity(quantity);
            let call = match list.reading.context.is_called() {
                true => Snippet::default().text(name),
                false => Snippet::default().text(name).text("(").hole("1 m").text(")"),
            };
            entry(CompletionKind::Quantity).detail(detail).snippet(call)
        }
        (Referent::Quantity(quantity), _) => {
            entry(CompletionKind::Quantity).detail(of_quantity(quantity))
        }
        (Referent::Field(field), _) => entry(CompletionKind::Field).detail(of_field(field)),
        (Referent::Component, _) => entry(CompletionKind::Quantity).detail("component"),
        (_, Denotation::Builtin(builtin)) => {
            called(list, name, &Callee::Builtin(builtin)).detail(builtin.signature())
        }
        (_, Denotation::Function(key)) => {
            let callee = Callee::Item(*key);
            called(list, name, &callee).detail(signature(view, name, &callee))
        }
        (_, Denotation::Component(key) | Denotation::Model(key)) => {
            let callee = Callee::Item(*key);
            let kind = match denotation {
                Denotation::Model(_) => CompletionKind::Model,
                _ => CompletionKind::Component,
            };
            let detail = signature(view, name, &callee);
            Entry { kind, ..called(list, name, &callee).detail(detail) }
        }
        (_, Denotation::Element { kind, variant, .. }) => {
            let detail = match variant {
                Some(variant) => format!("{} {}", kind.name, variant.name),
                None => kind.name.to_owned(),
            };
            entry(CompletionKind::Element).detail(detail)
        }
        (_, Denotation::Part(key)) => {
            let component = match view.item(*key).map(|item| &item.kind) {
                Some(ItemKind::Component(own)) => own.name.text.to_string(),
                _ => "part".to_owned(),
            };
            entry(CompletionKind::Part).detail(component)
        }
        (_, Denotation::Row(inner)) => {
            let detail = match &**inner {
                Denotation::Element { kind, .. } => format!("a row of {}", kind.name),
                Denotation::Part(_) => "a row of parts".to_owned(),
                _ => "Array".to_owned(),
            };
            entry(CompletionKind::Variable).detail(detail)
        }
        (_, Denotation::Module(module)) => {
            let path = view.module_path(*module);
            let entry = entry(CompletionKind::Module);
            match path {
                Some(path) => entry.detail(&*path),
                None => entry,
            }
        }
        (Referent::Declared(place), _) => match view.declaration(*place) {
            Some(declaration) => {
                let (kind, ty) = match &declaration.meaning {
                    Declared::Parameter { ty } => (CompletionKind::Parameter, ty.as_ref()),
                    Declared::Const { ty, .. } => (CompletionKind::Constant, ty.as_ref()),
                    Declared::Let { ty, .. } => (CompletionKind::Variable, ty.as_ref()),
                    _ => (CompletionKind::Variable, None),
                };
                let shape = match denotation {
                    Denotation::Vector => Some("Vector".to_owned()),
                    Denotation::Attitude => Some("Attitude".to_owned()),
                    _ => None,
                };
                let entry = entry(kind);
                match ty.map(call::type_name).or(shape).or_else(|| value_text(&declaration.meaning))
                {
                    Some(detail) => entry.detail(detail),
                    None => entry,
                }
            }
            None => entry(CompletionKind::Variable),
        },
        (_, _) => entry(CompletionKind::Variable),
    };
    entry.subject(subject)
}

/// A number as it is written.
fn value_text(meaning: &Declared) -> Option<String> {
    let (Declared::Let { value: Some(value), .. } | Declared::Const { value: Some(value), .. }) =
        meaning
    else {
        return None;
    };
    match &value.kind {
        ExprKind::Number { digits, unit: Some(unit) } => Some(format!("{digits} {}", unit.text)),
        _ => None,
    }
}

fn of_quantity(quantity: &'static Quantity) -> String {
    let shape = match quantity.shape {
        Shape::Scalar => "",
        Shape::Vector => "vector",
        Shape::Attitude => "attitude",
        Shape::Station => "place on the cable",
    };
    match (shape, quantity.unit) {
        ("", unit) => unit.to_owned(),
        (shape, "1") => shape.to_owned(),
        (shape, unit) => format!("{shape} in {unit}"),
    }
}

fn of_field(field: &'static Field) -> String {
    type_text(&field.ty)
}

fn called(list: &List<'_>, name: &str, callee: &Callee) -> Entry {
    let entry = Entry::plain(name, CompletionKind::Function, 0);
    match list.reading.context.is_called() {
        true => entry,
        false => entry.snippet(arguments::called(list.reading.view, name, callee)),
    }
}

fn signature(view: &View, name: &str, callee: &Callee) -> String {
    let parameters = call::parameters(view, callee);
    let own = parameters.iter().map(|own| match own.ty.as_str() {
        "" => own.name.to_string(),
        ty => format!("{}: {ty}", own.name),
    });
    format!("{name}({})", own.collect::<Vec<_>>().join(", "))
}

/// What a part can be an instance of.
pub(super) fn components(list: &mut List<'_>, tokens: &[Token]) {
    templates(list, tokens, |denotation| matches!(denotation, Denotation::Component(_)));
}

/// What an experiment can run.
pub(super) fn models(list: &mut List<'_>, tokens: &[Token]) {
    templates(list, tokens, |denotation| matches!(denotation, Denotation::Model(_)));
}

fn templates(list: &mut List<'_>, tokens: &[Token], fits: impl Fn(&Denotation) -> bool) {
    if !tokens.is_empty() {
        return;
    }
    let visible: Vec<_> = list.visible().to_vec();
    for own in visible {
        let rank = match &own.denotation {
            denotation if fits(denotation) => rank::FITS,
            Denotation::Module(_) => rank::LEADS,
            _ => continue,
        };
        let entry = named(list, &own.name, &own.referent, &own.denotation);
        list.add(Entry { rank, ..entry });
    }
}
