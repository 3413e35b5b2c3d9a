//! The formatter: what it makes of the files, and that it keeps the meaning.

use cdl_grammar::{format, parse, tree_text};

#[test]
fn formatted_files() {
    insta::glob!("..", "files/good/*.cdl", |path| {
        let text = std::fs::read_to_string(path).unwrap();
        insta::assert_snapshot!(format(&text).unwrap());
    });
}

/// What formatting must keep, for a text without errors.
pub fn check(text: &str, name: &str) {
    let Ok(formatted) = format(text) else { return };
    let (before, after) = (tree_text(&parse(text)), tree_text(&parse(&formatted)));
    if before != after {
        let (left, right) =
            before.lines().zip(after.lines()).find(|(a, b)| a != b).unwrap_or_default();
        panic!("{name} changes its meaning:\n{text}\n---\n{formatted}\n---\n{left}\n{right}");
    }
    assert_eq!(
        format(&formatted).as_ref(),
        Ok(&formatted),
        "{name} is not formatted by formatting:\n{text}"
    );
    assert_eq!(
        letters(text),
        letters(&formatted),
        "{name} loses something:\n{text}\n---\n{formatted}"
    );
}

/// Everything but blanks and separators, which the formatter may change.
fn letters(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && !matches!(c, ',' | ';')).collect()
}

#[test]
fn formatting_keeps_trees_and_comments() {
    for (path, text) in crate::good_files() {
        check(&text, &path.display().to_string());
        check(&text.replace('\n', "\r\n"), &path.display().to_string());
        check(&text.replace("  ", "\t"), &path.display().to_string());
    }
}

#[test]
fn a_broken_file_is_not_formatted() {
    let errors = format("model A {\n  let x =\n}\n").unwrap_err();
    assert_eq!(errors.len(), 1);
}

#[test]
fn lines_are_at_most_100_columns_where_possible() {
    for (path, text) in crate::good_files() {
        let formatted = format(&text).unwrap();
        for line in formatted.lines().filter(|line| !line.contains("//") && !line.contains('"')) {
            assert!(line.chars().count() <= 100, "{}: {line}", path.display());
        }
    }
}

