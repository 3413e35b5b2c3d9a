//! Joints as constraints, and what acts along their coordinates.
//!
//! A joint between frames P and C, with axes fixed in each, becomes equations of `equations` and
//! coordinates of `coordinate`. Zero coordinates are where both frames coincide; positive ones move
//! the child along, or about, the axis in the parent.
//!
//! | joint | equations | coordinates |
//! |---|---|---|
//! | fixed | 3 + 3 | |
//! | spherical | 3 | |
//! | revolute | 3 + 2 | angle |
//! | prismatic | 3 + 2 | displacement |
//! | cylindrical | 2 + 2 | angle, displacement |
//! | planar | 2 + 1 | two displacements, angle |
//! | universal | 3 + 1 | two angles |
//! | free | | |

use cdl_graph::{BodyId, Connection, FrameId, Joint, JointAxis, JointId, JointKind};
use nalgebra::Vector3;

use super::{Foundation, Parts};
use crate::assembly::{Owner, axis_law, ball_law};
use crate::constrained::across::{Across, JointParts};
use crate::constrained::coordinate::{Coordinate, CoordinateKind};
use crate::constrained::elements::axis::AxisOn;
use crate::constrained::elements::ball::BallOn;
use crate::constrained::equations::{DotProduct, Driven, Imposed, Vanishing};
use crate::constrained::matrix::Wires;
use crate::constrained::vectors::{Linear, VectorId};

/// A joint whose frames have been looked up.
/// `index` is that of the graph.
struct Held<'a> {
    /// As the graph has it.
    joint: &'a Joint,
    index: usize,
    /// Where its multipliers go.
    group: usize,
}

/// Two unit vectors that complete a direction to a right-handed triad `(first, second, axis)`.
fn triad(axis: &Vector3<f64>) -> [Vector3<f64>; 3] {
    let axis = axis.normalize();
    let helper = if axis.x.abs() < 0.7 { Vector3::x() } else { Vector3::y() };
    let first = (helper - axis * helper.dot(&axis)).normalize();
    [first, axis.cross(&first), axis]
}

impl Parts {
    /// What connects a body of the forest towards the ground. Its multipliers go with the body's
    /// own group of unknowns.
    pub(super) fn hold(
        &mut self,
        foundation: &Foundation<'_, '_>,
        body: BodyId,
        connection: Connection,
    ) {
        let Some(group) = self.group_of(body) else { return };
        match connection {
            // A cable's end is a combination of the body's blocks; its last link is a constraint there.
            Connection::Free | Connection::Cable { .. } => {}
            Connection::Joint(id) => self.joint(foundation, id, group),
        }
    }

    /// A joint that closes a loop.
    pub(super) fn cut_joint(&mut self, foundation: &Foundation<'_, '_>, id: JointId) {
        let group = self.loop_group();
        self.joint(foundation, id, group);
    }

