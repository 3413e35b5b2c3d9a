//! The outline of a file: what it declares, one inside the other.

use std::ops::Range;

use cdl_compiler::{FileItem, View};
use cdl_grammar::syntax::{
    Element, ElementName, Enumeration, Item, ItemKind, Member, MemberKind, Name, Span,
};

use super::tree;

/// Something declared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// Never empty: what has no name is called by its kind.
    pub name: String,
    pub kind: SymbolKind,
    /// Such as `revolute joint`, or the type and value; one line, may be empty.
    pub detail: String,
    /// All of it, an item with its docs.
    pub range: Range<usize>,
    /// The name alone, inside of `range`.
    pub name_range: Range<usize>,
    pub children: Vec<Symbol>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SymbolKind {
    Model,
    Experiment,
    Component,
    Function,
    Constant,
    Enum,
    EnumValue,
    Import,
    Part,
    Element,
    Let,
    Parameter,
}

/// What a file declares: items, in them parameters and members. Loops and conditions are transparent.
pub fn outline(view: &View, path: &str) -> Vec<Symbol> {
    let Some(text) = view.text(path) else { return Vec::new() };
    let items = view.items(path);
    items
        .iter()
        .flat_map(|item| Outliner { text: &text, base: item.span.start }.item(item))
        .collect()
}

struct Outliner<'t> {
    text: &'t str,
    /// What spans are relative to.
    base: u32,
}

