//! `editors/vscode/syntaxes/cdl.tmLanguage.json`. That it colours every file of the repository is
//! tested beside it, by the engine that editors use.

use std::collections::BTreeSet;

use cdl_compiler::schema::{Law, kind};
use serde_json::Value;

use crate::{analyses, keywords, kinds, repository};

fn grammar() -> Value {
    let path = repository("editors/vscode/syntaxes/cdl.tmLanguage.json");
    let text = std::fs::read_to_string(path).expect("the grammar is there");
    serde_json::from_str(&text).expect("it is JSON")
}

/// The words that the patterns below `value` name: the alternatives of groups such as
/// `(if|then)` and `(?:pub)`.
fn words(value: &Value) -> BTreeSet<String> {
    match value {
        Value::Object(map) => map
            .iter()
            .flat_map(|(key, value)| match value {
                Value::String(pattern) if key == "match" || key == "begin" => alternatives(pattern),
                value => words(value),
            })
            .collect(),
        Value::Array(values) => values.iter().flat_map(words).collect(),
        _ => BTreeSet::new(),
    }
}

fn alternatives(pattern: &str) -> BTreeSet<String> {
    pattern
        .split('(')
        .filter_map(|group| group.strip_prefix("?:").unwrap_or(group).split_once(')'))
        .map(|(group, _)| group)
        .filter(|group| group.chars().all(|c| c.is_ascii_lowercase() || c == '|'))
        .flat_map(|group| group.split('|'))
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

fn words_of(part: &str) -> BTreeSet<String> {
    let grammar = grammar();
    let found = words(&grammar["repository"][part]);
    assert!(!found.is_empty(), "no words in #{part}");
    found
}

/// Whether `word` can be chosen as a name.
fn is_name(word: &str) -> bool {
    cdl_grammar::parse(&format!("const {word} = 1")).errors.is_empty()
}

#[test]
fn words_are_read_from_patterns() {
    let pattern =
        r"(?:^|(?<=[{;]))\b(?:(pub)[ ]+)?(body|frame)(?:[/.]x)?(?=[ ]*(?:\{|(?:with|every)\b))";
    let expected = ["body", "every", "frame", "pub", "with"].map(str::to_owned);
    assert_eq!(alternatives(pattern), BTreeSet::from(expected));
}

#[test]
fn keywords_are_those_of_the_language() {
    let (reserved, names): (BTreeSet<_>, BTreeSet<_>) =
        keywords().into_iter().partition(|word| !is_name(word));
    assert_eq!(words_of("keywords"), reserved);

    let clauses = BTreeSet::from(["until".to_owned()]);
    assert!(words_of("clauses").is_superset(&clauses));
    assert_eq!(&(&words_of("items") | &words_of("members")) | &clauses, names);
}

#[test]
fn no_reserved_word_and_no_word_of_a_clause_is_a_unit() {
    assert_eq!(
        &words_of("quantities") - &words_of("keywords"),
        BTreeSet::from(["until".to_owned()])
    );
}

#[test]
fn kinds_are_those_of_the_schema() {
    // Events are words of the language.
    assert_eq!(&words_of("elements") - &keywords(), &kinds() - &keywords());
    assert_eq!(&words_of("analyses") - &keywords(), &analyses() - &keywords());
}

#[test]
fn what_follows_the_colon_of_an_element_is_known() {
    let grammar = grammar();
    for (pattern, equation) in [(0, true), (1, false)] {
        let named = &words(&grammar["repository"]["elements"]["patterns"][pattern]) - &keywords();
        let expected = (&kinds() - &keywords())
            .into_iter()
            .filter(|name| {
                let law = kind(name).and_then(|kind| kind.law.as_ref());
                matches!(law, Some(Law::Equation | Law::Criterion)) == equation
            })
            .collect::<BTreeSet<_>>();
        assert_eq!(named, expected);
    }
}

#[test]
fn no_other_words_are_named() {
    let known = &(&keywords() | &kinds()) | &analyses();
    assert_eq!(words(&grammar()["repository"]), known);
}

#[test]
fn the_file_whose_colours_are_pinned_is_well_formed() {
    let path = repository("editors/vscode/test/telling.cdl");
    let text = std::fs::read_to_string(path).expect("the file is there");
    assert_eq!(cdl_grammar::parse(&text).errors, []);
}
