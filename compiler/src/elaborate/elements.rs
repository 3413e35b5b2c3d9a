//! The second phase: the fields, relations and laws of elements, against the schema.

use std::sync::Arc;

use cdl_grammar::syntax::{self, Argument, Element, Expr, ExprKind, Member, MemberKind, Span};
use cdl_graph::UnaryOp;

use super::coerce::Of;
use super::declare::{is_broken, is_unnamed_block, plain_name};
use super::scope::ScopeId;
use super::types::{Ty, type_of};
use super::{Context, Elaborator, report};
use crate::diagnostics;
use crate::kinds::body::is_possible_inertia;
use crate::place::Place;
use crate::schema::{self, Kind, Law, Presence, Range, Type, Variability, Variant};
use crate::typed::{self, ElementId, Value};

/// What an element was declared from.
pub(super) struct Declared<'a> {
    /// Absent for an element that stands for an argument nobody has given.
    pub(super) syntax: Option<&'a Element>,
    pub(super) context: Context,
    pub(super) kind: &'static Kind,
    pub(super) variant: Option<&'static Variant>,
    /// The names declared in its block.
    pub(super) block: Option<ScopeId>,
    /// The fields that are given, the first of several with one name.
    pub(super) given: Vec<(&'static schema::Field, Given<'a>)>,
}

/// A field as it is given: by an expression or by a nested block.
#[derive(Clone, Copy)]
pub(super) enum Given<'a> {
    Expr(&'a Expr),
    Block(&'a Element),
}

impl Declared<'_> {
    /// The schema's field of this name, variant arguments included.
    pub(super) fn field(&self, name: &str) -> Option<&'static schema::Field> {
        let arguments = self.variant.map_or(&[] as &[schema::Field], |variant| variant.arguments);
        self.kind.fields_of(self.variant).chain(arguments).find(|field| field.name == name)
    }
}

impl<'a> Elaborator<'a> {
    /// Evaluates everything about an element and says what is wrong or missing.
    pub(super) fn finish_element(&mut self, id: ElementId) {
        let Some(declared) = self.declared.get(id.0 as usize) else { return };
        let Declared { syntax, context, kind, variant, .. } = *declared;
        let Some(element) = syntax else { return };
        let mut good = true;
        if let (Some(variant), Some(given)) = (variant, &element.variant) {
            good &= self.finish_variant(id, context, variant, &given.arguments, given.span);
        }
        let meant = match &element.body {
            Some(body) => self.finish_block(id, context, kind, variant, body),
            None => Vec::new(),
        };
        self.finish_relations(id, context, kind, element);
        self.finish_law(id, context, kind, element);
        for field in kind.fields_of(variant) {
            let value = self.field_value(context, id, field, element.kind.span);
            if value.is_none() && field.presence == Presence::Required {
                let place = self.name_place(id);
                if !meant.contains(&field.name) && !is_broken(element) {
                    let owner = self.owner(id);
                    let example = schema::example(field);
                    let report =
                        diagnostics::missing_field(place, field.name, &owner, field.doc, &example);
                    self.report(context, report);
                }
                self.set_field(id, field, Value::Error, place, true);
            }
        }
        if good && !is_broken(element) {
            self.check_alternatives(id, context, &meant);
            self.check_inertia(id, context);
        }
    }

    /// Such as ``the cable `tether` ``.
    fn owner(&self, id: ElementId) -> String {
        match self.elements.get(id.0 as usize) {
            Some(element) if element.path == element.kind.name() => format!("the {}", element.kind),
            Some(element) => {
                let name =
                    self.declared.get(id.0 as usize).and_then(|own| own.syntax?.name.as_ref());
                let name = name.map_or(element.path.as_str(), |name| &name.name.text);
                format!("the {} `{name}`", element.kind)
            }
            None => "this".to_owned(),
        }
    }

    fn name_place(&self, id: ElementId) -> Place {
        match self.elements.get(id.0 as usize) {
            Some(element) => element.place,
            None => self.root_context().place(Span::default()),
        }
    }

