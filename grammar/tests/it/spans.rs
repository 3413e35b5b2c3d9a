//! Spans point at what they belong to.

use cdl_grammar::parse;
use cdl_grammar::syntax::{
    Argument, Block, Clause, Element, ElementName, Enumeration, Expr, ExprKind, Field, ItemKind,
    Member, MemberKind, Name, Span,
};

/// Walks over a chunk that starts at `offset` of `text`.
struct Walk<'t> {
    text: &'t str,
    offset: u32,
    names: usize,
}

impl Walk<'_> {
    fn at(&self, span: Span) -> &str {
        let span = span.shifted(self.offset);
        &self.text[span.start as usize..span.end as usize]
    }

    fn name(&mut self, name: &Name) {
        assert_eq!(self.at(name.span), &*name.text);
        self.names += 1;
    }

    fn element_name(&mut self, name: &ElementName) {
        self.name(&name.name);
        name.index.iter().for_each(|index| self.expr(index));
    }

    fn arguments(&mut self, arguments: &[Argument]) {
        for argument in arguments {
            argument.name.iter().for_each(|name| self.name(name));
            self.expr(&argument.value);
            assert!(self.at(argument.span).ends_with(self.at(argument.value.span)));
        }
    }

    fn fields(&mut self, fields: &[Field]) {
        for field in fields {
            self.name(&field.name);
            self.expr(&field.value);
            assert!(self.at(field.span).starts_with(&*field.name.text));
            assert!(self.at(field.span).ends_with(self.at(field.value.span)));
        }
    }

    fn expr(&mut self, expr: &Expr) {
        let text = self.at(expr.span).to_owned();
        assert_eq!(text.trim(), text, "blanks around an expression");
        match &expr.kind {
            ExprKind::Number { digits, unit } => {
                assert!(text.starts_with(&**digits) || text.starts_with('('), "{text}");
                unit.iter().for_each(|unit| self.name(unit));
            }
            ExprKind::Name(name) => {
                assert!(text.trim_matches(['(', ')']).trim() == &**name, "{text}")
            }
            ExprKind::Text(_) => assert!(text.starts_with('"') && text.ends_with('"')),
            ExprKind::Bool(_) | ExprKind::Error => {}
            ExprKind::Member { target, name } => {
                self.expr(target);
                self.name(name);
            }
            ExprKind::Index { target, index } => {
                self.expr(target);
                self.expr(index);
            }
            ExprKind::Call { callee, arguments, unit } => {
                self.expr(callee);
                self.arguments(arguments);
                unit.iter().for_each(|unit| self.name(unit));
            }
            ExprKind::Unary { operand, .. } => self.expr(operand),
            ExprKind::Binary { left, right, op_span, .. } => {
                assert!(left.span.end <= op_span.start && op_span.end <= right.span.start);
                self.expr(left);
                self.expr(right);
            }
            ExprKind::Chain { first, links } => {
                self.expr(first);
                let mut end = first.span.end;
                for link in links.iter() {
                    assert!(end <= link.op_span.start && link.op_span.end <= link.right.span.start);
                    self.expr(&link.right);
                    end = link.right.span.end;
                }
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                assert!(text.starts_with("if") || text.starts_with('('), "{text}");
                [condition, then, otherwise].into_iter().for_each(|part| self.expr(part));
            }
            ExprKind::List { elements, unit } => {
                elements.iter().for_each(|element| self.expr(element));
                unit.iter().for_each(|unit| self.name(unit));
            }
            ExprKind::Comprehension(own) => {
                assert!(text.trim_start_matches('(').starts_with('['), "{text}");
                self.name(&own.index);
                self.expr(&own.range);
                own.condition.iter().for_each(|condition| self.expr(condition));
                self.expr(&own.element);
                own.unit.iter().for_each(|unit| self.name(unit));
            }
            ExprKind::Every { row, element } => {
                assert!(row.span.end < element.span.end, "{text}");
                self.expr(row);
                self.expr(element);
            }
            ExprKind::Each => {
                assert!(text.trim_end_matches(')').trim_end().ends_with(']'), "{text}")
            }
            ExprKind::Struct(fields) => self.fields(fields),
            ExprKind::In { value, unit } => {
                assert!(value.span.end < unit.span.start, "{text}");
                self.expr(value);
                self.name(unit);
            }
        }
    }

    fn block(&mut self, block: &Block) {
        let text = self.at(block.span);
        assert!(text.starts_with('{') && text.ends_with('}'));
        self.fields(&block.fields);
        self.members(&block.members);
    }

    fn members(&mut self, members: &[Member]) {
        for member in members {
            self.member(member);
        }
    }

    fn enumeration(&mut self, declared: &Enumeration) {
        self.name(&declared.name);
        declared.values.iter().for_each(|value| self.name(&value.name));
        let body = self.at(declared.body);
        assert!(body.starts_with('{') && body.ends_with('}'), "{body}");
    }

    fn member(&mut self, member: &Member) {
        let text = self.at(member.span).to_owned();
        assert_eq!(text.trim(), text, "blanks around a member");
        match &member.kind {
            MemberKind::Let { name, value, .. } => {
                self.element_name(name);
                self.expr(value);
                assert!(text.ends_with(self.at(value.span)));
            }
            MemberKind::For { index, range, body } => {
                self.name(index);
                self.expr(range);
                self.members(body);
            }
            MemberKind::If { condition, then, otherwise } => {
                self.expr(condition);
                self.members(then);
                self.members(otherwise);
            }
            MemberKind::Part { name, component, arguments, .. } => {
                self.element_name(name);
                self.expr(component);
                self.arguments(arguments);
            }
            MemberKind::Element(element) => self.element(element),
            MemberKind::Record(entries) => {
                for entry in entries {
                    self.expr(&entry.value);
                    entry.alias.iter().for_each(|alias| self.name(alias));
                }
            }
            MemberKind::Analysis(analysis) => {
                self.name(&analysis.keyword);
                analysis.subject.iter().for_each(|subject| self.expr(subject));
                self.clauses(&analysis.clauses);
            }
            MemberKind::Action(action) => {
                assert_eq!(self.at(action.word), action.verb.text());
                assert!(text.starts_with(action.verb.text()));
                self.expr(&action.subject);
                action.to.iter().for_each(|to| self.expr(to));
                self.clauses(&action.clauses);
                let clause = action.clauses.last().map(|clause| &clause.value);
                let last = clause.or(action.to.as_ref()).unwrap_or(&action.subject);
                assert!(text.ends_with(self.at(last.span)), "{text}");
            }
            MemberKind::Enum { declared, .. } => self.enumeration(declared),
            MemberKind::Assignment(assignment) => {
                self.expr(&assignment.target);
                self.expr(&assignment.value);
                assert!(text.starts_with(self.at(assignment.target.span)), "{text}");
                assert!(text.ends_with(self.at(assignment.value.span)), "{text}");
            }
        }
    }

    fn clauses(&mut self, clauses: &[Clause]) {
        for clause in clauses {
            self.name(&clause.word);
            self.expr(&clause.value);
            assert!(self.at(clause.span).ends_with(self.at(clause.value.span)));
        }
    }

    fn element(&mut self, element: &Element) {
        self.name(&element.kind);
        element.name.iter().for_each(|name| self.element_name(name));
        if let Some(variant) = &element.variant {
            self.name(&variant.name);
            self.arguments(&variant.arguments);
        }
        for relation in &element.relations {
            self.expr(&relation.target);
            relation.at.iter().for_each(|at| self.expr(at));
            relation.manner.iter().for_each(|manner| self.name(manner));
        }
        element.law.iter().for_each(|law| self.expr(law));
        element.body.iter().for_each(|body| self.block(body));
    }
}

