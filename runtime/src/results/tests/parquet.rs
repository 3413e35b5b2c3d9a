//! What is in `results.parquet` when it is read back, by the rules of the format: Thrift's compact protocol, and plain pages.
//! Other readers (pyarrow 26, DuckDB 2.0, Polars 2.1) say the same of files like these.

use std::collections::BTreeMap;
use std::path::Path;

use super::super::arrow::{Of, Values};
use super::super::parquet::{ParquetSink, write_table};
use super::super::summary::Parameter;
use super::super::{Column, ResultsError};

/// What a header consists of.
#[derive(Clone, Debug, PartialEq)]
enum Thrift {
    Number(i64),
    Text(Vec<u8>),
    List(Vec<Thrift>),
    Struct(BTreeMap<i64, Thrift>),
}

impl Thrift {
    fn at(&self, field: i64) -> &Thrift {
        match self {
            Thrift::Struct(fields) => &fields[&field],
            other => panic!("{other:?} has no field {field}"),
        }
    }

    fn number(&self) -> i64 {
        match self {
            Thrift::Number(own) => *own,
            other => panic!("{other:?} is no number"),
        }
    }

    fn text(&self) -> &str {
        match self {
            Thrift::Text(own) => std::str::from_utf8(own).expect("UTF-8"),
            other => panic!("{other:?} is no text"),
        }
    }

    fn list(&self) -> &[Thrift] {
        match self {
            Thrift::List(own) => own,
            other => panic!("{other:?} is no list"),
        }
    }

    fn pairs(&self) -> BTreeMap<String, String> {
        let pairs = self.list().iter();
        pairs.map(|own| (own.at(1).text().to_owned(), own.at(2).text().to_owned())).collect()
    }
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn byte(&mut self) -> u8 {
        let (first, rest) = self.0.split_first().expect("more bytes");
        self.0 = rest;
        *first
    }

    fn varint(&mut self) -> u64 {
        let (mut value, mut shift) = (0, 0);
        loop {
            let byte = self.byte();
            value |= u64::from(byte & 0x7f) << shift;
            shift += 7;
            if byte < 0x80 {
                return value;
            }
        }
    }

    fn zigzag(&mut self) -> i64 {
        let value = self.varint();
        (value >> 1).cast_signed() ^ -(value & 1).cast_signed()
    }

    fn value(&mut self, sort: u8) -> Thrift {
        match sort {
            5 | 6 => Thrift::Number(self.zigzag()),
            8 => {
                let length = usize::try_from(self.varint()).expect("a length");
                let (own, rest) = self.0.split_at(length);
                self.0 = rest;
                Thrift::Text(own.to_vec())
            }
            9 => {
                let head = self.byte();
                let count = if head >> 4 == 15 { self.varint() } else { u64::from(head >> 4) };
                Thrift::List((0..count).map(|_| self.value(head & 15)).collect())
            }
            12 => self.fields(),
            other => panic!("sort {other}"),
        }
    }

    fn fields(&mut self) -> Thrift {
        let (mut fields, mut field) = (BTreeMap::new(), 0);
        loop {
            let head = self.byte();
            if head == 0 {
                return Thrift::Struct(fields);
            }
            let step = i64::from(head >> 4);
            field = if step == 0 { self.zigzag() } else { field + step };
            let value = self.value(head & 15);
            fields.insert(field, value);
        }
    }
}

fn eight(bytes: &[u8]) -> Vec<f64> {
    let each = bytes.chunks_exact(8).map(|own| own.try_into().expect("eight"));
    each.map(f64::from_le_bytes).collect()
}

/// The values of each column, as they stand in its pages; and the footer.
fn read(bytes: &[u8]) -> (BTreeMap<String, Vec<u8>>, Thrift) {
    assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
    let (rest, size) = bytes[..bytes.len() - 4].split_at(bytes.len() - 8);
    let size = u32::from_le_bytes(size.try_into().expect("four")) as usize;
    let footer = Reader(&rest[rest.len() - size..]).fields();
    let mut columns = BTreeMap::new();
    for group in footer.at(4).list() {
        for chunk in group.at(1).list() {
            let of_column = chunk.at(3);
            let offset = usize::try_from(of_column.at(9).number()).expect("a place");
            let length = usize::try_from(of_column.at(7).number()).expect("a size");
            let mut page = Reader(&bytes[offset..offset + length]);
            let header = page.fields();
            assert_eq!(header.at(2).number(), page.0.len() as i64);
            assert_eq!(header.at(5).at(1), group.at(3));
            let name = of_column.at(3).list()[0].text().to_owned();
            columns.entry(name).or_insert_with(Vec::new).extend_from_slice(page.0);
        }
    }
    (columns, footer)
}

