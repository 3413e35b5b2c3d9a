//! Cables: their links or segments, what acts along them, and what both ends hang on.
//!
//! A cable is made in two goes. [`cables`] resolves its numbers without knowing where it hangs, for
//! both formulations; [`hung`] puts it into the forest, with a root, from which the recursion goes,
//! and a tip. Root and tip are the cable's start and end or the other way round, as the plan
//! decides (`reversed`).

use std::sync::Arc;

use cdl_graph::{
    Axial, Cable, CableEnd, CableId, CableSection, ChainForm, Cut, Discretization, Plan, Station,
};
use nalgebra::Vector3;

use super::bodies::Forest;
use super::{Assembly, Owner, Problem, bending, products};
use crate::chain::lumped::{AxialLaw, Segments};
use crate::chain::{Form, Links, Loads};
use crate::laws::{Curve, Outside};
use crate::mechanism::{CableKind, CableOf, Clamp, Pieces, Product, Torsion};
use crate::recursive::{CableModel, CableRoot, CableTip, ClampOn, FrameOn};

/// All cables of the graph with their numbers, as many as could be made; the errors are in the assembly.
pub(super) fn cables(assembly: &mut Assembly<'_>) -> Vec<CableOf> {
    let graph = assembly.graph;
    let gravity = assembly.array(graph.environment.gravity);
    let mut cables = Vec::with_capacity(graph.cables.len());
    for (index, found) in graph.cables.iter().enumerate() {
        cables.extend(cable(assembly, Owner::Cable(index), found, gravity));
    }
    cables
}

/// `gravity` in world axes, m/s^2.
fn cable(
    assembly: &mut Assembly<'_>,
    owner: Owner,
    found: &Cable,
    gravity: [f64; 3],
) -> Option<CableOf> {
    let sections = products::sections(found);
    let mut products = products::products(assembly, owner, (&sections, found), gravity);
    let (mut kind, segments) = pieces(assembly, owner, (found, &sections), &products)?;
    let graph = assembly.graph;
    let closed = graph.plan.as_ref().is_some_and(|plan| !plan.cuts.is_empty());
    if let CableKind::RigidLinks(form) = &mut kind
        && (closed || !graph.constraints.is_empty())
    {
        // Closing forces need the compliances that this form keeps; both give the same motion.
        *form = Form::Natural;
    }
    for product in &products {
        check_surface(assembly, owner, &product.loads)?;
    }
    let mut loads = *products[0].loads;
    let [start, end] = found.ends.map(|end| clamp(assembly, owner, end));
    let mut clamps = [start?, end?];
    let of = (&products[..], &segments.links);
    bending::from_clamps(assembly, owner, found, of, (&mut clamps, &mut loads.bending))?;
    let torsion = torsion(assembly, owner, found, (&segments.links, &clamps))?;
    let relaxing = bending::relaxing(assembly, found);
    let bends = !relaxing.bending.is_empty();
    let held = (&mut clamps[0], torsion, &loads.bending, bends);
    let sides = bending::sides(assembly, owner, found, held)?;
    products[0].loads = Arc::new(loads);
    let segments = Arc::new(segments);
    let clumps = found.clumps.iter().map(|clump| {
        let at = match clump.station {
            Station::Start => 0.0,
            Station::End => segments.links.length(),
            Station::ArcLength(node) => assembly.scalar(node),
        };
        (at, assembly.scalar(clump.mass))
    });
    let clumps = clumps.collect();
    Some(CableOf {
        pieces: Pieces { segments, kind },
        products: products.into(),
        torsion,
        sides,
        relaxing,
        clamps,
        flows: found.flows(),
        clumps,
    })
}

