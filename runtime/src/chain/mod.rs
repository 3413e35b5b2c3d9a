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

mod boundary;
mod data;
mod links;
mod natural;
mod recursion;
mod symmetric;

pub use boundary::{Root, RootLoad, Taut, Tip};
pub use data::{Data, Form, State, inward, outward, root_load};
pub use links::{BadLinks, Links};
