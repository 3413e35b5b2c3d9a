//! A named value written out wherever it is used.

use std::ops::Range;

use cdl_compiler::resolve::{Declared, Referent};
use cdl_compiler::units::dimension_named;
use cdl_grammar::syntax::{ExprKind, MemberKind};

use super::remove_unused::whole_lines;
use super::{Action, ActionKind, Asked};
use crate::ide::edit::Edit;
use crate::ide::tree::{Node, Spot};

pub(super) fn add(asked: &Asked<'_>, actions: &mut Vec<Action>) {
    actions.extend(action(asked));
}

fn action(asked: &Asked<'_>) -> Option<Action> {
    let own = asked.view.use_at(asked.path, asked.range.end)?;
    if asked.range.start < own.range.start {
        return None;
    }
    let Referent::Declared(place) = own.referent else { return None };
    let declaration = asked.view.declaration(place)?;
    // Of another type its value may be changed on the way, such as a Direction's.
    let is_plain = match &declaration.meaning {
        Declared::Let { ty, .. } => {
            ty.as_ref().is_none_or(|ty| dimension_named(&ty.name.text).is_some())
        }
        _ => false,
    };
    if !is_plain || declaration.public || declaration.indexed {
        return None;
    }
    let name = declaration.name.clone();
    let at = asked.view.locate(place).filter(|at| at.path == asked.path)?;
    let member = *asked.chain_at(&at.range).last()?;
    let Node::Member(syntax) = member.node else { return None };
    let MemberKind::Let { value, .. } = &syntax.kind else { return None };
    let place_of_value = member.place(value.span);
    let text = asked.slice(place_of_value.clone());
    if text.contains("//") || is_shadowed(asked, &place_of_value) {
        return None;
    }
    let atomic = matches!(value.kind, ExprKind::Name(_) | ExprKind::Bool(_) | ExprKind::Text(_))
        || text.starts_with('(') && text.ends_with(')') && !text.get(1..)?.contains('(');
    let references = asked.view.references(place);
    let mut edits = vec![Edit::new(whole_lines(&asked.text, &member.range())?, "")];
    let mut count = 0;
    for (location, own) in &references {
        if own.is_declaration {
            if own.range != at.range {
                return None;
            }
            continue;
        }
        if location.path != asked.path {
            return None;
        }
        let chain = asked.chain_at(&own.range);
        let parent = chain.iter().rev().nth(1)?;
        edits.push(Edit::new(own.range.clone(), inlined(parent, text, atomic, &name)?));
        count += 1;
    }
    let title = match count {
        0 => return None,
        1 => format!("Inline `{name}`"),
        _ => format!("Inline `{name}` in {count} places"),
    };
    let kind = ActionKind::Inline;
    Some(Action { title, kind, fixes: Vec::new(), edits, is_preferred: false })
}

/// What replaces the name directly inside of `parent`.
fn inlined(parent: &Spot<'_>, text: &str, atomic: bool, name: &str) -> Option<String> {
    match parent.node {
        Node::Record(entry) if entry.alias.is_none() => Some(format!("{text} as {name}")),
        Node::Expr(expr) => match &expr.kind {
            ExprKind::List { unit: None, .. } | ExprKind::Conditional { .. } => {
                Some(text.to_owned())
            }
            // A unit that follows belongs to plain numbers only.
            ExprKind::List { unit: Some(_), .. } => None,
            _ if atomic => Some(text.to_owned()),
            _ => Some(format!("({text})")),
        },
        Node::Relation(_) if !atomic => Some(format!("({text})")),
        _ => Some(text.to_owned()),
    }
}

/// Whether a name in the value is declared in more than one place of the item, so that it might mean
/// something else where the value is used.
fn is_shadowed(asked: &Asked<'_>, value: &Range<usize>) -> bool {
    let uses = asked.view.uses(asked.path);
    let inside =
        uses.iter().filter(|own| value.start <= own.range.start && own.range.end <= value.end);
    inside.into_iter().any(|own| {
        let text = asked.slice(own.range.clone());
        let declared = uses.iter().filter(|other| other.is_declaration);
        declared.filter(|other| asked.slice(other.range.clone()) == text).count() > 1
    })
}
