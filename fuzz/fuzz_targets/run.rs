//! A run of what compiles never panics; it is ended after a few rows.

#![no_main]

use std::sync::atomic::{AtomicBool, Ordering};

use cdl_graph::Discretization;
use cdl_session::{Observer, Progress, Row, Session};
use libfuzzer_sys::fuzz_target;

struct Glance<'a> {
    left: u32,
    enough: &'a AtomicBool,
}

impl Glance<'_> {
    fn look(&mut self) {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            self.enough.store(true, Ordering::Relaxed);
        }
    }
}

impl Observer for Glance<'_> {
    fn row(&mut self, _: &Row<'_>) -> std::io::Result<()> {
        self.look();
        Ok(())
    }

    fn progress(&mut self, _: &Progress) {
        self.look();
    }
}

/// Discretizations that a mutated digit has made huge only cost memory and time.
const MOST_LINKS: u32 = 1_000;

fuzz_target!(|text: &str| {
    let mut session = Session::from_text("fuzz.cdl", text);
    let Ok(compilation) = session.compile(None, &[]) else { return };
    let Some(graph) = compilation.graph() else { return };
    let pieces = |of: &Discretization| match *of {
        Discretization::RigidLinks { count, .. } => count,
        Discretization::Lumped { points, .. } => points,
        Discretization::Spline { elements, .. } => elements,
        Discretization::BSpline { spans, .. } => spans,
    };
    if graph.cables.iter().any(|cable| pieces(&cable.discretization) > MOST_LINKS) {
        return;
    }
    let Ok(runnable) = session.assemble(compilation) else { return };
    let enough = AtomicBool::new(false);
    runnable.run(&mut Glance { left: 5, enough: &enough }, &enough);
});
