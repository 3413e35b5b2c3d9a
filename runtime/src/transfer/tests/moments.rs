//! Moments that hinges transmit across their axes beside heavy loads, against 32 digits.

use super::rig::{chosen, solve};
use super::spatial::found;
use crate::spatial::{Mat3, Sym3, Vec3, quaternion_matrix};
use crate::tree::tests::reference::{Random, Rig, difference};
use crate::tree::{BodySpec, Joint, Parent, Placement};

/// Rods of a metre on hinges, one on the end of the other and along -z when no hinge is turned: all of it turned by `by`.
struct Hinges {
    masses: Vec<f64>,
    /// Before all is turned.
    axes: Vec<Vec3>,
    /// How far each centre of mass is beside the rod along y, m.
    aside: f64,
    /// Before all is turned.
    gravity: Vec3,
    q: Vec<f64>,
    v: Vec<f64>,
}

impl Hinges {
    fn rig(&self, by: &Mat3) -> Rig {
        let line = by * -Vec3::z();
        let specs = self.masses.iter().zip(&self.axes).enumerate().map(|(body, (&mass, axis))| {
            let across = mass / 12.0;
            let inertia = Mat3::identity() * across - line * line.transpose() * (0.999 * across);
            let arm = if body == 0 { Vec3::zeros() } else { line };
            BodySpec {
                mass,
                centre_of_mass: line * 0.5 + by * Vec3::y() * self.aside,
                inertia: Sym3::from_matrix(&inertia),
                parent: body.checked_sub(1).map_or(Parent::World, Parent::Body),
                parent_frame: Placement::at(arm.x, arm.y, arm.z),
                joint: Joint::Revolute { axis: by * axis },
                ..BodySpec::default()
            }
        });
        Rig::under(by * self.gravity, specs.collect(), Vec::new())
    }

    /// With a tip of so many rods.
    fn moving(random: &mut Random, axes: Vec<Vec3>, load: f64, bent: f64) -> Hinges {
        let count = axes.len();
        let mut masses = vec![1.0; count];
        masses[count - 1] = load;
        let gravity = Vec3::new(-5.886, 0.0, -7.848);
        let [q, v] = [(); 2].map(|()| (0..count).map(|_| bent * random.number()).collect());
        Hinges { masses, axes, aside: 0.0, gravity, q, v }
    }

    /// Leaves what joints transmit in the rig; gives the accelerations.
    fn sweep(&self, rig: &mut Rig) -> Vec<f64> {
        let transfer = chosen(rig, &[]);
        let effort = vec![0.0; self.v.len()];
        solve(rig, &transfer, &[], (&self.q, &self.v, &effort)).dv
    }

    /// What sweeps over the turned rods are off.
    fn off(&self, by: &Mat3) -> Off {
        let exact = found(&self.rig(&Mat3::identity()), &self.q, &self.v, &self.gravity);
        let mut rig = self.rig(by);
        let dv = self.sweep(&mut rig);
        let bodies = 0..self.v.len();
        let all =
            |rig: &Rig| bodies.clone().map(|body| rig.data.reaction(body)).collect::<Vec<_>>();
        let clear = all(&rig);
        let shaken = [1, 2, 3].map(|seed| {
            rig.data.shaken = Some(seed);
            self.sweep(&mut rig);
            all(&rig)
        });
        let accelerations = difference(&dv, &exact.rates);
        let mut off = Off { accelerations, forces: 0.0, moments: 0.0, shaken: 0.0 };
        for body in bodies.clone() {
            let (moment, force) = (by * exact.moments[body], by * exact.forces[body]);
            let size = moment.norm() + force.norm();
            // The reference knows as much: nothing is transmitted about the axis.
            assert!(exact.efforts[body].abs() < 1e-13 * size, "{:e}", exact.efforts[body]);
            let own = clear[body];
            off.forces = off.forces.max((own.force - force).norm() / force.norm());
            off.moments = off.moments.max((own.moment - moment).norm() / size);
            for other in &shaken {
                off.shaken = off.shaken.max((own.moment - other[body].moment).norm() / size);
            }
        }
        off
    }
}

/// The worst of all joints.
struct Off {
    /// Relative to the largest of all.
    accelerations: f64,
    /// Of each force itself.
    forces: f64,
    /// Of each moment itself and its joint's force times a metre, which is what last digits of positions are worth.
    moments: f64,
    /// How far the same move with numbers changed in their last digits, at the most of three times.
    shaken: f64,
}

/// Crossed ones in turn, or any.
fn axes(random: &mut Random, count: usize, is_crossed: bool) -> Vec<Vec3> {
    let crossed = [Vec3::y(), Vec3::x()];
    let axis = |k: usize| if is_crossed { crossed[k % 2] } else { random.vector().normalize() };
    (0..count).map(axis).collect()
}

/// By no rotation, and by such that leave no axis where it was.
fn attitudes(random: &mut Random) -> Vec<Mat3> {
    let mut all = vec![Mat3::identity(), quaternion_matrix([0.8, 0.36, 0.48, 0.0])];
    all.extend((0..2).map(|_| quaternion_matrix(random.quaternion())));
    all
}

