//! Nothing that a client sends stops the server, and nothing that it answers points beside the text.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::client::{Client, sorted_edits};
use crate::files::folder;
use crate::models::PENDULUM;
use crate::{positions, ranges};

/// Numbers that look random and are the same in every run (SplitMix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn one<'t>(&mut self, of: &[&'t str]) -> &'t str {
        of[self.below(of.len())]
    }
}

/// What is put into texts: what the language means something by, and what trips over characters.
const PIECES: &[&str] = &[
    "",
    "",
    "",
    " ",
    "\n",
    "\r\n",
    "\r",
    "\t",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ".",
    ",",
    ";",
    ":",
    "=",
    "\"",
    "//",
    "/*",
    "*/",
    "///",
    "body b {",
    "joint j: revolute",
    "import std.materials\n",
    "let x = 3 m",
    "model M { ",
    "experiment e = M() { simulate 1 s }",
    "\u{1f600}",
    "e\u{301}",
    "\u{e9}",
    "\u{b5}m",
    "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}",
    "\u{feff}",
    "\u{2028}",
    "\u{0}",
    "1e999",
    "-",
    "0..9",
    "if",
];

const QUESTIONS: &[&str] = &[
    "textDocument/completion",
    "textDocument/hover",
    "textDocument/signatureHelp",
    "textDocument/definition",
    "textDocument/references",
    "textDocument/documentHighlight",
    "textDocument/documentSymbol",
    "textDocument/codeAction",
    "textDocument/codeLens",
    "textDocument/documentLink",
    "textDocument/formatting",
    "textDocument/rangeFormatting",
    "textDocument/prepareRename",
    "textDocument/rename",
    "textDocument/foldingRange",
    "textDocument/selectionRange",
    "textDocument/semanticTokens/full",
    "textDocument/semanticTokens/range",
    "textDocument/inlayHint",
    "workspace/symbol",
];

/// A position near the text: mostly in it, sometimes beyond a line or the last line, sometimes inside
/// of a surrogate pair or a line's end.
fn position(random: &mut Random, text: &str) -> (u64, u64) {
    let lines = positions::lines(text);
    let line = random.below(lines.len() + 1);
    let length = lines.get(line).map_or(0, |range| text[range.clone()].encode_utf16().count());
    let column = match random.below(10) {
        0 => length + random.below(4),
        1 => u32::MAX as usize,
        _ => random.below(length + 1),
    };
    (line as u64, column as u64)
}

fn json_position((line, character): (u64, u64)) -> Value {
    json!({ "line": line, "character": character })
}

/// Changes a document at random places, which may stand in the wrong order.
fn edit(random: &mut Random, client: &mut Client, name: &str) {
    let text = client.text(name).to_owned();
    let start = position(random, &text);
    let end = if random.below(3) == 0 {
        position(random, &text)
    } else {
        (start.0, start.1.saturating_add(random.below(8) as u64).min(u64::from(u32::MAX)))
    };
    let range = json!({ "start": json_position(start), "end": json_position(end) });
    let (a, b) =
        (positions::clamped(&text, start.0, start.1), positions::clamped(&text, end.0, end.1));
    let new = random.one(PIECES);
    client.edit_at(name, a.min(b)..a.max(b), range, new);
}

fn question(random: &mut Random, client: &mut Client, name: &str) -> Value {
    let text = client.text(name).to_owned();
    let at = json_position(position(random, &text));
    let range = json!({ "start": at, "end": json_position(position(random, &text)) });
    let diagnostics = client
        .diagnostics
        .get(&client.uri(name))
        .map_or(json!([]), |published| published["diagnostics"].clone());
    json!({
        "textDocument": { "uri": client.uri(name) },
        "position": at,
        "positions": [at],
        "range": range,
        "options": { "tabSize": 2, "insertSpaces": true },
        "context": { "diagnostics": diagnostics, "includeDeclaration": true, "triggerKind": 1 },
        "newName": random.one(&["fresh", "b", "", "\u{e9}", "body", "3"]),
        "query": random.one(&["", "m", "\u{1f600}"]),
    })
}

fn ask(random: &mut Random, client: &mut Client, name: &str, method: &str) {
    let params = question(random, client, name);
    let shown = format!("{method} {params}");
    let uri = client.uri(name);
    match client.request(method, params) {
        Ok(answer) => {
            let texts: BTreeMap<String, &str> = client
                .documents
                .iter()
                .map(|(uri, document)| (uri.clone(), document.text.as_str()))
                .collect();
            if method.contains("semanticTokens") {
                ranges::tokens(texts[&uri], &answer);
            } else {
                ranges::check(&shown, &answer, &uri, &texts);
            }
        }
        // What cannot be renamed, say. A panic inside would be an internal error.
        Err(error) => {
            let code = error["code"].as_i64();
            assert!(matches!(code, Some(-32602 | -32803)), "{shown}: {error}");
        }
    }
}

