//! Prescribed motions and drives get the first and second derivatives of their functions of time.

use cdl_graph::{Drive, Graph, Motion, NodeId, Origin, PrescribedRates, Signals, VarId};
use rustc_hash::FxHashMap;

use super::{beside_drives, places::Places, quantities};
use crate::diagnostics::{self, Diagnostic};
use crate::symbolic::derivative::{Derivatives, NoDerivative, Variable};

pub(super) fn run(
    mut graph: Graph,
    places: &Places<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Graph {
    let equations: FxHashMap<VarId, NodeId> =
        graph.signals.equations.iter().map(|equation| (equation.var, equation.value)).collect();
    let mut signals = std::mem::take(&mut graph.signals);
    let mut derive =
        Derive { signals: &mut signals, equations, derivatives: Derivatives::by(Variable::Time) };
    let mut failures: Vec<(Option<Origin>, String, NoDerivative)> = Vec::new();
    for body in &mut graph.bodies {
        let Motion::Prescribed { position, attitude, rates } = &mut body.motion else { continue };
        match derive.rates(*position, *attitude) {
            Ok(found) => *rates = Some(found),
            Err(why) => {
                let what = format!("the motion of `{}`", body.path);
                failures.push((body.origin, what, why));
            }
        }
    }
    for joint in &mut graph.joints {
        for axis in &mut joint.coordinates {
            let Some(drive) = &mut axis.drive else { continue };
            match derive.drive(drive.value) {
                Ok(found) => *drive = found,
                Err(why) => {
                    let what = format!("the drive of `{}`", joint.path);
                    failures.push((joint.origin, what, why));
                }
            }
        }
    }
    graph.signals = signals;
    for (origin, what, why) in failures {
        diagnostics.push(diagnostic(&graph, places, origin, &what, why));
    }
    beside_drives::check(&graph, places, diagnostics);
    graph
}

struct Derive<'a> {
    signals: &'a mut Signals,
    equations: FxHashMap<VarId, NodeId>,
    derivatives: Derivatives,
}

impl Derive<'_> {
    fn of<const N: usize>(&mut self, nodes: [NodeId; N]) -> Result<[NodeId; N], NoDerivative> {
        let mut found = nodes;
        for (slot, node) in found.iter_mut().zip(nodes) {
            *slot = match self.derivatives.of(self.signals, &self.equations, node)? {
                Some(derivative) => derivative,
                None => self.signals.constant(0.0),
            };
        }
        Ok(found)
    }

    fn rates(
        &mut self,
        position: [NodeId; 3],
        attitude: [NodeId; 4],
    ) -> Result<PrescribedRates, NoDerivative> {
        let velocity = self.of(position)?;
        let attitude_rate = self.of(attitude)?;
        let acceleration = self.of(velocity)?;
        let attitude_acceleration = self.of(attitude_rate)?;
        Ok(PrescribedRates { velocity, attitude_rate, acceleration, attitude_acceleration })
    }

    fn drive(&mut self, value: NodeId) -> Result<Drive, NoDerivative> {
        let [rate] = self.of([value])?;
        let [acceleration] = self.of([rate])?;
        Ok(Drive { value, rate: Some(rate), acceleration: Some(acceleration) })
    }
}

fn diagnostic(
    graph: &Graph,
    places: &Places<'_>,
    origin: Option<Origin>,
    what: &str,
    why: NoDerivative,
) -> Diagnostic {
    let place = ["drive", "motion"]
        .iter()
        .map(|field| places.field(origin, field))
        .find(|place| *place != places.of(origin))
        .unwrap_or_else(|| places.of(origin));
    match why {
        NoDerivative::DependsOn(sensor) => {
            diagnostics::not_a_function_of_time(place, what, &quantities::name(graph, sensor), None)
        }
        NoDerivative::Loop(var) => diagnostics::not_a_function_of_time(
            place,
            what,
            &graph.signals.vars[var.index()].path,
            None,
        )
        .note("it is defined by an algebraic loop, which cannot be differentiated"),
        NoDerivative::Jump(function) => diagnostics::not_differentiable(place, what, function),
    }
}
