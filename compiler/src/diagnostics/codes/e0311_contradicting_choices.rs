//! E0311: two choices that do not go together. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

const TOGETHER: &str = "`rk4`, `rk45` and `leapfrog` work on the recursive dynamics and on transfer matrices, \
                        `energy_momentum`, `midpoint` and `generalized_alpha` on the constrained";

/// `place` is that of the formulation `dynamics`, `with` that of the integrator, which works on
/// `needed` only.
pub fn integrator_and_dynamics(
    place: Place,
    dynamics: &str,
    with: Place,
    integrator: &str,
    needed: &str,
) -> Diagnostic {
    build::error("E0311", format!("`{integrator}` does not go with `dynamics = {dynamics}`"), place)
        .label(format!("`{integrator}` works on the {needed} dynamics"))
        .related(with, "the integrator is chosen here")
        .note(TOGETHER)
        .note("leave `dynamics` out: what the integrator needs is taken then")
}

/// A cable that only the constrained dynamics move, in an experiment with an integrator of the recursive ones. `place`
/// is that of the cable, `others` are those of further ones. Nothing else than a spline `flows`.
pub fn spline_by_recursion(
    place: Place,
    cable: &str,
    integrator: &str,
    others: &[Place],
    flows: bool,
) -> Diagnostic {
    let message = format!("the cable `{cable}` does not go with `{integrator}`");
    let report = build::error("E0311", message, place)
        .label("only the constrained dynamics move splines and B-splines");
    let shown = others.iter().take(OTHERS);
    let report = shown.fold(report, |report, &other| report.related(other, "this one, too"));
    let report = match others.len().saturating_sub(OTHERS) {
        0 => report,
        more => report.note(format!("and {more} more")),
    };
    report.note(TOGETHER).note(if flows {
        "write `simulate ... with energy_momentum(step = 10 ms)`"
    } else {
        "write `simulate ... with energy_momentum(step = 10 ms)`, or divide the cable by `rigid_links(count = N)` or \
         `lumped(nodes = N)`"
    })
}

/// So many are shown beside the first.
const OTHERS: usize = 3;

/// As many time constants as branches are asked for.
pub fn branches_and_times(place: Place, cable: &str, [branches, times]: [usize; 2]) -> Diagnostic {
    let counted = |count: usize, one: &str, many: &str| match count {
        1 => format!("1 {one}"),
        count => format!("{count} {many}"),
    };
    let branches = counted(branches, "branch", "branches");
    let times = counted(times, "time constant", "time constants");
    build::error("E0311", format!("{branches} of `{cable}`, and {times}"), place)
        .label("each branch has its time constant, in the same order")
}

/// A law without any stiffness. `place` is that of it.
pub fn nothing_pulls(place: Place, cable: &str) -> Diagnostic {
    build::error("E0311", format!("`{cable}` stretches without any resistance"), place)
        .label("nothing pulls: there is neither a branch nor a stiffness")
}

/// A law of a rope by a table in which the tension falls from one strain to the next: both with their tensions (N). `place`
/// is that of the law.
pub fn does_not_rise(
    place: Place,
    cable: &str,
    table: &str,
    [(strain, tension), (next, then)]: [(f64, f64); 2],
) -> Diagnostic {
    build::error("E0311", format!("the tension of `{cable}` does not rise with its strain"), place)
        .label(format!("in `{table}` it is {tension} N at {strain}, and {then} N at {next}"))
        .note("a rope that yields has no shape of its own under a load; take the rows out where the tension falls or stays")
}

/// A table of a rope's tensions that says nothing of a slope.
pub fn one_row_of_tension(place: Place, cable: &str, table: &str) -> Diagnostic {
    build::error("E0311", format!("one row does not tell how `{cable}` stretches"), place)
        .label(format!("`{table}` needs two rows at least"))
        .note("the first is the relaxed rope, `0, 0`")
}

/// A table of a rope's tensions over strains of which the first makes it shorter than nothing.
pub fn shorter_than_nothing(place: Place, cable: &str, table: &str, strain: f64) -> Diagnostic {
    build::error("E0311", format!("`{cable}` cannot be shorter than nothing"), place)
        .label(format!("in `{table}` a strain is {strain}, and with one of -1 no length is left"))
        .note("a strain is the change of the length over the length; those in percent say so in the head of their column, `strain [%]`")
}

/// A rope that flows as long as something pulls at it, where rest is looked for. `place` is that of its law.
pub fn nothing_lasts(place: Place, cable: &str) -> Diagnostic {
    build::error("E0311", format!("`{cable}` has no equilibrium"), place)
        .label("nothing of this tension lasts, so it gets longer as long as something pulls at it")
        .note("give `maxwell` a `stiffness`, or begin without `equilibrium`: then it has just been loaded")
}

/// The same of a torque that all relaxes; `place` is that of `torsion`.
pub fn no_torque_lasts(place: Place, cable: &str) -> Diagnostic {
    build::error("E0311", format!("`{cable}` has no equilibrium"), place)
        .label("nothing of its torque lasts, so it is twisted as long as something turns an end")
        .note("give `torsion` a `stiffness`, or begin without `equilibrium`: then it has just been twisted")
}

/// Neither a stiffness nor a branch; `place` is that of `torsion`.
pub fn nothing_resists_twist(place: Place, cable: &str) -> Diagnostic {
    build::error("E0311", format!("`{cable}` is twisted without any resistance"), place)
        .label("there is neither a branch nor a stiffness")
        .note("give it a `stiffness`, or leave out `torsion` where nothing resists twist")
}

/// A method to keep loops closed together with an integrator that does so itself.
pub fn loops_not_used(place: Place, loops: &str, with: Place, integrator: &str) -> Diagnostic {
    build::error("E0311", format!("`{integrator}` does not go with `loops = {loops}`"), place)
        .label("only for the recursive dynamics")
        .related(with, "the integrator is chosen here")
        .note(format!("each step of `{integrator}` closes all loops; leave `loops` out"))
}

/// A method to keep loops closed that needs more than the sweeps of transfer matrices. `by` is the place of that choice.
pub fn loops_beside_sweeps(place: Place, loops: &str, by: Place) -> Diagnostic {
    let message = format!("`dynamics = transfer_matrix` does not go with `loops = {loops}`");
    build::error("E0311", message, place)
        .label("only for `dynamics = recursive`")
        .related(by, "the dynamics are chosen here")
        .note("sweeps keep what holds a body by `projection` or `baumgarte(rate = 10 1/s)`")
}
