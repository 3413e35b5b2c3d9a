//! What the language means, asked at places: completion, hover, definitions, names in two files, fixes.

use serde_json::{Value, json};

use crate::client::Client;
use crate::files::{codes, folder, write};
use crate::models::PENDULUM;
use crate::shown::shown;

fn opened(test: &str) -> Client {
    let folder = folder(test);
    let mut client = Client::start(&folder);
    client.open("model.cdl", PENDULUM);
    client
}

/// Label and detail of each completion, the best first.
fn completions(client: &mut Client, params: Value, most: usize) -> String {
    let answer = client.request("textDocument/completion", params).expect("completions");
    let items = answer["items"].as_array().or(answer.as_array()).cloned().unwrap_or_default();
    let text = |item: &Value, field: &str| item[field].as_str().unwrap_or("").to_owned();
    let mut items = items;
    items.sort_by_key(|item| (text(item, "sortText"), text(item, "label")));
    let mut lines = vec![format!("{} items", items.len())];
    lines.extend(items.iter().take(most).map(|item| {
        let detail = match text(item, "detail") {
            detail if !detail.is_empty() => detail,
            _ => item["labelDetails"]["description"].as_str().unwrap_or("").to_owned(),
        };
        format!("{} | {detail}", text(item, "label")).trim_end_matches([' ', '|']).to_owned()
    }));
    lines.join("\n")
}

#[test]
fn completion_knows_where_it_is() {
    let mut client = opened("completion");
    let mut seen = Vec::new();
    let places = [
        ("a field of a body", "    frame eye", 4),
        ("a quantity behind a dot", "hinge.angle, bob", 6),
        ("behind a number", "2 mm;", 2),
        ("an entity", "bob.eye to free", 0),
        ("a value", "share * length", 0),
        ("an import", "std.materials\n", 4),
        ("an item", "experiment swing", 0),
    ];
    for (what, before, shift) in places {
        let params = client.at("model.cdl", before, shift);
        seen.push(format!("## {what}\n{}", completions(&mut client, params, 12)));
    }
    insta::assert_snapshot!(seen.join("\n\n"));
}

#[test]
fn hover_tells_types_values_and_what_fields_mean() {
    let mut client = opened("hover");
    let folder = client.folder.clone();
    let mut seen = Vec::new();
    let places = [
        ("share * length", 0),
        ("share * length", 8),
        ("damping = ", 2),
        ("revolute(", 3),
        ("materials.steel", 12),
        ("rope.end.position", 11),
        ("45 deg", 1),
    ];
    for (place, shift) in places {
        let params = client.at("model.cdl", place, shift);
        let answer = client.request("textDocument/hover", params).expect("an answer");
        seen.push(format!("## `{place}` + {shift}\n{}", shown(&answer, &folder)));
    }
    insta::assert_snapshot!(seen.join("\n"));
}

#[test]
fn definitions_references_and_symbols() {
    let mut client = opened("definitions");
    let folder = client.folder.clone();
    let mut seen = Vec::new();
    for (place, shift) in
        [("share * length", 0), ("from bob.eye", 9), ("materials.steel.density", 11)]
    {
        let mut params = client.at("model.cdl", place, shift);
        params["context"] = json!({ "includeDeclaration": true });
        for method in ["definition", "references"] {
            let answer = client.request(&format!("textDocument/{method}"), params.clone());
            let answer = shown(&answer.expect("an answer"), &folder);
            seen.push(format!("## {method} at `{place}` + {shift}\n{answer}"));
        }
    }
    let params = json!({ "textDocument": { "uri": client.uri("model.cdl") } });
    let symbols = client.request("textDocument/documentSymbol", params).expect("symbols");
    seen.push(format!("## symbols\n{}", shown(&symbols, &folder)));
    insta::assert_snapshot!(seen.join("\n"));
}

