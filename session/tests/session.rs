//! Models from text to numbers, and from what is wrong to its place.

use std::sync::atomic::{AtomicBool, Ordering};

use cdl_session::{Observer, Outcome, Row, Runnable, Session, Severity, Unfit};

static NEVER: AtomicBool = AtomicBool::new(false);

/// A ball on a tether; the step is as long as the time between rows.
const PENDULUM: &str = "
model Pendulum(length: Length = 2 m, payload: Mass = 3 kg) {
  cable tether: rigid_links(count = 3) from world to ball.eye {
    length = length
    diameter = 4 mm
    mass = 0.2 kg
    start = straight(direction = [1, 0, -1])
  }
  body ball {
    mass = payload
    inertia = diag(0.1, 0.1, 0.1) kg.m^2
    frame eye at [0, 0, 0.1] m
  }
  record ball.position, tether.start.tension, energy
}
experiment explicit = Pendulum() { simulate 0.5 s with rk4(step = 10 ms), every 10 ms }
experiment implicit = Pendulum() { simulate 0.5 s with energy_momentum(step = 10 ms), every 10 ms }
experiment adaptive = Pendulum() { simulate 0.5 s with rk45(relative = 1e-6), every 100 ms }
experiment rest = Pendulum() { equilibrium }
";

fn pendulum(experiment: &str, overrides: &[(&str, &str)]) -> Runnable {
    let mut session = Session::from_text("pendulum.cdl", PENDULUM);
    session.experiment(Some(experiment), overrides).unwrap_or_else(|found| panic!("{found:?}"))
}

/// What a primary label is put on.
fn underlined<'a>(found: &cdl_session::Located, text: &'a str) -> &'a str {
    let label = found.labels.iter().find(|label| label.primary).expect("a place");
    &text[label.range.clone()]
}

#[test]
fn a_right_text_has_experiments_and_nothing_wrong() {
    let mut session = Session::from_text("pendulum.cdl", PENDULUM);
    assert_eq!(session.check(), []);
    assert_eq!(session.experiments(), ["explicit", "implicit", "adaptive", "rest"]);
    assert_eq!(session.text("pendulum.cdl").as_deref(), Some(PENDULUM));
}

#[test]
fn a_wrong_text_says_where_in_which_file() {
    let text = PENDULUM.replace("mass = payload", "weight = payload");
    let mut session = Session::from_text("pendulum.cdl", &text);
    let found = session.check();
    assert_eq!(found[0].code, "E0202");
    assert_eq!(found[0].severity, Severity::Error);
    assert_eq!(found[0].labels[0].path, "pendulum.cdl");
    assert_eq!(underlined(&found[0], &text), "weight");
    let refused = session.experiment(Some("explicit"), &[]).err().expect("refused");
    assert!(refused.contains(&found[0]), "{refused:?}");
    session.set_file("pendulum.cdl", PENDULUM);
    assert!(session.experiment(Some("explicit"), &[]).is_ok());
}

#[test]
fn an_experiment_that_is_not_there_and_a_value_that_does_not_fit_are_refused() {
    let mut session = Session::from_text("pendulum.cdl", PENDULUM);
    let unknown = session.experiment(Some("explicite"), &[]).err().expect("refused");
    assert_eq!(unknown[0].code, "E0214");
    let wrong = session.experiment(Some("explicit"), &[("length", "3 kg")]).err().expect("refused");
    assert_eq!(wrong[0].code, "E0301");
    assert!(session.experiment(Some("explicit"), &[("length", "3 m")]).is_ok());
}

#[test]
fn a_text_imports_others_that_are_set_and_reads_no_disk() {
    let main = "import \"parts.cdl\" as parts\n".to_owned()
        + &PENDULUM.replace("payload: Mass = 3 kg", "payload: Mass = parts.heavy");
    let mut session = Session::from_text("pendulum.cdl", &main);
    assert_eq!(session.check()[0].code, "E0208");
    session.set_file("parts.cdl", "const heavy = 5 kg\n");
    assert_eq!(session.check(), []);
    assert!(session.turn_to("Cargo.toml").is_err());
    session.turn_to("parts.cdl").expect("it is set");
    assert_eq!(session.experiments(), [""; 0]);
}

#[test]
fn a_file_that_is_not_there_is_not_opened() {
    let error = Session::open("no/such/file.cdl").err().expect("an error");
    assert!(!error.is_empty());
}

