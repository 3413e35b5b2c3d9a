//! Rows between steps satisfy the constraints and the ledger as those on steps do.
