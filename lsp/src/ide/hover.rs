//! What is under the cursor: its declaration, its type and value here, and what is written about it.

use std::ops::Range;

use cdl_compiler::elaborate::{Origin, Revealed, type_named};
use cdl_compiler::place::Place;
use cdl_compiler::resolve::{Declaration, Declared, Denotation, Referent};
use cdl_compiler::schema::{Kind, Variability};
use cdl_compiler::{NameUse, RevealedAt, View, units};
use cdl_grammar::syntax::Span;
use cdl_grammar::{LexemeKind, lex};

use super::describe::{self, code, paragraphs};
use super::setters::setters;
use super::tree::{self, Node};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// What it is about, in bytes.
    pub range: Range<usize>,
    pub markdown: String,
}

/// Lines of a declaration that are shown.
const MOST_LINES: usize = 8;

/// What to show for the text at an offset; `None` where there is nothing to say.
pub fn hover(view: &View, path: &str, offset: usize) -> Option<Hover> {
    let text = view.text(path)?;
    let mut revealed = view.revealed_at(path, offset);
    if let Some(own) = view.use_at(path, offset) {
        if let Some(value) = given_there(view, path, &own) {
            revealed.expression = Some(value);
        }
        if let Some(markdown) = of_use(view, path, &text, &own, &revealed) {
            return Some(Hover { range: own.range, markdown });
        }
        if matches!(own.referent, Referent::Unknown) {
            return None;
        }
    }
    let word = word_at(&text, view.chunk_start(path, offset), offset)?;
    if let Some(markdown) = text.get(word.clone()).and_then(describe::keyword) {
        return Some(Hover { range: word, markdown });
    }
    of_expression(view, path, &text, &revealed)
}

/// The word, number or operator at an offset, or that ends there; `None` in comments and blanks. The
/// text is read from `start`, where no comment and no string goes on, to the end of the line.
fn word_at(text: &str, start: usize, offset: usize) -> Option<Range<usize>> {
    let rest = text.get(offset..)?;
    let end = offset + rest.find(['\n', '\r']).unwrap_or(rest.len());
    let lexemes = lex(text.get(start..end)?);
    let offset = offset.checked_sub(start)?;
    let from = lexemes.partition_point(|own| (own.end as usize) < offset);
    let touching = lexemes.get(from..)?.iter().take_while(|own| own.start as usize <= offset);
    let touching = touching.filter(|own| own.is_code());
    let own = touching.min_by_key(|own| match own.kind {
        LexemeKind::Word | LexemeKind::Number => 0,
        _ if own.start as usize == offset => 1,
        _ => 2,
    })?;
    Some(start + own.start as usize..start + own.end as usize)
}

/// What is known about the value of the argument or field whose name stands at a use.
fn given_there(view: &View, path: &str, own: &NameUse) -> Option<Revealed> {
    let spot = tree::chain(view, path, &own.range).into_iter().next_back()?;
    let (name, value) = match spot.node {
        Node::Argument(argument) => (argument.name.as_deref()?, &argument.value),
        Node::Field(field) => (&field.name, &field.value),
        _ => return None,
    };
    if spot.place(name.span) != own.range {
        return None;
    }
    let value = spot.place(value.span);
    let mut found = view.reveal_in(path, value.clone()).into_iter();
    found.find(|own| view.locate(own.place).is_some_and(|at| at.range == value))
}

/// What is known about the name at a use: of the innermost expression if that ends with it, or of what
/// it is given.
fn here<'r>(view: &View, own: &NameUse, revealed: &'r RevealedAt) -> Option<&'r Revealed> {
    let expression = revealed.expression.as_ref()?;
    let at = view.locate(expression.place)?.range;
    (at.end == own.range.end || own.range.end < at.start).then_some(expression)
}

