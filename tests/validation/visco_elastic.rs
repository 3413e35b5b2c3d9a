//! Ropes whose tension relaxes, against closed forms: Maxwell's, Kelvin and Voigt's and Zener's solids (Tempel 2019,
//! section 5.1, with the responses of figures 5.5 to 5.7), harmonic strain, and what damping there is.

use super::rows::{Rows, largest, largest_change, largest_difference, run};

const MODELS: &str = "tests/models/visco_elastic.cdl";
const G: f64 = 9.81;

/// R17 and N40, N42: a strain of one that is there from the first instant. Maxwell's element falls as `5 e^-t`, Zener's to
/// `5 + 5 e^-t`, and in its other form, a spring before Kelvin and Voigt's solid, to `2.5 + 2.5 e^-2t`. At the ends of
/// steps to rounding, however long these are; what has been stored is dissipated.
#[test]
fn a_strain_that_is_held_fades_exactly() {
    for experiment in ["hold", "hold_midpoint", "hold_alpha"] {
        for (first, second, constant) in [(5.0, 0.0, 1.0), (5.0, 5.0, 1.0), (2.5, 2.5, 0.5)] {
            for step in ["0.1 s", "1 s", "5 s", "50 s"] {
                let numbers =
                    [format!("{first} N"), format!("{second} N"), format!("{constant} s")];
                let set = [
                    ("first", numbers[0].as_str()),
                    ("second", &numbers[1]),
                    ("constant", &numbers[2]),
                    ("step", step),
                ];
                let rows = run(MODELS, experiment, &set);
                for (row, time) in rows.time.iter().enumerate() {
                    let fading = first * (-time / constant).exp();
                    for name in ["rope.start.tension", "rope.mid.tension"] {
                        let found = rows.column(name)[row];
                        let error = (found - second - fading).abs();
                        assert!(error < 1e-13, "{experiment} {step} {time}: {name} {found}");
                    }
                    // ½E (1 - e^-2t/τ), of a metre.
                    let lost = 0.5 * first * (1.0 - (-2.0 * time / constant).exp());
                    let found = rows.column("energy.dissipated")[row];
                    assert!((found - lost).abs() < 1e-13, "{experiment} {step} {time}: {found}");
                }
            }
        }
    }
}

/// N40 to N42: a stress of one from the first instant. Maxwell's element creeps as `0.2 + 0.2 t`; Kelvin and Voigt's solid
/// as `0.2 (1 - e^-t)`; Zener's as `0.2 - 0.1 e^(-t/2)`, and as `0.4 - 0.2 e^-t` in its other form. What pulls weighs 1 mg,
/// which changes that by 1e-7; the rest is the step, of order 2.
#[test]
fn a_stress_that_stays_makes_it_creep() {
    type Creep = fn(f64) -> f64;
    let cases: [(&str, [&str; 7], Creep, f64); 4] = [
        (
            "Maxwell",
            ["0 N", "5 N", "0 N", "1 s", "0 N.s", "0.2 m", "0.2 m/s"],
            |t| 0.2 + 0.2 * t,
            1e-12,
        ),
        (
            "Kelvin-Voigt",
            ["5 N", "0 N", "0 N", "1 s", "5 N.s", "0 m", "0.2 m/s"],
            |t| 0.2 * (1.0 - (-t).exp()),
            4e-6,
        ),
        (
            "Zener",
            ["0 N", "5 N", "5 N", "1 s", "0 N.s", "0.1 m", "0.05 m/s"],
            |t| 0.2 - 0.1 * (-0.5 * t).exp(),
            4e-6,
        ),
        (
            "Zener, its other form",
            ["0 N", "2.5 N", "2.5 N", "0.5 s", "0 N.s", "0.2 m", "0.2 m/s"],
            |t| 0.4 - 0.2 * (-t).exp(),
            4e-6,
        ),
    ];
    let names = ["lasting", "first", "second", "constant", "damping", "strain", "rate"];
    for (name, numbers, exact, bound) in cases {
        let errors = ["10 ms", "5 ms"].map(|step| {
            let mut set: Vec<(&str, &str)> = names.into_iter().zip(numbers).collect();
            set.push(("step", step));
            let rows = run(MODELS, "pull", &set);
            let positions = rows.time.iter().zip(rows.column("rail.displacement"));
            positions.map(|(&t, x)| (x - 1.0 - exact(t)).abs()).fold(0.0, f64::max)
        });
        println!("{name}: {errors:?}");
        assert!(errors[0] < bound, "{name}: {errors:?}");
        let is_of_order_two = (errors[0] / errors[1]).log2() > 1.7;
        assert!(is_of_order_two || errors[1] < 3e-7, "{name}: {errors:?}");
    }
}

