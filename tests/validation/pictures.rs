//! What pictures show of loads, against closed forms and what is recorded, in both formulations.

use std::sync::atomic::AtomicBool;

use cdl_session::scene::{Acting, SceneFrame, SceneLoadKind};
use cdl_session::{Layout, Observer, Session};

use super::rows::path;

const MODELS: &str = "tests/models/pictures.cdl";
static NEVER: AtomicBool = AtomicBool::new(false);

/// What is seen at an instant.
struct Seen {
    time: f64,
    position: [f64; 3],
    velocity: [f64; 3],
    frame: SceneFrame,
}

fn seen(experiment: &str) -> Vec<Seen> {
    let mut session = Session::open(path(MODELS)).expect("a file of the repository");
    let found = session.experiment(Some(experiment), &[]);
    let runnable = found.unwrap_or_else(|_| panic!("{experiment} does not run"));
    let mut stepper = runnable.start(&NEVER);
    let mut all = Vec::new();
    for instant in 0..=20 {
        assert!(instant == 0 || stepper.step_to(0.1 * f64::from(instant)), "{experiment}");
        let mut read = |name: &str| {
            ["x", "y", "z"].map(|axis| stepper.read(&format!("ball.{name}.{axis}")).expect(name))
        };
        let (position, velocity) = (read("position"), read("velocity"));
        let (time, frame) = (stepper.time(), stepper.picture().expect("a picture"));
        all.push(Seen { time, position, velocity, frame });
    }
    all
}

fn norm(vector: [f64; 3]) -> f64 {
    vector.iter().map(|part| part * part).sum::<f64>().sqrt()
}

fn apart(a: [f64; 3], b: [f64; 3]) -> f64 {
    norm([0, 1, 2].map(|axis| a[axis] - b[axis]))
}

const ANCHOR: [f64; 3] = [0.0, 0.0, 0.3];

fn spring(seen: &Seen) -> ([[f64; 3]; 2], f64) {
    match seen.frame.loads[0] {
        Acting::Between { points, pull } => (points, pull),
        Acting::At { .. } => panic!("a spring has two points"),
    }
}

fn arrow(seen: &Seen, load: usize) -> ([f64; 3], [f64; 3]) {
    match seen.frame.loads[load] {
        Acting::At { point, vector } => (point, vector),
        Acting::Between { .. } => panic!("an arrow has one point"),
    }
}

/// `F = k (d - L) + c d'` of what is recorded; points, torque and force to rounding. The ball of the inertia `I = 0.4 m r²` turns by
/// `θ = T/(I ω²) (1 - cos ωt)`, and a force in its axes with it: to the order of the steps, which lets an implicit one lag.
#[test]
fn a_swinging_spring_is_where_the_ball_is() {
    for (experiment, turned) in [("swing_recursive", 1e-9), ("swing_constrained", 1e-4)] {
        for seen in seen(experiment) {
            let (points, pull) = spring(&seen);
            let (own, time) = (seen.position, seen.time);
            assert!(apart(points[0], ANCHOR) <= 1e-15, "{experiment}: {:?}", points[0]);
            assert!(apart(points[1], own) <= 1e-14, "{experiment}: {:?}", points[1]);
            let way = [0, 1, 2].map(|axis| own[axis] - ANCHOR[axis]);
            let distance = norm(way);
            let rate = way.iter().zip(seen.velocity).map(|(a, b)| a * b).sum::<f64>() / distance;
            let expected = 200.0 * (distance - 0.8) + 3.0 * rate;
            assert!((pull - expected).abs() <= 1e-11, "{experiment} {time}: {pull} {expected}");
            let angle = 0.02 / (0.4 * 2.0 * 0.01 * 9.0) * (1.0 - (3.0 * time).cos());
            let size = 5.0 * (3.0 * time).sin();
            let (at, force) = arrow(&seen, 1);
            let expected = [-size * angle.sin(), size * angle.cos(), 0.0];
            assert!(apart(at, own) <= 1e-14, "{experiment}: {at:?}");
            assert!(apart(force, expected) <= 5.0 * turned, "{experiment} {time}: {force:?}");
            let (at, torque) = arrow(&seen, 2);
            let expected = [0.0, 0.0, 0.02 * (3.0 * time).cos()];
            assert!(apart(at, own) <= 1e-14, "{experiment}: {at:?}");
            assert!(apart(torque, expected) <= 1e-15, "{experiment} {time}: {torque:?}");
        }
    }
}

/// Let go where the spring is relaxed, `F = m g (1 - cos(√(k/m) t))`: of steps of 1 ms, 1e-8 of it by order 4 and 1e-3 by order 2.
#[test]
fn a_spring_up_and_down_pulls_as_the_closed_form_says() {
    for (experiment, share) in [("bob_recursive", 1e-8), ("bob_constrained", 1e-3)] {
        for seen in seen(experiment) {
            let ([from, to], pull) = spring(&seen);
            let weight = 2.0 * 9.81;
            let expected = weight * (1.0 - (10.0 * seen.time).cos());
            let error = (pull - expected).abs();
            assert!(error <= share * weight, "{experiment} {}: {pull} {expected}", seen.time);
            let length = 0.8 + expected / 200.0;
            let found = apart(from, to);
            assert!((found - length).abs() <= share * weight / 200.0, "{experiment}: {found}");
            assert!(to[2] < from[2] && to[0].abs() <= 1e-12 && to[1].abs() <= 1e-12, "{to:?}");
        }
    }
}

/// What the scene says before the first row.
struct Kinds(Vec<(String, SceneLoadKind)>);

impl Observer for Kinds {
    fn begin(&mut self, layout: &Layout) -> std::io::Result<()> {
        self.0 = layout.scene.loads.iter().map(|load| (load.path.clone(), load.kind)).collect();
        Ok(())
    }
}

/// Kinds and names go with the elements; what springs nothing back is a damper.
#[test]
fn a_scene_says_what_each_load_is() {
    let text = "model Kinds {
        body ball { mass = 1 kg; shape = sphere(diameter = 10 cm); start = { position = [1, 0, 0] m } }
        force stay: spring(stiffness = 1 N/m, length = 1 m) between world and ball
        force brake: spring(stiffness = 0 N/m, damping = 1 N.s/m, length = 1 m) between world and ball
        force draw between world and ball = 1 N
        force push on ball = [1, 0, 0] N
        torque twist on ball = [1, 0, 0] N.m
      }
      experiment run = Kinds() { simulate 1 ms with rk4(step = 1 ms) }";
    let mut session = Session::from_text("kinds.cdl", text);
    let found = session.experiment(None, &[]);
    let runnable = found.unwrap_or_else(|_| panic!("it does not run"));
    let mut kinds = Kinds(Vec::new());
    runnable.run(&mut kinds, &NEVER);
    let kinds = kinds.0;
    let expected = [
        ("stay", SceneLoadKind::Spring),
        ("brake", SceneLoadKind::Damper),
        ("draw", SceneLoadKind::Pull),
        ("push", SceneLoadKind::Force),
        ("twist", SceneLoadKind::Torque),
    ];
    assert_eq!(kinds, expected.map(|(name, kind)| (name.to_owned(), kind)));
}
