//! Broken texts: every prefix of every file, and thousands of mutations. Nothing may panic, errors
//! stay within the text, and what is still without errors is formatted without loss.

use cdl_grammar::{format, outline, parse_item_header, parse_member};

fn check(text: &str) {
    let Err(errors) = format(text) else {
        return super::formatting::check(text, "a broken text");
    };
    assert!(!errors.is_empty());
    for error in &errors {
        let (start, end) = (error.span.start as usize, error.span.end as usize);
        assert!(text.get(start..end).is_some(), "{error:?} in:\n{text}");
        assert!(!error.message.is_empty() && !error.message.ends_with('.'));
    }
}

#[test]
fn every_prefix() {
    for (_, text) in crate::all_files() {
        for (i, _) in text.char_indices() {
            check(&text[..i]);
        }
    }
}

#[test]
fn every_suffix_of_a_line() {
    for (_, text) in crate::all_files() {
        for line in text.lines() {
            for (i, _) in line.char_indices() {
                let _ = parse_member(&line[i..]);
                let _ = parse_item_header(&line[i..]);
            }
        }
    }
}

/// Knuth's MMIX generator: the same mutations on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % limit.max(1) as u64) as usize
    }

    fn place(&mut self, text: &str) -> usize {
        let mut i = self.below(text.len() + 1);
        while !text.is_char_boundary(i) {
            i -= 1;
        }
        i
    }
}

const TOKENS: [&str; 64] = [
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ";",
    ":",
    "=",
    "==",
    "..",
    ".",
    "+",
    "-",
    "*",
    "/",
    "^",
    "%",
    "<",
    "->",
    "\"",
    "//",
    "/*",
    "*/",
    "///",
    "//!",
    "\n",
    "\r\n",
    "\r",
    "\t",
    " ",
    "1",
    "1.5",
    "1e-4",
    "m/s^2",
    "kg",
    "%",
    "x",
    "let ",
    "for ",
    "if ",
    "then ",
    "else ",
    "part ",
    "use ",
    "pub ",
    "record ",
    "from ",
    "to ",
    "at ",
    "on ",
    "and ",
    "in ",
    "model A {\n",
    "\nconst ",
    "λ",
    "°",
    "\u{0}",
    "when ",
    "attach ",
    "lock ",
    "a[i] = ",
    "a.b = ",
];

fn mutate(text: &str, random: &mut Random) -> String {
    let mut text = text.to_owned();
    for _ in 0..=random.below(3) {
        let (a, b) = (random.place(&text), random.place(&text));
        match random.below(6) {
            0 => text.insert_str(a, TOKENS[random.below(TOKENS.len())]),
            1 => {
                let length = random.below(12);
                let end = text[a..].char_indices().nth(length).map_or(text.len(), |(i, _)| a + i);
                text.replace_range(a..end, "");
            }
            2 => {
                let end = text[a..].chars().next().map_or(a, |c| a + c.len_utf8());
                text.replace_range(a..end, TOKENS[random.below(TOKENS.len())]);
            }
            3 => {
                let line =
                    text.lines().nth(random.below(text.lines().count())).unwrap_or("").to_owned();
                text.insert_str(a, &line);
            }
            4 => {
                let line_end = text[a..].find('\n').map_or(text.len(), |i| a + i + 1);
                text.replace_range(a..line_end, "");
            }
            _ => {
                let piece = text[a.min(b)..a.max(b)].chars().take(40).collect::<String>();
                text.insert_str(b, &piece);
            }
        }
    }
    text
}

#[test]
fn mutations() {
    let mut random = Random(20_261_121);
    for (_, text) in crate::all_files() {
        for _ in 0..400 {
            check(&mutate(&text, &mut random));
        }
    }
}

/// Small pieces keep far more often their sense, so these reach the formatter.
#[test]
fn mutations_of_single_lines() {
    let mut random = Random(7);
    for (_, text) in crate::good_files() {
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            for _ in 0..20 {
                check(&format!("model A {{\n{}\n}}\n", mutate(line, &mut random)));
                check(&mutate(line, &mut random));
            }
        }
    }
}

/// Chunks tile the file: nothing but blanks, comments and brackets is outside of them.
#[test]
fn chunks_hold_all_code() {
    for (path, text) in crate::good_files() {
        let mut rest = text.clone();
        for item in outline(&text).items.iter().rev() {
            for span in item.members.iter().rev().chain([&item.header]) {
                rest.replace_range(span.start as usize..span.end as usize, "");
            }
        }
        let mut code = String::new();
        let mut comment = false;
        for line in rest.lines() {
            comment |= line.contains("/*");
            if !comment {
                code += line.split("//").next().unwrap_or("");
            }
            comment &= !line.contains("*/");
        }
        let left: String = code.chars().filter(|c| !c.is_whitespace()).collect();
        assert!(left.chars().all(|c| matches!(c, '{' | '}' | ';')), "{}: {left}", path.display());
    }
}
