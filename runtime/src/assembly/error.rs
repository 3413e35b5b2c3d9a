//! Why a graph cannot be run.
//!
//! An [`AssemblyError`] is a mistake in the model, at an element of the graph: assembly knows no
//! text. Variants that end in "a mistake of cdl" in their text show that compiler and runtime
//! disagree.

use nalgebra::Vector3;

use super::{Owner, Paths};
use crate::results::rounded;
use crate::tree::BuildError;

/// One problem, at one element.
#[derive(Clone, Debug, PartialEq)]
pub struct AssemblyError {
    /// The element to blame.
    pub owner: Owner,
    /// For people: the element's path, such as `crane.boom`; the model's name where no element is at fault.
    pub element: String,
    /// What is wrong.
    pub problem: Problem,
}

impl AssemblyError {
    /// With the element's path.
    pub(super) fn new(paths: &Paths, owner: Owner, problem: Problem) -> Self {
        Self { owner, element: paths.of(owner).to_owned(), problem }
    }

    /// Whether a field of the user's does not take what another parameter makes of it.
    pub(super) fn is_refused(&self) -> bool {
        matches!(self.owner, Owner::Demand(_))
    }
}

/// Texts complete "`path`: ..." and so begin with a small letter. Numbers are in SI.
#[derive(Clone, Debug, PartialEq)]
pub enum Problem {
    /// The planning passes have not run, or there is nothing to simulate.
    NotPlanned,
    /// A field's value is infinite or not a number; with the operation that made it so.
    NotFinite { field: &'static str, why: String },
    /// A field's value is outside what makes sense.
    /// `expected` is a phrase such as "a positive number".
    OutOfRange { field: &'static str, value: f64, expected: String },
    /// A field depends on something that is known too late.
    /// `needed` is the stage at which it has to be known, such as before the run.
    VariesTooMuch { field: &'static str, needed: &'static str },
    /// A variable has no equation.
    NoEquation,
    /// A table cannot be interpolated.
    Table(cdl_graph::TableError),
    /// A mass, a length or a moment of inertia is negative or not finite.
    Number(String),
    /// A free motion of the body moves no mass.
    Massless,
    /// No distribution of mass has these principal moments of inertia, kg m^2.
    Inertia { moments: [f64; 3] },
    /// An axis of the joint has no direction, or its axes are parallel.
    Axis,
    /// There is a water surface, but gravity is not along z.
    GravityAside,
    /// A joint starts with another rate than its drive (SI).
    RateBesideDrive { written: f64, drive: f64 },
    /// What a joint or body is given, or a constraint demands, as a function of time jumps, at an instant, s, from one value to another.
    GivenJumps { at: f64, from: f64, to: f64, unit: String, is_demanded: bool },
    /// A cable does not reach from end to end, or has no such shape there.
    NoShape(String),
    /// `straight` lays a cable along another direction (a unit vector) than it has from end to end, m.
    StraightAside { along: [f64; 3], span: [f64; 3] },
    /// A cable ends somewhere else at the start than what it is fixed to, m.
    EndAside { end: [f64; 3], fixed_to: [f64; 3] },
    /// A cable's end moves otherwise at the start than what hangs there, m/s.
    EndMovesAside { end: [f64; 3], asked: [f64; 3] },
    /// A loop or constraint cannot be closed at the start; how far it is open, and what stands in the way.
    LoopOpen(String),
    /// Closings that no position, or no velocity, satisfies together; `with` are the others.
    Contradiction { text: String, with: Vec<Owner> },
    /// Small motions are asked for about what is moved as a function of time.
    MotionGiven,
    /// Small motions are asked for where nothing can move.
    NothingMoves,
    /// More, or something else, than the runtime can do.
    Unsupported(String),
    /// The graph or its plan contradicts itself: a mistake of whoever made it.
    Plan(String),
}

impl From<BuildError> for Problem {
    fn from(error: BuildError) -> Self {
        match error {
            BuildError::NotFinite { .. }
            | BuildError::NegativeMass { .. }
            | BuildError::Inertia { .. } => Problem::Number(error.to_string()),
            BuildError::Axis { .. } => Problem::Axis,
            BuildError::Massless { .. } => Problem::Massless,
            BuildError::Parent { .. }
            | BuildError::AnchorJoint { .. }
            | BuildError::Drive { .. } => Problem::Plan(error.to_string()),
        }
    }
}

/// For a message, to six decimals.
fn numbers(vector: &[f64; 3]) -> String {
    // No minus before a zero.
    let [x, y, z] = vector.map(|x| (x * 1e6).round() / 1e6 + 0.0);
    format!("[{x}, {y}, {z}]")
}

/// A number as messages show it, with its unit.
/// Nothing stands behind one that has none.
pub(super) fn with_unit(number: f64, unit: &str) -> String {
    let blank = if unit.is_empty() { "" } else { " " };
    format!("{}{blank}{unit}", rounded(number, 6))
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Problem::NotPlanned => {
                write!(f, "there is no plan of how to solve the model; this is a mistake of cdl")
            }
            Problem::NotFinite { field, why } => {
                write!(f, "its {field} is not a finite number: {why}")
            }
            // Without the hundreds of digits of a very large or small number.
            Problem::OutOfRange { field, value, expected }
                if *value != 0.0 && !(1e-6..1e9).contains(&value.abs()) =>
            {
                write!(f, "its {field} is {value:e}, expected {expected}")
            }
            Problem::OutOfRange { field, value, expected } => {
                write!(f, "its {field} is {value}, expected {expected}")
            }
            Problem::VariesTooMuch { field, needed } => {
                write!(f, "its {field} is needed {needed} known, but depends on it")
            }
            Problem::NoEquation => write!(f, "no equation defines it"),
            Problem::Table(error) => match error {
                cdl_graph::TableError::Empty => write!(f, "the table has no rows"),
                cdl_graph::TableError::NotIncreasing { row } => {
                    write!(f, "the table's first column does not increase at row {}", row + 1)
                }
                cdl_graph::TableError::UnequalColumns { column } => {
                    write!(f, "column {} of the table has another length", column + 1)
                }
                cdl_graph::TableError::NotFinite { row } => {
                    write!(f, "row {} of the table is not finite", row + 1)
                }
            },
            Problem::Massless => f.write_str("a free motion of the body moves no mass"),
            Problem::Inertia { moments: [a, b, c] } => write!(
                f,
                "no distribution of mass has the principal moments of inertia {a:.6}, {b:.6} and {c:.6} kg m^2: \
                 each may be at most the sum of the other two"
            ),
            Problem::Axis => {
                f.write_str("an axis of the joint is zero, or parallel to another one of it")
            }
            Problem::GravityAside => f.write_str("with a water surface gravity has to be along z"),
            Problem::RateBesideDrive { written, drive } => write!(
                f,
                "its start has a rate of {written} in SI units, but its drive starts with {drive}"
            ),
            Problem::GivenJumps { at, from, to, unit, is_demanded } => write!(
                f,
                "what it {} jumps from {} to {} at {} s, and nothing can follow that: `s_curve` and `smoothstep` take a time for it",
                if *is_demanded { "demands" } else { "is given" },
                with_unit(*from, unit),
                with_unit(*to, unit),
                rounded(*at, 6)
            ),
            Problem::StraightAside { along, span } => write!(
                f,
                "`straight` lays it along {}, but from end to end it is {} m: write that direction, `straight` without one, or leave \
                 `start` out",
                numbers(along),
                numbers(span)
            ),
            Problem::EndAside { end, fixed_to } => write!(
                f,
                "at the start it ends {:.6} m from what it is fixed to: at {} m instead of {} m",
                (Vector3::from(*end) - Vector3::from(*fixed_to)).norm(),
                numbers(end),
                numbers(fixed_to)
            ),
            Problem::EndMovesAside { end, asked } => write!(
                f,
                "at the start its end moves with {} m/s, but the start of what hangs there asks for {} m/s",
                numbers(end),
                numbers(asked)
            ),
            Problem::MotionGiven => f.write_str(
                "its motion is given as a function of time, but modes are about a state that stays: give it a value that does \
                 not change, or leave the motion to forces",
            ),
            Problem::NothingMoves => f.write_str("it has no degree of freedom, so there are no modes"),
            Problem::Number(text)
            | Problem::NoShape(text)
            | Problem::LoopOpen(text)
            | Problem::Contradiction { text, with: _ }
            | Problem::Unsupported(text) => f.write_str(text),
            Problem::Plan(text) => write!(f, "{text}; this is a mistake of cdl, not of the model"),
        }
    }
}

impl std::fmt::Display for AssemblyError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "`{}`: {}", self.element, self.problem)
    }
}

impl std::error::Error for AssemblyError {}
