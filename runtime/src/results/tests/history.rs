//! Histories and films of long runs.

use super::samples::{pendulum_frame, pendulum_scene};
use crate::results::film::{Film, thinned};
use crate::results::history::History;

/// 100 000 rows with one spike of a single row each way, which must survive.
#[test]
fn a_long_history_is_short_and_keeps_extremes() {
    let mut history = History::new(1);
    for step in 0..100_000 {
        let value = match step {
            54_321 => 50.0,
            54_400 => -40.0,
            _ => (f64::from(step) * 1e-3).sin(),
        };
        history.push(f64::from(step), &[value]);
    }
    let (times, values) = history.curve(0);
    assert!(times.len() <= 2000 && times.len() > 900, "{}", times.len());
    assert!(times.windows(2).all(|pair| pair[0] < pair[1]), "times increase");
    let at = |wanted: f64| times.iter().zip(&values).find(|(t, _)| **t == wanted).map(|(_, v)| *v);
    assert_eq!(at(54_321.0), Some(50.0));
    assert_eq!(at(54_400.0), Some(-40.0));
    assert_eq!(times.first(), Some(&0.0));
    assert_eq!(history.rows(), 100_000);
}

/// Up to 2000 rows are kept as they are.
#[test]
fn a_short_history_is_kept_whole() {
    let mut history = History::new(1);
    let rows: Vec<(f64, f64)> = (0..1999).map(f64::from).map(|t| (t, (t * t) % 7.0)).collect();
    for &(time, value) in &rows {
        history.push(time, &[value]);
    }
    let (times, values) = history.curve(0);
    assert_eq!(times.into_iter().zip(values).collect::<Vec<_>>(), rows);
}

#[test]
fn what_is_not_finite_is_a_gap() {
    let mut history = History::new(1);
    for step in 0..10 {
        let value = if step == 4 { f64::INFINITY } else { f64::from(step) };
        history.push(f64::from(step), &[value]);
    }
    let (_, values) = history.curve(0);
    assert_eq!(values.len(), 10);
    assert!(values[4].is_nan());
    // Merged with finite neighbours, the gap stays and so do the neighbours' extremes.
    let mut history = History::new(1);
    for step in 0..8000 {
        history.push(f64::from(step), &[if step == 4001 { f64::NAN } else { f64::from(step) }]);
    }
    let (times, values) = history.curve(0);
    assert_eq!(values.iter().filter(|value| value.is_nan()).count(), 1);
    assert!(times.contains(&4000.0));
}

#[test]
fn a_long_film_keeps_few_frames_and_the_last() {
    let mut film = Film::new(pendulum_scene());
    for step in 0..=20_000 {
        film.push(pendulum_frame(f64::from(step) * 1e-3));
    }
    let times: Vec<f64> = film.frames().iter().map(|frame| frame.at).collect();
    assert!(times.len() <= 300 && times.len() > 140, "{}", times.len());
    assert_eq!((times.first(), times.last()), (Some(&0.0), Some(&20.0)));
    assert!(times.windows(2).all(|pair| pair[0] < pair[1]), "each frame once");
}

#[test]
fn frames_that_were_not_made_count() {
    let (mut all, mut wanted) = (Film::new(pendulum_scene()), Film::new(pendulum_scene()));
    for step in 0..5000 {
        let frame = pendulum_frame(f64::from(step) * 1e-3);
        all.push(frame.clone());
        if wanted.wants_next() || step == 4999 { wanted.push(frame) } else { wanted.skip() }
    }
    assert_eq!(all.frames(), wanted.frames());
}

#[test]
fn thinning_keeps_the_ends() {
    let items: Vec<usize> = (0..1000).collect();
    for most in [2, 3, 129, 999, 1000, 2000] {
        let few = thinned(&items, most);
        assert_eq!(few.len(), most.min(1000));
        assert_eq!((few.first(), few.last()), (Some(&0), Some(&999)));
        assert!(few.windows(2).all(|pair| pair[0] < pair[1]));
    }
}
