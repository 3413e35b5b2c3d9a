//! Cables: their links or segments, and what acts along them.

use std::ops::Range;
use std::sync::Arc;

use cdl_graph::{ControlPoints, FrameId};
use nalgebra::Vector3;

use crate::chain::lumped::{AxialLaw, Segments};
use crate::chain::{Form, Links, Loads, any_perpendicular};
use crate::laws::bspline::BSpline;
use crate::laws::spline::{DEGREES, LENGTHS, POINTS, Shapes};
use crate::laws::{Branch, Curve, NOTED};

use super::{Mechanism, Moving, TurnsOf};

/// Of a number for each piece of a cable: the mean of the pieces before and behind a node, as far as there are any.
pub(crate) fn beside(pieces: &[f64], node: usize) -> f64 {
    let first = node.saturating_sub(1);
    let own = &pieces[first..(node + 1).min(pieces.len())];
    own.iter().sum::<f64>() / own.len() as f64
}

/// A cable with its numbers, cut into pieces from start to end. They are alike but for a spline of several products.
#[derive(Clone, Debug)]
pub(crate) struct CableOf {
    /// From start to end.
    pub(crate) pieces: Pieces,
    /// What its pieces are made of, from start to end; at least one.
    pub(crate) products: Arc<[Product]>,
    /// Of a spline that resists twisting; clamps hold both its ends.
    pub(crate) torsion: Option<Torsion>,
    /// Where such a one is bent otherwise to one side than to the other, by a moment of its own, or with branches.
    pub(crate) sides: Option<Sides>,
    /// What relaxes in its sections.
    pub(crate) relaxing: RelaxingSections,
    /// At start and end.
    pub(crate) clamps: [Option<Clamp>; 2],
    /// Whether rope goes through an end.
    pub(crate) flows: bool,
    /// Masses on it: where, by the unstretched length from the start (m), and kg.
    pub(crate) clumps: Arc<[(f64, f64)]>,
}

/// Numbers that a winch keeps of each branch: the integral that has gone through its end, and what is noted
/// ([`crate::laws::haul`]).
pub(crate) const STORED: usize = 1 + NOTED;

/// What a cable is cut into.
#[derive(Clone, Debug)]
pub(crate) struct Pieces {
    /// Links or segments; the law of rigid links is not used, and that of a spline is of its first product.
    pub(crate) segments: Arc<Segments>,
    /// The discretization, with its numbers.
    pub(crate) kind: CableKind,
}

impl Pieces {
    /// Their lengths and masses.
    pub(crate) fn links(&self) -> &Links {
        &self.segments.links
    }

    /// What pulls where they stretch.
    pub(crate) fn axial(&self) -> Option<&AxialLaw> {
        self.kind.stretches().then_some(&self.segments.law)
    }

    /// Counted from the other end.
    pub(crate) fn reversed(&self) -> Self {
        // Where pieces are alike these are the same.
        let Segments { links, law } = &*self.segments;
        let segments = Arc::new(Segments { links: links.reversed(), law: law.clone() });
        Self { segments, kind: self.kind }
    }
}

/// What some pieces of a cable are made of, one behind the other.
#[derive(Clone, Debug)]
pub(crate) struct Product {
    /// The first one of these pieces.
    pub(crate) first: usize,
    pub(crate) loads: Arc<Loads>,
    /// How it stretches, if it is a spline that does.
    pub(crate) axial: Option<AxialStiffness>,
    /// What of its tension relaxes, N.
    pub(crate) branches: Arc<[Branch]>,
    /// Its tension, where that was measured: N over the strain.
    pub(crate) measured: Option<Arc<Curve>>,
    /// By which it may be bent, m.
    pub(crate) least_radius: Option<f64>,
}

impl Product {
    /// What pulls at the start in a piece of a spline of this length (m), if it stretches.
    pub(crate) fn stretching(&self, length: f64) -> Option<AxialLaw> {
        let axial = self.axial?;
        Some(axial.law(length, self.measured.as_deref(), &self.branches))
    }

    /// Strains of dampers in the branches of a piece.
    fn creep(&self) -> usize {
        DEGREES.len() * self.branches.len()
    }
}

/// Of a section, and what the whole is turned by at the start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Torsion {
    /// GJ, N m².
    pub(crate) stiffness: f64,
    /// N m² s
    pub(crate) damping: f64,
    /// About an axis across the rope, by its length: kg m.
    pub(crate) inertia: f64,
    /// rad
    pub(crate) turned: f64,
}

/// What bends a section towards the side of the clamp at the start, and towards the axis across that.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sides {
    /// EI, N m².
    pub(crate) stiffness: [f64; 2],
    /// Curvatures without a moment, 1/m.
    pub(crate) relaxed: [f64; 2],
    /// Of both, N m² s.
    pub(crate) damping: f64,
}

