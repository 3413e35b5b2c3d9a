//! What names mean by the syntax alone: complete in every model that is right, and true.

use std::path::{Path, PathBuf};

use cdl_compiler::resolve::{Denotation, Referent};
use cdl_compiler::{Compiler, Disk, Nothing, View};

fn models() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    let mut found = Vec::new();
    let mut folders = vec![root.join("examples"), root.join("tests"), root.join("compiler/std")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("the folder is there") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "cdl") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn settled(compiler: &mut Compiler, path: &str) -> View {
    compiler.check(path);
    compiler.view()
}

/// A model without errors has no name that means nothing, and the name at each declaration that is
/// referred to is the same.
#[test]
fn every_name_of_a_right_model_refers_to_something() {
    let mut seen = 0;
    for path in models() {
        let path = path.to_str().expect("UTF-8");
        let mut compiler = Compiler::new(Disk);
        if !compiler.check(path).iter().all(|own| own.code.starts_with('W')) {
            continue;
        }
        let view = settled(&mut compiler, path);
        let text = view.text(path).expect("the file is read");
        for own in view.uses(path) {
            let name = &text[own.range.clone()];
            let line = text[..own.range.start].lines().count();
            match own.referent {
                Referent::Unknown => panic!("{path}:{line}: `{name}` refers to nothing"),
                Referent::Declared(place) => {
                    let at = view.locate(place).expect("the declaration is there");
                    let other = view.text(&at.path).expect("its file is read");
                    let declared = &other[at.range];
                    let declaration = view.declaration(place).expect("it declares something");
                    assert_eq!(
                        declared
                            .strip_suffix(".cdl\"")
                            .unwrap_or(declared)
                            .rsplit(['.', '/', '"'])
                            .next(),
                        Some(&*declaration.name),
                        "{path}:{line}"
                    );
                    if !own.is_declaration {
                        assert_eq!(&*declaration.name, name, "{path}:{line}");
                    }
                }
                _ => {}
            }
            seen += 1;
        }
    }
    assert!(seen > 3000, "{seen} names");
}

const BOATS: &str = "\
model Boats(size: Length = 2 m) {
  body hull {
    mass = 3 kg
    frame eye at [0, 0, size]
  }
  let tip = hull.eye
  for i in 0..3 {
    frame post[i] at [0, 0, 1] m
    frame here at [0, 0, 2] m
  }
  cable line: rigid_links(count = 4) from tip to free { length = size }
  joint hinge: revolute(axis = y) from world to hull
  record tip.position, line.end.tension
}
";

fn behind(view: &View, offset: usize, expression: &str) -> Vec<String> {
    let around = view.denoted("a.cdl", offset, expression);
    view.members(&around).iter().map(|own| own.name.to_string()).collect()
}

#[test]
fn what_stands_behind_a_dot() {
    let mut compiler = Compiler::new(Nothing);
    compiler.set_file("a.cdl", BOATS);
    let view = compiler.view();
    let inside = BOATS.find("  record").expect("it is there");
    let hull = behind(&view, inside, "hull");
    assert_eq!(hull[0], "eye");
    assert!(hull.iter().any(|own| own == "mass") && hull.iter().any(|own| own == "velocity"));
    assert!(behind(&view, inside, "tip").contains(&"attitude".to_owned()));
    assert_eq!(behind(&view, inside, "line.end.position"), ["x", "y", "z"]);
    assert!(behind(&view, inside, "line.at(3 m)").contains(&"tension".to_owned()));
    assert!(behind(&view, inside, "hinge").contains(&"torque".to_owned()));
    assert!(behind(&view, inside, "post").is_empty());
    assert!(behind(&view, inside, "post[1]").contains(&"position".to_owned()));
    assert!(behind(&view, inside, "nobody").is_empty());
}

