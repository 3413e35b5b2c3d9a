//! Fields as constants. Who reads a field names its constant, so a misspelt one does not compile; and the
//! constant says what one gets: of which sort, and whether it may be absent.

use std::marker::PhantomData;

use super::{Field, KindId, Type, Variant, Written};

/// A field of the schema that is read as an `S`.
#[derive(Debug)]
pub(crate) struct Key<S, P> {
    pub(crate) field: Field,
    reads: PhantomData<fn() -> (S, P)>,
}

/// Required, or with a default: where elaboration found nothing wrong it is there.
pub(crate) type Always<S> = Key<S, Present>;
/// Optional.
pub(crate) type Maybe<S> = Key<S, MayBeAbsent>;

#[derive(Debug)]
pub(crate) enum Present {}
#[derive(Debug)]
pub(crate) enum MayBeAbsent {}

impl<S, P> Key<S, P> {
    pub(super) const fn new(field: Field) -> Self {
        Self { field, reads: PhantomData }
    }

    pub(crate) const fn positive(self) -> Self {
        Self::new(self.field.positive())
    }

    pub(crate) const fn non_negative(self) -> Self {
        Self::new(self.field.non_negative())
    }

    pub(crate) const fn between(self, low: f64, high: f64) -> Self {
        Self::new(self.field.between(low, high))
    }

    /// May change during a run.
    pub(crate) const fn signal(self) -> Self {
        Self::new(self.field.signal())
    }

    /// Decides what exists.
    pub(crate) const fn structural(self) -> Self {
        Self::new(self.field.structural())
    }

    pub(crate) const fn source(self, source: &'static str) -> Self {
        Self::new(self.field.source(source))
    }

    /// Right after the keyword of an analysis.
    pub(crate) const fn subject(self, stands_for: &'static str, example: &'static str) -> Self {
        Self::new(self.field.written(Written::Subject { stands_for, example }))
    }

    /// After a word of its own in an analysis.
    pub(crate) const fn clause(
        self,
        word: &'static str,
        stands_for: &'static str,
        example: &'static str,
    ) -> Self {
        Self::new(self.field.written(Written::Clause { word, stands_for, example }))
    }
}

/// A type of the schema whose values are read as an `S`.
#[derive(Debug)]
pub(crate) struct Typed<S> {
    pub(super) ty: Type,
    reads: PhantomData<fn() -> S>,
}

/// What fields are read as.
#[derive(Debug)]
pub(crate) enum Scalar {}
#[derive(Debug)]
pub(crate) enum Vector {}
#[derive(Debug)]
pub(crate) enum Attitude {}
#[derive(Debug)]
pub(crate) enum Matrix {}
#[derive(Debug)]
pub(crate) enum Count {}
#[derive(Debug)]
pub(crate) enum Truth {}
/// A truth value that may change during a run.
#[derive(Debug)]
pub(crate) enum Condition {}
#[derive(Debug)]
pub(crate) enum Words {}
/// A scalar or a vector, as the element's type says.
#[derive(Debug)]
pub(crate) enum OfStated {}
/// A scalar of any dimension.
#[derive(Debug)]
pub(crate) enum AnyScalar {}
#[derive(Debug)]
pub(crate) enum Rows {}
#[derive(Debug)]
pub(crate) enum Reference {}
/// `{ a = ... }`
#[derive(Debug)]
pub(crate) enum Block {}
/// Quantities in a row.
#[derive(Debug)]
pub(crate) enum Many {}
/// One of the variants of a [`Choice`].
#[derive(Debug)]
pub(crate) struct OneOf<C>(PhantomData<C>);
/// Either of both.
#[derive(Debug)]
pub(crate) struct BlockOr<C>(PhantomData<C>);

const fn typed<S>(ty: Type) -> Typed<S> {
    Typed { ty, reads: PhantomData }
}

pub(crate) const fn scalar(unit: &'static str) -> Typed<Scalar> {
    typed(Type::Scalar(unit))
}

pub(crate) const fn vector(unit: &'static str) -> Typed<Vector> {
    typed(Type::Vector(unit))
}

pub(crate) const fn downward(unit: &'static str) -> Typed<Vector> {
    typed(Type::Downward(unit))
}

pub(crate) const fn direction() -> Typed<Vector> {
    typed(Type::Direction)
}

pub(crate) const fn attitude() -> Typed<Attitude> {
    typed(Type::Attitude)
}

pub(crate) const fn matrix(unit: &'static str) -> Typed<Matrix> {
    typed(Type::Matrix(unit))
}

pub(crate) const fn count() -> Typed<Count> {
    typed(Type::Int)
}

pub(crate) const fn truth() -> Typed<Truth> {
    typed(Type::Bool)
}

pub(crate) const fn condition() -> Typed<Condition> {
    typed(Type::Bool)
}

pub(crate) const fn words() -> Typed<Words> {
    typed(Type::Text)
}

pub(crate) const fn list(unit: &'static str) -> Typed<Many> {
    typed(Type::List(unit))
}

/// The units are those of the first column and of the second.
pub(crate) const fn table(argument: &'static str, column: &'static str) -> Typed<Rows> {
    typed(Type::Table(argument, column))
}

/// Of the stated type, per second.
pub(crate) const fn rate_of_stated() -> Typed<OfStated> {
    typed(Type::RateOfStated)
}

pub(crate) const fn any_scalar() -> Typed<AnyScalar> {
    typed(Type::AnyScalar)
}

pub(crate) const fn reference(kinds: &'static [KindId]) -> Typed<Reference> {
    typed(Type::Reference(kinds))
}

pub(crate) const fn block(fields: &'static [Field]) -> Typed<Block> {
    typed(Type::Struct(fields))
}

pub(crate) const fn one_of<C: Choice>() -> Typed<OneOf<C>> {
    typed(Type::Variant(C::VARIANTS))
}

pub(crate) const fn block_or<C: Choice>(fields: &'static [Field]) -> Typed<BlockOr<C>> {
    typed(Type::StructOrVariant(fields, C::VARIANTS))
}

/// Variants as an enum, for those who have to do something for each: made by [`choices!`].
pub(crate) trait Choice: Copy + 'static {
    /// In the order of [`Self::VARIANTS`].
    const ALL: &'static [Self];
    const VARIANTS: &'static [Variant];

    /// The one that is written like this.
    fn named(name: &str) -> Option<Self> {
        let at = Self::VARIANTS.iter().position(|variant| variant.name == name)?;
        Self::ALL.get(at).copied()
    }
}

/// An enum with the variant of the schema that each of its cases stands for.
macro_rules! choices {
    ($(#[$doc:meta])* $name:ident { $($case:ident = $variant:ident,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum $name {
            $($case,)+
        }

        impl $crate::schema::key::Choice for $name {
            const ALL: &'static [Self] = &[$(Self::$case,)+];
            const VARIANTS: &'static [$crate::schema::Variant] = &[$($variant,)+];
        }
    };
}
pub(crate) use choices;
