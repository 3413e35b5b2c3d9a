//! Values of fields that are not given. The schema states them in the language itself; each text is
//! read once.

use std::sync::LazyLock;

use cdl_grammar::syntax::{Expr, ItemKind};
use rustc_hash::FxHashMap;

use super::Unfolding;
use crate::elaborate::context::{Context, Source};
use crate::elaborate::sources::ModuleKey;
use crate::elaborate::values::fit::Of;
use crate::place::ItemKey;
use crate::schema::{self, Field, Presence, Variant};
use crate::typed::Value;

/// The syntax of every default in the schema, by its text. It follows from the schema alone.
static DEFAULTS: LazyLock<FxHashMap<&'static str, Expr>> = LazyLock::new(|| {
    let mut defaults = FxHashMap::default();
    for kind in schema::kinds() {
        collect(kind.fields, &mut defaults);
        collect_variants(kind.variants, &mut defaults);
    }
    defaults
});

fn collect(fields: &'static [Field], defaults: &mut FxHashMap<&'static str, Expr>) {
    for field in fields {
        if let Presence::Default(text) = field.presence
            && let Some(expr) = read(text)
        {
            defaults.insert(text, expr);
        }
        let (fields, variants) = field.ty.inner();
        collect(fields, defaults);
        collect_variants(variants, defaults);
    }
}

fn collect_variants(variants: &'static [Variant], defaults: &mut FxHashMap<&'static str, Expr>) {
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
        let expr: &'static Expr = DEFAULTS.get(text)?;
        let source = Source { module: ModuleKey::NOWHERE, item: ItemKey(u32::MAX), offset: 0 };
        let context = Context { source, scope: None, call: None, turn: None };
        let value = self.schema_value(context, expr, field, Of::Field(field.name));
        self.elements.defaults.insert(key, value.clone());
        Some(value)
    }
}