/// What the server says about a text as a whole; equal for equal texts.
fn about(client: &mut Client, name: &str) -> Vec<Value> {
    let document = json!({ "textDocument": { "uri": client.uri(name) } });
    let mut said = vec![Value::Array(client.diagnostics(name))];
    for method in [
        "textDocument/semanticTokens/full",
        "textDocument/documentSymbol",
        "textDocument/foldingRange",
    ] {
        let mut answer = client.request(method, document.clone()).expect("an answer");
        if let Some(fields) = answer.as_object_mut() {
            fields.remove("resultId");
        }
        said.push(answer);
    }
    let text = said.iter().map(Value::to_string).collect::<Vec<_>>().join("\n");
    let text = text.replace(&client.uri(name), "<this>");
    text.lines().map(|line| Value::from(line.to_owned())).collect()
}

fn texts() -> Vec<String> {
    vec![
        PENDULUM.to_owned(),
        PENDULUM.replace('\n', "\r\n"),
        PENDULUM.replace('\n', "\r"),
        PENDULUM.replace("bob", "\u{1f600}\u{e9}"),
        String::new(),
    ]
}

#[test]
fn edits_at_random_leave_server_and_client_with_one_text() {
    let mut client = Client::start(&folder("random_edits"));
    for (seed, text) in texts().into_iter().enumerate() {
        let mut random = Random(seed as u64);
        let name = format!("edited_{seed}.cdl");
        client.open(&name, &text);
        for round in 0..8 {
            for _ in 0..10 {
                edit(&mut random, &mut client, &name);
            }
            let text = client.text(&name).to_owned();
            let twin = format!("twin_{seed}_{round}.cdl");
            client.open(&twin, &text);
            let expected = about(&mut client, &twin);
            assert_eq!(about(&mut client, &name), expected, "seed {seed}, round {round}");
            client.close(&twin);
        }
        client.close(&name);
    }
}

#[test]
fn every_question_at_any_place_points_into_the_text() {
    let mut client = Client::start(&folder("random_questions"));
    for (seed, text) in texts().into_iter().enumerate() {
        let mut random = Random(100 + seed as u64);
        let name = format!("asked_{seed}.cdl");
        client.open(&name, &text);
        for _ in 0..12 {
            client.diagnostics(&name);
            for method in QUESTIONS {
                ask(&mut random, &mut client, &name, method);
            }
            edit(&mut random, &mut client, &name);
        }
        // While the text changes under them, questions may go unanswered, but not unheard.
        for _ in 0..30 {
            let method = random.one(QUESTIONS);
            let params = question(&mut random, &mut client, &name);
            let id = client.ask(method, params);
            if random.below(3) == 0 {
                client.notify("$/cancelRequest", json!({ "id": id }));
            }
            edit(&mut random, &mut client, &name);
            let outdated = [-32602, -32800, -32801, -32803];
            if let Err(error) = client.answer(id) {
                let code = error["code"].as_i64().unwrap_or(0);
                assert!(outdated.contains(&code), "{method}: {error}");
            }
        }
        client.close(&name);
    }
}

/// The server answers, about the text that it should have.
fn is_well(client: &mut Client) {
    let uri = client.uri("well.cdl");
    if !client.documents.contains_key(&uri) {
        client.open("well.cdl", "const  a = 1 m\n");
    }
    let options = json!({ "tabSize": 2, "insertSpaces": true });
    let params = json!({ "textDocument": { "uri": uri }, "options": options });
    let edits = client.request("textDocument/formatting", params).expect("it answers");
    let mut text = client.text("well.cdl").to_owned();
    for (bytes, new) in sorted_edits(&text.clone(), edits.as_array().expect("edits")) {
        text.replace_range(bytes, &new);
    }
    assert_eq!(text, "const a = 1 m\n");
}

