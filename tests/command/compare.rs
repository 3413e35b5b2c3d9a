//! Results beside each other.

use std::path::Path;

use crate::{cdl, file, folder};

const MODEL: &str = "\
model Pendulum(length: Length = 1 m, drop: Angle = 30 deg) {
  body bob { mass = 1 kg; inertia = diag(1, 1, 1) kg.m^2; centre_of_mass = [0, 0, -1] * length }
  joint pin: revolute(axis = y) from world to bob { start = { angle = drop } }
  record pin.angle, pin.rate, bob.position
}
experiment coarse = Pendulum() { simulate 2 s with rk4(step = 20 ms), every 100 ms }
experiment fine = Pendulum() { simulate 2 s with rk4(step = 1 ms), every 50 ms }
experiment rest = Pendulum() { equilibrium }
experiment study = Pendulum() { vary length = [1, 2] m
  equilibrium }
";

/// The coarse run, but half as long.
fn run_cut(folder: &std::path::Path) -> String {
    let path = file(
        folder,
        "cut.cdl",
        &MODEL
            .replace("simulate 2 s with rk4(step = 20 ms)", "simulate 1 s with rk4(step = 20 ms)"),
    );
    let to = folder.join("cut").to_str().expect("UTF-8").to_owned();
    assert_eq!(cdl(&["run", &path, "--experiment", "coarse", "--out", &to, "-q"]).code, 0);
    to
}

#[test]
fn results_are_compared() {
    let folder = folder("compare");
    let path = file(&folder, "pendulum.cdl", MODEL);
    let run = |name: &str, experiment: &str, set: &[&str]| {
        let out = folder.join(name);
        let to = out.to_str().expect("UTF-8").to_owned();
        let mut arguments = vec!["run", &path, "--experiment", experiment, "--out", &to, "-q"];
        set.iter().for_each(|own| arguments.extend(["--set", own]));
        assert_eq!(cdl(&arguments).code, 0);
        to
    };
    let (coarse, fine) = (run("coarse", "coarse", &[]), run("fine", "fine", &[]));
    let longer = run("longer", "coarse", &["length=1.1 m"]);
    // The same as itself.
    let answer = cdl(&["compare", &coarse, &coarse]);
    assert_eq!(answer.code, 0, "{}", answer.err);
    assert!(answer.out.contains("the same: 5 columns, 21 rows"), "{}", answer.out);
    // One that ends earlier is another one, also where all rows that both have are the same.
    let cut = run_cut(&folder);
    let answer = cdl(&["compare", &coarse, &cut]);
    assert_eq!(answer.code, 1, "{}", answer.out);
    assert!(answer.out.contains("last time"), "{}", answer.out);
    // Other steps: within a tolerance, and not exactly.
    let answer = cdl(&["compare", &coarse, &fine, "--tolerance", "1e-4"]);
    assert_eq!(answer.code, 0, "{}", answer.out);
    assert!(answer.out.contains("rows differ (21 and 41): 21 of the first"), "{}", answer.out);
    assert!(answer.out.contains(", within"), "{}", answer.out);
    assert_eq!(cdl(&["compare", &coarse, &fine]).code, 1);
    // Another length: the largest difference stands first, and the parameter is named.
    let answer = cdl(&["compare", &coarse, &coarse, &longer, "--tolerance", "1e-4"]);
    assert_eq!(answer.code, 1, "{}", answer.out);
    assert!(answer.out.contains("length is 1 m in the first, and 1.1 m in the second"));
    let shares: Vec<f64> = answer
        .out
        .lines()
        .filter_map(|line| line.split_once('(')?.1.split_once(" %)")?.0.parse().ok())
        .collect();
    assert!(shares.len() >= 2 && shares.windows(2).all(|pair| pair[0] >= pair[1]), "{shares:?}");
    assert!(shares[0] > 0.5, "{shares:?}");
    // Tables of studies, and what does not belong together.
    let study = run("study", "study", &[]);
    assert_eq!(cdl(&["compare", &study, &study]).code, 0);
    let answer = cdl(&["compare", &coarse, &study]);
    assert_eq!(answer.code, 1);
    assert!(answer.out.contains("the rows go along `time [s]` in the first"), "{}", answer.out);
    // One that was interrupted says so: what was not run has not failed.
    let about = Path::new(&study).join("summary.json");
    let text = std::fs::read_to_string(&about).expect("a summary");
    let mut summary: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    summary["outcome"] = serde_json::json!({ "kind": "interrupted", "missing": 1 });
    std::fs::write(&about, summary.to_string()).expect("written");
    let answer = cdl(&["compare", &study, &study]);
    assert_eq!(answer.code, 1, "{}", answer.out);
    assert!(answer.out.contains("a good end: interrupted"), "{}", answer.out);
    assert!(!answer.out.contains("failed"), "{}", answer.out);
    // Nothing there, nothing to compare, and no share.
    for wrong in [
        &["compare", &coarse, "nowhere"][..],
        &["compare", &coarse],
        &["compare", &coarse, &fine, "--tolerance", "-1"],
        &["compare", &coarse, &fine, "--tolerance", "nan"],
    ] {
        assert_eq!(cdl(wrong).code, 64, "{wrong:?}");
    }
    // Two studies in which everything fails are nothing that could be the same, tables alone neither.
    let loose = MODEL.replace("joint pin: revolute(axis = y)", "joint pin: free");
    let loose =
        loose.replace(" { start = { angle = drop } }", "").replace("pin.angle, pin.rate, ", "");
    let failing = file(&folder, "failing.cdl", &loose);
    let bad = folder.join("bad");
    let to = bad.to_str().expect("UTF-8");
    assert_eq!(cdl(&["run", &failing, "--experiment", "study", "--out", to, "-q"]).code, 2);
    std::fs::remove_file(bad.join("summary.json")).expect("a summary");
    let answer = cdl(&["compare", to, to]);
    assert_eq!(answer.code, 1, "{}", answer.out);
    assert!(answer.out.contains("2 of its variants failed"), "{}", answer.out);
}

