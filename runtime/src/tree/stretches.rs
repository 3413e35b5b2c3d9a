//! Stretches: rods in a row on ball joints, each symmetric about the line of its joints, which have
//! a kernel of their own ([`super::rods`]). Found once, from joints and inertias; all other bodies
//! stay with the general passes.

use std::ops::Range;

use super::{Joint, Parent, Tree};
use crate::spatial::Vec3;

/// What counts as rounding beside what it was computed from.
const ROUNDING: f64 = 8.0 * f64::EPSILON;
/// Less inertia about the line, of that across it, is none: the general pass says so of who turns
/// it.
const LEAST: f64 = 1e-12;
/// A row of fewer is not worth its beginning and its end.
const FEWEST: usize = 2;

/// One body of a stretch: numbers for an evaluation side by side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rod {
    /// Its index.
    pub body: u32,
    /// Where its joint's numbers start in the position state.
    pub position: u32,
    /// Where they start in the velocity state.
    pub rate: u32,
    /// Its place among the spherical joints.
    pub gain: u32,
    /// kg
    pub mass: f64,
    /// Mass times the centre of mass along the line, from the reference point, kg m.
    pub first: f64,
    /// Moment of inertia about the reference point across the line, kg m².
    pub across: f64,
    /// About the line, kg m².
    pub along: f64,
    /// To the joint of what it carries, along the line, m; zero where it carries nothing.
    pub length: f64,
}

/// Rods, root first. Each but the first hangs on the one before; only the last one may carry
/// another kind of body, by a ball joint on its line.
#[derive(Clone, Debug)]
pub(crate) struct Stretch {
    /// Which axis of each joint their lines are: 0, 1 or 2.
    pub(super) line: usize,
    /// In a row.
    pub(super) rods: Vec<Rod>,
}

impl Stretch {
    /// The first and the last body.
    pub(crate) fn ends(&self) -> [usize; 2] {
        let ends = [self.rods.first(), self.rods.last()];
        ends.map(|rod| rod.map_or(0, |rod| rod.body as usize))
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.rods.len()
    }
}

/// What a pass takes at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// Bodies one by one.
    Others(Range<usize>),
    /// All rods of a stretch, where its first body stands: what carries it stands before that, what
    /// it carries after it.
    Stretch { index: usize, first: usize },
}

impl Piece {
    /// Where it begins and ends in the order of the bodies.
    fn place(&self) -> Range<usize> {
        match self {
            Piece::Others(bodies) => bodies.clone(),
            Piece::Stretch { first, .. } => *first..first + 1,
        }
    }
}

impl Tree {
    /// Has rods in a row swept by their own kernel from here on, where nothing but loads comes to
    /// them (`is_hung`: of each body, whether a cable hangs on it). Responses to further forces
    /// ([`super::TreeResponse`]) are not to be asked of such a tree.
    pub fn find_stretches(&mut self, is_hung: &[bool]) {
        let carried = self.carried();
        let lines: Vec<[bool; 3]> = (0..self.bodies())
            .map(|body| {
                [0, 1, 2].map(|axis| !is_hung[body] && self.is_rod(body, axis, &carried[body]))
            })
            .collect();
        let mut is_taken = vec![false; self.bodies()];
        for first in 0..self.bodies() {
            if is_taken[first] {
                continue;
            }
            let (lines, carried) = (&lines, &carried);
            let row = |line: usize| {
                let next = move |&body: &usize| match carried[body].as_slice() {
                    [only] if lines[*only][line] => Some(*only),
                    _ => None,
                };
                std::iter::successors(lines[first][line].then_some(first), next)
            };
            let Some(line) = (0..3).max_by_key(|&line| row(line).count()) else { continue };
            let bodies: Vec<usize> = row(line).collect();
            if bodies.len() < FEWEST {
                continue;
            }
            let index = self.stretches.len() as u32;
            for &body in &bodies {
                is_taken[body] = true;
                self.links[body].within = Some(index);
            }
            let rods = bodies.iter().map(|&body| self.rod(body, line, &carried[body])).collect();
            self.stretches.push(Stretch { line, rods });
        }
        self.pieces = self.cut(&is_taken);
    }

