//! What must hold in a planned forest.

use crate::{CableEnd, Connection, Graph, Motion, TreeNode};

impl Graph {
    /// Every dynamic body and every cable stands in the forest once, after what it hangs on.
    pub(crate) fn validate_forest(&self) -> Result<(), String> {
        let Some(plan) = &self.plan else { return Ok(()) };
        let mut placed: Vec<bool> =
            self.bodies.iter().map(|body| !matches!(body.motion, Motion::Dynamic { .. })).collect();
        let mut strung = vec![false; self.cables.len()];
        for node in &plan.forest {
            match *node {
                TreeNode::Body { body, connection } => {
                    self.known(body.index(), self.bodies.len())?;
                    let path = &self.bodies[body.index()].path;
                    check(!placed[body.index()], || format!("body {path} is planned twice"))?;
                    let supported = match connection {
                        Connection::Free => true,
                        Connection::Joint(joint) => {
                            self.known(joint.index(), self.joints.len())?;
                            let joint = &self.joints[joint.index()];
                            let parent = self.frames[joint.parent.index()].body;
                            self.frames[joint.child.index()].body == body && placed[parent.index()]
                        }
                        Connection::Cable { cable, end } => {
                            self.known(cable.index(), self.cables.len())?;
                            strung[cable.index()] && end < 2
                        }
                    };
                    check(supported, || format!("body {path} stands before what holds it"))?;
                    placed[body.index()] = true;
                }
                TreeNode::Cable { cable, root } => {
                    self.known(cable.index(), self.cables.len())?;
                    let cable_data = &self.cables[cable.index()];
                    let path = &cable_data.path;
                    check(!strung[cable.index()], || format!("cable {path} is planned twice"))?;
                    let end = cable_data.ends.get(usize::from(root));
                    let supported = end.is_some_and(|end| match end.frame() {
                        Some(frame) => placed[self.frames[frame.index()].body.index()],
                        None => cable_data.ends.iter().all(CableEnd::is_free),
                    });
                    check(supported, || format!("cable {path} stands before what holds it"))?;
                    strung[cable.index()] = true;
                }
            }
        }
        let all = placed.iter().chain(&strung).all(|done| *done);
        check(all, || "the forest misses a body or a cable".to_owned())
    }

    fn known(&self, index: usize, count: usize) -> Result<(), String> {
        check(index < count, || format!("the forest names element {index} of {count}"))
    }
}

fn check(holds: bool, message: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(message()) }
}
