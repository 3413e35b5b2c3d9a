//! How rope that lies on a winch is turned: what is hauled in stays as it was when it came, and is paid out so.
//!
//! What counts as no twist at a winch's end is an angle `β` that belongs to the rope there, so it is a function of what has
//! been paid out. While rope is hauled in, places of that function are noted; while it is paid out they are gone along
//! again, straight from one to the next, last in, first out. Beyond the farthest of them lies rope that has never been
//! out: that is not twisted, and `β` stays.
//!
//! What ropes that relax remember is kept alike: in the place of the twist stands the strain of a damper, and in that of the angle
//! minus its integral over what went through.
//!
//! Noted places stand behind their number in memory that does not grow: where it is full every second one is forgotten,
//! which keeps the twist of what lies between, and mixes it.

/// The most places.
const MOST: usize = 256;
/// Numbers that they take, with their number.
pub(crate) const NOTED: usize = 1 + 2 * MOST;
/// Of the length that a rope begins with: nearer places are not told apart.
const APART: f64 = 1.0 / 128.0;
/// Of the same: less than this is no way to divide by.
const NOTHING: f64 = 1e-9;

/// The angle that counts as no twist, where so much has been paid out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Exit {
    /// m
    pub(crate) paid_out: f64,
    /// rad
    pub(crate) angle: f64,
}

/// The last of the noted places, which is the nearest.
fn last(noted: &[f64]) -> Option<Exit> {
    let count = noted[0] as usize;
    let at = (2 * count).checked_sub(1)?;
    Some(Exit { paid_out: noted[at], angle: noted[at + 1] })
}

/// Forgets every second place, and neither the farthest nor the nearest.
fn thin(noted: &mut [f64]) {
    let count = noted[0] as usize;
    let mut kept = 0;
    for index in 0..count {
        if index % 2 == 0 || index + 1 == count {
            noted.copy_within(1 + 2 * index..3 + 2 * index, 1 + 2 * kept);
            kept += 1;
        }
    }
    noted[0] = kept as f64;
}

/// Before rope is hauled in from an exit; `length` (m) is that of the rope at the start of the run.
pub(crate) fn haul(noted: &mut [f64], from: Exit, length: f64) {
    if last(noted).is_some_and(|own| own.paid_out - from.paid_out < APART * length) {
        return;
    }
    if noted[0] as usize == MOST {
        thin(noted);
    }
    let count = noted[0] as usize;
    noted[1 + 2 * count] = from.paid_out;
    noted[2 + 2 * count] = from.angle;
    noted[0] += 1.0;
}

/// What comes where rope is paid out from an exit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Coming {
    /// Where the exit is then, rad.
    angle: f64,
    /// By what the rope that comes is twisted in the mean, rad/m.
    pub(crate) mean: f64,
    /// How many places are noted still.
    left: usize,
}

/// What will come from an exit.
pub(crate) fn coming(noted: &[f64], from: Exit, to: f64, length: f64) -> Coming {
    let nothing = NOTHING * length;
    let mut at = from;
    let mut slope = 0.0;
    let mut left = noted[0] as usize;
    while left > 0 {
        let next = Exit { paid_out: noted[2 * left - 1], angle: noted[2 * left] };
        let way = next.paid_out - at.paid_out;
        if way > nothing {
            slope = (next.angle - at.angle) / way;
            if to < next.paid_out {
                break;
            }
            at = next;
        } else if to < next.paid_out {
            break;
        }
        slope = 0.0;
        left -= 1;
    }
    let angle = at.angle + slope * (to - at.paid_out);
    let paid_out = to - from.paid_out;
    let mean = if paid_out > nothing { (angle - from.angle) / paid_out } else { slope };
    Coming { angle, mean: -mean, left }
}

/// Pays out from an exit: the angle there (rad) and by what the rope that came is twisted in the mean (rad/m).
pub(crate) fn pay_out(noted: &mut [f64], from: Exit, to: f64, length: f64) -> (f64, f64) {
    let Coming { angle, mean, left } = coming(noted, from, to, length);
    noted[0] = left as f64;
    (angle, mean)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nothing() -> Vec<f64> {
        vec![0.0; NOTED]
    }

    /// Hauls in small steps, each with the twist of the rope where it is.
    fn hauled(noted: &mut [f64], from: Exit, to: f64, twist: impl Fn(f64) -> f64) -> Exit {
        let steps = 1000;
        let way = (to - from.paid_out) / f64::from(steps);
        let mut at = from;
        for _ in 0..steps {
            haul(noted, at, 10.0);
            at.angle -= twist(at.paid_out + 0.5 * way) * way;
            at.paid_out += way;
        }
        at
    }

    /// What is paid out is what was hauled in, as fine as places are noted; beyond that nothing is twisted.
    #[test]
    fn what_was_hauled_in_is_paid_out() {
        let mut noted = nothing();
        let start = Exit { paid_out: 10.0, angle: 0.3 };
        let end = hauled(&mut noted, start, 4.0, |at| 0.1 * at);
        let angle = |at: f64| 0.3 + 0.05 * (100.0 - at * at);
        assert!((end.angle - angle(4.0)).abs() < 1e-9);
        let mut at = end;
        for to in [4.001, 4.5, 4.5, 7.3, 9.99, 10.0] {
            let (found, twist) = pay_out(&mut noted, at, to, 10.0);
            assert!((found - angle(to)).abs() < 1e-3, "{to}: {found} {}", angle(to));
            let middle = 0.1 * 0.5 * (to + at.paid_out);
            assert!((twist - middle).abs() < 0.02, "{to}: {twist} {middle}");
            at = Exit { paid_out: to, angle: found };
        }
        assert!((at.angle - start.angle).abs() < 1e-14);
        let (found, twist) = pay_out(&mut noted, at, 25.0, 10.0);
        assert_eq!((found, twist), (at.angle, 0.0));
    }

    /// Up and down for ever, by more and by less than places are apart, keeps every turn.
    #[test]
    fn going_up_and_down_loses_no_turn() {
        let mut noted = nothing();
        let mut at = Exit { paid_out: 10.0, angle: 0.0 };
        let mut seed = 1_u64;
        for _ in 0..20_000 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let to = 3.0 + 7.0 * ((seed >> 33) as f64 / (1_u64 << 31) as f64).powi(3);
            if to < at.paid_out {
                haul(&mut noted, at, 10.0);
                at.angle += 0.2 * (at.paid_out - to);
                at.paid_out = to;
            } else {
                let (angle, twist) = pay_out(&mut noted, at, to, 10.0);
                assert!((twist - 0.2).abs() < 1e-6, "{twist}");
                at = Exit { paid_out: to, angle };
            }
        }
        let expected = 0.2 * (10.0 - at.paid_out);
        assert!((at.angle - expected).abs() < 1e-9, "{} {expected}", at.angle);
    }

    /// A thousand times as long as at the start: memory is full again and again, and the turns stay.
    #[test]
    fn what_is_forgotten_is_mixed_and_not_lost() {
        let mut noted = nothing();
        let mut at = Exit { paid_out: 10_000.0, angle: 0.0 };
        for _ in 0..9_990 {
            haul(&mut noted, at, 10.0);
            at.angle += 0.2;
            at.paid_out -= 1.0;
        }
        assert!(noted[0] as usize <= MOST);
        let (angle, twist) = pay_out(&mut noted, at, 10_000.0, 10.0);
        assert!(angle.abs() < 1e-9 && (twist - 0.2).abs() < 1e-12, "{angle} {twist}");
    }
}
