//! What can be read of an element: quantities that the dynamics provides, and its own fields.

use cdl_grammar::syntax::{Name, Span};
use cdl_graph::{CableQuantity, FrameId, FrameQuantity, JointQuantity, NodeId, Sensor, Station};

use super::Unfolding;
use super::cables::station;
use super::declared::Declared;
use crate::elaborate::context::Context;
use crate::elaborate::names::thing::Thing;
use crate::elaborate::report;
use crate::schema::{self, Quantity, Shape, Variability};
use crate::typed::{ElementId, Entity, Handle, Value};

/// A quantity of the dynamics with the unit it is recorded in.
struct Reading {
    sensor: Sensor,
    shape: Shape,
    unit: &'static str,
}

impl<'a> Unfolding<'_, 'a> {
    /// Quantities, fields and what is declared in the block of an element.
    pub(super) fn entity_member(
        &mut self,
        context: Context,
        entity: Entity,
        name: &'a Name,
    ) -> Thing {
        if let Entity::Element(id) = entity
            && let Some(block) = self.elements.declared(id).and_then(|own| own.block)
            && self.values.names.binding(block, &name.text).is_some()
        {
            return self.evaluator().bound_thing(block, &name.text);
        }
        self.quantity_of(context, entity, name)
    }

    fn quantity_of(&mut self, context: Context, entity: Entity, name: &'a Name) -> Thing {
        match entity {
            Entity::Free => self.values.no_member(context, name, "`free`", &[]),
            Entity::World => match self.frame_reading(FrameId::WORLD, &name.text) {
                Some(reading) => Thing::Value(self.read(reading)),
                None => {
                    let names = quantity_names(schema::kind("frame").map(|kind| kind.quantities));
                    self.values.no_member(context, name, "the world", &names)
                }
            },
            Entity::Station { cable, station } => {
                match self.station_reading(cable, station, &name.text) {
                    Some(reading) => Thing::Value(self.read(reading)),
                    None => {
                        let names = quantity_names(Some(schema::STATION_QUANTITIES));
                        self.values.no_member(context, name, "a point of a cable", &names)
                    }
                }
            }
            Entity::Element(id) => self.element_quantity(context, id, name),
        }
    }

    fn element_quantity(&mut self, context: Context, id: ElementId, name: &'a Name) -> Thing {
        let Some(element) = self.values.entities.get(id) else { return Thing::ERROR };
        let (handle, kind) = (element.handle, element.kind);
        let reading = match handle {
            Handle::Body { frame, .. } | Handle::Frame(frame) => {
                self.frame_reading(frame, &name.text)
            }
            Handle::Joint(joint) => self.quantities(id).iter().find_map(|quantity| {
                let (what, coordinate) = joint_quantity(element.variant, quantity.name)?;
                (*quantity.name == *name.text).then_some(Reading {
                    sensor: Sensor::Joint { joint, quantity: what, coordinate },
                    shape: quantity.shape,
                    unit: quantity.unit,
                })
            }),
            Handle::Cable(_) => match name.text.as_ref() {
                "start" => return station(id, Station::Start),
                "end" => return station(id, Station::End),
                "mid" => return self.middle(id),
                "at" => return Thing::StationAt(id),
                _ => None,
            },
            Handle::Load(_) | Handle::None => None,
        };
        if let Some(reading) = reading {
            return Thing::Value(self.read(reading));
        }
        if let Some(value) = self.readable_field(context, id, &name.text, name.span) {
            return Thing::Value(value);
        }
        let quantities = self.quantities(id);
        let of = format!("the {kind} `{}`", self.values.entities.path(id));
        let block = self.elements.declared(id).and_then(|own| own.block);
        let inner: Vec<&str> =
            block.map(|block| self.values.names.names(block)).unwrap_or_default();
        let mut names = quantity_names(Some(quantities));
        names.extend(inner);
        self.values.no_member(context, name, &of, &names)
    }

    /// What the schema says can be read of an element.
    pub(super) fn quantities(&self, id: ElementId) -> &'static [Quantity] {
        self.elements.declared(id).map_or(&[], Declared::quantities)
    }

    /// Fields of an element that are numbers can be read like quantities, such as `boat.mass`.
    fn readable_field(
        &mut self,
        context: Context,
        id: ElementId,
        name: &str,
        span: Span,
    ) -> Option<Value> {
        let declared = self.elements.declared(id)?;
        let field = declared.field(name)?;
        let is_number = matches!(
            field.ty,
            schema::Type::Scalar(_)
                | schema::Type::Vector(_)
                | schema::Type::Matrix(_)
                | schema::Type::Attitude
                | schema::Type::Direction
                | schema::Type::Int
        );
        if !is_number || field.variability == Variability::Signal {
            return None;
        }
        let value = match self.field_value(context, id, field, span) {
            None if self.values.entities.kind(id) == Some("cable") && name == "mass" => {
                self.cable_mass(context, id, span)
            }
            value => value,
        };
        match value {
            Some(value) => Some(value),
            None => {
                let place = context.place(span);
                let of = format!(
                    "{} `{}`",
                    self.values.entities.kind(id).unwrap_or("element"),
                    self.values.entities.path(id)
                );
                let declaration = self.values.declaration(Entity::Element(id));
                self.values.report(context, report::field_not_given(place, name, &of, declaration));
                Some(Value::Error)
            }
        }
    }

    fn frame_reading(&self, frame: FrameId, name: &str) -> Option<Reading> {
        let (quantity, shape, unit) = match name {
            "position" => (FrameQuantity::Position, Shape::Vector, "m"),
            "attitude" => (FrameQuantity::Attitude, Shape::Attitude, "1"),
            "velocity" => (FrameQuantity::Velocity, Shape::Vector, "m/s"),
            "angular_velocity" => (FrameQuantity::AngularVelocity, Shape::Vector, "rad/s"),
            "acceleration" => (FrameQuantity::Acceleration, Shape::Vector, "m/s^2"),
            "angular_acceleration" => {
                (FrameQuantity::AngularAcceleration, Shape::Vector, "rad/s^2")
            }
            _ => return None,
        };
        Some(Reading { sensor: Sensor::Frame { frame, quantity }, shape, unit })
    }

    fn station_reading(&self, cable: ElementId, station: Station, name: &str) -> Option<Reading> {
        let Handle::Cable(cable) = self.values.entities.get(cable)?.handle else { return None };
        let (quantity, shape, unit) = match name {
            "position" => (CableQuantity::Position, Shape::Vector, "m"),
            "velocity" => (CableQuantity::Velocity, Shape::Vector, "m/s"),
            "acceleration" => (CableQuantity::Acceleration, Shape::Vector, "m/s^2"),
            "direction" => (CableQuantity::Direction, Shape::Vector, "1"),
            "tension" => (CableQuantity::Tension, Shape::Scalar, "N"),
            "force" => (CableQuantity::Force, Shape::Vector, "N"),
            _ => return None,
        };
        Some(Reading { sensor: Sensor::Cable { cable, station, quantity }, shape, unit })
    }

    fn read(&mut self, reading: Reading) -> Value {
        let Reading { sensor, shape, unit } = reading;
        let dimension = self.values.schema_dimension(unit);
        // A vector of joint rates is three coordinates with one component each.
        let mut component = |index: u8| match sensor {
            Sensor::Joint { joint, quantity, coordinate } => {
                let coordinate = coordinate + index;
                self.values.nodes.sensor(Sensor::Joint { joint, quantity, coordinate }, 0)
            }
            sensor => self.values.nodes.sensor(sensor, index),
        };
        match shape {
            Shape::Scalar => Value::Scalar { node: component(0), dimension },
            Shape::Vector => Value::Vector { nodes: [0, 1, 2].map(component), dimension },
            Shape::Attitude => Value::Attitude([0, 1, 2, 3].map(component)),
            Shape::Station => Value::Error,
        }
    }

    /// The unit in which a quantity is recorded, for a node that reads one.
    pub(super) fn recorded_unit(&self, node: NodeId) -> Option<&'static str> {
        let cdl_graph::Node::Sensor { sensor, .. } = self.values.nodes.get(node)? else {
            return None;
        };
        Some(match sensor {
            Sensor::Frame { quantity, .. } => match quantity {
                FrameQuantity::Position => "m",
                FrameQuantity::Attitude | FrameQuantity::Axes => "1",
                FrameQuantity::Velocity => "m/s",
                FrameQuantity::AngularVelocity => "rad/s",
                FrameQuantity::Acceleration => "m/s^2",
                FrameQuantity::AngularAcceleration => "rad/s^2",
            },
            Sensor::Cable { quantity, .. } => match quantity {
                CableQuantity::Position => "m",
                CableQuantity::Velocity => "m/s",
                CableQuantity::Acceleration => "m/s^2",
                CableQuantity::Direction => "1",
                CableQuantity::Tension | CableQuantity::Force => "N",
            },
            Sensor::Energy(_) => "J",
            Sensor::Momentum => "N.s",
            Sensor::AngularMomentum => "N.m.s",
            Sensor::Joint { quantity: JointQuantity::Force, .. } => "N",
            Sensor::Joint { quantity: JointQuantity::Torque, .. } => "N.m",
            Sensor::Joint { joint, quantity, coordinate } => {
                let element = self.elements.joint(*joint)?;
                let variant = self.values.entities.get(element)?.variant;
                let quantities = self.quantities(element);
                quantities
                    .iter()
                    .find(|own| {
                        joint_quantity(variant, own.name) == Some((*quantity, *coordinate))
                    })?
                    .unit
            }
        })
    }
}

