//! Nothing that stands in a file makes the compiler panic or hang.

use cdl_compiler::{Compiler, Nothing, Request};

fn check(text: &str) -> Vec<&'static str> {
    let mut compiler = Compiler::new(Nothing);
    compiler.set_file("a.cdl", text);
    let codes = compiler.check("a.cdl").iter().map(|found| found.code).collect();
    let _ = compiler.compile("a.cdl", &Request::default());
    codes
}

#[test]
fn long_chains_in_reverse_order() {
    let mut text = String::from("model M {\n  record a0\n");
    for i in 0..5000 {
        text.push_str(&format!("  let a{i} = a{} + 1 m\n", i + 1));
    }
    text.push_str("  let a5000 = time * 1 m/s\n}\n");
    assert!(check(&text).is_empty());
}

#[test]
fn long_chains_of_constants_in_reverse_order() {
    let mut text = String::new();
    for i in 0..400 {
        text.push_str(&format!("const a{i} = a{} + 1 m\n", i + 1));
    }
    text.push_str("const a400 = 1 m\n");
    assert_eq!(check(&text), [""; 0]);
}

#[test]
fn long_sums_and_ladders() {
    let sum = vec!["1 m"; 390].join(" + ");
    assert_eq!(check(&format!("const a = {sum}\n")), [""; 0]);
    let ladder: String = (0..100).map(|i| format!("if time < {i} s then {i} m else ")).collect();
    let text = format!("model M {{\n  let a = {ladder} 0 m\n  record a\n}}\n");
    assert!(check(&text).is_empty());
}

#[test]
fn deep_nesting_is_an_error() {
    for (open, close) in [("(", ")"), ("[", "]"), ("-(", ")"), ("sin(", ")")] {
        let text = format!("const a = {}1{}\n", open.repeat(3000), close.repeat(3000));
        assert!(!check(&text).is_empty());
    }
}

#[test]
fn explosions_are_errors() {
    let mut text = String::from("fn f0(x) = x + x\n");
    for i in 1..64 {
        text.push_str(&format!("fn f{i}(x) = f{0}(x) + f{0}(x)\n", i - 1));
    }
    text.push_str("const a = f63(1 m)\n");
    assert_eq!(check(&text), ["E0306"]);
    assert_eq!(
        check("model M {\n  for i in 0..100000000 {\n    frame f[i] at [0, 0, 0] m\n  }\n}\n"),
        ["E0306"]
    );
    let nested = "model M {\n  for i in 0..10000 {\n    for j in 0..10000 {\n      let a = i + j\n    }\n  }\n}\n";
    assert_eq!(check(nested), ["E0306"]);
}

#[test]
fn mutual_components_are_an_error() {
    let text = "component A {\n  part b = B()\n}\ncomponent B {\n  part a = A()\n}\nmodel M {\n  part a = A()\n}\n";
    let codes = check(text);
    assert!(!codes.is_empty() && codes.iter().all(|code| *code == "E0206"), "{codes:?}");
}

#[test]
fn extreme_numbers_are_errors_or_fine() {
    for text in [
        "const a = 1e999 m\n",
        "const a = 99999999999999999999999999\n",
        "const a = 9223372036854775807 + 1\n",
        "const a = -9223372036854775807 - 2\n",
        "const a = 9223372036854775807 * 9223372036854775807\n",
        "const a = 2 ^ 100000\n",
        "const a = (-9223372036854775807 - 1) % -1\n",
        "const a = (-9223372036854775807 - 1) / -1\n",
        "const a = 1 % 0\n",
        "const a = 1 m ^ 30000 * 1 m ^ 30000\n",
        "const a = (1 m)^(1/0)\n",
        "const a = [1, 2][9223372036854775807]\n",
        "const a = [1, 2][-1]\n",
        "const a = len(0..9223372036854775807)\n",
        "const a = abs(-9223372036854775807 - 1)\n",
        "const a = sqrt(-1)\n",
        "const a = min([])\n",
        "const a = max()\n",
        "const a = sum([])\n",
        "const a = unit([0, 0, 0])\n",
        "const a = mod(1, 0)\n",
        "const a = table(\"\")\n",
        "const a = table(\"../../x.csv\")\n",
        "const a = 1 m^99999\n",
        "const a = 1 km^300\n",
        "model M(n: Int = 9223372036854775807) {\n  cable c: rigid_links(count = n) from world to free { length = 1 m; mass = 1 kg }\n}\n",
    ] {
        check(text);
    }
}

#[test]
fn files_without_items_are_told_about() {
    assert_eq!(check("hello"), ["E0101"]);
    assert_eq!(check("}"), ["E0101"]);
    assert!(check("").is_empty());
    assert!(check("// nothing\n").is_empty());
    let mut compiler = Compiler::new(Nothing);
    let found = compiler.check("none.cdl");
    assert_eq!(found.len(), 1);
    assert!(compiler.locate(found[0].primary.place).is_some());
    assert!(compiler.compile("none.cdl", &Request::default()).is_err());
}

