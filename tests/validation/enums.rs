//! A machine of phases against its closed form, and against the same one with numbers in place of an enum.

use super::rows::{Rows, run};

const MODELS: &str = "tests/models/enums.cdl";

/// The times at which the phase changes, with the number of the new one.
fn changes(rows: &Rows) -> Vec<(f64, f64)> {
    let set = rows.events().iter().flat_map(|own| own.set.iter().map(move |set| (own.time, set)));
    set.filter(|(_, (name, _))| name == "phase").map(|(time, (_, value))| (time, *value)).collect()
}

/// Down at 0.5 m/s to -2 m at 4 s, up from 6 s on, at 1 m and done 6 s later. Implicit steps are no shorter than 1e-5 of
/// a step of 10 ms.
#[test]
fn phases_follow_each_other_at_their_times() {
    for (name, tolerance) in [("machine_rk4", 1e-9), ("machine_energy", 1e-6)] {
        let rows = run(MODELS, name, &[]);
        let found = changes(&rows);
        let expected = [(4.0, 1.0), (6.0, 2.0), (12.0, 3.0)];
        assert_eq!(found.len(), expected.len(), "{name}: {found:?}");
        for ((time, phase), (at, then)) in found.iter().zip(expected) {
            assert!((time - at).abs() < tolerance && *phase == then, "{name}: {found:?}");
        }
        let height = |time: f64| match time {
            ..4.0 => -0.5 * time,
            4.0..6.0 => -2.0,
            6.0..12.0 => -2.0 + 0.5 * (time - 6.0),
            _ => 1.0,
        };
        for (time, found) in rows.time.iter().zip(rows.column("height")) {
            assert!((found - height(*time)).abs() < tolerance, "{name}: {found} at {time}");
        }
        assert_eq!((rows.last("phase"), rows.last("is_done")), (3.0, 1.0));
    }
}

/// Nothing in a run knows of enums: with numbers every row is the same, to the bit.
#[test]
fn an_enum_is_the_positions_of_its_values() {
    for integrator in ["rk4", "energy"] {
        let named = run(MODELS, &format!("machine_{integrator}"), &[]);
        let numbered = run(MODELS, &format!("numbered_{integrator}"), &[]);
        assert_eq!(named.time, numbered.time);
        for column in ["phase", "height", "rail.displacement", "is_done"] {
            assert_eq!(named.column(column), numbered.column(column), "{integrator}: {column}");
        }
    }
}

/// A parameter is set by the name of a value: then the first phase ends at 6 s, and the last begins at 8 s.
#[test]
fn a_parameter_is_set_by_name() {
    for value in ["landed", "Phase.landed"] {
        let found = changes(&run(MODELS, "machine_rk4", &[("first", value)]));
        assert_eq!(found.len(), 2, "{found:?}");
        assert!((found[0].0 - 6.0).abs() < 1e-9 && (found[1].0 - 8.0).abs() < 1e-9, "{found:?}");
    }
}
