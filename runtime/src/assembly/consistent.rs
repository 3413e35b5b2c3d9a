//! A start that satisfies loops and constraints: what the user wrote, moved as little as possible.
//!
//! What nobody wrote moves first; if that is not enough, what was written with a weight gives way,
//! too, the less the larger the weight; what was written without one stays, or the start is an error.
//!
//! Nothing here is done for the dynamics: there is no mass in it. "As little as possible" is the
//! least sum of the squares of the changes, each in its coordinate's unit, divided by how willingly
//! it gives way (see `recursive/loops/start.rs`). Positions are found first, rates then at these
//! positions.
//!
//! The number of degrees of freedom that the report shows is settled here, too, as it takes the
//! rank of the closing equations.

use cdl_graph::{CableStart, Connection, Motion, Plan, StartWeight, TreeNode};

use super::conflict::{conflict, only};
use super::{Assembly, Findings, Owner, Problem, ropes};
use crate::recursive::{
    ClosingKind, Closure, CutDrive, Data, Found, Level, Node, NotClosed, RecursiveModel, Sizes,
    close_positions, close_velocities, find, follow_angles, kinematics, look, not_closed,
    prescribe,
};
use crate::spatial::{Vec3, quaternion_matrix};
use crate::tree::Joint as TreeJoint;

/// How far what has a weight gives way, beside what nobody wrote.
const RELUCTANCE: f64 = 1e-2;
/// Elements that a message names before it only counts.
const NAMED: usize = 3;

/// Of one velocity of the state.
/// How willingly it gives way; that of a position is kept under the velocity that moves it.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Hold {
    /// Nobody wrote it.
    Free,
    /// Written with this weight, which is positive.
    Weighted(f64),
    /// Written without a weight.
    Exact,
    /// A function of time.
    Prescribed,
}

/// Moves `model.start` onto the closing constraints; counts what they leave free. `spread`: forces that
/// dependent equations leave open are spread over all of them.
///
/// What has been written on a cut joint is not in the state: it is kept by further rows while the
/// start is sought. On success `model.start`, the loops' sizes, their choice of rows and the turns
/// of cut joints are set; on failure the error is in the assembly, and it names what stands in the
/// way.
pub(super) fn consistent(
    assembly: &mut Assembly<'_>,
    plan: &Plan,
    model: &mut RecursiveModel,
    findings: &mut Findings,
    spread: bool,
) {
    if model.loops.is_empty() || !assembly.errors.is_empty() {
        return;
    }
    let mut data = Data::new(model);
    prescribe(model, &mut data, 0.0);
    kinematics(model, &mut data, &model.start);
    model.loops.sizes = Sizes::new(model, &data);
    let holds = Holds::new(assembly, plan, model);
    let mut state = model.start.clone();
    let whole =
        [Level::Position, Level::Velocity].map(|level| with_cut_starts(assembly, model, level));
    let whole = whole.each_ref().map(|written| written.as_ref().unwrap_or(model));
    let mut closed = match holds.keeping(model, &ropes::shaped(model)) {
        Some(kept) => attempt(whole, &mut state, &kept),
        None => attempt(whole, &mut state, &holds),
    };
    if closed.is_err() {
        state = model.start.clone();
        closed = attempt(whole, &mut state, &holds);
    }
    if closed.is_err()
        && cut_starts(assembly, model, |weights| weights.contains(&StartWeight::Exact)).is_empty()
    {
        // What was written with a weight on joints that close loops gives way.
        state = model.start.clone();
        closed = attempt([model; 2], &mut state, &holds);
    }
    if closed.is_err()
        && let [Some(placed), Some(moving)] = whole.map(ropes::without_later)
    {
        let mut from = model.start.clone();
        let others = [&placed, &moving];
        if placed.loops.is_empty() || attempt(others, &mut from, &holds).is_ok() {
            (state, closed) = (from, Ok(()));
        }
    }
    match closed {
        Ok(()) => {
            let mut data = Data::new(model);
            prescribe(model, &mut data, 0.0);
            look(model, &mut data, 0.0, &state);
            follow_angles(model, &mut data);
            model.loops.windings = data.loops.windings.clone();
            check_balls(assembly, model, &data);
            count(assembly, model, &mut data, &state, findings, spread);
            model.start = state;
        }
        Err(not_closed) => {
            // If it could not be closed from anywhere, no start is to blame.
            let anywhere = attempt([model; 2], &mut model.start.clone(), &holds.released()).is_ok();
            let closes = |model: &RecursiveModel| {
                attempt([model; 2], &mut model.start.clone(), &holds.released()).is_ok()
            };
            let conflict = if anywhere { None } else { conflict(model, closes) };
            let (owner, problem) = match conflict {
                Some(closings) if closings.len() > 1 => {
                    contradiction(assembly, model, &holds, &not_closed, &closings)
                }
                Some(_) | None => holds.in_the_way(assembly, model, &not_closed, anywhere),
            };
            assembly.fail(owner, problem);
        }
    }
}

