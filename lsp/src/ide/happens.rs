//! When the events of a file happen, and what they do, in a line each.

use std::ops::Range;

use cdl_compiler::{View, schema};
use cdl_grammar::syntax::{Element, Expr, Member, MemberKind, Span, Verb};

use super::tree;

/// The first word of each event, and what is to be said of it.
pub(super) fn all(view: &View, path: &str) -> Vec<(Range<usize>, String)> {
    let Some(text) = view.text(path) else { return Vec::new() };
    let items = view.items(path);
    let mut found = Vec::new();
    for item in items.iter() {
        for member in tree::members(item.item) {
            let base = item.span.start + member.offset;
            events(&Source { text: &text, base }, std::slice::from_ref(&*member.node), &mut found);
        }
    }
    found
}

/// A text, and what spans in it are relative to.
struct Source<'t> {
    text: &'t str,
    base: u32,
}

impl Source<'_> {
    fn range(&self, span: Span) -> Range<usize> {
        (self.base + span.start) as usize..(self.base + span.end) as usize
    }

    /// In one line.
    fn written(&self, span: Span) -> String {
        let text = self.text.get(self.range(span)).unwrap_or_default();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

fn events(source: &Source<'_>, members: &[Member], found: &mut Vec<(Range<usize>, String)>) {
    for member in members {
        match &member.kind {
            MemberKind::For { body, .. } => events(source, body, found),
            MemberKind::If { then, otherwise, .. } => {
                events(source, then, found);
                events(source, otherwise, found);
            }
            MemberKind::Element(event) => {
                let sets = schema::kind(&event.kind.text).is_some_and(|kind| kind.sets);
                if let (true, Some(law)) = (sets, &event.law) {
                    let said = [vec![fires(source, event, law)], does(source, event)].concat();
                    found.push((source.range(event.kind.span), said.join("; ")));
                }
            }
            MemberKind::Let { .. }
            | MemberKind::Part { .. }
            | MemberKind::Enum { .. }
            | MemberKind::Record(_)
            | MemberKind::Analysis(_)
            | MemberKind::Action(_)
            | MemberKind::Assignment(_) => {}
        }
    }
}

fn fires(source: &Source<'_>, event: &Element, law: &Expr) -> String {
    let law = source.written(law.span);
    match &*event.kind.text {
        "at" => format!("fires once, at {law}"),
        "every" => format!("fires at 0 s and every {law}"),
        _ => format!("fires when {law} becomes true"),
    }
}

/// What it sets, closes and opens, in the order of the verbs.
fn does(source: &Source<'_>, event: &Element) -> Vec<String> {
    let Some(body) = &event.body else { return Vec::new() };
    let mut done = Done::default();
    for field in &body.fields {
        done.set(&field.name.text, || field.name.text.to_string());
    }
    done.members(source, &body.members);
    let Done { sets, attaches, detaches, locks, releases, ends } = done;
    let lists = [
        ("sets", sets),
        ("attaches", attaches),
        ("detaches", detaches),
        ("locks", locks),
        ("releases", releases),
    ];
    let lists = lists.into_iter().filter(|(_, names)| !names.is_empty());
    let said = lists.map(|(verb, names)| format!("{verb} {}", names.join(", ")));
    said.chain(ends.then(|| "ends the run".to_owned())).collect()
}

#[derive(Default)]
struct Done {
    sets: Vec<String>,
    attaches: Vec<String>,
    detaches: Vec<String>,
    locks: Vec<String>,
    releases: Vec<String>,
    ends: bool,
}

impl Done {
    /// The texts of an event are no names that it sets.
    fn set(&mut self, name: &str, written: impl FnOnce() -> String) {
        match name {
            "stop" => self.ends = true,
            "note" => {}
            _ => add(&mut self.sets, written()),
        }
    }

    fn members(&mut self, source: &Source<'_>, members: &[Member]) {
        for member in members {
            match &member.kind {
                MemberKind::Assignment(own) => {
                    let target = source.written(own.target.span);
                    self.set(&target, || target.clone());
                }
                MemberKind::Action(own) => {
                    let names = match own.verb {
                        Verb::Attach => &mut self.attaches,
                        Verb::Detach => &mut self.detaches,
                        Verb::Lock => &mut self.locks,
                        Verb::Release => &mut self.releases,
                    };
                    add(names, source.written(own.subject.span));
                }
                MemberKind::For { body, .. } => self.members(source, body),
                MemberKind::If { then, otherwise, .. } => {
                    self.members(source, then);
                    self.members(source, otherwise);
                }
                MemberKind::Let { .. }
                | MemberKind::Part { .. }
                | MemberKind::Enum { .. }
                | MemberKind::Element(_)
                | MemberKind::Record(_)
                | MemberKind::Analysis(_) => {}
            }
        }
    }
}

/// Once.
fn add(names: &mut Vec<String>, name: String) {
    if !names.contains(&name) {
        names.push(name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ide::fixture::Fixture;

    #[test]
    fn events_say_when_they_fire_and_what_they_do() {
        let fixture = Fixture::new(
            "\
model M {
  var a = 0
  at 2 s { a = 1; note \"now\" }
  for i in 0..2 {
    every 10 ms { if a > i { a = 2; lock slew } else { for k in 0..2 { detach rope[k].end } } }
  }
  when a > 1
    and a < 3 { stop \"enough\" }
  body b { mass = 1 kg }
}
",
        );
        let found = all(&fixture.view(), &fixture.path);
        let said: Vec<&str> = found.iter().map(|(_, said)| said.as_str()).collect();
        assert_eq!(
            said,
            [
                "fires once, at 2 s; sets a",
                "fires at 0 s and every 10 ms; sets a; detaches rope[k].end; locks slew",
                "fires when a > 1 and a < 3 becomes true; ends the run",
            ]
        );
        assert_eq!(&fixture.text()[found[2].0.clone()], "when");
    }
}
