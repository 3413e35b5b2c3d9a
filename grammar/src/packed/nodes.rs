//! The nodes of a tree, each by its fields.

use super::bytes::{Packer, Unpacker};
use crate::syntax::{
    Action, Analysis, Argument, Assignment, BinaryOp, Block, Clause, Comprehension, Element,
    ElementName, EnumValue, Enumeration, Expr, ExprKind, Field, Link, Member, MemberKind, Name,
    RecordEntry, Relation, RelationWord, Span, Text, TypeExpr, UnaryOp, Variant, Verb,
};

/// What has a form in bytes.
pub(super) trait Packed: Sized {
    fn pack(&self, to: &mut Packer<'_>);
    /// Nothing where the bytes are not those of one.
    fn unpack(from: &mut Unpacker<'_>) -> Option<Self>;
}

impl Packed for bool {
    fn pack(&self, to: &mut Packer<'_>) {
        to.number(u32::from(*self));
    }

    fn unpack(from: &mut Unpacker<'_>) -> Option<Self> {
        Some(from.number()? != 0)
    }
}

impl Packed for Span {
    fn pack(&self, to: &mut Packer<'_>) {
        to.span(*self);
    }

    fn unpack(from: &mut Unpacker<'_>) -> Option<Self> {
        from.span()
    }
}

impl Packed for Text {
    fn pack(&self, to: &mut Packer<'_>) {
        to.text(self);
    }

    fn unpack(from: &mut Unpacker<'_>) -> Option<Self> {
        from.text()
    }
}

/// Comments.
impl Packed for Box<str> {
    fn pack(&self, to: &mut Packer<'_>) {
        to.text(self);
    }

    fn unpack(from: &mut Unpacker<'_>) -> Option<Self> {
        from.part().map(Self::from)
    }
}

impl<T: Packed> Packed for Box<T> {
    fn pack(&self, to: &mut Packer<'_>) {
        T::pack(self, to);
    }

    fn unpack(from: &mut Unpacker<'_>) -> Option<Self> {
        T::unpack(from).map(Self::new)
    }
}

impl<T: Packed> Packed for Option<T> {
    fn pack(&self, to: &mut Packer<'_>) {
        self.is_some().pack(to);
        self.iter().for_each(|own| own.pack(to));
    }

    fn unpack(from: &mut Unpacker<'_>) -> Option<Self> {
        match bool::unpack(from)? {
            true => T::unpack(from).map(Some),
            false => Some(None),
        }
    }
}

impl<T: Packed> Packed for Vec<T> {
    fn pack(&self, to: &mut Packer<'_>) {
        pack_all(self, to);
    }

    fn unpack(from: &mut Unpacker<'_>) -> Option<Self> {
        unpack_all(from)
    }
}

impl<T: Packed> Packed for Box<[T]> {
    fn pack(&self, to: &mut Packer<'_>) {
        pack_all(self, to);
    }

    fn unpack(from: &mut Unpacker<'_>) -> Option<Self> {
        unpack_all(from).map(Self::from)
    }
}

fn pack_all<T: Packed>(all: &[T], to: &mut Packer<'_>) {
    to.number(all.len() as u32);
    all.iter().for_each(|own| own.pack(to));
}

fn unpack_all<T: Packed>(from: &mut Unpacker<'_>) -> Option<Vec<T>> {
    let count = from.number()? as usize;
    let mut all = Vec::with_capacity(count);
    for _ in 0..count {
        all.push(T::unpack(from)?);
    }
    Some(all)
}

/// Most have few of their parts, so it is told in one number which.
impl Packed for Element {
    fn pack(&self, to: &mut Packer<'_>) {
        let Self { public, kind, name, variant, relations, law, body } = self;
        let parts = [name.is_some(), variant.is_some(), law.is_some(), body.is_some(), *public];
        let number = parts.iter().rev().fold(0, |number, part| number << 1 | u32::from(*part));
        to.number(number | (relations.len() as u32) << parts.len());
        kind.pack(to);
        name.iter().for_each(|own| own.pack(to));
        variant.iter().for_each(|own| own.pack(to));
        relations.iter().for_each(|own| own.pack(to));
        law.iter().for_each(|own| own.pack(to));
        body.iter().for_each(|own| own.pack(to));
    }

    fn unpack(from: &mut Unpacker<'_>) -> Option<Self> {
        let parts = from.number()?;
        let has = |part: u32| parts & (1 << part) != 0;
        Some(Self {
            public: has(4),
            kind: Name::unpack(from)?,
            name: unpack_if(has(0), from)?,
            variant: unpack_if(has(1), from)?,
            relations: (0..parts >> 5).map(|_| Relation::unpack(from)).collect::<Option<_>>()?,
            law: unpack_if(has(2), from)?,
            body: unpack_if(has(3), from)?,
        })
    }
}

/// Nothing where the bytes are not those of one.
#[allow(clippy::option_option, reason = "one that is not there is no mistake")]
fn unpack_if<T: Packed>(is_there: bool, from: &mut Unpacker<'_>) -> Option<Option<T>> {
    match is_there {
        true => T::unpack(from).map(Some),
        false => Some(None),
    }
}

/// Most are numbers without a unit.
impl Packed for Expr {
    fn pack(&self, to: &mut Packer<'_>) {
        self.span.pack(to);
        match &self.kind {
            ExprKind::Number { digits, unit: None } => {
                to.number(u32::from(PLAIN_NUMBER));
                digits.pack(to);
            }
            kind => kind.pack(to),
        }
    }

    fn unpack(from: &mut Unpacker<'_>) -> Option<Self> {
        let span = from.span()?;
        if from.skip(PLAIN_NUMBER) {
            let kind = ExprKind::Number { digits: from.text()?, unit: None };
            return Some(Self { kind, span });
        }
        Some(Self { kind: ExprKind::unpack(from)?, span })
    }
}

/// No case of [`ExprKind`] has it.
const PLAIN_NUMBER: u8 = 0x7f;

/// A struct, in the order in which its fields are told: those by which others are found first.
macro_rules! fields {
    ($($name:ident { $($field:ident),* })*) => {$(
        impl Packed for $name {
            fn pack(&self, to: &mut Packer<'_>) {
                let Self { $($field),* } = self;
                $($field.pack(to);)*
            }

            fn unpack(from: &mut Unpacker<'_>) -> Option<Self> {
                $(let $field = Packed::unpack(from)?;)*
                Some(Self { $($field),* })
            }
        }
    )*};
}

/// An enum, each of its cases with its number.
macro_rules! cases {
    ($($name:ident { $($number:literal => $case:ident $(($inner:ident))? $({ $($field:ident),* })?),* $(,)? })*) => {$(
        impl Packed for $name {
            fn pack(&self, to: &mut Packer<'_>) {
                match self {
                    $(Self::$case $(($inner))? $({ $($field),* })? => {
                        to.number($number);
                        $($inner.pack(to);)?
                        $($($field.pack(to);)*)?
                    })*
                }
            }

            fn unpack(from: &mut Unpacker<'_>) -> Option<Self> {
                match from.number()? {
                    $($number => {
                        $(let $inner = Packed::unpack(from)?;)?
                        $($(let $field = Packed::unpack(from)?;)*)?
                        Some(Self::$case $(($inner))? $({ $($field),* })?)
                    })*
                    _ => None,
                }
            }
        }
    )*};
}

fields! {
    Name { span, text }
    Member { span, docs, kind }
    ElementName { name, index }
    Variant { span, name, arguments }
    Relation { span, word, target, at, manner }
    Block { span, fields, members }
    Field { span, docs, name, value }
    Analysis { keyword, subject, clauses, is_broken }
    Action { verb, word, subject, to, clauses }
    Assignment { target, value }
    Clause { span, word, value }
    Argument { span, name, value }
    Link { op, op_span, right }
    Comprehension { index, range, condition, element, unit }
    RecordEntry { span, value, alias }
    TypeExpr { span, name, arguments }
    Enumeration { name, values, body }
    EnumValue { docs, name }
}

cases! {
    MemberKind {
        0 => Let { public, name, ty, value },
        1 => For { index, range, body },
        2 => If { condition, then, otherwise },
        3 => Part { public, name, component, arguments },
        4 => Enum { public, declared },
        5 => Element(own),
        6 => Record(own),
        7 => Analysis(own),
        8 => Action(own),
        9 => Assignment(own),
    }
    ExprKind {
        0 => Number { digits, unit },
        1 => Text(own),
        2 => Bool(own),
        3 => Name(own),
        4 => Member { target, name },
        5 => Index { target, index },
        6 => Call { callee, arguments, unit },
        7 => Unary { op, operand },
        8 => Binary { op, left, right, op_span },
        9 => Chain { first, links },
        10 => Conditional { condition, then, otherwise },
        11 => List { elements, unit },
        12 => Comprehension(own),
        13 => Every { row, element },
        14 => Each,
        15 => Struct(own),
        16 => In { value, unit },
        17 => Error,
    }
    RelationWord {
        0 => From,
        1 => To,
        2 => On,
        3 => At,
        4 => Between,
        5 => And,
        6 => In,
    }
    Verb {
        0 => Attach,
        1 => Detach,
        2 => Lock,
        3 => Release,
    }
    UnaryOp {
        0 => Negate,
        1 => Not,
    }
    BinaryOp {
        0 => Range,
        1 => Or,
        2 => And,
        3 => Equal,
        4 => NotEqual,
        5 => Less,
        6 => LessEqual,
        7 => Greater,
        8 => GreaterEqual,
        9 => Add,
        10 => Subtract,
        11 => Multiply,
        12 => Divide,
        13 => Remainder,
        14 => Power,
    }
}
