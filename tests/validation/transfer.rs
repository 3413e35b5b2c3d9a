//! Sweeps of transfer matrices: the paper's branches against motions computed in quadruple precision, and models with everything in
//! them against the other two formulations.

use std::sync::atomic::AtomicBool;

use cdl_session::{Located, Outcome, Session};

use super::random_tree::{Random, tree};
use super::rows::{Rows, attempt, largest, largest_difference, path, run};

const MODELS: &str = "tests/models/transfer.cdl";
const BRANCH: &str = "examples/branch.cdl";

/// Section 5.1 of Rui, Bestle, Wang and Gu, from Lagrange's equations in quadruple precision (extrapolation of order 20, energy to 1e-29): the
/// angles of the level rod, of the left one, the upper and the lower right one against the axis x, at these times, s.
const PLANAR: [(f64, [f64; 4]); 5] = [
    (0.5, [-0.783521455445, 1.381422442718, 1.727711925686, 1.558404020860]),
    (1.0, [-1.736052464622, 1.289305291082, 1.357506465188, 2.354357517372]),
    (2.0, [-2.209164146808, 1.605346280000, 1.120995327923, 1.558895932342]),
    (3.0, [-0.587076971621, 2.041223734808, 1.603599432541, 1.676369835676]),
    (5.0, [-2.874768588139, 1.628772663962, 1.349811792596, 1.494023882192]),
];

fn row_at(rows: &Rows, time: f64) -> usize {
    rows.time.iter().position(|at| (at - time).abs() < 1e-9).expect("a row at that time")
}

/// Measured 5e-12 over 5 s, with tolerances of 1e-12; at the start the closed form -3g/(10a) and 36.297 N.
#[test]
fn the_planar_branch_moves_as_in_quadruple_precision() {
    let rows = run(MODELS, "planar", &[]);
    let upright = std::f64::consts::FRAC_PI_2;
    let mut worst = 0.0_f64;
    for (time, angles) in PLANAR {
        let at = row_at(&rows, time);
        let angle = |name: &str| rows.column(&format!("{name}.angle"))[at];
        let level = angle("ceiling");
        let left = level + angle("on_left") + upright;
        let right = level + angle("on_right") + upright;
        let tip = right + angle("below");
        for (own, known) in [level, left, right, tip].into_iter().zip(angles) {
            worst = worst.max((own - known).abs());
        }
    }
    println!("apart by {worst:.1e} rad");
    assert!(worst < 2e-11, "{worst:e}");
    assert!((rows.column("ceiling.acceleration")[0] + 5.886).abs() < 1e-12);
    assert!((rows.column("ceiling.force.y")[0] - 36.297).abs() < 1e-12);
}

/// Centres at these times, s: of the last body on the left, the last one on the right, the level one and the first.
type Centres = [(f64, [[f64; 3]; 4]); 4];

/// Figure 1 with 20 bodies at rest, from a Riccati sweep in quadruple precision of order 16; Pinocchio agrees to 5e-13.
const REST: Centres = [
    (
        0.5,
        [
            [-0.500556786434, -15.271283502388, 0.0],
            [0.500355892786, -16.725851035936, 0.0],
            [0.000610278753, -13.999999863551, 0.0],
            [-0.000000000017, -0.500000000000, 0.0],
        ],
    ),
    (
        1.0,
        [
            [-0.392632635270, -14.899003760157, 0.0],
            [0.461073771297, -16.936637217166, 0.0],
            [0.091225372199, -13.998465836630, 0.0],
            [-0.000000067755, -0.500000000000, 0.0],
        ],
    ),
    (
        2.0,
        [
            [0.750121978919, -14.907471964437, 0.0],
            [-0.711687423929, -16.856490133534, 0.0],
            [0.025281443484, -13.997729553467, 0.0],
            [0.013529064606, -0.499816930897, 0.0],
        ],
    ),
    (
        5.0,
        [
            [-0.296391080028, -15.067039808153, 0.0],
            [0.246649353885, -16.864258757695, 0.0],
            [-0.237841234616, -13.985513503833, 0.0],
            [0.021931536513, -0.499518776130, 0.0],
        ],
    ),
];

