//! What holds for every file: the features asked about all files of the repository.

use std::ops::Range;
use std::path::{Path, PathBuf};

use cdl_compiler::Request;

use super::actions::ActionKind;
use super::edit::{Edit, applied};
use super::fixture::Fixture;

/// Name and text of every `.cdl` file, but for those of other programs.
fn files() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut folders: Vec<PathBuf> =
        ["examples", "tests", "compiler/std"].iter().map(|name| root.join(name)).collect();
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "cdl")
                && let Ok(text) = std::fs::read_to_string(&path)
            {
                files.push((path.display().to_string(), text));
            }
        }
    }
    files.sort();
    assert!(files.len() > 20, "the files of the repository are found");
    files
}

/// Pseudo-random numbers, the same in every run.
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *state >> 33
}

fn contains(outer: &Range<usize>, inner: &Range<usize>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

#[test]
fn selections_grow_at_every_place() {
    for (name, text) in files() {
        let fixture = Fixture::new(&text);
        let view = fixture.view();
        for offset in (0..text.len()).step_by(23).filter(|&at| text.is_char_boundary(at)) {
            let ranges = super::selection::selection(&view, &fixture.path, offset);
            assert_eq!(ranges.last(), Some(&(0..text.len())), "{name}:{offset}");
            for pair in ranges.windows(2) {
                assert!(contains(&pair[1], &pair[0]) && pair[1].len() > pair[0].len(), "{name}");
            }
            for range in &ranges {
                assert!(text.get(range.clone()).is_some(), "{name}:{offset}");
            }
        }
    }
}

#[test]
fn folds_nest() {
    for (name, text) in files() {
        let fixture = Fixture::new(&text);
        let folds = super::folding::folding(&fixture.view(), &fixture.path);
        for (i, fold) in folds.iter().enumerate() {
            assert!(text.get(fold.range.clone()).is_some(), "{name}: {fold:?}");
            for other in &folds[i + 1..] {
                let apart = other.range.start >= fold.range.end;
                assert!(apart || contains(&fold.range, &other.range), "{name}: {fold:?} {other:?}");
            }
        }
    }
}

#[test]
fn names_stand_in_their_symbols() {
    for (name, text) in files() {
        let fixture = Fixture::new(&text);
        let mut symbols = super::outline::outline(&fixture.view(), &fixture.path);
        while let Some(symbol) = symbols.pop() {
            assert!(contains(&symbol.range, &symbol.name_range), "{name}: {symbol:?}");
            let written = &text[symbol.name_range.clone()];
            assert!(
                symbol.name.starts_with(written)
                    || symbol.name.ends_with(written)
                    || written.starts_with('"')
            );
            for child in &symbol.children {
                assert!(contains(&symbol.range, &child.range), "{name}: {child:?}");
            }
            symbols.extend(symbol.children);
        }
    }
}

/// Every text without errors, and the same with its blanks and line ends changed at random.
#[test]
fn edits_of_the_layout_give_the_layout() {
    let mut state = 1;
    for (name, text) in files() {
        let Ok(formatted) = cdl_grammar::format(&text) else { continue };
        let shaken: String = text
            .chars()
            .map(|c| {
                if c == ' ' && random(&mut state).is_multiple_of(4) {
                    "   ".into()
                } else {
                    String::from(c)
                }
            })
            .collect();
        for text in [text, shaken] {
            let Ok(expected) = cdl_grammar::format(&text) else { continue };
            let fixture = Fixture::new(&text);
            let edits = super::formatting::formatting(&fixture.view(), &fixture.path);
            assert_eq!(applied(&text, &edits), Some(expected), "{name}");
            // Any part of the edits leaves what is said as it was.
            let tree = |text: &str| cdl_grammar::format(text).ok();
            for _ in 0..4 {
                let some: Vec<Edit> = edits
                    .iter()
                    .filter(|_| random(&mut state).is_multiple_of(2))
                    .cloned()
                    .collect();
                let partly = applied(&text, &some).unwrap_or_default();
                let words =
                    |text: Option<String>| text.map(|text| text.replace([' ', '\n', ';', ','], ""));
                assert_eq!(
                    words(tree(&partly)),
                    words(Some(formatted.clone())),
                    "{name}:\n{partly}"
                );
            }
        }
    }
}

/// The codes of what is wrong in a text by itself.
fn codes(text: &str) -> Vec<&'static str> {
    let fixture = Fixture::new(text);
    let mut codes: Vec<_> =
        fixture.view().check(&fixture.path).iter().map(|own| own.code).collect();
    codes.sort_unstable();
    codes
}

