//! `plot NAME = VALUE { along = CABLE }`.

use std::path::Path;

use super::{cdl, file, folder};

/// A load of 100 kg on a rope of 20 kg, which hangs straight down from the world.
const MODEL: &str = "model Lifted(load: Mass = 100 kg) {
  environment { gravity = 10 m/s^2 }
  body block { mass = load; inertia = diag(1, 1, 1) kg.m^2; start = { velocity = [2, 0, 0] m/s } }
  cable rope: lumped(nodes = 9) from world to block {
    length = 20 m
    mass = 20 kg
    axial = elastic(stiffness = 4 MN, damping = 20 kN.s)
    start = straight(direction = -z)
  }
  let middle = rope.at(10 m).tension
}
experiment held = Lifted() {
  equilibrium
  plot pulls = rope.tension in kN { along = rope; stations = 5 }
}
experiment swung = Lifted() {
  simulate 4 s with energy_momentum(step = 10 ms), every 20 ms, discard = 1 s
  plot pulls = rope.tension / load { along = rope; stations = 5 }
  plot both = [rope.position.z, norm(rope.position)] { along = rope; stations = 3 }
  record rope.start.tension / load as start, rope.at(5 m).tension / load as quarter, middle / load as half, rope.end.tension / load as end
}
experiment varied = Lifted() {
  vary load = [100, 200] kg
  simulate 0.1 s with energy_momentum(step = 10 ms)
  record rope.mid.tension
}
";

fn summary(folder: &Path) -> serde_json::Value {
    let text = std::fs::read_to_string(folder.join("summary.json")).expect("a summary");
    serde_json::from_str(&text).expect("JSON")
}

/// Each column with its numbers.
fn columns(folder: &Path) -> Vec<(String, Vec<f64>)> {
    let text = std::fs::read_to_string(folder.join("results.csv")).expect("rows");
    let mut lines = text.lines();
    let names = lines.next().expect("a header").split(',').map(str::to_owned);
    let rows: Vec<Vec<f64>> = lines
        .map(|line| line.split(',').map(|cell| cell.parse().expect("a number")).collect())
        .collect();
    names.enumerate().map(|(at, name)| (name, rows.iter().map(|row| row[at]).collect())).collect()
}

/// What the script of a page reads of its plots.
fn figures(folder: &Path) -> Vec<serde_json::Value> {
    let page = std::fs::read_to_string(folder.join("report.html")).expect("a page");
    let start = page.find("id=\"data\"").expect("data");
    let text = &page[start + page[start..].find('>').expect("a tag") + 1..];
    let text = &text[..text.find("</script>").expect("an end")];
    let data: serde_json::Value = serde_json::from_str(text).expect("JSON");
    data["figures"].as_array().expect("figures").clone()
}

/// At rest the tension is the weight of what hangs below: 1.2 kN at the top, 1 kN at the load, and straight between.
#[test]
fn a_profile_at_rest_is_what_hangs_below() {
    let folder = folder("profile_at_rest");
    let path = file(&folder, "lifted.cdl", MODEL);
    let out = folder.join("held");
    let to = out.to_str().expect("UTF-8");
    let answer = cdl(&["run", &path, "--experiment", "held", "--out", to]);
    assert_eq!(answer.code, 0, "{}", answer.err);
    let found = columns(&out);
    assert_eq!(found[1], ("pulls.length [m]".to_owned(), vec![20.0]));
    for (station, (name, values)) in found[2..].iter().enumerate() {
        assert_eq!(*name, format!("pulls[{station}] [kN]"));
        // Inside, a rope of points has a second-order error: half a segment's weight at most.
        let expected = 1.2 - 0.05 * station as f64;
        assert!((values[0] - expected).abs() < 0.2 / 16.0 + 1e-6, "{name}: {}", values[0]);
    }
    let ends = [&found[2].1, &found[6].1].map(|values| values[0]);
    assert!((ends[0] - 1.2).abs() < 1e-6 && (ends[1] - 1.0).abs() < 1e-6, "{ends:?}");
    // One line for all, and no curve that moves.
    assert!(!answer.err.contains("pulls["), "{}", answer.err);
    let line =
        answer.err.lines().find(|line| line.trim_start().starts_with("pulls ")).expect("one");
    assert!(line.contains("min 1 kN at 20 m, max 1.2 kN at 0 m"), "{line}");
    let figures = figures(&out);
    assert_eq!(figures.len(), 1, "{figures:?}");
    assert_eq!(figures[0]["curves"].as_array().map(Vec::len), Some(1));
    assert_eq!(figures[0]["curves"][0]["x"], serde_json::json!([0.0, 5.0, 10.0, 15.0, 20.0]));
    assert!(figures[0].get("instants").is_none());
}

