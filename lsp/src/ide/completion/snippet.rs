//! Text with places to be filled in, as editors understand it.

/// What is put in place of what has been typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Insert {
    Plain(String),
    /// With `${1:default}` for what is to be filled in; lines after the first are indented by two
    /// blanks for each level and expect to be shifted to the column of the first.
    Snippet(String),
}

/// Writes a snippet piece by piece.
#[derive(Clone, Debug, Default)]
pub(super) struct Snippet {
    text: String,
    holes: u32,
}

impl Snippet {
    pub fn text(mut self, text: &str) -> Self {
        escape(&mut self.text, text);
        self
    }

    /// Something to be filled in, with what stands there before.
    pub fn hole(mut self, default: &str) -> Self {
        self.holes += 1;
        self.text.push_str(&format!("${{{}:", self.holes));
        escape(&mut self.text, default);
        self.text.push('}');
        self
    }

    pub fn finish(self) -> Insert {
        match self.holes {
            0 => Insert::Plain(unescaped(&self.text)),
            _ => Insert::Snippet(self.text),
        }
    }
}

fn escape(into: &mut String, text: &str) {
    for c in text.chars() {
        if matches!(c, '$' | '}' | '\\') {
            into.push('\\');
        }
        into.push(c);
    }
}

fn unescaped(text: &str) -> String {
    let mut plain = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        plain.push(if c == '\\' { chars.next().unwrap_or(c) } else { c });
    }
    plain
}

impl Insert {
    /// With every place filled in by what stands there, for editors that know no snippets.
    pub fn plain(&self) -> String {
        let text = match self {
            Insert::Plain(text) => return text.clone(),
            Insert::Snippet(text) => text,
        };
        let mut plain = String::new();
        let mut chars = text.chars();
        while let Some(c) = chars.next() {
            match c {
                '\\' => plain.extend(chars.next()),
                '$' => {
                    // Up to the colon of `${1:`.
                    let _ = chars.by_ref().take_while(|c| *c != ':').count();
                }
                '}' => {}
                c => plain.push(c),
            }
        }
        plain
    }
}

#[test]
fn braces_in_a_snippet_are_text_again() {
    let snippet = Snippet::default().text("start = { angle = ").hole("{1}").text(" }").finish();
    assert_eq!(snippet, Insert::Snippet("start = { angle = ${1:{1\\}} \\}".to_owned()));
    assert_eq!(snippet.plain(), "start = { angle = {1} }");
    assert_eq!(Snippet::default().text("a }").finish(), Insert::Plain("a }".to_owned()));
}
