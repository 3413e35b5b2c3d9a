//! What an expression denotes, as far as its form tells, and what each name in it refers to.

use cdl_grammar::syntax::{
    Argument, BinaryOp, Element, Expr, ExprKind, Item, ItemKind, Name, Span, Text, TypeExpr,
};

use super::enums::{self, EnumRef};
use super::known::Known;
use super::members::member;
use super::{Declarations, Declared, Home, Referent, ScopeIndex, Use};
use crate::elaborate::builtins::{self, Builtin};
use crate::elaborate::{Meaning, ModuleKey, type_named};
use crate::place::{ItemKey, Place};
use crate::schema::{Kind, KindId, Variant, kinds_of_type};

/// What a name or an expression stands for.
#[derive(Clone, Debug)]
pub enum Denotation {
    /// The world, or an element; `block` is the scope of what is declared inside of it.
    Element {
        kind: &'static Kind,
        variant: Option<&'static Variant>,
        block: Option<(ItemKey, ScopeIndex)>,
        /// A plot goes along it, and its name stands for places on it as well.
        is_profiled: bool,
    },
    /// The word `free`.
    Free,
    /// An instance of a component.
    Part(ItemKey),
    /// Several of the same, to be indexed.
    Row(Box<Denotation>),
    Module(ModuleKey),
    Function(ItemKey),
    Component(ItemKey),
    Model(ItemKey),
    Experiment(ItemKey),
    /// A type.
    Enum(EnumRef),
    /// A value of it.
    OneOf(EnumRef),
    Builtin(&'static Builtin),
    /// A point of a cable.
    Station,
    /// `tether.at`, before its argument.
    StationAt,
    Energy,
    Scalar,
    Vector,
    Attitude,
    /// Something else, or something that its form does not tell.
    Value,
}

/// Finds out what names mean in one item.
pub(crate) struct Resolver<'s, 'a> {
    pub(super) known: &'s Known<'s, 'a>,
    pub(super) home: Home,
    pub(super) declarations: &'a Declarations,
    /// The model of an experiment: its names mean something there.
    outer: Option<(ItemKey, &'a Declarations)>,
    /// Where uses go; nobody wants those in expressions of other places.
    pub(super) uses: Option<Vec<Use>>,
    /// Of the chunk that is being read, from the start of the item.
    pub(super) offset: u32,
    /// What `[*]` stands for one of, the innermost last.
    each: Vec<Denotation>,
    /// In what a plot draws.
    profiled: Profiled,
}

/// Which cables stand for places on them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Profiled {
    #[default]
    None,
    /// By its block.
    One((ItemKey, ScopeIndex)),
    All,
}

/// The cable along which a plot goes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Along<'a> {
    Cable(&'a Expr),
    /// The plot is half written, and may go along any.
    Untold,
}

/// A name that was looked up.
pub(super) struct Found {
    pub(super) referent: Referent,
    pub(super) denotation: Denotation,
}

impl Found {
    pub(super) const NOTHING: Self =
        Self { referent: Referent::Unknown, denotation: Denotation::Value };
    pub(super) const UNTOLD: Self =
        Self { referent: Referent::Untold, denotation: Denotation::Value };
}

impl<'s, 'a> Resolver<'s, 'a> {
    /// For names in this item; `None` where there is no such item.
    pub(crate) fn new(known: &'s Known<'s, 'a>, item: ItemKey) -> Option<Self> {
        let home = Home { item, module: known.module_of(item) };
        let declarations = known.declarations(item)?;
        let mut resolver = Self {
            known,
            home,
            declarations,
            outer: None,
            uses: None,
            offset: 0,
            each: Vec::new(),
            profiled: Profiled::None,
        };
        if let Some(Item { kind: ItemKind::Experiment(experiment), .. }) = known.item(item)
            && let Denotation::Model(model) = resolver.dotted(&experiment.model)
        {
            resolver.outer = known.declarations(model).map(|own| (model, own));
        }
        Some(resolver)
    }

    /// The model that an experiment runs.
    pub(super) fn outer(&self) -> Option<(ItemKey, &'a Declarations)> {
        self.outer
    }

    pub(super) fn note(&mut self, span: Span, referent: Referent) {
        self.note_use(span, referent, false);
    }

