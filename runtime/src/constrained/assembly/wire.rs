//! The structure of the matrix, and the place of everything in it.

use super::{Foundation, Parts};
use crate::constrained::data::State;
use crate::constrained::kkt::{Coupling, Structure};
use crate::constrained::links::PlainLink;
use crate::constrained::loads::{LoadOn, Slope};
use crate::constrained::matrix::{Wiring, couple_constraint, couple_rectangle, couple_stiffness};
use crate::constrained::model::ConstrainedModel;
use crate::constrained::sources::SourceRead;
use crate::constrained::units::UnitKind;
use crate::constrained::vectors::VectorId;
use crate::constrained::whereabouts::Whereabouts;
use nalgebra::Vector3;

impl Parts {
    pub(super) fn wired(
        mut self,
        foundation: &Foundation<'_, '_>,
        (whereabouts, mut start): (Whereabouts, State),
        state_reads: Vec<SourceRead>,
        output_reads: Vec<SourceRead>,
    ) -> ConstrainedModel {
        let poses = self.poses(foundation);
        let polylines = self.polylines();
        let couplings = self.couplings();
        let structure = Structure::new(self.groups.clone(), &couplings);
        let mut wiring = Wiring::default();
        self.resolve(&structure, &mut wiring);
        let plain_links = self.plain(&wiring);
        let others = |count: usize, plain: Vec<usize>| -> Vec<usize> {
            let mut other = vec![true; count];
            plain.into_iter().for_each(|index| other[index] = false);
            (0..count).filter(|&index| other[index]).collect()
        };
        let of_plain = &self.plain_links;
        let other_masses =
            others(self.link_masses.len(), of_plain.iter().map(|&(mass, _)| mass).collect());
        let other_distances =
            others(self.distances.len(), of_plain.iter().map(|&(_, distance)| distance).collect());
        let mut corners = Vec::with_capacity(self.units.len());
        for unit in &self.units {
            corners.push(match (&unit.kind, unit.group) {
                (UnitKind::Body { .. }, Some(group)) => {
                    Some(wiring.corner(&structure, group, group))
                }
                (UnitKind::Body { .. } | UnitKind::Node, _) => None,
            });
        }
        let mut weights = vec![Vector3::zeros(); self.blocks];
        for (at, force) in &self.weights {
            for &(unit, coefficients) in at.terms() {
                let first = self.units[unit].block;
                for (index, coefficient) in coefficients.into_iter().enumerate() {
                    if index < self.units[unit].blocks() {
                        weights[first + index] += force * coefficient;
                    }
                }
            }
        }
        let velocity_level: Vec<usize> =
            self.user.iter().filter(|each| !each.holonomic).map(|each| each.unknown).collect();
        let multipliers: Vec<_> = self
            .owners
            .iter()
            .map(|&(owner, multiplier)| {
                let unknown = structure.offset(multiplier.group) + multiplier.row;
                (owner, unknown, wiring.diagonal(&structure, multiplier))
            })
            .collect();
        start.multipliers = vec![0.0; structure.unknowns()];
        let mechanism = foundation.assembly.mechanism;
        let extent = extent(&start.positions, &self);
        ConstrainedModel {
            paths: mechanism.paths.clone(),
            uses: mechanism.uses.clone(),
            tape: mechanism.tape.clone(),
            values: mechanism.values.clone(),
            units: self.units,
            corners,
            known: self.known,
            vectors: self.vectors,
            coordinates: self.coordinates,
            link_masses: self.link_masses,
            plain_links,
            other_masses,
            other_distances,
            weights,
            coincidences: self.coincidences,
            products: self.products,
            distances: self.distances,
            drives: self.drives,
            signals: !state_reads.is_empty()
                || !self.user.is_empty()
                || !self.loads.is_empty()
                || !self.axes.is_empty()
                || !self.pieces_in_fluid.is_empty(),
            user: self.user,
            axes: self.axes,
            balls: self.balls,
            loads: self.loads,
            bent_joints: self.bent_joints,
            controlled_segments: self.controlled_segments,
            pieces_in_fluid: self.pieces_in_fluid,
            fluids: mechanism.fluids.clone(),
            position_multipliers: multipliers
                .iter()
                .map(|&(_, unknown, _)| unknown)
                .filter(|unknown| !velocity_level.contains(unknown))
                .collect(),
            multipliers,
            compliances: Vec::new(),
            merit_weights: Vec::new(),
            cable_places: self.cable_places,
            across: self.across,
            structure,
            wiring,
            state_reads,
            output_reads,
            derivatives: foundation.plan.dynamics.stage_of_derivatives(),
            start,
            extent,
            unit_owners: self.unit_owners,
            poses,
            polylines,
            whereabouts,
        }
    }

    /// As the scene lists them.
    fn poses(&mut self, foundation: &Foundation<'_, '_>) -> Vec<([VectorId; 1], [VectorId; 3])> {
        let graph = foundation.assembly.graph;
        let mut poses = Vec::new();
        for visible in &foundation.assembly.mechanism.scene {
            let frame = graph.bodies[visible.body].frame;
            let origin = self.origin(foundation, frame);
            let origin = self.vector(&origin);
            poses.push(([origin], self.frame_axes(foundation, frame)));
        }
        poses
    }

