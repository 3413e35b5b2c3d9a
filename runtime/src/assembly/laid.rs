//! How cables lie at the start, and what hangs on their tips: from the root on, to where the tip has to be.

use cdl_graph::{CableStart, Motion, Start, StartWeight};

use super::consistent::is_open;
use super::{Assembly, Owner, Problem, latched};
use crate::chain::{self, Hung};
use crate::mechanism::CableOf;
use crate::recursive::{
    CableModel, CableRoot, CableTip, ClosingKind, Data, FrameOn, Laid, PointMotion, RecursiveModel,
    StationOn,
};
use crate::spatial::{Mat3, Vec3};
use crate::tree::{Joint as TreeJoint, Parent, Placement};

/// Ends of cables and starts of bodies may contradict each other by this share of a cable's length.
const TOLERANCE: f64 = 1e-6;
/// Less than this from half a turn, rad, two neighbours count as folded onto each other.
const FOLDED: f64 = 1e-9;

/// What was written for a body of the tree, by its index there.
pub(super) fn dynamic_start(
    assembly: &Assembly<'_>,
    model: &RecursiveModel,
    body: usize,
) -> Option<Start> {
    match assembly.graph.bodies[model.tree_bodies[body]].motion {
        Motion::Dynamic { start } => Some(start),
        Motion::Fixed | Motion::Prescribed { .. } => None,
    }
}

/// The frame that a closing constraint holds the tip of a cable at.
/// Of cables whose tip the forest leaves free because a closing holds it.
pub(super) fn closed_tip<'a>(
    assembly: &Assembly<'_>,
    model: &'a RecursiveModel,
    index: usize,
) -> Option<&'a FrameOn> {
    let tip = model.cables[index].tip_station();
    let closed = model.loops.closings.iter().filter(|own| !is_open(assembly, own.latch));
    closed.into_iter().find_map(|closing| match &closing.kind {
        ClosingKind::CableEnd { cable, station, frame } if *cable == index && *station == tip => {
            Some(frame)
        }
        _ => None,
    })
}

/// Where the tip has to be and how it moves, if that is known before the cable is placed.
/// Position (m) and velocity (m/s), world axes. For a body on the tip, where its own start puts the
/// frame that the cable is pinned to; without a written position the cable decides.
fn tip_target(
    assembly: &Assembly<'_>,
    model: &RecursiveModel,
    data: &Data,
    cable: &CableModel,
) -> Option<(Vec3, Vec3)> {
    match &cable.tip {
        CableTip::Free => None,
        CableTip::Held(frame) => {
            let motion = frame.motion(&data.tree);
            Some((motion.position, motion.velocity))
        }
        CableTip::Carries { body, .. } => {
            let start = dynamic_start(assembly, model, *body)?;
            let position = Vec3::from(assembly.array(start.position?));
            let (arm, velocity) = tip_of_body(assembly, model, cable, *body)?;
            Some((position + arm, velocity))
        }
    }
}

/// From the origin of the body on a cable's tip to where it hangs there, m, and the velocity there that the body's
/// start asks for, m/s.
fn tip_of_body(
    assembly: &Assembly<'_>,
    model: &RecursiveModel,
    cable: &CableModel,
    body: usize,
) -> Option<(Vec3, Vec3)> {
    let start = dynamic_start(assembly, model, body)?;
    let found = &assembly.graph.cables[cable.index];
    let frame = found.ends[usize::from(!cable.reversed)].frame()?;
    let frame = &assembly.graph.frames[frame.index()];
    let pose = Placement::new([0.0; 3], assembly.array(start.attitude));
    let arm = pose.rotation * Vec3::from(assembly.array(frame.position));
    let omega = Vec3::from(assembly.array(start.angular_velocity));
    let velocity = Vec3::from(assembly.array(start.velocity));
    Some((arm, velocity + omega.cross(&arm)))
}

