//! Functions of columns and matrices.

use std::cmp::Ordering;

use cdl_graph::{LARGEST_SYSTEM, NodeId, SystemShape, WORST_CONDITION};

use super::function::{Builtin, Given, Group, optional, required};
use crate::diagnostics;
use crate::elaborate::report;
use crate::elaborate::values::Values;
use crate::elaborate::values::matrix::{Entry, Matrix, is_number};
use crate::symbolic::linear;
use crate::typed::Value;
use crate::units::{Dimension, describe};

pub(super) const FUNCTIONS: &[Builtin] = &[
    Builtin {
        name: "column",
        group: Group::Matrices,
        parameters: &[required("a", "T")],
        variadic: true,
        result: "Array",
        doc: "numbers, vectors and arrays one below the other; each may have its own dimension",
        apply: column,
    },
    Group::Matrices.function(
        "transpose",
        &[required("A", "Array(Array)")],
        "Array(Array)",
        "the matrix whose rows are the columns of another",
        transpose,
    ),
    Group::Matrices.function(
        "identity",
        &[required("n", "Int")],
        "Array(Array)",
        "the matrix of n rows with ones on its diagonal",
        identity,
    ),
    Group::Matrices.function(
        "solve",
        &[required("A", "Array(Array)"), required("b", "Array")],
        "Array",
        "the x of `A * x = b`, for a square matrix of up to 12 rows; b is a column, or a matrix of several",
        solve,
    ),
    Group::Matrices.function(
        "pinv",
        &[required("A", "Array(Array)"), optional("b", "Array", "the identity")],
        "Array",
        "the pseudoinverse of a matrix of full rank, times b: the x with the least squares of `A * x - b`, and with \
         more columns than rows the least x of all; `pinv(A) * b` is the same at a higher cost",
        pinv,
    ),
];

fn column(e: &mut Values<'_>, given: &Given<'_>) -> Value {
    let mut entries = Vec::new();
    for index in 0..given.arguments.len() {
        let Some(value) = given.value(index) else { return Value::Error };
        if is_number(value) {
            entries.push(e.entry(value));
        } else if let Some(column) = e.column_of(value) {
            entries.extend(column);
        } else {
            e.wrong_argument(given, index, "a number, a vector or an array of numbers");
            return Value::Error;
        }
    }
    e.effort.spend_for(entries.len());
    e.value_of_row(&entries)
}

/// A matrix, or a report that the argument is none.
fn matrix_argument(e: &mut Values<'_>, given: &Given<'_>, index: usize) -> Option<Matrix> {
    let matrix = e.matrix_of(given.value(index)?);
    if matrix.is_none() {
        e.wrong_argument(given, index, "a matrix, an array of rows of one length");
    }
    matrix
}

fn transpose(e: &mut Values<'_>, given: &Given<'_>) -> Value {
    let Some(value) = given.value(0) else { return Value::Error };
    let matrix = match e.column_of(value) {
        Some(column) => Some(Matrix::of_column(column)),
        None => matrix_argument(e, given, 0),
    };
    match matrix {
        Some(matrix) => e.value_of_matrix(&matrix.transposed()),
        None => Value::Error,
    }
}

fn identity(e: &mut Values<'_>, given: &Given<'_>) -> Value {
    let Some(&Value::Int(n)) = given.value(0) else {
        e.wrong_argument(given, 0, "a whole number");
        return Value::Error;
    };
    let size = usize::try_from(n).ok().filter(|size| (1..=LARGEST_SYSTEM).contains(size));
    let Some(size) = size else {
        report_size(e, given, 0, &format!("{n} rows"));
        return Value::Error;
    };
    let [zero, one] = [0.0, 1.0].map(|value| e.nodes.constant(value));
    let of = |place: usize| {
        let node = if place / size == place % size { one } else { zero };
        Entry { node, dimension: Dimension::NONE }
    };
    let entries = (0..size * size).map(of).collect();
    e.value_of_matrix(&Matrix { rows: size, columns: size, entries })
}

/// Says that a matrix is too large.
fn report_size(e: &mut Values<'_>, given: &Given<'_>, index: usize, found: &str) {
    let Some(expr) = given.expr(index) else { return };
    let name = given.builtin.name;
    let message = format!("`{name}` takes 1 to {LARGEST_SYSTEM} rows and columns");
    let place = given.context.place(expr.span);
    e.report(given.context, diagnostics::impossible_value(place, &message, found));
}

