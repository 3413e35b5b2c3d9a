//! An expression that stands several times in a model, or is selected, as a named value.

use std::ops::Range;

use cdl_compiler::NameUse;
use cdl_compiler::place::Place;
use cdl_compiler::resolve::{Declared, Referent, ScopeIndex};
use cdl_compiler::schema::{self, Law};
use cdl_compiler::units::type_name_of_unit;
use cdl_grammar::syntax::{BinaryOp, Expr, ExprKind, ItemKind, MemberKind, UnaryOp};
use cdl_grammar::{keywords, lex};

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
        let uses = uses.get_or_insert_with(|| asked.view.uses(asked.path));
        let Some(names) = names(asked, uses, &spot.range()) else { continue };
        let found = occurrences(asked, uses, item, spot, &names);
        // In an `if` that is not taken nothing would use the name.
        if found.iter().all(|range| is_in_condition(asked, range)) {
            continue;
        }
        if is_selected || found.len() > 1 {
            actions.extend(action(asked, item, around, spot, &found));
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
        ExprKind::Unary { op: UnaryOp::Not, .. } | ExprKind::Conditional { .. } => true,
        ExprKind::Text(_)
        | ExprKind::Bool(_)
        | ExprKind::Name(_)
        | ExprKind::Member { .. }
        | ExprKind::Index { .. }
        | ExprKind::Struct(_)
        | ExprKind::Error => false,
    }
}

fn is_zero(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Number { digits, unit: None } => digits.parse() == Ok(0.0),
        ExprKind::Unary { operand, .. } => is_zero(operand),
        ExprKind::List { elements, unit: None } => elements.iter().all(is_zero),
        _ => false,
    }
}

