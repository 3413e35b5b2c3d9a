//! One mistake is one message, and says what to do.

use crate::{cdl, file, folder};

const BODY: &str = "  body a { mass = 1 kg; shape = sphere(diameter = 1 m) }\n";

fn checked(name: &str, text: &str) -> String {
    let folder = folder("mistakes");
    let path = file(&folder, name, text);
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
