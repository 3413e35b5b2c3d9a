use std::path::Path;

use cdl_compiler::{Compiler, Disk};

use super::{Completions, completions};
use crate::ide::fixture::Fixture;

fn at(text: &str) -> Completions {
    let fixture = Fixture::new(text);
    completions(&fixture.view(), &fixture.path, fixture.offset())
}

/// Every place in the examples where a name, a unit or a word of the language stands that is not just
/// being declared.
fn uses(compiler: &mut Compiler, path: &str, text: &str) -> Vec<std::ops::Range<usize>> {
    compiler.check(path);
    let view = compiler.view();
    let mut ranges: Vec<_> =
        view.uses(path).into_iter().map(|own| (own.range, own.is_declaration)).collect();
    let keywords = cdl_grammar::keywords();
    for lexeme in cdl_grammar::lex(text) {
        let range = lexeme.start as usize..lexeme.end as usize;
        if lexeme.kind == cdl_grammar::LexemeKind::Word
            && keywords.contains(&lexeme.text(text))
            && !ranges.iter().any(|own| own.0.start <= range.start && range.end <= own.0.end)
        {
            ranges.push((range, false));
        }
    }
    ranges.sort_by_key(|own| own.0.start);
    ranges.into_iter().filter(|own| !own.1).map(|own| own.0).collect()
}

#[test]
fn what_stands_there_is_offered() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|own| own == "cdl"))
        .collect();
    paths.sort();
    let (mut all, mut missed) = (0, Vec::new());
    for path in paths {
        let text = std::fs::read_to_string(&path).unwrap();
        let path = path.display().to_string();
        let mut compiler = Compiler::new(Disk);
        compiler.set_file(&path, &text);
        for range in uses(&mut compiler, &path, &text) {
            let name = &text[range.clone()];
            for kept in 0..2.min(name.len()) {
                let edited = [&text[..range.start + kept], &text[range.end..]].concat();
                compiler.set_file(&path, &edited);
                let found = completions(&compiler.view(), &path, range.start + kept);
                all += 1;
                let is_name = |c: char| c.is_alphanumeric() || c == '_';
                let fits = |text: &str| {
                    text.strip_prefix(name).is_some_and(|rest| !rest.starts_with(is_name))
                };
                if !found.items.iter().any(|own| {
                    fits(&own.insert.plain())
                        && text[range.start..range.start + kept]
                            == own.filter[..kept.min(own.filter.len())]
                        && own.range == (range.start..range.start + kept)
                }) {
                    let line = edited[..range.start].lines().count().max(1);
                    let short = edited[..range.start].rfind('\n').map_or(0, |at| at + 1);
                    missed.push(format!(
                        "{}:{line} {kept} `{name}`: {}|{} ({} offered)",
                        path.rsplit('/').next().unwrap(),
                        &edited[short..range.start + kept],
                        edited[range.start + kept..].lines().next().unwrap_or(""),
                        found.items.len()
                    ));
                }
            }
        }
    }
    println!("{} of {all} missed\n{}", missed.len(), missed.join("\n"));
    assert!(missed.len() * 100 <= all * 3);
}

#[test]
fn smoke() {
    let found = at("model A {\n  body b { $0 }\n}\n");
    assert!(found.items.iter().any(|own| own.label == "mass"));
}
