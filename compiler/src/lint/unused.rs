//! Names that are declared and never read (W0411).

use std::collections::BTreeSet;

use cdl_grammar::syntax::{Item, ItemKind, Span};

use super::mentions::mentions;

/// A name that nothing reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unused {
    pub name: String,
    /// Of the name, relative to the start of the item.
    pub span: Span,
}

/// Imports that no item of the file reads, each with the index of its item.
pub fn unused_imports<'a>(items: impl IntoIterator<Item = &'a Item>) -> Vec<(usize, Unused)> {
    let items: Vec<&Item> = items.into_iter().collect();
    let is_import = |item: &&Item| matches!(item.kind, ItemKind::Import(_));
    if !items.iter().any(is_import) {
        return Vec::new();
    }
    let read: BTreeSet<&str> = items.iter().flat_map(|item| mentions(item)).collect();
    let mut unused = Vec::new();
    for (i, item) in items.iter().enumerate() {
        let ItemKind::Import(import) = &item.kind else { continue };
        for target in &import.targets {
            let name = target.bound_name();
            if !read.contains(name) && !name.starts_with('_') {
                let span = target.alias.as_ref().unwrap_or(&target.path).span;
                unused.push((i, Unused { name: name.to_owned(), span }));
            }
        }
    }
    unused
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"import std.materials, "parts/chains.cdl" as links, std.cranes as _later
const c = links.g
"#;

    #[test]
    fn imports_that_nothing_reads_are_found() {
        let file = cdl_grammar::parse(TEXT);
        assert!(file.errors.is_empty(), "{:?}", file.errors);
        let imports = unused_imports(file.items.iter().map(|item| &*item.node));
        let names: Vec<_> = imports.iter().map(|(_, unused)| unused.name.as_str()).collect();
        assert_eq!(names, ["materials"]);
    }

    #[test]
    fn what_an_event_acts_on_and_assigns_to_is_read() {
        let text = "\
import std.a, std.b, std.c, std.d, std.e, std.f
model M() {
  at 1 s { attach a.end to b.eye, within = c.size; d[e.i].rate = f.x }
}
";
        let file = cdl_grammar::parse(text);
        assert!(file.errors.is_empty(), "{:?}", file.errors);
        assert_eq!(unused_imports(file.items.iter().map(|item| &*item.node)), []);
    }
}