    /// Also notes which equations and elements belong to it, so that forces across it can be read.
    fn joint(&mut self, foundation: &Foundation<'_, '_>, id: JointId, group: usize) {
        let joint = &foundation.assembly.graph.joints[id.index()];
        let held = Held { joint, index: id.index(), group };
        let before = (self.equations.spans(), self.elements.spans());
        let vector = |nodes| Vector3::from(foundation.assembly.array(nodes));
        let (parent, child) = (joint.parent, joint.child);
        let coordinates = match joint.kind {
            JointKind::Free => Vec::new(),
            JointKind::Fixed => {
                self.coincide(foundation, &held);
                self.lock_rotation(foundation, &held);
                Vec::new()
            }
            JointKind::Spherical => {
                self.coincide(foundation, &held);
                Vec::new()
            }
            JointKind::Revolute { axis } => {
                let [first, second, axis] = triad(&vector(axis));
                self.coincide(foundation, &held);
                self.align(foundation, &held, [first, second, axis]);
                vec![self.angle(foundation, [child, parent], first, [first, second], 1.0)]
            }
            JointKind::Prismatic { axis } => {
                let [first, second, axis] = triad(&vector(axis));
                self.lock_rotation(foundation, &held);
                self.stay(foundation, &held, &first);
                self.stay(foundation, &held, &second);
                vec![self.displacement(foundation, parent, child, &axis)]
            }
            JointKind::Cylindrical { axis } => {
                let [first, second, axis] = triad(&vector(axis));
                self.align(foundation, &held, [first, second, axis]);
                self.stay(foundation, &held, &first);
                self.stay(foundation, &held, &second);
                vec![
                    self.angle(foundation, [child, parent], first, [first, second], 1.0),
                    self.displacement(foundation, parent, child, &axis),
                ]
            }
            JointKind::Planar { normal, first } => {
                let normal = vector(normal).normalize();
                let first = vector(first);
                let first = (first - normal * first.dot(&normal)).normalize();
                let second = normal.cross(&first);
                self.align(foundation, &held, [first, second, normal]);
                self.stay(foundation, &held, &normal);
                vec![
                    self.displacement(foundation, parent, child, &first),
                    self.displacement(foundation, parent, child, &second),
                    self.angle(foundation, [child, parent], first, [first, second], 1.0),
                ]
            }
            JointKind::Universal { first, second } => {
                let (first, second) = (vector(first).normalize(), vector(second).normalize());
                let along = first.dot(&second);
                self.coincide(foundation, &held);
                let fixed = self.direction(foundation, parent, &first);
                let moving = self.direction(foundation, child, &second);
                self.product(&held, &fixed, &moving, along);
                // Of the second axis about the first, and of the child about the second axis; on the
                // circles that their tips run along.
                let radius = (1.0 - along * along).sqrt();
                let from = (second - first * along) / radius;
                let one = self.angle(
                    foundation,
                    [child, parent],
                    second,
                    [from / radius, first.cross(&from) / radius],
                    1.0,
                );
                let from = (first - second * along) / radius;
                let two = self.angle(
                    foundation,
                    [parent, child],
                    first,
                    [from / radius, second.cross(&from) / radius],
                    -1.0,
                );
                vec![one, two]
            }
        };
        for (&coordinate, axis) in coordinates.iter().zip(&joint.coordinates) {
            self.axis(foundation, &held, coordinate, axis);
        }
        if let Some(axis) = &joint.isotropic {
            self.ball(foundation, &held, axis);
        }
        self.joint_coordinates[id.index()] = coordinates;
        self.joint_parts[id.index()] = JointParts {
            equations: self.equations.since(&before.0),
            elements: self.elements.since(&before.1),
        };
    }

    /// Where forces across a joint are read, among all such joints.
    /// Made when a sensor asks for it.
    pub(super) fn across(&mut self, foundation: &Foundation<'_, '_>, id: JointId) -> usize {
        if let Some(known) = self.across_of[id.index()] {
            return known;
        }
        let child = foundation.assembly.graph.joints[id.index()].child;
        let origin = self.origin(foundation, child);
        let across = Across {
            unit: self.unit_of_frame(foundation, child),
            origin: self.vector(&origin),
            coordinates: self.joint_coordinates[id.index()].clone(),
            parts: self.joint_parts[id.index()].clone(),
        };
        self.across.push(across);
        self.across_of[id.index()] = Some(self.across.len() - 1);
        self.across.len() - 1
    }

    /// From one origin to the other, m.
    fn difference(&self, foundation: &Foundation<'_, '_>, from: FrameId, to: FrameId) -> Linear {
        self.origin(foundation, to).plus_all(&self.origin(foundation, from), -1.0)
    }

    /// Both origins are one point.
    fn coincide(&mut self, foundation: &Foundation<'_, '_>, held: &Held<'_>) {
        let linear = self.difference(foundation, held.joint.parent, held.joint.child);
        let vector = self.vector(&linear);
        let owner = Owner::Joint(held.index);
        let multipliers = [(); 3].map(|()| self.multiplier(owner, held.group));
        self.equations.coincidences.push(Imposed::new(Vanishing, [vector], multipliers));
    }

    /// The value is what the product has at zero coordinates.
    fn product(&mut self, held: &Held<'_>, first: &Linear, second: &Linear, value: f64) {
        let factors = [self.vector(first), self.vector(second)];
        let multiplier = self.multiplier(Owner::Joint(held.index), held.group);
        let product = Imposed::new(DotProduct { value }, factors, [multiplier]);
        self.equations.products.push(product);
    }

    /// The child turns about the parent's axis only: two directions stay perpendicular to it.
    fn align(
        &mut self,
        foundation: &Foundation<'_, '_>,
        held: &Held<'_>,
        [first, second, axis]: [Vector3<f64>; 3],
    ) {
        let fixed = self.direction(foundation, held.joint.parent, &axis);
        for direction in [first, second] {
            let moving = self.direction(foundation, held.joint.child, &direction);
            self.product(held, &fixed, &moving, 0.0);
        }
    }

