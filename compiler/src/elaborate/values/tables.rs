//! The tables of data that a model uses, in the order of the graph.

use cdl_graph::TableId;

use crate::units::Dimension;

/// A table that the model uses.
#[derive(Clone)]
pub(super) struct TableUse {
    pub(super) file: String,
    /// Name and dimension of the first column.
    pub(super) argument: (String, Dimension),
    /// The other columns.
    pub(super) columns: Vec<(String, Dimension)>,
    is_smooth: bool,
    /// The same with smooth interpolation, once it is needed.
    smooth: Option<TableId>,
}

#[derive(Default)]
pub(super) struct Tables(Vec<TableUse>);

impl Tables {
    pub(super) fn get(&self, id: TableId) -> Option<&TableUse> {
        self.0.get(id.index())
    }

    /// The table of a file that is interpolated linearly.
    pub(super) fn linear(&self, file: &str) -> Option<TableId> {
        let index = self.0.iter().position(|own| own.file == file && !own.is_smooth)?;
        Some(TableId(index as u32))
    }

    /// The same table with smooth interpolation, if there is one already.
    pub(super) fn smooth(&self, table: TableId) -> Option<TableId> {
        self.get(table)?.smooth
    }

    pub(super) fn add(
        &mut self,
        file: String,
        argument: (String, Dimension),
        columns: Vec<(String, Dimension)>,
    ) {
        self.0.push(TableUse { file, argument, columns, is_smooth: false, smooth: None });
    }

    /// Notes that `smooth` is the smooth form of a table.
    pub(super) fn add_smooth(&mut self, table: TableId, smooth: TableId) {
        let Some(known) = self.0.get_mut(table.index()) else { return };
        known.smooth = Some(smooth);
        let copy = TableUse { is_smooth: true, ..known.clone() };
        self.0.push(copy);
    }
}