#[test]
fn a_name_is_changed_in_two_files_at_once() {
    let folder = folder("rename");
    let parts =
        "component Rod(length: Length = 1 m) {\n  pub body rod { mass = 2 kg/m * length }\n}\n";
    let main = "import \"parts.cdl\"\n// \u{1f600}\nmodel A {\n  part a = parts.Rod(length = 2 m)\n  part b = parts.Rod()\n  joint x: fixed from world to a.rod\n  joint y: fixed from world to b.rod\n}\n";
    write(&folder, "parts.cdl", parts);
    let mut client = Client::start(&folder);
    client.open("main.cdl", main);
    assert!(client.diagnostics("main.cdl").is_empty());
    let at = client.find("main.cdl", "part b = parts.Rod").end - 2;
    let mut params = client.at_offset("main.cdl", at);
    let place = client.request("textDocument/prepareRename", params.clone()).expect("a place");
    insta::assert_snapshot!("prepare_rename", shown(&place, &folder));
    params["newName"] = json!("Stick");
    let edit = client.request("textDocument/rename", params).expect("edits");
    client.apply(&edit);
    // One document is open, the other file is not: the client has written it.
    let changes = json!([{ "uri": client.uri("parts.cdl"), "type": 2 }]);
    client.notify("workspace/didChangeWatchedFiles", json!({ "changes": changes }));
    assert_eq!(client.text("main.cdl"), main.replace("Rod", "Stick"));
    let written = std::fs::read_to_string(folder.join("parts.cdl")).expect("a file");
    assert_eq!(written, parts.replace("Rod(", "Stick("));
    client.wait("no diagnostics", |client| {
        let published = client.diagnostics.get(&client.uri("main.cdl"))?;
        published["diagnostics"].as_array()?.is_empty().then_some(())
    });
}

/// The actions for the first diagnostic of a code, or for a place.
fn actions(client: &mut Client, name: &str, range: Value, diagnostics: &[Value]) -> Vec<Value> {
    let params = json!({
        "textDocument": { "uri": client.uri(name) },
        "range": range,
        "context": { "diagnostics": diagnostics },
    });
    let answer = client.request("textDocument/codeAction", params).expect("actions");
    answer.as_array().cloned().unwrap_or_default()
}

fn apply(client: &mut Client, action: &Value) {
    let edit = match &action["edit"] {
        Value::Null => {
            client.request("codeAction/resolve", action.clone()).expect("an edit")["edit"].clone()
        }
        edit => edit.clone(),
    };
    client.apply(&edit);
}

#[test]
fn fixes_leave_nothing_wrong() {
    let mut client = opened("fixes");
    let found = client.diagnostics("model.cdl");
    let mut titles = Vec::new();
    assert_eq!(codes(&found), ["E0301", "E0209"]);
    // The mass in metres is for a person to correct; the quantity is misspelled.
    let mass = client.find("model.cdl", "2 m\n");
    client.edit("model.cdl", mass, "2\n");
    loop {
        let found = client.diagnostics("model.cdl");
        let Some(first) = found.first().cloned() else { break };
        let offered =
            actions(&mut client, "model.cdl", first["range"].clone(), std::slice::from_ref(&first));
        let fix = offered.iter().find(|action| action["isPreferred"] == true).or(offered.first());
        let fix = fix.unwrap_or_else(|| panic!("no fix for {first}"));
        titles.push(fix["title"].as_str().expect("a title").to_owned());
        assert!(titles.len() < 5, "{titles:?}");
        apply(&mut client, &fix.clone());
    }
    insta::assert_snapshot!(titles.join("\n"));
    assert!(client.text("model.cdl").contains("bob.velocity"));
}

#[test]
fn a_client_that_asks_with_its_diagnostics_gets_what_fixes_them() {
    let folder = folder("asked");
    let mut client = Client::start(&folder);
    client.open("model.cdl", "const a = 1 m\nconst b: Length = 2\n");
    let found = client.diagnostics("model.cdl");
    assert_eq!(codes(&found), ["E0302"]);
    let elsewhere =
        json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 0, "character": 0 } });
    let fixes = |offered: Vec<Value>| {
        offered.into_iter().filter(|own| own["diagnostics"].is_array()).collect::<Vec<_>>()
    };
    assert!(fixes(actions(&mut client, "model.cdl", elsewhere.clone(), &[])).is_empty());
    let offered = fixes(actions(&mut client, "model.cdl", elsewhere, &found));
    assert_eq!(offered[0]["title"], "Write `2 m`");
    assert_eq!(offered[0]["diagnostics"], json!(found));
    apply(&mut client, &offered[0]);
    assert!(client.text("model.cdl").contains("const b: Length = 2 m"));
}

#[test]
fn every_action_at_a_place_gives_a_text_without_new_mistakes() {
    let mut client = opened("refactorings");
    let mut titles = Vec::new();
    let wrong = codes(&client.diagnostics("model.cdl")).len();
    for (place, shift) in [("10 cm", 1), ("30 deg", 1), ("share * length", 1), ("rope: rigid", 1)] {
        let params = client.at("model.cdl", place, shift);
        let at = &params["position"];
        let range = json!({ "start": at, "end": at });
        for action in actions(&mut client, "model.cdl", range, &[]) {
            titles.push(format!("{place}: {}", action["title"].as_str().expect("a title")));
            apply(&mut client, &action);
            assert!(client.diagnostics("model.cdl").len() <= wrong, "after {titles:?}");
            client.replace("model.cdl", PENDULUM);
        }
    }
    insta::assert_snapshot!(titles.join("\n"));
}
