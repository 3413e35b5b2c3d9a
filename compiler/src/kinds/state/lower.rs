//! `state`: a number that is integrated beside the motion.

use cdl_graph::State;

use super::schema::RATE;
use crate::lower::{Fields, Lowered, Lowering, Unlowered};
use crate::schema::key::OfStated;
use crate::typed::{Element, Handle};

impl Lowering<'_> {
    pub(crate) fn state(&mut self, element: &Element) -> Lowered<()> {
        let Handle::States { first, .. } = element.handle else { return Err(Unlowered) };
        let fields = Fields::Element(element);
        let starts = fields.law::<OfStated>()?;
        let rates = fields.value(&RATE)?;
        let components: &[&str] = if starts.len() == 1 { &[""] } else { &[".x", ".y", ".z"] };
        for (index, (component, (&start, &rate))) in
            (first.index()..).zip(components.iter().zip(starts.iter().zip(rates)))
        {
            let path = format!("{}{component}", element.path);
            *self.states.get_mut(index).ok_or(Unlowered)? =
                Some(State { path, origin: element.origin(), start, rate });
        }
        Ok(())
    }
}
