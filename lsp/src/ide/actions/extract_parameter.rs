//! A quantity that is written in a model, as a parameter of the model: then experiments can change it.

use cdl_compiler::units::type_name_of_unit;
use cdl_grammar::syntax::{ExprKind, ItemKind, Span};

use super::naming::{proposed, unique};
use super::repeated::{may_be_named, names, occurrences};
use super::{Action, ActionKind, Asked, layout};
use crate::ide::edit::Edit;
use crate::ide::tree::{Node, Spot};

pub(super) fn add(asked: &Asked<'_>, actions: &mut Vec<Action>) {
    actions.extend(action(asked));
}

fn action(asked: &Asked<'_>) -> Option<Action> {
    let (item, _) = asked.chain.split_first()?;
    let (spot, around) = asked.chain.split_last()?;
    let Node::Expr(expr) = spot.node else { return None };
    let ExprKind::Number { digits, unit: Some(unit) } = &expr.kind else { return None };
    let ty = type_name_of_unit(&unit.text).filter(|ty| *ty != "Real")?;
    if digits.parse() == Ok(0.0) || !may_be_named(around, spot) {
        return None;
    }
    let uses = asked.view.uses(asked.path);
    let mut found = occurrences(asked, &uses, *item, spot, &names(asked, &uses, &spot.range())?);
    // What decides on what exists has to be known before parameters are.
    found.retain(|own| !own.is_structural);
    if found.iter().all(|own| own.is_optional) {
        return None;
    }
    let text = asked.slice(spot.range());
    let name = unique(asked, *item, &proposed(around, spot));
    let mut edits = vec![parameter(asked, item, &format!("{name}: {ty} = {text}"))?];
    edits.extend(found.iter().map(|own| Edit::new(own.range.clone(), name.clone())));
    let title = match found.len() {
        0 => return None,
        1 => format!("Make `{text}` a parameter `{name}`"),
        count => format!("Make `{text}` a parameter `{name}`, in {count} places"),
    };
    let kind = ActionKind::Extract;
    Some(Action { title, kind, fixes: Vec::new(), edits, is_preferred: false })
}

/// A new parameter behind the others of a model.
fn parameter(asked: &Asked<'_>, item: &Spot<'_>, text: &str) -> Option<Edit> {
    let Node::Item(node) = item.node else { return None };
    let (ItemKind::Model(own) | ItemKind::Component(own)) = &node.kind else { return None };
    if let Some(last) = own.params.last() {
        let place = item.place(last.span);
        let text = match layout::is_in_line(&asked.text, place.start) {
            true => format!(", {text}"),
            false => format!(",\n{}{text}", layout::indent(&asked.text, place.start)),
        };
        return Some(Edit::new(place.end..place.end, text));
    }
    let name = item.place(own.name.span);
    let header = item.place(Span::new(own.name.span.end, node.span.end));
    // Parentheses may stand there already, with nothing in them.
    let rest = asked.slice(header.clone());
    match rest.trim_start().strip_prefix('(') {
        Some(inner) => {
            let at = header.end - inner.len();
            Some(Edit::new(at..at, text))
        }
        None => Some(Edit::new(name.end..name.end, format!("({text})"))),
    }
}
