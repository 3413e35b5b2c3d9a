//! Whatever takes arguments, in one shape.

use cdl_compiler::View;
use cdl_compiler::elaborate::builtins::Builtin;
use cdl_compiler::place::{ItemKey, Place};
use cdl_compiler::schema::{Field, Kind, Presence, Variant, type_text};
use cdl_grammar::syntax::{ItemKind, Param, Text, TypeExpr};

use super::Expected;

#[derive(Clone, Copy, Debug)]
pub(in crate::ide) enum Callee {
    Variant(&'static Variant),
    Analysis(&'static Kind),
    Builtin(&'static Builtin),
    /// A function, component or model.
    Item(ItemKey),
    /// `at` behind a cable.
    Station,
    Unknown,
}

#[derive(Clone, Debug)]
pub(in crate::ide) struct Parameter {
    pub name: Text,
    pub expected: Expected,
    pub is_required: bool,
    /// What it takes, in words.
    pub ty: String,
    pub source: Source,
}

/// Where a parameter is from.
#[derive(Clone, Copy, Debug)]
pub(in crate::ide) enum Source {
    Field(&'static Field),
    Builtin(&'static Builtin),
    Declared(Place),
    Station,
}

impl Callee {
    /// What it takes, in order.
    pub fn parameters(self, view: &View) -> Vec<Parameter> {
        match self {
            Self::Variant(variant) => variant.arguments.iter().map(of_field).collect(),
            Self::Analysis(kind) => kind.fields.iter().map(of_field).collect(),
            Self::Builtin(builtin) => {
                let own = builtin.parameters.iter();
                own.map(|own| Parameter {
                    name: own.name.into(),
                    expected: Expected::stated(own.ty),
                    is_required: own.default.is_none(),
                    ty: own.ty.to_owned(),
                    source: Source::Builtin(builtin),
                })
                .collect()
            }
            Self::Item(key) => {
                let params: &[Param] = match view.item(key).map(|item| &item.kind) {
                    Some(ItemKind::Function(own)) => &own.params,
                    Some(ItemKind::Model(own) | ItemKind::Component(own)) => &own.params,
                    _ => &[],
                };
                params.iter().map(|own| of_param(view, key, own)).collect()
            }
            Self::Station => vec![Parameter {
                name: "".into(),
                expected: Expected::Scalar("m"),
                is_required: true,
                ty: "Length".to_owned(),
                source: Source::Station,
            }],
            Self::Unknown => Vec::new(),
        }
    }
}

fn of_field(field: &'static Field) -> Parameter {
    Parameter {
        name: field.name.into(),
        expected: Expected::of(&field.ty),
        is_required: field.presence == Presence::Required,
        ty: type_text(&field.ty),
        source: Source::Field(field),
    }
}

fn of_param(view: &View, item: ItemKey, param: &Param) -> Parameter {
    let ty = param.ty.as_ref().map_or_else(String::new, type_name);
    let at = view.locate(Place { item, span: param.name.span });
    let expected = match (&param.ty, at) {
        (Some(ty), Some(at)) => Expected::of_type(view, &at.path, at.range.start, ty),
        (_, _) => Expected::Unknown,
    };
    Parameter {
        name: param.name.text.clone(),
        expected,
        is_required: param.default.is_none(),
        ty,
        source: Source::Declared(Place { item, span: param.name.span }),
    }
}

/// As it is written.
pub(in crate::ide) fn type_name(ty: &TypeExpr) -> String {
    if ty.arguments.is_empty() {
        return ty.name.text.to_string();
    }
    let inner: Vec<String> = ty.arguments.iter().map(type_name).collect();
    format!("{}({})", ty.name.text, inner.join(", "))
}
