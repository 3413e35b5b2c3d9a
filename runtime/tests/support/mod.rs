//! Small graphs by hand, and what their runs leave behind.
#![allow(dead_code, reason = "every test file uses a part of it")]
#![allow(clippy::too_many_arguments, reason = "a start has many numbers")]

use std::sync::atomic::AtomicBool;

use cdl_graph::*;
use cdl_runtime::{Energies, Observer, Row, RunReport, SimulationReport, Solved, assemble, run};

pub const G: f64 = 9.81;

/// A graph while it is written down. Bodies, joints and cables enter the plan in the order in which
/// they are added, so what holds something has to come first.
pub struct Sketch {
    pub graph: Graph,
}

/// What was measured: rows of two columns, linear between.
pub fn table(rows: &[(f64, f64)]) -> Table {
    let values = rows.iter().map(|row| row.1).collect();
    Table {
        path: "rows.csv".to_owned(),
        argument: rows.iter().map(|row| row.0).collect(),
        columns: vec![TableColumn { name: String::new(), values }],
        smooth: false,
    }
}

/// A body's mass properties.
#[derive(Clone, Copy)]
pub struct Mass {
    pub mass: f64,
    pub centre: [f64; 3],
    /// `[xx, yy, zz, xy, xz, yz]` about the centre.
    pub inertia: [f64; 6],
}

/// A uniform slender rod along -z from the body's origin, with a little inertia about its axis.
pub fn rod(mass: f64, length: f64) -> Mass {
    let across = mass * length * length / 12.0;
    Mass {
        mass,
        centre: [0.0, 0.0, -0.5 * length],
        inertia: [across, across, 1e-3 * across, 0.0, 0.0, 0.0],
    }
}

pub fn rk45(tolerance: f64) -> (f64, f64) {
    (tolerance, tolerance * 1e-2)
}

impl Sketch {
    pub fn new(name: &str) -> Self {
        let mut graph = Graph::empty(name);
        graph.environment.gravity[2] = graph.signals.constant(-G);
        graph.plan = Some(Plan {
            dynamics: Dynamics::Recursive,
            forest: Vec::new(),
            cuts: Vec::new(),
            sensitivities: Vec::new(),
            blocks: Vec::new(),
            freedoms: 0,
            reasons: Vec::new(),
        });
        Self { graph }
    }

    pub fn number(&mut self, value: f64) -> NodeId {
        self.graph.signals.constant(value)
    }

    pub fn numbers<const N: usize>(&mut self, values: [f64; N]) -> [NodeId; N] {
        values.map(|value| self.number(value))
    }

    pub fn time(&mut self) -> NodeId {
        self.graph.signals.add(Node::Time)
    }

    pub fn unary(&mut self, operation: UnaryOp, a: NodeId) -> NodeId {
        self.graph.signals.add(Node::Unary(operation, a))
    }

    pub fn binary(&mut self, operation: BinaryOp, a: NodeId, b: NodeId) -> NodeId {
        self.graph.signals.add(Node::Binary(operation, a, b))
    }

    /// `scale * value`
    pub fn scaled(&mut self, scale: f64, value: NodeId) -> NodeId {
        let scale = self.number(scale);
        self.binary(BinaryOp::Mul, scale, value)
    }

    /// `amplitude * sin(rate * time)` and its first two derivatives.
    pub fn sine(&mut self, amplitude: f64, rate: f64) -> [NodeId; 3] {
        let time = self.time();
        let argument = self.scaled(rate, time);
        let sin = self.unary(UnaryOp::Sin, argument);
        let cos = self.unary(UnaryOp::Cos, argument);
        [
            self.scaled(amplitude, sin),
            self.scaled(amplitude * rate, cos),
            self.scaled(-amplitude * rate * rate, sin),
        ]
    }

    pub fn sensor(&mut self, sensor: Sensor, component: u8) -> NodeId {
        self.graph.signals.add(Node::Sensor { sensor, component })
    }

