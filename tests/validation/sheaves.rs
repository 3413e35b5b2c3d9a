//! Ropes over sheaves and edges, and ropes that go through both ends, against closed forms.
//!
//! Rope turns at a point: what sheaves of a radius have on their rim is their `mass` here.

use super::rows::{Rows, fault, largest, run};

const MODELS: &str = "tests/models/sheave.cdl";
const G: f64 = 9.81;

/// Atwood's machine whose rope weighs something: with `y` the difference of heights, `y'' = κ² (y + Δm/ρ)`,
/// `κ² = 2ρg/(m₁ + m₂ + ρL + J/R²)`: y(1) = -5.19686574 for 5 and 6 kg, 8 and 4 m of 1 kg/m over a sheave of 0.3 m and
/// 0.2 kg m². Tensions are those of the masses' accelerations.
#[test]
fn a_rope_runs_over_a_sheave_as_newton_says() {
    let kappa = (2.0 * G / (5.0 + 6.0 + 12.0 + 3.164_700_443_f64)).sqrt();
    let travel = |t: f64| 1.5 * (1.0 - (kappa * t).cosh());
    assert!((travel(1.0) - 0.5 * (4.0 - 5.196_865_74)).abs() < 1e-8, "{}", travel(1.0));
    for (experiment, elements, bound) in [
        ("atwood", "1", 1e-5),
        ("atwood", "2", 1e-5),
        ("atwood", "5", 1e-5),
        ("atwood_midpoint", "2", 1e-5),
        ("atwood_alpha", "2", 1e-5),
    ] {
        let rows = run(MODELS, experiment, &[("elements", elements)]);
        let mut worst: f64 = 0.0;
        for (row, &time) in rows.time.iter().enumerate() {
            let at = |name: &str| rows.column(name)[row];
            worst = worst.max((at("top.travel") - travel(time)).abs());
            let (gone, a) = (at("top.travel"), at("top.acceleration"));
            for (name, expected) in [
                ("first.end.tension", (5.0 + 8.0 - gone) * (G + a)),
                ("first.start.tension", 5.0 * (G + a)),
                ("second.start.tension", (6.0 + 4.0 + gone) * (G - a)),
                ("second.end.tension", 6.0 * (G - a)),
            ] {
                let error = (at(name) / expected - 1.0).abs();
                assert!(error < 1e-9, "{experiment} {elements}: {name} at {time}: {error}");
            }
        }
        println!("{experiment} {elements}: {worst:.1e}");
        assert!(worst < bound, "{experiment} {elements}: {worst}");
    }
    // Work is done by nobody: what goes over takes its energies along.
    let rows = run(MODELS, "atwood", &[]);
    assert!(largest(rows.column("energy.balance")) < 1e-11);
    assert!(rows.column("energy.work").iter().all(|&work| work == 0.0));
}

/// A slip over an edge, at half a turn: `M v' = Δm g + ρ g y - tanh(µπ/2)(T₁ + T₂ - 2ρv²)`; 0.22867773 m and 0.59165579 m/s
/// after 0.8 s for 4 and 15 kg at 0.1 (by SciPy, 1e-12), order 2.
#[test]
fn a_rope_slides_over_an_edge() {
    let errors = ["20 ms", "10 ms", "5 ms"].map(|step| {
        let rows = run(MODELS, "slip", &[("step", step)]);
        assert!(largest(rows.column("energy.balance")) < 1e-10);
        [rows.last("top.travel").abs() - 0.228_677_73, rows.last("top.rate").abs() - 0.591_655_79]
            .map(f64::abs)
    });
    println!("{errors:?}");
    assert!(errors[2][0] < 2e-6 && errors[2][1] < 5e-6, "{errors:?}");
    for pair in errors.windows(2) {
        assert!((pair[0][0] / pair[1][0]).log2() > 1.8, "{errors:?}");
    }
}