/// How many names stand where their spans say.
pub fn check(text: &str) -> usize {
    let mut names = 0;
    for item in parse(text).items {
        let mut walk = Walk { text, offset: item.offset, names: 0 };
        let members = match &item.node.kind {
            ItemKind::Import(import) => {
                import
                    .targets
                    .iter()
                    .filter(|target| !target.quoted)
                    .for_each(|target| walk.name(&target.path));
                &[][..]
            }
            ItemKind::Const(constant) => {
                walk.name(&constant.name);
                walk.expr(&constant.value);
                &[][..]
            }
            ItemKind::Enum(declared) => {
                walk.enumeration(declared);
                &[][..]
            }
            ItemKind::Function(function) => {
                walk.name(&function.name);
                walk.expr(&function.body);
                &[][..]
            }
            ItemKind::Model(component) | ItemKind::Component(component) => {
                walk.name(&component.name);
                component.params.iter().for_each(|param| walk.name(&param.name));
                &component.members
            }
            ItemKind::Experiment(experiment) => {
                walk.name(&experiment.name);
                walk.name(&experiment.model);
                walk.arguments(&experiment.arguments);
                &experiment.members
            }
        };
        for member in members {
            walk.offset = item.offset + member.offset;
            walk.member(&member.node);
        }
        names += walk.names;
    }
    names
}

#[test]
fn names_and_expressions_are_where_their_spans_say() {
    for (path, text) in crate::good_files() {
        assert!(check(&text) > 5, "{}", path.display());
    }
}
