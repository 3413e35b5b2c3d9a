//! Elements that are values of a type of their own: `state error: Vector(Length) = START { rate = RATE }`, `var on = false`. Their
//! name stands for the value, so what it is has to be known as soon as somebody reads it: the start is
//! evaluated when the element is declared.

use std::sync::Arc;

use cdl_grammar::syntax::{Element, ElementName, Expr, Member};
use cdl_graph::{Sensor, StateId};

use super::Unfolding;
use super::written::is_broken;
use crate::elaborate::context::{Context, ScopeId};
use crate::elaborate::names::thing::Thing;
use crate::elaborate::report;
use crate::elaborate::values::fit::{Of, is_zero};
use crate::elaborate::values::types::Ty;
use crate::schema::{self, Kind, KindId, Variability};
use crate::typed::{ElementId, Enumeration, Field, Handle, StateShape, Value};
use crate::units::{self, Dimension};

/// What a state is.
#[derive(Clone)]
pub(super) struct Stated {
    shape: StateShape,
    /// Of one that is a value of an enum.
    of: Option<Arc<Enumeration>>,
    pub(super) dimension: Dimension,
    /// In which it is recorded.
    pub(super) unit: Option<&'static str>,
}

impl<'a> Unfolding<'_, 'a> {
    /// Declares an element that is a value, by its type or else by its start; its value.
    pub(super) fn declare_stated(
        &mut self,
        context: Context,
        scope: ScopeId,
        kind: &'static Kind,
        (member, element): (&Member, &Element),
        index: Option<i64>,
    ) -> Thing {
        let key = context.place(element.kind.span);
        if self.elements.active_states.contains(&(key, scope)) {
            let name = element.name.as_ref().map_or(kind.name, |name| &name.name.text);
            let place = context.place(element.kind.span);
            self.values.report(context, report::cyclic_start(place, name));
            return Thing::ERROR;
        }
        let ty = match &element.variant {
            Some(stated) => match self.values.stated_type(context, &stated.as_type()) {
                Some(ty @ (Ty::Scalar { .. } | Ty::Vector { .. })) => Some(ty),
                Some(ty @ (Ty::Bool | Ty::Enum(_))) if kind.id == KindId::Var => Some(ty),
                Some(ty) => {
                    let place = context.place(stated.span);
                    let report = match &ty {
                        Ty::Enum(of) => report::state_of_enum(place, &of.name),
                        _ => report::not_a_state_type(place, kind.name, &ty.name()),
                    };
                    self.values.report(context, report);
                    return Thing::ERROR;
                }
                None => return Thing::ERROR,
            },
            None => None,
        };
        self.elements.active_states.push((key, scope));
        let start = self.start_value(context, kind, element, ty.as_ref());
        self.elements.active_states.pop();
        let of_type = |ty| match ty {
            Ty::Scalar { dimension, unit } => Some((StateShape::Scalar, dimension, Some(unit))),
            Ty::Vector { dimension, unit } => Some((StateShape::Vector, dimension, Some(unit))),
            Ty::Bool => Some((StateShape::Truth, Dimension::NONE, None)),
            Ty::Enum(_) => Some((StateShape::Enum, Dimension::NONE, None)),
            _ => None,
        };
        let of = match (&ty, &start) {
            (Some(Ty::Enum(of)), _) | (None, Value::Enum { of, .. }) => Some(of.clone()),
            (_, _) => None,
        };
        let of_start = match start {
            Value::Scalar { dimension, .. } => Some((StateShape::Scalar, dimension, None)),
            Value::Vector { dimension, .. } => Some((StateShape::Vector, dimension, None)),
            Value::Condition(_) => Some((StateShape::Truth, Dimension::NONE, None)),
            Value::Enum { .. } => Some((StateShape::Enum, Dimension::NONE, None)),
            _ => None,
        };
        let Some((shape, dimension, unit)) = ty.and_then(of_type).or(of_start) else {
            self.look_at_fields(context, scope, element);
            return Thing::ERROR;
        };
        let handle = self.elements.counts.states(shape);
        let Handle::States { first, .. } = handle else { return Thing::ERROR };
        let id = self.new_element(context, scope, (kind, None), (member, element), index, handle);
        self.elements.stated.insert(id, Stated { shape, of: of.clone(), dimension, unit });
        self.elements.state_elements.insert(first, id);
        let place = element.law.as_ref().map_or(element.kind.span, |law| law.span);
        let field = Field { value: start, place: context.place(place), is_default: false };
        self.values.entities.set_field(id, schema::LAW, field);
        let mut component =
            |k: u32| self.values.nodes.sensor(Sensor::State(StateId(first.0 + k)), 0);
        Thing::Value(match shape {
            StateShape::Scalar => Value::Scalar { node: component(0), dimension },
            StateShape::Vector => Value::Vector { nodes: [0, 1, 2].map(component), dimension },
            StateShape::Truth => Value::Condition(component(0)),
            StateShape::Enum => match of {
                Some(of) => Value::Enum { node: component(0), of },
                None => Value::Error,
            },
        })
    }

    /// The fields of an element of which nobody knows what it is, such as one that starts from a parameter without a type
    /// in a component by itself: what they read is used, and what is wrong with them is said.
    fn look_at_fields(&mut self, context: Context, scope: ScopeId, element: &Element) {
        match &element.name {
            Some(ElementName { name, index: None }) => {
                self.values.names.settle(scope, &name.text, Thing::ERROR);
            }
            // What it has an index among is not known either.
            Some(ElementName { index: Some(_), .. }) | None => return,
        }
        for field in element.body.iter().flat_map(|body| &body.fields) {
            self.evaluator().value(context, &field.value);
        }
    }

    /// A scalar or a vector that does not vary; [`Value::Error`] after reporting anything else.
    fn start_value(
        &mut self,
        context: Context,
        kind: &'static Kind,
        element: &Element,
        ty: Option<&Ty>,
    ) -> Value {
        let Some(law) = &element.law else {
            let place = context.place(element.kind.span);
            self.lacks(context, place, kind, "start");
            return Value::Error;
        };
        if is_broken(element) {
            return Value::Error;
        }
        let value = match ty {
            Some(ty) => self.evaluator().typed_value(context, law, ty, Of::Law(kind.name)),
            None => self.evaluator().value(context, law),
        };
        let value = match value {
            Value::Int(_) | Value::Scalar { .. } => {
                let (node, dimension) = self.values.scalar_parts(&value);
                Value::Scalar { node, dimension }
            }
            Value::Vector { .. } | Value::Error => value,
            Value::Enum { .. } if kind.id == KindId::Var => value,
            Value::Bool(_) | Value::Condition(_) if kind.id == KindId::Var => {
                match self.values.truth_node(&value) {
                    Some(node) => Value::Condition(node),
                    None => Value::Error,
                }
            }
            other => {
                let found = self.values.type_of(&other);
                let place = context.place(law.span);
                let expected = match kind.id {
                    KindId::Var => "a quantity, a vector, a truth value or a value of an enum",
                    _ => "a quantity or a vector",
                };
                let report = report::wrong_type(place, expected, &found, None);
                self.values.report(context, report);
                return Value::Error;
            }
        };
        let found = self.values.variability(&value);
        if found > Variability::Param {
            let what = format!("the start of a {}", kind.name);
            self.evaluator().varies_too_much(context, law, &what, Variability::Param, found);
            return Value::Error;
        }
        value
    }

    /// The value of an expression as one of the type of an element; [`Value::Error`] after reporting anything else.
    pub(super) fn value_of_stated(
        &mut self,
        context: Context,
        id: ElementId,
        expr: &Expr,
        name: &str,
    ) -> Value {
        let Some(Stated { shape, of: values, dimension, unit }) = self.stated(id) else {
            return Value::Error;
        };
        let of = Of::Set(name);
        if let Some(values) = values {
            return self.evaluator().typed_value(context, expr, &Ty::Enum(values), of);
        }
        let value = self.evaluator().value(context, expr);
        let unit = unit.map_or_else(|| units::si_unit(dimension), str::to_owned);
        self.shaped(context, expr, value, (shape, dimension, &unit), (of, false))
    }

    /// What a state is.
    pub(super) fn stated(&self, id: ElementId) -> Option<Stated> {
        self.elements.stated.get(&id).cloned()
    }

    /// The value of a field that has the type of its element per second.
    pub(super) fn rate_of_stated(
        &mut self,
        context: Context,
        id: ElementId,
        expr: &Expr,
        field: &'static schema::Field,
    ) -> Value {
        let Some(Stated { shape, dimension, unit: unit_of_type, .. }) = self.stated(id) else {
            return Value::Error;
        };
        let of = Of::Field(field.name);
        let value = self.evaluator().value(context, expr);
        let Some(rate) = dimension.over(Dimension::TIME) else {
            let place = context.place(expr.span);
            self.values.report(context, report::dimension_too_large(place));
            return Value::Error;
        };
        let unit = units::si_unit(rate);
        // As it is without a type, that may not be what was meant.
        if let (StateShape::Scalar, Value::Scalar { dimension: found, .. }) = (shape, &value)
            && unit_of_type.is_none()
            && dimension.is_none()
            && !found.is_none()
            && *found != rate
        {
            let meant = found.over(rate).map(units::si_unit).unwrap_or_default();
            let place = context.place(expr.span);
            self.values.report(context, report::rate_of_a_number(place, *found, &meant));
            return Value::Error;
        }
        match self.shaped(context, expr, value, (shape, rate, &unit), (of, true)) {
            Value::Error => Value::Error,
            value => self.checked(context, expr, value, field),
        }
    }

    /// A value that is of a shape, and of a dimension that is written as `unit`; [`Value::Error`] after reporting anything
    /// else. A rate is what its state is.
    fn shaped(
        &mut self,
        context: Context,
        expr: &Expr,
        value: Value,
        (shape, dimension, unit): (StateShape, Dimension, &str),
        (of, is_rate): (Of<'_>, bool),
    ) -> Value {
        match (shape, value) {
            (_, Value::Error) => Value::Error,
            (StateShape::Truth, value @ (Value::Bool(_) | Value::Condition(_))) => {
                self.values.truth_node(&value).map_or(Value::Error, Value::Condition)
            }
            (StateShape::Scalar, value @ (Value::Int(_) | Value::Scalar { .. })) => {
                let (node, found) = self.values.scalar_parts(&value);
                match self.values.fits(context, expr, found, dimension, unit, of) {
                    true => Value::Scalar { node, dimension },
                    false => Value::Error,
                }
            }
            (StateShape::Vector, _) if is_zero(expr) => {
                let nodes = self.values.nodes.constant_vector([0.0; 3]);
                Value::Vector { nodes, dimension }
            }
            (StateShape::Vector, Value::Vector { nodes, dimension: found }) => {
                match self.values.fits(context, expr, found, dimension, unit, of) {
                    true => Value::Vector { nodes, dimension },
                    false => Value::Error,
                }
            }
            (shape, other) => {
                let expected = match shape {
                    StateShape::Truth => "true or false",
                    StateShape::Enum => "a value of an enum",
                    StateShape::Scalar if is_rate => "a scalar, as its state is",
                    StateShape::Scalar => "a scalar",
                    StateShape::Vector if is_rate => "a vector, as its state is",
                    StateShape::Vector => "a vector",
                };
                let found = self.values.type_of(&other);
                let place = context.place(expr.span);
                let report = report::wrong_type(place, expected, &found, of.words().as_deref());
                self.values.report(context, report);
                Value::Error
            }
        }
    }

    /// The unit that a state is recorded in.
    pub(super) fn unit_of_state(&self, state: StateId) -> Option<&'static str> {
        let first = (0..3).find_map(|k| {
            let id = self.element_of_state(StateId(state.0.checked_sub(k)?))?;
            self.stated(id)
        });
        first?.unit
    }

    /// The element whose first component a state is.
    pub(super) fn element_of_state(&self, first: StateId) -> Option<ElementId> {
        self.elements.state_elements.get(&first).copied()
    }
}