/// First with what has a weight held, then without. Positions are those of the first model, velocities of the other one.
/// `state` is moved; after an error it is somewhere between.
fn attempt(
    [model, moving]: [&RecursiveModel; 2],
    state: &mut [f64],
    holds: &Holds,
) -> Result<(), NotClosed> {
    let mut data = Data::new(model);
    prescribe(model, &mut data, 0.0);
    let written = state.to_vec();
    let mut positions =
        Err(NotClosed { closing: 0, residual: 0.0, is_length: None, level: Level::Position });
    for yields in [false, true] {
        if yields && !holds.positions.iter().any(|hold| matches!(hold, Hold::Weighted(_))) {
            break;
        }
        state.copy_from_slice(&written);
        positions =
            close_positions(model, &mut data, 0.0, state, &compliances(&holds.positions, yields));
        if positions.is_ok() {
            break;
        }
    }
    positions?;
    let placed = state.to_vec();
    if !std::ptr::eq(model, moving) {
        data = Data::new(moving);
        prescribe(moving, &mut data, 0.0);
    }
    let mut velocities = Ok(());
    for yields in [false, true] {
        if yields && !holds.velocities.iter().any(|hold| matches!(hold, Hold::Weighted(_))) {
            break;
        }
        state.copy_from_slice(&placed);
        velocities =
            close_velocities(moving, &mut data, state, &compliances(&holds.velocities, yields));
        if velocities.is_ok() {
            break;
        }
    }
    velocities
}

/// The compliance of each velocity: one where nobody holds it, zero where it must stay. With
/// `yields` what has a weight moves, too, by [`RELUCTANCE`] over the weight.
fn compliances(holds: &[Hold], yields: bool) -> Vec<f64> {
    let of = |hold: &Hold| match *hold {
        Hold::Free => 1.0,
        Hold::Weighted(weight) if yields => RELUCTANCE / weight,
        Hold::Weighted(_) | Hold::Exact | Hold::Prescribed => 0.0,
    };
    holds.iter().map(of).collect()
}

/// What may move, by velocity of the state.
/// Both lists have one entry for each velocity of the state, tree first, then cables.
struct Holds {
    /// How firmly each is held.
    positions: Vec<Hold>,
    /// The same.
    velocities: Vec<Hold>,
    /// Of each body of the tree: whose start it is.
    owners: Vec<Owner>,
    /// Cables whose direction is written, by their index in the forest.
    straight: Vec<usize>,
}

