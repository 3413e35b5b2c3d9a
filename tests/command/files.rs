//! Files that the command replaces, and folders of results.

use std::path::Path;
use std::process::Command;

use crate::{Answer, cdl, file, folder};

const UGLY: &str = "model  M{\nlet a=2   m\n}\n";
const FALL: &str = "\
model Fall(height: Length = 20 m, count: Int = 1) {
  body ball { mass = 2 kg; shape = sphere(diameter = 10 cm); start = { position = [0 m, 0 m, height] } }
  joint flight: free from world to ball
  record ball.position.z
}
experiment drop = Fall() { simulate 1 s with rk4(step = 10 ms), every 100 ms }
experiment long = Fall() { simulate 1e6 s with rk4(step = 1 ms), every 10 ms }
";

fn summary(folder: &Path) -> serde_json::Value {
    let text = std::fs::read_to_string(folder.join("summary.json")).expect("summary.json");
    serde_json::from_str(&text).expect("JSON")
}

/// No file may become longer than nothing, as on a full disk: the old one stays, and nothing lies beside it.
#[cfg(unix)]
#[test]
fn formatting_onto_a_full_disk_leaves_the_file() {
    let folder = folder("full");
    let path = file(&folder, "ugly.cdl", UGLY);
    let script = format!("ulimit -f 0; exec {} fmt {path}", env!("CARGO_BIN_EXE_cdl"));
    let output = Command::new("sh").args(["-c", &script]).output().expect("a shell");
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(std::fs::read_to_string(&path).expect("it is there"), UGLY);
    assert_eq!(std::fs::read_dir(&folder).expect("a folder").count(), 1);
}

/// A file is replaced by a new one in its folder, so it is that folder in which nothing can be written.
#[cfg(unix)]
#[test]
fn formatting_names_the_folder_that_takes_no_file() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::os::unix::process::CommandExt;

    let folder = folder("closed");
    let path = file(&folder, "ugly.cdl", UGLY);
    let set = |of: &Path, mode| {
        let mode = std::fs::Permissions::from_mode(mode);
        std::fs::set_permissions(of, mode).expect("it is ours");
    };
    let fmt = |more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cdl"));
        // Who may do everything is refused nothing.
        if std::fs::metadata(&folder).expect("a folder").uid() == 0 {
            command.uid(65534).gid(65534);
        }
        command.arg("fmt").args(more).arg(&path).output()
    };
    // The file itself may be written by everybody.
    set(Path::new(&path), 0o666);
    set(&folder, 0o555);
    let checked = fmt(&["--check"]);
    let output = fmt(&[]);
    set(&folder, 0o755);
    // Where another user does not even get as far as here, there is nothing to be seen.
    if !checked.is_ok_and(|own| own.status.code() == Some(1)) {
        eprintln!("SKIPPED: nobody else can read {path}");
        return;
    }
    let output = output.expect("the binary starts");
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{told}");
    let expected = format!("no file can be made in its folder, {}", folder.display());
    assert!(told.contains(&expected), "{told}");
    assert_eq!(std::fs::read_to_string(&path).expect("it is there"), UGLY);
}

#[test]
fn formatting_keeps_the_line_ends_of_windows() {
    let path = file(&folder("ends"), "ugly.cdl", &UGLY.replace('\n', "\r\n"));
    assert_eq!(cdl(&["fmt", &path]).code, 0);
    let text = std::fs::read_to_string(&path).expect("it is there");
    assert_eq!(text, "model M {\r\n  let a = 2 m\r\n}\r\n");
    assert_eq!(cdl(&["fmt", "--check", &path]).code, 0);
}

/// A text of which some lines end as on Windows gets the ends of most of its lines, and is at rest then.
#[test]
fn formatting_settles_mixed_line_ends() {
    for (ends, all) in [(["\r\n", "\r\n", "\n"], "\r\n"), (["\n", "\r\n", "\n"], "\n")] {
        let text = format!("model M {{{}  let a = 2 m{}}}{}", ends[0], ends[1], ends[2]);
        let path = file(&folder("mixed"), "mixed.cdl", &text);
        assert_eq!(cdl(&["fmt", "--check", &path]).code, 1);
        assert_eq!(cdl(&["fmt", &path]).code, 0);
        let text = std::fs::read_to_string(&path).expect("it is there");
        assert_eq!(text, ["model M {", "  let a = 2 m", "}", ""].join(all));
        assert_eq!(cdl(&["fmt", "--check", &path]).code, 0);
    }
}

