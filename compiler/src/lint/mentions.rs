//! Every name that is read somewhere in an item. Scopes are ignored: a name that is read anywhere
//! counts as read everywhere, so that no warning is wrong.

use std::collections::BTreeSet;

use cdl_grammar::syntax::{
    Argument, Block, Element, ElementName, Expr, ExprKind, Item, ItemKind, Member, MemberKind,
    Param, TypeExpr, Variant,
};

pub(crate) fn mentions(item: &Item) -> BTreeSet<&str> {
    let mut names = mentions_of_header(item);
    let members = match &item.kind {
        ItemKind::Model(own) | ItemKind::Component(own) => &own.members,
        ItemKind::Experiment(own) => &own.members,
        ItemKind::Import(_) | ItemKind::Enum(_) | ItemKind::Const(_) | ItemKind::Function(_) => {
            return names;
        }
    };
    members.iter().for_each(|member| of_member(&member.node, &mut names));
    names
}

/// In one member, and what stands in it.
pub(crate) fn mentions_of_member(member: &Member) -> BTreeSet<&str> {
    let mut names = BTreeSet::new();
    of_member(member, &mut names);
    names
}

/// Without the members.
pub(crate) fn mentions_of_header(item: &Item) -> BTreeSet<&str> {
    let mut names = BTreeSet::new();
    match &item.kind {
        ItemKind::Import(_) => {}
        ItemKind::Enum(_) => {}
        ItemKind::Const(constant) => {
            of_type(constant.ty.as_ref(), &mut names);
            of_expr(&constant.value, &mut names);
        }
        ItemKind::Function(function) => {
            of_params(&function.params, &mut names);
            of_type(function.result.as_ref(), &mut names);
            of_expr(&function.body, &mut names);
        }
        ItemKind::Model(component) | ItemKind::Component(component) => {
            of_params(&component.params, &mut names);
        }
        ItemKind::Experiment(experiment) => {
            // `chains.Swing` names a model by way of an import.
            names.extend(experiment.model.text.split('.').next());
            of_arguments(&experiment.arguments, &mut names);
        }
    }
    names
}

type Names<'a> = BTreeSet<&'a str>;

fn of_params<'a>(params: &'a [Param], names: &mut Names<'a>) {
    for param in params {
        of_type(param.ty.as_ref(), names);
        param.default.iter().for_each(|expr| of_expr(expr, names));
    }
}

/// An enum, or what imports one.
fn of_type<'a>(ty: Option<&'a TypeExpr>, names: &mut Names<'a>) {
    let Some(ty) = ty else { return };
    names.extend(ty.name.text.split('.').next());
    ty.arguments.iter().for_each(|argument| of_type(Some(argument), names));
}

fn of_arguments<'a>(arguments: &'a [Argument], names: &mut Names<'a>) {
    arguments.iter().for_each(|argument| of_expr(&argument.value, names));
}

fn of_members<'a>(members: &'a [Member], names: &mut Names<'a>) {
    members.iter().for_each(|member| of_member(member, names));
}

fn of_member<'a>(member: &'a Member, names: &mut Names<'a>) {
    match &member.kind {
        MemberKind::Enum { .. } => {}
        MemberKind::Let { name, ty, value, .. } => {
            of_element_name(name, names);
            of_type(ty.as_deref(), names);
            of_expr(value, names);
        }
        MemberKind::For { range, body, .. } => {
            of_expr(range, names);
            of_members(body, names);
        }
        MemberKind::If { condition, then, otherwise } => {
            of_expr(condition, names);
            of_members(then, names);
            of_members(otherwise, names);
        }
        MemberKind::Part { name, component, arguments, .. } => {
            of_element_name(name, names);
            of_expr(component, names);
            of_arguments(arguments, names);
        }
        MemberKind::Element(element) => of_element(element, names),
        MemberKind::Record(entries) => {
            entries.iter().for_each(|entry| of_expr(&entry.value, names));
        }
        MemberKind::Analysis(analysis) => {
            analysis.subject.iter().for_each(|subject| of_expr(subject, names));
            analysis.clauses.iter().for_each(|clause| of_expr(&clause.value, names));
        }
        MemberKind::Action(action) => action.exprs().for_each(|expr| of_expr(expr, names)),
        MemberKind::Assignment(own) => {
            of_expr(&own.target, names);
            of_expr(&own.value, names);
        }
    }
}

fn of_element_name<'a>(name: &'a ElementName, names: &mut Names<'a>) {
    name.index.iter().for_each(|index| of_expr(index, names));
}

fn of_element<'a>(element: &'a Element, names: &mut Names<'a>) {
    element.name.iter().for_each(|name| of_element_name(name, names));
    if let Some(Variant { name, arguments, .. }) = element.variant.as_deref() {
        // Of a `var` it is a type.
        names.extend(name.text.split('.').next());
        of_arguments(arguments, names);
    }
    for relation in &element.relations {
        of_expr(&relation.target, names);
        relation.at.iter().for_each(|at| of_expr(at, names));
    }
    element.law.iter().for_each(|law| of_expr(law, names));
    if let Some(Block { fields, members, .. }) = element.body.as_deref() {
        fields.iter().for_each(|field| of_expr(&field.value, names));
        of_members(members, names);
    }
}

fn of_expr<'a>(expr: &'a Expr, names: &mut Names<'a>) {
    match &expr.kind {
        ExprKind::Name(name) => {
            names.insert(name);
        }
        ExprKind::Number { .. }
        | ExprKind::Text(_)
        | ExprKind::Bool(_)
        | ExprKind::Each
        | ExprKind::Error => {}
        ExprKind::Member { target, .. } => of_expr(target, names),
        ExprKind::Index { target, index } => {
            of_expr(target, names);
            of_expr(index, names);
        }
        ExprKind::Call { callee, arguments, .. } => {
            of_expr(callee, names);
            of_arguments(arguments, names);
        }
        ExprKind::Unary { operand: inner, .. } | ExprKind::In { value: inner, .. } => {
            of_expr(inner, names);
        }
        ExprKind::Binary { left, right, .. } => {
            of_expr(left, names);
            of_expr(right, names);
        }
        ExprKind::Chain { first, links } => {
            ExprKind::operands(first, links).for_each(|operand| of_expr(operand, names));
        }
        ExprKind::Conditional { condition, then, otherwise } => {
            of_expr(condition, names);
            of_expr(then, names);
            of_expr(otherwise, names);
        }
        ExprKind::List { elements, .. } => {
            elements.iter().for_each(|element| of_expr(element, names));
        }
        ExprKind::Comprehension(own) => {
            of_expr(&own.range, names);
            own.condition.iter().for_each(|condition| of_expr(condition, names));
            of_expr(&own.element, names);
        }
        ExprKind::Every { row, element } => {
            of_expr(row, names);
            of_expr(element, names);
        }
        ExprKind::Struct(fields) => {
            fields.iter().for_each(|field| of_expr(&field.value, names));
        }
    }
}
