//! `textDocument/codeAction`.

use std::collections::BTreeMap;

use tower_lsp::lsp_types as lsp;

use super::lenses::commands_around;
use crate::ide::actions::{About, Action, ActionKind, Fixed, actions as ide};
use crate::server::snapshot::Snapshot;

pub(in crate::server) fn kinds() -> Vec<lsp::CodeActionKind> {
    vec![
        lsp::CodeActionKind::QUICKFIX,
        lsp::CodeActionKind::REFACTOR_EXTRACT,
        lsp::CodeActionKind::REFACTOR_INLINE,
        lsp::CodeActionKind::REFACTOR_REWRITE,
    ]
}

fn kind(kind: ActionKind) -> lsp::CodeActionKind {
    match kind {
        ActionKind::QuickFix => lsp::CodeActionKind::QUICKFIX,
        ActionKind::Extract => lsp::CodeActionKind::REFACTOR_EXTRACT,
        ActionKind::Inline => lsp::CodeActionKind::REFACTOR_INLINE,
        ActionKind::Rewrite => lsp::CodeActionKind::REFACTOR_REWRITE,
    }
}

pub(in crate::server) fn actions(
    snapshot: &Snapshot,
    params: &lsp::CodeActionParams,
) -> Option<lsp::CodeActionResponse> {
    let (path, range) = snapshot.bytes(&params.text_document.uri, params.range)?;
    let is_wanted = |action: &Action| match &params.context.only {
        Some(only) => only.iter().any(|wanted| includes(wanted, &kind(action.kind))),
        None => true,
    };
    let uri = &params.text_document.uri;
    let commands = match &params.context.only {
        None => commands_around(snapshot, uri, (&path, &range)),
        Some(_) => Vec::new(),
    };
    let about = params.context.diagnostics.iter().filter_map(|own| about(snapshot, uri, own));
    let about: Vec<About> = about.collect();
    let found = ide(&snapshot.view, &path, range, &about).into_iter().filter(is_wanted);
    let converted = found.map(|action| {
        let fixed = params.context.diagnostics.iter();
        let fixed =
            fixed.filter(|own| action.fixes.iter().any(|fix| is(snapshot, &path, fix, own)));
        let diagnostics: Vec<_> = fixed.cloned().collect();
        lsp::CodeActionOrCommand::CodeAction(lsp::CodeAction {
            title: action.title,
            kind: Some(kind(action.kind)),
            diagnostics: Some(diagnostics).filter(|own| !own.is_empty()),
            edit: Some(snapshot.workspace_edit(BTreeMap::from([(path.clone(), action.edits)]))),
            is_preferred: action.is_preferred.then_some(true),
            ..Default::default()
        })
    });
    Some(converted.chain(commands.into_iter().map(lsp::CodeActionOrCommand::Command)).collect())
}

fn about(snapshot: &Snapshot, uri: &lsp::Url, own: &lsp::Diagnostic) -> Option<About> {
    let Some(lsp::NumberOrString::String(code)) = &own.code else { return None };
    let (_, range) = snapshot.bytes(uri, own.range)?;
    Some(About { code: code.clone(), range })
}

/// Whether a kind is another or one of those below it: `refactor` includes `refactor.inline`.
fn includes(wanted: &lsp::CodeActionKind, own: &lsp::CodeActionKind) -> bool {
    let rest = own.as_str().strip_prefix(wanted.as_str());
    rest.is_some_and(|rest| wanted.as_str().is_empty() || rest.is_empty() || rest.starts_with('.'))
}

fn is(snapshot: &Snapshot, path: &str, fixed: &Fixed, own: &lsp::Diagnostic) -> bool {
    let code = matches!(&own.code, Some(lsp::NumberOrString::String(code)) if code == fixed.code);
    code && snapshot.range(path, fixed.range.clone()) == Some(own.range)
}
