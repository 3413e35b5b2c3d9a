//! Each action is applied, and the result checked again.

use super::*;
use crate::ide::edit::applied;
use crate::ide::fixture::Fixture;

/// Titles of what is offered at the mark, preferred ones with a star.
fn offered(text: &str) -> Vec<String> {
    let fixture = Fixture::new(text);
    let found = actions(&fixture.view(), &fixture.path, fixture.range.clone(), &[]);
    let star = |own: &Action| if own.is_preferred { "* " } else { "" };
    found.iter().map(|own| format!("{}{}", star(own), own.title)).collect()
}

fn codes(text: &str) -> Vec<&'static str> {
    let fixture = Fixture::new(text);
    fixture.view().check(&fixture.path).iter().map(|own| own.code).collect()
}

/// The text after the action whose title contains `title`. What it fixes is gone, nothing new is wrong,
/// and what was laid out by the standard still is.
fn done(text: &str, title: &str) -> String {
    let fixture = Fixture::new(text);
    let found = actions(&fixture.view(), &fixture.path, fixture.range.clone(), &[]);
    let action = found.iter().find(|own| own.title.contains(title));
    let action = action.unwrap_or_else(|| panic!("no `{title}` in {:?}", offered(text)));
    let before = fixture.text();
    let after = applied(&before, &action.edits).expect("edits that fit the text");
    let (had, has) = (codes(&before), codes(&after));
    // Unused imports are no diagnostics of the compiler.
    let gone = action.fixes.iter().filter(|own| had.contains(&own.code)).count();
    assert!(has.len() + gone <= had.len(), "{had:?} -> {has:?}\n{after}");
    if cdl_grammar::format(&before).as_ref() == Ok(&before) {
        assert_eq!(cdl_grammar::format(&after).as_ref(), Ok(&after), "the standard layout");
    }
    after
}

#[test]
fn a_proposal_is_applied() {
    let text = "const a = 3 m\nconst b = a + $05\n";
    assert_eq!(
        offered(text)[..3],
        ["* Write `5 m`".to_owned(), "Write `5 mm`".to_owned(), "Write `5 cm`".to_owned()]
    );
    assert_eq!(done(text, "Write `5 m`"), "const a = 3 m\nconst b = a + 5 m\n");
    assert_eq!(done(text, "Write `5 inch`"), "const a = 3 m\nconst b = a + 5 inch\n");
}

#[test]
fn the_same_mistake_is_corrected_everywhere() {
    let text = "model M {\n  body a { mas$0s_ = 1 kg }\n  body b { mass_ = 2 kg }\n  body c { masss = 2 kg }\n}\n";
    let after = done(text, "Change all 2 `mass_` to `mass`");
    assert!(after.contains("body b { mass = 2 kg }") && after.contains("masss"));
    let after = done(text, "Change `mass_` to `mass`");
    assert!(after.contains("body b { mass_ = 2 kg }"));
}

#[test]
fn all_missing_units_are_written() {
    let text = "model M {\n  body a { mass = 1$0; shape = sphere(diameter = 2) }\n  \
                joint j: revolute(axis = y) from world to a { start = { angle = 30 } }\n}\n";
    let after = done(text, "Write all 3 missing units in this file");
    assert!(after.contains("mass = 1 kg; shape = sphere(diameter = 2 m)"));
    assert!(after.contains("angle = 30 deg"));
    assert!(offered(text).contains(&"Write `1 t`".to_owned()));
}

#[test]
fn missing_fields_are_added() {
    let text = "model M {\n  cable $0rope: lumped(nodes = 4) from world to free\n}\n";
    assert_eq!(
        done(text, "Add the fields `length`, `axial` and `mass`"),
        "model M {\n  cable rope: lumped(nodes = 4) from world to free {\n    length = 1 m\n    \
         axial = elastic(stiffness = 1 N)\n    mass = 1 kg\n  }\n}\n"
    );
    let text =
        "model M {\n  cable $0rope: rigid_links(count = 4) from world to free { mass = 1 kg }\n}\n";
    assert!(done(text, "Add the field `length`").contains("{ length = 1 m; mass = 1 kg }"));
    let text = "model M {\n  cable $0rope: rigid_links(count = 4) from world to free {\n    \
                drag = { normal = 1.2 }\n    mass = 1 kg\n  }\n}\n";
    assert!(
        done(text, "Add the fields `length` and `diameter`")
            .contains("free {\n    length = 1 m\n    diameter = 1 m\n    drag")
    );
    let text = "model M {\n  environment { $0air { } }\n}\n";
    assert_eq!(
        done(text, "Add the field `density`"),
        "model M {\n  environment { air { density = 1 kg/m^3 } }\n}\n"
    );
}

