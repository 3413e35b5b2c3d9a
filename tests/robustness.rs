//! Bad input never panics: every prefix and many mutations of every example go through `check`, and
//! whatever compiles goes through a short run.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use cdl_session::{Observer, Outcome, Progress, Row, Session};

fn examples() -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("examples")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "cdl"))
        .collect();
    files.sort();
    files
        .into_iter()
        .map(|path| {
            let text = std::fs::read_to_string(&path).expect("UTF-8");
            (path, text)
        })
        .collect()
}

/// Ends a run after a few rows or looks.
struct Glance<'a> {
    left: u32,
    enough: &'a AtomicBool,
}

impl Glance<'_> {
    fn look(&mut self) {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            self.enough.store(true, Ordering::Relaxed);
        }
    }
}

impl Observer for Glance<'_> {
    fn row(&mut self, _row: &Row<'_>) -> std::io::Result<()> {
        self.look();
        Ok(())
    }

    fn progress(&mut self, _progress: &Progress) {
        self.look();
    }
}

/// Discretizations that a mutated digit has made huge would only cost memory and time here.
const MOST_LINKS: u32 = 10_000;

fn check(session: &mut Session, path: &str, text: &str) {
    session.set_file(path, text);
    for found in session.check() {
        let primary = found.labels.iter().find(|label| label.primary).expect("a place in the file");
        assert!(primary.range.start <= primary.range.end, "{found:?}");
    }
}

fn run(session: &mut Session) {
    let Ok(compilation) = session.compile(None, &[]) else { return };
    let Some(graph) = compilation.graph() else { return };
    let huge = graph.cables.iter().any(|cable| match cable.discretization {
        cdl_graph::Discretization::RigidLinks { count, .. } => count > MOST_LINKS,
        cdl_graph::Discretization::Lumped { points, .. } => points > MOST_LINKS,
        cdl_graph::Discretization::Spline { elements, .. } => elements > MOST_LINKS,
        cdl_graph::Discretization::BSpline { spans, .. } => spans > MOST_LINKS,
    });
    if huge {
        return;
    }
    let Ok(runnable) = session.assemble(compilation) else { return };
    let enough = AtomicBool::new(false);
    runnable.run(&mut Glance { left: 5, enough: &enough }, &enough);
}

#[test]
fn every_prefix_of_every_example_is_checked_without_a_panic() {
    for (path, text) in examples() {
        let path = path.to_str().expect("UTF-8");
        let mut session = Session::open(path).expect("an example");
        for (end, _) in text.char_indices() {
            check(&mut session, path, &text[..end]);
        }
    }
}

/// Deterministic pseudo-random numbers (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound.max(1) as u64) as usize
    }
}

const SNIPPETS: &[&str] = &[
    "0",
    "-1",
    "1e300",
    "1e-300",
    "0 m",
    "-3 kg",
    "time",
    "x",
    "[",
    "]",
    "{",
    "}",
    "(",
    ")",
    "\"",
    "=",
    ",",
    ";",
    "\n",
    "m/s^2",
    "..",
    "world",
    "free",
    "let",
    "for i in 0..3 {",
    "if",
    "record",
    "tether.end.position",
    "1 / 0",
    "sqrt(-1)",
    "é",
    "🪢",
    "/*",
    "//",
];

/// One change at a random place: a snippet put in, a piece taken out, doubled, or moved, a number
/// replaced.
fn mutated(text: &str, random: &mut Random) -> String {
    let boundaries: Vec<usize> =
        text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    let at = |random: &mut Random| boundaries[random.below(boundaries.len())];
    let (a, b) = (at(random), at(random));
    let (a, b) = (a.min(b), a.max(b).min(a.min(b) + 40));
    let b = (b..=text.len()).find(|&end| text.is_char_boundary(end)).unwrap_or(text.len());
    let snippet = SNIPPETS[random.below(SNIPPETS.len())];
    match random.below(5) {
        0 => format!("{}{snippet}{}", &text[..a], &text[a..]),
        1 => format!("{}{}", &text[..a], &text[b..]),
        2 => format!("{}{}{}", &text[..b], &text[a..b], &text[b..]),
        3 => {
            let c = at(random);
            let piece = &text[a..b];
            let rest = format!("{}{}", &text[..a], &text[b..]);
            let c = (c.min(rest.len())..=rest.len())
                .find(|&end| rest.is_char_boundary(end))
                .unwrap_or(rest.len());
            format!("{}{piece}{}", &rest[..c], &rest[c..])
        }
        _ => replace_a_number(text, snippet, random),
    }
}

