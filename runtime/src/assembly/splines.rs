//! The start of splines: nodes and slopes along the shape that is written, with the stretch that goes with it.
//!
//! The forest has laid a spline like links, or like segments where it stretches, which tells where its ends are and how
//! it moves. Where that is straight the nodes stay, and the slopes follow from the distances. Where it hangs or bulges
//! the shape is taken from a much finer chain. Then the nodes move by as little as it takes for the rope to have its
//! length, or the tension of the shape; and what hangs between two places goes to where it is at rest.

use std::sync::Arc;

use cdl_graph::{
    Cable, CableEnd, CableId, CableStart, Connection, Graph, Motion, Plan, StartWeight, TreeNode,
};

use super::laid::{carried, joined};
use super::{Assembly, Owner, Problem, bsplines, latched, sections};
use crate::chain::lumped::AxialLaw;
use crate::chain::spline::{NodalLine, OutOfReach};
use crate::chain::{self, Hung, Links};
use crate::constrained;
use crate::laws::spline::{DEGREES, Shapes, strains};
use crate::mechanism::{AxialStiffness, CableKind, CableOf, Curve, Product, State};
use crate::spatial::Vec3;

/// Links of the fine chain, at least, and for each piece.
const FINE: usize = 2000;
/// Links for each piece of a spline that its shape is found by.
const LEAST: usize = 8;
/// Of a piece's length: nodes this near to one line are straight.
const STRAIGHT: f64 = 1e-9;

/// Adds to the state what splines need; what cannot be is an error of the assembly. Gives what is to be said.
pub(super) fn lay(assembly: &mut Assembly<'_>, plan: &Plan, state: &mut State) -> Option<String> {
    let mechanism = assembly.mechanism.clone();
    let mut hanging = Vec::new();
    for (index, cable) in mechanism.cables.iter().enumerate() {
        let found = match cable.pieces.kind {
            CableKind::RigidLinks(_) | CableKind::Lumped => continue,
            CableKind::Spline { .. } => laid(assembly, index, cable, state),
            CableKind::BSpline { .. } => bsplines::laid(assembly, index, cable, state),
        };
        match found {
            Ok(()) if hangs(&assembly.graph.cables[index]) && !goes_on(assembly, plan, index) => {
                // What is pulled straight and does not stretch has no other shape.
                let places = &state.curves[index].positions;
                if cable.pieces.kind.stretches() || !is_straight(places, shortest(cable)) {
                    hanging.push(CableId(index as u32));
                }
            }
            Ok(()) => {}
            Err(problem) => assembly.fail(Owner::Cable(index), problem),
        }
    }
    if !assembly.errors.is_empty() {
        return None;
    }
    // Between bodies that stand still none feels another; where one finds no rest the others still may.
    let mut restless = Vec::new();
    if !hanging.is_empty() && !constrained::hang_splines(assembly, plan, &hanging, state) {
        restless = hanging;
        if restless.len() > 1 {
            restless.retain(|&id| !constrained::hang_splines(assembly, plan, &[id], state));
        }
    }
    hang_on_guides(assembly, plan, state);
    for (index, cable) in mechanism.cables.iter().enumerate() {
        if let CableKind::Spline { stretches } = cable.pieces.kind {
            let found = moving(assembly, index, cable, state, !stretches);
            if found.is_err() {
                assembly.fail(Owner::Cable(index), out_of_reach());
            }
            state.curves[index].creep = crept(cable, &state.curves[index]);
            state.curves[index].wound = vec![0.0; cable.wound()];
            sections::turned(assembly, index, state);
        }
        if let CableKind::BSpline { .. } = cable.pieces.kind {
            bsplines::moving(assembly, index, cable, state);
            if let Err(problem) = bsplines::unfolded(cable, &state.curves[index]) {
                assembly.fail(Owner::Cable(index), problem);
            }
        }
    }
    let is_twisted = |id: &&CableId| mechanism.cables[id.index()].torsion.is_some();
    let first = restless.iter().find(is_twisted).or(restless.first())?;
    let path = assembly.mechanism.paths.of(Owner::Cable(first.index()));
    let mut why = format!(
        "no rest was found for the spline `{path}` between its ends, so it starts as a chain would hang"
    );
    // Wherever a run begins, its twist is counted from there.
    if is_twisted(&first) {
        why.push_str(", and what counts as no twist is that shape's; `start = arc(...)` nearer to its rest, or other `elements`, may help");
    } else {
        why.push_str(", which its bending throws out at once; `start = equilibrium` of the experiment may find one");
    }
    Some(why)
}

