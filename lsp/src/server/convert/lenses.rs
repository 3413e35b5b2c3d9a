//! `textDocument/codeLens`.

use std::ops::Range;

use cdl_compiler::FileItem;
use serde_json::json;
use tower_lsp::lsp_types as lsp;

use crate::ide::lenses::{Lens, LensCommand, lenses as ide};
use crate::server::commands::{RUN, SHOW_GRAPH};
use crate::server::snapshot::Snapshot;

pub(in crate::server) fn lenses(
    snapshot: &Snapshot,
    params: &lsp::CodeLensParams,
) -> Option<Vec<lsp::CodeLens>> {
    let uri = &params.text_document.uri;
    let (path, _) = snapshot.document(uri)?;
    let mut lenses = Vec::new();
    for lens in ide(&snapshot.view, &path) {
        let range = snapshot.range(&path, lens.range.clone())?;
        lenses.push(lsp::CodeLens { range, command: Some(command(uri, lens)), data: None });
    }
    Some(lenses)
}

fn command(uri: &lsp::Url, lens: Lens) -> lsp::Command {
    let of =
        |experiment: Option<String>| Some(vec![json!({ "uri": uri, "experiment": experiment })]);
    let (command, arguments) = match lens.command {
        LensCommand::Run { experiment } => (RUN, of(Some(experiment))),
        LensCommand::ShowGraph { experiment } => (SHOW_GRAPH, of(experiment)),
        // A text without a command is shown, and cannot be pressed.
        LensCommand::Nothing => ("", None),
    };
    lsp::Command { title: lens.title, command: command.to_owned(), arguments }
}

/// What can be pressed above the item around a place, for clients that show no lenses.
pub(super) fn commands_around(
    snapshot: &Snapshot,
    uri: &lsp::Url,
    (path, range): (&str, &Range<usize>),
) -> Vec<lsp::Command> {
    let around = |item: &FileItem<'_>| {
        item.span.start as usize <= range.start && range.end <= item.span.end as usize
    };
    let items = snapshot.view.items(path);
    let Some(item) = items.into_iter().find(around) else { return Vec::new() };
    let span = item.span.start as usize..item.span.end as usize;
    let lenses = ide(&snapshot.view, path).into_iter();
    let own = lenses
        .filter(|lens| lens.command != LensCommand::Nothing && span.contains(&lens.range.start));
    own.map(|lens| command(uri, lens)).collect()
}
