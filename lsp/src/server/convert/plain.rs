//! Markdown as plain text, for clients that show nothing else.

/// Without the marks: of blocks of code what stands in them, of links their text.
pub(super) fn plain(markdown: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut is_code = false;
    for line in markdown.lines() {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        } else if is_code {
            lines.push(line.to_owned());
        } else if let Some(cells) = line.trim().strip_prefix('|') {
            lines.extend(row(cells));
        } else {
            let is_rule = line.len() > 2 && line.bytes().all(|byte| byte == b'-');
            let text = if is_rule { "" } else { line.trim_start_matches('#').trim_start() };
            // No two empty lines, and none at the start.
            if !text.is_empty() || lines.last().is_some_and(|last| !last.is_empty()) {
                lines.push(without_marks(text));
            }
        }
    }
    lines.join("\n").trim_end().to_owned()
}

/// The cells of a row of a table side by side; nothing of the line below its head.
fn row(cells: &str) -> Option<String> {
    let cells: Vec<&str> =
        cells.split('|').map(str::trim).filter(|cell| !cell.is_empty()).collect();
    let is_line = cells.iter().all(|cell| cell.bytes().all(|byte| matches!(byte, b'-' | b':')));
    (!is_line).then(|| cells.into_iter().map(without_marks).collect::<Vec<_>>().join("  "))
}

fn without_marks(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find(['`', '*', '[']) {
        let (before, marked) = rest.split_at(at);
        text.push_str(before);
        let (mark, after) = marked.split_at(1);
        rest = match mark {
            // What stands between these is as it is.
            "`" => match after.split_once('`') {
                Some((code, after)) => {
                    text.push_str(code);
                    after
                }
                None => after,
            },
            "*" => after.strip_prefix('*').unwrap_or_else(|| {
                text.push('*');
                after
            }),
            "[" => match link(after) {
                Some((name, after)) => {
                    text.push_str(&without_marks(name));
                    after
                }
                None => {
                    text.push('[');
                    after
                }
            },
            _ => after,
        };
    }
    text.push_str(rest);
    text
}

/// Of what follows the `[` of `[name](address)`: the name, and what stands behind it all.
fn link(text: &str) -> Option<(&str, &str)> {
    let (name, rest) = text.split_once("](")?;
    let (_, rest) = rest.split_once(')')?;
    (!name.contains('[')).then_some((name, rest))
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn marks_go_and_words_stay() {
        let markdown = "```cdl\nlet a: Length = [1, 2, 3] * 2 m\n```\n\n---\n\n\nThe **length** of `a * b`, see \
                        [the *reference*](file:///x.md#a) and [0, 1].\n\n## Fields\n- `mass` 2 * 3\n";
        let expected = "let a: Length = [1, 2, 3] * 2 m\n\nThe length of a * b, see the *reference* and [0, 1].\n\n\
                        Fields\n- mass 2 * 3";
        assert_eq!(plain(markdown), expected);
        let table =
            "of it\n\n| field | value |\n|---|:-:|\n| `mass` | **2** kg |\n| | 3 m |\n\nend";
        assert_eq!(plain(table), "of it\n\nfield  value\nmass  2 kg\n3 m\n\nend");
    }
}
