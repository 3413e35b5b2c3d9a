//! Writing the tables: a field is one call, its exceptions are chained.

use cdl_grammar::syntax::RelationWord;

use super::{
    Field, Presence, Quantity, Range, Relation, Shape, Target, Type, Variability, Variant,
};

const fn field(name: &'static str, ty: Type, presence: Presence, doc: &'static str) -> Field {
    Field {
        name,
        ty,
        presence,
        range: Range::Any,
        variability: Variability::Param,
        doc,
        source: None,
    }
}

pub(crate) const fn required(name: &'static str, ty: Type, doc: &'static str) -> Field {
    field(name, ty, Presence::Required, doc)
}

pub(crate) const fn optional(name: &'static str, ty: Type, doc: &'static str) -> Field {
    field(name, ty, Presence::Optional, doc)
}

/// `default` is an expression of the language.
pub(crate) const fn default(
    name: &'static str,
    ty: Type,
    default: &'static str,
    doc: &'static str,
) -> Field {
    field(name, ty, Presence::Default(default), doc)
}

impl Field {
    pub(crate) const fn positive(self) -> Self {
        Self { range: Range::Positive, ..self }
    }

    pub(crate) const fn non_negative(self) -> Self {
        Self { range: Range::NonNegative, ..self }
    }

    pub(crate) const fn between(self, low: f64, high: f64) -> Self {
        Self { range: Range::Between(low, high), ..self }
    }

    /// May change during a run.
    pub(crate) const fn signal(self) -> Self {
        Self { variability: Variability::Signal, ..self }
    }

    /// Decides what exists.
    pub(crate) const fn structural(self) -> Self {
        Self { variability: Variability::Const, ..self }
    }

    pub(crate) const fn source(self, source: &'static str) -> Self {
        Self { source: Some(source), ..self }
    }
}

/// A variant inside a field's value.
pub(crate) const fn choice(
    name: &'static str,
    doc: &'static str,
    arguments: &'static [Field],
) -> Variant {
    Variant { name, doc, arguments, fields: &[], quantities: &[] }
}

pub(crate) const fn quantity(
    name: &'static str,
    shape: Shape,
    unit: &'static str,
    doc: &'static str,
) -> Quantity {
    Quantity { name, shape, unit, doc }
}

pub(crate) const fn relation(
    word: RelationWord,
    targets: &'static [Target],
    doc: &'static str,
) -> Relation {
    Relation { word, targets, required: true, doc }
}

impl Relation {
    pub(crate) const fn optional(self) -> Self {
        Self { required: false, ..self }
    }
}