/// Lays a cable from its root.
pub(super) fn start_cable(
    assembly: &mut Assembly<'_>,
    model: &RecursiveModel,
    data: &Data,
    state: &mut [f64],
    (index, hung): (usize, Option<usize>),
) {
    let cable = &model.cables[index];
    let (root, root_velocity) = match &cable.root {
        CableRoot::Free => latched::root(assembly, model, data, index),
        CableRoot::Held(frame) => {
            let motion = frame.motion(&data.tree);
            (motion.position, motion.velocity)
        }
    };
    let target = match closed_tip(assembly, model, index).filter(|_| hung.is_none()) {
        // One that is out of reach is drawn near by what makes the start consistent.
        Some(frame) => {
            let motion = frame.motion(&data.tree);
            let line = motion.position - root;
            let reach = (1.0 - 1e-6) * cable.links().length() / line.norm();
            Some((root + line * reach.min(1.0), motion.velocity))
        }
        None => tip_target(assembly, model, data, cable),
    };
    // What hangs on the tip, kg.
    let on_tip = match cable.tip {
        CableTip::Carries { body, .. } => Some(body),
        CableTip::Free | CableTip::Held(_) => hung,
    };
    let carried = on_tip
        .map_or(0.0, |body| assembly.scalar(assembly.graph.bodies[model.tree_bodies[body]].mass));
    let onward = cable.clamps[0].map(|clamp| {
        let turning = clamp.frame.velocity(&data.tree).angular;
        (clamp.frame.pose(&data.tree).rotation * clamp.direction, turning)
    });
    let from = (root, root_velocity);
    let Some(shape) = shape(assembly, model, cable, from, target, carried, onward) else {
        return;
    };
    let (q, v) = state.split_at_mut(model.layout.dimensions.positions);
    let q = &mut q[model.layout.cable_q[index].clone()];
    let shift = model.layout.dimensions.positions;
    let on_v = &model.layout.cable_v[index];
    let v = &mut v[on_v.start - shift..on_v.end - shift];
    let root = PointMotion { position: root, velocity: root_velocity };
    cable.lay(root, &shape, q, v);
    let mut clamps = cable
        .clamps
        .map(|clamp| clamp.map(|clamp| clamp.frame.pose(&data.tree).rotation * clamp.direction));
    if let CableTip::Carries { .. } = cable.tip {
        clamps[1] = None;
    }
    if cable.loads.bending.stiffness > 0.0 && is_folded(&shape.directions, clamps) {
        let text = "it is folded back onto itself or onto what clamps it, so that its bending has no side to go to; a start that is a little aside, such as `straight(direction = ...)` or `arc(...)`, says to which";
        assembly.fail(Owner::Cable(cable.index), Problem::NoShape(text.to_owned()));
    }
}

/// Whether neighbours point against each other. A clamp at the tip that moves with a body there is not looked at, as
/// the body has not been placed.
fn is_folded(directions: &[[f64; 3]], [root, tip]: [Option<Vec3>; 2]) -> bool {
    let against = |first: Vec3, second: Vec3| (first + second).norm() < FOLDED;
    let ends = [(root, directions.first()), (tip, directions.last())];
    directions.windows(2).any(|pair| against(Vec3::from(pair[0]), Vec3::from(pair[1])))
        || ends.into_iter().any(|(clamp, piece)| {
            clamp.zip(piece).is_some_and(|(clamp, piece)| against(clamp, Vec3::from(*piece)))
        })
}

