//! Functions and names that every model can use. One table says what they are called, what they
//! take and what they do; completion and the reference read it too.

mod attitudes;
mod call;
mod choosing;
mod collections;
mod data;
mod function;
mod given;
mod matrices;
mod numbers;
mod small_motions;
mod statistics;
mod vectors;

use crate::elaborate::names::thing::BuiltinId;

pub use function::{Builtin, Group, Parameter};

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
        "the energy ledger: kinetic, gravity, elastic, dissipated, work, total, balance; imbalance of a whole run",
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

/// All functions, in the order of the reference.
pub static BUILTINS: &[&[Builtin]] = &[
    numbers::TRIGONOMETRY,
    numbers::NUMBERS,
    choosing::FUNCTIONS,
    vectors::FUNCTIONS,
    attitudes::FUNCTIONS,
    collections::FUNCTIONS,
    matrices::FUNCTIONS,
    data::FUNCTIONS,
    statistics::FUNCTIONS,
    small_motions::FUNCTIONS,
];

/// Every function in one row.
pub fn builtins() -> impl Iterator<Item = &'static Builtin> {
    BUILTINS.iter().flat_map(|group| group.iter())
}

/// Whether a function of this name gives a number of a whole run.
pub fn is_statistic(name: &str) -> bool {
    builtins().any(|own| own.group == Group::Statistics && own.name == name)
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
