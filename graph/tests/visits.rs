//! Every number of every element is shown by the visits.

use cdl_graph::*;

/// Nodes of a graph have larger numbers here than anything else in it.
const FIRST: u32 = 1_000_000;

/// Gives every field another node.
struct Nodes(u32);

impl Nodes {
    fn one(&mut self) -> NodeId {
        self.0 += 1;
        NodeId(FIRST + self.0)
    }

    fn some<const N: usize>(&mut self) -> [NodeId; N] {
        std::array::from_fn(|_| self.one())
    }

    fn many(&mut self) -> Vec<NodeId> {
        self.some::<2>().to_vec()
    }

    fn fluid(&mut self) -> Option<Fluid> {
        Some(Fluid { density: self.one(), velocity: self.some() })
    }

    fn weight(&mut self) -> StartWeight {
        StartWeight::Weighted(self.one())
    }

    fn point(&mut self) -> Point {
        Point::Cable { cable: CableId(0), station: Station::ArcLength(self.one()) }
    }

    fn branch(&mut self) -> MaxwellBranch {
        MaxwellBranch { stiffness: self.one(), time_constant: self.one() }
    }

    fn axis(&mut self) -> JointAxis {
        JointAxis {
            stiffness: self.one(),
            rest: self.one(),
            damping: self.one(),
            friction: self.one(),
            friction_speed: self.one(),
            effort: self.one(),
            drive: Some(Drive {
                value: self.one(),
                rate: Some(self.one()),
                acceleration: Some(self.one()),
            }),
        }
    }
}

fn bodies(nodes: &mut Nodes) -> Vec<Body> {
    let start = Start {
        position: Some(nodes.some()),
        attitude: nodes.some(),
        velocity: nodes.some(),
        angular_velocity: nodes.some(),
        pose_weight: nodes.weight(),
        velocity_weight: nodes.weight(),
    };
    let rates = PrescribedRates {
        velocity: nodes.some(),
        attitude_rate: nodes.some(),
        acceleration: nodes.some(),
        attitude_acceleration: nodes.some(),
    };
    let (position, attitude) = (nodes.some(), nodes.some());
    let motions = [
        Motion::Fixed,
        Motion::Dynamic { start },
        Motion::Prescribed { position, attitude, rates: Some(rates) },
    ];
    let shapes = [
        Shape::Box { size: nodes.some(), centre: nodes.some() },
        Shape::Sphere { diameter: nodes.one(), centre: nodes.some() },
        Shape::Cylinder { diameter: nodes.one(), start: nodes.some(), end: nodes.some() },
    ];
    let pairs = motions.into_iter().zip(shapes);
    pairs
        .map(|(motion, shape)| Body {
            in_space: true,
            path: String::new(),
            origin: None,
            motion,
            mass: nodes.one(),
            centre_of_mass: nodes.some(),
            inertia: nodes.some(),
            frame: FrameId::WORLD,
            shape: Some(shape),
        })
        .collect()
}

fn joints(nodes: &mut Nodes) -> Vec<Joint> {
    let kinds = [
        JointKind::Fixed,
        JointKind::Revolute { axis: nodes.some() },
        JointKind::Prismatic { axis: nodes.some() },
        JointKind::Universal { first: nodes.some(), second: nodes.some() },
        JointKind::Spherical,
        JointKind::Cylindrical { axis: nodes.some() },
        JointKind::Planar { normal: nodes.some(), first: nodes.some() },
        JointKind::Free,
    ];
    kinds
        .into_iter()
        .map(|kind| Joint {
            path: String::new(),
            origin: None,
            kind,
            parent: FrameId::WORLD,
            child: FrameId::WORLD,
            coordinates: vec![nodes.axis(), nodes.axis()],
            isotropic: Some(Box::new(nodes.axis())),
            start: JointStart {
                coordinates: nodes.many(),
                attitude: Some(nodes.some()),
                rates: nodes.many(),
                coordinate_weight: nodes.weight(),
                rate_weight: nodes.weight(),
            },
        })
        .collect()
}

