//! `picture.svg`.

use super::samples::{Pendulum, pendulum_frame, pendulum_scene};
use crate::results::Column;
use crate::results::film::Film;
use crate::results::picture::svg;
use crate::results::scene::{Scene, SceneCable, SceneFrame};

#[test]
fn pendulum() {
    let pendulum = Pendulum::new();
    insta::assert_snapshot!(
        svg("Pendulum", "swing", &Column::time(), &pendulum.film)
            .expect("there is something to draw")
    );
}

#[test]
fn an_empty_scene_has_no_picture() {
    assert_eq!(svg("Empty", "run", &Column::time(), &Film::new(Scene::default())), None);
    assert_eq!(svg("Empty", "run", &Column::time(), &Film::new(pendulum_scene())), None);
    let mut film = Film::new(Scene {
        cables: vec![SceneCable { path: "c".into(), diameter: 0.0 }],
        ..Scene::default()
    });
    film.push(SceneFrame {
        at: 0.0,
        polylines: vec![vec![[f64::NAN; 3]; 4]],
        ..SceneFrame::default()
    });
    assert_eq!(svg("Nowhere", "run", &Column::time(), &film), None);
}

#[test]
fn a_single_frame_and_points_that_are_not_finite_are_drawn() {
    let mut film = Film::new(pendulum_scene());
    let mut frame = pendulum_frame(0.0);
    frame.polylines[0][3] = [f64::NAN; 3];
    frame.poses[2].position[0] = f64::INFINITY;
    film.push(frame);
    let text = svg("A <b> & c", "run", &Column::time(), &film).expect("there is something to draw");
    assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
    assert!(text.contains("A &lt;b&gt; &amp; c"));
}

#[test]
fn the_view_is_on_the_plane_of_the_motion() {
    let axes = |points: [[f64; 3]; 2]| {
        let mut film = Film::new(Scene {
            cables: vec![SceneCable { path: "c".into(), diameter: 0.0 }],
            ..Scene::default()
        });
        for (time, end) in [(0.0, points[0]), (1.0, points[1])] {
            film.push(SceneFrame {
                at: time,
                polylines: vec![vec![[0.0; 3], end]],
                ..SceneFrame::default()
            });
        }
        let text = svg("T", "e", &Column::time(), &film).expect("there is something to draw");
        ["x", "y", "z"]
            .into_iter()
            .filter(|axis| text.contains(&format!(">{axis} [m]<")))
            .collect::<String>()
    };
    assert_eq!(axes([[1.0, 0.0, -5.0], [-1.0, 0.0, -5.0]]), "xz");
    assert_eq!(axes([[0.0, 1.0, -5.0], [0.0, -1.0, -5.0]]), "yz");
    assert_eq!(axes([[1.0, 3.0, 0.0], [-1.0, 3.0, 0.0]]), "xy");
}
