//! Enums: types that have only their named values, and how a value is written.
//!
//! `Phase.landed` always means the value. A bare `landed` does where a `Phase` is asked for, unless the model or its file calls
//! something else so: then it has to be said which is meant.

use std::sync::Arc;

use cdl_grammar::syntax::{self, BinaryOp as Op, Expr, ExprKind, Item, ItemKind, Name, Span};
use cdl_graph::BinaryOp;

use super::Values;
use super::evaluator::Evaluator;
use super::fit::Of;
use super::operators::Operator;
use super::types::Ty;
use crate::diagnostics;
use crate::elaborate::context::Context;
use crate::elaborate::names::thing::Thing;
use crate::elaborate::report;
use crate::elaborate::sources::Meaning;
use crate::place::{ItemKey, Place};
use crate::typed::{Enumeration, Value};

impl<'a> Values<'a> {
    /// The type that an enum declares: the same for each instance of the component it stands in. Names that are
    /// given twice are reported.
    pub(in crate::elaborate) fn enumeration(
        &mut self,
        context: Context,
        declared: &syntax::Enumeration,
    ) -> Thing {
        let place = context.place(declared.name.span);
        if let Some(known) = self.enums.get(&place) {
            return Thing::Enum(known.clone());
        }
        let mut values: Vec<&Name> = Vec::with_capacity(declared.values.len());
        for value in &declared.values {
            let name = &value.name;
            match values.iter().find(|earlier| earlier.text == name.text) {
                Some(earlier) => {
                    let (here, first) = (context.place(name.span), context.place(earlier.span));
                    let what = "value of an enum";
                    let report = diagnostics::duplicate_name(here, what, &name.text, first);
                    self.report(context, report);
                }
                None => values.push(name),
            }
        }
        // That it could not be read, or has no values, has been reported.
        if values.is_empty() {
            return Thing::ERROR;
        }
        let values = values.into_iter().map(|name| name.text.as_str().into()).collect();
        let of = Arc::new(Enumeration { name: declared.name.text.as_str().into(), place, values });
        self.enums.insert(place, of.clone());
        Thing::Enum(of)
    }

    /// The type that an item declares.
    pub(in crate::elaborate) fn enum_item(&mut self, key: ItemKey) -> Thing {
        match self.sources.item(key) {
            Some(Item { kind: ItemKind::Enum(declared), .. }) => {
                let context = self.item_context(key);
                self.enumeration(context, declared)
            }
            _ => Thing::ERROR,
        }
    }

    /// What a name, or `parts.Phase`, means where a type is asked for, if it is an enum or looks for one in an import.
    /// `Some(None)` after reporting that there is none.
    pub(super) fn enum_named(&mut self, context: Context, name: &Name) -> Option<Option<Ty>> {
        let found = match name.text.split_once('.') {
            None => self.enum_in_scope(context, &name.text)?,
            Some((import, own)) => self.enum_of_import(context, name, import, own),
        };
        match found {
            Thing::Enum(of) => Some(Some(Ty::Enum(of))),
            _ => Some(None),
        }
    }

    fn enum_in_scope(&mut self, context: Context, name: &str) -> Option<Thing> {
        let scope = context.scope.and_then(|scope| self.names.declaring(scope, name));
        if let Some(scope) = scope
            && let Some(thing @ Thing::Enum(_)) = self.names.binding(scope, name)?.bound.thing()
        {
            let thing = thing.clone();
            self.names.used(scope, name);
            return Some(thing);
        }
        match self.sources.names(context.source.module).names.get(name)?.meaning {
            Meaning::Enum(key) => Some(self.enum_item(key)),
            _ => None,
        }
    }

    fn enum_of_import(&mut self, context: Context, name: &Name, import: &str, own: &str) -> Thing {
        let names = self.sources.names(context.source.module);
        let at = name.span.start;
        let module = match names.names.get(import).map(|found| found.meaning) {
            Some(Meaning::Module(module)) => module,
            Some(Meaning::Missing) => return Thing::ERROR,
            Some(_) | None => {
                let place = context.place(Span::new(at, at + import.len() as u32));
                let imports = names.names.iter();
                let imports = imports.filter(|(_, own)| matches!(own.meaning, Meaning::Module(_)));
                let known: Vec<&str> = imports.map(|(name, _)| name.as_ref()).collect();
                self.report(context, diagnostics::unknown_name(place, import, &known));
                return Thing::ERROR;
            }
        };
        let names = self.sources.names(module);
        match names.names.get(own).map(|found| found.meaning) {
            Some(Meaning::Enum(key)) => self.enum_item(key),
            Some(Meaning::Missing) => Thing::ERROR,
            Some(_) | None => {
                let enums = names.names.iter();
                let enums = enums.filter(|(_, own)| matches!(own.meaning, Meaning::Enum(_)));
                let known: Vec<&str> = enums.map(|(name, _)| name.as_ref()).collect();
                let end = name.span.end;
                let place = context.place(Span::new(end - own.len() as u32, end));
                self.report(context, report::unknown_type(place, own, &known));
                Thing::ERROR
            }
        }
    }

