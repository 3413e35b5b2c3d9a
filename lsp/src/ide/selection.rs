//! What a selection grows to: the word, the expression, the field, the block, the member, the item,
//! the file.

use std::ops::Range;

use cdl_compiler::View;
use cdl_grammar::syntax::{Field, Param};
use cdl_grammar::{Lexeme, LexemeKind, lex};

use super::brackets::pairs;
use super::tree::{self, Node, Spot};

/// The ranges around a place, from the smallest to the whole file; each contains the one before it and
/// is longer.
pub fn selection(view: &View, path: &str, offset: usize) -> Vec<Range<usize>> {
    let Some(text) = view.text(path) else { return Vec::new() };
    let whole = 0..text.len();
    let lexemes = lex(&text);
    let token = token_at(&lexemes, offset).map(|i| (i, place(lexemes.get(i))));
    let around = token.clone().map_or(offset..offset, |(_, range)| range);
    let mut candidates: Vec<Range<usize>> = vec![whole];
    if let Some((i, range)) = token {
        of_token(&lexemes, i, &text, &mut candidates);
        candidates.push(range);
    }
    for pair in pairs(&lexemes) {
        let inner = text.get(pair.inner.clone()).unwrap_or("");
        let start = pair.inner.start + (inner.len() - inner.trim_start().len());
        let content = start..pair.inner.start + inner.trim_end().len();
        if content.start < content.end {
            candidates.push(content);
        }
        candidates.push(pair.open.start..pair.close.end);
    }
    for spot in tree::chain(view, path, &around) {
        of_spot(spot, &lexemes, &mut candidates);
    }
    let contains =
        |own: &Range<usize>, inner: &Range<usize>| own.start <= inner.start && inner.end <= own.end;
    // The text between quotes is inside of its token.
    candidates.retain(|own| {
        let is_around = contains(own, &around);
        (is_around || contains(&around, own) && contains(own, &(offset..offset)))
            && text.get(own.clone()).is_some()
    });
    candidates.sort_by_key(|own| own.end - own.start);
    let mut ranges: Vec<Range<usize>> = Vec::new();
    for own in candidates {
        let grows = ranges.last().is_none_or(|last| contains(&own, last) && own.len() > last.len());
        if grows && own.start < own.end {
            ranges.push(own);
        }
    }
    ranges
}

/// The token at a place; of two that touch it, the one that is a word.
fn token_at(lexemes: &[Lexeme], offset: usize) -> Option<usize> {
    let first = lexemes.partition_point(|lexeme| (lexeme.end as usize) < offset);
    let touching = (first..lexemes.len())
        .take_while(|&i| lexemes.get(i).is_some_and(|own| own.start as usize <= offset))
        .filter(|&i| lexemes.get(i).is_some_and(|own| own.kind != LexemeKind::Newline));
    touching.min_by_key(|&i| match lexemes.get(i).map(|own| own.kind) {
        Some(LexemeKind::Word | LexemeKind::Number | LexemeKind::Text) => 0,
        Some(kind) if place(lexemes.get(i)).start == offset && kind != LexemeKind::Comma => 1,
        _ => 2,
    })
}

fn place(lexeme: Option<&Lexeme>) -> Range<usize> {
    lexeme.map_or(0..0, |own| own.start as usize..own.end as usize)
}

/// The text between quotes, and the lines of comments around one of them.
fn of_token(lexemes: &[Lexeme], i: usize, text: &str, found: &mut Vec<Range<usize>>) {
    let Some(token) = lexemes.get(i) else { return };
    let own = place(Some(token));
    if token.kind == LexemeKind::Text {
        found.push(own.start + 1..own.end - 1);
    }
    if !token.is_comment() {
        return;
    }
    let lines = |own: &&Lexeme| own.kind == LexemeKind::Newline || own.kind == token.kind;
    let mut run = own;
    for next in lexemes.get(i..).unwrap_or(&[]).iter().take_while(lines) {
        let between = text.get(run.end..next.start as usize).unwrap_or("");
        if next.is_comment() && between.matches('\n').count() < 2 {
            run.end = next.end as usize;
        }
    }
    for before in lexemes.get(..i).unwrap_or(&[]).iter().rev().take_while(lines) {
        let between = text.get(before.end as usize..run.start).unwrap_or("");
        if before.is_comment() && between.matches('\n').count() < 2 {
            run.start = before.start as usize;
        }
    }
    found.push(run);
}

