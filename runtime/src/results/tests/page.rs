//! `report.html`.

use super::samples::{Pendulum, pendulum_frame, pendulum_scene};
use crate::results::Column;
use crate::results::film::Film;
use crate::results::history::History;
use crate::results::page::{Report, html};
use crate::results::plots::plot_groups;
use crate::results::views::{View, ViewColour, ViewSize};

/// The page without three.js, which is whole.
fn own_part(page: &str) -> String {
    let start = page.find("<script>var THREE=").expect("three.js is in the page");
    let end = page[start..].find("</script>").expect("its element ends") + start;
    assert!((500_000..700_000).contains(&(end - start)), "{} bytes", end - start);
    format!("{}{}", &page[..start], &page[end..])
}

/// What the script reads.
pub(super) fn data(page: &str) -> serde_json::Value {
    let opening = "<script type=\"application/json\" id=\"data\">";
    let start = page.find(opening).expect("the data is in the page") + opening.len();
    let end = page[start..].find("</script>").expect("the data ends") + start;
    serde_json::from_str(&page[start..end]).expect("the data is JSON")
}

#[test]
fn every_column_is_in_a_plot() {
    let pendulum = Pendulum::new();
    let page = html(&pendulum.report());
    let data = data(&page);
    let figures = data["figures"].as_array().expect("a list").iter();
    let curves: usize = figures.map(|own| own["curves"].as_array().expect("a list").len()).sum();
    assert_eq!(curves, pendulum.columns.len());
    for title in ["ball.position", "swing.angle", "cable.stretch", "energy", "energy.balance"] {
        assert!(
            page.contains(&format!("<figcaption><span>{title}</span></figcaption>")),
            "{title}"
        );
    }
    for axis in ["position [m]", "angle [deg]", "energy [J]", "balance [J]", "time [s]"] {
        assert!(page.contains(axis), "{axis}");
    }
    for (name, text) in &pendulum.lines {
        assert!(page.contains(name) && page.contains(text.as_str()), "{name}: {text}");
    }
}

/// One row, as of an equilibrium: a scene that stands still, and no curves.
#[test]
fn a_single_row_has_no_curves() {
    let pendulum = Pendulum::new();
    let mut history = History::new(pendulum.columns.len());
    history.push(0.0, &vec![1.0; pendulum.columns.len()]);
    let mut film = Film::new(pendulum_scene());
    film.push(pendulum_frame(0.0));
    let page = html(&Report { history: &history, film: &film, ..pendulum.report() });
    assert_eq!(data(&page)["figures"], serde_json::json!([]));
    assert_eq!(data(&page)["scene"]["times"], serde_json::json!([0.0]));
    assert!(!own_part(&page).contains("<figcaption>"));
}

#[test]
fn columns_are_grouped() {
    let names = [
        ("tether.end.position.x", "m"),
        ("tether.end.position.y", "m"),
        ("energy.kinetic", "J"),
        ("tether.end.position.z", "m"),
        ("energy.balance", "J"),
        ("energy.gravity", "J"),
        ("crane.luff.rate", "deg/s"),
        ("boat.attitude.w", ""),
        ("boat.attitude.x", ""),
        ("angle", "rad"),
        ("boat.wrench.x", "N"),
        ("boat.wrench.x", "N.m"),
    ];
    let columns = names.map(|(name, unit)| Column::new(name, unit));
    let groups = plot_groups(&columns).into_iter().map(|group| {
        let curves: Vec<String> =
            group.curves.iter().map(|curve| format!("{}={}", curve.label, curve.column)).collect();
        format!("{} / {}: {}\n", group.title, group.axis, curves.join(" "))
    });
    insta::assert_snapshot!(groups.collect::<String>());
}

/// The browser is told to fetch nothing, and nothing asks it to.
#[test]
fn the_page_fetches_nothing() {
    let page = html(&Pendulum::new().report());
    assert!(page.contains("Content-Security-Policy\" content=\"default-src 'none';"));
    let own = own_part(&page);
    for request in
        ["https:", "//cdn", " src=", "<link", "@import", "fetch(", "XMLHttpRequest", "import("]
    {
        assert!(!own.contains(request), "{request}");
    }
    // Names of kinds of markup, and references within a drawing.
    let plain = own.replace("http://www.w3.org/", "").replace("url(#", "");
    assert!(!plain.contains("http:") && !plain.contains("url("));
    assert!(!page.contains("<script src"));
    assert!(own.len() < 300_000, "{} bytes beside three.js", own.len());
    assert!(page.len() < 1_500_000, "{} bytes", page.len());
}

