//! What can be read of an element: quantities that the dynamics provides, and its own fields.

use cdl_grammar::syntax::{Argument, Name, Span};
use cdl_graph::{BinaryOp, FrameId, JointQuantity, NodeId, Sensor, Station};

use super::coerce::Of;
use super::thing::Thing;
use super::types::Ty;
use super::{Context, Elaborator, report};
use crate::schema::{self, Along, KindId, Quantity, Sensed, Shape, Variability};
use crate::symbolic::inertia;
use crate::typed::{ElementId, Entity, Handle, Value};

/// A quantity of the dynamics with the unit it is recorded in.
struct Reading {
    sensor: Sensor,
    shape: Shape,
    unit: &'static str,
}

impl<'a> Elaborator<'a> {
    pub(super) fn quantity_of(
        &mut self,
        context: Context,
        entity: Entity,
        name: &'a Name,
    ) -> Thing {
        match entity {
            Entity::Free => self.no_member(context, name, "`free`", &[]),
            Entity::World => {
                match frame_reading(FrameId::WORLD, KindId::Frame.kind().quantities, &name.text) {
                    Some(reading) => Thing::Value(self.read(reading)),
                    None => {
                        let names = quantity_names(Some(KindId::Frame.kind().quantities));
                        self.no_member(context, name, "the world", &names)
                    }
                }
            }
            Entity::Station { cable, station } => {
                match self.station_reading(cable, station, &name.text) {
                    Some(reading) => Thing::Value(self.read(reading)),
                    None => {
                        let names = quantity_names(Some(schema::STATION_QUANTITIES));
                        self.no_member(context, name, "a point of a cable", &names)
                    }
                }
            }
            Entity::Element(id) => self.element_quantity(context, id, name),
        }
    }

    fn element_quantity(&mut self, context: Context, id: ElementId, name: &'a Name) -> Thing {
        let Some(element) = self.elements.get(id.0 as usize) else { return Thing::ERROR };
        let (handle, kind) = (element.handle, element.kind);
        let quantity = self.quantities(id).iter().find(|own| *own.name == *name.text);
        let reading = match (handle, quantity.map(|own| own.sensed)) {
            (Handle::Body { frame, .. } | Handle::Frame(frame), _) => {
                frame_reading(frame, self.quantities(id), &name.text)
            }
            (Handle::Joint(joint), Some(Sensed::Joint(what, coordinate))) => {
                let sensor = Sensor::Joint { joint, quantity: what, coordinate };
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
            (Handle::Joint(_) | Handle::Cable(_) | Handle::Load(_) | Handle::None, _) => None,
        };
        if let Some(reading) = reading {
            return Thing::Value(self.read(reading));
        }
        if let Some(value) = self.readable_field(context, id, &name.text, name.span) {
            return Thing::Value(value);
        }
        let quantities = self.quantities(id);
        let of = format!("the {kind} `{}`", self.path(id));
        let block = self.declared.get(id.0 as usize).and_then(|own| own.block);
        let inner: Vec<&str> = block
            .map(|block| {
                let mut names: Vec<&str> = self.scope(block).names.keys().copied().collect();
                names.sort_unstable();
                names
            })
            .unwrap_or_default();
        let mut names = quantity_names(Some(quantities));
        names.extend(inner);
        self.no_member(context, name, &of, &names)
    }

    pub(super) fn path(&self, id: ElementId) -> &str {
        self.elements.get(id.0 as usize).map_or("", |element| &element.path)
    }

    /// What the schema says can be read of an element.
    pub(super) fn quantities(&self, id: ElementId) -> &'static [Quantity] {
        match self.declared.get(id.0 as usize) {
            None => &[],
            Some(declared) => match declared.variant {
                Some(variant) if !variant.quantities.is_empty() => variant.quantities,
                _ => declared.kind.quantities,
            },
        }
    }