    /// The child does not turn in the parent: `x·y' = y·z' = z·x' = 0`.
    fn lock_rotation(&mut self, foundation: &Foundation<'_, '_>, held: &Held<'_>) {
        for axis in 0..3 {
            let fixed = Vector3::ith(axis, 1.0);
            let moving = Vector3::ith((axis + 1) % 3, 1.0);
            let fixed = self.direction(foundation, held.joint.parent, &fixed);
            let moving = self.direction(foundation, held.joint.child, &moving);
            self.product(held, &fixed, &moving, 0.0);
        }
    }

    /// The child's origin does not move along a direction of the parent.
    fn stay(&mut self, foundation: &Foundation<'_, '_>, held: &Held<'_>, direction: &Vector3<f64>) {
        let arm = self.difference(foundation, held.joint.parent, held.joint.child);
        let fixed = self.direction(foundation, held.joint.parent, direction);
        self.product(held, &arm, &fixed, 0.0);
    }

    /// Adds a coordinate of a joint; gives its index among all.
    fn coordinate(&mut self, kind: CoordinateKind, vectors: [VectorId; 3]) -> usize {
        self.coordinates.push(Coordinate { kind, vectors });
        self.coordinates.len() - 1
    }

    /// Of the child's origin from the parent's, along an axis that is fixed in the parent, m.
    fn displacement(
        &mut self,
        foundation: &Foundation<'_, '_>,
        parent: FrameId,
        child: FrameId,
        axis: &Vector3<f64>,
    ) -> usize {
        let arm = self.difference(foundation, parent, child);
        let arm = self.vector(&arm);
        let axis = self.direction(foundation, parent, axis);
        let axis = self.vector(&axis);
        self.coordinate(CoordinateKind::Displacement, [arm, axis, axis])
    }

    /// Of `moving`, fixed in the first frame, from `x` towards `sign y`, fixed in the second.
    /// rad. With a sign of minus one the frames change their parts: the second angle of a universal
    /// joint is measured in the child.
    fn angle(
        &mut self,
        foundation: &Foundation<'_, '_>,
        [moving_in, fixed_in]: [FrameId; 2],
        moving: Vector3<f64>,
        [x, y]: [Vector3<f64>; 2],
        sign: f64,
    ) -> usize {
        let moving = self.direction(foundation, moving_in, &moving);
        let x = self.direction(foundation, fixed_in, &x);
        let y = self.direction(foundation, fixed_in, &(y * sign));
        let vectors = [self.vector(&moving), self.vector(&x), self.vector(&y)];
        self.coordinate(CoordinateKind::Angle, vectors)
    }

    /// A drive is an equation on the coordinate, and whatever acts along it an element.
    fn axis(
        &mut self,
        foundation: &Foundation<'_, '_>,
        held: &Held<'_>,
        coordinate: usize,
        axis: &JointAxis,
    ) {
        let assembly = &foundation.assembly;
        if let Some(drive) = &axis.drive {
            let multiplier = self.multiplier(Owner::Joint(held.index), held.group);
            let along = self.coordinates[coordinate];
            let driven = Driven {
                index: coordinate,
                coordinate: along,
                place: self.equations.drives.len(),
                value: drive.value,
                rate: drive.rate,
                acceleration: drive.acceleration,
            };
            self.equations.drives.push(Imposed::new(driven, along.vectors, [multiplier]));
        }
        let (law, effort) = axis_law(assembly, axis);
        if law.acts() || effort.is_some() {
            self.elements.axes.push(AxisOn {
                coordinate,
                law,
                effort,
                stiffness: Wires::default(),
                slopes: Vec::new(),
            });
        }
    }

    /// How efforts depend on the motion; after all joints and cables, of which they may read any.
    pub(super) fn effort_slopes(&mut self, foundation: &Foundation<'_, '_>) {
        let mut axes = std::mem::take(&mut self.elements.axes);
        for axis in &mut axes {
            if let Some(effort) = axis.effort {
                axis.slopes = self.slopes(foundation, &[effort]);
            }
        }
        self.elements.axes = axes;
    }

    /// Springs, dampers and friction that act alike about all axes.
    fn ball(&mut self, foundation: &Foundation<'_, '_>, held: &Held<'_>, axis: &JointAxis) {
        let Some(law) = ball_law(foundation.assembly, axis) else { return };
        let [a, b, c] = self.frame_axes(foundation, held.joint.parent);
        let [d, e, f] = self.frame_axes(foundation, held.joint.child);
        self.elements.balls.push(BallOn {
            axes: [a, b, c, d, e, f],
            law,
            stiffness: Wires::default(),
        });
    }
}