/// A file with a second name is one file afterwards, too; where there is no room it stays as it was.
#[cfg(unix)]
#[test]
fn formatting_keeps_hard_links() {
    let folder = folder("linked");
    let path = file(&folder, "ugly.cdl", UGLY);
    let other = folder.join("other.cdl");
    std::fs::hard_link(&path, &other).expect("a second name");
    let script = format!("ulimit -f 0; exec {} fmt {path}", env!("CARGO_BIN_EXE_cdl"));
    let output = Command::new("sh").args(["-c", &script]).output().expect("a shell");
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(std::fs::read_to_string(&other).expect("it is there"), UGLY);
    assert_eq!(cdl(&["fmt", &path]).code, 0);
    let text = std::fs::read_to_string(&other).expect("it is there");
    assert_eq!(text, "model M {\n  let a = 2 m\n}\n");
    assert_eq!(std::fs::read_dir(&folder).expect("a folder").count(), 2);
}

#[test]
fn other_values_of_a_parameter_go_to_another_folder() {
    let folder = folder("defaults");
    file(&folder, "fall.cdl", FALL);
    let run = |more: &[&str]| -> Answer {
        let output = Command::new(env!("CARGO_BIN_EXE_cdl"))
            .args(["run", "fall.cdl", "--experiment", "drop"])
            .args(more)
            .current_dir(&folder)
            .output()
            .expect("the binary starts");
        Answer {
            code: output.status.code().expect("a code"),
            out: String::new(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    };
    for more in [&[][..], &["--set", "height=300 cm"], &["--set", "height=4 m", "--set", "count=2"]]
    {
        let answer = run(more);
        assert_eq!(answer.code, 0, "{}", answer.err);
    }
    let results = folder.join("results");
    let plain = summary(&results.join("fall-drop"));
    let set = summary(&results.join("fall-drop-height=3m"));
    let both = summary(&results.join("fall-drop-count=2-height=4m"));
    assert_eq!(plain["overrides"], serde_json::json!({}));
    assert_eq!(set["overrides"], serde_json::json!({ "height": "300 cm" }));
    assert_eq!(both["overrides"], serde_json::json!({ "count": "2", "height": "4 m" }));
    assert_ne!(plain["model_hash"], set["model_hash"]);
    let page = std::fs::read_to_string(results.join("fall-drop-height=3m/report.html"));
    assert!(page.expect("a page").contains("<dt>height</dt><dd>300 cm</dd>"));
    // The same again, from another text that means the same, is the same model.
    file(&folder, "fall.cdl", &format!("// Again.\n{FALL}"));
    let again = run(&[]);
    assert!(again.err.contains("results are in results/fall-drop;"), "{}", again.err);
    assert_eq!(summary(&results.join("fall-drop"))["model_hash"], plain["model_hash"]);
}

#[test]
fn a_parameter_has_one_value() {
    let path = file(&folder("twice"), "fall.cdl", FALL);
    for command in ["run", "graph"] {
        let answer = cdl(&[command, &path, "--set", "count=2", "--set", "count=3"]);
        assert_eq!(answer.code, 64, "{}", answer.err);
        assert!(answer.err.contains("`count` is set twice"), "{}", answer.err);
    }
}

/// Of what else is not, an empty value is told.
#[test]
fn a_text_may_be_set_empty() {
    let folder = folder("empty_text");
    let model = FALL.replace("count: Int = 1", "label: Text = \"a\", count: Int = 1");
    let (path, out) = (file(&folder, "fall.cdl", &model), folder.join("out"));
    let to = out.to_str().expect("UTF-8");
    let run = |set: &str| cdl(&["run", &path, "--experiment", "drop", "--set", set, "--out", to]);
    let answer = run("label=");
    assert_eq!(answer.code, 0, "{}", answer.err);
    let parameters = &summary(&out)["parameters"];
    assert_eq!(parameters[1]["text"], "\"\"", "{parameters}");
    let answer = run("count=");
    assert_eq!(answer.code, 1, "{}", answer.err);
    assert!(answer.err.contains("expected an expression after `=`"), "{}", answer.err);
}

/// What a full disk has not taken is not counted.
#[cfg(unix)]
#[test]
fn a_summary_counts_the_rows_that_are_there() {
    let folder = folder("rows");
    let (path, out) = (file(&folder, "fall.cdl", FALL), folder.join("out"));
    let binary = env!("CARGO_BIN_EXE_cdl");
    let script = format!(
        "ulimit -f 64; exec {binary} run {path} --experiment long --out {}",
        out.to_str().expect("UTF-8")
    );
    let output = Command::new("sh").args(["-c", &script]).output().expect("a shell");
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{err}");
    let text = std::fs::read_to_string(out.join("results.csv")).expect("rows");
    let rows = text.lines().count() as u64 - 1;
    assert!(rows > 10 && text.ends_with('\n'), "{rows}");
    assert_eq!(summary(&out)["counts"]["rows"], rows);
    let told = err.lines().find(|line| line.trim_start().starts_with("rows"));
    assert!(told.is_some_and(|line| line.ends_with(&format!(" {rows}"))), "{err}");
}

/// In the terminal, on the page and in the summary, whether they were set or not.
#[test]
fn parameters_are_shown_with_their_units_as_they_were_written() {
    let folder = folder("parameters");
    let text = "\
model Cage(mass: Mass = 1.2 t, eye: Vector(Length) = [0, 0, 15] cm, twice: Mass = 2 * mass, is_wet: Bool = true, links: Int = 4) {
  body cage { mass = if is_wet then mass else twice; shape = sphere(diameter = 1 m, centre = eye) }
  joint flight: free from world to cage
  cable rope: rigid_links(count = links) from cage to free { length = 1 m; mass = 1 kg }
}
experiment fall = Cage(links = 2 + 1) { simulate 1 s with rk4(step = 1 ms) }
";
    let (path, out) = (file(&folder, "cage.cdl", text), folder.join("out"));
    let answer = cdl(&["run", &path, "--out", out.to_str().expect("UTF-8")]);
    assert_eq!(answer.code, 0, "{}", answer.err);
    let page = std::fs::read_to_string(out.join("report.html")).expect("a page");
    let expected = [
        ("mass", "1.2 t"),
        ("eye", "[0, 0, 15] cm"),
        ("twice", "2400 kg"),
        ("is_wet", "true"),
        ("links", "3"),
    ];
    for (name, text) in expected {
        let told = format!("{}{}", answer.out, answer.err);
        let line = told.lines().find(|line| line.trim_start().starts_with(&format!("{name} ")));
        assert!(line.is_some_and(|line| line.trim_end().ends_with(text)), "{name}: {told}");
        assert!(page.contains(&format!("<dt>{name}</dt><dd>{text}</dd>")), "{name}");
    }
    let parameters = &summary(&out)["parameters"];
    assert_eq!(
        parameters[0],
        serde_json::json!({ "name": "mass", "text": "1.2 t", "value": 1200.0, "unit": "kg" })
    );
    assert_eq!(parameters[1]["value"], serde_json::json!([0.0, 0.0, 0.15]));
    assert_eq!(parameters[3], serde_json::json!({ "name": "is_wet", "text": "true", "unit": "" }));
}

/// Quantities with one dimension are told apart by their types, or by how they are written: a number belongs to its unit.
#[test]
fn parameters_and_quotients_have_the_units_of_their_types() {
    let folder = folder("units_of_parameters");
    let text = "\
model Rates(k: Frequency = 2 Hz, spin: AngularSpeed = 3 rad/s, free = 4 Hz, work: Energy = 5 J, turn: RotationalStiffness = 6 N.m/rad,
    bent = 7 1/m, tilt: Angle = 8 deg, plain: Real = 9, drawn: Vector(Energy) = [1, 2, 3] J) {
  body cart { mass = 1 kg; inertia = diag(1, 1, 1) kg.m^2 }
  joint rail: prismatic(axis = x) from world to cart { stiffness = 10 N/m; damping = 1 N.s/m }
  force load on cart = (k * 1 N.s + spin * 2 N.s + free * 3 N.s + work / 1 m + turn / 1 m + bent * 4 N.m + sin(tilt) * 1 N + plain * 5 N + drawn.x / 1 m) * x
  record rail.displacement as x, rail.displacement * bent^2 as bend
}
experiment pushed = Rates() {
  equilibrium
  sensitivity k
  sensitivity spin
  sensitivity free
  sensitivity work
  sensitivity bent
  sensitivity tilt
  sensitivity plain
}
";
    let (path, out) = (file(&folder, "rates.cdl", text), folder.join("out"));
    let answer = cdl(&["run", &path, "--out", out.to_str().expect("UTF-8")]);
    assert_eq!(answer.code, 0, "{}", answer.err);
    let summary = summary(&out);
    let units: Vec<&str> = (0..9)
        .map(|index| summary["parameters"][index]["unit"].as_str().expect("a unit"))
        .collect();
    assert_eq!(units, ["Hz", "rad/s", "Hz", "J", "N.m/rad", "1/m", "rad", "", "J"]);
    assert_eq!(summary["parameters"][0]["value"], 2.0);
    // By 10 N/m.
    for (name, unit, slope) in [
        ("d(x)/d(k)", "m/Hz", 0.1),
        ("d(x)/d(spin)", "m/(rad/s)", 0.2),
        ("d(x)/d(free)", "m/Hz", 0.3),
        ("d(x)/d(work)", "m/J", 0.1),
        ("d(x)/d(bent)", "m/(1/m)", 0.4),
        ("d(bend)/d(plain)", "1/m", 0.5 * 49.0),
        ("d(x)/d(tilt)", "m/rad", 0.1 * 8_f64.to_radians().cos()),
    ] {
        let all = summary["sensitivities"].as_array().expect("sensitivities");
        let own = all.iter().find(|own| own["name"] == name);
        let own = own.unwrap_or_else(|| panic!("no {name} in {all:?}"));
        assert_eq!(own["unit"], unit, "{name}");
        let value = own["value"].as_f64().expect("a number");
        assert!((value / slope - 1.0).abs() < 1e-6, "{name}: {value}");
    }
}

