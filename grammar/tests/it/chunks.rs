//! An edit changes only the chunk that it is in.

use cdl_grammar::{Outline, outline, parse, parse_item_header, parse_member};

const TEXT: &str = "\
//! Docs.
const g = 9.81 m/s^2

/// The model.
model A(n: Int = 3) {
  /// First.
  body a { mass = 1 kg }
  body b {
    mass = 2 kg // a comment
  }
  let x = 1; let y = 2
}

experiment e = A() { simulate 1 s }
";

fn chunks(text: &str) -> Vec<&str> {
    let Outline { items, .. } = outline(text);
    let spans = items.iter().flat_map(|item| std::iter::once(&item.header).chain(&item.members));
    spans.map(|span| &text[span.start as usize..span.end as usize]).collect()
}

#[test]
fn chunks_are_headers_and_members() {
    assert_eq!(
        chunks(TEXT),
        [
            "const g = 9.81 m/s^2",
            "/// The model.\nmodel A(n: Int = 3)",
            "/// First.\n  body a { mass = 1 kg }",
            "body b {\n    mass = 2 kg // a comment\n  }",
            "let x = 1; let y = 2",
            "experiment e = A()",
            "simulate 1 s",
        ]
    );
}

#[test]
fn an_edit_changes_one_chunk() {
    let edits = [
        ("mass = 2 kg", "mass = 20 kg"),
        ("mass = 2 kg", "mass = (20 kg"),
        ("mass = 2 kg", "mass = \"20 kg"),
        ("mass = 2 kg", "mass = 2 kg }"),
        ("mass = 2 kg", "frame f { mass = 2 kg"),
        ("  body b {", "  body b"),
        ("/// First.", "/// The first."),
        ("(n: Int = 3)", "(n: Int = 3"),
    ];
    let before = chunks(TEXT);
    for (from, to) in edits {
        let text = TEXT.replace(from, to);
        let after = chunks(&text);
        let changed = after.iter().filter(|chunk| !before.contains(chunk)).count();
        assert!(changed <= 3, "{to}: {after:#?}");
        let lost = before.iter().filter(|chunk| !after.contains(chunk)).count();
        assert_eq!(lost, 1, "{to}: {after:#?}");
    }
}

/// Comments and empty lines between chunks belong to none.
#[test]
fn comments_between_chunks_change_none() {
    let text = TEXT
        .replace("  body b", "\n  // a comment\n\n    body b")
        .replace("kg }\n", "kg } // trailing\n");
    let text = text.replace("    body b", "  body b");
    assert_eq!(chunks(&text), chunks(TEXT));
}

/// A file is read as its chunks are.
#[test]
fn a_file_is_its_chunks() {
    for (path, text) in crate::all_files() {
        let file = parse(&text);
        let outline = outline(&text);
        let mut errors = outline.errors.len();
        for part in &outline.items {
            let slice =
                |span: cdl_grammar::syntax::Span| &text[span.start as usize..span.end as usize];
            let (header, header_errors) = parse_item_header(slice(part.header));
            assert!(header.is_some(), "{}", path.display());
            errors += header_errors.len();
            errors +=
                part.members.iter().map(|&chunk| parse_member(slice(chunk)).1.len()).sum::<usize>();
        }
        assert_eq!(errors, file.errors.len(), "{}", path.display());
        assert_eq!(outline.items.len(), file.items.len(), "{}", path.display());
    }
}
