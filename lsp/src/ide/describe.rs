//! What the language itself has to say about its words, in Markdown: a line of code, then prose.

use cdl_compiler::elaborate::builtins::{Builtin, NamedConstant, Parameter};
use cdl_compiler::elaborate::{TYPE_NAMES, type_named};
use cdl_compiler::schema::{self, Field, Kind, Presence, Quantity, Type, Variant};
use cdl_compiler::units;

/// Code as a block of Markdown.
pub(crate) fn code(text: &str) -> String {
    format!("```cdl\n{}\n```", text.trim_end())
}

/// Paragraphs, those that are empty left out.
pub(crate) fn paragraphs(parts: &[&str]) -> String {
    let parts: Vec<&str> = parts.iter().copied().filter(|part| !part.trim().is_empty()).collect();
    parts.join("\n\n")
}

/// A word of prose at the start of a sentence.
fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    let text =
        chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect());
    if text.is_empty() || text.ends_with('.') { text } else { format!("{text}.") }
}

pub(crate) fn kind(kind: &Kind) -> String {
    let page = format!("All fields: `cdl reference {}`.", kind.name);
    paragraphs(&[&code(&schema::usages(kind).join("\n")), &sentence(kind.doc), kind.details, &page])
}

pub(crate) fn variant(variant: &Variant) -> String {
    let arguments: Vec<String> = variant.arguments.iter().map(argument).collect();
    let written = match arguments.is_empty() {
        true => variant.name.to_owned(),
        false => format!("{}({})", variant.name, arguments.join(", ")),
    };
    let list = |title: &str, fields: &[Field]| match fields {
        [] => String::new(),
        fields => format!("{title}\n{}", fields.iter().map(item).collect::<Vec<_>>().join("\n")),
    };
    paragraphs(&[
        &code(&written),
        &sentence(variant.doc),
        &list("Arguments:\n", variant.arguments),
        &list("Fields:\n", variant.fields),
    ])
}

/// `step: Time = 1 ms` in a list of arguments.
pub(crate) fn argument(field: &Field) -> String {
    match field.presence {
        Presence::Default(text) => format!("{}: {} = {text}", field.name, type_name(&field.ty)),
        Presence::Required | Presence::Optional => {
            format!("{}: {}", field.name, type_name(&field.ty))
        }
    }
}

/// The type of a field as one would state it.
pub(crate) fn type_name(ty: &Type) -> String {
    let quantity = |unit: &str| match unit {
        "1" => "Real".to_owned(),
        // No field is a momentum; N.s is the damping of a section here.
        unit => match units::type_name_of_unit(unit) {
            Some(name) if name != "Momentum" => name.to_owned(),
            Some(_) | None => unit.to_owned(),
        },
    };
    match ty {
        Type::Scalar(unit) => quantity(unit),
        Type::Vector("1") => "Vector".to_owned(),
        Type::Vector(unit) | Type::Downward(unit) => format!("Vector({})", quantity(unit)),
        Type::Matrix(unit) => format!("Matrix({})", quantity(unit)),
        Type::Direction => "Direction".to_owned(),
        Type::Attitude => "Attitude".to_owned(),
        Type::Int => "Int".to_owned(),
        Type::Bool => "Bool".to_owned(),
        Type::Text => "Text".to_owned(),
        Type::List(unit) => format!("Array({})", quantity(unit)),
        Type::Table(..) => "Table".to_owned(),
        Type::RateOfStated => "TYPE/s".to_owned(),
        Type::AnyScalar => "SCALAR".to_owned(),
        Type::Variant(_) => "...".to_owned(),
        Type::Struct(_) | Type::StructOrVariant(..) => "{ ... }".to_owned(),
        Type::Reference(kinds) => {
            kinds.iter().map(|kind| capitalized(kind.name())).collect::<Vec<_>>().join(" or ")
        }
    }
}

fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

fn item(field: &Field) -> String {
    format!("- `{}` ({}): {}", field.name, schema::field_facts(field), field.doc)
}

/// A field or an argument of a variant; `value` is what it has here.
pub(crate) fn field(field: &Field, value: &str) -> String {
    let written = match field.presence {
        Presence::Default(text) => format!("{} = {text}", field.name),
        Presence::Required | Presence::Optional => {
            format!("{}: {}", field.name, type_name(&field.ty))
        }
    };
    let facts = format!("{}.", sentence(&schema::field_facts(field)).trim_end_matches('.'));
    let source = field.source.map(|source| format!("Source: {source}.")).unwrap_or_default();
    paragraphs(&[
        &code(&written),
        value,
        &sentence(field.doc),
        &facts,
        &choices(&field.ty),
        &source,
    ])
}

