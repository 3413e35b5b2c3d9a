//! `cable`: one element, however fine its discretization.

use cdl_grammar::syntax::RelationWord;
use cdl_graph::{Axial, Cable, CableEnd, CableStart, ChainForm, Discretization, FrameId, NodeId};

use super::body::density;
use super::fields::Fields;
use super::frame::relation;
use super::{Lowering, set};
use crate::diagnostics;
use crate::symbolic::{Scalars, Vector};
use crate::typed::{Element, Handle, Relation, Target};

pub(super) fn cable(lowering: &mut Lowering, element: &Element) {
    let Handle::Cable(id) = element.handle else { return };
    let relations = [RelationWord::From, RelationWord::To].map(|word| relation(element, word));
    let ends = relations.map(|relation| match relation {
        None => None,
        Some(Relation { target: Target::Free, .. }) => Some(CableEnd::Free),
        Some(relation) => lowering.related_frame(element, relation).map(CableEnd::Pinned),
    });
    let ([Some(start), Some(end)], Some(length)) = (ends, element.scalar("length")) else { return };
    let (Some(discretization), Some(mass)) =
        (discretization(element), mass(lowering, element, length))
    else {
        return;
    };
    let zero = lowering.zero;
    let drag = element.group("drag");
    let isotropic = element
        .variant("drag")
        .filter(|drag| drag.name == "isotropic")
        .and_then(|drag| drag.scalar("coefficient"));
    let bending = element.group("bending");
    let fluid = lowering.model.elements.iter().any(|each| matches!(each.kind, "air" | "water"));
    let buoyancy =
        element.truth("buoyancy").unwrap_or(fluid && element.scalar("diameter").is_some());
    let diameter = match element.scalar("diameter") {
        Some(diameter) => diameter,
        None => {
            report_missing_diameter(lowering, element);
            zero
        }
    };
    let cable = Cable {
        path: element.path.clone(),
        discretization,
        ends: [start, end],
        length,
        diameter,
        mass,
        bending_stiffness: bending.and_then(|each| each.scalar("stiffness")).unwrap_or(zero),
        bending_damping: bending.and_then(|each| each.scalar("damping")).unwrap_or(zero),
        joint_damping: element.scalar("joint_damping").unwrap_or(zero),
        drag_normal: isotropic
            .or_else(|| drag.and_then(|each| each.scalar("normal")))
            .unwrap_or(zero),
        drag_tangent: drag.and_then(|each| each.scalar("tangent")).unwrap_or(zero),
        drag_isotropic: isotropic.is_some(),
        added_mass: element.scalar("added_mass").unwrap_or(zero),
        buoyancy,
        start: self::start(lowering, element, [start, end]),
    };
    set(&mut lowering.cables, id.index(), cable);
}

fn discretization(element: &Element) -> Option<Discretization> {
    match element.variant? {
        "rigid_links" => Some(Discretization::RigidLinks {
            count: u32::try_from(element.integer("count")?).ok()?,
            form: match element.variant("form").map(|form| form.name) {
                Some("recursion") => ChainForm::Recursion,
                Some("natural") => ChainForm::Natural,
                _ => ChainForm::Auto,
            },
        }),
        "lumped" => {
            let axial = element.variant("axial")?;
            let (stiffness, damping) = (axial.scalar("stiffness")?, axial.scalar("damping")?);
            Some(Discretization::Lumped {
                points: u32::try_from(element.integer("nodes")?).ok()?,
                axial: match axial.name {
                    "spring" => Axial::Spring { stiffness, damping },
                    _ => Axial::Elastic { stiffness, damping },
                },
            })
        }
        _ => None,
    }
}

