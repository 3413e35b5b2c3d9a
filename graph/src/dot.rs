//! A graph as a DOT drawing: bodies and cables are nodes, joints, cable ends and loads are edges;
//! joints that close loops are red.

use std::fmt::Write;

use crate::{Cut, Discretization, FrameId, Graph, JointKind, LoadKind, Motion, Point};

/// For Graphviz; `dot -Tsvg` draws it.
pub fn dot(graph: &Graph) -> String {
    let mut out = format!("digraph {} {{\n", quoted(&graph.name));
    out.push_str("  rankdir=TB;\n  node [fontname=\"sans-serif\", shape=box, style=rounded];\n");
    out.push_str("  edge [fontname=\"sans-serif\", fontsize=10];\n");
    for (index, body) in graph.bodies.iter().enumerate() {
        let style = match body.motion {
            Motion::Fixed => "shape=box, style=filled, fillcolor=\"#dddddd\"",
            Motion::Dynamic { .. } => "shape=box, style=rounded",
            Motion::Prescribed { .. } => {
                "shape=box, style=\"rounded,filled\", fillcolor=\"#eeeecc\""
            }
        };
        let _ = writeln!(out, "  b{index} [label={}, {style}];", quoted(&body.path));
    }
    let mut is_cut = vec![false; graph.joints.len()];
    for cut in graph.plan.iter().flat_map(|plan| &plan.cuts) {
        if let Cut::Joint(joint) = cut {
            is_cut[joint.index()] = true;
        }
    }
    for (joint, is_cut) in graph.joints.iter().zip(is_cut) {
        let kind = match joint.kind {
            JointKind::Fixed => "fixed",
            JointKind::Revolute { .. } => "revolute",
            JointKind::Prismatic { .. } => "prismatic",
            JointKind::Universal { .. } => "universal",
            JointKind::Spherical => "spherical",
            JointKind::Cylindrical { .. } => "cylindrical",
            JointKind::Planar { .. } => "planar",
            JointKind::Free => "free",
        };
        let label = quoted(&format!("{}\n{kind}", joint.path));
        let (parent, child) = (body_of(graph, joint.parent), body_of(graph, joint.child));
        // The drawing's layers are those of the forest.
        let style = if is_cut { ", color=\"#aa3333\", constraint=false" } else { "" };
        let _ = writeln!(out, "  b{parent} -> b{child} [label={label}{style}];");
    }
    for (index, cable) in graph.cables.iter().enumerate() {
        let size = match cable.discretization {
            Discretization::RigidLinks { count, .. } => format!("{count} rigid links"),
            Discretization::Lumped { points, .. } => format!("{points} points"),
            Discretization::Spline { elements, .. } => format!("{elements} spline elements"),
            Discretization::BSpline { spans, .. } => format!("{spans} spans"),
        };
        let label = quoted(&format!("{}\n{size}", cable.path));
        let _ = writeln!(out, "  c{index} [label={label}, shape=ellipse];");
        for (end, name) in cable.ends.iter().zip(["start", "end"]) {
            if let Some(frame) = end.frame() {
                let body = body_of(graph, frame);
                let _ = writeln!(out, "  b{body} -> c{index} [label={name}, dir=none];");
            }
        }
    }
    for (index, load) in graph.loads.iter().enumerate() {
        let (targets, dashed): (Vec<String>, _) = match &load.kind {
            LoadKind::Force { on, .. } => (vec![point(graph, on)], "force"),
            LoadKind::Torque { on, .. } => (vec![format!("b{}", body_of(graph, *on))], "torque"),
            LoadKind::Spring { between, law } => {
                let kind = if law.stores_energy() { "spring" } else { "force" };
                (between.iter().map(|end| point(graph, end)).collect(), kind)
            }
        };
        let label = quoted(&format!("{}\n{dashed}", load.path));
        let _ = writeln!(out, "  l{index} [label={label}, shape=plaintext];");
        for target in targets {
            let _ = writeln!(out, "  l{index} -> {target} [style=dashed];");
        }
    }
    out.push_str("}\n");
    out
}

fn body_of(graph: &Graph, frame: FrameId) -> usize {
    graph.frames.get(frame.index()).map_or(0, |frame| frame.body.index())
}

fn point(graph: &Graph, point: &Point) -> String {
    match point {
        Point::Frame(frame) => format!("b{}", body_of(graph, *frame)),
        Point::Cable { cable, .. } => format!("c{}", cable.index()),
    }
}

fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{escaped}\"")
}
