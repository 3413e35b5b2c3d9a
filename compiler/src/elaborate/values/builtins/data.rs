//! Functions of tables of data.

use cdl_graph::Node;

use super::function::{Builtin, Given, Group, optional, required};
use crate::elaborate::report;
use crate::elaborate::values::Values;
use crate::elaborate::values::fit::Of;
use crate::elaborate::values::units::unit_of;
use crate::typed::Value;
use crate::units::Dimension;

pub(super) const FUNCTIONS: &[Builtin] = &[
    Builtin {
        name: "table",
        group: Group::Data,
        parameters: &[required("file", "Text")],
        variadic: false,
        result: "Table",
        doc: "the numbers of a CSV file, by column, or the values of a TOML file, by key",
        apply: table,
    },
    Builtin {
        name: "interpolate",
        group: Group::Data,
        parameters: &[
            required("table", "Table"),
            optional("x", "T", "time"),
            optional("column", "Text", "the second column"),
            optional("smooth", "Bool", "false"),
        ],
        variadic: false,
        result: "T",
        doc: "the value of a column where the first column is `x`: linear, or a smooth monotone \
              cubic; outside of the data the end values hold",
        apply: interpolate,
    },
];

fn table(e: &mut Values<'_>, given: &Given<'_>) -> Value {
    let Some(Value::Text(path)) = given.value(0) else {
        e.wrong_argument(given, 0, "Text");
        return Value::Error;
    };
    let path = path.clone();
    e.load_table(given.context, &path, given.context.place(given.span))
}

fn interpolate(e: &mut Values<'_>, given: &Given<'_>) -> Value {
    let Some(&Value::Table(table)) = given.value(0) else {
        e.wrong_argument(given, 0, "a table or a column of one");
        return Value::Error;
    };
    let Some(known) = e.tables.get(table) else { return Value::Error };
    let argument_dimension = known.argument.1;
    let columns: Vec<(String, Dimension)> = known.columns.clone();
    let file = known.file.clone();
    let column = match (given.column, given.value(2)) {
        (Some(column), _) => column.column,
        (None, Some(Value::Text(name))) => {
            match columns.iter().position(|(own, _)| **own == **name) {
                Some(column) => column as u16,
                None => {
                    let names: Vec<&str> = columns.iter().map(|(own, _)| own.as_str()).collect();
                    let span = given.expr(2).map_or(given.span, |expr| expr.span);
                    let place = given.context.place(span);
                    let report = crate::diagnostics::no_such_column(place, name, &file, &names);
                    e.report(given.context, report);
                    return Value::Error;
                }
            }
        }
        (None, None) => 0,
        (None, Some(_)) => {
            e.wrong_argument(given, 2, "Text");
            return Value::Error;
        }
    };
    let smooth = match given.value(3) {
        Some(Value::Bool(smooth)) => *smooth,
        None => false,
        Some(_) => {
            e.wrong_argument(given, 3, "a Bool that is known before the run");
            return Value::Error;
        }
    };
    let argument = match given.expr(1) {
        Some(expr) => {
            let Some((node, found)) = e.number_argument(given, 1) else { return Value::Error };
            let unit = unit_of(argument_dimension);
            if !e.fits(given.context, expr, found, argument_dimension, unit, Of::Nothing) {
                return Value::Error;
            }
            node
        }
        None => {
            if argument_dimension != Dimension::TIME {
                let place = given.context.place(given.span);
                let signature = given.builtin.short_signature();
                let report = report::missing_argument(place, "x", "interpolate", &signature);
                e.report(given.context, report);
                return Value::Error;
            }
            e.nodes.time()
        }
    };
    let Some(&(_, dimension)) = columns.get(usize::from(column)) else { return Value::Error };
    let table = e.smooth_table(table, smooth);
    let node = e.nodes.add(Node::Lookup { table, column, argument, derivative: 0 });
    Value::Scalar { node, dimension }
}
