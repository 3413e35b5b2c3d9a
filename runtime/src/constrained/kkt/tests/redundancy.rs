//! Redundant constraints, against ranks from dense singular values (nalgebra) and against the known
//! mobilities of closed chains.

use crate::constrained::kkt::{RedundantRow, redundant_rows};
use nalgebra::{DMatrix, Vector3};

type Rows = Vec<Vec<(usize, f64)>>;

fn dense(rows: &Rows, columns: usize) -> DMatrix<f64> {
    let mut matrix = DMatrix::zeros(rows.len(), columns);
    for (index, row) in rows.iter().enumerate() {
        for &(column, value) in row {
            matrix[(index, column)] += value;
        }
    }
    matrix
}

/// Rows of a hinge at `point` about `axis` between two bodies with velocities `(v, ω)` at their
/// origins; `None` is the ground. The velocity of the point is equal, and so is the angular velocity
/// across the axis.
fn hinge(
    rows: &mut Rows,
    point: Vector3<f64>,
    axis: Vector3<f64>,
    bodies: [Option<(usize, Vector3<f64>)>; 2],
) {
    let across = axis.cross(&Vector3::new(0.3, 0.5, 0.8)).normalize();
    let directions = [across, axis.cross(&across)];
    for k in 0..3 {
        let unit = Vector3::ith(k, 1.0);
        rows.push(entries(bodies, |_, origin| (unit, (point - origin).cross(&unit))));
    }
    for direction in directions {
        rows.push(entries(bodies, |_, _| (Vector3::zeros(), direction)));
    }
}

fn entries(
    bodies: [Option<(usize, Vector3<f64>)>; 2],
    gradient: impl Fn(usize, Vector3<f64>) -> (Vector3<f64>, Vector3<f64>),
) -> Vec<(usize, f64)> {
    let mut row = Vec::new();
    for (body, sign) in bodies.into_iter().zip([1.0, -1.0]) {
        let Some((body, origin)) = body else { continue };
        let (linear, angular) = gradient(body, origin);
        for k in 0..3 {
            row.push((6 * body + k, sign * linear[k]));
            row.push((6 * body + 3 + k, sign * angular[k]));
        }
    }
    row.retain(|(_, value)| *value != 0.0);
    row
}

/// Hinges between consecutive points form a closed chain with the ground as its last body.
fn closed_chain(points: &[Vector3<f64>], axes: &[Vector3<f64>]) -> (Rows, usize) {
    let moving = points.len() - 1;
    let origin = |body: usize| (body, (points[body] + points[body + 1]) / 2.0);
    let mut rows = Rows::new();
    for joint in 0..points.len() {
        let before = joint.checked_sub(1).map(origin);
        let after = (joint < moving).then(|| origin(joint));
        hinge(&mut rows, points[joint], axes[joint].normalize(), [before, after]);
    }
    (rows, 6 * moving)
}

/// N-four-bar: cranks on the ground, couplers between their tips, everything in the x-y plane.
/// Tree joints come first, then those that close the loops.
fn four_bars(loops: usize) -> (Rows, usize) {
    let axis = Vector3::z();
    let crank = |k: usize| (2 * k, Vector3::new(k as f64 + 0.2, 0.45, 0.0));
    let coupler = |k: usize| (2 * k + 1, Vector3::new(k as f64 + 0.9, 0.9, 0.0));
    let tip = |k: usize| Vector3::new(k as f64 + 0.4, 0.9, 0.0);
    let mut rows = Rows::new();
    for k in 0..=loops {
        hinge(&mut rows, Vector3::new(k as f64, 0.0, 0.0), axis, [None, Some(crank(k))]);
        if k < loops {
            hinge(&mut rows, tip(k), axis, [Some(crank(k)), Some(coupler(k))]);
        }
    }
    for k in 0..loops {
        hinge(&mut rows, tip(k + 1), axis, [Some(coupler(k)), Some(crank(k + 1))]);
    }
    (rows, 6 * (2 * loops + 1))
}

