//! What elaboration has to say, in terms of the diagnostics.

use cdl_grammar::syntax::Expr;

use super::digits::shown_number;
use super::expression_text;
use super::names::scope::Absence;
use super::names::thing::{Thing, in_words};
use crate::diagnostics::{self, Diagnostic};
use crate::place::Place;
use crate::typed::Enumeration;
use crate::units::{Dimension, describe, describe_unit};

pub(in crate::elaborate) use crate::diagnostics::{
    cyclic_definition, incompatible_dimensions, index_out_of_range, missing_argument, not_a_number,
    unknown_argument, unknown_type, unknown_unit, wrong_type,
};

pub(in crate::elaborate) fn needs_plain_number(
    place: Place,
    what: &str,
    found: Dimension,
) -> Diagnostic {
    diagnostics::needs_plain_number(place, what, &describe(found))
}

pub(in crate::elaborate) fn wrong_dimension(
    place: Place,
    unit: &str,
    found: Dimension,
    of: Option<&str>,
) -> Diagnostic {
    diagnostics::wrong_dimension(place, &describe_unit(unit), &describe(found), of)
}

/// For angles, a whole number is more probably meant in degrees.
pub(in crate::elaborate) fn missing_unit(
    place: Place,
    written: &str,
    unit: &str,
    of: Option<&str>,
) -> Diagnostic {
    let degrees = unit == "rad" && !written.contains('.') && !written.contains('e');
    let mut report = diagnostics::missing_unit(place, written, unit, of);
    if degrees {
        let replacement = format!("{written} deg");
        report.message = format!("`{written}` has no unit: write `{replacement}`");
        report = report.fix(format!("write `{replacement}`"), place, replacement);
    }
    report
}

pub(in crate::elaborate) fn incompatible_arguments(
    place: Place,
    function: &str,
    left: (Place, Dimension),
    right: (Place, Dimension),
) -> Diagnostic {
    let (a, b) = (describe(left.1), describe(right.1));
    incompatible_dimensions(place, function, (left.0, &a), (right.0, &b))
}

pub(in crate::elaborate) fn incompatible(
    symbol: &str,
    left: (Place, Dimension),
    right: (Place, Dimension),
    place: Place,
) -> Diagnostic {
    let operation = match symbol {
        "+" => "add",
        "-" => "subtract",
        "==" | "!=" | "<" | "<=" | ">" | ">=" => "compare",
        other => other,
    };
    let (a, b) = (describe(left.1), describe(right.1));
    incompatible_dimensions(place, operation, (left.0, &a), (right.0, &b))
}

pub(in crate::elaborate) fn mixed_list(
    place: Place,
    found: Dimension,
    first: (Place, Dimension),
) -> Diagnostic {
    diagnostics::wrong_dimension(place, &describe(first.1), &describe(found), None)
        .related(first.0, "all elements have the dimension of this one")
}

/// What a comprehension gives in one turn, and what it gives in another.
pub(in crate::elaborate) fn mixed_turns(
    place: Place,
    first: Dimension,
    found: Dimension,
) -> Diagnostic {
    diagnostics::wrong_dimension(place, &describe(first), &describe(found), None)
        .note("the elements of an array have one dimension")
}

pub(in crate::elaborate) fn mixed_branches(
    place: Place,
    found: Dimension,
    then: (Place, Dimension),
) -> Diagnostic {
    diagnostics::wrong_dimension(place, &describe(then.1), &describe(found), None)
        .related(then.0, "both branches have the dimension of this one")
}

/// A name that is no value of the enum that is asked for.
pub(in crate::elaborate) fn no_such_value(
    place: Place,
    name: &str,
    of: &Enumeration,
) -> Diagnostic {
    let values: Vec<&str> = of.values.iter().map(|value| value.as_ref()).collect();
    diagnostics::unknown_value(place, name, &of.name, &values)
}

/// A bare name that is a value of the enum that is asked for, and something else as well.
pub(in crate::elaborate) fn ambiguous_value(
    place: Place,
    name: &str,
    of: &Enumeration,
    declared: Option<Place>,
    whole: Option<&str>,
) -> Diagnostic {
    diagnostics::ambiguous_value(place, name, &of.name, declared, whole)
}

pub(in crate::elaborate) fn cannot_select(place: Place, ty: &str) -> Diagnostic {
    let message = format!("a condition that changes during a run cannot choose between {ty}s");
    diagnostics::impossible_value(place, &message, "only numbers and vectors can change")
}

pub(in crate::elaborate) fn not_a_value(place: Place, thing: &Thing) -> Diagnostic {
    let report = wrong_type(place, "a value", in_words(thing), None);
    match thing {
        Thing::Part(_) => report.note("name something that the part makes `pub`"),
        Thing::Energy => report.note("name a line of it, such as `energy.total`"),
        Thing::Column(_) => report.note("give the column to `interpolate`"),
        Thing::Function(_) | Thing::Builtin(_) => {
            report.note("call it, with arguments in parentheses")
        }
        Thing::StationAt(_) => report.note("say where, as in `tether.at(3 m)`"),
        Thing::Component(_) => report.note("make an instance of it with `part`"),
        Thing::Enum(of) => {
            report.note(format!("name one of its values, such as `{}.{}`", of.name, of.first()))
        }
        Thing::Value(_) | Thing::Array(_) | Thing::Module(_) => report,
    }
}

