//! Half-written text deep inside of other text, with and without a right text before and behind it.

use cdl_compiler::{Compiler, Disk, Nothing};

use super::super::completions;
use super::examples::examples;
use super::labels;

/// A model that is right but for the line in it.
const MODEL: &str = "\
component Arm(base: Frame, length: Length) {
  pub body arm { mass = 1 kg; shape = sphere(diameter = length) }
}

model Crane(payload: Mass = 800 kg, reach: Length = 6 m) {
  let depth: Length = 3 m
  body ship { mass = 1 t; shape = box([1, 2, 3] m); frame deck at [8, 0, 0] m }
  cable rope: rigid_links(count = 8) from world to free { length = reach; mass = 1 kg }
  ENTRY
  joint slew: revolute(axis = z) from world to ship
  record slew.angle, ship.position as place
}

experiment still = Crane() {
  simulate 10 s with rk4(step = 1 ms), every 10 ms
}
";

/// Entries, what has to be offered at the mark, and what must not be.
const ENTRIES: &[(&str, &[&str], &[&str])] = &[
    // In brackets of all sorts.
    ("let a = norm([1 m, reach * (2 + $0", &["pi"], &["joint"]),
    ("let a = [1, 2, [3, if depth > $0", &["depth", "reach"], &["mass"]),
    ("body b { shape = box([1, 2, 3] m, centre = [0, $0", &["depth", "reach"], &["mass"]),
    ("body b { shape = box($0", &["size", "centre"], &["mass"]),
    ("body b { shape = box([1, 2, 3] m, $0", &["centre"], &["size", "mass"]),
    ("body b { shape = $0", &["sphere", "box"], &["mass"]),
    ("body b { mass = 1 kg; start = { position = [0, 0, 1] m; $0", &["velocity"], &["position"]),
    ("body b { start = { position = [0, 0, 1] m\n      $0\n    }\n  }", &["velocity"], &["mass"]),
    ("body b { start { position = [0, 0, 1] m\n      $0", &["velocity"], &["mass"]),
    ("body b { frame f at [0, 0, 1] m { $0", &[], &["mass"]),
    ("body b { for i in 0..3 { let c = 2 * re$0", &["reach"], &["mass"]),
    ("for i in 0..3 { if i > 1 { body b { ma$0 } } }", &["mass", "material"], &["reach"]),
    ("for i in 0..3 { if i > 1 { bo$0", &["body"], &["mass"]),
    ("for i in 0..3 { if i > 1 { } $0", &["else"], &["body"]),
    ("for i in 0..3 { if i > 1 { } else $0", &["if"], &["body"]),
    ("if depth > 1 m { } else { $0", &["body", "joint"], &["mass"]),
    ("if depth > 1 m { } else { $0 } let b = 1", &["body", "joint"], &["mass"]),
    ("if depth > 1 m { } else if depth > 0 m { } else { body b { ma$0", &["mass"], &["reach"]),
    ("for i in 0..3 { if i > 1 { } else { bo$0 } }", &["body"], &["mass"]),
    ("body b { if depth > 1 m { frame f } else { fr$0 } }", &["frame"], &["reach"]),
    ("environment { water { $0 } }", &["density"], &["gravity"]),
    ("part a = Arm(base = ship.deck at [0, 0, 1 $0", &["m"], &["at"]),
    ("part a = Arm(base = ship.$0", &["deck"], &["joint"]),
    ("part a = Arm(base = ship.deck $0", &["at"], &["and"]),
    ("part a = Arm(base = ship.deck, $0)", &["length"], &["base"]),
    // What would make no sense beside what is given is not offered.
    (
        "joint a: revolute(axis = y) from world to ship { drive = 1 rad/s * time; $0 }",
        &["friction"],
        &["motor", "stiction", "limits", "locked", "torque", "drive"],
    ),
    (
        "joint a: revolute(axis = y) from world to ship { motor = { rate = 1 rad/s; effort = 1 N.m }; $0 }",
        &["friction", "limits"],
        &["drive", "stiction", "motor"],
    ),
    // Nothing counts up to a body.
    ("for i in $0", &["0..…", "depth"], &["ship", "world", "free", "rope"]),
    ("for i in 0..$0", &["depth"], &["ship", "world", "free", "rope"]),
    // In an event: what it may set, and its fields.
    (
        "var lit: Bool = false\n  when depth > 2 m { $0 }",
        &["lit", "note", "stop"],
        &["depth", "body"],
    ),
    ("var lit: Bool = false\n  every 1 s { l$0 = true }", &["lit"], &["body"]),
    ("var lit: Bool = false\n  at 1 s { lit = $0 }", &["true", "lit", "not"], &["note"]),
    // What an event does.
    ("at 1 s { $0 }", &["attach", "detach", "lock", "release", "note"], &["body", "to"]),
    ("at 1 s { lo$0", &["lock"], &["body"]),
    ("at 1 s { l$0 = 2 }", &[], &["body"]),
    ("at 1 s { attach $0 }", &["rope"], &["attach", "mass", "note", "ship"]),
    ("at 1 s { note \"a\"\n    attach ro$0 }", &["rope"], &["mass", "note"]),
    ("at 1 s { attach rope.$0 }", &["end"], &["ship"]),
    ("at 1 s { attach rope.end $0 }", &["to"], &["and", "rope"]),
    ("at 1 s { attach rope.end t$0 }", &["to"], &["rope"]),
    ("at 1 s { attach rope.end to $0 }", &["ship", "ship.deck", "world"], &["to", "mass", "pi"]),
    ("at 1 s { attach rope.end to ship.$0 }", &["deck"], &["rope"]),
    ("at 1 s { attach rope.end to ship.deck $0 }", &[], &["to", "and"]),
    ("at 1 s { attach rope.end to ship.deck, $0 }", &["within", "turned"], &["ship", "mass"]),
    ("at 1 s { attach rope.end to ship.deck, within = re$0 }", &["reach"], &["mass"]),
    ("at 1 s { attach rope.end to ship, within = 1 m, $0 }", &["turned"], &["within"]),
    ("at 1 s { detach ship[$0", &["depth"], &["mass"]),
    ("joint lift: fixed from world to ship\n  at 1 s { lock $0 }", &["lift"], &["mass", "note"]),
    (
        "joint lift: fixed from world to ship\n  at 1 s { lock slew\n    release $0 }",
        &["lift"],
        &["mass", "note"],
    ),
    ("at 1 s { lock slew $0 }", &[], &["to", "and"]),
    ("at 1 s { lock slew\n    $0 }", &["release", "note"], &["body"]),
    ("at 1 s { ship.$0 }", &["mass", "deck"], &["rope", "note"]),
    ("at 1 s { ship.ma$0 = 2 kg }", &["mass"], &["rope", "note"]),
    ("at 1 s { ship[$0", &["depth"], &["mass", "note"]),
    ("for i in 0..3 { frame eye[i] on ship }\n  at 1 s { eye[0].$0", &["position"], &["note"]),
    ("at 1 s { ship.mass = $0", &["depth"], &["mass", "note"]),
    ("body b { lock $0 }", &[], &["attach"]),
    // Behind a dot, in the middle of what is right.
    ("record rope.end.$0, ship.position", &["position"], &["ship"]),
    ("let a = (2 * rope.length) * ship.mass + rope.$0 * 2", &["length"], &["ship"]),
    ("force f on rope.$0 = [0, 0, 1] N", &["end"], &["length"]),
    ("constraint c: ship.position.$0 == 2 m", &["z"], &["ship"]),
    ("constraint c: ship.$0", &["position"], &["deck.position"]),
    // Comprehensions, and all of a row.
    ("let a = [for k in 0..3: 2 * $0]", &["k", "depth"], &["mass"]),
    ("let a = [for k in 0..3: $0]", &["k", "depth"], &["mass"]),
    ("let a = [for k in 0..3: de$0", &["k", "depth"], &["mass"]),
    ("let a = [for k in 0..3: [for n in 0..k: $0", &["n", "k"], &["mass"]),
    ("let a = [for k in 0..3: depth] + $0", &["depth"], &["k"]),
    ("let a = [for k $0", &["in"], &["depth"]),
    ("let a = [for k in $0", &["depth"], &["mass", "k"]),
    ("let a = [for k in 0..3 if $0", &["k", "depth"], &["mass"]),
    ("for i in 0..3 { frame eye[i] on ship }\n  let a = eye[*].$0", &["position"], &["mass"]),
    ("for i in 0..3 { frame eye[i] on ship }\n  let a = sum(eye[*].position.$0", &["x"], &["mass"]),
    ("for i in 0..3 { let b[$0", &["i", "depth"], &["mass"]),
    // Values of several lines.
    ("let a = 2 *\n    depth +\n    $0", &["depth", "reach"], &["joint"]),
    ("let a = [\n    1 m,\n    $0\n  ]", &["depth", "pi"], &["joint"]),
    ("let a = if depth > 2 m\n    then depth\n    else $0", &["depth", "pi"], &["joint"]),
    ("let a = norm(\n    depth $0\n  )", &["and"], &["joint"]),
    ("let a =\n    depth $0", &["and", "or"], &["joint"]),
    ("let a = if depth > 2 m then depth $0", &["else"], &["then"]),
    ("let a = if depth > 2 m $0", &["then"], &["else"]),
    ("let a = norm(if depth > 2 m then ([1, 2, 3] m) $0", &["else"], &["then"]),
    ("let a = if depth > 2 m then norm(ship.position $0", &[], &["else"]),
    ("joint j: revolute(\n      axis = y,\n    )\n    from world\n    to$0", &["to"], &["joint"]),
    ("body b {\n    shape = box(\n      size = [1, 2, 3] $0", &["m"], &["mass"]),
    // A forgotten bracket ends with its line.
    ("body b {\n    shape = box([1, 2, 3] m\n    mass = $0\n  }", &["payload"], &["centre"]),
    ("let a = norm([1, 2\n  let b = de$0", &["depth"], &["joint"]),
    // Behind what is whole.
    ("body b { mass = 12 $0", &["kg", "t"], &["pi"]),
    ("body b { mass = (12 kg) * 2 $0 }", &[], &["mass"]),
    ("let a: Length = 2 * depth - 3 $0", &["m", "mm"], &["pi"]),
    ("joint j: revolute(axis = y) $0", &["from"], &["to_be"]),
    ("cable c: lumped(nodes = 8) from world $0", &["to"], &["from"]),
    ("record ship.position $0", &["as"], &["at"]),
    ("let a: $0 = 2 m", &["Length", "Real"], &["depth"]),
    ("let a: Vector($0) = [1, 2, 3] m", &["Length", "Real"], &["depth"]),
    ("state a: $0 = 2 m { rate = 1 m/s }", &["Length", "Vector"], &["depth"]),
    ("state a: Vector($0) = [1, 2, 3] m { rate = [1, 2, 3] m/s }", &["Length"], &["depth"]),
    ("state a: Length = 2 $0", &["m", "mm"], &["pi"]),
    ("state a: Length = 2 m { $0 }", &["rate"], &["start"]),
];

