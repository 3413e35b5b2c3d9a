//! Tables of data in the graph.

use cdl_grammar::syntax::Expr;
use cdl_graph::{Table, TableColumn, TableId};

use super::Values;
use super::types::quantity_name;
use crate::diagnostics;
use crate::elaborate::context::Context;
use crate::place::Place;
use crate::tables::{Data, DataError, DataTable, DataValue, TableError};
use crate::typed::Value;

impl Values<'_> {
    /// Reads a file of data: columns become a table of the graph, keys a structure.
    pub(super) fn load_table(&mut self, context: Context, path: &str, place: Place) -> Value {
        match self.sources.data(context.source.module, path) {
            Ok(Data::Table(table)) => self.add_table(context, path, table, place),
            Ok(Data::Values(value)) => self.data_value(value),
            Err(DataError::Unreadable(reason)) => {
                self.report(context, diagnostics::data_file_unreadable(place, path, reason));
                Value::Error
            }
            Err(DataError::Wrong(errors)) => {
                self.report_wrong_data(context, place, errors);
                Value::Error
            }
        }
    }

    /// All that is wrong in a file, in one report.
    pub(in crate::elaborate) fn report_wrong_data(
        &mut self,
        context: Context,
        place: Place,
        errors: &[TableError],
    ) {
        let Some((first, others)) = errors.split_first() else { return };
        let mut report = diagnostics::data_file_wrong(place, first);
        for error in others {
            report = report.note(format!("{}: {}", error.location(), error.message));
        }
        self.report(context, report);
    }

    fn add_table(&mut self, context: Context, path: &str, data: &DataTable, place: Place) -> Value {
        if let Some(known) = self.tables.linear(path) {
            return Value::Table(known);
        }
        let Some((argument, columns)) = data.columns.split_first() else {
            let reason = "it has no columns";
            self.report(context, diagnostics::data_file_unreadable(place, path, reason));
            return Value::Error;
        };
        if let Err(error) = data.check_increasing(path, 0) {
            self.report(context, diagnostics::data_file_wrong(place, &error));
            return Value::Error;
        }
        let id = self.nodes.add_table(Table {
            path: path.to_owned(),
            argument: argument.values.clone(),
            columns: columns
                .iter()
                .map(|own| TableColumn { name: own.name.clone(), values: own.values.clone() })
                .collect(),
            smooth: false,
        });
        self.tables.add(
            path.to_owned(),
            (argument.name.clone(), argument.dimension),
            columns.iter().map(|own| (own.name.clone(), own.dimension)).collect(),
        );
        Value::Table(id)
    }

    /// Whether the first columns of a table have these units; says what is wrong otherwise.
    pub(in crate::elaborate) fn starts_with(
        &mut self,
        context: Context,
        expr: &Expr,
        table: TableId,
        units: [&'static str; 2],
    ) -> bool {
        let expected = units.map(|unit| self.schema_dimension(unit));
        let Some(known) = self.tables.get(table).cloned() else { return false };
        let columns = [Some(&known.argument), known.columns.first()];
        for ((which, column), expected) in
            ["first", "second"].into_iter().zip(columns).zip(expected)
        {
            let found = match column {
                Some((_, found)) if *found == expected => continue,
                Some((name, found)) => Some((name.as_str(), quantity_name(*found))),
                None => None,
            };
            let place = context.place(expr.span);
            let expected = quantity_name(expected);
            let report = diagnostics::wrong_column(place, &known.file, which, found, &expected);
            self.report(context, report);
            return false;
        }
        true
    }

    fn data_value(&mut self, value: &DataValue) -> Value {
        match value {
            DataValue::Bool(value) => Value::Bool(*value),
            DataValue::Int(value) => Value::Int(*value),
            DataValue::Scalar { value, dimension } => {
                Value::Scalar { node: self.nodes.constant(*value), dimension: *dimension }
            }
            DataValue::Text(text) => Value::Text(text.as_str().into()),
            DataValue::Struct(fields) => Value::Struct(
                fields
                    .iter()
                    .map(|(name, value)| (name.as_str().into(), self.data_value(value)))
                    .collect(),
            ),
            DataValue::Array(values) => {
                let values: Vec<Value> = values.iter().map(|own| self.data_value(own)).collect();
                self.data_array(values)
            }
        }
    }

    /// As in the language, three numbers of one dimension are a vector.
    fn data_array(&mut self, values: Vec<Value>) -> Value {
        let is_number = |value: &Value| matches!(value, Value::Int(_) | Value::Scalar { .. });
        if let ([a, b, c], true) = (values.as_slice(), values.iter().all(is_number)) {
            let parts = [a, b, c].map(|value| self.scalar_parts(value));
            let [(x, dimension), (y, of_y), (z, of_z)] = parts;
            if of_y == dimension && of_z == dimension {
                return Value::Vector { nodes: [x, y, z], dimension };
            }
        }
        Value::Array(values.into())
    }

    /// The table with the interpolation that is asked for.
    pub(super) fn smooth_table(&mut self, table: TableId, smooth: bool) -> TableId {
        if !smooth {
            return table;
        }
        if let Some(smooth) = self.tables.smooth(table) {
            return smooth;
        }
        let Some(data) = self.nodes.signals().tables.get(table.index()) else { return table };
        let mut data = data.clone();
        data.smooth = true;
        let id = self.nodes.add_table(data);
        self.tables.add_smooth(table, id);
        id
    }
}
