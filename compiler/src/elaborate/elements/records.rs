//! What is recorded, and under which name.

use cdl_grammar::syntax::{Argument, Expr, ExprKind, Member, RecordEntry};

use super::Unfolding;
use super::recorded::RecordMember;
use super::shown::Asked;
use crate::diagnostics;
use crate::elaborate::context::MemberAt;
use crate::elaborate::context::{Context, ScopeId};
use crate::elaborate::names::Each;
use crate::elaborate::names::thing::Thing;
use crate::elaborate::values::builtins::is_statistic;
use crate::elaborate::values::fit::Of;
use crate::elaborate::values::types::Ty;
use crate::elaborate::{expression_text, report};
use crate::schema::KindId;
use crate::typed::{Entity, Record, Value};

impl<'a> Unfolding<'_, 'a> {
    pub(super) fn finish_records(&mut self) {
        self.values.concluded.is_run_over = true;
        for RecordMember { context, member, index } in self.elements.records.take_expected() {
            let Some(held) = self.values.held(member) else { continue };
            let Some(entry) = held.entry(index) else { continue };
            let (expr, unit) = self.shown_in(context, &entry.value);
            let is_named = entry.alias.is_some();
            let asked = Asked { place: context.place(entry.span), unit, is_named };
            let alias = entry.alias.as_ref().map(|alias| {
                let (prefix, suffix) = self.around(context.scope);
                format!("{prefix}{}{suffix}", alias.text)
            });
            self.record_entry(context, expr, alias, asked);
        }
        self.values.concluded.is_run_over = false;
    }

    /// Notes the entries of a `record` that are to be read when all is there.
    pub(super) fn expect_records(
        &mut self,
        context: Context,
        member: &Member,
        entries: &[RecordEntry],
    ) {
        let at = MemberAt::of(context.source, member);
        for (index, entry) in entries.iter().enumerate() {
            if self.is_asked(context, entry.span) {
                self.elements.records.expect(RecordMember { context, member: at, index });
            }
        }
    }

    /// Under the name that is given, or else the one that the expression tells.
    fn record_entry(
        &mut self,
        context: Context,
        expr: &Expr,
        alias: Option<String>,
        asked: Asked<'_>,
    ) {
        if let ExprKind::Every { row, element } = &expr.kind {
            return self.record_every(context, (row, element), alias, asked);
        }
        if let Some((function, row, element)) = statistic_of_every(expr) {
            return self.record_statistics(context, (expr, function, row, element), alias, asked);
        }
        let name = alias.unwrap_or_else(|| self.record_name(context, expr));
        match self.evaluator().thing(context, expr) {
            Thing::Energy => {
                let lines = crate::schema::energy_parts().filter(|(_, which)| !which.is_share());
                for (part, which) in lines {
                    let node = self.values.nodes.sensor(cdl_graph::Sensor::Energy(which), 0);
                    let dimension = crate::units::Dimension::TORQUE;
                    let value = Value::Scalar { node, dimension };
                    self.add_record(context, format!("{name}.{part}"), value, asked);
                }
            }
            Thing::Array(array) => {
                let entries = self.evaluator().all_entries(context, expr, array);
                for (index, thing) in entries.unwrap_or_default() {
                    let value = self.evaluator().thing_value(context, expr, thing);
                    self.record_value(context, expr, format!("{name}[{index}]"), value, asked);
                }
            }
            thing => {
                let value = self.evaluator().thing_value(context, expr, thing);
                self.different_in_brackets(context, expr, &value);
                self.record_value(context, expr, name, value, asked);
            }
        }
    }

    /// `record [hinge.angle, bob.velocity]`, which is no array as these are of different kinds.
    fn different_in_brackets(&mut self, context: Context, expr: &Expr, value: &Value) {
        let (Value::Error, ExprKind::List { elements, unit: None }) = (value, &expr.kind) else {
            return;
        };
        let texts: Vec<String> = elements.iter().map(expression_text::text).collect();
        for place in elements.iter().map(|element| context.place(element.span)) {
            for code in ["E0301", "E0303"] {
                if let Some(report) = self.values.reports.last_at(code, place) {
                    report.fix = None;
                    report.notes = vec![format!("write `record {}`", texts.join(", "))];
                }
            }
        }
    }

    /// `record rope[*].end.tension` records each, as one would write it by hand.
    fn record_every(
        &mut self,
        context: Context,
        (row, element): (&Expr, &Expr),
        alias: Option<String>,
        asked: Asked<'_>,
    ) {
        let Some(all) = self.evaluator().all_of(context, row) else { return };
        let path = self.record_name(context, row);
        for (index, thing) in all {
            if self.evaluator().is_too_large(context, row) {
                return;
            }
            let alias = alias.as_ref().map(|alias| format!("{alias}[{index}]"));
            let each = Each { thing, path: format!("{path}[{index}]") };
            let inside = self.evaluator().enter_each(context, each);
            self.record_entry(inside, element, alias, asked);
            self.evaluator().leave_each();
        }
    }

    /// `record maximum(rope[*].end.tension)` records that of each.
    fn record_statistics(
        &mut self,
        context: Context,
        (expr, function, row, element): (&Expr, &str, &Expr, &Expr),
        alias: Option<String>,
        asked: Asked<'_>,
    ) {
        let Value::Array(values) = self.evaluator().value(context, expr) else { return };
        let Some(all) = self.evaluator().all_of(context, row) else { return };
        let path = self.record_name(context, row);
        for ((index, thing), value) in all.into_iter().zip(values.iter()) {
            let each = Each { thing, path: format!("{path}[{index}]") };
            let inside = self.evaluator().enter_each(context, each);
            let name = match &alias {
                Some(alias) => format!("{alias}[{index}]"),
                None => format!("{function}({})", self.record_name(inside, element)),
            };
            self.evaluator().leave_each();
            self.record_value(context, expr, name, value.into_owned(), asked);
        }
    }

    pub(super) fn record_value(
        &mut self,
        context: Context,
        expr: &Expr,
        name: String,
        value: Value,
        asked: Asked<'_>,
    ) {
        if !self.has_derivative(context, expr, &value) {
            return;
        }
        match value {
            Value::Error => {}
            Value::Scalar { .. }
            | Value::Vector { .. }
            | Value::Attitude(_)
            | Value::Matrix { .. }
            | Value::Enum { .. }
            | Value::Condition(_) => self.add_record(context, name, value, asked),
            Value::Int(_) => {
                let (node, dimension) = self.values.scalar_parts(&value);
                self.add_record(context, name, Value::Scalar { node, dimension }, asked);
            }
            Value::Bool(truth) => {
                let node = self.values.nodes.constant(f64::from(u8::from(truth)));
                self.add_record(context, name, Value::Condition(node), asked);
            }
            Value::Array(values) => {
                for (index, value) in values.iter().enumerate() {
                    let name = format!("{name}[{index}]");
                    self.record_value(context, expr, name, value.into_owned(), asked);
                }
            }
            Value::Text(_) | Value::Table(_) | Value::Struct(_) | Value::Variant { .. } => {
                let found = self.values.type_of(&value);
                let place = context.place(expr.span);
                self.values.report(
                    context,
                    report::wrong_type(place, "a quantity", &found, Some("`record`")),
                );
            }
            Value::Entity(entity) => {
                let place = context.place(expr.span);
                let found = self.values.kind_in_words(entity);
                let text = match expr.kind {
                    ExprKind::Each => self.record_name(context, expr),
                    _ => expression_text::text(expr),
                };
                let example = match entity {
                    Entity::Element(id) => self.quantities(id).first().map(|own| own.name),
                    Entity::World | Entity::Station { .. } => Some("position"),
                    Entity::Free => None,
                };
                let mut report = report::wrong_type(place, "a quantity", &found, Some("`record`"));
                if let Some(example) = example {
                    report = report
                        .note(format!("name what to record of it, such as `{text}.{example}`"));
                }
                self.values.report(context, report);
            }
        }
    }

    /// Outputs of small motions are quantities; reports what is true or false, or one of a few.
    fn has_derivative(&mut self, context: Context, expr: &Expr, value: &Value) -> bool {
        let experiment = self.elements.experiment.as_ref();
        let wanted = match experiment.map(|own| own.kind) {
            Some(KindId::Response) => "a `record` of a `response`",
            Some(KindId::Linearize) => "a `record` of a `linearize`",
            _ => return true,
        };
        if !matches!(value, Value::Condition(_) | Value::Bool(_) | Value::Enum { .. }) {
            return true;
        }
        let (found, place) = (self.values.type_of(value), context.place(expr.span));
        let report = report::wrong_type(place, "a quantity that swings", &found, Some(wanted));
        let note = "a `record` inside of another experiment of the model is recorded there alone";
        self.values.report(context, report.note(note));
        false
    }

    fn add_record(&mut self, context: Context, name: String, value: Value, asked: Asked<'_>) {
        let place = asked.place;
        if let Some(earlier) = self.elements.records.place(&name) {
            if earlier != place {
                let report =
                    diagnostics::duplicate_name(place, "recorded quantity", &name, earlier);
                self.values.report(context, report);
            }
            return;
        }
        let unit = self.shown_unit(context, &value, asked.unit);
        let record = Record { name, value, place, unit };
        if self.has_own_columns(context, &record, asked.is_named) {
            self.elements.records.add(record);
        }
    }

    /// Before and after the names of what a scope declares.
    fn around(&self, scope: Option<ScopeId>) -> (String, String) {
        match scope {
            Some(scope) => {
                let (prefix, suffix) = self.values.names.around(scope);
                (prefix.to_owned(), suffix.to_owned())
            }
            None => (String::new(), String::new()),
        }
    }

    /// The path of what is recorded, such as `crane.hoist.end.tension`; the text of an expression that
    /// is no path.
    fn record_name(&mut self, context: Context, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::Name(name) => match self.path_of_name(context, name) {
                Some(path) => path,
                None => name.to_string(),
            },
            ExprKind::Each => match self.values.names.turns.each(context.turn) {
                Some(each) => each.path.clone(),
                None => expression_text::text(expr),
            },
            ExprKind::Member { target, name } => {
                format!("{}.{}", self.record_name(context, target), name.text)
            }
            ExprKind::Index { target, index } => {
                let at = match self.evaluator().typed_value(context, index, &Ty::Int, Of::Nothing) {
                    Value::Int(at) => at.to_string(),
                    _ => expression_text::text(index),
                };
                format!("{}[{at}]", self.record_name(context, target))
            }
            ExprKind::Call { callee, arguments, unit: None } => {
                if let (ExprKind::Member { .. }, [Argument { value, .. }]) =
                    (&callee.kind, arguments.as_slice())
                {
                    let callee = self.record_name(context, callee);
                    // Each turn of a loop may mean another place by the same words.
                    let (_, suffix) = self.around(context.scope);
                    return format!("{callee}({}){suffix}", expression_text::text(value));
                }
                if let (ExprKind::Name(name), [Argument { name: None, value, .. }]) =
                    (&callee.kind, arguments.as_slice())
                    && is_statistic(name)
                {
                    return format!("{name}({})", self.record_name(context, value));
                }
                self.text_in_scope(context, expr)
            }
            _ => self.text_in_scope(context, expr),
        }
    }

    /// Instances of one component record under different names.
    fn text_in_scope(&self, context: Context, expr: &Expr) -> String {
        let (prefix, suffix) = self.around(context.scope);
        let text = expression_text::text(expr);
        let part = prefix.trim_end_matches('.');
        if part.is_empty() && suffix.is_empty() {
            text
        } else {
            format!("{text} of {part}{suffix}")
        }
    }

    /// The full path of what a bare name means, where it has one.
    fn path_of_name(&mut self, context: Context, name: &str) -> Option<String> {
        let scope = self.values.names.declaring(context.scope?, name)?;
        Some(match self.evaluator().bound_thing(scope, name) {
            Thing::Value(Value::Entity(Entity::Element(element))) => {
                self.values.entities.path(element).to_owned()
            }
            Thing::Part(part) => self.values.names.part_path(part).to_owned(),
            Thing::Array(array) => self.values.names.array(array).path().to_owned(),
            _ => self.values.names.path(scope, name),
        })
    }
}

/// Of `maximum(rope[*].end.tension)` the function, the row, and what is asked of each.
fn statistic_of_every(expr: &Expr) -> Option<(&str, &Expr, &Expr)> {
    let ExprKind::Call { callee, arguments, unit: None } = &expr.kind else { return None };
    let (ExprKind::Name(name), [argument, ..]) = (&callee.kind, arguments.as_slice()) else {
        return None;
    };
    match &argument.value.kind {
        ExprKind::Every { row, element } if is_statistic(name) => Some((name, row, element)),
        _ => None,
    }
}
