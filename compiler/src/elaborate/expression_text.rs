//! Expressions as text, for names of recorded quantities and for messages.

use cdl_grammar::syntax::{BinaryOp, Expr, ExprKind, Name, UnaryOp};
use cdl_grammar::{Binding, quoted};

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
    let with_unit = |out: &mut String, unit: Option<&Name>| {
        if let Some(unit) = unit {
            out.push(' ');
            out.push_str(&unit.text);
        }
    };
    match &expr.kind {
        ExprKind::Number { digits, unit } => {
            out.push_str(digits);
            with_unit(out, unit.as_deref());
        }
        ExprKind::Text(text) => out.push_str(&quoted(text)),
        ExprKind::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        ExprKind::Name(name) => out.push_str(name),
        ExprKind::Member { target, name } => {
            operand(target, Binding::Whole, out, longest);
            out.push('.');
            out.push_str(&name.text);
        }
        ExprKind::Index { target, index } => {
            operand(target, Binding::Whole, out, longest);
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
            with_unit(out, unit.as_deref());
        }
        ExprKind::Unary { op, operand } => {
            out.push_str(match op {
                UnaryOp::Negate => "-",
                UnaryOp::Not => "not ",
            });
            self::operand(operand, Binding::behind(*op), out, longest);
        }
        ExprKind::Binary { op, left, right, .. } => {
            let [before, behind] = Binding::beside(*op);
            operand(left, before, out, longest);
            operator(*op, out);
            operand(right, behind, out, longest);
        }
        ExprKind::Chain { first, links } => {
            for (index, link) in links.iter().enumerate() {
                if out.len() > 4 * longest {
                    return;
                }
                let [before, behind] = Binding::beside(link.op);
                if index == 0 {
                    operand(first, before, out, longest);
                }
                operator(link.op, out);
                operand(&link.right, behind, out, longest);
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
            with_unit(out, unit.as_deref());
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
            with_unit(out, own.unit.as_ref());
        }
        ExprKind::Every { row, element } => {
            write(row, out, longest);
            write(element, out, longest);
        }
        ExprKind::Each => out.push_str("[*]"),
        ExprKind::Struct(_) => out.push_str("{ ... }"),
        ExprKind::In { value, unit } => {
            write(value, out, longest);
            out.push_str(" in ");
            out.push_str(&unit.text);
        }
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

/// How tight what stands in an expression holds together.
fn binding(expr: &Expr) -> Binding {
    match &expr.kind {
        ExprKind::Conditional { .. } | ExprKind::In { .. } => Binding::Conditional,
        ExprKind::Unary { op, .. } => Binding::of_unary(*op),
        ExprKind::Binary { op, .. } => Binding::of_binary(*op),
        ExprKind::Chain { links, .. } => {
            links.first().map_or(Binding::Whole, |link| Binding::of_binary(link.op))
        }
        ExprKind::Number { unit: Some(_), .. }
        | ExprKind::Call { unit: Some(_), .. }
        | ExprKind::List { unit: Some(_), .. } => Binding::Power,
        ExprKind::Comprehension(own) if own.unit.is_some() => Binding::Power,
        ExprKind::Number { unit: None, .. }
        | ExprKind::Call { unit: None, .. }
        | ExprKind::List { unit: None, .. }
        | ExprKind::Comprehension(_)
        | ExprKind::Text(_)
        | ExprKind::Bool(_)
        | ExprKind::Name(_)
        | ExprKind::Member { .. }
        | ExprKind::Index { .. }
        | ExprKind::Every { .. }
        | ExprKind::Each
        | ExprKind::Struct(_)
        | ExprKind::Error => Binding::Whole,
    }
}

/// In parentheses where it does not hold together as tight as `least`.
fn operand(expr: &Expr, least: Binding, out: &mut String, longest: usize) {
    if binding(expr) < least {
        out.push('(');
        write(expr, out, longest);
        out.push(')');
    } else {
        write(expr, out, longest);
    }
}

#[cfg(test)]
mod tests {
    use cdl_grammar::syntax::ItemKind;

    /// What stands in the text, as it is written here.
    fn read(text: &str) -> super::Expr {
        let (item, errors) = cdl_grammar::parse_item_header(&format!("const c = {text}"));
        assert!(errors.is_empty(), "{text}: {errors:?}");
        match item.map(|item| item.kind) {
            Some(ItemKind::Const(own)) => own.value,
            _ => unreachable!("{text} is a constant"),
        }
    }

    #[test]
    fn parentheses_stand_where_they_are_needed() {
        for text in [
            "a / (b * c)",
            "a * (b / c)",
            "(a * b)^2",
            "(-a)^2",
            "-a^2",
            "-(a * b)",
            "-a * b",
            "a * -b",
            "a - (b - c) - d",
            "a - b - c",
            "(a + b) * (c - d)",
            "(a^b)^c",
            "a^b^c",
            "a^-b",
            "(2 m)^2",
            "2 * (3 % 4)",
            "(a + b).x",
            "(if a then b else c) * 2",
            "not (a and b) or c",
            "not a < b and c",
            "a and (b or c)",
            "a + b < c * d and e",
            "[for i in 0..n + 1: a[i]] m",
            "a + b + c + d + e + f + g + h + i + j + k - (l - m) + n + o + p + q + r",
        ] {
            let expr = read(text);
            let mut out = String::new();
            super::write(&expr, &mut out, 1000);
            assert_eq!(out, text);
        }
    }
}
