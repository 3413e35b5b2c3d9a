//! The places of one file that mean the same as the name at the cursor.

use std::ops::Range;

use cdl_compiler::resolve::Referent;
use cdl_compiler::{NameUse, View};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Highlight {
    pub range: Range<usize>,
    pub kind: HighlightKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HighlightKind {
    /// Of something that the language brings along: nobody writes to it here.
    Mention,
    Read,
    /// A declaration, or an argument that gives a parameter its value.
    Write,
}

/// Every place in a file that refers to what the name at an offset refers to, in the order of the text.
pub fn highlights(view: &View, path: &str, offset: usize) -> Vec<Highlight> {
    let (Some(at), Some(text)) = (view.use_at(path, offset), view.text(path)) else {
        return Vec::new();
    };
    let word = |own: &NameUse| text.get(own.range.clone()).unwrap_or_default();
    let declared = match at.referent {
        Referent::Declared(place) => view.declaration(place).map(|own| own.name.clone()),
        _ => None,
    };
    let uses = view.uses_of_word(path, declared.as_deref().unwrap_or(word(&at))).into_iter();
    let same = uses.filter(|own| is_same(&own.referent, &at.referent, || word(own) == word(&at)));
    same.map(|own| {
        let kind = match own.referent {
            Referent::Declared(_) if own.is_declaration || own.is_argument => HighlightKind::Write,
            Referent::Declared(_) => HighlightKind::Read,
            _ => HighlightKind::Mention,
        };
        Highlight { range: own.range, kind }
    })
    .collect()
}

/// Whether two names refer to the same; `same_word` is for what is known by its word alone.
fn is_same(a: &Referent, b: &Referent, same_word: impl Fn() -> bool) -> bool {
    match (*a, *b) {
        (Referent::Declared(a), Referent::Declared(b)) => a == b,
        (Referent::Kind(a), Referent::Kind(b)) => std::ptr::eq(a, b),
        (Referent::Variant(a), Referent::Variant(b)) => std::ptr::eq(a, b),
        (Referent::Field(a), Referent::Field(b)) => std::ptr::eq(a, b),
        (Referent::Quantity(a), Referent::Quantity(b)) => std::ptr::eq(a, b),
        (Referent::Function(a), Referent::Function(b)) => std::ptr::eq(a, b),
        (Referent::Parameter(_, a), Referent::Parameter(_, b)) => std::ptr::eq(a, b),
        (Referent::Constant(a), Referent::Constant(b)) => a.name == b.name,
        (Referent::Component, Referent::Component)
        | (Referent::Type, Referent::Type)
        | (Referent::Unit, Referent::Unit) => same_word(),
        // What it refers to is not known, so nothing is known to be the same.
        (_, _) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::Fixture;
    use super::*;

    fn shown(text: &str) -> Vec<(String, HighlightKind)> {
        let fixture = Fixture::new(text);
        let (view, text) = (fixture.view(), fixture.text());
        let found = highlights(&view, &fixture.path, fixture.offset());
        found.into_iter().map(|own| (text[own.range].to_owned(), own.kind)).collect()
    }

    #[test]
    fn declarations_and_arguments_write() {
        let text = "model M(size$0: Length) {\n  frame f at [1, 0, 0] * size\n}\nexperiment e = M(size = 2 m) { }\n";
        use HighlightKind::{Read, Write};
        let kinds: Vec<_> = shown(text).into_iter().map(|(_, kind)| kind).collect();
        assert_eq!(kinds, [Write, Read, Write]);
    }

    #[test]
    fn words_of_the_schema_too() {
        let text = "model M {\n  body a { mass = 1 k$0g }\n  body b { mass = 2 kg }\n}\n";
        let two = |word: &str| vec![(word.to_owned(), HighlightKind::Mention); 2];
        assert_eq!(shown(text), two("kg"));
        let text = text.replace("$0", "").replacen("mass", "ma$0ss", 1);
        assert_eq!(shown(&text), two("mass"));
    }
}