    fn set_field(
        &mut self,
        id: ElementId,
        field: &'static schema::Field,
        value: Value,
        place: Place,
        is_default: bool,
    ) {
        if let Some(element) = self.elements.get_mut(id.0 as usize) {
            element.fields.insert(field.name, typed::Field { value, place, is_default });
        }
    }

    /// The value of a field, evaluated now if it has not been; `None` if it is not given and has no
    /// default. `span` is where it is asked for.
    pub(super) fn field_value(
        &mut self,
        asking: Context,
        id: ElementId,
        field: &'static schema::Field,
        span: Span,
    ) -> Option<Value> {
        if let Some(known) = self.elements.get(id.0 as usize)?.fields.get(field.name) {
            return Some(known.value.clone());
        }
        if self.active_fields.contains(&(id, field.name)) {
            let place = asking.place(span);
            let name = format!("{}.{}", self.path(id), field.name);
            self.report(asking, report::cyclic_field(place, &name));
            return Some(Value::Error);
        }
        let declared = self.declared.get(id.0 as usize)?;
        let Declared { syntax, context, ref given, .. } = *declared;
        if syntax.is_none() {
            // It stands for an element that is not known: so do its fields.
            let ty = self.schema_type(&field.ty)?;
            let path = format!("{}.{}", self.path(id), field.name);
            let value = self.placeholder(context, &ty, &path);
            let place = self.name_place(id);
            self.set_field(id, field, value.clone(), place, true);
            return Some(value);
        }
        let given = given.iter().find(|(own, _)| std::ptr::eq(*own, field));
        let Some(&(_, given)) = given else {
            let place = self.name_place(id);
            let value = self.default_value(field)?;
            self.set_field(id, field, value.clone(), place, true);
            return Some(value);
        };
        self.active_fields.push((id, field.name));
        let (value, place) = match given {
            Given::Expr(expr) => {
                let value = self.schema_value(context, expr, field, Of::Field(field.name));
                (value, context.place(expr.span))
            }
            Given::Block(block) => {
                (self.block_value(context, block, field), context.place(block.kind.span))
            }
        };
        self.active_fields.pop();
        self.set_field(id, field, value.clone(), place, false);
        Some(value)
    }

    /// The arguments in parentheses after the variant's name.
    fn finish_variant(
        &mut self,
        id: ElementId,
        context: Context,
        variant: &'static Variant,
        arguments: &'a [Argument],
        span: Span,
    ) -> bool {
        let parameters = parameters(variant.arguments);
        let matched = self.match_arguments(context, variant.name, &parameters, arguments, span);
        let good = matched.is_some();
        for field in variant.arguments {
            if good {
                self.field_value(context, id, field, span);
            } else {
                let place = context.place(span);
                self.set_field(id, field, Value::Error, place, true);
            }
        }
        good
    }

