//! Ropes that bend otherwise to one side than to another, or are curved where nothing bends them, on winches and over sheaves: their
//! sides go along with the rope. Against the same rope at rest without a winch, closed forms, and other integrators.

use super::rows::{Rows, closes_its_ledger, largest, largest_difference, run};
use super::small_motions::a_winch_holds_still_as_a_clamp;

const MODELS: &str = "tests/models/sided_winch.cdl";

/// What a rope of this length at rest has, which was clamped at its start with its side so turned; without a winch. How far it
/// hangs to the side and down in the middle (m), then the moments at both ends, N m.
fn at_rest(length: &str, twist: &str, aside: &str) -> Vec<f64> {
    let settings = [("length", length), ("twist", twist), ("aside", aside)];
    seen(&run(MODELS, "flat_at_rest", &settings), "rope")
}

/// The same at the end of a run.
fn seen(rows: &Rows, rope: &str) -> Vec<f64> {
    let names = ["mid.position.y", "mid.position.z", "start.moment", "end.moment"];
    names.map(|name| rows.last(&format!("{rope}.{name}"))).to_vec()
}

/// Places to 0.2 mm, where the rope hangs through by 11 cm and more, and moments to two thousandths.
fn are_the_same(name: &str, found: &[f64], expected: &[f64]) {
    println!("{name}: {found:.6?} and {expected:.6?}");
    for (k, (own, other)) in found.iter().zip(expected).enumerate() {
        let allowed = if k < 2 { 2e-4 } else { 2e-3 * other.abs() };
        assert!((own - other).abs() < allowed, "{name}: {found:?} and {expected:?}");
    }
}

/// Of a tenth of a turn for each metre, two metres are a fifth of one: so far the section that is at the winch then is turned. With
/// one that is not turned, or to the other side, moments differ by half and more. What is paid out for the first time has no twist,
/// so it turns nothing; where rope is hauled in and paid out nothing is left of it.
#[test]
fn a_winch_hauls_in_sides_with_the_rope() {
    let hauled = at_rest("8 m", "0.8 rev", "72 deg");
    for experiment in ["flat", "flat_by_midpoint", "flat_by_alpha"] {
        let rows = run(MODELS, experiment, &[("haul", "2 m")]);
        are_the_same(experiment, &seen(&rows, "rope"), &hauled);
        if experiment == "flat" {
            closes_its_ledger(&rows, experiment);
        }
    }
    let unlike = at_rest("8 m", "0.8 rev", "0 deg");
    assert!((hauled[2] - unlike[2]).abs() > 0.5 * hauled[2], "{hauled:?} {unlike:?}");
    let paid_out = run(MODELS, "flat", &[("haul", "-2 m")]);
    let expected = at_rest("12 m", "1 rev", "0 deg");
    are_the_same("paid out", &seen(&paid_out, "rope"), &expected);
    // By the end the same rope leaves that is there, from a slider that is held by the rest.
    let by_end = run(MODELS, "flat", &[("haul", "2 m"), ("at_end", "true")]);
    are_the_same("by its end", &seen(&by_end, "rope"), &at_rest("8 m", "0.8 rev", "0 deg"));
}

/// The part that it leaves, and the one that it comes into, which begins with a section that is turned to the other side.
#[test]
fn sides_go_over_a_sheave_with_the_rope() {
    let rows = run(MODELS, "spans", &[]);
    are_the_same("left", &seen(&rows, "first"), &at_rest("8 m", "0.8 rev", "0 deg"));
    are_the_same("come into", &seen(&rows, "second"), &at_rest("12 m", "1.2 rev", "-72 deg"));
    closes_its_ledger(&rows, "spans");
}

