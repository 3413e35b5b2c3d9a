//! What names mean, from the syntax alone: without values, units or instances. So it also answers
//! where a model is half written, and costs no elaboration. Elaboration has the last word on what is
//! right; this is for those who look: definitions, references, completion, colours.
//!
//! ```text
//! item -> declarations   who is declared in which scope
//!      -> uses           every name in the text with what it refers to
//! ```
//!
//! Spans here are relative to the start of the item.

mod declare;
mod denote;
mod enums;
mod known;
mod members;
mod schema_values;
mod uses;
mod visible;

use std::sync::Arc;

use cdl_grammar::syntax::{Expr, Span, Text, TypeExpr};

use rustc_hash::FxHashMap;

use crate::elaborate::ModuleKey;
use crate::elaborate::builtins::{Builtin, NamedConstant, Parameter};
use crate::place::{ItemKey, Place};
use crate::schema::{Field, Kind, Quantity, Variant};

pub use declare::declarations;
pub use denote::Denotation;
pub(crate) use denote::{Along, Resolver};
pub use enums::EnumRef;
pub(crate) use known::Known;
pub use members::Behind;
pub(crate) use members::members;
pub(crate) use uses::{along_at, denoted, uses};
pub(crate) use visible::{visible, visible_in_module};

/// What an item declares.
#[derive(Debug, Default)]
pub struct Declarations {
    /// The item itself; an import may bind several names.
    pub own: Vec<Declaration>,
    /// The first is that of the item's parameters and members.
    pub scopes: Vec<Scope>,
    /// In the order of the text.
    pub names: Vec<Declaration>,
    /// What sees the names under which an experiment records something.
    pub(crate) concluding: Option<ScopeIndex>,
    by_name: FxHashMap<Text, Homes>,
}