    fn plain(&mut self) -> Plain {
        Plain::new(&mut self.graph.signals)
    }

    fn plan(&mut self) -> &mut Plan {
        self.graph.plan.as_mut().expect("set in new")
    }

    fn push_body(&mut self, path: &str, mass: Mass, motion: Motion) -> BodyId {
        let body = BodyId(self.graph.bodies.len() as u32);
        let frame = self.frame(body, [0.0; 3]);
        let plain = self.plain();
        let found = Body {
            mass: self.number(mass.mass),
            centre_of_mass: self.numbers(mass.centre),
            inertia: self.numbers(mass.inertia),
            ..Body::new(path, motion, frame, plain)
        };
        self.graph.bodies.push(found);
        body
    }

    /// A body with its start; see [`Sketch::body`].
    pub fn body_at(
        &mut self,
        path: &str,
        mass: Mass,
        connection: Connection,
        position: Option<[f64; 3]>,
        attitude: [f64; 4],
        velocity: [f64; 3],
        angular_velocity: [f64; 3],
    ) -> BodyId {
        let plain = self.plain();
        let start = Start {
            position: position.map(|position| self.numbers(position)),
            attitude: self.numbers(attitude),
            velocity: self.numbers(velocity),
            angular_velocity: self.numbers(angular_velocity),
            ..Start::new(plain)
        };
        let body = self.push_body(path, mass, Motion::Dynamic { start });
        self.plan().forest.push(TreeNode::Body { body, connection });
        body
    }

    /// A body on a joint from `parent`, whose joint frame is at `offset` in the parent's frame; the
    /// joint is at the body's origin. Coordinates and rates at the start.
    pub fn body(
        &mut self,
        path: &str,
        mass: Mass,
        kind: JointKind,
        parent: FrameId,
        coordinates: &[f64],
        rates: &[f64],
    ) -> (BodyId, JointId) {
        let joint = JointId(self.graph.joints.len() as u32);
        let connection = Connection::Joint(joint);
        let body =
            self.body_at(path, mass, connection, None, [1.0, 0.0, 0.0, 0.0], [0.0; 3], [0.0; 3]);
        let child = self.graph.bodies[body.index()].frame;
        let mut found = self.joint(&format!("{path}.joint"), kind, parent, child);
        found.start.coordinates = coordinates.iter().map(|&value| self.number(value)).collect();
        found.start.attitude = None;
        found.start.rates = rates.iter().map(|&value| self.number(value)).collect();
        self.graph.joints.push(found);
        (body, joint)
    }

    /// A joint that closes a loop; coordinates start from zero.
    pub fn cut(&mut self, path: &str, kind: JointKind, parent: FrameId, child: FrameId) -> JointId {
        let joint = JointId(self.graph.joints.len() as u32);
        let found = self.joint(path, kind, parent, child);
        self.graph.joints.push(found);
        self.plan().cuts.push(Cut::Joint(joint));
        joint
    }

    /// Keeps what the start says of a joint.
    pub fn exact(&mut self, joint: JointId) {
        let start = &mut self.graph.joints[joint.index()].start;
        start.coordinate_weight = StartWeight::Exact;
        start.rate_weight = StartWeight::Exact;
    }

    pub fn loops(&mut self, method: LoopMethod) {
        if let Analysis::Simulate(simulation) = &mut self.graph.analysis {
            simulation.loops = method;
        }
    }

    /// Dry friction, where there is any, is reached at 1 mm/s or 1 mrad/s.
    fn joint(&mut self, path: &str, kind: JointKind, parent: FrameId, child: FrameId) -> Joint {
        let plain = self.plain();
        let mut joint = Joint::new(path, kind, [parent, child], plain);
        let speed = self.number(1e-3);
        for axis in joint.coordinates.iter_mut().chain(joint.isotropic.as_deref_mut()) {
            axis.friction_speed = speed;
        }
        joint
    }

    pub fn revolute(&mut self, axis: [f64; 3]) -> JointKind {
        JointKind::Revolute { axis: self.numbers(axis) }
    }

