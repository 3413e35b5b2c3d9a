//! `body`: its frame, mass, motion and start.

use cdl_graph::{Body, BodyId, Frame, FrameId, Motion, NodeId, Start};

use super::shape::solid;
use crate::kinds::start::weights;
use crate::lower::{Fields, Lowering};
use crate::symbolic::Scalars;
use crate::typed::{Element, Entity, Handle, Value};

impl Lowering<'_> {
    pub(crate) fn body(&mut self, element: &Element) -> Option<()> {
        let Handle::Body { body, frame } = element.handle else { return None };
        let fields = Fields::Element(element);
        let zero = self.constant(0.0);

        let solid = match fields.get("shape") {
            Some(Value::Variant { name, arguments }) => Some(solid(self, name, arguments)?),
            _ => None,
        };
        let mass = match (fields.scalar("mass"), self.density(fields), &solid) {
            (Some(mass), _, _) => mass,
            (None, Some(density), Some(solid)) => self.signals.times(density, solid.volume),
            // Whether it needs a mass is known once bodies are welded.
            (None, _, _) => zero,
        };
        let weightless = mass == zero;
        let inertia = match (fields.matrix("inertia"), &solid) {
            (Some(inertia), _) => inertia,
            (None, Some(solid)) if !weightless => {
                solid.inertia_per_mass.map(|element| self.signals.times(mass, element))
            }
            (None, _) => [zero; 6],
        };
        let centre_of_mass = fields
            .vector("centre_of_mass")
            .or(solid.as_ref().map(|solid| solid.centre))
            .unwrap_or([zero; 3]);
        let motion = self.motion(fields)?;
        let shape = solid.map(|solid| solid.shape);
        let path = element.path.clone();
        *self.bodies.get_mut(body.index())? =
            Some(Body { path, motion, mass, centre_of_mass, inertia, frame, shape });
        Some(())
    }

    /// Its own, or that of its material.
    pub(crate) fn density(&self, fields: Fields<'_>) -> Option<NodeId> {
        fields.scalar("density").or_else(|| match fields.entity("material")? {
            Entity::Element(id) => Fields::Element(self.element(id)?).scalar("density"),
            Entity::World | Entity::Free | Entity::Station { .. } => None,
        })
    }

    fn motion(&mut self, fields: Fields<'_>) -> Option<Motion> {
        let level = self.level();
        if let Some((_, arguments)) = fields.variant("motion") {
            return Some(Motion::Prescribed {
                position: arguments.vector("position")?,
                attitude: arguments.attitude("attitude").unwrap_or(level.attitude),
                rates: None,
            });
        }
        let start = fields.structure("start");
        let [pose_weight, velocity_weight] =
            weights(start, ["position", "attitude"], ["velocity", "angular_velocity"]);
        Some(Motion::Dynamic {
            start: Start {
                position: start.vector("position"),
                attitude: start.attitude("attitude").unwrap_or(level.attitude),
                velocity: start.vector("velocity").unwrap_or(level.position),
                angular_velocity: start.vector("angular_velocity").unwrap_or(level.position),
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
                path: element.path.clone(),
                body,
                position: level.position,
                attitude: level.attitude,
            });
        }
    }
}
