//! A block that stands in round or square brackets, as it belongs into braces.

use crate::lexemes::{Lexeme, LexemeKind, lex};
use crate::syntax::{Span, SyntaxFix};

/// Said of the brackets in which the block of an element stands.
pub(crate) const BLOCK: &str = "a block stands in braces";

/// What stands from the bracket at `open` to its partner, in braces and with its fields separated as fields are; nothing
/// where the bracket has no partner.
pub(crate) fn braced(text: &str, open: u32) -> Option<SyntaxFix> {
    let rest = text.get(open as usize..)?;
    let mut depth = 0_usize;
    let mut block = String::new();
    let mut written = 0;
    let mut replace = |lexeme: Lexeme, by: &str| {
        block.push_str(&rest[written..lexeme.start as usize]);
        block.push_str(by);
        written = lexeme.end as usize;
    };
    let code: Vec<Lexeme> = lex(rest).into_iter().filter(Lexeme::is_code).collect();
    let LexemeKind::Open(bracket) = code.first()?.kind else { return None };
    for (index, &lexeme) in code.iter().enumerate() {
        match lexeme.kind {
            LexemeKind::Open(_) if index == 0 => replace(lexeme, "{"),
            LexemeKind::Close(_) if depth == 1 => {
                replace(lexeme, "}");
                let span = Span::new(0, lexeme.end).shifted(open);
                let is_partner = lexeme.kind == LexemeKind::Close(bracket);
                return is_partner.then_some(SyntaxFix { span, replacement: block });
            }
            // Between arguments stood commas.
            LexemeKind::Comma if depth == 1 => {
                let next = code.get(index + 1);
                let ends_line = next.is_some_and(|next| {
                    rest[lexeme.end as usize..next.start as usize].contains('\n')
                });
                replace(lexeme, if ends_line { "" } else { ";" });
            }
            _ => {}
        }
        match lexeme.kind {
            LexemeKind::Open(_) => depth += 1,
            LexemeKind::Close(_) => depth = depth.checked_sub(1)?,
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
        ] {
            assert_eq!(fixed(text).as_deref(), Some(expected));
        }
        for text in ["body b (", "body b ( a = 1 ]", "body b ( a = f(1 )", "body b ( a = \"2 kg )"]
        {
            assert_eq!(fixed(text), None, "{text}");
        }
    }
}
