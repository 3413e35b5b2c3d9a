//! What drives do is work, and not dissipation.
