//! All fields that an element or analysis needs and does not have (E0304), with values to be changed.

use std::ops::Range;

use cdl_compiler::schema::{self, Field, Kind, Presence, Type, Variant, Written};
use cdl_grammar::syntax::{Analysis, Element, MemberKind, Span};

use super::{Action, ActionKind, Asked, Found, layout};
use crate::ide::edit::Edit;
use crate::ide::tree::{Node, Spot};

pub(super) fn add(asked: &Asked<'_>, actions: &mut Vec<Action>) {
    for found in asked.here(&["E0304"]) {
        let chain = asked.chain_at(&found.range);
        let Some((spot, around)) = chain.split_last() else { continue };
        let Node::Member(member) = spot.node else { continue };
        let added = match &member.kind {
            MemberKind::Element(element) => to_element(asked, spot, around, element),
            MemberKind::Analysis(analysis) => to_analysis(spot, analysis),
            _ => None,
        };
        actions.extend(added.map(|(names, edits)| action(found, &names, edits)));
    }
}

fn action(found: &Found, names: &[&str], edits: Vec<Edit>) -> Action {
    let list: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    let title = match list.split_last() {
        Some((last, [])) => format!("Add the field {last}"),
        Some((last, rest)) => format!("Add the fields {} and {last}", rest.join(", ")),
        None => String::new(),
    };
    let kind = ActionKind::QuickFix;
    Action { title, kind, fixes: vec![found.fixed()], edits, is_preferred: true }
}

type Added = (Vec<&'static str>, Vec<Edit>);

fn to_element(
    asked: &Asked<'_>,
    spot: &Spot<'_>,
    around: &[Spot<'_>],
    element: &Element,
) -> Option<Added> {
    let fields = match fields_of_parent(around, element) {
        // `start { ... }` is a field of what it stands in.
        Some(fields) => missing(fields.iter(), element),
        None => {
            let kind = schema::kind(&element.kind.text)?;
            let variant = element.variant.as_ref().and_then(|own| kind.variant(&own.name.text));
            missing_of_kind(kind, variant, element)
        }
    };
    if fields.is_empty() {
        return None;
    }
    let written: Vec<String> = fields.iter().map(|field| schema::example(field)).collect();
    let body = element.body.as_ref().map(|body| spot.place(body.span));
    let edit = layout::add_fields(&asked.text, &spot.range(), body.as_ref(), &written);
    Some((fields.iter().map(|field| field.name).collect(), vec![edit]))
}

fn fields_of_parent(around: &[Spot<'_>], element: &Element) -> Option<&'static [Field]> {
    let parent = around.iter().rev().find_map(|spot| match spot.node {
        Node::Member(member) => Some(member),
        _ => None,
    })?;
    let MemberKind::Element(parent) = &parent.kind else { return None };
    let kind = schema::kind(&parent.kind.text)?;
    let variant = parent.variant.as_ref().and_then(|own| kind.variant(&own.name.text));
    let field = kind.fields_of(variant).find(|field| *field.name == *element.kind.text)?;
    match field.ty {
        Type::Struct(fields) | Type::StructOrVariant(fields, _) => Some(fields),
        _ => None,
    }
}

fn is_given(element: &Element, name: &str) -> bool {
    element.body.as_ref().is_some_and(|body| {
        let is_block = |member: &cdl_grammar::syntax::Member| match &member.kind {
            MemberKind::Element(own) => own.name.is_none() && *own.kind.text == *name,
            _ => false,
        };
        body.fields.iter().any(|own| *own.name.text == *name) || body.members.iter().any(is_block)
    })
}

fn missing(fields: impl Iterator<Item = &'static Field>, element: &Element) -> Vec<&'static Field> {
    let needed = fields.filter(|field| field.presence == Presence::Required);
    needed.filter(|field| !is_given(element, field.name)).collect()
}

/// Those that are required, the first of several that say the same if none is given, and what the
/// given ones need.
fn missing_of_kind(
    kind: &'static Kind,
    variant: Option<&'static Variant>,
    element: &Element,
) -> Vec<&'static Field> {
    let mut found = missing(kind.fields_of(variant), element);
    let field = |name: &str| kind.fields_of(variant).find(|field| field.name == name);
    if let Some(alternatives) = kind.alternatives.filter(|own| own.one_needed) {
        for group in alternatives.groups {
            if !group.iter().any(|name| is_given(element, name)) {
                found.extend(group.first().and_then(|name| field(name)));
            }
        }
    }
    for need in kind.needs {
        if need.by.iter().any(|name| is_given(element, name)) && !is_given(element, need.field) {
            found.extend(field(need.field));
        }
    }
    found
}

/// `simulate 10 s with rk4(step = 5 ms)`
fn to_analysis(spot: &Spot<'_>, analysis: &Analysis) -> Option<Added> {
    let kind = schema::analyses().iter().find(|kind| *kind.name == *analysis.keyword.text)?;
    let has = |word: &str| analysis.clauses.iter().any(|clause| *clause.word.text == *word);
    let mut names = Vec::new();
    let mut text = String::new();
    let mut at = analysis.keyword.span;
    for field in kind.fields.iter().filter(|field| field.presence == Presence::Required) {
        match field.written {
            Written::Subject { example, .. } if analysis.subject.is_none() => {
                text.push_str(&format!(" {example}"));
            }
            Written::Clause { word, example, .. } if !has(word) && !has(field.name) => {
                text.push_str(&format!(" {word} {example}"));
            }
            Written::Subject { .. } | Written::Clause { .. } | Written::ByName => continue,
        }
        names.push(field.name);
    }
    if let Some(subject) = &analysis.subject {
        at = subject.span;
    }
    let at: Range<usize> = spot.place(Span::new(at.end, at.end));
    (!names.is_empty()).then(|| (names, vec![Edit::new(at, text)]))
}
