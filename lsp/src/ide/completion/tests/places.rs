//! What comes first at each kind of place.

use std::fmt::Write;

use super::{at, labels};

const MODEL: &str = "\
component Arm(base: Frame, length: Length, mass: Mass = 1 kg) {
  pub body arm { mass = mass; shape = sphere(diameter = length) }
  pub frame tip on arm at [1, 0, 0] * length
  let inner = 2 m
}

fn area(d: Length) -> Area = pi / 4 * d^2

model Crane(payload: Mass = 800 kg, reach: Length = 6 m) {
  let weight = 9.81 m/s^2 * payload
  let depth: Length = 3 m
  body ship { mass = 1 t; shape = box([1, 2, 3] m); frame deck at [8, 0, 0] m }
  part arm = Arm(base = ship.deck, length = reach)
  joint slew: revolute(axis = z) from ship.deck to arm.arm
  cable rope: rigid_links(count = 8) from arm.tip to free { length = reach; mass = 1 kg }
  ENTRY
}
";

/// Entries in the model.
const ENTRIES: &[&str] = &[
    "$0",
    "joint lift: $0",
    "joint lift: revolute($0",
    "joint lift: revolute(axis = $0",
    "joint lift: revolute(axis = y) $0",
    "joint lift: revolute(axis = y) from $0",
    "joint lift: revolute(axis = y) from ship.$0",
    "joint lift: revolute(axis = y) from arm.$0",
    "joint lift: revolute(axis = y) from world $0",
    "joint lift: revolute(axis = y) from world at $0",
    "joint lift: revolute(axis = y) from world to arm.arm { $0 }",
    "joint lift: revolute(axis = y) from world to arm.arm { drive = $0 }",
    "joint lift: revolute(axis = y) from world to arm.arm { drive = 12 $0 }",
    "joint lift: revolute(axis = y) from world to arm.arm { start = { $0 } }",
    "cable line: $0",
    "cable line: rigid_links($0",
    "cable line: lumped(nodes = 8) from world to free { $0 }",
    "cable line: lumped(nodes = 8) from world to free { axial = $0 }",
    "cable line: lumped(nodes = 8) from world to free { axial = elastic($0",
    "cable line: lumped(nodes = 8) from world to free { buoyancy = $0 }",
    "cable line: lumped(nodes = 8) from world to free { start = $0 }",
    "body hull { $0 }",
    "body hull { mass = $0 }",
    "body hull { mass = 12 $0 }",
    "body hull { mass = 12 k$0 }",
    "body hull { inertia = diag(1, 2, 3) $0 }",
    "body hull { density = 7850 kg/$0 }",
    "body hull { shape = $0 }",
    "body hull { centre_of_mass = [0, 0, 1] $0 }",
    "body hull { centre_of_mass = [0, 0, 1 $0",
    "body hull { material = $0 }",
    "force pull on $0",
    "force pull on rope.$0",
    "force pull on rope.end = $0",
    "force pull on rope.end = [0, 0, 1] $0",
    "force stay: spring(stiffness = 1 N/m, length = 1 m) between $0",
    "force stay: spring(stiffness = 1 N/m, length = 1 m) between world $0",
    "torque turn on ship $0",
    "environment { $0 }",
    "environment { water { $0 } }",
    "record $0",
    "record rope.$0",
    "record rope.end.$0",
    "record slew.$0",
    "record energy.$0",
    "record ship.position.$0",
    "record slew.angle $0",
    "let height = $0",
    "let height: $0",
    "let height: Length = $0",
    "let height: Length = 2 $0",
    "let height = 2 * depth + 3 $0",
    "let height = if $0",
    "let height = if reach > 3 m $0",
    "let height = ar$0",
    "let height = area($0",
    "let height = smoothstep($0",
    "let height = interpolate(table(\"wind.csv\"), $0",
    "part boom = $0",
    "part boom = Arm($0",
    "part boom = Arm(base = $0",
    "part boom = Arm(base = ship $0",
    "if $0 {",
    "for i $0",
];

