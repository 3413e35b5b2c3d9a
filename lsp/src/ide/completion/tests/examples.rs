//! In the examples, at every place where something is named: what stands there is offered, and what is
//! offered can stand there.

use std::ops::Range;
use std::path::{Path, PathBuf};

use cdl_compiler::{Compiler, Disk, View, schema};
use cdl_grammar::LexemeKind;

use super::super::{Completion, CompletionKind, completions};

pub(super) fn examples() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|own| own == "cdl"))
        .collect();
    paths.sort();
    assert!(paths.len() >= 10, "the examples are found");
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        (path.display().to_string(), text)
    };
    paths.into_iter().map(read).collect()
}

/// Where a name, a unit or a word of the language stands that is not a name being declared.
fn named_places(view: &View, path: &str, text: &str) -> Vec<Range<usize>> {
    let uses = view.uses(path);
    let keywords = cdl_grammar::keywords();
    let words = cdl_grammar::lex(text).into_iter().filter_map(|lexeme| {
        let range = lexeme.start as usize..lexeme.end as usize;
        let is_word = lexeme.kind == LexemeKind::Word && keywords.contains(&lexeme.text(text));
        let is_use = uses.iter().any(|own| own.range.contains(&range.start));
        (is_word && !is_use).then_some(range)
    });
    let mut places: Vec<Range<usize>> = words.collect();
    places.extend(uses.iter().filter(|own| !own.is_declaration).map(|own| own.range.clone()));
    places.sort_by_key(|place| place.start);
    places
}

/// Whether accepting it writes a name.
fn writes(completion: &Completion, name: &str) -> bool {
    let plain = completion.insert.plain();
    let goes_on = |rest: &str| rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    plain.strip_prefix(name).is_some_and(|rest| !goes_on(rest))
}

#[test]
fn what_stands_there_is_offered() {
    let (mut asked, mut missed) = (0, Vec::new());
    for (path, text) in examples() {
        let mut compiler = Compiler::new(Disk);
        compiler.set_file(&path, &text);
        compiler.check(&path);
        // An edit waits until no view is left.
        let places = named_places(&compiler.view(), &path, &text);
        for place in places {
            let name = &text[place.clone()];
            // Nothing of it is typed, or its first letter, or all but its last.
            let mut kept = vec![0, 1, name.len() - 1];
            kept.dedup();
            for kept in kept.into_iter().filter(|kept| name.is_char_boundary(*kept)) {
                let edited = [&text[..place.start + kept], &text[place.end..]].concat();
                compiler.set_file(&path, &edited);
                let found = completions(&compiler.view(), &path, place.start + kept);
                let typed = place.start..place.start + kept;
                let fits = |own: &Completion| own.range == typed && writes(own, name);
                asked += 1;
                if !found.items.iter().any(fits) {
                    missed.push(format!("{path}: {place:?} `{name}` after {kept} letters"));
                }
            }
        }
    }
    assert!(asked > 2500, "{asked}");
    assert!(missed.len() * 100 <= asked, "{} of {asked}:\n{}", missed.len(), missed.join("\n"));
}

#[test]
fn what_is_offered_can_stand_there() {
    let mut count = 0;
    for (path, text) in examples() {
        let mut compiler = Compiler::new(Disk);
        compiler.set_file(&path, &text);
        compiler.check(&path);
        // An edit waits until no view is left.
        let places = named_places(&compiler.view(), &path, &text);
        // Where an entry starts, something else would need another rest.
        let is_action = |name: &str| ["note", "stop", "lock", "release"].contains(&name);
        let starts_entry = |name: &str| {
            cdl_grammar::keywords().contains(&name)
                || schema::kind(name).is_some()
                || is_action(name)
        };
        for place in places.into_iter().filter(|own| !starts_entry(&text[own.clone()])) {
            let edited = [&text[..place.start], &text[place.end..]].concat();
            compiler.set_file(&path, &edited);
            for own in completions(&compiler.view(), &path, place.start).items {
                count += 1;
                // Words go on with more words; of the others every 23rd is tried.
                if own.kind == CompletionKind::Keyword || count % 23 != 0 {
                    continue;
                }
                let mut inserted = edited.clone();
                inserted.replace_range(own.range.clone(), &own.insert.plain());
                for edit in own.edits.iter().rev() {
                    inserted.replace_range(edit.range(), &edit.text);
                }
                let errors = cdl_grammar::parse(&inserted).errors;
                assert!(errors.is_empty(), "{path}: {place:?} {own:?}\n{errors:?}");
            }
        }
    }
}
