//! Ropes that are made of several products, against closed forms for each of them.

use super::reference::{integrate, solve};
use super::rows::{largest, largest_change, largest_difference, run};

const MODELS: &str = "tests/models/sections.cdl";
const G: f64 = 9.81;
const WATER: f64 = 1025.0;

/// Of a section: m, N/m less what water carries, and N, infinite where it does not stretch.
struct Part {
    length: f64,
    weight: f64,
    stiffness: f64,
}

impl Part {
    /// In water: m, kg/m, m.
    fn wet(length: f64, mass: f64, diameter: f64, stiffness: f64) -> Self {
        let area = std::f64::consts::PI * diameter * diameter / 4.0;
        Self { length, weight: (mass - WATER * area) * G, stiffness }
    }

    /// How far it reaches where it is pulled at its start by `h` to the side and `v` upwards from its end, N: an elastic
    /// catenary (Irvine 1981), also of what floats.
    fn reach(&self, h: f64, v: f64) -> [f64; 2] {
        let Self { length, weight, stiffness } = *self;
        let last = v + weight * length;
        [
            h * length / stiffness + h / weight * ((last / h).asinh() - (v / h).asinh()),
            (last * last - v * v) / (2.0 * weight * stiffness)
                + (h.hypot(last) - h.hypot(v)) / weight,
        ]
    }
}

/// Where all of them reach, one behind the other, and where each of them ends.
fn ends(parts: &[Part], [h, mut v]: [f64; 2]) -> Vec<[f64; 2]> {
    let mut at = [0.0, 0.0];
    let each = parts.iter().map(|part| {
        let [x, z] = part.reach(h, v);
        v += part.weight * part.length;
        at = [at[0] + x, at[1] + z];
        at
    });
    each.collect()
}

/// The level and the upward force in the start, N, and the end of each part, by Newton's method.
fn hanging(parts: &[Part], span: [f64; 2], mut guess: [f64; 2]) -> ([f64; 2], Vec<[f64; 2]>) {
    let last = |at: [f64; 2]| *ends(parts, at).last().expect("parts");
    for _ in 0..50 {
        let (now, step) = (last(guess), 1e-4 * guess[0]);
        let matrix = [0, 1].map(|row: usize| {
            [0, 1].map(|column: usize| {
                let beside = |by: f64| {
                    let mut at = guess;
                    at[column] += by;
                    last(at)[row]
                };
                (beside(step) - beside(-step)) / (2.0 * step)
            })
        });
        let change = solve(matrix, [span[0] - now[0], span[1] - now[1]]);
        guess = [guess[0] + change[0], guess[1] + change[1]];
    }
    (guess, ends(parts, guess))
}

/// Chain, polyester and chain in water: forces at the ends, tensions and places where products meet, relative to the level
/// force and the length. Stretches of 0.07 % and 1.5 % meet in one slope, and the error is of order 4 all the same.
#[test]
fn a_mooring_hangs_as_three_catenaries() {
    let parts = [
        Part::wet(50.0, 145.0, 0.1, 6e7),
        Part::wet(150.0, 17.0, 0.1, 3e6),
        Part::wet(20.0, 120.0, 0.1, 4.5e7),
    ];
    let ([h, v], joints) = hanging(&parts, [180.0, 100.0], [4e4, -4e4]);
    let weight: f64 = parts.iter().map(|part| part.weight * part.length).sum();
    let upper = v + weight - parts[2].weight * parts[2].length;
    let errors = ["1", "2", "4"].map(|fine| {
        let rows = run(MODELS, "line_at_rest", &[("fine", fine)]);
        let read = |name: &str| rows.last(name);
        let forces = [
            read("line.start.force.x") - h,
            read("line.start.force.z") - v,
            read("line.end.force.x") - h,
            read("line.end.force.z") - v - weight,
            read("line.at(200 m).tension") - h.hypot(upper),
        ];
        let places = [
            read("line.at(50 m).position.x") - joints[0][0],
            read("line.at(50 m).position.z") + 100.0 - joints[0][1],
        ];
        let all = [largest(&forces) / h, largest(&places) / 220.0];
        println!("{fine}: {all:?}");
        largest(&all)
    });
    assert!(errors[0] < 2e-4 && errors[2] < 2e-6, "{errors:?}");
}

/// What hangs begins there, whatever it is made of.
#[test]
fn a_mooring_begins_at_rest() {
    let rows = run(MODELS, "line_stays", &[]);
    for name in ["line.start.force.x", "line.end.force.z", "line.at(50 m).position.z"] {
        assert!(largest_change(&rows, name) < 1e-4, "{name}: {}", largest_change(&rows, name));
    }
}

