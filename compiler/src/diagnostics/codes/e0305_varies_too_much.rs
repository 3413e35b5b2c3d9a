//! E0305: something varies where it may not. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;
use crate::schema::Variability;

/// `what` such as ``the field `mass` ``; `because` is what makes it vary, such as
/// (place, "`time` changes during a run").
pub fn varies_too_much(
    place: Place,
    what: &str,
    allowed: Variability,
    found: Variability,
    because: Option<(Place, String)>,
) -> Diagnostic {
    let must = match allowed {
        Variability::Const => "must be known before the model is built",
        Variability::Param => "must stay the same during a run",
        Variability::Signal => "may vary",
    };
    let is = match found {
        Variability::Const => "this is constant",
        Variability::Param => "this is a parameter, which a run may set",
        Variability::Signal => "this changes during a run",
    };
    let diagnostic = build::error("E0305", format!("{what} {must}"), place).label(is);
    let diagnostic = match because {
        Some((place, text)) => diagnostic.related(place, text),
        None => diagnostic,
    };
    match allowed {
        Variability::Const => {
            let chooses = (found == Variability::Signal).then(|| {
                "during a run values change, not what there is: `if time > 3 s then a else b` chooses one"
                    .to_owned()
            });
            diagnostic.note(
                "a number of links or a loop's range decides what exists; only literals, `const`, `Int` \
                 parameters and expressions of them may stand here",
            ).note_if(chooses)
        }
        Variability::Param | Variability::Signal => diagnostic,
    }
}
