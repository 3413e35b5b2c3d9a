//! What can be read of the drum of a winch: it follows from what has been paid out.

use cdl_grammar::syntax::{Name, RelationWord, Span};
use cdl_graph::{JointId, JointQuantity, NodeId, Sensor};

use super::Unfolding;
use crate::elaborate::context::Context;
use crate::elaborate::report;
use crate::kinds::winch::drum::{self, DRUM};
use crate::lower::Fields;
use crate::schema::{DrumQuantity, Quantity};
use crate::symbolic::Scalars;
use crate::typed::{ElementId, Entity, Target, Value};

impl Unfolding<'_, '_> {
    pub(super) fn drum_quantity(
        &mut self,
        context: Context,
        id: ElementId,
        (joint, what): (JointId, DrumQuantity),
        quantity: &Quantity,
        name: &Name,
    ) -> Value {
        let declared = self.elements.declared(id);
        let field = declared.and_then(|own| own.field(DRUM.field.name));
        let block = field.and_then(|field| self.field_value(context, id, field, name.span));
        let block = match block {
            Some(Value::Struct(block)) => block,
            Some(_) => return Value::Error,
            None => {
                let of = format!("winch `{}`", self.values.entities.path(id));
                let (place, declaration) =
                    (context.place(name.span), self.values.declaration(Entity::Element(id)));
                let report = report::field_not_given(place, DRUM.field.name, &of, declaration);
                self.values.report(context, report);
                return Value::Error;
            }
        };
        let Some([length, diameter]) = self.wound(context, id, name.span) else {
            return Value::Error;
        };
        let nodes = &mut self.values.nodes;
        let mut sensor =
            |quantity| nodes.sensor(Sensor::Joint { joint, quantity, coordinate: 0 }, 0);
        let [paid_out, rate, effort] =
            [JointQuantity::Coordinate, JointQuantity::Rate, JointQuantity::Effort]
                .map(&mut sensor);
        let Ok(own) = drum::drum(nodes, Fields::Struct(&block), [length, diameter]) else {
            return Value::Error;
        };
        let node = match what {
            DrumQuantity::Stored => drum::stored(nodes, &own, paid_out),
            DrumQuantity::Radius => drum::radius(nodes, &own, paid_out),
            DrumQuantity::Angle => drum::angle(nodes, &own, paid_out, length),
            DrumQuantity::AngularVelocity => {
                let radius = drum::radius(nodes, &own, paid_out);
                nodes.over(rate, radius)
            }
            DrumQuantity::Torque => {
                let radius = drum::radius(nodes, &own, paid_out);
                nodes.times(effort, radius)
            }
        };
        Value::Scalar { node, dimension: self.values.schema_dimension(quantity.unit) }
    }

    /// Length and diameter of the cable that is wound.
    fn wound(&mut self, context: Context, id: ElementId, span: Span) -> Option<[NodeId; 2]> {
        self.relations_ahead(id, RelationWord::On);
        let target = self.values.entities.get(id)?.relations.first()?.target;
        let Target::Cable { cable, station: _ } = target else { return None };
        let mut field = |name: &str| {
            let field = self.elements.declared(cable)?.field(name)?;
            match self.field_value(context, cable, field, span)? {
                Value::Scalar { node, dimension: _ } => Some(node),
                _ => None,
            }
        };
        Some([field("length")?, field("diameter")?])
    }
}
