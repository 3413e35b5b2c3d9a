//! What moves: rigid bodies and nodes, in natural coordinates.
//!
//! A body is a point and three directors, `r d1 d2 d3`, four blocks of three coordinates; a node of a
//! cable is one block, and so is the slope of a spline at its node. The world and prescribed bodies have blocks too, whose values are known.
//! A slope whose node has axes across it goes along their normal, `g = γ d3`: it turns with them, and all that it has of its
//! own is how it grows.
//!
//! Directors are columns of the rotation from body axes to the world, so they are orthonormal at
//! the ends of steps; in the middle of one they are shorter. What turns a body by `δθ` moves
//! director `d` by `δθ × d`.

use nalgebra::{Matrix3, Matrix4, Vector3};

use super::kkt::Structure;

/// A piece of the model that moves as one.
#[derive(Clone, Debug)]
pub(super) struct Unit {
    /// A body, a node or a slope.
    pub(super) kind: UnitKind,
    /// Index of its first block.
    pub(super) block: usize,
    /// The group of unknowns that has its displacements; none where the motion is known.
    pub(super) group: Option<usize>,
    /// Where they begin in the group: a node of a spline and its slope have one together.
    pub(super) row: usize,
    /// Otherwise it has no momentum: it stands for the free length of a rope.
    pub(super) in_space: bool,
}

/// What its blocks and unknowns are.
#[derive(Clone, Debug)]
pub(super) enum UnitKind {
    /// Unknowns: displacement of the frame's origin (m), rotation (rad), world axes. The mass matrix is
    /// `inertia` times the 3x3 identity: `[[m, m c'], [m c, E]]` with the first and the
    /// second moments of mass `m c` (kg m) and `E` (kg m^2) about the frame's origin in body axes.
    /// Behind a pointer: nodes are far more, and have none.
    Body { inertia: Box<Matrix4<f64>> },
    /// Unknowns: displacement (m). Its mass belongs to the links.
    Node,
    /// The derivative of a spline by the arc length at a node, without unit.
    Slope,
    /// The same where a body has its direction for third director. Unknown: by how much it becomes longer. The body's rotation comes
    /// right before it in their group.
    SlopeAlong {
        /// The first of the body's blocks.
        body: usize,
        /// Among the directions in which slopes grow.
        axis: u32,
    },
}

impl Unit {
    /// Blocks of three numbers each.
    pub(super) fn blocks(&self) -> usize {
        match self.kind {
            UnitKind::Body { .. } => 4,
            UnitKind::Node | UnitKind::Slope | UnitKind::SlopeAlong { .. } => 1,
        }
    }

    /// Those of displacements; multipliers are counted by groups.
    pub(super) fn unknowns(&self) -> usize {
        match self.kind {
            UnitKind::Body { .. } => 6,
            UnitKind::Node | UnitKind::Slope => 3,
            UnitKind::SlopeAlong { .. } => 1,
        }
    }

    /// The first of its displacements among all unknowns.
    pub(super) fn first_unknown(&self, structure: &Structure) -> Option<usize> {
        self.group.map(|group| structure.offset(group) + self.row)
    }

    /// What a displacement is large against: the extent (m) for places, one for rotations and slopes. By its
    /// number among those of the unit.
    pub(super) fn scale(&self, displacement: usize, extent: f64) -> f64 {
        match self.kind {
            UnitKind::Node => extent,
            UnitKind::Body { .. } if displacement < 3 => extent,
            UnitKind::Body { .. } | UnitKind::Slope | UnitKind::SlopeAlong { .. } => 1.0,
        }
    }

    /// Whether its first block is a place.
    pub(super) fn is_place(&self) -> bool {
        match self.kind {
            UnitKind::Body { .. } | UnitKind::Node => true,
            UnitKind::Slope | UnitKind::SlopeAlong { .. } => false,
        }
    }

