//! The typed model: every component unfolded, every name resolved, every unit checked and gone.
//! A flat list of elements, whose numbers are nodes of one signal DAG. This is what elaboration
//! produces and lowering reads.

mod array;
mod declared;
mod demand;
mod experiment;
mod fields;
mod text;

use std::sync::Arc;

use cdl_grammar::syntax::{RelationWord, Text, Verb};
use cdl_graph::{
    BodyId, CableId, ConstraintId, FrameId, JointId, LoadId, Measure, NodeId, Origin, Signals,
    StateId, Station, TableId,
};

use crate::place::Place;
use crate::row::Row;
use crate::schema::KindId;
use crate::units::Dimension;

pub use array::Array;
pub use declared::Declared;
pub use demand::Demand;
pub use experiment::{
    Choice, Curve, Experiment, Input, Objective, Plot, Profile, Variation, Varied, VariedBy, View,
    ViewColour, ViewSize,
};
pub use fields::FieldRef;
pub(crate) use fields::{Defaults, FieldMap};
pub use text::typed_text;

/// Index into [`Model::elements`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ElementId(pub u32);

#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// Of the model declaration.
    pub name: String,
    pub place: Place,
    /// In the order of their declaration; those that have a short text.
    pub parameters: Vec<Parameter>,
    /// All expressions. Ids of bodies, frames, joints and cables that sensors mention are those in
    /// [`Handle`].
    pub signals: Signals,
    /// Parents before children, otherwise in the order of declaration.
    pub elements: Row<Element>,
    pub records: Vec<Record>,
    /// By the number that sensors refer to.
    pub statistics: Vec<Statistic>,
    pub criteria: Vec<Criterion>,
    /// What fields take whose values follow from parameters.
    pub demands: Vec<Demand>,
    /// Where each variable of the signals is declared.
    pub variables: Vec<Place>,
    /// Where operations stand that have no value for some operands, by their number.
    pub operations: Vec<Place>,
    pub experiment: Option<Experiment>,
    /// How many frames have been numbered, the world's included; lowering numbers further ones from here.
    pub frames: u32,
}

/// A parameter of the model with its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    pub name: String,
    /// As it was written where that is a number with its unit, and otherwise what it comes to.
    pub text: String,
    /// Of a quantity or a whole number, SI: one, or three of a vector.
    pub numbers: Vec<f64>,
    /// The SI unit; `1` or empty for none.
    pub unit: String,
    /// The unit in which it was written, and how much of SI that is.
    pub written_in: Option<(String, f64)>,
    /// As it is written in the model, where it has one.
    pub default: Option<String>,
}

impl Model {
    /// Where something in the model's graph was written: the name in its declaration.
    pub fn place(&self, origin: Origin) -> Option<Place> {
        match origin {
            Origin::Element(index) => self.elements.get(index as usize).map(|own| own.place),
            Origin::Variable(index) => self.variables.get(index as usize).copied(),
            Origin::Record(index) => self.records.get(index as usize).map(|own| own.place),
            Origin::Statistic(index) => self.statistics.get(index as usize).map(|own| own.place),
            Origin::Criterion(index) => self.criteria.get(index as usize).map(|own| own.place),
            Origin::Demand(index) => self.demands.get(index as usize).map(|own| own.place),
            Origin::Operation(index) => self.operations.get(index as usize).copied(),
        }
    }
}

/// One instance of an element, such as a body or a cable.
#[derive(Clone, Debug, PartialEq)]
pub struct Element {
    /// Its own number.
    pub id: ElementId,
    pub kind: KindId,
    /// The place of its variant among those of the kind.
    pub(crate) variant_at: Option<u8>,
    /// Such as `crane.luff` or `c[3]`.
    pub path: Text,
    /// The name in the declaration; for elements without a name, the kind.
    pub place: Place,
    pub handle: Handle,
    pub relations: Box<[Relation]>,
    pub(crate) fields: FieldMap,
    /// What nearly no element has.
    pub(crate) beside: Option<Box<Beside>>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Beside {
    /// The body around a nested frame, the cable around a section.
    pub(crate) parent: Option<ElementId>,
    /// What an event does, part by part; what always happens comes first.
    pub(crate) parts: Vec<Part>,
}

/// There may be hundreds of thousands.
const _: () = assert!(size_of::<Element>() <= 96);

/// What an event does where a condition holds just before it, or always.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Part {
    /// A node that is 1 or 0.
    pub guard: Option<NodeId>,
    pub assignments: Vec<Assignment>,
    /// What it closes and opens.
    pub actions: Vec<Action>,
    /// Of what stands in an `if`; otherwise these are fields of the element.
    pub note: Option<Arc<str>>,
    pub stop: Option<Arc<str>>,
}

