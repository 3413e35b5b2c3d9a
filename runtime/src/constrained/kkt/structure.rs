//! Groups, couplings, and where each block lies in the flat array of values.

use super::order::{Neighbour, Order, eliminate};

/// Unknowns that are eliminated together. The first `displacements` are coordinates, the rest
/// multipliers of constraints.
///
/// The own block of a group with displacements should be regular: its multipliers belong to
/// constraints that are independent on its own displacements, as a joint is to the child it moves.
/// Constraints that only close a loop belong to a group without displacements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// How many unknowns are coordinates.
    pub displacements: usize,
    /// How many belong to constraints.
    pub multipliers: usize,
}

impl Group {
    /// All of them.
    pub fn unknowns(self) -> usize {
        self.displacements + self.multipliers
    }
}

/// The unknowns of a group that take part in a coupling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Its first unknowns.
    Displacements,
    /// Multipliers as well.
    All,
    /// So many of the first.
    First(usize),
}

/// Two groups whose unknowns meet in two blocks of the matrix, one on each side of the diagonal.
/// The order of the two does not matter; several couplings of the same groups are united.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coupling {
    /// A group and what of it takes part.
    pub first: (usize, Part),
    /// The same of the other.
    pub second: (usize, Part),
}

impl Coupling {
    /// All unknowns of both.
    pub fn full(first: usize, second: usize) -> Self {
        Coupling { first: (first, Part::All), second: (second, Part::All) }
    }

    /// Displacements only: springs, bending.
    pub fn force(first: usize, second: usize) -> Self {
        Coupling { first: (first, Part::Displacements), second: (second, Part::Displacements) }
    }

    /// Constraints whose multipliers belong to `owner` and that act on the displacements of
    /// `other` too: the joint of a child to its parent, a closed loop on a body.
    pub fn joint(owner: usize, other: usize) -> Self {
        Coupling { first: (owner, Part::All), second: (other, Part::Displacements) }
    }
}

/// Beyond this many multiplications for each unknown, block elimination is given up for the
/// sparse LU. There both take as long, on nets and on platforms with many cables
/// (`runtime/benches/kkt.rs`); chains, trees and ladders take 20 to 150.
const OPERATIONS_PER_UNKNOWN: f64 = 20_000.0;

/// Where a block lies: entry `(i, j)` is `values[start + i * stride + j]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// Of its first entry.
    pub start: usize,
    /// From row to row.
    pub stride: usize,
    /// Rows and columns that the coupling of the two groups has. The others are zero and have no place.
    pub rows: usize,
    /// See `rows`.
    pub columns: usize,
}

impl Block {
    /// The place of entry `(row, column)`.
    pub fn at(self, row: usize, column: usize) -> usize {
        debug_assert!(row < self.rows && column < self.columns, "({row}, {column}) of {self:?}");
        self.start + row * self.stride + column
    }
}

/// The fixed structure of a matrix: which groups there are, which of them couple, and where each
/// block lies.
///
/// Values lie in the order of elimination (for the sparse LU, in the order given and without fill). Each group has its rows from the diagonal to the right
/// (`size x (size + border)`, row-major), then its columns below the diagonal
/// (`border x size`, row-major); the border are the unknowns of its neighbours that are
/// eliminated later. Fill has its place too, and stays zero in `values`.
#[derive(Clone, Debug)]
pub struct Structure {
    /// By which it is solved.
    method: Method,
    /// In the order given.
    groups: Vec<Group>,
    /// Of each group: its first unknown in vectors.
    offsets: Vec<usize>,
    /// For each group its place in the order of elimination.
    positions: Vec<usize>,
    /// Groups in the order of elimination.
    pub(super) fronts: Vec<Front>,
    /// Of all fronts, one after the other.
    pub(super) borders: Vec<Border>,
    /// For each front, for each pair of its borders, where its update goes.
    pub(super) targets: Vec<Target>,
    /// How many the matrix has.
    values: usize,
    /// How many there are.
    unknowns: usize,
}

/// One group in the order of elimination.
#[derive(Clone, Copy, Debug)]
pub(super) struct Front {
    /// Index in the order given.
    pub group: usize,
    /// Unknowns of its own.
    pub size: usize,
    /// Unknowns of its border.
    pub border: usize,
    /// First value of its rows.
    pub start: usize,
    /// First unknown in vectors.
    pub offset: usize,
    /// Its part of `Structure::borders`.
    pub first_border: usize,
    /// Behind its last one.
    pub last_border: usize,
    /// Start of its part of `Structure::targets`.
    pub first_target: usize,
}

impl Front {
    /// Of its rows.
    pub(super) fn width(&self) -> usize {
        self.size + self.border
    }

    /// First value of its columns below the diagonal.
    pub(super) fn columns(&self) -> usize {
        self.start + self.size * self.width()
    }

    /// Behind its last value.
    pub(super) fn end(&self) -> usize {
        self.columns() + self.border * self.size
    }
}

/// The first unknowns of a neighbour, as columns (and rows) of a front's border.
#[derive(Clone, Copy, Debug)]
pub(super) struct Border {
    /// The neighbour.
    pub group: usize,
    /// How many of its unknowns.
    pub size: usize,
    /// How many of the front's own unknowns couple, without fill; zero for fill.
    pub coupled: (usize, usize),
    /// First column within the border.
    pub place: usize,
    /// First unknown in vectors.
    pub offset: usize,
}

/// Where the update of one pair of borders goes, counted from the end of the front's own values.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target {
    /// Of the block.
    pub start: usize,
    /// From row to row.
    pub stride: usize,
}

