//! Which form each part of a tree has: from topology and masses, once.
//!
//! Impedances never fail where tips are free, compliances never where they are held (they need mass). Beside a body that is much
//! heavier than its neighbour towards the root an impedance loses as many digits across their line as their ratio has, a compliance along it.
//! Where neither matters impedances cost less. Between ball joints both are written out (`ball.rs`, `bead.rs`).

use super::alone::Alone;
use super::axes::{axis_of, drift, turn};
use super::model::{Form, Sizes, Slot, Station, Transfer};
use crate::tree::{Joint, Parent, Tree};

/// So much heavier a body beyond is that its compliance is worth more than what it costs.
const HEAVY: f64 = 1e3;

/// What stands around a tree: of each body of it.
pub(crate) struct Surroundings<'a> {
    /// Rows of closings that hold it to the ground.
    pub(crate) rows: &'a [Vec<usize>],
    /// Whether cables hang on it.
    pub(crate) is_hung: &'a [bool],
}

/// Why the method does not solve a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Beyond {
    /// Between a held tip and the root a body has no mass, or no inertia about some axis.
    Massless { body: usize },
    /// The same of a cable that carries what is held.
    HeldBeyondCable { body: usize },
}

impl Transfer {
    /// # Errors
    /// The first body that the method cannot take.
    pub(crate) fn new(tree: &Tree, around: &Surroundings<'_>) -> Result<Self, Beyond> {
        Ok(Self::with(tree, around, &forms(tree, around)?))
    }

    /// In forms that have been chosen: a compliance only where there is mass.
    pub(super) fn with(tree: &Tree, around: &Surroundings<'_>, forms: &[Form]) -> Self {
        let bodies = tree.bodies();
        let mut transfer = Self {
            stations: Vec::with_capacity(bodies),
            inputs: Vec::with_capacity(bodies),
            rows: Vec::new(),
            alone: Vec::new(),
            turns: Vec::new(),
            sizes: Sizes::default(),
            beads: 0,
            balls: 0,
            nodes: 0,
            roots: 0,
            stands: 0,
        };
        let children = children(tree);
        let is_bead = beads(tree, around, forms, &children);
        let has_root = roots(tree, around, (forms, &is_bead), &children);
        let heaviest = heaviest(tree);
        let depths = depths(tree);
        for body in 0..bodies {
            let first = transfer.inputs.len();
            transfer.inputs.extend_from_slice(&children[body]);
            let inputs = first..transfer.inputs.len();
            let first = transfer.rows.len();
            transfer.rows.extend_from_slice(&around.rows[body]);
            let rows = first..transfer.rows.len();
            let is_known = forms[body] == Form::Compliance && !around.is_hung[body];
            let is_alone =
                is_known && children[body].iter().all(|&child| forms[child] == Form::Compliance);
            let carrier = match tree.parent(body) {
                Parent::Body(parent) => forms[parent],
                Parent::World | Parent::Base(_) | Parent::Anchor(_) => Form::Impedance,
            };
            let is_handed_on = forms[body] == Form::Compliance && carrier == Form::Compliance;
            let is_bead = is_bead[body];
            let bead = is_bead.then(|| {
                transfer.beads += 1;
                transfer.beads - 1
            });
            let is_ball = forms[body] == Form::Impedance
                && tree.joint(body) == Joint::Spherical
                && around.rows[body].is_empty()
                && children[body].iter().all(|&child| tree.joint(child) == Joint::Spherical);
            let ball = is_ball.then(|| {
                transfer.balls += 1;
                transfer.balls - 1
            });
            let on_same = match tree.parent(body) {
                Parent::Body(parent) => {
                    let carrier = &transfer.stations[parent];
                    is_bead && carrier.bead.is_some() || is_ball && carrier.ball.is_some()
                }
                Parent::World | Parent::Base(_) | Parent::Anchor(_) => false,
            };
            let turn = if is_ball {
                None
            } else {
                let heavy = |&&a: &&usize, &&b: &&usize| heaviest[a].total_cmp(&heaviest[b]);
                let lever = children[body].iter().max_by(heavy).map(|&child| tree.offset(child));
                turn(lever, axis_of(tree.joint(body)), forms[body] == Form::Compliance)
            };
            let inverse = if is_known { tree.inverse_inertia(body) } else { None };
            let alone = inverse.and_then(|own| {
                transfer.alone.push(Alone::of(tree, body, &own, turn.as_ref()));
                u32::try_from(transfer.alone.len() - 1).ok()
            });
            let turn = turn.and_then(|own| {
                transfer.turns.push(own);
                u32::try_from(transfer.turns.len() - 1).ok()
            });
            let root = has_root[body].then(|| {
                transfer.roots += 1;
                transfer.roots - 1
            });
            let is_rooted = |child: usize| has_root[body] && hands_on(tree, forms, child);
            let node = transfer.nodes;
            let slot = if on_same {
                Slot::Nothing
            } else {
                transfer.nodes += 1;
                transfer.sizes.add(held(tree, body))
            };
            let stand = if is_ball && slot == Slot::Nothing {
                0
            } else {
                transfer.stands += 1;
                transfer.stands
            };
            transfer.stations.push(Station {
                form: forms[body],
                handed: if is_handed_on { Form::Compliance } else { Form::Impedance },
                slot,
                inputs,
                rows,
                bead,
                ball,
                root,
                rooted: children[body].iter().copied().find(|&child| is_rooted(child)),
                node,
                stand,
                turn,
                alone,
                is_alone,
                drift: drift(depths[body]),
            });
        }
        transfer
    }
}

