//! What elements were declared from.

use crate::elaborate::context::MemberAt;
use crate::elaborate::context::{Context, ScopeId, Source};
use crate::schema::{self, Kind, KindId, Quantity, Variant};

/// What an element was declared from. There may be hundreds of thousands.
pub(in crate::elaborate) struct Declared {
    source: Source,
    scope: Option<ScopeId>,
    /// Where it begins in its chunk, or else [`NOWHERE`].
    start: u32,
    kind: KindId,
    variant: Option<u8>,
    pub(super) progress: Progress,
}

/// How far an element is evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Progress {
    Declared,
    /// Its relations are known, or being evaluated.
    Related,
    /// All that it gives has been evaluated.
    Finished,
}

/// Of an element that stands for an argument nobody has given.
const NOWHERE: u32 = u32::MAX;

const _: () = assert!(size_of::<Declared>() <= 24);

impl Declared {
    pub(super) fn new(
        context: Context,
        start: Option<u32>,
        kind: &'static Kind,
        variant: Option<&'static Variant>,
    ) -> Self {
        Self {
            source: context.source,
            scope: context.scope,
            start: start.unwrap_or(NOWHERE),
            kind: kind.id,
            variant: variant.and_then(|variant| kind.place_of(variant)),
            progress: Progress::Declared,
        }
    }

    pub(in crate::elaborate) fn kind(&self) -> &'static Kind {
        self.kind.kind()
    }

    pub(in crate::elaborate) fn variant(&self) -> Option<&'static Variant> {
        self.kind().variants.get(usize::from(self.variant?))
    }

    /// The schema's field of this name, variant arguments included.
    pub(in crate::elaborate) fn field(&self, name: &str) -> Option<&'static schema::Field> {
        let arguments = self.variant().map_or(&[] as &[schema::Field], |variant| variant.arguments);
        self.kind().fields_of(self.variant()).chain(arguments).find(|field| field.name == name)
    }

    /// Where its text is found.
    pub(super) fn syntax(&self) -> Option<MemberAt> {
        (self.start != NOWHERE).then_some(MemberAt { source: self.source, start: self.start })
    }

    /// Where it stands.
    pub(in crate::elaborate) fn context(&self) -> Context {
        Context { source: self.source, scope: self.scope, call: None, turn: None }
    }

    /// What the schema says can be read of it.
    pub(super) fn quantities(&self) -> &'static [Quantity] {
        match self.variant() {
            Some(variant) if !variant.quantities.is_empty() => variant.quantities,
            _ => self.kind().quantities,
        }
    }
}