/// Says that an argument has the wrong size. A component for which nobody has given its numbers may have
/// others, so nothing is said of that.
fn report_rows(
    e: &mut Values<'_>,
    given: &Given<'_>,
    index: usize,
    (expected, found): (&str, &str),
    note: Option<&str>,
) {
    let Some(expr) = given.expr(index) else { return };
    if e.reports.has_placeholders() {
        return;
    }
    let place = given.context.place(expr.span);
    let of = given.of(index).words();
    let mut report = report::wrong_type(place, expected, found, of.as_deref());
    if let Some(note) = note {
        report = report.note(note);
    }
    e.report(given.context, report);
}

/// A matrix that is small enough to be solved with.
fn small_matrix(e: &mut Values<'_>, given: &Given<'_>) -> Option<Matrix> {
    let matrix = matrix_argument(e, given, 0)?;
    if matrix.rows.max(matrix.columns) > LARGEST_SYSTEM {
        report_size(e, given, 0, &format!("this is {}", matrix.size()));
        return None;
    }
    Some(matrix)
}

fn solve(e: &mut Values<'_>, given: &Given<'_>) -> Value {
    let Some(a) = small_matrix(e, given) else { return Value::Error };
    if a.rows != a.columns {
        let found = format!("a {} matrix", a.size());
        let hint = "for least squares write `pinv(A) * b`";
        report_rows(e, given, 0, ("a square matrix", &found), Some(hint));
        return Value::Error;
    }
    solution_for(e, given, &a)
}

/// The x for the right sides that are the second argument.
fn solution_for(e: &mut Values<'_>, given: &Given<'_>, a: &Matrix) -> Value {
    let column = given.value(1).and_then(|b| e.column_of(b)).map(Matrix::of_column);
    let is_column = column.is_some();
    let b = column.or_else(|| given.value(1).and_then(|b| e.matrix_of(b)));
    let Some(b) = b else {
        e.wrong_argument(given, 1, "a column or a matrix of numbers");
        return Value::Error;
    };
    if b.rows != a.rows {
        let expected = format!("a right side of {} rows, as the matrix has", a.rows);
        report_rows(e, given, 1, (&expected, &format!("a right side of {}", b.rows)), None);
        return Value::Error;
    }
    if b.columns > LARGEST_SYSTEM {
        report_size(e, given, 1, &format!("this is {}", b.size()));
        return Value::Error;
    }
    let rights = b.transposed();
    let mut dimensions = Vec::new();
    for right in 0..rights.rows {
        match column_dimensions(e, a, rights.row(right)) {
            Ok(found) => dimensions.extend(found),
            Err(misfit) => {
                report_misfit(e, given, a, right, &misfit);
                return Value::Error;
            }
        }
    }
    let Some(nodes) = solution(e, given, a, &nodes_of(&rights)) else { return Value::Error };
    let entries = nodes.into_iter().zip(dimensions);
    let entries = entries.map(|(node, dimension)| Entry { node, dimension }).collect();
    let x = Matrix { rows: rights.rows, columns: a.columns, entries }.transposed();
    if is_column { e.value_of_row(&x.entries) } else { e.value_of_matrix(&x) }
}

fn nodes_of(matrix: &Matrix) -> Vec<NodeId> {
    matrix.entries.iter().map(|entry| entry.node).collect()
}

/// An entry that does not have the dimension of its row over that of its column.
struct Misfit {
    row: usize,
    column: usize,
    /// `None` where it is beyond what can be expressed.
    expected: Option<Dimension>,
    found: Dimension,
}

