//! Snapshots of syntax errors and of what is left of the tree.

use cdl_grammar::{parse, tree_text};

#[test]
fn errors_of_broken_files() {
    insta::glob!("..", "files/broken/*.cdl", |path| {
        let text = std::fs::read_to_string(path).unwrap();
        let mut file = parse(&text);
        let mut report = String::new();
        for error in std::mem::take(&mut file.errors) {
            let (start, end) = (error.span.start as usize, error.span.end as usize);
            let line_start = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
            let number = text[..start].matches('\n').count() + 1;
            let line = text[line_start..].lines().next().unwrap_or("").replace('\t', " ");
            let indent = " ".repeat(text[line_start..start].chars().count());
            let marks = "^".repeat(text[start..end].chars().count().max(1));
            report += &format!("{number:>3} | {line}\n    | {indent}{marks} {}\n", error.message);
            if let Some(help) = error.help {
                report += &format!("    = help: {help}\n");
            }
        }
        insta::assert_snapshot!(format!("{report}\n{}", tree_text(&file)));
    });
}

/// Where a mistake costs more than the field or member that it is in, the rest of this is lost.
const AROUND: [&str; 2] = [
    "model A {\n  body before { mass = 1 kg }\n  body b {\n    first = 1\n    ",
    "\n    last = 2\n  }\n  body after { mass = 1 kg }\n}\nmodel B {\n  body b { mass = 1 kg }\n}\n",
];

#[test]
fn a_broken_field_costs_only_itself() {
    let fields = [
        "x =",
        "x",
        "x 3",
        "x = (1",
        "x = 1)",
        "x = [1, 2",
        "x = f(1, 2",
        "x = {",
        "x = { a = 1",
        "x = \"abc",
        "x = 1 +",
        "x = + 1",
        "x = 1 2",
        "x = a b c",
        "x == 2",
        "= 2",
        "2",
        "x := 2",
        "x = 2,",
        "x = if a",
        "x = if a then",
        "x = a.",
        "x = a..",
        "x = 1.",
        "x = .5",
        "x = a[",
        "x = a[]",
        "x = f(,)",
        "x = f(",
        "x = f(1,",
        "x = f(a = 1,",
        "x = at",
        "x = λ",
        "x = 'a'",
        "x = ]",
        "@",
        ")",
        "let",
        "let x",
        "let x =",
        "part",
        "part x",
        "record",
        "record a in",
        "record a in as b",
        "record a in 3",
        "record a in kN in N",
        "plot a = b in { over = c }",
        "for",
        "if",
        "at",
        "when",
        "every",
        "every 3 s",
        "every 3 s {",
        "every = 3 s",
        "at 3 s { stop }",
        "at 3 s { stop 3 }",
        "at 3 s { stop \"a\" \"b\" }",
        "at 3 s { stop \"a\n    }",
        "stop \"a\"",
        "use",
        "frame x at",
        "frame x on",
        "joint x:",
        "pub",
        "pub x",
        "cable x: f(a = 1",
        "cable x: f(a = ) from a to b",
    ];
    for field in fields {
        let text = format!("{}{field}{}", AROUND[0], AROUND[1]);
        let file = parse(&text);
        assert!(!file.errors.is_empty(), "{field} is accepted");
        let tree = tree_text(&file);
        for kept in
            ["element body before", "first = 1", "last = 2", "element body after", "model B"]
        {
            assert!(tree.contains(kept), "{field} costs {kept}:\n{tree}");
        }
    }
}

#[test]
fn a_mistake_is_told_once() {
    for mistake in [
        "x =",
        "x 3",
        "x = (1",
        "x = 1)",
        "x = f(1",
        "x = \"abc",
        "x = 1 +",
        "x = 'a'",
        "x = a b",
        "x == 2",
        "@",
        "every 3 s",
        "every { }",
        "every = 3 s",
        "at 3 s { stop }",
        "at 3 s { stop \"a\" \"b\" }",
        "at 3 s { stop \"a\n    }",
        "stop \"a\"",
    ] {
        let text = format!("{}{mistake}{}", AROUND[0], AROUND[1]);
        let errors = parse(&text).errors;
        assert_eq!(errors.len(), 1, "{mistake}: {errors:#?}");
    }
}

