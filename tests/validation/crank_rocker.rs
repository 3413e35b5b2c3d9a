//! A driven four-bar, whose position follows from the crank's angle in closed form.

use super::rows::run;

const BASE: f64 = 0.8;
const CRANK: f64 = 0.3;
const ROD: f64 = 0.9;
const ROCKER: f64 = 0.6;

/// The rocker's angle about y for a crank turned by `crank`: two circles meet, in the upper point.
fn rocker_angle(crank: f64) -> f64 {
    // From the rocker's pivot to the crank's tip, x and z.
    let [x, z] = [CRANK * crank.cos() - BASE, -CRANK * crank.sin()];
    let distance = x.hypot(z);
    let along = (distance.powi(2) + ROCKER.powi(2) - ROD.powi(2)) / (2.0 * distance);
    let across = (ROCKER.powi(2) - along.powi(2)).sqrt();
    let [x, z] = [x / distance, z / distance];
    let tip = [along * x + across * z, along * z - across * x];
    (-tip[1]).atan2(tip[0])
}

/// Five turns by both formulations. The crank is driven, so nothing is integrated: the rows are as
/// exact as loops are closed.
#[test]
fn a_driven_four_bar_goes_where_its_circles_meet() {
    for experiment in ["turn", "constrained"] {
        let rows = run("examples/crank_rocker.cdl", experiment, &[]);
        let pairs = rows.time.iter().zip(rows.column("pivot.angle"));
        let worst = pairs
            .map(|(time, angle)| (angle - rocker_angle(2.0 * std::f64::consts::PI * time)).abs())
            .fold(0.0, f64::max);
        println!("crank-rocker, {experiment}: rocker {worst:.1e} rad off");
        assert_eq!(rows.time.len(), 501);
        assert!(worst < 1e-12, "{experiment}: {worst}");
    }
}

/// The motor's torque follows from the accelerations, which the energy-momentum scheme has to second
/// order in its step: 8.3e-3, 2.1e-3, 9.2e-5 N m apart with 4, 2, 0.5 ms.
#[test]
fn both_formulations_need_the_same_torque() {
    let [turn, constrained] =
        ["turn", "constrained"].map(|experiment| run("examples/crank_rocker.cdl", experiment, &[]));
    let torque = turn.column("motor.torque");
    let worst = super::rows::largest_difference(torque, constrained.column("motor.torque"));
    let scale = super::rows::largest(torque);
    println!("crank-rocker, torque: {worst:.1e} N m apart of {scale:.1} N m");
    // (speed * step)^2, of the torque's own size.
    let order = (2.0 * std::f64::consts::PI * 2e-3_f64).powi(2);
    assert!(worst < 2.0 * order * scale, "{worst} of {scale}");
}
