//! What the runtime finds wrong, with the code that explains it and the element it is about.

use cdl_runtime::{AssemblyError, Fault, FaultKind, Problem};

/// An error of the runtime, which knows elements by their paths.
pub struct Blame {
    pub code: &'static str,
    pub message: String,
    /// The path of the element, such as `crane.luff`.
    pub element: String,
    /// What is said at its declaration.
    pub label: String,
    pub notes: Vec<String>,
}

/// A model that cannot be run.
pub fn assembly(error: &AssemblyError) -> Blame {
    Blame {
        code: problem_code(&error.problem),
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
        message: fault.to_string(),
        element: fault.element.clone(),
        label: format!("its {}: {}", fault.term, fault.why),
        notes: if rows > 0 { vec![kept.to_owned()] } else { Vec::new() },
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
