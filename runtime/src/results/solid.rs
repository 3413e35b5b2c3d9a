//! Surfaces of the shapes of bodies.

use super::scene::{SceneBody, SceneShape};

/// Corners in body axes, m, and what joins them.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Solid {
    pub vertices: Vec<[f64; 3]>,
    /// Indices of vertices.
    pub triangles: Vec<[usize; 3]>,
    /// Lines that show the form, as indices of vertices.
    pub edges: Vec<Vec<usize>>,
}

/// How round what is round is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Detail {
    /// For pages with few bodies.
    Fine,
    /// For those with many.
    Coarse,
}

/// Corners of all bodies together at most where they are fine.
const CORNERS: usize = 20_000;

impl Detail {
    /// So that all bodies together have a bounded number of corners.
    pub(super) fn of_so_many(bodies: &[SceneBody]) -> Self {
        let corners = |body: &SceneBody| match body.shape {
            Some(SceneShape::Box { .. }) => 8,
            Some(SceneShape::Sphere { .. }) => Detail::Fine.sides() * (Detail::Fine.bands() + 1),
            Some(SceneShape::Cylinder { .. }) => 2 * Detail::Fine.sides() + 2,
            None => 0,
        };
        let fine: usize = bodies.iter().map(corners).sum();
        if fine > CORNERS { Detail::Coarse } else { Detail::Fine }
    }

    /// Sides of a cylinder, and segments around a sphere.
    fn sides(self) -> usize {
        match self {
            Detail::Fine => 24,
            Detail::Coarse => 8,
        }
    }

    /// Segments of a sphere from pole to pole.
    fn bands(self) -> usize {
        self.sides() / 2
    }

    /// Unit circle, as many points as there are sides.
    fn circle(self) -> impl Iterator<Item = (f64, f64)> {
        let sides = self.sides();
        (0..sides)
            .map(move |k| (std::f64::consts::TAU * k as f64 / sides as f64).sin_cos())
            .map(|(s, c)| (c, s))
    }

    /// The closed line around ring `ring`.
    fn around(self, ring: usize) -> Vec<usize> {
        let sides = self.sides();
        (0..=sides).map(|k| ring * sides + k % sides).collect()
    }

    /// The strip between a ring and the next one.
    fn strip(self, ring: usize) -> impl Iterator<Item = [usize; 3]> {
        let sides = self.sides();
        (0..sides).flat_map(move |k| {
            let (a, b) = (ring * sides + k, ring * sides + (k + 1) % sides);
            [[a, b, b + sides], [a, b + sides, a + sides]]
        })
    }
}

/// Of a shape.
pub(super) fn solid(shape: &SceneShape, detail: Detail) -> Solid {
    match *shape {
        SceneShape::Box { size, centre } => cuboid(size, centre),
        SceneShape::Sphere { diameter, centre } => sphere(diameter, centre, detail),
        SceneShape::Cylinder { diameter, start, end } => cylinder(diameter, start, end, detail),
    }
}

/// Edges along the axes.
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

/// In bands from pole to pole.
fn sphere(diameter: f64, [x, y, z]: [f64; 3], detail: Detail) -> Solid {
    let radius = diameter / 2.0;
    let (sides, bands) = (detail.sides(), detail.bands());
    // Rings from pole to pole; the poles are rings without radius, which keeps the counting simple.
    let rings =
        (0..=bands).map(|band| (std::f64::consts::PI * band as f64 / bands as f64).sin_cos());
    let vertices = rings
        .flat_map(|(sin, cos)| {
            detail
                .circle()
                .map(move |(u, v)| [x + radius * sin * u, y + radius * sin * v, z - radius * cos])
        })
        .collect();
    let meridian = |k: usize| {
        let up = (0..=bands).map(move |ring| ring * sides + k);
        let down = (0..=bands).rev().map(move |ring| ring * sides + k + sides / 2);
        up.chain(down).collect::<Vec<_>>()
    };
    Solid {
        vertices,
        triangles: (0..bands).flat_map(|ring| detail.strip(ring)).collect(),
        edges: vec![detail.around(bands / 2), meridian(0), meridian(sides / 4)],
    }
}

/// Between two faces.
fn cylinder(diameter: f64, start: [f64; 3], end: [f64; 3], detail: Detail) -> Solid {
    let radius = diameter / 2.0;
    let count = detail.sides();
    let axis = [0, 1, 2].map(|i: usize| component(end, i) - component(start, i));
    let (side, up) = across(axis);
    let mut vertices = Vec::new();
    for face in [start, end] {
        vertices.extend(detail.circle().map(|(u, v)| {
            [0, 1, 2].map(|i| {
                component(face, i) + radius * (u * component(side, i) + v * component(up, i))
            })
        }));
    }
    let (first, second) = (vertices.len(), vertices.len() + 1);
    vertices.extend([start, end]);
    let caps = (0..count).flat_map(|k| {
        let next = (k + 1) % count;
        [[first, next, k], [second, count + k, count + next]]
    });
    let sides = (0..4).map(|quarter| quarter * count / 4).map(|k| vec![k, count + k]);
    Solid {
        triangles: detail.strip(0).chain(caps).collect(),
        edges: [detail.around(0), detail.around(1)].into_iter().chain(sides).collect(),
        vertices,
    }
}

/// Zero beyond the end.
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
