//! Digits of a load that is far heavier than what carries it. Sweeps hand on compliances there and keep them, across joints of any kind; the articulated recursion does not, and says so.

use std::sync::atomic::AtomicBool;

use cdl_session::{Outcome, Session};

use super::rows::{Rows, largest, largest_difference, run};

const MODELS: &str = "tests/models/heavy_load.cdl";

fn first_accelerations(rows: &Rows) -> [f64; 3] {
    ["first", "second", "third"].map(|name| rows.column(name)[0])
}

/// What the run says that its accelerations are known to.
fn told(rows: &Rows) -> Option<f64> {
    let is_it = |note: &&String| note.contains("known to about");
    let note = rows.report.warnings.iter().find(is_it)?;
    note.split_whitespace().find_map(|word| word.parse().ok())
}

/// What is told is a bound, up to a thousand times as large as the loss; what is not told is below `untold`.
fn judge(load: &str, off: f64, told: Option<f64>, untold: f64) {
    println!("{load}: off by {off:.1e}, told {told:?}");
    match told {
        None => assert!(off < untold, "{load}: {off:e}"),
        Some(told) => assert!(off < told && told < 1e3 * off, "{load}: {off:e} {told:e}"),
    }
}

/// Constraints, articulated inertias and sweeps agree to 12 digits. Sweeps lost 9e-12 at 1e5, 2e-7 at 1e9 and 1e-5 at 1e11 before they went by square roots of compliances.
#[test]
fn a_heavy_load_on_askew_hinges_costs_no_digits() {
    for load in ["1e5 kg", "1e7 kg", "1e9 kg", "1e11 kg", "1e13 kg"] {
        let given = [("load", load)];
        let exact = first_accelerations(&run(MODELS, "constrained", &given));
        for way in ["recursive", "swept"] {
            let rows = run(MODELS, way, &given);
            let off = largest_difference(&first_accelerations(&rows), &exact) / largest(&exact);
            println!("{way}, {load}: {off:.1e}");
            assert!(off < 1e-12 && told(&rows).is_none(), "{way}, {load}: {off:e}");
        }
    }
}

/// Nor with efforts at the hinges, on joints of several kinds: 2e-5 m/s² or rad/s² before.
#[test]
fn nor_does_one_with_springs() {
    for stiffness in ["0 N.m/rad", "1e5 N.m/rad"] {
        let given = [("stiffness", stiffness)];
        let (rows, exact) = (run(MODELS, "driven", &given), run(MODELS, "driven_exact", &given));
        let exact = first_accelerations(&exact);
        let off = largest_difference(&first_accelerations(&rows), &exact) / largest(&exact);
        println!("{stiffness}: {off:.1e}");
        assert!(off < 1e-11 && told(&rows).is_none(), "{stiffness}: {off:e}");
    }
}

/// The same of moments that hinges transmit across them, where these are neither parallel nor let the load go everywhere: 7e-10, 4e-7 and 7e-5 of the largest before.
#[test]
fn moments_across_askew_hinges_keep_their_digits() {
    let moments = |rows: &Rows| -> Vec<f64> {
        let names = ["a", "b", "c"].map(|joint| ["x", "y", "z"].map(|k| (joint, k)));
        let name =
            |(joint, k): &(&str, &str)| rows.column(&format!("{joint}.torque_vector.{k}"))[0];
        names.as_flattened().iter().map(name).collect()
    };
    for load in ["1e6 kg", "1e9 kg", "1e12 kg"] {
        let [swept, expected] =
            ["askew", "askew_constrained"].map(|own| run(MODELS, own, &[("load", load)]));
        let exact = moments(&expected);
        let off = largest_difference(&moments(&swept), &exact) / largest(&exact);
        println!("{load}: {off:.1e}");
        assert!(off < 1e-13, "{load}: {off:e}");
        assert!(told(&swept).is_none() && told(&expected).is_none(), "{load}");
    }
}

/// What a torque on a light body makes of two heavy ones on it is known as well as it is small: 1e-9, 2e-5 and 1e-3 of the force between these before, without a word.
#[test]
fn heavy_bodies_on_a_light_one_keep_their_digits() {
    let force = |rows: &Rows| ["x", "y", "z"].map(|k| rows.column(&format!("weld.force.{k}"))[0]);
    for load in ["1e6 kg", "1e10 kg", "1e12 kg"] {
        let [swept, exact] =
            ["torn", "torn_constrained"].map(|own| force(&run(MODELS, own, &[("load", load)])));
        let off = largest_difference(&swept, &exact) / largest(&exact);
        println!("{load}: {off:.1e}");
        assert!(largest(&exact) > 5.0 && off < 1e-13, "{load}: {off:e}");
    }
}

