//! What rope that relaxes remembers once a step is over: mixed from piece to piece as it flowed, and kept on winches.
//! See `carried.rs`.

use super::carried::{Carried, Over, Seen, TOWARDS};
use crate::constrained::data::{ConstrainedData, StepPower};
use crate::constrained::model::ConstrainedModel;
use crate::laws::spline::DEGREES;
use crate::laws::{Exit, Relaxation, haul, pay_out};

/// Takes what a step has made of strains of dampers, and carries it along with the rope that flowed. Gives what is lost as rope is
/// mixed, which is noted in the state as well, with that of its twist, and what of its energy the force of mixing has not done, J.
pub(in crate::constrained) fn carry(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
) -> StepPower {
    let mut sum = StepPower::default();
    let ConstrainedData { state, end_creep, end_coordinates, at, step, mixed, .. } = data;
    let over = Over { at, begun: &state.creep, how: Relaxation::End, duration: *step };
    model.elements.carried.iter().for_each(|own| own.begin(end_creep));
    for own in &model.elements.carried {
        let seen = own.see(over);
        seen.mix(end_creep, &mut sum);
        seen.keep(end_creep);
    }
    // Never negative but by rounding.
    sum.dissipated = sum.dissipated.max(0.0);
    let mut noted = sum.dissipated;
    for own in &model.carried_bends {
        let pieces = &model.elements.directed_pieces[..];
        let end = (&end_coordinates[..], *step);
        let carried = own.carry(pieces, at, end, (&state.creep, end_creep), &mut noted);
        sum.work += carried.work;
        sum.dissipated += carried.dissipated;
    }
    state.creep.copy_from_slice(end_creep);
    state.mixed += noted + *mixed;
    sum
}

impl Carried {
    /// Nothing is mixed yet.
    fn begin(&self, ended: &mut [f64]) {
        for own in self.sides.iter().flatten() {
            own.branches.begin_mixing(DEGREES.len(), ended);
        }
    }
}

impl Seen<'_> {
    /// Mixes what has come into a piece with what is there, among strains at the end of the step.
    fn mix(&self, ended: &mut [f64], sum: &mut StepPower) {
        let at = self.over.at;
        let Some(passing) = self.own.one().map(|one| self.own.passing_over(at, one)) else {
            return;
        };
        let receives = usize::from(passing.flow > 0.0);
        for (side, own) in self.own.sides.iter().enumerate() {
            let (Some(own), comes) = (own, TOWARDS[side] * passing.flow) else { continue };
            let part = passing.parts[side];
            if part == 0.0 && side != receives {
                continue;
            }
            let brings = self.brings(side, comes);
            sum.work -= comes * part * brings.energy;
            if side == receives {
                let comes = own.takes(at, comes);
                sum.work += comes * brings.energy;
                sum.dissipated -= comes * own.stays(at, comes) * brings.apart;
            }
        }
        let Some(own) = &self.own.sides[receives] else { return };
        let (length, comes) = (own.length(at), own.takes(at, passing.flow.abs()));
        let share = comes / length;
        self.incoming(receives, |degree, branch, incoming| {
            let Some((law, place)) = own.branches.each(degree).nth(branch) else { return };
            let relaxed = self.relaxed(receives, degree, (law, place));
            // What has come in by the other end already, and all of it.
            let before = ended[place] - relaxed;
            let differs = incoming - relaxed;
            let after = before + share * differs;
            let mixed = share * differs * differs - (after * after - before * before);
            sum.dissipated += 0.5 * law.stiffness / DEGREES[degree] * length * mixed;
            own.branches.grow((law, place), share * differs, self.over.duration, ended);
        });
    }

    /// What a winch keeps of what has been hauled in, or pays out of that, among strains at the end of the step.
    fn keep(&self, ended: &mut [f64]) {
        let Some(store) = self.own.store else { return };
        let begun = self.over.begun;
        let [paid_out, by_then] = store.paid_out(self.over.at);
        let came = by_then - paid_out;
        let side = usize::from(self.own.sides[0].is_none());
        let Some(own) = &self.own.sides[side] else { return };
        for (branch, (law, place)) in own.branches.each(0).enumerate() {
            let kept = store.kept(branch, begun);
            let exit = Exit { paid_out, angle: kept[0] };
            let noted = &mut ended[store.place(branch)];
            noted.copy_from_slice(kept);
            let (angle, noted) = noted.split_at_mut(1);
            if came < 0.0 {
                let mean = 0.5 * (begun[place] + self.relaxed(side, 0, (law, place)));
                haul(noted, exit, store.reference);
                angle[0] -= mean * came;
            } else if came > 0.0 {
                angle[0] = pay_out(noted, exit, by_then, store.reference).0;
            }
        }
    }
}