fn cables(nodes: &mut Nodes) -> Vec<Cable> {
    let compression = true;
    let axial = [
        Axial::Spring { stiffness: nodes.one(), damping: nodes.one(), compression },
        Axial::Elastic { stiffness: nodes.one(), damping: nodes.one(), compression },
        Axial::Pid { proportional: nodes.one(), derivative: nodes.one(), integral: nodes.one() },
    ];
    let lumped = axial.map(|axial| Discretization::Lumped { points: 2, axial });
    let links = Discretization::RigidLinks { count: 1, form: ChainForm::Auto };
    let starts = [
        CableStart::Hanging,
        CableStart::Hanging,
        CableStart::Straight { direction: Some(nodes.some()), angular_velocity: nodes.some() },
        CableStart::Arc { towards: nodes.some() },
    ];
    let relaxed = [
        Relaxed::Straight,
        Relaxed::Straight,
        Relaxed::Straight,
        Relaxed::Arc { radius: nodes.one(), towards: nodes.some() },
    ];
    let pairs = lumped.into_iter().chain([links]).zip(starts).zip(relaxed);
    pairs
        .map(|((discretization, start), relaxed)| Cable {
            path: String::new(),
            origin: None,
            discretization,
            torsion: Some(Torsion {
                stiffness: nodes.one(),
                damping: nodes.one(),
                branches: vec![nodes.branch()],
                turned: nodes.one(),
            }),
            ends: [
                CableEnd::Free,
                CableEnd::Clamped { frame: FrameId::WORLD, direction: nodes.some() },
            ],
            length: nodes.one(),
            diameter: nodes.one(),
            mass: nodes.one(),
            bending: Bending {
                stiffness: nodes.one(),
                damping: nodes.one(),
                branches: vec![nodes.branch()],
                second: Some(SecondBending { stiffness: nodes.one(), towards: nodes.some() }),
                relaxed,
            },
            least_radius: Some(nodes.one()),
            joint_damping: nodes.one(),
            drag: Drag { normal: nodes.one(), tangent: nodes.one(), isotropic: false },
            added_mass: nodes.one(),
            buoyancy: false,
            start,
            guides: [None; 2],
            clumps: vec![Clump {
                path: String::new(),
                origin: None,
                station: Station::ArcLength(nodes.one()),
                mass: nodes.one(),
            }],
            sections: vec![CableSection {
                path: String::new(),
                elements: 1,
                length: nodes.one(),
                mass: nodes.one(),
                diameter: nodes.one(),
                axial: None,
                bending_stiffness: nodes.one(),
                bending_damping: nodes.one(),
                least_radius: Some(nodes.one()),
                drag: Drag { normal: nodes.one(), tangent: nodes.one(), isotropic: true },
                added_mass: nodes.one(),
                buoyancy: true,
            }],
        })
        .collect()
}

fn loads(nodes: &mut Nodes) -> Vec<Load> {
    let kinds = [
        LoadKind::Force { on: nodes.point(), value: nodes.some(), axes: None },
        LoadKind::Torque { on: FrameId::WORLD, value: nodes.some(), axes: None },
        LoadKind::Spring {
            between: [nodes.point(), nodes.point()],
            law: SpringLaw::Linear {
                stiffness: nodes.one(),
                damping: nodes.one(),
                length: nodes.one(),
                tension_only: false,
            },
        },
        LoadKind::Spring {
            between: [nodes.point(), nodes.point()],
            law: SpringLaw::Given { force: nodes.one() },
        },
    ];
    kinds.into_iter().map(|kind| Load { path: String::new(), origin: None, kind }).collect()
}

fn constraint(nodes: &mut Nodes) -> Constraint {
    let derivatives = ConstraintDerivatives {
        arguments: nodes.many(),
        gradient: nodes.many(),
        hessian: vec![(0, 0, nodes.one()), (0, 1, nodes.one())],
        rate: nodes.one(),
        gradient_rate: nodes.many(),
        acceleration: nodes.one(),
    };
    let rows = vec![
        ConstraintRow { residual: nodes.one(), derivatives: None },
        ConstraintRow { residual: nodes.one(), derivatives: Some(derivatives) },
    ];
    Constraint {
        path: String::new(),
        origin: None,
        kind: ConstraintKind::Position,
        units: ResidualUnits::default(),
        rows,
    }
}

fn plan(nodes: &mut Nodes) -> Plan {
    let mut pair = || (VarId(0), nodes.one());
    let (tears, sequence) = (vec![pair(), pair()], vec![pair()]);
    let blocks = vec![
        Block::Explicit { var: VarId(0), value: nodes.one() },
        Block::Loop { tears, sequence },
    ];
    Plan {
        dynamics: Dynamics::Recursive,
        forest: Vec::new(),
        cuts: Vec::new(),
        sensitivities: vec![Sensitivity {
            node: nodes.one(),
            argument: nodes.one(),
            derivative: nodes.one(),
        }],
        blocks,
        freedoms: 0,
        reasons: Vec::new(),
    }
}

