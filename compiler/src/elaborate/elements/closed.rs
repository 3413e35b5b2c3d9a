//! Values that are the same wherever they stand: `12 mm`, `rotated(down, 30 deg, about = y)`. In a loop or a component
//! such a value is evaluated once.

use cdl_grammar::syntax::{BinaryOp, Expr, ExprKind, Text};

use super::Unfolding;
use crate::elaborate::context::Context;
use crate::place::Place;
use crate::schema::Field;
use crate::typed::Value;

/// The value of an expression for a field, by where it stands and the address of the field.
pub(super) type Key = (Place, usize);

/// What is known of an expression that has been evaluated.
pub(super) enum Closed {
    /// It depends on where it stands, or may do so.
    Open,
    /// It does not while none of these names is declared around it.
    Value { value: Value, names: Vec<Text> },
}

pub(super) fn key(context: Context, expr: &Expr, field: &'static Field) -> Key {
    (context.place(expr.span), std::ptr::from_ref(field).addr())
}

impl<'a> Unfolding<'_, 'a> {
    /// The value that an expression has had elsewhere and has here too.
    pub(super) fn closed_value(&self, context: Context, key: Key) -> Option<Value> {
        let Some(Closed::Value { value, names }) = self.elements.closed.get(&key) else {
            return None;
        };
        self.is_closed(context, names).then(|| value.clone())
    }

    /// Keeps a value for the next turn. Nothing is kept of a model in which something is wrong, as what is wrong is
    /// told of each instance, nor where somebody looks at each value.
    pub(super) fn keep_closed(&mut self, context: Context, key: Key, expr: &Expr, value: &Value) {
        let is_good = self.values.reports.is_empty() && !matches!(value, Value::Error);
        if !is_good || self.elements.closed.contains_key(&key) {
            return;
        }
        let mut names = Vec::new();
        let known = self.values.sources.names(context.source.module);
        let is_closed = collect(expr, &mut names)
            && !names.iter().any(|name| known.names.contains_key(*name))
            && self.is_closed(context, &names);
        let names: Vec<Text> = names.into_iter().map(Text::from).collect();
        let found = match is_closed {
            true => Closed::Value { value: value.clone(), names },
            false => Closed::Open,
        };
        self.elements.closed.insert(key, found);
    }

    fn is_closed(&self, context: Context, names: &[impl AsRef<str>]) -> bool {
        let is_declared = |name: &str| {
            context.scope.is_some_and(|scope| self.values.names.declaring(scope, name).is_some())
        };
        context.call.is_none()
            && self.values.recorder.is_none()
            && !names.iter().any(|name| is_declared(name.as_ref()))
    }
}

/// The names in an expression; false where it reads what belongs to a place, a file or a model.
fn collect<'a>(expr: &'a Expr, names: &mut Vec<&'a str>) -> bool {
    match &expr.kind {
        ExprKind::Number { .. } | ExprKind::Bool(_) => true,
        ExprKind::Name(name) => {
            names.push(name);
            true
        }
        ExprKind::Call { callee, arguments, unit: _ } => {
            matches!(&callee.kind, ExprKind::Name(name) if **name != *"table")
                && collect(callee, names)
                && arguments.iter().all(|argument| collect(&argument.value, names))
        }
        ExprKind::Unary { operand, .. } => collect(operand, names),
        ExprKind::Binary { op, left, right, op_span: _ } => {
            *op != BinaryOp::Range && collect(left, names) && collect(right, names)
        }
        ExprKind::Chain { first, links } => {
            ExprKind::operands(first, links).all(|operand| collect(operand, names))
        }
        ExprKind::List { elements, unit: _ } => {
            elements.iter().all(|element| collect(element, names))
        }
        ExprKind::Struct(fields) => fields.iter().all(|field| collect(&field.value, names)),
        ExprKind::Text(_)
        | ExprKind::Member { .. }
        | ExprKind::Index { .. }
        | ExprKind::Conditional { .. }
        | ExprKind::Comprehension(_)
        | ExprKind::Every { .. }
        | ExprKind::Each
        | ExprKind::In { .. }
        | ExprKind::Error => false,
    }
}
