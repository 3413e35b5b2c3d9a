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
    for count in [1, 6, 60] {
        for kind in ["y", "askew y", "xy", "askew xy", "random"] {
            for bent in [0.0, 1.0] {
                for load in [1.0, 1e6, 1e9, 1e12] {
                    let mut masses = vec![1.0; count + 1];
                    masses[count] = load;
                    let by = if kind.starts_with("askew") { askew } else { Mat3::identity() };
                    let axes: Vec<Vec3> = (0..=count)
                        .map(|k| match kind {
                            "random" => random.vector().normalize(),
                            "xy" | "askew xy" if k % 2 == 1 => by * Vec3::x(),
                            _ => by * Vec3::y(),
                        })
                        .collect();
                    let line = by * -Vec3::z();
                    let gravity = by * Vec3::new(0.0, 0.0, -9.81);
                    let gravity = if bent == 0.0 && kind.ends_with('y') {
                        quaternion_matrix([0.9, 0.3, 0.1, 0.3]) * gravity
                    } else {
                        gravity
                    };
                    let mut rig = rods(&masses, &line, &axes, gravity);
                    let q: Vec<f64> = (0..=count).map(|_| bent * random.number()).collect();
                    let v: Vec<f64> = (0..=count).map(|_| bent * random.number()).collect();
                    let exact = found(&rig, &q, &v, &gravity);
                    let effort = vec![0.0; count + 1];
                    let transfer = chosen(&rig, &[]);
                    let own = solve(&mut rig, &transfer, &[], (&q, &v, &effort));
                    let (mut own_m, mut scaled, mut force, mut sure) =
                        (0.0_f64, 0.0_f64, 0.0_f64, 0.0_f64);
                    for body in 0..=count {
                        let r = rig.data.reaction(body);
                        let (m, f) = (exact.moments[body], exact.forces[body]);
                        let off = (r.moment - m).norm();
                        own_m = own_m.max(off / m.norm());
                        scaled = scaled.max(off / (m.norm() + f.norm()));
                        force = force.max((r.force - f).norm() / f.norm());
                        sure = sure.max(exact.efforts[body].abs() / (m.norm() + f.norm()));
                    }
                    println!(
                        "{count:2} {kind:8} bent {bent} {load:.0e}: acc {:.0e} force {force:.0e} moment {own_m:.0e} scaled {scaled:.0e} (ref {sure:.0e})",
                        difference(&own.dv, &exact.rates)
                    );
                }
            }
        }
    }
}