/// Of the rope that is driven: stiffness, and branches with their time constants.
const LASTING: f64 = 20e3;
const BRANCHES: [(f64, f64); 3] = [(5e3, 1e-3), (8e3, 0.1), (3e3, 2.0)];

/// The complex modulus `K + Σ E iωτ/(1 + iωτ)` and what fades: with `ε = a sin ωt` beside what has relaxed,
/// `ε - α = a ωτ (ωτ sin ωt + cos ωt - e^(-t/τ))/(1 + ω²τ²)`.
fn driven(time: f64) -> f64 {
    let (amplitude, rate) = (0.01, 3.0);
    let (sin, cos) = (rate * time).sin_cos();
    let branches = BRANCHES.iter().map(|&(stiffness, constant)| {
        let z: f64 = rate * constant;
        stiffness * amplitude * z * (z * sin + cos - (-time / constant).exp()) / (1.0 + z * z)
    });
    LASTING * (0.02 + amplitude * sin) + branches.sum::<f64>()
}

fn worst_driven(rows: &Rows, from: f64) -> f64 {
    let found = rows.time.iter().zip(rows.column("rope.mid.tension"));
    found
        .filter(|(time, _)| **time >= from)
        .map(|(&time, found)| (found - driven(time)).abs())
        .fold(0.0, f64::max)
}

/// Order 2 in all schemes, with time constants from a tenth of a step to two hundred of them; what is left of 700 N.
#[test]
fn harmonic_strain_meets_the_complex_modulus() {
    for experiment in ["shake", "shake_midpoint", "shake_alpha"] {
        let errors: Vec<f64> = ["20 ms", "10 ms", "5 ms"]
            .iter()
            .map(|step| worst_driven(&run(MODELS, experiment, &[("step", step)]), 0.1))
            .collect();
        println!("{experiment}: {errors:?}");
        assert!(errors[1] < 0.02, "{experiment}: {errors:?}");
        for pair in errors.windows(2) {
            let order = (pair[0] / pair[1]).log2();
            assert!(order > 1.7, "{experiment}: {errors:?}");
        }
    }
}

/// Rows within steps are of the same order, and what they show has no influence on the run.
#[test]
fn rows_between_steps_remember_as_well() {
    let rows = run(MODELS, "shake_between", &[]);
    let error = worst_driven(&rows, 0.1);
    println!("{error}");
    assert!(error < 0.02, "{error}");
    let at_steps = run(MODELS, "shake", &[]);
    assert_eq!(rows.time.last(), at_steps.time.last());
    assert_eq!(rows.last("energy.dissipated"), at_steps.last("energy.dissipated"));
}

/// A load on a rope without mass: `x'' = g - (K ε + E (ε - α))/M`, `α' = (ε - α)/τ` with `ε = x/L`, by a method of order 4.
fn hung(until: f64) -> f64 {
    let (mass, length, lasting, branch, constant) = (50.0, 10.0, 20e3, 10e3, 0.5);
    let rate = |[x, v, a]: [f64; 3]| {
        let strain = x / length;
        let pull = lasting * strain + branch * (strain - a);
        [v, G - pull / mass, (strain - a) / constant]
    };
    let steps = 20_000;
    let h = until / f64::from(steps);
    let moved = |at: [f64; 3], by: [f64; 3], h: f64| [0, 1, 2].map(|k| at[k] + h * by[k]);
    let mut at = [0.0; 3];
    for _ in 0..steps {
        let first = rate(at);
        let second = rate(moved(at, first, 0.5 * h));
        let third = rate(moved(at, second, 0.5 * h));
        let fourth = rate(moved(at, third, h));
        at = moved(
            at,
            [0, 1, 2].map(|k| first[k] + 2.0 * (second[k] + third[k]) + fourth[k]),
            h / 6.0,
        );
    }
    -length - at[0]
}

