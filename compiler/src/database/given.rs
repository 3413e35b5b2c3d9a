//! Values given from outside, as constants of a file of their own.

use cdl_grammar::quoted;
use cdl_grammar::syntax::{ExprKind, ItemKind, Param};

use super::sources::DatabaseSources;
use super::{Compiler, Db, View, queries};
use crate::api::Request;
use crate::elaborate::{Meaning, Override, Sources};
use crate::place::ItemKey;

/// The file that values given from outside are shown in.
pub(super) const OVERRIDES: &str = "<set>";

impl Compiler {
    /// The constants that stand for the values of a request.
    pub(super) fn set_overrides(&mut self, path: &str, request: &Request) -> Vec<Override> {
        let overrides = &request.overrides;
        if overrides.is_empty() {
            return Vec::new();
        }
        let experiment = request.experiment.as_deref();
        let texts = self.settled(|view| view.text_parameters(path, experiment));
        // A line each, whatever is in the expression.
        let text: String = overrides
            .iter()
            .map(|(name, value)| {
                let is_text = texts.contains(name) && !is_quoted(value);
                let value = if is_text { quoted(value) } else { value.clone() };
                format!("const {name} = {}\n", value.replace(['\n', '\r'], " "))
            })
            .collect();
        self.set_file(OVERRIDES, &text);
        let Some(file) = self.view.known(OVERRIDES) else { return Vec::new() };
        let layout = queries::layout(&self.view.db, file);
        overrides
            .iter()
            .zip(&layout.items)
            .map(|((name, _), (key, _))| (name.clone(), *key))
            .collect()
    }
}

impl View {
    /// The parameters of a request's model that are texts: what is given for them is no expression.
    fn text_parameters(&self, path: &str, experiment: Option<&str>) -> Vec<String> {
        // Of an item only what stands before its members is read, however many there are.
        let sources = DatabaseSources::new(&self.db);
        let params =
            self.model_of(path, experiment).and_then(|key| match &sources.item(key)?.kind {
                ItemKind::Model(model) | ItemKind::Component(model) => Some(&model.params),
                _ => None,
            });
        let texts = params.into_iter().flatten().filter(|param| is_text(param));
        texts.map(|param| param.name.text.to_string()).collect()
    }

    fn model_of(&self, path: &str, experiment: Option<&str>) -> Option<ItemKey> {
        let file = self.db.file_at(path)?;
        let (key, _) = self.chosen(file, experiment).ok()?;
        let sources = DatabaseSources::new(&self.db);
        let ItemKind::Experiment(experiment) = &sources.item(key)?.kind else { return Some(key) };
        let mut file = file;
        for part in experiment.model.text.split('.') {
            match queries::names(&self.db, file).names.names.get(part)?.meaning {
                Meaning::Module(module) => file = self.db.keys().file(module)?,
                Meaning::Model(key) | Meaning::Component(key) => return Some(key),
                _ => return None,
            }
        }
        None
    }
}

fn is_text(param: &Param) -> bool {
    match (&param.ty, &param.default) {
        (Some(ty), _) => *ty.name.text == *"Text",
        (None, Some(default)) => matches!(default.kind, ExprKind::Text(_)),
        (None, None) => false,
    }
}

/// Whether a value is written as a text in a file is.
fn is_quoted(value: &str) -> bool {
    let value = value.trim();
    value.len() > 1 && value.starts_with('"') && value.ends_with('"')
}
