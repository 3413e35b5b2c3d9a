//! Bad input never panics: every prefix and many mutations of every example go through `check`, and
//! whatever compiles goes through a short run.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use cdl_compiler::{Compiler, Disk, Request};
use cdl_runtime::{Observer, Progress, Row};

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

fn check(compiler: &mut Compiler, path: &str, text: &str) {
    compiler.set_file(path, text);
    for diagnostic in compiler.check(path) {
        let location = compiler.locate(diagnostic.primary.place).expect("a place in the file");
        assert!(location.range.start <= location.range.end, "{diagnostic:?}");
    }
}

fn run(compiler: &mut Compiler, path: &str) {
    let Ok(compilation) = compiler.compile(path, &Request::default()) else { return };
    let Some(graph) = compilation.graph() else { return };
    let huge = graph.cables.iter().any(|cable| match cable.discretization {
        cdl_graph::Discretization::RigidLinks { count, .. } => count > MOST_LINKS,
        cdl_graph::Discretization::Lumped { points, .. } => points > MOST_LINKS,
    });
    if huge {
        return;
    }
    let Ok(model) = cdl_runtime::assemble(graph) else { return };
    let enough = AtomicBool::new(false);
    cdl_runtime::simulate(&model, &mut Glance { left: 5, enough: &enough }, &enough);
}

#[test]
fn every_prefix_of_every_example_is_checked_without_a_panic() {
    for (path, text) in examples() {
        let path = path.to_str().expect("UTF-8");
        let mut compiler = Compiler::new(Disk);
        for (end, _) in text.char_indices() {
            check(&mut compiler, path, &text[..end]);
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
    let mut at = |random: &mut Random| boundaries[random.below(boundaries.len())];
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
        let mut compiler = Compiler::new(Disk);
        let mut random = Random(text.len() as u64);
        for round in 0..400 {
            let mut changed = mutated(&text, &mut random);
            if round % 3 == 0 {
                changed = mutated(&changed, &mut random);
            }
            check(&mut compiler, path, &changed);
            run(&mut compiler, path);
        }
    }
}

#[test]
fn prefixes_that_end_at_a_line_run_or_say_why_not() {
    for (path, text) in examples() {
        let path = path.to_str().expect("UTF-8");
        let mut compiler = Compiler::new(Disk);
        for (end, _) in text.match_indices('\n') {
            check(&mut compiler, path, &text[..=end]);
            run(&mut compiler, path);
        }
    }
}
