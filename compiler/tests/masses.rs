//! Mass and inertia that follow from shapes, against sums over many small pieces.

use cdl_compiler::{Compiler, Nothing, Request};
use cdl_graph::Graph;

fn graph(body: &str) -> Graph {
    let text = format!(
        "model M {{\n  material m {{ density = 700 kg/m^3 }}\n  body b {{ {body} }}\n  \
         joint j: free from world to b\n}}\n"
    );
    let mut compiler = Compiler::new(Nothing);
    compiler.set_file("m.cdl", &text);
    match compiler.compile("m.cdl", &Request::default()) {
        Ok(compilation) => Graph::clone(compilation.graph().expect("a graph")),
        Err(found) => panic!("{text}{found:?}"),
    }
}

type Vector = [f64; 3];

/// Mass, centre and inertia about the centre `[xx, yy, zz, xy, xz, yz]` of points of equal mass.
fn summed(
    density: f64,
    volume_of_box: f64,
    points: &[Vector],
    all: usize,
) -> (f64, Vector, [f64; 6]) {
    let piece = density * volume_of_box / all as f64;
    let mass = piece * points.len() as f64;
    let mut centre = [0.0; 3];
    for point in points {
        for (sum, x) in centre.iter_mut().zip(point) {
            *sum += x / points.len() as f64;
        }
    }
    let mut inertia = [0.0; 6];
    for point in points {
        let [x, y, z] = [0, 1, 2].map(|k| point[k] - centre[k]);
        let own = [y * y + z * z, x * x + z * z, x * x + y * y, -x * y, -x * z, -y * z];
        for (sum, own) in inertia.iter_mut().zip(own) {
            *sum += piece * own;
        }
    }
    (mass, centre, inertia)
}

/// The centres of `n`^3 cells of a cuboid that pass `inside`.
fn cells(n: usize, low: Vector, high: Vector, inside: impl Fn(Vector) -> bool) -> Vec<Vector> {
    let at = |k: usize, i: usize| low[k] + (high[k] - low[k]) * (i as f64 + 0.5) / n as f64;
    let mut cells = Vec::new();
    for i in 0..n {
        for j in 0..n {
            for k in 0..n {
                let cell = [at(0, i), at(1, j), at(2, k)];
                if inside(cell) {
                    cells.push(cell);
                }
            }
        }
    }
    cells
}

fn assert_same(
    body: &str,
    density: f64,
    low: Vector,
    high: Vector,
    inside: impl Fn(Vector) -> bool,
) {
    let n = 80;
    let cells = cells(n, low, high, inside);
    let volume = (0..3).map(|k| high[k] - low[k]).product();
    let (mass, centre, inertia) = summed(density, volume, &cells, n * n * n);
    let graph = graph(body);
    let value = |node| graph.signals.parameter_value(node);
    let found = &graph.bodies[1];
    let scale = inertia.iter().fold(0.0_f64, |scale, x| scale.max(x.abs()));
    assert!((value(found.mass) - mass).abs() < 5e-3 * mass, "{body}: mass");
    for (found, expected) in found.centre_of_mass.iter().zip(centre) {
        assert!((value(*found) - expected).abs() < 5e-3, "{body}: centre");
    }
    for (found, expected) in found.inertia.iter().zip(inertia) {
        let found = value(*found);
        assert!((found - expected).abs() < 1e-2 * scale, "{body}: {found}, not {expected}");
    }
}

/// 80^3 cells: half a percent of the mass, one percent of the largest moment.
#[test]
fn solids_have_the_mass_properties_of_their_pieces() {
    assert_same(
        "density = 500 kg/m^3; shape = box([1, 2, 3] m, centre = [0.5, 0, -1] m)",
        500.0,
        [0.0, -1.0, -2.5],
        [1.0, 1.0, 0.5],
        |_| true,
    );
    assert_same(
        "material = m; shape = sphere(diameter = 80 cm, centre = [0, 1, 0] m)",
        700.0,
        [-0.4, 0.6, -0.4],
        [0.4, 1.4, 0.4],
        |[x, y, z]| x * x + (y - 1.0) * (y - 1.0) + z * z < 0.16,
    );
    // Oblique, so that no product of inertia vanishes.
    let (start, axis, radius) = ([0.2, 0.0, -0.3], [1.0, 2.0, 2.0], 0.5);
    assert_same(
        "density = 900 kg/m^3
         shape = cylinder(diameter = 1 m, start = [0.2, 0, -0.3] m, end = [1.2, 2, 1.7] m)",
        900.0,
        [-0.5, -0.5, -1.0],
        [1.9, 2.5, 2.4],
        |point| {
            let d = [0, 1, 2].map(|k| point[k] - start[k]);
            let along = (0..3).map(|k| d[k] * axis[k] / 3.0).sum::<f64>();
            let square = d.iter().map(|x| x * x).sum::<f64>();
            (0.0..3.0).contains(&along) && square - along * along < radius * radius
        },
    );
}

/// A mass that is given is spread evenly over the shape.
#[test]
fn a_given_mass_scales_the_inertia() {
    let by_density = graph("density = 500 kg/m^3; shape = box([1, 2, 3] m)");
    let by_mass = graph("mass = 6000 kg; shape = box([1, 2, 3] m)");
    let ratio = |k: usize| {
        let [a, b] = [&by_mass, &by_density]
            .map(|graph| graph.signals.parameter_value(graph.bodies[1].inertia[k]));
        a / b
    };
    for k in 0..3 {
        assert!((ratio(k) - 2.0).abs() < 1e-14);
    }
}