/// What resists the twist of a spline. Sections have the inertia of a solid round one, whatever the rope is made of.
fn torsion(
    assembly: &mut Assembly<'_>,
    owner: Owner,
    found: &Cable,
    (links, clamps): (&Links, &[Option<Clamp>; 2]),
) -> Option<Option<Torsion>> {
    let Some(torsion) = &found.torsion else { return Some(None) };
    let Discretization::Spline { .. } = found.discretization else {
        let text = "only a spline resists being twisted".to_owned();
        assembly.fail(owner, Problem::Plan(text));
        return None;
    };
    if clamps.iter().any(Option::is_none) {
        let text = "a cable that resists being twisted is clamped at both ends".to_owned();
        assembly.fail(owner, Problem::Plan(text));
        return None;
    }
    let diameter = assembly.scalar(found.diameter);
    let expected =
        "a positive number, as the rope resists being twisted and has to have an inertia";
    assembly.require(owner, "diameter", diameter, diameter > 0.0, expected);
    let mass = links.mass() / links.length();
    let stiffness = assembly.scalar(torsion.stiffness);
    let relaxes = torsion.branches.iter().any(|own| assembly.scalar(own.stiffness) > 0.0);
    let expected = "a positive number, or that of a branch";
    assembly.require(owner, "torsional stiffness", stiffness, stiffness > 0.0 || relaxes, expected);
    Some(Some(Torsion {
        stiffness,
        damping: assembly.scalar(torsion.damping),
        inertia: mass * diameter * diameter / 16.0,
        turned: assembly.scalar(torsion.turned),
    }))
}

/// `Some(None)` for an end that is not clamped, `None` for an error.
fn clamp(assembly: &mut Assembly<'_>, owner: Owner, end: CableEnd) -> Option<Option<Clamp>> {
    let CableEnd::Clamped { frame, direction } = end else { return Some(None) };
    let written = Vector3::from(assembly.array(direction));
    let direction = written.try_normalize(0.0);
    if direction.is_none() {
        let expected = "a vector that is not zero";
        assembly.require(owner, "direction of a clamped end", 0.0, false, expected);
    }
    direction.map(|direction| Some(Clamp { frame, direction, side: None }))
}

/// A cable in the forest. `None` when it cannot hang there; the errors are in the assembly. `root` is 0
/// where the cable's start is its root, `carried` the body of the tree that hangs on its tip.
///
/// A tip that a closing holds counts as free here: the force at it comes from
/// [`crate::recursive`]'s loops. A tip of a lumped cable may be held by a moving frame without a
/// closing, as its segments are springs; one of rigid links only by a frame whose motion is given.
pub(super) fn hung(
    assembly: &mut Assembly<'_>,
    forest: &Forest,
    plan: &Plan,
    id: CableId,
    root: u8,
    carried: Option<CableTip>,
) -> Option<CableModel> {
    let owner = Owner::Cable(id.index());
    let found = &assembly.graph.cables[id.index()];
    let cable = assembly.mechanism.cables[id.index()].clone();
    let loads = cable.loads().clone();
    let CableOf { mut pieces, clamps, .. } = cable;
    let reversed = root != 0;
    if reversed {
        pieces = pieces.reversed();
    }
    let root_end = found.ends[usize::from(reversed)];
    let tip_end = found.ends[usize::from(!reversed)];
    let tip_index = u8::from(!reversed);
    let root = match held(assembly, forest, owner, root_end)? {
        None => CableRoot::Free,
        Some(frame) => CableRoot::Held(frame),
    };
    let tip = match (carried, held(assembly, forest, owner, tip_end)?) {
        (Some(carried), _) => carried,
        (None, None) => CableTip::Free,
        // A closing constraint holds it.
        (None, Some(_)) if plan.cuts.contains(&Cut::CableEnd { cable: id, end: tip_index }) => {
            CableTip::Free
        }
        (None, Some(FrameOn::Body(_))) if !pieces.kind.stretches() => {
            let text = "both ends hang on bodies that are held otherwise, and the plan does not \
                        close this loop";
            assembly.fail(owner, Problem::Plan(text.to_owned()));
            return None;
        }
        (None, Some(frame)) => CableTip::Held(frame),
    };
    let mut clamps = clamps.map(|clamp| {
        let Clamp { frame, direction, side } = clamp?;
        let direction = if reversed { -direction } else { direction };
        let normal = side.map_or(Vector3::zeros(), |side| direction.cross(&side));
        Some(ClampOn { frame: forest.frame(assembly, frame)?, direction, normal })
    });
    if reversed {
        clamps.reverse();
    }
    Some(CableModel { index: id.index(), pieces, root, tip, reversed, loads, clamps })
}

