//! `section`: a stretch of a cable that is made of something else.

use cdl_graph::{AxialStiffness, Cable, CableSection, Discretization, Drag, NodeId};

use super::axial::{SplineAxial, spline_axial};
use super::bending::LEAST_RADIUS;
use super::drag::{BUOYANCY, DRAG_COEFFICIENT, DragLaw};
use super::pieces::ELEMENTS;
use super::schema::{CABLE, DENSITY, DIAMETER, LINEAR_DENSITY, MASS, MATERIAL};
use crate::diagnostics::{self, NoSection};
use crate::lower::{BlockOrVariant, Fields, Lowered, Lowering, Unlowered};
use crate::schema::build::optional;
use crate::schema::key::{
    Block, BlockOr, Count, Maybe, OneOf, Scalar, block, block_or, count, one_of, scalar,
};
use crate::schema::{Alternatives, Field, Kind, KindId};
use crate::symbolic::{Scalars, inertia};
use crate::typed::Element;

pub(crate) static SECTION: Kind = Kind {
    id: KindId::Section,
    name: "section",
    doc: "a stretch of a cable that is made of something else",
    details: "\
Sections stand in the block of a `spline` and follow one another from its start to its end. What a section does not say \
is as the cable says; so the cable says what most of it is made of. Together they are the whole cable: those that \
leave out `length` share what the others leave of the cable's length in equal parts, and so do those that leave out \
`elements`.

Where two sections meet, the rope goes on in one direction, and its moment and its force go through. What joins them has \
no mass. A cable stretches in all of its sections or in none, and one that has sections has no `torsion` and goes \
through no winch, drum or sheave.",
    example: "\
model Mooring {
  cable line: spline(elements = 16) from world at [0, 0, -100] m to world at [180, 0, 0] m {
    length = 220 m
    diameter = 160 mm
    linear_density = 17 kg/m
    axial = elastic(stiffness = 30 MN)

    section ground_chain { length = 40 m; elements = 4; linear_density = 145 kg/m; axial = elastic(stiffness = 600 MN) }
    section polyester { }
    section top_chain { length = 20 m; elements = 2; linear_density = 145 kg/m; axial = elastic(stiffness = 600 MN) }
  }
  record line.end.tension
}",
    named: true,
    fields: FIELDS,
    alternatives: Some(Alternatives {
        groups: &[&["mass", "density", "linear_density", "material"]],
        one_needed: false,
    }),
    ..Kind::PLAIN
};

const LENGTH: Maybe<Scalar> =
    optional("length", scalar("m"), "unstretched; without it what others leave").positive();
const OWN_ELEMENTS: Maybe<Count> = optional(
    "elements",
    count(),
    "the number of its cubic pieces, all of the same length; without it what others leave",
)
.between(1.0, 1e5)
.structural();
const OWN_MASS: Maybe<Scalar> = optional("mass", scalar("kg"), "of the section").positive();
const ADDED_MASS: Maybe<Scalar> = optional(
    "added_mass",
    scalar("1"),
    "coefficient of the fluid mass that moves along across the cable",
)
.non_negative();
const STIFFNESS: Maybe<Scalar> =
    optional("stiffness", scalar("N.m^2"), "moment per curvature, EI").non_negative();
const DAMPING: Maybe<Scalar> =
    optional("damping", scalar("N.m^2.s"), "moment per rate of curvature").non_negative();
const OWN_BENDING: Maybe<Block> =
    optional("bending", block(&[STIFFNESS.field, DAMPING.field]), "resistance to bending");
const NORMAL: Maybe<Scalar> =
    optional("normal", scalar("1"), "for flow across, on the area diameter * length")
        .non_negative();
const TANGENT: Maybe<Scalar> =
    optional("tangent", scalar("1"), "for flow along, on the wetted area pi * diameter * length")
        .non_negative();
const OWN_DRAG: Maybe<BlockOr<DragLaw>> =
    optional("drag", block_or(&[NORMAL.field, TANGENT.field]), "drag coefficients");
const AXIAL: Maybe<OneOf<SplineAxial>> = optional("axial", one_of(), "its law of stretching");

const FIELDS: &[Field] = &[
    LENGTH.field,
    OWN_ELEMENTS.field,
    DIAMETER.field,
    OWN_MASS.field,
    DENSITY.field,
    LINEAR_DENSITY.field,
    MATERIAL.field,
    AXIAL.field,
    OWN_BENDING.field,
    OWN_DRAG.field,
    ADDED_MASS.field,
    BUOYANCY.field,
    LEAST_RADIUS.field,
];

