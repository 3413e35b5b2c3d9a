//! What must hold between the fields of `limits`, and the start of a joint.

use std::sync::Arc;

use cdl_grammar::syntax::{ExprKind, Text};

use super::Unfolding;
use crate::diagnostics::{self, Diagnostic};
use crate::elaborate::context::Context;
use crate::elaborate::digits::shown_number;
use crate::place::Place;
use crate::typed::{ElementId, Value};
use crate::units::Dimension;

/// Beyond its stop something may start by so much of the larger of both.
const ROUNDING: f64 = 1e-9;

type Entries = [(Arc<str>, Value)];

impl Unfolding<'_, '_> {
    /// Stops have to be somewhere, of one sort, and leave room between them; what starts is on their near side.
    pub(super) fn check_limits(&mut self, id: ElementId, context: Context) {
        let Some(element) = self.values.entities.get(id) else { return };
        let Some(field) = element.own_field("limits") else { return };
        let (Value::Struct(entries), place) = (field.value, field.place) else { return };
        let entries = entries.clone();
        let written = self.written_in_limits(id);
        let report = match missing(&entries, place) {
            // A name that is none of these has been told, and was meant to be one.
            Some(_) if written.iter().any(|own| !NAMES.contains(&&**own)) => return,
            Some(report) => Some(report),
            None => self.no_way(&entries, place).or_else(|| self.starts_beyond(id, &entries)),
        };
        if let Some(report) = report {
            self.values.report(context, report);
            return;
        }
        let (other, why) = match entry(&entries, "restitution") {
            Some(_) => {
                ("damping", "a hard stop has none: `restitution` says what an impact leaves")
            }
            None => ("rest", "only a hard stop, which has a `restitution`, is rested on"),
        };
        if written.iter().any(|own| **own == *other) {
            self.values.report(context, diagnostics::without_effect(place, other, why));
        }
    }

    /// The names that stand in the block.
    fn written_in_limits(&self, id: ElementId) -> Vec<Text> {
        let held = self.held_element(id);
        let body = held.as_ref().and_then(|held| held.element()?.body.as_ref());
        let field =
            body.and_then(|body| body.fields.iter().find(|own| &*own.name.text == "limits"));
        match field.map(|own| &own.value.kind) {
            Some(ExprKind::Struct(fields)) => {
                fields.iter().map(|own| own.name.text.clone()).collect()
            }
            _ => Vec::new(),
        }
    }

    /// With its unit, m or rad.
    fn known(&mut self, value: Option<&Value>) -> Option<(f64, &'static str)> {
        let Some(Value::Scalar { node, dimension }) = value else { return None };
        let unit = if *dimension == Dimension::LENGTH { "m" } else { "rad" };
        self.values.nodes.value(*node).map(|value| (value, unit))
    }

    fn no_way(&mut self, entries: &Entries, place: Place) -> Option<Diagnostic> {
        let (lower, unit) = self.known(entry(entries, "lower"))?;
        let (upper, _) = self.known(entry(entries, "upper"))?;
        (lower >= upper).then(|| {
            let [lower, upper] = [lower, upper].map(|value| in_unit(value, unit));
            let message = "there is no way between the limits";
            let label = format!("`lower` is {lower}, which is not below `upper`, {upper}");
            diagnostics::impossible_value(place, message, &label)
        })
    }

    /// Of what is written: loops and weights may move all else.
    fn starts_beyond(&mut self, id: ElementId, entries: &Entries) -> Option<Diagnostic> {
        entry(entries, "restitution")?;
        let start = self.values.entities.get(id)?.field("start")?;
        let (Value::Struct(given), place) = (start.value, start.place) else { return None };
        let given = given.clone();
        if entry(&given, "weight").is_some() {
            return None;
        }
        let start = entry(&given, "angle").or(entry(&given, "displacement"));
        let (start, unit) = self.known(start)?;
        for (name, way, word) in [("lower", -1.0, "below"), ("upper", 1.0, "above")] {
            let Some((limit, _)) = self.known(entry(entries, name)) else { continue };
            if way * (start - limit) > ROUNDING * start.abs().max(limit.abs()) {
                let [start, limit] = [start, limit].map(|value| in_unit(value, unit));
                let message = "the start is beyond a hard stop";
                let label = format!("it is {start}, {word} `{name}`, {limit}");
                return Some(diagnostics::impossible_value(place, message, &label));
            }
        }
        None
    }
}

const NAMES: [&str; 6] = ["lower", "upper", "stiffness", "damping", "restitution", "rest"];

fn entry<'e>(entries: &'e Entries, name: &str) -> Option<&'e Value> {
    entries.iter().find(|(own, _)| **own == *name).map(|own| &own.1)
}

fn in_unit(value: f64, unit: &str) -> String {
    format!("{} {unit}", shown_number(value))
}

fn missing(entries: &Entries, place: Place) -> Option<Diagnostic> {
    let owner = "the block `limits`";
    let given = |name: &str| entry(entries, name).is_some();
    let missing_of = |names: &[&'static str]| diagnostics::missing_one_of(place, names, owner);
    if !given("lower") && !given("upper") {
        return Some(missing_of(&["lower", "upper"]));
    }
    match (given("stiffness"), given("restitution")) {
        (false, false) => Some(missing_of(&["stiffness", "restitution"])),
        (true, true) => {
            let why = "a stop gives way, or it is hit";
            Some(diagnostics::conflicting_fields(place, "restitution", place, "stiffness", why))
        }
        (true, false) | (false, true) => None,
    }
}
