//! Files that are not open: those of the folders that the user works in, and changes on disk.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use cdl_compiler::Files;
use serde_json::json;
use tokio::sync::watch;
use tower_lsp::lsp_types as lsp;

use super::on_disk::look_again_soon;
use super::shared::Shared;
use super::state::State;
use super::uris;

/// Of more files than that only those are known that are opened or imported.
const MOST_FILES: usize = 5_000;

/// Larger files are known only where they are opened or imported: nobody has written them, and a few would fill the memory.
const LARGEST: u64 = 8 << 20;

/// Folders deeper than that are not looked at.
const DEEPEST: usize = 32;

/// Folders of things that programs make.
const SKIPPED: &[&str] = &["target", "node_modules"];

/// The folders that a client begins with.
pub(super) fn folders(params: &lsp::InitializeParams) -> Vec<PathBuf> {
    match &params.workspace_folders {
        Some(folders) => folders.iter().filter_map(|folder| uris::file(&folder.uri)).collect(),
        None => params.root_uri.iter().filter_map(uris::file).collect(),
    }
}

/// How many folders are being read, so that questions about all files can wait for them.
#[derive(Debug)]
pub(super) struct Loading(watch::Sender<usize>);

/// While it lives, a folder is being read.
struct Load(watch::Sender<usize>);

impl Loading {
    pub(super) fn new() -> Self {
        Self(watch::Sender::new(0))
    }

    fn begin(&self) -> Load {
        self.0.send_modify(|count| *count += 1);
        Load(self.0.clone())
    }

    pub(super) async fn finished(&self) {
        // The sender lives as long as this.
        let _ = self.0.subscribe().wait_for(|count| *count == 0).await;
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        self.0.send_modify(|count| *count -= 1);
    }
}

/// Makes the models in folders known, in the background.
pub(super) fn load(shared: &Arc<Shared>, folders: Vec<PathBuf>) {
    let shared = shared.clone();
    let loading = shared.loading.begin();
    tokio::task::spawn_blocking(move || {
        let mut found = Vec::new();
        for folder in &folders {
            collect(folder, 0, &mut found);
        }
        let (on_disk, known) = {
            let state = shared.lock();
            (state.on_disk.clone(), state.compiler.view().paths())
        };
        let known: BTreeSet<&str> = known.iter().map(|path| &**path).collect();
        let paths = found.iter().map(|file| uris::slashes(file));
        let new = paths.filter(|path| !known.contains(path.as_str())).map(|path| {
            let text = on_disk.read(&path);
            (path, text)
        });
        let read: Vec<_> = new.filter(|(_, text)| text.is_ok()).collect();
        shared.lock().compiler.add_new(read);
        drop(loading);
    });
}

/// Makes models known that have come to the folders since, where the client does not tell of them.
pub(super) fn look_for_new(shared: &Arc<Shared>) {
    let folders = {
        let state = shared.lock();
        if state.client.watching {
            return;
        }
        state.folders.clone()
    };
    load(shared, folders);
}

/// The models in a folder, in the order of their names. Links are not followed.
fn collect(folder: &Path, depth: usize, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut entries: Vec<_> = entries.flatten().collect();
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let Ok(kind) = entry.file_type() else { continue };
        if found.len() >= MOST_FILES {
            return;
        }
        if kind.is_file() && name.ends_with(".cdl") {
            if entry.metadata().is_ok_and(|own| own.len() <= LARGEST) {
                found.push(entry.path());
            }
        } else if kind.is_dir()
            && depth < DEEPEST
            && !name.starts_with('.')
            && !SKIPPED.contains(&&*name)
        {
            collect(&entry.path(), depth + 1, found);
        }
    }
}

