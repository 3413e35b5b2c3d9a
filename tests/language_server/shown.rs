//! Answers as a person reads them, for snapshots: indented, a range as `3:0-3:7` (line and column
//! from 0), a uri as the name of its file.

use std::path::Path;

use serde_json::{Map, Value};

use crate::client::uri;

/// An answer as indented lines; names of files are relative to the folder.
pub fn shown(value: &Value, folder: &Path) -> String {
    let mut text = String::new();
    write(value, 0, &mut text);
    let root = uri(folder);
    let path = folder.to_str().expect("UTF-8");
    text.replace(&format!("{root}/"), "")
        .replace(&root, ".")
        .replace(path, "<folder>")
        .replace(concat!("/cdl/", env!("CARGO_PKG_VERSION"), "/"), "/cdl/<version>/")
}

fn write(value: &Value, depth: usize, text: &mut String) {
    match value {
        Value::Array(values) => {
            for value in values {
                text.push_str(&"  ".repeat(depth));
                if let Some(short) = short(value) {
                    text.push_str(&format!("- {short}\n"));
                } else {
                    text.push_str("-\n");
                    write(value, depth + 1, text);
                }
            }
        }
        Value::Object(fields) => {
            for (name, value) in fields {
                text.push_str(&"  ".repeat(depth));
                match (short(value), value.as_str()) {
                    (Some(short), _) => text.push_str(&format!("{name}: {short}\n")),
                    (None, Some(lines)) => {
                        text.push_str(&format!("{name}: |\n"));
                        for line in lines.lines() {
                            let line = format!("{}{line}", "  ".repeat(depth + 1));
                            text.push_str(line.trim_end());
                            text.push('\n');
                        }
                    }
                    (None, None) => {
                        text.push_str(&format!("{name}:\n"));
                        write(value, depth + 1, text);
                    }
                }
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            text.push_str(&"  ".repeat(depth));
            text.push_str(&short(value).unwrap_or_else(|| value.as_str().unwrap_or("").to_owned()));
            text.push('\n');
        }
    }
}

/// What fits on the line it belongs to.
fn short(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => (!text.contains('\n')).then(|| text.clone()),
        Value::Array(values) => {
            let short: Option<Vec<String>> = values
                .iter()
                .map(|value| match value {
                    Value::Number(_) | Value::Bool(_) => Some(value.to_string()),
                    Value::String(text) if text.len() < 30 => short(value),
                    _ => None,
                })
                .collect();
            short.map(|values| format!("[{}]", values.join(", ")))
        }
        Value::Object(fields) => position(fields).or_else(|| range(fields)),
        Value::Null | Value::Bool(_) | Value::Number(_) => Some(value.to_string()),
    }
}

fn position(fields: &Map<String, Value>) -> Option<String> {
    (fields.len() == 2)
        .then(|| Some(format!("{}:{}", fields.get("line")?, fields.get("character")?)))?
}

fn range(fields: &Map<String, Value>) -> Option<String> {
    let end = |name: &str| position(fields.get(name)?.as_object()?);
    (fields.len() == 2).then(|| Some(format!("{}-{}", end("start")?, end("end")?)))?
}
