//! Values of fields that are not given. The schema states them in the language itself; each text is
//! read once, and only where a model needs it.

use std::sync::{LazyLock, OnceLock};

use cdl_grammar::syntax::{Expr, ItemKind};
use rustc_hash::FxHashMap;

use super::Unfolding;
use crate::elaborate::context::{Context, Source};
use crate::elaborate::sources::ModuleKey;
use crate::elaborate::values::fit::Of;
use crate::place::ItemKey;
use crate::schema::{self, Field, Presence, Variant};
use crate::typed::Value;

/// Every default in the schema by its text, and its syntax once somebody has asked for it: to read all of them takes longer than
/// to check a small model.
static DEFAULTS: LazyLock<Defaults> = LazyLock::new(|| {
    let mut defaults = FxHashMap::default();
    for kind in schema::kinds() {
        collect(kind.fields, &mut defaults);
        collect_variants(kind.variants, &mut defaults);
    }
    defaults
});

type Defaults = FxHashMap<&'static str, OnceLock<Option<Expr>>>;

fn collect(fields: &'static [Field], defaults: &mut Defaults) {
    for field in fields {
        if let Presence::Default(text) = field.presence {
            defaults.entry(text).or_default();
        }
        let (fields, variants) = field.ty.inner();
        collect(fields, defaults);
        collect_variants(variants, defaults);
    }
}

fn collect_variants(variants: &'static [Variant], defaults: &mut Defaults) {
    for variant in variants {
        collect(variant.arguments, defaults);
        collect(variant.fields, defaults);
    }
}

fn read(text: &str) -> Option<Expr> {
    let (item, _) = cdl_grammar::parse_item_header(&format!("const default = {text}"));
    match item?.kind {
        ItemKind::Const(read) => Some(read.value),
        _ => None,
    }
}

impl<'a> Unfolding<'_, 'a> {
    /// The value of a field that is not given; `None` where it has no default.
    pub(super) fn default_value(&mut self, field: &'static Field) -> Option<Value> {
        let Presence::Default(text) = field.presence else { return None };
        // A field of the schema has one address as long as the program runs.
        let key = std::ptr::from_ref(field).addr();
        if let Some(known) = self.elements.defaults.get(&key) {
            return Some(known.clone());
        }
        let expr: &'static Expr = DEFAULTS.get(text)?.get_or_init(|| read(text)).as_ref()?;
        let source = Source { module: ModuleKey::NOWHERE, item: ItemKey(u32::MAX), offset: 0 };
        let context = Context { source, scope: None, call: None, turn: None };
        let value = self.schema_value(context, expr, field, Of::Field(field.name));
        self.elements.defaults.insert(key, value.clone());
        Some(value)
    }
}

#[cfg(test)]
mod tests {
    use super::{DEFAULTS, read};

    /// A text that cannot be read would be no default, without a word.
    #[test]
    fn every_default_of_the_schema_can_be_read() {
        let unread: Vec<&str> =
            DEFAULTS.keys().copied().filter(|text| read(text).is_none()).collect();
        assert!(unread.is_empty(), "{unread:?}");
        assert!(DEFAULTS.len() > 40, "{}", DEFAULTS.len());
    }
}