/// What fades where a section of a spline stays bent or twisted, beside what lasts.
#[derive(Clone, Debug, Default)]
pub(crate) struct RelaxingSections {
    /// N m² each, towards all sides alike; only where sections know how they are turned.
    pub(crate) bending: Arc<[Branch]>,
    /// N m² each.
    pub(crate) torsion: Arc<[Branch]>,
}

impl RelaxingSections {
    /// Strains of dampers in a piece: those of its twist, then of each Gauss point towards the first and the second axis.
    pub(crate) fn strains(&self) -> usize {
        self.torsion.len() + 2 * POINTS * self.bending.len()
    }
}

impl Sides {
    /// What resists to all sides alike, N m².
    pub(crate) fn common(&self) -> f64 {
        self.stiffness[0].min(self.stiffness[1])
    }

    /// Whether it matters how sections are turned at rest; they may be followed for the sake of what damps or relaxes alone.
    pub(crate) fn differ(&self) -> bool {
        self.stiffness[0] != self.stiffness[1] || self.relaxed != [0.0; 2]
    }
}

/// What keeps the direction of a cable at an end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clamp {
    /// That the direction is fixed in.
    pub(crate) frame: FrameId,
    /// In which the cable runs from start to end, a unit vector in the frame's axes.
    pub(crate) direction: Vector3<f64>,
    /// Across it, the side to which the relaxed cable curls, or to which it has a stiffness of its own, in the frame's
    /// axes. None where there is no such side, and where another clamp says it.
    pub(crate) side: Option<Vector3<f64>>,
}

impl Clamp {
    /// How the frame that holds it moves, where bodies do so.
    pub(crate) fn moving(&self, mechanism: &Mechanism, bodies: &[Moving]) -> Moving {
        let frame = mechanism.frame(self.frame);
        frame.moving(&bodies[frame.body])
    }

    /// Two axes across the cable, in the frame's axes; a right-handed system with its direction. The first is its side,
    /// if it has one.
    pub(crate) fn across(&self) -> [Vector3<f64>; 2] {
        let first = self.side.unwrap_or_else(|| any_perpendicular(&self.direction));
        [first, self.direction.cross(&first)]
    }
}

/// Decides what the states of the recursive formulation are and what holds the pieces in the constrained one.
/// Each formulation has a room for each of them; others ask for its properties.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum CableKind {
    RigidLinks(Form),
    Lumped,
    /// Only the constrained formulation moves it; the recursion takes it for links, or for segments where it
    /// stretches, to find what hangs where.
    Spline {
        stretches: bool,
    },
    /// The same; its links are the lines between control points, and its nodes these.
    BSpline {
        degree: usize,
        control: ControlPoints,
    },
}

/// Of a section, without branches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct AxialStiffness {
    /// EA, N; zero only where there are branches. What was measured has that of its steepest part.
    pub(crate) stiffness: f64,
    /// N s
    pub(crate) damping: f64,
}

impl AxialStiffness {
    /// Whether it carries a load for good.
    pub(crate) fn lasts(self) -> bool {
        self.stiffness > 0.0
    }

    /// How it stretches at the start, where these branches have relaxed. What carries nothing for good has just been
    /// loaded then.
    pub(crate) fn at_start(self, branches: &[Branch]) -> Self {
        if self.lasts() {
            return self;
        }
        let stiffness = branches.iter().map(|branch| branch.stiffness).sum();
        Self { stiffness, ..self }
    }

    /// That in a piece of this length, m.
    pub(crate) fn law(
        self,
        length: f64,
        measured: Option<&Curve>,
        branches: &[Branch],
    ) -> AxialLaw {
        let Self { stiffness, damping } = self.at_start(branches);
        let damping = damping / length;
        match measured {
            Some(curve) => AxialLaw::Table { curve: Arc::new(curve.of_piece(length)), damping },
            None => AxialLaw::Spring { stiffness: stiffness / length, damping, pushes: true },
        }
    }
}

impl CableKind {
    /// Whether its pieces change their lengths, so that no equation keeps them.
    pub(crate) fn stretches(self) -> bool {
        match self {
            CableKind::RigidLinks(_) => false,
            CableKind::Lumped | CableKind::BSpline { .. } => true,
            CableKind::Spline { stretches } => stretches,
        }
    }

    /// Whether it is the straight pieces that the forest takes it for.
    pub(crate) fn is_straight(self) -> bool {
        match self {
            CableKind::RigidLinks(_) | CableKind::Lumped => true,
            CableKind::Spline { .. } | CableKind::BSpline { .. } => false,
        }
    }

    /// Whether its nodes have slopes: then places between them are no mean of two.
    pub(crate) fn is_curved(self) -> bool {
        match self {
            CableKind::RigidLinks(_) | CableKind::Lumped | CableKind::BSpline { .. } => false,
            CableKind::Spline { .. } => true,
        }
    }

    /// Whether its pieces are rods, between whose nodes the distance never changes.
    pub(crate) fn is_of_rods(self) -> bool {
        !self.stretches() && !self.is_curved()
    }

