//! Files for tests, written as one text.

use std::ops::Range;

use cdl_compiler::{Compiler, Nothing, View};

/// Files in a compiler, and a range in one of them.
pub(crate) struct Fixture {
    pub compiler: Compiler,
    /// The file with the mark, or the first.
    pub path: String,
    /// Between the marks; empty with one mark, and at the start of the file without any.
    pub range: Range<usize>,
}

impl Fixture {
    /// `text` is one file (`main.cdl`), or several, each after a line `//- name.cdl`. `$0` marks a
    /// place, two of them a range. Files that they import are read, and nothing else.
    pub fn new(text: &str) -> Self {
        let mut compiler = Compiler::new(Nothing);
        let mut marked = None;
        let files = files(text);
        for (path, text) in &files {
            let (text, range) = unmarked(text);
            compiler.set_file(path, &text);
            marked = marked.or(range.map(|range| (path.clone(), range)));
        }
        let first = files.first().map_or("main.cdl", |(path, _)| path).to_owned();
        for (path, _) in &files {
            compiler.check(path);
        }
        let (path, range) = marked.unwrap_or((first, 0..0));
        Self { compiler, path, range }
    }

    pub fn view(&self) -> View {
        self.compiler.view()
    }

    /// The place of the mark.
    pub fn offset(&self) -> usize {
        self.range.start
    }

    /// The text of the marked file, without marks.
    pub fn text(&self) -> String {
        self.compiler.text(&self.path).map_or_else(String::new, |text| text.to_string())
    }
}

fn files(text: &str) -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = Vec::new();
    for line in text.split_inclusive('\n') {
        match (line.strip_prefix("//- "), files.last_mut()) {
            (Some(path), _) => files.push((path.trim().to_owned(), String::new())),
            (None, Some((_, text))) => text.push_str(line),
            (None, None) => files.push(("main.cdl".to_owned(), line.to_owned())),
        }
    }
    files
}

fn unmarked(text: &str) -> (String, Option<Range<usize>>) {
    let parts: Vec<&str> = text.split("$0").collect();
    let range = match parts.as_slice() {
        [before, _] => Some(before.len()..before.len()),
        [before, between, _] => Some(before.len()..before.len() + between.len()),
        _ => None,
    };
    (parts.concat(), range)
}

#[test]
fn marks_are_taken_out() {
    let fixture = Fixture::new("//- a.cdl\nconst a = 1\n//- b.cdl\nconst $0b$0 = 2\n");
    assert_eq!(fixture.path, "b.cdl");
    assert_eq!(fixture.text(), "const b = 2\n");
    assert_eq!((fixture.offset(), fixture.range.clone()), (6, 6..7));
    assert_eq!(fixture.view().text("a.cdl").as_deref(), Some("const a = 1\n"));
}
