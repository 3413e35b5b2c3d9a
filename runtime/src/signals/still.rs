//! Rates that events hold at zero: what is locked, sticks, or rests on a stop.

use std::collections::HashMap;

use cdl_graph::{JointId, JointQuantity, Sensor, StateId};

/// States of which one is not zero while what a sensor reads is held at zero; none of what is never held. A rate is rounding
/// then, with a sign that conditions would see.
#[derive(Clone, Debug)]
pub(crate) struct Still(Vec<usize>);

impl Still {
    /// Of a sensor, by the states of latches that hold coordinates ([`cdl_graph::Graph::held_still`]).
    pub(crate) fn of(held: &HashMap<(JointId, u8), Vec<StateId>>, sensor: &Sensor) -> Self {
        let states = match *sensor {
            Sensor::Joint { joint, quantity: JointQuantity::Rate, coordinate } => {
                held.get(&(joint, coordinate)).map_or(&[][..], Vec::as_slice)
            }
            _ => &[],
        };
        Self(states.iter().map(|state| state.index()).collect())
    }

    /// Whether it is held where states have these values.
    pub(crate) fn holds(&self, states: &[f64]) -> bool {
        self.0.iter().any(|&own| states[own] != 0.0)
    }
}