/// A body at the end of a rope that goes through the other end has the velocity that is written: that of the rope has yet
/// to follow what it goes through.
fn hang_on_guides(assembly: &Assembly<'_>, plan: &Plan, state: &mut State) {
    for node in &plan.forest {
        let &TreeNode::Body { body, connection: Connection::Cable { cable, .. } } = node else {
            continue;
        };
        let Motion::Dynamic { start } = &assembly.graph.bodies[body.index()].motion else {
            continue;
        };
        if assembly.graph.cables[cable.index()].flows()
            && start.velocity_weight == StartWeight::Exact
        {
            let moving = &mut state.bodies[body.index()];
            moving.velocity = Vec3::from(assembly.array(start.velocity));
            moving.angular_velocity = Vec3::from(assembly.array(start.angular_velocity));
        }
    }
}

/// Whether it starts at rest between two places.
fn hangs(cable: &Cable) -> bool {
    match cable.start {
        CableStart::Hanging | CableStart::Onward => !cable.ends.iter().any(CableEnd::is_free),
        CableStart::Straight { .. } | CableStart::Arc { .. } => false,
    }
}

/// Whether it goes straight on from its clamp, and what it carries stands where that leads.
fn goes_on(assembly: &Assembly<'_>, plan: &Plan, index: usize) -> bool {
    let graph = assembly.graph;
    let is_led = |node: &TreeNode| match node {
        TreeNode::Body { body, connection: Connection::Cable { cable, .. } } => {
            let motion = &graph.bodies[body.index()].motion;
            let is_placed =
                !matches!(motion, Motion::Dynamic { start } if start.position.is_none());
            cable.index() == index && !is_placed
        }
        _ => false,
    };
    matches!(graph.cables[index].start, CableStart::Onward) && plan.forest.iter().any(is_led)
}

/// Said of an equation that is open by this much where splines start, SI.
pub(super) fn open_at_start(graph: &Graph, owner: Owner, amount: f64) -> String {
    let amount = crate::results::rounded(amount, 3);
    let blank_and_unit = match owner {
        Owner::Constraint(index) => match graph.constraints[index].unit(false) {
            "" => String::new(),
            unit => format!(" {unit}"),
        },
        _ => String::new(),
    };
    format!(
        "it is open by {amount}{blank_and_unit} where the ropes that it reads start, each as if it hung there alone: write a \
         `start` near to what it demands, or begin with `start = equilibrium` of the experiment"
    )
}

/// Said where no shape was found.
fn out_of_reach() -> Problem {
    Problem::NoShape(
        "no shape near the one that is written has its length and goes with its ends; `start = arc(...)` or \
         `start = hanging`, or more elements, may help"
            .to_owned(),
    )
}

/// The same, where an end is clamped the other way round.
fn clamped_against(end: &str) -> Problem {
    Problem::NoShape(format!(
        "its {end} is clamped against the way in which it lies there, and no shape near that has its length: a `direction` is the way along the cable from \
         its start to its end, so give it the other sign, or a `start` that comes round to it"
    ))
}

/// What a fine chain says of a spline.
pub(super) struct Fine {
    /// Of the nodes, m.
    pub(super) places: Vec<Vec3>,
    /// Of the nodes, without unit.
    slopes: Vec<Vec3>,
    /// Of each piece: the moments of its stretch, m.
    moments: Vec<[f64; 3]>,
}

/// Places and slopes.
fn laid(
    assembly: &Assembly<'_>,
    index: usize,
    cable: &CableOf,
    state: &mut State,
) -> Result<(), Problem> {
    let places = &state.curves[index].positions;
    let count = cable.links().count();
    let shapes = cable.shapes();
    let fine = if is_straight(places, shortest(cable)) {
        along(places, &shapes, cable.pieces.kind.stretches())
    } else {
        fine(assembly, index, cable, [places[0], places[count]])?
    };
    let Fine { places, slopes, mut moments } = fine;
    moments[0][2] = 0.0;
    let mut line = line(assembly, index, cable, state, (places, slopes));
    let mut against = None;
    for ((node, end), clamp) in [(0, "start"), (count, "end")].into_iter().zip(line.clamped) {
        if let Some(along) = clamp {
            if along.dot(&line.slopes[node]) < 0.0 {
                against = Some(end);
            }
            line.slopes[node] = along * line.slopes[node].norm();
        }
    }
    let stretched = line.stretch(&shapes, &moments);
    stretched.map_err(|OutOfReach| against.map_or_else(out_of_reach, clamped_against))?;
    let curve = &mut state.curves[index];
    // Slopes are read with their rates; what these are follows when the ropes hang.
    curve.slope_rates = vec![Vec3::zeros(); line.slopes.len()];
    (curve.positions, curve.slopes) = (line.places, line.slopes);
    Ok(())
}