fn of_spot(spot: Spot<'_>, lexemes: &[Lexeme], found: &mut Vec<Range<usize>>) {
    let range = spot.range();
    match spot.node {
        Node::Item(item) => {
            let start = range.start + item.span.start as usize;
            found.push(start.min(range.end)..range.end);
        }
        Node::Member(_) | Node::Field(Field { .. }) | Node::Param(Param { .. }) => {
            found.push(docs_start(lexemes, range.start)..range.end);
        }
        Node::Expr(expr) => {
            if let Some(unit) = expr.unit().or(expr.shown_in().1) {
                found.push(spot.place(unit.span));
            }
        }
        Node::Import(_)
        | Node::Type(_)
        | Node::Variant(_)
        | Node::Relation(_)
        | Node::Block(_)
        | Node::Argument(_)
        | Node::Record(_)
        | Node::Clause(_) => {}
    }
    found.push(range);
}

/// Where the docs of what starts at `start` begin.
fn docs_start(lexemes: &[Lexeme], start: usize) -> usize {
    let before = lexemes.partition_point(|lexeme| (lexeme.end as usize) <= start);
    let docs = lexemes.get(..before).unwrap_or(&[]).iter().rev();
    docs.take_while(|own| matches!(own.kind, LexemeKind::Newline | LexemeKind::Doc))
        .filter(|own| own.kind == LexemeKind::Doc)
        .last()
        .map_or(start, |doc| doc.start as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ide::fixture::Fixture;

    fn grown(text: &str) -> Vec<String> {
        let fixture = Fixture::new(text);
        let ranges = selection(&fixture.view(), &fixture.path, fixture.offset());
        ranges.into_iter().map(|range| fixture.text()[range].to_owned()).collect()
    }

    #[test]
    fn a_number_grows_to_the_file() {
        let text = "model M {\n  /// Docs.\n  body b {\n    mass = 2 * (8$0 kg/m^3 + x)\n  }\n}\n";
        let all = grown(text);
        assert_eq!(
            all,
            [
                "8",
                "8 kg/m^3",
                "8 kg/m^3 + x",
                "(8 kg/m^3 + x)",
                "2 * (8 kg/m^3 + x)",
                "mass = 2 * (8 kg/m^3 + x)",
                "{\n    mass = 2 * (8 kg/m^3 + x)\n  }",
                "body b {\n    mass = 2 * (8 kg/m^3 + x)\n  }",
                "/// Docs.\n  body b {\n    mass = 2 * (8 kg/m^3 + x)\n  }",
                "{\n  /// Docs.\n  body b {\n    mass = 2 * (8 kg/m^3 + x)\n  }\n}",
                "model M {\n  /// Docs.\n  body b {\n    mass = 2 * (8 kg/m^3 + x)\n  }\n}",
                "model M {\n  /// Docs.\n  body b {\n    mass = 2 * (8 kg/m^3 + x)\n  }\n}\n",
            ]
        );
    }

    #[test]
    fn a_unit_is_one_word() {
        let all = grown("const a = [1, 2, 3] kg/$0m^3\n");
        assert_eq!(all[..3], ["m", "kg/m^3", "[1, 2, 3] kg/m^3"]);
    }

    #[test]
    fn the_text_between_quotes_comes_first() {
        let all = grown("import \"parts/$0rods.cdl\"\n");
        assert_eq!(all[..2], ["parts/rods.cdl", "\"parts/rods.cdl\""]);
    }

    #[test]
    fn lines_of_a_comment_belong_together() {
        let all = grown("// a\n// b$0\n\n// c\nconst a = 1\n");
        assert_eq!(all[..2], ["// b", "// a\n// b"]);
    }
}
