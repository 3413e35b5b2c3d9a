//! Where a name was declared.

use std::ops::Range;

use cdl_compiler::place::Place;
use cdl_compiler::resolve::{Declared, Denotation, Referent};
use cdl_compiler::{Location, NameUse, View};

/// A place to go to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// The name or path that was asked about.
    pub origin: Range<usize>,
    /// The declared name; the start of the file for an import. `<std>/NAME.cdl` is a file of the
    /// standard library.
    pub target: Location,
    /// The whole declaration around the name.
    pub whole: Range<usize>,
}

/// Where the name at an offset was declared, several places if both branches of an `if` declare it.
/// An import and the name that it binds lead to the imported file. Words of the language and of its
/// schema have no place in any text.
pub fn definition(view: &View, path: &str, offset: usize) -> Vec<Definition> {
    if let Some((origin, file)) = import_at(view, path, offset) {
        return vec![file_start(origin, file)];
    }
    let Some((own, place)) = declared_at(view, path, offset) else { return Vec::new() };
    if let Some(file) = imported(view, place) {
        return vec![file_start(own.range, file)];
    }
    declarations(view, &own, place)
}

/// The same, but a name that an import binds leads to the import.
pub fn declaration(view: &View, path: &str, offset: usize) -> Vec<Definition> {
    match declared_at(view, path, offset) {
        Some((own, place)) => declarations(view, &own, place),
        None => Vec::new(),
    }
}

/// The component of a part, or of a row of parts.
pub fn type_definition(view: &View, path: &str, offset: usize) -> Vec<Definition> {
    let Some((own, place)) = declared_at(view, path, offset) else { return Vec::new() };
    let (Some(at), Some(declaration)) = (view.locate(place), view.declaration(place)) else {
        return Vec::new();
    };
    let mut denoted = view.denoted(&at.path, at.range.start, &declaration.name);
    while let Denotation::Row(inner) = denoted {
        denoted = *inner;
    }
    match denoted {
        Denotation::Part(component) => {
            let place = view.name_of(component);
            place.map(|place| declarations(view, &own, place)).unwrap_or_default()
        }
        _ => Vec::new(),
    }
}

/// The name at an offset and the place of its first declaration.
pub(crate) fn declared_at(view: &View, path: &str, offset: usize) -> Option<(NameUse, Place)> {
    let own = view.use_at(path, offset)?;
    match own.referent {
        Referent::Declared(place) => Some((own, place)),
        Referent::Kind(_)
        | Referent::Variant(_)
        | Referent::Field(_)
        | Referent::Quantity(_)
        | Referent::Function(_)
        | Referent::Parameter(..)
        | Referent::Constant(_)
        | Referent::Component
        | Referent::Type
        | Referent::Unit
        | Referent::Untold
        | Referent::Unknown => None,
    }
}

fn declarations(view: &View, own: &NameUse, place: Place) -> Vec<Definition> {
    let all = view.declarations(place).into_iter().filter_map(|(place, declaration)| {
        let whole = Place { item: place.item, span: declaration.whole };
        Some(Definition {
            origin: own.range.clone(),
            target: view.locate(place)?,
            whole: view.locate(whole)?.range,
        })
    });
    all.collect()
}

/// The import whose path stands at an offset.
fn import_at(view: &View, path: &str, offset: usize) -> Option<(Range<usize>, String)> {
    let imports = view.imports(path).into_iter();
    let mut touching = imports.filter(|(own, _)| own.start <= offset && offset <= own.end);
    touching.next().map(|(origin, file)| (origin, file.to_string()))
}

/// The file that the import which declares a name means.
fn imported(view: &View, place: Place) -> Option<String> {
    if !matches!(view.declaration(place)?.meaning, Declared::Import) {
        return None;
    }
    let at = view.locate(place)?;
    // The name is the path or an alias behind it.
    let imports = view.imports(&at.path).into_iter();
    let before = imports.filter(|(path, _)| path.start <= at.range.start);
    before.max_by_key(|(path, _)| path.start).map(|(_, file)| file.to_string())
}