/// Of a cable whose length is looked for, the places are those of the length that is found.
#[test]
fn a_profile_goes_along_the_length_that_is_found() {
    let folder = folder("profile_found");
    let model =
        MODEL.replace("load: Mass = 100 kg)", "load: Mass = 100 kg, length: Length = 12 m)");
    let model = model.replace("length = 20 m", "length = length").replace("at(10 m)", "at(5 m)");
    let held =
        "experiment held = Lifted() {\n  equilibrium\n  find length: block.position.z == -20 m\n";
    let model = model.replace("experiment held = Lifted() {\n  equilibrium\n", held);
    let path = file(&folder, "found.cdl", &model);
    let out = folder.join("held");
    let to = out.to_str().expect("UTF-8");
    let answer = cdl(&["run", &path, "--experiment", "held", "--out", to]);
    assert_eq!(answer.code, 0, "{}", answer.err);
    let length = columns(&out)[1].1[0];
    assert!((19.99..20.0).contains(&length), "{length}");
    let lowest = &summary(&out)["extremes"][0]["smallest"]["along"];
    assert_eq!(lowest.as_f64(), Some(length));
    let x: Vec<f64> =
        serde_json::from_value(figures(&out)[0]["curves"][0]["x"].clone()).expect("numbers");
    assert!((x[4] - length).abs() < 1e-5, "{x:?}");
}

