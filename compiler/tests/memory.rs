//! How much memory checking takes at its peak, for each byte of the text. The only test of its program, as the whole program
//! is counted.

// A global allocator can only be made so.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::fmt::Write as _;
use std::sync::atomic::{AtomicUsize, Ordering};

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

/// With a margin of a quarter. docs/performance.md says what holds it.
#[test]
fn checking_takes_a_bounded_number_of_bytes_for_each_of_the_text() {
    for (name, text, most) in [
        ("lets", lets(8000), 31.0),
        ("bodies", bodies(2500), 29.0),
        ("components", components(1500), 31.0),
    ] {
        let mut compiler = Compiler::new(Nothing);
        let before = HELD.load(Ordering::Relaxed);
        MOST.store(before, Ordering::Relaxed);
        compiler.set_file("model.cdl", &text);
        let found = compiler.check("model.cdl");
        let peak = MOST.load(Ordering::Relaxed) - before;
        assert!(found.is_empty(), "{name}: {found:?}");
        let each = peak as f64 / text.len() as f64;
        println!("{name}: {} bytes of text, {each:.1} for each at the peak", text.len());
        assert!(each < most, "{name}: {each:.1} bytes for each byte of text, {most} at most");
    }
}
