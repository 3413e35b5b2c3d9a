use super::{Completions, completions};
use crate::ide::fixture::Fixture;

fn at(text: &str) -> Completions {
    let fixture = Fixture::new(text);
    completions(&fixture.view(), &fixture.path, fixture.offset())
}

#[test]
fn smoke() {
    let found = at("model A {\n  body b { $0 }\n}\n");
    assert!(found.items.iter().any(|own| own.label == "mass"));
}
