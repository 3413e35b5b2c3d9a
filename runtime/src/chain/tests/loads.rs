//! Loads on rigid links against closed forms.

use super::sampling::{at_arc_length, tension_at};
use crate::chain::{
    Bending, Data, Drag, Fluid, Form, Links, Loads, Medium, PointForce, Root, State, Tip,
    add_point_forces, inward, outward, straight,
};
use nalgebra::Vector3;

const GRAVITY: Vector3<f64> = Vector3::new(0.0, 0.0, -9.81);

fn submerged(density: f64, current: Vector3<f64>) -> Medium {
    Medium { water: Some(Fluid { density, velocity: current }), ..Medium::default() }
}

struct Chain {
    links: Links,
    directions: Vec<[f64; 3]>,
    rates: Vec<[f64; 3]>,
    data: Data,
}

impl Chain {
    /// Straight along `direction`, moving with `velocity` as a whole.
    fn new(count: usize, direction: Vector3<f64>, velocity: Vector3<f64>) -> Self {
        let links = Links::uniform(count, 3.0, 1.2).unwrap();
        let mut directions = vec![[0.0; 3]; count];
        let mut rates = vec![[0.0; 3]; count];
        straight(direction, Vector3::zeros(), &mut directions, &mut rates);
        let mut data = Data::new(&links, Form::Natural);
        let state = State { directions: &directions, rates: &rates };
        data.place(&links, state, Vector3::zeros(), velocity);
        Self { links, directions, rates, data }
    }

    fn load(&mut self, loads: &Loads, medium: &Medium) -> Vector3<f64> {
        let state = State { directions: &self.directions, rates: &self.rates };
        self.data.load(&self.links, state, loads, medium);
        self.data.forces.iter().sum()
    }

    fn solve(&mut self, tip: Tip, root: Root) -> Vec<[f64; 3]> {
        let state = State { directions: &self.directions, rates: &self.rates };
        let mut turning = vec![[0.0; 3]; self.links.count()];
        inward(&self.links, state, &mut self.data, tip);
        outward(&self.links, state, &mut self.data, root, &mut turning).unwrap();
        turning
    }
}

fn dragged(normal: f64, tangent: f64) -> Loads {
    Loads {
        diameter: 0.01,
        drag: Drag::Split { normal, tangent },
        ..Loads::weight(Vector3::zeros())
    }
}

/// `1/2 ρ C_n d L v²` across, `1/2 ρ C_t π d L v²` along, in the relative velocity; at 30 degrees
/// both of their components. Exact for a chain that does not turn.
#[test]
fn drag_of_a_moving_link() {
    let (density, speed, d, length) = (1000.0, 2.0, 0.01, 3.0);
    let current = Vector3::new(0.5, 0.0, 0.0);
    let pressure = 0.5 * density * d * length * speed * speed;
    let angle = 30_f64.to_radians();
    for (direction, across, along) in [
        (Vector3::z(), 1.0, 0.0),
        (Vector3::x(), 0.0, 1.0),
        (Vector3::new(angle.cos(), 0.0, angle.sin()), angle.sin(), angle.cos()),
    ] {
        let velocity = Vector3::new(speed, 0.0, 0.0);
        let mut chain = Chain::new(4, direction, velocity + current);
        let force = chain.load(&dragged(1.3, 0.02), &submerged(density, current));
        let normal = (velocity / speed - direction * along).try_normalize(1e-9);
        let expected = -normal.unwrap_or_default() * (1.3 * pressure * across * across)
            - direction * (0.02 * std::f64::consts::PI * pressure * along * along);
        assert!((force - expected).norm() < 1e-12 * pressure, "{force} {expected}");
    }
}

/// Eq. 47 of Hembree and Slegers (2010): along the velocity whatever the direction.
#[test]
fn isotropic_drag_is_along_the_velocity() {
    let velocity = Vector3::new(1.0, -2.0, 0.5);
    let mut chain = Chain::new(3, Vector3::new(1.0, 1.0, 1.0), velocity);
    let loads = Loads { drag: Drag::Isotropic { coefficient: 1.17 }, ..dragged(0.0, 0.0) };
    let force = chain.load(&loads, &submerged(1.225, Vector3::zeros()));
    let expected = -velocity * (0.5 * 1.17 * 1.225 * 3.0 * 0.01 * velocity.norm());
    assert!((force - expected).norm() < 1e-14);
}

