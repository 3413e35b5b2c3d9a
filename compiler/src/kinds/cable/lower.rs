//! `cable`: its discretization, ends, mass, resistance and start.

use cdl_grammar::syntax::RelationWord;
use cdl_graph::{
    self as graph, Axial, AxialStiffness, Cable, CableEnd, CableStart, ChainForm, Drag, Lasting,
    MaxwellBranch, NodeId, Table,
};

use super::schema::{
    self as cable, AxialLaw, Discretization, DragLaw, Form, Hold, Relaxed, SplineAxial, StartShape,
};
use crate::diagnostics::{self, NoClamp};
use crate::lower::{BlockOrVariant, Fields, Lowered, Lowering, Unlowered, relation};
use crate::schema::KindId;
use crate::schema::key::{Choice, Many, Maybe};
use crate::symbolic::{Scalars, Vector, inertia};
use crate::typed::{Element, Handle};

impl Lowering<'_> {
    pub(crate) fn cable(&mut self, element: &Element) -> Lowered<()> {
        let Handle::Cable(id) = element.handle else { return Err(Unlowered) };
        let fields = Fields::Element(element);
        let zero = self.constant(0.0);
        self.branches_have_times(element);
        let discretization = discretization(element, fields, &self.signals.tables)?;
        let ends = self.ends(element, &discretization)?;
        let length = fields.value(&cable::LENGTH)?;
        let diameter = fields.given(&cable::DIAMETER);
        let mass = self.cable_mass(fields, length, diameter)?;
        let relaxed = self.relaxed(element, ends)?;
        if let graph::Discretization::Spline { .. } = discretization {
            self.no_joints(element);
        }
        let (bending_stiffness, bending_damping) = match fields.given(&cable::BENDING) {
            Some(bending) => {
                (bending.value(&cable::BENDING_STIFFNESS)?, bending.value(&cable::BENDING_DAMPING)?)
            }
            None => (zero, zero),
        };
        let bending_branches = fields
            .given(&cable::BENDING)
            .map_or_else(Vec::new, |bending| relaxing(bending, &cable::BENDING_BRANCHES));
        let second_bending = second_bending(fields, &discretization)?;
        let no_drag = Drag { normal: zero, tangent: zero, isotropic: false };
        let drag = drag(fields, zero)?.unwrap_or(no_drag);
        let floats = diameter.is_some() && self.has_water();
        let cable = Cable {
            path: element.path.clone(),
            origin: element.origin(),
            torsion: torsion(fields, &discretization)?,
            least_radius: least_radius(fields, &discretization),
            discretization,
            ends,
            length,
            diameter: diameter.unwrap_or(zero),
            mass,
            bending_stiffness,
            bending_damping,
            bending_branches,
            second_bending,
            relaxed,
            joint_damping: fields.value(&cable::JOINT_DAMPING)?,
            drag,
            added_mass: fields.value(&cable::ADDED_MASS)?,
            buoyancy: fields.given(&cable::BUOYANCY).unwrap_or(floats),
            start: self.cable_start(fields, ends)?,
            guides: [None; 2],
            clumps: Vec::new(),
            sections: Vec::new(),
        };
        let cable = self.sections(element, cable)?;
        *self.cables.get_mut(id.index()).ok_or(Unlowered)? = Some(cable);
        Ok(())
    }

    /// Held by frames or by nothing, pinned or clamped.
    fn ends(
        &mut self,
        element: &Element,
        discretization: &graph::Discretization,
    ) -> Lowered<[CableEnd; 2]> {
        let given = Fields::Element(element).given(&cable::ENDS);
        let mut ends = [CableEnd::Free; 2];
        let sides = [(RelationWord::From, &cable::END_START), (RelationWord::To, &cable::END_END)];
        for (end, (word, hold)) in ends.iter_mut().zip(sides) {
            *end = self.end_of(element, relation(element, word)?, word.text())?;
            let Some(given) = given else { continue };
            let (Hold::Clamped, given) = given.value(hold)? else { continue };
            let direction = given.value(&cable::CLAMP_DIRECTION)?;
            let Some(frame) = end.frame() else {
                self.no_clamp(element, hold.field.name, NoClamp::Free { word: word.text() });
                continue;
            };
            if !has_attitude(discretization) {
                let name = element.variant.unwrap_or("");
                self.no_clamp(element, hold.field.name, NoClamp::NoAttitude { variant: name });
            }
            *end = CableEnd::Clamped { frame, direction };
        }
        Ok(ends)
    }

    /// A curved shape needs to know where it begins.
    fn relaxed(&mut self, element: &Element, ends: [CableEnd; 2]) -> Lowered<graph::Relaxed> {
        let Some(bending) = Fields::Element(element).given(&cable::BENDING) else {
            return Ok(graph::Relaxed::Straight);
        };
        let (shape, given) = bending.value(&cable::RELAXED)?;
        match shape {
            Relaxed::Straight => Ok(graph::Relaxed::Straight),
            Relaxed::Arc => {
                if !ends.iter().any(|end| matches!(end, CableEnd::Clamped { .. })) {
                    let place = element.fields.get(cable::BENDING.field.name);
                    let place = place.map_or(element.place, |own| own.place);
                    self.diagnostics.push(diagnostics::curled_without_clamp(place, &element.path));
                }
                let radius = given.value(&cable::RELAXED_RADIUS)?;
                let towards = given.value(&cable::RELAXED_TOWARDS)?;
                Ok(graph::Relaxed::Arc { radius, towards })
            }
        }
    }

    /// A spline bends everywhere, and has no joints.
    fn no_joints(&mut self, element: &Element) {
        let fields = &element.fields;
        let given = fields.get(cable::JOINT_DAMPING.field.name).filter(|own| !own.is_default);
        if let Some(field) = given {
            self.diagnostics.push(diagnostics::not_of_a_spline(field.place, &element.path));
        }
    }

    /// Both lists of a law are about the same branches.
    fn branches_have_times(&mut self, element: &Element) {
        let fields = Fields::Element(element);
        for (block, branches) in [
            (&cable::BENDING, &cable::BENDING_BRANCHES),
            (&cable::TORSION, &cable::TORSION_BRANCHES),
        ] {
            let Some(given) = fields.given(block) else { continue };
            let counts = [branches, &cable::SECTION_TIMES]
                .map(|own| given.given(own).map_or(0, |own| own.len()));
            self.as_many_times(element, block.field.name, counts);
        }
        if element.variant.and_then(Discretization::named) != Some(Discretization::Spline) {
            return;
        }
        let Ok((law, given)) = fields.value(&cable::SPLINE_AXIAL) else { return };
        let counts = match law {
            SplineAxial::Maxwell => {
                let (Ok(branches), Ok(times)) =
                    (given.value(&cable::BRANCHES), given.value(&cable::TIME_CONSTANTS))
                else {
                    return;
                };
                [branches.len(), times.len()]
            }
            SplineAxial::Measured => [&cable::MEASURED_BRANCHES, &cable::MEASURED_TIMES]
                .map(|own| given.given(own).map_or(0, |own| own.len())),
            SplineAxial::Inextensible | SplineAxial::Elastic | SplineAxial::Zener => return,
        };
        self.as_many_times(element, cable::SPLINE_AXIAL.field.name, counts);
    }

    /// Of a law in this field.
    fn as_many_times(&mut self, element: &Element, field: &str, counts: [usize; 2]) {
        if counts[0] != counts[1] {
            let place = element.place_of(field);
            let report = diagnostics::branches_and_times(place, &element.path, counts);
            self.diagnostics.push(report);
        }
    }

    fn no_clamp(&mut self, element: &Element, end: &str, why: NoClamp<'_>) {
        let place =
            element.fields.get(cable::ENDS.field.name).map_or(element.place, |own| own.place);
        self.diagnostics.push(diagnostics::no_clamp(place, &element.path, end, why));
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
            return Ok(self.signals.times(per_length, length));
        }
        let own_density = fields.given(&cable::DENSITY);
        let density = own_density.or_else(|| self.density_of(fields.given(&cable::MATERIAL)));
        let (density, diameter) = density.zip(diameter).ok_or(Unlowered)?;
        Ok(inertia::rod_mass(self, density, diameter, length))
    }

    /// The environment may stand further down in the model.
    pub(super) fn has_water(&mut self) -> bool {
        let model = self.model;
        *self.has_water.get_or_insert_with(|| {
            let mut elements = model.elements.iter();
            let environment = elements.find(|other| other.kind == KindId::Environment);
            environment.is_some_and(|own| Fields::Element(own).nested(KindId::Water).is_some())
        })
    }

    fn cable_start(&mut self, fields: Fields<'_>, ends: [CableEnd; 2]) -> Lowered<CableStart> {
        Ok(match fields.given(&cable::START) {
            Some((StartShape::Straight, given)) => CableStart::Straight {
                direction: given.value(&cable::STRAIGHT_DIRECTION)?,
                angular_velocity: given.value(&cable::STRAIGHT_ANGULAR_VELOCITY)?,
            },
            Some((StartShape::Arc, given)) => {
                CableStart::Arc { towards: given.value(&cable::ARC_TOWARDS)? }
            }
            Some((StartShape::Hanging | StartShape::Catenary, _)) => CableStart::Hanging,
            None if ends.iter().any(|end| matches!(end, CableEnd::Clamped { .. })) => {
                CableStart::Onward
            }
            None if ends.iter().any(CableEnd::is_free) => {
                let direction = self.down();
                let angular_velocity = [self.constant(0.0); 3];
                CableStart::Straight { direction, angular_velocity }
            }
            None => CableStart::Hanging,
        })
    }

    fn down(&mut self) -> Vector {
        let (zero, down) = (self.constant(0.0), self.constant(-1.0));
        [zero, zero, down]
    }
}

