//! The syntax trees of a file as one tree, whose nodes know where in the file they stand.

use std::ops::Range;

use cdl_compiler::{FileItem, View};
use cdl_grammar::syntax::{
    Argument, Block, Clause, Element, ElementName, Expr, ExprKind, Field, ImportTarget, Item,
    ItemKind, Member, MemberKind, Param, Placed, RecordEntry, Relation, Span, TypeExpr, Variant,
};

/// A node of the syntax tree, in the file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot<'t> {
    pub node: Node<'t>,
    /// What the spans in the node are relative to.
    base: u32,
    span: Span,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Node<'t> {
    Item(&'t Item),
    Import(&'t ImportTarget),
    Param(&'t Param),
    Type(&'t TypeExpr),
    Member(&'t Member),
    Variant(&'t Variant),
    Relation(&'t Relation),
    Block(&'t Block),
    Field(&'t Field),
    Argument(&'t Argument),
    Record(&'t RecordEntry),
    Clause(&'t Clause),
    Expr(&'t Expr),
}

/// An item with its docs and all that is in it.
pub(crate) fn root<'t>(item: &FileItem<'t>) -> Spot<'t> {
    let span = Span::new(0, item.span.end - item.span.start);
    Spot { node: Node::Item(item.item), base: item.span.start, span }
}

/// The members of a model, a component or an experiment; none of other items.
pub(crate) fn members(item: &Item) -> &[Placed<std::sync::Arc<Member>>] {
    match &item.kind {
        ItemKind::Model(component) | ItemKind::Component(component) => &component.members,
        ItemKind::Experiment(experiment) => &experiment.members,
        ItemKind::Import(_) | ItemKind::Const(_) | ItemKind::Function(_) | ItemKind::Enum(_) => &[],
    }
}

/// The nodes that contain `range`, from its item inwards; none between items. Of two neighbours that
/// touch an empty range, the first.
pub(crate) fn chain<'v>(view: &'v View, path: &str, range: &Range<usize>) -> Vec<Spot<'v>> {
    let items = view.items(path);
    let around = items.iter().map(root).find(|spot| spot.covers(range));
    let mut chain: Vec<Spot<'v>> = Vec::new();
    let mut next = around;
    while let Some(spot) = next {
        chain.push(spot);
        next = None;
        spot.each_child(&mut |child| {
            if next.is_none() && child.covers(range) {
                next = Some(child);
            }
        });
    }
    chain
}

impl<'t> Spot<'t> {
    /// Where it stands in the file.
    pub fn range(&self) -> Range<usize> {
        self.place(self.span)
    }

    /// A span inside of this node as a range of the file.
    pub fn place(&self, span: Span) -> Range<usize> {
        (self.base + span.start) as usize..(self.base + span.end) as usize
    }

    /// Where the text starts that was parsed in one piece: a line of members with the docs before it.
    pub fn chunk_start(&self) -> usize {
        self.base as usize
    }

    fn covers(&self, range: &Range<usize>) -> bool {
        let own = self.range();
        own.start <= range.start && range.end <= own.end
    }

    /// Visits this node and what is in it, parents first; `false` leaves out what is inside.
    pub fn walk(self, visit: &mut dyn FnMut(Spot<'t>) -> bool) {
        if visit(self) {
            self.each_child(&mut |child| child.walk(visit));
        }
    }

    /// The nodes directly inside of this one, in the order of the text but for `else`.
    pub fn each_child(self, visit: &mut dyn FnMut(Spot<'t>)) {
        let mut children = Children { base: self.base, visit };
        match self.node {
            Node::Item(item) => children.of_item(item),
            Node::Import(_) => {}
            Node::Param(param) => {
                children.ty(param.ty.as_ref());
                children.exprs(&param.default);
            }
            Node::Type(ty) => children.ty(&ty.arguments),
            Node::Member(member) => children.of_member(member),
            Node::Variant(variant) => children.arguments(&variant.arguments),
            Node::Relation(relation) => {
                children.exprs([&relation.target]);
                children.exprs(relation.at.as_deref());
            }
            Node::Block(block) => {
                children.fields(&block.fields);
                children.members(&block.members);
            }
            Node::Field(field) => children.exprs([&field.value]),
            Node::Argument(argument) => children.exprs([&argument.value]),
            Node::Record(entry) => children.exprs([&entry.value]),
            Node::Clause(clause) => children.exprs([&clause.value]),
            Node::Expr(expr) => children.of_expr(expr),
        }
    }
}

struct Children<'t, 'f> {
    base: u32,
    visit: &'f mut dyn FnMut(Spot<'t>),
}

impl<'t> Children<'t, '_> {
    fn add(&mut self, node: Node<'t>, span: Span) {
        (self.visit)(Spot { node, base: self.base, span });
    }

    fn exprs(&mut self, exprs: impl IntoIterator<Item = &'t Expr>) {
        exprs.into_iter().for_each(|expr| self.add(Node::Expr(expr), expr.span));
    }

    fn ty(&mut self, types: impl IntoIterator<Item = &'t TypeExpr>) {
        types.into_iter().for_each(|ty| self.add(Node::Type(ty), ty.span));
    }

    fn params(&mut self, params: &'t [Param]) {
        params.iter().for_each(|param| self.add(Node::Param(param), param.span));
    }

    fn arguments(&mut self, arguments: &'t [Argument]) {
        arguments.iter().for_each(|own| self.add(Node::Argument(own), own.span));
    }

    fn fields(&mut self, fields: &'t [Field]) {
        fields.iter().for_each(|field| self.add(Node::Field(field), field.span));
    }

    fn members(&mut self, members: &'t [Member]) {
        members.iter().for_each(|member| self.add(Node::Member(member), member.span));
    }

    fn of_item(&mut self, item: &'t Item) {
        match &item.kind {
            ItemKind::Import(import) => {
                for target in &import.targets {
                    let end = target.alias.as_ref().map_or(target.path.span, |alias| alias.span);
                    self.add(Node::Import(target), target.path.span.to(end));
                }
            }
            ItemKind::Const(own) => {
                self.ty(&own.ty);
                self.exprs([&own.value]);
            }
            ItemKind::Function(own) => {
                self.params(&own.params);
                self.ty(&own.result);
                self.exprs([&own.body]);
            }
            ItemKind::Enum(_) => {}
            ItemKind::Model(own) | ItemKind::Component(own) => self.params(&own.params),
            ItemKind::Experiment(own) => self.arguments(&own.arguments),
        }
        let start = self.base;
        for member in members(item) {
            self.base = start + member.offset;
            self.add(Node::Member(&member.node), member.node.span);
        }
    }

    fn of_member(&mut self, member: &'t Member) {
        match &member.kind {
            MemberKind::Let { name, ty, value, .. } => {
                self.name(name);
                self.ty(ty.as_deref());
                self.exprs([value.as_ref()]);
            }
            MemberKind::For { range, body, .. } => {
                self.exprs([range.as_ref()]);
                self.members(body);
            }
            MemberKind::If { condition, then, otherwise } => {
                self.exprs([condition.as_ref()]);
                self.members(then);
                self.members(otherwise);
            }
            MemberKind::Part { name, component, arguments, .. } => {
                self.name(name);
                self.exprs([component.as_ref()]);
                self.arguments(arguments);
            }
            MemberKind::Enum { .. } => {}
            MemberKind::Element(element) => self.of_element(element),
            MemberKind::Record(entries) => {
                entries.iter().for_each(|entry| self.add(Node::Record(entry), entry.span));
            }
            MemberKind::Analysis(analysis) => {
                self.exprs(&analysis.subject);
                analysis.clauses.iter().for_each(|own| self.add(Node::Clause(own), own.span));
            }
            MemberKind::Action(action) => {
                self.exprs([&action.subject]);
                self.exprs(&action.to);
                action.clauses.iter().for_each(|own| self.add(Node::Clause(own), own.span));
            }
            MemberKind::Assignment(own) => self.exprs([&own.target, &own.value]),
        }
    }

    fn name(&mut self, name: &'t ElementName) {
        self.exprs(name.index.as_deref());
    }

    fn of_element(&mut self, element: &'t Element) {
        element.name.iter().for_each(|name| self.name(name));
        if let Some(variant) = &element.variant {
            self.add(Node::Variant(variant), variant.span);
        }
        element.relations.iter().for_each(|own| self.add(Node::Relation(own), own.span));
        self.exprs(element.law.as_deref());
        if let Some(block) = &element.body {
            self.add(Node::Block(block), block.span);
        }
    }

    fn of_expr(&mut self, expr: &'t Expr) {
        match &expr.kind {
            ExprKind::Number { .. }
            | ExprKind::Text(_)
            | ExprKind::Bool(_)
            | ExprKind::Name(_)
            | ExprKind::Each
            | ExprKind::Error => {}
            ExprKind::Member { target, .. } => self.exprs([&**target]),
            ExprKind::Index { target, index } => self.exprs([&**target, &**index]),
            ExprKind::Call { callee, arguments, .. } => {
                self.exprs([&**callee]);
                self.arguments(arguments);
            }
            ExprKind::Unary { operand: inner, .. } | ExprKind::In { value: inner, .. } => {
                self.exprs([&**inner]);
            }
            ExprKind::Binary { left, right, .. } => self.exprs([&**left, &**right]),
            ExprKind::Chain { first, links } => self.exprs(ExprKind::operands(first, links)),
            ExprKind::Conditional { condition, then, otherwise } => {
                self.exprs([&**condition, &**then, &**otherwise]);
            }
            ExprKind::List { elements, .. } => self.exprs(elements),
            ExprKind::Comprehension(own) => {
                self.exprs([&own.range]);
                self.exprs(&own.condition);
                self.exprs([&own.element]);
            }
            ExprKind::Every { row, element } => {
                self.exprs([&**row]);
                self.after_each(element);
            }
            ExprKind::Struct(fields) => self.fields(fields),
        }
    }

    /// What `rope[*].at(3 m).tension` says of each is no expression of its own; arguments in it are.
    fn after_each(&mut self, element: &'t Expr) {
        match &element.kind {
            ExprKind::Member { target, .. } => self.after_each(target),
            ExprKind::Index { target, index } => {
                self.after_each(target);
                self.exprs([&**index]);
            }
            ExprKind::Call { callee, arguments, .. } => {
                self.after_each(callee);
                self.arguments(arguments);
            }
            ExprKind::Every { row, element } => {
                self.after_each(row);
                self.after_each(element);
            }
            _ => {}
        }
    }
}
