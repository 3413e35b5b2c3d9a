//! `state`: a number that is integrated beside the motion.

use cdl_graph::State;

use super::schema::RATE;
use crate::lower::{Fields, Lowered, Lowering, Unlowered};
use crate::schema::KindId;
use crate::schema::key::OfStated;
use crate::typed::{Element, Handle};

impl Lowering<'_> {
    /// Also `var`, which has no rate.
    pub(crate) fn state(&mut self, element: &Element) -> Lowered<()> {
        let Handle::States { first, shape } = element.handle else { return Err(Unlowered) };
        let fields = Fields::Element(element);
        let starts = fields.law::<OfStated>()?;
        let rates = match element.kind {
            KindId::State => Some(fields.value(&RATE)?),
            _ => None,
        };
        for (component, (&start, suffix)) in starts.iter().zip(shape.suffixes()).enumerate() {
            let path = format!("{}{suffix}", element.path);
            let rate = rates.map(|rates| rates.get(component).copied().ok_or(Unlowered));
            let state = State { path, origin: element.origin(), start, rate: rate.transpose()? };
            *self.states.get_mut(first.index() + component).ok_or(Unlowered)? = Some(state);
        }
        Ok(())
    }
}
