//! Compliances by their square roots, `W = G G'`, which no load makes lose digits.
//!
//! Light bodies on joints yield as far as these let them go, and the load beyond them next to nothing in all other directions. In the sum of both
//! what the load yields would be rounding, wherever these directions are no axes; a root has columns for either, and each is as exact as it is small.
//!
//! What is found on the way back goes by coordinates of the same kind: `y = G'h`, with which `A = G (y + z) + c`, and not by the wrench, of which a large part
//! does nothing to what yields far.
//!
//! ```text
//! beyond   A_t = G_t (y_t + z_t) + c_t,    y_t = G_t' h_t,  H' h_t = τ         the joint lets go H q̈
//! body     M A + p = h - h_t,              A = F u + c,     F = [G_t  H],  u = (y_t + z_t, -q̈),  M = U'U
//!          K u = F'h + r,                  K = diag(1, 0) + F'M F = L L',  r = (z_t, -τ) - F'(M c + p)
//!                                          [diag(1, 0)  (U F)'] = [L 0] Q'
//!          X = F L'^-1 = [G  0] Q',        z = the first six of Q'L^-1 r
//! back     u = L'^-1 Q (y + z, the rest),  h_t = G_t'^-1 y_t
//! ```
//!
//! So `c` is how the last body falls, carried on, and what efforts and loads make of the others stands in `z`: added to `c` it would be rounded in directions in which only the
//! load yields. `K` is never formed, as a heavy body would hide the identity in it.

use nalgebra::{Cholesky, SMatrix, SVector};

use super::alone::Alone;
use super::reduction::{Reduction, backward, forward};
use super::{Mat6, Vec6, halves, stacked};
use crate::spatial::{Mat3, Pivot, Shake, Vec3};

/// The six columns of a root and the freedoms of a joint.
const MOST: usize = 9;

/// Of a body with all that is beyond it, own axes, at its reference point.
#[derive(Clone, Debug)]
pub(super) struct Root {
    /// `G`, a triangle but for the order of its rows.
    columns: Mat6,
    /// The rows of the triangle in turn.
    rows: [usize; 6],
    /// What rows of it are compared by: a length for those of angles.
    scales: Vec6,
    /// What the body accelerates by beyond its carrier and the joint's rates.
    pub(super) bias: Vec6,
    /// `z`
    lead: Vec6,
    /// `y + z`
    coordinates: Vec6,
    /// `L'` of what has been joined to the body, in the first rows.
    upper: SMatrix<f64, 12, MOST>,
    /// Its columns in turn.
    order: [usize; MOST],
    /// How many freedoms its joint has.
    freedoms: usize,
    /// Of `Q'L^-1 r` what no wrench on the body changes.
    inner: Vec3,
    /// `Q`
    joined: Reduction<6, MOST>,
    /// Where the carrier's motion is known: `Q` of what the joint holds, `B = N'G = [R 0] Q'`.
    held: Reduction<6, 6>,
    /// `T = R^-1 N'`
    gain: Mat6,
    /// `Q' (y + z)` with what is known of the wrench alone.
    known: Vec6,
}

/// What is known of a body before anything comes into it in this form: what it opposes by a root `M = U'U`, and what acts on it.
pub(super) enum Body<'a> {
    /// By its own inertia.
    Alone {
        /// What is constant of it.
        alone: &'a Alone,
        /// `U` of the inertia about the centre of mass, and of the mass.
        roots: (Mat3, f64),
        /// `-p`
        loads: &'a Vec6,
    },
    /// By more than that.
    Whole {
        /// `U'`
        root: Mat6,
        /// `-p`
        loads: &'a Vec6,
    },
}

impl<'a> Body<'a> {
    /// By itself, kg.
    ///
    /// # Errors
    /// An inertia that is not positive.
    pub(super) fn alone(alone: &'a Alone, mass: f64, loads: &'a Vec6) -> Result<Self, Pivot> {
        let about = lower(&alone.about.to_matrix())?;
        Ok(Self::Alone { alone, roots: (about.transpose(), mass.sqrt()), loads })
    }

