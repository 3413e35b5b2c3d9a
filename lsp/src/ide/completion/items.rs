//! Items of a file.

use super::CompletionKind;
use super::list::{Entry, List};
use super::snippet::Snippet;

pub(super) fn complete(list: &mut List<'_>) {
    let cursor = list.cursor;
    let words = ["model", "component", "experiment", "import", "const", "fn", "enum"];
    if cursor.is_line_free() {
        let snippet = Snippet::default;
        let model = list.view.runnables(list.path);
        let model = model
            .iter()
            .rev()
            .find(|own| own.kind == cdl_compiler::RunnableKind::Model)
            .map_or("Model", |own| own.name.as_str());
        let templates = [
            (
                "model",
                "a whole system",
                snippet().text("model ").hole("Name").text(" {\n  ").hole("").text("\n}"),
            ),
            (
                "component",
                "a piece of a model, to be used in many places",
                snippet()
                    .text("component ")
                    .hole("Name")
                    .text("(")
                    .hole("length: Length")
                    .text(") {\n  ")
                    .hole("")
                    .text("\n}"),
            ),
            (
                "experiment",
                "a model with what is to be done with it",
                snippet()
                    .text("experiment ")
                    .hole("name")
                    .text(" = ")
                    .hole(model)
                    .text("() {\n  simulate ")
                    .hole("10 s")
                    .text(" with rk4(step = ")
                    .hole("5 ms")
                    .text("), every ")
                    .hole("10 ms")
                    .text("\n}"),
            ),
            (
                "enum",
                "a type with named values",
                snippet().text("enum ").hole("Phase").text(" { ").hole("first, second").text(" }"),
            ),
            ("const", "a constant", snippet().text("const ").hole("name").text(" = ").hole("1 m")),
            (
                "fn",
                "a function",
                snippet()
                    .text("fn ")
                    .hole("name")
                    .text("(")
                    .hole("x: Length")
                    .text(") -> ")
                    .hole("Area")
                    .text(" = ")
                    .hole("x^2"),
            ),
        ];
        for (rank, (word, detail, snippet)) in (0..).zip(templates) {
            let entry = Entry::plain(format!("{word} …"), CompletionKind::Template, rank);
            list.add(entry.snippet(snippet).detail(detail).filter(word));
        }
    }
    list.words(&words);
}
