//! Ropes that are splines, against closed forms, and against links.

use super::reference::solve;
use super::rows::{Rows, largest, largest_change, run};

const MODELS: &str = "tests/models/spline.cdl";
const G: f64 = 9.81;

/// The elastica under a dead load at the tip (elliptic integrals, evaluated to 12 digits): the tip of a rod of length and
/// stiffness one moves by `u` back and `w` down. Order 4 from four elements on under one newton; what 8 elements leave,
/// 8.2e-8, is what 1400 links would (2.3e-3 with 8 of them, of order 2).
#[test]
fn a_cantilever_bends_as_the_elastica() {
    for (load, u, w, bound, order) in [
        ("1 N", 0.056_433_236_283, 0.301_720_773_800, 9e-8, 3.5),
        ("10 N", 0.554_995_597_754, 0.810_609_024_880, 3e-5, 2.2),
    ] {
        let errors = ["4", "8", "16"].map(|elements| {
            let rows = run(MODELS, "bent", &[("elements", elements), ("load", load)]);
            let (x, z) = (rows.last("rod.end.position.x"), rows.last("rod.end.position.z"));
            // What holds the start carries the load, whatever the number of elements.
            let force = rows.last("rod.start.force.z");
            let given: f64 = load.trim_end_matches(" N").parse().expect("a number");
            assert!((force + given).abs() < 1e-8 * given, "{load} {elements}: {force}");
            (1.0 - u - x).hypot(z + w)
        });
        println!("{load}: {errors:?}");
        assert!(errors[1] < bound, "{load}: {errors:?}");
        for pair in errors.windows(2) {
            assert!((pair[0] / pair[1]).log2() > order, "{load}: {errors:?}");
        }
    }
}

/// A moment at the tip, on a body that is clamped to it: an arc of a circle with the angle `ML/EI`. Four elements are
/// within 2e-5 of it.
#[test]
fn a_moment_makes_a_circle() {
    for (elements, bound) in [("4", 2e-5), ("8", 1.5e-6)] {
        let rows = run(MODELS, "arc", &[("elements", elements)]);
        let (x, z) = (rows.last("tip.position.x"), rows.last("tip.position.z"));
        let (sin, cos) = 1.0_f64.sin_cos();
        let error = (x - sin).hypot(z - (1.0 - cos));
        println!("{elements}: {error:.2e}");
        assert!(error < bound, "{elements}: {error}");
    }
}

/// The same arc of a radius of 1 m: its curvature and moment are one everywhere, and what bears 0.99 m bears it. More moment
/// makes a smaller radius, which is told, with the place and the number. Of order 4 within the rope and 3 at its ends.
#[test]
fn a_rope_says_how_it_is_bent() {
    const READ: [&str; 4] =
        ["rod.start.moment", "rod.at(0.3 m).curvature", "rod.mid.moment", "rod.end.curvature"];
    for (elements, bound) in [("4", 2e-3), ("8", 1e-4), ("16", 1e-5)] {
        let rows = run(MODELS, "arc", &[("elements", elements)]);
        for name in READ {
            let error = rows.last(name) - 1.0;
            println!("{elements} {name} {error:.1e}");
            assert!(error.abs() < bound, "{elements} {name}: {error}");
        }
        assert!(!rows.report.warnings.iter().any(|note| note.contains("was bent")));
    }
    let told = run(MODELS, "arc", &[("moment", "1.2 N.m")]).report.warnings.join("\n");
    assert!(
        told.contains("`rod` was bent to a radius of 0.83") && told.contains("0.99 m"),
        "{told}"
    );
}

