//! Ropes do not push.
