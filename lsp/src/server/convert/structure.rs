//! `textDocument/foldingRange` and `selectionRange`.

use tower_lsp::lsp_types as lsp;

use crate::ide::folding::{FoldKind, folding as folds};
use crate::ide::selection::selection as around;
use crate::server::snapshot::Snapshot;

pub(in crate::server) fn folding(
    snapshot: &Snapshot,
    params: &lsp::FoldingRangeParams,
) -> Option<Vec<lsp::FoldingRange>> {
    let (path, _) = snapshot.document(&params.text_document.uri)?;
    let folds = folds(&snapshot.view, &path).into_iter().filter_map(|fold| {
        let range = snapshot.range(&path, fold.range)?;
        Some(lsp::FoldingRange {
            start_line: range.start.line,
            start_character: Some(range.start.character),
            end_line: range.end.line,
            end_character: Some(range.end.character),
            kind: match fold.kind {
                FoldKind::Block => None,
                FoldKind::Comment => Some(lsp::FoldingRangeKind::Comment),
                FoldKind::Imports => Some(lsp::FoldingRangeKind::Imports),
            },
            collapsed_text: None,
        })
    });
    Some(folds.collect())
}

/// One for each position, whatever is there.
pub(in crate::server) fn selection(
    snapshot: &Snapshot,
    params: &lsp::SelectionRangeParams,
) -> Option<Vec<lsp::SelectionRange>> {
    let text_document = &params.text_document;
    let ranges = params.positions.iter().map(|&position| {
        let text_document = text_document.clone();
        let at = lsp::TextDocumentPositionParams { text_document, position };
        let (path, offset) = snapshot.place(&at)?;
        let mut grown: Option<lsp::SelectionRange> = None;
        for range in around(&snapshot.view, &path, offset).into_iter().rev() {
            let range = snapshot.range(&path, range)?;
            grown = Some(lsp::SelectionRange { range, parent: grown.map(Box::new) });
        }
        let here = snapshot.range(&path, offset..offset)?;
        Some(grown.unwrap_or(lsp::SelectionRange { range: here, parent: None }))
    });
    ranges.collect()
}