/// The same turning in space.
const TURNING: Centres = [
    (
        0.5,
        [
            [-0.161384060932, -15.144369841945, 0.085651562623],
            [0.502554568348, -16.834303966935, -0.250384591997],
            [0.026542514681, -13.999650565170, -0.012518936179],
            [-0.000000155278, -0.500000000000, 0.000000078047],
        ],
    ),
    (
        1.0,
        [
            [0.043018340270, -14.869569244237, 0.247106445906],
            [0.336206546882, -16.862562883374, -0.447508184733],
            [0.192572645883, -13.994254052569, -0.106373525526],
            [-0.000071022081, -0.499999993656, 0.000036060214],
        ],
    ),
    (
        2.0,
        [
            [0.694587611134, -14.950337356412, -0.308376201519],
            [-0.550431104544, -16.857118910089, 0.044433416597],
            [0.161425986594, -13.991160628044, -0.110958375260],
            [0.028352612619, -0.498817648576, -0.019418620622],
        ],
    ),
    (
        5.0,
        [
            [-0.071821533188, -15.089179744868, 0.411079590098],
            [-0.234517893315, -16.758579114619, -0.094456880442],
            [-0.106572535678, -13.993532608272, 0.230634796632],
            [0.011325268030, -0.499871632937, -0.000298142860],
        ],
    ),
];

/// To the digits that are known: 12 behind the point.
#[test]
fn the_spatial_branch_moves_as_in_quadruple_precision() {
    for (experiment, known) in [("rest", REST), ("turning", TURNING)] {
        let rows = run(BRANCH, experiment, &[]);
        let mut worst = 0.0_f64;
        for (time, centres) in known {
            let at = row_at(&rows, time);
            for (name, centre) in ["left", "right", "level", "top"].into_iter().zip(centres) {
                for (axis, known) in ["x", "y", "z"].into_iter().zip(centre) {
                    let own = rows.column(&format!("{name}.{axis}"))[at];
                    worst = worst.max((own - known).abs());
                }
            }
        }
        println!("{experiment}: apart by {worst:.1e} m");
        assert!(worst < 5e-12, "{experiment}: {worst:e}");
    }
}

/// The largest difference of each column, in shares of its largest value.
fn apart(one: &Rows, other: &Rows, rows: std::ops::Range<usize>) -> f64 {
    let mut worst = 0.0_f64;
    for name in one.names().filter(|name| !name.starts_with("energy")) {
        let (a, b) = (&one.column(name)[rows.clone()], &other.column(name)[rows.clone()]);
        let of = largest(one.column(name)).max(1e-3);
        let now = largest_difference(a, b) / of;
        if now > worst {
            println!("  {name}: {now:.1e}");
        }
        worst = worst.max(now);
    }
    worst
}

/// All kinds of joints, drives, efforts, springs, a base that moves, cables that hang on bodies and carry one: the same motion and the same
/// forces as by the articulated recursion over 2000 steps; and at the start, where both are exact, as with every joint a constraint.
#[test]
fn everything_at_once_moves_as_in_the_other_formulations() {
    let sweeps = run(MODELS, "transfer", &[]);
    let recursive = run(MODELS, "recursive", &[]);
    let constrained = run(MODELS, "constrained", &[]);
    let moved = apart(&sweeps, &recursive, 0..recursive.time.len());
    let start = apart(&sweeps, &constrained, 0..1);
    println!("{moved:.1e} from the recursion, {start:.1e} from constraints at the start");
    assert!(moved < 1e-10, "{moved:e}");
    assert!(start < 1e-10, "{start:e}");
}

/// Random trees of all kinds of joints with rates, springs, dampers, springs to the ground and a free body; on one of them hangs a cable of
/// rigid links, and one ends in a cable that carries a body. All accelerations and all that joints transmit at the start, relative to the largest
/// of each kind, are those of the formulation in which every joint is a constraint.
#[test]
fn random_trees_with_cables_agree_with_constraints() {
    let mut random = Random(19);
    let mut worst = 0.0_f64;
    for round in 0..6 {
        let bodies = 5 + 2 * round;
        let mut text = tree(&mut random, bodies, true);
        let last = bodies - 1;
        text += &format!(
            "  cable tail: rigid_links(count = 7) from b0 at [0.1, 0.2, 0] m to free {{ length = 1.4 m; mass = 0.3 kg }}
  body weight {{ mass = 3 kg; shape = box([0.2, 0.3, 0.4] m, centre = [0, 0, -0.2] m) }}
  cable line: rigid_links(count = 5) from b{last} at [0, 0.1, 0.2] m to weight {{ length = 1 m; mass = 0.2 kg }}
"
        );
        let carried = (0..bodies).map(|k| format!("b{k}")).chain(["weight".to_owned()]);
        let moving: Vec<String> = carried
            .map(|body| format!("{body}.acceleration, {body}.angular_acceleration"))
            .collect();
        let held: Vec<String> = (0..bodies).map(|k| format!("j{k}.force, j{k}.torque")).collect();
        let model = format!(
            "model M {{\n{text}  record {}\n  record {}, tail.start.tension, line.start.tension\n}}\n\
             experiment sweeps = M() {{ simulate 1 us with rk4(step = 1 us), dynamics = transfer_matrix, every 1 us }}\n\
             experiment constrained = M() {{ simulate 1 us with energy_momentum(step = 1 us), every 1 us }}\n",
            moving.join(", "),
            held.join(", "),
        );
        let [sweeps, constrained] = ["sweeps", "constrained"].map(|name| start_of(&model, name));
        for kinds in [
            &[".acceleration"][..],
            &[".angular_acceleration"],
            &[".force", ".tension"],
            &[".torque"],
        ] {
            let own: Vec<_> = sweeps
                .iter()
                .filter(|(name, _)| kinds.iter().any(|kind| name.contains(kind)))
                .collect();
            let size = own.iter().fold(0.0_f64, |most, (_, value)| most.max(value.abs()));
            assert!(size > 0.0, "{kinds:?}");
            for (name, value) in own {
                let other =
                    constrained.iter().find(|(own, _)| own == name).expect("the same records").1;
                let gap = (value - other).abs() / size;
                assert!(gap < 1e-11, "{round} {name}: {value} {other}\n{model}");
                worst = worst.max(gap);
            }
        }
    }
    println!("{worst:.1e}");
}