    fn note_use(&mut self, span: Span, referent: Referent, is_argument: bool) {
        let span = span.shifted(self.offset);
        if let Some(uses) = &mut self.uses {
            uses.push(Use { span, referent, is_declaration: false, is_argument });
        }
    }

    /// A dotted name that stands outside of expressions, such as an experiment's model.
    pub(super) fn dotted(&mut self, name: &Name) -> Denotation {
        let mut at = name.span.start;
        let mut denoted: Option<Denotation> = None;
        for part in name.text.split('.') {
            let found = match &denoted {
                None => self.in_module(self.home.module, part),
                Some(around) => member(self.known, around, part),
            };
            let found = found.unwrap_or(Found::NOTHING);
            let end = at + part.len() as u32;
            self.note(Span::new(at, end), found.referent);
            at = end + 1;
            denoted = Some(found.denotation);
        }
        denoted.unwrap_or(Denotation::Value)
    }

    /// What a bare name means at a scope.
    pub(super) fn lookup(&mut self, scope: ScopeIndex, name: &str) -> Found {
        let declarations = self.declarations;
        if let Some(declaration) = declarations.seen_from(scope, name) {
            let place = Place { item: self.home.item, span: declaration.span };
            let denotation = self.declared(declaration);
            return Found { referent: Referent::Declared(place), denotation };
        }
        if let Some((model, declarations)) = self.outer
            && let Some(declaration) = declarations.find(ScopeIndex::ITEM, name)
        {
            let referent = Referent::Declared(Place { item: model, span: declaration.span });
            return Found { referent, denotation: self.known.denoted(model, declaration) };
        }
        if let Some(found) = self.in_module(self.home.module, name) {
            return found;
        }
        builtin(name).unwrap_or(Found::NOTHING)
    }

    pub(super) fn in_module(&mut self, module: ModuleKey, name: &str) -> Option<Found> {
        let definition = self.known.names(module).names.get(name)?;
        let denotation = meaning(self.known, definition.meaning);
        Some(Found { referent: Referent::Declared(definition.place), denotation })
    }

    /// What a declaration of this item denotes.
    pub(super) fn declared(&mut self, declaration: &super::Declaration) -> Denotation {
        let denoted = match &declaration.meaning {
            Declared::Parameter { ty: Some(ty) }
            | Declared::Const { ty: Some(ty), .. }
            | Declared::Let { ty: Some(ty), .. }
            | Declared::Element { ty: Some(ty), .. } => self.of_type(declaration.scope, ty),
            Declared::Const { ty: None, value: Some(expr) }
            | Declared::Let { ty: None, value: Some(expr) }
            | Declared::Recorded { value: Some(expr) }
            | Declared::LoopIndex { range: Some(expr) }
            | Declared::Part { component: expr } => {
                let place = Place { item: self.home.item, span: declaration.span };
                self.known.followed(place, || self.follow(declaration, expr))
            }
            Declared::Element { kind: Some(kind), start, .. } if kind.is_value() => {
                let place = Place { item: self.home.item, span: declaration.span };
                let start = start
                    .as_ref()
                    .map(|expr| self.known.followed(place, || self.follow(declaration, expr)));
                start.filter(enums::is_enum).unwrap_or(Denotation::Value)
            }
            Declared::Enum { values } => {
                Denotation::Enum(EnumRef { item: self.home.item, values: *values })
            }
            Declared::EnumValue { .. } => {
                Denotation::OneOf(EnumRef { item: self.home.item, values: declaration.scope })
            }
            &Declared::Element { kind: Some(kind), variant, block, .. } => {
                let block = block.map(|block| (self.home.item, block));
                Denotation::Element { kind, variant, block, is_profiled: false }
            }
            Declared::Function => Denotation::Function(self.home.item),
            Declared::Model => Denotation::Model(self.home.item),
            Declared::Component => Denotation::Component(self.home.item),
            Declared::Experiment => Denotation::Experiment(self.home.item),
            Declared::Import
            | Declared::Parameter { ty: None }
            | Declared::Const { .. }
            | Declared::Let { .. }
            | Declared::Recorded { value: None }
            | Declared::LoopIndex { range: None }
            | Declared::Element { kind: None, .. } => Denotation::Value,
        };
        if declaration.indexed { Denotation::Row(Box::new(denoted)) } else { denoted }
    }

