//! What pictures show of cables, wheels and water, against closed forms and what is recorded.

use std::sync::atomic::AtomicBool;

use cdl_session::scene::{Scene, SceneFrame, WheelEnd};
use cdl_session::{Layout, Observer, Session};

use super::rows::path;

static NEVER: AtomicBool = AtomicBool::new(false);

/// The scene, and all its frames with their rows.
#[derive(Default)]
struct Film {
    scene: Scene,
    frames: Vec<SceneFrame>,
}

impl Observer for Film {
    fn begin(&mut self, layout: &Layout) -> std::io::Result<()> {
        self.scene = layout.scene.clone();
        Ok(())
    }

    fn wants_frame(&mut self) -> bool {
        true
    }

    fn frame(&mut self, frame: SceneFrame) -> std::io::Result<()> {
        self.frames.push(frame);
        Ok(())
    }
}

fn film(text: &str) -> Film {
    let mut session = Session::from_text("scene.cdl", text);
    let runnable =
        session.experiment(None, &[]).unwrap_or_else(|_| panic!("it does not run: {text}"));
    let mut film = Film::default();
    runnable.run(&mut film, &NEVER);
    film
}

/// 5 kg on 8 kg of rope that hangs straight: at a node between two pieces both pull with the weight of what is below it; at the ends
/// the one piece there does, which is that of its middle.
#[test]
fn a_hanging_rope_is_drawn_with_the_weight_below() {
    for (kind, method, starts_at_load) in [
        ("rigid_links(count = 8)", "rk4(step = 1 ms)", false),
        ("rigid_links(count = 8)", "rk4(step = 1 ms)", true),
        ("rigid_links(count = 8)", "energy_momentum(step = 1 ms)", false),
        ("rigid_links(count = 8)", "energy_momentum(step = 1 ms)", true),
        ("spline(elements = 8)", "energy_momentum(step = 1 ms)", false),
    ] {
        let ends = if starts_at_load { "bob to world" } else { "world to bob" };
        let film = film(&format!(
            "model Hung {{
               environment {{ gravity = 9.81 m/s^2 }}
               body bob {{ mass = 5 kg; inertia = diag(1, 1, 1) kg.m^2; start = {{ position = [0, 0, -4] m }} }}
               cable rope: {kind} from {ends} {{ length = 4 m; mass = 8 kg; diameter = 3 cm }}
             }}
             experiment rest = Hung() {{ simulate 0.1 s with {method}, every 0.05 s }}"
        ));
        assert_eq!(film.scene.cables[0].diameter, 0.03);
        assert_eq!(film.frames.len(), 3, "{kind} {method}");
        for frame in &film.frames {
            let (points, tensions) = (&frame.polylines[0], &frame.tensions[0]);
            assert_eq!(points.len(), tensions.len());
            let parts = (points.len() - 1) / 8;
            for (index, (point, tension)) in points.iter().zip(tensions).enumerate() {
                // Within a piece it is that of the piece, whose middle is a quarter of a metre from its ends.
                let inside = index % parts != 0 || index == 0 || index + 1 == points.len();
                let piece = (index / parts).min(7) as f64;
                let down =
                    if starts_at_load { 4.0 - (piece + 0.5) * 0.5 } else { (piece + 0.5) * 0.5 };
                let depth = if inside { down } else { -point[2] };
                let expected = (5.0 + 2.0 * (4.0 - depth)) * 9.81;
                let error = (tension - expected).abs();
                assert!(error < 1e-7 * expected, "{kind} {method} {index}: {tension} {expected}");
            }
        }
    }
}

/// Where nothing is solved for there is nothing to show: the shapes of modes have no tensions.
#[test]
fn shapes_of_modes_have_no_tensions() {
    let film = film(
        "model Hung {
           cable rope: rigid_links(count = 4) from world to free { length = 4 m; mass = 8 kg }
         }
         experiment shapes = Hung() { modes(count = 2) }",
    );
    assert!(!film.frames.is_empty());
    assert!(film.frames.iter().all(|frame| frame.tensions.is_empty()));
}

#[test]
fn water_is_drawn_up_to_its_level() {
    let film = film(
        "model Tide {
           environment { water { density = 1025 kg/m^3; level = 0.3 m * sin(2 rad/s * time) } }
           cable rope: rigid_links(count = 2) from world to free { length = 4 m; mass = 8 kg; diameter = 1 cm }
         }
         experiment tide = Tide() { simulate 1 s with rk4(step = 10 ms), every 0.1 s }",
    );
    for frame in &film.frames {
        let expected = 0.3 * (2.0 * frame.at).sin();
        assert!((frame.water.expect("a level") - expected).abs() < 1e-15, "{:?}", frame.water);
    }
    let dry = self::film(
        "model Dry { cable rope: rigid_links(count = 2) from world to free { length = 4 m; mass = 8 kg } }
         experiment dry = Dry() { simulate 1 ms with rk4(step = 1 ms) }",
    );
    assert!(dry.frames.iter().all(|frame| frame.water.is_none()));
}

/// A sheave takes from the first rope and gives to the second, and turns with what goes over it.
#[test]
fn sheaves_turn_with_the_rope() {
    let mut session =
        Session::open(path("tests/models/sheave.cdl")).expect("a file of the repository");
    let runnable =
        session.experiment(Some("atwood"), &[]).unwrap_or_else(|_| panic!("it does not run"));
    let mut film = Film::default();
    runnable.run(&mut film, &NEVER);
    let [wheel] = film.scene.wheels.as_slice() else {
        panic!("one sheave: {:?}", film.scene.wheels)
    };
    assert_eq!(
        (wheel.path.as_str(), wheel.ends.as_slice()),
        ("top", &[(0, WheelEnd::End), (1, WheelEnd::Start)][..])
    );
    let mut stepper = runnable.start(&NEVER);
    for (index, frame) in film.frames.iter().enumerate() {
        assert!(index == 0 || stepper.step_to(0.1 * index as f64));
        let (found, expected) =
            (frame.wheels[0].travel, stepper.read("top.travel").expect("it is recorded"));
        assert!((found - expected).abs() < 1e-12, "{found} {expected}");
        assert!(frame.wheels[0].radius.is_nan() && frame.wheels[0].angle.is_nan());
    }
    assert!(film.frames.last().expect("frames").wheels[0].travel.abs() > 0.1);
}

/// A drum has the radius and the angle that are recorded, which a formula of the compiler gives.
#[test]
fn drums_turn_by_what_is_wound_on_them() {
    let mut session =
        Session::open(path("tests/models/drum.cdl")).expect("a file of the repository");
    let runnable =
        session.experiment(Some("free"), &[]).unwrap_or_else(|_| panic!("it does not run"));
    let mut film = Film::default();
    runnable.run(&mut film, &NEVER);
    assert_eq!(film.scene.wheels[0].ends, [(0, WheelEnd::Start)]);
    let mut stepper = runnable.start(&NEVER);
    let start = film.frames[0].wheels[0].angle;
    for (index, frame) in film.frames.iter().enumerate() {
        assert!(index == 0 || stepper.step_to(0.06 * index as f64));
        let mut read = |name: &str| stepper.read(name).expect("it is recorded");
        let own = frame.wheels[0];
        assert!((own.radius - read("hoist.radius")).abs() < 1e-12, "{own:?}");
        let turned = own.angle - start;
        let angle = read("hoist.angle");
        assert!((turned - angle).abs() < 1e-9 * (1.0 + angle.abs()), "{turned} {angle}");
    }
    assert!((film.frames.last().expect("frames").wheels[0].angle - start).abs() > 1.0);
}
