//! Bringing a value to the type that is asked for, or saying why it cannot be.

use std::sync::Arc;

use cdl_grammar::syntax::{Expr, ExprKind, UnaryOp};
use cdl_graph::NodeId;

use super::thing::Thing;
use super::types::{Ty, type_of};
use super::{Context, Elaborator, expression_text, report};
use crate::diagnostics;
use crate::schema::{KindId, Variability};
use crate::symbolic::vector;
use crate::typed::{Entity, Value};
use crate::units::Dimension;

/// What asks for a value, for messages.
#[derive(Clone, Copy, Debug)]
pub(super) enum Of<'s> {
    Nothing,
    Field(&'s str),
    Argument {
        name: &'s str,
        of: &'s str,
    },
    /// The expression after `=` of an element of this kind.
    Law(&'s str),
    Position,
}

impl Of<'_> {
    pub(super) fn words(self) -> Option<String> {
        match self {
            Of::Nothing => None,
            Of::Field(name) => Some(format!("the field `{name}`")),
            Of::Argument { name, of } => Some(format!("the argument `{name}` of `{of}`")),
            Of::Law(kind) => Some(format!("a {kind}")),
            Of::Position => Some("a position".to_owned()),
        }
    }
}

impl<'a> Elaborator<'a> {
    /// The value of an expression as a value of a type; reports and gives [`Value::Error`] where it
    /// is none.
    pub(super) fn typed_value(
        &mut self,
        context: Context,
        expr: &'a Expr,
        ty: &Ty,
        of: Of<'_>,
    ) -> Value {
        if let (Ty::Array(element), ExprKind::List { elements, unit: None }) = (ty, &expr.kind) {
            let values =
                elements.iter().map(|expr| self.typed_value(context, expr, element, of)).collect();
            return Value::Array(values);
        }
        let value = self.value(context, expr);
        self.coerce(context, expr, value, ty, of)
    }

    pub(super) fn coerce(
        &mut self,
        context: Context,
        expr: &'a Expr,
        value: Value,
        ty: &Ty,
        of: Of<'_>,
    ) -> Value {
        match (value, ty) {
            (Value::Error, _) => Value::Error,
            (value @ Value::Int(_), Ty::Int)
            | (value @ (Value::Bool(_) | Value::Condition(_)), Ty::Bool)
            | (value @ Value::Text(_), Ty::Text)
            | (value @ Value::Attitude(_), Ty::Attitude)
            | (value @ Value::Table(_), Ty::Table) => value,
            (Value::Scalar { node, dimension }, Ty::Int) if dimension.is_none() => {
                self.whole_number(context, expr, node)
            }
            (value @ (Value::Int(_) | Value::Scalar { .. }), &Ty::Scalar { dimension, unit }) => {
                let (node, found) = self.scalar_parts(&value);
                if self.fits(context, expr, found, dimension, unit, of) {
                    Value::Scalar { node, dimension }
                } else {
                    Value::Error
                }
            }
            (Value::Vector { nodes, dimension: found }, &Ty::Vector { dimension, unit }) => {
                if self.fits(context, expr, found, dimension, unit, of) {
                    Value::Vector { nodes, dimension }
                } else {
                    Value::Error
                }
            }
            (Value::Matrix { nodes, dimension: found }, &Ty::Matrix { dimension, unit }) => {
                if self.fits(context, expr, found, dimension, unit, of) {
                    Value::Matrix { nodes, dimension }
                } else {
                    Value::Error
                }
            }
            (Value::Vector { nodes, dimension }, Ty::Direction) => {
                if self.fits(context, expr, dimension, Dimension::NONE, "1", of) {
                    self.direction(context, expr, nodes)
                } else {
                    Value::Error
                }
            }
            // Zero is a vector of any length too.
            (Value::Int(0), &Ty::Vector { dimension, .. }) if is_zero(expr) => {
                Value::Vector { nodes: self.nodes.constant_vector([0.0; 3]), dimension }
            }
            (Value::Vector { nodes, dimension }, Ty::Array(element)) => {
                let values: Arc<[Value]> = nodes
                    .into_iter()
                    .map(|node| {
                        self.coerce(context, expr, Value::Scalar { node, dimension }, element, of)
                    })
                    .collect();
                Value::Array(values)
            }
            (Value::Array(values), Ty::Array(element)) => {
                let values: Arc<[Value]> = values
                    .iter()
                    .map(|value| self.coerce(context, expr, value.clone(), element, of))
                    .collect();
                Value::Array(values)
            }
            (Value::Entity(entity), Ty::Entity(kinds)) => {
                self.entity_of(context, expr, entity, kinds)
            }
            (value, ty) => {
                let found = type_of(&value, &self.elements);
                let place = context.place(expr.span);
                let of = of.words();
                let mut report = report::wrong_type(place, &ty.name(), &found, of.as_deref());
                if let (Ty::Scalar { .. }, Value::Vector { .. }) = (ty, &value) {
                    report.notes.push("take a component (`.x`) or the length (`norm`)".to_owned());
                }
                self.report(context, report);
                Value::Error
            }
        }
    }

