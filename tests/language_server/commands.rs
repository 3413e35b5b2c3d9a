//! Experiments that are run and graphs that are shown from the editor.

use std::path::Path;

use serde_json::{Value, json};

use crate::client::Client;
use crate::files::folder;
use crate::shown::shown;

/// Without mistakes, and with nothing in its units that an editor could not show.
const SWING: &str = "\
model Pendulum {
  body bob {
    mass = 2 kg
    shape = sphere(diameter = 10 cm, centre = [0, 0, -1] m)
  }
  joint hinge: revolute(axis = y) from world to bob { start = { angle = 30 deg } }
  record hinge.angle
}

experiment swing = Pendulum() { simulate 1 s with rk4(step = 5 ms), every 20 ms }
experiment for_ever = Pendulum() { simulate 1000000 s with rk4(step = 1 ms), every 1000 s }
";

fn execute(client: &mut Client, command: &str, experiment: &str) -> Result<Value, Value> {
    let uri = client.uri("swing.cdl");
    let arguments = json!([{ "uri": uri, "experiment": experiment }]);
    client
        .request("workspace/executeCommand", json!({ "command": command, "arguments": arguments }))
}

/// The token of the next piece of work that begins.
fn begun(client: &mut Client) -> Value {
    let progress = client.told("$/progress");
    assert_eq!(progress["value"]["kind"], "begin", "{progress}");
    assert!(
        client.asked.iter().any(|(method, params)| method == "window/workDoneProgress/create"
            && params["token"] == progress["token"]),
        "progress is announced before it begins"
    );
    progress["token"].clone()
}

/// What the reports of a piece of work say, up to its end; with the end's message.
fn ended(client: &mut Client, token: &Value) -> (Vec<Value>, Value) {
    let mut reports = Vec::new();
    loop {
        let progress = client.told("$/progress");
        assert_eq!(&progress["token"], token);
        match progress["value"]["kind"].as_str() {
            Some("end") => return (reports, progress["value"]["message"].clone()),
            _ => reports.push(progress["value"].clone()),
        }
    }
}

#[test]
fn the_lenses_run_an_experiment_until_its_results_are_there() {
    let folder = folder("run");
    let mut client = Client::start(&folder);
    client.open("swing.cdl", SWING);
    let uri = client.uri("swing.cdl");
    let params = json!({ "textDocument": { "uri": uri } });
    let lenses = client.request("textDocument/codeLens", params).expect("lenses");
    insta::assert_snapshot!("lenses", shown(&lenses, &folder));

    // The first lens of the first experiment does what it says.
    let lens = lenses.as_array().expect("lenses").iter();
    let run = lens
        .filter_map(|lens| lens.get("command"))
        .find(|command| command["title"].as_str().is_some_and(|title| title.contains("Run")))
        .expect("a lens that runs");
    let params = json!({ "command": run["command"], "arguments": run["arguments"] });
    client.request("workspace/executeCommand", params).expect("it begins");
    let token = begun(&mut client);
    let (_, message) = ended(&mut client, &token);
    assert!(message.as_str().is_some_and(|message| !message.is_empty()), "{message}");
    let said = client.told("window/showMessage");
    assert_eq!(said["type"], 3, "{said}");
    let rows = files_below(&folder.join("results"), "results.csv");
    let rows = std::fs::read_to_string(rows.first().expect("results")).expect("a table");
    assert_eq!(rows.lines().filter(|line| !line.starts_with('#')).count(), 52, "a header, 51 rows");
    let shown = client
        .asked
        .iter()
        .find(|(method, _)| method == "window/showDocument")
        .map(|(_, params)| params["uri"].as_str().expect("a uri").to_owned());
    assert!(crate::client::path(&shown.expect("a page is shown")).exists());
}

/// Helix, Emacs and Kate show no lenses.
#[test]
fn what_the_lenses_do_is_among_the_actions_of_an_experiment() {
    let folder = folder("commands");
    let mut client = Client::start(&folder);
    client.open("swing.cdl", SWING);
    let mut offered = |what: &str, only: Value| {
        let at = client.at("swing.cdl", what, 0);
        let params = json!({
            "textDocument": at["textDocument"],
            "range": { "start": at["position"], "end": at["position"] },
            "context": { "diagnostics": [], "only": only },
        });
        let actions = client.request("textDocument/codeAction", params).expect("actions");
        let commands: Vec<Value> = actions.as_array().expect("a list").clone();
        commands.into_iter().filter(|own| own["command"].is_string()).collect::<Vec<_>>()
    };
    let commands = offered("every 20 ms", Value::Null);
    let called = |own: &Value| (own["command"].clone(), own["arguments"][0]["experiment"].clone());
    let expected = ["cdl.runExperiment", "cdl.showGraph"].map(|own| (json!(own), json!("swing")));
    assert_eq!(commands.iter().map(called).collect::<Vec<_>>(), expected);
    assert!(offered("every 20 ms", json!(["quickfix"])).is_empty());
    assert!(offered("mass = 2 kg", Value::Null).is_empty());
}

/// Seconds where milliseconds were meant: the editor says that the results are not to be used, and why.
#[test]
fn a_run_whose_energy_ledger_does_not_close_is_an_error() {
    let folder = folder("unbalanced");
    let mut client = Client::start(&folder);
    let text = SWING.replace("1 s with rk4(step = 5 ms), every 20 ms", "20 s with rk4(step = 5 s)");
    client.open("swing.cdl", &text);
    execute(&mut client, "cdl.runExperiment", "swing").expect("it begins");
    let token = begun(&mut client);
    ended(&mut client, &token);
    let said = client.told("window/showMessage");
    assert_eq!(said["type"], 1, "{said}");
    let message = said["message"].as_str().expect("a text");
    assert!(message.contains("energy ledger does not close"), "{message}");
    assert!(message.contains("warning: the step of 5 s is too long"), "{message}");
}