#[test]
fn what_is_visible_depends_on_the_place() {
    let mut compiler = Compiler::new(Nothing);
    compiler.set_file("a.cdl", BOATS);
    let view = compiler.view();
    let names = |mark: &str| -> Vec<String> {
        let offset = BOATS.find(mark).expect("it is there");
        view.visible("a.cdl", offset).iter().map(|own| own.name.to_string()).collect()
    };
    let inside = names("frame here");
    let outside = names("record");
    let has = |names: &[String], name: &str| names.iter().any(|own| own == name);
    assert!(has(&inside, "i") && has(&inside, "here") && has(&inside, "post"));
    assert!(!has(&outside, "i") && !has(&outside, "here") && has(&outside, "post"));
    assert!(!has(&outside, "eye") && has(&names("frame eye"), "eye"));
    assert!(has(&outside, "world") && has(&outside, "sin") && has(&outside, "Boats"));
}

#[test]
fn references_go_over_files() {
    let mut compiler = Compiler::new(Nothing);
    compiler.set_file(
        "parts.cdl",
        "component Arm(reach: Length) {\n  pub frame tip at [reach, 0 m, 0 m]\n}\n",
    );
    let main = "import \"parts.cdl\"\nmodel M {\n  part arm = parts.Arm(reach = 2 m)\n  record arm.tip.position\n}\n";
    compiler.set_file("main.cdl", main);
    compiler.check("main.cdl");
    let view = compiler.view();
    for (name, count) in [("Arm", 2), ("reach", 3), ("tip", 2)] {
        let offset = main.find(name).expect("it is there");
        let own = view.use_at("main.cdl", offset).expect("a name");
        let Referent::Declared(place) = own.referent else { panic!("{:?}", own.referent) };
        let found = view.references(place);
        assert_eq!(found.len(), count, "{name}: {found:?}");
        for (location, _) in &found {
            let text = view.text(&location.path).expect("it is read");
            assert_eq!(&text[location.range.clone()], name);
        }
    }
    assert!(matches!(view.denoted("main.cdl", main.len() - 4, "arm"), Denotation::Part(_)));
}

/// Whatever is cut off, names are found or not, but nothing breaks, and every range is one of the text.
#[test]
fn half_a_model_has_names_too() {
    let mut compiler = Compiler::new(Nothing);
    for end in 0..=BOATS.len() {
        let text = &BOATS[..end];
        compiler.set_file("a.cdl", text);
        let view = compiler.view();
        for own in view.uses("a.cdl") {
            assert!(text.get(own.range.clone()).is_some(), "{:?} of {text}", own.range);
        }
        view.visible("a.cdl", end);
        view.use_at("a.cdl", end);
    }
}

/// Each follows two others, in one item and over several: without a memory that takes 2^60 steps, and
/// what needs itself would never end.
#[test]
fn long_chains_are_followed_once() {
    let mut text = String::from("const a0 = [1, 2, 3] m\nmodel M {\n  let b0 = a0\n");
    for i in 1..60 {
        text += &format!("  let b{i} = b{} + b{}\n", i - 1, i - 1);
    }
    text += "  let here = here.x + there\n  let there = here.y\n}\n";
    for i in 1..60 {
        text += &format!("const a{i} = a{} + a{}\n", i - 1, i - 1);
    }
    let mut compiler = Compiler::new(Nothing);
    compiler.set_file("a.cdl", &text);
    let view = compiler.view();
    let inside = text.find("  let there").expect("it is there");
    assert!(matches!(view.denoted("a.cdl", inside, "b9"), Denotation::Vector));
    assert!(matches!(view.denoted("a.cdl", inside, "a9"), Denotation::Vector));
    assert!(matches!(view.denoted("a.cdl", inside, "there"), Denotation::Value));
    let longest = view.denoted("a.cdl", inside, "a59 + b59");
    assert!(matches!(longest, Denotation::Vector | Denotation::Value));
    assert!(view.uses("a.cdl").len() > 300);
}

/// What is given for a parameter may have more to it than its type tells.
#[test]
fn behind_a_parameter_is_what_is_given() {
    let text =
        "component C(base: Frame) {\n  record base.eye.position, base.position, world.eye\n}\n";
    let mut compiler = Compiler::new(Nothing);
    compiler.set_file("a.cdl", text);
    let view = compiler.view();
    let referent = |mark: &str, after: usize| {
        let at = text.find(mark).expect("it is there") + after;
        view.use_at("a.cdl", at).expect("a name").referent
    };
    assert!(matches!(referent("base.eye", 5), Referent::Untold));
    assert!(matches!(referent("base.position", 5), Referent::Quantity(_)));
    assert!(matches!(referent("world.eye", 6), Referent::Unknown));
}

