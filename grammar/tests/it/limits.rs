//! Texts that are deep, long or large.

use cdl_grammar::{format, outline, parse, tree_text};

fn nested(open: &str, inner: &str, close: &str, depth: usize) -> String {
    format!("const x = {}{inner}{}\nconst y = 1\n", open.repeat(depth), close.repeat(depth))
}

const NESTS: [(&str, &str, &str); 10] = [
    ("(", "1", ")"),
    ("[", "1", "]"),
    ("{ a = ", "1", " }"),
    ("f(", "1", ")"),
    ("a[", "1", "]"),
    ("f(g = -(", "1", "))"),
    ("if a then (", "1", ") else 2"),
    ("[for i in a: ", "1", "]"),
    ("[for i in a if b: ", "1", "]"),
    ("[{ a = f(", "1", ") }]"),
];

/// 140 levels are accepted, which is less than the limit of 150 as `if` counts as a level too.
#[test]
fn nesting_to_the_limit_is_accepted() {
    for (open, inner, close) in NESTS {
        let levels = open.matches(['(', '[', '{']).count() + open.matches("if").count();
        let text = nested(open, inner, close, 140 / levels);
        assert_eq!(parse(&text).errors, [], "{open}");
        super::formatting::check(&text, open);
    }
}

/// The parser does not look at the stack, so the limit has to hold on the smallest that a program begins with.
#[test]
fn what_is_nested_to_the_limit_is_read_on_a_small_stack() {
    let read = || {
        for (open, inner, close) in NESTS {
            let levels = open.matches(['(', '[', '{']).count() + open.matches("if").count();
            for depth in [140 / levels, 10_000] {
                parse(&nested(open, inner, close, depth));
                parse(&nested(open, inner, "", depth));
            }
        }
        for (open, close) in [("a { ", " }"), ("for i in x { ", " }"), ("at 1 s { ", " }")] {
            let blocks = [open.repeat(140), close.repeat(140)].concat();
            assert_eq!(parse(&format!("model A {{\n  {blocks}\n}}\n")).errors, [], "{open}");
        }
    };
    let small = std::thread::Builder::new().stack_size(1 << 20).spawn(read).expect("a thread");
    small.join().expect("no mistake");
}

#[test]
fn nesting_beyond_the_limit_is_one_error() {
    for (open, inner, close) in NESTS {
        for depth in [151, 10_000] {
            let text = nested(open, inner, close, depth);
            let file = parse(&text);
            assert_eq!(file.errors.len(), 1, "{open}: {:?}", file.errors);
            assert_eq!(file.errors[0].message, "this is nested more than 150 levels deep");
            assert!(tree_text(&file).contains("const y = 1"), "{open}");
            assert!(format(&text).is_err());
        }
        // Without the closing brackets there is more to say, but still an end to it.
        let file = parse(&nested(open, inner, "", 10_000));
        assert!(!file.errors.is_empty(), "{open}");
    }
}

/// Each `[*]` is one level of the tree more, though it is no bracket around the next.
#[test]
fn long_rows_of_rows_are_one_error() {
    for step in ["[*]", "[*].a", "[*].a(b[*])"] {
        let good = format!("const x = a{}\n", step.repeat(100));
        assert_eq!(parse(&good).errors, [], "{step}");
        super::formatting::check(&good, step);
        let file = parse(&format!("const x = a{}\nconst y = 1\n", step.repeat(50_000)));
        assert_eq!(file.errors.len(), 1, "{step}: {:?}", file.errors);
        assert_eq!(file.errors[0].message, "this expression is more than 400 operators deep");
        assert!(tree_text(&file).contains("const y = 1"), "{step}");
    }
}

#[test]
fn deep_blocks_are_one_error() {
    for (open, close) in [
        ("a { ", " }"),
        ("for i in x { ", " }"),
        ("if x { ", " }"),
        ("if x { } else ", "{ }"),
        ("at 1 s { ", " }"),
        ("every 1 s {\n", "\n}"),
        ("every {\n", "\n}"),
    ] {
        let text =
            format!("model A {{\n  {}{}\n  let y = 1\n}}\n", open.repeat(5000), close.repeat(5000));
        let file = parse(&text);
        assert!(file.errors.iter().any(|error| error.message.contains("levels deep")), "{open}");
        assert!(tree_text(&file).contains("let y = 1"), "{open}");
    }
}

/// Operators that nest make trees as high as deep nesting does, without any bracket, and comparisons and ranges
/// cannot stand in a row.
#[test]
fn operators_that_nest_are_errors_and_do_not_overflow() {
    for link in ["^ 1 ", "< 1 ", ".. 1 ", "+ not not 1 ", "^ - 1 "] {
        let text = format!("const x = 1 {}\nconst y = 1\n", link.repeat(100_000));
        let file = parse(&text);
        assert_eq!(file.errors.len(), 1, "{link}");
        assert!(tree_text(&file).contains("const y = 1"));
    }
    for text in ["- ".repeat(100_000), "not ".repeat(100_000), "if a then b else ".repeat(100_000)]
    {
        let file = parse(&format!("const x = {text} 1\nconst y = 1\n"));
        assert_eq!(file.errors.len(), 1);
        assert!(tree_text(&file).contains("const y = 1"));
    }
    for link in [".a", "[1]", "(1)", ".a[1](2)"] {
        let file = parse(&format!("const x = a{}\nconst y = 1\n", link.repeat(100_000)));
        assert!(!file.errors.is_empty());
        assert!(tree_text(&file).contains("const y = 1"));
    }
}

