//! What a message quotes may be of any length; what is shown of it is not.

use super::Diagnostic;

/// Of what stands between backquotes, bytes.
const LONGEST_QUOTED: usize = 160;
/// What is kept of a longer one at either end.
const KEPT: usize = 40;
/// Of a whole message, note or label.
const LONGEST: usize = 4000;

/// Notes of one message.
const MOST_NOTES: usize = 20;

const ELLIPSIS: &str = "…";

impl Diagnostic {
    /// With what it quotes cut to what a person reads. What a fix writes stays as it is.
    pub(crate) fn brief(mut self) -> Self {
        let more = self.notes.len().saturating_sub(MOST_NOTES);
        if more > 0 {
            self.notes.truncate(MOST_NOTES);
            self.notes.push(format!("and {more} more like these"));
        }
        let labels = std::iter::once(&mut self.primary).chain(&mut self.related);
        let texts = labels.map(|label| &mut label.text).chain(&mut self.notes);
        let title = self.fix.iter_mut().map(|fix| &mut fix.title);
        for text in texts.chain(title).chain(std::iter::once(&mut self.message)) {
            if text.len() > LONGEST_QUOTED {
                *text = brief(text);
            }
        }
        self
    }
}

fn brief(text: &str) -> String {
    let pieces = text.split('`').enumerate().map(|(index, piece)| match index % 2 {
        1 if piece.len() > LONGEST_QUOTED => {
            let start = piece.floor_char_boundary(KEPT);
            let end = piece.ceil_char_boundary(piece.len() - KEPT);
            format!("{}{ELLIPSIS}{}", &piece[..start], &piece[end..])
        }
        _ => piece.to_owned(),
    });
    let mut text = pieces.collect::<Vec<_>>().join("`");
    if text.len() > LONGEST {
        text.truncate(text.floor_char_boundary(LONGEST));
        text.push_str(ELLIPSIS);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_quoted_is_cut_in_its_middle_and_a_whole_message_at_its_end() {
        let long = "ä".repeat(1000);
        let cut = brief(&format!("there is nothing called `{long}` here, but `b`"));
        let ends = "ä".repeat(20);
        assert_eq!(cut, format!("there is nothing called `{ends}…{ends}` here, but `b`"));
        let many = brief(&format!("there are {}", "`a`, ".repeat(5000)));
        assert!(many.len() < LONGEST + 10 && many.ends_with('…'), "{}", many.len());
        let short = "`a` is not `b`".repeat(20);
        assert_eq!(brief(&short), short);
    }
}
