//! Named values: `let`, parameters and constants. Each is evaluated when it is first needed and then
//! remembered.
//!
//! A `let` that changes in time becomes a variable with an equation, one for each scalar component.
//! A `let` that needs itself is an algebraic loop if every `let` on the way states its type and
//! something on the way changes in time; the loop is closed through the variable. Any other cycle is
//! an error.

use cdl_grammar::syntax::{Expr, ExprKind, TypeExpr};
use cdl_graph::{Equation, NodeId, VarId};

use crate::elaborate::context::Context;
use crate::elaborate::names::scope::ThunkId;
use crate::elaborate::names::thing::Thing;
use crate::elaborate::values::coerce::Of;
use crate::elaborate::values::types::Ty;
use crate::elaborate::{Elaborator, report};
use crate::place::{ItemKey, Place};
use crate::schema::Variability;
use crate::typed::Value;

pub(in crate::elaborate) struct Thunk<'a> {
    pub(in crate::elaborate) name: &'a str,
    /// Such as `crane.sway`.
    pub(in crate::elaborate) path: String,
    pub(in crate::elaborate) place: Place,
    pub(in crate::elaborate) role: Role,
    pub(in crate::elaborate) ty: Option<(&'a TypeExpr, Context)>,
    pub(in crate::elaborate) definition: Definition<'a>,
    pub(in crate::elaborate) state: State,
    /// The variables through which it refers to itself.
    looped: Option<Looped>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::elaborate) enum Role {
    Const,
    Let,
    /// Of a component: the argument as it is.
    Argument,
    /// Of the model: can be changed without compiling.
    Parameter,
}

#[derive(Clone, Copy)]
pub(in crate::elaborate) enum Definition<'a> {
    Expr(&'a Expr, Context),
    /// Nobody has given a value; one of the right type is made up.
    Placeholder(Context),
    /// That there is none has been reported.
    Missing,
}

#[derive(Clone)]
pub(in crate::elaborate) enum State {
    Todo,
    Active,
    Done(Thing),
}

#[derive(Clone)]
struct Looped {
    value: Value,
    vars: Vec<VarId>,
}

/// Nested evaluations, of expressions within expressions and of names within names. Keeps the stack
/// below a megabyte.
const MAX_DEPTH: u32 = 400;
/// From here on, what a name needs is evaluated before the name.
const DEEP: u32 = 60;

impl Thunk<'_> {
    pub(in crate::elaborate) fn is_parameter(&self) -> bool {
        matches!(self.role, Role::Argument | Role::Parameter)
    }
}

impl<'a> Elaborator<'a> {
    pub(in crate::elaborate) fn new_thunk(
        &mut self,
        name: &'a str,
        path: String,
        place: Place,
        role: Role,
        ty: Option<(&'a TypeExpr, Context)>,
        definition: Definition<'a>,
    ) -> ThunkId {
        let id = ThunkId(self.thunks.len() as u32);
        let state = State::Todo;
        self.thunks.push(Thunk { name, path, place, role, ty, definition, state, looped: None });
        id
    }

    fn thunk(&self, id: ThunkId) -> &Thunk<'a> {
        &self.thunks[id.0 as usize]
    }

