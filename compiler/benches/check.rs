//! How long `check` takes on models of 10 000 lines, cold and after an edit of one line: one giant
//! model, and many components; and how long it takes to tell what stands under the cursor right
//! after such an edit, checked or not. `cargo bench -p cdl-compiler`.

mod large;

use large::{checked, components, edits, giant};

fn main() {
    divan::main();
}

fn after_edit(bencher: divan::Bencher, text: &str) {
    let edits = edits(text);
    let mut compiler = checked(text);
    let mut turn = 0;
    bencher.bench_local(|| {
        turn = 1 - turn;
        compiler.set_file("model.cdl", &edits[turn]);
        compiler.check("model.cdl").len()
    });
}

#[divan::bench(sample_count = 10)]
fn giant_cold(bencher: divan::Bencher) {
    let text = giant();
    bencher.bench(|| checked(&text));
}

#[divan::bench(sample_count = 20)]
fn giant_after_edit(bencher: divan::Bencher) {
    after_edit(bencher, &giant());
}

#[divan::bench(sample_count = 10)]
fn components_cold(bencher: divan::Bencher) {
    let text = components();
    bencher.bench(|| checked(&text));
}

#[divan::bench(sample_count = 20)]
fn components_after_edit(bencher: divan::Bencher) {
    after_edit(bencher, &components());
}

/// What stands in the line that has just been edited, and what it belongs to.
fn hover_after_edit(bencher: divan::Bencher, text: &str) {
    let edits = edits(text);
    let offset = edits[0].len() / 2;
    let at = edits[0][offset..].find("damping = 0.2").map_or(0, |at| offset + at + 11);
    let mut compiler = checked(text);
    let mut turn = 0;
    bencher.bench_local(|| {
        turn = 1 - turn;
        compiler.set_file("model.cdl", &edits[turn]);
        let view = compiler.view();
        view.use_at("model.cdl", at);
        let found = view.revealed_at("model.cdl", at);
        assert!(
            found.element.is_some_and(|own| own.details.iter().any(|own| own.name == "damping"))
        );
        found.expression.is_some()
    });
}

#[divan::bench(sample_count = 50)]
fn giant_hover_after_edit(bencher: divan::Bencher) {
    hover_after_edit(bencher, &giant());
}

#[divan::bench(sample_count = 50)]
fn components_hover_after_edit(bencher: divan::Bencher) {
    hover_after_edit(bencher, &components());
}

/// A screen of lines, without an edit.
fn screen(bencher: divan::Bencher, text: &str) {
    let compiler = checked(text);
    let view = compiler.view();
    let middle = text.len() / 2;
    bencher.bench_local(|| view.reveal_in("model.cdl", middle..middle + 2000).len());
}

#[divan::bench(sample_count = 50)]
fn giant_screen(bencher: divan::Bencher) {
    screen(bencher, &giant());
}

#[divan::bench(sample_count = 50)]
fn components_screen(bencher: divan::Bencher) {
    screen(bencher, &components());
}
