//! The expression after `=` of an element.

use cdl_grammar::syntax::{Element, Expr};
use cdl_graph::{BinaryOp, Node, NodeId, Sensor};

use super::Unfolding;
use super::written::{is_broken, stands_before};
use crate::diagnostics;
use crate::elaborate::context::Context;
use crate::elaborate::values::fit::Of;
use crate::elaborate::values::types::Ty;
use crate::place::Place;
use crate::schema::{self, Kind, KindId, Law, Variability};
use crate::typed::{ElementId, Field, Value};

impl<'a> Unfolding<'_, 'a> {
    /// The expression after `=`.
    pub(super) fn finish_law(
        &mut self,
        id: ElementId,
        context: Context,
        kind: &'static Kind,
        element: &Element,
    ) {
        let place = self.name_place(id);
        match (&kind.law, &element.law) {
            // Its start has been evaluated when it was declared.
            (None, None) | (Some(Law::Stated), _) => {}
            _ if is_broken(element) => {}
            (None, Some(law)) => {
                let message = format!("{} has no law", crate::units::with_article(kind.name));
                self.misplaced(context, kind.id, law.span, &message);
            }
            (Some(_), Some(law)) if element.variant.is_some() => {
                let message = format!("the variant says what this {} is already", kind.name);
                self.misplaced(context, kind.id, law.span, &message);
            }
            (Some(_), None) if element.variant.is_some() => {}
            // It has been told where that stands.
            (Some(_), None) if stands_before(kind, element.body.as_deref()).is_some() => {}
            (Some(Law::Equation), None) => self.lacks(context, place, kind, "equation"),
            (Some(_), None) => self.lacks(context, place, kind, "value"),
            (Some(expected), Some(law)) => {
                let value = match expected {
                    // Which type is asked for has been left open, and that has been told.
                    Law::ValueOrBetween(..) if element.relations.is_empty() => {
                        self.evaluator().value(context, law);
                        Value::Error
                    }
                    // Whatever acts there is of another type, perhaps.
                    Law::Value(_) | Law::ValueOrBetween(..) if self.lacks_target(id, element) => {
                        self.evaluator().value(context, law);
                        Value::Error
                    }
                    Law::Value(_) | Law::ValueOrBetween(..) => {
                        let words = element.relations.iter().map(|own| own.word);
                        match expected.value(words).and_then(|ty| self.schema_type(ty)) {
                            Some(ty) => {
                                let of = law_of(kind, expected, &ty);
                                self.evaluator().typed_value(context, law, &ty, of)
                            }
                            None => Value::Error,
                        }
                    }
                    Law::Equation => self.equation(context, law),
                    // Experiments read theirs themselves.
                    Law::Criterion
                    | Law::Curves
                    | Law::Values
                    | Law::Bounds
                    | Law::Distribution
                    | Law::Rows => return,
                    Law::Stated => return,
                };
                let place = context.place(law.span);
                let value = self.instant(context, kind, law, value);
                let field = Field { value, place, is_default: false };
                self.values.entities.set_field(id, schema::LAW, field);
            }
        }
    }

    /// Whether a relation of an element points at nothing that fits.
    fn lacks_target(&self, id: ElementId, element: &Element) -> bool {
        let made = self.values.entities.get(id).map_or(0, |own| own.relations.len());
        made < element.relations.len()
    }

    /// When `at` and `every` happen is known before the run; what varies is reported and [`Value::Error`].
    fn instant(
        &mut self,
        context: Context,
        kind: &'static Kind,
        law: &Expr,
        value: Value,
    ) -> Value {
        let what = match kind.id {
            KindId::At => "the instant of an `at`",
            KindId::Every => "the period of an `every`",
            KindId::When => {
                if let Value::Condition(node) = value
                    && self.equals_what_moves(node)
                {
                    let report = diagnostics::equality_of_what_moves(context.place(law.span));
                    self.values.report(context, report);
                }
                return value;
            }
            _ => return value,
        };
        let found = self.values.variability(&value);
        if found > Variability::Param {
            self.evaluator().varies_too_much(context, law, what, Variability::Param, found);
            return Value::Error;
        }
        value
    }

    /// Says that a part after `=` is missing.
    pub(super) fn lacks(
        &mut self,
        context: Context,
        place: Place,
        kind: &'static Kind,
        part: &str,
    ) {
        let message = format!("this {} has no {part}", kind.name);
        let usage = schema::usage(kind);
        self.values.report(context, diagnostics::misplaced_part(place, &message, &usage));
    }
}

/// What asks for the value; where the relations decide on its type, that one knows what others would ask for.
fn law_of(kind: &'static Kind, law: &Law, ty: &Ty) -> Of<'static> {
    match (law, ty) {
        (Law::ValueOrBetween(..), Ty::Scalar { .. }) => Of::LawBetween(kind.name),
        (Law::ValueOrBetween(..), _) => Of::LawOn(kind.name),
        _ => Of::Law(kind.name),
    }
}

impl Unfolding<'_, '_> {
    /// Whether a condition compares by `==` what changes without a jump, which is passed and never met.
    fn equals_what_moves(&self, condition: NodeId) -> bool {
        match self.values.nodes.get(condition) {
            Some(Node::Binary(BinaryOp::Eq, a, b)) => {
                self.moves(a, DEEPEST) || self.moves(b, DEEPEST)
            }
            _ => false,
        }
    }

    /// Whether a number goes on without jumps, as far as `depth` operations tell: time, what is read of the motion, and
    /// sums and multiples of these.
    fn moves(&self, node: NodeId, depth: usize) -> bool {
        use BinaryOp::{Add, Div, Mul, Sub};
        match self.values.nodes.get(node) {
            Some(Node::Time) => true,
            Some(Node::Sensor { sensor, .. }) => {
                matches!(sensor, Sensor::Frame { .. } | Sensor::Joint { .. } | Sensor::Cable { .. })
            }
            Some(Node::Binary(Add | Sub | Mul | Div, a, b)) if depth > 0 => {
                self.moves(a, depth - 1) || self.moves(b, depth - 1)
            }
            _ => false,
        }
    }
}

/// So many operations are looked through.
const DEEPEST: usize = 8;