fn analyses(nodes: &mut Nodes) -> Vec<Analysis> {
    let integrators = [
        Integrator::Rk4 { step: nodes.one() },
        Integrator::Rk45 {
            relative_tolerance: nodes.one(),
            absolute_tolerance: nodes.one(),
            max_step: Some(nodes.one()),
        },
        Integrator::Leapfrog { step: nodes.one() },
        Integrator::EnergyMomentum {
            step: nodes.one(),
            tolerance: Some(nodes.one()),
            project_velocities: false,
        },
        Integrator::Midpoint { step: nodes.one() },
        Integrator::GeneralizedAlpha { step: nodes.one(), spectral_radius: nodes.one() },
    ];
    let methods = [
        LoopMethod::Projection,
        LoopMethod::Baumgarte { rate: nodes.one() },
        LoopMethod::Penalty { mass: nodes.one(), rate: nodes.one() },
        LoopMethod::AugmentedLagrangian { mass: nodes.one(), rate: nodes.one() },
        LoopMethod::GearGuptaLeimkuhler,
        LoopMethod::Partitioning,
    ];
    let simulations = integrators.into_iter().zip(methods).map(|(integrator, loops)| {
        Analysis::Simulate(Simulation {
            name: String::new(),
            duration: nodes.one(),
            every: nodes.one(),
            discard: Some(nodes.one()),
            integrator,
            dynamics: Dynamics::Auto,
            loops,
            from: SimulationStart::Written,
        })
    });
    let mut all: Vec<Analysis> = simulations.collect();
    all.push(Analysis::None);
    all.push(Analysis::Equilibrium(Equilibrium { name: String::new(), tolerance: nodes.one() }));
    all.push(Analysis::Modes(Modes {
        name: String::new(),
        count: 3,
        about: ModesAbout::Equilibrium,
        tolerance: nodes.one(),
        inputs: None,
    }));
    all.push(Analysis::Modes(Modes {
        name: String::new(),
        count: 3,
        about: ModesAbout::After(After {
            duration: nodes.one(),
            step: nodes.one(),
            from: SimulationStart::Written,
        }),
        tolerance: nodes.one(),
        inputs: None,
    }));
    all.push(Analysis::Response(Response {
        name: String::new(),
        input: String::new(),
        unit: String::new(),
        signal: nodes.one(),
        over: Over::Period,
        first: nodes.one(),
        last: nodes.one(),
        count: 3,
        logarithmic: false,
        about: ModesAbout::Equilibrium,
        tolerance: nodes.one(),
    }));
    all
}

/// With each trigger.
fn events(nodes: &mut Nodes) -> Vec<Event> {
    let triggers = [
        Trigger::At { time: nodes.one() },
        Trigger::Every { period: nodes.one() },
        Trigger::When { condition: nodes.one(), margin: Some(nodes.one()), initially: false },
        Trigger::Changes { condition: nodes.one(), margin: Some(nodes.one()) },
    ];
    let event = |trigger| Event {
        path: String::new(),
        origin: None,
        trigger,
        parts: vec![Part {
            guard: Some(Guard { condition: nodes.one(), margin: Some(nodes.one()) }),
            assignments: vec![Assignment { state: StateId(0), value: nodes.one() }],
            latching: vec![
                Latching::Close { latch: LatchId(0), within: nodes.one(), turned: nodes.one() },
                Latching::Open { latches: vec![LatchId(0)] },
                Latching::Bounce {
                    latch: LatchId(0),
                    is_upper: false,
                    restitution: nodes.one(),
                    rest: nodes.one(),
                },
            ],
            ..Part::default()
        }],
        is_quiet: false,
    };
    triggers.into_iter().map(event).collect()
}

