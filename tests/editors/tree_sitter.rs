//! Holds the grammar for tree-sitter against cdl's own: wherever cdl reads a text without errors,
//! tree-sitter has to read the same tree, down to the parentheses that precedence sets.

use std::collections::BTreeSet;
use std::path::Path;

use cdl_grammar::{keywords, parse, tree_text};
use serde_json::Value;
use tree_sitter::{Language, Parser, Query, Tree};
use tree_sitter_cdl::GRAMMAR;

use super::tree_of_nodes::text_of_nodes;

fn read(text: &str) -> Tree {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_cdl::LANGUAGE.into()).expect("the language is compatible");
    parser.parse(text, None).expect("there is no time limit")
}

/// cdl's tree in lines, without documentation, which tree-sitter keeps outside of what it documents.
fn text_of_syntax(text: &str) -> String {
    let tree = tree_text(&parse(text));
    tree.lines().filter(|line| !line.trim_start().starts_with("//")).fold(
        String::new(),
        |mut out, line| {
            out.push_str(line);
            out.push('\n');
            out
        },
    )
}

/// Asserts that both read the same from `text`, if cdl reads it without errors.
fn assert_agreement(place: &str, text: &str) -> bool {
    if !parse(text).errors.is_empty() {
        return false;
    }
    let tree = read(text);
    let root = tree.root_node();
    assert!(!root.has_error(), "{place}: tree-sitter reads an error\n{text}\n{root}");
    assert_eq!(text_of_nodes(root, text), text_of_syntax(text), "{place}");
    true
}

fn files(folder: &Path, extension: &str, found: &mut Vec<String>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        let name = entry.file_name();
        if path.is_dir() && name != "target" && name != "node_modules" && name != ".git" {
            files(&path, extension, found);
        } else if path.extension().is_some_and(|found| found == extension) {
            found.push(path.to_string_lossy().into_owned());
        }
    }
}

fn files_of_repository(extension: &str) -> Vec<String> {
    let mut found = Vec::new();
    files(Path::new(env!("CARGO_MANIFEST_DIR")), extension, &mut found);
    found.sort();
    found
}

#[test]
fn every_file_of_the_repository_is_read_alike() {
    let paths = files_of_repository("cdl");
    let alike = paths
        .iter()
        .filter(|path| {
            let text = std::fs::read_to_string(path).unwrap_or_default();
            let alike = assert_agreement(path, &text);
            assert_eq!(alike, assert_agreement(path, &text.replace('\n', "\r\n")), "{path}");
            alike
        })
        .count();
    assert!(alike > 90, "{alike} of {} files", paths.len());
}

/// The snippets of the documentation, and all the small ones that the compiler is tested with.
#[test]
fn every_snippet_of_the_documentation_is_read_alike() {
    let mut alike = 0;
    for path in files_of_repository("md") {
        let page = std::fs::read_to_string(&path).unwrap_or_default();
        for (number, piece) in page.split("```cdl").skip(1).enumerate() {
            let snippet = piece.split_once('\n').map_or("", |(_, rest)| rest);
            let snippet = snippet.split("```").next().unwrap_or("");
            let place = format!("{path}, snippet {}", number + 1);
            alike += usize::from(assert_agreement(&place, snippet));
            let member = format!("model M() {{\n{snippet}\n}}\n");
            alike += usize::from(assert_agreement(&place, &member));
        }
    }
    assert!(alike > 250, "{alike} snippets");
}

