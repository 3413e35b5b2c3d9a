//! Constraints get the derivatives of what has to be zero, and read attitudes through axes alone.

use cdl_graph::{
    BinaryOp, CableQuantity, ConstraintDerivatives, ConstraintKind, ConstraintRow, Graph, Held,
    Motion, Node, NodeId, Sensor, StateId, UnaryOp, VarId, Variability,
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{places::Places, quantities, with_axes::WithAxes};
use crate::diagnostics::{self, Diagnostic};
use crate::place::Place;
use crate::symbolic::derivative::{Derivatives, NoDerivative, Variable};
use crate::symbolic::{Scalars, Simplified};

pub(super) fn run(
    mut graph: Graph,
    places: &Places<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Graph {
    if graph.constraints.is_empty() {
        return graph;
    }
    let equations: FxHashMap<VarId, NodeId> =
        graph.signals.equations.iter().map(|equation| (equation.var, equation.value)).collect();
    let mut signals = std::mem::take(&mut graph.signals);
    let mut constraints = std::mem::take(&mut graph.constraints);
    let held = || {
        graph.latches.iter().filter_map(|latch| match &latch.holds {
            Held::Constraint { constraint, is_effort, memory } => {
                Some((constraint.index(), *is_effort, memory))
            }
            Held::Joint(_) | Held::CableEnd { .. } => None,
        })
    };
    let memory = held().flat_map(|(_, _, memory)| memory).copied().collect();
    let mut is_commanded = vec![false; constraints.len()];
    for (index, is_effort, _) in held() {
        is_commanded[index] = is_effort && constraints[index].kind == ConstraintKind::Velocity;
    }
    let mut derive = Derive {
        graph: &graph,
        memory,
        signals: Simplified::new(&mut signals),
        with_axes: WithAxes::new(&graph, &equations),
        derivatives: FxHashMap::default(),
    };
    let mut failures = Vec::new();
    for (constraint, is_commanded) in constraints.iter_mut().zip(is_commanded) {
        let rows = constraint.rows.iter_mut().map(|row| derive.row(row, is_commanded));
        if let Err(why) = rows.collect::<Result<(), _>>() {
            failures.push((constraint.path.clone(), constraint.origin, why));
        }
    }
    graph.signals = signals;
    graph.constraints = constraints;
    for (path, origin, why) in failures {
        let place = places.field(origin, "law");
        diagnostics.push(diagnostic(&graph, place, &path, why));
    }
    graph
}

/// Whether a sensor reads something that forces can change, not a prescribed motion.
pub(super) fn gives_way(graph: &Graph, sensor: Sensor) -> bool {
    match sensor {
        Sensor::Frame { frame, .. } => {
            let body = graph.frames[frame.index()].body;
            matches!(graph.bodies[body.index()].motion, Motion::Dynamic { .. })
        }
        Sensor::Joint { joint, coordinate, .. } => {
            let axes = &graph.joints[joint.index()].coordinates;
            axes.get(usize::from(coordinate)).is_none_or(|axis| axis.drive.is_none())
        }
        Sensor::Cable { .. }
        | Sensor::Multiplier { .. }
        | Sensor::Statistic(_)
        | Sensor::State(_)
        | Sensor::Energy(_)
        | Sensor::Momentum
        | Sensor::AngularMomentum => true,
    }
}

/// Why a constraint cannot be kept.
enum Unfit {
    /// It reads what follows from the forces.
    Result(Sensor),
    Direction(Sensor),
    State(Sensor),
    Loop(VarId),
    Jump(&'static str),
    /// It chooses between expressions, by what moves or between such.
    Choice,
    /// It reads more than can be numbered.
    TooMuch,
    /// Of what it depends on, nothing can be changed; these are prescribed.
    WithoutMotion(Vec<Sensor>),
}

struct Derive<'a> {
    graph: &'a Graph,
    /// States that are set only where a constraint is closed, and are constants to it.
    memory: FxHashSet<StateId>,
    signals: Simplified<'a>,
    with_axes: WithAxes<'a>,
    derivatives: FxHashMap<Variable, Derivatives>,
}

impl Derive<'_> {
    /// `is_commanded` where it keeps a rate at a command that is a function of time and of states.
    fn row(&mut self, row: &mut ConstraintRow, is_commanded: bool) -> Result<(), Unfit> {
        // What a motor is told jumps at events only, and how quaternions follow from axes is chosen such that nothing jumps.
        let chooses = !is_commanded && self.chooses_by_motion(row.residual);
        let residual = self.with_axes.of(&mut self.signals, row.residual).map_err(Unfit::Loop)?;
        let mut arguments = self.sensors(residual);
        let mut states = Vec::new();
        if is_commanded {
            let is_state = |own: &mut Argument| matches!(own.sensor, Sensor::State(_));
            states.extend(arguments.extract_if(.., is_state));
        }
        if arguments.len() > usize::from(u16::MAX) {
            return Err(Unfit::TooMuch);
        }
        self.check(residual, &arguments)?;
        if chooses {
            return Err(Unfit::Choice);
        }
        let mut gradient = Vec::with_capacity(arguments.len());
        let mut gradient_rate = Vec::with_capacity(arguments.len());
        let mut hessian = Vec::new();
        for (i, argument) in (0_u16..).zip(&arguments) {
            let Some(slope) = self.derivative(argument.variable, residual)? else {
                gradient.push(self.signals.constant(0.0));
                gradient_rate.push(self.signals.constant(0.0));
                continue;
            };
            let read: FxHashSet<Variable> =
                self.sensors(slope).into_iter().map(|sensor| sensor.variable).collect();
            for (j, other) in (0_u16..).zip(&arguments).skip(usize::from(i)) {
                if read.contains(&other.variable)
                    && let Some(curvature) = self.derivative(other.variable, slope)?
                {
                    hessian.push((i, j, curvature));
                }
            }
            gradient.push(slope);
            gradient_rate.push(self.or_zero(Variable::TimeAlone, slope)?);
        }
        self.check_gradient(&arguments, &gradient)?;
        let mut rate = self.or_zero(Variable::TimeAlone, residual)?;
        let acceleration = self.or_zero(Variable::TimeAlone, rate)?;
        for state in states {
            // Others stay as they are between events.
            let Some(change) = self.rate_of(state.sensor) else { continue };
            let slope = self.or_zero(state.variable, residual)?;
            let part = self.signals.times(slope, change);
            rate = self.signals.plus(rate, part);
        }
        let arguments = arguments.into_iter().map(|argument| argument.node).collect();
        row.residual = residual;
        row.derivatives = Some(ConstraintDerivatives {
            arguments,
            gradient,
            hessian,
            rate,
            gradient_rate,
            acceleration,
        });
        Ok(())
    }

    /// Of a state that is integrated.
    fn rate_of(&self, sensor: Sensor) -> Option<NodeId> {
        let Sensor::State(state) = sensor else { return None };
        self.graph.states.get(state.index()).and_then(|state| state.rate)
    }

    fn derivative(&mut self, variable: Variable, of: NodeId) -> Result<Option<NodeId>, Unfit> {
        // Variables have been replaced by what they stand for.
        let equations = FxHashMap::default();
        let derivatives =
            self.derivatives.entry(variable).or_insert_with(|| Derivatives::by(variable));
        derivatives.of(&mut self.signals, &equations, of).map_err(|why| match why {
            NoDerivative::Jump(function) => Unfit::Jump(function),
            NoDerivative::Loop(var) => Unfit::Loop(var),
            NoDerivative::DependsOn(sensor) => Unfit::Result(sensor),
        })
    }

    fn or_zero(&mut self, variable: Variable, of: NodeId) -> Result<NodeId, Unfit> {
        let found = self.derivative(variable, of)?;
        Ok(found.unwrap_or_else(|| self.signals.constant(0.0)))
    }

    /// All sensors that an expression reads, in the order of their nodes.
    fn sensors(&self, of: NodeId) -> Vec<Argument> {
        let mut found = Vec::new();
        let mut seen = FxHashSet::default();
        let mut stack = vec![of];
        while let Some(id) = stack.pop() {
            if !seen.insert(id) {
                continue;
            }
            let node = self.signals.node(id);
            if let Node::Sensor { sensor, component } = node
                && !matches!(sensor, Sensor::State(state) if self.memory.contains(&state))
            {
                let variable = Variable::Sensor(sensor, component);
                found.push(Argument { node: id, sensor, variable });
            }
            stack.extend(node.operands());
        }
        found.sort_unstable_by_key(|argument| argument.node);
        found
    }

    fn check(&self, residual: NodeId, arguments: &[Argument]) -> Result<(), Unfit> {
        for &Argument { sensor, .. } in arguments {
            match sensor {
                Sensor::Cable { quantity: CableQuantity::Direction, .. } => {
                    return Err(Unfit::Direction(sensor));
                }
                Sensor::State(_) => return Err(Unfit::State(sensor)),
                Sensor::Multiplier { .. }
                | Sensor::Statistic(_)
                | Sensor::Energy(_)
                | Sensor::Momentum
                | Sensor::AngularMomentum => {
                    return Err(Unfit::Result(sensor));
                }
                _ if sensor.variability() == Variability::Acceleration => {
                    return Err(Unfit::Result(sensor));
                }
                Sensor::Frame { .. } | Sensor::Joint { .. } | Sensor::Cable { .. } => {}
            }
        }
        self.jump(residual).map_or(Ok(()), |function| Err(Unfit::Jump(function)))
    }

    /// Forces along the gradient must be able to move something.
    fn check_gradient(&self, arguments: &[Argument], gradient: &[NodeId]) -> Result<(), Unfit> {
        let moves = |(argument, slope): (&Argument, &NodeId)| {
            gives_way(self.graph, argument.sensor)
                && self.signals.node(*slope) != Node::Constant(0.0)
        };
        if arguments.iter().zip(gradient).any(moves) {
            return Ok(());
        }
        let read = arguments.iter().map(|argument| argument.sensor);
        let mut prescribed: Vec<Sensor> =
            read.filter(|sensor| !gives_way(self.graph, *sensor)).collect();
        prescribed.dedup();
        Err(Unfit::WithoutMotion(prescribed))
    }

    /// A function with jumps, of something that varies. What only chooses between two expressions may
    /// jump: that is looked at as a whole.
    fn jump(&self, residual: NodeId) -> Option<&'static str> {
        let mut seen = FxHashSet::default();
        let mut stack = vec![residual];
        while let Some(id) = stack.pop() {
            if !seen.insert(id) {
                continue;
            }
            let node = self.signals.node(id);
            let jump = match node {
                Node::Unary(UnaryOp::Sign, _) => Some("sign"),
                Node::Unary(UnaryOp::Floor, _) => Some("floor"),
                Node::Unary(UnaryOp::Not, _) => Some("not"),
                Node::Binary(BinaryOp::Mod, ..) => Some("mod"),
                Node::Binary(op, ..) if op.is_truth() => Some("step"),
                Node::Constant(_)
                | Node::Param(_)
                | Node::Time
                | Node::Sensor { .. }
                | Node::Var(_)
                | Node::Unary(..)
                | Node::Binary(..)
                | Node::Select { .. }
                | Node::Lookup { .. }
                | Node::Entry { .. }
                | Node::Solve { .. }
                | Node::Solution { .. } => None,
            };
            if jump.is_some() && node.operands().any(|operand| self.varies(operand)) {
                return jump;
            }
            match node {
                Node::Select { then, otherwise, .. } => stack.extend([then, otherwise]),
                Node::Binary(BinaryOp::Mul, sign, size) if self.is_odd_power(sign, size) => {
                    stack.push(size);
                }
                node => stack.extend(node.operands()),
            }
        }
        None
    }

    /// Whether it chooses between two expressions where the motion decides which, or what they are: nobody can tell beforehand
    /// whether the two meet there, and a step that goes across would move things from one to the other in no time. Choices of
    /// functions of time alone are looked at before a run.
    fn chooses_by_motion(&self, residual: NodeId) -> bool {
        self.is_made_of(residual, |id, node| {
            matches!(node, Node::Select { condition, .. } if self.varies(condition))
                && !self.sensors(id).is_empty()
        })
    }

    /// `sign(x) |x|^c`, as `cbrt` is made: continuous.
    fn is_odd_power(&self, sign: NodeId, size: NodeId) -> bool {
        let (Node::Unary(UnaryOp::Sign, x), Node::Binary(BinaryOp::Pow, base, _)) =
            (self.signals.node(sign), self.signals.node(size))
        else {
            return false;
        };
        self.signals.node(base) == Node::Unary(UnaryOp::Abs, x)
    }

    fn varies(&self, of: NodeId) -> bool {
        self.is_made_of(of, |_, node| matches!(node, Node::Time | Node::Sensor { .. }))
    }

    /// Whether a node is such a one, or anything that it is made of.
    fn is_made_of(&self, of: NodeId, is_one: impl Fn(NodeId, Node) -> bool) -> bool {
        let mut seen = FxHashSet::default();
        let mut stack = vec![of];
        while let Some(id) = stack.pop() {
            if !seen.insert(id) {
                continue;
            }
            let node = self.signals.node(id);
            if is_one(id, node) {
                return true;
            }
            stack.extend(node.operands());
        }
        false
    }
}

