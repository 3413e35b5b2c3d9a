//! Chains that hang still but for their end.

use super::rig::{all, solve};
use crate::spatial::Vec3;
use crate::transfer::model::Form;
use crate::tree::Joint;
use crate::tree::tests::still::{ends_cleanly, hanging};

#[test]
fn what_is_all_but_nothing_is_not_handed_on_for_long() {
    for joint in [Joint::Spherical, Joint::Revolute { axis: Vec3::x() }] {
        for form in [Form::Impedance, Form::Compliance] {
            let (mut rig, q, v) = hanging(4000, joint);
            let transfer = all(&rig, &[], form);
            let none = vec![0.0; v.len()];
            let found = solve(&mut rig, &transfer, &[], (&q, &v, &none));
            assert!(ends_cleanly(&found.dv), "{joint:?}, {form:?}");
        }
    }
}