/// Every form of unit, of line end and of reserved word: what cdl refuses, tree-sitter refuses too.
#[test]
fn lexical_rules_are_the_same() {
    let values = [
        "2 m",
        "2m",
        "2 m/s^2",
        "2 N.m",
        "2 1/s",
        "2 m^(1/2)",
        "2 m^-1",
        "2 m^0.5/s",
        "2 m ^ 2",
        "2 %",
        "7 % 3",
        "7 %(3)",
        "7 % x",
        "20 °C",
        "3 µm",
        "3 μm",
        "2 kΩ",
        "100 N..3 kN",
        "0..8",
        "2 m/2",
        "2 inch",
        "2 until",
        "until",
        "until - until",
        "f(until = until)",
        "{ until = 1 }",
        "2 atm",
        "1e-4 m/s/N",
        "1e3",
        "2 m..3 m",
        "f(1) kg.m^2",
        "[1, 2] m",
        "2 m2",
        "2 in",
        "2 m(3)",
        "2 m/s(3)",
        "2.",
        "a.from.to",
        "f (1)",
        "a [1]",
        "a .b",
        "[1, 2,]",
        "[1,, 2]",
        "f(,)",
        "[1 2]",
        "{ a = 1, b = 2 }",
        "{ a = 1 b = 2 }",
        "a = b",
        "not a == b",
        "[for i in 0..8: a[i]]",
        "[for i in 0..8 if i != 3: a[i]] N",
        "[for i in [for j in a: j]: if i then 1 else 2][0]",
        "[for i in a if if b then c else d: i]",
        "[\n  for i in a:\n    i\n]",
        "[for i in a: i,]",
        "[for i in a]",
        "[for i a: i]",
        "[for in a: i]",
        "[a for b]",
        "a[*]",
        "a[*].b[*].c(d[*])[2].e",
        "(a[*]).b",
        "(a[*].b)[3](c)",
        "a[ * ].b",
        "a[*b]",
        "a[**]",
        "a [*]",
        "[*]",
        "-a ^ -b ^ c",
        "a - -b",
        "a if b",
        "if a then b",
        "\"a \\\" b\"",
        "\"a",
        "/* a /* b */ c */ 1",
        "1 /* a",
        "a < b and b < c or not d",
        "if a then b else c + 1",
        "2 %/m^3",
        "2%.m",
        "2 %^2",
        "2 %%",
        "2 % + 1",
        "2 m /* of cable */ + 3 m",
        "2 /* blank */ m",
        "a\n  + b",
        "a +\n  b",
        "a\n  / b",
        "a // c\n  + b",
        "a\n  // c\n  + b",
        "a\n\n\n  or b",
        "f(\n1\n,\n2\n)",
        "[\n1\n m\n]",
        "5 %\nlet z = 1",
        "a\n;",
        "a // b\n  /* c */\n  + b",
        "a\n  /* c */ + b",
        "a /* c */\n  /* d */ + /* e */\n  b /* f */",
        "f(1)\n  /* c */ + f(1) m",
        "a. b",
        "a.\nb",
        "f(ship at [0, 0, 1] m, b = c at d)",
    ];
    for value in values {
        let item = format!("const y = {value}\n");
        let member =
            format!("model M() {{\n  let y = {value}\n  body b {{ mass = {value}\n }}\n}}\n");
        for text in [item, member] {
            if !assert_agreement("a value", &text) {
                assert!(read(&text).root_node().has_error(), "cdl reads an error in\n{text}");
            }
        }
    }
    for word in keywords() {
        for text in [
            format!("const {word} = 1\n"),
            format!("const x = 3 {word}\n"),
            format!("const x = a.{word}\n"),
            format!("const x = f({word} = 1)\n"),
            format!("model M() {{\n  body b {{\n    {word} = 3 m\n  }}\n}}\n"),
        ] {
            if !assert_agreement(word, &text) {
                assert!(read(&text).root_node().has_error(), "cdl reads an error in\n{text}");
            }
        }
    }
}