#[test]
fn overrides_change_what_is_computed() {
    let light = pendulum("rest", &[]).record(&NEVER);
    let heavy = pendulum("rest", &[("payload", "6 kg")]).record(&NEVER);
    let more =
        heavy.last("tether.start.tension").unwrap() - light.last("tether.start.tension").unwrap();
    assert!((more - 3.0 * 9.81).abs() < 1e-6, "{more}");
    assert_eq!(light.last("tether.colour"), None);
}

/// Reading after every step what a run records in one go: the same to the bit, whether the rows fall on
/// steps, and how many numbers are read one by one.
#[test]
fn step_and_read_agree_with_the_rows_of_a_run() {
    for experiment in ["explicit", "implicit"] {
        let runnable = pendulum(experiment, &[]);
        let rows = runnable.record(&NEVER);
        let mut stepper = runnable.start(&NEVER);
        let names: Vec<String> =
            stepper.columns().iter().map(|column| column.name.clone()).collect();
        assert_eq!(rows.times.len(), 51, "{experiment}");
        for (row, &time) in rows.times.iter().enumerate() {
            assert_eq!(stepper.time().to_bits(), time.to_bits(), "{experiment}");
            for name in &names {
                let (now, then) = (stepper.read(name).unwrap(), rows.column(name).unwrap()[row]);
                assert_eq!(now.to_bits(), then.to_bits(), "{experiment}: {name} at {time} s");
            }
            assert_eq!(stepper.read_all().len(), names.len());
            assert_eq!(stepper.step(), row + 1 < rows.times.len(), "{experiment} at {time} s");
        }
        assert_eq!(stepper.ended(), Some(&Outcome::Finished));
        assert!(stepper.read("tether.colour").is_none());
        let report = stepper.finish();
        assert!(report.is_complete());
        assert_eq!(report.run.solved().last_state, rows.report.run.solved().last_state);
        assert_eq!(report.run.solved().judgement, rows.report.run.solved().judgement);
        assert_eq!(
            report.run.simulation().map(|own| own.last),
            rows.report.run.simulation().map(|own| own.last)
        );
    }
}

/// Whether something is read between steps, and when rows are written, changes no step.
#[test]
fn reading_has_no_influence_on_the_steps() {
    for experiment in ["explicit", "implicit", "adaptive"] {
        let runnable = pendulum(experiment, &[]);
        let states = [false, true].map(|reads| {
            let mut stepper = runnable.start(&NEVER);
            while stepper.step() {
                if reads {
                    stepper.read("ball.position.x").expect("recorded");
                    assert_eq!(stepper.picture().expect("a start").polylines.len(), 1);
                }
            }
            stepper.finish().run.solved().last_state.clone()
        });
        assert_eq!(states[0], states[1], "{experiment}");
        assert_eq!(
            states[0],
            runnable.record(&NEVER).report.run.solved().last_state,
            "{experiment}"
        );
    }
}

/// A step ends at the instant, and from there the payload is another one: the state goes on without a jump, what is
/// lifted counts as work, and the ledger stays closed.
#[test]
fn a_run_goes_on_with_other_parameters() {
    let (light, heavy) = (pendulum("implicit", &[]), pendulum("implicit", &[("payload", "6 kg")]));
    let rest = pendulum("rest", &[]);
    let mut stepper = light.start(&NEVER);
    assert!(stepper.step_to(0.123));
    assert_eq!(stepper.time(), 0.123);
    let height = stepper.read("ball.position.z").expect("recorded");
    let state = stepper.state();
    assert_eq!(stepper.go_on(&rest, &state), Err(Unfit::Equilibrium));
    assert_eq!(stepper.read("ball.position.z"), Some(height));
    stepper.go_on(&heavy, &state).expect("it fits");
    let later = stepper.read("ball.position.z").expect("recorded");
    assert!((later - height).abs() < 1e-12, "{later} {height}");
    while stepper.step() {}
    let report = stepper.finish();
    assert!(report.is_complete());
    assert_eq!(report.ledger, None);
}

#[test]
fn an_equilibrium_has_one_instant_to_read() {
    let runnable = pendulum("rest", &[]);
    let mut stepper = runnable.start(&NEVER);
    assert_eq!(stepper.ended(), Some(&Outcome::Finished));
    assert!(!stepper.step());
    let rows = runnable.record(&NEVER);
    assert_eq!(stepper.read("ball.position.z"), rows.last("ball.position.z"));
    assert!(stepper.finish().is_complete());
}

