//! What compilation costs grows with the text, not with the discretization.

use cdl_compiler::{Compiler, Nothing, Request};

fn graph_text(links: &str) -> String {
    let text = "\
model Tether(links: Int = 8) {
  cable tether: rigid_links(count = links) from world to free {
    length = 10 m
    mass = 0.16 kg
  }
  record tether.end.position, energy
}
experiment release = Tether() { simulate 10 s with rk4(step = 5 ms) }
";
    let mut compiler = Compiler::new(Nothing);
    compiler.set_file("tether.cdl", text);
    let request =
        Request { experiment: None, overrides: vec![("links".to_owned(), links.to_owned())] };
    let compilation =
        compiler.compile_by_stages("tether.cdl", &request).expect("the model is right");
    let stages: Vec<String> =
        compilation.stages.iter().map(|stage| cdl_graph::text(&stage.graph)).collect();
    stages.join("\n")
}

/// The graph of 100 000 links is that of 32 with other numbers: at every stage the same lines.
#[test]
fn a_cable_is_one_element_whatever_its_number_of_links() {
    let few = graph_text("32");
    let many = graph_text("100000");
    let without_numbers = |text: &str| {
        text.replace("freedoms 64", "freedoms N")
            .replace("freedoms 200000", "freedoms N")
            .replace("100000 rigid_links", "N rigid_links")
            .replace("32 rigid_links", "N rigid_links")
    };
    assert_eq!(without_numbers(&few), without_numbers(&many));
}
