//! Blocks in other brackets are read like those in braces, and what looks alike is let be.

use super::{BLOCK, LONGEST};
use crate::{parse, tree_text};

/// What is said of a text, each with the place it is about, and its tree without that.
fn read(text: &str) -> (Vec<(String, String)>, String) {
    let mut file = parse(text);
    let errors = std::mem::take(&mut file.errors).into_iter().map(|error| {
        let place = text[error.span.start as usize..error.span.end as usize].to_owned();
        (place, error.message)
    });
    (errors.collect(), tree_text(&file))
}

/// The text with the fixes of all errors, which overlap nowhere.
fn mended(text: &str) -> String {
    let mut mended = text.to_owned();
    for error in parse(text).errors.iter().rev() {
        let fix = error.fix.as_ref().expect("each error has a fix");
        mended.replace_range(fix.span.start as usize..fix.span.end as usize, &fix.replacement);
    }
    mended
}

fn in_model(members: &str) -> String {
    format!("model M() {{\n{members}\n  joint j: free from world to b\n}}\nconst c = 1\n")
}

#[test]
fn blocks_in_other_brackets_are_one_error_and_are_read() {
    for (bracket, members, expected) in [
        ("(", "  body b ( mass = 2 kg )", "  body b { mass = 2 kg }"),
        ("(", "  body b(mass = 2 kg, a = f(1, 2))", "  body b{mass = 2 kg; a = f(1, 2)}"),
        (
            "(",
            "  body b (\n    a = 1, // one\n    c = 2,\n  )",
            "  body b {\n    a = 1 // one\n    c = 2\n  }",
        ),
        ("(", "  body b (a = 1, /* one\n */ c = 2)", "  body b {a = 1; /* one\n */ c = 2}"),
        ("(", "  body b ()", "  body b {}"),
        (
            "(",
            "  pub body b ( mass = 2 kg; c = 3 ) // (",
            "  pub body b { mass = 2 kg; c = 3 } // (",
        ),
        ("(", "  body b[i] ( mass = 2 kg )", "  body b[i] { mass = 2 kg }"),
        (
            "[",
            "  body b [\n    a = [1, 2],\n    c = 3\n  ]",
            "  body b {\n    a = [1, 2]\n    c = 3\n  }",
        ),
        (
            "(",
            "  joint j: pin(axis = y) from world to a (\n    damping = 1\n  )",
            "  joint j: pin(axis = y) from world to a {\n    damping = 1\n  }",
        ),
        (
            "(",
            "  for i in 0..3 (\n    body b[i] { a = 1 }\n  )",
            "  for i in 0..3 {\n    body b[i] { a = 1 }\n  }",
        ),
        (
            ":",
            "  body b:\n    mass = 2 kg\n    a = [\n  1]",
            "  body b {\n    mass = 2 kg\n    a = [\n  1]\n  }",
        ),
        (":", "  body b: // heavy\n    mass = 2 kg", "  body b { // heavy\n    mass = 2 kg\n  }"),
        (
            ":",
            "  when x > 3 m:\n    stop \"far\"\n    lock j",
            "  when x > 3 m {\n    stop \"far\"\n    lock j\n  }",
        ),
        (
            ":",
            "  for i in 0..3:\n    body b[i] { a = 1 }",
            "  for i in 0..3 {\n    body b[i] { a = 1 }\n  }",
        ),
        (
            ":",
            "  frame f on b at [0, 0, 1] m:\n    a = 1",
            "  frame f on b at [0, 0, 1] m {\n    a = 1\n  }",
        ),
    ] {
        let text = in_model(members);
        let (errors, tree) = read(&text);
        assert_eq!(errors, [(bracket.to_owned(), BLOCK.to_owned())], "{text}");
        let good = in_model(expected);
        assert_eq!(read(&good), (Vec::new(), tree), "{text}");
        assert_eq!(mended(&text), good);
    }
}

