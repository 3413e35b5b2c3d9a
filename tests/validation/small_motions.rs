//! Natural frequencies, damping and rigid motions by `modes`, against closed forms.

use std::f64::consts::{PI, TAU};
use std::sync::atomic::AtomicBool;

use cdl_session::{FaultKind, Mode, Outcome, Ruling, Session};

use super::reference::two_cosines;
use super::rows::{attempt, path, run};

const MODELS: &str = "tests/models/modes.cdl";
const G: f64 = 9.81;

fn modes(experiment: &str, overrides: &[(&str, &str)]) -> Vec<Mode> {
    modes_of(MODELS, experiment, overrides)
}

/// Of an experiment of a file, with residuals that are small.
pub fn modes_of(file: &str, experiment: &str, overrides: &[(&str, &str)]) -> Vec<Mode> {
    let modes = modes_at_all(file, experiment, overrides);
    for mode in &modes {
        assert!(mode.residual < 1e-8, "{experiment}: {mode:?}");
    }
    modes
}

/// Where a winch holds still the model `Held` of a file swings and turns as on a rope that is clamped there.
pub fn a_winch_holds_still_as_a_clamp(file: &str) {
    let [with, without] =
        ["true", "false"].map(|winch| modes_of(file, "held", &[("winch", winch)]));
    assert_eq!(with.len(), without.len());
    for (own, other) in with.iter().zip(&without) {
        let apart = own.frequency() / other.frequency() - 1.0;
        assert!(apart.abs() < 1e-9, "{apart}");
    }
}

fn modes_at_all(file: &str, experiment: &str, overrides: &[(&str, &str)]) -> Vec<Mode> {
    let mut session = Session::open(path(file)).expect("a file of the repository");
    let runnable = match session.experiment(Some(experiment), overrides) {
        Ok(runnable) => runnable,
        Err(found) => panic!("{experiment}: {}: {}", found[0].code, found[0].message),
    };
    let report = runnable.record(&AtomicBool::new(false)).report;
    assert_eq!(report.run.solved().outcome, Outcome::Finished, "{experiment}");
    report.run.modes().expect("modes").modes.clone()
}

/// rad/s, without what moves freely.
fn frequencies(modes: &[Mode]) -> Vec<f64> {
    modes.iter().filter(|mode| !mode.is_free()).map(|mode| TAU * mode.frequency()).collect()
}

fn relative(found: f64, expected: f64) -> f64 {
    (found / expected - 1.0).abs()
}

/// Each frequency twice, in two planes: half of them, after it has been seen that they are pairs.
fn paired(found: &[f64]) -> Vec<f64> {
    let pairs = found.chunks_exact(2);
    assert!(pairs.clone().all(|pair| relative(pair[0], pair[1]) < 1e-9), "{found:?}");
    pairs.map(|pair| pair[0]).collect()
}

/// Zeros of J0 over two: Abramowitz and Stegun, table 9.5.
const HANGING: [f64; 5] =
    [1.202_412_778_848, 2.760_039_055_143, 4.326_863_956_506, 5.895_767_219_520, 7.465_458_854_242];

/// Rigid links and points with springs come near the hanging chain with the second order; rigid links have 0.0307/N² at
/// first (the same number as by a sweep of transfer matrices). Splines have the fourth one and more.
#[test]
fn a_hanging_chain_has_the_zeros_of_j0() {
    let errors = |experiment: &str, name: &str, count: usize| -> Vec<f64> {
        let found = modes(experiment, &[(name, &count.to_string())]);
        let found = paired(&frequencies(&found));
        found.iter().zip(HANGING).map(|(own, zero)| own / (zero * G.sqrt()) - 1.0).collect()
    };
    for count in [32, 64] {
        let links = errors("links", "links", count)[0];
        println!("{count} links: {links:.4e}, {:.5} over N²", links * (count * count) as f64);
        assert!((links * (count * count) as f64 - 0.0307).abs() < 3e-4, "{links}");
    }
    for (experiment, name, [coarse, fine], order, bound) in [
        ("links", "links", [64, 128], 1.9, 2e-3),
        ("points", "nodes", [65, 129], 1.8, 8e-3),
        ("spline", "elements", [8, 16], 3.5, 1e-4),
    ] {
        let (coarse, fine) = (errors(experiment, name, coarse), errors(experiment, name, fine));
        println!("{experiment}: {coarse:?} {fine:?}");
        for (mode, (coarse, fine)) in coarse.iter().zip(&fine).enumerate() {
            assert!(fine.abs() < bound, "{experiment} {mode}: {fine}");
            let found = (coarse / fine).log2();
            assert!(found > order || fine.abs() < 1e-9, "{experiment} {mode}: {found}");
        }
    }
    // The start is the equilibrium.
    let (rest, start) = (modes("links", &[]), modes("links_at_start", &[]));
    for (a, b) in rest.iter().zip(&start) {
        assert!(relative(a.frequency(), b.frequency()) < 1e-12, "{a:?} {b:?}");
    }
}

