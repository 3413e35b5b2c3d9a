//! How what a cable goes from and to holds it: `ends`.

use cdl_grammar::syntax::RelationWord;
use cdl_graph::{self as graph, CableEnd};

use crate::diagnostics::{self, NoClamp};
use crate::lower::{Fields, Lowered, Lowering, relation};
use crate::schema::build::{choice, default, optional, required};
use crate::schema::key::{Always, Block, Maybe, OneOf, Vector, block, choices, direction, one_of};
use crate::schema::{Field, Variant};
use crate::typed::Element;

pub(super) const ENDS: Maybe<Block> = optional(
    "ends",
    block(ENDS_FIELDS),
    "how what it goes from and to holds it; without it both ends are pinned",
);

const END_START: Always<OneOf<Hold>> = default("start", one_of(), "pinned", "at the `from` end");
const END_END: Always<OneOf<Hold>> = default("end", one_of(), "pinned", "at the `to` end");

const ENDS_FIELDS: &[Field] = &[END_START.field, END_END.field];

const CLAMP_DIRECTION: Always<Vector> = required(
    "direction",
    direction(),
    "in which the cable runs there, from start to end; in the axes of the frame that holds it",
);

const PINNED: Variant = choice("pinned", "passes on force but no moment", &[]);
const CLAMPED: Variant = choice(
    "clamped",
    "keeps the cable's direction by its bending stiffness, and how it is turned about itself by its torsional one; without `torsion` it can still turn about itself",
    &[CLAMP_DIRECTION.field],
);

choices! {
    /// How an end is held.
    Hold {
        Pinned = PINNED,
        Clamped = CLAMPED,
    }
}

impl Lowering<'_> {
    /// Held by frames or by nothing, pinned or clamped.
    pub(super) fn ends(
        &mut self,
        element: &Element,
        discretization: &graph::Discretization,
    ) -> Lowered<[CableEnd; 2]> {
        let given = Fields::Element(element).given(&ENDS);
        let mut ends = [CableEnd::Free; 2];
        let sides = [(RelationWord::From, &END_START), (RelationWord::To, &END_END)];
        for (end, (word, hold)) in ends.iter_mut().zip(sides) {
            *end = self.end_of(element, relation(element, word)?, word.text())?;
            let Some(given) = given else { continue };
            let (Hold::Clamped, given) = given.value(hold)? else { continue };
            let direction = given.value(&CLAMP_DIRECTION)?;
            let Some(frame) = end.frame() else {
                self.no_clamp(element, hold.field.name, NoClamp::Free { word: word.text() });
                continue;
            };
            if !has_attitude(discretization) {
                let name = element.variant().unwrap_or("");
                self.no_clamp(element, hold.field.name, NoClamp::NoAttitude { variant: name });
            }
            *end = CableEnd::Clamped { frame, direction };
        }
        self.each_clamp_has_a_point(element, discretization, ends);
        Ok(ends)
    }

    /// Of a B-spline, whose clamps each keep the direction to a control point of their own.
    fn each_clamp_has_a_point(
        &mut self,
        element: &Element,
        discretization: &graph::Discretization,
        ends: [CableEnd; 2],
    ) {
        let graph::Discretization::BSpline { degree, spans, .. } = *discretization else { return };
        let is_clamped = |end: &CableEnd| matches!(end, CableEnd::Clamped { .. });
        if degree + spans < 4 && ends.iter().all(is_clamped) {
            self.no_clamp(element, END_END.field.name, NoClamp::OnePoint);
        }
    }

    fn no_clamp(&mut self, element: &Element, end: &str, why: NoClamp<'_>) {
        let place = element.place_of(ENDS.field.name);
        self.diagnostics.push(diagnostics::no_clamp(place, &element.path, end, why));
    }
}

/// Whether its pieces have directions that a clamp can hold.
fn has_attitude(discretization: &graph::Discretization) -> bool {
    match discretization {
        graph::Discretization::RigidLinks { .. }
        | graph::Discretization::Spline { .. }
        | graph::Discretization::BSpline { .. } => true,
        graph::Discretization::Lumped { .. } => false,
    }
}
