//! An expression that stands several times in a model, or is selected, as a named value.

use std::ops::Range;

use cdl_compiler::NameUse;
use cdl_compiler::elaborate::builtins::is_statistic;
use cdl_compiler::schema::IMBALANCE;
use cdl_grammar::syntax::{BinaryOp, Expr, ExprKind, ItemKind, UnaryOp};

use super::loops::{needs_itself, type_of};
use super::naming::{proposed, unique};
use super::repeated::{Occurrence, may_be_named, names, occurrences};
use super::{Action, ActionKind, Asked, layout};
use crate::ide::edit::Edit;
use crate::ide::tree::{Node, Spot};

pub(super) fn add(asked: &Asked<'_>, actions: &mut Vec<Action>) {
    let Some(item) = asked.chain.first().copied() else { return };
    let is_model = |spot: &Spot<'_>| match spot.node {
        Node::Item(item) => matches!(item.kind, ItemKind::Model(_) | ItemKind::Component(_)),
        _ => false,
    };
    if !is_model(&item) {
        return;
    }
    let selected = selected(asked);
    let mut uses: Option<Vec<NameUse>> = None;
    for depth in 1..asked.chain.len() {
        let Some((spot, around)) = asked.chain.get(..=depth).and_then(<[Spot<'_>]>::split_last)
        else {
            continue;
        };
        let Node::Expr(expr) = spot.node else { continue };
        let is_selected = selected.as_ref() == Some(&spot.range());
        if selected.is_some() && !is_selected || !is_value(expr) || !may_be_named(around, spot) {
            continue;
        }
        if is_of_a_whole_run(spot) {
            continue;
        }
        let uses = uses.get_or_insert_with(|| asked.view.uses(asked.path));
        let Some(names) = names(asked, uses, &spot.range()) else { continue };
        let found = occurrences(asked, uses, item, spot, &names);
        // In an `if` that is not taken nothing would use the name.
        if found.iter().all(|own| own.is_optional) {
            continue;
        }
        if is_selected || found.len() > 1 {
            actions.extend(action(asked, uses, (item, around, spot), &found, Extent::All));
            let here = found.iter().find(|own| own.range == spot.range() && !own.is_optional);
            if let (Some(here), true) = (here, found.len() > 1) {
                let here = std::slice::from_ref(here);
                actions.extend(action(asked, uses, (item, around, spot), here, Extent::Here));
            }
        }
    }
}

/// The selection without blanks around it.
fn selected(asked: &Asked<'_>) -> Option<Range<usize>> {
    let text = asked.slice(asked.range.clone());
    let start = asked.range.start + (text.len() - text.trim_start().len());
    (!text.trim().is_empty()).then(|| start..start + text.trim().len())
}

/// Whether an expression is worth a name and can have one: no name already, no zero, which is of any
/// dimension, and no count.
fn is_value(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Number { unit: Some(_), digits } => digits.parse() != Ok(0.0),
        ExprKind::Number { unit: None, digits } => {
            digits.parse::<u64>().is_err() && digits.parse() != Ok(0.0)
        }
        ExprKind::List { elements, unit } => {
            unit.is_some() || elements.iter().any(|own| !is_zero(own))
        }
        ExprKind::Call { callee, .. } => {
            matches!(&callee.kind, ExprKind::Name(name) if **name != *"at")
        }
        ExprKind::Unary { op: UnaryOp::Negate, operand } => is_value(operand),
        ExprKind::Binary { op, .. } => *op != BinaryOp::Range,
        ExprKind::Unary { op: UnaryOp::Not, .. }
        | ExprKind::Chain { .. }
        | ExprKind::Conditional { .. }
        | ExprKind::Comprehension(_)
        | ExprKind::Every { .. } => true,
        ExprKind::Text(_)
        | ExprKind::Bool(_)
        | ExprKind::Name(_)
        | ExprKind::Member { .. }
        | ExprKind::Index { .. }
        | ExprKind::Struct(_)
        | ExprKind::Each
        | ExprKind::In { .. }
        | ExprKind::Error => false,
    }
}

/// Whether it is known at the end of a run only, so that no `let` of a model can have it.
fn is_of_a_whole_run(spot: &Spot<'_>) -> bool {
    let mut found = false;
    spot.walk(&mut |own| {
        if let Node::Expr(expr) = own.node {
            found |= match &expr.kind {
                ExprKind::Call { callee, .. } => {
                    matches!(&callee.kind, ExprKind::Name(name) if is_statistic(name))
                }
                ExprKind::Member { target, name } => {
                    *name.text == *IMBALANCE
                        && matches!(&target.kind, ExprKind::Name(name) if **name == *"energy")
                }
                _ => false,
            };
        }
        !found
    });
    found
}

fn is_zero(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Number { digits, unit: None } => digits.parse() == Ok(0.0),
        ExprKind::Unary { operand, .. } => is_zero(operand),
        ExprKind::List { elements, unit: None } => elements.iter().all(is_zero),
        _ => false,
    }
}

/// Where the name is to stand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    All,
    /// Though the same expression stands elsewhere, too.
    Here,
}

fn action(
    asked: &Asked<'_>,
    uses: &[NameUse],
    (item, around, spot): (Spot<'_>, &[Spot<'_>], &Spot<'_>),
    found: &[Occurrence],
    extent: Extent,
) -> Option<Action> {
    let text = asked.slice(spot.range());
    if text.contains("//") {
        return None;
    }
    let name = unique(asked, item, &proposed(around, spot));
    let first = found.first()?;
    let chain = asked.chain_at(&first.range);
    let at = chain.iter().find(|spot| matches!(spot.node, Node::Member(_)))?.chunk_start();
    let indent = layout::indent(&asked.text, at);
    let separator = match layout::is_in_line(&asked.text, at) {
        true => "; ".to_owned(),
        false => format!("\n{indent}"),
    };
    // A value that is part of an algebraic loop says its type.
    let ty = match needs_itself(asked, uses, &spot.range(), found) {
        true => format!(": {}", type_of(asked, &spot.range())?),
        false => String::new(),
    };
    let mut edits = vec![Edit::new(at..at, format!("let {name}{ty} = {text}{separator}"))];
    edits.extend(found.iter().map(|own| Edit::new(own.range.clone(), name.clone())));
    let shown = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let title = match found.len() {
        _ if extent == Extent::Here => format!("Extract `{shown}` as `{name}`, only here"),
        1 => format!("Extract `{shown}` as `{name}`"),
        count => format!("Extract `{shown}` as `{name}`, in {count} places"),
    };
    let kind = ActionKind::Extract;
    Some(Action { title, kind, fixes: Vec::new(), edits, is_preferred: false })
}
