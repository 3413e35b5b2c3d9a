//! Members of models, components and experiments: elements as a whole, and the words of the others.

use cdl_compiler::schema::{
    self, Kind, KindId, Law, Presence, Relation, Target, Type, Variant, Written,
};
use cdl_grammar::syntax::RelationWord;

use super::CompletionKind;
use super::documentation::Subject;
use super::list::{Entry, List};
use super::snippet::Snippet;
use crate::ide::chunk::Owner;

pub(super) fn complete(list: &mut List<'_>, owner: Owner) {
    if owner == Owner::Experiment {
        return experiment(list);
    }
    for kind in schema::kinds() {
        let is_analysis = schema::analyses().iter().any(|own| own.id == kind.id);
        let is_nested_only = kind.id.is_part();
        if !is_analysis && !is_nested_only && !kind.of_experiment {
            add_kind(list, kind, order(kind.id));
        }
    }
    let snippet = Snippet::default;
    if list.cursor.is_line_free() {
        let templates = [
            ("let", "a named value", snippet().text("let ").hole("name").text(" = ").hole("1 m")),
            (
                "part",
                "an instance of a component",
                snippet().text("part ").hole("name").text(" = ").hole("Component").text("()"),
            ),
            (
                "for",
                "members for each number of a range",
                snippet()
                    .text("for ")
                    .hole("i")
                    .text(" in 0..")
                    .hole("8")
                    .text(" {\n  ")
                    .hole("")
                    .text("\n}"),
            ),
            (
                "if",
                "members that exist where a condition holds",
                snippet().text("if ").hole("condition").text(" {\n  ").hole("").text("\n}"),
            ),
            (
                "enum",
                "a type with named values",
                snippet().text("enum ").hole("Phase").text(" { ").hole("first, second").text(" }"),
            ),
            ("record", "what a run writes down", snippet().text("record ").hole("energy")),
        ];
        for (rank, (word, detail, snippet)) in (20..).zip(templates) {
            let entry = Entry::plain(format!("{word} …"), CompletionKind::Template, rank);
            list.add(entry.snippet(snippet).detail(detail).filter(word));
        }
    }
    list.words(&["let", "part", "for", "if", "record", "enum"]);
    if owner == Owner::Component {
        list.words(&["pub"]);
    }
}

/// What one writes most comes first.
fn order(kind: KindId) -> u32 {
    match kind {
        KindId::Body => 0,
        KindId::Joint => 1,
        KindId::Cable => 2,
        KindId::Force => 3,
        KindId::Frame => 4,
        KindId::Torque
        | KindId::Section
        | KindId::Clump
        | KindId::Grip
        | KindId::Winch
        | KindId::Sheave => 5,
        KindId::Constraint => 6,
        KindId::State => 7,
        KindId::Var => 8,
        KindId::When | KindId::At | KindId::Every => 9,
        KindId::Environment
        | KindId::Air
        | KindId::Water
        | KindId::Material
        | KindId::Simulate
        | KindId::Equilibrium
        | KindId::Modes
        | KindId::Linearize
        | KindId::Response
        | KindId::Input
        | KindId::Find
        | KindId::Choose
        | KindId::Sensitivity
        | KindId::Plot
        | KindId::View
        | KindId::Require
        | KindId::Vary
        | KindId::Sample
        | KindId::Cases => 10,
    }
}

fn experiment(list: &mut List<'_>) {
    if list.cursor.is_line_free() {
        for kind in schema::analyses().iter().filter(|kind| kind.subject().is_some()) {
            let entry = Entry::plain(format!("{} …", kind.name), CompletionKind::Template, 0);
            let detail = "the motion from time 0 on";
            list.add(entry.snippet(sentence(kind)).detail(detail).filter(kind.name));
        }
    }
    for (rank, kind) in (1..).zip(schema::analyses()) {
        let entry = Entry::plain(kind.name, CompletionKind::Kind, rank);
        list.add(entry.detail(kind.doc).subject(Subject::Kind(kind)));
    }
    for kind in schema::kinds().iter().filter(|kind| kind.of_experiment) {
        add_kind(list, kind, 10);
    }
    list.words(&["record"]);
}

