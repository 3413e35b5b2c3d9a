//! How a graph is going to be solved: the result of the planning passes.

use crate::slot::{needed, unread, visit};
use crate::text::{Expressions, section};
use crate::{BodyId, CableId, Dynamics, Graph, JointId, LatchId, NodeId, Sensitivity, VarId};

#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Plan {
    pub dynamics: Dynamics,
    /// Every dynamic body and every cable, parents before children.
    pub forest: Vec<TreeNode>,
    /// What closes loops: in the recursive formulation constraints between what the forest holds.
    pub cuts: Vec<Cut>,
    /// How loads depend on the motion; for implicit integrators.
    pub sensitivities: Vec<Sensitivity>,
    /// Signal variables in the order they can be evaluated.
    pub blocks: Vec<Block>,
    /// Degrees of freedom left by all joints, cables and constraints, as counted from the structure;
    /// at least 0. Where some of them hold the same, as parallel hinges in a loop do, there are more
    /// than that: a run corrects it by the rank of the constraints at the start.
    pub freedoms: u64,
    /// Why the formulation was chosen, one sentence each, for the summary.
    pub reasons: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub enum TreeNode {
    /// A body and what connects it towards the ground.
    Body { body: BodyId, connection: Connection },
    /// A cable whose `root` end (0 start, 1 end) is placed by what stands before it in the forest
    /// (the world, a prescribed body or a body of the tree). The other end is free, held by the
    /// world or a prescribed body, or carries a body that stands after it.
    Cable { cable: CableId, root: u8 },
}

/// A connection that is not part of the forest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub enum Cut {
    /// Between two bodies that the forest holds otherwise.
    Joint(JointId),
    /// An end (0 start, 1 end) of a rigid-link cable that is pinned to a body which the forest
    /// holds otherwise.
    CableEnd { cable: CableId, end: u8 },
    /// An end of a cable that events hold at a frame and let go.
    Latch(LatchId),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub enum Connection {
    /// The joint's child is this body; passes have turned it round where necessary.
    Joint(JointId),
    /// Six freedoms from the world.
    Free,
    /// By a ball joint at an end (0 start, 1 end) of a cable that stands before it.
    Cable { cable: CableId, end: u8 },
}

/// A set of equations that must be solved together.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub enum Block {
    /// `var = value`, everything in `value` known.
    Explicit { var: VarId, value: NodeId },
    /// An algebraic loop. With values for `tears`, `sequence` computes the other variables in
    /// order; the loop is solved when each tear equals its own equation's value.
    Loop { tears: Vec<(VarId, NodeId)>, sequence: Vec<(VarId, NodeId)> },
}

impl Block {
    /// Each variable it computes with the node of its equation.
    pub fn definitions(&self) -> impl Iterator<Item = (VarId, NodeId)> {
        let (one, many): (_, [&[(VarId, NodeId)]; 2]) = match self {
            Block::Explicit { var, value } => (Some((*var, *value)), [&[], &[]]),
            Block::Loop { tears, sequence } => (None, [tears, sequence]),
        };
        one.into_iter().chain(many.into_iter().flatten().copied())
    }
}

visit!(Plan, |plan, see| {
    let Plan { dynamics, forest: _, cuts: _, sensitivities, blocks, freedoms: _, reasons: _ } =
        plan;
    let of_derivatives = dynamics.stage_of_derivatives();
    for Sensitivity { node, argument, derivative } in sensitivities {
        // Both are read where the derivative is used.
        unread("number of a load").each([node], see);
        unread("argument of a load").each([argument], see);
        needed("derivative of a load", Some(of_derivatives)).each([derivative], see);
    }
    // The variables of blocks are evaluated where something reads them.
    for block in blocks {
        match block {
            Block::Explicit { var: _, value } => unread("equation").each([value], see),
            Block::Loop { tears, sequence } => {
                for (_, value) in tears {
                    unread("equation").each([value], see);
                }
                for (_, value) in sequence {
                    unread("equation").each([value], see);
                }
            }
        }
    }
});

pub(crate) fn text(graph: &Graph, expressions: &Expressions) -> String {
    let Some(plan) = &graph.plan else { return String::new() };
    let end_name = |end: u8| if end == 0 { "start" } else { "end" };
    let mut lines =
        vec![format!("dynamics {}", plan.dynamics.name()), format!("freedoms {}", plan.freedoms)];
    lines.extend(plan.reasons.iter().map(|reason| format!("because {reason}")));
    lines.extend(plan.forest.iter().map(|node| match node {
        TreeNode::Body { body: id, connection } => {
            let by = match connection {
                Connection::Joint(id) => format!("joint {}", graph.joint_path(*id)),
                Connection::Free => "nothing: free".to_owned(),
                Connection::Cable { cable: id, end } => {
                    format!("the {} of cable {}", end_name(*end), graph.cable_path(*id))
                }
            };
            format!("body {} by {by}", graph.body_path(*id))
        }
        TreeNode::Cable { cable: id, root } => {
            format!("cable {} from its {}", graph.cable_path(*id), end_name(*root))
        }
    }));
    lines.extend(plan.cuts.iter().map(|cut| match cut {
        Cut::Joint(id) => format!("cut joint {}", graph.joint_path(*id)),
        Cut::CableEnd { cable: id, end } => {
            format!("cut cable {} at its {}", graph.cable_path(*id), end_name(*end))
        }
        Cut::Latch(id) => format!("latch {}", graph.latch_name(*id)),
    }));
    lines.extend(plan.sensitivities.iter().map(|Sensitivity { node, argument, derivative }| {
        let [node, argument, derivative] =
            [node, argument, derivative].map(|id| expressions.scalar(*id));
        format!("d {node} / d {argument} = {derivative}")
    }));
    let assignment =
        |&(var, value): &_| format!("{} = {}", expressions.var(var), expressions.scalar(value));
    for block in &plan.blocks {
        match block {
            Block::Explicit { var, value } => {
                lines.push(format!("let {}", assignment(&(*var, *value))));
            }
            Block::Loop { tears, sequence } => {
                lines.push("loop".to_owned());
                lines.extend(tears.iter().map(|tear| format!("  tear {}", assignment(tear))));
                lines.extend(sequence.iter().map(|step| format!("  then {}", assignment(step))));
            }
        }
    }
    section("plan", lines)
}
