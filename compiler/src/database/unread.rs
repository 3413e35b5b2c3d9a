//! The lines of a file that could not be read, and what stands in and around them.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Range, RangeInclusive};

use super::astray;
use super::blocks::Blocks;
use crate::diagnostics::{self, Diagnostic};

/// File, start and end.
pub(super) type At = Option<(String, usize, usize)>;

/// Said of an experiment whose head lacks its model.
const MODEL_OF_EXPERIMENT: &str = "the model of an experiment follows `=`";

/// How the message ends that `{ from = world }` gets.
const BEFORE_BLOCK: &str = "stands before the block";

/// The word of an error that says so, where it is no name.
pub(super) fn word_before_block(own: &Diagnostic) -> Option<&str> {
    own.message.strip_suffix(BEFORE_BLOCK)?.trim_end().strip_prefix('`')?.strip_suffix('`')
}

/// Heads whose members follow line by line up to an `end`.
const SUITES: [&str; 5] = ["function", "while", "loop", "repeat", "algorithm"];

/// Said of `if a then` and `when a then` above members.
const BLOCK_OF_WORDS: [&str; 2] = [
    "what is there under a condition stands in braces",
    "what an event does stands in braces, found `then`",
];

/// Words above the equations of other languages.
const EQUATIONS: [&str; 5] = ["equation", "equations", "algorithm", "initial", "der"];

/// `x` in `equation der(x) = ...`.
fn derived(line: &str) -> Option<&str> {
    Some(line.split_once("der(")?.1.split_once(')')?.0.trim())
}

pub(super) fn is_unread(own: &Diagnostic) -> bool {
    own.code == "E0101" && own.primary.text != diagnostics::READ_ON
}

/// Whether it is about a line that starts with what is no kind of element or cannot stand there: how the rest of it
/// should be written depends on the kind.
pub(super) fn starts_unknown(own: &Diagnostic) -> bool {
    matches!(own.code, "E0203" | "E0215" | "E0305")
}

/// The lines of a file that could not be read.
pub(super) struct Unread<'a> {
    pub(super) path: &'a str,
    pub(super) text: &'a str,
    /// Where all lines start.
    lines: Vec<usize>,
    blocks: Blocks,
    /// Where lines start with an `end`, by how far these are indented.
    ends: BTreeMap<usize, Vec<usize>>,
    /// Where those start that could not be read.
    unread: BTreeSet<usize>,
    /// Where reading stopped.
    unread_at: BTreeSet<usize>,
    /// The same lines, with those of elements of which nobody knows the kind.
    misread: BTreeSet<usize>,
    /// From what is no kind of element to the end of its line.
    unknown: Vec<Range<usize>>,
    /// What `der(x) = ...` gives a rate to, which is no line of this language.
    pub(super) rates: BTreeSet<&'a str>,
    /// What is indented below a line that could not be read and ends as the head of a block does.
    suites: Vec<Range<usize>>,
    /// What follows the word `equation` in its block.
    equations: Vec<Range<usize>>,
    /// What `NAME.FIELD = ...` is about, which is no line of this language.
    set_outside: BTreeSet<(&'a str, &'a str)>,
    /// Where blocks end in which `from` and the like stand as fields.
    beside_relations: BTreeSet<usize>,
    pub(super) has_headless_experiment: bool,
    /// From behind a bracket that is never closed to the end of its line: what stands there was meant to be inside, or not.
    open: Vec<Range<usize>>,
}

