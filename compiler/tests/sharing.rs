//! What is evaluated once for all turns and instances is still what each of them means.

use cdl_compiler::{Compiler, Nothing, Request};

/// The axes of all joints, in the order of the graph.
fn axes(text: &str) -> Vec<String> {
    let mut compiler = Compiler::new(Nothing);
    compiler.set_file("m.cdl", text);
    let compilation = compiler.compile("m.cdl", &Request::default());
    let compilation = compilation.unwrap_or_else(|found| panic!("{found:?}"));
    let text = cdl_graph::text(compilation.graph().expect("a graph"));
    let about = text.lines().filter_map(|line| line.split(" about ").nth(1));
    about.map(|rest| rest.split(" from ").next().unwrap_or(rest).to_owned()).collect()
}

/// A name that means something everywhere, and something else in some of the instances.
#[test]
fn a_name_that_one_instance_declares_is_its_own() {
    for order in [[true, false, true], [false, true, false]] {
        let [first, second, third] = order;
        let text = format!(
            "component Arm(tilted: Bool) {{
  if tilted {{ let y = [1, 0, 0] }}
  pub body arm {{ mass = 1 kg }}
  joint pin: revolute(axis = y) from world to arm
}}
model Arms {{
  part a = Arm(tilted = {first})
  part b = Arm(tilted = {second})
  part c = Arm(tilted = {third})
}}
experiment swing = Arms() {{ simulate 1 s with rk4(step = 1 ms) }}
"
        );
        let expected = order.map(|tilted| if tilted { "(1, 0, 0)" } else { "(0, 1, 0)" });
        assert_eq!(axes(&text), expected);
    }
}

/// In a loop: a constant of the file, the loop's variable, and what stands in the text.
#[test]
fn turns_differ_in_what_they_read() {
    let text = "
const tilt = [0, 1, 1]
model Arms {
  for i in 0..2 {
    body arm[i] { mass = 1 kg }
    joint pin[i]: revolute(axis = [1, i, 0]) from world to arm[i]
    body other[i] { mass = 1 kg }
    joint hinge[i]: revolute(axis = tilt) from world to other[i]
    body last[i] { mass = 1 kg }
    joint end[i]: revolute(axis = [0, 0, 2]) from world to last[i]
  }
}
experiment swing = Arms() { simulate 1 s with rk4(step = 1 ms) }
";
    let found = axes(text);
    assert_eq!(found.len(), 6);
    assert_ne!(found[0], found[3], "{found:?}");
    assert_eq!([&found[1], &found[2]], [&found[4], &found[5]]);
    assert_ne!(found[1], found[2]);
}

/// What is wrong in each turn is still told, and what is right beside it is not.
#[test]
fn a_mistake_is_told_where_it_is_written() {
    let text = "
model Arms {
  for i in 0..3 {
    body arm[i] { mass = 1 kg; inertia = diag(1, 1, 1) m }
    joint pin[i]: revolute(axis = y) from world to arm[i] { stifness = 1 N.m/rad }
  }
}
experiment swing = Arms() { simulate 1 s with rk4(step = 1 ms) }
";
    let mut compiler = Compiler::new(Nothing);
    compiler.set_file("m.cdl", text);
    let codes: Vec<&str> = compiler.check("m.cdl").iter().map(|found| found.code).collect();
    assert_eq!(codes, ["E0301", "E0202"]);
}
