//! One macro for lists of things of several types: static dispatch, and one place that names them all.

/// Makes of a table of lists a struct that holds them, one with a range of each, and a macro that walks
/// through all of them in the table's order:
///
/// - `each!(all, thing => ...)` and `each!(mut all, thing => ...)` through everything;
/// - `each!(within spans, all, thing => ...)` through what belongs to one thing;
/// - `each!(iterated all, thing => ...)` through what iterations have to go through: of a list with a name in
///   brackets, what the indices there say.
///
/// The first argument is a dollar sign, which one macro cannot write into another.
macro_rules! lists {
    (
        ($d:tt)
        $(#[$doc:meta])*
        struct $Lists:ident, $Spans:ident;
        macro $each:ident;
        $($(#[$list_doc:meta])* $list:ident: $Type:ty $([$(#[$some_doc:meta])* $some:ident])?,)*
    ) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Default)]
        pub(in crate::constrained) struct $Lists {
            $(
                $(#[$list_doc])*
                pub(in crate::constrained) $list: Vec<$Type>,
                $($(#[$some_doc])* pub(in crate::constrained) $some: Vec<usize>,)?
            )*
        }

        /// Those that belong to one thing.
        #[derive(Clone, Debug, Default)]
        pub(in crate::constrained) struct $Spans {
            $(pub(in crate::constrained) $list: std::ops::Range<usize>,)*
        }

        impl $Lists {
            /// What has been added since these were all.
            pub(in crate::constrained) fn since(&self, before: &$Spans) -> $Spans {
                $Spans { $($list: before.$list.end..self.$list.len(),)* }
            }

            /// Everything so far.
            pub(in crate::constrained) fn spans(&self) -> $Spans {
                $Spans { $($list: 0..self.$list.len(),)* }
            }
        }

        macro_rules! $each {
            (mut $d all:expr, $d thing:ident => $d body:expr) => {
                $(for $d thing in &mut $d all.$list { $d body })*
            };
            (iterated $d all:expr, $d thing:ident => $d body:expr) => {
                $(for $d thing in $crate::constrained::lists::some!($d all, $list $(, $some)?) { $d body })*
            };
            (within $d spans:expr, $d all:expr, $d thing:ident => $d body:expr) => {
                $(for $d thing in &$d all.$list[$d spans.$list.clone()] { $d body })*
            };
            ($d all:expr, $d thing:ident => $d body:expr) => {
                $(for $d thing in &$d all.$list { $d body })*
            };
        }
    };
}

macro_rules! some {
    ($all:expr, $list:ident) => {
        $all.$list.iter()
    };
    ($all:expr, $list:ident, $some:ident) => {
        $all.$some.iter().map(|&index| &$all.$list[index])
    };
}

pub(in crate::constrained) use {lists, some};
