//! The syntax tree: what a `.cdl` file says, before any name is looked up.
//!
//! Spans are byte ranges relative to the start of the *chunk* they stand in: the header of an item
//! is one chunk, each of its top-level members another (see [`Placed`]). So an edit moves no span
//! outside the chunk it is in, and everything derived from other chunks stays valid.

use std::sync::Arc;

/// A text of the tree. Up to fifteen bytes stand in it, and longer ones in memory that copies share.
pub use ecow::EcoString as Text;

/// A byte range, relative to the start of the chunk that contains it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    pub start: u32,
    pub end: u32,
}

impl Span {
    pub fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    /// The same range seen from a text in which this chunk starts at `offset`.
    pub fn shifted(self, offset: u32) -> Self {
        Self { start: self.start + offset, end: self.end + offset }
    }

    /// The smallest range that covers both.
    pub fn to(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// Something that starts at byte `offset` of the text around it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Placed<T> {
    pub offset: u32,
    pub node: T,
}

/// A name as it was written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Name {
    pub text: Text,
    pub span: Span,
}

/// A parsed file. Parsing never fails: what could not be read is in `errors`, the rest is here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// The `//!` lines at the top, joined by newlines.
    pub docs: String,
    pub items: Vec<Placed<Arc<Item>>>,
    /// Spans of these are relative to the file.
    pub errors: Vec<SyntaxError>,
}

/// What could not be read, and what would have been accepted there.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SyntaxError {
    pub span: Span,
    /// One line without a full stop, such as `expected an expression after "="`.
    pub message: String,
    pub help: Option<String>,
    /// What to write instead, where only one thing can be meant.
    pub fix: Option<SyntaxFix>,
    /// Whether what it is about was read all the same, as it was meant: nothing is lost by it.
    pub is_read: bool,
}

/// The text that belongs in the place of another, or between two where `span` is empty.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SyntaxFix {
    pub span: Span,
    pub replacement: String,
}

impl SyntaxError {
    /// The same error in a text that begins `offset` bytes earlier.
    #[must_use]
    pub fn shifted(&self, offset: u32) -> Self {
        let fix = self.fix.clone().map(|fix| SyntaxFix { span: fix.span.shifted(offset), ..fix });
        Self { span: self.span.shifted(offset), fix, ..self.clone() }
    }
}

/// A declaration at file level. Spans in its header are relative to the item; each top-level member
/// brings its own offset from the start of the item.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Item {
    /// The `///` lines before it, joined by newlines.
    pub docs: Box<str>,
    pub kind: ItemKind,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ItemKind {
    Import(Import),
    Const(Box<Const>),
    Function(Box<Function>),
    /// `model Name(...) { ... }`
    Model(Component),
    /// `component Name(...) { ... }`
    Component(Component),
    Experiment(Box<Experiment>),
    Enum(Enumeration),
}

/// There may be one for every few lines, nearly all of them components.
const _: () = assert!(size_of::<Item>() <= 112);

/// `import std.materials as m, "chains.cdl"`
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Import {
    pub targets: Vec<ImportTarget>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ImportTarget {
    /// A dotted path (`std.materials`) or the text between quotes.
    pub path: Name,
    pub quoted: bool,
    pub alias: Option<Name>,
}

impl ImportTarget {
    /// The name it binds: the alias, `materials` for `std.materials`, `chains` for `"parts/chains.cdl"`.
    pub fn bound_name(&self) -> &str {
        if let Some(alias) = &self.alias {
            return &alias.text;
        }
        let path: &str = &self.path.text;
        if self.quoted {
            let file = path.rsplit('/').next().unwrap_or(path);
            file.strip_suffix(".cdl").unwrap_or(file)
        } else {
            path.rsplit('.').next().unwrap_or(path)
        }
    }
}

/// `const name: Type = value`
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Const {
    pub name: Name,
    pub ty: Option<TypeExpr>,
    pub value: Expr,
}

/// `fn name(a: Length, b: Real) -> Length = body`
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Function {
    pub name: Name,
    pub params: Vec<Param>,
    pub result: Option<TypeExpr>,
    pub body: Expr,
}

/// A model or a component: parameters and members. The order of members means nothing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Component {
    pub name: Name,
    pub params: Vec<Param>,
    pub members: Vec<Placed<Arc<Member>>>,
}

