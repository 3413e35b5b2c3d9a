//! What closes loops: cut joints, cable ends and the user's equations, resolved.
//!
//! A closing is a joint, a cable's end or a constraint of the user that the forest leaves open.
//! Each gets as many rows as it has scalar equations, and each row a list of supports: bodies,
//! prescribed bodies, rates or points of cables that it acts on. Only the lists are made here;
//! values and gradients come with every evaluation, in `recursive/loops/rows.rs`, which relies on
//! the order of supports given here: parent before child, the frame before the cable.
//!
//! | closing | rows |
//! |---|---|
//! | cut joint | `6 - rates` that it locks, then one for each drive |
//! | cable's end | 3, components of tip minus frame in world axes |
//! | constraint | one for each row of the graph's constraint |

use cdl_graph::{
    CableId, CableQuantity, ConstraintKind, ConstraintRow, Cut, FrameId, FrameQuantity, Held,
    JointId, JointQuantity, Latch, LatchId, LoopMethod, Node, NodeId, Plan, Sensor,
};

use super::bodies::{self, Forest};
use super::{Assembly, Owner, Problem, loads};
use crate::mechanism::Stepping;
use crate::recursive::step::Method;
use crate::recursive::{
    Argument, Closing, ClosingKind, Closure, CutDrive, CutJoint, Equation, FrameOn, JointShape,
    Level, Loops, Reading, Row, Structure, Support, support,
};

/// Errors are added to the assembly's.
/// Cut joints, then cable ends, as the plan lists them, then constraints: the order in which
/// closings are numbered. `stepping` is absent where there are no steps or they are wrong, and then no method is
/// judged.
pub(super) fn loops(
    assembly: &mut Assembly<'_>,
    forest: &mut Forest,
    plan: &Plan,
    stepping: Option<Stepping>,
) -> Loops {
    let mut building = Building { assembly, forest, loops: Loops::default() };
    for cut in &plan.cuts {
        match *cut {
            Cut::Joint(joint) => building.joint(joint),
            Cut::CableEnd { cable, end } => building.pinned_end(cable, end),
            Cut::Latch(latch) => building.latched_end(latch),
        }
    }
    for index in 0..building.assembly.graph.constraints.len() {
        building.constraint(index);
    }
    let mut loops = building.loops;
    if loops.is_empty() {
        return loops;
    }
    loops.structure = Structure::new(
        &forest.tree,
        &forest.cables,
        &forest.passes,
        &loops.closings,
        &loops.rows,
        &loops.terms,
    );
    loops.method = closure(assembly, forest, &loops, stepping);
    loops
}

/// Closings in the making. Cut joints note in the forest where their closing is, as sensors and
/// constraints read them there.
struct Building<'a, 'b> {
    /// The mechanism, and errors so far.
    assembly: &'a mut Assembly<'b>,
    /// Where bodies and cables are.
    forest: &'a mut Forest,
    /// Made so far.
    loops: Loops,
}

impl Building<'_, '_> {
    /// Appends a closing; the ranges of rows and terms follow from what is there already.
    fn close(
        &mut self,
        owner: Owner,
        kind: ClosingKind,
        rows: Vec<(Level, Vec<Support>)>,
        latch: Option<&Latch>,
    ) {
        let start = self.loops.rows.len();
        for (level, supports) in rows {
            let first = self.loops.terms.len();
            self.loops.terms.extend(supports);
            self.loops.rows.push(Row { terms: first..self.loops.terms.len(), level });
        }
        let rows = start..self.loops.rows.len();
        let latch = latch.map(|latch| latch.state.index());
        self.loops.closings.push(Closing { owner, kind, rows, latch });
    }

