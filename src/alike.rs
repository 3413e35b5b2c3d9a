//! Diagnostics that one mistake makes at several places, as one.

use cdl_session::Located;

/// A name that nobody has declared.
const UNKNOWN_NAME: &str = "E0201";
/// Of one name; there may be very many.
const MOST_PLACES: usize = 4;

/// A name that is not declared, and that several places mention, is one mistake: the first of them tells it, and shows some of the others.
pub fn together(located: &[Located]) -> Vec<Located> {
    let mut told: Vec<Located> = Vec::new();
    let mut beyond: Vec<usize> = Vec::new();
    for own in located {
        let path = |other: &Located| other.labels.first().map(|label| label.path.clone());
        let is_same = |other: &Located| {
            own.code == UNKNOWN_NAME
                && (&other.code, &other.message) == (&own.code, &own.message)
                && path(other) == path(own)
        };
        match told.iter().position(is_same) {
            None => {
                told.push(own.clone());
                beyond.push(0);
            }
            Some(index) => {
                let first = &mut told[index];
                let mentioned = first.labels.iter().filter(|label| label.text == HERE).count();
                match own.labels.first() {
                    Some(label) if mentioned + 1 < MOST_PLACES => {
                        let text = HERE.to_owned();
                        first.labels.push(cdl_session::LocatedLabel {
                            text,
                            primary: false,
                            ..label.clone()
                        });
                    }
                    Some(_) | None => beyond[index] += 1,
                }
            }
        }
    }
    for (first, &more) in told.iter_mut().zip(&beyond) {
        match more {
            0 => {}
            1 => first.notes.push("and at one more place".to_owned()),
            _ => first.notes.push(format!("and at {more} more places")),
        }
    }
    told
}

/// Said of the others.
const HERE: &str = "and here";

#[cfg(test)]
mod tests {
    use cdl_session::{Located, LocatedLabel, Severity};

    use super::together;

    fn at(code: &str, name: &str, start: usize) -> Located {
        let label = LocatedLabel {
            path: "a.cdl".to_owned(),
            range: start..start + 1,
            text: "not declared".to_owned(),
            primary: true,
        };
        Located {
            code: code.to_owned(),
            severity: Severity::Error,
            message: format!("there is nothing called `{name}` here"),
            labels: vec![label],
            notes: Vec::new(),
            fix: None,
        }
    }

    #[test]
    fn one_unknown_name_is_told_once() {
        let mut all: Vec<Located> = (0..7).map(|start| at("E0201", "k", start)).collect();
        all.insert(3, at("E0201", "other", 50));
        all.push(at("E0303", "k", 60));
        all.push(at("E0303", "k", 61));
        let told = together(&all);
        assert_eq!(told.len(), 4, "{told:?}");
        assert_eq!(told[0].labels.len(), 4);
        assert_eq!(told[0].notes, ["and at 3 more places"]);
        assert_eq!(told[1].labels.len(), 1);
    }
}
