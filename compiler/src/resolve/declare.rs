//! Which names an item declares, and where they are visible.

use std::sync::Arc;

use cdl_grammar::syntax::{
    Argument, Block, Component, Element, ElementName, Enumeration, Expr, ExprKind, Item, ItemKind,
    Member, MemberKind, Name, Param, Placed, Span, Variant,
};

use super::{Declaration, Declarations, Declared, Scope, ScopeIndex, ScopeKind};
use crate::schema::{self, Kind, KindId};

/// The names that an item declares. `length` is that of its text.
pub fn declarations(item: &Item, length: u32) -> Declarations {
    let mut declarer = Declarer { found: Declarations::default(), offset: 0 };
    let span = Span::new(0, length);
    declarer.found.scopes.push(Scope { parent: None, span, kind: ScopeKind::Item });
    let mut own = |name: &Name, meaning: Declared| {
        let (docs, scope) = (item.docs.clone(), ScopeIndex::ITEM);
        let declaration = Declaration {
            name: name.text.clone(),
            span: name.span,
            whole: Span::new(item.span.start, length),
            docs,
            scope,
            public: true,
            indexed: false,
            meaning,
        };
        declarer.found.own.push(declaration);
    };
    match &item.kind {
        ItemKind::Import(import) => {
            for target in &import.targets {
                let span = target.alias.as_ref().map_or(target.path.span, |alias| alias.span);
                own(&Name { text: target.bound_name().into(), span }, Declared::Import);
            }
        }
        ItemKind::Const(constant) => {
            let (ty, value) = (constant.ty.clone(), telling(&constant.value));
            own(&constant.name, Declared::Const { ty, value });
            declarer.comprehensions(ScopeIndex::ITEM, &constant.value);
        }
        ItemKind::Function(function) => {
            own(&function.name, Declared::Function);
            declarer.parameters(&function.params);
            declarer.comprehensions(ScopeIndex::ITEM, &function.body);
        }
        ItemKind::Enum(declared) => {
            own(&declared.name, Declared::Enum { values: ScopeIndex::ITEM });
            declarer.enum_values(ScopeIndex::ITEM, declared);
        }
        ItemKind::Model(component) => {
            own(&component.name, Declared::Model);
            declarer.component(component);
        }
        ItemKind::Component(component) => {
            own(&component.name, Declared::Component);
            declarer.component(component);
        }
        ItemKind::Experiment(experiment) => {
            own(&experiment.name, Declared::Experiment);
            declarer.in_arguments(ScopeIndex::ITEM, &experiment.arguments);
            declarer.recorded_names(&experiment.members);
            for placed in &experiment.members {
                declarer.offset = placed.offset;
                declarer.member(ScopeIndex::ITEM, &placed.node);
            }
        }
    }
    declarer.found.finish()
}

struct Declarer {
    found: Declarations,
    /// Of the chunk that is being read, from the start of the item.
    offset: u32,
}

impl Declarer {
    fn component(&mut self, component: &Component) {
        self.parameters(&component.params);
        for placed in &component.members {
            self.offset = placed.offset;
            self.member(ScopeIndex::ITEM, &placed.node);
        }
    }

    /// Seen by criteria only, whose scope stands nowhere in the text.
    fn recorded_names(&mut self, members: &[Placed<Arc<Member>>]) {
        let scope = self.scope(ScopeIndex::ITEM, Span::new(0, 0), ScopeKind::Block);
        self.found.concluding = Some(scope);
        for placed in members {
            self.offset = placed.offset;
            let MemberKind::Record(entries) = &placed.node.kind else { continue };
            for entry in entries {
                let Some(alias) = &entry.alias else { continue };
                let meaning = Declared::Recorded { value: telling(&entry.value) };
                self.declare(scope, &placed.node, alias, false, meaning);
            }
        }
        self.offset = 0;
    }

    fn parameters(&mut self, params: &[Param]) {
        for param in params {
            let meaning = Declared::Parameter { ty: param.ty.clone() };
            let declaration = Declaration {
                name: param.name.text.clone(),
                span: param.name.span,
                whole: param.span,
                docs: param.docs.clone(),
                scope: ScopeIndex::ITEM,
                public: false,
                indexed: false,
                meaning,
            };
            self.found.names.push(declaration);
            if let Some(default) = &param.default {
                self.comprehensions(ScopeIndex::ITEM, default);
            }
        }
    }

    fn scope(&mut self, parent: ScopeIndex, span: Span, kind: ScopeKind) -> ScopeIndex {
        let index = ScopeIndex(self.found.scopes.len() as u32);
        self.found.scopes.push(Scope {
            parent: Some(parent),
            span: span.shifted(self.offset),
            kind,
        });
        index
    }

