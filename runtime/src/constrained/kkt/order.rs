//! The order in which groups are eliminated.
//!
//! Least border first (minimum degree, counted in unknowns), ties by index: chains from the end
//! with the smaller border, trees from their leaves, both without fill.
//!
//! A group of multipliers alone closes a loop. Its own block is only `-ε`; it becomes regular, and
//! well scaled, when displacements that it binds have been eliminated before. So it waits for the
//! groups of its loop: those on the paths from its neighbours towards the root of the tree that
//! the other groups form (a breadth-first tree from the group with the lowest index), up to where
//! the paths meet, and at most [`REACH`] of each path.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, VecDeque};

use super::structure::{Coupling, Group, Part};

/// Farther groups of a loop change neither its regularity nor, much, its scale, and waiting for
/// them would cost the square of the length of nested loops.
const REACH: usize = 64;

/// An order of the groups and what it leaves to the right of the diagonal.
pub(super) struct Order {
    /// The first is eliminated first.
    pub groups: Vec<usize>,
    /// For each place, the neighbours that come later.
    pub borders: Vec<Neighbours>,
}

/// A neighbour in the graph of the groups that remain. All parts are counts of first unknowns. The
/// first unknowns of a group are its displacements; its multipliers follow.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Neighbour {
    /// Unknowns of the neighbour that couple, with fill.
    pub theirs: usize,
    /// What couples without fill: own unknowns, the neighbour's unknowns.
    pub coupled: (usize, usize),
}

/// Of one group, by the index of the neighbour.
type Neighbours = Vec<(usize, Neighbour)>;
/// Of each group: its neighbours.
type Graph = Vec<Neighbours>;

impl Order {
    /// As given, without fill.
    pub(super) fn natural(groups: &[Group], couplings: &[Coupling]) -> Self {
        let borders = graph(groups, couplings)
            .into_iter()
            .enumerate()
            .map(|(group, neighbours)| {
                neighbours.into_iter().filter(|&(other, _)| other > group).collect()
            })
            .collect();
        Order { groups: (0..groups.len()).collect(), borders }
    }
}

/// Orders the elimination; `None` if it needs more than `limit` operations.
pub(super) fn eliminate(groups: &[Group], couplings: &[Coupling], limit: f64) -> Option<Order> {
    let mut graph = graph(groups, couplings);
    let mut waits = Waits::new(groups, &graph);
    let mut queue = BinaryHeap::new();
    let mut borders_now: Vec<usize> = graph.iter().map(|neighbours| border(neighbours)).collect();
    for (group, &size) in borders_now.iter().enumerate() {
        if waits.count[group] == 0 {
            queue.push(Reverse((size, group)));
        }
    }

    let mut eliminated = vec![false; groups.len()];
    let mut operations = 0.0;
    let mut order = Order {
        groups: Vec::with_capacity(groups.len()),
        borders: Vec::with_capacity(groups.len()),
    };
    while let Some(Reverse((size, group))) = queue.pop() {
        if eliminated[group] || size != borders_now[group] {
            continue;
        }
        eliminated[group] = true;
        operations += cost(groups[group].unknowns(), size);
        if operations > limit {
            return None;
        }
        // Those that are eliminated stay in the lists of others, where they count no more.
        let mut neighbours = std::mem::take(&mut graph[group]);
        neighbours.retain(|&(other, _)| !eliminated[other]);
        for &(neighbour, _) in &neighbours {
            let around = &mut graph[neighbour];
            let size = &mut borders_now[neighbour];
            if let Ok(place) = find(around, group) {
                *size -= around[place].1.theirs;
            }
            for &(other, parts) in &neighbours {
                if other != neighbour {
                    let entry = entry(around, other);
                    let theirs = entry.theirs.max(parts.theirs);
                    *size += theirs - entry.theirs;
                    entry.theirs = theirs;
                }
            }
            if waits.count[neighbour] == 0 {
                queue.push(Reverse((borders_now[neighbour], neighbour)));
            }
        }
        for waiting in std::mem::take(&mut waits.dependents[group]) {
            waits.count[waiting] -= 1;
            if waits.count[waiting] == 0 {
                queue.push(Reverse((borders_now[waiting], waiting)));
            }
        }
        order.groups.push(group);
        order.borders.push(neighbours);
    }
    Some(order)
}

/// Multiplications with additions that the elimination of one group takes.
fn cost(size: usize, border: usize) -> f64 {
    let (size, border) = (size as f64, border as f64);
    size * (size * size / 3.0 + size * border + border * border)
}

