//! Analyses are written as sentences: `simulate 10 s with rk4(step = 5 ms), every 10 ms`. Which field stands
//! where in it is part of the schema.

use super::{Field, Kind, KindId, Presence, analyses};

/// How a field is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// `NAME = VALUE`
    ByName,
    /// Right after the keyword of the analysis.
    Subject {
        /// In the usage, such as `DURATION`.
        stands_for: &'static str,
        example: &'static str,
    },
    /// After a word of the language, such as `with`.
    Clause { word: &'static str, stands_for: &'static str, example: &'static str },
}

impl Written {
    /// A value of it in an example, where it has a place of its own.
    pub fn example(self) -> Option<&'static str> {
        match self {
            Written::ByName => None,
            Written::Subject { example, .. } | Written::Clause { example, .. } => Some(example),
        }
    }
}

impl Field {
    /// The word that introduces it: `with` for the integrator, otherwise its name.
    pub fn word(&self) -> &'static str {
        match self.written {
            Written::ByName | Written::Subject { .. } => self.name,
            Written::Clause { word, .. } => word,
        }
    }
}

impl Kind {
    /// The field whose value stands right after the keyword.
    pub fn subject(&self) -> Option<&'static Field> {
        self.fields.iter().find(|field| matches!(field.written, Written::Subject { .. }))
    }

    /// The field that a clause gives, by its word or its name.
    pub fn clause(&self, word: &str) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.word() == word || field.name == word)
    }

    /// The words of the language that introduce clauses, such as `with`.
    pub fn clause_words(&self) -> impl Iterator<Item = &'static str> {
        self.fields.iter().filter_map(|field| match field.written {
            Written::Clause { word, .. } => Some(word),
            Written::ByName | Written::Subject { .. } => None,
        })
    }

    /// The analysis in an example; with `all`, what may be left out too.
    pub fn sentence(&self, all: bool) -> String {
        let mut text = self.name.to_owned();
        self.write_sentence(&mut text, all, |written| written.example());
        text
    }

    /// The same with what its parts stand for; nothing for a kind that is no sentence.
    pub(super) fn write_usage(&self, text: &mut String) {
        self.write_sentence(text, true, |written| match written {
            Written::ByName => None,
            Written::Subject { stands_for, .. } | Written::Clause { stands_for, .. } => {
                Some(stands_for)
            }
        });
    }

    fn write_sentence(
        &self,
        text: &mut String,
        all: bool,
        value: impl Fn(Written) -> Option<&'static str>,
    ) {
        let mut clauses = 0;
        for field in self.fields {
            let Some(value) = value(field.written) else { continue };
            if !all && field.presence != Presence::Required {
                continue;
            }
            if let Written::Clause { word, .. } = field.written {
                text.push_str(if clauses == 0 { " " } else { ", " });
                text.push_str(word);
                clauses += 1;
            }
            text.push(' ');
            text.push_str(value);
        }
    }
}

impl KindId {
    /// Whether it is something that an experiment asks for.
    pub fn is_analysis(self) -> bool {
        analyses().iter().any(|kind| kind.id == self)
    }
}

/// Whether a word of the language introduces a clause of some analysis.
pub fn is_clause_word(word: &str) -> bool {
    analyses().iter().any(|kind| kind.clause_words().any(|own| own == word))
}
