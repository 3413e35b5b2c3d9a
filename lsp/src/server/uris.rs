//! URIs of the protocol, and the paths by which the compiler knows files.
//!
//! A `file:` URI is the path of the file, with `/` between its parts on every system. A document with
//! another scheme, such as `untitled:Untitled-1`, has its URI as its path; such a path is never read
//! from disk. Modules of the standard library are files that the [`Library`] has written.

use std::path::{Path, PathBuf};

use tower_lsp::lsp_types::Url;

use super::library::Library;

/// The path of a document.
pub(crate) fn path(uri: &Url, library: &Library) -> String {
    let Some(file) = file(uri) else { return uri.to_string() };
    match library.module(&file) {
        Some(path) => path,
        None => slashes(&file),
    }
}

/// The URI of a file that is not open; `None` for what is no file.
pub(crate) fn uri(path: &str, library: &Library) -> Option<Url> {
    if let Some(file) = library.file(path) {
        return Url::from_file_path(file).ok();
    }
    if is_on_disk(path) {
        return Url::from_file_path(path).ok();
    }
    Url::parse(path).ok()
}

/// The file that a URI names.
pub(crate) fn file(uri: &Url) -> Option<PathBuf> {
    if uri.scheme() != "file" {
        return None;
    }
    uri.to_file_path().ok()
}

/// Whether a path names a file, rather than being a URI itself.
pub(crate) fn is_on_disk(path: &str) -> bool {
    Path::new(path).is_absolute()
}

/// As the compiler writes paths.
pub(crate) fn slashes(file: &Path) -> String {
    let text = file.to_string_lossy();
    if cfg!(windows) { text.replace('\\', "/") } else { text.into_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn there_and_back(text: &str) -> (String, String) {
        let library = Library::absent();
        let path = path(&Url::parse(text).unwrap(), &library);
        let back = uri(&path, &library).unwrap().to_string();
        (path, back)
    }

    #[test]
    fn files_are_paths() {
        let uri = "file:///home/j%C3%BCrg/a%20b%23c.cdl";
        assert_eq!(there_and_back(uri), ("/home/jürg/a b#c.cdl".to_owned(), uri.to_owned()));
    }

    #[test]
    fn other_schemes_stay_what_they_are() {
        for uri in ["untitled:Untitled-1", "git:/home/x/a.cdl?HEAD", "vscode-remote://host/a.cdl"] {
            assert_eq!(there_and_back(uri), (uri.to_owned(), uri.to_owned()));
            assert!(!is_on_disk(uri));
        }
    }
}
