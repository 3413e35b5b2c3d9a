//! `results.csv`.

use std::fs::File;
use std::path::Path;

use super::samples::{Scratch, pendulum_columns, pendulum_row};
use crate::results::csv::CsvSink;
use crate::results::number::round_significant;
use crate::results::{Column, ResultsError};

fn sink(path: &Path, columns: &[Column]) -> CsvSink {
    let file = File::create(path).expect("the file can be made");
    CsvSink::start(file, path, &Column::time(), columns).expect("the header can be written")
}

fn written(name: &str, columns: &[Column], rows: &[(f64, Vec<f64>)]) -> String {
    let scratch = Scratch::new(name);
    let path = scratch.0.join("results.csv");
    let mut sink = sink(&path, columns);
    for (time, values) in rows {
        sink.row(*time, values).expect("the row can be written");
    }
    sink.flush().expect("the file can be written");
    std::fs::read_to_string(&path).expect("the file can be read")
}

#[test]
fn pendulum() {
    let rows = (0..=8).map(f64::from).map(|k| k / 4.0).map(|time| {
        (time, pendulum_row(time).into_iter().map(|v| round_significant(v, 6)).collect::<Vec<_>>())
    });
    insta::assert_snapshot!(written(
        "csv-pendulum",
        &pendulum_columns(),
        &rows.collect::<Vec<_>>()
    ));
}

/// Every finite `f64` reads back as the same bits but for the sign of zero; not finite ones as such.
#[test]
fn numbers_round_trip() {
    let mut values = vec![
        0.1,
        1.0 / 3.0,
        1e-4,
        9.999_999e-5,
        1e15,
        123_456_789_012_345.6,
        -2.5e-300,
        f64::MAX,
        f64::MIN_POSITIVE,
        5e-324,
        1.0,
        -7.0,
    ];
    // A linear congruential generator over bit patterns (Knuth's MMIX constants).
    let mut bits = 42u64;
    for _ in 0..1000 {
        bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        values.push(f64::from_bits(bits));
    }
    let rows: Vec<_> = values.iter().map(|&value| (0.0, vec![value])).collect();
    let text = written("csv-numbers", &[Column::new("a", "m")], &rows);
    for (line, value) in text.lines().skip(1).zip(&values) {
        let field = line.strip_prefix("0,").expect("the time is 0");
        let read: f64 = field.parse().expect("the field is a number");
        assert!(read == *value || (read.is_nan() && value.is_nan()), "{field} for {value:e}");
        assert!(field.len() <= 24, "{field} is long");
    }
    assert_eq!(text.lines().count(), values.len() + 1);
}

#[test]
fn values_that_are_not_finite() {
    let row = vec![f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0];
    let columns = ["a", "b", "c", "d"].map(|name| Column::new(name, ""));
    let text = written("csv-not-finite", &columns, &[(0.5, row)]);
    assert_eq!(text, "time [s],a [1],b [1],c [1],d [1]\n0.5,NaN,inf,-inf,0\n");
}

/// What is on disk ends with a whole row at any moment, and `flush` brings all rows there.
#[test]
fn the_file_grows_by_whole_rows() {
    let scratch = Scratch::new("csv-growth");
    let path = scratch.0.join("results.csv");
    let columns = vec![Column::new("a", "m"); 40];
    let mut sink = sink(&path, &columns);
    let read = || std::fs::read_to_string(&path).expect("the file can be read");
    assert_eq!(read().lines().count(), 1, "the header is there at once");
    for step in 0..2000 {
        sink.row(f64::from(step), &[f64::from(step) / 7.0; 40]).expect("the row can be written");
        if step % 100 == 0 {
            assert!(read().ends_with('\n'));
        }
    }
    assert!(read().lines().count() > 1000, "a long run does not wait for its end");
    sink.flush().expect("the file can be written");
    assert_eq!(read().lines().count(), 2001);
}

#[test]
fn a_row_of_another_width_is_an_error() {
    let scratch = Scratch::new("csv-width");
    let path = scratch.0.join("results.csv");
    let mut sink = sink(&path, &[Column::new("a", "m")]);
    let error = sink.row(0.0, &[1.0, 2.0]).expect_err("two values for one column");
    assert!(matches!(error, ResultsError::RowWidth { expected: 1, found: 2, .. }));
}