#[test]
fn a_line_that_gets_too_long_becomes_several() {
    let text = "model M {\n  cable $0rope_of_the_crane: rigid_links(count = 4) from world to free \
                { diameter = 10 mm; mass = 1 kg }\n}\n";
    assert_eq!(
        done(text, "Add the field `length`"),
        "model M {\n  cable rope_of_the_crane: rigid_links(count = 4) from world to free {\n    \
         length = 1 m\n    diameter = 10 mm\n    mass = 1 kg\n  }\n}\n"
    );
}

#[test]
fn an_analysis_gets_what_it_lacks() {
    let text = "model M {\n  body b { mass = 1 kg; shape = sphere(diameter = 1 m) }\n  joint j: free from world to b\n}\n\n\
                experiment e = M() {\n  $0simulate 3 s\n}\n";
    assert!(
        done(text, "Add the field `integrator`").contains("simulate 3 s with rk4(step = 5 ms)\n")
    );
}

#[test]
fn missing_arguments_are_added() {
    let text = "model M {\n  cable rope: rigid_$0links from world to free { length = 1 m; mass = 1 kg }\n}\n";
    assert!(done(text, "Add `count = 10`").contains("rigid_links(count = 10) from"));
    let text = "model M {\n  body b { mass = 1 kg; shape = cyl$0inder(diameter = 1 m) }\n  \
                joint j: free from world to b\n}\n";
    let added = "cylinder(diameter = 1 m, start = [0, 0, 0] m, end = [0, 0, 1] m)";
    assert!(done(text, "Add `start = [0, 0, 0] m, end = [0, 0, 1] m`").contains(added));
    let text = "component Rod(top: Frame, length: Length) {\n  pub frame f on top at [0, 0, 1] * length\n}\n\n\
                model M {\n  part a = R$0od()\n  record a.f.position\n}\n";
    assert!(
        done(text, "Add `top = world, length = 1 m`").contains("Rod(top = world, length = 1 m)")
    );
    let text = "fn f(a: Real, v: Speed, w) = a * v * w\n\nconst b = f$0(1, w = 2)\n";
    assert!(done(text, "Add `v = 1 m/s`").contains("f(1, w = 2, v = 1 m/s)"));
    let text = "model M(b: Mass) {\n  body c { mass = b; shape = sphere(diameter = 1 m) }\n  joint j: free from world to c\n}\n\n\
                experiment e = $0M {\n  equilibrium\n}\n";
    assert!(done(text, "Add `b = 1 kg`").contains("experiment e = M(b = 1 kg) {"));
}

#[test]
fn a_variant_is_chosen() {
    let text = "model M {\n  body b { mass = 1 kg }\n  joint $0j from world to b\n}\n";
    let all = offered(text);
    assert!(all.contains(&"Make it `universal(first = z, second = x)`".to_owned()), "{all:?}");
    assert!(
        done(text, "Make it `revolute(axis = z)`").contains("joint j: revolute(axis = z) from")
    );
}

#[test]
fn what_nothing_reads_is_removed() {
    let text =
        "import std.cables, std.$0materials\n\nconst a = cables.wire_rope(diameter = 1 mm)\n";
    assert!(done(text, "Remove `std.materials`").starts_with("import std.cables\n"));
    let text = "model M {\n  /// Not\n  /// used.\n  let $0a = 1 m\n  body b { mass = 1 kg }\n  \
                joint j: free from world to b\n}\n";
    assert!(done(text, "Remove `a`").starts_with("model M {\n  body b"));
}

#[test]
fn units_are_converted() {
    assert_eq!(done("const a = $01.5 m\n", "Convert to `1500 mm`"), "const a = 1500 mm\n");
    let text = "const a = [1, -$02.5, 0] m\n";
    assert_eq!(done(text, "Convert to `[1000, -2500, 0] mm`"), "const a = [1000, -2500, 0] mm\n");
    let text = "const a = diag(1, 2, 3) $0kg.m^2\n";
    assert_eq!(
        done(text, "Convert to `diag(10000, 20000, 30000) kg.cm^2`"),
        "const a = diag(10000, 20000, 30000) kg.cm^2\n"
    );
    assert!(offered("const b = 1\nconst a = [b, $02, 3] m\n").is_empty());
    assert_eq!(
        done("const a = 2 * ($03 km + 1 m)\n", "`3000 m`"),
        "const a = 2 * (3000 m + 1 m)\n"
    );
}

