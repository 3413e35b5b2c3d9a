//! From tips to roots: each body takes what comes into it, then its joint is passed.

use nalgebra::{SMatrix, SVector};

use super::axes::{Seen, Stand, clean_of, turned, turned_back};
use super::bead::{Given, Tip, Yielding};
use super::data::{Cut, HeldRow, Node, TransferData, Visitor};
use super::directions::{Freedoms, held};
use super::factor::Factor;
use super::model::{Form, Slot, Transfer};
use super::rooted::Hold;
use super::shaken::shake_symmetric;
use super::{Mat6, Vec6, carried, halves, shifted, stacked, symmetric};
use crate::spatial::{
    Articulated, Mat3, Pivot, PointLoad, Shake, Sym3, Vec3, is_cleared, transposed_times,
    without_tiny,
};
use crate::tree::{Tree, TreeData, TreeError};

impl Transfer {
    /// Sweeps over `bodies`, last first. The kinematic pass and all loads of these bodies must be there, and the sweep over
    /// everything that hangs on them.
    ///
    /// # Errors
    /// The first body met that cannot be passed.
    pub(crate) fn inward(
        &self,
        bodies: std::ops::Range<usize>,
        tree: &Tree,
        motion: &TreeData,
        data: &mut TransferData,
    ) -> Result<(), TreeError> {
        self.stand(bodies.clone(), (tree, motion), &mut data.stands);
        data.fastest = motion.fastest_turn(bodies.clone());
        for body in bodies.rev() {
            let station = &self.stations[body];
            let passed = match (station.bead, station.ball) {
                (Some(bead), _) => self.pass_bead(body, bead, (tree, motion), data),
                (None, Some(ball)) => self.pass_ball(body, ball, (tree, motion), data),
                (None, None) => self
                    .join(body, tree, motion, data)
                    .and_then(|()| self.pass(body, tree, motion, data)),
            };
            passed.map_err(|pivot| match pivot {
                Pivot::Singular => TreeError::Singular { body },
                Pivot::NotFinite => TreeError::NotFinite { body },
            })?;
        }
        Ok(())
    }

    /// Both at once.
    fn pass_bead(
        &self,
        body: usize,
        index: usize,
        (tree, motion): (&Tree, &TreeData),
        data: &mut TransferData,
    ) -> Result<(), Pivot> {
        let station = &self.stations[body];
        let Some(own) = self.alone(station) else { return Ok(()) };
        let tip = self.inputs[station.inputs.clone()].first().map(|&input| {
            let own = &self.stations[input];
            let (yielding, moment) = match (own.bead, own.slot) {
                (Some(other), _) => (data.beads[other].yielding, data.beads[other].moment),
                (None, Slot::Three(slot)) => {
                    let [moment, _] = halves(&data.nodes[own.node].known);
                    (data.three[slot].yielding(), moment)
                }
                (None, _) => Default::default(),
            };
            let Seen { rotation, arm } = data.stands[self.standing(input)].seen;
            let yielding = Yielding {
                compliance: yielding.compliance.rotated(&rotation),
                offset: rotation * yielding.offset,
            };
            Tip { arm, yielding, moment: rotation * moment }
        });
        let effort = &motion.effort[tree.rate_range(body)];
        let effort = Vec3::new(effort[0], effort[1], effort[2]);
        let moment = self.in_own_axes(motion, body, &effort);
        let Stand { axes, seen } = data.stands[self.standing(body)];
        let ([_, bias], loads) = (motion.bias(body), motion.opposed(body));
        let [bias, bias_moment, bias_force] =
            [&bias, &loads.bias_moment, &loads.bias_force].map(|v| transposed_times(&axes, v));
        let given = Given { bias_moment, bias_force, moment, bias };
        let now = &mut data.beads[index];
        now.moment = moment;
        now.yielding = now.bead.inward(own, tree.mass(body), &given, tip.as_ref())?;
        if let Some(seed) = motion.shaken {
            now.shake(Shake::new(seed, body), &given, tip.as_ref());
        }
        if is_cleared(body) {
            now.yielding = now.yielding.without_tiny();
        }
        let (yielding, compliance) = (now.yielding, now.bead.own_compliance());
        let Slot::Three(slot) = station.slot else { return Ok(()) };
        // What carries it is no bead.
        let node = &mut data.nodes[station.node];
        node.known = stacked(&moment, &Vec3::zeros());
        node.sizes = [0.0, compliance];
        node.is_summed = tip.is_some();
        node.freedoms = Freedoms::of((tree, motion), body, &axes, station.drift);
        let cut = &mut data.three[slot];
        cut.hold_point(&seen, &yielding.compliance, &yielding.offset);
        if station.handed == Form::Impedance {
            let weakest = invert(node, cut)?;
            data.weakest = data.weakest.min(weakest);
        }
        Ok(())
    }

