//! Which element uses which node for what, and when the value is needed.

use cdl_graph::{
    Analysis, CableStart, ConstraintRow, Discretization, Dynamics, Fluid, Graph, Integrator,
    JointKind, LoadKind, LoopMethod, Motion, Node, NodeId, Point, Sensor, StartWeight, Station,
};

use crate::signals::{Stage, Wanted};

/// An element of the graph, by kind and index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Owner {
    Environment,
    Body(usize),
    Frame(usize),
    Joint(usize),
    Cable(usize),
    Load(usize),
    Constraint(usize),
    Output(usize),
    Experiment,
}

/// One field of one element is the value of a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Use {
    pub(crate) owner: Owner,
    pub(crate) field: &'static str,
    pub(crate) node: NodeId,
    pub(crate) stage: Stage,
}

/// Paths of the elements, for reports.
#[derive(Clone, Debug)]
pub(crate) struct Paths {
    model: String,
    bodies: Vec<String>,
    frames: Vec<String>,
    joints: Vec<String>,
    cables: Vec<String>,
    loads: Vec<String>,
    constraints: Vec<String>,
    outputs: Vec<String>,
}

impl Paths {
    pub(crate) fn new(graph: &Graph) -> Self {
        Self {
            model: graph.name.clone(),
            bodies: graph.bodies.iter().map(|body| body.path.clone()).collect(),
            frames: graph.frames.iter().map(|frame| frame.path.clone()).collect(),
            joints: graph.joints.iter().map(|joint| joint.path.clone()).collect(),
            cables: graph.cables.iter().map(|cable| cable.path.clone()).collect(),
            loads: graph.loads.iter().map(|load| load.path.clone()).collect(),
            constraints: graph.constraints.iter().map(|each| each.path.clone()).collect(),
            outputs: graph.outputs.iter().map(|output| output.name.clone()).collect(),
        }
    }

    pub(crate) fn of(&self, owner: Owner) -> &str {
        let found = match owner {
            Owner::Environment => return "environment",
            Owner::Experiment => return &self.model,
            Owner::Body(index) => self.bodies.get(index),
            Owner::Frame(index) => self.frames.get(index),
            Owner::Joint(index) => self.joints.get(index),
            Owner::Cable(index) => self.cables.get(index),
            Owner::Load(index) => self.loads.get(index),
            Owner::Constraint(index) => self.constraints.get(index),
            Owner::Output(index) => self.outputs.get(index),
        };
        found.map_or(&self.model, |path| path)
    }
}

/// Everything that reads a node, in a fixed order: environment, bodies, frames, joints, cables,
/// loads, outputs, experiment.
pub(crate) fn uses(graph: &Graph) -> Vec<Use> {
    let mut list = List { uses: Vec::new(), owner: Owner::Environment };
    list.environment(graph);
    for (index, body) in graph.bodies.iter().enumerate() {
        list.owner = Owner::Body(index);
        list.body(body);
    }
    for (index, frame) in graph.frames.iter().enumerate() {
        list.owner = Owner::Frame(index);
        list.add(Stage::Static, "position", &frame.position);
        list.add(Stage::Static, "attitude", &frame.attitude);
    }
    for (index, joint) in graph.joints.iter().enumerate() {
        list.owner = Owner::Joint(index);
        list.joint(joint);
    }
    for (index, cable) in graph.cables.iter().enumerate() {
        list.owner = Owner::Cable(index);
        list.cable(cable);
    }
    for (index, load) in graph.loads.iter().enumerate() {
        list.owner = Owner::Load(index);
        list.load(&load.kind);
    }
    for (index, constraint) in graph.constraints.iter().enumerate() {
        list.owner = Owner::Constraint(index);
        constraint.rows.iter().for_each(|row| list.row(row));
    }
    if let Some(plan) = &graph.plan
        && plan.dynamics == Dynamics::Constrained
    {
        list.owner = Owner::Experiment;
        for sensitivity in &plan.sensitivities {
            list.add(Stage::State, "derivative of a load", &[sensitivity.derivative]);
        }
    }
    for (index, output) in graph.outputs.iter().enumerate() {
        list.owner = Owner::Output(index);
        list.add(Stage::Output, "value", &output.nodes);
    }
    list.owner = Owner::Experiment;
    list.analysis(&graph.analysis);
    // Where sensors look along cables.
    for node in &graph.signals.nodes {
        if let Node::Sensor { sensor: Sensor::Cable { cable, station, .. }, .. } = node {
            list.owner = Owner::Cable(cable.index());
            list.station(station);
        }
    }
    list.uses
}

/// The same, as the scheduler takes it.
pub(crate) fn wanted(uses: &[Use]) -> Wanted {
    let mut wanted = Wanted::default();
    for found in uses {
        match found.stage {
            Stage::Static => &mut wanted.fixed,
            Stage::Time => &mut wanted.time,
            Stage::State => &mut wanted.state,
            Stage::Output => &mut wanted.output,
        }
        .push(found.node);
    }
    wanted
}

struct List {
    uses: Vec<Use>,
    owner: Owner,
}

