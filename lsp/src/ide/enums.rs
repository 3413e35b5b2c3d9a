//! Enums in every feature that an editor has.

use super::completion::completions;
use super::definition::definition;
use super::edit::applied;
use super::fixture::Fixture;
use super::hover::hover;
use super::outline::outline;
use super::references::references;
use super::rename::rename;
use super::semantic_tokens::{TokenKind, semantic_tokens};

const FILES: &str = "\
//- main.cdl
import \"parts.cdl\"
model Two(first: parts.Drive = speed) {
  /// How the two work together.
  enum Mode {
    /// Each by itself.
    single
    both
  }
  var mode: Mode = single
  part a = parts.Winch(drive = first)
  part b = parts.Winch(drive = hold)
  at 1 s { mode = both }
  let slow = mode == single and a.now != speed
  let other: Mode = if slow then both else Mode.single
  record mode, other
}
experiment e = Two(first = hold) { simulate 1 s with rk4(step = 10 ms) }
//- parts.cdl
/// How a winch is driven.
enum Drive { speed, hold }
component Winch(drive: Drive = hold) {
  pub var now: Drive = drive
  when now == hold { now = speed }
}
fn other(drive: Drive) -> Drive = if drive == speed then hold else speed
fn held(drive) = drive == hold
const rests = held(Drive.speed)
";

/// The files with the cursor at the end of `before`, of which the last word is in place of what stands there.
fn with_cursor(around: &str, at: &str) -> Fixture {
    assert!(FILES.contains(around), "{around}");
    let marked = around.replacen(at, &format!("$0{at}"), 1);
    Fixture::new(&FILES.replacen(around, &marked, 1))
}

fn first_labels(around: &str, at: &str, count: usize) -> Vec<String> {
    let fixture = with_cursor(around, at);
    let found = completions(&fixture.view(), &fixture.path, fixture.offset());
    found.items.into_iter().take(count).map(|own| own.label).collect()
}

#[test]
fn values_are_offered_where_one_is_asked_for() {
    for (around, at, expected) in [
        ("Mode = single", "single", ["single", "both"]),
        ("mode = both", "both", ["single", "both"]),
        ("mode == single", "single", ["single", "both"]),
        ("then both", "both", ["single", "both"]),
        ("Mode.single", "single", ["single", "both"]),
        ("drive = hold", "hold", ["speed", "hold"]),
        ("first = hold", "hold", ["speed", "hold"]),
        ("Drive = speed", "speed", ["speed", "hold"]),
        ("!= speed", "speed", ["speed", "hold"]),
        ("then hold", "hold", ["speed", "hold"]),
        ("drive == speed then", "speed", ["speed", "hold"]),
    ] {
        assert_eq!(first_labels(around, at, 2), expected, "{around}");
    }
}

#[test]
fn types_are_offered_where_one_is_asked_for() {
    assert!(first_labels("mode: Mode", "Mode", 60).contains(&"Mode".to_owned()));
    assert!(first_labels("first: parts.Drive", "parts", 60).contains(&"parts".to_owned()));
    assert_eq!(first_labels("first: parts.Drive", "Drive", 9), ["Drive"]);
    assert!(first_labels("-> Drive", "Drive", 60).contains(&"Drive".to_owned()));
    // Between the braces a name is being chosen.
    assert_eq!(first_labels("    both", "both", 9), [""; 0]);
}

fn shown(around: &str, at: &str) -> String {
    let fixture = with_cursor(around, at);
    let found = hover(&fixture.view(), &fixture.path, fixture.offset());
    found.map_or_else(String::new, |own| own.markdown)
}

#[test]
fn types_and_values_are_told() {
    let value = shown("{ mode = both }", "both");
    assert!(value.contains("Mode.both"), "{value}");
    let value = shown("var mode: Mode = single", "single");
    assert!(value.contains("Mode.single") && value.contains("Each by itself."), "{value}");
    let ty = shown("var mode: Mode", "Mode");
    assert!(ty.contains("enum Mode {") && ty.contains("How the two work together."), "{ty}");
    let ty = shown("first: parts.Drive", "Drive");
    assert!(ty.contains("enum Drive { speed, hold }"), "{ty}");
    let var = shown("record mode", "mode");
    assert!(var.contains("`Mode`"), "{var}");
    let word = shown("enum Drive", "enum");
    assert!(word.contains("only these values"), "{word}");
}

