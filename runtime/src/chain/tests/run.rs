//! Integrates a chain whose root moves as given, with classical Runge-Kutta of fourth order, and
//! the work of everything without a potential beside it.

use crate::chain::{
    Data, Form, Links, Loads, Medium, Root, Span, State, Tip, inward, kinetic_energy, normalise,
    outward, project,
};
use nalgebra::Vector3;

/// The two ends: where the root is, and whether the tip is held at a point.
#[derive(Clone, Copy)]
pub enum Ends {
    /// The root is fixed at a point, the tip free.
    Hung(Vector3<f64>),
    /// Both are fixed.
    Both(Vector3<f64>, Vector3<f64>),
    /// Both are free; the root's position and velocity are part of the state.
    Free,
}

#[derive(Clone)]
pub struct Run {
    pub links: Links,
    pub loads: Loads,
    pub medium: Medium,
    pub form: Form,
    pub ends: Ends,
    pub directions: Vec<[f64; 3]>,
    pub rates: Vec<[f64; 3]>,
    pub root: [Vector3<f64>; 2],
    pub time: f64,
    /// Work of what has no potential since the start, J.
    pub work: f64,
}

#[derive(Clone)]
struct Slope {
    directions: Vec<[f64; 3]>,
    rates: Vec<[f64; 3]>,
    root: [Vector3<f64>; 2],
    power: f64,
}

fn shifted(values: &[[f64; 3]], slopes: &[[f64; 3]], h: f64) -> Vec<[f64; 3]> {
    values
        .iter()
        .zip(slopes)
        .map(|(v, s)| (Vector3::from(*v) + Vector3::from(*s) * h).into())
        .collect()
}

impl Run {
    pub fn state(&self) -> State<'_> {
        State { directions: &self.directions, rates: &self.rates }
    }

    pub fn medium_now(&self) -> Medium {
        let level = self.medium.level.map(|level| level + self.medium.level_rate * self.time);
        Medium { level, ..self.medium }
    }

    pub fn root(&self) -> [Vector3<f64>; 2] {
        match self.ends {
            Ends::Hung(point) | Ends::Both(point, _) => [point, Vector3::zeros()],
            Ends::Free => self.root,
        }
    }

    /// Everything at the present state; the power of what has no potential.
    pub fn evaluate(&self) -> (Data, Vec<[f64; 3]>, f64) {
        let mut data = Data::new(&self.links, self.form);
        let [position, velocity] = self.root();
        data.place(&self.links, self.state(), position, velocity);
        let powers = data.load(&self.links, self.state(), &self.loads, &self.medium_now());
        let (tip, root) = match self.ends {
            Ends::Hung(_) => (Tip::Free, Root::Given(Vector3::zeros())),
            Ends::Both(..) => {
                (Tip::Held { acceleration: Vector3::zeros() }, Root::Given(Vector3::zeros()))
            }
            Ends::Free => (Tip::Free, Root::Free),
        };
        let mut turning = vec![[0.0; 3]; self.links.count()];
        inward(&self.links, self.state(), &mut data, tip);
        outward(&self.links, self.state(), &mut data, root, &mut turning).unwrap();
        (data, turning, powers.sum())
    }

    pub fn energy(&self) -> f64 {
        let (data, _, _) = self.evaluate();
        let line = data.line(&self.links, self.state());
        let potentials = self.loads.potentials(line, &self.medium_now());
        kinetic_energy(line)
            + self.loads.added_kinetic(line, &self.medium_now())
            + potentials.weight
            + potentials.buoyancy
            + potentials.bending
    }

    fn slope(&self) -> Slope {
        let (data, turning, power) = self.evaluate();
        Slope {
            directions: self.rates.clone(),
            rates: turning,
            root: [self.root()[1], data.accelerations[0]],
            power,
        }
    }

    fn moved(&self, slope: &Slope, h: f64) -> Self {
        Self {
            directions: shifted(&self.directions, &slope.directions, h),
            rates: shifted(&self.rates, &slope.rates, h),
            root: [self.root[0] + slope.root[0] * h, self.root[1] + slope.root[1] * h],
            time: self.time + h,
            work: self.work + slope.power * h,
            ..self.clone()
        }
    }

    /// One step of `h` seconds; takes out the drift. Returns the gap before it, m.
    pub fn step(&mut self, h: f64) -> f64 {
        let k1 = self.slope();
        let k2 = self.moved(&k1, 0.5 * h).slope();
        let k3 = self.moved(&k2, 0.5 * h).slope();
        let k4 = self.moved(&k3, h).slope();
        let mut next = self.clone();
        for (k, weight) in [(&k1, 1.0), (&k2, 2.0), (&k3, 2.0), (&k4, 1.0)] {
            next = next.moved(k, weight * h / 6.0);
        }
        next.time = self.time + h;
        let drift = match self.ends {
            Ends::Hung(_) | Ends::Free => normalise(&mut next.directions, &mut next.rates),
            Ends::Both(from, to) => {
                let span = Span { position: to - from, velocity: Vector3::zeros() };
                project(&self.links, &mut next.directions, &mut next.rates, Some(span)).unwrap()
            }
        };
        *self = next;
        drift.gap
    }
}
