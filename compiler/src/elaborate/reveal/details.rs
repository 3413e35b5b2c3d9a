//! What an element or a part consists of, and what follows from that, in words for an editor.

use cdl_graph::{NodeId, Station};

use super::derived::{self, Cable, Derived};
use super::{Detail, Origin, Revealing};
use crate::elaborate::context::{Context, ScopeId};
use crate::elaborate::digits::shown_number;
use crate::elaborate::names::scope::{Bound, ThunkId};
use crate::elaborate::names::thing::Thing;
use crate::elaborate::values::thunks::Definition;
use crate::schema::{self, KindId, Type};
use crate::typed::{ElementId, Entity, Target, Value};
use crate::units::{self, Dimension};

/// Entries of an array that are shown.
const LONGEST_ARRAY: usize = 4;

impl Revealing<'_, '_> {
    /// The fields of an element, or the parameters and public values of a part.
    pub(super) fn details(&mut self, thing: &Thing) -> Vec<Detail> {
        match thing {
            Thing::Value(Value::Entity(Entity::Element(id))) => {
                self.unfolding().finish_element(*id);
                let mut details = self.relations_of(*id);
                details.extend(self.fields_of(*id));
                details.extend(self.derived_of(*id));
                details
            }
            Thing::Part(scope) => self.details_of_part(*scope),
            _ => Vec::new(),
        }
    }

    /// What it stands on or between, by the paths of this model.
    fn relations_of(&mut self, id: ElementId) -> Vec<Detail> {
        let relations = self.values.entities.get(id).map(|element| element.relations.clone());
        let mut details = Vec::new();
        for relation in relations.unwrap_or_default() {
            let target = match relation.target {
                Target::World => "world".to_owned(),
                Target::Free => "free".to_owned(),
                Target::Element(id) => self.values.entities.path(id).to_owned(),
                Target::Cable { cable, station } => {
                    let path = self.values.entities.path(cable);
                    match station {
                        Station::Start => format!("{path}.start"),
                        Station::End => format!("{path}.end"),
                        Station::ArcLength(node) => match self.values.nodes.value(node) {
                            Some(at) => format!(
                                "{}.at({} m)",
                                self.values.entities.path(cable),
                                shown_number(at)
                            ),
                            None => format!("{}.at(...)", self.values.entities.path(cable)),
                        },
                    }
                }
                Target::Position(nodes) => match self.values.shown(&position(nodes)) {
                    Some(text) => text,
                    None => continue,
                },
            };
            let at = relation.at.and_then(|nodes| self.values.shown(&position(nodes)));
            let value = match at {
                Some(at) => format!("{target} at {at}"),
                None => target,
            };
            let name = relation.word.text().to_owned();
            details.push(Detail { name, value, origin: Origin::Given });
        }
        details
    }

    fn fields_of(&mut self, id: ElementId) -> Vec<Detail> {
        let (Some(element), Some(declared)) =
            (self.values.entities.get(id), self.elements.declared(id))
        else {
            return Vec::new();
        };
        let arguments = declared.variant().map_or(&[] as &[schema::Field], |own| own.arguments);
        let names = arguments.iter().chain(declared.kind().fields_of(declared.variant()));
        let nested = declared.kind().nested.iter().map(|kind| kind.name());
        let fields: Vec<(&'static str, Option<&'static Type>, Value, bool)> = names
            .map(|field| (field.name, Some(&field.ty)))
            .chain(nested.chain([schema::LAW]).map(|name| (name, None)))
            .filter_map(|(name, ty)| {
                let field = element.field(name)?;
                Some((name, ty, field.value.clone(), field.is_default))
            })
            .collect();
        let mut details = Vec::with_capacity(fields.len());
        for (name, ty, value, is_default) in fields {
            let Some(value) = self.shown_or_type(&value, ty) else { continue };
            let origin = if is_default { Origin::Default } else { Origin::Given };
            details.push(Detail { name: name.to_owned(), value, origin });
        }
        details
    }

    fn details_of_part(&mut self, scope: ScopeId) -> Vec<Detail> {
        let mut thunks: Vec<(u32, String, ThunkId)> = self
            .values
            .names
            .bindings(scope)
            .filter_map(|(name, binding)| match binding.bound {
                Bound::Thunk(thunk) => Some((binding, name, thunk)),
                Bound::Thing(_) | Bound::Pending(..) => None,
            })
            .filter(|(binding, _, thunk)| {
                binding.public || self.values.thunks.get(*thunk).is_parameter()
            })
            .map(|(binding, name, thunk)| (binding.place.span.start, name.to_owned(), thunk))
            .collect();
        thunks.sort();
        let mut details = Vec::with_capacity(thunks.len());
        for (_, name, id) in thunks {
            let Thing::Value(value) = self.unfolding().evaluator().force(id) else { continue };
            let Some(value) = self.shown_or_type(&value, None) else { continue };
            let thunk = self.values.thunks.get(id);
            let is_inside = |context: Context| context.scope == Some(scope);
            let origin = match thunk.definition() {
                _ if !thunk.is_parameter() => Origin::Derived,
                Definition::Expr(_, context) if is_inside(context) => Origin::Default,
                Definition::Expr(..)
                | Definition::Let(..)
                | Definition::Listed(..)
                | Definition::Placeholder(_)
                | Definition::Missing => Origin::Given,
            };
            details.push(Detail { name, value, origin });
        }
        details
    }

