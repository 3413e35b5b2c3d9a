//! What can be folded away: blocks, lists and calls of several lines, runs of comments, imports.

use std::ops::Range;

use cdl_compiler::View;
use cdl_grammar::syntax::ItemKind;
use cdl_grammar::{LexemeKind, lex};

use super::brackets::pairs;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fold {
    /// From the line that stays visible to the end of the last one that is hidden: a closing bracket at
    /// the start of its line stays, too.
    pub range: Range<usize>,
    pub kind: FoldKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoldKind {
    /// Between brackets.
    Block,
    Comment,
    Imports,
}

/// The folds of a file in the order of the text, one for each line at most: of several that start in a
/// line, the longest.
pub fn folding(view: &View, path: &str) -> Vec<Fold> {
    let Some(text) = view.text(path) else { return Vec::new() };
    let lexemes = lex(&text);
    let mut folds = Vec::new();
    for pair in pairs(&lexemes) {
        let inner = text.get(pair.inner.clone()).unwrap_or("");
        let end = pair.inner.start + inner.trim_end().len();
        folds.push(Fold { range: pair.open.start..end, kind: FoldKind::Block });
    }
    comments(&text, &lexemes, &mut folds);
    imports(view, path, &mut folds);
    folds.retain(|fold| text.get(fold.range.clone()).is_some_and(|own| own.contains('\n')));
    let line_start = |at: usize| text.get(..at).and_then(|text| text.rfind('\n'));
    folds.sort_by_cached_key(|fold| (line_start(fold.range.start), usize::MAX - fold.range.end));
    folds.dedup_by_key(|fold| line_start(fold.range.start));
    folds
}

/// Comments in lines of their own that follow each other, and those of several lines.
fn comments(text: &str, lexemes: &[cdl_grammar::Lexeme], folds: &mut Vec<Fold>) {
    let mut run: Option<(LexemeKind, Range<usize>)> = None;
    let mut newlines = 1;
    let mut close = |run: Option<(LexemeKind, Range<usize>)>| {
        folds.extend(run.map(|(_, range)| Fold { range, kind: FoldKind::Comment }));
    };
    for lexeme in lexemes {
        if lexeme.kind == LexemeKind::Newline {
            newlines += 1;
            continue;
        }
        let range = lexeme.start as usize..lexeme.end as usize;
        let is_block = text.get(range.clone()).is_some_and(|text| text.starts_with("/*"));
        match &mut run {
            Some((kind, own)) if *kind == lexeme.kind && newlines == 1 && !is_block => {
                own.end = range.end;
            }
            _ => {
                close(run.take());
                run = (lexeme.is_comment() && newlines > 0).then_some((lexeme.kind, range));
                if is_block {
                    close(run.take());
                }
            }
        }
        newlines = 0;
    }
    close(run);
}

/// Imports that follow each other.
fn imports(view: &View, path: &str, folds: &mut Vec<Fold>) {
    let mut run: Option<Range<usize>> = None;
    for item in view.items(path) {
        if let ItemKind::Import(_) = item.item.kind {
            let start = (item.span.start + item.item.span.start) as usize;
            run.get_or_insert(start..start).end = item.span.end as usize;
        } else {
            folds.extend(run.take().map(|range| Fold { range, kind: FoldKind::Imports }));
        }
    }
    folds.extend(run.map(|range| Fold { range, kind: FoldKind::Imports }));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ide::fixture::Fixture;

    #[test]
    fn everything_of_several_lines_folds() {
        let fixture = Fixture::new(
            "//! One.\n//! Two.\n\n// a\n// b\n\nimport std.cables\nimport std.materials\n\n\
             model M(\n  a: Length,\n  b: Length\n) {\n  /// Docs,\n  /// two lines.\n  body b {\n    \
             mass = 1 kg // why\n    // not\n    shape = sphere(\n      diameter = 1 m\n    )\n  }\n  \
             let one = [1, 2, 3]\n}\n/* long\n   comment */\n",
        );
        let text = fixture.text();
        let line = |at: usize| text[..at].matches('\n').count() + 1;
        let shown: Vec<String> = folding(&fixture.view(), &fixture.path)
            .iter()
            .map(|fold| {
                format!("{}-{} {:?}", line(fold.range.start), line(fold.range.end), fold.kind)
            })
            .collect();
        assert_eq!(
            shown,
            [
                "1-2 Comment",
                "4-5 Comment",
                "7-8 Imports",
                "10-12 Block",
                "13-23 Block",
                "14-15 Comment",
                "16-21 Block",
                "19-20 Block",
                "25-26 Comment",
            ]
        );
    }
}
