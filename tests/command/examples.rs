//! What users see first: the examples.

use std::path::Path;

use super::{cdl, folder};

/// Every experiment of every example ends with 0, and leaves its results.
#[test]
fn every_experiment_of_the_examples_comes_to_its_end() {
    let out = folder("examples");
    let all = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let mut models: Vec<_> = std::fs::read_dir(all)
        .expect("the examples")
        .map(|own| own.expect("an example").file_name().into_string().expect("UTF-8"))
        .filter(|name| name.ends_with(".cdl"))
        .collect();
    models.sort();
    assert!(models.len() >= 27, "{models:?}");
    let ended = |model: &String| {
        let own = out.join(model);
        let results = own.to_str().expect("UTF-8");
        let model = format!("examples/{model}");
        let answer = cdl(&["run", &model, "--all", "--report", "none", "--out", results]);
        (answer.code != 0).then(|| format!("{model}: {}\n{}", answer.code, answer.err))
    };
    let failed: Vec<_> = models.iter().filter_map(ended).collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
