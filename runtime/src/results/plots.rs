//! Which recorded quantities share a plot.

use super::Column;
use super::quantity::titled;

/// A plot of one or more columns of the same unit over the axis.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PlotGroup {
    /// The path of the quantity that the columns are parts of.
    pub title: String,
    /// The quantity and its unit: `position [m]`.
    pub axis: String,
    /// Of all of them.
    pub unit: String,
    /// In the order of the columns.
    pub curves: Vec<PlotCurve>,
}

/// One column.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PlotCurve {
    /// In the legend.
    pub label: String,
    /// Index among the columns.
    pub column: usize,
}

/// Columns grouped in the order of their first member: the components of a vector or quaternion, and
/// the parts of an energy, share a plot. The balance of an energy has a plot of its own, since it is
/// smaller than the parts by many orders.
pub(super) fn plot_groups(columns: &[Column]) -> Vec<PlotGroup> {
    let mut groups: Vec<PlotGroup> = Vec::new();
    for (index, column) in columns.iter().enumerate() {
        let (title, label) = owner_and_part(&column.name);
        let curve = PlotCurve { label: label.to_owned(), column: index };
        let unit = column.unit_symbol();
        match groups.iter_mut().find(|group| group.title == title && group.unit == unit) {
            Some(group) => group.curves.push(curve),
            None => groups.push(PlotGroup {
                title: title.to_owned(),
                axis: titled(last_name(title), unit),
                unit: unit.to_owned(),
                curves: vec![curve],
            }),
        }
    }
    groups
}

/// `a.b.x` is part `x` of `a.b`; any other `a.b` is itself, called `b`.
fn owner_and_part(name: &str) -> (&str, &str) {
    let Some((owner, part)) = name.rsplit_once('.') else { return (name, name) };
    let component = matches!(part, "w" | "x" | "y" | "z");
    let energy = last_name(owner) == "energy" && part != "balance";
    if component || energy { (owner, part) } else { (name, part) }
}

/// Behind the last dot of a path.
fn last_name(path: &str) -> &str {
    path.rsplit_once('.').map_or(path, |(_, last)| last)
}