/// Articulated inertias lose what a light body has of its own in directions that a heavy one on it does not resist. It is told by how far the
/// accelerations move with inertias changed in their last digits: a tenth of that is usual.
#[test]
fn a_run_by_recursion_says_what_a_heavy_load_costs() {
    let pull = |rows: &Rows| ["pull_x", "pull_y", "pull_z"].map(|name| rows.column(name)[0]);
    for load in ["1e3 kg", "1e6 kg", "1e8 kg", "1e9 kg", "1e10 kg", "1e11 kg", "1e12 kg"] {
        let given = [("load", load)];
        let exact = run(MODELS, "sleeve_constrained", &given);
        let off = |rows: &Rows| {
            let share = |found: [f64; 3], exact: [f64; 3]| {
                largest_difference(&found, &exact) / largest(&exact)
            };
            // What turns slower than a tenth of `g` over the radius of gyration is compared to that.
            let slow = 0.1 * 9.81 / 0.41;
            let turning = share(first_accelerations(rows), first_accelerations(&exact));
            let own = largest(&first_accelerations(&exact));
            (turning * own / own.max(slow)).max(share(pull(rows), pull(&exact)))
        };
        let swept = run(MODELS, "sleeve_swept", &given);
        assert!(off(&swept) < 1e-9 && told(&swept).is_none(), "{load}: {:e}", off(&swept));
        let recursive = run(MODELS, "sleeve", &given);
        let (off, told) = (off(&recursive), told(&recursive));
        judge(load, off, told, 2e-7);
        assert!(told.is_some() || matches!(load, "1e3 kg" | "1e6 kg" | "1e8 kg"), "{load}");
    }
}

/// What a heavy load answers along the links is a sum of what each yields, not the small difference of two. Tension at the top of a rope that hangs:
/// the weight of all; released aside: as by constraints.
#[test]
fn a_heavy_load_on_a_rope_of_rigid_links_costs_nothing() {
    for count in ["30", "300", "1000"] {
        for load in [2e3, 2e5, 1e8, 1e12] {
            for aside in ["0 deg", "35 deg"] {
                let given =
                    [("load", &*format!("{load:e} kg")), ("count", count), ("aside", aside)];
                let rows = run(MODELS, "on_rope", &given);
                let falls = |rows: &Rows| {
                    ["falls.x", "falls.y", "falls.z"].map(|name| rows.column(name)[0])
                };
                let found = [first_accelerations(&rows), falls(&rows)];
                // At rest the load's weight, but for that of the rope.
                let (exact, rope) = if aside == "0 deg" {
                    ([[load * 9.81; 3], [0.0; 3]], 2.0 / load)
                } else {
                    let rows = run(MODELS, "on_rope_constrained", &given);
                    ([first_accelerations(&rows), falls(&rows)], 0.0)
                };
                let tensions = largest_difference(&found[0], &exact[0]) / largest(&exact[0]);
                let accelerations = largest_difference(&found[1], &exact[1]);
                println!("{count} {load:e} {aside}: {tensions:.1e}, {accelerations:.1e} m/s²");
                assert!(tensions < 1e-11 + rope, "{count} {load:e} {aside}: {tensions:e}");
                assert!(accelerations < 1e-10, "{count} {load:e} {aside}: {accelerations:e}");
            }
        }
    }
}

/// The widest of all steps, to two digits.
#[test]
fn a_gap_that_closing_forces_leave_is_told() {
    for load in ["1e3 kg", "1e6 kg", "1e7 kg"] {
        let rows = run(MODELS, "by_forces", &[("load", load)]);
        let widest = largest(rows.column("gap"));
        let is_told = |note: &&String| note.contains("stands open by");
        let note = rows.report.warnings.iter().find(is_told);
        println!("{load}: {widest:.1e} m, {note:?}");
        let Some(note) = note else {
            assert!(widest < 1e-4, "{load}: {widest:e} m, untold");
            continue;
        };
        let told: f64 = note.split_whitespace().find_map(|word| word.parse().ok()).expect("a gap");
        assert!(note.starts_with("`closing`") && widest > 1e-3, "{load}: {note}");
        // The note has one component of it.
        assert!(told < 1.05 * widest && told > 0.5 * widest, "{load}: {told} {widest}");
    }
}

