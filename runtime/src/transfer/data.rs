//! The variable part: everything that the sweeps find on their way.

use nalgebra::{SMatrix, SVector};

use super::axes::Stand;
use super::ball::Ball;
use super::bead::{Bead, Yielding};
use super::directions::Freedoms;
use super::model::{Slot, Transfer};
use super::root::Root;
use super::{Mat6, Vec6};
use crate::spatial::Vec3;

/// A connection that holds `N` directions; of the body and its carrier each has what belongs to it in its own axes (`axes.rs`).
#[derive(Clone, Debug)]
pub(super) struct Cut<const N: usize> {
    /// Unit wrenches on the body, at its reference point.
    pub(super) held: SMatrix<f64, 6, N>,
    /// The same on what carries it, at the reference point of that.
    pub(super) on_carrier: SMatrix<f64, 6, N>,
    /// Impedance `M` or compliance `C`; the lower half counts.
    pub(super) relation: SMatrix<f64, N, N>,
    /// `p` or `d`, with what is known of the motion in it.
    pub(super) offset: SVector<f64, N>,
    /// Where the carrier has taken a compliance: `φ = gain h + shift` of the carrier's own wrench.
    pub(super) gain: SMatrix<f64, N, 6>,
    /// See `gain`.
    pub(super) shift: SVector<f64, N>,
    /// `φ`
    pub(super) force: SVector<f64, N>,
}

/// A body with all that is beyond it, at its reference point, own axes.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// `M` of `h = M A + p`, or `W` of `A = W h + A_0`, if the body has no root.
    pub(super) relation: Mat6,
    /// `p` or `A_0`, or `c` of a root.
    pub(super) offset: Vec6,
    /// Efforts along what the joint lets go.
    pub(super) known: Vec6,
    /// What its connection transmits to it.
    pub(super) wrench: Vec6,
    /// That its joint lets it have.
    pub(super) freedoms: Freedoms,
    /// In impedance form: `q̈ = offset - gain A` with the acceleration before the freedom.
    pub(super) rate_gains: [Vec6; 3],
    /// See `rate_gains`. Of what comes into a root, `q̈` itself.
    pub(super) rate_offsets: [f64; 3],
    /// Traces of the compliance of the body without its inputs: what differences are compared to.
    pub(super) sizes: [f64; 2],
    /// Whether the compliance is a sum, of which no digits are lost but those of its largest terms.
    pub(super) is_summed: bool,
}

/// A scalar equation that holds a body to the ground: `gradient A = target`, kept by a force along the gradient.
#[derive(Clone, Debug)]
pub(crate) struct HeldRow {
    /// Moment and force on the body, at its reference point.
    pub(crate) gradient: [Vec3; 2],
    /// What the gradient times the acceleration has to be.
    pub(crate) target: f64,
    /// Others stand for it, or events have opened it.
    pub(crate) is_left_out: bool,
    /// N or N m, or what the equation makes of it.
    pub(crate) force: f64,
    /// How the body yields to it, with what has been held before.
    pub(crate) compliance: f64,
    /// Of the force, by the wrench on the body.
    pub(super) gain: Vec6,
    /// Of the force, without any.
    pub(super) shift: f64,
}

/// Working memory of one tree; nothing in a sweep allocates.
#[derive(Clone, Debug, Default)]
pub(crate) struct TransferData {
    /// In the order of [`Transfer::standing`].
    pub(super) stands: Vec<Stand>,
    /// The fastest that any body turns now, rad/s.
    pub(super) fastest: f64,
    /// Of bodies that are no beads or balls on others.
    pub(super) nodes: Vec<Node>,
    /// Connections that hold three directions.
    pub(super) three: Vec<Cut<3>>,
    /// Four.
    pub(super) four: Vec<Cut<4>>,
    /// Five.
    pub(super) five: Vec<Cut<5>>,
    /// Six.
    pub(super) six: Vec<Cut<6>>,
    /// In the order of the tree.
    pub(super) beads: Vec<BeadNow>,
    /// In the order of the tree.
    pub(super) balls: Vec<Ball>,
    /// In the order of the tree.
    pub(super) roots: Vec<Root>,
    /// Input: in the order of [`Transfer::held_rows`].
    pub(crate) rows: Vec<HeldRow>,
    /// The smallest pivot of compliances since it was set, beside what it was made of: how near what is held says the same twice.
    pub(crate) weakest: f64,
}

