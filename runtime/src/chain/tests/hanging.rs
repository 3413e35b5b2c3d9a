//! The shape at rest between two points.

use crate::chain::arc::NotAnArc;
use crate::chain::hanging::NotHanging;
use crate::chain::lumped::AxialLaw;
use crate::chain::{
    Data, Form, Hung, Links, Loads, Medium, Root, State, Tip, arc, hang, hang_elastic, hang_freely,
    inward, outward,
};
use crate::laws::{Curve, Outside};
use crate::support::table;
use nalgebra::Vector3;
use std::sync::Arc;

const GRAVITY: Vector3<f64> = Vector3::new(0.0, 0.0, -9.81);

/// What is alike from end to end, on which this acceleration acts, m/s².
fn even<'a>(links: &'a Links, laws: &'a [AxialLaw], gravity: Vector3<f64>) -> Hung<'a> {
    Hung { links, laws, gravity, shares: &[1.0] }
}

pub(super) fn hanging(
    links: &Links,
    gravity: Vector3<f64>,
    span: Vector3<f64>,
    directions: &mut [[f64; 3]],
) -> Result<(), NotHanging> {
    hang(even(links, &[], gravity), span, directions)
}

fn rest(links: &Links, span: Vector3<f64>) -> (Vec<[f64; 3]>, f64) {
    let mut directions = vec![[0.0; 3]; links.count()];
    hanging(links, GRAVITY, span, &mut directions).unwrap();
    let rates = vec![[0.0; 3]; links.count()];
    let state = State { directions: &directions, rates: &rates };
    let mut data = Data::new(links, Form::Natural);
    data.place(links, state, Vector3::zeros(), Vector3::zeros());
    assert!((data.positions[links.count()] - span).norm() < 1e-12 * links.length());
    data.load(links, state, &Loads::weight(GRAVITY), &Medium::default());
    let mut turning = vec![[0.0; 3]; links.count()];
    inward(links, state, &mut data, Tip::Held { acceleration: Vector3::zeros() });
    outward(links, state, &mut data, Root::Given(Vector3::zeros()), &mut turning).unwrap();
    let largest = data.accelerations.iter().fold(0.0, |s: f64, a| s.max(a.norm()));
    (directions, largest)
}

/// Held at both ends in this shape, no node accelerates: 1e-8 g (1e-5 g nearly taut, where a
/// direction's last digit is multiplied by the large tension).
#[test]
fn no_node_accelerates() {
    let uneven = Links::new(
        (0..30).map(|j| 0.05 + 0.01 * f64::from(j % 7)).collect(),
        (0..30).map(|j| 0.1 + 0.2 * f64::from(j % 4)).collect(),
    )
    .unwrap();
    for links in [Links::uniform(40, 2.0, 0.8).unwrap(), uneven] {
        let length = links.length();
        // Spans at least a link wide.
        for (x, y, z) in [
            (0.5, 0.0, 0.0),
            (0.3, 0.4, 0.6),
            (0.3, 0.4, -0.6),
            (0.9, 0.0, 0.1),
            (0.06, 0.0, 0.3),
            (0.06, 0.0, -0.9),
            (0.06, 0.0, 0.0),
            (0.99, 0.0, 0.0),
        ] {
            let (_, largest) = rest(&links, Vector3::new(x, y, z) * length);
            assert!(largest < 1e-8 * 9.81, "{x} {y} {z}: {largest:e}");
        }
        let (_, largest) = rest(&links, Vector3::new(0.9999, 0.0, 0.0) * length);
        assert!(largest < 1e-5 * 9.81, "nearly taut: {largest:e}");
    }
}

/// The sag of the catenary `z = a cosh(x/a)` with `2 a sinh(D/2a) = L`, found here by bisection.
/// Links converge with the second order; 1e-5 of the length with 400 of them.
#[test]
fn many_links_are_a_catenary() {
    let (length, distance): (f64, f64) = (2.0, 1.2);
    let (mut low, mut high) = (0.05, 10.0);
    for _ in 0..200 {
        let a: f64 = 0.5 * (low + high);
        if 2.0 * a * (0.5 * distance / a).sinh() > length { low = a } else { high = a }
    }
    let sag = low * ((0.5 * distance / low).cosh() - 1.0);
    let error = |count: usize| {
        let links = Links::uniform(count, length, 0.8).unwrap();
        let (directions, _) = rest(&links, Vector3::new(distance, 0.0, 0.0));
        let depth: f64 = directions[..count / 2].iter().map(|u| u[2] * length / count as f64).sum();
        -depth - sag
    };
    let (coarse, fine) = (error(200), error(400));
    assert!(fine.abs() < 1e-5 * length, "{fine:e}");
    assert!((coarse / fine - 4.0).abs() < 0.1, "{coarse:e} {fine:e}");
}