/// Euler and Eytelwein: `(T₂ - ρv²)/(T₁ - ρv²) = e^(µΘ)`, 2.56633240 for half a turn at 0.3; whichever way, and less what
/// is lost is what the drive does.
#[test]
fn tensions_at_an_edge_are_those_of_euler_and_eytelwein() {
    for (experiment, speed, friction) in [
        ("drawn", 2.0_f64, 0.3),
        ("drawn", -2.0, 0.3),
        ("drawn_alpha", -2.0, 0.3),
        ("drawn", 0.5, 0.05),
        ("drawn", 5.0, 0.0),
    ] {
        let (way, mu) = (format!("{speed} m/s"), format!("{friction}"));
        let rows = run(MODELS, experiment, &[("speed", &way), ("friction", &mu)]);
        let flux = speed * speed;
        for (row, &time) in rows.time.iter().enumerate().skip(1) {
            let at = |name: &str| rows.column(name)[row];
            let (first, second) = (at("first.start.tension"), at("second.start.tension"));
            // Both go up or down at a constant speed.
            let hangs = [(40.0 + 12.0 - speed * time) * G, (30.0 + 9.0 + speed * time) * G];
            assert!((first / hangs[0] - 1.0).abs() < 1e-9, "{speed}: {first} at {time}");
            assert!((second / hangs[1] - 1.0).abs() < 1e-9, "{speed}: {second} at {time}");
            let share = (0.5 * friction * std::f64::consts::PI).tanh() * speed.signum();
            let friction = (first + second - 2.0 * flux) * share;
            let drives = first - second + friction;
            let found = at("top.force");
            assert!((found - drives).abs() < 1e-6 * first, "{speed} at {time}: {found} {drives}");
        }
        assert!(largest(rows.column("energy.balance")) < 1e-10);
    }
}

/// Four falls carry a quarter each, and the block rises by a quarter of what is hauled; sheaves turn as often as falls
/// are behind them. Nearly without mass, and straight.
#[test]
fn a_tackle_of_four_falls_lifts_by_a_quarter() {
    for experiment in ["tackle", "tackle_alpha"] {
        let rows = run(MODELS, experiment, &[]);
        let worst = |of: &dyn Fn(usize) -> f64| -> f64 {
            (1..rows.time.len()).map(|row| of(row).abs()).fold(0.0, f64::max)
        };
        let at = |name: &str, row: usize| rows.column(name)[row];
        let rises = worst(&|row| {
            at("block.position.z", row) + 12.0 + (at("hoist.length", row) - 12.0) / 4.0
        });
        let turns = worst(&|row| {
            let hauled = at("hoist.rate", row);
            let own = ["first.rate", "second.rate", "third.rate"].map(|name| at(name, row));
            let share = [0.75, 0.5, 0.25].map(|share| share * hauled);
            // Rope goes back towards the winch.
            own.iter().zip(share).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
        });
        println!("{experiment}: {rises:.1e} m, {turns:.1e} m/s");
        assert!(rises < 1e-9 && turns < 1e-6, "{experiment}: {rises} {turns}");
        // The sheaves' half kilograms and 0.48 kg of rope are all that differs.
        for row in 1..rows.time.len() {
            let sum: f64 =
                ["a.start.tension", "b.start.tension", "c.start.tension", "d.end.tension"]
                    .map(|name| at(name, row))
                    .iter()
                    .sum();
            let (first, last) = (at("a.start.tension", row), at("d.end.tension", row));
            let second =
                (0.8 / 4.0) * std::f64::consts::PI * (std::f64::consts::PI * rows.time[row]).sin();
            let pull = 500.0 * (G + second);
            assert!((sum / pull - 1.0).abs() < 3e-3, "{experiment}: {sum} {pull}");
            assert!((first / last - 1.0).abs() < 3e-3, "{experiment}: {first} {last}");
        }
    }
}

/// 10 000 steps of a block that swings in four falls with rope that weighs something, hauled a little.
#[test]
fn the_ledger_of_a_tackle_closes() {
    let rows = run(MODELS, "swinging", &[]);
    let (work, open) =
        (largest(rows.column("energy.work")), largest(rows.column("energy.balance")));
    println!("{open:.1e} J of {work:.1e} J");
    assert!(open < 1e-11 * 59e3, "{open} {work}");
    // It swung all the time.
    assert!(largest(rows.column("block.position.y")) > 1.0);
}

