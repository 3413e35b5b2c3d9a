//! Whatever takes arguments, in one shape.

use std::sync::Arc;

use cdl_compiler::View;
use cdl_compiler::elaborate::builtins::Builtin;
use cdl_compiler::place::ItemKey;
use cdl_compiler::schema::{Field, Presence, type_text};
use cdl_grammar::syntax::{ItemKind, Param, TypeExpr};

use super::documentation::Subject;
use super::expected::Expected;
use super::placeholder;

#[derive(Clone, Debug)]
pub(super) enum Callee {
    /// A variant, by its arguments.
    Variant(&'static [Field]),
    Builtin(&'static Builtin),
    /// A function, component or model.
    Item(ItemKey),
    /// `at` behind a cable.
    Station,
    Unknown,
}

#[derive(Clone, Debug)]
pub(super) struct Parameter {
    pub name: Arc<str>,
    pub expected: Expected,
    pub is_required: bool,
    /// What it takes, in words.
    pub ty: String,
    /// A value that fits.
    pub placeholder: String,
    pub subject: Subject,
}

/// What something takes, in order.
pub(super) fn parameters(view: &View, callee: &Callee) -> Vec<Parameter> {
    match callee {
        Callee::Variant(fields) => fields.iter().map(of_field).collect(),
        Callee::Builtin(builtin) => {
            let own = builtin.parameters.iter();
            own.map(|own| {
                let expected = Expected::stated(own.ty);
                Parameter {
                    name: own.name.into(),
                    placeholder: placeholder::of_expected(&expected, own.name),
                    expected,
                    is_required: own.default.is_none(),
                    ty: own.ty.to_owned(),
                    subject: Subject::Function(builtin),
                }
            })
            .collect()
        }
        &Callee::Item(key) => {
            let params: &[Param] = match view.item(key).map(|item| &item.kind) {
                Some(ItemKind::Function(own)) => &own.params,
                Some(ItemKind::Model(own) | ItemKind::Component(own)) => &own.params,
                _ => &[],
            };
            params.iter().map(|own| of_param(key, own)).collect()
        }
        Callee::Station => vec![Parameter {
            name: "".into(),
            expected: Expected::Scalar("m"),
            is_required: true,
            ty: "Length".to_owned(),
            placeholder: "1 m".to_owned(),
            subject: Subject::Nothing,
        }],
        Callee::Unknown => Vec::new(),
    }
}

fn of_field(field: &'static Field) -> Parameter {
    Parameter {
        name: field.name.into(),
        expected: Expected::of(&field.ty),
        is_required: field.presence == Presence::Required,
        ty: type_text(&field.ty),
        placeholder: placeholder::of_field(field),
        subject: Subject::Field(field),
    }
}

fn of_param(item: ItemKey, param: &Param) -> Parameter {
    let ty = param.ty.as_ref().map_or_else(String::new, type_name);
    let expected = Expected::stated(&ty);
    Parameter {
        name: param.name.text.clone(),
        placeholder: placeholder::of_expected(&expected, &param.name.text),
        expected,
        is_required: param.default.is_none(),
        ty,
        subject: Subject::Declared(cdl_compiler::place::Place { item, span: param.name.span }),
    }
}

/// As it is written.
pub(super) fn type_name(ty: &TypeExpr) -> String {
    if ty.arguments.is_empty() {
        return ty.name.text.to_string();
    }
    let inner: Vec<String> = ty.arguments.iter().map(type_name).collect();
    format!("{}({})", ty.name.text, inner.join(", "))
}
