//! `cdl run --format arrow` and `--format parquet`.

use std::path::Path;

use super::{cdl, file, folder};

const MODEL: &str = "model Held(pull: Force = 2 kN, stiffness: Stiffness = 10 kN/m) {
  body ball { mass = 1 kg; shape = sphere(diameter = 10 cm) }
  joint slide: prismatic(axis = x) from world to ball { stiffness = stiffness; damping = 40 N.s/m }
  force f on ball = pull * x
  record ball.position.x in mm as place
}
experiment swings = Held() { simulate 1 s with rk4(step = 1 ms), every 10 ms }
experiment long = Held() { simulate 1e6 s with rk4(step = 1 ms), every 1 ms }
experiment both = Held() {
  vary pull = [1, 2] kN
  equilibrium
  require short: ball.position.x < 150 mm
}
experiment found = Held() {
  equilibrium
  find stiffness: ball.position.x == 0.5 m
}
";

fn bytes(folder: &Path, file: &str) -> Vec<u8> {
    std::fs::read(folder.join(file)).expect("a file of numbers")
}

fn has(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|own| own == text.as_bytes())
}

#[test]
fn numbers_are_written_as_arrow() {
    numbers_are_written_for_other_programs("arrow", b"ARROW1");
}

#[test]
fn numbers_are_written_as_parquet() {
    numbers_are_written_for_other_programs("parquet", b"PAR1");
}

/// Beside `results.csv`, of runs and studies, the same bytes again; gone where the next run does not ask for it. What is
/// looked for is not said with its first value.
fn numbers_are_written_for_other_programs(format: &str, magic: &[u8]) {
    let folder = folder(format);
    let name = format!("results.{format}");
    let path = file(&folder, "held.cdl", MODEL);
    let out = folder.join("out");
    let to = out.to_str().expect("UTF-8");
    for (experiment, code, said, unsaid) in [
        ("swings", 0, &["place", "mm", "cdl.parameter.stiffness", "10 kN/m"][..], "require"),
        (
            "both",
            3,
            &["place", "require short", "failed", "cdl.parameter.stiffness"],
            "cdl.parameter.pull",
        ),
        ("found", 0, &["place", "cdl.parameter.pull"], "cdl.parameter.stiffness"),
    ] {
        let run = ["run", &path, "--experiment", experiment, "--out", to];
        let answer = cdl(&[&run[..], &["--format", format]].concat());
        assert_eq!(answer.code, code, "{}", answer.err);
        let first = bytes(&out, &name);
        assert!(first.starts_with(magic) && first.ends_with(magic));
        for text in said {
            assert!(has(&first, text), "{experiment}: no {text}");
        }
        assert!(!has(&first, unsaid), "{experiment}: {unsaid}");
        cdl(&[&run[..], &["--format", format, "--report", "none"]].concat());
        assert!(bytes(&out, &name) == first, "{experiment}");
        assert!(out.join("results.csv").exists());
        assert_eq!(cdl(&run).code, code);
        assert!(!out.join(&name).exists(), "{experiment}: an old file");
    }
}

/// A file that cannot be read is not called as one that can: what a killed run leaves is `.part`, which the next run takes away.
#[cfg(unix)]
#[test]
fn a_run_that_goes_on_or_was_killed_leaves_no_file_that_cannot_be_read() {
    let folder = folder("half-written");
    let path = file(&folder, "held.cdl", MODEL);
    let out = folder.join("out");
    let to = out.to_str().expect("UTF-8");
    for format in ["arrow", "parquet"] {
        let (whole, part) = (format!("results.{format}"), format!("results.{format}.part"));
        let run = |experiment: &'static str| {
            ["run", &path, "--experiment", experiment, "--out", to, "--format", format, "--quiet"]
        };
        assert_eq!(cdl(&run("swings")).code, 0);
        assert!(out.join(&whole).exists() && !out.join(&part).exists());
        for (signal, is_whole) in [("KILL", false), ("TERM", true)] {
            let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_cdl"))
                .args(run("long"))
                .spawn()
                .expect("the binary starts");
            let begun = format!("\"process\": {}", child.id());
            let is_running = || {
                let summary = std::fs::read_to_string(out.join("summary.json"));
                summary.is_ok_and(|own| own.contains(&begun)) && out.join(&part).exists()
            };
            for _ in 0..600 {
                if is_running() && !out.join(&whole).exists() {
                    break;
                }
                std::thread::sleep(std::time::Duration::from_millis(20));
            }
            assert!(!out.join(&whole).exists(), "a file of rows without an end");
            let id = child.id().to_string();
            let killed = std::process::Command::new("kill").args(["-s", signal, &id]).status();
            assert!(killed.expect("kill").success());
            child.wait().expect("it ends");
            assert_eq!(out.join(&whole).exists(), is_whole, "{format} {signal}");
            assert_eq!(out.join(&part).exists(), !is_whole, "{format} {signal}");
        }
    }
}
