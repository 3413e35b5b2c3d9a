//! The schema as documentation: the pages of `cdl reference` and `docs/reference.md`.

use std::fmt::Write;

use cdl_grammar::syntax::RelationWord;

use super::{
    ENERGY, Field, Kind, KindId, Law, Presence, Quantity, Range, Relation, STATION_QUANTITIES,
    SYSTEM, Shape, Target, Type, Variability, Variant, kinds,
};

/// How an element of this kind is written, such as `cable NAME: VARIANT from A to B { ... }`. Where relations decide
/// what the value is there is more than one way, with backquotes between them.
pub fn usage(kind: &Kind) -> String {
    usages(kind).join("` or `")
}

/// The ways of [`usage`].
pub fn usages(kind: &Kind) -> Vec<String> {
    let first = kind.relations.first().copied().unwrap_or(&[]);
    match kind.law {
        Some(Law::ValueOrBetween(..)) => {
            let mut ways: Vec<String> =
                kind.relations.iter().map(|relations| way(kind, relations)).collect();
            if !kind.variants.is_empty() {
                ways.push(format!("{} NAME: VARIANT between A and B", kind.name));
            }
            ways
        }
        Some(
            Law::Value(_)
            | Law::Equation
            | Law::Criterion
            | Law::Curves
            | Law::Values
            | Law::Bounds
            | Law::Distribution
            | Law::Rows
            | Law::Stated,
        )
        | None => {
            vec![way(kind, first)]
        }
    }
}

fn way(kind: &Kind, relations: &[Relation]) -> String {
    let mut text = kind.name.to_owned();
    if kind.subject().is_some() {
        kind.write_usage(&mut text);
        return text;
    }
    if kind.named {
        text.push_str(" NAME");
    }
    if kind.variant_required {
        text.push_str(": VARIANT");
    }
    for relation in relations.iter().filter(|relation| relation.required) {
        let target = match relation.word {
            RelationWord::At => "[x, y, z] m",
            RelationWord::From | RelationWord::Between => "A",
            RelationWord::To | RelationWord::And => "B",
            RelationWord::On => "POINT",
            RelationWord::In => "FRAME",
        };
        text.push_str(&format!(" {} {target}", relation.word.text()));
    }
    let law = kind.law.as_ref();
    let asked = law.and_then(|law| law.value(relations.iter().map(|relation| relation.word)));
    text.push_str(match kind.law {
        Some(Law::ValueOrBetween(..)) => match asked {
            Some(Type::Scalar(_)) => " = SCALAR",
            _ => " = VECTOR",
        },
        Some(Law::Value(_)) => " = VALUE",
        Some(Law::Equation) => ": LEFT == RIGHT",
        Some(Law::Criterion) => ": CONDITION",
        Some(Law::Curves) => " = [A, B]",
        Some(Law::Values) => " = FIRST .. LAST { count = N }",
        Some(Law::Bounds) => " = LOW .. HIGH { minimize = EXPRESSION }",
        Some(Law::Distribution) => " = normal(MEAN, DEVIATION) { count = N }",
        Some(Law::Rows) => " = table(\"FILE.csv\")",
        Some(Law::Stated) => ": TYPE = START { ... }",
        None if kind.of_experiment && kind.fields.is_empty() => "",
        None => " { ... }",
    });
    text
}

/// The page of a kind, Markdown.
pub fn reference(kind: &Kind) -> String {
    let mut page = String::new();
    write_kind(&mut page, kind);
    page
}

