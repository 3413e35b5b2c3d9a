//! What must hold between the fields of an element.

use super::Unfolding;
use crate::diagnostics;
use crate::elaborate::context::Context;
use crate::kinds::body::is_possible_inertia;
use crate::place::Place;
use crate::typed::{ElementId, FieldRef, Value};

impl Unfolding<'_, '_> {
    /// Moments of inertia that no distribution of mass has.
    pub(super) fn check_inertia(&mut self, id: ElementId, context: Context) {
        let Some(element) = self.values.entities.get(id) else { return };
        let Some(field) = element.own_field("inertia") else { return };
        let (&Value::Matrix { nodes, .. }, place) = (field.value, field.place) else { return };
        let values = nodes.map(|node| self.values.nodes.value(node));
        let [Some(xx), Some(yy), Some(zz), Some(xy), Some(xz), Some(yz)] = values else { return };
        if !is_possible_inertia([xx, yy, zz, xy, xz, yz]) {
            let message = "no body has these moments of inertia";
            let label = "the largest principal moment is more than the sum of the others";
            let report = diagnostics::impossible_value(place, message, label)
                .note("an inertia is taken about the centre of mass, in body axes");
            self.values.report(context, report);
        }
    }

    /// What slips resists no more than what holds, as far as both are known.
    pub(super) fn check_stiction(&mut self, id: ElementId, context: Context) {
        let Some(element) = self.values.entities.get(id) else { return };
        let Some(field) = element.own_field("stiction") else { return };
        let (Value::Struct(entries), place) = (field.value, field.place) else { return };
        let mut value = |name: &str| {
            let entry = entries.iter().find(|(own, _)| **own == *name);
            match entry.map(|own| &own.1) {
                Some(Value::Scalar { node, .. }) => self.values.nodes.value(*node),
                _ => None,
            }
        };
        let (holds, slips) = (value("static"), value("kinetic"));
        if let (Some(holds), Some(slips)) = (holds, slips)
            && slips > holds
        {
            let message = "what slips resists more than what holds";
            let label = format!("`kinetic` is {slips}, which is more than `static`, {holds}");
            let report = diagnostics::impossible_value(place, message, &label);
            self.values.report(context, report);
        }
    }

    /// What says how a coordinate moves, or holds it, is there once.
    pub(super) fn check_motor(&mut self, id: ElementId, context: Context) {
        let Some(element) = self.values.entities.get(id) else { return };
        let Some(motor) = element.own_field("motor") else { return };
        let field = |name: &str| element.own_field(name).filter(|own| !own.is_default);
        let is_hard = |own: &FieldRef<'_>| match own.value {
            Value::Struct(entries) => entries.iter().any(|(name, _)| **name == *"restitution"),
            _ => false,
        };
        let others = [
            ("drive", field("drive"), "a drive prescribes the motion without limits"),
            (
                "stiction",
                field("stiction"),
                "both would hold the coordinate; a motor that is told to stand still holds by itself, and `friction` resists beside it",
            ),
            (
                "limits",
                field("limits").filter(is_hard),
                "a motor keeps its rate and a hard stop turns it round; give the stop a `stiffness` in place of `restitution`",
            ),
        ];
        let others = others.into_iter().filter_map(|(name, other, why)| Some((name, other?, why)));
        let reports: Vec<_> = others
            .map(|(name, other, why)| {
                diagnostics::conflicting_fields(other.place, name, motor.place, "motor", why)
            })
            .collect();
        for report in reports {
            self.values.report(context, report);
        }
    }

    /// Of several fields that say the same, one at most, and one at least where it is needed.
    pub(super) fn check_alternatives(
        &mut self,
        id: ElementId,
        context: Context,
        meant: &[&'static str],
    ) {
        let Some(element) = self.values.entities.get(id) else { return };
        let given = |name: &str| {
            element.own_field(name).filter(|field| !field.is_default).map(|field| field.place)
        };
        let kind = element.kind.kind();
        let (groups, one_needed) =
            kind.alternatives.map_or((&[] as &[_], false), |own| (own.groups, own.one_needed));
        let mut reports = Vec::new();
        for group in groups {
            let present: Vec<(&str, Place)> =
                group.iter().filter_map(|&name| Some((name, given(name)?))).collect();
            if let [(first, first_place), rest @ ..] = present.as_slice() {
                for (name, place) in rest {
                    let why = "each of them says what it weighs";
                    let report =
                        diagnostics::conflicting_fields(*place, name, *first_place, first, why);
                    reports.push(report);
                }
            } else if one_needed && !group.iter().any(|name| meant.contains(name)) {
                reports.push(diagnostics::missing_one_of(element.place, group, &self.owner(id)));
            }
        }
        for need in kind.needs {
            if given(need.field).is_some() || meant.contains(&need.field) {
                continue;
            }
            let needing = need.by.iter().find_map(|&name| given(name).map(|place| (name, place)));
            let field = self.elements.declared(id).and_then(|own| own.field(need.field));
            if let (Some((name, place)), Some(field)) = (needing, field) {
                let report = diagnostics::missing_field(
                    element.place,
                    need.field,
                    &self.owner(id),
                    field.doc,
                    need.example,
                )
                .related(place, format!("`{name}` needs it"));
                reports.push(report);
            }
        }
        for report in reports {
            self.values.report(context, report);
        }
    }
}
