//! Values to start from: with the right unit, and such that they mean something.

use cdl_compiler::schema::{Field, Kind, KindId, Presence, Range, Type, Variant};

use super::snippet::Snippet;
use crate::ide::place::Expected;

/// A value that fits a field.
pub(super) fn of_field(field: &Field) -> String {
    let mut text = String::new();
    write(&mut text, field);
    text
}

fn write(text: &mut String, field: &Field) {
    let example = field.written.example();
    if let Some(usual) = example.or(usual(field.name, &field.ty)) {
        text.push_str(usual);
        return;
    }
    match (&field.presence, &field.ty) {
        (Presence::Default(default), _) => text.push_str(default),
        (_, Type::Scalar("1")) => {
            text.push_str(match field.range {
                Range::Between(_, high) if high <= 1.0 => "1e-6",
                _ => "1",
            });
        }
        (_, Type::Scalar(unit) | Type::Downward(unit)) => text.push_str(&scalar(unit)),
        (_, Type::Vector(unit)) => text.push_str(&vector(unit)),
        (_, Type::Matrix(unit)) => text.push_str(&matrix(unit)),
        (_, Type::Direction) => text.push('z'),
        (_, Type::Attitude) => text.push_str("level"),
        (_, Type::Int) => text.push_str("10"),
        (_, Type::Bool) => text.push_str("true"),
        (_, Type::Text) => text.push_str("\"\""),
        (_, Type::List(unit)) => text.push_str(&format!("[{}]", scalar(unit))),
        (_, Type::Table(..)) => text.push_str("table(\"table.csv\")"),
        (_, Type::Variant(variants)) => write_first(text, variants),
        (_, Type::Struct(fields) | Type::StructOrVariant(fields, _)) => {
            text.push_str("{ ");
            for (i, own) in shown(fields).enumerate() {
                text.push_str(if i == 0 { "" } else { "; " });
                text.push_str(&format!("{} = ", own.name));
                write(text, own);
            }
            text.push_str(" }");
        }
        (_, Type::RateOfStated) => text.push_str("1 m/s"),
        (_, Type::AnyScalar) => text.push_str("time"),
        (_, Type::Reference(kinds)) => text.push_str(kinds.first().map_or("", |kind| kind.name())),
    }
}

fn write_first(text: &mut String, variants: &[Variant]) {
    let Some(variant) = variants.first() else { return };
    text.push_str(variant.name);
    let required: Vec<&Field> = required(variant.arguments).collect();
    if !required.is_empty() {
        let arguments: Vec<String> =
            required.iter().map(|own| format!("{} = {}", own.name, of_field(own))).collect();
        text.push_str(&format!("({})", arguments.join(", ")));
    }
}

pub(super) fn required(fields: &'static [Field]) -> impl Iterator<Item = &'static Field> {
    fields.iter().filter(|field| field.presence == Presence::Required)
}

/// The fields that stand in a structure at first: those that it needs, or its first one.
pub(super) fn shown(fields: &'static [Field]) -> impl Iterator<Item = &'static Field> {
    let any = required(fields).next().is_some();
    let own = fields.iter().enumerate();
    own.filter(move |(i, field)| if any { field.presence == Presence::Required } else { *i == 0 })
        .map(|(_, field)| field)
}

/// Of fields that another value than the general one of their type suits better.
fn usual(name: &str, ty: &Type) -> Option<&'static str> {
    Some(match (name, ty) {
        ("step", Type::Scalar("s")) => "5 ms",
        ("diameter", Type::Scalar("m")) => "10 mm",
        ("density", Type::Scalar("kg/m^3")) => "1000 kg/m^3",
        ("youngs_modulus", Type::Scalar("Pa")) => "210 GPa",
        ("size", Type::Vector("m")) => "[1, 1, 1] m",
        ("end", Type::Vector("m")) => "[0, 0, 1] m",
        // Not parallel to the first.
        ("second", Type::Direction) => "x",
        ("first", Type::Direction) => "y",
        ("count" | "nodes", Type::Int) => "20",
        ("degree", Type::Int) => "4",
        ("normal", Type::Scalar("1")) => "1.2",
        ("tangent", Type::Scalar("1")) => "0.01",
        ("added_mass", Type::Scalar("1")) => "1",
        _ => return None,
    })
}

fn scalar(unit: &str) -> String {
    match unit {
        "1" => "1".to_owned(),
        "rad" => "10 deg".to_owned(),
        unit => format!("1 {unit}"),
    }
}

fn vector(unit: &str) -> String {
    if unit == "1" { "[0, 0, 0]".to_owned() } else { format!("[0, 0, 0] {unit}") }
}

fn matrix(unit: &str) -> String {
    if unit == "1" { "diag(1, 1, 1)".to_owned() } else { format!("diag(1, 1, 1) {unit}") }
}

/// A value that fits an argument; its name where nothing is known about it.
pub(super) fn of_expected(expected: &Expected, name: &str) -> String {
    match expected {
        Expected::Scalar(unit) => scalar(unit),
        Expected::Vector(unit) => vector(unit),
        Expected::Matrix(unit) => matrix(unit),
        Expected::Direction => "z".to_owned(),
        Expected::Attitude => "level".to_owned(),
        Expected::Int => "10".to_owned(),
        Expected::Range => "0..3".to_owned(),
        Expected::Bool => "true".to_owned(),
        Expected::Text => "\"\"".to_owned(),
        Expected::Entity(kinds) if kinds.contains(&KindId::Frame) => "world".to_owned(),
        Expected::Unknown
        | Expected::Table
        | Expected::Choice(..)
        | Expected::OneOf(_)
        | Expected::Entity(_)
        | Expected::Array(_) => name.to_owned(),
    }
}

impl Snippet {
    /// `name = value`, the value to be filled in; where it is a structure or a call, what is in it.
    pub fn field(self, field: &'static Field) -> Self {
        self.text(field.name).text(" = ").value(field)
    }

    /// The same in an element of a kind, which may tell more than the field alone.
    pub fn field_of(self, kind: &Kind, field: &'static Field) -> Self {
        let usual = match (kind.id, field.name) {
            (KindId::Air, "density") => "1.225 kg/m^3",
            (KindId::Water, "density") => "1025 kg/m^3",
            (_, _) => return self.field(field),
        };
        self.text(field.name).text(" = ").hole(usual)
    }

    fn value(self, field: &'static Field) -> Self {
        match &field.ty {
            Type::Struct(fields) | Type::StructOrVariant(fields, _) => self.structure(fields),
            Type::Variant(variants) if !matches!(field.presence, Presence::Default(_)) => {
                match variants.first() {
                    Some(variant) if required(variant.arguments).next().is_some() => {
                        self.call(variant)
                    }
                    _ => self.hole(&of_field(field)),
                }
            }
            _ => self.hole(&of_field(field)),
        }
    }

    /// `{ field = value }`
    pub fn structure(mut self, fields: &'static [Field]) -> Self {
        self = self.text("{ ");
        for (i, own) in shown(fields).enumerate() {
            self = self.text(if i == 0 { "" } else { "; " }).field(own);
        }
        self.text(" }")
    }

    /// `variant(argument = value)` with the arguments that it needs.
    pub fn call(mut self, variant: &'static Variant) -> Self {
        self = self.text(variant.name);
        let mut required = required(variant.arguments).peekable();
        if required.peek().is_none() {
            return self;
        }
        for (i, own) in required.enumerate() {
            self = self.text(if i == 0 { "(" } else { ", " }).field(own);
        }
        self.text(")")
    }
}