/// 10 000 links: the ten pairs that there are, each once, where the assembled matrix leaves eight digits.
#[test]
fn ten_thousand_links_have_their_slowest_twenty_modes() {
    let found = paired(&frequencies(&modes("many_links", &[])));
    assert_eq!(found.len(), 10);
    for (own, zero) in found.iter().zip(HANGING) {
        let error = relative(*own, zero * G.sqrt());
        println!("{own} {error:.1e}");
        assert!(error < 1e-6, "{own} {zero}: {error}");
    }
    // As far as McMahon's expansion of the zeros goes: π (n - 1/4).
    for (index, pair) in found.windows(2).enumerate().skip(4) {
        let step = (pair[1] - pair[0]) / G.sqrt();
        assert!((step - PI / 2.0).abs() < 1e-3, "{index}: {step}");
    }
}

/// A tip as heavy as the chain: the first roots for `M/mL = 1`, and three turns of the body about its centre, where it hangs.
#[test]
fn a_chain_with_a_weight() {
    let found = modes("tip_mass", &[("elements", "16")]);
    assert_eq!(found.iter().filter(|mode| mode.is_free()).count(), 3);
    let found = paired(&frequencies(&found));
    for (own, expected) in found.iter().zip([1.056_422_48, 4.081_686_76]) {
        let error = relative(*own, expected * G.sqrt());
        println!("{error:.1e}");
        assert!(error < 2e-7, "{own} {expected}");
    }
}

/// `ω_k = kπ √(1 + EI k²π²)` for a string with bending between pins, with T = ρ = L = 1.
#[test]
fn a_string_between_pins() {
    for bending in [1e-4, 1e-2, 1.0] {
        let given = bending.to_string();
        let errors = ["8", "16"].map(|elements| {
            let found = modes("pinned", &[("bending", given.as_str()), ("elements", elements)]);
            let found = paired(&frequencies(&found));
            [1.0, 2.0, 3.0].map(|k: f64| {
                let expected = k * PI * (1.0 + bending * (k * PI).powi(2)).sqrt();
                relative(found[k as usize - 1], expected)
            })
        });
        println!("{bending}: {errors:?}");
        assert!(errors[1].iter().all(|error| *error < 1e-4), "{errors:?}");
        assert!(errors[0][0] / errors[1][0] > 12.0 || errors[1][0] < 1e-10, "{errors:?}");
    }
}

/// Between clamps, with EI/(TL²) = 1e-4.
#[test]
fn a_string_between_clamps() {
    let found = paired(&frequencies(&modes("clamped", &[("elements", "256")])));
    for (own, expected) in found.iter().zip([3.207_297_512_0, 6.424_129_013_7, 9.659_977_034_5]) {
        let error = relative(*own, expected);
        println!("{error:.1e}");
        assert!(error < 1e-6, "{own} {expected}");
    }
}

/// `(βL)²` of a clamped beam: roots of `cos x cosh x = -1`.
#[test]
fn a_cantilever() {
    let errors = ["8", "16"].map(|elements| {
        let found = paired(&frequencies(&modes("cantilever", &[("elements", elements)])));
        let expected = [3.516_015_269_0, 22.034_491_564_7, 61.697_214_413_5];
        [0, 1, 2].map(|k: usize| relative(found[k], expected[k]))
    });
    println!("{errors:?}");
    assert!(errors[1][0] < 1e-6 && errors[1][2] < 1e-4, "{errors:?}");
    for k in 0..3 {
        assert!((errors[0][k] / errors[1][k]).log2() > 3.5, "{errors:?}");
    }
}

