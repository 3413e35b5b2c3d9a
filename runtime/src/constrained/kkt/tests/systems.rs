//! Random matrices with the structure of constrained systems.

use cdl_runtime::kernels::kkt::{Coupling, Group, Part, Structure};
use nalgebra::{DMatrix, DVector};

/// A linear congruential generator, so that runs are equal everywhere.
pub struct Random(pub u64);

impl Random {
    /// In [-1, 1).
    pub fn number(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (((self.number() + 1.0) / 2.0 * limit as f64) as usize).min(limit - 1)
    }
}

#[derive(Clone)]
pub struct System {
    pub groups: Vec<Group>,
    pub couplings: Vec<Coupling>,
}

pub const LINK: Group = Group { displacements: 3, multipliers: 1 };
pub const NODE: Group = Group { displacements: 3, multipliers: 0 };
/// A body on a hinge to its parent.
pub const BODY: Group = Group { displacements: 6, multipliers: 5 };
/// The same in a plane.
pub const BAR: Group = Group { displacements: 3, multipliers: 2 };

pub fn chain(count: usize, group: Group) -> System {
    System {
        groups: vec![group; count],
        couplings: (1..count).map(|i| Coupling::joint(i, i - 1)).collect(),
    }
}

/// Links with bending couple with the two before.
pub fn bending_chain(count: usize) -> System {
    let mut system = chain(count, LINK);
    system.couplings.extend((2..count).map(|i| Coupling::force(i, i - 2)));
    system
}

/// A chain of links with both ends held.
pub fn held_chain(count: usize) -> System {
    let mut system = chain(count, LINK);
    system.groups.push(Group { displacements: 0, multipliers: 3 });
    system.couplings.push(Coupling::joint(count, count - 1));
    system
}

/// Bodies and links, each on a random one before it.
pub fn tree(count: usize, random: &mut Random) -> System {
    let kinds = [LINK, NODE, BODY, BAR, Group { displacements: 6, multipliers: 3 }];
    let groups = (0..count).map(|_| kinds[random.below(kinds.len())]).collect();
    let couplings = (1..count).map(|i| Coupling::joint(i, random.below(i))).collect();
    System { groups, couplings }
}

/// N planar four-bars side by side: cranks on the ground, couplers between neighbours.
pub fn four_bars(loops: usize) -> System {
    four_bars_of(BAR, 2, loops)
}

/// The same of other bodies, with so many constraints to close a loop.
pub fn four_bars_of(bar: Group, closing: usize, loops: usize) -> System {
    let closure = Group { displacements: 0, multipliers: closing };
    let mut system = System { groups: vec![bar], couplings: vec![] };
    for _ in 0..loops {
        let left = system.groups.len() - if system.groups.len() == 1 { 1 } else { 2 };
        let coupler = system.groups.len();
        system.groups.extend([bar, bar, closure]);
        system.couplings.push(Coupling::joint(coupler, left));
        system.couplings.push(Coupling::joint(coupler + 2, coupler));
        system.couplings.push(Coupling::joint(coupler + 2, coupler + 1));
    }
    system
}

/// Two cables from the ground with rungs between their nodes.
pub fn ladder(rungs: usize) -> System {
    let closure = Group { displacements: 0, multipliers: 3 };
    let mut system = System { groups: vec![LINK, LINK], couplings: vec![] };
    let (mut left, mut right) = (0, 1);
    for _ in 0..rungs {
        let first = system.groups.len();
        system.groups.extend([LINK, LINK, LINK, LINK, closure]);
        system.couplings.extend([
            Coupling::joint(first, left),
            Coupling::joint(first + 1, right),
            Coupling::joint(first + 2, first),
            Coupling::joint(first + 3, first + 2),
            Coupling::joint(first + 4, first + 3),
            Coupling::joint(first + 4, first + 1),
        ]);
        (left, right) = (first, first + 1);
    }
    system
}

/// A tree with closed loops and springs between random groups.
pub fn net(count: usize, loops: usize, random: &mut Random) -> System {
    let mut system = tree(count, random);
    for _ in 0..loops {
        let group = system.groups.len();
        system.groups.push(Group { displacements: 0, multipliers: 1 });
        let (a, b) = (random.below(count), random.below(count));
        system.couplings.extend([Coupling::joint(group, a), Coupling::joint(group, b)]);
        let (a, b) = (random.below(count), random.below(count));
        system.couplings.push(Coupling::force(a, b));
    }
    system
}

