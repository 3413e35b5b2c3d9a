//! Very large models leave files that a browser opens, and say what these do not show.

use super::samples::{Scratch, summary};
use crate::results::Column;
use crate::results::budget::{plotted, plotted_columns};
use crate::results::folder::{ResultFiles, ResultsFolder};
use crate::results::scene::{
    Acting, Pose, Scene, SceneBody, SceneCable, SceneFrame, SceneLoad, SceneLoadKind, SceneShape,
};
use crate::results::summary::{RunOutcome, Summary};

/// So many of each, which all move in each of 700 rows.
struct Model {
    bodies: usize,
    shape: Option<SceneShape>,
    cables: usize,
    loads: usize,
    columns: usize,
}

const SPHERE: Option<SceneShape> = Some(SceneShape::Sphere { diameter: 0.5, centre: [0.0; 3] });

impl Model {
    fn place(index: usize, time: f64) -> [f64; 3] {
        [(index % 100) as f64 + 0.3 * time.sin(), 0.1 * time, (index / 100) as f64 / 3.0]
    }

    fn scene(&self) -> Scene {
        let body = |index| SceneBody { path: format!("b[{index}]"), shape: self.shape };
        Scene {
            bodies: (0..self.bodies).map(body).collect(),
            cables: (0..self.cables)
                .map(|index| SceneCable { path: format!("c[{index}]"), diameter: 0.01 })
                .collect(),
            wheels: Vec::new(),
            loads: (0..self.loads)
                .map(|index| SceneLoad { path: format!("f[{index}]"), kind: SceneLoadKind::Force })
                .collect(),
        }
    }

    fn frame(&self, time: f64) -> SceneFrame {
        let attitude = [(time / 2.0).cos(), 0.0, 0.0, (time / 2.0).sin()];
        let pose = |index| Pose { position: Self::place(index, time), attitude };
        let line = |index| {
            let [x, y, z] = Self::place(index, time);
            (0..20).map(|k| [x, y + 0.7 * f64::from(k), z]).collect()
        };
        let load = |index| Acting::At { point: Self::place(index, time), vector: [1.0, time, 0.0] };
        SceneFrame {
            at: time,
            poses: (0..self.bodies).map(pose).collect(),
            polylines: (0..self.cables).map(line).collect(),
            tensions: vec![vec![time; 20]; self.cables],
            loads: (0..self.loads).map(load).collect(),
            ..SceneFrame::default()
        }
    }

    fn run(&self, folder: &std::path::Path) -> ResultFiles {
        let columns: Vec<Column> =
            (0..self.columns).map(|index| Column::new(format!("a[{index}].height"), "m")).collect();
        let begun = Summary { outcome: RunOutcome::Running { process: 7 }, ..summary() };
        let mut results =
            ResultsFolder::create(folder, Column::time(), columns, self.scene(), &begun)
                .expect("the folder can be made");
        for step in 0..700 {
            let time = f64::from(step) / 70.0;
            let row: Vec<f64> =
                (0..self.columns).map(|column| (time + column as f64).sin() / 3.0).collect();
            results.row(time, &row).expect("the row can be written");
            match results.wants_frame() || step == 699 {
                true => results.frame(self.frame(time)),
                false => results.skip_frame(),
            }
        }
        results.finish(&summary()).expect("the files can be written")
    }
}

const MEGABYTE: u64 = 1_000_000;

/// Sizes of the page and of the picture, which are there.
fn sizes(files: &ResultFiles) -> [u64; 2] {
    let size = |path: &std::path::Path| std::fs::metadata(path).expect("the file is there").len();
    [size(files.page.as_deref().expect("a page")), files.picture.as_deref().map_or(0, size)]
}

