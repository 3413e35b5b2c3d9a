//! What follows from a body's shape: volume, centre, and the inertia of a solid of even density.

use std::f64::consts::PI;

use cdl_graph::{self as graph, NodeId};

use super::schema::{self as body, Shape};
use crate::lower::{Fields, Lowered, Lowering};
use crate::schema::key::Choice;
use crate::symbolic::{Scalars, Vector, vector};
use crate::typed::Value;

#[derive(Clone, Debug)]
pub(crate) struct Solid {
    pub(super) shape: graph::Shape,
    /// m^3
    pub(crate) volume: NodeId,
    /// Of mass, body axes, m.
    pub(super) centre: Vector,
    /// About the centre, body axes, `[xx, yy, zz, xy, xz, yz]`, for a mass of 1 kg, m^2.
    pub(crate) inertia_per_mass: [NodeId; 6],
}

/// The solid that a shape of the schema means; `None` for no shape.
pub(crate) fn solid(
    signals: &mut impl Scalars,
    name: &str,
    arguments: &[(&'static str, Value)],
) -> Option<Solid> {
    solid_of(signals, Shape::named(name)?, Fields::Arguments(arguments)).ok()
}

/// What has been found for the last shape: those of many bodies in a row are often the same.
#[derive(Debug)]
pub(crate) struct LastSolid {
    shape: Shape,
    arguments: Vec<(&'static str, Value)>,
    solid: Solid,
}

impl Lowering<'_> {
    /// As [`solid_of`].
    pub(super) fn solid(&mut self, shape: Shape, given: Fields<'_>) -> Lowered<Solid> {
        let Fields::Arguments(arguments) = given else { return solid_of(self, shape, given) };
        match &self.last_solid {
            Some(last) if last.shape == shape && last.arguments == arguments => {
                Ok(last.solid.clone())
            }
            Some(_) | None => {
                let solid = solid_of(self, shape, given)?;
                let (arguments, known) = (arguments.to_vec(), solid.clone());
                self.last_solid = Some(LastSolid { shape, arguments, solid: known });
                Ok(solid)
            }
        }
    }
}

fn solid_of(signals: &mut impl Scalars, shape: Shape, arguments: Fields<'_>) -> Lowered<Solid> {
    match shape {
        Shape::Box => cuboid(signals, arguments),
        Shape::Sphere => sphere(signals, arguments),
        Shape::Cylinder => cylinder(signals, arguments),
    }
}

/// xx = (b^2 + c^2)/12 and so on.
fn cuboid(signals: &mut impl Scalars, arguments: Fields<'_>) -> Lowered<Solid> {
    let size @ [a, b, c] = arguments.value(&body::BOX_SIZE)?;
    let zero = signals.constant(0.0);
    let centre = arguments.value(&body::BOX_CENTRE)?;
    let twelve = signals.constant(12.0);
    let area = signals.times(a, b);
    let volume = signals.times(area, c);
    let [aa, bb, cc] = size.map(|edge| signals.times(edge, edge));
    let [xx, yy, zz] = [(bb, cc), (aa, cc), (aa, bb)].map(|(p, q)| {
        let sum = signals.plus(p, q);
        signals.over(sum, twelve)
    });
    Ok(Solid {
        shape: graph::Shape::Box { size, centre },
        volume,
        centre,
        inertia_per_mass: [xx, yy, zz, zero, zero, zero],
    })
}

/// Volume pi d^3/6, inertia d^2/10.
fn sphere(signals: &mut impl Scalars, arguments: Fields<'_>) -> Lowered<Solid> {
    let diameter = arguments.value(&body::SPHERE_DIAMETER)?;
    let zero = signals.constant(0.0);
    let centre = arguments.value(&body::SPHERE_CENTRE)?;
    let (ten, sixth) = (signals.constant(10.0), signals.constant(PI / 6.0));
    let square = signals.times(diameter, diameter);
    let cube = signals.times(square, diameter);
    let volume = signals.times(sixth, cube);
    let inertia = signals.over(square, ten);
    Ok(Solid {
        shape: graph::Shape::Sphere { diameter, centre },
        volume,
        centre,
        inertia_per_mass: [inertia, inertia, inertia, zero, zero, zero],
    })
}

/// Along the axis d^2/8, across it d^2/16 + L^2/12: with the axis a of length L
/// J = across 1 + (along - across)/L^2 a a'.
fn cylinder(signals: &mut impl Scalars, arguments: Fields<'_>) -> Lowered<Solid> {
    let diameter = arguments.value(&body::CYLINDER_DIAMETER)?;
    let [start, end] =
        [arguments.value(&body::CYLINDER_START)?, arguments.value(&body::CYLINDER_END)?];
    let [half, eight, sixteen, twelve, quarter] =
        [0.5, 8.0, 16.0, 12.0, PI / 4.0].map(|value| signals.constant(value));
    let axis = vector::difference(signals, end, start);
    let length_square = vector::dot(signals, axis, axis);
    let length = vector::norm(signals, axis);
    let square = signals.times(diameter, diameter);
    let section = signals.times(quarter, square);
    let volume = signals.times(section, length);
    let both = vector::sum(signals, start, end);
    let centre = vector::scaled(signals, half, both);

    let along = signals.over(square, eight);
    let thick = signals.over(square, sixteen);
    let long = signals.over(length_square, twelve);
    let across = signals.plus(thick, long);
    let difference = signals.minus(along, across);
    let factor = signals.over(difference, length_square);
    let outer = |i: usize, j: usize| (axis[i], axis[j]);
    let [xx, yy, zz] = [0, 1, 2].map(|i| {
        let own = scaled_product(signals, factor, outer(i, i));
        signals.plus(across, own)
    });
    let [xy, xz, yz] =
        [(0, 1), (0, 2), (1, 2)].map(|(i, j)| scaled_product(signals, factor, outer(i, j)));
    Ok(Solid {
        shape: graph::Shape::Cylinder { diameter, start, end },
        volume,
        centre,
        inertia_per_mass: [xx, yy, zz, xy, xz, yz],
    })
}

/// factor (a b)
fn scaled_product(signals: &mut impl Scalars, factor: NodeId, (a, b): (NodeId, NodeId)) -> NodeId {
    let product = signals.times(a, b);
    signals.times(factor, product)
}