    /// Those that were found.
    pub(crate) fn stretches(&self) -> &[Stretch] {
        &self.stretches
    }

    /// The pieces that begin in a range, in order.
    pub(super) fn pieces(&self, bodies: Range<usize>) -> impl DoubleEndedIterator<Item = Piece> {
        let from = self.pieces.partition_point(|piece| piece.place().end <= bodies.start);
        let to = self.pieces.partition_point(|piece| piece.place().start < bodies.end);
        self.pieces[from.min(to)..to].iter().map(move |piece| match piece {
            Piece::Others(own) => {
                Piece::Others(own.start.max(bodies.start)..own.end.min(bodies.end))
            }
            Piece::Stretch { .. } => piece.clone(),
        })
    }

    /// Runs of what is in no stretch, and the stretches where their first bodies stand.
    fn cut(&self, is_taken: &[bool]) -> Vec<Piece> {
        let mut pieces = Vec::new();
        for (body, &is_taken) in is_taken.iter().enumerate() {
            let within = self.links[body].within.filter(|_| is_taken).map(|own| own as usize);
            match (within, pieces.last_mut()) {
                (Some(index), _) if self.stretches[index].ends()[0] == body => {
                    pieces.push(Piece::Stretch { index, first: body });
                }
                (Some(_), _) => {}
                (None, Some(Piece::Others(run))) if run.end == body => run.end += 1,
                (None, _) => pieces.push(Piece::Others(body..body + 1)),
            }
        }
        pieces
    }

    /// Of each body, those that it carries.
    fn carried(&self) -> Vec<Vec<usize>> {
        let mut carried = vec![Vec::new(); self.bodies()];
        for (body, link) in self.links.iter().enumerate() {
            if let Parent::Body(parent) = link.parent {
                carried[parent].push(body);
            }
        }
        carried
    }

    /// Whether a body is symmetric about an axis of its joint, with everything that moves it on
    /// that line.
    fn is_rod(&self, body: usize, axis: usize, carried: &[usize]) -> bool {
        let on_ball = |link: &super::model::Link| link.joint == Joint::Spherical;
        let (link, own) = (&self.links[body], &self.inertias[body]);
        let on_line = |arm: &Vec3| {
            let beside = [(axis + 1) % 3, (axis + 2) % 3].map(|k| arm[k].abs());
            beside[0].max(beside[1]) <= ROUNDING * arm[axis].abs()
        };
        let inertia = own.rotation.to_matrix();
        let [k, l] = [(axis + 1) % 3, (axis + 2) % 3];
        let beside = [inertia[(axis, k)], inertia[(axis, l)], inertia[(k, l)]];
        let uneven = (inertia[(k, k)] - inertia[(l, l)]).abs();
        let across = inertia[(k, k)];
        let is_symmetric =
            beside.iter().all(|own| own.abs() <= ROUNDING * across) && uneven <= ROUNDING * across;
        let carries_one = match carried {
            [] => true,
            [only] => on_ball(&self.links[*only]) && on_line(&self.links[*only].offset),
            _ => false,
        };
        on_ball(link)
            && link.rotation.is_none()
            && own.mass > 0.0
            && is_symmetric
            && inertia[(axis, axis)] > LEAST * across
            && on_line(&own.centre)
            && carries_one
    }

    /// Its numbers.
    fn rod(&self, body: usize, line: usize, carried: &[usize]) -> Rod {
        let (link, own) = (&self.links[body], &self.inertias[body]);
        let inertia = own.rotation.to_matrix();
        let across = (line + 1) % 3;
        Rod {
            body: body as u32,
            position: link.position as u32,
            rate: link.rate as u32,
            gain: link.gain as u32,
            mass: own.mass,
            first: own.mass * own.centre[line],
            across: inertia[(across, across)],
            along: inertia[(line, line)],
            length: carried.first().map_or(0.0, |&only| self.links[only].offset[line]),
        }
    }
}