/// `body_mass` hangs on the tip, kg.
///
/// `(root, root_velocity)` and `target`, the same of the tip: m and m/s, world axes. Without a
/// target the cable hangs or lies as its start says. `onward` is the direction from root to tip at a
/// clamp and how that turns, rad/s. `None` after an error.
fn shape(
    assembly: &mut Assembly<'_>,
    model: &RecursiveModel,
    cable: &CableModel,
    (root, root_velocity): (Vec3, Vec3),
    target: Option<(Vec3, Vec3)>,
    body_mass: f64,
    onward: Option<(Vec3, Vec3)>,
) -> Option<Laid> {
    let owner = Owner::Cable(cable.index);
    let count = cable.links().count();
    let made_of = &assembly.mechanism.cables[cable.index];
    let mut laws = made_of.laws();
    let highest = target.map_or(root.z, |(tip, _)| root.z.max(tip.z));
    let mut shares = carried(assembly, made_of, highest);
    let at_tip = add_clumps(made_of, cable.reversed, &mut shares);
    if cable.reversed {
        laws.reverse();
        shares.reverse();
    }
    let hung =
        Hung { links: cable.links(), laws: &laws, gravity: cable.loads.gravity, shares: &shares };
    let gives = (!laws.is_empty()).then(|| hung.gives());
    let mut shape = Laid {
        directions: vec![[0.0; 3]; count],
        rates: vec![[0.0; 3]; count],
        lengths: cable.links().lengths().to_vec(),
    };
    let gravity = cable.loads.gravity;
    let (direction, omega) = match (assembly.graph.cables[cable.index].start, target) {
        (CableStart::Straight { direction, angular_velocity }, _) => {
            let written = direction.map(|direction| Vec3::from(assembly.array(direction)));
            let from_end_to_end = match (written, &cable.tip, target) {
                (None, CableTip::Held(_), Some((tip, _))) if tip != root => Some(tip - root),
                _ => None,
            };
            let direction = from_end_to_end.unwrap_or_else(|| {
                let along = written.unwrap_or(-Vec3::z());
                if points_to_root(assembly, model, cable) { -along } else { along }
            });
            (direction, Vec3::from(assembly.array(angular_velocity)))
        }
        (CableStart::Onward, None) => {
            let down = gravity.try_normalize(0.0).unwrap_or(-Vec3::z());
            let (direction, omega) = onward.unwrap_or((down, Vec3::zeros()));
            chain::straight(direction, omega, &mut shape.directions, &mut shape.rates);
            return Some(shape);
        }
        (CableStart::Hanging, None) if !laws.is_empty() => {
            let load = gravity * (body_mass + at_tip);
            let Laid { directions, lengths, .. } = &mut shape;
            if chain::hang_freely(hung, load, directions, lengths) {
                return Some(shape);
            }
            (-Vec3::z(), Vec3::zeros())
        }
        (CableStart::Hanging, None) => {
            (gravity.try_normalize(0.0).unwrap_or(-Vec3::z()), Vec3::zeros())
        }
        (CableStart::Hanging | CableStart::Onward, Some((tip, tip_velocity))) => {
            let span = tip - root;
            let Laid { directions, lengths, .. } = &mut shape;
            let found = if laws.is_empty() {
                chain::hang(hung, span, directions)
            } else {
                chain::hang_elastic(hung, span, directions, lengths)
            };
            if let Err(error) = found {
                assembly.fail(owner, Problem::NoShape(error.to_string()));
                return None;
            }
            join_rates(&mut shape, tip_velocity - root_velocity, gives.as_deref());
            return Some(shape);
        }
        (CableStart::Arc { .. }, None) => {
            let text = "an arc needs two ends whose places are known".to_owned();
            assembly.fail(owner, Problem::NoShape(text));
            return None;
        }
        (CableStart::Arc { towards }, Some((tip, tip_velocity))) => {
            let towards = Vec3::from(assembly.array(towards));
            if let Err(error) =
                chain::arc(cable.links(), tip - root, towards, &mut shape.directions)
            {
                assembly.fail(owner, Problem::NoShape(error.to_string()));
                return None;
            }
            join_rates(&mut shape, tip_velocity - root_velocity, gives.as_deref());
            return Some(shape);
        }
    };
    if direction.norm() == 0.0 {
        let expected = "a vector that is not zero";
        assembly.require(owner, "direction at the start", 0.0, false, expected);
        return None;
    }
    chain::straight(direction, omega, &mut shape.directions, &mut shape.rates);
    if !laws.is_empty()
        && let (CableTip::Held(_), Some((tip, _))) = (&cable.tip, target)
    {
        // The tip is where it is held, whatever the length.
        let span = tip - root;
        let along = direction.normalize() * span.norm();
        if span.norm() == 0.0 || (along - span).norm() > TOLERANCE * cable.links().length() {
            let (span, along) = if points_to_root(assembly, model, cable) {
                (-span, -direction)
            } else {
                (span, direction)
            };
            let (along, span) = (along.normalize().into(), span.into());
            assembly.fail(owner, Problem::StraightAside { along, span });
            return None;
        }
        if laws.len() == 1 {
            let stretch = span.norm() / cable.links().length();
            shape.lengths.iter_mut().for_each(|length| *length *= stretch);
        } else {
            // One tension in all.
            let gives = hung.gives();
            let longer = (span.norm() - cable.links().length()) / gives.iter().sum::<f64>();
            shape.lengths.iter_mut().zip(gives).for_each(|(length, give)| *length += longer * give);
        }
    }
    if let (Some(gives), CableTip::Held(_), Some((_, tip_velocity))) = (&gives, &cable.tip, target)
    {
        // What the ends do beyond the angular velocity that is written.
        let turning = nodes_of(&shape).last().unwrap_or_default();
        let written = std::mem::replace(&mut shape.rates, vec![[0.0; 3]; count]);
        join_rates(&mut shape, tip_velocity - root_velocity - turning, Some(gives));
        for (rate, written) in shape.rates.iter_mut().zip(written) {
            *rate = (Vec3::from(*rate) + Vec3::from(written)).into();
        }
    }
    if let CableTip::Carries { body, .. } = &cable.tip
        && omega == Vec3::zeros()
        && says_velocity(assembly, model, *body)
        && let Some((_, tip_velocity)) = tip_of_body(assembly, model, cable, *body)
    {
        // One rate in all links: the smallest with which the tip moves as its body does.
        let u = Vec3::from(shape.directions[0]);
        let relative = tip_velocity - root_velocity;
        match &gives {
            None => {
                let rate = (relative - u * u.dot(&relative)) / cable.links().length();
                shape.rates.fill(rate.into());
            }
            Some(gives) => join_rates(&mut shape, relative, Some(gives)),
        }
    }
    Some(shape)
}

