//! All places that refer to one declaration.

use cdl_compiler::{Location, View};

use super::definition::declared_at;

/// Every place in the files that are known which refers to what the name at an offset refers to, in
/// the order of paths and texts. The standard library is left out: nobody works on it.
pub fn references(
    view: &View,
    path: &str,
    offset: usize,
    with_declarations: bool,
) -> Vec<Location> {
    let Some((_, place)) = declared_at(view, path, offset) else { return Vec::new() };
    let found = view.references(place).into_iter();
    found
        .filter(|(at, own)| {
            !View::is_library(&at.path) && (with_declarations || !own.is_declaration)
        })
        .map(|(at, _)| at)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::fixture::Fixture;
    use super::*;

    fn count(text: &str, with_declarations: bool) -> usize {
        let fixture = Fixture::new(text);
        let view = fixture.view();
        references(&view, &fixture.path, fixture.offset(), with_declarations).len()
    }

    #[test]
    fn over_files_and_branches() {
        let text = "\
//- arm.cdl
component Arm(reach: Length, long: Bool = true) {
  if long { pub frame tip at [1, 0, 0] * rea$0ch } else { pub frame tip at [2, 0, 0] * reach }
}
//- main.cdl
import \"arm.cdl\" as a
model M {
  part left = a.Arm(reach = 2 m)
  record left.tip.position
}
//- other.cdl
import \"arm.cdl\"
const reach = 3 m
model N { part one = arm.Arm(reach = reach) }
";
        assert_eq!((count(text, true), count(text, false)), (5, 4));
        let tip = text.replace("$0", "").replace("left.tip", "left.ti$0p");
        assert_eq!((count(&tip, true), count(&tip, false)), (3, 1));
    }

    #[test]
    fn the_library_is_left_out() {
        let text = "import std.materials as m\nconst a = m.ste$0el.density\nconst b = m.steel.youngs_modulus\n";
        assert_eq!((count(text, true), count(text, false)), (2, 2));
    }

    #[test]
    fn words_of_the_schema_have_no_references() {
        assert_eq!(count("model M { bo$0dy b { mass = 1 kg } }", true), 0);
    }
}
