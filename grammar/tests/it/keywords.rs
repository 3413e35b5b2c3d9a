//! The words of the grammar.

use cdl_grammar::{keywords, parse};

#[test]
fn keywords_are_sorted_and_stand_in_the_grammar() {
    let words = keywords();
    assert!(words.is_sorted());
    let grammar = include_str!("../../cdl.pest");
    for word in words {
        assert!(grammar.contains(&format!("\"{word}\"")), "{word}");
    }
}

/// The words that the grammar file reserves are those that cannot name a constant.
#[test]
fn reserved_words_cannot_be_names() {
    let grammar = include_str!("../../cdl.pest");
    let rule =
        grammar.split("reserved = _{").nth(1).and_then(|rest| rest.split('}').next()).unwrap();
    let reserved: Vec<_> = rule.split('"').skip(1).step_by(2).collect();
    assert_eq!(reserved.len(), 22);
    for word in keywords() {
        let errors = parse(&format!("const {word} = 1")).errors;
        assert_eq!(errors.is_empty(), !reserved.contains(&word), "{word}");
        assert_eq!(parse(&format!("const {word}s = 1")).errors, [], "{word}s");
    }
}
