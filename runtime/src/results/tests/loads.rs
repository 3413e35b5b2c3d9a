//! Springs, forces and torques in pictures.

use super::page::data;
use super::samples::{pendulum_frame, pendulum_scene};
use crate::results::Column;
use crate::results::film::Film;
use crate::results::history::History;
use crate::results::loads::{Loads, look, placed};
use crate::results::page::{Report, html};
use crate::results::picture::svg;
use crate::results::scene::{
    Acting, Scene, SceneCable, SceneFrame, SceneLoad, SceneLoadKind as Kind, norm,
};

fn load(path: &str, kind: Kind) -> SceneLoad {
    SceneLoad { path: path.into(), kind }
}

fn at(point: [f64; 3], vector: [f64; 3]) -> Acting {
    Acting::At { point, vector }
}

fn between(first: [f64; 3], second: [f64; 3], pull: f64) -> Acting {
    Acting::Between { points: [first, second], pull }
}

fn film(loads: Vec<SceneLoad>, frames: &[Vec<Acting>]) -> Film {
    let mut film = Film::new(Scene { loads, ..Scene::default() });
    for (step, loads) in frames.iter().enumerate() {
        let loads = loads.clone();
        film.push(SceneFrame { at: step as f64, loads, ..SceneFrame::default() });
    }
    film
}

fn way(from: [f64; 3], to: [f64; 3]) -> [f64; 3] {
    [0, 1, 2].map(|axis| to[axis] - from[axis])
}

/// The largest force of all frames has a fifth of the scene, others their share of it, whichever the load; torques go by
/// themselves. Arrows point where the vectors do.
#[test]
fn arrows_are_as_long_as_forces_are_large() {
    let kinds = vec![
        load("a", Kind::Force),
        load("b", Kind::Force),
        load("twist", Kind::Torque),
        load("spring", Kind::Spring),
    ];
    let frame = |a: f64, b: f64, twist: f64| {
        vec![
            at([1.0, 2.0, 3.0], [0.0, 0.6 * a, 0.8 * a]),
            at([0.0; 3], [-b, 0.0, 0.0]),
            at([0.0; 3], [0.0, twist, 0.0]),
            between([0.0; 3], [10.0, 0.0, 0.0], 1e6),
        ]
    };
    for scale in [1.0, 1e-300, 1e6, 1e300] {
        let frames = [frame(2.0, 5.0, 1.0), frame(8.0, 0.0, 0.25)].map(|frame| {
            frame
                .into_iter()
                .map(|acting| match acting {
                    Acting::At { point, vector } => at(point, vector.map(|part| part * scale)),
                    Acting::Between { .. } => acting,
                })
                .collect()
        });
        let film = film(kinds.clone(), &frames);
        let frames = film.frames();
        let loads = Loads::new(&film, &frames, 10.0);
        let length = |index: usize, frame: usize| loads.drawn(index, frames[frame]).length();
        for (index, lengths) in
            [[0.5, 2.0], [1.25, 0.0], [2.0, 0.5], [10.0, 10.0]].iter().enumerate()
        {
            for (frame, expected) in lengths.iter().enumerate() {
                let found = length(index, frame);
                assert!((found - expected).abs() < 1e-12, "{scale:e} {index} {frame}: {found}");
            }
        }
        let drawn = loads.drawn(0, frames[1]);
        let [x, y, z] = way(drawn.from, drawn.to);
        assert!(x == 0.0 && (y - 1.2).abs() < 1e-12 && (z - 1.6).abs() < 1e-12, "{y} {z}");
        assert!(!loads.drawn(1, frames[1]).has_line(), "no force, no arrow");
        assert_eq!(loads.drawn(0, frames[1]).from, [1.0, 2.0, 3.0]);
    }
}

/// Nothing acts, or what acts is no number: no arrow, and no line of a pull. A spring is there all the same.
#[test]
fn what_is_zero_or_nowhere_is_not_drawn() {
    let kinds = [Kind::Force, Kind::Torque, Kind::Pull, Kind::Spring, Kind::Damper];
    let named = kinds.iter().map(|&kind| load("a", kind)).collect();
    let ends = [[0.0; 3], [1.0, 0.0, 0.0]];
    let still = |value: f64| {
        let mut all = vec![at([0.0; 3], [value; 3]); 2];
        all.resize(5, between(ends[0], ends[1], value));
        all
    };
    let film = film(named, &[still(0.0), still(f64::NAN), still(f64::INFINITY), Vec::new()]);
    let frames = film.frames();
    let loads = Loads::new(&film, &frames, 1.0);
    let lines = |frame: usize| -> Vec<bool> {
        (0..5).map(|index| loads.drawn(index, frames[frame]).has_line()).collect()
    };
    assert_eq!(lines(0), [false, false, false, true, true]);
    assert_eq!(lines(1), [false, false, true, true, true]);
    assert_eq!(lines(2), [false, false, true, true, true]);
    assert_eq!(lines(3), [false; 5]);
    let text = svg("T", "e", &Column::time(), &film).expect("there is something to draw");
    assert!(!text.contains("NaN,") && !text.contains("inf,"), "{text}");
}