    /// Fields that do not exist or are given twice, and members that have no place in a block.
    /// Gives the fields that those were probably meant to be.
    fn finish_block(
        &mut self,
        id: ElementId,
        context: Context,
        kind: &'static Kind,
        variant: Option<&'static Variant>,
        body: &'a syntax::Block,
    ) -> Vec<&'static str> {
        let mut seen: Vec<(&'a str, Span)> = Vec::with_capacity(body.fields.len());
        let mut meant: Vec<&'static str> = Vec::new();
        let mut check = |elaborator: &mut Self, name: &'a syntax::Name, value: Option<&'a Expr>| {
            let text: &'a str = &name.text;
            // One that could not be read does not count.
            if value.is_some_and(|value| matches!(value.kind, ExprKind::Error)) {
                return;
            }
            if let Some((_, earlier)) = seen.iter().find(|(own, _)| *own == text) {
                let (place, first) = (context.place(name.span), context.place(*earlier));
                let report = diagnostics::duplicate_name(place, "field", text, first);
                elaborator.report(context, report);
                return;
            }
            seen.push((text, name.span));
            let known = kind.fields_of(variant).any(|field| field.name == text);
            let nested = kind.nested.iter().any(|own| own.name() == text);
            if known || nested {
                return;
            }
            let is_argument =
                variant.is_some_and(|own| own.arguments.iter().any(|field| field.name == text));
            let mut names: Vec<&'static str> =
                kind.fields_of(variant).map(|field| field.name).collect();
            meant.extend(diagnostics::nearest(text, names.iter().copied()));
            names.extend(unnamed_blocks(kind).map(|nested| nested.name));
            let place = context.place(name.span);
            let owner = match variant {
                Some(variant) => format!("{} {}", variant.name, kind.name),
                None => kind.name.to_owned(),
            };
            let mut report = diagnostics::unknown_field(place, text, &owner, &names);
            if let (true, Some(variant)) = (is_argument, variant) {
                report.fix = None;
                let usage = format!("`{}({text} = ...)`", variant.name);
                report.notes = vec![format!("it goes in parentheses after the variant: {usage}")];
            } else if let Some(other) = kind
                .variants
                .iter()
                .find(|other| other.fields.iter().any(|field| field.name == text))
            {
                report.fix = None;
                report.notes = vec![format!("only a {} {} has it", other.name, kind.name)];
            }
            elaborator.report(context, report);
            // Its value is checked all the same; what a variant's name means is not known here.
            if let Some(value) = value
                && plain_name(value).is_none()
                && !matches!(value.kind, ExprKind::Call { .. } | ExprKind::Struct(_))
            {
                elaborator.thing(context, value);
            }
        };
        for field in &body.fields {
            check(self, &field.name, Some(&field.value));
        }
        for member in &body.members {
            if let MemberKind::Element(element) = &member.kind
                && is_unnamed_block(kind, variant, member)
            {
                check(self, &element.kind, None);
            }
        }
        for nested in unnamed_blocks(kind) {
            self.finish_nested_block(id, context, nested, body);
        }
        meant
    }

    /// A nested block of a kind of its own, such as `air`, as a field of that name.
    fn finish_nested_block(
        &mut self,
        id: ElementId,
        context: Context,
        kind: &'static Kind,
        body: &'a syntax::Block,
    ) {
        let nested = kind.name;
        let (value, place) = if let Some(block) =
            body.members.iter().find_map(|member| unnamed(member, nested))
        {
            let value = self.fields_of_block(context, block, kind.fields, nested);
            (value, context.place(block.kind.span))
        } else if let Some(field) = body.fields.iter().find(|field| *field.name.text == *nested) {
            let value = self.struct_value(context, &field.value, kind.fields, nested);
            (value, context.place(field.value.span))
        } else {
            return;
        };
        if let Some(element) = self.elements.get_mut(id.0 as usize) {
            element.fields.insert(kind.name, typed::Field { value, place, is_default: false });
        }
    }

    /// The expression after `=`.
    fn finish_law(
        &mut self,
        id: ElementId,
        context: Context,
        kind: &'static Kind,
        element: &'a Element,
    ) {
        let place = self.name_place(id);
        match (&kind.law, &element.law) {
            (None, None) => {}
            _ if is_broken(element) => {}
            (None, Some(law)) => {
                let place = context.place(law.span);
                let message = format!("{} has no law", crate::units::with_article(kind.name));
                let usage = schema::usage(kind);
                self.report(context, diagnostics::misplaced_part(place, &message, &usage));
            }
            (Some(_), Some(law)) if element.variant.is_some() => {
                let place = context.place(law.span);
                let message = format!("the variant says what this {} is already", kind.name);
                let usage = schema::usage(kind);
                self.report(context, diagnostics::misplaced_part(place, &message, &usage));
            }
            (Some(_), None) if element.variant.is_some() => {}
            (Some(law), None) => {
                let lacks = match law {
                    Law::Value(_) => "value",
                    Law::Equation => "equation",
                };
                let message = format!("this {} has no {lacks}", kind.name);
                let usage = schema::usage(kind);
                self.report(context, diagnostics::misplaced_part(place, &message, &usage));
            }
            (Some(expected), Some(law)) => {
                let value = match expected {
                    Law::Value(ty) => match self.schema_type(ty) {
                        Some(ty) => self.typed_value(context, law, &ty, Of::Law(kind.name)),
                        None => Value::Error,
                    },
                    Law::Equation => self.equation(context, law),
                };
                let place = context.place(law.span);
                if let Some(element) = self.elements.get_mut(id.0 as usize) {
                    let field = typed::Field { value, place, is_default: false };
                    element.fields.insert(schema::LAW, field);
                }
            }
        }
    }

