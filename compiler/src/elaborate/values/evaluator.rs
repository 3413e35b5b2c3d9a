//! Who evaluates: the values, and the one way up to the elements that they name.

use cdl_grammar::syntax::{Argument, Name, Span};

use super::Values;
use crate::elaborate::context::MemberAt;
use crate::elaborate::context::{Context, ScopeId};
use crate::elaborate::names::thing::Thing;
use crate::schema::KindId;
use crate::typed::{ElementId, Entity, Value};

/// Evaluates expressions.
pub(in crate::elaborate) struct Evaluator<'e, 'a> {
    pub(in crate::elaborate) values: &'e mut Values<'a>,
    pub(in crate::elaborate) elements: &'e mut (dyn OnDemand<'a> + 'e),
}

/// What evaluation asks of the elements, and nothing else: it may name one that is not declared yet,
/// or read what follows from the fields of one.
pub(in crate::elaborate) trait OnDemand<'a> {
    /// Declares the element or part behind a name that is needed before its turn.
    fn declare(&mut self, values: &mut Values<'a>, scope: ScopeId, member: MemberAt);

    /// What stands behind the dot of an element, of the world or of a point of a cable.
    fn member(
        &mut self,
        values: &mut Values<'a>,
        context: Context,
        entity: Entity,
        name: &Name,
    ) -> Thing;

    /// `tether.at(3 m)`
    fn station_at(
        &mut self,
        values: &mut Values<'a>,
        context: Context,
        cable: ElementId,
        arguments: &[Argument],
        span: Span,
    ) -> Thing;

    /// An element of one of these kinds that stands for whatever will be given.
    fn placeholder(
        &mut self,
        values: &mut Values<'a>,
        context: Context,
        kinds: &'static [KindId],
        path: &str,
    ) -> Value;
}
