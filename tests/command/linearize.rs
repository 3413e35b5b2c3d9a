//! Matrices of a linearization, as files.

use crate::{cdl, file, folder};

const MODEL: &str = "\
model Cart(push: Force = 0 N) {
  body cart { mass = 2 kg; inertia = diag(1, 1, 1) kg.m^2 }
  joint rail: prismatic(axis = x) from world to cart { stiffness = 8 N/m }
  force motor on cart = push * x
  record rail.displacement
}
experiment plant = Cart() {
  linearize
  input push
}
experiment shapes = Cart() { modes }
experiment turned = Cart() {
  linearize
  input push
  input unused
}
";

#[test]
fn matrices_are_files_with_names_and_units() {
    let folder = folder("linearize");
    let path = file(&folder, "cart.cdl", &MODEL.replace("0 N)", "0 N, unused: Mass = 1 kg)"));
    let out = folder.join("out");
    let to = out.to_str().expect("UTF-8");
    let answer = cdl(&["run", &path, "--experiment", "plant", "--out", to]);
    assert_eq!(answer.code, 0, "{}", answer.err);
    let read = |name: &str| std::fs::read_to_string(out.join(name)).expect("a table");
    let header = "rate of,cart.x [m],cart.x' [m/s]\ncart.x [m],0,1\ncart.x' [m/s],-";
    assert!(read("A.csv").starts_with(header), "{}", read("A.csv"));
    let numbers = |name: &str| -> Vec<f64> {
        let text = read(name);
        let fields = text.lines().skip(1).flat_map(|line| line.split(',').skip(1));
        fields.map(|own| own.parse().expect("a number")).collect()
    };
    assert!(read("B.csv").starts_with("rate of,push [N]\n"), "{}", read("B.csv"));
    assert!(read("C.csv").starts_with("output,cart.x [m],cart.x' [m/s]\nrail.displacement [m],"));
    assert!(read("D.csv").starts_with("output,push [N]\nrail.displacement [m],"));
    let near = |found: &[f64], expected: &[f64]| {
        assert_eq!(found.len(), expected.len(), "{found:?}");
        found.iter().zip(expected).for_each(|(a, b)| assert!((a - b).abs() < 1e-7, "{found:?}"));
    };
    near(&numbers("A.csv"), &[0.0, 1.0, -4.0, 0.0]);
    near(&numbers("B.csv"), &[0.0, 0.5]);
    near(&numbers("C.csv"), &[1.0, 0.0]);
    near(&numbers("D.csv"), &[0.0]);
    // An input that nothing reads is refused before anything runs.
    let answer = cdl(&["run", &path, "--experiment", "turned", "--out", to]);
    assert_eq!(answer.code, 1, "{}", answer.err);
    assert!(
        answer.err.contains("error[E0215]: nothing that moves or is recorded depends on `unused`"),
        "{}",
        answer.err
    );
    // They do not stay beside the results of another run.
    let answer = cdl(&["run", &path, "--experiment", "shapes", "--out", to]);
    assert_eq!(answer.code, 0, "{}", answer.err);
    assert!(!out.join("A.csv").exists());
}
