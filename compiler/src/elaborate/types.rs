//! Types as they are stated in the text, and as they are told about values.

use cdl_grammar::syntax::TypeExpr;

use super::{Context, Elaborator, report};
use crate::schema::{KindId, Variability, kinds_of_type};
use crate::typed::{Element, Entity, Value};
use crate::units::{self, Dimension};

/// What a parameter, a `let` or a field asks for.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Ty {
    Int,
    Bool,
    Text,
    /// `unit` is what is proposed where one is missing; it tells an angle from a plain number.
    Scalar {
        dimension: Dimension,
        unit: &'static str,
    },
    Vector {
        dimension: Dimension,
        unit: &'static str,
    },
    Direction,
    Attitude,
    Matrix {
        dimension: Dimension,
        unit: &'static str,
    },
    Array(Box<Ty>),
    /// An element of one of these kinds.
    Entity(&'static [KindId]),
    Table,
}

/// Every type name that is no quantity such as `Length`, with what it means.
pub const TYPE_NAMES: [(&str, &str); 14] = [
    ("Int", "a whole number, known when the model is unfolded"),
    ("Bool", "true or false, known when the model is unfolded"),
    ("Text", "text between quotes"),
    ("Vector", "three components in world axes unless said otherwise: `Vector(Length)`"),
    ("Direction", "a vector without unit, of which only the direction counts"),
    ("Attitude", "a rotation, made by `rotation` or `euler`"),
    ("Matrix", "a symmetric 3x3 matrix: `Matrix(MomentOfInertia)`"),
    ("Array", "values or elements in a row: `Array(Frame)`"),
    ("Frame", "the world, a body or a frame"),
    ("Body", "a body"),
    ("Cable", "a cable"),
    ("Joint", "a joint"),
    ("Material", "a material"),
    ("Table", "columns of numbers from a file"),
];

/// The unit that the quantity type of this name is shown in, such as `m/s` for `Speed`.
pub fn type_named(name: &str) -> Option<&'static units::QuantityType> {
    units::QUANTITY_TYPES.iter().find(|ty| ty.name == name)
}

impl<'a> Elaborator<'a> {
    /// What a stated type means; `None` after reporting that it means nothing.
    pub(super) fn stated_type(&mut self, context: Context, ty: &TypeExpr) -> Option<Ty> {
        let quantity = |name: &str| {
            let unit = type_named(name)?.unit;
            Some((units::unit_named(unit).ok()?.dimension, unit))
        };
        let name: &str = &ty.name.text;
        if let Some((dimension, unit)) = quantity(name) {
            self.no_type_arguments(context, ty);
            return Some(Ty::Scalar { dimension, unit });
        }
        let simple = match name {
            "Int" => Some(Ty::Int),
            "Bool" => Some(Ty::Bool),
            "Text" => Some(Ty::Text),
            "Direction" => Some(Ty::Direction),
            "Attitude" => Some(Ty::Attitude),
            "Table" => Some(Ty::Table),
            name => kinds_of_type(name).map(Ty::Entity),
        };
        if let Some(simple) = simple {
            self.no_type_arguments(context, ty);
            return Some(simple);
        }
        match (name, ty.arguments.as_slice()) {
            ("Array", [element]) => Some(Ty::Array(Box::new(self.stated_type(context, element)?))),
            ("Vector" | "Matrix", []) => {
                let (dimension, unit) = (Dimension::NONE, "1");
                Some(if name == "Vector" {
                    Ty::Vector { dimension, unit }
                } else {
                    Ty::Matrix { dimension, unit }
                })
            }
            ("Vector" | "Matrix", [element]) => match self.stated_type(context, element)? {
                Ty::Scalar { dimension, unit } if name == "Vector" => {
                    Some(Ty::Vector { dimension, unit })
                }
                Ty::Scalar { dimension, unit } => Some(Ty::Matrix { dimension, unit }),
                _ => {
                    let place = context.place(element.span);
                    self.report(context, report::not_a_quantity_type(place, name));
                    None
                }
            },
            ("Array" | "Vector" | "Matrix", _) => {
                let place = context.place(ty.span);
                self.report(context, report::type_arguments(place, name, 1));
                None
            }
            _ => {
                let names = units::QUANTITY_TYPES
                    .iter()
                    .map(|ty| ty.name)
                    .chain(TYPE_NAMES.iter().map(|(name, _)| *name));
                let names: Vec<&str> = names.collect();
                let place = context.place(ty.name.span);
                self.report(context, report::unknown_type(place, name, &names));
                None
            }
        }
    }

    fn no_type_arguments(&mut self, context: Context, ty: &TypeExpr) {
        if !ty.arguments.is_empty() {
            let place = context.place(ty.span);
            self.report(context, report::type_arguments(place, &ty.name.text, 0));
        }
    }

