//! The parameters of a model with what they are, for whoever reads of a run.

use cdl_grammar::syntax::{Expr, ExprKind, Param, UnaryOp};

use super::Unfolding;
use super::instances::Declaration;
use super::variations::{first_unit, meant_unit, shown_in, si};
use crate::elaborate::context::{Context, ScopeId};
use crate::elaborate::expression_text;
use crate::elaborate::names::scope::Bound;
use crate::elaborate::names::thing::Thing;
use crate::elaborate::values::types::Ty;
use crate::typed::{Parameter, Value};

impl<'a> Unfolding<'_, 'a> {
    /// Of the instance in `scope`, in the order of their declaration. What has no short text is left out, as arrays and
    /// tables are.
    pub(super) fn parameters(
        &mut self,
        Declaration { component, context, .. }: Declaration<'a>,
        scope: ScopeId,
    ) -> Vec<Parameter> {
        let params = component.params.iter();
        params.filter_map(|param| self.told_parameter(context, param, scope)).collect()
    }

    fn told_parameter(
        &mut self,
        context: Context,
        param: &'a Param,
        scope: ScopeId,
    ) -> Option<Parameter> {
        let name: &str = &param.name.text;
        let binding = self.values.names.bindings(scope).find(|(own, _)| *own == name)?.1;
        let Bound::Thunk(thunk) = binding.bound else { return None };
        let thunk = self.values.thunks.get(thunk);
        let Thing::Value(value) = thunk.known()? else { return None };
        let defined = self.values.defined(thunk.definition());
        let given = defined.as_ref().and_then(|(own, _)| own.expr());
        let written = given.filter(|expr| is_plain(expr)).map(expression_text::text);
        let expr = given.or(param.default.as_ref());
        let written_in = match &value {
            Value::Scalar { dimension, .. } => {
                let ty = Ty::Scalar { dimension: *dimension, unit: "1" };
                let token = expr.filter(|expr| first_unit(expr).is_some());
                token.map(|expr| shown_in(expr, &ty)).filter(|(unit, _)| unit != "1")
            }
            _ => None,
        };
        let text = match written {
            Some(written) => written,
            None => self.values.shown(&value)?,
        };
        let stated = param.ty.as_ref().and_then(|ty| self.values.stated_type(context, ty));
        let mut number = |node| self.values.nodes.value(node).unwrap_or(f64::NAN);
        let (numbers, unit) = match value {
            Value::Int(value) => (vec![value as f64], String::new()),
            Value::Scalar { node, dimension } => {
                let numbers = vec![number(node)];
                let unit = meant_unit(param, dimension);
                (numbers, si(&stated.unwrap_or(Ty::Scalar { dimension, unit })))
            }
            Value::Vector { nodes, dimension } => {
                let vector = stated.filter(|ty| matches!(ty, Ty::Vector { .. }));
                let vector = vector.unwrap_or(Ty::Vector { dimension, unit: "1" });
                (nodes.map(number).to_vec(), si(&vector))
            }
            _ => (Vec::new(), String::new()),
        };
        let default = param.default.as_ref().map(expression_text::text);
        Some(Parameter { name: name.to_owned(), text, numbers, unit, written_in, default })
    }
}

/// A number or a list of numbers with its unit, which says more than what it comes to in SI.
fn is_plain(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Number { .. } => true,
        ExprKind::Unary { op: UnaryOp::Negate, operand } => is_plain(operand),
        ExprKind::List { elements, .. } => elements.len() <= 3 && elements.iter().all(is_plain),
        _ => false,
    }
}
