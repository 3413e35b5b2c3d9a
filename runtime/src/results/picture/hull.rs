//! Convex hulls in the plane.

/// The corners of the convex hull, counter-clockwise from the leftmost one (Andrew's monotone chain).
/// Points that are not finite are left out.
pub(super) fn convex_hull(mut points: Vec<[f64; 2]>) -> Vec<[f64; 2]> {
    points.retain(|point| point.iter().all(|value| value.is_finite()));
    points.sort_by(|[ax, ay], [bx, by]| ax.total_cmp(bx).then(ay.total_cmp(by)));
    points.dedup();
    if points.len() < 3 {
        return points;
    }
    let mut hull = half_hull(points.iter().copied());
    hull.pop();
    let mut upper = half_hull(points.iter().rev().copied());
    upper.pop();
    hull.extend(upper);
    hull
}

/// The lower or the upper half, as the points come from left or from right.
fn half_hull(points: impl Iterator<Item = [f64; 2]>) -> Vec<[f64; 2]> {
    let mut chain: Vec<[f64; 2]> = Vec::new();
    for point in points {
        while let [.., before, last] = chain.as_slice() {
            if turn(*before, *last, point) > 0.0 {
                break;
            }
            chain.pop();
        }
        chain.push(point);
    }
    chain
}

/// Positive if a, b, c turn to the left.
fn turn([ax, ay]: [f64; 2], [bx, by]: [f64; 2], [cx, cy]: [f64; 2]) -> f64 {
    (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
}