/// A connector of half a metre between pieces of 24 m is no hinge by which the rope folds back onto itself.
#[test]
fn a_short_section_does_not_fold() {
    let parts = [
        Part { length: 100.0, weight: 100.0 * G, stiffness: 6e8 },
        Part { length: 0.5, weight: 100.0 * G, stiffness: 6e8 },
        Part { length: 240.0, weight: 5.0 * G, stiffness: 3e7 },
    ];
    let ([h, v], _) = hanging(&parts, [280.0, 185.0], [1.2e5, 1e4]);
    let weight: f64 = parts.iter().map(|part| part.weight * part.length).sum();
    for experiment in ["connected", "connected_in_time"] {
        let rows = run(MODELS, experiment, &[]);
        let tension = rows.last("line.end.tension");
        let error = tension / h.hypot(v + weight) - 1.0;
        println!("{experiment}: {tension} N, {error:.1e}");
        assert!(error.abs() < 1e-3, "{experiment}: {error}");
    }
}

/// A rope that is pulled apart at once does not jump to the side, however taut it is, and what is in a row is drawn out as one
/// tension would: two bodies that part pull with the force of springs in a row.
#[test]
fn what_is_pulled_apart_at_once_stays_where_it_is() {
    for kind in ["Lumped", "Spline"] {
        for length in ["9.95 m", "9.5 m", "9.999 m", "10.001 m"] {
            let experiment = format!("surge_{}", kind.to_lowercase());
            let rows = run(MODELS, &experiment, &[("length", length)]);
            // Of both ends and what is between them: no more than the mass of all with the faster one.
            let kinetic = rows.column("energy.kinetic")[0];
            assert!(kinetic < 0.5 * 20.0 * 4.0, "{kind} {length}: {kinetic} J");
        }
    }
    let compliance = 3.0 / 1e6 + 4.0 / 1e5 + 3.0 / 1e7;
    let mass: f64 = 1.0 / (1.0 / 100.0 + 1.0 / 200.0);
    let exact = 2.0 * (mass / compliance).sqrt();
    let peak = largest(run(MODELS, "parted", &[]).column("rope.end.tension"));
    println!("{peak} N of {exact} N");
    assert!((peak / exact - 1.0).abs() < 0.02, "{peak} {exact}");
}

/// What hangs freely begins as long as its weight and its clumps make it.
#[test]
fn a_rope_hangs_with_its_clumps_from_the_start() {
    let rows = run(MODELS, "weighted", &[]);
    let weight = (30.0 * 4.0 + 90.0) * G;
    let error = largest_change(&rows, "rope.start.tension") / weight;
    assert!((rows.column("rope.start.tension")[0] / weight - 1.0).abs() < 1e-3);
    assert!(error < 2e-3, "{error}");
}

/// A riser that floats in its middle has the shape of a wave: three catenaries, the second one upside down.
#[test]
fn a_riser_floats_in_its_middle() {
    let parts = [
        Part::wet(110.0, 60.0, 0.2, f64::INFINITY),
        Part::wet(40.0, 120.0, 0.5, f64::INFINITY),
        Part::wet(70.0, 60.0, 0.2, f64::INFINITY),
    ];
    assert!(parts[1].weight < 0.0);
    let ([h, v], joints) = hanging(&parts, [160.0, -80.0], [9e3, -1.8e4]);
    let errors = ["1", "2", "4"].map(|fine| {
        let rows = run(MODELS, "wave_at_rest", &[("fine", fine)]);
        let read = |name: &str| rows.last(name);
        let forces = [read("riser.start.force.x") - h, read("riser.start.force.z") - v];
        let places = [
            read("riser.at(110 m).position.x") - joints[0][0],
            read("riser.at(110 m).position.z") - joints[0][1],
            read("riser.at(150 m).position.x") - joints[1][0],
            read("riser.at(150 m).position.z") - joints[1][1],
        ];
        let all = [largest(&forces) / h, largest(&places) / 220.0];
        println!("{fine}: {all:?}");
        largest(&all)
    });
    assert!(errors[0] < 5e-3 && errors[2] < 2e-5, "{errors:?}");
}

