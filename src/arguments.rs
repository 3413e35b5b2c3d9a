//! The command line: what can be asked for, and the help that says so.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use cdl_compiler::diagnostics::render::named;
use clap::{Args, Parser, Subcommand, ValueEnum};

/// A declarative language for mechanical systems with cables.
#[derive(Debug, Parser)]
#[command(
    name = "cdl",
    version,
    after_help = "Examples:
  cdl check crane.cdl                       find what is wrong, run nothing
  cdl run crane.cdl                         simulate, leave results and a page to look at
  cdl run tether.cdl --set links=128        the same model with another parameter
  cdl graph tether.cdl --stage weld         the model as the solver sees it
  cdl explain E0301                         the story behind an error
  cdl reference cable                       fields, units and defaults of a kind

Exit codes: 0 good, 1 the model is wrong, 2 the run failed or output could not be written,
3 a `require` is not met or cannot be judged, 64 wrong usage."
)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,

    /// How diagnostics are written.
    #[arg(long, global = true, value_enum, default_value_t = MessageFormat::Human)]
    pub message_format: MessageFormat,

    /// When to use colour.
    #[arg(long, global = true, value_enum, default_value_t = Colour::Auto)]
    pub color: Colour,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Check a model and report what is wrong.
    Check {
        /// The models to check; - is standard input.
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Run an experiment, or a study of many, and leave its results and a page to look at.
    #[command(
        visible_alias = "study",
        after_help = "Examples:
  cdl run examples/tether.cdl
  cdl run examples/tether.cdl beads
  cdl run examples/tether.cdl --experiment beads --out results/beads
  cdl run examples/tip_load.cdl --set links=64 --set 'total_mass=0.2 kg'
  cdl run examples/tether.cdl --all --report none
  cdl run examples/tether.cdl --format arrow

The output folder gets results.csv (units in the header), report.html (plots and a 3-D animation,
opens offline), picture.svg and summary.json."
    )]
    Run(RunArguments),
    /// Name the experiments of a file with their parameters, records and criteria.
    List {
        /// The model; - is standard input.
        file: PathBuf,
        /// For programs.
        #[arg(long)]
        json: bool,
    },
    /// Run every experiment that has a `require`, in files and folders, and report like a test runner.
    #[command(after_help = "Examples:
  cdl test models
  cdl test crane.cdl mooring.cdl --junit report.xml

Nothing but the report is written. Exit codes: 0 all are met, 1 a model is wrong, 2 a run failed,
3 a criterion is not met or cannot be judged, 64 wrong usage, or nothing has a `require`.")]
    Test {
        /// Models, and folders that are searched for them.
        #[arg(required = true, value_name = "PATH")]
        paths: Vec<PathBuf>,
        /// Write what became of them as JUnit XML; what cannot be judged is an `error` there.
        #[arg(long, value_name = "FILE")]
        junit: Option<PathBuf>,
    },
    /// Compare results with those of other runs: verdicts and statistics, then the largest differences, and where they are.
    #[command(
        visible_alias = "diff",
        after_help = "Examples:
  cdl compare results/crane-slow results/crane-fast
  cdl compare before after --tolerance 1e-6
  cdl compare results/crane-* --page compared.html

A difference is measured by the largest value of its quantity in either table, of a vector by the largest
component, and what is less than 1e-9 of the largest number of its unit by that much, as it is rounding. Where
rows are at other times, the second table is read between its rows by straight lines.
Exit codes: 0 within the tolerance, 1 beyond it or not the same columns, 64 wrong usage."
    )]
    Compare {
        /// Folders of results, or their tables: each is compared with the first one.
        #[arg(required = true, num_args = 2.., value_name = "FOLDER")]
        folders: Vec<PathBuf>,
        /// As a share: differences up to this are none.
        #[arg(long, default_value_t = 0.0, value_name = "SHARE", allow_negative_numbers = true)]
        tolerance: f64,
        /// Show every quantity that differs.
        #[arg(long)]
        all: bool,
        /// Write a page with the same findings, which draws all runs over each other, the quantity that differs most first.
        #[arg(long, value_name = "FILE")]
        page: Option<PathBuf>,
        /// Open the page when it is written.
        #[arg(long, requires = "page")]
        open: bool,
    },
    /// Print the model at a stage of its compilation.
    #[command(after_help = "Examples:
  cdl graph examples/crane.cdl
  cdl graph examples/crane.cdl --stage lowered --format dot | dot -Tsvg > crane.svg
  cdl graph examples/crane.cdl --stage list")]
    Graph(GraphArguments),
    /// Write files in the standard layout.
    #[command(name = "fmt")]
    Format {
        /// The models; - is standard input, and is written to standard output.
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Change nothing; say which files would change and exit with 1 if any would.
        #[arg(long)]
        check: bool,
    },
    /// Explain a diagnostic code, with an example and its correction.
    Explain {
        /// Such as E0301; without it, the list of all codes.
        code: Option<String>,
    },
    /// Print what a kind of element takes: fields, units, defaults, quantities.
    Reference {
        /// Such as cable, or functions; without it, the list of all.
        kind: Option<String>,
    },
    /// Start the language server, for editors: it speaks over standard input and output.
    Lsp,
    /// Print a completion script for a shell.
    Completions {
        /// Which one.
        shell: clap_complete::Shell,
    },
}

