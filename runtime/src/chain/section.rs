//! The force across a section of a cable: what the part beyond it pulls with on the part before it.
//!
//! A piece with the mean tension `λ` along its direction `u` carries the nodal loads `f₀ = ∫(1-ξ) f`,
//! `f₁ = ∫ξ f`, and its own part of the nodal inertia, `i₀` and `i₁`: `m/6 (2 a₀ + a₁)` for a rigid link,
//! `m/2 a₀` for a lumped segment, and the same with the added mass across the piece. The moments of
//! bending in its two joints are a pair of forces `∓ τ × u / l` at its ends. So from the balance of forces
//! at its nodes
//!
//! ```text
//! F₀ = λ u - τ × u / l + n₀     n₀ = f₀ - i₀
//! F₁ = λ u - τ × u / l - n₁     n₁ = f₁ - i₁
//! ```
//!
//! which for a rigid link are its equations of motion (the sum of forces, and the moments about the ends),
//! and for a lumped segment give half of it to each node. In between, the load less inertia of a link is
//! taken for linear with the same moments `n₀`, `n₁`, that of a segment for even over each of its halves.
//! The end of one piece and the start of the next have one force, because the nodes' equations of motion
//! are their difference; and at the cable's ends it is what holds it there, of second order in the length
//! of the pieces.

use nalgebra::Vector3;

use super::line::Line;
use super::loads::{Loads, Medium, PointForce};
use crate::laws::{added_mass, mass_shares};

/// A place on a piece of a line, and what the last evaluation has found of that piece.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Section<'a> {
    /// The piece with its neighbours.
    pub(crate) line: Line<'a>,
    /// Its index in the line.
    pub(crate) piece: usize,
    /// Of the piece's length, from its start.
    pub(crate) fraction: f64,
    /// Mean over the piece, N; positive when it pulls.
    pub(crate) tension: f64,
    /// Of the piece's ends, m/s^2.
    pub(crate) accelerations: [Vector3<f64>; 2],
    /// Point forces at the very place act beyond it, or else before it: at the ends of a cable from outside.
    pub(crate) points_beyond: bool,
    /// The force across the piece's start, N, where that is known from the balance of all that is beyond it.
    pub(crate) at_start: Option<Vector3<f64>>,
}