/// Bending of very short pieces is so stiff that slow swings leave no digit in sums of it, damped or not: what they strain keeps them, to what is said, and what creeps back at
/// `EI/η` is none of the slowest motions. Of 3000 rounding decides whether they are known to 1e-4 or not at all; of 4000 nothing is known,
/// which is an error.
#[test]
fn slow_damped_motions_of_short_pieces_are_kept_or_told() {
    let exact = modes_at_all(MODELS, "too_fine", &[("elements", "100")]);
    for elements in ["20", "1000", "3000"] {
        let set = [("elements", elements)];
        let outcome = attempt(MODELS, "too_fine", &set).report.outcome;
        if elements == "3000" && matches!(outcome, Outcome::Fault(_)) {
            continue;
        }
        let found = modes_at_all(MODELS, "too_fine", &set);
        for (own, exact) in found.iter().zip(&exact) {
            let off = relative(own.frequency(), exact.frequency());
            println!("{elements}: {off:.1e}, {:.1e}", own.unsure);
            assert!(off < own.unsure.max(1e-6), "{elements}: {off:e} {:e}", own.unsure);
        }
    }
    let rows = attempt(MODELS, "too_fine", &[("elements", "4000")]);
    assert!(matches!(rows.report.outcome, Outcome::Fault(_)), "{:?}", rows.report.outcome);
}

/// `ζ = η ω/(2 EI)` in both planes, of the first two frequencies of a cantilever: bending that is damped in proportion to its
/// stiffness.
#[test]
fn bending_of_a_straight_rope_is_damped() {
    for smooth in ["false", "true"] {
        let found = modes("damped_beam", &[("smooth", smooth)]);
        assert_eq!(found.len(), 4, "{found:?}");
        for (pair, root) in found.chunks(2).zip([3.516_015_269_0, 22.034_491_564_7]) {
            let natural = root * (100.0_f64 / (1.0 * 2.0_f64.powi(4))).sqrt();
            let decay = natural * natural / (2.0 * 100.0);
            let turning = (natural * natural - decay * decay).sqrt();
            for own in pair {
                println!("{own:?}, {turning} {decay}");
                assert!(relative(own.turning, turning) < 1e-4, "{own:?}");
                assert!(relative(-own.growth, decay) < 1e-4, "{own:?}");
            }
        }
    }
}

/// The unstretched length of an elastic cable over 100 m with the horizontal tension `h` and the weight `w` for each metre.
fn length(h: f64, w: f64, stiffness: f64) -> f64 {
    let span =
        |length: f64| h * length / stiffness + 2.0 * h / w * (w * length / (2.0 * h)).asinh();
    let (mut low, mut high) = (50.0, 150.0);
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if span(middle) < 100.0 { low = middle } else { high = middle }
    }
    0.5 * (low + high)
}

/// Irvine and Caughey (1974): the first symmetric motion in the plane of an elastic cable with little sag, `ω = Ω/L √(H/m)`,
/// for `λ² = (8 d/L)² EA/H`. His parabola leaves `(d/L)²`; the sag is a 1000th of the span.
/// Mass counts by what is stretched.
#[test]
fn a_sagging_cable_swings_as_irvine_says() {
    let (sag, weight) = (1.0 / 1000.0, G);
    let h = weight * 100.0 / (8.0 * sag);
    for (parameter, expected) in
        [(0.1, 1.004_097), (1.0, 1.040_200), (10.0, 1.345_125), (4.0 * PI * PI, 2.0)]
    {
        let stiffness = parameter * h / (8.0 * sag).powi(2);
        let unit = PI / 100.0 * (h * (1.0 + h / stiffness)).sqrt();
        let length = format!("{:.15} m", length(h, weight, stiffness));
        let stiffness = format!("{stiffness:.6} N");
        let found = modes("sagging", &[("length", &length), ("stiffness", &stiffness)]);
        let ratios: Vec<f64> = frequencies(&found).iter().map(|own| own / unit).collect();
        let nearest = ratios.iter().map(|own| (own - expected).abs()).fold(f64::MAX, f64::min);
        println!("{parameter}: {ratios:?}, {nearest:.1e}");
        assert!(nearest < 2e-4, "{parameter}: {ratios:?}");
        // Out of the plane, and the second one in it, which the stiffness does not change.
        for other in [1.0, 2.0] {
            let nearest = ratios.iter().map(|own| (own - other).abs()).fold(f64::MAX, f64::min);
            assert!(nearest < 2e-4, "{parameter}: {ratios:?}");
        }
    }
}