/// What is wrong with what is offered at the mark.
fn wrong(text: &str, some: &[&str], never: &[&str]) -> Option<String> {
    let labels = labels(text);
    let has = |label: &&&str| labels.iter().any(|own| own == **label);
    let missed: Vec<_> = some.iter().filter(|label| !has(label)).collect();
    let extra: Vec<_> = never.iter().filter(has).collect();
    let is_right = missed.is_empty() && extra.is_empty();
    (!is_right).then(|| format!("{text}\nmissed {missed:?}, not wanted {extra:?}: {labels:?}\n"))
}

#[test]
fn what_stands_around_the_cursor_is_understood() {
    let mut found = Vec::new();
    for (entry, some, never) in ENTRIES {
        let text = MODEL.replace("ENTRY", entry);
        found.extend(wrong(&text, some, never));
        // The same where the text ends with the cursor.
        if let Some((before, _)) = text.split_once("$0") {
            found.extend(wrong(&format!("{before}$0"), some, never));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn what_is_given_behind_the_cursor_is_not_offered() {
    for (entry, offered, given) in [
        ("body b { $0; mass = 1 kg }", "shape", "mass"),
        // Before a text there are words only.
        ("var lit: Bool = false\n  when depth > 2 m { $0 \"low\" }", "note", "lit"),
        ("body b {\n    $0\n    mass = 1 kg\n  }", "shape", "mass"),
        ("body b { sha$0 mass = 1 kg }", "shape", "mass"),
        ("body b { m$0ass = 1 kg; centre_of_mass = [1, 0, 0] m }", "mass", "centre_of_mass"),
        // Nor is what cannot stand beside what is given.
        ("body b { $0; mass = 1 kg }", "shape", "density"),
        ("body b { $0; density = 1 kg/m^3 }", "shape", "mass"),
        ("body b { start = { $0, position = [0, 0, 1] m } }", "velocity", "position"),
        ("body b { start = { $0; position = [0, 0, 1] m } }", "velocity", "position"),
        ("part a = Arm($0 base = ship.deck)", "length", "base"),
        ("part a = Arm(\n    $0\n    base = ship.deck,\n  )", "length", "base"),
        ("part a = Arm($0, length = 2 m)", "base", "length"),
        ("part a = Arm(le$0 = 1 m, base = ship.deck)", "length", "base"),
    ] {
        assert_eq!(wrong(&MODEL.replace("ENTRY", entry), &[offered], &[given]), None);
    }
    let run = |line: &str| format!("model M {{ }}\nexperiment e = M() {{\n  {line}\n}}\n");
    let sentence = "simulate 10 s with rk4(step = 1 ms), $0, every 10 ms, start = equilibrium";
    assert_eq!(wrong(&run(sentence), &["dynamics", "loops"], &["every", "start"]), None);
    let sentence = "simulate 10 s with rk4(step = 1 ms), $0 every 10 ms";
    assert_eq!(wrong(&run(sentence), &["dynamics", "start"], &["every"]), None);
    let sentence = "simulate 10 s with rk4(step = 1 ms), ev$0ery 10 ms, start = equilibrium";
    assert_eq!(wrong(&run(sentence), &["dynamics", "loops", "every"], &["start"]), None);
}

/// All that somebody has written who writes an example from its start to its end, and what is left of
/// it if the text is cut off at its start.
#[test]
fn no_part_of_an_example_is_too_much() {
    for (path, text) in examples() {
        let mut compiler = Compiler::new(Disk);
        for offset in (0..=text.len()).filter(|own| text.is_char_boundary(*own)) {
            let (before, behind) = text.split_at(offset);
            let parts = [(before.to_owned(), offset), (behind.to_owned(), 0)];
            for (part, cursor) in parts.into_iter().take(1 + usize::from(offset % 4 == 0)) {
                compiler.set_file(&path, &part);
                let view = compiler.view();
                for own in completions(&view, &path, cursor).items {
                    assert!(part.get(own.range.clone()).is_some(), "{path} {offset} {own:?}");
                }
            }
        }
    }
}

/// However deep a text is, and whatever is left open.
#[test]
fn deep_and_long_texts_end() {
    for (open, count) in [
        ("f(", 3000),
        ("[", 3000),
        ("body b { ", 1000),
        ("if a then ", 1000),
        ("if a { ", 1000),
        ("let a = { b = ", 1000),
        ("a + ", 3000),
        ("a.", 3000),
        ("- ", 3000),
        ("\"", 1001),
        ("} ", 1000),
        (") ", 1000),
        ("let a = 1\n", 3000),
    ] {
        for end in ["", "x", ".", "12 ", "=", "}"] {
            let text = format!("model M {{\n  let x = {}{end}", open.repeat(count));
            let mut compiler = Compiler::new(Nothing);
            compiler.set_file("main.cdl", &text);
            for own in completions(&compiler.view(), "main.cdl", text.len()).items {
                assert_eq!(own.range.end, text.len(), "{open}{end} {own:?}");
            }
        }
    }
}
