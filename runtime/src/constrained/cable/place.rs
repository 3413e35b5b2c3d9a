//! The force across a section of a cable, and the tension: what [`crate::chain::section`] says, from
//! vectors and multipliers.

use nalgebra::Vector3;

use super::bspline_place::BSplinePlace;
use super::spline_place::SplinePlace;
use crate::chain::section::Section;
use crate::chain::{Clamped, Heading, Line, Loads, PointForce};
use crate::constrained::elements::line::tension;
use crate::constrained::elements::load::LoadOn;
use crate::constrained::sense::Readable;
use crate::constrained::vectors::VectorId;
use crate::signals::Values;

/// Where on which cable.
#[derive(Clone, Debug)]
pub(in crate::constrained) enum CablePlace {
    /// Of rigid links or of lumped segments.
    Straight(StraightPlace),
    /// On a piece that bends within itself.
    Spline(SplinePlace),
    /// On a span that does.
    BSpline(BSplinePlace),
}

impl CablePlace {
    /// What the part towards the end pulls with on the part towards the start, N, world axes; after
    /// accelerations and multipliers have been found.
    pub(in crate::constrained) fn force(
        &self,
        readable: &Readable<'_>,
        values: &Values,
    ) -> Vector3<f64> {
        match self {
            CablePlace::Straight(place) => place.force(readable, values),
            CablePlace::Spline(place) => place.force(readable, values),
            CablePlace::BSpline(place) => place.force(readable, values),
        }
    }

    /// N, positive when it pulls.
    pub(in crate::constrained) fn tension(&self, readable: &Readable<'_>, values: &Values) -> f64 {
        match self {
            CablePlace::Straight(place) => place.tension(readable, values),
            CablePlace::Spline(place) => place.tension(readable, values),
            CablePlace::BSpline(place) => place.tension(readable, values),
        }
    }

    /// N m; nothing where pieces are straight, or resist no twist.
    pub(in crate::constrained) fn torque(&self, readable: &Readable<'_>) -> f64 {
        match self {
            CablePlace::Straight(_) | CablePlace::BSpline(_) => 0.0,
            CablePlace::Spline(place) => place.torque(readable),
        }
    }

    /// 1/m; nothing where pieces are straight.
    pub(in crate::constrained) fn curvature(&self, readable: &Readable<'_>) -> f64 {
        match self {
            CablePlace::Straight(_) => 0.0,
            CablePlace::Spline(place) => place.curvature(readable),
            CablePlace::BSpline(place) => place.curvature(readable),
        }
    }

    /// N m; nothing where pieces are straight.
    pub(in crate::constrained) fn moment(&self, readable: &Readable<'_>) -> f64 {
        match self {
            CablePlace::Straight(_) => 0.0,
            CablePlace::Spline(place) => place.moment(readable),
            CablePlace::BSpline(place) => place.moment(readable),
        }
    }
}

/// Where on which link or segment; everything in the cable's order, from its start.
/// Nodes are one more than pieces.
#[derive(Clone, Debug)]
pub(in crate::constrained) struct StraightPlace {
    /// What pulls or holds the piece, which has the tension.
    pub(in crate::constrained) pull: PulledBy,
    /// The piece with its neighbours, as many of them as there are.
    pub(in crate::constrained) nodes: Vec<VectorId>,
    /// The piece among these.
    pub(in crate::constrained) piece: usize,
    /// Of the piece's length.
    pub(in crate::constrained) fraction: f64,
    /// Whether it is the cable's start.
    pub(in crate::constrained) is_start: bool,
    /// m and kg, of these pieces.
    pub(in crate::constrained) lengths: Vec<f64>,
    /// See `lengths`.
    pub(in crate::constrained) masses: Vec<f64>,
    /// Whether the mass is at the nodes, not along the pieces.
    pub(in crate::constrained) lumped: bool,
    /// The clamps at the ends that are among the nodes.
    pub(in crate::constrained) clamps: [Option<VectorId>; 2],
    /// The direction and the side of a clamp that has a side.
    pub(in crate::constrained) side: Option<[VectorId; 2]>,
    /// Weight, drag and the like along the pieces.
    pub(in crate::constrained) loads: Loads,
    /// The user's forces on the piece.
    pub(in crate::constrained) points: Vec<PointOnPiece>,
}

/// Where a piece's mean tension comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::constrained) enum PulledBy {
    /// Index among the distances.
    Link(usize),
    /// Index among the segments.
    Segment(usize),
    /// Index among the controlled segments.
    Controller(usize),
    /// Index among the pieces of splines, and among the moments of their stretch.
    Spline(usize),
    /// Index among the spans of B-splines.
    Span(usize),
}

/// Whether a force at a point acts before a place: at the start of a cable what is there acts from outside, as at its end.
/// Both by what they are from the same start.
pub(super) fn acts_before(point: f64, place: f64, is_start: bool) -> bool {
    point < place || (is_start && point == place)
}

