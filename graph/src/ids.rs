//! Indices into the vectors of a [`Graph`](crate::Graph) and its [`Signals`](crate::Signals).

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
        #[serde(transparent)]
        pub struct $name(pub u32);

        impl $name {
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id!(/// A scalar expression in the signal DAG.
    NodeId);
id!(/// A named parameter that can be changed without compiling again.
    ParamId);
id!(/// A named signal variable with one defining equation.
    VarId);
id!(/// A table of data.
    TableId);
id!(/// A rigid body; 0 is the world.
    BodyId);
id!(/// A frame fixed on a body; 0 is the world frame.
    FrameId);
id!(JointId);
id!(CableId);
id!(LoadId);
id!(ConstraintId);
id!(/// A scalar state of the user's.
    StateId);
id!(/// A number about the whole of a run.
    StatisticId);
id!(/// A connection that events close and open.
    LatchId);

impl BodyId {
    pub const WORLD: Self = Self(0);
}

impl FrameId {
    pub const WORLD: Self = Self(0);
}