/// A straight cable is laid from the end that is held; where both or neither are, from its start to its
/// end.
/// The written direction points from start to end then, against the order of the links.
fn points_to_root(assembly: &Assembly<'_>, model: &RecursiveModel, cable: &CableModel) -> bool {
    if !cable.reversed {
        return false;
    }
    // The root is the cable's end, and its start the tip.
    let [start, _] = &assembly.graph.cables[cable.index].ends;
    match &cable.tip {
        _ if start.is_free() => false,
        CableTip::Carries { .. } => floats(model, &cable.root),
        CableTip::Free | CableTip::Held(_) => true,
    }
}

/// Whether nothing holds the body that a cable's root is on.
fn floats(model: &RecursiveModel, root: &CableRoot) -> bool {
    let CableRoot::Held(FrameOn::Body(frame)) = root else { return false };
    let mut body = frame.body;
    loop {
        match model.tree.parent(body) {
            Parent::Body(parent) => body = parent,
            Parent::World => return matches!(model.tree.joint(body), TreeJoint::Free),
            Parent::Base(_) | Parent::Anchor(_) => return false,
        }
    }
}

/// Whether a body's start says how it moves, also that it does not. Where only an angular velocity is written it does not
/// say how it moves along.
fn says_velocity(assembly: &Assembly<'_>, model: &RecursiveModel, body: usize) -> bool {
    dynamic_start(assembly, model, body).is_some_and(|start| {
        let [velocity, spin] =
            [start.velocity, start.angular_velocity].map(|nodes| Vec3::from(assembly.array(nodes)));
        let is_written = start.velocity_weight == StartWeight::Exact;
        velocity != Vec3::zeros() || is_written && spin == Vec3::zeros()
    })
}

/// Adds what sits on each piece from start to end, as a share of its mass; gives what sits on the tip, kg.
fn add_clumps(cable: &CableOf, reversed: bool, shares: &mut [f64]) -> f64 {
    let links = cable.links();
    let tip = if reversed { 0.0 } else { links.length() };
    let mut at_tip = 0.0;
    for &(place, mass) in cable.clumps.iter() {
        if place == tip {
            at_tip += mass;
        } else {
            let piece = links.locate(place).0;
            shares[piece] += mass / links.masses()[piece];
        }
    }
    at_tip
}

/// Of each piece from start to end, the share of its mass that the fluid does not carry when all of the cable is in one;
/// below zero where a piece floats. `highest` is the height of the highest end, m: if that is below the surface, so is all
/// of the cable.
pub(super) fn carried(assembly: &Assembly<'_>, cable: &CableOf, highest: f64) -> Vec<f64> {
    let environment = &assembly.graph.environment;
    // Only values that are known before the run can be used here.
    let fixed = |node: cdl_graph::NodeId| assembly.is_fixed(node).then(|| assembly.scalar(node));
    let below = match environment.water_level {
        None => true,
        Some(level) => fixed(level).is_some_and(|level| highest <= level),
    };
    let fluid =
        if below && environment.water.is_some() { &environment.water } else { &environment.air };
    let density = fluid.as_ref().and_then(|fluid| fixed(fluid.density)).unwrap_or(0.0);
    let links = cable.links();
    let share = |piece: usize| {
        let loads = &cable.product(piece).loads;
        if !loads.buoyancy {
            return 1.0;
        }
        1.0 - density * loads.volume(links.lengths()[piece]) / links.masses()[piece]
    };
    (0..links.count()).map(share).collect()
}

/// The smallest rates of the directions with which the tip moves as asked relative to the root:
/// `u' = P k` with `sum(l P) k = velocity`, where `P` takes the part across the link.
/// A cable that stretches need not turn at all: where it would have to turn faster than its ends move, as one that is nearly
/// straight would, and with what turning leaves, it stretches. What is along its ends is shared as one tension would share it.
fn join_rates(shape: &mut Laid, velocity: Vec3, gives: Option<&[f64]>) {
    if velocity.norm() == 0.0 {
        return;
    }
    turn_to(shape, velocity);
    let Some(gives) = gives else { return };
    let fastest = nodes_of(shape).map(|velocity| velocity.norm()).fold(0.0, f64::max);
    if fastest > FASTER * velocity.norm() {
        shape.rates.fill([0.0; 3]);
    }
    let turning = nodes_of(shape).last().unwrap_or_default();
    let rest = velocity - turning;
    let span: Vec3 =
        shape.directions.iter().zip(&shape.lengths).map(|(u, &l)| Vec3::from(*u) * l).sum();
    let along = span.try_normalize(0.0).unwrap_or_else(Vec3::zeros);
    let (length, give) = (shape.lengths.iter().sum::<f64>(), gives.iter().sum::<f64>());
    let (apart, aside) = (along * along.dot(&rest), rest - along * along.dot(&rest));
    let pieces = shape.rates.iter_mut().zip(&shape.lengths).zip(gives);
    for ((rate, &own), &gives) in pieces {
        *rate = (Vec3::from(*rate) + aside / length + apart * (gives / (give * own))).into();
    }
}

