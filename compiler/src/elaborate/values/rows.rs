//! Comprehensions and `[*]`: arrays that are made of what is said of each turn.

use cdl_grammar::syntax::{Comprehension, Expr};

use super::evaluator::Evaluator;
use super::fit::Of;
use super::types::Ty;
use crate::elaborate::context::{ArrayId, Context};
use crate::elaborate::names::thing::{Thing, in_words};
use crate::elaborate::names::{Each, Turned};
use crate::elaborate::report;
use crate::place::Place;
use crate::typed::{Array, Value};

impl<'a> Evaluator<'_, 'a> {
    /// What a loop or comprehension runs over, a value for each turn.
    pub(in crate::elaborate) fn turns(&mut self, context: Context, range: &Expr) -> Option<Array> {
        match self.value(context, range) {
            Value::Array(values) => Some(values),
            Value::Vector { nodes, dimension } => Some(Array::of_numbers(&nodes, dimension)),
            Value::Error => None,
            other => {
                let found = self.values.type_of(&other);
                let place = context.place(range.span);
                let expected = "a range such as `0..8`, or an array";
                self.values.report(context, report::wrong_type(place, expected, &found, None));
                None
            }
        }
    }

    /// Whether the model has unfolded to more than anybody could want; says so.
    pub(in crate::elaborate) fn is_too_large(&mut self, context: Context, expr: &Expr) -> bool {
        let scopes = self.values.names.count();
        let too_large = self.values.effort.are_too_many(scopes) || self.values.is_spent();
        if too_large {
            let place = context.place(expr.span);
            self.values.report_too_much(context, place);
        }
        too_large
    }

    /// `[for i in 0..8: rope[i].end.tension]`, without its unit.
    pub(super) fn comprehension(&mut self, context: Context, own: &Comprehension) -> Value {
        match self.of_turns(context, own, None) {
            Some(values) => self.as_list(context, context.place(own.element.span), values),
            None => Value::Error,
        }
    }

    /// The value of each turn of a comprehension, brought to a type where one is asked for.
    pub(super) fn of_turns(
        &mut self,
        context: Context,
        own: &Comprehension,
        ty: Option<(&Ty, Of<'_>)>,
    ) -> Option<Vec<Value>> {
        let turns = self.turns(context, &own.range)?;
        let mut values = Some(Vec::with_capacity(turns.len()));
        for value in turns.iter() {
            if self.is_too_large(context, &own.range) {
                return None;
            }
            let thing = Thing::Value(value.into_owned());
            let turned = Turned::Variable(own.index.text.clone(), thing.clone());
            let turn = Some(self.values.names.turns.enter(context.turn, turned));
            let inside = Context { turn, ..context };
            self.values.record(inside, own.index.span, &thing);
            let what = "the condition of a comprehension";
            let is_taken = match &own.condition {
                Some(condition) => self.decide(inside, condition, what),
                None => Some(true),
            };
            let value = match (is_taken, ty) {
                (None, _) => Some(Value::Error),
                (Some(false), _) => None,
                (Some(true), None) => Some(self.element(inside, &own.element)),
                (Some(true), Some((ty, of))) => {
                    Some(self.typed_value(inside, &own.element, ty, of))
                }
            };
            self.values.names.turns.leave();
            match value {
                None => {}
                Some(Value::Error) => values = None,
                Some(value) => values.iter_mut().for_each(|values| values.push(value.clone())),
            }
        }
        values
    }

    /// `rope[*].end.tension`
    pub(super) fn every(&mut self, context: Context, row: &Expr, element: &Expr) -> Value {
        let Some(all) = self.all_of(context, row) else { return Value::Error };
        let mut values = Some(Vec::with_capacity(all.len()));
        for (_, thing) in all {
            if self.is_too_large(context, row) {
                return Value::Error;
            }
            let inside = self.enter_each(context, Each { thing, path: String::new() });
            let value = self.value(inside, element);
            self.leave_each();
            match value {
                Value::Error => values = None,
                value => values.iter_mut().for_each(|values| values.push(value.clone())),
            }
        }
        match values {
            Some(values) => self.as_list(context, context.place(element.span), values),
            None => Value::Error,
        }
    }

    /// The turn in which `[*]` stands for one.
    pub(in crate::elaborate) fn enter_each(&mut self, context: Context, each: Each) -> Context {
        let turn = self.values.names.turns.enter(context.turn, Turned::Each(each));
        Context { turn: Some(turn), ..context }
    }

    pub(in crate::elaborate) fn leave_each(&mut self) {
        self.values.names.turns.leave();
    }

    /// What `row[*]` stands for, with indices in ascending order; reports what has none.
    pub(in crate::elaborate) fn all_of(
        &mut self,
        context: Context,
        row: &Expr,
    ) -> Option<Vec<(i64, Thing)>> {
        let number = |value| Thing::Value(value);
        match self.thing(context, row) {
            Thing::Value(Value::Error) => None,
            Thing::Array(array) => self.all_entries(context, row, array),
            Thing::Value(Value::Array(values)) => {
                Some((0..).zip(values.iter().map(|value| number(value.into_owned()))).collect())
            }
            Thing::Value(Value::Vector { nodes, dimension }) => {
                let values = nodes.into_iter().map(|node| Value::Scalar { node, dimension });
                Some((0..).zip(values.map(number)).collect())
            }
            other => {
                let found = match &other {
                    Thing::Value(value) => self.values.type_of(value),
                    other => in_words(other).to_owned(),
                };
                let place = context.place(row.span);
                self.values.report(context, report::not_indexable(place, &found));
                None
            }
        }
    }

    /// Everything that shares a name, which is known once all has been declared.
    pub(in crate::elaborate) fn all_entries(
        &mut self,
        context: Context,
        expr: &Expr,
        array: ArrayId,
    ) -> Option<Vec<(i64, Thing)>> {
        if !self.values.names.is_complete {
            let path = self.values.names.array(array).path().to_owned();
            let place = context.place(expr.span);
            self.values.report(context, report::not_unfolded(place, &path));
            return None;
        }
        let indices = self.values.names.array(array).indices();
        let entries = indices.into_iter().map(|index| Some((index, self.entry(array, index)?)));
        entries.collect()
    }

    /// Three numbers are a vector; anything else in a row is an array.
    fn as_list(&mut self, context: Context, place: Place, values: Vec<Value>) -> Value {
        if self.values.are_too_many(context, place, &values) {
            return Value::Error;
        }
        let Some(values) = self.alike(context, place, values) else { return Value::Error };
        let is_number = |value: &Value| matches!(value, Value::Int(_) | Value::Scalar { .. });
        match values.as_slice() {
            [x, y, z] if values.iter().all(is_number) => {
                let [(x, dimension), (y, _), (z, _)] =
                    [x, y, z].map(|value| self.values.scalar_parts(value));
                Value::Vector { nodes: [x, y, z], dimension }
            }
            _ => Value::Array(values.into()),
        }
    }

    /// Values of one type and dimension, or a report that they are not. Whole numbers among others
    /// are as those.
    pub(super) fn alike(
        &mut self,
        context: Context,
        place: Place,
        mut values: Vec<Value>,
    ) -> Option<Vec<Value>> {
        if values.iter().any(|value| matches!(value, Value::Error)) {
            return None;
        }
        // Rows of a matrix may differ in dimension.
        if let Some(Value::Array(rows)) = self.values.rows_of_numbers(&values) {
            return Some(rows.to_vec());
        }
        let is_scalar = |value: &Value| matches!(value, Value::Scalar { .. });
        if values.iter().any(is_scalar) {
            for value in values.iter_mut().filter(|value| matches!(value, Value::Int(_))) {
                let (node, dimension) = self.values.scalar_parts(value);
                *value = Value::Scalar { node, dimension };
            }
        }
        let Some(first) = values.first() else { return Some(values) };
        let Some(odd) = values.iter().find(|value| !self.is_like(first, value)) else {
            return Some(values);
        };
        let report = match (first, odd) {
            (Value::Scalar { dimension, .. }, Value::Scalar { dimension: found, .. }) => {
                report::mixed_turns(place, *dimension, *found)
            }
            _ => {
                let (expected, found) = (self.values.type_of(first), self.values.type_of(odd));
                report::wrong_type(place, &expected, &found, None)
                    .note("the elements of an array have one type")
            }
        };
        self.values.report(context, report);
        None
    }

    fn is_like(&self, first: &Value, other: &Value) -> bool {
        match (first, other) {
            (Value::Scalar { dimension, .. }, Value::Scalar { dimension: other, .. })
            | (Value::Vector { dimension, .. }, Value::Vector { dimension: other, .. }) => {
                dimension == other
            }
            (Value::Int(_), Value::Int(_)) | (Value::Entity(_), Value::Entity(_)) => true,
            (Value::Enum { of, .. }, Value::Enum { of: other, .. }) => of == other,
            (first, other) => self.values.type_of(first) == self.values.type_of(other),
        }
    }
}