/// The same numbers as at the places themselves, in every row; the page has them at instants and over the run, and the
/// summary where and when the extremes are.
#[test]
fn a_profile_is_what_its_places_say() {
    let folder = folder("profile_in_time");
    let path = file(&folder, "lifted.cdl", MODEL);
    let out = folder.join("swung");
    let to = out.to_str().expect("UTF-8");
    let answer = cdl(&["run", &path, "--experiment", "swung", "--out", to]);
    assert_eq!(answer.code, 0, "{}", answer.err);
    let found = columns(&out);
    let column = |name: &str| {
        let of = |own: &&(String, Vec<f64>)| own.0.split(' ').next() == Some(name);
        &found.iter().find(of).unwrap_or_else(|| panic!("no {name}")).1
    };
    for (profile, place) in
        [("pulls[0]", "start"), ("pulls[1]", "quarter"), ("pulls[2]", "half"), ("pulls[4]", "end")]
    {
        assert_eq!(column(profile), column(place), "{profile}");
    }
    assert!(column("both[0][0]").iter().all(|z| *z == 0.0));
    assert!(column("both[1][2]").iter().all(|far| (far - 20.0).abs() < 0.1));
    let times = column("time");
    let counted = |name: &str| {
        let rows = times.iter().zip(column(name)).filter(|(time, _)| **time >= 1.0);
        rows.map(|(_, value)| *value).collect::<Vec<_>>()
    };
    let largest = |name: &str| counted(name).into_iter().fold(f64::NEG_INFINITY, f64::max);
    let all: Vec<f64> = (0..5).map(|at| largest(&format!("pulls[{at}]"))).collect();
    let found = summary(&out);
    let extremes = found["extremes"].as_array().expect("extremes");
    let names: Vec<_> = extremes.iter().filter_map(|own| own["name"].as_str()).collect();
    assert_eq!(names, ["pulls", "both[0]", "both[1]", "start", "quarter", "half", "end"]);
    let top = &extremes[0]["largest"];
    // Numbers in JSON are read to the last digit but one.
    let value = top["value"].as_f64().expect("a number");
    assert!((value / all[0] - 1.0).abs() < 1e-15, "{top}");
    assert_eq!(top["along"].as_f64(), Some(0.0));
    let figures = figures(&out);
    let [pulls, both] = [&figures[0], &figures[1]];
    let names = |figure: &serde_json::Value| {
        let curves = figure["curves"].as_array().expect("curves");
        let names = curves.iter().filter_map(|own| own["name"].as_str());
        names.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(names(pulls), ["rope.tension / load", "smallest", "mean", "largest"]);
    assert_eq!(names(both).len(), 8);
    let shown: Vec<f64> = serde_json::from_value(pulls["curves"][3]["y"].clone()).expect("numbers");
    assert!(
        shown.iter().zip(&all).all(|(shown, own)| (shown - own).abs() < 1e-6 * own),
        "{shown:?}"
    );
    let instants: Vec<f64> = serde_json::from_value(pulls["instants"].clone()).expect("instants");
    assert_eq!((instants[0], instants[instants.len() - 1]), (0.0, 4.0));
    let moving = pulls["curves"][0]["moving"].as_array().expect("one that moves");
    assert_eq!(moving.len(), instants.len());
    // What is recorded alone is drawn over time besides, and what is drawn along the rope is not.
    let titles: Vec<_> = figures.iter().filter_map(|own| own["title"].as_str()).collect();
    assert!(titles.iter().all(|title| !title.contains('[')), "{titles:?}");
}

/// A value of the model that a profile reads is what it is everywhere, and a study of the model is as before.
#[test]
fn a_profile_changes_nothing_else() {
    let folder = folder("profile_alone");
    let path = file(&folder, "lifted.cdl", MODEL);
    let with = MODEL.replace(
        "  record rope.mid.tension\n}",
        "  record rope.mid.tension\n}
experiment mixed = Lifted() {
  simulate 1 s with energy_momentum(step = 10 ms)
  plot share = rope.tension / middle { along = rope; stations = 3 }
  record rope.tension
}",
    );
    let wrong = file(&folder, "mixed.cdl", &with);
    let answer = cdl(&["run", &wrong, "--experiment", "mixed"]);
    assert_eq!(answer.code, 1, "{}", answer.err);
    assert!(
        answer.err.contains("E0209") && answer.err.matches("error[").count() == 1,
        "{}",
        answer.err
    );
    let right = file(&folder, "share.cdl", &with.replace("  record rope.tension\n}", "}"));
    let out = folder.join("share");
    let to = out.to_str().expect("UTF-8");
    let answer = cdl(&["run", &right, "--experiment", "mixed", "--out", to]);
    assert_eq!(answer.code, 0, "{}", answer.err);
    let found = columns(&out);
    // In the first row the rope is as long as it is, and nothing pulls.
    let shares = &found[3].1[1..];
    assert!(shares.len() > 90 && shares.iter().all(|share| *share == 1.0), "{shares:?}");
    let answer = cdl(&["run", &path, "--experiment", "varied", "--out", to]);
    assert_eq!(answer.code, 0, "{}", answer.err);
}

/// A comparison names the place of each profile that differs most, and not all its neighbours; its page draws that one.
#[test]
fn a_comparison_has_one_place_of_each_profile() {
    let folder = folder("profile_compared");
    let path = file(&folder, "lifted.cdl", MODEL);
    let [one, two] = ["100 kg", "150 kg"].map(|load| {
        let out = folder.join(load.replace(' ', "_"));
        let to = out.to_str().expect("UTF-8").to_owned();
        let set = format!("load={load}");
        let answer = cdl(&["run", &path, "--experiment", "swung", "--set", &set, "--out", &to]);
        assert_eq!(answer.code, 0, "{}", answer.err);
        to
    });
    let page = folder.join("compared.html");
    let answer = cdl(&["compare", &one, &two, "--page", page.to_str().expect("UTF-8")]);
    let named = |text: &str, name: &str| text.matches(name).count();
    for curve in ["\n  pulls[", "\n  both[0][", "\n  both[1]["] {
        assert_eq!(named(&answer.out, curve), 1, "{curve}: {}", answer.out);
    }
    assert!(answer.out.contains(" columns differ, in 201 rows"), "{}", answer.out);
    let page = std::fs::read_to_string(page).expect("a page");
    assert_eq!(named(&page, "\"values\":\"pulls["), 1);
    let all = cdl(&["compare", &one, &two, "--all"]);
    assert!(named(&all.out, "\n  pulls[") > 3, "{}", all.out);
}
