//! Studies whose parameters are drawn.

use crate::{cdl, file, folder};

const MODEL: &str = "\
model Hook(mass: Mass = 20 kg, stiffness: Stiffness = 2 kN/m) {
  environment { gravity = 10 m/s^2 }
  body load { mass = mass; inertia = diag(1, 1, 1) kg.m^2 }
  joint rail: prismatic(axis = z) from world to load { stiffness = stiffness }
  record rail.displacement
}
experiment spread = Hook() {
  sample mass = normal(20 kg, 1 kg) { count = 400; seed = 7 }
  equilibrium
  require light: rail.displacement > -105 mm
}
experiment both = Hook() {
  vary stiffness = [1, 2] kN/m
  sample mass = uniform(10 kg, 30 kg) { count = 50 }
  equilibrium
}
experiment negative = Hook() {
  sample mass = normal(1 kg, 1 kg) { count = 30 }
  equilibrium
}
";

fn rows(folder: &std::path::Path) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(folder.join("results.csv")).expect("a table");
    text.lines().skip(1).map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

fn number(text: &str) -> f64 {
    text.parse().expect("a number")
}

/// The load hangs `m g/k` down: 0.1 m, with a deviation of 5 mm, and a normal distribution tells how many are above 0.105 m.
#[test]
fn draws_are_the_same_whatever_runs_them() {
    let folder = folder("samples");
    let path = file(&folder, "hook.cdl", MODEL);
    let mut tables = Vec::new();
    for jobs in ["1", "3"] {
        let out = folder.join(jobs);
        let to = out.to_str().expect("UTF-8");
        let answer = cdl(&["run", &path, "--experiment", "spread", "--jobs", jobs, "--out", to]);
        assert_eq!(answer.code, 3, "{}", answer.err);
        assert!(answer.err.contains("mean -0.1"), "{}", answer.err);
        assert!(answer.err.contains("95 % below"), "{}", answer.err);
        tables.push(std::fs::read(out.join("results.csv")).expect("a table"));
        let own = rows(&out);
        assert_eq!(own.len(), 400);
        for row in &own {
            let expected = -number(&row[0]) * 10.0 / 2000.0;
            assert!((number(&row[1]) - expected).abs() < 1e-9, "{row:?}");
        }
        // A normal distribution has 84.1 % below its mean and a deviation; of 400 that is 336, give or take 7.
        let met = own.iter().filter(|row| row[2] == "met").count();
        assert!((310..=362).contains(&met), "{met}");
        let summary = std::fs::read_to_string(out.join("summary.json")).expect("a summary");
        assert!(summary.contains("\"percent_95\""), "{summary}");
        let page = std::fs::read_to_string(out.join("report.html")).expect("a page");
        assert!(page.contains("variants below"), "it is drawn by ranks");
    }
    assert_eq!(tables[0], tables[1]);
    // One more draw leaves the others.
    let more = file(&folder, "more.cdl", &MODEL.replace("count = 400", "count = 401"));
    let out = folder.join("more");
    let to = out.to_str().expect("UTF-8");
    cdl(&["run", &more, "--experiment", "spread", "--out", to]);
    assert_eq!(rows(&out)[..400], rows(&folder.join("1"))[..]);
    // Another seed has others.
    let other = file(&folder, "other.cdl", &MODEL.replace("seed = 7", "seed = 8"));
    let out = folder.join("other");
    let to = out.to_str().expect("UTF-8");
    cdl(&["run", &other, "--experiment", "spread", "--out", to]);
    assert_ne!(rows(&out)[0][0], rows(&folder.join("1"))[0][0]);
}

/// Draws come in no order, so a list names the ends of what was drawn.
#[test]
fn a_list_names_draws_as_draws() {
    let path = file(&folder("samples_list"), "hook.cdl", MODEL);
    let list = cdl(&["list", &path]);
    let line = list.out.lines().find(|line| line.contains("50 draws")).expect("a line");
    let words: Vec<&str> = line.split_whitespace().collect();
    let from = words.iter().position(|word| *word == "from").expect("from");
    let (least, most) = (number(words[from + 1]), number(words[from + 3]));
    assert!((10.0..12.0).contains(&least) && (28.0..30.0).contains(&most), "{line}");
}

/// The same draws for each value; and what may not be is a row that says so.
#[test]
fn draws_go_beside_what_is_varied() {
    let folder = folder("samples_beside");
    let path = file(&folder, "hook.cdl", MODEL);
    let out = folder.join("both");
    let to = out.to_str().expect("UTF-8");
    let answer = cdl(&["run", &path, "--experiment", "both", "--out", to]);
    assert_eq!(answer.code, 0, "{}", answer.err);
    assert!(answer.err.contains("stiffness = 2 kN/m"), "{}", answer.err);
    let all = rows(&out);
    assert_eq!(all.len(), 100);
    for (one, two) in all[..50].iter().zip(&all[50..]) {
        assert_eq!((one[0].as_str(), two[0].as_str()), ("1", "2"));
        assert_eq!(one[1], two[1]);
        assert!((10.0..30.0).contains(&number(&one[1])));
        assert!((number(&one[2]) - 2.0 * number(&two[2])).abs() < 1e-8);
    }
    let out = folder.join("negative");
    let to = out.to_str().expect("UTF-8");
    let answer = cdl(&["run", &path, "--experiment", "negative", "--out", to]);
    assert_eq!(answer.code, 2, "{}", answer.err);
    for row in rows(&out) {
        let failed = row.iter().any(|field| field == "failed");
        assert_eq!(failed, number(&row[0]) <= 0.0, "{row:?}");
    }
}