/// A belt feels `T - ρv²` at its sheaves: pulled apart by 400 N it has a tension of 200 N and what its own mass needs to be
/// turned, `2 kg/m (6 m/s)²`. Driven evenly nothing else pulls.
#[test]
fn a_belt_that_runs_needs_its_tension_to_turn() {
    for elements in ["1", "4"] {
        let rows = run(MODELS, "belt", &[("elements", elements)]);
        for (row, &time) in rows.time.iter().enumerate().skip(1) {
            let at = |name: &str| rows.column(name)[row];
            let turn = std::f64::consts::PI;
            let speed = 3.0 * (1.0 - (turn * time).cos());
            let second = 3.0 * turn * (turn * time).sin();
            assert!(
                (at("driven.rate") - speed).abs() < 1e-9 && (at("idle.rate") - speed).abs() < 1e-9
            );
            // What is before the middle of one part and behind that of the other pulls the idle sheave and its own mass.
            let (there, back) = (at("there.mid.tension"), at("back.mid.tension"));
            let mean = 200.0 + 2.0 * speed * speed;
            assert!(
                (0.5 * (there + back) - mean).abs() < 1e-7 * mean,
                "{elements} {time}: {there} {back} {mean}"
            );
            let drag = (3.0 + 2.0 * 3.0) * second;
            let left = (back - there - drag).abs();
            assert!(left < 1e-6 * mean, "{elements} {time}: {there} {back} {drag}");
            assert!((at("driven.force") - (3.0 + 12.0) * second).abs() < 1e-6 * mean, "{time}");
        }
        assert!(largest(rows.column("energy.balance")) < 1e-11 * 1e3);
    }
}

/// A string that runs along itself carries waves at `c + v` and `c - v` between two fixed points, so everything comes back
/// after `2Lc/(c² - v²)` (Skutch 1897): 2 s for 10 and 4 m/s and 8.4 m. After its end has been shaken nothing else acts.
#[test]
fn a_string_that_runs_brings_its_waves_back() {
    let apart = |rows: &Rows| {
        let aside = rows.column("aside");
        let pairs = rows.time.iter().enumerate().filter(|(_, time)| (0.65..2.9).contains(*time));
        let largest = aside.iter().fold(0.0_f64, |most, y| most.max(y.abs()));
        pairs.map(|(row, _)| (aside[row + 40] - aside[row]).abs()).fold(0.0, f64::max) / largest
    };
    let coarse = apart(&run(MODELS, "threadline", &[("elements", "16"), ("step", "8 ms")]));
    let fine = apart(&run(MODELS, "threadline", &[("elements", "32"), ("step", "4 ms")]));
    println!("{coarse} {fine}");
    assert!(coarse < 0.02 && fine < 0.01, "{coarse} {fine}");
    let rows = run(MODELS, "threadline", &[("step", "4 ms")]);
    // It stays as it is stretched: what goes out comes in.
    let tension = rows.column("line.mid.tension");
    assert!(tension.iter().all(|&pull| (pull - 100.0).abs() < 0.1), "{tension:?}");
    // The string at rest does not come back then.
    let still = apart(&run(MODELS, "threadline", &[("speed", "0 m/s"), ("step", "4 ms")]));
    assert!(still > 0.5, "{still}");
    let alpha = apart(&run(MODELS, "threadline_alpha", &[("step", "4 ms")]));
    assert!(alpha < 0.05, "{alpha}");
}

/// Euler and Eytelwein: the tensions are as `e^(µπ/2)`, whatever the rope stretches; here by 0.5 to 30 %.
#[test]
fn rope_that_stretches_slides_by_the_same_ratio() {
    let expected = (0.3 * std::f64::consts::FRAC_PI_2).exp();
    for experiment in ["hauled", "hauled_alpha"] {
        for stiffness in ["1 kN", "500 N", "20 kN"] {
            let rows = run(MODELS, experiment, &[("stiffness", stiffness)]);
            let ratio = rows.last("after.start.tension") / rows.last("before.end.tension");
            println!("{experiment} {stiffness}: {ratio} {expected}");
            assert!((ratio / expected - 1.0).abs() < 1e-4, "{experiment} {stiffness}: {ratio}");
            // Fast, the momentum of what is stretched goes off both, `ρv² (1 + T/EA)` with 20 N of 100.
            let own = [("stiffness", stiffness), ("speed", "20 m/s")];
            let rows = run(MODELS, experiment, &own);
            let (unit, number) = if stiffness.ends_with("kN") { (1e3, 3) } else { (1.0, 2) };
            let stiff =
                unit * stiffness[..stiffness.len() - number].parse::<f64>().expect("a number");
            let flux = 0.05 * rows.last("lip.rate").powi(2);
            let [first, second] = ["before.end.tension", "after.start.tension"].map(|name| {
                let tension = rows.last(name);
                tension - flux * (1.0 + tension / stiff)
            });
            println!("{experiment} {stiffness} fast: {} {expected}", second / first);
            assert!((second / first / expected - 1.0).abs() < 1e-4, "{experiment} {stiffness}");
        }
    }
}

