//! E0213: unknown variant. The page beside this file explains it.

use super::super::fields_elsewhere::field_here;
use super::super::{Diagnostic, build, nearest};
use crate::place::Place;

/// `owner` such as `joint` or `shape`; `candidates` are its variants.
pub fn unknown_variant(place: Place, name: &str, owner: &str, candidates: &[&str]) -> Diagnostic {
    // A kind is one of many, a field is this one.
    let is_kind = crate::schema::kind(owner).is_some();
    let owner = if is_kind { build::article(owner) } else { format!("`{owner}`") };
    let message = if candidates.is_empty() {
        format!("{owner} has no variants")
    } else {
        format!("{owner} cannot be `{name}`")
    };
    let report = build::error("E0213", message, place).label("unknown variant");
    if owner == "`integrator`"
        && nearest(name, candidates.iter().copied()).is_none()
        && let Some(how) = method_here(name)
    {
        return report.note(how);
    }
    report.did_you_mean(name, place, candidates, "it can be")
}

/// What does as well as an integrator of another program.
fn method_here(name: &str) -> Option<&'static str> {
    match name.to_ascii_lowercase().as_str() {
        "euler"
        | "forward_euler"
        | "explicit_euler"
        | "semi_implicit"
        | "semi_implicit_euler"
        | "rk2"
        | "rk3"
        | "heun"
        | "runge_kutta"
        | "rungekutta" => {
            Some("what takes little more, and is far more exact, is `rk4(step = 5 ms)`")
        }
        "implicit" | "implicit_euler" | "backward_euler" | "implicitfast" | "dassl" | "dasslrt"
        | "ida" | "cvode" | "ode15s" | "ode23t" | "bdf" | "radau" => Some(
            "what is stiff is solved by `energy_momentum(step = 5 ms)`, or with `tolerance = 1e-6` beside the step by steps that follow it",
        ),
        _ => None,
    }
}

/// `place` is the name of the element, `meant` the variant that it has as a field, and `before` what it has there that
/// stands before the block as well.
pub fn missing_variant(
    place: Place,
    (owner, name): (&str, &str),
    candidates: &[&str],
    meant: Option<&str>,
    before: Option<&str>,
) -> Diagnostic {
    let first = candidates.first().copied();
    let example = meant.or(first).unwrap_or("...");
    build::error("E0213", format!("{} needs a variant", build::article(owner)), place)
        .label(format!("say which one, as in `{owner} {name}: {example}`"))
        .note_if(build::list(candidates).map(|list| format!("it can be {list}")))
        .note_if(before.and_then(|field| field_here(owner, field)).map(str::to_owned))
}
