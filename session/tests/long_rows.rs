//! Generated models have rows of thousands of operators: they are compiled and derived, and mean what short ones do.

use std::sync::atomic::AtomicBool;

use cdl_session::{Recorded, Session};

static NEVER: AtomicBool = AtomicBool::new(false);

const TERMS: usize = 10_000;

fn run(text: &str, experiment: &str) -> Recorded {
    let mut session = Session::from_text("m.cdl", text);
    let found = session.experiment(Some(experiment), &[]);
    let rows = found.unwrap_or_else(|found| panic!("{:?}", found.first())).record(&NEVER);
    assert_eq!(rows.report.fault, None);
    rows
}

/// A mass on 10 000 springs, one term each, and on as many factors of one.
fn oscillator(sum: &str, product: &str) -> String {
    format!(
        "model M {{
  body b {{ mass = 2 kg; inertia = diag(1, 1, 1) kg.m^2 }}
  joint rail: prismatic(axis = x) from world to b {{ start = {{ displacement = 1 m }} }}
  let way = b.position.x
  force springs on b = [-1, 0, 0] * ({sum})
  let factor = {product}
  record b.position.x, factor
}}
experiment explicit = M() {{ simulate 1 s with rk4(step = 1 ms), every 100 ms }}
experiment implicit = M() {{ simulate 1 s with energy_momentum(step = 1 ms), every 100 ms }}
"
    )
}

/// Stiffnesses of 1 to 10 000 times 1e-6 N/m, subtracted ones among them; against the closed form of the oscillator.
#[test]
fn a_sum_of_ten_thousand_terms_is_the_spring_that_it_says() {
    let mut stiffness = 0.0;
    let mut sum = "0 N".to_owned();
    for k in 1..=TERMS {
        let sign = if k % 3 == 0 { '-' } else { '+' };
        stiffness += if k % 3 == 0 { -1e-6 } else { 1e-6 } * k as f64;
        sum += &format!(" {sign} {k} * 1e-6 N/m * way");
    }
    let text = oscillator(&sum, &format!("1{}", " * (1 + 0 * way / (1 m))".repeat(TERMS)));
    let rate = (stiffness / 2.0f64).sqrt();
    for (experiment, tolerance) in [("explicit", 1e-9), ("implicit", 1e-5)] {
        let rows = run(&text, experiment);
        let column = rows.column("b.position.x").expect("recorded");
        for (&time, &x) in rows.times.iter().zip(column) {
            let exact = (rate * time).cos();
            assert!((x - exact).abs() < tolerance, "{experiment} at {time} s: {x}, {exact}");
        }
        assert_eq!(rows.last("factor"), Some(1.0));
    }
}

/// A row keeps its order whatever its length: 2^53 + 1 - 2^53 depends on it.
#[test]
fn rows_are_added_from_left_to_right() {
    for count in [5, 16, 17, 18, 40] {
        let sum = format!("9007199254740992{}", " + 1.0".repeat(count));
        let text = format!(
            "model M {{
  body b {{ mass = 1 kg; shape = sphere(1 m) }}
  joint rail: prismatic(axis = x) from world to b
  let left = {sum} - 9007199254740992 + 0 * time / (1 s)
  let right = 1.0{} + 9007199254740992 - 9007199254740992 + 0 * time / (1 s)
  record left, right
}}
experiment e = M() {{ simulate 10 ms with rk4(step = 10 ms), every 10 ms }}
",
            " + 1.0".repeat(count - 1)
        );
        let rows = run(&text, "e");
        // Each one is lost by itself; together they are not, up to the parity that the large number has.
        assert_eq!(rows.last("left"), Some(0.0), "{count}");
        assert!((rows.last("right").expect("recorded") - count as f64).abs() <= 1.0, "{count}");
    }
}

/// Conditions of thousands of comparisons, as a generated table of forbidden places makes them.
#[test]
fn a_condition_of_two_thousand_comparisons_is_located() {
    let bounds: Vec<String> = (1..=2000).map(|k| format!("b.position.x < {} m", 1 + k)).collect();
    let text = format!(
        "model M {{
  body b {{ mass = 1 kg; shape = sphere(1 m) }}
  joint rail: prismatic(axis = x) from world to b {{ start = {{ rate = 4 m/s }} }}
  var out: Bool = false
  when not ({}) {{ out = true; stop \"out\" }}
  record b.position.x
}}
experiment e = M() {{ simulate 1 s with rk4(step = 10 ms), every 10 ms }}
",
        bounds.join(" and ")
    );
    let rows = run(&text, "e");
    let last = rows.times.last().copied().expect("rows");
    assert!((last - 0.5).abs() < 1e-9, "{last}");
}