fn of_use(
    view: &View,
    path: &str,
    text: &str,
    own: &NameUse,
    revealed: &RevealedAt,
) -> Option<String> {
    let here = here(view, own, revealed);
    let experiment = revealed.experiment.as_deref();
    let known = here.map(|here| known(here, experiment)).unwrap_or_default();
    let name = text.get(own.range.clone())?;
    match own.referent {
        Referent::Declared(place) => {
            let about = of_declaration(view, place, here, experiment)?;
            Some(paragraphs(&[&about, &component_docs(view, path, own, place).unwrap_or_default()]))
        }
        Referent::Kind(kind) => Some(describe::kind(kind)),
        Referent::Variant(variant) => Some(describe::variant(variant)),
        Referent::Field(field) => {
            let details = revealed.element.iter().flat_map(|element| &element.details);
            let value = details.filter(|own| own.name == field.name).map(|own| own.value.as_str());
            let value = value.map(|value| format!("= `{value}`")).next().unwrap_or(known);
            Some(describe::field(field, &value))
        }
        Referent::Quantity(quantity) => Some(paragraphs(&[&describe::quantity(quantity), &known])),
        Referent::Function(builtin) => Some(describe::builtin(builtin)),
        Referent::Parameter(builtin, parameter) => {
            Some(paragraphs(&[&describe::parameter(builtin, parameter), &known]))
        }
        Referent::Constant(constant) => Some(describe::constant(constant)),
        Referent::Component => Some(paragraphs(&[&code(name), &known])),
        Referent::Type => describe::ty(name),
        Referent::Unit => Some(paragraphs(&[
            &describe::unit(name)?,
            &literal(view, text, here).unwrap_or_default(),
        ])),
        Referent::Untold => here.map(|_| paragraphs(&[&code(name), &known])),
        Referent::Unknown => None,
    }
}

/// Type and value: `` `Length` = `4 m` in `left`; `1 m` in `right` ``.
fn known(revealed: &Revealed, experiment: Option<&str>) -> String {
    let mut text = format!("`{}`", revealed.ty);
    if let Some(value) = &revealed.value {
        text.push_str(&format!(" = `{value}`"));
    }
    if let Some(instance) = &revealed.instance {
        text.push_str(&format!(" in `{instance}`"));
    }
    for (instance, value) in &revealed.others {
        text.push_str(&format!("; `{value}` in `{instance}`"));
    }
    match revealed.variability {
        Variability::Const => {}
        Variability::Param => match experiment {
            Some(name) => text.push_str(&format!(", with the parameters of `{name}`")),
            None => text.push_str(", by parameters"),
        },
        Variability::Signal => text.push_str(", changes in time"),
    }
    text
}

/// What an element or a part consists of, as a table.
fn details(revealed: &Revealed) -> String {
    if revealed.details.is_empty() {
        return String::new();
    }
    let mut table = String::from("| | | |\n|---|---|---|\n");
    for own in &revealed.details {
        let origin = match own.origin {
            Origin::Given => "",
            Origin::Default => "default",
            Origin::Derived => "follows",
        };
        // A bar would end the cell.
        let value = own.value.replace('|', "\\|");
        table.push_str(&format!("| {} | `{value}` | {origin} |\n", own.name));
    }
    table
}

/// What is written about a declared name; `here` is what is known about it where it is used.
pub(crate) fn of_declaration(
    view: &View,
    place: Place,
    here: Option<&Revealed>,
    experiment: Option<&str>,
) -> Option<String> {
    let declaration = view.declaration(place)?;
    let location = view.locate(Place { item: place.item, span: declaration.whole })?;
    let text = view.text(&location.path)?;
    let written = shortened(declaration, text.get(location.range)?);
    let written = match &declaration.meaning {
        Declared::EnumValue { of } => format!("{of}.{written}"),
        _ => written,
    };
    let imported = match declaration.meaning {
        Declared::Import => file_docs(view, place).unwrap_or_default(),
        _ => String::new(),
    };
    let known = match here {
        // It says so itself.
        Some(_) if matches!(declaration.meaning, Declared::EnumValue { .. }) => String::new(),
        // The kind of an element stands in its declaration.
        Some(here) if is_thing(&declaration.meaning) => {
            here.instance.as_ref().map(|own| format!("In `{own}`.")).unwrap_or_default()
        }
        Some(here) => known(here, experiment),
        None => String::new(),
    };
    let details = here.map(details).unwrap_or_default();
    let set = set_by(view, place);
    Some(paragraphs(&[&code(&written), &known, &declaration.docs, &imported, &set, &details]))
}

/// An element that has no value of its own.
fn is_thing(meaning: &Declared) -> bool {
    match meaning {
        Declared::Element { kind, .. } => !kind.is_some_and(Kind::is_value),
        _ => false,
    }
}

