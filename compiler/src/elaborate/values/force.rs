//! Evaluation of named values, each when it is first needed.
//!
//! A `let` that changes in time becomes a variable with an equation, one for each scalar component.
//! A `let` that needs itself is an algebraic loop if every `let` on the way states its type and
//! something on the way changes in time; the loop is closed through the variable. Any other cycle is
//! an error.

use cdl_grammar::syntax::{Expr, ExprKind, Item, ItemKind};
use cdl_graph::NodeId;

use super::evaluator::Evaluator;
use super::fit::Of;
use super::thunks::{Definition, Looped, Role, State, Thunk};
use super::types::Ty;
use super::varies::children;
use crate::elaborate::context::Context;
use crate::elaborate::names::scope::ThunkId;
use crate::elaborate::names::thing::Thing;
use crate::elaborate::report;
use crate::elaborate::sources::Meaning;
use crate::place::{ItemKey, Place};
use crate::schema::Variability;
use crate::typed::Value;

impl<'a> Evaluator<'_, 'a> {
    /// The value of a named value, evaluated now if it has not been.
    pub(in crate::elaborate) fn force(&mut self, id: ThunkId) -> Thing {
        match &self.values.thunks.get(id).state {
            State::Done(outcome) => outcome.thing(),
            State::Active => self.close_loop(id),
            State::Todo if self.values.effort.is_deep() => self.force_in_order(id),
            State::Todo => self.evaluate_thunk(id),
        }
    }

    /// Like [`Self::force`] for long chains of definitions in reverse order: without recursion where
    /// the names in an expression tell what it needs.
    fn force_in_order(&mut self, id: ThunkId) -> Thing {
        let mut stack = vec![id];
        let mut seen = rustc_hash::FxHashSet::from_iter([id]);
        let mut result = Thing::ERROR;
        while let Some(&top) = stack.last() {
            let thunk = self.values.thunks.get(top);
            let todo = matches!(thunk.state, State::Todo).then_some(thunk.definition);
            let defined = todo.and_then(|definition| self.values.defined(definition));
            let needed = match defined.as_ref().and_then(|(own, at)| Some((own.expr()?, *at))) {
                Some((expr, context)) => self.unevaluated(expr, context),
                None => Vec::new(),
            };
            let before = stack.len();
            stack.extend(needed.into_iter().filter(|needed| seen.insert(*needed)));
            if stack.len() == before {
                stack.pop();
                result = match &self.values.thunks.get(top).state {
                    State::Done(outcome) => outcome.thing(),
                    State::Active => self.close_loop(top),
                    State::Todo => self.evaluate_thunk(top),
                };
            }
        }
        result
    }

    /// The named values of the scopes around an expression that it mentions and that have no value yet.
    fn unevaluated(&mut self, expr: &Expr, context: Context) -> Vec<ThunkId> {
        let mut found = Vec::new();
        let mut rest = vec![expr];
        while let Some(expr) = rest.pop() {
            if let ExprKind::Name(name) = &expr.kind {
                let todo = self.thunk_named(context, name);
                found.extend(
                    todo.filter(|&id| matches!(self.values.thunks.get(id).state, State::Todo)),
                );
            }
            rest.extend(children(expr));
        }
        found
    }

    /// The named value that a bare name means, if it means one.
    fn thunk_named(&mut self, context: Context, name: &str) -> Option<ThunkId> {
        if let Some(scope) = context.scope
            && self.values.names.declaring(scope, name).is_some()
        {
            return self.values.names.thunk(scope, name);
        }
        match self.values.sources.names(context.source.module).names.get(name)?.meaning {
            Meaning::Const(key) => self.const_thunk(key),
            _ => None,
        }
    }

    fn evaluate_thunk(&mut self, id: ThunkId) -> Thing {
        self.values.thunks.begin(id);
        let thing = self.evaluate_definition(id);
        self.values.thunks.end(id, thing.clone());
        thing
    }

    fn evaluate_definition(&mut self, id: ThunkId) -> Thing {
        let Thunk { role, definition, .. } = *self.values.thunks.get(id);
        let defined = self.values.defined(definition);
        let stated = self.stated_by(id, defined.as_ref());
        let defined = defined.as_ref().and_then(|(own, at)| Some((own.expr()?, *at)));
        let thing = match (definition, defined) {
            (Definition::Placeholder(context), _) => {
                let path = self.values.thunks.get(id).path.clone();
                match stated {
                    Some(Some(ty)) => Thing::Value(self.placeholder(context, &ty, &path)),
                    _ => Thing::ERROR,
                }
            }
            (_, None) => return Thing::ERROR,
            (_, Some((expr, context))) => match stated {
                Some(Some(ty)) => Thing::Value(self.typed_value(context, expr, &ty, Of::Nothing)),
                // Of an unknown type an unknown name may be a value.
                Some(None) if self.is_unknown_name(context, expr) => Thing::ERROR,
                Some(None) => {
                    self.thing(context, expr);
                    Thing::ERROR
                }
                None => self.thing(context, expr),
            },
        };
        match (role, thing) {
            (Role::Let, Thing::Value(value)) => Thing::Value(self.with_equations(id, value)),
            (Role::Parameter, Thing::Value(value)) => Thing::Value(self.changeable(id, value)),
            (Role::Const, Thing::Value(value)) => Thing::Value(self.unchanging(id, value)),
            (_, thing) => thing,
        }
    }

    /// A constant must not depend on what changes.
    fn unchanging(&mut self, id: ThunkId, value: Value) -> Value {
        let found = self.values.variability(&value);
        if found == Variability::Const {
            return value;
        }
        self.too_variable(id, "a constant", Variability::Const, found);
        Value::Error
    }

    /// The model's parameter as parameters of the graph. A default that depends on other parameters
    /// stays an expression, so that it follows them.
    fn changeable(&mut self, id: ThunkId, value: Value) -> Value {
        let found = self.values.variability(&value);
        if found == Variability::Signal {
            self.too_variable(id, "a parameter", Variability::Param, found);
            return Value::Error;
        }
        if found == Variability::Param {
            return value;
        }
        let path = self.values.thunks.get(id).path.clone();
        let nodes = &mut self.values.nodes;
        let mut param = |node: NodeId, suffix: &str| {
            let value = nodes.value(node).unwrap_or(f64::NAN);
            nodes.param(format!("{path}{suffix}"), value)
        };
        match value {
            Value::Scalar { node, dimension } => Value::Scalar { node: param(node, ""), dimension },
            Value::Vector { nodes: [x, y, z], dimension } => {
                let nodes = [param(x, ".x"), param(y, ".y"), param(z, ".z")];
                Value::Vector { nodes, dimension }
            }
            other => other,
        }
    }

    /// A value that changes in time gets variables, so that it has a name in the graph.
    fn with_equations(&mut self, id: ThunkId, value: Value) -> Value {
        let looped = self.values.thunks.get(id).looped.clone();
        let is_signal = self.values.variability(&value) == Variability::Signal;
        if looped.is_none() && !is_signal {
            return value;
        }
        let Some(components) = components(&value) else { return value };
        let Looped { value: named, vars } = match looped {
            Some(looped) => *looped,
            None => self.variables_like(id, &value),
        };
        for (&var, &value) in vars.iter().zip(&components) {
            self.values.nodes.define(var, value);
        }
        named
    }

    /// New variables in the shape of a value.
    fn variables_like(&mut self, id: ThunkId, value: &Value) -> Looped {
        let thunk = self.values.thunks.get(id);
        let (path, place) = (thunk.path.clone(), thunk.place());
        let mut vars = Vec::new();
        let mut variable = |suffix: &str| {
            let (var, node) = self.values.nodes.var(format!("{path}{suffix}"), place);
            vars.push(var);
            node
        };
        let value = match *value {
            Value::Scalar { dimension, .. } => Value::Scalar { node: variable(""), dimension },
            Value::Condition(_) => Value::Condition(variable("")),
            Value::Enum { ref of, .. } => Value::Enum { node: variable(""), of: of.clone() },
            Value::Vector { dimension, .. } => {
                Value::Vector { nodes: [".x", ".y", ".z"].map(variable), dimension }
            }
            Value::Attitude(_) => Value::Attitude([".w", ".x", ".y", ".z"].map(variable)),
            ref other => other.clone(),
        };
        Looped { value, vars }
    }

    /// A named value is needed while it is being evaluated.
    fn close_loop(&mut self, id: ThunkId) -> Thing {
        if let Some(looped) = &self.values.thunks.get(id).looped {
            return Thing::Value(looped.value.clone());
        }
        let cycle = self.values.thunks.cycle(id);
        let may_loop = |thunk: &Thunk<'a>| thunk.role == Role::Let && thunk.states_type();
        let example = if cycle.iter().all(|&thunk| may_loop(self.values.thunks.get(thunk))) {
            let defined = self.values.defined(self.values.thunks.get(id).definition);
            self.stated_by(id, defined.as_ref()).flatten().and_then(|ty| shape(&ty))
        } else {
            None
        };
        let Some(example) = example else {
            self.report_cycle(&cycle, true);
            return Thing::ERROR;
        };
        let looped = self.variables_like(id, &example);
        self.values.thunks.close(id, looped.clone());
        Thing::Value(looped.value)
    }

    /// `may_change`: in time, so that it can be solved for during the run.
    fn report_cycle(&mut self, cycle: &[ThunkId], may_change: bool) {
        // The earliest in the text, so that it does not matter which one was needed first.
        let Some(first) =
            cycle.iter().copied().min_by_key(|&id| order(self.values.thunks.get(id).place))
        else {
            return;
        };
        let at = cycle.iter().position(|&id| id == first).unwrap_or(0);
        let rotated: Vec<ThunkId> = cycle[at..].iter().chain(&cycle[..at]).copied().collect();
        let chain: Vec<(&str, Place)> = rotated
            .iter()
            .map(|&id| (self.values.thunks.get(id).name(), self.values.thunks.get(id).place))
            .collect();
        let context = self.thunk_context(first);
        let mut report = report::cyclic_definition(&chain, self.values.thunks.get(first).place);
        if rotated.iter().any(|&id| self.values.thunks.get(id).role != Role::Let) {
            report.notes.clear();
        } else if !may_change {
            report.notes = vec![FIXED_LOOP.to_owned()];
        } else if let Some(untyped) =
            rotated.iter().map(|&id| self.values.thunks.get(id)).find(|own| !own.states_type())
            && rotated.iter().any(|&id| self.values.thunks.get(id).states_type())
        {
            let name = untyped.name();
            report.notes.push(format!("`{name}` has none: write `let {name}: TYPE = ...`"));
        }
        self.values.report(context, report);
    }

    fn thunk_context(&self, id: ThunkId) -> Context {
        let context = self.values.thunks.get(id).definition.context();
        context.unwrap_or_else(|| self.values.root_context())
    }

    /// Loops that turn out to go through nothing that changes in time.
    pub(in crate::elaborate) fn check_loops(&mut self) {
        let loops = self.values.thunks.take_loops();
        if loops.is_empty() {
            return;
        }
        let variabilities = self.values.nodes.signals().variabilities();
        for id in loops {
            let Some(looped) = self.values.thunks.get(id).looped.clone() else { continue };
            let changes = looped.vars.iter().any(|var| {
                self.values.nodes.signals().equations.iter().any(|equation| {
                    equation.var == *var
                        && variabilities
                            .get(equation.value.index())
                            .is_some_and(|found| *found > cdl_graph::Variability::Param)
                })
            });
            if !changes {
                self.report_cycle(&[id], false);
            }
        }
    }

    /// The thunk of a constant, made when it is first needed.
    pub(in crate::elaborate) fn const_value(&mut self, key: ItemKey) -> Thing {
        match self.const_thunk(key) {
            Some(thunk) => self.force(thunk),
            None => Thing::ERROR,
        }
    }

    fn const_thunk(&mut self, key: ItemKey) -> Option<ThunkId> {
        if let Some(thunk) = self.values.thunks.constant(key) {
            return Some(thunk);
        }
        let Some(Item { kind: ItemKind::Const(declared), .. }) = self.values.sources.item(key)
        else {
            return None;
        };
        let context = self.values.item_context(key);
        let thunk = Thunk::new(
            declared.name.text.clone(),
            context.place(declared.name.span),
            Role::Const,
            declared.ty.as_ref().map(|ty| (ty, context)),
            Definition::Expr(&declared.value, context),
        );
        Some(self.values.thunks.add_constant(key, thunk))
    }

    /// Evaluates what nobody has asked for, so that its mistakes are found too.
    pub(in crate::elaborate) fn force_all(&mut self) {
        // Often each needs the one before it; a whole row of them would be nested too deeply.
        let mut next = 0;
        while let Some(id) = self.values.thunks.indexed(next) {
            self.force(id);
            next += 1;
        }
        let mut next = 0;
        while next < self.values.thunks.count() {
            self.force(ThunkId(next as u32));
            next += 1;
        }
    }
}