    /// The names of the enums that can be named at a place, and their types.
    pub(super) fn enums_in_sight(&mut self, context: Context) -> Vec<Arc<Enumeration>> {
        let mut found = Vec::new();
        let mut next = context.scope;
        while let Some(scope) = next {
            found.extend(self.names.bindings(scope).filter_map(
                |(_, own)| match own.bound.thing() {
                    Some(Thing::Enum(of)) => Some(of),
                    _ => None,
                },
            ));
            next = self.names.around_scope(scope);
        }
        let items = self.sources.names(context.source.module).names.values();
        let keys: Vec<ItemKey> = items
            .filter_map(|own| match own.meaning {
                Meaning::Enum(key) => Some(key),
                _ => None,
            })
            .collect();
        for key in keys {
            if let Thing::Enum(of) = self.enum_item(key) {
                found.push(of);
            }
        }
        found.sort_by(|a, b| (&a.name, a.place.span.start).cmp(&(&b.name, b.place.span.start)));
        found
    }

    /// That a name which means nothing by itself is a value of an enum, if it is of one in sight.
    pub(super) fn value_in_sight(&mut self, context: Context, name: &str) -> Option<String> {
        let enums = self.enums_in_sight(context);
        let mut with = enums.iter().filter(|of| of.position(name).is_some());
        let of = with.next()?;
        let others = with.map(|of| format!(" or `{}.{name}`", of.name)).collect::<String>();
        let of = &of.name;
        Some(format!("`{name}` is a value of the enum `{of}`: write `{of}.{name}`{others}"))
    }

    /// What an enum is called at a place, such as `parts.Phase`; `None` where it cannot be named.
    fn name_of_enum(&mut self, context: Context, of: &Arc<Enumeration>) -> Option<String> {
        if let Some(Thing::Enum(own)) = self.enum_in_scope(context, &of.name)
            && own == *of
        {
            return Some(of.name.to_string());
        }
        let names = self.sources.names(context.source.module);
        let imports = names.names.iter().find(|(_, own)| match own.meaning {
            Meaning::Module(module) => {
                let own = self.sources.names(module).names.get(&*of.name);
                own.is_some_and(|own| own.place == of.place)
            }
            _ => false,
        });
        imports.map(|(import, _)| format!("{import}.{}", of.name))
    }

    fn ambiguous_value(
        &mut self,
        context: Context,
        span: Span,
        name: &str,
        of: &Arc<Enumeration>,
        declared: Option<Place>,
    ) -> Value {
        let whole = self.name_of_enum(context, of).map(|path| format!("{path}.{name}"));
        let place = context.place(span);
        let report = report::ambiguous_value(place, name, of, declared, whole.as_deref());
        self.report(context, report);
        Value::Error
    }

    /// A value of an enum, by its position.
    fn value_at(&mut self, of: &Arc<Enumeration>, position: usize) -> Value {
        Value::Enum { node: self.nodes.constant(position as f64), of: of.clone() }
    }

    /// `Phase.landed`
    pub(super) fn value_of_enum(
        &mut self,
        context: Context,
        of: &Arc<Enumeration>,
        name: &Name,
    ) -> Thing {
        match of.position(&name.text) {
            Some(position) => Thing::Value(self.value_at(of, position)),
            None => {
                let place = context.place(name.span);
                self.report(context, report::no_such_value(place, &name.text, of));
                Thing::ERROR
            }
        }
    }
}