fn quantity_names(quantities: Option<&'static [Quantity]>) -> Vec<&'static str> {
    quantities.unwrap_or_default().iter().map(|quantity| quantity.name).collect()
}

/// What a joint's quantity is in the graph: coordinates are counted as in
/// [`cdl_graph::JointKind`].
fn joint_quantity(variant: Option<&str>, name: &str) -> Option<(JointQuantity, u8)> {
    use JointQuantity::{Acceleration, Coordinate, Effort, Force, Rate, Torque};
    Some(match (variant?, name) {
        ("revolute", "angle") | ("prismatic", "displacement") => (Coordinate, 0),
        ("revolute" | "prismatic", "rate") => (Rate, 0),
        ("revolute" | "prismatic", "acceleration") => (Acceleration, 0),
        ("revolute", "torque") | ("prismatic", "force") => (Effort, 0),
        ("universal", "first") | ("cylindrical", "angle") | ("planar", "x") => (Coordinate, 0),
        ("universal", "second") | ("cylindrical", "displacement") | ("planar", "y") => {
            (Coordinate, 1)
        }
        ("planar", "angle") => (Coordinate, 2),
        ("universal", "first_rate") | ("cylindrical", "rate") | ("planar", "x_rate") => (Rate, 0),
        ("universal", "second_rate") | ("cylindrical", "speed") | ("planar", "y_rate") => (Rate, 1),
        ("planar", "rate") => (Rate, 2),
        ("spherical", "angular_velocity") => (Rate, 0),
        (_, "force" | "force_vector") => (Force, 0),
        (_, "torque" | "torque_vector") => (Torque, 0),
        _ => return None,
    })
}
