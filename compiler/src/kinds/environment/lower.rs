//! `environment`: gravity, air and water.

use cdl_graph::{Environment, Fluid, Signals};

use super::schema as environment;
use crate::kinds::{air, water};
use crate::lower::{Fields, Lowered, Lowering};
use crate::schema::KindId;
use crate::typed::Element;

/// Standard gravity is what a model without an environment gets, m/s^2.
const GRAVITY: f64 = 9.81;

/// Of a model that says nothing: gravity and no fluid.
pub(crate) fn standard(signals: &mut Signals) -> Environment {
    let zero = signals.constant(0.0);
    let down = signals.constant(-GRAVITY);
    let gravity = [zero, zero, down];
    Environment { origin: None, gravity, air: None, water: None, water_level: None }
}

impl Lowering<'_> {
    pub(crate) fn environment(&mut self, element: &Element) -> Lowered<()> {
        let fields = Fields::Element(element);
        self.environment.origin = element.origin();
        self.environment.gravity = fields.value(&environment::GRAVITY)?;
        if let Some(given) = fields.nested(KindId::Air) {
            let (density, velocity) = (given.value(&air::DENSITY)?, given.value(&air::WIND)?);
            self.environment.air = Some(Fluid { density, velocity });
        }
        if let Some(given) = fields.nested(KindId::Water) {
            let (density, velocity) =
                (given.value(&water::DENSITY)?, given.value(&water::CURRENT)?);
            self.environment.water = Some(Fluid { density, velocity });
            self.environment.water_level = Some(given.value(&water::LEVEL)?);
        }
        Ok(())
    }
}
