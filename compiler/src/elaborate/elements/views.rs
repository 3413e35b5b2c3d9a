//! `view`: how the page of an experiment shows the scene.

use cdl_grammar::syntax::Element;

use super::Unfolding;
use super::rows::is_plain;
use super::written::is_broken;
use crate::diagnostics;
use crate::elaborate::context::Context;
use crate::elaborate::values::fit::Of;
use crate::kinds::view::{BODY, CAMERA, COLOUR, Camera, Colour, EYE, LENGTH, SIZE, Size};
use crate::lower::{Fields, Lowered};
use crate::place::Place;
use crate::schema::KindId;
use crate::typed::{Entity, Value, View, ViewColour, ViewSize};

impl<'a> Unfolding<'_, 'a> {
    /// `view NAME { ... }`
    pub(super) fn view(&mut self, context: Context, element: &Element) {
        if is_broken(element) {
            return;
        }
        let Some(name) = &element.name else {
            let message = "a view needs a name, by which it is called on the page";
            self.misplaced(context, KindId::View, element.kind.span, message);
            return;
        };
        if name.index.is_some() || !is_plain(element) || element.law.is_some() {
            let message = "a view has a name and fields";
            self.misplaced(context, KindId::View, name.name.span, message);
            return;
        }
        let name = &name.name;
        let place = context.place(name.span);
        if let Some(earlier) = self.elements.views.iter().find(|own| *own.name == *name.text) {
            let report = diagnostics::duplicate_name(place, "view", &name.text, earlier.place);
            self.values.report(context, report);
            return;
        }
        if let Some(without) = self.without_scene() {
            let message = format!("there is no scene to view on the page of {without}");
            self.misplaced(context, KindId::View, name.span, &message);
            return;
        }
        let given = self.fields_of_row(context, KindId::View, element);
        let mut fields = Vec::new();
        for field in KindId::View.kind().fields {
            let own = given.iter().find(|(own, _)| std::ptr::eq(*own, field));
            let value = match own {
                Some(&(field, expr)) => {
                    Some(self.schema_value(context, expr, field, Of::Field(field.name)))
                }
                None => self.default_value(field),
            };
            fields.extend(value.map(|value| (field.name, value)));
        }
        // What is wrong has been said.
        let view = self.view_of((name.text.to_string(), place), &fields);
        self.elements.views.extend(view.ok());
    }

    /// What has no scene on its page, in words.
    fn without_scene(&self) -> Option<&'static str> {
        if self.elements.is_study {
            return Some("a study");
        }
        let kind = self.elements.experiment.as_ref()?.kind;
        (kind == KindId::Response).then_some("a `response`")
    }

    fn view_of(
        &mut self,
        (name, place): (String, Place),
        fields: &[(&'static str, Value)],
    ) -> Lowered<View> {
        let fields = Fields::Arguments(fields);
        let (camera, given) = fields.value(&CAMERA)?;
        let (size, length) = fields.value(&SIZE)?;
        let (colour, _) = fields.value(&COLOUR)?;
        let follow = match camera {
            Camera::Fixed => None,
            Camera::Follow => match given.value(&BODY)? {
                Entity::Element(id) => Some(self.values.entities.path(id).to_owned()),
                Entity::World | Entity::Free | Entity::Station { .. } => None,
            },
        };
        let mut number = |node| self.values.nodes.value(node);
        let from = given.given(&EYE).and_then(|nodes| {
            let [x, y, z] = nodes.map(&mut number);
            Some([x?, y?, z?])
        });
        Ok(View {
            name,
            follow,
            from,
            colour: match colour {
                Colour::Tension => ViewColour::Tension,
                Colour::Name => ViewColour::Name,
            },
            size: match size {
                Size::Fit => ViewSize::Fit,
                Size::All => ViewSize::All,
                Size::Across => ViewSize::Across(number(length.value(&LENGTH)?).unwrap_or(0.0)),
            },
            place,
        })
    }
}