impl Outliner<'_> {
    fn item(&self, item: &FileItem<'_>) -> Vec<Symbol> {
        let range = item.span.start as usize..item.span.end as usize;
        let Item { kind, span, .. } = item.item;
        let header = |name: &Name| Span::new(name.span.end, span.end.max(name.span.end));
        let (name, kind, word, detail) = match kind {
            ItemKind::Import(import) => {
                return import.targets.iter().map(|target| self.import(target)).collect();
            }
            ItemKind::Const(own) => {
                (&own.name, SymbolKind::Constant, "const", self.after(header(&own.name)))
            }
            ItemKind::Function(own) => {
                let end = own.body.span.start.max(own.name.span.end);
                let signature = self.line(Span::new(own.name.span.end, end));
                let signature = signature.trim_end_matches('=').trim_end().to_owned();
                (&own.name, SymbolKind::Function, "fn", signature)
            }
            ItemKind::Enum(own) => (&own.name, SymbolKind::Enum, "enum", String::new()),
            ItemKind::Model(own) => (&own.name, SymbolKind::Model, "model", String::new()),
            ItemKind::Component(own) => {
                (&own.name, SymbolKind::Component, "component", String::new())
            }
            ItemKind::Experiment(own) => {
                (&own.name, SymbolKind::Experiment, "experiment", self.after(header(&own.name)))
            }
        };
        let mut children = Vec::new();
        if let ItemKind::Model(own) | ItemKind::Component(own) = &item.item.kind {
            for param in &own.params {
                let detail = self.after(Span::new(param.name.span.end, param.span.end));
                let name = (&param.name, "parameter");
                children.push(self.symbol(name, SymbolKind::Parameter, detail, param.span));
            }
        }
        if let ItemKind::Enum(own) = &item.item.kind {
            children = self.values(own);
        }
        for member in tree::members(item.item) {
            let inner = Outliner { text: self.text, base: item.span.start + member.offset };
            inner.member(&member.node, &mut children);
        }
        let mut symbol = self.symbol((name, word), kind, detail, *span);
        symbol.range = range;
        symbol.children = children;
        vec![symbol]
    }

    fn import(&self, target: &cdl_grammar::syntax::ImportTarget) -> Symbol {
        let path = &target.path;
        let Some(alias) = &target.alias else {
            return self.symbol((path, "import"), SymbolKind::Import, String::new(), path.span);
        };
        let whole = path.span.to(alias.span);
        self.symbol((alias, "import"), SymbolKind::Import, path.text.to_string(), whole)
    }

    fn member(&self, member: &Member, found: &mut Vec<Symbol>) {
        match &member.kind {
            MemberKind::Let { name, .. } => {
                let after = match &name.index {
                    // The bracket that closes the index belongs to the name.
                    Some(index) => index.span.end + 1,
                    None => name.name.span.end,
                };
                let detail = self.after(Span::new(after, member.span.end));
                found.push(self.named(name, "let", SymbolKind::Let, detail, member.span));
            }
            MemberKind::For { body, .. } => {
                body.iter().for_each(|member| self.member(member, found));
            }
            MemberKind::If { then, otherwise, .. } => {
                then.iter().chain(otherwise).for_each(|member| self.member(member, found));
            }
            MemberKind::Part { name, component, .. } => {
                let detail = self.line(component.span);
                found.push(self.named(name, "part", SymbolKind::Part, detail, member.span));
            }
            MemberKind::Enum { declared, .. } => {
                let name = (&declared.name, "enum");
                let mut symbol = self.symbol(name, SymbolKind::Enum, String::new(), member.span);
                symbol.children = self.values(declared);
                found.push(symbol);
            }
            MemberKind::Element(element) => found.push(self.element(element, member.span)),
            MemberKind::Record(_)
            | MemberKind::Analysis(_)
            | MemberKind::Action(_)
            | MemberKind::Assignment(_) => {}
        }
    }

    fn values(&self, declared: &Enumeration) -> Vec<Symbol> {
        let values = declared.values.iter().map(|value| {
            let name = (&value.name, "value");
            self.symbol(name, SymbolKind::EnumValue, String::new(), value.name.span)
        });
        values.collect()
    }

    fn element(&self, element: &Element, span: Span) -> Symbol {
        let kind = &element.kind;
        let detail = match &element.variant {
            Some(variant) => format!("{} {}", variant.name.text, kind.text),
            None => kind.text.to_string(),
        };
        let mut symbol = match &element.name {
            Some(name) => self.named(name, &kind.text, SymbolKind::Element, detail, span),
            None => self.symbol((kind, "element"), SymbolKind::Element, String::new(), span),
        };
        let members = element.body.iter().flat_map(|body| &body.members);
        members.for_each(|member| self.member(member, &mut symbol.children));
        symbol
    }

    /// The name with its index, such as `link[i]`.
    fn named(
        &self,
        name: &ElementName,
        otherwise: &str,
        kind: SymbolKind,
        detail: String,
        span: Span,
    ) -> Symbol {
        let mut symbol = self.symbol((&name.name, otherwise), kind, detail, span);
        if let Some(index) = &name.index {
            symbol.name = format!("{}[{}]", symbol.name, self.line(index.span));
        }
        symbol
    }

    fn symbol(
        &self,
        (name, otherwise): (&Name, &str),
        kind: SymbolKind,
        detail: String,
        span: Span,
    ) -> Symbol {
        let text = if name.text.is_empty() { otherwise } else { &name.text };
        let range = self.place(span);
        // The name of something broken may stand outside of what could be read.
        let own = self.place(name.span);
        let clamped = |at: usize| at.clamp(range.start, range.end);
        Symbol {
            name: text.to_owned(),
            kind,
            detail,
            name_range: clamped(own.start)..clamped(own.end),
            range,
            children: Vec::new(),
        }
    }

    fn place(&self, span: Span) -> Range<usize> {
        (self.base + span.start) as usize..(self.base + span.end) as usize
    }

    /// What stands after a name, without the `:` or `=` in between.
    fn after(&self, span: Span) -> String {
        let line = self.line(span);
        line.trim_start_matches([':', '=']).trim_start().to_owned()
    }

    /// Text in one line, cut off where it gets long.
    fn line(&self, span: Span) -> String {
        const LONGEST: usize = 60;
        let text = self.text.get(self.place(span)).unwrap_or("");
        let mut line = String::new();
        for word in text.split_whitespace() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
            if let Some((end, _)) = line.char_indices().nth(LONGEST) {
                line.truncate(end);
                line.push_str("...");
                return line;
            }
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ide::fixture::Fixture;

    fn shown(symbols: &[Symbol], text: &str, depth: usize, out: &mut String) {
        for symbol in symbols {
            let name = text.get(symbol.name_range.clone()).unwrap_or("?");
            out.push_str(&format!(
                "{:indent$}{:?} {} ({name}): {}\n",
                "",
                symbol.kind,
                symbol.name,
                symbol.detail,
                indent = 2 * depth
            ));
            shown(&symbol.children, text, depth + 1, out);
        }
    }

    #[test]
    fn items_and_members_nest() {
        let fixture = Fixture::new(
            "import std.materials as m, \"rods.cdl\"\n\
             const g = 9.81 m/s^2\n\
             fn area(d: Length) -> Area =\n  pi / 4 * d^2\n\
             /// A crane.\n\
             model Crane(payload: Mass = 800 kg, count: Int) {\n\
               environment { air { density = 1 kg/m^3 } }\n\
               pub let weight: Force = payload * g\n\
               body hull {\n    mass = 2 t\n    frame eye at [0, 0, 1] m\n  }\n\
               for i in 0..count {\n    part link[i] = rods.Rod(length = 1 m)\n  }\n\
               if count > 1 { joint j: revolute(axis = y) from world to hull } else { body other { } }\n\
               record hull.position\n\
             }\n\
             experiment run = Crane(payload = 1 t) {\n  simulate 10 s with rk4(step = 1 ms)\n}\n",
        );
        let symbols = outline(&fixture.view(), &fixture.path);
        let mut out = String::new();
        shown(&symbols, &fixture.text(), 0, &mut out);
        insta::assert_snapshot!(out);
    }

    #[test]
    fn what_is_broken_has_a_name() {
        for text in
            ["model", "model {", "const = 3", "model M { body", "import", "fn", "model M { let"]
        {
            let fixture = Fixture::new(text);
            let mut symbols = outline(&fixture.view(), &fixture.path);
            while let Some(symbol) = symbols.pop() {
                assert!(!symbol.name.is_empty(), "{text}");
                assert!(symbol.range.start <= symbol.name_range.start, "{text}");
                assert!(symbol.name_range.end <= symbol.range.end, "{text}");
                symbols.extend(symbol.children);
            }
        }
    }
}
