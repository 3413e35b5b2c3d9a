//! `joint`: its kind, what acts along each coordinate, and its start.

use cdl_grammar::syntax::RelationWord;
use cdl_graph::{BinaryOp, Drive, Joint, JointAxis, JointKind, JointStart, Node, NodeId, UnaryOp};

use crate::kinds::start::weights;
use crate::lower::{Fields, Lowering, relation};
use crate::symbolic::{Scalars, Vector, vector};
use crate::typed::{Element, Handle};

/// Rate at which dry friction has reached tanh(1) of its value where the schema has no field for it,
/// rad/s or m/s.
const FRICTION_SPEED: f64 = 1e-3;

/// The schema's fields of one coordinate; an empty name where there is none.
pub(crate) struct Coordinate {
    pub(crate) stiffness: &'static str,
    pub(crate) rest: &'static str,
    damping: &'static str,
    friction: &'static str,
    pub(crate) effort: &'static str,
    pub(crate) drive: &'static str,
    pub(crate) start: &'static str,
    rate: &'static str,
}

/// The fields of each coordinate of a joint of this variant, in the order of [`JointKind`].
pub(crate) fn coordinates(variant: Option<&str>) -> &'static [Coordinate] {
    match variant {
        Some("revolute") => REVOLUTE,
        Some("prismatic") => PRISMATIC,
        Some("universal") => UNIVERSAL,
        Some("cylindrical") => CYLINDRICAL,
        Some("planar") => PLANAR,
        _ => &[],
    }
}

const REVOLUTE: &[Coordinate] = &[Coordinate {
    stiffness: "stiffness",
    rest: "rest",
    damping: "damping",
    friction: "friction",
    effort: "torque",
    drive: "drive",
    start: "angle",
    rate: "rate",
}];

const PRISMATIC: &[Coordinate] = &[Coordinate {
    stiffness: "stiffness",
    rest: "rest",
    damping: "damping",
    friction: "friction",
    effort: "force",
    drive: "drive",
    start: "displacement",
    rate: "rate",
}];

const UNIVERSAL: &[Coordinate] = &[
    Coordinate {
        stiffness: "stiffness",
        rest: "",
        damping: "damping",
        friction: "friction",
        effort: "torque_first",
        drive: "drive_first",
        start: "first",
        rate: "first_rate",
    },
    Coordinate {
        stiffness: "stiffness",
        rest: "",
        damping: "damping",
        friction: "friction",
        effort: "torque_second",
        drive: "drive_second",
        start: "second",
        rate: "second_rate",
    },
];

const CYLINDRICAL: &[Coordinate] = &[
    Coordinate {
        stiffness: "stiffness",
        rest: "",
        damping: "damping",
        friction: "",
        effort: "torque",
        drive: "drive_angle",
        start: "angle",
        rate: "rate",
    },
    Coordinate {
        stiffness: "sliding_stiffness",
        rest: "",
        damping: "sliding_damping",
        friction: "",
        effort: "force",
        drive: "drive_displacement",
        start: "displacement",
        rate: "speed",
    },
];

const PLANAR: &[Coordinate] = &[
    Coordinate {
        stiffness: "",
        rest: "",
        damping: "damping",
        friction: "",
        effort: "",
        drive: "drive_x",
        start: "x",
        rate: "x_rate",
    },
    Coordinate {
        stiffness: "",
        rest: "",
        damping: "damping",
        friction: "",
        effort: "",
        drive: "drive_y",
        start: "y",
        rate: "y_rate",
    },
    Coordinate {
        stiffness: "",
        rest: "",
        damping: "turning_damping",
        friction: "",
        effort: "",
        drive: "drive_angle",
        start: "angle",
        rate: "rate",
    },
];

