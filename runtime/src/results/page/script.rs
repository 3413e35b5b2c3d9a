//! The page's script: three.js, and our own parts, which are joined in an order in which each knows those before it.

use super::packed;

/// Of three.js, which asks to be shown wherever it is.
const LICENCE: &str = include_str!("vendor/three.LICENSE");
const VERSION: &str = "0.187.0";

/// What every page needs.
const ALWAYS: [&str; 5] = [
    include_str!("script/data.js"),
    include_str!("script/theme.js"),
    include_str!("script/axes.js"),
    include_str!("script/files.js"),
    include_str!("script/plots.js"),
];
/// What draws a scene.
const SCENE: [&str; 9] = [
    include_str!("script/motion.js"),
    include_str!("script/bodies.js"),
    include_str!("script/tubes.js"),
    include_str!("script/wheels.js"),
    include_str!("script/cables.js"),
    include_str!("script/loads.js"),
    include_str!("script/surroundings.js"),
    include_str!("script/camera.js"),
    include_str!("script/stage.js"),
];
/// What brings them together.
const LAST: [&str; 2] = [include_str!("script/player.js"), include_str!("script/main.js")];

/// What a file is called that has three.js for several pages.
pub(in crate::results) const SHARED: &str = "cdl-three-0.187.0.js";

/// What stands in it.
pub(in crate::results) fn shared() -> String {
    format!("/* three.js {VERSION}\n\n{LICENCE}*/\n{}\n", packed::three_js())
}

/// The elements of the script. A page without a scene has neither three.js nor what draws with it; with a scene three.js is in the page, or
/// in the file above its folder.
pub(super) fn elements(with_scene: bool, is_shared: bool) -> String {
    let mut elements = String::new();
    match (with_scene, is_shared) {
        (false, _) => {}
        (true, false) => elements.push_str(&format!(
            "<!-- three.js {VERSION}\n\n{LICENCE}-->\n<script>{}</script>\n",
            packed::three_js()
        )),
        (true, true) => elements.push_str(&format!("<script src=\"../{SHARED}\"></script>\n")),
    }
    let scene: &[&str] = if with_scene { &SCENE } else { &[] };
    let own = ALWAYS.iter().chain(scene).chain(&LAST).copied().collect::<Vec<_>>().join("\n");
    elements.push_str(&format!("<script>\n(() => {{\n\"use strict\";\n{own}}})();\n</script>\n"));
    elements
}
