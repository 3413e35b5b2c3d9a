//! Gives a text back that was packed when the program was built.

/// The text; `None` where `packed` is no packed text.
pub(super) fn unpack(packed: &[u8]) -> Option<String> {
    let mut rest = packed;
    let mut text: Vec<u8> = Vec::new();
    loop {
        let literal = number(&mut rest)?;
        text.extend_from_slice(rest.get(..literal)?);
        rest = &rest[literal..];
        if rest.is_empty() {
            return String::from_utf8(text).ok();
        }
        let length = number(&mut rest)?;
        let start = text.len().checked_sub(number(&mut rest)?)?;
        // What is repeated may go on into what it makes.
        for from in start..start + length {
            text.push(*text.get(from)?);
        }
    }
}

/// Seven bits in each byte, the lowest first; the last byte has no eighth.
fn number(rest: &mut &[u8]) -> Option<usize> {
    let mut value = 0;
    for shift in (0..usize::BITS).step_by(7) {
        let (&byte, behind) = rest.split_first()?;
        *rest = behind;
        value |= usize::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(value);
        }
    }
    None
}
