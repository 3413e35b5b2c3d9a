//! What is in `results.arrow` when it is read back.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::Path;

use arrow_array::cast::AsArray;
use arrow_array::types::Float64Type;
use arrow_ipc::reader::FileReader;

use super::super::arrow::{ArrowSink, Of, Values, write_table};
use super::super::summary::Parameter;
use super::super::{Column, ResultsError};

const PATH: &str = "results.arrow";

fn folder(name: &str) -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("cdl-arrow-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn of(parameters: &[Parameter]) -> Of<'_> {
    Of { model: "M", experiment: "e", version: "0.1.0", model_hash: "9f", parameters }
}

fn parameter() -> Parameter {
    let (name, text, unit) = ("pull".into(), "2 kN".into(), "kN".into());
    Parameter { name, text, numbers: vec![2.0], unit }
}

/// Each column by its name, with its unit.
type Columns = BTreeMap<String, (String, Vec<f64>)>;

/// And what the file says besides.
fn read(path: &Path) -> (Columns, BTreeMap<String, String>) {
    let reader = FileReader::try_new(File::open(path).expect("a file"), None).expect("Arrow");
    let schema = reader.schema();
    let mut columns = BTreeMap::new();
    for field in schema.fields() {
        let unit = field.metadata().get("unit").expect("a unit").to_owned();
        columns.insert(field.name().to_owned(), (unit, Vec::new()));
    }
    for batch in reader {
        let batch = batch.expect("a batch");
        for (field, column) in schema.fields().iter().zip(batch.columns()) {
            let values = column.as_primitive::<Float64Type>().values();
            columns.get_mut(field.name()).expect("one").1.extend(values.iter());
        }
    }
    let said = schema.metadata().iter().map(|(key, text)| (key.to_owned(), text.to_owned()));
    (columns, said.collect())
}

/// Of none, one and many rows, also more than a batch, and of many columns; each number to the bit.
#[test]
fn numbers_come_back_to_the_bit_with_their_units() {
    let folder = folder("bits");
    for (rows, width) in [(0, 2), (1, 2), (4095, 1), (4096, 1), (10_001, 3), (5, 5000), (9, 0)] {
        let path = folder.join(format!("{rows}-{width}-{PATH}"));
        let columns: Vec<Column> = (0..width)
            .map(|index| Column::new(format!("a[{index}]"), if index == 0 { "kN" } else { "" }))
            .collect();
        let parameters = [parameter()];
        let mut sink =
            ArrowSink::create(&path, of(&parameters), &Column::time(), &columns).expect("a file");
        let value = |row: u32, column: usize| match (row % 7, column) {
            (3, 0) => f64::NAN,
            (4, 0) => f64::NEG_INFINITY,
            (5, 0) => -0.0,
            _ => f64::from(row) / 3.0 + column as f64,
        };
        for row in 0..rows {
            let values: Vec<f64> = (0..width).map(|column| value(row, column)).collect();
            sink.row(f64::from(row) * 0.1, &values).expect("a row");
        }
        sink.finish().expect("an end");
        let (found, said) = read(&path);
        assert_eq!(found.len(), width + 1);
        assert_eq!(found["time"].0, "s");
        for column in 0..width {
            let (unit, values) = &found[&format!("a[{column}]")];
            assert_eq!(unit, if column == 0 { "kN" } else { "1" });
            let bits = |values: &[f64]| values.iter().map(|own| own.to_bits()).collect::<Vec<_>>();
            let expected: Vec<f64> = (0..rows).map(|row| value(row, column)).collect();
            assert_eq!(bits(values), bits(&expected));
        }
        assert_eq!(said["cdl.parameter.pull"], "2 kN");
        assert_eq!((said["cdl.model"].as_str(), said["cdl.model_hash"].as_str()), ("M", "9f"));
    }
    std::fs::remove_dir_all(folder).expect("removed");
}

/// The same input is the same bytes, and a table has words beside numbers.
#[test]
fn a_table_has_words_and_the_same_bytes() {
    let folder = folder("table");
    let write = |name: &str| {
        let path = folder.join(name);
        let columns = vec![
            (Column::new("pull", "kN"), Values::Numbers(vec![1.5, f64::NAN])),
            (
                Column::new("outcome", ""),
                Values::Words(vec!["completed".into(), "größer, \"".into()]),
            ),
        ];
        write_table(&path, of(&[parameter()]), columns).expect("a table");
        std::fs::read(path).expect("bytes")
    };
    let bytes = write("one.arrow");
    assert_eq!(bytes, write("two.arrow"));
    let reader = FileReader::try_new(std::io::Cursor::new(bytes), None).expect("Arrow");
    let batch = reader.into_iter().next().expect("one").expect("good");
    assert_eq!(batch.column(1).as_string::<i32>().value(1), "größer, \"");
    std::fs::remove_dir_all(folder).expect("removed");
}

/// Said with the path, at the beginning and at the end.
#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_written_is_an_error() {
    let missing = Path::new("/nowhere/results.arrow");
    let made = ArrowSink::create(missing, of(&[]), &Column::time(), &[]);
    assert!(matches!(made, Err(ResultsError::File { doing: "create", .. })));
    let full = Path::new("/dev/full");
    let sink = ArrowSink::create(full, of(&[]), &Column::time(), &[]);
    let error = sink.and_then(ArrowSink::finish).expect_err("no room");
    assert!(error.to_string().starts_with("could not write to /dev/full: "), "{error}");
}