/// What a fine chain between two places says of a cable that is not straight.
pub(super) fn fine(
    assembly: &Assembly<'_>,
    index: usize,
    cable: &CableOf,
    [from, to]: [Vec3; 2],
) -> Result<Fine, Problem> {
    let shares = carried(assembly, cable, from.z.max(to.z));
    let shape = FineShape { cable, shares, span: to - from };
    let found = match assembly.graph.cables[index].start {
        CableStart::Arc { towards } => shape.arc(Vec3::from(assembly.array(towards))),
        CableStart::Hanging | CableStart::Onward | CableStart::Straight { .. } => shape.hanging(),
    };
    let Fine { places: from_start, slopes, moments } = found.map_err(Problem::NoShape)?;
    let places = from_start.into_iter().map(|place| from + place).collect();
    Ok(Fine { places, slopes, moments })
}

/// Velocities of the nodes of a rope that goes through its ends, m/s; none where it has a free one, or goes through none.
/// As much as comes in moves all of it apart in proportion, and what the ends do beside that turns and stretches it. What does not
/// stretch cannot say by itself how much comes in: its nodes move as lines between its ends would, and what winches and sheaves
/// let be is found from there (`course/begin.rs`).
fn flowing(
    assembly: &Assembly<'_>,
    index: usize,
    cable: &CableOf,
    state: &State,
) -> Option<Vec<Vec3>> {
    let found = &assembly.graph.cables[index];
    if !found.flows() {
        return None;
    }
    let moves = |end: &CableEnd| {
        let frame = assembly.mechanism.frame(end.frame()?);
        Some(frame.moving(&state.bodies[frame.body]).velocity)
    };
    let [first, last] = found.ends.each_ref().map(moves);
    let (first, last) = (first?, last?);
    let links = cable.links();
    let laws = cable.laws();
    if laws.is_empty() {
        let along = links.arc_lengths().iter().map(|arc| arc / links.length());
        return Some(along.map(|along| first + (last - first) * along).collect());
    }
    let grows = found.guides.iter().flatten().map(|guide| {
        let child = assembly.graph.joints[guide.joint().index()].child;
        guide.grows() * state.bodies[assembly.mechanism.frame(child).body].velocity.x
    });
    let rate = grows.sum::<f64>() / links.length();
    let places = &state.curves[index].positions;
    let comes = |node: &Vec3| (node - places[0]) * rate;
    let gives = Hung { links, laws: &laws, gravity: Vec3::zeros(), shares: &[] }.gives();
    let beside = last - first - places.last().map_or_else(Vec3::zeros, comes);
    let turning = joined(places, beside, &gives);
    Some(places.iter().zip(turning).map(|(node, turning)| first + comes(node) + turning).collect())
}

/// Rates of the slopes; of what does not stretch, such as keep its length.
fn moving(
    assembly: &Assembly<'_>,
    index: usize,
    cable: &CableOf,
    state: &mut State,
    keeps_length: bool,
) -> Result<(), OutOfReach> {
    let shapes = cable.shapes();
    let flowing = flowing(assembly, index, cable, state);
    let keeps_length = keeps_length && flowing.is_none();
    let curve = &state.curves[index];
    let mut velocities = flowing.unwrap_or_else(|| curve.velocities.clone());
    let mut rates = slope_rates(&velocities, cable.links());
    let own = (curve.positions.clone(), curve.slopes.clone());
    let line = line(assembly, index, cable, state, own);
    for (node, clamp) in [0, cable.links().count()].into_iter().zip(&cable.clamps) {
        if let Some(clamp) = clamp {
            let spin = clamp.moving(assembly.mechanism, &state.bodies).angular_velocity;
            rates[node] = spin.cross(&line.slopes[node]);
        }
    }
    if keeps_length {
        line.keep(&shapes, &mut velocities, &mut rates)?;
    }
    let curve = &mut state.curves[index];
    (curve.velocities, curve.slope_rates) = (velocities, rates);
    Ok(())
}

