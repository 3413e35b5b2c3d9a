//! The standard layout, as edits that the client applies itself.

use serde_json::{Value, json};

use crate::client::Client;
use crate::files::folder;

const UGLY: &str = "model  A{\n\n\n  body b{mass=2 kg ;\n      shape = sphere( diameter = 10 cm )}\n  // \u{1f600} here\n record   b.position\n}\n";

fn options() -> Value {
    json!({ "tabSize": 2, "insertSpaces": true })
}

fn format(client: &mut Client, name: &str) -> Value {
    let uri = client.uri(name);
    let params = json!({ "textDocument": { "uri": uri }, "options": options() });
    client.request("textDocument/formatting", params).expect("edits")
}

#[test]
fn a_document_gets_the_layout_of_the_command() {
    let mut client = Client::start(&folder("format"));
    client.open("a.cdl", UGLY);
    let edits = format(&mut client, "a.cdl");
    client.apply_text_edits("a.cdl", &edits);
    insta::assert_snapshot!(client.text("a.cdl"));
    assert_eq!(format(&mut client, "a.cdl"), json!([]), "it is formatted now");
}

#[test]
fn what_cannot_be_read_is_left_alone() {
    let mut client = Client::start(&folder("format_broken"));
    client.open("a.cdl", "model A { body b { mass = \n");
    let edits = format(&mut client, "a.cdl");
    assert!(edits.is_null() || edits == json!([]), "{edits}");
}
