//! Ropes whose tension was measured, against closed forms, the equation of one load, and ropes with one stiffness.

use super::rows::{Rows, largest_change, largest_difference, run};

const MODELS: &str = "tests/models/measured.cdl";
const G: f64 = 9.81;
/// Of `bedding.csv`: strains, and tensions in N.
pub(super) const ROWS: [(f64, f64); 5] =
    [(0.0, 0.0), (0.01, 40.0), (0.03, 180.0), (0.06, 600.0), (0.1, 2000.0)];

/// Both rows beside a number of theirs, the first two and the last two also beyond.
pub(super) fn beside(number: f64, of: fn(&(f64, f64)) -> f64) -> [(f64, f64); 2] {
    let row = ROWS.iter().skip(1).take(ROWS.len() - 2).filter(|row| of(row) <= number).count();
    [ROWS[row], ROWS[row + 1]]
}

pub(super) fn tension(strain: f64) -> f64 {
    let [(x, t), (next, then)] = beside(strain, |row| row.0);
    t + (then - t) / (next - x) * (strain - x)
}

pub(super) fn strain(tension: f64) -> f64 {
    let [(x, t), (next, then)] = beside(tension, |row| row.1);
    x + (next - x) / (then - t) * (tension - t)
}

/// A table that is a line is a stiffness, with a damper and a branch beside it, in all schemes and at rest.
#[test]
fn a_straight_table_is_a_stiffness() {
    for experiment in ["straight", "straight_midpoint", "straight_alpha", "straight_rest"] {
        let rows = run(MODELS, experiment, &[]);
        for (measured, elastic) in
            [("left.position", "right.position"), ("measured.start.force", "elastic.start.force")]
        {
            for axis in ["x", "z"] {
                let names = [measured, elastic].map(|name| format!("{name}.{axis}"));
                let error = largest_difference(rows.column(&names[0]), rows.column(&names[1]));
                println!("{experiment} {measured}.{axis} {error:.1e}");
                assert!(error < 1e-9, "{experiment} {measured}.{axis}: {error}");
            }
        }
        let [measured, elastic] =
            ["measured", "elastic"].map(|rope| rows.column(&format!("{rope}.at(0.3 m).tension")));
        let error = largest_difference(measured, elastic);
        assert!(error < 1e-9, "{experiment}: {error}");
    }
}

/// Where rope carries `T(s)` it is stretched by `ε(T(s))`, whose integral is the length: 0.5 m of 10 m here. Each
/// goes over a kink of the table, where the strain is no polynomial: the error is of order 2.
#[test]
fn a_rope_hangs_as_long_as_its_table_says() {
    for (load, mass) in [("1 kg", "30 kg"), ("10 kg", "20 kg"), ("50 kg", "40 kg")] {
        let number = |text: &str| text.trim_end_matches(" kg").parse::<f64>().unwrap();
        let (bottom, weight) = (number(load) * G, number(mass) * G);
        let parts = 100_000;
        let middles = (0..parts).map(|k| (f64::from(k) + 0.5) / f64::from(parts));
        let mean = middles.map(|s| strain(bottom + weight * s)).sum::<f64>() / f64::from(parts);
        let exact = -10.0 * (1.0 + mean);
        let errors = ["4", "8", "16"].map(|elements| {
            let set = [("load", load), ("mass", mass), ("elements", elements)];
            let rows = run(MODELS, "hang", &set);
            let top = rows.last("rope.start.tension") - bottom - weight;
            assert!(top.abs() < 1e-2 * weight, "{load} {elements}: {top}");
            [rows.last("bob.position.z"), rows.last("other.position.z")].map(|z| (z - exact).abs())
        });
        println!("{load} {mass}: {errors:?} of {exact}");
        assert!(errors[0][0] < 2e-3 && errors[2][0] < 1e-4, "{load}: {errors:?}");
        assert!(errors[0][1] < 1e-3 && errors[2][1] < 1e-4, "{load}: {errors:?}");
    }
}

/// A start that hangs is at rest, but for what the pieces leave of it.
#[test]
fn what_hangs_stays() {
    for load in ["0.5 kg", "30 kg", "190 kg"] {
        let rows = run(MODELS, "stays", &[("load", load)]);
        let moved = largest_change(&rows, "bob.position.z");
        let beads = largest_change(&rows, "other.position.z");
        println!("{load}: {moved:.1e} m, {beads:.1e} m");
        assert!(moved < 5e-3 && beads < 5e-3, "{load}: {moved} {beads}");
    }
}

