//! Several files: open and not, on disk and not, imported, watched, in several folders.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::client::{Client, capabilities, uri};
use crate::shown::shown;

/// An empty folder for a test, with a name that has to be escaped in a uri.
pub fn folder(test: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("language server é").join(test);
    let _absent = std::fs::remove_dir_all(&root);
    std::fs::create_dir_all(&root).expect("a folder");
    root
}

pub fn write(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(name), text).expect("a file");
}

pub fn codes(diagnostics: &[Value]) -> Vec<&str> {
    diagnostics.iter().filter_map(|own| own["code"].as_str()).collect()
}

const PARTS: &str = "component Rod(length: Length = 1 m) {\n  pub body rod {\n    mass = 2 kg/m * length\n    shape = cylinder(diameter = 5 cm, start = [0, 0, 0] m, end = [0, 0, -1] * length)\n  }\n}\n";

const MAIN: &str = "import \"parts.cdl\"\n\nmodel Pendulum {\n  part arm = parts.Rod(length = 2 m)\n  joint hinge: revolute(axis = y) from world to arm.rod\n  record hinge.angle\n}\n\nexperiment swing = Pendulum() {\n  simulate 1 s with rk4(step = 5 ms)\n}\n";

#[test]
fn an_import_is_read_from_disk_or_from_the_editor_where_it_is_open() {
    let folder = folder("imports");
    write(&folder, "parts.cdl", PARTS);
    let mut client = Client::start(&folder);
    client.open("main.cdl", MAIN);
    assert!(client.diagnostics("main.cdl").is_empty());

    // What the editor shows counts, saved or not.
    client.open("parts.cdl", &PARTS.replace("Rod(", "Bar("));
    assert!(client.diagnostics("parts.cdl").is_empty());
    client.edit("main.cdl", 0..0, "\n");
    assert_eq!(codes(&client.diagnostics("main.cdl")), ["E0201"]);
    let name = client.find("parts.cdl", "Bar");
    client.edit("parts.cdl", name, "Rod");
    client.wait("no diagnostics", |client| {
        let published = client.diagnostics.get(&client.uri("main.cdl"))?;
        published["diagnostics"].as_array()?.is_empty().then_some(())
    });

    // Once it is closed, the disk counts.
    client.edit("parts.cdl", 0..0, "model\n");
    client.close("parts.cdl");
    client.edit("main.cdl", 0..1, "");
    assert!(client.diagnostics("main.cdl").is_empty());
}

#[test]
fn a_mistake_in_a_file_that_is_not_open_is_shown_there() {
    let folder = folder("elsewhere");
    write(&folder, "parts.cdl", &PARTS.replace("2 kg/m", "2 kg"));
    let mut client = Client::start(&folder);
    client.open("main.cdl", MAIN);
    assert!(client.diagnostics("main.cdl").is_empty());
    let parts = client.uri("parts.cdl");
    let published = client
        .wait("diagnostics of the import", |client| client.diagnostics.get(&parts).cloned())
        .expect("diagnostics");
    insta::assert_snapshot!(shown(&published, &folder));

    // It goes when nobody imports the file any more.
    client.close("main.cdl");
    client.wait("no diagnostics", |client| {
        let published = client.diagnostics.get(&parts)?;
        published["diagnostics"].as_array()?.is_empty().then_some(())
    });
}

#[test]
fn a_file_that_comes_changes_or_goes_is_noticed() {
    let folder = folder("watched");
    let mut client = Client::start(&folder);
    client.open("main.cdl", MAIN);
    assert_eq!(codes(&client.diagnostics("main.cdl")), ["E0208"]);
    let registered = client
        .wait("a registration", |client| {
            let at = client.asked.iter().position(|(own, _)| own == "client/registerCapability")?;
            client.asked.remove(at)
        })
        .expect("a registration");
    insta::assert_snapshot!(shown(&registered.1, &folder));

    let tell = |client: &mut Client, kind: u32| {
        let changes = json!([{ "uri": client.uri("parts.cdl"), "type": kind }]);
        client.notify("workspace/didChangeWatchedFiles", json!({ "changes": changes }));
    };
    let main = client.uri("main.cdl");
    let wait_for = |client: &mut Client, expected: &[&str]| {
        client.wait(&format!("diagnostics {expected:?}"), |client| {
            let published = client.diagnostics.get(&main)?["diagnostics"].as_array()?;
            (codes(published) == expected).then_some(())
        });
    };
    write(&folder, "parts.cdl", PARTS);
    tell(&mut client, 1);
    wait_for(&mut client, &[]);
    write(&folder, "parts.cdl", &PARTS.replace("Rod(", "Bar("));
    tell(&mut client, 2);
    wait_for(&mut client, &["E0201"]);
    std::fs::remove_file(folder.join("parts.cdl")).expect("it is there");
    tell(&mut client, 3);
    wait_for(&mut client, &["E0208"]);
}

