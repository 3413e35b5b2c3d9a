//! Ropes that flow through their ends, over winches and sheaves: their derivatives.

use cdl_graph::*;

use super::splines::{Rope, assert_dampers_alone_are_what_rates_add};
use super::whole_models::{block, mismatches, model};
use crate::constrained::model::ConstrainedModel;
use crate::support::{Sketch, table};

/// What stands for a length of rope, with a rate and a mass.
fn length(sketch: &mut Sketch, start: f64) -> JointId {
    let kind = JointKind::Prismatic { axis: sketch.numbers([1.0, 0.0, 0.0]) };
    let mass = block(0.4);
    let (body, joint) = sketch.body("reel", mass, kind, FrameId::WORLD, &[start], &[0.6]);
    sketch.graph.bodies[body.index()].in_space = false;
    joint
}

/// Lets rope flow through a cable, by winches at some ends, or over a sheave: round and round, what goes out of the end comes in at the
/// start.
fn flowing(
    sketch: &mut Sketch,
    id: CableId,
    winches: [bool; 2],
    (drum, edge): (Option<Drum>, Option<Edge>),
) {
    for (end, _) in winches.iter().enumerate().filter(|(_, own)| **own) {
        let joint = length(sketch, 1.3);
        sketch.graph.cables[id.index()].guides[end] = Some(Guide::Winch { joint, drum });
    }
    if winches == [false, false] {
        let joint = length(sketch, 0.0);
        let over = |side| Some(Guide::Sheave { joint, side, edge });
        sketch.graph.cables[id.index()].guides = [over(Side::To), over(Side::From)];
    }
}

/// Winches at one end and at the other, at both, and a sheave: what the rope hangs on moves as well.
#[test]
fn the_matrix_of_ropes_on_winches_is_the_derivative_of_their_residual() {
    let mut wrong = Vec::new();
    for (seed, axial, damping, winches) in [
        (1, None, 0.0, [true, false]),
        (2, None, 0.03, [false, true]),
        (3, Some(4e4), 0.0, [false, true]),
        (4, Some(4e4), 2.0, [true, false]),
        (5, None, 0.03, [true, true]),
        (6, Some(4e4), 2.0, [true, true]),
        (7, None, 0.0, [false, false]),
    ] {
        let rope = Rope { axial, damping, bending: 0.4, ..Rope::new(3) };
        let (mut sketch, id) = rope.arched();
        // At every other end there is a drum.
        let drum = (seed % 2 == 0).then(|| {
            let [radius, growth, inertia, whole] = sketch.numbers([0.3, 0.05, 0.02, 4.0]);
            Drum { radius, growth, inertia, whole, capacity: None }
        });
        let [friction, speed] = sketch.numbers([0.3, 0.2]);
        flowing(&mut sketch, id, winches, (drum, Some(Edge { friction, speed })));
        // What is stored pulls at the length by the strain less than the tension does, which Newton's matrix leaves out.
        let name = format!("{axial:?} {damping} {winches:?}");
        wrong.extend(mismatches(&name, seed, model(&mut sketch), 0.1));
    }
    assert_eq!(wrong, Vec::<String>::new());
}

/// The same for ropes that relax, which take along what they remember.
#[test]
fn the_matrix_of_ropes_that_relax_and_flow_is_the_derivative_of_their_residual() {
    const BRANCHES: &[[f64; 2]] = &[[3e3, 0.03], [9e3, 0.4]];
    let mut wrong = Vec::new();
    for (seed, lasting, winches) in [
        (1, 4e3, [true, false]),
        (2, 0.0, [false, true]),
        (3, 4e3, [true, true]),
        (4, 4e3, [false, false]),
    ] {
        let axial = Some(lasting);
        let rope = Rope { axial, branches: BRANCHES, bending: 0.4, ..Rope::new(3) };
        let (mut sketch, id) = rope.arched();
        flowing(&mut sketch, id, winches, (None, None));
        let name = format!("{lasting} {winches:?}");
        wrong.extend(mismatches(&name, seed, model(&mut sketch), 0.1));
    }
    assert_eq!(wrong, Vec::<String>::new());
}