    pub fn prescribed(
        &mut self,
        path: &str,
        position: [NodeId; 3],
        rates: Option<([NodeId; 3], [NodeId; 3])>,
    ) -> BodyId {
        let plain = self.plain();
        let (zero, attitude) = (plain.zero, plain.no_turn());
        let rates = rates.map(|(velocity, acceleration)| PrescribedRates {
            velocity,
            attitude_rate: [zero; 4],
            acceleration,
            attitude_acceleration: [zero; 4],
        });
        let none = Mass { mass: 0.0, centre: [0.0; 3], inertia: [0.0; 6] };
        self.push_body(path, none, Motion::Prescribed { position, attitude, rates })
    }

    pub fn frame(&mut self, body: BodyId, position: [f64; 3]) -> FrameId {
        let id = FrameId(self.graph.frames.len() as u32);
        let position = self.numbers(position);
        let frame = Frame::new(&format!("frame{}", id.0), body, self.plain());
        self.graph.frames.push(Frame { position, ..frame });
        id
    }

    /// Rigid links, straight along `direction` from the root, at rest.
    pub fn cable(
        &mut self,
        path: &str,
        links: u32,
        ends: [CableEnd; 2],
        length: f64,
        mass: f64,
        direction: [f64; 3],
    ) -> CableId {
        let id = CableId(self.graph.cables.len() as u32);
        let plain = self.plain();
        let root = u8::from(matches!(ends[0], CableEnd::Free) && ends[1] != CableEnd::Free);
        let length = self.number(length);
        let cable = Cable {
            discretization: Discretization::RigidLinks { count: links, form: ChainForm::Auto },
            diameter: self.number(0.01),
            mass: self.number(mass),
            start: CableStart::Straight {
                direction: Some(self.numbers(direction)),
                angular_velocity: [plain.zero; 3],
            },
            ..Cable::new(path, ends, length, plain)
        };
        self.graph.cables.push(cable);
        self.plan().forest.push(TreeNode::Cable { cable: id, root });
        id
    }

    pub fn load(&mut self, path: &str, kind: LoadKind) {
        self.graph.loads.push(Load { path: path.into(), origin: None, kind });
    }

    pub fn output(&mut self, name: &str, nodes: Vec<NodeId>) {
        let unit = OutputUnit { symbol: "SI".into(), factor: 1.0 };
        self.graph.outputs.push(Output { name: name.into(), origin: None, unit, nodes });
    }

    pub fn output_sensor(&mut self, name: &str, sensor: Sensor, components: u8) {
        let nodes = (0..components).map(|component| self.sensor(sensor, component)).collect();
        self.output(name, nodes);
    }

    pub fn output_position(&mut self, name: &str, frame: FrameId) {
        let sensor = Sensor::Frame { frame, quantity: FrameQuantity::Position };
        self.output_sensor(name, sensor, 3);
    }

    pub fn output_joint(&mut self, name: &str, joint: JointId, quantity: JointQuantity) {
        self.output_sensor(name, Sensor::Joint { joint, quantity, coordinate: 0 }, 1);
    }

    fn simulate(&mut self, duration: f64, every: f64, integrator: Integrator) {
        self.graph.analysis = Analysis::Simulate(Simulation {
            name: "test".into(),
            duration: self.number(duration),
            every: self.number(every),
            discard: None,
            integrator,
            dynamics: Dynamics::Recursive,
            loops: LoopMethod::Projection,
            from: SimulationStart::Written,
        });
    }

    pub fn with_rk4(&mut self, duration: f64, every: f64, step: f64) -> &mut Self {
        let step = self.number(step);
        self.simulate(duration, every, Integrator::Rk4 { step });
        self
    }

    pub fn with_rk45(&mut self, duration: f64, every: f64, tolerance: f64) -> &mut Self {
        let relative_tolerance = self.number(tolerance);
        let absolute_tolerance = self.number(tolerance * 1e-2);
        let integrator =
            Integrator::Rk45 { relative_tolerance, absolute_tolerance, max_step: None };
        self.simulate(duration, every, integrator);
        self
    }

