//! What can be read of a spring: its force, and the distance of its points with the rate at which that grows. They follow from what can
//! be read of the points, as the force itself does in a run.

use cdl_grammar::syntax::{Name, RelationWord};
use cdl_graph::{BinaryOp, CableQuantity, FrameId, FrameQuantity, Node, NodeId, Sensor};

use super::Unfolding;
use crate::elaborate::context::Context;
use crate::elaborate::values::nodes::Nodes;
use crate::kinds::force::ForceLaw;
use crate::schema::key::Choice;
use crate::schema::{Quantity, SpringQuantity};
use crate::symbolic::{Scalars, Vector, attitude, vector};
use crate::typed::{ElementId, Handle, Relation, Target, Value};

/// A point in the world: m and m/s.
#[derive(Clone, Copy)]
struct Moving {
    position: Vector,
    velocity: Vector,
}

/// Of both points of a spring: m and m/s.
#[derive(Clone, Copy)]
struct Stretched {
    distance: NodeId,
    rate: NodeId,
    /// Whether there is a line between them.
    is_line: NodeId,
}

impl Unfolding<'_, '_> {
    pub(super) fn spring_quantity(
        &mut self,
        context: Context,
        id: ElementId,
        (what, quantity): (SpringQuantity, &Quantity),
        name: &Name,
    ) -> Value {
        let Some(stretched) = self.stretched(id) else { return Value::Error };
        let node = match what {
            SpringQuantity::Distance => Some(stretched.distance),
            SpringQuantity::Rate => Some(stretched.rate),
            // Where both points are in one place nothing acts.
            SpringQuantity::Force => self.pull(context, id, stretched, name).map(|pull| {
                let nodes = &mut self.values.nodes;
                let zero = nodes.constant(0.0);
                nodes.select(stretched.is_line, pull, zero)
            }),
        };
        let Some(node) = node else { return Value::Error };
        Value::Scalar { node, dimension: self.values.schema_dimension(quantity.unit) }
    }

    /// Nothing where its points have been found to be wrong.
    fn stretched(&mut self, id: ElementId) -> Option<Stretched> {
        self.relations_ahead(id, RelationWord::Between);
        let relations = &self.values.entities.get(id)?.relations;
        let of = |word| relations.iter().find(|own| own.word == word).cloned();
        let (first, second) = (of(RelationWord::Between)?, of(RelationWord::And)?);
        let [a, b] = [self.moving(&first)?, self.moving(&second)?];
        let nodes = &mut self.values.nodes;
        let apart = vector::difference(nodes, b.position, a.position);
        let parting = vector::difference(nodes, b.velocity, a.velocity);
        let distance = vector::norm(nodes, apart);
        // Where both points are in one place there is no line.
        let zero = nodes.constant(0.0);
        let is_line = nodes.binary(BinaryOp::Gt, distance, zero);
        let along = vector::dot(nodes, apart, parting);
        let one = nodes.constant(1.0);
        let length = nodes.select(is_line, distance, one);
        let rate = nodes.over(along, length);
        Some(Stretched { distance, rate, is_line })
    }

    fn moving(&mut self, relation: &Relation) -> Option<Moving> {
        let frame = match relation.target {
            Target::World => FrameId::WORLD,
            Target::Element(id) => match self.values.entities.get(id)?.handle {
                Handle::Body { frame, .. } | Handle::Frame(frame) => frame,
                Handle::Joint(_)
                | Handle::Cable(_)
                | Handle::Load(_)
                | Handle::Constraint(_)
                | Handle::States { .. }
                | Handle::None => return None,
            },
            Target::Cable { cable, station } => {
                let Handle::Cable(cable) = self.values.entities.get(cable)?.handle else {
                    return None;
                };
                let nodes = &mut self.values.nodes;
                let mut read = |quantity| {
                    let sensor = Sensor::Cable { cable, station, quantity };
                    [0, 1, 2].map(|component| nodes.sensor(sensor, component))
                };
                let position = read(CableQuantity::Position);
                return Some(Moving { position, velocity: read(CableQuantity::Velocity) });
            }
            Target::Free | Target::Position(_) => return None,
        };
        Some(of_frame(&mut self.values.nodes, frame, relation.at))
    }

    /// N, by its law.
    fn pull(
        &mut self,
        context: Context,
        id: ElementId,
        Stretched { distance, rate, is_line: _ }: Stretched,
        name: &Name,
    ) -> Option<NodeId> {
        let law = self.values.entities.get(id)?.variant().and_then(ForceLaw::named)?;
        let mut value = |field: &str| {
            let field = self.elements.declared(id)?.field(field)?;
            self.field_value(context, id, field, name.span)
        };
        let mut number = |field: &str| match value(field)? {
            Value::Scalar { node, dimension: _ } => Some(node),
            _ => None,
        };
        match law {
            ForceLaw::Spring => {
                let [stiffness, damping, length] =
                    [number("stiffness")?, number("damping")?, number("length")?];
                let tension_only = value("tension_only")?;
                let nodes = &mut self.values.nodes;
                let stretch = nodes.minus(distance, length);
                let elastic = nodes.times(stiffness, stretch);
                let damper = nodes.times(damping, rate);
                let pull = nodes.plus(elastic, damper);
                match tension_only {
                    Value::Bool(false) => Some(pull),
                    Value::Bool(true) => {
                        let zero = nodes.constant(0.0);
                        let is_taut = nodes.binary(BinaryOp::Gt, stretch, zero);
                        let pull = nodes.binary(BinaryOp::Max, pull, zero);
                        Some(nodes.select(is_taut, pull, zero))
                    }
                    _ => None,
                }
            }
            ForceLaw::TableSpring => {
                let damping = number("damping")?;
                let Value::Table(table) = value("force")? else { return None };
                let nodes = &mut self.values.nodes;
                let (column, derivative) = (0, 0);
                let elastic =
                    nodes.add(Node::Lookup { table, column, argument: distance, derivative });
                let damper = nodes.times(damping, rate);
                Some(nodes.plus(elastic, damper))
            }
        }
    }
}

/// A point of a frame, `at` in its axes.
fn of_frame(nodes: &mut Nodes, frame: FrameId, at: Option<Vector>) -> Moving {
    let mut read = |quantity| {
        let sensor = Sensor::Frame { frame, quantity };
        [0, 1, 2].map(|component| nodes.sensor(sensor, component))
    };
    let position = read(FrameQuantity::Position);
    let velocity = read(FrameQuantity::Velocity);
    let turning = read(FrameQuantity::AngularVelocity);
    let Some(at) = at else { return Moving { position, velocity } };
    let sensor = Sensor::Frame { frame, quantity: FrameQuantity::Attitude };
    let turned = [0, 1, 2, 3].map(|component| nodes.sensor(sensor, component));
    let arm = attitude::rotate(nodes, turned, at);
    let position = vector::sum(nodes, position, arm);
    let swing = vector::cross(nodes, turning, arm);
    Moving { position, velocity: vector::sum(nodes, velocity, swing) }
}
