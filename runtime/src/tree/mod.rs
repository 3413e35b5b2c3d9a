//! Trees of rigid bodies by the articulated-body algorithm (Featherstone, Rigid Body Dynamics
//! Algorithms, 2008, ch. 7), with prescribed coordinates (hybrid dynamics, ch. 9) and with cables
//! that hang on bodies or carry them. Plain kernels on flat arrays: nothing here knows the graph.
//!
//! # One evaluation
//!
//! ```text
//! let mut builder = TreeBuilder::new(gravity);
//! let arm = builder.add_body(&BodySpec { mass, joint, .. })?;        // parents before children
//! let tree = builder.finish()?;                                      // constant
//! let mut data = TreeData::new(&tree);                               // variable, reused
//!
//! data.drives[..], data.bases[..], data.anchors[..] = ...;           // prescribed motions now
//! tree.kinematics(0..n, &q, &v, &mut data);                          // poses, velocities
//! tree.joint_efforts(&axes, &given, &balls, &q, &v, &mut data);      // or fill data.effort
//! data.apply_force(body, &arm, &force); data.apply_moment(..);       // loads
//! data.add_point_load(body, &arm, &load);                            // cables that hang on bodies
//! tree.inward(0..n, &mut data)?;                                     // articulated inertias
//! tree.outward(0..n, &mut data, &mut dv);                            // accelerations
//! tree.position_rates(&q, &v, &data, &mut dq);
//!
//! // What further loads would do, without another elimination (closed loops need it):
//! response.wrenches[body] = ...;
//! tree.respond_inward(body, &data, &mut response); tree.respond_outward(body, &data, &mut response);
//! ```
//!
//! Every pass works on a range of bodies, so that cables can stand between them in the forest. A body
//! hung on a cable's tip has [`Parent::Anchor`]: the cable gives the tip's position and velocity
//! before the kinematic pass; after the inward pass [`Tree::tip_load`] is what the cable's own
//! recursion starts with; then it gives the tip's acceleration before the outward pass.
//!
//! # Numerics
//!
//! All vectors are in world axes and every body has its own reference point, the origin of its
//! joint's child frame. So the passes shift, but never rotate, and no distance to the world's origin
//! enters. Articulated inertias are stored in 6 + 9 + 6 numbers, symmetric by construction. What a
//! ball joint's elimination makes zero in theory is not computed at all (it passes on a 3x3 mass and a
//! force, nothing else); for the other kinds an explicit projection was tried and changed nothing.
//! Pivots come from `L D L'` and are checked.
//!
//! # Cost
//!
//! Floating-point operations of a ball-jointed body per evaluation, counted from the code
//! (multiplications and additions): kinematics 148, rigid inertia and weight 153, elimination 152,
//! addition to the parent 102, outward 54: together 609, and 4 divisions. `benches/tree.rs`
//! measures 93 to 100 ns per body from 8 to 32 768 bodies on a 2.6 GHz EPYC without target flags, and
//! 105 ns at 100 000, where almost 1 kB per body no longer stays in the cache; hinges take 97 to 115
//! ns, universal joints 142 to 155 ns: their sines and rank-one updates cost more than the one 3x3
//! factorization of the ball.
//!
//! Rods in a row on ball joints that are symmetric about their line have kernels of their own ([`rods`]), which take two thirds of that.
//!
//! # Accuracy
//!
//! Chains of 1024 bodies of every joint kind in random states: put into an independent inverse
//! dynamics, the accelerations give back the efforts with a residual of 1e-12 to 1e-15 of `|effort -
//! h|` (h: velocity products and weights). That is 1 to 6 times what a change of the accelerations
//! and of the state in their last binary digit does (60 times in chains of mixed kinds): a floor that
//! relative coordinates in double precision cannot pass (`tests/tree_joints.rs`).

mod balance;
mod builder;
mod coupling;
mod data;
mod digits;
mod efforts;
mod flight;
mod inward;
mod kinematics;
mod model;
mod outward;
mod position;
mod response;
mod rods;
mod sensors;
mod stretches;
mod sweeps;
#[cfg(test)]
pub(crate) mod tests;

pub(crate) use builder::BuildError;
pub use builder::{BodySpec, TreeBuilder};
pub(crate) use data::{BaseMotion, DriveMotion};
pub use data::{Placement, TreeData};
pub(crate) use digits::Digits;
pub(crate) use efforts::BallOn;
pub(crate) use inward::TreeError;
pub use model::{Joint, Parent, Tree};
pub(crate) use response::{TreeResponse, Wrench};
pub(crate) use sensors::{BodyFrame, FrameRate, Reaction};
