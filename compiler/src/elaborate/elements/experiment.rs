//! Experiments: a model with its parameters set, and what is to be done with it.

use cdl_grammar::syntax::{self, ItemKind, MemberKind};

use super::Unfolding;
use super::analysis::{Written, is_analysis};
use super::criteria::is_of;
use super::instances::{Arguments, Declaration};
use super::variations::OfModel;
use crate::diagnostics;
use crate::elaborate::chunk::Chunk;
use crate::elaborate::context::{Context, ScopeId, Source};
use crate::elaborate::names::scope::ScopeKind;
use crate::elaborate::root::{Override, Root};
use crate::elaborate::sources::Meaning;
use crate::elaborate::values::thunks::{Definition, Role};
use crate::place::ItemKey;
use crate::schema::{self, Kind, KindId};

/// What may stand in an experiment beside its analysis.
fn row_of(word: &str) -> Option<&'static Kind> {
    schema::kind(word).filter(|kind| kind.of_experiment)
}

impl<'a> Unfolding<'_, 'a> {
    /// Unfolds a model or checks an item by itself.
    pub(in crate::elaborate) fn run(&mut self, root: &Root, overrides: &[Override]) {
        match *root {
            Root::Experiment(key) => self.run_experiment(key, overrides),
            Root::Alone(key) => self.run_alone(key, overrides),
        }
    }

    fn run_experiment(&mut self, key: ItemKey, overrides: &[Override]) {
        let Some(syntax::Item { kind: ItemKind::Experiment(experiment), .. }) =
            self.values.sources.item(key)
        else {
            return;
        };
        let context = self.values.item_context(key);
        let Some(declaration) = self.experiment_model(context, &experiment.model) else {
            for argument in &experiment.arguments {
                self.evaluator().thing(context, &argument.value);
            }
            return;
        };
        let component = declaration.component;
        let parameters: Vec<(&'a str, bool)> = component
            .params
            .iter()
            .map(|param| {
                let name: &'a str = &param.name.text;
                let given = overrides.iter().any(|(own, _)| own == name);
                (name, given || param.default.is_some())
            })
            .collect();
        let span = experiment.model.span;
        let name: &'a str = &component.name.text;
        let matched = self.evaluator().match_arguments(
            context,
            name,
            &parameters,
            &experiment.arguments,
            span,
        );
        // With wrong arguments, what the experiment does is checked all the same.
        let arguments = match matched {
            Some(matched) => matched
                .into_iter()
                .map(|argument| argument.map(|own| Definition::Expr(&own.value, context)))
                .collect(),
            None => component.params.iter().map(|_| None).collect(),
        };
        let arguments = self.overridden(declaration, arguments, overrides);
        let model = self.run_model(declaration, arguments, overrides.is_empty());
        if !self.is_item_asked(key) {
            self.finish_records();
            return;
        }
        let of = OfModel { declaration, scope: model, overrides };
        let sources = &self.values.sources;
        let chunks = (0..sources.chunks(key)).filter_map(|number| sources.chunk(key, number));
        let chunks: Vec<Chunk> = chunks.collect();
        let plots = self.finish_experiment(context, experiment, &chunks, of);
        self.finish_records();
        for (inside, element) in plots {
            self.plot(inside, element);
        }
        self.check_instants(context);
        self.evaluator().check_loops();
    }

    /// A model or component, constant or function by itself.
    fn run_alone(&mut self, key: ItemKey, overrides: &[Override]) {
        let Some(item) = self.values.sources.item(key) else { return };
        match &item.kind {
            ItemKind::Model(_) | ItemKind::Component(_) => {
                let Some(declaration) = self.component(key) else { return };
                if matches!(item.kind, ItemKind::Component(_)) {
                    self.values.effort.expect_component();
                    self.values.reports.leave_sizes_to_models();
                }
                let arguments = declaration.component.params.iter().map(|_| None).collect();
                let arguments = self.overridden(declaration, arguments, overrides);
                self.run_model(declaration, arguments, true);
                self.finish_records();
                self.evaluator().check_loops();
            }
            ItemKind::Const(_) => {
                self.evaluator().const_value(key);
            }
            ItemKind::Function(_) => {
                self.values.effort.expect_function();
                self.values.reports.leave_sizes_to_models();
                self.evaluator().check_function(key);
            }
            ItemKind::Enum(_) => {
                self.values.enum_item(key);
            }
            ItemKind::Import(_) | ItemKind::Experiment(_) => {}
        }
    }

    /// The arguments with those replaced that are given from outside.
    fn overridden(
        &mut self,
        declaration: Declaration<'a>,
        mut arguments: Arguments<'a>,
        overrides: &[Override],
    ) -> Arguments<'a> {
        for (name, key) in overrides {
            let Some(syntax::Item { kind: ItemKind::Const(given), .. }) =
                self.values.sources.item(*key)
            else {
                continue;
            };
            let context = self.values.item_context(*key);
            let params = &declaration.component.params;
            match params.iter().position(|param| *param.name.text == **name) {
                Some(index) => {
                    // Names in it mean what they mean in the model's file.
                    let module = declaration.context.source.module;
                    let context =
                        Context { source: Source { module, ..context.source }, ..context };
                    if let Some(argument) = arguments.get_mut(index) {
                        *argument = Some(Definition::Expr(&given.value, context));
                    }
                }
                None => {
                    let names: Vec<&str> =
                        params.iter().map(|param| param.name.text.as_ref()).collect();
                    let place = context.place(given.name.span);
                    let called = &declaration.component.name.text;
                    self.values.report(
                        context,
                        diagnostics::unknown_argument(place, name, called, &names),
                    );
                }
            }
        }
        arguments
    }

    fn run_model(
        &mut self,
        declaration: Declaration<'a>,
        arguments: Arguments<'a>,
        warn: bool,
    ) -> ScopeId {
        let name = &declaration.component.name;
        self.elements.model = Some((name.text.to_string(), declaration.context.place(name.span)));
        let scope = self.instantiate(declaration, arguments, String::new(), None, Role::Parameter);
        self.values.names.is_complete = true;
        self.elements.root_scope = warn.then_some(scope);
        if self.values.recorder.is_some() {
            self.evaluate_focus();
            return scope;
        }
        if self.values.reports.is_too_much() {
            return scope;
        }
        self.evaluator().force_all();
        let item = self.values.sources.item(declaration.key);
        let is_model = item.is_some_and(|item| matches!(item.kind, ItemKind::Model(_)));
        self.finish_elements(is_model);
        self.elements.parameters = self.parameters(declaration, scope);
        if is_model {
            self.check_fluids();
        }
        scope
    }

    /// The model that an experiment names.
    fn experiment_model(
        &mut self,
        context: Context,
        name: &syntax::Name,
    ) -> Option<Declaration<'a>> {
        // That a name is missing has been said.
        if name.text.is_empty() {
            return None;
        }
        let place = context.place(name.span);
        let mut module = context.source.module;
        let mut parts = name.text.split('.').peekable();
        while let Some(part) = parts.next() {
            let names = self.values.sources.names(module);
            let meaning = names.names.get(part).map(|definition| definition.meaning);
            match (meaning, parts.peek()) {
                (Some(Meaning::Module(inner)), Some(_)) => module = inner,
                (Some(Meaning::Missing), _) => return None,
                (Some(Meaning::Model(key) | Meaning::Component(key)), None) => {
                    let declaration = self.component(key)?;
                    if let Some(syntax::Item { kind: ItemKind::Component(_), .. }) =
                        self.values.sources.item(key)
                    {
                        let declared = declaration.context.place(declaration.component.name.span);
                        let report = diagnostics::wrong_entity(
                            place,
                            &name.text,
                            "a model",
                            "a component",
                            Some(declared),
                        );
                        self.values.report(context, report.note("an experiment runs a `model`; use the component as a `part` of one"));
                        return None;
                    }
                    return Some(declaration);
                }
                (Some(_), None) => {
                    let report =
                        diagnostics::wrong_entity(place, &name.text, "a model", "no model", None);
                    self.values.report(context, report);
                    return None;
                }
                // It may be the one whose name is missing, which has been said.
                (None, _) if names.names.contains_key("") => return None,
                (_, _) => {
                    let models: Vec<&str> = names
                        .names
                        .iter()
                        .filter(|(_, own)| matches!(own.meaning, Meaning::Model(_)))
                        .map(|(name, _)| name.as_ref())
                        .collect();
                    self.values.report(context, diagnostics::unknown_name(place, part, &models));
                    return None;
                }
            }
        }
        None
    }

    fn finish_experiment<'s>(
        &mut self,
        context: Context,
        experiment: &syntax::Experiment,
        chunks: &'s [Chunk],
        of: OfModel<'_, 'a>,
    ) -> Vec<(Context, &'s syntax::Element)> {
        let scope = self.values.names.open(
            Some(of.scope),
            ScopeKind::Experiment,
            String::new(),
            String::new(),
        );
        let place = context.place(experiment.name.span);
        let mut written: Vec<(Context, Written<'s>)> = Vec::new();
        let members: Vec<(Context, &'s syntax::Member)> = chunks
            .iter()
            .flat_map(|chunk| {
                let source = Source { offset: chunk.offset, ..context.source };
                let inside = Context { source, scope: Some(scope), call: None, turn: None };
                chunk.members.all().iter().map(move |member| (inside, member.as_ref()))
            })
            .collect();
        let (concluding, recorded) = self.recorded_names(scope, &members);
        let mut criteria: Vec<(Context, &'s syntax::Element)> = Vec::new();
        let mut plots: Vec<(Context, &'s syntax::Element)> = Vec::new();
        let mut views: Vec<(Context, &'s syntax::Element)> = Vec::new();
        let mut inputs: Vec<(Context, &'s syntax::Element)> = Vec::new();
        let mut unknowns: Vec<(Context, &'s syntax::Element)> = Vec::new();
        let mut choices: Vec<(Context, &'s syntax::Element)> = Vec::new();
        let mut sensitivities: Vec<(Context, &'s syntax::Element)> = Vec::new();
        let mut samples = Vec::new();
        let mut has_input = false;
        for &(inside, member) in &members {
            match &member.kind {
                // `require 1 m > 2 m` reads like one.
                MemberKind::Analysis(analysis)
                    if let Some(row) = row_of(&analysis.keyword.text) =>
                {
                    let message = format!("a `{}` needs a name", row.name);
                    let place = inside.place(analysis.keyword.span);
                    let usage = schema::usage(row);
                    let report = diagnostics::misplaced_part(place, &message, &usage);
                    self.values.report(inside, report);
                }
                MemberKind::Analysis(analysis) => {
                    written.push((inside, Written::of_clauses(analysis)));
                }
                MemberKind::Element(element) if is_analysis(element) => {
                    written.push((inside, self.analysis_block(inside, element)));
                }
                MemberKind::Element(element) if is_of(KindId::Vary, element) => {
                    self.elements.is_study = true;
                    if self.is_asked(inside, member.span) {
                        let variation = self.variation(inside, of, element);
                        self.elements.variations.extend(variation);
                    }
                }
                MemberKind::Element(element) if is_of(KindId::Sample, element) => {
                    self.elements.is_study = true;
                    if self.is_asked(inside, member.span) {
                        samples.extend(self.sample(inside, of, element));
                    }
                }
                MemberKind::Element(element) if is_of(KindId::Cases, element) => {
                    self.elements.is_study = true;
                    if self.is_asked(inside, member.span) {
                        self.cases(inside, of, element);
                    }
                }
                MemberKind::Element(element) if is_of(KindId::Find, element) => {
                    if self.is_asked(inside, member.span) {
                        let inside = Context { scope: Some(concluding), ..inside };
                        unknowns.push((inside, element));
                    }
                }
                MemberKind::Element(element) if is_of(KindId::Choose, element) => {
                    if self.is_asked(inside, member.span) {
                        let inside = Context { scope: Some(concluding), ..inside };
                        choices.push((inside, element));
                    }
                }
                MemberKind::Element(element) if is_of(KindId::Sensitivity, element) => {
                    if self.is_asked(inside, member.span) {
                        sensitivities.push((inside, element));
                    }
                }
                MemberKind::Element(element) if is_of(KindId::Input, element) => {
                    has_input = true;
                    if self.is_asked(inside, member.span) {
                        inputs.push((inside, element));
                    }
                }
                MemberKind::Element(element) if is_of(KindId::Plot, element) => {
                    if self.is_asked(inside, member.span) {
                        let inside = Context { scope: Some(concluding), ..inside };
                        plots.push((inside, element));
                    }
                }
                MemberKind::Element(element) if is_of(KindId::View, element) => {
                    if self.is_asked(inside, member.span) {
                        views.push((inside, element));
                    }
                }
                MemberKind::Element(element) if is_of(KindId::Require, element) => {
                    if self.is_asked(inside, member.span) {
                        let inside = Context { scope: Some(concluding), ..inside };
                        criteria.push((inside, element));
                    }
                }
                MemberKind::Record(entries) => {
                    self.expect_records(inside, member, entries);
                }
                MemberKind::Let { .. }
                | MemberKind::For { .. }
                | MemberKind::If { .. }
                | MemberKind::Part { .. }
                | MemberKind::Enum { .. }
                | MemberKind::Action(_)
                | MemberKind::Assignment(_)
                | MemberKind::Element(_) => {
                    if let MemberKind::Element(element) = &member.kind
                        && schema::kind(&element.kind.text).is_none()
                    {
                        let kind = &element.kind;
                        let beside = schema::kinds().iter().filter(|kind| kind.of_experiment);
                        let kinds = schema::analyses().iter().chain(beside).map(|kind| kind.name);
                        let names: Vec<&str> = kinds.chain(["record"]).collect();
                        let place = inside.place(kind.span);
                        let report = diagnostics::unknown_kind(place, &kind.text, None, &names);
                        self.values.report(inside, report);
                        continue;
                    }
                    let place = inside.place(member.span);
                    let report = diagnostics::misplaced_element(
                        place,
                        member_in_words(&member.kind),
                        "experiment",
                        "in a model or a component; an experiment takes `simulate`, \
                         `equilibrium`, `modes`, `linearize` or `response`, `record`, `plot`, `view`, `require`, `vary`, `sample`, `cases`, `find`, `choose`, `sensitivity` and `input`",
                    );
                    self.values.report(inside, report);
                }
            }
        }
        self.drawn_variations(samples);
        // Of words that are none each is told as such, and at least one is looked at.
        let is_analysis = |word: &str| schema::analyses().iter().any(|kind| kind.name == word);
        if let Some(first) = written.iter().position(|(_, own)| is_analysis(&own.keyword.text)) {
            let (known, others): (Vec<_>, Vec<_>) = std::mem::take(&mut written)
                .into_iter()
                .enumerate()
                .partition(|(at, (_, own))| *at == first || is_analysis(&own.keyword.text));
            others.into_iter().for_each(|(_, (inside, own))| self.no_analysis_of(inside, &own));
            written = known.into_iter().map(|(_, own)| own).collect();
        } else if !written.is_empty() {
            let others = written.split_off(1);
            others.into_iter().for_each(|(inside, own)| self.no_analysis_of(inside, &own));
        }
        if let Some(((inside, first), others)) = written.split_first() {
            self.finish_analysis(*inside, first, &experiment.name.text, place);
            self.in_hertz(*inside, first);
            let first = inside.place(first.keyword.span);
            for (inside, other) in others {
                let here = inside.place(other.keyword.span);
                self.values.report(*inside, diagnostics::second_analysis(here, first));
            }
        } else {
            let report = diagnostics::no_analysis(place, &experiment.name.text);
            self.values.report(context, report);
        }
        for (inside, element) in inputs {
            self.input(inside, of, element);
        }
        let is_within = written.first().is_some_and(|(_, own)| own.has_input());
        self.one_input(context, (place, has_input || is_within));
        self.values.concluded.of_motions = self.of_motions(of);
        for (inside, element) in unknowns {
            self.unknown(inside, of, element);
        }
        for (inside, element) in sensitivities {
            self.sensitivity(inside, of, element);
        }
        for &(inside, element) in &choices {
            self.choice(inside, of, element);
        }
        self.finish_choices(of, &choices);
        for (inside, element) in criteria {
            self.criterion(inside, element);
        }
        for (inside, element) in views {
            self.view(inside, element);
        }
        if !plots.is_empty() {
            self.conclude(&recorded);
        }
        plots
    }
}

fn member_in_words(kind: &MemberKind) -> &str {
    match kind {
        MemberKind::Let { .. } => "`let`",
        MemberKind::For { .. } => "`for`",
        MemberKind::If { .. } => "`if`",
        MemberKind::Part { .. } => "part",
        MemberKind::Enum { .. } => "enum",
        MemberKind::Element(element) => &element.kind.text,
        MemberKind::Record(_) => "`record`",
        MemberKind::Analysis(analysis) => &analysis.keyword.text,
        MemberKind::Action(action) => action.verb.text(),
        MemberKind::Assignment(_) => "assignment",
    }
}
