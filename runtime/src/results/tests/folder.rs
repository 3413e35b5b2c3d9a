//! The folder of a run.

use super::samples::{
    Scratch, pendulum_columns, pendulum_frame, pendulum_row, pendulum_scene, summary,
};
use crate::results::Column;
use crate::results::folder::{ResultFiles, ResultsFolder};
use crate::results::scene::{Scene, SceneCable, SceneFrame};
use crate::results::summary::{RunOutcome, Summary};

/// The summary that stands in the folder while the run goes on.
fn begun() -> Summary {
    Summary { outcome: RunOutcome::Running { process: 7 }, ..summary() }
}

fn run(folder: &std::path::Path) -> ResultFiles {
    let mut results = ResultsFolder::create(
        folder,
        Column::time(),
        pendulum_columns(),
        pendulum_scene(),
        &begun(),
    )
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
    assert!((600_000..1_500_000).contains(&size(files.page.as_deref().expect("a page"))));
    assert!(size(&files.picture.expect("there is something to draw")) > 1000);
}

#[test]
fn a_folder_that_cannot_be_made_is_an_error() {
    let scratch = Scratch::new("folder-file");
    let file = scratch.0.join("taken");
    std::fs::write(&file, "a file").expect("the file can be written");
    let error = ResultsFolder::create(&file, Column::time(), vec![], pendulum_scene(), &begun())
        .expect_err("a file is in the way");
    assert!(error.to_string().contains("taken"), "{error}");
    std::fs::create_dir(scratch.0.join("results.csv")).expect("the folder can be made");
    let error =
        ResultsFolder::create(&scratch.0, Column::time(), vec![], pendulum_scene(), &begun())
            .expect_err("a folder is in the way");
    assert!(error.to_string().contains("results.csv"), "{error}");
}

/// A long thin scene without bodies that fails on its way: a straight cable of 10 m, 5 degrees.
fn failing_tether(folder: &std::path::Path) -> ResultFiles {
    let columns =
        ["x", "y", "z"].map(|axis| Column::new(format!("tether.end.position.{axis}"), "m"));
    let scene = Scene {
        cables: vec![SceneCable { path: "tether".into(), diameter: 0.0 }],
        ..Scene::default()
    };
    let mut results =
        ResultsFolder::create(folder, Column::time(), columns.to_vec(), scene, &begun())
            .expect("the folder can be made");
    for step in 0..=640 {
        let time = f64::from(step) / 100.0;
        let (sin, cos) = (0.0873 * (1.2 * time).cos()).sin_cos();
        results.row(time, &[10.0 * sin, 0.0, -10.0 * cos]).expect("the row can be written");
        let points = (0..=32).map(|k| f64::from(k) / 3.2).map(|s| [s * sin, 0.0, -s * cos]);
        results.frame(SceneFrame {
            at: time,
            polylines: vec![points.collect()],
            ..SceneFrame::default()
        });
    }
    let mut summary = summary();
    summary.outcome = RunOutcome::Failed {
        simulated: 6.4,
        planned: 10.0,
        message: "link 7 of tether, 2.19 m from its start: the acceleration is not finite".into(),
    };
    results.finish(&summary).expect("the files can be written")
}

#[test]
fn a_failed_run_keeps_what_it_has() {
    let scratch = Scratch::new("folder-failed");
    let files = failing_tether(&scratch.0);
    assert_eq!(std::fs::read_to_string(&files.csv).expect("text").lines().count(), 642);
    let page = std::fs::read_to_string(files.page.as_deref().expect("a page")).expect("text");
    assert!(page.contains("Stopped at 6.4 s of 10 s: link 7 of tether"));
}

/// For looking at: `cargo test -p cdl-runtime leaves_results -- --ignored`.
#[test]
#[ignore = "leaves files below the temporary folder, for a person to look at"]
fn leaves_results() {
    let folder = std::env::temp_dir().join("cdl-results-to-look-at");
    println!("{}", run(&folder).page.expect("a page").display());
    println!("{}", failing_tether(&folder.join("tether")).page.expect("a page").display());
}

/// A table over another axis than time: how deep water drags a cable.
#[test]
fn a_table_over_depth() {
    let scratch = Scratch::new("folder-depth");
    let columns = vec![Column::new("water.speed", "m/s"), Column::new("cable.tension", "kN")];
    let scene = Scene {
        cables: vec![SceneCable { path: "cable".into(), diameter: 0.0 }],
        ..Scene::default()
    };
    let mut results =
        ResultsFolder::create(&scratch.0, Column::new("depth", "m"), columns, scene, &begun())
            .expect("the folder can be made");
    for depth in [0.0, 10.0, 20.0] {
        results.row(depth, &[1.5 - 0.05 * depth, 4.0]).expect("the row can be written");
        let polyline = vec![[0.0; 3], [0.1 * depth, 0.0, -depth]];
        results.frame(SceneFrame { at: depth, polylines: vec![polyline], ..SceneFrame::default() });
    }
    let files = results.finish(&summary()).expect("the files can be written");
    let text = |path: &std::path::Path| std::fs::read_to_string(path).expect("text");
    assert_eq!(
        text(&files.csv),
        "depth [m],water.speed [m/s],cable.tension [kN]\n0,1.5,4\n10,1,4\n20,0.5,4\n"
    );
    let page = text(files.page.as_deref().expect("a page"));
    let own = page.rfind("<footer>").map(|start| &page[start..]).expect("a footer");
    assert!(own.contains("Click one to go to its depth,"));
    let data = super::page::data(&page);
    assert_eq!(data["axis"]["suffix"], " m");
    assert_eq!(data["figures"][0]["over"], "depth [m]");
    let picture = text(&files.picture.expect("there is something to draw"));
    assert!(picture.contains("3 instants from 0 m to 20 m"), "{picture}");
}

/// Whoever looks into the folder of a run that was killed finds nothing that says it is complete.
#[test]
fn a_run_that_was_killed_leaves_nothing_of_an_older_one() {
    let scratch = Scratch::new("folder-killed");
    let old = run(&scratch.0);
    let mut new = ResultsFolder::create(
        &scratch.0,
        Column::time(),
        pendulum_columns(),
        pendulum_scene(),
        &begun(),
    )
    .expect("the folder is free again");
    new.row(0.0, &pendulum_row(0.0)).expect("the row can be written");
    drop(new);
    let text = std::fs::read_to_string(&old.summary).expect("text");
    let json: serde_json::Value = serde_json::from_str(&text).expect("valid JSON");
    assert_eq!(json["outcome"]["kind"], "running");
    assert_eq!(json["outcome"]["process"], 7);
    assert!(!old.page.expect("a path").exists() && !old.picture.expect("a path").exists());
}

#[test]
fn a_folder_takes_one_run_at_a_time() {
    let scratch = Scratch::new("folder-locked");
    let create = || {
        let (axis, columns) = (Column::time(), pendulum_columns());
        ResultsFolder::create(&scratch.0, axis, columns, pendulum_scene(), &begun())
    };
    let mut first = create().expect("the folder is free");
    first.row(0.0, &pendulum_row(0.0)).expect("the row can be written");
    let error = create().expect_err("the folder is taken").to_string();
    assert!(error.contains("another run") && error.contains("process 7"), "{error}");
    let files = first.finish(&summary()).expect("the files can be written");
    assert_eq!(std::fs::read_to_string(files.csv).expect("text").lines().count(), 2);
    create().expect("the folder is free again");
}
