//! What follows from the text of an element alone, whichever turn of a loop or instance of a component it stands for.

use std::rc::Rc;

use super::written::Given;
use crate::schema::{self, Relation};
use crate::typed::Value;

/// Found at the first of them, for all the others.
pub(super) struct Read<'a> {
    pub(super) given: Rc<[(&'static schema::Field, Given<'a>)]>,
    /// Once it has been looked at and nothing was wrong in the whole model: the relations that it has chosen. Until
    /// then each is looked at, as what is wrong may be told of it.
    pub(super) sound: Option<Option<&'static [Relation]>>,
    /// From then on, too.
    pub(super) left_out: Option<LeftOut>,
}

/// The fields that the text leaves to their defaults, sorted by name, and all others.
#[derive(Clone)]
pub(super) struct LeftOut {
    pub(super) defaults: Rc<Vec<(&'static str, Value)>>,
    pub(super) others: Rc<Vec<&'static schema::Field>>,
    /// How many get a value.
    pub(super) total: usize,
}

impl<'a> Read<'a> {
    pub(super) fn new(given: Rc<[(&'static schema::Field, Given<'a>)]>) -> Self {
        Self { given, sound: None, left_out: None }
    }
}
