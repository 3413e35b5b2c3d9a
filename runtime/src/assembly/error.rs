//! Why a graph cannot be run.

/// One problem, at one element.
#[derive(Clone, Debug, PartialEq)]
pub struct AssemblyError {
    /// The element's path, such as `crane.boom`; the model's name where no element is at fault.
    pub element: String,
    /// What is wrong.
    pub problem: Problem,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Problem {
    /// The planning passes have not run, or there is nothing to simulate.
    NotPlanned,
    /// A field's value is infinite or not a number; with the operation that made it so.
    NotFinite { field: &'static str, why: String },
    /// A field's value is outside what makes sense.
    OutOfRange { field: &'static str, value: f64, expected: &'static str },
    /// A field depends on something that is known too late.
    VariesTooMuch { field: &'static str, needed: &'static str },
    /// A variable has no equation.
    NoEquation,
    /// A table cannot be interpolated.
    Table(cdl_graph::TableError),
    /// The body or its joint cannot be simulated.
    Body(String),
    /// The cable cannot be simulated.
    Cable(String),
    /// Two statements about the start exclude each other.
    StartContradictory(String),
    /// The runtime does not know how to do this.
    Unsupported(String),
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Problem::NotPlanned => write!(f, "there is no plan of how to solve the model"),
            Problem::NotFinite { field, why } => {
                write!(f, "its {field} is not a finite number: {why}")
            }
            // Without the hundreds of digits of a very large or small number.
            Problem::OutOfRange { field, value, expected }
                if *value != 0.0 && !(1e-6..1e9).contains(&value.abs()) =>
            {
                write!(f, "its {field} is {value:e}, expected {expected}")
            }
            Problem::OutOfRange { field, value, expected } => {
                write!(f, "its {field} is {value}, expected {expected}")
            }
            Problem::VariesTooMuch { field, needed } => {
                write!(f, "its {field} is needed {needed} known, but depends on it")
            }
            Problem::NoEquation => write!(f, "no equation defines it"),
            Problem::Table(error) => match error {
                cdl_graph::TableError::Empty => write!(f, "the table has no rows"),
                cdl_graph::TableError::NotIncreasing { row } => {
                    write!(f, "the table's first column does not increase at row {}", row + 1)
                }
                cdl_graph::TableError::UnequalColumns { column } => {
                    write!(f, "column {} of the table has another length", column + 1)
                }
                cdl_graph::TableError::NotFinite { row } => {
                    write!(f, "row {} of the table is not finite", row + 1)
                }
            },
            Problem::Body(text)
            | Problem::Cable(text)
            | Problem::StartContradictory(text)
            | Problem::Unsupported(text) => f.write_str(text),
        }
    }
}

impl std::fmt::Display for AssemblyError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "`{}`: {}", self.element, self.problem)
    }
}

impl std::error::Error for AssemblyError {}