    /// What a declaration denotes that says it by an expression.
    fn follow(&mut self, declaration: &super::Declaration, expr: &Expr) -> Denotation {
        // The uses in another declaration are that one's, and what a plot goes along is a cable there.
        let profiled = std::mem::take(&mut self.profiled);
        let denoted = self.unnoted(declaration.scope, expr);
        self.profiled = profiled;
        match (&declaration.meaning, denoted) {
            (Declared::LoopIndex { .. }, Denotation::Row(inner)) => *inner,
            (Declared::Part { .. }, Denotation::Component(key)) => Denotation::Part(key),
            (Declared::LoopIndex { .. } | Declared::Part { .. }, _) => Denotation::Value,
            (_, denoted) => denoted,
        }
    }

    /// Whether an expression is the name of a parameter: what is given for it may have more to it
    /// than its type tells.
    fn is_parameter(&self, scope: ScopeIndex, expr: &Expr) -> bool {
        let ExprKind::Name(name) = &expr.kind else { return false };
        let declaration = self.declarations.seen_from(scope, name);
        declaration.is_some_and(|own| matches!(own.meaning, Declared::Parameter { .. }))
    }

    /// What an expression denotes; notes the names in it.
    pub(super) fn expr(&mut self, scope: ScopeIndex, expr: &Expr) -> Denotation {
        let mut denoted = self.denoted(scope, expr);
        if let Denotation::Element { kind, block, is_profiled, .. } = &mut denoted {
            *is_profiled = match self.profiled {
                Profiled::None => false,
                Profiled::One(own) => *block == Some(own),
                Profiled::All => kind.id == KindId::Cable,
            };
        }
        denoted
    }

    /// What an expression denotes whose names are noted elsewhere.
    pub(super) fn unnoted(&mut self, scope: ScopeIndex, expr: &Expr) -> Denotation {
        let uses = self.uses.take();
        let denoted = self.expr(scope, expr);
        self.uses = uses;
        denoted
    }

    /// The names of cables in what a plot `draws` stand for places on them.
    pub(super) fn along(
        &mut self,
        scope: ScopeIndex,
        along: Along<'_>,
        draws: impl FnOnce(&mut Self) -> Denotation,
    ) -> Denotation {
        self.profiled = match along {
            Along::Untold => Profiled::All,
            Along::Cable(cable) => match self.unnoted(scope, cable) {
                Denotation::Element { block: Some(block), .. } => Profiled::One(block),
                _ => Profiled::None,
            },
        };
        let denoted = draws(self);
        self.profiled = Profiled::None;
        denoted
    }

    fn denoted(&mut self, scope: ScopeIndex, expr: &Expr) -> Denotation {
        match &expr.kind {
            ExprKind::Number { unit, .. } => {
                self.unit(unit.as_deref());
                Denotation::Scalar
            }
            ExprKind::Text(_) | ExprKind::Bool(_) | ExprKind::Error => Denotation::Value,
            ExprKind::Name(name) => {
                let found = self.lookup(scope, name);
                self.note(expr.span, found.referent);
                found.denotation
            }
            ExprKind::Member { target, name } => {
                let around = self.expr(scope, target);
                let found = member(self.known, &around, &name.text).unwrap_or_else(|| {
                    let is_untold =
                        matches!(around, Denotation::Value) || self.is_parameter(scope, target);
                    if is_untold { Found::UNTOLD } else { Found::NOTHING }
                });
                self.note(name.span, found.referent);
                found.denotation
            }
            ExprKind::Index { target, index } => {
                let row = self.expr(scope, target);
                self.expr(scope, index);
                one_of(row)
            }
            ExprKind::Call { callee, arguments, unit } => {
                let denoted = self.call(scope, callee, arguments);
                self.unit(unit.as_deref());
                denoted
            }
            ExprKind::Unary { operand, .. } => self.expr(scope, operand),
            ExprKind::Binary { op: BinaryOp::Equal | BinaryOp::NotEqual, left, right, .. } => {
                self.compared(scope, left, right);
                Denotation::Value
            }
            ExprKind::Binary { left, right, .. } => {
                let (left, right) = (self.expr(scope, left), self.expr(scope, right));
                either(left, right)
            }
            ExprKind::Chain { first, links } => {
                let first = self.expr(scope, first);
                links.iter().fold(first, |left, link| either(left, self.expr(scope, &link.right)))
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                self.expr(scope, condition);
                let (then, otherwise) = (self.expr(scope, then), self.expr(scope, otherwise));
                match then {
                    Denotation::Value => otherwise,
                    then => then,
                }
            }
            ExprKind::List { elements, unit } => {
                self.unit(unit.as_deref());
                let mut first = None;
                for element in elements {
                    let denoted = self.expr(scope, element);
                    first = first.or(Some(denoted));
                }
                match (first, elements.len()) {
                    (Some(Denotation::Scalar | Denotation::Value), 3) => Denotation::Vector,
                    (Some(first), _) => Denotation::Row(Box::new(first)),
                    (None, _) => Denotation::Value,
                }
            }
            ExprKind::Comprehension(own) => {
                self.expr(scope, &own.range);
                let inner = self.scope_of(expr.span, scope);
                if let Some(condition) = &own.condition {
                    self.expr(inner, condition);
                }
                let element = self.expr(inner, &own.element);
                self.unit(own.unit.as_ref());
                Denotation::Row(Box::new(element))
            }
            ExprKind::Every { row, element } => {
                let row = self.expr(scope, row);
                self.each.push(one_of(row));
                let element = self.expr(scope, element);
                self.each.pop();
                Denotation::Row(Box::new(element))
            }
            ExprKind::In { value, unit } => {
                self.unit(Some(unit));
                self.expr(scope, value)
            }
            ExprKind::Each => self.each.last().cloned().unwrap_or(Denotation::Value),
            ExprKind::Struct(fields) => {
                for field in fields {
                    self.expr(scope, &field.value);
                }
                Denotation::Value
            }
        }
    }

