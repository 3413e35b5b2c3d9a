//! What is known about the expression under a cursor, marked by `$0`.

use cdl_compiler::elaborate::{Origin, Revealed};
use cdl_compiler::{Compiler, Nothing, View};

/// The view of one file, and where the cursor is.
fn view_of(text: &str) -> (View, usize) {
    let offset = text.find("$0").expect("a cursor");
    let mut compiler = Compiler::new(Nothing);
    compiler.set_file("model.cdl", &text.replace("$0", ""));
    (compiler.view(), offset)
}

fn at(text: &str) -> Option<Revealed> {
    let (view, offset) = view_of(text);
    view.revealed_at("model.cdl", offset).expression
}

/// Such as `const Mass = 0.1217 kg` or `signal Force`.
fn shown(text: &str) -> String {
    match at(text) {
        None => "nothing".to_owned(),
        Some(found) => {
            let value = found.value.map(|value| format!(" = {value}")).unwrap_or_default();
            let of = found.instance.map(|instance| format!(" in {instance}")).unwrap_or_default();
            let others: Vec<String> =
                found.others.iter().map(|(of, value)| format!(", {value} in {of}")).collect();
            let variability = format!("{:?}", found.variability).to_lowercase();
            format!("{variability} {}{value}{of}{}", found.ty, others.concat())
        }
    }
}

fn details(found: Option<Revealed>) -> Vec<String> {
    let details = found.map(|found| found.details).unwrap_or_default();
    let origin = |origin: Origin| match origin {
        Origin::Given => "",
        Origin::Default => " (default)",
        Origin::Derived => " (derived)",
    };
    details
        .iter()
        .map(|own| format!("{} = {}{}", own.name, own.value, origin(own.origin)))
        .collect()
}

const CRANE: &str = "
component Crane(base: Frame, reach: Length, load: Mass = 2 kg) {
  let arm = /*1*/reach * 2
  pub body boom { mass = load + /*2*/arm * 1 kg/m }
  cable rope: rigid_links(count = 20) from boom to free {
    length = /*3*/arm
    diameter = 20 mm
    density = 1800 kg/m^3
  }
  for i in 0..3 {
    frame f[i] on boom at [/*4*/i, 0, 0] * arm
  }
}
model Ship(depth: Length = 5 m) {
  environment { gravity = 10 m/s^2; water { density = 1000 kg/m^3 } }
  body deck { mass = /*5*/1 t }
  part left = Crane(base = deck, reach = /*6*/depth / 2)
  let tip = left.boom.position + [0, 0, 1] m * /*7*/sin(time / 1 s)
  record /*8*/left.boom.velocity.x
}
experiment storm = Ship(depth = 8 /*9*/m) {
  simulate 10 s with rk4(step = /*10*/5 ms), every 10 ms
}
";

fn in_crane(mark: &str) -> String {
    shown(&CRANE.replace(mark, "$0"))
}

#[test]
fn values_are_those_of_the_experiment() {
    assert_eq!(in_crane("/*1*/"), "param Length = 4 m in left");
    assert_eq!(in_crane("/*2*/"), "param Length = 8 m in left");
    assert_eq!(in_crane("/*6*/"), "param Length = 8 m");
    assert_eq!(in_crane("/*5*/"), "const Mass = 1000 kg");
    assert_eq!(in_crane("/*10*/"), "const Time = 0.005 s");
}

#[test]
fn what_varies_has_a_type() {
    assert_eq!(in_crane("/*7*/"), "signal Real", "the call, for a function is no value");
    assert_eq!(in_crane("/*8*/"), "const Crane");
    assert_eq!(shown(&CRANE.replace("velocity.x", "veloc$0ity.x")), "signal Vector(Speed)");
    assert_eq!(shown(&CRANE.replace("velocity.x", "velocity.$0x")), "signal Speed");
    assert_eq!(shown(&CRANE.replace("let tip", "let $0tip")), "signal Vector(Length)");
}

#[test]
fn turns_of_a_loop() {
    assert_eq!(in_crane("/*4*/"), "const Int = 0 in left[0], 1 in left[1], 2 in left[2]");
}

#[test]
fn other_instances_are_told_where_they_differ() {
    let two =
        CRANE.replace("  let tip", "  part right = Crane(base = deck, reach = 1 m)\n  let tip");
    let found = shown(&two.replace("/*1*/", "$0"));
    assert_eq!(found, "param Length = 4 m in left, 1 m in right");
}

