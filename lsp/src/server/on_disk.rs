//! Files on disk, with what they looked like when they were read: so a change is seen without being told, and no run
//! is made of what stands in no file any more.

use std::collections::BTreeMap;
use std::fs::Metadata;
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
    /// What the system itself notes, which programs that copy files with their times cannot set: when the file was
    /// changed, and which one it is. Zero where it notes nothing.
    noted: [i64; 3],
    at: SystemTime,
}

impl Look {
    fn new(path: &str) -> Self {
        let metadata = std::fs::metadata(path).ok();
        let file = metadata.as_ref().map(|own| (own.modified().ok(), own.len()));
        Self { file, noted: metadata.as_ref().map_or([0; 3], noted), at: SystemTime::now() }
    }

    /// Whether the file may have another text now.
    fn is_outdated(&self, path: &str) -> bool {
        let noted = SystemTime::UNIX_EPOCH
            .checked_add(Duration::from_secs(self.noted[0].try_into().unwrap_or(0)));
        let is_settled = match self.file {
            Some((Some(modified), _)) => {
                noted.unwrap_or(modified).max(modified) + UNCERTAIN < self.at
            }
            Some((None, _)) => false,
            None => true,
        };
        let now = Look::new(path);
        !is_settled || (now.file, now.noted) != (self.file, self.noted)
    }
}

/// Seconds and nanoseconds of the change, and the number of the file.
#[cfg(unix)]
fn noted(metadata: &Metadata) -> [i64; 3] {
    use std::os::unix::fs::MetadataExt;
    [metadata.ctime(), metadata.ctime_nsec(), metadata.ino() as i64]
}

#[cfg(not(unix))]
fn noted(_: &Metadata) -> [i64; 3] {
    [0; 3]
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
        for name in ["same", "longer", "newer", "kept", "fresh", "gone"] {
            write(name, "text", 60);
        }
        let on_disk = OnDisk::default();
        let names = ["same", "longer", "newer", "kept", "fresh", "gone", "to come", "never there"];
        for name in names {
            let read = on_disk.read(&path(name));
            assert_eq!(read.is_err(), name.contains(' '), "{name}");
        }
        // As if all but one had been read long after they were written.
        for (read, look) in &mut *on_disk.read.lock().unwrap() {
            look.at += Duration::from_secs(if *read == path("fresh") { 0 } else { 60 });
        }
        // The system counts by some milliseconds.
        std::thread::sleep(Duration::from_millis(50));
        write("longer", "longer text", 60);
        write("newer", "TEXT", 30);
        write("to come", "text", 60);
        // What copies files with their times leaves it as old as it was.
        let time = std::fs::metadata(path("kept")).unwrap().modified().unwrap();
        std::fs::write(path("kept"), "TEXT").unwrap();
        let file = std::fs::File::options().write(true).open(path("kept")).unwrap();
        file.set_modified(time).unwrap();
        std::fs::remove_file(path("gone")).unwrap();
        let outdated = on_disk.outdated(names.map(path).into_iter().chain([path("not read")]));
        std::fs::remove_dir_all(&folder).unwrap();
        let expected = ["longer", "newer", "kept", "fresh", "gone", "to come"];
        let noted = |name: &&str| cfg!(unix) || *name != "kept";
        assert_eq!(outdated, expected.into_iter().filter(noted).map(path).collect::<Vec<_>>());
    }
}
