//! Named values: `let`, parameters and constants, with what is known of each.

use cdl_grammar::syntax::{Expr, Text, TypeExpr};
use cdl_graph::{NodeId, VarId};
use rustc_hash::FxHashMap;

use crate::elaborate::context::{Context, ScopeId, Source};
use crate::elaborate::names::scope::ThunkId;
use crate::elaborate::names::thing::Thing;
use crate::elaborate::sources::Sources;
use crate::place::{ItemKey, Place};
use crate::row::Row;
use crate::typed::Value;
use crate::units::Dimension;

/// The named values of one elaboration.
#[derive(Default)]
pub(in crate::elaborate) struct Thunks<'a> {
    thunks: Row<Thunk<'a>>,
    /// Those under evaluation, the outermost first.
    active: Vec<ThunkId>,
    /// Those that refer to themselves through variables.
    loops: Vec<ThunkId>,
    consts: FxHashMap<ItemKey, ThunkId>,
    /// Those that share a name with others and have an index, in the order they were declared.
    indexed: Vec<ThunkId>,
}

pub(in crate::elaborate) struct Thunk<'a> {
    /// Such as `crane.sway`.
    pub(super) path: Text,
    pub(super) place: Place,
    pub(super) role: Role,
    /// The type that stands in the header of an item, where its name does, and the scope of that.
    pub(super) ty: Option<&'a TypeExpr>,
    scope: Option<ScopeId>,
    pub(super) definition: Definition<'a>,
    pub(super) state: State,
    /// The variables through which it refers to itself.
    pub(super) looped: Option<Box<Looped>>,
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
    /// In the header of an item.
    Expr(&'a Expr, Context),
    /// The value of the `let` that begins at this offset of its chunk.
    Let(Let),
    /// An argument of the `part`, or an entry of the `record`, that begins at this offset; by its place.
    Listed(u32, u32, Context),
    /// Nobody has given a value; one of the right type is made up.
    Placeholder(Context),
    /// That there is none has been reported.
    Missing,
}

/// Where a `let` stands, and whether it states its type.
#[derive(Clone, Copy)]
pub(in crate::elaborate) struct Let {
    pub(in crate::elaborate) start: u32,
    pub(in crate::elaborate) states_type: bool,
    pub(in crate::elaborate) context: Context,
}

#[derive(Clone)]
pub(in crate::elaborate) enum State {
    Todo,
    Active,
    Done(Outcome),
}

/// What a named value means, in little room. Nearly all are numbers.
#[derive(Clone)]
pub(in crate::elaborate) enum Outcome {
    Number { node: NodeId, dimension: Dimension },
    Other(Box<Thing>),
}

impl From<Thing> for Outcome {
    fn from(thing: Thing) -> Self {
        match thing {
            Thing::Value(Value::Scalar { node, dimension }) => Self::Number { node, dimension },
            thing => Self::Other(Box::new(thing)),
        }
    }
}

impl Outcome {
    pub(super) fn thing(&self) -> Thing {
        match self {
            &Self::Number { node, dimension } => Thing::Value(Value::Scalar { node, dimension }),
            Self::Other(thing) => Thing::clone(thing),
        }
    }
}

#[derive(Clone)]
pub(super) struct Looped {
    pub(super) value: Value,
    pub(super) vars: Vec<VarId>,
}

/// There is one for each parameter of each instance.
const _: () = assert!(size_of::<Thunk<'_>>() <= 120);

impl Definition<'_> {
    /// Where it stands.
    pub(in crate::elaborate) fn context(self) -> Option<Context> {
        match self {
            Self::Expr(_, context)
            | Self::Let(Let { context, .. })
            | Self::Listed(_, _, context)
            | Self::Placeholder(context) => Some(context),
            Self::Missing => None,
        }
    }
}