/// Order 2 in fixed steps, and with steps by tolerance; a rope of a gram changes it by 1e-5 of the stretch.
#[test]
fn a_load_creeps_as_one_equation_says() {
    let exact: Vec<f64> = (1..=6).map(|k| hung(0.5 * f64::from(k))).collect();
    let worst = |rows: &Rows| {
        let at = |k: usize| rows.column("load.position.z")[10 * (k + 1)];
        exact.iter().enumerate().map(|(k, z)| (at(k) - z).abs()).fold(0.0, f64::max)
    };
    for experiment in ["drop", "drop_alpha", "cut"] {
        let errors =
            ["10 ms", "5 ms"].map(|step| worst(&run(MODELS, experiment, &[("step", step)])));
        println!("{experiment}: {errors:?}");
        assert!(errors[0] < 1e-3, "{experiment}: {errors:?}");
        let order = (errors[0] / errors[1]).log2();
        assert!((order - 2.0).abs() < 0.25, "{experiment}: {errors:?}");
    }
    let error = worst(&run(MODELS, "drop_exactly", &[]));
    println!("by tolerance: {error}");
    assert!(error < 5e-5, "{error}");
}

/// At rest nothing but what lasts pulls: `M g L/K`. A run from there stays there.
#[test]
fn rest_has_forgotten_everything() {
    let weight = 50.0 * G;
    let rest = run(MODELS, "rest", &[]);
    // Half of the rope's own weight counts.
    let exact = -10.0 - 10.0 * (weight + 0.0005 * G) / 20e3;
    assert!(
        (rest.last("load.position.z") - exact).abs() < 1e-9,
        "{}",
        rest.last("load.position.z")
    );
    assert!((rest.last("rope.start.tension") - weight - 0.001 * G).abs() < 1e-7);
    let rows = run(MODELS, "from_rest", &[]);
    for (name, bound) in [("load.position.z", 1e-9), ("rope.start.tension", 1e-5)] {
        let moved = largest_change(&rows, name);
        assert!(moved < bound, "{name}: {moved}");
    }
    assert!((rows.column("load.position.z")[0] - exact).abs() < 1e-9);
    assert!(largest(rows.column("energy.dissipated")) < 1e-12);
}

/// 10 000 steps of a rope that has been kicked: what it had is stored, moves, or has been lost in its branches; momenta
/// stay; and what has been lost never comes back.
#[test]
fn the_ledger_of_branches_closes() {
    let rows = run(MODELS, "fly", &[]);
    let lost = rows.column("energy.dissipated");
    let imbalance = largest(rows.column("energy.balance"));
    let exchanged = largest(rows.column("energy.work"));
    println!("{imbalance:e} J of {exchanged} J, {} J lost", rows.last("energy.dissipated"));
    assert!(rows.last("energy.dissipated") > 1.0);
    assert!(imbalance < 1e-11 * exchanged, "{imbalance} J of {exchanged} J");
    assert!(lost.windows(2).all(|pair| pair[1] >= pair[0]), "{lost:?}");
    let first = rows.time.iter().position(|&time| time > 0.45).expect("a row");
    for name in ["momentum.x", "momentum.z", "angular_momentum.x", "angular_momentum.z"] {
        let column = &rows.column(name)[first..];
        let change = largest_difference(column, &vec![column[0]; column.len()]);
        assert!(change < 1e-9 * largest(column), "{name}: {change}");
    }
}

/// Branches that pull with nothing change no bit, in any scheme.
#[test]
fn branches_of_nothing_change_nothing() {
    for (branched, plain) in [("swing", "plain"), ("swing_alpha", "plain_alpha")] {
        let (branched, plain) = (run(MODELS, branched, &[]), run(MODELS, plain, &[]));
        for name in plain.names() {
            assert_eq!(branched.column(name), plain.column(name), "{name}");
        }
    }
}

