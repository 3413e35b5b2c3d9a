//! Writing the tables: a field is one call, its exceptions are chained.

use cdl_grammar::syntax::RelationWord;

use super::key::{Always, Key, Maybe, Typed};
use super::{
    Field, Presence, Quantity, Range, Relation, Sensed, Shape, Target, Variability, Variant,
    Written,
};

const fn field<S, P>(
    name: &'static str,
    ty: Typed<S>,
    presence: Presence,
    doc: &'static str,
) -> Key<S, P> {
    Key::new(Field {
        name,
        ty: ty.ty,
        presence,
        range: Range::Any,
        variability: Variability::Param,
        doc,
        source: None,
        written: Written::ByName,
    })
}

pub(crate) const fn required<S>(name: &'static str, ty: Typed<S>, doc: &'static str) -> Always<S> {
    field(name, ty, Presence::Required, doc)
}

pub(crate) const fn optional<S>(name: &'static str, ty: Typed<S>, doc: &'static str) -> Maybe<S> {
    field(name, ty, Presence::Optional, doc)
}

/// `default` is an expression of the language.
pub(crate) const fn default<S>(
    name: &'static str,
    ty: Typed<S>,
    default: &'static str,
    doc: &'static str,
) -> Always<S> {
    field(name, ty, Presence::Default(default), doc)
}

impl Field {
    pub(super) const fn positive(self) -> Self {
        Self { range: Range::Positive, ..self }
    }

    pub(super) const fn non_negative(self) -> Self {
        Self { range: Range::NonNegative, ..self }
    }

    pub(super) const fn between(self, low: f64, high: f64) -> Self {
        Self { range: Range::Between(low, high), ..self }
    }

    /// May change during a run.
    pub(super) const fn signal(self) -> Self {
        Self { variability: Variability::Signal, ..self }
    }

    /// Decides what exists.
    pub(super) const fn structural(self) -> Self {
        Self { variability: Variability::Const, ..self }
    }

    pub(super) const fn source(self, source: &'static str) -> Self {
        Self { source: Some(source), ..self }
    }

    pub(super) const fn written(self, written: Written) -> Self {
        Self { written, ..self }
    }
}

/// What may stand after the colon, or as the value of a field.
pub(crate) const fn choice(
    name: &'static str,
    doc: &'static str,
    arguments: &'static [Field],
) -> Variant {
    Variant { name, doc, arguments, fields: &[], quantities: &[] }
}

impl Variant {
    /// In the element's block.
    pub(crate) const fn with_fields(self, fields: &'static [Field]) -> Self {
        Self { fields, ..self }
    }

    /// In place of those of the kind.
    pub(crate) const fn with_quantities(self, quantities: &'static [Quantity]) -> Self {
        Self { quantities, ..self }
    }
}

pub(crate) const fn quantity(
    name: &'static str,
    shape: Shape,
    unit: &'static str,
    sensed: Sensed,
    doc: &'static str,
) -> Quantity {
    Quantity { name, shape, unit, sensed, doc }
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
