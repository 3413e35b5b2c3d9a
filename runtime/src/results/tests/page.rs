//! `report.html`.

use super::samples::{Pendulum, pendulum_frame, pendulum_scene};
use crate::results::Column;
use crate::results::film::Film;
use crate::results::history::History;
use crate::results::page::{Report, html};
use crate::results::plots::plot_groups;

/// The page without plotly.js, and its size with it.
fn own_part(page: &str) -> String {
    let start = page.find("<script>").expect("plotly.js is in the page");
    let end = page[start..].find("</script>").expect("its element ends") + start;
    assert!(end - start > 3_000_000, "plotly.js is whole");
    format!("{}{}", &page[..start], &page[end..])
}

fn data(page: &str, id: &str) -> serde_json::Value {
    let opening = format!("<script type=\"application/json\" id=\"{id}\">");
    let start = page.find(&opening).expect("the data is in the page") + opening.len();
    let end = page[start..].find("</script>").expect("the data ends") + start;
    serde_json::from_str(&page[start..end]).expect("the data is JSON")
}

#[test]
fn every_column_is_in_a_plot() {
    let pendulum = Pendulum::new();
    let page = html(&pendulum.report());
    let curves = data(&page, "curves");
    let traces: usize = curves
        .as_array()
        .expect("a list")
        .iter()
        .map(|f| f["data"].as_array().expect("a list").len())
        .sum();
    assert_eq!(traces, pendulum.columns.len());
    for title in ["ball.position", "swing.angle", "cable.stretch", "energy", "energy.balance"] {
        assert!(page.contains(&format!("<figcaption>{title}</figcaption>")), "{title}");
    }
    for axis in
        ["position [m]", "angle [deg]", "stretch [1]", "energy [J]", "balance [J]", "time [s]"]
    {
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
    assert_eq!(data(&page, "curves"), serde_json::json!([]));
    assert_eq!(data(&page, "motion")["times"], serde_json::json!([0.0]));
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
        ["http:", "https:", "//cdn", " src=", "<link", "@import", "url(", "fetch(", "MathJax"]
    {
        assert!(!own.contains(request), "{request}");
    }
    assert!(!page.contains("<script src"));
    assert!(own.len() < 500_000, "{} bytes beside plotly.js", own.len());
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
        experiment: "run",
        version: "0.1.0",
        notice: Some("Stopped at </script><b>60 s</b>"),
        warnings: &["a <b> warning".to_owned()],
        left_out: &["1 of 2 <b>".to_owned()],
        summary: &[],
        axis: &Column::time(),
        drawings: &[],
        groups: &plot_groups(&columns),
        history: &history,
        film: &film,
        events: (&[], 0),
    });
    let own = own_part(&page);
    assert!(own.len() < 1_000_000, "{} bytes beside plotly.js", own.len());
    assert!(own.contains("Stopped at &lt;/script&gt;"));
    assert!(own.contains("Warning: a &lt;b&gt; warning"));
    assert!(own.contains("<p class=\"left-out\">1 of 2 &lt;b&gt;</p>"));
    assert!(!own.contains("NaN") || !data(&page, "curves").to_string().contains("NaN"));
    let curves = data(&page, "curves");
    let points = |plot: usize| curves[plot]["data"][0]["y"].as_array().expect("a list").clone();
    assert!(points(0).len() <= 2000 && points(0).len() > 900, "{}", points(0).len());
    assert!(points(1).last().expect("points").is_null(), "the gap is null");
    assert!(data(&page, "motion")["times"].as_array().expect("a list").len() <= 300);
}

#[test]
fn a_page_without_anything_to_move_or_to_plot() {
    let page = html(&Report {
        title: "A & <b>",
        experiment: "none",
        version: "0.1.0",
        notice: None,
        warnings: &[],
        left_out: &[],
        summary: &[],
        axis: &Column::time(),
        drawings: &[],
        groups: &[],
        history: &History::new(0),
        film: &Film::new(crate::results::scene::Scene::default()),
        events: (&[], 0),
    });
    assert!(page.contains("<h1>A &amp; &lt;b&gt;</h1>"));
    assert!(data(&page, "motion").is_null());
    assert!(!page.contains("id=\"scene\""));
}

#[test]
fn the_same_data_gives_the_same_bytes() {
    assert!(html(&Pendulum::new().report()) == html(&Pendulum::new().report()));
}