impl Part {
    pub fn does_nothing(&self) -> bool {
        let Part { guard: _, assignments, actions, note, stop } = self;
        assignments.is_empty() && actions.is_empty() && note.is_none() && stop.is_none()
    }
}

/// `NAME = VALUE` in an event, for a state or a variable of the user's.
#[derive(Clone, Debug, PartialEq)]
pub struct Assignment {
    /// The element that declares it.
    pub target: ElementId,
    pub first: StateId,
    /// Of its type.
    pub value: Value,
}

/// `attach rope.end to load.eye, within = 5 cm` in an event.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Action {
    pub verb: Verb,
    pub subject: Subject,
    /// What an end of a cable is attached to, and where that is written.
    pub to: Option<(Target, Place)>,
    /// How far apart may be what is brought together, m and rad.
    pub within: Option<NodeId>,
    pub turned: Option<NodeId>,
    /// Of the subject.
    pub place: Place,
}

/// What an event closes or opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Subject {
    Joint(ElementId),
    Constraint(ElementId),
    /// 0 for the start, 1 for the end.
    CableEnd {
        cable: ElementId,
        end: u8,
    },
}

impl Element {
    /// The schema's variant, such as `revolute` or `rigid_links`.
    pub fn variant(&self) -> Option<&'static str> {
        let variant = self.kind.kind().variants.get(usize::from(self.variant_at?))?;
        Some(variant.name)
    }

    /// What an event does.
    pub fn parts(&self) -> &[Part] {
        self.beside.as_ref().map_or(&[], |beside| &beside.parts)
    }

    /// The body around a nested frame, the cable around a section.
    pub fn parent(&self) -> Option<ElementId> {
        self.beside.as_ref()?.parent
    }

    /// What is made of it in a graph keeps this.
    pub fn origin(&self) -> Option<Origin> {
        Some(Origin::Element(self.id.0))
    }

    /// The value of a field, or else the name in the declaration.
    pub fn place_of(&self, field: &str) -> Place {
        self.field(field).map_or(self.place, |field| field.place)
    }

    /// By the schema's field name, variant arguments included; nested blocks are [`Value::Struct`]. Defaults are filled in;
    /// an optional field without one is absent.
    pub fn field(&self, name: &str) -> Option<FieldRef<'_>> {
        self.fields.get(name, self.place)
    }

    /// One that it does not share with others that leave it to its default.
    pub(crate) fn own_field(&self, name: &str) -> Option<FieldRef<'_>> {
        self.fields.own(name)
    }

    /// In the order of their names.
    pub fn fields(&self) -> impl Iterator<Item = (&'static str, FieldRef<'_>)> {
        self.fields.iter(self.place)
    }
}

/// The graph index an element gets; assigned when it is declared, in order, so that expressions
/// can refer to elements that stand further down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handle {
    Body {
        body: BodyId,
        frame: FrameId,
    },
    Frame(FrameId),
    Joint(JointId),
    Cable(CableId),
    Load(LoadId),
    /// Of a grip; constraints of the user's come after these.
    Constraint(ConstraintId),
    /// A state of the user's: one, or three in a row.
    States {
        first: StateId,
        shape: StateShape,
    },
    /// Kinds without an index: environment, material.
    None,
}

