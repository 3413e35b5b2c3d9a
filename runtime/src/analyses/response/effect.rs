//! What an input does at once, without any motion.

use std::sync::Arc;

use cdl_graph::Graph;
use nalgebra::Complex;

use super::super::by_input::{Read, by_input};
use super::super::derivatives::Outputs;
use super::{Swinging, TOLD};
use crate::model::{Model, Response};

/// What an input does at once.
pub(super) struct Effect {
    /// On what is recorded: by its value, its rate and its acceleration.
    outputs: [Vec<f64>; 3],
    /// By how much each of these may be off.
    doubts: [Vec<f64>; 3],
    /// Whether both sides have slopes of their own.
    pub(super) has_kink: bool,
}

impl Effect {
    /// With what the input causes by its value, its rate and its acceleration. Otherwise why there is none.
    pub(super) fn new(
        (model, response, recorded): (&Model, &Response, &Outputs<'_>),
        (swinging, here, extent): (&dyn Swinging, &Read, f64),
        notes: &mut Vec<String>,
    ) -> Result<(Self, [Vec<f64>; 3]), String> {
        let input = &response.input;
        let look = |graph: Arc<Graph>| swinging.pushed(graph);
        let of = |name: &str| by_input((&model.mechanism, recorded, extent), name, here, &look);
        let value = of(input)?;
        let rate = of(&cdl_graph::Response::of_rate(input))?;
        let acceleration = of(&cdl_graph::Response::of_acceleration(input))?;
        let all = [&value, &rate, &acceleration];
        let apart = all.iter().fold(0.0_f64, |most, own| most.max(own.apart));
        if apart > TOLD {
            notes.push(format!(
                "what the input `{input}` does is known to about {apart:.0e} of the largest: forces do not follow it in proportion, or rounding has a share in them"
            ));
        }
        let has_kink = all.iter().any(|own| own.has_kink);
        if has_kink {
            notes.push(format!(
                "forces have a kink at the value of the input `{input}`: what it does is the mean of both sides"
            ));
        }
        let outputs = [value.outputs, rate.outputs, acceleration.outputs];
        let doubts = [value.doubts, rate.doubts, acceleration.doubts];
        let caused = [value.caused, rate.caused, acceleration.caused];
        Ok((Self { outputs, doubts, has_kink }, caused))
    }

    /// At once, of an input that swings at this rate, rad/s.
    pub(super) fn on_outputs(&self, turning: f64) -> impl Iterator<Item = Complex<f64>> {
        let [value, rate, acceleration] = &self.outputs;
        let square = turning * turning;
        let both = value.iter().zip(rate).zip(acceleration);
        both.map(move |((u, v), a)| Complex::new(u - square * a, turning * v))
    }

    /// By how much that may be off. What moves may undo it nearly, as a rope whose end is moved follows: then that is most of what is left.
    pub(super) fn doubts(&self, turning: f64) -> Vec<f64> {
        let [value, rate, acceleration] = &self.doubts;
        let both = value.iter().zip(rate).zip(acceleration);
        both.map(|((u, v), a)| u + turning * v + turning * turning * a).collect()
    }
}
