//! Ropes whose sections relax where they stay bent or twisted, against closed forms of the generalized Maxwell model
//! (Tempel 2019, section 5.1): `M = K κ + Σ E y` with `y' = κ' - y/τ`.

use super::rows::{Rows, largest, largest_change, run};

const MODELS: &str = "tests/models/relaxing_sections.cdl";
const STEPS: [&str; 4] = ["0.1 s", "1 s", "5 s", "100 s"];

/// A twist of a radian in a metre that is there from the first instant: the torque falls as `5 e^-t`, or to `5 + 5 e^-t`, at the
/// ends of steps to rounding, of a tenth of the time constant and of a hundred of them; what was stored is dissipated.
#[test]
fn a_twist_that_is_held_fades_exactly() {
    for experiment in ["hold", "hold_midpoint", "hold_alpha"] {
        for (first, second) in [(5.0, 0.0), (5.0, 5.0)] {
            for step in STEPS {
                let numbers = [format!("{first} N.m^2"), format!("{second} N.m^2")];
                let set = [("first", numbers[0].as_str()), ("second", &numbers[1]), ("step", step)];
                let rows = run(MODELS, experiment, &set);
                for (row, time) in rows.time.iter().enumerate() {
                    let exact = second + first * (-time).exp();
                    for name in ["rod.start.torque", "rod.mid.torque"] {
                        let found = rows.column(name)[row];
                        let error = (found - exact).abs();
                        assert!(
                            error < 1e-12,
                            "{experiment} {step} {time}: {name} {found} {exact}"
                        );
                    }
                    let lost = 0.5 * first * (1.0 - (-2.0 * time).exp());
                    let found = rows.column("energy.dissipated")[row];
                    assert!((found - lost).abs() < 1e-12, "{experiment} {step} {time}: {found}");
                }
            }
        }
    }
}

/// Branches of the rod that is curled, N m² and s.
fn curling(constant: f64) -> [(f64, f64); 2] {
    [(3.0, constant), (1.0, 20.0)]
}

/// `y` of a curvature that grows evenly by 0.5/m within a second, and stays.
fn stretched(time: f64, constant: f64) -> f64 {
    let grown = |time: f64| -0.5 * constant * (-time / constant).exp_m1();
    if time <= 1.0 { grown(time) } else { grown(1.0) * ((1.0 - time) / constant).exp() }
}

/// What dampers have lost by then, `∫ E y²/τ`, by Simpson's rule.
fn lost(time: f64, constant: f64) -> f64 {
    let parts = 4000;
    let simpson = |from: f64, to: f64| {
        let h = (to - from) / f64::from(parts);
        let each = (0..=parts).map(|k| {
            let weight = match k {
                0 => 1.0,
                k if k == parts => 1.0,
                k if k % 2 == 1 => 4.0,
                _ => 2.0,
            };
            weight * stretched(from + h * f64::from(k), constant).powi(2)
        });
        each.sum::<f64>() * h / 3.0 / constant
    };
    simpson(0.0, time.min(1.0)) + if time > 1.0 { simpson(1.0, time) } else { 0.0 }
}

/// The curvature follows the pose of the end; at the ends of steps the moment is exact but for what the rod swings, which
/// weighs a gram, however long steps are beside the time constant. What is lost is right to 3e-7 and never falls.
#[test]
fn a_rod_that_is_curled_pulls_back_less_and_less() {
    for experiment in ["curl", "curl_midpoint", "curl_alpha"] {
        for (constant, step) in
            [(1.0, "0.1 s"), (0.1, "0.1 s"), (0.01, "0.1 s"), (0.001, "0.1 s"), (0.01, "0.5 s")]
        {
            let set = [("constant", format!("{constant} s"))];
            let set = [("constant", set[0].1.as_str()), ("step", step)];
            let rows = run(MODELS, experiment, &set);
            let mut worst = [0.0_f64; 2];
            for (row, &time) in rows.time.iter().enumerate().skip(1) {
                let curvature = 0.5 * (1.0 + time.min(1.0));
                let each = curling(constant).map(|(own, constant)| own * stretched(time, constant));
                let exact = 2.0 * curvature + each.iter().sum::<f64>();
                let found = rows.column("rod.at(0.4 m).moment")[row];
                worst[0] = worst[0].max((found - exact).abs());
                let each = curling(constant).map(|(own, constant)| own * lost(time, constant));
                let found = rows.column("energy.dissipated")[row];
                worst[1] = worst[1].max((found - each.iter().sum::<f64>()).abs());
            }
            println!("{experiment} {constant} {step}: {worst:?}");
            assert!(
                worst[0] < 4e-4 && worst[1] < 1e-6,
                "{experiment} {constant} {step}: {worst:?}"
            );
            never_falls(&rows);
        }
    }
}