    /// A joint that closes a loop. Its springs, friction and given efforts act between the two
    /// frames directly; its drives are rows, as a prescribed coordinate is a constraint here.
    fn joint(&mut self, id: JointId) {
        let owner = Owner::Joint(id.index());
        let joint = &self.assembly.graph.joints[id.index()];
        let frames = [joint.parent, joint.child].map(|frame| self.frame(owner, frame));
        let [Some(parent), Some(child)] = frames else { return };
        let Some(kind) = bodies::tree_joint(self.assembly, joint).normalized() else {
            self.assembly.fail(owner, Problem::Axis);
            return;
        };
        let mut drives = Vec::new();
        let mut laws = Vec::new();
        let mut efforts = Vec::new();
        let mut acts = false;
        for (coordinate, axis) in joint.coordinates.iter().enumerate() {
            let (law, effort) = bodies::axis_law(self.assembly, axis);
            acts |= law.acts() || effort.is_some();
            laws.push(law);
            efforts.extend(effort.map(|node| (coordinate, node)));
            let Some(drive) = &axis.drive else { continue };
            let complete = drive.rate.is_some() && drive.acceleration.is_some();
            if !complete && !self.assembly.is_fixed(drive.value) {
                let text = "its drive has not been derived by time".to_owned();
                self.assembly.fail(owner, Problem::Plan(text));
            }
            drives.push(CutDrive {
                coordinate,
                value: drive.value,
                rate: drive.rate,
                acceleration: drive.acceleration,
            });
        }
        bodies::check_friction(self.assembly, id.index());
        let ball = joint.isotropic.as_ref();
        let ball = ball.and_then(|axis| bodies::ball_law(self.assembly, axis));
        acts |= ball.is_some();
        let windings = self.loops.windings.len();
        for coordinate in 0..kind.coordinates() {
            let written = joint.start.coordinates.get(coordinate);
            self.loops.windings.push(written.map_or(0.0, |&node| self.assembly.scalar(node)));
        }
        let supports: Vec<Support> = [&parent, &child].into_iter().filter_map(support).collect();
        let cut = CutJoint {
            index: id.index(),
            shape: JointShape::new(kind),
            parent,
            child,
            drives,
            laws,
            efforts,
            ball,
            windings,
            acts,
        };
        let count = cut.locked() + cut.drives.len();
        let rows = vec![(Level::Position, supports); count];
        self.loops.acts |= acts;
        self.forest.cut_joints[id.index()] = Some(self.loops.closings.len());
        let latch = self.assembly.graph.latch_of_joint(id);
        self.close(owner, ClosingKind::Joint(Box::new(cut)), rows, latch);
    }

    /// `end` is 0 for the cable's start, 1 for its end. It coincides with its frame in position;
    /// directions are free.
    fn pinned_end(&mut self, id: CableId, end: u8) {
        let owner = Owner::Cable(id.index());
        let graph = self.assembly.graph;
        let Some(frame) = graph.cables[id.index()].ends[usize::from(end).min(1)].frame() else {
            let text = "the plan closes a loop at a free end".to_owned();
            self.assembly.fail(owner, Problem::Plan(text));
            return;
        };
        self.cable_end((id, end), frame, None);
    }

    /// The same of an end that events hold and let go, and that is free otherwise.
    fn latched_end(&mut self, id: LatchId) {
        let latch = &self.assembly.graph.latches[id.index()];
        let Held::CableEnd { cable, end, frame } = latch.holds else { return };
        self.cable_end((cable, end), frame, Some(latch));
    }

    /// The end of a cable (0 or 1) that coincides with a frame, perhaps only while a latch is closed.
    fn cable_end(&mut self, (id, end): (CableId, u8), frame: FrameId, latch: Option<&Latch>) {
        let owner = Owner::Cable(id.index());
        let Some(frame) = self.frame(owner, frame) else { return };
        let Some(cable) = self.forest.cable_indices[id.index()] else { return };
        let model = &self.forest.cables[cable];
        let station = if end == 0 { model.start_station() } else { model.end_station() };
        let mut supports: Vec<Support> = support(&frame).into_iter().collect();
        supports.push(Support::Cable { cable, station });
        let rows = vec![(Level::Position, supports); 3];
        self.close(owner, ClosingKind::CableEnd { cable, station, frame }, rows, latch);
    }

    /// One closing for all rows of a constraint. Supports of a row are those of the arguments on
    /// its own level: what a constraint on velocities reads of positions changes its rate, but gets
    /// no force.
    fn constraint(&mut self, index: usize) {
        let owner = Owner::Constraint(index);
        self.forest.constraint_rows.push(self.loops.rows.len());
        let constraint = &self.assembly.graph.constraints[index];
        let level = match constraint.kind {
            ConstraintKind::Position => Level::Position,
            ConstraintKind::Velocity => Level::Velocity,
        };
        let mut equations = Vec::new();
        let mut rows = Vec::new();
        for row in &constraint.rows {
            match self.equation(row, level) {
                Ok(equation) => {
                    let own = equation.arguments.iter().filter(|it| it.level == level);
                    rows.push((level, own.flat_map(|it| it.reads.supports()).collect()));
                    equations.push(equation);
                }
                Err(text) => {
                    self.assembly.fail(owner, Problem::Plan(text));
                    return;
                }
            }
        }
        self.loops.reads_signals = true;
        let latch = self.assembly.graph.latch_of_constraint(index);
        self.close(owner, ClosingKind::Equations(equations), rows, latch);
    }