    /// By what it and others oppose.
    ///
    /// # Errors
    /// An impedance that is not positive.
    pub(super) fn whole(impedance: &Mat6, loads: &'a Vec6) -> Result<Self, Pivot> {
        Ok(Self::Whole { root: lower(impedance)?, loads })
    }

    /// `U A`
    fn weighed(&self, acceleration: &Vec6) -> Vec6 {
        match self {
            Self::Alone { alone, roots: (turning, mass), .. } => {
                let [alpha, linear] = halves(acceleration);
                stacked(&(turning * alpha), &((linear + alpha.cross(&alone.centre)) * *mass))
            }
            Self::Whole { root, .. } => root.transpose() * acceleration,
        }
    }

    /// `A` of `U A`.
    fn unweighed(&self, own: &Vec6) -> Vec6 {
        match self {
            Self::Alone { alone, roots: (turning, mass), .. } => {
                let [alpha, linear] = halves(own);
                let alpha = turning.solve_upper_triangular(&alpha).unwrap_or_else(Vec3::zeros);
                stacked(&alpha, &(linear / *mass - alpha.cross(&alone.centre)))
            }
            Self::Whole { root, .. } => {
                root.transpose().solve_upper_triangular(own).unwrap_or_else(Vec6::zeros)
            }
        }
    }

    /// `U A + U'^-1 p`
    fn weighed_resistance(&self, acceleration: &Vec6) -> Vec6 {
        match self {
            Self::Alone { alone, roots: (turning, mass), loads } => {
                let [moment, force] = halves(loads);
                let moment = moment - alone.centre.cross(&force);
                let turning = turning.transpose().solve_lower_triangular(&moment);
                let loads = stacked(&turning.unwrap_or_else(Vec3::zeros), &(force / *mass));
                self.weighed(acceleration) - loads
            }
            Self::Whole { root, loads } => {
                let loads = root.solve_lower_triangular(*loads);
                self.weighed(acceleration) - loads.unwrap_or_else(Vec6::zeros)
            }
        }
    }

    /// Its radius of gyration about the reference point, m.
    fn gyration(&self) -> f64 {
        match self {
            Self::Alone { alone, roots: (_, mass), .. } => {
                let about = alone.about.trace() / (2.0 * mass * mass);
                (about + alone.centre.norm_squared()).sqrt()
            }
            Self::Whole { root, .. } => {
                let [turning, moving] = [0, 3].map(|k| root.fixed_rows::<3>(k).norm_squared());
                (turning / moving).sqrt()
            }
        }
    }
}

/// What comes into it, seen by the body: its axes, its reference point.
pub(super) struct Input {
    /// `G_t`
    pub(super) columns: Mat6,
    /// `z_t`
    pub(super) lead: Vec6,
    /// `c`
    pub(super) falls: Vec6,
    /// `H`, and `τ` along each.
    pub(super) freedoms: [(Vec6, f64); 3],
    /// How many of these there are.
    pub(super) count: usize,
}

/// What a connection transmits and how fast its joint goes, by what is joined.
pub(super) struct Passed {
    /// `h_t` in the axes of what is carried, at its reference point.
    pub(super) wrench: Vec6,
    /// `q̈`
    pub(super) rates: [f64; 3],
}

impl Root {
    /// Before any sweep.
    pub(super) fn zero() -> Self {
        Self {
            columns: Mat6::zeros(),
            rows: std::array::from_fn(|k| k),
            scales: Vec6::repeat(1.0),
            bias: Vec6::zeros(),
            lead: Vec6::zeros(),
            coordinates: Vec6::zeros(),
            upper: SMatrix::zeros(),
            order: std::array::from_fn(|k| k),
            freedoms: 0,
            inner: Vec3::zeros(),
            joined: Reduction::none(),
            held: Reduction::none(),
            gain: Mat6::zeros(),
            known: Vec6::zeros(),
        }
    }

    /// `G`
    pub(super) fn columns(&self) -> &Mat6 {
        &self.columns
    }

