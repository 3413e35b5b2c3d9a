//! Cables: their links, and what both ends hang on.

use cdl_graph::{CableEnd, CableId, ChainForm, Discretization};

use super::bodies::Forest;
use super::{Assembly, Owner, Problem};
use crate::chain::{Form, Links};
use crate::dynamics::{CableModel, CableRoot, CableTip, FrameOn};

/// `None` when the cable cannot be built; the errors are in the assembly. `root` is 0 where the
/// cable's start is its root, `carried` the body of the tree that hangs on its tip.
pub(super) fn cable(
    assembly: &mut Assembly<'_>,
    forest: &Forest,
    id: CableId,
    root: u8,
    carried: Option<CableTip>,
    gravity: [f64; 3],
) -> Option<CableModel> {
    let owner = Owner::Cable(id.index());
    let found = &assembly.graph.cables[id.index()];
    let reversed = root != 0;
    let root_end = found.ends[usize::from(reversed)];
    let tip_end = found.ends[usize::from(!reversed)];
    let before = assembly.errors.len();
    for (field, node, zero) in [
        ("length", found.length, false),
        ("mass", found.mass, false),
        ("diameter", found.diameter, true),
        ("bending stiffness", found.bending_stiffness, true),
        ("bending damping", found.bending_damping, true),
        ("joint damping", found.joint_damping, true),
        ("normal drag coefficient", found.drag_normal, true),
        ("tangential drag coefficient", found.drag_tangent, true),
        ("added mass coefficient", found.added_mass, true),
    ] {
        let value = assembly.scalar(node);
        if zero {
            assembly.require(owner, field, value, value >= 0.0, "no negative number");
        } else {
            assembly.require(owner, field, value, value > 0.0, "a positive number");
        }
    }
    if assembly.errors.len() > before {
        return None;
    }
    let (length, mass) = (assembly.scalar(found.length), assembly.scalar(found.mass));
    let (count, form) = match found.discretization {
        Discretization::RigidLinks { count, form } => (count as usize, form),
        Discretization::Lumped { .. } => {
            let text = "lumped cables are not implemented yet".to_owned();
            assembly.fail(owner, Problem::Unsupported(text));
            return None;
        }
    };
    let links = match Links::uniform(count, length, mass) {
        Ok(links) => links,
        Err(error) => {
            assembly.fail(owner, Problem::Cable(error.to_string()));
            return None;
        }
    };
    let frame = |assembly: &mut Assembly<'_>, end: CableEnd| match end {
        CableEnd::Free => Some(None),
        CableEnd::Pinned(frame) => match forest.frame(assembly, frame) {
            Some(frame) => Some(Some(frame)),
            None => {
                let text = "an end hangs on a body that nothing holds".to_owned();
                assembly.fail(owner, Problem::Cable(text));
                None
            }
        },
    };
    let root = match frame(assembly, root_end)? {
        None => CableRoot::Free,
        Some(frame) => CableRoot::Held(frame),
    };
    let tip = match (carried, frame(assembly, tip_end)?) {
        (Some(carried), _) => carried,
        (None, None) => CableTip::Free,
        (None, Some(FrameOn::Body(_))) => {
            let text = "both ends hang on bodies that are held otherwise; such a closed loop cannot \
                        be run yet"
                .to_owned();
            assembly.fail(owner, Problem::Unsupported(text));
            return None;
        }
        (None, Some(frame)) => CableTip::Held(frame),
    };
    Some(CableModel {
        index: id.index(),
        links,
        form: match form {
            ChainForm::Auto | ChainForm::Natural => Form::Natural,
            ChainForm::Recursion => Form::Recursion,
        },
        root,
        tip,
        reversed,
        gravity: gravity.into(),
    })
}
