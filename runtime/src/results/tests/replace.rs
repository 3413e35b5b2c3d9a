//! Files that are replaced.

use super::samples::Scratch;
use crate::results::replace;

#[test]
fn nothing_but_the_file_is_left() {
    let scratch = Scratch::new("replace");
    let file = scratch.0.join("a.cdl");
    for content in ["old", "new"] {
        replace(&file, content.as_bytes()).expect("written");
        assert_eq!(std::fs::read_to_string(&file).expect("text"), content);
    }
    assert_eq!(std::fs::read_dir(&scratch.0).expect("a folder").count(), 1);
}

/// A name as long as a file system takes leaves no room for an addition.
#[test]
fn the_longest_name_and_a_folder_that_is_not_there() {
    let scratch = Scratch::new("replace-names");
    let long = scratch.0.join("é".repeat(127));
    replace(&long, b"new").expect("written");
    assert_eq!(std::fs::read(&long).expect("there"), b"new");
    let error = replace(&scratch.0.join("no/such"), b"").expect_err("no folder");
    assert_eq!(error.kind(), std::io::ErrorKind::NotFound);
    assert!(replace(&scratch.0, b"").is_err(), "a folder is no file");
}

#[cfg(unix)]
#[test]
fn permissions_stay_and_links_stay_links() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let scratch = Scratch::new("replace-links");
    let (folder, link, lost) =
        (scratch.0.join("deep"), scratch.0.join("link"), scratch.0.join("lost"));
    std::fs::create_dir_all(&folder).expect("made");
    let file = folder.join("file");
    std::fs::write(&file, "old").expect("written");
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o640)).expect("set");
    symlink("deep/file", &link).expect("linked");
    replace(&link, b"new").expect("written");
    assert!(link.is_symlink());
    assert_eq!(std::fs::read(&file).expect("there"), b"new");
    let mode = std::fs::metadata(&file).expect("there").permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
    symlink("deep/other", &lost).expect("linked");
    replace(&lost, b"other").expect("written");
    assert!(lost.is_symlink());
    assert_eq!(std::fs::read(folder.join("other")).expect("there"), b"other");
}

/// Only the superuser may give files away, so nobody else can try it.
#[cfg(unix)]
#[test]
fn an_owner_stays_the_owner() {
    use std::os::unix::fs::{MetadataExt, chown};
    let scratch = Scratch::new("replace-owner");
    let file = scratch.0.join("a.cdl");
    std::fs::write(&file, "old").expect("written");
    if chown(&file, Some(12_345), Some(54_321)).is_err() {
        return;
    }
    replace(&file, b"new").expect("written");
    let metadata = std::fs::metadata(&file).expect("there");
    assert_eq!((metadata.uid(), metadata.gid()), (12_345, 54_321));
}

/// What is on the disk stays when there is no room for more.
#[cfg(target_os = "linux")]
#[test]
fn a_full_device_is_an_error() {
    let error = replace("/dev/full".as_ref(), b"new").expect_err("it is full");
    assert_eq!(error.kind(), std::io::ErrorKind::StorageFull);
}
