//! Types as they are stated in the text, and as they are told about values.

use std::sync::Arc;

use crate::schema::KindId;
use crate::typed::Enumeration;
use crate::units::{self, Dimension};

/// What a parameter, a `let` or a field asks for.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::elaborate) enum Ty {
    Int,
    Bool,
    Text,
    /// `unit` is what is proposed where one is missing; it tells an angle from a plain number.
    Scalar {
        dimension: Dimension,
        unit: &'static str,
    },
    Vector {
        dimension: Dimension,
        unit: &'static str,
    },
    Direction,
    Attitude,
    Matrix {
        dimension: Dimension,
        unit: &'static str,
    },
    Array(Box<Ty>),
    Enum(Arc<Enumeration>),
    /// An element of one of these kinds.
    Entity(&'static [KindId]),
    Table,
}

/// Every type name that is no quantity such as `Length`, with what it means.
pub const TYPE_NAMES: [(&str, &str); 14] = [
    ("Int", "a whole number, known when the model is unfolded"),
    ("Bool", "true or false, known when the model is unfolded"),
    ("Text", "text between quotes"),
    ("Vector", "three components in world axes unless said otherwise: `Vector(Length)`"),
    ("Direction", "a vector without unit, of which only the direction counts"),
    ("Attitude", "a rotation, made by `rotation` or `euler`"),
    ("Matrix", "a symmetric 3x3 matrix: `Matrix(MomentOfInertia)`"),
    ("Array", "values or elements in a row: `Array(Frame)`"),
    ("Frame", "the world, a body or a frame"),
    ("Body", "a body"),
    ("Cable", "a cable"),
    ("Joint", "a joint"),
    ("Material", "a material"),
    ("Table", "columns of numbers from a file"),
];

/// The unit that the quantity type of this name is shown in, such as `m/s` for `Speed`.
pub fn type_named(name: &str) -> Option<&'static units::QuantityType> {
    units::QUANTITY_TYPES.iter().find(|ty| ty.name == name)
}

/// A dimension as a type: `Speed`, `Real`, or its unit where it has no name.
pub(super) fn quantity_name(dimension: Dimension) -> String {
    match units::type_name(dimension) {
        Some(name) => name.to_owned(),
        None => units::si_unit(dimension),
    }
}

impl Ty {
    /// As one would state it.
    pub(in crate::elaborate) fn name(&self) -> String {
        match self {
            Ty::Int => "Int".to_owned(),
            Ty::Bool => "Bool".to_owned(),
            Ty::Text => "Text".to_owned(),
            Ty::Scalar { unit, .. } => crate::units::unit_in_words(unit),
            Ty::Vector { unit, dimension } => match dimension.is_none() && *unit != "rad" {
                true => "Vector".to_owned(),
                false => format!("Vector({})", crate::units::unit_in_words(unit)),
            },
            Ty::Direction => "Direction".to_owned(),
            Ty::Attitude => "Attitude".to_owned(),
            Ty::Matrix { unit, .. } => format!("Matrix({})", crate::units::unit_in_words(unit)),
            Ty::Array(element) => format!("Array({})", element.name()),
            Ty::Enum(of) => of.name.to_string(),
            Ty::Entity(kinds) => kinds_in_words(kinds),
            Ty::Table => "Table".to_owned(),
        }
    }
}

/// `a frame or a body`
pub(super) fn kinds_in_words(kinds: &[KindId]) -> String {
    let kinds: Vec<String> =
        kinds.iter().map(|kind| crate::units::with_article(kind.name())).collect();
    kinds.join(" or ")
}
