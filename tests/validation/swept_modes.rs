//! Modes of trees by sweeps of transfer matrices: those that assembled matrices give, and those that these cannot give.

use std::f64::consts::TAU;
use std::sync::atomic::AtomicBool;

use cdl_session::{Mode, Outcome, Session, Solved};

use super::random_tree::{Random, tree};

/// The modes of the experiment, and by which method.
pub(super) fn modes(text: &str) -> (Vec<Mode>, String) {
    let (modes, solved) = found(text);
    (modes, solved.method)
}

/// The modes of the experiment, and what its report says besides.
fn found(text: &str) -> (Vec<Mode>, Solved) {
    let mut session = Session::from_text("m.cdl", text);
    let runnable = match session.experiment(Some("e"), &[]) {
        Ok(runnable) => runnable,
        Err(found) => panic!("{}: {}\n{text}", found[0].code, found[0].message),
    };
    let report = runnable.record(&AtomicBool::new(false)).report;
    let solved = report.run.solved();
    assert_eq!(solved.outcome, Outcome::Finished, "{text}");
    (report.run.modes().expect("modes").modes.clone(), solved.clone())
}

/// A spring without stiffness between two bodies changes nothing, but connects what sweeps take for a tree: the same model by matrices.
pub(super) fn both(text: &str, tie: &str, wanted: usize) -> [Vec<Mode>; 2] {
    let model = |tie: &str| {
        format!(
            "model M {{\n{text}{tie}\n  record energy\n}}\nexperiment e = M() {{ modes(count = {wanted}) }}\n"
        )
    };
    let (swept, by) = modes(&model(""));
    assert!(by.contains("transfer matrices"), "{by}");
    let (assembled, by) = modes(&model(tie));
    assert!(by.contains("Krylov"), "{by}");
    [swept, assembled]
}

/// All modes of random trees with all kinds of joints about their equilibria, relative to the fastest.
#[test]
fn random_trees_have_the_modes_of_assembled_matrices() {
    let mut random = Random(7);
    let mut worst = 0.0_f64;
    for round in 0..6 {
        let text = tree(&mut random, 6 + round, false);
        let tie = "  force tie: spring(stiffness = 0 N/m, length = 1 m) between b0 and apart";
        let [swept, assembled] = both(&text, tie, 40);
        assert_eq!(swept.len(), assembled.len(), "{text}");
        assert!(swept.len() > 10);
        for (own, other) in swept.iter().zip(&assembled) {
            let gap = (own.frequency() - other.frequency()).abs() / other.frequency();
            assert!(gap < 1e-7, "{round}: {own:?} {other:?}\n{text}");
            assert!(own.residual < 1e-8, "{round}: {own:?}");
            worst = worst.max(gap);
        }
    }
    println!("{worst:.1e}");
}

/// A beam of unit length, mass and stiffness, of rods with springs in their hinges, clamped.
pub(super) fn beam(rods: usize) -> String {
    let length = 1.0 / rods as f64;
    let inertia = length.powi(3) / 12.0;
    format!(
        "  environment {{ gravity = 0 m/s^2 }}
  for i in 0..{rods} {{
    body rod[i] {{ mass = {length:e} kg; centre_of_mass = [{:e}, 0, 0] m; inertia = diag({:e}, {inertia:e}, {inertia:e}) kg.m^2 }}
    if i == 0 {{
      joint hinge: revolute(axis = y) from world to rod[i] {{ stiffness = {:e} N.m/rad }}
    }} else {{
      joint hinge: revolute(axis = y) from rod[i - 1] at [{length:e}, 0, 0] m to rod[i] {{ stiffness = {:e} N.m/rad }}
    }}
  }}
",
        0.5 * length,
        0.1 * inertia,
        2.0 * rods as f64,
        rods as f64,
    )
}

/// The slowest frequency beside that of a continuous beam, `x²` with the first root of `cos x cosh x = -1`: rods leave `-0.458835/N²`.
fn slowest_of_beam(modes: &[Mode]) -> f64 {
    TAU * modes[0].frequency() / 1.875_104_068_711_961_f64.powi(2) - 1.0
}

/// From text to rows: what is left beside the discretization is rounding. Sums of stiffnesses have lost six digits there, and what is strained has not.
#[test]
fn a_long_beam_has_its_frequency_both_ways() {
    let text = beam(4000);
    let tie = "  force tie: spring(stiffness = 0 N/m, length = 1 m) between rod[0] and rod[2]";
    let [swept, assembled] = both(&text, tie, 2);
    let expected = -0.458_835 / 4000.0_f64.powi(2);
    let [own, other] = [&swept, &assembled].map(|modes| slowest_of_beam(modes) - expected);
    println!("4000 rods: {own:.1e} by sweeps, {other:.1e} by matrices");
    assert!(own.abs() < 1e-12 && other.abs() < 1e-12, "{own:e} {other:e}");
}

