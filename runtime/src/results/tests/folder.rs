//! The folder of a run.

use super::samples::{
    Scratch, pendulum_columns, pendulum_frame, pendulum_row, pendulum_scene, summary,
};
use crate::results::folder::{ResultFiles, ResultsFolder};

fn run(folder: &std::path::Path) -> ResultFiles {
    let mut results = ResultsFolder::create(folder, pendulum_columns(), pendulum_scene())
        .expect("the folder can be made");
    for step in 0..=500 {
        let time = f64::from(step) / 100.0;
        results.row(time, &pendulum_row(time)).expect("the row can be written");
        results.frame(pendulum_frame(time));
    }
    results.finish(&summary()).expect("the files can be written")
}

#[test]
fn four_files() {
    let scratch = Scratch::new("folder");
    let files = run(&scratch.0.join("deep").join("down"));
    let size = |path: &std::path::Path| std::fs::metadata(path).expect("the file is there").len();
    assert_eq!(std::fs::read_to_string(&files.csv).expect("text").lines().count(), 502);
    assert!(size(&files.summary) > 100);
    assert!(size(&files.page) > 3_000_000);
    assert!(size(&files.picture.expect("there is something to draw")) > 1000);
}

#[test]
fn a_folder_that_cannot_be_made_is_an_error() {
    let scratch = Scratch::new("folder-file");
    let file = scratch.0.join("taken");
    std::fs::write(&file, "a file").expect("the file can be written");
    let error =
        ResultsFolder::create(&file, vec![], pendulum_scene()).expect_err("a file is in the way");
    assert!(error.to_string().contains("taken"), "{error}");
}

/// For looking at: `cargo test -p cdl-runtime leaves_results -- --ignored`.
#[test]
#[ignore = "leaves files below the temporary folder, for a person to look at"]
fn leaves_results() {
    let files = run(&std::env::temp_dir().join("cdl-results-to-look-at"));
    println!("{}", files.page.display());
}
