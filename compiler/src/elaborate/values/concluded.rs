//! Numbers that are known when a run is over.

use cdl_graph::{Measure, NodeId, StatisticId};
use rustc_hash::FxHashMap;

use crate::place::Place;
use crate::typed::Statistic;
use crate::units::Dimension;

/// One number about a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::elaborate) struct Asked {
    pub(in crate::elaborate) measure: Measure,
    /// The signal; absent where it is about the whole.
    pub(in crate::elaborate) of: Option<NodeId>,
    pub(in crate::elaborate) share: Option<NodeId>,
}

/// What an experiment tells of small motions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::elaborate) enum OfMotions {
    /// At most so many modes.
    Modes { count: i64 },
    /// By an input of this dimension.
    Response { input: Dimension },
    /// Nothing.
    Others,
}

/// What has been asked about a run so far.
#[derive(Default)]
pub(in crate::elaborate) struct Concluded {
    /// Whether what is being evaluated is read when the run is over.
    pub(in crate::elaborate) is_run_over: bool,
    /// What the experiment asks for; absent before that is known, and where there is none.
    pub(in crate::elaborate) of_motions: Option<OfMotions>,
    known: FxHashMap<Asked, StatisticId>,
    statistics: Vec<Statistic>,
}

impl Concluded {
    /// The same number for the same question.
    pub(in crate::elaborate) fn ask(&mut self, asked: Asked, place: Place) -> StatisticId {
        let statistics = &mut self.statistics;
        *self.known.entry(asked).or_insert_with(|| {
            let id = StatisticId(statistics.len() as u32);
            let Asked { measure, of, share } = asked;
            statistics.push(Statistic { measure, of, share, place });
            id
        })
    }

    pub(in crate::elaborate) fn get(&self, id: StatisticId) -> Option<&Statistic> {
        self.statistics.get(id.index())
    }

    pub(in crate::elaborate) fn into_statistics(self) -> Vec<Statistic> {
        self.statistics
    }
}
