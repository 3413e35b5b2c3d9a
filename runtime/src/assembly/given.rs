//! What is given as a function of time, by prescribed motions, drives and constraints, must not jump: nothing can follow it. Where its speed
//! does, it takes an impulse.
//!
//! | given by | places | speeds |
//! |---|---|---|
//! | a prescribed motion | position, attitude | their rates |
//! | a drive | the coordinate | its rate |
//! | a constraint on positions | terms of its residual | terms of its derivative by time |
//! | a constraint on velocities | | terms of its residual |
//!
//! All are evaluated before and after each instant at which a function of time may jump, with the tape of the model. Where
//! conditions are lines in time these are known; where they are not, they are looked for between samples.

use std::f64::consts::TAU;

use cdl_graph::{
    Analysis, BinaryOp, ConstraintKind, Graph, Held, Motion, Node, NodeId, UnaryOp, Variability,
};

use rustc_hash::FxHashSet;

use super::error::with_unit;
use super::{AssemblyError, Owner, Paths, Problem};
use crate::results::rounded;
use crate::signals::{Instant, Instants, Stage, Tape, Values, switch_instants};

/// What changes by this share of it in no time jumps.
const JUMP: f64 = 1e-6;
/// The same of the largest that is seen of it during the run: what is zero but for rounding is no other zero.
const ROUNDING: f64 = 1e-9;
/// So often it is looked how large everything becomes.
const GLANCES: u32 = 64;
/// Of the time between both sides of an instant: for so long it is looked what goes there by itself, as what passes zero does.
const BESIDE: f64 = 10.0;
/// Of a turn: what is so near to whole ones is.
const WHOLE: f64 = 1e-9;
/// Of a run: conditions that are not linear in time are looked at so often, and at each row.
const SAMPLES: f64 = 10_000.0;

/// Places or speeds of what is given.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Of {
    /// Positions, attitudes and coordinates.
    Places,
    /// Their first derivatives by time.
    Speeds,
}

/// That of a function.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Unit {
    Metre,
    Radian,
    /// None, or that of a constraint.
    Other,
    /// Of a number within an expression, in SI units.
    Inner,
}

/// A function of time, and the element that it is given to.
/// Of vectors and attitudes each component is one.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Function {
    owner: Owner,
    node: NodeId,
    unit: Unit,
    /// Of an attitude: the sign of its largest number is that of all of them.
    sign: Option<[NodeId; 4]>,
}

/// All that is prescribed and driven, and what constraints demand.
/// Constraints that events let go are left out: what jumps while they are open is nobody's business.
fn given(graph: &Graph, of: Of, variability: &[Variability]) -> Vec<Function> {
    let mut found = Vec::new();
    for (index, body) in graph.bodies.iter().enumerate() {
        let Motion::Prescribed { position, attitude, rates } = &body.motion else { continue };
        let owner = Owner::Body(index);
        let (plain, turned) = match (of, rates) {
            (Of::Places, _) => (position, attitude),
            (Of::Speeds, Some(rates)) => (&rates.velocity, &rates.attitude_rate),
            (Of::Speeds, None) => continue,
        };
        let unit = Unit::Metre;
        found.extend(plain.iter().map(|&node| Function { owner, node, unit, sign: None }));
        let sign = Some(*attitude);
        let unit = Unit::Other;
        found.extend(turned.iter().map(|&node| Function { owner, node, unit, sign }));
    }
    for (index, joint) in graph.joints.iter().enumerate() {
        let owner = Owner::Joint(index);
        for (coordinate, axis) in joint.coordinates.iter().enumerate() {
            let Some(drive) = &axis.drive else { continue };
            let unit = match joint.kind.turns(coordinate) {
                true => Unit::Radian,
                false => Unit::Metre,
            };
            let node = match of {
                Of::Places => Some(drive.value),
                Of::Speeds => drive.rate,
            };
            found.extend(node.map(|node| Function { owner, node, unit, sign: None }));
        }
    }
    let (mut nodes, mut inner) = (Vec::new(), Vec::new());
    for (index, constraint) in graph.constraints.iter().enumerate() {
        if is_latched(graph, index) {
            continue;
        }
        let owner = Owner::Constraint(index);
        for row in &constraint.rows {
            let demanded = match (of, constraint.kind) {
                (Of::Places, ConstraintKind::Position) | (Of::Speeds, ConstraintKind::Velocity) => {
                    Some(row.residual)
                }
                (Of::Speeds, ConstraintKind::Position) => {
                    row.derivatives.as_ref().map(|own| own.rate)
                }
                (Of::Places, ConstraintKind::Velocity) => None,
            };
            if let Some(node) = demanded {
                parts(graph, variability, node, &mut nodes, &mut inner);
            }
            let of_unit = |unit| move |node| Function { owner, node, unit, sign: None };
            found.extend(nodes.drain(..).map(of_unit(Unit::Other)));
            found.extend(inner.drain(..).map(of_unit(Unit::Inner)));
        }
    }
    found
}

