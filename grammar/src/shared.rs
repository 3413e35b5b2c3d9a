//! Texts that stand in a file again and again: words of the language, units, small numbers. Equal ones share their memory
//! where they follow each other soon, which halves what the texts of a generated model take.

use std::cell::RefCell;
use std::hash::BuildHasher;
use std::sync::Arc;

use rustc_hash::FxBuildHasher;

/// How many are remembered. A text takes the place of the one before it that has the same hash.
const REMEMBERED: usize = 512;

/// Longer ones are hardly repeated.
const LONGEST: usize = 16;

thread_local! {
    static RECENT: RefCell<Vec<Option<Arc<str>>>> = RefCell::new(vec![None; REMEMBERED]);
}

/// The text, in memory that it may share.
pub(crate) fn shared(text: &str) -> Arc<str> {
    if text.len() > LONGEST {
        return Arc::from(text);
    }
    let slot = FxBuildHasher.hash_one(text) as usize % REMEMBERED;
    RECENT.with_borrow_mut(|recent| match &recent[slot] {
        Some(known) if **known == *text => known.clone(),
        _ => recent[slot].insert(Arc::from(text)).clone(),
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{LONGEST, REMEMBERED, shared};

    #[test]
    fn equal_texts_share_their_memory_and_others_stay_what_they_are() {
        assert!(Arc::ptr_eq(&shared("inertia"), &shared("inertia")));
        // More than there are places for, so that some push others out.
        let many: Vec<String> = (0..3 * REMEMBERED).map(|number| number.to_string()).collect();
        let texts: Vec<Arc<str>> = many.iter().map(|text| shared(text)).collect();
        assert!(many.iter().zip(&texts).all(|(text, shared)| **text == **shared));
        assert_eq!(*shared(&"x".repeat(LONGEST + 1)), *"x".repeat(LONGEST + 1));
    }
}