    /// `z`
    pub(super) fn lead(&self) -> Vec6 {
        self.lead
    }

    /// `G z`: how the body accelerates beside `c` where it bears nothing.
    pub(super) fn led(&self) -> Vec6 {
        self.columns * self.lead
    }

    /// `W`
    pub(super) fn compliance(&self) -> Mat6 {
        self.columns * self.columns.transpose()
    }

    /// Of a body into which nothing comes.
    ///
    /// # Errors
    /// An inertia that has no inverse.
    pub(super) fn begin(&mut self, body: &Body<'_>) -> Result<(), Pivot> {
        self.columns.fill(0.0);
        match body {
            // By way of the centre of mass: `a = a_c - α x c`.
            Body::Alone { alone, roots: (_, mass), .. } => {
                let root = lower(&alone.inverse.to_matrix())?;
                for k in 0..3 {
                    let alpha = root.column(k).into_owned();
                    self.columns.set_column(k, &stacked(&alpha, &alone.centre.cross(&alpha)));
                    self.columns[(3 + k, 3 + k)] = 1.0 / mass;
                }
                self.rows = std::array::from_fn(|k| k);
            }
            // `U^-1`, with its columns from the last one on.
            Body::Whole { root, .. } => {
                let inverse = root.solve_lower_triangular(&Mat6::identity());
                let inverse = inverse.ok_or(Pivot::Singular)?.transpose();
                for k in 0..6 {
                    self.columns.set_column(k, &inverse.column(5 - k));
                }
                self.rows = std::array::from_fn(|k| 5 - k);
            }
        }
        self.scales = scales(body.gyration());
        Ok(())
    }

    /// Of a body with one input, whose `c` is its own.
    ///
    /// # Errors
    /// See [`Reduction::reduce`].
    pub(super) fn join(&mut self, body: &Body<'_>, input: &Input) -> Result<(), Pivot> {
        let size = 6 + input.count;
        let mut known = SVector::<f64, MOST>::zeros();
        let mut weights = SVector::<f64, MOST>::repeat(1.0);
        self.upper.fill(0.0);
        for j in 0..size {
            let column = match j.checked_sub(6) {
                None => input.columns.column(j).into_owned(),
                Some(k) => input.freedoms[k].0,
            };
            let whole = body.weighed(&column);
            self.upper.fixed_view_mut::<6, 1>(6, j).copy_from(&whole);
            if j < 6 {
                self.upper[(j, j)] = 1.0;
                known[j] = input.lead[j];
            } else {
                known[j] = -input.freedoms[j - 6].1;
                weights[j] = 1.0 / whole.norm();
            }
        }
        let mut solved = Reduction::none();
        solved.reduce(&mut self.upper, size, &weights)?;
        let mut resists = SVector::<f64, 12>::zeros();
        resists.fixed_rows_mut::<6>(6).copy_from(&body.weighed_resistance(&input.falls));
        let resists = solved.turned_back(resists);
        let mut shift = forward(&self.upper, (&solved.rows, size), &known);
        for j in 0..size {
            shift[j] -= resists[j];
        }
        self.order = solved.rows;
        // `U X` is what `Q` has along the body's own equations: the quotient `F L'^-1` would be a difference beside heavy bodies.
        let mut yields = SMatrix::<f64, MOST, 6>::zeros();
        for j in 0..size {
            let own = body.unweighed(&solved.column(j).fixed_rows::<6>(6).into_owned());
            yields.set_row(j, &own.transpose());
        }
        self.freedoms = input.count;
        self.scales = scales(body.gyration());
        self.joined.reduce(&mut yields, 6, &self.scales)?;
        self.columns.copy_from(&yields.fixed_rows::<6>(0).transpose());
        self.rows = self.joined.rows;
        let shift = self.joined.turned_back(shift);
        self.lead = shift.fixed_rows::<6>(0).into_owned();
        self.inner = shift.fixed_rows::<3>(6).into_owned();
        Ok(())
    }