/// The dimensions of x in `A x = b`: those of b over those of the entries, the same for every row.
fn column_dimensions(
    e: &mut Values<'_>,
    a: &Matrix,
    b: &[Entry],
) -> Result<Vec<Dimension>, Misfit> {
    let certain: Vec<bool> = a.entries.iter().map(|own| !e.is_any(*own)).collect();
    let mut rows: Vec<Option<Dimension>> =
        b.iter().map(|own| if e.is_any(*own) { None } else { Some(own.dimension) }).collect();
    let mut columns: Vec<Option<Dimension>> = vec![None; a.columns];
    loop {
        let mut changed = false;
        for row in 0..a.rows {
            for column in (0..a.columns).filter(|column| certain[row * a.columns + column]) {
                let found = a.at(row, column).dimension;
                let misfit = |expected| Misfit { row, column, expected, found };
                match (rows[row], columns[column]) {
                    (Some(of_row), None) => {
                        columns[column] = Some(of_row.over(found).ok_or_else(|| misfit(None))?);
                    }
                    (None, Some(of_column)) => {
                        rows[row] = Some(of_column.times(found).ok_or_else(|| misfit(None))?);
                    }
                    (Some(of_row), Some(of_column)) => {
                        let expected = of_row.over(of_column);
                        if expected != Some(found) {
                            return Err(misfit(expected));
                        }
                        continue;
                    }
                    (None, None) => continue,
                }
                changed = true;
            }
        }
        if changed {
            continue;
        }
        // Zeros on the right have any dimension.
        match rows.iter_mut().zip(b).find(|(row, _)| row.is_none()) {
            Some((row, own)) => *row = Some(own.dimension),
            None => break,
        }
    }
    Ok(columns.into_iter().map(|own| own.unwrap_or(Dimension::NONE)).collect())
}

fn report_misfit(e: &mut Values<'_>, given: &Given<'_>, a: &Matrix, right: usize, misfit: &Misfit) {
    let Some(expr) = given.expr(0) else { return };
    let Misfit { row, column, expected, found } = misfit;
    let found = describe(*found).words;
    let expected = expected.map_or("nothing".to_owned(), |expected| describe(expected).words);
    let message = format!(
        "row {row}, column {column} of the matrix does not fit: expected {expected}, found {found}"
    );
    let label = "each entry has the dimension of its row of b over that of its column's x";
    let place = given.context.place(expr.span);
    let mut report = diagnostics::terms_do_not_fit(place, &message, label);
    if right > 0 {
        report = report.note(format!("for column {right} of b"));
    }
    if a.rows > 1 {
        report = report.note("rows and columns are counted from 0");
    }
    e.report(given.context, report);
}

/// The solution for every right side, each as long as a row of the matrix; known where everything is.
fn solution(
    e: &mut Values<'_>,
    given: &Given<'_>,
    a: &Matrix,
    rights: &[NodeId],
) -> Option<Vec<NodeId>> {
    let shape = SystemShape {
        rows: a.rows as u8,
        columns: a.columns as u8,
        rights: (rights.len() / a.rows) as u8,
    };
    e.effort.spend_for(shape.entries() + shape.solutions());
    let matrix = nodes_of(a);
    // What is wrong with the present values of parameters is told, too.
    let present: Option<Vec<f64>> = matrix.iter().map(|&node| e.nodes.value(node)).collect();
    let all = || matrix.iter().chain(rights).copied();
    let is_known = all().all(|node| e.nodes.constant_value(node).is_some());
    if let Some(mut entries) = present {
        entries.extend(rights.iter().map(|&node| e.nodes.value(node).unwrap_or(0.0)));
        let mut solution = vec![0.0; shape.solutions()];
        let condition = cdl_graph::solve(shape, &entries, &mut solution);
        let is_good = condition <= WORST_CONDITION && solution.iter().all(|x| x.is_finite());
        if !is_good {
            let place = given.context.place(given.span);
            e.report(given.context, report::not_a_number(place, &shape.failure(condition)));
            return None;
        }
        if is_known {
            return Some(solution.into_iter().map(|x| e.nodes.constant(x)).collect());
        }
    }
    Some(linear::solution(&mut e.nodes, shape, linear::Matrix::Of(&matrix), rights))
}