/// `ω² = m g d / (I + m d²)`, and `ω² = g/l (2 ± √2)`; a bar on two arms swings as a weight on one.
#[test]
fn pendulums() {
    let compound = frequencies(&modes("compound", &[]));
    let expected = (2.0 * G * 0.3 / (0.4 + 2.0 * 0.09)).sqrt();
    assert_eq!(compound.len(), 1);
    assert!(relative(compound[0], expected) < 1e-13, "{compound:?} {expected}");
    let double = frequencies(&modes("double", &[]));
    for (own, square) in double.iter().zip([2.0 - 2.0_f64.sqrt(), 2.0 + 2.0_f64.sqrt()]) {
        assert!(relative(*own, (G * square).sqrt()) < 1e-13, "{double:?}");
    }
    let swing = frequencies(&modes("swing", &[]));
    let (mass, arms) = (10.0, 2.0 * (1e-3 * 0.25 + 1e-9));
    let expected = (G * (mass + 2.0 * 1e-3 * 0.5) / (mass + arms)).sqrt();
    assert_eq!(swing.len(), 1);
    assert!(relative(swing[0], expected) < 1e-10, "{swing:?} {expected}");
}

/// `λ = (-c ± √(c² - 4 k m)) / 2m`: swinging, both rates in one, as slow as it can without, and crawling.
#[test]
fn a_damped_mass() {
    let of = |damping: f64, stiffness: f64| {
        modes("damped", &[("damping", &damping.to_string()), ("stiffness", &stiffness.to_string())])
    };
    // Critical, and next to it: rates are known to the root of rounding there.
    for scale in [1e-4, 1.0, 1e6] {
        let found = of(8.0 * scale, 8.0 * scale * scale);
        assert_eq!(found.len(), 2, "{found:?}");
        for own in &found {
            assert!(own.turning == 0.0 && relative(own.growth, -2.0 * scale) < 1e-7, "{own:?}");
            assert!(own.residual < 1e-12, "{own:?}");
        }
        let found = of(8.0 * (1.0 - 1e-9) * scale, 8.0 * scale * scale);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(relative(found[0].turning, 2.0 * scale * 2e-9_f64.sqrt()) < 1e-5, "{found:?}");
    }
    for damping in [0.2_f64, 2.0, 20.0] {
        let (mass, stiffness) = (2.0, 8.0_f64);
        let found = of(damping, stiffness);
        let root = damping * damping - 4.0 * stiffness * mass;
        if root < 0.0 {
            assert_eq!(found.len(), 1);
            let ratio = damping / (2.0 * (stiffness * mass).sqrt());
            assert!((found[0].damping_ratio() - ratio).abs() < 1e-13, "{found:?}");
            assert!(relative(TAU * found[0].frequency(), 2.0) < 1e-13, "{found:?}");
            assert!(relative(found[0].turning, (-root).sqrt() / 4.0) < 1e-13, "{found:?}");
        } else {
            let expected = [1.0, -1.0].map(|sign| (-damping + sign * root.sqrt()) / (2.0 * mass));
            assert_eq!(found.len(), 2);
            for (own, expected) in found.iter().zip(expected) {
                assert!(relative(own.growth, expected) < 1e-12 && own.turning == 0.0, "{own:?}");
            }
        }
    }
    // Nothing brings it back: one motion is free, one decays.
    let coasting = modes("coasting", &[]);
    assert_eq!(coasting.len(), 2);
    assert!(coasting[0].is_free() && relative(coasting[1].growth, -1.5) < 1e-12, "{coasting:?}");
}