#[test]
fn blocks_in_blocks_are_read() {
    let text = in_model(
        "  if a:\n    body b:\n      mass = 2 kg\n    body d (\n      frame f [ a = 1 ]\n      c = 2, e = 3)\n  else:\n    body g { h = 1 }",
    );
    let good = in_model(
        "  if a {\n    body b {\n      mass = 2 kg }\n    body d {\n      frame f { a = 1 }\n      c = 2; e = 3}\n  } else {\n    body g { h = 1 } }",
    );
    let (errors, tree) = read(&text);
    assert_eq!(
        errors.iter().map(|own| own.0.as_str()).collect::<Vec<_>>(),
        [":", ":", "(", "[", ":"]
    );
    assert!(errors.iter().all(|(_, message)| message == BLOCK));
    assert_eq!(read(&good), (Vec::new(), tree));
}

#[test]
fn items_with_a_colon_are_read() {
    let text = "component A(n: Int = 3):\n  body b:\n    mass = 2 kg\n\n  let x = 3\n\nexperiment e = M():\n  simulate 1 s\nconst c = 1\n";
    let good = "component A(n: Int = 3) {\n  body b {\n    mass = 2 kg\n  }\n\n  let x = 3\n}\n\nexperiment e = M() {\n  simulate 1 s\n}\nconst c = 1\n";
    let (errors, tree) = read(text);
    assert_eq!(errors, [":", ":", ":"].map(|own| (own.to_owned(), BLOCK.to_owned())));
    assert_eq!(read(good), (Vec::new(), tree));
}

/// What looks alike and stands where it may, or is another mistake.
#[test]
fn indices_calls_and_arguments_are_no_blocks() {
    for members in [
        "  when a {\n    a[i] = 3\n    a [i] = 3\n  }",
        "  body b { shape = sphere(diameter = 1 m) }",
        "  joint h: revolute(\n    axis = y\n  ) from world to b",
        "  joint h: revolute (\n    axis = y\n  )",
        "  part r = Rod (\n    length = 1 m\n  )",
        "  use Rod (\n    length = 1 m\n  ) as r",
        "  record max (\n    a\n  )",
        "  body b[n] { a = 1 }",
        "  body b [n] { a = 1 }",
        "  body b (3)",
        "  body b ( a = 1 ) from x",
        "  body b (",
        "  body b ( a = 1 ]",
        "  body b:\n  a = 1",
        "  joint h:\n    revolute(axis = y) from world to b",
        "  constraint c:\n    a = 1",
        "  let x = [for i in 0..3:\n    i]",
        "  simulate T with rk4 (\n    step = 1 s\n  )",
        "  attach rope (within = 1 m)",
    ] {
        let mut lexemes = crate::lex(members);
        let before = lexemes.clone();
        let embraced = super::embrace(members, &mut lexemes, super::Level::Chunk);
        assert!(embraced.errors.is_empty() && embraced.written.is_empty(), "{members}");
        assert_eq!(lexemes, before);
    }
}

/// A fix is no longer than this, however long the text is.
#[test]
fn long_blocks_have_no_fix() {
    let block = |count: usize| in_model(&format!("  body b (a = \"{}\")", "é".repeat(count)));
    let has_fix = |count: usize| parse(&block(count)).errors[0].fix.is_some();
    assert!(has_fix(LONGEST / 2 - 16));
    assert!(!has_fix(LONGEST / 2));
}

/// Blocks beside each other, in each other or never closed: what took the square of their number would not end here.
#[test]
fn many_blocks_are_read() {
    for (open, close, blocks) in [
        ("body b ( a = 1 )\n", "", 300_000),
        ("body b:\n  a = 1\n", "", 300_000),
        ("body b (\n", ")\n", 300_000),
        ("body b [\nc = 1\n", "", 0),
    ] {
        let text = open.repeat(300_000) + &close.repeat(300_000);
        let mut lexemes = crate::lex(&text);
        let errors = super::embrace(&text, &mut lexemes, super::Level::Chunk).errors;
        assert_eq!(errors.len(), blocks, "{open}");
    }
}
