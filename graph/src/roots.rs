//! Every node that something outside the signal DAG refers to. Passes that remove or renumber nodes
//! go through here, so that a new field is forgotten in one place at most.

use crate::{
    Analysis, Axial, Block, Body, Cable, CableStart, ConstraintDerivatives, ConstraintRow,
    Discretization, Drive, Environment, Fluid, Graph, Integrator, Joint, JointAxis, JointKind,
    Load, LoadKind, LoopMethod, Motion, Node, NodeId, Point, Sensitivity, Sensor, Shape,
    StartWeight, Station,
};

impl Graph {
    /// All references into the signal DAG, in a fixed order, repeats included.
    pub fn roots(&self) -> Vec<NodeId> {
        let mut roots = Vec::new();
        let mut copy = self.without_nodes();
        copy.for_each_root(&mut |id| roots.push(*id));
        roots
    }

    /// Everything but the nodes, which references do not need.
    fn without_nodes(&self) -> Graph {
        let signals =
            crate::Signals { equations: self.signals.equations.clone(), ..Default::default() };
        Graph {
            name: String::new(),
            signals,
            environment: self.environment.clone(),
            bodies: self.bodies.clone(),
            frames: self.frames.clone(),
            joints: self.joints.clone(),
            cables: self.cables.clone(),
            loads: self.loads.clone(),
            constraints: self.constraints.clone(),
            outputs: self.outputs.clone(),
            analysis: self.analysis.clone(),
            plan: self.plan.clone(),
        }
    }

    /// Visits every reference into the signal DAG from outside it, and may change it.
    pub fn for_each_root(&mut self, visit: &mut impl FnMut(&mut NodeId)) {
        for equation in &mut self.signals.equations {
            visit(&mut equation.value);
        }
        environment(&mut self.environment, visit);
        for body in &mut self.bodies {
            self::body(body, visit);
        }
        for frame in &mut self.frames {
            frame.position.iter_mut().for_each(&mut *visit);
            frame.attitude.iter_mut().for_each(&mut *visit);
        }
        for joint in &mut self.joints {
            self::joint(joint, visit);
        }
        for cable in &mut self.cables {
            self::cable(cable, visit);
        }
        for load in &mut self.loads {
            self::load(load, visit);
        }
        for row in self.constraints.iter_mut().flat_map(|constraint| &mut constraint.rows) {
            self::row(row, visit);
        }
        for output in &mut self.outputs {
            output.nodes.iter_mut().for_each(&mut *visit);
        }
        analysis(&mut self.analysis, visit);
        let sensitivities = self.plan.iter_mut().flat_map(|plan| &mut plan.sensitivities);
        for Sensitivity { node, argument, derivative } in sensitivities {
            [node, argument, derivative].into_iter().for_each(&mut *visit);
        }
        for block in self.plan.iter_mut().flat_map(|plan| &mut plan.blocks) {
            match block {
                Block::Explicit { value, .. } => visit(value),
                Block::Loop { tears, sequence } => {
                    tears.iter_mut().chain(sequence).for_each(|(_, value)| visit(value));
                }
            }
        }
    }
}

impl Node {
    /// The arc length that a cable's sensor refers to.
    pub fn station(&self) -> Option<NodeId> {
        match self {
            Node::Sensor {
                sensor: Sensor::Cable { station: Station::ArcLength(node), .. },
                ..
            } => Some(*node),
            _ => None,
        }
    }
}

fn fluid(fluid: &mut Fluid, visit: &mut impl FnMut(&mut NodeId)) {
    visit(&mut fluid.density);
    fluid.velocity.iter_mut().for_each(visit);
}

fn environment(environment: &mut Environment, visit: &mut impl FnMut(&mut NodeId)) {
    let Environment { gravity, air, water, water_level } = environment;
    gravity.iter_mut().for_each(&mut *visit);
    air.iter_mut().chain(water).for_each(|each| fluid(each, visit));
    water_level.iter_mut().for_each(visit);
}

fn body(body: &mut Body, visit: &mut impl FnMut(&mut NodeId)) {
    let Body { path: _, motion, mass, centre_of_mass, inertia, frame: _, shape } = body;
    visit(mass);
    centre_of_mass.iter_mut().chain(inertia).for_each(&mut *visit);
    match motion {
        Motion::Fixed => {}
        Motion::Dynamic { start } => {
            start.position.iter_mut().flatten().for_each(&mut *visit);
            start.attitude.iter_mut().for_each(&mut *visit);
            start.velocity.iter_mut().chain(&mut start.angular_velocity).for_each(&mut *visit);
            weight(&mut start.pose_weight, visit);
            weight(&mut start.velocity_weight, visit);
        }
        Motion::Prescribed { position, attitude, rates } => {
            position.iter_mut().chain(attitude).for_each(&mut *visit);
            if let Some(rates) = rates {
                rates.velocity.iter_mut().chain(&mut rates.attitude_rate).for_each(&mut *visit);
                let accelerations =
                    rates.acceleration.iter_mut().chain(&mut rates.attitude_acceleration);
                accelerations.for_each(&mut *visit);
            }
        }
    }
    match shape {
        None => {}
        Some(Shape::Box { size, centre }) => size.iter_mut().chain(centre).for_each(visit),
        Some(Shape::Sphere { diameter, centre }) => {
            visit(diameter);
            centre.iter_mut().for_each(visit);
        }
        Some(Shape::Cylinder { diameter, start, end }) => {
            visit(diameter);
            start.iter_mut().chain(end).for_each(visit);
        }
    }
}

