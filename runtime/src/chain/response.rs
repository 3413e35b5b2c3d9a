//! What further nodal forces do to a chain, with the elimination of the last inward pass: the
//! equations of [`super::natural`] without gaps and loads. In the other form, which keeps no
//! compliances, all answers are NaN: a chain in a closed loop has the natural form.

use nalgebra::Vector3;

use super::boundary::{Root, Tip};
use super::data::{Data, Elimination, State};
use super::links::Links;
use super::natural::{AtRoot, eliminate, off_diagonal};

/// Forces beyond those of the last evaluation, and what they change.
#[derive(Clone, Debug)]
pub(crate) struct Response {
    /// Input: on the nodes, N.
    pub forces: Vec<Vector3<f64>>,
    /// Of the nodes, m/s^2.
    pub accelerations: Vec<Vector3<f64>>,
    /// Second derivatives of the directions, 1/s^2.
    pub direction_accelerations: Vec<[f64; 3]>,
    /// N
    pub tensions: Vec<f64>,
    /// As [`Data::root_force`] and [`Data::tip_force`], N.
    pub root_force: Vector3<f64>,
    pub tip_force: Vector3<f64>,
    free_accelerations: Vec<Vector3<f64>>,
    free_tensions: Vec<f64>,
    at_root: (Vector3<f64>, f64),
    /// What a body on the tip passes on, N.
    pub(crate) from_tip: Vector3<f64>,
}

impl Response {
    pub(crate) fn new(links: &Links) -> Self {
        let zero = Vector3::zeros();
        let count = links.count();
        Self {
            forces: vec![zero; count + 1],
            accelerations: vec![zero; count + 1],
            direction_accelerations: vec![[0.0; 3]; count],
            tensions: vec![0.0; count],
            root_force: zero,
            tip_force: zero,
            free_accelerations: vec![zero; count],
            free_tensions: vec![0.0; count],
            at_root: (zero, 0.0),
            from_tip: zero,
        }
    }

    /// As it was made.
    pub(crate) fn clear(&mut self) {
        let zero = Vector3::zeros();
        self.forces.fill(zero);
        self.accelerations.fill(zero);
        self.direction_accelerations.fill([0.0; 3]);
        self.tensions.fill(0.0);
        self.free_accelerations.fill(zero);
        self.free_tensions.fill(0.0);
        self.at_root = (zero, 0.0);
        (self.root_force, self.tip_force, self.from_tip) = (zero, zero, zero);
    }
}

/// `M_o v` of a link as it was in the last inward pass.
fn coupled(
    links: &Links,
    data: &Data,
    link: usize,
    u: &Vector3<f64>,
    v: &Vector3<f64>,
) -> Vector3<f64> {
    let mass = links.masses()[link];
    if data.added {
        off_diagonal::<true>(mass, data.added_masses[link], u, v)
    } else {
        off_diagonal::<false>(mass, 0.0, u, v)
    }
}

/// From the tip to the root. `from_tip` is the force (N) that a body on the tip passes on.
pub(crate) fn respond_inward(
    links: &Links,
    state: State<'_>,
    data: &Data,
    from_tip: Vector3<f64>,
    response: &mut Response,
) {
    let Elimination::Natural(elimination) = &data.elimination else {
        response.at_root = (Vector3::repeat(f64::NAN), f64::NAN);
        return;
    };
    let last = links.count() - 1;
    response.from_tip = from_tip;
    let mut free = elimination.ends[last].compliance.times(&(response.forces[last + 1] + from_tip));
    response.free_accelerations[last] = free;
    for j in (0..=last).rev() {
        let u = Vector3::from(state.directions[j]);
        let force = response.forces[j] - coupled(links, data, j, &u, &free);
        let gap = u.dot(&free);
        if j == 0 {
            response.at_root = (force, gap);
            return;
        }
        let end = &elimination.ends[j - 1];
        free = end.compliance.times(&force) + end.tension_row * gap;
        response.free_accelerations[j - 1] = free;
        response.free_tensions[j - 1] = gap * end.tension_gain - end.tension_row.dot(&force);
    }
}

/// What the chain passes on to what holds its root, N; after [`respond_inward`].
pub(crate) fn response_load(data: &Data, response: &Response) -> Vector3<f64> {
    let Elimination::Natural(elimination) = &data.elimination else {
        return Vector3::repeat(f64::NAN);
    };
    let (force, gap) = response.at_root;
    force + elimination.root.row * (gap / elimination.root.compliance)
}

/// From the root to the tip; after [`respond_inward`].
pub(crate) fn respond_outward(
    links: &Links,
    state: State<'_>,
    data: &Data,
    root: Root,
    response: &mut Response,
) {
    let Elimination::Natural(elimination) = &data.elimination else {
        response.accelerations.fill(Vector3::repeat(f64::NAN));
        return;
    };
    let (force, gap) = response.at_root;
    let (mut start, mut tension, root_force) = match root {
        Root::Free => {
            let end = eliminate(&AtRoot { force, gap, ..elimination.root });
            (end.free_acceleration, end.free_tension, Vector3::zeros())
        }
        Root::Given(acceleration) => {
            let AtRoot { mass, row, compliance, .. } = &elimination.root;
            let tension = (gap - row.dot(&acceleration)) / compliance;
            (acceleration, tension, mass.times(&acceleration) - force - row * tension)
        }
    };
    response.accelerations[0] = start;
    response.root_force = root_force;
    for (j, end) in elimination.ends.iter().enumerate() {
        let u = Vector3::from(state.directions[j]);
        let r = -u * tension - coupled(links, data, j, &u, &start);
        let acceleration = response.free_accelerations[j] + end.compliance.times(&r);
        let turning = (acceleration - start) * (1.0 / links.lengths()[j]);
        response.direction_accelerations[j] = turning.into();
        response.accelerations[j + 1] = acceleration;
        response.tensions[j] = tension;
        tension = response.free_tensions[j] - end.tension_row.dot(&r);
        start = acceleration;
    }
    response.tip_force = match elimination.tip {
        Tip::Free => Vector3::zeros(),
        Tip::Body { mass, .. } => mass * start - response.from_tip,
        // The tip does not move; what the support gives balances the last link.
        Tip::Held { .. } => {
            let last = links.count() - 1;
            let u = Vector3::from(state.directions[last]);
            let before = response.accelerations[last];
            response.forces[last + 1]
                - u * response.tensions[last]
                - coupled(links, data, last, &u, &before)
        }
    };
}
