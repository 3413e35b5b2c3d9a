//! How fields could be written.

use super::{Field, Presence, Range, Type};

/// A field with a value that it takes, such as `length = 1 m`.
pub fn example(field: &Field) -> String {
    format!("{} = {}", field.name, example_value(field))
}

/// A value that a field takes, such as `1 m`; what it refers to may not exist.
pub fn example_value(field: &Field) -> String {
    match &field.ty {
        Type::Scalar("1") => "1".to_owned(),
        Type::Scalar("s") if field.name == "step" => "5 ms".to_owned(),
        Type::Scalar(unit) | Type::Downward(unit) => format!("1 {unit}"),
        Type::Vector(unit) => {
            // Shapes have to have a volume.
            let numbers = match field.name {
                "size" => "[1, 1, 1]",
                "start" => "[0, 0, 0]",
                _ => "[0, 0, 1]",
            };
            if *unit == "1" { numbers.to_owned() } else { format!("{numbers} {unit}") }
        }
        Type::Matrix(unit) => format!("diag(1, 1, 1) {unit}"),
        // Two axes of a joint may not be parallel.
        Type::Direction => if field.name == "second" { "x" } else { "z" }.to_owned(),
        Type::Attitude => "level".to_owned(),
        Type::Int => match field.range {
            Range::Between(low, high) => format!("{}", 10.0_f64.clamp(low, high)),
            Range::Any | Range::Positive | Range::NonNegative => "10".to_owned(),
        },
        Type::Bool => "true".to_owned(),
        Type::Text => "\"...\"".to_owned(),
        Type::List(unit) => format!("[1 {unit}]"),
        Type::Table(..) => "table(\"table.csv\")".to_owned(),
        Type::Variant(variants) => {
            let variant = variants.first();
            let arguments: Vec<String> = variant
                .iter()
                .flat_map(|variant| variant.arguments)
                .filter(|argument| argument.presence == Presence::Required)
                .map(example)
                .collect();
            let variant = variant.map_or("...", |variant| variant.name);
            if arguments.is_empty() {
                variant.to_owned()
            } else {
                format!("{variant}({})", arguments.join(", "))
            }
        }
        Type::Struct(fields) | Type::StructOrVariant(fields, _) => {
            let inner = fields.first().map_or_else(String::new, example);
            format!("{{ {inner} }}")
        }
        Type::RateOfStated => "1 m/s".to_owned(),
        Type::AnyScalar => "1 m".to_owned(),
        Type::Reference(kinds) => kinds.first().map_or("...", |kind| kind.name()).to_owned(),
    }
}
