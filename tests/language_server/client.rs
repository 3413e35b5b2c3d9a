//! What an editor does: asks, answers what the server asks, keeps the documents that are open, and
//! applies edits to them itself.

use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Instant;

use serde_json::{Value, json};

use crate::positions;
use crate::transport::{LIMIT, Transport};

pub struct Client {
    pub transport: Transport,
    pub folder: PathBuf,
    next_id: i64,
    answers: BTreeMap<i64, Value>,
    /// What the server has told and nobody has looked at, but for diagnostics.
    pub told: VecDeque<(String, Value)>,
    /// What the server has asked; it has been answered.
    pub asked: VecDeque<(String, Value)>,
    /// The last diagnostics of each document.
    pub diagnostics: BTreeMap<String, Value>,
    /// Documents that are open, by uri.
    pub documents: BTreeMap<String, Document>,
    /// What `workspace/configuration` is answered.
    pub settings: Value,
}

pub struct Document {
    pub version: i64,
    pub text: String,
}

/// Either the result or the error.
pub type Answer = Result<Value, Value>;

impl Client {
    /// Starts the server in a folder, without a word to it.
    pub fn silent(folder: &Path) -> Self {
        Self {
            transport: Transport::start(folder),
            folder: folder.to_owned(),
            next_id: 1,
            answers: BTreeMap::new(),
            told: VecDeque::new(),
            asked: VecDeque::new(),
            diagnostics: BTreeMap::new(),
            documents: BTreeMap::new(),
            settings: Value::Null,
        }
    }

    /// Starts the server in a folder that is the only folder of the workspace.
    pub fn start(folder: &Path) -> Self {
        let mut client = Self::silent(folder);
        client.initialize();
        client
    }

    /// What the server says that it can do.
    pub fn initialize(&mut self) -> Value {
        let root = uri(&self.folder);
        let folders = json!([{ "uri": root, "name": "workspace" }]);
        self.initialize_with(json!({
            "processId": null,
            "rootUri": root,
            "workspaceFolders": folders,
            "capabilities": capabilities(),
        }))
    }

    pub fn initialize_with(&mut self, params: Value) -> Value {
        let answer = self.request("initialize", params).expect("capabilities");
        self.notify("initialized", json!({}));
        answer
    }

    pub fn uri(&self, name: &str) -> String {
        uri(&self.folder.join(name))
    }

    // Messages.