/// What the experiments of a text compile to: elements with the values of their fields.
fn models(text: &str) -> Vec<String> {
    let Fixture { mut compiler, path, .. } = Fixture::new(text);
    let mut lines = Vec::new();
    for own in compiler.runnables(&path) {
        let request = Request { experiment: Some(own.name), ..Request::default() };
        let compiled = compiler.compile_by_stages(&path, &request).ok();
        let Some(model) = compiled.and_then(|own| own.unfolded) else { continue };
        lines.extend(cdl_compiler::typed_text(&model).lines().map(str::to_owned));
    }
    lines
}

/// Whether a text with a name for a value says what the other one says without. What changes in time is
/// shown by names, so lines with that name are not compared.
fn same_models(named: &str, unnamed: &str, name: &str) -> bool {
    let lines = models(unnamed);
    models(named).iter().all(|own| own.contains(name) || lines.contains(own))
}

fn line(text: &str, at: usize) -> Option<&str> {
    let start = text.get(..at)?.rfind('\n').map_or(0, |end| end + 1);
    text.get(start..)?.lines().next()
}

/// Whatever is offered at a place of a good file, or for an expression of it, leaves it good.
#[test]
fn actions_leave_good_files_good() {
    let mut state = 3;
    let mut applied_kinds = [0; 4];
    let mut bad: Vec<String> = Vec::new();
    for (name, text) in files() {
        let before = codes(&text);
        if !before.is_empty() {
            continue;
        }
        let fixture = Fixture::new(&text);
        let (view, path) = (fixture.view(), fixture.path.as_str());
        let mut tried: Vec<String> = Vec::new();
        for _ in 0..60 {
            let mut at = random(&mut state) as usize % text.len();
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            let around = super::selection::selection(&view, path, at);
            let chosen = around.get(random(&mut state) as usize % around.len().clamp(1, 5));
            for range in [at..at, chosen.cloned().unwrap_or(at..at)] {
                for action in super::actions::actions(&view, path, range, &[]) {
                    // Elaborating again takes long; one of a kind is enough.
                    let first: String = action.title.chars().take(24).collect();
                    if tried.contains(&first) {
                        continue;
                    }
                    tried.push(first);
                    let after = applied(&text, &action.edits).expect("edits fit");
                    let now = codes(&after);
                    // A name for a value, or a value for a name, is the same model.
                    let mut words = action.title.split('`');
                    let named = words.rfind(|own| !own.is_empty() && !own.contains(' '));
                    let is_same = match (action.kind, named) {
                        // What follows from a parameter is marked.
                        (ActionKind::Extract, _) if action.title.starts_with("Make") => true,
                        (ActionKind::Extract, Some(name)) => same_models(&after, &text, name),
                        (ActionKind::Inline, Some(name)) => same_models(&text, &after, name),
                        (ActionKind::QuickFix | ActionKind::Rewrite, _) => true,
                        (ActionKind::Extract | ActionKind::Inline, None) => false,
                    };
                    if now != before || !is_same {
                        let places: Vec<&str> =
                            action.edits.iter().filter_map(|own| line(&text, own.start)).collect();
                        bad.push(format!("{name}: {} {now:?}: {places:#?}", action.title));
                    }
                    applied_kinds[action.kind as usize] += 1;
                }
            }
        }
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
    assert!(applied_kinds[1..].iter().all(|&count| count > 5), "{applied_kinds:?}");
}

/// Every piece of code in the suites of the language and the pages of diagnostics: many are wrong on
/// purpose.
fn pieces() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folders = ["tests/language", "compiler/src/diagnostics/codes"];
    let entries = folders.iter().flat_map(|folder| std::fs::read_dir(root.join(folder)));
    let mut pieces = Vec::new();
    for entry in entries.flatten().flatten() {
        let is_page = entry.path().extension().is_some_and(|ending| ending == "md");
        let text = std::fs::read_to_string(entry.path()).unwrap_or_default();
        for part in text.split("```cdl\n").skip(1).filter(|_| is_page) {
            let code = part.split("```").next().unwrap_or("");
            let items = ["model ", "const ", "fn ", "component ", "experiment ", "import "];
            let has_items = code.lines().any(|line| items.iter().any(|own| line.starts_with(own)));
            pieces.push(match has_items {
                true => code.to_owned(),
                false => format!("model M {{\n{code}}}\n"),
            });
        }
    }
    pieces.sort();
    assert!(pieces.len() > 100, "the suites are found");
    pieces
}

