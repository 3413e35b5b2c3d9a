//! How long an editor waits for names and colours in models of 10 000 lines, right after an edit of one
//! line: one giant model, and many components. `cargo bench -p cdl-lsp`.

#[path = "../../compiler/benches/large/mod.rs"]
mod large;

use cdl_compiler::View;
use cdl_lsp::ide::{definition, highlights, references, rename, semantic_tokens};

const PATH: &str = "model.cdl";
const SHAPES: [&str; 2] = ["giant", "components"];

fn main() {
    divan::main();
}

/// Asks about the middle of a file each time one number there has been edited. `read` says what has been
/// asked before.
fn after_edit<T>(
    bencher: divan::Bencher,
    shape: &str,
    read: impl Fn(&View),
    ask: impl Fn(&View, usize) -> T,
) {
    let text = if shape == "giant" { large::giant() } else { large::components() };
    let edits = large::edits(&text);
    let at = edits[0].len() / 2;
    let at = at + edits[0][at..].find("revolute").unwrap_or_default();
    let mut compiler = large::checked(&text);
    let mut turn = 0;
    bencher
        .with_inputs(|| {
            turn = 1 - turn;
            compiler.set_file(PATH, &edits[turn]);
            let view = compiler.view();
            read(&view);
            view
        })
        .bench_local_values(|view| {
            ask(&view, at);
        });
}

fn nothing(_: &View) {}

fn trees(view: &View) {
    view.items(PATH);
}

fn declarations(view: &View) {
    view.visible(PATH, view.text(PATH).map_or(0, |text| text.len() / 2));
}

#[divan::bench(args = SHAPES, sample_count = 20, sample_size = 1)]
fn a_trees(bencher: divan::Bencher, shape: &str) {
    after_edit(bencher, shape, nothing, |view, _| view.items(PATH).len());
}

#[divan::bench(args = SHAPES, sample_count = 20, sample_size = 1)]
fn b_all_uses(bencher: divan::Bencher, shape: &str) {
    after_edit(bencher, shape, trees, |view, _| view.uses(PATH).len());
}

#[divan::bench(args = SHAPES, sample_count = 20, sample_size = 1)]
fn c_use_at_first(bencher: divan::Bencher, shape: &str) {
    after_edit(bencher, shape, trees, |view, at| view.use_at(PATH, at));
}

#[divan::bench(args = SHAPES, sample_count = 20, sample_size = 1)]
fn d_use_at_again(bencher: divan::Bencher, shape: &str) {
    after_edit(bencher, shape, declarations, |view, at| view.use_at(PATH, at));
}

#[divan::bench(args = SHAPES, sample_count = 20, sample_size = 1)]
fn e_visible(bencher: divan::Bencher, shape: &str) {
    after_edit(bencher, shape, trees, |view, at| view.visible(PATH, at).len());
}

#[divan::bench(args = SHAPES, sample_count = 20, sample_size = 1)]
fn f_visible_again(bencher: divan::Bencher, shape: &str) {
    after_edit(bencher, shape, declarations, |view, at| view.visible(PATH, at).len());
}

#[divan::bench(args = SHAPES, sample_count = 20, sample_size = 1)]
fn g_members(bencher: divan::Bencher, shape: &str) {
    let name = if shape == "giant" { "arm_300.end" } else { "rope.end" };
    after_edit(bencher, shape, declarations, |view, at| {
        let found = view.members(&view.denoted(PATH, at, name)).len();
        assert!(found > 2, "{found}");
    });
}

#[divan::bench(args = SHAPES, sample_count = 20, sample_size = 1)]
fn h_tokens(bencher: divan::Bencher, shape: &str) {
    after_edit(bencher, shape, trees, |view, _| {
        semantic_tokens::semantic_tokens(view, PATH, None).len()
    });
}

/// About 100 lines.
#[divan::bench(args = SHAPES, sample_count = 20, sample_size = 1)]
fn i_tokens_of_a_screen(bencher: divan::Bencher, shape: &str) {
    after_edit(bencher, shape, trees, |view, at| {
        semantic_tokens::semantic_tokens(view, PATH, Some(at..at + 3000)).len()
    });
}

#[divan::bench(args = SHAPES, sample_count = 20, sample_size = 1)]
fn j_definition(bencher: divan::Bencher, shape: &str) {
    after_edit(bencher, shape, trees, |view, at| definition::definition(view, PATH, at - 5).len());
}

#[divan::bench(args = SHAPES, sample_count = 20, sample_size = 1)]
fn k_highlights(bencher: divan::Bencher, shape: &str) {
    after_edit(bencher, shape, trees, |view, at| highlights::highlights(view, PATH, at - 5).len());
}

#[divan::bench(args = SHAPES, sample_count = 20, sample_size = 1)]
fn l_references(bencher: divan::Bencher, shape: &str) {
    after_edit(bencher, shape, trees, |view, at| {
        let found = references::references(view, PATH, at - 5, true).len();
        assert!(found > 0);
    });
}

#[divan::bench(args = SHAPES, sample_count = 5, sample_size = 1)]
fn m_rename(bencher: divan::Bencher, shape: &str) {
    after_edit(bencher, shape, trees, |view, at| {
        let edits = rename::rename(view, PATH, at - 5, "renamed");
        assert!(edits.is_ok_and(|edits| !edits.is_empty()));
    });
}
