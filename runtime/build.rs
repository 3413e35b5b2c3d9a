//! Packs the script of plotly.js for the pages of runs; see `src/results/page/packed`.

use std::path::Path;

#[path = "src/results/page/packed/pack.rs"]
mod pack;
#[path = "src/results/page/packed/unpack.rs"]
mod unpack;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/results/page/packed");
    // The elements that the crate has for a page are plotly.js and MathJax, which ours does not need and which
    // would fetch more.
    let elements = plotly::Plot::offline_js_sources();
    let start = elements.find('>').expect("an element") + 1;
    let end = elements.find("</script>").expect("its end");
    let script = &elements[start..end];
    let packed = pack::pack(script.as_bytes());
    assert!(unpack::unpack(&packed).as_deref() == Some(script), "the script does not come back");
    let folder = std::env::var_os("OUT_DIR").expect("a folder to write into");
    std::fs::write(Path::new(&folder).join("plotly.js.packed"), packed)
        .expect("the packed script is written");
}
