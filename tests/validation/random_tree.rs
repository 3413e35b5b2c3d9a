//! Trees of bodies on all kinds of joints, at random, as text.

use std::fmt::Write as _;

/// A seed, and what follows from it.
pub struct Random(pub u64);

impl Random {
    /// From 0 to 1.
    pub fn number(&mut self) -> f64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn vector(&mut self, size: f64) -> String {
        let mut next = || size * (2.0 * self.number() - 1.0);
        let (x, y, z) = (next(), next(), next());
        format!("[{x:.4}, {y:.4}, {z:.4}]")
    }
}

/// Bodies on each kind of joint, at random places of those before them; under their weight, with springs in the joints and to the ground, a
/// force that lasts, and one body that hangs on springs alone; and where it `moves`, with dampers, and rates at the start.
pub fn tree(random: &mut Random, bodies: usize, moves: bool) -> String {
    let mut text = String::new();
    for body in 0..bodies {
        let (mass, inertia) = (0.5 + random.number(), 0.02 + 0.05 * random.number());
        let centre = random.vector(0.3);
        let _ = writeln!(
            text,
            "  body b{body} {{ mass = {mass:.3} kg; centre_of_mass = {centre} m; inertia = diag({inertia:.4}, {:.4}, {:.4}) kg.m^2 }}",
            1.2 * inertia,
            0.9 * inertia
        );
        let carrier = match body {
            0 => "world".to_owned(),
            _ => format!("b{}", (random.number() * body as f64) as usize),
        };
        let axis = random.vector(1.0);
        let (turns, slides) = (40.0 + 40.0 * random.number(), 300.0 + 300.0 * random.number());
        let (kind, springs) = match body % 8 {
            0 => ("spherical".to_owned(), format!("stiffness = {turns:.2} N.m/rad")),
            1 => (
                format!("revolute(axis = {axis})"),
                format!("stiffness = {turns:.2} N.m/rad; rest = 0.3 rad"),
            ),
            2 => (
                format!("prismatic(axis = {axis})"),
                format!("stiffness = {slides:.2} N/m; rest = 0.05 m"),
            ),
            3 => (
                "universal(first = [1, 0.4, 0], second = [0, 1, 0.3])".to_owned(),
                format!("stiffness = {turns:.2} N.m/rad"),
            ),
            4 => (
                format!("cylindrical(axis = {axis})"),
                format!("stiffness = {turns:.2} N.m/rad; sliding_stiffness = {slides:.2} N/m"),
            ),
            5 => ("planar(normal = z)".to_owned(), "damping = 0 N.s/m".to_owned()),
            6 => ("fixed".to_owned(), String::new()),
            _ => (
                format!("revolute(axis = {axis})"),
                format!("stiffness = {turns:.2} N.m/rad; torque = 2 N.m"),
            ),
        };
        let started = match body % 8 {
            0 => "damping = 0.3 N.m.s/rad; start = { angular_velocity = [1, -0.5, 0.7] rad/s }",
            1 => "damping = 0.4 N.m.s/rad; start = { angle = 0.4 rad; rate = 1.5 rad/s }",
            2 => "damping = 2 N.s/m; start = { displacement = 0.1 m; rate = 0.6 m/s }",
            3 => {
                "damping = 0.2 N.m.s/rad; start = { first = 0.3 rad; second = -0.2 rad; first_rate = 1 rad/s; second_rate = -2 rad/s }"
            }
            4 => {
                "damping = 0.1 N.m.s/rad; start = { angle = 0.5 rad; rate = 1 rad/s; speed = 0.3 m/s }"
            }
            5 => "start = { x = 0.1 m; angle = 0.2 rad; y_rate = 0.4 m/s; rate = -1 rad/s }",
            6 => "",
            _ => "start = { rate = -0.8 rad/s }",
        };
        let springs = match (moves, springs.is_empty()) {
            (false, _) | (true, true) => springs,
            (true, false) => format!("{springs}; {started}"),
        };
        let place = random.vector(0.5);
        let fields = if springs.is_empty() { String::new() } else { format!(" {{ {springs} }}") };
        let _ = writeln!(
            text,
            "  joint j{body}: {kind} from {carrier} at {place} m to b{body}{fields}"
        );
        if matches!(body % 8, 5 | 7) {
            for end in 0..3 {
                let (at, to) = (random.vector(0.4), random.vector(3.0));
                let _ = writeln!(
                    text,
                    "  force s{body}{end}: spring(stiffness = 80 N/m, length = 1 m) between b{body} at {at} m and world at {to} m"
                );
            }
        }
    }
    let last = bodies - 1;
    let force = random.vector(5.0);
    let _ = writeln!(text, "  force push on b{last} = {force} N");
    let _ = writeln!(
        text,
        "  body apart {{ mass = 2 kg; shape = box([0.3, 0.4, 0.5] m); start = {{ position = [0, 0, -1] m }} }}"
    );
    for end in 0..6 {
        let (at, to) = (random.vector(0.3), random.vector(2.0));
        let _ = writeln!(
            text,
            "  force t{end}: spring(stiffness = 200 N/m, length = 0.5 m) between apart at {at} m and world at {to} m"
        );
    }
    text
}