    /// Whether a quantity of dimension `found` may stand where one of `expected` is asked for; says
    /// what is wrong otherwise.
    pub(super) fn fits(
        &mut self,
        context: Context,
        expr: &Expr,
        found: Dimension,
        expected: Dimension,
        unit: &str,
        of: Of<'_>,
    ) -> bool {
        let place = context.place(expr.span);
        let needs_unit = !expected.is_none() || unit == "rad";
        if found.is_none() && needs_unit {
            if is_zero(expr) {
                return true;
            }
            if let Some(text) = bare_number(expr) {
                self.report(
                    context,
                    report::missing_unit(place, &text, unit, of.words().as_deref()),
                );
                return false;
            }
        }
        if found == expected {
            return true;
        }
        self.report(context, report::wrong_dimension(place, unit, found, of.words().as_deref()));
        false
    }

    /// A constant number as a whole number.
    fn whole_number(&mut self, context: Context, expr: &'a Expr, node: NodeId) -> Value {
        let found = self.nodes.variability(node);
        if found > Variability::Const {
            self.varies_too_much(context, expr, "a whole number", Variability::Const, found);
            return Value::Error;
        }
        let value = self.nodes.value(node).unwrap_or(f64::NAN);
        // Beyond 2^53 not every whole number is a float.
        if value.fract() == 0.0 && value.abs() <= 9.0e15 {
            return Value::Int(value as i64);
        }
        let place = context.place(expr.span);
        self.report(context, report::not_whole(place, value));
        Value::Error
    }

    /// A vector of length one.
    fn direction(&mut self, context: Context, expr: &Expr, nodes: [NodeId; 3]) -> Value {
        let dimension = Dimension::NONE;
        let values = nodes.map(|node| self.nodes.constant_value(node));
        if let [Some(x), Some(y), Some(z)] = values {
            let length = (x * x + y * y + z * z).sqrt();
            if !(length > 0.0 && length.is_finite()) {
                let place = context.place(expr.span);
                self.report(context, report::no_direction(place));
                return Value::Error;
            }
            if length == 1.0 {
                return Value::Vector { nodes, dimension };
            }
            let nodes = self.nodes.constant_vector([x / length, y / length, z / length]);
            return Value::Vector { nodes, dimension };
        }
        let length = vector::norm(&mut self.nodes.signals, nodes);
        let nodes = nodes.map(|node| self.nodes.binary(cdl_graph::BinaryOp::Div, node, length));
        Value::Vector { nodes, dimension }
    }

    fn entity_of(
        &mut self,
        context: Context,
        expr: &Expr,
        entity: Entity,
        kinds: &[KindId],
    ) -> Value {
        let fits = match entity {
            Entity::World => kinds.contains(&KindId::Frame),
            Entity::Element(id) => self
                .elements
                .get(id.0 as usize)
                .is_some_and(|element| kinds.contains(&element.kind)),
            Entity::Free | Entity::Station { .. } => false,
        };
        if fits {
            return Value::Entity(entity);
        }
        let place = context.place(expr.span);
        let found = self.kind_in_words(entity);
        let declared = self.declaration(entity);
        let name = expression_text::text(expr);
        let expected = kinds_in_words(kinds);
        self.report(context, diagnostics::wrong_entity(place, &name, &expected, &found, declared));
        Value::Error
    }

    /// Such as `a cable`.
    pub(super) fn kind_in_words(&self, entity: Entity) -> String {
        match entity {
            Entity::World => "the world".to_owned(),
            Entity::Free => "the word `free`".to_owned(),
            Entity::Element(id) => match self.elements.get(id.0 as usize) {
                Some(element) => crate::units::with_article(element.kind.name()),
                None => "an element".to_owned(),
            },
            Entity::Station { .. } => "a point of a cable".to_owned(),
        }
    }