/// Each row that adds nothing to the rank of those before is reported, and no other; and its
/// combination gives it.
#[track_caller]
fn agrees_with_ranks(rows: &Rows, columns: usize) -> Vec<RedundantRow> {
    let redundant = redundant_rows(rows);
    let matrix = dense(rows, columns);
    let mut rank = 0;
    let mut expected = Vec::new();
    for row in 0..rows.len() {
        let before = rank;
        rank = matrix.rows(0, row + 1).into_owned().rank(1e-8 * matrix.amax());
        if rank == before {
            expected.push(row);
        }
    }
    assert_eq!(redundant.iter().map(|row| row.row).collect::<Vec<_>>(), expected);
    for row in &redundant {
        let mut sum = matrix.row(row.row).into_owned();
        for &(other, factor) in &row.combination {
            assert!(other < row.row && !expected.contains(&other));
            sum -= matrix.row(other) * factor;
        }
        let size = matrix.row(row.row).amax();
        assert!(sum.amax() < 1e-9 * (size + 1.0), "row {}: {:e}", row.row, sum.amax());
    }
    redundant
}

/// Four bars in a plane have one freedom, 18 coordinates and 20 rows: three are too many, whatever
/// the lengths. Only rows of the last hinge can be.
#[test]
fn a_four_bar_in_space_has_three_redundant_rows() {
    let points = [[0.0, 0.0], [0.3, 0.8], [1.4, 1.1], [1.9, 0.1]];
    let points = points.map(|[x, y]| Vector3::new(x, y, 0.0));
    let (rows, columns) = closed_chain(&points, &[Vector3::z(); 4]);
    assert_eq!((rows.len(), columns), (20, 18));
    let redundant = agrees_with_ranks(&rows, columns);
    assert_eq!(redundant.len(), 3);
    assert!(redundant.iter().all(|row| row.row >= 15));
}

/// Bricard's mechanism: six bars along edges of a cube, each hinge perpendicular to the two it joins.
/// It has one freedom with 30 coordinates and 30 rows: one is too many.
#[test]
fn bricards_mechanism_has_one_redundant_row() {
    let points = [
        [0.0, 0.0, 0.0],
        [1.0, 0.0, 0.0],
        [1.0, -1.0, 0.0],
        [1.0, -1.0, 1.0],
        [0.0, -1.0, 1.0],
        [0.0, 0.0, 1.0],
    ]
    .map(Vector3::from);
    // Each hinge is perpendicular to the bars it joins.
    let axes: Vec<_> = (0..6)
        .map(|k| {
            let (before, after) =
                (points[k] - points[(k + 5) % 6], points[(k + 1) % 6] - points[k]);
            before.cross(&after)
        })
        .collect();
    let (rows, columns) = closed_chain(&points, &axes);
    let redundant = agrees_with_ranks(&rows, columns);
    assert_eq!(redundant.len(), 1);
    assert!(redundant[0].row >= 25);
}

/// A spatial loop of seven hinges in general position is not redundant.
#[test]
fn seven_hinges_are_independent() {
    let points: Vec<_> = (0..7)
        .map(|k| {
            let angle = k as f64;
            Vector3::new(angle.cos(), angle.sin(), 0.3 * (2.5 * angle).sin())
        })
        .collect();
    let axes: Vec<_> = (0..7)
        .map(|k| Vector3::new((k * k) as f64, 1.0 + k as f64, (3 * k) as f64 - 7.0))
        .collect();
    let (rows, columns) = closed_chain(&points, &axes);
    assert_eq!(agrees_with_ranks(&rows, columns), []);
}

/// Three rows for each loop, all of them in closing hinges, and each depends on hinges nearby.
#[test]
fn each_of_many_four_bars_has_three_redundant_rows() {
    let (rows, columns) = four_bars(6);
    assert_eq!(agrees_with_ranks(&rows, columns).len(), 18);

    let loops = 1000;
    let (rows, _) = four_bars(loops);
    let redundant = redundant_rows(&rows);
    assert_eq!(redundant.len(), 3 * loops);
    let first_closing = rows.len() - 5 * loops;
    assert!(redundant.iter().all(|row| row.row >= first_closing));
    assert!(redundant.iter().all(|row| row.combination.len() <= 20));
}