/// Level and upward force at the start of an elastic catenary (Irvine 1981), by Newton's method.
pub fn elastic_catenary(stiffness: f64, span: [f64; 2]) -> [f64; 2] {
    let (length, weight) = (100.0, 200.0 * G / 100.0);
    let ends = |h: f64, v: f64| {
        let last = v + weight * length;
        [
            h * length / stiffness + h / weight * ((last / h).asinh() - (v / h).asinh()),
            (last * last - v * v) / (2.0 * weight * stiffness)
                + (h.hypot(last) - h.hypot(v)) / weight,
        ]
    };
    // Nearer to a straight line it pulls harder.
    let mut at = if span[0] > 90.0 { [2000.0, -500.0] } else { [700.0, -700.0] };
    for _ in 0..50 {
        let now = ends(at[0], at[1]);
        let step = 1e-4;
        let by = [ends(at[0] + step, at[1]), ends(at[0], at[1] + step)];
        let before = [ends(at[0] - step, at[1]), ends(at[0], at[1] - step)];
        let matrix = [0, 1].map(|row: usize| {
            [0, 1].map(|column: usize| (by[column][row] - before[column][row]) / (2.0 * step))
        });
        let change = solve(matrix, [span[0] - now[0], span[1] - now[1]]);
        at = [at[0] + change[0], at[1] + change[1]];
    }
    at
}

/// From a hundred times the weight to a thousand million times, 64 pieces: the forces at the ends, relative to the level one.
/// Of a rope that hangs at 0.95 of its length, which is that of moorings and spans, a rope of steel is right to 2e-10.
/// One third moment of the stretch, in the first piece, holds what the slopes of all nodes do together, and gathers what is
/// left open in all pieces: it bends the first one, which is of order 4, and of order 2 with the strain (1 % here) times the
/// square of what a piece turns. Shared by all pieces it would be a third to a fortieth of that, but couple all nodes.
#[test]
fn an_elastic_rope_hangs_as_a_catenary() {
    let bounds = [(2e5, 2e-8, 5e-8), (2e6, 3e-9, 2e-8), (2e7, 5e-10, 1.5e-8), (2e8, 3e-10, 1.5e-8)];
    let stiff = [(2e9, 3e-10, 1.5e-8), (2e12, 3e-10, 1.5e-8)];
    for (stiffness, taut, slack) in bounds.into_iter().chain(stiff) {
        for (span, bound) in [([95.0, 20.0], taut), ([80.0, 20.0], slack)] {
            let [across, up] = span.map(|own| format!("{own} m"));
            let given = format!("{stiffness} N");
            let set = [("stiffness", given.as_str()), ("across", &across), ("up", &up)];
            let rows = run(MODELS, "sag", &set);
            let [level, up] = elastic_catenary(stiffness, span);
            let weight = 200.0 * G;
            let errors = [
                ("rope.start.force.x", level),
                ("rope.start.force.z", up),
                ("rope.end.force.x", level),
                ("rope.end.force.z", up + weight),
            ]
            .map(|(name, exact)| (rows.last(name) - exact) / level);
            println!("{stiffness} {span:?}: {errors:?}");
            assert!(largest(&errors) < bound, "{stiffness} {span:?}: {errors:?}");
        }
    }
}

/// What hangs between two places begins at rest and stays there, forces and all: with bending and clamps, and however
/// stiff it is.
#[test]
fn what_hangs_stays_at_rest() {
    let rows = run(MODELS, "rest", &[]);
    for name in
        ["hose.start.force.x", "hose.end.force.z", "hose.mid.position.x", "hose.mid.position.z"]
    {
        assert!(largest_change(&rows, name) < 1e-7, "{name}: {}", largest_change(&rows, name));
    }
    // A clamp keeps the direction, and the weight is carried by both ends.
    assert!((rows.last("hose.start.direction.x") - 1.0).abs() < 1e-12);
    assert!((rows.last("hose.end.direction.x") - 1.0).abs() < 1e-12);
    let carried = rows.last("hose.end.force.z") - rows.last("hose.start.force.z");
    assert!((carried - 20.0 * G).abs() < 1e-8, "{carried}");
    for stiffness in ["0.2 MN", "2 GN"] {
        let rows = run(MODELS, "still", &[("stiffness", stiffness), ("elements", "32")]);
        let moved = largest_change(&rows, "rope.start.force.x");
        assert!(moved < 1e-3, "{stiffness}: {moved} N of 700 N");
    }
}

