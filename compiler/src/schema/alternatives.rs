//! Fields that depend on each other.

/// Fields of which one at most may be given.
#[derive(Clone, Copy, Debug)]
pub struct Alternatives {
    pub groups: &'static [&'static [&'static str]],
    /// Whether one of each group has to be given.
    pub one_needed: bool,
}

/// An optional field without which others mean nothing.
#[derive(Clone, Copy, Debug)]
pub struct Need {
    pub field: &'static str,
    pub by: &'static [&'static str],
    /// How it could be written.
    pub example: &'static str,
}

/// Fields that are wrong or do nothing beside another.
#[derive(Clone, Copy, Debug)]
pub struct Beside {
    pub field: &'static str,
    pub senseless: &'static [&'static str],
}