#[test]
fn overrides_are_checked() {
    let mut compiler = Compiler::new(Nothing);
    compiler.set_file(
        "a.cdl",
        "const g = 3 m\nmodel M(n: Int, length: Length = 1 m) {\n  record n * length\n}\n\
         experiment e = M(n = 3) {\n  simulate 1 s with rk4(step = 1 ms)\n}\n",
    );
    let mut codes = |name: &str, value: &str| -> Vec<&'static str> {
        let overrides = vec![(name.to_owned(), value.to_owned())];
        match compiler.compile("a.cdl", &Request { experiment: None, overrides }) {
            Ok(_) => Vec::new(),
            Err(found) => found.iter().map(|found| found.code).collect(),
        }
    };
    assert!(codes("n", "4").is_empty());
    assert!(codes("length", "2 * g").is_empty());
    assert_eq!(codes("length", "2"), ["E0302"]);
    assert_eq!(codes("length", "2 kg"), ["E0301"]);
    assert_eq!(codes("lenght", "2 m"), ["E0212"]);
    assert_eq!(codes("n", "2.5"), ["E0303"]);
    assert_eq!(codes("n", "a b"), ["E0101"]);
    assert_eq!(codes("n", ""), ["E0101"]);
    assert!(!codes("a.b", "3").is_empty());
    assert!(!codes("", "").is_empty());
    assert!(!codes("n = 3 // ", "3").is_empty());
    assert!(codes("n", "4").is_empty());
}

/// Whether it had an index nobody can tell, so what is outside of the loop is given the benefit of the doubt.
#[test]
fn a_let_in_a_loop_that_cannot_be_read_is_one_error() {
    let text = "model M {\n  for i in 0..4 {\n    let tension[i] 3 N\n  }\n  record tension[2], tension\n}\n";
    assert_eq!(check(text), ["E0101"]);
}

#[test]
fn what_is_said_again_and_again_is_counted() {
    let lets: String = (0..1203).map(|i| format!("  let a{i} = {i} m\n")).collect();
    let mut compiler = Compiler::new(Nothing);
    compiler.set_file("a.cdl", &format!("model M {{\n{lets}}}\n"));
    let found = compiler.check("a.cdl");
    assert_eq!(found.len(), 1000);
    assert!(found.iter().all(|own| own.code == "W0411"));
    let note = "203 more W0411 are not listed";
    let telling =
        |own: &&cdl_compiler::diagnostics::Diagnostic| own.notes.iter().any(|own| own == note);
    assert_eq!(found.iter().filter(telling).count(), 1);
}

/// Who has mistyped a name has done so once, however often the loop around it turns: what was meant is looked for in the first
/// turn. It was in each, among all names: here that is millions of comparisons of letters, and took many minutes.
#[test]
fn what_a_name_meant_is_looked_for_once_in_a_loop() {
    let others: String =
        (0..400).map(|i| format!("  let {}{i} = {i} m\n", "other".repeat(19))).collect();
    let name = "wrong".repeat(20);
    let text = format!(
        "model M {{\n{others}  for i in 0..100000 {{\n    frame f[i] on {name} at [0, 0, 0] m\n  }}\n}}\n"
    );
    let begun = std::time::Instant::now();
    let codes = check(&text);
    assert_eq!(codes.iter().filter(|own| **own == "E0201").count(), 1);
    assert!(begun.elapsed().as_secs() < 60, "{:?}", begun.elapsed());
}

/// What is told of fields and blocks that stand where they cannot takes a time in proportion to the text, as files of other programs are long. (Each looked at all lines above
/// it, or at the whole block: 41 s for 32 000 fields, and without an end for 2000 conditions.)
#[test]
fn what_stands_astray_is_told_in_a_time_in_proportion() {
    let lines = |line: &dyn Fn(usize) -> String| (0..60_000).map(line).collect::<String>();
    let texts = [
        format!("model M {{\n body b\n{}}}\n", lines(&|i| format!("    f{i} = 2 kg\n"))),
        format!("model M {{ body b; {} }}\n", lines(&|i| format!("f{i} = 2 kg; "))),
        format!("model M {{\n{}}}\n", lines(&|i| format!("if a{i} then\n  mass = 2 kg\n"))),
        format!("model M {{\n{}}}\n", lines(&|i| format!(" c{i} = body {{ mass = 1 kg }}\n"))),
        lines(&|i| format!("model A{i}\n")),
    ];
    let begun = std::time::Instant::now();
    for text in &texts {
        assert!(!check(text).is_empty(), "{}", &text[..60]);
    }
    assert!(begun.elapsed().as_secs() < 60, "{:?}", begun.elapsed());
}
