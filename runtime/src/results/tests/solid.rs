//! Shapes of bodies, against volumes in closed form.

use crate::results::scene::{Pose, SceneShape};
use crate::results::solid::{Detail, Solid, solid};

/// Volume by the divergence theorem: sum over triangles of det(a, b, c) / 6. Positive only if all
/// triangles are counter-clockwise seen from outside.
fn volume(solid: &Solid) -> f64 {
    let corner = |index: usize| solid.vertices[index];
    let signed = |[i, j, k]: [usize; 3]| {
        let ([a, b, c], [d, e, f], [g, h, l]) = (corner(i), corner(j), corner(k));
        (a * (e * l - f * h) - b * (d * l - f * g) + c * (d * h - e * g)) / 6.0
    };
    solid.triangles.iter().map(|&triangle| signed(triangle)).sum()
}

#[test]
fn volumes() {
    let cuboid =
        solid(&SceneShape::Box { size: [2.0, 3.0, 4.0], centre: [5.0, 6.0, 7.0] }, Detail::Fine);
    assert!((volume(&cuboid) - 24.0).abs() < 1e-12);
    // Polyhedra inside the round shapes: below the exact volume, by less than 5 %.
    let ball = solid(&SceneShape::Sphere { diameter: 2.0, centre: [1.0, 2.0, 3.0] }, Detail::Fine);
    let exact = 4.0 / 3.0 * std::f64::consts::PI;
    assert!(volume(&ball) < exact && volume(&ball) > 0.95 * exact);
    let start = [1.0, 1.0, 1.0];
    let rod =
        solid(&SceneShape::Cylinder { diameter: 1.0, start, end: [3.0, 3.0, 2.0] }, Detail::Fine);
    let exact = std::f64::consts::PI / 4.0 * 3.0;
    assert!(volume(&rod) < exact && volume(&rod) > 0.95 * exact, "{}", volume(&rod));
}

#[test]
fn a_cylinder_without_length_is_finite() {
    let flat = solid(
        &SceneShape::Cylinder { diameter: 1.0, start: [0.0; 3], end: [0.0; 3] },
        Detail::Fine,
    );
    assert!(flat.vertices.iter().flatten().all(|value| value.is_finite()));
}

/// A quarter turn about z takes x to y.
#[test]
fn poses_turn_from_body_to_world() {
    let half = std::f64::consts::FRAC_PI_4;
    let pose = Pose { position: [1.0, 2.0, 3.0], attitude: [half.cos(), 0.0, 0.0, half.sin()] };
    let [x, y, z] = pose.place([1.0, 0.0, 0.0]);
    assert!((x - 1.0).abs() < 1e-15 && (y - 3.0).abs() < 1e-15 && (z - 3.0).abs() < 1e-15);
}
