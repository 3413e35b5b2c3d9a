//! Ends of cables that are clamped, and cables that are curled where nothing bends them.

use cdl_session::Session;

use crate::rows::{Rows, path, run};

const FILE: &str = "tests/models/right_numbers/clamped.cdl";
const STIFFNESS: f64 = 100.0;
const LENGTH: f64 = 2.0;

fn cantilever(links: u32, load: &str) -> Rows {
    run(FILE, "bent", &[("links", &links.to_string()), ("load", load)])
}

/// `P L³/(3 EI)` of Bernoulli's beam; half of the outer links counts for the clamp, so the error is of
/// second order.
#[test]
fn a_cantilever_bends_as_a_beam() {
    let load = 1e-3;
    let exact = -load * LENGTH.powi(3) / (3.0 * STIFFNESS);
    let error = |links| cantilever(links, "1 mN").last("beam.end.position.z") / exact - 1.0;
    let errors = [10, 20, 40].map(error);
    assert!(errors[2].abs() < 4e-4, "{errors:?}");
    for pair in errors.windows(2) {
        assert!((pair[0] / pair[1] - 4.0).abs() < 0.05, "{errors:?}");
    }
}

/// Large deflections of a cantilever under a load that keeps its direction: K. Mattiasson, "Numerical results from
/// large deflection beam and frame problems analysed by means of elliptic integrals", 1981, table 1, to
/// his five digits, by two meshes and the square of the spacing.
#[test]
fn a_cantilever_bends_as_the_elastica() {
    for (parameter, aside, along) in
        [(1.0, 0.30172, 0.05643), (5.0, 0.71379, 0.38763), (10.0, 0.81061, 0.55500)]
    {
        let load = format!("{} N", parameter * STIFFNESS / (LENGTH * LENGTH));
        let [coarse, fine] = [40, 80].map(|links| cantilever(links, &load));
        let limit = |name: &str| (4.0 * fine.last(name) - coarse.last(name)) / 3.0 / LENGTH;
        let found = [-limit("beam.end.position.z"), 1.0 - limit("beam.end.position.x")];
        assert!((found[0] - aside).abs() < 2e-5, "{parameter}: {found:?}");
        assert!((found[1] - along).abs() < 2e-5, "{parameter}: {found:?}");
    }
}

/// What the clamp passes on is the moment of the load about it, in both formulations; to the tolerance of
/// the state of rest.
#[test]
fn a_clamp_passes_on_the_moment() {
    for experiment in ["bent", "ringing_recursive"] {
        let rows = run(FILE, experiment, &[("load", "40 N")]);
        let moment = -40.0 * rows.column("beam.end.position.x")[0];
        let found = rows.column("held.torque")[0];
        assert!((found - moment).abs() < 1e-8 * moment.abs(), "{experiment}: {found} {moment}");
        assert!((rows.column("beam.start.force.z")[0] + 40.0).abs() < 1e-8, "{experiment}");
    }
}

/// The first frequency of a clamped beam, `(βL)² = 3.51601527`, by the mean period of a beam that is let go from
/// its shape under a load at the tip. Coarser links are off by second order: two meshes, to 1e-3.
#[test]
fn a_cantilever_rings_at_its_first_frequency() {
    let frequency = |links: &str| {
        let rows = run(FILE, "ringing", &[("links", links)]);
        let (time, tip) = (&rows.time, rows.column("beam.end.position.z"));
        let crossings: Vec<f64> = (1..tip.len())
            .filter(|&k| tip[k - 1] < 0.0 && tip[k] >= 0.0)
            .map(|k| time[k - 1] - tip[k - 1] * (time[k] - time[k - 1]) / (tip[k] - tip[k - 1]))
            .collect();
        // Higher modes move a crossing to and fro, but not on: by a line through all.
        let count = crossings.len() as f64;
        let middle = (count - 1.0) / 2.0;
        let square: f64 = (0..crossings.len()).map(|k| (k as f64 - middle).powi(2)).sum();
        let slope: f64 =
            crossings.iter().enumerate().map(|(k, at)| (k as f64 - middle) * at).sum::<f64>();
        std::f64::consts::TAU * square / slope
    };
    let exact = 3.51601527 * (STIFFNESS / (0.5 * LENGTH.powi(4))).sqrt();
    let [coarse, fine] = ["10", "20"].map(frequency);
    let limit = (4.0 * fine - coarse) / 3.0;
    assert!((limit / exact - 1.0).abs() < 1e-3, "{coarse} {fine} {limit} {exact}");
}

