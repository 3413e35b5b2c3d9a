//! A block that stands in round or square brackets, as it belongs into braces.

use crate::lexemes::{Lexeme, LexemeKind, lex};
use crate::syntax::{Span, SyntaxFix};

/// Said of the brackets in which the block of an element stands.
pub(crate) const BLOCK: &str = "a block stands in braces";

/// Bytes; longer blocks are not mended, so that many errors cost no more than the text.
const LONGEST: usize = 4096;

/// What stands from the bracket at `open` to its partner, in braces and with its fields separated as fields are; nothing
/// where the bracket has no partner nearby.
pub(crate) fn braced(text: &str, open: u32) -> Option<SyntaxFix> {
    let rest = text.get(open as usize..)?;
    let rest = &rest[..rest.floor_char_boundary(LONGEST)];
    let mut depth = 0_usize;
    let mut block = String::new();
    let mut written = 0;
    let mut replace = |lexeme: Lexeme, by: &str| {
        block.push_str(&rest[written..lexeme.start as usize]);
        block.push_str(by);
        written = lexeme.end as usize;
    };
    let lexemes = lex(rest);
    let LexemeKind::Open(bracket) = lexemes.first()?.kind else { return None };
    for (index, &lexeme) in lexemes.iter().enumerate() {
        match lexeme.kind {
            LexemeKind::Open(_) => {
                if depth == 0 {
                    replace(lexeme, "{");
                }
                depth += 1;
            }
            LexemeKind::Close(_) if depth == 1 => {
                replace(lexeme, "}");
                let span = Span::new(0, lexeme.end).shifted(open);
                let is_partner = lexeme.kind == LexemeKind::Close(bracket);
                return is_partner.then_some(SyntaxFix { span, replacement: block });
            }
            LexemeKind::Close(_) => depth -= 1,
            // Between arguments stood commas.
            LexemeKind::Comma if depth == 1 => {
                let mut behind = lexemes[index + 1..].iter().take_while(|own| !own.is_code());
                let ends_line = behind.any(|own| own.kind == LexemeKind::Newline);
                replace(lexeme, if ends_line { "" } else { ";" });
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::braced;

    fn fixed(text: &str) -> Option<String> {
        let open = text.find(['(', '['])?;
        let fix = braced(text, open as u32)?;
        let (start, end) = (fix.span.start as usize, fix.span.end as usize);
        Some(format!("{}{}{}", &text[..start], fix.replacement, &text[end..]))
    }

    #[test]
    fn brackets_become_braces_and_commas_end_fields() {
        for (text, expected) in [
            ("body b ( mass = 2 kg )", "body b { mass = 2 kg }"),
            ("body b (a = 1, c = f(1, 2)) // (", "body b {a = 1; c = f(1, 2)} // ("),
            ("body b [\n  a = [1, 2],\n  c = 3\n]\n", "body b {\n  a = [1, 2]\n  c = 3\n}\n"),
            ("body b ()", "body b {}"),
            ("body b (a = 1, // one\n c = 2)", "body b {a = 1 // one\n c = 2}"),
            // A line that ends inside of a comment ends no field.
            ("body b (a = 1, /* one\n */ c = 2)", "body b {a = 1; /* one\n */ c = 2}"),
        ] {
            assert_eq!(fixed(text).as_deref(), Some(expected));
        }
        for text in ["body b (", "body b ( a = 1 ]", "body b ( a = f(1 )", "body b ( a = \"2 kg )"]
        {
            assert_eq!(fixed(text), None, "{text}");
        }
    }

    /// Each of many errors looks no farther, however long the text is.
    #[test]
    fn long_blocks_are_left_as_they_are() {
        let block = |count: usize| format!("body b (a = \"{}\")", "é".repeat(count));
        assert!(fixed(&block(2000)).is_some());
        assert_eq!(fixed(&block(2100)), None);
        let far = format!("body b (a = 1) {}", "é".repeat(10_000));
        assert!(fixed(&far).is_some_and(|own| own.starts_with("body b {a = 1} é")));
    }
}
