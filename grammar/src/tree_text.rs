//! The syntax tree as stable, indented text: one line for each item, member and field, expressions
//! with every parenthesis, units between angles. Spans are left out.

use std::fmt::Write;

use crate::syntax::{
    Action, Analysis, Argument, Assignment, Block, Clause, Component, Element, ElementName,
    Enumeration, Experiment, Expr, ExprKind, Field, File, Function, Import, Item, ItemKind, Member,
    MemberKind, Name, Param, Placed, TypeExpr, UnaryOp,
};
use crate::words::quoted;

/// The tree of `file`, for snapshots and `cdl graph --stage syntax`. Two trees that differ only in
/// spans have the same text.
pub fn tree_text(file: &File) -> String {
    let mut writer = Writer { out: String::new(), level: 0 };
    writer.docs("//!", &file.docs);
    for item in &file.items {
        writer.item(&item.node);
    }
    for error in &file.errors {
        writer.line(&format!("error {}", error.message));
    }
    writer.out
}

struct Writer {
    out: String,
    level: usize,
}

impl Writer {
    fn line(&mut self, text: &str) {
        for _ in 0..self.level {
            self.out.push_str("  ");
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn docs(&mut self, mark: &str, docs: &str) {
        for line in docs.lines() {
            self.line(format!("{mark} {line}").trim_end());
        }
    }

    fn inside(&mut self, write: impl FnOnce(&mut Self)) {
        self.level += 1;
        write(self);
        self.level -= 1;
    }

    fn item(&mut self, item: &Item) {
        self.docs("///", &item.docs);
        match &item.kind {
            ItemKind::Import(Import { targets }) => {
                self.line("import");
                self.inside(|writer| {
                    for target in targets {
                        let path = if target.quoted {
                            quoted(&target.path.text)
                        } else {
                            target.path.text.to_string()
                        };
                        writer.line(&format!(
                            "{path}{}",
                            after(" as ", target.alias.as_ref().map(name))
                        ));
                    }
                });
            }
            ItemKind::Const(constant) => {
                let ty = after(": ", constant.ty.as_ref().map(type_expr));
                self.line(&format!("const {}{ty} = {}", constant.name.text, expr(&constant.value)));
            }
            ItemKind::Function(own) => {
                let Function { name, params, result, body } = own.as_ref();
                self.line(&format!(
                    "fn {}{}",
                    name.text,
                    after(" -> ", result.as_ref().map(type_expr))
                ));
                self.inside(|writer| {
                    writer.params(params);
                    writer.line(&format!("= {}", expr(body)));
                });
            }
            ItemKind::Enum(declared) => self.enumeration(declared, false),
            ItemKind::Model(component) => self.component("model", component),
            ItemKind::Component(component) => self.component("component", component),
            ItemKind::Experiment(own) => {
                let Experiment { name, model, arguments, members } = own.as_ref();
                self.line(&format!(
                    "experiment {} = {}({})",
                    name.text,
                    model.text,
                    argument_list(arguments)
                ));
                self.placed(members);
            }
        }
    }

    fn enumeration(&mut self, declared: &Enumeration, public: bool) {
        self.line(&format!("{}enum {}", visibility(public), declared.name.text));
        self.inside(|writer| {
            for value in &declared.values {
                writer.docs("///", &value.docs);
                writer.line(&value.name.text);
            }
        });
    }

    fn component(&mut self, word: &str, component: &Component) {
        self.line(&format!("{word} {}", component.name.text));
        self.inside(|writer| writer.params(&component.params));
        self.placed(&component.members);
    }

    fn params(&mut self, params: &[Param]) {
        for param in params {
            self.docs("///", &param.docs);
            let ty = after(": ", param.ty.as_ref().map(type_expr));
            let default = after(" = ", param.default.as_ref().map(expr));
            self.line(&format!("param {}{ty}{default}", param.name.text));
        }
    }

    fn placed(&mut self, members: &[Placed<std::sync::Arc<Member>>]) {
        self.inside(|writer| {
            for member in members {
                writer.member(&member.node);
            }
        });
    }

    fn members(&mut self, members: &[Member]) {
        self.inside(|writer| {
            for member in members {
                writer.member(member);
            }
        });
    }

    fn member(&mut self, member: &Member) {
        self.docs("///", &member.docs);
        match &member.kind {
            MemberKind::Let { public, name, ty, value } => {
                let ty = after(": ", ty.as_deref().map(type_expr));
                self.line(&format!(
                    "{}let {}{ty} = {}",
                    visibility(*public),
                    element_name(name),
                    expr(value)
                ));
            }
            MemberKind::For { index, range, body } => {
                self.line(&format!("for {} in {}", index.text, expr(range)));
                self.members(body);
            }
            MemberKind::If { condition, then, otherwise } => {
                self.line(&format!("if {}", expr(condition)));
                self.members(then);
                if !otherwise.is_empty() {
                    self.line("else");
                    self.members(otherwise);
                }
            }
            MemberKind::Part { public, name, component, arguments } => {
                let (name, component) = (element_name(name), expr(component));
                let arguments = argument_list(arguments);
                self.line(&format!(
                    "{}part {name} = {component}({arguments})",
                    visibility(*public)
                ));
            }
            MemberKind::Enum { public, declared } => self.enumeration(declared, *public),
            MemberKind::Element(element) => self.element(element),
            MemberKind::Record(entries) => {
                self.line("record");
                self.inside(|writer| {
                    for entry in entries {
                        let alias = after(" as ", entry.alias.as_ref().map(name));
                        writer.line(&format!("{}{alias}", expr(&entry.value)));
                    }
                });
            }
            MemberKind::Analysis(analysis) => {
                let Analysis { keyword, subject, clauses, is_broken: _ } = &**analysis;
                self.line(&format!(
                    "analysis {}{}",
                    keyword.text,
                    after(" ", subject.as_ref().map(expr))
                ));
                self.clauses(clauses);
            }
            MemberKind::Action(action) => {
                let Action { verb, subject, to, clauses, word: _ } = &**action;
                let to = after(" to ", to.as_ref().map(expr));
                self.line(&format!("action {} {}{to}", verb.text(), expr(subject)));
                self.clauses(clauses);
            }
            MemberKind::Assignment(assignment) => {
                let Assignment { target, value } = &**assignment;
                self.line(&format!("assign {} = {}", expr(target), expr(value)));
            }
        }
    }

    fn clauses(&mut self, clauses: &[Clause]) {
        self.inside(|writer| {
            for clause in clauses {
                writer.line(&format!("{} = {}", clause.word.text, expr(&clause.value)));
            }
        });
    }

    fn element(&mut self, element: &Element) {
        let public = visibility(element.public);
        let name = after(" ", element.name.as_ref().map(element_name));
        self.line(&format!("{public}element {}{name}", element.kind.text));
        self.inside(|writer| {
            if let Some(variant) = &element.variant {
                writer.line(&format!(
                    ": {}({})",
                    variant.name.text,
                    argument_list(&variant.arguments)
                ));
            }
            for relation in &element.relations {
                let at = after(" at ", relation.at.as_deref().map(expr));
                let manner = relation
                    .manner
                    .as_ref()
                    .map_or(String::new(), |manner| format!(" ({})", manner.text));
                let word = relation.word.text();
                writer.line(&format!("{word} {}{at}{manner}", expr(&relation.target)));
            }
            if let Some(law) = &element.law {
                writer.line(&format!("= {}", expr(law)));
            }
            if let Some(Block { fields, members, .. }) = element.body.as_deref() {
                for field in fields {
                    writer.docs("///", &field.docs);
                    writer.line(&format!("{} = {}", field.name.text, expr(&field.value)));
                }
                for member in members {
                    writer.member(member);
                }
            }
        });
    }
}

fn after(mark: &str, text: Option<String>) -> String {
    text.map_or(String::new(), |text| format!("{mark}{text}"))
}

fn visibility(public: bool) -> &'static str {
    if public { "pub " } else { "" }
}

fn name(name: &Name) -> String {
    name.text.to_string()
}

fn element_name(name: &ElementName) -> String {
    match &name.index {
        Some(index) => format!("{}[{}]", name.name.text, expr(index)),
        None => name.name.text.to_string(),
    }
}

fn type_expr(ty: &TypeExpr) -> String {
    if ty.arguments.is_empty() {
        return ty.name.text.to_string();
    }
    let arguments: Vec<_> = ty.arguments.iter().map(type_expr).collect();
    format!("{}({})", ty.name.text, arguments.join(", "))
}

fn argument_list(arguments: &[Argument]) -> String {
    let mut out = String::new();
    write_arguments(arguments, &mut out);
    out
}

fn expr(expr: &Expr) -> String {
    let mut out = String::new();
    write_expr(expr, &mut out);
    out
}

fn write_separated<T>(values: &[T], out: &mut String, mut write: impl FnMut(&T, &mut String)) {
    for (i, value) in values.iter().enumerate() {
        if i > 0 {
            out.push_str(", ");
        }
        write(value, out);
    }
}

fn write_arguments(arguments: &[Argument], out: &mut String) {
    write_separated(arguments, out, |argument, out| {
        if let Some(name) = &argument.name {
            let _ = write!(out, "{} = ", name.text);
        }
        write_expr(&argument.value, out);
    });
}

fn write_unit(unit: Option<&Name>, out: &mut String) {
    if let Some(unit) = unit {
        let _ = write!(out, "<{}>", unit.text);
    }
}

fn write_expr(expr: &Expr, out: &mut String) {
    match &expr.kind {
        ExprKind::Number { digits, unit } => {
            out.push_str(digits);
            write_unit(unit.as_deref(), out);
        }
        ExprKind::Text(text) => out.push_str(&quoted(text)),
        ExprKind::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        ExprKind::Name(name) => out.push_str(name),
        ExprKind::Member { target, name } => {
            write_target(target, out);
            let _ = write!(out, ".{}", name.text);
        }
        ExprKind::Index { target, index } => {
            write_target(target, out);
            out.push('[');
            write_expr(index, out);
            out.push(']');
        }
        ExprKind::Call { callee, arguments, unit } => {
            write_target(callee, out);
            out.push('(');
            write_arguments(arguments, out);
            out.push(')');
            write_unit(unit.as_deref(), out);
        }
        ExprKind::Unary { op, operand } => {
            out.push_str(match op {
                UnaryOp::Negate => "(-",
                UnaryOp::Not => "(not ",
            });
            write_expr(operand, out);
            out.push(')');
        }
        ExprKind::Binary { op, left, right, .. } => {
            out.push('(');
            write_expr(left, out);
            let _ = write!(out, " {} ", op.symbol());
            write_expr(right, out);
            out.push(')');
        }
        ExprKind::Chain { first, links } => {
            out.push('(');
            write_expr(first, out);
            for link in links.iter() {
                let _ = write!(out, " {} ", link.op.symbol());
                write_expr(&link.right, out);
            }
            out.push(')');
        }
        ExprKind::Conditional { condition, then, otherwise } => {
            out.push_str("(if ");
            write_expr(condition, out);
            out.push_str(" then ");
            write_expr(then, out);
            out.push_str(" else ");
            write_expr(otherwise, out);
            out.push(')');
        }
        ExprKind::List { elements, unit } => {
            out.push('[');
            write_separated(elements, out, write_expr);
            out.push(']');
            write_unit(unit.as_deref(), out);
        }
        ExprKind::Comprehension(own) => {
            let _ = write!(out, "[for {} in ", own.index.text);
            write_expr(&own.range, out);
            if let Some(condition) = &own.condition {
                out.push_str(" if ");
                write_expr(condition, out);
            }
            out.push_str(": ");
            write_expr(&own.element, out);
            out.push(']');
            write_unit(own.unit.as_ref(), out);
        }
        ExprKind::Every { row, element } => {
            write_target(row, out);
            write_expr(element, out);
        }
        ExprKind::Each => out.push_str("[*]"),
        ExprKind::Struct(fields) => {
            out.push('{');
            write_separated(fields, out, |Field { name, value, .. }, out| {
                let _ = write!(out, "{} = ", name.text);
                write_expr(value, out);
            });
            out.push('}');
        }
        ExprKind::In { value, unit } => {
            write_expr(value, out);
            let _ = write!(out, " in {}", unit.text);
        }
        ExprKind::Error => out.push_str("<error>"),
    }
}

/// What stands before a dot or a bracket: `(rope[*]).end` is of the array, not of each.
fn write_target(expr: &Expr, out: &mut String) {
    if matches!(expr.kind, ExprKind::Every { .. }) {
        out.push('(');
        write_expr(expr, out);
        out.push(')');
    } else {
        write_expr(expr, out);
    }
}
