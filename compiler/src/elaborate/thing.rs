//! What an expression can mean on the way to a value: also parts, modules, functions.

use cdl_graph::TableId;

use super::builtins::Builtin;
use super::scope::{ArrayId, ScopeId};
use super::sources::ModuleKey;
use crate::place::ItemKey;
use crate::typed::{ElementId, Value};

#[derive(Clone, Debug)]
pub(super) enum Thing {
    Value(Value),
    /// An instance of a component.
    Part(ScopeId),
    /// Elements or parts with an index, such as `link` of `link[i]`.
    Array(ArrayId),
    Module(ModuleKey),
    Function(ItemKey),
    Component(ItemKey),
    Builtin(&'static Builtin),
    /// `tether.at`, before its argument.
    StationAt(ElementId),
    /// The ledger, before a part of it is named.
    Energy,
    Column(Column),
}

/// A column of a table of data, to be interpolated.
#[derive(Clone, Copy, Debug)]
pub(super) struct Column {
    pub(super) table: TableId,
    pub(super) column: u16,
}

impl Thing {
    pub(super) const ERROR: Self = Self::Value(Value::Error);

    pub(super) fn is_error(&self) -> bool {
        matches!(self, Self::Value(Value::Error))
    }
}

/// For a message: `a function`.
pub(super) fn in_words(thing: &Thing) -> &'static str {
    match thing {
        Thing::Value(_) => "a value",
        Thing::Part(_) => "a part",
        Thing::Array(_) => "an array of elements",
        Thing::Module(_) => "an import",
        Thing::Function(_) | Thing::Builtin(_) => "a function",
        Thing::Component(_) => "a component",
        Thing::StationAt(_) => "`at` without the arc length",
        Thing::Energy => "the energy ledger",
        Thing::Column(_) => "a column of a table",
    }
}