impl Sizes {
    fn add(&mut self, held: usize) -> Slot {
        let next = |count: &mut usize| {
            *count += 1;
            *count - 1
        };
        match held {
            0 => Slot::Nothing,
            3 => Slot::Three(next(&mut self.three)),
            4 => Slot::Four(next(&mut self.four)),
            5 => Slot::Five(next(&mut self.five)),
            _ => Slot::Six(next(&mut self.six)),
        }
    }
}

/// How many directions the joint of a body holds, drives among them.
fn held(tree: &Tree, body: usize) -> usize {
    let joint = tree.joint(body);
    let driven = (0..joint.coordinates()).filter(|&k| tree.is_driven(body, k)).count();
    6 - joint.rates() + driven
}

/// Of each body, those that it carries.
fn children(tree: &Tree) -> Vec<Vec<usize>> {
    let mut children = vec![Vec::new(); tree.bodies()];
    for body in 0..tree.bodies() {
        if let Parent::Body(parent) = tree.parent(body) {
            children[parent].push(body);
        }
    }
    children
}

/// Which bodies are between two ball joints, or at the end of a chain of these, and yield.
fn beads(
    tree: &Tree,
    around: &Surroundings<'_>,
    forms: &[Form],
    children: &[Vec<usize>],
) -> Vec<bool> {
    let is_bead = |body: usize| {
        let inputs = &children[body];
        forms[body] == Form::Compliance
            && !around.is_hung[body]
            && around.rows[body].is_empty()
            && tree.joint(body) == Joint::Spherical
            && match inputs.as_slice() {
                [] => true,
                [only] => forms[*only] == Form::Compliance && tree.joint(*only) == Joint::Spherical,
                _ => false,
            }
    };
    (0..tree.bodies()).map(is_bead).collect()
}

/// Which of the others know their compliance by its root: those that nothing else holds, with one input at the most that yields, of which the same is true.
fn roots(
    tree: &Tree,
    around: &Surroundings<'_>,
    (forms, is_bead): (&[Form], &[bool]),
    children: &[Vec<usize>],
) -> Vec<bool> {
    let mut has_root = vec![false; tree.bodies()];
    for body in (0..tree.bodies()).rev() {
        let mut inputs = children[body].iter().filter(|&&child| hands_on(tree, forms, child));
        has_root[body] = forms[body] == Form::Compliance
            && !is_bead[body]
            && around.rows[body].is_empty()
            && inputs.next().is_none_or(|&child| has_root[child])
            && inputs.next().is_none();
    }
    has_root
}

/// Whether what carries a body takes a compliance of it, if that has one itself.
fn hands_on(tree: &Tree, forms: &[Form], body: usize) -> bool {
    forms[body] == Form::Compliance && tree.joint(body) != Joint::Free
}

/// Of each body, how many joints stand before its own.
fn depths(tree: &Tree) -> Vec<usize> {
    let mut depths = vec![0; tree.bodies()];
    for body in 0..tree.bodies() {
        if let Parent::Body(parent) = tree.parent(body) {
            depths[body] = depths[parent] + 1;
        }
    }
    depths
}

/// Of each body the heaviest of itself and of those beyond it, kg.
fn heaviest(tree: &Tree) -> Vec<f64> {
    let mut heaviest: Vec<f64> = (0..tree.bodies()).map(|body| tree.mass(body)).collect();
    for body in (0..tree.bodies()).rev() {
        if let (Parent::Body(parent), true) = (tree.parent(body), tree.joint(body) != Joint::Free) {
            heaviest[parent] = heaviest[parent].max(heaviest[body]);
        }
    }
    heaviest
}

/// Of each body; what the sweeps do not do where one has none.
fn forms(tree: &Tree, around: &Surroundings<'_>) -> Result<Vec<Form>, Beyond> {
    let bodies = tree.bodies();
    // A compliance may have no inverse where something beyond is held.
    let mut is_held: Vec<bool> = around.rows.iter().map(|rows| !rows.is_empty()).collect();
    // It is needed there, and beside heavy bodies.
    let mut is_needed = is_held.clone();
    let heaviest = heaviest(tree);
    let mut forms = vec![Form::Impedance; bodies];
    for body in (0..bodies).rev() {
        let parent = match tree.parent(body) {
            Parent::Body(parent) => Some(parent),
            Parent::World | Parent::Base(_) | Parent::Anchor(_) => None,
        };
        let has_mass = tree.inverse_inertia(body).is_some();
        if is_held[body] && !has_mass {
            return Err(Beyond::Massless { body });
        }
        if is_held[body] && matches!(tree.parent(body), Parent::Anchor(_)) {
            return Err(Beyond::HeldBeyondCable { body });
        }
        is_needed[body] |= parent.is_some_and(|parent| heaviest[body] > HEAVY * tree.mass(parent));
        if has_mass && is_needed[body] {
            forms[body] = Form::Compliance;
        }
        let Some(parent) = parent else { continue };
        // A free joint hands nothing on.
        if tree.joint(body) != Joint::Free {
            is_needed[parent] |= is_needed[body] && has_mass;
            is_held[parent] |= is_held[body];
        }
    }
    Ok(forms)
}
