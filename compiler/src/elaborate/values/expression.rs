//! Expressions: what a piece of syntax means in its context.

use std::sync::Arc;

use cdl_grammar::syntax::{Expr, ExprKind, Field, Name, Span, Text};
use cdl_graph::NodeId;

use super::builtins;
use super::enums;
use super::evaluator::Evaluator;
use super::fit::{bare_number, is_zero};
use super::materials;
use crate::diagnostics::{self, Diagnostic};
use crate::elaborate::context::{Context, ScopeId};
use crate::elaborate::names::scope::ScopeKind;
use crate::elaborate::names::thing::Thing;
use crate::elaborate::report;
use crate::elaborate::sources::Meaning;
use crate::typed::{Array, Entity, Value};
use crate::units::{Dimension, Unit, unit_named};

/// What is called so in other languages, and what is there in its place.
fn elsewhere(name: &str) -> Option<&'static str> {
    Some(match name {
        "der" | "ddt" | "derivative" => {
            "rates have names of their own, such as `hinge.rate` and `load.velocity`; that of a `state` is what it is given as `rate`"
        }
        "range" => "a range is written `0..3`, which is 0, 1 and 2",
        "len" | "length" | "size" => {
            "an array is as long as it is written; `sum`, `min` and `max` take all of it"
        }
        "t" => "the time of a run is `time`",
        "spring" | "damper" | "table_spring" => {
            "what a force is stands behind its name: `force NAME: spring(...) between A and B`"
        }
        "ones" | "zeros" | "linspace" | "eye" => {
            "an array is written `[for i in 0..3: 1]`; zero of any size is `0`"
        }
        "csvread" | "readtable" | "load" | "readmatrix" | "loadtxt" => {
            "a file is read by `table(\"FILE.csv\")`"
        }
        "None" | "none" | "null" | "nil" | "nan" | "NaN" => {
            "every value is a number, a text, true or false: there is nothing that stands for none"
        }
        "noEvent" | "smooth" | "reinit" | "pre" | "edge" => {
            "where values jump is found without help; what happens at an instant stands in `when ... { }`"
        }
        "deg2rad" | "radians" | "to_rad" => "an angle is a number with its unit: `30 deg`",
        "rad2deg" | "degrees" => "an angle in degrees is the angle divided by `1 deg`",
        "sind" | "cosd" | "tand" => "an angle is a number with its unit: `sin(30 deg)`",
        "yes" | "Yes" | "YES" | "off" | "no" | "No" | "NO" | "enabled" | "disabled" => {
            "what is so or not is `true` or `false`"
        }
        "self" | "this" => "names of the same model stand by themselves: `k`, and not `self.k`",
        "all" | "everything" => {
            "what is recorded is named, with commas: `record b.position, j.angle, energy`"
        }
        "math" | "np" | "numpy" | "Math" => "functions need no prefix: `sin(30 deg)`",
        "meter" | "meters" | "metre" | "metres" | "kilogram" | "kilograms" | "second"
        | "seconds" | "newton" | "newtons" | "degree" | "pascal" | "radian" => {
            "a unit follows its number by its symbol, without `*`: `3 m`, `2 kg`, `10 s`, `5 N`, `30 deg`"
        }
        "fixed" | "ground" => "what does not move is `world`",
        "g" | "gravity" => {
            "gravity is a field of the `environment`; standard gravity is `9.80665 m/s^2`"
        }
        _ => return None,
    })
}