/// Two stiffnesses under one moment: arcs of 3 m and 1 m, one behind the other. What bears less than it is bent by is told
/// of its section, and the other one is within what it bears.
#[test]
fn a_rod_of_two_stiffnesses_is_bent_into_two_arcs() {
    let (first, second): (f64, f64) = (0.4 / 3.0, 0.4 / 3.0 + 0.6);
    let x = 3.0 * first.sin() + second.sin() - first.sin();
    let z = 3.0 * (1.0 - first.cos()) + first.cos() - second.cos();
    for (fine, bound) in [("1", 1e-6), ("2", 5e-8)] {
        let rows = run(MODELS, "arcs", &[("fine", fine)]);
        let error = (rows.last("tip.position.x") - x).hypot(rows.last("tip.position.z") - z);
        println!("{fine}: {error:.1e}");
        assert!(error < bound, "{fine}: {error}");
        for (name, exact) in [
            ("rod.at(0.2 m).curvature", 1.0 / 3.0),
            ("rod.at(0.7 m).curvature", 1.0),
            ("rod.at(0.2 m).moment", 1.0),
            ("rod.at(0.7 m).moment", 1.0),
        ] {
            let error = rows.last(name) - exact;
            assert!(error.abs() < 1e-4, "{fine} {name}: {error}");
        }
        let told = rows.report.warnings.join("\n");
        assert!(told.contains("1.2 m is the least") && !told.contains("2.9 m"), "{told}");
    }
}

/// A taut string that is four times as heavy in its second part: `k cot(k L)` of both parts is opposite, and with it the
/// frequencies are those of no even string. Each of them is there twice, in both planes.
#[test]
fn a_string_of_two_weights_has_its_notes() {
    let (tension, stretch) = (100.0_f64, 1.01_f64);
    let open = |f: f64| {
        let [light, heavy] = [0.1_f64, 0.4]
            .map(|mass| 2.0 * std::f64::consts::PI * f * (mass * stretch / tension).sqrt());
        light * (heavy * 7.0).sin() * (light * 3.0).cos()
            + heavy * (heavy * 7.0).cos() * (light * 3.0).sin()
    };
    let root = |mut low: f64, mut high: f64| {
        assert!(open(low) * open(high) < 0.0, "{low} {high}");
        for _ in 0..80 {
            let middle = 0.5 * (low + high);
            if open(low) * open(middle) <= 0.0 { high = middle } else { low = middle }
        }
        low
    };
    let exact = [root(0.5, 1.2), root(1.4, 2.2)];
    let errors = ["1", "2"].map(|fine| {
        let rows = run(MODELS, "notes", &[("fine", fine)]);
        let found = rows.column("frequency");
        let errors = [found[0] - exact[0], found[1] - exact[0], found[2] - exact[1]];
        println!("{fine}: {errors:?}");
        largest(&errors)
    });
    assert!(errors[0] < 1e-4 && errors[1] < 3e-6, "{errors:?}");
}

