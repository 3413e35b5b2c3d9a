//! Signals that jump or have kinks at known times, which steps end at, against closed forms.

use super::rows::{largest_difference, run};

const MODELS: &str = "tests/models/jumps.cdl";

/// Displacement under a force on 1 kg that is a polynomial between some instants: integrated piece by piece with
/// Simpson's rule for both integrals, which is exact for the line that the force is there.
fn displacement(force: impl Fn(f64) -> f64, kinks: &[f64], until: f64) -> f64 {
    let (mut x, mut v, mut at) = (0.0, 0.0, 0.0);
    for &end in kinks.iter().filter(|&&kink| kink < until).chain([&until]) {
        let h = end - at;
        // Inside of the piece, where a line is told by two of its points.
        let (a, b) = (at + 0.25 * h, at + 0.75 * h);
        let slope = if h > 0.0 { (force(b) - force(a)) / (b - a) } else { 0.0 };
        let first = force(a) - slope * 0.25 * h;
        x += v * h + first * h * h / 2.0 + slope * h * h * h / 6.0;
        v += first * h + slope * h * h / 2.0;
        at = end;
    }
    x
}

/// What is constant between the jumps is exact in every integrator; what is linear there is exact in rk4 and rk45, and
/// has an error of order 2 in the others: about `h^2 t f' / 12`, 1e-4 m.
#[test]
fn steps_end_where_forces_jump() {
    type Force = fn(f64) -> f64;
    let cases: [(&str, Force, &[f64], bool); 7] = [
        ("step", |t| if t >= 0.3337 { 1.0 } else { 0.0 }, &[0.3337], true),
        ("window", |t| if t > 0.3337 && t < 0.7123 { 2.0 } else { -1.0 }, &[0.3337, 0.7123], true),
        ("ramp", |t| 3.0 * ((t - 0.2113) / 0.3333).clamp(0.0, 1.0), &[0.2113, 0.5446], false),
        (
            "pulses",
            |t| if t.rem_euclid(0.2371) < 0.1113 { 1.0 } else { 0.0 },
            &[0.1113, 0.2371, 0.3484, 0.4742, 0.5855, 0.7113, 0.8226, 0.9484],
            true,
        ),
        ("abs", |t| 2.0 * (t - 0.4447_f64).abs(), &[0.4447], false),
        ("stairs", |t| (t / 0.2113).floor(), &[0.2113, 0.4226, 0.6339, 0.8452], true),
        (
            "table",
            |t| match t {
                t if t < 0.2113 => t / 0.2113,
                t if t < 0.5571 => 1.0 - 2.0 * (t - 0.2113) / (0.5571 - 0.2113),
                t => -1.0 + 3.0 * (t - 0.5571) / (1.0 - 0.5571),
            },
            &[0.2113, 0.5571],
            false,
        ),
    ];
    for (kind, (name, force, kinks, constant)) in cases.into_iter().enumerate() {
        for method in ["rk4", "rk45", "leapfrog", "energy", "adaptive", "midpoint", "alpha"] {
            let rows = run(MODELS, &format!("pushed_{method}"), &[("kind", &kind.to_string())]);
            let expected: Vec<f64> =
                rows.time.iter().map(|&time| displacement(force, kinks, time)).collect();
            let apart = largest_difference(rows.column("x"), &expected);
            println!("{name} {method}: {apart:.1e} m, {} steps", rows.report.effort.steps);
            let bound = if constant || method.starts_with("rk") { 1e-12 } else { 1e-4 };
            assert!(apart < bound, "{name} {method}: {apart:e}");
        }
    }
}

/// A ramp and a jump that fall on no step leave every method its order: rk4 four, the others two.
#[test]
fn kinks_leave_every_method_its_order() {
    let exact = run(MODELS, "turned_exact", &[]);
    for (coarse, fine, wanted) in [
        ("turned_rk4", "turned_rk4_10", 4.0),
        ("turned_energy", "turned_energy_5", 2.0),
        ("turned_alpha", "turned_alpha_5", 2.0),
    ] {
        let [coarse_error, fine_error] = [coarse, fine].map(|name| {
            let rows = run(MODELS, name, &[]);
            largest_difference(rows.column("hinge.angle"), exact.column("hinge.angle"))
        });
        let order = (coarse_error / fine_error).log2();
        println!("{coarse}: {coarse_error:.1e} and {fine_error:.1e}, order {order:.2}");
        assert!((order - wanted).abs() < 0.3, "{coarse}: {order}");
    }
}

