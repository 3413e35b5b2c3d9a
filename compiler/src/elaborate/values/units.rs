//! What unit tokens mean, each read once.

use cdl_grammar::syntax::Name;
use cdl_graph::{BinaryOp, NodeId};

use super::Values;
use crate::elaborate::context::Context;
use crate::elaborate::report;
use crate::typed::Value;
use crate::units::{Dimension, Unit, unit_named};

impl<'a> Values<'a> {
    /// What a unit token means; `None` after reporting that it means nothing.
    pub(in crate::elaborate) fn unit(&mut self, context: Context, unit: &Name) -> Option<Unit> {
        if let Some(&known) = self.units.get(unit.text.as_str()) {
            if known.is_none() {
                self.unknown_unit(context, unit);
            }
            return known;
        }
        let meaning = unit_named(&unit.text).ok();
        self.units.insert(unit.text.clone(), meaning);
        if meaning.is_none() {
            self.unknown_unit(context, unit);
        }
        meaning
    }

    fn unknown_unit(&mut self, context: Context, unit: &Name) {
        if let Err(unknown) = unit_named(&unit.text) {
            let place = context.place(unit.span);
            self.report(context, report::unknown_unit(place, &unit.text, &unknown));
        }
    }

    /// The dimension of a unit of the schema.
    pub(in crate::elaborate) fn schema_dimension(&mut self, unit: &'static str) -> Dimension {
        if let Some(Some(known)) = self.units.get(unit) {
            return known.dimension;
        }
        let meaning = unit_named(unit).ok();
        self.units.insert(unit.into(), meaning);
        meaning.map_or(Dimension::NONE, |unit| unit.dimension)
    }

    /// `number unit` behind a list or a call: everything in it times the unit.
    pub(in crate::elaborate) fn with_unit(
        &mut self,
        context: Context,
        value: Value,
        unit: &Name,
    ) -> Value {
        let Some(unit_meaning) = self.unit(context, unit) else { return Value::Error };
        let dimension = unit_meaning.dimension;
        let factor = unit_meaning.factor();
        let mut scaled = |node: NodeId| match self.nodes.constant_value(node) {
            Some(value) => self.nodes.constant(unit_meaning.to_si(value)),
            None if factor == 1.0 => node,
            None => {
                let factor = self.nodes.constant(factor);
                self.nodes.binary(BinaryOp::Mul, node, factor)
            }
        };
        match value {
            Value::Int(value) => {
                let node = self.nodes.constant(unit_meaning.to_si(value as f64));
                Value::Scalar { node, dimension }
            }
            Value::Scalar { node, dimension: own } if own.is_none() => {
                Value::Scalar { node: scaled(node), dimension }
            }
            Value::Vector { nodes, dimension: own } if own.is_none() => {
                Value::Vector { nodes: nodes.map(scaled), dimension }
            }
            Value::Matrix { nodes, dimension: own } if own.is_none() => {
                Value::Matrix { nodes: nodes.map(scaled), dimension }
            }
            Value::Array(values) => Value::Array(
                values
                    .iter()
                    .map(|value| self.with_unit(context, value.into_owned(), unit))
                    .collect(),
            ),
            Value::Error => Value::Error,
            other => {
                let found = self.type_of(&other);
                let place = context.place(unit.span);
                self.report(context, report::second_unit(place, &unit.text, &found));
                Value::Error
            }
        }
    }
}

/// The unit to propose for a dimension.
pub(super) fn unit_of(dimension: Dimension) -> &'static str {
    crate::units::QUANTITY_TYPES
        .iter()
        .find(|ty| crate::units::unit_named(ty.unit).is_ok_and(|unit| unit.dimension == dimension))
        .map_or("1", |ty| ty.unit)
}
