//! Instances of components: their parameters, then their members.

use cdl_grammar::syntax::{Argument, Component, ElementName, Expr, ItemKind, Member};

use super::Unfolding;
use crate::elaborate::context::{Context, ScopeId};
use crate::elaborate::names::scope::{Bound, ScopeKind};
use crate::elaborate::names::thing::Thing;
use crate::elaborate::report;
use crate::elaborate::values::thunks::{Definition, Role, Thunk};
use crate::place::{ItemKey, Place};

/// The arguments of an instance: one for each parameter.
pub(super) type Arguments<'a> = Vec<Option<Definition<'a>>>;

/// A component or model with where it is declared.
#[derive(Clone, Copy)]
pub(super) struct Declaration<'a> {
    pub(super) component: &'a Component,
    pub(super) key: ItemKey,
    pub(super) context: Context,
}

impl<'a> Unfolding<'_, 'a> {
    /// Makes an instance of a component: its parameters, then its members.
    pub(super) fn instantiate(
        &mut self,
        declaration: Declaration<'a>,
        arguments: Arguments<'a>,
        prefix: String,
        from: Option<(ScopeId, Place)>,
        role: Role,
    ) -> ScopeId {
        let Declaration { component, key, context } = declaration;
        let kind = ScopeKind::Instance { component: key, from };
        let scope = self.values.names.open(None, kind, prefix, String::new());
        self.note_instance(key);
        let inside = Context { scope: Some(scope), ..context };
        let mut arguments = arguments.into_iter();
        for param in &component.params {
            let definition = match (arguments.next().flatten(), &param.default) {
                (Some(given), _) => given,
                (None, Some(default)) => Definition::Expr(default, inside),
                (None, None) if from.is_none() => Definition::Placeholder(inside),
                (None, None) => Definition::Missing,
            };
            let name = &param.name.text;
            let path = self.values.names.path(scope, name);
            let place = context.place(param.name.span);
            let ty = param.ty.as_ref().map(|ty| (ty, inside));
            let thunk = self.values.thunks.add(Thunk::new(path, place, role, ty, definition));
            self.bind(scope, inside.source, &param.name, "parameter", false, Bound::Thunk(thunk));
        }
        self.declare_chunks(scope, context.source);
        scope
    }

    pub(super) fn declare_part(
        &mut self,
        context: Context,
        scope: ScopeId,
        member: &Member,
        public: bool,
        (name, component, arguments): (&ElementName, &Expr, &[Argument]),
    ) {
        let index = match &name.index {
            None => None,
            Some(index) => match self.element_index(context, index) {
                Some(index) => Some(index),
                None => return,
            },
        };
        let thing =
            self.instantiate_part(context, scope, (member, name, index), component, arguments);
        self.bind_declared(context, scope, &name.name, public, index, thing);
    }

    fn instantiate_part(
        &mut self,
        context: Context,
        scope: ScopeId,
        (member, name, index): (&Member, &ElementName, Option<i64>),
        component: &Expr,
        arguments: &[Argument],
    ) -> Thing {
        let key = match self.evaluator().thing(context, component) {
            Thing::Component(key) => key,
            thing => {
                if !thing.is_error() {
                    let place = context.place(component.span);
                    self.values.report(context, report::not_a_component(place, component, &thing));
                }
                for argument in arguments {
                    self.evaluator().thing(context, &argument.value);
                }
                return Thing::ERROR;
            }
        };
        let Some(declaration) = self.component(key) else { return Thing::ERROR };
        let place = context.place(name.name.span);
        let declared = declaration.context.place(declaration.component.name.span);
        let called: &'a str = &declaration.component.name.text;
        if self.values.names.is_inside(scope, key) {
            let place = context.place(component.span);
            self.values.report(context, report::recursive(called, place, declared));
            return Thing::ERROR;
        }
        if self.evaluator().is_too_large(context, component) {
            return Thing::ERROR;
        }
        let parameters: Vec<(&'a str, bool)> = declaration
            .component
            .params
            .iter()
            .map(|param| (param.name.text.as_ref(), param.default.is_some()))
            .collect();
        let span = component.span;
        let matched =
            self.evaluator().match_arguments(context, called, &parameters, arguments, span);
        let arguments = match matched {
            Some(matched) => {
                let place = |own: &Argument| arguments.iter().position(|at| std::ptr::eq(at, own));
                let definition = |own: &Argument| {
                    let place = place(own)? as u32;
                    Some(Definition::Listed(member.span.start, place, context))
                };
                matched.into_iter().map(|argument| argument.and_then(definition)).collect()
            }
            None => return Thing::ERROR,
        };
        let mut prefix = match index {
            Some(index) => self.values.names.indexed_path(scope, &name.name.text, index),
            None => self.values.names.path(scope, &name.name.text),
        };
        prefix.push('.');
        let from = Some((scope, place));
        Thing::Part(self.instantiate(declaration, arguments, prefix, from, Role::Argument))
    }

    /// The declaration of a component or model.
    pub(super) fn component(&self, key: ItemKey) -> Option<Declaration<'a>> {
        match &self.values.sources.item(key)?.kind {
            ItemKind::Component(component) | ItemKind::Model(component) => {
                Some(Declaration { component, key, context: self.values.item_context(key) })
            }
            _ => None,
        }
    }
}