#[test]
fn malformed_messages_are_refused_and_the_next_one_answered() {
    let mut client = Client::start(&folder("malformed"));
    is_well(&mut client);
    for text in
        ["{", "[]", "17", "\"hover\"", "null", "{\"jsonrpc\":\"2.0\"}", "\u{0}\u{1f600}", ""]
    {
        client.transport.send_text(text);
        is_well(&mut client);
    }
    let document = json!({ "uri": client.uri("absent.cdl") });
    for params in [
        Value::Null,
        json!([]),
        json!(3),
        json!({}),
        json!({ "textDocument": 3 }),
        json!({ "textDocument": document }),
        json!({ "textDocument": document, "position": { "line": -1, "character": 0 } }),
        json!({ "textDocument": document, "position": { "line": 0, "character": 5e12 } }),
        json!({ "textDocument": document, "position": { "line": "0", "character": null } }),
        json!({ "textDocument": { "uri": "no uri" }, "position": { "line": 0, "character": 0 } }),
    ] {
        for method in QUESTIONS {
            let answer = client.request(method, params.clone());
            if let Err(error) = answer {
                assert_eq!(error["code"], -32602, "{method} {params}: {error}");
            }
        }
        for method in ["didOpen", "didChange", "didClose", "didSave"] {
            client.notify(&format!("textDocument/{method}"), params.clone());
        }
        is_well(&mut client);
    }
    for uri in [
        "file:///",
        "file:///%",
        "file://host/a.cdl",
        "untitled:",
        "http://a/b.cdl",
        "file:///no%00/a",
    ] {
        for method in QUESTIONS {
            let place = json!({ "line": 0, "character": 0 });
            let params = json!({
                "textDocument": { "uri": uri }, "position": place, "positions": [place],
                "range": { "start": place, "end": place }, "newName": "a", "query": "",
                "context": { "diagnostics": [], "includeDeclaration": true },
                "options": { "tabSize": 2, "insertSpaces": true },
            });
            if let Err(error) = client.request(method, params) {
                let code = error["code"].as_i64();
                assert!(matches!(code, Some(-32602 | -32803)), "{method} {uri}: {error}");
            }
        }
        let text = json!({ "uri": uri, "languageId": "cdl", "version": 1, "text": "model" });
        client.notify("textDocument/didOpen", json!({ "textDocument": text }));
        client.notify("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));
        is_well(&mut client);
    }
    let unknown = client.request("textDocument/teleport", json!({})).expect_err("unknown");
    assert_eq!(unknown["code"], -32601);
    client.notify("$/teleport", json!({}));
    client.notify("workspace/teleport", json!({}));
    client.transport.send(&json!({ "jsonrpc": "2.0", "id": 99_999, "result": null }));
    is_well(&mut client);
}

#[test]
fn documents_that_are_opened_twice_or_not_at_all() {
    let mut client = Client::start(&folder("open_twice"));
    client.open("a.cdl", "const a = 1 m\n");
    client.open("a.cdl", "const a: Length = 1 s\n");
    let uri = client.uri("a.cdl");
    client.wait("diagnostics of the second text", |client| {
        let published = client.diagnostics.get(&uri)?["diagnostics"].as_array()?;
        (published.len() == 1).then_some(())
    });
    let unopened = client.uri("b.cdl");
    let document = json!({ "uri": unopened, "version": 7 });
    client.notify(
        "textDocument/didChange",
        json!({ "textDocument": document, "contentChanges": [{ "text": "const" }] }),
    );
    client.notify("textDocument/didClose", json!({ "textDocument": { "uri": unopened } }));
    client.close("a.cdl");
    client
        .notify("textDocument/didClose", json!({ "textDocument": { "uri": client.uri("a.cdl") } }));
    is_well(&mut client);
}

#[test]
fn texts_that_are_deep_or_wide_do_no_harm() {
    let mut client = Client::start(&folder("extreme"));
    let mut random = Random(7);
    let deep = |open: &str, close: &str| {
        format!("const a = {}1 m{}\n", open.repeat(20_000), close.repeat(20_000))
    };
    let texts = [
        deep("(", ")"),
        deep("[", "]"),
        deep("-", ""),
        deep("if true then ", ""),
        format!("model M {}", "{ body b ".repeat(5_000)),
        format!("const a = 1 m{}\n", " + 1 m".repeat(20_000)),
        format!("const a = {}\n", "b.".repeat(20_000)),
        "/*".repeat(20_000),
        format!("const a = \"{}\"\n", "\u{1f600}".repeat(50_000)),
    ];
    for (number, text) in texts.iter().enumerate() {
        let name = format!("extreme_{number}.cdl");
        client.open(&name, text);
        client.diagnostics(&name);
        for method in QUESTIONS {
            ask(&mut random, &mut client, &name, method);
        }
        client.close(&name);
    }
    is_well(&mut client);
}