/// The ends above each other: the halves hang down side by side, and the ends fit exactly.
#[test]
fn folded_and_degenerate_shapes() {
    let links = Links::uniform(20, 2.0, 0.8).unwrap();
    for z in [0.0, 0.3, -0.7, -1.9, 1.9] {
        let span = Vector3::new(0.0, 0.0, z);
        let mut directions = vec![[0.0; 3]; 20];
        hanging(&links, GRAVITY, span, &mut directions).unwrap();
        let reach: Vector3<f64> = directions.iter().map(|u| Vector3::from(*u) * 0.1).sum();
        assert!((reach - span).norm() < 1e-12);
        let lowest = directions
            .iter()
            .scan(0.0, |depth, u| {
                *depth += 0.1 * u[2];
                Some(*depth)
            })
            .fold(0.0, f64::min);
        assert!((lowest - (0.5 * (z - 2.0)).min(z)).abs() < 0.06, "{z}: {lowest}");
    }
    let mut directions = vec![[0.0; 3]; 20];
    let long = Vector3::new(2.1, 0.0, 0.0);
    let too_far = NotHanging::TooFar { distance: 2.1, length: links.length() };
    assert_eq!(hanging(&links, GRAVITY, long, &mut directions), Err(too_far));
    let straight = Vector3::new(0.0, 1.2, -1.6);
    hanging(&links, GRAVITY, straight, &mut directions).unwrap();
    assert!(directions.iter().all(|u| (Vector3::from(*u) - straight / 2.0).norm() < 1e-9));
    let slack = Vector3::new(1.0, 0.0, 0.0);
    let weightless = hanging(&links, Vector3::zeros(), slack, &mut directions);
    assert_eq!(weightless, Err(NotHanging::Weightless));
    assert!(hanging(&links, GRAVITY, Vector3::repeat(f64::NAN), &mut directions).is_err());
}

/// From taut to slack, up, level and down, for few and many links: always found.
#[test]
fn always_found() {
    for count in [1, 10, 37, 1000] {
        let links = Links::uniform(count, 5.0, 0.8).unwrap();
        for stretch in [0.0, 1e-6, 0.01, 0.3, 0.9, 0.999, 1.0 - 1e-6, 1.0 - 1e-8, 1.0] {
            // One link fits only at its own length.
            if count == 1 && stretch < 1.0 {
                continue;
            }
            for step in 0..=12 {
                let angle = std::f64::consts::PI * (f64::from(step) / 12.0 - 0.5);
                let span = Vector3::new(angle.cos(), 0.0, angle.sin()) * (5.0 * stretch);
                let mut directions = vec![[0.0; 3]; count];
                let result = hanging(&links, GRAVITY, span, &mut directions);
                assert_eq!(result, Ok(()), "{count} links, {stretch} of the length, {angle}");
            }
        }
    }
}

/// Every corner of the arc lies on one circle, the chain ends where it has to, and it bulges to the
/// side that was asked for.
#[test]
fn an_arc_is_circular() {
    let links = Links::uniform(7, 10.0, 1.0).unwrap();
    let (span, towards) = (Vector3::new(6.0, 1.0, -1.0), Vector3::new(0.3, 0.0, -2.0));
    let mut directions = [[0.0; 3]; 7];
    arc(&links, span, towards, &mut directions).unwrap();
    let mut corners = vec![Vector3::zeros()];
    for (direction, length) in directions.iter().zip(links.lengths()) {
        let u = Vector3::from(*direction);
        assert!((u.norm() - 1.0).abs() < 1e-14);
        corners.push(corners[corners.len() - 1] + u * *length);
    }
    assert!((corners[7] - span).norm() < 1e-13);
    // A circle through three corners goes through all of them: equal angles over equal chords.
    let turn = |j: usize| Vector3::from(directions[j]).dot(&Vector3::from(directions[j + 1]));
    assert!((0..6).all(|j| (turn(j) - turn(0)).abs() < 1e-13));
    assert!((corners[3] + corners[4] - span).dot(&towards) > 0.0);
    let along = arc(&links, span, span, &mut directions);
    assert_eq!(along, Err(NotAnArc::NoPlane));
    let far = arc(&links, span * 2.0, towards, &mut directions);
    assert!(matches!(far, Err(NotAnArc::TooFar { .. })));
}

