//! What stands behind a dot.

use cdl_grammar::syntax::Text;

use super::denote::{Denotation, Found, meaning};
use super::known::Known;
use super::{Declarations, Referent, ScopeIndex};
use crate::elaborate::Meaning;
use crate::place::{ItemKey, Place};
use crate::schema::{self, Field, Kind, Quantity, Shape, Type, Variability, Variant};

/// A name that can stand behind a dot.
#[derive(Clone, Debug)]
pub struct Behind {
    pub name: Text,
    pub referent: Referent,
    pub denotation: Denotation,
}

/// What `name` means behind something.
pub(super) fn member(known: &Known<'_, '_>, around: &Denotation, name: &str) -> Option<Found> {
    match around {
        &Denotation::Element { kind, variant, block, is_profiled } => {
            let inner = block.and_then(|(item, scope)| in_block(known, item, scope, name));
            inner
                .or_else(|| quantity(kind, variant, name))
                .or_else(|| readable_fields(kind, variant).find(|own| own.name == name).map(field))
                .or_else(|| station_quantity(name).filter(|_| is_profiled))
        }
        Denotation::Station => station_quantity(name),
        Denotation::Energy => schema::ENERGY.iter().find(|own| own.name == name).map(of_quantity),
        &Denotation::Part(component) => {
            let declarations = known.declarations(component)?;
            let found = declarations.find(ScopeIndex::ITEM, name)?;
            Some(of_declaration(known, component, found))
        }
        &Denotation::Module(module) => {
            let definition = known.names(module).names.get(name)?;
            let referent = Referent::Declared(definition.place);
            Some(Found { referent, denotation: meaning(known, definition.meaning) })
        }
        Denotation::Enum(of) => of.value(known, name),
        Denotation::Vector => matches!(name, "x" | "y" | "z")
            .then_some(Found { referent: Referent::Component, denotation: Denotation::Scalar }),
        Denotation::Free
        | Denotation::Row(_)
        | Denotation::Function(_)
        | Denotation::Component(_)
        | Denotation::Model(_)
        | Denotation::Experiment(_)
        | Denotation::OneOf(_)
        | Denotation::Builtin(_)
        | Denotation::StationAt
        | Denotation::Scalar
        | Denotation::Attitude
        | Denotation::Value => None,
    }
}

/// Everything that can stand behind something, what the text declares first.
pub(crate) fn members(known: &Known<'_, '_>, around: &Denotation) -> Vec<Behind> {
    let behind = |name: &str, found: Found| {
        let Found { referent, denotation } = found;
        Behind { name: name.into(), referent, denotation }
    };
    match around {
        &Denotation::Element { kind, variant, block, is_profiled } => {
            let mut all = Vec::new();
            if is_profiled {
                all.extend(quantities(schema::STATION_QUANTITIES));
            }
            if let Some((item, scope)) = block
                && let Some(declarations) = known.declarations(item)
            {
                let inner = declarations.in_scope(scope);
                all.extend(inner.map(|own| behind(&own.name, of_declaration(known, item, own))));
            }
            let quantities = kind.quantities_of(variant).iter();
            all.extend(quantities.map(|own| behind(own.name, of_quantity(own))));
            for own in readable_fields(kind, variant) {
                if !all.iter().any(|other| *other.name == *own.name) {
                    all.push(behind(own.name, field(own)));
                }
            }
            all
        }
        Denotation::Station => quantities(schema::STATION_QUANTITIES),
        Denotation::Energy => quantities(schema::ENERGY),
        &Denotation::Part(component) => match known.declarations(component) {
            Some(declarations) => public(known, component, declarations),
            None => Vec::new(),
        },
        &Denotation::Module(module) => known
            .names(module)
            .names
            .iter()
            .filter(|(_, own)| {
                !matches!(
                    own.meaning,
                    Meaning::Module(_) | Meaning::Missing | Meaning::Experiment(_)
                )
            })
            .map(|(name, own)| {
                let referent = Referent::Declared(own.place);
                behind(name, Found { referent, denotation: meaning(known, own.meaning) })
            })
            .collect(),
        Denotation::Enum(of) => {
            let all = of.all(known).into_iter();
            all.map(|own| behind(&own.name, of_declaration(known, of.item, own))).collect()
        }
        Denotation::Vector => ["x", "y", "z"]
            .map(|name| {
                behind(
                    name,
                    Found { referent: Referent::Component, denotation: Denotation::Scalar },
                )
            })
            .into(),
        Denotation::Free
        | Denotation::Row(_)
        | Denotation::Function(_)
        | Denotation::Component(_)
        | Denotation::Model(_)
        | Denotation::Experiment(_)
        | Denotation::OneOf(_)
        | Denotation::Builtin(_)
        | Denotation::StationAt
        | Denotation::Scalar
        | Denotation::Attitude
        | Denotation::Value => Vec::new(),
    }
}