const FILES: &[&str] = &[
    "$0",
    "import $0",
    "import std.$0",
    "//- parts/rods.cdl\ncomponent Rod { }\n//- main.cdl\nimport \"$0\"",
    "//- parts/rods.cdl\ncomponent Rod { }\n//- main.cdl\nimport \"parts/rods.cdl\"\nmodel M {\n  part a = rods.$0\n}\n",
    "import std.materials\nmodel M {\n  body b { density = materials.steel.$0 }\n}\n",
    "import std.cables\nmodel M {\n  let a = cables.$0\n}\n",
    "model M(a: Length) { }\nexperiment e = $0 {\n}\n",
    "model M(a: Length) { }\nexperiment e = M($0) {\n}\n",
    "model M { }\nexperiment e = M() {\n  $0\n}\n",
    "model M { }\nexperiment e = M() {\n  simulate 10 $0\n}\n",
    "model M { }\nexperiment e = M() {\n  simulate 10 s with $0\n}\n",
    "model M { }\nexperiment e = M() {\n  simulate 10 s with rk4($0\n}\n",
    "model M { }\nexperiment e = M() {\n  simulate 10 s with rk4(step = 1 ms), $0\n}\n",
    "model M { }\nexperiment e = M() {\n  simulate 10 s with rk4(step = 1 ms), dynamics = $0\n}\n",
    "model M { }\nexperiment e = M() {\n  equilibrium { $0 }\n}\n",
    "model M {\n  cable rope: lumped(nodes = 8) from world to free { }\n}\nexperiment e = M() {\n  plot pulls = rope.$0 { along = rope }\n}\n",
    "model M {\n  cable rope: lumped(nodes = 8) from world to free { }\n}\nexperiment e = M() {\n  plot pulls = [rope.tension, rope.position.$0] { along = rope }\n}\n",
];

/// The first few, as the editor shows them.
fn shown(text: &str) -> String {
    let found = at(text).items;
    let mut shown = String::new();
    for own in found.iter().take(9) {
        let detail = own.detail.as_deref().unwrap_or("");
        // Writing to a String cannot fail.
        let _ = writeln!(shown, "    {:<28} {detail}", own.label);
        if own.insert.plain() != own.label {
            let text = match &own.insert {
                super::super::Insert::Plain(text) | super::super::Insert::Snippet(text) => text,
            };
            let _ = writeln!(shown, "        {}", text.replace('\n', "\n        "));
        }
    }
    if found.len() > 9 {
        let _ = writeln!(shown, "    and {} more", found.len() - 9);
    }
    shown
}

#[test]
fn first_come_first() {
    let mut all = String::new();
    for entry in ENTRIES {
        let _ = writeln!(all, "{entry}\n{}", shown(&MODEL.replace("ENTRY", entry)));
    }
    for file in FILES {
        let _ = writeln!(all, "{file}\n{}", shown(file));
    }
    insta::assert_snapshot!(all);
}

/// What is recorded is in it anyway, but who looks for it finds it.
#[test]
fn the_own_unit_of_a_quantity_comes_last() {
    for (quantity, own) in [("slew.angle", "rad"), ("ship.position", "m")] {
        let units = labels(&MODEL.replace("ENTRY", &format!("record {quantity} in $0")));
        assert_eq!(units.last().map(String::as_str), Some(own), "{quantity}: {units:?}");
        assert!(units.len() > 1, "{quantity}: {units:?}");
    }
}

/// A body whose motion is given begins where that says.
#[test]
fn no_start_is_offered_beside_a_motion() {
    let fields = |given: &str| {
        labels(&MODEL.replace("ENTRY", &format!("body hull {{ mass = 1 kg; {given}$0 }}")))
    };
    assert!(fields("").contains(&"start".to_owned()));
    assert!(fields("").contains(&"motion".to_owned()));
    let beside = fields("motion = prescribed(position = [0 m, 0 m, 1 m]); ");
    assert!(!beside.contains(&"start".to_owned()), "{beside:?}");
    assert!(beside.contains(&"shape".to_owned()), "{beside:?}");
}

/// A component of a file that is not imported brings its import; of one that is, it stands behind its name.
#[test]
fn components_of_other_files_come_with_their_import() {
    let files = "//- lib/rods.cdl\ncomponent Rod(length: Length) {\n}\nmodel Fall {\n}\n";
    let offered = |main: &str| {
        let list = at(&format!("//- main.cdl\n{main}{files}"));
        let own = list.items.into_iter().filter(|item| item.label.contains('.'));
        own.map(|item| (item.label, item.edits.into_iter().map(|edit| edit.text).collect()))
            .collect::<Vec<(String, Vec<String>)>>()
    };
    let import = "import \"lib/rods.cdl\"\n\n".to_owned();
    assert_eq!(
        offered("model M {\n  part p = $0\n}\n"),
        [("rods.Rod".to_owned(), vec![import.clone()])]
    );
    assert_eq!(offered("experiment e = $0\n"), [("rods.Fall".to_owned(), vec![import])]);
    assert_eq!(
        offered("import \"lib/rods.cdl\" as r\nmodel M {\n  part p = $0\n}\n"),
        [("r.Rod".to_owned(), Vec::new())]
    );
}