    /// Of a body whose carrier moves as it does whatever it bears: what its joint holds, `N` in the first columns of `held`, and lets pass.
    ///
    /// # Errors
    /// See [`Reduction::reduce`].
    pub(super) fn hold(
        &mut self,
        (held, count): (&Mat6, usize),
        known: &Vec6,
    ) -> Result<(), Pivot> {
        let mut along = self.columns.transpose() * held;
        let sizes = held.abs().transpose() * self.scales;
        self.held.reduce(&mut along, count, &sizes)?;
        self.known = self.held.turned_back(self.columns.transpose() * known + self.lead);
        for column in 0..6 {
            let right = held.row(column).transpose();
            let solved = forward(&along, (&self.held.rows, count), &right);
            self.gain.set_column(column, &solved);
        }
        Ok(())
    }

    /// Impedance and offset of `h = M A + p` along what is held, by that; `falls` is `c`.
    pub(super) fn impedance(&self, falls: &Vec6) -> (Mat6, Vec6) {
        let back = self.gain.transpose();
        (back * self.gain, -(back * (self.gain * falls + self.kept())))
    }

    /// Of that what the joint holds.
    fn kept(&self) -> Vec6 {
        let count = self.held.count;
        Vec6::from_fn(|k, _| if k < count { self.known[k] } else { 0.0 })
    }

    /// From how its carrier accelerates it `beyond` `c`: what its joint transmits along what it holds, a wrench.
    pub(super) fn answer(&mut self, beyond: &Vec6) -> Vec6 {
        let along = self.gain * beyond;
        let kept = self.kept();
        self.coordinates = self.held.turned(self.known - kept + along);
        self.gain.transpose() * (along - kept)
    }

    /// By roundings of what it is the sum of, if something has been joined, or of itself.
    pub(super) fn shake(&mut self, shake: &mut Shake, is_joined: bool) {
        let mut size = self.columns.abs();
        if is_joined {
            let columns: [_; 6] = std::array::from_fn(|k| self.joined.column(k));
            let whole = SMatrix::<f64, MOST, 6>::from_columns(&columns);
            // `|X| |Q|`
            size = (self.columns * whole.transpose()).abs() * whole.abs();
        }
        shake.matrix(&mut self.columns, &size);
        let size: Vec6 = self.lead;
        shake.matrix(&mut self.lead, &size);
    }

    /// From the whole wrench.
    pub(super) fn bear(&mut self, wrench: &Vec6) {
        self.coordinates = self.columns.transpose() * wrench + self.lead;
    }

    /// How the body accelerates beside `c`.
    pub(super) fn yields(&self) -> Vec6 {
        self.columns * self.coordinates
    }

    /// What comes into it, whose root is `input`.
    pub(super) fn pass(&self, input: &mut Root, shake: Option<Shake>) -> Passed {
        let mut own = SVector::<f64, MOST>::zeros();
        own.fixed_rows_mut::<6>(0).copy_from(&self.coordinates);
        own.fixed_rows_mut::<3>(6).copy_from(&self.inner);
        let own = self.joined.turned(own);
        let mut own = backward(&self.upper, (&self.order, 6 + self.freedoms), &own);
        if let Some(mut shake) = shake {
            let size = own;
            shake.matrix(&mut own, &size);
        }
        input.coordinates = own.fixed_rows::<6>(0).into_owned();
        let borne = input.coordinates - input.lead;
        let wrench = backward(&input.columns.transpose(), (&input.rows, 6), &borne);
        Passed { wrench, rates: std::array::from_fn(|k| -own[6 + k]) }
    }
}

/// Angles beside displacements.
fn scales(length: f64) -> Vec6 {
    Vec6::from_fn(|k, _| if k < 3 { length } else { 1.0 })
}

/// `L` of `L L'`.
fn lower<const N: usize>(of: &SMatrix<f64, N, N>) -> Result<SMatrix<f64, N, N>, Pivot> {
    if of.iter().any(|own| !own.is_finite()) {
        return Err(Pivot::NotFinite);
    }
    Ok(Cholesky::new(*of).ok_or(Pivot::Singular)?.l())
}
