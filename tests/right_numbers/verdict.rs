//! Every run is judged by its energy ledger.