    fn declare(
        &mut self,
        scope: ScopeIndex,
        member: &Member,
        name: &Name,
        public: bool,
        meaning: Declared,
    ) {
        self.found.names.push(Declaration {
            name: name.text.clone(),
            span: name.span.shifted(self.offset),
            whole: member.span.shifted(self.offset),
            docs: member.docs.clone(),
            scope,
            public,
            indexed: false,
            meaning,
        });
    }

    /// What has an index of its own is visible around the loops that it stands in.
    fn declare_element(
        &mut self,
        scope: ScopeIndex,
        member: &Member,
        name: &ElementName,
        public: bool,
        meaning: Declared,
    ) {
        let home = if name.index.is_some() { self.home(scope) } else { scope };
        self.declare(home, member, &name.name, public, meaning);
        if let Some(last) = self.found.names.last_mut() {
            last.indexed = name.index.is_some();
        }
    }

    fn home(&self, mut scope: ScopeIndex) -> ScopeIndex {
        while let Some(Scope { parent: Some(parent), kind: ScopeKind::Loop, .. }) =
            self.found.scope(scope)
        {
            scope = *parent;
        }
        scope
    }

    fn members(&mut self, scope: ScopeIndex, members: &[Member]) {
        for member in members {
            self.member(scope, member);
        }
    }

    fn member(&mut self, scope: ScopeIndex, member: &Member) {
        match &member.kind {
            MemberKind::Let { public, name, ty, value } => {
                let meaning = Declared::Let { ty: ty.as_deref().cloned(), value: telling(value) };
                self.declare_element(scope, member, name, *public, meaning);
                self.in_name(scope, name);
                self.comprehensions(scope, value);
            }
            MemberKind::For { index, range, body } => {
                let inner = self.scope(scope, member.span, ScopeKind::Loop);
                let meaning = Declared::LoopIndex { range: telling(range) };
                self.declare(inner, member, index, false, meaning);
                self.comprehensions(scope, range);
                self.members(inner, body);
            }
            MemberKind::If { condition, then, otherwise } => {
                self.comprehensions(scope, condition);
                self.members(scope, then);
                self.members(scope, otherwise);
            }
            MemberKind::Part { public, name, component, arguments } => {
                let meaning = Declared::Part { component: Arc::new((**component).clone()) };
                self.declare_element(scope, member, name, *public, meaning);
                self.in_name(scope, name);
                self.comprehensions(scope, component);
                self.in_arguments(scope, arguments);
            }
            MemberKind::Enum { public, declared } => {
                let values = self.scope(scope, declared.body, ScopeKind::Enum);
                self.declare(scope, member, &declared.name, *public, Declared::Enum { values });
                self.enum_values(values, declared);
            }
            MemberKind::Element(element) => self.element(scope, member, element),
            MemberKind::Record(entries) => {
                entries.iter().for_each(|entry| self.comprehensions(scope, &entry.value));
            }
            MemberKind::Analysis(analysis) => {
                let clauses = analysis.clauses.iter().map(|clause| &clause.value);
                let all = analysis.subject.iter().chain(clauses);
                all.for_each(|expr| self.comprehensions(scope, expr));
            }
            MemberKind::Action(action) => {
                action.exprs().for_each(|expr| self.comprehensions(scope, expr));
            }
            MemberKind::Assignment(own) => {
                self.comprehensions(scope, &own.target);
                self.comprehensions(scope, &own.value);
            }
        }
    }

    fn enum_values(&mut self, values: ScopeIndex, declared: &Enumeration) {
        for value in &declared.values {
            let span = value.name.span.shifted(self.offset);
            self.found.names.push(Declaration {
                name: value.name.text.clone(),
                span,
                whole: span,
                docs: value.docs.clone(),
                scope: values,
                public: true,
                indexed: false,
                meaning: Declared::EnumValue { of: declared.name.text.clone() },
            });
        }
    }

    fn element(&mut self, scope: ScopeIndex, member: &Member, element: &Element) {
        let kind = schema::kind(&element.kind.text);
        let variant = match (kind, &element.variant) {
            (Some(kind), Some(variant)) => kind.variant(&variant.name.text),
            (_, _) => None,
        };
        // Nothing refers to a criterion.
        let home = match (kind, &element.name) {
            (Some(kind), Some(name)) if kind.of_experiment => {
                let start = name.name.span.start;
                self.scope(scope, Span::new(start, start), ScopeKind::Block)
            }
            _ => scope,
        };
        // In the order of the text, so that scopes are.
        element.name.iter().for_each(|name| self.in_name(scope, name));
        if let Some(variant) = &element.variant {
            self.in_arguments(scope, &variant.arguments);
        }
        let relations = element.relations.iter();
        let related = relations.flat_map(|own| [&own.target].into_iter().chain(own.at.as_deref()));
        related.chain(element.law.as_deref()).for_each(|expr| self.comprehensions(scope, expr));
        let block = element.body.as_ref().map(|body| {
            let block = self.scope(scope, body.span, ScopeKind::Block);
            self.entries(block, body);
            block
        });
        // It names a parameter of the model, or nothing that anybody reads.
        let declares = kind.is_none_or(|kind| {
            !kind.id.names_parameter()
                && !matches!(kind.id, KindId::Plot | KindId::View | KindId::Cases)
        });
        if let Some(name) = element.name.as_ref().filter(|_| declares) {
            let is_value = kind.is_some_and(Kind::is_value);
            let stated = element.variant.as_deref().filter(|_| is_value);
            let ty = stated.map(Variant::as_type);
            let start = element.law.as_deref().filter(|_| is_value && ty.is_none());
            let start = start.and_then(telling);
            let meaning = Declared::Element { kind, variant, block, ty, start };
            self.declare_element(home, member, name, element.public, meaning);
        }
    }
}

