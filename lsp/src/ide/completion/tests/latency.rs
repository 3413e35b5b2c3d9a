//! How long completion takes in a model of 10 000 lines, and at all places of the examples; it prints
//! and asserts nothing about time: `cargo test --release -p cdl-lsp completion_of -- --ignored --nocapture`.

use std::time::Instant;

use cdl_compiler::{Compiler, Disk, Nothing};

use super::super::completions;
use super::examples::examples;

fn giant() -> String {
    let mut text = String::from("model Giant {\n");
    for i in 0..714 {
        text.push_str(&format!(
            "  let size_{i} = {i} mm + 2 * 0.5 m\n\
             \x20 body arm_{i} {{\n\
             \x20   mass = 5 kg + 2 kg/m * size_{i}\n\
             \x20   shape = box([1, 0.2, 0.1] m, centre = [0.5, 0, 0] m)\n\
             \x20   frame end at [1, 0, 0] * size_{i}\n\
             \x20 }}\n\
             \x20 joint pin_{i}: revolute(axis = y) from world at [0, {i}, 0] m to arm_{i} {{\n\
             \x20   damping = 0.1 N.m.s/rad\n\
             \x20 }}\n\
             \x20 cable rope_{i}: rigid_links(count = 16) from arm_{i}.end to free {{\n\
             \x20   length = 3 m\n\
             \x20   mass = 0.4 kg\n\
             \x20 }}\n\
             \x20 force pull_{i} on rope_{i}.end = [1, 0, 0] N\n"
        ));
    }
    text.push_str("  ENTRY\n}\n");
    text
}

#[test]
#[ignore = "prints times"]
fn completion_of_a_large_model() {
    let model = giant();
    let entries = [
        "$0",
        "cable line: rigid_links(count = 8) from world to $0",
        "cable line: rigid_links(count = 8) from world to arm_7$0",
        "let a = si$0",
        "let a = $0",
        "let a = arm_70.$0",
        "let a = 12 $0",
        "body b { $0 }",
    ];
    let mut compiler = Compiler::new(Nothing);
    for entry in entries {
        let (mut after_edit, mut again) = (Vec::new(), Vec::new());
        let mut offered = 0;
        for turn in 0..20 {
            let text = model.replace("ENTRY", &format!("let turn_{turn} = 1\n  {entry}"));
            let offset = text.find("$0").unwrap_or(0);
            compiler.set_file("main.cdl", &text.replace("$0", ""));
            // The names of the file are known by then: its diagnostics ask for them first.
            let view = compiler.view();
            view.visible("main.cdl", offset);
            let start = Instant::now();
            offered = completions(&view, "main.cdl", offset).items.len();
            after_edit.push(start.elapsed().as_secs_f64() * 1e3);
            let start = Instant::now();
            completions(&view, "main.cdl", offset);
            again.push(start.elapsed().as_secs_f64() * 1e3);
        }
        after_edit.sort_by(f64::total_cmp);
        again.sort_by(f64::total_cmp);
        println!(
            "{entry}: {offered} offered, median {:.2} ms after an edit, {:.2} ms again, most {:.2} ms",
            after_edit[10], again[10], after_edit[19]
        );
    }
}

/// In the example as it is, and in what there is of it when it is written from its start to its end.
#[test]
#[ignore = "prints times"]
fn completion_of_examples() {
    let mut times = Vec::new();
    for (path, text) in examples() {
        let mut compiler = Compiler::new(Disk);
        for offset in (0..=text.len()).filter(|own| text.is_char_boundary(*own)) {
            for part in [text.as_str(), &text[..offset]] {
                compiler.set_file(&path, part);
                let view = compiler.view();
                view.visible(&path, offset);
                let start = Instant::now();
                completions(&view, &path, offset);
                times.push(start.elapsed().as_secs_f64() * 1e3);
            }
        }
    }
    times.sort_by(f64::total_cmp);
    let most = times.last().copied().unwrap_or(0.0);
    let mean = times.iter().sum::<f64>() / times.len() as f64;
    println!("{} places, mean {mean:.3} ms, most {most:.2} ms", times.len());
}
