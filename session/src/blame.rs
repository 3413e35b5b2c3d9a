//! What the runtime finds wrong, with the code that explains it and the element it is about.

use cdl_compiler::diagnostics::Severity;
use cdl_compiler::diagnostics::render::{Located, LocatedLabel};
use cdl_compiler::place::Place;
use cdl_compiler::typed::{Demand, Objective};
use cdl_compiler::{Compilation, Location};
use cdl_runtime::results::summary::CriterionVerdict;
use cdl_runtime::{AssemblyError, Fault, FaultKind, Owner, Problem, Solved, TooLong, Verdict};

/// An error of the runtime, which knows elements of a graph and no text.
#[derive(Clone, Debug, PartialEq)]
pub struct Blame {
    pub code: &'static str,
    pub severity: Severity,
    pub message: String,
    /// For people: the path of the element, such as `crane.luff`.
    pub element: String,
    /// Where it was written; what is about the whole run stands at the experiment.
    pub place: Option<Place>,
    /// What is said there.
    pub label: String,
    /// Elements that are to blame as much.
    pub partners: Vec<Place>,
    /// The operation that it comes from.
    pub operation: Option<Place>,
    pub notes: Vec<String>,
}

impl Blame {
    /// With a file and bytes, where `locate` knows the place.
    pub fn located(&self, locate: impl Fn(Place) -> Option<Location>) -> Located {
        let label = |place: Option<Place>, text: &str, primary: bool| {
            let Location { path, range } = locate(place?)?;
            Some(LocatedLabel { path, range, text: text.to_owned(), primary })
        };
        let element = label(self.place, &self.label, true);
        let partners = self.partners.iter().filter_map(|own| label(Some(*own), "and this", false));
        let operation = label(self.operation, "here", false);
        Located {
            code: self.code.to_owned(),
            severity: self.severity,
            message: self.message.clone(),
            labels: element.into_iter().chain(partners).chain(operation).collect(),
            notes: self.notes.clone(),
            fix: None,
        }
    }
}

/// A compilation that has no graph, which would be a bug.
pub(crate) fn without_graph(compilation: &Compilation) -> Blame {
    Blame {
        code: "E0512",
        severity: Severity::Error,
        message: "the compiler gave no graph; this is a bug of cdl".to_owned(),
        element: String::new(),
        place: compilation.place(Owner::Experiment),
        label: String::new(),
        partners: Vec::new(),
        operation: None,
        notes: Vec::new(),
    }
}

/// A model that cannot be run.
pub(crate) fn assembly(error: &AssemblyError, compilation: &Compilation) -> Blame {
    if let (Owner::Demand(index), Problem::OutOfRange { value, .. }) = (error.owner, &error.problem)
        && let Some(demand) = compilation.model.demands.get(index)
    {
        return refused(demand, *value);
    }
    Blame {
        code: problem_code(&error.problem),
        severity: Severity::Error,
        message: error.to_string(),
        element: error.element.clone(),
        place: compilation.place(error.owner),
        label: "declared here".to_owned(),
        partners: partners(&error.problem, compilation),
        operation: None,
        notes: Vec::new(),
    }
}

/// As the compiler says it of a number that it sees.
fn refused(demand: &Demand, value: f64) -> Blame {
    let said = demand.refused(value);
    Blame {
        code: said.code,
        severity: said.severity,
        message: said.message,
        element: demand.field.to_owned(),
        place: Some(demand.place),
        label: said.primary.text,
        partners: Vec::new(),
        operation: None,
        notes: said.notes,
    }
}

/// Where the others stand that are part of a problem.
fn partners(problem: &Problem, compilation: &Compilation) -> Vec<Place> {
    match problem {
        Problem::Contradiction { with, .. } => {
            with.iter().filter_map(|owner| compilation.place(*owner)).collect()
        }
        _ => Vec::new(),
    }
}

/// What to do about a ledger that is open.
const LOOK: &str = "take a shorter step or a tighter tolerance; `record energy.balance` shows when the ledger opens";