/// What a stiffness is to is so to both sides, so half a turn is none; a twist turns the section at the sheave on from the start.
#[test]
fn sides_that_do_not_meet_at_a_sheave_are_told() {
    for (twist, aside, apart) in [
        ("1 rev", "0 deg", None),
        ("1 rev", "180 deg", None),
        ("1 rev", "90 deg", Some("90 degrees")),
        ("45 deg", "45 deg", None),
        ("45 deg", "-45 deg", Some("90 degrees")),
        ("45 deg", "15 deg", Some("30 degrees")),
    ] {
        let rows = run(MODELS, "begun", &[("twist", twist), ("aside", aside)]);
        let told: Vec<&String> = rows
            .report
            .warnings
            .iter()
            .filter(|own| own.contains("the sides of `first`"))
            .collect();
        assert_eq!(told.len(), usize::from(apart.is_some()), "{twist}, {aside}: {told:?}");
        if let Some(apart) = apart {
            assert!(told[0].contains("at `top`") && told[0].contains(apart), "{told:?}");
        }
    }
}

/// A rope of 6 or 2 m that nothing holds is an arc of its radius, and the winch feels nothing of it.
#[test]
fn what_curls_is_an_arc_whatever_is_out() {
    for (change, length, pieces) in
        [("2 m", 6.0, [("8", 1e-3), ("16", 1e-4)]), ("-2 m", 2.0, [("8", 2e-6), ("16", 2e-6)])]
    {
        let angle: f64 = length / 2.0;
        let expected = [2.0 * angle.sin(), 2.0 * (1.0 - angle.cos())];
        for (elements, allowed) in pieces {
            let rows = run(MODELS, "curl", &[("change", change), ("elements", elements)]);
            let found = ["tip.position.x", "tip.position.y"].map(|name| rows.last(name));
            let worst = largest_difference(&found, &expected);
            println!("{length} m of {elements}: {found:?}, {worst:.1e} m");
            assert!(worst < allowed, "{change} of {elements}: {found:?}");
            assert!((rows.last("rope.mid.curvature") - 0.5).abs() < 1e-4);
            assert!(rows.last("hoist.force").abs() < 1e-3, "{}", rows.last("hoist.force"));
            closes_its_ledger(&rows, change);
        }
    }
}

/// Rope that is held straight against its relaxed shape stores `½ E c²` for each metre, which the winch that pays it out does less
/// work for: it pulls with `T - ½ E c²`, and one that pulls so stays where it is.
#[test]
fn a_winch_feels_what_rope_stores_that_is_held_straight() {
    let (tension, stiffness, curvature): (f64, f64, f64) = (50.0, 7.0, 0.5);
    let pull = tension - 0.5 * stiffness * curvature * curvature;
    for (experiment, allowed) in [("straight", 1e-9), ("straight_by_alpha", 1e-6)] {
        let rows = run(MODELS, experiment, &[]);
        let found = rows.last("hoist.force");
        println!("{experiment}: {found} N");
        assert!((found + pull).abs() < allowed * pull, "{experiment}: {found}");
        assert!((rows.last("rope.start.moment") - stiffness * curvature).abs() < 1e-9);
    }
    for radius in ["2 m", "2.1 m"] {
        let rows = run(MODELS, "balanced", &[("radius", radius)]);
        let fastest = largest(rows.column("track.rate"));
        assert!(fastest < 1e-12, "{radius}: {fastest}");
    }
}

/// The rope that is bent sharply, at rest without a winch, clamped with its side turned so far.
fn bent(length: f64, twist: f64, aside: f64, elements: &str) -> Rows {
    let [length, twist, aside] =
        [(length, "m"), (twist, "rad"), (aside, "rad")].map(|(own, unit)| format!("{own} {unit}"));
    let settings = [("length", &*length), ("twist", &twist), ("aside", &aside)];
    let more = [("elements", elements), ("winch", "false")];
    run(MODELS, "bent", &[&settings[..], &more].concat())
}

/// The derivative of what is stored, where rope comes as it is twisted at the winch, less what that brings of it.
#[test]
fn a_winch_pulls_with_what_is_stored_less() {
    const CHANGE: f64 = 1e-3;
    let (length, twist, aside, rigidity) = (1.2, 1.345, 0.455, 1.0);
    let rows = run(MODELS, "bent", &[]);
    let density = rows.last("rope.start.torque") / rigidity;
    let stored = |change: f64| {
        let turns = density * change;
        bent(length + change, twist + turns, aside - turns, "16").last("energy.elastic")
    };
    let slope = (stored(CHANGE) - stored(-CHANGE)) / (2.0 * CHANGE);
    let (found, expected) = (rows.last("hoist.force"), slope - 0.5 * rigidity * density * density);
    println!("{found} and {expected} N");
    assert!((found / expected - 1.0).abs() < 1e-3, "{found} {expected}");
}

