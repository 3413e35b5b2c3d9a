//! The words that connect elements.

use cdl_compiler::schema::{Kind, Relation, Target};
use cdl_grammar::syntax::RelationWord;

/// The relation words that can follow those which stand there.
pub(in crate::ide) fn following(kind: &'static Kind, used: &[RelationWord]) -> Vec<&'static str> {
    let mut words = Vec::new();
    for set in kind.relations {
        if used.iter().all(|own| set.iter().any(|relation| relation.word == *own)) {
            let next = set.iter().filter(|relation| !used.contains(&relation.word));
            words.extend(next.map(|relation| relation.word.text()));
        }
    }
    words.dedup();
    words
}

pub(in crate::ide) fn targets(kind: &'static Kind, word: RelationWord) -> &'static [Target] {
    let all = kind.relations.iter().flat_map(|set: &&'static [Relation]| set.iter());
    all.filter(|relation| relation.word == word)
        .map(|relation| relation.targets)
        .next()
        .unwrap_or(&[])
}