/// A component of a sensor.
struct Argument {
    node: NodeId,
    sensor: Sensor,
    variable: Variable,
}

fn diagnostic(graph: &Graph, place: Place, path: &str, why: Unfit) -> Diagnostic {
    match why {
        Unfit::Result(sensor) => {
            diagnostics::constraint_on_result(place, path, &quantities::name(graph, sensor))
        }
        Unfit::Direction(sensor) => {
            diagnostics::constraint_on_direction(place, path, &quantities::name(graph, sensor))
        }
        Unfit::State(sensor) => {
            diagnostics::constraint_on_state(place, path, &quantities::name(graph, sensor))
        }
        Unfit::Loop(var) => {
            diagnostics::constraint_on_loop(place, path, &graph.signals.vars[var.index()].path)
        }
        Unfit::TooMuch => diagnostics::constraint_on_too_much(place, path),
        Unfit::Jump(function) => diagnostics::constraint_jumps(place, path, function),
        Unfit::Choice => diagnostics::constraint_chooses(place, path),
        Unfit::WithoutMotion(sensors) => {
            let mut names: Vec<String> =
                sensors.into_iter().map(|sensor| quantities::name(graph, sensor)).collect();
            names.dedup();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            diagnostics::constraint_without_motion(place, path, &names)
        }
    }
}
