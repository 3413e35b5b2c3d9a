//! What is recorded so far.

use rustc_hash::FxHashMap;

use crate::elaborate::context::Context;
use crate::elaborate::context::MemberAt;
use crate::place::Place;
use crate::typed::Record;

/// An entry of a `record` member in one instance.
pub(super) struct RecordMember {
    pub(super) context: Context,
    pub(super) member: MemberAt,
    /// Its place among those of the member.
    pub(super) index: usize,
}

/// What the model records, and what it still has to read of that.
#[derive(Default)]
pub(super) struct Records {
    expected: Vec<RecordMember>,
    places: FxHashMap<String, Place>,
    records: Vec<Record>,
}

impl Records {
    pub(super) fn expect(&mut self, member: RecordMember) {
        self.expected.push(member);
    }

    pub(super) fn take_expected(&mut self) -> Vec<RecordMember> {
        std::mem::take(&mut self.expected)
    }

    /// Where something is recorded under this name already.
    pub(super) fn place(&self, name: &str) -> Option<Place> {
        self.places.get(name).copied()
    }

    pub(super) fn add(&mut self, record: Record) {
        self.places.insert(record.name.clone(), record.place);
        self.records.push(record);
    }

    pub(super) fn into_records(self) -> Vec<Record> {
        self.records
    }
}
