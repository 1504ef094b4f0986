//! Expressions and patterns.

use std::sync::Arc;

use super::super::lexer::TokenKind;
use super::super::tree::{
    BinaryOperator, CaseBranch, Expression, ExpressionKind, FunctionArgument, Name, Pattern, PatternKind,
    Placement, QualifiedName, TypeUse, UnaryOperator,
};
use super::{Parsed, Parser, full_name};
use crate::source::Span;

/// Binary operators by precedence, loosest first.
const LEVELS: [&[(&str, BinaryOperator)]; 6] = [
    &[("||", BinaryOperator::Or)],
    &[("&&", BinaryOperator::And)],
    &[("==", BinaryOperator::Equal), ("!=", BinaryOperator::NotEqual)],
    &[
        ("<", BinaryOperator::Less),
        ("<=", BinaryOperator::LessEqual),
        (">", BinaryOperator::Greater),
        (">=", BinaryOperator::GreaterEqual),
    ],
    &[("+", BinaryOperator::Add), ("-", BinaryOperator::Subtract)],
    &[("*", BinaryOperator::Multiply), ("/", BinaryOperator::Divide), ("%", BinaryOperator::Modulo)],
];

impl Parser<'_> {
    /// Any expression.
    pub(super) fn expression(&mut self) -> Parsed<Expression> {
        self.deeper(|this| this.binary(0))
    }

    /// `await o!m()`
    fn await_call(&mut self) -> Parsed<Expression> {
        let start = self.advance().span;
        let call = self.deeper(Self::unary)?;
        let span = start.to(call.span);
        match call.kind {
            ExpressionKind::AsynchronousCall(target, method, arguments) => {
                Ok(Expression { kind: ExpressionKind::AwaitCall(target, method, arguments), span })
            }
            _ => {
                self.report(span, "`await` in an expression stands before a call `o!m()`");
                Ok(self.error_expression())
            }
        }
    }

    fn operator_at(&self, level: usize) -> Option<(usize, BinaryOperator)> {
        let TokenKind::Mark(mark) = self.token().kind else { return None };
        LEVELS[level..].iter().enumerate().find_map(|(offset, operators)| {
            operators.iter().find(|(text, _)| *text == mark).map(|&(_, operator)| (level + offset, operator))
        })
    }

    /// Precedence climbing; a chain makes the tree as deep as it is long, and counts as such.
    fn binary(&mut self, level: usize) -> Parsed<Expression> {
        let mut left = self.unary()?;
        let before = self.depth;
        let result = loop {
            let Some((found, operator)) = self.operator_at(level) else { break Ok(left) };
            self.advance();
            if let Err(reported) = self.enter() {
                break Err(reported);
            }
            let right = if found + 1 < LEVELS.len() { self.binary(found + 1) } else { self.unary() };
            match right {
                Ok(right) => {
                    let span = left.span.to(right.span);
                    let kind = ExpressionKind::Binary(operator, Box::new(left), Box::new(right));
                    left = Expression { kind, span };
                }
                Err(reported) => break Err(reported),
            }
        };
        self.depth = before;
        result
    }

    fn unary(&mut self) -> Parsed<Expression> {
        if self.is_word("await") {
            return self.await_call();
        }
        // The older sign for negation is `~`.
        let operator = if self.is_mark("!") || self.is_mark("~") {
            UnaryOperator::Not
        } else if self.is_mark("-") {
            UnaryOperator::Minus
        } else {
            return self.postfix();
        };
        let start = self.advance().span;
        let operand = self.deeper(Self::unary)?;
        let span = start.to(operand.span);
        Ok(Expression { kind: ExpressionKind::Unary(operator, Box::new(operand)), span })
    }

    pub(super) fn arguments(&mut self) -> Parsed<Vec<Expression>> {
        self.list("(", ")", Self::expression)
    }

    /// A primary expression with its calls, `get`, `as` and `implements`.
    fn postfix(&mut self) -> Parsed<Expression> {
        let mut base = self.primary()?;
        let before = self.depth;
        let result = loop {
            let start = base.span;
            let kind = if self.is_mark("!") && self.kind_at(1) == TokenKind::Name && self.is_mark_at(2, "(") {
                self.advance();
                match self.name().and_then(|method| Ok((method, self.arguments()?))) {
                    Ok((method, arguments)) => {
                        ExpressionKind::AsynchronousCall(Box::new(base), method, arguments)
                    }
                    Err(reported) => break Err(reported),
                }
            } else if self.is_mark(".") && self.is_word_at(1, "get") && !self.is_mark_at(2, "(") {
                self.advance();
                self.advance();
                ExpressionKind::Get(Box::new(base))
            } else if self.is_mark(".") && self.kind_at(1) == TokenKind::Name && self.is_mark_at(2, "(") {
                self.advance();
                match self.name().and_then(|method| Ok((method, self.arguments()?))) {
                    Ok((method, arguments)) => {
                        ExpressionKind::SynchronousCall(Box::new(base), method, arguments)
                    }
                    Err(reported) => break Err(reported),
                }
            } else if self.is_word("implements") || self.is_cast(0) {
                let is_cast = self.is_word("as");
                self.advance();
                match self.qualified_type_name() {
                    Ok(interface) if is_cast => ExpressionKind::As(Box::new(base), interface),
                    Ok(interface) => ExpressionKind::Implements(Box::new(base), interface),
                    Err(reported) => break Err(reported),
                }
            } else {
                break Ok(base);
            };
            if let Err(reported) = self.enter() {
                break Err(reported);
            }
            base = Expression { kind, span: start.to(self.previous_span()) };
        };
        self.depth = before;
        result
    }

    /// `as` and a type; `as` alone is a name like others.
    pub(super) fn is_cast(&self, offset: usize) -> bool {
        self.is_word_at(offset, "as") && self.kind_at(offset + 1) == TokenKind::TypeName
    }

    fn primary(&mut self) -> Parsed<Expression> {
        let token = self.token();
        let start = token.span;
        let kind = match token.kind {
            TokenKind::Integer => {
                self.advance();
                ExpressionKind::Integer(Arc::from(self.text_of(start)))
            }
            TokenKind::Float => {
                self.advance();
                ExpressionKind::Float(self.text_of(start).parse().unwrap_or(0.0))
            }
            TokenKind::Text => {
                self.advance();
                ExpressionKind::Text(self.string_value(start))
            }
            TokenKind::Template => {
                self.advance();
                ExpressionKind::Text(self.template_value(start))
            }
            TokenKind::TemplateStart => self.template()?,
            TokenKind::Mark("(") => {
                self.advance();
                let inner = self.expression()?;
                self.expect_mark(")")?;
                return Ok(Expression { kind: inner.kind, span: start.to(self.previous_span()) });
            }
            TokenKind::TypeName => self.capital()?,
            TokenKind::Name => self.small()?,
            _ => return self.expected("an expression"),
        };
        Ok(Expression { kind, span: start.to(self.previous_span()) })
    }

    /// A constructor, or a function with its module.
    fn capital(&mut self) -> Parsed<ExpressionKind> {
        let name = self.any_qualified_name()?;
        if name.name.text.starts_with(|c: char| c.is_ascii_lowercase()) {
            if let ("original", Some(delta)) = (&*name.name.text, &name.module) {
                let delta = Name { text: delta.clone(), span: name.span };
                return Ok(ExpressionKind::Original(Some(delta), self.arguments()?));
            }
            return self.function_call(name);
        }
        let arguments = if self.is_mark("(") { self.arguments()? } else { Vec::new() };
        Ok(ExpressionKind::Construct(name, arguments))
    }

    fn small(&mut self) -> Parsed<ExpressionKind> {
        let span = self.span();
        match self.text_of(span) {
            "this" => {
                self.advance();
                let is_field =
                    self.is_mark(".") && self.kind_at(1) == TokenKind::Name && !self.is_mark_at(2, "(");
                if is_field && !self.is_word_at(1, "get") {
                    self.advance();
                    return Ok(ExpressionKind::Field(self.name()?));
                }
                Ok(ExpressionKind::This)
            }
            "null" => {
                self.advance();
                Ok(ExpressionKind::Null)
            }
            "destiny" if !self.is_mark_at(1, "(") => {
                self.advance();
                Ok(ExpressionKind::Destiny)
            }
            "if" | "when" => self.conditional(),
            "case" => self.case(),
            "let" => self.binding(),
            "new" => self.creation(),
            "original" if self.is_mark_at(1, "(") => {
                self.advance();
                Ok(ExpressionKind::Original(None, self.arguments()?))
            }
            "core"
                if self.is_mark_at(1, ".") && self.is_word_at(2, "original") && self.is_mark_at(3, "(") =>
            {
                let core = self.name()?;
                self.advance();
                self.advance();
                Ok(ExpressionKind::Original(Some(core), self.arguments()?))
            }
            _ => {
                let name = self.name()?;
                if self.is_mark("(") || self.is_mark("[") {
                    return self.function_call(QualifiedName { module: None, span, name });
                }
                Ok(ExpressionKind::Variable(name))
            }
        }
    }

    fn function_call(&mut self, name: QualifiedName) -> Parsed<ExpressionKind> {
        if self.is_mark("[") {
            let items = self.list("[", "]", Self::expression)?;
            return Ok(ExpressionKind::VariadicCall(name, items));
        }
        if !self.is_mark("(") {
            return self.expected(&format!("the arguments of `{}`", full_name(&name)));
        }
        let close = self.tokens.closing[self.at] as usize;
        let is_partial =
            matches!(self.tokens.list.get(close + 1).map(|token| token.kind), Some(TokenKind::Mark("(")));
        if is_partial {
            let functions = self.list("(", ")", Self::function_argument)?;
            let arguments = self.arguments()?;
            return Ok(ExpressionKind::PartialCall(name, functions, arguments));
        }
        Ok(ExpressionKind::Call(name, self.arguments()?))
    }

    fn function_argument(&mut self) -> Parsed<FunctionArgument> {
        if !self.is_mark("(") {
            return Ok(FunctionArgument::Named(self.any_qualified_name()?));
        }
        let start = self.span();
        let parameters = self.parameters()?;
        self.expect_mark("=>")?;
        let body = self.expression()?;
        Ok(FunctionArgument::Anonymous { parameters, span: start.to(body.span), body })
    }

    fn conditional(&mut self) -> Parsed<ExpressionKind> {
        self.advance();
        let condition = self.expression()?;
        self.expect_word("then")?;
        let then = self.expression()?;
        self.expect_word("else")?;
        let otherwise = self.expression()?;
        Ok(ExpressionKind::If(Box::new(condition), Box::new(then), Box::new(otherwise)))
    }

    fn case(&mut self) -> Parsed<ExpressionKind> {
        self.advance();
        let subject = self.expression()?;
        self.expect_mark("{")?;
        self.eat_mark("|");
        let mut branches = Vec::new();
        while !self.is_mark("}") {
            let pattern = self.pattern()?;
            self.expect_mark("=>")?;
            let body = self.expression()?;
            branches.push(CaseBranch { pattern, body });
            if !self.eat_mark(";") && !self.eat_mark("|") {
                break;
            }
        }
        if !self.is_mark("}") {
            return self.expected("`;`, `|` or `}` behind the branch of a case");
        }
        self.advance();
        Ok(ExpressionKind::Case(Box::new(subject), branches))
    }

    /// `let T x = e, U y = f in g`; older programs write `let (T x) = e in g`.
    fn binding(&mut self) -> Parsed<ExpressionKind> {
        self.advance();
        let mut bindings: Vec<(TypeUse, Name, Expression, Span)> = Vec::new();
        loop {
            let start = self.span();
            let parenthesis = self.eat_mark("(");
            let kind = self.type_use()?;
            let name = self.name()?;
            if parenthesis {
                self.expect_mark(")")?;
            }
            self.expect_mark("=")?;
            let value = self.expression()?;
            bindings.push((kind, name, value, start));
            if !self.eat_mark(",") {
                break;
            }
        }
        self.expect_word("in")?;
        let mut body = self.expression()?;
        let end = body.span;
        while let Some((kind, name, value, start)) = bindings.pop() {
            let let_kind = ExpressionKind::Let(kind, name, Box::new(value), Box::new(body));
            if bindings.is_empty() {
                return Ok(let_kind);
            }
            body = Expression { kind: let_kind, span: start.to(end) };
        }
        Ok(body.kind)
    }

    fn creation(&mut self) -> Parsed<ExpressionKind> {
        let start = self.advance().span;
        let placement = if self.eat_word("local") {
            self.signs.today = true;
            Placement::Local
        } else if self.is_word("cog") {
            let span = self.advance().span;
            self.signs.cog.get_or_insert(span);
            Placement::Cog
        } else {
            self.signs.plain.get_or_insert(start);
            Placement::Plain
        };
        let class = self.qualified_type_name()?;
        let arguments = self.arguments()?;
        if self.is_word("with") {
            return self.give_up(super::LOCAL_PRODUCT_LINES);
        }
        Ok(ExpressionKind::New(placement, class, arguments))
    }

    fn template(&mut self) -> Parsed<ExpressionKind> {
        let first = self.advance().span;
        let mut pieces = vec![self.template_piece(first)];
        loop {
            pieces.push(self.expression()?);
            let token = self.token();
            match token.kind {
                TokenKind::TemplateMiddle => {
                    self.advance();
                    pieces.push(self.template_piece(token.span));
                }
                TokenKind::TemplateEnd => {
                    self.advance();
                    pieces.push(self.template_piece(token.span));
                    return Ok(ExpressionKind::Template(pieces));
                }
                _ => return self.expected("`$`, which ends the expression in the template string"),
            }
        }
    }

    fn template_piece(&self, span: Span) -> Expression {
        Expression { kind: ExpressionKind::Text(self.template_value(span)), span }
    }

    fn template_value(&self, span: Span) -> Arc<str> {
        let text = self.text_of(span);
        let mut inner = text.chars();
        inner.next();
        if text.len() > 1 && (text.ends_with('`') || text.ends_with('$')) {
            inner.next_back();
        }
        Arc::from(inner.as_str().replace("\\`", "`").replace("\\$", "$"))
    }

    pub(super) fn string_value(&self, span: Span) -> Arc<str> {
        let text = self.text_of(span);
        let inner = text.strip_prefix('"').unwrap_or(text);
        let inner = inner.strip_suffix('"').unwrap_or(inner);
        let mut value = String::with_capacity(inner.len());
        let mut characters = inner.chars();
        while let Some(character) = characters.next() {
            if character != '\\' {
                value.push(character);
                continue;
            }
            match characters.next() {
                Some('n') => value.push('\n'),
                Some('t') => value.push('\t'),
                Some('r') => value.push('\r'),
                Some(other) => value.push(other),
                None => {}
            }
        }
        Arc::from(value)
    }

    /// A pattern of a `case`, `switch` or `catch`.
    pub(super) fn pattern(&mut self) -> Parsed<Pattern> {
        self.deeper(|this| {
            let start = this.span();
            let kind = match this.token().kind {
                TokenKind::Mark("_") => {
                    this.advance();
                    PatternKind::Anything
                }
                TokenKind::Integer => {
                    this.advance();
                    PatternKind::Integer(Arc::from(this.text_of(start)))
                }
                TokenKind::Mark("-") if this.kind_at(1) == TokenKind::Integer => {
                    this.advance();
                    let digits = this.advance().span;
                    PatternKind::Integer(Arc::from(format!("-{}", this.text_of(digits))))
                }
                TokenKind::Text => {
                    this.advance();
                    PatternKind::Text(this.string_value(start))
                }
                TokenKind::Name => PatternKind::Variable(this.name()?),
                TokenKind::TypeName => {
                    let name = this.qualified_type_name()?;
                    let arguments =
                        if this.is_mark("(") { this.list("(", ")", Self::pattern)? } else { Vec::new() };
                    PatternKind::Constructor(name, arguments)
                }
                _ => return this.expected("a pattern"),
            };
            Ok(Pattern { kind, span: start.to(this.previous_span()) })
        })
    }
}
