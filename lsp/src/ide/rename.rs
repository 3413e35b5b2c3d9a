//! Gives a declared name another name everywhere, if that changes nothing else.

use std::collections::{BTreeMap, BTreeSet};
use std::mem::discriminant;
use std::ops::Range;

use cdl_compiler::place::Place;
use cdl_compiler::resolve::{Declared, Referent};
use cdl_compiler::{Compiler, Location, NameUse, Nothing, View};

use super::edit::{Edit, applied};

/// A name that can be changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renamable {
    pub range: Range<usize>,
    /// As it is now.
    pub name: String,
}

/// Why a name cannot be changed, or not to that: one sentence without a full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal(pub String);

/// The edits of each file, by its path, in the order of the text.
pub type FileEdits = BTreeMap<String, Vec<Edit>>;

/// The name at an offset.
///
/// # Errors
/// There is none, or it is not one that these files declare.
pub fn prepare_rename(view: &View, path: &str, offset: usize) -> Result<Renamable, Refusal> {
    found(view, path, offset).map(|(own, _, name)| Renamable { range: own.range, name })
}

/// The edits that give what the name at an offset refers to the name `new`: its declarations, both of
/// an `if` with two branches too, and whatever refers to it in the files that are known.
///
/// # Errors
/// The name cannot be changed, `new` is no name, or another name is in the way: then something would
/// refer to something else afterwards.
pub fn rename(view: &View, path: &str, offset: usize, new: &str) -> Result<FileEdits, Refusal> {
    let (_, place, old) = found(view, path, offset)?;
    if cdl_grammar::is_reserved(new) {
        return Err(Refusal(format!("`{new}` is a word of the language")));
    }
    if !cdl_grammar::is_name(new) {
        return Err(Refusal(format!(
            "`{new}` is no name: a name has letters, digits and `_`, and no digit first"
        )));
    }
    let mut edits = FileEdits::new();
    if old == new {
        return Ok(edits);
    }
    for (at, _) in view.references(place) {
        let text = view.text(&at.path).unwrap_or_default();
        // What an import binds without an alias is written in a path, which stays.
        if text.get(at.range.clone()) == Some(old.as_str()) {
            edits.entry(at.path).or_default().push(Edit::new(at.range, new));
        }
    }
    compare(view, place, new, &edits)?;
    Ok(edits)
}

fn found(view: &View, path: &str, offset: usize) -> Result<(NameUse, Place, String), Refusal> {
    let text = view.text(path).unwrap_or_default();
    let Some(own) = view.use_at(path, offset) else {
        return Err(match word_at(&text, offset) {
            Some(word) if cdl_grammar::keywords().contains(&word) => {
                Refusal(format!("`{word}` is a word of the language"))
            }
            _ => Refusal("there is no name here that a declaration gives".to_owned()),
        });
    };
    let word = text.get(own.range.clone()).unwrap_or_default();
    let of_the_schema = |what: &str| Refusal(format!("`{word}` is {what}; its name is fixed"));
    let place = match own.referent {
        Referent::Declared(place) => place,
        Referent::Kind(_) => return Err(of_the_schema("a word of the language")),
        Referent::Variant(_) => return Err(of_the_schema("a variant that the language defines")),
        Referent::Field(_) => return Err(of_the_schema("a field that the language defines")),
        Referent::Quantity(_) | Referent::Component => {
            return Err(of_the_schema("a quantity that the language defines"));
        }
        Referent::Function(_) => return Err(of_the_schema("a function of the language")),
        Referent::Parameter(function, _) => {
            return Err(of_the_schema(&format!("a parameter of the function `{}`", function.name)));
        }
        Referent::Constant(_) => return Err(of_the_schema("a name of the language")),
        Referent::Type => return Err(of_the_schema("a type of the language")),
        Referent::Unit => return Err(of_the_schema("a unit")),
        Referent::Untold => {
            return Err(Refusal(format!("what `{word}` refers to is known with values only")));
        }
        Referent::Unknown => return Err(Refusal(format!("nothing here is called `{word}`"))),
    };
    let (Some(declaration), Some(at)) = (view.declaration(place), view.locate(place)) else {
        return Err(Refusal(format!("nothing here is called `{word}`")));
    };
    let name = declaration.name.to_string();
    if View::is_library(&at.path) {
        return Err(Refusal(format!("`{name}` is declared in the standard library")));
    }
    if matches!(declaration.meaning, Declared::Import) {
        let declared = view.text(&at.path).unwrap_or_default();
        if declared.get(at.range) != Some(name.as_str()) {
            return Err(Refusal(format!(
                "`{name}` is the name of the imported file; `as` after the path gives it another here"
            )));
        }
    }
    Ok((own, place, name))
}

fn word_at(text: &str, offset: usize) -> Option<&str> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let (before, after) = (text.get(..offset)?, text.get(offset..)?);
    let start = before.trim_end_matches(is_part).len();
    let end = offset + after.len() - after.trim_start_matches(is_part).len();
    text.get(start..end).filter(|word| !word.is_empty())
}