/// What is recorded at the start, by name.
fn start_of(model: &str, experiment: &str) -> Vec<(String, f64)> {
    let mut session = Session::from_text("m.cdl", model);
    let runnable = match session.experiment(Some(experiment), &[]) {
        Ok(runnable) => runnable,
        Err(found) => panic!("{}: {}\n{model}", found[0].code, found[0].message),
    };
    let recorded = runnable.record(&AtomicBool::new(false));
    let names = recorded.columns().map(|column| column.name.clone());
    names.map(|name| (name.clone(), recorded.column(&name).expect("a column")[0])).collect()
}

/// A chain between two walls and a platform on three legs: what is held at the tips is an input of the sweeps, for the other two
/// formulations it closes loops. Forces in the joints at the start, and the motion.
#[test]
fn held_tips_are_as_in_the_other_formulations() {
    let sweeps = run(MODELS, "held_transfer", &[]);
    let recursive = run(MODELS, "held_recursive", &[]);
    let constrained = run(MODELS, "held_constrained", &[]);
    let start = apart(&sweeps, &recursive, 0..1).max(apart(&sweeps, &constrained, 0..1));
    let moved = apart(&sweeps, &recursive, 0..recursive.time.len());
    println!("{start:.1e} at the start, {moved:.1e} from the recursion");
    assert!(start < 1e-10, "{start:e}");
    assert!(moved < 1e-7, "{moved:e}");
    let stabilized = attempt(MODELS, "held_stabilized", &[]);
    let moved = apart(&stabilized, &recursive, 0..recursive.time.len());
    assert!(moved < 1e-5, "{moved:e}");
}

/// Five hundred bodies, N = 999 in the paper's count: 1000 steps as by the articulated recursion.
#[test]
fn five_hundred_bodies_move_as_in_the_recursion() {
    let sweeps = run(BRANCH, "many", &[]);
    let recursive = run(BRANCH, "many_recursive", &[]);
    let moved = apart(&sweeps, &recursive, 0..recursive.time.len());
    println!("{moved:.1e}");
    assert!(moved < 1e-9, "{moved:e}");
}

/// 33 340 bodies, 100 020 degrees of freedom: five steps as by the recursion.
#[test]
fn a_hundred_thousand_degrees_of_freedom_move_as_in_the_recursion() {
    let branch = std::fs::read_to_string(path(BRANCH)).expect("a file of the repository");
    let end_of = |dynamics: &str| {
        let text = format!(
            "{branch}\nexperiment e = Branch(bodies = 33340, spin = 1) {{ simulate 5 ms with rk4(step = 1 ms), dynamics = {dynamics} }}\n"
        );
        let mut session = Session::from_text("m.cdl", &text);
        let runnable = session.experiment(Some("e"), &[]).expect("it runs");
        let recorded = runnable.record(&AtomicBool::new(false));
        assert!(matches!(recorded.report.run.solved().outcome, Outcome::Finished));
        let last = |name: &str| *recorded.column(name).expect("a column").last().expect("a row");
        let each = |name: &str| ["x", "y", "z"].map(|axis| last(&format!("{name}.{axis}")));
        let places = ["left", "right", "level"].map(each).concat();
        (places, each("carried").to_vec())
    };
    let (sweeps, recursive) = (end_of("transfer_matrix"), end_of("recursive"));
    let moved = largest_difference(&sweeps.0, &recursive.0);
    let pulls = largest_difference(&sweeps.1, &recursive.1) / largest(&recursive.1);
    println!("{moved:.1e} m of {:.0} m, {pulls:.1e} of the force", largest(&sweeps.0));
    assert!(moved < 1e-9 && pulls < 1e-9, "{moved:e} m, {pulls:e}");
}

