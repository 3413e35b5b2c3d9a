//! Numbers as text.

/// Base64 (RFC 4648) of the values as little-endian `f32`.
pub(super) fn base64(values: impl Iterator<Item = f64>) -> String {
    let bytes: Vec<u8> = values.flat_map(|value| (value as f32).to_le_bytes()).collect();
    encoded(&bytes)
}

/// Base64 (RFC 4648).
pub(in crate::results) fn encoded(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let byte = |index: usize| u32::from(chunk.get(index).copied().unwrap_or(0));
        let word = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..4 {
            let sextet = (word >> (18 - 6 * place)) as usize & 63;
            let letter = ALPHABET.get(sextet).copied().unwrap_or(b'=');
            text.push(if place <= chunk.len() { char::from(letter) } else { '=' });
        }
    }
    text
}
