//! `textDocument/hover`, `signatureHelp` and `inlayHint`.

use tower_lsp::lsp_types as lsp;

use super::plain::plain;
use crate::ide::hover::hover as ide_hover;
use crate::ide::inlay_hints::{HintKind, inlay_hints};
use crate::ide::signature_help::{Parameter, signature_help};
use crate::server::snapshot::Snapshot;

pub(super) fn markup(snapshot: &Snapshot, value: String) -> lsp::MarkupContent {
    if snapshot.client.plain_text {
        return lsp::MarkupContent { kind: lsp::MarkupKind::PlainText, value: plain(&value) };
    }
    lsp::MarkupContent { kind: lsp::MarkupKind::Markdown, value }
}

pub(in crate::server) fn hover(
    snapshot: &Snapshot,
    params: &lsp::HoverParams,
) -> Option<lsp::Hover> {
    let (path, offset) = snapshot.place(&params.text_document_position_params)?;
    let found = ide_hover(&snapshot.view, &path, offset)?;
    Some(lsp::Hover {
        contents: lsp::HoverContents::Markup(markup(snapshot, found.markdown)),
        range: snapshot.range(&path, found.range),
    })
}

pub(in crate::server) fn signature_options() -> lsp::SignatureHelpOptions {
    let characters = |own: &[&str]| Some(own.iter().map(ToString::to_string).collect());
    lsp::SignatureHelpOptions {
        trigger_characters: characters(&["(", ","]),
        retrigger_characters: characters(&[")"]),
        work_done_progress_options: Default::default(),
    }
}

pub(in crate::server) fn signature(
    snapshot: &Snapshot,
    params: &lsp::SignatureHelpParams,
) -> Option<lsp::SignatureHelp> {
    let (path, offset) = snapshot.place(&params.text_document_position_params)?;
    let found = signature_help(&snapshot.view, &path, offset)?;
    let documentation = |text: String| {
        let text = Some(text).filter(|text| !text.is_empty())?;
        Some(lsp::Documentation::MarkupContent(markup(snapshot, text)))
    };
    let active_parameter = found.active.map(|active| active as u32);
    let parameters = found.parameters.into_iter().map(|own| lsp::ParameterInformation {
        label: label(&found.label, &own),
        documentation: documentation(own.docs),
    });
    let signature = lsp::SignatureInformation {
        parameters: Some(parameters.collect()),
        documentation: documentation(found.docs),
        label: found.label.clone(),
        active_parameter,
    };
    Some(lsp::SignatureHelp {
        signatures: vec![signature],
        active_signature: Some(0),
        active_parameter,
    })
}

/// Where a parameter stands in the label; the protocol counts in UTF-16 here, whatever positions are.
fn label(signature: &str, own: &Parameter) -> lsp::ParameterLabel {
    let units =
        |end: usize| signature.get(..end).map_or(0, |before| before.encode_utf16().count()) as u32;
    lsp::ParameterLabel::LabelOffsets([units(own.range.start), units(own.range.end)])
}

pub(in crate::server) fn hints(
    snapshot: &Snapshot,
    params: &lsp::InlayHintParams,
) -> Option<Vec<lsp::InlayHint>> {
    let (path, range) = snapshot.bytes(&params.text_document.uri, params.range)?;
    let hints = inlay_hints(&snapshot.view, &path, range).into_iter().filter_map(|own| {
        let (kind, left, right) = match own.kind {
            HintKind::Type => (Some(lsp::InlayHintKind::TYPE), false, false),
            HintKind::Value => (None, true, false),
            HintKind::Argument => (Some(lsp::InlayHintKind::PARAMETER), false, true),
        };
        Some(lsp::InlayHint {
            position: snapshot.range(&path, own.offset..own.offset)?.start,
            label: lsp::InlayHintLabel::String(own.label),
            kind,
            text_edits: None,
            tooltip: None,
            padding_left: Some(left),
            padding_right: Some(right),
            data: None,
        })
    });
    Some(hints.collect())
}