fn pinv(e: &mut Values<'_>, given: &Given<'_>) -> Value {
    let Some(a) = small_matrix(e, given) else { return Value::Error };
    if given.value(1).is_some() {
        let adds_up = match a.rows.cmp(&a.columns) {
            Ordering::Equal => true,
            Ordering::Greater => line_dimensions(e, given, &a.transposed(), "column").is_some(),
            Ordering::Less => line_dimensions(e, given, &a, "row").is_some(),
        };
        return if adds_up { solution_for(e, given, &a) } else { Value::Error };
    }
    let Some(dimensions) = inverse_dimensions(e, given, &a) else { return Value::Error };
    let [zero, one] = [0.0, 1.0].map(|value| e.nodes.constant(value));
    let of = |place: usize| if place / a.rows == place % a.rows { one } else { zero };
    let rights: Vec<NodeId> = (0..a.rows * a.rows).map(of).collect();
    let Some(nodes) = solution(e, given, &a, &rights) else { return Value::Error };
    let entries = nodes.into_iter().zip(dimensions);
    let entries = entries.map(|(node, dimension)| Entry { node, dimension }).collect();
    let inverse = Matrix { rows: a.rows, columns: a.columns, entries }.transposed();
    e.value_of_matrix(&inverse)
}

/// Of the pseudoinverse, by the rows of the matrix. Least squares are sums, so what is squared has one
/// dimension: the entries of a column where there are more rows, those of a row where there are more
/// columns.
fn inverse_dimensions(e: &mut Values<'_>, given: &Given<'_>, a: &Matrix) -> Option<Vec<Dimension>> {
    let over = |dimension| Dimension::NONE.over(dimension);
    let found: Option<Vec<Dimension>> = if a.rows == a.columns {
        square_inverse_dimensions(e, given, a)?
    } else if a.rows > a.columns {
        let of_columns = line_dimensions(e, given, &a.transposed(), "column")?;
        (0..a.rows).flat_map(|_| of_columns.iter().map(|own| over(*own))).collect()
    } else {
        let of_rows = line_dimensions(e, given, a, "row")?;
        of_rows.iter().flat_map(|own| std::iter::repeat_n(over(*own), a.columns)).collect()
    };
    if found.is_none() {
        e.too_large(given.context, given.span);
    }
    found
}

fn square_inverse_dimensions(
    e: &mut Values<'_>,
    given: &Given<'_>,
    a: &Matrix,
) -> Option<Option<Vec<Dimension>>> {
    // With a right side that has any dimension rows and columns have some that fit.
    let zero = e.nodes.constant(0.0);
    let any = vec![Entry { node: zero, dimension: Dimension::NONE }; a.rows];
    let columns = match column_dimensions(e, a, &any) {
        Ok(columns) => columns,
        Err(misfit) => {
            report_misfit(e, given, a, 0, &misfit);
            return None;
        }
    };
    let mut found = Vec::with_capacity(a.entries.len());
    for row in 0..a.rows {
        let certain = (0..a.columns).find(|&column| !e.is_any(a.at(row, column)));
        let of_row = match certain {
            Some(column) => columns[column].times(a.at(row, column).dimension),
            None => Some(Dimension::NONE),
        };
        found.extend(columns.iter().map(|own| own.over(of_row?)));
    }
    Some(found.into_iter().collect())
}

/// The dimension of each row, or a report that one has two.
fn line_dimensions(
    e: &mut Values<'_>,
    given: &Given<'_>,
    lines: &Matrix,
    what: &str,
) -> Option<Vec<Dimension>> {
    let mut found = Vec::with_capacity(lines.rows);
    for line in 0..lines.rows {
        let mut own: Option<(usize, Dimension)> = None;
        for (place, entry) in lines.row(line).iter().enumerate() {
            if e.is_any(*entry) {
                continue;
            }
            let (first, dimension) = *own.get_or_insert((place, entry.dimension));
            if dimension != entry.dimension {
                let (across, squared) = match what {
                    "row" => ("column", "x"),
                    _ => ("row", "A * x - b"),
                };
                let [one, other] = [dimension, entry.dimension].map(|own| describe(own).words);
                let message = format!(
                    "{what} {line} of the matrix has {one} in {across} {first} \
                     and {other} in {across} {place}"
                );
                let label = format!("the squares of {squared} are added, so it has one dimension");
                let place = given.context.place(given.expr(0)?.span);
                let hint = format!("scale each {across} by a reference value of its own first");
                let report = diagnostics::terms_do_not_fit(place, &message, &label);
                e.report(given.context, report.note(hint));
                return None;
            }
        }
        found.push(own.map_or(Dimension::NONE, |(_, dimension)| dimension));
    }
    Some(found)
}