/// As many iterations for all stiffnesses and time constants, in steps of 10 ms.
#[test]
fn iterations_do_not_depend_on_what_relaxes() {
    let mut all = Vec::new();
    for stiffness in ["1e3 N", "1e6 N", "1e12 N"] {
        for constant in ["1e-6 s", "1 ms", "10 ms", "1 s", "1e6 s"] {
            let set = [("stiffness", stiffness), ("branch", stiffness), ("constant", constant)];
            let rows = run(MODELS, "swing", &set);
            let each = rows.report.effort.evaluations as f64 / 200.0;
            println!("{stiffness} {constant}: {each}");
            all.push(each);
        }
    }
    let (least, most) =
        all.iter().fold((f64::MAX, 0.0_f64), |(least, most), &x| (least.min(x), most.max(x)));
    assert!(most < 1.5 * least && most < 6.0, "{all:?}");
}

/// What of the tension turns round from row to row, 50 ms after the jump and at the end, N.
fn ringing(rows: &Rows) -> [f64; 2] {
    let first = rows.time.iter().position(|&time| time > 0.55).expect("a row");
    let mut column = rows.column("rope.mid.tension")[first..].to_vec();
    for _ in 0..6 {
        column = column.windows(2).map(|pair| (pair[1] - pair[0]) / 2.0).collect();
    }
    [largest(&column), largest(&column[column.len() - 10..])]
}

/// A tonne on 10 m of a rope of 10 g, whose upper end rises with half a metre per second at once: by a damper or a branch that
/// damps alike the tension soon does not turn round any more and comes to rest at the weight. (By 14 kN with the damper, where the end had the
/// velocity that midpoint steps carry on, 1 m/s and nothing by turns.) Both damp the swing of the load by 9 mm.
#[test]
fn ropes_are_still_soon_after_their_end_begins_to_move() {
    let weight = 1000.0 * G;
    let damper = [("damping", "300 kN.s")];
    let branch = [("branch", "300 MN"), ("constant", "1 ms")];
    for step in ["10 ms", "2 ms"] {
        let with = |set: &[(&str, &str)]| {
            let set: Vec<_> = set.iter().copied().chain([("step", step)]).collect();
            run(MODELS, "jerk", &set)
        };
        let (damped, branched) = (with(&damper), with(&branch));
        let [rings, fades] = [&damped, &branched].map(ringing);
        println!("{step}: {rings:?} {fades:?}");
        assert!(rings[0] < 0.05 * weight && rings[1] < 1.0, "{step}: {rings:?}");
        assert!(fades[0] < 3.0 && fades[1] < 1.0, "{step}: {fades:?}");
        let last = branched.last("rope.mid.tension");
        assert!((last - weight).abs() < 3.0, "{step}: {last}");
        let [one, other] = [&damped, &branched].map(|rows| rows.column("load.position.z"));
        let apart = largest_difference(one, other);
        println!("{step}: {apart} m apart");
        assert!(apart < 5e-4, "{step}: {apart}");
    }
    // So it is in generalized-alpha, which damps what rings in either.
    let alpha = run(MODELS, "jerk_alpha", &branch);
    assert!((alpha.last("rope.mid.tension") - weight).abs() < 3.0);
}

/// Table 5.2 of Tempel (2019) for four elements, GPa and GPa s; and the rig of section 5.2.1.
const RIG_LASTING: f64 = 7.135e9;
const RIG_BRANCHES: [(f64, f64); 3] = [(0.897e9, 0.283e9), (0.581e9, 2.171e9), (0.484e9, 17.153e9)];
const RIG_LENGTH: f64 = 2.783;
const RIG_DIAMETER: f64 = 6e-3;

fn rig_area() -> f64 {
    std::f64::consts::PI * RIG_DIAMETER * RIG_DIAMETER / 4.0
}

/// A strain that is held for 45 s, as in the rig's trials: `E(t) = E₁ + Σ E e^(-t E/η)`, to rounding, with steps longer than
/// the shortest time constant; 0.799 of the tension is left.
#[test]
fn the_rigs_rope_relaxes_as_its_elements_say() {
    let rows = run(MODELS, "rig_holds", &[]);
    let modulus = |time: f64| {
        let fading = RIG_BRANCHES.iter().map(|&(e, eta)| e * (-time * e / eta).exp());
        RIG_LASTING + fading.sum::<f64>()
    };
    let column = rows.column("rope.start.tension");
    for (time, tension) in rows.time.iter().zip(column) {
        let exact = 2e-3 * rig_area() * modulus(*time);
        assert!((tension / exact - 1.0).abs() < 1e-11, "{time}: {tension} {exact}");
    }
    let left = column[column.len() - 1] / column[0];
    assert!((left - 0.799).abs() < 5e-4, "{left}");
}

