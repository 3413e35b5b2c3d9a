//! Messages on a byte stream: a header with the length, a blank line, JSON.

use std::io::{self, BufRead, Read, Write};

use serde_json::Value;

/// A longer message is skipped: no editor sends one, and a length that is a mistake must not take
/// all memory.
const LONGEST_MESSAGE: u64 = 512 << 20;

/// A longer line is no header.
const LONGEST_HEADER: u64 = 8 << 10;

const LENGTH: &str = "content-length:";

#[derive(Debug, PartialEq)]
pub(super) enum Incoming {
    Message(Value),
    /// The body of a message that is no JSON.
    Unreadable(String),
}

/// The next message; `None` at the end of the stream. What is not a header is skipped.
///
/// # Errors
/// The stream cannot be read any more.
pub(super) fn read(input: &mut impl BufRead) -> io::Result<Option<Incoming>> {
    let Some(length) = read_header(input)? else { return Ok(None) };
    if length > LONGEST_MESSAGE {
        io::copy(&mut input.by_ref().take(length), &mut io::sink())?;
        return Ok(Some(Incoming::Unreadable("the message is too long".to_owned())));
    }
    let mut body = Vec::new();
    input.by_ref().take(length).read_to_end(&mut body)?;
    if (body.len() as u64) < length {
        return Ok(None);
    }
    Ok(Some(match serde_json::from_slice(&body) {
        Ok(message) => Incoming::Message(message),
        Err(error) => Incoming::Unreadable(error.to_string()),
    }))
}

/// The length of the message that follows; `None` at the end of the stream.
fn read_header(input: &mut impl BufRead) -> io::Result<Option<u64>> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        if input.by_ref().take(LONGEST_HEADER).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line).to_ascii_lowercase();
        if let Some(at) = line.find(LENGTH) {
            let number = line.get(at + LENGTH.len()..).unwrap_or("");
            length = number.trim().parse().ok();
        } else if line.trim().is_empty()
            && let Some(length) = length
        {
            return Ok(Some(length));
        }
    }
}

/// Writes a message and sends it off.
///
/// # Errors
/// Nobody reads the stream any more.
pub(super) fn write(output: &mut impl Write, message: &str) -> io::Result<()> {
    write!(output, "Content-Length: {}\r\n\r\n{message}", message.len())?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn all(stream: &[u8]) -> Vec<Incoming> {
        let mut input = stream;
        std::iter::from_fn(|| read(&mut input).unwrap()).collect()
    }

    #[test]
    fn what_is_written_is_read() {
        let mut stream = Vec::new();
        write(&mut stream, r#"{"a":"ü"}"#).unwrap();
        write(&mut stream, "[]").unwrap();
        let expected = [json!({"a": "ü"}), json!([])].map(Incoming::Message);
        assert_eq!(all(&stream), expected);
    }

    #[test]
    fn garbage_costs_only_itself() {
        let stream = b"nonsense\r\n\r\nContent-Length: 2\r\nContent-Type: x\r\n\r\n{}\
            \xff\xfeContent-Length: x\r\n\r\ncontent-length:3\n\n{]}Content-Length: 2\r\n\r\n[]";
        let found = all(stream);
        assert!(matches!(
            found.as_slice(),
            [Incoming::Message(_), Incoming::Unreadable(_), Incoming::Message(_)]
        ));
    }

    #[test]
    fn a_cut_message_is_the_end() {
        assert_eq!(all(b"Content-Length: 5\r\n\r\n{}"), []);
        assert_eq!(all(b"Content-Len"), []);
    }
}
