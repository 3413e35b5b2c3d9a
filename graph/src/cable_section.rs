//! Sections of cables: stretches that are made of something else.

use crate::axial::stretching;
use crate::slot::{fixed, visit};
use crate::text::Expressions;
use crate::{AxialStiffness, Drag, NodeId, Range};

/// A stretch of a spline that is made of something else.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct CableSection {
    pub path: String,
    pub elements: u32,
    /// Unstretched, m.
    pub length: NodeId,
    /// kg
    pub mass: NodeId,
    /// m
    pub diameter: NodeId,
    pub axial: Option<AxialStiffness>,
    /// EI, N m^2.
    pub bending_stiffness: NodeId,
    /// N m^2 s
    pub bending_damping: NodeId,
    /// m
    pub least_radius: Option<NodeId>,
    pub drag: Drag,
    pub added_mass: NodeId,
    /// Whether displaced fluid carries weight.
    pub buoyancy: bool,
}

impl CableSection {
    /// Two lines.
    pub(crate) fn text(&self, expressions: &Expressions) -> [String; 2] {
        let scalar = |node| expressions.scalar(node);
        let radius = self.least_radius.map(|radius| format!(" least radius {}", scalar(radius)));
        [
            format!(
                "  section {}: {} elements ({}) length {} diameter {} mass {}",
                self.path,
                self.elements,
                stretching(self.axial.as_ref(), expressions),
                scalar(self.length),
                scalar(self.diameter),
                scalar(self.mass)
            ),
            format!(
                "    bending stiffness {} damping {}{} {} added_mass {} buoyancy {}",
                scalar(self.bending_stiffness),
                scalar(self.bending_damping),
                radius.unwrap_or_default(),
                self.drag.text(expressions),
                scalar(self.added_mass),
                self.buoyancy
            ),
        ]
    }
}

visit!(CableSection, |section, see| {
    let CableSection {
        path: _,
        elements: _,
        length,
        mass,
        diameter,
        axial,
        bending_stiffness,
        bending_damping,
        least_radius,
        drag,
        added_mass,
        buoyancy: _,
    } = section;
    let positive = |name| fixed(name).within(Range::Positive);
    let not_negative = |name| fixed(name).within(Range::NotNegative);
    positive("length of a section").each([length], see);
    positive("mass of a section").each([mass], see);
    not_negative("diameter of a section").each([diameter], see);
    if let Some(axial) = axial {
        axial.visit(see);
    }
    not_negative("bending stiffness of a section").each([bending_stiffness], see);
    not_negative("bending damping of a section").each([bending_damping], see);
    if let Some(radius) = least_radius {
        positive("least radius of a section").each([radius], see);
    }
    drag.visit(see);
    not_negative("added mass coefficient of a section").each([added_mass], see);
});