#[test]
fn what_stands_several_times_gets_a_name() {
    let text = "model M(size: Length = 1 m) {\n  /// A.\n  body a { mass = 1 kg; shape = sphere(diameter = $02 * size) }\n  \
                body b { mass = 2 kg; shape = sphere(diameter = 2*size) }\n  \
                joint i: free from world to a\n  joint j: free from world to b\n}\n";
    let after = done(text, "Extract `2 * size` as `diameter`, in 2 places");
    assert!(after.starts_with(
        "model M(size: Length = 1 m) {\n  let diameter = 2 * size\n  /// A.\n  body a { mass = 1 kg; \
         shape = sphere(diameter = diameter) }\n"
    ));
    assert!(after.contains("body b { mass = 2 kg; shape = sphere(diameter = diameter) }"));
    let after = done(text, "Extract `2 * size` as `diameter`, only here");
    assert!(after.contains("body a { mass = 1 kg; shape = sphere(diameter = diameter) }"));
    assert!(after.contains("body b { mass = 2 kg; shape = sphere(diameter = 2*size) }"));
    assert!(
        !offered(&text.replace("2*size", "3*size")).iter().any(|own| own.contains("only here"))
    );
}

/// What other languages write, where there is no doubt what was meant.
#[test]
fn habits_of_other_languages_are_corrected() {
    let inside = |line: &str| format!("model M {{\n  body bob {{ mass = 1 kg }}\n  {line}\n}}\n");
    for (wrong, right) in [
        ("let a = 3$0,5 m", "let a = 3.5 m"),
        ("let a = 9.81 m$0/s2", "let a = 9.81 m/s^2"),
        ("let a = 5 N $0m", "let a = 5 N.m"),
        ("let a = 1 $0000 m", "let a = 1000 m"),
        ("let a = 2 $0(m)", "let a = 2 m"),
        ("let a = (1, 2, 3) $0m", "let a = [1, 2, 3] m"),
        ("let a = 9.81 $0m.s-2", "let a = 9.81 m.s^-2"),
        ("body b { mass $0== 1 kg }", "body b { mass = 1 kg }"),
        ("body b { mass :$0= 1 kg }", "body b { mass = 1 kg }"),
        ("body b { $0mass: 1 kg }", "body b { mass = 1 kg }"),
        ("body $0\"b\" { mass = 1 kg }", "body b { mass = 1 kg }"),
        (
            "joint j $0revolute(axis = y) from world to bob",
            "joint j: revolute(axis = y) from world to bob",
        ),
        ("$0Record bob.position", "record bob.position"),
        ("body b $0( mass = 1 kg )", "body b { mass = 1 kg }"),
        (
            "body b $0( mass = 1 kg, centre = [0, 0, 1] m )",
            "body b { mass = 1 kg; centre = [0, 0, 1] m }",
        ),
        ("body b $0(\n    mass = 1 kg\n  )", "body b {\n    mass = 1 kg\n  }"),
    ] {
        let text = inside(wrong);
        let fixes: Vec<String> = {
            let fixture = Fixture::new(&text);
            let found = actions(&fixture.view(), &fixture.path, fixture.range.clone(), &[]);
            let fixing = found.iter().filter(|own| !own.fixes.is_empty());
            fixing.map(|own| applied(&fixture.text(), &own.edits).expect("edits")).collect()
        };
        assert!(fixes.contains(&inside(right)), "{wrong}: {fixes:?}");
    }
    let start = "$0modle M {\n  body bob { mass = 1 kg }\n}\n";
    let fixture = Fixture::new(start);
    let found = actions(&fixture.view(), &fixture.path, fixture.range.clone(), &[]);
    let texts: Vec<_> = found.iter().map(|own| applied(&fixture.text(), &own.edits)).collect();
    assert!(texts.contains(&Some(start.replace("$0modle", "model"))), "{texts:?}");
}

#[test]
fn what_is_selected_gets_a_name_of_its_own() {
    let text = "model M {\n  let mass = 1 kg\n  body b { mass = $0mass + 2 kg$0 }\n  joint j: free from world to b\n}\n";
    let after = done(text, "Extract `mass + 2 kg` as `b_mass`");
    assert!(after.contains("  let b_mass = mass + 2 kg\n  body b { mass = b_mass }\n"));
}