fn never_falls(rows: &Rows) {
    let lost = rows.column("energy.dissipated");
    assert!(lost.windows(2).all(|pair| pair[1] >= pair[0] - 1e-15), "{lost:?}");
}

/// Of a moment that grows evenly to one within a second and stays: the compliance of Zener's solid is `1/K - E/(K (K + E))
/// e^(-t/c)`, `c = τ (K + E)/K`.
fn crept(time: f64, [lasting, branch, constant]: [f64; 3]) -> f64 {
    let slow = constant * (lasting + branch) / lasting;
    let fading = branch / (lasting * (lasting + branch));
    let ramp = |time: f64| {
        if time > 0.0 { time / lasting + fading * slow * (-time / slow).exp_m1() } else { 0.0 }
    };
    ramp(time) - ramp(time - 1.0)
}

/// Across the rod and about it, by the same numbers; of order 2 in the step.
#[test]
fn a_moment_that_stays_makes_a_rod_creep() {
    for experiment in ["creep", "creep_alpha"] {
        for along in ["0", "1"] {
            let errors = ["20 ms", "10 ms"].map(|step| {
                let rows = run(MODELS, experiment, &[("step", step), ("along", along)]);
                never_falls(&rows);
                let found = |row: usize| match along {
                    "0" => rows.column("rod.mid.curvature")[row],
                    // By less than half a turn.
                    _ => rows.column("tip.roll")[row],
                };
                let each = rows.time.iter().enumerate();
                each.map(|(row, &time)| (found(row) - crept(time, [2.0, 3.0, 0.5])).abs())
                    .fold(0.0, f64::max)
            });
            println!("{experiment} {along}: {errors:?}");
            let order = (errors[0] / errors[1]).log2();
            assert!(errors[0] < 3e-5 && order > 1.7, "{experiment} {along}: {errors:?}");
        }
    }
}

/// At rest nothing but what lasts bends and twists: the same as without branches; a run from there stays there.
#[test]
fn rest_has_forgotten_how_it_was_bent() {
    let [plain, relaxed] = ["0", "1"].map(|share| run(MODELS, "rest", &[("share", share)]));
    for name in ["load.position.x", "load.position.z", "rod.start.moment", "rod.mid.torque"] {
        let apart = (plain.last(name) - relaxed.last(name)).abs();
        assert!(apart < 1e-9, "{name}: {apart}");
    }
    let rows = run(MODELS, "from_rest", &[("share", "1")]);
    for name in ["load.position.x", "load.position.z", "rod.start.moment", "rod.mid.torque"] {
        let moved = largest_change(&rows, name);
        assert!(moved < 1e-7, "{name}: {moved}");
    }
    // Branches of nothing change nothing; some damp the swing.
    let [plain, damped] = ["0", "1"].map(|share| run(MODELS, "swing", &[("share", share)]));
    assert!(largest(plain.column("energy.dissipated")) < 1e-12);
    assert!(damped.last("energy.dissipated") > 0.01);
    never_falls(&damped);
    let exchanged = largest_change(&damped, "energy.gravity");
    let open = largest(damped.column("energy.balance"));
    assert!(open < 1e-10 * exchanged.max(1.0), "{open}");
}
