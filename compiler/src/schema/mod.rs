//! The schema: what an element kind is made of: fields, variants, relations and quantities, declared once
//! as data, in the room of each kind ([`crate::kinds`]). Checking, completion, hover and the reference pages
//! read these tables.

mod alternatives;
pub(crate) mod build;
mod example;
mod id;
pub(crate) mod key;
mod reference;
mod sentence;
mod system;
#[cfg(test)]
mod tests;

use std::sync::LazyLock;

use cdl_grammar::syntax::RelationWord;
use cdl_graph::{CableQuantity, EnergyPart, FrameQuantity, JointQuantity};
use rustc_hash::FxHashMap;

use crate::kinds::{ANALYSES, KINDS};

pub use crate::kinds::cable::STATION_QUANTITIES;
pub use alternatives::{Alternatives, Beside, Need};
pub use example::{example, example_value};
pub use id::{KindId, kinds_of_type};
pub use reference::{
    call, document, field_facts, quantity_facts, reference, type_text, usage, usages,
};
pub use sentence::{Written, is_clause_word};
pub use system::{ENERGY, IMBALANCE, SYSTEM, energy_parts};

/// The field that an element's law becomes.
pub const LAW: &str = "law";

/// An element kind such as `body` or `cable`; also nested blocks (`air`) and analyses
/// (`simulate`).
#[derive(Debug)]
pub struct Kind {
    pub id: KindId,
    pub name: &'static str,
    /// One line.
    pub doc: &'static str,
    /// Paragraphs in Markdown: equations, sign conventions.
    pub details: &'static str,
    /// A runnable model fragment.
    pub example: &'static str,
    /// Whether it has a name, such as `arm` in `body arm`.
    pub named: bool,
    /// Whether it stands in experiments, beside their analysis.
    pub of_experiment: bool,
    /// Fields that every variant has.
    pub fields: &'static [Field],
    /// What may stand after the colon; empty where nothing may.
    pub variants: &'static [Variant],
    /// Whether one of `variants` must be given.
    pub variant_required: bool,
    /// Sets of relation words that may stand together, such as `from` and `to`.
    pub relations: &'static [&'static [Relation]],
    /// What may stand after `=` or, for an equation, after the colon; it becomes the field `law`.
    pub law: Option<Law>,
    /// Whether its block sets values: `NAME = VALUE` for what the model has, beside its fields.
    pub sets: bool,
    /// Kinds that may stand inside its block.
    pub nested: &'static [KindId],
    /// What an expression can read of it, such as `tether.end.tension`.
    pub quantities: &'static [Quantity],
    /// Fields that say the same.
    pub alternatives: Option<Alternatives>,
    /// Fields beside which others make no sense.
    pub beside: &'static [Beside],
    /// Fields that others need.
    pub needs: &'static [Need],
}

/// The expression of an element that is no field.
#[derive(Debug)]
pub enum Law {
    Value(Type),
    /// A value of the first type, or after `between A and B` one of the second.
    ValueOrBetween(Type, Type),
    /// `LEFT == RIGHT`: scalars, vectors or attitudes. The field is what has to be zero.
    Equation,
    /// `: CONDITION`: what has to be true at the end of a run.
    Criterion,
    /// `= VALUE` or `= [A, B]`: any quantities.
    Curves,
    /// `= FIRST .. LAST` or `= [A, B, C]`: of the parameter that the element is called by.
    Values,
    /// `= LOW .. HIGH`: between which the parameter is that the element is called by.
    Bounds,
    /// `= normal(MEAN, DEVIATION)`: what the values of the parameter are drawn from.
    Distribution,
    /// `= table("FILE.csv")`: each row has values of parameters.
    Rows,
    /// `: TYPE = VALUE`: the type is stated, and the value is one of it that does not vary.
    Stated,
}

/// A field, or an argument of a variant.
#[derive(Debug)]
pub struct Field {
    pub name: &'static str,
    pub ty: Type,
    pub presence: Presence,
    pub range: Range,
    pub variability: Variability,
    /// One line; sign conventions included.
    pub doc: &'static str,
    /// A paper or manual, where the field follows one.
    pub source: Option<&'static str>,
    pub written: Written,
}

/// What happens when a field is not given.
#[derive(Debug, PartialEq)]
pub enum Presence {
    Required,
    Optional,
    /// An expression in the language itself, such as `0 N.m`.
    Default(&'static str),
}

/// Bounds in SI.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Range {
    Any,
    Positive,
    NonNegative,
    Between(f64, f64),
}

impl Range {
    pub(crate) fn contains(self, value: f64) -> bool {
        cdl_graph::Range::from(self).contains(value)
    }
}