/// What falls, what moves freely and what cannot be swept come out as by matrices.
#[test]
fn unstable_and_free_motions_are_as_by_matrices() {
    let text = "
  body a { mass = 1 kg; centre_of_mass = [0, 0, 0.5] m; inertia = diag(0.1, 0.1, 0.01) kg.m^2 }
  joint foot: revolute(axis = y) from world to a
  body b { mass = 2 kg; inertia = diag(0.1, 0.2, 0.3) kg.m^2 }
  joint rail: prismatic(axis = x) from world to b
  body c { mass = 1 kg; centre_of_mass = [0, 0, -1] m; inertia = diag(0.1, 0.1, 0.1) kg.m^2 }
  joint pin: spherical from b to c
";
    let model = |tie: &str| {
        format!(
            "model M {{{text}{tie}\n  record energy\n}}\nexperiment e = M() {{ modes(count = 5, about = start) }}\n"
        )
    };
    let (swept, _) = modes(&model(""));
    let (assembled, _) = modes(&model(
        "  force tie: spring(stiffness = 0 N/m, length = 1 m) between a and c at [0, 0, -1] m\n",
    ));
    assert_eq!(swept.len(), 5);
    assert_eq!(swept.iter().filter(|mode| mode.is_free()).count(), 2, "{swept:?}");
    let growing = swept.iter().find(|mode| mode.growth > 0.0).expect("it falls");
    let expected = (0.5 * 9.81 / (0.1 + 0.25_f64)).sqrt();
    assert!((growing.growth / expected - 1.0).abs() < 1e-12, "{growing:?}");
    for (own, other) in swept.iter().zip(&assembled) {
        let gap = (own.growth - other.growth).abs() + (own.turning - other.turning).abs();
        assert!(gap < 1e-9, "{own:?} {other:?}");
    }
}

/// A tip of 1e7 kg that turns freely about a ball joint: the rope below lets it go aside in 4000 s, by `3 EI/(m L³)`, and what iterations keep of that is no
/// frequency of the tip's turning, whose inertia is 1e9 times smaller.
#[test]
fn a_light_rotor_on_something_heavy_and_slow_is_free() {
    for mass in [1e4_f64, 1e7, 1e9] {
        let (found, _) = modes(&format!(
            "model M {{
  environment {{ gravity = 0 m/s^2 }}
  body load {{ mass = {mass} kg; inertia = diag(0.01, 0.01, 0.01) kg.m^2 }}
  cable beam: rigid_links(count = 200) from world to load {{
    length = 5 m; linear_density = 2 g/m; bending = {{ stiffness = 1000 N.m^2 }}
    ends = {{ start = clamped(direction = x) }}; start = straight(direction = x)
  }}
}}
experiment e = M() {{ modes(count = 5, about = start) }}
"
        ));
        assert!(found[..3].iter().all(|mode| mode.is_free()), "{mass:e}: {found:?}");
        let expected = (3.0 * 1000.0 / (mass * 125.0)).sqrt();
        for mode in &found[3..] {
            println!("{mass:e}: {:.1e}", mode.turning / expected - 1.0);
            assert!((mode.turning / expected - 1.0).abs() < 1e-4, "{mass:e}: {mode:?}");
        }
    }
}

/// A point of so much mass, nearly, on a rope of eleven rods: `sqrt(g/L)`, or it is said how fast what is called free may swing. (Under 1e12 times the mass of a rod the
/// swing was free, and nothing said more.)
#[test]
fn a_swing_that_a_heavy_load_hides_is_told() {
    let expected = (9.81 / 1.15_f64).sqrt();
    let mut told = 0;
    for load in [2e3, 2e6, 2e8, 2e9, 2e10, 2e11, 2e12_f64] {
        let (found, solved) = found(&format!(
            "model M {{
  for i in 0..12 {{
    body r[i] {{
      mass = if i == 11 then {load} kg else 0.2 kg
      centre_of_mass = [0, 0, -5] cm; inertia = diag(2e-4, 2e-4, 2e-4) kg.m^2
    }}
    if i == 0 {{ joint j[i]: revolute(axis = y) from world to r[i] }}
    else {{ joint j[i]: revolute(axis = y) from r[i-1] at [0, 0, -10] cm to r[i] }}
  }}
}}
experiment e = M() {{ modes(count = 2) }}
"
        ));
        assert!(solved.method.contains("transfer matrices"), "{}", solved.method);
        let off = (found[0].turning / expected - 1.0).abs();
        let note = solved.warnings.iter().find(|own| own.contains("rounding hides"));
        println!("{load:e}: {off:.1e} {note:?}");
        if !found[0].is_free() {
            // The rods weigh 2.2 kg.
            let bound = 2.2 / load + 1e-9 + found[0].unsure;
            assert!(off < bound, "{load:e}: {off:e} {found:?}");
            continue;
        }
        let note = note.unwrap_or_else(|| panic!("{load:e}: {:?}", solved.warnings));
        let most = note.split("less than ").nth(1).and_then(|own| own.split(' ').next());
        let most: f64 = most.and_then(|own| own.parse().ok()).expect("a frequency");
        assert!(TAU * most > expected, "{load:e}: {note}");
        told += 1;
    }
    assert!(told > 0);
}
