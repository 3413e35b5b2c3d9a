//! What evaluation asks of the elements.

use cdl_grammar::syntax::{Argument, Name, Span};

use super::{Elements, Unfolding};
use crate::elaborate::context::MemberAt;
use crate::elaborate::context::{Context, ScopeId};
use crate::elaborate::names::thing::Thing;
use crate::elaborate::values::Values;
use crate::elaborate::values::evaluator::OnDemand;
use crate::schema::KindId;
use crate::typed::{ElementId, Entity, Value};

impl<'a> OnDemand<'a> for Elements {
    fn declare(&mut self, values: &mut Values<'a>, scope: ScopeId, at: MemberAt) {
        let Some(held) = values.held(at) else { return };
        if let Some(member) = held.member() {
            Unfolding::new(values, self).declare_member(scope, at.source, member);
        }
    }

    fn member(
        &mut self,
        values: &mut Values<'a>,
        context: Context,
        entity: Entity,
        name: &Name,
    ) -> Thing {
        Unfolding::new(values, self).entity_member(context, entity, name)
    }

    fn station_at(
        &mut self,
        values: &mut Values<'a>,
        context: Context,
        cable: ElementId,
        arguments: &[Argument],
        span: Span,
    ) -> Thing {
        Unfolding::new(values, self).station_at(context, cable, arguments, span)
    }

    fn placeholder(
        &mut self,
        values: &mut Values<'a>,
        context: Context,
        kinds: &'static [KindId],
        path: &str,
    ) -> Value {
        Unfolding::new(values, self).placeholder_element(context, kinds, path)
    }
}