    /// What is known about a value in a few words.
    fn shown_or_type(&mut self, value: &Value, ty: Option<&'static Type>) -> Option<String> {
        match (value, self.shown_in_full(value, ty)) {
            (Value::Error, _) => None,
            (_, Some(text)) => Some(text),
            (value, None) => Some(self.values.type_of(value)),
        }
    }

    /// Like `Values::shown`, also for values that consist of several. The schema's type, where there
    /// is one, tells angles from plain numbers.
    fn shown_in_full(&mut self, value: &Value, ty: Option<&'static Type>) -> Option<String> {
        match value {
            Value::Matrix { nodes, dimension } => {
                let mut texts = Vec::new();
                for &node in nodes {
                    texts.push(shown_number(self.values.nodes.value(node)?));
                }
                let unit = units::si_unit(*dimension);
                let (diagonal, rest) = texts.split_at_checked(3)?;
                Some(match rest.iter().all(|text| *text == "0") {
                    true => format!("diag({}) {unit}", diagonal.join(", ")),
                    false => format!("symmetric({}) {unit}", texts.join(", ")),
                })
            }
            Value::Attitude(nodes) => {
                let mut values = [0.0; 4];
                for (value, &node) in values.iter_mut().zip(nodes) {
                    *value = self.values.nodes.value(node)?;
                }
                Some(shown_attitude(values))
            }
            Value::Array(values) => {
                let mut texts = Vec::new();
                for value in values.iter().take(LONGEST_ARRAY) {
                    texts.push(self.shown_in_full(&value, None)?);
                }
                let more = if values.len() > LONGEST_ARRAY { ", ..." } else { "" };
                Some(format!("[{}{more}]", texts.join(", ")))
            }
            Value::Struct(fields) => {
                let mut texts = Vec::new();
                let types = match ty {
                    Some(Type::Struct(types) | Type::StructOrVariant(types, _)) => types,
                    _ => &[] as &[schema::Field],
                };
                for (name, value) in fields.iter() {
                    let ty = types.iter().find(|own| *own.name == **name).map(|own| &own.ty);
                    let text = self.shown_or_type(value, ty);
                    texts.extend(text.map(|text| format!("{name} = {text}")));
                }
                Some(format!("{{ {} }}", texts.join("; ")))
            }
            Value::Variant { name, arguments } if arguments.is_empty() => Some((*name).to_owned()),
            Value::Variant { name, arguments } => {
                let mut texts = Vec::new();
                let variants = match ty {
                    Some(Type::Variant(variants) | Type::StructOrVariant(_, variants)) => variants,
                    _ => &[] as &[schema::Variant],
                };
                let variant = variants.iter().find(|own| own.name == *name);
                let types = variant.map_or(&[] as &[schema::Field], |own| own.arguments);
                for (name, value) in arguments.iter() {
                    let ty = types.iter().find(|own| own.name == *name).map(|own| &own.ty);
                    let text = self.shown_or_type(value, ty);
                    texts.extend(text.map(|text| format!("{name} = {text}")));
                }
                Some(format!("{name}({})", texts.join(", ")))
            }
            Value::Entity(Entity::World) => Some("world".to_owned()),
            Value::Entity(Entity::Free) => Some("free".to_owned()),
            Value::Entity(Entity::Element(id)) => Some(self.values.entities.path(*id).to_owned()),
            Value::Entity(Entity::Station { .. }) | Value::Table(_) => None,
            Value::Scalar { .. } | Value::Vector { .. } => {
                let text = self.values.shown(value)?;
                let is_angle = matches!(ty, Some(Type::Scalar("rad") | Type::Vector("rad")));
                Some(if is_angle { format!("{text} rad") } else { text })
            }
            Value::Condition(_)
            | Value::Enum { .. }
            | Value::Bool(_)
            | Value::Int(_)
            | Value::Text(_)
            | Value::Error => self.values.shown(value),
        }
    }

    fn derived_of(&mut self, id: ElementId) -> Vec<Detail> {
        let derived = match self.values.entities.get(id).map(|element| element.kind) {
            Some(KindId::Cable) => self.derived_of_cable(id),
            Some(KindId::Body) => self.derived_of_body(id),
            _ => Vec::new(),
        };
        let detail = |Derived { name, value, unit }| Detail {
            name: name.to_owned(),
            value: format!("{} {unit}", shown_number(value)),
            origin: Origin::Derived,
        };
        derived.into_iter().map(detail).collect()
    }

