//! Files that a file names: imports and tables of data.

use std::ops::Range;
use std::sync::Arc;

use cdl_compiler::View;
use cdl_grammar::syntax::{ExprKind, Item, ItemKind};

use super::tree::{self, Node};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The path as it is written, without quotes.
    pub range: Range<usize>,
    /// As the compiler calls the file, whether or not it is there; `<std>/NAME.cdl` for a module of the
    /// standard library.
    pub target: Arc<str>,
    pub kind: LinkKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkKind {
    Import,
    Library,
    /// The file of a `table("wind.csv")`.
    Data,
}

/// The links of a file, in the order of the text.
pub fn links(view: &View, path: &str) -> Vec<Link> {
    let mut links = Vec::new();
    let Some(text) = view.text(path) else { return links };
    for item in view.items(path) {
        let own = text.get(item.span.start as usize..item.span.end as usize).unwrap_or("");
        if !matches!(item.item.kind, ItemKind::Import(_)) && !own.contains("table") {
            continue;
        }
        tree::root(&item).walk(&mut |spot| {
            match spot.node {
                Node::Item(Item { kind: ItemKind::Import(_), .. }) => {}
                Node::Import(import) => links.push(Link {
                    range: unquoted(spot.place(import.path.span), import.quoted),
                    target: View::import_path(path, import),
                    kind: if import.quoted { LinkKind::Import } else { LinkKind::Library },
                }),
                Node::Expr(expr) => {
                    if let ExprKind::Call { callee, arguments, .. } = &expr.kind
                        && matches!(&callee.kind, ExprKind::Name(name) if **name == *"table")
                        && let Some(argument) = arguments.first()
                        && let ExprKind::Text(file) = &argument.value.kind
                    {
                        links.push(Link {
                            range: unquoted(spot.place(argument.value.span), true),
                            target: View::path_from(path, file),
                            kind: LinkKind::Data,
                        });
                    }
                }
                _ => {}
            }
            true
        });
    }
    links
}

fn unquoted(range: Range<usize>, quoted: bool) -> Range<usize> {
    if quoted && range.len() > 1 { range.start + 1..range.end - 1 } else { range }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ide::fixture::Fixture;

    #[test]
    fn imports_and_tables_are_links() {
        let fixture = Fixture::new(
            "//- models/main.cdl\nimport std.materials as m, \"../parts/rods.cdl\"\n\
             const wind = table(\"wind.csv\")\n\
             model M { let a = interpolate(table(file = \"/data/b.csv\")) }\n",
        );
        let text = fixture.text();
        let shown: Vec<String> = links(&fixture.view(), &fixture.path)
            .iter()
            .map(|link| format!("{} -> {} {:?}", &text[link.range.clone()], link.target, link.kind))
            .collect();
        assert_eq!(
            shown,
            [
                "std.materials -> <std>/materials.cdl Library",
                "../parts/rods.cdl -> parts/rods.cdl Import",
                "wind.csv -> models/wind.csv Data",
                "/data/b.csv -> /data/b.csv Data",
            ]
        );
    }
}