    /// Fields of an element that are numbers can be read like quantities, such as `boat.mass`.
    fn readable_field(
        &mut self,
        context: Context,
        id: ElementId,
        name: &str,
        span: Span,
    ) -> Option<Value> {
        let declared = self.declared.get(id.0 as usize)?;
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
            None if declared_kind(self, id) == Some(KindId::Cable) && name == "mass" => {
                self.cable_mass(context, id, span)
            }
            value => value,
        };
        match value {
            Some(value) => Some(value),
            None => {
                let place = context.place(span);
                let kind = declared_kind(self, id).map_or("element", KindId::name);
                let of = format!("{kind} `{}`", self.path(id));
                let declaration = self.declaration(Entity::Element(id));
                self.report(context, report::field_not_given(place, name, &of, declaration));
                Some(Value::Error)
            }
        }
    }

    fn station_reading(&self, cable: ElementId, station: Station, name: &str) -> Option<Reading> {
        let Handle::Cable(cable) = self.elements.get(cable.0 as usize)?.handle else { return None };
        let own = schema::STATION_QUANTITIES.iter().find(|own| own.name == name)?;
        let Sensed::Cable(quantity) = own.sensed else { return None };
        let sensor = Sensor::Cable { cable, station, quantity };
        Some(Reading { sensor, shape: own.shape, unit: own.unit })
    }

    fn read(&mut self, reading: Reading) -> Value {
        let Reading { sensor, shape, unit } = reading;
        let dimension = self.schema_dimension(unit);
        // A vector of joint rates is three coordinates with one component each.
        let mut component = |index: u8| match sensor {
            Sensor::Joint { joint, quantity, coordinate } => {
                let coordinate = coordinate + index;
                self.nodes.sensor(Sensor::Joint { joint, quantity, coordinate }, 0)
            }
            sensor => self.nodes.sensor(sensor, index),
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
        let cdl_graph::Node::Sensor { sensor, .. } = self.nodes.signals.nodes.get(node.index())?
        else {
            return None;
        };
        let (quantities, sensed): (&[Quantity], Sensed) = match *sensor {
            Sensor::Frame { quantity, .. } => {
                (KindId::Frame.kind().quantities, Sensed::Frame(quantity))
            }
            Sensor::Cable { quantity, .. } => (schema::STATION_QUANTITIES, Sensed::Cable(quantity)),
            Sensor::Energy(part) => (schema::ENERGY, Sensed::Energy(part)),
            Sensor::Momentum => (schema::SYSTEM, Sensed::Momentum),
            Sensor::AngularMomentum => (schema::SYSTEM, Sensed::AngularMomentum),
            Sensor::Joint { joint, quantity, coordinate } => {
                let id = *self.joints.get(joint.index())?;
                // Of three components, which count as coordinates, the first is in the schema.
                let first = match quantity {
                    JointQuantity::Force | JointQuantity::Torque => 0,
                    JointQuantity::Coordinate
                    | JointQuantity::Rate
                    | JointQuantity::Acceleration
                    | JointQuantity::Effort => coordinate,
                };
                (self.quantities(id), Sensed::Joint(quantity, first))
            }
        };
        quantities.iter().find(|own| own.sensed == sensed).map(|own| own.unit)
    }

    fn middle(&mut self, cable: ElementId) -> Thing {
        let node = match self.stations.get(&cable) {
            Some(&node) => node,
            None => {
                let Some(field) =
                    self.declared.get(cable.0 as usize).and_then(|own| own.field("length"))
                else {
                    return Thing::ERROR;
                };
                let context = self.root_context();
                let length = match self.field_value(context, cable, field, Span::default()) {
                    Some(Value::Scalar { node, .. }) => node,
                    // That the length is wrong or missing is reported with the cable.
                    _ => return Thing::ERROR,
                };
                let half = self.nodes.constant(0.5);
                let node = self.nodes.binary(BinaryOp::Mul, half, length);
                self.stations.insert(cable, node);
                node
            }
        };
        station(cable, Station::ArcLength(node))
    }

    /// `tether.at(3 m)`
    pub(super) fn station_at(
        &mut self,
        context: Context,
        cable: ElementId,
        arguments: &'a [Argument],
        span: Span,
    ) -> Thing {
        let parameters = [("arc_length", false)];
        let called = format!("{}.at", self.path(cable));
        let Some(matched) = self.match_arguments(context, &called, &parameters, arguments, span)
        else {
            return Thing::ERROR;
        };
        let Some(Some(argument)) = matched.first() else { return Thing::ERROR };
        let dimension = crate::units::Dimension::LENGTH;
        let ty = Ty::Scalar { dimension, unit: "m" };
        let Value::Scalar { node, .. } =
            self.typed_value(context, &argument.value, &ty, Of::Position)
        else {
            return Thing::ERROR;
        };
        let found = self.nodes.variability(node);
        if found > Variability::Param {
            let what = "the place on a cable";
            self.varies_too_much(context, &argument.value, what, Variability::Param, found);
            return Thing::ERROR;
        }
        let field = self.declared.get(cable.0 as usize).and_then(|own| own.field("length"));
        let length = field.and_then(|field| self.field_value(context, cable, field, span));
        if let (Some(Value::Scalar { node: length, .. }), Some(at)) =
            (length, self.nodes.value(node))
            && let Some(length) = self.nodes.value(length)
            && !(0.0..=length).contains(&at)
        {
            let place = context.place(argument.value.span);
            let range = schema::Range::Between(0.0, length);
            let what = format!("a place on the cable `{}`", self.path(cable));
            self.report(context, crate::diagnostics::out_of_range(place, &what, at, "m", &range));
            return Thing::ERROR;
        }
        station(cable, Station::ArcLength(node))
    }

    /// The mass of a cable that is given in another way; `None` where it cannot be told.
    pub(super) fn cable_mass(
        &mut self,
        context: Context,
        cable: ElementId,
        span: Span,
    ) -> Option<Value> {
        let mut field = |name: &str| -> Option<Value> {
            let field = self.declared.get(cable.0 as usize)?.field(name)?;
            self.field_value(context, cable, field, span)
        };
        let (length, linear, density) =
            (field("length")?, field("linear_density"), field("density"));
        let (diameter, material) = (field("diameter"), field("material"));
        let density = match (density, material) {
            (Some(density), _) => Some(density),
            (None, Some(Value::Entity(Entity::Element(material)))) => {
                let field = self.declared.get(material.0 as usize)?.field("density")?;
                self.field_value(context, material, field, span)
            }
            (None, _) => None,
        };
        let dimension = crate::units::Dimension::MASS;
        match (length, linear, density, diameter) {
            (
                Value::Scalar { node: length, .. },
                Some(Value::Scalar { node: linear, .. }),
                _,
                _,
            ) => {
                let node = self.nodes.binary(BinaryOp::Mul, linear, length);
                Some(Value::Scalar { node, dimension })
            }
            (
                Value::Scalar { node: length, .. },
                None,
                Some(Value::Scalar { node: density, .. }),
                Some(Value::Scalar { node: diameter, .. }),
            ) => {
                let node = inertia::rod_mass(&mut self.nodes, density, diameter, length);
                Some(Value::Scalar { node, dimension })
            }
            _ => None,
        }
    }
}

fn station(cable: ElementId, station: Station) -> Thing {
    Thing::Value(Value::Entity(Entity::Station { cable, station }))
}

fn declared_kind(elaborator: &Elaborator<'_>, id: ElementId) -> Option<KindId> {
    elaborator.elements.get(id.0 as usize).map(|element| element.kind)
}

fn quantity_names(quantities: Option<&'static [Quantity]>) -> Vec<&'static str> {
    quantities.unwrap_or_default().iter().map(|quantity| quantity.name).collect()
}

fn frame_reading(frame: FrameId, quantities: &[Quantity], name: &str) -> Option<Reading> {
    let own = quantities.iter().find(|own| own.name == name)?;
    let Sensed::Frame(quantity) = own.sensed else { return None };
    let sensor = Sensor::Frame { frame, quantity };
    Some(Reading { sensor, shape: own.shape, unit: own.unit })
}
