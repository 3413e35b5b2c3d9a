//! Models of 10 000 lines: one giant model, and many components. Other crates measure with them, too.

use cdl_compiler::{Compiler, Nothing};

const LINES: usize = 10_000;
const PART_LINES: usize = 16;

/// One giant model.
pub fn giant() -> String {
    flat(LINES / PART_LINES)
}

/// One model with bodies, joints, cables, forces and records in a flat list, [`PART_LINES`] for each
/// of `count` parts.
pub fn flat(count: usize) -> String {
    let mut text = String::from("model Giant {\n");
    for i in 0..count {
        text.push_str(&format!(
            "  let size_{i} = {i} mm + 2 * 0.5 m\n\
             \x20 body arm_{i} {{\n\
             \x20   mass = 5 kg + 2 kg/m * size_{i}\n\
             \x20   shape = box([1, 0.2, 0.1] m, centre = [0.5, 0, 0] m)\n\
             \x20   frame end at [1, 0, 0] * size_{i}\n\
             \x20 }}\n\
             \x20 joint pin_{i}: revolute(axis = y) from world at [0, {i}, 0] m to arm_{i} {{\n\
             \x20   damping = 0.1 N.m.s/rad\n\
             \x20   start = {{ angle = 10 deg }}\n\
             \x20 }}\n\
             \x20 cable rope_{i}: rigid_links(count = 16) from arm_{i}.end to free {{\n\
             \x20   length = 3 m\n\
             \x20   mass = 0.4 kg\n\
             \x20 }}\n\
             \x20 force pull_{i} on rope_{i}.end = [1, 0, 0] N * sin(2 * pi * time / 3 s)\n\
             \x20 record rope_{i}.end.position, pin_{i}.angle\n"
        ));
    }
    text.push_str("}\n\nexperiment run = Giant() {\n  simulate 1 s with rk4(step = 1 ms)\n}\n");
    text
}

/// Many components, each used once.
pub fn components() -> String {
    let mut text = String::new();
    let mut lines = 0;
    let mut count = 0;
    while lines < LINES - LINES / 10 {
        text.push_str(&format!(
            "component Part{count}(base: Frame, length: Length = 1 m) {{\n\
             \x20 let weight = 2 kg/m * length\n\
             \x20 pub body arm {{\n\
             \x20   mass = weight\n\
             \x20   shape = box([1, 0.2, 0.1] m, centre = [0.5, 0, 0] m)\n\
             \x20 }}\n\
             \x20 pub frame end on arm at [1, 0, 0] * length\n\
             \x20 joint pin: revolute(axis = y) from base to arm {{\n\
             \x20   damping = 0.1 N.m.s/rad\n\
             \x20   start = {{ angle = 10 deg }}\n\
             \x20 }}\n\
             \x20 cable rope: rigid_links(count = 16) from end to free {{\n\
             \x20   length = 3 m\n\
             \x20   mass = 0.4 kg\n\
             \x20 }}\n\
             \x20 force pull on rope.end = [1, 0, 0] N * sin(2 * pi * time / 3 s)\n\
             \x20 record rope.end.position, pin.angle\n\
             }}\n\n"
        ));
        lines += 19;
        count += 1;
    }
    text.push_str("model Whole {\n");
    for i in 0..count {
        text.push_str(&format!(
            "  part p{i} = Part{i}(base = world)\n  record p{i}.end.position\n"
        ));
    }
    text.push_str("}\n\nexperiment run = Whole() {\n  simulate 1 s with rk4(step = 1 ms)\n}\n");
    text
}

pub fn checked(text: &str) -> Compiler {
    let mut compiler = Compiler::new(Nothing);
    compiler.set_file("model.cdl", text);
    let diagnostics = compiler.check("model.cdl");
    assert!(diagnostics.is_empty(), "{:?}", diagnostics.first());
    compiler
}

/// The text with one number in its middle changed to and fro.
pub fn edits(text: &str) -> [String; 2] {
    let middle = text.len() / 2;
    let at = text[middle..].find("damping = 0.1").map_or(0, |at| middle + at);
    let with = |value: &str| {
        let mut edited = text.to_owned();
        edited.replace_range(at + 10..at + 13, value);
        edited
    };
    [with("0.2"), with("0.3")]
}
