//! Calls of functions that are written in the language. The body is evaluated with the arguments in
//! place, so a function without stated types works for every dimension that its body allows.

use cdl_grammar::syntax::{Argument, Expr, Function, ItemKind, Span, Text};

use super::evaluator::Evaluator;
use super::fit::Of;
use crate::elaborate::context::Context;
use crate::elaborate::names::Call;
use crate::elaborate::names::thing::Thing;
use crate::elaborate::report;
use crate::place::{ItemKey, Place};

impl<'a> Evaluator<'_, 'a> {
    pub(in crate::elaborate) fn call(
        &mut self,
        context: Context,
        callee: &Expr,
        arguments: &[Argument],
        span: Span,
    ) -> Thing {
        match self.thing(context, callee) {
            Thing::Builtin(builtin) => {
                Thing::Value(self.call_builtin(context, builtin, arguments, span))
            }
            Thing::Function(key) => self.call_function(context, key, arguments, span),
            Thing::StationAt(cable) => {
                self.elements.station_at(self.values, context, cable, arguments, span)
            }
            thing if thing.is_error() => {
                // What is in the arguments is checked all the same.
                for argument in arguments {
                    self.thing(context, &argument.value);
                }
                Thing::ERROR
            }
            thing => {
                let place = context.place(callee.span);
                self.values.report(context, report::not_callable(place, callee, &thing));
                Thing::ERROR
            }
        }
    }

    fn call_function(
        &mut self,
        context: Context,
        key: ItemKey,
        arguments: &[Argument],
        span: Span,
    ) -> Thing {
        let Some(function) = self.function(key) else { return Thing::ERROR };
        let here = self.values.item_context(key);
        let place = context.place(span);
        if self.values.names.calls.is_called(key) {
            let declared = here.place(function.name.span);
            self.values.report(context, report::recursive(&function.name.text, place, declared));
            return Thing::ERROR;
        }
        let parameters: Vec<(&'a str, bool)> = function
            .params
            .iter()
            .map(|param| (param.name.text.as_ref(), param.default.is_some()))
            .collect();
        let name: &str = &function.name.text;
        let Some(matched) = self.match_arguments(context, name, &parameters, arguments, span)
        else {
            return Thing::ERROR;
        };
        let mut values = Vec::with_capacity(matched.len());
        for (param, argument) in function.params.iter().zip(&matched) {
            let (expr, from) = match (argument, &param.default) {
                (Some(argument), _) => (&argument.value, context),
                (None, Some(default)) => (default, here),
                (None, None) => return Thing::ERROR,
            };
            let of = Of::Argument { name: &param.name.text, of: name };
            let thing = match &param.ty {
                None => self.thing(from, expr),
                Some(ty) => match self.values.stated_type(here, ty) {
                    Some(ty) => Thing::Value(self.typed_value(from, expr, &ty, of)),
                    None => Thing::ERROR,
                },
            };
            values.push((param.name.text.clone(), thing));
        }
        if values.iter().any(|(_, thing)| thing.is_error()) {
            return Thing::ERROR;
        }
        // As much as a few expressions.
        self.values.effort.spend_for(3);
        let call = Call { function: key, arguments: values, from: Some(place) };
        self.evaluate_body(function, here, call)
    }

    fn evaluate_body(&mut self, function: &'a Function, here: Context, call: Call) -> Thing {
        let inside = Context { call: Some(self.values.names.calls.enter(call)), ..here };
        let result = match &function.result {
            None => self.thing(inside, &function.body),
            Some(ty) => match self.values.stated_type(here, ty) {
                Some(ty) => {
                    Thing::Value(self.typed_value(inside, &function.body, &ty, Of::Nothing))
                }
                None => Thing::ERROR,
            },
        };
        self.values.names.calls.leave();
        result
    }

    fn function(&self, key: ItemKey) -> Option<&'a Function> {
        match &self.values.sources.item(key)?.kind {
            ItemKind::Function(function) => Some(function),
            _ => None,
        }
    }

    /// Checks a function that may be called by nobody: parameters with a stated type stand for any
    /// value of it, those without for anything.
    pub(in crate::elaborate) fn check_function(&mut self, key: ItemKey) {
        let Some(function) = self.function(key) else { return };
        let here = self.values.item_context(key);
        let mut arguments: Vec<(Text, Thing)> = Vec::new();
        let mut places: Vec<(&'a str, Place)> = Vec::new();
        for param in &function.params {
            let name: &'a str = &param.name.text;
            let place = here.place(param.name.span);
            if let Some((_, earlier)) = places.iter().find(|(other, _)| *other == name) {
                self.values.report(
                    here,
                    crate::diagnostics::duplicate_name(place, "parameter", name, *earlier),
                );
            }
            places.push((name, place));
            let ty = param.ty.as_ref().map(|ty| self.values.stated_type(here, ty));
            if let Some(default) = &param.default {
                match &ty {
                    Some(Some(ty)) => {
                        self.typed_value(here, default, ty, Of::Nothing);
                    }
                    _ => {
                        self.thing(here, default);
                    }
                }
            }
            let thing = match ty {
                Some(Some(ty)) => Thing::Value(self.placeholder(here, &ty, name)),
                _ => Thing::ERROR,
            };
            arguments.push((param.name.text.clone(), thing));
        }
        let call = Call { function: key, arguments, from: None };
        self.evaluate_body(function, here, call);
    }
}