/// `every` starts a clause or an event, `until` a clause or what has that name.
#[test]
fn clauses_and_events_are_told_apart_alike() {
    let members = [
        "every 2 s",
        "every 2 s { }",
        "every 2 s // c\n  { }",
        "every 2 s /* c\n */ { }",
        "every /* { */ 2 s",
        "every \"{\"",
        "every \"\\\"{\" { }",
        "every a\n  + b { }",
        "every a +\n  b { }",
        "every a +\n  b",
        "every a // {\n  / b",
        "every\n  a { }",
        "every f({ a = 1 })",
        "every f({ a = 1 }, 2)[0] { }",
        "every { a = 1 }",
        "every { a = 1 } { }",
        "every if a then b else { c = 1 }",
        "every if a then b else { c = 1 }.c { }",
        "every a.with { }",
        "every a.if { }",
        "every a.every\nbody b { }",
        "every a\nbody b { }",
        "every a[0]\nwhen b { }",
        "every 5 %\nat 1 s { }",
        "every f(5) %\nat 1 s { }",
        "every a %\n  b { }",
        "every 1e-3 { }",
        "every 1.5 µm { }",
        "every 0..8 { }",
        "every a <= b and not c { }",
        "every a == b { }",
        "every true { }",
        "every 2 s with rk4()",
        "every 2 s, every 3 s { }",
        "every 2 s until x",
        "every 2 s\nevery 3 s { }\nevery 4 s { }",
        "every = 3",
        "every == 3",
        "every 2 s { note \"a\"; b = 1; stop \"c\" }",
        "every 2 s { note \"a\" \"b\" }",
        "every 2 s { until \"a\" }",
        "every 2 s { body b { note \"a\" } }",
        "until a",
        "until a\nevery 2 s { }",
        "until not a or -b < c, until (d)",
        "until == 3",
        "until",
        "until: a",
        "until x { }",
        "until\n  a",
        "untils 3",
    ];
    for before in ["", "simulate 1 s\n", "modes(2)\n", "modes\n", "let a = 1\n", "body b\n"] {
        for member in members {
            let text = format!("experiment e = M() {{\n{before}{member}\n}}\n");
            if !assert_agreement("a member", &text) {
                assert!(read(&text).root_node().has_error(), "cdl reads an error in\n{text}");
            }
        }
    }
    for member in [
        "let until = 3",
        "body until: until(until = 3) on until { until = until }",
        "frame f on until (until)",
        "part until[until] = until.until(until, a = until)",
        "for until in 0..until { record until as until, until - until }",
        "simulate until",
        "simulate until, every until",
        "simulate\nuntil x",
        "simulate until = 3",
        "simulate 1 s, until = 3",
        "simulate 1 s, until a, until = b",
        "modes until x",
        "modes, until x",
        "modes with a until b",
        "modes(until = 3) until x",
    ] {
        let text = format!("model M() {{\n{member}\n}}\n");
        if !assert_agreement("a member", &text) {
            assert!(read(&text).root_node().has_error(), "cdl reads an error in\n{text}");
        }
    }
}

/// In the block of an event a verb starts an action where an operand follows, and is a name elsewhere.
#[test]
fn actions_and_assignments_are_told_apart_alike() {
    let entries = [
        "attach rope.end to load.eye, within = 5 cm",
        "attach rope.end to load.eye, within = 5 cm, force = 2 N",
        "attach rope.end to load.eye,\n  within = 5 cm",
        "attach rope.end\n  to load.eye",
        "attach rope.end to\n  load.eye",
        "attach rope.end // c\n  to load.eye /* d */",
        "attach a + b to c and d",
        "attach -a",
        "attach (a)",
        "attach (a).b to [c][0]",
        "attach ends[*] to a[*].b",
        "attach",
        "attach to x",
        "attach a to",
        "attach a,",
        "attach a, within",
        "attach a, b to c",
        "attach a, until = 3",
        "attach a b",
        "attach a to b to c",
        "attach a from b",
        "attach a = b",
        "attach a { }",
        "attach a { b = 1 }",
        "attach { 1 }",
        "attach: a",
        "attach = 3",
        "attach == 3",
        "attach\n  = 3",
        "attach.a = 3",
        "attach.a.b[c].d(e).f = 3",
        "attach[0] = attach",
        "attach[0].lock = lock",
        "attach.a",
        "attach[0]",
        "attaches a",
        "attaches = a",
        "lock slew",
        "lock slew; release slew",
        "lock lock",
        "lock release\nrelease lock",
        "lock = lock * release",
        "lock until",
        "lock stop",
        "lock simulate",
        "detach wires[i + 1].start",
        "detach if a then b else c",
        "detach 3 m",
        "detach \"a\"",
        "body lock { mass = lock }",
        "stop \"a\"; lock a",
        "a.b = 3",
        "a.b == 3",
        "a.b",
        "a.b 3",
        "a. b = 3",
        "a .b = 3",
        "a[i] = 2 * a[i]",
        "a[i]\n  = 2",
        "a[i] =\n  2\na[j] = 3",
        "a[*] = 2",
        "a[i](b) = 2",
        "a[i](b).c = 2 m",
        "a(b) = 2",
        "a[] = 2",
        "a[i, j] = 2",
        "a.b, c.d = 2",
        "(a).b = 2",
        "[a][0] = 2",
        "to.a = 2",
        "a.to = 2",
        "stop.a = 2",
        "when.a = 2",
        "until[0] = until",
    ];
    for before in ["", "lock a\n", "b = 1\n", "b[0] = 1;", "/* c */", "stop \"a\"\n"] {
        for entry in entries {
            for event in ["at 3 s", "when x > 3 m", "every 2 s"] {
                let text = format!("model M() {{\n{event} {{\n{before}{entry}\n}}\n}}\n");
                if !assert_agreement("an entry", &text) {
                    assert!(read(&text).root_node().has_error(), "cdl reads an error in\n{text}");
                }
            }
        }
    }
    for entry in entries {
        for around in [
            "if x > 3 m {",
            "if a { b = 1 } else {",
            "for i in 0..3 {",
            "for i in 0..3 { if i == 2 {",
        ] {
            let closing = "}".repeat(around.matches('{').count() - around.matches('}').count());
            let text = format!("model M() {{\nat 3 s {{\n{around}\n{entry}\n{closing}\n}}\n}}\n");
            if !assert_agreement("an entry", &text) {
                assert!(read(&text).root_node().has_error(), "cdl reads an error in\n{text}");
            }
        }
    }
    for member in ["lock a", "lock a: b(c) from d", "lock { }", "a.b = 3"] {
        for text in [
            format!("model lock() {{\n{member}\n}}\n"),
            format!("model M(lock: Force) {{\nbody b {{\n{member}\n}}\n}}\n"),
            format!("model M() {{\nif lock {{\n{member}\n}}\n}}\n"),
        ] {
            if !assert_agreement("a member", &text) {
                assert!(read(&text).root_node().has_error(), "cdl reads an error in\n{text}");
            }
        }
    }
}