/// Three sections that say nothing are the rope that has none, and so are those that say the same as it.
#[test]
fn sections_that_are_alike_are_one_rope() {
    let text = std::fs::read_to_string(super::rows::path(MODELS)).expect("the models");
    let whole = run(MODELS, "in_one", &[]);
    let folder = std::env::temp_dir().join(format!("cdl-sections-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let table = super::rows::path("tests/models/line.csv");
    std::fs::copy(table, folder.join("line.csv")).expect("a copy");
    let own = "linear_density = 0.5 kg/m; axial = elastic(stiffness = 20 kN, damping = 100 N.s); \
               bending = { stiffness = 2 N.m^2; damping = 0.01 N.m^2.s }; diameter = 20 mm";
    for sections in [
        "section a { }\n section b { }\n section c { }".to_owned(),
        format!("section a {{ length = 2 m; elements = 2; {own} }}\n section b {{ {own} }}"),
    ] {
        let at = text.find("  record whole.start.force").expect("the model");
        let end = text[..at].rfind('}').expect("the cable's end");
        let file = folder.join("alike.cdl");
        std::fs::write(&file, format!("{}{sections}\n{}", &text[..end], &text[end..]))
            .expect("a file");
        let parts = run(file.to_str().expect("a path"), "in_one", &[]);
        for name in whole.names().filter(|name| !name.starts_with("time")) {
            let error = largest_difference(whole.column(name), parts.column(name));
            assert!(error < 1e-8, "{sections}: {name}: {error}");
        }
    }
    std::fs::remove_dir_all(&folder).expect("the folder");
}

/// A bead on a taut string: `k (cot k a + cot k b) = m k² / ρ` for the two parts beside it. The string has a kink there,
/// which smooth pieces round off: 0.3 % of a frequency with twelve of them, of order 1.
#[test]
fn a_bead_slows_a_string() {
    let (tension, stretch, mass) = (100.0_f64, 1.01_f64, 0.1_f64);
    let open = |f: f64| {
        let k = 2.0 * std::f64::consts::PI * f * (mass * stretch / tension).sqrt();
        let (a, b) = (4.0 * k, 6.0 * k);
        // Of both sides, times both sines.
        (a + b).sin() - 0.5 / mass * k * a.sin() * b.sin()
    };
    let root = |mut low: f64, mut high: f64| {
        assert!(open(low) * open(high) < 0.0, "{low} {high}");
        for _ in 0..80 {
            let middle = 0.5 * (low + high);
            if open(low) * open(middle) <= 0.0 { high = middle } else { low = middle }
        }
        low
    };
    let exact = [root(0.5, 1.5), root(2.0, 3.0)];
    let errors = ["1", "2"].map(|fine| {
        let rows = run(MODELS, "notes_of_a_bead", &[("fine", fine)]);
        let found = rows.column("frequency");
        let errors = [found[0] - exact[0], found[1] - exact[0], found[2] - exact[1]];
        println!("{fine}: {errors:?} of {exact:?}");
        largest(&errors)
    });
    assert!(errors[1] < 8e-3 && errors[0] / errors[1] > 3.0, "{errors:?}");
}

/// Beads on a thread: the force jumps by what each of them weighs less what its acceleration takes, that of the end is that
/// of the one there, and energy is kept.
#[test]
fn a_thread_carries_its_beads() {
    let rows = run(MODELS, "swing", &[]);
    let missing = rows.simulation().largest_imbalance / rows.simulation().energy_scale;
    assert!(missing < 1e-11, "{missing}");
    for row in 0..rows.time.len() {
        let read = |name: &str, axis: &str| rows.column(&format!("{name}.{axis}"))[row];
        for (axis, gravity) in [("x", 0.0), ("z", -G)] {
            let own = |name: &str, mass: f64| mass * (gravity - read(name, axis));
            let jump =
                read("thread.at(1.69 m).force", axis) - read("thread.at(1.71 m).force", axis);
            // Two centimetres of thread besides.
            let expected = own("thread.at(1.7 m).acceleration", 2.0 + 0.004);
            let end = read("thread.end.force", axis) - own("thread.end.acceleration", 1.0);
            assert!(
                (jump - expected).abs() < 0.02 * (1.0 + expected.abs()),
                "{row} {axis}: {jump} {expected}"
            );
            assert!(end.abs() < 1e-6, "{row} {axis}: {end}");
        }
    }
}

/// 10 000 steps of a rope that flies about: an elastic part, one that relaxes, one that was measured.
#[test]
fn a_flying_rope_of_three_products_keeps_what_it_has() {
    let rows = run(MODELS, "flight", &[]);
    let missing = rows.simulation().largest_imbalance / rows.simulation().energy_scale;
    println!("{missing:.1e}");
    assert!(missing < 1e-11, "{missing}");
    for axis in ["x", "y", "z"] {
        let column = rows.column(&format!("momentum.{axis}"));
        let change = column[1..].iter().map(|own| (own - column[1]).abs()).fold(0.0, f64::max);
        assert!(change < 1e-11, "{axis}: {change}");
    }
}

/// Two parts in a row, one of which relaxes: the tension of both is one, which is an equation of first order.
#[test]
fn parts_in_a_row_share_their_tension() {
    let rows = run(MODELS, "pulled", &[]);
    // Of the whole parts, N/m.
    let (elastic, lasting, branch, time) = (1e3 / 0.8, 300.0 / 1.2, 900.0 / 1.2, 0.5);
    let pulled = |t: f64| {
        let x = t.clamp(0.0, 1.0);
        0.02 * x * x * (3.0 - 2.0 * x)
    };
    // By how much the second part is longer: `elastic (out - x) = lasting x + branch (x - a)`.
    let longer = |t: f64, a: f64| (elastic * pulled(t) + branch * a) / (elastic + lasting + branch);
    let rates = |[t, a]: [f64; 2]| [1.0, (longer(t, a) - a) / time];
    let states = integrate([0.0, 0.0], &rows.time, 200, rates);
    let (tensions, places) =
        (rows.column("rope.end.tension"), rows.column("rope.at(0.8 m).position.x"));
    for (row, [t, a]) in states.into_iter().enumerate() {
        let x = longer(t, a);
        let errors = [
            (tensions[row] - elastic * (pulled(t) - x)) / 25.0,
            (places[row] - 0.8 - (pulled(t) - x)) / 0.02,
        ];
        println!("{t:.2} {errors:?}");
        assert!(largest(&errors) < 2e-4, "{t}: {errors:?}");
    }
}
