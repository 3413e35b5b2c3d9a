//! Why sweeps do not find the small motions of a forest: what in it does not store what it stores by single members and joints.
//!
//! The first thing that is found is told, one short line of it: who wants the digits of sweeps has to change that. What can only be seen in a state, such as
//! a cable that goes through the surface, is found when members are made (`making`).
//!
//! An input may not turn what carries cables. Directions of links and places of nodes are in world axes, so a look at the model with another number leaves them
//! where they are, and members go with what carries them: shifts are put right (`swings`), turns are left to matrices.

use cdl_graph::{Node, NodeId, Response};

use crate::assembly::Owner;
use crate::recursive::cable::{CableModel, CableTip};
use crate::recursive::frame::FrameOn;
use crate::recursive::model::{LoadModel, PointOn, RecursiveModel};
use crate::signals::{Stage, Values, reached};

/// What is asked of sweeps.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Asked<'a> {
    /// Motions by themselves, without anything that resists velocities.
    Modes,
    /// What this parameter keeps up, dampers included.
    Response(&'a str),
}

impl RecursiveModel {
    /// What in the model keeps it from being swept, for people; nothing where sweeps take it: a tree of bodies with mass and of cables, in which springs are in joints
    /// or lead to the ground, and nothing else depends on the motion.
    pub(crate) fn not_swept(&self, asked: Asked<'_>) -> Option<String> {
        self.damped(asked)
            .or_else(|| self.closed())
            .or_else(|| self.reading())
            .or_else(|| self.without_potential())
            .or_else(|| self.without_inertia())
            .or_else(|| self.cables.iter().find_map(|cable| self.odd(cable, asked)))
            .or_else(|| self.moved_by(asked))
    }

    fn path(&self, owner: Owner) -> String {
        format!("`{}`", self.mechanism.paths.of(owner))
    }

    /// Dampers and friction in joints.
    fn damped(&self, asked: Asked<'_>) -> Option<String> {
        let is_odd = |loss: f64| match asked {
            Asked::Modes => loss != 0.0,
            Asked::Response(_) => loss < 0.0,
        };
        let odd = |body: usize, losses: [f64; 2]| {
            let joint = losses.into_iter().any(is_odd).then(|| self.tree_joints[body])??;
            let what = match asked {
                Asked::Modes => "resists velocities",
                Asked::Response(_) => "pushes along with velocities",
            };
            Some(format!("{} {what}", self.path(Owner::Joint(joint))))
        };
        let tree = &self.tree;
        let axes = (0..tree.bodies()).find_map(|body| {
            tree.coordinate_range(body).find_map(|index| {
                let law = &self.efforts.axes[index];
                odd(body, [law.damping, law.friction])
            })
        });
        let mut balls = self.efforts.balls.iter();
        axes.or_else(|| balls.find_map(|own| odd(own.body, [own.law.damping, own.law.friction])))
    }

    fn closed(&self) -> Option<String> {
        let closing = self.loops.closings.first()?;
        Some(format!("{} closes a loop", self.path(closing.owner)))
    }

    /// What acts reads how things move.
    fn reading(&self) -> Option<String> {
        if self.sensors.state.is_empty() {
            return None;
        }
        let is_sensed = |nodes: &[NodeId]| {
            let mut read = reached(&self.mechanism.tape, nodes.iter().copied());
            read.any(|(_, node)| matches!(node, Node::Sensor { .. }))
        };
        let reads = |load: &LoadModel| match load {
            LoadModel::Force { value, .. } | LoadModel::Torque { value, .. } => is_sensed(value),
            LoadModel::Spring { .. } => false,
        };
        Some(match self.loads.iter().position(reads) {
            Some(load) => format!("{} follows the motion", self.path(Owner::Load(load))),
            None => "what acts follows the motion".to_owned(),
        })
    }

    fn without_potential(&self) -> Option<String> {
        let mut values = self.mechanism.values.clone();
        self.mechanism.tape.run(Stage::Time, 0.0, &mut values);
        let mut all = self.loads.iter().enumerate();
        all.find_map(|(index, load)| {
            let why = self.turns_along(load, &values)?;
            Some(format!("{} {why}", self.path(Owner::Load(index))))
        })
    }