    /// Whether the mass sits on the nodes or is spread along the pieces.
    pub(crate) fn has_mass_on_nodes(self) -> bool {
        match self {
            CableKind::RigidLinks(_) | CableKind::Spline { .. } | CableKind::BSpline { .. } => {
                false
            }
            CableKind::Lumped => true,
        }
    }
}

impl CableOf {
    pub(crate) fn links(&self) -> &Links {
        self.pieces.links()
    }

    /// What pulls where it stretches.
    pub(crate) fn axial(&self) -> Option<&AxialLaw> {
        self.pieces.axial()
    }

    /// What a piece is made of.
    pub(crate) fn product(&self, piece: usize) -> &Product {
        let after = self.products.partition_point(|own| own.first <= piece);
        &self.products[after.saturating_sub(1)]
    }

    /// The pieces that are made of the same as this one.
    pub(crate) fn alike(&self, piece: usize) -> Range<usize> {
        let after = self.products.partition_point(|own| own.first <= piece);
        let end = self.products.get(after).map_or(self.links().count(), |next| next.first);
        self.product(piece).first..end
    }

    /// What acts along what is alike from end to end, or along the first product.
    pub(crate) fn loads(&self) -> &Arc<Loads> {
        &self.products[0].loads
    }

    /// Whether all of it is of one product.
    pub(crate) fn is_even(&self) -> bool {
        self.products.len() == 1
    }

    /// What pulls at the start in each piece, or in all of them; none where it keeps its length.
    pub(crate) fn laws(&self) -> Vec<AxialLaw> {
        if self.is_even() && self.bspline().is_none() {
            return self.axial().cloned().into_iter().collect();
        }
        let lengths = self.links().lengths().iter().enumerate();
        lengths.filter_map(|(piece, &length)| self.product(piece).stretching(length)).collect()
    }

    /// The shape functions of each piece of a spline.
    pub(crate) fn shapes(&self) -> Vec<Arc<Shapes>> {
        let mut all: Vec<Arc<Shapes>> = Vec::with_capacity(self.links().count());
        for &length in self.links().lengths() {
            let same = all.last().filter(|last| last.length == length).cloned();
            all.push(same.unwrap_or_else(|| Arc::new(Shapes::new(length))));
        }
        all
    }

    /// The functions of a B-spline, if it is one.
    pub(crate) fn bspline(&self) -> Option<BSpline> {
        let CableKind::BSpline { degree, control } = self.pieces.kind else { return None };
        let spans = self.links().count() + 1 - degree;
        Some(BSpline::new(degree, spans, control, self.links().length()))
    }

    /// Strains of dampers in branches before a piece; of all, where it is their number.
    pub(crate) fn creep_before(&self, piece: usize) -> usize {
        let ends = self.products.iter().skip(1).map(|next| next.first).chain([usize::MAX]);
        let each = self.products.iter().zip(ends);
        each.map(|(own, end)| end.min(piece).saturating_sub(own.first) * own.creep()).sum()
    }

    /// Strains of dampers in branches.
    pub(crate) fn creep(&self) -> usize {
        self.creep_before(self.links().count())
    }

    /// The same of what relaxes in its sections; then, where moments relax in rope that flows, what each strain of these has grown by as rope
    /// was mixed, and what acts on both of its lengths as it takes that along.
    pub(crate) fn section_creep(&self) -> usize {
        self.relaxing.strains() * self.links().count() + self.carrying()
    }

    /// See [`Self::section_creep`].
    pub(crate) fn carrying(&self) -> usize {
        let RelaxingSections { bending, torsion } = &self.relaxing;
        if !self.flows || bending.is_empty() {
            return 0;
        }
        (self.relaxing.strains() - torsion.len()) * self.links().count() + LENGTHS
    }

    /// What is kept of rope that relaxes and lies on winches: for both ends, [`STORED`] numbers of each branch; and then what each
    /// damper's strain has grown by as rope was mixed.
    pub(crate) fn wound(&self) -> usize {
        if self.flows { 2 * STORED * self.products[0].branches.len() + self.creep() } else { 0 }
    }

    /// Nodes that have a slope.
    pub(crate) fn slopes(&self) -> usize {
        if self.pieces.kind.is_curved() { self.links().count() + 1 } else { 0 }
    }

    /// Nodes between the ends at which sections have an attitude.
    pub(crate) fn sections(&self) -> usize {
        self.torsion.map_or(0, |_| self.links().count() - 1)
    }

    /// What it remembers of its turns.
    pub(crate) fn turns(&self) -> usize {
        self.torsion.map_or(0, |_| self.turns_from(0).len(self.flows))
    }

    /// Where these are, if they begin there.
    pub(crate) fn turns_from(&self, first: usize) -> TurnsOf {
        TurnsOf { first, count: self.links().count(), branches: self.relaxing.torsion.len() }
    }

    /// Numbers of the state beside nodes.
    pub(crate) fn integrals(&self) -> usize {
        self.axial().map_or(0, |law| law.integrals(self.links().count()))
    }
}
