//! Why no start satisfies all constraints, for who has to change the model.

use cdl_graph::StartWeight;

use super::attempt;
use super::cut_starts::cut_starts;
use super::holds::{Hold, Holds};
use crate::assembly::{Assembly, Owner, Problem};
use crate::fault::named;
use crate::recursive::{
    ClosingKind, Data, Level, Node, NotClosed, RecursiveModel, look, not_closed, only, prescribe,
};

impl Holds {
    /// Why a constraint cannot be satisfied, for who has to change the model.
    /// `anywhere`: it could be closed if nothing that was written were kept, so what was written is
    /// to blame. Otherwise only drives are named, or nothing at all.
    pub(super) fn in_the_way(
        &self,
        assembly: &Assembly<'_>,
        model: &RecursiveModel,
        not_closed: &NotClosed,
        anywhere: bool,
    ) -> (Owner, Problem) {
        let NotClosed { closing, level, .. } = *not_closed;
        let amount = not_closed.amount(model);
        let (holds, what) = match level {
            Level::Position => (&self.positions, "is open by"),
            Level::Velocity => (&self.velocities, "opens at a rate of"),
        };
        let structure = &model.loops.structure;
        let mut kept: Vec<&str> = Vec::new();
        // Their starts have no weights.
        let mut only_winches = true;
        let mut driven: Vec<&str> = Vec::new();
        if let Some(reach) = structure.reaches.get(closing) {
            for node in structure.nodes(&reach.path) {
                let Node::Body(body) = node else { continue };
                let name = assembly.mechanism.paths.of(self.owners[body]);
                let of_body = &holds[model.tree.rate_range(body)];
                if of_body.contains(&Hold::Exact) {
                    only_winches &= is_winch(assembly, self.owners[body]);
                    kept.push(name);
                } else if of_body.contains(&Hold::Prescribed) {
                    driven.push(name);
                }
            }
        }
        let mut lies_straight = false;
        if let (Some(closing), Level::Position) = (model.loops.closings.get(closing), level)
            && let ClosingKind::CableEnd { cable, .. } = closing.kind
            && self.straight.contains(&cable)
        {
            kept.push(assembly.mechanism.paths.of(closing.owner));
            lies_straight = true;
        }
        let cut = cut_starts(assembly, model, |weights| weights.contains(&StartWeight::Exact));
        only_winches &= cut.is_empty();
        kept.extend(cut.iter().map(|&joint| assembly.mechanism.paths.of(Owner::Joint(joint))));
        let owner = model.loops.closings.get(closing).map_or(Owner::Experiment, |it| it.owner);
        let mut text = format!("at the start it {what} {amount}, and cannot be closed: ");
        if !anywhere {
            kept.clear();
        }
        text.push_str(&match (kept.len(), driven.len()) {
            (0, 0) => "no position of the joints that nothing holds satisfies it; look at lengths, \
                       places and axes, or write a start that is nearer"
                .to_owned(),
            (0, _) => format!("what is driven does not allow it ({})", named(&driven)),
            (1, _) if lies_straight => "`straight` is kept as it is written; write the direction from end \
                                        to end, or leave `start` out"
                .to_owned(),
            (1, _) if only_winches => {
                format!("the start of {} is kept as it is written; leave it out", named(&kept))
            }
            (1, _) => format!(
                "the start of {} is kept as it is written; give it a weight, or leave it out",
                named(&kept)
            ),
            (_, _) => format!(
                "the starts of {} are kept as they are written; give one of them a weight, or leave \
                 it out",
                named(&kept)
            ),
        });
        (owner, Problem::LoopOpen(text))
    }
}

/// Closings that exclude each other, by their indices, of which the one that stayed open furthest is blamed, if it is among them: with how
/// far it is open where the others are closed.
pub(super) fn contradiction(
    assembly: &Assembly<'_>,
    model: &RecursiveModel,
    holds: &Holds,
    found: &NotClosed,
    closings: &[usize],
) -> (Owner, Problem) {
    let blamed = closings.iter().find(|&&own| own == found.closing).or(closings.last());
    let first = blamed.copied().unwrap_or(found.closing);
    let others: Vec<usize> = closings.iter().copied().filter(|&own| own != first).collect();
    let owner = |closing: usize| model.loops.closings[closing].owner;
    let with: Vec<Owner> = others.iter().map(|&own| owner(own)).collect();
    let mut state = model.start.clone();
    let closed = only(model, &others);
    let is_closed = attempt([&closed; 2], &mut state, &holds.released()).is_ok();
    let mut data = Data::new(model);
    prescribe(model, &mut data, 0.0);
    look(model, &mut data, 0.0, &state);
    let (open, what) = match found.level {
        Level::Position => (&data.loops.residuals, "is open by"),
        Level::Velocity => (&data.loops.rates, "opens at a rate of"),
    };
    let rows = model.loops.closings[first].rows.clone();
    let worst = rows.max_by(|&a, &b| open[a].abs().total_cmp(&open[b].abs()));
    let left = worst.filter(|_| is_closed).map(|row| {
        let left = not_closed(model, row, open[row].abs(), found.level);
        format!("it {what} {}", left.amount(model))
    });
    let names: Vec<&str> = with.iter().map(|&own| assembly.mechanism.paths.of(own)).collect();
    let (names, hold) = (named(&names), if with.len() > 1 { "hold" } else { "holds" });
    let left = left.unwrap_or("it cannot be satisfied".to_owned());
    let text = format!("it and {names} contradict each other: where {names} {hold}, {left}");
    (owner(first), Problem::Contradiction { text, with })
}

/// Whether it is the joint of a winch or of a sheave.
fn is_winch(assembly: &Assembly<'_>, owner: Owner) -> bool {
    let mut guides = assembly.graph.cables.iter().flat_map(|cable| cable.guides.iter().flatten());
    guides.any(|guide| owner == Owner::Joint(guide.joint().index()))
}
