//! Studies whose variants are the rows of a file.

use std::path::Path;

use crate::{cdl, file, folder, page_data};

/// At rest the spring is longer by the force over its stiffness.
const SPRINGS: &str = "\
enum Side { left, right }
model Spring(pull: Force = 1 N, stiffness: Stiffness = 100 N/m, links: Int = 1, doubled: Bool = false, share = 1, _tag: Text = \"\", side: Side = left, tilt: Angle = 0 deg) {
  body mass { mass = 1 kg; inertia = diag(1, 1, 1) kg.m^2 }
  joint rail: prismatic(axis = [cos(tilt), sin(tilt), 0]) from world to mass { stiffness = stiffness }
  force load on mass = pull * share * (if doubled then 2 else 1) * (if side == left then 1 else -1) * [cos(tilt), sin(tilt), 0]
  cable tail: rigid_links(count = links) from world at [0, 3, 0] m to free { length = 1 m; mass = 1 kg }
  let stretch = rail.displacement
  record stretch
}
experiment loads = Spring() {
  cases load_case = table(\"cases.csv\")
  equilibrium
  require short: stretch < 45 cm
}
experiment grid = Spring() {
  vary share = [1, 2]
  cases load_case = table(\"plain.csv\")
  cases spring = table(\"springs.csv\")
  sample tilt = normal(0 deg, 1 deg) { count = 3 }
  equilibrium
  plot stretches = stretch { over = pull }
}
";

const CASES: &str = "\
# Where it hangs
name; pull [kN]; stiffness [N/cm]; links; doubled; _tag; side; tilt [deg]

calm; 0; 20; 1; false; a \"b\"; left; 0
storm; 1; 20; 2; false; x; left; 10
\"worst; of all\"; 0.5; 50; 1; true; c; right; 20
";

struct Table {
    header: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    fn read(folder: &Path) -> Self {
        let mut reader = csv::Reader::from_path(folder.join("results.csv")).expect("a table");
        let words = |own: &csv::StringRecord| own.iter().map(str::to_owned).collect();
        let header = words(reader.headers().expect("a header"));
        Self { header, rows: reader.records().map(|own| words(&own.expect("a row"))).collect() }
    }

    fn words(&self, name: &str) -> Vec<&str> {
        let place = self.header.iter().position(|own| own == name);
        let place = place.unwrap_or_else(|| panic!("no {name} in {:?}", self.header));
        self.rows.iter().map(|row| row[place].as_str()).collect()
    }

    fn numbers(&self, name: &str) -> Vec<f64> {
        self.words(name).iter().map(|word| word.parse().expect("a number")).collect()
    }
}

fn model(name: &str) -> (std::path::PathBuf, String) {
    let folder = folder(name);
    file(&folder, "cases.csv", CASES);
    file(&folder, "plain.csv", "pull [N], links\n100, 1\n300, 2\n");
    file(&folder, "springs.csv", "name,stiffness [kN/m]\nsoft,1\nhard,4\n");
    let path = file(&folder, "springs.cdl", SPRINGS);
    (folder, path)
}

/// Each row is a variant, with its name, in the order of the file; the same bytes for any number of jobs.
#[test]
fn each_row_is_a_variant_with_its_name() {
    let (folder, path) = model("cases");
    let mut tables = Vec::new();
    for jobs in ["1", "3"] {
        let out = folder.join(jobs);
        let to = out.to_str().expect("UTF-8");
        let answer = cdl(&["run", &path, "--experiment", "loads", "--jobs", jobs, "--out", to]);
        assert_eq!(answer.code, 3, "{}", answer.err);
        let said = "with load_case = storm: `short` is not met";
        assert!(answer.err.contains(said), "{}", answer.err);
        let table = Table::read(&out);
        assert_eq!(
            table.header,
            [
                "load_case",
                "pull [kN]",
                "stiffness [N/cm]",
                "links [1]",
                "doubled",
                "_tag",
                "side",
                "tilt [deg]",
                "stretch [m]",
                "require short",
                "outcome",
                "message",
                "notes"
            ]
        );
        assert_eq!(table.words("load_case"), ["calm", "storm", "worst; of all"]);
        assert_eq!(table.numbers("pull [kN]"), [0.0, 1.0, 0.5]);
        assert_eq!(table.numbers("stiffness [N/cm]"), [20.0, 20.0, 50.0]);
        assert_eq!(table.words("doubled"), ["false", "false", "true"]);
        assert_eq!(table.words("side"), ["left", "left", "right"]);
        for (tilt, degrees) in table.numbers("tilt [deg]").iter().zip([0.0, 10.0, 20.0]) {
            assert!((tilt - degrees).abs() < 1e-12, "{tilt}");
        }
        // 1 kN over 2 kN/m, and twice -0.5 kN over 5 kN/m.
        for (stretch, expected) in table.numbers("stretch [m]").iter().zip([0.0, 0.5, -0.2]) {
            assert!((stretch - expected).abs() < 1e-9, "{stretch} is not {expected}");
        }
        tables.push(std::fs::read(out.join("results.csv")).expect("a table"));
        let page = std::fs::read_to_string(out.join("report.html")).expect("a page");
        assert!(
            page.contains("load_case: 0 calm, 1 storm, 2 worst; of all"),
            "the axis names them"
        );
    }
    assert_eq!(tables[0], tables[1]);
}

/// What is known stays known, whatever a row is called; a row that is changed or added is computed.
#[test]
fn what_is_computed_is_kept_by_its_content() {
    let (folder, path) = model("cases_kept");
    let out = folder.join("out");
    let to = out.to_str().expect("UTF-8");
    let run = || cdl(&["run", &path, "--experiment", "loads", "--out", to]).err;
    let known = || {
        let text = std::fs::read_to_string(out.join("variants.jsonl")).expect("a journal");
        text.lines().count()
    };
    run();
    assert_eq!(known(), 3);
    file(&folder, "cases.csv", &CASES.replace("storm;", "gale;"));
    run();
    assert_eq!(known(), 3, "another name is the same variant");
    assert_eq!(Table::read(&out).words("load_case")[1], "gale");
    file(&folder, "cases.csv", &CASES.replace("storm; 1;", "storm; 0.8;"));
    run();
    assert_eq!(known(), 4);
    assert!((Table::read(&out).numbers("stretch [m]")[1] - 0.4).abs() < 1e-9);
}

/// All combinations: the later one changes faster, and draws fastest.
#[test]
fn cases_go_beside_what_is_varied_and_drawn() {
    let (folder, path) = model("cases_beside");
    let out = folder.join("out");
    let to = out.to_str().expect("UTF-8");
    let answer = cdl(&["run", &path, "--experiment", "grid", "--out", to]);
    assert_eq!(answer.code, 0, "{}", answer.err);
    let table = Table::read(&out);
    assert_eq!(table.rows.len(), 2 * 2 * 2 * 3);
    let [share, case, pull, stiffness, tilt, stretch] =
        ["share [1]", "load_case [1]", "pull [N]", "stiffness [kN/m]", "tilt [deg]", "stretch [m]"]
            .map(|own| table.numbers(own));
    let spring = table.words("spring");
    for row in 0..24 {
        let at = (row / 12, row / 6 % 2, row / 3 % 2, row % 3);
        assert_eq!(share[row], [1.0, 2.0][at.0]);
        assert_eq!((case[row], pull[row]), [(1.0, 100.0), (2.0, 300.0)][at.1]);
        assert_eq!((spring[row], stiffness[row]), [("soft", 1.0), ("hard", 4.0)][at.2]);
        assert_eq!(tilt[row], tilt[at.3]);
        let expected = share[row] * pull[row] / (1e3 * stiffness[row]);
        assert!((stretch[row] - expected).abs() < 1e-9, "{row}: {}", stretch[row]);
    }
    // Over a column of one table there is a curve for each combination of the others.
    let page = page_data(&std::fs::read_to_string(out.join("report.html")).expect("a page"));
    let text = page.to_string();
    assert!(text.contains("share = 2, spring = hard"), "{}", answer.err);
    assert!(!text.contains("load_case = 1, spring = hard, share"), "it is the axis");
    // A parameter that is set is not that of the rows, which are run all the same.
    let set = folder.join("set");
    let to = set.to_str().expect("UTF-8");
    cdl(&["run", &path, "--experiment", "grid", "--set", "stiffness=2 kN/m", "--out", to]);
    let table = Table::read(&set);
    assert!(!table.header.iter().any(|own| own.starts_with("stiffness")));
    assert_eq!(table.rows.len(), 24);
    assert!((table.numbers("stretch [m]")[0] - 0.05).abs() < 1e-9);
}

#[test]
fn a_list_says_which_columns_are_of_which_cases() {
    let (_, path) = model("cases_list");
    let list = cdl(&["list", &path]);
    for line in
        ["load_case  calm, storm, worst; of all", "3 cases", "2 values of spring", "3 draws"]
    {
        assert!(list.out.contains(line), "{line}: {}", list.out);
    }
    let list = cdl(&["list", &path, "--json"]);
    let list: serde_json::Value = serde_json::from_str(&list.out).expect("JSON");
    let varied = &list["experiments"][1]["varied"];
    let cases: Vec<&str> = varied
        .as_array()
        .expect("a list")
        .iter()
        .map(|own| own["cases"].as_str().unwrap_or(""))
        .collect();
    assert_eq!(cases, ["", "load_case", "load_case", "load_case", "spring", "spring", ""]);
}

/// Each mistake is said before anything runs, with the place in the model, the line and the column.
#[test]
fn what_is_wrong_in_the_file_is_said_with_line_and_column() {
    let (folder, path) = model("cases_wrong");
    for (text, said) in [
        (
            "name, pul [kN]\na, 1\n",
            &["no parameter `pul`", "did you mean `pull`?", "cases.csv, line 1, `pul`"][..],
        ),
        ("pull [kN], name\n1, a\n", &["no parameter `name`", "stands in the first column"]),
        ("name, pull [kN]\na, 1\nb,\n", &["a value is missing", "cases.csv, line 3, `pull`"]),
        ("name, pull [kN]\na, 1\nb\n", &["has 2 columns, this line has 1", "line 3"]),
        ("name, pull [kN]\na, much\n", &["`much` is not a number", "line 2, `pull`"]),
        ("name, pull [kN]\na, 1e999\n", &["not a finite number"]),
        ("name, pull [m]\na, 1\n", &["is a Force, and its column is in m", "pull [N]"]),
        ("name, pull\na, 1\n", &["its column has no unit", "pull [N]"]),
        ("name, tilt\na, 1\n", &["its column has no unit", "tilt [rad]"]),
        ("name, pull [kNm]\na, 1\n", &["no unit `kNm`"]),
        ("name, links [m]\na, 1\n", &["has no unit", "write `links`"]),
        ("name, links\na, 1.5\n", &["`1.5` is not a whole number", "line 2, `links`"]),
        ("name, doubled\na, yes\n", &["neither `true` nor `false`", "line 2, `doubled`"]),
        ("name, side\na, middle\n", &["`middle` is no `Side`", "`left`, `right`"]),
        ("name, links\na, 1\n\na, 2\n", &["`a` is also what line 2 is called", "line 4, `name`"]),
        ("name, links\n, 1\n", &["this row has no name", "line 2, `name`"]),
        ("links, links\n1, 1\n", &["two columns are called `links`"]),
        ("", &["the file is empty", "cases.csv"]),
        ("name, links\n", &["the file has no rows"]),
    ] {
        file(&folder, "cases.csv", text);
        let answer = cdl(&["check", &path]);
        assert_eq!(answer.code, 1, "{text}: {}", answer.err);
        assert!(answer.err.contains("E0308"), "{text}: {}", answer.err);
        assert!(answer.err.contains("springs.cdl:11:"), "{text}: {}", answer.err);
        for said in said {
            assert!(answer.err.contains(said), "{text}: {said}: {}", answer.err);
        }
    }
    std::fs::remove_file(folder.join("cases.csv")).expect("it was there");
    let answer = cdl(&["check", &path]);
    assert!(answer.err.contains("cannot read the data file `cases.csv`"), "{}", answer.err);
}
