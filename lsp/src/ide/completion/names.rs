//! Names as completions: what they stand for, and what there is to say in a line.

use cdl_compiler::View;
use cdl_compiler::place::Place;
use cdl_compiler::resolve::{Declared, Denotation, Referent};
use cdl_compiler::schema::{Field, Quantity, Shape, type_text};
use cdl_compiler::units::{Unit, unit_named};
use cdl_grammar::syntax::{ExprKind, ItemKind, Text};

use super::CompletionKind;
use super::arguments;
use super::documentation::Subject;
use super::list::{Entry, List};
use super::snippet::Snippet;
use crate::ide::place::callee::type_name;
use crate::ide::place::{Callee, Expected};

/// What a name stands for, as a completion; the rank is open.
pub(super) fn named(
    list: &List<'_>,
    name: &Text,
    referent: &Referent,
    denotation: &Denotation,
) -> Entry {
    let view = list.view;
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
            let call = match list.cursor.is_called() {
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
            called(list, name, Callee::Builtin(builtin)).detail(builtin.signature())
        }
        (_, Denotation::Function(key)) => {
            let callee = Callee::Item(*key);
            called(list, name, callee).detail(signature(view, name, callee))
        }
        (_, Denotation::Component(key) | Denotation::Model(key)) => {
            let callee = Callee::Item(*key);
            let kind = match denotation {
                Denotation::Model(_) => CompletionKind::Model,
                _ => CompletionKind::Component,
            };
            let detail = signature(view, name, callee);
            Entry { kind, ..called(list, name, callee).detail(detail) }
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
        (_, Denotation::Enum(_)) => entry(CompletionKind::Type).detail("enum"),
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
        (Referent::Declared(place), Denotation::OneOf(_)) if value_of(view, *place).is_some() => {
            entry(CompletionKind::Value).detail(value_of(view, *place).unwrap_or_default())
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
                match ty.map(type_name).or(shape).or_else(|| value_text(&declaration.meaning)) {
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

/// The enum that a name is a value of.
fn value_of(view: &View, place: Place) -> Option<String> {
    match &view.declaration(place)?.meaning {
        Declared::EnumValue { of } => Some(of.to_string()),
        _ => None,
    }
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

fn called(list: &List<'_>, name: &str, callee: Callee) -> Entry {
    let entry = Entry::plain(name, CompletionKind::Function, 0);
    match list.cursor.is_called() {
        true => entry,
        false => entry.snippet(arguments::called(list.view, name, callee)),
    }
}

fn signature(view: &View, name: &str, callee: Callee) -> String {
    let parameters = callee.parameters(view);
    let own = parameters.iter().map(|own| match own.ty.as_str() {
        "" => own.name.to_string(),
        ty => format!("{}: {ty}", own.name),
    });
    format!("{name}({})", own.collect::<Vec<_>>().join(", "))
}

/// The unit of a name's dimension, where its declaration says it.
pub(super) fn unit_of(view: &View, referent: &Referent) -> Option<Unit> {
    let token = match referent {
        Referent::Declared(place) => match &view.declaration(*place)?.meaning {
            Declared::Parameter { ty: Some(ty) }
            | Declared::Let { ty: Some(ty), .. }
            | Declared::Const { ty: Some(ty), .. } => Expected::stated(&type_name(ty)).unit()?,
            Declared::Let { ty: None, value: Some(value) }
            | Declared::Const { ty: None, value: Some(value) } => match &value.kind {
                ExprKind::Number { unit: Some(unit), .. } => &unit.text,
                _ => return None,
            },
            _ => return None,
        },
        Referent::Constant(constant) => Expected::stated(constant.ty).unit()?,
        Referent::Quantity(quantity) => quantity.unit,
        _ => return None,
    };
    unit_named(token).ok()
}
