//! Arguments that are needed and not given (E0212), of variants, functions, parts and experiments.

use cdl_compiler::resolve::Referent;
use cdl_grammar::syntax::{Argument, Expr, ExprKind, ItemKind, Member, MemberKind};

use super::{Action, ActionKind, Asked, Found, arguments, layout};
use crate::ide::edit::Edit;
use crate::ide::tree::{Node, Spot};

pub(super) fn add(asked: &Asked<'_>, actions: &mut Vec<Action>) {
    for found in asked.here(&["E0212"]) {
        actions.extend(action(asked, found));
    }
}

fn action(asked: &Asked<'_>, found: &Found) -> Option<Action> {
    let chain = asked.chain_at(&found.range);
    // What is called is part of its call.
    let is_callee = |i: usize| {
        let (Some(own), Some(outer)) = (chain.get(i), chain.get(i.wrapping_sub(1))) else {
            return false;
        };
        match outer.node {
            Node::Member(Member { kind: MemberKind::Part { component, .. }, .. }) => {
                outer.place(component.span) == own.range()
            }
            Node::Expr(Expr { kind: ExprKind::Call { callee, .. }, .. }) => {
                outer.place(callee.span) == own.range()
            }
            _ => false,
        }
    };
    let inner = chain.iter().enumerate().rev().filter(|(i, _)| !is_callee(*i));
    let call = inner.map(|(_, spot)| spot).find_map(|spot| call(asked, spot))?;
    let missing = arguments::missing(asked, &call.callee, call.arguments)?;
    if missing.is_empty() {
        return None;
    }
    let written: Vec<String> =
        missing.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    let given: Vec<_> = call.arguments.iter().map(|own| call.spot.place(own.span)).collect();
    let edit: Edit = layout::add_arguments(&asked.text, &call.range, &given, &written)?;
    Some(Action {
        title: format!("Add `{}`", written.join(", ")),
        kind: ActionKind::QuickFix,
        fixes: vec![found.fixed()],
        edits: vec![edit],
        is_preferred: true,
    })
}

struct Call<'v> {
    spot: Spot<'v>,
    callee: Referent,
    arguments: &'v [Argument],
    /// The callee and its parentheses.
    range: std::ops::Range<usize>,
}

fn call<'v>(asked: &Asked<'v>, spot: &Spot<'v>) -> Option<Call<'v>> {
    let (callee, arguments, range) = match spot.node {
        Node::Variant(variant) => {
            (spot.place(variant.name.span), variant.arguments.as_slice(), spot.range())
        }
        Node::Expr(expr) => match &expr.kind {
            ExprKind::Call { callee, arguments, .. } => {
                (spot.place(callee.span), arguments.as_slice(), spot.range())
            }
            ExprKind::Name(_) => (spot.range(), &[] as &[Argument], spot.range()),
            _ => return None,
        },
        Node::Member(member) => match &member.kind {
            MemberKind::Part { component, arguments, .. } => {
                let callee = spot.place(component.span);
                let rest = callee.start..spot.range().end;
                (callee, arguments.as_slice(), rest)
            }
            _ => return None,
        },
        Node::Item(item) => match &item.kind {
            ItemKind::Experiment(own) => {
                let callee = spot.place(own.model.span);
                let rest = callee.start..spot.place(item.span).end;
                (callee, own.arguments.as_slice(), rest)
            }
            _ => return None,
        },
        _ => return None,
    };
    let last = asked.view.use_at(asked.path, callee.end)?;
    Some(Call { spot: *spot, callee: last.referent, arguments, range })
}