/// Ends of lines are where the ends are, coils keep their radius, and all of that in whatever direction, also along and against
/// the direction of view.
#[test]
fn lines_go_from_end_to_end() {
    let from = [1.0, -2.0, 0.5];
    for to in [[1.0, 3.0, 0.5], [1.0, -9.0, 0.5], [4.0, 2.0, -1.0], [1.0, -2.0, 0.5 + 1e-9]] {
        let length = norm(way(from, to));
        for kind in [Kind::Spring, Kind::Damper, Kind::Pull, Kind::Force, Kind::Torque] {
            for flat in [false, true] {
                let points = placed(&look(kind, flat, 8), [from, to], 0.3, [0.0, 1.0, 0.0]);
                let near = |wanted: [f64; 3]| {
                    points.iter().any(|&point| norm(way(point, wanted)) <= 1e-12)
                };
                assert!(near(from) && near(to), "{kind:?} {flat} {to:?}");
                let radius = match kind {
                    Kind::Spring | Kind::Damper => 0.3,
                    Kind::Pull => 0.0,
                    Kind::Force => 0.065 * length,
                    Kind::Torque => 0.384 * length,
                };
                let along = way(from, to).map(|part| part / length);
                let across = points.iter().filter(|point| point[0].is_finite()).map(|&point| {
                    let off = way(from, point);
                    let share: f64 = off.iter().zip(along).map(|(a, b)| a * b).sum();
                    norm([0, 1, 2].map(|axis| off[axis] - share * along[axis]))
                });
                let widest = across.fold(0.0, f64::max);
                assert!((widest - radius).abs() < 1e-3 * radius + 1e-12, "{kind:?}: {widest}");
            }
        }
    }
}

/// The arc turns as the torque does: about its arrow by the right hand.
#[test]
fn a_torque_shows_its_sense() {
    for normal in [[0.0, 1.0, 0.0], [1.0, 0.0, 0.0]] {
        for way in [[0.0, 2.0, 0.0], [0.0, -2.0, 0.0], [0.3, -1.0, 0.7]] {
            let points = placed(&look(Kind::Torque, true, 0), [[0.0; 3], way], 1.0, normal);
            // 25 points of the arc, a gap, and three of its head.
            let arc = &points[points.len() - 29..points.len() - 4];
            let ([ax, ay, az], [bx, by, bz]) = (arc[0], arc[1]);
            let turn = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
            assert!(
                turn.iter().zip(way).map(|(a, b)| a * b).sum::<f64>() > 0.0,
                "{normal:?} {way:?}"
            );
        }
    }
}

/// Ten thousand loads leave room for less than a tenth of the frames, and a cable no more than its ends.
#[test]
fn many_loads_leave_fewer_frames() {
    let frames = |count: usize| {
        let loads = vec![load("a", Kind::Spring); count];
        let cables = vec![SceneCable { path: "c".into(), diameter: 0.0 }];
        let mut film = Film::new(Scene { cables, loads, ..Scene::default() });
        for step in 0..=2000 {
            let loads = if film.wants_next() || step == 2000 {
                vec![between([0.0; 3], [1.0; 3], 1.0); count]
            } else {
                film.skip();
                continue;
            };
            let polylines = vec![vec![[0.0; 3]; 200]];
            let at = f64::from(step);
            film.push(SceneFrame { at, polylines, loads, ..SceneFrame::default() });
        }
        let frames = film.frames();
        assert_eq!(frames.last().map(|frame| frame.at), Some(2000.0));
        (frames.len(), frames[0].polylines[0].len())
    };
    let (few, many) = (frames(10), frames(10_000));
    assert!(few.0 > 140 && few.0 <= 300 && few.1 == 97, "{few:?}");
    assert!(many.0 > 14 && many.0 <= 30 && many.1 == 2, "{many:?}");
}

