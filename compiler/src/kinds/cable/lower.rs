//! `cable`: its discretization, ends, mass, resistance and start.

use cdl_grammar::syntax::RelationWord;
use cdl_graph::{Axial, Cable, CableEnd, CableStart, ChainForm, Discretization, NodeId};

use crate::lower::{Fields, Lowering, relation};
use crate::schema::KindId;
use crate::symbolic::{Scalars, Vector, inertia};
use crate::typed::{Element, Handle};

impl Lowering<'_> {
    pub(crate) fn cable(&mut self, element: &Element) -> Option<()> {
        let Handle::Cable(id) = element.handle else { return None };
        let fields = Fields::Element(element);
        let zero = self.constant(0.0);
        let ends = [
            self.end_of(element, relation(element, RelationWord::From)?, "from")?,
            self.end_of(element, relation(element, RelationWord::To)?, "to")?,
        ];
        let discretization = self.discretization(element.variant?, fields)?;
        let length = fields.scalar("length")?;
        let diameter = fields.scalar("diameter");
        let mass = self.cable_mass(fields, length, diameter)?;
        let diameter = diameter.unwrap_or(zero);
        let bending = fields.structure("bending");
        let (drag_normal, drag_tangent, drag_isotropic) = match fields.variant("drag") {
            Some((_, arguments)) => (arguments.scalar("coefficient")?, zero, true),
            None => {
                let drag = fields.structure("drag");
                let value = |name| drag.scalar(name).unwrap_or(zero);
                (value("normal"), value("tangent"), false)
            }
        };
        let in_water = fields.has("diameter") && self.has_water();
        let cable = Cable {
            path: element.path.clone(),
            discretization,
            ends,
            length,
            diameter,
            mass,
            bending_stiffness: bending.scalar("stiffness").unwrap_or(zero),
            bending_damping: bending.scalar("damping").unwrap_or(zero),
            joint_damping: fields.scalar("joint_damping").unwrap_or(zero),
            drag_normal,
            drag_tangent,
            drag_isotropic,
            added_mass: fields.scalar("added_mass").unwrap_or(zero),
            buoyancy: fields.boolean("buoyancy").unwrap_or(in_water),
            start: self.cable_start(fields, ends)?,
        };
        *self.cables.get_mut(id.index())? = Some(cable);
        Some(())
    }

    fn discretization(&mut self, variant: &str, fields: Fields<'_>) -> Option<Discretization> {
        match variant {
            "rigid_links" => Some(Discretization::RigidLinks {
                count: fields.count("count")?,
                form: match fields.variant("form").map(|(name, _)| name) {
                    Some("recursion") => ChainForm::Recursion,
                    Some("natural") => ChainForm::Natural,
                    _ => ChainForm::Auto,
                },
            }),
            "lumped" => {
                let (law, arguments) = fields.variant("axial")?;
                let zero = self.constant(0.0);
                let axial = if law == "pid" {
                    Axial::Pid {
                        proportional: arguments.scalar("kp")?,
                        derivative: arguments.scalar("kd").unwrap_or(zero),
                        integral: arguments.scalar("ki").unwrap_or(zero),
                    }
                } else {
                    let stiffness = arguments.scalar("stiffness")?;
                    let damping = arguments.scalar("damping").unwrap_or(zero);
                    let compression = arguments.boolean("compression").unwrap_or(false);
                    match law {
                        "spring" => Axial::Spring { stiffness, damping, compression },
                        _ => Axial::Elastic { stiffness, damping, compression },
                    }
                };
                Some(Discretization::Lumped { points: fields.count("nodes")?, axial })
            }
            _ => None,
        }
    }

    /// Given, or length times mass per length, or that times the section.
    fn cable_mass(
        &mut self,
        fields: Fields<'_>,
        length: NodeId,
        diameter: Option<NodeId>,
    ) -> Option<NodeId> {
        if let Some(mass) = fields.scalar("mass") {
            return Some(mass);
        }
        if let Some(per_length) = fields.scalar("linear_density") {
            return Some(self.signals.times(per_length, length));
        }
        let density = self.density(fields)?;
        Some(inertia::rod_mass(self, density, diameter?, length))
    }

    /// The environment may stand further down in the model.
    fn has_water(&self) -> bool {
        let environment =
            self.model.elements.iter().find(|other| other.kind == KindId::Environment);
        environment.is_some_and(|environment| environment.fields.contains_key("water"))
    }

    fn cable_start(&mut self, fields: Fields<'_>, ends: [CableEnd; 2]) -> Option<CableStart> {
        match fields.variant("start") {
            Some(("straight", arguments)) => {
                let direction = match arguments.vector("direction") {
                    Some(direction) => direction,
                    None => self.down(),
                };
                let zero = self.constant(0.0);
                let angular_velocity = arguments.vector("angular_velocity").unwrap_or([zero; 3]);
                Some(CableStart::Straight { direction, angular_velocity })
            }
            Some(("arc", arguments)) => {
                let towards = match arguments.vector("towards") {
                    Some(towards) => towards,
                    None => self.down(),
                };
                Some(CableStart::Arc { towards })
            }
            Some(_) => Some(CableStart::Hanging),
            None if ends.contains(&CableEnd::Free) => {
                let direction = self.down();
                let angular_velocity = [self.constant(0.0); 3];
                Some(CableStart::Straight { direction, angular_velocity })
            }
            None => Some(CableStart::Hanging),
        }
    }

    fn down(&mut self) -> Vector {
        let (zero, down) = (self.constant(0.0), self.constant(-1.0));
        [zero, zero, down]
    }
}