/// A cable of links held at both ends, of which the slope goes from `-slope` to `slope` of the line
/// between its ends.
fn hanging_links(links: usize, slope: f64) -> Rows {
    let entries = |k: usize| {
        let slope = slope * ((2 * k + 1) as f64 / links as f64 - 1.0);
        let along = [1.0 / slope.hypot(1.0), slope / slope.hypot(1.0)];
        let before = (k > 0).then(|| [(2 * k - 2, -along[0]), (2 * k - 1, -along[1])]);
        let after = (k + 1 < links).then(|| [(2 * k, along[0]), (2 * k + 1, along[1])]);
        before.into_iter().chain(after).flatten().collect()
    };
    (0..links).map(entries).collect()
}

/// Links in a line between two fixed points say once too often how far these are from each other;
/// as soon as they sag they do not. However many there are, this is found at once: with slopes
/// that differ by little from link to link the rows used to fill, and 7000 links never ended.
#[test]
fn links_held_at_both_ends_depend_on_each_other_in_a_line_only() {
    for slope in [1.0, 0.1, 1e-2, 1e-3, 1e-4, 1e-6, 0.0] {
        let redundant = agrees_with_ranks(&hanging_links(20, slope), 38);
        assert_eq!(redundant.len(), usize::from(slope == 0.0), "{slope:e}");
    }
    let links = 20_000;
    for slope in [1.0, 1e-2, 1e-4, 1e-6, 1e-8] {
        assert_eq!(redundant_rows(&hanging_links(links, slope)), [], "{slope:e}");
    }
    let redundant = redundant_rows(&hanging_links(links, 0.0));
    assert_eq!(redundant.len(), 1);
    assert_eq!((redundant[0].row, redundant[0].combination.len()), (links - 1, links - 1));
}

/// Random rows; some are combinations of earlier ones. Everything in very different scales.
#[test]
fn planted_combinations_are_found() {
    let mut seed = 5_u64;
    let mut random = move || {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    };
    for _ in 0..20 {
        let columns = 30;
        let mut rows = Rows::new();
        for index in 0..24 {
            let row = if index % 5 == 4 {
                let (a, b) = (index - 1 - index / 7, index / 3);
                let (x, y) = (random(), random());
                let scaled = |row: usize, by: f64| {
                    let row: &Vec<(usize, f64)> = &rows[row];
                    row.iter().map(|&(column, value)| (column, by * value)).collect::<Vec<_>>()
                };
                [scaled(a, x), scaled(b, y)].concat()
            } else {
                (0..4).map(|_| (((random() + 1.0) * 15.0) as usize % columns, random())).collect()
            };
            rows.push(row);
        }
        agrees_with_ranks(&rows, columns);
        // Scales of rows do not matter.
        let found: Vec<_> = redundant_rows(&rows).iter().map(|row| row.row).collect();
        for (index, row) in rows.iter_mut().enumerate() {
            row.iter_mut().for_each(|(_, value)| *value *= 10_f64.powi(index as i32 % 7 * 2 - 6));
        }
        let scaled: Vec<_> = redundant_rows(&rows).iter().map(|row| row.row).collect();
        assert_eq!(found, scaled);
    }
}

#[test]
fn right_hand_sides_are_consistent_or_contradict() {
    // x = 1, y = 2, 2x - 3y = ?, nothing = ?
    let rows = vec![vec![(0, 1.0)], vec![(4, 1.0)], vec![(0, 2.0), (4, -3.0)], vec![]];
    let redundant = redundant_rows(&rows);
    assert_eq!(redundant.len(), 2);
    assert_eq!(redundant[0].row, 2);
    assert_eq!(redundant[0].combination, [(0, 2.0), (1, -3.0)]);
    assert_eq!(redundant[1], RedundantRow { row: 3, combination: vec![] });
    let consistent = [1.0, 2.0, -4.0, 0.0];
    assert!(redundant.iter().all(|row| !row.contradicts(&consistent, 1e-12)));
    let wrong = [1.0, 2.0, -3.5, 1e-3];
    assert_eq!(redundant[0].gap(&wrong), 0.5);
    assert!(redundant.iter().all(|row| row.contradicts(&wrong, 1e-12)));
    assert!(!redundant[1].contradicts(&wrong, 1e-2));
}
