//! What an expression can mean on the way to a value: also parts, modules, functions.

use std::sync::Arc;

use cdl_graph::TableId;

use crate::elaborate::context::{ArrayId, ScopeId};
use crate::elaborate::sources::ModuleKey;
use crate::place::ItemKey;
use crate::typed::{ElementId, Enumeration, Value};

#[derive(Clone, Debug)]
pub(in crate::elaborate) enum Thing {
    Value(Value),
    /// An instance of a component.
    Part(ScopeId),
    /// Elements or parts with an index, such as `link` of `link[i]`.
    Array(ArrayId),
    Module(ModuleKey),
    Function(ItemKey),
    Component(ItemKey),
    /// The type, before one of its values is named.
    Enum(Arc<Enumeration>),
    Builtin(BuiltinId),
    /// `tether.at`, before its argument.
    StationAt(ElementId),
    /// The ledger, before a part of it is named.
    Energy,
    Column(Column),
}

/// A function that every model can use, by its place in the table of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::elaborate) struct BuiltinId(pub(in crate::elaborate) u16);

/// A column of a table of data, to be interpolated.
#[derive(Clone, Copy, Debug)]
pub(in crate::elaborate) struct Column {
    pub(in crate::elaborate) table: TableId,
    pub(in crate::elaborate) column: u16,
}

impl Thing {
    pub(in crate::elaborate) const ERROR: Self = Self::Value(Value::Error);

    pub(in crate::elaborate) fn is_error(&self) -> bool {
        matches!(self, Self::Value(Value::Error))
    }
}

/// For a message: `a function`.
pub(in crate::elaborate) fn in_words(thing: &Thing) -> &'static str {
    match thing {
        Thing::Value(_) => "a value",
        Thing::Part(_) => "a part",
        Thing::Array(_) => "an array of elements",
        Thing::Module(_) => "an import",
        Thing::Function(_) | Thing::Builtin(_) => "a function",
        Thing::Component(_) => "a component",
        Thing::Enum(_) => "an enum",
        Thing::StationAt(_) => "`at` without the arc length",
        Thing::Energy => "the energy ledger",
        Thing::Column(_) => "a column of a table",
    }
}