    pub fn notify(&mut self, method: &str, params: Value) {
        self.transport.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Asks without waiting for the answer.
    pub fn ask(&mut self, method: &str, params: Value) -> i64 {
        let id = self.next_id;
        self.next_id += 1;
        self.transport
            .send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        id
    }

    /// Waits for the answer to what has been asked.
    pub fn answer(&mut self, id: i64) -> Answer {
        self.wait(&format!("an answer to request {id}"), |client| client.answers.remove(&id))
            .map(|message| match message.get("error") {
                Some(error) => Err(error.clone()),
                None => Ok(message["result"].clone()),
            })
            .expect("an answer")
    }

    pub fn request(&mut self, method: &str, params: Value) -> Answer {
        let id = self.ask(method, params);
        self.answer(id)
    }

    /// Takes messages until `found` gives something.
    ///
    /// # Panics
    /// Nothing was found in time.
    pub fn wait<T>(
        &mut self,
        what: &str,
        mut found: impl FnMut(&mut Self) -> Option<T>,
    ) -> Option<T> {
        let until = Instant::now() + LIMIT;
        loop {
            if let Some(found) = found(self) {
                return Some(found);
            }
            match self.transport.receive(until) {
                Some(message) => self.take(message),
                None => panic!("no {what} in time; stderr:\n{}", self.transport.complaints()),
            }
        }
    }

    fn take(&mut self, message: Value) {
        let params = message.get("params").cloned().unwrap_or(Value::Null);
        match (message.get("method").and_then(Value::as_str), message.get("id")) {
            (Some(method), Some(id)) => {
                let result = self.asked_by_server(method, &params);
                self.transport.send(&json!({ "jsonrpc": "2.0", "id": id, "result": result }));
                self.asked.push_back((method.to_owned(), params));
            }
            (Some(method @ "textDocument/publishDiagnostics"), None) => {
                let uri = params["uri"].as_str().expect("a uri").to_owned();
                self.told.push_back((method.to_owned(), params.clone()));
                self.diagnostics.insert(uri, params);
            }
            (Some(method), None) => self.told.push_back((method.to_owned(), params)),
            (None, id) => {
                // An answer without an id answers what could not be read.
                let id = id.and_then(Value::as_i64).unwrap_or(0);
                self.answers.insert(id, message);
            }
        }
    }

    fn asked_by_server(&mut self, method: &str, params: &Value) -> Value {
        match method {
            "workspace/configuration" => {
                let items = params["items"].as_array().map_or(0, Vec::len);
                Value::Array(vec![self.settings.clone(); items])
            }
            "workspace/applyEdit" => {
                self.apply(&params["edit"]);
                json!({ "applied": true })
            }
            "window/showDocument" => json!({ "success": true }),
            _ => Value::Null,
        }
    }

    /// The next notification of a method.
    pub fn told(&mut self, method: &str) -> Value {
        self.wait(method, |client| {
            let at = client.told.iter().position(|(own, _)| own == method)?;
            client.told.remove(at).map(|(_, params)| params)
        })
        .expect("a notification")
    }

    // Documents.

    pub fn open(&mut self, name: &str, text: &str) {
        let uri = self.uri(name);
        self.documents.insert(uri.clone(), Document { version: 1, text: text.to_owned() });
        self.notify(
            "textDocument/didOpen",
            json!({ "textDocument": { "uri": uri, "languageId": "cdl", "version": 1, "text": text } }),
        );
    }

    pub fn close(&mut self, name: &str) {
        let uri = self.uri(name);
        self.documents.remove(&uri);
        self.notify("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));
    }

    pub fn text(&self, name: &str) -> &str {
        &self.document(name).text
    }

    pub fn document(&self, name: &str) -> &Document {
        self.documents.get(&self.uri(name)).expect("an open document")
    }

    /// Replaces bytes of a document by an incremental change.
    pub fn edit(&mut self, name: &str, bytes: Range<usize>, new: &str) {
        let range = positions::range(self.text(name), bytes.clone());
        self.edit_at(name, bytes, range, new);
    }

    /// The same where the range of the protocol is known already.
    pub fn edit_at(&mut self, name: &str, bytes: Range<usize>, range: Value, new: &str) {
        let uri = self.uri(name);
        let document = self.documents.get_mut(&uri).expect("an open document");
        document.text.replace_range(bytes, new);
        document.version += 1;
        let version = document.version;
        self.notify(
            "textDocument/didChange",
            json!({
                "textDocument": { "uri": uri, "version": version },
                "contentChanges": [{ "range": range, "text": new }],
            }),
        );
    }

    /// Sends the whole text again.
    pub fn replace(&mut self, name: &str, text: &str) {
        let uri = self.uri(name);
        let document = self.documents.get_mut(&uri).expect("an open document");
        document.text = text.to_owned();
        document.version += 1;
        let version = document.version;
        self.notify(
            "textDocument/didChange",
            json!({
                "textDocument": { "uri": uri, "version": version },
                "contentChanges": [{ "text": text }],
            }),
        );
    }

    /// The diagnostics of the present text of a document.
    pub fn diagnostics(&mut self, name: &str) -> Vec<Value> {
        let uri = self.uri(name);
        let version = self.document(name).version;
        self.wait(&format!("diagnostics of version {version}"), |client| {
            let published = client.diagnostics.get(&uri)?;
            (published["version"].as_i64() == Some(version))
                .then(|| published["diagnostics"].as_array().expect("a list").clone())
        })
        .expect("diagnostics")
    }

    /// Where a text stands in a document that has it once.
    pub fn find(&self, name: &str, what: &str) -> Range<usize> {
        let text = self.text(name);
        let at = text.find(what).unwrap_or_else(|| panic!("`{what}` is not in the text"));
        assert_eq!(text.rfind(what), Some(at), "`{what}` stands there more than once");
        at..at + what.len()
    }

    /// Parameters of a request about the place where `what` begins, `shift` bytes further.
    pub fn at(&self, name: &str, what: &str, shift: usize) -> Value {
        self.at_offset(name, self.find(name, what).start + shift)
    }

    pub fn at_offset(&self, name: &str, offset: usize) -> Value {
        json!({
            "textDocument": { "uri": self.uri(name) },
            "position": positions::position(self.text(name), offset),
        })
    }

    /// Applies a `WorkspaceEdit`: to open documents, telling the server, and to files.
    pub fn apply(&mut self, edit: &Value) {
        for (uri, edits) in edits_by_uri(edit) {
            let open = self.documents.get(&uri).map(|document| document.text.clone());
            match open {
                Some(text) => {
                    let name = self.name(&uri);
                    for (bytes, new) in sorted_edits(&text, &edits) {
                        self.edit(&name, bytes, &new);
                    }
                }
                None => {
                    let path = path(&uri);
                    let mut text = std::fs::read_to_string(&path).expect("a file");
                    for (bytes, new) in sorted_edits(&text.clone(), &edits) {
                        text.replace_range(bytes, &new);
                    }
                    std::fs::write(&path, text).expect("the file is written");
                }
            }
        }
    }

    /// Applies a list of `TextEdit`s to one document.
    pub fn apply_text_edits(&mut self, name: &str, edits: &Value) {
        let edits = edits.as_array().cloned().unwrap_or_default();
        for (bytes, new) in sorted_edits(self.text(name), &edits) {
            self.edit(name, bytes, &new);
        }
    }

    fn name(&self, uri: &str) -> String {
        let path = path(uri);
        let name = path.strip_prefix(&self.folder).unwrap_or(&path);
        name.to_str().expect("UTF-8").to_owned()
    }
}

fn edits_by_uri(edit: &Value) -> Vec<(String, Vec<Value>)> {
    let list = |edits: &Value| edits.as_array().cloned().unwrap_or_default();
    if let Some(changes) = edit["documentChanges"].as_array() {
        let uri =
            |change: &Value| change["textDocument"]["uri"].as_str().expect("a uri").to_owned();
        return changes.iter().map(|change| (uri(change), list(&change["edits"]))).collect();
    }
    let changes = edit["changes"].as_object().cloned().unwrap_or_default();
    changes.into_iter().map(|(uri, edits)| (uri, list(&edits))).collect()
}

/// From the last to the first, so that none moves another.
///
/// # Panics
/// One is not in the text, or two overlap; the protocol forbids both.
pub fn sorted_edits(text: &str, edits: &[Value]) -> Vec<(Range<usize>, String)> {
    let mut sorted: Vec<(Range<usize>, String)> = edits
        .iter()
        .map(|edit| {
            let bytes = positions::bytes(text, &edit["range"]);
            let bytes = bytes.unwrap_or_else(|| panic!("{edit} is not in the text"));
            (bytes, edit["newText"].as_str().expect("a text").to_owned())
        })
        .collect();
    sorted.sort_by_key(|(bytes, _)| (bytes.start, bytes.end));
    for pair in sorted.windows(2) {
        assert!(pair[0].0.end <= pair[1].0.start, "edits overlap: {pair:?}");
    }
    sorted.reverse();
    sorted
}

/// The uri of a file, with everything escaped that editors escape.
pub fn uri(path: &Path) -> String {
    let path = path.to_str().expect("UTF-8");
    let mut uri = String::from("file://");
    for byte in path.bytes() {
        match byte {
            b'/' | b'-' | b'_' | b'.' | b'~' => uri.push(byte as char),
            _ if byte.is_ascii_alphanumeric() => uri.push(byte as char),
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

/// The file of a uri.
pub fn path(uri: &str) -> PathBuf {
    let escaped = uri.strip_prefix("file://").expect("a file").as_bytes();
    let mut bytes = Vec::with_capacity(escaped.len());
    let mut at = 0;
    while at < escaped.len() {
        if escaped[at] == b'%' {
            let digits = std::str::from_utf8(&escaped[at + 1..at + 3]).expect("ASCII");
            bytes.push(u8::from_str_radix(digits, 16).expect("two digits"));
            at += 3;
        } else {
            bytes.push(escaped[at]);
            at += 1;
        }
    }
    PathBuf::from(String::from_utf8(bytes).expect("UTF-8"))
}

/// A client that can do all that the server makes use of.
pub fn capabilities() -> Value {
    json!({
        "general": { "positionEncodings": ["utf-16"] },
        "window": { "workDoneProgress": true, "showDocument": { "support": true } },
        "workspace": {
            "applyEdit": true,
            "configuration": true,
            "workspaceFolders": true,
            "workspaceEdit": { "documentChanges": true },
            "didChangeWatchedFiles": { "dynamicRegistration": true },
            "didChangeConfiguration": { "dynamicRegistration": true },
            "codeLens": { "refreshSupport": true },
            "inlayHint": { "refreshSupport": true },
            "semanticTokens": { "refreshSupport": true },
        },
        "textDocument": {
            "synchronization": { "dynamicRegistration": false },
            "publishDiagnostics": {
                "relatedInformation": true,
                "versionSupport": true,
                "codeDescriptionSupport": true,
                "dataSupport": true,
                "tagSupport": { "valueSet": [1, 2] },
            },
            "completion": {
                "completionItem": {
                    "snippetSupport": true,
                    "labelDetailsSupport": true,
                    "documentationFormat": ["markdown", "plaintext"],
                    "resolveSupport": { "properties": ["documentation", "detail"] },
                },
            },
            "hover": { "contentFormat": ["markdown", "plaintext"] },
            "signatureHelp": {
                "signatureInformation": {
                    "documentationFormat": ["markdown"],
                    "parameterInformation": { "labelOffsetSupport": true },
                    "activeParameterSupport": true,
                },
            },
            "documentSymbol": { "hierarchicalDocumentSymbolSupport": true },
            "codeAction": {
                "codeActionLiteralSupport": {
                    "codeActionKind": { "valueSet": ["quickfix", "refactor", "refactor.extract", "refactor.rewrite"] },
                },
                "isPreferredSupport": true,
                "dataSupport": true,
                "resolveSupport": { "properties": ["edit"] },
            },
            "rename": { "prepareSupport": true },
            "foldingRange": { "lineFoldingOnly": false },
            "semanticTokens": {
                "requests": { "full": { "delta": true }, "range": true },
                "tokenTypes": [
                    "namespace", "type", "class", "parameter", "variable", "property", "function",
                    "keyword", "modifier", "comment", "string", "number", "operator", "enumMember",
                ],
                "tokenModifiers": ["declaration", "definition", "readonly", "defaultLibrary", "documentation"],
                "formats": ["relative"],
            },
        },
    })
}
