//! The `cdl` command: parses arguments, calls the crates, prints.

// These panic where a stream is closed or full; see `output`.
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod alike;
mod allocator;
mod arguments;
mod check;
mod compare;
mod compile;
mod explain;
mod file_size_limit;
mod format;
mod graph;
mod list;
mod lsp;
mod messages;
mod outcome;
mod output;
mod reference;
mod run;
mod source;
mod test;
mod viewer;

use std::process::ExitCode;

use arguments::{Arguments, Command};
use clap::{CommandFactory, Parser};
use messages::Messages;
use outcome::Outcome;

fn main() -> ExitCode {
    allocator::give_back_soon();
    file_size_limit::outlive();
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // Asking for help is no mistake.
            let outcome = if error.use_stderr() { Outcome::Usage } else { Outcome::Good };
            let printed = match arguments::have_control_characters() {
                // What was given is quoted.
                true => {
                    output::err(format_args!("{}", error.render()));
                    Ok(())
                }
                false => error.print(),
            };
            // Nobody is left to tell where standard error or a terminal has gone.
            if let (Err(error), false) = (printed, error.use_stderr()) {
                output::failed("standard output", error);
            }
            return output::ended(outcome).into();
        }
    };
    if let Some(name) = arguments.command.set_twice() {
        output::tell!("`{name}` is set twice: a parameter has one value");
        return output::ended(Outcome::Usage).into();
    }
    if !arguments.command.looks_at_texts() {
        allocator::take_huge_pages();
    }
    let messages = Messages::new(arguments.message_format, arguments.color);
    let outcome = match arguments.command {
        Command::Check { files } => check::check(&files, &messages),
        Command::Run(arguments) => run::run(&arguments, &messages),
        Command::Compare { folders, tolerance, all, page, open } => {
            let outcome = compare::compare(&folders, (tolerance, all), page.as_deref());
            let is_written = matches!(outcome, Outcome::Good | Outcome::Different);
            viewer::show(page.as_deref().filter(|_| open && is_written), &messages);
            outcome
        }
        Command::List { file, json } => list::list(&file, json, &messages),
        Command::Test { paths, junit } => test::test(&paths, junit.as_deref(), &messages),
        Command::Graph(arguments) => graph::graph(&arguments, &messages),
        Command::Format { files, check } => format::format(&files, check, &messages),
        Command::Explain { code } => explain::explain(code.as_deref()),
        Command::Reference { kind } => reference::reference(kind.as_deref()),
        Command::Lsp => lsp::lsp(),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Arguments::command(), "cdl", &mut script);
            output::exactly(&String::from_utf8_lossy(&script));
            Outcome::Good
        }
    };
    output::ended(outcome).into()
}