/// The length of the shortest piece, m.
pub(super) fn shortest(cable: &CableOf) -> f64 {
    cable.links().lengths().iter().copied().fold(f64::INFINITY, f64::min)
}

/// A spline with what its ends let be.
fn line(
    assembly: &Assembly<'_>,
    index: usize,
    cable: &CableOf,
    state: &State,
    (places, slopes): (Vec<Vec3>, Vec<Vec3>),
) -> NodalLine {
    NodalLine {
        places,
        slopes,
        held: latched::held_ends(assembly, index),
        clamped: cable.clamps.map(|clamp| {
            let clamp = clamp?;
            Some(clamp.moving(assembly.mechanism, &state.bodies).attitude * clamp.direction)
        }),
    }
}

/// Whether the places lie on one line, in order.
pub(super) fn is_straight(places: &[Vec3], length: f64) -> bool {
    let (Some(first), Some(last)) = (places.first(), places.last()) else { return true };
    let Some(along) = (last - first).try_normalize(0.0) else { return false };
    // Also in order.
    let forward = places.windows(2).all(|pair| (pair[1] - pair[0]).dot(&along) > 0.0);
    let aside = |place: &Vec3| {
        let arm = place - first;
        (arm - along * along.dot(&arm)).norm()
    };
    forward && places.iter().all(|place| aside(place) <= STRAIGHT * length)
}

/// Nodes on a line: between two of them the slope is the mean of both distances, which a stretch that is linear in the
/// arc length has exactly.
fn along(places: &[Vec3], shapes: &[Arc<Shapes>], stretches: bool) -> Fine {
    let pieces = places.windows(2).zip(shapes);
    let chords: Vec<Vec3> = pieces.map(|(pair, own)| (pair[1] - pair[0]) / own.length).collect();
    let count = chords.len();
    let slope = |node: usize| {
        if !stretches {
            return chords[node.min(count - 1)].normalize();
        }
        match node {
            _ if count == 1 => chords[0],
            0 => chords[0] * 1.5 - chords[1] * 0.5,
            _ if node == count => chords[count - 1] * 1.5 - chords[count - 2] * 0.5,
            _ => (chords[node - 1] + chords[node]) * 0.5,
        }
    };
    let slopes: Vec<Vec3> = (0..=count).map(slope).collect();
    let moments = (0..count)
        .map(|piece| {
            let nodal = [places[piece], slopes[piece], places[piece + 1], slopes[piece + 1]];
            if stretches { crate::laws::spline::moments(&shapes[piece], &nodal) } else { [0.0; 3] }
        })
        .collect();
    Fine { places: places.to_vec(), slopes, moments }
}

/// Strains of the dampers in branches: those of what has long been where it is. Where nothing lasts none has moved yet.
fn crept(cable: &CableOf, curve: &Curve) -> Vec<f64> {
    let mut creep = Vec::with_capacity(cable.creep());
    if cable.creep() == 0 {
        return creep;
    }
    for (piece, shapes) in cable.shapes().iter().enumerate() {
        let Product { axial, branches, .. } = cable.product(piece);
        let branches = branches.len();
        if !axial.is_some_and(AxialStiffness::lasts) {
            creep.extend(std::iter::repeat_n(0.0, DEGREES.len() * branches));
            continue;
        }
        let (places, slopes) = (&curve.positions, &curve.slopes);
        let nodal = [places[piece], slopes[piece], places[piece + 1], slopes[piece + 1]];
        let moments = crate::laws::spline::moments(shapes, &nodal);
        for strain in strains(shapes, moments) {
            creep.extend(std::iter::repeat_n(strain, branches));
        }
    }
    creep
}

/// Of the slopes of nodes that move so, 1/s.
fn slope_rates(velocities: &[Vec3], links: &Links) -> Vec<Vec3> {
    let last = velocities.len() - 1;
    let arcs = links.arc_lengths();
    let between =
        |from: usize, to: usize| (velocities[to] - velocities[from]) / (arcs[to] - arcs[from]);
    (0..=last).map(|node| between(node.saturating_sub(1), (node + 1).min(last))).collect()
}

