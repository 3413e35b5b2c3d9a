//! What is recorded so far.

use std::sync::Arc;

use cdl_graph::NodeId;
use rustc_hash::FxHashMap;

use super::columns::columns;
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
    columns: FxHashMap<String, Column>,
    records: Vec<Record>,
}

/// A column of the results so far.
pub(super) struct Column {
    pub(super) node: NodeId,
    pub(super) unit: Option<Arc<str>>,
    /// Of what is recorded.
    pub(super) place: Place,
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

    /// What is recorded in a column of this name already.
    pub(super) fn column(&self, name: &str) -> Option<&Column> {
        self.columns.get(name)
    }

    /// Takes away what is recorded by itself and is a component of `vector`. Whether `vector` is more than what is there.
    pub(super) fn replace_components(&mut self, vector: &Record) -> bool {
        let own = columns(vector);
        if own.len() < 2 {
            return false;
        }
        self.records.retain(|record| !own.iter().any(|(name, _)| *name == record.name));
        true
    }

    pub(super) fn add(&mut self, record: Record) {
        let Record { place, ref unit, .. } = record;
        for (name, node) in columns(&record) {
            self.columns.insert(name, Column { node, unit: unit.clone(), place });
        }
        self.places.insert(record.name.clone(), record.place);
        self.records.push(record);
    }

    pub(super) fn into_records(self) -> Vec<Record> {
        self.records
    }
}