/// The same where the tension was measured, by rows with three slopes; and over an edge.
#[test]
fn the_matrix_of_measured_ropes_that_flow_is_the_derivative_of_their_residual() {
    let mut wrong = Vec::new();
    for (seed, damping, winches) in [
        (1, 0.0, [true, false]),
        (2, 2.0, [false, true]),
        (3, 2.0, [true, true]),
        (4, 0.0, [false, false]),
    ] {
        let rope = Rope { axial: Some(1.0), damping, bending: 0.4, ..Rope::new(3) };
        let (mut sketch, id) = rope.arched();
        let cable = &mut sketch.graph.cables[id.index()];
        let Discretization::Spline { axial: Some(axial), .. } = &mut cable.discretization else {
            unreachable!("a spline that stretches");
        };
        let rows = [(-1.0, -2e4), (-0.01, -200.0), (0.0, 0.0), (0.01, 300.0), (1.0, 4e4)];
        axial.lasting = Lasting::Measured(table(&rows));
        let [friction, speed] = sketch.numbers([0.3, 0.2]);
        flowing(&mut sketch, id, winches, (None, Some(Edge { friction, speed })));
        let name = format!("{damping} {winches:?}");
        wrong.extend(mismatches(&name, seed, model(&mut sketch), 0.1));
    }
    assert_eq!(wrong, Vec::<String>::new());
}

/// Branches of these stiffnesses and time constants.
fn relaxing_branches(sketch: &mut Sketch, all: [[f64; 2]; 2]) -> [MaxwellBranch; 2] {
    all.map(|own| {
        let [stiffness, time_constant] = sketch.numbers(own);
        MaxwellBranch { stiffness, time_constant }
    })
}

/// A rope that resists being twisted, of so many pieces, with a damping and with so many branches of its torque, and others of its
/// tension.
fn twisted_on_winches(
    (elements, damping, relaxing): (u32, f64, usize),
    branches: &'static [[f64; 2]],
    winches: [bool; 2],
) -> ConstrainedModel {
    twisted(elements, damping, branches, |sketch, id| {
        let branches = relaxing_branches(sketch, [[0.5, 0.08], [0.3, 0.4]]);
        if let Some(torsion) = &mut sketch.graph.cables[id.index()].torsion {
            torsion.branches = branches[..relaxing].to_vec();
        }
        flowing(sketch, id, winches, (None, None));
    })
}

/// The same without branches of its torque, and with what else is said of it.
fn twisted(
    elements: u32,
    damping: f64,
    branches: &'static [[f64; 2]],
    more: impl FnOnce(&mut Sketch, CableId),
) -> ConstrainedModel {
    // Of dampers along it Newton's matrix leaves out a part as well.
    let rope = Rope { axial: Some(300.0), branches, bending: 0.4, ..Rope::new(elements) };
    let (mut sketch, id) = rope.arched_between_clamps();
    let [stiffness, damping, turned, diameter] = sketch.numbers([0.6, damping, 9.0, 3.0]);
    let cable = &mut sketch.graph.cables[id.index()];
    cable.torsion = Some(Torsion { stiffness, damping, branches: Vec::new(), turned });
    cable.diameter = diameter;
    more(&mut sketch, id);
    model(&mut sketch)
}

/// The same for ropes that resist being twisted, which take their twist along, and what their torque remembers of it.
#[test]
fn the_matrix_of_twisted_ropes_that_flow_is_the_derivative_of_their_residual() {
    let mut wrong = Vec::new();
    for (seed, elements, (damping, relaxing), winches) in [
        (1, 3, (0.0, 0), [true, false]),
        (2, 3, (0.1, 0), [false, true]),
        (3, 4, (0.2, 0), [true, true]),
        (4, 2, (0.1, 0), [true, true]),
        (5, 3, (0.1, 0), [false, false]),
        (6, 2, (0.0, 1), [true, false]),
        (7, 3, (0.0, 2), [true, false]),
        (8, 3, (0.1, 2), [false, true]),
        (9, 4, (0.1, 1), [true, true]),
        (10, 2, (0.0, 2), [true, true]),
        (11, 3, (0.1, 2), [false, false]),
    ] {
        let name = format!("{elements} {damping} {relaxing} {winches:?}");
        let mut own = twisted_on_winches((elements, damping, relaxing), &[], winches);
        // Pieces that remember different things.
        for (index, creep) in own.start.creep[..relaxing * elements as usize].iter_mut().enumerate()
        {
            *creep += 2.0 * (1.0 + index as f64).sin();
        }
        wrong.extend(wrong_slopes(&name, seed, own, winches));
    }
    assert_eq!(wrong, Vec::<String>::new());
}