impl<'a> Evaluator<'_, 'a> {
    /// The value that a bare name means where one of an enum is asked for. `None` where the name means something
    /// else.
    pub(super) fn bare_value(
        &mut self,
        context: Context,
        expr: &Expr,
        of: &Arc<Enumeration>,
    ) -> Option<Value> {
        let ExprKind::Name(name) = &expr.kind else { return None };
        let place = context.place(expr.span);
        match (of.position(name), self.declared_name(context, name)) {
            (Some(position), None) => {
                let value = self.values.value_at(of, position);
                self.values.record(context, expr.span, &Thing::Value(value.clone()));
                Some(value)
            }
            (Some(_), Some(declared)) => {
                Some(self.values.ambiguous_value(context, expr.span, name, of, declared))
            }
            (None, Some(_)) => None,
            (None, None) if self.is_known_everywhere(name) => None,
            (None, None) => {
                let mut report = report::no_such_value(place, name, of);
                if report.fix.is_none()
                    && let Some(other) = self.values.value_in_sight(context, name)
                {
                    report = report.note(other);
                }
                self.values.report(context, report);
                Some(Value::Error)
            }
        }
    }

    /// Where the model or its file gives a bare name a meaning: nowhere for what is known everywhere. Variables of comprehensions
    /// and parameters of functions have no place here.
    fn declared_name(&mut self, context: Context, name: &str) -> Option<Option<Place>> {
        let names = &self.values.names;
        let is_turned = names.turns.variable(context.turn, name).is_some();
        let is_given = context.call.is_some_and(|call| names.calls.argument(call, name).is_some());
        if is_turned || is_given {
            return Some(None);
        }
        let scope = context.scope.and_then(|scope| names.declaring(scope, name));
        if let Some(binding) = scope.and_then(|scope| names.binding(scope, name)) {
            return Some(Some(binding.place));
        }
        let module = self.values.sources.names(context.source.module);
        Some(Some(module.names.get(name)?.place))
    }

    /// Whether an expression is a name that nobody has declared, so that it may be a value of an enum.
    fn may_be_value(&mut self, context: Context, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Name(name) => self.declared_name(context, name).is_none(),
            _ => false,
        }
    }

    /// Whether an expression is a name that means nothing by itself.
    pub(in crate::elaborate) fn is_unknown_name(&mut self, context: Context, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Name(name) => {
                self.declared_name(context, name).is_none() && !self.is_known_everywhere(name)
            }
            _ => false,
        }
    }

    /// Both sides of `==` and the like: of what is compared with a value of an enum, a bare name may be a value.
    /// `left` is there if it has been evaluated.
    pub(super) fn compared(
        &mut self,
        context: Context,
        (left_expr, left): (&Expr, Option<Value>),
        right_expr: &Expr,
    ) -> (Value, Value) {
        let waits = left.is_none()
            && self.may_be_value(context, left_expr)
            && !self.may_be_value(context, right_expr);
        if waits {
            let right = self.value(context, right_expr);
            let left = self.beside(context, left_expr, &right);
            return (left, right);
        }
        let left = match left {
            Some(left) => left,
            None => self.value(context, left_expr),
        };
        let right = self.beside(context, right_expr, &left);
        if let (Value::Enum { of, .. }, ExprKind::Name(name)) = (&right, &left_expr.kind)
            && of.position(name).is_some()
            && let Some(declared) = self.declared_name(context, name)
        {
            let left = self.values.ambiguous_value(context, left_expr.span, name, of, declared);
            return (left, right);
        }
        (left, right)
    }

    /// The value of what is compared with another.
    fn beside(&mut self, context: Context, expr: &Expr, other: &Value) -> Value {
        match other {
            Value::Enum { of, .. } => match &expr.kind {
                ExprKind::Name(_) => match self.bare_value(context, expr, of) {
                    Some(value) => value,
                    None => self.value(context, expr),
                },
                ExprKind::Conditional { .. } => {
                    self.typed_value(context, expr, &Ty::Enum(of.clone()), Of::Nothing)
                }
                _ => self.value(context, expr),
            },
            // What is wrong there has been told, and what the name means depends on it.
            Value::Error if self.is_unknown_name(context, expr) => Value::Error,
            _ => self.value(context, expr),
        }
    }

    /// Whether two values of one enum are the same.
    pub(super) fn compare_enums(
        &mut self,
        operator: Operator,
        left: &Value,
        right: &Value,
    ) -> Option<Value> {
        let op = match operator.op {
            Op::Equal => BinaryOp::Eq,
            Op::NotEqual => BinaryOp::Ne,
            _ => return None,
        };
        match (left, right) {
            (Value::Enum { node: a, of }, Value::Enum { node: b, of: other }) if of == other => {
                let node = self.values.nodes.binary(op, *a, *b);
                Some(self.condition(node))
            }
            _ => None,
        }
    }
}

/// Whether both are values of enums, and not of the same: of two files, perhaps, that call them alike.
pub(super) fn are_others(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Enum { of, .. }, Value::Enum { of: other, .. }) => of != other,
        (_, _) => false,
    }
}

/// What helps someone who does with values of enums what cannot be done with them.
pub(super) fn help(op: Op, left: &Value, right: &Value) -> Option<String> {
    let of = match (left, right) {
        (Value::Enum { of, .. }, _) | (_, Value::Enum { of, .. }) => of,
        (_, _) => return None,
    };
    let first = of.values.first()?;
    Some(match op {
        Op::Equal | Op::NotEqual => match (left, right) {
            (Value::Enum { .. }, Value::Enum { .. }) => {
                "values of different enums have nothing in common".to_owned()
            }
            (_, _) => format!("the values of `{}` are {}", of.name, of.list()),
        },
        Op::Less | Op::LessEqual | Op::Greater | Op::GreaterEqual => {
            "the values of an enum have no order: compare them with `==` and `!=`".to_owned()
        }
        Op::And | Op::Or => format!("ask for one value, as in `... == {}.{first}`", of.name),
        Op::Add
        | Op::Subtract
        | Op::Multiply
        | Op::Divide
        | Op::Remainder
        | Op::Power
        | Op::Range => {
            let case = format!("if ... == {}.{first} then 1 else 0", of.name);
            format!("a value of an enum is no number: choose one by it, as in `{case}`")
        }
    })
}
