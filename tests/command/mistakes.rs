//! One mistake is one message, and says what to do.

use crate::{cdl, file, folder};

const BODY: &str = "  body a { mass = 1 kg; shape = sphere(diameter = 1 m) }\n";

fn checked(name: &str, text: &str) -> String {
    // Tests beside each other have no folder in common.
    let path = file(&folder(&format!("mistakes {name}")), name, text);
    let answer = cdl(&["check", &path]);
    assert_eq!(answer.code, 1, "{name}: {}", answer.err);
    answer.err
}

#[test]
fn one_mistake_is_one_message() {
    let experiment = "experiment e = M() { simulate 1 s with rk4(step = 1 ms) }\n";
    for (name, text, said) in [
        // A value and a body of one name: who writes it may mean either.
        (
            "twice.cdl",
            format!(
                "model M(mass: Mass = 1 kg) {{
  body mass {{ mass = mass; shape = sphere(diameter = 1 m) }}
  joint j: revolute(axis = y) from world to mass
  record mass.position, j.angle
}}\n{experiment}"
            ),
            "body `mass` is given twice",
        ),
        (
            "brace.cdl",
            format!(
                "model M {{\n{} }}
  joint j: revolute(axis = y) from world to a
  let k = 1 m
  record j.angle
}}\n{experiment}",
                BODY.trim_end()
            ),
            "a `}` before this may be one too many",
        ),
        (
            "unknown.cdl",
            format!(
                "model M {{\n{BODY}  joint j: revolute(axis = y) from world to a {{ stiffness = k; damping = k * 1 s }}
  record j.angle, k
}}\n{experiment}"
            ),
            "there is nothing called `k` here",
        ),
    ] {
        let told = checked(name, &text);
        assert!(told.contains("\n1 error\n") && told.contains(said), "{name}: {told}");
    }
}

/// They are told what they are, and not line by line.
#[test]
fn files_of_other_programs_are_named() {
    for (name, text, said) in [
        (
            "a.json.cdl",
            "{\n  \"bodies\": [\n    { \"name\": \"a\" }\n  ],\n  \"joints\": []\n}\n",
            "no model but JSON",
        ),
        ("list.json.cdl", "[\n  { \"name\": \"a\" }\n]\n", "no model but JSON"),
        (
            "a.yml.cdl",
            "General:\n  StageDuration: [8, 16]\nLines:\n  - Name: L1\n",
            "no model but YAML",
        ),
        ("b.yml.cdl", "%YAML 1.1\n---\nGeneral:\n  StageDuration: [8, 16]\n", "no model but YAML"),
        (
            "a.xml.cdl",
            "<?xml version=\"1.0\"?>\n<robot name=\"r\">\n  <link name=\"a\"/>\n</robot>\n",
            "no model but XML",
        ),
        (
            "control.cdl",
            "application icoFoam;\nstartTime 0;\nendTime 0.5;\nwriteControl timeStep;\n",
            "said in an `experiment`",
        ),
        ("a.mo.cdl", "within Robots;\n", "one of Modelica"),
    ] {
        let told = checked(name, text);
        assert!(told.contains("\n1 error\n") && told.contains(said), "{name}: {told}");
    }
}

/// Turning about its own centre, which only inertia opposes.
#[test]
fn a_body_without_inertia_is_told_what_it_lacks() {
    let model = "model M {
  body a { mass = 1 kg }
  joint j: revolute(axis = y) from world to a
  record j.angle
}
experiment explicit = M() { simulate 1 s with rk4(step = 1 ms) }
experiment constrained = M() { simulate 1 s with energy_momentum(step = 1 ms) }
experiment frequencies = M() { modes(count = 2) }
";
    let folder = folder("mistakes_inertia");
    let path = file(&folder, "a.cdl", model);
    let out = folder.join("out");
    for experiment in ["explicit", "constrained", "frequencies"] {
        let to = out.to_str().expect("UTF-8");
        let answer = cdl(&["run", &path, "--experiment", experiment, "--out", to]);
        assert_eq!(answer.code, 2, "{experiment}: {}", answer.err);
        let is_told =
            answer.err.contains("`a`") && answer.err.contains("a `shape` or an `inertia`");
        assert!(is_told, "{experiment}: {}", answer.err);
    }
}

