//! Closed loops in the plane, against closed-form kinematics and Lagrange's equation in one coordinate.

mod support;

use cdl_graph::*;
use support::{FourBar, G, Sketch, integrate};

/// A crank-rocker of slender rods lets go: the crank's angle follows Lagrange's equation with the
/// reduced inertia of closed-form kinematics (own reference, its own error 1e-10), and the energy
/// stays what it was.
#[test]
fn four_bar_follows_the_equation_of_its_crank() {
    let bar = FourBar::default();
    let (q0, w0) = (0.3, 1.5);
    let mut sketch = Sketch::new("four-bar");
    let joints = bar.build(&mut sketch, q0, w0);
    sketch.output_joint("crank", joints.crank, JointQuantity::Coordinate);
    sketch.output_joint("rocker", joints.rocker, JointQuantity::Coordinate);
    sketch.output_joint("closing", joints.closing, JointQuantity::Coordinate);
    let run = sketch.with_rk45(2.0, 0.5, 1e-11).run().finished();
    for (row, &time) in run.rows.values.iter().zip(&run.rows.times) {
        let [q, _] = integrate([q0, w0], time, 4000, |&[q, w]| [w, bar.acceleration(q, w)]);
        assert!((row[0] - q).abs() < 1e-8, "crank at {time}: {} instead of {q}", row[0]);
        let (coupler, rocker) = bar.angles(row[0]);
        assert!((row[1] - rocker).abs() < 1e-10, "rocker at {time}: {} {rocker}", row[1]);
        // The closing hinge turns the coupler relative to the rocker.
        let relative = coupler - rocker;
        assert!((row[2] - relative).abs() < 1e-9, "closing at {time}: {} {relative}", row[2]);
    }
    assert!(run.imbalance() < 1e-9, "{}", run.imbalance());
    let energy = run.rows.energies.iter().map(|it| it.total());
    let first = run.rows.energies[0].total();
    assert!(energy.map(|it| (it - first).abs()).fold(0.0, f64::max) < 1e-8 * G);
}