    /// What a schema type asks for, where it is a plain type.
    pub(super) fn schema_type(&mut self, ty: &Type) -> Option<Ty> {
        Some(match *ty {
            Type::Scalar(unit) => Ty::Scalar { dimension: self.schema_dimension(unit), unit },
            Type::Vector(unit) | Type::Downward(unit) => {
                Ty::Vector { dimension: self.schema_dimension(unit), unit }
            }
            Type::Matrix(unit) => Ty::Matrix { dimension: self.schema_dimension(unit), unit },
            Type::Direction => Ty::Direction,
            Type::Attitude => Ty::Attitude,
            Type::Int => Ty::Int,
            Type::Bool => Ty::Bool,
            Type::Text => Ty::Text,
            Type::Reference(kinds) => Ty::Entity(kinds),
            Type::Variant(_) | Type::Struct(_) | Type::StructOrVariant(..) => return None,
        })
    }

    /// The value of a field or argument that the schema declares.
    pub(super) fn schema_value(
        &mut self,
        context: Context,
        expr: &'a Expr,
        field: &'static schema::Field,
        of: Of<'_>,
    ) -> Value {
        let value = match &field.ty {
            Type::Variant(variants) => {
                return self.variant_value(context, expr, variants, field.name);
            }
            Type::Struct(fields) => return self.struct_value(context, expr, fields, field.name),
            Type::StructOrVariant(fields, variants) => {
                let is_variant = match &expr.kind {
                    ExprKind::Call { callee, .. } => plain_name(callee),
                    _ => plain_name(expr),
                };
                let is_variant = is_variant
                    .is_some_and(|name| variants.iter().any(|variant| variant.name == name));
                return if is_variant {
                    self.variant_value(context, expr, variants, field.name)
                } else {
                    self.struct_value(context, expr, fields, field.name)
                };
            }
            Type::Downward(unit) => self.downward(context, expr, unit, of),
            ty => match self.schema_type(ty) {
                Some(ty) => self.typed_value(context, expr, &ty, of),
                None => Value::Error,
            },
        };
        self.checked(context, expr, value, field)
    }

    /// A scalar stands for the vector of that size along -z.
    fn downward(
        &mut self,
        context: Context,
        expr: &'a Expr,
        unit: &'static str,
        of: Of<'_>,
    ) -> Value {
        let dimension = self.schema_dimension(unit);
        let value = self.value(context, expr);
        if let Value::Int(_) | Value::Scalar { .. } = value {
            let ty = Ty::Scalar { dimension, unit };
            let Value::Scalar { node, .. } = self.coerce(context, expr, value, &ty, of) else {
                return Value::Error;
            };
            let zero = self.nodes.constant(0.0);
            let down = self.nodes.unary(UnaryOp::Neg, node);
            return Value::Vector { nodes: [zero, zero, down], dimension };
        }
        self.coerce(context, expr, value, &Ty::Vector { dimension, unit }, of)
    }

