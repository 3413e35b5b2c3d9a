//! Files on disk, with what they looked like when they were read: so a change is seen without being told, and no run
//! is made of what stands in no file any more.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use cdl_compiler::{Disk, Files};

use super::shared::Shared;
use super::uris;

/// Where the time of a file is that close to when it was read, it may have been written once more without another
/// time: file systems count by up to two seconds.
const UNCERTAIN: Duration = Duration::from_secs(2);

/// Files by paths that are not URIs.
#[derive(Clone, Debug, Default)]
pub(super) struct OnDisk {
    read: Arc<Mutex<BTreeMap<String, Look>>>,
}

/// How a file looked just before it was read.
#[derive(Clone, Copy, Debug)]
struct Look {
    /// Its time and length; absent where there was none.
    file: Option<(Option<SystemTime>, u64)>,
    at: SystemTime,
}

impl Look {
    fn new(path: &str) -> Self {
        let file = std::fs::metadata(path).ok().map(|own| (own.modified().ok(), own.len()));
        Self { file, at: SystemTime::now() }
    }

    /// Whether the file may have another text now.
    fn is_outdated(&self, path: &str) -> bool {
        let is_settled = match self.file {
            Some((Some(modified), _)) => modified + UNCERTAIN < self.at,
            Some((None, _)) => false,
            None => true,
        };
        !is_settled || Look::new(path).file != self.file
    }
}

impl Files for OnDisk {
    fn read(&self, path: &str) -> Result<String, String> {
        if !uris::is_on_disk(path) {
            return Err("it is not open, and only files on disk can be read".to_owned());
        }
        let look = Look::new(path);
        self.read.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_owned(), look);
        Disk.read(path)
    }
}

impl OnDisk {
    /// Those of the paths that were read, and may have another text now.
    fn outdated(&self, paths: impl IntoIterator<Item = String>) -> Vec<String> {
        let read = self.read.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let is_outdated = |path: &String| read.get(path).is_some_and(|own| own.is_outdated(path));
        paths.into_iter().filter(is_outdated).collect()
    }
}

/// Reads again what is not open and has changed on disk; whether anything has. It blocks.
pub(super) fn look_again(shared: &Shared) -> bool {
    let (known, on_disk) = {
        let state = shared.lock();
        let known = state.compiler.view().paths();
        let closed = known.into_iter().filter(|path| state.document(path).is_none());
        (closed.map(|path| path.to_string()).collect::<Vec<_>>(), state.on_disk.clone())
    };
    let outdated = on_disk.outdated(known);
    let mut any = false;
    for path in outdated {
        let text = on_disk.read(&path);
        let mut state = shared.lock();
        // It may have been opened meanwhile.
        if state.document(&path).is_none() {
            any |= state.compiler.take_read(&path, text);
        }
    }
    any
}

/// The same, without waiting for it.
pub(super) fn look_again_soon(shared: &Arc<Shared>) {
    let shared = shared.clone();
    tokio::task::spawn_blocking(move || {
        if look_again(&shared) {
            shared.refresh();
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of files whose time can be trusted only the look is compared; others are read once more.
    #[test]
    fn what_may_have_changed_is_found() {
        let folder = std::env::temp_dir().join(format!("cdl-on-disk-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
        let write = |name: &str, text: &str, age: u64| {
            std::fs::write(path(name), text).unwrap();
            let time = SystemTime::now() - Duration::from_secs(age);
            let file = std::fs::File::options().write(true).open(path(name)).unwrap();
            file.set_modified(time).unwrap();
        };
        for (name, age) in [("same", 60), ("longer", 60), ("newer", 60), ("fresh", 0), ("gone", 60)]
        {
            write(name, "text", age);
        }
        let on_disk = OnDisk::default();
        let names = ["same", "longer", "newer", "fresh", "gone", "to come", "never there"];
        for name in names {
            let read = on_disk.read(&path(name));
            assert_eq!(read.is_err(), name.contains(' '), "{name}");
        }
        write("longer", "longer text", 60);
        write("newer", "TEXT", 30);
        write("to come", "text", 60);
        std::fs::remove_file(path("gone")).unwrap();
        let outdated = on_disk.outdated(names.map(path).into_iter().chain([path("not read")]));
        std::fs::remove_dir_all(&folder).unwrap();
        assert_eq!(outdated, ["longer", "newer", "fresh", "gone", "to come"].map(path));
    }
}
