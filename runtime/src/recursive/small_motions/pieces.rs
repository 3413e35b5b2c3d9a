//! Cables in small motions: links and segments as slender bodies, each behind a joint that turns across it.
//!
//! A piece turns about two axes across itself. What turns it about itself would be its third, but nothing resists that and nothing is moved by it, so
//! pieces take that part from what carries them. One that stretches goes along itself as well, and its mass is at its end.

use std::ops::Range;

use super::bends::Bend;
use super::making::{Connection, LetsGo, Making};
use crate::chain::Line;
use crate::recursive::cable::{CableModel, CableRoot, CableTip, StationOn};
use crate::recursive::frame::FrameOn;
use crate::spatial::{Sym3, Vec3};
use crate::transfer::modes::{Freedom, Member};

/// A point of a member, from its reference point, m.
pub(in crate::recursive) type PointOf = (usize, Vec3);

/// The members that a cable is.
#[derive(Clone, Debug, Default)]
pub(super) struct CableOn {
    /// What its first node is on; the ground without.
    root: Option<PointOf>,
    /// Members from root to tip.
    pub(super) pieces: Range<usize>,
    /// From each one's start to its end, m.
    arms: Vec<Vec3>,
    /// Whether they stretch, so that a force is divided among both ends of one.
    stretches: bool,
}

impl CableOn {
    /// A node as a point of a member; nothing where that is the ground.
    pub(super) fn node(&self, node: usize) -> Option<PointOf> {
        match node.checked_sub(1) {
            None => self.root,
            Some(piece) => Some((self.pieces.start + piece, self.arms[piece])),
        }
    }

    /// From the start of a piece to its end, m.
    pub(super) fn arm(&self, piece: usize) -> Vec3 {
        self.arms[piece]
    }

    /// The points that a force on a place of it acts on, each with its share; without those on the ground.
    pub(super) fn shares(&self, station: &StationOn) -> Vec<(usize, Vec3, f64)> {
        let StationOn { link, fraction } = *station;
        let points = match self.stretches {
            false => vec![(self.at(station), 1.0)],
            true => vec![(self.node(link), 1.0 - fraction), (self.node(link + 1), fraction)],
        };
        let moving = points.into_iter().filter_map(|(point, share)| Some((point?, share)));
        moving.map(|((member, arm), share)| (member, arm, share)).collect()
    }

    /// A place on a link.
    pub(super) fn at(&self, station: &StationOn) -> Option<PointOf> {
        Some((self.pieces.start + station.link, self.arms[station.link] * station.fraction))
    }
}

/// What connects a piece to what is before it.
#[derive(Clone, Debug)]
pub(super) struct PieceJoint {
    /// About which it turns.
    bend: Bend,
    /// Of one that stretches: along which unit vector, and how much it resists, N/m and N s/m.
    stretch: Option<(Vec3, [f64; 2])>,
    /// Nothing holds its start.
    is_free: bool,
}

impl PieceJoint {
    /// Whether it does not bend.
    pub(super) fn is_loose(&self) -> bool {
        self.bend.stiffness == [0.0; 2]
    }

    /// What is left over where this moment of all beyond acts on it about its start, N m.
    pub(super) fn left_over(&self, moment: &Vec3) -> f64 {
        let moment = moment + self.bend.turns_back();
        let [first, second] = self.bend.axes.map(|axis| axis.dot(&moment));
        first.hypot(second)
    }

    /// With what is before it exerts.
    pub(super) fn lets_go(&self, [moment, force]: [Vec3; 2]) -> LetsGo {
        let Bend { axes, stiffness, damping, .. } = &self.bend;
        let turn = |k: usize| Freedom::turn(&axes[k], &moment, stiffness[k]).damped(damping[k]);
        let mut own = LetsGo { freedoms: vec![turn(0), turn(1)], ..LetsGo::default() };
        if let Some((along, [stiffness, damping])) = &self.stretch {
            own.freedoms.push(Freedom::shift(along, &force, *stiffness).damped(*damping));
            // It goes along a line that turns.
            let across = |axis: &Vec3| force.dot(&axis.cross(along));
            own.between = [0.0, across(&axes[0]), across(&axes[1])];
        }
        if self.is_free {
            let shift = |k: usize| Freedom::shift(&Vec3::ith(k, 1.0), &force, 0.0);
            own.freedoms.extend([shift(0), shift(1), shift(2)]);
        }
        own
    }
}