impl Declarer {
    /// Fields and members in the order of the text.
    fn entries(&mut self, block: ScopeIndex, body: &Block) {
        let mut fields = body.fields.iter().peekable();
        for member in &body.members {
            while let Some(field) = fields.next_if(|own| own.span.start < member.span.start) {
                self.comprehensions(block, &field.value);
            }
            self.member(block, member);
        }
        fields.for_each(|field| self.comprehensions(block, &field.value));
    }

    fn in_name(&mut self, scope: ScopeIndex, name: &ElementName) {
        name.index.iter().for_each(|index| self.comprehensions(scope, index));
    }

    fn in_arguments(&mut self, scope: ScopeIndex, arguments: &[Argument]) {
        arguments.iter().for_each(|own| self.comprehensions(scope, &own.value));
    }

    /// The variables of the comprehensions in an expression, each in a scope of its own.
    fn comprehensions(&mut self, scope: ScopeIndex, expr: &Expr) {
        match &expr.kind {
            ExprKind::Comprehension(own) => {
                let inner = self.scope(scope, expr.span, ScopeKind::Loop);
                self.found.names.push(Declaration {
                    name: own.index.text.clone(),
                    span: own.index.span.shifted(self.offset),
                    whole: expr.span.shifted(self.offset),
                    docs: Box::default(),
                    scope: inner,
                    public: false,
                    indexed: false,
                    meaning: Declared::LoopIndex { range: telling(&own.range) },
                });
                self.comprehensions(scope, &own.range);
                own.condition.iter().for_each(|own| self.comprehensions(inner, own));
                self.comprehensions(inner, &own.element);
            }
            ExprKind::Every { row, element } => {
                self.comprehensions(scope, row);
                self.comprehensions(scope, element);
            }
            ExprKind::Member { target, .. } => self.comprehensions(scope, target),
            ExprKind::Index { target, index } => {
                self.comprehensions(scope, target);
                self.comprehensions(scope, index);
            }
            ExprKind::Call { callee, arguments, .. } => {
                self.comprehensions(scope, callee);
                self.in_arguments(scope, arguments);
            }
            ExprKind::Unary { operand: inner, .. } | ExprKind::In { value: inner, .. } => {
                self.comprehensions(scope, inner);
            }
            ExprKind::Binary { left, right, .. } => {
                self.comprehensions(scope, left);
                self.comprehensions(scope, right);
            }
            ExprKind::Chain { first, links } => {
                ExprKind::operands(first, links).for_each(|own| self.comprehensions(scope, own));
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                let all = [condition, then, otherwise];
                all.into_iter().for_each(|own| self.comprehensions(scope, own));
            }
            ExprKind::List { elements, .. } => {
                elements.iter().for_each(|own| self.comprehensions(scope, own));
            }
            ExprKind::Struct(fields) => {
                fields.iter().for_each(|own| self.comprehensions(scope, &own.value));
            }
            ExprKind::Number { .. }
            | ExprKind::Text(_)
            | ExprKind::Bool(_)
            | ExprKind::Name(_)
            | ExprKind::Each
            | ExprKind::Error => {}
        }
    }
}

/// An expression that says by its form alone what it is: names something, or is a vector or a row.
fn telling(expr: &Expr) -> Option<Arc<Expr>> {
    tells(expr).then(|| Arc::new(expr.clone()))
}

fn tells(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Name(_) | ExprKind::Member { .. } | ExprKind::Call { .. } => true,
        ExprKind::Index { target, .. } => tells(target),
        ExprKind::List { .. } | ExprKind::Comprehension(_) | ExprKind::Every { .. } => true,
        ExprKind::Unary { operand: inner, .. } | ExprKind::In { value: inner, .. } => tells(inner),
        ExprKind::Binary { left, right, .. } => tells(left) || tells(right),
        ExprKind::Chain { first, links } => ExprKind::operands(first, links).any(tells),
        ExprKind::Conditional { then, otherwise, .. } => tells(then) || tells(otherwise),
        ExprKind::Number { unit, .. } => unit.is_some(),
        ExprKind::Text(_)
        | ExprKind::Bool(_)
        | ExprKind::Each
        | ExprKind::Struct(_)
        | ExprKind::Error => false,
    }
}