/// The length (m) and mass (kg) of each section cut into equal parts: rigid links, or segments between mass points, of
/// which there is one fewer than points.
fn pieces(
    assembly: &mut Assembly<'_>,
    owner: Owner,
    (found, sections): (&Cable, &[CableSection]),
    products: &[Product],
) -> Option<(CableKind, Segments)> {
    let links = match products::links(assembly, found, sections) {
        Ok(links) => links,
        Err(problem) => {
            assembly.fail(owner, problem);
            return None;
        }
    };
    let spacing = links.lengths()[0];
    let none = AxialLaw::Spring { stiffness: 0.0, damping: 0.0, pushes: true };
    let (kind, law) = match &found.discretization {
        Discretization::RigidLinks { form, .. } => {
            let form = match *form {
                ChainForm::Auto | ChainForm::Natural => Form::Natural,
                ChainForm::Recursion => Form::Recursion,
            };
            (CableKind::RigidLinks(form), none)
        }
        Discretization::Lumped { axial, .. } => {
            (CableKind::Lumped, axial_law(assembly, axial, spacing))
        }
        Discretization::Spline { .. } => {
            let law = products[0].stretching(spacing);
            (CableKind::Spline { stretches: law.is_some() }, law.unwrap_or(none))
        }
        &Discretization::BSpline { degree, control, .. } => {
            let law = products[0].stretching(spacing);
            (CableKind::BSpline { degree: degree as usize, control }, law.unwrap_or(none))
        }
    };
    Some((kind, Segments { links, law }))
}

/// `spacing` is the length of a segment.
/// Stiffness (N/m) and damping (N s/m) of one segment. `Elastic` gives both for the whole
/// cross-section (N and N s), so they are divided by the segment's length.
fn axial_law(assembly: &Assembly<'_>, axial: &Axial, spacing: f64) -> AxialLaw {
    match *axial {
        Axial::Measured { ref tension, damping } => {
            let curve = Curve::of(tension, [Outside::Holds, Outside::GoesOn]).of_piece(spacing);
            AxialLaw::Table { curve: Arc::new(curve), damping: assembly.scalar(damping) / spacing }
        }
        Axial::Spring { stiffness, damping, compression }
        | Axial::Elastic { stiffness, damping, compression } => {
            let per = if let Axial::Elastic { .. } = axial { spacing } else { 1.0 };
            let stiffness = assembly.scalar(stiffness) / per;
            let damping = assembly.scalar(damping) / per;
            AxialLaw::Spring { stiffness, damping, pushes: compression }
        }
        Axial::Pid { proportional, derivative, integral } => {
            let [proportional, derivative, integral] =
                [proportional, derivative, integral].map(|node| assembly.scalar(node));
            AxialLaw::Pid { proportional, derivative, integral }
        }
    }
}

/// The surface is level, so where it matters gravity has to be vertical.
fn check_surface(assembly: &mut Assembly<'_>, owner: Owner, loads: &Loads) -> Option<()> {
    let environment = &assembly.graph.environment;
    let surface = environment.water.is_some() && environment.water_level.is_some();
    let tilted = loads.gravity.x != 0.0 || loads.gravity.y != 0.0;
    if surface && loads.buoyancy && tilted {
        assembly.fail(owner, Problem::GravityAside);
    }
    Some(())
}

/// What holds an end: `Some(None)` for a free one, `None` for an error.
/// What is held by a body that the plan left out is a mistake of the plan.
fn held(
    assembly: &mut Assembly<'_>,
    forest: &Forest,
    owner: Owner,
    end: CableEnd,
) -> Option<Option<FrameOn>> {
    let Some(frame) = end.frame() else { return Some(None) };
    let found = forest.frame(assembly, frame);
    if found.is_none() {
        let text = "an end hangs on a body that nothing holds".to_owned();
        assembly.fail(owner, Problem::Plan(text));
    }
    found.map(Some)
}
