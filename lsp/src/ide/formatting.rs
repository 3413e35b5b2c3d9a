//! The standard layout, as small changes: what stands between two words is replaced only where it
//! differs, so that cursors and marks in the editor stay where they are.

use std::ops::Range;

use cdl_compiler::{FileItem, View};
use cdl_grammar::{Lexeme, LexemeKind, format_parsed, lex};

use super::edit::Edit;
use super::tree;

/// Edits; each takes some hundred bytes in a message, and where nearly every line changes they keep no cursor in its place.
const MOST: usize = 10_000;

/// What gives a file its standard layout; nothing where something cannot be read, as `cdl fmt` leaves
/// such files alone.
pub fn formatting(view: &View, path: &str) -> Vec<Edit> {
    match view.text(path).filter(|_| view.is_readable(path)) {
        Some(text) => {
            let formatted = format_parsed(&text);
            let edits = differences(&text, &formatted);
            if edits.len() <= MOST { edits } else { vec![as_one(&text, &formatted)] }
        }
        None => Vec::new(),
    }
}

/// The same as one change, from the first place where the texts differ to the last.
fn as_one(text: &str, formatted: &str) -> Edit {
    let same = |(a, b): &((usize, char), (usize, char))| a.1 == b.1;
    let width = |(a, _): ((usize, char), (usize, char))| a.1.len_utf8();
    let head: usize =
        text.char_indices().zip(formatted.char_indices()).take_while(same).map(width).sum();
    let rest = (text[head..].char_indices().rev()).zip(formatted[head..].char_indices().rev());
    let tail: usize = rest.take_while(same).map(width).sum();
    Edit::new(head..text.len() - tail, &formatted[head..formatted.len() - tail])
}

/// What of it touches the lines of a range, in those items that can be read.
pub fn range_formatting(view: &View, path: &str, range: Range<usize>) -> Vec<Edit> {
    let Some(text) = view.text(path) else { return Vec::new() };
    let lines = whole_lines(&text, &range);
    let mut edits = around(view, path, &text, &lines);
    edits.retain(|edit| edit.start <= lines.end && lines.start <= edit.end);
    edits
}

/// What lays out the block or list that a bracket closes which was just typed before `offset`, or the
/// line that a line end has just ended.
pub fn on_type_formatting(view: &View, path: &str, offset: usize, typed: char) -> Vec<Edit> {
    let Some(text) = view.text(path) else { return Vec::new() };
    let range = match typed {
        '\n' | ';' => {
            let before = text.get(..offset).unwrap_or("").trim_end_matches([' ', '\t']);
            let end = before.strip_suffix('\n').unwrap_or(before).len();
            line_start(&text, end)..end
        }
        _ => {
            let pairs = super::brackets::pairs(&lex(&text));
            match pairs.into_iter().find(|pair| pair.close.end == offset) {
                Some(pair) => pair.open.start..pair.close.end,
                None => return Vec::new(),
            }
        }
    };
    let mut edits = around(view, path, &text, &range);
    // What follows is being written.
    edits.retain(|edit| range.start <= edit.end && edit.start <= range.end && edit.end < offset);
    edits
}

/// What lays out a member if it contains the range, else the items that touch it, each by itself.
fn around(view: &View, path: &str, text: &str, range: &Range<usize>) -> Vec<Edit> {
    let mut edits = Vec::new();
    let trimmed = text.get(range.clone()).unwrap_or("").trim();
    let start = text.get(range.clone()).and_then(|own| own.find(trimmed)).unwrap_or(0);
    let inner = range.start + start..range.start + start + trimmed.len();
    for item in view.items(path) {
        let whole = item.span.start as usize..item.span.end as usize;
        if whole.start > range.end || whole.end < range.start {
            continue;
        }
        // A member stands in its model two blanks to the right.
        let chunk = chunks(&item).find(|own| own.start <= inner.start && inner.end <= own.end);
        let (before, own, after) = match chunk {
            Some(chunk) => ("model M {\n  ", chunk, "\n}\n"),
            None => ("", whole, "\n"),
        };
        let Some(source) = text.get(own.clone()) else { continue };
        let wrapped = format!("{before}{source}{after}");
        let Ok(formatted) = cdl_grammar::format(&wrapped) else { continue };
        let inside = before.len()..before.len() + source.len();
        let found = differences(&wrapped, &formatted).into_iter();
        let found = found.filter(|edit| inside.start <= edit.start && edit.end <= inside.end);
        let moved = |at: usize| at - inside.start + own.start;
        edits.extend(found.map(|edit| Edit::new(moved(edit.start)..moved(edit.end), edit.text)));
    }
    edits
}

/// The pieces of an item that are read by themselves: its members, those of one line together.
fn chunks(item: &FileItem<'_>) -> impl Iterator<Item = Range<usize>> {
    let members = tree::members(item.item).chunk_by(|a, b| a.offset == b.offset);
    let start = item.span.start;
    members.filter_map(move |members| {
        let at = start + members.first()?.offset;
        Some(at as usize..(at + members.last()?.node.span.end) as usize)
    })
}

fn whole_lines(text: &str, range: &Range<usize>) -> Range<usize> {
    let start =
        text.get(..range.start).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
    let end = text.get(range.end..).and_then(|after| after.find('\n'));
    start..end.map_or(text.len(), |at| range.end + at)
}

fn line_start(text: &str, at: usize) -> usize {
    text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1)
}