#[test]
fn a_run_that_is_left_half_way_counts_as_cancelled() {
    let runnable = pendulum("explicit", &[]);
    let mut stepper = runnable.start(&NEVER);
    assert!(stepper.step());
    let report = stepper.finish();
    assert_eq!(report.run.solved().outcome, Outcome::Cancelled);
    assert_eq!(report.run.solved().effort.steps, 1);
    assert!(!report.is_complete());
}

/// The runtime's refusal of a start, at the element that it is about.
#[test]
fn what_the_runtime_refuses_has_a_place() {
    let text = "
model Tether {
  cable c: rigid_links(count = 4) from world to free {
    length = 10 m
    diameter = 2 mm
    mass = 1 kg
  }
  record c.end.position
}
experiment swing = Tether() { simulate 1 s with rk4(step = 1e-300 s), every 10 ms }
";
    let mut session = Session::from_text("tether.cdl", text);
    assert_eq!(session.check(), []);
    let refused = session.experiment(None, &[]).err().expect("refused");
    assert_eq!(refused.len(), 1);
    assert!(refused[0].message.contains("number of steps"), "{refused:?}");
    assert_eq!(underlined(&refused[0], text), "swing");
}

/// What is refused in parts whose names begin alike, in a frame that stands in no text by itself: each at the element
/// that it was written in.
#[test]
fn elements_with_paths_that_begin_alike_have_their_own_places() {
    let text = "
component Arm(scale: Real = 1) {
  pub body arm {
    mass = 1 kg
    inertia = diag(1, 1, 1) kg.m^2
  }
  joint pin: revolute(axis = y) from world at [1 m / scale, 0 m, 0 m] to arm
}
model Arms(first: Real = 1, others: Real = 1) {
  part a = Arm(scale = first)
  part ab = Arm(scale = others)
  body pin { mass = 1 kg }
  joint pin_of: fixed from world to pin
  joint pin2: revolute(axis = y) from pin at [1 m / others, 0 m, 0 m] to b
  body b {
    mass = 1 kg
    inertia = diag(1, 1, 1) kg.m^2
  }
  record ab.arm.position
}
experiment swing = Arms() { simulate 1 s with rk4(step = 1 ms) }
";
    let mut session = Session::from_text("arms.cdl", text);
    assert_eq!(session.check(), []);
    let mut refused = |name: &str| -> Vec<(String, String, usize)> {
        let found = session.experiment(Some("swing"), &[(name, "0")]).err().expect("refused");
        let label = |found: &cdl_session::Located| {
            let start = found.labels.iter().find(|label| label.primary).unwrap().range.start;
            let path = found.message.split('`').nth(1).unwrap_or_default().to_owned();
            (path, underlined(found, text).to_owned(), text[..start].lines().count())
        };
        found.iter().map(label).collect()
    };
    let at = |path: &str, name: &str, line: usize| (path.to_owned(), name.to_owned(), line);
    assert_eq!(refused("first"), [at("a.pin.from", "pin", 7)]);
    assert_eq!(refused("others"), [at("ab.pin.from", "pin", 7), at("pin2.from", "pin2", 14)]);
}

/// What is about the run stands at the experiment, also where an element is called as the model is.
#[test]
fn an_element_is_not_taken_for_the_model_of_its_name() {
    let text = "
model chain {
  cable chain: rigid_links(count = 4) from world to free {
    length = 10 m
    mass = 1 kg
  }
  record chain.end.position
}
experiment swing = chain() { simulate 1 s with rk4(step = 1e-300 s), every 10 ms }
";
    let mut session = Session::from_text("chain.cdl", text);
    let refused = session.experiment(None, &[]).err().expect("refused");
    assert_eq!(underlined(&refused[0], text), "swing");
}

/// A motion that grows as its steps are too long ends somewhere; it is told that it had been wrong before. One that divides by zero had not.
#[test]
fn a_fault_says_that_energies_were_wrong_before() {
    let text = "
model Stiff {
  body ball { mass = 1 kg; shape = sphere(diameter = 0.1 m); start = { position = [1, 0, 0] m } }
  joint flight: free from world to ball
  force stiff: spring(stiffness = 1e6 N/m, length = 0.9 m) between world and ball
}
experiment go = Stiff() { simulate 10 s with rk4(step = 10 ms), every 10 ms }
";
    let mut session = Session::from_text("stiff.cdl", text);
    let runnable = session.experiment(Some("go"), &[]).unwrap_or_else(|found| panic!("{found:?}"));
    let fault = runnable.record(&NEVER).report.fault.expect("it grows without bound");
    assert_eq!(fault.code, "E0501");
    let [kept, before] = &fault.notes[..] else { panic!("{:?}", fault.notes) };
    assert!(kept.starts_with("everything computed until then is kept"), "{kept}");
    assert!(before.starts_with("the energy ledger does not close:"), "{before}");
}