    fn unit(&mut self, unit: Option<&Name>) {
        if let Some(unit) = unit {
            self.note(unit.span, Referent::Unit);
        }
    }

    fn call(&mut self, scope: ScopeIndex, callee: &Expr, arguments: &[Argument]) -> Denotation {
        // `ship at [0, 0, 1] m` reads as a call of a function that has no name in the text.
        let callee = match &callee.kind {
            ExprKind::Name(name) if &**name == "at" => Denotation::Value,
            _ => self.expr(scope, callee),
        };
        self.given(scope, &callee, arguments);
        match callee {
            Denotation::StationAt => Denotation::Station,
            Denotation::Builtin(builtin) => of_words(builtin.result),
            Denotation::Function(key) => self.result_of(key),
            _ => Denotation::Value,
        }
    }

    /// The arguments of a call.
    pub(super) fn given(&mut self, scope: ScopeIndex, callee: &Denotation, arguments: &[Argument]) {
        let parameters = self.parameters_of(callee);
        let parameters: Vec<(Text, Denotation)> =
            parameters.into_iter().map(|(name, asked)| (name.into(), asked)).collect();
        let mut position = 0;
        for argument in arguments {
            let asked = match &argument.name {
                Some(name) => {
                    let referent = self.argument(callee, &name.text);
                    self.note_use(name.span, referent, true);
                    parameters.iter().find(|(own, _)| *own == name.text)
                }
                None => {
                    position += 1;
                    parameters.get(position - 1)
                }
            };
            match asked {
                Some((_, asked)) => self.expr_as(scope, &argument.value, asked),
                None => self.expr(scope, &argument.value),
            };
        }
    }

    /// `vary pull = [1, 2] kN`, where `pull` is a parameter of the model.
    pub(super) fn varied(&mut self, model: &Denotation, element: &Element) {
        let Some(name) = element.name.as_ref().map(|name| &name.name) else { return };
        let referent = self.argument(model, &name.text);
        self.note_use(name.span, referent, true);
        // An equation is read as other laws are, and names what is recorded.
        // Of a distribution the numbers are expressions, and its name is none.
        if let (true, Some(law)) = (*element.kind.text == *KindId::Sample.name(), &element.law) {
            if let ExprKind::Call { arguments, .. } = &law.kind {
                for argument in arguments.iter() {
                    self.expr(ScopeIndex::ITEM, &argument.value);
                }
            }
            return;
        }
        let values = element.law.as_ref().filter(|_| *element.kind.text == *KindId::Vary.name());
        let Some(law) = values else { return };
        let asked = self.parameters_of(model).into_iter().find(|(own, _)| **own == *name.text);
        match (&law.kind, asked) {
            (ExprKind::List { elements, .. }, Some((_, asked))) => {
                for value in elements {
                    self.expr_as(ScopeIndex::ITEM, value, &asked);
                }
            }
            (_, _) => {
                self.expr(ScopeIndex::ITEM, law);
            }
        }
    }