/// Where a section's mass comes from.
#[derive(Clone, Copy)]
enum Weighed {
    /// kg
    Whole(NodeId),
    /// kg/m
    ByLength(NodeId),
    /// kg/m³
    ByVolume(NodeId),
}

impl Lowering<'_> {
    /// The sections of a cable, which is complete but for them and its mass.
    pub(super) fn sections(&mut self, element: &Element, mut cable: Cable) -> Lowered<Cable> {
        let model = self.model;
        let inside =
            |own: &&Element| own.kind == KindId::Section && own.parent() == Some(element.id);
        // They are declared right behind the cable, with nothing of other cables between them.
        let after = model.elements.from(element.id.0 as usize + 1);
        let own: Vec<&Element> =
            after.take_while(|own| own.parent() == Some(element.id)).filter(inside).collect();
        let Some(&first) = own.first() else { return Ok(cable) };
        for section in &own {
            let name = section.path.rsplit('.').next().unwrap_or_default();
            if CABLE.quantities.iter().any(|quantity| quantity.name == name) {
                let why = NoSection::Name { section: name };
                let report = diagnostics::no_section(section.place, &cable.path, why);
                self.diagnostics.push(report);
                return Err(Unlowered);
            }
        }
        let Discretization::Spline { elements, axial } = &cable.discretization else {
            let report = diagnostics::no_section(first.place, &cable.path, NoSection::Links);
            self.diagnostics.push(report);
            return Err(Unlowered);
        };
        let (elements, axial) = (*elements, axial.clone());
        let counts = self.shared_elements(element, &own, elements)?;
        let lengths = self.shared_lengths(&own, cable.length);
        let fields = Fields::Element(element);
        let common = self.weighed(fields);
        let mut masses = Vec::with_capacity(own.len());
        for ((section, elements), length) in own.iter().zip(counts).zip(lengths) {
            if let (Some(Weighed::Whole(_)), Some(_)) =
                (common, self.weighed(Fields::Element(section)))
            {
                let path = &section.path;
                let why = NoSection::WholeMass { section: path };
                let place = element.place_of(MASS.field.name);
                self.diagnostics.push(diagnostics::no_section(place, &cable.path, why));
                return Err(Unlowered);
            }
            let of = (&cable, axial.as_ref());
            let made = self.section((section, element), (elements, length), common, of)?;
            if made.axial.is_some() != axial.is_some() {
                let place = match section.field(AXIAL.field.name) {
                    Some(field) => field.place,
                    None => section.place,
                };
                let why = NoSection::Stretches { section: &section.path };
                self.diagnostics.push(diagnostics::no_section(place, &cable.path, why));
                return Err(Unlowered);
            }
            masses.push(made.mass);
            cable.sections.push(made);
        }
        cable.mass =
            masses.into_iter().reduce(|sum, mass| self.plus(sum, mass)).unwrap_or(cable.mass);
        Ok(cable)
    }

    /// How many pieces each of them has: what the others leave is shared evenly, the first ones get one more.
    fn shared_elements(
        &mut self,
        element: &Element,
        own: &[&Element],
        all: u32,
    ) -> Lowered<Vec<u32>> {
        let given: Vec<Option<u32>> =
            own.iter().map(|own| Fields::Element(own).given(&OWN_ELEMENTS)).collect();
        let taken: u64 = given.iter().flatten().map(|&count| u64::from(count)).sum();
        let open = given.iter().filter(|count| count.is_none()).count() as u64;
        let fits = if open == 0 { taken == u64::from(all) } else { taken + open <= u64::from(all) };
        if !fits {
            let why = NoSection::Elements { all, taken, open };
            let place = element.place_of(ELEMENTS.field.name);
            self.diagnostics.push(diagnostics::no_section(place, &element.path, why));
            return Err(Unlowered);
        }
        let left = (u64::from(all) - taken) as u32;
        let (share, more) =
            left.checked_div(open as u32).map_or((0, 0), |share| (share, left % open as u32));
        let mut index = 0;
        let each = given.into_iter().map(|count| {
            count.unwrap_or_else(|| {
                index += 1;
                share + u32::from(index <= more)
            })
        });
        Ok(each.collect())
    }

    /// The unstretched length of each, m.
    fn shared_lengths(&mut self, own: &[&Element], all: NodeId) -> Vec<NodeId> {
        let given: Vec<Option<NodeId>> =
            own.iter().map(|own| Fields::Element(own).given(&LENGTH)).collect();
        let open = given.iter().filter(|length| length.is_none()).count();
        let mut left = all;
        for &length in given.iter().flatten() {
            left = self.minus(left, length);
        }
        if open > 1 {
            let share = self.constant(1.0 / open as f64);
            left = self.times(left, share);
        }
        given.into_iter().map(|length| length.unwrap_or(left)).collect()
    }

    fn weighed(&mut self, fields: Fields<'_>) -> Option<Weighed> {
        if let Some(mass) = fields.given(&MASS) {
            return Some(Weighed::Whole(mass));
        }
        if let Some(by_length) = fields.given(&LINEAR_DENSITY) {
            return Some(Weighed::ByLength(by_length));
        }
        let density = fields.given(&DENSITY);
        let density = density.or_else(|| self.density_of(fields.given(&MATERIAL)));
        density.map(Weighed::ByVolume)
    }

    /// `common` is what the cable weighs.
    fn section(
        &mut self,
        (element, whole): (&Element, &Element),
        (elements, length): (u32, NodeId),
        common: Option<Weighed>,
        (cable, axial): (&Cable, Option<&AxialStiffness>),
    ) -> Lowered<CableSection> {
        let (fields, common_fields) = (Fields::Element(element), Fields::Element(whole));
        let has_width = fields.has(&DIAMETER) || common_fields.has(&DIAMETER);
        if !has_width {
            let says = [DENSITY.field, MATERIAL.field, OWN_DRAG.field, ADDED_MASS.field];
            let mut says = says.iter().map(|own| own.name);
            let floats = fields.given(&BUOYANCY) == Some(true);
            let field = says.find(|name| element.field(name).is_some());
            if let Some(field) = field.or(floats.then_some(BUOYANCY.field.name)) {
                let why = NoSection::Width { section: &element.path, field };
                let place = element.place_of(field);
                self.diagnostics.push(diagnostics::no_section(place, &cable.path, why));
                return Err(Unlowered);
            }
        }
        let diameter = fields.given(&DIAMETER).unwrap_or(cable.diameter);
        let mass = match self.weighed(fields).or(common).ok_or(Unlowered)? {
            Weighed::Whole(mass) if fields.has(&OWN_MASS) => mass,
            Weighed::Whole(whole) => {
                let by_length = self.over(whole, cable.length);
                self.times(by_length, length)
            }
            Weighed::ByLength(by_length) => self.times(by_length, length),
            Weighed::ByVolume(density) => inertia::rod_mass(self, density, diameter, length),
        };
        let bending = match fields.given(&OWN_BENDING) {
            Some(own) => [
                own.given(&STIFFNESS).unwrap_or(cable.bending.stiffness),
                own.given(&DAMPING).unwrap_or(cable.bending.damping),
            ],
            None => [cable.bending.stiffness, cable.bending.damping],
        };
        let drag = match fields.given(&OWN_DRAG) {
            None => cable.drag,
            Some(BlockOrVariant::Variant(DragLaw::Isotropic, own)) => {
                let (normal, tangent) = (own.value(&DRAG_COEFFICIENT)?, self.constant(0.0));
                Drag { normal, tangent, isotropic: true }
            }
            // What was isotropic has no tangential part to keep.
            Some(BlockOrVariant::Block(own)) => Drag {
                normal: own.given(&NORMAL).unwrap_or(cable.drag.normal),
                tangent: own.given(&TANGENT).unwrap_or(cable.drag.tangent),
                isotropic: false,
            },
        };
        // Where nobody says it what has a diameter floats.
        let floats = match common_fields.given(&BUOYANCY) {
            Some(said) => said,
            None => has_width && self.has_water(),
        };
        let buoyancy = fields.given(&BUOYANCY).unwrap_or(floats);
        let axial = match fields.given(&AXIAL) {
            Some(own) => spline_axial(own, &self.signals.tables)?,
            None => axial.cloned(),
        };
        Ok(CableSection {
            path: element.path.to_string(),
            elements,
            length,
            mass,
            diameter,
            axial,
            bending_stiffness: bending[0],
            bending_damping: bending[1],
            least_radius: fields.given(&LEAST_RADIUS).or(cable.least_radius),
            drag,
            added_mass: fields.given(&ADDED_MASS).unwrap_or(cable.added_mass),
            buoyancy,
        })
    }
}
