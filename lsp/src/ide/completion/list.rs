//! A list of completions while it is being made.

use std::sync::OnceLock;

use cdl_compiler::View;
use cdl_compiler::resolve::{Denotation, Referent, Visible};
use cdl_grammar::syntax::Text;

use super::cursor::Cursor;
use super::documentation::Subject;
use super::snippet::{Insert, Snippet};
use super::{Completion, CompletionKind, Completions};
use crate::ide::edit::Edit;
use crate::ide::place::Names;

/// More than this is cut down to what goes with the typed text.
const MOST: usize = 400;

/// Names of which not each is looked at.
const MANY: usize = 1000;

pub(super) struct List<'c> {
    pub view: &'c View,
    pub path: &'c str,
    pub cursor: &'c Cursor<'c>,
    /// What is being declared, which its value cannot mention.
    pub declared: Option<Text>,
    /// The variables of comprehensions around the cursor, the innermost last.
    turns: Names,
    items: Vec<(u32, Completion)>,
    visible: OnceLock<Vec<Visible>>,
    is_cut: bool,
}

/// A completion before it has its place.
pub(super) struct Entry {
    pub label: String,
    pub insert: Insert,
    pub kind: CompletionKind,
    pub detail: Option<String>,
    pub subject: Subject,
    /// Less is better.
    pub rank: u32,
    pub filter: Option<String>,
    pub edits: Vec<Edit>,
}

impl Entry {
    /// What is inserted as it reads.
    pub fn plain(label: impl Into<String>, kind: CompletionKind, rank: u32) -> Self {
        let label = label.into();
        Self {
            insert: Insert::Plain(label.clone()),
            label,
            kind,
            detail: None,
            subject: Subject::Nothing,
            rank,
            filter: None,
            edits: Vec::new(),
        }
    }

    pub fn snippet(self, snippet: Snippet) -> Self {
        Self { insert: snippet.finish(), ..self }
    }

    pub fn text(self, text: impl Into<String>) -> Self {
        Self { insert: Insert::Plain(text.into()), ..self }
    }

    pub fn detail(self, detail: impl Into<String>) -> Self {
        Self { detail: Some(detail.into()), ..self }
    }

    pub fn subject(self, subject: Subject) -> Self {
        Self { subject, ..self }
    }

    pub fn filter(self, filter: impl Into<String>) -> Self {
        Self { filter: Some(filter.into()), ..self }
    }
}

impl<'c> List<'c> {
    pub fn new(
        view: &'c View,
        path: &'c str,
        cursor: &'c Cursor<'c>,
        (declared, turns): (Option<Text>, Names),
    ) -> Self {
        let (items, visible) = (Vec::new(), OnceLock::new());
        Self { view, path, cursor, declared, turns, items, visible, is_cut: false }
    }

    /// The names that mean something here.
    pub fn visible(&self) -> &[Visible] {
        self.visible.get_or_init(|| {
            let turn = |name: &Text| Visible {
                name: name.clone(),
                referent: Referent::Untold,
                denotation: Denotation::Value,
                distance: 0,
            };
            let mut all: Vec<Visible> = self.turns.iter().rev().map(turn).collect();
            for own in self.view.visible(self.path, self.cursor.typed.start) {
                // What the text has a scope for is known better.
                match all.iter_mut().find(|turn| turn.name == own.name) {
                    Some(turn) if own.distance == 0 => *turn = own,
                    Some(_) => {}
                    None => all.push(own),
                }
            }
            all
        })
    }

    /// Those of the visible names that are worth a look: of very many only such as go with what has been
    /// typed, and not all of them.
    pub fn candidates(&mut self) -> Vec<Visible> {
        let visible = self.visible();
        if visible.len() < MANY {
            return visible.to_vec();
        }
        let typed = self.cursor.typed_text();
        let mut left = MOST;
        let mut goes = |own: &&Visible| {
            let is_declared = matches!(own.referent, Referent::Declared(_));
            let goes = matches(&own.name, typed) && (!is_declared || left > 0);
            left -= usize::from(goes && is_declared);
            goes
        };
        let candidates = visible.iter().filter(|own| goes(own)).cloned().collect();
        self.is_cut = true;
        candidates
    }

    pub fn add(&mut self, entry: Entry) {
        let Entry { label, insert, kind, detail, subject, rank, filter, edits } = entry;
        let commit: &[char] = match kind {
            CompletionKind::Element | CompletionKind::Part | CompletionKind::Module => &['.'],
            _ => &[],
        };
        let filter = filter.unwrap_or_else(|| label.clone());
        let range = self.cursor.typed.clone();
        let completion = Completion {
            label,
            insert,
            range,
            kind,
            detail,
            subject,
            sort: String::new(),
            filter,
            edits,
            commit,
        };
        self.items.push((rank, completion));
    }

    pub fn words(&mut self, words: &[&'static str]) {
        for word in words {
            let entry = Entry::plain(*word, CompletionKind::Keyword, 500);
            self.add(entry.subject(Subject::Keyword(word)));
        }
    }

    pub fn contains(&self, label: &str) -> bool {
        self.items.iter().any(|(_, own)| own.label == label)
    }

    pub fn finish(mut self) -> Completions {
        self.items.sort_by_key(|(rank, _)| *rank);
        let typed = self.cursor.typed_text();
        if self.items.len() > MOST {
            self.is_cut = true;
            self.items.retain(|(_, own)| matches(&own.filter, typed));
            self.items.truncate(MOST);
        }
        let items = self.items.into_iter().enumerate();
        let items = items.map(|(i, (_, own))| Completion { sort: format!("{i:04}"), ..own });
        Completions { items: items.collect(), is_incomplete: self.is_cut }
    }
}

/// Whether the characters of what has been typed stand in a text in this order, whatever their case.
fn matches(text: &str, typed: &str) -> bool {
    let mut chars = text.chars();
    typed.chars().all(|typed| chars.any(|own| own.eq_ignore_ascii_case(&typed)))
}
