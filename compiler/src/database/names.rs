//! What names mean, asked through a view: by offsets in files.

use std::ops::Range;
use std::sync::Arc;

use cdl_grammar::syntax::{Item, Span};

use super::inputs::{ItemText, SourceFile};
use super::sources::DatabaseSources;
use super::{Db, View, paths, queries};
use crate::api::{Location, NameUse};
use crate::elaborate::ModuleKey;
use crate::place::{ItemKey, Place};
use crate::resolve::{
    self, Along, Behind, Declaration, Declarations, Denotation, Known, Referent, Resolver, Visible,
};

impl View {
    /// Every name in a file with what it refers to, in the order of the text.
    pub fn uses(&self, path: &str) -> Vec<NameUse> {
        let Some(file) = self.db.file_at(path) else { return Vec::new() };
        let mut all = Vec::new();
        for (text, span) in self.item_texts(file) {
            all.extend(queries::uses(&self.db, text).iter().map(|own| name_use(own, span)));
        }
        all
    }

    /// The names in a part of a file, or that touch it. Only what stands there is looked at.
    pub fn uses_in(&self, path: &str, range: Range<usize>) -> Vec<NameUse> {
        let Some(file) = self.db.file_at(path) else { return Vec::new() };
        let bound = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        let (start, end) = (bound(range.start), bound(range.end));
        let mut all = Vec::new();
        for (text, span) in self.item_texts(file) {
            if span.start <= end && start <= span.end {
                let part = Span::new(start.max(span.start), end.min(span.end));
                let part = Span::new(part.start - span.start, part.end - span.start);
                all.extend(self.uses_of(text, &[part]).iter().map(|own| name_use(own, span)));
            }
        }
        all
    }

    /// The name at an offset, or that ends there. Of two that touch, the one that starts here.
    pub fn use_at(&self, path: &str, offset: usize) -> Option<NameUse> {
        self.uses_in(path, offset..offset).into_iter().max_by_key(|own| own.range.start)
    }

    fn uses_of(&self, text: ItemText<'_>, parts: &[Span]) -> Vec<resolve::Use> {
        let sources = DatabaseSources::whole(&self.db);
        let known = Known::new(&sources);
        let resolver = Resolver::new(&known, ItemKey(text.key(&self.db)));
        match (resolver, queries::parsed(&self.db, text).item.as_deref()) {
            (Some(resolver), Some(item)) => resolve::uses(resolver, item, Some(parts)),
            (_, _) => Vec::new(),
        }
    }

    /// Where the header or member around or before an offset starts: no comment and no string goes on
    /// there, so the text can be read from there.
    pub fn chunk_start(&self, path: &str, offset: usize) -> usize {
        let Some(file) = self.db.file_at(path) else { return 0 };
        let items = &queries::layout(&self.db, file).outline.items;
        let offset = u32::try_from(offset).unwrap_or(u32::MAX);
        let after = items.partition_point(|item| item.header.start <= offset);
        let Some(item) = after.checked_sub(1).and_then(|last| items.get(last)) else { return 0 };
        let after = item.members.partition_point(|member| member.start <= offset);
        let member = after.checked_sub(1).and_then(|last| item.members.get(last));
        member.map_or(item.header.start, |member| member.start) as usize
    }

    /// Every name in a file in which a word is written: the names that are this word, and paths of
    /// imports with it. Only the members in which it stands are looked at.
    pub fn uses_of_word(&self, path: &str, word: &str) -> Vec<NameUse> {
        let Some(file) = self.db.file_at(path) else { return Vec::new() };
        let mut all = Vec::new();
        for (text, span) in self.item_texts(file) {
            let places = occurrences(text.text(&self.db), word);
            if places.is_empty() {
                continue;
            }
            self.give_way();
            let uses = self.uses_of(text, &places).into_iter().filter(|own| {
                let from = places.partition_point(|place| place.start < own.span.start);
                places.get(from).is_some_and(|place| place.end <= own.span.end)
            });
            all.extend(uses.map(|own| name_use(&own, span)));
        }
        all
    }

    /// Every place that refers to a declared name, the declaration included, in all files that have
    /// been set or read, in the order of paths and texts.
    pub fn references(&self, place: Place) -> Vec<(Location, NameUse)> {
        let Some(declaration) = self.declaration(place) else { return Vec::new() };
        let mut found = Vec::new();
        for path in self.paths() {
            if !path.ends_with(".cdl") {
                continue;
            }
            for own in self.uses_of_word(&path, &declaration.name) {
                if matches!(own.referent, Referent::Declared(referred) if referred == place) {
                    let location = Location { path: path.to_string(), range: own.range.clone() };
                    found.push((location, own));
                }
            }
        }
        found
    }

    /// The declaration whose name stands at a place.
    pub fn declaration(&self, place: Place) -> Option<&Declaration> {
        self.declared_in(place.item)?.at(place.span)
    }

    /// All declarations of one name in one scope, such as those in both branches of an `if`, in the
    /// order of the text, by the place of the first.
    pub fn declarations(&self, place: Place) -> Vec<(Place, &Declaration)> {
        let Some(first) = self.declaration(place) else { return Vec::new() };
        let Some(declarations) = self.declared_in(place.item) else { return Vec::new() };
        let same = declarations.in_scope(first.scope).filter(|own| own.name == first.name);
        let mut all: Vec<_> =
            same.map(|own| (Place { item: place.item, span: own.span }, own)).collect();
        if !all.iter().any(|(_, own)| own.span == first.span) {
            // It is the item itself.
            all = vec![(place, first)];
        }
        all
    }