/// Where the ledger was open before a run could not go on, what it came to that by.
fn went_wrong_before(fault: &Fault, solved: &Solved) -> Option<String> {
    let grows = match fault.kind {
        FaultKind::NotFinite | FaultKind::StepTooShort | FaultKind::NoConvergence => true,
        FaultKind::WithoutInertia
        | FaultKind::AlgebraicLoop
        | FaultKind::SingularPosition
        | FaultKind::LoopOpen
        | FaultKind::NoRest
        | FaultKind::NotStill
        | FaultKind::NotLinear
        | FaultKind::Resonance
        | FaultKind::Latch
        | FaultKind::EventsClash
        | FaultKind::EventsWithoutEnd => false,
    };
    let is_open = match solved.judgement.verdict {
        Verdict::Open | Verdict::Failed => true,
        Verdict::Closed | Verdict::NotFinite { .. } => false,
    };
    let says = solved.judgement.says().filter(|_| grows && is_open)?;
    Some(format!("{says}, so the motion went wrong before it stopped here: {LOOK}"))
}

/// A run that could not go on.
pub(crate) fn fault(fault: &Fault, solved: &Solved, compilation: &Compilation) -> Blame {
    let kept = match fault.kind {
        FaultKind::NotStill | FaultKind::NotLinear => "everything computed until then is kept",
        FaultKind::Resonance => "that row has no values; all others are there",
        FaultKind::NotFinite
        | FaultKind::StepTooShort
        | FaultKind::WithoutInertia
        | FaultKind::AlgebraicLoop
        | FaultKind::NoConvergence
        | FaultKind::SingularPosition
        | FaultKind::LoopOpen
        | FaultKind::NoRest
        | FaultKind::Latch
        | FaultKind::EventsClash
        | FaultKind::EventsWithoutEnd => {
            "everything computed until then is kept; the last rows of results.csv show how it came to this"
        }
    };
    Blame {
        code: fault_code(fault.kind),
        severity: Severity::Error,
        message: fault.to_string(),
        element: fault.element.clone(),
        place: compilation.place(fault.owner),
        // Why is said by the message.
        label: format!("its {}", fault.term),
        partners: fault.partners().iter().filter_map(|owner| compilation.place(*owner)).collect(),
        operation: fault.written.and_then(|origin| compilation.written(origin)),
        notes: match solved.rows {
            0 => Vec::new(),
            _ => [Some(kept.to_owned()), went_wrong_before(fault, solved)]
                .into_iter()
                .flatten()
                .collect(),
        },
    }
}

/// A run whose energy ledger does not close as it should; `allowed` lets numbers pass, but not what is
/// no number.
pub(crate) fn ledger(solved: &Solved, allowed: bool, compilation: &Compilation) -> Option<Blame> {
    let message = solved.judgement.says()?;
    let allow = "the results are kept, and marked; `--allow-imbalance` makes this a warning";
    let verdict = solved.judgement.verdict;
    let (code, severity, notes) = match verdict {
        Verdict::Closed => return None,
        Verdict::Open | Verdict::Failed if !refuses(verdict, allowed) => {
            ("W0510", Severity::Warning, vec![LOOK])
        }
        Verdict::Open | Verdict::Failed => ("E0509", Severity::Error, vec![LOOK, allow]),
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
        element: solved.model.clone(),
        place: compilation.place(Owner::Experiment),
        label: "of this run".to_owned(),
        partners: Vec::new(),
        operation: None,
        notes,
    })
}

/// Whether the results are not worth having, by their energies.
pub(crate) fn refuses(verdict: Verdict, allowed: bool) -> bool {
    match verdict {
        Verdict::Closed | Verdict::Open => false,
        Verdict::Failed => !allowed,
        Verdict::NotFinite { .. } => true,
    }
}

/// Whether a run has come to its end with results that are worth having.
pub(crate) fn is_good(solved: &Solved, allows_imbalance: bool) -> bool {
    solved.outcome.is_over() && !refuses(solved.judgement.verdict, allows_imbalance)
}

/// Nothing could be chosen, which stands at what was to be least or largest.
/// With what is wrong in the middle of the ranges, where the model cannot even be made there.
pub(crate) fn not_chosen(
    message: &str,
    objective: &Objective,
    impossible: Option<String>,
) -> Blame {
    let notes = match impossible {
        None => vec![
            "the results are those of the middle of the ranges; narrow these to where the run can be made and this has a value".to_owned(),
        ],
        Some(why) => vec![
            format!("in the middle of the ranges, {why}"),
            "the results are those of the values in the model; move the ranges to where it can be made".to_owned(),
        ],
    };
    Blame {
        code: "E0521",
        severity: Severity::Error,
        message: message.to_owned(),
        element: objective.record.clone(),
        place: Some(objective.place),
        label: objective.record.clone(),
        partners: Vec::new(),
        operation: None,
        notes,
    }
}