/// `simulate 10 s with rk4(step = 5 ms), every 10 ms`, the values to be filled in.
fn sentence(kind: &Kind) -> Snippet {
    let mut snippet = Snippet::default().text(kind.name);
    let mut comma = "";
    for field in kind.fields {
        snippet = match field.written {
            Written::ByName => continue,
            _ if field.presence != Presence::Required && !usual(kind.id).contains(&field.name) => {
                continue;
            }
            Written::Subject { example, .. } => snippet.text(" ").hole(example),
            Written::Clause { word, example, .. } => {
                let snippet = snippet.text(&format!("{comma} {word} ")).hole(example);
                comma = ",";
                snippet
            }
        };
    }
    snippet
}

/// The word of a kind, and where there is room whole elements: one for each variant where one must be
/// given.
pub(super) fn add_kind(list: &mut List<'_>, kind: &'static Kind, rank: u32) {
    if list.cursor.is_line_free() {
        for (name, detail, snippet) in templates(kind) {
            let entry = Entry::plain(format!("{name} …"), CompletionKind::Template, rank);
            let entry = entry.snippet(snippet).detail(detail).filter(name);
            list.add(entry.subject(Subject::Kind(kind)));
        }
    }
    let entry = Entry::plain(kind.name, CompletionKind::Kind, rank + 10);
    list.add(entry.detail(kind.doc).subject(Subject::Kind(kind)));
}

/// Whole elements of a kind: what they are called, what they are, and their text.
pub(super) fn templates(kind: &'static Kind) -> Vec<(String, &'static str, Snippet)> {
    let mut all = Vec::new();
    let variants = kind.variants.iter().map(Some);
    let without = (!kind.variant_required).then_some(None);
    for variant in without.into_iter().chain(variants) {
        // An element without a variant may be written with either set of relations; one with a
        // variant is a spring, which has no law.
        let sets: Vec<&'static [Relation]> = match (kind.relations, variant, &kind.law) {
            ([], _, _) => vec![&[]],
            (sets, Some(_), Some(_)) => sets.last().copied().into_iter().collect(),
            (sets, None, Some(Law::ValueOrBetween(..))) => sets.to_vec(),
            (sets, None, Some(_)) => sets.first().copied().into_iter().collect(),
            (sets, _, None) => sets.to_vec(),
        };
        for set in sets {
            let name = match (variant, kind.relations.len(), set.first()) {
                (Some(variant), _, _) => format!("{} {}", kind.name, variant.name),
                (None, 2.., Some(first))
                    if matches!(kind.law, None | Some(Law::ValueOrBetween(..))) =>
                {
                    format!("{} {}", kind.name, first.word.text())
                }
                (None, _, _) => kind.name.to_owned(),
            };
            let detail = variant.map_or(kind.doc, |variant| variant.doc);
            all.push((name, detail, template(kind, variant, set)));
        }
    }
    all
}