impl Holds {
    /// A joint's start has weights of its own for coordinates and rates; a body that floats or
    /// hangs on a cable goes by the weights of its pose and its velocity.
    fn new(assembly: &mut Assembly<'_>, plan: &Plan, model: &RecursiveModel) -> Self {
        let count = model.layout.dimensions.velocities;
        let mut holds = Self {
            // Cables adapt: nobody writes where every link is.
            positions: vec![Hold::Free; count],
            velocities: vec![Hold::Free; count],
            owners: Vec::new(),
            straight: straight_cables(assembly, model),
        };
        let first = model.layout.dimensions.positions;
        for &cable in &holds.straight {
            let range = &model.layout.cable_v[cable];
            holds.positions[range.start - first..range.end - first].fill(Hold::Exact);
        }
        let connections = plan.forest.iter().filter_map(|node| match node {
            TreeNode::Body { connection, .. } => Some(*connection),
            TreeNode::Cable { .. } => None,
        });
        for (body, connection) in connections.enumerate() {
            let range = model.tree.rate_range(body);
            let of_body = Owner::Body(model.tree_bodies[body]);
            let start = match assembly.graph.bodies[model.tree_bodies[body]].motion {
                Motion::Dynamic { start } => Some(start),
                Motion::Fixed | Motion::Prescribed { .. } => None,
            };
            let (owner, weights) = match connection {
                Connection::Joint(id) if !matches!(model.tree.joint(body), TreeJoint::Free) => {
                    let start = &assembly.graph.joints[id.index()].start;
                    let weights = [start.coordinate_weight, start.rate_weight];
                    (Owner::Joint(id.index()), weights)
                }
                Connection::Joint(_) | Connection::Free | Connection::Cable { .. } => {
                    let weights = start.map_or([StartWeight::Free; 2], |start| {
                        [start.pose_weight, start.velocity_weight]
                    });
                    (of_body, weights)
                }
            };
            holds.owners.push(owner);
            let [of_position, of_velocity] = weights.map(|weight| hold(assembly, weight));
            holds.positions[range.clone()].fill(of_position);
            holds.velocities[range.clone()].fill(of_velocity);
            if matches!(model.tree.joint(body), TreeJoint::Free)
                && start.is_some_and(|start| start.position.is_none())
            {
                holds.positions[range.start + 3..range.end].fill(Hold::Free);
            }
            for (coordinate, _) in model.tree.coordinate_range(body).enumerate() {
                if model.tree.is_driven(body, coordinate) {
                    holds.positions[range.start + coordinate] = Hold::Prescribed;
                    holds.velocities[range.start + coordinate] = Hold::Prescribed;
                }
            }
        }
        holds
    }

    /// The same with some cables of the forest kept as they are; none without any.
    fn keeping(&self, model: &RecursiveModel, cables: &[usize]) -> Option<Self> {
        if cables.is_empty() {
            return None;
        }
        let mut positions = self.positions.clone();
        let first = model.layout.dimensions.positions;
        for &cable in cables {
            let range = &model.layout.cable_v[cable];
            positions[range.start - first..range.end - first].fill(Hold::Exact);
        }
        let (velocities, owners) = (self.velocities.clone(), self.owners.clone());
        Some(Self { positions, velocities, owners, straight: self.straight.clone() })
    }

    /// The same with nothing kept but what is prescribed.
    fn released(&self) -> Self {
        let release = |holds: &[Hold]| {
            let of = |hold: &Hold| match hold {
                Hold::Prescribed => Hold::Prescribed,
                Hold::Free | Hold::Weighted(_) | Hold::Exact => Hold::Free,
            };
            holds.iter().map(of).collect()
        };
        Self {
            positions: release(&self.positions),
            velocities: release(&self.velocities),
            owners: self.owners.clone(),
            straight: Vec::new(),
        }
    }

    /// Why a constraint cannot be satisfied, for who has to change the model.
    /// `anywhere`: it could be closed if nothing that was written were kept, so what was written is
    /// to blame. Otherwise only drives are named, or nothing at all.
    fn in_the_way(
        &self,
        assembly: &Assembly<'_>,
        model: &RecursiveModel,
        not_closed: &NotClosed,
        anywhere: bool,
    ) -> (Owner, Problem) {
        let NotClosed { closing, level, .. } = *not_closed;
        let amount = not_closed.amount(model);
        let (holds, what) = match level {
            Level::Position => (&self.positions, "is open by"),
            Level::Velocity => (&self.velocities, "opens at a rate of"),
        };
        let structure = &model.loops.structure;
        let mut kept: Vec<&str> = Vec::new();
        // Their starts have no weights.
        let mut only_winches = true;
        let mut driven: Vec<&str> = Vec::new();
        if let Some(reach) = structure.reaches.get(closing) {
            for node in structure.nodes(&reach.path) {
                let Node::Body(body) = node else { continue };
                let name = assembly.mechanism.paths.of(self.owners[body]);
                let of_body = &holds[model.tree.rate_range(body)];
                if of_body.contains(&Hold::Exact) {
                    only_winches &= is_winch(assembly, self.owners[body]);
                    kept.push(name);
                } else if of_body.contains(&Hold::Prescribed) {
                    driven.push(name);
                }
            }
        }
        let mut lies_straight = false;
        if let (Some(closing), Level::Position) = (model.loops.closings.get(closing), level)
            && let ClosingKind::CableEnd { cable, .. } = closing.kind
            && self.straight.contains(&cable)
        {
            kept.push(assembly.mechanism.paths.of(closing.owner));
            lies_straight = true;
        }
        let cut = cut_starts(assembly, model, |weights| weights.contains(&StartWeight::Exact));
        only_winches &= cut.is_empty();
        kept.extend(cut.iter().map(|&joint| assembly.mechanism.paths.of(Owner::Joint(joint))));
        let owner = model.loops.closings.get(closing).map_or(Owner::Experiment, |it| it.owner);
        let mut text = format!("at the start it {what} {amount}, and cannot be closed: ");
        if !anywhere {
            kept.clear();
        }
        text.push_str(&match (kept.len(), driven.len()) {
            (0, 0) => "no position of the joints that nothing holds satisfies it; look at lengths, \
                       places and axes, or write a start that is nearer"
                .to_owned(),
            (0, _) => format!("what is driven does not allow it ({})", named(&driven)),
            (1, _) if lies_straight => "`straight` is kept as it is written; write the direction from end \
                                        to end, or leave `start` out"
                .to_owned(),
            (1, _) if only_winches => {
                format!("the start of {} is kept as it is written; leave it out", named(&kept))
            }
            (1, _) => format!(
                "the start of {} is kept as it is written; give it a weight, or leave it out",
                named(&kept)
            ),
            (_, _) => format!(
                "the starts of {} are kept as they are written; give one of them a weight, or leave \
                 it out",
                named(&kept)
            ),
        });
        (owner, Problem::LoopOpen(text))
    }
}