#[test]
fn quick_fixes_remove_what_they_fix() {
    let mut count = 0;
    let mut bad: Vec<String> = Vec::new();
    for text in pieces() {
        let fixture = Fixture::new(&text);
        let (view, path) = (fixture.view(), fixture.path.as_str());
        let before = codes(&text);
        let mut places: Vec<usize> = Vec::new();
        for diagnostic in view.check(path) {
            let Some(at) = view.locate(diagnostic.primary.place) else { continue };
            if at.path != path || places.contains(&at.range.start) {
                continue;
            }
            places.push(at.range.start);
            for action in super::actions::actions(&view, path, at.range.clone(), &[]) {
                if action.kind != ActionKind::QuickFix {
                    continue;
                }
                count += 1;
                let after = applied(&text, &action.edits).expect("edits fit");
                let now = codes(&after);
                // What it fixes is gone; what was hidden behind it may come to light.
                let of =
                    |codes: &[&str], code: &str| codes.iter().filter(|own| **own == code).count();
                let stays =
                    |code: &str| of(&before, code) > 0 && of(&now, code) >= of(&before, code);
                if action.fixes.iter().any(|own| stays(own.code)) {
                    let line = line(&text, at.range.start).unwrap_or("");
                    bad.push(format!("{}: {before:?} -> {now:?}\n    {line}", action.title));
                }
            }
        }
    }
    assert!(count > 100, "{count} are tried");
    assert!(bad.is_empty(), "{} of {count}:\n{}", bad.len(), bad.join("\n"));
}

#[test]
fn beginnings_of_files_break_nothing() {
    let mut state = 7;
    for (_, text) in files() {
        for _ in 0..6 {
            let mut end = random(&mut state) as usize % (text.len() + 1);
            while !text.is_char_boundary(end) {
                end -= 1;
            }
            let text = &text[..end];
            let fixture = Fixture::new(text);
            let (view, path) = (fixture.view(), fixture.path.as_str());
            super::outline::outline(&view, path);
            super::folding::folding(&view, path);
            super::links::links(&view, path);
            super::lenses::lenses(&view, path);
            super::formatting::range_formatting(&view, path, end / 2..end);
            super::formatting::on_type_formatting(&view, path, end, '}');
            super::formatting::on_type_formatting(&view, path, end, '\n');
            for offset in (0..end).step_by(101).filter(|&at| text.is_char_boundary(at)) {
                for action in super::actions::actions(&view, path, offset..offset, &[]) {
                    assert!(applied(text, &action.edits).is_some(), "{}", action.title);
                }
                super::selection::selection(&view, path, offset);
                super::hover::hover(&view, path, offset);
                super::signature_help::signature_help(&view, path, offset);
            }
            super::inlay_hints::inlay_hints(&view, path, 0..end);
        }
    }
}

#[test]
fn tokens_are_apart_and_in_lines() {
    let mut state = 3;
    for (name, text) in files() {
        let mut end = random(&mut state) as usize % (text.len() + 1);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        for text in [&text, &text[..end]] {
            let fixture = Fixture::new(text);
            let view = fixture.view();
            let tokens = super::semantic_tokens::semantic_tokens(&view, &fixture.path, None);
            for pair in tokens.windows(2) {
                assert!(pair[0].end <= pair[1].start, "{name}: {pair:?}");
            }
            for token in tokens {
                let word = text.get(token.start..token.end);
                assert!(word.is_some_and(|word| !word.is_empty() && !word.contains('\n')));
            }
        }
    }
}

#[test]
fn hovers_are_about_what_is_under_them() {
    for (name, text) in files() {
        let fixture = Fixture::new(&text);
        let view = fixture.view();
        for offset in (0..text.len()).step_by(37).filter(|&at| text.is_char_boundary(at)) {
            if let Some(hover) = super::hover::hover(&view, &fixture.path, offset) {
                let (start, end) = (hover.range.start, hover.range.end);
                assert!(start <= offset && offset <= end, "{name}:{offset} {hover:?}");
                assert!(text.get(hover.range).is_some(), "{name}:{offset}");
                assert!(hover.markdown.starts_with("```cdl\n"), "{name}:{offset}");
            }
        }
        for hint in super::inlay_hints::inlay_hints(&view, &fixture.path, 0..text.len()) {
            assert!(text.is_char_boundary(hint.offset), "{name}: {hint:?}");
            assert!(!hint.label.contains('\n'), "{name}: {hint:?}");
        }
    }
}