/// `m x'' = m g - T(x/10 - 1) - d x'/10`, in small steps of order 4. Of what goes slack: nothing pulls below the first row,
/// and no damper pushes.
fn bounced(until: f64, rate: f64, damping: f64, goes_slack: bool) -> [f64; 2] {
    let (mass, length) = (30.0, 10.0);
    let acceleration = |x: f64, v: f64| {
        let own = x / length - 1.0;
        if goes_slack && own <= 0.0 {
            return G;
        }
        let elastic = tension(own);
        let damper = damping / length * v;
        G - (elastic + if goes_slack { damper.max(-elastic) } else { damper }) / mass
    };
    let parts = (until * 20_000.0).round().max(1.0);
    let h = until / parts;
    let (mut x, mut v) = (length, rate);
    for _ in 0..parts as usize {
        let a = acceleration(x, v);
        let (x2, v2) = (x + 0.5 * h * v, v + 0.5 * h * a);
        let b = acceleration(x2, v2);
        let (x3, v3) = (x + 0.5 * h * v2, v + 0.5 * h * b);
        let c = acceleration(x3, v3);
        let (x4, v4) = (x + h * v3, v + h * c);
        let d = acceleration(x4, v4);
        (x, v) = (
            x + h / 6.0 * (v + 2.0 * v2 + 2.0 * v3 + v4),
            v + h / 6.0 * (a + 2.0 * b + 2.0 * c + d),
        );
    }
    [x, v]
}

fn error(rows: &Rows, damping: f64, rate: f64, goes_slack: bool) -> f64 {
    let all = rows.time.iter().zip(rows.column("rail.displacement"));
    let coarse = all.enumerate().filter(|(row, _)| row % 40 == 0);
    coarse
        .map(|(_, (&time, x))| (x - bounced(time, rate, damping, goes_slack)[0]).abs())
        .fold(0.0, f64::max)
}

/// Over all kinks of the table and back, thrown up to where the rope pushes: order 2, and the energy to rounding.
#[test]
fn a_load_bounces_over_the_rows_of_a_table() {
    for experiment in ["bounce", "bounce_midpoint"] {
        let errors = ["10 ms", "5 ms", "2.5 ms"].map(|step| {
            let rows = run(MODELS, experiment, &[("step", step)]);
            if experiment == "bounce" {
                let change = largest_change(&rows, "energy.total");
                assert!(change < 1e-9, "{step}: {change}");
            }
            error(&rows, 0.0, 0.0, false)
        });
        println!("{experiment}: {errors:?}");
        assert!(errors[2] < 2e-4, "{experiment}: {errors:?}");
        assert!(errors[0] / errors[2] > 10.0, "{experiment}: {errors:?}");
    }
}

/// What is lumped goes slack where its table begins, by both formulations.
#[test]
fn what_is_lumped_goes_slack_below_its_table() {
    for (experiment, bound) in [("slack", 1e-3), ("slack_recursive", 1e-4)] {
        let rows = run(MODELS, experiment, &[("step", "1 ms")]);
        let error = error(&rows, 200.0, 2.0, true);
        println!("{experiment}: {error:.1e}");
        assert!(error < bound, "{experiment}: {error}");
        assert!(rows.column("rope.mid.tension").iter().all(|pull| *pull >= 0.0));
        assert!(rows.column("rope.mid.tension").contains(&0.0));
    }
}

/// 10 000 steps of a wild flight that goes over the table from end to end.
#[test]
fn a_flight_keeps_what_it_has() {
    let rows = run(MODELS, "fly", &[]);
    // Of 860 J, 27 kg m/s and 420 kg m²/s.
    for (what, bound) in
        [("energy.total", 1e-8), ("momentum.y", 1e-9), ("angular_momentum.z", 1e-8)]
    {
        let change = largest_change(&rows, what);
        println!("{what} {change:.1e}");
        assert!(change < bound, "{what}: {change}");
    }
    let pulls = rows.column("rope.mid.tension");
    let least = pulls.iter().copied().fold(f64::MAX, f64::min);
    let most = pulls.iter().copied().fold(f64::MIN, f64::max);
    assert!(least < 40.0 && most > 180.0, "{least} {most}");
}
