//! Bodies on ball joints in impedance form, where all that comes into them does so by ball joints: behind one of these an impedance is a 3x3 mass,
//! and nothing else of it is computed or kept.

use super::data::TransferData;
use super::model::{Slot, Transfer};
use super::{halves, stacked};
use crate::spatial::{BallGain, Pivot, PointLoad, Shake, Sym3, Vec3, is_cleared, transposed_times};
use crate::tree::{Reaction, Tree, TreeData};

/// What the sweep inward leaves of such a body.
#[derive(Clone, Debug, Default)]
pub(super) struct Ball {
    /// What its turning takes of the force at the joint.
    pub(super) gain: BallGain,
    /// At the joint, by the whole acceleration of that point.
    pub(super) load: PointLoad,
    /// What the joint transmits, N m.
    moment: Vec3,
}

impl Transfer {
    /// Takes what comes into the body and passes its joint.
    pub(super) fn pass_ball(
        &self,
        body: usize,
        index: usize,
        (tree, motion): (&Tree, &TreeData),
        data: &mut TransferData,
    ) -> Result<(), Pivot> {
        let station = &self.stations[body];
        let mut own = *motion.opposed(body);
        for &input in &self.inputs[station.inputs.clone()] {
            let from = &self.stations[input];
            let (mass, bias, moment) = match (from.ball, from.slot) {
                (Some(other), Slot::Nothing) => {
                    let Ball { load, moment, .. } = &data.balls[other];
                    let [_, before] = motion.bias(input);
                    (load.mass, load.bias + load.mass.times(&before), *moment)
                }
                (_, Slot::Three(slot)) => {
                    // In the axes of what is carried; those here are the world's.
                    let cut = &data.three[slot];
                    let axes = data.stands[self.standing(input)].axes;
                    let [moment, _] = halves(&data.nodes[from.node].known);
                    let mass = Sym3::from_matrix(&super::symmetric(&cut.relation));
                    (mass.rotated(&axes), axes * cut.offset, axes * moment)
                }
                (_, Slot::Nothing | Slot::Four(_) | Slot::Five(_) | Slot::Six(_)) => continue,
            };
            own.add_load_at(motion.arm_to(input), &mass, &bias);
            own.bias_moment += moment;
        }
        let effort = &motion.effort[tree.rate_range(body)];
        let moment = motion.rotation(body) * Vec3::new(effort[0], effort[1], effort[2]);
        let (gain, load) = own.eliminate_ball(&moment)?;
        data.balls[index] = Ball { gain, load, moment };
        if let Some(seed) = motion.shaken {
            data.balls[index].shake(Shake::new(seed, body), &own);
        }
        if is_cleared(body) {
            data.balls[index].load = data.balls[index].load.without_tiny();
        }
        let load = data.balls[index].load;
        let Slot::Three(slot) = station.slot else { return Ok(()) };
        // What carries it is another kind.
        data.nodes[station.node].known = stacked(&moment, &Vec3::zeros());
        let [_, before] = motion.bias(body);
        let cut = &mut data.three[slot];
        let seen = &data.stands[self.standing(body)].seen;
        cut.hold_point(seen, &load.mass, &(load.bias + load.mass.times(&before)));
        Ok(())
    }

    /// What the joint transmits, then how the body accelerates.
    pub(super) fn answer_ball(
        &self,
        body: usize,
        index: usize,
        (tree, motion): (&Tree, &mut TreeData),
        data: &TransferData,
        dv: &mut [f64],
    ) {
        let Ball { gain, load, moment } = &data.balls[index];
        let [carrier, linear] = motion.carrier_acceleration(tree, body);
        let [bias_alpha, bias_linear] = motion.bias(body);
        let linear = linear + carrier.cross(motion.arm_to(body)) + bias_linear;
        let mut alpha = gain.offset - gain.linear * linear;
        if let Some(seed) = motion.shaken {
            let size = gain.offset.abs() + gain.linear.abs() * linear.abs();
            Shake::new(!seed, body).matrix(&mut alpha, &size);
        }
        let beyond = alpha - carrier - bias_alpha;
        let rates = transposed_times(motion.rotation(body), &beyond);
        dv[tree.rate_range(body)].copy_from_slice(rates.as_slice());
        let force = load.mass.times(&linear) + load.bias;
        motion.find(body, alpha, linear, Reaction { moment: *moment, force });
    }
}
