//! Forces, torques, springs, and constraints of the user.
//!
//! Values are nodes of signals, world axes or those of a frame. Implicit steps need their
//! derivatives by what the signals read: the plan lists them (`sensitivities`), and each becomes a
//! [`Slope`] between the vectors of the load and those of the sensor.

use cdl_graph::{BodyId, CableId, ConstraintKind, FrameId, LoadKind, Node, NodeId, Point, Station};

use super::{Foundation, Parts};
use crate::assembly::{Owner, Problem};
use crate::constrained::elements::line::Line;
use crate::constrained::elements::load::{LoadOn, Slope, Turned};
use crate::constrained::equations::{Argument, UserConstraint};
use crate::constrained::matrix::Wires;
use crate::constrained::vectors::{Linear, VectorId};
use crate::laws::Pulling;

impl Parts {
    /// In the order of the graph, which places on cables count on.
    pub(super) fn loads(&mut self, foundation: &Foundation<'_, '_>) {
        let graph = foundation.assembly.graph;
        for load in &graph.loads {
            let made = match &load.kind {
                LoadKind::Force { on, value, axes } => {
                    let at = self.point(foundation, on);
                    LoadOn::Force {
                        on: self.vector(&at),
                        value: *value,
                        axes: self.turned(foundation, *axes),
                        slopes: self.slopes(foundation, value),
                    }
                }
                LoadKind::Torque { on, value, axes } => {
                    let own = graph.frames[on.index()].body;
                    LoadOn::Torque {
                        on: self.body_axes(own),
                        value: *value,
                        axes: self.turned(foundation, *axes),
                        stiffness: Wires::default(),
                        slopes: self.slopes(foundation, value),
                    }
                }
                LoadKind::Spring { between, law } => {
                    let [from, to] = [0, 1].map(|end| self.point(foundation, &between[end]));
                    let line = to.plus_all(&from, -1.0);
                    let vector = self.vector(&line);
                    let numbers = law.numbers();
                    let is_fixed = numbers.iter().all(|&node| foundation.assembly.is_fixed(node));
                    LoadOn::Spring {
                        line: Line { vector, stiffness: Wires::default() },
                        law: Pulling::of(law),
                        conservative: law.stores_energy() && is_fixed,
                        slopes: self.slopes(foundation, &numbers),
                    }
                }
            };
            self.elements.loads.push(made);
        }
    }

    /// Where pictures show them, in the order of the graph.
    pub(super) fn load_points(&mut self, foundation: &Foundation<'_, '_>) -> Vec<[VectorId; 2]> {
        let mut points = Vec::with_capacity(foundation.assembly.graph.loads.len());
        for load in &foundation.assembly.graph.loads {
            let ends = match &load.kind {
                LoadKind::Force { on, .. } => [*on; 2],
                LoadKind::Torque { on, .. } => [Point::Frame(*on); 2],
                LoadKind::Spring { between, .. } => *between,
            };
            points.push(ends.map(|end| {
                let linear = self.point(foundation, &end);
                self.seldom_vector(&linear)
            }));
        }
        points
    }

    /// A torque acts on the directors of the body itself, not on the frame's axes.
    fn body_axes(&mut self, body: BodyId) -> [VectorId; 3] {
        let unit = self.unit_of[body.index()];
        [1, 2, 3].map(|director| {
            let mut coefficients = [0.0; 4];
            coefficients[director] = 1.0;
            self.vector(&Linear::default().plus(unit, coefficients, 1.0))
        })
    }

    /// A point of a body, or of a cable between two nodes.
    pub(super) fn point(&self, foundation: &Foundation<'_, '_>, point: &Point) -> Linear {
        match point {
            Point::Frame(frame) => self.origin(foundation, *frame),
            Point::Cable { cable, station } => self.place(foundation, *cable, station),
        }
    }

