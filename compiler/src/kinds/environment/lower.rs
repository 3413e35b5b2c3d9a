//! `environment`: gravity, air and water.

use cdl_graph::{Environment, Fluid, Signals};

use crate::lower::{Fields, Lowering};
use crate::typed::Element;

/// Standard gravity is what a model without an environment gets, m/s^2.
const GRAVITY: f64 = 9.81;

/// Of a model that says nothing: gravity and no fluid.
pub(crate) fn standard(signals: &mut Signals) -> Environment {
    let zero = signals.constant(0.0);
    let down = signals.constant(-GRAVITY);
    Environment { gravity: [zero, zero, down], air: None, water: None, water_level: None }
}

impl Lowering<'_> {
    pub(crate) fn environment(&mut self, element: &Element) -> Option<()> {
        let fields = Fields::Element(element);
        if let Some(gravity) = fields.vector("gravity") {
            self.environment.gravity = gravity;
        }
        if fields.has("air") {
            self.environment.air = Some(self.fluid(fields.structure("air"), "wind")?);
        }
        if fields.has("water") {
            let water = fields.structure("water");
            self.environment.water = Some(self.fluid(water, "current")?);
            let surface = self.constant(0.0);
            self.environment.water_level = Some(water.scalar("level").unwrap_or(surface));
        }
        Some(())
    }

    fn fluid(&mut self, fields: Fields<'_>, velocity: &str) -> Option<Fluid> {
        let zero = self.constant(0.0);
        Some(Fluid {
            density: fields.scalar("density")?,
            velocity: fields.vector(velocity).unwrap_or([zero; 3]),
        })
    }
}
