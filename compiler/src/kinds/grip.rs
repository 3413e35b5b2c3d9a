//! `grip`: a place along a cable that holds a body, or another cable.

use cdl_grammar::syntax::RelationWord;
use cdl_graph::{
    BinaryOp, CableQuantity, Constraint, ConstraintKind, ConstraintRow, FrameQuantity, Node, Point,
    ResidualUnits, Sensor,
};

use crate::lower::{Fields, Lowered, Lowering, Unlowered, relation};
use crate::schema::build::{default, quantity, relation as pointing};
use crate::schema::key::{Always, Truth, truth};
use crate::schema::{Kind, KindId, Quantity, Sensed, Shape, Target};
use crate::symbolic::{Scalars, Vector};
use crate::typed::{Element, Handle};

pub(crate) static GRIP: Kind = Kind {
    id: KindId::Grip,
    name: "grip",
    doc: "a place along a cable that holds a body, or another cable, as a ball joint does",
    details: "\
Both places are one, whatever force it takes: `force` is what the cable exerts on what it holds. Nothing is turned by it, so a body that is to keep \
the direction of a rope is clamped between two cables.

A body that nothing else holds is held by it, and needs no joint. Without a place of its own it begins where the cable does, which hangs as if it were \
alone: let an experiment begin with `start = equilibrium`. A body whose place is written has to be there. So is a rope held, and what hangs on it, of which an end is what is held: `grip knot from line.mid to drop.start`.

Events `detach` it, and `attach` it where both places are one again.",
    example: "\
model Buoyed {
  body buoy {
    mass = 60 kg
    shape = sphere(diameter = 60 cm)
    frame eye at [0, 0, -0.3] m
  }
  cable line: spline(elements = 12) from world to world at [25, 0, 4] m {
    length = 30 m
    linear_density = 2 kg/m
  }
  grip shackle from line.at(12 m) to buoy.eye
  record buoy.position.z, shackle.force
}",
    named: true,
    fields: &[ATTACHED.field],
    relations: &[&[
        pointing(RelationWord::From, &[Target::CablePoint], "the place that holds"),
        pointing(RelationWord::To, &[Target::Frame, Target::CablePoint], "what is held"),
    ]],
    quantities: &[FORCE],
    ..Kind::PLAIN
};

const ATTACHED: Always<Truth> = default(
    "attached",
    truth(),
    "true",
    "whether it holds from the start; events `attach` and `detach` it",
)
.structural();

const FORCE: Quantity = quantity(
    "force",
    Shape::Vector,
    "N",
    Sensed::Grip,
    "what the cable exerts on what it holds; world axes",
);

impl Lowering<'_> {
    /// An equation of two positions: what holds it acts on the `to` side as it is, so that is the positive one.
    pub(crate) fn grip(&mut self, element: &Element) -> Lowered<()> {
        let Handle::Constraint(id) = element.handle else { return Err(Unlowered) };
        let from = self.point_of(element, relation(element, RelationWord::From)?, "from")?;
        let to = self.point_of(element, relation(element, RelationWord::To)?, "to")?;
        let [from, to] = [from, to].map(|point| self.place_of(&point));
        let rows = (0..3)
            .map(|k| {
                let residual = self.binary(BinaryOp::Sub, to[k], from[k]);
                ConstraintRow { residual, derivatives: None }
            })
            .collect();
        let (path, origin) = (element.path.to_string(), element.origin());
        let units = ResidualUnits { residual: "m".to_owned(), rate: "m/s".to_owned() };
        let kind = ConstraintKind::Position;
        let slot = self.constraints.get_mut(id.index()).ok_or(Unlowered)?;
        *slot = Constraint { path, origin, kind, units, rows };
        self.constraint_of.insert(element.id, id);
        if !Fields::Element(element).value(&ATTACHED)? {
            self.detachable_grip(element.id, false)?;
        }
        Ok(())
    }

    /// World axes, m.
    fn place_of(&mut self, point: &Point) -> Vector {
        let sensor = match *point {
            Point::Frame(frame) => Sensor::Frame { frame, quantity: FrameQuantity::Position },
            Point::Cable { cable, station } => {
                Sensor::Cable { cable, station, quantity: CableQuantity::Position }
            }
        };
        [0, 1, 2].map(|component| self.add(Node::Sensor { sensor, component }))
    }
}
