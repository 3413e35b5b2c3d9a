//! The signal DAG: scalar expressions in single-assignment form.
//!
//! Vectors and orientations are three and four scalar nodes; so common subexpressions, derivatives
//! and evaluation need one kind of node only. Operands always have a smaller index than the node
//! that uses them, so evaluating in order of index is correct; what would be a cycle goes through a
//! [`Var`] with an [`Equation`].

use std::sync::Arc;

use crate::{
    CableId, ConstraintId, FrameId, JointId, NodeId, Nodes, Origin, ParamId, StateId, StatisticId,
    SystemShape, TableId, VarId,
};

/// All expressions of a graph.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
pub struct Signals {
    pub nodes: Nodes,
    pub params: Vec<Param>,
    pub vars: Vec<Var>,
    /// One equation for each variable, in any order until they are sorted into blocks.
    pub equations: Vec<Equation>,
    pub tables: Vec<Table>,
    /// What nodes that may have no value were written as, as far as they were written. Each may be there once or not at
    /// all.
    #[serde(skip)]
    pub written: Vec<(NodeId, Origin)>,
}

impl Signals {
    /// After nodes have got other numbers, or have gone.
    pub fn renumber_written(&mut self, new: impl Fn(NodeId) -> Option<NodeId>) {
        self.written = std::mem::take(&mut self.written)
            .into_iter()
            .filter_map(|(node, origin)| Some((new(node)?, origin)))
            .collect();
    }

    /// What a node was written as.
    pub fn written_as(&self, node: NodeId) -> Option<Origin> {
        self.written.iter().find(|(own, _)| *own == node).map(|(_, origin)| *origin)
    }
}

/// A number that is fixed before a run. Changing `value` needs no compilation, unless the model's
/// structure depends on it.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Param {
    pub path: String,
    /// In SI units.
    pub value: f64,
}

/// A signal with a name.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Var {
    pub path: String,
    #[serde(skip)]
    pub origin: Option<Origin>,
}

/// `var = value`
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Equation {
    pub var: VarId,
    pub value: NodeId,
}

/// One scalar operation.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub enum Node {
    Constant(f64),
    Param(ParamId),
    /// Time since the start of the run, in s.
    Time,
    /// A quantity that the dynamics provides; `component` counts within vectors and quaternions.
    Sensor {
        sensor: Sensor,
        component: u8,
    },
    Var(VarId),
    Unary(UnaryOp, NodeId),
    Binary(BinaryOp, NodeId, NodeId),
    /// `condition != 0 ? then : otherwise`
    Select {
        condition: NodeId,
        then: NodeId,
        otherwise: NodeId,
    },
    /// The value of a table's column at `argument`, or its derivative with respect to it.
    Lookup {
        table: TableId,
        column: u16,
        argument: NodeId,
        derivative: u8,
    },
    /// The next value in a list that a [`Node::Solve`] reads; no number of its own.
    Entry {
        before: Option<NodeId>,
        value: NodeId,
    },
    /// A system of linear equations; its own value is the condition number of the matrix. The list that
    /// ends with `entries` has the matrix, row by row, and then each right side. See [`solve`](crate::solve).
    Solve {
        entries: NodeId,
        shape: SystemShape,
    },
    /// One number of the solution of a [`Node::Solve`]; `index` counts through all right sides.
    Solution {
        of: NodeId,
        index: u8,
    },
}

/// Truth values are 1 and 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
pub enum UnaryOp {
    Neg,
    Not,
    Abs,
    /// -1, 0 or 1.
    Sign,
    Floor,
    Sqrt,
    Exp,
    Ln,
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Sinh,
    Cosh,
    Tanh,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    /// Remainder with the sign of the divisor.
    Mod,
    Pow,
    Min,
    Max,
    Atan2,
    Lt,
    Le,
    Gt,
    Ge,
    Eq,
    Ne,
    And,
    Or,
}

/// Something the dynamics knows and an expression can use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
pub enum Sensor {
    Frame {
        frame: FrameId,
        quantity: FrameQuantity,
    },
    Joint {
        joint: JointId,
        quantity: JointQuantity,
        coordinate: u8,
    },
    Cable {
        cable: CableId,
        station: Station,
        quantity: CableQuantity,
    },
    /// The multiplier of a row: what forces along its gradient add up to. Zero while a latch leaves it open.
    Multiplier {
        constraint: ConstraintId,
        row: u8,
    },
    /// Scalar.
    State(StateId),
    /// Scalar, J.
    Energy(EnergyPart),
    /// Three components, N s, of everything that moves freely.
    Momentum,
    /// Three components about the world's origin, N m s.
    AngularMomentum,
    /// Scalar, and known when the run is over.
    Statistic(StatisticId),
}

/// Of a frame, in world axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
pub enum FrameQuantity {
    /// m
    Position,
    /// Quaternion `[w, x, y, z]`.
    Attitude,
    /// The frame's axes in world components, x axis first: component `3 axis + k`. Linear in natural
    /// coordinates, so derivatives of constraints refer to it in place of `Attitude`.
    Axes,
    /// m/s
    Velocity,
    /// rad/s
    AngularVelocity,
    /// m/s^2
    Acceleration,
    /// rad/s^2
    AngularAcceleration,
}