    /// Checks variability and range.
    fn checked(
        &mut self,
        context: Context,
        expr: &'a Expr,
        value: Value,
        field: &'static schema::Field,
    ) -> Value {
        let found = self.variability(&value);
        if found > field.variability {
            let what = format!("the field `{}`", field.name);
            self.varies_too_much(context, expr, &what, field.variability, found);
            return Value::Error;
        }
        let what = || format!("the field `{}`", field.name);
        match value {
            Value::Int(number) => {
                let fits = match field.range {
                    Range::Any => true,
                    Range::Positive => number > 0,
                    Range::NonNegative => number >= 0,
                    Range::Between(low, high) => (low..=high).contains(&(number as f64)),
                };
                if !fits {
                    let place = context.place(expr.span);
                    let value = number as f64;
                    let report =
                        diagnostics::out_of_range(place, &what(), value, "1", &field.range);
                    self.report(context, report);
                    return Value::Error;
                }
            }
            Value::Scalar { node, dimension } => {
                let Some(number) = self.nodes.value(node) else { return value };
                let place = context.place(expr.span);
                if !number.is_finite() {
                    let report = diagnostics::not_a_number(place, "the value is not finite");
                    self.report(context, report);
                    return Value::Error;
                }
                let fits = match field.range {
                    Range::Any => true,
                    Range::Positive => number > 0.0,
                    Range::NonNegative => number >= 0.0,
                    Range::Between(low, high) => (low..=high).contains(&number),
                };
                if !fits {
                    let unit = crate::units::si_unit(dimension);
                    let report =
                        diagnostics::out_of_range(place, &what(), number, &unit, &field.range);
                    self.report(context, report);
                    return Value::Error;
                }
            }
            Value::Vector { nodes, .. } => {
                let infinite = nodes
                    .iter()
                    .any(|&node| self.nodes.value(node).is_some_and(|value| !value.is_finite()));
                if infinite {
                    let place = context.place(expr.span);
                    let report = diagnostics::not_a_number(place, "the value is not finite");
                    self.report(context, report);
                    return Value::Error;
                }
            }
            _ => {}
        }
        value
    }

