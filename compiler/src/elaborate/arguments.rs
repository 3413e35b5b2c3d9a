//! Which argument is for which parameter.

use cdl_grammar::syntax::{Argument, Span};

use super::{Context, Elaborator, nearest, report};
use crate::place::Place;

impl<'a> Elaborator<'a> {
    /// One entry for each parameter, given as name and whether it may be left out. `None` after
    /// reporting what is wrong. What is called has a name and, if it is written in the language, a
    /// declaration.
    pub(super) fn match_arguments(
        &mut self,
        context: Context,
        (called, declared): (&str, Option<Place>),
        parameters: &[(&str, bool)],
        arguments: &'a [Argument],
        span: Span,
    ) -> Option<Vec<Option<&'a Argument>>> {
        let mut matched: Vec<Option<&'a Argument>> = vec![None; parameters.len()];
        let mut good = true;
        let mut position = 0;
        for argument in arguments {
            let slot = match &argument.name {
                Some(name) => {
                    let found = parameters.iter().position(|(own, _)| **own == *name.text);
                    if found.is_none() {
                        let near = nearest(&name.text, parameters.iter().map(|(name, _)| *name));
                        let place = context.place(name.span);
                        let names: Vec<&str> = parameters.iter().map(|(name, _)| *name).collect();
                        let report = report::unknown_argument(
                            place, called, &name.text, near, &names, declared,
                        );
                        self.report(context, report);
                    }
                    found
                }
                None => {
                    position += 1;
                    if position > parameters.len() {
                        let place = context.place(argument.span);
                        let report =
                            report::too_many_arguments(place, called, parameters.len(), declared);
                        self.report(context, report);
                    }
                    (position <= parameters.len()).then(|| position - 1)
                }
            };
            let Some(entry) = slot.and_then(|slot| matched.get_mut(slot)) else {
                good = false;
                continue;
            };
            if let Some(earlier) = entry {
                let earlier = context.place(earlier.span);
                let place = context.place(argument.span);
                let name = slot.and_then(|slot| parameters.get(slot)).map_or("", |(name, _)| name);
                self.report(context, report::argument_twice(place, name, earlier));
                good = false;
                continue;
            }
            *entry = Some(argument);
        }
        let missing: Vec<&str> = parameters
            .iter()
            .zip(&matched)
            .filter(|((_, optional), given)| !optional && given.is_none())
            .map(|((name, _), _)| *name)
            .collect();
        if good && !missing.is_empty() {
            let place = context.place(span);
            self.report(context, report::missing_arguments(place, called, &missing, declared));
            good = false;
        }
        if good {
            return Some(matched);
        }
        // What is in the arguments is checked all the same.
        for argument in arguments {
            self.thing(context, &argument.value);
        }
        None
    }
}
