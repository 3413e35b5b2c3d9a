//! Everything in a graph keeps where it was written, whatever the passes do with its number.

use std::path::PathBuf;

use cdl_compiler::{Compilation, Compiler, Disk, Nothing, Request, RunnableKind};
use cdl_graph::{Graph, Origin, Owner};

/// Everything in a graph that has an origin, but the world.
fn owners(graph: &Graph) -> Vec<Owner> {
    let mut owners = Vec::new();
    owners.extend((1..graph.bodies.len()).map(Owner::Body));
    owners.extend((1..graph.frames.len()).map(Owner::Frame));
    owners.extend((0..graph.joints.len()).map(Owner::Joint));
    owners.extend((0..graph.cables.len()).map(Owner::Cable));
    owners.extend((0..graph.loads.len()).map(Owner::Load));
    owners.extend((0..graph.constraints.len()).map(Owner::Constraint));
    owners.extend((0..graph.outputs.len()).map(Owner::Output));
    owners.extend((0..graph.statistics.len()).map(Owner::Statistic));
    owners.extend((0..graph.findings.len()).map(Owner::Finding));
    owners.extend((0..graph.criteria.len()).map(Owner::Criterion));
    owners.extend((0..graph.signals.vars.len()).map(Owner::Variable));
    owners
}

/// Compares every origin in the graph with the path, and the text at its place with the last name in the path.
/// Gives how many there were.
fn assert_origins(name: &str, compiler: &Compiler, compilation: &Compilation) -> usize {
    let graph = compilation.graph().expect("a graph");
    let model = compilation.unfolded.as_ref().expect("it is kept");
    let owners = owners(graph);
    for index in 0..graph.demands.len() {
        let place = compilation.place(Owner::Demand(index)).expect("it was written");
        assert!(compiler.locate(place).is_some(), "{name}: demand {index}");
    }
    for &owner in &owners {
        let path = graph.path(owner).expect("it is there");
        let origin = graph.origin(owner).unwrap_or_else(|| panic!("{name}: {path} has none"));
        // Frames that lowering adds are called after the element, parts of values after the value.
        let own = match origin {
            Origin::Element(index) => {
                let element = &model.elements[index as usize];
                assert_eq!(element.id.0, index);
                let rest = path.strip_prefix(element.path.as_str());
                let rest = rest.unwrap_or_else(|| panic!("{name}: {path} at {}", element.path));
                let added = [".from", ".to", ".on", ".in", ".between", ".and"];
                let is_frame = matches!(owner, Owner::Frame(_));
                // What joints do by events, and what these remember.
                let is_made = matches!(owner, Owner::Event(_) | Owner::State(_))
                    && rest.starts_with([' ', '.']);
                let is_part = is_made || is_frame && added.contains(&rest);
                assert!(rest.is_empty() || is_part, "{name}: {path}");
                Some(element.path.as_str())
            }
            Origin::Variable(_) => {
                assert!(matches!(owner, Owner::Variable(_)), "{name}: {path}");
                let parts = [".w", ".x", ".y", ".z"];
                Some(parts.iter().find_map(|part| path.strip_suffix(part)).unwrap_or(path))
            }
            Origin::Record(index) => {
                assert!(matches!(owner, Owner::Output(_) | Owner::Finding(_)), "{name}: {path}");
                let record = &model.records[index as usize];
                assert!(path.starts_with(&record.name), "{name}: {path} at {}", record.name);
                None
            }
            Origin::Demand(_) => panic!("{name}: {path} is no demand"),
            Origin::Operation(_) => panic!("{name}: {path} is no operation"),
            // Called by what it measures, and placed where that is asked for.
            Origin::Statistic(_) => {
                assert!(matches!(owner, Owner::Statistic(_)), "{name}: {path}");
                None
            }
            Origin::Criterion(_) => {
                assert!(matches!(owner, Owner::Criterion(_)), "{name}: {path}");
                Some(path.strip_prefix("find ").unwrap_or(path))
            }
        };
        let place = compilation.place(owner).expect("it was written");
        assert_eq!(compilation.model.place(origin), Some(place));
        let location = compiler.locate(place).expect("it stands in a file");
        let text = compiler.text(&location.path).expect("the file is known");
        if let Some(own) = own {
            let last = own.rsplit('.').next().unwrap_or(own);
            let last = last.split('[').next().unwrap_or(last);
            assert_eq!(&text[location.range], last, "{name}: {path}");
        }
    }
    owners.len()
}

