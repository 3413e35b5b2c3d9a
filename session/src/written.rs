//! Values of parameters in the units in which their user writes them.

use cdl_compiler::Compilation;

/// The unit of a parameter, empty for none, and how much of SI it is: that of the bounds between which it is chosen, or that in which the model
/// gives it a value.
pub(crate) fn unit<'c>(compilation: &'c Compilation, name: &str) -> (&'c str, f64) {
    let model = &compilation.model;
    let chosen = model.experiment.iter().flat_map(|own| &own.choices);
    let chosen = chosen.filter(|own| own.name == name).find_map(|own| own.written_in.as_ref());
    let parameter = model.parameters.iter().find(|own| own.name == name);
    let written = chosen.or_else(|| parameter.and_then(|own| own.written_in.as_ref()));
    let (unit, factor) = match (written, parameter) {
        (Some((unit, factor)), _) => (unit.as_str(), *factor),
        (None, Some(own)) => (own.unit.as_str(), 1.0),
        (None, None) => ("", 1.0),
    };
    (if unit == "1" { "" } else { unit }, factor)
}

/// Of `factor` of SI: 60 and not 59.999999999999993, which is what is left of 60 deg in rad.
pub(crate) fn in_unit(value: f64, factor: f64) -> f64 {
    if factor == 1.0 {
        return value;
    }
    let value = value / factor;
    format!("{value:.14e}").parse().unwrap_or(value)
}
