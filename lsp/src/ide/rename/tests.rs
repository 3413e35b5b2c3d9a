use super::super::edit::applied;
use super::super::fixture::Fixture;
use super::*;

/// The texts of all changed files after a rename, or the refusal.
fn renamed(text: &str, new: &str) -> Result<String, String> {
    let fixture = Fixture::new(text);
    let view = fixture.view();
    let edits = rename(&view, &fixture.path, fixture.offset(), new).map_err(|own| own.0)?;
    let texts = edits.iter().map(|(path, edits)| {
        let text = view.text(path).expect("the file is there");
        applied(&text, edits).expect("the edits fit")
    });
    Ok(texts.collect())
}

fn refusal(text: &str) -> String {
    let fixture = Fixture::new(text);
    match prepare_rename(&fixture.view(), &fixture.path, fixture.offset()) {
        Ok(own) => panic!("{own:?}"),
        Err(Refusal(why)) => why,
    }
}

#[test]
fn arguments_and_branches_follow() {
    let text = "\
model Crane(pay$0load: Mass = 1 t, long: Bool = true) {
  if long { let load = payload } else { let load = 2 * payload }
  for i in 0..3 { frame hook[i] at [0, 0, 1] * load / payload * 1 m }
  record hook[2].position
}
experiment lift = Crane(payload = 2 t) { simulate 1 s }
";
    let expected = text.replace("$0", "").replace("payload", "cargo");
    assert_eq!(renamed(text, "cargo"), Ok(expected));
    let text = text.replace("$0", "").replace("* load", "* lo$0ad");
    let expected = text.replace("$0", "").replace(" load", " cargo");
    assert_eq!(renamed(&text, "cargo"), Ok(expected));
    let text = text.replace("$0", "").replace("record hook", "record ho$0ok");
    let expected = text.replace("$0", "").replace("hook", "eye");
    assert_eq!(renamed(&text, "eye"), Ok(expected));
}

/// A verb is a name like any other where no operand follows.
#[test]
fn what_an_event_acts_on_and_assigns_to_follows() {
    let text = "\
model Crane(reach: Length = 1 m, lock: Bool = true) {
  body load { mass = 1 kg; frame eye at [0, 0, 1] m }
  cable rope: rigid_links(count = 4) from world to free { length = reach; mass = 1 kg }
  joint slew: fixed from world to load
  for i in 0..3 { var count[i]: Int = 0 }
  when lock {
    attach rope.end to load.eye, within = reach
    detach rope.start; lock slew
    release slew
    count[count[0]] = if lock then count[1] else 2
    count[[for k in 0..3: k * count[2]][0]] = 1
  }
}
";
    for (old, at) in [
        ("reach", "within = "),
        ("load", "rope.end to "),
        ("eye", "to load."),
        ("rope", "detach "),
        ("slew", "; lock "),
        ("slew", "release "),
        ("count", "    "),
        ("count", "    count["),
        ("count", "then "),
        ("lock", "when "),
        ("k", "0..3: "),
    ] {
        let marked = text.replacen(&format!("{at}{old}"), &format!("{at}$0{old}"), 1);
        let mut expected = String::new();
        let mut rest = text;
        while let Some(found) = rest.find(old) {
            let (before, behind) = rest.split_at(found);
            let behind = &behind[old.len()..];
            let is_word = |c: char| c.is_ascii_alphanumeric();
            let is_whole = !before.ends_with(is_word) && !behind.starts_with(is_word);
            // That of `rigid_links`, and that of the action.
            let is_other = before.ends_with("links(") || behind.starts_with(" slew");
            expected += before;
            expected += if is_whole && !is_other { "attach" } else { old };
            rest = behind;
        }
        expected += rest;
        assert_eq!(renamed(&marked, "attach"), Ok(expected), "{at}{old}");
    }
}

#[test]
fn over_files() {
    let text = "\
//- arm.cdl
component Arm(reach: Length) { pub frame tip at [1, 0, 0] * reach }
//- main.cdl
import \"arm.cdl\" as a
model M {
  part left = a.Ar$0m(reach = 2 m)
}
";
    let whole = |text: &str| text.replace("//- arm.cdl\n", "").replace("//- main.cdl\n", "");
    let plain = whole(&text.replace("$0", ""));
    assert_eq!(renamed(text, "Boom"), Ok(plain.replace("Arm", "Boom")));
    let text = text.replace("$0", "").replace("reach = 2", "rea$0ch = 2");
    assert_eq!(renamed(&text, "length"), Ok(plain.replace("reach", "length")));
    let text = text.replace("$0", "").replace("a.Arm", "$0a.Arm");
    let main = plain.lines().skip(1).map(|line| format!("{line}\n")).collect::<String>();
    let expected = main.replace("as a", "as arms").replace("a.Arm", "arms.Arm");
    assert_eq!(renamed(&text, "arms"), Ok(expected));
}