/// `ω² = g / l` with the length under load, and `m s² + c/L s + EA/L = 0`: a rope that weighs next to nothing has no part in it,
/// however light it is and however many pieces it has.
#[test]
fn a_heavy_load_on_a_light_rope_with_dampers() {
    let (mass, length, stiffness, damping): (f64, f64, f64, f64) = (750.0, 30.0, 4e6, 4e4);
    let swing = (G / (length * (1.0 + mass * G / stiffness))).sqrt();
    let bounce = (stiffness / length / mass).sqrt();
    let ratio = 0.5 * damping / (length * mass) / bounce;
    let cases: [(&str, f64, &[&str]); 2] =
        [("1 g/m", 1e-4, &["2", "11", "29"]), ("1 mg/m", 1e-7, &["2", "11"])];
    for (density, off, pieces) in cases {
        for &links in pieces {
            let found = modes_at_all(MODELS, "light", &[("density", density), ("links", links)]);
            assert_eq!(found.iter().filter(|mode| mode.is_free()).count(), 3, "{found:?}");
            for mode in &found[3..5] {
                let far = relative(TAU * mode.frequency(), swing);
                println!("{density}, {links}: {far:.1e}, {:.1e}", mode.residual);
                assert!(
                    far < off && mode.damping_ratio().abs() < 1e-8,
                    "{density} {links}: {found:?}"
                );
            }
            let bounces = found.iter().find(|mode| relative(TAU * mode.frequency(), bounce) < off);
            if let Some(own) = bounces {
                assert!(relative(own.damping_ratio(), ratio) < off, "{density} {links}: {own:?}");
            } else {
                // What satisfies the equations badly is left out with a note.
                assert!(density.ends_with("mg/m"), "{density} {links}: {found:?}");
            }
        }
    }
}

/// Branches of a tension pull like springs beside what lasts, which is told; at rest they have relaxed.
#[test]
fn a_rope_that_relaxes() {
    let mut session = Session::open(path(MODELS)).expect("a file of the repository");
    let runnable = session.experiment(Some("relaxing"), &[]).unwrap_or_else(|_| panic!("relaxing"));
    let report = runnable.record(&AtomicBool::new(false)).report;
    let own = report.run.modes().expect("modes");
    let found = TAU * own.modes[0].frequency();
    println!("{found} {}", (400.0_f64 / 2.0).sqrt());
    assert!(relative(found, (400.0_f64 / 2.0).sqrt()) < 1e-5, "{found}");
    let told = &own.still.solved.warnings;
    assert!(told.iter().any(|own| own.contains("`rope` does not relax")), "{told:?}");
}

/// `J_t ω² ∓ J_p Ω ω - k = 0`: a rotor whirls backward slowly and forward fast; with damping in the gimbal both decay, and the
/// roots are those of `J_t λ² + (c ∓ i J_p Ω) λ + k`.
#[test]
fn a_rotor_whirls() {
    for (speed, damping) in [(0.0_f64, 0.0_f64), (3.0, 0.0), (30.0, 0.0), (30.0, 0.5), (300.0, 0.0)]
    {
        let found = modes(
            "whirl",
            &[("speed", &format!("{speed} rad/s")), ("damping", &damping.to_string())],
        );
        let (across, along, stiffness) = (0.3 + 1e-9, 0.5, 20.0);
        assert_eq!(found.iter().filter(|mode| mode.is_free()).count(), 1, "{found:?}");
        let found: Vec<&Mode> = found.iter().filter(|mode| !mode.is_free()).collect();
        assert_eq!(found.len(), 2, "{found:?}");
        let momentum = along * speed;
        for (own, sign) in found.iter().zip([-1.0, 1.0]) {
            // What is left of the quadratic, for the right sense of turning.
            let value = nalgebra::Complex::new(own.growth, -sign * own.turning);
            let factor = nalgebra::Complex::new(damping, momentum);
            let rest = value * value * across + factor * value + stiffness;
            assert!(
                rest.norm() < 1e-11 * stiffness.max(momentum * value.norm()),
                "{speed}: {own:?}"
            );
        }
        if damping == 0.0 {
            assert!(found.iter().all(|mode| mode.growth == 0.0), "{found:?}");
        }
    }
}

/// Two bodies with a spring have eleven free motions and one frequency, `√(k (1/a + 1/b))`.
#[test]
fn free_bodies_have_free_motions() {
    let found = modes("apart", &[]);
    assert_eq!(found.len(), 12);
    assert_eq!(found.iter().filter(|mode| mode.frequency() == 0.0).count(), 11);
    let expected = (60.0_f64 * (0.5 + 1.0 / 3.0)).sqrt();
    assert!(relative(TAU * found[11].frequency(), expected) < 1e-13, "{found:?}");
}