    /// Energy-momentum steps in the constrained formulation.
    pub fn with_energy_momentum(&mut self, duration: f64, every: f64, step: f64) -> &mut Self {
        let step = self.number(step);
        let integrator =
            Integrator::EnergyMomentum { step, tolerance: None, project_velocities: false };
        self.simulate(duration, every, integrator);
        self.plan().dynamics = Dynamics::Constrained;
        self
    }

    pub fn with_leapfrog(&mut self, duration: f64, every: f64, step: f64) -> &mut Self {
        let step = self.number(step);
        self.simulate(duration, every, Integrator::Leapfrog { step });
        self
    }

    /// Assembles and runs.
    #[track_caller]
    pub fn run(&self) -> Run {
        let model = match assemble(&self.graph) {
            Ok(model) => model,
            Err(errors) => {
                let text: Vec<String> = errors.iter().map(ToString::to_string).collect();
                panic!("not assembled: {}", text.join("; "));
            }
        };
        let mut rows = Rows::default();
        let run = run(&model, &mut rows, &AtomicBool::new(false));
        Run { rows, report: run.solved().clone(), run }
    }
}

#[derive(Default)]
pub struct Rows {
    pub times: Vec<f64>,
    pub values: Vec<Vec<f64>>,
    pub energies: Vec<Energies>,
    pub balances: Vec<f64>,
    pub frames: usize,
}

impl Observer for Rows {
    fn row(&mut self, row: &Row<'_>) -> std::io::Result<()> {
        self.times.push(row.at);
        self.values.push(row.values.to_vec());
        self.energies.push(row.energies);
        self.balances.push(row.balance);
        Ok(())
    }
    fn wants_frame(&mut self) -> bool {
        self.frames < 3
    }
    fn frame(&mut self, _: cdl_runtime::results::scene::SceneFrame) -> std::io::Result<()> {
        self.frames += 1;
        Ok(())
    }
}

pub struct Run {
    pub rows: Rows,
    /// What all reports say.
    pub report: Solved,
    pub run: RunReport,
}

impl Run {
    /// Panics unless the run went to its end.
    #[track_caller]
    pub fn finished(self) -> Self {
        assert_eq!(self.report.outcome, cdl_runtime::Outcome::Finished);
        // What long steps, tight tolerances and singular positions are told of is known here.
        let known = [
            "its angle lags",
            "alternated from step",
            "which is rounding",
            "it goes on as it came",
        ];
        let new = |note: &&String| !known.iter().any(|known| note.contains(known));
        let notes = self.report.warnings.iter().filter(new);
        assert_eq!(notes.collect::<Vec<_>>(), Vec::<&String>::new());
        self
    }

    /// What a simulation says besides.
    #[track_caller]
    pub fn simulation(&self) -> &SimulationReport {
        self.run.simulation().expect("a simulation")
    }

    pub fn column(&self, index: usize) -> Vec<f64> {
        self.rows.values.iter().map(|row| row[index]).collect()
    }

    pub fn last(&self) -> &[f64] {
        self.rows.values.last().expect("at least one row")
    }

    /// The largest imbalance of the ledger relative to the energy that was turned over.
    pub fn imbalance(&self) -> f64 {
        self.simulation().largest_imbalance / self.simulation().energy_scale
    }
}

/// Classical Runge-Kutta with many steps, for references.
pub fn integrate<const N: usize>(
    mut state: [f64; N],
    duration: f64,
    steps: usize,
    rates: impl Fn(&[f64; N]) -> [f64; N],
) -> [f64; N] {
    let h = duration / steps as f64;
    let along = |x: &[f64; N], k: &[f64; N], h: f64| std::array::from_fn(|i| x[i] + h * k[i]);
    for _ in 0..steps {
        let k1 = rates(&state);
        let k2 = rates(&along(&state, &k1, 0.5 * h));
        let k3 = rates(&along(&state, &k2, 0.5 * h));
        let k4 = rates(&along(&state, &k3, h));
        state = std::array::from_fn(|i| {
            state[i] + h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i])
        });
    }
    state
}

