//! What stands behind a dot or between square brackets.

use cdl_grammar::syntax::{Expr, Name, Span};

use super::coerce::Of;
use super::scope::{Bound, ScopeId};
use super::sources::ModuleKey;
use super::thing::{Column, Thing};
use super::types::{Ty, type_of};
use super::{Context, Elaborator, expression_text, report};
use crate::diagnostics;
use crate::schema;
use crate::typed::{Entity, Value};
use crate::units::{Dimension, unit_named};

impl<'a> Elaborator<'a> {
    /// `target.name`
    pub(super) fn member(
        &mut self,
        context: Context,
        target: &'a Expr,
        thing: Thing,
        name: &'a Name,
    ) -> Thing {
        match thing {
            Thing::Value(Value::Error) => Thing::ERROR,
            Thing::Value(value) => self.value_member(context, value, name),
            Thing::Part(scope) => self.part_member(context, scope, name),
            Thing::Module(module) => self.module_member(context, module, name),
            Thing::Energy => {
                let part = schema::energy_parts().find(|(own, _)| **own == *name.text);
                match part {
                    Some((_, part)) => {
                        let sensor = cdl_graph::Sensor::Energy(part);
                        let node = self.nodes.sensor(sensor, 0);
                        Thing::Value(Value::Scalar { node, dimension: Dimension::TORQUE })
                    }
                    None => {
                        let names: Vec<&str> = schema::ENERGY.iter().map(|own| own.name).collect();
                        self.no_member(context, name, "the energy ledger", &names)
                    }
                }
            }
            Thing::Array(array) => {
                let path = self.array(array).path.clone();
                let place = context.place(target.span);
                let name: &str = &name.text;
                self.report(context, report::needs_index(place, &path, name));
                Thing::ERROR
            }
            Thing::Column(_)
            | Thing::StationAt(_)
            | Thing::Builtin(_)
            | Thing::Function(_)
            | Thing::Component(_) => {
                let what = super::thing::in_words(&thing);
                self.no_member(context, name, what, &[])
            }
        }
    }

    fn value_member(&mut self, context: Context, value: Value, name: &'a Name) -> Thing {
        match value {
            Value::Entity(entity) => self.entity_member(context, entity, name),
            Value::Struct(fields) => {
                if let Some((_, value)) = fields.iter().find(|(own, _)| *own == name.text) {
                    return Thing::Value(value.clone());
                }
                let names: Vec<&str> = fields.iter().map(|(own, _)| own.as_ref()).collect();
                self.no_member(context, name, "this", &names)
            }
            Value::Vector { nodes: [x, y, z], dimension } => {
                let node = match name.text.as_ref() {
                    "x" => x,
                    "y" => y,
                    "z" => z,
                    _ => return self.no_member(context, name, "a vector", &["x", "y", "z"]),
                };
                Thing::Value(Value::Scalar { node, dimension })
            }
            Value::Table(table) => {
                let Some(data) = self.tables.get(table.index()) else { return Thing::ERROR };
                let column = data.columns.iter().position(|(own, _)| **own == *name.text);
                match column {
                    Some(column) => Thing::Column(Column { table, column: column as u16 }),
                    None => {
                        let names: Vec<String> =
                            data.columns.iter().map(|(own, _)| own.clone()).collect();
                        let names: Vec<&str> = names.iter().map(String::as_str).collect();
                        self.no_member(context, name, "the table", &names)
                    }
                }
            }
            other => {
                let ty = type_of(&other, &self.elements);
                let what = format!("a value of type {ty}");
                self.no_member(context, name, &what, &[])
            }
        }
    }

    fn part_member(&mut self, context: Context, scope: ScopeId, name: &'a Name) -> Thing {
        let names = &mut self.scope_mut(scope).names;
        let found = names.get_mut(name.text.as_ref());
        if found.as_ref().is_some_and(|binding| binding.public) {
            return self.bound_thing(scope, &name.text);
        }
        let hidden = found.map(|binding| {
            // Whoever wants to use it has a use for it.
            binding.used = true;
            let thunk = match binding.bound {
                Bound::Thunk(thunk) => Some(thunk),
                Bound::Thing(_) | Bound::Pending(..) => None,
            };
            (binding.place, thunk)
        });
        let part = self.scope(scope).prefix.trim_end_matches('.').to_owned();
        if let Some((declared, thunk)) = hidden {
            let is_parameter = thunk
                .and_then(|thunk| self.thunks.get(thunk.0 as usize))
                .is_some_and(|thunk| thunk.is_parameter());
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
            self.report(context, report);
            return Thing::ERROR;
        }
        let mut names: Vec<&str> = self
            .scope(scope)
            .names
            .iter()
            .filter(|(_, binding)| binding.public)
            .map(|(own, _)| *own)
            .collect();
        names.sort_unstable();
        let what = format!("the part `{part}`");
        self.no_member(context, name, &what, &names)
    }