/// Closings that exclude each other, by their indices, of which the one that stayed open furthest is blamed, if it is among them: with how
/// far it is open where the others are closed.
fn contradiction(
    assembly: &Assembly<'_>,
    model: &RecursiveModel,
    holds: &Holds,
    found: &NotClosed,
    closings: &[usize],
) -> (Owner, Problem) {
    let blamed = closings.iter().find(|&&own| own == found.closing).or(closings.last());
    let first = blamed.copied().unwrap_or(found.closing);
    let others: Vec<usize> = closings.iter().copied().filter(|&own| own != first).collect();
    let owner = |closing: usize| model.loops.closings[closing].owner;
    let with: Vec<Owner> = others.iter().map(|&own| owner(own)).collect();
    let mut state = model.start.clone();
    let closed = only(model, &others);
    let is_closed = attempt([&closed; 2], &mut state, &holds.released()).is_ok();
    let mut data = Data::new(model);
    prescribe(model, &mut data, 0.0);
    look(model, &mut data, 0.0, &state);
    let (open, what) = match found.level {
        Level::Position => (&data.loops.residuals, "is open by"),
        Level::Velocity => (&data.loops.rates, "opens at a rate of"),
    };
    let rows = model.loops.closings[first].rows.clone();
    let worst = rows.max_by(|&a, &b| open[a].abs().total_cmp(&open[b].abs()));
    let left = worst.filter(|_| is_closed).map(|row| {
        let left = not_closed(model, row, open[row].abs(), found.level);
        format!("it {what} {}", left.amount(model))
    });
    let names: Vec<&str> = with.iter().map(|&own| assembly.mechanism.paths.of(own)).collect();
    let (names, hold) = (named(&names), if with.len() > 1 { "hold" } else { "holds" });
    let left = left.unwrap_or("it cannot be satisfied".to_owned());
    let text = format!("it and {names} contradict each other: where {names} {hold}, {left}");
    (owner(first), Problem::Contradiction { text, with })
}

/// Cables with both ends on bodies that are laid along a direction: it is written, as cables between two
/// places hang by default.
fn straight_cables(assembly: &Assembly<'_>, model: &RecursiveModel) -> Vec<usize> {
    let closings = model.loops.closings.iter().filter_map(|closing| match closing.kind {
        ClosingKind::CableEnd { cable, .. } => Some(cable),
        ClosingKind::Joint(_) | ClosingKind::Equations(_) => None,
    });
    closings
        .filter(|&cable| {
            let start = assembly.graph.cables[model.cables[cable].index].start;
            matches!(start, CableStart::Straight { .. })
        })
        .collect()
}

/// Whether it is the joint of a winch or of a sheave.
fn is_winch(assembly: &Assembly<'_>, owner: Owner) -> bool {
    let mut guides = assembly.graph.cables.iter().flat_map(|cable| cable.guides.iter().flatten());
    guides.any(|guide| owner == Owner::Joint(guide.joint().index()))
}