    /// The other way round: what its unknowns change by where blocks do, of which those of bodies turn with these rates; places
    /// that it has no unknowns for are zero.
    pub(super) fn moving(&self, positions: &[Vector3<f64>], changes: &[Vector3<f64>]) -> [f64; 6] {
        let own = changes[self.block];
        match self.kind {
            UnitKind::Node | UnitKind::Slope => [own.x, own.y, own.z, 0.0, 0.0, 0.0],
            UnitKind::Body { .. } => {
                let turn = spin(positions, changes, self.block);
                [own.x, own.y, own.z, turn.x, turn.y, turn.z]
            }
            UnitKind::SlopeAlong { body, .. } => {
                [own.dot(&positions[body + 3]), 0.0, 0.0, 0.0, 0.0, 0.0]
            }
        }
    }

    /// What its blocks change by where its unknowns, of which the first is at `first` among these, are small displacements,
    /// velocities or accelerations: each with its index. The part of velocities in accelerations is not in it.
    pub(super) fn moved(
        &self,
        (first, unknowns): (usize, &[f64]),
        positions: &[Vector3<f64>],
        mut each: impl FnMut(usize, Vector3<f64>),
    ) {
        let three = |at: usize| Vector3::new(unknowns[at], unknowns[at + 1], unknowns[at + 2]);
        match self.kind {
            UnitKind::Node | UnitKind::Slope => each(self.block, three(first)),
            UnitKind::Body { .. } => {
                each(self.block, three(first));
                let turn = three(first + 3);
                for (k, axis) in positions[self.block + 1..self.block + 4].iter().enumerate() {
                    each(self.block + 1 + k, turn.cross(axis));
                }
            }
            UnitKind::SlopeAlong { body, .. } => {
                let grown = positions[body + 3] * unknowns[first];
                each(self.block, three(first - 3).cross(&positions[self.block]) + grown);
            }
        }
    }
}

/// The direction in which a slope grows along the third director of a body whose first and second directors these are, at
/// an end of a step or between both: `g = γ d3` changes over a step by `τ × ḡ` and by a multiple of `d̄1 × d̄2`, where all
/// directors change by `τ × d̄`. So forces that keep it there do nothing along that.
#[inline(always)]
pub(super) fn growing(first: &Vector3<f64>, second: &Vector3<f64>) -> Vector3<f64> {
    first.cross(second).normalize()
}

/// The mass matrix in natural coordinates from mass (kg), centre of mass (m) and the inertia about it
/// (kg m^2), body axes.
pub(super) fn natural_inertia(
    mass: f64,
    centre: &Vector3<f64>,
    inertia: &Matrix3<f64>,
) -> Matrix4<f64> {
    // The tensor of second moments is E = trace(J)/2 - J.
    let moments = Matrix3::identity() * (0.5 * inertia.trace()) - inertia
        + centre * centre.transpose() * mass;
    let mut all = Matrix4::zeros();
    all[(0, 0)] = mass;
    for i in 0..3 {
        all[(0, i + 1)] = mass * centre[i];
        all[(i + 1, 0)] = mass * centre[i];
        for j in 0..3 {
            all[(i + 1, j + 1)] = moments[(i, j)];
        }
    }
    all
}

/// The angular velocity (rad/s, world axes) of the body whose blocks begin at `first`, from the rates of its directors; its
/// angular acceleration (rad/s²) from their accelerations, as the centripetal parts of the three cancel.
pub(super) fn spin(
    positions: &[Vector3<f64>],
    rates: &[Vector3<f64>],
    first: usize,
) -> Vector3<f64> {
    (first + 1..first + 4).map(|index| positions[index].cross(&rates[index]) * 0.5).sum()
}

/// `[a]×`, so that `cross_matrix(a) b = a × b`.
#[inline(always)]
pub(super) fn cross_matrix(a: &Vector3<f64>) -> Matrix3<f64> {
    Matrix3::new(0.0, -a.z, a.y, a.z, 0.0, -a.x, -a.y, a.x, 0.0)
}

