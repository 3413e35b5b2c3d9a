//! Ropes that equations read, at the start: each is as it would be alone between its ends, and what is open then is small,
//! or the start is refused.
//!
//! Chains of links turn where a start is closed, and nothing is stored. A rope that stretches would be pulled aside at one
//! place, and one whose shape is found by itself (`splines.rs`) does not stay there. So what else may move goes first
//! (`consistent.rs`); what is left over is closed with as little stored as may be (`constrained/closing.rs`), and told
//! where that is more than the weight of a rope would store.

use super::laid::start_cable;
use super::splines::open_at_start;
use super::{Assembly, Owner, Problem};
use crate::chain::lumped::AxialLaw;
use crate::constrained::MOST;
use crate::mechanism::{CableKind, CableOf, Mechanism, State};
use crate::recursive::{
    ClosingKind, Data, RecursiveModel, Support, energies, kinematics, look, prescribe,
};
use crate::results::rounded;

/// Of the weight of a rope times its length: what closing a start may store without a word.
const OF_WEIGHT: f64 = 1e-3;
/// Of what it stores anyway, and of what it would at a strain of one.
const OF_STORED: f64 = 0.1;
const OF_RIGIDITY: f64 = 1e-10;
/// Of rows that are no equations: what a rope that has been laid anew may leave open.
const CLOSED: f64 = 1e-9;
/// A strain over the whole of a rope that few have.
const STRETCHED: f64 = 0.5;

/// Whether the shape of a rope is its own, whatever closes the start.
fn has_own_shape(cable: &CableOf) -> bool {
    match cable.pieces.kind {
        CableKind::RigidLinks(_) => false,
        CableKind::Lumped | CableKind::Spline { .. } | CableKind::BSpline { .. } => true,
    }
}

/// Cables that equations read, by their index in the forest, as far as they are `wanted`.
fn read(model: &RecursiveModel, wanted: impl Fn(&CableOf) -> bool) -> Vec<usize> {
    let mut found: Vec<usize> = Vec::new();
    for closing in &model.loops.closings {
        let ClosingKind::Equations(equations) = &closing.kind else { continue };
        let arguments = equations.iter().flat_map(|equation| &equation.arguments);
        for support in arguments.flat_map(|argument| argument.reads.supports()) {
            if let Support::Cable { cable, .. } = support
                && wanted(&model.mechanism.cables[model.cables[cable].index])
                && !found.contains(&cable)
            {
                found.push(cable);
            }
        }
    }
    found
}

/// Those that keep their shape where anything else can move, by their index in the forest.
pub(super) fn shaped(model: &RecursiveModel) -> Vec<usize> {
    read(model, has_own_shape)
}

/// The model without the equations that read cables whose shape is found later: these are closed then. None where there
/// are none.
pub(super) fn without_later(model: &RecursiveModel) -> Option<RecursiveModel> {
    let is_later = |cable: &CableOf| has_own_shape(cable) && cable.pieces.kind != CableKind::Lumped;
    let later = read(model, is_later);
    if later.is_empty() {
        return None;
    }
    let mut model = model.clone();
    model.keep_closings(|closing| match &closing.kind {
        ClosingKind::Joint(_) | ClosingKind::CableEnd { .. } => true,
        ClosingKind::Equations(equations) => {
            let arguments = equations.iter().flat_map(|equation| &equation.arguments);
            !arguments.flat_map(|argument| argument.reads.supports()).any(
                |support| matches!(support, Support::Cable { cable, .. } if later.contains(&cable)),
            )
        }
    });
    Some(model)
}

/// The closed start with lumped cables that equations read laid as each hangs alone between its ends. None where there
/// are none, or where their ends would not meet what they are fixed to.
pub(super) fn laid(assembly: &mut Assembly<'_>, model: &RecursiveModel) -> Option<Vec<f64>> {
    let lumped = read(model, |cable| cable.pieces.kind == CableKind::Lumped);
    if lumped.is_empty() {
        return None;
    }
    let mut state = model.start.clone();
    let mut data = Data::new(model);
    prescribe(model, &mut data, 0.0);
    kinematics(model, &mut data, &state);
    for cable in lumped {
        start_cable(assembly, model, &data, &mut state, (cable, None));
    }
    look(model, &mut data, 0.0, &state);
    let size = model.mechanism.extent(&model.state_at(&mut Data::new(model), &model.start)).0;
    let is_apart = model.loops.closings.iter().any(|closing| match closing.kind {
        ClosingKind::Equations(_) => false,
        ClosingKind::Joint(_) | ClosingKind::CableEnd { .. } => {
            data.loops.residuals[closing.rows.clone()].iter().any(|own| own.abs() > CLOSED * size)
        }
    });
    (!is_apart).then_some(state)
}