/// A part of the names is what it is among all of them, wherever it begins and ends.
#[test]
fn names_of_a_part_are_those_of_the_whole() {
    let text =
        format!("import std.materials as m\n{BOATS}experiment e = Boats(size = 1 m) {{ }}\n");
    let mut compiler = Compiler::new(Nothing);
    compiler.set_file("a.cdl", &text);
    compiler.check("a.cdl");
    let view = compiler.view();
    let whole = view.uses("a.cdl");
    for start in 0..text.len() {
        for end in [start, start + 1, start + 50] {
            let part = view.uses_in("a.cdl", start..end);
            let touching =
                whole.iter().filter(|own| own.range.start <= end && start <= own.range.end);
            let shown = |own: &cdl_compiler::NameUse| format!("{own:?}");
            let expected: Vec<_> = touching.map(shown).collect();
            assert_eq!(part.iter().map(shown).collect::<Vec<_>>(), expected, "{start}..{end}");
        }
    }
}

const ROWS: &str = "\
const squares = [for k in 0..4: k^2]
fn scaled(factor, of) = [for own in of if own > 0 m: own * factor]
model M(i: Length = 2 m) {
  for n in 0..4 {
    cable rope[n]: rigid_links(count = 4) from world to free { length = i; mass = 1 kg }
    let tension[n] = rope[n].end.tension
  }
  let first = [for i in 0..4: [for j in [for i in 0..2: i]: i + j]]
  body hull { mass = sum([for i in 1..3: i]) * 1 kg; frame eye at [for i in 0..3: i] m; shape = sphere(diameter = i) }
  joint hull_free: free from world to hull
  record max(tension), tension[2], rope[*].end.position, rope[*].at(i).tension, first
}
";

/// The declaration that the name at the `nth` occurrence of a mark refers to, as text from there on.
fn referred<'t>(view: &View, text: &'t str, mark: &str, nth: usize) -> &'t str {
    let at = text.match_indices(mark).nth(nth).expect("it is there").0;
    let own = view.use_at("a.cdl", at).expect("a name");
    let Referent::Declared(place) = own.referent else { panic!("{mark}: {:?}", own.referent) };
    &text[view.locate(place).expect("it is there").range.start..]
}

/// The variable of a comprehension has a scope of its own, which does not reach its range.
#[test]
fn variables_of_comprehensions_are_seen_inside_of_them() {
    let mut compiler = Compiler::new(Nothing);
    compiler.set_file("a.cdl", ROWS);
    let errors: Vec<_> =
        compiler.check("a.cdl").iter().filter(|own| own.code.starts_with('E')).cloned().collect();
    assert!(errors.is_empty(), "{errors:?}");
    let view = compiler.view();
    let refers = |mark: &str, nth: usize, to: &str| {
        let found = referred(&view, ROWS, mark, nth);
        assert!(found.starts_with(to), "{mark}: {found}");
    };
    refers("k^2", 0, "k in 0..4");
    refers("own >", 0, "own in of");
    refers("own * factor", 0, "own in of");
    refers("factor]", 0, "factor, of");
    refers("i + j", 0, "i in 0..4: [for j");
    refers("j]]", 0, "j in [for i");
    refers("i]: i + j", 0, "i in 0..2");
    refers("i]) * 1 kg", 0, "i in 1..3");
    refers("i] m; shape", 0, "i in 0..3: i] m");
    refers("i) }", 0, "i: Length");
    refers("i).tension", 0, "i: Length");
    refers("tension), ", 0, "tension[n] =");
    let unknown =
        view.uses("a.cdl").iter().filter(|own| matches!(own.referent, Referent::Unknown)).count();
    assert_eq!(unknown, 0);
    let names = |mark: &str| -> Vec<String> {
        let offset = ROWS.find(mark).expect("it is there");
        view.visible("a.cdl", offset).iter().map(|own| own.name.to_string()).collect()
    };
    assert!(names("k^2").contains(&"k".to_owned()));
    assert!(!names("record").contains(&"j".to_owned()));
    assert!(names("record").contains(&"tension".to_owned()));
}