/// The scopes that declare a name, in order, each with the index of the first declaration there. Most
/// names have one.
#[derive(Debug)]
enum Homes {
    One((ScopeIndex, u32)),
    Several(Vec<(ScopeIndex, u32)>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ScopeIndex(pub u32);

impl ScopeIndex {
    /// Of the item's parameters and members.
    pub const ITEM: Self = Self(0);
}

#[derive(Clone, Debug)]
pub struct Scope {
    pub parent: Option<ScopeIndex>,
    pub span: Span,
    pub kind: ScopeKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScopeKind {
    Item,
    /// The body of a `for`, where what has an index of its own is declared around it, or a comprehension.
    Loop,
    /// The block of an element.
    Block,
    /// The values of an enum, which are seen from nowhere else.
    Enum,
}

/// A name that the text gives to something.
#[derive(Clone, Debug)]
pub struct Declaration {
    pub name: Text,
    /// Of the name.
    pub span: Span,
    /// Of the whole member, parameter or item, without doc comments.
    pub whole: Span,
    /// The `///` lines before it, joined by newlines.
    pub docs: Box<str>,
    /// Where it is visible.
    pub scope: ScopeIndex,
    pub public: bool,
    /// `link[i]` is one of a row.
    pub indexed: bool,
    pub meaning: Declared,
}

/// What is declared.
#[derive(Clone, Debug)]
pub enum Declared {
    Import,
    Const {
        ty: Option<TypeExpr>,
        value: Option<Arc<Expr>>,
    },
    Function,
    Model,
    Component,
    Experiment,
    Enum {
        values: ScopeIndex,
    },
    /// One of the values of the enum of that name.
    EnumValue {
        of: Text,
    },
    Parameter {
        ty: Option<TypeExpr>,
    },
    Let {
        ty: Option<TypeExpr>,
        value: Option<Arc<Expr>>,
    },
    /// Under which an experiment records something.
    Recorded {
        value: Option<Arc<Expr>>,
    },
    /// Of a `for`, with what it runs over.
    LoopIndex {
        range: Option<Arc<Expr>>,
    },
    Part {
        component: Arc<Expr>,
    },
    Element {
        kind: Option<&'static Kind>,
        variant: Option<&'static Variant>,
        block: Option<ScopeIndex>,
        /// Of an element that is a value: what it is.
        ty: Option<TypeExpr>,
        /// What it starts at, where that says what it is.
        start: Option<Arc<Expr>>,
    },
}

/// A name in the text and what it refers to.
#[derive(Clone, Copy, Debug)]
pub struct Use {
    pub span: Span,
    pub referent: Referent,
    /// It is the name in the declaration itself.
    pub is_declaration: bool,
    /// It is the name of an argument, which gives it a value.
    pub is_argument: bool,
}

#[derive(Clone, Copy, Debug)]
pub enum Referent {
    /// A name that the text declares, by the place of the name in its declaration. Several that share a
    /// name in one scope, such as in both branches of an `if`, are one: the first.
    Declared(Place),
    Kind(&'static Kind),
    Variant(&'static Variant),
    Field(&'static Field),
    Quantity(&'static Quantity),
    Function(&'static Builtin),
    /// An argument's name in a call of a builtin function.
    Parameter(&'static Builtin, &'static Parameter),
    Constant(&'static NamedConstant),
    /// `x`, `y` or `z` of a vector.
    Component,
    Type,
    Unit,
    /// Something that depends on values, such as what stands behind a parameter without a type.
    Untold,
    /// Nothing.
    Unknown,
}

/// A name that means something at some place.
#[derive(Clone, Debug)]
pub struct Visible {
    pub name: Text,
    pub referent: Referent,
    pub denotation: Denotation,
    /// The scopes between it and the place: 0 is the innermost. What every model can use comes last.
    pub distance: u32,
}

impl Declarations {
    /// The innermost scope around an offset.
    pub fn scope_at(&self, offset: u32) -> ScopeIndex {
        let around = self.scopes.iter().enumerate().rev();
        let mut around =
            around.filter(|(_, scope)| scope.span.start <= offset && offset <= scope.span.end);
        around.next().map_or(ScopeIndex::ITEM, |(index, _)| ScopeIndex(index as u32))
    }

    pub fn scope(&self, index: ScopeIndex) -> Option<&Scope> {
        self.scopes.get(index.0 as usize)
    }

    /// The declaration whose name stands at exactly this span, also of the item itself.
    pub fn at(&self, span: Span) -> Option<&Declaration> {
        let from = self.names.partition_point(|own| own.span.start < span.start);
        let member = self.names[from..].iter().take_while(|own| own.span.start == span.start);
        member.chain(&self.own).find(|own| own.span == span)
    }

    /// Puts the names in the order of the text, without those that could not be read.
    fn finish(mut self) -> Self {
        self.own.retain(|own| !own.name.is_empty());
        self.names.retain(|own| !own.name.is_empty());
        self.names.sort_by_key(|own| own.span.start);
        self.by_name.reserve(self.names.len());
        for (index, own) in self.names.iter().enumerate() {
            let home = (own.scope, index as u32);
            match self.by_name.get_mut(&own.name) {
                Some(homes) => homes.push(home),
                None => {
                    self.by_name.insert(own.name.clone(), Homes::One(home));
                }
            }
        }
        for homes in self.by_name.values_mut() {
            if let Homes::Several(all) = homes {
                all.sort_unstable();
                all.dedup_by_key(|(scope, _)| *scope);
            }
        }
        self
    }

    /// The first of this name in a scope.
    pub fn find(&self, scope: ScopeIndex, name: &str) -> Option<&Declaration> {
        self.names.get(self.by_name.get(name)?.first_in(scope)? as usize)
    }

    /// What a bare name means at a scope, if this item declares it.
    fn seen_from(&self, scope: ScopeIndex, name: &str) -> Option<&Declaration> {
        let homes = self.by_name.get(name)?;
        let mut next = Some(scope);
        while let Some(scope) = next {
            if let Some(first) = homes.first_in(scope) {
                return self.names.get(first as usize);
            }
            next = self.scope(scope).and_then(|scope| scope.parent);
        }
        None
    }

    pub fn in_scope(&self, scope: ScopeIndex) -> impl Iterator<Item = &Declaration> {
        self.names.iter().filter(move |own| own.scope == scope)
    }
}

impl Homes {
    fn push(&mut self, home: (ScopeIndex, u32)) {
        match self {
            Homes::One(first) => *self = Homes::Several(vec![*first, home]),
            Homes::Several(all) => all.push(home),
        }
    }

    fn first_in(&self, scope: ScopeIndex) -> Option<u32> {
        match self {
            Homes::One((own, first)) => (*own == scope).then_some(*first),
            Homes::Several(all) => {
                let found = all.binary_search_by_key(&scope, |(own, _)| *own).ok()?;
                all.get(found).map(|(_, first)| *first)
            }
        }
    }
}

/// The item and module that a resolver works for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Home {
    pub item: ItemKey,
    pub module: ModuleKey,
}
