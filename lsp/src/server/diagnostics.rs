//! What is wrong with the open documents and with what they import: found again after each edit, on a
//! thread of its own, and published where it has changed.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Weak};
use std::time::Instant;

use cdl_compiler::diagnostics::Severity;
use cdl_compiler::diagnostics::render::{Located, LocatedFix, located};
use serde_json::json;
use tower_lsp::lsp_types as lsp;

use super::STACK;
use super::shared::Shared;
use super::snapshot::Snapshot;
use super::typing::Typed;

/// Nobody reads more of one file, and each edit sends them all.
const MOST: usize = 1_000;

/// What a client shows for a file.
#[derive(Clone, Debug, PartialEq)]
struct Page {
    uri: lsp::Url,
    /// Of an open document.
    version: Option<i32>,
    opening: Option<u64>,
    diagnostics: Vec<lsp::Diagnostic>,
}

/// By the path of the file.
type Pages = BTreeMap<String, Page>;

/// Asks for the diagnostics to be found again.
#[derive(Clone, Debug)]
pub(super) struct Refresh(Sender<()>);

impl Refresh {
    pub(super) fn ask(&self) {
        // Without the thread the process is about to end.
        let _ = self.0.send(());
    }
}

pub(super) fn refresh() -> (Refresh, Receiver<()>) {
    let (sender, receiver) = channel();
    (Refresh(sender), receiver)
}

/// Finds and publishes after each request, the last of several at once.
pub(super) fn in_background(shared: Weak<Shared>, asked: Receiver<()>) {
    let runtime = tokio::runtime::Handle::current();
    let thread = std::thread::Builder::new().name("diagnostics".to_owned()).stack_size(STACK);
    let spawned = thread.spawn(move || {
        let mut published = Pages::new();
        // How long something waits that has been found.
        let mut held_back = None;
        while let Ok(()) | Err(RecvTimeoutError::Timeout) = match held_back.take() {
            Some(wait) => asked.recv_timeout(wait),
            None => asked.recv().map_err(|_| RecvTimeoutError::Disconnected),
        } {
            while asked.try_recv().is_ok() {}
            let Some(shared) = shared.upgrade() else { break };
            let found = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                shared.answer(|_| false, find)
            }));
            // A panic has been logged, and the next edit is another chance.
            let Ok(Ok((mut found, typed))) = found else { continue };
            let now = Instant::now();
            for (path, typed, heads) in typed {
                let Some(page) = found.get_mut(&path) else { continue };
                let shown = published.get(&path).map_or(&[][..], |page| &page.diagnostics);
                let wait = typed.hold_back(&mut page.diagnostics, (shown, &heads), now);
                // It is not all that is wrong with this version.
                page.version = page.version.filter(|_| wait.is_none());
                held_back = [held_back, wait].into_iter().flatten().min();
            }
            runtime.block_on(publish(&shared, &mut published, found));
        }
    });
    if let Err(error) = spawned {
        eprintln!("there are no diagnostics: {error}");
    }
}

/// Where a user types: the file, the edit, and the heads of the blocks around it.
type Place = (String, Typed, Vec<Range<u32>>);

fn find(snapshot: &Snapshot) -> (Pages, Vec<Place>) {
    let mut found: BTreeMap<String, Vec<Located>> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    let models = snapshot.documents.iter().filter(|(_, document)| document.is_model);
    for (path, _) in models {
        found.entry(path.clone()).or_default();
        for diagnostic in snapshot.view.check(path) {
            let located = located(&diagnostic, |place| snapshot.view.locate(place));
            let Some(label) = located.labels.iter().find(|label| label.primary) else { continue };
            // Two documents may import the same file.
            let range = label.range.clone();
            let key = (label.path.clone(), range.start, range.end, located.code.clone());
            if seen.insert(key) {
                found.entry(label.path.clone()).or_default().push(located);
            }
        }
    }
    for fault in &*snapshot.faults {
        if let Some(path) = fault.path() {
            found.entry(path.to_owned()).or_default().push(fault.located.clone());
        }
    }
    let pages = found.into_iter().filter_map(|(path, found)| {
        let page = Page {
            uri: snapshot.uri(&path)?,
            version: snapshot.documents.get(&path).map(|document| document.version),
            opening: snapshot.documents.get(&path).map(|document| document.opening),
            diagnostics: found
                .iter()
                .take(MOST)
                .filter_map(|located| diagnostic(snapshot, located))
                .collect(),
        };
        Some((path, page))
    });
    let typed = snapshot.documents.iter();
    let typed = typed.filter_map(|(path, document)| {
        let typed = document.typed?;
        Some((path.clone(), typed, snapshot.heads(typed, &document.text)))
    });
    (pages.collect(), typed.collect())
}

async fn publish(shared: &Arc<Shared>, published: &mut Pages, found: Pages) {
    let versions = shared.lock().client.versions;
    for (path, page) in &found {
        if published.get(path) != Some(page) {
            let version = page.version.filter(|_| versions);
            shared
                .protocol
                .publish_diagnostics(page.uri.clone(), page.diagnostics.clone(), version)
                .await;
        }
    }
    for (path, page) in std::mem::take(published) {
        if !found.contains_key(&path) {
            shared.protocol.publish_diagnostics(page.uri, Vec::new(), None).await;
        }
    }
    *published = found;
}

/// As the protocol writes it; `None` if its file is gone.
pub(super) fn diagnostic(snapshot: &Snapshot, located: &Located) -> Option<lsp::Diagnostic> {
    let client = snapshot.client;
    let primary = located.labels.iter().find(|label| label.primary)?;
    let range = snapshot.range(&primary.path, primary.range.clone())?;
    let mut lines = vec![located.message.clone()];
    // On a terminal it stands below the place; here the place is marked anyway.
    let says_more = primary.text != "here" && !located.message.contains(&primary.text);
    lines.extend(says_more.then(|| primary.text.clone()));
    lines.extend(located.notes.iter().cloned());
    let mut related = Vec::new();
    for label in located.labels.iter().filter(|label| !label.primary) {
        let Some(location) = snapshot.location(&label.path, label.range.clone()) else { continue };
        let message = label.text.clone();
        related.push(lsp::DiagnosticRelatedInformation { location, message });
    }
    let is_unused = located.code == "W0411";
    Some(lsp::Diagnostic {
        range,
        severity: Some(match located.severity {
            Severity::Error => lsp::DiagnosticSeverity::ERROR,
            Severity::Warning => lsp::DiagnosticSeverity::WARNING,
        }),
        code: Some(lsp::NumberOrString::String(located.code.clone())),
        code_description: snapshot
            .library
            .explanation(&located.code)
            .filter(|_| client.code_description)
            .map(|href| lsp::CodeDescription { href }),
        source: Some("cdl".to_owned()),
        message: lines.join("\n"),
        related_information: Some(related)
            .filter(|related| client.related_information && !related.is_empty()),
        tags: (is_unused && client.diagnostic_tags).then(|| vec![lsp::DiagnosticTag::UNNECESSARY]),
        data: located
            .fix
            .as_ref()
            .filter(|_| client.diagnostic_data)
            .and_then(|fix| data(snapshot, fix)),
    })
}

/// `{"title": ..., "uri": ..., "range": ..., "newText": ...}`
fn data(snapshot: &Snapshot, fix: &LocatedFix) -> Option<serde_json::Value> {
    let at = snapshot.location(&fix.path, fix.range.clone())?;
    Some(json!({
        "title": fix.title, "uri": at.uri, "range": at.range, "newText": fix.replacement,
    }))
}
