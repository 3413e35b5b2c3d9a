//! What the client can do, and what the server can.

use tower_lsp::lsp_types as lsp;

use super::commands;
use super::convert::formatting;
use super::positions::Encoding;

/// What the client supports of what the server would use.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Client {
    pub(crate) related_information: bool,
    pub(crate) code_description: bool,
    pub(crate) diagnostic_tags: bool,
    pub(crate) diagnostic_data: bool,
    pub(crate) nested_symbols: bool,
    pub(crate) versions: bool,
    pub(crate) watching: bool,
    pub(crate) progress: bool,
    pub(crate) show_document: bool,
}

impl Client {
    pub(super) fn new(own: &lsp::ClientCapabilities) -> Self {
        let text = own.text_document.as_ref();
        let published = text.and_then(|text| text.publish_diagnostics.as_ref());
        let workspace = own.workspace.as_ref();
        let window = own.window.as_ref();
        Self {
            related_information: published.and_then(|own| own.related_information) == Some(true),
            code_description: published.and_then(|own| own.code_description_support) == Some(true),
            diagnostic_tags: published.is_some_and(|own| own.tag_support.is_some()),
            diagnostic_data: published.and_then(|own| own.data_support) == Some(true),
            nested_symbols: text
                .and_then(|text| text.document_symbol.as_ref())
                .and_then(|own| own.hierarchical_document_symbol_support)
                == Some(true),
            versions: published.and_then(|own| own.version_support) == Some(true),
            watching: workspace
                .and_then(|own| own.did_change_watched_files.as_ref())
                .and_then(|own| own.dynamic_registration)
                == Some(true),
            progress: window.and_then(|own| own.work_done_progress) == Some(true),
            show_document: window
                .and_then(|own| own.show_document.as_ref())
                .is_some_and(|own| own.support),
        }
    }
}

pub(super) fn server(encoding: Encoding) -> lsp::ServerCapabilities {
    lsp::ServerCapabilities {
        position_encoding: Some(encoding.kind()),
        text_document_sync: Some(lsp::TextDocumentSyncCapability::Options(
            lsp::TextDocumentSyncOptions {
                open_close: Some(true),
                change: Some(lsp::TextDocumentSyncKind::INCREMENTAL),
                save: Some(lsp::TextDocumentSyncSaveOptions::Supported(true)),
                ..Default::default()
            },
        )),
        document_formatting_provider: Some(lsp::OneOf::Left(true)),
        document_range_formatting_provider: Some(lsp::OneOf::Left(true)),
        document_on_type_formatting_provider: Some(lsp::DocumentOnTypeFormattingOptions {
            first_trigger_character: formatting::TRIGGERS.0.to_owned(),
            more_trigger_character: Some(
                formatting::TRIGGERS.1.iter().map(ToString::to_string).collect(),
            ),
        }),
        folding_range_provider: Some(lsp::FoldingRangeProviderCapability::Simple(true)),
        selection_range_provider: Some(lsp::SelectionRangeProviderCapability::Simple(true)),
        document_symbol_provider: Some(lsp::OneOf::Left(true)),
        workspace_symbol_provider: Some(lsp::OneOf::Left(true)),
        document_link_provider: Some(lsp::DocumentLinkOptions {
            resolve_provider: Some(false),
            work_done_progress_options: Default::default(),
        }),
        code_lens_provider: Some(lsp::CodeLensOptions { resolve_provider: Some(false) }),
        execute_command_provider: Some(lsp::ExecuteCommandOptions {
            commands: vec![commands::RUN.to_owned(), commands::SHOW_GRAPH.to_owned()],
            work_done_progress_options: Default::default(),
        }),
        workspace: Some(lsp::WorkspaceServerCapabilities {
            workspace_folders: Some(lsp::WorkspaceFoldersServerCapabilities {
                supported: Some(true),
                change_notifications: Some(lsp::OneOf::Left(true)),
            }),
            file_operations: None,
        }),
        ..Default::default()
    }
}