/// Of places or of speeds.
/// Quaternions have none, nor have angles that an equation is between.
fn unit(graph: &Graph, own: &Function, of: Of) -> String {
    let unit = match (own.unit, own.owner, of) {
        (Unit::Metre, _, Of::Places) => "m",
        (Unit::Metre, _, Of::Speeds) => "m/s",
        (Unit::Radian, _, Of::Places) => "rad",
        (Unit::Radian, _, Of::Speeds) => "rad/s",
        (Unit::Other, Owner::Constraint(index), of) => {
            graph.constraints[index].unit(of == Of::Speeds)
        }
        (Unit::Other | Unit::Inner, _, _) => "",
    };
    unit.to_owned()
}

/// Whether an equation asks for it, where it is given otherwise.
fn is_demanded(owner: Owner) -> bool {
    matches!(owner, Owner::Constraint(_))
}

/// Whether it does not hold all the time.
fn is_latched(graph: &Graph, constraint: usize) -> bool {
    graph.latches.iter().any(|latch| match &latch.holds {
        Held::Constraint { constraint: own, .. } => own.index() == constraint,
        Held::Joint(_) | Held::CableEnd { .. } => false,
    })
}

/// The terms of a sum that are functions of time alone: where one of them jumps the rest has to, too.
/// What is multiplied by a number is a term as well; `inner` are functions of time within other operations, such as a factor
/// of a position. Where one jumps the whole does, but where what it is multiplied by is zero.
fn parts(
    graph: &Graph,
    variability: &[Variability],
    of: NodeId,
    found: &mut Vec<NodeId>,
    inner: &mut Vec<NodeId>,
) {
    match variability[of.index()] {
        Variability::Constant | Variability::Param => return,
        Variability::Time => return found.push(of),
        Variability::State | Variability::Acceleration => {}
    }
    let is_number = |node: NodeId| variability[node.index()] <= Variability::Param;
    match graph.signals.node(of) {
        Node::Binary(BinaryOp::Add | BinaryOp::Sub, a, b) => {
            parts(graph, variability, a, found, inner);
            parts(graph, variability, b, found, inner);
        }
        Node::Unary(UnaryOp::Neg, a) => parts(graph, variability, a, found, inner),
        Node::Binary(BinaryOp::Mul | BinaryOp::Div, a, b) if is_number(b) => {
            parts(graph, variability, a, found, inner);
        }
        Node::Binary(BinaryOp::Mul, a, b) if is_number(a) => {
            parts(graph, variability, b, found, inner);
        }
        _ => within(graph, variability, of, inner),
    }
}

/// The largest functions of time alone in an expression.
fn within(graph: &Graph, variability: &[Variability], of: NodeId, found: &mut Vec<NodeId>) {
    let (mut stack, mut seen) = (vec![of], FxHashSet::default());
    while let Some(id) = stack.pop() {
        match variability[id.index()] {
            _ if !seen.insert(id) => {}
            Variability::Constant | Variability::Param => {}
            Variability::Time => found.push(id),
            Variability::State | Variability::Acceleration => {
                stack.extend(graph.signals.node(id).operands());
            }
        }
    }
}

/// The values of functions.
fn values_of(functions: &[Function], values: &Values) -> Vec<f64> {
    let value = |own: &Function| {
        // Of both quaternions of an attitude the one whose largest number is positive.
        let largest = own.sign.map(|nodes| values.array(nodes));
        let largest =
            largest.and_then(|own| own.into_iter().max_by(|a, b| a.abs().total_cmp(&b.abs())));
        largest.map_or(1.0, f64::signum) * values.scalar(own.node)
    };
    functions.iter().map(value).collect()
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
    unit: String,
    /// Among those that are looked at.
    function: usize,
}

/// What is looked at.
struct Look<'a> {
    graph: &'a Graph,
    tape: &'a Tape,
    /// Those that have the nodes of all functions.
    stages: &'a [Stage],
    places: Vec<Function>,
    speeds: Vec<Function>,
    scratch: Values,
}

