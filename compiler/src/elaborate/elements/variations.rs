//! `vary`: the values that an experiment gives to parameters, one after the other.

use cdl_grammar::quoted;
use cdl_grammar::syntax::{BinaryOp as Op, Component, Element, Expr, ExprKind, Name, Param};

use super::Unfolding;
use super::instances::Declaration;
use super::rows::is_plain;
use super::written::is_broken;
use crate::diagnostics;
use crate::elaborate::context::{Context, ScopeId};
use crate::elaborate::names::scope::Bound;
use crate::elaborate::names::thing::Thing;
use crate::elaborate::report;
use crate::elaborate::root::Override;
use crate::elaborate::values::fit::Of;
use crate::elaborate::values::types::{Ty, type_named};
use crate::schema::{KindId, Variability};
use crate::typed::{Value, Variation, Varied, VariedBy};
use crate::units::{self, Dimension};

/// Variants of one study.
pub(super) const MOST: usize = 1_000_000;

/// The model that an experiment varies.
#[derive(Clone, Copy)]
pub(super) struct OfModel<'o, 'a> {
    pub(super) declaration: Declaration<'a>,
    pub(super) scope: ScopeId,
    /// A parameter that is given from outside is not varied.
    pub(super) overrides: &'o [Override],
}

impl OfModel<'_, '_> {
    /// Whether the value of a parameter comes from outside.
    pub(super) fn is_given(&self, name: &str) -> bool {
        self.overrides.iter().any(|(own, _)| **own == *name)
    }
}

