//! What a builtin function is given, and ways to take it.

use cdl_grammar::syntax::{Argument, Expr, Span};
use cdl_graph::NodeId;

use super::Builtin;
use crate::elaborate::context::Context;
use crate::elaborate::names::thing::{BuiltinId, Thing};
use crate::elaborate::values::coerce::{Of, bare_number, is_zero};
use crate::elaborate::values::types::{Ty, type_of};
use crate::elaborate::{Elaborator, report};
use crate::typed::Value;
use crate::units::Dimension;

/// A call of a builtin function with its arguments evaluated, in the order of the parameters.
pub(in crate::elaborate) struct Given<'a> {
    pub(super) builtin: &'static Builtin,
    pub(super) context: Context,
    pub(super) span: Span,
    pub(super) arguments: Vec<Option<(&'a Expr, Value)>>,
    /// The table column, where the first argument is one.
    pub(super) column: Option<crate::elaborate::names::thing::Column>,
}

impl<'a> Given<'a> {
    pub(super) fn value(&self, index: usize) -> Option<&Value> {
        self.arguments.get(index)?.as_ref().map(|(_, value)| value)
    }

    pub(super) fn expr(&self, index: usize) -> Option<&'a Expr> {
        self.arguments.get(index)?.as_ref().map(|(expr, _)| *expr)
    }

    /// For a message: ``the argument `x` of `clamp` ``.
    fn of(&self, index: usize) -> Of<'static> {
        let last = self.builtin.parameters.len().saturating_sub(1);
        let name = self.builtin.parameters.get(index.min(last)).map_or("", |own| own.name);
        Of::Argument { name, of: self.builtin.name }
    }
}

