//! `body`: its frame, mass, motion and start.

use cdl_graph::{Body, BodyId, Frame, FrameId, Motion, NodeId, Start};

use super::schema::{self as body, MotionLaw};
use crate::kinds::material;
use crate::kinds::start::weights;
use crate::lower::{Fields, Lowered, Lowering, Unlowered};
use crate::symbolic::Scalars;
use crate::typed::{Element, Entity, Handle};

impl Lowering<'_> {
    pub(crate) fn body(&mut self, element: &Element) -> Lowered<()> {
        let Handle::Body { body, frame } = element.handle else { return Err(Unlowered) };
        let fields = Fields::Element(element);
        let zero = self.constant(0.0);

        let solid = match fields.given(&body::SHAPE) {
            Some((shape, arguments)) => Some(self.solid(shape, arguments)?),
            None => None,
        };
        let own_density = fields.given(&body::DENSITY);
        let density = own_density.or_else(|| self.density_of(fields.given(&body::MATERIAL)));
        let mass = match (fields.given(&body::MASS), density, &solid) {
            (Some(mass), _, _) => mass,
            (None, Some(density), Some(solid)) => self.times(density, solid.volume),
            // Whether it needs a mass is known once bodies are welded.
            (None, _, _) => zero,
        };
        let weightless = mass == zero;
        let inertia = match (fields.given(&body::INERTIA), &solid) {
            (Some(inertia), _) => inertia,
            (None, Some(solid)) if !weightless => {
                solid.inertia_per_mass.map(|element| self.times(mass, element))
            }
            (None, _) => [zero; 6],
        };
        let centre_of_mass = fields
            .given(&body::CENTRE_OF_MASS)
            .or(solid.as_ref().map(|solid| solid.centre))
            .unwrap_or([zero; 3]);
        let motion = self.motion(fields)?;
        let shape = solid.map(|solid| solid.shape);
        let (path, origin) = (element.path.to_string(), element.origin());
        *self.bodies.get_mut(body.index()).ok_or(Unlowered)? = Some(Body {
            path,
            origin,
            motion,
            mass,
            centre_of_mass,
            inertia,
            frame,
            shape,
            in_space: true,
        });
        Ok(())
    }

    /// That of a material.
    pub(crate) fn density_of(&self, material: Option<Entity>) -> Option<NodeId> {
        match material? {
            Entity::Element(id) => {
                Fields::Element(self.element(id).ok()?).given(&material::DENSITY)
            }
            Entity::World | Entity::Free | Entity::Station { .. } => None,
        }
    }

    fn motion(&mut self, fields: Fields<'_>) -> Lowered<Motion> {
        let level = self.level();
        if let Some((MotionLaw::Prescribed, given)) = fields.given(&body::MOTION) {
            return Ok(Motion::Prescribed {
                position: given.value(&body::PRESCRIBED_POSITION)?,
                attitude: given.value(&body::PRESCRIBED_ATTITUDE)?,
                rates: None,
            });
        }
        let start = fields.given(&body::START).unwrap_or(Fields::Nothing);
        let position = start.given(&body::START_POSITION);
        let attitude = start.given(&body::START_ATTITUDE);
        let velocity = start.given(&body::START_VELOCITY);
        let angular_velocity = start.given(&body::START_ANGULAR_VELOCITY);
        let [pose_weight, velocity_weight] = weights(
            start,
            position.is_some() || attitude.is_some(),
            velocity.is_some() || angular_velocity.is_some(),
        );
        Ok(Motion::Dynamic {
            start: Start {
                position,
                attitude: attitude.unwrap_or(level.attitude),
                velocity: velocity.unwrap_or(level.position),
                angular_velocity: angular_velocity.unwrap_or(level.position),
                pose_weight,
                velocity_weight,
            },
        })
    }

    /// The frame that coincides with the body's axes.
    pub(crate) fn own_frame(&mut self, element: &Element, body: BodyId, frame: FrameId) {
        let level = self.level();
        if let Some(slot) = self.frames.get_mut(frame.index()) {
            *slot = Some(Frame {
                path: element.path.to_string(),
                origin: element.origin(),
                body,
                position: level.position,
                attitude: level.attitude,
            });
        }
    }
}
