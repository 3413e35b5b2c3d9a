//! Mass properties: `[xx, yy, zz, xy, xz, yz]`, products of inertia with the sign of the matrix
//! elements, as in [`cdl_graph::Body`].

use cdl_graph::{NodeId, Signals};

use super::Scalars;
use super::attitude::Quaternion;
use super::pose;
use super::vector::{self, Vector};

/// Of a rigid body or of a part of one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MassProperties {
    /// kg
    pub mass: NodeId,
    /// m
    pub centre: Vector,
    /// About the centre of mass, kg m^2.
    pub inertia: [NodeId; 6],
}

/// Of a round rod of even density, kg. What an editor shows and what a run takes are the same to the last bit.
pub fn rod_mass(
    signals: &mut impl Scalars,
    density: NodeId,
    diameter: NodeId,
    length: NodeId,
) -> NodeId {
    let quarter = signals.constant(std::f64::consts::FRAC_PI_4);
    let square = signals.times(diameter, diameter);
    let section = signals.times(quarter, square);
    let per_length = signals.times(density, section);
    signals.times(per_length, length)
}

/// The row and column of each of the six elements.
const ELEMENTS: [(usize, usize); 6] = [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)];

/// The same inertia in the axes that `attitude` leads to: R J R'.
pub fn rotated(signals: &mut Signals, attitude: Quaternion, inertia: [NodeId; 6]) -> [NodeId; 6] {
    if pose::is_level(signals, attitude) {
        return inertia;
    }
    let [xx, yy, zz, xy, xz, yz] = inertia;
    let rows: [Vector; 3] = [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]];
    // Columns of R J are the turned columns of J, which is symmetric.
    let columns = rows.map(|column| super::attitude::rotate(signals, attitude, column));
    // Rows of R J, turned, are the rows of R J R'.
    let turned = [0, 1, 2].map(|i| {
        let row = columns.map(|column| column[i]);
        super::attitude::rotate(signals, attitude, row)
    });
    ELEMENTS.map(|(i, j)| turned[i][j])
}

/// Parts with their mass properties in the same axes, taken together as one rigid body: the parallel
/// axis theorem.
pub fn combined(signals: &mut Signals, parts: &[MassProperties]) -> Option<MassProperties> {
    let (first, rest) = parts.split_first()?;
    if rest.is_empty() {
        return Some(*first);
    }
    let mut mass = first.mass;
    let mut moment = vector::scaled(signals, first.mass, first.centre);
    for part in rest {
        mass = signals.plus(mass, part.mass);
        let further = vector::scaled(signals, part.mass, part.centre);
        moment = vector::sum(signals, moment, further);
    }
    let centre = moment.map(|component| signals.over(component, mass));
    let mut inertia: Option<[NodeId; 6]> = None;
    for part in parts {
        let arm = vector::difference(signals, part.centre, centre);
        let own = about_arm(signals, part.mass, arm);
        let own = pairwise(signals, part.inertia, own);
        inertia = Some(match inertia {
            Some(inertia) => pairwise(signals, inertia, own),
            None => own,
        });
    }
    Some(MassProperties { mass, centre, inertia: inertia? })
}

/// Of a point mass at `arm` about the origin: m (|d|^2 1 - d d').
fn about_arm(signals: &mut Signals, mass: NodeId, arm: Vector) -> [NodeId; 6] {
    let squares = arm.map(|component| signals.times(component, component));
    ELEMENTS.map(|(i, j)| {
        if i == j {
            let sum = signals.plus(squares[(i + 1) % 3], squares[(i + 2) % 3]);
            signals.times(mass, sum)
        } else {
            let product = signals.times(arm[i], arm[j]);
            let scaled = signals.times(mass, product);
            signals.negate(scaled)
        }
    })
}

fn pairwise(signals: &mut Signals, a: [NodeId; 6], b: [NodeId; 6]) -> [NodeId; 6] {
    [0, 1, 2, 3, 4, 5].map(|i| signals.plus(a[i], b[i]))
}