/// From the one field of several that gives it; says so where it is none or more than one.
fn mass(lowering: &mut Lowering, element: &Element, length: NodeId) -> Option<NodeId> {
    const SOURCES: [&str; 4] = ["mass", "linear_density", "density", "material"];
    let given: Vec<_> = SOURCES
        .into_iter()
        .filter_map(|name| element.fields.get(name).map(|field| (name, field.place)))
        .collect();
    if let [(first, first_place), (second, second_place), ..] = given[..] {
        let why = "each of them gives the cable's mass; keep one";
        lowering.report(diagnostics::conflicting_fields(
            second_place,
            second,
            first_place,
            first,
            why,
        ));
        return None;
    }
    match given.first() {
        Some(("mass", _)) => element.scalar("mass"),
        Some(("linear_density", _)) => {
            let linear_density = element.scalar("linear_density")?;
            Some(lowering.signals.times(linear_density, length))
        }
        Some(_) => {
            let Some(density) = density(lowering, element) else {
                let why = "its material has no density";
                lowering.report(diagnostics::without_mass(element.place, &element.path, why));
                return None;
            };
            let Some(diameter) = element.scalar("diameter") else {
                report_missing(
                    lowering,
                    element,
                    ("diameter", "the mass follows from density, diameter and length"),
                    "diameter = 12 mm",
                );
                return None;
            };
            let signals = &mut lowering.signals;
            let square = signals.times(diameter, diameter);
            let quarter = signals.constant(std::f64::consts::FRAC_PI_4);
            let area = signals.times(quarter, square);
            let volume = signals.times(area, length);
            Some(signals.times(density, volume))
        }
        None => {
            let doc = "of the whole cable; or `linear_density`, or `density` with `diameter`";
            report_missing(lowering, element, ("mass", doc), "mass = 0.5 kg");
            None
        }
    }
}

fn report_missing_diameter(lowering: &mut Lowering, element: &Element) {
    for name in ["drag", "added_mass", "buoyancy"] {
        let switched_off = element.truth(name) == Some(false);
        let given = element.fields.get(name).is_some_and(|field| !field.is_default);
        if given && !switched_off {
            let doc = format!("`{name}` needs it");
            report_missing(lowering, element, ("diameter", &doc), "diameter = 12 mm");
            return;
        }
    }
}

fn report_missing(
    lowering: &mut Lowering,
    element: &Element,
    (field, doc): (&str, &str),
    example: &str,
) {
    let found = diagnostics::missing_field(element.place, field, element.kind, doc, example);
    lowering.report(found);
}

/// Where nothing is said: hanging between two ends that both have a place, else straight down from
/// the one that has.
fn start(lowering: &mut Lowering, element: &Element, ends: [CableEnd; 2]) -> CableStart {
    let down = down(lowering, ends);
    let origin = lowering.origin();
    match element.variant("start") {
        Some(start) if start.name == "straight" => {
            let given = element.fields.get("start").is_some_and(|field| !field.is_default);
            CableStart::Straight {
                direction: start.vector("direction").filter(|_| given).unwrap_or(down),
                angular_velocity: start.vector("angular_velocity").unwrap_or(origin),
            }
        }
        Some(_) => CableStart::Hanging,
        None if ends.iter().all(|end| placed(lowering, end)) => CableStart::Hanging,
        None => CableStart::Straight { direction: down, angular_velocity: origin },
    }
}

/// The direction from start to end of a cable that hangs from the end that is held.
fn down(lowering: &mut Lowering, ends: [CableEnd; 2]) -> Vector {
    let zero = lowering.zero;
    let z = match ends {
        [CableEnd::Free, CableEnd::Pinned(_)] => 1.0,
        _ => -1.0,
    };
    [zero, zero, lowering.signals.constant(z)]
}

/// Whether an end's place at the start follows from something else than the cable.
fn placed(lowering: &Lowering, end: &CableEnd) -> bool {
    let CableEnd::Pinned(frame) = end else { return false };
    if *frame == FrameId::WORLD {
        return true;
    }
    let Some(frame) = lowering.frames.get(frame.index()).and_then(Option::as_ref) else {
        return false;
    };
    if frame.body.index() == 0 || lowering.joints_at(frame.body).next().is_some() {
        return true;
    }
    let element =
        lowering.model.elements.iter().find(
            |element| matches!(element.handle, Handle::Body { body, .. } if body == frame.body),
        );
    element.is_some_and(|element| {
        element.fields.contains_key("motion")
            || element.group("start").is_some_and(|start| start.vector("position").is_some())
    })
}
