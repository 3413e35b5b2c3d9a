//! What is recorded along a motion that swings.

use nalgebra::Complex;

use super::super::derivatives::{Here, Outputs};
use super::super::state_space::{HERE, Slopes, slopes};
use super::{Swing, Swinging};

/// How far along a motion what is recorded is looked at: displacements by the extent, velocities by that and the frequency.
const ASIDE: f64 = 1e-5;
const ASIDE_OF_RATES: f64 = 1e-6;
/// Of how far displacements are looked at, what shows by how much their differences are rounded.
pub(super) const LESS_FAR: f64 = 0.7;

/// What is recorded along a motion, for each unit of the input, without what the input does to it at once; and how much of it comes
/// from slopes that are not the same on both sides. States are `as_far` apart, as a share of how far they mostly are.
pub(super) fn along(
    swinging: &mut dyn Swinging,
    (recorded, here): (&Outputs<'_>, &Here),
    ([real, imaginary], turning): (&Swing, f64),
    as_far: f64,
) -> (Vec<Complex<f64>>, Vec<f64>) {
    let mut part = |way: &[f64], rate: &[f64], factor: f64| {
        let (size, speed) = (swinging.size(way), swinging.size(rate));
        let mut found = Slopes::without_kinks(vec![0.0; here.read.len()]);
        if size > 0.0 {
            found = slopes(&here.read, as_far * ASIDE / size, |far| {
                swinging.displaced(recorded, &scaled(way, far), turning)
            });
        }
        if speed > 0.0 {
            // By powers of two: what is small as the sum of large ones stays that.
            let far = (ASIDE_OF_RATES * turning.max(1.0) / speed).log2().floor().exp2();
            let mut at = |far: f64| -> Vec<f64> {
                let [forward, back] =
                    [far, -far].map(|far| swinging.moving(recorded, &scaled(rate, far)));
                forward.iter().zip(&back).map(|(f, b)| (f - b) * factor / (2.0 * far)).collect()
            };
            // Drag is by the square of the velocity, so half of it is left at half of it.
            let rates = at(far).into_iter().zip(at(0.5 * far)).map(|(far, near)| 2.0 * near - far);
            found.slopes.iter_mut().zip(rates).for_each(|(slope, own)| *slope += own);
        }
        // Apart, so that velocities are sums of what has been found, and not of products of it.
        let nothing = vec![0.0; way.len()];
        let places = swinging.known(way, &nothing, turning);
        let velocities = swinging.known(&nothing, rate, turning);
        let both = places.into_iter().zip(velocities);
        let known = both.map(|((node, still), (_, moving))| (node, still + factor * moving));
        recorded.put(known.collect(), &mut found);
        let largest = size.max(speed);
        let reach = if largest > 0.0 { HERE * ASIDE / largest } else { 0.0 };
        recorded.slopes(here, &found, (None, reach))
    };
    // d/dt of x exp(iωt): real part -ω Im x, imaginary part ω Re x.
    let parts = [part(real, imaginary, -turning), part(imaginary, real, turning)];
    let kinks = |own: &Slopes| -> Vec<f64> {
        own.sides
            .iter()
            .zip(&own.kinks)
            .map(|(side, kink)| if *kink { *side } else { 0.0 })
            .collect()
    };
    let kinks = kinks(&parts[0]).into_iter().zip(kinks(&parts[1])).map(|(a, b)| a.max(b)).collect();
    let both = parts[0].slopes.iter().zip(&parts[1].slopes);
    (both.map(|(&re, &im)| Complex::new(re, im)).collect(), kinks)
}

/// A vector times a number.
fn scaled(own: &[f64], by: f64) -> Vec<f64> {
    own.iter().map(|own| own * by).collect()
}
