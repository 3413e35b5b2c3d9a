//! The DAE graph: the one contract between the compiler and the runtime.
//!
//! A [`Graph`] says what is to be solved, without text, spans or units: every number is SI `f64`,
//! every name is a path such as `crane.luff` that serves for reports only; where it was written
//! is in its [`Origin`]. The compiler builds it
//! and improves it by passes from graph to graph; the runtime assembles it into flat arrays.
//!
//! Conventions, everywhere:
//! - The world frame is inertial, z is up, gravity acts along -z unless the environment says otherwise.
//! - An attitude is a unit quaternion `[w, x, y, z]` that turns body components into world components.
//! - Inertia is taken about the centre of mass, in body axes: `[xx, yy, zz, xy, xz, yz]`.
//! - A positive tension pulls.

mod about;
mod analysis;
mod axial;
mod bending;
mod body;
mod cable;
mod cable_section;
mod canonical;
mod constraint;
mod criterion;
mod demand;
mod dot;
mod environment;
mod evaluate;
mod event;
mod forest;
mod frame;
mod guide;
mod ids;
mod joint;
mod json;
mod latch;
mod linear;
mod load;
mod nodes;
mod operands;
mod operation;
mod origin;
mod output;
mod paths;
mod plan;
mod roots;
mod signal;
mod sketch;
mod slot;
mod start;
mod state;
mod statistic;
mod structure;
mod table;
mod text;
mod validate;
mod visible;

pub use about::{After, ModesAbout};
pub use analysis::{
    Analysis, Dynamics, Equilibrium, Integrator, LoopMethod, Modes, Over, Response, Simulation,
    SimulationStart,
};
pub use axial::{Axial, AxialStiffness, Lasting, MaxwellBranch};
pub use bending::{Bending, Relaxed, SecondBending};
pub use body::{Body, Motion, PrescribedRates, Shape};
pub use cable::{
    Cable, CableEnd, CableStart, ChainForm, Clump, ControlPoints, Discretization, Drag, Torsion,
};
pub use cable_section::CableSection;
pub use constraint::{
    Constraint, ConstraintDerivatives, ConstraintKind, ConstraintRow, ResidualUnits, Sensitivity,
};
pub use criterion::{Comparison, Criterion};
pub use demand::Demand;
pub use dot::dot;
pub use environment::{Environment, Fluid};
pub use evaluate::Evaluation;
pub use event::{Assignment, Event, Guard, Latching, Part, Trigger};
pub use frame::Frame;
pub use guide::{Drum, Edge, EndOnSheave, Guide, Joined, Side};
pub use ids::{
    BodyId, CableId, ConstraintId, FrameId, JointId, LatchId, LoadId, NodeId, ParamId, StateId,
    StatisticId, TableId, VarId,
};
pub use joint::{Drive, Joint, JointAxis, JointKind, JointStart};
pub use json::{json, write_json};
pub use latch::{Held, HeldCoordinate, Latch, Tears};
pub use linear::{LARGEST_SYSTEM, SystemShape, WORST_CONDITION, entries, solve};
pub use load::{Load, LoadKind, Point, SpringLaw};
pub use nodes::Nodes;
pub use origin::Origin;
pub use output::{Output, OutputUnit};
pub use plan::{Block, Connection, Cut, Plan, TreeNode};
pub use signal::{
    BinaryOp, CableQuantity, EnergyPart, Equation, FrameQuantity, JointQuantity, Node, Param,
    Sensor, Signals, Station, Table, TableColumn, UnaryOp, Var, Variability,
};
pub use sketch::Plain;
pub use slot::{Owner, Range, Slot, Stage};
pub use start::{Start, StartWeight};
pub use state::State;
pub use statistic::{Finding, Measure, Statistic};
pub use table::{Interpolant, TableError};

pub use text::{number, text};
pub use visible::{escaped, in_place, named};

/// Everything the runtime needs to know about a model and what is to be done with it.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Graph {
    /// The model's name, for reports.
    pub name: String,
    /// Expressions: every number in the rest of the graph is a node of this DAG.
    pub signals: Signals,
    pub environment: Environment,
    /// `bodies[0]` is the world.
    pub bodies: Vec<Body>,
    /// `frames[0]` is the world frame; every body has at least its own origin frame.
    pub frames: Vec<Frame>,
    pub joints: Vec<Joint>,
    pub cables: Vec<Cable>,
    pub loads: Vec<Load>,
    pub constraints: Vec<Constraint>,
    pub states: Vec<State>,
    pub latches: Vec<Latch>,
    pub events: Vec<Event>,
    pub outputs: Vec<Output>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub statistics: Vec<Statistic>,
    /// What is recorded once, when the run is over.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<Finding>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub criteria: Vec<Criterion>,
    /// What values are to be that parameters decide on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub demands: Vec<Demand>,
    pub analysis: Analysis,
    /// How it is going to be solved; empty until the planning passes have run.
    pub plan: Option<Plan>,
}
