//! Parsing never panics, whatever the text; and what the formatter writes it writes again.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let file = cdl_grammar::parse(text);
    for error in &file.errors {
        assert!(error.span.end as usize <= text.len(), "an error points beyond the text");
    }
    if let Ok(once) = cdl_grammar::format(text) {
        let twice = cdl_grammar::format(&once).expect("formatted text parses");
        assert_eq!(once, twice, "formatting is not idempotent");
    }
});