/// A fault of a run, at the element that it names; and there still after an edit above it.
#[test]
fn a_fault_has_a_place_that_survives_edits() {
    let text = "
model Push {
  body ball {
    mass = 1 kg
    shape = sphere(diameter = 0.1 m)
  }
  joint flight: free from world to ball
  force push on ball = [1 N * 1 s / (1 s - time), 0 N, 0 N]
  record ball.position
}
experiment go = Push() { simulate 2 s with rk4(step = 1 s), every 1 s }
";
    let mut session = Session::from_text("push.cdl", text);
    let runnable = session.experiment(Some("go"), &[]).unwrap_or_else(|found| panic!("{found:?}"));
    let report = runnable.record(&NEVER).report;
    let fault = report.fault.expect("it divides by zero");
    assert_eq!(fault.code, "E0501");
    assert_eq!(fault.element, "push");
    assert_eq!(fault.notes.len(), 1, "{:?}", fault.notes);
    let located = session.locate(&fault);
    assert_eq!(underlined(&located, text), "push");
    let edited = format!("// One line more.{text}");
    session.set_file("push.cdl", &edited);
    let later = session.locate(&fault);
    assert_ne!(later.labels[0].range, located.labels[0].range);
    assert_eq!(underlined(&later, &edited), "push");

    let mut stepper = runnable.start(&NEVER);
    while stepper.step() {}
    assert!(matches!(stepper.ended(), Some(Outcome::Fault(_))));
    assert!(stepper.read("ball.position.x").is_some_and(f64::is_finite));
    let stepped = stepper.finish().fault.expect("the same");
    assert_eq!((stepped.message, stepped.place), (fault.message, fault.place));
}

/// What has no value is named where it was written, however far it is from the force that reads it, and in both
/// formulations.
#[test]
fn a_fault_names_the_operation_that_has_no_value() {
    let model = |lines: &str, method: &str| {
        format!(
            "fn inverse(t) = 2 s / (t - 0.5 s)
model M {{
  body ball {{ mass = 1 kg; inertia = diag(1, 1, 1) kg.m^2 }}
  joint flight: free from world to ball
  {lines}
  force push on ball = [1 N, 0 N, 0 N] * gain
  record ball.position
}}
experiment go = M() {{ simulate 1 s with {method}(step = 10 ms), every 10 ms }}
"
        )
    };
    // A pole lies between the middles of implicit steps, which go past it.
    let (explicit, both) = (&["rk4"][..], &["rk4", "energy_momentum"][..]);
    for (lines, operation, methods) in [
        ("let gain = 1 s / (time - 0.5 s)", "1 s / (time - 0.5 s)", explicit),
        ("let gain = 2 + 3 * inverse(time)", "2 s / (t - 0.5 s)", explicit),
        (
            "let k = 3 * sqrt(0.495 - time / (1 s)); let gain = 2 + k",
            "sqrt(0.495 - time / (1 s))",
            both,
        ),
        ("let gain = 2 - ln(0.5 - time / (1 s))", "ln(0.5 - time / (1 s))", both),
        ("let gain = 2 + (0.45 - time / (1 s))^0.5", "(0.45 - time / (1 s))^0.5", both),
        ("let p = ball.position.x / (1 m) + 3; let gain = 4 / (p - 3)", "4 / (p - 3)", both),
    ] {
        for &method in methods {
            let text = model(lines, method);
            let mut session = Session::from_text("m.cdl", &text);
            let runnable =
                session.experiment(Some("go"), &[]).unwrap_or_else(|found| panic!("{found:?}"));
            let fault = runnable.record(&NEVER).report.fault.expect("it has no value");
            assert_eq!((fault.code, fault.element.as_str()), ("E0501", "push"), "{lines}");
            let located = session.locate(&fault);
            assert_eq!(underlined(&located, &text), "push");
            let others: Vec<&str> =
                located.labels.iter().skip(1).map(|own| &text[own.range.clone()]).collect();
            assert_eq!(others, [operation], "{method}");
        }
    }
}