/// Forces of a heavy body leave more rounding in the balance of a light one than its acceleration is; the equations of its joints know better.
#[test]
fn constraints_keep_the_accelerations_of_light_bodies() {
    for load in ["1e3 kg", "1e7 kg", "1e10 kg", "1e13 kg"] {
        let given = [("load", load)];
        let exact = run(MODELS, "pinned", &given);
        let rows = run(MODELS, "pinned_constrained", &given);
        for found in first_accelerations(&rows) {
            assert!(found.abs() < 1e-13, "{load}: {found:e} m/s^2 at the pin");
        }
        let (falls, should) = (rows.column("falls")[0], exact.column("falls")[0]);
        assert!((falls / should - 1.0).abs() < 1e-10, "{load}: {falls} {should}");
    }
}

/// What hangs at rest does not move, and nothing is told.
#[test]
fn a_load_that_hangs_at_rest_on_ball_joints_is_not_doubted() {
    for load in ["1e8 kg", "1e12 kg"] {
        let rows = run(MODELS, "hanging", &[("load", load)]);
        assert!(told(&rows).is_none(), "{:?}", rows.report.warnings);
        for found in first_accelerations(&rows) {
            assert!(found.abs() < 1e-14, "{found:e}");
        }
    }
}

/// Six rods of 1 kg in one line with a load at their end, at an angle to the vertical, in a plane that is none of the world's.
fn in_line(load: f64, angle: f64, joint: &str) -> String {
    let start = match joint {
        "spherical" => format!("attitude = rotation([0.6, 0.8, 0], {angle} rad)"),
        _ => format!("angle = {angle} rad"),
    };
    format!(
        "model M {{
  for i in 0..6 {{
    body rod[i] {{ mass = 1 kg; centre_of_mass = [0, 0, -0.5] m; inertia = diag(0.084, 0.084, 0.001) kg.m^2 }}
    if i > 0 {{ joint ball: {joint} from rod[i - 1] at [0, 0, -1] m to rod[i] }}
  }}
  joint first: {joint} from world to rod[0] {{ start = {{ {start} }} }}
  body weight {{ mass = {load:e} kg; inertia = diag(1, 1, 1) * {load:e} kg.m^2 }}
  joint hook: spherical from rod[5] at [0, 0, -1] m to weight
  record first.force as first, hook.force as hook, weight.acceleration as falls
}}
experiment e = M() {{ simulate 1 ns with rk4(step = 1 ns), dynamics = transfer_matrix }}
"
    )
}

/// At rest nothing accelerates along the line: the force along it is that of all that hangs beyond, in the hook the load's, `m g cos(angle)`, and the load falls across it by
/// `g sin(angle)`, but for what the rods weigh beside it. On ball joints and on hinges, hanging straight and aside. It was off by 1e-4 to 2e-2 beside 1e12 kg,
/// and what hangs straight, where nothing was lost, was told to be known to 2e-3 or not at all.
#[test]
fn a_line_under_a_load_keeps_its_forces_and_is_not_doubted() {
    for joint in ["spherical", "revolute(axis = [0.6, 0.8, 0])"] {
        for load in [1e6, 1e9, 1e12] {
            for angle in [0.0_f64, 0.7] {
                let mut session = Session::from_text("m.cdl", &in_line(load, angle, joint));
                let runnable =
                    session.experiment(Some("e"), &[]).unwrap_or_else(|own| panic!("{own:?}"));
                let recorded = runnable.record(&AtomicBool::new(false));
                let vector = |name: &str| {
                    ["x", "y", "z"].map(|axis| {
                        recorded.column(&format!("{name}.{axis}")).expect("a column")[0]
                    })
                };
                let warnings = &recorded.report.run.solved().warnings;
                let is_told = |note: &String| note.contains("known to");
                assert!(!warnings.iter().any(is_told), "{joint}, {load:e}, {angle}: {warnings:?}");
                // From the ceiling down: the vertical turned about the hinge.
                let (sin, cos) = angle.sin_cos();
                let line = [-0.8 * sin, 0.6 * sin, -cos];
                let along = |v: [f64; 3]| v.iter().zip(line).map(|(a, b)| a * b).sum::<f64>();
                let weights = [("first", load + 6.0), ("hook", load)];
                let off = weights
                    .map(|(name, mass)| (along(vector(name)) / (-mass * 9.81 * cos) - 1.0).abs());
                let falls = vector("falls");
                let across = falls.iter().map(|own| own * own).sum::<f64>().sqrt() / 9.81 - sin;
                let [first, hook] = off;
                println!("{joint}, {load:e}, {angle}: {first:.1e} {hook:.1e}, {across:.1e}");
                assert!(first < 1e-14 && hook < 1e-14, "{joint}, {load:e}, {angle}: {off:?}");
                assert!(across.abs() < 1e-14 + 6.0 / load, "{joint}, {load:e}: {across:e}");
            }
        }
    }
}