impl<'a> Evaluator<'_, 'a> {
    /// What an expression means. Mistakes are reported and give [`Value::Error`].
    pub(in crate::elaborate) fn thing(&mut self, context: Context, expr: &Expr) -> Thing {
        if self.values.effort.is_spent() {
            let place = context.place(expr.span);
            self.values.report_too_much(context, place);
            return Thing::ERROR;
        }
        if self.values.effort.spend() {
            self.values.sources.give_way();
        }
        let thing = self.leaf_or_compound(context, expr);
        if self.values.recorder.is_some() {
            self.values.record(context, expr.span, &thing);
        }
        thing
    }

    fn leaf_or_compound(&mut self, context: Context, expr: &Expr) -> Thing {
        match &expr.kind {
            // The leaves, without another level of the stack.
            ExprKind::Number { digits, unit } => {
                Thing::Value(self.number(context, digits, unit.as_deref(), expr.span))
            }
            ExprKind::Text(text) => Thing::Value(Value::Text(text.as_str().into())),
            ExprKind::Bool(value) => Thing::Value(Value::Bool(*value)),
            ExprKind::Each => match self.values.names.turns.each(context.turn) {
                Some(each) => each.thing.clone(),
                None => Thing::ERROR,
            },
            ExprKind::Error => Thing::ERROR,
            _ if self.values.effort.descend() => {
                let thing = self.compound(context, expr);
                self.values.effort.ascend();
                thing
            }
            _ => {
                let place = context.place(expr.span);
                self.values.report(context, report::too_deep(place));
                Thing::ERROR
            }
        }
    }

    fn compound(&mut self, context: Context, expr: &Expr) -> Thing {
        match &expr.kind {
            ExprKind::Name(name) => self.name(context, name, expr.span),
            ExprKind::Member { target, name } => {
                let target_thing = self.thing(context, target);
                self.member(context, target, target_thing, name)
            }
            ExprKind::Index { target, index } => self.index(context, target, index, expr.span),
            ExprKind::Call { callee, arguments, unit } => {
                let thing = self.call(context, callee, arguments, expr.span);
                if let Thing::Value(Value::Scalar { node, .. }) = thing {
                    self.values.nodes.note_operation(node, context.place(expr.span));
                }
                match unit {
                    None => thing,
                    Some(unit) => {
                        let value = self.thing_value(context, expr, thing);
                        Thing::Value(self.values.with_unit(context, value, unit))
                    }
                }
            }
            ExprKind::Unary { op, operand } => {
                Thing::Value(self.unary(context, *op, operand, expr.span))
            }
            ExprKind::Binary { .. } | ExprKind::Chain { .. } => {
                Thing::Value(self.binary(context, expr))
            }
            ExprKind::Conditional { .. } => self.conditional(context, expr, None),
            ExprKind::List { elements, unit } => {
                let value = self.list(context, elements, false, unit.as_deref());
                Thing::Value(match unit {
                    None => value,
                    Some(unit) => self.values.with_unit(context, value, unit),
                })
            }
            ExprKind::Struct(fields) => Thing::Value(self.structure(context, fields)),
            ExprKind::Comprehension(own) => {
                let value = self.comprehension(context, own);
                Thing::Value(match &own.unit {
                    None => value,
                    Some(unit) => self.values.with_unit(context, value, unit),
                })
            }
            ExprKind::Every { row, element } => Thing::Value(self.every(context, row, element)),
            ExprKind::In { value, unit } => {
                let place = context.place(unit.span);
                self.values.report(context, diagnostics::unit_without_record(place, &unit.text));
                self.thing(context, value)
            }
            ExprKind::Number { .. }
            | ExprKind::Text(_)
            | ExprKind::Bool(_)
            | ExprKind::Each
            | ExprKind::Error => Thing::ERROR,
        }
    }

    fn number(&mut self, context: Context, digits: &str, unit: Option<&Name>, span: Span) -> Value {
        let Some(unit) = unit else {
            if let Ok(value) = digits.parse::<i64>() {
                return Value::Int(value);
            }
            return self.quantity(context, digits, Unit::ONE, span);
        };
        match self.values.unit(context, unit) {
            Some(unit) => self.quantity(context, digits, unit, span),
            None => Value::Error,
        }
    }

    fn quantity(&mut self, context: Context, digits: &str, unit: Unit, span: Span) -> Value {
        match digits.parse::<f64>().map(|number| unit.to_si(number)) {
            Ok(value) if value.is_finite() => {
                Value::Scalar { node: self.values.nodes.constant(value), dimension: unit.dimension }
            }
            _ => self.values.too_large(context, span),
        }
    }

    fn name(&mut self, context: Context, name: &str, span: Span) -> Thing {
        if let Some(thing) = self.values.names.turns.variable(context.turn, name) {
            return thing;
        }
        if let Some(call) = context.call
            && let Some(thing) = self.values.names.calls.argument(call, name)
        {
            return thing;
        }
        if let Some(scope) = context.scope
            && let Some(thing) = self.lookup(scope, name)
        {
            self.may_mean_another(context, (scope, name), &thing, span);
            return thing;
        }
        let names = self.values.sources.names(context.source.module);
        if let Some(definition) = names.names.get(name) {
            return self.meaning(context, definition.meaning, span);
        }
        if let Some(thing) = self.builtin_name(name) {
            return thing;
        }
        self.report_unknown_name(context, name, span);
        Thing::ERROR
    }

    /// What an item of a file means in an expression.
    pub(in crate::elaborate) fn meaning(
        &mut self,
        context: Context,
        meaning: Meaning,
        span: Span,
    ) -> Thing {
        let what = match meaning {
            Meaning::Const(key) => return self.const_value(key),
            Meaning::Function(key) => return Thing::Function(key),
            Meaning::Component(key) => return Thing::Component(key),
            Meaning::Enum(key) => return self.values.enum_item(key),
            Meaning::Module(module) => return Thing::Module(module),
            Meaning::Missing => return Thing::ERROR,
            Meaning::Model(_) => "a model",
            Meaning::Experiment(_) => "an experiment",
        };
        let place = context.place(span);
        self.values.report(context, report::not_for_expressions(place, what));
        Thing::ERROR
    }

    /// Names that mean something everywhere, unless a model gives them another meaning.
    /// Warns where a name that an experiment records something under is read, and what is always there under it would fit as well. Where
    /// it would not, as an axis in place of a height, types tell.
    fn may_mean_another(
        &mut self,
        context: Context,
        (scope, name): (ScopeId, &str),
        thing: &Thing,
        span: Span,
    ) {
        let what = match (name, thing) {
            ("x" | "y" | "z" | "up" | "down", Thing::Value(Value::Vector { .. })) => "the axis",
            ("momentum" | "angular_momentum", Thing::Value(Value::Vector { .. })) => {
                "that of everything that moves"
            }
            ("pi" | "e", Thing::Value(Value::Scalar { dimension, .. }))
                if *dimension == Dimension::NONE =>
            {
                "the number"
            }
            _ => return,
        };
        let names = &self.values.names;
        let is_recorded = names
            .declaring(scope, name)
            .is_some_and(|home| matches!(names.kind(home), ScopeKind::Experiment));
        if is_recorded {
            let place = context.place(span);
            self.values.report(context, diagnostics::recorded_name(place, name, what));
        }
    }

    fn builtin_name(&mut self, name: &str) -> Option<Thing> {
        let value = match name {
            "world" => Value::Entity(Entity::World),
            "free" => Value::Entity(Entity::Free),
            "time" => Value::Scalar { node: self.values.nodes.time(), dimension: Dimension::TIME },
            "pi" => self.real(std::f64::consts::PI),
            "e" => self.real(std::f64::consts::E),
            "x" => self.axis([1.0, 0.0, 0.0]),
            "y" => self.axis([0.0, 1.0, 0.0]),
            "z" | "up" => self.axis([0.0, 0.0, 1.0]),
            "down" => self.axis([0.0, 0.0, -1.0]),
            "level" => Value::Attitude(self.values.nodes.identity()),
            "energy" => return Some(Thing::Energy),
            "momentum" => self.momentum(cdl_graph::Sensor::Momentum, "N.s"),
            "angular_momentum" => self.momentum(cdl_graph::Sensor::AngularMomentum, "N.m.s"),
            _ => return builtins::id_of(name).map(Thing::Builtin),
        };
        Some(Thing::Value(value))
    }

    /// Whether a name means something in all models, such as `time`.
    pub(in crate::elaborate) fn is_known_everywhere(&mut self, name: &str) -> bool {
        self.builtin_name(name).is_some()
    }

    fn real(&mut self, value: f64) -> Value {
        Value::Scalar { node: self.values.nodes.constant(value), dimension: Dimension::NONE }
    }

    fn axis(&mut self, axis: [f64; 3]) -> Value {
        Value::Vector { nodes: self.values.nodes.constant_vector(axis), dimension: Dimension::NONE }
    }

    fn momentum(&mut self, sensor: cdl_graph::Sensor, unit: &str) -> Value {
        let dimension = unit_named(unit).map_or(Dimension::NONE, |unit| unit.dimension);
        let nodes = [0, 1, 2].map(|component| self.values.nodes.sensor(sensor, component));
        Value::Vector { nodes, dimension }
    }

    pub(in crate::elaborate) fn report_unknown_name(
        &mut self,
        context: Context,
        name: &str,
        span: Span,
    ) {
        let report = self.unknown_name(context, name, span);
        self.values.report(context, report);
    }

    /// That a name is not declared, and what may have been meant.
    pub(super) fn unknown_name(&mut self, context: Context, name: &str, span: Span) -> Diagnostic {
        let place = context.place(span);
        // In a loop it is found in each turn, and said once.
        if self.values.reports.are_many() || self.values.reports.have("E0201", place) {
            return crate::diagnostics::unknown_name(place, name, &[]);
        }
        let (own, absent) = self.values.names.candidates(context, name);
        let own: Vec<&str> = own.iter().map(Text::as_str).collect();
        let mut candidates = own.clone();
        let names = self.values.sources.names(context.source.module);
        let is_value = |meaning| !matches!(meaning, Meaning::Model(_) | Meaning::Experiment(_));
        let items = names.names.iter().filter(|(_, own)| is_value(own.meaning));
        candidates.extend(items.map(|(name, _)| name.as_str()));
        // Who writes `Rod` means something that somebody has declared, and not `mod`.
        let is_capital = name.starts_with(|c: char| c.is_ascii_uppercase());
        let is_near = |builtin: &str| !is_capital || builtin.eq_ignore_ascii_case(name);
        let functions = builtins::builtins().map(|builtin| builtin.name);
        candidates.extend(functions.filter(|builtin| is_near(builtin)));
        candidates.extend(builtins::CONSTANTS.iter().map(|constant| constant.name));
        candidates.extend(["true", "false"]);
        // Without a near one, only what the model itself declares is worth listing.
        let near = crate::diagnostics::nearest(name, candidates.iter().copied());
        let report = match near {
            Some(_) => report::unknown_name(place, name, &candidates, absent),
            None => report::unknown_name(place, name, &own, absent),
        };
        let value = self.values.value_in_sight(context, name).filter(|_| absent.is_none());
        // Two letters are near to many others.
        let called = if near.is_none() || name == "np" { elsewhere(name) } else { None };
        let material = if near.is_none() { materials::of_library(name) } else { None };
        match value.or(called.map(str::to_owned)).or(material) {
            Some(note) => Diagnostic { fix: None, notes: vec![note], ..report },
            None => report,
        }
    }

    /// An element of a list or comprehension: a list in there is a row, whose numbers may have different
    /// dimensions.
    pub(super) fn element(&mut self, context: Context, expr: &Expr) -> Value {
        let ExprKind::List { elements, unit: None } = &expr.kind else {
            return self.value(context, expr);
        };
        if !self.values.effort.descend() {
            return self.value(context, expr);
        }
        self.values.effort.spend();
        let value = self.list(context, elements, true, None);
        self.values.effort.ascend();
        if self.values.recorder.is_some() {
            self.values.record(context, expr.span, &Thing::Value(value.clone()));
        }
        value
    }

    /// Three numbers are a vector; anything else in a row is an array. Where a unit stands behind it, nothing in it has one.
    fn list(
        &mut self,
        context: Context,
        elements: &[Expr],
        is_row: bool,
        behind: Option<&Name>,
    ) -> Value {
        let values = match self.elements_of_list(context, elements) {
            Ok(list) => return list,
            Err(values) => values,
        };
        if values.iter().any(|value| matches!(value, Value::Error)) {
            return Value::Error;
        }
        let is_number = |value: &Value| matches!(value, Value::Int(_) | Value::Scalar { .. });
        if !values.iter().all(is_number) {
            let place = elements.first().map(|first| context.place(first.span));
            if place.is_some_and(|place| self.values.are_too_many(context, place, &values)) {
                return Value::Error;
            }
            return self.row(context, elements, values);
        }
        if values.len() != 3 && values.iter().all(|value| matches!(value, Value::Int(_))) {
            return Value::Array(values.into());
        }
        let mut parts = Vec::with_capacity(values.len());
        for value in &values {
            parts.push(self.values.scalar_parts(value));
        }
        // The first that is neither a literal zero nor without a unit says the dimension, if there are several.
        let is_alike = parts.iter().all(|part| part.1 == parts[0].1);
        let leading = elements
            .iter()
            .position(|element| !is_alike && !is_zero(element) && bare_number(element).is_none())
            .or_else(|| elements.iter().position(|element| !is_alike && !is_zero(element)))
            .unwrap_or(0);
        let dimension = parts.get(leading).map_or(Dimension::NONE, |&(_, dimension)| dimension);
        for (element, &(_, found)) in elements.iter().zip(&parts) {
            if found == dimension || is_zero(element) {
                continue;
            }
            if is_row {
                let of = |&(node, dimension): &(_, _)| Value::Scalar { node, dimension };
                return Value::Array(parts.iter().map(of).collect());
            }
            let Some(first) = elements.get(leading) else { continue };
            if let (Some(unit), Some(&(node, dimension))) = (behind, parts.get(leading)) {
                let found = self.values.type_of(&Value::Scalar { node, dimension });
                let place = context.place(first.span);
                self.values.report(context, report::second_unit(place, &unit.text, &found));
                return Value::Error;
            }
            let place = context.place(element.span);
            let report = match bare_number(element) {
                Some(text) if found.is_none() => {
                    report::missing_unit(place, &text, &crate::units::si_unit(dimension), None)
                }
                _ => report::mixed_list(place, found, (context.place(first.span), dimension)),
            };
            self.values.report(context, report);
            return Value::Error;
        }
        let nodes: Vec<_> = parts.into_iter().map(|(node, _)| node).collect();
        match <[_; 3]>::try_from(nodes) {
            Ok(nodes) => Value::Vector { nodes, dimension },
            Err(nodes) => Value::Array(Array::of_numbers(&nodes, dimension)),
        }
    }

    /// The list, where all that stands in it are numbers of one dimension: there may be a million of them, and a value has
    /// ten times the room of what is known of each. Else what stands in it.
    fn elements_of_list(
        &mut self,
        context: Context,
        elements: &[Expr],
    ) -> Result<Value, Vec<Value>> {
        let mut alike: Vec<NodeId> = Vec::with_capacity(elements.len());
        let mut dimension = Dimension::NONE;
        let mut values = Vec::new();
        for element in elements {
            match self.element(context, element) {
                Value::Scalar { node, dimension: own }
                    if values.is_empty() && (alike.is_empty() || own == dimension) =>
                {
                    dimension = own;
                    alike.push(node);
                }
                value => {
                    if values.is_empty() {
                        values.reserve_exact(elements.len());
                        let of = |node| Value::Scalar { node, dimension };
                        values.extend(alike.drain(..).map(of));
                    }
                    values.push(value);
                }
            }
        }
        if !values.is_empty() {
            return Err(values);
        }
        Ok(match <[_; 3]>::try_from(alike) {
            Ok(nodes) => Value::Vector { nodes, dimension },
            Err(nodes) => Value::Array(Array::of_numbers(&nodes, dimension)),
        })
    }

    /// Values of one type in a row.
    fn row(&mut self, context: Context, elements: &[Expr], values: Vec<Value>) -> Value {
        if let Some(rows) = self.values.rows_of_numbers(&values) {
            return rows;
        }
        let Some(first) = values.first() else { return Value::Array(Array::from(Vec::new())) };
        let expected = self.values.type_of(first);
        for (element, value) in elements.iter().zip(&values).skip(1) {
            let found = self.values.type_of(value);
            let both_entities = matches!((first, value), (Value::Entity(_), Value::Entity(_)));
            let is_other = found != expected || enums::are_others(first, value);
            if is_other && !both_entities {
                let place = context.place(element.span);
                self.values.report(context, report::wrong_type(place, &expected, &found, None));
                return Value::Error;
            }
        }
        Value::Array(values.into())
    }

    fn structure(&mut self, context: Context, fields: &[Field]) -> Value {
        let mut values: Vec<(Arc<str>, Value)> = Vec::with_capacity(fields.len());
        for (index, field) in fields.iter().enumerate() {
            let earlier =
                fields.iter().take(index).find(|other| other.name.text == field.name.text);
            if let Some(earlier) = earlier {
                let place = context.place(field.name.span);
                let earlier = context.place(earlier.name.span);
                self.values.report(
                    context,
                    crate::diagnostics::duplicate_name(place, "field", &field.name.text, earlier),
                );
                continue;
            }
            let value = self.value(context, &field.value);
            values.push((field.name.text.as_str().into(), value));
        }
        let place = fields.first().map(|first| context.place(first.name.span));
        let parts = values.iter().map(|(_, value)| value);
        if place.is_some_and(|place| self.values.are_too_many(context, place, parts)) {
            return Value::Error;
        }
        Value::Struct(values.into())
    }
}