/// A planar four-bar of slender rods of one kilogram a metre in the x-z plane: a crank from the origin,
/// a coupler on it, a rocker from a second ground pivot, hinges about y. The hinge between coupler and
/// rocker closes the loop.
#[derive(Clone, Copy)]
pub struct FourBar {
    pub crank: f64,
    pub coupler: f64,
    pub rocker: f64,
    pub ground: f64,
}

pub struct FourBarJoints {
    pub crank: JointId,
    pub coupler: JointId,
    pub rocker: JointId,
    pub closing: JointId,
}

impl Default for FourBar {
    /// A crank-rocker after Grashof.
    fn default() -> Self {
        Self { crank: 0.4, coupler: 1.2, rocker: 0.9, ground: 1.0 }
    }
}

impl FourBar {
    /// Angles of coupler and rocker from straight down, about y, for an angle of the crank.
    pub fn angles(&self, crank: f64) -> (f64, f64) {
        let along = |q: f64| [-q.sin(), -q.cos()];
        let u = along(crank);
        let (px, pz) = (self.crank * u[0], self.crank * u[1]);
        let (dx, dz) = (self.ground - px, -pz);
        let distance = dx.hypot(dz);
        // From the crank's tip to the rocker's tip: along the line to the pivot, and to one side.
        let a = (self.coupler.powi(2) - self.rocker.powi(2) + distance.powi(2)) / (2.0 * distance);
        let h = (self.coupler.powi(2) - a * a).sqrt();
        let (ex, ez) = (dx / distance, dz / distance);
        let (tx, tz) = (px + a * ex + h * ez, pz + a * ez - h * ex);
        let angle = |x: f64, z: f64| (-x).atan2(-z);
        (angle(tx - px, tz - pz), angle(tx - self.ground, tz))
    }

    /// Rates of coupler and rocker for a unit rate of the crank.
    pub fn ratios(&self, crank: f64) -> (f64, f64) {
        let (coupler, rocker) = self.angles(crank);
        let across = |q: f64, l: f64| [-q.cos() * l, q.sin() * l];
        let (a, b, c) =
            (across(crank, self.crank), across(coupler, self.coupler), across(rocker, self.rocker));
        // a + b x - c y = 0
        let det = -b[0] * c[1] + b[1] * c[0];
        ((a[0] * c[1] - a[1] * c[0]) / det, (a[0] * b[1] - a[1] * b[0]) / det)
    }

    fn inertia(&self, crank: f64) -> f64 {
        let (wb, wc) = self.ratios(crank);
        let (coupler, _) = self.angles(crank);
        let (a, b, c) = (self.crank, self.coupler, self.rocker);
        let (u, w) = ([-crank.cos(), crank.sin()], [-coupler.cos(), coupler.sin()]);
        let v = [a * u[0] + 0.5 * b * wb * w[0], a * u[1] + 0.5 * b * wb * w[1]];
        a.powi(3) / 3.0
            + c.powi(3) / 3.0 * wc * wc
            + b * (v[0] * v[0] + v[1] * v[1])
            + b.powi(3) / 12.0 * wb * wb
    }

    fn potential(&self, crank: f64) -> f64 {
        let (coupler, rocker) = self.angles(crank);
        let (a, b, c) = (self.crank, self.coupler, self.rocker);
        -G * (a * 0.5 * a * crank.cos()
            + b * (a * crank.cos() + 0.5 * b * coupler.cos())
            + c * 0.5 * c * rocker.cos())
    }

