//! Units that are asked for with `in`, in all that a run leaves behind.

use std::path::Path;

use crate::{cdl, file, folder, page_data};

/// A mass on a spring, `x = F/k` at rest; and the same recorded without a wish. The shapes of all analyses.
const MODEL: &str = "\
model Spring(pull: Force = 1 N, stiffness: Stiffness = 100 N/m, tilt: Angle = 30 deg) {
  body mass { mass = 1 kg; inertia = diag(1, 1, 1) kg.m^2; motion = prescribed(position = [0, 0, 0] m, attitude = euler(tilt, 0 deg, 0 deg)) }
  body load { mass = 1 kg; inertia = diag(1, 1, 1) kg.m^2 }
  joint rail: prismatic(axis = x) from world to load { stiffness = stiffness; damping = 1 N.s/m }
  force push on load = pull * x
  record rail.displacement WISH_LENGTH as place, mass.roll WISH_ANGLE as roll
  record load.position WISH_LENGTH as position, energy WISH_ENERGY
}
experiment run = Spring() {
  simulate 1 s with rk4(step = 1 ms), every 100 ms
  record maximum(rail.displacement) WISH_LENGTH as most
  require little: most < 30 mm
  plot far = rail.displacement WISH_LENGTH { over = rail.rate WISH_SPEED }
}
experiment rest = Spring() { equilibrium }
experiment slopes = Spring() { equilibrium; sensitivity stiffness }
experiment swings = Spring() { response(over = periods(500 ms, 2 s, count = 5)); input pull }
experiment study = Spring() {
  vary pull = [1, 2] N
  equilibrium
}
experiment matched = Spring() {
  find pull: rail.displacement == 20 mm
  equilibrium
}
experiment chosen = Spring() {
  choose tilt = 10 deg .. 80 deg { minimize = abs(mass.roll - 45 deg) }
  equilibrium
}
";

/// The model with or without wishes.
fn model(is_wished: bool) -> String {
    let wishes = [
        ("WISH_LENGTH", "in mm"),
        ("WISH_ANGLE", "in deg"),
        ("WISH_ENERGY", "in mJ"),
        ("WISH_SPEED", "in mm/s"),
    ];
    wishes.iter().fold(MODEL.to_owned(), |text, (wish, unit)| {
        text.replace(wish, if is_wished { unit } else { "" })
    })
}

/// The rows of a table by the headings of its columns.
fn table(path: &Path) -> Vec<(String, Vec<f64>)> {
    let mut reader = csv::Reader::from_path(path).expect("a table");
    let names: Vec<String> = reader.headers().expect("names").iter().map(str::to_owned).collect();
    let mut columns: Vec<(String, Vec<f64>)> =
        names.into_iter().map(|name| (name, Vec::new())).collect();
    for record in reader.records() {
        let record = record.expect("a row");
        for ((_, values), cell) in columns.iter_mut().zip(&record) {
            values.push(cell.parse().unwrap_or(f64::NAN));
        }
    }
    columns
}

fn of<'t>(table: &'t [(String, Vec<f64>)], heading: &str) -> &'t [f64] {
    let found = table.iter().find(|(name, _)| name == heading);
    let names = || table.iter().map(|(name, _)| name).collect::<Vec<_>>();
    &found.unwrap_or_else(|| panic!("no {heading} among {:?}", names())).1
}

/// What a run in a folder of its own leaves, and what it says.
fn ran(name: &str, experiment: &str, is_wished: bool) -> (std::path::PathBuf, String) {
    let folder = folder(&format!("units_{name}_{experiment}_{is_wished}"));
    let path = file(&folder, "spring.cdl", &model(is_wished));
    let out = folder.join("out");
    let to = out.to_str().expect("UTF-8");
    let answer = cdl(&["run", &path, "--experiment", experiment, "--out", to]);
    assert_eq!(answer.code, 0, "{}{}", answer.out, answer.err);
    (out, answer.out + &answer.err)
}

fn pairs(experiment: &str) -> [Vec<(String, Vec<f64>)>; 2] {
    [true, false].map(|is_wished| table(&ran("pair", experiment, is_wished).0.join("results.csv")))
}

/// A number in another unit is that many times as large, once: in each table of each analysis.
#[test]
fn values_are_converted_once() {
    let columns = [
        ("place [mm]", "place [m]", 1e3),
        ("roll [deg]", "roll [rad]", 180.0 / std::f64::consts::PI),
        ("position.x [mm]", "position.x [m]", 1e3),
        ("energy.elastic [mJ]", "energy.elastic [J]", 1e3),
    ];
    for experiment in ["run", "rest", "study"] {
        let [wished, plain] = pairs(experiment);
        for (heading, plain_heading, factor) in columns {
            let (wished, plain) = (of(&wished, heading), of(&plain, plain_heading));
            assert_eq!(wished.len(), plain.len());
            assert!(plain.iter().any(|own| *own != 0.0), "{experiment}: {heading}");
            for (wished, plain) in wished.iter().zip(plain) {
                let error = (wished - plain * factor).abs();
                assert!(error <= 1e-15 * wished.abs(), "{experiment}: {heading}: {wished} {plain}");
            }
        }
    }
    // At rest `x = F/k`, a closed form.
    let [wished, _] = pairs("rest");
    assert!((of(&wished, "place [mm]")[0] - 10.0).abs() < 1e-9);
    assert!((of(&wished, "roll [deg]")[0] - 30.0).abs() < 1e-12);
}

