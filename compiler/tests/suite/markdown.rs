//! Tests in Markdown.

/// One file that is checked, with those that it may need.
pub struct Test {
    /// The document, the headings above it.
    name: String,
    document: String,
    pub files: Vec<File>,
    /// The path of the file that is checked.
    pub main: String,
    /// The inside of a model, which was put around it.
    pub is_fragment: bool,
}

pub struct File {
    pub path: String,
    pub text: String,
    /// The line of the document before its first line.
    line: usize,
}

impl Test {
    /// `FILE:LINE: heading: what is not as it should be`.
    pub fn failure(&self, path: &str, line: usize, reason: &str) -> String {
        let before = self.files.iter().find(|file| file.path == path).map_or(0, |file| file.line);
        format!("{}:{}: {}\n    {reason}", self.document, before + line, self.name)
    }
}

/// The path of a block without one.
const MAIN: &str = "main.cdl";
/// What makes a block a file of its own.
const ITEMS: [&str; 6] = ["model", "component", "experiment", "import", "const", "fn"];

struct Block {
    /// Behind the fence, such as `cdl file=parts/rod.cdl`.
    info: String,
    text: String,
    line: usize,
}

/// The tests of a document. All named files under one heading belong to all its tests.
pub fn tests_of(document: &str, text: &str) -> Vec<Test> {
    let mut tests = Vec::new();
    let mut headings: Vec<String> = Vec::new();
    let mut section: Vec<Block> = Vec::new();
    let mut open: Option<Block> = None;
    for (index, line) in text.lines().enumerate() {
        if let Some(block) = &mut open {
            if line.trim_end() == "```" {
                section.extend(open.take());
            } else {
                block.text.push_str(line);
                block.text.push('\n');
            }
        } else if let Some(info) = line.strip_prefix("```") {
            open =
                Some(Block { info: info.trim().to_owned(), text: String::new(), line: index + 1 });
        } else if line.starts_with('#') {
            tests.extend(tests_in(document, &headings, std::mem::take(&mut section)));
            let depth = line.bytes().take_while(|byte| *byte == b'#').count();
            headings.truncate(depth.saturating_sub(1));
            headings.push(line.trim_start_matches('#').trim().to_owned());
        }
    }
    assert!(open.is_none(), "{document}: a code block is not closed");
    tests.extend(tests_in(document, &headings, section));
    tests
}

fn tests_in(document: &str, headings: &[String], blocks: Vec<Block>) -> Vec<Test> {
    let name_of = |block: &Block| {
        block.info.split_whitespace().find_map(|word| Some(word.strip_prefix("file=")?.to_owned()))
    };
    let file =
        |path: String, block: &Block| File { path, text: block.text.clone(), line: block.line };
    let mut tests = Vec::new();
    for block in blocks.iter().filter(|block| block.info == "cdl") {
        let is_fragment = !declares_item(&block.text);
        let mut main = file(MAIN.to_owned(), block);
        if is_fragment {
            // On the same line, so that lines stay what they are.
            main.text = format!("model Fragment {{ {}}}\n", main.text);
        }
        let named = blocks.iter().filter_map(|block| Some(file(name_of(block)?, block)));
        let files = std::iter::once(main).chain(named).collect();
        tests.push(Test {
            name: headings.join(" > "),
            document: document.to_owned(),
            files,
            main: MAIN.to_owned(),
            is_fragment,
        });
    }
    tests
}

/// Whether some line starts with the word of an item.
fn declares_item(text: &str) -> bool {
    text.lines().any(|line| {
        line.split_whitespace().next().is_some_and(|word| ITEMS.contains(&word))
            && !line.starts_with(' ')
    })
}
