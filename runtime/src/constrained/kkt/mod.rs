//! Linear systems of implicit steps with constraints.
//!
//! The matrix `[K, -h Gᵀ; D, -ε]` consists of dense blocks between [`Group`]s of unknowns: a body
//! or a node with the multipliers of the joint to its parent, or the multipliers of a closed loop
//! alone. Its structure is symmetric and never changes; its values are not symmetric.
//!
//! ```
//! use cdl_runtime::kernels::kkt::{Coupling, Factorization, Group, Structure};
//! // Two nodes on a line through a held point, each with the multiplier of its distance.
//! let link = Group { displacements: 3, multipliers: 1 };
//! let structure = Structure::new(vec![link, link], &[Coupling::joint(1, 0)]);
//! let mut values = vec![0.0; structure.values()];
//! for group in 0..2 {
//!     let own = structure.block(group, group).expect("always there");
//!     for i in 0..3 {
//!         values[own.at(i, i)] += 2.0; // the mass
//!     }
//!     values[own.at(0, 3)] -= 1.0; // the force along x
//!     values[own.at(3, 0)] += 1.0; // the distance along x
//! }
//! let to_parent = structure.block(1, 0).expect("they are coupled");
//! let from_child = structure.block(0, 1).expect("they are coupled");
//! values[to_parent.at(3, 0)] -= 1.0;
//! values[from_child.at(0, 3)] += 1.0;
//!
//! let mut factorization = Factorization::new(&structure);
//! factorization.factor(&structure, &values).expect("a regular matrix");
//! let mut vector = vec![0.0, 0.0, 4.0, 0.0, 0.0, 0.0, 4.0, 0.0];
//! factorization.solve(&structure, &mut vector);
//! assert_eq!(vector[structure.offset(1) + 2], 2.0);
//! ```
//!
//! Both `factor` and `solve` allocate nothing. A factorization may be solved any number of times.
//!
//! # Inside
//!
//! | module | holds |
//! |---|---|
//! | `structure` | groups, couplings, where each block lies in the flat array of values |
//! | `order` | the order of elimination, from the graph of couplings |
//! | `front` | the dense elimination of one group |
//! | `elimination` | all groups in order; the solve |
//! | `inertia` | how many eigenvalues are negative |
//! | `sparse` | the general way: a sparse LU |
//! | `factorization` | either of them |
//! | `product` | products with the matrix itself, and its rows |
//! | `doubled` | complex matrices as real ones |
//! | `redundancy` | which rows of a constraint Jacobian say again what earlier ones say |

mod doubled;
mod elimination;
mod factorization;
mod front;
mod inertia;
mod order;
mod product;
mod redundancy;
mod sparse;
mod structure;
#[cfg(test)]
mod tests;

pub(super) use doubled::Doubled;
pub use factorization::Factorization;
pub(crate) use factorization::Singular;
pub(super) use product::product_of_magnitudes;
pub(crate) use redundancy::{RedundantRow, redundant_rows};
pub use structure::{Coupling, Group, Method, Part, Structure};
