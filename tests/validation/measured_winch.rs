//! Ropes whose tension was measured over winches and sheaves: what they are stretched by, what a winch feels and what an edge holds follow
//! from the table `T(ε)` and its integral `W(ε)`. Against these in closed form, and against ropes with one stiffness.

use super::measured::{ROWS, beside, strain, tension};
use super::rows::{closes_its_ledger, largest, largest_difference, run};

const MODELS: &str = "tests/models/measured_winch.cdl";
/// m/s²
const GRAVITY: f64 = 9.81;

/// `W(ε)`, N: what a metre stores, trapezoid by trapezoid.
fn stored(strain: f64) -> f64 {
    let mut sum = 0.0;
    for pair in ROWS.windows(2) {
        let [(from, _), (to, _)] = [pair[0], pair[1]];
        let to = to.min(strain);
        if to > from {
            sum += 0.5 * (tension(from) + tension(to)) * (to - from);
        }
    }
    sum
}

/// A load of weight `G` hangs by `L (1 + ε(G))`, and the winch pulls with `G (1 + ε) - W(ε)` along the unstretched rope.
#[test]
fn a_winch_hauls_what_is_stretched_as_its_table_says() {
    for load in [2.0, 30.0, 100.0] {
        let weight = load * GRAVITY;
        let own = strain(weight);
        let expected = weight * (1.0 + own) - stored(own);
        for experiment in ["hauled", "hauled_midpoint", "hauled_alpha"] {
            for elements in ["1", "4"] {
                let set = [("load", &*format!("{load} kg")), ("elements", elements)];
                let rows = run(MODELS, experiment, &set);
                let length = rows.last("hoist.length") * (1.0 + own);
                let place = rows.last("rail.displacement") - length;
                let force = rows.last("hoist.force") + expected;
                println!("{experiment} {load} {elements}: {place:.1e} m {force:.1e} N");
                assert!((rows.last("hoist.length") - 6.0).abs() < 1e-12);
                // A gram of rope weighs 10 mN.
                assert!(place.abs() < 1e-5, "{experiment} {load} {elements}: {place}");
                assert!(force.abs() < 0.02, "{experiment} {load} {elements}: {force}");
            }
        }
        let rows = run(MODELS, "bobs", &[("load", &format!("{load} kg"))]);
        let [(x, t), (next, then)] = beside(weight, |row| row.1);
        let slope = (then - t) / (next - x);
        // Rayleigh: a third of the rope goes with its end.
        let frequency = (slope / 7.0 / (load + 1e-3 / 3.0)).sqrt() / std::f64::consts::TAU;
        let error = rows.last("frequency") / frequency - 1.0;
        println!("{load}: {error:.1e} of {frequency} Hz");
        assert!(error.abs() < 1e-6, "{load}: {error}");
    }
}

/// A table that is a line is a stiffness: paid out, over an edge, with a damper beside it, in all schemes.
#[test]
fn a_straight_table_is_a_stiffness_where_rope_flows() {
    for experiment in ["straight", "straight_midpoint", "straight_alpha"] {
        let rows = run(MODELS, experiment, &[]);
        for name in
            ["a_rail.displacement", "a_first.start.tension", "a_hoist.force", "a_edge.travel"]
        {
            let other = name.replacen('a', "b", 1);
            let error = largest_difference(rows.column(name), rows.column(&other));
            println!("{experiment} {name} {error:.1e}");
            // Rounding of what dampers ask for in rows.
            assert!(error < 1e-7, "{experiment} {name}: {error}");
        }
    }
}

/// Euler and Eytelwein: the tensions less the momentum of what is stretched, `ρv² (1 + ε)`, are as `e^(µπ/2)`, whichever rows of the table
/// lie between them.
#[test]
fn measured_rope_slides_by_the_ratio_of_its_tensions() {
    for (pull, friction, speed) in
        [("100 N", 0.6, "0.2 m/s"), ("20 N", 1.5, "0.2 m/s"), ("300 N", 0.9, "20 m/s")]
    {
        let expected = (friction * std::f64::consts::FRAC_PI_2).exp();
        for experiment in ["slides", "slides_alpha"] {
            let set = [("pull", pull), ("friction", &*friction.to_string()), ("speed", speed)];
            let rows = run(MODELS, experiment, &set);
            let flux = 0.05 * rows.last("lip.rate").powi(2);
            let tensions = ["before.end.tension", "after.start.tension"].map(|own| rows.last(own));
            let [first, second] = tensions.map(|own| own - flux * (1.0 + strain(own)));
            let error = second / first / expected - 1.0;
            println!("{experiment} {pull} {tensions:?}: {error:.1e}");
            assert!(error.abs() < 1e-4, "{experiment} {pull}: {error}");
        }
    }
}

/// Drawn to both sides, over a sheave that turns freely, from a part that is slack: both come to the mean of what draws.
#[test]
fn measured_rope_has_one_tension_over_a_sheave() {
    for experiment in ["freely", "freely_alpha"] {
        let rows = run(MODELS, experiment, &[]);
        for name in ["first.end.tension", "second.start.tension"] {
            let error = rows.last(name) - 450.0;
            println!("{experiment} {name}: {error:.1e} N");
            assert!(error.abs() < 2e-3, "{experiment} {name}: {error}");
        }
        let longer = 1.0 + strain(450.0);
        let travel = rows.last("top.travel");
        for (name, length) in [("g1", 9.8 - travel), ("g2", 9.5 + travel)] {
            let error = rows.last(&format!("{name}.displacement")) - length * longer;
            println!("{experiment} {name}: {error:.1e} m");
            assert!(error.abs() < 1e-5, "{experiment} {name}: {error}");
        }
    }
}

/// Over all rows, slack and snapping taut, for 10 000 steps; with a damper, too. What is lost is never negative.
#[test]
fn the_ledger_of_what_was_measured_and_flows_is_closed() {
    for damping in ["0 N", "20 N"] {
        let rows = run(MODELS, "wild", &[("damping", damping)]);
        closes_its_ledger(&rows, damping);
        let pulls = largest(rows.column("rope.mid.tension"));
        assert!(pulls > 600.0, "{damping}: {pulls}");
    }
}

/// A winch that keeps a tension draws with it along the unstretched rope, `T (1 + ε) - W(ε)`, and pays out what the table says.
#[test]
fn a_winch_draws_measured_rope_with_its_tension() {
    for pull in [20.0, 400.0, 1500.0] {
        let rows = run(MODELS, "tensioned", &[("pull", &format!("{pull} N"))]);
        let own = rows.last("rope.end.tension");
        let force = own * (1.0 + strain(own)) - stored(strain(own)) - pull;
        let place = rows.last("hoist.length") * (1.0 + strain(own)) - 10.0;
        println!("{pull}: {own} N, {force:.1e} N, {place:.1e} m");
        // A gram of rope weighs 10 mN.
        assert!(force.abs() < 0.02 && place.abs() < 3e-5, "{pull}: {force} {place}");
    }
}
