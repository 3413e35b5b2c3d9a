//! What changes about closing constraints while a model runs.
//!
//! Rows are numbered as in [`super::model::Loops::rows`], terms likewise; velocities as in the
//! state, tree first.

use super::factor::Compliance;
use super::model::Closure;
use super::partition::Partition;
use super::passage::Passage;
use super::project::NotClosed;
use super::rank::Independence;
use super::response::ForestResponse;
use crate::recursive::RecursiveModel;
use crate::spatial::Vec3;

/// Working memory; allocated once.
#[derive(Clone, Debug)]
pub(crate) struct LoopData {
    /// Of each term: moment and force of a unit force on its row, at the support's reference point,
    /// world axes. For rates and points of cables only the force counts (a rate's is along x).
    pub(crate) gradients: Vec<[Vec3; 2]>,
    /// Of each row: by how much the equation is not satisfied; for equations on velocities as a
    /// rate.
    pub(crate) residuals: Vec<f64>,
    /// Their derivatives by time along the present velocities; of equations on velocities the
    /// residual itself.
    pub(crate) rates: Vec<f64>,
    /// What the second derivative has beyond gradients times accelerations.
    pub(crate) biases: Vec<f64>,
    /// `Λ = J M^-1 J'`.
    pub(crate) compliance: Compliance,
    /// The constraint forces of the last evaluation.
    /// Positive along the row's gradient. Used as a right side while they are being found.
    pub(crate) forces: Vec<f64>,
    /// Right sides, then solutions.
    pub(crate) scratch: Vec<f64>,
    /// Accelerations that a set of forces adds, body by body and cable by cable.
    pub(crate) response: ForestResponse,
    /// `M^-1 J' f` for the last forces that were asked for: changes of all velocities.
    pub(crate) change: Vec<f64>,
    /// A state in the making, and one whose dependent coordinates have been solved.
    pub(crate) state: Vec<f64>,
    /// See `state`.
    pub(crate) closed: Vec<f64>,
    /// Angles of cut joints in the last projected state, rad.
    pub(crate) windings: Vec<f64>,
    /// Of each row: what its residual is compared to; see [`super::size`].
    pub(crate) sizes: Vec<f64>,
    /// Of each row: the rate at which what carries it moves, as far as rounding of that counts.
    pub(crate) carried: Vec<f64>,
    /// Which rows take part, and how near a singular position is.
    pub(crate) independence: Independence,
    /// The largest rate so far, 1/s; see [`super::size::speed`].
    pub(crate) fastest: f64,
    /// The largest rate in evaluations since a state was projected last, 1/s.
    pub(crate) lately: f64,
    /// The largest change of rates by constraint forces so far, 1/s^2: what else the velocities would be
    /// like.
    pub(crate) held: f64,
    /// Velocities before they were projected.
    pub(crate) before: Vec<f64>,
    /// Forces are asked for however near a singular position is.
    pub(crate) forced: bool,
    /// States are closed as well as rounding allows.
    pub(crate) tight: bool,
    /// Made when a singular position is near for the first time.
    pub(crate) passage: Option<Box<Passage>>,
    /// Where closing is left to forces: the widest gap after a step in shares of its row's size, when, s, and where.
    pub(crate) widest: Option<(f64, f64, NotClosed)>,
    /// When a singular position was passed first, s, and which closing.
    /// For the report's note.
    pub(crate) passed: Option<(f64, usize)>,
    /// Which coordinates depend on others, where that is how loops are closed.
    pub(crate) partition: Partition,
}

impl LoopData {
    /// All of it is empty where nothing is closed.
    pub(crate) fn new(model: &RecursiveModel) -> Self {
        let loops = &model.loops;
        let velocities = model.layout.dimensions.velocities;
        let total = model.layout.dimensions.total();
        let rows = loops.rows.len();
        let active = !loops.is_empty();
        Self {
            gradients: vec![[Vec3::zeros(); 2]; loops.terms.len()],
            residuals: vec![0.0; rows],
            rates: vec![0.0; rows],
            biases: vec![0.0; rows],
            compliance: Compliance::new(&loops.structure.pattern),
            forces: vec![0.0; rows],
            scratch: vec![0.0; rows],
            response: if active {
                ForestResponse::new(&model.tree, &model.cables)
            } else {
                ForestResponse::default()
            },
            change: vec![0.0; if active { velocities } else { 0 }],
            state: vec![0.0; if active { total } else { 0 }],
            closed: vec![0.0; if active { total } else { 0 }],
            windings: loops.windings.clone(),
            sizes: vec![0.0; rows],
            carried: vec![0.0; rows],
            independence: Independence::new(model),
            fastest: 0.0,
            lately: 0.0,
            held: 0.0,
            before: vec![0.0; if active { velocities } else { 0 }],
            forced: false,
            tight: false,
            passage: None,
            widest: None,
            passed: None,
            partition: match loops.method {
                Closure::Partitioning if active => Partition::new(model),
                _ => Partition::default(),
            },
        }
    }
}
