//! What the text leaves out: types and values of named values, and names of arguments.

use std::collections::BTreeMap;
use std::ops::Range;

use cdl_compiler::elaborate::Revealed;
use cdl_compiler::place::ItemKey;
use cdl_compiler::resolve::{Declared, Referent};
use cdl_compiler::{FileItem, View};
use cdl_grammar::syntax::{
    Argument, ElementName, Expr, ExprKind, Item, ItemKind, Member, MemberKind, Name, Text,
};

use super::tree::{self, Node, Spot};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InlayHint {
    /// Where it is shown, in bytes.
    pub offset: usize,
    /// Such as `: Speed`, `= 0.1217 kg` or `base =`.
    pub label: String,
    pub kind: HintKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HintKind {
    Type,
    Value,
    Argument,
}

/// The hints in a range of a file, in the order of the text.
pub fn inlay_hints(view: &View, path: &str, range: Range<usize>) -> Vec<InlayHint> {
    let mut known: BTreeMap<(usize, usize), Revealed> = BTreeMap::new();
    for own in view.reveal_in(path, range.clone()) {
        if let Some(at) = view.locate(own.place) {
            known.insert((at.range.start, at.range.end), own);
        }
    }
    let mut hints =
        Hints { view, path, range, known, parameters: BTreeMap::new(), found: Vec::new() };
    for item in view.items(path) {
        tree::root(&item).walk(&mut |spot| hints.visit(spot));
    }
    hints.found.sort_by_key(|own| own.offset);
    hints.found
}

struct Hints<'v> {
    view: &'v View,
    path: &'v str,
    range: Range<usize>,
    /// By place in the file.
    known: BTreeMap<(usize, usize), Revealed>,
    /// The names of the parameters of functions and components.
    parameters: BTreeMap<ItemKey, Vec<Text>>,
    found: Vec<InlayHint>,
}

impl Hints<'_> {
    /// Whether to go on inside.
    fn visit(&mut self, spot: Spot<'_>) -> bool {
        let at = spot.range();
        if at.end < self.range.start || self.range.end < at.start {
            return false;
        }
        match spot.node {
            Node::Item(Item { kind: ItemKind::Const(own), .. }) => {
                self.named(spot, &own.name, own.ty.is_some(), &own.value);
            }
            // With an index it has another value in each turn.
            Node::Member(Member {
                kind: MemberKind::Let { name: ElementName { name, index: None }, ty, value, .. },
                ..
            }) => {
                self.named(spot, name, ty.is_some(), value);
            }
            Node::Member(Member {
                kind: MemberKind::Part { component, arguments, .. }, ..
            }) => {
                self.arguments(spot, component, arguments);
            }
            Node::Expr(Expr { kind: ExprKind::Call { callee, arguments, .. }, .. }) => {
                self.arguments(spot, callee, arguments);
            }
            _ => {}
        }
        true
    }

    fn add(&mut self, offset: usize, label: String, kind: HintKind) {
        if self.range.start <= offset && offset <= self.range.end {
            self.found.push(InlayHint { offset, label, kind });
        }
    }

    fn named(&mut self, spot: Spot<'_>, name: &Name, is_typed: bool, value: &Expr) {
        // A literal says what it is.
        if is_literal(value) {
            return;
        }
        let at = spot.place(name.span);
        let Some(known) = self.known.get(&(at.start, at.end)) else { return };
        let ty = (!is_typed).then(|| format!(": {}", known.ty));
        // In several instances the value is none of the text's.
        let shown = known.value.as_ref().filter(|_| known.others.is_empty());
        let shown = shown.map(|value| format!("= {value}"));
        if let Some(ty) = ty {
            self.add(at.end, ty, HintKind::Type);
        }
        if let Some(shown) = shown {
            self.add(spot.place(value.span).end, shown, HintKind::Value);
        }
    }

    fn arguments(&mut self, spot: Spot<'_>, callee: &Expr, arguments: &[Argument]) {
        if arguments.iter().all(|own| own.name.is_some()) {
            return;
        }
        let Some(own) = self.view.use_at(self.path, spot.place(callee.span).end) else { return };
        let Referent::Declared(place) = own.referent else { return };
        let Some(declaration) = self.view.declaration(place) else { return };
        if !matches!(
            declaration.meaning,
            Declared::Function | Declared::Component | Declared::Model
        ) {
            return;
        }
        let names = match self.parameters.get(&place.item) {
            Some(names) => names.clone(),
            None => {
                let names = parameters(self.view, place.item, own_path(self.view, place));
                self.parameters.insert(place.item, names.clone());
                names
            }
        };
        // With one parameter there is nothing to confuse.
        if names.len() < 2 {
            return;
        }
        let positional = arguments.iter().filter(|own| own.name.is_none());
        for (argument, name) in positional.zip(&names) {
            if !names_itself(&argument.value, name) {
                let offset = spot.place(argument.value.span).start;
                self.add(offset, format!("{name} ="), HintKind::Argument);
            }
        }
    }
}