pub(in crate::elaborate) fn not_for_expressions(place: Place, what: &str) -> Diagnostic {
    wrong_type(place, "a value", what, None)
}

pub(in crate::elaborate) fn not_a_component(
    place: Place,
    expr: &Expr,
    found: &Thing,
) -> Diagnostic {
    let name = expression_text::text(expr);
    diagnostics::wrong_entity(place, &name, "a component", in_words(found), None)
}

pub(in crate::elaborate) fn not_callable(place: Place, expr: &Expr, found: &Thing) -> Diagnostic {
    let is_row = matches!(
        found,
        Thing::Array(_)
            | Thing::Value(crate::typed::Value::Array(_) | crate::typed::Value::Vector { .. })
    );
    diagnostics::not_callable(place, &expression_text::text(expr), in_words(found), is_row)
}

pub(in crate::elaborate) fn operator_on(place: Place, symbol: &str, found: &str) -> Diagnostic {
    let expected = if symbol == "not" { "a Bool" } else { "a number" };
    wrong_type(place, expected, found, Some(&format!("`{symbol}`")))
}

pub(in crate::elaborate) fn no_such_operation(
    place: Place,
    symbol: &str,
    left: (Place, &str),
    right: (Place, &str),
    help: Option<&str>,
) -> Diagnostic {
    let mut report = wrong_type(place, "operands that fit", "others", None)
        .related(left.0, format!("this is {}", crate::units::with_article(left.1)))
        .related(right.0, format!("this is {}", crate::units::with_article(right.1)));
    report.message = format!("there is no `{symbol}` between {} and {}", left.1, right.1);
    report.primary.text = "not defined".to_owned();
    match help {
        Some(help) => report.note(help),
        None => report,
    }
}

pub(in crate::elaborate) fn second_unit(place: Place, unit: &str, found: &str) -> Diagnostic {
    let mut report = wrong_type(place, "a plain number", found, None);
    report.message = format!("the unit `{unit}` stands behind something that has one already");
    report
}

pub(in crate::elaborate) fn division_by_zero(place: Place) -> Diagnostic {
    not_a_number(place, "division by zero")
}

pub(in crate::elaborate) fn odd_exponent(place: Place) -> Diagnostic {
    let message = "a quantity with a unit cannot have this exponent";
    diagnostics::impossible_value(place, message, "no fraction with a denominator up to 12")
}

pub(in crate::elaborate) fn not_whole(place: Place, value: f64) -> Diagnostic {
    let shown = shown_number(value);
    wrong_type(place, "a whole number", &shown, None)
        .note("`floor`, `ceil` and `round` make whole numbers")
}

/// Of what has a unit.
pub(in crate::elaborate) fn not_whole_of_quantity(place: Place, value: f64) -> Diagnostic {
    wrong_type(place, "a whole number", &shown_number(value), None).note(
        "a range counts whole numbers; between which values something stays is given by each of them: \
         `limits = { lower = -30 deg; upper = 30 deg; stiffness = 2 kN.m/rad }`",
    )
}

pub(in crate::elaborate) fn no_direction(place: Place) -> Diagnostic {
    diagnostics::impossible_value(place, "a vector of length zero has no direction", "length zero")
}

pub(in crate::elaborate) fn too_large(place: Place) -> Diagnostic {
    not_a_number(place, "not a finite number")
}

pub(in crate::elaborate) fn too_deep(place: Place) -> Diagnostic {
    let message = "this needs too many other expressions, one inside the other";
    diagnostics::impossible_value(place, message, "nested too deeply")
        .note("give a part of it a name of its own with `let`, before it")
}

pub(in crate::elaborate) fn too_many_values(place: Place, limit: usize) -> Diagnostic {
    let message = format!("this value holds more than {limit} others");
    diagnostics::impossible_value(place, &message, "too many")
        .note("a `table` is the place for many numbers")
}

pub(in crate::elaborate) fn too_long_text(place: Place, limit: usize) -> Diagnostic {
    let message = format!("a text has at most {limit} letters");
    diagnostics::impossible_value(place, &message, "too long")
}

pub(in crate::elaborate) fn too_many_turns(place: Place, limit: i64) -> Diagnostic {
    diagnostics::impossible_value(
        place,
        &format!("a range has at most {limit} numbers"),
        "too many",
    )
}

pub(in crate::elaborate) fn needs_index(place: Place, path: &str, name: &str) -> Diagnostic {
    wrong_type(place, "a single element", "an array", None).note(format!(
        "choose one by its index, as in `{path}[0].{name}`; `{path}[*].{name}` is of all"
    ))
}

