//! The numbers of the elements: what each is called, when a run needs it and what it may be.
//!
//! Each struct says it once, in its [`Visit`]: what renumbers nodes, what asks who uses a node for what,
//! and what checks numbers before a run all go through there. A visit takes its struct apart without
//! `..`, so that rustc points at it when there is a new field.

use crate::Dynamics;
use crate::text::number;

/// A number of an element; `N` refers to its node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slot<N> {
    /// For reports: "its `name` is ...".
    pub name: &'static str,
    /// `None` where nothing reads the value: what is there for pictures or reports of the graph only,
    /// and what a run gets by another way.
    pub stage: Option<Stage>,
    pub range: Range,
    pub node: N,
}

/// When nodes are evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// Once, at assembly.
    Static,
    /// Before the kinematics: prescribed motions.
    Time,
    /// After the kinematics: loads.
    State,
    /// After the accelerations, in every evaluation: rates of states.
    Rate,
    /// After the accelerations, at the ends of steps: conditions of events, and what they set.
    Event,
    /// After the accelerations, for recorded rows only.
    Output,
    /// When the run is over, and statistics are known.
    Conclusion,
}

/// What a number may be, besides finite; SI.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub enum Range {
    Any,
    Positive,
    NotNegative,
    /// Both included.
    Between(f64, f64),
}

impl Range {
    pub fn contains(self, value: f64) -> bool {
        match self {
            Range::Any => true,
            Range::Positive => value > 0.0,
            Range::NotNegative => value >= 0.0,
            Range::Between(low, high) => (low..=high).contains(&value),
        }
    }

    /// For reports: "expected ...".
    pub fn expected(self) -> String {
        match self {
            Range::Any => "any number".to_owned(),
            Range::Positive => "a positive number".to_owned(),
            Range::NotNegative => "no negative number".to_owned(),
            Range::Between(low, high) => {
                format!("a number from {} to {}", number(low), number(high))
            }
        }
    }
}

/// An element of the graph, by kind and index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Owner {
    Environment,
    Body(usize),
    Frame(usize),
    Joint(usize),
    Cable(usize),
    Load(usize),
    Constraint(usize),
    State(usize),
    Event(usize),
    Output(usize),
    Statistic(usize),
    Finding(usize),
    Criterion(usize),
    /// Of a field of whatever element, with the value that it takes.
    Demand(usize),
    Variable(usize),
    Table(usize),
    /// What is to be done, and how; the model as a whole.
    Experiment,
}

impl Owner {
    /// Whether the mechanism consists of it: what stands beside it is computed, watched or recorded.
    pub fn is_of_mechanism(self) -> bool {
        match self {
            Owner::Environment
            | Owner::Body(_)
            | Owner::Frame(_)
            | Owner::Joint(_)
            | Owner::Cable(_)
            | Owner::Load(_)
            | Owner::Constraint(_) => true,
            Owner::State(_)
            | Owner::Event(_)
            | Owner::Output(_)
            | Owner::Statistic(_)
            | Owner::Finding(_)
            | Owner::Criterion(_)
            | Owner::Demand(_)
            | Owner::Variable(_)
            | Owner::Table(_)
            | Owner::Experiment => false,
        }
    }
}

impl Dynamics {
    /// When derivatives of loads are evaluated. Implicit steps need them in every iteration. Before
    /// the others only the search for an equilibrium does; as outputs they cost its steps
    /// nothing.
    pub fn stage_of_derivatives(self) -> Stage {
        match self {
            Dynamics::Constrained => Stage::State,
            Dynamics::Auto | Dynamics::Recursive | Dynamics::TransferMatrix => Stage::Output,
        }
    }
}

/// Shows every number of an element, in a fixed order. Implemented for `&T`, where `N` is `&NodeId`, and
/// for `&mut T`, where it is `&mut NodeId`; [`visit!`] makes both of one text.
pub(crate) trait Visit<N> {
    fn visit(self, see: &mut impl FnMut(Slot<N>));
}

/// `visit!(Body, |body, see| { ... })`: the block stands for shared and for exclusive references alike.
macro_rules! visit {
    ($type:ty, |$value:ident, $see:ident| $block:block) => {
        impl<'g> $crate::slot::Visit<&'g $crate::NodeId> for &'g $type {
            fn visit(self, $see: &mut impl FnMut($crate::Slot<&'g $crate::NodeId>)) {
                let $value = self;
                $block
            }
        }

        impl<'g> $crate::slot::Visit<&'g mut $crate::NodeId> for &'g mut $type {
            fn visit(self, $see: &mut impl FnMut($crate::Slot<&'g mut $crate::NodeId>)) {
                let $value = self;
                $block
            }
        }
    };
}
pub(crate) use visit;

impl<'g, T> Visit<&'g crate::NodeId> for &'g Box<T>
where
    &'g T: Visit<&'g crate::NodeId>,
{
    fn visit(self, see: &mut impl FnMut(Slot<&'g crate::NodeId>)) {
        (**self).visit(see);
    }
}

impl<'g, T> Visit<&'g mut crate::NodeId> for &'g mut Box<T>
where
    &'g mut T: Visit<&'g mut crate::NodeId>,
{
    fn visit(self, see: &mut impl FnMut(Slot<&'g mut crate::NodeId>)) {
        (**self).visit(see);
    }
}

/// What is known of a field of whatever element.
#[derive(Clone, Copy)]
pub(crate) struct Field(Slot<()>);

/// Needed at assembly; any number.
pub(crate) const fn fixed(name: &'static str) -> Field {
    needed(name, Some(Stage::Static))
}

/// A function of time.
pub(crate) const fn timed(name: &'static str) -> Field {
    needed(name, Some(Stage::Time))
}

/// May depend on positions and velocities.
pub(crate) const fn acting(name: &'static str) -> Field {
    needed(name, Some(Stage::State))
}

/// Its value is not read by this way.
pub(crate) const fn unread(name: &'static str) -> Field {
    needed(name, None)
}

pub(crate) const fn needed(name: &'static str, stage: Option<Stage>) -> Field {
    Field(Slot { name, stage, range: Range::Any, node: () })
}

impl Field {
    pub(crate) const fn within(self, range: Range) -> Self {
        Field(Slot { range, ..self.0 })
    }

    /// Shows one slot for each node: `[mass]`, an array, an optional node.
    pub(crate) fn each<N>(self, nodes: impl IntoIterator<Item = N>, see: &mut impl FnMut(Slot<N>)) {
        let Slot { name, stage, range, node: () } = self.0;
        nodes.into_iter().for_each(|node| see(Slot { name, stage, range, node }));
    }
}