/// A complex number.
#[derive(Clone, Copy)]
struct Complex([f64; 2]);

impl Complex {
    fn times(self, other: Self) -> Self {
        let ([a, b], [c, d]) = (self.0, other.0);
        Self([a * c - b * d, a * d + b * c])
    }

    fn over(self, other: Self) -> Self {
        let [c, d] = other.0;
        let size = c * c + d * d;
        self.times(Self([c / size, -d / size]))
    }

    fn plus(self, other: Self) -> Self {
        Self([self.0[0] + other.0[0], self.0[1] + other.0[1]])
    }

    fn scaled(self, factor: f64) -> Self {
        Self(self.0.map(|own| own * factor))
    }
}

/// How fast a load rings down on the rig's rope: the root of `M s² + A/L (E₁ + Σ E s/(s + E/η)) = 0` that swings, by Newton's
/// method; `s = -decay + i ω`. The run has the same decay and frequency, by the extremes of what it swings by about where it
/// comes to, which creeps on.
#[test]
fn a_load_rings_down_on_the_rigs_rope() {
    let (mass, spring) = (20.0, rig_area() / RIG_LENGTH);
    let value = |s: Complex| {
        let branch = |&(e, eta): &(f64, f64)| s.scaled(e).over(s.plus(Complex([e / eta, 0.0])));
        let sum = RIG_BRANCHES.iter().map(branch).fold(Complex([RIG_LASTING, 0.0]), Complex::plus);
        s.times(s).scaled(mass).plus(sum.scaled(spring))
    };
    let mut s = Complex([-0.1, (spring * 9.097e9 / mass).sqrt()]);
    for _ in 0..50 {
        let now = value(s);
        let step = 1e-6;
        let slope = value(s.plus(Complex([step, 0.0]))).plus(now.scaled(-1.0)).scaled(1.0 / step);
        s = s.plus(now.over(slope).scaled(-1.0));
    }
    let [decay, omega] = [-s.0[0], s.0[1]];
    let errors: Vec<[f64; 2]> = ["1 ms", "0.5 ms"]
        .iter()
        .map(|step| {
            let rows = run(MODELS, "rig_rings", &[("step", step)]);
            // Over a period what creeps is nearly gone: the second difference over half of one is four times the swing.
            let column = rows.column("load.position.z");
            let half = std::f64::consts::PI / omega;
            let at = |time: f64| {
                let place = time / 5e-3;
                let (row, x) = (place.floor() as usize, place.fract());
                // Cubic, between four rows.
                let y = &column[row - 1..row + 3];
                let [a, b, c, d] = [y[0], y[1], y[2], y[3]];
                b + 0.5
                    * x
                    * (c - a + x * (2.0 * a - 5.0 * b + 4.0 * c - d + x * (3.0 * (b - c) + d - a)))
            };
            let swing = |time: f64| (2.0 * at(time) - at(time - half) - at(time + half)) / 4.0;
            // Amplitude and phase about an instant, by a quarter of a period.
            let seen = |time: f64| {
                let (x, y) = (swing(time), swing(time + 0.5 * half));
                (x.hypot(y), y.atan2(x))
            };
            let ((first, from), (second, to)) = (seen(0.5), seen(4.5));
            let found = (first / second).ln() / 4.0;
            let turns = (4.0 * omega - (from - to)) / std::f64::consts::TAU;
            let slip = (turns - turns.round()) * std::f64::consts::TAU / 4.0;
            println!("{step}: decay {found} of {decay}, frequency off by {slip} of {omega}");
            [found / decay - 1.0, slip / omega]
        })
        .collect();
    assert!(errors[1][0].abs() < 0.02 && errors[1][1].abs() < 3e-4, "{errors:?}");
    assert!((errors[0][1] / errors[1][1]).log2() > 1.6, "{errors:?}");
}
