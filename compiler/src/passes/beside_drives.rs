//! What stands beside a drive: a start that it contradicts, and what it leaves without effect. Runs where
//! the drives' rates have been derived and everything is still as it was written.

use cdl_graph::{Graph, LoadKind, Motion, NodeId, Point};

use super::at_start::{at_start, rounded};
use super::places::Places;
use crate::diagnostics::{self, Diagnostic};
use crate::kinds::joint::coordinates_of;
use crate::schema::KindId;
use crate::schema::key::Key;
use crate::typed::{Element, Handle, Value};

/// Relative to the larger of a start and the drive there, and at least in m or rad.
const TOLERANCE: f64 = 1e-9;
const LEAST: f64 = 1e-12;

pub(super) fn check(graph: &Graph, places: &Places<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let mut at_start = at_start(graph);
    let mut value = |node: NodeId| at_start.value(node);
    for element in places.elements() {
        if element.kind == KindId::Body && has(element, "motion") && has(element, "start") {
            let why = "`motion` says where the body is at any time";
            diagnostics.push(diagnostics::without_effect(element.place_of("start"), "start", why));
        }
        if let Handle::Load(id) = element.handle
            && let Some(on) = held(graph, &graph.loads[id.index()].kind)
        {
            let load = &graph.loads[id.index()].path;
            diagnostics.push(diagnostics::moves_nothing(element.place, load, &on));
        }
        let Handle::Joint(id) = element.handle else { continue };
        let joint = &graph.joints[id.index()];
        for (k, own) in coordinates_of(element).unwrap_or_default().iter().enumerate() {
            if let Some(rest) = own.rest.filter(|rest| is_written(element, rest))
                && !own.stiffness.is_some_and(|stiffness| is_written(element, stiffness))
            {
                let why = "no spring pulls there: `stiffness` is not given";
                let name = rest.field.name;
                let place = element.place_of(name);
                diagnostics.push(diagnostics::without_effect(place, name, why));
            }
            if let Some(speed) = own.friction_speed.filter(|speed| is_written(element, speed))
                && !own.friction.is_some_and(|friction| is_written(element, friction))
            {
                let why = "there is no friction of which it is the speed: `friction` is not given";
                let name = speed.field.name;
                let place = element.place_of(name);
                diagnostics.push(diagnostics::without_effect(place, name, why));
            }
            let Some(drive) = &joint.coordinates[k].drive else { continue };
            let resists = [
                (own.stiffness, "only the energy that is stored counts this"),
                (Some(own.damping), "only the energy that is dissipated counts this"),
                (own.friction, "only the energy that is dissipated counts this"),
            ];
            for (field, why) in resists {
                if let Some(field) = field.filter(|field| is_written(element, field)) {
                    let name = field.field.name;
                    let place = element.place_of(name);
                    diagnostics.push(diagnostics::without_effect_on_motion(place, name, why));
                }
            }
            if let Some(effort) = own.effort.filter(|effort| is_written(element, effort)) {
                let why = "the drive prescribes the motion, and makes up for whatever this exerts";
                let name = effort.field.name;
                let place = element.place_of(name);
                diagnostics.push(diagnostics::without_effect(place, name, why));
            }
            if let Some(limits) = own.limits.filter(|own| is_written(element, &own.block)) {
                let why = "the drive prescribes the motion, whatever stops it runs onto";
                let name = limits.block.field.name;
                let place = element.place_of(name);
                diagnostics.push(diagnostics::without_effect(place, name, why));
            }
            if let Some(stiction) = own.stiction.filter(|own| is_written(element, &own.block)) {
                let why = "the drive prescribes the motion, whatever friction there is";
                let name = stiction.block.field.name;
                let place = element.place_of(name);
                diagnostics.push(diagnostics::without_effect(place, name, why));
            }
            let unit = if joint.kind.turns(k) { "rad" } else { "m" };
            // What depends on the motion has no value here, and is compared where the run begins.
            let rate = drive.rate.map_or(0.0, &mut value);
            for (written, start, driven, unit) in [
                (own.start, joint.start.coordinates[k], value(drive.value), unit.to_owned()),
                (own.rate, joint.start.rates[k], rate, format!("{unit}/s")),
            ] {
                let start = value(start);
                let allowed = LEAST.max(TOLERANCE * start.abs().max(driven.abs()));
                if starts_with(element, written.field.name) && (start - driven).abs() > allowed {
                    let shown = |it| format!("{} {unit}", cdl_graph::number(rounded(it)));
                    diagnostics.push(diagnostics::start_beside_drive(
                        element.place_of("start"),
                        (element.kind.name(), &element.path),
                        written.field.name,
                        [start, driven].map(shown),
                        element.place_of(own.drive.field.name),
                    ));
                }
            }
        }
    }
}

fn is_written<S, P>(element: &Element, key: &Key<S, P>) -> bool {
    has(element, key.field.name)
}

fn has(element: &Element, name: &str) -> bool {
    element.field(name).is_some_and(|field| !field.is_default)
}

/// Whether a start says this and means it: one with a weight gives way.
fn starts_with(element: &Element, name: &str) -> bool {
    let Some(Value::Struct(entries)) = element.field("start").map(|start| start.value) else {
        return false;
    };
    let has = |name: &str| entries.iter().any(|(own, _)| **own == *name);
    has(name) && !has("weight")
}

/// What a force or torque acts on, where that is where it is whatever pulls at it.
fn held(graph: &Graph, load: &LoadKind) -> Option<String> {
    let on = match load {
        LoadKind::Force { on: Point::Frame(frame), .. } | LoadKind::Torque { on: frame, .. } => {
            *frame
        }
        LoadKind::Force { .. } | LoadKind::Spring { .. } => return None,
    };
    let body = &graph.bodies[graph.frames[on.index()].body.index()];
    match body.motion {
        Motion::Dynamic { .. } => None,
        Motion::Fixed => Some("the world".to_owned()),
        Motion::Prescribed { .. } => {
            Some(format!("`{}`, of which `motion` says where it is at any time", body.path))
        }
    }
}