/// What makes `new` of `old`, two texts with the same words. If they are not the same, one edit
/// replaces everything.
fn differences(old: &str, new: &str) -> Vec<Edit> {
    let (old_words, new_words) = (words(old), words(new));
    let same = |(a, b): (&Range<usize>, &Range<usize>)| {
        // The formatter takes blanks at the ends of lines out of comments.
        let (a, b) = (old.get(a.clone()).unwrap_or(""), new.get(b.clone()).unwrap_or(""));
        a == b || a.lines().map(str::trim_end).eq(b.lines().map(str::trim_end))
    };
    if old_words.len() != new_words.len() || !old_words.iter().zip(&new_words).all(same) {
        return vec![Edit::new(0..old.len(), new)];
    }
    let mut edits = Vec::new();
    let mut replace = |range: Range<usize>, by: Range<usize>| {
        let by = new.get(by).unwrap_or("");
        if old.get(range.clone()) != Some(by) {
            edits.push(Edit::new(range, by));
        }
    };
    let (mut old_end, mut new_end) = (0, 0);
    for (own, other) in old_words.into_iter().zip(new_words) {
        replace(old_end..own.start, new_end..other.start);
        replace(own.clone(), other.clone());
        (old_end, new_end) = (own.end, other.end);
    }
    replace(old_end..old.len(), new_end..new.len());
    edits
}

/// Everything that a layout keeps: neither blanks nor separators.
fn words(text: &str) -> Vec<Range<usize>> {
    let is_layout = |lexeme: &&Lexeme| {
        matches!(lexeme.kind, LexemeKind::Newline | LexemeKind::Comma | LexemeKind::Semicolon)
    };
    let lexemes = lex(text);
    let words = lexemes.iter().filter(|lexeme| !is_layout(lexeme));
    words
        .map(|lexeme| {
            let start = lexeme.start as usize;
            start..start + lexeme.text(text).trim_end().len()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ide::edit::applied;
    use crate::ide::fixture::Fixture;

    const UGLY: &str = "//! File.   \nmodel  M{\n\n\n body b{mass=1 kg ;  shape = sphere(diameter=1 m)  // x \n\
                        }\n /* one  \n two */ let a=[1,2,\n3] m\n}\n\n\nconst  c=1\nmodel N {}";

    #[test]
    fn all_edits_give_the_standard_layout() {
        let fixture = Fixture::new(UGLY);
        let edits = formatting(&fixture.view(), &fixture.path);
        let formatted = cdl_grammar::format(UGLY).expect("no syntax errors");
        assert_eq!(applied(UGLY, &edits), Some(formatted.clone()));
        assert!(edits.len() > 5, "small edits");
        let fixture = Fixture::new(&formatted);
        assert_eq!(formatting(&fixture.view(), &fixture.path), []);
    }

    /// 180 000 edits of a generated model took 674 MB of the server's memory.
    #[test]
    fn where_nearly_everything_changes_there_is_one_edit() {
        let lines: String = (0..6_000).map(|i| format!("const  a{i}=1 m\n")).collect();
        let text = format!("// Längen\n{lines}// the end\n");
        let fixture = Fixture::new(&text);
        let edits = formatting(&fixture.view(), &fixture.path);
        assert_eq!(edits.len(), 1);
        assert!(
            edits[0].start > 10 && edits[0].end < text.len() - 10,
            "what stays is not replaced"
        );
        assert_eq!(
            applied(&text, &edits),
            Some(cdl_grammar::format(&text).expect("it can be read"))
        );
    }

    #[test]
    fn a_file_with_errors_stays_as_it_is() {
        let fixture = Fixture::new("const  a=1\nconst b = =\n");
        assert_eq!(formatting(&fixture.view(), &fixture.path), []);
    }

    #[test]
    fn a_range_changes_its_lines_only() {
        let fixture = Fixture::new("const  a=1\nconst $0 b=2$0\nconst  c=3\n");
        let edits = range_formatting(&fixture.view(), &fixture.path, fixture.range.clone());
        let text = applied(&fixture.text(), &edits).unwrap_or_default();
        assert_eq!(text, "const  a=1\nconst b = 2\nconst  c=3\n");
    }

    #[test]
    fn a_range_beside_an_error_is_laid_out() {
        let fixture = Fixture::new("const  a=\nconst $0 b=2$0\nconst  c=3\n");
        let edits = range_formatting(&fixture.view(), &fixture.path, fixture.range.clone());
        let text = applied(&fixture.text(), &edits).unwrap_or_default();
        assert_eq!(text, "const  a=\nconst b = 2\nconst  c=3\n");
    }

    #[test]
    fn a_brace_lays_out_its_block_and_a_line_end_its_line() {
        let text = "model M {\n  let  a=1\n  body b {\nmass=1 kg\n  }$0\n}\n";
        let fixture = Fixture::new(text);
        let edits = on_type_formatting(&fixture.view(), &fixture.path, fixture.offset(), '}');
        let text = applied(&fixture.text(), &edits).unwrap_or_default();
        assert_eq!(text, "model M {\n  let  a=1\n  body b {\n    mass = 1 kg\n  }\n}\n");

        let fixture = Fixture::new("model M {\n  let  a=1\n  let b  =2\n  $0\n}\n");
        let edits = on_type_formatting(&fixture.view(), &fixture.path, fixture.offset(), '\n');
        let text = applied(&fixture.text(), &edits).unwrap_or_default();
        assert_eq!(text, "model M {\n  let  a=1\n  let b = 2\n  \n}\n");
    }
}
