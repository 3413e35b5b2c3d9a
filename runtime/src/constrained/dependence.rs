//! Which constraints depend on each other in the configuration that the matrix has been filled for.
//!
//! The rows of the constraints are taken from the matrix itself, so that everything that has a multiplier is
//! among them: joints, links, drives, equations of users. Columns of rotations are measured by the largest arm
//! of their body, which makes entries of a row comparable. Later rows are the first to be called dependent:
//! drives after joints and cables, users' equations at last.

use super::balance::{Times, Wanted, evaluate, fill};
use super::data::ConstrainedData;
use super::equations::Kind;
use super::instant;
use super::kkt::{RedundantRow, redundant_rows};
use super::model::ConstrainedModel;
use super::scheme::Scheme;
use super::units::UnitKind;

/// Which constraints are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Level {
    /// Those between positions.
    Position,
    /// All, by what they say of velocities.
    Rate,
}

/// The dependent rows, and of every row the unknown of its multiplier.
pub(super) struct Dependence {
    /// Of every row.
    pub(super) unknowns: Vec<usize>,
    /// Those that say again what others say.
    pub(super) rows: Vec<RedundantRow>,
}

impl Dependence {
    /// Of the matrix that [`fill`] has made last.
    ///
    /// The kkt module finds the dependent rows ([`redundant_rows`]); here they are put in order and
    /// measured.
    pub(super) fn find(model: &ConstrainedModel, data: &ConstrainedData, level: Level) -> Self {
        let is_multiplier = model.is_multiplier();
        let mut wanted = is_multiplier.clone();
        model.equations.laws(|unknown| wanted[unknown] = false);
        if level == Level::Position {
            wanted.fill(false);
            model.position_multipliers.iter().for_each(|&unknown| wanted[unknown] = true);
        }
        let mut found = model.structure.rows(&data.matrix, &wanted);
        for (_, entries) in &mut found {
            entries.retain(|&(column, _)| !is_multiplier[column]);
        }
        measure_rotations(model, &mut found);
        let ranks = ranks(model);
        found.sort_by_key(|&(unknown, _)| (ranks[unknown], unknown));
        let (unknowns, rows): (Vec<_>, Vec<_>) = found.into_iter().unzip();
        Self { unknowns, rows: redundant_rows(&rows) }
    }
}

/// Divides the columns of rotations by an arm, m.
fn measure_rotations(model: &ConstrainedModel, rows: &mut [(usize, Vec<(usize, f64)>)]) {
    let mut largest = vec![0.0_f64; model.structure.unknowns()];
    let mut first = vec![None; model.structure.unknowns()];
    for unit in &model.units {
        if let (UnitKind::Body { .. }, Some(group)) = (&unit.kind, unit.group) {
            let at = model.structure.offset(group);
            (at + 3..at + 6).for_each(|column| first[column] = Some(at));
        }
    }
    for (_, entries) in rows.iter() {
        // Rows that turn without a displacement tell of no arm.
        let moves = |at: usize| entries.iter().any(|(column, _)| (at..at + 3).contains(column));
        for &(column, value) in entries {
            if let Some(at) = first[column]
                && moves(at)
            {
                largest[at] = largest[at].max(value.abs());
            }
        }
    }
    for (_, entries) in rows {
        for (column, value) in entries {
            if let Some(at) = first[*column]
                && largest[at] > 0.0
            {
                *value /= largest[at];
            }
        }
    }
}

/// Of every unknown that is a multiplier: the lower, the later it is called dependent.
/// By [`Kind`]: drives and users' equations are named before the structure.
fn ranks(model: &ConstrainedModel) -> Vec<Kind> {
    let mut ranks = vec![Kind::Structure; model.structure.unknowns()];
    model.equations.kinds(|unknown, kind| ranks[unknown] = kind);
    ranks
}

/// Fills the matrix for accelerations in the state, and the right side with what is left of positions and of
/// constraints on velocities there.
pub(super) fn fill_at_state(model: &ConstrainedModel, data: &mut ConstrainedData) {
    instant::place(model, data);
    let time = data.state.time;
    let scheme = Scheme::instant();
    evaluate(model, data, &scheme, Times { end: time, balance: time });
    fill(model, data, &scheme, Wanted::Accelerations);
}

/// Chooses the multipliers that keep their compliance from now on: those of constraints that take part in a
/// dependence in the present state. The others, of which there is none more than needed, get none.
///
/// Called where a run or a search begins. A dependence that comes up later makes the matrix
/// singular, and then all get theirs ([`super::refined::factor`]).
pub(super) fn soften(model: &ConstrainedModel, data: &mut ConstrainedData) {
    data.compliances.fill(0.0);
    data.closures.dependent = 0;
    if !data.may_depend {
        return;
    }
    // Connections that are open need theirs whatever is found.
    give_way(model, data, |data, unknown| data.open.get(unknown) == Some(&true));
    fill_at_state(model, data);
    let dependence = Dependence::find(model, data, Level::Rate);
    let mut soft = vec![false; model.structure.unknowns()];
    for row in &dependence.rows {
        let others = row.combination.iter().map(|&(other, _)| other);
        let all = || others.clone().chain([row.row]).map(|row| dependence.unknowns[row]);
        all().for_each(|unknown| soft[unknown] = true);
        // Which of them is named is of no matter: what closes the loop is eliminated last, and has the weak pivot.
        data.closures.dependent += usize::from(all().any(|unknown| data.closures.has(unknown)));
    }
    give_way(model, data, |_, unknown| soft[unknown]);
}

/// Gives some multipliers their compliance, by their unknowns.
fn give_way(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
    does: impl Fn(&ConstrainedData, usize) -> bool,
) {
    for (index, &(_, unknown, _)) in model.multipliers.iter().enumerate() {
        if does(data, unknown) {
            data.compliances[index] = model.compliances[index];
        }
    }
}

/// Joints and links of a tree are independent: each moves something of its own. Only what closes loops may
/// say again what others say.
pub(super) fn may_depend(model: &ConstrainedModel) -> bool {
    model.structure.groups().iter().any(|group| group.displacements == 0 && group.multipliers > 0)
}
