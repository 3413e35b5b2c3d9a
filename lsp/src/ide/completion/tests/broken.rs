//! Completion in texts that somebody is in the middle of writing, or that are no model at all.

use super::super::{completions, completions_after};
use super::{at, labels};
use crate::ide::fixture::Fixture;

fn has(text: &str, label: &str) {
    let labels = labels(text);
    assert!(labels.iter().any(|own| own == label), "`{label}` in {labels:?}\n{text}");
}

fn has_not(text: &str, label: &str) {
    let labels = labels(text);
    assert!(!labels.iter().any(|own| own == label), "`{label}` in {labels:?}\n{text}");
}

#[test]
fn relations_of_an_element_that_has_no_block_yet() {
    has("model M {\n  body b { mass = 1 kg }\n  joint j: fixed from $0", "world");
    has("model M {\n  body b { mass = 1 kg }\n  joint j: fixed from world to $0", "b");
    has("model M {\n  body b { mass = 1 kg }\n  joint j: fixed from world to $0\n}\n", "b");
    has(
        "model M {\n  body b { mass = 1 kg }\n  joint j: fixed from world to $0\n  body c { }\n}\n",
        "c",
    );
    has("model M {\n  cable t: rigid_links(count = 32) from world $0\n}\n", "to");
    has("model M {\n  cable t: rigid_links(count = 32) from world to $0\n}\n", "free");
    has_not("model M {\n  joint j: fixed from world to $0\n}\n", "free");
}

#[test]
fn fields_in_a_block_that_is_not_closed() {
    has("model M {\n  body b {\n    $0", "mass");
    has("model M {\n  body b {\n    ma$0\n  body c { mass = 1 kg }\n}\n", "mass");
    has("model M {\n  body b {\n    $0\n  joint j: fixed from world to b\n}\n", "mass");
    has_not("model M {\n  body b {\n    mass = 1 kg\n    $0\n  }\n}\n", "mass");
    has_not("model M {\n  body b {\n    $0\n    mass = 1 kg\n  }\n}\n", "mass");
    has("model M {\n  joint j: revolute(axis = y) from world to b {\n    start = { $0", "rate");
    has(
        "model M {\n  joint j: revolute(axis = y) from world to b {\n    start = { angle = 1 deg; $0 }\n  }\n}\n",
        "weight",
    );
}

#[test]
fn members_after_what_cannot_be_read() {
    has("model M {\n  body b {\n  }\n  ??\n  $0\n}\n", "joint revolute …");
    has("model M {\n  body b { mass = }\n  jo$0\n}\n", "joint");
    has("model M {\n  record a,\n  b\n  $0\n}\n", "cable");
    has("model M {\n} }\n$0", "experiment");
}

#[test]
fn headers_without_a_body() {
    has("model M {\n}\nexperiment e = $0", "M");
    has("model M(length: $0", "Length");
    has("model M(length: Vector($0", "Length");
    has("fn area(d: Length) -> $0", "Area");
    has("const a: $0", "Mass");
    has("model M(length: Length = 1 m) {\n}\nexperiment e = M($0) {\n}\n", "length");
}

#[test]
fn nothing_where_nothing_can_be_known() {
    for text in [
        "// a $0",
        "/// a $0\nmodel M { }",
        "//! $0",
        "model M {\n  /* a $0 */\n}\n",
        "model M {\n  let a = \"x $0\"\n}\n",
        "model M {\n  let a = 12$0\n}\n",
        "model M {\n  let $0\n}\n",
        "model $0",
        "import std.materials as $0",
        "model M($0) { }",
        "model M {\n  for $0\n}\n",
    ] {
        assert_eq!(labels(text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn a_blank_that_indents_asks_for_nothing() {
    let after = |text: &str| {
        let fixture = Fixture::new(text);
        let view = fixture.view();
        let found = completions_after(&view, &fixture.path, fixture.offset(), ' ');
        found.items.len()
    };
    assert_eq!(after("model M {\n  $0\n}\n"), 0);
    assert_eq!(after("model M {\n  body b { $0 }\n}\n"), 0);
    assert!(after("model M {\n  let a = 12 $0\n}\n") > 0);
    assert!(after("model M {\n  joint j: fixed from $0\n}\n") > 0);
}

#[test]
fn every_place_in_any_text_answers() {
    let texts = [
        "model M {\n  body b { mass = 1 kg; start = { position = [0, 0, µm°] m } }\n  joint j: fixed from world to b.\n",
        "import \"a.cdl\"\nexperiment e = M(a = 1 kg/m^3) { simulate 10 s with rk4(step = 5 ms), every 10 ms, dynamics = }\n}}}",
        "cable : = , . .. ... ( [ { ) ] } % 1/ 1/s 12 kg/ a.b. record as at from to",
        "\"unfinished\nmodel é { body ü { } }\r\n\r\nlet 12 m",
    ];
    for text in texts {
        let fixture = Fixture::new(text);
        let view = fixture.view();
        for offset in 0..text.len() + 2 {
            for own in completions(&view, &fixture.path, offset).items {
                assert!(text.get(own.range.clone()).is_some(), "{offset} {own:?}");
                assert_eq!(own.range.end, offset);
            }
        }
    }
}

#[test]
fn an_import_that_is_missing_comes_along() {
    let found = at(
        "model M {\n  cable c: rigid_links(count = 2) from world to free {\n    density = $0\n  }\n}\n",
    );
    let steel = found.items.iter().find(|own| own.label == "materials.steel.density");
    let edits: Vec<_> = steel.iter().flat_map(|own| &own.edits).collect();
    assert!(matches!(edits.as_slice(), [edit] if edit.text == "import std.materials\n\n"));
}
