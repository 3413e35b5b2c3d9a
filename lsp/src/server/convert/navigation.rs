//! `textDocument/definition`, `declaration`, `typeDefinition`, `references` and `documentHighlight`.

use tower_lsp::lsp_types as lsp;

use crate::ide::definition::{Definition, declaration, definition, type_definition};
use crate::ide::highlights::{HighlightKind, highlights as ide_highlights};
use crate::ide::references::references as ide_references;
use crate::server::snapshot::Snapshot;

type Goto = Option<lsp::GotoDefinitionResponse>;

pub(in crate::server) fn to_definition(
    snapshot: &Snapshot,
    params: &lsp::GotoDefinitionParams,
) -> Goto {
    let (path, offset) = snapshot.place(&params.text_document_position_params)?;
    goto(snapshot, &path, definition(&snapshot.view, &path, offset))
}

pub(in crate::server) fn to_declaration(
    snapshot: &Snapshot,
    params: &lsp::GotoDefinitionParams,
) -> Goto {
    let (path, offset) = snapshot.place(&params.text_document_position_params)?;
    goto(snapshot, &path, declaration(&snapshot.view, &path, offset))
}

pub(in crate::server) fn to_type(snapshot: &Snapshot, params: &lsp::GotoDefinitionParams) -> Goto {
    let (path, offset) = snapshot.place(&params.text_document_position_params)?;
    goto(snapshot, &path, type_definition(&snapshot.view, &path, offset))
}

fn goto(snapshot: &Snapshot, path: &str, found: Vec<Definition>) -> Goto {
    if snapshot.client.definition_links {
        let links = found.into_iter().filter_map(|own| {
            let target = &own.target;
            Some(lsp::LocationLink {
                origin_selection_range: snapshot.range(path, own.origin),
                target_uri: snapshot.uri(&target.path)?,
                target_range: snapshot.range(&target.path, own.whole)?,
                target_selection_range: snapshot.range(&target.path, target.range.clone())?,
            })
        });
        return Some(lsp::GotoDefinitionResponse::Link(links.collect()));
    }
    let places = found.into_iter();
    let locations = places.filter_map(|own| snapshot.location(&own.target.path, own.target.range));
    Some(lsp::GotoDefinitionResponse::Array(locations.collect()))
}

pub(in crate::server) fn references(
    snapshot: &Snapshot,
    params: &lsp::ReferenceParams,
) -> Option<Vec<lsp::Location>> {
    let (path, offset) = snapshot.place(&params.text_document_position)?;
    let with_declarations = params.context.include_declaration;
    let found = ide_references(&snapshot.view, &path, offset, with_declarations);
    Some(found.into_iter().filter_map(|at| snapshot.location(&at.path, at.range)).collect())
}

pub(in crate::server) fn highlights(
    snapshot: &Snapshot,
    params: &lsp::DocumentHighlightParams,
) -> Option<Vec<lsp::DocumentHighlight>> {
    let (path, offset) = snapshot.place(&params.text_document_position_params)?;
    let found = ide_highlights(&snapshot.view, &path, offset).into_iter().filter_map(|own| {
        let kind = match own.kind {
            HighlightKind::Mention => lsp::DocumentHighlightKind::TEXT,
            HighlightKind::Read => lsp::DocumentHighlightKind::READ,
            HighlightKind::Write => lsp::DocumentHighlightKind::WRITE,
        };
        let range = snapshot.range(&path, own.range)?;
        Some(lsp::DocumentHighlight { range, kind: Some(kind) })
    });
    Some(found.collect())
}