/// What may be chosen for a field, one line each.
fn choices(ty: &Type) -> String {
    let (fields, variants) = match ty {
        Type::Struct(fields) => (*fields, &[] as &[Variant]),
        Type::Variant(variants) => (&[] as &[Field], *variants),
        Type::StructOrVariant(fields, variants) => (*fields, *variants),
        _ => return String::new(),
    };
    let fields = fields.iter().map(item);
    let variants =
        variants.iter().map(|variant| format!("- {}: {}", schema::call(variant), variant.doc));
    fields.chain(variants).collect::<Vec<_>>().join("\n")
}

pub(crate) fn quantity(quantity: &Quantity) -> String {
    let facts = format!("{}.", sentence(&schema::quantity_facts(quantity)).trim_end_matches('.'));
    paragraphs(&[&code(quantity.name), &facts, &sentence(quantity.doc)])
}

pub(crate) fn builtin(builtin: &Builtin) -> String {
    paragraphs(&[&code(&builtin.signature()), &sentence(builtin.doc)])
}

pub(crate) fn parameter(builtin: &Builtin, parameter: &Parameter) -> String {
    let written = match parameter.default {
        None => format!("{}: {}", parameter.name, parameter.ty),
        Some(default) => format!("{}: {} = {default}", parameter.name, parameter.ty),
    };
    paragraphs(&[&code(&written), &format!("Of `{}`.", builtin.signature())])
}

pub(crate) fn constant(constant: &NamedConstant) -> String {
    let written = format!("{}: {}", constant.name, constant.ty);
    paragraphs(&[&code(&written), &sentence(constant.doc)])
}

/// A unit token such as `kg.m^2`; `None` for one that means nothing.
pub(crate) fn unit(token: &str) -> Option<String> {
    let unit = units::unit_named(token).ok()?;
    let si = match (units::type_name_of_unit(token).and_then(type_named), unit.dimension.is_none())
    {
        (Some(ty), _) => ty.unit.to_owned(),
        (None, true) => "1".to_owned(),
        (None, false) => units::si_unit(unit.dimension),
    };
    let ty = match units::type_name_of_unit(token) {
        Some("Real") | None if unit.dimension.is_none() => "a plain number".to_owned(),
        Some(name) => format!("`{name}`"),
        None => units::base_units(unit.dimension),
    };
    let value = match si.as_str() {
        "1" => format!("1 {token} = {}", number(unit.factor())),
        si => format!("1 {token} = {} {si}", number(unit.factor())),
    };
    let base = units::base_units(unit.dimension);
    let base = match unit.dimension.is_none() || base == si {
        true => String::new(),
        false => format!(", in base units {base}"),
    };
    Some(paragraphs(&[&code(&value), &format!("{}{base}.", sentence(&ty).trim_end_matches('.'))]))
}

/// A type such as `Speed` or `Frame`; `None` for other words.
pub(crate) fn ty(name: &str) -> Option<String> {
    if let Some(ty) = type_named(name) {
        let dimension = units::unit_named(ty.unit).ok()?.dimension;
        let base = units::base_units(dimension);
        let prose = match ty.unit {
            "1" => "A plain number.".to_owned(),
            "rad" => {
                "An angle: a plain number that is written with a unit, `deg` or `rad`.".to_owned()
            }
            unit if base == unit => format!("A quantity in {unit}."),
            unit => format!("A quantity in {unit}, in base units {base}."),
        };
        return Some(paragraphs(&[&code(name), &prose]));
    }
    let (name, doc) = TYPE_NAMES.iter().find(|(own, _)| *own == name)?;
    Some(paragraphs(&[&code(name), &sentence(doc)]))
}

/// Enough digits for any unit, without those of rounding.
fn number(value: f64) -> String {
    let text = format!("{value:.12}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    match (1e-6..1e9).contains(&value) {
        true => text.to_owned(),
        false => format!("{value:e}"),
    }
}

/// A word of the grammar; `None` for others.
pub(crate) fn keyword(word: &str) -> Option<String> {
    let (_, usage, doc) = KEYWORDS.iter().find(|(own, ..)| *own == word)?;
    Some(paragraphs(&[&code(usage), &sentence(doc)]))
}

