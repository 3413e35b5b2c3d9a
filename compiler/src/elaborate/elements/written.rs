//! What the text of an element gives, by the syntax and the schema alone.

use cdl_grammar::syntax::{Block, Element, Expr, ExprKind, Member, MemberKind, Name};

use crate::diagnostics;
use crate::schema::{self, Kind, Variant};

/// A field as it is given, by its place in the element.
#[derive(Clone, Copy)]
pub(super) enum Given {
    /// Of the variant.
    Argument(u32),
    Field(u32),
    /// A nested block, among the members.
    Block(u32),
}

/// The text that gives a field.
pub(super) enum GivenBy<'s> {
    Expr(&'s Expr),
    Block(&'s Element),
}

impl Given {
    pub(super) fn by(self, element: &Element) -> Option<GivenBy<'_>> {
        match self {
            Self::Argument(index) => {
                let argument = element.variant.as_ref()?.arguments.get(index as usize)?;
                Some(GivenBy::Expr(&argument.value))
            }
            Self::Field(index) => {
                let field = element.body.as_ref()?.fields.get(index as usize)?;
                Some(GivenBy::Expr(&field.value))
            }
            Self::Block(index) => match &element.body.as_ref()?.members.get(index as usize)?.kind {
                MemberKind::Element(block) => Some(GivenBy::Block(block)),
                _ => None,
            },
        }
    }
}

/// Whether a member is a nested block that gives a field of `kind`.
pub(super) fn is_unnamed_block(
    kind: &Kind,
    variant: Option<&'static Variant>,
    member: &Member,
) -> bool {
    let MemberKind::Element(element) = &member.kind else { return false };
    if element.name.is_some() {
        return false;
    }
    let name: &str = &element.kind.text;
    let is_field = kind.fields_of(variant).any(|field| field.name == name);
    let is_block = kind.nested.iter().any(|own| own.name() == name && !own.kind().named);
    is_field || is_block
}

/// Whether a part of an element could not be read. That has been told; what is missing need not be.
pub(super) fn is_broken(element: &Element) -> bool {
    matches!(element.law.as_deref(), Some(Expr { kind: ExprKind::Error, .. }))
}

/// The first field that an element gives in place of what stands before its block, such as the `parent` of a joint.
pub(super) fn stands_before<'a>(kind: &Kind, body: Option<&'a Block>) -> Option<&'a str> {
    let mut names = body?.fields.iter().map(|field| &*field.name.text);
    names.find(|name| diagnostics::stands_before_block(kind.name, name))
}

/// The word that a block gives as `type`, which says here what sort of element it is.
pub(super) fn variant_as_field(body: Option<&Block>) -> Option<&str> {
    let field = body?.fields.iter().find(|own| *own.name.text == *"type")?;
    match &field.value.kind {
        ExprKind::Text(text) => Some(text),
        _ => plain_name(&field.value),
    }
}

/// The name that a member would declare.
pub(super) fn declared_name(member: &Member) -> Option<&Name> {
    match &member.kind {
        MemberKind::Let { name, .. } | MemberKind::Part { name, .. } => Some(&name.name),
        MemberKind::Enum { declared, .. } => Some(&declared.name),
        MemberKind::Element(element) => element.name.as_ref().map(|name| &name.name),
        MemberKind::For { .. }
        | MemberKind::If { .. }
        | MemberKind::Record(_)
        | MemberKind::Analysis(_)
        | MemberKind::Action(_)
        | MemberKind::Assignment(_) => None,
    }
}

/// Whether an expression is only a name.
pub(super) fn plain_name(expr: &Expr) -> Option<&str> {
    match &expr.kind {
        ExprKind::Name(name) => Some(name),
        _ => None,
    }
}

/// The name of a variant, with its arguments or without, if an expression can be one.
pub(super) fn variant_name(expr: &Expr) -> Option<&str> {
    match &expr.kind {
        ExprKind::Call { callee, .. } => plain_name(callee),
        _ => plain_name(expr),
    }
}

/// The arguments of a variant that stand in the block of its element, as if they were fields.
pub(super) fn arguments_in_block<'a>(
    variant: &'static Variant,
    body: Option<&'a Block>,
) -> impl Iterator<Item = &'a str> {
    let names = body.into_iter().flat_map(|body| &body.fields).map(|field| &*field.name.text);
    names.filter(|name| {
        let is_named = |own: &schema::Field| own.name == *name;
        variant.arguments.iter().any(is_named) && !variant.fields.iter().any(is_named)
    })
}

/// The fields and arguments of a variant that an element gives.
pub(super) fn given_fields(
    element: &Element,
    kind: &'static Kind,
    variant: Option<&'static Variant>,
) -> Vec<(&'static schema::Field, Given)> {
    let mut given: Vec<(&'static schema::Field, Given)> = Vec::new();
    let mut add = |field: &'static schema::Field, value: Given| {
        if !given.iter().any(|(own, _)| std::ptr::eq(*own, field)) {
            given.push((field, value));
        }
    };
    if let (Some(variant), Some(written)) = (variant, &element.variant) {
        let mut positional = variant.arguments.iter();
        for (index, argument) in (0..).zip(&written.arguments) {
            let field = match &argument.name {
                Some(name) => variant.arguments.iter().find(|own| *own.name == *name.text),
                None => positional.next(),
            };
            if let Some(field) = field {
                add(field, Given::Argument(index));
            }
        }
    }
    let Some(body) = &element.body else { return given };
    for (index, written) in (0..).zip(&body.fields) {
        if let Some(field) = kind.fields_of(variant).find(|own| *own.name == *written.name.text) {
            add(field, Given::Field(index));
        }
    }
    for (index, member) in (0..).zip(&body.members) {
        if let MemberKind::Element(block) = &member.kind
            && block.name.is_none()
            && let Some(field) = kind.fields_of(variant).find(|own| *own.name == *block.kind.text)
        {
            add(field, Given::Block(index));
        }
    }
    given
}

pub(super) fn unnamed<'a>(member: &'a Member, kind: &str) -> Option<&'a Element> {
    match &member.kind {
        MemberKind::Element(element) if element.name.is_none() && *element.kind.text == *kind => {
            Some(element)
        }
        _ => None,
    }
}

/// Kinds such as `air`, which stand without a name in the block of another.
pub(super) fn unnamed_blocks(kind: &'static Kind) -> impl Iterator<Item = &'static Kind> {
    kind.nested.iter().map(|nested| nested.kind()).filter(|nested| !nested.named)
}