    fn derived_of_cable(&mut self, id: ElementId) -> Vec<Derived> {
        let Some(length) = self.field_number(id, "length") else { return Vec::new() };
        if self.unfolding().has_sections(id) {
            return Vec::new();
        }
        let context = self.values.root_context();
        let given_mass = self.field_number(id, "mass");
        let mass = match given_mass {
            Some(mass) => Some(mass),
            None => match self.unfolding().cable_mass(context, id, Default::default()) {
                Some(Value::Scalar { node, .. }) => self.values.nodes.value(node),
                _ => None,
            },
        };
        let pieces = match (self.field(id, "count"), self.field(id, "nodes")) {
            (Some(Value::Int(links)), _) => Some(links),
            (None, Some(Value::Int(nodes))) => Some(nodes - 1),
            _ => None,
        };
        let (mut stiffness, mut spring) = (None, None);
        if let Some(Value::Variant { name, arguments }) = self.field(id, "axial")
            && let Some((_, Value::Scalar { node, .. })) =
                arguments.iter().find(|(own, _)| *own == "stiffness")
        {
            let value = self.values.nodes.value(*node);
            if name == "spring" { spring = value } else { stiffness = value }
        }
        let floats = self.field(id, "buoyancy") != Some(Value::Bool(false));
        let (gravity, water) = self.surroundings();
        derived::of_cable(&Cable {
            length,
            mass,
            is_mass_given: given_mass.is_some(),
            diameter: self.field_number(id, "diameter"),
            pieces: pieces.filter(|&pieces| pieces > 0).map(|pieces| pieces as f64),
            stiffness,
            spring,
            gravity,
            water: water.filter(|_| floats),
        })
    }

    fn derived_of_body(&mut self, id: ElementId) -> Vec<Derived> {
        let solid = match self.field(id, "shape") {
            Some(Value::Variant { name, arguments }) => {
                crate::kinds::body::solid(&mut self.values.nodes, name, &arguments)
            }
            _ => None,
        };
        let volume = solid.as_ref().and_then(|solid| self.values.nodes.value(solid.volume));
        let density = match (self.field_number(id, "density"), self.field(id, "material")) {
            (Some(density), _) => Some(density),
            (None, Some(Value::Entity(Entity::Element(material)))) => {
                self.field_number(material, "density")
            }
            (None, _) => None,
        };
        let inertia_per_mass = solid.and_then(|solid| {
            let [xx, yy, zz, ..] = solid.inertia_per_mass;
            Some([
                self.values.nodes.value(xx)?,
                self.values.nodes.value(yy)?,
                self.values.nodes.value(zz)?,
            ])
        });
        let (gravity, _) = self.surroundings();
        derived::of_body(&derived::Body {
            mass: self.field_number(id, "mass"),
            density,
            volume,
            inertia_per_mass: inertia_per_mass.filter(|_| self.field(id, "inertia").is_none()),
            gravity,
        })
    }

    /// The size of gravity, m/s^2, and the density of the water, kg/m^3, where they are known.
    fn surroundings(&mut self) -> (Option<f64>, Option<f64>) {
        let Some(id) = self.values.entities.first_of(KindId::Environment) else {
            return (Some(STANDARD_GRAVITY), None);
        };
        self.unfolding().finish_element(id);
        let gravity = match self.field(id, "gravity") {
            Some(Value::Vector { nodes, .. }) => {
                let mut square = 0.0;
                for node in nodes {
                    // One component that is not known leaves the whole unknown.
                    square += self.values.nodes.value(node).map_or(f64::NAN, |value| value * value);
                }
                Some(square.sqrt()).filter(|value| value.is_finite())
            }
            _ => None,
        };
        let water = match self.field(id, "water") {
            Some(Value::Struct(fields)) => fields
                .iter()
                .find(|(name, _)| **name == *"density")
                .and_then(|(_, value)| match value {
                    Value::Scalar { node, .. } => self.values.nodes.value(*node),
                    _ => None,
                }),
            _ => None,
        };
        (gravity, water)
    }

    fn field(&self, id: ElementId, name: &str) -> Option<Value> {
        Some(self.values.entities.get(id)?.field(name)?.value.clone())
    }

    fn field_number(&mut self, id: ElementId, name: &str) -> Option<f64> {
        let context = self.values.root_context();
        let field = self.elements.declared(id)?.field(name)?;
        match self.unfolding().field_value(context, id, field, Default::default())? {
            Value::Scalar { node, .. } => self.values.nodes.value(node),
            _ => None,
        }
    }
}

fn position(nodes: [NodeId; 3]) -> Value {
    Value::Vector { nodes, dimension: Dimension::LENGTH }
}

/// Without an `environment`, m/s^2.
const STANDARD_GRAVITY: f64 = 9.81;

/// A rotation as one would write it; `level` for none.
fn shown_attitude([w, x, y, z]: [f64; 4]) -> String {
    let sine = (x * x + y * y + z * z).sqrt();
    if sine < 1e-12 {
        return "level".to_owned();
    }
    let angle = 2.0 * sine.atan2(w);
    let axis = [x, y, z].map(|own| shown_number(own / sine)).join(", ");
    format!("rotation([{axis}], {} deg)", shown_number(angle.to_degrees()))
}
