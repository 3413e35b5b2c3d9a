//! Modes of cables by sweeps of transfer matrices: those of matrices, and of closed forms where these come to their end.

use std::f64::consts::{PI, TAU};

use super::swept_modes::{both, modes};

/// Two pendulums far away, and a spring between them that does nothing but to keep sweeps away.
pub(super) const APART: &str = "
  body apart { mass = 1 kg; inertia = diag(1, 1, 1) kg.m^2; centre_of_mass = [0, 0, -0.01] m }
  joint swing: revolute(axis = y) from world at [50, 0, 0] m to apart
  body beside { mass = 1 kg; inertia = diag(1, 1, 1) kg.m^2; centre_of_mass = [0, 0, -0.013] m }
  joint sway: revolute(axis = y) from world at [52, 0, 0] m to beside
";
pub(super) const TIE: &str =
    "  force tie: spring(stiffness = 0 N/m, length = 1 m) between apart and beside";

pub(super) const BODY: &str = "body b { mass = 3 kg; inertia = diag(0.1, 0.2, 0.15) kg.m^2; centre_of_mass = [0.3, 0.05, -0.2] m }\n";

/// Ends of all kinds, with and without bending; rigid links, then segments, then a buoy on three moorings.
pub(super) const ENDS: [&str; 11] = [
    "cable c: rigid_links(count = 12) from world to free { length = 3 m; mass = 2 kg }",
    "cable c: rigid_links(count = 12) from free to free { length = 3 m; mass = 2 kg; bending = { stiffness = 20 N.m^2 } }
     force up on c.mid = [0, 0, 9.81 * 2] N",
    "cable c: rigid_links(count = 12) from world to free { length = 3 m; mass = 2 kg; bending = { stiffness = 20 N.m^2 }
       ends = { start = clamped(direction = x) } }",
    "cable c: rigid_links(count = 12) from free to world at [0, 0, 2] m { length = 3 m; mass = 2 kg; bending = { stiffness = 20 N.m^2 }
       ends = { end = clamped(direction = [0.6, 0, 0.8]) } }",
    "cable c: rigid_links(count = 12) from world to world at [2, 0.3, 0.5] m { length = 3 m; mass = 2 kg }",
    "cable c: rigid_links(count = 12) from world to world at [2, 0.3, 0.5] m { length = 3 m; mass = 2 kg; bending = { stiffness = 2 N.m^2 }
       ends = { start = clamped(direction = x); end = clamped(direction = [0.6, 0, 0.8]) } }",
    "cable c: lumped(nodes = 8) from world to free { length = 3 m; mass = 2 kg; axial = elastic(stiffness = 500 N) }
     force side on c.at(1.1 m) = [3, 1, 0] N",
    "cable c: lumped(nodes = 8) from world to world at [2, 0.3, 0.5] m { length = 2.5 m; mass = 2 kg; axial = elastic(stiffness = 500 N) }",
    "cable c: lumped(nodes = 8) from world to world at [2, 0.3, 0.5] m { length = 2.5 m; mass = 2 kg; axial = elastic(stiffness = 500 N)
       bending = { stiffness = 3 N.m^2 } }",
    "cable c: lumped(nodes = 8) from world to world at [2, 0.3, 0.5] m { length = 1.9 m; mass = 2 kg
       axial = elastic(stiffness = 500 N, compression = true) }",
    "body b { mass = 30 kg; inertia = diag(1, 2, 1.5) kg.m^2; start = { position = [0, 0, 0] m } }
     joint float: free from world to b
     force up on b at [0, 0, 0.1] m = [0, 0, 600] N
     cable a: rigid_links(count = 6) from world at [-4, 0, -6] m to b at [-0.3, 0, 0] m { length = 9 m; mass = 4 kg }
     cable c: rigid_links(count = 6) from world at [4, 2, -6] m to b at [0.3, 0, 0] m { length = 9 m; mass = 4 kg }
     cable d: rigid_links(count = 6) from world at [1, -4, -6] m to b at [0, 0.3, 0] m { length = 9 m; mass = 4 kg }",
];