    /// Why what a load does in small motions is not known by its law and by one body. What is nothing does nothing.
    fn turns_along(&self, load: &LoadModel, values: &Values) -> Option<&'static str> {
        let is_ground = |on: &FrameOn| matches!(on, FrameOn::World(_) | FrameOn::Base { .. });
        let is_nothing = |value: &[NodeId; 3]| values.array(*value) == [0.0; 3];
        // A point of a segment that stretches is between two that move.
        let is_rigid = |cable: usize| !self.cables[cable].pieces.kind.stretches();
        let is_potential = match load {
            LoadModel::Force { on: PointOn::Frame(on), axes, value } => {
                is_ground(on) || axes.as_ref().is_none_or(is_ground) || is_nothing(value)
            }
            LoadModel::Force { on: PointOn::Cable { .. }, axes, value } => {
                axes.as_ref().is_none_or(is_ground) || is_nothing(value)
            }
            LoadModel::Torque { on, value, .. } => is_ground(on) || is_nothing(value),
            LoadModel::Spring { between, .. } => {
                return match between {
                    [PointOn::Cable { .. }, PointOn::Cable { .. }] => Some("ties two cables"),
                    [PointOn::Frame(one), PointOn::Frame(other)] => {
                        let is_tie = !is_ground(one) && !is_ground(other);
                        is_tie.then_some("ties two bodies")
                    }
                    [PointOn::Frame(on), PointOn::Cable { cable, .. }]
                    | [PointOn::Cable { cable, .. }, PointOn::Frame(on)] => {
                        if !is_ground(on) {
                            Some("ties a cable to a body")
                        } else {
                            (!is_rigid(*cable)).then_some("is tied to a segment that stretches")
                        }
                    }
                };
            }
        };
        (!is_potential).then_some(match load {
            LoadModel::Torque { .. } => "has no potential",
            LoadModel::Force { .. } | LoadModel::Spring { .. } => "turns with a body",
        })
    }

    fn without_inertia(&self) -> Option<String> {
        let body = (0..self.tree.bodies()).find(|own| self.tree.inverse_inertia(*own).is_none())?;
        let path = self.path(Owner::Body(self.tree_bodies[body]));
        Some(format!("{path} has no inertia about some axis"))
    }

    /// Whether a cable is not one of pieces whose joints store what they store by themselves.
    fn odd(&self, cable: &CableModel, asked: Asked<'_>) -> Option<String> {
        let bending = &cable.loads.bending;
        let axial = cable.axial();
        let why = if !cable.pieces.kind.is_straight() {
            "is a spline"
        } else if bending.curvature != 0.0 {
            // Its shape is fixed in what clamps it, however far away that is.
            "has a relaxed shape that is curved"
        } else if matches!(cable.tip, CableTip::Held(FrameOn::Body(_))) {
            "closes a loop"
        } else {
            match asked {
                Asked::Modes if bending.is_damped() => "resists velocities",
                Asked::Modes if axial.is_some_and(|law| !law.is_elastic()) => "resists velocities",
                Asked::Response(_) if axial.is_some_and(|law| !law.is_simple()) => {
                    "is pulled by controllers"
                }
                Asked::Modes | Asked::Response(_) => return None,
            }
        };
        Some(format!("{} {why}", self.path(Owner::Cable(cable.index))))
    }

    /// Cables that an input turns with what they hang on, or around which it stirs the fluid.
    fn moved_by(&self, asked: Asked<'_>) -> Option<String> {
        let Asked::Response(input) = asked else { return None };
        if self.cables.is_empty() {
            return None;
        }
        let signals = &self.mechanism.graph.signals;
        let names = [input.to_owned(), Response::of_rate(input), Response::of_acceleration(input)];
        let params: Vec<_> = names.iter().filter_map(|name| signals.param(name)).collect();
        let follows = |nodes: &[NodeId]| {
            let mut read = reached(&self.mechanism.tape, nodes.iter().copied());
            read.any(|(_, node)| matches!(node, Node::Param(own) if params.contains(&own)))
        };
        if self.bases.iter().any(|base| follows(&base.attitude)) {
            return Some(format!("`{input}` turns what carries cables"));
        }
        let tree = &self.tree;
        for body in 0..tree.bodies() {
            for (k, index) in tree.coordinate_range(body).enumerate() {
                let mut drives = self.drives.iter().filter(|own| own.coordinate == index);
                if tree.joint(body).turns(k) && drives.any(|own| follows(&[own.value])) {
                    return Some(format!("`{input}` turns what carries cables"));
                }
            }
        }
        let fluids = &self.mechanism.fluids;
        let mut nodes: Vec<NodeId> = fluids.level.into_iter().collect();
        for fluid in [&fluids.air, &fluids.water].into_iter().flatten() {
            nodes.push(fluid.density);
            nodes.extend(fluid.velocity);
        }
        let is_felt = self.cables.iter().any(|cable| cable.loads.feels_fluids());
        (is_felt && follows(&nodes)).then(|| format!("`{input}` stirs what surrounds cables"))
    }
}