/// Redundant hinges, positions in which a linkage could go on in more than one way, a connection that an event lets go, an equation on one
/// body: the motion and the forces of the recursion. At 9 rad/s the bars go through such positions, where rounding grows: with a rate that differs in its
/// fifteenth digit sweeps are 4e-8 to 8e-7 off.
#[test]
fn what_holds_to_the_ground_may_be_redundant_singular_or_let_go() {
    for (sweeps, recursive, rate, bound) in [
        ("bars_transfer", "bars_recursive", "0", 1e-10),
        ("bars_transfer", "bars_recursive", "9", 5e-6),
        ("let_go_transfer", "let_go_recursive", "", 1e-10),
    ] {
        let overrides = [("rate", rate)];
        let overrides = if rate.is_empty() { &[][..] } else { &overrides[..] };
        let (sweeps, recursive) =
            (run(MODELS, sweeps, overrides), run(MODELS, recursive, overrides));
        let moved = apart(&sweeps, &recursive, 0..recursive.time.len());
        println!("rate {rate}: {moved:.1e}");
        assert!(moved < bound, "rate {rate}: {moved:e}");
    }
}

const PARTS: &str = "
  body a { mass = 1 kg; shape = box([0.1, 0.1, 1] m, centre = [0, 0, -0.5] m) }
  body b { mass = 1 kg; shape = box([0.1, 0.1, 1] m, centre = [0, 0, -0.5] m) }
  joint one: revolute(axis = y) from world to a
  joint two: revolute(axis = y) from world at [1, 0, 0] m to b
";