    /// The body alone, then its inputs: impedances are added, compliances eliminated one after the other.
    fn join(
        &self,
        body: usize,
        tree: &Tree,
        motion: &TreeData,
        data: &mut TransferData,
    ) -> Result<(), Pivot> {
        let station = &self.stations[body];
        let inputs = &self.inputs[station.inputs.clone()];
        let axes = data.stands[self.standing(body)].axes;
        let own = &opposed(motion.opposed(body), &axes);
        let constant = self.alone(station);
        let alone = constant.filter(|_| station.is_alone);
        let mass = tree.mass(body);
        let mut offset = match constant {
            Some(constant) => {
                let turns = motion.turn_of(tree, body) * data.fastest;
                let own = [&own.bias_moment, &own.bias_force];
                constant.opposed(mass, own, (station.drift, turns))
            }
            None => stacked(&own.bias_moment, &own.bias_force),
        };
        let mut relation = match constant {
            Some(_) if station.is_alone => Mat6::zeros(),
            Some(constant) => constant.impedance(mass),
            None => inertia(own),
        };
        for &input in inputs {
            if station.rooted == Some(input) {
                continue;
            }
            let seen = &data.stands[self.standing(input)].seen;
            let node = &data.nodes[self.stations[input].node];
            offset += shifted(&turned(&seen.rotation, &node.known), &seen.arm);
            if self.stations[input].handed == Form::Impedance {
                data.with(self.stations[input].slot, Add { to: (&mut relation, &mut offset) });
            }
        }
        if let Some(root) = station.root {
            let known = (alone, relation, &-offset);
            return self.join_root((body, mass), root, known, motion, data);
        }
        let mut before = relation;
        if station.form == Form::Compliance {
            let mut impedance = alone.map_or(relation, |own| own.impedance(mass));
            if let Some(seed) = motion.shaken {
                let size = impedance.abs();
                shake_symmetric(&mut impedance, &mut Shake::new(!seed, body), &size);
            }
            relation = match alone {
                Some(own) => own.compliance(mass),
                None => Factor::new(&relation, &relation.diagonal())?.solve(&Mat6::identity()),
            };
            before = Mat6::zeros();
            let loads = -offset;
            offset = match alone {
                Some(own) => own.falls(mass, &loads),
                None => relation * loads,
            };
            let own_sizes = traces(&relation);
            let (mut sizes, mut taken) = (own_sizes, 0);
            for &input in inputs {
                let station = &self.stations[input];
                if station.handed != Form::Compliance {
                    continue;
                }
                let of = Taken { relation: &mut relation, offset: &mut offset, sizes };
                let weakest = if taken == 0 {
                    let seen = data.stands[self.standing(input)].seen;
                    let (impedance, loads) = (&impedance, &loads);
                    data.with(
                        station.slot,
                        First { of, impedance, loads, node: station.node, seen: &seen },
                    )
                } else {
                    before = *of.relation;
                    data.with(station.slot, Take { of })
                };
                data.weakest = data.weakest.min(weakest.unwrap_or(Ok(1.0))?);
                (sizes, taken) = (traces(&relation), taken + 1);
            }
            let TransferData { rows, weakest, .. } = data;
            let rows = &mut rows[station.rows.clone()];
            let is_summed = taken == 1 && rows.is_empty();
            for row in rows {
                before = relation;
                let gradient = turned_back(&axes, &stacked(&row.gradient[0], &row.gradient[1]));
                let of = Taken { relation: &mut relation, offset: &mut offset, sizes };
                *weakest = weakest.min(hold(row, &gradient, of)?);
            }
            let node = &mut data.nodes[station.node];
            (node.sizes, node.is_summed) = (own_sizes, is_summed);
        }
        let node = &mut data.nodes[station.node];
        (node.relation, node.offset) = (relation, offset);
        if let Some(seed) = motion.shaken {
            node.shake(Shake::new(seed, body), &before);
        }
        Ok(())
    }

