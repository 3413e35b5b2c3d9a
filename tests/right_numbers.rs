//! Every reported number right, every run judged: what once was wrong without a word, or gave up without
//! need. Each check has its reference from a closed form or a second way; the source and the tolerance stand
//! beside it.

#[path = "right_numbers/alternating.rs"]
mod alternating;
#[path = "right_numbers/balance.rs"]
mod balance;
#[path = "right_numbers/between_steps.rs"]
mod between_steps;
#[path = "right_numbers/branches.rs"]
mod branches;
#[path = "right_numbers/cable_ends.rs"]
mod cable_ends;
#[path = "right_numbers/clamped.rs"]
mod clamped;
#[path = "right_numbers/contradictions.rs"]
mod contradictions;
#[path = "right_numbers/drive_work.rs"]
mod drive_work;
#[path = "right_numbers/forces_across.rs"]
mod forces_across;
#[path = "right_numbers/generalized_alpha.rs"]
mod generalized_alpha;
#[path = "right_numbers/given.rs"]
mod given;
#[path = "right_numbers/kinks.rs"]
mod kinks;
#[path = "right_numbers/leapfrog.rs"]
mod leapfrog;
#[path = "right_numbers/loaded.rs"]
mod loaded;
#[path = "right_numbers/multipliers.rs"]
mod multipliers;
#[path = "right_numbers/over_constrained.rs"]
mod over_constrained;
#[path = "right_numbers/rest.rs"]
mod rest;
#[path = "validation/rows.rs"]
mod rows;
#[path = "right_numbers/rows_of_explicit_runs.rs"]
mod rows_of_explicit_runs;
#[path = "right_numbers/scale.rs"]
mod scale;
#[path = "right_numbers/slack.rs"]
mod slack;
#[path = "right_numbers/starts.rs"]
mod starts;
#[path = "right_numbers/states.rs"]
mod states;
#[path = "right_numbers/substeps.rs"]
mod substeps;
#[path = "right_numbers/turns.rs"]
mod turns;
#[path = "right_numbers/verdict.rs"]
mod verdict;
