//! `textDocument/formatting`, `rangeFormatting` and `onTypeFormatting`.

use tower_lsp::lsp_types as lsp;

use crate::ide::edit::Edit;
use crate::ide::formatting as ide;
use crate::server::snapshot::Snapshot;

/// After these a part of the text is complete: the first, and the others.
pub(in crate::server) const TRIGGERS: (&str, &[&str]) = ("}", &["]", ")", ";", "\n"]);

type Edits = Option<Vec<lsp::TextEdit>>;

pub(in crate::server) fn whole(snapshot: &Snapshot, uri: &lsp::Url) -> Edits {
    let (path, _) = snapshot.document(uri)?;
    edits(snapshot, &path, ide::formatting(&snapshot.view, &path))
}

pub(in crate::server) fn range(
    snapshot: &Snapshot,
    params: &lsp::DocumentRangeFormattingParams,
) -> Edits {
    let (path, range) = snapshot.bytes(&params.text_document.uri, params.range)?;
    edits(snapshot, &path, ide::range_formatting(&snapshot.view, &path, range))
}

pub(in crate::server) fn on_type(
    snapshot: &Snapshot,
    params: &lsp::DocumentOnTypeFormattingParams,
) -> Edits {
    let (path, offset) = snapshot.place(&params.text_document_position)?;
    let typed = params.ch.chars().next()?;
    edits(snapshot, &path, ide::on_type_formatting(&snapshot.view, &path, offset, typed))
}

/// Those that change something also with the line ends of the document.
fn edits(snapshot: &Snapshot, path: &str, edits: Vec<Edit>) -> Edits {
    let text = snapshot.view.text(path)?;
    let edits = edits.into_iter().filter_map(|edit| {
        let range = edit.range();
        let edit = snapshot.edit(path, edit)?;
        (text.get(range) != Some(&edit.new_text)).then_some(edit)
    });
    Some(edits.collect())
}
