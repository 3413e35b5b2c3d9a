//! `constraint`: an equation that the motion has to satisfy.

use crate::schema::build::default;
use crate::schema::key::{Always, Truth, truth};
use crate::schema::{Kind, KindId, Law};

pub(crate) static CONSTRAINT: Kind = Kind {
    id: KindId::Constraint,
    name: "constraint",
    doc: "an equation that forces keep true",
    details: "\
Both sides are scalars, vectors or attitudes, of one dimension; a vector counts as three equations. They \
may read positions, attitudes, axes turned by attitudes, coordinates of joints, places on cables, and time: \
then the constraint is holonomic, `g(q, t) = 0`, and is kept by forces

    Q = (dg/dq)^T lambda

If it reads velocities, angular velocities or rates, too, it is a constraint on velocities (nonholonomic), \
`h(q, v, t) = 0`, kept by `Q = (dh/dv)^T lambda`; the forces of one that is linear and homogeneous in \
velocities do no work. Derivatives are found by the compiler, exactly, so an expression may have kinks \
(`abs`, `min`), but no jumps.

It cannot read accelerations, tensions, efforts, energy or momentum, which follow from the forces that keep \
it, nor the direction of a cable: compare positions of two places. An equation of attitudes says that the \
axes are parallel: three equations `(a.z . b.y - a.y . b.z) / 2 = 0` and so on, the rotation vector between \
both where that is small. Attitudes that are half a turn apart satisfy them as well (no three smooth equations \
are true for equal attitudes alone), so both must start within a quarter turn of each other.

An event can `release` a constraint and `lock` it again, as a clutch does: `constraint clutch: motor.rate == drum.rate`. Where it is \
locked the velocities change at once, by an impact.

Only `==` can be demanded; what merely pushes is no constraint.",
    example: "\
model Skate {
  body blade {
    mass = 1 kg
    inertia = diag(0.02, 0.1, 0.1) kg.m^2
  }
  joint ice: planar(normal = z) from world to blade {
    start = { x_rate = 1 m/s; rate = 2 rad/s }
  }
  constraint edge: dot(blade.velocity, blade.attitude * y) == 0 m/s
}",
    named: true,
    fields: &[LOCKED.field],
    law: Some(Law::Equation),
    ..Kind::PLAIN
};

pub(super) const LOCKED: Always<Truth> = default(
    "locked",
    truth(),
    "true",
    "whether it holds from the start; events `lock` and `release` it",
)
.structural();
