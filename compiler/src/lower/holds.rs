//! Latches that hold coordinates of joints or their rates, and what there is to read of both.

use cdl_graph::{
    Assignment, Constraint, ConstraintId, ConstraintKind, ConstraintRow, Held, JointId,
    JointQuantity, LatchId, Node, NodeId, Origin, ResidualUnits, Sensor, State, StateId,
};

use super::{Lowered, Lowering, Unlowered};
use crate::symbolic::Scalars;
use crate::typed::Element;

impl Lowering<'_> {
    /// A latch that holds coordinates of a joint, each with where it is held at first; `closed` at the start or open.
    pub(crate) fn hold(
        &mut self,
        element: &Element,
        closed_in_words: &str,
        coordinates: Vec<(u8, NodeId)>,
        closed: bool,
    ) -> Lowered<LatchId> {
        let joint = self.joint_of(element.id)?;
        let (mut memory, mut rows) = (Vec::new(), Vec::new());
        for (coordinate, start) in coordinates {
            let path = format!("{}.{closed_in_words} at.{coordinate}", element.path);
            let state = self.state_of_events(path, element.origin(), start)?;
            let now = self.joint_reading(joint, coordinate, JointQuantity::Coordinate);
            let then = self.add(Node::Sensor { sensor: Sensor::State(state), component: 0 });
            let residual = self.minus(now, then);
            rows.push(ConstraintRow { residual, derivatives: None });
            memory.push(state);
        }
        let constraint = self.rows_of(element, ConstraintKind::Position, rows)?;
        self.latch(
            element,
            closed_in_words,
            Held::Constraint { constraint, is_effort: true, memory },
            closed,
        )
    }

    /// A latch that holds the rate of a coordinate at another one; open at the start.
    pub(crate) fn hold_rate(
        &mut self,
        element: &Element,
        rate: NodeId,
        wanted: NodeId,
    ) -> Lowered<LatchId> {
        let residual = self.minus(rate, wanted);
        let rows = vec![ConstraintRow { residual, derivatives: None }];
        let constraint = self.rows_of(element, ConstraintKind::Velocity, rows)?;
        let holds = Held::Constraint { constraint, is_effort: true, memory: Vec::new() };
        self.latch(element, "driven", holds, false)
    }

    fn rows_of(
        &mut self,
        element: &Element,
        kind: ConstraintKind,
        rows: Vec<ConstraintRow>,
    ) -> Lowered<ConstraintId> {
        let id = ConstraintId(u32::try_from(self.constraints.len()).map_err(|_| Unlowered)?);
        let (path, origin) = (element.path.to_string(), element.origin());
        self.constraints.push(Constraint {
            path,
            origin,
            kind,
            units: ResidualUnits::default(),
            rows,
        });
        Ok(id)
    }

    /// 1 where a latch is closed.
    pub(crate) fn is_closed(&mut self, latch: LatchId) -> NodeId {
        let state = self.latches[latch.index()].state;
        self.add(Node::Sensor { sensor: Sensor::State(state), component: 0 })
    }

    /// The effort of a latch that holds one coordinate, along that; nothing where it is open.
    pub(crate) fn held_by(&mut self, latch: LatchId) -> NodeId {
        match self.latches[latch.index()].holds {
            Held::Constraint { constraint, .. } => {
                let sensor = Sensor::Multiplier { constraint, row: 0 };
                self.add(Node::Sensor { sensor, component: 0 })
            }
            Held::Joint(_) | Held::CableEnd { .. } => self.constant(0.0),
        }
    }

    /// What there is to read of one coordinate of a joint.
    pub(crate) fn joint_reading(
        &mut self,
        joint: JointId,
        coordinate: u8,
        quantity: JointQuantity,
    ) -> NodeId {
        let sensor = Sensor::Joint { joint, quantity, coordinate };
        self.add(Node::Sensor { sensor, component: 0 })
    }

    /// Where a joint is at the instant at which it is locked.
    pub(crate) fn kept(&mut self, joint: JointId, latch: LatchId) -> Vec<Assignment> {
        let memory = match &self.latches[latch.index()].holds {
            Held::Constraint { memory, constraint: _, is_effort: _ } => memory.clone(),
            Held::Joint(_) | Held::CableEnd { .. } => Vec::new(),
        };
        let quantity = JointQuantity::Coordinate;
        let keep = |(coordinate, state)| Assignment {
            state,
            value: self.joint_reading(joint, coordinate, quantity),
        };
        (0_u8..).zip(memory).map(keep).collect()
    }

    /// A number that nothing but events changes.
    pub(crate) fn state_of_events(
        &mut self,
        path: String,
        origin: Option<Origin>,
        start: NodeId,
    ) -> Lowered<StateId> {
        let id = StateId(u32::try_from(self.states.len()).map_err(|_| Unlowered)?);
        self.states.push(Some(State { path, origin, start, rate: None }));
        Ok(id)
    }
}
