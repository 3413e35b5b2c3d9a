//! A part of a text.

use std::ops::Deref;
use std::sync::Arc;

use cdl_grammar::syntax::Span;

/// A part of a text: by itself, or with all of it where it is most of it. So no text stands in memory twice, and what is
/// held of one that has been replaced is less than twice as large as what is needed of it.
#[derive(Clone)]
pub(super) struct Excerpt {
    whole: Arc<str>,
    span: Span,
}

impl Excerpt {
    /// Nothing where the span is not in the text.
    pub(super) fn of(text: &Arc<str>, span: Span) -> Self {
        let part = text.get(span.start as usize..span.end as usize).unwrap_or("");
        if 2 * part.len() > text.len() {
            return Self { whole: text.clone(), span };
        }
        Self { whole: Arc::from(part), span: Span::new(0, part.len() as u32) }
    }
}

impl Deref for Excerpt {
    type Target = str;

    fn deref(&self) -> &str {
        &self.whole[self.span.start as usize..self.span.end as usize]
    }
}

/// As texts.
impl PartialEq for Excerpt {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Excerpt {}

impl std::fmt::Debug for Excerpt {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Debug::fmt(&**self, out)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use cdl_grammar::syntax::Span;

    use super::Excerpt;

    #[test]
    fn most_of_a_text_is_shared_and_less_of_it_stands_alone() {
        let text: Arc<str> = Arc::from("model M() {} const a = 1");
        let most = Excerpt::of(&text, Span::new(0, 13));
        let rest = Excerpt::of(&text, Span::new(13, 24));
        assert_eq!((&*most, &*rest), ("model M() {} ", "const a = 1"));
        assert_eq!(Arc::strong_count(&text), 2);
        assert_eq!(most, Excerpt::of(&Arc::from("model M() {} "), Span::new(0, 13)));
        assert_ne!(most, rest);
        assert_eq!(&*Excerpt::of(&text, Span::new(20, 99)), "");
    }
}
