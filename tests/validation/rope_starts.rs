//! What ropes begin with: gaps at the start and at events, arcs of uneven pieces, sizes.

use cdl_session::Session;

use super::rows::{Rows, largest, path, run};

const MODELS: &str = "tests/models/rope_starts.cdl";
const WAYS: [&str; 4] = ["stiff", "spline", "bspline", "lumped"];

fn apart(rows: &Rows) -> f64 {
    let axis = |axis: &str| {
        let [body, rope] =
            ["b", "rope.mid"].map(|own| rows.column(&format!("{own}.position.{axis}"))[0]);
        body - rope
    };
    axis("x").hypot(axis("y")).hypot(axis("z"))
}

fn told(rows: &Rows, words: &str) -> bool {
    rows.report.warnings.iter().any(|own| own.contains(words))
}

/// With its code and message.
fn refusal(experiment: &str, overrides: &[(&str, &str)]) -> String {
    let mut session = Session::open(path(MODELS)).expect("the models");
    let compiled = session.compile(Some(experiment), overrides);
    let refused = compiled.and_then(|compilation| session.assemble(compilation)).err();
    let refused = refused.expect("it is refused");
    refused.iter().map(|each| format!("{} {}\n", each.code, each.message)).collect()
}

/// Three centimetres, or a body that is written nowhere: the body is free, so it begins on the rope, and no rope is stretched by it. Where it is written the rope comes to
/// it, if that takes less than a joule of the two kilojoules that its weight would make of its length. In 10 ms its weight moves the body with 5 mJ. (A B-spline once began apart and made 11 J of 0.2 mm, and a lumped rope was torn
/// aside at one node.)
#[test]
fn a_small_gap_is_closed_by_what_is_free() {
    for way in WAYS {
        let alone = run(MODELS, "begin", &[("way", way), ("held", "false")]);
        for written in ["true", "false"] {
            let rows = run(MODELS, "begin", &[("way", way), ("written", written)]);
            let stored = rows.column("energy.elastic")[0] - alone.column("energy.elastic")[0];
            let moved = largest(rows.column("energy.kinetic"));
            let open = largest(rows.column("energy.balance"));
            println!(
                "{way} {written}: {:.1e} m, {stored:.1e} J, {moved:.1e} J, {:?}",
                apart(&rows),
                rows.report.warnings
            );
            assert!(apart(&rows) < 1e-7 && open < 1e-9, "{way}: {} {open}", apart(&rows));
            let little = if written == "true" { 1.0 } else { 0.05 };
            assert!(stored.abs() < little && moved < little, "{way}: {stored} {moved}");
            let place = rows.column("b.position.z")[0];
            assert!(written == "false" || (place + 3.62).abs() < 1e-7, "{way}: {place}");
            assert!(rows.report.warnings.is_empty(), "{way}: {:?}", rows.report.warnings);
        }
    }
}

#[test]
fn a_wide_gap_is_refused_for_all_ropes() {
    let ways = WAYS.iter().map(|way| ("begin", *way));
    for (experiment, way) in ways.chain([("begin_rk4", "lumped")]) {
        let text = refusal(experiment, &[("way", way), ("z", "-2 m")]);
        assert!(text.contains("E0420") && text.contains("`grip`"), "{experiment} {way}: {text}");
        assert!(text.contains("start = equilibrium"), "{experiment} {way}: {text}");
    }
}

/// Explicit steps stretch the rope at one place, and what cannot move leaves only the rope: what that stores is said.
#[test]
fn what_closing_a_start_stores_is_told() {
    for experiment in ["begin_rk4", "forced"] {
        let rows = run(MODELS, experiment, &[("z", "-3.7 m")]);
        let stored = rows.column("energy.elastic")[0];
        println!("{experiment}: {stored} J, {:?}", rows.report.warnings);
        assert!(apart(&rows) < 1e-7, "{experiment}: {}", apart(&rows));
        assert!(told(&rows, "has stored") && stored > 2.0, "{experiment}: {stored} J");
    }
}