/// What `[*]` stands for has the members of one.
#[test]
fn all_of_a_row_has_the_members_of_each() {
    let mut compiler = Compiler::new(Nothing);
    compiler.set_file("a.cdl", ROWS);
    let view = compiler.view();
    let inside = ROWS.find("  record").expect("it is there");
    let around = |expression: &str| view.denoted("a.cdl", inside, expression);
    assert!(matches!(around("rope[*].end.position"), Denotation::Vector));
    assert!(matches!(around("rope[*].end.position[1]"), Denotation::Scalar));
    assert!(matches!(around("rope[*].at"), Denotation::StationAt));
    assert!(matches!(around("[rope[*].length][0]"), Denotation::Row(_)));
    assert!(
        matches!(around("tension"), Denotation::Row(inner) if matches!(*inner, Denotation::Scalar))
    );
    let use_of = |mark: &str| {
        let at = ROWS.find(mark).expect("it is there") + mark.len() - 1;
        view.use_at("a.cdl", at).expect("a name").referent
    };
    assert!(matches!(use_of("rope[*].end.position"), Referent::Quantity(_)));
    assert!(matches!(use_of("rope[*].at(i).tension"), Referent::Quantity(_)));
}

const PROFILES: &str = "\
model M {
  for i in 0..2 {
    cable rope[i]: rigid_links(count = 4) from world to free { length = 2 m; mass = 1 kg }
  }
  cable line: rigid_links(count = 4) from world to free { length = 2 m; mass = 1 kg }
  let alias = line
}
experiment e = M() {
  simulate 1 s with rk4(step = 1 ms)
  plot pulls = line.tension / line.start.tension { along = line }
  plot places = [alias.position.z, norm(rope[1].position)] { along = alias }
  plot other = 2 * rope[0].tension in kN { along = rope[0]; stations = 3 }
}
";

/// A cable along which a plot goes has all that its places have, in what is drawn and nowhere else.
#[test]
fn a_cable_stands_for_its_places_where_a_plot_goes_along_it() {
    let mut compiler = Compiler::new(Nothing);
    compiler.set_file("a.cdl", PROFILES);
    let view = compiler.view();
    let referent = |mark: &str, name: &str| {
        let at = PROFILES.find(mark).expect("it is there");
        let at = at + PROFILES[at..].find(name).expect("it is there");
        view.use_at("a.cdl", at).expect("a name").referent
    };
    for (mark, name) in [
        ("line.tension /", "tension"),
        ("alias.position", "position"),
        ("rope[0].tension", "tension"),
        ("line.start", "tension"),
    ] {
        assert!(matches!(referent(mark, name), Referent::Quantity(_)), "{mark}: {name}");
    }
    assert!(matches!(referent("alias.position", "z,"), Referent::Component));
    // It goes along another one.
    assert!(matches!(referent("rope[1].position", "position"), Referent::Unknown));
    let place = |mark: &str| PROFILES.find(mark).expect("it is there") + mark.len();
    assert_eq!(behind(&view, place("plot pulls = "), "line")[..2], ["position", "velocity"]);
    assert_eq!(behind(&view, place("plot pulls = "), "line.position"), ["x", "y", "z"]);
    let all = behind(&view, place("plot pulls = "), "line");
    assert!(all.contains(&"mid".to_owned()) && all.contains(&"length".to_owned()));
    for elsewhere in ["along = line", "with rk4(", "let alias = "] {
        assert!(!behind(&view, place(elsewhere), "line").contains(&"tension".to_owned()));
    }
    assert!(!behind(&view, place("plot places = "), "rope[1]").contains(&"tension".to_owned()));
    // While it is written nobody knows along what.
    let half = PROFILES.replace("line.tension / line.start.tension {", "line. {");
    // Whoever sets a file waits until nobody looks.
    drop(view);
    compiler.set_file("a.cdl", &half);
    let view = compiler.view();
    let place = half.find("line. {").expect("it is there") + "line.".len();
    assert!(behind(&view, place, "line").contains(&"tension".to_owned()));
}
