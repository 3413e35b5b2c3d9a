//! The ledger across kinks of force laws.