/// What acts on a piece and moves with it.
struct Piece {
    /// At its start and its end, N.
    forces: [Vec3; 2],
    /// kg
    added_mass: f64,
}

impl Making<'_> {
    /// The pieces of a cable, with what acts along them; nothing where that changes with their places, or where it is folded.
    pub(super) fn add_cable(&mut self, index: usize, all: &[f64]) -> Option<()> {
        let (model, data) = (self.model, self.data);
        let (cable, now) = (&model.cables[index], &data.cables[index]);
        let line = cable.line(now, model.layout.cable(all, index));
        let medium = cable.medium(now);
        let along = |piece| {
            let (forces, added_mass) = cable.loads.constant_on(&piece, medium)?;
            Some(Piece { forces, added_mass })
        };
        let pieces: Vec<Piece> = line.pieces().map(along).collect::<Option<_>>()?;
        let mut root = match &cable.root {
            CableRoot::Held(FrameOn::Body(frame)) => {
                Some((self.bodies[frame.body], data.tree.arm(frame)))
            }
            CableRoot::Held(FrameOn::World(_) | FrameOn::Base { .. }) | CableRoot::Free => None,
        };
        let is_free = matches!(cable.root, CableRoot::Free);
        let stretches = cable.pieces.kind.stretches();
        if stretches {
            root = self.add_root_mass(&line, &pieces, (root, is_free))?;
        }
        let first = self.made.len();
        let arms = line.positions.windows(2).map(|ends| ends[1] - ends[0]).collect();
        self.cables[index] = CableOn {
            // A link that nothing holds goes with its own start.
            root: if is_free && !stretches { Some((first, Vec3::zeros())) } else { root },
            pieces: first..first + pieces.len(),
            arms,
            stretches,
        };
        for (j, piece) in pieces.iter().enumerate() {
            let direction = Vec3::from(line.directions[j]);
            let bend = bend_before(cable, &line, j)?;
            let stretch = cable.axial().map(|law| {
                let (length, distance) = (line.lengths[j], self.cables[index].arms[j].norm());
                (direction, [law.stiffness(length, distance), law.resistance(length, distance)])
            });
            let joint = PieceJoint { bend, stretch, is_free: is_free && !stretches && j == 0 };
            let from = if j == 0 { root } else { self.cables[index].node(j) };
            let (carrier, arm) = from.unzip();
            let own = if stretches { point(&line, &pieces, j + 1) } else { rod(&line, j, piece) };
            let member = Member { carrier, arm: arm.unwrap_or_default(), ..own };
            self.add(member, Connection::Piece(joint));
        }
        for (j, piece) in pieces.iter().enumerate() {
            let on = &self.cables[index];
            // What is at the start of one that stretches does not pull at it.
            let start = if stretches { on.node(j) } else { Some((first + j, Vec3::zeros())) };
            for (at, force) in [start, on.node(j + 1)].into_iter().zip(&piece.forces) {
                if let Some((member, arm)) = at {
                    self.act(member, &arm, force);
                }
            }
        }
        self.hold_tip(index, &line)
    }

    /// What holds the tip, and keeps its direction.
    fn hold_tip(&mut self, index: usize, line: &Line<'_>) -> Option<()> {
        let (cable, now) = (&self.model.cables[index], &self.data.cables[index]);
        let (last, arm) = self.cables[index].node(line.lengths.len())?;
        let clamp = line.clamped.ends[1].map(|clamp| clamp.direction);
        let direction = Vec3::from(line.directions[line.lengths.len() - 1]);
        let law = cable.loads.bending.between([line.lengths[line.lengths.len() - 1], 0.0]);
        match &cable.tip {
            CableTip::Free => {}
            CableTip::Carries { body, .. } => {
                if let Some(clamp) = clamp {
                    self.tip_bends.push((*body, Bend::between(&law, &direction, &clamp)?));
                }
            }
            CableTip::Held(_) => {
                self.act(last, &arm, &-cable.tip_force(now));
                self.made[last].held = Some(arm);
                if let Some(clamp) = clamp {
                    let bend = Bend::between(&law, &clamp, &direction)?;
                    self.wrenches[last][0] += bend.turns_back();
                    self.made[last].hold_turn([&bend.whole_stiffness(), &bend.whole_damping()]);
                }
            }
        }
        Some(())
    }

    /// Half of the first segment's mass: of the body that the cable hangs on, or a point that moves freely. What the cable hangs on then; nothing where
    /// fluid goes with it that a body has no room for.
    fn add_root_mass(
        &mut self,
        line: &Line<'_>,
        pieces: &[Piece],
        (root, is_free): (Option<PointOf>, bool),
    ) -> Option<Option<PointOf>> {
        if is_free {
            let node = self.add(point(line, pieces, 0), Connection::Point);
            return Some(Some((node, Vec3::zeros())));
        }
        if let Some((member, arm)) = root {
            if pieces[0].added_mass != 0.0 {
                return None;
            }
            self.made[member].carry(0.5 * line.masses[0], &arm);
        }
        Some(root)
    }
}