/// A tip of 1 to 1e12 rods on 1 to 60 rods on parallel hinges, on one line and bent, moving, in attitudes of any kind: what is transmitted across the hinges is nothing, to 1e-13 of
/// their forces times a metre, and forces keep their digits in all directions. In what attitudes leave of loads and axes there is a part across the plane in which all moves, 1e-16 of it,
/// and light rods had to hold the tip against that: 2e-7 of force and moment beside 1e9 rods, 5e-4 beside 1e12.
#[test]
fn parallel_hinges_beside_loads_transmit_nothing_across_them() {
    let mut random = Random(51);
    for rods in [1, 2, 6, 60] {
        for load in [1.0, 1e6, 1e9, 1e12] {
            for bent in [0.0, 1.0] {
                let axes = vec![Vec3::y(); rods + 1];
                let chain = Hinges::moving(&mut random, axes, load, bent);
                for by in attitudes(&mut random) {
                    let Off { accelerations, forces, moments, .. } = chain.off(&by);
                    println!(
                        "{rods}, {load:e}, {bent}: {accelerations:.1e} {forces:.1e} {moments:.1e}"
                    );
                    assert!(accelerations < 1e-12 && forces < 1e-11, "{rods}, {load:e}, {bent}");
                    // Impedances, which what weighs as much as all others has, know sixty rods less well.
                    let most = if load > 1.0 { 1e-13 } else { 1e-10 };
                    assert!(moments < most, "{rods}, {load:e}, {bent}: {moments:e}");
                }
            }
        }
    }
}

/// The same of three hundred and a thousand rods, of which attitudes are products of as many rotations: relative to the force in each hinge.
#[test]
fn long_chains_beside_loads_transmit_nothing_across_their_hinges() {
    let mut random = Random(53);
    for rods in [300, 1000] {
        for load in [1e6, 1e9, 1e12] {
            let chain = Hinges::moving(&mut random, vec![Vec3::y(); rods + 1], load, 1.0);
            for by in &attitudes(&mut random)[1..] {
                let mut rig = chain.rig(by);
                chain.sweep(&mut rig);
                let axis = by * Vec3::y();
                let across = |body: usize| {
                    let own = rig.data.reaction(body);
                    (own.moment - axis * axis.dot(&own.moment)).norm() / own.force.norm()
                };
                let most = (0..=rods).map(across).fold(0.0, f64::max);
                println!("{rods}, {load:e}: {most:.1e}");
                assert!(most < 1e-13, "{rods}, {load:e}: {most:e}");
            }
        }
    }
}

/// Where the hinges of six or more rods let the tip go everywhere, what they transmit across them does not depend on its weight either.
#[test]
fn hinges_that_let_a_load_go_keep_the_digits_of_their_moments() {
    let mut random = Random(52);
    for rods in [6, 60] {
        for load in [1.0, 1e6, 1e9, 1e12] {
            for is_crossed in [false, true] {
                let axes = axes(&mut random, rods + 1, is_crossed);
                let chain = Hinges::moving(&mut random, axes, load, 1.0);
                for by in attitudes(&mut random) {
                    let Off { moments, .. } = chain.off(&by);
                    println!("{rods}, {load:e}, {is_crossed}: {moments:.1e}");
                    assert!(moments < 1e-10, "{rods}, {load:e}, {is_crossed}: {moments:e}");
                }
            }
        }
    }
}

/// Where two to four hinges are neither parallel nor let the tip go everywhere, and where its centre of mass stands beside the plane in which parallel ones move it, there is no axis to
/// keep apart what is large and what is small; compliances by their roots need none. Of 1e12 rods moments were off by all there is before, and by 1e-3 in the mean. Nor do numbers changed
/// in their last digits show anything.
#[test]
fn moments_keep_their_digits_across_hinges_of_any_kind() {
    let mut random = Random(54);
    for rods in [1, 2, 3, 6, 60] {
        for load in [1e6, 1e9, 1e12] {
            for kind in 0..3 {
                let axes = match kind {
                    0 => vec![Vec3::y(); rods + 1],
                    kind => axes(&mut random, rods + 1, kind == 1),
                };
                let mut chain = Hinges::moving(&mut random, axes, load, 1.0);
                chain.aside = if kind == 0 { 0.2 } else { 0.0 };
                for by in attitudes(&mut random) {
                    let Off { accelerations, forces, moments, shaken } = chain.off(&by);
                    println!(
                        "{rods}, {load:e}, {kind}: {accelerations:.1e} {forces:.1e} {moments:.1e}, shaken {shaken:.1e}"
                    );
                    // Sixty rods that stand beside their plane hold each other with forces that nearly cancel, whatever the load is.
                    let most = if kind == 0 { 1e-6 } else { 1e-10 };
                    assert!(moments < most, "{rods}, {load:e}, {kind}: {moments:e}");
                    assert!(accelerations < 1e-10, "{rods}, {load:e}, {kind}: {accelerations:e}");
                    assert!(shaken < 10.0 * most, "{rods}, {load:e}, {kind}: {shaken:e}");
                }
            }
        }
    }
}
