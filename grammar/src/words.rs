//! The words of the language that cannot be chosen as names, or that mean something at their place.

use crate::other_files::is_of_foam;
use crate::syntax::Verb;

/// Reserved everywhere: never a name and never a unit (so the inch is `inch`, not `in`).
pub(crate) const RESERVED: [&str; 22] = [
    "and", "as", "at", "between", "else", "every", "false", "for", "from", "if", "in", "let",
    "not", "on", "or", "part", "pub", "record", "then", "to", "true", "with",
];

/// Words that start an item where one can stand; names elsewhere.
pub(crate) const ITEM: [&str; 7] =
    ["component", "const", "enum", "experiment", "fn", "import", "model"];

/// Words that start an item and a member alike.
pub(crate) const ITEM_OR_MEMBER: [&str; 1] = ["enum"];

/// Words that mean something at the start of a member; names elsewhere.
pub(crate) const CONTEXTUAL: [&str; 3] = ["simulate", "use", "when"];

/// Words that mean something where a clause of an analysis can stand; names elsewhere.
pub(crate) const CLAUSE: [&str; 1] = ["until"];

/// Words that mean something in the block of an event where an operand follows them; names elsewhere.
pub(crate) const VERB: [&str; 4] =
    [Verb::Attach.text(), Verb::Detach.text(), Verb::Lock.text(), Verb::Release.text()];

/// All words with a meaning in the grammar, sorted: for editors and highlighters. The kinds of
/// elements (`body`, `cable`, ...) are not among them, they are the schema's.
pub fn keywords() -> Vec<&'static str> {
    let mut words: Vec<_> = [&RESERVED[..], &ITEM, &CONTEXTUAL, &CLAUSE, &VERB].concat();
    words.sort_unstable();
    words
}

/// Whether something can be called by this word: letters, digits and `_`, no digit first, not reserved.
pub fn is_name(word: &str) -> bool {
    let is_first = |c: char| c.is_ascii_alphabetic() || c == '_';
    word.starts_with(is_first)
        && word.chars().all(|c| is_first(c) || c.is_ascii_digit())
        && !is_reserved(word)
}

/// Whether it means the same wherever it stands, so that nothing can be called by it.
pub fn is_reserved(word: &str) -> bool {
    // Only those are compared that start alike: none or a few.
    let starts_alike = |own: &&&str| own.as_bytes().first() == word.as_bytes().first();
    RESERVED.iter().filter(starts_alike).any(|own| *own == word)
}

/// Whether it means something at the start of an item or a member, and is a name elsewhere.
pub fn is_contextual(word: &str) -> bool {
    ITEM.contains(&word) || CONTEXTUAL.contains(&word)
}

/// Whether it starts an action in the block of an event, and is a name elsewhere.
pub fn is_verb(word: &str) -> bool {
    VERB.contains(&word)
}

pub(crate) fn starts_item(word: &str) -> bool {
    ITEM.contains(&word)
}

/// What is written here in place of an item that other languages start with this word.
pub(crate) fn item_elsewhere(word: &str) -> Option<&'static str> {
    Some(match word {
        "function" | "func" | "def" | "fun" => {
            "a function is written `fn area(d: Length) -> Area = pi / 4 * d^2`"
        }
        "class" | "block" | "connector" | "package" | "record" | "struct" | "type" => {
            "what is used many times is a component: `component Rod(length: Length) { ... }`"
        }
        "let" | "parameter" | "constant" | "real" | "Real" | "double" | "float" => {
            "a value outside of the models is written `const length = 10 m`"
        }
        "from" | "include" | "using" | "use" | "require" => {
            "other files are read by `import \"parts/rods.cdl\"`, the library by `import std.materials`"
        }
        "simulate" => {
            "a simulation stands in an `experiment`: `experiment fall = Drop() { simulate 10 s with rk4(step = 5 ms) }`"
        }
        "study" | "sweep" | "analysis" => {
            "a study is an `experiment` with a `vary`, a `sample` or `cases`: `experiment offsets = Mooring() { vary pull = 0 kN .. 80 kN { count = 9 }; equilibrium }`"
        }
        _ if is_of_foam(word) => {
            "what a file is needs no head; how long and by which steps is said in an `experiment`: `experiment fall = Drop() { simulate 10 s with rk4(step = 5 ms) }`"
        }
        "end" => "blocks stand between `{` and `}`",
        _ => return None,
    })
}

/// Names that other programs give to what a `simulate` says here.
pub(crate) fn is_of_simulation(word: &str) -> bool {
    matches!(
        word,
        "stop"
            | "duration"
            | "end_time"
            | "endTime"
            | "tstop"
            | "stop_time"
            | "dt"
            | "step"
            | "timestep"
            | "integrator"
            | "solver"
            | "method"
            | "every"
            | "stopTime"
            | "startTime"
            | "deltaT"
            | "tEnd"
            | "writeInterval"
            | "tolerance"
            | "rtol"
            | "atol"
            | "reltol"
            | "abstol"
    )
}

/// Words that elements begin with which people give to a name by `=`: `b = body { ... }`.
pub(crate) fn starts_element(word: &str) -> bool {
    matches!(
        word,
        "body"
            | "cable"
            | "clump"
            | "constraint"
            | "force"
            | "frame"
            | "grip"
            | "joint"
            | "material"
            | "sheave"
            | "state"
            | "torque"
            | "winch"
    )
}

/// Names of what stands behind a `simulate` here.
pub(crate) fn is_clause_of_simulation(word: &str) -> bool {
    matches!(word, "start" | "discard" | "dynamics" | "loops")
}

/// Reserved words that can only stand at the start of a member.
pub(crate) fn only_starts_member(word: &str) -> bool {
    matches!(word, "let" | "for" | "part" | "record" | "pub")
}

/// A line that starts with one of these goes on with the line before it.
pub(crate) fn continues_line(word: &str) -> bool {
    matches!(
        word,
        "from"
            | "to"
            | "on"
            | "between"
            | "and"
            | "or"
            | "in"
            | "with"
            | "every"
            | "then"
            | "else"
            | "as"
    )
}

/// A line that ends with one of these goes on in the next line.
pub(crate) fn leaves_line_open(word: &str) -> bool {
    continues_line(word) || matches!(word, "at" | "not" | "if" | "record")
}

/// A text between quotes, as it can be written in a `.cdl` file.
pub fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}
