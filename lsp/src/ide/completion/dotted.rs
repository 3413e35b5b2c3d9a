//! Behind a dot.

use std::ops::Range;
use std::sync::Arc;

use cdl_compiler::View;
use cdl_compiler::place::Place;
use cdl_compiler::resolve::{Behind, Denotation, Referent};
use cdl_compiler::units::unit_named;
use cdl_grammar::syntax::{Expr, ExprKind, Field, ItemKind, Member, MemberKind};

use super::CompletionKind;
use super::list::{Entry, List};
use super::names;
use super::targets;
use crate::ide::place::Slot;

/// `target` stands before the dot, and `around` is asked for.
pub(super) fn complete(list: &mut List<'_>, target: Range<usize>, around: &Slot) {
    let text = list.cursor.text.get(target).unwrap_or("");
    let denoted = list.view.denoted(list.path, list.cursor.typed.start, text);
    let members = list.view.members(&denoted);
    if members.is_empty() {
        return fields_of_value(list, text);
    }
    let wanted = match around {
        Slot::Value(expected) => expected.unit(),
        _ => None,
    };
    let wanted = wanted.and_then(|unit| unit_named(unit).ok()).map(|unit| unit.dimension);
    for (i, own) in (0..).zip(&members) {
        let rank = match around {
            // No number is a place.
            Slot::Target(_) if matches!(own.referent, Referent::Field(_)) => continue,
            Slot::Target(targets) => match targets::fit(targets, &own.denotation) {
                Some(rank) => rank,
                None => continue,
            },
            Slot::Component if matches!(own.denotation, Denotation::Component(_)) => 0,
            Slot::Model if matches!(own.denotation, Denotation::Model(_)) => 0,
            Slot::Type { .. } if matches!(own.denotation, Denotation::Enum(_)) => 0,
            Slot::Component | Slot::Model | Slot::Type { .. } => continue,
            _ if is_of(own, wanted) => 0,
            _ => 100,
        };
        let entry = names::named(list, &own.name, &own.referent, &own.denotation);
        list.add(Entry { rank: rank + i, ..entry });
    }
}

fn is_of(member: &Behind, wanted: Option<cdl_compiler::units::Dimension>) -> bool {
    let Referent::Quantity(quantity) = member.referent else { return false };
    let own = unit_named(quantity.unit).ok().map(|unit| unit.dimension);
    wanted.is_some() && own == wanted
}

/// The fields of `{ density = ...; youngs_modulus = ... }` behind the name of a constant, or behind a
/// call of a function that gives one.
fn fields_of_value(list: &mut List<'_>, text: &str) {
    let (members, _) = cdl_grammar::parse_member(&format!("let _ = {text}"));
    let Some(MemberKind::Let { value, .. }) = members.first().map(|member| &member.kind) else {
        return;
    };
    let Some(fields) = place_of(list, value).and_then(|place| structure(list.view, place)) else {
        return;
    };
    for (rank, field) in (0..).zip(fields) {
        let entry = Entry::plain(&*field.name.text, CompletionKind::Field, rank);
        let entry = match &field.value.kind {
            ExprKind::Number { digits, unit: Some(unit) } => {
                entry.detail(format!("{digits} {}", unit.text))
            }
            _ => entry,
        };
        list.add(entry);
    }
}

/// Where the name that an expression ends with is declared.
fn place_of(list: &List<'_>, expr: &Expr) -> Option<Place> {
    let referent = match &expr.kind {
        ExprKind::Name(name) => {
            list.visible().iter().find(|own| own.name == *name).map(|own| own.referent)
        }
        ExprKind::Member { target, name } => {
            let ExprKind::Name(module) = &target.kind else { return None };
            let module = list.visible().iter().find(|own| own.name == *module)?;
            let members = list.view.members(&module.denotation);
            members.iter().find(|own| own.name == name.text).map(|own| own.referent)
        }
        ExprKind::Call { callee, .. } => return place_of(list, callee),
        _ => None,
    };
    match referent {
        Some(Referent::Declared(place)) => Some(place),
        _ => None,
    }
}

fn structure(view: &View, place: Place) -> Option<&[Field]> {
    let value = match &view.item(place.item)?.kind {
        ItemKind::Const(own) => &own.value,
        ItemKind::Function(own) => &own.body,
        ItemKind::Model(own) | ItemKind::Component(own) => {
            let mut lets = own.members.iter().filter_map(|placed| {
                let member: &Arc<Member> = &placed.node;
                match &member.kind {
                    MemberKind::Let { name, value, .. } => {
                        (name.name.span.shifted(placed.offset) == place.span).then_some(value)
                    }
                    _ => None,
                }
            });
            lets.next()?
        }
        ItemKind::Import(_) | ItemKind::Enum(_) | ItemKind::Experiment(_) => return None,
    };
    match &value.kind {
        ExprKind::Struct(fields) => Some(fields),
        _ => None,
    }
}