/// Each word of the grammar with how it is used and what it does.
const KEYWORDS: [(&str, &str, &str); 37] = [
    ("and", "a and b", "true if both are; `between a and b` names the second place"),
    ("as", "import std.materials as m", "gives what is imported or recorded another name"),
    (
        "at",
        "from world at [0, 0, 3] m",
        "an offset in the axes of what stands before it, the place of a frame; or an event at a known time: `at 2 s { ... }`",
    ),
    (
        "attach",
        "attach rope.end to load.eye, within = 5 cm",
        "in an event: closes a joint, or fixes an end of a cable to a frame; what is apart by up to `within` is moved together",
    ),
    (
        "between",
        "force spring: elastic(...) between a and b",
        "the two places that an element acts on",
    ),
    (
        "component",
        "component Crane(base: Frame, reach: Length = 5 m) { ... }",
        "elements and equations that can be used several times, each time as a `part`",
    ),
    (
        "const",
        "const g: Acceleration = 9.81 m/s^2",
        "a value that is known before anything is unfolded, visible in the whole file and to files that import it",
    ),
    ("detach", "detach rope.end", "in an event: opens a joint, or lets go of an end of a cable"),
    ("else", "if c then a else b", "what is taken where the condition does not hold"),
    (
        "enum",
        "enum Phase { lowering, landed }",
        "a type that has only these values, which are known by their names where one is asked for",
    ),
    (
        "every",
        "simulate 10 s with rk4(step = 1 ms), every 10 ms",
        "the interval between the rows of the results; or an event that happens so often: `every 10 ms { ... }`",
    ),
    (
        "experiment",
        "experiment storm = Ship(depth = 8 m) { ... }",
        "a model with its parameters set, and what is to be done with it",
    ),
    ("false", "false", "the truth value"),
    (
        "fn",
        "fn area(d: Length) -> Area = pi / 4 * d^2",
        "a function: an expression with parameters",
    ),
    (
        "for",
        "for i in 0..8 { ... }",
        "repeats members; the index is known when the model is unfolded",
    ),
    ("from", "joint j: revolute(axis = y) from world to arm", "what holds an element at its start"),
    (
        "if",
        "if c then a else b",
        "chooses a value; around members, `if c { ... } else { ... }`, it chooses what exists",
    ),
    (
        "import",
        "import std.materials as m, \"chains.cdl\"",
        "makes another file's items available behind a dot",
    ),
    (
        "in",
        "for i in 0..8 { ... }",
        "what a loop runs over, or the frame in whose axes something is given",
    ),
    (
        "let",
        "let speed = distance / 2 s",
        "a named value; it may change in time, and the order of declarations means nothing",
    ),
    ("lock", "lock slew", "in an event: holds the coordinates of a joint, or closes a constraint"),
    ("model", "model Ship(depth: Length = 5 m) { ... }", "what an experiment can run"),
    ("not", "not a", "true if it is false"),
    (
        "on",
        "force pull on tip = [0, 0, 5] N",
        "the place that a load acts on, or what a frame is fixed to",
    ),
    ("or", "a or b", "true if one of both is"),
    (
        "part",
        "part crane = Crane(base = deck)",
        "an instance of a component; its `pub` members are read behind a dot",
    ),
    ("pub", "pub let reach = 5 m", "makes a member of a component visible from outside"),
    ("record", "record tether.end.position as tip", "what is written to the results"),
    (
        "release",
        "release slew",
        "in an event: lets the coordinates of a joint move again, or opens a constraint",
    ),
    (
        "simulate",
        "simulate 10 s with rk4(step = 1 ms), every 10 ms",
        "steps the equations of motion through time",
    ),
    ("then", "if c then a else b", "what is taken where the condition holds"),
    (
        "to",
        "cable c: rigid_links(count = 8) from world to free",
        "what holds an element at its end; `free` for nothing",
    ),
    ("true", "true", "the truth value"),
    (
        "until",
        "simulate 60 s until load.position.z < 0 m",
        "the condition that ends a run before its time",
    ),
    ("use", "use", "reserved; it does nothing yet"),
    (
        "when",
        "when load.position.z < 0 m { landed = true }",
        "sets values at the instant at which a condition becomes true",
    ),
    ("with", "simulate 10 s with rk4(step = 1 ms)", "the integrator"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_the_grammar_is_described() {
        let described: Vec<&str> = KEYWORDS.iter().map(|(word, ..)| *word).collect();
        assert_eq!(described, cdl_grammar::keywords());
    }

    #[test]
    fn units_are_told_in_si() {
        let first = |token| {
            let text = unit(token)?;
            text.lines().nth(1).map(str::to_owned)
        };
        assert_eq!(first("mm").as_deref(), Some("1 mm = 0.001 m"));
        assert_eq!(first("kn").as_deref(), Some("1 kn = 0.514444444444 m/s"));
        assert_eq!(first("lbf").as_deref(), Some("1 lbf = 4.44822161526 N"));
        assert_eq!(first("deg").as_deref(), Some("1 deg = 0.01745329252 rad"));
        assert_eq!(first("percent").as_deref(), Some("1 percent = 0.01"));
        assert_eq!(first("kg.m^2").as_deref(), Some("1 kg.m^2 = 1 kg.m^2"));
        assert_eq!(unit("furlong"), None);
    }
}