/// `enum` starts an item and a member, and is a name elsewhere.
#[test]
fn enums_are_told_apart_alike() {
    let entries = [
        "enum A { a }",
        "enum A { a, b }",
        "enum A { a; b }",
        "enum A {\n a\n b\n}",
        "enum A {\n a,\n b,\n}",
        "enum A\n{ a }",
        "enum /* c */ A { a /* d */ }",
        "enum A { /// of it\n a // b\n }",
        "enum A { , a,, b }",
        "enum A { }",
        "enum A { a b }",
        "enum A { a = 1 }",
        "enum A { on }",
        "enum A",
        "enum A { a } b",
        "enum A { a }\nenum B { b }",
        "enum A { a }; enum B { b }",
        "enum A { a } enum B { b }",
        "enum { a }",
        "enum",
        "enum enum { enum }",
        "enum A[0] { a }",
        "enum A: B { a }",
    ];
    for entry in entries {
        for text in [format!("{entry}\n"), format!("model M() {{\n{entry}\n}}\n")] {
            if !assert_agreement("an enum", &text) {
                assert!(read(&text).root_node().has_error(), "cdl reads an error in\n{text}");
            }
        }
    }
    for member in [
        "pub enum A { a }",
        "enum == 3",
        "let enum: enum = enum(enum)",
        "body enum: enum { enum = enum }",
        "at enum { enum = 3; enum[0] = 3; enum.a = 3 }",
        "at 1 s { enum A { a } }",
        "body b { enum A { a }; enum = 3 }",
        "var a: b.C = d",
        "let a: b.C = d",
        "let a: Array(b.C) = d",
        "let a: b.c.D = d",
        "let a: b. C = d",
    ] {
        let text = format!("model M() {{\n{member}\n}}\n");
        if !assert_agreement("a member", &text) {
            assert!(read(&text).root_node().has_error(), "cdl reads an error in\n{text}");
        }
    }
}

