//! How much memory checking and formatting take at their peaks, for each byte of the text. The only test of its program, as the
//! whole program is counted.

// A global allocator can only be made so.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::fmt::Write as _;
use std::sync::atomic::{AtomicUsize, Ordering};

use cdl_compiler::diagnostics::Severity;
use cdl_compiler::{Compiler, Nothing};

static HELD: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

struct Counting;

fn taken(bytes: usize) {
    let held = HELD.fetch_add(bytes, Ordering::Relaxed) + bytes;
    MOST.fetch_max(held, Ordering::Relaxed);
}

// SAFETY: the system's allocator does everything; the rest are two numbers.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        taken(layout.size());
        // SAFETY: what the caller keeps to is what is asked for here.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: as above.
        unsafe { System.dealloc(at, layout) }
    }

    // Else each growth would count as two, and a peak be where none is.
    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        HELD.fetch_sub(layout.size(), Ordering::Relaxed);
        taken(size);
        // SAFETY: as above.
        unsafe { System.realloc(at, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const END: &str = "}\nexperiment e = M() { simulate 1 s with rk4(step = 5 ms) }\n";

fn lets(count: usize) -> String {
    let mut text = "model M() {\n  body b { mass = 1 kg; shape = sphere(diameter = 1 m) }\n  \
                    joint j: free from world to b\n"
        .to_owned();
    for i in 0..count {
        writeln!(text, "  let _x{i} = {}.5 m + 3 mm * {}.25", i % 97, i % 7).expect("a text");
    }
    text + END
}

fn bodies(count: usize) -> String {
    let mut text = "model M() {\n".to_owned();
    for i in 0..count {
        writeln!(
            text,
            "  body b{i} {{ mass = {}.5 kg; inertia = diag(1, 2, 2) kg.m^2 }}\n  \
             joint j{i}: revolute(axis = y) from world at [0, {i}, 0] m to b{i} at [0, 0, 0.5] m",
            i % 97 + 1
        )
        .expect("a text");
    }
    text + END
}

fn components(count: usize) -> String {
    let mut text = String::new();
    for i in 0..count {
        writeln!(
            text,
            "component C{i}(hook: Frame, size: Length = {} m) {{\n  \
             body b {{ mass = {}.5 kg; inertia = diag(1, 2, 2) kg.m^2 }}\n  \
             joint j: revolute(axis = y) from hook at [0, 1, 0] * size to b at [0, 0, 0.5] m\n}}",
            i % 7 + 1,
            i % 97 + 1
        )
        .expect("a text");
    }
    text.push_str("model M() {\n");
    for i in 0..count {
        writeln!(text, "  part c{i} = C{i}(hook = world, size = {} m)", i + 1).expect("a text");
    }
    text + END
}

fn frames(count: usize) -> String {
    let mut text = "model M() {\n  body b { mass = 1 kg; shape = sphere(diameter = 1 m) }\n  \
                    joint j: free from world to b\n"
        .to_owned();
    for i in 0..count {
        writeln!(text, "  frame f{i} at [0,0,{}] m", i % 9).expect("a text");
    }
    text + END
}

/// Numbers of four digits, ten in a line.
fn numbers(count: usize) -> String {
    let number = |i: usize| format!("{}.{}", i * 37 % 1000, i % 10);
    let lines = (0..count / 10).map(|line| {
        let line: Vec<String> = (0..10).map(|i| number(10 * line + i)).collect();
        format!("  {}", line.join(", "))
    });
    format!("[\n{}\n]", lines.collect::<Vec<_>>().join(",\n"))
}

fn lists(count: usize, length: usize) -> String {
    let mut text = lets(0);
    text.truncate(text.len() - END.len());
    for i in 0..count {
        writeln!(text, "  let _a{i} = {} m", numbers(length)).expect("a text");
    }
    text + END
}

fn long_list(length: usize) -> String {
    format!("const table = {}\n{}", numbers(length), lets(1))
}

fn commented(count: usize) -> String {
    let mut text = "//! A model with many words in it.\n\nmodel M() {\n".to_owned();
    for i in 0..count {
        writeln!(
            text,
            "  /// One of the rods, which hang side by side and never touch each other.\n  \
             // Its mass was weighed on a Tuesday, by someone who was in a hurry; see the list.\n  \
             body b{i} {{ // the rod itself\n    mass = {}.5 kg  // weighed with its bolts\n    \
             /* the inertia was\n       computed, not measured */\n    \
             inertia = diag(1, 2, 2) kg.m^2\n  }}\n\n  /// A hinge.\n  \
             joint j{i}: revolute(axis = y) from world at [0, {i}, 0] m to b{i}  // greased",
            i % 97 + 1
        )
        .expect("a text");
    }
    text + END
}

/// The peak of what is done, beyond what is there before it, for each byte of a text.
fn peak<T>(text: &str, done: impl FnOnce() -> T) -> (f64, T) {
    let before = HELD.load(Ordering::Relaxed);
    MOST.store(before, Ordering::Relaxed);
    let result = done();
    let peak = MOST.load(Ordering::Relaxed) - before;
    (peak as f64 / text.len() as f64, result)
}

/// Texts of nearly two MB, as of those that are smaller what is there once counts as well. Trees are packed, as for the command.
///
/// Both are promised to stay below ten, formatting with the text itself. Where they are far below, with a margin of a quarter
/// and of a tenth. docs/performance.md says what holds it.
#[test]
fn checking_and_formatting_take_a_bounded_number_of_bytes_for_each_of_the_text() {
    for (name, text, most, most_formatting) in [
        ("lets", lets(48_000), 10.0, 9.0),
        // Each gets a warning, of which a thousand are kept.
        ("lets that nothing reads", lets(48_000).replace("_x", "x"), 10.0, 9.0),
        ("bodies", bodies(12_000), 10.0, 9.0),
        ("components", components(7500), 10.0, 9.0),
        ("frames", frames(66_000), 10.0, 9.0),
        ("lists", lists(150, 2000), 8.0, 9.0),
        ("one long list", long_list(300_000), 10.0, 13.0),
        ("commented", commented(4200), 5.0, 9.0),
    ] {
        let (checking, found) = peak(&text, || {
            let mut compiler = Compiler::packing(Nothing);
            compiler.set_file("model.cdl", &text);
            compiler.check("model.cdl")
        });
        let error = found.iter().find(|own| own.severity == Severity::Error);
        assert!(error.is_none(), "{name}: {error:?}");
        let (formatting, formatted) = peak(&text, || cdl_grammar::format(&text));
        assert!(formatted.is_ok(), "{name}");
        println!(
            "{name}: {} bytes of text, {checking:.1} for each at the peak of checking, {formatting:.1} of formatting",
            text.len()
        );
        assert!(
            checking < most,
            "{name}: {checking:.1} bytes for each byte of text, {most} at most"
        );
        assert!(
            formatting < most_formatting,
            "{name}: {formatting:.1} bytes for each byte of text that is formatted, {most_formatting} at most"
        );
    }
}
