//! The tables are consistent in themselves.

use std::collections::BTreeSet;

use super::*;
use crate::units::unit_named;

fn visit_fields(fields: &'static [Field], visit: &mut impl FnMut(&'static Field)) {
    for field in fields {
        visit(field);
        let (inner, variants) = field.ty.inner();
        visit_fields(inner, visit);
        visit_variants(variants, visit);
    }
}

fn visit_variants(variants: &'static [Variant], visit: &mut impl FnMut(&'static Field)) {
    for variant in variants {
        visit_fields(variant.arguments, visit);
        visit_fields(variant.fields, visit);
    }
}

#[test]
fn names_are_unique() {
    let names: BTreeSet<_> = kinds().iter().map(|kind| kind.name).collect();
    assert_eq!(names.len(), kinds().len());
    for kind in kinds() {
        let variants: Vec<_> = match kind.variants {
            [] => vec![None],
            variants => std::iter::once(None).chain(variants.iter().map(Some)).collect(),
        };
        for variant in variants {
            let mut seen = BTreeSet::new();
            for field in kind.fields_of(variant) {
                assert!(seen.insert(field.name), "{} {}", kind.name, field.name);
            }
            let arguments = variant.map_or(&[] as &[Field], |variant| variant.arguments);
            for argument in arguments {
                assert!(seen.insert(argument.name), "{} {}", kind.name, argument.name);
            }
            let quantities: BTreeSet<_> =
                kind.quantities_of(variant).iter().map(|quantity| quantity.name).collect();
            assert_eq!(quantities.len(), kind.quantities_of(variant).len());
        }
    }
}

#[test]
fn units_are_known() {
    for kind in kinds() {
        let mut check = |field: &'static Field| match field.ty {
            Type::Scalar(unit)
            | Type::Vector(unit)
            | Type::Downward(unit)
            | Type::Matrix(unit)
            | Type::List(unit) => {
                assert!(unit_named(unit).is_ok(), "{} {}: {unit}", kind.name, field.name);
            }
            Type::Table(argument, column) => {
                for unit in [argument, column] {
                    assert!(unit_named(unit).is_ok(), "{} {}: {unit}", kind.name, field.name);
                }
            }
            _ => {}
        };
        visit_fields(kind.fields, &mut check);
        visit_variants(kind.variants, &mut check);
        let of_variants = kind.variants.iter().flat_map(|variant| variant.quantities);
        for quantity in kind.quantities.iter().chain(of_variants) {
            assert!(unit_named(quantity.unit).is_ok(), "{} {}", kind.name, quantity.name);
        }
    }
}

#[test]
fn an_id_leads_to_its_kind() {
    for kind in kinds() {
        assert!(std::ptr::eq(kind.id.kind(), *kind), "{}", kind.name);
    }
}

#[test]
fn usage_is_readable() {
    let of = |name: &str| kind(name).map(usage).unwrap_or_default();
    assert_eq!(of("cable"), "cable NAME: VARIANT from A to B { ... }");
    assert_eq!(of("frame"), "frame NAME at [x, y, z] m { ... }");
    assert_eq!(
        of("force"),
        "force NAME on POINT = VECTOR` or `force NAME between A and B = SCALAR` or \
         `force NAME: VARIANT between A and B"
    );
    assert_eq!(of("torque"), "torque NAME on POINT = VALUE");
    assert_eq!(of("air"), "air { ... }");
    // Nothing can stand in a block of these.
    assert_eq!(of("input"), "input NAME");
    assert_eq!(of("sensitivity"), "sensitivity NAME");
}

/// Through a constant, the smallest item around an expression.
fn expression_error(text: &str) -> Option<String> {
    let file = cdl_grammar::parse(&format!("const x = {text}\n"));
    file.errors.first().map(|error| error.message.clone())
}

#[test]
fn defaults_are_expressions() {
    for kind in kinds() {
        let mut check = |field: &'static Field| {
            if let Presence::Default(text) = field.presence {
                assert_eq!(expression_error(text), None, "{} {}: {text}", kind.name, field.name);
            }
        };
        visit_fields(kind.fields, &mut check);
        visit_variants(kind.variants, &mut check);
    }
}

#[test]
fn examples_can_be_read() {
    for kind in kinds() {
        let file = cdl_grammar::parse(kind.example);
        assert!(file.errors.is_empty(), "{}: {:?}", kind.name, file.errors);
    }
}

/// `UPDATE_DOCS=1 cargo test -p cdl-compiler` writes the page.
#[test]
fn the_reference_page_is_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/reference.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::create_dir_all(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs")).unwrap();
        std::fs::write(path, document()).unwrap();
    }
    let page = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        page == document(),
        "docs/reference.md is old: UPDATE_DOCS=1 cargo test -p cdl-compiler"
    );
}