impl<'a> Thunk<'a> {
    /// One that nobody has asked for yet.
    pub(in crate::elaborate) fn new(
        path: impl Into<Text>,
        place: Place,
        role: Role,
        ty: Option<(&'a TypeExpr, Context)>,
        definition: Definition<'a>,
    ) -> Self {
        let (path, scope) = (path.into(), ty.and_then(|(_, context)| context.scope));
        let ty = ty.map(|(ty, _)| ty);
        Self { path, place, role, ty, scope, definition, state: State::Todo, looped: None }
    }

    /// Without what stands around it: `sway` of `crane.sway[3]`.
    pub(super) fn name(&self) -> &str {
        let last = self.path.rsplit('.').next().unwrap_or(&self.path);
        last.split('[').next().unwrap_or(last)
    }

    /// Whether the text says of what type it is.
    pub(super) fn states_type(&self) -> bool {
        self.ty.is_some()
            || matches!(self.definition, Definition::Let(Let { states_type: true, .. }))
    }

    /// Where its name is declared.
    pub(in crate::elaborate) fn place(&self) -> Place {
        self.place
    }

    pub(in crate::elaborate) fn definition(&self) -> Definition<'a> {
        self.definition
    }

    /// Where it belongs: a parameter to its instance, though its argument stands elsewhere.
    pub(in crate::elaborate) fn home<'s>(
        &self,
        sources: &(dyn Sources<'s> + 's),
    ) -> Option<Context> {
        if self.ty.is_none() {
            return self.definition.context();
        }
        let item = self.place.item;
        let source = Source { module: sources.module_of(item), item, offset: 0 };
        Some(Context { source, scope: self.scope, call: None, turn: None })
    }

    /// What it means, once it has been evaluated.
    pub(in crate::elaborate) fn known(&self) -> Option<Thing> {
        match &self.state {
            State::Done(outcome) => Some(outcome.thing()),
            State::Todo | State::Active => None,
        }
    }

    pub(in crate::elaborate) fn is_parameter(&self) -> bool {
        matches!(self.role, Role::Argument | Role::Parameter)
    }
}

impl<'a> Thunks<'a> {
    pub(in crate::elaborate) fn add(&mut self, thunk: Thunk<'a>) -> ThunkId {
        let id = ThunkId(self.thunks.len() as u32);
        self.thunks.push(thunk);
        id
    }

    /// Adds one of several that share a name.
    pub(in crate::elaborate) fn add_indexed(&mut self, thunk: Thunk<'a>) -> ThunkId {
        let id = self.add(thunk);
        self.indexed.push(id);
        id
    }

    /// The one that was declared at this place among those with an index.
    pub(super) fn indexed(&self, place: usize) -> Option<ThunkId> {
        self.indexed.get(place).copied()
    }

    pub(in crate::elaborate) fn count(&self) -> usize {
        self.thunks.len()
    }

    pub(in crate::elaborate) fn get(&self, id: ThunkId) -> &Thunk<'a> {
        &self.thunks[id.0 as usize]
    }

    pub(super) fn get_mut(&mut self, id: ThunkId) -> &mut Thunk<'a> {
        &mut self.thunks[id.0 as usize]
    }

    pub(super) fn constant(&self, item: ItemKey) -> Option<ThunkId> {
        self.consts.get(&item).copied()
    }

    pub(super) fn add_constant(&mut self, item: ItemKey, thunk: Thunk<'a>) -> ThunkId {
        let id = self.add(thunk);
        self.consts.insert(item, id);
        id
    }

    pub(super) fn begin(&mut self, id: ThunkId) {
        self.get_mut(id).state = State::Active;
        self.active.push(id);
    }

    pub(super) fn end(&mut self, id: ThunkId, thing: Thing) {
        self.active.pop();
        self.get_mut(id).state = State::Done(thing.into());
    }

    /// The named values from this one, which is under evaluation, to the innermost.
    pub(super) fn cycle(&self, id: ThunkId) -> Vec<ThunkId> {
        let start = self.active.iter().position(|&active| active == id).unwrap_or(0);
        self.active.get(start..).unwrap_or_default().to_vec()
    }

    /// Closes a cycle through variables.
    pub(super) fn close(&mut self, id: ThunkId, looped: Looped) {
        self.loops.push(id);
        self.get_mut(id).looped = Some(Box::new(looped));
    }

    /// What has been closed through variables.
    pub(super) fn take_loops(&mut self) -> Vec<ThunkId> {
        std::mem::take(&mut self.loops)
    }
}
