//! Why a run stopped. Each formulation finds out in its `trouble.rs`, `recursive/` and `constrained/`; times are in s, and
//! messages complete the sentence that [`Fault`] prints.

use cdl_graph::Origin;

use crate::assembly::{Owner, Paths};
use crate::mechanism::{Apart, BadUse, Mechanism};
use crate::results::rounded;
use crate::signals::Values;

/// What stopped a run. Everything computed before is kept; the state just before is that of
/// [`crate::Solved::last_state`].
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    pub kind: FaultKind,
    /// Time of the evaluation that failed, s.
    pub time: f64,
    pub owner: Owner,
    /// For people: the path of the element at fault.
    pub element: String,
    /// For cables: arc length from the start, m.
    pub arc_length: Option<f64>,
    /// The quantity, such as `force` or `acceleration`.
    pub term: Box<str>,
    /// What is wrong with it.
    pub why: Box<str>,
    /// Others without which it would have gone on. Behind a pointer, as steps return faults by value.
    pub(crate) partners: Option<Box<Partners>>,
    /// The operation that has no value, where somebody wrote it.
    pub written: Option<Origin>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Partners(Vec<Owner>);

/// What sort of thing stopped it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// A value is infinite, not a number, or out of all bounds.
    NotFinite,
    /// An adaptive step would have to be shorter than the time resolves.
    StepTooShort,
    /// Something can move that has no inertia.
    WithoutInertia,
    /// No values satisfy the equations of signals together.
    AlgebraicLoop,
    /// The equations of an implicit step have no solution that could be found.
    NoConvergence,
    /// The mechanism can go on in more than one way, or in none.
    SingularPosition,
    /// A loop or constraint cannot be satisfied.
    LoopOpen,
    /// No state of rest was found.
    NoRest,
    /// Small motions are asked for about a state that does not stay.
    NotStill,
    /// Small motions cannot be given as matrices.
    NotLinear,
    /// An input swings as something does by itself, and nothing resists.
    Resonance,
    /// Two events of one instant set one state to different values.
    EventsClash,
    /// Events follow each other without end.
    EventsWithoutEnd,
    /// An event closes what is apart, or closed already, or opens what is open.
    Latch,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "at {:.9} s: the {} of `{}`", self.time, self.term, self.element)?;
        if let Some(arc_length) = self.arc_length {
            write!(f, " at {arc_length:.6} m from its start")?;
        }
        write!(f, ": {}", self.why)
    }
}

impl std::error::Error for Fault {}

impl Fault {
    /// Without an arc length.
    pub(crate) fn new(
        paths: &Paths,
        kind: FaultKind,
        time: f64,
        owner: Owner,
        term: &str,
        why: String,
    ) -> Self {
        let (element, term) = (paths.of(owner).to_owned(), term.into());
        let (arc_length, partners, written) = (None, None, None);
        let why = why.into();
        Self { kind, time, owner, element, arc_length, term, why, partners, written }
    }

    /// Others without which it would have gone on.
    pub fn partners(&self) -> &[Owner] {
        self.partners.as_ref().map_or(&[], |own| &own.0)
    }

    /// With others that contradict what it is about.
    pub(crate) fn with(self, partners: Vec<Owner>) -> Self {
        let partners = (!partners.is_empty()).then(|| Box::new(Partners(partners)));
        Self { partners, ..self }
    }

    /// Of a number that what is evaluated needs.
    pub(crate) fn not_finite(paths: &Paths, time: f64, bad: BadUse<'_>) -> Self {
        let BadUse { found, why, written } = bad;
        let kind = FaultKind::NotFinite;
        Self { written, ..Self::new(paths, kind, time, found.owner, found.field, why) }
    }
}

/// An event closes a connection of what is not at one place.
pub(crate) fn apart(mechanism: &Mechanism, time: f64, found: &Apart) -> Fault {
    let (paths, constraints) = (&mechanism.paths, &mechanism.graph.constraints);
    let Apart { owner, amount, unit } = *found;
    let amount = rounded(amount, 3);
    let allow = match unit {
        " m" => "`within = ...` allows a distance and closes it",
        " rad" => "`turned = ...` allows an angle and closes it",
        _ => {
            let unit = match owner {
                Owner::Constraint(index) => constraints[index].unit(false),
                _ => "",
            };
            let amount = format!("{amount} {unit}");
            let latch = match owner {
                Owner::Constraint(index) => mechanism.graph.latch_of_constraint(index),
                _ => None,
            };
            let closed = latch.map_or("locked", |latch| &latch.closed);
            let why = format!(
                "its equation is open by {}, and it can be {closed} only where it is satisfied",
                amount.trim_end()
            );
            return Fault::new(paths, FaultKind::Latch, time, owner, "connection", why);
        }
    };
    let why = format!("what it is to bring together is {amount}{unit} apart; {allow}");
    Fault::new(paths, FaultKind::Latch, time, owner, "connection", why)
}

/// What an event brings together does not meet.
pub(crate) fn parted(paths: &Paths, time: f64, owner: Owner) -> Fault {
    let why = "what it is to bring together does not meet: the gap is too wide to be closed at once, or other \
               joints, drives and lengths of cables hold it apart";
    Fault::new(paths, FaultKind::Latch, time, owner, "connection", why.to_owned())
}

/// Why an output is not finite now, if it is not.
pub(crate) fn bad_output(mechanism: &Mechanism, output: usize, values: &Values) -> Option<String> {
    let nodes = &mechanism.outputs.get(output)?.nodes;
    nodes.iter().find_map(|&node| mechanism.tape.explain(node, values))
}

/// Elements that a message names before it only counts.
const NAMED: usize = 3;

/// Some paths in words, and how many more there are.
pub(crate) fn named(paths: &[&str]) -> String {
    let mut text: Vec<String> = paths.iter().take(NAMED).map(|path| format!("`{path}`")).collect();
    if paths.len() > NAMED {
        text.push(format!("{} more", paths.len() - NAMED));
    }
    match text.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, before)) => format!("{} and {last}", before.join(", ")),
        None => String::new(),
    }
}
