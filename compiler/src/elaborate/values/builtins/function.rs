//! A function that every model can use: what it is called, what it takes, and what it does to values
//! that are there.

use cdl_grammar::syntax::{Expr, Span};

use crate::elaborate::context::Context;
use crate::elaborate::names::thing::Column;
use crate::elaborate::values::Values;
use crate::elaborate::values::fit::Of;
use crate::typed::Value;

/// A function of the language.
pub struct Builtin {
    pub name: &'static str,
    pub group: Group,
    pub parameters: &'static [Parameter],
    /// Whether the last parameter may be given any number of times.
    pub variadic: bool,
    /// The type of the result, in words.
    pub result: &'static str,
    /// One line; what it means for units included.
    pub doc: &'static str,
    pub(super) apply: Apply,
}

#[derive(Debug)]
pub struct Parameter {
    pub name: &'static str,
    /// In words, such as `Angle`; `T` stands for any one dimension.
    pub ty: &'static str,
    /// An expression, where it may be left out.
    pub default: Option<&'static str>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    Trigonometry,
    Numbers,
    Choosing,
    Vectors,
    Attitudes,
    Collections,
    Matrices,
    Data,
    Statistics,
}

impl Group {
    /// A function of the group with as many arguments as it has parameters.
    pub(super) const fn function(
        self,
        name: &'static str,
        parameters: &'static [Parameter],
        result: &'static str,
        doc: &'static str,
        apply: Apply,
    ) -> Builtin {
        Builtin { name, group: self, parameters, variadic: false, result, doc, apply }
    }
}

pub(super) type Apply = fn(&mut Values<'_>, &Given<'_>) -> Value;

/// A call of a builtin function with its arguments evaluated, in the order of the parameters.
pub(super) struct Given<'a> {
    pub(super) builtin: &'static Builtin,
    pub(super) context: Context,
    pub(super) span: Span,
    pub(super) arguments: Vec<Option<(&'a Expr, Value)>>,
    /// The table column, where the first argument is one.
    pub(super) column: Option<Column>,
}

impl<'a> Given<'a> {
    pub(super) fn value(&self, index: usize) -> Option<&Value> {
        self.arguments.get(index)?.as_ref().map(|(_, value)| value)
    }

    pub(super) fn expr(&self, index: usize) -> Option<&Expr> {
        self.arguments.get(index)?.as_ref().map(|(expr, _)| *expr)
    }

    /// For a message: ``the argument `x` of `clamp` ``.
    pub(super) fn of(&self, index: usize) -> Of<'static> {
        let last = self.builtin.parameters.len().saturating_sub(1);
        let name = self.builtin.parameters.get(index.min(last)).map_or("", |own| own.name);
        Of::Argument { name, of: self.builtin.name }
    }
}

pub(super) const fn required(name: &'static str, ty: &'static str) -> Parameter {
    Parameter { name, ty, default: None }
}

pub(super) const fn optional(
    name: &'static str,
    ty: &'static str,
    default: &'static str,
) -> Parameter {
    Parameter { name, ty, default: Some(default) }
}

impl Builtin {
    /// Such as `clamp(x: T, lo: T, hi: T) -> T`.
    pub fn signature(&self) -> String {
        let parameters = self.parameters.iter().map(|parameter| match parameter.default {
            None => format!("{}: {}", parameter.name, parameter.ty),
            Some(default) => format!("{}: {} = {default}", parameter.name, parameter.ty),
        });
        let dots = if self.variadic { ", ..." } else { "" };
        let parameters = parameters.collect::<Vec<_>>().join(", ");
        format!("{}({parameters}{dots}) -> {}", self.name, self.result)
    }

    /// Such as `clamp(x, lo, hi)`.
    pub(super) fn short_signature(&self) -> String {
        let names: Vec<&str> = self.parameters.iter().map(|parameter| parameter.name).collect();
        let dots = if self.variadic { ", ..." } else { "" };
        format!("{}({}{dots})", self.name, names.join(", "))
    }
}

impl std::fmt::Debug for Builtin {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.signature())
    }
}
