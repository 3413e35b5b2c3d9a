//! What a place asks for: the type of a field, an argument or a stated type, in one shape.

use cdl_compiler::View;
use cdl_compiler::elaborate::type_named;
use cdl_compiler::resolve::{Denotation, EnumRef};
use cdl_compiler::schema::{Field, KindId, Type, Variant, kinds_of_type};
use cdl_grammar::syntax::TypeExpr;

use super::callee::type_name;

#[derive(Clone, Debug)]
pub(in crate::ide) enum Expected {
    /// Nothing is known about it.
    Unknown,
    /// The text is a unit, and says the dimension.
    Scalar(&'static str),
    Vector(&'static str),
    Matrix(&'static str),
    Direction,
    Attitude,
    Int,
    /// What a loop goes through, such as `0..3`.
    Range,
    Bool,
    Text,
    Table,
    /// `{ a = ... }` or one of the variants; either may be empty.
    Choice(&'static [Field], &'static [Variant]),
    /// A value of an enum.
    OneOf(EnumRef),
    /// An element of one of these kinds.
    Entity(&'static [KindId]),
    Array(Box<Expected>),
}

impl Expected {
    pub fn of(ty: &'static Type) -> Self {
        match ty {
            Type::Scalar(unit) | Type::Downward(unit) => Self::Scalar(unit),
            Type::Vector(unit) => Self::Vector(unit),
            Type::Matrix(unit) => Self::Matrix(unit),
            Type::Direction => Self::Direction,
            Type::Attitude => Self::Attitude,
            Type::Int => Self::Int,
            Type::Bool => Self::Bool,
            Type::Text => Self::Text,
            Type::List(unit) => Self::Array(Box::new(Self::Scalar(unit))),
            Type::Table(..) => Self::Table,
            Type::Variant(variants) => Self::Choice(&[], variants),
            Type::Struct(fields) => Self::Choice(fields, &[]),
            Type::StructOrVariant(fields, variants) => Self::Choice(fields, variants),
            Type::RateOfStated | Type::AnyScalar => Self::Unknown,
            Type::Reference(kinds) => Self::Entity(kinds),
        }
    }

    /// A type in a file, where it may be an enum.
    pub fn of_type(view: &View, path: &str, offset: usize, ty: &TypeExpr) -> Self {
        if let ("Array", [element]) = (&*ty.name.text, ty.arguments.as_slice()) {
            return Self::Array(Box::new(Self::of_type(view, path, offset, element)));
        }
        match Self::stated(&type_name(ty)) {
            Self::Unknown => match view.denoted(path, offset, &ty.name.text) {
                Denotation::Enum(of) => Self::OneOf(of),
                _ => Self::Unknown,
            },
            known => known,
        }
    }

    /// A type as it is written: `Length`, `Vector(Length)`, `Array(Frame)`. `T` tells nothing.
    pub fn stated(text: &str) -> Self {
        let text = text.trim();
        let (name, inner) = match text.split_once('(') {
            Some((name, inner)) => (name.trim(), inner.strip_suffix(')').unwrap_or(inner)),
            None => (text, ""),
        };
        let unit = || type_named(inner.trim()).map_or("1", |ty| ty.unit);
        match name {
            "Vector" if matches!(inner.trim(), "T" | "U") => Self::Unknown,
            "Vector" => Self::Vector(unit()),
            "Matrix" => Self::Matrix(unit()),
            "Array" => Self::Array(Box::new(Self::stated(inner))),
            "Direction" => Self::Direction,
            "Attitude" => Self::Attitude,
            "Int" => Self::Int,
            "Bool" => Self::Bool,
            "Text" => Self::Text,
            "Table" => Self::Table,
            name => match (kinds_of_type(name), type_named(name)) {
                (Some(kinds), _) => Self::Entity(kinds),
                (None, Some(ty)) => Self::Scalar(ty.unit),
                (None, None) => Self::Unknown,
            },
        }
    }

    /// Of what stands in square brackets here.
    pub fn element(&self) -> Self {
        match self {
            // A list of numbers with its unit behind it is a vector.
            Self::Vector(unit) | Self::Scalar(unit) => Self::Scalar(unit),
            Self::Direction => Self::Scalar("1"),
            Self::Array(inner) => (**inner).clone(),
            _ => Self::Unknown,
        }
    }

    /// The unit that a number here is probably in.
    pub fn unit(&self) -> Option<&'static str> {
        match self {
            Self::Scalar(unit) | Self::Vector(unit) | Self::Matrix(unit) => Some(unit),
            Self::Array(inner) => inner.unit(),
            Self::Direction | Self::Int | Self::Range => Some("1"),
            Self::Unknown
            | Self::Attitude
            | Self::Bool
            | Self::Text
            | Self::Table
            | Self::Choice(..)
            | Self::OneOf(_)
            | Self::Entity(_) => None,
        }
    }
}