/// Whoever opens a pipe waits for the other end, for ever; and nobody wants to read a device to its end. Neither silences
/// what the editor has open, though a file of the folder imports them.
#[cfg(unix)]
#[test]
fn pipes_and_devices_in_the_folder_silence_nothing() {
    let folder = folder("pipes");
    let made = std::process::Command::new("mkfifo").arg(folder.join("pipe.cdl")).status();
    assert!(made.expect("mkfifo").success());
    std::os::unix::fs::symlink("/dev/zero", folder.join("zeros.cdl")).expect("a link");
    write(&folder, "other.cdl", "import \"pipe.cdl\"\nimport \"zeros.cdl\"\nmodel A() { }\n");
    write(&folder, "parts.cdl", PARTS);
    let mut client = Client::start(&folder);
    client.open("main.cdl", &MAIN.replace("arm.rod", "arm.rode"));
    assert_eq!(codes(&client.diagnostics("main.cdl")), ["E0209"]);
    client.open("other.cdl", "import \"pipe.cdl\"\nimport \"zeros.cdl\"\nmodel A() { }\n");
    assert_eq!(codes(&client.diagnostics("other.cdl")), ["E0208", "E0208"]);
}

#[test]
fn a_document_needs_no_file() {
    let folder = folder("untitled");
    let mut client = Client::start(&folder);
    let uri = "untitled:Untitled-1";
    let open =
        json!({ "uri": uri, "languageId": "cdl", "version": 1, "text": "const a = 3 m +\n" });
    client.notify("textDocument/didOpen", json!({ "textDocument": open }));
    let published = client
        .wait("diagnostics", |client| client.diagnostics.get(uri).cloned())
        .expect("diagnostics");
    insta::assert_snapshot!(shown(&published, &folder));
}

#[test]
fn folders_come_and_go() {
    let folder = folder("folders");
    for name in ["one", "two"] {
        std::fs::create_dir_all(folder.join(name)).expect("a folder");
    }
    write(&folder, "one/a.cdl", "component Alpha { }\n");
    write(&folder, "two/b.cdl", "component Beta { }\n");
    let mut client = Client::silent(&folder);
    let named = |name: &str| json!({ "uri": uri(&folder.join(name)), "name": name });
    client.initialize_with(json!({
        "processId": null,
        "rootUri": null,
        "workspaceFolders": [named("one")],
        "capabilities": capabilities(),
    }));
    let names = |client: &mut Client| -> Vec<String> {
        let found = client.request("workspace/symbol", json!({ "query": "" })).expect("symbols");
        let found = found.as_array().cloned().unwrap_or_default();
        let mut names: Vec<String> =
            found.iter().filter_map(|own| Some(own["name"].as_str()?.to_owned())).collect();
        names.sort();
        names
    };
    assert_eq!(names(&mut client), ["Alpha"]);
    client.notify(
        "workspace/didChangeWorkspaceFolders",
        json!({ "event": { "added": [named("two")], "removed": [] } }),
    );
    assert_eq!(names(&mut client), ["Alpha", "Beta"]);
    client.notify(
        "workspace/didChangeWorkspaceFolders",
        json!({ "event": { "added": [], "removed": [named("one")] } }),
    );
    assert!(names(&mut client).contains(&"Beta".to_owned()));
}

/// As Neovim on Linux: nobody tells the server what happens on disk.
fn blind(folder: &Path) -> Client {
    let mut client = Client::silent(folder);
    let mut capabilities = capabilities();
    capabilities["workspace"]["didChangeWatchedFiles"] = json!({ "dynamicRegistration": false });
    let root = uri(folder);
    client.initialize_with(json!({
        "processId": null,
        "rootUri": root,
        "workspaceFolders": [{ "uri": root, "name": "workspace" }],
        "capabilities": capabilities,
    }));
    client
}

