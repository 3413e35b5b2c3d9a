//! `textDocument/completion` and `completionItem/resolve`.

use std::sync::{Mutex, PoisonError};

use serde_json::json;
use tower_lsp::lsp_types as lsp;

use super::hover::markup;
use crate::ide::completion::{
    Completion, CompletionKind, Insert, Subject, TRIGGERS, completions, completions_after,
    documentation,
};
use crate::server::snapshot::Snapshot;

/// What the last list was about, so that documentation is written only for what somebody looks at.
#[derive(Debug, Default)]
pub(in crate::server) struct Offered(Mutex<(u64, Vec<Subject>)>);

impl Offered {
    /// Remembers a list by a new number.
    fn put(&self, subjects: Vec<Subject>) -> u64 {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        last.0 += 1;
        last.1 = subjects;
        last.0
    }

    fn get(&self, list: u64, index: usize) -> Option<Subject> {
        let last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        last.1.get(index).filter(|_| last.0 == list).copied()
    }
}

pub(in crate::server) fn options() -> lsp::CompletionOptions {
    lsp::CompletionOptions {
        resolve_provider: Some(true),
        trigger_characters: Some(TRIGGERS.iter().map(ToString::to_string).collect()),
        ..Default::default()
    }
}

pub(in crate::server) fn complete(
    snapshot: &Snapshot,
    params: &lsp::CompletionParams,
) -> Option<lsp::CompletionResponse> {
    let (path, offset) = snapshot.place(&params.text_document_position)?;
    let trigger = params.context.as_ref().and_then(|own| own.trigger_character.as_deref());
    let found = match trigger.and_then(|own| own.chars().next()) {
        Some(trigger) => completions_after(&snapshot.view, &path, offset, trigger),
        None => completions(&snapshot.view, &path, offset),
    };
    let list = snapshot.given.completions.put(found.items.iter().map(|own| own.subject).collect());
    let items = found.items.into_iter().enumerate();
    let items = items.filter_map(|(index, own)| item(snapshot, &path, own, (list, index)));
    Some(lsp::CompletionResponse::List(lsp::CompletionList {
        is_incomplete: found.is_incomplete,
        items: items.collect(),
    }))
}

fn item(
    snapshot: &Snapshot,
    path: &str,
    own: Completion,
    data: (u64, usize),
) -> Option<lsp::CompletionItem> {
    let client = snapshot.client;
    let (new_text, format) = match own.insert {
        Insert::Snippet(text) if client.snippets => (text, lsp::InsertTextFormat::SNIPPET),
        other => (other.plain(), lsp::InsertTextFormat::PLAIN_TEXT),
    };
    let is_long = new_text.contains('\n');
    let edits = own.edits.into_iter().map(|edit| snapshot.edit(path, edit));
    let edits: Vec<_> = edits.collect::<Option<_>>()?;
    let commit = own.commit.iter().map(ToString::to_string).collect::<Vec<_>>();
    Some(lsp::CompletionItem {
        filter_text: Some(own.filter).filter(|text| *text != own.label),
        sort_text: Some(own.sort),
        kind: Some(kind(own.kind)),
        detail: own.detail,
        insert_text_format: Some(format),
        insert_text_mode: (is_long && client.insert_modes)
            .then_some(lsp::InsertTextMode::ADJUST_INDENTATION),
        text_edit: Some(lsp::CompletionTextEdit::Edit(lsp::TextEdit {
            range: snapshot.range(path, own.range)?,
            new_text,
        })),
        additional_text_edits: Some(edits).filter(|edits| !edits.is_empty()),
        commit_characters: Some(commit)
            .filter(|commit| client.commit_characters && !commit.is_empty()),
        data: Some(json!([data.0, data.1])),
        label: own.label,
        ..Default::default()
    })
}

/// With its documentation, if it is one of the last list.
pub(in crate::server) fn resolve(
    snapshot: &Snapshot,
    item: &lsp::CompletionItem,
) -> lsp::CompletionItem {
    let data = item.data.clone().and_then(|data| serde_json::from_value(data).ok());
    let subject = data.and_then(|(list, index)| snapshot.given.completions.get(list, index));
    let text = subject.and_then(|subject| documentation(&snapshot.view, &subject));
    let documentation = text.map(|text| lsp::Documentation::MarkupContent(markup(snapshot, text)));
    lsp::CompletionItem { documentation, ..item.clone() }
}

fn kind(kind: CompletionKind) -> lsp::CompletionItemKind {
    match kind {
        CompletionKind::Keyword => lsp::CompletionItemKind::KEYWORD,
        CompletionKind::Template => lsp::CompletionItemKind::SNIPPET,
        CompletionKind::Kind => lsp::CompletionItemKind::STRUCT,
        CompletionKind::Variant => lsp::CompletionItemKind::ENUM_MEMBER,
        CompletionKind::Field | CompletionKind::Argument => lsp::CompletionItemKind::FIELD,
        CompletionKind::Quantity => lsp::CompletionItemKind::PROPERTY,
        CompletionKind::Element | CompletionKind::Part | CompletionKind::Variable => {
            lsp::CompletionItemKind::VARIABLE
        }
        CompletionKind::Component | CompletionKind::Model => lsp::CompletionItemKind::CLASS,
        CompletionKind::Module => lsp::CompletionItemKind::MODULE,
        CompletionKind::File => lsp::CompletionItemKind::FILE,
        CompletionKind::Function => lsp::CompletionItemKind::FUNCTION,
        CompletionKind::Constant => lsp::CompletionItemKind::CONSTANT,
        CompletionKind::Parameter => lsp::CompletionItemKind::TYPE_PARAMETER,
        CompletionKind::Value => lsp::CompletionItemKind::VALUE,
        CompletionKind::Unit => lsp::CompletionItemKind::UNIT,
        CompletionKind::Type => lsp::CompletionItemKind::INTERFACE,
    }
}
