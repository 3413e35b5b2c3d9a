//! What is given as a function of time, prescribed motions and drives, must not jump: nothing can follow it. Where its speed does, it takes
//! an impulse.

use std::f64::consts::TAU;

use cdl_graph::{Analysis, Graph, Motion, Variability};

use super::{Assembly, AssemblyError, Owner, Paths, Problem};
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

/// Where steps end for these functions. They may have kinks of their speed there, but where that jumps there is an impulse, which steps do not end
/// at.
pub(super) fn instants(
    graph: &Graph,
    variability: &[Variability],
    tape: &Tape,
    values: &Values,
) -> Instants {
    let mut found = Instants::of(&graph.signals, variability, tape, values, &[Stage::Time]);
    if !found.is_empty() {
        let mut scratch = values.clone();
        found.retain(|at| jumps_at(graph, Of::Speeds, at, tape, &mut scratch).is_empty());
    }
    found
}

/// The first jump of each element, of its place or of its speed, within the run.
fn first_jumps(
    graph: &Graph,
    (variability, tape, values): (&[Variability], &Tape, &Values),
    of: Of,
) -> Vec<Jump> {
    let Analysis::Simulate(simulation) = &graph.analysis else { return Vec::new() };
    let until = values.scalar(simulation.duration);
    let mut found: Vec<Jump> = Vec::new();
    let mut scratch = values.clone();
    let mut all = Instants::of(&graph.signals, variability, tape, values, &[Stage::Time]);
    all.retain(|instant| {
        if instant.before > 0.0 && instant.after < until {
            for jump in jumps_at(graph, of, instant, tape, &mut scratch) {
                match found.iter_mut().find(|own| own.owner == jump.owner) {
                    Some(own) if own.at <= jump.at => {}
                    Some(own) => *own = jump,
                    None => found.push(jump),
                }
            }
        }
        true
    });
    found
}

/// What is given where nothing can be.
pub(super) fn jumping(
    graph: &Graph,
    paths: &Paths,
    (variability, tape, values): (&[Variability], &Tape, &Values),
) -> Vec<AssemblyError> {
    let jumps = first_jumps(graph, (variability, tape, values), Of::Places);
    let error = |Jump { owner, at, from, to }: Jump| {
        AssemblyError::new(paths, owner, Problem::GivenJumps { at, from, to })
    };
    jumps.into_iter().map(error).collect()
}

/// A warning for each element whose speed jumps.
pub(super) fn impulses(assembly: &Assembly<'_>) -> Vec<String> {
    let mechanism = assembly.mechanism;
    let about = (mechanism.variability.as_slice(), &mechanism.tape, &mechanism.values);
    let word = |Jump { owner, at, from, to }: Jump| {
        format!(
            "what `{}` is given jumps in its speed, from {} to {} in SI units at {} s: that takes an impulse, which no step knows, so forces and energies \
             are wrong around it; `s_curve` and `smoothstep` take a time for it",
            mechanism.paths.of(owner),
            rounded(from, 6),
            rounded(to, 6),
            rounded(at, 6)
        )
    };
    first_jumps(assembly.graph, about, Of::Speeds).into_iter().map(word).collect()
}
