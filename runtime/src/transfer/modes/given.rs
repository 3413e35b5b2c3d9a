//! What an input does to members: what acts on them, and displacements that are not found but given.
//!
//! What is given carries along all that stands on it, as if joints were locked; the forces that would hold everything there are taken back, and what moves
//! beside that is found. A point that is held goes where its own support goes: beside where it is carried to, that is the difference.

use nalgebra::{Complex, SVector, Vector3};

use super::super::{Number, Vec6, halves, stacked};
use super::members::Members;
use crate::spatial::Vec3;

/// Of what swings, with its phase.
type C = Complex<f64>;

/// What acts, in swings or otherwise.
#[derive(Clone, Debug)]
pub(crate) struct Acting<T> {
    /// On each body at its reference point: moment and force, world axes.
    pub(crate) bodies: Vec<SVector<T, 6>>,
    /// Along each of [`Members::freedoms`], N m or N.
    pub(crate) along: Vec<T>,
}

/// What an input does, for each unit of it.
#[derive(Clone, Debug)]
pub(crate) struct Pushes {
    /// What acts by its value, its rate and its acceleration.
    pub(crate) acting: [Acting<f64>; 3],
    /// How far held points go by its value, beside where what carries them takes them: three for each of [`Members::held`], m.
    pub(crate) gone: Vec<f64>,
    /// How its value carries each body along.
    pub(crate) carried: Vec<Vec6>,
}

/// Displacements that are not found but given, for each unit of an input.
#[derive(Clone, Debug)]
pub(crate) struct Given {
    /// Of what carries each root, at the root's reference point: by how much it turns (rad), and how far it goes (m); of other bodies nothing.
    pub(crate) roots: Vec<[Vec3; 2]>,
    /// Along each of [`Members::driven`].
    pub(crate) driven: Vec<f64>,
    /// Of each of [`Members::held`], how far what holds it goes, m.
    pub(crate) held: Vec<Vec3>,
}

impl Acting<f64> {
    /// Of nothing.
    pub(crate) fn nothing(members: &Members) -> Self {
        Self {
            bodies: vec![Vec6::zeros(); members.members.len()],
            along: vec![0.0; members.freedoms.len()],
        }
    }

    /// A moment and a force more on a body.
    pub(crate) fn act(&mut self, body: usize, moment: &Vec3, force: &Vec3) {
        self.bodies[body] += stacked(moment, force);
    }
}

impl Pushes {
    /// Of what acts alone.
    pub(crate) fn of(acting: [Acting<f64>; 3], members: &Members) -> Self {
        let carried = vec![Vec6::zeros(); members.members.len()];
        Self { acting, gone: vec![0.0; 3 * members.held.len()], carried }
    }

    /// At so many rad/s.
    pub(super) fn at(&self, turning: f64) -> Acting<C> {
        let [value, rate, acceleration] = &self.acting;
        let factor = -turning * turning;
        let each = |u: f64, v: f64, a: f64| C::new(u + factor * a, turning * v);
        let bodies = value.bodies.iter().zip(&rate.bodies).zip(&acceleration.bodies);
        let along = value.along.iter().zip(&rate.along).zip(&acceleration.along);
        Acting {
            bodies: bodies
                .map(|((u, v), a)| SVector::from_fn(|k, _| each(u[k], v[k], a[k])))
                .collect(),
            along: along.map(|((u, v), a)| each(*u, *v, *a)).collect(),
        }
    }
}

impl Members {
    /// Adds to what an input does what comes of the displacements that it gives: the forces that would hold everything else where it is carried to.
    pub(crate) fn give(&self, given: &Given, pushes: &mut Pushes) {
        let bodies = self.carry(&vec![0.0; self.freedoms.len()], Some(given));
        for (slot, (place, held)) in
            pushes.gone.as_chunks_mut().0.iter_mut().zip(self.held_points(&bodies).zip(&given.held))
        {
            *slot = (held - place).into();
        }
        pushes.carried.iter_mut().zip(&bodies).for_each(|(to, own)| *to += own);
        let [by_value, by_rate, by_acceleration] = &mut pushes.acting;
        for (body, (member, own)) in self.members.iter().zip(&bodies).enumerate() {
            by_value.bodies[body] -= member.resisted(own);
            by_rate.bodies[body] -= member.slowed(own);
            by_acceleration.bodies[body] -= member.inertia(own);
            let turn = match member.carrier {
                Some(carrier) => halves(&bodies[carrier])[0],
                None => given.roots[body][0],
            };
            for index in member.freedoms.clone() {
                by_value.along[index] -= self.freedoms[index].turning.dot(&turn);
            }
        }
        for (driven, by) in self.driven.iter().zip(&given.driven) {
            let member = &self.members[driven.body];
            if let Some(carrier) = member.carrier {
                let moment = driven.freedom.turning * *by;
                by_value.bodies[carrier] -= stacked(&moment, &Vector3::zeros());
            }
            if let Some((freedom, stiffness)) = driven.beside {
                by_value.along[member.freedoms.start + freedom] -= stiffness * by;
            }
        }
    }

    /// How each body turns with the freedoms, and how far its reference point goes.
    pub(crate) fn moved(&self, along: &[f64]) -> Vec<[Vec3; 2]> {
        self.carry(along, None).iter().map(halves).collect()
    }

    /// Where points that are held go as their bodies move.
    pub(super) fn held_points<'a, T: Number>(
        &'a self,
        bodies: &'a [SVector<T, 6>],
    ) -> impl Iterator<Item = Vector3<T>> + 'a {
        self.held.iter().map(|&body| {
            let [turn, shift] = halves(&bodies[body]);
            shift + turn.cross(&self.members[body].held.unwrap_or_default().map(T::from_real))
        })
    }

    /// How bodies move with the freedoms, and with what is given.
    fn carry(&self, along: &[f64], given: Option<&Given>) -> Vec<Vec6> {
        let mut bodies: Vec<Vec6> = Vec::with_capacity(self.members.len());
        let mut driven =
            self.driven.iter().zip(given.iter().flat_map(|own| &own.driven)).peekable();
        for (body, member) in self.members.iter().enumerate() {
            let mut own = match (member.carrier, given) {
                (Some(carrier), _) => member.carried(&bodies[carrier]),
                (None, Some(given)) => stacked(&given.roots[body][0], &given.roots[body][1]),
                (None, None) => Vec6::zeros(),
            };
            for index in member.freedoms.clone() {
                own += self.freedoms[index].along * along[index];
            }
            while let Some((told, by)) = driven.next_if(|(told, _)| told.body == body) {
                own += told.freedom.along * *by;
            }
            bodies.push(own);
        }
        bodies
    }

    /// The largest displacement of a body in a motion along the freedoms, where a turn by one radian counts as one, and so does an extent, m.
    pub(crate) fn size(&self, along: &[f64], extent: f64) -> f64 {
        let size = |own: &Vec6| {
            let [turn, shift] = halves(own);
            turn.amax().max(shift.amax() / extent)
        };
        self.carry(along, None).iter().map(size).fold(0.0, f64::max)
    }
}