#[test]
fn a_component_by_itself() {
    let text = "component C(a: Length, b: Length = 2 m) { let c = /**/a + b }";
    assert_eq!(shown(&text.replace("/**/", "$0")), "param Length");
    assert_eq!(shown(&text.replace("+ b", "+ $0b")), "param Length = 2 m");
}

#[test]
fn constants_and_functions() {
    assert_eq!(shown("const a = 2 m\nconst b = $0a / 4 s"), "const Length = 2 m");
    assert_eq!(shown("fn f(a: Length) = $0a * 2"), "param Length");
    assert_eq!(shown("fn f(a) = $0a * 2"), "nothing");
}

#[test]
fn a_cable_with_what_follows_from_it() {
    let (view, offset) = view_of(&CRANE.replace("/*3*/", "$0"));
    let found = details(view.revealed_at("model.cdl", offset).element);
    assert_eq!(
        found,
        [
            "from = left.boom",
            "to = free",
            "count = 20",
            "form = auto (default)",
            "length = 8 m",
            "diameter = 0.02 m",
            "density = 1800 kg/m^3",
            "added_mass = 0 (default)",
            "joint_damping = 0 N.m.s/rad (default)",
            "mass = 4.52389 kg (derived)",
            "mass per length = 0.565487 kg/m (derived)",
            "volume = 0.00251327 m^3 (derived)",
            "mean density = 1800 kg/m^3 (derived)",
            "weight = 45.2389 N (derived)",
            "wet weight = 20.1062 N (derived)",
            "wet weight per length = 2.51327 N/m (derived)",
            "length of a piece = 0.4 m (derived)",
            "mass of a piece = 0.226195 kg (derived)",
        ]
    );
}

#[test]
fn angles_of_fields_have_a_unit() {
    let text = "model M { body b { mass = 1 kg }
        joint $0j: revolute(axis = y) from world to b { start = { angle = 0.5 rad } } }";
    let found = details(at(text));
    let start = found.iter().find(|own| own.starts_with("start"));
    assert!(start.is_some_and(|own| own.contains("angle = 0.5 rad")), "{found:?}");
}

#[test]
fn a_part_shows_its_parameters() {
    let found = details(at(&CRANE.replace("part left", "part $0left")));
    assert_eq!(found, ["base = deck", "reach = 4 m", "load = 2 kg (default)"]);
}

#[test]
fn broken_text_does_not_matter_elsewhere() {
    let broken = CRANE.replace("length = ", "length = = ").replace("let tip", "let = tip");
    assert_eq!(shown(&broken.replace("/*1*/", "$0")), "param Length = 4 m in left");
}

#[test]
fn every_offset_of_every_prefix_can_be_asked() {
    for end in (0..CRANE.len()).step_by(17) {
        let mut compiler = Compiler::new(Nothing);
        compiler.set_file("model.cdl", &CRANE[..end]);
        let view = compiler.view();
        for offset in (0..=end + 1).step_by(7) {
            view.revealed_at("model.cdl", offset);
        }
        view.reveal_in("model.cdl", 0..end);
    }
}

#[test]
fn a_range_shows_all_names_in_it() {
    let (view, _) = view_of(&format!("$0{CRANE}"));
    let all = view.reveal_in("model.cdl", 0..CRANE.len());
    let arm = CRANE.find("arm =").expect("a let");
    let found =
        all.iter().find(|own| view.locate(own.place).is_some_and(|at| at.range == (arm..arm + 3)));
    assert_eq!(found.and_then(|own| own.value.as_deref()), Some("8 m"));
}

/// Looking at a few lines gives what looking at everything gives.
#[test]
fn examples_are_the_same_from_near_and_afar() {
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples");
    let mut count = 0;
    for entry in std::fs::read_dir(examples).expect("examples") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|ending| ending != "cdl") {
            continue;
        }
        let path = path.to_string_lossy().into_owned();
        let mut compiler = Compiler::new(cdl_compiler::Disk);
        let text = std::fs::read_to_string(&path).expect("a text");
        compiler.set_file(&path, &text);
        compiler.check(&path);
        let view = compiler.view();
        let all = view.reveal_in(&path, 0..text.len());
        let mut near = Vec::new();
        for start in (0..text.len()).step_by(300) {
            near.extend(view.reveal_in(&path, start..start + 300));
        }
        for known in all {
            let same = near.iter().find(|own| own.place == known.place);
            assert_eq!(same, Some(&known), "{path}");
            count += 1;
        }
    }
    assert!(count > 500, "{count} expressions");
}
