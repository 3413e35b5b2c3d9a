//! The links of a chain: what does not change during a run.

/// Of a link's length: places this near to a joint are at it.
const AT_JOINT: f64 = 1e-9;

/// Slender straight links from the root to the tip, mass spread evenly over each.
#[derive(Clone, Debug, PartialEq)]
pub struct Links {
    /// m
    lengths: Vec<f64>,
    /// kg
    masses: Vec<f64>,
    /// Arc length of the nodes, one more than links; the first is zero.
    arc_lengths: Vec<f64>,
}

/// Links that cannot be simulated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BadLinks {
    /// There has to be one at least.
    None,
    /// Not as many masses as lengths.
    Counts { lengths: usize, masses: usize },
    /// Not a positive finite number of metres.
    Length { link: usize, value: f64 },
    /// Not a positive finite number of kilograms.
    Mass { link: usize, value: f64 },
}

impl std::fmt::Display for BadLinks {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            BadLinks::None => write!(f, "a chain needs at least one link"),
            BadLinks::Counts { lengths, masses } => {
                write!(f, "{lengths} lengths but {masses} masses")
            }
            BadLinks::Length { link, value } => {
                write!(f, "link {} has the length {value} m", link + 1)
            }
            BadLinks::Mass { link, value } => {
                write!(f, "link {} has the mass {value} kg", link + 1)
            }
        }
    }
}

impl std::error::Error for BadLinks {}

impl Links {
    /// Lengths in m and masses in kg, from the root to the tip; all positive.
    pub fn new(lengths: Vec<f64>, masses: Vec<f64>) -> Result<Self, BadLinks> {
        if lengths.is_empty() {
            return Err(BadLinks::None);
        }
        if lengths.len() != masses.len() {
            return Err(BadLinks::Counts { lengths: lengths.len(), masses: masses.len() });
        }
        let positive = |value: f64| value.is_finite() && value > 0.0;
        if let Some(link) = lengths.iter().position(|&l| !positive(l)) {
            return Err(BadLinks::Length { link, value: lengths[link] });
        }
        if let Some(link) = masses.iter().position(|&m| !positive(m)) {
            return Err(BadLinks::Mass { link, value: masses[link] });
        }
        let mut arc = 0.0;
        let arc_lengths = std::iter::once(0.0)
            .chain(lengths.iter().map(|length| {
                arc += length;
                arc
            }))
            .collect();
        Ok(Self { lengths, masses, arc_lengths })
    }

    /// `count` equal links that share `length` (m) and `mass` (kg).
    pub fn uniform(count: usize, length: f64, mass: f64) -> Result<Self, BadLinks> {
        let n = count as f64;
        Self::new(vec![length / n; count], vec![mass / n; count])
    }

    /// From the other end.
    pub(crate) fn reversed(&self) -> Self {
        let turned = |values: &[f64]| values.iter().rev().copied().collect();
        let (lengths, masses) = (turned(&self.lengths), turned(&self.masses));
        Self::new(lengths, masses).unwrap_or_else(|_| self.clone())
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.lengths.len()
    }

    /// m
    pub fn lengths(&self) -> &[f64] {
        &self.lengths
    }

    /// kg
    pub fn masses(&self) -> &[f64] {
        &self.masses
    }

    /// Of the nodes, m: `count + 1` values, the first zero.
    pub(crate) fn arc_lengths(&self) -> &[f64] {
        &self.arc_lengths
    }

    /// Of all together, m.
    pub fn length(&self) -> f64 {
        self.arc_lengths.last().copied().unwrap_or(0.0)
    }

    /// Of all together, kg.
    pub fn mass(&self) -> f64 {
        self.masses.iter().sum()
    }

    /// The arc length at a fraction of a link, m.
    pub(crate) fn at(&self, (link, fraction): (usize, f64)) -> f64 {
        self.arc_lengths[link] + fraction * self.lengths[link]
    }

    /// The link that holds the point at `arc_length` from the root, and the fraction of the link
    /// before that point. Clamped to the chain.
    pub fn locate(&self, arc_length: f64) -> (usize, f64) {
        let after = self.arc_lengths.partition_point(|&arc| arc <= arc_length);
        let link = after.saturating_sub(1).min(self.count() - 1);
        let fraction = (arc_length - self.arc_lengths[link]) / self.lengths[link];
        // The end is where it is, whatever rounding the sum of all lengths has.
        let is_end = link + 1 == self.count() && fraction > 1.0 - AT_JOINT;
        let within = if fraction > 0.0 { fraction.min(1.0) } else { 0.0 };
        (link, if is_end { 1.0 } else { within })
    }

    /// The same place on the link that ends there, where two of them meet: what acts at a joint itself counts to what comes
    /// after it, so the force across the joint is that of the link before it.
    pub(crate) fn before(&self, (link, fraction): (usize, f64)) -> (usize, f64) {
        if fraction < AT_JOINT && link > 0 { (link - 1, 1.0) } else { (link, fraction) }
    }

    /// See [`Links::before`], for a chain that is counted from its other end.
    pub(crate) fn after(&self, (link, fraction): (usize, f64)) -> (usize, f64) {
        let is_joint = fraction > 1.0 - AT_JOINT && link + 1 < self.count();
        if is_joint { (link + 1, 0.0) } else { (link, fraction) }
    }
}