/// Where nothing bends it each joint has its angle exactly: the corners of the polygon in closed form, from
/// either end and to any side.
#[test]
fn a_relaxed_cable_is_its_arc() {
    for (side, [y, z]) in [("[0, 0, 1]", [0.0, 1.0]), ("[3, 0.6, -0.8]", [0.6, -0.8])] {
        let rows = run(FILE, "curled", &[("links", "16"), ("side", side), ("reach", "0.7 m")]);
        let (link, turn) = (LENGTH / 16.0, LENGTH / 16.0 / 0.7);
        let (mut along, mut aside) = (0.0, 0.0);
        for k in 0..16 {
            let angle = (f64::from(k) + 0.5) * turn;
            along += link * angle.cos();
            aside += link * angle.sin();
        }
        for (name, at, expected) in [
            ("first.end", [0.0; 3], [along, aside * y, aside * z]),
            ("last.start", [0.0, 5.0, 0.0], [-along, 5.0 + aside * y, aside * z]),
        ] {
            for (k, axis) in ["x", "y", "z"].into_iter().enumerate() {
                let found = rows.last(&format!("{name}.position.{axis}"));
                assert!((found - expected[k]).abs() < 1e-7, "{side} {name}: {found} {at:?}");
            }
        }
        assert!(rows.last("energy.elastic").abs() < 1e-11);
    }
}

/// A moved base, a body on the tip, both orders of root and tip, bent and curled: the energy-momentum method goes to
/// what the recursion at 1e-11 finds, with its order. The ledger closes in both, in 1e-12 of what is exchanged.
#[test]
fn both_formulations_move_clamped_cables_alike() {
    let reference = run(FILE, "moving", &[]);
    let runs = ["1 ms", "0.5 ms"].map(|step| run(FILE, "moving_constrained", &[("step", step)]));
    let (mut compared, mut order) = (0, Vec::new());
    for name in reference.names().map(str::to_owned).collect::<Vec<_>>() {
        let exact = reference.column(&name);
        let size = crate::rows::largest(exact).max(1e-3);
        let [coarse, fine] = [&runs[0], &runs[1]]
            .map(|rows| crate::rows::largest_difference(rows.column(&name), exact) / size);
        if name == "energy.balance" {
            assert!(coarse < 1e-8 && fine < 1e-8, "{name}: {coarse} {fine}");
            continue;
        }
        compared += 1;
        assert!(fine < 2e-3, "{name}: {coarse} {fine}");
        order.push(coarse / fine.max(1e-15));
    }
    assert!(compared > 30, "{compared}");
    // One column or other passes through where its error changes sign.
    order.sort_by(f64::total_cmp);
    assert!(order[compared / 4] > 2.5 && order[compared / 2] > 3.5, "{order:?}");
    for rows in runs.iter().chain([&reference]) {
        assert!(rows.column("energy.balance").iter().all(|gap| gap.abs() < 1e-10));
    }
}

/// Nothing holds it, so momentum and angular momentum stay, in both formulations, and so does the energy.
#[test]
fn clamps_between_floating_bodies_keep_momenta() {
    for (experiment, tolerance) in [("afloat", 1e-8), ("afloat_constrained", 1e-10)] {
        let rows = run(FILE, experiment, &[]);
        for name in ["momentum", "angular_momentum"] {
            for axis in ["x", "y", "z"] {
                let column = rows.column(&format!("{name}.{axis}"));
                let drift = column.iter().map(|now| (now - column[0]).abs()).fold(0.0, f64::max);
                assert!(drift < tolerance, "{experiment} {name}.{axis}: {drift}");
            }
        }
        let energy = rows.column("energy.total");
        assert!((energy[0] - energy[energy.len() - 1]).abs() < tolerance * energy[0]);
    }
}