/// Some paths in words, and how many more there are.
fn named(paths: &[&str]) -> String {
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

/// How firmly a start that is written holds.
fn hold(assembly: &Assembly<'_>, weight: StartWeight) -> Hold {
    match weight {
        StartWeight::Free => Hold::Free,
        StartWeight::Exact => Hold::Exact,
        StartWeight::Weighted(node) => Hold::Weighted(assembly.scalar(node)),
    }
}

/// Joints that close loops and have a start of such weights (of coordinates and rates), by index in the graph.
fn cut_starts(
    assembly: &Assembly<'_>,
    model: &RecursiveModel,
    wanted: impl Fn([StartWeight; 2]) -> bool,
) -> Vec<usize> {
    let joints = model.loops.closings.iter().filter_map(|closing| match &closing.kind {
        ClosingKind::Joint(joint) => Some(joint.index),
        ClosingKind::CableEnd { .. } | ClosingKind::Equations(_) => None,
    });
    joints
        .filter(|&joint| {
            let start = &assembly.graph.joints[joint].start;
            let weights = [start.coordinate_weight, start.rate_weight];
            !start.coordinates.is_empty() && wanted(weights)
        })
        .collect()
}

/// The model with what was written on joints that close loops as further constraints, to close positions or velocities with: a rate may have been
/// written alone. `None` where nothing was.
/// Each written coordinate of a cut joint becomes a drive that stands still at that value, with the
/// rate that was written beside it; its row acts on the same bodies as the joint's other rows.
fn with_cut_starts(
    assembly: &Assembly<'_>,
    model: &RecursiveModel,
    level: Level,
) -> Option<RecursiveModel> {
    let is_written = |[coordinate, rate]: [StartWeight; 2]| match level {
        Level::Position => coordinate != StartWeight::Free,
        Level::Velocity => coordinate != StartWeight::Free || rate != StartWeight::Free,
    };
    let written = cut_starts(assembly, model, is_written);
    if written.is_empty() {
        return None;
    }
    let mut model = model.clone();
    let old = std::mem::take(&mut model.loops.rows);
    let loops = &mut model.loops;
    for closing in &mut loops.closings {
        let start = loops.rows.len();
        loops.rows.extend_from_slice(&old[closing.rows.clone()]);
        if let ClosingKind::Joint(joint) = &mut closing.kind
            && written.contains(&joint.index)
            && !is_open(assembly, closing.latch)
            && let Some(first) = old.get(closing.rows.start).cloned()
        {
            let of_start = &assembly.graph.joints[joint.index].start;
            for (coordinate, &value) in of_start.coordinates.iter().enumerate() {
                if joint.drives.iter().all(|drive| drive.coordinate != coordinate) {
                    let rate = match of_start.rate_weight {
                        StartWeight::Free => None,
                        StartWeight::Exact | StartWeight::Weighted(_) => {
                            of_start.rates.get(coordinate).copied()
                        }
                    };
                    joint.drives.push(CutDrive { coordinate, value, rate, acceleration: None });
                    // The same supports; gradients of its own.
                    let terms = loops.terms.len()..loops.terms.len() + first.terms.len();
                    loops.terms.extend_from_within(first.terms.clone());
                    loops.rows.push(crate::recursive::Row { terms, level: first.level });
                }
            }
        }
        closing.rows = start..loops.rows.len();
    }
    model.loops.structure = model.loop_structure();
    Some(model)
}

/// What is written of ball joints that close loops is no constraint: it has to follow from the rest.
fn check_balls(assembly: &mut Assembly<'_>, model: &RecursiveModel, data: &Data) {
    for closing in &model.loops.closings {
        let ClosingKind::Joint(joint) = &closing.kind else { continue };
        let start = &assembly.graph.joints[joint.index].start;
        let is_ball = matches!(joint.shape.joint, TreeJoint::Spherical);
        if !is_ball || is_open(assembly, closing.latch) {
            continue;
        }
        let pair = joint.pair(&data.tree);
        let spin = joint.ball_motion(&pair).1;
        let written = |weight| weight == StartWeight::Exact;
        let turned = start.attitude.filter(|_| written(start.coordinate_weight)).map(|nodes| {
            let wanted = quaternion_matrix(assembly.array(nodes));
            (pair.parent.rotation.transpose() * pair.child.rotation - wanted).norm()
        });
        let spins = (written(start.rate_weight) && start.rates.len() == 3).then(|| {
            let rates = [0, 1, 2].map(|k| assembly.scalar(start.rates[k]));
            (spin - Vec3::from(rates)).norm() / spin.norm().max(1.0)
        });
        let what = match (turned.is_some_and(|off| off > KEPT), spins.is_some_and(|off| off > KEPT))
        {
            (false, false) => continue,
            (true, _) => "attitude",
            (false, true) => "angular_velocity",
        };
        let text = format!(
            "its start has another `{what}` than is written: it closes a loop, and there what is written of a `spherical` joint is not kept; \
             write starts of other joints of the loop, from which it follows"
        );
        assembly.fail(closing.owner, Problem::LoopOpen(text));
    }
}

/// By so much, rad or relative, what is written may be off.
const KEPT: f64 = 1e-6;

/// Whether a connection is open at the start.
pub(super) fn is_open(assembly: &Assembly<'_>, latch: Option<usize>) -> bool {
    latch.is_some_and(|state| assembly.scalar(assembly.graph.states[state].start) == 0.0)
}

/// Corrects the number of freedoms by the rank of the constraints, and names what says nothing new.
///
/// Freedoms are the tree's rates, less what is driven, plus the cables' freedoms, less the
/// independent rows. Which rows are chosen stays in `model.loops.choice` for the whole run.
fn count(
    assembly: &Assembly<'_>,
    model: &mut RecursiveModel,
    data: &mut Data,
    state: &[f64],
    findings: &mut Findings,
    spread: bool,
) {
    let Some(Found { choice, singular }) = find(model, data, 0.0, state) else { return };
    if singular {
        findings.reasons.push(
            "the start is a singular position, where the mechanism can go on in more than one way; \
             it goes on in the direction of its velocities"
                .to_owned(),
        );
    }
    let independent = choice.rows.clone();
    model.loops.choice = choice;
    // What events have not closed yet says nothing.
    let closings = model.loops.closings.iter();
    let closed: Vec<_> = closings.filter(|own| !is_open(assembly, own.latch)).collect();
    let rows: usize = closed.iter().map(|closing| closing.rows.len()).sum();
    let taking_part = independent.iter().filter(|&&takes_part| takes_part).count();
    let redundant = rows - taking_part;
    let tree = &model.tree;
    let driven = (0..tree.bodies())
        .flat_map(|body| tree.coordinate_range(body).enumerate().map(move |(k, _)| (body, k)))
        .filter(|&(body, k)| tree.is_driven(body, k))
        .count();
    let of_cables: usize = model.cables.iter().map(|cable| cable.freedoms()).sum();
    let freedoms = (tree.rates() - driven + of_cables) as u64;
    findings.freedoms = freedoms.saturating_sub((rows - redundant) as u64);
    if redundant == 0 {
        return;
    }
    let repeating: Vec<&str> = closed
        .iter()
        .filter(|closing| closing.rows.clone().any(|row| !independent[row]))
        .map(|closing| assembly.mechanism.paths.of(closing.owner))
        .collect();
    let which = match (redundant, rows) {
        (_, 1) => "the equation that closes a loop binds".to_owned(),
        (1, _) => format!("1 of the {rows} equations that close loops binds"),
        _ => format!("{redundant} of the {rows} equations that close loops bind"),
    };
    findings.reasons.push(format!(
        "{which} what the others bind already (in {}), and all have to agree at every instant; what \
         joints carry there is not unique, and {}",
        named(&repeating),
        carried(model, spread)
    ));
}

/// Which of the forces that dependent equations leave open are taken.
/// With dependent equations the forces are not unique; every method picks one solution.
fn carried(model: &RecursiveModel, spread: bool) -> &'static str {
    if spread {
        return "is spread over all joints of the loop";
    }
    match model.loops.method {
        Closure::Penalty { .. } => "is shared by all equations",
        Closure::Projection
        | Closure::Baumgarte { .. }
        | Closure::GearGuptaLeimkuhler
        | Closure::Partitioning
        | Closure::AugmentedLagrangian { .. } => "is taken as zero in these equations",
    }
}
