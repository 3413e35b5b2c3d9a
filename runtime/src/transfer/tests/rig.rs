//! Random trees, solved by sweeps.

use crate::spatial::Vec3;
use crate::transfer::{Surroundings, Transfer, TransferData, model::Form};
use crate::tree::tests::reference::Rig;

/// An equation that holds a body of a rig to the ground, at its reference point.
pub(super) struct Hold {
    pub(super) body: usize,
    pub(super) gradient: [Vec3; 2],
    pub(super) target: f64,
}

/// Accelerations, and the forces that keep the equations.
pub(super) struct Solved {
    pub(super) dv: Vec<f64>,
    pub(super) forces: Vec<f64>,
}

/// As the topology asks for it.
pub(super) fn chosen(rig: &Rig, holds: &[Hold]) -> Transfer {
    let (rows, is_hung) = around(rig, holds);
    let around = Surroundings { rows: &rows, is_hung: &is_hung };
    Transfer::new(&rig.tree, &around).expect("a tree with mass")
}

/// All bodies in one form.
pub(super) fn all(rig: &Rig, holds: &[Hold], form: Form) -> Transfer {
    let (rows, is_hung) = around(rig, holds);
    let around = Surroundings { rows: &rows, is_hung: &is_hung };
    Transfer::with(&rig.tree, &around, &vec![form; rig.tree.bodies()])
}

fn around(rig: &Rig, holds: &[Hold]) -> (Vec<Vec<usize>>, Vec<bool>) {
    let mut rows = vec![Vec::new(); rig.tree.bodies()];
    for (index, hold) in holds.iter().enumerate() {
        rows[hold.body].push(index);
    }
    (rows, vec![false; rig.tree.bodies()])
}

/// Leaves reactions in the rig.
pub(super) fn solve(
    rig: &mut Rig,
    transfer: &Transfer,
    holds: &[Hold],
    (q, v, effort): (&[f64], &[f64], &[f64]),
) -> Solved {
    let n = rig.tree.bodies();
    rig.prepare(q, v, effort);
    let mut data = TransferData::new(transfer);
    for (row, &index) in data.rows.iter_mut().zip(transfer.held_rows()) {
        (row.gradient, row.target) = (holds[index].gradient, holds[index].target);
    }
    rig.data.expect_connections();
    transfer.inward(0..n, &rig.tree, &rig.data, &mut data).expect("a regular tree");
    let mut dv = vec![0.0; rig.tree.rates()];
    transfer.outward(0..n, &rig.tree, &mut rig.data, &mut data, &mut dv);
    let mut forces = vec![0.0; holds.len()];
    for (row, &index) in data.rows.iter().zip(transfer.held_rows()) {
        forces[index] = row.force;
    }
    Solved { dv, forces }
}
