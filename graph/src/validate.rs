//! What must hold in every graph, whichever pass it comes from. A violation is a bug of the compiler,
//! not of the user's model.

use crate::{BodyId, FrameId, Graph, Held, Latching, LoadKind, Node, Point, Sensor};

impl Graph {
    /// Checks that every id is in range, that operands stand before their users, and that the world
    /// stands first.
    ///
    /// # Errors
    /// The first violation, in words.
    pub fn validate(&self) -> Result<(), String> {
        self.validate_nodes()?;
        self.validate_mechanism()?;
        self.validate_forest()?;
        let mut missing = None;
        let nodes = self.signals.nodes.len();
        self.see_roots(|root| missing = missing.or((root.index() >= nodes).then_some(root)));
        match missing {
            Some(root) => Err(format!("node {} is referred to and does not exist", root.index())),
            None => Ok(()),
        }
    }

    fn validate_nodes(&self) -> Result<(), String> {
        let signals = &self.signals;
        for (index, node) in signals.nodes.iter().enumerate() {
            if let Some(late) =
                node.operands().chain(node.station()).find(|operand| operand.index() >= index)
            {
                return Err(format!("node {index} uses node {} before it exists", late.index()));
            }
            let exists = match node {
                Node::Param(id) => id.index() < signals.params.len(),
                Node::Var(id) => id.index() < signals.vars.len(),
                Node::Lookup { table, column, .. } => signals
                    .tables
                    .get(table.index())
                    .is_some_and(|table| usize::from(column) < table.columns.len()),
                Node::Sensor { sensor, .. } => match sensor {
                    Sensor::Frame { frame, .. } => frame.index() < self.frames.len(),
                    Sensor::Joint { joint, .. } => joint.index() < self.joints.len(),
                    Sensor::Cable { cable, .. } => cable.index() < self.cables.len(),
                    Sensor::Multiplier { constraint, row } => self
                        .constraints
                        .get(constraint.index())
                        .is_some_and(|own| usize::from(row) < own.rows.len()),
                    Sensor::State(state) => state.index() < self.states.len(),
                    Sensor::Statistic(own) => own.index() < self.statistics.len(),
                    Sensor::Energy(_) | Sensor::Momentum | Sensor::AngularMomentum => true,
                },
                Node::Constant(_)
                | Node::Time
                | Node::Unary(..)
                | Node::Binary(..)
                | Node::Select { .. } => true,
                Node::Entry { before, .. } => {
                    before.is_none_or(|id| matches!(signals.node(id), Node::Entry { .. }))
                }
                Node::Solve { entries, shape } => {
                    let count = crate::entries(|id| signals.node(id), entries).len();
                    shape.is_possible() && count == shape.entries()
                }
                Node::Solution { of, index } => match signals.node(of) {
                    Node::Solve { shape, .. } => usize::from(index) < shape.solutions(),
                    _ => false,
                },
            };
            if !exists {
                return Err(format!(
                    "node {index} refers to something that does not exist: {node:?}"
                ));
            }
        }
        let mut defined = vec![0_u32; signals.vars.len()];
        for equation in &signals.equations {
            match defined.get_mut(equation.var.index()) {
                Some(count) => *count += 1,
                None => return Err(format!("equation for unknown variable {:?}", equation.var)),
            }
        }
        match defined.iter().position(|&count| count != 1) {
            Some(var) => {
                let path = &signals.vars[var].path;
                Err(format!("variable {path} has {} equations", defined[var]))
            }
            None => Ok(()),
        }
    }

    fn validate_mechanism(&self) -> Result<(), String> {
        let body = |id: BodyId, user: &str| match id.index() < self.bodies.len() {
            true => Ok(()),
            false => Err(format!("{user} refers to body {} that does not exist", id.index())),
        };
        let frame = |id: FrameId, user: &str| match id.index() < self.frames.len() {
            true => Ok(()),
            false => Err(format!("{user} refers to frame {} that does not exist", id.index())),
        };
        let point = |on: &Point, user: &str| match on {
            Point::Frame(id) => frame(*id, user),
            Point::Cable { cable, .. } => match cable.index() < self.cables.len() {
                true => Ok(()),
                false => Err(format!("{user} refers to a cable that does not exist")),
            },
        };
        if self.bodies.is_empty() || self.frames.is_empty() {
            return Err("the world is missing".to_owned());
        }
        for each in &self.bodies {
            frame(each.frame, &each.path)?;
        }
        for each in &self.frames {
            body(each.body, &each.path)?;
        }
        for each in &self.joints {
            frame(each.parent, &each.path)?;
            frame(each.child, &each.path)?;
            if each.coordinates.len() != each.kind.coordinates() {
                return Err(format!("{} has the wrong number of coordinates", each.path));
            }
        }
        for each in &self.cables {
            for end in &each.ends {
                if let Some(id) = end.frame() {
                    frame(id, &each.path)?;
                }
            }
        }
        for each in &self.loads {
            match &each.kind {
                LoadKind::Force { on, axes, .. } => {
                    point(on, &each.path)?;
                    axes.map_or(Ok(()), |id| frame(id, &each.path))?;
                }
                LoadKind::Torque { on, axes, .. } => {
                    frame(*on, &each.path)?;
                    axes.map_or(Ok(()), |id| frame(id, &each.path))?;
                }
                LoadKind::Spring { between, .. } => {
                    between.iter().try_for_each(|end| point(end, &each.path))?;
                }
            }
        }
        for each in &self.events {
            let mut sets = each.parts.iter().flat_map(|part| &part.assignments);
            if !sets.all(|set| set.state.index() < self.states.len()) {
                return Err(format!("{} sets a state that does not exist", each.path));
            }
            let latching = each.parts.iter().flat_map(|part| &part.latching);
            let mut latches = latching.flat_map(|own| match own {
                Latching::Close { latch, within: _, turned: _ }
                | Latching::Bounce { latch, is_upper: _, restitution: _, rest: _ } => {
                    std::slice::from_ref(latch)
                }
                Latching::Open { latches } => latches,
            });
            if latches.any(|latch| latch.index() >= self.latches.len()) {
                return Err(format!("{} closes or opens a latch that does not exist", each.path));
            }
        }
        for each in &self.latches {
            let exists = match &each.holds {
                Held::Joint(joint) => joint.index() < self.joints.len(),
                Held::CableEnd { cable, end, frame: on } => {
                    frame(*on, &each.path)?;
                    let cable = self.cables.get(cable.index());
                    cable.and_then(|cable| cable.ends.get(usize::from(*end))).is_some()
                }
                Held::Constraint { constraint, is_effort: _, memory } => {
                    constraint.index() < self.constraints.len()
                        && memory.iter().all(|state| state.index() < self.states.len())
                }
            };
            if !exists || each.state.index() >= self.states.len() {
                return Err(format!("{} refers to something that does not exist", each.path));
            }
        }
        for each in &self.constraints {
            let complete = each.rows.iter().flat_map(|row| &row.derivatives).all(|derivatives| {
                let count = derivatives.arguments.len();
                derivatives.gradient.len() == count && derivatives.gradient_rate.len() == count
            });
            if !complete {
                return Err(format!("{} has derivatives for some arguments only", each.path));
            }
        }
        Ok(())
    }
}
