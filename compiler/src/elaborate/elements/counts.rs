//! The place of each element in the graph.

use cdl_graph::{BodyId, CableId, ConstraintId, FrameId, JointId, LoadId, StateId};

use crate::schema::{Kind, KindId};
use crate::typed::{Handle, StateShape};

/// How many of each there are so far.
#[derive(Default)]
pub(super) struct Counts {
    bodies: u32,
    pub(super) frames: u32,
    joints: u32,
    cables: u32,
    loads: u32,
    grips: u32,
    states: u32,
}

impl Counts {
    pub(super) fn with_world() -> Self {
        Self { bodies: 1, frames: 1, ..Self::default() }
    }

    fn next(counter: &mut u32) -> u32 {
        let next = *counter;
        *counter += 1;
        next
    }

    pub(super) fn states(&mut self, shape: StateShape) -> Handle {
        let first = StateId(self.states);
        self.states += shape.components() as u32;
        Handle::States { first, shape }
    }

    /// Of all kinds but states, whose number depends on their type.
    pub(super) fn handle(&mut self, kind: &Kind) -> Handle {
        match kind.id {
            KindId::Body => Handle::Body {
                body: BodyId(Self::next(&mut self.bodies)),
                frame: FrameId(Self::next(&mut self.frames)),
            },
            KindId::Frame => Handle::Frame(FrameId(Self::next(&mut self.frames))),
            KindId::Joint | KindId::Winch | KindId::Sheave => {
                Handle::Joint(JointId(Self::next(&mut self.joints)))
            }
            KindId::Cable => Handle::Cable(CableId(Self::next(&mut self.cables))),
            KindId::Force | KindId::Torque => Handle::Load(LoadId(Self::next(&mut self.loads))),
            KindId::Grip => Handle::Constraint(ConstraintId(Self::next(&mut self.grips))),
            KindId::Environment
            | KindId::Air
            | KindId::Water
            | KindId::Material
            | KindId::Section
            | KindId::Clump
            | KindId::Constraint
            | KindId::State
            | KindId::Var
            | KindId::At
            | KindId::Every
            | KindId::When
            | KindId::Simulate
            | KindId::Equilibrium
            | KindId::Modes
            | KindId::Linearize
            | KindId::Response
            | KindId::Input
            | KindId::Find
            | KindId::Choose
            | KindId::Sensitivity
            | KindId::Plot
            | KindId::View
            | KindId::Require
            | KindId::Vary
            | KindId::Sample
            | KindId::Cases => Handle::None,
        }
    }
}