/// On bodies, with bodies on them, in water, with forces and springs.
pub(super) const AMONG_OTHERS: [&str; 6] = [
    "joint j: universal(first = x, second = y) from world to b
     cable c: rigid_links(count = 5) from world at [0.5, 0, 1] m to b at [0.6, 0, 0] m { length = 1.3 m; mass = 2 kg; bending = { stiffness = 1 N.m^2 }
       ends = { end = clamped(direction = -x) } }",
    "body arm { mass = 3 kg; inertia = diag(0.1, 0.2, 0.15) kg.m^2; centre_of_mass = [0.1, 0.05, -0.5] m }
     joint j: universal(first = x, second = y) from world to arm
     cable c: lumped(nodes = 5) from arm at [0.2, 0.1, -1] m to b { length = 3 m; mass = 2 kg; axial = elastic(stiffness = 500 N)
       bending = { stiffness = 3 N.m^2 } }",
    "cable c: rigid_links(count = 8) from world to b { length = 3 m; mass = 2 kg; bending = { stiffness = 20 N.m^2 }
       ends = { start = clamped(direction = x); end = clamped(direction = x) } }",
    "cable c: rigid_links(count = 8) from world to b { length = 3 m; mass = 2 kg }
     body e { mass = 1 kg; inertia = diag(0.1, 0.2, 0.15) kg.m^2; centre_of_mass = [0.1, 0.05, -0.2] m }
     joint h: revolute(axis = y) from b at [0.3, 0, 0] m to e { stiffness = 4 N.m/rad }
     cable d: rigid_links(count = 5) from e at [0, 0, -0.3] m to free { length = 1 m; mass = 2 kg; bending = { stiffness = 0.3 N.m^2 } }
     cable f: lumped(nodes = 4) from b at [-0.2, 0, -0.3] m to free { length = 1 m; mass = 0.7 kg; axial = elastic(stiffness = 100 N) }",
    "environment { water { density = 1025 kg/m^3 } }
     joint j: spherical from world to b
     cable c: rigid_links(count = 12) from b at [0, 0, -4] m to free { length = 3 m; diameter = 3 cm; density = 1800 kg/m^3; added_mass = 1.0
       drag = { normal = 1.2; tangent = 0.01 }; bending = { stiffness = 20 N.m^2 } }
     cable d: lumped(nodes = 8) from world at [9, 0, -5] m to world at [11, 0.3, -5.5] m { length = 2.5 m; diameter = 3 cm
       density = 1800 kg/m^3; added_mass = 1.0; axial = elastic(stiffness = 500 N) }",
    "joint j: spherical from world at [1, 0, 0] m to b
     cable c: rigid_links(count = 12) from b at [0.1, 0, 0] m to free { length = 3 m; mass = 2 kg }
     force f on c.at(1.1 m) = [3, 1, 0] N
     force s: spring(stiffness = 30 N/m, length = 1 m) between c.at(2.2 m) and world at [2, 1, 1] m
     force t: spring(stiffness = 30 N/m, length = 1 m) between world at [2, 1, -1] m and c.end",
];

/// All modes, relative to each; those that hardly resist to a thousandth of the fastest.
#[test]
fn cables_have_the_modes_of_assembled_matrices() {
    let mut worst = 0.0_f64;
    let ends = ENDS.map(str::to_owned);
    let among = AMONG_OTHERS.map(|text| format!("{BODY}{text}"));
    for text in ends.iter().chain(&among) {
        let [swept, assembled] = both(&format!("{text}{APART}"), TIE, 30);
        assert_eq!(swept.len(), assembled.len(), "{text}");
        assert!(swept.len() > 10, "{text}");
        let fastest = assembled.iter().map(|own| own.frequency()).fold(0.0, f64::max);
        for (own, other) in swept.iter().zip(&assembled) {
            let size = other.frequency().max(1e-3 * fastest);
            let gap = (own.frequency() - other.frequency()).abs() / size;
            assert!(gap < 1e-9, "{gap:e}: {own:?} {other:?}\n{text}");
            assert!(own.residual < 1e-7, "{own:?}\n{text}");
            worst = worst.max(gap);
        }
    }
    println!("{worst:.1e}");
}

/// A cable that stands on its clamp falls; the rates are those of matrices.
#[test]
fn a_cable_that_falls_does_so_as_by_matrices() {
    let model = |tie: &str| {
        format!(
            "model M {{
  cable c: rigid_links(count = 12) from world to free {{ length = 3 m; mass = 2 kg; bending = {{ stiffness = 10 N.m^2 }}
    start = straight(direction = z); ends = {{ start = clamped(direction = z) }} }}
{APART}{tie}\n  record energy\n}}\nexperiment e = M() {{ modes(count = 6, about = start) }}\n"
        )
    };
    let (swept, by) = modes(&model(""));
    assert!(by.contains("transfer matrices"), "{by}");
    let (assembled, _) = modes(&model(TIE));
    assert_eq!(swept.iter().filter(|own| own.growth > 0.0).count(), 2, "{swept:?}");
    for (own, other) in swept.iter().zip(&assembled) {
        let gap = (own.growth - other.growth).abs() + (own.turning - other.turning).abs();
        assert!(gap < 1e-9, "{own:?} {other:?}");
    }
}