pub(super) fn change_folders(shared: &Arc<Shared>, event: &lsp::WorkspaceFoldersChangeEvent) {
    let files = |folders: &[lsp::WorkspaceFolder]| -> Vec<PathBuf> {
        folders.iter().filter_map(|folder| uris::file(&folder.uri)).collect()
    };
    let (added, removed) = (files(&event.added), files(&event.removed));
    let mut state = shared.lock();
    state.folders.retain(|folder| !removed.contains(folder) && !added.contains(folder));
    state.folders.extend(added.iter().cloned());
    let (folders, documents) = (state.folders.clone(), state.documents.clone());
    let is_in = |folders: &[PathBuf], path: &str| {
        folders.iter().any(|folder| Path::new(path).starts_with(folder))
    };
    // Those that an open document imports are read again.
    state.compiler.forget(|path| {
        is_in(&removed, path) && !is_in(&folders, path) && !documents.contains_key(path)
    });
    drop(state);
    shared.refresh();
    load(shared, added);
}

/// How often files are looked at where the client does not tell.
const BETWEEN_LOOKS: Duration = Duration::from_secs(2);

/// Asks the client to tell about models and data that change on disk, or looks at them itself.
pub(super) async fn watch(shared: &Arc<Shared>) {
    if !shared.lock().client.watching {
        let shared = Arc::downgrade(shared);
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(BETWEEN_LOOKS).await;
                let Some(shared) = shared.upgrade() else { break };
                look_again_soon(&shared);
            }
        });
        return;
    }
    let watchers = json!({ "watchers": [
        { "globPattern": "**/*.cdl" },
        { "globPattern": "**/*.{csv,toml}" },
    ] });
    let registration = lsp::Registration {
        id: "cdl-files".to_owned(),
        method: "workspace/didChangeWatchedFiles".to_owned(),
        register_options: Some(watchers),
    };
    // A client that refuses has its reasons; then files are as they were when they were read.
    let _ = shared.protocol.register_capability(vec![registration]).await;
}

/// Reads again what has changed on disk and is not open.
pub(super) fn files_changed(shared: &Arc<Shared>, events: Vec<lsp::FileEvent>) {
    let shared = shared.clone();
    tokio::task::spawn_blocking(move || {
        let mut state = shared.lock();
        let changed = events.iter().map(|event| state.path(&event.uri)).collect();
        read_again(&mut state, &changed);
        drop(state);
        shared.refresh();
    });
}

fn read_again(state: &mut State, changed: &BTreeSet<String>) {
    let known = state.compiler.view().paths();
    // A folder that is gone or renamed is told as itself.
    let is_changed = |path: &str| {
        changed.contains(path)
            || path
                .match_indices('/')
                .any(|(at, _)| path.get(..at).is_some_and(|folder| changed.contains(folder)))
    };
    for path in known.iter().filter(|path| is_changed(path)) {
        if state.document(path).is_none() && uris::is_on_disk(path) {
            state.compiler.close_file(path);
        }
    }
    let is_new = |path: &&String| {
        path.ends_with(".cdl")
            && !known.iter().any(|own| **own == ***path)
            && uris::is_on_disk(path)
            && std::fs::metadata(path.as_str()).is_ok_and(|own| own.len() <= LARGEST)
    };
    let new = changed.iter().filter(is_new).map(|path| (path.clone(), state.on_disk.read(path)));
    let new: Vec<_> = new.filter(|(_, text)| text.is_ok()).collect();
    state.compiler.add_new(new);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_models_that_somebody_wrote_are_found() {
        let folder = std::env::temp_dir().join(format!("cdl-workspace-{}", std::process::id()));
        let written = ["b.cdl", "a/c.cdl", "a/d.csv", ".git/e.cdl", "target/f.cdl", "g.cdl/h.cdl"];
        for file in written {
            let file = folder.join(file);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, "").unwrap();
        }
        let large = std::fs::File::create(folder.join("large.cdl")).unwrap();
        large.set_len(LARGEST + 1).unwrap();
        let mut found = Vec::new();
        collect(&folder, 0, &mut found);
        std::fs::remove_dir_all(&folder).unwrap();
        let expected = ["a/c.cdl", "b.cdl", "g.cdl/h.cdl"].map(|file| folder.join(file));
        assert_eq!(found, expected);
    }
}
