//! `modes`, `linearize` and `response`: how many, about which state, and along what.

use cdl_graph::{After, Modes, ModesAbout, Response};

use super::response::{
    FIRST_FREQUENCY, FIRST_PERIOD, LAST_FREQUENCY, LAST_PERIOD, LOGARITHMIC, OVER, Over, POINTS,
};
use super::schema::{ABOUT, About, COUNT, DURATION, STEP, TOLERANCE};
use crate::kinds::simulate;
use crate::lower::{Fields, Lowered, Lowering, Unlowered};
use crate::schema::KindId;
use crate::typed::Experiment;

impl Lowering<'_> {
    pub(crate) fn modes(&self, experiment: &Experiment) -> Lowered<Modes> {
        let fields = Fields::Experiment(experiment);
        Ok(Modes {
            name: experiment.name.clone(),
            count: fields.value(&COUNT)?,
            about: about(fields)?,
            tolerance: fields.value(&TOLERANCE)?,
            inputs: (experiment.kind == KindId::Linearize)
                .then(|| experiment.inputs.iter().map(|own| own.name.clone()).collect()),
        })
    }

    /// Of an experiment with one input.
    pub(crate) fn response(&mut self, experiment: &Experiment) -> Lowered<Response> {
        let fields = Fields::Experiment(experiment);
        let [input] = experiment.inputs.as_slice() else { return Err(Unlowered) };
        let (over, points) = fields.value(&OVER)?;
        let (over, first, last) = match over {
            Over::Periods => {
                (cdl_graph::Over::Period, points.value(&FIRST_PERIOD)?, points.value(&LAST_PERIOD)?)
            }
            Over::Frequencies => (
                cdl_graph::Over::Frequency,
                points.value(&FIRST_FREQUENCY)?,
                points.value(&LAST_FREQUENCY)?,
            ),
        };
        Ok(Response {
            name: experiment.name.clone(),
            input: input.name.clone(),
            unit: input.unit.clone(),
            // Until it moves, which is the last thing that lowering sees to.
            signal: self.constant(0.0),
            over,
            first,
            last,
            count: points.value(&POINTS)?,
            logarithmic: points.value(&LOGARITHMIC)?,
            about: about(fields)?,
            tolerance: fields.value(&TOLERANCE)?,
        })
    }
}

fn about(fields: Fields<'_>) -> Lowered<ModesAbout> {
    let (about, motion) = fields.value(&ABOUT)?;
    Ok(match about {
        About::Equilibrium => ModesAbout::Equilibrium,
        About::Start => ModesAbout::Start,
        About::After => ModesAbout::After(After {
            duration: motion.value(&DURATION)?,
            step: motion.value(&STEP)?,
            from: simulate::from(motion)?,
        }),
    })
}
