//! Trees of bodies on hinges in space, in 32 digits: Newton's and Euler's equations about centres of mass, with the dense mass matrix that they make.

use super::precise::{Precise, solved};
use crate::spatial::Vec3;
use crate::tree::tests::reference::Rig;
use crate::tree::{Joint, Parent};

/// A vector of 32 digits.
#[derive(Clone, Copy)]
struct Arrow([Precise; 3]);

/// A matrix, by its columns.
#[derive(Clone, Copy)]
struct Frame([Arrow; 3]);

impl Arrow {
    const ZERO: Arrow = Arrow([Precise::ZERO; 3]);

    fn of(own: &Vec3) -> Arrow {
        Arrow([own.x, own.y, own.z].map(Precise::from))
    }

    fn plus(self, other: Arrow) -> Arrow {
        Arrow(std::array::from_fn(|k| self.0[k] + other.0[k]))
    }

    fn times(self, factor: Precise) -> Arrow {
        Arrow(self.0.map(|own| own * factor))
    }

    fn dot(self, other: Arrow) -> Precise {
        (0..3).fold(Precise::ZERO, |sum, k| sum + self.0[k] * other.0[k])
    }

    fn cross(self, other: Arrow) -> Arrow {
        let ([a, b, c], [d, e, f]) = (self.0, other.0);
        Arrow([b * f - c * e, c * d - a * f, a * e - b * d])
    }

    fn unit(self) -> Arrow {
        self.times(Precise::from(1.0) / self.dot(self).sqrt())
    }

    fn rounded(self) -> Vec3 {
        Vec3::from(self.0.map(Precise::rounded))
    }
}

impl Frame {
    fn identity() -> Frame {
        Frame([Vec3::x(), Vec3::y(), Vec3::z()].map(|own| Arrow::of(&own)))
    }

    /// About an axis of length one, by a half angle of which sine and cosine are known to 16 digits: a rotation to 32.
    fn about(axis: Arrow, angle: f64) -> Frame {
        let [sin, cos] = [(0.5 * angle).sin(), (0.5 * angle).cos()].map(Precise::from);
        let [sin, cos] = [sin, cos].map(|own| own / (sin * sin + cos * cos).sqrt());
        let two = Precise::from(2.0);
        // Rodrigues: `v + 2 sin (cos u x v + sin u x (u x v))`.
        Frame(Frame::identity().0.map(|own| {
            let once = axis.cross(own);
            own.plus(once.times(cos).plus(axis.cross(once).times(sin)).times(two * sin))
        }))
    }

    fn times(&self, own: Arrow) -> Arrow {
        (0..3).fold(Arrow::ZERO, |sum, k| sum.plus(self.0[k].times(own.0[k])))
    }

    fn after(&self, other: &Frame) -> Frame {
        Frame(other.0.map(|own| self.times(own)))
    }

    fn back(&self, own: Arrow) -> Arrow {
        Arrow(std::array::from_fn(|k| self.0[k].dot(own)))
    }
}

/// What bodies do and what their joints transmit, rounded.
pub(super) struct Found {
    /// Angular, of each joint, rad/s².
    pub(super) rates: Vec<f64>,
    /// At the joint of each body, on it, world axes, N m and N.
    pub(super) moments: Vec<Vec3>,
    /// See `moments`.
    pub(super) forces: Vec<Vec3>,
    /// About each joint's axis, N m: nothing, as far as the digits go.
    pub(super) efforts: Vec<f64>,
}

/// Of a rig on hinges whose frames are turned by nothing else, without loads and efforts.
struct Hinged<'a> {
    rig: &'a Rig,
    /// Of each body: world axes from its own.
    frames: Vec<Frame>,
    /// Of each joint, world axes, of length one.
    axes: Vec<Arrow>,
    /// Of each body: from the joint of its carrier to its own, and to its centre from there; world axes, m.
    arms: Vec<[Arrow; 2]>,
}

/// A motion with what it takes, world axes.
struct Inverse {
    moments: Vec<Arrow>,
    forces: Vec<Arrow>,
    efforts: Vec<Precise>,
}

