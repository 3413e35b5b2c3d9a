//! What stands behind a dot or between square brackets.

use cdl_grammar::syntax::{Expr, Name, Span, Text};

use super::concluded::Asked;
use super::evaluator::Evaluator;
use super::fit::Of;
use super::types::Ty;
use crate::diagnostics;
use crate::elaborate::context::{Context, ScopeId};
use crate::elaborate::names::scope::Bound;
use crate::elaborate::names::thing::{Column, Thing, in_words};
use crate::elaborate::sources::ModuleKey;
use crate::elaborate::{expression_text, report};
use crate::schema;
use crate::typed::Value;
use crate::units::Dimension;

impl<'a> Evaluator<'_, 'a> {
    /// `target.name`
    pub(in crate::elaborate) fn member(
        &mut self,
        context: Context,
        target: &Expr,
        thing: Thing,
        name: &Name,
    ) -> Thing {
        match thing {
            Thing::Value(Value::Error) => Thing::ERROR,
            Thing::Value(value) => self.value_member(context, value, name),
            Thing::Part(scope) => self.part_member(context, scope, name),
            Thing::Module(module) => self.module_member(context, module, name),
            Thing::Enum(of) => self.values.value_of_enum(context, &of, name),
            Thing::Energy if *name.text == *schema::IMBALANCE => {
                Thing::Value(self.imbalance(context, name))
            }
            Thing::Energy => {
                let part = schema::energy_parts().find(|(own, _)| **own == *name.text);
                match part {
                    Some((_, part)) => {
                        let sensor = cdl_graph::Sensor::Energy(part);
                        let node = self.values.nodes.sensor(sensor, 0);
                        Thing::Value(Value::Scalar { node, dimension: Dimension::TORQUE })
                    }
                    None => {
                        let names: Vec<&str> = schema::ENERGY.iter().map(|own| own.name).collect();
                        self.values.no_member(context, name, "the energy ledger", &names)
                    }
                }
            }
            Thing::Array(array) => {
                let path = self.values.names.array(array).path().to_owned();
                let place = context.place(target.span);
                let name: &str = &name.text;
                self.values.report(context, report::needs_index(place, &path, name));
                Thing::ERROR
            }
            Thing::Column(_)
            | Thing::StationAt(_)
            | Thing::Builtin(_)
            | Thing::Function(_)
            | Thing::Component(_) => {
                let what = in_words(&thing);
                self.values.no_member(context, name, what, &[])
            }
        }
    }

    /// The largest imbalance of the energy ledger over the run, by what was exchanged.
    fn imbalance(&mut self, context: Context, name: &Name) -> Value {
        let place = context.place(name.span);
        if !self.values.concluded.is_run_over {
            self.values.report(context, diagnostics::imbalance_during_run(place));
            return Value::Error;
        }
        let asked = Asked { measure: cdl_graph::Measure::Imbalance, of: None, share: None };
        let id = self.values.concluded.ask(asked, place);
        let node = self.values.nodes.sensor(cdl_graph::Sensor::Statistic(id), 0);
        Value::Scalar { node, dimension: Dimension::NONE }
    }

    fn value_member(&mut self, context: Context, value: Value, name: &Name) -> Thing {
        match value {
            Value::Entity(entity) => self.elements.member(self.values, context, entity, name),
            Value::Struct(fields) => {
                if let Some((_, value)) = fields.iter().find(|(own, _)| **own == *name.text) {
                    return Thing::Value(value.clone());
                }
                let names: Vec<&str> = fields.iter().map(|(own, _)| own.as_ref()).collect();
                self.values.no_member(context, name, "a structure", &names)
            }
            Value::Vector { nodes: [x, y, z], dimension } => {
                let node = match name.text.as_ref() {
                    "x" => x,
                    "y" => y,
                    "z" => z,
                    _ => return self.values.no_member(context, name, "a vector", &["x", "y", "z"]),
                };
                Thing::Value(Value::Scalar { node, dimension })
            }
            Value::Table(table) => {
                let Some(data) = self.values.tables.get(table) else { return Thing::ERROR };
                let column = data.columns.iter().position(|(own, _)| **own == *name.text);
                match column {
                    Some(column) => Thing::Column(Column { table, column: column as u16 }),
                    None => {
                        let names: Vec<String> =
                            data.columns.iter().map(|(own, _)| own.clone()).collect();
                        let names: Vec<&str> = names.iter().map(String::as_str).collect();
                        self.values.no_member(context, name, "the table", &names)
                    }
                }
            }
            other => {
                let ty = self.values.type_of(&other);
                let what = format!("a value of type {ty}");
                match &other {
                    Value::Enum { of, .. } if of.position(&name.text).is_some() => {
                        let place = context.place(name.span);
                        let report =
                            diagnostics::value_of_value(place, &name.text, &what, &of.name);
                        self.values.report(context, report);
                        Thing::ERROR
                    }
                    _ => self.values.no_member(context, name, &what, &[]),
                }
            }
        }
    }

    fn part_member(&mut self, context: Context, scope: ScopeId, name: &Name) -> Thing {
        // Whoever wants to use what is hidden has a use for it.
        let found = self.values.names.used(scope, &name.text);
        if found.is_some_and(|binding| binding.public) {
            return self.bound_thing(scope, &name.text);
        }
        let hidden = self.values.names.binding(scope, &name.text).map(|binding| {
            let thunk = match binding.bound {
                Bound::Thunk(thunk) => Some(thunk),
                Bound::Thing(_) | Bound::Pending(..) => None,
            };
            (binding.place, thunk)
        });
        let part = self.values.names.part_path(scope).to_owned();
        if let Some((declared, thunk)) = hidden {
            let is_parameter =
                thunk.is_some_and(|thunk| self.values.thunks.get(thunk).is_parameter());
            let place = context.place(name.span);
            let owner = format!("the part `{part}`");
            let mut report = diagnostics::private_member(place, &name.text, &owner, declared);
            if is_parameter {
                for label in &mut report.related {
                    label.text = "a parameter is not visible from outside; \
                                  `pub let` can make its value so"
                        .to_owned();
                }
            }
            self.values.report(context, report);
            return Thing::ERROR;
        }
        let mut names: Vec<Text> = self
            .values
            .names
            .bindings(scope)
            .filter(|(_, binding)| binding.public)
            .map(|(own, _)| own.into())
            .collect();
        names.sort_unstable();
        let names: Vec<&str> = names.iter().map(Text::as_str).collect();
        let what = format!("the part `{part}`");
        self.values.no_member(context, name, &what, &names)
    }

    fn module_member(&mut self, context: Context, module: ModuleKey, name: &Name) -> Thing {
        let names = self.values.sources.names(module);
        match names.names.get(&name.text) {
            // What a file imports is its own business.
            Some(definition)
                if !matches!(definition.meaning, crate::elaborate::Meaning::Module(_)) =>
            {
                self.meaning(context, definition.meaning, name.span)
            }
            _ => {
                let known: Vec<&str> = names.names.keys().map(|name| name.as_ref()).collect();
                let place = context.place(name.span);
                self.values.report(context, diagnostics::unknown_name(place, &name.text, &known));
                Thing::ERROR
            }
        }
    }

    /// `target[index]`
    pub(in crate::elaborate) fn index(
        &mut self,
        context: Context,
        target: &Expr,
        index: &Expr,
        span: Span,
    ) -> Thing {
        let thing = self.thing(context, target);
        let index_value = self.typed_value(context, index, &Ty::Int, Of::Nothing);
        let Value::Int(at) = index_value else { return Thing::ERROR };
        let (found, length) = match &thing {
            thing if thing.is_error() => return Thing::ERROR,
            Thing::Array(array) => {
                let found = self.entry(*array, at);
                if found.is_none() {
                    let array = self.values.names.array(*array);
                    let range = array.range();
                    let path = array.path().to_owned();
                    let place = context.place(index.span);
                    self.values.report(context, report::no_such_entry(place, &path, at, range));
                    return Thing::ERROR;
                }
                (found, 0)
            }
            Thing::Value(Value::Array(values)) => {
                let found = usize::try_from(at).ok().and_then(|at| values.get(at));
                (found.map(|own| Thing::Value(own.into_owned())), values.len())
            }
            &Thing::Value(Value::Vector { nodes, dimension }) => {
                let found = usize::try_from(at).ok().and_then(|at| nodes.get(at));
                (found.map(|&node| Thing::Value(Value::Scalar { node, dimension })), 3)
            }
            other => {
                let found = match other {
                    Thing::Value(value) => self.values.type_of(value),
                    other => in_words(other).to_owned(),
                };
                let place = context.place(span);
                self.values.report(context, report::not_indexable(place, &found));
                return Thing::ERROR;
            }
        };
        match found {
            Some(thing) => thing,
            None => {
                let place = context.place(index.span);
                self.values.report(
                    context,
                    report::index_out_of_range(
                        place,
                        &format!("`{}`", expression_text::text(target)),
                        at,
                        length,
                    ),
                );
                Thing::ERROR
            }
        }
    }
}
