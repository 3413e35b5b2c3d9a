//! How much one elaboration may take: how deep expressions go, and how many there are.

/// Evaluations of expressions in one elaboration, far beyond any sensible model.
const FUEL: u64 = 20_000_000;
/// After so many of them somebody may want to stop.
const GIVE_WAY: u64 = 256;
/// Nested evaluations, of expressions within expressions and of names within names. Keeps the stack
/// below a megabyte.
const MAX_DEPTH: u32 = 400;
/// From here on, what a name needs is evaluated before the name.
const DEEP: u32 = 60;

/// Instances, blocks, and turns of loops and comprehensions in one model: some 300 MB of them.
const MAX_SCOPES: usize = 200_000;
/// In a component that is looked at by itself. What is larger than this is looked at in the models that it is a part
/// of: components that hold each other twice would take as long as the whole model each.
const MAX_ALONE: usize = 20_000;
/// Evaluations in a component by itself.
const FUEL_ALONE: u64 = 2_000_000;
/// Evaluations in a function by itself, which calls others. What takes more is looked at where it is called.
const FUEL_OF_FUNCTION: u64 = 50_000;

pub(in crate::elaborate) struct Effort {
    depth: u32,
    most_scopes: usize,
    /// Evaluations that are left.
    fuel: u64,
}

impl Default for Effort {
    fn default() -> Self {
        Self { depth: 0, most_scopes: MAX_SCOPES, fuel: FUEL }
    }
}

impl Effort {
    /// From now on it is a component by itself.
    pub(in crate::elaborate) fn expect_component(&mut self) {
        self.most_scopes = MAX_ALONE;
        self.fuel = self.fuel.min(FUEL_ALONE);
    }

    /// From now on it is a function by itself.
    pub(in crate::elaborate) fn expect_function(&mut self) {
        self.fuel = self.fuel.min(FUEL_OF_FUNCTION);
    }

    /// Nothing more is to be evaluated.
    pub(super) fn exhaust(&mut self) {
        self.fuel = 0;
    }

    pub(super) fn are_too_many(&self, scopes: usize) -> bool {
        scopes > self.most_scopes
    }

    pub(super) fn is_spent(&self) -> bool {
        self.fuel == 0
    }

    /// Counts one evaluation; whether it is time to give way.
    pub(super) fn spend(&mut self) -> bool {
        self.fuel = self.fuel.saturating_sub(1);
        self.fuel.is_multiple_of(GIVE_WAY)
    }

    /// Counts what is done for each of so many values.
    pub(super) fn spend_for(&mut self, values: usize) {
        self.fuel = self.fuel.saturating_sub(values as u64);
    }

    /// One step deeper; `false` where expressions are nested beyond reason.
    pub(super) fn descend(&mut self) -> bool {
        if self.depth >= MAX_DEPTH {
            return false;
        }
        self.depth += 1;
        true
    }

    pub(super) fn ascend(&mut self) {
        self.depth -= 1;
    }

    pub(super) fn is_deep(&self) -> bool {
        self.depth > DEEP
    }
}
