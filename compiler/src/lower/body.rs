//! `body`: mass properties, motion, start and shape.

use cdl_graph::{Body, Motion, NodeId, Shape, Start};

use super::fields::{Choice, Fields};
use super::inertia;
use super::{Lowering, set};
use crate::diagnostics;
use crate::typed::{Element, Entity, Handle};

pub(super) fn body(lowering: &mut Lowering, element: &Element) {
    let Handle::Body { body: id, frame } = element.handle else { return };
    let shape = element.variant("shape").and_then(|shape| self::shape(lowering, shape));
    let motion = motion(lowering, element);

    let given = element.scalar("mass");
    let mass = given.or_else(|| {
        let density = density(lowering, element)?;
        Some(inertia::mass(&mut lowering.signals, shape.as_ref()?, density))
    });
    if given.is_some() {
        report_second_source_of_mass(lowering, element);
    }
    let centre_of_mass = element.vector("centre_of_mass").unwrap_or_else(|| match &shape {
        Some(shape) => inertia::centre(&mut lowering.signals, shape),
        None => lowering.origin(),
    });
    let inertia = element
        .matrix("inertia")
        .or_else(|| Some(inertia::inertia(&mut lowering.signals, shape.as_ref()?, mass?)));
    let body = Body {
        path: element.path.clone(),
        motion,
        mass: mass.unwrap_or(lowering.zero),
        centre_of_mass,
        inertia: inertia.unwrap_or([lowering.zero; 6]),
        frame,
        shape,
    };
    set(&mut lowering.bodies, id.index(), body);
}

fn motion(lowering: &Lowering, element: &Element) -> Motion {
    let origin = lowering.origin();
    if let Some(prescribed) = element.variant("motion") {
        return Motion::Prescribed {
            position: prescribed.vector("position").unwrap_or(origin),
            attitude: prescribed.attitude("attitude").unwrap_or(lowering.level),
            rates: None,
        };
    }
    let start = element.group("start");
    let vector = |name| start.and_then(|start| start.vector(name));
    Motion::Dynamic {
        start: Start {
            position: vector("position"),
            attitude: start.and_then(|start| start.attitude("attitude")).unwrap_or(lowering.level),
            velocity: vector("velocity").unwrap_or(origin),
            angular_velocity: vector("angular_velocity").unwrap_or(origin),
        },
    }
}

fn shape(lowering: &Lowering, shape: Choice) -> Option<Shape> {
    let centre = shape.vector("centre").unwrap_or(lowering.origin());
    match shape.name {
        "box" => Some(Shape::Box { size: shape.vector("size")?, centre }),
        "sphere" => Some(Shape::Sphere { diameter: shape.scalar("diameter")?, centre }),
        "cylinder" => Some(Shape::Cylinder {
            diameter: shape.scalar("diameter")?,
            start: shape.vector("start")?,
            end: shape.vector("end")?,
        }),
        _ => None,
    }
}

/// From the element itself or its material.
pub(super) fn density(lowering: &Lowering, element: &Element) -> Option<NodeId> {
    element.scalar("density").or_else(|| match element.entity("material")? {
        Entity::Element(material) => lowering.element(material)?.scalar("density"),
        Entity::World | Entity::Free | Entity::Station { .. } => None,
    })
}

fn report_second_source_of_mass(lowering: &mut Lowering, element: &Element) {
    if let (Some(mass), Some(density)) = (element.fields.get("mass"), element.fields.get("density"))
    {
        let why = "the mass follows from the density and the volume of the shape";
        let found =
            diagnostics::conflicting_fields(density.place, "density", mass.place, "mass", why);
        lowering.report(found);
    }
}