/// Wires of 1 m that are 0.1 mm and 3 um thick and 1e6 as heavy ones on hinges and sliders askew: what resists about their lines is 1e-9 and 1e-12 of what resists across. Turned
/// by axes of joints that have nothing to do with their lines it drowns, and accelerations were off by 2 % and by six times themselves without a word. That is told; the recursion
/// keeps it (1e-12 of a solution in sixty digits).
#[test]
fn what_slim_bodies_beside_a_load_have_lost_is_told() {
    // Kind and axis, and where it starts.
    type Askew = (&'static str, &'static str);
    let text = |joints: &[Askew; 3], slim: f64, dynamics: &str| {
        let mut text = "model M {\n".to_owned();
        for (i, (joint, start)) in joints.iter().enumerate() {
            let mass = if i == 1 { 1e6 } else { 1.0 };
            let [across, along] = [mass / 12.0, mass * slim];
            let carrier = match i {
                0 => "world".to_owned(),
                _ => format!("b[{}] at [0, 0, -1] m", i - 1),
            };
            text += &format!(
                "  body b[{i}] {{ mass = {mass} kg; centre_of_mass = [0, 0, -0.5] m; inertia = diag({across}, {across}, {along}) kg.m^2 }}
  joint j[{i}]: {joint} from {carrier} to b[{i}] {{ start = {{ {start} }} }}
  record b[{i}].acceleration, b[{i}].angular_acceleration
"
            );
        }
        format!(
            "{text}}}\nexperiment e = M() {{ simulate 1 ms with rk4(step = 1 ms), dynamics = {dynamics} }}\n"
        )
    };
    // Nothing where the run refuses the model.
    let begun = |text: &str| -> Option<(Vec<f64>, bool)> {
        let mut session = Session::from_text("m.cdl", text);
        let runnable =
            session.experiment(Some("e"), &[]).unwrap_or_else(|own| panic!("{own:?}\n{text}"));
        let recorded = runnable.record(&AtomicBool::new(false));
        let solved = recorded.report.run.solved();
        let told = solved.warnings.iter().any(|own| own.contains("known to"));
        let first = recorded.columns().map(|own| recorded.column(&own.name).expect("it")[0]);
        (solved.outcome == Outcome::Finished).then(|| (first.collect(), told))
    };
    let models: [[Askew; 3]; 3] = [
        [
            ("revolute(axis = [-0.7, -0.2, 1.7])", "angle = -0.5 rad"),
            ("revolute(axis = [0, -0.6, 0.1])", "angle = 0.45 rad"),
            ("revolute(axis = x)", "angle = 0.3 rad"),
        ],
        [
            ("revolute(axis = [2, -2.6, 0.4])", "angle = 0.1 rad"),
            ("prismatic(axis = [-0.2, -2, -0.2])", "displacement = 0.28 m"),
            ("revolute(axis = [0.2, -0.4, -0.3])", "angle = 0.1 rad"),
        ],
        [
            ("prismatic(axis = [0.2, -0.5, -0.4])", "displacement = -0.49 m"),
            ("revolute(axis = [1.1, -0.3, 0.8])", "angle = -0.27 rad"),
            ("prismatic(axis = [1, -0.3, -0.3])", "displacement = 0.2 m"),
        ],
    ];
    for joints in &models {
        for slim in [1e-3, 1e-9, 1e-12] {
            let (right, _) = begun(&text(joints, slim, "recursive")).expect("it runs");
            let Some((swept, is_told)) = begun(&text(joints, slim, "transfer_matrix")) else {
                assert!(slim < 1e-10, "{joints:?}, {slim:e} is refused");
                continue;
            };
            let size = right.iter().fold(9.81_f64, |size, own| size.max(own.abs()));
            let off =
                swept.iter().zip(&right).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max) / size;
            println!("{joints:?}, {slim:e}: {off:.1e}, told: {is_told}");
            assert!(off < 1e-7 || is_told, "{joints:?}, {slim:e}: {off:e}");
        }
    }
}

