//! `events.csv`: what happened at instants, a line for each value that was set.
//!
//! Columns: `time [s]`, the event as it is written, the name of what it set, the new value in SI units, and what it notes. An event
//! that sets nothing has a line without name and value. There is no file where nothing happened.

use std::fs::File;
use std::path::{Path, PathBuf};

use super::ResultsError;
use super::csv::WholeLines;
use super::number::{push_shortest, rounded};
use crate::events::Happened;

/// The page shows so many, from the first.
const SHOWN: usize = 200;

/// The log of a run, on its way.
#[derive(Debug)]
pub(super) struct EventLog {
    /// Of the file.
    path: PathBuf,
    /// Absent until something happens.
    writer: Option<::csv::Writer<WholeLines>>,
    /// Time in s and what happened, for the page.
    shown: Vec<(f64, String)>,
    /// So far.
    count: usize,
}

impl EventLog {
    /// Nothing has happened.
    pub(super) fn new(path: PathBuf) -> Self {
        Self { path, writer: None, shown: Vec::new(), count: 0 }
    }

    /// Written through at once, as events are rare.
    ///
    /// # Errors
    /// [`ResultsError::File`] if the file cannot be written.
    pub(super) fn event(&mut self, happened: &Happened) -> Result<(), ResultsError> {
        self.count += 1;
        if self.shown.len() < SHOWN {
            self.shown.push((happened.time, in_words(happened)));
        }
        self.write(happened).map_err(|error| ResultsError::file(&self.path, "write to", error))
    }

    /// A line for each value that was set.
    fn write(&mut self, happened: &Happened) -> std::io::Result<()> {
        let writer = match &mut self.writer {
            Some(writer) => writer,
            None => self.writer.insert(started(&self.path)?),
        };
        let mut time = String::new();
        push_shortest(&mut time, happened.time);
        let said: Vec<&str> =
            happened.note.iter().chain(&happened.stop).map(String::as_str).collect();
        let said = said.join("; ");
        if happened.set.is_empty() {
            writer.write_record([&time, &happened.event, "", "", &said])?;
        }
        for (name, value) in &happened.set {
            let mut text = String::new();
            push_shortest(&mut text, *value);
            writer.write_record([&time, &happened.event, name, &text, &said])?;
        }
        writer.flush()
    }

    /// The first of them, and how many there are in all.
    pub(super) fn shown(&self) -> (&[(f64, String)], usize) {
        (&self.shown, self.count)
    }
}

/// The file with its heading.
fn started(path: &Path) -> std::io::Result<::csv::Writer<WholeLines>> {
    let mut writer = ::csv::Writer::from_writer(WholeLines::new(File::create(path)?));
    writer.write_record(["time [s]", "event", "name", "value [SI]", "note"])?;
    Ok(writer)
}

/// Such as `when height < 0 m: speed = 3.1, bounces = 1`.
fn in_words(happened: &Happened) -> String {
    let set = happened.set.iter().map(|(name, value)| format!("{name} = {}", rounded(*value, 6)));
    let said = happened.note.iter().chain(&happened.stop).cloned();
    let all: Vec<String> = set.chain(said).collect();
    match all.is_empty() {
        true => happened.event.clone(),
        false => format!("{}: {}", happened.event, all.join(", ")),
    }
}