/// The tests of `tree-sitter test`, whose command is not on every machine.
#[test]
fn corpus_is_read_as_it_says() {
    let mut cases = 0;
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("editors/tree-sitter-cdl/test/corpus");
    let mut paths = Vec::new();
    files(&corpus, "txt", &mut paths);
    let (double, single) = ("=".repeat(60), "-".repeat(60));
    for path in paths {
        let page = std::fs::read_to_string(&path).unwrap_or_default();
        // Before each title and behind it stands a double line.
        let pieces: Vec<_> = page.split(&double).skip(1).collect();
        for case in pieces.chunks_exact(2) {
            let (title, (text, expected)) =
                (case[0], case[1].split_once(&single).unwrap_or_default());
            let tree = read(text.trim_matches('\n'));
            let place = format!("{path}: {}", title.trim());
            cases += 1;
            if title.contains(":error") {
                assert!(tree.root_node().has_error(), "{place}");
                continue;
            }
            let mut found = tree.root_node().to_sexp();
            if !expected.contains(": ") {
                let words = found.split(' ').filter(|word| !word.ends_with(':'));
                found = words.collect::<Vec<_>>().join(" ");
            }
            let expected = expected.split_whitespace().collect::<Vec<_>>().join(" ");
            assert_eq!(found, expected.replace(" )", ")"), "{place}");
        }
    }
    assert!(cases > 35, "{cases} cases");
}

/// All texts that stand for themselves somewhere under `rule`.
fn words_of(rule: &Value, words: &mut BTreeSet<String>) {
    match rule {
        Value::Object(fields) => {
            if let (Some("STRING"), Some(text)) =
                (fields.get("type").and_then(Value::as_str), fields.get("value"))
            {
                let text = text.as_str().unwrap_or_default();
                if text.starts_with(|first: char| first.is_ascii_alphabetic()) {
                    words.insert(text.to_owned());
                }
            }
            fields.values().for_each(|value| words_of(value, words));
        }
        Value::Array(values) => values.iter().for_each(|value| words_of(value, words)),
        _ => {}
    }
}

#[test]
fn keywords_are_those_of_cdl() {
    let grammar: Value = serde_json::from_str(GRAMMAR).expect("src/grammar.json is JSON");
    let mut words = BTreeSet::new();
    words_of(&grammar["rules"], &mut words);
    assert_eq!(Vec::from_iter(&words), keywords());

    let mut reserved = BTreeSet::new();
    words_of(&grammar["reserved"], &mut reserved);
    let refused = keywords()
        .into_iter()
        .filter(|word| !parse(&format!("const {word} = 1")).errors.is_empty())
        .map(str::to_owned);
    assert_eq!(reserved, refused.collect());
}

fn of_editors(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("editors").join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn queries_are_of_the_grammar_and_highlight_every_keyword() {
    let language: Language = tree_sitter_cdl::LANGUAGE.into();
    for (name, query) in [
        ("locals", tree_sitter_cdl::LOCALS_QUERY),
        ("folds", tree_sitter_cdl::FOLDS_QUERY),
        ("indents", tree_sitter_cdl::INDENTS_QUERY),
        ("textobjects", tree_sitter_cdl::TEXTOBJECTS_QUERY),
        ("injections", tree_sitter_cdl::INJECTIONS_QUERY),
        ("highlights", tree_sitter_cdl::HIGHLIGHTS_QUERY),
    ] {
        if let Err(error) = Query::new(&language, query) {
            panic!("queries/{name}.scm: {error}");
        }
    }
    for name in ["brackets", "highlights", "indents", "outline"] {
        let query = of_editors(&format!("zed/languages/cdl/{name}.scm"));
        if let Err(error) = Query::new(&language, &query) {
            panic!("{name}.scm of Zed: {error}");
        }
    }
    let for_zed = of_editors("zed/languages/cdl/highlights.scm");
    assert_eq!(for_zed, tree_sitter_cdl::HIGHLIGHTS_QUERY, "Zed has a copy of the query");
    // These are nodes with a name: `(boolean)`, `(public)`, and words of events and analyses.
    let named = ["false", "true", "pub", "when", "simulate"];
    let for_emacs = of_editors("emacs/cdl-mode.el");
    for word in keywords().into_iter().filter(|word| !named.contains(word)) {
        let quoted = format!("\"{word}\"");
        let listed = tree_sitter_cdl::HIGHLIGHTS_QUERY.contains(&quoted);
        assert!(listed, "`{word}` has no highlight");
        assert!(for_emacs.contains(&quoted), "`{word}` has no highlight in Emacs");
    }
}