/// `size` cables from the ground with links between neighbours.
pub fn grid(size: usize) -> System {
    let closure = Group { displacements: 0, multipliers: 3 };
    let mut system = System { groups: vec![LINK; size * size], couplings: vec![] };
    for row in 0..size {
        for column in 0..size {
            let node = row * size + column;
            if column > 0 {
                system.couplings.push(Coupling::joint(node, node - 1));
            }
            if row > 0 {
                let hanger = system.groups.len();
                system.groups.extend([LINK, closure]);
                system.couplings.extend([
                    Coupling::joint(hanger, node - size),
                    Coupling::joint(hanger + 1, hanger),
                    Coupling::joint(hanger + 1, node),
                ]);
            }
        }
    }
    system
}

/// A platform on cables of ten links from the ground.
pub fn platform(cables: usize) -> System {
    let body = Group { displacements: 6, multipliers: 0 };
    let mut system = System { groups: vec![body], couplings: vec![] };
    for _ in 0..cables {
        let first = system.groups.len();
        system.groups.extend([LINK; 10]);
        system.groups.push(Group { displacements: 0, multipliers: 3 });
        system.couplings.extend((1..11).map(|i| Coupling::joint(first + i, first + i - 1)));
        system.couplings.push(Coupling::joint(first + 10, 0));
    }
    system
}

impl System {
    pub fn structure(&self) -> Structure {
        Structure::new(self.groups.clone(), &self.couplings)
    }

    fn part(&self, (group, part): (usize, Part)) -> usize {
        match part {
            Part::Displacements => self.groups[group].displacements,
            Part::All => self.groups[group].unknowns(),
            Part::First(count) => count,
        }
    }

    /// Values: stiff and heavy displacements, constraints on them with `-epsilon` on the diagonal,
    /// and columns that are not quite the transposed rows.
    pub fn fill(&self, structure: &Structure, epsilon: f64, random: &mut Random) -> Vec<f64> {
        let mut values = vec![0.0; structure.values()];
        let mut add = |row: (usize, usize), column: (usize, usize), value: f64| {
            let block = structure.block(row.0, column.0).expect("a block for the entry");
            values[block.at(row.1, column.1)] += value;
        };
        for (g, group) in self.groups.iter().enumerate() {
            for i in 0..group.displacements {
                for j in 0..group.displacements {
                    let mass = if i == j { 5.0 } else { 0.0 };
                    add((g, i), (g, j), mass + 0.3 * random.number());
                }
            }
            for i in group.displacements..group.unknowns() {
                add((g, i), (g, i), -epsilon);
                for j in 0..group.displacements {
                    constrain(&mut add, (g, i), (g, j), random);
                }
            }
        }
        for coupling in &self.couplings {
            let ends = [(coupling.first, coupling.second), (coupling.second, coupling.first)];
            for (a, b) in ends {
                let (a, b, rows, columns) = (a.0, b.0, self.part(a), self.part(b));
                let bound = self.groups[b].displacements.min(columns);
                for i in 0..rows {
                    for j in 0..bound {
                        if i < self.groups[a].displacements {
                            add((a, i), (b, j), 0.2 * random.number());
                        } else {
                            constrain(&mut add, (a, i), (b, j), random);
                        }
                    }
                }
            }
        }
        values
    }
}

/// The matrix with these values.
pub fn dense(structure: &Structure, values: &[f64]) -> DMatrix<f64> {
    let mut dense = DMatrix::zeros(structure.unknowns(), structure.unknowns());
    for row in 0..structure.groups().len() {
        for column in 0..structure.groups().len() {
            let Some(block) = structure.block(row, column) else { continue };
            let place = (structure.offset(row), structure.offset(column));
            for i in 0..block.rows {
                for j in 0..block.columns {
                    dense[(place.0 + i, place.1 + j)] = values[block.at(i, j)];
                }
            }
        }
    }
    dense
}

fn constrain(
    add: &mut impl FnMut((usize, usize), (usize, usize), f64),
    multiplier: (usize, usize),
    displacement: (usize, usize),
    random: &mut Random,
) {
    let gradient = random.number();
    add(multiplier, displacement, gradient);
    add(displacement, multiplier, -0.01 * (gradient + 0.02 * random.number()));
}

/// The residual in the scale of what it sums.
pub fn residual(matrix: &DMatrix<f64>, solution: &DVector<f64>, right: &DVector<f64>) -> f64 {
    (matrix * solution - right).amax() / (matrix.amax() * solution.amax() + right.amax())
}