/// All pages, as `docs/reference.md`.
pub fn document() -> String {
    let mut text = String::from(
        "# Reference of element kinds\n\n\
         Generated from the schema (`compiler/src/schema`); `cdl reference KIND` prints one page.\n\n",
    );
    for kind in kinds() {
        let _ = writeln!(text, "- [`{0}`](#{0}): {1}", kind.name, kind.doc);
    }
    text.push_str("- [quantities of the whole model](#the-whole-model)\n");
    text.push_str("- [units and types of quantities](#units)\n- [messages](#messages)\n");
    for kind in kinds() {
        text.push('\n');
        write_kind(&mut text, kind);
    }
    text.push_str(
        "\n## The whole model\n\n`energy` and its parts, in a `record` or an expression:\n\n",
    );
    for quantity in ENERGY {
        write_quantity(&mut text, "energy.", quantity);
    }
    text.push('\n');
    for quantity in SYSTEM {
        write_quantity(&mut text, "", quantity);
    }
    text.push('\n');
    text.push_str(&crate::units::document());
    text.push_str("\n## Messages\n\n`cdl explain CODE` tells the story of each.\n\n");
    for code in crate::diagnostics::all() {
        let _ = writeln!(text, "- {}: {}", code.code, code.title);
    }
    text
}

// Writing to a String cannot fail, so results of `writeln!` are dropped below.

fn write_kind(page: &mut String, kind: &Kind) {
    let _ = writeln!(page, "## {}\n\n{}.\n", kind.name, capitalized(kind.doc));
    let usage = usages(kind).join("\n");
    let _ = writeln!(page, "```text\n{usage}\n```\n\n{}", kind.details);
    if !kind.relations.is_empty() {
        page.push_str("\n### Relations\n\n");
        for (i, set) in kind.relations.iter().enumerate() {
            if i > 0 {
                page.push_str("\nor\n\n");
            }
            for relation in *set {
                let targets: Vec<_> = relation.targets.iter().map(|t| target(*t)).collect();
                let _ = writeln!(
                    page,
                    "- `{}` {}{}: {}",
                    relation.word.text(),
                    targets.join(" or "),
                    if relation.required { "" } else { " (optional)" },
                    relation.doc
                );
            }
        }
    }
    write_fields(page, "### Fields", kind.fields);
    for variant in kind.variants {
        write_variant(page, kind, variant);
    }
    write_quantities(page, "### Quantities", kind.quantities);
    if kind.id == KindId::Cable {
        write_quantities(page, "### Quantities of a place on it", STATION_QUANTITIES);
    }
    if !kind.nested.is_empty() {
        let nested: Vec<_> = kind.nested.iter().map(|kind| format!("`{kind}`")).collect();
        let _ = writeln!(page, "\nInside its block may stand: {}.", nested.join(", "));
    }
    let _ = writeln!(page, "\n### Example\n\n```cdl\n{}\n```", kind.example);
}

fn write_variant(page: &mut String, kind: &Kind, variant: &Variant) {
    let _ =
        writeln!(page, "\n### {} {}\n\n{}.", kind.name, call(variant), capitalized(variant.doc));
    write_fields(page, "Arguments:", variant.arguments);
    write_fields(page, "Fields:", variant.fields);
    write_quantities(page, "Quantities:", variant.quantities);
}

/// `rigid_links(count, form)`, between backquotes
pub fn call(variant: &Variant) -> String {
    if variant.arguments.is_empty() {
        return format!("`{}`", variant.name);
    }
    let names: Vec<_> = variant.arguments.iter().map(|argument| argument.name).collect();
    format!("`{}({})`", variant.name, names.join(", "))
}

fn write_fields(page: &mut String, title: &str, fields: &[Field]) {
    if fields.is_empty() {
        return;
    }
    let _ = writeln!(page, "\n{title}\n");
    for field in fields {
        write_field(page, field, 0);
    }
}

/// What a field takes, in a few words: `Length in m, required, positive`.
pub fn field_facts(field: &Field) -> String {
    let mut facts = vec![type_text(&field.ty)];
    match field.presence {
        Presence::Required => facts.push("required".to_owned()),
        Presence::Optional => {}
        Presence::Default(text) => facts.push(format!("default `{text}`")),
    }
    match field.range {
        Range::Any => {}
        Range::Positive => facts.push("positive".to_owned()),
        Range::NonNegative => facts.push("not negative".to_owned()),
        Range::Between(low, high) => {
            facts.push(format!("from {} to {}", bound(low), bound(high)));
        }
    }
    match field.variability {
        Variability::Const => facts.push("constant".to_owned()),
        Variability::Param => {}
        Variability::Signal => facts.push("may change in time".to_owned()),
    }
    facts.join(", ")
}

