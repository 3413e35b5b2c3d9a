//! Roll, pitch and yaw against gimbals, whose joints turn by these angles, and against the angles that an attitude is made of.

use super::rows::run;

const MODELS: &str = "tests/models/attitudes.cdl";

/// What is left of a difference of angles, deg, when whole turns are taken away.
fn apart(a: f64, b: f64) -> f64 {
    let turns = (a - b) / 360.0;
    360.0 * (turns - turns.round()).abs()
}

/// In both formulations the angles of a body are those of the joints of its gimbals, but for whole turns: to rounding where an attitude is the product of
/// what the joints turn by, and to what the joints' equations leave open where it is solved for.
#[test]
fn roll_pitch_and_yaw_are_the_angles_of_gimbals() {
    for (experiment, tolerance) in [("explicit", 1e-10), ("implicit", 1e-7)] {
        let rows = run(MODELS, experiment, &[]);
        let column = |name: &str| rows.column(name).to_vec();
        let joints = ["first", "second", "third"].map(|name| column(&format!("{name}.angle")));
        let angles = ["yaw", "pitch", "roll"].map(|name| column(&format!("top.{name}")));
        assert!(joints[0].len() > 300);
        let mut largest = 0.0_f64;
        for (joint, angle) in joints.iter().zip(&angles) {
            for (joint, angle) in joint.iter().zip(angle) {
                largest = largest.max(apart(*joint, *angle));
            }
        }
        println!("{experiment}: {largest:e} deg");
        assert!(largest < tolerance, "{experiment}: {largest}");
        // They wrap, after more than a turn, and stay in their ranges.
        assert!(joints[0].last().is_some_and(|turned| turned.abs() > 360.0));
        for (angle, most) in angles.iter().zip([180.0, 90.0, 180.0]) {
            assert!(angle.iter().all(|own| own.abs() <= most));
        }
        // A frame that stands on the body turned about its x axis has that much more roll.
        let (roll, tilted) = (column("top.roll"), column("top.tilted.roll"));
        assert!(roll.iter().zip(&tilted).all(|(a, b)| apart(a + 30.0, *b) < tolerance));
        // In SI units where nothing is asked for.
        let radians = column("radians");
        assert!(roll.iter().zip(&radians).all(|(a, b)| (a - b.to_degrees()).abs() < 1e-12));
    }
}

/// From `euler` and back, in all quarters and close to the ends of the pitch. There roll and yaw, which are arcs of what is as small as the cosine of the pitch,
/// lose as many digits as that has.
#[test]
fn attitudes_are_made_of_their_angles() {
    let quarters = [-170.0, -100.0, -35.0, 0.0, 60.0, 95.0, 180.0_f64];
    for roll in quarters {
        for pitch in [-89.999, -80.0, -30.0, 0.0, 45.0, 89.0, 89.999_f64] {
            for yaw in [-135.0, -20.0, 0.0, 110.0, 175.0_f64] {
                let given = [roll, pitch, yaw].map(|own| format!("{own} deg"));
                let settings = [("roll", &*given[0]), ("pitch", &*given[1]), ("yaw", &*given[2])];
                let rows = run(MODELS, "held", &settings);
                let found = ["roll", "pitch", "yaw"].map(|name| rows.last(&format!("box.{name}")));
                let lost = 1e-13 / pitch.to_radians().cos();
                for ((found, given), lost) in
                    found.into_iter().zip([roll, pitch, yaw]).zip([lost, 1e-13, lost])
                {
                    assert!(apart(found, given) < lost, "{given} deg is {found}");
                }
            }
        }
    }
}

/// At its end the pitch is what it is, and no angle is not a number.
#[test]
fn a_pitch_of_a_quarter_turn_is_told() {
    let rows = run(MODELS, "held", &[]);
    assert!((rows.last("box.pitch") - 90.0).abs() < 1e-6, "{}", rows.last("box.pitch"));
    assert!(rows.last("box.roll").is_finite() && rows.last("box.yaw").is_finite());
}

/// What turns far in a step is named: 2 atan(ωh/2) is 17.06 degrees, 0.7 % less than it should be.
#[test]
fn what_turns_far_in_a_step_is_named() {
    let rows = run(MODELS, "spinning", &[]);
    let told = "`fast` turns by up to 17 degrees in a step: its angle lags by up to 0.7 %";
    let about = rows.report.warnings.iter().filter(|note| note.contains("degrees in a step"));
    let about: Vec<_> = about.collect();
    assert!(about.len() == 1 && about[0].starts_with(told), "{:?}", rows.report.warnings);
}