/// How matrices of a structure are factored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Groups in an order from the graph of couplings, pivots within groups: for chains, trees and
    /// loops that do not nest much, in a time that grows with the number of groups.
    BlockElimination,
    /// A general sparse LU with partial pivoting.
    SparseLu,
}

impl Structure {
    /// Orders the elimination and lays the blocks out. Block elimination is chosen unless it takes
    /// more than 20 000 multiplications for each unknown.
    ///
    /// # Panics
    /// If a coupling names a group that is not there.
    pub fn new(groups: Vec<Group>, couplings: &[Coupling]) -> Self {
        let unknowns: usize = groups.iter().map(|group| group.unknowns()).sum();
        match eliminate(&groups, couplings, OPERATIONS_PER_UNKNOWN * unknowns as f64) {
            Some(order) => Self::lay_out(groups, order, Method::BlockElimination),
            None => Self::with_method(groups, couplings, Method::SparseLu),
        }
    }

    /// The same with a method of one's own choice.
    ///
    /// # Panics
    /// If a coupling names a group that is not there.
    pub fn with_method(groups: Vec<Group>, couplings: &[Coupling], method: Method) -> Self {
        let natural = || Order::natural(&groups, couplings);
        let order = match method {
            Method::BlockElimination => {
                eliminate(&groups, couplings, f64::INFINITY).unwrap_or_else(natural)
            }
            Method::SparseLu => natural(),
        };
        Self::lay_out(groups, order, method)
    }

    /// Gives every block its place, in an order of elimination.
    fn lay_out(groups: Vec<Group>, order: Order, method: Method) -> Self {
        let mut offsets = Vec::with_capacity(groups.len());
        let mut unknowns = 0;
        for group in &groups {
            offsets.push(unknowns);
            unknowns += group.unknowns();
        }
        let mut positions = vec![0; groups.len()];
        for (position, &group) in order.groups.iter().enumerate() {
            positions[group] = position;
        }

        let mut structure = Structure {
            method,
            groups,
            offsets,
            positions,
            fronts: Vec::with_capacity(order.groups.len()),
            borders: Vec::new(),
            targets: Vec::new(),
            values: 0,
            unknowns,
        };
        for (&group, neighbours) in order.groups.iter().zip(order.borders) {
            structure.append(group, neighbours);
        }
        if method == Method::BlockElimination {
            structure.aim();
        }
        structure
    }

    /// Adds a front with its borders.
    fn append(&mut self, group: usize, mut neighbours: Vec<(usize, Neighbour)>) {
        neighbours.sort_by_key(|(neighbour, _)| self.positions[*neighbour]);
        let first_border = self.borders.len();
        let mut place = 0;
        for (neighbour, parts) in neighbours {
            self.borders.push(Border {
                group: neighbour,
                size: parts.theirs,
                coupled: parts.coupled,
                place,
                offset: self.offsets[neighbour],
            });
            place += parts.theirs;
        }
        let front = Front {
            group,
            size: self.groups[group].unknowns(),
            border: place,
            start: self.values,
            offset: self.offsets[group],
            first_border,
            last_border: self.borders.len(),
            first_target: 0,
        };
        self.values = front.end();
        self.fronts.push(front);
    }

    /// Finds where the update of each pair of borders goes.
    fn aim(&mut self) {
        for position in 0..self.fronts.len() {
            let front = self.fronts[position];
            let end = front.end();
            self.fronts[position].first_target = self.targets.len();
            for row in front.first_border..front.last_border {
                for column in front.first_border..front.last_border {
                    let (row, column) = (self.borders[row].group, self.borders[column].group);
                    let place = self.place(row, column).map_or((end, 0), |(place, ..)| place);
                    self.targets.push(Target { start: place.0 - end, stride: place.1 });
                }
            }
        }
    }

    /// Start and stride of a block, and the border that holds it, if it is not on the diagonal.
    fn place(&self, row: usize, column: usize) -> Option<((usize, usize), Option<&Border>)> {
        let first = &self.fronts[self.positions[row].min(self.positions[column])];
        if row == column {
            return Some(((first.start, first.width()), None));
        }
        let other = if first.group == row { column } else { row };
        let border = self.borders[first.first_border..first.last_border]
            .iter()
            .find(|border| border.group == other)?;
        let place = if first.group == row {
            (first.start + first.size + border.place, first.width())
        } else {
            (first.columns() + border.place * first.size, first.size)
        };
        Some((place, Some(border)))
    }

    /// By which it is solved.
    pub fn method(&self) -> Method {
        self.method
    }

    /// In the order given.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// First unknown of the group in vectors: groups follow each other in the order they were given.
    pub fn offset(&self, group: usize) -> usize {
        self.offsets[group]
    }

    /// The block in the rows of one group and the columns of another, if they are coupled.
    pub fn block(&self, row_group: usize, column_group: usize) -> Option<Block> {
        let ((start, stride), border) = self.place(row_group, column_group)?;
        let (rows, columns) = match border {
            None => (self.groups[row_group].unknowns(), self.groups[column_group].unknowns()),
            Some(border) => {
                let (own, theirs) = border.coupled;
                if border.group == column_group { (own, theirs) } else { (theirs, own) }
            }
        };
        (rows > 0 && columns > 0 || border.is_none()).then_some(Block {
            start,
            stride,
            rows,
            columns,
        })
    }

    /// Length of the array of values.
    pub fn values(&self) -> usize {
        self.values
    }

    /// Length of vectors.
    pub fn unknowns(&self) -> usize {
        self.unknowns
    }
}
