//! A tree of tree-sitter in the lines of `cdl_grammar::tree_text`.

use tree_sitter::Node;

/// The lines of the file whose root is `root`, read from `source`.
pub fn text_of_nodes(root: Node, source: &str) -> String {
    let mut writer = Writer { source, out: String::new(), level: 0 };
    for item in children(root) {
        writer.item(item);
    }
    writer.out
}

/// The named children that are no comments.
fn children<'t>(node: Node<'t>) -> Vec<Node<'t>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).filter(|child| !child.is_extra()).collect()
}

fn of_kind<'t>(node: Node<'t>, kind: &str) -> Vec<Node<'t>> {
    children(node).into_iter().filter(|child| child.kind() == kind).collect()
}

struct Writer<'s> {
    source: &'s str,
    out: String,
    level: usize,
}

impl Writer<'_> {
    fn line(&mut self, text: impl AsRef<str>) {
        let indent = "  ".repeat(self.level);
        self.out.push_str(&format!("{indent}{}\n", text.as_ref()));
    }

    fn inside(&mut self, write: impl FnOnce(&mut Self)) {
        self.level += 1;
        write(self);
        self.level -= 1;
    }

    fn text(&self, node: Node) -> &str {
        node.utf8_text(self.source.as_bytes()).unwrap_or_default()
    }

    fn field(&self, node: Node, name: &str) -> Option<String> {
        node.child_by_field_name(name).map(|child| self.text(child).to_owned())
    }

    fn name(&self, node: Node) -> String {
        self.field(node, "name").unwrap_or_default()
    }

    fn value(&self, node: Node, name: &str) -> Option<String> {
        node.child_by_field_name(name).map(|child| self.expr(child))
    }

    fn item(&mut self, item: Node) {
        let name = self.name(item);
        match item.kind() {
            "import_item" => {
                self.line("import");
                self.inside(|writer| {
                    for target in children(item) {
                        let path = writer.field(target, "path").unwrap_or_default();
                        let alias = after(" as ", writer.field(target, "alias"));
                        writer.line(format!("{path}{alias}"));
                    }
                });
            }
            "const_item" => {
                let definition = self.definition(item);
                self.line(format!("const {definition}"));
            }
            "function_item" => {
                let result = item.child_by_field_name("result").map(|ty| self.ty(ty));
                self.line(format!("fn {name}{}", after(" -> ", result)));
                self.inside(|writer| {
                    writer.parameters(item);
                    let body = writer.value(item, "value").unwrap_or_default();
                    writer.line(format!("= {body}"));
                });
            }
            "enum_item" => self.enumeration(item, ""),
            "model_item" | "component_item" => {
                self.line(format!("{} {name}", item.kind().trim_end_matches("_item")));
                self.inside(|writer| writer.parameters(item));
                self.body(item);
            }
            "experiment_item" => {
                let model = self.field(item, "model").unwrap_or_default();
                let arguments = self.arguments(item);
                self.line(format!("experiment {name} = {model}({arguments})"));
                self.body(item);
            }
            kind => self.line(format!("unknown item {kind}")),
        }
    }

    fn enumeration(&mut self, node: Node, public: &str) {
        let name = self.name(node);
        self.line(format!("{public}enum {name}"));
        let Some(body) = node.child_by_field_name("body") else { return };
        self.inside(|writer| {
            for value in children(body) {
                let value = writer.name(value);
                writer.line(value);
            }
        });
    }

    /// `name: Type = value`
    fn definition(&self, node: Node) -> String {
        let ty = node.child_by_field_name("type").map(|ty| self.ty(ty));
        let value = self.value(node, "value").unwrap_or_default();
        format!("{}{} = {value}", self.name(node), after(": ", ty))
    }

    fn parameters(&mut self, item: Node) {
        let Some(parameters) = item.child_by_field_name("parameters") else { return };
        for parameter in children(parameters) {
            let ty = parameter.child_by_field_name("type").map(|ty| self.ty(ty));
            let default = after(" = ", self.value(parameter, "default"));
            self.line(format!("param {}{}{default}", self.name(parameter), after(": ", ty)));
        }
    }

    fn ty(&self, node: Node) -> String {
        let arguments: Vec<_> =
            of_kind(node, "type").into_iter().map(|argument| self.ty(argument)).collect();
        match arguments.is_empty() {
            true => self.name(node),
            false => format!("{}({})", self.name(node), arguments.join(", ")),
        }
    }

    /// The members in the body of `node`, one level deeper.
    fn body(&mut self, node: Node) {
        let Some(body) = node.child_by_field_name("body") else { return };
        self.inside(|writer| {
            for member in children(body) {
                writer.member(member);
            }
        });
    }

    fn member(&mut self, member: Node) {
        let public = if of_kind(member, "public").is_empty() { "" } else { "pub " };
        match member.kind() {
            "let_member" => {
                let name = self.element_name(member);
                let ty = member.child_by_field_name("type").map(|ty| self.ty(ty));
                let (ty, value) = (after(": ", ty), self.value(member, "value"));
                let value = value.unwrap_or_default();
                self.line(format!("{public}let {name}{ty} = {value}"));
            }
            "for_member" => {
                let index = self.field(member, "index").unwrap_or_default();
                let range = self.value(member, "range").unwrap_or_default();
                self.line(format!("for {index} in {range}"));
                self.body(member);
            }
            "if_member" => {
                let mut arms = vec![member];
                arms.extend(of_kind(member, "else_if"));
                arms.extend(of_kind(member, "else"));
                self.arms(&arms);
            }
            "part_member" | "use_member" => {
                let name = self.element_name(member);
                let component = member.child_by_field_name("component").map(|value| {
                    match value.kind() == "call" && value.child_by_field_name("unit").is_none() {
                        true => self.expr(value),
                        false => format!("{}()", self.expr(value)),
                    }
                });
                self.line(format!("{public}part {name} = {}", component.unwrap_or_default()));
            }
            "enum_member" => self.enumeration(member, public),
            "record_member" => {
                self.line("record");
                self.inside(|writer| {
                    for entry in children(member) {
                        let value = writer.value(entry, "value").unwrap_or_default();
                        let alias = after(" as ", writer.field(entry, "alias"));
                        writer.line(format!("{value}{alias}"));
                    }
                });
            }
            "analysis" => self.analysis(member),
            "action" => {
                let verb = self.field(member, "verb").unwrap_or_default();
                let subject = self.value(member, "subject").unwrap_or_default();
                let to = after(" to ", self.value(member, "to"));
                self.line(format!("action {verb} {subject}{to}"));
                self.inside(|writer| {
                    for clause in of_kind(member, "clause") {
                        let clause = writer.argument(clause);
                        writer.line(clause);
                    }
                });
            }
            "assignment" => {
                let target = self.value(member, "target").unwrap_or_default();
                let value = self.value(member, "value").unwrap_or_default();
                self.line(format!("assign {target} = {value}"));
            }
            // In a loop or a conditional of an event.
            "field" => {
                let name = self.value(member, "name").unwrap_or_default();
                let value = self.value(member, "value").unwrap_or_default();
                self.line(format!("assign {name} = {value}"));
            }
            "event" | "element" => self.element(member, public),
            kind => self.line(format!("unknown member {kind}")),
        }
    }

    /// `if`, `else if`, ... , `else`: each stands in the `else` of the one before.
    fn arms(&mut self, arms: &[Node]) {
        let Some((first, rest)) = arms.split_first() else { return };
        let Some(condition) = self.value(*first, "condition") else { return self.body(*first) };
        self.line(format!("if {condition}"));
        self.body(*first);
        let Some(next) = rest.first() else { return };
        if next.kind() == "else_if" {
            self.line("else");
            self.inside(|writer| writer.arms(rest));
        } else if next.child_by_field_name("body").is_some_and(|body| !children(body).is_empty()) {
            self.line("else");
            self.arms(rest);
        }
    }

    /// Positional arguments are the subject, named ones are clauses.
    fn analysis(&mut self, analysis: Node) {
        let keyword = self.field(analysis, "keyword").unwrap_or_default();
        let mut clauses = analysis.child_by_field_name("arguments").map_or(Vec::new(), children);
        clauses.extend(of_kind(analysis, "clause"));
        let (named, positional): (Vec<_>, Vec<_>) =
            clauses.into_iter().partition(|clause| clause.child_by_field_name("name").is_some());
        let subject = self
            .value(analysis, "subject")
            .or_else(|| positional.first().and_then(|argument| self.value(*argument, "value")));
        self.line(format!("analysis {keyword}{}", after(" ", subject)));
        self.inside(|writer| {
            for clause in named {
                let argument = writer.argument(clause);
                writer.line(argument);
            }
        });
    }

    fn element(&mut self, element: Node, public: &str) {
        let kind = self.field(element, "kind").unwrap_or_default();
        let name = element.child_by_field_name("name").map(|_| self.element_name(element));
        self.line(format!("{public}element {kind}{}", after(" ", name)));
        self.inside(|writer| {
            if let Some(variant) = element.child_by_field_name("variant") {
                let call = variant.named_child(0).unwrap_or(variant);
                let name = writer.value(call, "function").unwrap_or_else(|| writer.expr(call));
                let arguments = writer.arguments(call);
                writer.line(format!(": {name}({arguments})"));
            }
            for relation in of_kind(element, "relation") {
                let word = writer.field(relation, "word").unwrap_or_default();
                let target = writer.value(relation, "target").unwrap_or_default();
                let at = after(" at ", writer.value(relation, "at"));
                let manner = writer.field(relation, "manner");
                let manner = manner.map_or(String::new(), |manner| format!(" ({manner})"));
                writer.line(format!("{word} {target}{at}{manner}"));
            }
            if let Some(law) = element.child_by_field_name("law") {
                let law = match law.kind() == "constraint" {
                    true => children(law).into_iter().map(|law| writer.expr(law)).collect(),
                    false => writer.expr(law),
                };
                writer.line(format!("= {law}"));
            }
            let Some(body) = element.child_by_field_name("body") else { return };
            for field in of_kind(body, "field") {
                let field = writer.argument(field);
                writer.line(field);
            }
            for member in children(body).into_iter().filter(|member| member.kind() != "field") {
                writer.member(member);
            }
        });
    }

    fn element_name(&self, node: Node) -> String {
        let name = self.name(node);
        match self.value(node, "index") {
            Some(index) => format!("{name}[{index}]"),
            None => name,
        }
    }

    fn arguments(&self, node: Node) -> String {
        let arguments = node.child_by_field_name("arguments").map_or(Vec::new(), children);
        self.separated(&arguments, Self::argument)
    }

    fn separated(&self, nodes: &[Node], write: impl Fn(&Self, Node) -> String) -> String {
        nodes.iter().map(|&node| write(self, node)).collect::<Vec<_>>().join(", ")
    }

    /// `name = value`, or a value alone; `value at offset` is a call.
    fn argument(&self, node: Node) -> String {
        let name = self.field(node, "name").map_or(String::new(), |name| format!("{name} = "));
        let value = self.value(node, "value").unwrap_or_default();
        match self.value(node, "at") {
            Some(offset) => format!("{name}at({value}, {offset})"),
            None => format!("{name}{value}"),
        }
    }

    /// What stands before a dot or a bracket: all of a row in parentheses is an array.
    fn target(&self, node: Node, name: &str) -> String {
        let Some(target) = node.child_by_field_name(name) else { return String::new() };
        let text = self.expr(target);
        if target.kind() == "group" && is_every(target) { format!("({text})") } else { text }
    }

    fn expr(&self, node: Node) -> String {
        let part = |name| self.value(node, name).unwrap_or_default();
        let word = |name| self.field(node, name).unwrap_or_default();
        let unit = self.field(node, "unit").map_or(String::new(), |unit| format!("<{unit}>"));
        match node.kind() {
            "identifier" | "text" | "boolean" => self.text(node).to_owned(),
            "quantity" => format!("{}{unit}", word("number")),
            "shown" => format!("{} in {}", part("value"), word("unit")),
            "group" => children(node).into_iter().map(|inner| self.expr(inner)).collect(),
            "attribute" => format!("{}.{}", self.target(node, "target"), word("name")),
            "index" => format!("{}[{}]", self.target(node, "target"), part("index")),
            "each" => "*".to_owned(),
            "call" => {
                format!("{}({}){unit}", self.target(node, "function"), self.arguments(node))
            }
            "comprehension" => {
                let condition = after(" if ", self.value(node, "condition"));
                let (index, range) = (word("index"), part("range"));
                format!("[for {index} in {range}{condition}: {}]{unit}", part("element"))
            }
            "unary_expression" if word("operator") == "-" => format!("(-{})", part("operand")),
            "unary_expression" => format!("(not {})", part("operand")),
            "binary_expression" => {
                format!("({} {} {})", part("left"), word("operator"), part("right"))
            }
            "conditional" => {
                format!("(if {} then {} else {})", part("condition"), part("then"), part("else"))
            }
            "list" => {
                let elements: Vec<_> =
                    children(node).into_iter().filter(|child| child.kind() != "unit").collect();
                format!("[{}]{unit}", self.separated(&elements, Self::expr))
            }
            "structure" => format!("{{{}}}", self.separated(&children(node), Self::argument)),
            kind => format!("<unknown {kind}>"),
        }
    }
}

/// Whether a chain of dots, indices and calls has a `[*]` in it.
fn is_every(node: Node) -> bool {
    let below = match node.kind() {
        "group" => node.named_child(0),
        "call" => node.child_by_field_name("function"),
        "attribute" | "index" => node.child_by_field_name("target"),
        _ => None,
    };
    let index = node.child_by_field_name("index");
    index.is_some_and(|index| index.kind() == "each") || below.is_some_and(is_every)
}

fn after(mark: &str, text: Option<String>) -> String {
    text.map_or(String::new(), |text| format!("{mark}{text}"))
}
