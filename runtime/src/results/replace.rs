//! Files get a new content at once or keep the old one.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Seek, Write};
use std::path::{Path, PathBuf};

/// Gives a file a new content, also one that is not there yet. The content is written beside the file and then
/// renamed, so a full disk or a crash leaves the old one. Permissions stay, and the owner where that is allowed; where the path is a link, what it
/// leads to is replaced. What is no regular file, such as a device, is written to as it is.
///
/// # Errors
/// Those of the file system: the file may not be written, its folder may not, the disk is full.
pub fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    let present = match OpenOptions::new().write(true).open(path) {
        Ok(present) => present,
        // A link that leads nowhere is written through, too: there is nothing to lose.
        Err(error) if error.kind() == ErrorKind::NotFound && path.is_symlink() => {
            return std::fs::write(path, content);
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return beside(path, content, |_| Ok(()));
        }
        Err(error) => return Err(error),
    };
    let metadata = present.metadata()?;
    if !metadata.is_file() {
        return (&present).write_all(content);
    }
    drop(present);
    let target = std::fs::canonicalize(path)?;
    beside(&target, content, |new| {
        keep_owner(new, &metadata);
        new.set_permissions(metadata.permissions())
    })
}

/// The same for a text that somebody works on: where it has other names, hard links, these go on being the same file. It is written over
/// once there is room for the new content beside it, and gets the old one back where that fails.
///
/// # Errors
/// As [`replace`].
pub fn rewrite(path: &Path, content: &[u8]) -> io::Result<()> {
    let metadata = std::fs::metadata(path)?;
    if !metadata.is_file() || !has_other_names(&metadata) {
        return replace(path, content);
    }
    let target = std::fs::canonicalize(path)?;
    let old = std::fs::read(&target)?;
    let (mut new, temporary) = create_beside(&target)?;
    let written = new.write_all(content).and_then(|()| new.sync_all()).and_then(|()| {
        let mut file = OpenOptions::new().write(true).open(&target)?;
        let written = over(&mut file, content);
        if written.is_err() {
            // There was room for it.
            let _ = over(&mut file, &old);
        }
        written
    });
    let _ = std::fs::remove_file(&temporary);
    written
}

/// Writes a file over from its beginning, and cuts what the old one was longer by.
fn over(file: &mut File, content: &[u8]) -> io::Result<()> {
    file.rewind()?;
    file.write_all(content)?;
    file.set_len(content.len() as u64)?;
    file.sync_all()
}

/// Whether hard links lead to it, too; of other systems nobody asks.
#[cfg(unix)]
fn has_other_names(metadata: &Metadata) -> bool {
    std::os::unix::fs::MetadataExt::nlink(metadata) > 1
}

#[cfg(not(unix))]
fn has_other_names(_: &Metadata) -> bool {
    false
}

/// As far as the system lets: who may write to a file need not be who owns it.
#[cfg(unix)]
fn keep_owner(new: &File, of: &Metadata) {
    use std::os::unix::fs::{MetadataExt, fchown};

    let is_kept = new.metadata().is_ok_and(|own| (own.uid(), own.gid()) == (of.uid(), of.gid()));
    if !is_kept {
        let _ = fchown(new, Some(of.uid()), Some(of.gid()));
    }
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &Metadata) {}

/// Writes over a file as it stands the first of several texts for which there is room: on a full disk there may be none
/// beside it, and what is given up would be somebody else's.
///
/// # Errors
/// The first, if no text could be written; the file then holds a part of the last one.
pub(super) fn write_over(path: &Path, texts: &[String]) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).open(path)?;
    let mut first = None;
    for text in texts {
        let written = file.rewind().and_then(|()| file.write_all(text.as_bytes()));
        match written.and_then(|()| file.set_len(text.len() as u64)) {
            Ok(()) => return Ok(()),
            Err(error) => first = first.or(Some(error)),
        }
    }
    first.map_or(Ok(()), Err)
}

/// Writes a new file in the same folder and puts it in the place of the old one.
fn beside(
    path: &Path,
    content: &[u8],
    prepare: impl FnOnce(&File) -> io::Result<()>,
) -> io::Result<()> {
    let (mut new, temporary) = create_beside(path)?;
    let written = new
        .write_all(content)
        .and_then(|()| prepare(&new))
        // Some disks say only now that they are full.
        .and_then(|()| new.sync_all())
        .and_then(|()| std::fs::rename(&temporary, path));
    if written.is_err() {
        // What matters is the first error.
        let _ = std::fs::remove_file(&temporary);
    }
    written
}

/// That no file can be made in the folder of another, which may be writable itself.
fn of_folder(path: &Path, error: &io::Error) -> io::Error {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new(".")).display();
    io::Error::new(error.kind(), format!("no file can be made in its folder, {folder}: {error}"))
}

/// A new file in the folder of another, hidden while it is not complete.
fn create_beside(path: &Path) -> io::Result<(File, PathBuf)> {
    let name = path.file_name().ok_or(ErrorKind::InvalidInput)?.to_string_lossy();
    // Names can be at most 255 bytes long, so that of the file is not a part of this one as it is.
    let name: String = name.chars().take(40).collect();
    let mut number = 0;
    loop {
        let temporary = path.with_file_name(format!(".{name}.{}-{number}", std::process::id()));
        match File::create_new(&temporary) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(of_folder(path, &error)),
            Ok(file) => return Ok((file, temporary)),
        }
    }
}
