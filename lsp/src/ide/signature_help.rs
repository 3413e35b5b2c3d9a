//! What the call around the cursor takes.

use std::ops::Range;

use cdl_compiler::elaborate::builtins::Builtin;
use cdl_compiler::place::{ItemKey, Place};
use cdl_compiler::schema::{self, Field, Variant};
use cdl_compiler::{FileItem, View};
use cdl_grammar::lex;
use cdl_grammar::syntax::{ItemKind, Param, Span};

use super::describe;
use super::place::{Call, Callee, Chunk};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// Such as `rotated(v: Vector, angle: Angle, about: Direction) -> Vector`.
    pub label: String,
    /// Markdown.
    pub docs: String,
    pub parameters: Vec<Parameter>,
    /// The parameter that the argument under the cursor is for.
    pub active: Option<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Bytes in the label.
    pub range: Range<usize>,
    /// Markdown.
    pub docs: String,
}

/// The signature of the innermost call around an offset.
pub fn signature_help(view: &View, path: &str, offset: usize) -> Option<Signature> {
    let text = view.text(path)?;
    // In a comment there is nothing to help with; one of a line ends with the text before the cursor.
    let before = text.get(..offset)?;
    let lexemes = lex(before);
    let last = lexemes.last();
    if last.is_some_and(|own| own.is_comment() && !own.text(before).ends_with("*/")) {
        return None;
    }
    let call = Chunk::around(view, path, &text, offset).call(offset)?;
    let mut signature = of_callee(view, call.callee)?;
    signature.active = active(&call, &signature);
    Some(signature)
}

fn of_callee(view: &View, callee: Callee) -> Option<Signature> {
    match callee {
        Callee::Variant(variant) => Some(of_variant(variant)),
        Callee::Analysis(kind) => Some(of_fields(kind.name, kind.doc, kind.fields)),
        Callee::Builtin(builtin) => Some(of_builtin(builtin)),
        Callee::Item(key) => of_item(view, key),
        Callee::Station => {
            let mut list = List::new("at");
            list.add("arc_length: Length", "From the start of the cable.".to_owned());
            Some(list.finish("", "A place on the cable.".to_owned()))
        }
        Callee::Unknown => None,
    }
}

/// Positional arguments go by their order, named ones by their name.
fn active(call: &Call, signature: &Signature) -> Option<usize> {
    let (last, earlier) = call.names.split_last()?;
    let named = |name: &str| {
        signature.parameters.iter().position(|own| {
            let written = signature.label.get(own.range.clone()).unwrap_or("");
            written.split([':', ' ', '=']).next() == Some(name)
        })
    };
    match last {
        Some(name) => named(name),
        None => {
            let position = earlier.iter().filter(|name| name.is_none()).count();
            let is_variadic = signature.label.contains("...)");
            let most = signature.parameters.len().checked_sub(1)?;
            (position <= most).then_some(position).or(is_variadic.then_some(most))
        }
    }
}

/// A signature while its parameters are being listed.
struct List {
    label: String,
    parameters: Vec<Parameter>,
}

impl List {
    fn new(name: &str) -> Self {
        Self { label: format!("{name}("), parameters: Vec::new() }
    }

    fn add(&mut self, written: &str, docs: String) {
        if !self.parameters.is_empty() {
            self.label.push_str(", ");
        }
        let start = self.label.len();
        self.label.push_str(written);
        self.parameters.push(Parameter { range: start..self.label.len(), docs });
    }

    fn finish(mut self, end: &str, docs: String) -> Signature {
        self.label.push(')');
        self.label.push_str(end);
        Signature { label: self.label, docs, parameters: self.parameters, active: None }
    }
}

fn of_variant(variant: &Variant) -> Signature {
    of_fields(variant.name, variant.doc, variant.arguments)
}

fn of_fields(name: &str, doc: &str, fields: &[Field]) -> Signature {
    let mut list = List::new(name);
    for field in fields {
        let docs = format!("{} ({})", field.doc, schema::field_facts(field));
        list.add(&describe::argument(field), docs);
    }
    list.finish("", doc.to_owned())
}

fn of_builtin(builtin: &Builtin) -> Signature {
    let mut list = List::new(builtin.name);
    for parameter in builtin.parameters {
        let written = match parameter.default {
            None => format!("{}: {}", parameter.name, parameter.ty),
            Some(default) => format!("{}: {} = {default}", parameter.name, parameter.ty),
        };
        list.add(&written, String::new());
    }
    if builtin.variadic {
        list.label.push_str(", ...");
    }
    list.finish(&format!(" -> {}", builtin.result), builtin.doc.to_owned())
}

fn of_item(view: &View, key: ItemKey) -> Option<Signature> {
    let path = view.locate(Place { item: key, span: Span::default() })?.path;
    let text = view.text(&path)?;
    let own = view.items(&path).into_iter().find(|own| own.key == key)?;
    let (name, params, result) = match &own.item.kind {
        ItemKind::Function(function) => (&function.name, &function.params, &function.result),
        ItemKind::Component(component) | ItemKind::Model(component) => {
            (&component.name, &component.params, &None)
        }
        ItemKind::Import(_) | ItemKind::Const(_) | ItemKind::Enum(_) | ItemKind::Experiment(_) => {
            return None;
        }
    };
    let mut list = List::new(&name.text);
    for param in params {
        list.add(&written(&text, &own, param), param.docs.to_string());
    }
    let result = result.as_ref().and_then(|ty| slice(&text, &own, ty.span));
    let end = result.map(|ty| format!(" -> {ty}")).unwrap_or_default();
    Some(list.finish(&end, own.item.docs.to_string()))
}

