//! What an editor waits for, through the protocol and the real binary, on models of 10 000 lines:
//! `cargo bench --bench language_server`, optionally followed by `-- NAME` of a model, or `memory`.
//!
//! A keystroke is one didChange of one character. Diagnostics: from the keystroke to those of its
//! version. Completion and hover: from the question to the answer, asked right after a keystroke (so
//! together with the check it causes) and in peace. Then the resident memory over 10 000 edits.

#[allow(dead_code, reason = "sessions do more than this measures")]
#[path = "../tests/language_server/client.rs"]
mod client;
#[allow(dead_code, reason = "benchmarks of the compiler do more with them")]
#[path = "../compiler/benches/large/mod.rs"]
mod large;
#[allow(dead_code, reason = "sessions do more than this measures")]
#[path = "../tests/language_server/positions.rs"]
mod positions;
#[allow(dead_code, reason = "sessions do more than this measures")]
#[path = "../tests/language_server/transport.rs"]
mod transport;

use std::path::Path;
use std::time::{Duration, Instant};

use client::Client;
use serde_json::Value;

const NAME: &str = "model.cdl";
/// A line that is typed in the middle of the model, and deleted again.
const LINE: &str = "    bending = { stiffness = 0.3 N.m^2 }\n";
const EDITS: usize = 10_000;

fn main() {
    let wanted: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|own| own == name);
    println!("{:<32} {:>9} {:>9} {:>9}", "ms", "median", "p95", "max");
    for (name, text) in [("giant", large::giant()), ("components", large::components())] {
        if is_wanted(name) {
            println!("{name}, {} lines", text.lines().count());
            latency(&text);
        }
    }
    if is_wanted("memory") {
        println!("resident memory in MiB over edits of `giant`");
        memory(&large::giant());
    }
}

fn latency(text: &str) {
    let mut client = opened(text);
    let start = middle(&client);

    let mut samples = Vec::new();
    let digit = client.text(NAME)[start..].find("0.4 kg").expect("a mass") + start + 2;
    for i in 0..100_u8 {
        let digits = [b'1' + i % 8];
        let new = std::str::from_utf8(&digits).expect("a digit");
        let begun = replace(&mut client, digit, 1, new);
        client.diagnostics(NAME);
        samples.push(begun.elapsed());
    }
    print("  diagnostics, a digit", samples);

    let mut samples = Vec::new();
    each_keystroke(3, |at, length, new| {
        let begun = replace(&mut client, start + at, length, new);
        client.diagnostics(NAME);
        samples.push(begun.elapsed());
    });
    print("  diagnostics, a new line", samples);

    for method in ["completion", "hover"] {
        for peace in [false, true] {
            let mut samples = Vec::new();
            each_keystroke(2, |at, length, new| {
                let cursor = start + at + new.len();
                let shift = if length > 0 { -1 } else { 1 };
                // A hover points at what is there; a completion belongs behind what was typed.
                let asked = match method {
                    "hover" => (digit as isize + at as isize + shift.max(0)) as usize,
                    _ => cursor,
                };
                replace(&mut client, start + at, length, new);
                if peace {
                    client.diagnostics(NAME);
                }
                let params = client.at_offset(NAME, asked.min(client.text(NAME).len()));
                let begun = Instant::now();
                let answer = client.request(&format!("textDocument/{method}"), params);
                samples.push(begun.elapsed());
                assert!(answer.is_ok(), "{answer:?}");
                client.diagnostics(NAME);
            });
            let when = if peace { "in peace" } else { "after a keystroke" };
            print(&format!("  {method}, {when}"), samples);
        }
    }
}

fn memory(text: &str) {
    let mut client = opened(text);
    let start = middle(&client);
    println!("{:>7} {:>9}", 0, resident(&client));
    let mut edits = 0;
    while edits < EDITS {
        each_keystroke(1, |at, length, new| {
            replace(&mut client, start + at, length, new);
            edits += 1;
            // As fast as a person types, most checks come to their end.
            if edits % 4 == 0 {
                client.diagnostics(NAME);
            }
            if edits % 50 == 0 {
                let params = client.at_offset(NAME, start);
                let _answer = client.request("textDocument/hover", params);
            }
            if edits % 1000 == 0 {
                client.diagnostics(NAME);
                println!("{edits:>7} {:>9}", resident(&client));
            }
        });
    }
}

/// Types and deletes a line some times; each time with other numbers. Gives the place from where it
/// began, the bytes to be deleted, and what to insert.
fn each_keystroke(times: usize, mut press: impl FnMut(usize, usize, &str)) {
    for time in 0..times {
        let line = LINE.replace("0.3", &format!("0.3{}", std::process::id() as usize + time));
        for at in 0..line.len() {
            press(at, 0, &line[at..=at]);
        }
        for at in (0..line.len()).rev() {
            press(at, 1, "");
        }
    }
}

/// Replaces bytes; gives the moment at which the server was told.
fn replace(client: &mut Client, at: usize, length: usize, new: &str) -> Instant {
    let range = positions::range(client.text(NAME), at..at + length);
    let begun = Instant::now();
    client.edit_at(NAME, at..at + length, range, new);
    begun
}

/// Where a line begins in the block of a cable in the middle of the text.
fn middle(client: &Client) -> usize {
    let text = client.text(NAME);
    let half = text.len() / 2;
    half + text[half..].find("    length = 3 m\n").expect("a cable")
}

fn opened(text: &str) -> Client {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("language_server_bench");
    std::fs::create_dir_all(&folder).expect("a folder");
    let mut client = Client::start(&folder);
    client.open(NAME, text);
    let found: Vec<Value> = client.diagnostics(NAME);
    assert!(found.is_empty(), "{:?}", found.first());
    client
}

fn resident(client: &Client) -> String {
    let kibibytes = client.transport.resident().unwrap_or(0);
    format!("{:.1}", kibibytes as f64 / 1024.0)
}

fn print(what: &str, mut samples: Vec<Duration>) {
    samples.sort();
    let ms = |share: f64| {
        let last = samples.len() - 1;
        samples[(last as f64 * share).round() as usize].as_secs_f64() * 1e3
    };
    println!("{what:<32} {:>9.2} {:>9.2} {:>9.2}", ms(0.5), ms(0.95), ms(1.0));
}
