//! A graph as stable, readable text: what snapshots hold and `cdl graph` prints.
//!
//! An expression that is used once stands where it is used; one that is used more often, or is deep,
//! gets a line of its own under `nodes` and is referred to as `%n`. Numbers are SI with nine
//! significant digits.

mod expression;
mod mechanism;

use std::fmt::Write;

use crate::{
    Analysis, Block, Connection, ConstraintKind, Cut, Graph, Integrator, LoopMethod, Node, NodeId,
    Plan, Sensitivity, SimulationStart, TreeNode,
};
use expression::Expressions;

/// The text form of a graph.
pub fn text(graph: &Graph) -> String {
    let expressions = Expressions::new(graph);
    let mut out = format!("graph {}\n", graph.name);
    for section in [
        params(graph),
        nodes(graph, &expressions),
        equations(graph, &expressions),
        mechanism::environment(graph, &expressions),
        mechanism::bodies(graph, &expressions),
        mechanism::frames(graph, &expressions),
        mechanism::joints(graph, &expressions),
        mechanism::cables(graph, &expressions),
        mechanism::loads(graph, &expressions),
        constraints(graph, &expressions),
        outputs(graph, &expressions),
        analysis(graph, &expressions),
        graph.plan.as_ref().map(|plan| self::plan(graph, plan, &expressions)).unwrap_or_default(),
    ] {
        out.push_str(&section);
    }
    out
}

/// Nine significant digits without trailing zeros, `-0` as `0`; plain up to 1e9 and down to 1e-4.
pub fn number(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    if !value.is_finite() {
        return value.to_string();
    }
    let scientific = format!("{value:.8e}");
    let Some((mantissa, exponent)) = scientific.split_once('e') else { return scientific };
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let trimmed = |digits: &str| match digits.contains('.') {
        true => digits.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => digits.to_owned(),
    };
    if (-4..9).contains(&exponent) {
        let decimals = usize::try_from(8 - exponent).unwrap_or(0);
        trimmed(&format!("{value:.decimals$}"))
    } else {
        format!("{}e{exponent}", trimmed(mantissa))
    }
}

/// A titled section with one indented line each, or nothing where there are no lines.
fn section(title: &str, lines: impl IntoIterator<Item = String>) -> String {
    let mut out = String::new();
    for line in lines {
        if out.is_empty() {
            let _ = writeln!(out, "\n{title}");
        }
        let _ = writeln!(out, "  {line}");
    }
    out
}

fn params(graph: &Graph) -> String {
    let params = &graph.signals.params;
    section("params", params.iter().map(|p| format!("{} = {}", p.path, number(p.value))))
}

fn nodes(graph: &Graph, expressions: &Expressions) -> String {
    let lines = (0..graph.signals.nodes.len())
        .filter_map(|index| expressions.definition(index))
        .collect::<Vec<_>>();
    section("nodes", lines)
}

fn equations(graph: &Graph, expressions: &Expressions) -> String {
    section(
        "equations",
        graph.signals.equations.iter().map(|equation| {
            format!("{} = {}", expressions.var(equation.var), expressions.scalar(equation.value))
        }),
    )
}

fn outputs(graph: &Graph, expressions: &Expressions) -> String {
    section(
        "outputs",
        graph.outputs.iter().map(|output| {
            let nodes: Vec<String> = output.nodes.iter().map(|&n| expressions.scalar(n)).collect();
            let unit = &output.unit;
            format!("{} [{}] = {}", output.name, unit.symbol, nodes.join(", "))
        }),
    )
}

fn analysis(graph: &Graph, expressions: &Expressions) -> String {
    let scalar = |node| expressions.scalar(node);
    match &graph.analysis {
        Analysis::None => String::new(),
        Analysis::Equilibrium(equilibrium) => section(
            "analysis",
            [
                format!("equilibrium {}", equilibrium.name),
                format!("tolerance {}", scalar(equilibrium.tolerance)),
            ],
        ),
        Analysis::Simulate(simulation) => {
            let mut lines = vec![
                format!("simulate {}: {}", simulation.name, scalar(simulation.duration)),
                format!("every {}", scalar(simulation.every)),
                integrator(&simulation.integrator, expressions),
                format!("dynamics {:?}", simulation.dynamics).to_lowercase(),
            ];
            lines.extend(loops(&simulation.loops, expressions));
            match simulation.from {
                SimulationStart::Written => {}
                SimulationStart::Equilibrium => lines.push("from equilibrium".to_owned()),
            }
            section("analysis", lines)
        }
    }
}

fn integrator(integrator: &Integrator, expressions: &Expressions) -> String {
    let scalar = |node: &NodeId| expressions.scalar(*node);
    match integrator {
        Integrator::Rk4 { step } => format!("rk4 step {}", scalar(step)),
        Integrator::Rk45 { relative_tolerance, absolute_tolerance, max_step } => {
            let mut line = format!(
                "rk45 relative {} absolute {}",
                scalar(relative_tolerance),
                scalar(absolute_tolerance)
            );
            if let Some(max_step) = max_step {
                let _ = write!(line, " max_step {}", scalar(max_step));
            }
            line
        }
        Integrator::Leapfrog { step } => format!("leapfrog step {}", scalar(step)),
        Integrator::EnergyMomentum { step, tolerance, project_velocities } => {
            let mut line = format!("energy_momentum step {}", scalar(step));
            if let Some(tolerance) = tolerance {
                let _ = write!(line, " tolerance {}", scalar(tolerance));
            }
            if *project_velocities {
                line.push_str(" project_velocities");
            }
            line
        }
        Integrator::Midpoint { step } => format!("midpoint step {}", scalar(step)),
        Integrator::GeneralizedAlpha { step, spectral_radius } => {
            let radius = scalar(spectral_radius);
            format!("generalized_alpha step {} spectral radius {radius}", scalar(step))
        }
    }
}

