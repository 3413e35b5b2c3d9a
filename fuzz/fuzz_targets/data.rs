//! Reading a table never panics, whatever the file.

#![no_main]

use cdl_compiler::{Compiler, Files, Request};
use libfuzzer_sys::fuzz_target;

/// The input under the name of each data file.
struct Data(String);

impl Files for Data {
    fn read(&self, _: &str) -> Result<String, String> {
        Ok(self.0.clone())
    }
}

const MODEL: &str = "\
model M {
  let push = table(\"push.csv\")
  let material = table(\"material.toml\")
  body ball { mass = 1 kg; inertia = diag(1, 1, 1) kg.m^2 }
  joint rail: prismatic(axis = x) from world to ball { force = interpolate(push.time, push.force, time) }
  record rail.displacement, material.density
}
experiment e = M() { simulate 1 s with rk4(step = 0.1 s) }
";

fuzz_target!(|text: &str| {
    let mut compiler = Compiler::new(Data(text.to_owned()));
    compiler.set_file("fuzz.cdl", MODEL);
    for diagnostic in compiler.check("fuzz.cdl") {
        let location = compiler.locate(diagnostic.primary.place).expect("a place in the file");
        assert!(location.range.end <= MODEL.len() || location.path != "fuzz.cdl");
    }
    let _ = compiler.compile("fuzz.cdl", &Request::default());
});