/// Of links of different lengths as well, whose joints are on one circle; of which one may be longer than all others.
#[test]
fn an_arc_of_different_links_ends_where_it_has_to() {
    let even = vec![0.1, 0.2, 0.5, 1.0, 2.0, 0.4, 0.05];
    for (lengths, distance) in [
        (even.clone(), 1e-3),
        (even.clone(), 1.0),
        (even.clone(), 3.0),
        (even, 4.2),
        (vec![1.0, 3.0, 1.0], 1.5),
        (vec![3.0, 1e-3], 2.9995),
        (vec![1.0; 40], 20.0),
    ] {
        let links = Links::new(lengths.clone(), vec![1.0; lengths.len()]).unwrap();
        let (along, across) = (Vector3::new(0.6, 0.8, 0.0), Vector3::z());
        let mut directions = vec![[0.0; 3]; lengths.len()];
        arc(&links, along * distance, across, &mut directions).unwrap();
        let mut joints = vec![Vector3::zeros()];
        for (own, length) in directions.iter().zip(&lengths) {
            joints.push(joints[joints.len() - 1] + Vector3::from(*own) * *length);
        }
        let end = joints[lengths.len()];
        assert!((end - along * distance).norm() < 1e-12, "{lengths:?}, {distance}: {end}");
        // The circle through both ends and the highest joint.
        let flat = |joint: &Vector3<f64>| [joint.dot(&along) - 0.5 * distance, joint.dot(&across)];
        let top = joints.iter().map(flat).max_by(|a, b| a[1].total_cmp(&b[1])).unwrap();
        let centre =
            0.5 * (top[0] * top[0] + top[1] * top[1] - 0.25 * distance * distance) / top[1];
        let radius = centre.hypot(0.5 * distance);
        for [x, y] in joints.iter().map(flat) {
            assert!(
                (x.hypot(y - centre) - radius).abs() < 1e-9 * radius,
                "{lengths:?}, {distance}"
            );
        }
    }
    let one_long = Links::new(vec![3.0, 0.5], vec![1.0; 2]).unwrap();
    let near = arc(&one_long, Vector3::x(), Vector3::z(), &mut [[0.0; 3]; 2]);
    assert!(matches!(near, Err(NotAnArc::TooNear { .. })));
}

const SPRING: AxialLaw = AxialLaw::Spring { stiffness: 4e4, damping: 0.0, pushes: true };
const SOFT: AxialLaw = AxialLaw::Spring { stiffness: 300.0, damping: 0.0, pushes: true };
const RELATIVE: AxialLaw = AxialLaw::Pid { proportional: 60.0, derivative: 1.0, integral: 1.0 };

/// Nodes of a lumped chain at rest, and the largest force that is left on any of those that move.
fn elastic_rest(links: &Links, law: &AxialLaw, span: Vector3<f64>) -> (Vec<Vector3<f64>>, f64) {
    let mut directions = vec![[0.0; 3]; links.count()];
    let mut lengths = vec![0.0; links.count()];
    let laws = std::slice::from_ref(law);
    hang_elastic(even(links, laws, GRAVITY), span, &mut directions, &mut lengths).unwrap();
    let mut nodes = vec![Vector3::zeros()];
    for (direction, length) in directions.iter().zip(&lengths) {
        nodes.push(nodes[nodes.len() - 1] + Vector3::from(*direction) * *length);
    }
    let left = unbalanced(links, law, &nodes, Vector3::zeros());
    let inner = &left[1..links.count()];
    (nodes, inner.iter().fold(0.0, |most: f64, force| most.max(force.norm())))
}