    /// Errors are texts for [`Problem::Plan`]: the compiler has derived something else than the
    /// runtime can keep.
    fn equation(&self, row: &ConstraintRow, level: Level) -> Result<Equation, String> {
        let Some(derivatives) = &row.derivatives else {
            return Err("its equation has not been derived".to_owned());
        };
        let numbers = derivatives.gradient.iter().zip(&derivatives.gradient_rate);
        let mut arguments = Vec::new();
        for (&node, (&gradient, &gradient_rate)) in derivatives.arguments.iter().zip(numbers) {
            let (reads, of_level) = self.reading(node)?;
            if level == Level::Position && of_level == Level::Velocity {
                return Err("an equation between positions reads a velocity".to_owned());
            }
            let supports = reads.supports().count();
            arguments.push(Argument { gradient, gradient_rate, reads, level: of_level, supports });
        }
        Ok(Equation {
            level,
            residual: row.residual,
            arguments,
            hessian: derivatives.hessian.clone(),
            rate: derivatives.rate,
            acceleration: derivatives.acceleration,
        })
    }

    /// What a sensor node stands for, and whether it is a position or a velocity. Readings have to
    /// be functions of the positions, or linear in the velocities, so accelerations and forces
    /// cannot be kept.
    fn reading(&self, node: NodeId) -> Result<(Reading, Level), String> {
        let graph = self.assembly.graph;
        let Node::Sensor { sensor, component } = graph.signals.node(node) else {
            return Err("its derivatives refer to what is not a quantity of the motion".to_owned());
        };
        let component = usize::from(component);
        let unknown = || "it reads a quantity that constraints cannot keep".to_owned();
        match sensor {
            Sensor::Frame { frame, quantity } => {
                let frame = self.forest.frame(self.assembly, frame).ok_or_else(unknown)?;
                match quantity {
                    FrameQuantity::Position => {
                        Ok((Reading::Point { frame, component }, Level::Position))
                    }
                    FrameQuantity::Axes => {
                        let (axis, component) = (component / 3, component % 3);
                        Ok((Reading::Axis { frame, axis, component }, Level::Position))
                    }
                    FrameQuantity::Velocity => {
                        Ok((Reading::Point { frame, component }, Level::Velocity))
                    }
                    FrameQuantity::AngularVelocity => {
                        Ok((Reading::Spin { frame, component }, Level::Velocity))
                    }
                    FrameQuantity::Attitude
                    | FrameQuantity::Acceleration
                    | FrameQuantity::AngularAcceleration => Err(unknown()),
                }
            }
            Sensor::Cable { cable, station, quantity } => {
                let (cable, station) = loads::station(self.assembly, self.forest, cable, &station)
                    .ok_or_else(unknown)?;
                let level = match quantity {
                    CableQuantity::Position => Level::Position,
                    CableQuantity::Velocity => Level::Velocity,
                    CableQuantity::Acceleration
                    | CableQuantity::Direction
                    | CableQuantity::Tension
                    | CableQuantity::Force
                    | CableQuantity::Torque
                    | CableQuantity::Curvature
                    | CableQuantity::Moment => return Err(unknown()),
                };
                Ok((Reading::Cable { cable, station, component }, level))
            }
            Sensor::Joint { joint, quantity, coordinate } => {
                let level = match quantity {
                    JointQuantity::Coordinate => Level::Position,
                    JointQuantity::Rate => Level::Velocity,
                    JointQuantity::Acceleration
                    | JointQuantity::Effort
                    | JointQuantity::Force
                    | JointQuantity::Torque => return Err(unknown()),
                };
                let reads = self.joint_reading(joint, usize::from(coordinate));
                Ok((reads.ok_or_else(unknown)?, level))
            }
            Sensor::Multiplier { .. }
            | Sensor::Statistic(_)
            | Sensor::State(_)
            | Sensor::Energy(_)
            | Sensor::Momentum
            | Sensor::AngularMomentum => Err(unknown()),
        }
    }

