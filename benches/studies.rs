//! Cost of a variant of a study beside its solver's own time: `cargo bench --bench studies`.
//!
//! Prints the time of 10 000 small runs in a study on one thread, with a folder and without, that of as many runs of one model that
//! is assembled once, and the difference for each variant; the fastest of three.

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use cdl_session::{Observer, Outcome, Session, StudySettings};

/// As in the command.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const VARIANTS: usize = 10_000;
static NEVER: AtomicBool = AtomicBool::new(false);

struct Nobody;
impl Observer for Nobody {}

fn main() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/studies.cdl");
    let solver = fastest(|| {
        let mut session = Session::open(&path).expect("the models");
        let runnable = session.experiment(Some("one"), &[]).expect("it runs");
        let clock = Instant::now();
        for _ in 0..VARIANTS {
            let report = runnable.run(&mut Nobody, &NEVER);
            assert_eq!(report.run.solved().outcome, Outcome::Finished);
        }
        clock.elapsed().as_secs_f64()
    });
    let folder = std::env::temp_dir().join(format!("cdl-bench-studies-{}", std::process::id()));
    let study = |folder: Option<&Path>| {
        fastest(|| {
            if let Some(folder) = folder {
                // There is none before the first one.
                let _ = std::fs::remove_dir_all(folder);
            }
            let mut session = Session::open(&path).expect("the models");
            let runnable = session.experiment(Some("grid"), &[]).expect("it runs");
            let clock = Instant::now();
            let settings = StudySettings {
                folder,
                jobs: NonZeroUsize::new(1),
                cancel: &NEVER,
                progress: &|_, _| {},
            };
            let studied = runnable.study(&mut session, &settings);
            assert_eq!((studied.table.rows.len(), studied.compiled), (VARIANTS, 0));
            clock.elapsed().as_secs_f64()
        })
    };
    let each = |seconds: f64| seconds / VARIANTS as f64 * 1e3;
    println!("{:<28} {:>12} {:>12}", "ms for each variant", "in all", "overhead");
    println!("{:<28} {:>12.4}", "one model, again and again", each(solver));
    for (name, seconds) in [("a study", study(None)), ("with its folder", study(Some(&folder)))] {
        println!("{name:<28} {:>12.4} {:>12.4}", each(seconds), each(seconds - solver));
    }
    let _ = std::fs::remove_dir_all(&folder);
}

fn fastest(mut run: impl FnMut() -> f64) -> f64 {
    (0..3).map(|_| run()).fold(f64::INFINITY, f64::min)
}
