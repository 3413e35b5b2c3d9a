//! Chains of rigid links, and the lumped form of a cable: plain kernels on flat arrays.
//!
//! # Rigid links
//!
//! `N` inextensible slender links joined by balls, spin neglected. The state of a link is its unit
//! direction `u` (world axes, from the root towards the tip) and the rate `u̇`. Node positions are
//! prefix sums from the root point, so the links keep their lengths by construction. The root
//! point's position and velocity come from outside: the world, a prescribed body, a body of the
//! tree, or, where both ends are free, three plus three states of their own.
//!
//! One evaluation:
//!
//! ```text
//! data.place(&links, state, root_position, root_velocity);      // nodes; forces start at zero
//! ... loads add to data.forces, and to data.added_masses ...
//! inward(&links, state, &mut data, tip);                        // Tip::{Free, Body, Held}
//! root_load(&data)?                                             // only for a root on a dynamic body
//! outward(&links, state, &mut data, root, &mut accelerations)?; // Root::{Given, Free}
//! ```
//!
//! After that `data` holds accelerations of nodes, mean tensions of links, and the forces at both
//! ends. [`Form`] chooses the elimination; both give the same numbers.
//!
//! | for | use |
//! |---|---|
//! | weight, drag, buoyancy, added mass, bending | [`Loads`], [`Medium`], [`Data::load`] (returns [`loads::Powers`]) |
//! | forces at a point of the cable | [`PointForce`], [`Links::locate`], [`add_point_forces`] on `data.forces` |
//! | energies, momenta | [`kinetic_energy`], [`Loads::added_kinetic`], [`Loads::potentials`], [`momentum`], [`angular_momentum`] of [`Data::line`] |
//! | what acts across a section | `section` |
//! | what further forces would do, without another elimination | [`Response`], [`respond_inward`], [`respond_outward`] |
//! | drift, after a step | [`normalise`]; with a held tip [`project`] |
//! | the start | [`straight()`], [`hang`], [`hang_elastic`], [`hang_freely`] |
//! | point masses and springs | [`lumped`] |
//! | nodes and slopes of a spline along such a shape | `spline` |
//!
//! Energy balance: the rate of `kinetic + added kinetic + potentials` is `Powers::sum` plus the
//! power of the point forces and of the forces at moving ends.
//!
//! Measured beside the elimination, per link: drag 42 ns, bending with damping 22 ns; the lumped
//! form as a whole 22 ns. Ten seconds of the paper's tether (32 links, 8000 evaluations, no drag):
//! 12 ms natural, 16 ms by recursion (`runtime/benches/chain.rs`).
//!
//! Added mass is Morison's, on the cable's own acceleration; see `laws/added_mass.rs`.
//!
//! Directions must be unit vectors where a step begins; within the stages of an integration step
//! their norm may depart by the order of the method. All slices of one chain have as many elements
//! as it has links (or nodes).
//!
//! A chain between a held point and a body should have its root at the held point: a root on a body
//! with a held tip cannot be eliminated when the chain is straight ([`Taut`]).

mod arc;
mod boundary;
pub(crate) mod clamped;
mod closure;
mod data;
mod energy;
mod hanging;
pub(crate) mod line;
mod links;
pub(crate) mod loads;
pub(crate) mod lumped;
mod natural;
mod recursion;
mod response;
pub(crate) mod section;
pub(crate) mod spline;
mod straight;
#[cfg(test)]
mod tests;

pub(crate) use arc::arc;
pub(crate) use boundary::RootLoad;
pub use boundary::{Root, Taut, Tip};
pub(crate) use clamped::{Clamped, Heading};
pub use closure::normalise;
pub(crate) use closure::{Span, close_gradient, project};
pub(crate) use data::root_load;
pub use data::{Data, Form, State, inward, outward};
pub(crate) use energy::{angular_momentum, kinetic_energy, momentum};
pub(crate) use hanging::{Hung, any_perpendicular, hang, hang_elastic, hang_freely};
pub(crate) use line::Line;
pub use links::Links;
pub use loads::{Bending, Drag, Fluid, Loads, Medium};
pub(crate) use loads::{PointForce, add_point_forces};
pub(crate) use response::{Response, respond_inward, respond_outward, response_load};
pub(crate) use straight::straight;
