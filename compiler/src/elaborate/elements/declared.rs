//! What elements were declared from.

use std::rc::Rc;

use super::read::Read;
use crate::elaborate::context::{Context, ScopeId};
use crate::elaborate::trees::MemberAt;
use crate::schema::{self, Kind, Quantity, Variant};

/// What an element was declared from.
pub(in crate::elaborate) struct Declared {
    /// Where it begins in its chunk. Absent for an element that stands for an argument nobody has given.
    pub(super) syntax: Option<u32>,
    pub(super) context: Context,
    pub(in crate::elaborate) kind: &'static Kind,
    pub(in crate::elaborate) variant: Option<&'static Variant>,
    /// The names declared in its block.
    pub(super) block: Option<ScopeId>,
    /// What follows from its text, while its fields are evaluated and after that.
    pub(super) read: Option<Rc<Read>>,
}

impl Declared {
    /// The schema's field of this name, variant arguments included.
    pub(in crate::elaborate) fn field(&self, name: &str) -> Option<&'static schema::Field> {
        let arguments = self.variant.map_or(&[] as &[schema::Field], |variant| variant.arguments);
        self.kind.fields_of(self.variant).chain(arguments).find(|field| field.name == name)
    }

    /// Where its text is found.
    pub(super) fn syntax(&self) -> Option<MemberAt> {
        Some(MemberAt { source: self.context.source, start: self.syntax? })
    }

    /// Where it stands.
    pub(in crate::elaborate) fn context(&self) -> Context {
        self.context
    }

    /// What the schema says can be read of it.
    pub(super) fn quantities(&self) -> &'static [Quantity] {
        match self.variant {
            Some(variant) if !variant.quantities.is_empty() => variant.quantities,
            _ => self.kind.quantities,
        }
    }
}
