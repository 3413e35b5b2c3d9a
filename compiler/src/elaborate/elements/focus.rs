//! What is unfolded where an editor asks about a stretch of text: what stands there, and what leads to
//! it. Names are declared as usual, members elsewhere when somebody asks for them.

use cdl_grammar::syntax::{Element, Expr, Member, MemberKind, Span};

use super::Unfolding;
use super::components::component_named;
use crate::elaborate::context::Context;
use crate::elaborate::names::scope::ThunkId;
use crate::place::ItemKey;
use crate::typed::ElementId;

impl<'a> Unfolding<'_, 'a> {
    /// Whether something stands in the stretch of text that is asked about; always where none is.
    pub(super) fn is_asked(&self, context: Context, span: Span) -> bool {
        let recorder = self.values.recorder.as_ref();
        recorder.is_none_or(|recorder| recorder.touches(context.place(span)))
    }

    pub(super) fn is_item_asked(&self, item: ItemKey) -> bool {
        self.values.recorder.as_ref().is_none_or(|recorder| recorder.is_in(item))
    }

    /// Whether a member has to be declared before somebody asks for its name.
    pub(super) fn is_wanted(&self, context: Context, member: &Member) -> bool {
        let Some(recorder) = &self.values.recorder else { return true };
        if recorder.touches(context.place(member.span)) {
            return true;
        }
        match &member.kind {
            // Indices are known only after evaluation.
            MemberKind::For { .. } | MemberKind::If { .. } => true,
            MemberKind::Element(element) => {
                element.name.as_ref().is_none_or(|name| name.index.is_some())
            }
            MemberKind::Part { name, component, .. } => {
                name.index.is_some() || self.leads_to_focus(context, component)
            }
            MemberKind::Let { name, .. } => name.index.is_some(),
            MemberKind::Enum { .. }
            | MemberKind::Record(_)
            | MemberKind::Analysis(_)
            | MemberKind::Action(_)
            | MemberKind::Assignment(_) => false,
        }
    }

    /// Whether the text that is asked about stands in this component, or in a part of it.
    fn leads_to_focus(&self, context: Context, component: &Expr) -> bool {
        let Some(recorder) = &self.values.recorder else { return true };
        let sources = self.values.sources.as_ref();
        component_named(sources, context.source.module, component)
            .is_some_and(|key| recorder.leads_through(key))
    }

    pub(super) fn note_instance(&mut self, key: ItemKey) {
        if let Some(recorder) = &mut self.values.recorder {
            recorder.note_instance(key);
        }
    }

    pub(super) fn note_element(&mut self, context: Context, element: &Element, id: ElementId) {
        if let Some(recorder) = &mut self.values.recorder {
            recorder.note_element(context.place(span_of(element)), id);
        }
    }

    /// Evaluates the named values and elements that are asked about.
    pub(super) fn evaluate_focus(&mut self) {
        let (mut thunk, mut element) = (0, 0);
        loop {
            if thunk < self.values.thunks.count() {
                let id = ThunkId(thunk as u32);
                if self.is_thunk_asked(id) {
                    self.evaluator().force(id);
                }
                thunk += 1;
            } else if let Some(id) =
                self.values.recorder.as_ref().and_then(|recorder| recorder.element(element))
            {
                self.finish_element(id);
                element += 1;
            } else {
                return;
            }
        }
    }

    fn is_thunk_asked(&self, id: ThunkId) -> bool {
        let Some(recorder) = &self.values.recorder else { return false };
        let thunk = self.values.thunks.get(id);
        recorder.touches(thunk.place())
            || self.values.defined(thunk.definition()).is_some_and(|(own, context)| {
                own.expr().is_some_and(|expr| recorder.touches(context.place(expr.span)))
            })
    }
}

/// From the kind to the end of the block.
fn span_of(element: &Element) -> Span {
    let mut span = element.kind.span;
    let name = element.name.iter().map(|name| name.name.span);
    let variant = element.variant.iter().map(|variant| variant.span);
    let relations = element.relations.iter().map(|relation| relation.span);
    let law = element.law.iter().map(|law| law.span);
    let body = element.body.iter().map(|body| body.span);
    for part in name.chain(variant).chain(relations).chain(law).chain(body) {
        span = span.to(part);
    }
    span
}