/// The same in the block of an event, with what stands there only.
#[test]
fn a_broken_action_costs_only_itself_and_is_told_once_with_a_help() {
    let before = "model A {\n  body before { mass = 1 kg }\n  at 3 s {\n    attach first\n    ";
    let behind =
        "\n    rail.rate = 2\n    lock last\n    x = 2\n  }\n  body after { mass = 1 kg }\n}\n";
    for mistake in [
        "attach",
        "attach to x",
        "attach to",
        "attach a to",
        "attach a to to",
        "attach a to, within = 5 cm",
        "attach a, within",
        "attach a, within =",
        "attach a, within 5 cm",
        "attach a, 5 cm",
        "attach a,",
        "attach ,",
        "attach rope.end hook",
        "attach rope.end on hook",
        "attach rope.end = hook",
        "attach rope. to hook",
        "attach rope.",
        "attach a to b within = 5 cm",
        "attach a to b to c",
        "attach a to b +",
        "attach a to b[",
        "attach a to f(1,",
        "attach a to f(1",
        "attach(a, b)",
        "attach a { }",
        "attach \"rope\" hook",
        "lock",
        "lock;",
        "lock()",
        "lock slew boom",
        "lock slew, boom",
        "lock slew: revolute",
        "lock slew = 3",
        "lock { x = 1 }",
        "lock: revolute",
        "detach from",
        "detach a from b",
        "release",
        "release (slew",
        "rail.rate",
        "rail.rate 3 m/s",
        "rail.rate == 3 m/s",
        "rail.rate += 3 m/s",
        "rail. = 3 m/s",
        "rail.",
        "a[i]",
        "a[i = 3",
        "a[i] -= 3",
        "lock.rate",
    ] {
        let text = format!("{before}{mistake}{behind}");
        let file = parse(&text);
        assert_eq!(file.errors.len(), 1, "{mistake}: {:#?}", file.errors);
        assert!(file.errors[0].help.is_some(), "{mistake}: {:#?}", file.errors);
        let tree = tree_text(&file);
        for kept in [
            "element body before",
            "attach first",
            "assign rail.rate = 2",
            "lock last",
            "x = 2",
            "element body after",
        ] {
            assert!(tree.contains(kept), "{mistake} costs {kept}:\n{tree}");
        }
    }
}

/// What was a field or a member there before is one still.
#[test]
fn verbs_are_names_where_no_operand_follows() {
    for verb in ["attach", "detach", "lock", "release"] {
        for (entry, line) in [
            (format!("{verb} = 3 N"), format!("    {verb} = 3<N>")),
            (format!("{verb}\n      = 3 N"), format!("    {verb} = 3<N>")),
            (format!("{verb} = {verb}.x"), format!("    {verb} = {verb}.x")),
            (format!("{verb}.x = 3 N"), format!("    assign {verb}.x = 3<N>")),
            (format!("{verb}[0] = 3 N"), format!("    assign {verb}[0] = 3<N>")),
            (format!("{verb}s x"), format!("    element {verb}s x")),
            (format!("{verb} {verb}"), format!("    action {verb} {verb}")),
            (format!("{verb} -x"), format!("    action {verb} (-x)")),
            (format!("{verb} (x + y).z"), format!("    action {verb} (x + y).z")),
            (format!("{verb} \"x\""), format!("    action {verb} \"x\"")),
        ] {
            let file = parse(&format!("model A {{\n  at 3 s {{\n    {entry}\n  }}\n}}\n"));
            assert_eq!(file.errors, [], "{entry}");
            let tree = tree_text(&file);
            assert!(tree.contains(&line), "{entry}:\n{tree}");
        }
        let text =
            format!("model A({verb}: Force) {{\n  let x = {verb}\n  {verb} x\n  {verb} {{ }}\n}}");
        let file = parse(&text);
        assert_eq!(file.errors, []);
        assert!(tree_text(&file).contains(&format!("  element {verb} x\n  element {verb}\n")));
    }
}

#[test]
fn a_mistake_in_an_analysis_is_told_once() {
    for mistake in [
        "simulate 3 s until",
        "simulate 3 s until = 3",
        "simulate 3 s until < 3 m",
        "simulate 3 s, until x > 3 m { }",
        "simulate 3 s with f(1,\n    until x > 3 m",
        "simulate 3 s with f(1,\n    every 3 s",
        "simulate 3 s,\n  every 3 s { }",
        "body b\n  every 3 s",
        "stop \"a\"",
    ] {
        let text = format!("experiment e = A() {{\n  {mistake}\n}}\nconst after = 1\n");
        let file = parse(&text);
        assert_eq!(file.errors.len(), 1, "{mistake}: {:#?}", file.errors);
        assert!(tree_text(&file).contains("const after"), "{mistake}");
    }
}

/// Not in a page: no editor colours it.
#[test]
fn exponents_of_units_without_their_sign() {
    for (text, unit) in [("9.81 m/s2", "m/s^2"), ("1.2 kg/m3", "kg/m^3"), ("2 N.m2.s", "N.m^2.s")] {
        let errors = cdl_grammar::parse(&format!("const a = {text}\n")).errors;
        let help = errors.first().and_then(|error| error.help.as_deref());
        assert_eq!(
            (errors.len(), help),
            (1, Some(format!("write `{unit}`").as_str())),
            "{text}: {errors:?}"
        );
    }
}

/// Text that was copied from a terminal has them.
#[test]
fn signs_of_a_colour_are_one_mistake() {
    let file = parse("model M {\n  body b { mass = \u{1b}[31m2 kg\u{1b}[0m }\n}\n");
    let messages: Vec<&str> = file.errors.iter().map(|own| own.message.as_str()).collect();
    assert_eq!(messages, ["a control character cannot be used here"]);
}
