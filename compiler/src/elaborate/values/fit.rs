//! Whether a value may stand where one of a dimension, a direction or an element is asked for.

use cdl_grammar::syntax::{BinaryOp, Expr, ExprKind, ItemKind, UnaryOp};
use cdl_graph::NodeId;

use super::Values;
use super::defined::Defined;
use super::materials;
use super::thunks::Role;
use super::types::{Ty, kinds_in_words};
use crate::diagnostics;
use crate::elaborate::context::Context;
use crate::elaborate::names::scope::{Binding, Bound};
use crate::elaborate::sources::Meaning;

use crate::elaborate::{expression_text, report};
use crate::place::Place;
use crate::schema::KindId;
use crate::symbolic::vector;
use crate::typed::{Entity, Value};
use crate::units::{Dimension, unit_named};

/// What asks for a value, for messages.
#[derive(Clone, Copy, Debug)]
pub(in crate::elaborate) enum Of<'s> {
    Nothing,
    Field(&'s str),
    Argument {
        name: &'s str,
        of: &'s str,
    },
    /// The expression after `=` of an element of this kind.
    Law(&'s str),
    /// The same of one on a point, where between two another type stands.
    LawOn(&'s str),
    /// The same of one between two points.
    LawBetween(&'s str),
    /// The new value of a name, in an event.
    Set(&'s str),
    Position,
}

impl Of<'_> {
    pub(in crate::elaborate) fn words(self) -> Option<String> {
        match self {
            Of::Nothing => None,
            Of::Field(name) => Some(format!("the field `{name}`")),
            Of::Argument { name, of } => Some(format!("the argument `{name}` of `{of}`")),
            Of::Law(kind) => Some(crate::units::with_article(kind)),
            Of::LawOn(kind) => Some(format!("a {kind} on a point")),
            Of::LawBetween(kind) => Some(format!("a {kind} between two points")),
            Of::Set(name) => Some(format!("`{name}`")),
            Of::Position => Some("a position".to_owned()),
        }
    }
}

impl Values<'_> {
    /// Whether a quantity of dimension `found` may stand where one of `expected` is asked for; says
    /// what is wrong otherwise.
    pub(in crate::elaborate) fn fits(
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
            if unit == "rad" && is_computed_of_numbers(expr) {
                let written = expression_text::text(expr);
                self.report(context, diagnostics::computed_angle(place, &written));
                return false;
            }
            if let Some((at, name, text)) = self.named_number(context, expr) {
                let of = of.words().map(|of| format!("`{name}`, which {of} takes,"));
                self.report(context, report::missing_unit(at, &text, unit, of.as_deref()));
                return false;
            }
        }
        if found == expected {
            return true;
        }
        self.report(context, report::wrong_dimension(place, unit, found, of.words().as_deref()));
        false
    }

    /// A bare number that an expression has by a name, as `2 * l` after `const l = 10`: where it stands, the name, and the number. It
    /// lacks its unit there, however often it is used.
    fn named_number(&self, context: Context, expr: &Expr) -> Option<(Place, String, String)> {
        let name = only_name(expr)?;
        let is_given = |call| self.names.calls.argument(call, name).is_some();
        if self.names.turns.variable(context.turn, name).is_some()
            || context.call.is_some_and(is_given)
        {
            return None;
        }
        let scope = context.scope.and_then(|scope| self.names.declaring(scope, name));
        let (value, at) = match scope.and_then(|scope| self.names.binding(scope, name)) {
            Some(Binding { bound: Bound::Thunk(thunk), .. }) => {
                let thunk = self.thunks.get(*thunk);
                if thunk.role != Role::Let || thunk.states_type() {
                    return None;
                }
                self.defined(thunk.definition)?
            }
            Some(_) => return None,
            None => {
                let definition = self.sources.names(context.source.module).names.get(name)?;
                let Meaning::Const(key) = definition.meaning else { return None };
                match &self.sources.item(key)?.kind {
                    ItemKind::Const(own) if own.ty.is_none() => {
                        (Defined::Lent(&own.value), self.item_context(key))
                    }
                    _ => return None,
                }
            }
        };
        let value = value.expr()?;
        Some((at.place(value.span), name.to_owned(), bare_number(value)?))
    }

    /// A vector of length one.
    pub(in crate::elaborate) fn direction(
        &mut self,
        context: Context,
        expr: &Expr,
        nodes: [NodeId; 3],
    ) -> Value {
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
        let length = vector::norm(&mut self.nodes, nodes);
        let nodes = nodes.map(|node| self.nodes.binary(cdl_graph::BinaryOp::Div, node, length));
        Value::Vector { nodes, dimension }
    }

    pub(super) fn entity_of(
        &mut self,
        context: Context,
        expr: &Expr,
        entity: Entity,
        kinds: &[KindId],
    ) -> Value {
        let fits = match entity {
            Entity::World => kinds.contains(&KindId::Frame),
            Entity::Element(id) => {
                self.entities.get(id).is_some_and(|element| kinds.contains(&element.kind))
            }
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
    pub(in crate::elaborate) fn kind_in_words(&self, entity: Entity) -> String {
        match entity {
            Entity::World => "the world".to_owned(),
            Entity::Free => "the word `free`".to_owned(),
            Entity::Element(id) => match self.entities.get(id) {
                Some(element) => crate::units::with_article(element.kind.name()),
                None => "an element".to_owned(),
            },
            Entity::Station { .. } => "a point of a cable".to_owned(),
        }
    }

    /// Where an entity was declared.
    pub(in crate::elaborate) fn declaration(&self, entity: Entity) -> Option<crate::place::Place> {
        match entity {
            Entity::Element(id) | Entity::Station { cable: id, .. } => {
                self.entities.get(id).map(|element| element.place)
            }
            Entity::World | Entity::Free => None,
        }
    }

    /// The node and dimension of a number; a constant zero for anything else.
    pub(in crate::elaborate) fn scalar_parts(&mut self, value: &Value) -> (NodeId, Dimension) {
        match *value {
            Value::Int(value) => (self.nodes.constant(value as f64), Dimension::NONE),
            Value::Scalar { node, dimension } => (node, dimension),
            _ => (self.nodes.constant(0.0), Dimension::NONE),
        }
    }

    /// A value as a direction.
    pub(super) fn as_direction(
        &mut self,
        context: Context,
        expr: &Expr,
        value: &Value,
        of: Of<'_>,
    ) -> Value {
        let Value::Vector { nodes, dimension } = *value else {
            return self.mismatch(context, expr, value, &Ty::Direction, of);
        };
        if self.fits(context, expr, dimension, Dimension::NONE, "1", of) {
            self.direction(context, expr, nodes)
        } else {
            Value::Error
        }
    }

    /// Says that a value has another type than the one that is asked for.
    pub(super) fn mismatch(
        &mut self,
        context: Context,
        expr: &Expr,
        value: &Value,
        ty: &Ty,
        of: Of<'_>,
    ) -> Value {
        let found = self.type_of(value);
        let place = context.place(expr.span);
        let words = of.words();
        let mut report = report::wrong_type(place, &ty.name(), &found, words.as_deref());
        match (of, value) {
            (Of::LawOn(kind), Value::Scalar { .. } | Value::Int(_)) => {
                let usage = format!("{kind} NAME between A and B = SCALAR");
                report.notes.push(format!("a scalar acts along the line of two points: `{usage}`"));
            }
            (Of::LawBetween(kind), Value::Vector { .. }) => {
                let usage = format!("{kind} NAME on POINT = VECTOR");
                report.notes.push(format!("a vector acts on one point: `{usage}`"));
            }
            (Of::Field(field), Value::Struct(entries)) => {
                report.notes.extend(materials::of_record(expr, field, ty, entries));
            }
            (_, Value::Text(text)) if is_quantity(text) && !matches!(ty, Ty::Text) => {
                report.notes.push(format!("write `{text}`, without quotes"));
            }
            _ => {}
        }
        if let (Ty::Direction | Ty::Vector { .. }, Value::Array(values)) = (ty, value)
            && values.len() != 3
        {
            let count = values.len();
            report.message = format!("a vector has three components, this list has {count}");
            report.notes.extend(missing_comma(expr));
        }
        if let (Ty::Enum(asked), Value::Enum { of, .. }) = (ty, value)
            && asked.name == of.name
        {
            report.notes.push("two enums of one name are two types".to_owned());
        }
        if let (Ty::Scalar { .. }, Value::Vector { .. }) = (ty, value) {
            report.notes.push("take a component (`.x`) or the length (`norm`)".to_owned());
        }
        if let ExprKind::Name(name) = &expr.kind
            && let Some(hidden) = context.scope.and_then(|scope| self.names.hidden(scope, name))
        {
            let how = format!(
                "two are called `{name}`, and the nearer one is meant here: give one of them another name"
            );
            report = report.related(hidden, "hidden here").note(how);
        }
        self.report(context, report);
        Value::Error
    }
}

/// Whether a text is a number with its unit.
fn is_quantity(text: &str) -> bool {
    let end = text.find(|c: char| !(c.is_ascii_digit() || ".-+".contains(c)));
    let (number, unit) = text.split_at(end.unwrap_or(text.len()));
    let unit = unit.trim();
    number.parse::<f64>().is_ok() && (unit.is_empty() || unit_named(unit).is_ok())
}

/// Of a list like `[0, 0 -1]`.
fn missing_comma(expr: &Expr) -> Option<String> {
    let ExprKind::List { elements, .. } = &expr.kind else { return None };
    elements.iter().find_map(|element| match &element.kind {
        ExprKind::Binary { op: BinaryOp::Subtract | BinaryOp::Add, op_span, left, right }
            if op_span.start > left.span.end && op_span.end == right.span.start =>
        {
            let text = expression_text::text(element);
            Some(format!("`{text}` is one number: is a comma missing in it?"))
        }
        _ => None,
    })
}

/// Whether an expression is a literal zero, which stands for zero of any dimension.
pub(in crate::elaborate) fn is_zero(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Number { digits, unit: None } => digits.parse() == Ok(0.0),
        ExprKind::Unary { op: UnaryOp::Negate, operand } => is_zero(operand),
        ExprKind::List { elements, unit: None } => {
            !elements.is_empty() && elements.iter().all(is_zero)
        }
        _ => false,
    }
}

/// Whether an expression says numbers and operators alone, as `2 * 30`: whether that is in radians it does not tell, as `pi / 4` does.
fn is_computed_of_numbers(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Number { unit, .. } => unit.is_none(),
        ExprKind::Unary { operand, .. } => is_computed_of_numbers(operand),
        ExprKind::Binary { left, right, .. } => {
            is_computed_of_numbers(left) && is_computed_of_numbers(right)
        }
        _ => false,
    }
}

/// The name without which an expression would be a number: `l`, `-l`, `2 * l`.
fn only_name(expr: &Expr) -> Option<&str> {
    match &expr.kind {
        ExprKind::Name(name) => Some(name),
        ExprKind::Unary { op: UnaryOp::Negate, operand } => only_name(operand),
        ExprKind::Binary { op: BinaryOp::Multiply, left, right, .. }
            if bare_number(left).is_some() =>
        {
            only_name(right)
        }
        ExprKind::Binary { op: BinaryOp::Multiply | BinaryOp::Divide, left, right, .. }
            if bare_number(right).is_some() =>
        {
            only_name(left)
        }
        _ => None,
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
