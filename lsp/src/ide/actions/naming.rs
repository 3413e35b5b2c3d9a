//! A name for an expression that has none.

use cdl_compiler::units::type_name_of_unit;
use cdl_grammar::keywords;
use cdl_grammar::syntax::{Expr, ExprKind, MemberKind};

use super::Asked;
use crate::ide::tree::{Node, Spot};

/// Names for an expression: that of the field or argument that it is the whole of, with the element's
/// if that is taken; else what its unit measures.
pub(super) fn proposed(around: &[Spot<'_>], spot: &Spot<'_>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let is_all_of = |value: &Expr, outer: &Spot<'_>| outer.place(value.span) == spot.range();
    for outer in around.iter().rev() {
        let own = match outer.node {
            Node::Field(field) => Some((&field.value, field.name.text.as_str())),
            Node::Argument(own) => own.name.as_ref().map(|name| (&own.value, name.text.as_ref())),
            Node::Member(member) => {
                let (element, law) = match &member.kind {
                    MemberKind::Element(own) => (own.name.as_ref(), Some((own, own.law.as_ref()))),
                    MemberKind::Part { name, .. } => (Some(name), None),
                    _ => (None, None),
                };
                let Some(element) = element else { break };
                let prefix = &element.name.text;
                if let Some((own, Some(law))) = law
                    && is_all_of(law, outer)
                {
                    names.push(format!("{prefix}_{}", own.kind.text));
                } else if let Some(field) = names.first() {
                    names.push(format!("{prefix}_{field}"));
                }
                break;
            }
            _ => None,
        };
        if let Some((value, name)) = own
            && names.is_empty()
            && is_all_of(value, outer)
        {
            names.push(name.to_owned());
        }
    }
    let Node::Expr(expr) = spot.node else { return names };
    if let ExprKind::Number { .. } | ExprKind::List { .. } = &expr.kind
        && let Some(unit) = expr.unit()
        && let Some(ty) = type_name_of_unit(&unit.text)
    {
        names.push(snake_case(ty));
    }
    names.push("value".to_owned());
    names
}

/// `MomentOfInertia` is `moment_of_inertia`.
fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.extend(c.to_lowercase());
    }
    snake
}

/// The first of the names that means nothing yet, anywhere in the item.
pub(super) fn unique(asked: &Asked<'_>, item: Spot<'_>, names: &[String]) -> String {
    let mut taken: Vec<String> = keywords().iter().map(|word| (*word).to_owned()).collect();
    let visible = asked.view.visible(asked.path, asked.range.start);
    taken.extend(visible.iter().map(|own| own.name.to_string()));
    item.walk(&mut |spot| {
        match spot.node {
            Node::Param(param) => taken.push(param.name.text.to_string()),
            Node::Member(member) => match &member.kind {
                MemberKind::For { index: name, .. } => taken.push(name.text.to_string()),
                MemberKind::Let { name, .. } | MemberKind::Part { name, .. } => {
                    taken.push(name.name.text.to_string());
                }
                MemberKind::Element(element) => {
                    taken.extend(element.name.iter().map(|name| name.name.text.to_string()));
                }
                MemberKind::Enum { declared, .. } => taken.push(declared.name.text.to_string()),
                MemberKind::If { .. }
                | MemberKind::Record(_)
                | MemberKind::Analysis(_)
                | MemberKind::Action(_)
                | MemberKind::Assignment(_) => {}
            },
            _ => {}
        }
        !matches!(spot.node, Node::Expr(_))
    });
    let is_free = |name: &String| !taken.contains(name);
    if let Some(name) = names.iter().find(|name| is_free(name)) {
        return name.clone();
    }
    let first = names.first().map_or("value", String::as_str);
    (2..).map(|n| format!("{first}_{n}")).find(is_free).unwrap_or_default()
}
