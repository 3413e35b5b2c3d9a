//! `at`, `every` and `when`: what happens at instants.

use std::sync::Arc;

use cdl_graph::{Assignment, Event, Guard, Part, StateId, Trigger};

use super::schema::{NOTE, STOP};
use crate::diagnostics::render::named;
use crate::lower::{Fields, Lowered, Lowering, Sort, Unlowered};
use crate::schema::KindId;
use crate::schema::key::{Condition, OfStated, Scalar};
use crate::typed::{self, Element};

impl Lowering<'_> {
    pub(crate) fn event(&mut self, element: &Element) -> Lowered<()> {
        let fields = Fields::Element(element);
        let trigger = match element.kind {
            KindId::At => Trigger::At { time: fields.law::<Scalar>()? },
            KindId::Every => Trigger::Every { period: fields.law::<Scalar>()? },
            _ => {
                let condition = self.truth(fields.law::<Condition>()?);
                Trigger::When { condition, margin: None, initially: false }
            }
        };
        let parts = element.parts().iter().map(|part| self.part_of_event(part));
        let mut parts = parts.collect::<Lowered<Vec<_>>>()?;
        let (note, stop) = (fields.given(&NOTE), fields.given(&STOP));
        if note.is_some() || stop.is_some() {
            let [note, stop] = [note, stop].map(|words| words.map(shown));
            parts.insert(0, Part { note, stop, ..Part::default() });
        }
        self.events.push(Event {
            path: element.path.to_string(),
            origin: element.origin(),
            trigger,
            parts,
            is_quiet: false,
        });
        Ok(())
    }

    fn part_of_event(&mut self, part: &typed::Part) -> Lowered<Part> {
        let mut assignments = Vec::new();
        for set in &part.assignments {
            let values = OfStated::read(&set.value).ok_or(Unlowered)?;
            let states = (set.first.0..).map(StateId);
            assignments
                .extend(states.zip(values).map(|(state, &value)| Assignment { state, value }));
        }
        let (latching, kept) = self.latching(&part.actions)?;
        assignments.extend(kept);
        let text = |words: &Option<Arc<str>>| words.as_deref().map(shown);
        Ok(Part {
            guard: part.guard.map(|condition| Guard { condition, margin: None }),
            assignments,
            latching,
            note: text(&part.note),
            stop: text(&part.stop),
        })
    }
}

/// As the log of a run has it, which a terminal may show.
fn shown(words: &str) -> String {
    named(words).into_owned()
}