/// 10 000 steps of a rope that has been kicked and flies off: what it has then it keeps.
#[test]
fn a_flying_rope_keeps_energy_and_momenta() {
    let rows = run(MODELS, "fly", &[]);
    let first = rows.time.iter().position(|&time| time > 0.45).expect("a row");
    for (name, of) in [
        ("momentum.x", "momentum.x"),
        ("momentum.z", "momentum.z"),
        ("angular_momentum.x", "angular_momentum.x"),
        ("angular_momentum.z", "angular_momentum.z"),
    ] {
        let column = &rows.column(name)[first..];
        let scale = largest(rows.column(of));
        let change = column.iter().map(|x| (x - column[0]).abs()).fold(0.0, f64::max);
        println!("{name}: {:.1e} of {scale}", change / scale);
        assert!(change < 1e-9 * scale, "{name}: {change} of {scale}");
    }
    let imbalance = largest(rows.column("energy.balance"));
    assert!(imbalance < 1e-9, "{imbalance} J of 10 J");
    // It does move.
    assert!(largest_change(&rows, "rope.end.position.x") > 1.0);
}

/// As many iterations for rubber as for what is stiffer than any steel.
#[test]
fn iterations_do_not_depend_on_the_stiffness() {
    let evaluations: Vec<f64> = ["1e3 N", "1e4 N", "1e6 N", "1e9 N", "1e12 N"]
        .iter()
        .map(|stiffness| {
            let rows = run(MODELS, "swing", &[("stiffness", stiffness)]);
            rows.report.effort.evaluations as f64 / 200.0
        })
        .collect();
    println!("{evaluations:?} for each step");
    let (least, most) =
        evaluations.iter().fold((f64::MAX, 0.0_f64), |(a, b), &x| (a.min(x), b.max(x)));
    assert!(most < 1.5 * least && most < 6.0, "{evaluations:?}");
}

/// Order 2 in time.
#[test]
fn shorter_steps_quarter_the_error() {
    let found: Vec<[f64; 2]> = ["10 ms", "5 ms", "2.5 ms", "0.5 ms"]
        .iter()
        .map(|step| {
            let rows = run(MODELS, "haul", &[("step", step)]);
            ["x", "z"].map(|axis| rows.last(&format!("rope.at(3 m).position.{axis}")))
        })
        .collect();
    let errors: Vec<f64> =
        found[..3].iter().map(|at| (at[0] - found[3][0]).hypot(at[1] - found[3][1])).collect();
    println!("{errors:?}");
    for pair in errors.windows(2) {
        let order = (pair[0] / pair[1]).log2();
        assert!((order - 2.0).abs() < 0.4, "{errors:?}");
    }
}

/// The force at the start is what the momentum changes by, and inside the rope what lies beyond changes by: differences
/// of rows 1 ms apart.
#[test]
fn forces_are_what_momentum_changes_by() {
    let rows = run(MODELS, "finely", &[("step", "0.25 ms")]);
    for axis in ["x", "z"] {
        let momentum = rows.column(&format!("momentum.{axis}"));
        let force = rows.column(&format!("rope.start.force.{axis}"));
        let weight = if axis == "z" { -G } else { 0.0 };
        let mut worst: f64 = 0.0;
        for k in 10..momentum.len() - 1 {
            let rate = (momentum[k + 1] - momentum[k - 1]) / 2e-3;
            worst = worst.max((rate - weight + force[k]).abs());
        }
        println!("{axis}: {worst:.2e} N of {:.1} N", largest(force));
        assert!(worst < 2e-3 * largest(force), "{axis}: {worst}");
    }
}

/// Two elements and 128 links in a current, with drag, buoyancy and added mass: within a hundredth of what it has swung,
/// and nearer with more.
#[test]
fn a_rope_in_water_moves_as_links_do() {
    let links = run(MODELS, "tow_links", &[]);
    let axes = ["x", "y", "z"];
    let apart = |rows: &Rows| {
        let differences = axes.iter().flat_map(|axis| {
            let name = format!("rope.end.position.{axis}");
            let (a, b) = (rows.column(&name).to_vec(), links.column(&name).to_vec());
            a.into_iter().zip(b).map(|(a, b)| (a - b).abs())
        });
        differences.fold(0.0, f64::max)
    };
    let errors: Vec<f64> = ["2", "4", "8"]
        .iter()
        .map(|elements| apart(&run(MODELS, "tow", &[("elements", elements)])))
        .collect();
    println!("{errors:?} m of 13 m");
    assert!(errors[0] < 0.15 && errors[2] < 0.02, "{errors:?}");
    let rows = run(MODELS, "tow", &[("elements", "8")]);
    for name in ["rope.start.force.z", "rope.at(13 m).tension"] {
        let (a, b) = (rows.last(name), links.last(name));
        assert!((a - b).abs() < 3e-3 * b.abs(), "{name}: {a} {b}");
    }
}