/// 100 000 rows and frames, of which some are not finite.
#[test]
fn a_huge_run_makes_a_small_page() {
    let columns = vec![Column::new("a", "m"), Column::new("b", "m/s^2")];
    let (mut history, mut film) = (History::new(2), Film::new(pendulum_scene()));
    for step in 0..100_000 {
        let time = f64::from(step) * 1e-3;
        history.push(time, &[time.sin(), if step > 60_000 { f64::NAN } else { time.cos() }]);
        let mut frame = pendulum_frame(time);
        if step > 90_000 {
            frame.poses[1].position = [f64::NAN; 3];
            frame.polylines[0].truncate(5);
        }
        film.push(frame);
    }
    let page = html(&Report {
        title: "Huge",
        of: ("experiment", "run"),
        version: "0.1.0",
        numbers: "results.csv",
        shares_script: false,
        views: &[],
        notice: Some("Stopped at </script><b>60 s</b>"),
        warnings: &["a <b> warning".to_owned()],
        left_out: &["1 of 2 <b>".to_owned()],
        summary: &[],
        axis: &Column::time(),
        drawings: &[],
        profiles: &[],
        groups: &plot_groups(&columns),
        history: &history,
        film: &film,
        events: (&[], 0),
    });
    let own = own_part(&page);
    assert!(own.len() < 1_000_000, "{} bytes beside three.js", own.len());
    assert!(own.contains("Stopped at &lt;/script&gt;"));
    assert!(own.contains("Warning: a &lt;b&gt; warning"));
    assert!(own.contains("<p class=\"left-out\">1 of 2 &lt;b&gt;</p>"));
    let data = data(&page);
    assert!(!data.to_string().contains("NaN"));
    let points =
        |plot: usize| data["figures"][plot]["curves"][0]["y"].as_array().expect("a list").clone();
    assert!(points(0).len() <= 2000 && points(0).len() > 900, "{}", points(0).len());
    assert!(points(1).last().expect("points").is_null(), "the gap is null");
    assert!(data["scene"]["times"].as_array().expect("a list").len() <= 300);
}

#[test]
fn a_page_without_anything_to_move_or_to_plot() {
    let page = html(&Report {
        title: "A & <b>",
        of: ("experiment", "none"),
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
        film: &Film::new(crate::results::scene::Scene::default()),
        events: (&[], 0),
    });
    assert!(page.contains("<h1>A &amp; &lt;b&gt;</h1>"));
    assert!(data(&page)["scene"].is_null());
    assert!(!page.contains("id=\"scene\"") && !page.contains("THREE="));
    assert!(page.len() < 60_000, "{} bytes", page.len());
}

#[test]
fn the_same_data_gives_the_same_bytes() {
    assert!(html(&Pendulum::new().report()) == html(&Pendulum::new().report()));
}

fn numbers(packed: &serde_json::Value) -> Vec<f32> {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let text = packed.as_str().expect("text");
    let sextet = |letter| LETTERS.iter().position(|own| *own == letter).expect("a letter") as u32;
    let mut bytes = Vec::new();
    for four in text.trim_end_matches('=').as_bytes().chunks(4) {
        let word = four.iter().fold(0, |sum, letter| sum << 6 | sextet(*letter));
        let word = word << (6 * (4 - four.len()));
        bytes.extend(word.to_be_bytes().into_iter().skip(1).take(four.len() - 1));
    }
    bytes.chunks_exact(4).map(|own| f32::from_le_bytes(own.try_into().expect("four"))).collect()
}

/// Far from the origin of the world as many digits are left of what moves as near it.
#[test]
fn places_are_counted_from_amid_the_scene() {
    let far = 1e7;
    let film = |shift: f64| {
        let mut film = Film::new(pendulum_scene());
        for step in 0..10 {
            let mut frame = pendulum_frame(f64::from(step) / 10.0);
            let points = frame.polylines.iter_mut().flatten();
            let places = frame.poses.iter_mut().map(|pose| &mut pose.position);
            points.chain(places).for_each(|place| place[0] += shift);
            film.push(frame);
        }
        film
    };
    let pendulum = Pendulum::new();
    let points = |shift: f64| {
        let page = html(&Report { film: &film(shift), ..pendulum.report() });
        numbers(&data(&page)["scene"]["points"])
    };
    let (near, away) = (points(0.0), points(far));
    assert_eq!(near.len(), 10 * 17 * 3);
    assert!(near.iter().zip(&away).all(|(a, b)| (a - b).abs() < 1e-6), "{near:?} {away:?}");
}

/// Of every point its tension; and none where they are not known.
#[test]
fn tensions_go_with_the_points() {
    let pendulum = Pendulum::new();
    let scene = |film: &Film| data(&html(&Report { film, ..pendulum.report() }))["scene"].clone();
    let mut film = Film::new(pendulum_scene());
    film.push(pendulum_frame(0.5));
    let found = numbers(&scene(&film)["tensions"]);
    let expected: Vec<f32> = (0..=16).map(|k| 40.5 - k as f32).collect();
    assert_eq!(found, expected);
    let mut film = Film::new(pendulum_scene());
    film.push(crate::results::scene::SceneFrame { tensions: Vec::new(), ..pendulum_frame(0.5) });
    assert_eq!(scene(&film)["tensions"], "");
}

#[test]
fn views_name_what_they_follow() {
    let view = |name: &str, follow: Option<&str>, size| View {
        name: name.to_owned(),
        from: Some([0.0, -1.0, 0.0]),
        follow: follow.map(str::to_owned),
        colour: ViewColour::Name,
        size,
    };
    let views = [
        view("a", Some("rod"), ViewSize::Fit),
        view("b", None, ViewSize::All),
        view("c", Some("gone"), ViewSize::Across(0.5)),
    ];
    let pendulum = Pendulum::new();
    let page = html(&Report { views: &views, ..pendulum.report() });
    let found = data(&page)["scene"]["views"].clone();
    let expected = serde_json::json!([
        { "name": "a", "from": [0.0, -1.0, 0.0], "follow": 2, "colour": "name", "size": "fit" },
        { "name": "b", "from": [0.0, -1.0, 0.0], "follow": null, "colour": "name", "size": "all" },
        { "name": "c", "from": [0.0, -1.0, 0.0], "follow": null, "colour": "name", "size": 0.5 },
    ]);
    assert_eq!(found, expected);
}