/// Generated models have sums of any length: they are one node, which no recursion goes down into.
#[test]
fn long_rows_of_operators_are_read() {
    for (first, link) in [
        ("1", "+ 1 "),
        ("1", "- a "),
        ("1", "* 1 "),
        ("1", "/ b "),
        ("a", "and b "),
        ("a", "or not b "),
        ("1", "+ - 1 "),
        ("1", "+ 2 ^ 3 ^ -a "),
        ("1", "+ (1 + 1) "),
        ("1", "- 2 * a + b % 3 "),
        ("a", "and b < c + d "),
        ("a < b", "or c and not d < e "),
    ] {
        for count in [7, 8, 15, 16, 17, 18, 100_000] {
            let text = format!("const x = {first} {}\nconst y = 1\n", link.repeat(count));
            let file = parse(&text);
            assert_eq!(file.errors, [], "{count} of {link}");
            assert!(tree_text(&file).contains("const y = 1"));
            if count < 100 {
                super::spans::check(&text);
                super::formatting::check(&text, link);
            }
        }
    }
}

/// What a row means does not depend on its length.
#[test]
fn rows_are_applied_from_left_to_right_whatever_their_length() {
    let row = |count: usize| {
        let file = parse(&format!("const x = a {}+ b < c\n", "- d * e ".repeat(count)));
        tree_text(&file).replace(['(', ')'], "")
    };
    for count in [2, 7, 8, 15, 16, 17, 200] {
        let written = format!("a {}+ b < c", "- d * e ".repeat(count));
        assert!(row(count).contains(&written), "{count}: {}", row(count));
    }
    let long = tree_text(&parse(&format!("const x = a {}\n", "- b * c ".repeat(200))));
    assert!(long.contains(&format!("(a{})", " - (b * c)".repeat(200))), "{long}");
    let mixed = tree_text(&parse(&format!("const x = {} == b\n", vec!["a"; 200].join(" + "))));
    assert!(mixed.contains(&format!("(({}) == b)", vec!["a"; 200].join(" + "))), "{mixed}");
}

/// Rows within brackets within rows: as high as the brackets are deep.
#[test]
fn rows_within_nests_do_not_overflow() {
    let mut text = "1".to_owned();
    for _ in 0..100 {
        text = format!("({text}{})", " + 1".repeat(300));
    }
    assert_eq!(parse(&format!("const x = {text}\n")).errors, []);
    let mut text = "1".to_owned();
    for _ in 0..100 {
        text = format!("({text}{})", " + 1".repeat(16));
    }
    let file = parse(&format!("const x = {text}\nconst y = 1\n"));
    assert!(file.errors.iter().any(|error| error.message.contains("operators deep")));
    assert!(tree_text(&file).contains("const y = 1"));
}

/// With a parser that goes back and tries again these would take forever, not seconds.
#[test]
fn large_files_are_read() {
    let line = "  body b { mass = [1, f(2 kg, x = (3 + a.b[i]) ^ 2)]; start = { position = [0, 0, 1] m } }\n";
    let count = 1_000_000 / line.len();
    let text = format!("model A {{\n{}}}\n", line.repeat(count));
    assert_eq!(outline(&text).items[0].members.len(), count);
    assert_eq!(parse(&text).errors, []);
    let one_line = text.replace('\n', ";").replacen("{;", "{", 1);
    assert_eq!(parse(&one_line).errors, []);
    let list = format!("const x = [{}]\n", "1, ".repeat(100_000));
    assert_eq!(parse(&list).errors, []);
    assert!(format(&list).is_ok());
}

#[test]
fn large_junk_is_read() {
    for junk in [
        "(",
        ")",
        "{",
        "}",
        "[",
        "\"",
        "model A {\n",
        "/*",
        "//",
        "{ (",
        "a = ",
        "x\n",
        "= ",
        "a, ",
        "§",
        "'",
        "body b { ( }\n",
        "at 1 s { a[",
        "a[{",
        "a[b.",
        "lock a.b\n",
        "attach a to b,\n",
        "a[i](",
    ] {
        for around in [
            ("", ""),
            ("model A {\n", "\n}"),
            ("model A {\n  at 1 s {\n", "\n}\n}"),
            ("const x = ", ""),
        ] {
            let text = format!("{}{}{}", around.0, junk.repeat(20_000), around.1);
            let file = parse(&text);
            assert!(file.errors.iter().all(|error| error.span.end as usize <= text.len()));
            let _ = format(&text);
        }
    }
}