/// The same for ropes with sides: two stiffnesses, a relaxed shape that is curved, a damping of what bends them, and moments that
/// relax.
#[test]
fn the_matrix_of_ropes_with_sides_that_flow_is_the_derivative_of_their_residual() {
    let mut wrong = Vec::new();
    for (seed, elements, (damping, relaxing), winches) in [
        (1, 3, (0.0, 0), [true, false]),
        (2, 3, (0.1, 0), [false, true]),
        (3, 4, (0.2, 0), [true, true]),
        (4, 2, (0.1, 0), [true, true]),
        (5, 3, (0.1, 0), [false, false]),
        (6, 2, (0.0, 0), [true, false]),
        (7, 3, (0.0, 1), [true, false]),
        (8, 3, (0.1, 2), [false, true]),
        (9, 2, (0.0, 2), [true, true]),
        (10, 3, (0.1, 1), [false, false]),
    ] {
        let mut own = twisted(elements, 0.1, &[], |sketch, id| {
            let branches = relaxing_branches(sketch, [[0.7, 0.08], [0.4, 0.5]]);
            let [damping, second, radius] = sketch.numbers([damping, 1.1, 2.0]);
            let [towards, side] =
                [[0.2, 1.0, -0.3], [0.4, 1.0, 0.7]].map(|own| sketch.numbers(own));
            let bending = &mut sketch.graph.cables[id.index()].bending;
            bending.damping = damping;
            bending.branches = branches[..relaxing].to_vec();
            bending.second = Some(SecondBending { stiffness: second, towards: side });
            bending.relaxed = Relaxed::Arc { radius, towards };
            flowing(sketch, id, winches, (None, None));
        });
        let name = format!("{elements} {damping} {relaxing} {winches:?}");
        for (index, creep) in own.start.creep.iter_mut().enumerate() {
            *creep += 0.4 * (1.0 + index as f64).sin();
        }
        wrong.extend(wrong_slopes(&name, seed, own, winches));
    }
    assert_eq!(wrong, Vec::<String>::new());
}

/// Of a twisted rope, without what is left out on purpose: that what comes over a sheave has the mean twist of another piece
/// where energy is kept, one part in a hundred here, as much as a step moves of a piece.
fn wrong_slopes(name: &str, seed: u64, own: ConstrainedModel, winches: [bool; 2]) -> Vec<String> {
    let over_sheave = format!("{name} discrete: (0.00");
    let is_sheave = winches == [false, false];
    let left_out = |own: &String| is_sheave && own.starts_with(&over_sheave);
    let found = mismatches(name, seed, own, 0.1);
    found.into_iter().filter(|own| !left_out(own)).collect()
}

/// What rope takes along follows places: it is none of what dampers do, which were thought to brake winches by it.
#[test]
fn what_is_remembered_is_no_damper() {
    const BRANCHES: &[[f64; 2]] = &[[90.0, 0.3]];
    for (branches, relaxing) in [(BRANCHES, 0), (&[][..], 1)] {
        let mut own = twisted_on_winches((3, 0.1, relaxing), branches, [true, false]);
        own.start.creep[..3].iter_mut().zip([0.1, -0.2, 0.3]).for_each(|(own, by)| *own += by);
        assert_dampers_alone_are_what_rates_add(&own, &format!("{branches:?} {relaxing}"));
    }
}
