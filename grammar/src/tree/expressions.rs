//! Expressions.

use pest::Parser;
use pest::iterators::{Pair, Pairs};

use super::Reader;
use crate::precedence::{Piece, climb, nesting};
use crate::rules::{Grammar, Rule};
use crate::syntax::{
    Argument, BinaryOp, Comprehension, Expr, ExprKind, Field, Name, Span, SyntaxError, Text,
    UnaryOp,
};

/// Trees of expressions are at most this high, so that recursion over them is safe.
pub(crate) const MAX_HEIGHT: u32 = 400;

/// An expression and how high its tree is.
pub(crate) struct Tall {
    pub expr: Expr,
    pub height: u32,
}

impl Tall {
    fn leaf(kind: ExprKind, span: Span) -> Self {
        Self { expr: Expr { kind, span }, height: 1 }
    }

    pub fn error(span: Span) -> Self {
        Self::leaf(ExprKind::Error, span)
    }
}

impl Reader<'_> {
    pub fn expr(&mut self, pair: Pair<Rule>) -> Expr {
        self.tall(pair).expr
    }

    /// `expr` or `target`: operands and operators in a row.
    fn tall(&mut self, pair: Pair<Rule>) -> Tall {
        let span = self.span(&pair);
        let mut pieces = Vec::new();
        for piece in pair.into_inner() {
            let piece_span = self.span(&piece);
            let text = piece.as_str().trim_end();
            pieces.push(match piece.as_rule() {
                Rule::prefix => {
                    let op = if text == "-" { UnaryOp::Negate } else { UnaryOp::Not };
                    Piece::Prefix(op, piece_span)
                }
                Rule::postfix => Piece::Operand(self.postfix(piece)),
                Rule::conditional => Piece::Operand(self.conditional(piece)),
                _ => Piece::Infix(operator(text), piece_span),
            });
        }
        if nesting(&pieces) > MAX_HEIGHT as usize {
            self.too_high(span);
            return Tall::error(span);
        }
        let mut errors = Vec::new();
        let tall = climb(pieces, span, &mut errors);
        self.errors.append(&mut errors);
        self.limit(tall)
    }

    fn limit(&mut self, tall: Tall) -> Tall {
        if tall.height <= MAX_HEIGHT {
            return tall;
        }
        self.too_high(tall.expr.span);
        Tall::error(tall.expr.span)
    }

    fn too_high(&mut self, span: Span) {
        let message = format!("this expression is more than {MAX_HEIGHT} operators deep");
        // What is left of one that was cut may be too high again.
        let is_said = |own: &SyntaxError| own.message == message && own.span.start == span.start;
        if self.errors.iter().any(is_said) {
            return;
        }
        self.error(span, message, Some("give parts of it names with `let`".to_owned()));
    }

    /// A node above `children`.
    fn node(&mut self, kind: ExprKind, span: Span, children: u32) -> Tall {
        self.limit(Tall { expr: Expr { kind, span }, height: children + 1 })
    }

    fn postfix(&mut self, pair: Pair<Rule>) -> Tall {
        let mut parts = pair.into_inner();
        let Some(atom) = parts.next() else { return Tall::error(Span::default()) };
        let start = self.atom(atom);
        if parts.clone().filter(is_each).count() > MAX_HEIGHT as usize {
            self.too_high(start.expr.span);
            return Tall::error(start.expr.span);
        }
        self.suffixes(start, &mut parts)
    }

    /// What follows an operand without a blank.
    fn suffixes(&mut self, mut tall: Tall, parts: &mut Pairs<Rule>) -> Tall {
        while let Some(part) = parts.next() {
            let span = tall.expr.span.to(self.span(&part));
            let below = tall.height;
            let target = Box::new(tall.expr);
            tall = match part.as_rule() {
                Rule::attribute => {
                    let name = part.into_inner().next().map(|word| self.name(&word));
                    match name {
                        Some(name) => {
                            let name = Box::new(name);
                            self.node(ExprKind::Member { target, name }, span, below)
                        }
                        None => Tall::error(span),
                    }
                }
                Rule::index if is_each(&part) => {
                    let each = Tall::leaf(ExprKind::Each, span);
                    let element = self.suffixes(each, parts);
                    let whole = span.to(element.expr.span);
                    let height = below.max(element.height);
                    let element = Box::new(element.expr);
                    return self.node(ExprKind::Every { row: target, element }, whole, height);
                }
                Rule::index => {
                    let index = self.index(part);
                    let height = below.max(index.height);
                    self.node(ExprKind::Index { target, index: Box::new(index.expr) }, span, height)
                }
                _ => {
                    let mut arguments = Vec::new();
                    let mut height = below;
                    let mut unit = None;
                    for inner in part.into_inner() {
                        match inner.as_rule() {
                            Rule::arguments => {
                                let (read, high) = self.arguments(inner);
                                arguments = read;
                                height = height.max(high);
                            }
                            _ => unit = Some(Box::new(self.name(&inner))),
                        }
                    }
                    let arguments = Box::new(arguments);
                    self.node(ExprKind::Call { callee: target, arguments, unit }, span, height)
                }
            };
        }
        tall
    }

    /// The expression between the brackets of an `index` or `group`.
    fn index(&mut self, pair: Pair<Rule>) -> Tall {
        let span = self.span(&pair);
        match pair.into_inner().find(|inner| inner.as_rule() == Rule::closed_slot) {
            Some(slot) => self.slot(slot),
            None => Tall::error(span),
        }
    }

    pub fn element_index(&mut self, pair: Pair<Rule>) -> Expr {
        self.index(pair).expr
    }

    /// A `slot`, a `closed_slot`, a `structure_value` or a `value`: an expression, or what could
    /// not be read as one.
    pub fn slot(&mut self, pair: Pair<Rule>) -> Tall {
        let span = self.span(&pair);
        let strict = match pair.as_rule() {
            Rule::slot | Rule::structure_value => Rule::strict_slot,
            Rule::closed_slot => Rule::strict_closed,
            _ => Rule::strict_value,
        };
        let mut parts = pair.into_inner();
        match parts.next() {
            Some(inner) if inner.as_rule() == Rule::expr => {
                let value = self.tall(inner);
                self.shown(value, parts.next())
            }
            Some(inner) => {
                self.diagnose(strict, inner.as_span().start(), inner.as_span().end());
                Tall::error(self.span(&inner))
            }
            None => Tall::error(span),
        }
    }

    /// `in kN` behind a value.
    fn shown(&mut self, value: Tall, asked: Option<Pair<Rule>>) -> Tall {
        let asked = asked.filter(|asked| asked.as_rule() == Rule::asked_unit);
        let Some(unit) = asked.and_then(|asked| asked.into_inner().last()) else { return value };
        let unit = Box::new(self.name(&unit));
        let span = value.expr.span.to(unit.span);
        let Tall { expr, height } = value;
        self.node(ExprKind::In { value: Box::new(expr), unit }, span, height)
    }

    /// An expression with the unit that it is to be shown in, where one follows it.
    pub fn shown_expr(&mut self, expr: Pair<Rule>, asked: Option<Pair<Rule>>) -> Expr {
        let value = self.tall(expr);
        self.shown(value, asked).expr
    }

    fn atom(&mut self, pair: Pair<Rule>) -> Tall {
        let span = self.span(&pair);
        match pair.as_rule() {
            Rule::quantity => {
                let mut digits = Text::from("0");
                let mut unit = None;
                for inner in pair.into_inner() {
                    match inner.as_rule() {
                        Rule::number => digits = inner.as_str().into(),
                        _ => unit = Some(Box::new(self.name(&inner))),
                    }
                }
                Tall::leaf(ExprKind::Number { digits, unit }, span)
            }
            Rule::text => Tall { expr: self.text(pair), height: 1 },
            Rule::boolean => Tall::leaf(ExprKind::Bool(pair.as_str() == "true"), span),
            Rule::name => Tall::leaf(ExprKind::Name(pair.as_str().into()), span),
            Rule::list => self.list(pair),
            Rule::structure => self.structure(pair),
            Rule::group => {
                let mut tall = self.index(pair);
                // The span includes the parentheses, the tree does without them.
                tall.expr.span = span;
                tall
            }
            _ => Tall::error(span),
        }
    }

    /// A text between quotes.
    pub fn text(&mut self, pair: Pair<Rule>) -> Expr {
        let span = self.span(&pair);
        let text = self.unescaped(pair.as_str(), span);
        Expr { kind: ExprKind::Text(text.into()), span }
    }

    fn list(&mut self, pair: Pair<Rule>) -> Tall {
        let span = self.span(&pair);
        let mut elements = Vec::new();
        let mut unit = None;
        let mut height = 0;
        let mut comprehension = None;
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::elements => {
                    let open = self.span(&inner).start;
                    let long = self.shortened.and_then(|own| own.list_at(open));
                    elements.reserve_exact(long.map_or(0, |long| long.count));
                    self.elements(inner.into_inner(), &mut elements, &mut height);
                    for &piece in long.iter().flat_map(|long| &long.pieces) {
                        self.piece(piece, &mut elements, &mut height);
                    }
                }
                Rule::comprehension => comprehension = self.comprehension(inner),
                _ => unit = Some(Box::new(self.name(&inner))),
            }
        }
        match comprehension {
            None => {
                let elements = elements.into_boxed_slice();
                self.node(ExprKind::List { elements, unit }, span, height)
            }
            Some((Err(broken), _)) => Tall::error(broken),
            Some((Ok(own), height)) => {
                let own = Box::new(Comprehension { unit: unit.map(|own| *own), ..own });
                self.node(ExprKind::Comprehension(own), span, height)
            }
        }
    }

    /// Reads the elements of a list, or of a piece of it; `height` becomes that of the highest.
    fn elements(&mut self, slots: Pairs<Rule>, elements: &mut Vec<Expr>, height: &mut u32) {
        let mut after_comma = true;
        for slot in slots {
            match slot.as_rule() {
                Rule::comma if after_comma => self.empty_slot(&slot, "an expression"),
                Rule::comma => after_comma = true,
                Rule::slot => {
                    after_comma = false;
                    let tall = self.slot(slot);
                    *height = tall.height.max(*height);
                    elements.push(tall.expr);
                }
                _ => {}
            }
        }
    }

    /// A piece of a long list, which pest reads by itself.
    fn piece(&mut self, piece: Span, elements: &mut Vec<Expr>, height: &mut u32) {
        let text = self.text.get(piece.start as usize..piece.end as usize).unwrap_or("");
        let pairs = Grammar::parse(Rule::list_piece, text).ok().and_then(|mut own| own.next());
        let Some(pairs) = pairs else {
            return self.error(piece, "this could not be read", None);
        };
        self.offset = piece.start;
        self.elements(pairs.into_inner(), elements, height);
        self.offset = 0;
    }

    /// What stands between the brackets of a comprehension, and the height of the highest in it; the
    /// place of what is no comprehension.
    fn comprehension(&mut self, pair: Pair<Rule>) -> Option<(Result<Comprehension, Span>, u32)> {
        let (mut index, mut range, mut condition, mut element) = (None, None, None, None);
        let mut height = 0;
        let mut start = pair.as_span().start();
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::word_for => start = inner.as_span().start(),
                Rule::name => index = Some(self.name(&inner)),
                Rule::expr => {
                    let tall = self.tall(inner);
                    height = height.max(tall.height);
                    let place = if range.is_none() { &mut range } else { &mut condition };
                    *place = Some(tall.expr);
                }
                Rule::closed_slot => {
                    let tall = self.slot(inner);
                    height = height.max(tall.height);
                    element = Some(tall.expr);
                }
                Rule::closed_rest => {
                    self.diagnose(Rule::strict_turns, start, inner.as_span().end());
                    return Some((Err(self.span(&inner)), height));
                }
                _ => {}
            }
        }
        let (index, range, element) = (index?, range?, element?);
        Some((Ok(Comprehension { index, range, condition, element, unit: None }), height))
    }

    /// Reports a comma before which something is missing.
    pub fn empty_slot(&mut self, comma: &Pair<Rule>, what: &str) {
        let span = self.span(comma);
        self.error(span, format!("expected {what} before this comma"), None);
    }

    fn structure(&mut self, pair: Pair<Rule>) -> Tall {
        let span = self.span(&pair);
        if self.dictionary(&pair, span) || self.vector_in_braces(&pair, span) {
            return Tall::error(span);
        }
        let mut fields = Vec::new();
        let mut height = 0;
        for inner in pair.into_inner().filter(|inner| inner.as_rule() == Rule::structure_field) {
            let field_span = self.span(&inner);
            let (start, end) = (inner.as_span().start(), inner.as_span().end());
            let mut name = None;
            let mut value = None;
            for part in inner.into_inner() {
                match part.as_rule() {
                    Rule::name => name = Some(self.name(&part)),
                    Rule::structure_value => value = Some(self.slot(part)),
                    Rule::slot_junk => self.diagnose(Rule::strict_field, start, end),
                    _ => {}
                }
            }
            if let (Some(name), Some(value)) = (name, value) {
                height = height.max(value.height);
                let docs = self.docs(field_span.start);
                fields.push(Field { docs, name, value: value.expr, span: field_span });
            }
        }
        fields.shrink_to_fit();
        self.node(ExprKind::Struct(fields), span, height)
    }

    /// Reports `{ name: "a", "mass": 1 kg }`, as it is in Python, JSON and YAML.
    fn dictionary(&mut self, pair: &Pair<Rule>, span: Span) -> bool {
        let fields =
            pair.clone().into_inner().filter(|inner| inner.as_rule() == Rule::structure_field);
        let fields: Option<Vec<String>> = fields.map(|own| set_by_colon(own.as_str())).collect();
        let Some(fields) = fields.filter(|fields| fields.len() > 1) else { return false };
        if !self.is_explained(span) {
            let help = format!("write `{{ {} }}`", fields.join("; "));
            self.error(span, "a field is set by `=`, and its name has no quotes", Some(help));
        }
        true
    }

    /// Reports `{3, 4, 5}`, in which nothing has a name.
    fn vector_in_braces(&mut self, pair: &Pair<Rule>, span: Span) -> bool {
        let is_named = |field: &Pair<Rule>| {
            field.clone().into_inner().any(|inner| inner.as_rule() == Rule::name)
        };
        let fields =
            || pair.clone().into_inner().filter(|inner| inner.as_rule() == Rule::structure_field);
        let list = pair.as_str().trim().trim_start_matches('{').trim_end_matches('}').trim();
        let is_vector =
            fields().count() > 1 && list.contains(',') && !fields().any(|own| is_named(&own));
        if is_vector && !self.is_explained(span) {
            self.error(
                span,
                "a vector stands in square brackets",
                Some(format!("write `[{list}]`")),
            );
        }
        is_vector
    }

    fn conditional(&mut self, pair: Pair<Rule>) -> Tall {
        let span = self.span(&pair);
        let mut parts: Vec<Tall> = Vec::new();
        let mut ifs = Vec::new();
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::expr => parts.push(self.tall(inner)),
                Rule::word_if => ifs.push(self.span(&inner)),
                _ => {}
            }
        }
        // `condition then`, ... and the last `otherwise`: nested from the end.
        let Some(mut otherwise) = parts.pop() else { return Tall::error(span) };
        while let (Some(then), Some(condition)) = (parts.pop(), parts.pop()) {
            let height = condition.height.max(then.height).max(otherwise.height);
            let whole = ifs.pop().unwrap_or(span).to(otherwise.expr.span);
            let kind = ExprKind::Conditional {
                condition: Box::new(condition.expr),
                then: Box::new(then.expr),
                otherwise: Box::new(otherwise.expr),
            };
            otherwise = self.node(kind, whole, height);
        }
        otherwise
    }

    /// The arguments between parentheses, and the height of the highest.
    pub fn arguments(&mut self, pair: Pair<Rule>) -> (Vec<Argument>, u32) {
        let mut arguments = Vec::new();
        let mut height = 0;
        let mut after_comma = true;
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::comma if after_comma => self.empty_slot(&inner, "an argument"),
                Rule::comma => after_comma = true,
                Rule::argument => {
                    after_comma = false;
                    let (argument, high) = self.argument(inner);
                    height = height.max(high);
                    arguments.push(argument);
                }
                _ => {}
            }
        }
        arguments.shrink_to_fit();
        (arguments, height)
    }

    fn argument(&mut self, pair: Pair<Rule>) -> (Argument, u32) {
        let span = self.span(&pair);
        let (start, end) = (pair.as_span().start(), pair.as_span().end());
        let mut name: Option<Box<Name>> = None;
        let mut value: Option<Tall> = None;
        let mut at_span = span;
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::name => name = Some(Box::new(self.name(&inner))),
                Rule::word_at => at_span = self.span(&inner),
                Rule::expr => {
                    let read = self.tall(inner);
                    value = Some(match value.take() {
                        Some(target) => self.placed(target, at_span, read),
                        None => read,
                    });
                }
                Rule::slot_junk | Rule::slot_rest => {
                    self.diagnose(Rule::strict_argument, start, end);
                    value = Some(Tall::error(self.span(&inner)));
                }
                _ => {}
            }
        }
        let value = value.unwrap_or_else(|| Tall::error(span));
        (Argument { name, value: value.expr, span }, value.height)
    }

    /// `target at offset` is a call of `at`, a word that no other callee can have.
    fn placed(&mut self, target: Tall, at_span: Span, offset: Tall) -> Tall {
        let height = target.height.max(offset.height);
        let span = target.expr.span.to(offset.expr.span);
        let argument = |expr: Expr| Argument { name: None, span: expr.span, value: expr };
        let kind = ExprKind::Call {
            callee: Box::new(Expr { kind: ExprKind::Name("at".into()), span: at_span }),
            arguments: Box::new(vec![argument(target.expr), argument(offset.expr)]),
            unit: None,
        };
        self.node(kind, span, height)
    }

    /// The text between the quotes.
    pub fn unescaped(&mut self, quoted: &str, span: Span) -> String {
        let inner =
            quoted.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(quoted);
        let mut text = String::with_capacity(inner.len());
        let mut chars = inner.char_indices();
        while let Some((_, c)) = chars.next() {
            if c != '\\' {
                text.push(c);
                continue;
            }
            match chars.next() {
                Some((_, 'n')) => text.push('\n'),
                Some((_, c @ ('"' | '\\'))) => text.push(c),
                Some((i, c)) => {
                    let start = span.start + i as u32;
                    let place = Span::new(start, start + 1 + c.len_utf8() as u32);
                    let help =
                        "write `\\\\` for a backslash, `\\\"` for a quote, `\\n` for a new line";
                    self.error(
                        place,
                        format!("`\\{c}` means nothing in a string"),
                        Some(help.to_owned()),
                    );
                }
                None => {}
            }
        }
        text
    }
}

/// Whether an `index` is `[*]`.
fn is_each(index: &Pair<Rule>) -> bool {
    index.clone().into_inner().any(|inner| inner.as_rule() == Rule::each)
}

fn operator(text: &str) -> BinaryOp {
    match text {
        ".." => BinaryOp::Range,
        "or" => BinaryOp::Or,
        "and" => BinaryOp::And,
        "==" => BinaryOp::Equal,
        "!=" => BinaryOp::NotEqual,
        "<" => BinaryOp::Less,
        "<=" => BinaryOp::LessEqual,
        ">" => BinaryOp::Greater,
        ">=" => BinaryOp::GreaterEqual,
        "+" => BinaryOp::Add,
        "-" => BinaryOp::Subtract,
        "*" => BinaryOp::Multiply,
        "/" => BinaryOp::Divide,
        "%" => BinaryOp::Remainder,
        _ => BinaryOp::Power,
    }
}

/// `mass = 1 kg` for `"mass": 1 kg`.
fn set_by_colon(field: &str) -> Option<String> {
    let (name, value) = field.split_once(':')?;
    let name = name.trim().trim_matches('"');
    let value = value.trim().trim_end_matches([',', ';']);
    crate::words::is_name(name).then(|| format!("{name} = {value}"))
}