/// Of one coordinate of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
pub enum JointQuantity {
    /// rad or m. A spherical or free joint has no coordinates to read, only its frames.
    Coordinate,
    /// rad/s or m/s; for spherical and free joints the angular (0..3) and linear (3..6) velocity
    /// of the child frame relative to the parent frame, in child axes.
    Rate,
    /// rad/s^2 or m/s^2
    Acceleration,
    /// What springs, dampers, friction and drives of the joint apply along the coordinate, N m or N.
    Effort,
    /// All that the parent frame's body exerts on the child frame's across the joint, N, world axes;
    /// three components, counted like coordinates.
    Force,
    /// Its moment about the child frame's origin, N m, world axes; three components.
    Torque,
}

/// A place on a cable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
pub enum Station {
    Start,
    End,
    /// The node of arc length from the start, in m.
    ArcLength(NodeId),
}

/// Of a material point of a cable, in world axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
pub enum CableQuantity {
    /// m
    Position,
    /// m/s
    Velocity,
    /// m/s^2
    Acceleration,
    /// Unit vector towards the end.
    Direction,
    /// Scalar, N; positive when it pulls.
    Tension,
    /// What the part towards the end pulls with on the part towards the start, N. At the start that is
    /// what the cable exerts on what holds it, at the end what holds it exerts on the cable.
    Force,
    /// Scalar, N m about the cable, as the part towards the end turns the part towards the start: positive where the cable
    /// is twisted to the right.
    Torque,
    /// Scalar, 1/m: of the direction, by the unstretched length.
    Curvature,
    /// Scalar, N m: what resists the curvature.
    Moment,
}

/// A line of the energy ledger. `Kinetic + Gravity + Elastic + Dissipated - Work` is constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
pub enum EnergyPart {
    Kinetic,
    /// Weight and buoyancy, zero at the world's origin.
    Gravity,
    /// Springs, bending, axial stretch.
    Elastic,
    /// Lost so far to damping, friction and drag.
    Dissipated,
    /// Done so far by loads, drives and prescribed motions.
    Work,
    /// Of what was dissipated: by impacts.
    Impacts,
    /// Of the work: by what events set.
    Events,
    /// Kinetic + Gravity + Elastic.
    Total,
    /// How far the ledger is from closing: change of Total + Dissipated - Work since the start.
    Balance,
}

impl EnergyPart {
    /// Whether it is a part of another line.
    pub fn is_share(self) -> bool {
        match self {
            EnergyPart::Impacts | EnergyPart::Events => true,
            EnergyPart::Kinetic
            | EnergyPart::Gravity
            | EnergyPart::Elastic
            | EnergyPart::Dissipated
            | EnergyPart::Work
            | EnergyPart::Total
            | EnergyPart::Balance => false,
        }
    }
}

/// Rows of data with linear or smooth interpolation.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Table {
    pub path: String,
    /// The abscissa, strictly increasing, SI.
    #[serde(serialize_with = "as_list")]
    pub argument: Arc<[f64]>,
    pub columns: Vec<TableColumn>,
    /// Monotone cubic (Fritsch and Carlson) instead of linear. Outside the range the end values hold.
    pub smooth: bool,
}

#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct TableColumn {
    pub name: String,
    /// One value for each row, SI.
    #[serde(serialize_with = "as_list")]
    pub values: Arc<[f64]>,
}

fn as_list<S: serde::Serializer>(values: &Arc<[f64]>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(values.iter())
}

/// How a node changes, from never to only known after the accelerations are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
pub enum Variability {
    Constant,
    Param,
    Time,
    /// Depends on positions, velocities or the ledger.
    State,
    /// Depends on accelerations, tensions or reaction forces.
    Acceleration,
}

impl Sensor {
    /// What must be known before this can be read.
    pub fn variability(&self) -> Variability {
        match self {
            Sensor::Frame { quantity, .. } => match quantity {
                FrameQuantity::Position
                | FrameQuantity::Attitude
                | FrameQuantity::Axes
                | FrameQuantity::Velocity
                | FrameQuantity::AngularVelocity => Variability::State,
                FrameQuantity::Acceleration | FrameQuantity::AngularAcceleration => {
                    Variability::Acceleration
                }
            },
            Sensor::Joint { quantity, .. } => match quantity {
                JointQuantity::Coordinate | JointQuantity::Rate => Variability::State,
                JointQuantity::Acceleration
                | JointQuantity::Effort
                | JointQuantity::Force
                | JointQuantity::Torque => Variability::Acceleration,
            },
            Sensor::Cable { quantity, .. } => match quantity {
                CableQuantity::Position | CableQuantity::Velocity | CableQuantity::Direction => {
                    Variability::State
                }
                CableQuantity::Acceleration
                | CableQuantity::Tension
                | CableQuantity::Force
                | CableQuantity::Torque
                | CableQuantity::Curvature
                | CableQuantity::Moment => Variability::Acceleration,
            },
            Sensor::Multiplier { .. } | Sensor::Statistic(_) => Variability::Acceleration,
            Sensor::State(_) | Sensor::Energy(_) | Sensor::Momentum | Sensor::AngularMomentum => {
                Variability::State
            }
        }
    }
}