    /// Of the tree: a coordinate of a joint. Of a cut joint: a function of its two frames, so the
    /// cut joint has to have been resolved before. `None` for what has no scalar coordinate.
    fn joint_reading(&self, joint: JointId, coordinate: usize) -> Option<Reading> {
        let tree = &self.forest.tree;
        if let Some(body) = self.forest.joint_bodies[joint.index()] {
            let rate = tree.rate_range(body).nth(coordinate)?;
            let drive = tree.coordinate_range(body).start + coordinate;
            let driven =
                coordinate < tree.joint(body).coordinates() && tree.is_driven(body, coordinate);
            let rate = (!driven).then_some(rate);
            return Some(Reading::Coordinate { body, rate, drive });
        }
        let closing = self.forest.cut_joints[joint.index()]?;
        match &self.loops.closings[closing].kind {
            ClosingKind::Joint(cut) if coordinate < cut.shape.joint.coordinates() => {
                Some(Reading::Cut { joint: cut.clone(), coordinate })
            }
            _ => None,
        }
    }

    /// Fails for `owner` where nothing holds the frame's body.
    fn frame(&mut self, owner: Owner, frame: FrameId) -> Option<FrameOn> {
        let found = self.forest.frame(self.assembly, frame);
        if found.is_none() {
            let text = "it closes a loop at a body that nothing holds".to_owned();
            self.assembly.fail(owner, Problem::Plan(text));
        }
        found
    }
}

/// A dense matrix with more elements would take gigabytes.
/// Of Jacobians in coordinate partitioning: rows times rates.
const MOST_ELEMENTS: usize = 4_000_000;

/// The method with its numbers; errors where it does not go with the integrator or the mechanism.
/// Rates in 1/s; the penalty's mass is a factor of the mass that a constraint feels
/// (docs/loops.md).
fn closure(
    assembly: &mut Assembly<'_>,
    forest: &Forest,
    loops: &Loops,
    stepping: Option<Stepping>,
) -> Closure {
    // Implicit steps keep constraints their own way; here they only need a start.
    let (cdl_graph::Analysis::Simulate(simulation), Some(Stepping::Explicit(method))) =
        (&assembly.graph.analysis, stepping)
    else {
        return Closure::Projection;
    };
    let closure = match simulation.loops {
        LoopMethod::Projection => Closure::Projection,
        LoopMethod::Baumgarte { rate } => Closure::Baumgarte { rate: assembly.scalar(rate) },
        LoopMethod::Penalty { mass, rate } => {
            Closure::Penalty { mass: assembly.scalar(mass), rate: assembly.scalar(rate) }
        }
        LoopMethod::AugmentedLagrangian { mass, rate } => Closure::AugmentedLagrangian {
            mass: assembly.scalar(mass),
            rate: assembly.scalar(rate),
        },
        LoopMethod::GearGuptaLeimkuhler => Closure::GearGuptaLeimkuhler,
        LoopMethod::Partitioning => Closure::Partitioning,
    };
    let leapfrog = matches!(method, Method::Leapfrog { .. });
    let complaint = match closure {
        Closure::GearGuptaLeimkuhler if leapfrog => Some(
            "leapfrog moves positions along the velocities alone, which the second multiplier \
                  of Gear, Gupta and Leimkuhler changes; use rk4 or rk45, or `projection`",
        ),
        Closure::Partitioning if leapfrog => Some(
            "leapfrog needs all coordinates, coordinate partitioning integrates some of them; \
                  use rk4 or rk45, or `projection`",
        ),
        Closure::Partitioning if through_links(forest, loops) => Some(
            "coordinate partitioning needs single coordinates, which the links of a cable in \
                  a loop do not have; use `projection`",
        ),
        Closure::Partitioning if loops.rows.len() * forest.tree.rates().max(1) > MOST_ELEMENTS => {
            Some(
                "coordinate partitioning is for some hundred closing constraints at most; use \
                  `projection`",
            )
        }
        _ => None,
    };
    if let Some(text) = complaint {
        assembly.fail(Owner::Experiment, Problem::Unsupported(text.to_owned()));
    }
    closure
}

/// Directions of links are three numbers each for two freedoms: no single one of them could be
/// dependent.
fn through_links(forest: &Forest, loops: &Loops) -> bool {
    use crate::recursive::Node as Place;
    loops.structure.reaches.iter().any(|reach| {
        loops.structure.nodes(&reach.path).any(|node| match node {
            Place::Body(_) => false,
            Place::Cable(cable) => {
                let cable = &forest.cables[cable];
                cable.points() < cable.states()
            }
        })
    })
}
