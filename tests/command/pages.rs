//! The pages of `cdl explain` about runs tell the truth: the wrong example ends with the page's code, the right one is complete
//! and nothing is said about it.

use cdl_compiler::diagnostics::all;

use crate::{cdl, file, folder};

/// Only a mistake of cdl's shows it.
const WITHOUT_EXAMPLE: [&str; 1] = ["E0512"];

#[test]
fn pages_about_runs_have_examples_that_run_so() {
    let folder = folder("pages");
    let is_of_runs = |code: &str| code[1..].starts_with("05") || code == "E0422";
    for page in all().iter().filter(|page| is_of_runs(page.code)) {
        if WITHOUT_EXAMPLE.contains(&page.code) {
            continue;
        }
        for (heading, is_wrong) in [("Wrong", true), ("Right", false)] {
            let (code, example) = (page.code, example(page.page, heading));
            let path = file(&folder, &format!("{code}_{heading}.cdl"), example);
            let out = folder.join(format!("{code}_{heading}"));
            let answer = cdl(&["run", &path, "--out", out.to_str().expect("UTF-8")]);
            let is_complete = answer.code == 0;
            assert_eq!(is_complete, !is_wrong || code.starts_with('W'), "{code}: {}", answer.err);
            assert_eq!(
                answer.err.contains(&format!("[{code}]")),
                is_wrong,
                "{code}: {}",
                answer.err
            );
            assert_eq!(answer.err.contains("error["), !is_complete, "{code}: {}", answer.err);
            assert_eq!(
                cdl(&["fmt", "--check", &path]).code,
                0,
                "{code} {heading}: the standard layout"
            );
        }
    }
}

/// The code under a heading.
fn example<'a>(page: &'a str, heading: &str) -> &'a str {
    let section = page.split_once(&format!("\n## {heading}\n")).expect("a heading").1;
    let code = section.split_once("```cdl\n").expect("an example").1;
    code.split_once("```").expect("its end").0
}