/// Nothing for the usual way.
fn loops(method: &LoopMethod, expressions: &Expressions) -> Option<String> {
    let scalar = |node: &NodeId| expressions.scalar(*node);
    Some(match method {
        LoopMethod::Projection => return None,
        LoopMethod::Baumgarte { rate } => format!("loops baumgarte rate {}", scalar(rate)),
        LoopMethod::Penalty { mass, rate } => {
            format!("loops penalty mass {} rate {}", scalar(mass), scalar(rate))
        }
        LoopMethod::AugmentedLagrangian { mass, rate } => {
            format!("loops augmented_lagrangian mass {} rate {}", scalar(mass), scalar(rate))
        }
        LoopMethod::GearGuptaLeimkuhler => "loops gear_gupta_leimkuhler".to_owned(),
        LoopMethod::Partitioning => "loops partitioning".to_owned(),
    })
}

fn constraints(graph: &Graph, expressions: &Expressions) -> String {
    let mut lines = Vec::new();
    for constraint in &graph.constraints {
        let kind = match constraint.kind {
            ConstraintKind::Position => "position",
            ConstraintKind::Velocity => "velocity",
        };
        for row in &constraint.rows {
            let residual = expressions.scalar(row.residual);
            lines.push(format!("{} {kind}: 0 = {residual}", constraint.path));
            let Some(derivatives) = &row.derivatives else { continue };
            let scalar = |node: NodeId| expressions.scalar(node);
            for (&argument, &gradient) in derivatives.arguments.iter().zip(&derivatives.gradient) {
                lines.push(format!("  d/d {} = {}", scalar(argument), scalar(gradient)));
            }
            for &(first, second, node) in &derivatives.hessian {
                lines.push(format!("  d2/d {first} d {second} = {}", scalar(node)));
            }
            // Few constraints change in time by themselves.
            let is_zero = |node: NodeId| graph.signals.node(node) == Node::Constant(0.0);
            if !is_zero(derivatives.rate) {
                lines.push(format!("  d/dt = {}", scalar(derivatives.rate)));
            }
            for (i, &rate) in derivatives.gradient_rate.iter().enumerate() {
                if !is_zero(rate) {
                    lines.push(format!("  d2/d {i} dt = {}", scalar(rate)));
                }
            }
            if !is_zero(derivatives.acceleration) {
                lines.push(format!("  d2/dt2 = {}", scalar(derivatives.acceleration)));
            }
        }
    }
    section("constraints", lines)
}

fn plan(graph: &Graph, plan: &Plan, expressions: &Expressions) -> String {
    let end_name = |end: u8| if end == 0 { "start" } else { "end" };
    let body = |index: usize| graph.bodies.get(index).map_or("?", |body| body.path.as_str());
    let cable = |index: usize| graph.cables.get(index).map_or("?", |cable| cable.path.as_str());
    let joint = |index: usize| graph.joints.get(index).map_or("?", |joint| joint.path.as_str());
    let mut lines = vec![
        format!("dynamics {:?}", plan.dynamics).to_lowercase(),
        format!("freedoms {}", plan.freedoms),
    ];
    lines.extend(plan.reasons.iter().map(|reason| format!("because {reason}")));
    lines.extend(plan.forest.iter().map(|node| match node {
        TreeNode::Body { body: id, connection } => {
            let by = match connection {
                Connection::Joint(id) => format!("joint {}", joint(id.index())),
                Connection::Free => "nothing: free".to_owned(),
                Connection::Cable { cable: id, end } => {
                    format!("the {} of cable {}", end_name(*end), cable(id.index()))
                }
            };
            format!("body {} by {by}", body(id.index()))
        }
        TreeNode::Cable { cable: id, root } => {
            format!("cable {} from its {}", cable(id.index()), end_name(*root))
        }
    }));
    lines.extend(plan.cuts.iter().map(|cut| match cut {
        Cut::Joint(id) => format!("cut joint {}", joint(id.index())),
        Cut::CableEnd { cable: id, end } => {
            format!("cut cable {} at its {}", cable(id.index()), end_name(*end))
        }
    }));
    lines.extend(plan.sensitivities.iter().map(|Sensitivity { node, argument, derivative }| {
        let [node, argument, derivative] =
            [node, argument, derivative].map(|id| expressions.scalar(*id));
        format!("d {node} / d {argument} = {derivative}")
    }));
    let assignment =
        |&(var, value): &_| format!("{} = {}", expressions.var(var), expressions.scalar(value));
    for block in &plan.blocks {
        match block {
            Block::Explicit { var, value } => {
                lines.push(format!("let {}", assignment(&(*var, *value))));
            }
            Block::Loop { tears, sequence } => {
                lines.push("loop".to_owned());
                lines.extend(tears.iter().map(|tear| format!("  tear {}", assignment(tear))));
                lines.extend(sequence.iter().map(|step| format!("  then {}", assignment(step))));
            }
        }
    }
    section("plan", lines)
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn numbers_are_short_and_have_nine_digits() {
        for (value, expected) in [
            (0.0, "0"),
            (-0.0, "0"),
            (1.0, "1"),
            (-2.5, "-2.5"),
            (1.0 / 3.0, "0.333333333"),
            (100.0, "100"),
            (123_456_789.0, "123456789"),
            (1.5e12, "1.5e12"),
            (1.2e-4, "0.00012"),
            (1.0e-5, "1e-5"),
            (f64::NAN, "NaN"),
            (0.999_999_999_9, "1"),
        ] {
            assert_eq!(number(value), expected);
        }
    }
}