#[test]
fn files_are_looked_at_where_the_client_does_not_watch_them() {
    let folder = folder("blind");
    let mut client = blind(&folder);
    client.open("main.cdl", MAIN);
    assert_eq!(codes(&client.diagnostics("main.cdl")), ["E0208"]);
    let main = client.uri("main.cdl");
    let mut wait_for = |expected: &[&str]| {
        client.wait(&format!("diagnostics {expected:?}"), |client| {
            let published = client.diagnostics.get(&main)?["diagnostics"].as_array()?;
            (codes(published) == expected).then_some(())
        });
    };
    write(&folder, "parts.cdl", PARTS);
    wait_for(&[]);
    // As long as before.
    write(&folder, "parts.cdl", &PARTS.replace("Rod(", "Bar("));
    wait_for(&["E0201"]);
    std::fs::remove_file(folder.join("parts.cdl")).expect("it is there");
    wait_for(&["E0208"]);
}

/// Where nobody tells of new files, they are looked for at an opening, a saving and a renaming.
#[test]
fn a_file_that_came_later_is_mended_when_what_it_imports_is_renamed() {
    let folder = folder("renamed");
    write(&folder, "parts.cdl", PARTS);
    let mut client = blind(&folder);
    client.open("parts.cdl", PARTS);
    assert!(client.diagnostics("parts.cdl").is_empty());
    write(&folder, "main.cdl", MAIN);
    let (from, to) = (client.uri("parts.cdl"), client.uri("rods.cdl"));
    let files = json!({ "files": [{ "oldUri": from, "newUri": to }] });
    let edit = client.request("workspace/willRenameFiles", files).expect("an edit");
    let changes = edit["documentChanges"].as_array().expect("edits of documents");
    let edited: Vec<&Value> = changes.iter().map(|own| &own["textDocument"]["uri"]).collect();
    assert_eq!(edited, [&json!(client.uri("main.cdl"))]);
    // What the file calls it stays.
    assert_eq!(changes[0]["edits"][0]["newText"], "rods.cdl\" as parts");
}

/// What is run is what the command would run.
#[test]
fn a_run_takes_tables_and_imports_as_they_are_on_disk() {
    let folder = folder("fresh");
    let text = "import \"size.cdl\"\n\nconst push = table(\"push.csv\")\nmodel Pushed {\n  let level = interpolate(push) * size.factor\n  record level\n}\n\nexperiment go = Pushed() { simulate 1 s with rk4(step = 0.5 s), every 0.5 s }\n";
    let table = |level: &str| format!("time [s],level [m]\n0,{level}\n1,{level}\n");
    write(&folder, "push.csv", &table("200"));
    write(&folder, "size.cdl", "const factor = 1\n");
    let mut client = blind(&folder);
    client.open("main.cdl", text);
    assert!(client.diagnostics("main.cdl").is_empty());
    for (level, factor) in [("200", 1), ("300", 1), ("300", 4), ("500", 5)] {
        write(&folder, "push.csv", &table(level));
        write(&folder, "size.cdl", &format!("const factor = {factor}\n"));
        let arguments = json!([{ "uri": client.uri("main.cdl"), "experiment": "go" }]);
        let run = json!({ "command": "cdl.runExperiment", "arguments": arguments });
        client.request("workspace/executeCommand", run).expect("it begins");
        let said = client.told("window/showMessage");
        assert_eq!(said["type"], 3, "{said}");
        let rows = std::fs::read_to_string(folder.join("results/main-go/results.csv"));
        let expected = format!("1,{}", level.parse::<i32>().expect("a number") * factor);
        assert_eq!(rows.expect("rows").lines().last(), Some(expected.as_str()));
    }
}

/// An editor forgets what was said about a document that it closes.
#[test]
fn a_document_that_is_opened_again_is_told_about_again() {
    let folder = folder("again");
    let mut client = Client::start(&folder);
    let text = "const a = 3 m + 1 s\n";
    client.open("main.cdl", text);
    assert_eq!(codes(&client.diagnostics("main.cdl")), ["E0307"]);
    let uri = client.uri("main.cdl");
    for _ in 0..30 {
        client.close("main.cdl");
        client.open("main.cdl", text);
        client.diagnostics.remove(&uri);
        assert_eq!(codes(&client.diagnostics("main.cdl")), ["E0307"]);
    }
}
