//! Values and gradients of all closing constraints now.
//!
//! A row's `residual` is in m for displacements, in rad or as a cosine for what turns, in the
//! user's unit for constraints. `rate` is its derivative by time, `bias` what the second derivative
//! has beyond gradients times accelerations. Partial derivatives by time, of drives and of the
//! user's equations, are in rate and bias.

use super::data::LoopData;
use super::equation::{Equation, Present, Slope, linear};
use super::frames::{FrameNow, Measure, displacement, times};
use super::model::{Closing, ClosingKind, Level, Support};
use crate::recursive::{Data, RecursiveModel};
use crate::spatial::Vec3;
use crate::tree::FrameRate;

/// Fills residuals, rates, gradients and biases of all rows. After the kinematic pass, and after the
/// signals where the user has equations.
/// For a driven coordinate the residual is the coordinate less what it should be, the angle within
/// half a turn of that.
pub(crate) fn rows(model: &RecursiveModel, data: &mut Data, state: &[f64]) {
    let loops = &model.loops;
    for closing in &loops.closings {
        if model.is_open(closing, state) {
            say_nothing(model, &mut data.loops, closing);
            continue;
        }
        match &closing.kind {
            ClosingKind::Joint(joint) => {
                let pair = joint.pair(&data.tree);
                let locked = joint.locked();
                for (index, row) in closing.rows.clone().enumerate() {
                    let measure = if index < locked {
                        joint.locked_row(&pair, index)
                    } else {
                        let drive = &joint.drives[index - locked];
                        let value = |node: Option<_>| node.map_or(0.0, |n| data.values.scalar(n));
                        let target = data.values.scalar(drive.value);
                        let mut measure = joint.coordinate(&pair, drive.coordinate, target);
                        measure.value -= target;
                        measure.bias -= value(drive.acceleration);
                        data.loops.rates[row] = -value(drive.rate);
                        measure
                    };
                    if index < locked {
                        data.loops.rates[row] = 0.0;
                    }
                    let frames = [&joint.parent, &joint.child];
                    let present = frames.map(|frame| super::frames::support(frame).is_some());
                    put(model, &mut data.loops, row, present, &measure);
                }
            }
            ClosingKind::CableEnd { cable, station, frame } => {
                let at = FrameNow::of(frame, &data.tree);
                let tip = model.cables[*cable].motion_at(&data.cables[*cable], station);
                let point = FrameNow {
                    position: tip.position,
                    velocity: tip.velocity,
                    arm: Vec3::zeros(),
                    centripetal: Vec3::zeros(),
                    ..at
                };
                // In axes that do not turn.
                let still = FrameNow { omega: Vec3::zeros(), ..at };
                let present = [super::frames::support(frame).is_some(), true];
                for (k, row) in closing.rows.clone().enumerate() {
                    let measure = displacement(&still, &point, &axis(k));
                    // Its moment on the frame is that of a force at the frame's own origin.
                    let measure =
                        Measure { on_parent: at.push(&Vec3::zeros(), &-axis(k)), ..measure };
                    data.loops.rates[row] = 0.0;
                    put(model, &mut data.loops, row, present, &measure);
                }
            }
            ClosingKind::Equations(equations) => {
                for (equation, row) in equations.iter().zip(closing.rows.clone()) {
                    put_equation(model, data, state, equation, row);
                }
            }
        }
    }
    rates(model, data, state);
}

/// Rows of a connection that events have opened.
fn say_nothing(model: &RecursiveModel, data: &mut LoopData, closing: &Closing) {
    for row in closing.rows.clone() {
        (data.residuals[row], data.rates[row], data.biases[row]) = (0.0, 0.0, 0.0);
        data.gradients[model.loops.rows[row].terms.clone()].fill([Vec3::zeros(); 2]);
    }
}

impl RecursiveModel {
    /// Whether events have opened a connection.
    pub(super) fn is_open(&self, closing: &Closing, state: &[f64]) -> bool {
        closing.latch.is_some_and(|latch| state[self.layout.states.start + latch] == 0.0)
    }
}

/// Of the world.
fn axis(k: usize) -> Vec3 {
    [Vec3::x(), Vec3::y(), Vec3::z()][k]
}

/// Supports that are the world have no term, so gradients are stored for those that are `present`.
fn put(
    model: &RecursiveModel,
    data: &mut LoopData,
    row: usize,
    present: [bool; 2],
    measure: &Measure,
) {
    data.residuals[row] = measure.value;
    data.biases[row] = measure.bias;
    let mut term = model.loops.rows[row].terms.start;
    for (is_there, gradient) in present.into_iter().zip([measure.on_parent, measure.on_child]) {
        if is_there {
            data.gradients[term] = gradient;
            term += 1;
        }
    }
}

