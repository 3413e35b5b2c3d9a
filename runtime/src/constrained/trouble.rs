//! Why an implicit step has no end, in words.

use super::data::ConstrainedData;
use super::dependence::Level;
use super::model::ConstrainedModel;
use super::newton::Stuck;
use super::watch::{self, Contradiction, Kind, Measure};
use crate::assembly::Owner;
use crate::dynamics::Model;
use crate::fault::{Fault, FaultKind};
use crate::signals::Stage;

/// Names the culprit of a step that should have ended at `time`.
pub(super) fn fault(
    whole: &Model,
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
    time: f64,
    stuck: &Stuck,
) -> Fault {
    for stage in [Stage::Time, Stage::State] {
        let bad =
            model.uses.iter().filter(|found| found.stage == stage).find_map(|found| {
                model.tape.explain(found.node, &data.values).map(|why| (found, why))
            });
        if let Some((found, why)) = bad {
            let element = model.paths.of(found.owner).to_owned();
            let (kind, term) = (FaultKind::NotFinite, found.field.to_owned());
            return Fault { kind, time, element, arc_length: None, term, why };
        }
    }
    let (kind, owner, term, why) = match *stuck {
        Stuck::Contradiction(found) => (
            FaultKind::LoopOpen,
            model.owner_of_unknown(found.unknown),
            match watch::kind(model, found.unknown) {
                Kind::Structure => "closing constraint",
                Kind::Drive => "drive",
                Kind::Equation => "constraint",
            },
            contradiction(whole, model, &found),
        ),
        Stuck::Singular { group } => (
            FaultKind::SingularPosition,
            model.owner_of_group(group),
            "position",
            "the mechanism is in a singular position: it can move on in more than one way, or its \
             parts have no inertia in some direction; a little inertia, friction or another start may help"
                .to_owned(),
        ),
        Stuck::NoConvergence { unknown, finite: true } => (
            FaultKind::NoConvergence,
            model.owner_of_unknown(unknown),
            "motion",
            format!(
                "the step's end was not found, not even for a part of {:.3e} s: Newton's corrections do not get \
                 smaller; it may be near a singular position, or at the end of what cables and stops allow",
                data.step
            ),
        ),
        Stuck::TurnsTooFar { unknown, angle } => (
            FaultKind::NoConvergence,
            model.owner_of_unknown(unknown),
            "turning",
            format!(
                "it turns by {:.0} degrees in {:.3e} s, the shortest part of a step: too far to be followed; a \
                 shorter step may help, or something drives it without bound",
                angle.to_degrees(),
                data.step
            ),
        ),
        Stuck::NoConvergence { unknown, finite: false } => (
            FaultKind::NotFinite,
            model.owner_of_unknown(unknown),
            "motion",
            "it has left the range of numbers, as in a motion that grows without bound; a shorter step \
             may help"
                .to_owned(),
        ),
        Stuck::TooShort { step } => (
            FaultKind::StepTooShort,
            Owner::Experiment,
            "step",
            format!(
                "to follow the tolerance the step would have to be shorter than {step:.3e} s; a larger \
                 tolerance or fixed steps may help, or a singular position is near"
            ),
        ),
        Stuck::Restless { unknown, left, largest, far } => (
            FaultKind::NoRest,
            model.owner_of_unknown(unknown),
            "equilibrium",
            if far {
                "there is no state of rest: nothing holds it, so it moves away for ever; a joint, a cable or \
                 a spring that holds it may be missing"
                    .to_owned()
            } else {
                format!(
                    "no state of rest was found: {left:.3e} N of at most {largest:.3e} N are left over; \
                     something may turn or move on for ever, as under a torque that nothing resists, or the \
                     start is too far away"
                )
            },
        ),
        Stuck::Start => (
            FaultKind::SingularPosition,
            Owner::Experiment,
            "start",
            "the accelerations at the start are not determined: the mechanism starts in a singular \
             position"
                .to_owned(),
        ),
    };
    let element = whole.paths.of(owner).to_owned();
    Fault { kind, time, element, arc_length: None, term: term.to_owned(), why }
}

/// What two constraints ask for together, and by how much they differ.
fn contradiction(whole: &Model, model: &ConstrainedModel, found: &Contradiction) -> String {
    let amount = match (found.unit, found.level) {
        (Some(Measure::Metre), Level::Position) => format!("{:.3e} m", found.amount),
        (Some(Measure::Radian), Level::Position) => format!("{:.3e} rad", found.amount),
        (Some(Measure::Metre), Level::Rate) => format!("{:.3e} m/s", found.amount),
        (Some(Measure::Radian), Level::Rate) => format!("{:.3e} rad/s", found.amount),
        (None, _) => format!("{:.3e} (SI)", found.amount),
    };
    let Some(against) = found.against else {
        return format!(
            "it cannot be satisfied, {amount} are left: nothing that it reads can move"
        );
    };
    let path = whole.paths.of(model.owner_of_unknown(against));
    let other = match watch::kind(model, against) {
        Kind::Drive => format!("the drive of `{path}`"),
        Kind::Structure | Kind::Equation => format!("`{path}`"),
    };
    match found.level {
        Level::Position => format!(
            "it and {other} contradict each other, {amount} are left: nothing that moves can satisfy both"
        ),
        Level::Rate => format!(
            "it and {other} contradict each other, they ask for rates that differ by {amount}: nothing that \
             moves can satisfy both"
        ),
    }
}