    /// Where an entity was declared.
    pub(super) fn declaration(&self, entity: Entity) -> Option<crate::place::Place> {
        match entity {
            Entity::Element(id) | Entity::Station { cable: id, .. } => {
                self.elements.get(id.0 as usize).map(|element| element.place)
            }
            Entity::World | Entity::Free => None,
        }
    }

    /// The node and dimension of a number; a constant zero for anything else.
    pub(super) fn scalar_parts(&mut self, value: &Value) -> (NodeId, Dimension) {
        match *value {
            Value::Int(value) => (self.nodes.constant(value as f64), Dimension::NONE),
            Value::Scalar { node, dimension } => (node, dimension),
            _ => (self.nodes.constant(0.0), Dimension::NONE),
        }
    }

    /// What an expression means as a value; parts, functions and the like are none.
    pub(super) fn value(&mut self, context: Context, expr: &'a Expr) -> Value {
        let thing = self.thing(context, expr);
        self.thing_value(context, expr, thing)
    }

    pub(super) fn thing_value(&mut self, context: Context, expr: &Expr, thing: Thing) -> Value {
        match thing {
            Thing::Value(value) => return value,
            Thing::Array(array) => {
                let elements: Option<Arc<[Value]>> = self
                    .array(array)
                    .entries
                    .values()
                    .map(|(thing, _)| match thing {
                        Thing::Value(value) => Some(value.clone()),
                        _ => None,
                    })
                    .collect();
                if let Some(values) = elements {
                    return Value::Array(values);
                }
            }
            _ => {}
        }
        let place = context.place(expr.span);
        self.report(context, report::not_a_value(place, &thing));
        Value::Error
    }
}

impl Ty {
    /// As one would state it.
    pub(super) fn name(&self) -> String {
        match self {
            Ty::Int => "Int".to_owned(),
            Ty::Bool => "Bool".to_owned(),
            Ty::Text => "Text".to_owned(),
            Ty::Scalar { unit, .. } => crate::units::unit_in_words(unit),
            Ty::Vector { unit, dimension } => match dimension.is_none() && *unit != "rad" {
                true => "Vector".to_owned(),
                false => format!("Vector({})", crate::units::unit_in_words(unit)),
            },
            Ty::Direction => "Direction".to_owned(),
            Ty::Attitude => "Attitude".to_owned(),
            Ty::Matrix { unit, .. } => format!("Matrix({})", crate::units::unit_in_words(unit)),
            Ty::Array(element) => format!("Array({})", element.name()),
            Ty::Entity(kinds) => kinds_in_words(kinds),
            Ty::Table => "Table".to_owned(),
        }
    }
}

/// `a frame or a body`
pub(super) fn kinds_in_words(kinds: &[KindId]) -> String {
    let kinds: Vec<String> =
        kinds.iter().map(|kind| crate::units::with_article(kind.name())).collect();
    kinds.join(" or ")
}

/// Whether an expression is a literal zero, which stands for zero of any dimension.
pub(super) fn is_zero(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Number { digits, unit: None } => digits.parse() == Ok(0.0),
        ExprKind::Unary { op: UnaryOp::Negate, operand } => is_zero(operand),
        ExprKind::List { elements, unit: None } => {
            !elements.is_empty() && elements.iter().all(is_zero)
        }
        _ => false,
    }
}

/// The text of a number without a unit, or of a list of such.
pub(super) fn bare_number(expr: &Expr) -> Option<String> {
    match &expr.kind {
        ExprKind::Number { digits, unit: None } => Some(digits.to_string()),
        ExprKind::Unary { op: UnaryOp::Negate, operand } => {
            bare_number(operand).map(|text| format!("-{text}"))
        }
        ExprKind::List { elements, unit: None } => {
            let texts: Option<Vec<String>> = elements.iter().map(bare_number).collect();
            Some(format!("[{}]", texts?.join(", ")))
        }
        ExprKind::Call { callee, arguments, unit: None } => {
            let ExprKind::Name(name) = &callee.kind else { return None };
            if !matches!(name.as_ref(), "diag" | "symmetric") {
                return None;
            }
            let texts: Option<Vec<String>> =
                arguments.iter().map(|argument| bare_number(&argument.value)).collect();
            Some(format!("{name}({})", texts?.join(", ")))
        }
        _ => None,
    }
}