/// `EI κ² L / 2` of a circle, however uneven its pieces, but for what one piece of 3 m does not follow (it was 7 kJ with
/// pieces of 5 mm beside it).
#[test]
fn an_arc_of_uneven_pieces_stores_its_bending() {
    for (short, distance) in [("20 mm", "1 cm"), ("0.1 m", "1 cm"), ("1 m", "1 cm")] {
        let rows = run(MODELS, "uneven", &[("short", short), ("distance", distance)]);
        let has = rows.column("energy.elastic")[1] + rows.column("energy.kinetic")[1];
        let circle = 0.5 * (std::f64::consts::TAU / 10.01).powi(2) * 10.0;
        println!("{short}: {has} J, {circle} J");
        assert!((has / circle - 1.0).abs() < 0.05, "{short}: {has} {circle}");
    }
}

#[test]
fn a_rope_of_a_micrometre_hangs_as_one_of_a_metre() {
    let [small, large] =
        ["1 um", "1 m"].map(|length| run(MODELS, "small", &[("length", length)]).last("sag"));
    // The rigidity is the same, so the small one is stretched a million times less.
    let stiff = run(MODELS, "small", &[("length", "1 mm")]).last("sag");
    println!("{small} {stiff} {large}");
    assert!(
        (small - stiff).abs() < 1e-5 && (small - large).abs() < 0.02,
        "{small} {stiff} {large}"
    );
}

#[test]
fn a_rope_that_starts_far_stretched_is_told() {
    assert!(told(&run(MODELS, "stretched", &[]), "starts stretched by 500 %"));
    assert!(!told(&run(MODELS, "stretched", &[("distance", "1.4 m")]), "starts stretched"));
}

#[test]
fn a_winch_that_is_locked_is_not_asked_for_a_weight() {
    let text = refusal("locked", &[]);
    assert!(text.contains("`hoist`") && text.contains("leave it out"), "{text}");
    assert!(!text.contains("weight"), "{text}");
}

/// All of the rope gives way: `EA g² / 2 L` is 62.5 J for 5 cm, and the last piece alone would store twelve times as much.
/// It is in the log, as work, and told.
#[test]
fn a_gap_is_closed_along_the_rope() {
    let ways =
        [("spline", "10 ms"), ("bspline", "10 ms"), ("lumped", "10 ms"), ("lumped", "0.1 s")];
    for (way, instant) in ways {
        let rows = run(MODELS, "caught", &[("way", way), ("instant", instant)]);
        let stored = largest(rows.column("energy.elastic"));
        let set: Vec<_> = rows.events().iter().flat_map(|event| &event.set).collect();
        let put = set.iter().find(|(name, _)| name == "energy put in").expect("the energy").1;
        let work = rows.last("energy.work");
        println!("{way}: {stored} J, {put} J of {work} J, {:?}", rows.report.warnings);
        assert!((stored / 62.5 - 1.0).abs() < 0.05, "{way}: {stored}");
        assert!((put / work - 1.0).abs() < 1e-9, "{way}: {put} {work}");
        assert!(told(&rows, "closed a gap of 0.0"), "{way}: {:?}", rows.report.warnings);
    }
}

/// `straight` alone lies between two ends that are held, one tension in all of it: `EA (14.283/14 - 1)`.
#[test]
fn straight_lies_between_two_ends() {
    let distance = (100.0_f64 + 4.0 + 100.0).sqrt();
    let pull = 1e6 * (distance / 14.0 - 1.0);
    for way in ["spline", "bspline", "lumped"] {
        let rows = run(MODELS, "spanned", &[("way", way)]);
        let tension = rows.column("rope.start.tension")[0];
        println!("{way}: {tension} for {pull} N");
        // It weighs ten newtons, and begins to fall.
        assert!((tension / pull - 1.0).abs() < 1e-4, "{way}: {tension} for {pull} N");
        for (axis, middle) in [("x", 5.0), ("y", 1.0), ("z", 15.0)] {
            let at = rows.column(&format!("rope.at(7 m).position.{axis}"))[0];
            assert!((at - middle).abs() < 1e-9, "{way} {axis}: {at}");
        }
    }
}