/// Nothing is shared: the same path holds different texts, and runs go on side by side.
#[test]
fn two_sessions_know_nothing_of_each_other() {
    let long = Session::from_text("pendulum.cdl", PENDULUM);
    let short = Session::from_text("pendulum.cdl", &PENDULUM.replace("= 2 m", "= 1 m"));
    let ends = [long, short].map(|mut session| {
        std::thread::spawn(move || {
            let runnable = session.experiment(Some("explicit"), &[]).map_err(|found| found.len());
            runnable.expect("right").record(&NEVER).last("ball.position.z").expect("recorded")
        })
    });
    let ends = ends.map(|thread| thread.join().expect("no panic"));
    let alone = ["2 m", "1 m"].map(|length| {
        pendulum("explicit", &[("length", length)]).record(&NEVER).last("ball.position.z").unwrap()
    });
    assert_eq!(ends, alone);
    assert_ne!(ends[0], ends[1]);
}

/// Runs of one runnable do not disturb each other either.
#[test]
fn two_steppers_of_one_runnable_step_side_by_side() {
    let runnable = pendulum("implicit", &[]);
    let rows = runnable.record(&NEVER);
    let mut pair = [runnable.start(&NEVER), runnable.start(&NEVER)];
    for row in 1..rows.times.len() {
        for stepper in &mut pair {
            assert!(stepper.step());
            let height = stepper.read("ball.position.z").expect("recorded");
            assert_eq!(height, rows.column("ball.position.z").unwrap()[row]);
        }
    }
}

#[test]
fn an_observer_can_end_a_run() {
    struct Three<'a>(u32, &'a AtomicBool);
    impl Observer for Three<'_> {
        fn row(&mut self, _row: &Row<'_>) -> std::io::Result<()> {
            self.0 += 1;
            self.1.store(self.0 == 3, Ordering::Relaxed);
            Ok(())
        }
    }
    let cancel = AtomicBool::new(false);
    let report = pendulum("explicit", &[]).run(&mut Three(0, &cancel), &cancel);
    assert_eq!(report.run.solved().outcome, Outcome::Cancelled);
    assert_eq!(report.run.solved().rows, 3);
}

#[test]
fn a_folder_gets_all_files_and_says_what_became_of_them() {
    let folder = std::env::temp_dir().join(format!("cdl-session-{}", std::process::id()));
    let runnable = pendulum("explicit", &[]);
    assert_eq!(
        runnable.default_folder("models/pendulum.cdl".as_ref()),
        std::path::Path::new("results/pendulum-explicit")
    );
    let done = runnable.leave(&folder, &NEVER, |_| {});
    assert_eq!(done.not_written(), None);
    let files = done.files.expect("written").expect("begun");
    let rows = std::fs::read_to_string(&files.csv).expect("rows").lines().count();
    assert_eq!(rows, 52);
    assert!(files.page.expect("a page").exists() && files.summary.exists());
    // Where a file is in the way.
    let done = runnable.leave(&files.csv, &NEVER, |_| {});
    assert!(done.not_written().is_some());
    std::fs::remove_dir_all(&folder).expect("it was made");
}

/// What nothing holds and what turns for ever have no rest, and each is told why.
#[test]
fn what_finds_no_rest_is_told_why() {
    let found = |joint: &str, load: &str| {
        let text = format!(
            "model M {{\n  body b {{ mass = 2 kg; inertia = diag(1, 1, 1) kg.m^2 }}\n  joint j: {joint} from world to b\n  \
             {load}\n  record b.position\n}}\nexperiment e = M() {{ equilibrium }}\n"
        );
        let mut session = Session::from_text("m.cdl", &text);
        let runnable =
            session.experiment(Some("e"), &[]).unwrap_or_else(|found| panic!("{found:?}"));
        let fault = runnable.record(&NEVER).report.fault.expect("there is no rest");
        (fault.code, fault.message)
    };
    let (code, words) = found("free", "");
    assert_eq!(code, "E0508");
    assert!(words.contains("nothing holds it, so it moves away for ever"), "{words}");
    let (code, words) = found("revolute(axis = z)", "torque t on b = [0, 0, 3] N.m");
    assert_eq!(code, "E0508");
    assert!(
        words.contains("no state of rest was found: ") && words.contains(" are left over"),
        "{words}"
    );
    assert!(words.contains("as under a torque that nothing resists"), "{words}");
}