/// Each with the element at fault and a way out.
#[test]
fn what_sweeps_do_not_do_is_refused_by_name() {
    for (element, text) in [
        ("same", "constraint same: one.angle == two.angle"),
        ("c", "cable c: rigid_links(count = 6) from a at [0, 0, -1] m to b at [0, 0, -1] m { length = 1.3 m; mass = 0.3 kg }"),
        ("three", "body d { mass = 1 kg; shape = sphere(diameter = 1 m); start = { position = [0, 0, 3] m } }
  joint three: revolute(axis = y) from d to d2; joint four: revolute(axis = y) from d to d2
  body d2 { mass = 1 kg; shape = sphere(diameter = 1 m) }"),
        ("hard", "body h { mass = 1 kg; shape = sphere(diameter = 1 m) }
  joint hard: prismatic(axis = x) from world to h { limits = { lower = -1 m; upper = 1 m; restitution = 0.5 } }"),
        ("first", "body h { mass = 1 kg; shape = sphere(diameter = 1 m) }
  joint first: prismatic(axis = x) from world to h { limits = { lower = -1 m; upper = 1 m; restitution = 0.5 } }
  body k { mass = 1 kg; shape = sphere(diameter = 1 m) }
  joint second: prismatic(axis = x) from h to k { limits = { lower = -1 m; upper = 1 m; restitution = 0.5 } }"),
        ("stuck", "body h { mass = 1 kg; shape = sphere(diameter = 1 m) }
  joint stuck: prismatic(axis = x) from world to h { stiction = { static = 12 N; kinetic = 8 N } }"),
        ("pushed", "body h { mass = 1 kg; shape = sphere(diameter = 1 m) }
  joint pushed: prismatic(axis = x) from world to h { motor = { rate = 1 m/s; effort = 10 N } }"),
    ] {
        let model = format!(
            "model M {{{PARTS}  {text}\n  record a.position\n}}\nexperiment e = M() {{ simulate 1 s with rk4(step = 1 ms), dynamics = transfer_matrix }}\n"
        );
        let mut session = Session::from_text("m.cdl", &model);
        let found = session.experiment(Some("e"), &[]).err().unwrap_or_default();
        let said: Vec<String> =
            found.iter().map(|each| format!("{}: {}", each.code, each.message)).collect();
        let is_named = |text: &String| {
            text.starts_with("E0422") && text.contains("`dynamics = recursive`")
        };
        assert!(said.len() == 1 && said.iter().all(is_named), "{element}: {said:?}");
        let is_of_coordinates = matches!(element, "same" | "hard" | "first" | "stuck" | "pushed");
        assert_eq!(is_of_coordinates, said[0].contains("no equation of joint coordinates"), "{said:?}");
        assert!(element == "three" || said[0].contains(&format!("`{element}`")), "{said:?}");
    }
}

/// A body that nothing opposes fails by its own name, also beside one that is held, whose gradients are looked at closely then.
#[test]
fn what_fails_beside_something_held_is_named() {
    for dynamics in ["recursive", "transfer_matrix"] {
        let model = format!(
            "model M {{
  body thin {{ mass = 1 kg; centre_of_mass = [0, 0, -0.5] m; inertia = diag(1, 1, 1e-20) kg.m^2 }}
  joint one: spherical from world to thin {{ start = {{ attitude = rotation(y, 0.9 rad) }} }}
  body marble {{ mass = 1 kg; shape = sphere(diameter = 20 cm); start = {{ position = [1, 0, 3] m; velocity = [0, 1, 0] m/s }} }}
  constraint bowl: norm(marble.position - [0, 0, 3] m) == 1 m
  record marble.position
}}
experiment e = M() {{ simulate 0.2 s with rk4(step = 1 ms), dynamics = {dynamics} }}
"
        );
        let mut session = Session::from_text("m.cdl", &model);
        let found = session.experiment(Some("e"), &[]).expect("a right model");
        let report = found.record(&AtomicBool::new(false)).report;
        let fault = report.fault.expect("nothing opposes the spin of `thin`");
        assert_eq!(fault.code, "E0503", "{dynamics}: {fault:?}");
        assert!(fault.message.contains("`thin`"), "{dynamics}: {fault:?}");
    }
}

/// A planar joint cannot be turned round, so the body at its far end is not reached from the ground first: a joint to the ground closes the loop,
/// which sweeps keep, and two bodies swing as in the recursion (one equation is redundant, so forces are not compared). Where that is the ball, what
/// is written of its start beyond what follows from the others is refused.
#[test]
fn planar_joints_between_two_that_are_held_are_kept() {
    let last = |ends: &str, spin: &str, dynamics: &str| {
        let model = format!(
            "model M {{
  body a {{ mass = 1 kg; centre_of_mass = [0, 0.2, -0.5] m; inertia = diag(0.1, 0.2, 0.3) kg.m^2; frame e at [0, 0, -1] m }}
  body b {{ mass = 2 kg; centre_of_mass = [0.1, 0, -0.5] m; inertia = diag(0.3, 0.2, 0.1) kg.m^2; frame e at [0, 0, -2] m }}
  joint ball: spherical from world to a {{ start = {{ attitude = rotation(y, 30 deg){spin} }} }}
  joint sleeve: cylindrical(axis = y) from world to b {{ start = {{ angle = 30 deg; speed = 0.3 m/s }} }}
  joint sheet: planar(normal = x) from {ends}
  record a.position, a.angular_velocity, b.angular_velocity, b.position
}}
experiment e = M() {{ simulate 0.5 s with rk4(step = 1 ms), every 0.5 s, dynamics = {dynamics} }}
"
        );
        let mut session = Session::from_text("m.cdl", &model);
        let runnable =
            session.experiment(Some("e"), &[]).map_err(|own| Box::new(own[0].clone()))?;
        let recorded = runnable.record(&AtomicBool::new(false));
        let columns = recorded.columns().filter(|own| !own.name.starts_with("energy"));
        let of = |name: &str| *recorded.column(name).and_then(|own| own.last()).expect("a row");
        Ok(columns.map(|own| of(&own.name)).collect::<Vec<f64>>())
    };
    let spin = "; angular_velocity = [0.5, 0, 0] rad/s";
    let [swept, recursive] = ["transfer_matrix", "recursive"].map(|own| {
        last("a.e to b.e", spin, own).unwrap_or_else(|own: Box<Located>| panic!("{own:?}"))
    });
    let gap = largest_difference(&swept, &recursive);
    println!("{gap:e} {swept:?}");
    assert_eq!(swept.len(), 12);
    assert!(gap < 1e-9 && largest(&swept[3..9]) > 0.1 && swept[10] > 0.1, "{gap:e}");
    assert!(last("b.e to a.e", "", "transfer_matrix").is_ok());
    let refused = last("b.e to a.e", spin, "transfer_matrix").expect_err("it is not kept");
    assert_eq!(refused.code, "E0420", "{refused:?}");
    assert!(refused.message.contains("another `angular_velocity` than is written"), "{refused:?}");
}