#[test]
fn layout_is_kept_or_made_standard() {
    let cases = [
        ("", ""),
        ("\n\n", ""),
        ("// only", "// only\n"),
        ("const x=1", "const x = 1\n"),
        ("const x = 5m", "const x = 5 m\n"),
        ("const x = [ 1,2 , 3 , ]m", "const x = [1, 2, 3] m\n"),
        ("const x = -a*-b^-c", "const x = -a * -b^-c\n"),
        ("const x = 2 m ^ 2", "const x = 2 m ^ 2\n"),
        ("const x = 0 .. n", "const x = 0..n\n"),
        ("const x = 1 m..2 m", "const x = 1 m .. 2 m\n"),
        ("const x = not(a)and(b)", "const x = not (a) and (b)\n"),
        ("const x = {a=1;b=2}", "const x = { a = 1; b = 2 }\n"),
        ("const x = {a=1,b=2}", "const x = { a = 1, b = 2 }\n"),
        ("const x = { a = 1\nb = 2 }", "const x = {\n  a = 1\n  b = 2\n}\n"),
        ("model A{}", "model A { }\n"),
        (
            "model A(a:Int){\n\n\nlet x=1\n\n\nlet y=2\n\n}",
            "model A(a: Int) {\n  let x = 1\n\n  let y = 2\n}\n",
        ),
        ("model A { frame f on b (pinned) }", "model A { frame f on b (pinned) }\n"),
        ("model A { frame f on b(pinned) }", "model A { frame f on b(pinned) }\n"),
        (
            "model A { joint j: revolute (axis=y) from a to b }",
            "model A { joint j: revolute(axis = y) from a to b }\n",
        ),
        (
            "model A { when x>3 m{stop\"a\";note   \"b\"} }",
            "model A { when x > 3 m { stop \"a\"; note \"b\" } }\n",
        ),
        (
            "model A { let a=1\nevery 3s{\nnote\"a\"} }",
            "model A {\n  let a = 1\n  every 3 s {\n    note \"a\"\n  }\n}\n",
        ),
        (
            "experiment e = A() { simulate 3s until(a)or -b<c,until -d }",
            "experiment e = A() { simulate 3 s until (a) or -b < c, until -d }\n",
        ),
        (
            "experiment e = A() { simulate until(x)until[3]}",
            "experiment e = A() { simulate until(x) until [3] }\n",
        ),
        (
            "experiment e = A() { simulate until-3s,every until }",
            "experiment e = A() { simulate until -3 s, every until }\n",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(format(text).unwrap(), expected);
        check(text, "case");
    }
}

/// Alone, behind each other, and as far apart as lines allow.
#[test]
fn actions_and_assignments_keep_their_meaning() {
    let long = ["wide"; 30].join(".");
    let entries = [
        "attach   rope.end   to load.eye,within=5cm".to_owned(),
        "attach rope.end to load.eye , within = 5 cm , force = 2 N".to_owned(),
        "attach rope.end\nto load.eye".to_owned(),
        "attach rope.end to\nload.eye,\n// how\nwithin = 5 cm".to_owned(),
        "attach /* what */ rope.end /* where */ to load.eye".to_owned(),
        "attach a+b to -c".to_owned(),
        "attach -a to (b)".to_owned(),
        "attach (a)".to_owned(),
        "lock (a).b".to_owned(),
        "lock [1][0]".to_owned(),
        "lock lock;release release".to_owned(),
        "lock slew;detach a;x=1;stop\"a\"".to_owned(),
        "lock=3N".to_owned(),
        "lock.rate=3m/s".to_owned(),
        "lock[ i ]=lock[i]*2".to_owned(),
        "rail.rate=3m/s".to_owned(),
        "a[ i+1 ].b=if x then y else z".to_owned(),
        "a[*].b = { c = 1\nd = 2 }".to_owned(),
        "a.b =\n3".to_owned(),
        "a.b\n= 3".to_owned(),
        "a.b = 5 %\nc.d = 3".to_owned(),
        format!("attach {long} to {long}, within = {long}, force = {long}"),
        format!("{long} = {long} + {long}"),
    ];
    for first in &entries {
        for second in &entries {
            let text = format!("model A {{ at 3 s {{\n{first}\n{second}\n}} }}\n");
            assert_eq!(parse(&text).errors, [], "{text}");
            check(&text, "entries");
            check(&text.replacen("\n", "\r\n", 3), "entries");
        }
    }
    let standard = [
        ("attach rope.end to load.eye,within=5cm", "attach rope.end to load.eye, within = 5 cm"),
        ("attach (a)to(b)", "attach (a) to (b)"),
        ("lock  -a", "lock -a"),
        ("a[ i ].b=2*a[i]", "a[i].b = 2 * a[i]"),
    ];
    for (text, expected) in standard {
        let around = |entry: &str| format!("model A {{ at 3 s {{ {entry} }} }}\n");
        assert_eq!(format(&around(text)).unwrap(), around(expected));
    }
}

/// Alone, behind each other, and as far apart as lines allow.
#[test]
fn events_and_clauses_keep_their_meaning() {
    let long = ["wide"; 30].join(" + ");
    let members = [
        "every 2 s { note \"a\" }".to_owned(),
        "every 2 s\n{ note \"a\"\n }".to_owned(),
        format!("every {long} {{ note \"a\"; b = 1 }}"),
        format!("every f({long}) {{ }}"),
        format!("when {long} > 1 {{ stop \"{long}\" }}"),
        "simulate until".to_owned(),
        "simulate until(x)".to_owned(),
        "simulate until (x)".to_owned(),
        "simulate until-x".to_owned(),
        "simulate until [1][0]".to_owned(),
        "simulate until[1]".to_owned(),
        "simulate until\"a\"".to_owned(),
        "simulate until * 2, until (-x)".to_owned(),
        "simulate 1 s until until".to_owned(),
        "simulate until /* a */ x".to_owned(),
        "simulate 1 s until // a\n x".to_owned(),
        "simulate 1 s\n// a\nuntil x\n/* b */ every 2 s".to_owned(),
        "simulate 1 s until{a=1}.a".to_owned(),
        "simulate 1 s,until not x,until=3".to_owned(),
        format!("simulate {long} until {long} every {long} with f({long})"),
        format!("simulate {long}, until ({long}), every {long}, with f({long})"),
        "equilibrium\nevery 2 s".to_owned(),
        "modes(2)until x".to_owned(),
        "body until on until (until)".to_owned(),
        "record until, until - until".to_owned(),
        "let a = f(b, until -c)".to_owned(),
        "record a in deg/s as until, b in 1/s".to_owned(),
        "record a in % as b,c in kN.m".to_owned(),
        "plot p = a in m/s^2{over=b in %}".to_owned(),
        "plot p = [a,b]in kg.m^2 // c".to_owned(),
        "force f on a in b.c = [1, 2, 3] N/2".to_owned(),
        "for i in n/2..n { record x[i]in N/mm }".to_owned(),
        "let a = [for i in n/2..n: b[i]] m".to_owned(),
    ];
    for first in &members {
        for second in &members {
            let text = format!("experiment e = A() {{\n{first}\n{second}\n}}\n");
            assert_eq!(parse(&text).errors, [], "{text}");
            check(&text, "members");
        }
    }
}