fn write_field(page: &mut String, field: &Field, depth: usize) {
    let indent = "  ".repeat(depth);
    let _ = write!(page, "{indent}- `{}` ({}): {}", field.name, field_facts(field), field.doc);
    if let Some(source) = field.source {
        let _ = write!(page, " [{source}]");
    }
    page.push('\n');
    let (fields, variants) = field.ty.inner();
    for inner in fields {
        write_field(page, inner, depth + 1);
    }
    for variant in variants {
        let _ = writeln!(page, "{indent}  - {}: {}", call(variant), variant.doc);
        for argument in variant.arguments {
            write_field(page, argument, depth + 2);
        }
    }
}

/// `0.5`, `1e-14`
fn bound(value: f64) -> String {
    if (1e-3..1e6).contains(&value.abs()) || value == 0.0 {
        format!("{value}")
    } else {
        format!("{value:e}")
    }
}

/// `Length in m`, `vector in m/s`
pub fn type_text(ty: &Type) -> String {
    let unit = |unit: &str| if unit == "1" { String::new() } else { format!(" in {unit}") };
    match ty {
        Type::Scalar("1") => "number".to_owned(),
        Type::Scalar(text) => match crate::units::type_name_of_unit(text) {
            // No field is a momentum; N.s is the damping of a section here.
            Some(name) if name != "Momentum" => format!("{name}{}", unit(text)),
            Some(_) | None => format!("quantity{}", unit(text)),
        },
        Type::Vector(text) => format!("vector{}", unit(text)),
        Type::Downward(text) => format!("scalar or vector{}", unit(text)),
        Type::Matrix(text) => format!("symmetric matrix{}", unit(text)),
        Type::Direction => "direction".to_owned(),
        Type::Attitude => "attitude".to_owned(),
        Type::Int => "integer".to_owned(),
        Type::Bool => "true or false".to_owned(),
        Type::Text => "text".to_owned(),
        Type::List(text) => format!("list of {}", type_text(&Type::Scalar(text))),
        Type::Table(argument, column) => format!("table of {column} over {argument}"),
        Type::Variant(_) => "one of these".to_owned(),
        Type::Struct(_) => "a block of these".to_owned(),
        Type::StructOrVariant(..) => "a block or one of these".to_owned(),
        Type::RateOfStated => "as its type, per second".to_owned(),
        Type::AnyScalar => "any scalar".to_owned(),
        Type::Reference(kinds) => {
            let names: Vec<_> = kinds.iter().map(|kind| kind.name()).collect();
            format!("a {}", names.join(" or a "))
        }
    }
}

fn target(target: Target) -> &'static str {
    match target {
        Target::Frame => "the world, a body or a frame",
        Target::Body => "a body",
        Target::Free => "`free`",
        Target::CablePoint => "a point of a cable",
        Target::Position => "a position",
    }
}

fn write_quantities(page: &mut String, title: &str, quantities: &[Quantity]) {
    if quantities.is_empty() {
        return;
    }
    let _ = writeln!(page, "\n{title}\n");
    for quantity in quantities {
        write_quantity(page, "", quantity);
    }
}

fn write_quantity(page: &mut String, prefix: &str, quantity: &Quantity) {
    let facts = quantity_facts(quantity);
    let _ = writeln!(page, "- `{prefix}{}` ({facts}): {}", quantity.name, quantity.doc);
}

/// `vector in m/s`
pub fn quantity_facts(quantity: &Quantity) -> String {
    let shape = match quantity.shape {
        Shape::Scalar => "scalar",
        Shape::Vector => "vector",
        Shape::Attitude => "attitude",
        Shape::Station => "place",
    };
    let unit = if quantity.unit == "1" { String::new() } else { format!(" in {}", quantity.unit) };
    format!("{shape}{unit}")
}

fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
