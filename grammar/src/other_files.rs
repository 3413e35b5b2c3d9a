//! Files of other programs that are given as a model, known by how they begin.

use crate::lexemes::{Bracket, Lexeme, LexemeKind};

/// Said of a file of URDF, MJCF or SDF.
const XML: &str = "a `<link>` is written `body NAME { mass = 1 kg; shape = sphere(diameter = 10 cm) }`, a `<joint>` \
                   `joint NAME: revolute(axis = y) from A to B`, inside of a `model NAME { ... }`";
/// Said of objects and lists of names and values.
const NAMES_AND_VALUES: &str = "a model is written `model NAME { body b { mass = 1 kg } ... }`; numbers can be read from a table: `table(\"FILE.csv\")`";

/// What a file is, if the code at `i` says that it is of another program, and how that is written here. `is_first` if no
/// item stands before it.
pub(crate) fn other_file(
    text: &str,
    lexemes: &[Lexeme],
    i: usize,
    is_first: bool,
) -> Option<(&'static str, &'static str)> {
    let mut code = lexemes.get(i..)?.iter().filter(|own| own.is_code()).copied();
    let (first, second, third) = (code.next()?, code.next(), code.next());
    let is_next = |kind| second.is_some_and(|own| own.kind == kind);
    let touches = second.is_some_and(|own| own.start == first.end);
    let word = first.text(text);
    match first.kind {
        LexemeKind::Operator if word == "<" && touches => second
            .filter(|own| own.kind == LexemeKind::Word || own.text(text).starts_with(['?', '!']))
            .map(|_| ("this is no model but XML, as other programs have it", XML)),
        LexemeKind::Open(Bracket::Brace | Bracket::Square) => {
            let opens = |own: Lexeme| {
                matches!(own.kind, LexemeKind::Open(Bracket::Brace | Bracket::Square))
            };
            let is_pair =
                is_next(LexemeKind::Text) && third.is_some_and(|own| own.kind == LexemeKind::Colon);
            (is_pair || second.is_some_and(opens)).then_some((
                "this is no model but JSON, as other programs have it",
                NAMES_AND_VALUES,
            ))
        }
        LexemeKind::Word if is_first && touches && second?.text(text) == ":" => {
            Some(("this is no model but YAML, as other programs have it", NAMES_AND_VALUES))
        }
        LexemeKind::Operator
            if word == "%" && touches && second.is_some_and(|own| own.text(text) == "YAML") =>
        {
            Some(("this is no model but YAML, as other programs have it", NAMES_AND_VALUES))
        }
        LexemeKind::Word if is_first && word == "within" => Some((
            "this is no model but one of Modelica",
            "a model is written `model NAME { ... }`, with its members between braces, and stands in no package",
        )),
        _ => None,
    }
}

/// Whether a word heads a dictionary of OpenFOAM, or sets one of its numbers about time.
pub(crate) fn is_of_foam(word: &str) -> bool {
    matches!(
        word,
        "FoamFile"
            | "application"
            | "startFrom"
            | "startTime"
            | "stopAt"
            | "endTime"
            | "deltaT"
            | "writeControl"
            | "writeInterval"
            | "purgeWrite"
            | "adjustTimeStep"
            | "maxCo"
    )
}