/// Tensions from the positions alone, half of each segment's weight at both its nodes.
fn unbalanced(
    links: &Links,
    law: &AxialLaw,
    nodes: &[Vector3<f64>],
    load: Vector3<f64>,
) -> Vec<Vector3<f64>> {
    let mut forces = vec![Vector3::zeros(); nodes.len()];
    for (j, (&length, &mass)) in links.lengths().iter().zip(links.masses()).enumerate() {
        let line = nodes[j + 1] - nodes[j];
        let distance = line.norm();
        let tension = match *law {
            AxialLaw::Spring { stiffness, .. } => stiffness * (distance - length),
            AxialLaw::Table { ref curve, .. } => curve.force(distance).value,
            AxialLaw::Pid { proportional, .. } => proportional * (distance - length) / distance,
        };
        let pull = line * (tension / distance);
        let half = GRAVITY * (0.5 * mass);
        forces[j] += pull + half;
        forces[j + 1] += half - pull;
    }
    let last = forces.len() - 1;
    forces[last] += load;
    forces
}

/// Where the tension bends from row to row as well, which lie within what the weight pulls with.
#[test]
fn a_measured_chain_rests() {
    let links = Links::uniform(40, 2.0, 0.8).unwrap();
    let table = table(&[(0.0, 0.0), (0.01, 1.0), (0.02, 4.0), (0.05, 30.0)]);
    let curve = Curve::of(&table, [Outside::Holds, Outside::GoesOn]).of_piece(0.05);
    let law = AxialLaw::Table { curve: Arc::new(curve), damping: 0.0 };
    for (x, z) in
        [(0.5, 0.0), (0.3, -0.6), (0.99, 0.0), (1.0, 0.0), (0.6, 1.1), (1.02, 0.0), (0.0, -1.3)]
    {
        let span = Vector3::new(x, 0.0, z) * links.length();
        let (nodes, left) = elastic_rest(&links, &law, span);
        assert!(left < 1e-9 * 9.81 * links.mass(), "{x} {z}: {left:e}");
        let gap = (nodes[nodes.len() - 1] - span).norm();
        assert!(gap < 1e-12 * links.length(), "{x} {z}: gap {gap:e}");
    }
}

/// Taut beyond its length, straight down and aside, however light it is: the tension is that of its table.
#[test]
fn a_light_measured_chain_is_taut() {
    let table = table(&[(0.0, 0.0), (0.01, 40.0), (0.03, 180.0), (0.06, 600.0), (0.1, 2000.0)]);
    for count in [2, 4, 40] {
        let curve = Curve::of(&table, [Outside::GoesOn; 2]).of_piece(7.0 / f64::from(count as u32));
        let law = AxialLaw::Table { curve: Arc::new(curve), damping: 0.0 };
        for mass in [1e-9, 1e-6, 1e-3, 0.1, 1.0] {
            let links = Links::uniform(count, 7.0, mass).unwrap();
            for (x, z) in [(0.0, -7.02), (0.0, -7.3), (0.0, 7.3), (3.0, -6.6), (7.3, 0.0)] {
                let span = Vector3::new(x, 0.0, z);
                let (nodes, left) = elastic_rest(&links, &law, span);
                assert!(left < 1e-9 * 9.81 * mass + 1e-10, "{count} {mass} {x} {z}: {left:e}");
                let gap = (nodes[nodes.len() - 1] - span).norm();
                assert!(gap < 1e-12 * links.length(), "{count} {mass} {x} {z}: gap {gap:e}");
            }
        }
    }
}

/// Slack, nearly taut, longer than the length, steep and vertical: forces balance at every node to 1e-9
/// of the weight, and the ends fit.
#[test]
fn an_elastic_chain_rests() {
    let uneven = Links::new(
        (0..30).map(|j| 0.05 + 0.01 * f64::from(j % 7)).collect(),
        (0..30).map(|j| 0.01 + 0.02 * f64::from(j % 4)).collect(),
    )
    .unwrap();
    for links in [Links::uniform(40, 2.0, 0.8).unwrap(), uneven] {
        let weight = 9.81 * links.mass();
        for law in [SPRING, SOFT, RELATIVE] {
            for (x, y, z) in [
                (0.5, 0.0, 0.0),
                (0.3, 0.4, 0.6),
                (0.3, 0.4, -0.6),
                (0.06, 0.0, -0.9),
                (0.99, 0.0, 0.0),
                (1.0, 0.0, 0.0),
                (0.6, 0.1, 1.1),
                (1.02, 0.0, 0.0),
                (1.1, 0.3, 0.0),
                (0.0, 0.0, -1.3),
                (0.0, 0.0, 1.3),
            ] {
                let span = Vector3::new(x, y, z) * links.length();
                let (nodes, left) = elastic_rest(&links, &law, span);
                assert!(left < 1e-9 * weight, "{law:?} {x} {y} {z}: {left:e}");
                let gap = (nodes[nodes.len() - 1] - span).norm();
                assert!(gap < 1e-12 * links.length(), "{law:?} {x} {y} {z}: gap {gap:e}");
            }
        }
    }
}

