//! Velocities that strong dampers decide within a step: closed forms, in each row, right after what is abrupt as well.

use super::rows::run;

const MODELS: &str = "tests/models/strong_dampers.cdl";

/// `m v' = F - c v` with `m/c` of a microsecond: the dashpot takes what pushes, and nothing when that ends. Rows by
/// midpoint steps had 0.2 and 19.8 N by turns.
#[test]
fn a_dashpot_takes_what_pushes_the_piston() {
    for experiment in ["pushed", "pushed_midpoint", "pushed_adaptive"] {
        let rows = run(MODELS, experiment, &[]);
        let columns = rows.column("dashpot.force").iter().zip(rows.column("piston.velocity.x"));
        // At the start nothing moves yet, and at the jump signals have either side.
        for (t, (force, speed)) in rows.time.iter().zip(columns) {
            if *t < 1e-3 || (t - 0.1).abs() < 1e-3 {
                continue;
            }
            let exact = if *t < 0.1 { 10.0 } else { 0.0 };
            assert!((force - exact).abs() < 1e-3, "{experiment} at {t}: {force} N");
            assert!((1e3 * speed - exact).abs() < 1e-3, "{experiment} at {t}: {speed} m/s");
        }
        let open =
            rows.column("energy.balance").iter().fold(0.0_f64, |most, own| most.max(own.abs()));
        println!("{experiment}: the ledger is open by {open:.1e} J of 0.01 J");
        assert!(open < 1e-9, "{experiment}: {open:e} J");
        // What is taken from velocities is never given back.
        let dissipated = rows.column("energy.dissipated");
        assert!(dissipated.windows(2).all(|pair| pair[1] >= pair[0]), "{experiment}");
    }
}

/// Held at the angle `φ` a wire of 2 N m² and 2 m resists with `G J φ/L`, once its own twist has settled, which takes no time of a step.
#[test]
fn a_wire_that_is_held_resists_by_its_twist_alone() {
    for experiment in ["held", "held_midpoint"] {
        let rows = run(MODELS, experiment, &[]);
        let angles = rows.column("shaft.angle");
        let dissipated = rows.column("energy.dissipated");
        assert!(dissipated.windows(2).all(|pair| pair[1] >= pair[0]), "{experiment}");
        for name in ["wire.start.torque", "wire.mid.torque", "wire.end.torque", "shaft.torque"] {
            let column = rows.column(name).iter().zip(angles);
            for (t, (torque, angle)) in rows.time.iter().zip(column).filter(|(t, _)| **t > 0.2025) {
                let off = torque / angle - 1.0;
                // What is left of the alternation, and the twist that was not the same all along.
                assert!(off.abs() < 5e-5, "{experiment} {name} at {t}: {torque} for {angle} N m");
            }
        }
    }
}

/// `J φ'' = M - c φ'`: where a damper is not too fast for the step the order stays two. `h λ` is 0.1, 0.5 and 2 of the coarse steps.
#[test]
fn what_steps_can_follow_keeps_its_order() {
    for damping in [0.5, 2.5, 10.0] {
        let worst = ["lever", "lever_fine"].map(|experiment| {
            let set = format!("{damping} N.m.s/rad");
            let rows = run(MODELS, experiment, &[("damping", &set)]);
            let columns = rows.column("hinge.rate").iter().zip(rows.column("hinge.angle"));
            rows.time.iter().zip(columns).fold([0.0_f64; 2], |worst, (t, (rate, angle))| {
                let (on, tau) = ((t - 0.05).max(0.0), 0.01 / damping);
                let gone = 1.0 - (-on / tau).exp();
                let (exact, turned) = (gone / damping, (on - tau * gone) / damping);
                [
                    worst[0].max((rate - exact).abs() * damping),
                    worst[1].max((angle - turned).abs() * damping),
                ]
            })
        });
        println!("{damping}: {worst:?}");
        for (coarse, fine) in worst[0].iter().zip(worst[1]) {
            assert!(fine < 0.3 * coarse, "{damping}: {coarse:e} {fine:e}");
        }
    }
}
