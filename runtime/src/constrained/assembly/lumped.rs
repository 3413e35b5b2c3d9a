//! Segments of lumped cables: a spring of some kind, or a controller.

use super::Parts;
use crate::chain::lumped::AxialLaw;
use crate::constrained::cable::control::ControlledSegment;
use crate::constrained::cable::place::PulledBy;
use crate::constrained::cable::segment::Segment;
use crate::constrained::elements::line::Line;
use crate::constrained::matrix::Wires;
use crate::constrained::vectors::VectorId;
use crate::laws::{Controller, LineLaw, Spring};

impl Parts {
    /// A segment along a vector, `length` m long unstretched.
    pub(super) fn segment(&mut self, line: VectorId, length: f64, law: &AxialLaw) -> PulledBy {
        let line = Line { vector: line, stiffness: Wires::default() };
        let law = match *law {
            AxialLaw::Spring { stiffness, damping, pushes } => {
                LineLaw::Linear(Spring { stiffness, damping, length, pushes })
            }
            AxialLaw::Table { ref curve, damping } => LineLaw::table(curve, damping),
            AxialLaw::Pid { proportional, derivative, integral } => {
                let place = self.elements.controlled_segments.len();
                let law = Controller { proportional, derivative, integral, length };
                self.elements.controlled_segments.push(ControlledSegment { line, law, place });
                return PulledBy::Controller(place);
            }
        };
        let index = self.elements.segments.len();
        self.elements.segments.push(Segment { line, law, length });
        PulledBy::Segment(index)
    }
}
