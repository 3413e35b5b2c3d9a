//! Diagnostics that one mistake makes at several places, as one.

use std::collections::BTreeMap;

use cdl_session::{Located, LocatedLabel};

/// A name that nobody has declared.
const UNKNOWN_NAME: &str = "E0201";
/// Of one name; there may be very many.
const MOST_PLACES: usize = 4;

/// A name that is not declared, and that several places mention, is one mistake: the first of them tells it, and shows some of the others.
pub fn together(located: &[Located]) -> Vec<Located> {
    let mut told: Vec<Located> = Vec::new();
    // By file and message: where it is told, and how many places it has.
    let mut names: BTreeMap<(&str, &str), (usize, usize)> = BTreeMap::new();
    for own in located {
        let Some(label) = own.labels.first().filter(|_| own.code == UNKNOWN_NAME) else {
            told.push(own.clone());
            continue;
        };
        let (first, places) = names.entry((&label.path, &own.message)).or_insert((told.len(), 0));
        *places += 1;
        match *places {
            1 => told.push(own.clone()),
            2..=MOST_PLACES => told[*first].labels.push(LocatedLabel {
                text: "and here".to_owned(),
                primary: false,
                ..label.clone()
            }),
            _ => {}
        }
    }
    for (first, places) in names.into_values() {
        match places.saturating_sub(MOST_PLACES) {
            0 => {}
            1 => told[first].notes.push("and at one more place".to_owned()),
            more => told[first].notes.push(format!("and at {more} more places")),
        }
    }
    told
}

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
