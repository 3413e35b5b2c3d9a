//! What is given as a function of time, prescribed motions and drives, must not jump: nothing can follow it. Where its speed does, it takes
//! an impulse.

use std::f64::consts::TAU;

use cdl_graph::{Analysis, Graph, Motion, Variability};

use super::{AssemblyError, Owner, Paths, Problem};
use crate::results::rounded;
use crate::signals::{Instant, Instants, Stage, Tape, Values};

/// What changes by this share of it in no time jumps.
const JUMP: f64 = 1e-6;
/// Of a turn: what is so near to whole ones is.
const WHOLE: f64 = 1e-9;

/// Places or speeds of what is given.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Of {
    /// Positions, attitudes and coordinates.
    Places,
    /// Their first derivatives by time.
    Speeds,
}

/// All that is prescribed and driven, with the element that it is given to, where the time stage has run.
fn given(graph: &Graph, of: Of, values: &Values) -> Vec<(Owner, f64)> {
    let mut found = Vec::new();
    for (index, body) in graph.bodies.iter().enumerate() {
        let Motion::Prescribed { position, attitude, rates } = &body.motion else { continue };
        let owner = Owner::Body(index);
        // Of both quaternions of an attitude the one whose largest number is positive.
        let sign = attitude.iter().map(|node| values.scalar(*node));
        let sign = sign.max_by(|a, b| a.abs().total_cmp(&b.abs())).unwrap_or(1.0).signum();
        let (plain, turned) = match (of, rates) {
            (Of::Places, _) => (position, attitude),
            (Of::Speeds, Some(rates)) => (&rates.velocity, &rates.attitude_rate),
            (Of::Speeds, None) => continue,
        };
        found.extend(plain.iter().map(|node| (owner, values.scalar(*node))));
        found.extend(turned.iter().map(|node| (owner, sign * values.scalar(*node))));
    }
    for (index, joint) in graph.joints.iter().enumerate() {
        for drive in joint.coordinates.iter().filter_map(|axis| axis.drive.as_ref()) {
            let node = match of {
                Of::Places => Some(drive.value),
                Of::Speeds => drive.rate,
            };
            found.extend(node.map(|node| (Owner::Joint(index), values.scalar(node))));
        }
    }
    found
}

/// One of these functions at an instant, s, SI.
struct Jump {
    /// What it is given to.
    owner: Owner,
    /// s
    at: f64,
    /// Just before, SI.
    from: f64,
    /// Just after, SI.
    to: f64,
}

/// What jumps at an instant.
fn jumps_at(
    graph: &Graph,
    of: Of,
    Instant { before, after }: Instant,
    tape: &Tape,
    scratch: &mut Values,
) -> Vec<Jump> {
    let mut at = |time: f64| {
        tape.run(Stage::Time, time, scratch);
        given(graph, of, scratch)
    };
    let pairs = at(before).into_iter().zip(at(after));
    let is_jump = |a: f64, b: f64| {
        let turns = (a - b) / TAU;
        // An angle that is counted anew is where it was.
        let is_turn = of == Of::Places && (turns - turns.round()).abs() < WHOLE;
        (a - b).abs() > JUMP * a.abs().max(b.abs()).max(JUMP) && !(is_turn && turns.round() != 0.0)
    };
    pairs
        .filter(|((_, from), (_, to))| is_jump(*from, *to))
        .map(|((owner, from), (_, to))| Jump { owner, at: after, from, to })
        .collect()
}

/// What is known of it before a run.
pub(super) struct Given {
    /// Where steps end. These functions may have kinks of their speed there, but where that jumps there is an impulse, which steps do not end at.
    pub(super) instants: Instants,
    /// Of each element the first within the run of its place, which nothing can follow.
    jumps: Vec<Jump>,
    /// Of each element the first within the run of its speed.
    impulses: Vec<Jump>,
}

impl Given {
    /// Looks at all instants at which functions of time may jump.
    pub(super) fn look(
        graph: &Graph,
        variability: &[Variability],
        tape: &Tape,
        values: &Values,
    ) -> Self {
        let instants = Instants::of(&graph.signals, variability, tape, values, &[Stage::Time]);
        let (jumps, impulses) = (Vec::new(), Vec::new());
        let mut found = Self { instants, jumps, impulses };
        if found.instants.is_empty() {
            return found;
        }
        let until = match &graph.analysis {
            Analysis::Simulate(simulation) => values.scalar(simulation.duration),
            Analysis::Equilibrium(_)
            | Analysis::Modes(_)
            | Analysis::Response(_)
            | Analysis::None => 0.0,
        };
        let mut scratch = values.clone();
        let Self { instants, jumps, impulses } = &mut found;
        instants.retain(|instant| {
            let speeds = jumps_at(graph, Of::Speeds, instant, tape, &mut scratch);
            let is_smooth = speeds.is_empty();
            if instant.before > 0.0 && instant.after < until {
                keep_first(jumps, jumps_at(graph, Of::Places, instant, tape, &mut scratch));
                keep_first(impulses, speeds);
            }
            is_smooth
        });
        found
    }

    /// What is given where nothing can be.
    pub(super) fn errors(&self, paths: &Paths) -> Vec<AssemblyError> {
        let error = |&Jump { owner, at, from, to }: &Jump| {
            AssemblyError::new(paths, owner, Problem::GivenJumps { at, from, to })
        };
        self.jumps.iter().map(error).collect()
    }

    /// A warning for each element whose speed jumps.
    pub(super) fn warnings(&self, paths: &Paths) -> Vec<String> {
        let word = |&Jump { owner, at, from, to }: &Jump| {
            format!(
                "what `{}` is given jumps in its speed, from {} to {} in SI units at {} s: that takes an impulse, which no step knows, so forces and energies \
                 are wrong around it; `s_curve` and `smoothstep` take a time for it",
                paths.of(owner),
                rounded(from, 6),
                rounded(to, 6),
                rounded(at, 6)
            )
        };
        self.impulses.iter().map(word).collect()
    }
}

/// Adds jumps of one instant to the first ones of their elements.
fn keep_first(first: &mut Vec<Jump>, jumps: Vec<Jump>) {
    for jump in jumps {
        match first.iter_mut().find(|own| own.owner == jump.owner) {
            Some(own) if own.at <= jump.at => {}
            Some(own) => *own = jump,
            None => first.push(jump),
        }
    }
}