/// What has no place in sweeps goes to matrices: water's surface, current, dampers, loops.
#[test]
fn what_does_not_store_by_single_joints_is_left_to_matrices() {
    let others = [
        "environment { water { density = 1025 kg/m^3 } }
  cable c: rigid_links(count = 5) from world at [0, 0, 1] m to free { length = 3 m; diameter = 3 cm; density = 1800 kg/m^3 }",
        "cable c: rigid_links(count = 5) from world to free { length = 3 m; mass = 2 kg; bending = { stiffness = 2 N.m^2; damping = 0.1 N.m^2.s } }",
        "body b { mass = 3 kg; inertia = diag(0.1, 0.2, 0.15) kg.m^2; centre_of_mass = [0.3, 0, 0] m }
  joint j: revolute(axis = y) from world to b
  body d { mass = 3 kg; inertia = diag(0.1, 0.2, 0.15) kg.m^2; centre_of_mass = [0.3, 0, 0] m }
  joint k: revolute(axis = y) from world at [0, 1, 0] m to d
  cable c: rigid_links(count = 5) from d at [0.6, 0, 0] m to b at [0.6, 0, 0] m { length = 1.3 m; mass = 2 kg }",
        "cable c: spline(elements = 4) from world to free { length = 3 m; mass = 2 kg; bending = { stiffness = 2 N.m^2 } }",
    ];
    for text in others {
        let model = format!(
            "model M {{\n  {text}\n  record energy\n}}\nexperiment e = M() {{ modes(count = 3) }}\n"
        );
        let (found, by) = modes(&model);
        assert!(by.contains("Krylov") && !found.is_empty(), "{by}\n{text}");
    }
}

/// Links that are clamped and bend, without weight, are a beam but for `-0.458835/N²`, however many there are: matrices of 700 are wrong in the sixth digit.
#[test]
fn a_clamped_cable_of_very_many_links_is_a_beam() {
    for links in [100, 20_000] {
        let model = format!(
            "model M {{
  environment {{ gravity = 0 m/s^2 }}
  cable c: rigid_links(count = {links}) from world to free {{ length = 1 m; mass = 1 kg; bending = {{ stiffness = 1 N.m^2 }}
    start = straight(direction = x); ends = {{ start = clamped(direction = x) }} }}
  record energy\n}}\nexperiment e = M() {{ modes(count = 2) }}\n"
        );
        let (found, _) = modes(&model);
        // `x²` with the first root of `cos x cosh x = -1`.
        let beam = 1.875_104_068_711_961_f64.powi(2);
        let square = f64::from(links).powi(2);
        for own in &found {
            let gap = TAU * own.frequency() / beam - 1.0 + 0.458_835 / square;
            println!("{links} links: {gap:.1e}");
            // The next term is of the fourth power.
            assert!(gap.abs() < 3.0 / square.powi(2) + 1e-11, "{gap:e}");
        }
    }
}

/// A taut string of points: `2 sqrt(T / (m a)) sin(k π / 2n)` across it, twice each, and with the stiffness of a segment in place of `T / a` along it.
#[test]
fn a_taut_string_of_many_points_has_their_frequencies() {
    let segments = 2000;
    let model = format!(
        "model M {{
  environment {{ gravity = 0 m/s^2 }}
  cable c: lumped(nodes = {}) from world to world at [10, 0, 0] m {{ length = 8 m; mass = 2 kg; axial = elastic(stiffness = 500 N) }}
  record energy\n}}\nexperiment e = M() {{ modes(count = 5) }}\n",
        segments + 1
    );
    let (found, _) = modes(&model);
    let (tension, n) = (500.0 * 2.0 / 8.0, f64::from(segments));
    let unit = (tension / (2.0 / n * 10.0 / n)).sqrt();
    // Along it as well: 500 N of stiffness where it is pulled with 125 N, and longer by a quarter.
    let along = (500.0 * n / 8.0 / (2.0 / n)).sqrt();
    let waves = [(unit, 1.0), (unit, 1.0), (unit, 2.0), (unit, 2.0), (along, 1.0)];
    for (own, (unit, k)) in found.iter().zip(waves) {
        let expected = 2.0 * unit * (0.5 * k * PI / n).sin();
        let gap = TAU * own.frequency() / expected - 1.0;
        println!("{k}: {gap:.1e}");
        // The pull is that of the last segment, whose stretch of 0.1 mm stands at 10 m.
        assert!(gap.abs() < 2e-11, "{gap:e}");
    }
}