/// On the grid of the steps, where generalized-alpha remembers accelerations from before the jump, too; its ledger counts the
/// work up to the jump with the force from before.
#[test]
fn a_jump_on_the_grid_leaves_the_order() {
    let errors = ["16 ms", "8 ms", "4 ms"].map(|step| {
        let rows = run(MODELS, "struck_alpha", &[("length", step)]);
        let exact = run(MODELS, "struck_exact", &[]);
        largest_difference(rows.column("rail.displacement"), exact.column("rail.displacement"))
    });
    let orders = [(errors[0] / errors[1]).log2(), (errors[1] / errors[2]).log2()];
    println!("{errors:?} {orders:?}");
    assert!(orders.iter().all(|order| *order > 1.8), "{orders:?}");
    let rows = run(MODELS, "pushed_alpha", &[("kind", "3")]);
    let report = rows.simulation();
    assert!(report.largest_imbalance < 1e-3 * report.energy_scale, "{}", report.largest_imbalance);
}

/// What repeats faster than the steps is not followed, and that is said.
#[test]
fn what_is_passed_over_is_told() {
    for experiment in ["rattled_rk4", "rattled_energy"] {
        let rows = run(MODELS, experiment, &[]);
        let said = rows.report.warnings.iter().any(|note| note.contains("no step ends there"));
        assert!(said, "{experiment}: {:?}", rows.report.warnings);
    }
    // Adaptive steps do follow: 2000 pulses of 0.1 N s.
    let speed = run(MODELS, "pulsed", &[]).last("rail.rate");
    assert!((speed - 200.0).abs() < 1e-6, "{speed}");
}

/// Rows within a step that ends at a jump know the force before it: places and rates are polynomials between the jumps.
#[test]
fn rows_within_steps_do_not_know_of_a_jump_at_their_end() {
    let speed = |t: f64| 5.0 * (t.clamp(0.423, 0.756) - 0.423);
    let way = |t: f64| {
        let pushed = t.clamp(0.423, 0.756) - 0.423;
        2.5 * pushed * pushed + speed(t) * (t - 0.756).max(0.0)
    };
    for method in ["rk4", "rk45", "leapfrog", "energy"] {
        let rows = run(MODELS, &format!("nudged_{method}"), &[]);
        let of = |function: &dyn Fn(f64) -> f64| -> Vec<f64> {
            rows.time.iter().map(|&time| function(time)).collect()
        };
        let apart = largest_difference(rows.column("x"), &of(&way));
        let rate = largest_difference(rows.column("v"), &of(&speed));
        println!("{method}: {apart:.1e} m, {rate:.1e} m/s");
        assert!(apart < 1e-12 && rate < 1e-12, "{method}: {apart:e} m, {rate:e} m/s");
    }
}

/// An event at the instant of a jump makes no step of its own, neither up to the jump's end nor with what was before it: 10 N for 1 s, so 15 m and 10 m/s after 2 s. (An explicit
/// step that begins within the jump has a first stage by the force before it: 15.17 m.)
#[test]
fn an_event_at_a_jump_takes_nothing_of_it_along() {
    for method in ["rk4", "rk45", "leapfrog", "energy", "midpoint", "alpha"] {
        let rows = run(MODELS, &format!("released_{method}"), &[]);
        let (x, v) = (rows.last("x"), rows.last("v"));
        let steps = rows.report.effort.steps;
        println!("{method}: {x} m, {v} m/s, {steps} steps");
        assert!((x - 15.0).abs() < 1e-12 && (v - 10.0).abs() < 1e-12, "{method}: {x} m, {v} m/s");
        assert_eq!(rows.last("seen"), 1.0, "{method}");
        if method != "rk45" {
            assert_eq!(steps, 20, "{method}");
        }
    }
}
