//! A body by itself: what it opposes, and how it yields, from constants in its own axes.

use super::axes::{clean, clean_of, cleaned};
use super::{Mat6, Vec6, halves, stacked};
use crate::spatial::{Mat3, Sym3, Vec3};
use crate::tree::Tree;

/// What is constant of a body on which no cable hangs; own axes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Alone {
    /// Of the inertia about the centre of mass, 1/(kg m²).
    pub(super) inverse: Sym3,
    /// That inertia, kg m².
    pub(super) about: Sym3,
    /// From the reference point to the centre of mass, m.
    pub(super) centre: Vec3,
}

impl Alone {
    /// From its inverse inertia in joint axes, and these from own ones.
    pub(super) fn of(tree: &Tree, body: usize, inverse: &Sym3, turn: Option<&Mat3>) -> Self {
        let about = tree.about_centre(body);
        match turn {
            None => Self { inverse: *inverse, about: *about, centre: *tree.centre(body) },
            Some(turn) => {
                let back = turn.transpose();
                let [inverse, about] = [inverse, about].map(|own| cleaned(own.rotated(&back)));
                Self { inverse, about, centre: clean(back * tree.centre(body)) }
            }
        }
    }

    /// Moment and force that it opposes at its reference point, without what is rounding of either: what acts in a plane then leaves nothing across it, which a heavy body would
    /// multiply.
    ///
    /// The moment is judged as what it is a sum of, one about the centre of mass and that of the force there; and both beside what products of angular velocities make of its
    /// `mass`, of which `turns` are the largest terms, rad²/s². For the `drift` see [`super::axes::drift`].
    pub(super) fn opposed(
        &self,
        mass: f64,
        [moment, force]: [&Vec3; 2],
        (drift, turns): (f64, f64),
    ) -> Vec6 {
        let arm = self.centre.amax();
        let size = force.amax() + turns * mass * arm;
        let cleaned = clean_of(*force, drift * size);
        let about = moment - self.centre.cross(force);
        let size = moment.amax() + arm * size + turns * self.about.trace();
        stacked(&(clean_of(about, drift * size) + self.centre.cross(&cleaned)), &cleaned)
    }

    /// The inverse of the inertia of a body alone, from what it is about the centre of mass: `a = a_c - α x c`.
    pub(super) fn compliance(&self, mass: f64) -> Mat6 {
        let Self { inverse: turning, centre, .. } = self;
        let coupling = turning.crossed(centre);
        // `c x (J^-1 (c x f))` less what the sign makes of it.
        let mut linear = Sym3::isotropic(1.0 / mass);
        linear.subtract_symmetric_arm(&coupling, centre);
        let mut whole = Mat6::zeros();
        whole.fixed_view_mut::<3, 3>(0, 0).copy_from(&turning.to_matrix());
        whole.fixed_view_mut::<3, 3>(3, 0).copy_from(&coupling);
        whole.fixed_view_mut::<3, 3>(0, 3).copy_from(&coupling.transpose());
        whole.fixed_view_mut::<3, 3>(3, 3).copy_from(&linear.to_matrix());
        whole
    }

    /// How it accelerates under loads at its reference point, by way of its centre of mass: what falls freely does not turn, not even by the rounding that a product with its
    /// compliance leaves, against which light bodies would have to hold a heavy one.
    pub(super) fn falls(&self, mass: f64, loads: &Vec6) -> Vec6 {
        let [moment, force] = halves(loads);
        let size = moment.amax() + self.centre.amax() * force.amax();
        let alpha = self.inverse.times(&clean_of(moment - self.centre.cross(&force), size));
        stacked(&alpha, &(force / mass - alpha.cross(&self.centre)))
    }

    /// The inertia of a body alone at its reference point, from what is constant of it:
    ///
    /// ```text
    /// [J + m (c² - c c')   m [c]x]
    /// [   -m [c]x             m  ]
    /// ```
    ///
    /// Of a slim body turned from world axes nothing would be left of what resists about its line.
    pub(super) fn impedance(&self, mass: f64) -> Mat6 {
        let Self { about, centre, .. } = self;
        let around = Sym3::isotropic(mass * centre.norm_squared()).plus_square(-mass, centre);
        let coupling = centre.cross_matrix() * mass;
        let mut whole = Mat6::zeros();
        whole.fixed_view_mut::<3, 3>(0, 0).copy_from(&about.plus(&around).to_matrix());
        whole.fixed_view_mut::<3, 3>(0, 3).copy_from(&coupling);
        whole.fixed_view_mut::<3, 3>(3, 0).copy_from(&coupling.transpose());
        whole.fixed_view_mut::<3, 3>(3, 3).copy_from(&Mat3::from_diagonal_element(mass));
        whole
    }
}