/// The modes of cables and bodies alone; nothing may be said to grow.
fn stable(model: &str, count: u32) -> Vec<cdl_session::Mode> {
    let text = format!(
        "model M {{\n{model}\n  record energy\n}}\nexperiment e = M() {{ modes(count = {count}) }}\n"
    );
    let (found, by) = modes(&text);
    assert!(by.contains("transfer matrices"), "{by}\n{text}");
    assert!(found.iter().all(|own| own.growth == 0.0), "{found:?}\n{text}");
    found
}

/// What turns freely is told from what forces that are left over would make of it: a ring or a load at whose centre of mass ropes meet, ropes between two
/// places on one vertical, a column that has buckled to some side.
#[test]
fn what_nothing_resists_is_free_however_hard_cables_pull_at_it() {
    let ring = "
  body ring { mass = 20 kg; inertia = diag(0.1, 0.1, 0.1) kg.m^2; start = { position = [0, 0, -50] m } }
  cable a: rigid_links(count = 5) from world at [200, 0, -100] m to ring { length = 215 m; linear_density = 100 kg/m }
  cable b: rigid_links(count = 5) from world at [-150, 150, -100] m to ring { length = 225 m; linear_density = 100 kg/m }
  cable c: rigid_links(count = 5) from ring to world at [-150, -150, 60] m { length = 245 m; linear_density = 100 kg/m }";
    let load = "
  body load { mass = 100 kg; inertia = diag(2, 2, 2) kg.m^2; start = { position = [0, 0, -4] m } }
  cable c: rigid_links(count = 20) from world at [4, 0, 0] m to load { length = 6 m; linear_density = 1 kg/m }
  cable d: rigid_links(count = 20) from world at [-2, 3.464101615138, 0] m to load { length = 6 m; linear_density = 1 kg/m }
  cable e: rigid_links(count = 20) from world at [-2, -3.464101615138, 0] m to load { length = 6 m; linear_density = 1 kg/m }";
    let slack = |links: u32, depth: f64| {
        format!(
            "  cable r: rigid_links(count = {links}) from world to world at [0, 0, -{depth}] m {{ length = 10 m; mass = 20 kg }}"
        )
    };
    let column = |stiffness: u32| {
        format!(
            "  cable r: rigid_links(count = 15) from world to free {{ length = 10 m; mass = 20 kg; bending = {{ stiffness = {stiffness} N.m^2 }}
    ends = {{ start = clamped(direction = up) }}; start = straight(direction = rotated(up, 1 deg, about = y)) }}"
        )
    };
    let cases = [
        (ring.to_owned(), 3),
        (load.to_owned(), 3),
        (slack(30, 9.0), 1),
        (slack(50, 9.0), 1),
        (slack(20, 9.99), 1),
        (column(500), 1),
        (column(1500), 1),
        (column(2400), 1),
    ];
    for (model, free) in cases {
        let found = stable(&model, 6);
        assert_eq!(found.iter().filter(|own| own.is_free()).count(), free, "{found:?}\n{model}");
    }
}

/// A hundredth of a millimetre beside its centre the ring resists turning by as little, and all that it has frequencies of is as by matrices.
#[test]
fn what_hardly_resists_keeps_its_digits() {
    let ring = "
  body ring { mass = 20 kg; inertia = diag(0.1, 0.11, 0.13) kg.m^2; start = { position = [0, 0, -50] m }
    frame a at [1e-5, 0, 0] m; frame b at [-7e-6, 7e-6, 0] m; frame c at [-7e-6, -7e-6, 0] m }
  cable a: rigid_links(count = 10) from world at [200, 0, -100] m to ring.a { length = 215 m; linear_density = 100 kg/m }
  cable b: rigid_links(count = 10) from world at [-150, 150, -100] m to ring.b { length = 225 m; linear_density = 100 kg/m }
  cable c: rigid_links(count = 10) from ring.c to world at [-150, -150, 60] m { length = 245 m; linear_density = 100 kg/m }";
    // Matrices take what is as slow as the two pendulums for free beside such forces.
    let apart = APART.replace("-0.01", "-1");
    let [swept, assembled] = both(&format!("{ring}{apart}"), TIE, 40);
    for (own, other) in swept.iter().zip(&assembled) {
        let gap = (own.frequency() - other.frequency()).abs() / other.frequency();
        assert!(gap < 1e-7, "{gap:e}: {own:?} {other:?}");
    }
}