impl Lowering<'_> {
    pub(crate) fn joint(&mut self, element: &Element) -> Option<()> {
        let Handle::Joint(id) = element.handle else { return None };
        let fields = Fields::Element(element);
        let parent = self.frame_of(element, relation(element, RelationWord::From)?, "from")?;
        let child = self.frame_of(element, relation(element, RelationWord::To)?, "to")?;
        let kind = match element.variant? {
            "fixed" => JointKind::Fixed,
            "revolute" => JointKind::Revolute { axis: fields.vector("axis")? },
            "prismatic" => JointKind::Prismatic { axis: fields.vector("axis")? },
            "universal" => JointKind::Universal {
                first: fields.vector("first")?,
                second: fields.vector("second")?,
            },
            "spherical" => JointKind::Spherical,
            "cylindrical" => JointKind::Cylindrical { axis: fields.vector("axis")? },
            "planar" => {
                let normal = fields.vector("normal")?;
                let first = self.in_plane(normal, fields.vector("first"));
                JointKind::Planar { normal, first }
            }
            "free" => JointKind::Free,
            _ => return None,
        };
        let names = coordinates(element.variant);
        let spherical = kind == JointKind::Spherical;
        let coordinates = names.iter().map(|names| self.axis(fields, names)).collect();
        let isotropic = spherical.then(|| self.isotropic(fields));
        let start = self.joint_start(fields.structure("start"), names, spherical);
        let path = element.path.clone();
        *self.joints.get_mut(id.index())? =
            Some(Joint { path, kind, parent, child, coordinates, isotropic, start });
        Some(())
    }

    fn axis(&mut self, fields: Fields<'_>, names: &Coordinate) -> JointAxis {
        let zero = self.constant(0.0);
        let friction_speed = self.constant(FRICTION_SPEED);
        let value = |name| fields.scalar(name).unwrap_or(zero);
        JointAxis {
            stiffness: value(names.stiffness),
            rest: value(names.rest),
            damping: value(names.damping),
            friction: value(names.friction),
            friction_speed: fields.scalar("friction_speed").unwrap_or(friction_speed),
            effort: value(names.effort),
            drive: fields.scalar(names.drive).map(|value| Drive {
                value,
                rate: None,
                acceleration: None,
            }),
        }
    }

    fn isotropic(&mut self, fields: Fields<'_>) -> JointAxis {
        let zero = self.constant(0.0);
        let friction_speed = self.constant(FRICTION_SPEED);
        JointAxis {
            stiffness: fields.scalar("stiffness").unwrap_or(zero),
            rest: zero,
            damping: fields.scalar("damping").unwrap_or(zero),
            friction: zero,
            friction_speed,
            effort: zero,
            drive: None,
        }
    }

    fn joint_start(
        &mut self,
        start: Fields<'_>,
        names: &[Coordinate],
        spherical: bool,
    ) -> JointStart {
        let level = self.level();
        let zero = self.constant(0.0);
        let each = |name: fn(&Coordinate) -> &'static str| -> Vec<NodeId> {
            names.iter().map(|names| start.scalar(name(names)).unwrap_or(zero)).collect()
        };
        if spherical {
            let [coordinate_weight, rate_weight] =
                weights(start, ["attitude"], ["angular_velocity"]);
            return JointStart {
                coordinates: Vec::new(),
                attitude: Some(start.attitude("attitude").unwrap_or(level.attitude)),
                rates: start.vector("angular_velocity").unwrap_or([zero; 3]).to_vec(),
                coordinate_weight,
                rate_weight,
            };
        }
        let [coordinate_weight, rate_weight] = weights(
            start,
            names.iter().map(|names| names.start),
            names.iter().map(|names| names.rate),
        );
        JointStart {
            coordinates: each(|names| names.start),
            attitude: None,
            rates: each(|names| names.rate),
            coordinate_weight,
            rate_weight,
        }
    }

    /// The direction in the plane that is closest to the given one; by default to x, or to y where
    /// the normal is closer to x than to y.
    fn in_plane(&mut self, normal: Vector, given: Option<Vector>) -> Vector {
        let (zero, one) = (self.constant(0.0), self.constant(1.0));
        let signals = &mut self.signals;
        let wanted = given.unwrap_or_else(|| {
            let [x, y] = [normal[0], normal[1]].map(|n| signals.unary(UnaryOp::Abs, n));
            let condition = signals.binary(BinaryOp::Gt, x, y);
            let pick = |signals: &mut cdl_graph::Signals, then, otherwise| {
                signals.add(Node::Select { condition, then, otherwise })
            };
            [pick(signals, zero, one), pick(signals, one, zero), zero]
        });
        let along = vector::dot(signals, wanted, normal);
        let out = vector::scaled(signals, along, normal);
        let rest = vector::difference(signals, wanted, out);
        let length = vector::norm(signals, rest);
        rest.map(|component| signals.over(component, length))
    }
}