/// Whether its pieces have directions that a clamp can hold.
fn has_attitude(discretization: &graph::Discretization) -> bool {
    match discretization {
        graph::Discretization::RigidLinks { .. } | graph::Discretization::Spline { .. } => true,
        graph::Discretization::Lumped { .. } => false,
    }
}

fn discretization(
    element: &Element,
    fields: Fields<'_>,
    tables: &[Table],
) -> Lowered<graph::Discretization> {
    let variant = element.variant.and_then(Discretization::named).ok_or(Unlowered)?;
    Ok(match variant {
        Discretization::RigidLinks => graph::Discretization::RigidLinks {
            count: fields.value(&cable::COUNT)?,
            form: match fields.value(&cable::FORM)?.0 {
                Form::Auto => ChainForm::Auto,
                Form::Recursion => ChainForm::Recursion,
                Form::Natural => ChainForm::Natural,
            },
        },
        Discretization::Lumped => graph::Discretization::Lumped {
            points: fields.value(&cable::NODES)?,
            axial: axial(fields, tables)?,
        },
        Discretization::Spline => graph::Discretization::Spline {
            elements: fields.value(&cable::ELEMENTS)?,
            axial: spline_axial(fields.value(&cable::SPLINE_AXIAL)?, tables)?,
        },
    })
}

