//! A cable that does not stretch, between two ends that are moved farther apart than it is long.
//!
//! What pulls it on is named, and by how much; where its ends stay and it is as long as they are apart, more length is what
//! helps. Both formulations say the same.

use cdl_graph::{Guide, Motion};

use super::Mechanism;
use crate::assembly::Owner;
use crate::fault::{Fault, FaultKind};
use crate::results::rounded;

/// Of a length: nearer to straight, links have nowhere to go.
const STRAIGHT: f64 = 1e-3;

/// What is farther than a length by less than this share of it is as far.
const TOLD: f64 = 1e-9;

/// Said of links that are held straight between their ends, m apart.
fn straight(distance: f64) -> String {
    format!(
        "its ends are {} m apart, as far as it is long, so all of it lies on one line: stretched straight it carries nothing across, whatever its \
         tension; a little more length helps, as with `length = {} m`",
        rounded(distance, 6),
        rounded(LONGER * distance, 6)
    )
}

/// Of a length: what lets it sag by 6 % of it.
const LONGER: f64 = 1.01;

impl Mechanism {
    /// Why a cable of the graph that is held straight between its ends, m apart, has no tension that can be told. Of what a winch hauls in
    /// there is too little left, whatever its length says.
    pub(crate) fn held_straight(&self, cable: usize, distance: f64) -> String {
        let winches =
            self.graph.cables[cable].guides.iter().flatten().filter_map(|guide| match guide {
                Guide::Winch { joint, .. } => Some(self.paths.of(Owner::Joint(joint.index()))),
                Guide::Sheave { .. } => None,
            });
        match winches.collect::<Vec<_>>().as_slice() {
            [] => straight(distance),
            winches => format!(
                "its ends are {} m apart, and no more of it is left, so all of it lies on one line: stretched straight it carries nothing across, \
                 whatever its tension; look at what `{}` hauls in",
                rounded(distance, 6),
                winches.join("` and `")
            ),
        }
    }

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
        let long = match distance > length * (1.0 + TOLD) {
            true => format!("{} m farther than it is long", rounded(distance - length, 3)),
            false => "as far as it is long".to_owned(),
        };
        let look = match movers {
            [] => String::new(),
            [one] => format!(", or look at the motion of `{one}`"),
            all => format!(", or look at the motions of `{}`", all.join("` and `")),
        };
        let why = format!(
            "its ends are {} m apart, {long}: it cannot follow them; make it longer{look}",
            rounded(distance, 6)
        );
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