    /// From start to end.
    fn polylines(&mut self) -> Vec<Vec<VectorId>> {
        let cables = self.nodes.clone();
        cables.iter().map(|nodes| nodes.iter().map(|node| self.vector(node)).collect()).collect()
    }

    /// The places of masses and distances, put together.
    fn plain(&self, wiring: &Wiring) -> Vec<PlainLink> {
        let block = |id: VectorId| {
            let part = &self.vectors.parts[self.vectors.range(id).start];
            part.first
        };
        let link = |&(mass, distance): &(usize, usize)| {
            let (mass, distance) = (&self.link_masses[mass], &self.distances[distance]);
            let between = wiring.places(mass.wires);
            // The line is the second node less the first.
            let bound = wiring.places(distance.wires);
            PlainLink {
                blocks: mass.ends.map(block),
                unknown: distance.unknown as u32,
                length: distance.length,
                over_length: 1.0 / distance.length,
                own: mass.own,
                shared: mass.shared,
                diagonal: [between[0], between[3]],
                across: [between[1], between[2]],
                columns: [bound[2], bound[0]],
                rows: [bound[3], bound[1]],
            }
        };
        self.plain_links.iter().map(link).collect()
    }

    fn couplings(&self) -> Vec<Coupling> {
        let mut all = Vec::new();
        let (vectors, units) = (&self.vectors, &self.units);
        for link in &self.link_masses {
            couple_stiffness(vectors, units, &link.ends, &mut all);
        }
        for each in &self.coincidences {
            for &multiplier in &each.multipliers {
                couple_constraint(vectors, units, &[each.vector], multiplier, &mut all);
            }
        }
        for each in &self.products {
            couple_constraint(vectors, units, &each.factors, each.multiplier, &mut all);
            couple_stiffness(vectors, units, &each.factors, &mut all);
        }
        for each in &self.distances {
            couple_constraint(vectors, units, &[each.vector], each.multiplier, &mut all);
            couple_stiffness(vectors, units, &[each.vector], &mut all);
        }
        for each in &self.drives {
            let ids = self.coordinates[each.coordinate].vectors;
            couple_constraint(vectors, units, &ids, each.multiplier, &mut all);
            couple_stiffness(vectors, units, &ids, &mut all);
        }
        for each in &self.user {
            let ids = each.vectors(&self.coordinates);
            couple_constraint(vectors, units, &ids, each.multiplier, &mut all);
            couple_stiffness(vectors, units, &ids, &mut all);
        }
        for each in &self.axes {
            let ids = self.coordinates[each.coordinate].vectors;
            couple_stiffness(vectors, units, &ids, &mut all);
            self.couple_slopes(&ids, &each.slopes, &mut all);
        }
        for each in &self.balls {
            couple_stiffness(vectors, units, &each.axes, &mut all);
        }
        for each in &self.loads {
            match each {
                LoadOn::Force { on, axes, slopes, .. } => {
                    if let Some(turned) = axes {
                        couple_rectangle(vectors, units, &[*on], &turned.axes, &mut all);
                    }
                    self.couple_slopes(&[*on], slopes, &mut all);
                }
                LoadOn::Torque { on, axes, slopes, .. } => {
                    couple_stiffness(vectors, units, on, &mut all);
                    if let Some(turned) = axes {
                        couple_rectangle(vectors, units, on, &turned.axes, &mut all);
                    }
                    self.couple_slopes(on, slopes, &mut all);
                }
                LoadOn::Spring { line, .. } | LoadOn::Segment { line, .. } => {
                    couple_stiffness(vectors, units, &[line.vector], &mut all);
                }
            }
        }
        for each in &self.bent_joints {
            couple_stiffness(vectors, units, &each.lines, &mut all);
        }
        for each in &self.controlled_segments {
            couple_stiffness(vectors, units, &[each.line.vector], &mut all);
        }
        for each in &self.pieces_in_fluid {
            couple_stiffness(vectors, units, &each.ends, &mut all);
        }
        all.sort_unstable_by_key(|coupling| (coupling.first.0, coupling.second.0));
        all.dedup();
        all
    }

    fn couple_slopes(&self, on: &[VectorId], slopes: &[Slope], all: &mut Vec<Coupling>) {
        for slope in slopes {
            if let Some((ids, count)) = slope.source.depends_on(&self.coordinates) {
                couple_rectangle(&self.vectors, &self.units, on, &ids[..count], all);
            }
        }
    }