/// Criteria that a run, which has got to its end, does not meet.
pub(crate) fn criteria(solved: &Solved, compilation: &Compilation) -> Vec<Blame> {
    if !solved.outcome.is_over() {
        return Vec::new();
    }
    let lines = crate::summary::criteria(&solved.conclusion);
    let missed = (0..).zip(lines).filter(|(_, own)| own.verdict != CriterionVerdict::Met);
    missed
        .map(|(index, own)| {
            let sought = compilation.graph().and_then(|graph| {
                graph.criteria.get(index)?.parameter.clone()
            });
            let notes = match own.verdict {
                CriterionVerdict::Met => Vec::new(),
                CriterionVerdict::Failed if sought.is_some() => vec![format!(
                    "no value of `{}` was found with which both sides are equal, and this is the nearest; start the search \
                     elsewhere, by another value of it, or ask for what can be",
                    sought.unwrap_or_default()
                )],
                CriterionVerdict::Failed => own.note.iter().cloned().collect(),
                CriterionVerdict::NotJudged => own.why.iter().cloned().collect(),
            };
            let verdict = match own.verdict {
                CriterionVerdict::NotJudged => "cannot be judged",
                CriterionVerdict::Met | CriterionVerdict::Failed => "is not met",
            };
            let message = match own.numbers() {
                Some(numbers) => format!("the criterion `{}` {verdict}: {numbers}", own.name),
                None => format!("the criterion `{}` {verdict}", own.name),
            };
            Blame {
                code: "E0521",
                severity: Severity::Error,
                message,
                element: own.name.clone(),
                place: compilation.place(Owner::Criterion(index)),
                label: own.text.clone(),
                partners: Vec::new(),
        operation: None,
                notes,
            }
        })
        .collect()
}

/// A step that is too long for an explicit integrator, or a spring without a direction, for which any would be.
pub(crate) fn caution(caution: &TooLong, compilation: &Compilation) -> Blame {
    let (code, label) = match caution.ends_meet {
        true => ("W0516", "its ends are at one place"),
        false => ("W0511", "what is fastest"),
    };
    Blame {
        code,
        severity: Severity::Warning,
        message: caution.to_string(),
        element: caution.element.clone(),
        place: compilation.place(caution.owner),
        label: label.to_owned(),
        partners: Vec::new(),
        operation: None,
        notes: vec![caution.advice()],
    }
}

/// The code of the compiler's that fits.
fn problem_code(problem: &Problem) -> &'static str {
    match problem {
        Problem::OutOfRange { .. }
        | Problem::Number(_)
        | Problem::Inertia { .. }
        | Problem::Axis => "E0306",
        Problem::NotFinite { .. } => "E0309",
        Problem::VariesTooMuch { .. } => "E0305",
        Problem::Table(_) => "E0308",
        Problem::Massless => "E0402",
        Problem::GivenJumps { .. } => "E0407",
        Problem::RateBesideDrive { .. } => "E0417",
        Problem::NoShape(_) => "E0418",
        Problem::StraightAside { .. }
        | Problem::EndAside { .. }
        | Problem::EndMovesAside { .. } => "E0419",
        Problem::LoopOpen(_) | Problem::Contradiction { .. } => "E0420",
        Problem::GravityAside => "E0421",
        Problem::Unsupported(_) => "E0422",
        Problem::MotionGiven | Problem::NothingMoves => "E0522",
        Problem::NotPlanned | Problem::NoEquation | Problem::Plan(_) => "E0512",
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
        FaultKind::NotStill => "E0522",
        FaultKind::NotLinear => "E0523",
        FaultKind::Resonance => "E0524",
        FaultKind::NoRest => "E0508",
        FaultKind::Latch => "E0515",
        FaultKind::EventsClash => "E0513",
        FaultKind::EventsWithoutEnd => "E0514",
    }
}