    /// A value of a type for which nobody has given one, to check a component by itself.
    pub(super) fn placeholder(&mut self, context: Context, ty: &Ty, path: &str) -> Value {
        self.has_placeholders = true;
        let mut node = |suffix: &str| self.nodes.placeholder(format!("{path}{suffix}"));
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
            Ty::Entity(kinds) => self.placeholder_element(context, kinds, path),
        }
    }

    /// The most that any part of a value varies.
    pub(super) fn variability(&mut self, value: &Value) -> Variability {
        let mut of = |nodes: &[cdl_graph::NodeId]| {
            let all = nodes.iter().map(|&node| self.nodes.variability(node));
            all.max().unwrap_or(Variability::Const)
        };
        match value {
            Value::Bool(_)
            | Value::Int(_)
            | Value::Text(_)
            | Value::Table(_)
            | Value::Entity(_)
            | Value::Error => Variability::Const,
            Value::Condition(node) | Value::Scalar { node, .. } => of(&[*node]),
            Value::Vector { nodes, .. } => of(nodes),
            Value::Attitude(nodes) => of(nodes),
            Value::Matrix { nodes, .. } => of(nodes),
            Value::Array(values) => self.most(values.iter()),
            Value::Struct(fields) => self.most(fields.iter().map(|(_, value)| value)),
            Value::Variant { arguments, .. } => self.most(arguments.iter().map(|(_, value)| value)),
        }
    }

    fn most<'v>(&mut self, values: impl Iterator<Item = &'v Value>) -> Variability {
        values.map(|value| self.variability(value)).max().unwrap_or(Variability::Const)
    }

    /// The value of a quantity that does not vary, such as `0.1217 kg`.
    pub(super) fn shown(&mut self, value: &Value) -> Option<String> {
        let with_unit = |text: String, dimension: Dimension| {
            if dimension.is_none() { text } else { format!("{text} {}", units::si_unit(dimension)) }
        };
        match value {
            Value::Bool(value) => Some(value.to_string()),
            Value::Int(value) => Some(value.to_string()),
            Value::Text(text) => Some(format!("{text:?}")),
            Value::Scalar { node, dimension } => {
                Some(with_unit(shown_number(self.nodes.value(*node)?), *dimension))
            }
            Value::Vector { nodes, dimension } => {
                let mut texts = Vec::new();
                for &node in nodes {
                    texts.push(shown_number(self.nodes.value(node)?));
                }
                Some(with_unit(format!("[{}]", texts.join(", ")), *dimension))
            }
            Value::Condition(_)
            | Value::Attitude(_)
            | Value::Matrix { .. }
            | Value::Table(_)
            | Value::Array(_)
            | Value::Struct(_)
            | Value::Variant { .. }
            | Value::Entity(_)
            | Value::Error => None,
        }
    }
}

/// Six significant digits, without trailing zeros.
pub(crate) fn shown_number(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let magnitude = value.abs().log10().floor();
    if (-4.0..7.0).contains(&magnitude) {
        let decimals = (5.0 - magnitude).max(0.0) as usize;
        let text = format!("{value:.decimals$}");
        if text.contains('.') {
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        } else {
            text
        }
    } else if value.is_finite() {
        let text = format!("{value:.5e}");
        match text.split_once('e') {
            Some((mantissa, exponent)) if mantissa.contains('.') => {
                let mantissa = mantissa.trim_end_matches('0').trim_end_matches('.');
                format!("{mantissa}e{exponent}")
            }
            _ => text,
        }
    } else {
        value.to_string()
    }
}

/// A dimension as a type: `Speed`, `Real`, or its unit where it has no name.
pub(super) fn quantity_name(dimension: Dimension) -> String {
    match units::type_name(dimension) {
        Some(name) => name.to_owned(),
        None => units::si_unit(dimension),
    }
}

/// The type of a value as one would state it.
pub(super) fn type_of(value: &Value, elements: &[Element]) -> String {
    match value {
        Value::Bool(_) | Value::Condition(_) => "Bool".to_owned(),
        Value::Int(_) => "Int".to_owned(),
        Value::Text(_) => "Text".to_owned(),
        Value::Scalar { dimension, .. } => quantity_name(*dimension),
        Value::Vector { dimension, .. } => format!("Vector({})", quantity_name(*dimension)),
        Value::Attitude(_) => "Attitude".to_owned(),
        Value::Matrix { dimension, .. } => format!("Matrix({})", quantity_name(*dimension)),
        Value::Table(_) => "Table".to_owned(),
        Value::Array(values) => match values.first() {
            Some(first) => format!("Array({})", type_of(first, elements)),
            None => "Array".to_owned(),
        },
        Value::Struct(fields) => {
            let fields =
                fields.iter().map(|(name, value)| format!("{name}: {}", type_of(value, elements)));
            format!("{{ {} }}", fields.collect::<Vec<_>>().join("; "))
        }
        Value::Variant { name, .. } => (*name).to_owned(),
        Value::Entity(Entity::World) => "Frame".to_owned(),
        Value::Entity(Entity::Free) => "free".to_owned(),
        Value::Entity(Entity::Station { .. }) => "a point of a cable".to_owned(),
        Value::Entity(Entity::Element(id)) => match elements.get(id.0 as usize) {
            Some(element) => kind_name(element.kind.name()),
            None => "an element".to_owned(),
        },
        Value::Error => "unknown".to_owned(),
    }
}

/// The kind `joint` as the type `Joint`.
fn kind_name(kind: &str) -> String {
    let mut letters = kind.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