/// How many unknowns of neighbours meet a group.
fn border(neighbours: &[(usize, Neighbour)]) -> usize {
    neighbours.iter().map(|(_, neighbour)| neighbour.theirs).sum()
}

/// Where a neighbour is in the list, or where it would be.
fn find(neighbours: &[(usize, Neighbour)], other: usize) -> Result<usize, usize> {
    neighbours.binary_search_by_key(&other, |&(known, _)| known)
}

/// A neighbour, which is new where there is none yet.
fn entry(neighbours: &mut Neighbours, other: usize) -> &mut Neighbour {
    let place = find(neighbours, other).unwrap_or_else(|place| {
        neighbours.insert(place, (other, Neighbour::default()));
        place
    });
    &mut neighbours[place].1
}

/// Couplings of a group with itself are left out.
fn graph(groups: &[Group], couplings: &[Coupling]) -> Graph {
    let mut graph: Graph = vec![Neighbours::new(); groups.len()];
    for coupling in couplings {
        let ((a, _), (b, _)) = (coupling.first, coupling.second);
        let (own, theirs) = (part(groups, coupling.first), part(groups, coupling.second));
        if a == b || own == 0 || theirs == 0 {
            continue;
        }
        join(&mut graph[a], b, own, theirs);
        join(&mut graph[b], a, theirs, own);
    }
    graph
}

/// How many unknowns of the group take part.
fn part(groups: &[Group], (group, part): (usize, Part)) -> usize {
    match part {
        Part::Displacements => groups[group].displacements,
        Part::All => groups[group].unknowns(),
        Part::First(count) => count,
    }
}

/// Several couplings of one pair become one that holds all.
fn join(neighbours: &mut Neighbours, other: usize, own: usize, theirs: usize) {
    let entry = entry(neighbours, other);
    entry.theirs = entry.theirs.max(theirs);
    entry.coupled = (entry.coupled.0.max(own), entry.coupled.1.max(theirs));
}

/// What groups of multipliers alone wait for.
struct Waits {
    /// For each group, how many groups it still waits for.
    count: Vec<usize>,
    /// For each group, the groups that wait for it.
    dependents: Vec<Vec<usize>>,
}

impl Waits {
    fn new(groups: &[Group], graph: &Graph) -> Self {
        let tree = Tree::new(groups, graph);
        let mut waits =
            Waits { count: vec![0; groups.len()], dependents: vec![Vec::new(); groups.len()] };
        for (group, neighbours) in graph.iter().enumerate() {
            if groups[group].displacements > 0 {
                continue;
            }
            let members: Vec<usize> = neighbours
                .iter()
                .map(|&(other, _)| other)
                .filter(|&other| groups[other].displacements > 0)
                .collect();
            for member in tree.loop_through(&members) {
                waits.count[group] += 1;
                waits.dependents[member].push(group);
            }
        }
        waits
    }
}

/// Breadth-first trees of the groups with displacements.
struct Tree {
    /// Each root is its own parent.
    parents: Vec<usize>,
}

impl Tree {
    fn new(groups: &[Group], graph: &Graph) -> Self {
        let mut parents = vec![usize::MAX; groups.len()];
        let mut queue = VecDeque::new();
        for root in 0..groups.len() {
            if groups[root].displacements == 0 || parents[root] != usize::MAX {
                continue;
            }
            parents[root] = root;
            queue.push_back(root);
            while let Some(group) = queue.pop_front() {
                for &(next, _) in &graph[group] {
                    if groups[next].displacements > 0 && parents[next] == usize::MAX {
                        parents[next] = group;
                        queue.push_back(next);
                    }
                }
            }
        }
        Tree { parents }
    }

    /// All groups on the paths from the members towards the root, without those that are common to
    /// the paths of all members, unless there is one member only.
    fn loop_through(&self, members: &[usize]) -> Vec<usize> {
        let mut visits: BTreeMap<usize, usize> = BTreeMap::new();
        for &member in members {
            let mut group = member;
            for _ in 0..REACH {
                *visits.entry(group).or_default() += 1;
                if self.parents[group] == group {
                    break;
                }
                group = self.parents[group];
            }
        }
        visits
            .into_iter()
            .filter(|&(_, count)| members.len() == 1 || count < members.len())
            .map(|(group, _)| group)
            .collect()
    }
}
