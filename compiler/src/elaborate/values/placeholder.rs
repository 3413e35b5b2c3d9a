//! Values that stand for arguments nobody has given.

use super::evaluator::Evaluator;
use super::types::Ty;
use crate::elaborate::context::Context;
use crate::typed::Value;
use crate::units::Dimension;

impl Evaluator<'_, '_> {
    /// A value of a type for which nobody has given one, to check a component by itself.
    pub(in crate::elaborate) fn placeholder(
        &mut self,
        context: Context,
        ty: &Ty,
        path: &str,
    ) -> Value {
        self.values.reports.expect_placeholders();
        let mut node = |suffix: &str| self.values.nodes.placeholder(format!("{path}{suffix}"));
        match ty {
            // The smallest number with which loops, neighbours and ends all occur.
            Ty::Int => Value::Int(3),
            Ty::Bool => Value::Bool(true),
            Ty::Text | Ty::Table => Value::Error,
            Ty::Scalar { dimension, .. } => Value::Scalar { node: node(""), dimension: *dimension },
            Ty::Vector { dimension, .. } => {
                Value::Vector { nodes: [".x", ".y", ".z"].map(node), dimension: *dimension }
            }
            Ty::Direction => {
                Value::Vector { nodes: [".x", ".y", ".z"].map(node), dimension: Dimension::NONE }
            }
            Ty::Attitude => Value::Attitude([".w", ".x", ".y", ".z"].map(node)),
            Ty::Matrix { dimension, .. } => {
                let names = [".xx", ".yy", ".zz", ".xy", ".xz", ".yz"];
                Value::Matrix { nodes: names.map(node), dimension: *dimension }
            }
            Ty::Array(element) => {
                let values =
                    (0..3).map(|i| self.placeholder(context, element, &format!("{path}[{i}]")));
                Value::Array(values.collect())
            }
            // As one of a `Bool`, it can decide what there is.
            Ty::Enum(of) => Value::Enum { node: self.values.nodes.constant(0.0), of: of.clone() },
            Ty::Entity(kinds) => self.elements.placeholder(self.values, context, kinds, path),
        }
    }
}
