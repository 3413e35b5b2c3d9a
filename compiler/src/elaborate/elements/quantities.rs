//! What can be read of an element: quantities that the dynamics provides, and its own fields.

use cdl_grammar::syntax::{Name, Span, Text};
use cdl_graph::{FrameId, JointQuantity, Measure, NodeId, Sensor, Station};

use super::Unfolding;
use super::cables::station;
use super::declared::Declared;
use crate::diagnostics::{self, NoSection};
use crate::elaborate::context::Context;
use crate::elaborate::names::thing::Thing;
use crate::elaborate::report;
use crate::schema::{self, Along, KindId, Quantity, Sensed, Shape, Variability};
use crate::typed::{ElementId, Entity, Handle, Value};

/// A quantity of the dynamics with the unit it is recorded in.
struct Reading {
    sensor: Sensor,
    shape: Shape,
    unit: &'static str,
}

impl<'a> Unfolding<'_, 'a> {
    /// Quantities, fields and what is declared in the block of an element.
    pub(super) fn entity_member(&mut self, context: Context, entity: Entity, name: &Name) -> Thing {
        if let Entity::Element(id) = entity
            && let Some(block) = self.elements.blocks.get(&id).copied()
            && self.values.names.binding(block, &name.text).is_some()
        {
            return self.evaluator().bound_thing(block, &name.text);
        }
        self.quantity_of(context, entity, name)
    }

    fn quantity_of(&mut self, context: Context, entity: Entity, name: &Name) -> Thing {
        match entity {
            Entity::Free => self.values.no_member(context, name, "`free`", &[]),
            Entity::World => {
                let quantities = KindId::Frame.kind().quantities;
                match self.frame_quantity(FrameId::WORLD, quantities, &name.text) {
                    Some(value) => Thing::Value(value),
                    None => {
                        let names = quantity_names(Some(KindId::Frame.kind().quantities));
                        self.values.no_member(context, name, "the world", &names)
                    }
                }
            }
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

    fn element_quantity(&mut self, context: Context, id: ElementId, name: &Name) -> Thing {
        let Some(element) = self.values.entities.get(id) else { return Thing::ERROR };
        let (handle, kind) = (element.handle, element.kind);
        let quantity = self.quantities(id).iter().find(|own| *own.name == *name.text);
        let reading = match (handle, quantity.map(|own| own.sensed)) {
            (Handle::Body { frame, .. } | Handle::Frame(frame), _) => {
                if let Some(value) = self.frame_quantity(frame, self.quantities(id), &name.text) {
                    return Thing::Value(value);
                }
                None
            }
            (Handle::Joint(joint), Some(Sensed::Joint(what, coordinate))) => {
                let sensor = Sensor::Joint { joint, quantity: what, coordinate };
                quantity.map(|own| Reading { sensor, shape: own.shape, unit: own.unit })
            }
            (Handle::Joint(joint), Some(Sensed::Drum(what))) => {
                let Some(own) = quantity else { return Thing::ERROR };
                let value = self.drum_quantity(context, id, (joint, what), own, name);
                return Thing::Value(self.derived(value, own.unit));
            }
            (Handle::Load(_), Some(Sensed::Spring(what))) => {
                let Some(own) = quantity else { return Thing::ERROR };
                let value = self.spring_quantity(context, id, (what, own), name);
                return Thing::Value(self.derived(value, own.unit));
            }
            (Handle::Constraint(constraint), Some(Sensed::Grip)) => {
                let sensor = Sensor::Multiplier { constraint, row: 0 };
                quantity.map(|own| Reading { sensor, shape: own.shape, unit: own.unit })
            }
            (Handle::Cable(_), Some(Sensed::Place(place))) => {
                return match place {
                    Along::Start => station(id, Station::Start),
                    Along::End => station(id, Station::End),
                    Along::Middle => self.middle(id),
                    Along::At => Thing::StationAt(id),
                };
            }
            (
                Handle::Joint(_)
                | Handle::Cable(_)
                | Handle::Load(_)
                | Handle::Constraint(_)
                | Handle::States { .. }
                | Handle::None,
                _,
            ) => None,
        };
        if let Some(reading) = reading {
            return Thing::Value(self.read(reading));
        }
        if let Some(value) = self.readable_field(context, id, &name.text, name.span) {
            return Thing::Value(value);
        }
        if let Some(station) = self.elements.profiled(context, id)
            && let Some(reading) = self.station_reading(id, station, &name.text)
        {
            return Thing::Value(self.read(reading));
        }
        let quantities = self.quantities(id);
        let of = format!("the {kind} `{}`", self.values.entities.path(id));
        let block = self.elements.blocks.get(&id).copied();
        let inner = block.map(|block| self.values.names.names(block)).unwrap_or_default();
        let mut names = quantity_names(Some(quantities));
        names.extend(inner.iter().map(Text::as_str));
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
            None if name == "mass"
                && self.values.entities.kind(id) == Some(KindId::Cable)
                && self.has_sections(id) =>
            {
                let cable = self.values.entities.path(id);
                let found = diagnostics::no_section(context.place(span), cable, NoSection::Mass);
                self.values.report(context, found);
                return Some(Value::Error);
            }
            None if self.values.entities.kind(id) == Some(KindId::Cable) && name == "mass" => {
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
                    self.values.entities.kind(id).map_or("element", KindId::name),
                    self.values.entities.path(id)
                );
                let declaration = self.values.declaration(Entity::Element(id));
                self.values.report(context, report::field_not_given(place, name, &of, declaration));
                Some(Value::Error)
            }
        }
    }

    fn station_reading(&self, cable: ElementId, station: Station, name: &str) -> Option<Reading> {
        let Handle::Cable(cable) = self.values.entities.get(cable)?.handle else { return None };
        let own = schema::STATION_QUANTITIES.iter().find(|own| own.name == name)?;
        let Sensed::Cable(quantity) = own.sensed else { return None };
        let sensor = Sensor::Cable { cable, station, quantity };
        Some(Reading { sensor, shape: own.shape, unit: own.unit })
    }

    fn frame_quantity(
        &mut self,
        frame: FrameId,
        quantities: &[Quantity],
        name: &str,
    ) -> Option<Value> {
        let own = quantities.iter().find(|own| own.name == name)?;
        match own.sensed {
            Sensed::Frame(quantity) => {
                let sensor = Sensor::Frame { frame, quantity };
                Some(self.read(Reading { sensor, shape: own.shape, unit: own.unit }))
            }
            Sensed::AttitudeAngle(angle) => {
                let node = self.attitude_angle(frame, angle);
                let dimension = self.values.schema_dimension(own.unit);
                Some(self.derived(Value::Scalar { node, dimension }, own.unit))
            }
            _ => None,
        }
    }

    /// Remembers the unit of a quantity that no sensor reads, but that follows from some.
    fn derived(&mut self, value: Value, unit: &'static str) -> Value {
        if let Value::Scalar { node, .. } = value
            && self.values.nodes.constant_value(node).is_none()
        {
            self.elements.derived_units.insert(node, unit);
        }
        value
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
            // So has what a grip holds with.
            Sensor::Multiplier { constraint, row } => {
                let row = row + index;
                self.values.nodes.sensor(Sensor::Multiplier { constraint, row }, 0)
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

    /// The unit of the signal that a statistic is about, unless it tells a time or a number.
    fn unit_of_statistic(&self, id: cdl_graph::StatisticId) -> Option<&'static str> {
        let own = self.values.concluded.get(id)?;
        match own.measure {
            Measure::Maximum
            | Measure::Minimum
            | Measure::Average
            | Measure::Rms
            | Measure::Deviation
            | Measure::Percentile => self.recorded_unit(own.of?),
            Measure::TimeOfMaximum
            | Measure::TimeOfMinimum
            | Measure::Count
            | Measure::Imbalance
            | Measure::ModeDamping(_)
            | Measure::LargestAmplitude => None,
            Measure::ModeFrequency(_) => Some("Hz"),
        }
    }

    /// The unit in which a quantity is recorded, for a node that reads one.
    pub(super) fn recorded_unit(&self, node: NodeId) -> Option<&'static str> {
        let node = self.values.nodes.meant(node);
        let cdl_graph::Node::Sensor { sensor, .. } = self.values.nodes.get(node)? else {
            return self.elements.derived_units.get(&node).copied();
        };
        let (quantities, sensed): (&[Quantity], Sensed) = match sensor {
            Sensor::Frame { quantity, .. } => {
                (KindId::Frame.kind().quantities, Sensed::Frame(quantity))
            }
            Sensor::Cable { quantity, .. } => (schema::STATION_QUANTITIES, Sensed::Cable(quantity)),
            Sensor::Multiplier { .. } => (KindId::Grip.kind().quantities, Sensed::Grip),
            Sensor::Statistic(own) => return self.unit_of_statistic(own),
            Sensor::State(state) => return self.unit_of_state(state),
            Sensor::Energy(part) => (schema::ENERGY, Sensed::Energy(part)),
            Sensor::Momentum => (schema::SYSTEM, Sensed::Momentum),
            Sensor::AngularMomentum => (schema::SYSTEM, Sensed::AngularMomentum),
            Sensor::Joint { joint, quantity, coordinate } => {
                // Of three components, which count as coordinates, the first is in the schema.
                let first = match quantity {
                    JointQuantity::Force | JointQuantity::Torque => 0,
                    JointQuantity::Coordinate
                    | JointQuantity::Rate
                    | JointQuantity::Acceleration
                    | JointQuantity::Effort => coordinate,
                };
                (self.quantities(self.elements.joint(joint)?), Sensed::Joint(quantity, first))
            }
        };
        quantities.iter().find(|own| own.sensed == sensed).map(|own| own.unit)
    }
}

fn quantity_names(quantities: Option<&'static [Quantity]>) -> Vec<&'static str> {
    quantities.unwrap_or_default().iter().map(|quantity| quantity.name).collect()
}
