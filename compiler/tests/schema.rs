//! What the schema says is true: its examples compile and its defaults have the dimensions of their fields.

mod common;

use cdl_compiler::schema::{Field, Presence, Type, Variant, kinds};
use common::{outcome, outcome_beside};

#[test]
fn examples_compile() {
    for kind in kinds() {
        // Files that an example reads stand in it as comments.
        let mut lines = kind.example.lines().filter_map(|line| line.strip_prefix("// "));
        let file = lines.next().and_then(|line| line.strip_suffix(':'));
        let file = file.map(|name| (name, lines.collect::<Vec<_>>().join("\n")));
        let beside = file.as_ref().map(|(name, text)| (*name, text.as_str()));
        let outcome = outcome_beside("example.cdl", kind.example, beside);
        assert!(outcome.codes.is_empty(), "{}\n{}\n{}", kind.name, kind.example, outcome.rendered);
    }
}

/// The grammar has a list of them, as it knows no schema. A `section` stands in a cable, and a `var` has no block.
#[test]
fn each_kind_that_is_given_to_a_name_is_known_as_one() {
    let elements = kinds().iter().filter(|kind| kind.named && !kind.of_experiment);
    let elements = elements.filter(|kind| !matches!(kind.name, "section" | "var"));
    let mut count = 0;
    for kind in elements {
        let text = format!("model M {{\n  b = {} {{ }}\n}}\n", kind.name);
        let rendered = outcome("named.cdl", &text).rendered;
        assert!(rendered.contains(&format!("write `{} b {{ ... }}`", kind.name)), "{rendered}");
        count += 1;
    }
    assert_eq!(count, 13);
    let rendered = outcome("named.cdl", "model M {\n  b = weight { }\n}\n").rendered;
    assert!(!rendered.contains("write `weight b"), "{rendered}");
}

/// Subtracting zero in the field's unit is possible only with its dimension.
fn zero(ty: &Type) -> Option<String> {
    match ty {
        Type::Scalar("1") => Some("0".to_owned()),
        Type::Scalar(unit) | Type::Downward(unit) => Some(format!("0 {unit}")),
        Type::Vector("1") => Some("[0, 0, 0]".to_owned()),
        Type::Vector(unit) => Some(format!("[0, 0, 0] {unit}")),
        Type::Direction
        | Type::Attitude
        | Type::Matrix(_)
        | Type::Int
        | Type::Bool
        | Type::Text
        | Type::List(_)
        | Type::Table(..)
        | Type::RateOfStated
        | Type::AnyScalar
        | Type::Variant(_)
        | Type::Struct(_)
        | Type::StructOrVariant(..)
        | Type::Reference(_) => None,
    }
}

fn check(kind: &str, fields: &[Field], lines: &mut Vec<String>) {
    for field in fields {
        if let Presence::Default(text) = field.presence
            && let Some(zero) = zero(&field.ty)
        {
            let number = lines.len();
            lines.push(format!("  let d{number} = ({text}) - {zero} // {kind} {}", field.name));
        }
        match field.ty {
            Type::Struct(inner) => check(kind, inner, lines),
            Type::Variant(variants) => check_variants(kind, variants, lines),
            Type::StructOrVariant(inner, variants) => {
                check(kind, inner, lines);
                check_variants(kind, variants, lines);
            }
            _ => {}
        }
    }
}

fn check_variants(kind: &str, variants: &[Variant], lines: &mut Vec<String>) {
    for variant in variants {
        check(kind, variant.arguments, lines);
        check(kind, variant.fields, lines);
    }
}

#[test]
fn defaults_have_the_dimension_of_their_field() {
    let mut lines = Vec::new();
    for kind in kinds() {
        check(kind.name, kind.fields, &mut lines);
        check_variants(kind.name, kind.variants, &mut lines);
    }
    assert!(lines.len() > 40, "{}", lines.len());
    let text = format!("model Defaults {{\n{}\n  frame f at [0, 0, 1] m\n}}\n", lines.join("\n"));
    let outcome = outcome("defaults.cdl", &text);
    assert!(!outcome.codes.iter().any(|code| code.starts_with('E')), "{}", outcome.rendered);
}