impl<'a> Unread<'a> {
    pub(super) fn new(path: &'a str, text: &'a str, found: &[(At, Diagnostic)]) -> Self {
        let starts = text.match_indices('\n').map(|(at, _)| at + 1);
        let lines: Vec<usize> = std::iter::once(0).chain(starts).collect();
        let ends = ends_of(text, &lines);
        let (unread, unread_at, misread) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        let (unknown, suites, open) = (Vec::new(), Vec::new(), Vec::new());
        let (rates, equations) = (BTreeSet::new(), Vec::new());
        let mut file = Self {
            path,
            text,
            lines,
            blocks: Blocks::new(text),
            ends,
            unread,
            unread_at,
            misread,
            unknown,
            rates,
            suites,
            equations,
            set_outside: BTreeSet::new(),
            beside_relations: BTreeSet::new(),
            has_headless_experiment: false,
            open,
        };
        for (at, own) in found {
            let Some((_, start, _)) = at.as_ref().filter(|(own, ..)| own == path) else { continue };
            let line = file.line(*start);
            if is_unread(own) && file.unread.insert(line.start) && !file.is_in_suite(*start) {
                file.suites.extend(file.suite_of(&line));
            }
            if is_unread(own) && matches!(text.get(*start..*start + 1), Some("(" | "[")) {
                file.open.push(*start + 1..line.end);
            }
            if is_unread(own) {
                file.unread_at.insert(*start);
                let path = text.get(*start..line.end).and_then(|own| own.split_once('='));
                file.set_outside.extend(path.and_then(|(path, _)| path.trim().rsplit_once('.')));
                file.has_headless_experiment |= own.message == MODEL_OF_EXPERIMENT;
            }
            if own.message.ends_with(BEFORE_BLOCK) {
                file.beside_relations.insert(file.blocks.end(*start));
            }
            if is_unread(own) || own.code == "E0203" || own.message.ends_with(" needs a name") {
                file.misread.insert(line.start);
            }
            if own.code == "E0203" {
                file.rates.extend(derived(text.get(*start..line.end).unwrap_or("")));
            }
            if starts_unknown(own) {
                file.unknown.push(*start..line.end);
            }
            if BLOCK_OF_WORDS.contains(&own.message.as_str()) && !file.is_in_suite(*start) {
                file.suites.extend(file.up_to_end(&line));
            }
            if own.code != "E0203" {
                continue;
            }
            let word = text.get(*start..line.end).unwrap_or("").split("//").next();
            let word = word.unwrap_or("").trim();
            if !file.is_in_suite(*start) {
                let is_suite = SUITES.iter().any(|own| word.split(' ').next() == Some(own));
                file.suites.extend(is_suite.then(|| file.up_to_end(&line)).flatten());
            }
            let mut words = word.split_whitespace();
            let is_head = !word.is_empty() && words.all(|own| EQUATIONS.contains(&own));
            if is_head && !file.is_equation(*start) {
                file.equations.push(line.end..file.blocks.end(line.end));
            }
        }
        file
    }

    /// The line in which a byte stands, without its end.
    pub(super) fn line(&self, at: usize) -> Range<usize> {
        let next = self.lines.partition_point(|&start| start <= at);
        let start = next.checked_sub(1).and_then(|own| self.lines.get(own)).copied().unwrap_or(0);
        start..self.lines.get(next).map_or(self.text.len(), |next| next - 1)
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &'a str> {
        let lines: Vec<Range<usize>> = self.misread.iter().map(|&start| self.line(start)).collect();
        let text = self.text;
        let words = lines.into_iter().flat_map(move |line| {
            text.get(line).unwrap_or("").split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        });
        words.filter(|word| !word.is_empty())
    }

    pub(super) fn is_behind_unknown(&self, at: usize) -> bool {
        last_before(&self.unknown, at).is_some_and(|own| at <= own.end)
    }

    /// Whether something could not be read in the line of an element or in its block.
    pub(super) fn unread_in_block_at(&self, at: usize) -> bool {
        self.unread.range(self.block_at(at)).next().is_some()
    }

    /// The same, or one of an element of which nobody knows the kind or the name.
    pub(super) fn misread_in_block_at(&self, at: usize) -> bool {
        self.misread.range(self.block_at(at)).next().is_some()
    }

    /// From the start of a line to its end, or to that of the block which is opened there.
    fn block_at(&self, at: usize) -> RangeInclusive<usize> {
        let line = self.line(at);
        let mut end = line.end;
        if let Some(open) = self.text.get(at..line.end).and_then(|behind| behind.find('{')) {
            end = self.blocks.end(at + open + 1).max(end);
        }
        line.start..=end
    }

    pub(super) fn is_equation(&self, at: usize) -> bool {
        last_before(&self.equations, at).is_some_and(|own| at < own.end)
    }

    /// Whether `name.field = ...` stands somewhere.
    pub(super) fn is_set_outside(&self, name: &str, field: &str) -> bool {
        self.set_outside.contains(&(name, field))
    }

    /// Whether a relation stands as a field in the block around a byte.
    pub(super) fn is_beside_relation(&self, at: usize) -> bool {
        self.beside_relations.contains(&self.blocks.end(at))
    }

