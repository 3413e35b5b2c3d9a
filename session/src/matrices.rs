//! The matrices of a linearization, in files.

use std::io;
use std::path::{Path, PathBuf};

use cdl_compiler::Compilation;
use cdl_runtime::StateSpace;
use cdl_runtime::results::{Column, Matrix, write_matrices};

/// Where those of a variant of a study are, by the number of its row.
fn of_variant(folder: &Path, index: usize) -> PathBuf {
    folder.join("variants").join((index + 1).to_string())
}

/// What they were made from, beside them.
const KEY: &str = "key.txt";

/// Whether those of a variant are there, and made from this.
pub(crate) fn are_there(folder: &Path, index: usize, key: &str) -> bool {
    std::fs::read_to_string(of_variant(folder, index).join(KEY)).is_ok_and(|own| own == key)
}

/// The same as [`write`], for a variant of a study; `key` tells what it was made from.
pub(crate) fn write_variant(
    (folder, index, key): (&Path, usize, &str),
    space: &StateSpace,
    compilation: &Compilation,
) -> io::Result<()> {
    let folder = of_variant(folder, index);
    std::fs::create_dir_all(&folder)?;
    let mark = folder.join(KEY);
    // Not while they are written.
    match std::fs::remove_file(&mark) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    write(&folder, space, compilation)?;
    std::fs::write(mark, key)
}

/// Takes away those of a variant that is not there, or has none.
pub(crate) fn remove(folder: &Path, index: usize) -> io::Result<()> {
    match std::fs::remove_dir_all(of_variant(folder, index)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Takes away those of rows that an earlier study had, and this one, of so many variants, has not.
pub(crate) fn remove_beyond(folder: &Path, count: usize) -> io::Result<()> {
    (count..)
        .take_while(|&index| of_variant(folder, index).exists())
        .try_for_each(|index| remove(folder, index))
}

/// `A.csv` to `D.csv`; inputs are in the SI units of their parameters.
pub(crate) fn write(
    folder: &Path,
    space: &StateSpace,
    compilation: &Compilation,
) -> io::Result<()> {
    let parameters = &compilation.model.parameters;
    let input = |name: &String| {
        let unit = parameters.iter().find(|own| own.name == *name);
        Column::new(name.clone(), unit.map_or(String::new(), |own| own.unit.clone()))
    };
    let inputs: Vec<Column> = space.inputs.iter().map(input).collect();
    let StateSpace { states, inputs: _, outputs, a, b, c, d } = space;
    let matrix = |name, (of, rows), columns, values| Matrix { name, rows, of, columns, values };
    let matrices = [
        matrix("A", ("rate of", states.as_slice()), states.as_slice(), a.as_slice()),
        matrix("B", ("rate of", states), &inputs, b),
        matrix("C", ("output", outputs), states, c),
        matrix("D", ("output", outputs), &inputs, d),
    ];
    write_matrices(folder, &matrices).map_err(io::Error::other)
}