impl Section<'_> {
    /// N, world axes. `points` may have forces on other pieces too, which are left out.
    pub(crate) fn force(
        &self,
        loads: &Loads,
        medium: &Medium,
        points: impl Iterator<Item = PointForce>,
    ) -> Vector3<f64> {
        let [start, end] = self.own(loads, medium);
        let mut force = self.at_start.unwrap_or_else(|| {
            let along = self
                .line
                .directions
                .get(self.piece)
                .map_or(Vector3::repeat(f64::NAN), |u| Vector3::from(*u));
            along * self.tension - loads.shear(self.line, self.piece) + start
        });
        let s = self.fraction;
        // What acts between the piece's start and the place.
        force -= if self.line.lumped {
            start * (2.0 * s).min(1.0) + end * (2.0 * s - 1.0).max(0.0)
        } else {
            (start * 4.0 - end * 2.0) * (s - 0.5 * s * s)
                + (end * 4.0 - start * 2.0) * (0.5 * s * s)
        };
        for point in points.filter(|point| point.link == self.piece) {
            if self.at_start.is_none() {
                force += point.force * (1.0 - point.fraction);
            }
            let before = if self.points_beyond { point.fraction < s } else { point.fraction <= s };
            if before {
                force -= point.force;
            }
        }
        force
    }

    /// Loads less inertia of the piece itself, `n₀` and `n₁`, N.
    pub(crate) fn own(&self, loads: &Loads, medium: &Medium) -> [Vector3<f64>; 2] {
        let Some(piece) = self.line.piece(self.piece) else {
            return [Vector3::repeat(f64::NAN); 2];
        };
        let (nodal, added) = loads.on_piece(&piece, medium);
        let [first, second] = self.accelerations;
        let [own, shared] = mass_shares(self.line.lumped);
        let inertia = |near: Vector3<f64>, far: Vector3<f64>| {
            let mean = near * own + far * shared;
            mean * piece.mass + added_mass::inertia(&piece, added, &mean)
        };
        [nodal[0] - inertia(first, second), nodal[1] - inertia(second, first)]
    }

    /// Unit vector along a cable that is bent: in the middle of a piece along it, at its ends along the mean of both
    /// neighbours, or as a clamp has it.
    fn tangent(&self) -> Option<Vector3<f64>> {
        let along = |piece: usize| self.line.directions.get(piece).map(|u| Vector3::from(*u));
        let own = along(self.piece)?;
        let nearer = (2.0 * self.fraction - 1.0).abs();
        let (neighbour, end) = if self.fraction < 0.5 {
            (self.piece.checked_sub(1).and_then(along), 0)
        } else {
            (along(self.piece + 1), 1)
        };
        let at_end = match (neighbour, self.line.clamped.ends[end]) {
            (Some(neighbour), _) => own + neighbour,
            (None, Some(clamp)) => clamp.direction,
            (None, None) => own,
        };
        let at_end = at_end.try_normalize(0.0).unwrap_or(own);
        (own * (1.0 - nearer) + at_end * nearer).try_normalize(0.0)
    }

    /// The tension that goes with a force here, N: its part along the piece, or along the tangent where there is
    /// shear of a bending stiffness beside it. Segments of a lumped cable without bending are under the whole force, which near an end departs from the segment's direction
    /// by what half of the segment carries; it counts as a push where the segment pushes.
    pub(crate) fn tension(&self, loads: &Loads, force: &Vector3<f64>) -> f64 {
        let Some(direction) = self.line.directions.get(self.piece) else { return f64::NAN };
        if self.line.lumped && loads.bending.is_none() {
            if self.tension < 0.0 { -force.norm() } else { force.norm() }
        } else if loads.bending.stiffness != 0.0 {
            self.tangent().map_or(f64::NAN, |tangent| tangent.dot(force))
        } else {
            Vector3::from(*direction).dot(force)
        }
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::{Matrix3, Vector3};

    use crate::chain::loads::{Bending, Loads, Medium, PointForce, add_point_forces};
    use crate::chain::tests::sampling::force_at;
    use crate::chain::{Data, Form, Links, Root, State, Tip, inward, outward};

    /// Reference: the forces at both ends that the eliminations have found, and Newton's law for each link.
    #[test]
    fn sections_are_in_balance_from_end_to_end() {
        let links = Links::new(vec![0.5, 0.8, 0.3, 0.6], vec![0.4, 0.2, 0.7, 0.5]).expect("links");
        let unit = |x: f64, y: f64, z: f64| Vector3::new(x, y, z).normalize();
        let u =
            [unit(1.0, 0.2, -1.0), unit(0.8, 0.5, -0.3), unit(1.0, -0.4, 0.1), unit(0.9, 0.1, 0.7)];
        let directions = u.map(<[f64; 3]>::from);
        let spin = Vector3::new(0.3, -0.7, 1.1);
        let rates = u.map(|u| <[f64; 3]>::from(spin.cross(&u)));
        let state = State { directions: &directions, rates: &rates };
        let bending =
            Bending { stiffness: 0.3, damping: 0.05, joint_damping: 0.01, curvature: 0.0 };
        let gravity = Vector3::new(0.0, 0.0, -9.81);
        let loads = Loads { bending, ..Loads::weight(gravity) };
        let medium = Medium::default();
        let points = [
            PointForce { link: 1, fraction: 0.25, force: Vector3::new(1.0, 2.0, -0.5) },
            PointForce { link: 3, fraction: 1.0, force: Vector3::new(0.2, -0.3, 0.4) },
        ];
        let root = Vector3::new(0.5, -0.2, 0.3);
        let tips = [
            Tip::Free,
            Tip::Held { acceleration: Vector3::new(0.1, 0.4, -0.2) },
            Tip::Body { mass: Matrix3::identity() * 3.0, bias: Vector3::new(0.0, 1.0, 30.0) },
        ];
        for (form, tip) in [Form::Natural, Form::Recursion]
            .into_iter()
            .flat_map(|form| tips.into_iter().map(move |tip| (form, tip)))
        {
            let mut data = Data::new(&links, form);
            data.place(&links, state, Vector3::zeros(), Vector3::zeros());
            data.load(&links, state, &loads, &medium);
            add_point_forces(&points, &data.velocities.clone(), &mut data.forces);
            inward(&links, state, &mut data, tip);
            let mut turning = [[0.0; 3]; 4];
            outward(&links, state, &mut data, Root::Given(root), &mut turning)
                .expect("not straight");
            let at = |arc: f64| force_at(&links, state, &data, &loads, &medium, &points, arc);
            let arcs = links.arc_lengths();
            let scale = data.root_force.norm();
            assert!((at(0.0) + data.root_force).norm() < 1e-11 * scale, "{form:?} {tip:?}");
            let beyond = at(arcs[4]) - points[1].force + data.tip_force;
            assert!(beyond.norm() < 1e-11 * scale, "{form:?} {tip:?}: {beyond}");
            for j in 0..4 {
                let [a, b] = [data.accelerations[j], data.accelerations[j + 1]];
                let mass = links.masses()[j];
                // All but the last bit of a link, up to which the next link begins.
                let end = if j == 3 { arcs[4] } else { arcs[j + 1] * (1.0 - 1e-15) };
                let mut pull = at(end) - at(arcs[j]);
                if j == 1 {
                    pull += points[0].force;
                }
                let left = pull + gravity * mass - (a + b) * (0.5 * mass);
                assert!(left.norm() < 1e-9 * scale, "{form:?} {tip:?} {j}: {left}");
            }
        }
    }
}
