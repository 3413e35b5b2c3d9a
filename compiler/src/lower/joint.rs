//! `joint`: kind, axes, resistance, drives and start.

use cdl_grammar::syntax::RelationWord;
use cdl_graph::{Drive, Joint, JointAxis, JointKind, JointStart, NodeId};

use super::fields::{Fields, Group};
use super::frame::relation;
use super::{Lowering, set};
use crate::symbolic::{Scalars, Vector, vector};
use crate::typed::{Element, Handle};

pub(super) fn joint(lowering: &mut Lowering, element: &Element) {
    let Handle::Joint(id) = element.handle else { return };
    let frame = |lowering: &mut Lowering, word| {
        let relation = relation(element, word)?;
        lowering.related_frame(element, relation)
    };
    let parent = frame(lowering, RelationWord::From);
    let child = frame(lowering, RelationWord::To);
    let (Some(parent), Some(child), Some(form)) = (parent, child, form(lowering, element)) else {
        return;
    };
    let joint = Joint {
        path: element.path.clone(),
        kind: form.kind,
        parent,
        child,
        coordinates: form.coordinates,
        isotropic: form.isotropic,
        start: form.start,
    };
    set(&mut lowering.joints, id.index(), joint);
}

/// What the variants differ in.
struct Form {
    kind: JointKind,
    coordinates: Vec<JointAxis>,
    isotropic: Option<JointAxis>,
    start: JointStart,
}

/// The fields' names that make up one coordinate; an empty name is a field the variant lacks.
struct Names {
    stiffness: &'static str,
    damping: &'static str,
    effort: &'static str,
    drive: &'static str,
}

fn form(lowering: &mut Lowering, element: &Element) -> Option<Form> {
    let start = element.group("start");
    let zero = lowering.zero;
    let initial = |name: &str| start.and_then(|start: Group| start.scalar(name)).unwrap_or(zero);
    let scalars = |coordinates: &[&str], rates: &[&str]| JointStart {
        coordinates: coordinates.iter().map(|name| initial(name)).collect(),
        attitude: None,
        rates: rates.iter().map(|name| initial(name)).collect(),
    };
    let single =
        |effort| Names { stiffness: "stiffness", damping: "damping", effort, drive: "drive" };
    let mut axis = |names: Names| self::axis(lowering, element, &names);
    let form = match element.variant? {
        "fixed" => Form {
            kind: JointKind::Fixed,
            coordinates: Vec::new(),
            isotropic: None,
            start: scalars(&[], &[]),
        },
        "revolute" => Form {
            kind: JointKind::Revolute { axis: element.vector("axis")? },
            coordinates: vec![axis(single("torque"))],
            isotropic: None,
            start: scalars(&["angle"], &["rate"]),
        },
        "prismatic" => Form {
            kind: JointKind::Prismatic { axis: element.vector("axis")? },
            coordinates: vec![axis(single("force"))],
            isotropic: None,
            start: scalars(&["displacement"], &["rate"]),
        },
        "universal" => {
            let both =
                |effort, drive| Names { stiffness: "stiffness", damping: "damping", effort, drive };
            Form {
                kind: JointKind::Universal {
                    first: element.vector("first")?,
                    second: element.vector("second")?,
                },
                coordinates: vec![
                    axis(both("torque_first", "drive_first")),
                    axis(both("torque_second", "drive_second")),
                ],
                isotropic: None,
                start: scalars(&["first", "second"], &["first_rate", "second_rate"]),
            }
        }
        "spherical" => Form {
            kind: JointKind::Spherical,
            coordinates: Vec::new(),
            isotropic: Some(axis(Names { effort: "", drive: "", ..single("") })),
            start: JointStart {
                coordinates: Vec::new(),
                attitude: Some(
                    start.and_then(|start| start.attitude("attitude")).unwrap_or(lowering.level),
                ),
                rates: start
                    .and_then(|start| start.vector("angular_velocity"))
                    .unwrap_or(lowering.origin())
                    .to_vec(),
            },
        },
        "cylindrical" => Form {
            kind: JointKind::Cylindrical { axis: element.vector("axis")? },
            coordinates: vec![
                axis(Names { drive: "drive_angle", ..single("torque") }),
                axis(Names {
                    stiffness: "sliding_stiffness",
                    damping: "sliding_damping",
                    effort: "force",
                    drive: "drive_displacement",
                }),
            ],
            isotropic: None,
            start: scalars(&["angle", "displacement"], &["rate", "speed"]),
        },
        "planar" => {
            let along = |drive| Names { stiffness: "", damping: "damping", effort: "", drive };
            let coordinates = vec![
                axis(along("drive_x")),
                axis(along("drive_y")),
                axis(Names { damping: "turning_damping", ..along("drive_angle") }),
            ];
            let normal = element.vector("normal")?;
            let first = match element.vector("first") {
                Some(first) => first,
                None => across(lowering, normal),
            };
            Form {
                kind: JointKind::Planar { normal, first },
                coordinates,
                isotropic: None,
                start: scalars(&["x", "y", "angle"], &["x_rate", "y_rate", "rate"]),
            }
        }
        "free" => Form {
            kind: JointKind::Free,
            coordinates: Vec::new(),
            isotropic: None,
            start: scalars(&[], &[]),
        },
        _ => return None,
    };
    Some(form)
}

fn axis(lowering: &mut Lowering, element: &Element, names: &Names) -> JointAxis {
    let zero = lowering.zero;
    let field = |name: &str| element.scalar(name).unwrap_or(zero);
    JointAxis {
        stiffness: field(names.stiffness),
        rest: field("rest"),
        damping: field(names.damping),
        friction: field("friction"),
        friction_speed: match element.scalar("friction_speed") {
            Some(speed) => speed,
            // Never used where there is no friction; one keeps the division harmless.
            None => lowering.signals.constant(1.0),
        },
        effort: field(names.effort),
        drive: element.scalar(names.drive).map(|value| Drive {
            value,
            rate: None,
            acceleration: None,
        }),
    }
}

/// A direction across `normal`: x made perpendicular to it, or y where x is nearly parallel.
fn across(lowering: &mut Lowering, normal: Vector) -> Vector {
    use cdl_graph::{BinaryOp, Node};
    let signals = &mut lowering.signals;
    let (zero, one) = (signals.constant(0.0), signals.constant(1.0));
    let limit = signals.constant(0.9);
    let square = signals.times(normal[0], normal[0]);
    let parallel = signals.binary(BinaryOp::Gt, square, limit);
    let mut choose = |then: NodeId, otherwise: NodeId| {
        signals.add(Node::Select { condition: parallel, then, otherwise })
    };
    let seed = [choose(zero, one), choose(one, zero), zero];
    let along = vector::dot(signals, seed, normal);
    let part = vector::scaled(signals, along, normal);
    let across = vector::difference(signals, seed, part);
    let length = vector::norm(signals, across);
    across.map(|component| signals.over(component, length))
}
