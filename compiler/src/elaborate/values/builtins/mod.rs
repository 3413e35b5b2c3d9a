//! Functions and names that every model can use. One table says what they are called, what they
//! take and what they do; completion and the reference read it too.

mod attitudes;
mod call;
mod choosing;
mod collections;
mod data;
mod numbers;
mod vectors;

use crate::elaborate::Elaborator;
use crate::elaborate::names::thing::BuiltinId;
use crate::typed::Value;

pub(in crate::elaborate) use call::Given;

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
    apply: Apply,
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
    Data,
}

type Apply = for<'e, 'g, 'a> fn(&'e mut Elaborator<'a>, &'g Given<'a>) -> Value;

/// A name that means something everywhere.
#[derive(Debug)]
pub struct NamedConstant {
    pub name: &'static str,
    pub ty: &'static str,
    pub doc: &'static str,
}

pub const CONSTANTS: &[NamedConstant] = &[
    constant("pi", "Real", "3.14159..."),
    constant("e", "Real", "2.71828..."),
    constant("x", "Direction", "the x axis, `[1, 0, 0]`"),
    constant("y", "Direction", "the y axis, `[0, 1, 0]`"),
    constant("z", "Direction", "the z axis, `[0, 0, 1]`; up in the world"),
    constant("up", "Direction", "`[0, 0, 1]`"),
    constant("down", "Direction", "`[0, 0, -1]`"),
    constant("level", "Attitude", "no rotation"),
    constant("time", "Time", "since the start of the run"),
    constant("world", "Frame", "the inertial frame, z up"),
    constant("free", "free", "the end of a cable that nothing holds"),
    constant(
        "energy",
        "Energy",
        "the energy ledger: kinetic, gravity, elastic, dissipated, work, total, balance",
    ),
    constant("momentum", "Vector(Momentum)", "of everything that moves freely"),
    constant(
        "angular_momentum",
        "Vector(AngularMomentum)",
        "of everything that moves freely, about the world's origin",
    ),
];

const fn constant(name: &'static str, ty: &'static str, doc: &'static str) -> NamedConstant {
    NamedConstant { name, ty, doc }
}

const fn required(name: &'static str, ty: &'static str) -> Parameter {
    Parameter { name, ty, default: None }
}

const fn optional(name: &'static str, ty: &'static str, default: &'static str) -> Parameter {
    Parameter { name, ty, default: Some(default) }
}

/// All functions, in the order of the reference.
pub static BUILTINS: &[&[Builtin]] = &[
    numbers::TRIGONOMETRY,
    numbers::NUMBERS,
    choosing::FUNCTIONS,
    vectors::FUNCTIONS,
    attitudes::FUNCTIONS,
    collections::FUNCTIONS,
    data::FUNCTIONS,
];

/// Every function in one row.
pub fn builtins() -> impl Iterator<Item = &'static Builtin> {
    BUILTINS.iter().flat_map(|group| group.iter())
}

/// The place in the table of the function of this name.
pub(in crate::elaborate) fn id_of(name: &str) -> Option<BuiltinId> {
    let index = builtins().position(|builtin| builtin.name == name)?;
    Some(BuiltinId(index as u16))
}

/// The function at a place in the table.
pub(in crate::elaborate) fn at(BuiltinId(index): BuiltinId) -> Option<&'static Builtin> {
    builtins().nth(usize::from(index))
}

/// The function of this name.
pub fn find(name: &str) -> Option<&'static Builtin> {
    builtins().find(|builtin| builtin.name == name)
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
    pub(in crate::elaborate) fn short_signature(&self) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique() {
        let mut names: Vec<&str> = builtins().map(|builtin| builtin.name).collect();
        names.extend(CONSTANTS.iter().map(|constant| constant.name));
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn signatures_read_like_declarations() {
        let signature = |name| find(name).map(Builtin::signature);
        assert_eq!(signature("sin").as_deref(), Some("sin(angle: Angle) -> Real"));
        assert_eq!(
            signature("rotated").as_deref(),
            Some("rotated(v: Vector, angle: Angle, about: Direction) -> Vector")
        );
    }
}
