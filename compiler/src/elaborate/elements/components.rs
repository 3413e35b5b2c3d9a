//! Which components a component uses, found without evaluating anything.

use cdl_grammar::syntax::{Component, Expr, ExprKind, Member, MemberKind};

use crate::elaborate::sources::{Meaning, ModuleKey, Sources};
use crate::place::ItemKey;

/// The component that the expression of a `part` names, found without evaluating anything.
pub fn component_named<'a>(
    sources: &(dyn Sources<'a> + 'a),
    module: ModuleKey,
    expr: &Expr,
) -> Option<ItemKey> {
    match &expr.kind {
        ExprKind::Name(name) => match sources.names(module).names.get(name)?.meaning {
            Meaning::Component(key) => Some(key),
            _ => None,
        },
        ExprKind::Member { target, name } => {
            let ExprKind::Name(import) = &target.kind else { return None };
            let Meaning::Module(module) = sources.names(module).names.get(import)?.meaning else {
                return None;
            };
            match sources.names(module).names.get(&name.text)?.meaning {
                Meaning::Component(key) => Some(key),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The expressions that name components in the `part`s of a component, those in loops and branches
/// included.
pub fn components_used(component: &Component) -> Vec<&Expr> {
    let mut found = Vec::new();
    let mut rest: Vec<&Member> = component.members.iter().map(|own| own.node.as_ref()).collect();
    while let Some(member) = rest.pop() {
        match &member.kind {
            MemberKind::Part { component, .. } => found.push(component.as_ref()),
            MemberKind::For { body, .. } => rest.extend(body),
            MemberKind::If { then, otherwise, .. } => rest.extend(then.iter().chain(otherwise)),
            MemberKind::Let { .. }
            | MemberKind::Enum { .. }
            | MemberKind::Element(_)
            | MemberKind::Record(_)
            | MemberKind::Analysis(_)
            | MemberKind::Action(_)
            | MemberKind::Assignment(_) => {}
        }
    }
    found
}