/// What resists flow, if the block says so. `zero` is that number.
fn drag(fields: Fields<'_>, zero: NodeId) -> Lowered<Option<Drag>> {
    Ok(match fields.given(&cable::DRAG) {
        None => None,
        Some(BlockOrVariant::Variant(DragLaw::Isotropic, given)) => {
            let normal = given.value(&cable::DRAG_COEFFICIENT)?;
            Some(Drag { normal, tangent: zero, isotropic: true })
        }
        Some(BlockOrVariant::Block(given)) => {
            let normal = given.value(&cable::DRAG_NORMAL)?;
            let tangent = given.value(&cable::DRAG_TANGENT)?;
            Some(Drag { normal, tangent, isotropic: false })
        }
    })
}

/// What pulls where a spline is stretched, if it does.
pub(super) fn spline_axial(
    (law, given): (SplineAxial, Fields<'_>),
    tables: &[Table],
) -> Lowered<Option<AxialStiffness>> {
    let (lasting, branches) = match law {
        SplineAxial::Inextensible => return Ok(None),
        SplineAxial::Elastic => {
            (Lasting::Stiffness(given.value(&cable::ELASTIC_STIFFNESS)?), Vec::new())
        }
        SplineAxial::Measured => {
            let table = measured(given, tables)?;
            let [stiffnesses, times] = [&cable::MEASURED_BRANCHES, &cable::MEASURED_TIMES]
                .map(|own| given.given(own).unwrap_or_default());
            (Lasting::Measured(table), branches(stiffnesses, times))
        }
        SplineAxial::Zener => {
            let branch = MaxwellBranch {
                stiffness: given.value(&cable::BRANCH)?,
                time_constant: given.value(&cable::TIME_CONSTANT)?,
            };
            (Lasting::Stiffness(given.value(&cable::RELAXED_STIFFNESS)?), vec![branch])
        }
        SplineAxial::Maxwell => {
            let stiffnesses = given.value(&cable::BRANCHES)?;
            let times = given.value(&cable::TIME_CONSTANTS)?;
            (Lasting::Stiffness(given.value(&cable::LASTING)?), branches(stiffnesses, times))
        }
    };
    let damping = given.value(&cable::ELASTIC_DAMPING)?;
    Ok(Some(AxialStiffness { lasting, damping, branches }))
}

/// The tension over the strain.
fn measured(given: Fields<'_>, tables: &[Table]) -> Lowered<Table> {
    let table = given.value(&cable::MEASURED_TENSION)?;
    tables.get(table.index()).cloned().ok_or(Unlowered)
}

/// What relaxes in a section, of a block.
fn relaxing(given: Fields<'_>, own: &Maybe<Many>) -> Vec<MaxwellBranch> {
    let [stiffnesses, times] =
        [own, &cable::SECTION_TIMES].map(|own| given.given(own).unwrap_or_default());
    branches(stiffnesses, times)
}

fn branches(stiffnesses: Vec<NodeId>, times: Vec<NodeId>) -> Vec<MaxwellBranch> {
    let each = stiffnesses.into_iter().zip(times);
    each.map(|(stiffness, time_constant)| MaxwellBranch { stiffness, time_constant }).collect()
}

/// Of a spline.
fn second_bending(
    fields: Fields<'_>,
    discretization: &graph::Discretization,
) -> Lowered<Option<graph::SecondBending>> {
    let graph::Discretization::Spline { .. } = discretization else { return Ok(None) };
    let Some(given) = fields.given(&cable::SECOND_BENDING) else { return Ok(None) };
    Ok(Some(graph::SecondBending {
        stiffness: given.value(&cable::SECOND_STIFFNESS)?,
        towards: given.value(&cable::SECOND_TOWARDS)?,
    }))
}

/// Of a spline.
fn torsion(
    fields: Fields<'_>,
    discretization: &graph::Discretization,
) -> Lowered<Option<graph::Torsion>> {
    let graph::Discretization::Spline { .. } = discretization else { return Ok(None) };
    let Some(given) = fields.given(&cable::TORSION) else { return Ok(None) };
    Ok(Some(graph::Torsion {
        stiffness: given.value(&cable::TORSION_STIFFNESS)?,
        damping: given.value(&cable::TORSION_DAMPING)?,
        branches: relaxing(given, &cable::TORSION_BRANCHES),
        turned: given.value(&cable::TORSION_TWIST)?,
    }))
}

/// Of a spline.
fn least_radius(fields: Fields<'_>, discretization: &graph::Discretization) -> Option<NodeId> {
    match discretization {
        graph::Discretization::Spline { .. } => fields.given(&cable::LEAST_RADIUS),
        graph::Discretization::RigidLinks { .. } | graph::Discretization::Lumped { .. } => None,
    }
}

fn axial(fields: Fields<'_>, tables: &[Table]) -> Lowered<Axial> {
    let (law, given) = fields.value(&cable::AXIAL)?;
    Ok(match law {
        AxialLaw::Elastic => Axial::Elastic {
            stiffness: given.value(&cable::ELASTIC_STIFFNESS)?,
            damping: given.value(&cable::ELASTIC_DAMPING)?,
            compression: given.value(&cable::COMPRESSION)?,
        },
        AxialLaw::Spring => Axial::Spring {
            stiffness: given.value(&cable::SPRING_STIFFNESS)?,
            damping: given.value(&cable::SPRING_DAMPING)?,
            compression: given.value(&cable::COMPRESSION)?,
        },
        AxialLaw::Measured => Axial::Measured {
            tension: measured(given, tables)?,
            damping: given.value(&cable::ELASTIC_DAMPING)?,
        },
        AxialLaw::Pid => Axial::Pid {
            proportional: given.value(&cable::PID_KP)?,
            derivative: given.value(&cable::PID_KD)?,
            integral: given.value(&cable::PID_KI)?,
        },
    })
}
