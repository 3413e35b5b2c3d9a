//! Checking and compiling never panic, whatever the text, and every place lies in the text.

#![no_main]

use cdl_compiler::{Compiler, Nothing, Request};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let mut compiler = Compiler::new(Nothing);
    compiler.set_file("fuzz.cdl", text);
    for diagnostic in compiler.check("fuzz.cdl") {
        let location = compiler.locate(diagnostic.primary.place).expect("a place in the file");
        assert!(location.range.end <= text.len() || location.path != "fuzz.cdl");
    }
    let _ = compiler.compile("fuzz.cdl", &Request::default());
});