#[test]
fn what_cannot_be_renamed_says_why() {
    let cases = [
        ("mo$0del M { }", "`model` is a word of the language"),
        (
            "model M { bo$0dy b { mass = 1 kg } }",
            "`body` is a word of the language; its name is fixed",
        ),
        (
            "model M { body b { ma$0ss = 1 kg } }",
            "`mass` is a field that the language defines; its name is fixed",
        ),
        ("const a = si$0n(1 rad)", "`sin` is a function of the language; its name is fixed"),
        ("const a = 1 k$0g", "`kg` is a unit; its name is fixed"),
        ("const a = nob$0ody", "nothing here is called `nobody`"),
        ("const a = 1 + $0 1", "there is no name here that a declaration gives"),
        (
            "import std.materials as m\nconst a = m.st$0eel.density",
            "`steel` is declared in the standard library",
        ),
        (
            "//- b.cdl\nconst c = 1\n//- main.cdl\nimport \"b.cdl\"\nconst a = $0b.c",
            "`b` is the name of the imported file; `as` after the path gives it another here",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(refusal(text), expected, "{text}");
    }
}

#[test]
fn names_that_are_in_the_way() {
    let text = "const b = 1\nmodel M(c: Real) {\n  let a$0 = 2\n  let d = a + b\n  for i in 0..2 { let e = a + i }\n}\n";
    let cases = [
        ("if", "`if` is a word of the language"),
        ("2a", "`2a` is no name: a name has letters, digits and `_`, and no digit first"),
        ("ä", "`ä` is no name: a name has letters, digits and `_`, and no digit first"),
        ("", "`` is no name: a name has letters, digits and `_`, and no digit first"),
        ("d", "`d` is declared already, in line 4"),
        ("c", "`c` is declared already, in line 2"),
        ("b", "`b` in line 4 means something else, and would mean this"),
        ("i", "in line 5 `i` would mean the one that is declared in line 5"),
        ("e", "in line 5 `e` would mean the one that is declared in line 5"),
    ];
    for (new, expected) in cases {
        assert_eq!(renamed(text, new), Err(expected.to_owned()), "{new}");
    }
    let apart = text.replace("let e = a + i", "let e = i");
    assert!(renamed(&apart, "e").is_ok(), "nobody asks for the outer one in there");
}

#[test]
fn names_of_the_language_can_be_taken_where_nobody_needs_them() {
    let text = "model M {\n  let a$0 = 2\n  let d = a * x\n}\n";
    assert!(renamed(text, "pi").is_ok());
    let expected = "`x` in line 3 means something else, and would mean this";
    assert_eq!(renamed(text, "x"), Err(expected.to_owned()));
}

#[test]
fn experiments_have_names_of_their_own() {
    let text =
        "model M { }\nexperiment a$0 = M() { simulate 1 s }\nexperiment b = M() { simulate 1 s }\n";
    assert_eq!(renamed(text, "b"), Err("`b` is declared already, in line 3".to_owned()));
    assert!(renamed(text, "M").is_ok());
}

/// The parameter has no type, so only elaboration knows what is behind it.
const UNTOLD: &str = "\
component Mark(base) { pub let height = base.eye.position.z }
model M {
  body hull {
    mass = 1 kg
    shape = sphere(diameter = 1 m)
    frame ey$0e at [0, 0, 1] m
  }
  joint pin: free from world to hull
  part mark = Mark(base = hull)
  record mark.height
}
";

#[test]
fn elaboration_tells_what_names_alone_do_not() {
    let whole = UNTOLD.replace("$0", "");
    assert_eq!(renamed(UNTOLD, "lens"), Ok(whole.replace("eye", "lens")));
    // What is called the same and is something else stays.
    let apart = UNTOLD.replace("base.eye", "base.tip");
    let apart = apart.replace("    frame", "    frame tip at [0, 0, 2] m\n    frame");
    let apart =
        apart.replace("model M", "const rope = { eye = 2 m }\nconst size = rope.eye\nmodel M");
    let expected = apart.replace("ey$0e at", "lens at");
    assert_eq!(renamed(&apart, "lens"), Ok(expected));
}

#[test]
fn what_nobody_can_tell_is_refused() {
    let both = UNTOLD.replace("eye.position.z }", "eye.position.z + rope.eye }");
    let both = format!("const rope = {{ eye = 2 m }}\n{both}");
    let expected = "what `eye` in line 2 refers to is known with values only, and it may be this";
    assert_eq!(renamed(&both, "lens"), Err(expected.to_owned()));
}
