//! How operators bind, each expression against itself with all parentheses.

use cdl_grammar::{parse, tree_text};

fn tree(expression: &str) -> String {
    let file = parse(&format!("const x = {expression}"));
    assert_eq!(file.errors, [], "{expression}");
    tree_text(&file)
}

#[test]
fn operators_bind_as_documented() {
    let pairs = [
        ("a + b * c", "a + (b * c)"),
        ("a - b - c", "(a - b) - c"),
        ("a / b * c", "(a / b) * c"),
        ("a ^ b ^ c", "a ^ (b ^ c)"),
        ("-a ^ b", "-(a ^ b)"),
        ("a ^ -b", "a ^ (-b)"),
        ("a ^ -b ^ c", "a ^ (-(b ^ c))"),
        ("-a * b", "(-a) * b"),
        ("a * -b * c", "(a * (-b)) * c"),
        ("- -a", "-(-a)"),
        ("a % b + c", "(a % b) + c"),
        ("a + b < c * d", "(a + b) < (c * d)"),
        ("a < b and c < d", "(a < b) and (c < d)"),
        ("a or b and c", "a or (b and c)"),
        ("not a and b", "(not a) and b"),
        ("not a == b", "not (a == b)"),
        ("not not a", "not (not a)"),
        ("a and not b or c", "(a and (not b)) or c"),
        ("0 .. n - 1", "0 .. (n - 1)"),
        ("a .. b or c", "a .. (b or c)"),
        ("if a then b else c + d", "if a then b else (c + d)"),
        ("if a then b else if c then d else e", "if a then b else (if c then d else e)"),
        ("1 + if a then b else c + d", "1 + (if a then b else (c + d))"),
        ("2 m ^ 2", "(2 m) ^ 2"),
        ("10 m / t", "(10 m) / t"),
        ("5 % 3", "(5) % (3)"),
        ("a\n  + b", "a + b"),
        ("a +\n\n  b", "a + b"),
        ("f(\n  a\n)", "f(a)"),
    ];
    for (short, long) in pairs {
        assert_eq!(tree(short), tree(long), "{short}");
    }
}

#[test]
fn a_unit_is_part_of_its_number() {
    for unit in [
        "m", "m/s^2", "N.m", "kg.m^2", "m/s/N", "1/s", "%", "°", "µm", "m^-1", "m^0.5", "m^(1/2)",
        "kg/m^3",
    ] {
        let expected = format!("const x = 5<{unit}>\n");
        assert_eq!(tree(&format!("5 {unit}")), expected);
        if unit != "1/s" {
            assert_eq!(tree(&format!("5{unit}")), expected);
        }
        assert_eq!(tree(&format!("[5] {unit}")), format!("const x = [5]<{unit}>\n"));
        assert_eq!(tree(&format!("f(5) {unit}")), format!("const x = f(5)<{unit}>\n"));
    }
}

#[test]
fn a_percentage_may_end_a_line() {
    let file = parse("model A {\n  body b {\n    x = 5 %\n    y = 3\n  }\n}");
    assert_eq!(file.errors, []);
    assert!(tree_text(&file).contains("x = 5<%>\n    y = 3\n"));
}

#[test]
fn reserved_words_are_no_units() {
    let file =
        parse("model A {\n  simulate 10 every 3\n  frame f at 2 on g\n  for i in 0..3 { }\n}");
    assert_eq!(file.errors, []);
}
