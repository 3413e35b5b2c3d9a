//! A fixed implicit step divides itself where it has to, and says so.