    /// Eliminates what the joint lets go.
    fn pass(
        &self,
        body: usize,
        tree: &Tree,
        motion: &TreeData,
        data: &mut TransferData,
    ) -> Result<(), Pivot> {
        let station = &self.stations[body];
        let Stand { axes, seen } = data.stands[self.standing(body)];
        let freedoms = Freedoms::of((tree, motion), body, &axes, station.drift);
        let node = &mut data.nodes[station.node];
        node.known = self.known((tree, motion), body, &freedoms);
        node.freedoms = freedoms;
        if station.slot == Slot::Nothing {
            // What acts across a free joint is known, so all motion beyond it is.
            node.wrench = node.known;
            if let Some(root) = station.root {
                let own = &mut data.roots[root];
                own.bear(&node.wrench);
                node.offset += own.yields();
                return Ok(());
            }
            if station.form == Form::Impedance {
                let factor = Factor::new(&node.relation, &node.relation.diagonal())?;
                node.offset = factor.solve(&(node.known - node.offset));
            } else {
                node.offset += node.relation * node.known;
            }
            return Ok(());
        }
        let (form, handed, node) = (station.form, station.handed, station.node);
        let [alpha, linear] = motion.bias(body);
        let [alpha, linear] = [alpha, linear].map(|own| transposed_times(&axes, &own));
        let (drift, turns) = (station.drift, motion.turn_of(tree, body) * data.fastest);
        let size = turns * motion.arm_to(body).amax() + linear.amax();
        let bias = stacked(
            &clean_of(alpha, drift * (turns + alpha.amax())),
            &clean_of(linear, drift * size),
        );
        let falls = data.nodes[node].offset;
        if let Some(root) = station.root {
            data.roots[root].bias = bias;
            if self.is_rooted(tree, body) || handed == Form::Impedance {
                let hold = Hold { node, seen: &seen };
                let Some((held, count)) = data.with(station.slot, hold) else { return Ok(()) };
                return match handed {
                    Form::Compliance => Ok(()),
                    Form::Impedance => self.hold_root(body, root, (&held, count), data),
                };
            }
            let own = &data.roots[root];
            data.nodes[node].relation = own.compliance();
            data.nodes[node].offset += own.led();
        }
        let shake = motion.shaken.map(|seed| Shake::new(seed, body));
        let seen = &seen;
        let visitor = Pass { node, bias, form, handed, seen, shake, is_cleared: is_cleared(body) };
        let weakest = data.with(station.slot, visitor).unwrap_or(Ok(1.0))?;
        data.weakest = data.weakest.min(weakest);
        data.nodes[node].offset = falls;
        Ok(())
    }

    /// What `body`, which hangs on a cable by a ball joint, opposes to the acceleration of the cable's tip, world axes; after its sweep.
    pub(crate) fn tip_load(&self, body: usize, data: &TransferData) -> Option<PointLoad> {
        let Slot::Three(index) = self.stations[body].slot else { return None };
        let cut = &data.three[index];
        let axes = data.stands[self.standing(body)].axes;
        let mass = Sym3::from_matrix(&symmetric(&cut.relation)).rotated(&axes);
        Some(PointLoad { mass, bias: axes * cut.offset })
    }
}

