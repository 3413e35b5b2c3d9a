//! What a completion is about, and what there is to read about it.

use std::fmt::Write;

use cdl_compiler::View;
use cdl_compiler::elaborate::builtins::{Builtin, NamedConstant};
use cdl_compiler::place::Place;
use cdl_compiler::schema::{self, Field, Kind, Presence, Quantity, Range, Type, Variant};

/// What a completion is about; cheap to keep until somebody asks for its documentation.
#[derive(Clone, Copy, Debug)]
pub enum Subject {
    Nothing,
    Kind(&'static Kind),
    Variant(&'static Variant),
    Field(&'static Field),
    Quantity(&'static Quantity),
    Function(&'static Builtin),
    Constant(&'static NamedConstant),
    /// A name that a text declares, by its place.
    Declared(Place),
    /// One line.
    Text(&'static str),
}

/// What there is to read about the subject of a completion, in Markdown.
pub fn documentation(view: &View, subject: &Subject) -> Option<String> {
    let text = match subject {
        Subject::Nothing => return None,
        Subject::Kind(kind) => {
            format!(
                "```text\n{}\n```\n{}.\n\n{}",
                schema::usage(kind),
                sentence(kind.doc),
                kind.details
            )
        }
        Subject::Variant(variant) => {
            let mut text = format!("{}.", sentence(variant.doc));
            for field in variant.arguments {
                // Writing to a String cannot fail.
                let _ = write!(text, "\n- `{}` ({}): {}", field.name, facts(field), field.doc);
            }
            text
        }
        Subject::Field(field) => {
            let mut text = format!("{}.\n\n{}", sentence(field.doc), facts(field));
            let (Type::Variant(variants) | Type::StructOrVariant(_, variants)) = &field.ty else {
                return Some(with_source(text, field));
            };
            for variant in *variants {
                let _ = write!(text, "\n- `{}`: {}", variant.name, variant.doc);
            }
            with_source(text, field)
        }
        Subject::Quantity(quantity) if quantity.doc.is_empty() => return None,
        Subject::Quantity(quantity) => format!("{}.", sentence(quantity.doc)),
        Subject::Function(builtin) => {
            format!("```cdl\n{}\n```\n{}.", builtin.signature(), sentence(builtin.doc))
        }
        Subject::Constant(constant) => format!("`{}`: {}", constant.ty, constant.doc),
        Subject::Declared(place) => {
            let docs = view.declaration(*place)?.docs.clone();
            if docs.is_empty() {
                return None;
            }
            docs
        }
        Subject::Text(text) => (*text).to_owned(),
    };
    Some(text)
}

fn with_source(mut text: String, field: &Field) -> String {
    if let Some(source) = field.source {
        let _ = write!(text, "\n\nSource: {source}.");
    }
    text
}

/// Its type, default and range in words.
fn facts(field: &Field) -> String {
    let mut facts = vec![schema::type_text(&field.ty)];
    match field.presence {
        Presence::Required => facts.push("required".to_owned()),
        Presence::Optional => {}
        Presence::Default(default) => facts.push(format!("default `{default}`")),
    }
    match field.range {
        Range::Any => {}
        Range::Positive => facts.push("positive".to_owned()),
        Range::NonNegative => facts.push("not negative".to_owned()),
        Range::Between(low, high) => facts.push(format!("from {low:?} to {high:?}")),
    }
    facts.join(", ")
}

fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