/// Kelvin and Voigt: the first mode of a beam decays with `ζ = ω η/(2 EI)`, `ω = 3.516 √(EI/ρL⁴)`, and its frequency is
/// `ω √(1 - ζ²)`.
#[test]
fn bending_damping_is_that_of_the_section() {
    let rows = run(MODELS, "ring", &[]);
    let z = rows.column("rod.end.position.z");
    // Sag of a beam under its weight: -qL⁴/8EI.
    let sag = -0.01 / 8.0;
    let extremes: Vec<(f64, f64)> = (1..z.len() - 1)
        .filter(|&k| (z[k] - z[k - 1]) * (z[k + 1] - z[k]) < 0.0)
        .map(|k| (rows.time[k], (z[k] - sag).abs()))
        .skip(4)
        .collect();
    let (first, last) = (extremes[0], extremes[extremes.len() - 1]);
    let decay = (first.1 / last.1).ln() / (last.0 - first.0);
    let omega = 3.516_015_268_5;
    let expected = 0.5 * omega * omega * 0.01;
    let half = (last.0 - first.0) / (extremes.len() - 1) as f64;
    println!("decay {decay:.5} 1/s, expected {expected:.5}; half a period {half:.5} s");
    assert!((decay / expected - 1.0).abs() < 0.02, "{decay} {expected}");
    assert!((std::f64::consts::PI / half / omega - 1.0).abs() < 2e-3, "{half}");
    assert!(rows.column("energy.dissipated").windows(2).all(|pair| pair[1] >= pair[0] - 1e-15));
}

/// Where a rod is bent from one side through straight to the other within a step its damping takes all of that. Steps there took
/// the difference of both sizes, next to nothing: a twentieth of all energy was missing with 20 steps to a swing, half of that
/// with 40.
///
/// Reference: `m z'' + c z' + k z = 0` with `k = 3EI/L³`, `c = 3η/L³`, and the energy that is left.
#[test]
fn bending_through_straight_keeps_its_order() {
    let (rate, stiffness, speed) = (0.03_f64, 3.0_f64, 0.01);
    let omega = (stiffness - rate * rate).sqrt();
    let errors = ["180 ms", "90 ms", "45 ms"].map(|step| {
        let rows = run(MODELS, "sway", &[("step", step)]);
        let time = rows.time[rows.time.len() - 1];
        let decayed = speed * (-rate * time).exp();
        let (sine, cosine) = (omega * time).sin_cos();
        let z = decayed / omega * sine;
        let z_rate = decayed * (cosine - rate / omega * sine);
        let lost = 1.0 - (z_rate * z_rate + stiffness * z * z) / (speed * speed);
        let found = rows.last("energy.dissipated") / (0.5 * speed * speed);
        println!("{step}: {found} of {lost} lost");
        (found - lost).abs()
    });
    assert!(errors[1] < 5e-3 && errors[2] < 0.3 * errors[1], "{errors:?}");
    assert!(errors[1] < 0.3 * errors[0], "{errors:?}");
}

/// Weights that are below what rounding may make of stiffnesses still bend a rope: `-wL⁴/8EI`. It stayed straight, and
/// nothing was said.
#[test]
fn stiff_and_finely_divided_ropes_bend_under_their_weight() {
    for elements in ["8", "600", "2000"] {
        let rows = run(MODELS, "loaded", &[("elements", elements)]);
        let sag = -G / 2.0 * 16.0 / (8.0 * 5000.0);
        let (z, force) = (rows.last("shelf.end.position.z"), rows.last("shelf.start.force.z"));
        println!("{elements}: {z} {sag}, {force}");
        assert!((z / sag - 1.0).abs() < 1e-5, "{elements}: {z} {sag}");
        assert!((force + G).abs() < 1e-5, "{elements}: {force}");
    }
}