/// Graphs that have every kind of everything, each node once.
fn graphs() -> Vec<Graph> {
    let analyses = analyses(&mut Nodes(0));
    analyses
        .into_iter()
        .map(|analysis| {
            let nodes = &mut Nodes(1000);
            let unit = OutputUnit { symbol: String::new(), factor: 1.0 };
            let (found_unit, compared_unit) = (unit.clone(), unit.clone());
            Graph {
                name: String::new(),
                signals: Signals {
                    equations: vec![Equation { var: VarId(0), value: nodes.one() }],
                    ..Signals::default()
                },
                environment: Environment {
                    origin: None,
                    gravity: nodes.some(),
                    air: nodes.fluid(),
                    water: nodes.fluid(),
                    water_level: Some(nodes.one()),
                },
                bodies: bodies(nodes),
                frames: vec![Frame {
                    path: String::new(),
                    origin: None,
                    body: BodyId::WORLD,
                    position: nodes.some(),
                    attitude: nodes.some(),
                }],
                joints: joints(nodes),
                cables: cables(nodes),
                loads: loads(nodes),
                constraints: vec![constraint(nodes)],
                states: vec![State {
                    path: String::new(),
                    origin: None,
                    start: nodes.one(),
                    rate: Some(nodes.one()),
                }],
                latches: vec![Latch {
                    path: String::new(),
                    closed: String::new(),
                    origin: None,
                    holds: Held::Joint(JointId(0)),
                    state: StateId(0),
                    tears: None,
                }],
                events: events(nodes),
                outputs: vec![Output {
                    name: String::new(),
                    origin: None,
                    unit,
                    nodes: nodes.many(),
                }],
                statistics: vec![Statistic {
                    origin: None,
                    measure: Measure::Percentile,
                    of: Some(nodes.one()),
                    share: Some(nodes.one()),
                }],
                findings: vec![Finding(Output {
                    name: String::new(),
                    origin: None,
                    unit: found_unit,
                    nodes: nodes.many(),
                })],
                criteria: vec![Criterion {
                    name: String::new(),
                    text: String::new(),
                    message: None,
                    origin: None,
                    holds: nodes.one(),
                    parameter: None,
                    comparisons: vec![Comparison {
                        left: nodes.one(),
                        operation: BinaryOp::Lt,
                        right: nodes.one(),
                        unit: compared_unit,
                    }],
                }],
                demands: vec![Demand {
                    field: "mass",
                    value: nodes.one(),
                    range: Range::Between(0.0, 1.0),
                    origin: None,
                }],
                analysis,
                plan: Some(plan(nodes)),
            }
        })
        .collect()
}

/// All numbers in a graph's JSON that are nodes: what derives `Serialize` forgets no field.
fn nodes_in(json: &serde_json::Value) -> Vec<u64> {
    match json {
        serde_json::Value::Number(number) => {
            number.as_u64().filter(|&id| id >= u64::from(FIRST)).into_iter().collect()
        }
        serde_json::Value::Array(all) => all.iter().flat_map(nodes_in).collect(),
        serde_json::Value::Object(all) => all.values().flat_map(nodes_in).collect(),
        serde_json::Value::Null | serde_json::Value::Bool(_) | serde_json::Value::String(_) => {
            Vec::new()
        }
    }
}

fn sorted(mut all: Vec<u64>) -> Vec<u64> {
    all.sort_unstable();
    all
}

#[test]
fn roots_are_all_nodes_that_the_graph_refers_to() {
    for graph in graphs() {
        let json = serde_json::from_str(&json(&graph).unwrap()).unwrap();
        let expected = sorted(nodes_in(&json));
        let roots = graph.roots().iter().map(|root| u64::from(root.0)).collect();
        assert_eq!(sorted(roots), expected);
        assert!(expected.is_sorted_by(|a, b| a < b), "each node once");
    }
}

#[test]
fn roots_can_be_changed_each_once_and_in_the_same_order() {
    for mut graph in graphs() {
        let before = graph.roots();
        let mut seen = Vec::new();
        graph.for_each_root(&mut |root| {
            seen.push(*root);
            root.0 += 1_000_000;
        });
        assert_eq!(seen, before);
        let after: Vec<NodeId> = before.iter().map(|root| NodeId(root.0 + 1_000_000)).collect();
        assert_eq!(graph.roots(), after);
    }
}

/// A run needs every number of an element but those that it gets by another way.
#[test]
fn slots_that_nothing_reads_are_few() {
    let mut unread: Vec<(Owner, &str)> = Vec::new();
    for graph in graphs() {
        graph.for_each_slot(|owner, slot| {
            if slot.stage.is_none() && !unread.contains(&(owner, slot.name)) {
                unread.push((owner, slot.name));
            }
        });
    }
    let (fixed, prescribed) = (Owner::Body(0), Owner::Body(2));
    assert_eq!(
        unread,
        [
            (fixed, "mass"),
            (fixed, "centre of mass"),
            (fixed, "inertia"),
            (prescribed, "mass"),
            (prescribed, "centre of mass"),
            (prescribed, "inertia"),
            (Owner::Constraint(0), "argument"),
            (Owner::Experiment, "number of a load"),
            (Owner::Experiment, "argument of a load"),
            (Owner::Experiment, "equation"),
        ]
    );
}
