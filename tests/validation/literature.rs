//! Ropes against what others have measured and computed: Lowe and Langley's flexible jumper, and a load that MoorDyn lifts.

use super::rows::{Rows, largest, run};

const MODELS: &str = "tests/models/literature.cdl";

/// Lowe and Langley (OMAE 2006): what the jumper pulls with at its top and at its bottom, level and upwards, as the tests of
/// MoorDyn have it, with their tolerance of 0.2 kN; and as a catenary with bending has it, where ours does not move any
/// more.
#[test]
fn a_jumper_hangs_as_lowe_and_langley_say() {
    let [coarse, fine] =
        ["34", "68"].map(|elements| run(MODELS, "still", &[("elements", elements)]));
    for (name, expected) in [
        ("jumper.end.force.x", 11.40),
        ("jumper.end.force.z", 45.71),
        ("jumper.start.force.x", 11.40),
        ("jumper.start.force.z", -24.04),
    ] {
        let found = coarse.last(name);
        println!("{name}: {found} kN, {} with twice as many pieces", fine.last(name));
        assert!((found - expected).abs() < 0.01, "{name}: {found}");
        assert!((found - fine.last(name)).abs() < 1e-4, "{name}: {found} {}", fine.last(name));
    }
}

/// Of the force at the top at an instant, kN.
fn top(rows: &Rows, time: f64) -> f64 {
    let row = rows.time.partition_point(|own| *own < time).clamp(1, rows.time.len() - 1);
    let at = |row: usize| {
        let each =
            ["x", "y", "z"].map(|axis| rows.column(&format!("jumper.end.force.{axis}"))[row]);
        each.iter().map(|own| own * own).sum::<f64>().sqrt()
    };
    let share = (time - rows.time[row - 1]) / (rows.time[row] - rows.time[row - 1]);
    at(row - 1) * (1.0 - share) + at(row) * share
}

/// The curves of the paper, as the tests of MoorDyn have read them off its figures, with their tolerance of 1 kN: the top
/// goes to and fro in line with the jumper, across it, and up and down, where it leaves the water. The curves themselves
/// are some tenths of a kN thick, which the mean shows.
#[test]
fn a_jumper_moves_as_lowe_and_langley_say() {
    let cases: [(&str, &[(f64, f64)]); 3] =
        [("in_line", &IN_LINE), ("across", &ACROSS), ("up", &UP)];
    for (name, curve) in cases {
        let rows = run(MODELS, "moved", &[(name, "1")]);
        let apart: Vec<f64> =
            curve.iter().map(|(time, expected)| top(&rows, 27.0 + time) - expected).collect();
        let mean = (apart.iter().map(|own| own * own).sum::<f64>() / apart.len() as f64).sqrt();
        println!("{name}: {:.2} kN, {mean:.2} kN in the mean", largest(&apart));
        assert!(largest(&apart) < 1.0, "{name}: {apart:?}");
        assert!(mean < 0.3, "{name}: {mean}");
        let open = largest(rows.column("energy.balance"));
        assert!(open < 1e-11 * largest(rows.column("energy.work")), "{name}: {open} J");
    }
    // Twice as many pieces and half the step change nothing of it but where the top goes through the surface, piece by piece.
    let set = [("up", "1"), ("elements", "68"), ("step", "25 ms")];
    let [coarse, fine] = [&set[..1], &set[..]].map(|set| run(MODELS, "moved", set));
    let apart = |time: f64| (top(&coarse, 27.0 + time) - top(&fine, 27.0 + time)).abs();
    let apart: Vec<f64> = UP.iter().map(|(time, _)| apart(*time)).collect();
    let alike = apart.iter().filter(|own| **own < 0.01).count();
    println!("finer: {:.3} kN, {alike} of {} within 0.01 kN", largest(&apart), apart.len());
    assert!(largest(&apart) < 0.7 && alike > 38, "{apart:?}");
}

/// Hauling in 1 m/s from 100.5 m: the load hangs where the line ends, stretched by its weight, `m g L/EA`, once what the jump of
/// its speed leaves has been damped. MoorDyn asks for half a metre.
#[test]
fn a_load_is_lifted_as_fast_as_its_line_is_hauled_in() {
    let rows = run(MODELS, "lifting", &[]);
    let (mass, gravity, stiffness) = (1000.0, 9.80665, 1e9);
    for (row, &time) in rows.time.iter().enumerate() {
        let length = 100.5 - time;
        assert!((rows.column("hoist.length")[row] - length).abs() < 1e-9);
        let depth = -rows.column("load.position.z")[row];
        assert!((depth - length).abs() < 0.15, "{time}: {depth}");
        if time > 5.0 {
            let exact = length * (1.0 + mass * gravity / stiffness);
            assert!((depth - exact).abs() < 1e-6, "{time}: {depth} {exact}");
            let tension = rows.column("line.start.tension")[row];
            assert!((tension - mass * gravity).abs() < 1.0, "{time}: {tension}");
        }
    }
}