    /// Whether a field outside of any element, or a line that starts with what is no kind, gets the same advice as the
    /// one before it in the same line or the line above: `startTime 0; endTime 10`.
    pub(super) fn is_repeated(
        &self,
        before: (&Diagnostic, usize),
        own: (&Diagnostic, usize),
    ) -> bool {
        let ((before, from), (own, at)) = (before, own);
        let is_setting = |own: &Diagnostic, at: usize| {
            let line = self.text.get(at..self.line(at).end).unwrap_or("");
            astray::is_outside(own) || own.code == "E0203" && !line.contains('{')
        };
        let between = self.text.get(from..at);
        before.code == own.code
            && before.notes == own.notes
            && !own.notes.is_empty()
            && own.fix.is_none()
            && !own.notes.iter().any(|note| note.starts_with("the kinds are"))
            && between.is_some_and(|own| own.matches('\n').count() <= 1)
            && is_setting(before, from)
            && is_setting(own, at)
    }

    /// What stands below the line of a condition, up to the line of its end.
    fn up_to_end(&self, head: &Range<usize>) -> Option<Range<usize>> {
        let indent = indentation(self.text.get(head.clone())?);
        let first = |starts: &Vec<usize>| {
            starts.get(starts.partition_point(|&start| start <= head.start)).copied()
        };
        let start = self.ends.range(..=indent).filter_map(|(_, starts)| first(starts)).min()?;
        let is_within = start < self.blocks.end(head.end);
        is_within.then(|| head.end + 1..self.line(start).end + 1)
    }

    pub(super) fn is_in_suite(&self, at: usize) -> bool {
        last_before(&self.suites, at).is_some_and(|own| at < own.end)
    }

    pub(super) fn is_in_open_bracket(&self, at: usize) -> bool {
        last_before(&self.open, at).is_some_and(|own| at < own.end)
    }

    /// Whether what follows here in the same line could not be read.
    pub(super) fn is_followed_by_unread(&self, at: usize) -> bool {
        let rest = self.text.get(at..).unwrap_or("");
        let next = at + rest.len() - rest.trim_start_matches([' ', '\t']).len();
        self.unread_at.contains(&next)
    }

    pub(super) fn is_followed_by_colon(&self, at: usize) -> bool {
        self.text.get(at..).is_some_and(|rest| rest.starts_with(':'))
    }

    /// Whether a bracket that is never closed opens here.
    pub(super) fn is_opened_at(&self, at: usize) -> bool {
        self.open.iter().any(|own| own.start == at + 1)
    }

    /// `body bob:` and `body bob (` with fields below it.
    fn suite_of(&self, head: &Range<usize>) -> Option<Range<usize>> {
        let text = self.text.get(head.clone())?;
        let head_ends = text.split("//").next()?.trim_end().ends_with([':', '(']);
        let indent = indentation(text);
        let mut end = head.end;
        let first = self.lines.partition_point(|&start| start <= head.start);
        for &start in self.lines.get(first..).filter(|_| head_ends)? {
            let line = self.line(start);
            let own = self.text.get(line.clone())?;
            let closes = indentation(own) == indent && matches!(own.trim(), ")" | ");");
            if !own.trim().is_empty() && indentation(own) <= indent && !closes {
                break;
            }
            end = line.end;
            if closes {
                break;
            }
        }
        (end > head.end).then_some(head.end + 1..end + 1)
    }
}

/// The last of these, which stand in the order of the text, that starts at a byte or before it.
fn last_before(ranges: &[Range<usize>], at: usize) -> Option<&Range<usize>> {
    let next = ranges.partition_point(|own| own.start <= at);
    next.checked_sub(1).and_then(|own| ranges.get(own))
}

/// Where lines start with an `end`, as other languages have it, by how far these are indented.
fn ends_of(text: &str, lines: &[usize]) -> BTreeMap<usize, Vec<usize>> {
    let mut ends: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (&start, line) in lines.iter().zip(text.split('\n')) {
        let word = line.split(|c: char| !c.is_ascii_alphabetic()).find(|own| !own.is_empty());
        if matches!(word, Some("end" | "endif")) {
            ends.entry(indentation(line)).or_default().push(start);
        }
    }
    ends
}

pub(super) fn indentation(line: &str) -> usize {
    line.len() - line.trim_start().len()
}
