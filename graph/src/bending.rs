//! What resists a cable's being bent, and the shape in which nothing does.

use crate::slot::{fixed, visit};
use crate::text::Expressions;
use crate::{MaxwellBranch, NodeId, Range};

/// Of a cable that is alike from end to end, or of most of it.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Bending {
    /// EI, N m^2: between neighbouring links an elastic moment `EI / spacing * angle`.
    #[serde(rename = "bending_stiffness")]
    pub stiffness: NodeId,
    /// N m^2 s: between neighbouring links a moment `value / spacing * rate of the angle`.
    #[serde(rename = "bending_damping")]
    pub damping: NodeId,
    /// N m^2 each: what of its moment relaxes, beside the stiffness.
    #[serde(rename = "bending_branches")]
    pub branches: Vec<MaxwellBranch>,
    /// Where it resists otherwise to one side.
    #[serde(rename = "second_bending")]
    pub second: Option<SecondBending>,
    /// The shape without moments.
    pub relaxed: Relaxed,
}

/// Of the section: EI in N m^2 against bending to this side and away from it, in the axes of the frame that clamps the start.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct SecondBending {
    pub stiffness: NodeId,
    pub towards: [NodeId; 3],
}

/// A shape without moments.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub enum Relaxed {
    Straight,
    /// A circle that begins in the direction of the first end that is clamped and turns to the side of `towards`, in the
    /// axes of the frame there; m.
    Arc {
        radius: NodeId,
        towards: [NodeId; 3],
    },
}

impl Bending {
    /// Of what is straight where nothing bends it.
    pub fn plain(stiffness: NodeId, damping: NodeId) -> Self {
        Self { stiffness, damping, branches: Vec::new(), second: None, relaxed: Relaxed::Straight }
    }

    /// Lines of what a cable does not have in common with most others.
    pub(crate) fn text(&self, expressions: &Expressions) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some(SecondBending { stiffness, towards }) = &self.second {
            lines.push(format!(
                "  bending stiffness {} towards {}",
                expressions.scalar(*stiffness),
                expressions.tuple(towards)
            ));
        }
        if let Relaxed::Arc { radius, towards } = &self.relaxed {
            lines.push(format!(
                "  relaxed arc radius {} towards {}",
                expressions.scalar(*radius),
                expressions.tuple(towards)
            ));
        }
        lines
    }
}

impl Relaxed {
    pub fn is_straight(&self) -> bool {
        match self {
            Relaxed::Straight => true,
            Relaxed::Arc { .. } => false,
        }
    }
}

visit!(Bending, |bending, see| {
    let Bending { stiffness, damping, branches, second, relaxed } = bending;
    let positive = |name| fixed(name).within(Range::Positive);
    let not_negative = |name| fixed(name).within(Range::NotNegative);
    not_negative("bending stiffness").each([stiffness], see);
    not_negative("bending damping").each([damping], see);
    for branch in branches {
        branch.visit(see);
    }
    if let Some(SecondBending { stiffness, towards }) = second {
        positive("second bending stiffness").each([stiffness], see);
        fixed("side of the second bending stiffness").each(towards, see);
    }
    match relaxed {
        Relaxed::Straight => {}
        Relaxed::Arc { radius, towards } => {
            positive("radius of the relaxed arc").each([radius], see);
            fixed("side of the relaxed arc").each(towards, see);
        }
    }
});