/// A hose on a turning flange, whose bending is damped far faster than steps: forces in rows are those of generalized-alpha, which
/// damps what turns round. By midpoint steps half of the
/// rows stood aside of their neighbours by more than 3 N, up to 190 N.
#[test]
fn damped_bending_does_not_turn_round() {
    let [shaken, smooth] = ["turn", "turn_smoothly"].map(|experiment| run(MODELS, experiment, &[]));
    for rows in [&shaken, &smooth] {
        let notes = rows.report.warnings.join("\n");
        assert!(!notes.contains("turned round"), "{notes}");
    }
    let rough = |column: &[f64]| {
        let bends = column.windows(3).map(|own| (own[2] - 2.0 * own[1] + own[0]).abs());
        bends.filter(|own| *own > 3.0).count()
    };
    for axis in ["x", "z"] {
        let name = format!("hose.end.position.{axis}");
        let (a, b) = (shaken.last(&name), smooth.last(&name));
        assert!((a - b).abs() < 0.01, "{name}: {a} {b}");
        let name = format!("hose.start.force.{axis}");
        let [own, other] = [&shaken, &smooth].map(|rows| rough(rows.column(&name)));
        println!("{name}: {own} and {other} rows");
        assert!(own == 0 && other == 0, "{name}: {own} {other}");
    }
}

/// A load hangs straight on a rope that is damped against bending. The curvature is rounding, and so is its direction; at an
/// instant between two steps the damping made `1e15 m/s²` of it.
#[test]
fn a_rope_that_hangs_straight_is_bent_by_nothing() {
    for experiment in ["plumb", "plumb_alpha"] {
        let rows = run(MODELS, experiment, &[]);
        assert!(rows.time.len() > 4000);
        for axis in ["x", "y", "z"] {
            let most = largest(rows.column(&format!("load.acceleration.{axis}")));
            assert!(most < 1e-6, "{experiment} {axis}: {most}");
        }
        for tension in rows.column("rope.end.tension") {
            assert!((tension - 1400.0 * G).abs() < 1e-3, "{experiment}: {tension}");
        }
        assert!(largest(rows.column("rope.at(1 m).moment")) < 1e-6);
    }
}

/// A folded chain of which one end is let go (R18): without loss the tip has `v² = g x (2L - x) / (L - x)` when it has
/// fallen by `x`, since all energy goes into the falling half, and is ahead of a stone, as in the laboratory (Calkin and
/// March 1989). Here the instants at which it has fallen by 0.2 to 0.95 of the length; the fold is as wide as the ends are
/// apart and takes three to six pieces. Without any damping what the sudden start leaves in the fold goes on.
#[test]
fn a_folded_chain_falls_faster_than_a_stone() {
    // With `x = u²` nothing is infinite.
    let exact = |x: f64| {
        let parts = 10_000;
        let width = x.sqrt() / f64::from(parts);
        let each = (0..parts).map(|k| {
            let u = (f64::from(k) + 0.5) * width;
            2.0 * u / (G * u * u * (2.0 - u * u) / (1.0 - u * u)).sqrt()
        });
        each.sum::<f64>() * width
    };
    for (experiment, elements, bound) in
        [("folded", "60", 2e-3), ("folded", "120", 8e-4), ("folded_undamped", "120", 1e-2)]
    {
        let rows = run(MODELS, experiment, &[("elements", elements)]);
        let fallen: Vec<f64> = rows.column("chain.end.position.z").iter().map(|z| -z).collect();
        for x in [0.2, 0.4, 0.6, 0.8, 0.9, 0.95] {
            let row = fallen.iter().position(|own| *own > x).expect("it falls so far") - 1;
            let share = (x - fallen[row]) / (fallen[row + 1] - fallen[row]);
            let found = rows.time[row] + share * (rows.time[row + 1] - rows.time[row]) - 0.01;
            let error = found / exact(x) - 1.0;
            println!("{experiment} {elements}: {x} {error:.1e}");
            assert!(error.abs() < bound, "{experiment} {elements}: {x}: {error}");
            assert!(found < 0.985 * (2.0 * x / G).sqrt(), "{x}: {found}");
        }
    }
}

