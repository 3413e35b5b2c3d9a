//! The features as plain data: byte offsets in, byte ranges and text out.

#[cfg(test)]
mod fixture;
