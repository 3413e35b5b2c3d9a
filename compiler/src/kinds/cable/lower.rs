//! `cable`: what its blocks make of it, and its mass.

use cdl_graph::{Cable, Drag, NodeId};

use super::bending::{JOINT_DAMPING, least_radius};
use super::drag::{ADDED_MASS, BUOYANCY, drag};
use super::pieces::{Discretization, discretization};
use super::schema as cable;
use super::torsion::torsion;
use crate::lower::{Fields, Lowered, Lowering, Unlowered};
use crate::schema::key::Choice;
use crate::symbolic::{Scalars, inertia};
use crate::typed::{Element, Handle};

impl Lowering<'_> {
    pub(crate) fn cable(&mut self, element: &Element) -> Lowered<()> {
        let Handle::Cable(id) = element.handle else { return Err(Unlowered) };
        let fields = Fields::Element(element);
        let zero = self.constant(0.0);
        self.sections_have_times(element);
        if element.variant().and_then(Discretization::named) == Some(Discretization::Spline) {
            self.branches_have_times(element);
        }
        let discretization = discretization(element, fields, &self.signals.tables)?;
        let ends = self.ends(element, &discretization)?;
        let length = fields.value(&cable::LENGTH)?;
        let diameter = fields.given(&cable::DIAMETER);
        let mass = self.cable_mass(fields, length, diameter)?;
        let bending = self.bending(element, &discretization, ends)?;
        let no_drag = Drag { normal: zero, tangent: zero, isotropic: false };
        let drag = drag(fields, zero)?.unwrap_or(no_drag);
        let floats = diameter.is_some() && self.has_water();
        let cable = Cable {
            path: element.path.to_string(),
            origin: element.origin(),
            torsion: torsion(fields, &discretization)?,
            least_radius: least_radius(fields, &discretization),
            discretization,
            ends,
            length,
            diameter: diameter.unwrap_or(zero),
            mass,
            bending,
            joint_damping: fields.value(&JOINT_DAMPING)?,
            drag,
            added_mass: fields.value(&ADDED_MASS)?,
            buoyancy: fields.given(&BUOYANCY).unwrap_or(floats),
            start: self.cable_start(fields, ends)?,
            guides: [None; 2],
            clumps: Vec::new(),
            sections: Vec::new(),
        };
        let cable = self.sections(element, cable)?;
        *self.cables.get_mut(id.index()).ok_or(Unlowered)? = Some(cable);
        Ok(())
    }

    /// Given, or length times mass per length, or that times the section.
    fn cable_mass(
        &mut self,
        fields: Fields<'_>,
        length: NodeId,
        diameter: Option<NodeId>,
    ) -> Lowered<NodeId> {
        if let Some(mass) = fields.given(&cable::MASS) {
            return Ok(mass);
        }
        if let Some(per_length) = fields.given(&cable::LINEAR_DENSITY) {
            return Ok(self.times(per_length, length));
        }
        let own_density = fields.given(&cable::DENSITY);
        let density = own_density.or_else(|| self.density_of(fields.given(&cable::MATERIAL)));
        let (density, diameter) = density.zip(diameter).ok_or(Unlowered)?;
        Ok(inertia::rod_mass(self, density, diameter, length))
    }
}