/// What the recursion did to lumped cables that are `laid` so alone: an error where that is far, else what is to be said.
pub(super) fn moved(
    assembly: &mut Assembly<'_>,
    model: &RecursiveModel,
    laid: &[f64],
) -> Option<String> {
    let mut data = Data::new(model);
    prescribe(model, &mut data, 0.0);
    look(model, &mut data, 0.0, laid);
    let residuals = &data.loops.residuals;
    let open = model.loops.closings.iter().filter_map(|closing| match closing.kind {
        ClosingKind::Joint(_) | ClosingKind::CableEnd { .. } => None,
        ClosingKind::Equations(_) => {
            let rows = residuals[closing.rows.clone()].iter();
            Some((closing.owner, rows.fold(0.0, |most: f64, own| most.max(own.abs()))))
        }
    });
    let (owner, amount) = open.max_by(|a, b| a.1.total_cmp(&b.1))?;
    let alone = model.export(&data, 0.0, laid);
    let before = energies(model, &mut data, laid).elastic;
    kinematics(model, &mut data, &model.start);
    let closed = model.export(&data, 0.0, &model.start);
    let after = energies(model, &mut data, &model.start).elastic;
    let curves = alone.curves.iter().zip(&closed.curves);
    let nodes = curves.flat_map(|(a, b)| a.positions.iter().zip(&b.positions));
    let farthest = nodes.map(|(a, b)| (a - b).norm()).fold(0.0, f64::max);
    if farthest > MOST * model.mechanism.extent(&closed).0 {
        assembly.fail(owner, Problem::LoopOpen(open_at_start(assembly.graph, owner, amount)));
        return None;
    }
    stored(assembly, owner, [before, after])
}

/// Said of a start where closing an equation has stored more than a little, of what was stored `before` and `after`, J.
pub(super) fn stored(
    assembly: &Assembly<'_>,
    owner: Owner,
    [before, after]: [f64; 2],
) -> Option<String> {
    (!is_little(assembly.mechanism, [before, after])).then(|| {
        format!(
            "`{}` was open at the start, as ropes hang there alone, and what closed it has stored {} J in what stretches \
             and bends, where there were {} J: write a `start` nearer to what it demands, or begin with `start = \
             equilibrium` of the experiment",
            assembly.mechanism.paths.of(owner),
            rounded(after - before, 3),
            rounded(before, 3)
        )
    })
}

/// Whether closing a start has stored no more than ropes would by their weight, of what was stored `before` and `after`, J.
pub(super) fn is_little(mechanism: &Mechanism, [before, after]: [f64; 2]) -> bool {
    let cables = mechanism.cables.iter().filter(|cable| cable.pieces.kind.stretches());
    let unsaid = cables.map(|cable| {
        let links = cable.links();
        let weight = links.masses().iter().sum::<f64>() * cable.loads().gravity.norm();
        (OF_WEIGHT * weight + OF_RIGIDITY * rigidity(cable)) * links.length()
    });
    after - before <= unsaid.sum::<f64>().max(OF_STORED * before)
}

/// By its first piece, N; zero where that is no number.
fn rigidity(cable: &CableOf) -> f64 {
    match cable.laws().first() {
        Some(AxialLaw::Spring { stiffness, .. }) => stiffness * cable.links().lengths()[0],
        Some(AxialLaw::Table { .. } | AxialLaw::Pid { .. }) | None => 0.0,
    }
}

/// Said of each rope that starts far longer than it is unstretched.
pub(super) fn stretched(assembly: &Assembly<'_>, start: &State) -> Vec<String> {
    let cables = assembly.mechanism.cables.iter().zip(&start.curves).enumerate();
    let told = cables.filter_map(|(index, (cable, curve))| {
        let length = cable.links().length();
        let pieces = curve.positions.windows(2).map(|pair| (pair[1] - pair[0]).norm());
        let now = pieces.sum::<f64>();
        (cable.pieces.kind.stretches() && now > (1.0 + STRETCHED) * length).then(|| {
            format!(
                "`{}` starts stretched by {} %: it is {} m long, and {} m when nothing pulls",
                assembly.mechanism.paths.of(Owner::Cable(index)),
                rounded(100.0 * (now / length - 1.0), 3),
                rounded(now, 3),
                rounded(length, 3)
            )
        })
    });
    told.collect()
}