/// Whether all names mean after the edits what they mean before: the files are read again with them.
fn compare(view: &View, place: Place, new: &str, edits: &FileEdits) -> Result<(), Refusal> {
    let failed = || Refusal("the text could not be read again after the change".to_owned());
    let mut compiler = Compiler::new(Nothing);
    for path in view.paths() {
        let Some(text) = view.text(&path).filter(|_| path.ends_with(".cdl")) else { continue };
        if View::is_library(&path) {
            continue;
        }
        view.give_way();
        match edits.get(&*path) {
            Some(edits) => compiler.set_file(&path, &applied(&text, edits).ok_or_else(failed)?),
            None => compiler.set_file(&path, &text),
        }
    }
    let declared = view.locate(place).ok_or_else(failed)?;
    let declared = moved(&declared, edits);
    let (after, place) = loop {
        let view = compiler.view();
        let own = view.use_at(&declared.path, declared.range.start);
        let place = match own.map(|own| own.referent) {
            Some(Referent::Declared(place)) => place,
            _ => return Err(failed()),
        };
        view.references(place);
        drop(view);
        if !compiler.read_wanted() {
            break (compiler.view(), place);
        }
    };
    let key = |at: Location| (at.path, at.range.start);
    let expected: BTreeSet<_> = edits
        .iter()
        .flat_map(|(path, edits)| edits.iter().map(move |edit| (path.clone(), edit.range())))
        .map(|(path, range)| key(moved(&Location { path, range }, edits)))
        .collect();
    let present: Vec<(Location, NameUse)> = after.references(place);
    let line = |path: &str, offset: usize| {
        let text = after.text(path).unwrap_or_default();
        let number = text.get(..offset).map_or(0, |before| before.matches('\n').count()) + 1;
        if path == declared.path { format!("line {number}") } else { format!("{path}:{number}") }
    };
    let strange = |declares: bool| {
        present.iter().find(|(at, own)| {
            own.is_declaration == declares && !expected.contains(&key(at.clone()))
        })
    };
    if let Some((at, _)) = strange(true) {
        let line = line(&at.path, at.range.start);
        return Err(Refusal(format!("`{new}` is declared already, in {line}")));
    }
    let still: BTreeSet<_> = present.iter().map(|(at, _)| key(at.clone())).collect();
    if let Some((path, start)) = expected.difference(&still).next() {
        let other = match after.use_at(path, *start).map(|own| own.referent) {
            Some(Referent::Declared(other)) => after.locate(other),
            _ => None,
        };
        let here = line(path, *start);
        return Err(Refusal(match other {
            Some(other) => {
                let there = line(&other.path, other.range.start);
                format!("in {here} `{new}` would mean the one that is declared in {there}")
            }
            None => format!("in {here} `{new}` would mean something else"),
        }));
    }
    if let Some((at, _)) = strange(false) {
        let line = line(&at.path, at.range.start);
        return Err(Refusal(format!(
            "`{new}` in {line} means something else, and would mean this"
        )));
    }
    for path in edits.keys() {
        let read = |view: &View, edits: &FileEdits| -> Vec<_> {
            let uses = view.uses(path).into_iter();
            uses.map(|own| {
                let at = Location { path: path.clone(), range: own.range };
                (moved(&at, edits).range.start, discriminant(&own.referent))
            })
            .collect()
        };
        let (before, now) = (read(view, edits), read(&after, &FileEdits::new()));
        if before != now {
            let differs = before.iter().zip(&now).find(|(before, now)| before != now);
            let at = differs.map_or(0, |(_, now)| now.0);
            return Err(Refusal(format!("{} would be read as something else", line(path, at))));
        }
    }
    Ok(())
}