impl<'a> Unfolding<'_, 'a> {
    /// `vary PARAMETER = FIRST .. LAST { count = N }`
    pub(super) fn variation(
        &mut self,
        context: Context,
        of: OfModel<'_, 'a>,
        element: &Element,
    ) -> Option<Variation> {
        let name = self.varied_name(context, of.declaration.component, element)?;
        let law = element.law.as_ref()?;
        let place = context.place(name.span);
        let ty = self.type_of_parameter(of, name)?;
        let count = self.count_of_values(context, element)?;
        let values = match (&law.kind, &ty) {
            (ExprKind::Binary { op: Op::Range, left, right, .. }, Ty::Scalar { .. }) => {
                self.values_of_range(context, (law, left, right), &ty, count, name)?
            }
            _ => {
                if let Some((_, expr)) = count {
                    let place = context.place(expr.span);
                    self.values.report(context, diagnostics::count_without_range(place));
                    return None;
                }
                self.values_of_array(context, law, &ty)?
            }
        };
        if values.is_empty() {
            let place = context.place(law.span);
            let message = format!("there is no value of `{}` to take", name.text);
            self.values.report(context, diagnostics::impossible_value(place, &message, "empty"));
            return None;
        }
        if let Some(earlier) = self.elements.variations.iter().find(|own| *own.name == *name.text) {
            let earlier = earlier.place;
            let report = diagnostics::duplicate_name(place, "vary", &name.text, earlier);
            self.values.report(context, report);
            return None;
        }
        if self.variants().saturating_mul(values.len()) > MOST {
            let place = context.place(law.span);
            let message = format!("a study has at most {MOST} variants");
            self.values.report(context, diagnostics::impossible_value(place, &message, "too many"));
            return None;
        }
        let (unit, factor) = shown_in(law, &ty);
        let is_given = of.is_given(&name.text);
        let (name, origin) = (name.text.to_string(), VariedBy::Values);
        let variation = Variation { name, values, unit, factor, origin, place };
        (!is_given).then_some(variation)
    }

    /// How many variants there are so far.
    pub(super) fn variants(&self) -> usize {
        let own = self.elements.variations.iter().filter(|own| own.origin != VariedBy::OfCase);
        own.map(|own| own.values.len()).fold(1, usize::saturating_mul)
    }

    /// Reports what does not belong to a `vary`.
    fn varied_name<'s>(
        &mut self,
        context: Context,
        component: &'a Component,
        element: &'s Element,
    ) -> Option<&'s Name> {
        if is_broken(element) {
            return None;
        }
        let span = element.kind.span;
        let Some(name) = &element.name else {
            let message = "a vary names a parameter of the model";
            self.misplaced(context, KindId::Vary, span, message);
            return None;
        };
        if name.index.is_some() || !is_plain(element) || element.law.is_none() {
            let message = "a vary has a parameter and its values";
            self.misplaced(context, KindId::Vary, span, message);
            return None;
        }
        self.is_parameter(context, component, &name.name).then_some(&name.name)
    }

    /// Reports a name that is that of no parameter.
    pub(super) fn is_parameter(
        &mut self,
        context: Context,
        component: &'a Component,
        name: &Name,
    ) -> bool {
        if component.params.iter().any(|param| param.name.text == name.text) {
            return true;
        }
        let names: Vec<&str> = component.params.iter().map(|own| &*own.name.text).collect();
        let (place, called) = (context.place(name.span), &component.name.text);
        let report = diagnostics::unknown_argument(place, &name.text, called, &names);
        self.values.report(context, report);
        false
    }

    /// As it is stated, or as the value is that it has now.
    pub(super) fn type_of_parameter(&mut self, of: OfModel<'_, 'a>, name: &Name) -> Option<Ty> {
        let OfModel { declaration, scope, .. } = of;
        let params = &declaration.component.params;
        let param = params.iter().find(|param| param.name.text == name.text)?;
        if let Some(ty) = &param.ty {
            return self.values.stated_type(declaration.context, ty);
        }
        let (_, binding) =
            self.values.names.bindings(scope).find(|(own, _)| **own == *name.text)?;
        let Bound::Thunk(thunk) = binding.bound else { return None };
        let Thing::Value(value) = self.values.thunks.get(thunk).known()? else { return None };
        Some(match value {
            Value::Int(_) => Ty::Int,
            Value::Bool(_) => Ty::Bool,
            Value::Text(_) => Ty::Text,
            Value::Enum { of, .. } => Ty::Enum(of),
            Value::Scalar { dimension, .. } => {
                Ty::Scalar { dimension, unit: meant_unit(param, dimension) }
            }
            _ => return None,
        })
    }

    /// `Some(None)` where none is given.
    #[allow(clippy::option_option, reason = "what is wrong has been told")]
    fn count_of_values<'s>(
        &mut self,
        context: Context,
        element: &'s Element,
    ) -> Option<Option<(usize, &'s Expr)>> {
        let kind = KindId::Vary.kind();
        let Some(body) = &element.body else { return Some(None) };
        if let Some(member) = body.members.first() {
            self.misplaced(context, KindId::Vary, member.span, "`vary` takes fields only");
            return None;
        }
        let mut count = None;
        for field in &body.fields {
            let Some(known) = kind.fields.iter().find(|own| *own.name == *field.name.text) else {
                let names: Vec<&str> = kind.fields.iter().map(|own| own.name).collect();
                let place = context.place(field.name.span);
                let report = diagnostics::unknown_field(place, &field.name.text, kind.name, &names);
                self.values.report(context, report);
                return None;
            };
            let of = Of::Field(known.name);
            let Value::Int(value) = self.schema_value(context, &field.value, known, of) else {
                return None;
            };
            let what = "the `count` of a `vary`";
            let own = self.count_within(context, &field.value, (what, value), (2, MOST))?;
            count = Some((own, &field.value));
        }
        Some(count)
    }

    /// Reports a count below the least or beyond the most.
    pub(super) fn count_within(
        &mut self,
        context: Context,
        expr: &Expr,
        (what, value): (&str, i64),
        (least, most): (usize, usize),
    ) -> Option<usize> {
        let place = context.place(expr.span);
        let report = match usize::try_from(value) {
            Ok(own) if own > most => diagnostics::count_too_large(place, what, value, most),
            Ok(own) if own >= least => return Some(own),
            Ok(_) | Err(_) => diagnostics::count_too_small(place, what, value, least as i64),
        };
        self.values.report(context, report);
        None
    }

    /// At equal distances, with both ends.
    fn values_of_range(
        &mut self,
        context: Context,
        (law, left, right): (&Expr, &Expr, &Expr),
        ty: &Ty,
        count: Option<(usize, &Expr)>,
        name: &Name,
    ) -> Option<Vec<Varied>> {
        let of = Of::Law("vary");
        let first = self.evaluator().typed_value(context, left, ty, of);
        let first = self.known_number(context, KindId::Vary, left, &first)?;
        let last = self.evaluator().typed_value(context, right, ty, of);
        let last = self.known_number(context, KindId::Vary, right, &last)?;
        let Some((count, _)) = count else {
            let place = context.place(law.span);
            let doc = "how many values the range has, both ends included";
            let example = format!("vary {} = A .. B {{ count = 5 }}", name.text);
            let report = diagnostics::missing_field(place, "count", "vary", doc, &example);
            self.values.report(context, report);
            return None;
        };
        let steps = (count - 1) as f64;
        // Each end is as it was written.
        let at = |k: usize| match k {
            0 => first,
            k if k + 1 == count => last,
            k => first + (last - first) * (k as f64 / steps),
        };
        Some((0..count).map(|k| number(at(k), ty)).collect())
    }

    fn values_of_array(&mut self, context: Context, law: &Expr, ty: &Ty) -> Option<Vec<Varied>> {
        let is_range = matches!(law.kind, ExprKind::Binary { op: Op::Range, .. });
        let array = Ty::Array(Box::new(ty.clone()));
        let value = match is_range {
            true => self.evaluator().value(context, law),
            false => self.evaluator().typed_value(context, law, &array, Of::Law("vary")),
        };
        let Value::Array(values) = value else {
            if value != Value::Error {
                let (found, place) = (self.values.type_of(&value), context.place(law.span));
                let of = Some("`vary`");
                let expected = "a range or an array of values";
                self.values.report(context, report::wrong_type(place, expected, &found, of));
            }
            return None;
        };
        values.iter().map(|value| self.varied(context, law, &value, ty)).collect()
    }

    fn varied(&mut self, context: Context, law: &Expr, value: &Value, ty: &Ty) -> Option<Varied> {
        Some(match value {
            Value::Error => return None,
            Value::Int(own) if *ty == Ty::Int => {
                Varied { text: own.to_string(), number: Some(*own as f64), is_structural: true }
            }
            Value::Bool(own) => Varied { text: own.to_string(), number: None, is_structural: true },
            Value::Text(own) => Varied { text: quoted(own), number: None, is_structural: true },
            Value::Enum { node, of } => {
                let number = self.values.nodes.value(*node)?;
                let text = of.at(number)?.to_owned();
                Varied { text, number: None, is_structural: true }
            }
            value => number(self.known_number(context, KindId::Vary, law, value)?, ty),
        })
    }

    /// A number that is known before the run, for a row of `kind`.
    pub(super) fn known_number(
        &mut self,
        context: Context,
        kind: KindId,
        law: &Expr,
        value: &Value,
    ) -> Option<f64> {
        if !matches!(value, Value::Int(_) | Value::Scalar { .. }) {
            if *value != Value::Error {
                let (found, place) = (self.values.type_of(value), context.place(law.span));
                let of = format!("`{kind}`");
                self.values
                    .report(context, report::wrong_type(place, "numbers", &found, Some(&of)));
            }
            return None;
        }
        let (node, _) = self.values.scalar_parts(value);
        let known = self.values.nodes.value(node);
        if known.is_none() {
            let (most, found) = (Variability::Param, Variability::Signal);
            let what = format!("what a `{kind}` takes");
            self.evaluator().varies_too_much(context, law, &what, most, found);
        }
        known
    }
}

