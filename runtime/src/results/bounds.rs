//! Boxes along the axes.

/// Smallest and largest coordinates of points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bounds<const N: usize> {
    /// The smallest of each coordinate.
    pub low: [f64; N],
    /// The largest of each coordinate.
    pub high: [f64; N],
}

impl<const N: usize> Bounds<N> {
    /// Of no point.
    pub(super) fn empty() -> Self {
        Bounds { low: [f64::INFINITY; N], high: [f64::NEG_INFINITY; N] }
    }

    /// Points that are not finite are left out.
    pub(super) fn include(&mut self, point: [f64; N]) {
        if point.iter().all(|value| value.is_finite()) {
            for ((low, high), value) in self.low.iter_mut().zip(&mut self.high).zip(point) {
                *low = low.min(value);
                *high = high.max(value);
            }
        }
    }

    /// Of both.
    pub(super) fn join(&mut self, other: &Self) {
        self.include(other.low);
        self.include(other.high);
    }

    /// None if no point was included.
    pub(super) fn finite(self) -> Option<Self> {
        self.low.iter().chain(&self.high).all(|value| value.is_finite()).then_some(self)
    }

    /// Edge lengths; negative if empty.
    pub(super) fn extent(&self) -> [f64; N] {
        let mut extent = self.high;
        extent.iter_mut().zip(self.low).for_each(|(high, low)| *high -= low);
        extent
    }

    /// Along any axis.
    pub(super) fn largest_extent(&self) -> f64 {
        self.extent().into_iter().fold(0.0, f64::max)
    }
}
