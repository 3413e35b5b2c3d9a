//! What files say of others that get another name or another place.

use cdl_compiler::View;
use cdl_grammar::is_name;

use super::FileEdits;
use crate::ide::completion::imports::relative;
use crate::ide::edit::Edit;
use crate::ide::links::{LinkKind, links};

/// The edits that let all files name each other as they will be called; `renamed` has files and folders, each as it is
/// called now and then.
pub fn rename_files(view: &View, renamed: &[(String, String)]) -> FileEdits {
    let mut edits = FileEdits::new();
    for path in view.paths() {
        let Some(text) = view.text(&path).filter(|_| is_own(&path)) else { continue };
        let later = moved(&path, renamed);
        for link in links(view, &path) {
            if link.kind == LinkKind::Library {
                continue;
            }
            let target = moved(&link.target, renamed);
            if target.is_none() && later.is_none() {
                continue;
            }
            let written = text.get(link.range.clone()).unwrap_or("");
            let target = target.as_deref().unwrap_or(&link.target);
            let named = match written.starts_with('/') {
                true => target.to_owned(),
                false => relative(later.as_deref().unwrap_or(&path), target),
            };
            if named == written {
                continue;
            }
            let behind = text.get(link.range.end + 1..).unwrap_or("").trim_start();
            let alias = alias(written, &named)
                .filter(|_| link.kind == LinkKind::Import && !behind.starts_with("as "));
            let edit = match alias {
                Some(name) => {
                    Edit::new(link.range.start..link.range.end + 1, format!("{named}\" as {name}"))
                }
                None => Edit::new(link.range, named),
            };
            edits.entry(path.to_string()).or_default().push(edit);
        }
    }
    edits
}

fn is_own(path: &str) -> bool {
    path.ends_with(".cdl") && !path.starts_with('<')
}

/// What a path will be; `None` where it stays.
fn moved(path: &str, renamed: &[(String, String)]) -> Option<String> {
    renamed.iter().find_map(|(old, new)| match path.strip_prefix(old.as_str())? {
        "" => Some(new.clone()),
        rest if rest.starts_with('/') => Some(format!("{new}{rest}")),
        _ => None,
    })
}

/// By what name the file goes on to be called where it is used, if its own is another now.
fn alias<'a>(old: &'a str, new: &str) -> Option<&'a str> {
    let stem = |path: &'a str| {
        let name = path.rsplit('/').next().unwrap_or(path);
        name.strip_suffix(".cdl").unwrap_or(name)
    };
    let name = stem(old);
    let same = new.rsplit('/').next().and_then(|own| own.strip_suffix(".cdl")) == Some(name);
    (!same && is_name(name)).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ide::edit::applied;
    use crate::ide::fixture::Fixture;

    fn after(renamed: &[(&str, &str)]) -> String {
        let fixture = Fixture::new(
            "//- models/main.cdl\nimport \"../parts/rods.cdl\", \"../parts/pins.cdl\" as p, std.materials\n\
             const wind = table(\"wind.csv\")\nconst a = rods.size\n\
             //- parts/rods.cdl\nimport \"pins.cdl\"\npub const size = pins.size\n\
             //- parts/pins.cdl\nconst size = 1 m\n",
        );
        let view = fixture.view();
        let renamed: Vec<(String, String)> =
            renamed.iter().map(|(old, new)| ((*old).to_owned(), (*new).to_owned())).collect();
        let edits = rename_files(&view, &renamed);
        let shown = edits.iter().map(|(path, edits)| {
            let text = applied(&view.text(path).unwrap(), edits).unwrap();
            let imports = text.lines().filter(|line| line.contains('"'));
            format!("{path}: {}", imports.collect::<Vec<_>>().join(" | "))
        });
        shown.collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn imports_follow_their_files() {
        assert_eq!(
            after(&[("parts/rods.cdl", "parts/bars.cdl")]),
            "models/main.cdl: import \"../parts/bars.cdl\" as rods, \"../parts/pins.cdl\" as p, std.materials | \
             const wind = table(\"wind.csv\")"
        );
        // An alias is one already.
        assert_eq!(
            after(&[("parts/pins.cdl", "pegs.cdl")]),
            "models/main.cdl: import \"../parts/rods.cdl\", \"../pegs.cdl\" as p, std.materials | \
             const wind = table(\"wind.csv\")\n\
             parts/rods.cdl: import \"../pegs.cdl\" as pins"
        );
        // A folder takes its files along, which go on to name each other as before.
        assert_eq!(
            after(&[("parts", "models/lib")]),
            "models/main.cdl: import \"lib/rods.cdl\", \"lib/pins.cdl\" as p, std.materials | \
             const wind = table(\"wind.csv\")"
        );
        // A file that moves names the others from where it will be.
        assert_eq!(
            after(&[("models/main.cdl", "main.cdl")]),
            "models/main.cdl: import \"parts/rods.cdl\", \"parts/pins.cdl\" as p, std.materials | \
             const wind = table(\"models/wind.csv\")"
        );
        assert_eq!(after(&[("parts/rod", "parts/bar")]), "");
    }
}