impl List {
    fn add(&mut self, stage: Stage, field: &'static str, nodes: &[NodeId]) {
        let owner = self.owner;
        self.uses.extend(nodes.iter().map(|&node| Use { owner, field, node, stage }));
    }

    fn environment(&mut self, graph: &Graph) {
        self.add(Stage::Static, "gravity", &graph.environment.gravity);
        let mut fluid = |fluid: &Option<Fluid>, density, velocity| {
            if let Some(fluid) = fluid {
                self.add(Stage::State, density, &[fluid.density]);
                self.add(Stage::State, velocity, &fluid.velocity);
            }
        };
        fluid(&graph.environment.air, "air density", "wind");
        fluid(&graph.environment.water, "water density", "current");
        if let Some(level) = graph.environment.water_level {
            self.add(Stage::State, "water level", &[level]);
        }
    }

    fn body(&mut self, body: &cdl_graph::Body) {
        match &body.motion {
            Motion::Fixed => {}
            Motion::Dynamic { start } => {
                self.add(Stage::Static, "mass", &[body.mass]);
                self.add(Stage::Static, "centre of mass", &body.centre_of_mass);
                self.add(Stage::Static, "inertia", &body.inertia);
                if let Some(position) = &start.position {
                    self.add(Stage::Static, "position at the start", position);
                }
                self.add(Stage::Static, "attitude at the start", &start.attitude);
                self.add(Stage::Static, "velocity at the start", &start.velocity);
                self.add(Stage::Static, "angular velocity at the start", &start.angular_velocity);
            }
            Motion::Prescribed { position, attitude, rates } => {
                self.add(Stage::Time, "position", position);
                self.add(Stage::Time, "attitude", attitude);
                if let Some(rates) = rates {
                    self.add(Stage::Time, "velocity", &rates.velocity);
                    self.add(Stage::Time, "rate of the attitude", &rates.attitude_rate);
                    self.add(Stage::Time, "acceleration", &rates.acceleration);
                    self.add(
                        Stage::Time,
                        "second derivative of the attitude",
                        &rates.attitude_acceleration,
                    );
                }
            }
        }
        match &body.shape {
            None => {}
            Some(cdl_graph::Shape::Box { size, centre }) => {
                self.add(Stage::Static, "shape", size);
                self.add(Stage::Static, "shape", centre);
            }
            Some(cdl_graph::Shape::Sphere { diameter, centre }) => {
                self.add(Stage::Static, "shape", &[*diameter]);
                self.add(Stage::Static, "shape", centre);
            }
            Some(cdl_graph::Shape::Cylinder { diameter, start, end }) => {
                self.add(Stage::Static, "shape", &[*diameter]);
                self.add(Stage::Static, "shape", start);
                self.add(Stage::Static, "shape", end);
            }
        }
    }

    fn joint(&mut self, joint: &cdl_graph::Joint) {
        match &joint.kind {
            JointKind::Fixed | JointKind::Spherical | JointKind::Free => {}
            JointKind::Revolute { axis }
            | JointKind::Prismatic { axis }
            | JointKind::Cylindrical { axis } => self.add(Stage::Static, "axis", axis),
            JointKind::Universal { first, second } => {
                self.add(Stage::Static, "first axis", first);
                self.add(Stage::Static, "second axis", second);
            }
            JointKind::Planar { normal, first } => {
                self.add(Stage::Static, "normal", normal);
                self.add(Stage::Static, "first direction", first);
            }
        }
        for axis in joint.coordinates.iter().chain(&joint.isotropic) {
            self.add(Stage::Static, "stiffness", &[axis.stiffness]);
            self.add(Stage::Static, "rest coordinate", &[axis.rest]);
            self.add(Stage::Static, "damping", &[axis.damping]);
            self.add(Stage::Static, "friction", &[axis.friction]);
            self.add(Stage::Static, "friction speed", &[axis.friction_speed]);
            self.add(Stage::State, "effort", &[axis.effort]);
            if let Some(drive) = &axis.drive {
                self.add(Stage::Time, "drive", &[drive.value]);
                if let Some(rate) = drive.rate {
                    self.add(Stage::Time, "rate of the drive", &[rate]);
                }
                if let Some(acceleration) = drive.acceleration {
                    self.add(Stage::Time, "acceleration of the drive", &[acceleration]);
                }
            }
        }
        self.add(Stage::Static, "coordinates at the start", &joint.start.coordinates);
        if let Some(attitude) = &joint.start.attitude {
            self.add(Stage::Static, "attitude at the start", attitude);
        }
        self.add(Stage::Static, "rates at the start", &joint.start.rates);
        self.weight(joint.start.coordinate_weight);
        self.weight(joint.start.rate_weight);
    }

    fn weight(&mut self, weight: StartWeight) {
        match weight {
            StartWeight::Free | StartWeight::Exact => {}
            StartWeight::Weighted(node) => {
                self.add(Stage::Static, "weight of the start", &[node]);
            }
        }
    }