impl Hinged<'_> {
    fn of<'a>(rig: &'a Rig, q: &[f64]) -> Hinged<'a> {
        let mut own = Hinged { rig, frames: Vec::new(), axes: Vec::new(), arms: Vec::new() };
        for (spec, &angle) in rig.specs.iter().zip(q) {
            let Joint::Revolute { axis } = spec.joint else { panic!("only hinges") };
            let carrier = match spec.parent {
                Parent::Body(parent) => own.frames[parent],
                _ => Frame::identity(),
            };
            let axis = Arrow::of(&axis).unit();
            let frame = carrier.after(&Frame::about(axis, angle));
            let arm = carrier.times(Arrow::of(&spec.parent_frame.position));
            own.axes.push(carrier.times(axis));
            own.arms.push([arm, frame.times(Arrow::of(&spec.centre_of_mass))]);
            own.frames.push(frame);
        }
        own
    }

    fn carrier(&self, body: usize) -> Option<usize> {
        match self.rig.specs[body].parent {
            Parent::Body(parent) => Some(parent),
            _ => None,
        }
    }

    /// What it takes to move with these rates and accelerations against this gravity.
    fn inverse(&self, v: &[Precise], dv: &[Precise], gravity: Arrow) -> Inverse {
        let n = self.frames.len();
        let zero = Arrow::ZERO;
        let (mut omega, mut alpha, mut at) = (vec![zero; n], vec![zero; n], vec![zero; n]);
        let (mut moments, mut forces) = (vec![zero; n], vec![zero; n]);
        for body in 0..n {
            let [arm, centre] = self.arms[body];
            let spec = &self.rig.specs[body];
            let [mut turns, mut spins, mut goes] = [zero, zero, gravity.times(Precise::from(-1.0))];
            if let Some(own) = self.carrier(body) {
                (turns, spins, goes) = (omega[own], alpha[own], at[own]);
            }
            let carried = |turns: Arrow, spins: Arrow, arm: Arrow| {
                spins.cross(arm).plus(turns.cross(turns.cross(arm)))
            };
            at[body] = goes.plus(carried(turns, spins, arm));
            let rate = self.axes[body].times(v[body]);
            omega[body] = turns.plus(rate);
            alpha[body] = spins.plus(turns.cross(rate)).plus(self.axes[body].times(dv[body]));
            let mass = Precise::from(spec.mass);
            let force = at[body].plus(carried(omega[body], alpha[body], centre)).times(mass);
            let inertia = spec.inertia.to_matrix();
            let inertia = Frame(std::array::from_fn(|k| Arrow::of(&inertia.column(k).into())));
            let frame = &self.frames[body];
            let resists = |own: Arrow| frame.times(inertia.times(frame.back(own)));
            let moment = resists(alpha[body]).plus(omega[body].cross(resists(omega[body])));
            forces[body] = force;
            moments[body] = moment.plus(centre.cross(force));
        }
        for body in (0..n).rev() {
            if let Some(own) = self.carrier(body) {
                let arm = self.arms[body][0];
                moments[own] = moments[own].plus(moments[body]).plus(arm.cross(forces[body]));
                forces[own] = forces[own].plus(forces[body]);
            }
        }
        let efforts = moments.iter().zip(&self.axes).map(|(own, axis)| own.dot(*axis)).collect();
        Inverse { moments, forces, efforts }
    }
}

/// By the dense mass matrix.
pub(super) fn found(rig: &Rig, q: &[f64], v: &[f64], gravity: &Vec3) -> Found {
    let own = Hinged::of(rig, q);
    let n = v.len();
    let (none, gravity) = (vec![Precise::ZERO; n], Arrow::of(gravity));
    let v: Vec<Precise> = v.iter().map(|&own| own.into()).collect();
    let mut matrix = vec![vec![Precise::ZERO; n + 1]; n];
    for k in 0..n {
        let mut unit = none.clone();
        unit[k] = Precise::from(1.0);
        let column = own.inverse(&none, &unit, Arrow::ZERO).efforts;
        (0..n).for_each(|i| matrix[i][k] = column[i]);
    }
    let resists = own.inverse(&v, &none, gravity).efforts;
    (0..n).for_each(|i| matrix[i][n] = -resists[i]);
    let dv = solved(matrix);
    let all = own.inverse(&v, &dv, gravity);
    let arrows = |own: Vec<Arrow>| own.into_iter().map(Arrow::rounded).collect();
    let numbers = |own: Vec<Precise>| own.into_iter().map(Precise::rounded).collect();
    Found {
        rates: numbers(dv),
        moments: arrows(all.moments),
        forces: arrows(all.forces),
        efforts: numbers(all.efforts),
    }
}