/// Which events set it, with their lines: ``Set by `when height < 0 m` (12), `at 2 s` (15).``
fn set_by(view: &View, place: Place) -> String {
    let events = setters(view, place).into_iter().filter_map(|own| {
        let line = view.text(&own.at.path)?.get(..own.at.range.start)?.matches('\n').count() + 1;
        Some(format!("`{}` (line {line})", own.event))
    });
    let all: Vec<String> = events.collect();
    if all.is_empty() { String::new() } else { format!("Set by {}.", all.join(", ")) }
}

/// What is written about the component that a part is an instance of.
fn component_docs(view: &View, path: &str, own: &NameUse, place: Place) -> Option<String> {
    if !matches!(view.declaration(place)?.meaning, Declared::Part { .. }) {
        return None;
    }
    let text = view.text(path)?;
    let Denotation::Part(component) =
        view.denoted(path, own.range.start, text.get(own.range.clone())?)
    else {
        return None;
    };
    let file = view.locate(Place { item: component, span: Span::default() })?.path;
    let items = view.items(&file);
    items.iter().find(|item| item.key == component).map(|item| item.item.docs.to_string())
}

/// A declaration without what is in its braces.
fn shortened(declaration: &Declaration, written: &str) -> String {
    let header = match &declaration.meaning {
        Declared::Model | Declared::Component | Declared::Experiment | Declared::Element { .. } => {
            let block = match declaration.meaning {
                // A law or an argument may have braces of its own.
                Declared::Element { block: None, .. } => None,
                _ => written.find('{'),
            };
            block.and_then(|at| written.get(..at)).unwrap_or(written)
        }
        Declared::LoopIndex { .. } => written.split('{').next().unwrap_or(written),
        Declared::Import
        | Declared::Const { .. }
        | Declared::Function
        | Declared::Enum { .. }
        | Declared::EnumValue { .. }
        | Declared::Parameter { .. }
        | Declared::Let { .. }
        | Declared::Recorded { .. }
        | Declared::Part { .. } => written,
    };
    let header = header.trim_end();
    if header.lines().count() <= MOST_LINES {
        return header.to_owned();
    }
    let lines: Vec<&str> = header.lines().take(MOST_LINES).collect();
    format!("{}\n...", lines.join("\n"))
}

/// The `//!` lines of the file that is imported at a place.
fn file_docs(view: &View, place: Place) -> Option<String> {
    let at = view.locate(place)?;
    let imports = view.imports(&at.path);
    let item = view.locate(Place { item: place.item, span: view.declaration(place)?.whole })?;
    let inside = |own: &&(Range<usize>, std::sync::Arc<str>)| {
        item.range.start <= own.0.start && own.0.start <= at.range.start
    };
    let (_, path) = imports.iter().rfind(inside)?;
    let text = view.text(path)?;
    let docs = text.lines().map_while(|line| line.strip_prefix("//!"));
    Some(docs.map(str::trim_start).collect::<Vec<_>>().join("\n"))
}

/// A number with its unit in SI: `` `1.5875 mm` = `0.0015875 m` ``, where that says more than the text.
fn literal(view: &View, text: &str, here: Option<&Revealed>) -> Option<String> {
    let here = here?;
    let written = text.get(view.locate(here.place)?.range)?;
    let value = match angle_unit(written) {
        Some(unit) => format!("{} {unit}", here.value.as_ref()?),
        None => here.value.clone()?,
    };
    (value != written).then(|| format!("`{written}` = `{value}`"))
}

/// The SI unit of a number that is written with a unit of angle, which its dimension does not tell.
fn angle_unit(written: &str) -> Option<&'static str> {
    let (_, token) = written.rsplit_once(' ')?;
    let unit = units::unit_named(token).ok().filter(|unit| unit.angle)?;
    let ty = units::type_name_of_unit(token).and_then(type_named)?;
    unit.dimension.is_none().then_some(ty.unit)
}