fn file_start(origin: Range<usize>, path: String) -> Definition {
    Definition { origin, target: Location { path, range: 0..0 }, whole: 0..0 }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::Fixture;
    use super::*;

    /// Each place as the name of its file and the text of its declaration's first line.
    fn shown(
        text: &str,
        ask: impl Fn(&View, &str, usize) -> Vec<Definition>,
    ) -> Vec<(String, String)> {
        let fixture = Fixture::new(text);
        let view = fixture.view();
        let found = ask(&view, &fixture.path, fixture.offset());
        found
            .into_iter()
            .map(|own| {
                let text = view.text(&own.target.path).unwrap_or_default();
                assert!(own.whole.start <= own.target.range.start);
                assert!(own.target.range.end <= own.whole.end);
                let line = text[own.whole].lines().next().unwrap_or_default().to_owned();
                (own.target.path, line)
            })
            .collect()
    }

    fn at(path: &str, line: &str) -> (String, String) {
        (path.to_owned(), line.to_owned())
    }

    #[test]
    fn names_lead_to_their_declarations() {
        let text = "model M(size: Length) {\n  body b {\n    mass = 1 kg\n    frame eye at [0, 0, 1] * size\n  }\n  record b.e$0ye.position\n}\n";
        assert_eq!(shown(text, definition), [at("main.cdl", "frame eye at [0, 0, 1] * size")]);
        let text = text.replace("$0", "").replace("* size", "* si$0ze");
        assert_eq!(shown(&text, definition), [at("main.cdl", "size: Length")]);
        let text = text.replace("$0", "").replace("mass", "ma$0ss");
        assert_eq!(shown(&text, definition), []);
    }

    #[test]
    fn both_branches_declare() {
        let text =
            "model M(a: Bool) {\n  if a { let b = 1 } else { let b = 2 }\n  let c = b$0\n}\n";
        let both = [at("main.cdl", "let b = 1"), at("main.cdl", "let b = 2")];
        assert_eq!(shown(text, definition), both);
    }

    const FILES: &str = "\
//- parts.cdl
component Arm(reach: Length) { pub frame tip at [1, 0, 0] * reach }
//- main.cdl
import \"parts.cdl\", std.materials as m
model M {
  part arm = parts.Arm(reach = 2 m)
  let d = m.steel.density
  record arm.tip.position
}
";

    #[test]
    fn imports_lead_to_files() {
        let arm =
            at("parts.cdl", "component Arm(reach: Length) { pub frame tip at [1, 0, 0] * reach }");
        let cases = [
            ("\"parts.cdl", "\"par$0ts.cdl", vec![at("parts.cdl", "")]),
            ("parts.Arm", "par$0ts.Arm", vec![at("parts.cdl", "")]),
            ("std.mat", "std.$0mat", vec![at("<std>/materials.cdl", "")]),
            ("= m.steel", "= $0m.steel", vec![at("<std>/materials.cdl", "")]),
            ("parts.Arm", "parts.$0Arm", vec![arm.clone()]),
            ("reach =", "re$0ach =", vec![at("parts.cdl", "reach: Length")]),
        ];
        for (from, to, expected) in cases {
            assert_eq!(shown(&FILES.replace(from, to), definition), expected, "{to}");
        }
        let steel = shown(&FILES.replace("m.steel", "m.st$0eel"), definition);
        assert!(steel[0].1.starts_with("const steel"), "{steel:?}");
        let part = shown(&FILES.replace("record arm", "record a$0rm"), type_definition);
        assert_eq!(part, [arm]);
        let alias = shown(&FILES.replace("= m.steel", "= $0m.steel"), declaration);
        assert_eq!(alias[0].0, "main.cdl");
    }
}