/// A spring whose ends begin at one place pushes no way in particular, and no step is short enough beside that; one of length zero pulls them together.
#[test]
fn a_spring_whose_ends_meet_is_told_what_is_wrong() {
    let folder = folder("meeting_spring");
    let model = |length: &str| {
        format!(
            "model M() {{
  body b {{ mass = 1 kg; shape = sphere(diameter = 1 cm) }}
  joint j: prismatic(axis = z) from world to b
  force s: spring(stiffness = 100 N/m, length = {length}) between world and b
  record j.displacement
}}
experiment go = M() {{ simulate 0.1 s with rk4(step = 1 ms), every 10 ms }}\n"
        )
    };
    for (length, is_told) in [("1 m", true), ("0 m", false)] {
        let path = file(&folder, "spring.cdl", &model(length));
        let out = folder.join("out");
        let answer = cdl(&["run", &path, "--out", out.to_str().expect("UTF-8")]);
        let said = answer.err.contains("`s` begins with both ends at one place");
        assert_eq!(said, is_told, "{length}: {}", answer.err);
        let has_code = answer.err.contains("warning[W0516]") && !answer.err.contains("W0511");
        assert_eq!(has_code, is_told, "a code of its own: {}", answer.err);
        assert!(!answer.err.contains("is too long for `s`"), "{length}: {}", answer.err);
    }
}

/// What only the numbers of a model show is the same in all of its experiments.
#[test]
fn what_cannot_be_assembled_is_said_once_of_all_experiments() {
    let folder = folder("all-laid-wrong");
    let text = "model Laid {
  frame a at [0, 0, 0] m
  frame b at [2, 0, 0] m
  cable c: lumped(nodes = 9) from a to b {
    length = 2 m
    mass = 50 g
    axial = elastic(stiffness = 1 kN)
    start = straight(direction = z)
  }
}
experiment one = Laid() { simulate 1 s with rk4(step = 1 ms); require a: maximum(c.start.tension) < 1 N }
experiment two = Laid() { equilibrium; require a: c.start.tension < 1 N }
";
    let path = file(&folder, "laid.cdl", text);
    for arguments in [["run", &path, "--all"].as_slice(), &["test", &path]] {
        let answer = cdl(arguments);
        assert_eq!(answer.code, 1, "{}", answer.err);
        assert_eq!(answer.err.matches("error[E0419]").count(), 1, "{}", answer.err);
    }
    let told = cdl(&["run", &path, "--all"]).err;
    assert_eq!(told.matches("1 error, as above").count(), 1, "{told}");
}

/// The message says why, the summary above it when, and the label which.
#[test]
fn why_a_run_stopped_is_said_once() {
    let folder = folder("said-once");
    let text = "model Rest(push: Force = 0 N) {
  body load { mass = 1 kg }
  joint rail: prismatic(axis = z) from world to load
  force f on load = push * z
  record load.position
}
experiment rest = Rest() { equilibrium }
model Root {
  body load { mass = 1 kg }
  joint rail: prismatic(axis = z) from world to load
  force f on load = sqrt(0.5 - time / 1 s) * z * 1 N
  record load.position
}
experiment root = Root() { simulate 1 s with rk4(step = 10 ms) }
model Held(push: Force = 0 N) {
  environment { gravity = 0 m/s^2 }
  body load { mass = 1 kg; inertia = diag(1, 1, 1) kg.m^2 }
  joint rail: prismatic(axis = z) from world to load { stiffness = 39.47841760435743 N/m }
  force f on load = push * z
  record load.position
}
experiment swing = Held() { response(over = periods(1 s, 2 s, count = 3)); input push }
";
    let path = file(&folder, "rest.cdl", text);
    for (experiment, code, why) in [
        ("rest", "E0508", "there is no state of rest"),
        ("root", "E0501", "square root of the negative number"),
        ("swing", "E0524", "something swings by itself"),
    ] {
        let out = folder.join(experiment);
        let to = out.to_str().expect("UTF-8");
        let answer = cdl(&["run", &path, "--experiment", experiment, "--out", to]);
        assert!(answer.code == 2 && answer.err.contains(code), "{}", answer.err);
        assert_eq!(answer.err.matches(why).count(), 1, "{experiment}: {}", answer.err);
        // A search that fails leaves no page; that of the others has no message besides.
        if let Ok(page) = std::fs::read_to_string(out.join("report.html")) {
            assert!(page.contains(why), "{experiment}: the page says why");
        }
    }
}
