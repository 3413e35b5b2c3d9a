//! What a builtin function is given, and ways to take it.

use cdl_grammar::syntax::{Argument, Expr, Span};

use super::function::Given;
use crate::elaborate::context::Context;
use crate::elaborate::names::thing::{BuiltinId, Thing};
use crate::elaborate::report;
use crate::elaborate::values::evaluator::Evaluator;
use crate::typed::Value;

impl<'a> Evaluator<'_, 'a> {
    pub(in crate::elaborate) fn call_builtin(
        &mut self,
        context: Context,
        builtin: BuiltinId,
        arguments: &[Argument],
        span: Span,
    ) -> Value {
        let Some(builtin) = super::at(builtin) else { return Value::Error };
        let matched: Vec<Option<&Argument>> = if builtin.variadic {
            if let Some(named) = arguments.iter().find_map(|argument| argument.name.as_ref()) {
                let place = context.place(named.span);
                self.values.report(
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
                self.values.report(context, report);
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
        let value = (builtin.apply)(self.values, &given);
        match self.values.is_too_large(context, context.place(span), &value) {
            true => Value::Error,
            false => value,
        }
    }
}
