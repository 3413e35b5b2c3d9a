//! Q. Brateau, "Rigid tether modeling for underwater environment simulation" (2021): his links, kept at
//! their length by controllers, links that cannot stretch, and what he left open, an end that moves.
//! The paper shows curves (figures 3 to 7) and no numbers; docs/brateau.svg has the same curves.

use super::figure::{Curve, Panel, write};
use super::reference::integrate;
use super::rows::{Rows, largest, largest_difference, run};

const MODELS: &str = "tests/models/brateau.cdl";
const NODES: usize = 15;
const LINK: f64 = 25.0 / 14.0;

/// Of each node its place at each row.
fn nodes(rows: &Rows) -> Vec<Vec<[f64; 3]>> {
    (0..NODES)
        .map(|node| {
            let [x, y, z] =
                ["x", "y", "z"].map(|axis| rows.column(&format!("node[{node}].{axis}")));
            (0..rows.time.len()).map(|row| [x[row], y[row], z[row]]).collect()
        })
        .collect()
}

/// Of each link its length at each row, m.
fn lengths(rows: &Rows) -> Vec<Vec<f64>> {
    let nodes = nodes(rows);
    nodes
        .windows(2)
        .map(|pair| {
            let distance = |(a, b): (&[f64; 3], &[f64; 3])| {
                (0..3).map(|k| (a[k] - b[k]).powi(2)).sum::<f64>().sqrt()
            };
            pair[0].iter().zip(&pair[1]).map(distance).collect()
        })
        .collect()
}

/// Of the mean length of all links, at each row.
fn mean_error(lengths: &[Vec<f64>]) -> Vec<f64> {
    (0..lengths[0].len())
        .map(|row| lengths.iter().map(|link| link[row]).sum::<f64>() / (14.0 * LINK) - 1.0)
        .collect()
}

fn largest_error(lengths: &[Vec<f64>]) -> f64 {
    lengths.iter().flatten().map(|length| (length / LINK - 1.0).abs()).fold(0.0, f64::max)
}

/// Mechanical energy less what controllers and the moving end have put in: what drag and dampers have
/// left of it, J.
fn without_work(rows: &Rows) -> Vec<f64> {
    let parts = rows.column("energy.total").iter().zip(rows.column("energy.work"));
    parts.map(|(total, work)| total - work).collect()
}

/// His forces on the 13 nodes that move, without drag: `[x | v | ∫e]`, 39 + 39 + 14 numbers.
fn rates(ends: [[f64; 3]; 2], state: [f64; 92]) -> [f64; 92] {
    let mass = 125.0 / 14.0;
    // 0.5 litre of water on each metre of 5 kg.
    let weight = -9.81 * mass * (1.0 - 0.1);
    let at = |node: usize, from: usize| -> [f64; 3] {
        match node {
            0 if from == 0 => ends[0],
            14 if from == 0 => ends[1],
            0 | 14 => [0.0; 3],
            _ => std::array::from_fn(|k| state[from + 3 * (node - 1) + k]),
        }
    };
    let mut forces = [[0.0, 0.0, weight]; NODES];
    let mut rates = [0.0; 92];
    for link in 0..14 {
        let (a, b, va, vb) = (at(link, 0), at(link + 1, 0), at(link, 39), at(link + 1, 39));
        let offset: [f64; 3] = std::array::from_fn(|k| b[k] - a[k]);
        let distance = offset.iter().map(|x| x * x).sum::<f64>().sqrt();
        let lengthening: f64 = (0..3).map(|k| (vb[k] - va[k]) * offset[k] / distance).sum();
        let error = (distance - LINK) / distance;
        let error_rate = LINK * lengthening / (distance * distance);
        let tension = 5000.0 * error + 250.0 * error_rate + 2500.0 * state[78 + link];
        for k in 0..3 {
            forces[link][k] += tension * offset[k] / distance;
            forces[link + 1][k] -= tension * offset[k] / distance;
        }
        rates[78 + link] = error;
    }
    for node in 1..14 {
        for k in 0..3 {
            rates[3 * (node - 1) + k] = state[39 + 3 * (node - 1) + k];
            rates[39 + 3 * (node - 1) + k] = forces[node][k] / mass;
        }
    }
    rates
}

#[test]
fn controllers_follow_brateaus_equations() {
    let rows = run(MODELS, "undamped", &[]);
    let nodes = nodes(&rows);
    let mut start = [0.0; 92];
    for node in 1..14 {
        start[3 * (node - 1)..3 * node].copy_from_slice(&nodes[node][0]);
    }
    let ends = [nodes[0][0], nodes[14][0]];
    let states = integrate(start, &rows.time, 250, |state| rates(ends, state));
    let mut apart: f64 = 0.0;
    for node in 1..14 {
        for k in 0..3 {
            let expected: Vec<f64> = states.iter().map(|s| s[3 * (node - 1) + k]).collect();
            let found: Vec<f64> = nodes[node].iter().map(|place| place[k]).collect();
            apart = apart.max(largest_difference(&found, &expected));
        }
    }
    println!("nodes apart by at most {apart:.1e} m in 3 s");
    // Both methods' errors: relative tolerance 1e-11; steps of 0.2 ms at 47 rad/s.
    assert!(apart < 1e-8);
}