/// An equation on velocities has no residual of positions: its value is stored as the rate.
fn put_equation(
    model: &RecursiveModel,
    data: &mut Data,
    state: &[f64],
    equation: &Equation,
    row: usize,
) {
    let Data { tree, cables, values, loops, .. } = data;
    let now = Present {
        tree,
        cables,
        cable_models: &model.cables,
        tree_v: &state[model.layout.tree_v.clone()],
    };
    let value = |node| values.scalar(node);
    let mut term = model.loops.rows[row].terms.start;
    let mut bias = match equation.level {
        Level::Position => value(equation.acceleration),
        Level::Velocity => value(equation.rate),
    };
    for argument in &equation.arguments {
        let Slope { gradients, bias: own, rate } = argument.reads.slope(&now);
        let gradient = value(argument.gradient);
        if argument.level == equation.level {
            bias += gradient * own;
            for each in &gradients[..argument.supports] {
                loops.gradients[term] = [each[0] * gradient, each[1] * gradient];
                term += 1;
            }
        } else {
            bias += gradient * rate;
        }
        if equation.level == Level::Position {
            bias += 2.0 * value(argument.gradient_rate) * rate;
        }
    }
    if equation.level == Level::Position {
        for &(i, j, node) in &equation.hessian {
            let rate = |index: u16| equation.arguments[usize::from(index)].reads.slope(&now).rate;
            let twice = if i == j { 1.0 } else { 2.0 };
            bias += twice * value(node) * rate(i) * rate(j);
        }
    }
    loops.biases[row] = bias;
    match equation.level {
        Level::Position => {
            loops.residuals[row] = value(equation.residual);
            loops.rates[row] = value(equation.rate);
        }
        Level::Velocity => {
            loops.residuals[row] = 0.0;
            loops.rates[row] = value(equation.residual);
        }
    }
}

/// Completes the rates, which hold the partial derivatives by time.
fn rates(model: &RecursiveModel, data: &mut Data, state: &[f64]) {
    let Data { tree, cables, loops, .. } = data;
    for (index, row) in model.loops.rows.iter().enumerate() {
        if row.level == Level::Velocity {
            continue;
        }
        for term in row.terms.clone() {
            let motion = match &model.loops.terms[term] {
                Support::Body(body) => tree.reference_velocity(*body),
                Support::Base(base) => {
                    let motion = &tree.bases[*base];
                    FrameRate { angular: motion.omega, linear: motion.velocity }
                }
                Support::Rate { rate, .. } => {
                    linear(Vec3::x() * state[model.layout.tree_v.start + rate])
                }
                Support::Drive(coordinate) => linear(Vec3::x() * tree.drives[*coordinate].rate),
                Support::Cable { cable, station } => {
                    linear(model.cables[*cable].motion_at(&cables[*cable], station).velocity)
                }
            };
            loops.rates[index] += times(&loops.gradients[term], &motion);
        }
    }
}

/// The velocity of what moves by the equations of motion, times the row's gradient: the power of a
/// unit force.
/// The difference to the whole rate is what drives, prescribed bodies and time do.
pub(crate) fn moving_rate(model: &RecursiveModel, data: &Data, state: &[f64], row: usize) -> f64 {
    let mut sum = 0.0;
    for term in model.loops.rows[row].terms.clone() {
        let motion = match &model.loops.terms[term] {
            Support::Body(body) => data.tree.reference_velocity(*body),
            Support::Rate { rate, .. } => {
                linear(Vec3::x() * state[model.layout.tree_v.start + rate])
            }
            Support::Cable { cable, station } => {
                linear(model.cables[*cable].motion_at(&data.cables[*cable], station).velocity)
            }
            Support::Base(_) | Support::Drive(_) => continue,
        };
        sum += times(&data.loops.gradients[term], &motion);
    }
    sum
}

/// The second derivative of a row for the accelerations of the last outward pass, in `dv` those of
/// all velocities.
pub(crate) fn acceleration(model: &RecursiveModel, data: &Data, dv: &[f64], row: usize) -> f64 {
    let mut sum = data.loops.biases[row];
    for term in model.loops.rows[row].terms.clone() {
        let motion = match &model.loops.terms[term] {
            Support::Body(body) => data.tree.reference_acceleration(*body),
            Support::Base(base) => {
                let motion = &data.tree.bases[*base];
                FrameRate { angular: motion.alpha, linear: motion.acceleration }
            }
            Support::Rate { rate, .. } => linear(Vec3::x() * dv[*rate]),
            Support::Drive(coordinate) => {
                linear(Vec3::x() * data.tree.drives[*coordinate].acceleration)
            }
            Support::Cable { cable, station } => {
                linear(model.cables[*cable].acceleration_at(&data.cables[*cable], station))
            }
        };
        sum += times(&data.loops.gradients[term], &motion);
    }
    sum
}
