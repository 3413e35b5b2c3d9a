//! What stands between the braces of an element, and nested blocks as fields.

use cdl_grammar::syntax::{self, Element, Expr, ExprKind, MemberKind, Span};

use super::Unfolding;
use super::written::{
    arguments_in_block, is_unnamed_block, plain_name, stands_before, unnamed, unnamed_blocks,
};
use crate::diagnostics::{self, Fix};
use crate::elaborate::context::Context;
use crate::elaborate::{expression_text, report};
use crate::schema::{self, Kind, Presence, Type, Variant};
use crate::typed::{ElementId, Field, Value};

/// The fields that can still be given beside those that are: none of them, and none that one of them excludes.
fn fields_left(
    kind: &'static Kind,
    variant: Option<&'static Variant>,
    body: &syntax::Block,
) -> Vec<&'static str> {
    let is_given = |name: &str| {
        let block = |member: &syntax::Member| match &member.kind {
            MemberKind::Element(element) => element.name.is_none() && *element.kind.text == *name,
            _ => false,
        };
        body.fields.iter().any(|field| *field.name.text == *name) || body.members.iter().any(block)
    };
    kind.fields_of(variant)
        .map(|field| field.name)
        .filter(|name| !is_given(name) && !kind.is_excluded(name, is_given))
        .collect()
}

/// Whether a field of this type is a structure that has a field of that name.
fn has_field(ty: &Type, name: &str) -> bool {
    match ty {
        Type::Struct(fields) | Type::StructOrVariant(fields, _) => {
            fields.iter().any(|field| field.name == name)
        }
        _ => false,
    }
}