    /// Of the crank, from Lagrange's equation in its angle: `I q'' + I' q'^2 / 2 + V' = 0`.
    pub fn acceleration(&self, q: f64, w: f64) -> f64 {
        let slope = |f: &dyn Fn(f64) -> f64| {
            let h = 1e-3;
            let d = |h: f64| (f(q + h) - f(q - h)) / (2.0 * h);
            // Richardson twice: an error of order h^6.
            let (d1, d2, d4) = (d(h), d(2.0 * h), d(4.0 * h));
            let (e1, e2) = ((4.0 * d1 - d2) / 3.0, (4.0 * d2 - d4) / 3.0);
            (16.0 * e1 - e2) / 15.0
        };
        let inertia = slope(&|q| self.inertia(q));
        let potential = slope(&|q| self.potential(q));
        -(0.5 * inertia * w * w + potential) / self.inertia(q)
    }

    /// With consistent starts.
    pub fn build(&self, sketch: &mut Sketch, crank: f64, rate: f64) -> FourBarJoints {
        let (coupler, rocker) = self.angles(crank);
        let (wb, wc) = self.ratios(crank);
        self.build_from(
            sketch,
            [crank, coupler - crank, rocker],
            [rate, (wb - 1.0) * rate, wc * rate],
        )
    }

    /// With starts of crank, coupler (relative to the crank) and rocker.
    pub fn build_from(&self, sketch: &mut Sketch, q: [f64; 3], w: [f64; 3]) -> FourBarJoints {
        let mut hinge = || sketch.revolute([0.0, 1.0, 0.0]);
        let kinds = [hinge(), hinge(), hinge(), hinge()];
        let (a, b, c) = (self.crank, self.coupler, self.rocker);
        let (first, crank) =
            sketch.body("crank", rod(a, a), kinds[0], FrameId(0), &[q[0]], &[w[0]]);
        let tip = sketch.frame(first, [0.0, 0.0, -a]);
        let (second, coupler) = sketch.body("coupler", rod(b, b), kinds[1], tip, &[q[1]], &[w[1]]);
        let pivot = sketch.frame(BodyId(0), [self.ground, 0.0, 0.0]);
        let (third, rocker) = sketch.body("rocker", rod(c, c), kinds[2], pivot, &[q[2]], &[w[2]]);
        let parent = sketch.frame(third, [0.0, 0.0, -c]);
        let child = sketch.frame(second, [0.0, 0.0, -b]);
        let closing = sketch.cut("closing", kinds[3], parent, child);
        FourBarJoints { crank, coupler, rocker, closing }
    }
}

/// The N-four-bar mechanism: `windows` windows of unit rods side by side in the x-z plane, cranks upright
/// at the angle `q` about y, all turning at `rate`. M. Gonzalez et al., Multibody System Dynamics 16
/// (2006), problem A02.
pub fn windows(sketch: &mut Sketch, windows: usize, q: f64, rate: f64) -> Vec<JointId> {
    let rod = |along: [f64; 3]| {
        let slender = 1.0 / 12.0;
        Mass {
            mass: 1.0,
            centre: along.map(|x| 0.5 * x),
            inertia: [slender, slender, slender, 0.0, 0.0, 0.0],
        }
    };
    let mut cranks = Vec::new();
    let mut tips = Vec::new();
    for index in 0..=windows {
        let foot = sketch.frame(BodyId(0), [index as f64, 0.0, 0.0]);
        let hinge = sketch.revolute([0.0, 1.0, 0.0]);
        let up = rod([0.0, 0.0, 1.0]);
        let (body, joint) = sketch.body(&format!("crank{index}"), up, hinge, foot, &[q], &[rate]);
        tips.push(sketch.frame(body, [0.0, 0.0, 1.0]));
        cranks.push(joint);
    }
    for index in 0..windows {
        let hinge = sketch.revolute([0.0, 1.0, 0.0]);
        let across = rod([1.0, 0.0, 0.0]);
        let name = format!("bar{index}");
        let (body, _) = sketch.body(&name, across, hinge, tips[index], &[-q], &[-rate]);
        let end = sketch.frame(body, [1.0, 0.0, 0.0]);
        let hinge = sketch.revolute([0.0, 1.0, 0.0]);
        sketch.cut(&format!("right{index}"), hinge, end, tips[index + 1]);
    }
    cranks
}
