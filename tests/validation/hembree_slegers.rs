//! Hembree and Slegers, "Efficient tether dynamic model formulation using recursive rigid-body
//! dynamics", Proc. IMechE Part K 224 (2010), section 5.

use super::reference::two_cosines;
use super::rows::{Rows, largest_difference, run};

const TETHER: &str = "examples/tether.cdl";
const TIP_LOAD: &str = "examples/tip_load.cdl";

/// Zeros of J0 over two: frequencies of a hanging line in units of sqrt(g/L).
const SWINGS: [f64; 2] = [2.404_825_557_695_773 / 2.0, 5.520_078_110_286_311 / 2.0];

/// How much slower beads swing, in units of their mean static strain. A hanging line with the strain e(s)
/// under its tension T has the transverse stiffness T/(1 + e) per slope; by first-order perturbation
/// `dw/w = -1/2 int T e y'^2 / int T y'^2` with the mode `y = J0(j sqrt(s/L))`, `T` and `e` in proportion
/// to the distance from the end: `int u^3 J1(j u)^2 du / int u J1(j u)^2 du`, computed once.
const SLOWER: f64 = 0.564;

/// Figures 5 and 7: "the overall pendulum motion of the tether matches well". The slowest swing of the
/// middle, fitted over 10 s, has the same amplitude within 5 %, and a frequency lower by the strain's
/// effect (0.55 %) within what a fit over less than two periods can tell (0.5 %).
#[test]
fn rigid_links_and_beads_swing_alike() {
    let [rigid, beads] = ["release", "beads"].map(|experiment| {
        let rows = run(TETHER, experiment, &[]);
        let x = rows.column("tether.mid.position.x");
        two_cosines(&rows.time, x, SWINGS.map(|w| w * 0.981_f64.sqrt()))
    });
    let amplitudes = beads.amplitudes[0] / rigid.amplitudes[0];
    let frequencies = beads.frequencies[0] / rigid.frequencies[0];
    println!(
        "slowest swing of the middle: links {:.4} rad/s, {:.4} m; beads {:.4} rad/s, {:.4} m",
        rigid.frequencies[0], rigid.amplitudes[0], beads.frequencies[0], beads.amplitudes[0]
    );
    assert!((amplitudes - 1.0).abs() < 0.05, "{amplitudes}");
    assert!((frequencies - (1.0 - SLOWER * STRAIN)).abs() < 0.005, "{frequencies}");
}

/// Mean static strain of the beads.
const STRAIN: f64 = 0.0098;

/// Once dampers take the axial vibration away the motion is the same in detail: the middles are apart by
/// the phase that the beads lose by their strain, and by 0.01 m that remain with the stiffest springs
/// (half of the mass of each link at its ends instead of along it). Ten times stiffer springs leave a
/// tenth of the phase.
#[test]
fn damped_beads_approach_the_links() {
    let rigid = run(TETHER, "release", &[]);
    let rigid = rigid.column("tether.mid.position.x");
    for (stiffness, damping, strain) in
        [("256 N/m", "1.8 N.s/m", STRAIN), ("2560 N/m", "6 N.s/m", 0.1 * STRAIN)]
    {
        let overrides = [("stiffness", stiffness), ("damping", damping)];
        let beads = run("tests/models/beads.cdl", "fine", &overrides);
        let apart = largest_difference(rigid, beads.column("tether.mid.position.x"));
        let phase = SLOWER * strain * SWINGS[0] * 0.981_f64.sqrt() * 10.0;
        let bound = phase * 0.4358 + 0.01;
        println!(
            "{stiffness}: middles apart by at most {apart:.4} m of 0.4358 m, bound {bound:.4} m"
        );
        assert!(apart < bound, "{apart}");
    }
}

/// Velocity along the line from the support to the end, without its slow part: what remains after
/// subtracting the mean over half a second, root mean square.
fn axial_vibration(rows: &Rows) -> f64 {
    let of = |name: &str| {
        [".x", ".y", ".z"].map(|axis| rows.column(&format!("tether.end.{name}{axis}")).to_vec())
    };
    let (position, velocity) = (of("position"), of("velocity"));
    let axial: Vec<f64> = (0..rows.time.len())
        .map(|row| {
            let distance = position.iter().map(|axis| axis[row].powi(2)).sum::<f64>().sqrt();
            let product: f64 = position.iter().zip(&velocity).map(|(x, v)| x[row] * v[row]).sum();
            product / distance
        })
        .collect();
    let half_window = 25;
    let rapid: Vec<f64> = (half_window..axial.len() - half_window)
        .map(|row| {
            let window = &axial[row - half_window..=row + half_window];
            axial[row] - window.iter().sum::<f64>() / window.len() as f64
        })
        .collect();
    (rapid.iter().map(|value| value * value).sum::<f64>() / rapid.len() as f64).sqrt()
}

/// Figures 6 and 8: beads vibrate along the tether, links cannot.
#[test]
fn only_the_beads_vibrate_along_the_tether() {
    let rigid = axial_vibration(&run(TETHER, "release", &[]));
    let beads = axial_vibration(&run(TETHER, "beads", &[]));
    println!("rapid axial velocity of the end: links {rigid:.2e} m/s, beads {beads:.2e} m/s");
    assert!(beads > 20.0 * rigid, "links {rigid}, beads {beads}");
}

