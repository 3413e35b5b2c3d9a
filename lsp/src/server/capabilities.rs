//! What the client can do, and what the server can.

use tower_lsp::lsp_types as lsp;

use super::commands;
use super::convert::{actions, completion, formatting, hover, tokens};
use super::positions::Encoding;

/// What the client supports of what the server would use.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Client {
    pub(crate) related_information: bool,
    pub(crate) code_description: bool,
    pub(crate) diagnostic_tags: bool,
    pub(crate) diagnostic_data: bool,
    pub(crate) definition_links: bool,
    pub(crate) snippets: bool,
    pub(crate) commit_characters: bool,
    pub(crate) insert_modes: bool,
    /// It has said that it shows no Markdown.
    pub(crate) plain_text: bool,
    pub(crate) versioned_edits: bool,
    pub(crate) nested_symbols: bool,
    pub(crate) versions: bool,
    pub(crate) watching: bool,
    pub(crate) progress: bool,
    pub(crate) show_document: bool,
    /// It shows what `cdl.showGraph` answers by itself. The protocol has no word for this: it says so by
    /// `"initializationOptions": { "showsGraphs": true }`.
    pub(crate) shows_graphs: bool,
}

impl Client {
    pub(super) fn new(params: &lsp::InitializeParams) -> Self {
        let own = &params.capabilities;
        let options = params.initialization_options.as_ref();
        let text = own.text_document.as_ref();
        let published = text.and_then(|text| text.publish_diagnostics.as_ref());
        let items = text
            .and_then(|text| text.completion.as_ref())
            .and_then(|own| own.completion_item.as_ref());
        let shown =
            text.and_then(|text| text.hover.as_ref()).and_then(|own| own.content_format.as_ref());
        let workspace = own.workspace.as_ref();
        let window = own.window.as_ref();
        Self {
            related_information: published.and_then(|own| own.related_information) == Some(true),
            code_description: published.and_then(|own| own.code_description_support) == Some(true),
            diagnostic_tags: published.is_some_and(|own| own.tag_support.is_some()),
            diagnostic_data: published.and_then(|own| own.data_support) == Some(true),
            snippets: items.and_then(|own| own.snippet_support) == Some(true),
            commit_characters: items.and_then(|own| own.commit_characters_support) == Some(true),
            insert_modes: items.is_some_and(|own| own.insert_text_mode_support.is_some()),
            plain_text: shown.is_some_and(|kinds| !kinds.contains(&lsp::MarkupKind::Markdown)),
            definition_links: text
                .and_then(|text| text.definition.as_ref())
                .and_then(|own| own.link_support)
                == Some(true),
            versioned_edits: workspace
                .and_then(|own| own.workspace_edit.as_ref())
                .and_then(|own| own.document_changes)
                == Some(true),
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
            shows_graphs: options.and_then(|own| own["showsGraphs"].as_bool()) == Some(true),
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
        completion_provider: Some(completion::options()),
        hover_provider: Some(lsp::HoverProviderCapability::Simple(true)),
        signature_help_provider: Some(hover::signature_options()),
        inlay_hint_provider: Some(lsp::OneOf::Left(true)),
        definition_provider: Some(lsp::OneOf::Left(true)),
        declaration_provider: Some(lsp::DeclarationCapability::Simple(true)),
        type_definition_provider: Some(lsp::TypeDefinitionProviderCapability::Simple(true)),
        references_provider: Some(lsp::OneOf::Left(true)),
        document_highlight_provider: Some(lsp::OneOf::Left(true)),
        rename_provider: Some(lsp::OneOf::Right(lsp::RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: Default::default(),
        })),
        code_action_provider: Some(lsp::CodeActionProviderCapability::Options(
            lsp::CodeActionOptions {
                code_action_kinds: Some(actions::kinds()),
                ..Default::default()
            },
        )),
        semantic_tokens_provider: Some(
            lsp::SemanticTokensOptions {
                legend: tokens::legend(),
                range: Some(true),
                full: Some(lsp::SemanticTokensFullOptions::Delta { delta: Some(true) }),
                work_done_progress_options: Default::default(),
            }
            .into(),
        ),
        workspace: Some(lsp::WorkspaceServerCapabilities {
            workspace_folders: Some(lsp::WorkspaceFoldersServerCapabilities {
                supported: Some(true),
                change_notifications: Some(lsp::OneOf::Left(true)),
            }),
            file_operations: Some(lsp::WorkspaceFileOperationsServerCapabilities {
                will_rename: Some(lsp::FileOperationRegistrationOptions {
                    filters: vec![lsp::FileOperationFilter {
                        scheme: Some("file".to_owned()),
                        pattern: lsp::FileOperationPattern {
                            glob: "**/*".to_owned(),
                            matches: None,
                            options: None,
                        },
                    }],
                }),
                ..Default::default()
            }),
        }),
        ..Default::default()
    }
}
