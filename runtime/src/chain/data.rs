//! The state of a chain, and the arrays that its passes fill.

use nalgebra::Vector3;

use super::boundary::{Root, RootLoad, Taut, Tip};
use super::clamped::Clamped;
use super::line::Line;
use super::links::Links;
use super::loads::{Loads, Medium, Powers};
use super::{natural, recursion};

/// The links' attitudes, as many as links, world axes.
#[derive(Clone, Copy, Debug)]
pub struct State<'a> {
    /// Unit vectors from the root towards the tip.
    pub directions: &'a [[f64; 3]],
    /// Time derivatives of the directions, 1/s; perpendicular to them.
    pub rates: &'a [[f64; 3]],
}

/// Which elimination finds the accelerations. Both give the same numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Two rotations per link: see [`super::recursion`].
    Recursion,
    /// Points and tensions: see [`super::natural`].
    Natural,
}

/// Everything that is computed anew in each evaluation. Allocated once.
/// Before the outward pass only positions, velocities, forces and added masses are those of the
/// present state.
#[derive(Clone, Debug)]
pub struct Data {
    /// Of the nodes, root first, `count + 1`; m.
    pub positions: Vec<Vector3<f64>>,
    /// Of the nodes, m/s.
    pub velocities: Vec<Vector3<f64>>,
    /// On the nodes, N: consistent nodal forces `∫(1-ξ) f`, `∫ξ f` of everything that acts but the
    /// joints' reactions.
    pub forces: Vec<Vector3<f64>>,
    /// Of each link, kg: resists acceleration across the link. Read only when `added` is set.
    pub added_masses: Vec<f64>,
    /// Whether there is any added mass.
    pub added: bool,
    /// Of the nodes, m/s^2.
    pub accelerations: Vec<Vector3<f64>>,
    /// Of each link, N: the mean over its length, positive when it pulls.
    pub tensions: Vec<f64>,
    /// What the support exerts on the chain at its root point, N.
    pub root_force: Vector3<f64>,
    /// What the chain exerts at its tip on the body or support there, N.
    pub tip_force: Vector3<f64>,
    /// Input: how the ends are clamped.
    pub(crate) clamped: Clamped,
    pub(super) elimination: Elimination,
}

#[derive(Clone, Debug)]
pub(super) enum Elimination {
    Recursion(recursion::Elimination),
    Natural(natural::Elimination),
}

impl Data {
    pub fn new(links: &Links, form: Form) -> Self {
        let count = links.count();
        let nodes = vec![Vector3::zeros(); count + 1];
        Self {
            positions: nodes.clone(),
            velocities: nodes.clone(),
            forces: nodes.clone(),
            added_masses: vec![0.0; count],
            added: false,
            accelerations: nodes,
            tensions: vec![0.0; count],
            root_force: Vector3::zeros(),
            tip_force: Vector3::zeros(),
            clamped: Clamped::default(),
            elimination: match form {
                Form::Recursion => Elimination::Recursion(recursion::Elimination::new(count)),
                Form::Natural => Elimination::Natural(natural::Elimination::new(count)),
            },
        }
    }

    pub fn form(&self) -> Form {
        match self.elimination {
            Elimination::Recursion(_) => Form::Recursion,
            Elimination::Natural(_) => Form::Natural,
        }
    }

    /// Node positions and velocities from the root's, by prefix sums. Also forgets the forces and
    /// the added mass of the evaluation before.
    pub fn place(
        &mut self,
        links: &Links,
        state: State<'_>,
        root_position: Vector3<f64>,
        root_velocity: Vector3<f64>,
    ) {
        let (mut position, mut velocity) = (root_position, root_velocity);
        if let Some(first) = self.positions.first_mut() {
            *first = position;
        }
        if let Some(first) = self.velocities.first_mut() {
            *first = velocity;
        }
        let nodes = self.positions.iter_mut().skip(1).zip(self.velocities.iter_mut().skip(1));
        let turning = state.directions.iter().zip(state.rates);
        for ((x, v), ((u, w), &length)) in nodes.zip(turning.zip(links.lengths())) {
            position += length * Vector3::from(*u);
            velocity += length * Vector3::from(*w);
            *x = position;
            *v = velocity;
        }
        self.forces.fill(Vector3::zeros());
        self.added = false;
    }

