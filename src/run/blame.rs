//! What the runtime finds wrong, with the code that explains it and the element it is about.

use cdl_compiler::Compilation;
use cdl_compiler::diagnostics::Severity;
use cdl_compiler::place::Place;
use cdl_runtime::{AssemblyError, Fault, FaultKind, Problem, RunReport, TooLong, Verdict};

/// An error of the runtime, which knows elements by their paths.
pub struct Blame {
    pub code: &'static str,
    pub severity: Severity,
    pub message: String,
    /// The path of the element, such as `crane.luff`.
    pub element: String,
    /// What is said at its declaration.
    pub label: String,
    pub notes: Vec<String>,
}

/// Where an element was written; what is about the whole run stands at the experiment.
pub fn place(element: &str, compilation: &Compilation) -> Option<Place> {
    let experiment = compilation.model.experiment.as_ref();
    compilation.origin(element).or(experiment.map(|own| own.place))
}

/// A model that cannot be run.
pub fn assembly(error: &AssemblyError) -> Blame {
    Blame {
        code: problem_code(&error.problem),
        severity: Severity::Error,
        message: error.to_string(),
        element: error.element.clone(),
        label: "declared here".to_owned(),
        notes: Vec::new(),
    }
}

/// A run that could not go on; `rows` have been written before it.
pub fn fault(fault: &Fault, rows: u64) -> Blame {
    let kept = "everything computed until then is kept; the last rows of results.csv show how it \
                came to this";
    Blame {
        code: fault_code(fault.kind),
        severity: Severity::Error,
        message: fault.to_string(),
        element: fault.element.clone(),
        label: format!("its {}: {}", fault.term, fault.why),
        notes: if rows > 0 { vec![kept.to_owned()] } else { Vec::new() },
    }
}

/// A run whose energy ledger does not close as it should; `allowed` lets numbers pass, but not what is
/// no number.
pub fn ledger(report: &RunReport, allowed: bool) -> Option<Blame> {
    let message = report.judgement.says()?;
    let look = "take a shorter step or a tighter tolerance; `record energy.balance` shows when the ledger \
                opens";
    let allow = "the results are kept, and marked; `--allow-imbalance` makes this a warning";
    let (code, severity, notes) = match report.judgement.verdict {
        Verdict::Closed => return None,
        Verdict::Open => ("W0510", Severity::Warning, vec![look]),
        Verdict::Failed if allowed => ("W0510", Severity::Warning, vec![look]),
        Verdict::Failed => ("E0509", Severity::Error, vec![look, allow]),
        Verdict::NotFinite { .. } => {
            let look = "look at what depends on time or on the state: a table, a root or a quotient, the water's \
                        level; `record energy` shows which part it is";
            ("E0509", Severity::Error, vec![look])
        }
    };
    let notes = notes.into_iter().map(str::to_owned).collect();
    Some(Blame {
        code,
        severity,
        message,
        element: report.model.clone(),
        label: "of this run".to_owned(),
        notes,
    })
}

/// A step that is too long for an explicit integrator.
pub fn caution(caution: &TooLong) -> Blame {
    Blame {
        code: "W0511",
        severity: Severity::Warning,
        message: caution.to_string(),
        element: caution.element.clone(),
        label: "what is fastest".to_owned(),
        notes: vec![caution.advice()],
    }
}

/// The code of the compiler's that fits.
fn problem_code(problem: &Problem) -> &'static str {
    match problem {
        Problem::OutOfRange { .. } => "E0306",
        Problem::NotFinite { .. } => "E0309",
        Problem::VariesTooMuch { .. } => "E0305",
        Problem::Table(_) => "E0308",
        Problem::NotPlanned
        | Problem::NoEquation
        | Problem::Body(_)
        | Problem::Cable(_)
        | Problem::StartContradictory(_)
        | Problem::Unsupported(_) => "E0406",
    }
}

fn fault_code(kind: FaultKind) -> &'static str {
    match kind {
        FaultKind::NotFinite => "E0501",
        FaultKind::StepTooShort => "E0502",
        FaultKind::WithoutInertia => "E0503",
        FaultKind::AlgebraicLoop => "E0504",
        FaultKind::NoConvergence => "E0505",
        FaultKind::SingularPosition => "E0506",
        FaultKind::LoopOpen => "E0507",
        FaultKind::NoRest => "E0508",
    }
}
