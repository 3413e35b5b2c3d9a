//! What a completion is about, and what there is to read about it.

use cdl_compiler::View;
use cdl_compiler::elaborate::builtins::{Builtin, NamedConstant};
use cdl_compiler::place::Place;
use cdl_compiler::schema::{Field, Kind, Quantity, Variant};

use crate::ide::{describe, hover};

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
    Keyword(&'static str),
    Unit(&'static str),
    Type(&'static str),
    /// One line.
    Text(&'static str),
}

/// What there is to read about the subject of a completion, in Markdown.
pub fn documentation(view: &View, subject: &Subject) -> Option<String> {
    match subject {
        Subject::Nothing => None,
        Subject::Kind(kind) => Some(describe::kind(kind)),
        Subject::Variant(variant) => Some(describe::variant(variant)),
        Subject::Field(field) => Some(describe::field(field, "")),
        Subject::Quantity(quantity) => Some(describe::quantity(quantity)),
        Subject::Function(builtin) => Some(describe::builtin(builtin)),
        Subject::Constant(constant) => Some(describe::constant(constant)),
        Subject::Declared(place) => hover::of_declaration(view, *place, None, None),
        Subject::Keyword(word) => describe::keyword(word),
        Subject::Unit(unit) => describe::unit(unit),
        Subject::Type(name) => describe::ty(name),
        Subject::Text(text) => Some((*text).to_owned()),
    }
}
