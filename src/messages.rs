//! Diagnostics on their way to a person or a program.

use std::borrow::Cow;
use std::cell::RefCell;
use std::io::IsTerminal;
use std::path::Path;

use cdl_compiler::diagnostics::render::{Sources, json_line, rich};
use cdl_session::{Located, Session, Severity};

use crate::alike::together;
use crate::arguments::{Colour, MessageFormat};
use crate::output::{err_exactly, exactly, tell};

/// A person reads no more than that; programs get all.
const MOST_SHOWN: usize = 50;

/// Where diagnostics go and how they look: text to standard error, JSON lines to standard output.
pub struct Messages {
    format: MessageFormat,
    colour: bool,
    /// Of the models, so far.
    told: RefCell<Vec<Located>>,
}

impl Messages {
    pub fn new(format: MessageFormat, colour: Colour) -> Self {
        let colour = match colour {
            Colour::Always => true,
            Colour::Never => false,
            Colour::Auto => {
                std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none()
            }
        };
        Self { format, colour, told: RefCell::default() }
    }

    /// Writes diagnostics of a model, and at the end how many there were.
    pub fn report(&self, session: &Session, located: &[Located]) {
        let is_new = self.write_once(session, located);
        if self.format == MessageFormat::Human && !located.is_empty() {
            tell!("{}{}", count(located), if is_new { "" } else { ", as above" });
        }
    }

    /// Writes diagnostics of a model, but those that have been written: experiments of one file have many in common. Whether
    /// there were others.
    pub fn write_once(&self, session: &Session, located: &[Located]) -> bool {
        let mut told = self.told.borrow_mut();
        let is_new = |own: &&Located| !told.contains(own);
        let new: Vec<Located> = located.iter().filter(is_new).cloned().collect();
        self.write(session, &new);
        told.extend_from_slice(&new);
        !new.is_empty()
    }

    /// Writes without counting them, such as a fault of a run.
    pub fn write(&self, session: &Session, located: &[Located]) {
        let together = match self.format {
            MessageFormat::Human => Cow::Owned(together(located)),
            MessageFormat::Json => Cow::Borrowed(located),
        };
        let located = &together[..];
        let sources = Sources::new(located, |path| session.text(path));
        for (shown, each) in located.iter().enumerate() {
            match self.format {
                MessageFormat::Human if shown >= MOST_SHOWN => {
                    tell!("and {} more like these\n", located.len() - shown);
                    break;
                }
                MessageFormat::Human => err_exactly(&rich(each, &sources, self.colour)),
                MessageFormat::Json => exactly(&format!("{}\n", json_line(each, &sources))),
            }
        }
    }

    /// A remark that is no diagnostic; programs do not get it.
    pub fn note(&self, text: &str) {
        if self.format == MessageFormat::Human {
            tell!("{text}");
        }
    }

    pub fn unreadable(&self, file: &Path, error: &str) {
        tell!("cannot read {}: {error}", file.display());
    }
}

/// `2 errors, 1 warning`
fn count(located: &[Located]) -> String {
    let located = together(located);
    let of = |severity| located.iter().filter(|each| each.severity == severity).count();
    let plural = |count: usize, word: &str| match count {
        0 => None,
        1 => Some(format!("1 {word}")),
        _ => Some(format!("{count} {word}s")),
    };
    let parts = [plural(of(Severity::Error), "error"), plural(of(Severity::Warning), "warning")];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}
