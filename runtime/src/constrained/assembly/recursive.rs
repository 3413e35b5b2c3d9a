//! Where the recursive formulation's coordinates are found in natural ones.

use cdl_graph::{Connection, JointKind, TreeNode};

use super::{Foundation, Parts};
use crate::constrained::recursive::{BodyMap, RecursiveMap};

impl Parts {
    /// Empty where the run stays in natural coordinates.
    pub(super) fn recursive_map(&mut self, foundation: &Foundation<'_, '_>) -> RecursiveMap {
        let mut map = RecursiveMap::default();
        if !foundation.model.settings.returns_to_recursion() {
            return map;
        }
        let graph = foundation.assembly.graph;
        for node in &foundation.plan.forest {
            let TreeNode::Body { body, connection } = *node else { continue };
            let own = graph.bodies[body.index()].frame;
            map.bodies.push(match connection {
                Connection::Free | Connection::Cable { .. } => {
                    BodyMap::Placed(self.whole_frame(foundation, own))
                }
                Connection::Joint(id) => {
                    let joint = &graph.joints[id.index()];
                    let parent = self.whole_frame(foundation, joint.parent);
                    let child = self.whole_frame(foundation, joint.child);
                    match joint.kind {
                        JointKind::Spherical => BodyMap::Ball { parent, child },
                        JointKind::Free => BodyMap::Placed(self.whole_frame(foundation, own)),
                        JointKind::Fixed
                        | JointKind::Revolute { .. }
                        | JointKind::Prismatic { .. }
                        | JointKind::Universal { .. }
                        | JointKind::Cylindrical { .. }
                        | JointKind::Planar { .. } => {
                            BodyMap::Coordinates(self.joint_coordinates[id.index()].clone())
                        }
                    }
                }
            });
        }
        for cable in &foundation.model.cables {
            let mut nodes = self.nodes[cable.index].clone();
            if cable.reversed {
                nodes.reverse();
            }
            map.cables.push(nodes.iter().map(|node| self.vector(node)).collect());
        }
        map
    }
}