/// Where a name is after the edits.
fn moved(at: &Location, edits: &FileEdits) -> Location {
    let edits = edits.get(&at.path).map_or(&[] as &[Edit], Vec::as_slice);
    let before = edits.iter().take_while(|edit| edit.end <= at.range.start);
    let (added, removed) = before.fold((0, 0), |(added, removed), edit| {
        (added + edit.text.len(), removed + edit.end - edit.start)
    });
    let shift = |offset: usize| offset + added - removed;
    Location { path: at.path.clone(), range: shift(at.range.start)..shift(at.range.end) }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::Fixture;
    use super::*;

    /// The texts of all changed files after a rename, or the refusal.
    fn renamed(text: &str, new: &str) -> Result<String, String> {
        let fixture = Fixture::new(text);
        let view = fixture.view();
        let edits = rename(&view, &fixture.path, fixture.offset(), new).map_err(|own| own.0)?;
        let texts = edits.iter().map(|(path, edits)| {
            let text = view.text(path).expect("the file is there");
            applied(&text, edits).expect("the edits fit")
        });
        Ok(texts.collect())
    }

    fn refusal(text: &str) -> String {
        let fixture = Fixture::new(text);
        match prepare_rename(&fixture.view(), &fixture.path, fixture.offset()) {
            Ok(own) => panic!("{own:?}"),
            Err(Refusal(why)) => why,
        }
    }

    #[test]
    fn arguments_and_branches_follow() {
        let text = "\
model Crane(pay$0load: Mass = 1 t, long: Bool = true) {
  if long { let load = payload } else { let load = 2 * payload }
  for i in 0..3 { frame hook[i] at [0, 0, 1] * load / payload * 1 m }
  record hook[2].position
}
experiment lift = Crane(payload = 2 t) { simulate 1 s }
";
        let expected = text.replace("$0", "").replace("payload", "cargo");
        assert_eq!(renamed(text, "cargo"), Ok(expected));
        let text = text.replace("$0", "").replace("* load", "* lo$0ad");
        let expected = text.replace("$0", "").replace(" load", " cargo");
        assert_eq!(renamed(&text, "cargo"), Ok(expected));
        let text = text.replace("$0", "").replace("record hook", "record ho$0ok");
        let expected = text.replace("$0", "").replace("hook", "eye");
        assert_eq!(renamed(&text, "eye"), Ok(expected));
    }

    #[test]
    fn over_files() {
        let text = "\
//- arm.cdl
component Arm(reach: Length) { pub frame tip at [1, 0, 0] * reach }
//- main.cdl
import \"arm.cdl\" as a
model M {
  part left = a.Ar$0m(reach = 2 m)
}
";
        let whole = |text: &str| text.replace("//- arm.cdl\n", "").replace("//- main.cdl\n", "");
        let plain = whole(&text.replace("$0", ""));
        assert_eq!(renamed(text, "Boom"), Ok(plain.replace("Arm", "Boom")));
        let text = text.replace("$0", "").replace("reach = 2", "rea$0ch = 2");
        assert_eq!(renamed(&text, "length"), Ok(plain.replace("reach", "length")));
        let text = text.replace("$0", "").replace("a.Arm", "$0a.Arm");
        let main = plain.lines().skip(1).map(|line| format!("{line}\n")).collect::<String>();
        let expected = main.replace("as a", "as arms").replace("a.Arm", "arms.Arm");
        assert_eq!(renamed(&text, "arms"), Ok(expected));
    }

    #[test]
    fn what_cannot_be_renamed_says_why() {
        let cases = [
            ("mo$0del M { }", "`model` is a word of the language"),
            (
                "model M { bo$0dy b { mass = 1 kg } }",
                "`body` is a word of the language; its name is fixed",
            ),
            (
                "model M { body b { ma$0ss = 1 kg } }",
                "`mass` is a field that the language defines; its name is fixed",
            ),
            ("const a = si$0n(1 rad)", "`sin` is a function of the language; its name is fixed"),
            ("const a = 1 k$0g", "`kg` is a unit; its name is fixed"),
            ("const a = nob$0ody", "nothing here is called `nobody`"),
            ("const a = 1 + $0 1", "there is no name here that a declaration gives"),
            (
                "import std.materials as m\nconst a = m.st$0eel.density",
                "`steel` is declared in the standard library",
            ),
            (
                "//- b.cdl\nconst c = 1\n//- main.cdl\nimport \"b.cdl\"\nconst a = $0b.c",
                "`b` is the name of the imported file; `as` after the path gives it another here",
            ),
        ];
        for (text, expected) in cases {
            assert_eq!(refusal(text), expected, "{text}");
        }
    }

    #[test]
    fn names_that_are_in_the_way() {
        let text = "const b = 1\nmodel M(c: Real) {\n  let a$0 = 2\n  let d = a + b\n  for i in 0..2 { let e = a + i }\n}\n";
        let cases = [
            ("if", "`if` is a word of the language"),
            ("2a", "`2a` is no name: a name has letters, digits and `_`, and no digit first"),
            ("ä", "`ä` is no name: a name has letters, digits and `_`, and no digit first"),
            ("", "`` is no name: a name has letters, digits and `_`, and no digit first"),
            ("d", "`d` is declared already, in line 4"),
            ("c", "`c` is declared already, in line 2"),
            ("b", "`b` in line 4 means something else, and would mean this"),
            ("i", "in line 5 `i` would mean the one that is declared in line 5"),
            ("e", "in line 5 `e` would mean the one that is declared in line 5"),
        ];
        for (new, expected) in cases {
            assert_eq!(renamed(text, new), Err(expected.to_owned()), "{new}");
        }
        let apart = text.replace("let e = a + i", "let e = i");
        assert!(renamed(&apart, "e").is_ok(), "nobody asks for the outer one in there");
    }

    #[test]
    fn names_of_the_language_can_be_taken_where_nobody_needs_them() {
        let text = "model M {\n  let a$0 = 2\n  let d = a * x\n}\n";
        assert!(renamed(text, "pi").is_ok());
        let expected = "`x` in line 3 means something else, and would mean this";
        assert_eq!(renamed(text, "x"), Err(expected.to_owned()));
    }

    #[test]
    fn experiments_have_names_of_their_own() {
        let text = "model M { }\nexperiment a$0 = M() { simulate 1 s }\nexperiment b = M() { simulate 1 s }\n";
        assert_eq!(renamed(text, "b"), Err("`b` is declared already, in line 3".to_owned()));
        assert!(renamed(text, "M").is_ok());
    }
}