fn own_path(view: &View, place: cdl_compiler::place::Place) -> String {
    view.locate(place).map(|at| at.path).unwrap_or_default()
}

fn parameters(view: &View, key: ItemKey, path: String) -> Vec<Text> {
    let items = view.items(&path);
    let Some(FileItem { item, .. }) = items.iter().find(|own| own.key == key) else {
        return Vec::new();
    };
    let params = match &item.kind {
        ItemKind::Function(own) => &own.params,
        ItemKind::Component(own) | ItemKind::Model(own) => &own.params,
        ItemKind::Import(_) | ItemKind::Const(_) | ItemKind::Enum(_) | ItemKind::Experiment(_) => {
            return Vec::new();
        }
    };
    params.iter().map(|param| param.name.text.clone()).collect()
}

/// A number, a text or a row of such, as it stands there.
fn is_literal(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Number { .. } | ExprKind::Text(_) | ExprKind::Bool(_) => true,
        ExprKind::Unary { operand, .. } => is_literal(operand),
        ExprKind::List { elements, .. } => elements.iter().all(is_literal),
        _ => false,
    }
}

/// Whether an argument is called like its parameter.
fn names_itself(expr: &Expr, parameter: &str) -> bool {
    match &expr.kind {
        ExprKind::Name(name) => **name == *parameter,
        ExprKind::Member { name, .. } => *name.text == *parameter,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ide::fixture::Fixture;

    /// The text with its hints between brackets.
    fn shown(text: &str) -> String {
        let fixture = Fixture::new(text);
        let mut text = fixture.text();
        let range = if fixture.range.is_empty() { 0..text.len() } else { fixture.range.clone() };
        for hint in inlay_hints(&fixture.view(), &fixture.path, range).iter().rev() {
            text.insert_str(hint.offset, &format!("‹{}›", hint.label));
        }
        text
    }

    #[test]
    fn types_and_values_of_named_values() {
        let text = "const g = 9.81 m/s^2\nconst w = g * 2 kg\nmodel M(h: Length = 2 m) {\n  let t: Time = sqrt(2 * h / g)\n  let v = h / t\n  let p = [1, 2, 3] m\n  let s = sin(time / 1 s)\n}\n";
        assert_eq!(
            shown(text),
            "const g = 9.81 m/s^2\nconst w‹: Force› = g * 2 kg‹= 19.62 N›\nmodel M(h: Length = 2 m) {\n  let t: Time = sqrt(2 * h / g)‹= 0.638551 s›\n  let v‹: Speed› = h / t‹= 3.13209 m/s›\n  let p = [1, 2, 3] m\n  let s‹: Real› = sin(time / 1 s)\n}\n"
        );
    }

    #[test]
    fn names_of_arguments() {
        let text = "fn f(a: Length, b: Length) = a * b\ncomponent C(base: Frame, reach: Length) {}\nmodel M {\n  let a = 1 m\n  let x: Area = f(a, 2 m)\n  part p = C(world, reach = 2 m)\n  let y: Real = sin(1 deg)\n}\n";
        let found = shown(text);
        assert!(found.contains("f(a, ‹b =›2 m)"), "{found}");
        assert!(found.contains("C(‹base =›world, reach = 2 m)"), "{found}");
        assert!(found.contains("sin(1 deg)"), "{found}");
    }

    #[test]
    fn only_in_the_range() {
        let text = "const a = 1 m\nconst b = a * 2\n$0const c = a * 3\n$0const d = a * 4\n";
        let found = shown(text);
        assert_eq!(found.matches('‹').count(), 2, "{found}");
        assert!(found.contains("const c‹: Length› = a * 3‹= 3 m›"), "{found}");
    }

    #[test]
    fn a_component_of_several_instances_has_no_one_value() {
        let text = "component C(h: Length) { let d = h * 2 }\nmodel M { part a = C(h = 1 m)\n part b = C(h = 2 m) }\n";
        assert!(shown(text).starts_with("component C(h: Length) { let d‹: Length› = h * 2 }"));
    }
}
