//! Expressions, arguments and types.

use cdl_compiler::resolve::Denotation;
use cdl_compiler::schema::{Field, Type};
use cdl_grammar::syntax::{
    Argument, BinaryOp, Comprehension, Expr, ExprKind, Name, Span, TypeExpr, UnaryOp,
};
use cdl_grammar::{Form, MARKER};

use super::{Argument as Start, Behind, Call, Callee, Expected, Finder, Names, Slot};

impl Slot {
    /// What is expected of a value here.
    pub(super) fn expected(&self) -> Expected {
        match self {
            Slot::Value(expected) | Slot::Argument(Start { expected, .. }) => expected.clone(),
            _ => Expected::Unknown,
        }
    }

    /// The same where it is only a part of the value, so that no argument starts here.
    fn part(&self) -> Slot {
        match self {
            Slot::Argument(Start { expected, .. }) => Slot::Value(expected.clone()),
            slot => slot.clone(),
        }
    }
}

impl Finder<'_> {
    pub(super) fn value(&mut self, expr: &Expr, expected: Expected) -> Option<Slot> {
        self.expr(expr, &Slot::Value(expected), &[])
    }

    /// `slot` is what can be written in place of the expression, `words` what can follow it.
    pub(super) fn expr(
        &mut self,
        expr: &Expr,
        slot: &Slot,
        words: &[&'static str],
    ) -> Option<Slot> {
        if !self.is_in(expr.span) {
            return None;
        }
        match &expr.kind {
            // In parentheses no argument starts.
            ExprKind::Name(name) if **name == *MARKER => {
                Some(if expr.span == self.at { slot.clone() } else { slot.part() })
            }
            ExprKind::Text(text) if **text == *MARKER => Some(Slot::Nothing),
            ExprKind::Number { .. }
            | ExprKind::Text(_)
            | ExprKind::Bool(_)
            | ExprKind::Name(_)
            | ExprKind::Each
            | ExprKind::Error => None,
            ExprKind::Call { callee, arguments, .. } => {
                self.call_of(callee, arguments, slot, words)
            }
            ExprKind::Member { target, name } if self.is_in(name.span) => {
                Some(Slot::Member { target: self.range(target.span), around: slot.part().into() })
            }
            ExprKind::Member { target, .. } => self.value(target, Expected::Unknown),
            ExprKind::Index { target, index } => {
                self.value(index, Expected::Int).or_else(|| self.value(target, Expected::Unknown))
            }
            ExprKind::Unary { op: UnaryOp::Not, operand } => {
                self.expr(operand, &Slot::Value(Expected::Bool), words)
            }
            ExprKind::Unary { op: UnaryOp::Negate, operand } => {
                self.expr(operand, &slot.part(), words)
            }
            ExprKind::Binary { left, right, .. }
                if self.form == Form::Behind && right.span == self.at =>
            {
                Some(self.behind(left, slot, words))
            }
            ExprKind::Binary { op, left, right, .. } => {
                let own = match op {
                    BinaryOp::Equal | BinaryOp::NotEqual => Slot::Value(self.like(left.span)),
                    op => right_of(*op, slot),
                };
                // What is written last is on the right; on the left nothing is known of the rest yet.
                self.expr(right, &own, words).or_else(|| self.expr(left, &slot.part(), words))
            }
            ExprKind::Chain { first, links } => links
                .iter()
                .find_map(|link| self.expr(&link.right, &right_of(link.op, slot), words))
                .or_else(|| self.expr(first, &slot.part(), words)),
            ExprKind::Conditional { condition, then, otherwise } => {
                let next = match (self.is_in(condition.span), self.is_in(then.span)) {
                    (true, _) => Some("then"),
                    (false, true) => Some("else"),
                    (false, false) => None,
                };
                // Not through brackets.
                if expr.span.start >= self.inside && !next.is_some_and(|own| self.needs(own)) {
                    self.conditions.extend(next);
                }
                let own = slot.part();
                self.expr(condition, &Slot::Value(Expected::Bool), words)
                    .or_else(|| self.expr(then, &own, words))
                    .or_else(|| self.expr(otherwise, &own, words))
            }
            ExprKind::List { elements, .. } => {
                let expected = slot.expected().element();
                elements.iter().find_map(|element| self.value(element, expected.clone()))
            }
            ExprKind::Comprehension(own) => self.comprehension(own, slot),
            ExprKind::Every { row, element } => self
                .expr(element, &Slot::Value(slot.expected().element()), &[])
                .or_else(|| self.value(row, Expected::Unknown)),
            ExprKind::In { value, unit } if self.is_in(unit.span) => {
                Some(Slot::Unit(self.range(value.span)))
            }
            ExprKind::In { value, .. } => self.expr(value, slot, words),
            ExprKind::Struct(fields) => {
                let known = match slot.expected() {
                    Expected::Choice(known, _) => known,
                    _ => &[],
                };
                if fields.iter().any(|own| self.is_in(own.name.span)) {
                    let given = self.others(fields.iter().map(|own| &own.name));
                    return Some(Slot::Fields { fields: known, given });
                }
                fields.iter().find_map(|own| self.value(&own.value, of_field(known, &own.name)))
            }
        }
    }

    /// `[for i in 0..8: rope[i].end.tension]`
    fn comprehension(&mut self, own: &Comprehension, slot: &Slot) -> Option<Slot> {
        if self.is_in(own.index.span) {
            return Some(Slot::Nothing);
        }
        if self.form == Form::Range && own.range.span == self.at {
            return Some(Slot::Words(vec!["in"]));
        }
        if let Some(slot) = self.value(&own.range, Expected::Unknown) {
            return Some(slot);
        }
        self.turns.push(own.index.text.clone());
        let mut condition = own.condition.iter();
        let found = condition
            .find_map(|own| self.value(own, Expected::Bool))
            .or_else(|| self.value(&own.element, slot.expected().element()));
        if found.is_none() {
            self.turns.pop();
        }
        found
    }

    fn needs(&self, word: &str) -> bool {
        self.conditions.contains(&word)
    }

    /// After a whole operand.
    fn behind(&self, operand: &Expr, slot: &Slot, words: &[&'static str]) -> Slot {
        match slot {
            Slot::Target(_) => return Slot::Words(words.to_vec()),
            Slot::Component | Slot::Model => return Slot::Nothing,
            _ => {}
        }
        let takes_unit = match &operand.kind {
            ExprKind::Number { .. } | ExprKind::List { .. } | ExprKind::Call { .. } => {
                operand.unit().is_none()
            }
            _ => false,
        };
        let words = [words, &self.conditions].concat();
        Slot::Behind(Behind {
            end: self.range(operand.span).end,
            takes_unit: takes_unit && !self.written(operand.span).starts_with('('),
            expected: slot.expected(),
            words,
        })
    }

    fn call_of(
        &mut self,
        callee: &Expr,
        arguments: &[Argument],
        slot: &Slot,
        words: &[&'static str],
    ) -> Option<Slot> {
        if let (ExprKind::Name(name), [target, offset]) = (&callee.kind, arguments)
            && **name == *"at"
        {
            // The offset of an argument reads like a call in the tree.
            let found = self.expr(&target.value, slot, words);
            return found.or_else(|| self.value(&offset.value, Expected::Vector("m")));
        }
        if self.is_in(callee.span) {
            return self.expr(callee, &slot.part(), &[]);
        }
        if let (ExprKind::Name(name), Some(file)) = (&callee.kind, arguments.first())
            && **name == *"table"
            && matches!(&file.value.kind, ExprKind::Text(text) if **text == *MARKER)
        {
            return Some(Slot::Files(&[".csv", ".toml"]));
        }
        let variant = match (slot.expected(), &callee.kind) {
            (Expected::Choice(_, variants), ExprKind::Name(name)) => {
                variants.iter().find(|own| *own.name == **name)
            }
            _ => None,
        };
        self.arguments(arguments, |own| match variant {
            Some(variant) => Callee::Variant(variant),
            None => own.denoted(callee.span),
        })
    }

    /// What a call in front of the marker denotes.
    pub(super) fn denoted(&self, span: Span) -> Callee {
        let range = self.range(span);
        let text = self.chunk.text.get(range.clone()).unwrap_or("");
        match self.chunk.view.denoted(self.chunk.path, range.start, text) {
            Denotation::Function(key) | Denotation::Component(key) | Denotation::Model(key) => {
                Callee::Item(key)
            }
            Denotation::Builtin(builtin) => Callee::Builtin(builtin),
            Denotation::StationAt => Callee::Station,
            _ => Callee::Unknown,
        }
    }

    pub(super) fn arguments(
        &mut self,
        arguments: &[Argument],
        callee: impl FnOnce(&Self) -> Callee,
    ) -> Option<Slot> {
        let index = arguments.iter().position(|argument| self.is_in(argument.span))?;
        let argument = arguments.get(index)?;
        let callee = callee(self);
        let names = arguments.iter().take(index + 1);
        let names = names.map(|own| own.name.as_ref().map(|name| name.text.clone()));
        self.call = Some(Call { callee, names: names.collect() });
        let parameters = callee.parameters(self.chunk.view);
        let own = match &argument.name {
            Some(name) => parameters.iter().find(|own| own.name == name.text).cloned(),
            // The last one may be given more than once.
            None => parameters.get(index).or(parameters.last()).cloned(),
        };
        let expected = own.map_or(Expected::Unknown, |own| own.expected);
        let words: &[&'static str] = match expected {
            // A frame may have an offset.
            Expected::Entity(_) => &["at"],
            _ => &[],
        };
        let is_named = argument.name.as_ref().map(|name| self.is_in(name.span));
        if is_named == Some(false) {
            return self.expr(&argument.value, &Slot::Value(expected), words);
        }
        let given = self.others(arguments.iter().filter_map(|own| own.name.as_deref()));
        let is_free = arguments.iter().take(index).all(|own| own.name.is_none());
        let start = Slot::Argument(Start { callee, index, is_free, given, expected });
        match is_named {
            Some(_) => Some(start),
            None => self.expr(&argument.value, &start, words),
        }
    }

    /// The names among some that are not the marker.
    pub(super) fn others<'n>(&self, names: impl Iterator<Item = &'n Name>) -> Names {
        names.filter(|name| !self.is_in(name.span)).map(|name| name.text.clone()).collect()
    }

    pub(super) fn ty(&self, ty: &TypeExpr, is_nested: bool) -> Option<Slot> {
        if self.is_in(ty.name.span) {
            return Some(self.path(&ty.name, Slot::Type { is_nested }));
        }
        ty.arguments.iter().find_map(|own| self.ty(own, true))
    }

    /// `name: Type = value`
    pub(super) fn definition(
        &mut self,
        name: &Name,
        ty: Option<&TypeExpr>,
        value: Option<&Expr>,
    ) -> Option<Slot> {
        if self.is_in(name.span) {
            return Some(Slot::Nothing);
        }
        if let Some(slot) = ty.and_then(|ty| self.ty(ty, false)) {
            return Some(slot);
        }
        let expected = ty.map_or(Expected::Unknown, |ty| self.stated(ty));
        self.value(value?, expected)
    }

    /// What a stated type asks for.
    pub(super) fn stated(&self, ty: &TypeExpr) -> Expected {
        let start = self.range(ty.name.span).start;
        Expected::of_type(self.chunk.view, self.chunk.path, start, ty)
    }

    /// A value of the enum that something before the marker is of.
    pub(super) fn like(&self, span: Span) -> Expected {
        if span.end > self.at.start {
            return Expected::Unknown;
        }
        let range = self.range(span);
        let text = self.chunk.text.get(range.clone()).unwrap_or("");
        match self.chunk.view.denoted(self.chunk.path, range.start, text) {
            Denotation::OneOf(of) => Expected::OneOf(of),
            _ => Expected::Unknown,
        }
    }

    /// A dotted path.
    pub(super) fn path(&self, path: &Name, around: Slot) -> Slot {
        match path.text.rfind('.') {
            Some(dot) => {
                let start = self.range(path.span).start;
                Slot::Member { target: start..start + dot, around: around.into() }
            }
            None => around,
        }
    }

    /// Remembers what is being declared.
    pub(super) fn declares(&mut self, name: &Name) {
        self.declared = Some(name.text.clone());
    }
}

/// What a structure asks for in one of its fields.
pub(super) fn of_field(fields: &'static [Field], name: &Name) -> Expected {
    let field = fields.iter().find(|field| *field.name == *name.text);
    field.map_or(Expected::Unknown, |field| Expected::of(&field.ty))
}

/// The fields of a structure.
pub(super) fn structure(ty: &'static Type) -> &'static [Field] {
    match ty {
        Type::Struct(fields) | Type::StructOrVariant(fields, _) => fields,
        _ => &[],
    }
}

/// What is written on the right of an operator that says what it wants without a look at its left.
fn right_of(op: BinaryOp, slot: &Slot) -> Slot {
    match op {
        BinaryOp::Add | BinaryOp::Subtract => slot.part(),
        BinaryOp::And | BinaryOp::Or => Slot::Value(Expected::Bool),
        BinaryOp::Range => Slot::Value(Expected::Int),
        BinaryOp::Equal
        | BinaryOp::NotEqual
        | BinaryOp::Less
        | BinaryOp::LessEqual
        | BinaryOp::Greater
        | BinaryOp::GreaterEqual
        | BinaryOp::Multiply
        | BinaryOp::Divide
        | BinaryOp::Remainder
        | BinaryOp::Power => Slot::Value(Expected::Unknown),
    }
}
