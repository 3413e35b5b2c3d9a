//! Tables of data in the graph.

use cdl_graph::{Node, NodeId, TableId};

use super::{Context, Elaborator};
use crate::place::Place;
use crate::typed::Value;
use crate::units::Dimension;

/// A table that the model uses.
pub(super) struct TableUse {
    pub(super) file: String,
    /// Name and dimension of the first column.
    pub(super) argument: (String, Dimension),
    /// The other columns.
    pub(super) columns: Vec<(String, Dimension)>,
    /// The same with smooth interpolation, once it is needed.
    smooth: Option<TableId>,
}

impl<'a> Elaborator<'a> {
    /// Reads a file of data: columns become a table of the graph, keys a structure.
    pub(super) fn load_table(&mut self, context: Context, path: &str, place: Place) -> Value {
        let report = crate::diagnostics::data_file_unreadable(place, path, "not yet");
        self.report(context, report);
        Value::Error
    }

    /// The table with the interpolation that is asked for.
    pub(super) fn smooth_table(&mut self, table: TableId, smooth: bool) -> TableId {
        if !smooth {
            return table;
        }
        let Some(known) = self.tables.get(table.index()) else { return table };
        if let Some(smooth) = known.smooth {
            return smooth;
        }
        let Some(data) = self.nodes.signals.tables.get(table.index()) else { return table };
        let mut data = data.clone();
        data.smooth = true;
        let id = TableId(self.nodes.signals.tables.len() as u32);
        let copy = TableUse {
            file: known.file.clone(),
            argument: known.argument.clone(),
            columns: known.columns.clone(),
            smooth: Some(id),
        };
        self.nodes.signals.tables.push(data);
        self.tables.push(copy);
        if let Some(known) = self.tables.get_mut(table.index()) {
            known.smooth = Some(id);
        }
        id
    }

    pub(super) fn time_node(&mut self) -> NodeId {
        match self.time {
            Some(node) => node,
            None => {
                let node = self.nodes.add(Node::Time);
                self.time = Some(node);
                node
            }
        }
    }

    /// The unit to propose for a dimension.
    pub(super) fn unit_of(&self, dimension: Dimension) -> &'static str {
        crate::units::QUANTITY_TYPES
            .iter()
            .find(|ty| crate::units::unit_named(ty.unit).is_ok_and(|unit| unit.dimension == dimension))
            .map_or("1", |ty| ty.unit)
    }
}