/// The same in the body's own axes, from which `axes` are those of the world.
fn opposed(own: &Articulated, axes: &Mat3) -> Articulated {
    let back = axes.transpose();
    Articulated {
        rotation: own.rotation.rotated(&back),
        coupling: back * own.coupling * axes,
        mass: own.mass.rotated(&back),
        bias_moment: back * own.bias_moment,
        bias_force: back * own.bias_force,
    }
}

/// At the reference point.
fn inertia(own: &Articulated) -> Mat6 {
    let mut whole = Mat6::zeros();
    whole.fixed_view_mut::<3, 3>(0, 0).copy_from(&own.rotation.to_matrix());
    whole.fixed_view_mut::<3, 3>(0, 3).copy_from(&own.coupling);
    whole.fixed_view_mut::<3, 3>(3, 0).copy_from(&own.coupling.transpose());
    whole.fixed_view_mut::<3, 3>(3, 3).copy_from(&own.mass.to_matrix());
    whole
}

/// Of both blocks on the diagonal.
fn traces(relation: &Mat6) -> [f64; 2] {
    let sum = |first: usize| (first..first + 3).map(|k| relation[(k, k)]).sum();
    [sum(0), sum(3)]
}

/// How compliant the body alone is at most, along a wrench.
fn compliance_of(wrench: &Vec6, sizes: [f64; 2]) -> f64 {
    let [moment, force] = halves(wrench);
    sizes[0] * moment.norm_squared() + sizes[1] * force.norm_squared()
}

/// Adds an impedance to that of its carrier.
struct Add<'a> {
    /// The impedance of the carrier, and its offset.
    to: (&'a mut Mat6, &'a mut Vec6),
}

impl Visitor for Add<'_> {
    type Answer = ();

    fn visit<const N: usize, const K: usize>(self, _: &mut [Node], cut: &mut Cut<N>) {
        let (relation, offset) = self.to;
        let own = cut.on_carrier * symmetric(&cut.relation);
        *relation += own * cut.on_carrier.transpose();
        *offset += cut.on_carrier * cut.offset;
    }
}

/// What a compliance is taken from.
struct Taken<'a> {
    /// Of the carrier.
    relation: &'a mut Mat6,
    /// Of the carrier.
    offset: &'a mut Vec6,
    /// What differences are compared to.
    sizes: [f64; 2],
}

impl Taken<'_> {
    /// What the carrier alone yields to forces of a connection: along all wrenches and along its directions, and how far rounding
    /// may go there.
    fn yields<const N: usize>(
        &self,
        cut: &Cut<N>,
    ) -> (SMatrix<f64, N, 6>, SMatrix<f64, N, N>, SVector<f64, N>) {
        let along = cut.on_carrier.transpose() * *self.relation;
        let wrench = |k: usize| cut.on_carrier.column(k).into_owned();
        let scales = SVector::from_fn(|k, _| compliance_of(&wrench(k), self.sizes));
        (along, along * cut.on_carrier, scales)
    }
}

/// Eliminates the forces of a compliance at its carrier; gives the weakest pivot.
struct Take<'a> {
    of: Taken<'a>,
}

impl Visitor for Take<'_> {
    type Answer = Result<f64, Pivot>;

    fn visit<const N: usize, const K: usize>(
        self,
        _: &mut [Node],
        cut: &mut Cut<N>,
    ) -> Self::Answer {
        let (along, own, scales) = self.of.yields(cut);
        let Taken { relation, offset, .. } = self.of;
        let weakest = cut.share(&along, (&own, &scales), offset)?;
        *relation -= along.transpose() * cut.gain;
        *offset -= along.transpose() * cut.shift;
        Ok(weakest)
    }
}