impl<'a> Unfolding<'_, 'a> {
    /// Fields that do not exist or are given twice, and members that have no place in a block.
    /// Gives the fields that those were probably meant to be.
    pub(super) fn finish_block<'s>(
        &mut self,
        id: ElementId,
        context: Context,
        kind: &'static Kind,
        variant: Option<&'static Variant>,
        body: &'s syntax::Block,
    ) -> Vec<&'static str> {
        let mut seen: Vec<(&str, Span)> = Vec::with_capacity(body.fields.len());
        let mut meant: Vec<&'static str> = Vec::new();
        let mut check = |this: &mut Self, name: &'s syntax::Name, value: Option<&Expr>| {
            let text: &str = &name.text;
            // One that could not be read does not count.
            if value.is_some_and(|value| matches!(value.kind, ExprKind::Error)) {
                return;
            }
            if let Some((_, earlier)) = seen.iter().find(|(own, _)| *own == text) {
                let (place, first) = (context.place(name.span), context.place(*earlier));
                let report = diagnostics::duplicate_name(place, "field", text, first);
                this.values.report(context, report);
                return;
            }
            seen.push((text, name.span));
            let known = kind.fields_of(variant).any(|field| field.name == text);
            let nested = kind.nested.iter().any(|own| own.name() == text);
            // What an event sets is looked at elsewhere.
            if known || nested || kind.sets {
                return;
            }
            let is_argument =
                variant.is_some_and(|own| own.arguments.iter().any(|field| field.name == text));
            let mut names: Vec<&'static str> = fields_left(kind, variant, body);
            // Of a kind with one field, that is what was meant.
            let only = match names.as_slice() {
                [only] if kind.fields_of(variant).count() == 1 => Some(*only),
                _ => None,
            };
            meant.extend(diagnostics::nearest(text, names.iter().copied()).or(only));
            names.extend(unnamed_blocks(kind).map(|nested| nested.name));
            let place = context.place(name.span);
            let owner = match variant {
                Some(variant) => format!("{} {}", variant.name, kind.name),
                None => kind.name.to_owned(),
            };
            // The others are the same mistake.
            if diagnostics::stands_before_block(kind.name, text)
                && stands_before(kind, Some(body)).is_some_and(|first| first != text)
            {
                return;
            }
            let mut report = diagnostics::unknown_field(place, text, &owner, &names);
            let all = kind.fields_of(variant).map(|field| field.name);
            let inside = match diagnostics::nearest(text, all) {
                Some(_) => None,
                None => kind.fields_of(variant).find(|field| has_field(&field.ty, text)),
            };
            if let (true, Some(variant)) = (is_argument, variant) {
                let misplaced: Vec<&str> = arguments_in_block(variant, Some(body)).collect();
                // The others are the same mistake.
                if misplaced.first().is_some_and(|first| *first != text) {
                    return;
                }
                report.fix = None;
                let usage = format!("`{}({} = ...)`", variant.name, misplaced.join(" = ..., "));
                report.notes = vec![format!("it goes in parentheses after the variant: {usage}")];
            } else if diagnostics::field_here(&owner, text).is_some() {
                // It has been told where that stands.
            } else if let Some(field) = inside {
                report.fix = None;
                report.notes = vec![format!("it stands in `{} = {{ {text} = ... }}`", field.name)];
            } else {
                let has = |other: &&Variant| other.fields.iter().any(|field| field.name == text);
                let others: Vec<_> =
                    kind.variants.iter().filter(has).map(|other| other.name).collect();
                if !others.is_empty() {
                    report.fix = None;
                    let others = others.join(" or ");
                    report.notes = vec![format!("only a {others} {} has it", kind.name)];
                } else if let [needed] = lacking(kind, variant, body).as_slice()
                    && report.fix.is_none()
                {
                    // What is needed and not there is probably what it was meant to be: one message for both.
                    meant.push(needed.name);
                    let example = schema::example(needed);
                    report.notes.push(format!("it needs `{}`: `{example}`", needed.name));
                }
            }
            this.values.report(context, report);
            // Its value is checked all the same; what a variant's name means is not known here.
            if let Some(value) = value
                && plain_name(value).is_none()
                && !matches!(value.kind, ExprKind::Call { .. } | ExprKind::Struct(_))
            {
                this.evaluator().thing(context, value);
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
    pub(super) fn finish_nested_block(
        &mut self,
        id: ElementId,
        context: Context,
        kind: &'static Kind,
        body: &syntax::Block,
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
        let field = Field { value, place, is_default: false };
        self.values.entities.set_field(id, kind.name, field);
    }

    /// A field given as a nested block, such as `start { angle = 5 deg }`.
    pub(super) fn block_value(
        &mut self,
        context: Context,
        block: &Element,
        field: &'static schema::Field,
    ) -> Value {
        match field.ty {
            Type::Struct(fields) | Type::StructOrVariant(fields, _) => {
                self.fields_of_block(context, block, fields, field.name)
            }
            _ => {
                let place = context.place(block.kind.span);
                let name = field.name;
                let mut report = report::wrong_type(
                    place,
                    &schema::type_text(&field.ty),
                    "a block",
                    Some(&format!("the field `{name}`")),
                );
                // `mass: 2 kg`
                if let (None, Some(law)) = (&block.body, &block.law) {
                    let value = expression_text::text(law);
                    report.message = "a field is set by `=`, not by `:`".to_owned();
                    report.primary.text = format!("write `{name} = {value}`");
                    // Only the colon is another.
                    let name_end = block.kind.span.end;
                    if law.span.start > name_end {
                        let span = Span::new(name_end, law.span.start);
                        let place = context.place(span);
                        let title = format!("write `{name} = {value}`");
                        report.fix = Some(Fix { title, place, replacement: " = ".to_owned() });
                    }
                }
                self.values.report(context, report);
                Value::Error
            }
        }
    }

    pub(super) fn fields_of_block(
        &mut self,
        context: Context,
        block: &Element,
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
            self.values.report(context, diagnostics::misplaced_part(place, &message, &usage));
        }
        let given: Vec<(&syntax::Name, &Expr)> =
            body.fields.iter().map(|field| (&field.name, &field.value)).collect();
        self.fields_value(context, &given, fields, owner, context.place(block.kind.span))
    }
}

/// The fields that have to be there, and are not.
fn lacking(
    kind: &'static Kind,
    variant: Option<&'static Variant>,
    body: &syntax::Block,
) -> Vec<&'static schema::Field> {
    let is_given = |name: &str| body.fields.iter().any(|own| *own.name.text == *name);
    kind.fields_of(variant)
        .filter(|field| field.presence == Presence::Required && !is_given(field.name))
        .collect()
}