pub(in crate::elaborate) fn no_such_entry(
    place: Place,
    path: &str,
    index: i64,
    range: Option<(i64, i64)>,
) -> Diagnostic {
    let length = range.map_or(0, |(first, last)| (last - first + 1).unsigned_abs() as usize);
    let mut report = index_out_of_range(place, &format!("`{path}`"), index, length);
    if let Some((first, last)) = range
        && first != 0
    {
        report.primary.text = format!("its indices go from {first} to {last}");
    }
    report
}

/// Something that decides what a model consists of asks for all that shares a name.
pub(in crate::elaborate) fn not_unfolded(place: Place, path: &str) -> Diagnostic {
    let mut report = cyclic_definition(&[(path, place)], place);
    report.message = format!("all of `{path}` is known only when the model has been unfolded");
    report.primary.text = "this decides what there is".to_owned();
    report.notes =
        vec!["ranges of loops and conditions around elements cannot depend on it".to_owned()];
    report
}

pub(in crate::elaborate) fn not_indexable(place: Place, found: &str) -> Diagnostic {
    wrong_type(place, "an array", found, None)
}

pub(in crate::elaborate) fn not_a_quantity_type(place: Place, of: &str) -> Diagnostic {
    wrong_type(
        place,
        "a type of quantity such as `Length`",
        "another type",
        Some(&format!("`{of}`")),
    )
}

pub(in crate::elaborate) fn type_arguments(
    place: Place,
    name: &str,
    expected: usize,
) -> Diagnostic {
    let expected = if expected == 0 { "no argument" } else { "one argument" };
    let mut report = wrong_type(place, expected, "others", None);
    report.message = format!("the type `{name}` takes {expected}");
    report.primary.text = "wrong number of arguments".to_owned();
    report
}

pub(in crate::elaborate) fn unknown_name(
    place: Place,
    name: &str,
    candidates: &[&str],
    absent: Option<(Place, Absence)>,
) -> Diagnostic {
    match absent {
        Some((absent, Absence::Loop)) => {
            let mut report = diagnostics::unknown_name(place, name, &[])
                .related(absent, "declared here, in each turn of a loop")
                .note(format!("give it an index there, as in `{name}[i]`, to use it from outside"));
            report.message = format!("`{name}` is known only inside of its loop");
            report
        }
        Some((absent, Absence::Branch)) => {
            let mut report = diagnostics::unknown_name(place, name, &[])
                .related(absent, "declared here, but its `if` is not taken");
            report.message = format!("`{name}` does not exist in this case");
            report
        }
        None => diagnostics::unknown_name(place, name, candidates),
    }
}

pub(in crate::elaborate) fn recursive(name: &str, place: Place, declared: Place) -> Diagnostic {
    let mut report = cyclic_definition(&[(name, place)], place).related(declared, "declared here");
    report.notes.clear();
    report
}

pub(in crate::elaborate) fn cyclic_field(place: Place, name: &str) -> Diagnostic {
    let mut report = cyclic_definition(&[(name, place)], place);
    report.notes.clear();
    report
}

/// A state without a type whose start needs its own value.
pub(in crate::elaborate) fn cyclic_start(place: Place, name: &str) -> Diagnostic {
    cyclic_field(place, name).note("a state has the type of its start, or the one after the colon")
}

/// `kind` is `state` or `var`.
pub(in crate::elaborate) fn not_a_state_type(place: Place, kind: &str, found: &str) -> Diagnostic {
    let expected = match kind {
        "var" => {
            "a quantity such as `Length`, a vector such as `Vector(Length)`, `Bool` or an enum"
        }
        _ => "a quantity such as `Length`, or a vector such as `Vector(Length)`",
    };
    wrong_type(place, expected, found, None)
}

/// `state phase: Phase`
pub(in crate::elaborate) fn state_of_enum(place: Place, of: &str) -> Diagnostic {
    not_a_state_type(place, "state", of)
        .note("nothing is between the values of an enum: a `var` keeps one until an event sets it")
}

/// A state without a type that starts at a plain number; `meant` is the unit of the state with this rate.
pub(in crate::elaborate) fn rate_of_a_number(
    place: Place,
    found: Dimension,
    meant: &str,
) -> Diagnostic {
    wrong_dimension(place, "1/s", found, Some("the rate of a number")).note(format!(
        "a state without a type is what its start is: write `0 {meant}`, or its type"
    ))
}

pub(in crate::elaborate) fn dimension_too_large(place: Place) -> Diagnostic {
    wrong_type(place, "the state's dimension per second", "a dimension beyond all", None)
}

pub(in crate::elaborate) fn field_not_given(
    place: Place,
    name: &str,
    of: &str,
    declared: Option<Place>,
) -> Diagnostic {
    let mut report = diagnostics::unknown_quantity(place, name, of, &[]);
    report.message = format!("the field `{name}` of {of} is not given");
    match declared {
        Some(declared) => report.related(declared, "declared here"),
        None => report,
    }
}