/// Rods of 1 kg on ball joints that hang on each other askew, and a load.
fn rods_under(load: &str, more: &str, dynamics: &str) -> String {
    format!(
        "model M(load: Mass = {load}) {{
  for i in 0..6 {{
    body rod[i] {{ mass = 1 kg; centre_of_mass = [0, 0, -0.5] m; inertia = diag(0.084, 0.084, 0.001) kg.m^2 }}
    if i == 0 {{
      joint ball: spherical from world to rod[i] {{ start = {{ attitude = rotation(y, 1.1 rad) }} }}
    }} else {{
      joint ball: spherical from rod[i - 1] at [0, 0, -1] m to rod[i] {{ start = {{ attitude = rotation([1, 0.3 * i, 0.2], (0.9 + 0.4 * i) * 1 rad) }} }}
    }}
  }}
  body weight {{ mass = load; inertia = diag(1, 1, 1) kg.m^2 }}
  joint hook: spherical from rod[5] at [0, 0, -1] m to weight
  record rod[*].acceleration, rod[*].angular_acceleration, hook.force
{more}
}}
experiment e = M() {{ simulate 1 ms with rk4(step = 1 ms){dynamics} }}
"
    )
}

/// The accelerations at the start, and the reasons for how they were found.
fn begun(text: &str) -> (Vec<f64>, String) {
    let mut session = Session::from_text("m.cdl", text);
    let runnable = session.experiment(Some("e"), &[]).unwrap_or_else(|own| panic!("{own:?}"));
    let recorded = runnable.record(&AtomicBool::new(false));
    let named = recorded.columns().filter(|own| own.name.starts_with("rod"));
    let first = named.map(|own| recorded.column(&own.name).expect("a column")[0]).collect();
    (first, recorded.report.run.solved().reasons.join("; "))
}

/// Nobody asks for a way to accelerations: sweeps are taken where the recursion would lose more than six digits, and nowhere else. What it loses is
/// what lies between both; sweeps lose nothing there (`transfer/tests/masses`).
#[test]
fn heavy_loads_are_swept_where_the_recursion_loses_digits() {
    for (load, is_swept) in
        [("1e3 kg", false), ("5e6 kg", false), ("1e8 kg", true), ("1e9 kg", true)]
    {
        let (own, why) = begun(&rods_under(load, "", ""));
        assert_eq!(why.contains("transfer matrices, as weight is"), is_swept, "{load}: {why}");
        let (swept, _) = begun(&rods_under(load, "", ", dynamics = transfer_matrix"));
        let (recursive, asked) = begun(&rods_under(load, "", ", dynamics = recursive"));
        assert!(asked.contains("the experiment asks for recursive"), "{asked}");
        assert_eq!(asked.contains("articulated inertias keep about"), is_swept, "{load}: {asked}");
        assert_eq!(own, if is_swept { swept.clone() } else { recursive.clone() });
        let gap = largest_difference(&swept, &recursive) / largest(&swept);
        println!("{load}: {gap:.1e}; {why}");
        assert!(if is_swept { gap > 1e-12 } else { gap < 1e-6 }, "{load}: {gap:e}");
    }
    // A carrier that no other light body takes it from, and what sweeps do not take.
    let loop_of_two = "  body other { mass = 1 kg; inertia = diag(1, 1, 1) kg.m^2 }
  joint one: revolute(axis = y) from world at [3, 0, 0] m to other
  joint two: spherical from other to rod[1] at [0, 0, -1] m { attached = false }";
    let (_, why) = begun(&rods_under("1e8 kg", loop_of_two, ""));
    assert!(!why.contains("transfer matrices"), "{why}");
    assert!(why.contains("articulated inertias keep about 5 digits of accelerations"), "{why}");
    let single = "model M {
  body rod { mass = 1 g; centre_of_mass = [0, 0, -0.5] m; inertia = diag(8.4e-5, 8.4e-5, 1e-6) kg.m^2 }
  joint ball: spherical from world to rod
  body weight { mass = 1e8 kg; inertia = diag(1, 1, 1) kg.m^2 }
  joint hook: spherical from rod at [0, 0, -1] m to weight
  record hook.force
}
experiment e = M() { simulate 1 ms with rk4(step = 1 ms) }
";
    let (_, why) = begun(single);
    assert!(!why.contains("transfer matrices") && !why.contains("articulated"), "{why}");
}