/// `enum Phase { lowering, landed }`: a type that has only these values.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Enumeration {
    pub name: Name,
    /// In the order of the text; empty only where they could not be read, which is reported.
    pub values: Vec<EnumValue>,
    /// From brace to brace; empty where there are none.
    pub body: Span,
}

/// One of the values of an [`Enumeration`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EnumValue {
    pub docs: Box<str>,
    pub name: Name,
}

/// `name: Type = default`
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Param {
    pub docs: Box<str>,
    pub name: Name,
    pub ty: Option<TypeExpr>,
    pub default: Option<Expr>,
    pub span: Span,
}

/// `Length`, `Int`, `Frame`, `Vector(Length)`, `Array(Frame)`, `parts.Phase`
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TypeExpr {
    pub name: Name,
    pub arguments: Vec<TypeExpr>,
    pub span: Span,
}

/// `experiment name = Model(arguments) { ... }`
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Experiment {
    pub name: Name,
    pub model: Name,
    pub arguments: Vec<Argument>,
    pub members: Vec<Placed<Arc<Member>>>,
}

/// One thing inside a model, a component, an experiment or a block.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Member {
    pub docs: Box<str>,
    pub kind: MemberKind,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum MemberKind {
    /// `let name: Type = value`; `pub let` makes it visible from outside.
    /// `let pull = 5 N`, `pub let tension[i] = rope[i].end.tension`
    Let {
        public: bool,
        name: ElementName,
        ty: Option<Box<TypeExpr>>,
        value: Box<Expr>,
    },
    /// `for i in 0..8 { ... }`
    For {
        index: Name,
        range: Box<Expr>,
        body: Box<[Member]>,
    },
    /// `if condition { ... } else { ... }`
    If {
        condition: Box<Expr>,
        then: Box<[Member]>,
        otherwise: Box<[Member]>,
    },
    /// `part crane = cranes.KnuckleBoom(base = deck)`
    Part {
        public: bool,
        name: ElementName,
        component: Box<Expr>,
        arguments: Box<Vec<Argument>>,
    },
    /// `enum Phase { lowering, landed }`
    Enum {
        public: bool,
        declared: Box<Enumeration>,
    },
    Element(Box<Element>),
    /// `record a, b.position as tip`
    Record(Vec<RecordEntry>),
    /// `simulate 10 s with rk4(step = 5 ms), every 10 ms`; only inside experiments.
    Analysis(Box<Analysis>),
    Action(Box<Action>),
    Assignment(Box<Assignment>),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RecordEntry {
    pub value: Expr,
    pub alias: Option<Name>,
    pub span: Span,
}

/// `name` or `name[i]`
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ElementName {
    pub name: Name,
    pub index: Option<Box<Expr>>,
}

/// `kind name[: variant(...)] [relation] [= law] [{ ... }]`, the one shape of every element; a
/// nested block such as `air { density = ... }` is an element without a name.
///
/// The events `at 20 s { ... }`, `when x > 8 m { ... }` and `every 10 s { ... }` are elements of the
/// kinds `at`, `when` and `every` whose law is the instant, the condition or the interval;
/// `constraint name: a == b` has the law `a == b`. If a part of an element could not be read, its law
/// is [`ExprKind::Error`] and whatever is missing need not be told of again.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Element {
    pub public: bool,
    pub kind: Name,
    pub name: Option<ElementName>,
    pub variant: Option<Box<Variant>>,
    pub relations: Box<[Relation]>,
    /// The expression after `=`, as in `force pull on tip = [0, 0, 5] N`.
    pub law: Option<Box<Expr>>,
    pub body: Option<Box<Block>>,
}

/// `: rigid_links(count = 32)`
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Variant {
    pub name: Name,
    pub arguments: Vec<Argument>,
    pub span: Span,
}

impl Variant {
    /// The same read as a type, for elements that state one: `state error: Vector(Length)`. Arguments that are no
    /// types are left out.
    pub fn as_type(&self) -> TypeExpr {
        TypeExpr {
            name: self.name.clone(),
            arguments: self.arguments.iter().filter_map(|own| own.value.as_type()).collect(),
            span: self.span,
        }
    }
}

impl Expr {
    /// The unit behind a number, a list or a call, where one is there.
    pub fn unit(&self) -> Option<&Name> {
        match &self.kind {
            ExprKind::Number { unit, .. }
            | ExprKind::List { unit, .. }
            | ExprKind::Call { unit, .. } => unit.as_deref(),
            _ => None,
        }
    }