/// Statistics, criteria, derivatives, amplitudes and what is found: `dx/dk = -F/k²`, `X/F = 1/|k - w² + i w|`.
#[test]
fn what_is_made_of_a_quantity_is_in_its_unit() {
    let (out, said) = ran("made", "run", true);
    let summary = std::fs::read_to_string(out.join("summary.json")).expect("a summary");
    let summary: serde_json::Value = serde_json::from_str(&summary).expect("JSON");
    let most = &summary["statistics"][0];
    assert_eq!((most["name"].as_str(), most["unit"].as_str()), (Some("most"), Some("mm")));
    let value = most["value"].as_f64().expect("a number");
    assert!((15.0..20.0).contains(&value) && said.contains("mm"), "{value}");
    assert_eq!(summary["criteria"][0]["verdict"], "met");
    let data = page_data(&std::fs::read_to_string(out.join("report.html")).expect("a page"));
    assert_eq!(data["figures"][0]["over"], "rail.rate [mm/s]");
    assert_eq!(data["figures"][0]["values"], "far [mm]");

    let (out, _) = ran("made", "slopes", true);
    let summary = std::fs::read_to_string(out.join("summary.json")).expect("a summary");
    let summary: serde_json::Value = serde_json::from_str(&summary).expect("JSON");
    let slopes = summary["sensitivities"].as_array().expect("slopes");
    let slope = slopes.iter().find(|own| own["name"] == "d(place)/d(stiffness)").expect("it");
    assert_eq!(slope["unit"], "mm/(N/m)");
    assert!((slope["value"].as_f64().expect("a number") / -0.1 - 1.0).abs() < 1e-6, "{slope}");

    let (out, _) = ran("made", "swings", true);
    let swings = table(&out.join("results.csv"));
    let periods = of(&swings, "period [s]");
    for (period, amplitude) in periods.iter().zip(of(&swings, "place.amplitude [mm/N]")) {
        let w = std::f64::consts::TAU / period;
        let expected = 1e3 / ((100.0 - w * w).powi(2) + w * w).sqrt();
        assert!((amplitude / expected - 1.0).abs() < 1e-9, "{period} {amplitude} {expected}");
    }

    let (out, _) = ran("made", "matched", true);
    assert!((of(&table(&out.join("results.csv")), "place [mm]")[0] - 20.0).abs() < 1e-6);
    let (_, said) = ran("made", "chosen", true);
    assert!(said.contains("45 deg"), "{said}");
}

/// Two runs of one thing are alike in whatever units they are written down.
#[test]
fn comparisons_convert_units() {
    let [a, b] = [true, false].map(|is_wished| ran("compared", "run", is_wished).0);
    // Both are rounded in their own units.
    let folders = [&a, &b].map(|folder| folder.to_str().expect("UTF-8"));
    let answer = cdl(&["compare", folders[0], folders[1], "--tolerance", "1e-13"]);
    assert_eq!(answer.code, 0, "{}{}", answer.out, answer.err);
}

/// Also for who asks what an experiment records.
#[test]
fn a_list_names_the_units() {
    let path = file(&folder("units_list"), "spring.cdl", &model(true));
    let answer = cdl(&["list", &path, "--json"]);
    let list: serde_json::Value = serde_json::from_str(&answer.out).expect("JSON");
    let text = list.to_string();
    assert!(
        text.contains("\"mm\"") && text.contains("\"deg\"") && text.contains("\"mJ\""),
        "{text}"
    );
}

/// What has been kept of a study in one unit is not taken for numbers in another.
#[test]
fn a_study_that_goes_on_knows_its_units() {
    let folder = folder("units_continued");
    let out = folder.join("out");
    let to = out.to_str().expect("UTF-8");
    for is_wished in [false, true] {
        let path = file(&folder, "spring.cdl", &model(is_wished));
        let answer = cdl(&["run", &path, "--experiment", "study", "--out", to]);
        assert_eq!(answer.code, 0, "{}", answer.err);
    }
    let found = table(&out.join("results.csv"));
    for (place, expected) in of(&found, "place [mm]").iter().zip([10.0, 20.0]) {
        assert!((place - expected).abs() < 1e-9, "{place}");
    }
}