impl From<Range> for cdl_graph::Range {
    fn from(range: Range) -> Self {
        match range {
            Range::Any => Self::Any,
            Range::Positive => Self::Positive,
            Range::NonNegative => Self::NotNegative,
            Range::Between(low, high) => Self::Between(low, high),
        }
    }
}

/// The most a field's value may vary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Variability {
    /// Part of the structure: known when the model is unfolded.
    Const,
    /// Fixed before a run.
    Param,
    Signal,
}

/// The type of a field.
#[derive(Debug)]
pub enum Type {
    /// A quantity; the text is the unit that is proposed where one is missing, such as `kg/m^3`,
    /// and says the dimension. `rad` asks for an angle.
    Scalar(&'static str),
    Vector(&'static str),
    /// A vector; a scalar stands for the vector of that size along -z, as for gravity.
    Downward(&'static str),
    /// A unit direction: any vector without dimension, normalized.
    Direction,
    Attitude,
    /// A symmetric matrix: `diag(a, b, c) unit` or `symmetric(xx, yy, zz, xy, xz, yz) unit`.
    Matrix(&'static str),
    Int,
    Bool,
    Text,
    /// Quantities in a row, of one unit.
    List(&'static str),
    /// Rows of data: the units of the first column and of the second.
    Table(&'static str, &'static str),
    /// One of these, with arguments.
    Variant(&'static [Variant]),
    /// `{ a = ...; b = ... }` or a nested block.
    Struct(&'static [Field]),
    /// Either of both, as in `drag = { normal = 1.2 }` and `drag = isotropic(1.17)`.
    StructOrVariant(&'static [Field], &'static [Variant]),
    /// What the element's stated type becomes per second.
    RateOfStated,
    /// A scalar of any dimension.
    AnyScalar,
    /// An element of one of these kinds; `world` counts as a frame.
    Reference(&'static [KindId]),
}

impl Type {
    /// The fields of a block, and the variants that may stand there.
    pub fn inner(&self) -> (&'static [Field], &'static [Variant]) {
        match *self {
            Type::Struct(fields) => (fields, &[]),
            Type::Variant(variants) => (&[], variants),
            Type::StructOrVariant(fields, variants) => (fields, variants),
            Type::Scalar(_)
            | Type::Vector(_)
            | Type::Downward(_)
            | Type::Direction
            | Type::Attitude
            | Type::Matrix(_)
            | Type::Int
            | Type::Bool
            | Type::Text
            | Type::List(_)
            | Type::Table(..)
            | Type::RateOfStated
            | Type::AnyScalar
            | Type::Reference(_) => (&[], &[]),
        }
    }
}

/// `rigid_links(count = 32)`, `box([1, 2, 3] m)`, `rk4(step = 5 ms)`; positional arguments follow
/// the order of the fields.
#[derive(Debug)]
pub struct Variant {
    pub name: &'static str,
    pub doc: &'static str,
    /// In parentheses after the name.
    pub arguments: &'static [Field],
    /// Further fields in the element's block; only for variants of a kind.
    pub fields: &'static [Field],
    /// Replace the quantities of the kind where not empty.
    pub quantities: &'static [Quantity],
}

#[derive(Debug)]
pub struct Relation {
    pub word: RelationWord,
    /// What it may point at; `position` for a stand-alone offset.
    pub targets: &'static [Target],
    pub required: bool,
    pub doc: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The world, a body or a frame.
    Frame,
    Body,
    /// The word `free`.
    Free,
    /// `tether.end`, `tether.mid`, `tether.at(3 m)`
    CablePoint,
    /// `[x, y, z] m`
    Position,
}

/// Something that can be read in an expression.
#[derive(Debug)]
pub struct Quantity {
    pub name: &'static str,
    pub shape: Shape,
    /// The unit in which it is recorded; says the dimension.
    pub unit: &'static str,
    pub sensed: Sensed,
    pub doc: &'static str,
}

/// What a quantity is in the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sensed {
    Frame(FrameQuantity),
    /// Of the attitude of a frame.
    AttitudeAngle(AttitudeAngle),
    /// With its coordinate, or the first of three; counted as in [`cdl_graph::JointKind`].
    Joint(JointQuantity, u8),
    Cable(CableQuantity),
    Energy(EnergyPart),
    /// Of the energy ledger, over the whole run.
    Imbalance,
    Momentum,
    AngularMomentum,
    /// A place on a cable, which has quantities of its own.
    Place(Along),
    /// Of the coordinate of a winch and what it has of a drum.
    Drum(DrumQuantity),
    /// Of a spring, by what can be read of its points.
    Spring(SpringQuantity),
    /// What a grip holds with.
    Grip,
    /// No sensor: a field of the element, a parameter.
    Field,
}

/// An angle of `euler(roll, pitch, yaw)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttitudeAngle {
    Roll,
    Pitch,
    Yaw,
}

/// What can be read of the drum of a winch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrumQuantity {
    Stored,
    Radius,
    Angle,
    AngularVelocity,
    Torque,
}

/// What can be read of a spring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpringQuantity {
    Force,
    Distance,
    Rate,
}

/// Where on a cable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Along {
    Start,
    Middle,
    End,
    /// At an arc length that is still to be given.
    At,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Scalar,
    Vector,
    Attitude,
    /// A place on a cable that has quantities of its own.
    Station,
}

impl Law {
    /// The type of the value, where it is one, of an element with these relations.
    pub fn value(&self, relations: impl IntoIterator<Item = RelationWord>) -> Option<&Type> {
        match self {
            Law::Value(ty) => Some(ty),
            Law::ValueOrBetween(alone, between) => {
                let is_pair = relations.into_iter().any(is_of_pair);
                Some(if is_pair { between } else { alone })
            }
            Law::Equation
            | Law::Criterion
            | Law::Curves
            | Law::Values
            | Law::Bounds
            | Law::Distribution
            | Law::Rows
            | Law::Stated => None,
        }
    }
}

/// Whether a word names one of two ends that something acts between.
fn is_of_pair(word: RelationWord) -> bool {
    match word {
        RelationWord::Between | RelationWord::And => true,
        RelationWord::At
        | RelationWord::From
        | RelationWord::To
        | RelationWord::On
        | RelationWord::In => false,
    }
}

impl Kind {
    /// To be filled in: a kind without a name of its own and without anything in it.
    pub(crate) const PLAIN: Self = Self {
        id: KindId::Material,
        name: "",
        doc: "",
        details: "",
        example: "",
        named: false,
        of_experiment: false,
        fields: &[],
        variants: &[],
        variant_required: false,
        relations: &[],
        law: None,
        sets: false,
        nested: &[],
        quantities: &[],
        alternatives: None,
        beside: &[],
        needs: &[],
    };

    /// Whether a field cannot stand beside those that are given.
    pub fn is_excluded(&self, name: &str, is_given: impl Fn(&str) -> bool) -> bool {
        let groups = self.alternatives.map_or(&[] as &[_], |own| own.groups);
        let excludes = |group: &&[&str]| {
            group.contains(&name) && group.iter().any(|other| *other != name && is_given(other))
        };
        let is_senseless = |own: &Beside| {
            let others = || own.senseless.iter();
            is_given(own.field) && others().any(|other| *other == name)
                || own.field == name && others().any(|other| is_given(other))
        };
        groups.iter().any(excludes) || self.beside.iter().any(is_senseless)
    }

    pub fn variant(&self, name: &str) -> Option<&'static Variant> {
        self.variants.iter().find(|variant| variant.name == name)
    }

    /// The place of a variant among those of the kind.
    pub(crate) fn place_of(&self, variant: &Variant) -> Option<u8> {
        self.variants.iter().zip(0..).find(|(own, _)| own.name == variant.name).map(|(_, at)| at)
    }

    /// The fields of an element of this kind and variant, variant arguments not included.
    pub fn fields_of(
        &self,
        variant: Option<&'static Variant>,
    ) -> impl Iterator<Item = &'static Field> {
        self.fields.iter().chain(variant.map_or(&[] as &[Field], |variant| variant.fields))
    }

    /// Whether the name of an element of this kind is a value, of the type that stands after the colon.
    pub fn is_value(&self) -> bool {
        matches!(self.law, Some(Law::Stated))
    }

    /// What can be read of an element of this kind and variant.
    pub fn quantities_of(&self, variant: Option<&'static Variant>) -> &'static [Quantity] {
        match variant {
            Some(variant) if !variant.quantities.is_empty() => variant.quantities,
            _ => self.quantities,
        }
    }
}

/// Every kind, in the order in which one reads about them.
pub fn kinds() -> &'static [&'static Kind] {
    KINDS
}

/// Those of [`kinds`] that are analyses: what an experiment can ask for.
pub fn analyses() -> &'static [&'static Kind] {
    ANALYSES
}

/// The kind of this name, such as `cable`.
pub fn kind(name: &str) -> Option<&'static Kind> {
    static BY_NAME: LazyLock<FxHashMap<&str, &Kind>> =
        LazyLock::new(|| kinds().iter().map(|kind| (kind.name, *kind)).collect());
    BY_NAME.get(name).copied()
}