#[test]
fn a_page_has_a_budget_and_says_what_it_leaves_out() {
    let scratch = Scratch::new("budget");
    let few = Model { bodies: 3, shape: SPHERE, cables: 2, loads: 1, columns: 2 };
    let files = few.run(&scratch.0);
    assert_eq!(files.left_out, [""; 0]);
    assert!(
        !std::fs::read_to_string(files.page.as_deref().expect("a page"))
            .expect("text")
            .contains("class=\"left-out\"")
    );

    let many = Model { bodies: 33_000, shape: SPHERE, cables: 0, loads: 0, columns: 12_000 };
    let files = many.run(&scratch.0);
    let words = [
        "800 of 33\u{202f}000 bodies are drawn, evenly spaced among all",
        "the first 1200 of 12\u{202f}000 recorded columns are plotted",
    ];
    assert_eq!(files.left_out, words);
    let page = std::fs::read_to_string(files.page.as_deref().expect("a page")).expect("text");
    assert!(words.iter().all(|words| page.contains(words)));
    for name in ["\"b[0]\"", "\"b[32999]\"", "<figcaption><span>a[1199].height<"] {
        assert!(page.contains(name), "{name}");
    }
    assert!(!page.contains("\"b[1]\"") && !page.contains("a[1200].height"));
    // Every number is in the table.
    let table = std::fs::read_to_string(&files.csv).expect("text");
    assert_eq!(table.lines().nth(5).map(|line| line.split(',').count()), Some(12_001));
    let [page, picture] = sizes(&files);
    assert!(page < 20 * MEGABYTE && picture < 8 * MEGABYTE, "{page}, {picture} bytes");
}

/// Whatever there is most of.
#[test]
fn the_budget_holds_for_each_kind_of_thing() {
    let scratch = Scratch::new("budget-kinds");
    let none = Model { bodies: 0, shape: None, cables: 0, loads: 0, columns: 0 };
    let cuboid = Some(SceneShape::Box { size: [1.0; 3], centre: [0.0; 3] });
    let rod = Some(SceneShape::Cylinder { diameter: 0.1, start: [0.0; 3], end: [0.0, 0.0, 1.0] });
    for (model, left_out) in [
        (Model { bodies: 800, shape: SPHERE, columns: 150, ..none }, 0),
        (Model { bodies: 800, shape: rod, ..none }, 0),
        (Model { bodies: 2000, shape: cuboid, ..none }, 1),
        (Model { bodies: 20_000, shape: None, ..none }, 1),
        (Model { cables: 20_000, ..none }, 1),
        (Model { loads: 30_000, ..none }, 1),
        (Model { bodies: 500, shape: SPHERE, cables: 500, loads: 500, columns: 1200 }, 0),
        (Model { bodies: 5000, shape: SPHERE, cables: 5000, loads: 20_000, columns: 2000 }, 4),
    ] {
        let files = model.run(&scratch.0);
        assert_eq!(files.left_out.len(), left_out, "{:?}", files.left_out);
        let [page, picture] = sizes(&files);
        assert!(
            page < 20 * MEGABYTE && picture < 12 * MEGABYTE,
            "{page}, {picture} bytes: {left_out}"
        );
    }
}

/// A vector is plotted whole or not at all.
#[test]
fn no_plot_loses_a_component() {
    let names: Vec<String> = (0..600)
        .flat_map(|index| ["w", "x", "y", "z"].map(|part| format!("a[{index}].attitude.{part}")))
        .collect();
    let with_one_before = |count: usize| {
        let first = (0..count).map(|index| Column::new(format!("c[{index}].angle"), "rad"));
        first.chain(names.iter().map(|name| Column::new(name.as_str(), ""))).collect::<Vec<_>>()
    };
    for (before, plots, columns) in [(0, 300, 1200), (1, 300, 1197), (3, 302, 1199)] {
        let groups = plotted(&with_one_before(before));
        assert_eq!((groups.len(), plotted_columns(&groups)), (plots, columns), "{before}");
        assert!(groups.iter().skip(before).all(|group| group.curves.len() == 4));
    }
}
