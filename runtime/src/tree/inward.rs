//! The second pass, children before parents: every joint's freedom is eliminated and what is left
//! is added to the parent's articulated inertia.

use std::ops::Range;

use super::data::Tip;
use super::stretches::Piece;
use super::{Joint, Parent, Tree, TreeData};
use crate::spatial::{Pivot, Shake, Vec3, is_cleared, vector_without_tiny};

/// Why an evaluation has no result; the body is the one whose joint could not be eliminated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeError {
    /// A motion that the joint allows moves no mass, to within rounding.
    Singular { body: usize },
    /// A state or a load is infinite or not a number.
    NotFinite { body: usize },
}

impl TreeError {
    /// At which it was found.
    pub fn body(&self) -> usize {
        match *self {
            TreeError::Singular { body } | TreeError::NotFinite { body } => body,
        }
    }
}

impl std::fmt::Display for TreeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            TreeError::Singular { .. } => "no inertia opposes a motion that the joint allows",
            TreeError::NotFinite { .. } => "a state or a load is not a finite number",
        })
    }
}

impl std::error::Error for TreeError {}

impl Tree {
    /// Eliminates the joints of `bodies`, last first. The kinematic pass and all loads of these
    /// bodies must be done, and the inward pass of everything that hangs on them. It adds to the
    /// parents, so it can run once after each kinematic pass.
    ///
    /// # Errors
    /// The first body met whose joint cannot be eliminated.
    pub fn inward(&self, bodies: Range<usize>, data: &mut TreeData) -> Result<(), TreeError> {
        if data.shaken.is_some() {
            return self.inward_by::<true>(bodies, data);
        }
        for piece in self.pieces(bodies).rev() {
            match piece {
                Piece::Others(bodies) => self.inward_by::<false>(bodies, data)?,
                Piece::Stretch { index, .. } => self.rods_inward(index, data)?,
            }
        }
        Ok(())
    }

    /// The same, known when it is compiled whether inertias are shaken.
    fn inward_by<const SHAKEN: bool>(
        &self,
        bodies: Range<usize>,
        data: &mut TreeData,
    ) -> Result<(), TreeError> {
        for body in bodies.rev() {
            self.eliminate::<SHAKEN>(body, data).map_err(|pivot| match pivot {
                Pivot::Singular => TreeError::Singular { body },
                Pivot::NotFinite => TreeError::NotFinite { body },
            })?;
        }
        Ok(())
    }

    /// Gives what is behind the ball joint of a body to what carries it. Where inertias are shaken there are no stretches.
    #[inline(always)]
    pub(super) fn hand_on<const SHAKEN: bool>(&self, body: usize, tip: &Tip, data: &mut TreeData) {
        let Parent::Body(parent) = self.links[body].parent else { return };
        match self.links[parent].within {
            Some(stretch) if !SHAKEN => data.tips[stretch as usize] = *tip,
            Some(_) | None => {
                let articulated = &mut data.articulated[parent];
                articulated.add_load_at(&data.motions[body].arm, &tip.mass, &tip.bias);
                articulated.bias_moment += tip.moment;
            }
        }
    }

    /// The freedoms of a body's joint.
    #[inline(always)]
    fn eliminate<const SHAKEN: bool>(&self, body: usize, data: &mut TreeData) -> Result<(), Pivot> {
        let link = &self.links[body];
        let motion = &data.motions[body];
        let mut shake = if SHAKEN { data.shaken.map(|seed| Shake::new(seed, body)) } else { None };
        if let Some(shake) = &mut shake {
            let own = data.articulated[body];
            shake.inertia(&mut data.articulated[body], &own);
        }
        match link.joint {
            Joint::Spherical => {
                let e = &data.effort[link.rate..link.rate + 3];
                let effort = motion.rotation * Vec3::new(e[0], e[1], e[2]);
                let (gain, load) = data.articulated[body].eliminate_ball(&effort)?;
                data.ball_gains[link.gain] = gain;
                let bias = load.bias + load.mass.times(&motion.bias_acceleration);
                let mut tip = Tip { mass: load.mass, bias, moment: effort };
                if is_cleared(body) {
                    tip.mass = tip.mass.without_tiny();
                    tip.bias = vector_without_tiny(&tip.bias);
                }
                self.hand_on::<SHAKEN>(body, &tip, data);
            }
            Joint::Free => {
                let e = &data.effort[link.rate..link.rate + 6];
                let moment = motion.rotation * Vec3::new(e[0], e[1], e[2]);
                let force = motion.rotation * Vec3::new(e[3], e[4], e[5]);
                let (alpha, linear) = data.articulated[body].solve(&moment, &force)?;
                data.free_accelerations[link.gain] = [alpha, linear];
                if let Parent::Body(parent) = link.parent {
                    let articulated = &mut data.articulated[parent];
                    articulated.bias_moment += moment + motion.arm.cross(&force);
                    articulated.bias_force += force;
                }
            }
            Joint::Fixed
            | Joint::Revolute { .. }
            | Joint::Prismatic { .. }
            | Joint::Universal { .. }
            | Joint::Cylindrical { .. }
            | Joint::Planar { .. } => {
                let mut rest = data.articulated[body];
                for k in 0..link.joint.coordinates() {
                    if !link.is_driven(k) {
                        let axis = data.axes[link.coordinate + k];
                        let effort = data.effort[link.rate + k];
                        data.axis_gains[link.coordinate + k] = if link.joint.turns(k) {
                            rest.eliminate_rotation(&axis, effort)?
                        } else {
                            rest.eliminate_translation(&axis, effort)?
                        };
                    }
                }
                if let Some(shake) = &mut shake {
                    // What was taken away leaves its rounding, also where nothing is left.
                    shake.inertia(&mut rest, &data.articulated[body]);
                }
                if is_cleared(body) {
                    rest = rest.without_tiny();
                }
                if let Parent::Body(parent) = link.parent {
                    data.articulated[parent].add_shifted(
                        &rest,
                        &motion.arm,
                        &motion.bias_alpha,
                        &motion.bias_acceleration,
                    );
                }
            }
        }
        Ok(())
    }
}
