//! Turns of comprehensions under evaluation: what their variables mean in each, and what `[*]` stands for.

use cdl_grammar::syntax::Text;

use super::thing::Thing;
use crate::elaborate::context::TurnId;

/// What a turn gives a meaning to.
#[derive(Clone, Debug)]
pub(in crate::elaborate) enum Turned {
    /// The variable of a comprehension.
    Variable(Text, Thing),
    /// One of those that `[*]` stands for.
    Each(Each),
}

#[derive(Clone, Debug)]
pub(in crate::elaborate) struct Each {
    pub(in crate::elaborate) thing: Thing,
    /// Such as `rope[3]`; empty where nobody asks for it.
    pub(in crate::elaborate) path: String,
}

/// Turns under evaluation, the innermost last.
#[derive(Default)]
pub(in crate::elaborate) struct Turns {
    open: Vec<(Turned, Option<TurnId>)>,
    count: usize,
}

impl Turns {
    /// A turn within `around`.
    pub(in crate::elaborate) fn enter(&mut self, around: Option<TurnId>, turned: Turned) -> TurnId {
        let id = TurnId::after(self.open.len());
        self.open.push((turned, around));
        self.count += 1;
        id
    }

    /// Leaves the innermost turn.
    pub(in crate::elaborate) fn leave(&mut self) {
        self.open.pop();
    }

    /// How many there were.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// From a turn outwards.
    fn outwards(&self, turn: Option<TurnId>) -> impl Iterator<Item = &Turned> {
        let get = |id: TurnId| self.open.get(id.index());
        let turns =
            std::iter::successors(turn.and_then(get), move |(_, around)| around.and_then(get));
        turns.map(|(turned, _)| turned)
    }

    /// What a name means, if it is the variable of a comprehension.
    pub(in crate::elaborate) fn variable(&self, turn: Option<TurnId>, name: &str) -> Option<Thing> {
        self.outwards(turn).find_map(|turned| match turned {
            Turned::Variable(own, thing) if own == name => Some(thing.clone()),
            Turned::Variable(..) | Turned::Each(_) => None,
        })
    }

    /// The variables of the comprehensions around, the innermost first.
    pub(super) fn variables(&self, turn: Option<TurnId>) -> impl Iterator<Item = &str> {
        self.outwards(turn).filter_map(|turned| match turned {
            Turned::Variable(name, _) => Some(name.as_str()),
            Turned::Each(_) => None,
        })
    }

    /// What the innermost `[*]` stands for.
    pub(in crate::elaborate) fn each(&self, turn: Option<TurnId>) -> Option<&Each> {
        self.outwards(turn).find_map(|turned| match turned {
            Turned::Each(each) => Some(each),
            Turned::Variable(..) => None,
        })
    }
}