    /// `straight(direction = down)` or `hanging`
    pub(super) fn variant_value(
        &mut self,
        context: Context,
        expr: &'a Expr,
        variants: &'static [Variant],
        owner: &str,
    ) -> Value {
        let (name_expr, arguments): (&'a Expr, &'a [Argument]) = match &expr.kind {
            ExprKind::Name(_) => (expr, &[]),
            ExprKind::Call { callee, arguments, unit: None } => (callee, arguments),
            ExprKind::Conditional { condition, then, otherwise } => {
                return match self.typed_value(context, condition, &Ty::Bool, Of::Nothing) {
                    Value::Bool(true) => self.variant_value(context, then, variants, owner),
                    Value::Bool(false) => self.variant_value(context, otherwise, variants, owner),
                    Value::Condition(node) => {
                        let found = self.nodes.variability(node);
                        let what = "what chooses a variant";
                        self.varies_too_much(context, condition, what, Variability::Const, found);
                        Value::Error
                    }
                    _ => Value::Error,
                };
            }
            ExprKind::Error => return Value::Error,
            _ => (expr, &[]),
        };
        let names: Vec<&str> = variants.iter().map(|variant| variant.name).collect();
        let Some(name) = plain_name(name_expr) else {
            let found = match self.value(context, expr) {
                Value::Error => return Value::Error,
                value => type_of(&value, &self.elements),
            };
            let place = context.place(expr.span);
            let expected = format!("one of {}", quoted(&names));
            let of = format!("the field `{owner}`");
            self.report(context, report::wrong_type(place, &expected, &found, Some(&of)));
            return Value::Error;
        };
        let Some(variant) = variants.iter().find(|variant| variant.name == name) else {
            let place = context.place(name_expr.span);
            self.report(context, diagnostics::unknown_variant(place, name, owner, &names));
            return Value::Error;
        };
        let parameters = parameters(variant.arguments);
        let Some(matched) =
            self.match_arguments(context, variant.name, &parameters, arguments, expr.span)
        else {
            return Value::Error;
        };
        let mut values: Vec<(&'static str, Value)> = Vec::with_capacity(matched.len());
        for (field, argument) in variant.arguments.iter().zip(matched) {
            let value = match argument {
                Some(argument) => {
                    let of = Of::Argument { name: field.name, of: variant.name };
                    Some(self.schema_value(context, &argument.value, field, of))
                }
                None => self.default_value(field),
            };
            if let Some(value) = value {
                values.push((field.name, value));
            }
        }
        Value::Variant { name: variant.name, arguments: values.into() }
    }

    /// `{ position = ...; attitude = ... }`, or a value that has such fields.
    pub(super) fn struct_value(
        &mut self,
        context: Context,
        expr: &'a Expr,
        fields: &'static [schema::Field],
        owner: &str,
    ) -> Value {
        match &expr.kind {
            ExprKind::Struct(given) => {
                let given: Vec<(&'a syntax::Name, &'a Expr)> =
                    given.iter().map(|field| (&field.name, &field.value)).collect();
                self.fields_value(context, &given, fields, owner, context.place(expr.span))
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                match self.typed_value(context, condition, &Ty::Bool, Of::Nothing) {
                    Value::Bool(true) => self.struct_value(context, then, fields, owner),
                    Value::Bool(false) => self.struct_value(context, otherwise, fields, owner),
                    Value::Condition(node) => {
                        let found = self.nodes.variability(node);
                        let what = "what chooses a structure";
                        self.varies_too_much(context, condition, what, Variability::Const, found);
                        Value::Error
                    }
                    _ => Value::Error,
                }
            }
            ExprKind::Error => Value::Error,
            _ => match self.value(context, expr) {
                Value::Error => Value::Error,
                Value::Struct(values) => self.struct_from(context, expr, &values, fields, owner),
                other => {
                    let found = type_of(&other, &self.elements);
                    let names: Vec<&str> = fields.iter().map(|field| field.name).collect();
                    let expected =
                        format!("a structure `{{ {} = ... }}`", names.first().unwrap_or(&""));
                    let of = format!("the field `{owner}`");
                    let place = context.place(expr.span);
                    self.report(context, report::wrong_type(place, &expected, &found, Some(&of)));
                    Value::Error
                }
            },
        }
    }

    /// A structure that was computed elsewhere, such as one from a table.
    fn struct_from(
        &mut self,
        context: Context,
        expr: &'a Expr,
        values: &[(Arc<str>, Value)],
        fields: &'static [schema::Field],
        owner: &str,
    ) -> Value {
        let mut result: Vec<(Arc<str>, Value)> = Vec::with_capacity(fields.len());
        for (name, _) in values {
            if !fields.iter().any(|field| *field.name == **name) {
                let names: Vec<&str> = fields.iter().map(|field| field.name).collect();
                let place = context.place(expr.span);
                self.report(context, diagnostics::unknown_field(place, name, owner, &names));
            }
        }
        for field in fields {
            let given = values.iter().find(|(name, _)| **name == *field.name);
            let value = match (given, self.schema_type(&field.ty)) {
                (Some((_, value)), Some(ty)) => {
                    let of = Of::Field(field.name);
                    let value = self.coerce(context, expr, value.clone(), &ty, of);
                    Some(self.checked(context, expr, value, field))
                }
                (Some((_, value)), None) => Some(value.clone()),
                (None, _) => self.absent_field(context, field, owner, context.place(expr.span)),
            };
            if let Some(value) = value {
                result.push((field.name.into(), value));
            }
        }
        Value::Struct(result.into())
    }

    /// The fields of a structure or block, with defaults filled in.
    fn fields_value(
        &mut self,
        context: Context,
        given: &[(&'a syntax::Name, &'a Expr)],
        fields: &'static [schema::Field],
        owner: &str,
        place: Place,
    ) -> Value {
        for (index, (name, value)) in given.iter().enumerate() {
            let earlier = given.iter().take(index).find(|(other, _)| other.text == name.text);
            if let Some((earlier, _)) = earlier {
                let (place, first) = (context.place(name.span), context.place(earlier.span));
                let report = diagnostics::duplicate_name(place, "field", &name.text, first);
                self.report(context, report);
            } else if !fields.iter().any(|field| *field.name == *name.text) {
                let names: Vec<&str> = fields.iter().map(|field| field.name).collect();
                let place = context.place(name.span);
                self.report(context, diagnostics::unknown_field(place, &name.text, owner, &names));
                self.thing(context, value);
            }
        }
        let meant: Vec<&str> = given
            .iter()
            .filter(|(name, _)| !fields.iter().any(|field| *field.name == *name.text))
            .filter_map(|(name, _)| {
                diagnostics::nearest(&name.text, fields.iter().map(|field| field.name))
            })
            .collect();
        let mut result: Vec<(Arc<str>, Value)> = Vec::with_capacity(fields.len());
        for field in fields {
            let value = match given.iter().find(|(name, _)| *name.text == *field.name) {
                Some((_, expr)) => {
                    Some(self.schema_value(context, expr, field, Of::Field(field.name)))
                }
                None if meant.contains(&field.name) => Some(Value::Error),
                None => self.absent_field(context, field, owner, place),
            };
            if let Some(value) = value {
                result.push((field.name.into(), value));
            }
        }
        Value::Struct(result.into())
    }

    fn absent_field(
        &mut self,
        context: Context,
        field: &'static schema::Field,
        owner: &str,
        place: Place,
    ) -> Option<Value> {
        if field.presence == Presence::Required {
            let owner = format!("the field `{owner}`");
            let report = diagnostics::missing_field(
                place,
                field.name,
                &owner,
                field.doc,
                &schema::example(field),
            );
            self.report(context, report);
            return Some(Value::Error);
        }
        self.default_value(field)
    }

    /// A field given as a nested block, such as `start { angle = 5 deg }`.
    fn block_value(
        &mut self,
        context: Context,
        block: &'a Element,
        field: &'static schema::Field,
    ) -> Value {
        match field.ty {
            Type::Struct(fields) | Type::StructOrVariant(fields, _) => {
                self.fields_of_block(context, block, fields, field.name)
            }
            _ => {
                let place = context.place(block.kind.span);
                let report = report::wrong_type(
                    place,
                    &schema::type_text(&field.ty),
                    "a block",
                    Some(&format!("the field `{}`", field.name)),
                );
                self.report(context, report);
                Value::Error
            }
        }
    }

    fn fields_of_block(
        &mut self,
        context: Context,
        block: &'a Element,
        fields: &'static [schema::Field],
        owner: &str,
    ) -> Value {
        let Some(body) = &block.body else {
            return self.fields_value(context, &[], fields, owner, context.place(block.kind.span));
        };
        for member in &body.members {
            let place = context.place(member.span);
            let message = format!("`{owner}` takes fields only");
            let usage = format!("{owner} {{ FIELD = VALUE }}");
            self.report(context, diagnostics::misplaced_part(place, &message, &usage));
        }
        let given: Vec<(&'a syntax::Name, &'a Expr)> =
            body.fields.iter().map(|field| (&field.name, &field.value)).collect();
        self.fields_value(context, &given, fields, owner, context.place(block.kind.span))
    }

    /// Moments of inertia that no distribution of mass has.
    fn check_inertia(&mut self, id: ElementId, context: Context) {
        let Some(element) = self.elements.get(id.0 as usize) else { return };
        let Some(field) = element.fields.get("inertia") else { return };
        let (&Value::Matrix { nodes, .. }, place) = (&field.value, field.place) else { return };
        let values = nodes.map(|node| self.nodes.value(node));
        let [Some(xx), Some(yy), Some(zz), Some(xy), Some(xz), Some(yz)] = values else { return };
        if !is_possible_inertia([xx, yy, zz, xy, xz, yz]) {
            let message = "no body has these moments of inertia";
            let label = "the largest principal moment is more than the sum of the others";
            let report = diagnostics::impossible_value(place, message, label)
                .note("an inertia is taken about the centre of mass, in body axes");
            self.report(context, report);
        }
    }

    /// Of several fields that say the same, one at most, and one at least where it is needed.
    fn check_alternatives(&mut self, id: ElementId, context: Context, meant: &[&'static str]) {
        let Some(element) = self.elements.get(id.0 as usize) else { return };
        let given = |name: &str| {
            element.fields.get(name).filter(|field| !field.is_default).map(|field| field.place)
        };
        let kind = element.kind.kind();
        let (groups, one_needed) =
            kind.alternatives.map_or((&[] as &[_], false), |own| (own.groups, own.one_needed));
        let mut reports = Vec::new();
        for group in groups {
            let present: Vec<(&str, Place)> =
                group.iter().filter_map(|&name| Some((name, given(name)?))).collect();
            if let [(first, first_place), rest @ ..] = present.as_slice() {
                for (name, place) in rest {
                    let why = "each of them says what it weighs";
                    let report =
                        diagnostics::conflicting_fields(*place, name, *first_place, first, why);
                    reports.push(report);
                }
            } else if one_needed && !group.iter().any(|name| meant.contains(name)) {
                reports.push(diagnostics::missing_one_of(element.place, group, &self.owner(id)));
            }
        }
        for need in kind.needs {
            if given(need.field).is_some() || meant.contains(&need.field) {
                continue;
            }
            let needing = need.by.iter().find_map(|&name| given(name).map(|place| (name, place)));
            let field = self.declared.get(id.0 as usize).and_then(|own| own.field(need.field));
            if let (Some((name, place)), Some(field)) = (needing, field) {
                let report = diagnostics::missing_field(
                    element.place,
                    need.field,
                    &self.owner(id),
                    field.doc,
                    need.example,
                )
                .related(place, format!("`{name}` needs it"));
                reports.push(report);
            }
        }
        for report in reports {
            self.report(context, report);
        }
    }
}

/// The fields and arguments of a variant that an element gives.
pub(super) fn given_fields<'a>(
    element: &'a Element,
    kind: &'static Kind,
    variant: Option<&'static Variant>,
) -> Vec<(&'static schema::Field, Given<'a>)> {
    let mut given: Vec<(&'static schema::Field, Given<'a>)> = Vec::new();
    let mut add = |field: &'static schema::Field, value: Given<'a>| {
        if !given.iter().any(|(own, _)| std::ptr::eq(*own, field)) {
            given.push((field, value));
        }
    };
    if let (Some(variant), Some(written)) = (variant, &element.variant) {
        let mut positional = variant.arguments.iter();
        for argument in &written.arguments {
            let field = match &argument.name {
                Some(name) => variant.arguments.iter().find(|own| *own.name == *name.text),
                None => positional.next(),
            };
            if let Some(field) = field {
                add(field, Given::Expr(&argument.value));
            }
        }
    }
    let Some(body) = &element.body else { return given };
    for written in &body.fields {
        if let Some(field) = kind.fields_of(variant).find(|own| *own.name == *written.name.text) {
            add(field, Given::Expr(&written.value));
        }
    }
    for member in &body.members {
        if let MemberKind::Element(block) = &member.kind
            && block.name.is_none()
            && let Some(field) = kind.fields_of(variant).find(|own| *own.name == *block.kind.text)
        {
            add(field, Given::Block(block));
        }
    }
    given
}

fn unnamed<'a>(member: &'a Member, kind: &str) -> Option<&'a Element> {
    match &member.kind {
        MemberKind::Element(element) if element.name.is_none() && *element.kind.text == *kind => {
            Some(element)
        }
        _ => None,
    }
}

/// Kinds such as `air`, which stand without a name in the block of another.
fn unnamed_blocks(kind: &'static Kind) -> impl Iterator<Item = &'static Kind> {
    kind.nested.iter().map(|nested| nested.kind()).filter(|nested| !nested.named)
}

fn parameters(fields: &'static [schema::Field]) -> Vec<(&'static str, bool)> {
    fields.iter().map(|field| (field.name, field.presence != Presence::Required)).collect()
}

fn quoted(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