/// Five thousand of each kind: the page and the picture stay files that open.
#[test]
fn many_loads_make_no_huge_files() {
    let kinds = [Kind::Spring, Kind::Damper, Kind::Pull, Kind::Force, Kind::Torque];
    let named = (0..25_000).map(|index| load(&format!("load[{index}]"), kinds[index % 5]));
    let place = |index: usize| [(index % 100) as f64, 0.0, (index / 100) as f64];
    let frame = |size: f64| -> Vec<Acting> {
        let of = |index: usize| match index % 5 {
            0..=2 => between(place(index), place(index + 7), size),
            _ => at(place(index), [size, 0.0, size]),
        };
        (0..25_000).map(of).collect()
    };
    let mut film = Film::new(Scene { loads: named.collect(), ..Scene::default() });
    for step in 0..1000 {
        match film.wants_next() {
            true => film.push(SceneFrame {
                at: f64::from(step),
                loads: frame(f64::from(step)),
                ..SceneFrame::default()
            }),
            false => film.skip(),
        }
    }
    let text = svg("T", "e", &Column::time(), &film).expect("there is something to draw");
    assert!(text.len() < 5_000_000, "{} bytes", text.len());
    assert!(text.contains("and 4992 more"));
    let own = page(&film).len() - page(&Film::new(Scene::default())).len();
    assert!(own < 20_000_000, "{own} bytes");
}

/// The pendulum on a spring, with a damper beside it, pushed and twisted.
fn loaded_pendulum() -> Film {
    let loads = vec![
        load("stay", Kind::Spring),
        load("brake", Kind::Damper),
        load("draw", Kind::Pull),
        load("push", Kind::Force),
        load("twist", Kind::Torque),
    ];
    let mut film = Film::new(Scene { loads, ..pendulum_scene() });
    for step in 0..=50 {
        let time = f64::from(step) / 10.0;
        let frame = pendulum_frame(time);
        let ball = frame.poses[1].position;
        let loads = vec![
            between([1.5, 0.0, -0.5], ball, 3.0 * time),
            between([1.5, 0.0, -1.0], ball, -1.0),
            between([-1.5, 0.0, -0.5], ball, (time - 2.0).max(0.0)),
            at(ball, [time, 0.0, -2.0]),
            at([0.8, 0.0, 0.0], [0.0, 1.0 - 0.4 * time, 0.0]),
        ];
        film.push(SceneFrame { loads, ..frame });
    }
    film
}

#[test]
fn a_picture_with_loads() {
    let picture = svg("Pendulum", "pushed", &Column::time(), &loaded_pendulum());
    insta::assert_snapshot!(picture.expect("there is something to draw"));
}

fn page(film: &Film) -> String {
    html(&Report {
        title: "Loads",
        of: ("experiment", "run"),
        version: "0.1.0",
        numbers: "results.csv",
        shares_script: false,
        views: &[],
        notice: None,
        warnings: &[],
        left_out: &[],
        summary: &[],
        axis: &Column::time(),
        drawings: &[],
        profiles: &[],
        groups: &[],
        history: &History::new(0),
        film,
        events: (&[], 0),
    })
}

/// Each load has seven numbers a frame, a look, and a name with its size.
#[test]
fn a_page_with_loads() {
    let page = page(&loaded_pendulum());
    let data = data(&page);
    let loads = &data["scene"]["loads"];
    let all = loads["all"].as_array().expect("a list");
    let names: Vec<_> = all.iter().map(|own| own["name"].as_str().expect("a name")).collect();
    assert_eq!(names, ["stay", "brake", "draw", "push", "twist"]);
    let bytes = loads["rows"].as_str().expect("text").len() * 3 / 4;
    assert!(bytes.abs_diff(51 * 5 * 7 * 4) <= 2, "{bytes}");
    let looks = loads["looks"].as_array().expect("a list");
    let words =
        all.iter().map(|own| &looks[own["kind"].as_u64().expect("a look") as usize]["word"]);
    assert!(words.eq(["spring", "damper", "force", "force", "torque"]));
    for text in [
        "stay: spring, largest shown 15 N",
        "brake: damper, largest shown 1 N",
        "draw: force, largest shown 3 N",
        "push: force, largest shown 5.39 N",
        "twist: torque, largest shown 1 N·m",
    ] {
        assert!(page.contains(text), "{text}");
    }
    let without = self::page(&{
        let mut film = Film::new(pendulum_scene());
        film.push(pendulum_frame(0.0));
        film
    });
    assert!(self::data(&without)["scene"]["loads"].is_null(), "nothing of loads without any");
}
