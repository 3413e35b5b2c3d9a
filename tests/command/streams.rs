//! Standard input, output and error: pipes, devices, and streams that cannot be written.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use crate::{BROKEN, cdl, file, folder};

fn given(arguments: &[&str], text: &str) -> (i32, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_cdl"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    child.stdin.take().expect("a pipe").write_all(text.as_bytes()).expect("it is read");
    let Output { status, stdout, stderr } = child.wait_with_output().expect("it ends");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (status.code().expect("a code"), text(stdout), text(stderr))
}

fn shell(script: &str) -> (Option<i32>, String) {
    let output = Command::new("sh")
        .args(["-c", script])
        .env("CDL", env!("CARGO_BIN_EXE_cdl"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("a shell");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

/// Every command that reads a model reads a pipe, and reads it once.
#[test]
fn a_pipe_is_a_model() {
    let paths: &[&str] = if cfg!(unix) { &["-", "/dev/stdin"] } else { &["-"] };
    for path in paths {
        let (code, _, err) = given(&["check", path], BROKEN);
        assert_eq!(code, 1, "{err}");
        assert!(err.contains("E0301") && err.contains("E0209"), "{err}");
        let (code, _, err) = given(&["fmt", path], "model M { let a = }\n");
        assert_eq!((code, err.contains("E0101")), (1, true), "{err}");
    }
    let model = std::fs::read_to_string("examples/crane.cdl").expect("the example");
    let (code, out, err) = given(&["graph", "-"], &model);
    assert_eq!((code, out), (0, cdl(&["graph", "examples/crane.cdl"]).out), "{err}");
    let formatted = given(&["fmt", "-"], "model  M{\nlet a=2   m\n}\n");
    let by_path = given(&["fmt", "/dev/stdin"], "model  M{\nlet a=2   m\n}\n");
    assert!(cfg!(not(unix)) || by_path == formatted, "{by_path:?}");
    assert_eq!(formatted, (0, "model M {\n  let a = 2 m\n}\n".to_owned(), String::new()));
}

/// A pipe that nobody writes to would be waited for without end, and a device may have one: as a model, an import or a
/// table it is refused.
#[cfg(unix)]
#[test]
fn what_is_no_regular_file_is_not_read() {
    let folder = folder("pipes");
    let pipe = folder.join("pipe.cdl");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    let pipe = pipe.to_str().expect("UTF-8");
    let rest = "model M { }\n";
    let imports = file(&folder, "imports.cdl", &format!("import \"pipe.cdl\"\n{rest}"));
    let reads = file(&folder, "reads.cdl", &format!("const t = table(\"pipe.cdl\")\n{rest}"));
    for path in [pipe, "/dev/zero", &imports, &reads] {
        let answer = cdl(&["check", path]);
        assert_ne!(answer.code, 0, "{path}");
        assert!(answer.err.contains("it is no regular file"), "{path}: {}", answer.err);
    }
    // A log of the system calls itself a regular file, and is waited for.
    #[cfg(target_os = "linux")]
    assert_eq!(shell("timeout -s KILL 60 $CDL check /proc/kmsg").0, Some(64));
    let (code, err) = shell("bash -c '$CDL check <(cat examples/crane.cdl)'");
    assert_eq!(code, Some(0), "{err}");
}

#[test]
fn a_file_that_is_too_large_is_not_read() {
    let folder = folder("too_large");
    let reads = file(&folder, "reads.cdl", "const t = table(\"large.csv\")\n");
    // Holes take no room on the disk.
    let sized = |name: &str, size: u64| {
        let path = folder.join(name);
        std::fs::File::create(&path).and_then(|file| file.set_len(size)).expect("a file");
        path.to_str().expect("UTF-8").to_owned()
    };
    sized("large.csv", (256 << 20) + 1);
    for (path, limit) in [(sized("large.cdl", (64 << 20) + 1), "64 MiB"), (reads, "256 MiB")] {
        let answer = cdl(&["check", &path]);
        assert_ne!(answer.code, 0);
        assert!(answer.err.contains(&format!("it is larger than {limit}")), "{}", answer.err);
    }
}

#[test]
fn a_file_with_nothing_in_it_says_so() {
    let folder = folder("nothing");
    for (name, text, expected) in [
        ("empty.cdl", "", "it is empty"),
        ("blank.cdl", " \n\t\n", "it is empty"),
        ("comments.cdl", "// one\n/* two */\n", "only comments"),
    ] {
        let answer = cdl(&["check", &file(&folder, name, text)]);
        assert_eq!(answer.code, 0, "{}", answer.err);
        assert!(answer.err.contains(expected), "{}", answer.err);
    }
    let full = cdl(&["check", "examples/crane.cdl"]);
    assert!(full.err.ends_with("crane.cdl: nothing wrong\n"), "{}", full.err);
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_an_error() {
    for command in [
        "graph examples/crane.cdl",
        "reference",
        "reference cable",
        "explain",
        "explain E0301",
        "completions bash",
        "--help",
        "--version",
    ] {
        let (code, err) = shell(&format!("$CDL {command} > /dev/full"));
        assert_eq!(code, Some(2), "{command}: {err}");
        assert!(err.starts_with("cannot write to standard output: No space left"), "{err}");
        // A reader that has gone is no error.
        let (code, err) = shell(&format!("($CDL {command}; echo $? >&2) | true"));
        assert_eq!((code, err.as_str()), (Some(0), "0\n"), "{command}");
    }
    let (code, _) = shell("$CDL check tests/models/no_such.cdl 2> /dev/full");
    assert_eq!(code, Some(64));
    let (code, _) = shell("$CDL check examples/crane.cdl 2> /dev/full");
    assert_eq!(code, Some(2));
}

/// What is said on the way is lost, the results are not.
#[cfg(unix)]
#[test]
fn a_run_outlives_the_reader_of_its_messages() {
    let out = folder("unheard");
    let out = out.to_str().expect("UTF-8");
    let run = format!("$CDL run examples/tether.cdl --set links=8 --out {out}");
    let (_, codes) = shell(&format!("exec 3>&2; ( ({run}; echo $? >&3) 2>&1) | true"));
    assert_eq!(codes, "0\n");
    assert!(std::path::Path::new(out).join("report.html").exists());
}

/// A file cannot colour the terminal, or turn what stands in it round.
#[test]
fn what_a_terminal_would_obey_does_not_reach_it() {
    let text = "const a = \"\u{1b}[31mred\" + zz\u{202e}\nconst b\u{1b}[0m = 1\n";
    let (code, _, err) = given(&["check", "-"], text);
    assert_eq!(code, 1, "{err}");
    assert!(!err.contains(['\u{1b}', '\u{202e}']), "{err:?}");
    assert!(err.contains("`U+202E`") && err.contains("?[31mred"), "{err}");
}

/// Nor can a message of an event or a criterion, a name of a file, or an argument.
#[cfg(unix)]
#[test]
fn what_a_terminal_would_obey_comes_from_nowhere() {
    let text = "\
model M(name: Text = \"a\\u{1b}[31m\") {
  body b { mass = 1 kg; inertia = diag(1, 1, 1) kg.m^2 }
  joint flight: free from world to b
  when time > 5 ms { stop \"\u{1b}[31m\u{202e}stopped\u{2028}\" }
  record b.position.z
}
experiment fall = M() {
  simulate 10 ms with rk4(step = 1 ms)
  require high: b.position.z > 1 m { note = \"\u{1b}[2Jlow\" }
}
"
    .replace("a\\u{1b}[31m", "\u{1b}[31m");
    let folder = folder("control-\u{1b}[31m");
    let (path, out) = (file(&folder, "m.cdl", &text), folder.join("out"));
    let out = out.to_str().expect("UTF-8");
    let missing = format!("{path}.not");
    for arguments in [
        &["check", &path][..],
        &["check", &missing],
        &["run", &path, "--out", out],
        &["run", &path, "--out", out, "--set", "name=\"\u{1b}[31m\""],
        &["run", &path, "--set", "\u{1b}[31m=1"],
        &["test", &path],
        &["list", &path],
        &["graph", &path, "--stage", "typed"],
        &["graph", &path, "--stage", "syntax"],
        &["graph", &path, "--stage", "\u{1b}[31m"],
        &["fmt", "--check", &path],
        &["explain", "\u{1b}[31m"],
        &["reference", "\u{1b}[31m"],
        &["\u{1b}[31m"],
    ] {
        let answer = cdl(arguments);
        let told = format!("{}{}", answer.out, answer.err);
        assert!(!told.contains(['\u{1b}', '\u{202e}', '\u{2028}']), "{arguments:?}: {told:?}");
    }
    // A model that goes on to a program is no message.
    let (_, formatted, _) = given(&["fmt", "-"], &text);
    assert!(formatted.contains('\u{1b}'), "{formatted:?}");
}

/// A link can lead anywhere; what stands there is not quoted as a model.
#[cfg(unix)]
#[test]
fn an_import_that_is_a_link_to_another_kind_of_file_is_not_read() {
    let folder = folder("links");
    file(&folder, "secret.txt", "nobody:x:secret\n");
    std::os::unix::fs::symlink(folder.join("secret.txt"), folder.join("part.cdl")).expect("a link");
    file(&folder, "other.cdl", "const a = 1 m\n");
    std::os::unix::fs::symlink(folder.join("other.cdl"), folder.join("good.cdl")).expect("a link");
    let path = file(&folder, "bad.cdl", "import \"part.cdl\"\nconst b = part.a\n");
    let answer = cdl(&["check", &path]);
    assert_eq!(answer.code, 1, "{}", answer.err);
    assert!(answer.err.contains("a link to a file of another kind"), "{}", answer.err);
    assert!(!answer.err.contains("secret"), "{}", answer.err);
    let path = file(&folder, "fine.cdl", "import \"good.cdl\"\nconst b = good.a\n");
    assert_eq!(cdl(&["check", &path]).code, 0);
}

/// A few lines that double with each, of arrays and of structures: forty of them would hold more than any machine.
#[test]
fn what_grows_with_each_line_is_said_at_once() {
    for (first, next) in [("[1, 2]", "[NAME, NAME]"), ("{ a = 1 }", "{ a = NAME; b = NAME }")] {
        let lines = (1..40)
            .map(|k| format!("const c{k} = {}\n", next.replace("NAME", &format!("c{}", k - 1))));
        let text: String = std::iter::once(format!("const c0 = {first}\n")).chain(lines).collect();
        let (code, _, err) = given(&["check", "-"], &text);
        assert_eq!(code, 1, "{err}");
        assert!(err.contains("E0306") && err.contains("holds more than 1000000 others"), "{err}");
    }
}

/// Texts, columns and calls that double: of nothing that is too large more is made.
#[test]
fn texts_columns_and_calls_that_double_are_said_at_once() {
    let doubled = |first: &str, next: &str| -> String {
        let line =
            |k: usize| next.replace("OWN", &k.to_string()).replace("LAST", &(k - 1).to_string());
        std::iter::once(format!("{first}\n")).chain((1..40).map(line)).collect()
    };
    let texts = doubled("const t0 = \"ten letters\"", "const tOWN = tLAST + tLAST\n");
    let columns = doubled("const c0 = column(1 m, 2)", "const cOWN = column(cLAST, cLAST)\n");
    let calls = doubled(
        "fn f0(x: Real) -> Real = x + 1",
        "fn fOWN(x: Real) -> Real = fLAST(x) + fLAST(x)\n",
    );
    let called = format!("{calls}const c = f39(1)\n");
    for (text, expected) in [
        (texts, "a text has at most 10000 letters"),
        (columns, "holds more than 1000000 others"),
        (called, "unfolds to more than can be compiled"),
    ] {
        let (code, _, err) = given(&["check", "-"], &text);
        assert_eq!(code, 1, "{err}");
        assert!(err.contains("E0306") && err.contains(expected), "{err}");
        assert!(err.contains("\n1 error\n"), "{err}");
    }
    // Of functions that nobody calls nothing is made; what is wrong in them is said.
    let (code, _, err) = given(&["check", "-"], &calls);
    assert_eq!(code, 0, "{err}");
    let (code, _, err) = given(&["check", "-"], &calls.replace("= x + 1", "= x + 1 m"));
    assert!(code == 1 && err.contains("E0307"), "{err}");
}

/// A message quotes no more of a text than a person reads.
#[test]
fn messages_are_short_whatever_they_quote() {
    let (a, b) = ("a".repeat(50_000), "b".repeat(50_000));
    let folder = folder("long-words");
    let wide: Vec<String> = (0..2_000).map(|k| format!("c{k}")).collect();
    let cells = vec!["x"; 2_000].join(",");
    file(&folder, "wide.csv", &format!("t,{}\n0,{cells}\n", wide.join(",")));
    file(&folder, "cell.csv", &format!("t,a\n0,{a}\n1,1\n"));
    for (name, text, expected) in [
        ("names.cdl", format!("const {a} = {b}\n"), "E0201"),
        ("wide.cdl", "const t = table(\"wide.csv\")\n".to_owned(), "and 1979 more"),
        ("cell.cdl", "const t = table(\"cell.csv\")\n".to_owned(), "E0308"),
    ] {
        let answer = cdl(&["check", &file(&folder, name, &text)]);
        assert_eq!(answer.code, 1, "{}", answer.err);
        assert!(answer.err.contains(expected), "{}", answer.err);
        assert!(answer.err.len() < 6_000, "{name}: {} bytes", answer.err.len());
    }
}

/// Components that hold the one before twice: thirty of them would be a thousand million bodies. It is said once, of
/// the model, and not of each component as well.
#[test]
fn components_that_double_are_said_at_once() {
    let component = |k: usize| match k {
        0 => "component C0() { body b { mass = 1 kg } }\n".to_owned(),
        k => format!("component C{k}() {{ part a = C{}(); part b = C{}() }}\n", k - 1, k - 1),
    };
    let text: String = (0..=30).map(component).collect();
    let (code, _, err) = given(&["check", "-"], &format!("{text}model M() {{ part x = C30() }}\n"));
    assert_eq!(code, 1, "{err}");
    assert!(err.contains("this model unfolds to more than can be compiled"), "{err}");
    assert!(err.contains("\n1 error\n"), "{err}");
    // As parts of a model that is not too large they are checked, however deep.
    let small: String = (0..=12).map(component).collect();
    let wrong = small.replace("mass = 1 kg", "mass = 1 m");
    let (code, _, err) =
        given(&["check", "-"], &format!("{wrong}model M() {{ part x = C12() }}\n"));
    assert!(code == 1 && err.contains("E0301") && err.contains("\n1 error\n"), "{err}");
}

/// Names of files need not be UTF-8.
#[cfg(target_os = "linux")]
#[test]
fn a_file_is_read_whatever_it_is_called() {
    use std::os::unix::ffi::OsStrExt;

    let path = folder("names").join(std::ffi::OsStr::from_bytes(b"odd\xff name.cdl"));
    std::fs::copy("examples/tether.cdl", &path).expect("a copy");
    let output = Command::new(env!("CARGO_BIN_EXE_cdl")).arg("check").arg(&path).output();
    let output = output.expect("the binary starts");
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{err}");
    assert!(err.contains("nothing wrong"), "{err}");
}

/// Neither messages for programs nor the log of events have characters that a terminal obeys; what they say is the same.
#[test]
fn programs_and_logs_get_no_control_characters() {
    let folder = folder("controls");
    let obeyed = |text: &str| text.contains(['\u{1b}', '\u{202e}', '\u{7f}']);
    let wrong = file(
        &folder,
        "wrong.cdl",
        "model M {\n  body c\u{202e} { mass = 1 kg }\n  body d\u{7f} { }\n}\n",
    );
    let answer = cdl(&["check", &wrong, "--message-format", "json"]);
    assert!(!obeyed(&answer.out) && !obeyed(&answer.err), "{:?}{:?}", answer.out, answer.err);
    assert!((answer.out.clone() + &answer.err).contains("\\u202e"), "{}{}", answer.out, answer.err);
    let model = "model M {
  body b { mass = 1 kg; inertia = diag(1, 1, 1) kg.m^2 }
  joint j: free from world to b
  at 50 ms { note \"\u{1b}[2J hello \u{202e}\" }
  when b.position.z < -2 cm { stop \"\u{1b}[31mlow\" }
  record b.position.z
}
experiment go = M() { simulate 1 s with rk4(step = 10 ms), every 0.5 s; require low: maximum(b.position.z) > 1 m { note = \"\u{1b}[31mwhy\" } }
";
    let path = file(&folder, "noted.cdl", model);
    let out = folder.join("out");
    let answer = cdl(&["run", &path, "--out", out.to_str().expect("UTF-8")]);
    let log = std::fs::read_to_string(out.join("events.csv")).expect("a log");
    assert!(
        log.contains("U+001B[2J hello U+202E") && log.contains("U+001B[31mlow"),
        "{log} {}",
        answer.err
    );
    for name in ["events.csv", "report.html", "summary.json"] {
        let text = std::fs::read_to_string(out.join(name)).expect(name);
        assert!(!obeyed(&text), "{name}");
    }
}

/// What is there and cannot be read is not said to be missing.
#[cfg(unix)]
#[test]
fn an_import_that_is_a_pipe_is_not_said_to_be_missing() {
    let folder = folder("piped_import");
    let pipe = folder.join("parts.cdl");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    let path = file(&folder, "main.cdl", "import \"parts.cdl\"\nimport \"none.cdl\"\n");
    let answer = cdl(&["check", &path]);
    assert_eq!(answer.code, 1);
    let said = "error[E0208]: the import `parts.cdl` cannot be read";
    assert!(answer.err.contains(said), "{}", answer.err);
    assert!(
        answer.err.contains("^ it is no regular file but a pipe or a device"),
        "{}",
        answer.err
    );
    assert!(answer.err.contains("there is no file for the import `none.cdl`"), "{}", answer.err);
}

/// The field of `/proc/PID/status` that says whether a process gets huge pages, where the system has it.
#[cfg(target_os = "linux")]
fn has_huge_pages(process: u32) -> Option<bool> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("THP_enabled:"))?;
    Some(line.trim() == "1")
}

/// What looks at a text does without huge pages from its first memory on; what serves or runs has them.
#[cfg(target_os = "linux")]
#[test]
fn only_who_reads_its_memory_again_and_again_has_huge_pages() {
    // Nobody has what this process may not have.
    if has_huge_pages(std::process::id()) != Some(true) {
        eprintln!("SKIPPED: no huge pages here");
        return;
    }
    for (arguments, expected) in [(["check", "-"].as_slice(), false), (&["lsp"], true)] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_cdl"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the binary starts");
        // It waits for its input in the end, and is as it will stay.
        let mut seen = Vec::new();
        for _ in 0..100 {
            std::thread::sleep(std::time::Duration::from_millis(50));
            seen.push(has_huge_pages(child.id()));
            if seen.ends_with(&[Some(expected); 6]) {
                break;
            }
        }
        child.kill().expect("it runs");
        child.wait().expect("it has run");
        assert!(seen.ends_with(&[Some(expected); 6]), "{arguments:?}: {seen:?}");
    }
}