impl Look<'_> {
    /// The largest that is seen of each speed until then, s.
    fn largest_speeds(&mut self, until: f64) -> Vec<f64> {
        let Self { tape, stages, speeds, scratch, .. } = self;
        let mut largest = vec![0.0_f64; speeds.len()];
        for sample in 0..=GLANCES {
            let time = until * f64::from(sample) / f64::from(GLANCES);
            stages.iter().for_each(|&stage| tape.run(stage, time, scratch));
            for (own, value) in largest.iter_mut().zip(values_of(speeds, scratch)) {
                if value.is_finite() {
                    *own = own.max(value.abs());
                }
            }
        }
        largest
    }

    /// What jumps at an instant.
    fn jumps_at(&mut self, of: Of, Instant { before, after }: Instant) -> Vec<Jump> {
        let Self { graph, tape, stages, places, speeds, scratch } = self;
        let functions = match of {
            Of::Places => places,
            Of::Speeds => speeds,
        };
        let mut at = |time: f64| {
            stages.iter().for_each(|&stage| tape.run(stage, time, scratch));
            values_of(functions, scratch)
        };
        // What it goes by beside the instant is no jump.
        let beside = BESIDE * (after - before);
        let [earlier, first, last, later] =
            [before - beside, before, after, after + beside].map(&mut at);
        let goes = earlier.iter().zip(&first).zip(last.iter().zip(&later));
        let goes: Vec<f64> = goes.map(|((a, b), (c, d))| (b - a).abs() + (d - c).abs()).collect();
        let pairs = first.into_iter().zip(last).zip(goes);
        let is_jump = |a: f64, b: f64, goes: f64| {
            let turns = (a - b) / TAU;
            // An angle that is counted anew is where it was.
            let is_turn = of == Of::Places && (turns - turns.round()).abs() < WHOLE;
            (a - b).abs() > (JUMP * a.abs().max(b.abs()).max(JUMP)).max(goes)
                && !(is_turn && turns.round() != 0.0)
        };
        let all = functions.iter().enumerate().zip(pairs);
        let jump = |((function, own), ((from, to), goes)): ((usize, &Function), _)| {
            is_jump(from, to, goes).then(|| Jump {
                owner: own.owner,
                at: after,
                from,
                to,
                unit: unit(graph, own, of),
                function,
            })
        };
        all.filter_map(jump).collect()
    }
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
        let instants = |stages: &[Stage]| {
            Instants::and_others(&graph.signals, variability, tape, values, stages)
        };
        let (places, speeds) =
            (given(graph, Of::Places, variability), given(graph, Of::Speeds, variability));
        // What constraints demand is evaluated with them.
        let stages: &[Stage] = match places.iter().chain(&speeds).any(|own| is_demanded(own.owner))
        {
            true => &[Stage::Time, Stage::State],
            false => &[Stage::Time],
        };
        let (timed, mut others) = instants(&[Stage::Time]);
        let mut found = Self { instants: timed, jumps: Vec::new(), impulses: Vec::new() };
        if places.is_empty() && speeds.is_empty() {
            return found;
        }
        let (until, every) = match &graph.analysis {
            Analysis::Simulate(own) => (values.scalar(own.duration), values.scalar(own.every)),
            Analysis::Equilibrium(_)
            | Analysis::Modes(_)
            | Analysis::Response(_)
            | Analysis::None => (0.0, 0.0),
        };
        let mut look = Look { graph, tape, stages, places, speeds, scratch: values.clone() };
        let mut largest = None;
        let Self { instants: timed, jumps, impulses } = &mut found;
        let mut is_smooth = |instant: Instant| {
            let speeds = look.jumps_at(Of::Speeds, instant);
            let is_smooth = speeds.is_empty();
            if instant.before > 0.0 && instant.after < until {
                keep_first(jumps, look.jumps_at(Of::Places, instant));
                if !is_smooth {
                    let largest = largest.get_or_insert_with(|| look.largest_speeds(until));
                    let counts =
                        |own: &Jump| (own.from - own.to).abs() > ROUNDING * largest[own.function];
                    keep_first(impulses, speeds.into_iter().filter(counts));
                }
            }
            is_smooth
        };
        timed.retain(&mut is_smooth);
        if stages.len() > 1 {
            let (mut of_state, more) = instants(&[Stage::State]);
            // Steps end there all the same.
            of_state.retain(&mut is_smooth);
            others.extend(more);
        }
        let span = (until, every.min(until / SAMPLES));
        let switched = switch_instants(&others, tape, stages, span, &mut values.clone());
        for instant in switched {
            is_smooth(instant);
        }
        found
    }

    /// What is given where nothing can be.
    pub(super) fn errors(&self, paths: &Paths) -> Vec<AssemblyError> {
        let error = |own: &Jump| {
            let Jump { owner, at, from, to, .. } = *own;
            let unit = own.unit.clone();
            let is_demanded = is_demanded(owner);
            let problem = Problem::GivenJumps { at, from, to, unit, is_demanded };
            AssemblyError::new(paths, owner, problem)
        };
        self.jumps.iter().map(error).collect()
    }

    /// A warning for each element whose speed jumps.
    pub(super) fn warnings(&self, paths: &Paths) -> Vec<String> {
        let word = |own: &Jump| {
            format!(
                "what `{}` {} jumps in its speed, from {} to {} at {} s: that takes an impulse, which no step knows, so forces and energies \
                 are wrong around it; `s_curve` and `smoothstep` take a time for it",
                paths.of(own.owner),
                if is_demanded(own.owner) { "demands" } else { "is given" },
                with_unit(own.from, &own.unit),
                with_unit(own.to, &own.unit),
                rounded(own.at, 6)
            )
        };
        self.impulses.iter().map(word).collect()
    }
}

/// Adds jumps of one instant to the first ones of their elements.
fn keep_first(first: &mut Vec<Jump>, jumps: impl IntoIterator<Item = Jump>) {
    for jump in jumps {
        match first.iter_mut().find(|own| own.owner == jump.owner) {
            Some(own) if own.at <= jump.at => {}
            Some(own) => *own = jump,
            None => first.push(jump),
        }
    }
}
