//! Where everything is and how it moves, in coordinates of no formulation: what a start, an event, a change of
//! discretization and a run that goes on otherwise exchange.

use crate::spatial::{Mat3, Vec3};

/// The state of a mechanism at a time; in the order of the graph.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    /// s
    pub time: f64,
    /// One for each body, the world included.
    pub bodies: Vec<Moving>,
    /// One for each cable.
    pub curves: Vec<Curve>,
    /// Of all joints, one after the other: rad or m. Bodies tell angles but for whole turns; these remember
    /// them. Rates follow from the bodies.
    pub coordinates: Vec<f64>,
    /// States of the user's, SI.
    pub states: Vec<f64>,
    /// J
    pub ledger: Ledger,
}

/// A body's own frame, or any other: where it is and how it moves, in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moving {
    /// Of its origin, m.
    pub position: Vec3,
    /// A rotation: columns are its axes.
    pub attitude: Mat3,
    /// Of its origin, m/s.
    pub velocity: Vec3,
    /// rad/s
    pub angular_velocity: Vec3,
}

/// A cable's nodes, from its start to its end.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curve {
    /// m
    pub positions: Vec<Vec3>,
    /// m/s
    pub velocities: Vec<Vec3>,
    /// `∂r/∂s` at the nodes of a spline, without unit; empty for others.
    pub slopes: Vec<Vec3>,
    /// How they change, 1/s.
    pub slope_rates: Vec<Vec3>,
    /// Of the error of each segment, s; empty where none is integrated.
    pub integrals: Vec<f64>,
    /// Strains of the dampers in the visco-elastic branches of a spline: of each piece the mean in all branches, then
    /// what it grows by from its middle to its end. Empty where there are none.
    pub creep: Vec<f64>,
    /// The same of what relaxes in the sections of a spline that resists twisting: of each piece those of its twist (rad),
    /// then at each Gauss point of what bends it (1/m) towards the first and towards the second axis.
    pub section_creep: Vec<f64>,
    /// What is kept of strains of dampers in rope that lies on winches at both ends, and then what those of [`Self::creep`] have grown by
    /// as rope was mixed; empty where rope that relaxes goes through no end.
    pub wound: Vec<f64>,
    /// Of a spline that resists twisting: attitudes of its sections at the nodes between its ends, whose third axes are
    /// along the slopes. Empty for others.
    pub sections: Vec<Mat3>,
    /// rad/s
    pub spins: Vec<Vec3>,
    /// By which sections at neighbouring nodes are turned to the right beside what the smallest rotation between both
    /// slopes does, rad with all turns; the last number is the turn in the last piece that counts as none, as the axes of
    /// what clamps the end have nothing to do with the rope.
    pub turns: Vec<f64>,
}

/// What has left and entered since the start, J.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ledger {
    /// Lost to damping, friction and drag.
    pub dissipated: f64,
    /// Of loads, drives and prescribed motions.
    pub work: f64,
}

impl Moving {
    /// The world's frame.
    pub(crate) fn still() -> Self {
        Self {
            position: Vec3::zeros(),
            attitude: Mat3::identity(),
            velocity: Vec3::zeros(),
            angular_velocity: Vec3::zeros(),
        }
    }
}

impl State {
    /// Whether every number is finite.
    pub fn is_finite(&self) -> bool {
        let vectors = |vectors: &[Vec3]| vectors.iter().all(|x| x.iter().all(|x| x.is_finite()));
        let body = |body: &Moving| {
            vectors(&[body.position, body.velocity, body.angular_velocity])
                && body.attitude.iter().all(|x| x.is_finite())
        };
        let curve = |curve: &Curve| {
            vectors(&curve.positions)
                && vectors(&curve.velocities)
                && vectors(&curve.slopes)
                && vectors(&curve.slope_rates)
                && vectors(&curve.spins)
                && curve.sections.iter().all(|own| own.iter().all(|x| x.is_finite()))
                && curve.integrals.iter().chain(&curve.creep).all(|x| x.is_finite())
                && curve.section_creep.iter().chain(&curve.wound).all(|x| x.is_finite())
                && curve.turns.iter().all(|x| x.is_finite())
        };
        self.time.is_finite()
            && self.bodies.iter().all(body)
            && self.curves.iter().all(curve)
            && self.coordinates.iter().chain(&self.states).all(|x| x.is_finite())
            && self.ledger.dissipated.is_finite()
            && self.ledger.work.is_finite()
    }
}

impl Curve {
    /// The same from its end to its start.
    pub(crate) fn reversed(&self) -> Self {
        let mut turned = self.clone();
        turned.reverse();
        turned
    }

    /// From the other end.
    pub(crate) fn reverse(&mut self) {
        self.positions.reverse();
        self.velocities.reverse();
        for along in [&mut self.slopes, &mut self.slope_rates] {
            along.reverse();
            along.iter_mut().for_each(|slope| *slope = -*slope);
        }
        self.integrals.reverse();
        let pieces = self.positions.len().saturating_sub(1).max(1);
        let each = self.creep.len() / pieces;
        if each > 0 {
            let turned = self.creep.chunks(each).rev().flat_map(|piece| {
                let (means, growths) = piece.split_at(each / 2);
                means.iter().copied().chain(growths.iter().map(|growth| -growth))
            });
            self.creep = turned.collect();
        }
        // What relaxes in sections stays as it is: only the recursion looks at cables from their other end, and it moves
        // none that has any.
        // The third axes go the other way, and the turns stay: a right-hand screw is one from both ends.
        self.sections.reverse();
        let turned = Mat3::from_diagonal(&Vec3::new(1.0, -1.0, -1.0));
        self.sections.iter_mut().for_each(|own| *own *= turned);
        self.spins.reverse();
        let between = pieces.min(self.turns.len());
        self.turns[..between].reverse();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two pieces with two branches: what grew along the rope falls along it from its other end.
    #[test]
    fn what_is_remembered_turns_round_with_the_rope() {
        let creep = vec![0.1, 0.2, 0.3, 0.4, 1.1, 1.2, 1.3, 1.4];
        let curve = Curve { positions: vec![Vec3::zeros(); 3], creep, ..Curve::default() };
        let turned = curve.reversed();
        assert_eq!(turned.creep, [1.1, 1.2, -1.3, -1.4, 0.1, 0.2, -0.3, -0.4]);
        assert_eq!(turned.reversed(), curve);
    }
}