/// A run that is killed is not taken for the one before, its folder is its own while it lives, and a request to
/// end is as good as Ctrl-C.
#[cfg(unix)]
#[test]
fn a_folder_says_what_its_run_has_come_to() {
    let out = folder("killed");
    let path = file(&out, "fall.cdl", FALL);
    let results = out.join("results").to_str().expect("UTF-8").to_owned();
    let arguments =
        |experiment: &'static str| ["run", &path, "--experiment", experiment, "--out", &results];
    assert_eq!(cdl(&arguments("drop")).code, 0);
    let results_folder = Path::new(&results);
    assert_eq!(summary(results_folder)["outcome"]["kind"], "completed");
    for (signal, kind) in [("KILL", "running"), ("TERM", "interrupted"), ("HUP", "interrupted")] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_cdl"))
            .args(arguments("long"))
            .stderr(std::process::Stdio::null())
            .spawn()
            .expect("the binary starts");
        for _ in 0..600 {
            if summary(results_folder)["outcome"]["process"] == child.id() {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        let second = cdl(&arguments("drop"));
        assert_eq!(second.code, 2, "{}", second.err);
        let expected = format!("another run (process {}) is writing to", child.id());
        assert!(second.err.contains(&expected), "{}", second.err);
        let id = child.id().to_string();
        assert!(Command::new("kill").args(["-s", signal, &id]).status().expect("kill").success());
        child.wait().expect("it ends");
        let found = summary(results_folder);
        assert_eq!(found["outcome"]["kind"], kind, "{signal}: {found}");
        assert_eq!(results_folder.join("report.html").exists(), kind == "interrupted");
    }
    assert_eq!(cdl(&arguments("drop")).code, 0, "the folder is free again");
}

/// Nothing of a run that has not begun is written, and what is there is not taken for its results.
#[test]
fn a_run_that_does_not_begin_says_whose_results_are_there() {
    let out = folder("earlier");
    let text = FALL.replace(
        "experiment long",
        "experiment rest = Fall() { modes(about = start) }\nexperiment long",
    );
    let path = file(&out, "fall.cdl", &text);
    let results = out.join("results").to_str().expect("UTF-8").to_owned();
    let run = |experiment| cdl(&["run", &path, "--experiment", experiment, "--out", &results]);
    let first = run("rest");
    assert_eq!(first.code, 2, "{}", first.err);
    assert!(!first.err.contains("earlier run"), "{}", first.err);
    assert_eq!(run("drop").code, 0);
    let again = run("rest");
    assert_eq!(again.code, 2, "{}", again.err);
    let expected = format!("what is in {results} is of an earlier run");
    assert_eq!(again.err.matches(&expected).count(), 1, "{}", again.err);
    assert_eq!(summary(Path::new(&results))["outcome"]["kind"], "completed");
}

/// `nohup` and shells without job control have their runs ignore a terminal that goes away.
#[cfg(unix)]
#[test]
fn what_a_run_was_started_to_ignore_it_ignores() {
    let out = folder("nohup");
    let path = file(&out, "fall.cdl", FALL);
    let results = out.join("results");
    let script = format!(
        "trap '' HUP; exec {} run {path} --experiment long --out {}",
        env!("CARGO_BIN_EXE_cdl"),
        results.to_str().expect("UTF-8")
    );
    let mut child = Command::new("sh")
        .args(["-c", &script])
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("a shell");
    let id = child.id().to_string();
    for _ in 0..600 {
        if results.join("summary.json").exists()
            && summary(&results)["outcome"]["kind"] == "running"
        {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let signal = |name: &str| Command::new("kill").args(["-s", name, &id]).status().expect("kill");
    assert!(signal("HUP").success());
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert!(child.try_wait().expect("a child").is_none(), "it goes on");
    assert!(signal("TERM").success());
    child.wait().expect("it ends");
    assert_eq!(summary(&results)["outcome"]["kind"], "interrupted");
}

/// A full disk, or a limit to the size of files: whole rows, a message, and a summary that says so.
#[cfg(unix)]
#[test]
fn a_run_onto_a_full_disk_keeps_whole_rows_and_says_why() {
    let out = folder("full-run");
    let path = file(&out, "fall.cdl", FALL);
    let results = out.join("results");
    let binary = env!("CARGO_BIN_EXE_cdl");
    let script = format!(
        "ulimit -f 64; exec {binary} run {path} --experiment long --out {}",
        results.to_str().expect("UTF-8")
    );
    let output = Command::new("sh").args(["-c", &script]).output().expect("a shell");
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{err}");
    let said = err.lines().find(|line| line.starts_with("cannot write results")).expect("why");
    assert!(said.contains("File too large"), "{said}");
    let rows = std::fs::read_to_string(results.join("results.csv")).expect("results.csv");
    assert!(rows.lines().count() > 100 && rows.ends_with('\n'));
    assert!(rows.lines().all(|row| row.matches(',').count() == 1), "a torn row");
    assert_eq!(summary(&results)["outcome"]["kind"], "failed");
}

/// Where there is room for the mark of a run and for no more, it says how the run ended.
#[cfg(unix)]
#[test]
fn a_summary_that_does_not_fit_says_how_it_ended() {
    let out = folder("full-summary");
    let path = file(&out, "fall.cdl", FALL);
    let results = out.join("results");
    let script = format!(
        "ulimit -f 3; exec {} run {path} --experiment long --quiet --out {}",
        env!("CARGO_BIN_EXE_cdl"),
        results.to_str().expect("UTF-8")
    );
    let output = Command::new("sh").args(["-c", &script]).output().expect("a shell");
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{err}");
    assert!(err.contains("File too large"), "{err}");
    let said = summary(&results);
    assert_eq!((&said["outcome"]["kind"], &said["experiment"]), (&"failed".into(), &"long".into()));
    assert!(said.get("extremes").is_none(), "the whole summary fits, so this shows nothing");
}

/// A study whose journal cannot grow is not said to go on.
#[cfg(unix)]
#[test]
fn a_study_onto_a_full_disk_says_that_it_was_interrupted() {
    let out = folder("full-study");
    let study = "experiment many = Fall() {\n  vary height = 1 m .. 100 m { count = 100 }\n  \
                 simulate 1 s with rk4(step = 10 ms)\n}\n";
    let path = file(&out, "fall.cdl", &format!("{FALL}{study}"));
    let results = out.join("results");
    let binary = env!("CARGO_BIN_EXE_cdl");
    let arguments = format!("run {path} --experiment many --quiet --out {}", results.display());
    let script = format!("ulimit -f 16; exec {binary} {arguments}");
    let output = Command::new("sh").args(["-c", &script]).output().expect("a shell");
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{err}");
    assert!(err.contains("variants.jsonl") && err.contains("File too large"), "{err}");
    assert_eq!(summary(&results)["outcome"]["kind"], "interrupted");
    let arguments: Vec<&str> = arguments.split(' ').collect();
    assert_eq!(cdl(&arguments).code, 0, "what was kept is gone on with");
    assert_eq!(summary(&results)["outcome"]["kind"], "completed");
}

/// A pipe in the place of a file would be waited for.
#[cfg(unix)]
#[test]
fn what_is_no_file_in_a_folder_of_results_is_said() {
    let out = folder("pipes-in-results");
    let path = file(&out, "fall.cdl", FALL);
    for name in ["results.csv", "summary.json", "events.csv", "report.html"] {
        let results = out.join(name);
        std::fs::create_dir_all(&results).expect("a folder");
        let pipe = results.join(name);
        assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
        let (binary, folder) = (env!("CARGO_BIN_EXE_cdl"), results.display());
        let script = format!(
            "timeout -s KILL 60 {binary} run {path} --experiment drop --quiet --out {folder}"
        );
        let output = Command::new("sh").args(["-c", &script]).output().expect("a shell");
        let err = String::from_utf8_lossy(&output.stderr);
        // What is made anew at the end of a run takes the place of whatever is there.
        let is_growing = ["results.csv", "summary.json"].contains(&name);
        assert_eq!(output.status.code(), Some(if is_growing { 2 } else { 0 }), "{name}: {err}");
        assert_eq!(err.contains("it is no regular file"), is_growing, "{name}: {err}");
    }
    let results = out.join("compared");
    std::fs::create_dir_all(&results).expect("a folder");
    file(&results, "results.csv", "time [s],a [m]\n0,1\n");
    let pipe = results.join("summary.json");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    let (binary, folder) = (env!("CARGO_BIN_EXE_cdl"), results.display());
    let script = format!("timeout -s KILL 60 {binary} compare {folder} {folder}");
    let status = Command::new("sh").args(["-c", &script]).status().expect("a shell");
    assert_eq!(status.code(), Some(0));
}

/// What remembers something for a joint has a name that nobody wrote, and is not in the log.
#[test]
fn the_log_of_events_has_names_that_somebody_wrote() {
    let out = folder("log");
    let text = "model M {
  body b { mass = 1 kg }
  joint h: prismatic(axis = z) from world to b {
    limits = { lower = -1 m; upper = 1 m; restitution = 0.5 }
    stiction = { static = 2 N; kinetic = 1 N }
  }
  var low = 0
  when h.displacement < -0.5 m { low = 1 }
  record h.displacement, low
}
experiment e = M() { simulate 1 s with rk4(step = 10 ms), every 0.1 s }
";
    let path = file(&out, "log.cdl", text);
    let results = out.join("results");
    let answer = cdl(&["run", &path, "--out", results.to_str().expect("UTF-8")]);
    assert_eq!(answer.code, 0, "{}", answer.err);
    let log = std::fs::read_to_string(results.join("events.csv")).expect("events.csv");
    let names: std::collections::BTreeSet<&str> =
        log.lines().skip(1).filter_map(|line| line.split(',').nth(2)).collect();
    assert!(names.contains("low") && names.contains("energy lost"), "{log}");
    assert!(!names.iter().any(|name| name.contains("slides") || name.contains(" at")), "{log}");
}