    fn resolve(&mut self, structure: &Structure, wiring: &mut Wiring) {
        let Parts { vectors, units, coordinates, .. } = self;
        let unknown = |multiplier: crate::constrained::matrix::Multiplier| {
            structure.offset(multiplier.group) + multiplier.row
        };
        for link in &mut self.link_masses {
            link.wires = wiring.stiffness(vectors, units, structure, &link.ends);
        }
        for each in &mut self.coincidences {
            for k in 0..3 {
                let multiplier = each.multipliers[k];
                each.unknowns[k] = unknown(multiplier);
                each.wires[k] =
                    wiring.constraint(vectors, units, structure, &[each.vector], multiplier);
            }
        }
        for each in &mut self.products {
            each.unknown = unknown(each.multiplier);
            each.wires =
                wiring.constraint(vectors, units, structure, &each.factors, each.multiplier);
            let [first, second] = each.factors;
            each.stiffness = [[first, second], [second, first]].map(|[row, column]| {
                wiring.rectangle(vectors, units, structure, &[row], &[column])
            });
        }
        for each in &mut self.distances {
            each.unknown = unknown(each.multiplier);
            each.wires =
                wiring.constraint(vectors, units, structure, &[each.vector], each.multiplier);
            each.stiffness = wiring.stiffness(vectors, units, structure, &[each.vector]);
        }
        for each in &mut self.drives {
            let ids = coordinates[each.coordinate].vectors;
            each.unknown = unknown(each.multiplier);
            each.wires = wiring.constraint(vectors, units, structure, &ids, each.multiplier);
            each.stiffness = wiring.stiffness(vectors, units, structure, &ids);
        }
        let rectangle = |wiring: &mut Wiring, row: VectorId, column: VectorId| {
            wiring.rectangle(vectors, units, structure, &[row], &[column])
        };
        for each in &mut self.user {
            each.unknown = unknown(each.multiplier);
            let dependences: Vec<_> = each
                .arguments
                .iter()
                .filter_map(|argument| argument.source.depends_on(coordinates))
                .collect();
            for (ids, count) in &dependences {
                let mut wires = [crate::constrained::matrix::Wires::default(); 3];
                for k in 0..*count {
                    wires[k] =
                        wiring.constraint(vectors, units, structure, &[ids[k]], each.multiplier);
                }
                each.wires.push(wires);
            }
            for (rows, row_count) in &dependences {
                for (columns, column_count) in &dependences {
                    let mut wires = [[crate::constrained::matrix::Wires::default(); 3]; 3];
                    for k in 0..*row_count {
                        for l in 0..*column_count {
                            wires[k][l] = rectangle(wiring, rows[k], columns[l]);
                        }
                    }
                    each.stiffness.push(wires);
                }
            }
        }
        let slopes = |wiring: &mut Wiring, on: &[VectorId], slopes: &mut [Slope]| {
            for slope in slopes {
                let Some((ids, count)) = slope.source.depends_on(coordinates) else { continue };
                slope.wires = on
                    .iter()
                    .map(|&row| {
                        let mut wires = [crate::constrained::matrix::Wires::default(); 3];
                        for k in 0..count {
                            wires[k] =
                                wiring.rectangle(vectors, units, structure, &[row], &[ids[k]]);
                        }
                        wires
                    })
                    .collect();
            }
        };
        for each in &mut self.axes {
            let ids = coordinates[each.coordinate].vectors;
            each.stiffness = wiring.stiffness(vectors, units, structure, &ids);
            slopes(wiring, &ids, &mut each.slopes);
        }
        for each in &mut self.balls {
            each.stiffness = wiring.stiffness(vectors, units, structure, &each.axes);
        }
        for each in &mut self.bent_joints {
            each.wires = wiring.stiffness(vectors, units, structure, &each.lines);
        }
        for each in &mut self.controlled_segments {
            each.line.stiffness = wiring.stiffness(vectors, units, structure, &[each.line.vector]);
        }
        for each in &mut self.pieces_in_fluid {
            each.wires = wiring.stiffness(vectors, units, structure, &each.ends);
        }
        for each in &mut self.loads {
            match each {
                LoadOn::Force { on, axes, slopes: of, .. } => {
                    if let Some(turned) = axes {
                        turned.wires = vec![turned.axes.map(|axis| {
                            wiring.rectangle(vectors, units, structure, &[*on], &[axis])
                        })];
                    }
                    slopes(wiring, &[*on], of);
                }
                LoadOn::Torque { on, axes, stiffness, slopes: of, .. } => {
                    *stiffness = wiring.stiffness(vectors, units, structure, on);
                    if let Some(turned) = axes {
                        turned.wires = on
                            .iter()
                            .map(|&row| {
                                turned.axes.map(|axis| {
                                    wiring.rectangle(vectors, units, structure, &[row], &[axis])
                                })
                            })
                            .collect();
                    }
                    slopes(wiring, on, of);
                }
                LoadOn::Spring { line, .. } | LoadOn::Segment { line, .. } => {
                    line.stiffness = wiring.stiffness(vectors, units, structure, &[line.vector]);
                }
            }
        }
    }
}

/// The largest distance of anything from the first point, m.
fn extent(positions: &[Vector3<f64>], parts: &Parts) -> f64 {
    let mut largest: f64 = 0.0;
    let first = parts.units.get(1).map_or(Vector3::zeros(), |unit| positions[unit.block]);
    for unit in &parts.units {
        largest = largest.max((positions[unit.block] - first).norm());
    }
    if largest > 0.0 { largest } else { 1.0 }
}