/// The static strain of the beads is about one percent (section 5.2): with N elements of stiffness k
/// element j carries what hangs below it, so the end sinks by the sum of those weights over k.
#[test]
fn the_beads_sink_by_one_percent() {
    let rows = run(TETHER, "beads", &[("release_angle", "0 deg")]);
    let (elements, mass, stiffness) = (32.0, 0.16, 256.0);
    let bead = mass * 9.81 / elements;
    // Half a bead at the end: element j from the support carries (N - j + 1/2) beads.
    let sag: f64 = (1..=32).map(|j| (elements - f64::from(j) + 0.5) * bead / stiffness).sum();
    let depths = rows.column("tether.end.position.z");
    // Let go unstretched it oscillates about the sunk position; damping is slight, so the mean over
    // the run is the static one to within a few percent of the sag.
    let mean = depths.iter().sum::<f64>() / depths.len() as f64;
    println!("static sag {:.4} m, mean of the run {:.4} m", sag, -10.0 - mean);
    assert!((sag / 10.0 - 0.01).abs() < 0.001, "the paper says about one percent");
    assert!((-10.0 - mean - sag).abs() < 0.1 * sag, "mean {mean}, sag {sag}");
}

/// Root mean square of the difference of two columns.
fn typical_difference(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    (a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>() / a.len() as f64).sqrt()
}

fn orders(apart: &[f64]) -> Vec<f64> {
    apart.windows(2).map(|pair| (pair[0] / pair[1]).log2()).collect()
}

/// Section 5.3, figures 10 to 12: the end under the ramped tip load for 8 to 128 links. The difference
/// between 64 and 128 links is small.
///
/// The order of convergence is one here, whatever the integrator: at the time t the load has bent a piece
/// of the length F/w = 0.25 L t/10 s at the tip, where without a load there is no tension, and until that
/// is longer than a link (at a time in proportion to the link's length) the chain answers too late.
#[test]
fn the_papers_tip_load_converges_at_first_order() {
    let runs =
        ["8", "16", "32", "64", "128"].map(|links| run(TIP_LOAD, "pull", &[("links", links)]));
    for name in ["tether.end.position.x", "tether.end.position.z"] {
        let pairs: Vec<(&[f64], &[f64])> =
            runs.windows(2).map(|pair| (pair[0].column(name), pair[1].column(name))).collect();
        let typical: Vec<f64> = pairs.iter().map(|(a, b)| typical_difference(a, b)).collect();
        let most: Vec<f64> = pairs.iter().map(|(a, b)| largest_difference(a, b)).collect();
        println!("{name}: 8-16, 16-32, 32-64, 64-128 links apart by {typical:.4?} m rms");
        println!(
            "  (at most {most:.4?} m), orders {:.2?} (of the largest {:.2?})",
            orders(&typical),
            orders(&most)
        );
        assert!(typical[3] < 0.002 * 10.0, "64 and 128 links: {} m of 10 m", typical[3]);
        for order in orders(&typical) {
            assert!((1.0..1.6).contains(&order), "{name}: {typical:?}");
        }
    }
}

/// Where the limit is smooth the order is two (each link is exact as a rod, what remains is the polygon):
/// the same load, rising smoothly, with a weight at the end that keeps it taut there.
#[test]
fn a_smooth_motion_converges_at_second_order() {
    let runs = ["8", "16", "32", "64"]
        .map(|links| run("tests/models/tip_load.cdl", "pull", &[("links", links)]));
    for name in ["tether.end.position.x", "tether.end.position.z", "tether.mid.position.x"] {
        let apart: Vec<f64> = runs
            .windows(2)
            .map(|pair| largest_difference(pair[0].column(name), pair[1].column(name)))
            .collect();
        println!(
            "{name}: 8-16, 16-32, 32-64 links apart by at most {apart:?} m, orders {:.3?}",
            orders(&apart)
        );
        for order in orders(&apart) {
            assert!((order - 2.0).abs() < 0.1, "{name}: {apart:?}");
        }
    }
}

/// Figure 9: where the loaded tether comes to rest. A flexible line of the weight w per length under the
/// tip force (H, V) carries at the arc length s from the tip the force (H, V - w s), in whose direction
/// it lies: integrated, a catenary. Links converge to it with the second order.
#[test]
fn at_rest_it_hangs_in_the_catenary_of_its_load() {
    let (length, weight) = (10.0_f64, 0.16 * 9.81);
    let pull = 0.25 * weight;
    let (h, v) = (pull * 50_f64.to_radians().cos(), pull * 50_f64.to_radians().sin());
    let w = weight / length;
    let tension = |s: f64| (h * h + (v - w * s).powi(2)).sqrt();
    let x = h / w * (((w * length - v) / h).asinh() + (v / h).asinh());
    let z = (tension(0.0) - tension(length)) / w;
    let runs = ["32", "64", "128"]
        .map(|links| run("tests/models/tip_load.cdl", "settle", &[("links", links)]));
    for (name, expected) in [("tether.end.position.x", x), ("tether.end.position.z", z)] {
        let errors: Vec<f64> = runs.iter().map(|rows| rows.last(name) - expected).collect();
        println!("{name}: catenary {expected:.6} m, errors {errors:?} m");
        assert!(errors[2].abs() < 1e-4, "{name}: {errors:?}");
        for pair in errors.windows(2) {
            assert!((pair[0] / pair[1] - 4.0).abs() < 0.05, "{name}: {errors:?}");
        }
    }
}