/// The same for the first of a body, which may be the heaviest: what is left is no difference but a sum. While the connection is held the body
/// moves as its joint lets it, and beyond that it yields as the connection does,
///
/// ```text
/// W - W B (C + S)^-1 B'W  =  H (H'MH)^-1 H'  +  G' C (C + S)^-1 B'W,   S = B'WB,  G = S^-1 B'W
/// ```
///
/// with `M = W^-1`, and `H` what the joint lets the body do beside what it carries.
struct First<'a> {
    of: Taken<'a>,
    /// Of the carrier without this connection.
    impedance: &'a Mat6,
    /// On it, without this connection.
    loads: &'a Vec6,
    /// Of what is carried.
    node: usize,
    /// How that stands to the carrier.
    seen: &'a Seen,
}

impl Visitor for First<'_> {
    type Answer = Result<f64, Pivot>;

    fn visit<const N: usize, const K: usize>(
        self,
        nodes: &mut [Node],
        cut: &mut Cut<N>,
    ) -> Self::Answer {
        let (along, own, scales) = self.of.yields(cut);
        let Taken { relation, offset, .. } = self.of;
        let passed = Factor::new(&own, &scales)?.solve(&along);
        let weakest = cut.share(&along, (&own, &scales), offset)?;
        let yields = symmetric(&cut.relation);
        *relation = symmetric(&(passed.transpose() * (yields * cut.gain)));
        *offset = passed.transpose() * (cut.offset + yields * cut.shift);
        if K == 0 {
            return Ok(weakest);
        }
        let freedoms = &nodes[self.node].freedoms;
        let Seen { rotation, arm } = self.seen;
        let moves = freedoms.along.map(|along| carried(&turned(rotation, &along), &-arm));
        let motions = SMatrix::<f64, 6, K>::from_fn(|i, k| moves[k][i]);
        let moved = *self.impedance * motions;
        let sizes = motions.abs().transpose() * (self.impedance.abs() * motions.abs());
        let factor = Factor::new(&(motions.transpose() * moved), &sizes.diagonal())?;
        *relation += symmetric(&(motions * factor.solve(&motions.transpose())));
        *offset += motions * factor.solve(&(motions.transpose() * *self.loads));
        Ok(weakest)
    }
}

impl<const N: usize> Cut<N> {
    /// What it holds, of the body and of its carrier.
    pub(super) fn stand(&mut self, freedoms: &Freedoms, seen: &Seen) {
        self.held = held::<N>(freedoms);
        let Seen { rotation, arm } = seen;
        for k in 0..N {
            let held = turned(rotation, &self.held.column(k).into_owned());
            self.on_carrier.set_column(k, &shifted(&held, arm));
        }
    }

    /// Of the terms that a compliance of the body is along each held direction the sum of: what is less than their rounding is none.
    fn held_sizes(&self, relation: &Mat6) -> SVector<f64, N> {
        (self.held.abs().transpose() * (relation.abs() * self.held.abs())).diagonal()
    }

    /// How a carrier takes it, that yields by `own` along it; gives the weakest pivot.
    fn share(
        &mut self,
        along: &SMatrix<f64, N, 6>,
        (own, scales): (&SMatrix<f64, N, N>, &SVector<f64, N>),
        offset: &Vec6,
    ) -> Result<f64, Pivot> {
        let both = symmetric(&self.relation) + own;
        let factor = Factor::new(&both, &(self.relation.diagonal() + scales))?;
        self.gain = factor.solve(along);
        self.shift = factor.solve(&(self.on_carrier.transpose() * offset - self.offset));
        Ok(factor.weakest)
    }
}

/// The same for an equation that holds the body itself.
fn hold(row: &mut HeldRow, gradient: &Vec6, of: Taken<'_>) -> Result<f64, Pivot> {
    let Taken { relation, offset, sizes } = of;
    (row.gain, row.shift, row.compliance) = (Vec6::zeros(), 0.0, 0.0);
    if row.is_left_out {
        return Ok(1.0);
    }
    let along = *relation * gradient;
    row.compliance = gradient.dot(&along);
    let pivot = SMatrix::<f64, 1, 1>::new(row.compliance);
    let factor = Factor::new(&pivot, &SVector::from([compliance_of(gradient, sizes)]))?;
    row.gain = factor.solve(&along.transpose()).transpose();
    row.shift = factor.solve(&SMatrix::<f64, 1, 1>::new(gradient.dot(offset) - row.target))[0];
    *relation -= along * row.gain.transpose();
    *offset -= along * row.shift;
    Ok(factor.weakest)
}

