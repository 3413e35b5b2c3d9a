//! Expressions as text, for names of recorded quantities and for messages.

use cdl_grammar::syntax::{BinaryOp, Expr, ExprKind, Name, UnaryOp};

/// The expression as one would write it, in one line; cut where it gets long.
pub(super) fn text(expr: &Expr) -> String {
    const LONGEST: usize = 60;
    let mut out = String::new();
    write(expr, &mut out, LONGEST);
    if out.chars().count() > LONGEST {
        let cut: String = out.chars().take(LONGEST).collect();
        return format!("{cut}...");
    }
    out
}

fn write(expr: &Expr, out: &mut String, longest: usize) {
    if out.len() > 4 * longest {
        return;
    }
    let with_unit = |out: &mut String, unit: &Option<Name>| {
        if let Some(unit) = unit {
            out.push(' ');
            out.push_str(&unit.text);
        }
    };
    match &expr.kind {
        ExprKind::Number { digits, unit } => {
            out.push_str(digits);
            with_unit(out, unit);
        }
        ExprKind::Text(text) => out.push_str(&format!("{text:?}")),
        ExprKind::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        ExprKind::Name(name) => out.push_str(name),
        ExprKind::Member { target, name } => {
            write(target, out, longest);
            out.push('.');
            out.push_str(&name.text);
        }
        ExprKind::Index { target, index } => {
            write(target, out, longest);
            out.push('[');
            write(index, out, longest);
            out.push(']');
        }
        ExprKind::Call { callee, arguments, unit } => {
            write(callee, out, longest);
            out.push('(');
            for (index, argument) in arguments.iter().enumerate() {
                if index > 0 {
                    out.push_str(", ");
                }
                if let Some(name) = &argument.name {
                    out.push_str(&name.text);
                    out.push_str(" = ");
                }
                write(&argument.value, out, longest);
            }
            out.push(')');
            with_unit(out, unit);
        }
        ExprKind::Unary { op, operand } => {
            out.push_str(match op {
                UnaryOp::Negate => "-",
                UnaryOp::Not => "not ",
            });
            grouped(operand, out, longest);
        }
        ExprKind::Binary { op, left, right, .. } => {
            grouped(left, out, longest);
            operator(*op, out);
            grouped(right, out, longest);
        }
        ExprKind::Chain { first, links } => {
            grouped(first, out, longest);
            for link in links {
                if out.len() > 4 * longest {
                    return;
                }
                operator(link.op, out);
                grouped(&link.right, out, longest);
            }
        }
        ExprKind::Conditional { condition, then, otherwise } => {
            out.push_str("if ");
            write(condition, out, longest);
            out.push_str(" then ");
            write(then, out, longest);
            out.push_str(" else ");
            write(otherwise, out, longest);
        }
        ExprKind::List { elements, unit } => {
            out.push('[');
            for (index, element) in elements.iter().enumerate() {
                if index > 0 {
                    out.push_str(", ");
                }
                write(element, out, longest);
            }
            out.push(']');
            with_unit(out, unit);
        }
        ExprKind::Comprehension(own) => {
            out.push_str("[for ");
            out.push_str(&own.index.text);
            out.push_str(" in ");
            write(&own.range, out, longest);
            if let Some(condition) = &own.condition {
                out.push_str(" if ");
                write(condition, out, longest);
            }
            out.push_str(": ");
            write(&own.element, out, longest);
            out.push(']');
            with_unit(out, &own.unit);
        }
        ExprKind::Every { row, element } => {
            write(row, out, longest);
            write(element, out, longest);
        }
        ExprKind::Each => out.push_str("[*]"),
        ExprKind::Struct(_) => out.push_str("{ ... }"),
        ExprKind::Error => out.push_str("..."),
    }
}

fn operator(op: BinaryOp, out: &mut String) {
    match op {
        BinaryOp::Range | BinaryOp::Power => out.push_str(op.symbol()),
        _ => {
            out.push(' ');
            out.push_str(op.symbol());
            out.push(' ');
        }
    }
}

/// Products inside of sums need no parentheses, and nothing else is certain to need none.
fn grouped(expr: &Expr, out: &mut String, longest: usize) {
    let compound = matches!(
        &expr.kind,
        ExprKind::Conditional { .. }
            | ExprKind::Chain { .. }
            | ExprKind::Binary {
                op: BinaryOp::Add
                    | BinaryOp::Subtract
                    | BinaryOp::Range
                    | BinaryOp::Or
                    | BinaryOp::And
                    | BinaryOp::Equal
                    | BinaryOp::NotEqual
                    | BinaryOp::Less
                    | BinaryOp::LessEqual
                    | BinaryOp::Greater
                    | BinaryOp::GreaterEqual,
                ..
            }
    );
    if compound {
        out.push('(');
        write(expr, out, longest);
        out.push(')');
    } else {
        write(expr, out, longest);
    }
}
