//! Declarations of all files whose name is like what was typed.

use std::ops::Range;

use cdl_compiler::View;

use super::outline::{Symbol, SymbolKind, outline};

/// A declaration somewhere in the workspace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkspaceSymbol {
    pub name: String,
    pub kind: SymbolKind,
    /// What it is declared in, such as a model; empty for items.
    pub container: String,
    pub path: String,
    /// The name.
    pub range: Range<usize>,
}

/// The declarations whose name contains the letters of `query` in this order, the best matches first,
/// `most` at most. Parameters and imports are left out.
pub fn workspace_symbols(view: &View, query: &str, most: usize) -> Vec<WorkspaceSymbol> {
    let mut found: Vec<(i32, WorkspaceSymbol)> = Vec::new();
    for path in view.paths() {
        if path.ends_with(".cdl") {
            collect(&outline(view, &path), "", &path, query, &mut found);
        }
    }
    let order = |(score, own): &(i32, WorkspaceSymbol)| {
        (-score, own.name.len(), own.kind, own.path.clone(), own.range.start)
    };
    found.sort_by_cached_key(order);
    found.truncate(most);
    found.into_iter().map(|(_, symbol)| symbol).collect()
}

fn collect(
    symbols: &[Symbol],
    container: &str,
    path: &str,
    query: &str,
    found: &mut Vec<(i32, WorkspaceSymbol)>,
) {
    for symbol in symbols {
        let is_own = !matches!(symbol.kind, SymbolKind::Parameter | SymbolKind::Import);
        if let Some(score) = similarity(query, &symbol.name).filter(|_| is_own) {
            let own = WorkspaceSymbol {
                name: symbol.name.clone(),
                kind: symbol.kind,
                container: container.to_owned(),
                path: path.to_owned(),
                range: symbol.name_range.clone(),
            };
            found.push((score, own));
        }
        collect(&symbol.children, &symbol.name, path, query, found);
    }
}

/// How well the letters of `query` fit `name`, where they occur in this order: letters that begin a
/// word or follow each other count more. `None` where one is missing.
fn similarity(query: &str, name: &str) -> Option<i32> {
    let mut score = 0;
    let mut wanted = query.chars().filter(|c| !c.is_whitespace()).peekable();
    let mut before: Option<char> = None;
    let mut in_row = false;
    for (i, c) in name.chars().enumerate() {
        let Some(&next) = wanted.peek() else { break };
        if c.to_lowercase().eq(next.to_lowercase()) {
            let starts_word = before.is_none_or(|before| {
                !before.is_alphanumeric() || before.is_lowercase() && c.is_uppercase()
            });
            score += 1 + i32::from(c == next) + 8 * i32::from(i == 0);
            score += 4 * i32::from(in_row) + 3 * i32::from(starts_word);
            wanted.next();
            in_row = true;
        } else {
            in_row = false;
        }
        before = Some(c);
    }
    wanted.peek().is_none().then_some(score)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ide::fixture::Fixture;

    #[test]
    fn letters_in_order_are_found() {
        assert_eq!(similarity("", "anything"), Some(0));
        assert_eq!(similarity("xb", "abx"), None);
        assert!(similarity("dp", "DoublePendulum") > similarity("dp", "adapt"));
        assert!(similarity("boom", "boom") > similarity("boom", "b_o_o_m"));
        assert!(similarity("tip", "tip") > similarity("tip", "to_import"));
    }

    #[test]
    fn the_best_come_first_from_all_files() {
        let fixture = Fixture::new(
            "//- a.cdl\nimport \"b.cdl\"\nmodel Crane { body boom { mass = 1 kg } }\n\
             //- b.cdl\nconst boom_length = 3 m\nconst b_o_o_m = 1\ncomponent Big(boom: Length) { }\n",
        );
        let view = fixture.view();
        let names = |query: &str, most: usize| -> Vec<String> {
            let found = workspace_symbols(&view, query, most);
            found.iter().map(|own| format!("{} {} {}", own.path, own.container, own.name)).collect()
        };
        assert_eq!(names("boom", 10), ["a.cdl Crane boom", "b.cdl  boom_length", "b.cdl  b_o_o_m"]);
        assert_eq!(names("boom", 1).len(), 1);
        assert!(names("zzz", 10).is_empty());
    }
}