/// An expression without a name: an operation, a call, a number.
fn of_expression(view: &View, path: &str, text: &str, found: &RevealedAt) -> Option<Hover> {
    let revealed = found.expression.as_ref()?;
    let at = view.locate(revealed.place)?;
    if at.path != path {
        return None;
    }
    let range = at.range;
    let written = text.get(range.clone())?;
    let lines: Vec<&str> = written.lines().take(MOST_LINES).collect();
    let known = match (angle_unit(written), &revealed.value) {
        (Some(unit), Some(value)) => format!("`Angle` = `{value} {unit}`"),
        _ => known(revealed, found.experiment.as_deref()),
    };
    let markdown = paragraphs(&[&code(&lines.join("\n")), &known]);
    Some(Hover { range, markdown })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ide::fixture::Fixture;

    fn shown(text: &str) -> String {
        let fixture = Fixture::new(text);
        match hover(&fixture.view(), &fixture.path, fixture.offset()) {
            None => "nothing".to_owned(),
            Some(found) => {
                let on = fixture.text().get(found.range).map(str::to_owned);
                format!("on `{}`\n\n{}", on.unwrap_or_default(), found.markdown)
            }
        }
    }

    const SHIP: &str = "\
//- main.cdl
import \"parts.cdl\" as p
/// The weight that hangs on it.
const load = 1.5 t
model Ship(depth: Length = 5 m) {
  environment { water { density = 1025 kg/m^3 } }
  body deck { mass = load * 2 }
  part crane = p.Crane(base = deck, reach = depth / 2)
  cable rope: lumped(nodes = 5) from crane.tip to free {
    length = 4 m
    diameter = 20 mm
    mass = 3 kg
    axial = elastic(stiffness = 2 kN)
  }
  let speed = norm(rope.end.velocity)
  record speed, rope.mid.tension
}
experiment storm = Ship(depth = 8 m) { simulate 10 s with rk4(step = 5 ms) }
//- parts.cdl
//! Cranes of all sorts.
/// A boom on a base.
component Crane(
  /// Where it stands.
  base: Frame,
  reach: Length = 3 m
) {
  pub frame tip on base at [1, 0, 0] * reach
}
";

    /// With the cursor before the first letter of the last word.
    fn ship(around: &str, mark: &str) -> String {
        assert!(SHIP.contains(around), "{around}");
        let marked = around.replacen(mark, &format!("$0{mark}"), 1);
        shown(&SHIP.replacen(around, &marked, 1))
    }

    #[test]
    fn declared_names() {
        let all = [
            ship("mass = load * 2", "load"),
            ship("reach = depth / 2", "depth"),
            ship("let speed", "speed"),
            ship("record speed", "speed"),
            ship("part crane", "crane"),
            ship("from crane.tip", "tip"),
            ship("p.Crane(", "Crane"),
            ship("p.Crane(", "p"),
            ship("at [1, 0, 0] * reach", "reach"),
            ship("reach = depth", "reach"),
            ship("to free {", "free"),
            ship("storm = Ship", "Ship"),
        ];
        insta::assert_snapshot!(all.join("\n\n---\n\n"));
    }

    #[test]
    fn elements_with_their_numbers() {
        insta::assert_snapshot!(
            [ship("cable rope", "rope"), ship("body deck", "deck")].join("\n\n---\n\n")
        );
    }

    #[test]
    fn words_of_the_schema() {
        let all = [
            ship("length = 4 m", "length"),
            ship("axial = elastic", "axial"),
            ship("elastic(stiffness", "elastic"),
            ship("stiffness = 2 kN", "stiffness"),
            ship("lumped(nodes", "lumped"),
            ship("rope.mid.tension", "tension"),
            ship("environment {", "environment"),
            ship("norm(rope", "norm"),
            ship("depth: Length", "Length"),
            ship("with rk4", "with"),
            ship("rk4(step", "step"),
        ];
        insta::assert_snapshot!(all.join("\n\n---\n\n"));
    }

    #[test]
    fn numbers_and_operations() {
        let all = [
            ship("= 1.5 t", "1.5"),
            ship("= 20 mm", "mm"),
            ship("= depth / 2", "/"),
            ship("[1, 0, 0] * reach", "["),
            shown("const a = sin(5$0 deg)"),
            shown("const a = 2 m +$0 3 mm"),
        ];
        insta::assert_snapshot!(all.join("\n\n---\n\n"));
    }

    #[test]
    fn nothing_in_comments_blanks_and_unknown_names() {
        assert_eq!(shown("// a $0from b\nconst a = 1"), "nothing");
        assert_eq!(shown("const a = 1\n$0\nconst b = 1"), "nothing");
        assert_eq!(shown("const a = no$0where"), "nothing");
    }
}
