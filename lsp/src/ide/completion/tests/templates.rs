//! Whole elements, as they are before anything is filled in.

use cdl_compiler::{Compiler, Nothing, diagnostics::Severity, schema};

use super::super::members::templates;
use super::at;

/// What is wrong in a text but for names that are still to be chosen, and for mechanisms that do not
/// hold together yet.
fn mistakes(text: &str) -> Vec<String> {
    let mut compiler = Compiler::new(Nothing);
    compiler.set_file("main.cdl", text);
    // The data are there, under the name that stands for theirs.
    compiler.set_file("table.csv", "distance [m], force [N]\n0, 0\n1, 1\n");
    compiler.set_file("cases.csv", "length [m]\n1\n");
    let found = compiler.check("main.cdl").into_iter();
    found
        .filter(|own| own.severity == Severity::Error)
        .filter(|own| own.code != "E0201" && !own.code.starts_with("E04"))
        .map(|own| format!("{} {}", own.code, own.message))
        .collect()
}

#[test]
fn whole_elements_say_what_they_need() {
    let mut count = 0;
    for kind in schema::kinds() {
        if schema::analyses().iter().any(|own| own.name == kind.name) {
            continue;
        }
        for (name, _, snippet) in templates(kind) {
            let element = snippet.finish().plain();
            let text = match kind.name {
                "air" | "water" => format!("model M {{\n  environment {{\n{element}\n  }}\n}}\n"),
                "section" => format!(
                    "model M {{\n  cable rope: spline(elements = 12) from world to free {{\n\
                     length = 2 m\nlinear_density = 1 kg/m\n{element}\nsection rest {{ }}\n  }}\n}}\n"
                ),
                "cases" => format!(
                    "model M(length: Length = 1 m) {{\n  frame f at [0, 0, 1] * length\n}}\nexperiment e = M() {{\n  equilibrium\n  {element}\n}}\n"
                ),
                // What they are called by may be a parameter.
                _ if kind.of_experiment => {
                    let name = element.split_whitespace().nth(1).unwrap_or_default();
                    let name = name.trim_end_matches(':');
                    let analysis = match kind.id {
                        schema::KindId::Input => "linearize",
                        _ => "simulate 1 s with rk4(step = 1 ms)",
                    };
                    format!(
                        "model M({name}: Length = 1 m) {{\n  frame f at [0, 0, 1] * {name}\n}}\n\
                         experiment e = M() {{\n  {analysis}\n  {element}\n}}\n"
                    )
                }
                _ => format!("model M {{\n  {element}\n}}\n"),
            };
            let mistakes = mistakes(&text);
            assert!(mistakes.is_empty(), "{name}: {mistakes:?}\n{text}");
            assert!(cdl_grammar::parse(&text).errors.is_empty(), "{text}");
            count += 1;
        }
    }
    assert!(count >= 18, "{count}");
}

/// Each field with its value to start from, in an element that has what else it needs.
#[test]
fn values_to_start_from_fit_their_fields() {
    for kind in schema::kinds() {
        let variants: Vec<_> = match kind.variants {
            [] => vec![None],
            variants => variants.iter().map(Some).collect(),
        };
        for variant in variants {
            if !matches!(kind.name, "body" | "joint" | "cable" | "material" | "frame") {
                continue;
            }
            for field in kind.fields_of(variant) {
                let needed = kind.fields_of(variant).filter(|own| {
                    own.name != field.name && own.presence == schema::Presence::Required
                });
                let mut text = kind.name.to_owned() + " name";
                if let Some(variant) = variant {
                    text += ": ";
                    text +=
                        &super::super::snippet::Snippet::default().call(variant).finish().plain();
                }
                text += match kind.name {
                    "joint" => " from world to other",
                    "cable" => " from world to free",
                    "frame" => " at [0, 0, 0] m",
                    _ => "",
                };
                text += " {\n";
                for own in std::iter::once(field).chain(needed) {
                    let snippet = super::super::snippet::Snippet::default().field(own);
                    text += &format!("    {}\n", snippet.finish().plain());
                }
                text += "  }";
                let other = "body other { mass = 1 kg; inertia = diag(1, 1, 1) kg.m^2 }";
                let text = format!("model M {{\n  {other}\n  {text}\n}}\n");
                let mistakes = mistakes(&text);
                // One mass or density too many, or none at all, is not about the value.
                let about_value = mistakes
                    .iter()
                    .filter(|own| !own.starts_with("E0304") && !own.starts_with("E0310"));
                assert_eq!(about_value.count(), 0, "{mistakes:?}\n{text}");
            }
        }
    }
}

#[test]
fn an_experiment_runs_the_model_of_the_file() {
    let text = "model Pendulum {\n  body bob { mass = 1 kg; shape = sphere(diameter = 1 m, centre = [0, 0, -1] m) }\n  joint hinge: revolute(axis = y) from world to bob\n}\n\n";
    let found = at(&format!("{text}$0"));
    let experiment = found.items.iter().find(|own| own.label == "experiment …");
    let experiment = experiment.map(|own| own.insert.plain()).unwrap_or_default();
    let whole = format!("{text}{experiment}\n");
    assert!(experiment.contains("Pendulum"), "{whole}");
    assert!(mistakes(&whole).is_empty(), "{whole} {:?}", mistakes(&whole));
}
