//! What pulls where a cable is stretched.

use crate::slot::{fixed, visit};
use crate::text::Expressions;
use crate::{NodeId, Range, Table};

/// The law between two neighbouring points of a lumped cable. Without `compression` a segment that is shorter
/// than it should be is slack.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub enum Axial {
    /// Of each segment: stiffness N/m and damping N s/m.
    Spring { stiffness: NodeId, damping: NodeId, compression: bool },
    /// Of the section: EA in N and its damping in N s, divided by the segment's length.
    Elastic { stiffness: NodeId, damping: NodeId, compression: bool },
    /// Of each segment, on its error `e = (d - l) / d` (d its length, l the one it should have): the
    /// tension is `proportional e + derivative de/dt + integral ∫e dt`, in N, N s and N/s (Brateau).
    Pid { proportional: NodeId, derivative: NodeId, integral: NodeId },
    /// Of the section: N, the first column of a table over the strain, linear between rows; below the first the tension
    /// of that, beyond the last the slope before it. And damping in N s, divided by the segment's length.
    Measured { tension: Table, damping: NodeId },
}

/// Of the section: EA in N and its damping in N s, and what relaxes beside them.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct AxialStiffness {
    /// What is left of it for good.
    pub lasting: Lasting,
    pub damping: NodeId,
    pub branches: Vec<MaxwellBranch>,
}

/// A tension that stays where the strain does.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub enum Lasting {
    /// Times the strain, N; zero only beside branches.
    Stiffness(NodeId),
    /// N, the first column of a table over the strain: linear between rows, beyond them as beside them.
    Measured(Table),
}

/// A spring (N for a strain, N m^2 for a curvature or a twist by length) and a damper in a row, which pulls less and less
/// within its time constant (s) where that stays.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct MaxwellBranch {
    pub stiffness: NodeId,
    pub time_constant: NodeId,
}

impl Axial {
    pub(crate) fn text(&self, expressions: &Expressions) -> String {
        let pushes = |compression| if compression { " with compression" } else { "" };
        match self {
            Axial::Spring { stiffness, damping, compression } => format!(
                "spring stiffness {} damping {}{}",
                expressions.scalar(*stiffness),
                expressions.scalar(*damping),
                pushes(*compression)
            ),
            Axial::Elastic { stiffness, damping, compression } => format!(
                "elastic stiffness {} damping {}{}",
                expressions.scalar(*stiffness),
                expressions.scalar(*damping),
                pushes(*compression)
            ),
            Axial::Measured { tension, damping } => {
                format!("tension by {} damping {}", tension.path, expressions.scalar(*damping))
            }
            Axial::Pid { proportional, derivative, integral } => format!(
                "pid proportional {} derivative {} integral {}",
                expressions.scalar(*proportional),
                expressions.scalar(*derivative),
                expressions.scalar(*integral)
            ),
        }
    }
}

visit!(Axial, |axial, see| {
    let positive = |name| fixed(name).within(Range::Positive);
    let not_negative = |name| fixed(name).within(Range::NotNegative);
    match axial {
        Axial::Spring { stiffness, damping, compression: _ }
        | Axial::Elastic { stiffness, damping, compression: _ } => {
            positive("axial stiffness").each([stiffness], see);
            not_negative("axial damping").each([damping], see);
        }
        Axial::Pid { proportional, derivative, integral } => {
            positive("proportional coefficient").each([proportional], see);
            not_negative("derivative coefficient").each([derivative], see);
            not_negative("integral coefficient").each([integral], see);
        }
        Axial::Measured { tension: _, damping } => {
            not_negative("axial damping").each([damping], see);
        }
    }
});

visit!(AxialStiffness, |axial, see| {
    let AxialStiffness { lasting, damping, branches } = axial;
    let range = if branches.is_empty() { Range::Positive } else { Range::NotNegative };
    match lasting {
        Lasting::Stiffness(stiffness) => {
            fixed("axial stiffness").within(range).each([stiffness], see);
        }
        Lasting::Measured(_) => {}
    }
    fixed("axial damping").within(Range::NotNegative).each([damping], see);
    for branch in branches {
        branch.visit(see);
    }
});

visit!(MaxwellBranch, |branch, see| {
    let MaxwellBranch { stiffness, time_constant } = branch;
    fixed("stiffness of a branch").within(Range::NotNegative).each([stiffness], see);
    fixed("time constant of a branch").within(Range::Positive).each([time_constant], see);
});

/// How a spline stretches.
pub(crate) fn stretching(axial: Option<&AxialStiffness>, expressions: &Expressions) -> String {
    let Some(AxialStiffness { lasting, damping, branches }) = axial else {
        return "inextensible".to_owned();
    };
    let lasting = match lasting {
        Lasting::Stiffness(own) => format!("elastic stiffness {}", expressions.scalar(*own)),
        Lasting::Measured(table) => format!("tension by {}", table.path),
    };
    let branches = relaxing(branches, expressions);
    format!("{lasting} damping {}{branches}", expressions.scalar(*damping))
}

/// What fades, with a space before it.
pub(crate) fn relaxing(branches: &[MaxwellBranch], expressions: &Expressions) -> String {
    let branch = |MaxwellBranch { stiffness, time_constant }: &MaxwellBranch| {
        let [stiffness, time] = [stiffness, time_constant].map(|own| expressions.scalar(*own));
        format!(" branch {stiffness} for {time}")
    };
    branches.iter().map(branch).collect()
}