/// Values that need each other are equations, each of which says its type.
#[test]
fn what_is_part_of_an_algebraic_loop_gets_its_type() {
    let text = "model M {\n  body b { mass = 1 kg }\n  joint j: free from world to b\n  \
                let pull: Force = 5 N - $02 N/m * stretch$0\n  let stretch: Length = pull / 20 N * 1 m + 1 m * sin(time * 1 rad/s)\n  \
                force f on b = pull * x\n}\n";
    let after = done(text, "Extract `2 N/m * stretch` as `value`");
    assert!(
        after.contains("  let value: Force = 2 N/m * stretch\n  let pull: Force = 5 N - value\n"),
        "{after}"
    );
    let outside = text.replace("* stretch$0", "* b.position.z$0");
    let after = done(&outside, "Extract `2 N/m * b.position.z` as `value`");
    assert!(after.contains(" = 2 N/m * b.position.z\n") && !after.contains("value: "), "{after}");
}

#[test]
fn names_stay_where_they_mean_something() {
    let text = "model M {\n  for i in 0..2 {\n    frame f[i] at [1, 0, 0] m * $0(i + 1.5)$0\n  }\n  record f[0].position\n}\n";
    assert!(!offered(text).iter().any(|title| title.starts_with("Extract")));
    let text = "model M {\n  body a { mass = 1 kg; shape = $0sphere(diameter = 1 m)$0 }\n  joint j: free from world to a\n}\n";
    assert!(!offered(text).iter().any(|title| title.starts_with("Extract")));
    let text = "model M {\n  cable c: rigid_links(count = $010$0) from world to free { length = 10 m; mass = 10 kg }\n}\n";
    assert!(!offered(text).iter().any(|title| title.starts_with("Extract")));
}

/// A bare value of an enum is one where that is asked for, which a `let` does not.
#[test]
fn bare_values_of_enums_get_no_name() {
    let text = |value: &str| {
        format!(
            "enum Phase {{ up, down }}\nmodel M {{\n  var phase: Phase = up\n  at 1 s {{ phase = $0if time > 2 s then {value} else Phase.down$0 }}\n}}\n"
        )
    };
    let extracts =
        |value: &str| offered(&text(value)).iter().any(|title| title.starts_with("Extract"));
    assert!(!extracts("up"));
    assert!(extracts("Phase.up"), "the text is a model");
}

#[test]
fn a_let_is_written_out() {
    let text = "model M {\n  /// Docs.\n  let si$0ze = 1 m + 2 cm\n  let both = 2 * size\n  body b { mass = 1 kg; \
                shape = box([size, both, 1 m], centre = [0, 0, 1] * size) }\n  \
                joint j: free from world to b\n  record size\n}\n";
    let after = done(text, "Inline `size` in 4 places");
    assert!(after.starts_with("model M {\n  let both = 2 * (1 m + 2 cm)\n"), "{after}");
    assert!(after.contains("box([1 m + 2 cm, both, 1 m], centre = [0, 0, 1] * (1 m + 2 cm))"));
    assert!(after.contains("record 1 m + 2 cm as size\n"));
    assert!(
        offered("component C {\n  pub let si$0ze = 1 m\n}\n")
            .iter()
            .all(|own| !own.contains("Inline"))
    );
}

#[test]
fn a_missing_import_is_added() {
    let text = "/// Of steel.\nconst a = $0materials.steel.density\n";
    let expected = "import std.materials\n\n/// Of steel.\nconst a = materials.steel.density\n";
    let fixture = Fixture::new(text);
    let found = actions(&fixture.view(), &fixture.path, fixture.range.clone(), &[]);
    let action =
        found.iter().find(|own| own.title == "Import `std.materials`").expect("is offered");
    assert_eq!(applied(&fixture.text(), &action.edits).as_deref(), Some(expected));
    let text = "//- models/a.cdl\nimport std.cables\n\nconst a = $0rods.length\n\
                //- parts/rods.cdl\nconst length = 1 m\n";
    assert_eq!(offered(text), ["* Import `../parts/rods.cdl`"]);
}

#[test]
fn a_body_that_nothing_holds_moves_freely() {
    let text = "model M {\n  body $0b { mass = 1 kg; shape = sphere(diameter = 1 m) }\n}\n";
    assert!(
        done(text, "Let it move freely").ends_with("}\n  joint b_free: free from world to b\n}\n")
    );
    let text = "model M {\n  for i in 0..2 {\n    body $0b[i] {\n      mass = 1 kg\n      \
                shape = sphere(diameter = 1 m)\n    }\n  }\n}\n";
    assert!(
        done(text, "Let it move freely").contains("    joint b_free[i]: free from world to b[i]\n")
    );
}

