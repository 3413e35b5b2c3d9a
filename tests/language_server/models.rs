//! Texts that sessions are about.

/// With two mistakes: a mass in metres, and a quantity that is misspelled.
pub const PENDULUM: &str = "\
//! A pendulum \u{1f4d0} with a hinge that resists a little.
import std.materials

/// How much of it hangs: \u{e9}t\u{e9}.
const share = 25 %

model Pendulum(length: Length = 1 m, release: Angle = 30 deg) {
  let size = share * length
  body bob {
    mass = 2 m
    shape = sphere(diameter = 10 cm, centre = [0, 0, -1] * size)
    frame eye at [0, 0, 1] cm
  }
  joint hinge: revolute(axis = y) from world to bob {
    damping = 0.01 N.m.s/rad
    start = { angle = release }
  }
  cable rope: rigid_links(count = 4) from bob.eye to free {
    length = 50 cm; diameter = 2 mm; density = materials.steel.density
  }
  record hinge.angle, bob.velocty, rope.end.position, energy
}

experiment swing = Pendulum(release = 45 deg) {
  simulate 1 s with rk4(step = 5 ms), every 20 ms
}
";
