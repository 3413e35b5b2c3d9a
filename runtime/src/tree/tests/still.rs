//! Chains that hang still but for their end: what comes of it gets smaller from body to body, and then is nothing.

use super::reference::{Rig, rod};
use crate::spatial::Vec3;
use crate::tree::{BodySpec, Joint, Parent, Placement};

/// Bodies in a row from the world, each along -z and symmetric about that line, with a state in which only the last one is aside and turns.
pub(crate) fn hanging(count: usize, joint: Joint) -> (Rig, Vec<f64>, Vec<f64>) {
    let body = |body: usize| BodySpec {
        parent: if body == 0 { Parent::World } else { Parent::Body(body - 1) },
        parent_frame: Placement::at(0.0, 0.0, if body == 0 { 0.0 } else { -0.7 }),
        joint,
        ..rod(1.3, 0.7)
    };
    let rig = Rig::under(Vec3::new(0.0, 0.0, -9.81), (0..count).map(body).collect(), Vec::new());
    let mut q = rig.tree.rest_position();
    if joint != Joint::Spherical {
        q[rig.tree.position_range(count - 1)].fill(0.1);
    }
    let mut v = vec![0.0; rig.tree.rates()];
    v[rig.tree.rate_range(count - 1)].fill(0.1);
    (rig, q, v)
}

/// Whether accelerations come to nothing but rounding at the root, and hardly a number is left on the way of which processors are slow to
/// compute with others: a few between two bodies that look.
pub(crate) fn ends_cleanly(dv: &[f64]) -> bool {
    let is_tiny = |value: &&f64| **value != 0.0 && value.abs() < f64::MIN_POSITIVE;
    let tiny = dv.iter().filter(is_tiny).count();
    dv[0].abs() < 1e-15 && dv.iter().any(|value| *value != 0.0) && tiny < 150
}

#[test]
fn what_is_all_but_nothing_is_not_handed_on_for_long() {
    let joints = [
        Joint::Spherical,
        Joint::Revolute { axis: Vec3::x() },
        Joint::Universal { first: Vec3::x(), second: Vec3::y() },
        Joint::Planar { normal: Vec3::x(), first: Vec3::y() },
    ];
    for joint in joints {
        let (mut rig, q, v) = hanging(4000, joint);
        let none = vec![0.0; v.len()];
        let dv = rig.accelerations(&q, &v, &none);
        assert!(ends_cleanly(&dv), "{joint:?}");
        if joint == Joint::Spherical {
            assert_eq!(rig.sweep_stretches(), 4000);
            assert!(ends_cleanly(&rig.accelerations(&q, &v, &none)), "rods in a row");
        }
    }
}