/// A shape between two places that is found for many short links.
struct FineShape<'a> {
    /// Whose shape it is.
    cable: &'a CableOf,
    /// Of each piece: of its mass, what fluids do not carry.
    shares: Vec<f64>,
    /// From start to end, m.
    span: Vec3,
}

impl FineShape<'_> {
    /// How many links a piece is divided into.
    fn parts(&self) -> usize {
        FINE.div_ceil(self.cable.links().count()).max(LEAST)
    }

    /// Many for each piece.
    fn links(&self) -> Result<Links, String> {
        let links = self.cable.links();
        let parts = self.parts();
        let fine = |values: &[f64]| self.each(values.iter().map(|own| own / parts as f64));
        Links::new(fine(links.lengths()), fine(links.masses())).map_err(|error| error.to_string())
    }

    /// What each piece has, for each of its parts.
    fn each<T: Clone>(&self, values: impl Iterator<Item = T>) -> Vec<T> {
        values.flat_map(|own| std::iter::repeat_n(own, self.parts())).collect()
    }

    /// What pulls in each part; none where the rope keeps its length.
    fn laws(&self) -> Vec<AxialLaw> {
        let (cable, parts) = (self.cable, self.parts() as f64);
        let lengths = cable.links().lengths().iter().enumerate();
        let own =
            lengths.filter_map(|(piece, length)| cable.product(piece).stretching(length / parts));
        self.each(own)
    }

    /// At rest between its ends, under its weight.
    fn hanging(&self) -> Result<Fine, String> {
        let links = self.links()?;
        let mut directions = vec![[0.0; 3]; links.count()];
        let mut lengths = links.lengths().to_vec();
        let (laws, shares) = (self.laws(), self.each(self.shares.iter().copied()));
        let gravity = self.cable.loads().gravity;
        let hung = Hung { links: &links, laws: &laws, gravity, shares: &shares };
        if laws.is_empty() {
            chain::hang(hung, self.span, &mut directions)
        } else {
            chain::hang_elastic(hung, self.span, &mut directions, &mut lengths)
        }
        .map_err(|error| error.to_string())?;
        Ok(self.along(&directions, (&lengths, links.lengths())))
    }

    /// A circular arc with its middle towards a side.
    fn arc(&self, towards: Vec3) -> Result<Fine, String> {
        let links = self.links()?;
        let mut directions = vec![[0.0; 3]; links.count()];
        chain::arc(&links, self.span, towards, &mut directions)
            .map_err(|error| error.to_string())?;
        Ok(self.along(&directions, (links.lengths(), links.lengths())))
    }

    /// From the start, which is the origin; `lengths` are those of the parts as they are stretched, and unstretched.
    fn along(&self, directions: &[[f64; 3]], (lengths, unstretched): (&[f64], &[f64])) -> Fine {
        let parts = self.parts();
        let count = self.cable.links().count();
        let mut places = vec![Vec3::zeros()];
        let mut moments = vec![[0.0; 3]; count];
        let mut place = Vec3::zeros();
        for (index, (direction, length)) in directions.iter().zip(lengths).enumerate() {
            place += Vec3::from(*direction) * *length;
            let x = ((index % parts) as f64 + 0.5) / parts as f64;
            let polynomials = crate::laws::spline::legendre(x);
            for (moment, polynomial) in moments[index / parts].iter_mut().zip(polynomials) {
                *moment += (length - unstretched[index]) * polynomial;
            }
            if (index + 1) % parts == 0 {
                places.push(place);
            }
        }
        let slope_of =
            |index: usize| Vec3::from(directions[index]) * (lengths[index] / unstretched[index]);
        // Between two chords of one circle the tangent is nearer to the direction of the shorter one.
        let between = |before: usize, after: usize| {
            let weighted = slope_of(before) * lengths[after] + slope_of(after) * lengths[before];
            weighted / (lengths[before] + lengths[after])
        };
        let slopes = (0..=count).map(|node| {
            let after = node * parts;
            match (after.checked_sub(1), after < directions.len()) {
                (Some(before), true) => between(before, after),
                (Some(before), false) => slope_of(before) * 1.5 - slope_of(before - 1) * 0.5,
                (None, _) => slope_of(0) * 1.5 - slope_of(1) * 0.5,
            }
        });
        Fine { slopes: slopes.collect(), places, moments }
    }
}