    /// What the name of an argument refers to in a call.
    fn argument(&self, callee: &Denotation, name: &str) -> Referent {
        match callee {
            Denotation::Function(key) | Denotation::Component(key) | Denotation::Model(key) => {
                let parameter = self.known.declarations(*key).and_then(|own| {
                    let found = own.find(ScopeIndex::ITEM, name)?;
                    matches!(found.meaning, Declared::Parameter { .. }).then_some(found.span)
                });
                match parameter {
                    Some(span) => Referent::Declared(Place { item: *key, span }),
                    None => Referent::Unknown,
                }
            }
            Denotation::Builtin(builtin) => {
                let parameter = builtin.parameters.iter().find(|own| own.name == name);
                parameter.map_or(Referent::Unknown, |own| Referent::Parameter(builtin, own))
            }
            Denotation::Value => Referent::Untold,
            _ => Referent::Unknown,
        }
    }
}

/// What an item of a file denotes.
pub(super) fn meaning(known: &Known<'_, '_>, meaning: Meaning) -> Denotation {
    match meaning {
        Meaning::Const(key) => match known.declarations(key).and_then(|own| own.own.first()) {
            Some(declaration) => known.denoted(key, declaration),
            None => Denotation::Value,
        },
        Meaning::Function(key) => Denotation::Function(key),
        Meaning::Component(key) => Denotation::Component(key),
        Meaning::Enum(key) => enums::of_item(key),
        Meaning::Model(key) => Denotation::Model(key),
        Meaning::Experiment(key) => Denotation::Experiment(key),
        Meaning::Module(module) => Denotation::Module(module),
        Meaning::Missing => Denotation::Value,
    }
}

/// Names that mean something everywhere, unless a model gives them another meaning.
pub(super) fn builtin(name: &str) -> Option<Found> {
    if let Some(constant) = builtins::CONSTANTS.iter().find(|own| own.name == name) {
        let denotation = match constant.name {
            "world" => element(KindId::Frame),
            "free" => Denotation::Free,
            "energy" => Denotation::Energy,
            _ => of_words(constant.ty),
        };
        return Some(Found { referent: Referent::Constant(constant), denotation });
    }
    let builtin = builtins::find(name)?;
    Some(Found { referent: Referent::Function(builtin), denotation: Denotation::Builtin(builtin) })
}

/// A type as the tables of builtins state it: `Vector(Length)`, `Real`, `T`.
pub(super) fn of_words(ty: &str) -> Denotation {
    let word = ty.split('(').next().unwrap_or(ty);
    match word {
        "Vector" | "Direction" => Denotation::Vector,
        "Attitude" => Denotation::Attitude,
        word if type_named(word).is_some() => Denotation::Scalar,
        _ => Denotation::Value,
    }
}

/// What an operator makes of two values, as far as it matters what stands behind a dot.
fn either(left: Denotation, right: Denotation) -> Denotation {
    match (left, right) {
        (Denotation::Vector, _) | (_, Denotation::Vector) => Denotation::Vector,
        (Denotation::Scalar, _) | (_, Denotation::Scalar) => Denotation::Scalar,
        (_, _) => Denotation::Value,
    }
}

/// What stands under an index.
fn one_of(row: Denotation) -> Denotation {
    match row {
        Denotation::Row(inner) => *inner,
        Denotation::Vector => Denotation::Scalar,
        _ => Denotation::Value,
    }
}

fn element(kind: KindId) -> Denotation {
    Denotation::Element { kind: kind.kind(), variant: None, block: None, is_profiled: false }
}

/// A stated type that is no enum and no array of something.
pub(super) fn of_type(ty: &TypeExpr) -> Denotation {
    let name: &str = &ty.name.text;
    let denoted = match name {
        "Array" => Some(Denotation::Row(Box::new(Denotation::Value))),
        name => kinds_of_type(name).and_then(|kinds| kinds.first()).map(|kind| element(*kind)),
    };
    denoted.unwrap_or_else(|| of_words(name))
}