/// A force of the user's at a point of the piece.
#[derive(Clone, Copy, Debug)]
pub(in crate::constrained) struct PointOnPiece {
    /// Of the piece's length, from its start.
    pub(in crate::constrained) fraction: f64,
    /// Who pulls there.
    pub(in crate::constrained) of: PointForceOf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::constrained) enum PointForceOf {
    /// Index among the loads; of a spring, whether this is the first point it pulls at.
    Load { load: usize, first: bool },
    /// Index among the masses on cables.
    Clump(usize),
    /// An equation that reads the point: index among the users' constraints, and which argument.
    Equation { constraint: usize, argument: usize },
}

/// A piece and both its neighbours.
const MOST_NODES: usize = 4;

impl StraightPlace {
    fn force(&self, readable: &Readable<'_>, values: &Values) -> Vector3<f64> {
        self.with_section(readable, values, |_, force| force)
    }

    fn tension(&self, readable: &Readable<'_>, values: &Values) -> f64 {
        self.with_section(readable, values, |section, force| section.tension(&self.loads, &force))
    }

    /// Positions and rates are copied from vectors into the form that [`Section`] takes, without
    /// allocating.
    fn with_section<T>(
        &self,
        readable: &Readable<'_>,
        values: &Values,
        result: impl FnOnce(&Section<'_>, Vector3<f64>) -> T,
    ) -> T {
        let motion = &readable.motion;
        let zero = Vector3::zeros();
        let (mut positions, mut velocities) = ([zero; MOST_NODES], [zero; MOST_NODES]);
        for (k, &node) in self.nodes.iter().enumerate() {
            (positions[k], velocities[k]) = (motion.position(node), motion.velocity(node));
        }
        let (mut directions, mut rates) = ([[0.0; 3]; MOST_NODES - 1], [[0.0; 3]; MOST_NODES - 1]);
        let pieces = self.lengths.len();
        let turning = directions.iter_mut().zip(&mut rates).take(pieces);
        for (k, (direction, rate)) in turning.enumerate() {
            let line = positions[k + 1] - positions[k];
            let distance = line.norm();
            // Nodes on top of each other have no direction.
            let over = if distance > 0.0 { 1.0 / distance } else { 0.0 };
            let u = line * over;
            let relative = velocities[k + 1] - velocities[k];
            *direction = u.into();
            *rate = ((relative - u * u.dot(&relative)) * over).into();
        }
        let ends = [self.nodes[self.piece], self.nodes[self.piece + 1]];
        let clamped = Clamped {
            ends: self.clamps.map(|clamp| {
                let clamp = clamp?;
                let (direction, rate) = (motion.position(clamp), motion.velocity(clamp));
                Some(Heading { direction, rate })
            }),
            normal: self.side.map_or(zero, |axes| {
                let [first, second] = axes.map(|axis| motion.position(axis));
                first.cross(&second)
            }),
        };
        let section = Section {
            line: Line {
                positions: &positions[..=pieces],
                velocities: &velocities[..=pieces],
                directions: &directions[..pieces],
                rates: &rates[..pieces],
                lengths: &self.lengths,
                masses: &self.masses,
                lumped: self.lumped,
                clamped: &clamped,
            },
            piece: self.piece,
            fraction: self.fraction,
            tension: readable.mean_tension(self.pull),
            accelerations: ends.map(|end| motion.vectors.value(end, readable.accelerations)),
            points_beyond: !self.is_start,
            at_start: None,
        };
        let medium = crate::mechanism::surroundings(&readable.model.mechanism.fluids, values);
        let points = self.points.iter().map(|point| PointForce {
            link: self.piece,
            fraction: point.fraction,
            force: point.of.force(readable, values),
        });
        result(&section, section.force(&self.loads, &medium, points))
    }
}

impl PointForceOf {
    /// N, world axes.
    pub(in crate::constrained) fn force(
        self,
        readable: &Readable<'_>,
        values: &Values,
    ) -> Vector3<f64> {
        let (load, first) = match self {
            PointForceOf::Load { load, first } => (load, first),
            PointForceOf::Clump(clump) => {
                let clump = &readable.model.elements.clumps[clump];
                return clump.force(&readable.motion, readable.accelerations);
            }
            PointForceOf::Equation { constraint, argument } => {
                let constraint = &readable.model.equations.user[constraint];
                let argument = &constraint.arguments[argument];
                let size =
                    readable.multipliers[constraint.unknown] * values.scalar(argument.gradient);
                return Vector3::ith(argument.component.min(2), size);
            }
        };
        let motion = &readable.motion;
        match &readable.model.elements.loads[load] {
            LoadOn::Force { value, axes, .. } => {
                let value = Vector3::from(values.array(*value));
                match axes {
                    None => value,
                    Some(turned) => motion.axes(&turned.axes) * value,
                }
            }
            load @ LoadOn::Spring { .. } => {
                let Some((line, numbers, _)) = load.spring(values) else {
                    return Vector3::zeros();
                };
                let vector = motion.position(line.vector);
                let rate = motion.velocity(line.vector);
                let pull = tension(&numbers, &vector, &rate, readable.model.extent);
                let length = vector.norm();
                if length == 0.0 {
                    return Vector3::zeros();
                }
                vector * (if first { pull } else { -pull } / length)
            }
            LoadOn::Torque { .. } => Vector3::zeros(),
        }
    }
}
