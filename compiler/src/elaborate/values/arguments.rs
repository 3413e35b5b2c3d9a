//! Which argument is for which parameter.

use cdl_grammar::syntax::{Argument, ExprKind, Span};

use super::evaluator::Evaluator;
use crate::diagnostics;
use crate::elaborate::context::Context;

impl<'a> Evaluator<'_, 'a> {
    /// One entry for each parameter, given as name and whether it may be left out. `None` after
    /// reporting what is wrong.
    pub(in crate::elaborate) fn match_arguments<'s>(
        &mut self,
        context: Context,
        called: &str,
        parameters: &[(&str, bool)],
        arguments: &'s [Argument],
        span: Span,
    ) -> Option<Vec<Option<&'s Argument>>> {
        let mut matched: Vec<Option<&'s Argument>> = vec![None; parameters.len()];
        let mut good = true;
        let mut position = 0;
        let names = || -> Vec<&str> { parameters.iter().map(|(name, _)| *name).collect() };
        let signature = || format!("{called}({})", names().join(", "));
        for argument in arguments {
            let slot = match &argument.name {
                Some(name) => {
                    let found = parameters.iter().position(|(own, _)| **own == *name.text);
                    if found.is_none() {
                        let place = context.place(name.span);
                        let report =
                            diagnostics::unknown_argument(place, &name.text, called, &names());
                        self.values.report(context, report);
                    }
                    found
                }
                None => {
                    position += 1;
                    // One report is enough, however many there are too many.
                    if position == parameters.len() + 1 {
                        let place = context.place(argument.span);
                        let report = diagnostics::too_many_arguments(
                            place,
                            called,
                            parameters.len(),
                            &signature(),
                        );
                        self.values.report(context, report);
                    }
                    (position <= parameters.len()).then(|| position - 1)
                }
            };
            let Some((slot, entry)) = slot.and_then(|slot| Some((slot, matched.get_mut(slot)?)))
            else {
                good = false;
                continue;
            };
            if let Some(earlier) = entry {
                let first = context.place(earlier.span);
                let place = context.place(argument.span);
                let name = parameters.get(slot).map_or("", |(name, _)| name);
                self.values
                    .report(context, diagnostics::argument_twice(place, name, called, first));
                good = false;
                continue;
            }
            *entry = Some(argument);
        }
        let mut missing = parameters
            .iter()
            .zip(&matched)
            .filter(|((_, optional), given)| !optional && given.is_none())
            .map(|((name, _), _)| *name);
        // What could not be read may have been several.
        let is_readable = |argument: &Argument| !matches!(argument.value.kind, ExprKind::Error);
        good &= arguments.iter().all(is_readable) || missing.clone().next().is_none();
        if good && let Some(first) = missing.next() {
            let place = context.place(span);
            let mut report = diagnostics::missing_argument(place, first, called, &signature());
            for name in missing {
                report = report.note(format!("`{name}` is missing too"));
            }
            self.values.report(context, report);
            good = false;
        }
        if good {
            return Some(matched);
        }
        // What is in the arguments is checked all the same, where its names can be known.
        for argument in arguments {
            if !matches!(argument.value.kind, ExprKind::Name(_) | ExprKind::Call { .. }) {
                self.thing(context, &argument.value);
            }
        }
        None
    }
}