/// Where moments turn sections of a bent rope the torque is another one at each place, and what leaves has the twist of the end. What is
/// left is a rope at rest whose side is turned by what has gone; by how much hardly depends on the pieces. (By the twist in the middle of the
/// piece there it was 0.220 rad with 24 and 0.188 with 48.)
#[test]
fn what_leaves_a_bent_rope_is_twisted_as_its_end_is() {
    let turned = ["24", "48"].map(|elements| {
        let settings = [("length", "1.6 m"), ("twist", "1.5 rad"), ("aside", "0.3 rad")];
        let more = [("haul", "0.4 m"), ("elements", elements)];
        let rows = run(MODELS, "bent", &[&settings[..], &more].concat());
        closes_its_ledger(&rows, elements);
        let torque = rows.last("rope.start.torque");
        let at = |gone: f64| bent(1.2, 1.5 - gone, 0.3 + gone, elements);
        let off = |gone: f64| at(gone).last("rope.start.torque") - torque;
        // Regula falsi, as the torque is nearly linear in what has gone.
        let (mut a, mut b) = (0.14, 0.18);
        let (mut off_a, mut off_b) = (off(a), off(b));
        for _ in 0..3 {
            let next = b - off_b * (b - a) / (off_b - off_a);
            (a, off_a) = (b, off_b);
            (b, off_b) = (next, off(next));
        }
        let rest = at(b);
        for name in ["rope.end.torque", "rope.start.moment", "rope.end.moment", "energy.elastic"] {
            let (own, other) = (rows.last(name), rest.last(name));
            assert!((own / other - 1.0).abs() < 2e-5, "{elements}, {name}: {own} {other}");
        }
        b
    });
    println!("{turned:?} rad");
    assert!((turned[0] - turned[1]).abs() < 1e-3, "{turned:?}");
}

/// Reference: a rope that resists to all sides as this one does in the plane.
#[test]
fn what_resists_across_a_plane_does_not_matter_in_it() {
    for elements in ["8", "16"] {
        let at = |across: &str| {
            let rows = run(MODELS, "plane", &[("across", across), ("elements", elements)]);
            ["ball.position.x", "ball.position.z"].map(|name| rows.column(name).to_vec())
        };
        let ([x, z], [other_x, other_z]) = (at("1 N.m^2"), at("3 N.m^2"));
        let worst = largest_difference(&x, &other_x).max(largest_difference(&z, &other_z));
        println!("{elements}: {worst:.1e} m");
        assert!(worst < 5e-5, "{elements}: {worst}");
    }
}

/// 10 000 steps of a rope that curls, with sides and a twist, on one winch and on two.
#[test]
fn what_swings_with_its_sides_on_a_winch_keeps_its_ledger() {
    for both in ["false", "true"] {
        let rows = run(MODELS, "wild", &[("both", both)]);
        closes_its_ledger(&rows, &format!("wild, {both}"));
    }
}

#[test]
fn integrators_agree_on_sides_that_flow() {
    for both in ["false", "true"] {
        let rows = ["shortly", "shortly_by_midpoint", "shortly_by_alpha"]
            .map(|experiment| run(MODELS, experiment, &[("both", both)]));
        for name in ["ball.position.x", "ball.position.y", "ball.position.z"] {
            for other in &rows[1..] {
                let apart = largest_difference(rows[0].column(name), other.column(name));
                println!("{both}, {name}: {apart:.1e} m");
                assert!(apart < 1e-5, "{both}, {name}: {apart}");
            }
        }
    }
}

#[test]
fn a_winch_that_holds_still_holds_sides() {
    a_winch_holds_still_as_a_clamp(MODELS);
}
