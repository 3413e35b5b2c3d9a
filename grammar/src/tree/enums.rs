//! `enum Phase { lowering, landed }`, as an item and as a member.

use pest::iterators::Pair;

use super::{Reader, missing_name};
use crate::rules::Rule;
use crate::syntax::{EnumValue, Enumeration, Span};

impl Reader<'_> {
    /// An enum that starts at `start`. One without values is reported here, since nothing could have its type.
    pub fn enumeration(&mut self, pair: Pair<Rule>, start: usize) -> Enumeration {
        let whole = self.span(&pair);
        let nothing = Span::new(whole.end, whole.end);
        let mut found =
            Enumeration { name: missing_name(whole.end), values: Vec::new(), body: nothing };
        let mut is_broken = false;
        for inner in pair.into_inner() {
            let span = self.span(&inner);
            match inner.as_rule() {
                Rule::name => found.name = self.name(&inner),
                Rule::open_brace => found.body = span,
                Rule::close_brace => found.body = found.body.to(span),
                Rule::enum_value => found.values.extend(self.enum_value(inner)),
                Rule::rest => {
                    is_broken = true;
                    found.name = self.first_name(&inner);
                    self.left_over(Rule::strict_enum, start, &inner);
                }
                Rule::tail => self.left_over(Rule::strict_enum, start, &inner),
                _ => {}
            }
        }
        if found.values.is_empty() && !is_broken && !self.is_explained(whole) {
            let name = &found.name.text;
            let message = format!("the enum `{name}` has no values");
            let help = format!("name them between the braces: `enum {name} {{ first, second }}`");
            self.error(found.name.span, message, Some(help));
        }
        found
    }

    /// The name of what is broken is kept, so that its uses are no mistakes.
    fn enum_value(&mut self, pair: Pair<Rule>) -> Option<EnumValue> {
        let (start, end) = (pair.as_span().start(), pair.as_span().end());
        let docs = self.docs(start as u32);
        let inner = pair.into_inner().next()?;
        let name = match inner.as_rule() {
            Rule::name => self.name(&inner),
            _ => {
                self.diagnose(Rule::strict_enum_value, start, end);
                self.first_name(&inner)
            }
        };
        (!name.text.is_empty()).then_some(EnumValue { docs, name })
    }
}
