//! Surfaces of the shapes of bodies.

use super::scene::SceneShape;

/// Corners in body axes, m, and what joins them.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Solid {
    pub vertices: Vec<[f64; 3]>,
    /// Indices of vertices.
    pub triangles: Vec<[usize; 3]>,
    /// Lines that show the form, as indices of vertices.
    pub edges: Vec<Vec<usize>>,
}

/// Sides of a cylinder, and segments around a sphere.
const SIDES: usize = 24;
/// Segments of a sphere from pole to pole.
const BANDS: usize = 12;

pub(super) fn solid(shape: &SceneShape) -> Solid {
    match *shape {
        SceneShape::Box { size, centre } => cuboid(size, centre),
        SceneShape::Sphere { diameter, centre } => sphere(diameter, centre),
        SceneShape::Cylinder { diameter, start, end } => cylinder(diameter, start, end),
    }
}

fn cuboid(size: [f64; 3], centre: [f64; 3]) -> Solid {
    let [a, b, c] = size.map(|edge| edge / 2.0);
    let [x, y, z] = centre;
    // Corners counted around the bottom, then around the top.
    let ring = [(-a, -b), (a, -b), (a, b), (-a, b)];
    let vertices =
        [-c, c].iter().flat_map(|h| ring.map(|(u, v)| [x + u, y + v, z + h])).collect::<Vec<_>>();
    let quads =
        [[0, 3, 2, 1], [4, 5, 6, 7], [0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7]];
    Solid {
        vertices,
        triangles: quads.iter().flat_map(|&[i, j, k, l]| [[i, j, k], [i, k, l]]).collect(),
        edges: vec![
            vec![0, 1, 2, 3, 0],
            vec![4, 5, 6, 7, 4],
            vec![0, 4],
            vec![1, 5],
            vec![2, 6],
            vec![3, 7],
        ],
    }
}

/// Unit circle, `SIDES` points.
fn circle() -> impl Iterator<Item = (f64, f64)> {
    (0..SIDES)
        .map(|k| (std::f64::consts::TAU * k as f64 / SIDES as f64).sin_cos())
        .map(|(s, c)| (c, s))
}

/// The closed line around ring `ring` of `SIDES` points.
fn around(ring: usize) -> Vec<usize> {
    (0..=SIDES).map(|k| ring * SIDES + k % SIDES).collect()
}

/// The strip between a ring and the next one.
fn strip(ring: usize) -> impl Iterator<Item = [usize; 3]> {
    (0..SIDES).flat_map(move |k| {
        let (a, b) = (ring * SIDES + k, ring * SIDES + (k + 1) % SIDES);
        [[a, b, b + SIDES], [a, b + SIDES, a + SIDES]]
    })
}

fn sphere(diameter: f64, [x, y, z]: [f64; 3]) -> Solid {
    let radius = diameter / 2.0;
    // Rings from pole to pole; the poles are rings without radius, which keeps the counting simple.
    let rings =
        (0..=BANDS).map(|band| (std::f64::consts::PI * band as f64 / BANDS as f64).sin_cos());
    let vertices = rings
        .flat_map(|(sin, cos)| {
            circle()
                .map(move |(u, v)| [x + radius * sin * u, y + radius * sin * v, z - radius * cos])
        })
        .collect();
    let meridian = |k: usize| {
        let up = (0..=BANDS).map(move |ring| ring * SIDES + k);
        let down = (0..=BANDS).rev().map(move |ring| ring * SIDES + k + SIDES / 2);
        up.chain(down).collect::<Vec<_>>()
    };
    Solid {
        vertices,
        triangles: (0..BANDS).flat_map(strip).collect(),
        edges: vec![around(BANDS / 2), meridian(0), meridian(SIDES / 4)],
    }
}

fn cylinder(diameter: f64, start: [f64; 3], end: [f64; 3]) -> Solid {
    let radius = diameter / 2.0;
    let axis = [0, 1, 2].map(|i: usize| component(end, i) - component(start, i));
    let (side, up) = across(axis);
    let mut vertices = Vec::new();
    for face in [start, end] {
        vertices.extend(circle().map(|(u, v)| {
            [0, 1, 2].map(|i| {
                component(face, i) + radius * (u * component(side, i) + v * component(up, i))
            })
        }));
    }
    let (first, second) = (vertices.len(), vertices.len() + 1);
    vertices.extend([start, end]);
    let caps = (0..SIDES).flat_map(|k| {
        let next = (k + 1) % SIDES;
        [[first, next, k], [second, SIDES + k, SIDES + next]]
    });
    let sides = (0..4).map(|quarter| quarter * SIDES / 4).map(|k| vec![k, SIDES + k]);
    Solid {
        triangles: strip(0).chain(caps).collect(),
        edges: [around(0), around(1)].into_iter().chain(sides).collect(),
        vertices,
    }
}

fn component(vector: [f64; 3], index: usize) -> f64 {
    vector.get(index).copied().unwrap_or(0.0)
}

/// Two unit vectors across `axis` and each other; any two if the axis has no length.
pub(super) fn across(axis: [f64; 3]) -> ([f64; 3], [f64; 3]) {
    let [x, y, z] = axis;
    let length = (x * x + y * y + z * z).sqrt();
    if !(length > 0.0 && length.is_finite()) {
        return ([1.0, 0.0, 0.0], [0.0, 1.0, 0.0]);
    }
    let [x, y, z] = [x / length, y / length, z / length];
    // The world axis that is furthest from `axis` gives the best conditioned cross product.
    let [a, b, c] = if x.abs() <= y.abs() && x.abs() <= z.abs() {
        [1.0, 0.0, 0.0]
    } else if y.abs() <= z.abs() {
        [0.0, 1.0, 0.0]
    } else {
        [0.0, 0.0, 1.0]
    };
    let [u, v, w] = [y * c - z * b, z * a - x * c, x * b - y * a];
    let norm = (u * u + v * v + w * w).sqrt();
    let [u, v, w] = [u / norm, v / norm, w / norm];
    ([u, v, w], [y * w - z * v, z * u - x * w, x * v - y * u])
}