pub(super) fn number(value: f64, ty: &Ty) -> Varied {
    let text = match si(ty).as_str() {
        "" | "1" => format!("{value:?}"),
        unit => format!("{value:?} {unit}"),
    };
    Varied { text, number: Some(value), is_structural: false }
}

/// The SI unit of a quantity: that of its type, which tells an angle from a plain number and `Hz` from `rad/s`.
pub(super) fn si(ty: &Ty) -> String {
    match ty {
        Ty::Scalar { dimension, unit: "1" } | Ty::Vector { dimension, unit: "1" } => {
            units::si_unit(*dimension)
        }
        Ty::Scalar { unit, .. } | Ty::Vector { unit, .. } => (*unit).to_owned(),
        _ => String::new(),
    }
}

/// The SI unit of a parameter without a stated type. Of several with one dimension, such as `Hz` and `rad/s`, its default
/// tells which is meant; `1` where nothing does.
pub(super) fn meant_unit(param: &Param, dimension: Dimension) -> &'static str {
    let token = param.default.as_ref().and_then(first_unit).filter(|token| {
        !dimension.is_none() && units::unit_named(token).is_ok_and(|own| own.dimension == dimension)
    });
    let ty = token.and_then(units::type_name_of_unit).and_then(type_named);
    ty.map_or("1", |ty| ty.unit)
}

/// The unit of the first number as it is written, and how much of SI that is.
pub(super) fn shown_in(law: &Expr, ty: &Ty) -> (String, f64) {
    let Ty::Scalar { dimension, .. } = ty else { return (String::new(), 1.0) };
    let token = first_unit(law);
    let unit = token.and_then(|token| Some((token, units::unit_named(token).ok()?)));
    match unit.filter(|(_, unit)| unit.dimension == *dimension) {
        Some((token, unit)) => (token.to_owned(), unit.to_si(1.0)),
        None => (si(ty), 1.0),
    }
}

pub(super) fn first_unit(law: &Expr) -> Option<&str> {
    match &law.kind {
        ExprKind::Number { unit, .. } => unit.as_ref().map(|unit| &*unit.text),
        ExprKind::List { unit: Some(unit), .. } => Some(&unit.text),
        ExprKind::List { elements, unit: None } => elements.iter().find_map(first_unit),
        ExprKind::Comprehension(own) => own.unit.as_ref().map(|unit| &*unit.text),
        ExprKind::Binary { op: Op::Range, left, right, .. } => {
            first_unit(left).or_else(|| first_unit(right))
        }
        ExprKind::Unary { operand, .. } => first_unit(operand),
        ExprKind::Call { arguments, .. } => arguments.iter().find_map(|own| first_unit(&own.value)),
        _ => None,
    }
}
