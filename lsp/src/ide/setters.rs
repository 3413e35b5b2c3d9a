//! Which events set a variable or a state.

use cdl_compiler::place::Place;
use cdl_compiler::resolve::Declared;
use cdl_compiler::{Location, View, schema};
use cdl_grammar::syntax::{Expr, ExprKind, Member, MemberKind, Span};

use super::tree::{self, Node, Spot};

/// An event that sets something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Setter {
    /// As it is written up to its block, such as `when height < 0 m`.
    pub event: String,
    /// Of the name that it sets.
    pub at: Location,
}

/// Of the declaration at a place, in the order of the text; none of what no event may set.
pub(super) fn setters(view: &View, place: Place) -> Vec<Setter> {
    let is_settable = view.declaration(place).is_some_and(|own| match own.meaning {
        Declared::Element { kind, .. } => kind.is_some_and(schema::Kind::is_value),
        _ => false,
    });
    if !is_settable {
        return Vec::new();
    }
    let references = view.references(place).into_iter();
    references.filter_map(|(at, _)| setter(view, at)).collect()
}

fn setter(view: &View, at: Location) -> Option<Setter> {
    let chain = tree::chain(view, &at.path, &at.range);
    let set = |spot: &Spot<'_>| match spot.node {
        Node::Field(field) => Some(spot.place(field.name.span)),
        Node::Member(Member { kind: MemberKind::Assignment(own), .. }) => {
            Some(spot.place(last_name(&own.target)))
        }
        _ => None,
    };
    let i = chain.iter().rposition(|spot| set(spot).is_some_and(|name| name == at.range))?;
    // Between both are the block, and loops and conditionals.
    let (element, event) = chain[..i].iter().rev().find_map(|spot| match spot.node {
        Node::Member(Member { kind: MemberKind::Element(event), .. }) => Some((spot, event)),
        _ => None,
    })?;
    if !schema::kind(&event.kind.text).is_some_and(|kind| kind.sets) {
        return None;
    }
    let text = view.text(&at.path)?;
    let block = element.place(event.body.as_ref()?.span);
    let event = text.get(element.place(event.kind.span).start..block.start)?.trim().to_owned();
    Some(Setter { event, at })
}

/// Of what `a[i] = 2` and `rail.rate = 3 m/s` set.
fn last_name(target: &Expr) -> Span {
    match &target.kind {
        ExprKind::Member { name, .. } => name.span,
        ExprKind::Index { target, .. } => last_name(target),
        ExprKind::Every { row, element } => match element.kind {
            ExprKind::Each => last_name(row),
            _ => last_name(element),
        },
        _ => target.span,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ide::definition::declared_at;
    use crate::ide::fixture::Fixture;

    #[test]
    fn events_are_found_and_what_only_reads_is_not() {
        let fixture = Fixture::new(
            "\
model M {
  state x: Real = 0 { rate = 1 / 1 s }
  var co$0unt: Real = 0
  when x > 1 { x = 0; count = count + 1 }
  at 2 s { count = 0 }
  every 1 s { x = count }
  let more = count + 1
  record more
}
",
        );
        let view = fixture.view();
        let (_, place) = declared_at(&view, &fixture.path, fixture.offset()).expect("a name");
        let events: Vec<String> = setters(&view, place).into_iter().map(|own| own.event).collect();
        assert_eq!(events, ["when x > 1", "at 2 s"]);
    }

    #[test]
    fn what_is_assigned_to_is_set_and_its_index_is_not() {
        let fixture = Fixture::new(
            "\
model M {
  for i in 0..3 { var co$0unt[i]: Int = 0 }
  when x > 1 { count[2] = 3 }
  at 2 s { count[count[1]] = count[0]; lock count[0] }
  at 3 s { other[count[0]] = 1 }
}
",
        );
        let view = fixture.view();
        let (_, place) = declared_at(&view, &fixture.path, fixture.offset()).expect("a name");
        let events: Vec<String> = setters(&view, place).into_iter().map(|own| own.event).collect();
        assert_eq!(events, ["when x > 1", "at 2 s"]);
    }
}