/// A piece that doubles back at the lowest point shows neither the curve nor what it pulls with: `sqrt(L² - h²) = 2a sinh(d/2a)`
/// for the level force `w a` (Irvine 1981). The note's own advice is right to 0.3 %. (The first was half of it, untold.)
#[test]
fn pieces_that_double_back_are_told() {
    let across =
        |a: f64| 2.0 * a * (2.5 / a).sinh() - (100.0_f64.powi(2) - 90.0_f64.powi(2)).sqrt();
    let (mut low, mut high): (f64, f64) = (0.1, 10.0);
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        if across(middle) > 0.0 { low = middle } else { high = middle }
    }
    let exact = 5.0 * G * low;
    let of = |experiment: &str, elements: &str| {
        let rows = run(MODELS, experiment, &[("elements", elements)]);
        let told = rows.report.warnings.iter().find(|own| own.contains("within one piece"));
        (rows.column("rope.start.force.x")[0].abs() / exact - 1.0, told.cloned())
    };
    for experiment in ["bight", "bight_run"] {
        let (error, told) = of(experiment, "16");
        println!("{experiment}: {error:.2} {told:?}");
        assert!(error.abs() > 0.3, "{error}");
        let told = told.expect("a note");
        let needed = told.split("some ").nth(1).and_then(|rest| rest.split(' ').next());
        let (error, told) = of(experiment, needed.expect("a number"));
        println!("{experiment}: {needed:?} {error:.1e} {told:?}");
        assert!(error.abs() < 3e-3 && told.is_none(), "{error} {told:?}");
    }
}

/// A beam that nothing weighs on and a force of nothing pulls is at rest, and swings with `1.875104^2 sqrt(EI/(m L^4))`. (What rounding leaves is all that there is, and no
/// state of rest was found, as 2.94e-39 N were left over.)
#[test]
fn a_beam_that_nothing_pulls_is_at_rest() {
    for elements in [4, 10, 30, 60, 100] {
        for stiffness in [1e-3, 1e4, 1e9_f64] {
            let text = format!(
                "model M(pull: Force = 0 N) {{
  environment {{ gravity = [0, 0, 0] m/s^2 }}
  cable c: spline(elements = {elements}) from world to free {{ linear_density = 7 kg/m; length = 2 m
    bending = {{ stiffness = {stiffness:e} N.m^2 }}; ends = {{ start = clamped(direction = x) }} }}
  force p on c.end = pull * x
}}
experiment e = M() {{ modes(count = 1) }}
"
            );
            let (found, _) = super::swept_modes::modes(&text);
            let expected = 1.875_104_068_711_961_f64.powi(2) * (stiffness / 7.0 / 16.0).sqrt();
            let off = (found[0].turning / expected - 1.0).abs();
            println!("{elements} {stiffness:e}: {off:.1e}");
            assert!(off < 1e-4, "{elements} {stiffness:e}: {found:?}");
        }
    }
}

/// A bight on a node turns each of two pieces by half of a turn, and a clamp one by a right angle: what these cannot follow is told, by the
/// curvature at their ends. The bight pulls with 3.023 N by a piece of 78 mm (16 and 2 % more with 8 and 16 elements), the clamp is bent by
/// `√(2 EI T)`, 343 N m.
#[test]
fn what_bends_more_sharply_than_a_piece_is_told() {
    let told = |rows: &Rows| rows.report.warnings.iter().any(|note| note.contains("of its length"));
    for (elements, is_told, off) in [("8", true, 0.2), ("16", false, 0.03), ("64", false, 1e-3)] {
        let rows = run(MODELS, "bight_in_current", &[("elements", elements)]);
        let wrong = (rows.last("T") / 3.023 - 1.0).abs();
        println!("bight, {elements}: {wrong:.1e}");
        assert!(
            told(&rows) == is_told && wrong < off,
            "{elements}: {wrong} {:?}",
            rows.report.warnings
        );
    }
    let bent = (2.0 * 3.0 * 2000.0 * 9.81_f64).sqrt();
    for (elements, length, is_told) in
        [("8", "15 m", true), ("64", "15 m", true), ("40", "300 mm", false)]
    {
        let rows = run(MODELS, "sideways", &[("elements", elements), ("length", length)]);
        let wrong = (rows.last("M").abs() / bent - 1.0).abs();
        println!("sideways, {elements}: {wrong:.1e}");
        assert_eq!(told(&rows), is_told, "{elements}: {:?}", rows.report.warnings);
        assert_eq!(wrong > 0.1, is_told, "{elements}: {wrong}");
    }
}