fn models(folder: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let paths = entries.map(|entry| entry.expect("readable").path());
    paths.filter(|path| path.extension().is_some_and(|ending| ending == "cdl")).collect()
}

#[test]
fn whatever_is_in_the_graph_of_an_example_has_the_origin_of_its_path() {
    let mut count = 0;
    for path in models("../examples") {
        let path = path.to_str().expect("a path in UTF-8");
        let mut compiler = Compiler::new(Disk);
        compiler.set_file(path, &std::fs::read_to_string(path).expect("a text"));
        for runnable in compiler.runnables(path) {
            if runnable.kind != RunnableKind::Experiment {
                continue;
            }
            let request = Request { experiment: Some(runnable.name.clone()), ..Request::default() };
            let compilation = compiler.compile_by_stages(path, &request);
            let compilation = compilation.unwrap_or_else(|found| panic!("{path}: {found:?}"));
            count += assert_origins(path, &compiler, &compilation);
        }
    }
    assert!(count > 100, "{count}");
}

/// Bodies in arrays that are welded to the one before and to the one after, so that numbers of bodies, joints and
/// frames all change; what is welded away is called much like what stays.
#[test]
fn what_is_left_of_welded_arrays_has_the_origin_of_its_path() {
    let text = "
component Half(mass: Mass = 1 kg) {
  pub body b {
    mass = mass
    inertia = diag(1, 1, 1) kg.m^2
    frame tip at [0, 0, -1] m
  }
}
model Welded(count: Int = 4) {
  for i in 0..count {
    part near[i] = Half()
    part far[i] = Half(mass = 2 kg)
    joint weld: fixed from near[i].b at [0, 0, -1] m to far[i].b
    joint pin: revolute(axis = y) from world at [i, 0, 0] * 1 m to near[i].b
    force push on far[i].b.tip = [1, 0, 0] * 1 N
    cable line: rigid_links(count = 2) from far[i].b.tip to free {
      length = 1 m
      mass = 1 kg
    }
  }
  body fixed { mass = 1 kg }
  joint weld_too: fixed from world at [0, 0, 5] m to fixed
  let sway = near[0].b.position * 2
  record sway, far[2].b.position
  constraint level: near[1].b.position.x == near[1].b.position.x * 2
}
experiment swing = Welded() { simulate 1 s with rk4(step = 1 ms) }
";
    let mut compiler = Compiler::new(Nothing);
    compiler.set_file("welded.cdl", text);
    let compilation = compiler.compile_by_stages("welded.cdl", &Request::default());
    let compilation = compilation.unwrap_or_else(|found| panic!("{found:?}"));
    let graph = compilation.graph().expect("a graph");
    let bodies: Vec<&str> = graph.bodies.iter().map(|body| body.path.as_str()).collect();
    assert_eq!(bodies, ["world", "near[0].b", "near[1].b", "near[2].b", "near[3].b"]);
    assert_eq!(graph.joints.len(), 4);
    let on_body = graph.frames.iter().filter(|frame| frame.path.starts_with("far[3]"));
    assert!(on_body.clone().count() > 0 && on_body.clone().all(|frame| frame.body.0 == 4));
    assert_origins("welded", &compiler, &compilation);
    assert_eq!(graph.origin(Owner::Body(0)), None);
    assert_eq!(graph.origin(Owner::Body(5)), None);
    assert_eq!(graph.origin(Owner::Experiment), None);
}

/// An edit that moves everything but changes nothing of the mechanism: origins go with the list of elements.
#[test]
fn origins_follow_an_edit_above() {
    let text = "model M {\n  body a { mass = 1 kg }\n  joint j: revolute(axis = y) from world to a\n}\n\
                experiment e = M() { simulate 1 s with rk4(step = 1 ms) }\n";
    let edited = text.replacen(
        "model M {",
        "// New.\nmodel M {\n  material steel { density = 7850 kg/m^3 }",
        1,
    );
    let mut compiler = Compiler::new(Nothing);
    for text in [text, edited.as_str(), text] {
        compiler.set_file("m.cdl", text);
        let compilation = compiler.compile_by_stages("m.cdl", &Request::default());
        let compilation = compilation.unwrap_or_else(|found| panic!("{found:?}"));
        assert_eq!(assert_origins("edited", &compiler, &compilation), 3);
    }
}