/// The same for nodes at `places` (m) of pieces that stretch: their velocities relative to the first, with which the last one moves
/// as asked, m/s. `gives` says by how much each piece gets longer by a newton, m.
pub(super) fn joined(places: &[Vec3], velocity: Vec3, gives: &[f64]) -> Vec<Vec3> {
    let chords: Vec<Vec3> = places.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let along = |chord: &Vec3| chord.try_normalize(0.0).unwrap_or_else(Vec3::zeros).into();
    let mut shape = Laid {
        directions: chords.iter().map(along).collect(),
        rates: vec![[0.0; 3]; chords.len()],
        lengths: chords.iter().map(Vec3::norm).collect(),
    };
    join_rates(&mut shape, velocity, Some(gives));
    std::iter::once(Vec3::zeros()).chain(nodes_of(&shape)).collect()
}

/// What gives way along its line by less than this share of its length counts as straight.
const STRAIGHT: f64 = 1e-10;

/// Than its ends, a cable that stretches does not turn.
const FASTER: f64 = 2.0;

/// Velocities of the nodes behind the root relative to it, m/s.
fn nodes_of(shape: &Laid) -> impl Iterator<Item = Vec3> {
    let pieces = shape.lengths.iter().zip(&shape.rates);
    pieces.scan(Vec3::zeros(), |velocity, (&length, rate)| {
        *velocity += Vec3::from(*rate) * length;
        Some(*velocity)
    })
}

fn turn_to(shape: &mut Laid, velocity: Vec3) {
    let across = |u: &[f64; 3]| {
        let u = Vec3::from(*u);
        Mat3::identity() - u * u.transpose()
    };
    let sum: Mat3 =
        shape.lengths.iter().zip(&shape.directions).map(|(&length, u)| across(u) * length).sum();
    // A straight cable cannot follow along its line, and what rounding leaves of that would be a rate.
    let whole: f64 = shape.lengths.iter().sum();
    let Ok(inverse) = sum.pseudo_inverse(STRAIGHT * whole) else { return };
    let k = inverse * velocity;
    for (rate, u) in shape.rates.iter_mut().zip(&shape.directions) {
        *rate = (across(u) * k).into();
    }
}

/// Where it is held.
const ROOT: StationOn = StationOn { link: 0, fraction: 0.0 };

/// A tip that is held, or whose body says where it is, must be where the cable ends; if the body says how it
/// moves, the cable's end must be able to.
/// After the cable has been placed; says nothing where there are errors already.
pub(super) fn check_tip(
    assembly: &mut Assembly<'_>,
    model: &RecursiveModel,
    data: &Data,
    index: usize,
) {
    let cable = &model.cables[index];
    let motion = cable.tip_motion(&data.cables[index]);
    if !assembly.errors.is_empty() {
        return;
    }
    if let Some((target, _)) = tip_target(assembly, model, data, cable) {
        let gap = (motion.position - target).norm();
        if gap > TOLERANCE * cable.links().length() {
            let (end, fixed_to) = (motion.position.into(), target.into());
            let problem = Problem::EndAside { end, fixed_to };
            assembly.fail(Owner::Cable(cable.index), problem);
            return;
        }
    }
    // Also where only the velocity is written. What goes through an end has yet to be added.
    if let CableTip::Carries { body, .. } = cable.tip
        && !assembly.graph.cables[cable.index].flows()
        && says_velocity(assembly, model, body)
        && let Some((_, velocity)) = tip_of_body(assembly, model, cable, body)
        && let root = cable.motion_at(&data.cables[index], &ROOT)
        && (motion.velocity - velocity).norm()
            > TOLERANCE * velocity.norm().max(motion.velocity.norm()).max(root.velocity.norm())
    {
        let (end, asked) = (motion.velocity.into(), velocity.into());
        assembly.fail(Owner::Cable(cable.index), Problem::EndMovesAside { end, asked });
    }
}