/// A half circle between two clamps that are as it is when relaxed: what is left over is by the mesh, of second
/// order.
#[test]
fn a_handle_that_fits_is_hardly_strained() {
    let force = |links: &str| {
        let rows = run(FILE, "handle", &[("links", links)]);
        assert!((rows.last("handle.mid.position.z") - 0.5).abs() < 5e-3);
        rows.last("handle.start.force.x").abs()
    };
    let [coarse, fine] = ["12", "24"].map(force);
    assert!((coarse / fine - 4.0).abs() < 0.2, "{coarse} {fine}");
}

/// Why an experiment cannot be run.
fn refusal(experiment: &str, overrides: &[(&str, &str)]) -> String {
    let mut session = Session::open(path(FILE)).expect("the models");
    match session.experiment(Some(experiment), overrides) {
        Ok(_) => panic!("{experiment} is not refused"),
        Err(found) => {
            found.iter().map(|each| format!("{}: {}\n", each.code, each.message)).collect()
        }
    }
}

#[test]
fn an_arc_that_has_no_plane_or_no_room_is_refused() {
    let along = refusal("curled", &[("side", "[-2, 0, 0]")]);
    assert!(along.contains("E0306") && along.contains("points along its clamped end"), "{along}");
    let tight = refusal("curled", &[("reach", "5 cm")]);
    assert!(
        tight.contains("E0306") && tight.contains("more than the length of a piece"),
        "{tight}"
    );
}

/// At the clamp the cable runs along x, so of the force `(0, 0, -F)` nothing is tension; and where a place falls on a node
/// makes no difference. Second order.
#[test]
fn tension_is_along_the_bent_cable() {
    let meshes = [20, 40, 80].map(|links| run(FILE, "heavy", &[("links", &links.to_string())]));
    for rows in &meshes {
        assert!(rows.last("beam.start.tension").abs() < 1e-8);
        assert!((rows.last("beam.start.force.z") + 3.0 + 0.5 * 9.81).abs() < 1e-8);
    }
    for name in ["beam.mid.tension", "beam.at(0.77 m).tension"] {
        let [coarse, middle, fine] = [0, 1, 2].map(|k| meshes[k].last(name));
        assert!((middle - fine).abs() < 0.01, "{name}: {coarse} {middle} {fine}");
        assert!((coarse - middle).abs() < 0.03, "{name}: {coarse} {middle} {fine}");
    }
}

/// A clamp has the direction of the rope from its start to its end, at both of them.
#[test]
fn an_end_that_is_clamped_against_its_rope_is_named() {
    let refused = refusal("against", &[]);
    assert!(
        refused.contains("E0418") && refused.contains("its end is clamped against"),
        "{refused}"
    );
}

/// What lies exactly opposite to its clamp could bend to any side: refused, where it once stayed with no moment at
/// all. Without a written start the cable begins along the clamp.
#[test]
fn a_cable_does_not_begin_folded_onto_its_clamp() {
    let folded = refusal("heavy", &[("along", "[-1, 0, 0]")]);
    assert!(folded.contains("E0418") && folded.contains("folded back"), "{folded}");
    let rows = run(FILE, "heavy", &[("along", "[-1, 0, 1e-3]")]);
    assert!(rows.last("beam.end.position.x") > 0.0);
    let rows = run(FILE, "upright", &[]);
    assert!((rows.last("top.position.z") - 1.0).abs() < 1e-9);
}

#[test]
fn a_clamp_needs_a_stiffness() {
    let limp = refusal("heavy", &[("stiffness", "0 N.m^2")]);
    assert!(limp.contains("E0306") && limp.contains("as an end is clamped"), "{limp}");
}

/// A step in which what is prescribed turns far is divided, as one in which a free body does: the work is that of rk45 to
/// 2 %, which was 19 % off without a word.
#[test]
fn a_fast_base_does_its_work() {
    let exact = run(FILE, "whirl", &[]).last("energy.work");
    for step in ["2 ms", "20 ms"] {
        let rows = run(FILE, "whirl_constrained", &[("step", step)]);
        let found = rows.last("energy.work");
        assert!((found / exact - 1.0).abs() < 0.02, "{step}: {found} {exact}");
        assert!(rows.report.warnings.iter().any(|note| note.contains("divided")), "{step}");
    }
}