/// A parameter as it is written, in one line and without its docs.
fn written(text: &str, item: &FileItem<'_>, param: &Param) -> String {
    let span = Span::new(param.name.span.start, param.span.end);
    let written = slice(text, item, span).unwrap_or(&param.name.text);
    written.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn slice<'t>(text: &'t str, item: &FileItem<'_>, span: Span) -> Option<&'t str> {
    let span = span.shifted(item.span.start);
    text.get(span.start as usize..span.end as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ide::fixture::Fixture;

    /// The signature with the active parameter between brackets.
    fn shown(text: &str) -> String {
        let fixture = Fixture::new(text);
        let found = signature_help(&fixture.view(), &fixture.path, fixture.offset());
        let Some(Signature { mut label, parameters, active, .. }) = found else {
            return "nothing".to_owned();
        };
        if let Some(Parameter { range, .. }) = active.and_then(|index| parameters.get(index)) {
            label.insert(range.end, '>');
            label.insert(range.start, '<');
        }
        label
    }

    fn in_model(line: &str) -> String {
        shown(&format!("model M {{\n  let v = [1, 0, 0] m\n  {line}\n  let w = 2\n}}\n"))
    }

    #[test]
    fn builtin_functions() {
        let rotated = "rotated(<v: Vector>, angle: Angle, about: Direction) -> Vector";
        assert_eq!(in_model("let a = rotated($0"), rotated);
        assert_eq!(in_model("let a = rotated($0v, 3 deg, about = y)"), rotated);
        assert_eq!(
            in_model("let a = rotated(v, $0"),
            "rotated(v: Vector, <angle: Angle>, about: Direction) -> Vector"
        );
        assert_eq!(
            in_model("let a = rotated(about = $0, v)"),
            "rotated(v: Vector, angle: Angle, <about: Direction>) -> Vector"
        );
        assert_eq!(in_model("let a = rotated(about = y, $0v)"), rotated);
        assert_eq!(in_model("let a = rotated(\n    v$0\n  )"), rotated);
        assert_eq!(in_model("let a = rotated(\n    v $0\n  )"), rotated);
        assert_eq!(in_model("let a = 2 * (1 + sin(($02"), "sin(<angle: Angle>) -> Real");
        assert_eq!(in_model("let a = norm([1, sin(0 deg), $0"), "norm(<v: Vector(T)>) -> T");
    }

    #[test]
    fn not_in_what_follows_a_forgotten_parenthesis() {
        assert_eq!(in_model("let a = sin(\n  let b = 3$0"), "nothing");
        assert_eq!(in_model("let a = 3$0"), "nothing");
        assert_eq!(shown("component C($0"), "nothing");
        assert_eq!(in_model("let a = sin(2 /* $0"), "nothing");
    }

    #[test]
    fn functions_and_components_of_the_text() {
        let crane =
            "component Crane(\n  /// Below.\n  base: Frame,\n  reach: Length =\n    5 m\n) {}\n";
        let area = "fn area(d: Length, n: Int = 1) -> Area = d^2 * n\n";
        let with = |line: &str| shown(&format!("{crane}{area}model M(h: Length) {{\n{line}\n}}\n"));
        assert_eq!(with("part a = Crane($0"), "Crane(<base: Frame>, reach: Length = 5 m)");
        assert_eq!(
            with("part a = Crane(base = world, reach = $0)"),
            "Crane(base: Frame, <reach: Length = 5 m>)"
        );
        assert_eq!(with("let a = area(2 m, $0"), "area(d: Length, <n: Int = 1>) -> Area");
        assert_eq!(shown("model M(h: Length) {}\nexperiment e = M($0"), "M(<h: Length>)");
        assert_eq!(
            shown(
                "//- main.cdl\nimport \"c.cdl\" as c\nmodel M { part a = c.Crane($0 }\n//- c.cdl\ncomponent Crane(base: Frame) {}\n"
            ),
            "Crane(<base: Frame>)"
        );
    }

    #[test]
    fn variants() {
        assert_eq!(
            in_model("cable c: rigid_links($0"),
            "rigid_links(<count: Int>, form: ... = auto)"
        );
        assert_eq!(
            in_model(
                "cable c: lumped(nodes = 5) from world to free {\n  axial = elastic(damping = $0"
            ),
            "elastic(stiffness: Force, <damping: N.s = 0 N.s>, compression: Bool = false)"
        );
        let text = "model M {}\nexperiment e = M() {\n  simulate 1 s with rk4($0\n}\n";
        assert_eq!(shown(text), "rk4(<step: Time>)");
    }

    #[test]
    fn places_on_cables() {
        let text = "model M {\n  cable c: rigid_links(count = 4) from world to free { length = 1 m; mass = 1 kg }\n  record c.at($0\n}\n";
        assert_eq!(shown(text), "at(<arc_length: Length>)");
    }
}
