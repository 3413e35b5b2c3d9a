//! `at`, `every` and `when`: what happens at instants.

use cdl_graph::{Assignment, Event, StateId, Trigger};

use super::schema::{NOTE, STOP};
use crate::lower::{Fields, Lowered, Lowering, Sort, Unlowered};
use crate::schema::KindId;
use crate::schema::key::{Condition, OfStated, Scalar};
use crate::typed::Element;

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
        let mut assignments = Vec::new();
        for set in &element.assignments {
            let values = OfStated::read(&set.value).ok_or(Unlowered)?;
            let states = (set.first.0..).map(StateId);
            assignments
                .extend(states.zip(values).map(|(state, &value)| Assignment { state, value }));
        }
        let (latching, kept) = self.latching(&element.actions)?;
        assignments.extend(kept);
        let text = |words: Option<&str>| words.map(str::to_owned);
        self.events.push(Event {
            path: element.path.clone(),
            origin: element.origin(),
            trigger,
            assignments,
            latching,
            note: text(fields.given(&NOTE)),
            stop: text(fields.given(&STOP)),
            is_quiet: false,
        });
        Ok(())
    }
}
