//! The headers of items.

use pest::iterators::Pair;

use super::{Reader, missing_name};
use crate::rules::Rule;
use crate::syntax::{
    Component, Const, Experiment, Expr, ExprKind, Function, Import, ImportTarget, Item, ItemKind,
    Name, Param, Span,
};

impl Reader<'_> {
    /// An item without its members; what is missing in its header is an empty name or an error
    /// expression, so that the item is there for those who refer to it.
    pub fn item(&mut self, pair: Pair<Rule>) -> Option<Item> {
        let span = self.span(&pair);
        let docs = self.docs(span.start);
        let kind = match pair.as_rule() {
            Rule::import_item => self.import(pair),
            Rule::const_item => self.constant(pair),
            Rule::function_item => self.function(pair),
            Rule::model_item => ItemKind::Model(self.component(pair)),
            Rule::component_item => ItemKind::Component(self.component(pair)),
            Rule::experiment_item => self.experiment(pair),
            Rule::enum_item => {
                let start = pair.as_span().start();
                ItemKind::Enum(self.enumeration(pair, start))
            }
            _ => {
                self.error(span, "expected an item", Some(crate::diagnose::ITEMS.to_owned()));
                return None;
            }
        };
        Some(Item { docs, kind, span })
    }

    fn import(&mut self, pair: Pair<Rule>) -> ItemKind {
        let (start, end) = (pair.as_span().start(), pair.as_span().end());
        let mut targets = Vec::new();
        let mut broken = false;
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::import_target => targets.extend(self.import_target(inner)),
                Rule::tail => {
                    broken = true;
                    // What was read of it may be a part of a path.
                    targets.clear();
                    self.diagnose(Rule::strict_import, start, inner.as_span().end());
                }
                _ => {}
            }
        }
        if targets.is_empty() && !broken {
            self.diagnose(Rule::strict_import, start, end);
        }
        ItemKind::Import(Import { targets })
    }

    fn import_target(&mut self, pair: Pair<Rule>) -> Option<ImportTarget> {
        let mut path = None;
        let mut quoted = false;
        let mut alias = None;
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::path => path = Some(self.name(&inner)),
                Rule::text => {
                    quoted = true;
                    let span = self.span(&inner);
                    let text = self.unescaped(inner.as_str(), span);
                    path = Some(Name { text: text.into(), span });
                }
                Rule::name => alias = Some(self.name(&inner)),
                _ => {}
            }
        }
        let path = path?;
        if quoted && alias.is_none() {
            self.name_of_file(&path);
        }
        Some(ImportTarget { path, quoted, alias })
    }

    /// Reports a file that is called as a reserved word: nothing in it could be named.
    fn name_of_file(&mut self, path: &Name) {
        let start = path.text.rfind('/').map_or(0, |slash| slash + 1);
        let name = path.text[start..].trim_end_matches(".cdl");
        let start = path.span.start + 1 + start as u32;
        let span = Span::new(start, start + name.len() as u32);
        if crate::words::is_reserved(name) && span.end < path.span.end {
            let help = format!("give it a name by `as`: `import \"{}\" as {name}s`", path.text);
            self.error(
                span,
                format!("`{name}` is a reserved word and cannot be a name"),
                Some(help),
            );
        }
    }

    fn constant(&mut self, pair: Pair<Rule>) -> ItemKind {
        let span = self.span(&pair);
        let start = pair.as_span().start();
        let mut name = missing_name(span.end);
        let mut ty = None;
        let mut value = Expr { kind: ExprKind::Error, span };
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::name => name = self.name(&inner),
                Rule::type_expr => ty = Some(self.type_expr(inner)),
                Rule::value => value = self.value(inner),
                Rule::rest => {
                    name = self.first_name(&inner);
                    self.diagnose(Rule::strict_const, start, inner.as_span().end());
                }
                _ => {}
            }
        }
        ItemKind::Const(Box::new(Const { name, ty, value }))
    }

    fn function(&mut self, pair: Pair<Rule>) -> ItemKind {
        let span = self.span(&pair);
        let start = pair.as_span().start();
        let mut function = Function {
            name: missing_name(span.end),
            params: Vec::new(),
            result: None,
            body: Expr { kind: ExprKind::Error, span },
        };
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::name => function.name = self.name(&inner),
                Rule::parameters => function.params = self.parameters(inner),
                Rule::type_expr => function.result = Some(self.type_expr(inner)),
                Rule::value => function.body = self.value(inner),
                Rule::rest => {
                    // What it takes is known where only its value is broken.
                    if function.name.text.is_empty() {
                        function.name = self.first_name(&inner);
                    }
                    self.diagnose(Rule::strict_function, start, inner.as_span().end());
                }
                _ => {}
            }
        }
        ItemKind::Function(Box::new(function))
    }

    fn component(&mut self, pair: Pair<Rule>) -> Component {
        let span = self.span(&pair);
        let (start, end) = (pair.as_span().start(), pair.as_span().end());
        let mut name = None;
        let mut params = Vec::new();
        let mut broken = false;
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::name => name = Some(self.name(&inner)),
                Rule::parameters => params = self.parameters(inner),
                Rule::tail => {
                    broken = true;
                    self.diagnose(Rule::strict_model, start, inner.as_span().end());
                }
                _ => {}
            }
        }
        if name.is_none() && !broken {
            self.diagnose(Rule::strict_model, start, end);
        }
        Component {
            name: name.unwrap_or_else(|| missing_name(span.end)),
            params,
            members: Vec::new(),
        }
    }

    fn experiment(&mut self, pair: Pair<Rule>) -> ItemKind {
        let span = self.span(&pair);
        let start = pair.as_span().start();
        let mut experiment = Experiment {
            name: missing_name(span.end),
            model: missing_name(span.end),
            arguments: Vec::new(),
            members: Vec::new(),
        };
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::name => experiment.name = self.name(&inner),
                Rule::path => experiment.model = self.name(&inner),
                Rule::arguments => experiment.arguments = self.arguments(inner).0,
                Rule::rest => {
                    experiment.name = self.first_name(&inner);
                    self.diagnose(Rule::strict_experiment, start, inner.as_span().end());
                }
                Rule::tail => self.diagnose(Rule::strict_experiment, start, inner.as_span().end()),
                _ => {}
            }
        }
        ItemKind::Experiment(Box::new(experiment))
    }

    /// The name that a broken header starts with, if it is there.
    pub fn first_name(&self, rest: &Pair<Rule>) -> Name {
        let text = rest.as_str();
        let start = rest.as_span().start() as u32;
        let length =
            text.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
        let word = text.get(..length).unwrap_or("");
        if word.starts_with(|c: char| c.is_ascii_digit()) || crate::words::is_reserved(word) {
            return missing_name(start);
        }
        Name { text: word.into(), span: Span::new(start, start + length as u32) }
    }

    /// `x` of `Length x`, or the name that a broken parameter starts with.
    fn name_behind_type(&self, junk: &Pair<Rule>) -> Name {
        let first = self.first_name(junk);
        let text = junk.as_str();
        let rest = text.get(first.text.len()..).unwrap_or("");
        let blanks = rest.len() - rest.trim_start().len();
        let second: String = rest
            .trim_start()
            .chars()
            .take_while(|c| c.is_ascii_alphanumeric() || *c == '_')
            .collect();
        if blanks == 0 || !crate::words::is_name(&second) {
            return first;
        }
        let start = first.span.end + blanks as u32;
        let span = Span::new(start, start + second.len() as u32);
        Name { text: second.into(), span }
    }

    fn parameters(&mut self, pair: Pair<Rule>) -> Vec<Param> {
        let mut params = Vec::new();
        let mut after_comma = true;
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::comma if after_comma => self.empty_slot(&inner, "a parameter"),
                Rule::comma => after_comma = true,
                Rule::parameter => {
                    after_comma = false;
                    params.extend(self.parameter(inner));
                }
                _ => {}
            }
        }
        params.shrink_to_fit();
        params
    }

    fn parameter(&mut self, pair: Pair<Rule>) -> Option<Param> {
        let span = self.span(&pair);
        let (start, end) = (pair.as_span().start(), pair.as_span().end());
        let docs = self.docs(span.start);
        let mut name = None;
        let mut ty = None;
        let mut default = None;
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::name => name = Some(self.name(&inner)),
                Rule::type_expr => ty = Some(self.type_expr(inner)),
                Rule::expr => default = Some(self.expr(inner)),
                Rule::slot_junk => {
                    self.diagnose(Rule::strict_parameter, start, end);
                    // The name is kept, so that its uses are no mistakes.
                    name = Some(self.name_behind_type(&inner)).filter(|name| !name.text.is_empty());
                    default = Some(Expr { kind: ExprKind::Error, span: self.span(&inner) });
                }
                _ => {}
            }
        }
        Some(Param { docs, name: name?, ty, default, span })
    }
}
