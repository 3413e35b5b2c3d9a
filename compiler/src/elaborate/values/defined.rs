//! What defines a named value, found where it stands.

use cdl_grammar::syntax::{Expr, MemberKind, TypeExpr};

use super::Values;
use super::evaluator::Evaluator;
use super::thunks::{Definition, Let};
use super::types::Ty;
use crate::elaborate::chunk::Held;
use crate::elaborate::context::{Context, MemberAt};
use crate::elaborate::names::scope::ThunkId;
use crate::schema::Variability;

/// The expression that defines a named value, and the type that it states, while somebody reads them.
pub(in crate::elaborate) enum Defined<'a> {
    Lent(&'a Expr),
    Let(Held),
    Listed(Held, u32),
}

impl Defined<'_> {
    pub(in crate::elaborate) fn expr(&self) -> Option<&Expr> {
        match self {
            Self::Lent(expr) => Some(expr),
            Self::Let(held) => match &held.member()?.kind {
                MemberKind::Let { value, .. } => Some(value),
                _ => None,
            },
            Self::Listed(held, index) => match &held.member()?.kind {
                MemberKind::Part { arguments, .. } => {
                    arguments.get(*index as usize).map(|argument| &argument.value)
                }
                // Without the unit that it is shown in.
                MemberKind::Record(entries) => {
                    entries.get(*index as usize).map(|entry| entry.value.shown_in().0)
                }
                _ => None,
            },
        }
    }

    /// The type of a `let`.
    pub(in crate::elaborate) fn ty(&self) -> Option<&TypeExpr> {
        match self {
            Self::Let(held) => match &held.member()?.kind {
                MemberKind::Let { ty, .. } => ty.as_deref(),
                _ => None,
            },
            Self::Lent(_) | Self::Listed(..) => None,
        }
    }
}

impl<'a> Values<'a> {
    /// The tree of a member.
    pub(in crate::elaborate) fn held(&self, at: MemberAt) -> Option<Held> {
        let chunk = self.sources.chunk_at(at.source.item, at.source.offset)?;
        Held::of(&chunk, at.start)
    }

    /// The expression behind a named value, with where it stands; nothing where there is none.
    pub(in crate::elaborate) fn defined(
        &self,
        definition: Definition<'a>,
    ) -> Option<(Defined<'a>, Context)> {
        let held = |start, context: Context| self.held(MemberAt { source: context.source, start });
        match definition {
            Definition::Expr(expr, context) => Some((Defined::Lent(expr), context)),
            Definition::Let(Let { start, context, .. }) => {
                Some((Defined::Let(held(start, context)?), context))
            }
            Definition::Listed(start, index, context) => {
                Some((Defined::Listed(held(start, context)?, index), context))
            }
            Definition::Placeholder(_) | Definition::Missing => None,
        }
    }
}

impl<'a> Evaluator<'_, 'a> {
    /// The type that a named value states; `Some(None)` where that means nothing.
    #[allow(clippy::option_option, reason = "what is wrong has been told")]
    pub(super) fn stated_by(
        &mut self,
        id: ThunkId,
        defined: Option<&(Defined<'a>, Context)>,
    ) -> Option<Option<Ty>> {
        let thunk = self.values.thunks.get(id);
        if let Some(ty) = thunk.ty
            && let Some(context) = thunk.home(self.values.sources.as_ref())
        {
            return Some(self.values.stated_type(context, ty));
        }
        let (own, context) = defined?;
        own.ty().map(|ty| self.values.stated_type(*context, ty))
    }

    /// Says that a definition varies more than it may.
    pub(super) fn too_variable(
        &mut self,
        id: ThunkId,
        what: &str,
        allowed: Variability,
        found: Variability,
    ) {
        let defined = self.values.defined(self.values.thunks.get(id).definition);
        if let Some((own, context)) = &defined
            && let Some(expr) = own.expr()
        {
            self.varies_too_much(*context, expr, what, allowed, found);
        }
    }
}
