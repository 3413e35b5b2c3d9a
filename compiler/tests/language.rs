//! The literate suites of the language: every Markdown file in `tests/language` says rules in prose and
//! shows each in a `cdl` block. A block is a file of its own; comments in it say what the compiler
//! must find:
//!
//! - `// error: E0301 "expected Speed, found Length"` at the end of the line where the error is;
//!   `// warning: ...` likewise. Text in quotes must occur in the message; units in parentheses
//!   may be left out.
//! - `// reveals: Speed` at the end of the line of a `let` or `const`: its type. A value may follow, as
//!   in `// reveals: Speed = 2 m/s`.
//!
//! Everything that is reported must be asserted, and the other way round. A block that starts with
//! `// file: NAME` is another file for the blocks after it, in the same section, under that name.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::{Arc, Mutex};

use cdl_compiler::diagnostics::Severity;
use cdl_compiler::{Compiler, Files};

/// A block of code with the line of the Markdown file where it starts, from 1.
struct Block {
    language: String,
    line: usize,
    /// How many headings stand before it.
    section: usize,
    text: String,
}

/// What a comment says must be found on its line.
#[derive(Debug)]
struct Assertion {
    kind: String,
    code: String,
    text: String,
}

#[test]
fn suites() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/language");
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .expect("the suites are there")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "md"))
        .collect();
    paths.sort();
    assert!(paths.len() > 1, "no suites in {folder}");
    let mut failures = String::new();
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("the suite can be read");
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("?").to_owned();
        check_suite(&name, &text, &mut failures);
    }
    assert!(failures.is_empty(), "\n{failures}");
}

fn check_suite(name: &str, markdown: &str, failures: &mut String) {
    let mut beside: BTreeMap<String, String> = BTreeMap::new();
    let mut section = 0;
    for block in blocks(markdown) {
        // Files are known until the next heading.
        if block.section != section {
            beside.clear();
            section = block.section;
        }
        if let Some(first) = block.text.lines().next()
            && let Some(file) = first.strip_prefix("// file: ").or(first.strip_prefix("# file: "))
        {
            beside.insert(file.trim().to_owned(), block.text.clone());
            continue;
        }
        if block.language == "cdl" {
            check_block(name, &block, &beside, failures);
        }
    }
}

fn check_block(
    suite: &str,
    block: &Block,
    beside: &BTreeMap<String, String>,
    failures: &mut String,
) {
    let mut compiler = Compiler::new(Beside(Arc::new(Mutex::new(beside.clone()))));
    compiler.set_file("block.cdl", &block.text);
    let mut expected: BTreeMap<usize, Vec<Assertion>> = BTreeMap::new();
    for (line, text) in block.text.lines().enumerate() {
        let found = assertions(text);
        if !found.is_empty() {
            expected.insert(line, found);
        }
    }
    let mut fail = |line: usize, message: String| {
        let _ = writeln!(failures, "{suite}:{}: {message}", block.line + 1 + line);
    };
    for diagnostic in compiler.check("block.cdl") {
        let at = compiler.locate(diagnostic.primary.place);
        let line = match &at {
            Some(at) if at.path == "block.cdl" => line_of(&block.text, at.range.start),
            Some(at) => {
                fail(0, format!("{} in {}: {}", diagnostic.code, at.path, diagnostic.message));
                continue;
            }
            None => 0,
        };
        let kind = match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let matching = expected.get_mut(&line).and_then(|assertions| {
            let at = assertions.iter().position(|own| {
                own.kind == kind
                    && own.code == diagnostic.code
                    && says(&diagnostic.message, &own.text)
            })?;
            Some(assertions.remove(at))
        });
        if matching.is_none() {
            fail(line, format!("not asserted: {} {:?}", diagnostic.code, diagnostic.message));
        }
    }
    for revealed in compiler.reveal("block.cdl") {
        let Some(at) = compiler.locate(revealed.place) else { continue };
        if at.path != "block.cdl" {
            continue;
        }
        let line = line_of(&block.text, at.range.start);
        let found = match &revealed.value {
            Some(value) => format!("{} = {value}", revealed.ty),
            None => revealed.ty.clone(),
        };
        if let Some(assertions) = expected.get_mut(&line)
            && let Some(at) = assertions.iter().position(|own| own.kind == "reveals")
        {
            let wanted = assertions.remove(at);
            if found != wanted.text && revealed.ty != wanted.text {
                fail(line, format!("revealed `{found}`, not `{}`", wanted.text));
            }
        }
    }
    for (line, assertions) in expected {
        for left in assertions {
            let text = format!("{} {} {}", left.kind, left.code, left.text);
            fail(line, format!("not found: {}", text.trim()));
        }
    }
}

/// Whether a message has a text in it, with or without what is in its parentheses.
fn says(message: &str, text: &str) -> bool {
    let mut plain = String::new();
    let mut depth = 0;
    for letter in message.chars() {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            letter if depth == 0 => plain.push(letter),
            _ => {}
        }
    }
    let plain = plain.replace("  ", " ").replace(" ,", ",");
    message.contains(text) || plain.contains(text)
}

fn line_of(text: &str, offset: usize) -> usize {
    text.as_bytes().iter().take(offset).filter(|byte| **byte == b'\n').count()
}

/// All that the comments of a line assert.
fn assertions(line: &str) -> Vec<Assertion> {
    let mut found = Vec::new();
    for comment in line.split("// ").skip(1) {
        let comment = comment.trim();
        if let Some(ty) = comment.strip_prefix("reveals: ") {
            let text = ty.trim().to_owned();
            found.push(Assertion { kind: "reveals".into(), code: String::new(), text });
        }
        for kind in ["error", "warning"] {
            if let Some(rest) = comment.strip_prefix(kind).and_then(|rest| rest.strip_prefix(": ")) {
                let (code, text) = rest.trim().split_once(' ').unwrap_or((rest.trim(), ""));
                let text = text.trim().trim_matches('"').to_owned();
                found.push(Assertion { kind: kind.into(), code: code.into(), text });
            }
        }
    }
    found
}

fn blocks(markdown: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    let mut section = 0;
    for (number, line) in markdown.lines().enumerate() {
        match (&mut open, line.trim_start().strip_prefix("```")) {
            (None, Some(language)) => {
                let language = language.trim().to_owned();
                open = Some(Block { language, line: number + 1, section, text: String::new() });
            }
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(block), None) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, None) => section += usize::from(line.starts_with('#')),
        }
    }
    blocks
}

/// The files of the blocks before.
struct Beside(Arc<Mutex<BTreeMap<String, String>>>);

impl Files for Beside {
    fn read(&self, path: &str) -> Result<String, String> {
        let files = self.0.lock().map_err(|error| error.to_string())?;
        files.get(path).cloned().ok_or_else(|| "no such file".to_owned())
    }
}