    /// The two ends are nodes themselves, whatever rounding makes of an arc length.
    pub(super) fn place(
        &self,
        foundation: &Foundation<'_, '_>,
        cable: CableId,
        station: &Station,
    ) -> Linear {
        let nodes = &self.nodes[cable.index()];
        let node = match station {
            Station::Start => nodes.first(),
            Station::End => nodes.last(),
            Station::ArcLength(node) => {
                return self.station(foundation, cable, foundation.assembly.scalar(*node));
            }
        };
        node.map(|&node| self.vectors.linear(node)).unwrap_or_default()
    }

    /// World axes where there is no frame.
    fn turned(&mut self, foundation: &Foundation<'_, '_>, axes: Option<FrameId>) -> Option<Turned> {
        let axes = self.frame_axes(foundation, axes?);
        Some(Turned { axes, wires: Vec::new() })
    }

    /// How the components of a load depend on the motion, as the plan says. One entry for each
    /// component and each sensor it depends on, as far as this formulation knows the sensor.
    pub(super) fn slopes(
        &mut self,
        foundation: &Foundation<'_, '_>,
        value: &[NodeId],
    ) -> Vec<Slope> {
        let mut slopes = Vec::new();
        for (component, node) in value.iter().enumerate() {
            for ((source, source_component), derivative) in self.derivatives(foundation, *node) {
                slopes.push(Slope {
                    component,
                    derivative,
                    source,
                    source_component,
                    wires: Vec::new(),
                });
            }
        }
        slopes
    }

    /// The source that a sensor node reads, and which component of it.
    pub(super) fn argument(
        &mut self,
        foundation: &Foundation<'_, '_>,
        node: NodeId,
    ) -> Option<(crate::constrained::sources::Source, usize)> {
        match foundation.assembly.graph.signals.node(node) {
            Node::Sensor { sensor, component } => {
                let source = self.source(foundation, &sensor)?;
                Some((source, usize::from(component)))
            }
            _ => None,
        }
    }

    /// Each row gets a group of its own, as it may bind anything.
    pub(super) fn user_constraints(&mut self, foundation: &mut Foundation<'_, '_>) {
        let graph = foundation.assembly.graph;
        let mut first = 0;
        for (index, constraint) in graph.constraints.iter().enumerate() {
            let owner = Owner::Constraint(index);
            self.constraint_rows.push(self.equations.user.len());
            for row in &constraint.rows {
                let Some(derivatives) = &row.derivatives else {
                    let text = "its derivatives have not been found".to_owned();
                    foundation.assembly.fail(owner, Problem::Plan(text));
                    continue;
                };
                let mut arguments = Vec::new();
                for (&node, &gradient) in derivatives.arguments.iter().zip(&derivatives.gradient) {
                    let found = self.argument(foundation, node);
                    let usable =
                        found.filter(|(source, _)| source.depends_on(&self.coordinates).is_some());
                    let Some((source, component)) = usable else {
                        let text = "it reads a quantity that constraints cannot depend on here";
                        foundation.assembly.fail(owner, Problem::Plan(text.to_owned()));
                        continue;
                    };
                    arguments.push(Argument { node, source, component, gradient });
                }
                let group = self.loop_group();
                let multiplier = self.multiplier(owner, group);
                let count = arguments.len();
                self.equations.user.push(UserConstraint {
                    holonomic: constraint.kind == ConstraintKind::Position,
                    steady: foundation.assembly.is_fixed(derivatives.rate)
                        && foundation.assembly.scalar(derivatives.rate) == 0.0,
                    residual: row.residual,
                    arguments,
                    hessian: derivatives.hessian.clone(),
                    rate: derivatives.rate,
                    gradient_rate: derivatives.gradient_rate.clone(),
                    acceleration: derivatives.acceleration,
                    multiplier,
                    unknown: 0,
                    wires: Vec::new(),
                    stiffness: Vec::new(),
                    index: self.equations.user.len(),
                    first,
                });
                first += count;
            }
        }
    }
}