/// A bead with its joint towards the root.
#[derive(Clone, Debug, Default)]
pub(super) struct BeadNow {
    /// What the sweep inward leaves.
    pub(super) bead: Bead,
    /// What its carrier takes of it.
    pub(super) yielding: Yielding,
    /// What its joint transmits, N m and N; own axes.
    pub(super) moment: Vec3,
    /// See `moment`.
    pub(super) force: Vec3,
}

impl<const N: usize> Cut<N> {
    /// Before any sweep.
    fn zero() -> Self {
        Self {
            held: SMatrix::zeros(),
            on_carrier: SMatrix::zeros(),
            relation: SMatrix::zeros(),
            offset: SVector::zeros(),
            gain: SMatrix::zeros(),
            shift: SVector::zeros(),
            force: SVector::zeros(),
        }
    }
}

impl TransferData {
    /// Memory for the sweeps of a tree.
    pub(crate) fn new(transfer: &Transfer) -> Self {
        let sizes = &transfer.sizes;
        let node = Node {
            relation: Mat6::zeros(),
            offset: Vec6::zeros(),
            known: Vec6::zeros(),
            wrench: Vec6::zeros(),
            freedoms: Freedoms {
                count: 0,
                along: [Vec6::zeros(); 3],
                effort: [Vec6::zeros(); 3],
                coordinate: [0; 3],
            },
            rate_gains: [Vec6::zeros(); 3],
            rate_offsets: [0.0; 3],
            sizes: [0.0; 2],
            is_summed: false,
        };
        let row = HeldRow {
            gradient: [Vec3::zeros(); 2],
            target: 0.0,
            is_left_out: false,
            force: 0.0,
            compliance: 0.0,
            gain: Vec6::zeros(),
            shift: 0.0,
        };
        Self {
            stands: vec![Stand::upright(); transfer.stands as usize + 1],
            fastest: 0.0,
            nodes: vec![node; transfer.nodes],
            three: vec![Cut::zero(); sizes.three],
            four: vec![Cut::zero(); sizes.four],
            five: vec![Cut::zero(); sizes.five],
            six: vec![Cut::zero(); sizes.six],
            beads: vec![BeadNow::default(); transfer.beads],
            balls: vec![Ball::default(); transfer.balls],
            roots: vec![Root::zero(); transfer.roots],
            rows: vec![row; transfer.rows.len()],
            weakest: 1.0,
        }
    }

    /// Does the same with a connection of whatever size.
    pub(super) fn with<V: Visitor>(&mut self, slot: Slot, visitor: V) -> Option<V::Answer> {
        let Self { nodes, three, four, five, six, .. } = self;
        match slot {
            Slot::Nothing => None,
            Slot::Three(index) => Some(visitor.visit::<3, 3>(nodes, &mut three[index])),
            Slot::Four(index) => Some(visitor.visit::<4, 2>(nodes, &mut four[index])),
            Slot::Five(index) => Some(visitor.visit::<5, 1>(nodes, &mut five[index])),
            Slot::Six(index) => Some(visitor.visit::<6, 0>(nodes, &mut six[index])),
        }
    }
}

/// What is done with a connection that holds `N` directions and lets go `K`.
pub(super) trait Visitor {
    type Answer;
    fn visit<const N: usize, const K: usize>(
        self,
        nodes: &mut [Node],
        cut: &mut Cut<N>,
    ) -> Self::Answer;
}
