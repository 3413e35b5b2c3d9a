//! `joint`: its kind, what acts along each coordinate, and its start.

use cdl_grammar::syntax::RelationWord;
use cdl_graph::{BinaryOp, Drive, Joint, JointAxis, JointId, JointKind, JointStart, Node, UnaryOp};

use super::limits::Limited;
use super::variants::{
    ATTACHED, AXIS, CoordinateFields, LOCKED, Movement, planar, spherical, universal,
};
use crate::kinds::start::weights;
use crate::lower::{Fields, Lowered, Lowering, Unlowered, relation};
use crate::schema::key::{Always, Choice, Maybe, Scalar};
use crate::symbolic::{Scalars, Vector, vector};
use crate::typed::{Element, Handle};

/// Rate at which dry friction has reached tanh(1) of its value where the schema has no field for it,
/// rad/s or m/s.
const FRICTION_SPEED: f64 = 1e-3;

impl Lowering<'_> {
    pub(crate) fn joint(&mut self, element: &Element) -> Lowered<()> {
        let Handle::Joint(id) = element.handle else { return Err(Unlowered) };
        let fields = Fields::Element(element);
        let parent = self.frame_of(element, relation(element, RelationWord::From)?, "from")?;
        let child = self.frame_of(element, relation(element, RelationWord::To)?, "to")?;
        let movement = element.variant().and_then(Movement::named).ok_or(Unlowered)?;
        let kind = self.joint_kind(movement, fields)?;
        let own = movement.coordinates();
        let mut coordinates = self.joint_axes(fields, own)?;
        let start = self.joint_start(movement, fields);
        self.resisted(element, id, own, &start, &mut coordinates)?;
        let isotropic = match movement {
            Movement::Spherical => Some(Box::new(self.isotropic(fields)?)),
            Movement::Fixed
            | Movement::Revolute
            | Movement::Prismatic
            | Movement::Universal
            | Movement::Cylindrical
            | Movement::Planar
            | Movement::Free => None,
        };
        let (path, origin) = (element.path.to_string(), element.origin());
        *self.joints.get_mut(id.index()).ok_or(Unlowered)? =
            Some(Joint { path, origin, kind, parent, child, coordinates, isotropic, start });
        if movement != Movement::Free && !fields.value(&ATTACHED)? {
            self.attachable_joint(element.id, false, element.place_of(ATTACHED.field.name))?;
        }
        if !movement.coordinates().is_empty() && fields.value(&LOCKED)? {
            self.lockable_joint(element.id, true, element.place_of(LOCKED.field.name))?;
        }
        Ok(())
    }

    /// What acts along each coordinate, but for stops and friction that holds.
    pub(crate) fn joint_axes(
        &mut self,
        fields: Fields<'_>,
        own: &[CoordinateFields],
    ) -> Lowered<Vec<JointAxis>> {
        let mut axes = Vec::with_capacity(own.len());
        for own in own {
            axes.push(self.axis(fields, own)?);
        }
        Ok(axes)
    }

    /// Adds these to the efforts of coordinates that are not driven: a drive prescribes the motion.
    pub(crate) fn resisted(
        &mut self,
        element: &Element,
        joint: JointId,
        own: &[CoordinateFields],
        start: &JointStart,
        coordinates: &mut [JointAxis],
    ) -> Lowered<()> {
        let fields = Fields::Element(element);
        let free = |index: usize, coordinates: &[JointAxis]| coordinates[index].drive.is_none();
        for (index, own) in own.iter().enumerate() {
            let given = own.limits.and_then(|own| Some((own, fields.given(&own.block)?)));
            if let Some((limits, stops)) = given.filter(|_| free(index, coordinates)) {
                let at = Limited { element, joint, index };
                let effort = coordinates[index].effort;
                coordinates[index].effort = self.with_limits(&at, limits, stops, effort)?;
            }
        }
        for (index, own) in own.iter().enumerate() {
            let given = own.stiction.and_then(|own| Some((own, fields.given(&own.block)?)));
            if let Some((stiction, given)) = given.filter(|_| free(index, coordinates)) {
                let at = Limited { element, joint, index };
                let now = [start.coordinates[index], coordinates[index].effort];
                coordinates[index].effort = self.with_stiction(&at, stiction, given, now)?;
            }
        }
        Ok(())
    }

    fn joint_kind(&mut self, movement: Movement, fields: Fields<'_>) -> Lowered<JointKind> {
        Ok(match movement {
            Movement::Fixed => JointKind::Fixed,
            Movement::Revolute => JointKind::Revolute { axis: fields.value(&AXIS)? },
            Movement::Prismatic => JointKind::Prismatic { axis: fields.value(&AXIS)? },
            Movement::Universal => JointKind::Universal {
                first: fields.value(&universal::FIRST_AXIS)?,
                second: fields.value(&universal::SECOND_AXIS)?,
            },
            Movement::Spherical => JointKind::Spherical,
            Movement::Cylindrical => JointKind::Cylindrical { axis: fields.value(&AXIS)? },
            Movement::Planar => {
                let normal = fields.value(&planar::NORMAL)?;
                let first = self.in_plane(normal, fields.given(&planar::FIRST));
                JointKind::Planar { normal, first }
            }
            Movement::Free => JointKind::Free,
        })
    }

    fn axis(&mut self, fields: Fields<'_>, own: &CoordinateFields) -> Lowered<JointAxis> {
        let zero = self.constant(0.0);
        let friction_speed = self.constant(FRICTION_SPEED);
        // What a variant has no field for.
        let value = |key: Option<&Always<Scalar>>, otherwise| match key {
            Some(key) => fields.value(key),
            None => Ok(otherwise),
        };
        Ok(JointAxis {
            stiffness: value(own.stiffness, zero)?,
            rest: value(own.rest, zero)?,
            damping: fields.value(own.damping)?,
            friction: value(own.friction, zero)?,
            friction_speed: value(own.friction_speed, friction_speed)?,
            effort: value(own.effort, zero)?,
            drive: fields.given(own.drive).map(|value| Drive {
                value,
                rate: None,
                acceleration: None,
            }),
        })
    }

    fn isotropic(&mut self, fields: Fields<'_>) -> Lowered<JointAxis> {
        let zero = self.constant(0.0);
        let friction_speed = self.constant(FRICTION_SPEED);
        Ok(JointAxis {
            stiffness: fields.value(&spherical::STIFFNESS)?,
            rest: zero,
            damping: fields.value(&spherical::DAMPING)?,
            friction: zero,
            friction_speed,
            effort: zero,
            drive: None,
        })
    }

    /// What is not given is zero, and gives way.
    fn joint_start(&mut self, movement: Movement, fields: Fields<'_>) -> JointStart {
        let start = movement.start().and_then(|start| fields.given(start));
        let start = start.unwrap_or(Fields::Nothing);
        let level = self.level();
        let zero = self.constant(0.0);
        if movement == Movement::Spherical {
            let attitude = start.given(&spherical::ATTITUDE);
            let rate = start.given(&spherical::ANGULAR_VELOCITY);
            let [coordinate_weight, rate_weight] =
                weights(start, attitude.is_some(), rate.is_some());
            return JointStart {
                coordinates: Vec::new(),
                attitude: Some(attitude.unwrap_or(level.attitude)),
                rates: rate.unwrap_or([zero; 3]).to_vec(),
                coordinate_weight,
                rate_weight,
            };
        }
        let coordinates = movement.coordinates();
        let [coordinate_weight, rate_weight] = weights(
            start,
            coordinates.iter().any(|own| start.has(own.start)),
            coordinates.iter().any(|own| start.has(own.rate)),
        );
        let value = |key: &Maybe<Scalar>| start.given(key).unwrap_or(zero);
        JointStart {
            coordinates: coordinates.iter().map(|own| value(own.start)).collect(),
            attitude: None,
            rates: coordinates.iter().map(|own| value(own.rate)).collect(),
            coordinate_weight,
            rate_weight,
        }
    }

    /// The direction in the plane that is closest to the given one; by default to x, or to y where
    /// the normal is closer to x than to y.
    fn in_plane(&mut self, normal: Vector, given: Option<Vector>) -> Vector {
        let (zero, one) = (self.constant(0.0), self.constant(1.0));
        let wanted = given.unwrap_or_else(|| {
            let [x, y] = [normal[0], normal[1]].map(|n| self.unary(UnaryOp::Abs, n));
            let condition = self.binary(BinaryOp::Gt, x, y);
            let pick = |own: &mut Self, then, otherwise| {
                own.add(Node::Select { condition, then, otherwise })
            };
            [pick(self, zero, one), pick(self, one, zero), zero]
        });
        let along = vector::dot(self, wanted, normal);
        let out = vector::scaled(self, along, normal);
        let rest = vector::difference(self, wanted, out);
        let length = vector::norm(self, rest);
        rest.map(|component| self.over(component, length))
    }
}
