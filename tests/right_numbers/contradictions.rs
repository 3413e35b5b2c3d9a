//! Equations that contradict each other end a run, whenever they begin to.
