//! The matrices of a linearization, in files.

use std::io;
use std::path::{Path, PathBuf};

use cdl_compiler::Compilation;
use cdl_graph::{Analysis, Graph};
use cdl_runtime::StateSpace;
use cdl_runtime::results::{Column, Matrix, write_matrices};

/// Where those of a study are.
fn variants(folder: &Path) -> PathBuf {
    folder.join("variants")
}

/// Where those of a variant are, by the number of its row.
fn of_variant(folder: &Path, index: usize) -> PathBuf {
    variants(folder).join((index + 1).to_string())
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

/// Whether an experiment leaves any.
pub(crate) fn are_made_by(graph: &Graph) -> bool {
    matches!(&graph.analysis, Analysis::Modes(modes) if modes.inputs.is_some())
}

/// Takes away those of an earlier study, beside rows that have none now; `has_any` tells by the index of a row.
pub(crate) fn remove_others(folder: &Path, has_any: impl Fn(usize) -> bool) -> io::Result<()> {
    let entries = match std::fs::read_dir(variants(folder)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries?,
    };
    for entry in entries {
        let entry = entry?;
        // Whatever else lies there is somebody else's.
        let row = entry.file_name().to_str().and_then(|own| own.parse::<usize>().ok());
        if row.is_some_and(|row| !row.checked_sub(1).is_some_and(&has_any)) {
            std::fs::remove_dir_all(entry.path())?;
        }
    }
    Ok(())
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