/// A level chain that falls broadside at `sqrt(2 m g / (ρ C_n d L))` has no acceleration.
#[test]
fn terminal_velocity() {
    let density = 800.0;
    let speed = (2.0_f64 * 1.2 * 9.81 / (density * 1.1 * 0.01 * 3.0)).sqrt();
    let mut chain = Chain::new(7, Vector3::x(), Vector3::new(0.0, 0.0, -speed));
    let loads = Loads { gravity: GRAVITY, ..dragged(1.1, 0.0) };
    chain.load(&loads, &submerged(density, Vector3::zeros()));
    let turning = chain.solve(Tip::Free, Root::Free);
    assert!(chain.data.accelerations.iter().all(|a| a.norm() < 1e-12 * 9.81));
    assert!(turning.iter().all(|w| Vector3::from(*w).norm() < 1e-10));
}

/// As heavy as the water it displaces: it floats in any attitude, without acceleration.
#[test]
fn neutral_cable_floats() {
    let diameter: f64 = 0.03;
    let density = 1.2 / (0.25 * std::f64::consts::PI * diameter * diameter * 3.0);
    let loads = Loads { diameter, buoyancy: true, ..Loads::weight(GRAVITY) };
    let mut chain = Chain::new(5, Vector3::new(0.3, 0.4, -0.5), Vector3::zeros());
    chain.load(&loads, &submerged(density, Vector3::zeros()));
    chain.solve(Tip::Free, Root::Free);
    assert!(chain.data.accelerations.iter().all(|a| a.norm() < 1e-12));
    // Twice as dense a fluid with half of the chain above the surface is in balance as a whole.
    let mut vertical = Chain::new(5, -Vector3::z(), Vector3::zeros());
    let surface = Medium { level: Some(-1.5), ..submerged(2.0 * density, Vector3::zeros()) };
    let force = vertical.load(&loads, &surface);
    assert!(force.norm() < 1e-12 * 1.2 * 9.81, "{force}");
}

/// With `C_a = 1` in a fluid as dense as the cable, everything across the chain weighs double,
/// nothing along it: a broadside push accelerates half as much, a push along it as before.
#[test]
fn added_mass_doubles_across() {
    let diameter: f64 = 0.03;
    let density = 1.2 / (0.25 * std::f64::consts::PI * diameter * diameter * 3.0);
    let loads = Loads { diameter, added_mass: 1.0, ..Loads::weight(Vector3::new(0.0, 0.0, -2.0)) };
    for form in [Form::Natural, Form::Recursion] {
        for (direction, factor) in [(Vector3::x(), 0.5), (Vector3::z(), 1.0)] {
            let mut chain = Chain::new(6, direction, Vector3::zeros());
            let state = State { directions: &chain.directions, rates: &chain.rates };
            chain.data = Data::new(&chain.links, form);
            chain.data.place(&chain.links, state, Vector3::zeros(), Vector3::zeros());
            chain.load(&loads, &submerged(density, Vector3::zeros()));
            chain.solve(Tip::Free, Root::Free);
            for a in &chain.data.accelerations {
                assert!((a - Vector3::new(0.0, 0.0, -2.0 * factor)).norm() < 1e-12);
            }
        }
    }
}

/// A beam on two supports with a load `F` in its middle: the moment rises linearly to `F L/4`. A
/// chain bent in each joint by `moment * spacing / EI` must push back with `F` in the middle, `F/2`
/// at the ends and nothing elsewhere (the angles are up to 1e-6, their squares the error), and it
/// sags by `F L³/(48 EI)`, up to the second order of the link's length.
#[test]
fn bending_of_a_beam() {
    let (count, stiffness, load) = (20, 50.0, 1e-5);
    let mut chain = Chain::new(count, Vector3::x(), Vector3::zeros());
    let (length, l) = (3.0, 3.0 / count as f64);
    let moment = |i: usize| 0.5 * load * (i as f64 * l).min(length - i as f64 * l);
    let mut slope: f64 = (1..count).map(|i| 0.5 * moment(i) * l / stiffness).sum();
    let (mut height, mut sag): (f64, f64) = (0.0, 0.0);
    for j in 0..count {
        chain.directions[j] = [slope.cos(), 0.0, -slope.sin()];
        height += slope * l;
        sag = sag.max(height);
        slope -= moment(j + 1) * l / stiffness;
    }
    let bending = Bending { stiffness, ..Bending::default() };
    chain.load(&Loads { bending, ..Loads::weight(Vector3::zeros()) }, &Medium::default());
    for (i, force) in chain.data.forces.iter().enumerate() {
        let expected = match i {
            0 | 20 => -0.5 * load,
            10 => load,
            _ => 0.0,
        };
        assert!((force.z - expected).abs() < 1e-9 * load, "{i}: {} {expected}", force.z);
    }
    let expected = load * length.powi(3) / (48.0 * stiffness);
    assert!(height.abs() < 1e-15);
    assert!((sag / expected - 1.0).abs() < 3.0 / 400.0, "{sag} {expected}");
}