#[test]
fn a_body_gets_what_it_weighs() {
    let text = "model M {\n  body $0b { }\n  joint j: free from world to b\n}\n";
    let added = done(text, "Add `mass = 1 kg; shape = box(size = [1, 1, 1] m)");
    assert!(added.contains("mass = 1 kg; shape = box("), "{added}");
    let text = "model M {\n  body $0b { mass = 2 kg }\n  joint j: free from world to b\n}\n";
    assert!(done(text, "Add `inertia = diag(1, 1, 1) kg.m^2`").contains("diag(1, 1, 1)"));
}

#[test]
fn a_joint_is_turned_round() {
    let text = "model M {\n  body b { mass = 1 kg; shape = sphere(diameter = 1 m) }\n  \
                joint $0j: planar(normal = y) from b at [1, 0, 0] m to world\n}\n";
    assert!(done(text, "Write `from world to b at").contains("from world to b at [1, 0, 0] m\n"));
}

#[test]
fn one_of_two_fields_is_removed() {
    let text = "model M {\n  cable c: rigid_links(count = 2) from world to free {\n    length = 1 m\n    \
                mass = 1 kg\n    linear_density = $02 kg/m\n  }\n}\n";
    assert!(!done(text, "Remove `mass = 1 kg`").contains("mass"));
    assert!(!done(text, "Remove `linear_density = 2 kg/m`").contains("linear"));
    let text = "model M {\n  body b { mass = 1 kg; $0mass = 2 kg; inertia = diag(1, 1, 1) kg.m^2 }\n  \
                joint j: free from world to b\n}\n";
    assert!(done(text, "Remove `mass = 2 kg`").contains("{ mass = 1 kg; inertia"));
}

#[test]
fn a_quantity_becomes_a_parameter() {
    let text = "model M {\n  body a { mass = $02 kg; shape = sphere(diameter = 1 m) }\n  \
                body b { mass = 3 * 2 kg; shape = sphere(diameter = 1 m) }\n  joint i: free from world to a\n  \
                joint j: free from world to b\n}\n";
    let after = done(text, "Make `2 kg` a parameter `mass`, in 2 places");
    assert!(after.starts_with("model M(mass: Mass = 2 kg) {\n  body a { mass = mass;"), "{after}");
    assert!(after.contains("mass = 3 * mass;"));
    let text =
        "model M(a: Real = 1) {\n  frame f at [a * $02 cm, 0 m, 0 m]\n  record f.position\n}\n";
    assert!(done(text, "a parameter `length`").contains("M(a: Real = 1, length: Length = 2 cm) {"));
}

#[test]
fn a_bracket_that_is_missing_is_added_and_one_too_many_removed() {
    let closed = done("const a = $0[1 m, 2 m, 3 m\nconst b = a\n", "Add the missing `]`");
    assert_eq!(closed, "const a = [1 m, 2 m, 3 m]\nconst b = a\n");
    let closed = done("const a = 2 * $0(1 m + 2 m\nconst b = a\n", "Add the missing `)`");
    assert_eq!(closed, "const a = 2 * (1 m + 2 m)\nconst b = a\n");
    let closed = done(
        "model M {\n  let a = max$0(1 m, 2 m\n  frame f at [0, 0, 1] * a\n}\n",
        "Add the missing `)`",
    );
    assert_eq!(closed, "model M {\n  let a = max(1 m, 2 m)\n  frame f at [0, 0, 1] * a\n}\n");
    let closed = done(
        "model M {\n  body bob $0{\n    mass = 1 kg\n  joint pin: prismatic(axis = z) from world to bob\n}\n",
        "Add the missing `}`",
    );
    let whole = "model M {\n  body bob {\n    mass = 1 kg\n  }\n  joint pin: prismatic(axis = z) from world to bob\n}\n";
    assert_eq!(closed, whole);
    let closed = done("model M $0{\n  pub let a = 1 m\n\nmodel N {\n}\n", "Add the missing `}`");
    assert_eq!(closed, "model M {\n  pub let a = 1 m\n}\n\nmodel N {\n}\n");
    let closed = done(
        "model M {\n  joint pin: prismatic(axis = z) from world to bob\n  body bob $0{ mass = 1 kg\n}\n",
        "Add the missing `}`",
    );
    assert!(closed.ends_with("to bob\n  body bob { mass = 1 kg }\n}\n"), "{closed}");
    let removed = done("const a = (1 m)$0)\n", "Remove `)`");
    assert_eq!(removed, "const a = (1 m)\n");
    let removed = done("model M {\n}\n$0}\nconst a = 1 m\n", "Remove `}`");
    assert!(removed.starts_with("model M {\n}\n"), "{removed}");
    let closed = done("model $0M\n", "Insert `{ }`");
    assert_eq!(closed, "model M { }\n");
}

