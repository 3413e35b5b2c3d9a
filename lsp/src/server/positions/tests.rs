//! Against a slow implementation that shares nothing with the fast one: it walks over characters.

use super::*;

const ENCODINGS: [Encoding; 3] = [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32];

fn width(character: char, encoding: Encoding) -> u32 {
    let width = match encoding {
        Encoding::Utf8 => character.len_utf8(),
        Encoding::Utf16 => character.len_utf16(),
        Encoding::Utf32 => 1,
    };
    width as u32
}

/// Of each character and of the end of the text: byte, line, column, and whether it ends a line.
fn places(text: &str, encoding: Encoding) -> Vec<(usize, u32, u32, bool)> {
    let mut places = Vec::new();
    let (mut line, mut column) = (0, 0);
    let mut characters = text.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        let next = characters.peek().map(|(_, next)| *next);
        places.push((at, line, column, matches!(character, '\r' | '\n')));
        match character {
            '\r' if next == Some('\n') => {}
            '\n' | '\r' => (line, column) = (line + 1, 0),
            other => column += width(other, encoding),
        }
    }
    places.push((text.len(), line, column, true));
    places
}

fn slow_offset(text: &str, position: lsp::Position, encoding: Encoding) -> usize {
    let places = places(text, encoding);
    let mut on_line = places
        .iter()
        .filter(|(_, line, ..)| *line == position.line)
        .map(|(at, _, column, ends)| (*at, *column, *ends));
    let mut best = None;
    for (at, column, ends) in on_line.by_ref() {
        if column <= position.character {
            best = Some(at);
        }
        if ends {
            break;
        }
    }
    best.unwrap_or(text.len())
}

fn slow_position(text: &str, offset: usize, encoding: Encoding) -> lsp::Position {
    let places = places(text, encoding);
    let found = places.iter().rev().find(|(at, ..)| *at <= offset);
    let (_, line, column, _) = found.copied().unwrap_or_default();
    lsp::Position { line, character: column }
}

/// Texts of pieces that are hard on their own and next to each other.
fn texts() -> Vec<String> {
    const PIECES: [&str; 9] = ["a", "mass ", "é", "€", "😀", "\n", "\r\n", "\r", "\u{301}"];
    let mut random = 0x2545_f491_4f6c_dd1d_u64;
    let mut texts = vec![String::new()];
    for _ in 0..400 {
        let mut text = String::new();
        for _ in 0..12 {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            text.push_str(PIECES[(random % PIECES.len() as u64) as usize]);
        }
        texts.push(text);
    }
    texts
}

#[test]
fn every_byte_and_every_position_are_as_the_slow_way_says() {
    for text in texts() {
        let fast = Text::new(text.as_str().into());
        for encoding in ENCODINGS {
            for offset in 0..=text.len() + 2 {
                let expected = slow_position(&text, offset, encoding);
                assert_eq!(fast.position(offset, encoding), expected, "{text:?} {offset}");
            }
            for line in 0..16 {
                for character in 0..32 {
                    let position = lsp::Position { line, character };
                    let expected = slow_offset(&text, position, encoding);
                    let found = fast.offset(position, encoding);
                    assert_eq!(found, expected, "{text:?} {line}:{character} {encoding:?}");
                }
            }
        }
    }
}

#[test]
fn the_largest_numbers_do_no_harm() {
    let text = Text::new("é\n😀".into());
    for encoding in ENCODINGS {
        assert_eq!(text.offset(lsp::Position::new(0, u32::MAX), encoding), 2);
        assert_eq!(text.offset(lsp::Position::new(1, u32::MAX), encoding), 7);
        assert_eq!(text.offset(lsp::Position::new(u32::MAX, u32::MAX), encoding), 7);
        assert_eq!(text.position(usize::MAX, encoding).line, 1);
    }
}

#[test]
fn a_position_inside_a_surrogate_pair_is_that_of_the_character() {
    let text = Text::new("a😀b".into());
    assert_eq!(text.offset(lsp::Position::new(0, 2), Encoding::Utf16), 1);
    assert_eq!(text.offset(lsp::Position::new(0, 3), Encoding::Utf16), 5);
    let backwards = lsp::Range::new(lsp::Position::new(0, 3), lsp::Position::new(0, 1));
    assert_eq!(text.bytes(backwards, Encoding::Utf16), 1..5);
}

#[test]
fn the_encoding_is_the_first_known_that_the_client_likes() {
    use lsp::PositionEncodingKind as Kind;
    assert_eq!(Encoding::negotiated(None), Encoding::Utf16);
    assert_eq!(Encoding::negotiated(Some(&[])), Encoding::Utf16);
    assert_eq!(Encoding::negotiated(Some(&[Kind::UTF8, Kind::UTF16])), Encoding::Utf8);
    assert_eq!(Encoding::negotiated(Some(&[Kind::new("x"), Kind::UTF32])), Encoding::Utf32);
}