/// The joint before a piece.
fn bend_before(cable: &CableModel, line: &Line<'_>, piece: usize) -> Option<Bend> {
    let behind = Vec3::from(line.directions[piece]);
    let bending = &cable.loads.bending;
    match piece.checked_sub(1) {
        Some(before) => {
            let law = bending.between([line.lengths[before], line.lengths[piece]]);
            Bend::between(&law, &Vec3::from(line.directions[before]), &behind)
        }
        None => match line.clamped.ends[0] {
            Some(clamp) => {
                let law = bending.between([0.0, line.lengths[piece]]);
                Bend::between(&law, &clamp.direction, &behind)
            }
            None => Some(Bend::loose(&behind)),
        },
    }
}

/// A link, with the fluid that goes with it across its length.
fn rod(line: &Line<'_>, piece: usize, on: &Piece) -> Member {
    let arm = line.positions[piece + 1] - line.positions[piece];
    let direction = Vec3::from(line.directions[piece]);
    let across = Sym3::isotropic(1.0).plus_square(-1.0, &direction);
    let mass = line.masses[piece];
    let turns = (mass + on.added_mass) * arm.norm_squared() / 12.0;
    let fluid = (on.added_mass != 0.0).then(|| Box::new(across.scaled(on.added_mass)));
    let about_centre = across.scaled(turns);
    Member { centre: arm * 0.5, entrained: fluid, ..Member::new(None, mass, about_centre) }
}

/// A node with half of its neighbours, at the end of the piece before it.
fn point(line: &Line<'_>, pieces: &[Piece], node: usize) -> Member {
    let (mut mass, mut fluid) = (0.0, Sym3::ZERO);
    for piece in [node.checked_sub(1), Some(node)].into_iter().flatten() {
        let Some(on) = pieces.get(piece) else { continue };
        let half = 0.5 * on.added_mass;
        mass += 0.5 * line.masses[piece];
        fluid =
            fluid.plus(&Sym3::isotropic(half)).plus_square(-half, &line.directions[piece].into());
    }
    let arm = match node.checked_sub(1) {
        Some(before) => line.positions[node] - line.positions[before],
        None => Vec3::zeros(),
    };
    let entrained = (fluid != Sym3::ZERO).then(|| Box::new(fluid));
    Member { centre: arm, entrained, ..Member::new(None, mass, Sym3::ZERO) }
}
