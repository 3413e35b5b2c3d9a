//! A whole model, typed character by character.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::client::Client;
use crate::files::{folder, write};
use crate::models::PENDULUM;
use crate::positions;

const PUBLISH: &str = "textDocument/publishDiagnostics";

/// Line and column from 0 in characters of UTF-16, code and message.
type Found = BTreeSet<(u64, u64, String, String)>;

#[test]
fn a_model_that_is_typed_ends_with_what_the_command_says_of_it() {
    let folder = folder("typing");
    let mut client = Client::start(&folder);
    client.open("typed.cdl", "");
    for (at, character) in PENDULUM.char_indices() {
        let mut buffer = [0; 4];
        client.edit("typed.cdl", at..at, character.encode_utf8(&mut buffer));
        if matches!(character, '.' | ' ' | '=' | '(' | ':' | '{' | '\n' | '"') {
            complete(&mut client, "typed.cdl", at + character.len_utf8());
        }
    }
    let found = client.diagnostics("typed.cdl");
    assert_eq!(client.text("typed.cdl"), PENDULUM);
    let found = published(&found);
    assert!(!found.is_empty(), "the model has mistakes");
    assert_eq!(found, by_command(&folder, PENDULUM));
}

/// Asks for completions; each can be inserted where the cursor is.
fn complete(client: &mut Client, name: &str, offset: usize) {
    let answer = client.request("textDocument/completion", client.at_offset(name, offset));
    let answer = answer.expect("completions");
    let items = answer["items"].as_array().or(answer.as_array()).cloned().unwrap_or_default();
    let text = client.text(name);
    for item in items {
        let edit = &item["textEdit"];
        if edit.is_null() {
            continue;
        }
        let range = if edit["range"].is_null() { &edit["replace"] } else { &edit["range"] };
        let bytes = positions::bytes(text, range).unwrap_or_else(|| panic!("{item}"));
        assert!(bytes.start <= offset && offset <= bytes.end, "{item} at {offset}");
    }
}

fn published(found: &[Value]) -> Found {
    let entry = |own: &Value| {
        let start = &own["range"]["start"];
        let message = own["message"].as_str()?.lines().next()?.to_owned();
        let code = own["code"].as_str()?.to_owned();
        Some((start["line"].as_u64()?, start["character"].as_u64()?, code, message))
    };
    found.iter().map(|own| entry(own).unwrap_or_else(|| panic!("{own}"))).collect()
}

/// What `cdl check` says of a text.
pub fn by_command(folder: &Path, text: &str) -> Found {
    write(folder, "checked.cdl", text);
    let output = Command::new(env!("CARGO_BIN_EXE_cdl"))
        .args(["check", "checked.cdl", "--message-format", "json"])
        .current_dir(folder)
        .output()
        .expect("the binary starts");
    let lines = [output.stdout, output.stderr].concat();
    let lines = String::from_utf8(lines).expect("UTF-8");
    let entry = |line: &str| {
        let own: Value = serde_json::from_str(line).ok()?;
        let start = positions::position(text, own["start"].as_u64()? as usize);
        let message = own["message"].as_str()?.lines().next()?.to_owned();
        let code = own["code"].as_str()?.to_owned();
        Some((start["line"].as_u64()?, start["character"].as_u64()?, code, message))
    };
    lines.lines().filter_map(entry).collect()
}

/// What is wrong with the line that is typed is told in a pause, when it is saved, or once the cursor has left it; what
/// stands elsewhere, and what goes away, at once.
#[test]
fn errors_of_an_unfinished_line_wait() {
    let mut client = Client::start(&folder("unfinished"));
    client.open("a.cdl", "const a: Length = 1 s\n\n");
    assert_eq!(client.diagnostics("a.cdl").len(), 1);
    let end = client.text("a.cdl").len();
    for (at, character) in "const b = 2 me".char_indices() {
        let mut buffer = [0; 4];
        client.edit("a.cdl", end - 1 + at..end - 1 + at, character.encode_utf8(&mut buffer));
    }
    assert_eq!(client.diagnostics("a.cdl").len(), 2, "after a pause");
    let mut incomplete = 0;
    while let Some(at) = client.told.iter().position(|(own, _)| own == PUBLISH) {
        let (_, found) = client.told.remove(at).expect("it is there");
        // Only what is said of a version is all that is wrong with it.
        if found["version"].is_null() {
            incomplete += 1;
            assert_eq!(found["diagnostics"].as_array().expect("a list").len(), 1, "{found}");
        }
    }
    assert!(incomplete > 0);
    client.edit("a.cdl", end + 13..end + 13, "t\n");
    assert_eq!(client.diagnostics("a.cdl").len(), 2, "behind a new line");
}

#[test]
fn changes_of_one_message_follow_one_another() {
    let mut client = Client::start(&folder("changes"));
    client.open("a.cdl", "const a = 1 m\n");
    let change = |line: u32, from: u32, to: u32, text: &str| {
        json!({
            "range": {
                "start": { "line": line, "character": from },
                "end": { "line": line, "character": to },
            },
            "text": text,
        })
    };
    let uri = client.uri("a.cdl");
    client.notify(
        "textDocument/didChange",
        json!({
            "textDocument": { "uri": uri, "version": 2 },
            "contentChanges": [
                change(0, 10, 11, "[2, 3]"),
                change(0, 16, 16, " "),
                { "text": "const b: Length = 1 s\n" },
                change(0, 6, 7, "size"),
            ],
        }),
    );
    let document = client.documents.get_mut(&uri).expect("it is open");
    document.version = 2;
    document.text = "const size: Length = 1 s\n".to_owned();
    let found = client.diagnostics("a.cdl");
    assert_eq!(found.len(), 1, "{found:?}");
    let at = positions::bytes(client.text("a.cdl"), &found[0]["range"]).expect("in the text");
    assert_eq!(&client.text("a.cdl")[at], "1 s");
}
