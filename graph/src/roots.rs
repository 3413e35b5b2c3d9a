//! Every node that something outside the signal DAG refers to.

use crate::slot::Visit;
use crate::{Graph, Node, NodeId, Owner, Sensor, Slot, Station};

/// Shows the numbers of all elements, of a graph that is shared or exclusive.
macro_rules! every_slot {
    ($graph:expr, $see:ident) => {{
        // Equations belong to the DAG.
        let Graph {
            name: _,
            signals: _,
            environment,
            bodies,
            frames,
            joints,
            cables,
            loads,
            constraints,
            states,
            // Without numbers.
            latches: _,
            events,
            outputs,
            statistics,
            findings,
            criteria,
            demands,
            analysis,
            plan,
        } = $graph;
        environment.visit(&mut |slot| $see(Owner::Environment, slot));
        for (index, body) in bodies.into_iter().enumerate() {
            body.visit(&mut |slot| $see(Owner::Body(index), slot));
        }
        for (index, frame) in frames.into_iter().enumerate() {
            frame.visit(&mut |slot| $see(Owner::Frame(index), slot));
        }
        for (index, joint) in joints.into_iter().enumerate() {
            joint.visit(&mut |slot| $see(Owner::Joint(index), slot));
        }
        for (index, cable) in cables.into_iter().enumerate() {
            cable.visit(&mut |slot| $see(Owner::Cable(index), slot));
        }
        for (index, load) in loads.into_iter().enumerate() {
            load.visit(&mut |slot| $see(Owner::Load(index), slot));
        }
        for (index, constraint) in constraints.into_iter().enumerate() {
            constraint.visit(&mut |slot| $see(Owner::Constraint(index), slot));
        }
        for (index, state) in states.into_iter().enumerate() {
            state.visit(&mut |slot| $see(Owner::State(index), slot));
        }
        for (index, event) in events.into_iter().enumerate() {
            event.visit(&mut |slot| $see(Owner::Event(index), slot));
        }
        if let Some(plan) = plan {
            plan.visit(&mut |slot| $see(Owner::Experiment, slot));
        }
        for (index, output) in outputs.into_iter().enumerate() {
            output.visit(&mut |slot| $see(Owner::Output(index), slot));
        }
        for (index, statistic) in statistics.into_iter().enumerate() {
            statistic.visit(&mut |slot| $see(Owner::Statistic(index), slot));
        }
        for (index, finding) in findings.into_iter().enumerate() {
            finding.visit(&mut |slot| $see(Owner::Finding(index), slot));
        }
        for (index, criterion) in criteria.into_iter().enumerate() {
            criterion.visit(&mut |slot| $see(Owner::Criterion(index), slot));
        }
        for (index, demand) in demands.into_iter().enumerate() {
            demand.visit(&mut |slot| $see(Owner::Demand(index), slot));
        }
        analysis.visit(&mut |slot| $see(Owner::Experiment, slot));
    }};
}

impl Graph {
    /// Every number of every element with its owner, in a fixed order.
    pub fn for_each_slot<'g>(&'g self, mut see: impl FnMut(Owner, Slot<&'g NodeId>)) {
        every_slot!(self, see);
    }

    /// The same, for whoever puts other nodes in their places.
    pub fn for_each_slot_mut<'g>(&'g mut self, mut see: impl FnMut(Owner, Slot<&'g mut NodeId>)) {
        every_slot!(self, see);
    }

    /// All references into the signal DAG from outside it, repeats included: those of the equations and
    /// those of the elements.
    pub fn roots(&self) -> Vec<NodeId> {
        let mut roots = Vec::new();
        self.see_roots(|root| roots.push(root));
        roots
    }

    /// Shows the same one by one.
    pub(crate) fn see_roots(&self, mut see: impl FnMut(NodeId)) {
        self.signals.equations.iter().for_each(|equation| see(equation.value));
        self.for_each_slot(|_, slot| see(*slot.node));
    }

    /// Visits the same references, and may change them.
    pub fn for_each_root(&mut self, visit: &mut impl FnMut(&mut NodeId)) {
        self.signals.equations.iter_mut().for_each(|equation| visit(&mut equation.value));
        self.for_each_slot_mut(|_, slot| visit(slot.node));
    }

    /// Where sensors look along cables; these are nodes of the DAG, so they are no roots.
    pub fn for_each_station(&self, mut see: impl FnMut(Owner, Slot<&NodeId>)) {
        for node in self.signals.nodes.iter() {
            if let Node::Sensor { sensor: Sensor::Cable { cable, station, quantity: _ }, .. } = node
            {
                station.visit(&mut |slot| see(Owner::Cable(cable.index()), slot));
            }
        }
    }
}

impl Node {
    /// The arc length that a cable's sensor refers to.
    pub fn station(&self) -> Option<NodeId> {
        match self {
            Node::Sensor {
                sensor: Sensor::Cable { station: Station::ArcLength(node), .. },
                ..
            } => Some(*node),
            _ => None,
        }
    }
}