    fn cable(&mut self, cable: &cdl_graph::Cable) {
        let numbers = [
            ("length", cable.length),
            ("diameter", cable.diameter),
            ("mass", cable.mass),
            ("bending stiffness", cable.bending_stiffness),
            ("bending damping", cable.bending_damping),
            ("joint damping", cable.joint_damping),
            ("normal drag coefficient", cable.drag_normal),
            ("tangential drag coefficient", cable.drag_tangent),
            ("added mass coefficient", cable.added_mass),
        ];
        for (field, node) in numbers {
            self.add(Stage::Static, field, &[node]);
        }
        match &cable.discretization {
            Discretization::RigidLinks { .. } => {}
            Discretization::Lumped { axial, .. } => {
                let numbers = match *axial {
                    cdl_graph::Axial::Spring { stiffness, damping }
                    | cdl_graph::Axial::Elastic { stiffness, damping } => {
                        [("axial stiffness", stiffness), ("axial damping", damping)].to_vec()
                    }
                    cdl_graph::Axial::Pid { proportional, derivative, integral } => [
                        ("proportional coefficient", proportional),
                        ("derivative coefficient", derivative),
                        ("integral coefficient", integral),
                    ]
                    .to_vec(),
                };
                for (field, node) in numbers {
                    self.add(Stage::Static, field, &[node]);
                }
            }
        }
        match &cable.start {
            CableStart::Straight { direction, angular_velocity } => {
                self.add(Stage::Static, "direction at the start", direction);
                self.add(Stage::Static, "angular velocity at the start", angular_velocity);
            }
            CableStart::Hanging => {}
            CableStart::Arc { towards } => {
                self.add(Stage::Static, "side of the arc at the start", towards);
            }
        }
    }

    fn load(&mut self, kind: &LoadKind) {
        match kind {
            LoadKind::Force { on, value, .. } => {
                self.add(Stage::State, "force", value);
                self.point(on);
            }
            LoadKind::Torque { value, .. } => self.add(Stage::State, "torque", value),
            LoadKind::Spring { between, stiffness, damping, length, .. } => {
                self.add(Stage::State, "stiffness", &[*stiffness]);
                self.add(Stage::State, "damping", &[*damping]);
                self.add(Stage::State, "length", &[*length]);
                for point in between {
                    self.point(point);
                }
            }
        }
    }

    fn row(&mut self, row: &ConstraintRow) {
        self.add(Stage::State, "residual", &[row.residual]);
        if let Some(derivatives) = &row.derivatives {
            self.add(Stage::State, "derivative", &derivatives.gradient);
            self.add(Stage::State, "derivative", &derivatives.gradient_rate);
            self.add(Stage::State, "derivative", &[derivatives.rate, derivatives.acceleration]);
            let hessian: Vec<NodeId> = derivatives.hessian.iter().map(|entry| entry.2).collect();
            self.add(Stage::State, "second derivative", &hessian);
        }
    }

    fn point(&mut self, point: &Point) {
        match point {
            Point::Frame(_) => {}
            Point::Cable { station, .. } => self.station(station),
        }
    }

    fn station(&mut self, station: &Station) {
        match station {
            Station::Start | Station::End => {}
            Station::ArcLength(node) => self.add(Stage::Static, "arc length", &[*node]),
        }
    }

    fn analysis(&mut self, analysis: &Analysis) {
        let simulation = match analysis {
            Analysis::None => return,
            Analysis::Equilibrium(equilibrium) => {
                return self.add(Stage::Static, "tolerance", &[equilibrium.tolerance]);
            }
            Analysis::Simulate(simulation) => simulation,
        };
        self.add(Stage::Static, "duration", &[simulation.duration]);
        self.add(Stage::Static, "interval of the rows", &[simulation.every]);
        match simulation.integrator {
            Integrator::Rk4 { step }
            | Integrator::Leapfrog { step }
            | Integrator::Midpoint { step } => self.add(Stage::Static, "step", &[step]),
            Integrator::Rk45 { relative_tolerance, absolute_tolerance, max_step } => {
                self.add(Stage::Static, "relative tolerance", &[relative_tolerance]);
                self.add(Stage::Static, "absolute tolerance", &[absolute_tolerance]);
                if let Some(step) = max_step {
                    self.add(Stage::Static, "longest step", &[step]);
                }
            }
            Integrator::EnergyMomentum { step, tolerance, project_velocities: _ } => {
                self.add(Stage::Static, "step", &[step]);
                if let Some(tolerance) = tolerance {
                    self.add(Stage::Static, "tolerance", &[tolerance]);
                }
            }
            Integrator::GeneralizedAlpha { step, spectral_radius } => {
                self.add(Stage::Static, "step", &[step]);
                self.add(Stage::Static, "spectral radius", &[spectral_radius]);
            }
        }
        match simulation.loops {
            LoopMethod::Projection | LoopMethod::GearGuptaLeimkuhler | LoopMethod::Partitioning => {
            }
            LoopMethod::Baumgarte { rate } => {
                self.add(Stage::Static, "rate of the loop closure", &[rate]);
            }
            LoopMethod::Penalty { mass, rate } | LoopMethod::AugmentedLagrangian { mass, rate } => {
                self.add(Stage::Static, "mass of the loop closure", &[mass]);
                self.add(Stage::Static, "rate of the loop closure", &[rate]);
            }
        }
    }
}
