//! Rods in a row on ball joints, which have a sweep of their own, in trees of bodies on all kinds of joints.

use std::fmt::Write as _;
use std::sync::atomic::AtomicBool;

use cdl_session::Session;

use super::random_tree::{Random, tree};

/// A random tree from which rows of rods hang, along different axes; one of them has springs in its joints and forces on it, one carries a body
/// of any shape, one ends in a cable, one hangs on a cable.
fn mixture(random: &mut Random, bodies: usize) -> (String, Vec<String>) {
    let mut text = tree(random, bodies, true);
    let mut names: Vec<String> = (0..bodies).map(|k| format!("b{k}")).collect();
    let rows = [
        ("[1, 0, 0]", 5, ""),
        ("[0, -1, 0]", 4, "stiffness = 2 N.m/rad; damping = 0.1 N.m.s/rad; "),
        ("[0, 0, -1]", 6, ""),
    ];
    for (row, (along, count, laws)) in rows.into_iter().enumerate() {
        for rod in 0..count {
            let length = 0.3 + 0.4 * random.number();
            let carrier = match rod {
                0 if row == 2 => "line.end".to_owned(),
                0 => format!("b{}", row * (bodies - 1)),
                _ => format!("r{row}{} at {along} * {:.3} m", rod - 1, 0.2 + 0.3 * random.number()),
            };
            let _ = writeln!(
                text,
                "  body r{row}{rod} {{ mass = {:.3} kg; shape = cylinder(diameter = 8 cm, start = [0, 0, 0] m, end = {along} * {length:.3} m) }}",
                0.5 + random.number()
            );
            let rates: Vec<f64> = (0..3).map(|_| 4.0 * random.number() - 2.0).collect();
            if !(rod == 0 && row == 2) {
                let _ = writeln!(
                    text,
                    "  joint k{row}{rod}: spherical from {carrier} to r{row}{rod} {{ {laws}start = {{ attitude = rotation(y, {:.1} deg); angular_velocity = {rates:.3?} rad/s }} }}",
                    60.0 * random.number()
                );
            }
            names.push(format!("r{row}{rod}"));
        }
    }
    text += "  force shove on r12 = [3, -2, 1] N
  torque twist on r13 = [0.2, 0.1, -0.4] N.m
  body askew { mass = 3 kg; centre_of_mass = [0.1, 0.2, -0.1] m; inertia = diag(0.3, 0.2, 0.4) kg.m^2 }
  joint hook: spherical from r04 at [0.4, 0, 0] m to askew at [0.1, 0, 0] m { start = { angular_velocity = [0.5, 1, -2] rad/s } }
  cable tail: rigid_links(count = 4) from r13 at [0, -0.3, 0] m to free { length = 0.8 m; mass = 0.2 kg }
  cable line: rigid_links(count = 5) from b1 at [0, 0.1, 0.2] m to r20 { length = 1 m; mass = 0.2 kg }
";
    names.push("askew".to_owned());
    (text, names)
}

/// What is recorded at the start, by name, and why it was found as it was.
fn begun(text: &str, experiment: &str) -> (Vec<(String, f64)>, String) {
    let mut session = Session::from_text("m.cdl", text);
    let runnable = match session.experiment(Some(experiment), &[]) {
        Ok(runnable) => runnable,
        Err(found) => panic!("{}: {}\n{text}", found[0].code, found[0].message),
    };
    let recorded = runnable.record(&AtomicBool::new(false));
    let names = recorded.columns().map(|column| column.name.clone());
    let first = |name: String| {
        let value = recorded.column(&name).expect("a column")[0];
        (name, value)
    };
    (names.map(first).collect(), recorded.report.run.solved().reasons.join("; "))
}

/// All accelerations and all that joints transmit at the start, relative to the largest of each kind, are those of the formulation in which every joint is
/// a constraint, and of transfer matrices: 1e-11. The run says which rods it swept: a rod on which a cable hangs is none of them.
#[test]
fn mixtures_move_as_in_the_other_formulations() {
    let mut random = Random(23);
    let mut worst = 0.0_f64;
    for round in 0..5 {
        let (text, names) = mixture(&mut random, 3 + 3 * round);
        let moving: Vec<String> = names
            .iter()
            .map(|body| format!("{body}.acceleration, {body}.angular_acceleration"))
            .collect();
        let model = format!(
            "model M {{\n{text}  record {}\n  record k00.force, k02.force, k04.force, k10.torque, k11.torque, k12.force, hook.force, tail.start.tension, line.start.tension\n}}\n\
             experiment stretches = M() {{ simulate 1 us with rk4(step = 1 us), every 1 us }}\n\
             experiment sweeps = M() {{ simulate 1 us with rk4(step = 1 us), dynamics = transfer_matrix, every 1 us }}\n\
             experiment constrained = M() {{ simulate 1 us with energy_momentum(step = 1 us), every 1 us }}\n",
            moving.join(", "),
        );
        let (own, why) = begun(&model, "stretches");
        assert!(
            why.contains("6 rods in a row on ball joints, r20 to r25, and in 2 more rows as long at the most, by a sweep"),
            "{why}"
        );
        for other in ["sweeps", "constrained"] {
            let (other, why) = begun(&model, other);
            assert!(!why.contains("rods in a row"), "{why}");
            for kinds in [
                &[".acceleration"][..],
                &[".angular_acceleration"],
                &[".force", ".tension"],
                &[".torque"],
            ] {
                let of = |name: &str| kinds.iter().any(|kind| name.contains(kind));
                let size = own
                    .iter()
                    .filter(|(name, _)| of(name))
                    .fold(0.0_f64, |most, (_, value)| most.max(value.abs()));
                assert!(size > 0.0, "{kinds:?}");
                for ((name, value), (same, other)) in
                    own.iter().zip(&other).filter(|((name, _), _)| of(name))
                {
                    assert_eq!(name, same);
                    let gap = (value - other).abs() / size;
                    assert!(gap < 1e-11, "{round} {name}: {value} {other}\n{model}");
                    worst = worst.max(gap);
                }
            }
        }
    }
    println!("{worst:.1e}");
}

/// A row that is closed to the ground is not taken, as forces that close loops ask the recursion for answers; nor is one of bars that are not round.
#[test]
fn rows_in_loops_and_bars_stay_with_the_recursion() {
    let model = |shape: &str, more: &str| {
        format!(
            "component Link {{
  pub body rod {{ mass = 1 kg; shape = {shape} }}
}}
model M {{
  for i in 0..4 {{
    part link[i] = Link()
    if i == 0 {{
      joint pin: spherical from world to link[i].rod {{ start = {{ attitude = rotation(y, 30 deg) }} }}
    }} else {{
      joint pin: spherical from link[i - 1].rod at [0, 0, -1] m to link[i].rod
    }}
  }}
  {more}
}}
experiment e = M() {{ simulate 1 ms with rk4(step = 1 ms) }}
"
        )
    };
    let round = "cylinder(diameter = 5 cm, start = [0, 0, 0] m, end = [0, 0, -1] m)";
    let (_, why) = begun(&model(round, ""), "e");
    assert!(
        why.contains("4 rods in a row on ball joints, link[0].rod to link[3].rod, by a sweep"),
        "{why}"
    );
    let tie = "constraint ends: link[3].rod.position.y == 0 m";
    for (shape, more) in [("box([5, 4, 100] cm, centre = [0, 0, -0.5] m)", ""), (round, tie)] {
        let (_, why) = begun(&model(shape, more), "e");
        assert!(!why.contains("rods in a row") && !why.is_empty(), "{why}");
    }
}
