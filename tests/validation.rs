//! What the numbers are checked against: papers, closed forms, second formulations. Every check runs
//! the whole way from text to rows. The results stand in docs/validation.md.

#[path = "validation/andrews.rs"]
mod andrews;
#[path = "validation/askew_hinges.rs"]
mod askew_hinges;
#[path = "validation/attitudes.rs"]
mod attitudes;
#[path = "validation/bent_winch.rs"]
mod bent_winch;
#[path = "validation/brateau.rs"]
mod brateau;
#[path = "validation/bricard.rs"]
mod bricard;
#[path = "validation/bridges.rs"]
mod bridges;
#[path = "validation/bspline.rs"]
mod bspline;
#[path = "validation/constraints.rs"]
mod constraints;
#[path = "validation/convergence.rs"]
mod convergence;
#[path = "validation/crank_rocker.rs"]
mod crank_rocker;
#[path = "validation/crossings.rs"]
mod crossings;
#[path = "validation/drums.rs"]
mod drums;
#[path = "validation/energy.rs"]
mod energy;
#[path = "validation/enums.rs"]
mod enums;
#[path = "validation/events.rs"]
mod events;
#[path = "validation/figure.rs"]
mod figure;
#[path = "validation/fluids.rs"]
mod fluids;
#[path = "validation/forces.rs"]
mod forces;
#[path = "validation/formulations.rs"]
mod formulations;
#[path = "validation/four_bars.rs"]
mod four_bars;
#[path = "validation/governor.rs"]
mod governor;
#[path = "validation/heavy_load.rs"]
mod heavy_load;
#[path = "validation/hembree_slegers.rs"]
mod hembree_slegers;
#[path = "validation/interrupted.rs"]
mod interrupted;
#[path = "validation/jumps.rs"]
mod jumps;
#[path = "validation/latches.rs"]
mod latches;
#[path = "validation/library.rs"]
mod library;
#[path = "validation/limits.rs"]
mod limits;
#[path = "validation/linearize.rs"]
mod linearize;
#[path = "validation/literature.rs"]
mod literature;
#[path = "validation/locking.rs"]
mod locking;
#[path = "validation/long_runs.rs"]
mod long_runs;
#[path = "validation/lost_in_matrices.rs"]
mod lost_in_matrices;
#[path = "validation/matrices.rs"]
mod matrices;
#[path = "validation/measured.rs"]
mod measured;
#[path = "validation/measured_winch.rs"]
mod measured_winch;
#[path = "validation/meeting_springs.rs"]
mod meeting_springs;
#[path = "validation/modes.rs"]
mod modes;
#[path = "validation/modes_after.rs"]
mod modes_after;
#[path = "validation/modes_apart.rs"]
mod modes_apart;
#[path = "validation/modes_of_many_pieces.rs"]
mod modes_of_many_pieces;
#[path = "validation/motor.rs"]
mod motor;
#[path = "validation/moving_base.rs"]
mod moving_base;
#[path = "validation/near_singular.rs"]
mod near_singular;
#[path = "validation/on_rope.rs"]
mod on_rope;
#[path = "validation/pendulums.rs"]
mod pendulums;
#[path = "validation/pictures.rs"]
mod pictures;
#[path = "validation/random_tree.rs"]
mod random_tree;
#[path = "validation/reference.rs"]
mod reference;
#[path = "validation/relaxing_sections.rs"]
mod relaxing_sections;
#[path = "validation/relaxing_twist.rs"]
mod relaxing_twist;
#[path = "validation/relaxing_winch.rs"]
mod relaxing_winch;
#[path = "validation/response.rs"]
mod response;
#[path = "validation/rigid_bodies.rs"]
mod rigid_bodies;
#[path = "validation/rod.rs"]
mod rod;
#[path = "validation/rope_starts.rs"]
mod rope_starts;
#[path = "validation/rows.rs"]
mod rows;
#[path = "validation/scenes.rs"]
mod scenes;
#[path = "validation/sections.rs"]
mod sections;
#[path = "validation/sensitivity.rs"]
mod sensitivity;
#[path = "validation/sheaves.rs"]
mod sheaves;
#[path = "validation/ship_systems.rs"]
mod ship_systems;
#[path = "validation/sided_winch.rs"]
mod sided_winch;
#[path = "validation/sides.rs"]
mod sides;
#[path = "validation/simple_pendulum.rs"]
mod simple_pendulum;
#[path = "validation/small_motions.rs"]
mod small_motions;
#[path = "validation/spline.rs"]
mod spline;
#[path = "validation/states.rs"]
mod states;
#[path = "validation/statics.rs"]
mod statics;
#[path = "validation/statistics.rs"]
mod statistics;
#[path = "validation/stiction.rs"]
mod stiction;
#[path = "validation/stretches.rs"]
mod stretches;
#[path = "validation/strong_dampers.rs"]
mod strong_dampers;
#[path = "validation/swept_cables.rs"]
mod swept_cables;
#[path = "validation/swept_modes.rs"]
mod swept_modes;
#[path = "validation/swept_response.rs"]
mod swept_response;
#[path = "validation/swung_cables.rs"]
mod swung_cables;
#[path = "validation/tempel_tables.rs"]
mod tempel_tables;
#[path = "validation/torsion.rs"]
mod torsion;
#[path = "validation/transfer.rs"]
mod transfer;
#[path = "validation/twisted_winch.rs"]
mod twisted_winch;
#[path = "validation/unknowns.rs"]
mod unknowns;
#[path = "validation/visco_elastic.rs"]
mod visco_elastic;
#[path = "validation/ways.rs"]
mod ways;
#[path = "validation/winches.rs"]
mod winches;