    fn module_member(&mut self, context: Context, module: ModuleKey, name: &'a Name) -> Thing {
        let names = self.sources.names(module);
        match names.names.get(&name.text) {
            // What a file imports is its own business.
            Some(definition) if !matches!(definition.meaning, super::Meaning::Module(_)) => {
                self.meaning(context, definition.meaning, name.span)
            }
            _ => {
                let known: Vec<&str> = names.names.keys().map(|name| name.as_ref()).collect();
                let place = context.place(name.span);
                self.report(context, diagnostics::unknown_name(place, &name.text, &known));
                Thing::ERROR
            }
        }
    }

    /// Quantities, fields and what is declared in the block of an element.
    fn entity_member(&mut self, context: Context, entity: Entity, name: &'a Name) -> Thing {
        if let Entity::Element(id) = entity
            && let Some(block) = self.declared.get(id.0 as usize).and_then(|own| own.block)
            && self.scope(block).names.contains_key(name.text.as_ref())
        {
            return self.bound_thing(block, &name.text);
        }
        self.quantity_of(context, entity, name)
    }

    /// Says that there is nothing of this name, and what there is.
    pub(super) fn no_member(
        &mut self,
        context: Context,
        name: &Name,
        of: &str,
        known: &[&str],
    ) -> Thing {
        let place = context.place(name.span);
        self.report(context, diagnostics::unknown_quantity(place, &name.text, of, known));
        Thing::ERROR
    }

    /// `target[index]`
    pub(super) fn index(
        &mut self,
        context: Context,
        target: &'a Expr,
        index: &'a Expr,
        span: Span,
    ) -> Thing {
        let thing = self.thing(context, target);
        let index_value = self.typed_value(context, index, &Ty::Int, Of::Nothing);
        let Value::Int(at) = index_value else { return Thing::ERROR };
        let (found, length) = match &thing {
            thing if thing.is_error() => return Thing::ERROR,
            Thing::Array(array) => {
                let array = self.array(*array);
                let found = array.entries.get(&at).map(|(thing, _)| thing.clone());
                if found.is_none() {
                    let keys = (array.entries.keys().next(), array.entries.keys().next_back());
                    let range = match keys {
                        (Some(first), Some(last)) => Some((*first, *last)),
                        _ => None,
                    };
                    let path = array.path.clone();
                    let place = context.place(index.span);
                    self.report(context, report::no_such_entry(place, &path, at, range));
                    return Thing::ERROR;
                }
                (found, array.entries.len())
            }
            Thing::Value(Value::Array(values)) => {
                let found = usize::try_from(at).ok().and_then(|at| values.get(at));
                (found.cloned().map(Thing::Value), values.len())
            }
            &Thing::Value(Value::Vector { nodes, dimension }) => {
                let found = usize::try_from(at).ok().and_then(|at| nodes.get(at));
                (found.map(|&node| Thing::Value(Value::Scalar { node, dimension })), 3)
            }
            other => {
                let found = match other {
                    Thing::Value(value) => type_of(value, &self.elements),
                    other => super::thing::in_words(other).to_owned(),
                };
                let place = context.place(span);
                self.report(context, report::not_indexable(place, &found));
                return Thing::ERROR;
            }
        };
        match found {
            Some(thing) => thing,
            None => {
                let place = context.place(index.span);
                self.report(
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

    /// The dimension of a unit of the schema.
    pub(super) fn schema_dimension(&mut self, unit: &'static str) -> Dimension {
        if let Some(Some(known)) = self.units.get(unit) {
            return known.dimension;
        }
        let meaning = unit_named(unit).ok();
        self.units.insert(unit, meaning);
        meaning.map_or(Dimension::NONE, |unit| unit.dimension)
    }
}
