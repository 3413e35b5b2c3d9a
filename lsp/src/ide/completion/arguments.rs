//! Arguments of calls, variants, parts and experiments.

use cdl_compiler::View;

use super::CompletionKind;
use super::call::{self, Callee, Parameter};
use super::context::{Token, TokenKind};
use super::expected::Expected;
use super::list::{Entry, List};
use super::snippet::Snippet;
use super::values;

/// Where an argument starts: the names of those that are not given, and values for this one.
pub(super) fn complete(list: &mut List<'_>, callee: &Callee) {
    let reading = list.reading;
    let context = reading.context;
    let parameters = call::parameters(reading.view, callee);
    let before = context.frames.last().map_or(&[][..], |frame| &frame.tokens);
    let named = |tokens: &[Token]| -> Vec<&str> {
        let pairs = tokens.windows(2).filter(|pair| pair[1].kind == TokenKind::Equals);
        pairs.map(|pair| context.token_text(pair[0])).collect()
    };
    // The name may be the very one in front of the `=` behind the cursor.
    let named_before = named(before);
    let is_free = named_before.is_empty();
    let given = [named_before, named(&context.after)].concat();
    let index = before.iter().filter(|token| token.kind == TokenKind::Comma).count();
    let next = context.rest_of_line().chars().next();
    let is_named = next == Some('=');
    for (i, own) in parameters.iter().enumerate() {
        let is_positional = is_free && i < index;
        if own.name.is_empty() || given.contains(&&*own.name) || is_positional {
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
        list.add(entry.detail(detail).subject(own.subject));
    }
    // After a name nothing stands by its position.
    if is_free && !is_named {
        let own = parameters.get(index).or(parameters.last());
        let expected = own.map_or(Expected::Unknown, |own| own.expected.clone());
        values::operands(list, &expected, 60);
    }
}

fn assigned(parameter: &Parameter) -> Snippet {
    Snippet::default().text(&parameter.name).text(" = ").hole(&parameter.placeholder)
}

/// `name(...)` with the arguments that it needs: by name where that reads better, else in order.
pub(super) fn called(view: &View, name: &str, callee: &Callee) -> Snippet {
    let mut snippet = Snippet::default().text(name).text("(");
    let required = call::parameters(view, callee).into_iter().filter(|own| own.is_required);
    for (i, own) in required.enumerate() {
        snippet = snippet.text(if i == 0 { "" } else { ", " });
        snippet = match callee {
            Callee::Item(_) | Callee::Variant(_) => {
                snippet.text(&own.name).text(" = ").hole(&own.placeholder)
            }
            Callee::Builtin(_) => snippet.hole(&own.name),
            Callee::Station | Callee::Unknown => snippet.hole(&own.placeholder),
        };
    }
    snippet.text(")")
}