fn public(known: &Known<'_, '_>, item: ItemKey, declarations: &Declarations) -> Vec<Behind> {
    let visible = declarations.in_scope(ScopeIndex::ITEM).filter(|own| own.public);
    visible
        .map(|own| {
            let Found { referent, denotation } = of_declaration(known, item, own);
            Behind { name: own.name.clone(), referent, denotation }
        })
        .collect()
}

fn quantities(quantities: &'static [Quantity]) -> Vec<Behind> {
    quantities
        .iter()
        .map(|own| {
            let Found { referent, denotation } = of_quantity(own);
            Behind { name: own.name.into(), referent, denotation }
        })
        .collect()
}

fn in_block(known: &Known<'_, '_>, item: ItemKey, scope: ScopeIndex, name: &str) -> Option<Found> {
    let found = known.declarations(item)?.find(scope, name)?;
    Some(of_declaration(known, item, found))
}

fn of_declaration(known: &Known<'_, '_>, item: ItemKey, declaration: &super::Declaration) -> Found {
    let referent = Referent::Declared(Place { item, span: declaration.span });
    Found { referent, denotation: known.denoted(item, declaration) }
}

fn quantity(kind: &'static Kind, variant: Option<&'static Variant>, name: &str) -> Option<Found> {
    kind.quantities_of(variant).iter().find(|own| own.name == name).map(of_quantity)
}

fn station_quantity(name: &str) -> Option<Found> {
    schema::STATION_QUANTITIES.iter().find(|own| own.name == name).map(of_quantity)
}

fn of_quantity(quantity: &'static Quantity) -> Found {
    let denotation = match (quantity.shape, quantity.name) {
        (Shape::Station, "at") => Denotation::StationAt,
        (Shape::Station, _) => Denotation::Station,
        (Shape::Vector, _) => Denotation::Vector,
        (Shape::Attitude, _) => Denotation::Attitude,
        (Shape::Scalar, _) => Denotation::Scalar,
    };
    Found { referent: Referent::Quantity(quantity), denotation }
}

/// Fields that can be read like quantities, such as `boat.mass`: numbers that do not vary in a run.
fn readable_fields(
    kind: &'static Kind,
    variant: Option<&'static Variant>,
) -> impl Iterator<Item = &'static Field> {
    kind.fields_of(variant).filter(|field| {
        let is_number = match field.ty {
            Type::Scalar(_)
            | Type::Vector(_)
            | Type::Matrix(_)
            | Type::Attitude
            | Type::Direction
            | Type::Int => true,
            Type::Downward(_)
            | Type::Bool
            | Type::Text
            | Type::List(_)
            | Type::Table(..)
            | Type::Variant(_)
            | Type::Struct(_)
            | Type::StructOrVariant(..)
            | Type::RateOfStated
            | Type::AnyScalar
            | Type::Reference(_) => false,
        };
        is_number && field.variability != Variability::Signal
    })
}

fn field(field: &'static Field) -> Found {
    let denotation = match field.ty {
        Type::Scalar(_) => Denotation::Scalar,
        Type::Vector(_) | Type::Direction => Denotation::Vector,
        Type::Attitude => Denotation::Attitude,
        Type::Matrix(_)
        | Type::Downward(_)
        | Type::Int
        | Type::Bool
        | Type::Text
        | Type::List(_)
        | Type::Table(..)
        | Type::Variant(_)
        | Type::Struct(_)
        | Type::StructOrVariant(..)
        | Type::RateOfStated
        | Type::AnyScalar
        | Type::Reference(_) => Denotation::Value,
    };
    Found { referent: Referent::Field(field), denotation }
}