/// Two links bent by any angle up to nearly folded: the moment is `EI θ / l`, seen as the force
/// pair on the first link; in a straight joint the damping moment is `c` times the relative rate.
#[test]
fn bending_moment_is_proportional_to_the_angle() {
    for angle in [0.0_f64, 1e-9, 0.01, 1.0, 2.0, 3.0, 3.1] {
        let mut chain = Chain::new(2, Vector3::x(), Vector3::zeros());
        chain.directions[1] = [angle.cos(), angle.sin(), 0.0];
        let bending = Bending { stiffness: 7.0, ..Bending::default() };
        chain.load(&Loads { bending, ..Loads::weight(Vector3::zeros()) }, &Medium::default());
        // The force pair: the moment about z on link 1 is its length times the force at its start,
        // reversed.
        let moment = -chain.data.forces[0].y * 1.5;
        assert!((moment - 7.0 * angle / 1.5).abs() < 1e-12, "{angle}: {moment}");
        assert!(chain.data.forces.iter().sum::<Vector3<f64>>().norm() < 1e-12);
    }
    let mut chain = Chain::new(2, Vector3::x(), Vector3::zeros());
    chain.rates[1] = [0.0, 0.0, 0.4];
    let bending = Bending { damping: 0.3, joint_damping: 0.5, ..Bending::default() };
    chain.load(&Loads { bending, ..Loads::weight(Vector3::zeros()) }, &Medium::default());
    let moment = -chain.data.forces[0].z * 1.5;
    assert!((moment - (0.3 / 1.5 + 0.5) * 0.4).abs() < 1e-14, "{moment}");
}

/// At rest under its own weight and a force at two thirds of the length: the tension is the weight
/// and the force below, exactly.
#[test]
fn tension_along_a_hanging_chain() {
    let mut chain = Chain::new(4, -Vector3::z(), Vector3::zeros());
    let loads = Loads::weight(GRAVITY);
    let medium = Medium::default();
    chain.load(&loads, &medium);
    let mut points = Vec::new();
    for (arc, force) in [(2.0, 5.0), (3.0, 7.0)] {
        let (link, fraction) = chain.links.locate(arc);
        points.push(PointForce { link, fraction, force: Vector3::new(0.0, 0.0, -force) });
    }
    let Data { velocities, forces, .. } = &mut chain.data;
    add_point_forces(&points, velocities, forces);
    chain.solve(Tip::Free, Root::Given(Vector3::zeros()));
    let state = State { directions: &chain.directions, rates: &chain.rates };
    for arc in [0.0, 0.4, 0.75, 1.3, 1.99, 2.01, 2.6, 3.0] {
        let expected = 1.2 * 9.81 * (1.0 - arc / 3.0) + if arc <= 2.0 { 5.0 } else { 0.0 } + 7.0;
        let tension = tension_at(&chain.links, state, &chain.data, &loads, &medium, &points, arc);
        assert!((tension - expected).abs() < 1e-11, "{arc}: {tension} {expected}");
    }
    let root = chain.data.root_force;
    assert!((root - Vector3::new(0.0, 0.0, 1.2 * 9.81 + 12.0)).norm() < 1e-11, "{root}");
    let at = at_arc_length(&chain.links, &chain.data.positions, 1.1);
    assert!((at - Vector3::new(0.0, 0.0, -1.1)).norm() < 1e-14);
}