fn folder(name: &str) -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("cdl-parquet-{}-{name}", std::process::id()));
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

/// Of none, one and many rows, also more than a group, and of many columns; each number to the bit.
#[test]
fn numbers_come_back_to_the_bit_with_their_units() {
    let folder = folder("bits");
    let path = folder.join("results.parquet");
    for (rows, width) in [(0, 2), (1, 2), (65_536, 1), (70_001, 2), (500, 5000), (9, 0)] {
        let columns: Vec<Column> = (0..width)
            .map(|index| Column::new(format!("a[{index}]"), if index == 0 { "kN" } else { "" }))
            .collect();
        let parameters = [parameter()];
        let made = ParquetSink::create(&path, of(&parameters), &Column::time(), &columns);
        let mut sink = made.expect("a file");
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
        let (found, footer) = read(&std::fs::read(&path).expect("bytes"));
        assert_eq!(footer.at(3).number(), i64::from(rows));
        assert_eq!(footer.at(2).list().len(), width + 2);
        for column in 0..width {
            let bits = |values: &[f64]| values.iter().map(|own| own.to_bits()).collect::<Vec<_>>();
            let expected: Vec<f64> = (0..rows).map(|row| value(row, column)).collect();
            let none = Vec::new();
            let values = found.get(&format!("a[{column}]")).unwrap_or(&none);
            assert_eq!(bits(&eight(values)), bits(&expected));
        }
        if let Some(group) = footer.at(4).list().first() {
            let units = group.at(1).list().iter().map(|own| own.at(3).at(8).pairs());
            let units: Vec<String> = units.map(|own| own["unit"].clone()).collect();
            assert_eq!(units[0], "s");
            assert!(width == 0 || units[1] == "kN" && units[2..].iter().all(|own| own == "1"));
        }
        let said = footer.at(5).pairs();
        assert_eq!(said["cdl.parameter.pull"], "2 kN");
        assert_eq!((said["cdl.model"].as_str(), said["cdl.model_hash"].as_str()), ("M", "9f"));
        assert!(said["ARROW:schema"].starts_with("/////"), "{said:?}");
    }
    std::fs::remove_dir_all(folder).expect("removed");
}

/// The same input is the same bytes, and a table has words beside numbers.
#[test]
fn a_table_has_words_and_the_same_bytes() {
    let folder = folder("table");
    let write = |name: &str| {
        let path = folder.join(name);
        let words = vec!["completed".into(), "größer, \"".into()];
        let columns = [
            (Column::new("pull", "kN"), Values::Numbers(vec![1.5, f64::NAN])),
            (Column::new("outcome", ""), Values::Words(words)),
        ];
        write_table(&path, of(&[parameter()]), &columns).expect("a table");
        std::fs::read(path).expect("bytes")
    };
    let bytes = write("one.parquet");
    assert_eq!(bytes, write("two.parquet"));
    let (found, footer) = read(&bytes);
    assert_eq!(eight(&found["pull"])[0], 1.5);
    let expected = [&b"\x09\0\0\0completed\x0b\0\0\0"[..], "größer, \"".as_bytes()].concat();
    assert_eq!(found["outcome"], expected);
    let sorts = footer.at(2).list()[1..].iter().map(|own| own.at(1).number());
    assert_eq!(sorts.collect::<Vec<_>>(), [5, 6]);
    std::fs::remove_dir_all(folder).expect("removed");
}

/// Said with the path, at the beginning and at the end.
#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_written_is_an_error() {
    let missing = Path::new("/nowhere/results.parquet");
    let made = ParquetSink::create(missing, of(&[]), &Column::time(), &[]);
    assert!(matches!(made, Err(ResultsError::File { doing: "create", .. })));
    let full = Path::new("/dev/full");
    let sink = ParquetSink::create(full, of(&[]), &Column::time(), &[]);
    let error = sink.and_then(ParquetSink::finish).expect_err("no room");
    assert!(error.to_string().starts_with("could not write to /dev/full: "), "{error}");
}