#[test]
fn a_value_leads_to_its_declaration() {
    for (around, at, target) in [
        ("{ mode = both }", "both", "both\n  }\n"),
        ("Two(first = hold)", "hold", "hold }\ncomp"),
        ("a.now != speed", "speed", "speed, hold }"),
        ("mode: Mode", "Mode", "Mode {"),
        ("first: parts.Drive", "Drive", "Drive { speed"),
        ("Mode.single", "Mode", "Mode {"),
        ("then hold", "hold", "hold }\ncomp"),
    ] {
        let fixture = with_cursor(around, at);
        let view = fixture.view();
        let found = definition(&view, &fixture.path, fixture.offset());
        let at = &found.first().expect("it is declared").target;
        let text = view.text(&at.path).expect("it is known");
        assert!(text[at.range.start..].starts_with(target), "{around}");
    }
}

#[test]
fn references_are_found_over_files() {
    let count = |around: &str, at: &str| {
        let fixture = with_cursor(around, at);
        references(&fixture.view(), &fixture.path, fixture.offset(), true).len()
    };
    assert_eq!(count("enum Drive", "Drive"), 7);
    assert_eq!(count("Drive { speed, hold }", "hold"), 6);
    assert_eq!(count("mode == single", "single"), 4);
}

fn renamed(around: &str, at: &str, new: &str) -> Result<Vec<String>, String> {
    let fixture = with_cursor(around, at);
    let view = fixture.view();
    let edits = rename(&view, &fixture.path, fixture.offset(), new).map_err(|own| own.0)?;
    let texts = edits.iter().map(|(path, edits)| {
        let text = view.text(path).expect("the file is there");
        applied(&text, edits).expect("the edits fit")
    });
    Ok(texts.collect())
}

#[test]
fn types_and_values_are_renamed_over_files() {
    let files: Vec<&str> =
        FILES.split("//- ").filter_map(|own| Some(own.split_once('\n')?.1)).collect();
    let [main, parts] = files[..] else { panic!("two files") };
    let all = renamed("Drive { speed, hold }", "hold", "stand").expect("it can be renamed");
    assert_eq!(all, [main.replace("hold", "stand"), parts.replace("hold", "stand")]);
    let all = renamed("drive: Drive = hold", "Drive", "Way").expect("it can be renamed");
    assert_eq!(all, [main.replace("Drive", "Way"), parts.replace("Drive", "Way")]);
    let all = renamed("Mode.single", "Mode", "Manner").expect("it can be renamed");
    assert_eq!(all, [main.replace("Mode", "Manner")]);
    let all = renamed("Mode.single", "single", "alone").expect("it can be renamed");
    assert_eq!(all, [main.replace("single", "alone")]);
    // Beside what is called so already, a bare name would mean nothing.
    assert!(renamed("Mode.single", "single", "slow").is_err());
    assert!(renamed("let slow", "slow", "both").is_err());
}

#[test]
fn the_outline_has_the_values() {
    let fixture = with_cursor("enum Drive", "Drive");
    let view = fixture.view();
    let symbols = outline(&view, "parts.cdl");
    let values: Vec<&str> = symbols[0].children.iter().map(|own| own.name.as_str()).collect();
    assert_eq!((symbols[0].name.as_str(), values), ("Drive", vec!["speed", "hold"]));
    let model = outline(&view, "main.cdl").remove(1);
    assert!(model.children.iter().any(|own| own.name == "Mode" && own.children.len() == 2));
}

#[test]
fn words_have_their_colours() {
    let fixture = with_cursor("{ mode = both }", "both");
    let text = fixture.text();
    let tokens = semantic_tokens(&fixture.view(), &fixture.path, None);
    let kinds = |word: &str| -> Vec<TokenKind> {
        let own = tokens.iter().filter(|token| &text[token.start..token.end] == word);
        own.map(|token| token.kind).collect()
    };
    assert_eq!(kinds("enum"), [TokenKind::Keyword]);
    assert_eq!(kinds("Mode"), [TokenKind::Type; 4]);
    assert_eq!(kinds("both"), [TokenKind::EnumMember; 3]);
    assert_eq!(kinds("Drive"), [TokenKind::Type]);
    assert_eq!(kinds("parts"), [TokenKind::Namespace; 3]);
}