// Time (s) since the motion is a full one, and the force at the top (kN).
const IN_LINE: [(f64, f64); 50] = [
    (0.0, 49.73),
    (1.6, 46.89),
    (3.2, 43.77),
    (4.8, 41.74),
    (6.4, 41.65),
    (8.0, 42.55),
    (9.6, 44.03),
    (11.2, 45.86),
    (12.8, 46.93),
    (14.4, 46.89),
    (16.1, 46.31),
    (17.7, 46.48),
    (19.3, 47.60),
    (20.9, 49.50),
    (22.5, 51.31),
    (24.1, 52.24),
    (25.7, 51.60),
    (27.3, 49.66),
    (28.9, 46.35),
    (30.5, 43.22),
    (32.1, 41.74),
    (33.7, 41.71),
    (35.3, 42.90),
    (36.9, 44.29),
    (38.5, 46.09),
    (40.1, 47.02),
    (41.7, 46.80),
    (43.3, 46.35),
    (44.9, 46.54),
    (46.5, 47.70),
    (48.1, 49.73),
    (49.7, 51.47),
    (51.3, 52.24),
    (52.9, 51.60),
    (54.5, 49.18),
    (56.1, 46.15),
    (57.7, 43.03),
    (59.3, 41.65),
    (60.9, 41.84),
    (62.5, 42.87),
    (64.1, 44.58),
    (65.7, 46.31),
    (67.3, 47.02),
    (69.4, 46.60),
    (71.0, 46.31),
    (72.6, 46.89),
    (74.2, 48.50),
    (75.8, 50.53),
    (77.4, 52.01),
    (79.0, 52.21),
];

const ACROSS: [(f64, f64); 50] = [
    (0.1, 48.18),
    (1.7, 46.35),
    (3.3, 44.80),
    (4.9, 44.35),
    (6.5, 45.28),
    (8.1, 46.60),
    (9.7, 48.18),
    (11.3, 49.05),
    (12.9, 48.83),
    (14.5, 47.31),
    (16.1, 45.54),
    (17.7, 44.45),
    (19.3, 44.83),
    (20.9, 46.12),
    (22.5, 47.60),
    (24.1, 48.79),
    (25.7, 48.99),
    (27.3, 48.12),
    (28.9, 46.31),
    (30.5, 44.70),
    (32.1, 44.41),
    (33.7, 45.48),
    (35.3, 46.93),
    (36.9, 48.31),
    (38.5, 49.12),
    (40.1, 48.63),
    (41.7, 47.15),
    (43.3, 45.35),
    (44.9, 44.38),
    (46.5, 44.87),
    (48.1, 46.25),
    (49.7, 47.73),
    (51.3, 48.83),
    (52.9, 49.05),
    (54.5, 47.86),
    (56.1, 46.15),
    (57.7, 44.64),
    (59.3, 44.54),
    (60.9, 45.61),
    (62.5, 46.99),
    (64.1, 48.47),
    (65.7, 49.12),
    (67.3, 48.50),
    (68.9, 46.96),
    (70.5, 45.06),
    (72.1, 44.38),
    (73.7, 45.03),
    (75.3, 46.51),
    (76.9, 47.89),
    (78.5, 48.99),
];

const UP: [(f64, f64); 50] = [
    (0.1, 55.72),
    (1.7, 51.02),
    (3.3, 48.09),
    (4.9, 45.38),
    (6.5, 43.96),
    (8.1, 42.84),
    (9.7, 39.71),
    (11.9, 36.85),
    (13.5, 39.29),
    (15.1, 43.64),
    (16.7, 48.83),
    (18.3, 53.01),
    (19.9, 55.33),
    (21.5, 55.72),
    (23.1, 56.72),
    (24.7, 57.75),
    (26.3, 56.94),
    (27.9, 54.04),
    (29.5, 49.41),
    (31.1, 46.67),
    (32.7, 44.45),
    (34.3, 43.64),
    (35.9, 41.55),
    (37.5, 37.68),
    (39.1, 37.01),
    (40.7, 39.78),
    (42.3, 44.16),
    (43.9, 49.28),
    (45.5, 53.50),
    (47.1, 55.46),
    (48.7, 55.78),
    (50.3, 56.94),
    (51.9, 57.78),
    (53.5, 56.78),
    (55.1, 53.30),
    (56.7, 49.15),
    (58.3, 46.54),
    (59.9, 44.32),
    (61.5, 43.42),
    (63.1, 41.23),
    (64.7, 37.49),
    (66.3, 37.27),
    (67.9, 40.00),
    (69.5, 44.67),
    (71.1, 49.99),
    (72.7, 53.72),
    (74.3, 55.49),
    (75.9, 55.81),
    (77.5, 57.07),
    (79.1, 57.78),
];