impl<'a> Elaborator<'a> {
    pub(in crate::elaborate) fn call_builtin(
        &mut self,
        context: Context,
        builtin: BuiltinId,
        arguments: &'a [Argument],
        span: Span,
    ) -> Value {
        let Some(builtin) = super::at(builtin) else { return Value::Error };
        let matched: Vec<Option<&'a Argument>> = if builtin.variadic {
            if let Some(named) = arguments.iter().find_map(|argument| argument.name.as_ref()) {
                let place = context.place(named.span);
                self.report(
                    context,
                    report::unknown_argument(place, &named.text, builtin.name, &[]),
                );
                return Value::Error;
            }
            if arguments.is_empty() {
                let place = context.place(span);
                let name = builtin.parameters.first().map_or("", |own| own.name);
                let signature = builtin.short_signature();
                let report = report::missing_argument(place, name, builtin.name, &signature);
                self.report(context, report);
                return Value::Error;
            }
            arguments.iter().map(Some).collect()
        } else {
            let parameters: Vec<(&str, bool)> =
                builtin.parameters.iter().map(|own| (own.name, own.default.is_some())).collect();
            match self.match_arguments(context, builtin.name, &parameters, arguments, span) {
                Some(matched) => matched,
                None => return Value::Error,
            }
        };
        let mut given =
            Given { builtin, context, span, arguments: Vec::with_capacity(4), column: None };
        for argument in matched {
            let Some(argument) = argument else {
                given.arguments.push(None);
                continue;
            };
            let expr = &argument.value;
            let value = match self.thing(context, expr) {
                Thing::Column(column) if builtin.name == "interpolate" => {
                    given.column = Some(column);
                    Value::Table(column.table)
                }
                thing => self.thing_value(context, expr, thing),
            };
            given.arguments.push(Some((expr, value)));
        }
        let broken =
            |argument: &Option<(&Expr, Value)>| matches!(argument, Some((_, Value::Error)));
        if given.arguments.iter().any(broken) {
            return Value::Error;
        }
        (builtin.apply)(self, &given)
    }

    /// Says that an argument has the wrong type.
    pub(super) fn wrong_argument(&mut self, given: &Given<'a>, index: usize, expected: &str) {
        let (Some(expr), Some(value)) = (given.expr(index), given.value(index)) else { return };
        let found = type_of(value, &self.elements);
        let place = given.context.place(expr.span);
        let of = given.of(index).words();
        self.report(given.context, report::wrong_type(place, expected, &found, of.as_deref()));
    }

    /// An argument that is a number of any dimension.
    pub(super) fn number_argument(
        &mut self,
        given: &Given<'a>,
        index: usize,
    ) -> Option<(NodeId, Dimension)> {
        match given.value(index)? {
            value @ (Value::Int(_) | Value::Scalar { .. }) => Some(self.scalar_parts(value)),
            _ => {
                self.wrong_argument(given, index, "a number");
                None
            }
        }
    }

    /// An argument without dimension.
    pub(super) fn plain_argument(&mut self, given: &Given<'a>, index: usize) -> Option<NodeId> {
        let (node, dimension) = self.number_argument(given, index)?;
        if dimension.is_none() {
            return Some(node);
        }
        let place = given.context.place(given.expr(index)?.span);
        let what = format!("`{}`", given.builtin.name);
        self.report(given.context, report::needs_plain_number(place, &what, dimension));
        None
    }

    /// An argument that is an angle; a bare number needs a unit.
    pub(super) fn angle_argument(&mut self, given: &Given<'a>, index: usize) -> Option<NodeId> {
        let (node, dimension) = self.number_argument(given, index)?;
        let (expr, of) = (given.expr(index)?, given.of(index));
        let fits = self.fits(given.context, expr, dimension, Dimension::NONE, "rad", of);
        fits.then_some(node)
    }

    pub(super) fn vector_argument(
        &mut self,
        given: &Given<'a>,
        index: usize,
    ) -> Option<([NodeId; 3], Dimension)> {
        match *given.value(index)? {
            Value::Vector { nodes, dimension } => Some((nodes, dimension)),
            _ => {
                self.wrong_argument(given, index, "a vector");
                None
            }
        }
    }

    pub(super) fn direction_argument(
        &mut self,
        given: &Given<'a>,
        index: usize,
    ) -> Option<[NodeId; 3]> {
        let (expr, value) = (given.expr(index)?, given.value(index)?.clone());
        match self.coerce(given.context, expr, value, &Ty::Direction, given.of(index)) {
            Value::Vector { nodes, .. } => Some(nodes),
            _ => None,
        }
    }

    pub(super) fn attitude_argument(
        &mut self,
        given: &Given<'a>,
        index: usize,
    ) -> Option<[NodeId; 4]> {
        match *given.value(index)? {
            Value::Attitude(nodes) => Some(nodes),
            _ => {
                self.wrong_argument(given, index, "an attitude");
                None
            }
        }
    }

    /// The dimension that several arguments have in common; literal zeros take that of the others.
    pub(super) fn common_argument_dimension(
        &mut self,
        given: &Given<'a>,
        parts: &[(usize, Dimension)],
    ) -> Option<Dimension> {
        let zero = |index: usize| given.expr(index).is_some_and(is_zero);
        // A bare number takes its unit from one that has one, not the other way round.
        let bare = |&(index, dimension): &(usize, Dimension)| {
            dimension.is_none() && given.expr(index).is_some_and(|expr| bare_number(expr).is_some())
        };
        let leading = parts
            .iter()
            .find(|part| !zero(part.0) && !bare(part))
            .or_else(|| parts.iter().find(|part| !zero(part.0)))
            .or_else(|| parts.first())?;
        for part @ &(index, dimension) in parts {
            if dimension == leading.1 || zero(index) {
                continue;
            }
            let (expr, first) = (given.expr(index)?, given.expr(leading.0)?);
            let place = given.context.place(expr.span);
            let of = given.of(index).words();
            let report = match bare_number(expr) {
                Some(text) if bare(part) => report::missing_unit(
                    place,
                    &text,
                    &crate::units::si_unit(leading.1),
                    of.as_deref(),
                ),
                _ => report::incompatible_arguments(
                    given.context.place(given.span),
                    given.builtin.name,
                    (given.context.place(first.span), leading.1),
                    (place, dimension),
                ),
            };
            self.report(given.context, report);
            return None;
        }
        Some(leading.1)
    }
}
