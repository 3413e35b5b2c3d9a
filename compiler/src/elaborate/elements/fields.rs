//! The second phase: the fields, relations and laws of elements, against the schema.

use cdl_grammar::syntax::{self, Argument, Element, Span};

use super::Unfolding;
use super::declared::Progress;
use super::variants::parameters;
use super::written::{GivenBy, arguments_in_block, is_broken};
use crate::diagnostics::{self, Diagnostic};
use crate::elaborate::chunk::Held;
use crate::elaborate::context::Context;
use crate::elaborate::report;
use crate::elaborate::values::fit::Of;
use crate::place::Place;
use crate::schema::{self, Presence, Variant};
use crate::typed::{ElementId, Field, Value};
use crate::units::{Dimension, si_unit};

impl<'a> Unfolding<'_, 'a> {
    /// Evaluates everything about an element and says what is wrong or missing.
    pub(in crate::elaborate) fn finish_element(&mut self, id: ElementId) {
        let Some(declared) = self.elements.declared(id) else { return };
        let (context, kind, variant) = (declared.context(), declared.kind(), declared.variant());
        let Some(held) = self.held_element(id) else { return };
        let Some(element) = held.element() else { return };
        let Some(read) = self.read_element(id, element) else { return };
        self.elements.reading.insert(id, read.clone());
        let mut good = true;
        if let (Some(variant), Some(given)) = (variant, &element.variant) {
            good &= self.finish_variant(id, context, variant, element, given);
        }
        let (meant, set) = match read.sound.get() {
            Some(set) => (Vec::new(), set),
            None => {
                let meant = match &element.body {
                    Some(body) => self.finish_block(id, context, kind, variant, body),
                    None => Vec::new(),
                };
                let set = self.relation_set(id, context, kind, element);
                if self.values.reports.is_empty() {
                    read.sound.set(Some(set));
                }
                (meant, set)
            }
        };
        self.finish_relations(id, context, kind, element, set);
        self.finish_law(id, context, kind, element);
        self.finish_effects(id, context, kind, element);
        match self.left_out(&read, kind, variant) {
            Some(left_out) => {
                self.values.entities.set_defaults(id, &left_out.defaults);
                for &field in &left_out.others {
                    self.finish_field(id, field, (context, element), &meant);
                }
            }
            None => {
                for field in kind.fields_of(variant) {
                    if !self.fill_in(id, field) {
                        self.finish_field(id, field, (context, element), &meant);
                    }
                }
            }
        }
        if good && !is_broken(element) {
            self.check_alternatives(id, context, &meant);
            self.check_inertia(id, context);
            self.check_limits(id, context);
            self.check_stiction(id, context);
            self.check_motor(id, context);
        }
        self.elements.finish(id);
    }

    /// Evaluates a field that is not left to its default, and says where it is missing. `meant` are those that were
    /// written in another way.
    fn finish_field(
        &mut self,
        id: ElementId,
        field: &'static schema::Field,
        (context, element): (Context, &Element),
        meant: &[&'static str],
    ) {
        let value = self.field_value(context, id, field, element.kind.span);
        if value.is_none() && field.presence == Presence::Required {
            let place = self.name_place(id);
            if !meant.contains(&field.name) && !is_broken(element) {
                let owner = self.owner(id);
                let example = self.example(id, field);
                let report =
                    diagnostics::missing_field(place, field.name, &owner, field.doc, &example);
                self.values.report(context, report);
            }
            self.set_field(id, field, Value::Error, place, true);
        }
    }

    /// A field with a value that it takes.
    fn example(&self, id: ElementId, field: &schema::Field) -> String {
        let rate = match (&field.ty, self.stated(id)) {
            (schema::Type::RateOfStated, Some(stated)) => stated.dimension.over(Dimension::TIME),
            _ => None,
        };
        match rate {
            Some(rate) if rate == Dimension::NONE.over(Dimension::TIME).unwrap_or(rate) => {
                format!("{} = 1 1/s", field.name)
            }
            Some(rate) => format!("{} = 1 {}", field.name, si_unit(rate)),
            None => schema::example(field),
        }
    }

    /// Such as ``the cable `tether` ``.
    pub(super) fn owner(&self, id: ElementId) -> String {
        match self.values.entities.get(id) {
            Some(element) if element.path == element.kind.name() => format!("the {}", element.kind),
            Some(element) => {
                let held = self.held_element(id);
                let name = held.as_ref().and_then(|held| held.element()?.name.as_ref());
                let name = name.map_or(element.path.as_str(), |name| &name.name.text);
                format!("the {} `{name}`", element.kind)
            }
            None => "this".to_owned(),
        }
    }

    /// The tree of an element that was declared.
    pub(super) fn held_element(&self, id: ElementId) -> Option<Held> {
        self.values.held(self.elements.declared(id)?.syntax()?)
    }

    pub(super) fn name_place(&self, id: ElementId) -> Place {
        match self.values.entities.get(id) {
            Some(element) => element.place,
            None => self.values.root_context().place(Span::default()),
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
        let value = Field { value, place, is_default };
        self.values.entities.set_field(id, field.name, value);
    }

    /// Gives a field that is not given its default; whether that was all.
    fn fill_in(&mut self, id: ElementId, field: &'static schema::Field) -> bool {
        let Some(element) = self.values.entities.get(id) else { return false };
        let read = self.elements.reading.get(&id);
        if read.is_some_and(|read| read.gives(field)) || element.field(field.name).is_some() {
            return false;
        }
        let place = element.place;
        let Some(value) = self.default_value(field) else { return false };
        self.set_field(id, field, value, place, true);
        true
    }

    /// The value of a field, evaluated now if it has not been; `None` if it is not given and has no
    /// default. `span` is where it is asked for.
    pub(in crate::elaborate) fn field_value(
        &mut self,
        asking: Context,
        id: ElementId,
        field: &'static schema::Field,
        span: Span,
    ) -> Option<Value> {
        if let Some(known) = self.values.entities.get(id)?.field(field.name) {
            return Some(known.value.clone());
        }
        if self.elements.active_fields.contains(&(id, field.name)) {
            let place = asking.place(span);
            let name = format!("{}.{}", self.values.entities.path(id), field.name);
            self.values.report(asking, report::cyclic_field(place, &name));
            return Some(Value::Error);
        }
        let declared = self.elements.declared(id)?;
        let context = declared.context();
        if declared.syntax().is_none() {
            // It stands for an element that is not known: so do its fields.
            let ty = self.schema_type(&field.ty)?;
            let path = format!("{}.{}", self.values.entities.path(id), field.name);
            let value = self.evaluator().placeholder(context, &ty, &path);
            let place = self.name_place(id);
            self.set_field(id, field, value.clone(), place, true);
            return Some(value);
        }
        let read = self.elements.reading.get(&id);
        if declared.progress == Progress::Finished || read.is_some_and(|read| !read.gives(field)) {
            return self.left_to_default(id, field);
        }
        let held = self.held_element(id)?;
        let element = held.element()?;
        let read = self.read_element(id, element)?;
        let Some(given) = read.given(field) else { return self.left_to_default(id, field) };
        let given = given.by(element)?;
        self.elements.active_fields.push((id, field.name));
        let (value, place) = match given {
            GivenBy::Expr(expr) => {
                let value = match field.ty {
                    schema::Type::RateOfStated => self.rate_of_stated(context, id, expr, field),
                    _ => self.schema_value(context, expr, field, Of::Field(field.name)),
                };
                (value, context.place(expr.span))
            }
            GivenBy::Block(block) => {
                (self.block_value(context, block, field), context.place(block.kind.span))
            }
        };
        self.elements.active_fields.pop();
        self.set_field(id, field, value.clone(), place, false);
        Some(value)
    }

    fn left_to_default(&mut self, id: ElementId, field: &'static schema::Field) -> Option<Value> {
        let place = self.name_place(id);
        let value = self.default_value(field)?;
        self.set_field(id, field, value.clone(), place, true);
        Some(value)
    }

    /// The arguments in parentheses after the variant's name.
    fn finish_variant(
        &mut self,
        id: ElementId,
        context: Context,
        variant: &'static Variant,
        element: &Element,
        given: &syntax::Variant,
    ) -> bool {
        let (arguments, span) = (&given.arguments[..], given.span);
        if let Some(report) = self.misplaced_field(id, context, variant, arguments) {
            self.values.report(context, report);
            return self.give_up_arguments(id, context, variant, span);
        }
        // That they stand in the block is told there.
        if arguments_in_block(variant, element.body.as_deref()).next().is_some() {
            return self.give_up_arguments(id, context, variant, span);
        }
        let parameters = parameters(variant.arguments);
        let matched =
            self.evaluator().match_arguments(context, variant.name, &parameters, arguments, span);
        if matched.is_none() {
            return self.give_up_arguments(id, context, variant, span);
        }
        for field in variant.arguments {
            self.field_value(context, id, field, span);
        }
        true
    }

    /// That an argument is a field of the element, which stands in its block.
    fn misplaced_field(
        &self,
        id: ElementId,
        context: Context,
        variant: &'static Variant,
        arguments: &[Argument],
    ) -> Option<Diagnostic> {
        let kind = self.elements.declared(id)?.kind();
        let is_field = |name: &str| kind.fields_of(Some(variant)).any(|own| own.name == name);
        let is_argument = |name: &str| variant.arguments.iter().any(|own| own.name == name);
        let mut names = arguments.iter().filter_map(|argument| argument.name.as_ref());
        let name = names.find(|name| is_field(&name.text) && !is_argument(&name.text))?;
        let known: Vec<&str> = variant.arguments.iter().map(|own| own.name).collect();
        let mut report = diagnostics::unknown_argument(
            context.place(name.span),
            &name.text,
            variant.name,
            &known,
        );
        report.fix = None;
        report.notes =
            vec![format!("it is a field, which stands in braces: `{{ {} = ... }}`", name.text)];
        Some(report)
    }

    /// Marks the arguments of a variant as wrong, which has been told.
    fn give_up_arguments(
        &mut self,
        id: ElementId,
        context: Context,
        variant: &'static Variant,
        span: Span,
    ) -> bool {
        for field in variant.arguments {
            self.set_field(id, field, Value::Error, context.place(span), true);
        }
        false
    }
}