/// Where springs are relaxed and nothing has a weight all forces are rounding, and none is said to move anything: `ω² = k / I` with
/// `I = 1 kg m² + 2 kg (0.957 m²)` about the hinge, and `ω² = k (1/2 + 1/3) / (kg m²)` of what floats. A force that is less than rounding elsewhere moves what is as soft.
#[test]
fn what_is_relaxed_rests() {
    let askew = (100.0_f64 / (1.0 + 2.0 * 2.0 / 2.09)).sqrt();
    let floating = (100.0_f64 * (0.5 + 1.0 / 3.0)).sqrt();
    for (model, freedoms, expected) in [("askew", 1, askew), ("floating", 7, floating)] {
        for about in ["start", "rest"] {
            let found = modes(&format!("{model}_{about}"), &[]);
            assert_eq!(found.len(), freedoms);
            let free = found.iter().filter(|mode| mode.frequency() == 0.0).count();
            assert_eq!(free, freedoms - 1, "{model} {about}");
            let off = relative(TAU * found[freedoms - 1].frequency(), expected);
            println!("{model} {about}: {off:.1e}");
            assert!(off < 1e-13, "{model} {about}: {off:e}");
        }
    }
    // Torques of zero push nothing, and a spring that is a trillionth as stiff as the others comes to its rest.
    let [plain, about_start] = ["adrift_rest", "adrift_start"].map(|name| modes(name, &[]));
    let apart = plain.iter().zip(&about_start).map(|(a, b)| a.frequency() - b.frequency());
    assert!(apart.map(f64::abs).fold(0.0, f64::max) < 1e-12);
    assert_eq!(plain.iter().filter(|mode| mode.frequency() == 0.0).count(), 6);
    let soft = [("soft", "1e-3 N.m/rad"), ("stiff", "1e9 N.m/rad"), ("off", "0.1 rad")];
    let rows = attempt(MODELS, "adrift_rest", &soft);
    assert_eq!(rows.report.outcome, Outcome::Finished);
    match attempt(MODELS, "nudged_start", &[]).report.outcome {
        Outcome::Fault(fault) => assert_eq!(fault.element, "soft", "{fault}"),
        other => panic!("{other:?}"),
    }
    for aside in ["1e-7 m", "0 m"] {
        let rows = attempt(MODELS, "nudged_rest", &[("aside", aside)]);
        let left = rows.last("b.displacement");
        assert!(left.abs() < 1e-15, "{aside}: {left:e} m");
    }
}

/// Where stiffness is not the same on both sides a note says so, and nowhere else.
#[test]
fn kinks_are_told() {
    let told = |experiment: &str, overrides: &[(&str, &str)]| -> Vec<String> {
        let mut session = Session::open(path(MODELS)).expect("a file of the repository");
        let runnable = session.experiment(Some(experiment), overrides).expect("it runs");
        let report = runnable.record(&AtomicBool::new(false)).report;
        let solved = report.run.solved();
        assert_eq!(solved.outcome, Outcome::Finished, "{experiment}");
        solved.warnings.iter().filter(|own| own.contains("kink")).cloned().collect()
    };
    let found = told("kinked", &[]);
    assert!(found.len() == 1 && found[0].contains("`bob` has a kink"), "{found:?}");
    assert!(told("kinked", &[("push", "1 N")]).is_empty());
    assert!(told("kinked", &[("push", "-1 N")]).is_empty());
    // One by what moves, and not by what is displaced.
    assert_eq!(told("blown", &[]).len(), 1);
    assert!(told("blown", &[("share", "1e-4")]).is_empty());
    // Just where the second rope goes taut.
    let hangs = format!("{} m", 1.0 + G / 1e3);
    assert_eq!(told("pulled", &[("slack", &hangs)]).len(), 1);
    assert!(told("pulled", &[]).is_empty());
    for smooth in
        ["links", "points", "spline", "cantilever", "damped", "light", "swing", "whirl", "dragged"]
    {
        assert!(told(smooth, &[]).is_empty(), "{smooth}");
    }
}

/// Upside down it grows by `√(g/l)`, and an equilibrium is looked for where it does not.
#[test]
fn what_is_unstable_grows() {
    let found = modes("inverted", &[]);
    assert_eq!(found.len(), 1);
    assert!(relative(found[0].growth, G.sqrt()) < 1e-12 && found[0].turning == 0.0, "{found:?}");
    let found = frequencies(&modes("falls", &[]));
    assert!(relative(found[0], G.sqrt()) < 1e-9, "{found:?}");
}