/// `exp([rotation]×) x - x` without cancellation.
/// The rotation vector is in rad, the axes those of `x`.
#[inline]
pub(super) fn rotation_step(rotation: &Vector3<f64>, x: &Vector3<f64>) -> Vector3<f64> {
    let square = rotation.norm_squared();
    let (sine, cosine) = if square < 1e-8 {
        // sin φ / φ and (1 - cos φ) / φ², to the last digit.
        (1.0 - square / 6.0 * (1.0 - square / 20.0), 0.5 - square / 24.0 * (1.0 - square / 30.0))
    } else {
        let angle = square.sqrt();
        let half = (0.5 * angle).sin();
        (angle.sin() / angle, 2.0 * half * half / square)
    };
    let turned = rotation.cross(x);
    turned * sine + rotation.cross(&turned) * cosine
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rotation_step_is_that_of_the_exponential() {
        for angle in [0.0, 1e-9, 1e-5, 1.1e-4, 0.3, 2.0] {
            let rotation = Vector3::new(0.3, -0.5, 0.8).normalize() * angle;
            let x = Vector3::new(1.0, 2.0, -0.5);
            let expected = nalgebra::Rotation3::new(rotation) * x - x;
            let found = rotation_step(&rotation, &x);
            assert!((found - expected).norm() <= 1e-15 * (1.0 + x.norm()), "{angle}: {found}");
        }
    }

    /// As far as a rotation and a growth between two configurations are concerned.
    #[test]
    fn a_slope_goes_by_a_turn_and_along_what_it_grows_by() {
        let rotation = *nalgebra::Rotation3::new(Vector3::new(0.6, -0.9, 0.4)).matrix();
        let start = *nalgebra::Rotation3::new(Vector3::new(-0.2, 0.5, 1.1)).matrix();
        let end = rotation * start;
        let director = |of: &Matrix3<f64>, k: usize| of.column(k).into_owned();
        let mean = |k: usize| (director(&start, k) + director(&end, k)) * 0.5;
        // Cayley: τ = 2 tan(φ/2) along the axis.
        let axis: Vector3<f64> = Vector3::new(0.6, -0.9, 0.4);
        let turn = axis.normalize() * (2.0 * (0.5 * axis.norm()).tan());
        let (before, after) = (director(&start, 2) * 0.7, director(&end, 2) * 1.9);
        let left = after - before - turn.cross(&((before + after) * 0.5));
        let along = growing(&mean(0), &mean(1));
        assert!((left - along * along.dot(&left)).norm() < 1e-15, "{left}");
        assert!(along.dot(&mean(0)).abs().max(along.dot(&mean(1)).abs()) < 1e-15);
    }

    #[test]
    fn kinetic_energy_in_natural_coordinates_is_that_of_a_rigid_body() {
        let (mass, centre) = (2.0, Vector3::new(0.1, -0.2, 0.3));
        let inertia = Matrix3::new(0.5, 0.02, -0.01, 0.02, 0.6, 0.03, -0.01, 0.03, 0.4);
        let natural = natural_inertia(mass, &centre, &inertia);
        let rotation = *nalgebra::Rotation3::new(Vector3::new(0.4, -0.7, 0.2)).matrix();
        let (velocity, omega) = (Vector3::new(1.0, 2.0, -3.0), Vector3::new(0.7, -0.4, 1.1));
        let mut rates = [velocity; 4];
        for axis in 0..3 {
            rates[axis + 1] = omega.cross(&rotation.column(axis).into_owned());
        }
        let mut found = 0.0;
        for i in 0..4 {
            for j in 0..4 {
                found += 0.5 * natural[(i, j)] * rates[i].dot(&rates[j]);
            }
        }
        let body_omega = rotation.transpose() * omega;
        let at_centre = velocity + omega.cross(&(rotation * centre));
        let expected =
            0.5 * mass * at_centre.norm_squared() + 0.5 * body_omega.dot(&(inertia * body_omega));
        assert!((found - expected).abs() < 1e-13 * expected, "{found} {expected}");
    }
}