    /// Without the unit that it is to be shown in, and that unit.
    pub fn shown_in(&self) -> (&Expr, Option<&Name>) {
        match &self.kind {
            ExprKind::In { value, unit } => (value, Some(unit)),
            _ => (self, None),
        }
    }

    fn as_type(&self) -> Option<TypeExpr> {
        match &self.kind {
            ExprKind::Name(text) => {
                let name = Name { text: text.clone(), span: self.span };
                Some(TypeExpr { name, arguments: Vec::new(), span: self.span })
            }
            ExprKind::Member { target, name } => {
                let target = target.as_type()?.name.text;
                let name = Name { text: format!("{target}.{}", name.text).into(), span: self.span };
                Some(TypeExpr { name, arguments: Vec::new(), span: self.span })
            }
            ExprKind::Call { callee, arguments, .. } => {
                let arguments = arguments.iter().filter_map(|own| own.value.as_type()).collect();
                Some(TypeExpr { arguments, span: self.span, ..callee.as_type()? })
            }
            _ => None,
        }
    }
}

/// `from world at [0, 0, 3] m`, `to boat.eye (pinned)`, `on tip`, `between a and b`
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Relation {
    pub word: RelationWord,
    pub target: Expr,
    /// The offset after an inner `at`.
    pub at: Option<Box<Expr>>,
    /// The word in parentheses after the target, such as `pinned`.
    pub manner: Option<Box<Name>>,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RelationWord {
    From,
    To,
    On,
    /// A stand-alone `at`, as in `frame ship at [0, 0, 0] m`.
    At,
    Between,
    And,
    In,
}

impl RelationWord {
    /// As it is written.
    pub fn text(self) -> &'static str {
        match self {
            RelationWord::From => "from",
            RelationWord::To => "to",
            RelationWord::On => "on",
            RelationWord::At => "at",
            RelationWord::Between => "between",
            RelationWord::And => "and",
            RelationWord::In => "in",
        }
    }
}

/// `{ fields and nested members }`
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Block {
    pub fields: Box<[Field]>,
    pub members: Box<[Member]>,
    pub span: Span,
}

/// `name = value`; in the block of an event also `name "text"`
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Field {
    pub docs: Box<str>,
    pub name: Name,
    pub value: Expr,
    pub span: Span,
}

/// `simulate <subject> with <call>, every <expr>, until <expr>, name = <expr>`, or
/// `modes(count = 20)`: there the named arguments are clauses and the positional one is the subject. A
/// word that stands alone is an analysis too.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Analysis {
    pub keyword: Name,
    pub subject: Option<Expr>,
    pub clauses: Vec<Clause>,
    /// A part of it could not be read, so what is missing need not be told of again.
    pub is_broken: bool,
}

/// `attach rope.end to load.eye, within = 5 cm`, `lock slew`; only in the blocks of events. If a part of it could not
/// be read, its subject is [`ExprKind::Error`] and whatever is missing need not be told of again.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Action {
    pub verb: Verb,
    /// Of the verb.
    pub word: Span,
    pub subject: Expr,
    pub to: Option<Expr>,
    pub clauses: Vec<Clause>,
}

impl Action {
    /// Whatever stands in it, in the order of the text.
    pub fn exprs(&self) -> impl Iterator<Item = &Expr> {
        let clauses = self.clauses.iter().map(|clause| &clause.value);
        std::iter::once(&self.subject).chain(&self.to).chain(clauses)
    }
}

/// What an event does. These words are names wherever no operand follows them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verb {
    Attach,
    Detach,
    Lock,
    Release,
}

impl Verb {
    pub const ALL: [Verb; 4] = [Verb::Attach, Verb::Detach, Verb::Lock, Verb::Release];

    /// As it is written.
    pub const fn text(self) -> &'static str {
        match self {
            Verb::Attach => "attach",
            Verb::Detach => "detach",
            Verb::Lock => "lock",
            Verb::Release => "release",
        }
    }
}

/// `a[i] = 2`, `rail.rate = 3 m/s`: something that is no plain name, in the block of an event. A plain name is a
/// [`Field`] there, and an assignment as well in a loop or a conditional, as is `note "..."`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Assignment {
    pub target: Expr,
    pub value: Expr,
}

/// `with rk4(step = 5 ms)`, `every 10 ms`, `until x > 3 m` or `dynamics = recursive`
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Clause {
    pub word: Name,
    pub value: Expr,
    pub span: Span,
}

