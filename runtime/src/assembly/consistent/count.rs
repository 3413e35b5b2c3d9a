//! What closing equations leave free, by their rank.

use super::cut_starts::is_open;
use crate::assembly::{Assembly, Findings};
use crate::fault::named;
use crate::recursive::{Closure, Data, Found, RecursiveModel, find};

/// Corrects the number of freedoms by the rank of the constraints, and names what says nothing new.
///
/// Freedoms are the tree's rates, less what is driven, plus the cables' freedoms, less the
/// independent rows. Which rows are chosen stays in `model.loops.choice` for the whole run.
pub(super) fn count(
    assembly: &Assembly<'_>,
    model: &mut RecursiveModel,
    data: &mut Data,
    state: &[f64],
    findings: &mut Findings,
    spread: bool,
) {
    let Some(Found { choice, singular }) = find(model, data, 0.0, state) else { return };
    if singular {
        findings.reasons.push(
            "the start is a singular position, where the mechanism can go on in more than one way; \
             it goes on in the direction of its velocities"
                .to_owned(),
        );
    }
    let independent = choice.rows.clone();
    model.loops.choice = choice;
    // What events have not closed yet says nothing.
    let closings = model.loops.closings.iter();
    let closed: Vec<_> = closings.filter(|own| !is_open(assembly, own.latch)).collect();
    let rows: usize = closed.iter().map(|closing| closing.rows.len()).sum();
    let taking_part = independent.iter().filter(|&&takes_part| takes_part).count();
    let redundant = rows - taking_part;
    let tree = &model.tree;
    let driven = (0..tree.bodies())
        .flat_map(|body| tree.coordinate_range(body).enumerate().map(move |(k, _)| (body, k)))
        .filter(|&(body, k)| tree.is_driven(body, k))
        .count();
    let of_cables: usize = model.cables.iter().map(|cable| cable.freedoms()).sum();
    let freedoms = (tree.rates() - driven + of_cables) as u64;
    findings.freedoms = freedoms.saturating_sub((rows - redundant) as u64);
    if redundant == 0 {
        return;
    }
    let repeating: Vec<&str> = closed
        .iter()
        .filter(|closing| closing.rows.clone().any(|row| !independent[row]))
        .map(|closing| assembly.mechanism.paths.of(closing.owner))
        .collect();
    let which = match (redundant, rows) {
        (_, 1) => "the equation that closes a loop binds".to_owned(),
        (1, _) => format!("1 of the {rows} equations that close loops binds"),
        _ => format!("{redundant} of the {rows} equations that close loops bind"),
    };
    findings.reasons.push(format!(
        "{which} what the others bind already (in {}), and all have to agree at every instant; what \
         joints carry there is not unique, and {}",
        named(&repeating),
        carried(model, spread)
    ));
}

/// Which of the forces that dependent equations leave open are taken.
/// With dependent equations the forces are not unique; every method picks one solution.
fn carried(model: &RecursiveModel, spread: bool) -> &'static str {
    if spread {
        return "is spread over all joints of the loop";
    }
    match model.loops.method {
        Closure::Penalty { .. } => "is shared by all equations",
        Closure::Projection
        | Closure::Baumgarte { .. }
        | Closure::GearGuptaLeimkuhler
        | Closure::Partitioning
        | Closure::AugmentedLagrangian { .. } => "is taken as zero in these equations",
    }
}
