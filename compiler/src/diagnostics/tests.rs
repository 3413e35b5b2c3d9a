//! Messages as they are shown, and the registry of codes.

use std::sync::Arc;

use cdl_grammar::syntax::Span;

use super::render::{LocatedLabel, Sources, json_line, located, rich};
use super::*;
use crate::api::Location;
use crate::place::{ItemKey, Place};
use crate::units::{Dimension, describe, describe_unit};

const TEXT: &str =
    "model M {\n  cable äh: rigid_links(count = 8) from world to free {\n    lenght = 5\n  }\n}\n";

fn place(word: &str) -> Place {
    let start = TEXT.find(word).unwrap_or(0) as u32;
    Place { item: ItemKey(0), span: Span::new(start, start + word.len() as u32) }
}

fn locate(place: Place) -> Option<Location> {
    let range = place.span.start as usize..place.span.end as usize;
    Some(Location { path: "m.cdl".to_owned(), range })
}

fn shown(diagnostic: &Diagnostic) -> String {
    let found = located(diagnostic, locate);
    let sources = Sources::new([&found], |_| Some(Arc::from(TEXT)));
    rich(&found, &sources, false)
}

#[test]
fn a_proposal_is_shown_as_help() {
    let diagnostic = unknown_field(place("lenght"), "lenght", "cable", &["length", "diameter"]);
    insta::assert_snapshot!(shown(&diagnostic));
}

#[test]
fn both_dimensions_are_named() {
    let found = describe(Dimension::LENGTH);
    let diagnostic =
        wrong_dimension(place("5"), &describe_unit("m/s"), &found, Some("the field `speed`"));
    insta::assert_snapshot!(shown(&diagnostic));
}

#[test]
fn a_missing_unit_is_proposed_once() {
    let diagnostic = missing_unit(place("5"), "5", "m", Some("`length`"));
    insta::assert_snapshot!(shown(&diagnostic));
}

#[test]
fn json_has_places_in_bytes_and_in_lines() {
    let diagnostic = duplicate_name(place("lenght"), "field", "lenght", place("äh"));
    let found = located(&diagnostic, locate);
    let sources = Sources::new([&found], |_| Some(Arc::from(TEXT)));
    insta::assert_snapshot!(json_line(&found, &sources));
}

#[test]
fn places_outside_the_text_are_clamped() {
    let outside = Place { item: ItemKey(0), span: Span::new(19, 9999) };
    let text = shown(&unknown_name(outside, "x", &[]));
    assert!(text.contains("E0201"), "{text}");
    let gone = located(&unknown_name(outside, "x", &[]), |_| None);
    let text = rich(&gone, &Sources::default(), true);
    assert!(text.contains("E0201"), "{text}");
}

/// A file without line ends, as programs write them: the whole of it with each message would be megabytes.
#[test]
fn long_lines_are_cut_around_the_labels_and_keep_their_columns() {
    let words = |count: usize| "öä ".repeat(count);
    let text = format!("short\n{}HERE {}THERE{}\r\nshort\n", words(500), words(500), words(500));
    let shown = |from: &str, to: &str| {
        let at = |word: &str| text.find(word).expect("it is there") as u32;
        let label = |word: &str| Span::new(at(word), at(word) + word.len() as u32);
        let span = label(from);
        let place = |span| Place { item: ItemKey(0), span };
        let other = place(label(to));
        let found = located(&duplicate_name(place(span), "field", from, other), locate);
        let sources = Sources::new([&found], |_| Some(Arc::from(text.as_str())));
        rich(&found, &sources, false)
    };
    insta::assert_snapshot!(shown("HERE", "THERE"));
    // One that begins in a long line and ends in another.
    let long = format!("{}[{}\n{}]{}\n", words(99), words(99), words(99), words(99));
    let label = LocatedLabel {
        path: "m.cdl".to_owned(),
        range: long.find('[').expect("[")..long.find(']').expect("]") + 1,
        text: "all of it".to_owned(),
        primary: true,
    };
    let found = located(&unknown_name(place("äh"), "x", &[]), locate);
    let found = render::Located { labels: vec![label], ..found };
    let sources = Sources::new([&found], |_| Some(Arc::from(long.as_str())));
    insta::assert_snapshot!(rich(&found, &sources, false));
}

#[test]
fn codes_are_in_order_and_pages_carry_them() {
    let codes: Vec<_> = all().iter().map(|code| code.code).collect();
    let numbers: Vec<_> = codes.iter().map(|code| &code[1..]).collect();
    assert!(numbers.is_sorted_by(|a, b| a < b), "{codes:?}");
    for code in all() {
        let title = format!("# {}: {}\n", code.code, code.title);
        assert!(code.page.starts_with(&title), "{}", code.code);
        assert!(explain(&code.code.to_lowercase()).is_some());
    }
    assert_eq!(explain("E9999"), None);
}

/// The code under the heading `## Wrong` or `## Right` of a page.
fn example<'a>(page: &'a str, heading: &str) -> Option<&'a str> {
    let (_, section) = page.split_once(&format!("\n## {heading}\n"))?;
    let (_, code) = section.split_once("```cdl\n")?;
    code.split_once("\n```").map(|(code, _)| code)
}

#[test]
fn examples_of_pages_can_be_read() {
    for code in all() {
        let right = example(code.page, "Right");
        let wrong = example(code.page, "Wrong").filter(|_| code.code != "E0101");
        for text in right.into_iter().chain(wrong) {
            let file = cdl_grammar::parse(text);
            assert!(file.errors.is_empty(), "{}: {:?}\n{text}", code.code, file.errors);
        }
    }
}
