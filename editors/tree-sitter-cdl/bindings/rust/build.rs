fn main() {
    let files = ["src/parser.c", "src/scanner.c"];
    // What is generated is not written for every warning.
    cc::Build::new()
        .std("c11")
        .include("src")
        .warnings(false)
        .files(files)
        .compile("tree-sitter-cdl");
    for file in files {
        println!("cargo:rerun-if-changed={file}");
    }
}
