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

/// A model without mistakes, of some lines for each part.
pub fn parts(count: usize) -> String {
    let mut text = String::from("model Many {\n");
    for i in 0..count {
        text.push_str(&format!(
            "  let size_{i} = {i} mm + 2 * 0.5 m\n\
             \x20 body arm_{i} {{\n\
             \x20   mass = 5 kg + 2 kg/m * size_{i}\n\
             \x20   shape = box([1, 0.2, 0.1] m, centre = [0.5, 0, 0] m)\n\
             \x20   frame end at [1, 0, 0] * size_{i}\n\
             \x20 }}\n\
             \x20 joint pin_{i}: revolute(axis = y) from world at [0, {i}, 0] m to arm_{i} {{\n\
             \x20   damping = 0.1 N.m.s/rad\n\
             \x20   start = {{ angle = 10 deg }}\n\
             \x20 }}\n\
             \x20 cable rope_{i}: rigid_links(count = 16) from arm_{i}.end to free {{\n\
             \x20   length = 3 m\n\
             \x20   mass = 0.4 kg\n\
             \x20 }}\n\
             \x20 force pull_{i} on rope_{i}.end = [1, 0, 0] N * sin(2 * pi * time / 3 s)\n\
             \x20 record rope_{i}.end.position, pin_{i}.angle\n"
        ));
    }
    text.push_str("}\n\nexperiment run = Many() {\n  simulate 1 s with rk4(step = 1 ms)\n}\n");
    text
}