/// All runs in one plot of each quantity, the one that differs most first, with the numbers of the terminal.
#[test]
fn a_page_draws_runs_over_each_other() {
    let folder = folder("compare_page");
    let path = file(&folder, "pendulum.cdl", MODEL);
    let run = |name: &str, experiment: &str, set: &[&str]| {
        let to = folder.join(name).to_str().expect("UTF-8").to_owned();
        let mut arguments = vec!["run", &path, "--experiment", experiment, "--out", &to, "-q"];
        set.iter().for_each(|own| arguments.extend(["--set", own]));
        assert_eq!(cdl(&arguments).code, 0);
        to
    };
    let (coarse, fine) = (run("coarse", "coarse", &[]), run("fine", "fine", &[]));
    let longer = run("longer", "coarse", &["length=1.1 m"]);
    let to = folder.join("compared.html");
    let page_path = to.to_str().expect("UTF-8");
    let answer = cdl(&["compare", &coarse, &fine, &longer, "--page", page_path]);
    assert_eq!(answer.code, 1, "{}", answer.err);
    let page = std::fs::read_to_string(&to).expect("a page");
    assert!(page.contains("length is 1 m in the first, and 1.1 m in the second"), "the parameter");
    let data = crate::page_data(&page);
    let figures = data["figures"].as_array().expect("plots");
    assert_eq!(figures.len(), 5);
    let names = |figure: &serde_json::Value| {
        let curves = figure["curves"].as_array().expect("curves").clone();
        curves
            .iter()
            .map(|own| own["name"].as_str().expect("a name").to_owned())
            .collect::<Vec<_>>()
    };
    assert!(figures.iter().all(|own| names(own) == [coarse.as_str(), &fine, &longer]));
    // Runs have as many points as rows, and colours of their own.
    let points = |curve: usize| figures[0]["curves"][curve]["x"].as_array().expect("places").len();
    assert_eq!([points(0), points(1), points(2)], [21, 41, 21]);
    assert_ne!(figures[0]["curves"][0]["colour"], figures[0]["curves"][1]["colour"]);
    // The order is that of the largest shares, which the titles have from the terminal.
    let titles: Vec<&str> =
        figures.iter().map(|own| own["title"].as_str().expect("a title")).collect();
    let share = |title: &&str| {
        let shares =
            title.split('(').filter_map(|own| own.split_once(" %)")?.0.parse::<f64>().ok());
        shares.fold(0.0, f64::max)
    };
    let shares: Vec<f64> = titles.iter().map(share).collect();
    assert!(shares[0] > 0.5 && shares.windows(2).all(|pair| pair[0] >= pair[1]), "{titles:?}");
    let words = titles[0].split(&format!("{longer}: ")).nth(1).expect("the longer one");
    assert!(answer.out.contains(words), "{words}\n{}", answer.out);
    assert!(titles.last().expect("plots").ends_with(": the same"), "{titles:?}");
    // It cannot be written: what is compared is said all the same.
    let nowhere = folder.join("no/such/folder.html");
    let answer = cdl(&["compare", &coarse, &coarse, "--page", nowhere.to_str().expect("UTF-8")]);
    assert_eq!(answer.code, 2, "{}", answer.err);
    assert!(
        answer.out.contains("the same") && answer.err.contains("cannot write"),
        "{}",
        answer.err
    );
    // Studies, also of several parameters, and what has no rows in common.
    let study = run("study", "study", &[]);
    let answer = cdl(&["compare", &study, &study, "--page", page_path]);
    assert_eq!(answer.code, 0, "{}", answer.err);
    let page = std::fs::read_to_string(&to).expect("a page");
    assert_eq!(crate::page_data(&page)["figures"][0]["over"], "length [m]");
    assert_eq!(cdl(&["compare", &coarse, &study, "--page", page_path]).code, 1);
}