/// Makes the connection of a body.
struct Pass<'a> {
    /// Of the body.
    node: usize,
    /// What the body accelerates by beyond its carrier and the joint's rates, own axes.
    bias: Vec6,
    /// Of the body.
    form: Form,
    handed: Form,
    /// How the body stands to its carrier.
    seen: &'a Seen,
    /// Where last digits are changed.
    shake: Option<Shake>,
    /// See [`is_cleared`].
    is_cleared: bool,
}

impl Visitor for Pass<'_> {
    type Answer = Result<f64, Pivot>;

    fn visit<const N: usize, const K: usize>(
        self,
        nodes: &mut [Node],
        cut: &mut Cut<N>,
    ) -> Self::Answer {
        let node = &mut nodes[self.node];
        cut.stand(&node.freedoms, self.seen);
        let bias = cut.held.transpose() * self.bias;
        match self.form {
            Form::Impedance => {
                eliminate::<N, K>(node, cut)?;
                if let Some(shake) = self.shake {
                    cut.shake(shake, node, true);
                }
                cut.offset += symmetric(&cut.relation) * bias;
                if self.is_cleared {
                    cut.relation.apply(|own| *own = without_tiny(*own));
                    cut.offset.apply(|own| *own = without_tiny(*own));
                }
                Ok(1.0)
            }
            Form::Compliance => {
                cut.relation = cut.held.transpose() * (node.relation * cut.held);
                let yields = node.offset + node.relation * node.known;
                cut.offset = cut.held.transpose() * yields - bias;
                if let Some(shake) = self.shake {
                    cut.shake(shake, node, false);
                }
                match self.handed {
                    Form::Compliance => Ok(1.0),
                    Form::Impedance => invert(node, cut),
                }
            }
        }
    }
}

/// `C φ + d = v` as `φ = M v + p`.
fn invert<const N: usize>(node: &Node, cut: &mut Cut<N>) -> Result<f64, Pivot> {
    let scales = if node.is_summed {
        cut.held_sizes(&node.relation)
    } else {
        let wrench = |k: usize| cut.held.column(k).into_owned();
        SVector::<f64, N>::from_fn(|k, _| compliance_of(&wrench(k), node.sizes))
    };
    let factor = Factor::new(&cut.relation, &scales)?;
    cut.relation = factor.solve(&SMatrix::identity());
    cut.offset = -factor.solve(&cut.offset);
    Ok(factor.weakest)
}

/// Of the impedance of a body: what is left of it along what its joint holds.
///
/// What vanishes beyond a freedom in theory is not computed.
fn eliminate<const N: usize, const K: usize>(
    node: &mut Node,
    cut: &mut Cut<N>,
) -> Result<(), Pivot> {
    let impeded = node.relation * cut.held;
    cut.relation = cut.held.transpose() * impeded;
    cut.offset = cut.held.transpose() * node.offset;
    if K == 0 {
        return Ok(());
    }
    let freedoms = &node.freedoms;
    let along = SMatrix::<f64, 6, K>::from_fn(|i, k| freedoms.along[k][i]);
    let moved = node.relation * along;
    // What a pivot is the sum of: inertia about other axes may be larger by any factor, and have no part in it.
    let sizes = along.abs().transpose() * (node.relation.abs() * along.abs());
    let factor = Factor::new(&(along.transpose() * moved), &sizes.diagonal())?;
    let effort = along.transpose() * node.known;
    let gain = factor.solve(&moved.transpose());
    let offset = factor.solve(&(effort - along.transpose() * node.offset));
    let across = moved.transpose() * cut.held;
    cut.relation -= across.transpose() * factor.solve(&across);
    cut.offset += across.transpose() * offset;
    for k in 0..K {
        node.rate_gains[k] = gain.row(k).transpose();
        node.rate_offsets[k] = offset[k];
    }
    Ok(())
}
