//! Arguments of calls, variants, parts and experiments.

use cdl_compiler::View;

use super::CompletionKind;
use super::documentation::Subject;
use super::list::{Entry, List};
use super::placeholder;
use super::snippet::Snippet;
use super::values;
use crate::ide::place::callee::{Parameter, Source};
use crate::ide::place::{Argument, Callee};

/// Where an argument starts, the one at `index`: the names of those that are not given, and values
/// for this one.
pub(super) fn complete(
    list: &mut List<'_>,
    Argument { callee, index, is_free, given, expected }: &Argument,
) {
    let cursor = list.cursor;
    let parameters = callee.parameters(list.view);
    let next = cursor.rest_of_line().chars().next();
    let is_named = next == Some('=');
    for (i, own) in parameters.iter().enumerate() {
        let is_positional = *is_free && i < *index;
        if own.name.is_empty() || given.contains(&own.name) || is_positional {
            continue;
        }
        let rank = if own.is_required { 0 } else { 50 };
        let entry = Entry::plain(&*own.name, CompletionKind::Argument, rank);
        let entry = match is_named {
            true => entry,
            false => entry.snippet(assigned(own)),
        };
        let detail = match own.is_required {
            true => own.ty.clone(),
            false => format!("{}, optional", own.ty),
        };
        list.add(entry.detail(detail).subject(subject(own)));
    }
    // After a name nothing stands by its position.
    if *is_free && !is_named {
        values::operands(list, expected, 60);
    }
}

fn subject(parameter: &Parameter) -> Subject {
    match parameter.source {
        Source::Field(field) => Subject::Field(field),
        Source::Builtin(builtin) => Subject::Function(builtin),
        Source::Declared(place) => Subject::Declared(place),
        Source::Station => Subject::Nothing,
    }
}

/// A value that fits.
fn placeholder(parameter: &Parameter) -> String {
    match parameter.source {
        Source::Field(field) => placeholder::of_field(field),
        Source::Builtin(_) | Source::Declared(_) | Source::Station => {
            placeholder::of_expected(&parameter.expected, &parameter.name)
        }
    }
}

fn assigned(parameter: &Parameter) -> Snippet {
    Snippet::default().text(&parameter.name).text(" = ").hole(&placeholder(parameter))
}

/// `name(...)` with the arguments that it needs: by name where that reads better, else in order.
pub(super) fn called(view: &View, name: &str, callee: Callee) -> Snippet {
    let mut snippet = Snippet::default().text(name).text("(");
    let required = callee.parameters(view).into_iter().filter(|own| own.is_required);
    for (i, own) in required.enumerate() {
        snippet = snippet.text(if i == 0 { "" } else { ", " });
        snippet = match callee {
            Callee::Item(_) | Callee::Variant(_) | Callee::Analysis(_) => {
                snippet.text(&own.name).text(" = ").hole(&placeholder(&own))
            }
            Callee::Builtin(_) => snippet.hole(&own.name),
            Callee::Station | Callee::Unknown => snippet.hole(&placeholder(&own)),
        };
    }
    snippet.text(")")
}
