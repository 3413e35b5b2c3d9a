//! The beginning and the end of a conversation.

use serde_json::{Value, json};

use crate::client::Client;
use crate::files::folder;
use crate::shown::shown;

#[test]
fn what_the_server_can_do() {
    let folder = folder("capabilities");
    let mut client = Client::silent(&folder);
    let mut answer = client.initialize();
    answer["serverInfo"]["version"] = Value::from("<version>");
    insta::assert_snapshot!(shown(&answer, &folder));
}

#[test]
fn a_conversation_ends_in_order() {
    let mut client = Client::start(&folder("end"));
    client.open("a.cdl", "const a = 3 m\n");
    client.diagnostics("a.cdl");
    assert_eq!(client.request("shutdown", Value::Null), Ok(Value::Null));
    let after = client.request("textDocument/hover", client.at_offset("a.cdl", 6));
    assert_eq!(after.expect_err("it is over")["code"], json!(-32600));
    client.notify("exit", Value::Null);
    let status = client.transport.ended().expect("it ends");
    assert!(status.success(), "{status}; {}", client.transport.complaints());
}

#[test]
fn an_end_without_shutdown_is_a_failure() {
    let mut client = Client::start(&folder("abrupt"));
    client.notify("exit", Value::Null);
    assert_eq!(client.transport.ended().expect("it ends").code(), Some(1));
}

#[test]
fn a_server_whose_client_is_gone_ends() {
    let mut client = Client::start(&folder("gone"));
    client.open("a.cdl", "const a = 3 m\n");
    client.transport.hang_up();
    assert!(client.transport.ended().is_some());
}

#[test]
fn nothing_is_answered_before_the_beginning() {
    let mut client = Client::silent(&folder("early"));
    client.open("a.cdl", "const a = 3 m\n");
    let early = client.request("textDocument/hover", client.at_offset("a.cdl", 6));
    assert_eq!(early.expect_err("too early")["code"], json!(-32002));
    client.initialize();
    client.close("a.cdl");
    client.open("a.cdl", "const a = 3 m\n");
    assert!(client.diagnostics("a.cdl").is_empty());
}

#[test]
fn columns_count_what_was_agreed_on() {
    let text = "const size = 1 m // \u{1f600}\nconst \u{e9} = 3 /* \u{1f600} */ + 4 m\n";
    let place = |offered: Value| {
        let folder = folder("encodings");
        let mut client = Client::silent(&folder);
        let answer = client.initialize_with(json!({
            "processId": null,
            "rootUri": null,
            "capabilities": { "general": { "positionEncodings": offered } },
        }));
        let uri = client.uri("a.cdl");
        let open = json!({ "uri": uri, "languageId": "cdl", "version": 1, "text": text });
        client.notify("textDocument/didOpen", json!({ "textDocument": open }));
        let published = client
            .wait("diagnostics", |client| client.diagnostics.get(&uri).cloned())
            .expect("diagnostics");
        let last = published["diagnostics"].as_array().and_then(|all| all.last()).cloned();
        let last = last.expect("something is wrong");
        (answer["capabilities"]["positionEncoding"].clone(), last["range"]["start"].clone())
    };
    // The places differ by what `é` and the face take.
    let (encoding, utf16) = place(json!(["utf-16"]));
    assert_eq!(encoding, "utf-16");
    let (encoding, utf8) = place(json!(["utf-8", "utf-16"]));
    assert_eq!(encoding, "utf-8");
    assert_eq!(utf16["line"], utf8["line"]);
    let column = |position: &Value| position["character"].as_u64().expect("a column");
    let line = text.lines().nth(utf8["line"].as_u64().expect("a line") as usize).expect("a line");
    let before = line.get(..column(&utf8) as usize).expect("between characters");
    assert_eq!(before.encode_utf16().count() as u64, column(&utf16));
}