fn template(kind: &'static Kind, variant: Option<&'static Variant>, set: &[Relation]) -> Snippet {
    let mut snippet = Snippet::default().text(kind.name);
    if kind.named {
        snippet = snippet.text(" ").hole("name");
    }
    if let Some(variant) = variant {
        snippet = snippet.text(": ").call(variant);
    }
    for relation in set.iter().filter(|relation| relation.required) {
        let target = target(relation);
        snippet = snippet.text(&format!(" {} ", relation.word.text())).hole(target);
    }
    match (&kind.law, variant) {
        (Some(Law::Value(ty)), None) if kind.sets => {
            let when = match ty {
                Type::Bool => "condition",
                _ => "1 s",
            };
            let event = snippet.text(" ").hole(when).text(" {\n  ").hole("name");
            return event.text(" = ").hole("value").text("\n}");
        }
        (Some(own @ (Law::Value(_) | Law::ValueOrBetween(..))), None) => {
            let value = own.value(set.iter().map(|relation| relation.word)).map(law);
            return snippet.text(" = ").hole(value.as_deref().unwrap_or("value"));
        }
        (Some(Law::Equation), _) => {
            return snippet.text(": ").hole("left").text(" == ").hole("right");
        }
        (Some(Law::Criterion), _) => {
            return snippet.text(": ").hole("left").text(" < ").hole("right");
        }
        (Some(Law::Curves), _) => {
            return snippet.text(" = [").hole("a").text(", ").hole("b").text("]");
        }
        (Some(Law::Values), _) => {
            let range = snippet.text(" = ").hole("first").text(" .. ").hole("last");
            return range.text(" { count = ").hole("5").text(" }");
        }
        (Some(Law::Bounds), _) => {
            let range = snippet.text(" = ").hole("low").text(" .. ").hole("high");
            return range.text(" { minimize = ").hole("value").text(" }");
        }
        (Some(Law::Distribution), _) => {
            let normal = snippet.text(" = normal(").hole("1 m").text(", ").hole("0.1 m");
            return normal.text(") { count = ").hole("100").text(" }");
        }
        (Some(Law::Rows), _) => {
            return snippet.text(" = table(\"").hole("cases.csv").text("\")");
        }
        (Some(Law::Stated), _) => {
            snippet = snippet.text(": ").hole("Length").text(" = ").hole("0 m")
        }
        (Some(Law::Value(_) | Law::ValueOrBetween(..)) | None, _) => {}
    }
    let fields = kind.fields_of(variant).filter(|field| {
        field.presence == Presence::Required || usual(kind.id).contains(&field.name)
    });
    let fields: Vec<_> = fields.collect();
    if fields.is_empty() {
        return snippet;
    }
    snippet = snippet.text(" {");
    for field in fields {
        snippet = snippet.text("\n  ").field_of(kind, field);
    }
    snippet.text("\n}")
}

/// Fields that the schema leaves open, since each has its alternatives, but that one mostly writes.
fn usual(kind: KindId) -> &'static [&'static str] {
    match kind {
        KindId::Body => &["mass", "shape"],
        KindId::Cable => &["diameter", "mass"],
        KindId::Section => &["length", "elements"],
        KindId::Material => &["density"],
        KindId::Environment => &["gravity"],
        KindId::Simulate => &["every"],
        KindId::Air
        | KindId::Water
        | KindId::Frame
        | KindId::Joint
        | KindId::Force
        | KindId::Torque
        | KindId::Winch
        | KindId::Sheave
        | KindId::Clump
        | KindId::Grip
        | KindId::Constraint
        | KindId::State
        | KindId::Var
        | KindId::At
        | KindId::Every
        | KindId::When
        | KindId::Equilibrium
        | KindId::Modes
        | KindId::Linearize
        | KindId::Response
        | KindId::Input
        | KindId::Find
        | KindId::Choose
        | KindId::Sensitivity
        | KindId::Plot
        | KindId::View
        | KindId::Require
        | KindId::Vary
        | KindId::Sample
        | KindId::Cases => &[],
    }
}

fn target(relation: &Relation) -> &'static str {
    let allows = |target: Target| relation.targets.contains(&target);
    let is_end = matches!(relation.targets, [Target::CablePoint]);
    match relation.word {
        RelationWord::Between if is_end => "rope.end",
        RelationWord::And | RelationWord::On if is_end => "rope.start",
        RelationWord::At => "[0, 0, 0] m",
        RelationWord::From if is_end => "rope.mid",
        RelationWord::To if allows(Target::Free) => "free",
        RelationWord::To | RelationWord::On | RelationWord::Between => "body",
        RelationWord::From | RelationWord::And | RelationWord::In => "world",
    }
}

fn law(ty: &Type) -> String {
    match ty {
        Type::Vector(unit) => format!("[0, 0, 0] {unit}"),
        Type::Scalar(unit) => format!("1 {unit}"),
        _ => "value".to_owned(),
    }
}