fn order(place: Place) -> (ItemKey, u32, u32) {
    (place.item, place.span.start, place.span.end)
}

/// The scalars that a value consists of, where it can be a variable.
fn components(value: &Value) -> Option<Vec<NodeId>> {
    match value {
        Value::Scalar { node, .. } | Value::Condition(node) | Value::Enum { node, .. } => {
            Some(vec![*node])
        }
        Value::Vector { nodes, .. } => Some(nodes.to_vec()),
        Value::Attitude(nodes) => Some(nodes.to_vec()),
        Value::Bool(_)
        | Value::Int(_)
        | Value::Text(_)
        | Value::Matrix { .. }
        | Value::Table(_)
        | Value::Array(_)
        | Value::Struct(_)
        | Value::Variant { .. }
        | Value::Entity(_)
        | Value::Error => None,
    }
}

/// A value in the shape of a type that an algebraic loop can be closed through.
fn shape(ty: &Ty) -> Option<Value> {
    let node = NodeId(0);
    match *ty {
        Ty::Scalar { dimension, .. } => Some(Value::Scalar { node, dimension }),
        Ty::Vector { dimension, .. } => Some(Value::Vector { nodes: [node; 3], dimension }),
        Ty::Int
        | Ty::Bool
        | Ty::Text
        | Ty::Direction
        | Ty::Attitude
        | Ty::Matrix { .. }
        | Ty::Array(_)
        | Ty::Enum(_)
        | Ty::Entity(_)
        | Ty::Table => None,
    }
}

/// Said of a loop that has a type.
const FIXED_LOOP: &str = "nothing in this loop changes in time: what is fixed before a run is computed one after the other, so \
     write its value, or let an experiment look for it by `find`";