fn replace_a_number(text: &str, snippet: &str, random: &mut Random) -> String {
    let starts: Vec<usize> = text
        .char_indices()
        .filter(|&(at, c)| {
            c.is_ascii_digit()
                && !text[..at].ends_with(|before: char| before.is_ascii_alphanumeric())
        })
        .map(|(at, _)| at)
        .collect();
    let Some(&start) = starts.get(random.below(starts.len())) else { return text.to_owned() };
    let length =
        text[start..].find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len() - start);
    format!("{}{snippet}{}", &text[..start], &text[start + length..])
}

#[test]
fn mutations_of_every_example_are_checked_and_run_without_a_panic() {
    for (path, text) in examples() {
        let path = path.to_str().expect("UTF-8");
        let mut session = Session::open(path).expect("an example");
        let mut random = Random(text.len() as u64);
        for round in 0..400 {
            let mut changed = mutated(&text, &mut random);
            if round % 3 == 0 {
                changed = mutated(&changed, &mut random);
            }
            check(&mut session, path, &changed);
            run(&mut session);
        }
    }
}

#[test]
fn prefixes_that_end_at_a_line_run_or_say_why_not() {
    for (path, text) in examples() {
        let path = path.to_str().expect("UTF-8");
        let mut session = Session::open(path).expect("an example");
        for (end, _) in text.match_indices('\n') {
            check(&mut session, path, &text[..=end]);
            run(&mut session);
        }
    }
}

/// A tether with five places for something absurd.
fn tether(links: &str, length: &str, duration: &str, method: &str, every: &str) -> String {
    format!(
        "model Tether {{
  cable c: rigid_links(count = {links}) from world to free {{
    length = {length}
    diameter = 2 mm
    mass = 1 kg
  }}
  record c.end.position, energy
}}
experiment swing = Tether() {{ simulate {duration} with {method}, every {every} }}
"
    )
}

/// The codes that a text gives when it is compiled and assembled; none if it can be run.
fn refusal(text: &str) -> Vec<String> {
    let mut session = on_disk("absurd.cdl", text);
    match session.compile(None, &[]) {
        Err(found) => found.into_iter().map(|each| each.code).collect(),
        Ok(compilation) => match session.assemble(compilation) {
            Ok(_) => Vec::new(),
            Err(found) => found.into_iter().map(|each| each.message).collect(),
        },
    }
}

/// A text that may import what is on the disk.
fn on_disk(path: &str, text: &str) -> Session {
    let mut session = Session::on_disk();
    session.set_file(path, text);
    session.turn_to(path).expect("it is set");
    session
}

#[test]
fn absurd_settings_are_refused_with_a_reason() {
    let usual = ["4", "10 m", "1 s", "rk4(step = 5 ms)", "10 ms"];
    for (at, value, expected) in [
        (0, "0", "E0306"),
        (0, "-3", "E0306"),
        (0, "1000001", "E0306"),
        (0, "4294967297", "E0306"),
        (0, "1000000000000", "E0306"),
        (0, "1e12", "E0306"),
        (1, "0 m", "E0306"),
        (1, "1e308 m * 10", "E0309"),
        (1, "0 m / 0", "E0309"),
        (2, "0 s", "E0306"),
        (2, "1e300 s", "number of steps"),
        (3, "rk4(step = 1e-300 s)", "number of steps"),
        (3, "leapfrog(step = 1e-15 s)", "number of steps"),
        (3, "rk45(max_step = 1e-300 s)", "number of steps"),
        (3, "rk45(relative = 1e-300)", "E0306"),
        (4, "1e-300 s", "number of recorded rows"),
        (4, "1e-10 s", "number of recorded rows"),
        (4, "-1 s", "E0306"),
    ] {
        let mut parts = usual;
        parts[at] = value;
        let [links, length, duration, method, every] = parts;
        let found = refusal(&tether(links, length, duration, method, every));
        assert!(found.iter().any(|each| each.contains(expected)), "{value}: {found:?}");
    }
}

