//! A cable that does not stretch, between two ends that are moved farther apart than it is long.

use cdl_graph::Motion;

use super::Mechanism;
use crate::assembly::Owner;
use crate::fault::{Fault, FaultKind};

/// Of a length: nearer to straight, links have nowhere to go.
const STRAIGHT: f64 = 1e-3;

impl Mechanism {
    /// Whether no force moves either end of a cable of the graph.
    pub(crate) fn is_held_by_both_ends(&self, cable: usize) -> bool {
        self.graph.cables[cable].ends.iter().all(|end| self.is_held(end))
    }

    /// Whether links of this length in all, m, are as good as straight between ends that are so far apart, m.
    pub(crate) fn is_straight(distance: f64, length: f64) -> bool {
        distance > length * (1.0 - STRAIGHT)
    }

    /// What moves the ends of a cable, by its paths, pulls them farther apart than it is long.
    /// `distance` between its ends and its `length`, m.
    pub(crate) fn pulled(
        &self,
        cable: usize,
        time: f64,
        (distance, length): (f64, f64),
        movers: &[&str],
    ) -> Fault {
        let long = match distance > length * (1.0 + STRAIGHT) {
            true => format!("but it is {length:.3} m long"),
            false => "as far as it is long".to_owned(),
        };
        let look = match movers {
            [] => String::new(),
            [one] => format!("; look at the motion of `{one}`"),
            all => format!("; look at the motions of `{}`", all.join("` and `")),
        };
        let why =
            format!("its ends are {distance:.3} m apart, {long}: it cannot follow them{look}");
        let (kind, owner) = (FaultKind::LoopOpen, Owner::Cable(cable));
        Fault::new(&self.paths, kind, time, owner, "tension", why)
    }

    /// The prescribed bodies that a cable ends on, by their paths.
    pub(crate) fn movers(&self, cable: usize) -> Vec<&str> {
        let frames = self.graph.cables[cable].ends.iter().filter_map(|end| end.frame());
        let bodies = frames.map(|frame| self.graph.frames[frame.index()].body.index());
        let is_moved =
            |body: &usize| matches!(self.graph.bodies[*body].motion, Motion::Prescribed { .. });
        let mut movers: Vec<usize> = bodies.filter(is_moved).collect();
        movers.dedup();
        movers.into_iter().map(|body| self.paths.of(Owner::Body(body))).collect()
    }
}
