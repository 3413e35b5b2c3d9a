//! Moments across hinges beside heavy loads, against 32 digits.

use super::rig::{chosen, solve};
use super::spatial::found;
use crate::spatial::{Mat3, Sym3, Vec3, quaternion_matrix};
use crate::tree::tests::reference::{Random, Rig, difference};
use crate::tree::{BodySpec, Joint, Parent, Placement};

/// Slender rods of a metre on hinges, one after the other, each along `line` when no hinge is turned.
fn rods(masses: &[f64], line: &Vec3, axes: &[Vec3], gravity: Vec3) -> Rig {
    let specs = masses.iter().zip(axes).enumerate().map(|(body, (&mass, &axis))| {
        let across = mass / 12.0;
        let inertia = Mat3::identity() * across - line * line.transpose() * (0.999 * across);
        let arm = if body == 0 { Vec3::zeros() } else { *line };
        BodySpec {
            mass,
            centre_of_mass: line * 0.5,
            inertia: Sym3::from_matrix(&inertia),
            parent: body.checked_sub(1).map_or(Parent::World, Parent::Body),
            parent_frame: Placement::at(arm.x, arm.y, arm.z),
            joint: Joint::Revolute { axis },
            ..BodySpec::default()
        }
    });
    Rig::under(gravity, specs.collect(), Vec::new())
}

#[test]
fn survey() {
    let askew = quaternion_matrix([0.8, 0.36, 0.48, 0.0]);
    let mut random = Random(51);
    for count in [1, 2, 3, 4, 5, 6, 60] {
        for kind in ["y", "yyx", "xy", "random"] {
            for (bent, by) in [(1.0, Mat3::identity()), (1.0, askew), (0.0, askew)] {
                for load in [1e6, 1e9, 1e12] {
                    let mut masses = vec![1.0; count + 1];
                    masses[count] = load;
                    let plain: Vec<Vec3> = (0..=count)
                        .map(|k| match kind {
                            "random" => random.vector().normalize(),
                            "xy" if k % 2 == 1 => Vec3::x(),
                            "yyx" if k % 3 == 2 => Vec3::x(),
                            _ => Vec3::y(),
                        })
                        .collect();
                    let gravity = Vec3::new(0.0, 0.0, -9.81);
                    let gravity = if bent == 0.0 {
                        Mat3::new(0.8, 0.0, 0.6, 0.0, 1.0, 0.0, -0.6, 0.0, 0.8) * gravity
                    } else {
                        gravity
                    };
                    let q: Vec<f64> = (0..=count).map(|_| bent * random.number()).collect();
                    let v: Vec<f64> = (0..=count).map(|_| bent * random.number()).collect();
                    let exact =
                        found(&rods(&masses, &-Vec3::z(), &plain, gravity), &q, &v, &gravity);
                    let axes: Vec<Vec3> = plain.iter().map(|own| by * own).collect();
                    let mut rig = rods(&masses, &(by * -Vec3::z()), &axes, by * gravity);
                    let effort = vec![0.0; count + 1];
                    let transfer = chosen(&rig, &[]);
                    let own = solve(&mut rig, &transfer, &[], (&q, &v, &effort));
                    let (mut own_m, mut scaled, mut force, mut sure) =
                        (0.0_f64, 0.0_f64, 0.0_f64, 0.0_f64);
                    for body in 0..=count {
                        let r = rig.data.reaction(body);
                        let (m, f) = (by * exact.moments[body], by * exact.forces[body]);
                        let off = (r.moment - m).norm();
                        own_m = own_m.max(off / m.norm());
                        scaled = scaled.max(off / (m.norm() + f.norm()));
                        force = force.max((r.force - f).norm() / f.norm());
                        sure = sure.max(exact.efforts[body].abs() / (m.norm() + f.norm()));
                    }
                    println!(
                        "{count:2} {kind:8} bent {bent} askew {} {load:.0e}: acc {:.0e} force {force:.0e} moment {own_m:.0e} scaled {scaled:.0e} (ref {sure:.0e})",
                        by != Mat3::identity(),
                        difference(&own.dv, &exact.rates)
                    );
                }
            }
        }
    }
}

#[test]
fn deep() {
    for seed in 0..6 {
        let mut random = Random(61 + seed);
        let by =
            quaternion_matrix(if seed == 0 { [0.8, 0.36, 0.48, 0.0] } else { random.quaternion() });
        for count in [60, 300, 1000] {
            for load in [1e6, 1e9, 1e12] {
                let mut masses = vec![1.0; count + 1];
                masses[count] = load;
                let gravity = by * Vec3::new(0.0, 0.0, -9.81);
                let axes = vec![by * Vec3::y(); count + 1];
                let mut rig = rods(&masses, &(by * -Vec3::z()), &axes, gravity);
                let q: Vec<f64> = (0..=count).map(|_| random.number()).collect();
                let v: Vec<f64> = (0..=count).map(|_| random.number()).collect();
                let transfer = chosen(&rig, &[]);
                solve(&mut rig, &transfer, &[], (&q, &v, &vec![0.0; count + 1]));
                let off = (0..=count).map(|body| {
                    let r = rig.data.reaction(body);
                    let u = by * Vec3::y();
                    (r.moment - u * u.dot(&r.moment)).norm() / r.force.norm()
                });
                println!("deep {seed} {count} {load:e}: {:.1e}", off.fold(0.0, f64::max));
            }
        }
    }
}