fn joint(joint: &mut Joint, visit: &mut impl FnMut(&mut NodeId)) {
    let Joint { path: _, kind, parent: _, child: _, coordinates, isotropic, start } = joint;
    match kind {
        JointKind::Fixed | JointKind::Spherical | JointKind::Free => {}
        JointKind::Revolute { axis }
        | JointKind::Prismatic { axis }
        | JointKind::Cylindrical { axis } => axis.iter_mut().for_each(&mut *visit),
        JointKind::Universal { first, second } => {
            first.iter_mut().chain(second).for_each(&mut *visit);
        }
        JointKind::Planar { normal, first } => {
            normal.iter_mut().chain(first).for_each(&mut *visit);
        }
    }
    for axis in coordinates.iter_mut().chain(isotropic) {
        let JointAxis { stiffness, rest, damping, friction, friction_speed, effort, drive } = axis;
        for node in [stiffness, rest, damping, friction, friction_speed, effort] {
            visit(node);
        }
        if let Some(Drive { value, rate, acceleration }) = drive {
            visit(value);
            rate.iter_mut().chain(acceleration).for_each(&mut *visit);
        }
    }
    start.coordinates.iter_mut().for_each(&mut *visit);
    start.attitude.iter_mut().flatten().for_each(&mut *visit);
    start.rates.iter_mut().for_each(&mut *visit);
    weight(&mut start.coordinate_weight, visit);
    weight(&mut start.rate_weight, visit);
}

fn weight(weight: &mut StartWeight, visit: &mut impl FnMut(&mut NodeId)) {
    match weight {
        StartWeight::Free | StartWeight::Exact => {}
        StartWeight::Weighted(node) => visit(node),
    }
}

fn row(row: &mut ConstraintRow, visit: &mut impl FnMut(&mut NodeId)) {
    let ConstraintRow { residual, derivatives } = row;
    visit(residual);
    let Some(derivatives) = derivatives else { return };
    let ConstraintDerivatives { arguments, gradient, hessian, rate, gradient_rate, acceleration } =
        derivatives;
    arguments.iter_mut().chain(gradient).chain(gradient_rate).for_each(&mut *visit);
    hessian.iter_mut().for_each(|(_, _, node)| visit(node));
    visit(rate);
    visit(acceleration);
}

fn cable(cable: &mut Cable, visit: &mut impl FnMut(&mut NodeId)) {
    let Cable {
        path: _,
        discretization,
        ends: _,
        length,
        diameter,
        mass,
        bending_stiffness,
        bending_damping,
        joint_damping,
        drag_normal,
        drag_tangent,
        drag_isotropic: _,
        added_mass,
        buoyancy: _,
        start,
    } = cable;
    for node in [
        length,
        diameter,
        mass,
        bending_stiffness,
        bending_damping,
        joint_damping,
        drag_normal,
        drag_tangent,
        added_mass,
    ] {
        visit(node);
    }
    match discretization {
        Discretization::RigidLinks { .. } => {}
        Discretization::Lumped {
            axial: Axial::Spring { stiffness, damping } | Axial::Elastic { stiffness, damping },
            ..
        } => {
            visit(stiffness);
            visit(damping);
        }
        Discretization::Lumped {
            axial: Axial::Pid { proportional, derivative, integral }, ..
        } => {
            visit(proportional);
            visit(derivative);
            visit(integral);
        }
    }
    match start {
        CableStart::Hanging => {}
        CableStart::Arc { towards } => towards.iter_mut().for_each(visit),
        CableStart::Straight { direction, angular_velocity } => {
            direction.iter_mut().chain(angular_velocity).for_each(visit);
        }
    }
}

fn point(point: &mut Point, visit: &mut impl FnMut(&mut NodeId)) {
    match point {
        Point::Frame(_) | Point::Cable { station: Station::Start | Station::End, .. } => {}
        Point::Cable { station: Station::ArcLength(node), .. } => visit(node),
    }
}

fn load(load: &mut Load, visit: &mut impl FnMut(&mut NodeId)) {
    match &mut load.kind {
        LoadKind::Force { on, value, axes: _ } => {
            point(on, visit);
            value.iter_mut().for_each(visit);
        }
        LoadKind::Torque { on: _, value, axes: _ } => value.iter_mut().for_each(visit),
        LoadKind::Spring { between, stiffness, damping, length, tension_only: _ } => {
            between.iter_mut().for_each(|end| point(end, visit));
            for node in [stiffness, damping, length] {
                visit(node);
            }
        }
    }
}

fn analysis(analysis: &mut Analysis, visit: &mut impl FnMut(&mut NodeId)) {
    let simulation = match analysis {
        Analysis::None => return,
        Analysis::Equilibrium(equilibrium) => return visit(&mut equilibrium.tolerance),
        Analysis::Simulate(simulation) => simulation,
    };
    visit(&mut simulation.duration);
    visit(&mut simulation.every);
    match &mut simulation.integrator {
        Integrator::Rk4 { step }
        | Integrator::Leapfrog { step }
        | Integrator::Midpoint { step } => {
            visit(step);
        }
        Integrator::Rk45 { relative_tolerance, absolute_tolerance, max_step } => {
            visit(relative_tolerance);
            visit(absolute_tolerance);
            max_step.iter_mut().for_each(&mut *visit);
        }
        Integrator::EnergyMomentum { step, tolerance, project_velocities: _ } => {
            visit(step);
            tolerance.iter_mut().for_each(&mut *visit);
        }
        Integrator::GeneralizedAlpha { step, spectral_radius } => {
            visit(step);
            visit(spectral_radius);
        }
    }
    match &mut simulation.loops {
        LoopMethod::Projection | LoopMethod::GearGuptaLeimkuhler | LoopMethod::Partitioning => {}
        LoopMethod::Baumgarte { rate } => visit(rate),
        LoopMethod::Penalty { mass, rate } | LoopMethod::AugmentedLagrangian { mass, rate } => {
            visit(mass);
            visit(rate);
        }
    }
}