/// The elastic catenary (Irvine, Cable Structures, 1981, section 2.2) between two supports at one height:
/// with the tension `H` of the lowest point, the span is
/// `2 (H L / 2 E A) + 2 (H/w) asinh(w L / 2 H)`. Found here by bisection; lumped chains converge with
/// the second order, 1e-5 of the length with 400 segments.
#[test]
fn an_elastic_chain_is_irvines_catenary() {
    let (length, mass, axial) = (2.0_f64, 0.8, 400.0);
    for span in [1.4_f64, 1.99, 2.05] {
        let per_length = mass * 9.81 / length;
        let reach = |h: f64| {
            h * length / axial + 2.0 * h / per_length * (per_length * length / (2.0 * h)).asinh()
        };
        let (mut low, mut high) = (1e-6, 1e4);
        for _ in 0..200 {
            let middle = 0.5 * (low + high);
            if reach(middle) < span { low = middle } else { high = middle }
        }
        let (h, half) = (low, 0.5 * per_length * length);
        // The sag: of the weight's catenary, and of the vertical force's stretch.
        let sag = ((h * h + half * half).sqrt() - h) / per_length
            + half * half / (2.0 * axial * per_length);
        let found = |count: usize| {
            let links = Links::uniform(count, length, mass).unwrap();
            let stiffness = axial * count as f64 / length;
            let law = AxialLaw::Spring { stiffness, damping: 0.0, pushes: true };
            let (nodes, _) = elastic_rest(&links, &law, Vector3::new(span, 0.0, 0.0));
            -nodes.iter().fold(0.0, |low: f64, x| low.min(x.z))
        };
        let errors = [100, 200, 400].map(|count| (found(count) - sag).abs());
        assert!(errors[2] < 1e-5 * length, "{span}: {errors:?}");
        assert!(errors[0] > 3.0 * errors[1] && errors[1] > 3.0 * errors[2], "{span}: {errors:?}");
    }
}

/// From the root alone, with a weight at its tip: the tensions are what hangs below.
#[test]
fn an_elastic_chain_hangs_with_a_weight_at_its_tip() {
    let links = Links::uniform(20, 2.0, 0.8).unwrap();
    let load = GRAVITY * 3.0;
    let (mut directions, mut lengths) = (vec![[0.0; 3]; 20], vec![0.0; 20]);
    for law in [SPRING, SOFT, RELATIVE] {
        let laws = std::slice::from_ref(&law);
        let hung = even(&links, laws, GRAVITY);
        assert!(hang_freely(hung, load, &mut directions, &mut lengths));
        let mut nodes = vec![Vector3::zeros()];
        for (direction, length) in directions.iter().zip(&lengths) {
            nodes.push(nodes[nodes.len() - 1] + Vector3::from(*direction) * *length);
        }
        for force in &unbalanced(&links, &law, &nodes, load)[1..] {
            assert!(force.norm() < 1e-9 * 9.81 * 0.8, "{law:?}: {force}");
        }
    }
}

/// 25 m that 4.9 kN stretch by a half under their own weight are longer than the 35 m between their ends, one below the other: that
/// is said, and not that they are too short. Aside by as much as two pieces the loop has room.
#[test]
fn what_its_weight_stretches_beyond_its_ends_is_told() {
    let links = Links::uniform(12, 25.0, 500.0).unwrap();
    let law = AxialLaw::Spring { stiffness: 5e3 * 12.0 / 25.0, damping: 0.0, pushes: true };
    let (mut directions, mut lengths) = (vec![[0.0; 3]; 12], vec![0.0; 12]);
    let mut rests = |aside: f64| {
        let hung = even(&links, std::slice::from_ref(&law), GRAVITY);
        hang_elastic(hung, Vector3::new(aside, 0.0, -35.0), &mut directions, &mut lengths)
    };
    assert_eq!(rests(0.0), Err(NotHanging::Folded { distance: 35.0 }));
    assert_eq!(rests(4.0), Ok(()));
}
