//! `clump`: a mass on a cable.

use cdl_grammar::syntax::RelationWord;
use cdl_graph::{Clump, Point};

use crate::diagnostics;
use crate::lower::{Fields, Lowered, Lowering, Unlowered, relation};
use crate::schema::build::{relation as pointing, required};
use crate::schema::key::{Always, Scalar, scalar};
use crate::schema::{Field, Kind, KindId, Target};
use crate::typed::Element;

pub(crate) static CLUMP: Kind = Kind {
    id: KindId::Clump,
    name: "clump",
    doc: "a mass on a cable, such as a clump weight, a clamp or a swivel",
    details: "\
It sits on a place of a `spline` and has its weight and its inertia, but no size: fluids do not act on it, and it does not \
resist being turned. What floats, or stands in the flow, is a `section` of its own diameter; what turns is a `body` between \
two cables.

It moves with the rope, so no winch, drum or sheave can be at that.",
    example: "\
model Line {
  cable line: spline(elements = 12) from world to world at [30, 0, 5] m {
    length = 40 m
    linear_density = 2 kg/m
  }
  clump weight on line.at(12 m) { mass = 60 kg }
  record line.at(12 m).position, line.start.tension
}",
    named: true,
    fields: FIELDS,
    relations: &[&[pointing(RelationWord::On, &[Target::CablePoint], "the place that it sits on")]],
    ..Kind::PLAIN
};

const MASS: Always<Scalar> = required("mass", scalar("kg"), "of it").positive();

const FIELDS: &[Field] = &[MASS.field];

impl Lowering<'_> {
    /// After all cables.
    pub(crate) fn clump(&mut self, element: &Element) -> Lowered<()> {
        let on = relation(element, RelationWord::On)?;
        let Point::Cable { cable, station } = self.point_of(element, on, "on")? else {
            return Err(Unlowered);
        };
        let mass = Fields::Element(element).value(&MASS)?;
        let (path, origin) = (element.path.to_string(), element.origin());
        let Some(Some(cable)) = self.cables.get_mut(cable.index()) else { return Err(Unlowered) };
        if !cable.is_spline() {
            let report = diagnostics::clump_on_links(element.place, &cable.path);
            self.diagnostics.push(report);
            return Err(Unlowered);
        }
        cable.clumps.push(Clump { path, origin, station, mass });
        Ok(())
    }
}