/// The recursive formulation, with another discretization of time and other coordinates, swings at the same frequencies: the
/// slowest two of 16 links, from a motion of 30 s.
#[test]
fn the_recursive_formulation_swings_at_these_frequencies() {
    let rows = run("tests/models/chain_modes.cdl", "sway", &[]);
    let found = paired(&frequencies(&modes("links", &[("links", "16")])));
    let expected = [found[0], found[1]];
    let measured = two_cosines(&rows.time, rows.column("chain.end.position.x"), expected);
    for (own, expected) in measured.frequencies.iter().zip(expected) {
        let error = relative(*own, expected);
        println!("{own} {expected} {error:.1e}");
        assert!(error < 2e-6, "{own} {expected}");
    }
}

#[test]
fn what_does_not_stay_has_no_modes() {
    for (experiment, words) in [
        ("leaning", ["begins to move", "`about = equilibrium`"]),
        ("lying", ["begins to move", "a `lock` would hold it"]),
        ("turning", ["turns about an axis", "beside its centre of mass"]),
    ] {
        match attempt(MODELS, experiment, &[]).report.outcome {
            Outcome::Fault(fault) => {
                assert_eq!(fault.kind, FaultKind::NotStill);
                let is_said = words.iter().all(|words| fault.why.contains(words));
                assert!(is_said && fault.element == "bob", "{fault}");
            }
            other => panic!("{experiment}: {other:?}"),
        }
    }
    for (experiment, element) in [("driven", "base"), ("turned", "pin"), ("still", "Still")] {
        let mut session = Session::open(path(MODELS)).expect("a file of the repository");
        let found = session.experiment(Some(experiment), &[]).err().expect("no modes");
        assert_eq!(found.len(), 1, "{experiment}");
        assert_eq!(found[0].code, "E0522");
        assert!(found[0].message.contains(element), "{}", found[0].message);
    }
}

/// The slope of `norm(v)` at rest is that of a vector's length at zero, which has none, but drag's `norm(v) v` has: zero. Six motions are left,
/// three of them on springs: `sqrt(6000/200)`.
#[test]
fn drag_by_powers_of_speed_leaves_none_at_rest() {
    for power in ["1", "0.5", "2", "0.01"] {
        let found = modes_of(MODELS, "dragged", &[("power", power)]);
        assert_eq!(found.iter().filter(|mode| mode.is_free()).count(), 3, "{found:?}");
        for frequency in frequencies(&found) {
            assert!(relative(frequency, 30_f64.sqrt()) < 1e-12, "{power}: {frequency}");
        }
        assert!(found.iter().all(|mode| mode.damping_ratio().abs() < 1e-12), "{found:?}");
    }
}

/// `sqrt(k/m)/2π` and `c/(2 sqrt(k m))` of 2 kg, 100 N/m and 2 N s/m: read, demanded, looked for and derived.
#[test]
fn frequencies_of_modes_are_numbers_of_the_run() {
    const ANSWERS: &str = "tests/models/small_answers.cdl";
    let rows = attempt(ANSWERS, "read", &[]);
    let (stiffness, mass, damping) = (100.0_f64, 2.0_f64, 2.0);
    let frequency = (stiffness / mass).sqrt() / TAU;
    let ratio = damping / (2.0 * (stiffness * mass).sqrt());
    let found = &rows.report.conclusion;
    let named = |name: &str| {
        let mut all = found.findings.iter();
        all.find(|(column, _)| column.name == name).expect("it is recorded").clone()
    };
    let (column, value) = named("swings");
    assert!(column.unit == "Hz" && relative(value, frequency) < 1e-13, "{column:?} {value}");
    assert!(relative(named("mode_damping(1)").1, ratio) < 1e-12, "{found:?}");
    let rulings: Vec<Ruling> = found.criteria.iter().map(|own| own.ruling).collect();
    assert_eq!(rulings, [Ruling::Met, Ruling::Failed, Ruling::NotJudged], "{found:?}");
    assert_eq!(found.criteria[2].why.as_deref(), Some("no mode 2 has been found"));
    let looked_for = |experiment: &str| {
        let mut session = Session::open(path(ANSWERS)).expect("a file of the repository");
        let runnable = session.experiment(Some(experiment), &[]).expect("it is right");
        let recorded = runnable.record(&AtomicBool::new(false));
        assert!(recorded.report.fault.is_none(), "{:?}", recorded.report.fault);
        recorded.report.found[0].value
    };
    assert!(relative(looked_for("stiff"), mass * (2.0 * TAU).powi(2)) < 1e-9);
    // The largest amplitude of a force is `1/(c sqrt(k/m - c^2/4m^2))`.
    let height = |c: f64| 1.0 / (c * (stiffness / mass - c * c / (4.0 * mass * mass)).sqrt());
    for experiment in ["damped_to", "chosen"] {
        let found = looked_for(experiment);
        assert!((height(found) / 0.02 - 1.0).abs() < 1e-6, "{experiment}: {found}");
    }
    let rows = attempt(ANSWERS, "swayed", &[]);
    let found = &rows.report.conclusion.criteria;
    assert!(relative(found[0].compared[0].left * 1e-3, height(damping)) < 1e-9, "{found:?}");
    assert_eq!(found[0].compared[0].unit, "mm/N");
    assert_eq!((found[0].ruling, found[1].ruling), (Ruling::Failed, Ruling::Met));
}