/// A taut rope moves along itself with what holds it, to whatever side it goes, and nowhere faster than that. (Its line was found by an inverse that only rounding had: 1e18 m/s, or such as looked
/// like velocities.)
#[test]
fn a_taut_rope_begins_with_the_velocity_of_its_ends() {
    for degrees in [0.0, 0.001, 1.0, 5.0, 20.0, 30.0, 36.9, 40.0, 53.1, 60.0, 80.0, 120.0_f64] {
        let aside = format!("{degrees} deg");
        let (sin, cos) = degrees.to_radians().sin_cos();
        for (experiment, links) in
            [("oblique", "false"), ("oblique", "true"), ("oblique_explicitly", "true")]
        {
            let rows = run(MODELS, experiment, &[("aside", &aside), ("links", links)]);
            for name in ["load.velocity", "rope.mid.velocity"] {
                let at = |axis: &str| rows.column(&format!("{name}.{axis}"))[0];
                let speed = at("x").hypot(at("y")).hypot(at("z"));
                let apart = at("x") * sin - (at("z") - 1.0) * cos;
                let is_right = apart.abs() < 1e-9 && speed < 1.0 + 1e-6;
                assert!(is_right, "{aside} {experiment} {links} {name}: {apart} {speed}");
            }
        }
    }
}

/// Reference: where everything can move as a line would, the winch with 1 m/s, nothing moves faster: `½ (1000 + 200 + 20) kg m²/s²`, as all of the rope goes along, with a little for how the shape
/// sags; and the middle moves half as fast as the load. (A slack of a millimetre made 41 m/s of it and 9.6 kJ, with exit 0.)
#[test]
fn what_a_winch_pays_out_need_not_swing() {
    for way in ["stiff", "spline"] {
        for slack in ["100 mm", "10 mm", "1 mm", "0.1 mm", "10 um"] {
            let rows = run(MODELS, "paid_out", &[("slack", slack), ("way", way)]);
            let at = |name: &str| rows.column(name)[0];
            let aside = (at("rope.mid.velocity.x") - 0.3).hypot(at("rope.mid.velocity.z") + 0.4);
            let energy = at("energy.kinetic");
            println!("{way} {slack}: {aside} m/s, {energy} J");
            assert!((at("hoist.rate") - 1.0).abs() < 1e-9, "{way} {slack}");
            assert!((at("load.velocity.z") + 0.8).abs() < 1e-9, "{way} {slack}");
            assert!(aside < 0.1 && (energy - 610.0).abs() < 0.1, "{way} {slack}: {aside} {energy}");
        }
    }
}

/// Reference: a velocity that grows along the rope from zero to 5 m/s has `m v²/6`, which is 50 J, from whichever end the rope goes. (All of it began with the velocity of its
/// start: 150 J, or nothing.)
#[test]
fn a_straight_rope_begins_between_the_velocities_of_its_ends() {
    for (experiment, ways) in
        [("swept", ["lumped", "spline", "bspline"].as_slice()), ("swept_explicitly", &["lumped"])]
    {
        for way in ways {
            for turned in ["false", "true"] {
                let rows = run(MODELS, experiment, &[("way", way), ("turned", turned)]);
                let at = |name: &str| rows.column(name)[0];
                let aside =
                    (at("rope.mid.velocity.x") - 2.0).hypot(at("rope.mid.velocity.z") - 1.5);
                let energy = at("energy.kinetic");
                println!("{experiment} {way} {turned}: {aside} m/s, {energy} J");
                assert!(aside < 1e-3, "{experiment} {way} {turned}: {aside}");
                assert!((energy - 50.0).abs() < 0.2, "{experiment} {way} {turned}: {energy}");
            }
        }
    }
}