fn files_below(folder: &Path, name: &str) -> Vec<std::path::PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.file_name().is_some_and(|own| own == name) {
                found.push(path);
            }
        }
    }
    found
}

#[test]
fn a_long_run_leaves_the_editor_alone_and_can_be_cancelled() {
    let folder = folder("cancel");
    let mut client = Client::start(&folder);
    client.open("swing.cdl", SWING);
    execute(&mut client, "cdl.runExperiment", "for_ever").expect("it begins");
    let token = begun(&mut client);
    let report = client.told("$/progress");
    assert_eq!(report["value"]["kind"], "report", "{report}");

    // Meanwhile everything else goes on.
    let mass = client.find("swing.cdl", "2 kg");
    client.edit("swing.cdl", mass, "2 m");
    assert_eq!(client.diagnostics("swing.cdl").len(), 1);

    client.notify("window/workDoneProgress/cancel", json!({ "token": token }));
    let (_, message) = ended(&mut client, &token);
    assert!(message.as_str().is_some_and(|own| own.starts_with("interrupted at")), "{message}");
    assert_eq!(
        files_below(&folder.join("results"), "results.csv").len(),
        1,
        "what is done is kept"
    );
}

#[test]
fn what_is_wrong_is_said_and_not_run() {
    let folder = folder("wrong");
    let mut client = Client::start(&folder);
    client.open("swing.cdl", &SWING.replace("2 kg", "2 m"));
    execute(&mut client, "cdl.runExperiment", "swing").expect("it begins");
    let token = begun(&mut client);
    ended(&mut client, &token);
    let said = client.told("window/showMessage");
    insta::assert_snapshot!(shown(&said, &folder));

    let graph = execute(&mut client, "cdl.showGraph", "swing").expect_err("no graph");
    assert_eq!(graph["code"], -32803, "{graph}");
    let unknown = execute(&mut client, "cdl.fly", "swing").expect_err("unknown");
    assert_eq!(unknown["code"], -32602, "{unknown}");
    let nowhere = json!({ "command": "cdl.showGraph", "arguments": [3] });
    let nowhere = client.request("workspace/executeCommand", nowhere).expect_err("no document");
    assert_eq!(nowhere["code"], -32602, "{nowhere}");
}

/// Helix, Emacs, Kate and Neovim drop what a command answers: they are asked to show a file, or told where it is.
#[test]
fn a_graph_is_shown_by_clients_that_drop_answers() {
    for (name, shows, told) in
        [("shown", true, true), ("told", false, true), ("extension", true, false)]
    {
        let folder = folder(name);
        let mut client = Client::silent(&folder);
        let mut params = json!({
            "rootUri": crate::client::uri(&folder),
            "capabilities": { "window": { "showDocument": { "support": shows } } },
        });
        if !told {
            params["initializationOptions"] = json!({ "showsGraphs": true });
        }
        client.initialize_with(params);
        client.open("swing.cdl", SWING);
        let graph = execute(&mut client, "cdl.showGraph", "swing").expect("a graph");
        let file = folder.join("results/swing-swing.graph.txt");
        assert_eq!(file.exists(), told, "{name}");
        let asked = client.asked.iter().find(|(method, _)| method == "window/showDocument");
        assert_eq!(asked.is_some(), shows && told, "{name}");
        if let Some((_, params)) = asked {
            assert_eq!(crate::client::path(params["uri"].as_str().expect("a uri")), file);
            assert_ne!(params["external"], true, "it is a text, which the editor shows");
        }
        if told {
            assert_eq!(graph["text"], std::fs::read_to_string(&file).expect("the graph"));
        }
        if !shows {
            let said = client.told("window/showMessage");
            assert_eq!(said["type"], 3, "{said}");
            let text = said["message"].as_str().expect("a text");
            assert_eq!(text, format!("Graph of swing (swing.cdl) is in {}", file.display()));
        }
    }
}

#[test]
fn that_there_is_no_graph_is_told_too() {
    let folder = folder("no_graph");
    let mut client = Client::start(&folder);
    client.open("swing.cdl", &SWING.replace("2 kg", "2 m"));
    execute(&mut client, "cdl.showGraph", "swing").expect_err("no graph");
    let said = client.told("window/showMessage");
    assert_eq!(said["type"], 1, "{said}");
    let text = said["message"].as_str().expect("a text");
    assert!(text.starts_with("there is no graph to show: "), "{text}");
}

#[test]
fn the_graph_is_that_of_the_text_in_the_editor() {
    let folder = folder("graph");
    let mut client = Client::start(&folder);
    client.open("swing.cdl", SWING);
    let name = client.find("swing.cdl", "body bob");
    client.edit("swing.cdl", name.end - 3..name.end, "weight");
    let name = client.find("swing.cdl", "to bob");
    client.edit("swing.cdl", name.end - 3..name.end, "weight");
    let graph = execute(&mut client, "cdl.showGraph", "swing").expect("a graph");
    assert_eq!(graph["title"], "Graph of swing (swing.cdl)");
    assert!(graph["text"].as_str().is_some_and(|text| text.contains("weight")), "{graph}");
}
