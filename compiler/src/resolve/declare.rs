//! Which names an item declares, and where they are visible.

use std::sync::Arc;

use cdl_grammar::syntax::{
    Component, Element, ElementName, Expr, ExprKind, Item, ItemKind, Member, MemberKind, Name,
    Param, Span, Variant,
};

use super::{Declaration, Declarations, Declared, Scope, ScopeIndex, ScopeKind};
use crate::schema::{self, Kind};

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
        }
        ItemKind::Function(function) => {
            own(&function.name, Declared::Function);
            declarer.parameters(&function.params);
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
                let meaning = Declared::Let { ty: ty.clone(), value: telling(value) };
                self.declare(scope, member, name, *public, meaning);
            }
            MemberKind::For { index, range, body } => {
                let inner = self.scope(scope, member.span, ScopeKind::Loop);
                let meaning = Declared::LoopIndex { range: telling(range) };
                self.declare(inner, member, index, false, meaning);
                self.members(inner, body);
            }
            MemberKind::If { then, otherwise, .. } => {
                self.members(scope, then);
                self.members(scope, otherwise);
            }
            MemberKind::Part { public, name, component, .. } => {
                let meaning = Declared::Part { component: Arc::new(component.clone()) };
                self.declare_element(scope, member, name, *public, meaning);
            }
            MemberKind::Element(element) => self.element(scope, member, element),
            MemberKind::Record(_) | MemberKind::Analysis(_) => {}
        }
    }

    fn element(&mut self, scope: ScopeIndex, member: &Member, element: &Element) {
        let kind = schema::kind(&element.kind.text);
        let variant = match (kind, &element.variant) {
            (Some(kind), Some(variant)) => kind.variant(&variant.name.text),
            (_, _) => None,
        };
        let block = element.body.as_ref().map(|body| {
            let block = self.scope(scope, body.span, ScopeKind::Block);
            self.members(block, &body.members);
            block
        });
        if let Some(name) = &element.name {
            let is_value = kind.is_some_and(Kind::is_value);
            let stated = element.variant.as_ref().filter(|_| is_value);
            let ty = stated.map(Variant::as_type);
            let meaning = Declared::Element { kind, variant, block, ty };
            self.declare_element(scope, member, name, element.public, meaning);
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
        ExprKind::List { .. } => true,
        ExprKind::Unary { operand, .. } => tells(operand),
        ExprKind::Binary { left, right, .. } => tells(left) || tells(right),
        ExprKind::Conditional { then, otherwise, .. } => tells(then) || tells(otherwise),
        ExprKind::Number { unit, .. } => unit.is_some(),
        ExprKind::Text(_) | ExprKind::Bool(_) | ExprKind::Struct(_) | ExprKind::Error => false,
    }
}
