//! Pages and footer of a Parquet file: <https://parquet.apache.org/docs/file-format/>.

use super::compact::Compact;

pub(super) const MAGIC: &[u8; 4] = b"PAR1";

// Of the format's enums.
const BYTE_ARRAY: i32 = 6;
const DOUBLE: i32 = 5;
const DATA_PAGE: i32 = 0;
const PLAIN: i32 = 0;
const REQUIRED: i32 = 0;
const RLE: i32 = 3;
const UNCOMPRESSED: i32 = 0;
const UTF8: i32 = 0;

/// What a column consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    Numbers,
    Words,
}

/// A column.
#[derive(Clone, Debug)]
pub(super) struct ColumnOf {
    pub(super) name: String,
    pub(super) sort: Sort,
    /// Of numbers.
    pub(super) unit: Option<String>,
}

impl ColumnOf {
    fn type_of(&self) -> i32 {
        match self.sort {
            Sort::Numbers => DOUBLE,
            Sort::Words => BYTE_ARRAY,
        }
    }

    fn schema(&self) -> Compact {
        let own = Compact::default().i32(1, self.type_of()).i32(3, REQUIRED).text(4, &self.name);
        match self.sort {
            Sort::Numbers => own,
            // The same once more in newer words: the first of a union, which is empty.
            Sort::Words => {
                let words = Compact::default().part(1, Compact::default());
                own.i32(6, UTF8).part(10, words)
            }
        }
    }
}

/// Where a column of a group is, as one page with its header.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chunk {
    pub(super) offset: u64,
    pub(super) bytes: u64,
}

/// Some rows.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) rows: usize,
    /// One for each column.
    pub(super) chunks: Vec<Chunk>,
}

pub(super) fn numbers(values: &[f64]) -> Vec<u8> {
    values.iter().flat_map(|own| own.to_le_bytes()).collect()
}

pub(super) fn words(words: &[String]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for word in words {
        bytes.extend((word.len() as u32).to_le_bytes());
        bytes.extend_from_slice(word.as_bytes());
    }
    bytes
}

/// All values are there, so nothing says which.
pub(super) fn page(rows: usize, values: &[u8]) -> Vec<u8> {
    let of_data = Compact::default().i32(1, rows as i32).i32(2, PLAIN).i32(3, RLE).i32(4, RLE);
    let size = values.len() as i32;
    let header = Compact::default().i32(1, DATA_PAGE).i32(2, size).i32(3, size).part(5, of_data);
    let mut page = header.finished();
    page.extend_from_slice(values);
    page
}

/// All that follows the pages; `said` are names and texts.
pub(super) fn footer(columns: &[ColumnOf], groups: &[Group], said: &[(String, String)]) -> Vec<u8> {
    let root = Compact::default().text(4, "schema").i32(5, columns.len() as i32);
    let schema = std::iter::once(root).chain(columns.iter().map(ColumnOf::schema)).collect();
    let rows: usize = groups.iter().map(|own| own.rows).sum();
    let own = Compact::default()
        .i32(1, 1)
        .parts(2, schema)
        .i64(3, rows as i64)
        .parts(4, groups.iter().map(|own| group(columns, own)).collect())
        .parts(5, said.iter().map(|(key, text)| pair(key, text)).collect())
        .text(6, concat!("cdl version ", env!("CARGO_PKG_VERSION")));
    let mut bytes = own.finished();
    let size = bytes.len() as u32;
    bytes.extend(size.to_le_bytes());
    bytes.extend(MAGIC);
    bytes
}

fn group(columns: &[ColumnOf], own: &Group) -> Compact {
    let chunks = columns.iter().zip(&own.chunks).map(|(column, place)| {
        let size = place.bytes as i64;
        let of_column = Compact::default()
            .i32(1, column.type_of())
            .numbers(2, &[PLAIN])
            .texts(3, &[&column.name])
            .i32(4, UNCOMPRESSED)
            .i64(5, own.rows as i64)
            .i64(6, size)
            .i64(7, size);
        let unit = column.unit.iter().map(|unit| pair("unit", unit)).collect();
        let of_column = of_column.parts(8, unit).i64(9, place.offset as i64);
        Compact::default().i64(2, place.offset as i64).part(3, of_column)
    });
    let size: u64 = own.chunks.iter().map(|own| own.bytes).sum();
    Compact::default().parts(1, chunks.collect()).i64(2, size as i64).i64(3, own.rows as i64)
}

fn pair(key: &str, text: &str) -> Compact {
    Compact::default().text(1, key).text(2, text)
}
