//! The matrices of a linearization, in files.

use std::io;
use std::path::Path;

use cdl_compiler::Compilation;
use cdl_runtime::StateSpace;
use cdl_runtime::results::{Column, Matrix, write_matrices};

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