#[test]
fn many_long_cables_are_refused_before_they_take_memory() {
    let text = tether("1000000", "1 m", "1 s", "rk4(step = 1 ms)", "1 ms")
        .replace("  cable c:", "  for i in 0..100 { cable c[i]:")
        .replace("1 kg\n  }", "1 kg\n  } }")
        .replace("c.end.position, ", "");
    let found = refusal(&text);
    assert!(found.iter().any(|each| each.contains("at most 10000000")), "{found:?}");
}

#[test]
fn one_long_step_with_very_many_rows_can_be_interrupted() {
    let text = tether("2", "1 m", "1 s", "rk4(step = 1 s)", "2e-9 s");
    let long = Session::from_text("long.cdl", &text).experiment(None, &[]).expect("a right model");
    let enough = AtomicBool::new(false);
    let report = long.run(&mut Glance { left: 5, enough: &enough }, &enough).run;
    assert_eq!(report.solved().outcome, Outcome::Cancelled);
    assert_eq!(report.solved().rows, 5);
}

#[test]
fn models_that_never_end_are_refused() {
    let run = "experiment e = M() { simulate 1 s with rk4(step = 1 ms) }\n";
    for (text, code) in [
        ("component A() { part a = A() }\nmodel M { part a = A() }\n", "E0206"),
        ("fn f(n: Int) = f(n + 1)\nmodel M { let a = f(1)\n record a }\n", "E0206"),
        ("fn f(x) = g(x)\nfn g(x) = f(x)\nmodel M { let a = f(1)\n record a }\n", "E0206"),
        ("const a = b\nconst b = a\nmodel M { record a }\n", "E0206"),
        ("import \"absurd.cdl\"\nmodel M { }\n", "E0208"),
        ("model M { for i in 0..1000000000 { body b[i] { mass = 1 kg } } }\n", "E0306"),
        ("model M { for i in 0..9223372036854775807 { let a = i } }\n", "E0306"),
        ("model M { for i in 0..100000 { for j in 0..100000 { let a = i } } }\n", "E0306"),
        ("import \"/dev/zero\"\nmodel M { }\n", "E0208"),
        ("model M { let a = table(\"/dev/zero\") }\n", "E0308"),
    ] {
        let found = refusal(&format!("{text}{run}"));
        assert!(found.iter().any(|each| each == code), "{text}: {found:?}");
    }
}

/// A file with nothing in it that can be read says so, as do values that are set.
#[test]
fn nothing_is_wrong_in_silence() {
    for text in ["}", "foo", "\u{feff}", "\0", "model", "))))", "\"", "/*"] {
        assert!(!refusal(text).is_empty(), "{text:?}");
        assert!(!on_disk("garbage.cdl", text).check().is_empty(), "{text:?}");
    }
    let model = tether("4", "length", "1 s", "rk4(step = 5 ms)", "10 ms")
        .replace("Tether {", "Tether(length: Length = 10 m) {");
    let mut session = on_disk("set.cdl", &model);
    for value in
        ["(", "4 m }", "4 m;5", "", "\u{1}", "/*", "const", "3 kg", "3", "time", "x", "-1 m"]
    {
        let found = session.compile(None, &[("length", value)]).err().unwrap_or_default();
        assert!(!found.is_empty(), "{value:?}");
    }
}

/// A program without an end to its brackets, of thousands of wrong lines, of one long line.
#[test]
fn large_nonsense_is_read_in_time_that_grows_with_its_size() {
    let opening = ["(", "[", "{ a = ", "f(", "if x then ", "-", "1 + ", "not "];
    let mut texts: Vec<String> =
        opening.iter().map(|piece| format!("const x = {}", piece.repeat(20_000))).collect();
    let lines = (0..3000).map(|i| format!("  let a{i} = b{i}\n"));
    texts.push(format!("model M {{\n{}}}\n", lines.collect::<String>()));
    texts.push("model M { body b { ".repeat(5000));
    texts.push("}".repeat(50_000));
    texts.push(format!("const {} = 1\n", "l".repeat(1_000_000)));
    for text in texts {
        assert!(!refusal(&text).is_empty());
    }
}
