//! Where the things in a graph come from.

use crate::{Graph, Owner};

/// What something in a graph was written as: an index into what the compiler elaborated, which alone knows the place.
///
/// Passes number anew, weld and take out, and none touches this: two bodies that become one have the origin of the one
/// that stays. It says nothing about what is to be solved and stands in no printed form of a graph, but graphs that
/// differ in it are not equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// By its number in the order of declaration.
    Element(u32),
    /// By its number in the order in which variables were made.
    Variable(u32),
    /// By its number among all that is recorded.
    Record(u32),
    /// By its number among all statistics.
    Statistic(u32),
    /// By its number among all criteria.
    Criterion(u32),
    /// By its number among all demands.
    Demand(u32),
    /// By its number among the operations that have no value for some operands, such as divisions.
    Operation(u32),
}

impl Graph {
    /// `None` for the world, for what is about the whole, and in graphs that nobody wrote as a text.
    pub fn origin(&self, owner: Owner) -> Option<Origin> {
        match owner {
            Owner::Experiment | Owner::Table(_) => None,
            Owner::Environment => self.environment.origin,
            Owner::Body(index) => self.bodies.get(index)?.origin,
            Owner::Frame(index) => self.frames.get(index)?.origin,
            Owner::Joint(index) => self.joints.get(index)?.origin,
            Owner::Cable(index) => self.cables.get(index)?.origin,
            Owner::Load(index) => self.loads.get(index)?.origin,
            Owner::Constraint(index) => self.constraints.get(index)?.origin,
            Owner::State(index) => self.states.get(index)?.origin,
            Owner::Event(index) => self.events.get(index)?.origin,
            Owner::Output(index) => self.outputs.get(index)?.origin,
            Owner::Statistic(index) => self.statistics.get(index)?.origin,
            Owner::Criterion(index) => self.criteria.get(index)?.origin,
            Owner::Demand(index) => self.demands.get(index)?.origin,
            Owner::Finding(index) => self.findings.get(index)?.0.origin,
            Owner::Variable(index) => self.signals.vars.get(index)?.origin,
        }
    }
}