/// Did the change make it better? What a run has come to as a whole is compared, and verdicts.
#[test]
fn statistics_and_verdicts_are_compared() {
    let folder = folder("compare-findings");
    let model = "\
model Cart(speed: Speed = 1 m/s) {
  environment { gravity = 0 m/s^2 }
  body cart { mass = 1 kg }
  joint rail: prismatic(axis = x) from world to cart { start = { rate = speed } }
}
experiment roll = Cart() {
  simulate 1 s with rk4(step = 100 ms), every 1 s
  record maximum(rail.rate) as fastest, rail.displacement
  require slow: fastest < 2 m/s
}
";
    let path = file(&folder, "cart.cdl", model);
    let run = |name: &str, speed: &str| {
        let out = folder.join(name);
        let set = format!("speed={speed}");
        cdl(&["run", &path, "--set", &set, "--out", out.to_str().expect("UTF-8"), "--quiet"]);
        out.to_str().expect("UTF-8").to_owned()
    };
    let (slow, fast) = (run("slow", "1 m/s"), run("fast", "4 m/s"));
    let answer = cdl(&["compare", &slow, &fast]);
    assert_eq!(answer.code, 1, "{}", answer.out);
    for wanted in ["slow: met, and then failed", "fastest: 1 m/s, and then 4 m/s (75.00 %)"] {
        assert!(answer.out.contains(wanted), "{wanted}: {}", answer.out);
    }
    // On the page they come before the quantities.
    let page = folder.join("compared.html");
    let to = page.to_str().expect("UTF-8");
    for others in [&[&fast][..], &[&slow, &fast]] {
        let others = others.iter().map(|own| own.as_str());
        let arguments: Vec<&str> =
            ["compare", &slow].into_iter().chain(others).chain(["--page", to]).collect();
        assert_eq!(cdl(&arguments).code, 1);
        let page = std::fs::read_to_string(&page).expect("a page");
        let at = |words: &str| page.find(words).unwrap_or_else(|| panic!("no {words}"));
        let [verdict, number] =
            [at("met, and then failed</dd>"), at("1 m/s, and then 4 m/s (75.00 %)</dd>")];
        assert!(verdict < number && number < at("<dt>rail.displacement</dt>"), "findings first");
    }
    let same = cdl(&["compare", &slow, &slow]);
    assert!(same.code == 0 && !same.out.contains("fastest"), "{}", same.out);
    let about = run("about", "1.0001 m/s");
    let answer = cdl(&["compare", &slow, &about, "--tolerance", "1e-3"]);
    assert!(answer.code == 0 && answer.out.contains("within"), "{}", answer.out);
}