/// Where `T < ρv²` nothing presses the rope on: both tensions are that of the winch, 2 N, and nothing is lost.
#[test]
fn rope_that_is_too_fast_lifts_off_its_edge() {
    for experiment in ["lifted", "lifted_alpha"] {
        let rows = run(MODELS, experiment, &[]);
        for name in ["before.end.tension", "after.start.tension"] {
            let worst = rows.column(name).iter().map(|pull| (pull - 2.0).abs());
            assert!(worst.fold(0.0, f64::max) < 1e-9, "{experiment} {name}");
        }
        assert!(rows.column("energy.dissipated").iter().all(|&lost| lost == 0.0));
    }
}

/// The car of an Atwood's machine is drawn up to the sheave after `acosh(1 + 3/5.5)/κ` with `κ² = g/20.5`: what is left of its
/// rope, who has taken it, and the instant are told.
#[test]
fn rope_that_has_all_gone_over_is_told() {
    for step in ["10 ms", "40 ms"] {
        let found = fault(MODELS, "gone", &[("step", step)]);
        let exact = (1.0_f64 + 3.0 / 5.5).acosh() / (G / 20.5).sqrt();
        assert!((found.time - exact).abs() < 1e-3, "{step}: {} {exact}", found.time);
        let text = found.to_string();
        assert!(text.contains("the length of `first`"), "{text}");
        assert!(text.contains("the sheave `top` has taken the rest"), "{text}");
    }
}

/// An edge that holds its rope in steps of 50 ms: tensions are on the side of the friction on which they are with short ones, 114 N at
/// least. They were on the other one from step to step, 88 N.
#[test]
fn friction_that_holds_within_a_step_is_on_its_side() {
    for step in ["50 ms", "10 ms", "1 ms"] {
        let rows = run(MODELS, "held", &[("step", step)]);
        let pull = rows.column("first.end.tension").iter().copied().fold(f64::INFINITY, f64::min);
        let other = rows.column("second.start.tension").iter().copied().fold(0.0, f64::max);
        println!("{step}: {pull} N, {other} N");
        assert!(pull > 114.0 && other < 115.0, "{step}: {pull} N, {other} N");
        let travel = rows.last("top.travel");
        assert!((travel + 9.6e-3).abs() < 1e-3, "{step}: {travel} m");
    }
}

/// A rope that turns round on an edge: rows beside those of a tenth of the step. Around each reversal four of them were on the wrong side of the
/// friction, by up to 450 of 1700 N, and a maximum of one of them, which nothing told.
#[test]
fn rope_that_turns_round_on_an_edge_is_on_the_right_side() {
    for (friction, most) in [("0.1", 100.0), ("0.2", 160.0)] {
        let own = run(MODELS, "hand_drawn", &[("friction", friction)]);
        let fine = run(MODELS, "hand_drawn", &[("friction", friction), ("step", "1 ms")]);
        for name in ["one.end.tension", "two.start.tension"] {
            let both = own.column(name).iter().zip(fine.column(name));
            let mut off: Vec<f64> = both.map(|(own, fine)| (own - fine).abs()).collect();
            off.sort_by(f64::total_cmp);
            let worst = off[off.len() - 1];
            println!(
                "{friction} {name}: {worst:.0} N, {:.0} N in all rows but five",
                off[off.len() - 6]
            );
            assert!(worst < most, "{friction} {name}: {worst} N");
        }
        assert!(largest(own.column("energy.balance")) < 1e-4);
    }
}

/// A straight spline does not buckle by itself, so it stops what would fly on; that is told.
#[test]
fn a_rope_that_pushes_is_told() {
    let rows = run(MODELS, "braked", &[]);
    let told = rows.report.warnings.join("\n");
    assert!(told.contains("`up` passed a blow of") && told.contains("by pushing at 1 s, when"));
    assert!(!told.contains("`down`"), "{told}");
    let quiet = run(MODELS, "atwood", &[]).report.warnings;
    assert!(quiet.is_empty(), "{quiet:?}");
}

/// Straight below, to rounding: `(M + ρ L) g`.
#[test]
fn a_load_on_a_rope_that_is_let_go_hangs_straight_before() {
    let rows = run(MODELS, "let_go", &[]);
    assert!((rows.column("car.position.z")[0] - 10.0).abs() < 1e-12);
    let pull = rows.column("rope.end.tension")[0];
    assert!((pull - 130.0 * 9.81).abs() < 1e-9, "{pull}");
    assert!(largest(rows.column("energy.balance")) < 1e-9);
}
