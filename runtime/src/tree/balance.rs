//! Energy and momentum.

use std::ops::Range;

use super::{Tree, TreeData};
use crate::spatial::{Vec3, transposed_times};

/// J; the gravity potential is zero for masses at the world's origin.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TreeEnergy {
    /// Of turning and of moving.
    pub kinetic: f64,
    /// Of weight.
    pub gravity: f64,
}

/// World axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Momentum {
    /// kg m/s
    pub linear: Vec3,
    /// About the point asked for, kg m^2/s.
    pub angular: Vec3,
}

impl Tree {
    /// Energies of `bodies`; after the kinematic pass.
    pub fn energy(&self, bodies: Range<usize>, data: &TreeData) -> TreeEnergy {
        let mut energy = TreeEnergy::default();
        for body in bodies {
            let inertia = &self.inertias[body];
            let motion = &data.motions[body];
            let centre = motion.rotation * inertia.centre;
            let swing = motion.omega.cross(&centre);
            let turn = transposed_times(&motion.rotation, &motion.omega);
            let m = inertia.mass;
            // m |v + w x c|^2 + w J_c w, with J_c = J - m (|c|^2 - c c').
            let moving = m * (motion.velocity + swing).norm_squared();
            let turning = turn.dot(&inertia.rotation.times(&turn)) - m * swing.norm_squared();
            energy.kinetic += 0.5 * (moving + turning);
            energy.gravity -= m * self.gravity.dot(&(motion.position + centre));
        }
        energy
    }

    /// Velocities of the centres of mass of all bodies, m/s, world axes; after the kinematic pass.
    pub(crate) fn centre_velocities(&self, data: &TreeData) -> Vec<Vec3> {
        (0..self.bodies()).map(|body| self.centre_velocity(body, data)).collect()
    }

    /// Of a body's centre of mass, m/s.
    fn centre_velocity(&self, body: usize, data: &TreeData) -> Vec3 {
        let motion = &data.motions[body];
        motion.velocity + motion.omega.cross(&(motion.rotation * self.inertias[body].centre))
    }

    /// Kinetic energy of the turning of all bodies, and of their centres relative to a flight with the
    /// velocities `start`, J; after the kinematic pass.
    pub(crate) fn turned(&self, start: &[Vec3], data: &TreeData) -> f64 {
        let mut energy = 0.0;
        for (body, start) in start.iter().enumerate() {
            let inertia = &self.inertias[body];
            let motion = &data.motions[body];
            let swing = motion.omega.cross(&(motion.rotation * inertia.centre));
            let turn = transposed_times(&motion.rotation, &motion.omega);
            let (m, beside) = (inertia.mass, self.centre_velocity(body, data) - start);
            let turning = turn.dot(&inertia.rotation.times(&turn)) - m * swing.norm_squared();
            energy += 0.5 * (m * beside.norm_squared() + turning);
        }
        energy
    }

    /// Momentum of `bodies`, angular momentum about the fixed point `about`; after the kinematic
    /// pass.
    pub fn momentum(&self, bodies: Range<usize>, about: &Vec3, data: &TreeData) -> Momentum {
        let mut sum = Momentum { linear: Vec3::zeros(), angular: Vec3::zeros() };
        for body in bodies {
            let inertia = &self.inertias[body];
            let motion = &data.motions[body];
            let first = (motion.rotation * inertia.centre) * inertia.mass;
            let turn = transposed_times(&motion.rotation, &motion.omega);
            let linear = motion.velocity * inertia.mass + motion.omega.cross(&first);
            let own =
                motion.rotation * inertia.rotation.times(&turn) + first.cross(&motion.velocity);
            sum.linear += linear;
            sum.angular += own + (motion.position - about).cross(&linear);
        }
        sum
    }
}
