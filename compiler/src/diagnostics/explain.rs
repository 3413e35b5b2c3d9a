//! The registry of codes and the page of each.

/// A diagnostic code with its story.
#[derive(Debug)]
pub struct Code {
    /// Such as `E0301`.
    pub code: &'static str,
    pub title: &'static str,
    /// Markdown: when it happens, an example that fails, the corrected one, and why.
    pub page: &'static str,
}

/// In the order of the codes.
pub fn all() -> &'static [Code] {
    CODES
}

/// The page of a code, in any case of letters; `None` for a code that does not exist.
pub fn explain(code: &str) -> Option<&'static str> {
    CODES.iter().find(|known| known.code.eq_ignore_ascii_case(code)).map(|known| known.page)
}

const CODES: &[Code] = &[
    Code { code: "E0101", title: "this text cannot be read", page: include_str!("codes/E0101.md") },
    Code { code: "E0201", title: "unknown name", page: include_str!("codes/E0201.md") },
    Code { code: "E0202", title: "unknown field", page: include_str!("codes/E0202.md") },
    Code { code: "E0203", title: "unknown kind of element", page: include_str!("codes/E0203.md") },
    Code { code: "E0204", title: "a name is declared twice", page: include_str!("codes/E0204.md") },
    Code {
        code: "E0205",
        title: "the wrong kind of element",
        page: include_str!("codes/E0205.md"),
    },
    Code {
        code: "E0206",
        title: "a definition needs itself",
        page: include_str!("codes/E0206.md"),
    },
    Code { code: "E0207", title: "an index is out of range", page: include_str!("codes/E0207.md") },
    Code { code: "E0208", title: "an import is not there", page: include_str!("codes/E0208.md") },
    Code {
        code: "E0209",
        title: "unknown quantity or member",
        page: include_str!("codes/E0209.md"),
    },
    Code { code: "E0210", title: "unknown unit", page: include_str!("codes/E0210.md") },
    Code { code: "E0211", title: "unknown type", page: include_str!("codes/E0211.md") },
    Code { code: "E0212", title: "wrong arguments", page: include_str!("codes/E0212.md") },
    Code { code: "E0213", title: "unknown variant", page: include_str!("codes/E0213.md") },
    Code { code: "E0214", title: "there is nothing to run", page: include_str!("codes/E0214.md") },
    Code {
        code: "E0215",
        title: "something stands where it cannot",
        page: include_str!("codes/E0215.md"),
    },
    Code {
        code: "E0216",
        title: "no value of an enum, or not that alone",
        page: include_str!("codes/E0216.md"),
    },
    Code { code: "E0301", title: "wrong dimension", page: include_str!("codes/E0301.md") },
    Code { code: "E0302", title: "missing unit", page: include_str!("codes/E0302.md") },
    Code { code: "E0303", title: "wrong type", page: include_str!("codes/E0303.md") },
    Code {
        code: "E0304",
        title: "a required field is missing",
        page: include_str!("codes/E0304.md"),
    },
    Code {
        code: "E0305",
        title: "something varies where it may not",
        page: include_str!("codes/E0305.md"),
    },
    Code {
        code: "E0306",
        title: "a value is out of its range",
        page: include_str!("codes/E0306.md"),
    },
    Code {
        code: "E0307",
        title: "an operation on two dimensions that do not fit",
        page: include_str!("codes/E0307.md"),
    },
    Code {
        code: "E0308",
        title: "something is wrong with a data file",
        page: include_str!("codes/E0308.md"),
    },
    Code {
        code: "E0309",
        title: "the result is not a number",
        page: include_str!("codes/E0309.md"),
    },
    Code {
        code: "E0310",
        title: "two fields say the same thing",
        page: include_str!("codes/E0310.md"),
    },
    Code {
        code: "E0311",
        title: "two choices that do not go together",
        page: include_str!("codes/E0311.md"),
    },
    Code {
        code: "E0312",
        title: "a quantity cannot be shown in this unit",
        page: include_str!("codes/E0312.md"),
    },
    Code {
        code: "E0401",
        title: "a body that nothing holds",
        page: include_str!("codes/E0401.md"),
    },
    Code { code: "E0402", title: "a body without mass", page: include_str!("codes/E0402.md") },
    Code {
        code: "E0403",
        title: "a joint that holds what is held already",
        page: include_str!("codes/E0403.md"),
    },
    Code {
        code: "E0405",
        title: "a load, a drive or a rate depends on accelerations",
        page: include_str!("codes/E0405.md"),
    },
    Code {
        code: "E0406",
        title: "a body that is placed twice",
        page: include_str!("codes/E0406.md"),
    },
    Code {
        code: "E0407",
        title: "a prescribed motion that is not a function of time",
        page: include_str!("codes/E0407.md"),
    },
    Code {
        code: "E0409",
        title: "an algebraic loop that cannot be solved",
        page: include_str!("codes/E0409.md"),
    },
    Code {
        code: "E0410",
        title: "a joint is the wrong way round",
        page: include_str!("codes/E0410.md"),
    },
    Code { code: "W0411", title: "something is not used", page: include_str!("codes/W0411.md") },
    Code {
        code: "E0412",
        title: "a constraint that is no equation",
        page: include_str!("codes/E0412.md"),
    },
    Code {
        code: "E0413",
        title: "a constraint depends on what cannot be constrained",
        page: include_str!("codes/E0413.md"),
    },
    Code {
        code: "E0414",
        title: "a constraint says nothing about the motion",
        page: include_str!("codes/E0414.md"),
    },
    Code { code: "E0415", title: "a constraint with a jump", page: include_str!("codes/E0415.md") },
    Code { code: "W0416", title: "a field has no effect", page: include_str!("codes/W0416.md") },
    Code { code: "E0417", title: "a start beside its drive", page: include_str!("codes/E0417.md") },
    Code {
        code: "E0418",
        title: "a cable that has no such shape",
        page: include_str!("codes/E0418.md"),
    },
    Code {
        code: "E0419",
        title: "a cable that ends elsewhere than what holds it",
        page: include_str!("codes/E0419.md"),
    },
    Code {
        code: "E0420",
        title: "a loop that cannot be closed at the start",
        page: include_str!("codes/E0420.md"),
    },
    Code {
        code: "E0421",
        title: "gravity aside of a water surface",
        page: include_str!("codes/E0421.md"),
    },
    Code { code: "E0422", title: "more than a run can do", page: include_str!("codes/E0422.md") },
    Code {
        code: "E0423",
        title: "an end of a cable cannot be clamped",
        page: include_str!("codes/E0423.md"),
    },
    Code {
        code: "E0424",
        title: "a relaxed arc without a clamped end",
        page: include_str!("codes/E0424.md"),
    },
    Code {
        code: "E0425",
        title: "an event sets what it cannot set",
        page: include_str!("codes/E0425.md"),
    },
    Code {
        code: "E0426",
        title: "an event cannot attach, detach or lock this",
        page: include_str!("codes/E0426.md"),
    },
    Code { code: "E0427", title: "a spline has no joints", page: include_str!("codes/E0427.md") },
    Code {
        code: "W0428",
        title: "the end of a run is not recorded",
        page: include_str!("codes/W0428.md"),
    },
    Code {
        code: "E0429",
        title: "a winch or a sheave cannot be there",
        page: include_str!("codes/E0429.md"),
    },
    Code {
        code: "E0430",
        title: "this cannot be beside a winch or a sheave",
        page: include_str!("codes/E0430.md"),
    },
    Code {
        code: "E0431",
        title: "what a sheave joins is not one rope",
        page: include_str!("codes/E0431.md"),
    },
    Code {
        code: "E0432",
        title: "a drum cannot hold its rope",
        page: include_str!("codes/E0432.md"),
    },
    Code {
        code: "E0433",
        title: "nothing holds the twist of this cable",
        page: include_str!("codes/E0433.md"),
    },
    Code { code: "E0434", title: "only a spline has this", page: include_str!("codes/E0434.md") },
    Code {
        code: "E0435",
        title: "sections that do not make a cable",
        page: include_str!("codes/E0435.md"),
    },
    Code {
        code: "E0441",
        title: "a number of the whole run is read while it goes on",
        page: include_str!("codes/E0441.md"),
    },
    Code {
        code: "E0442",
        title: "a criterion that says nothing about a run",
        page: include_str!("codes/E0442.md"),
    },
    Code {
        code: "W0443",
        title: "a recorded name hides one that is always there",
        page: include_str!("codes/W0443.md"),
    },
    Code {
        code: "E0501",
        title: "a value became infinite or not a number during the run",
        page: include_str!("codes/E0501.md"),
    },
    Code {
        code: "E0502",
        title: "the step size became too small",
        page: include_str!("codes/E0502.md"),
    },
    Code {
        code: "E0503",
        title: "an inertia became singular during the run",
        page: include_str!("codes/E0503.md"),
    },
    Code {
        code: "E0504",
        title: "an algebraic loop did not converge",
        page: include_str!("codes/E0504.md"),
    },
    Code {
        code: "E0505",
        title: "an implicit step did not converge",
        page: include_str!("codes/E0505.md"),
    },
    Code { code: "E0506", title: "a singular position", page: include_str!("codes/E0506.md") },
    Code { code: "E0507", title: "a loop cannot be closed", page: include_str!("codes/E0507.md") },
    Code {
        code: "E0508",
        title: "no state of rest was found",
        page: include_str!("codes/E0508.md"),
    },
    Code {
        code: "E0509",
        title: "the energy ledger does not close",
        page: include_str!("codes/E0509.md"),
    },
    Code {
        code: "W0510",
        title: "the energy ledger is open by more than it should be",
        page: include_str!("codes/W0510.md"),
    },
    Code {
        code: "W0511",
        title: "the step is too long for an explicit integrator",
        page: include_str!("codes/W0511.md"),
    },
    Code { code: "E0512", title: "a mistake of cdl", page: include_str!("codes/E0512.md") },
    Code {
        code: "E0513",
        title: "two events set one name at one instant",
        page: include_str!("codes/E0513.md"),
    },
    Code { code: "E0514", title: "events without end", page: include_str!("codes/E0514.md") },
    Code {
        code: "E0515",
        title: "a connection cannot be closed or opened now",
        page: include_str!("codes/E0515.md"),
    },
    Code {
        code: "W0516",
        title: "a spring begins with both ends at one place",
        page: include_str!("codes/W0516.md"),
    },
    Code { code: "E0521", title: "a criterion is not met", page: include_str!("codes/E0521.md") },
    Code {
        code: "E0522",
        title: "modes are asked for where there are none",
        page: include_str!("codes/E0522.md"),
    },
    Code {
        code: "E0523",
        title: "small motions that cannot be given as matrices",
        page: include_str!("codes/E0523.md"),
    },
    Code {
        code: "E0524",
        title: "a response at a natural frequency without damping",
        page: include_str!("codes/E0524.md"),
    },
];
