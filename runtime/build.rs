//! Packs three.js for the pages of runs; see `src/results/page/packed`.

use std::path::Path;

#[path = "src/results/page/packed/pack.rs"]
mod pack;
#[path = "src/results/page/packed/unpack.rs"]
mod unpack;

const SCRIPT: &str = "src/results/page/vendor/three.min.js";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={SCRIPT}");
    println!("cargo::rerun-if-changed=src/results/page/packed");
    let script = std::fs::read_to_string(SCRIPT).expect("three.js is there");
    assert!(!script.contains("</script"), "the script would end its element");
    let packed = pack::pack(script.as_bytes());
    assert!(unpack::unpack(&packed).as_ref() == Some(&script), "the script does not come back");
    let folder = std::env::var_os("OUT_DIR").expect("a folder to write into");
    std::fs::write(Path::new(&folder).join("three.js.packed"), packed)
        .expect("the packed script is written");
}
