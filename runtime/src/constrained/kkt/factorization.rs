//! The factorization by either method, and when one takes over from the other.

use std::fmt;

use super::elimination::Elimination;
use super::sparse::SparseLu;
use super::structure::{Method, Structure};

/// The factors of a matrix, and the memory to make them.
///
/// Where a block elimination meets a singular group, the sparse LU tries the whole matrix before it
/// is called singular: pivots within groups may fail where pivots from all rows do not. That
/// allocates, once.
/// Belongs to one structure; values may change from call to call.
pub struct Factorization {
    /// Where groups are eliminated one by one.
    elimination: Option<Elimination>,
    /// Where that is the cheaper, or has failed.
    sparse: Option<SparseLu>,
    /// Which of them holds the factors.
    current: Method,
}

/// A group without a regular block when its turn came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Singular {
    /// Index among the groups.
    pub group: usize,
    /// Unknown within the group, displacements first, that depends on those before it.
    pub unknown: usize,
}

impl fmt::Display for Singular {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "no pivot for unknown {} of group {}", self.unknown, self.group)
    }
}

impl std::error::Error for Singular {}

impl Factorization {
    /// Memory for a structure; nothing is factored yet.
    pub fn new(structure: &Structure) -> Self {
        let current = structure.method();
        let (elimination, sparse) = match current {
            Method::BlockElimination => (Some(Elimination::new(structure)), None),
            Method::SparseLu => (None, Some(SparseLu::new(structure))),
        };
        Factorization { elimination, sparse, current }
    }

    /// Factors the matrix with these values. `structure` is the one it was made for.
    ///
    /// # Errors
    /// [`Singular`] if the matrix is, up to rounding; then there are no factors to solve with.
    pub fn factor(&mut self, structure: &Structure, values: &[f64]) -> Result<(), Singular> {
        let mut singular = None;
        if let Some(elimination) = &mut self.elimination {
            match elimination.factor(structure, values) {
                Ok(()) => {
                    self.current = Method::BlockElimination;
                    return Ok(());
                }
                Err(group) => singular = Some(group),
            }
        }
        self.current = Method::SparseLu;
        let sparse = self.sparse.get_or_insert_with(|| SparseLu::new(structure));
        // The elimination names the group in an order that means something.
        sparse.factor(values).map_err(|by_sparse| singular.unwrap_or(by_sparse))
    }

    /// The same, but a block elimination that fails is the end: for matrices that can be made regular
    /// in another way.
    ///
    /// # Errors
    /// [`Singular`] if an elimination without exchanges between groups does not find its pivots.
    pub(crate) fn factor_in_order(
        &mut self,
        structure: &Structure,
        values: &[f64],
    ) -> Result<(), Singular> {
        let Some(elimination) = &mut self.elimination else {
            return self.factor(structure, values);
        };
        self.current = Method::BlockElimination;
        elimination.factor(structure, values)
    }

    /// How many eigenvalues of a symmetric matrix are negative; factors it, too. `None` where that takes a sparse LU,
    /// which does not tell.
    ///
    /// # Errors
    /// [`Singular`] if an elimination without exchanges between groups does not find its pivots.
    pub(crate) fn negatives(
        &mut self,
        structure: &Structure,
        values: &[f64],
    ) -> Result<Option<usize>, Singular> {
        let Some(elimination) = &mut self.elimination else { return Ok(None) };
        self.current = Method::BlockElimination;
        elimination.negatives(structure, values).map(Some)
    }

    /// The pivots of the matrix that was factored last; `None` after a sparse LU, which does not tell them.
    pub(crate) fn eliminated(&self) -> Option<&Elimination> {
        match self.current {
            Method::BlockElimination => self.elimination.as_ref(),
            Method::SparseLu => None,
        }
    }

    /// Replaces the right-hand side by the solution, with the factors of the last success of
    /// [`factor`](Self::factor).
    pub fn solve(&mut self, structure: &Structure, vector: &mut [f64]) {
        match (self.current, &mut self.elimination, &mut self.sparse) {
            (Method::BlockElimination, Some(elimination), _) => {
                elimination.solve(structure, vector);
            }
            (Method::SparseLu, _, Some(sparse)) => sparse.solve(vector),
            _ => {}
        }
    }

    /// How the present factors were made.
    pub fn method(&self) -> Method {
        self.current
    }
}