#[test]
fn numbers_of_small_motions_that_are_none_say_so() {
    const ANSWERS: &str = "tests/models/small_answers.cdl";
    let rulings = |experiment: &str| -> Vec<Ruling> {
        let rows = attempt(ANSWERS, experiment, &[]);
        rows.report.conclusion.criteria.iter().map(|own| own.ruling).collect()
    };
    assert_eq!(rulings("unbounded"), [Ruling::Failed, Ruling::Met]);
    // `1/(c sqrt(k/m - c^2/4m^2))` is 20 mm/N, and shown in the unit that is asked for.
    let rows = attempt(ANSWERS, "by_name", &[]);
    let mut findings = rows.report.conclusion.findings.iter();
    let (column, value) = findings.find(|(own, _)| own.name == "most").expect("recorded");
    assert_eq!(column.unit, "mm/kN");
    assert!(relative(*value, 20_000.0) < 1e-6, "{value}");
    assert_eq!(rulings("by_name"), [Ruling::Met]);
    // `1.87510407^2/2pi` Hz: of 5000 pieces by what they strain, of 20 000 it is not among those that are found.
    let rows = attempt(ANSWERS, "left_out", &[]);
    let judged = &rows.report.conclusion.criteria[0];
    assert!(relative(judged.compared[0].left, 1.875_104_07_f64.powi(2) / TAU) < 1e-7);
    assert_eq!(judged.ruling, Ruling::Failed);
    let rows = attempt(ANSWERS, "left_out", &[("count", "20000")]);
    let judged = &rows.report.conclusion.criteria[0];
    assert_eq!(judged.ruling, Ruling::NotJudged);
    // Where nothing at all is left the search says that itself.
    let is_told = judged.why.as_ref().is_some_and(|why| why.contains("left out"));
    assert!(is_told || rows.report.outcome != Outcome::Finished, "{judged:?}");
}

/// `m z'' = -(EA + D d/dt) z/L`, whatever else the model demands of rates. (An equation of rates anywhere turned what damps ropes along
/// themselves into a stiffness of D each second, and took an equilibrium that dampers slow down for one that holds.)
#[test]
fn equations_of_rates_leave_dampers_elsewhere_alone() {
    let (mass, stiffness, damping) = (2000.0_f64, 4e6 / 15.0, 4e5 / 15.0);
    let decay = damping / (2.0 * mass);
    let turning = (stiffness / mass - decay * decay).sqrt();
    for rates in ["true", "false"] {
        let found = modes_at_all(MODELS, "beside_rates", &[("rates", rates)]);
        let nearest = found
            .iter()
            .map(|own| (own.turning - turning).abs().max((own.growth + decay).abs()) / turning);
        let nearest = nearest.fold(f64::INFINITY, f64::min);
        assert!(nearest < 1e-4, "{rates}: {found:?}");
        let rows = run(MODELS, "pushed_beside_rates", &[("rates", rates)]);
        for (row, frequency) in rows.time.iter().enumerate() {
            let w = frequency * TAU;
            let expected = 1.0 / (stiffness - mass * w * w).hypot(damping * w);
            let found = rows.column("load.position.z.amplitude")[row];
            assert!(relative(found, expected) < 1e-3, "{rates} {frequency}: {found} {expected}");
        }
        let rows = run(MODELS, "head_over_heels", &[("rates", rates)]);
        assert!(
            (rows.last("bob.position.z") + 1.0).abs() < 1e-9,
            "{}",
            rows.last("bob.position.z")
        );
    }
}