impl Handle {
    /// Of a body its own, or the frame that the element is.
    pub fn frame(&self) -> Option<FrameId> {
        match *self {
            Handle::Body { frame, .. } | Handle::Frame(frame) => Some(frame),
            Handle::Joint(_)
            | Handle::Cable(_)
            | Handle::Load(_)
            | Handle::Constraint(_)
            | Handle::States { .. }
            | Handle::None => None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateShape {
    /// 1 or 0.
    Truth,
    /// The position of a value in its enum, from 0.
    Enum,
    Scalar,
    Vector,
}

impl StateShape {
    pub fn components(self) -> usize {
        self.suffixes().len()
    }

    /// What stands behind the name for each component.
    pub fn suffixes(self) -> &'static [&'static str] {
        match self {
            StateShape::Truth | StateShape::Enum | StateShape::Scalar => &[""],
            StateShape::Vector => &[".x", ".y", ".z"],
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Relation {
    pub word: RelationWord,
    pub target: Target,
    /// The offset after `at`, in the target's axes, m.
    pub at: Option<[NodeId; 3]>,
}

/// One or two for each element.
const _: () = assert!(size_of::<Relation>() <= 36);

impl Relation {
    /// Whether it points at a place of its own in what it names.
    pub(crate) fn is_placed(&self) -> bool {
        self.at.is_some() || matches!(self.target, Target::Position(_))
    }
}

/// What a relation points at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Target {
    World,
    /// The end of a cable that is held by nothing.
    Free,
    /// A body (its own frame), a frame, or another element, as `handle` of it says.
    Element(ElementId),
    /// A point of a cable, for loads.
    Cable {
        cable: ElementId,
        station: Station,
    },
    /// A stand-alone `at [x, y, z] m`.
    Position([NodeId; 3]),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    pub value: Value,
    /// Of the value; for defaults, of the element.
    pub place: Place,
    pub is_default: bool,
}

/// The value of an expression, dimensions checked. All nodes are SI.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Bool(bool),
    /// A truth value that is not known before the run.
    Condition(NodeId),
    Int(i64),
    Text(Arc<str>),
    /// The position of a value in its enum, from 0.
    Enum {
        node: NodeId,
        of: Arc<Enumeration>,
    },
    Scalar {
        node: NodeId,
        dimension: Dimension,
    },
    Vector {
        nodes: [NodeId; 3],
        dimension: Dimension,
    },
    /// A unit quaternion `[w, x, y, z]`.
    Attitude([NodeId; 4]),
    /// Symmetric: `[xx, yy, zz, xy, xz, yz]`.
    Matrix {
        nodes: [NodeId; 6],
        dimension: Dimension,
    },
    Table(TableId),
    Array(Array),
    Struct(Arc<[(Arc<str>, Value)]>),
    /// A schema variant with its arguments, such as `straight(direction = down)` or `box([1, 2, 3] m)`.
    Variant {
        name: &'static str,
        arguments: Arc<[(&'static str, Value)]>,
    },
    Entity(Entity),
    /// Something was wrong here and has been reported.
    Error,
}

/// A type that has only its named values. A value is its position among them.
#[derive(Clone, Debug)]
pub struct Enumeration {
    pub name: Arc<str>,
    /// The name in the declaration, which tells enums apart.
    pub place: Place,
    /// Each once, in the order of the text; at least one.
    pub values: Arc<[Arc<str>]>,
}

impl PartialEq for Enumeration {
    fn eq(&self, other: &Self) -> bool {
        self.place == other.place
    }
}

impl Enumeration {
    pub(crate) fn position(&self, name: &str) -> Option<usize> {
        self.values.iter().position(|value| **value == *name)
    }

    /// The name of the value that a number stands for.
    pub(crate) fn at(&self, number: f64) -> Option<&str> {
        let mut numbered = self.values.iter().enumerate();
        numbered.find(|(position, _)| *position as f64 == number).map(|(_, value)| value.as_ref())
    }

    pub(crate) fn first(&self) -> &str {
        self.values.first().map_or("", |value| value)
    }

    /// For a message: `lowering`, `landed` and `lifting`.
    pub(crate) fn list(&self) -> String {
        let values: Vec<&str> = self.values.iter().map(|value| value.as_ref()).collect();
        crate::diagnostics::list(&values).unwrap_or_default()
    }
}

/// A reference to something that exists.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Entity {
    World,
    Free,
    Element(ElementId),
    Station { cable: ElementId, station: Station },
}

/// A recorded quantity.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    pub name: String,
    pub value: Value,
    pub place: Place,
    /// What it is shown in, where that is asked for or the schema names a unit for the quantity; else SI base units.
    pub unit: Option<Arc<str>>,
}

/// A number about the whole of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Statistic {
    pub measure: Measure,
    /// The signal that it is about; absent where it is about the whole.
    pub of: Option<NodeId>,
    /// Of a percentile.
    pub share: Option<NodeId>,
    pub place: Place,
}

/// What a run has to show when it is over.
#[derive(Clone, Debug, PartialEq)]
pub struct Criterion {
    pub name: String,
    /// As it was written.
    pub text: String,
    /// The user's words where it does not hold.
    pub note: Option<Arc<str>>,
    /// 1 or 0.
    pub holds: NodeId,
    /// What it compares, all of which it demands.
    pub comparisons: Vec<Comparison>,
    /// The parameter that is looked for with it.
    pub parameter: Option<String>,
    pub place: Place,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    pub left: NodeId,
    pub operation: cdl_graph::BinaryOp,
    pub right: NodeId,
    pub dimension: Dimension,
    /// In which it is written, or as for a [`Record`].
    pub unit: Option<Arc<str>>,
}