    /// What an item declares; spans are relative to its start.
    pub fn declared_in(&self, item: ItemKey) -> Option<&Declarations> {
        queries::declarations(&self.db, self.item_of(item)?).as_ref()
    }

    /// The place of an item's name.
    pub fn name_of(&self, item: ItemKey) -> Option<Place> {
        Some(Place { item, span: self.declared_in(item)?.own.first()?.span })
    }

    /// Whether a file is part of the standard library, which nobody can change.
    pub fn is_library(path: &str) -> bool {
        paths::is_library(path)
    }

    /// The syntax tree of an item, in whatever file it stands.
    pub fn item(&self, key: ItemKey) -> Option<&Item> {
        let file = {
            let keys = self.db.keys();
            keys.file(keys.module_of(key)?)?
        };
        let text = queries::item_text(&self.db, file, key.0)?;
        queries::parsed(&self.db, text).item.as_deref()
    }

    /// Everything that a bare name can mean at an offset, the innermost first.
    pub fn visible(&self, path: &str, offset: usize) -> Vec<Visible> {
        let in_item = self.resolving(path, offset, resolve::visible);
        // An item that is being written may have no tree yet.
        in_item.unwrap_or_else(|| {
            let Some(file) = self.db.file_at(path) else { return Vec::new() };
            let module = ModuleKey(file.number(&self.db));
            let sources = DatabaseSources::whole(&self.db);
            resolve::visible_in_module(&Known::new(&sources), module)
        })
    }

    /// What an expression would denote if it stood at an offset.
    pub fn denoted(&self, path: &str, offset: usize, expression: &str) -> Denotation {
        let along = self.along_at(path, offset);
        self.resolving(path, offset, |resolver, scope| {
            resolve::denoted(resolver, scope, expression, along)
        })
        .unwrap_or(Denotation::Value)
    }

    /// Everything that can stand behind a dot after something.
    pub fn members(&self, around: &Denotation) -> Vec<Behind> {
        resolve::members(&Known::new(&DatabaseSources::whole(&self.db)), around)
    }

    /// The imports of a file: where the path stands, and which file it means.
    pub fn imports(&self, path: &str) -> Vec<(Range<usize>, Arc<str>)> {
        let Some(file) = self.db.file_at(path) else { return Vec::new() };
        let imports = queries::names(&self.db, file).imports.iter();
        imports
            .filter_map(|(imported, place)| {
                Some((self.locate(*place)?.range, imported.path(&self.db).clone()))
            })
            .collect()
    }

    /// The path of a module.
    pub fn module_path(&self, module: ModuleKey) -> Option<Arc<str>> {
        let file = self.db.keys().file(module)?;
        Some(file.path(&self.db).clone())
    }

    fn resolving<T>(
        &self,
        path: &str,
        offset: usize,
        ask: impl FnOnce(&mut Resolver<'_, '_>, resolve::ScopeIndex) -> T,
    ) -> Option<T> {
        let file = self.db.file_at(path)?;
        let at = u32::try_from(offset).ok()?;
        let (text, span) = self.item_at(file, at)?;
        let sources = DatabaseSources::whole(&self.db);
        let known = Known::new(&sources);
        let mut resolver = Resolver::new(&known, ItemKey(text.key(&self.db)))?;
        let declarations = queries::declarations(&self.db, text).as_ref()?;
        let scope = declarations.scope_at(at.min(span.end) - span.start);
        Some(ask(&mut resolver, scope))
    }

    /// The cable along which a plot goes in whose quantities an offset stands.
    fn along_at(&self, path: &str, offset: usize) -> Option<Along<'_>> {
        let at = u32::try_from(offset).ok()?;
        let (text, span) = self.item_at(self.db.file_at(path)?, at)?;
        let item = queries::parsed(&self.db, text).item.as_deref()?;
        resolve::along_at(item, at - span.start)
    }

    fn item_texts(&self, file: SourceFile) -> impl Iterator<Item = (ItemText<'_>, Span)> {
        let spans = queries::layout(&self.db, file).items.iter().map(|(_, span)| *span);
        queries::items(&self.db, file).items.iter().copied().zip(spans)
    }

    fn item_of(&self, item: ItemKey) -> Option<ItemText<'_>> {
        let file = {
            let keys = self.db.keys();
            keys.file(keys.module_of(item)?)?
        };
        queries::item_text(&self.db, file, item.0)
    }

    /// The item that an offset belongs to for who writes there: the last one that starts before it, with
    /// the blanks behind it.
    fn item_at(&self, file: SourceFile, offset: u32) -> Option<(ItemText<'_>, Span)> {
        self.item_texts(file).take_while(|(_, span)| span.start <= offset).last()
    }
}

/// Where a word stands by itself, or behind a digit as a unit may.
fn occurrences(text: &str, word: &str) -> Vec<Span> {
    if word.is_empty() {
        return Vec::new();
    }
    let is_letter = |byte: &u8| byte.is_ascii_alphabetic() || *byte == b'_';
    let goes_on = |byte: &u8| is_letter(byte) || byte.is_ascii_digit();
    let bytes = text.as_bytes();
    let whole = text.match_indices(word).filter(|(at, _)| {
        let before = at.checked_sub(1).and_then(|before| bytes.get(before));
        !before.is_some_and(is_letter) && !bytes.get(at + word.len()).is_some_and(goes_on)
    });
    whole.map(|(at, _)| Span::new(at as u32, (at + word.len()) as u32)).collect()
}

fn name_use(own: &resolve::Use, item: Span) -> NameUse {
    let span = own.span.shifted(item.start);
    NameUse {
        range: span.start as usize..span.end as usize,
        referent: own.referent,
        is_declaration: own.is_declaration,
        is_argument: own.is_argument,
    }
}