/// Whether a name means the same at this place: no unit follows that belongs to its numbers, it is no
/// exponent, no column is called by it, and it is inside of a member.
fn may_be_named(around: &[Spot<'_>], spot: &Spot<'_>) -> bool {
    let mut is_in_member = false;
    for outer in around {
        match outer.node {
            Node::Member(member) => {
                // `constraint c: a == b` is an equation and no value.
                let is_equation = matches!(&member.kind, MemberKind::Element(own)
                    if schema::kind(&own.kind.text).is_some_and(|kind| matches!(kind.law, Some(Law::Equation)))
                        && own.law.as_ref().is_some_and(|law| outer.place(law.span) == spot.range()));
                if is_equation {
                    return false;
                }
                is_in_member = true;
            }
            Node::Record(entry) if entry.alias.is_none() => return false,
            Node::Expr(expr) => match &expr.kind {
                ExprKind::List { unit: Some(_), .. } | ExprKind::Call { unit: Some(_), .. } => {
                    return false;
                }
                ExprKind::Binary { op: BinaryOp::Power, right, .. }
                    if outer.place(right.span) == spot.range() =>
                {
                    return false;
                }
                _ => {}
            },
            _ => {}
        }
    }
    is_in_member
}

/// What the names in an expression refer to; `None` where one of them means nothing at the top of the
/// model, or is that of a variant and no value.
fn names(asked: &Asked<'_>, uses: &[NameUse], range: &Range<usize>) -> Option<Vec<Option<Place>>> {
    let first = uses.partition_point(|own| own.range.start < range.start);
    let inside = uses.get(first..)?.iter().take_while(|own| own.range.end <= range.end);
    inside
        .map(|own| match own.referent {
            Referent::Declared(place) => {
                let declaration = asked.view.declaration(place)?;
                let is_index = matches!(declaration.meaning, Declared::LoopIndex { .. });
                let is_seen = declaration.scope == ScopeIndex::ITEM && !is_index;
                (is_seen && !is_conditional(asked, place)).then_some(Some(place))
            }
            Referent::Variant(_) | Referent::Unknown | Referent::Kind(_) => None,
            Referent::Field(_)
            | Referent::Quantity(_)
            | Referent::Function(_)
            | Referent::Parameter(..)
            | Referent::Constant(_)
            | Referent::Component
            | Referent::Type
            | Referent::Unit
            | Referent::Untold => Some(None),
        })
        .collect()
}

/// Whether something is declared in an `if`, so that it may not exist.
fn is_conditional(asked: &Asked<'_>, place: Place) -> bool {
    let at = asked.view.locate(place).filter(|at| at.path == asked.path);
    at.is_some_and(|at| is_in_condition(asked, &at.range))
}

fn is_in_condition(asked: &Asked<'_>, range: &Range<usize>) -> bool {
    asked.chain_at(range).iter().any(|spot| match spot.node {
        Node::Member(member) => matches!(member.kind, MemberKind::If { .. }),
        _ => false,
    })
}

/// The same expression wherever it stands in the item and its names mean the same.
fn occurrences(
    asked: &Asked<'_>,
    uses: &[NameUse],
    item: Spot<'_>,
    wanted: &Spot<'_>,
    names: &[Option<Place>],
) -> Vec<Range<usize>> {
    let Node::Expr(expr) = wanted.node else { return Vec::new() };
    let text = words(asked.slice(wanted.range()));
    let kind = std::mem::discriminant(&expr.kind);
    let mut found: Vec<Range<usize>> = Vec::new();
    each(item, &mut Vec::new(), &mut |around, spot| {
        let Node::Expr(own) = spot.node else { return };
        let range = spot.range();
        if std::mem::discriminant(&own.kind) == kind
            && words(asked.slice(range.clone())) == text
            && may_be_named(around, spot)
            && self::names(asked, uses, &range).as_deref() == Some(names)
        {
            found.push(range);
        }
    });
    found.sort_by_key(|range| range.start);
    found
}

fn each<'t>(
    spot: Spot<'t>,
    around: &mut Vec<Spot<'t>>,
    visit: &mut dyn FnMut(&[Spot<'t>], &Spot<'t>),
) {
    visit(around, &spot);
    around.push(spot);
    spot.each_child(&mut |child| each(child, around, visit));
    around.pop();
}

/// The words of an expression, whatever blanks are between them.
fn words(text: &str) -> Vec<&str> {
    let lexemes = lex(text);
    lexemes.iter().filter(|lexeme| lexeme.is_code()).map(|lexeme| lexeme.text(text)).collect()
}

fn action(
    asked: &Asked<'_>,
    item: Spot<'_>,
    around: &[Spot<'_>],
    spot: &Spot<'_>,
    found: &[Range<usize>],
) -> Option<Action> {
    let text = asked.slice(spot.range());
    if text.contains("//") {
        return None;
    }
    let name = unique(asked, item, &proposed(around, spot));
    let first = found.first()?;
    let chain = asked.chain_at(first);
    let at = chain.iter().find(|spot| matches!(spot.node, Node::Member(_)))?.chunk_start();
    let indent = layout::indent(&asked.text, at);
    let separator = match layout::is_in_line(&asked.text, at) {
        true => "; ".to_owned(),
        false => format!("\n{indent}"),
    };
    let mut edits = vec![Edit::new(at..at, format!("let {name} = {text}{separator}"))];
    edits.extend(found.iter().map(|range| Edit::new(range.clone(), name.clone())));
    let shown = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let title = match found.len() {
        1 => format!("Extract `{shown}` as `{name}`"),
        count => format!("Extract `{shown}` as `{name}`, in {count} places"),
    };
    let kind = ActionKind::Extract;
    Some(Action { title, kind, fixes: Vec::new(), edits, is_preferred: false })
}

/// Names for an expression: that of the field or argument that it is the whole of, with the element's
/// if that is taken; else what its unit measures.
fn proposed(around: &[Spot<'_>], spot: &Spot<'_>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let is_all_of = |value: &Expr, outer: &Spot<'_>| outer.place(value.span) == spot.range();
    for outer in around.iter().rev() {
        let own = match outer.node {
            Node::Field(field) => Some((&field.value, field.name.text.as_ref())),
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
    if let ExprKind::Number { unit: Some(unit), .. } | ExprKind::List { unit: Some(unit), .. } =
        &expr.kind
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
fn unique(asked: &Asked<'_>, item: Spot<'_>, names: &[String]) -> String {
    let mut taken: Vec<String> = keywords().iter().map(|word| (*word).to_owned()).collect();
    let visible = asked.view.visible(asked.path, asked.range.start);
    taken.extend(visible.iter().map(|own| own.name.to_string()));
    item.walk(&mut |spot| {
        match spot.node {
            Node::Param(param) => taken.push(param.name.text.to_string()),
            Node::Member(member) => match &member.kind {
                MemberKind::Let { name, .. } | MemberKind::For { index: name, .. } => {
                    taken.push(name.text.to_string());
                }
                MemberKind::Part { name, .. } => taken.push(name.name.text.to_string()),
                MemberKind::Element(element) => {
                    taken.extend(element.name.iter().map(|name| name.name.text.to_string()));
                }
                MemberKind::If { .. } | MemberKind::Record(_) | MemberKind::Analysis(_) => {}
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
