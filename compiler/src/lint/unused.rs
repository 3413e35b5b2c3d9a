//! Names that are declared and never read (W0411).

use cdl_grammar::syntax::{Item, ItemKind, Member, MemberKind, Name, Param, Span};

use super::mentions::mentions;

/// A name that nothing reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unused {
    /// `parameter`, `let`, `material` or `import`
    pub what: &'static str,
    pub name: String,
    /// Of the name, relative to the start of the item.
    pub span: Span,
}

/// Parameters, private `let`s and materials of an item that nothing in it reads. Names that start with
/// `_` are meant to be unused.
pub fn unused_names(item: &Item) -> Vec<Unused> {
    let mut declared = Vec::new();
    match &item.kind {
        ItemKind::Model(component) | ItemKind::Component(component) => {
            of_params(&component.params, &mut declared);
            for member in &component.members {
                of_member(&member.node, member.offset, &mut declared);
            }
        }
        ItemKind::Function(function) => of_params(&function.params, &mut declared),
        ItemKind::Import(_) | ItemKind::Const(_) | ItemKind::Experiment(_) => {}
    }
    let read = mentions(item);
    declared.retain(|unused| !read.contains(unused.name.as_str()));
    declared
}

/// Imports that no item of the file reads, each with the index of its item.
pub fn unused_imports<'a>(items: impl IntoIterator<Item = &'a Item>) -> Vec<(usize, Unused)> {
    let items: Vec<&Item> = items.into_iter().collect();
    let mut unused = Vec::new();
    for (i, item) in items.iter().enumerate() {
        let ItemKind::Import(import) = &item.kind else { continue };
        for target in &import.targets {
            let name = target.bound_name();
            let is_read = items.iter().any(|item| mentions(item).contains(name));
            if !is_read && !name.starts_with('_') {
                let span = target.alias.as_ref().unwrap_or(&target.path).span;
                unused.push((i, Unused { what: "import", name: name.to_owned(), span }));
            }
        }
    }
    unused
}

fn declare(what: &'static str, name: &Name, offset: u32, declared: &mut Vec<Unused>) {
    if !name.text.starts_with('_') {
        let span = name.span.shifted(offset);
        declared.push(Unused { what, name: name.text.to_string(), span });
    }
}

fn of_params(params: &[Param], declared: &mut Vec<Unused>) {
    params.iter().for_each(|param| declare("parameter", &param.name, 0, declared));
}

fn of_member(member: &Member, offset: u32, declared: &mut Vec<Unused>) {
    match &member.kind {
        MemberKind::Let { public: false, name, .. } => declare("let", &name.name, offset, declared),
        MemberKind::Element(element) if !element.public && &*element.kind.text == "material" => {
            if let Some(name) = &element.name {
                declare("material", &name.name, offset, declared);
            }
        }
        MemberKind::For { body, .. } => {
            body.iter().for_each(|member| of_member(member, offset, declared));
        }
        MemberKind::If { then, otherwise, .. } => {
            then.iter().chain(otherwise).for_each(|member| of_member(member, offset, declared));
        }
        MemberKind::Let { .. }
        | MemberKind::Element(_)
        | MemberKind::Part { .. }
        | MemberKind::Record(_)
        | MemberKind::Analysis(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"import std.materials, "parts/chains.cdl" as links, std.cranes as _later

model M(size: Length = 2 m, spare: Length = 1 m, _kept: Real = 1) {
  let height = 2 * size
  let forgotten = 3 s
  pub let shown = height
  material oak { density = 700 kg/m^3 }
  for i in 0..2 {
    let inner = i
    frame f[i] at [0 m, 0 m, shown]
  }
}

fn f(a: Real, b: Real) -> Real = 2 * a
const c = links.g
"#;

    #[test]
    fn what_nothing_reads_is_found_with_its_place() {
        let file = cdl_grammar::parse(TEXT);
        assert!(file.errors.is_empty(), "{:?}", file.errors);
        let mut found = Vec::new();
        for item in &file.items {
            for unused in unused_names(&item.node) {
                let span = unused.span.shifted(item.offset);
                assert_eq!(&TEXT[span.start as usize..span.end as usize], unused.name);
                found.push(format!("{} {}", unused.what, unused.name));
            }
        }
        assert_eq!(
            found,
            ["parameter spare", "let forgotten", "material oak", "let inner", "parameter b"]
        );
        let imports = unused_imports(file.items.iter().map(|item| &*item.node));
        let names: Vec<_> = imports.iter().map(|(_, unused)| unused.name.as_str()).collect();
        assert_eq!(names, ["materials"]);
    }
}