    /// The chain as its loads see it, after [`Data::place`].
    pub fn line<'a>(&'a self, links: &'a Links, state: State<'a>) -> Line<'a> {
        Line {
            positions: &self.positions,
            velocities: &self.velocities,
            directions: state.directions,
            rates: state.rates,
            lengths: links.lengths(),
            masses: links.masses(),
            lumped: false,
            clamped: &self.clamped,
        }
    }

    /// Adds all that acts along the chain to the nodal forces, and sets the added mass.
    pub fn load(
        &mut self,
        links: &Links,
        state: State<'_>,
        loads: &Loads,
        medium: &Medium,
    ) -> Powers {
        let line = Line {
            positions: &self.positions,
            velocities: &self.velocities,
            directions: state.directions,
            rates: state.rates,
            lengths: links.lengths(),
            masses: links.masses(),
            lumped: false,
            clamped: &self.clamped,
        };
        self.added = loads.has_added_mass(medium);
        loads.add_forces(line, medium, &mut self.forces, &mut self.added_masses)
    }
}

/// Eliminates from the tip to the root. Directions must be unit vectors, and forces (and added
/// masses) complete.
pub fn inward(links: &Links, state: State<'_>, data: &mut Data, tip: Tip) {
    let Data { forces, added_masses, added, elimination, .. } = data;
    match elimination {
        Elimination::Natural(it) => {
            if *added {
                natural::inward::<true>(links, state, forces, added_masses, tip, it);
            } else {
                natural::inward::<false>(links, state, forces, added_masses, tip, it);
            }
        }
        Elimination::Recursion(it) => {
            if *added {
                recursion::inward::<true>(links, state, forces, added_masses, tip, it);
            } else {
                recursion::inward::<false>(links, state, forces, added_masses, tip, it);
            }
        }
    }
}

/// How the chain loads its root point, after [`inward`]. A chain held at its tip whose links lie on
/// one line has no finite load: [`Taut`].
pub(crate) fn root_load(data: &Data) -> Result<RootLoad, Taut> {
    match &data.elimination {
        Elimination::Natural(it) => natural::root_load(it),
        Elimination::Recursion(it) => recursion::root_load(it),
    }
}

/// Accelerations from the root to the tip, after [`inward`]. Writes the second derivatives of the
/// directions (1/s^2) to `direction_accelerations`, and node accelerations, tensions and end forces
/// to `data`.
pub fn outward(
    links: &Links,
    state: State<'_>,
    data: &mut Data,
    root: Root,
    direction_accelerations: &mut [[f64; 3]],
) -> Result<(), Taut> {
    let Data { forces, added_masses, added, elimination, accelerations, tensions, .. } = data;
    let motion = Motion { accelerations, direction_accelerations, tensions };
    let ends = match elimination {
        Elimination::Natural(it) => {
            if *added {
                natural::outward::<true>(links, state, forces, added_masses, it, root, motion)
            } else {
                natural::outward::<false>(links, state, forces, added_masses, it, root, motion)
            }
        }
        Elimination::Recursion(it) => {
            if *added {
                recursion::outward::<true>(links, state, forces, added_masses, it, root, motion)
            } else {
                recursion::outward::<false>(links, state, forces, added_masses, it, root, motion)
            }
        }
    }?;
    data.root_force = ends.root;
    data.tip_force = ends.tip;
    Ok(())
}

/// Where an outward pass writes.
pub(super) struct Motion<'a> {
    pub accelerations: &'a mut [Vector3<f64>],
    pub direction_accelerations: &'a mut [[f64; 3]],
    pub tensions: &'a mut [f64],
}

/// Forces at the two ends; see [`Data::root_force`] and [`Data::tip_force`].
/// N, world axes.
pub(super) struct EndForces {
    pub root: Vector3<f64>,
    pub tip: Vector3<f64>,
}
