//! B-splines whose spans are too few for their shape.

use cdl_session::Session;

use super::rows::{path, run};

const MODELS: &str = "tests/models/bspline.cdl";
const G: f64 = 9.81;

/// One span would be folded; two or four are stretched and pressed together by tens of percent within a span, which stores
/// 542 and 32 J in a rope that weighs five newtons: that is told. With forty spans there is neither.
#[test]
fn a_curve_that_is_too_coarse_for_its_shape_is_told() {
    let mut session = Session::open(path(MODELS)).expect("a file of the repository");
    let found =
        session.experiment(Some("bulging"), &[("spans", "1")]).err().expect("it is refused");
    assert_eq!(found[0].code, "E0418", "{}", found[0].message);
    assert!(found[0].message.contains("folded within one span"), "{}", found[0].message);
    for (spans, is_told, energy) in
        [("2", true, 300.0..1e3), ("4", true, 20.0..50.0), ("40", false, 0.0..0.01)]
    {
        let rows = run(MODELS, "bulging", &[("spans", spans)]);
        let notes = &rows.report.warnings;
        let told = notes.iter().filter(|own| own.contains("too coarse for its shape")).count();
        println!("{spans}: {notes:?}");
        assert_eq!(told, usize::from(is_told), "{spans}: {notes:?}");
        assert!(energy.contains(&rows.column("energy.elastic")[0]), "{spans}");
    }
}

/// What a rope of 1 m and 1 kg between ends 0.7 m apart pulls them together with, N: the elastic catenary (Irvine 1981, 1.3).
fn catenary(stiffness: f64) -> f64 {
    let (mut low, mut high) = (1e-3, 1e3);
    for _ in 0..200 {
        let level: f64 = 0.5 * (low + high);
        let across = level / stiffness + 2.0 * level / G * (G / (2.0 * level)).asinh();
        if across < 0.7 { low = level } else { high = level }
    }
    0.5 * (low + high)
}

/// Told where forces are wrong by more than some percent of the weight, at rest, of modes, and in runs; not where they are right, be the
/// rope as soft as it likes: with 1 N it is more than twice as long at its ends as in its middle. Waves that stretch
/// a straight rope by half within a span are no bad shape.
#[test]
fn a_curve_that_resists_bending_is_told() {
    for (degree, spans, stiffness, is_told, error) in [
        ("2", "8", "1e6 N", true, 50.0..100.0),
        ("2", "20", "1e6 N", true, 1.5..2.5),
        ("4", "4", "1e8 N", true, 0.5..1.5),
        ("4", "40", "1e6 N", false, 0.0..1e-4),
        ("4", "40", "1e8 N", false, 0.0..1e-3),
        ("2", "40", "1e5 N", false, 0.0..0.05),
        ("4", "20", "10 N", false, 0.0..1e-3),
        ("4", "8", "1 N", false, 0.0..0.02),
    ] {
        let set = [("degree", degree), ("spans", spans), ("EA", stiffness)];
        let exact = catenary(stiffness.trim_end_matches(" N").parse().expect("a number"));
        for experiment in ["sagging", "sagging_modes", "sagging_run"] {
            let rows = run(MODELS, experiment, &set);
            let notes = &rows.report.warnings;
            let told = notes.iter().filter(|own| own.contains("too coarse for its shape")).count();
            println!("{experiment} {degree} {spans} {stiffness}: {notes:?}");
            assert_eq!(told, usize::from(is_told), "{experiment} {set:?}: {notes:?}");
            assert!(!notes.iter().any(|own| own.contains("pushed")), "{experiment}: {notes:?}");
            if experiment == "sagging" {
                let off = (rows.last("level") - exact).abs();
                println!("{off} of {exact}");
                assert!(error.contains(&off), "{set:?}: {off}");
                assert_eq!(told, notes.len(), "{notes:?}");
            }
        }
    }
    for stiffness in ["1 kN", "10 kN", "1 MN"] {
        let rows = run(MODELS, "struck", &[("EA", stiffness)]);
        let notes = &rows.report.warnings;
        println!("{stiffness}: {notes:?}");
        assert!(!notes.iter().any(|own| own.contains("too coarse")), "{stiffness}: {notes:?}");
    }
}
