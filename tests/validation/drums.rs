//! Rope on drums, in layers, against the equation of one coordinate.

use super::rows::{fault, largest, run};

const MODELS: &str = "tests/models/drum.cdl";
const G: f64 = 9.81;

/// `R² = R₀² + c s`.
const SQUARE: f64 = 0.04;
const GROWTH: f64 = 4e-4 / (std::f64::consts::PI * 0.3 * 0.9);

/// A hanging load of 40 kg on a rope of 3 kg/m of which `s` of 60 m are on a drum of 2 kg m²:
/// `½ (I(s)/R² + ρ (60 - s) + M) v²` with `I = J + ∫ ρ R² ds`, by Lagrange; gives `dv/dt`.
fn acceleration(stored: f64, rate: f64, torque: f64) -> f64 {
    let (inertia, density, load, whole) = (2.0, 3.0, 40.0, 60.0);
    let square = |s: f64| SQUARE + GROWTH * s;
    let on_it = 2.0 * SQUARE * stored + GROWTH * stored * stored;
    let mass = |turns: f64| turns / square(stored) + density * (whole - stored) + load;
    let turns = inertia + 0.5 * density * on_it;
    let mass_slope = density - turns * GROWTH / (square(stored) * square(stored)) - density;
    let weight = (load + density * (whole - stored)) * G;
    // By the length that is paid out: `d/dt (m v) - ½ v² dm/dL`.
    let pull = weight - torque / square(stored).sqrt();
    (pull + 0.5 * mass_slope * rate * rate) / mass(turns)
}

/// What is on it and how fast it leaves, by Runge and Kutta's steps of 0.1 ms.
fn expected(torque: f64) -> [f64; 2] {
    let h = 1e-4;
    let of = |[s, v]: [f64; 2]| [-v, acceleration(s, v, torque)];
    let moved = |x: [f64; 2], k: [f64; 2], by: f64| [x[0] + by * k[0], x[1] + by * k[1]];
    let mut x = [50.0, 0.0];
    for _ in 0..15_000 {
        let a = of(x);
        let b = of(moved(x, a, 0.5 * h));
        let c = of(moved(x, b, 0.5 * h));
        let d = of(moved(x, c, h));
        x = std::array::from_fn(|k| x[k] + h / 6.0 * (a[k] + 2.0 * (b[k] + c[k]) + d[k]));
    }
    x
}

/// Also 46.4807989141 m and 4.7786285872 m/s, by a prototype with SciPy.
#[test]
fn a_drum_lets_its_rope_go_in_layers() {
    let [stored, rate] = expected(0.0);
    assert!((stored - 46.480_798_914_1).abs() < 1e-9 && (rate - 4.778_628_587_2).abs() < 1e-9);
    for experiment in ["free", "free_midpoint", "free_alpha"] {
        let errors = ["60 ms", "30 ms", "15 ms"].map(|step| {
            let rows = run(MODELS, experiment, &[("step", step)]);
            if experiment == "free" {
                assert!(largest(rows.column("energy.balance")) < 1e-10);
            }
            let [on_it, fast] = [rows.last("hoist.stored"), rows.last("hoist.rate")];
            (on_it - stored).abs().max((fast - rate).abs())
        });
        println!("{experiment}: {errors:?}");
        let order = (errors[1] / errors[2]).log2();
        assert!(errors[2] < 3e-4 && (order - 2.0).abs() < 0.2, "{experiment}: {errors:?} {order}");
    }
}

/// A torque is one over the radius where rope leaves, whatever lies on it.
#[test]
fn a_torque_holds_by_the_radius() {
    let [stored, rate] = expected(320.0);
    let rows = run(MODELS, "braked", &[("step", "5 ms")]);
    let [on_it, fast] = [rows.last("hoist.stored"), rows.last("hoist.rate")];
    println!("{:.1e} {:.1e}", on_it - stored, fast - rate);
    assert!((on_it - stored).abs() < 1e-5 && (fast - rate).abs() < 1e-5);
    for row in 0..rows.time.len() {
        let at = |name: &str| rows.column(&format!("hoist.{name}"))[row];
        assert!((at("radius") - (SQUARE + GROWTH * at("stored")).sqrt()).abs() < 1e-12);
        assert!((at("torque") + 320.0).abs() < 1e-9);
        assert!((at("angular_velocity") * at("radius") - at("rate")).abs() < 1e-12);
        // Rope on it after φ turns from empty: `s = R₀φ + cφ²/4`.
        let turns = |s: f64| 2.0 * ((SQUARE + GROWTH * s).sqrt() - SQUARE.sqrt()) / GROWTH;
        assert!((at("angle") - (turns(50.0) - turns(at("stored")))).abs() < 1e-9);
    }
}

#[test]
fn the_ledger_of_a_drum_closes_while_its_load_swings() {
    let rows = run(MODELS, "swinging", &[]);
    let [least, most] = [f64::min, f64::max]
        .map(|of| rows.column("hoist.stored").iter().copied().fold(f64::NAN, of));
    let (balance, work) =
        (largest(rows.column("energy.balance")), largest(rows.column("energy.work")));
    println!("{least} {most}: {balance:e} of {work}");
    assert!(most - least > 3.0 && balance < 1e-11 * work, "{least} {most}: {balance:e} of {work}");
}

#[test]
fn runs_end_where_drums_are_empty_or_full() {
    let empty = fault(MODELS, "emptied", &[]);
    let (time, text) = (empty.time, empty.to_string());
    assert!(text.contains("drum of `hoist`") && text.contains("it is empty"), "{text}");
    // A load that falls: with about a fifth of what turns, 2 m take some 0.7 s.
    assert!((0.3..1.5).contains(&time), "{text}");
    let full = fault(MODELS, "filled", &[]);
    let (time, text) = (full.time, full.to_string());
    assert!(text.contains("its layers reach the flange with 9.6"), "{text}");
    // 9.66 m fit on it: `π b (flange² - R₀²)/d²`.
    assert!((time - 0.5 * (9.66 - 8.0)).abs() < 0.02, "{text}");
    // Where nothing pulls there is no rest, before all of the rope is out.
    let run_out = fault(MODELS, "run_out", &[]).to_string();
    assert!(run_out.contains("it is empty"), "{run_out}");
}