#[test]
fn a_word_that_is_missing_is_added() {
    let step = "simulate 1 s $0rk4(step = 1 ms)";
    let model = "model M {\n  body bob { mass = 1 kg }\n  joint pin: prismatic(axis = z) from world to bob\n}\n";
    let text = format!("{model}experiment e = M() {{ {step} }}\n");
    assert!(done(&text, "Insert `with`").contains("1 s with rk4(step = 1 ms)"));
    let text = model.replace("from world to bob", "from world $0bob");
    assert_eq!(done(&text, "Write `to bob`"), model);
    assert_eq!(
        done("const a = if true $01 m else 2 m\n", "Insert `then`"),
        "const a = if true then 1 m else 2 m\n"
    );
    assert_eq!(
        done("const a = 5 m $0% of beams\n", "Change `%` to `//`"),
        "const a = 5 m // of beams\n"
    );
}

#[test]
fn what_is_asked_about_need_not_be_where_the_cursor_stands() {
    let fixture = Fixture::new("$0const a = 1 m\nconst b: Length = 2\n");
    let (view, path) = (fixture.view(), &fixture.path);
    let place = fixture.range.clone();
    assert!(actions(&view, path, place.clone(), &[]).iter().all(|own| own.fixes.is_empty()));
    let start = fixture.text().rfind('2').expect("a number");
    let about = |code: &str| About { code: code.to_owned(), range: start..start + 1 };
    let fixed = actions(&view, path, place.clone(), &[about("E0302")]);
    assert_eq!(fixed.first().map(|own| own.title.as_str()), Some("Write `2 m`"));
    assert!(actions(&view, path, place, &[about("E0301")]).iter().all(|own| own.fixes.is_empty()));
}

/// One fix for all parts of a unit, for both braces of a choice, and none that leaves another mistake behind.
#[test]
fn fixes_of_values_are_whole() {
    for (text, title, after) in [
        ("const a = 3 kg $0m / s\n", "Write `kg.m/s`", "const a = 3 kg.m/s\n"),
        ("const a = 3 kg $0m^2 / s^2\n", "Write `kg.m^2/s^2`", "const a = 3 kg.m^2/s^2\n"),
        (
            "const a = 3 N $0m s / rad + 1 N.m.s\n",
            "Write `N.m.s/rad`",
            "const a = 3 N.m.s/rad + 1 N.m.s\n",
        ),
        ("const a = 3$0(m)/2\n", "Write `3 m`", "const a = 3 m /2\n"),
        ("const a = 3 $0(m)\n", "Write `3 m`", "const a = 3 m\n"),
        (
            "const a = if true $0{ 1 m } else { 2 m }\n",
            "Change `{ 1 m } else { 2 m }` to `then 1 m else 2 m`",
            "const a = if true then 1 m else 2 m\n",
        ),
        (
            "const a = if true $0{ 1 } else if false { 2 } else { 3 }\n",
            "to `then 1 else if false then 2 else 3`",
            "const a = if true then 1 else if false then 2 else 3\n",
        ),
        ("const a = if true $01 else 2\n", "Insert `then`", "const a = if true then 1 else 2\n"),
    ] {
        assert_eq!(done(text, title), after, "{text}");
    }
}

/// A title says what is done, and is no rule of the language.
#[test]
fn titles_are_short() {
    for text in [
        "const a = if true $0{ 1 m } else { 2 m }\n",
        "const a = 3 $0(m)\n",
        "const a = [1 m$0 2 m, 3 m]\n",
        "model M {\n  let a $0== 1 m\n}\n",
    ] {
        for title in offered(text) {
            let title = title.trim_start_matches("* ");
            assert!(title.starts_with(|first: char| first.is_uppercase()), "{title}");
            assert!(!title.contains(" is written ") && !title.contains(", or "), "{title}");
        }
    }
}
