//! `textDocument/semanticTokens`: full, the change of the full, and a range.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use tower_lsp::lsp_types as lsp;

use crate::ide::semantic_tokens::{Modifiers, TokenKind, semantic_tokens as ide};
use crate::server::snapshot::Snapshot;

pub(in crate::server) fn legend() -> lsp::SemanticTokensLegend {
    lsp::SemanticTokensLegend {
        token_types: TokenKind::ALL.map(|kind| lsp::SemanticTokenType::new(kind.name())).to_vec(),
        token_modifiers: Modifiers::NAMES.map(lsp::SemanticTokenModifier::new).to_vec(),
    }
}

/// What each document's client was told last, so that the next time only the change is told.
#[derive(Debug, Default)]
pub(in crate::server) struct Told(Mutex<ToldTokens>);

#[derive(Debug, Default)]
struct ToldTokens {
    next: u64,
    by_path: BTreeMap<String, (String, Arc<Vec<lsp::SemanticToken>>)>,
}

impl Told {
    /// Remembers tokens by a new name.
    fn put(&self, path: String, tokens: &Arc<Vec<lsp::SemanticToken>>) -> String {
        let mut told = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        told.next += 1;
        let name = told.next.to_string();
        told.by_path.insert(path, (name.clone(), tokens.clone()));
        name
    }

    fn get(&self, path: &str, name: &str) -> Option<Arc<Vec<lsp::SemanticToken>>> {
        let told = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        told.by_path.get(path).filter(|(own, _)| own == name).map(|(_, tokens)| tokens.clone())
    }

    pub(in crate::server) fn forget(&self, path: &str) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).by_path.remove(path);
    }
}

pub(in crate::server) fn full(
    snapshot: &Snapshot,
    params: &lsp::SemanticTokensParams,
) -> Option<lsp::SemanticTokensResult> {
    let (path, _) = snapshot.document(&params.text_document.uri)?;
    let data = tokens(snapshot, &path, None)?;
    let result_id = Some(snapshot.given.tokens.put(path, &Arc::new(data.clone())));
    Some(lsp::SemanticTokensResult::Tokens(lsp::SemanticTokens { result_id, data }))
}

pub(in crate::server) fn change(
    snapshot: &Snapshot,
    params: &lsp::SemanticTokensDeltaParams,
) -> Option<lsp::SemanticTokensFullDeltaResult> {
    let (path, _) = snapshot.document(&params.text_document.uri)?;
    let before = snapshot.given.tokens.get(&path, &params.previous_result_id);
    let data = Arc::new(tokens(snapshot, &path, None)?);
    let result_id = Some(snapshot.given.tokens.put(path, &data));
    Some(match before {
        Some(before) => {
            let edits = difference(&before, &data).into_iter().collect();
            let delta = lsp::SemanticTokensDelta { result_id, edits };
            lsp::SemanticTokensFullDeltaResult::TokensDelta(delta)
        }
        None => {
            let data = data.to_vec();
            let tokens = lsp::SemanticTokens { result_id, data };
            lsp::SemanticTokensFullDeltaResult::Tokens(tokens)
        }
    })
}

pub(in crate::server) fn range(
    snapshot: &Snapshot,
    params: &lsp::SemanticTokensRangeParams,
) -> Option<lsp::SemanticTokensRangeResult> {
    let (path, range) = snapshot.bytes(&params.text_document.uri, params.range)?;
    let data = tokens(snapshot, &path, Some(range))?;
    Some(lsp::SemanticTokensRangeResult::Tokens(lsp::SemanticTokens { result_id: None, data }))
}

/// Each is told by its distance from the one before.
fn tokens(
    snapshot: &Snapshot,
    path: &str,
    range: Option<Range<usize>>,
) -> Option<Vec<lsp::SemanticToken>> {
    let mut before = lsp::Position::default();
    let mut data = Vec::new();
    for token in ide(&snapshot.view, path, range) {
        let at = snapshot.range(path, token.start..token.end)?;
        let length = at.end.character.saturating_sub(at.start.character);
        if at.start.line != at.end.line || length == 0 || at.start < before {
            continue;
        }
        let delta_line = at.start.line - before.line;
        let column = if delta_line == 0 { before.character } else { 0 };
        let kind = TokenKind::ALL.iter().position(|kind| *kind == token.kind)?;
        data.push(lsp::SemanticToken {
            delta_line,
            delta_start: at.start.character - column,
            length,
            token_type: kind as u32,
            token_modifiers_bitset: token.modifiers.bits(),
        });
        before = at.start;
    }
    Some(data)
}

/// What stands between the same beginning and the same end. The protocol counts numbers, of which a
/// token has five.
fn difference(
    old: &[lsp::SemanticToken],
    new: &[lsp::SemanticToken],
) -> Option<lsp::SemanticTokensEdit> {
    let start = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let (old_rest, new_rest) = (old.get(start..)?, new.get(start..)?);
    let end = old_rest.iter().rev().zip(new_rest.iter().rev()).take_while(|(a, b)| a == b).count();
    let deleted = old_rest.len() - end;
    let data = new_rest.get(..new_rest.len() - end)?.to_vec();
    if deleted == 0 && data.is_empty() {
        return None;
    }
    let (start, delete_count) = (5 * start as u32, 5 * deleted as u32);
    Some(lsp::SemanticTokensEdit { start, delete_count, data: Some(data) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sequence(lengths: &[u32]) -> Vec<lsp::SemanticToken> {
        let token = |&length| lsp::SemanticToken {
            delta_line: 0,
            delta_start: 1,
            length,
            token_type: 0,
            token_modifiers_bitset: 0,
        };
        lengths.iter().map(token).collect()
    }

    #[test]
    fn the_difference_leads_from_the_old_to_the_new() {
        let cases: [(&[u32], &[u32]); 6] = [
            (&[], &[1]),
            (&[1, 2, 3], &[1, 2, 3]),
            (&[1, 2, 3], &[1, 9, 3]),
            (&[1, 1, 1], &[1, 1]),
            (&[1, 1], &[1, 1, 1]),
            (&[1, 2], &[]),
        ];
        for (old, new) in cases {
            let (old, new) = (sequence(old), sequence(new));
            let Some(edit) = difference(&old, &new) else {
                assert_eq!(old, new);
                continue;
            };
            let (start, deleted) = ((edit.start / 5) as usize, (edit.delete_count / 5) as usize);
            let mut after = old.clone();
            after.splice(start..start + deleted, edit.data.unwrap());
            assert_eq!(after, new);
        }
    }
}
