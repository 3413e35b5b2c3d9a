//! Hembree and Slegers, "Efficient tether dynamic model formulation using recursive rigid-body
//! dynamics", Proc. IMechE Part K 224 (2010), section 5.

use super::rows::{Rows, largest, largest_difference, run};

const TETHER: &str = "examples/tether.cdl";
const TIP_LOAD: &str = "examples/tip_load.cdl";

/// Figures 5 and 7: the pendulum motion of the bead model matches that of the rigid links. Beads
/// stretch by about one percent, which makes them swing about half a percent slower; over ten
/// seconds (1.7 periods) that is a phase of 0.05 rad, five percent of the amplitude.
#[test]
fn rigid_links_and_beads_swing_alike() {
    let rigid = run(TETHER, "release", &[]);
    let beads = run(TETHER, "beads", &[]);
    for column in ["tether.mid.position.x", "tether.end.position.x"] {
        let amplitude = largest(rigid.column(column));
        let apart = largest_difference(rigid.column(column), beads.column(column));
        println!("{column}: amplitude {amplitude:.4} m, apart by at most {apart:.4} m");
        assert!(apart < 0.10 * amplitude, "{column}: {apart} of {amplitude}");
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

/// Section 5.3, figures 10 to 12: position of the end under the ramped tip load for 8 to 128 links.
/// The difference between 64 and 128 links is small; halving the links' length divides the
/// difference by four (each link is exact as a rod, what remains is the polygon: second order).
#[test]
fn more_links_converge_at_second_order() {
    let ends: Vec<Vec<f64>> = [8, 16, 32, 64, 128]
        .iter()
        .map(|links| {
            let rows = run(TIP_LOAD, "pull", &[("links", &links.to_string())]);
            let x = rows.column("tether.end.position.x");
            let z = rows.column("tether.end.position.z");
            x.iter().chain(z).copied().collect()
        })
        .collect();
    let apart: Vec<f64> =
        ends.windows(2).map(|pair| largest_difference(&pair[0], &pair[1])).collect();
    println!("8-16, 16-32, 32-64, 64-128 links apart by at most {apart:?} m");
    let orders: Vec<f64> = apart.windows(2).map(|pair| (pair[0] / pair[1]).log2()).collect();
    println!("orders {orders:?}");
    assert!(apart[3] < 0.01, "64 and 128 links: {} m of 10 m", apart[3]);
    for order in &orders {
        assert!((1.6..2.4).contains(order), "orders {orders:?}");
    }
}

/// Figure 9: where the loaded tether comes to rest. A perfectly flexible tether of uniform weight w
/// per length under a tip force (H, V) is a catenary: dx/ds = H/T, dz/ds = (V + w s - ...)/T with s
/// from the tip; integrated in closed form.
#[test]
fn at_rest_it_hangs_in_the_catenary_of_its_load() {
    let (length, weight) = (10.0_f64, 0.16 * 9.81);
    let pull = 0.25 * weight;
    let (h, v) = (pull * 50_f64.to_radians().cos(), pull * 50_f64.to_radians().sin());
    let w = weight / length;
    // At distance s from the tip the cable carries the tip force less the weight below: vertical
    // component v - w s (positive up), horizontal h. Towards the tip dx/ds = h/T, dz/ds = (v - w s)/T.
    let tension = |s: f64| (h * h + (v - w * s).powi(2)).sqrt();
    let x = h / w * (((w * length - v) / h).asinh() + (v / h).asinh());
    let z = (tension(0.0) - tension(length)) / w;
    let rows = run(TIP_LOAD, "settle", &[("links", "64")]);
    let (found_x, found_z) =
        (rows.last("tether.end.position.x"), rows.last("tether.end.position.z"));
    println!("catenary ({x:.4}, {z:.4}) m, run ({found_x:.4}, {found_z:.4}) m");
    // 64 links leave a polygon error of a few tenths of a millimetre, the slow swing some more.
    assert!((x - found_x).abs() < 0.02 && (z - found_z).abs() < 0.02);
}