/// A rate that nobody writes is zero where the rope lets it be: all is as if it were written. (The winch took 0.15 m/s of the load's, its motor did not hold it, and the rope
/// began with 430 N for 34 N.)
#[test]
fn a_winch_that_nobody_moves_stands_still() {
    let [written, free] =
        ["true", "false"].map(|written| run(MODELS, "held_slack", &[("written", written)]));
    for name in ["hoist.rate", "load.velocity.x", "load.velocity.z", "rope.start.tension"] {
        for (a, b) in written.column(name).iter().zip(free.column(name)) {
            assert!((a - b).abs() < 1e-6 * a.abs().max(1.0), "{name}: {a} {b}");
        }
    }
    assert!(free.column("hoist.rate").iter().all(|rate| rate.abs() < 1e-9));
    let tension = free.column("rope.start.tension")[0];
    assert!((tension - 33.8).abs() < 0.1, "{tension}");
}

/// A rope with slack to swing leaves the winch where it is; one that would have to swing ten times as fast as its load takes the winch along, by as little as moves everything:
/// no more than 610 J, with which all moves at one speed.
#[test]
fn a_winch_follows_where_its_rope_is_nearly_taut() {
    for (slack, is_still) in [("1 m", true), ("10 cm", true), ("1 mm", false), ("10 um", false)] {
        let rows = run(MODELS, "followed", &[("slack", slack)]);
        let at = |name: &str| rows.column(name)[0];
        let rate = at("hoist.rate");
        println!("{slack}: {rate} m/s, {} J", at("energy.kinetic"));
        assert!((at("load.velocity.x") - 0.6).abs() < 1e-9, "{slack}");
        assert!(
            if is_still { rate.abs() < 1e-9 } else { rate > 0.9 && rate <= 1.0 },
            "{slack}: {rate}"
        );
        assert!(is_still || at("energy.kinetic") < 610.1, "{slack}");
    }
}

/// The end of a spline that an event would let go begins where it is held, as any other. (It began 3 mm beside it, and the first step paid for that with 0.035, 3.5 or 350 J.)
#[test]
fn an_end_that_can_be_let_go_begins_where_it_is_held() {
    for experiment in ["detachable", "detachable_root"] {
        for elements in ["4", "8", "32"] {
            for length in ["10 ms", "1 ms", "0.1 ms"] {
                let rows = run(MODELS, experiment, &[("elements", elements), ("length", length)]);
                let at = |axis: &str| rows.column(&format!("tip.{axis}"))[0];
                let apart = [at("x") - 3.0, at("y"), at("z") + 5.0];
                let balance = largest(rows.column("energy.balance"));
                println!("{experiment} {elements} {length}: {apart:?}, {balance:.1e} J");
                assert!(apart.iter().all(|own| own.abs() < 1e-12), "{elements}: {apart:?}");
                assert!(balance < 1e-8, "{experiment} {elements} {length}: {balance:e} J");
            }
        }
    }
}

/// What hangs on it stands where the clamp points to, so the rope is straight between both. It began at rest between two places that are as far
/// apart as it is long: its weight stretched it above and bent it below, 25 mm aside, to no side that anything says.
#[test]
fn a_clamped_rope_with_a_load_begins_straight() {
    for stiffness in ["0.1 N.m^2", "3 N.m^2", "3 kN.m^2"] {
        let rows = run(MODELS, "clamped", &[("stiffness", stiffness)]);
        for name in ["load.position", "mid", "low"] {
            for axis in ["x", "y"] {
                let aside = largest(rows.column(&format!("{name}.{axis}")));
                assert!(aside < 1e-9, "{stiffness}: {name}.{axis} {aside} m");
            }
        }
        let [mid, low] = ["mid.z", "low.z"].map(|name| rows.column(name)[0]);
        assert!((mid - 12.5).abs() < 1e-6 && (low - 6.0).abs() < 1e-6, "{stiffness}: {mid} {low}");
    }
}
