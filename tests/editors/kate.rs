//! `editors/kate/cdl.xml`: its words are those of the language.

use std::collections::BTreeSet;

use crate::{analyses, keywords, kinds, repository};

/// The words of a list.
fn list(text: &str, name: &str) -> BTreeSet<String> {
    let (_, rest) = text.split_once(&format!("<list name=\"{name}\">")).expect("the list");
    let (items, _) = rest.split_once("</list>").expect("its end");
    let words = items.split("<item>").skip(1).filter_map(|item| item.split_once("</item>"));
    words.map(|(word, _)| word.trim().to_owned()).collect()
}

#[test]
fn kate_knows_the_words() {
    let text = std::fs::read_to_string(repository("editors/kate/cdl.xml")).expect("it is there");
    assert!(text.contains("extensions=\"*.cdl\"") && text.contains("name=\"CDL\""));
    assert_eq!(list(&text, "words"), keywords());
    let wanted: BTreeSet<String> = kinds().into_iter().chain(analyses()).collect();
    assert_eq!(list(&text, "kinds"), wanted);
}
