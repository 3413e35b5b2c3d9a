//! `textDocument/documentSymbol` and `workspace/symbol`.

use tower_lsp::lsp_types as lsp;

use crate::ide::outline::{Symbol, SymbolKind, outline};
use crate::ide::workspace_symbols::workspace_symbols;
use crate::server::snapshot::Snapshot;

/// A person looks at no more.
const MOST: usize = 256;

pub(in crate::server) fn of_document(
    snapshot: &Snapshot,
    params: &lsp::DocumentSymbolParams,
) -> Option<lsp::DocumentSymbolResponse> {
    let (path, _) = snapshot.document(&params.text_document.uri)?;
    let symbols = outline(&snapshot.view, &path);
    Some(if snapshot.client.nested_symbols {
        lsp::DocumentSymbolResponse::Nested(nested(snapshot, &path, symbols))
    } else {
        let mut found = Vec::new();
        flat(snapshot, &path, &symbols, None, &mut found);
        lsp::DocumentSymbolResponse::Flat(found)
    })
}

#[expect(deprecated, reason = "a field that has to be there")]
fn nested(snapshot: &Snapshot, path: &str, symbols: Vec<Symbol>) -> Vec<lsp::DocumentSymbol> {
    let symbols = symbols.into_iter().filter_map(|symbol| {
        Some(lsp::DocumentSymbol {
            name: symbol.name,
            detail: Some(symbol.detail).filter(|detail| !detail.is_empty()),
            kind: kind(symbol.kind),
            tags: None,
            deprecated: None,
            range: snapshot.range(path, symbol.range)?,
            selection_range: snapshot.range(path, symbol.name_range)?,
            children: Some(nested(snapshot, path, symbol.children)),
        })
    });
    symbols.collect()
}

fn flat(
    snapshot: &Snapshot,
    path: &str,
    symbols: &[Symbol],
    container: Option<&str>,
    found: &mut Vec<lsp::SymbolInformation>,
) {
    for symbol in symbols {
        let Some(location) = snapshot.location(path, symbol.range.clone()) else { continue };
        found.push(information(symbol.name.clone(), symbol.kind, location, container));
        flat(snapshot, path, &symbol.children, Some(&symbol.name), found);
    }
}

pub(in crate::server) fn of_workspace(
    snapshot: &Snapshot,
    params: &lsp::WorkspaceSymbolParams,
) -> Option<Vec<lsp::SymbolInformation>> {
    let symbols = workspace_symbols(&snapshot.view, &params.query, MOST);
    let symbols = symbols.into_iter().filter_map(|symbol| {
        let location = snapshot.location(&symbol.path, symbol.range)?;
        let container = Some(symbol.container.as_str()).filter(|name| !name.is_empty());
        Some(information(symbol.name, symbol.kind, location, container))
    });
    Some(symbols.collect())
}

#[expect(deprecated, reason = "a field that has to be there")]
fn information(
    name: String,
    symbol: SymbolKind,
    location: lsp::Location,
    container: Option<&str>,
) -> lsp::SymbolInformation {
    lsp::SymbolInformation {
        name,
        kind: kind(symbol),
        tags: None,
        deprecated: None,
        location,
        container_name: container.map(str::to_owned),
    }
}

fn kind(symbol: SymbolKind) -> lsp::SymbolKind {
    match symbol {
        SymbolKind::Model => lsp::SymbolKind::MODULE,
        SymbolKind::Experiment => lsp::SymbolKind::EVENT,
        SymbolKind::Component => lsp::SymbolKind::CLASS,
        SymbolKind::Function => lsp::SymbolKind::FUNCTION,
        SymbolKind::Constant => lsp::SymbolKind::CONSTANT,
        SymbolKind::Enum => lsp::SymbolKind::ENUM,
        SymbolKind::EnumValue => lsp::SymbolKind::ENUM_MEMBER,
        SymbolKind::Import => lsp::SymbolKind::NAMESPACE,
        SymbolKind::Part | SymbolKind::Element => lsp::SymbolKind::OBJECT,
        SymbolKind::Let => lsp::SymbolKind::VARIABLE,
        SymbolKind::Parameter => lsp::SymbolKind::PROPERTY,
    }
}
