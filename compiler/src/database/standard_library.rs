//! The standard library: `.cdl` files that come with the compiler.

/// By path, which is the dotted name with slashes.
const FILES: &[(&str, &str)] = &[
    ("std/materials.cdl", include_str!("../../std/materials.cdl")),
    ("std/cables.cdl", include_str!("../../std/cables.cdl")),
];

/// The text of a file of the library.
pub(super) fn text(path: &str) -> Option<&'static str> {
    FILES.iter().find(|(each, _)| *each == path).map(|(_, text)| *text)
}

/// The path of `std.materials`.
pub(super) fn path(dotted: &str) -> Option<&'static str> {
    let path = format!("{}.cdl", dotted.replace('.', "/"));
    FILES.iter().find(|(each, _)| *each == path).map(|(each, _)| *each)
}

/// The dotted names of all its modules.
pub(super) fn modules() -> impl Iterator<Item = String> {
    FILES.iter().map(|(path, _)| path.trim_end_matches(".cdl").replace('/', "."))
}