/// What his figures show: the links come to their length, the motion to rest.
#[test]
fn controllers_bring_the_links_to_their_length() {
    let rows = run(MODELS, "controlled", &[]);
    let lengths = lengths(&rows);
    let error = mean_error(&lengths);
    let kinetic = rows.column("energy.kinetic");
    let row = |time: f64| rows.time.iter().position(|t| *t >= time).expect("a row");
    let worst = |values: &[f64], from: f64, to: f64| largest(&values[row(from)..=row(to)]);
    let [first, last] = [(0.0, 5.0), (25.0, 30.0)].map(|(from, to)| worst(&error, from, to));
    let [moving, still] = [(0.0, 5.0), (25.0, 30.0)].map(|(from, to)| worst(kinetic, from, to));
    println!("mean length off by {:.2} %, then {:.3} %", 100.0 * first, 100.0 * last);
    println!("kinetic energy {moving:.1} J, then {still:.2} J");
    // The coefficients give the error 2 s to decay in (kp / ki), drag the swinging much longer.
    assert!(last < 0.05 * first && first < 0.2);
    assert!(still < 0.02 * moving);
    let left = without_work(&rows);
    assert!(left.windows(2).all(|pair| pair[1] <= pair[0] + 1e-6));
    let exchanged = largest(rows.column("energy.gravity"));
    assert!(largest(rows.column("energy.balance")) < 1e-7 * exchanged);
}

#[test]
fn links_that_cannot_stretch_do_not() {
    let still = run(MODELS, "rigid", &[]);
    let moving = run(MODELS, "rigid_moving", &[]);
    for (name, rows) in [("held", &still), ("moving", &moving)] {
        let (error, balance) =
            (largest_error(&lengths(rows)), largest(rows.column("energy.balance")));
        println!("{name}: lengths off by {error:.1e}, energy by {balance:.1e} J");
        // Round-off of places of 20 m in links of 1.8 m; Runge and Kutta's error of the motion.
        assert!(error < 1e-13 * 100.0);
        assert!(balance < 1e-9 * 5000.0);
    }
    // It starts at rest and stays there.
    assert!(largest(still.column("energy.kinetic")) < 1e-20);
}

/// With the end moving the controllers follow the links that cannot stretch, up to their error.
#[test]
fn the_moving_end_pulls_both_alike() {
    let rigid = run(MODELS, "rigid_moving", &[]);
    let controlled = run(MODELS, "controlled_moving", &[]);
    let from = rigid.time.iter().position(|t| *t >= 10.0).expect("a row");
    let (a, b) = (nodes(&rigid), nodes(&controlled));
    let apart = (0..3)
        .map(|k| {
            let of = |nodes: &[Vec<[f64; 3]>]| -> Vec<f64> {
                nodes[7][from..].iter().map(|place| place[k]).collect()
            };
            largest_difference(&of(&a), &of(&b))
        })
        .fold(0.0, f64::max);
    let error = largest_error(&lengths(&controlled));
    println!("middles apart by {apart:.3} m, links off by {:.1} %", 100.0 * error);
    assert!(apart < 0.02 * 25.0);
    let columns = [("controlled", "controllers"), ("rigid", "inextensible")]
        .into_iter()
        .chain([
            ("controlled_moving", "controllers, end moving"),
            ("rigid_moving", "inextensible, end moving"),
        ])
        .map(|(experiment, title)| panels(&run(MODELS, experiment, &[]), title))
        .collect::<Vec<_>>();
    let description = "Brateau's tether: lengths of links, their mean error, energies";
    write("docs/brateau.svg", description, &rigid.time, &columns);
}

/// With the end moving, by steps of 5 ms of a method of order two and of one of order four.
#[test]
fn both_formulations_move_the_tether_alike() {
    for name in ["rigid_moving", "controlled_moving"] {
        let recursive = run(MODELS, name, &[]);
        let conserved = run(MODELS, &format!("{name}_conserved"), &[]);
        let apart = recursive
            .names()
            .filter(|column| column.starts_with("node"))
            .map(|column| largest_difference(recursive.column(column), conserved.column(column)))
            .fold(0.0, f64::max);
        let balance = largest(conserved.column("energy.balance"));
        println!("{name}: nodes apart by {apart:.1e} m; energy {balance:.1e} J");
        // 1/12 (47 rad/s 5 ms)^2 of the 0.2 m by which controlled links move fast.
        assert!(apart < 1e-3, "{name}: {apart:e}");
        // Round-off of 2000 J exchanged.
        assert!(balance < 1e-9, "{name}: {balance:e}");
    }
}

/// Figures 3 to 7.
fn panels(rows: &Rows, title: &str) -> Vec<Panel> {
    const GREY: &str = "#b4bcc4";
    const RED: &str = "#b03050";
    const BLUE: &str = "#2a6f97";
    let lengths = lengths(rows);
    let error: Vec<f64> = mean_error(&lengths).iter().map(|error| 100.0 * error).collect();
    let mean: Vec<f64> = error.iter().map(|error| LINK * (1.0 + 0.01 * error)).collect();
    let single = |title: &str, values: Vec<f64>, colour| Panel {
        title: title.to_owned(),
        curves: vec![Curve { values, colour, width: 1.5 }],
    };
    let mut links: Vec<Curve> =
        lengths.into_iter().map(|values| Curve { values, colour: GREY, width: 0.8 }).collect();
    links.push(Curve { values: mean, colour: RED, width: 1.5 });
    let column = |name: &str| rows.column(name).to_vec();
    let potential: Vec<f64> = rows
        .column("energy.gravity")
        .iter()
        .zip(rows.column("energy.elastic"))
        .map(|(gravity, elastic)| gravity + elastic)
        .collect();
    vec![
        Panel { title: format!("{title}: links, m"), curves: links },
        single("mean length's error, %", error, RED),
        single("kinetic energy, J", column("energy.kinetic"), BLUE),
        single("potential energy, J", potential, BLUE),
        single("mechanical energy less work, J", without_work(rows), BLUE),
    ]
}
