//! Guides: what rope goes through at the ends of cables, winches and sheaves.

use std::collections::HashMap;

use crate::slot::{fixed, visit};
use crate::{CableId, Graph, JointId, NodeId, Range};

/// Rope goes through an end as a joint says: one that is prismatic, from the world along its x axis to a body that stands
/// for a length, m.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub enum Guide {
    /// The coordinate begins with [`Cable::length`] and grows by what is paid out: the free length, where nothing goes
    /// through the other end.
    Winch { joint: JointId, drum: Option<Drum> },
    /// The coordinate begins with nothing and grows by what goes from one cable over to another.
    Sheave { joint: JointId, side: Side, edge: Option<Edge> },
}

/// What a winch winds its rope on. With the length `s` of the rope on it, the square of the radius where rope leaves is
/// `radius^2 + growth * s`.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Drum {
    /// Without rope, m.
    pub radius: NodeId,
    /// m
    pub growth: NodeId,
    /// Without rope, kg m^2.
    pub inertia: NodeId,
    /// The coordinate of the winch where nothing is left on it, m.
    pub whole: NodeId,
    /// The most that it holds, m.
    pub capacity: Option<NodeId>,
}

/// What does not turn with the rope, so that it slides.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Edge {
    /// Of dry friction between the rope and what it lies on.
    pub friction: NodeId,
    /// m/s; below it friction falls off.
    pub speed: NodeId,
}

/// Of a sheave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub enum Side {
    /// The cable that becomes shorter as the coordinate grows.
    From,
    /// The one that becomes longer.
    To,
}

impl Guide {
    pub fn joint(&self) -> JointId {
        match *self {
            Guide::Winch { joint, drum: _ } | Guide::Sheave { joint, side: _, edge: _ } => joint,
        }
    }

    /// What the free length grows by for each metre of the coordinate.
    pub fn grows(&self) -> f64 {
        match self {
            Guide::Winch { .. } | Guide::Sheave { side: Side::To, .. } => 1.0,
            Guide::Sheave { side: Side::From, .. } => -1.0,
        }
    }

    /// As it is written.
    pub fn kind(&self) -> &'static str {
        match self {
            Guide::Winch { .. } => "winch",
            Guide::Sheave { .. } => "sheave",
        }
    }

    /// Its lines in the text of a graph, at this end of a cable.
    pub(crate) fn text(
        &self,
        graph: &Graph,
        end: &str,
        scalar: impl Fn(NodeId) -> String,
    ) -> Vec<String> {
        let what = match self {
            Guide::Winch { .. } => "winch",
            Guide::Sheave { side: Side::From, .. } => "from here over sheave",
            Guide::Sheave { side: Side::To, .. } => "to here over sheave",
        };
        let path = &graph.joints[self.joint().index()].path;
        let mut lines = vec![format!("  {what} {path} at {end}")];
        match *self {
            Guide::Winch { drum: Some(drum), .. } => {
                let Drum { radius, growth, inertia, whole, capacity } = drum;
                let holds =
                    capacity.map_or_else(String::new, |own| format!(" holds {}", scalar(own)));
                let [radius, growth, inertia, whole] = [radius, growth, inertia, whole].map(scalar);
                lines.push(format!(
                    "    drum radius {radius} growth {growth} inertia {inertia} whole {whole}{holds}"
                ));
            }
            Guide::Sheave { edge: Some(Edge { friction, speed }), .. } => {
                let [friction, speed] = [friction, speed].map(scalar);
                lines.push(format!("    slides friction {friction} speed {speed}"));
            }
            Guide::Winch { drum: None, .. } | Guide::Sheave { edge: None, .. } => {}
        }
        lines
    }
}

/// Two ends that one sheave joins: that of the cable which becomes shorter as the coordinate grows, and that of the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Joined {
    pub joint: JointId,
    pub edge: Option<Edge>,
    pub from: EndOnSheave,
    pub to: EndOnSheave,
}

/// An end of a cable: 0 for its start, 1 for its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndOnSheave {
    pub cable: CableId,
    pub end: usize,
}

impl Graph {
    /// All sheaves, in the order of the cables that they take from.
    pub fn sheaves(&self) -> Vec<Joined> {
        let mut to: HashMap<JointId, EndOnSheave> = HashMap::new();
        let mut found = Vec::new();
        for (index, cable) in self.cables.iter().enumerate() {
            for (end, guide) in cable.guides.iter().enumerate() {
                let own = EndOnSheave { cable: CableId(index as u32), end };
                match *guide {
                    Some(Guide::Sheave { joint, side: Side::From, edge }) => {
                        found.push((joint, edge, own));
                    }
                    Some(Guide::Sheave { joint, side: Side::To, edge: _ }) => {
                        to.insert(joint, own);
                    }
                    Some(Guide::Winch { .. }) | None => {}
                }
            }
        }
        let joined = found.into_iter().filter_map(|(joint, edge, from)| {
            Some(Joined { joint, edge, from, to: *to.get(&joint)? })
        });
        joined.collect()
    }
}

visit!(Guide, |guide, see| {
    match guide {
        Guide::Winch { joint: _, drum } => {
            if let Some(Drum { radius, growth, inertia, whole, capacity }) = drum {
                fixed("radius of the drum").within(Range::Positive).each([radius], see);
                let not_negative = |name| fixed(name).within(Range::NotNegative);
                not_negative("growth of the drum").each([growth], see);
                not_negative("inertia of the drum").each([inertia], see);
                fixed("length of the rope").within(Range::Positive).each([whole], see);
                if let Some(capacity) = capacity {
                    fixed("capacity of the drum").each([capacity], see);
                }
            }
        }
        Guide::Sheave { joint: _, side: _, edge } => {
            if let Some(Edge { friction, speed }) = edge {
                fixed("friction of the edge").within(Range::NotNegative).each([friction], see);
                fixed("speed of the edge").within(Range::Positive).each([speed], see);
            }
        }
    }
});