    fn thunk_mut(&mut self, id: ThunkId) -> &mut Thunk<'a> {
        &mut self.thunks[id.0 as usize]
    }

    /// The value of a named value, evaluated now if it has not been.
    pub(in crate::elaborate) fn force(&mut self, id: ThunkId) -> Thing {
        match &self.thunk(id).state {
            State::Done(thing) => thing.clone(),
            State::Active => self.close_loop(id),
            State::Todo if self.depth > DEEP => self.force_in_order(id),
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
            let needed = match (&self.thunk(top).state, self.thunk(top).definition) {
                (State::Todo, Definition::Expr(expr, context)) => self.unevaluated(expr, context),
                _ => Vec::new(),
            };
            let before = stack.len();
            stack.extend(needed.into_iter().filter(|needed| seen.insert(*needed)));
            if stack.len() == before {
                stack.pop();
                result = match &self.thunk(top).state {
                    State::Done(thing) => thing.clone(),
                    State::Active => self.close_loop(top),
                    State::Todo => self.evaluate_thunk(top),
                };
            }
        }
        result
    }

    /// The named values of the scopes around an expression that it mentions and that have no value yet.
    fn unevaluated(&mut self, expr: &'a Expr, context: Context) -> Vec<ThunkId> {
        let mut found = Vec::new();
        let mut rest = vec![expr];
        while let Some(expr) = rest.pop() {
            if let ExprKind::Name(name) = &expr.kind {
                let todo = self.thunk_named(context, name);
                found.extend(todo.filter(|&id| matches!(self.thunk(id).state, State::Todo)));
            }
            rest.extend(children(expr));
        }
        found
    }

    /// The named value that a bare name means, if it means one.
    fn thunk_named(&mut self, context: Context, name: &str) -> Option<ThunkId> {
        if let Some(scope) = context.scope
            && self.names.declaring(scope, name).is_some()
        {
            return self.names.thunk(scope, name);
        }
        match self.sources.names(context.source.module).names.get(name)?.meaning {
            crate::elaborate::Meaning::Const(key) => self.const_thunk(key),
            _ => None,
        }
    }

    fn evaluate_thunk(&mut self, id: ThunkId) -> Thing {
        self.thunk_mut(id).state = State::Active;
        self.active.push(id);
        let thing = self.evaluate_definition(id);
        self.active.pop();
        self.thunk_mut(id).state = State::Done(thing.clone());
        thing
    }

    fn evaluate_definition(&mut self, id: ThunkId) -> Thing {
        let Thunk { role, ty, definition, .. } = *self.thunk(id);
        let stated = ty.map(|(ty, context)| self.stated_type(context, ty));
        let thing = match definition {
            Definition::Missing => return Thing::ERROR,
            Definition::Placeholder(context) => {
                let path = self.thunk(id).path.clone();
                match stated {
                    Some(Some(ty)) => Thing::Value(self.placeholder(context, &ty, &path)),
                    _ => Thing::ERROR,
                }
            }
            Definition::Expr(expr, context) => match stated {
                Some(Some(ty)) => Thing::Value(self.typed_value(context, expr, &ty, Of::Nothing)),
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
        let found = self.variability(&value);
        if found == Variability::Const {
            return value;
        }
        if let Definition::Expr(expr, context) = self.thunk(id).definition {
            self.varies_too_much(context, expr, "a constant", Variability::Const, found);
        }
        Value::Error
    }

    /// The model's parameter as parameters of the graph. A default that depends on other parameters
    /// stays an expression, so that it follows them.
    fn changeable(&mut self, id: ThunkId, value: Value) -> Value {
        let found = self.variability(&value);
        if found == Variability::Signal {
            if let Definition::Expr(expr, context) = self.thunk(id).definition {
                self.varies_too_much(context, expr, "a parameter", Variability::Param, found);
            }
            return Value::Error;
        }
        if found == Variability::Param {
            return value;
        }
        let path = self.thunk(id).path.clone();
        let nodes = &mut self.nodes;
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
        let looped = self.thunk(id).looped.clone();
        let is_signal = self.variability(&value) == Variability::Signal;
        if looped.is_none() && !is_signal {
            return value;
        }
        let Some(components) = components(&value) else { return value };
        let Looped { value: named, vars } = match looped {
            Some(looped) => looped,
            None => self.variables_like(id, &value),
        };
        for (&var, &value) in vars.iter().zip(&components) {
            self.nodes.signals.equations.push(Equation { var, value });
        }
        named
    }

    /// New variables in the shape of a value.
    fn variables_like(&mut self, id: ThunkId, value: &Value) -> Looped {
        let path = self.thunk(id).path.clone();
        let mut vars = Vec::new();
        let mut variable = |suffix: &str| {
            let (var, node) = self.nodes.var(format!("{path}{suffix}"));
            vars.push(var);
            node
        };
        let value = match *value {
            Value::Scalar { dimension, .. } => Value::Scalar { node: variable(""), dimension },
            Value::Condition(_) => Value::Condition(variable("")),
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
        if let Some(looped) = &self.thunk(id).looped {
            return Thing::Value(looped.value.clone());
        }
        let start = self.active.iter().position(|&active| active == id).unwrap_or(0);
        let cycle: Vec<ThunkId> = self.active[start..].to_vec();
        let may_loop = |thunk: &Thunk<'a>| thunk.role == Role::Let && thunk.ty.is_some();
        let example = match self.thunk(id).ty {
            Some((ty, context)) if cycle.iter().all(|&thunk| may_loop(self.thunk(thunk))) => {
                self.stated_type(context, ty).and_then(|ty| shape(&ty))
            }
            _ => None,
        };
        let Some(example) = example else {
            self.report_cycle(&cycle);
            return Thing::ERROR;
        };
        let looped = self.variables_like(id, &example);
        self.loops.push(id);
        self.thunk_mut(id).looped = Some(looped.clone());
        Thing::Value(looped.value)
    }

    fn report_cycle(&mut self, cycle: &[ThunkId]) {
        // The earliest in the text, so that it does not matter which one was needed first.
        let Some(first) = cycle.iter().copied().min_by_key(|&id| order(self.thunk(id).place))
        else {
            return;
        };
        let at = cycle.iter().position(|&id| id == first).unwrap_or(0);
        let rotated: Vec<ThunkId> = cycle[at..].iter().chain(&cycle[..at]).copied().collect();
        let chain: Vec<(&str, Place)> =
            rotated.iter().map(|&id| (self.thunk(id).name, self.thunk(id).place)).collect();
        let context = self.thunk_context(first);
        let mut report = report::cyclic_definition(&chain, self.thunk(first).place);
        if rotated.iter().any(|&id| self.thunk(id).role != Role::Let) {
            report.notes.clear();
        }
        self.report(context, report);
    }

    fn thunk_context(&self, id: ThunkId) -> Context {
        match self.thunk(id).definition {
            Definition::Expr(_, context) | Definition::Placeholder(context) => context,
            Definition::Missing => self.root_context(),
        }
    }

    /// Loops that turn out to go through nothing that changes in time.
    pub(in crate::elaborate) fn check_loops(&mut self) {
        if self.loops.is_empty() {
            return;
        }
        let variabilities = self.nodes.signals.variabilities();
        for id in std::mem::take(&mut self.loops) {
            let Some(looped) = self.thunk(id).looped.clone() else { continue };
            let changes = looped.vars.iter().any(|var| {
                self.nodes.signals.equations.iter().any(|equation| {
                    equation.var == *var
                        && variabilities
                            .get(equation.value.index())
                            .is_some_and(|found| *found > cdl_graph::Variability::Param)
                })
            });
            if !changes {
                self.report_cycle(&[id]);
            }
        }
    }

    /// One step deeper; `None` where expressions are nested beyond reason.
    pub(in crate::elaborate) fn deeper<T>(
        &mut self,
        step: impl FnOnce(&mut Self) -> T,
    ) -> Option<T> {
        if self.depth >= MAX_DEPTH {
            return None;
        }
        self.depth += 1;
        let result = step(self);
        self.depth -= 1;
        Some(result)
    }

    /// The thunk of a constant, made when it is first needed.
    pub(in crate::elaborate) fn const_value(&mut self, key: ItemKey) -> Thing {
        match self.const_thunk(key) {
            Some(thunk) => self.force(thunk),
            None => Thing::ERROR,
        }
    }

    fn const_thunk(&mut self, key: ItemKey) -> Option<ThunkId> {
        if let Some(&thunk) = self.consts.get(&key) {
            return Some(thunk);
        }
        let Some(cdl_grammar::syntax::Item {
            kind: cdl_grammar::syntax::ItemKind::Const(declared),
            ..
        }) = self.sources.item(key)
        else {
            return None;
        };
        let context = self.item_context(key);
        let thunk = self.new_thunk(
            &declared.name.text,
            declared.name.text.to_string(),
            context.place(declared.name.span),
            Role::Const,
            declared.ty.as_ref().map(|ty| (ty, context)),
            Definition::Expr(&declared.value, context),
        );
        self.consts.insert(key, thunk);
        Some(thunk)
    }

    /// Evaluates what nobody has asked for, so that its mistakes are found too.
    pub(in crate::elaborate) fn force_all(&mut self) {
        let mut next = 0;
        while next < self.thunks.len() {
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
        Value::Scalar { node, .. } | Value::Condition(node) => Some(vec![*node]),
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
        | Ty::Entity(_)
        | Ty::Table => None,
    }
}

/// The expressions directly inside of one.
pub(in crate::elaborate) fn children(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Number { .. }
        | ExprKind::Text(_)
        | ExprKind::Bool(_)
        | ExprKind::Name(_)
        | ExprKind::Error => Vec::new(),
        ExprKind::Member { target, .. } => vec![target],
        ExprKind::Index { target, index } => vec![target, index],
        ExprKind::Call { callee, arguments, .. } => {
            std::iter::once(callee.as_ref()).chain(arguments.iter().map(|a| &a.value)).collect()
        }
        ExprKind::Unary { operand, .. } => vec![operand],
        ExprKind::Binary { left, right, .. } => vec![left, right],
        ExprKind::Conditional { condition, then, otherwise } => vec![condition, then, otherwise],
        ExprKind::List { elements, .. } => elements.iter().collect(),
        ExprKind::Struct(fields) => fields.iter().map(|field| &field.value).collect(),
    }
}