#[derive(Debug, Args)]
pub struct RunArguments {
    /// The model; - is standard input.
    pub file: PathBuf,
    /// The experiment to run; by default the first of the file.
    #[arg(value_name = "EXPERIMENT")]
    pub named: Option<String>,
    /// The same.
    #[arg(long, short, conflicts_with = "named")]
    pub experiment: Option<String>,
    /// Run every experiment of the file; then --out is the folder in which each has its own.
    #[arg(long, conflicts_with_all = ["experiment", "named"])]
    pub all: bool,
    /// Set a parameter of the model, with its unit: --set links=64 --set 'mass=3 kg'.
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = parse_override)]
    pub overrides: Vec<(String, String)>,
    /// Where results go; by default results/FILE-EXPERIMENT, and -NAME=VALUE for what is set.
    #[arg(long, short)]
    pub out: Option<PathBuf>,
    /// How many variants of a study run at a time; as many as there are cores if not given.
    #[arg(long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,
    /// End with 0 although the energy ledger does not close: for those who know why.
    #[arg(long)]
    pub allow_imbalance: bool,
    /// The numbers are written in this format, too.
    #[arg(long, value_enum, default_value_t = Numbers::Csv)]
    pub format: Numbers,
    /// What to look at is left beside the numbers.
    #[arg(long, value_enum, default_value_t = Shown::Page)]
    pub report: Shown,
    /// Open the page when it is written.
    #[arg(long)]
    pub open: bool,
    /// Print nothing but errors.
    #[arg(long, short)]
    pub quiet: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Numbers {
    /// results.csv, which is always there.
    Csv,
    /// results.arrow, for pandas, polars, R and others: all digits, with units and parameters in its metadata.
    Arrow,
    /// results.parquet, the same for those who read tables by columns.
    Parquet,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Shown {
    /// A page and a picture.
    Page,
    /// Nothing: rows and summary alone.
    None,
}

#[derive(Debug, Args)]
pub struct GraphArguments {
    /// The model; - is standard input.
    pub file: PathBuf,
    /// The experiment to compile for; by default the first of the file.
    #[arg(long, short)]
    pub experiment: Option<String>,
    /// Set a parameter of the model, with its unit, as for `cdl run`.
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = parse_override)]
    pub overrides: Vec<(String, String)>,
    /// syntax, typed, lower, or the name of a pass (the graph after it); `list` names them all.
    #[arg(long, short, default_value = "final")]
    pub stage: String,
    /// How it is written.
    #[arg(long, short, value_enum, default_value_t = GraphFormat::Text)]
    pub format: GraphFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MessageFormat {
    Human,
    /// One JSON object per line.
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Colour {
    Auto,
    Always,
    Never,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GraphFormat {
    Text,
    Dot,
    Json,
}

impl Command {
    /// Whether it only looks at texts, once.
    pub fn looks_at_texts(&self) -> bool {
        matches!(self, Self::Check { .. } | Self::List { .. } | Self::Format { .. })
    }

    /// A parameter that is given two values.
    pub fn set_twice(&self) -> Option<&str> {
        let overrides = match self {
            Self::Run(arguments) => &arguments.overrides,
            Self::Graph(arguments) => &arguments.overrides,
            Self::Check { .. }
            | Self::List { .. }
            | Self::Compare { .. }
            | Self::Test { .. }
            | Self::Format { .. }
            | Self::Explain { .. }
            | Self::Reference { .. }
            | Self::Lsp
            | Self::Completions { .. } => return None,
        };
        let mut names = overrides.iter().map(|(name, _)| name.as_str()).enumerate();
        names.find_map(|(index, name)| {
            overrides[..index].iter().any(|(earlier, _)| earlier == name).then_some(name)
        })
    }
}

/// Whether an argument has characters that a terminal would obey.
pub fn have_control_characters() -> bool {
    std::env::args_os().any(|own| named(&own.to_string_lossy()) != own.to_string_lossy())
}

fn parse_override(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        // A text may be empty; of what else is not, that is told with the parameter.
        Some((name, value)) if !name.trim().is_empty() => {
            Ok((name.trim().to_owned(), value.trim().to_owned()))
        }
        _ => Err("write NAME=VALUE, such as links=64 or 'mass=3 kg'".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::Arguments;

    /// A name in brackets alone tells nobody what goes there.
    #[test]
    fn every_argument_says_what_it_is() {
        for command in Arguments::command().get_subcommands() {
            for argument in command.get_arguments() {
                let (command, id) = (command.get_name(), argument.get_id());
                assert!(argument.get_help().is_some(), "cdl {command}: {id}");
            }
        }
    }
}