/// A positional or named argument.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Argument {
    /// Most have none.
    pub name: Option<Box<Name>>,
    pub value: Expr,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

/// Most of a tree is expressions. What has more than three words stands in a box, so that a number in a list need not have
/// room for a call.
const _: () = assert!(size_of::<Expr>() <= 40);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ExprKind {
    /// The digits as written (so that equality and hashing need no floats), and the unit token.
    Number {
        digits: Text,
        unit: Option<Box<Name>>,
    },
    Text(Text),
    Bool(bool),
    Name(Text),
    /// `target.name`
    Member {
        target: Box<Expr>,
        name: Box<Name>,
    },
    /// `target[index]`
    Index {
        target: Box<Expr>,
        index: Box<Expr>,
    },
    /// `callee(arguments)`; an argument `ship at [0, 0, 1] m` is the call `at(ship, [0, 0, 1] m)`,
    /// which nobody can write since `at` is reserved. `unit` is the token after the parenthesis in `diag(1, 2, 3) kg.m^2`.
    Call {
        callee: Box<Expr>,
        arguments: Box<Vec<Argument>>,
        unit: Option<Box<Name>>,
    },
    Unary {
        op: UnaryOp,
        operand: Box<Expr>,
    },
    Binary {
        op: BinaryOp,
        left: Box<Expr>,
        right: Box<Expr>,
        op_span: Span,
    },
    /// A long row of operators that bind equally tight and are applied from left to right, as generated sums have
    /// thousands of them. As [`ExprKind::Binary`] it would be as deep as it is long; a short one is that.
    Chain {
        first: Box<Expr>,
        links: Box<Vec<Link>>,
    },
    /// `if a then b else c`
    Conditional {
        condition: Box<Expr>,
        then: Box<Expr>,
        otherwise: Box<Expr>,
    },
    /// `[1, 2, 3] m`
    List {
        elements: Box<[Expr]>,
        unit: Option<Box<Name>>,
    },
    /// `[for i in 0..8: rope[i].end.tension] N`
    Comprehension(Box<Comprehension>),
    /// `rope[*].end.tension`: what stands behind the brackets, of all of a row. In `element` the one
    /// at hand is [`ExprKind::Each`], the innermost of its `target`s and `callee`s.
    Every {
        row: Box<Expr>,
        element: Box<Expr>,
    },
    /// `rope[*]` as the start of what is said of each.
    Each,
    /// `{ position = [0, 0, 1] m; attitude = level }`
    Struct(Vec<Field>),
    /// `hinge.angle in deg`: how what is recorded or plotted is shown.
    In {
        value: Box<Expr>,
        unit: Box<Name>,
    },
    /// What stood here could not be read; the error is reported already.
    Error,
}

/// An operator with what stands on its right.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Link {
    pub op: BinaryOp,
    pub op_span: Span,
    pub right: Expr,
}

impl ExprKind {
    /// The operands of a [`ExprKind::Chain`] in the order of the text.
    pub fn operands<'e>(first: &'e Expr, links: &'e [Link]) -> impl Iterator<Item = &'e Expr> {
        std::iter::once(first).chain(links.iter().map(|link| &link.right))
    }
}

/// `[for index in range if condition: element] unit`
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Comprehension {
    pub index: Name,
    pub range: Expr,
    pub condition: Option<Expr>,
    pub element: Expr,
    pub unit: Option<Name>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    Negate,
    Not,
}

/// In the order of binding, loosest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// `a .. b`, the integers from a up to but without b.
    Range,
    Or,
    And,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    /// Right-associative, binds tighter than unary minus.
    Power,
}

impl BinaryOp {
    /// As it is written.
    pub fn symbol(self) -> &'static str {
        match self {
            BinaryOp::Range => "..",
            BinaryOp::Or => "or",
            BinaryOp::And => "and",
            BinaryOp::Equal => "==",
            BinaryOp::NotEqual => "!=",
            BinaryOp::Less => "<",
            BinaryOp::LessEqual => "<=",
            BinaryOp::Greater => ">",
            BinaryOp::GreaterEqual => ">=",
            BinaryOp::Add => "+",
            BinaryOp::Subtract => "-",
            BinaryOp::Multiply => "*",
            BinaryOp::Divide => "/",
            BinaryOp::Remainder => "%",
            BinaryOp::Power => "^",
        }
    }
}
