//! Statements and guards.

use super::super::lexer::TokenKind;
use super::super::tree::{Expression, ExpressionKind, Guard, Statement, StatementKind, SwitchBranch};
use super::{Parsed, Parser};

impl Parser<'_> {
    /// `{ s … }`; an unreadable statement is reported and left out.
    pub(super) fn block(&mut self) -> Parsed<Vec<Statement>> {
        self.expect_mark("{")?;
        let statements = self.statements();
        self.expect_mark("}")?;
        Ok(statements)
    }

    fn statements(&mut self) -> Vec<Statement> {
        let mut statements = Vec::new();
        while !self.is_mark("}") && self.token().kind != TokenKind::End {
            let before = self.at;
            match self.statement() {
                Ok(statement) => statements.push(statement),
                Err(_) => {
                    self.skip_statement();
                    if self.at == before {
                        self.advance();
                    }
                }
            }
        }
        statements
    }

    /// Goes on behind the next `;`, or at the brace that closes this block.
    fn skip_statement(&mut self) {
        loop {
            match self.token().kind {
                TokenKind::End | TokenKind::Mark("}") => return,
                TokenKind::Mark(";") => {
                    self.advance();
                    return;
                }
                TokenKind::Mark("{") => {
                    // A whole inner block is jumped over.
                    let close = self.tokens.closing[self.at] as usize;
                    self.at = (close + 1).min(self.tokens.list.len() - 1);
                    return;
                }
                _ => {
                    self.advance();
                }
            }
        }
    }

    pub(super) fn statement(&mut self) -> Parsed<Statement> {
        self.deeper(|this| {
            let annotations = this.annotations()?;
            let start = this.span();
            let kind = this.statement_kind()?;
            Ok(Statement { annotations, kind, span: start.to(this.previous_span()) })
        })
    }

    fn inner(&mut self) -> Parsed<Box<Statement>> {
        Ok(Box::new(self.statement()?))
    }

    fn statement_kind(&mut self) -> Parsed<StatementKind> {
        if self.is_mark("{") {
            return Ok(StatementKind::Block(self.block()?));
        }
        if self.looks_like_declaration() {
            return self.variable();
        }
        if self.token().kind != TokenKind::Name {
            return self.expression_statement();
        }
        match self.text_of(self.span()) {
            "skip" => {
                self.advance();
                self.expect_semicolon()?;
                Ok(StatementKind::Skip)
            }
            "suspend" => {
                self.advance();
                self.expect_semicolon()?;
                Ok(StatementKind::Suspend)
            }
            "return" => Ok(StatementKind::Return(self.keyword_expression()?)),
            "assert" => Ok(StatementKind::Assert(self.keyword_expression()?)),
            "throw" => Ok(StatementKind::Throw(self.keyword_expression()?)),
            "die" if !self.is_mark_at(1, "=") && !self.is_mark_at(1, "(") => {
                Ok(StatementKind::Die(self.keyword_expression()?))
            }
            "movecogto" if !self.is_mark_at(1, "=") => Ok(StatementKind::Move(self.keyword_expression()?)),
            "if" if self.is_conditional_expression() => self.expression_statement(),
            "if" => self.conditional_statement(),
            "while" => {
                self.advance();
                self.expect_mark("(")?;
                let condition = self.expression()?;
                self.expect_mark(")")?;
                Ok(StatementKind::While(condition, self.inner()?))
            }
            "foreach" => self.foreach(),
            "switch" | "case" => self.switch(),
            "try" => self.try_statement(),
            "await" => self.await_statement(),
            "duration" if self.is_mark_at(1, "(") => {
                let (low, high) = self.duration()?;
                self.expect_semicolon()?;
                Ok(StatementKind::Duration(low, high))
            }
            _ => self.expression_statement(),
        }
    }

    /// A type, then a name: only a declaration looks so.
    fn looks_like_declaration(&self) -> bool {
        let mut offset = 0;
        loop {
            if self.kind_at(offset) != TokenKind::TypeName {
                return false;
            }
            offset += 1;
            if !self.is_mark_at(offset, ".") {
                break;
            }
            offset += 1;
        }
        if self.is_mark_at(offset, "<") {
            let mut open = 0usize;
            loop {
                match self.kind_at(offset) {
                    TokenKind::Mark("<") => open += 1,
                    TokenKind::Mark(">") => {
                        open -= 1;
                        if open == 0 {
                            offset += 1;
                            break;
                        }
                    }
                    TokenKind::TypeName | TokenKind::Mark("," | "." | "[" | "]" | ":") => {}
                    _ => return false,
                }
                offset += 1;
            }
        }
        self.kind_at(offset) == TokenKind::Name
            && !self.is_word_at(offset, "implements")
            && !self.is_cast(offset)
    }

    fn variable(&mut self) -> Parsed<StatementKind> {
        let kind = self.type_use()?;
        let name = self.name()?;
        let value = if self.eat_mark("=") { Some(self.expression()?) } else { None };
        self.expect_semicolon()?;
        Ok(StatementKind::Declare(kind, name, value))
    }

    fn keyword_expression(&mut self) -> Parsed<Expression> {
        self.advance();
        let expression = self.expression()?;
        self.expect_semicolon()?;
        Ok(expression)
    }

    fn expression_statement(&mut self) -> Parsed<StatementKind> {
        let target = self.expression()?;
        if self.is_mark("=") {
            self.advance();
            let value = self.expression()?;
            self.expect_semicolon()?;
            return match target.kind {
                ExpressionKind::Variable(name) => Ok(StatementKind::Assign(name, false, value)),
                ExpressionKind::Field(name) => Ok(StatementKind::Assign(name, true, value)),
                _ => {
                    self.report(target.span, "only a variable or a field of this object can be assigned to");
                    Ok(StatementKind::Error)
                }
            };
        }
        self.expect_semicolon()?;
        Ok(StatementKind::Expression(target))
    }

    fn conditional_statement(&mut self) -> Parsed<StatementKind> {
        self.advance();
        self.expect_mark("(")?;
        let condition = self.expression()?;
        self.expect_mark(")")?;
        let then = self.inner()?;
        let otherwise = if self.eat_word("else") { Some(self.inner()?) } else { None };
        Ok(StatementKind::If(condition, then, otherwise))
    }

    fn foreach(&mut self) -> Parsed<StatementKind> {
        self.advance();
        self.expect_mark("(")?;
        let variable = self.name()?;
        let index = if self.eat_mark(",") { Some(self.name()?) } else { None };
        self.expect_word("in")?;
        let list = self.expression()?;
        self.expect_mark(")")?;
        Ok(StatementKind::Foreach(variable, index, list, self.inner()?))
    }

    fn switch(&mut self) -> Parsed<StatementKind> {
        self.advance();
        let subject = self.expression()?;
        let branches = self.switch_branches()?;
        // A case expression that stands alone ends with a semicolon.
        self.eat_mark(";");
        Ok(StatementKind::Switch(subject, branches))
    }

    /// `if c then a else b;`: an expression that stands alone.
    fn is_conditional_expression(&self) -> bool {
        if !self.is_mark_at(1, "(") {
            return true;
        }
        let behind = self.tokens.closing[self.at + 1] as usize + 1;
        match self.tokens.list.get(behind).map(|token| token.kind) {
            Some(TokenKind::Name) => self.text_of(self.tokens.list[behind].span) == "then",
            Some(TokenKind::Mark(mark)) => {
                ["&&", "||", "==", "!=", "<", "<=", ">", ">=", "+", "*", "/", "%"].contains(&mark)
            }
            _ => false,
        }
    }

    /// `{ p => s … }`
    pub(super) fn switch_branches(&mut self) -> Parsed<Vec<SwitchBranch>> {
        self.expect_mark("{")?;
        let mut branches = Vec::new();
        while !self.is_mark("}") && self.token().kind != TokenKind::End {
            self.eat_mark("|");
            branches.push(self.switch_branch()?);
        }
        self.expect_mark("}")?;
        Ok(branches)
    }

    fn switch_branch(&mut self) -> Parsed<SwitchBranch> {
        let pattern = self.pattern()?;
        self.expect_mark("=>")?;
        let body = self.statement()?;
        Ok(SwitchBranch { pattern, body })
    }

    fn try_statement(&mut self) -> Parsed<StatementKind> {
        self.advance();
        let body = self.inner()?;
        let mut branches = Vec::new();
        if !self.is_word("finally") {
            self.expect_word("catch")?;
            branches = if self.is_mark("{") { self.switch_branches()? } else { vec![self.switch_branch()?] };
        }
        let finally = if self.eat_word("finally") { Some(self.inner()?) } else { None };
        Ok(StatementKind::Try(body, branches, finally))
    }

    fn duration(&mut self) -> Parsed<(Expression, Expression)> {
        self.advance();
        self.expect_mark("(")?;
        let low = self.expression()?;
        let high = if self.eat_mark(",") { self.expression()? } else { low.clone() };
        self.expect_mark(")")?;
        Ok((low, high))
    }

    fn await_statement(&mut self) -> Parsed<StatementKind> {
        let start = self.advance().span;
        let guard = self.guard()?;
        let span = start.to(self.previous_span());
        let kind = match guard {
            Guard::Condition(Expression {
                kind: ExpressionKind::AsynchronousCall(target, method, arguments),
                ..
            }) => StatementKind::Expression(Expression {
                kind: ExpressionKind::AwaitCall(target, method, arguments),
                span,
            }),
            guard => StatementKind::Await(guard),
        };
        self.expect_semicolon()?;
        Ok(kind)
    }

    fn guard(&mut self) -> Parsed<Guard> {
        let before = self.depth;
        let mut guard = self.simple_guard()?;
        let result = loop {
            if !self.eat_mark("&") {
                break Ok(guard);
            }
            if let Err(reported) = self.enter() {
                break Err(reported);
            }
            match self.simple_guard() {
                Ok(right) => guard = Guard::And(Box::new(guard), Box::new(right)),
                Err(reported) => break Err(reported),
            }
        };
        self.depth = before;
        result
    }

    fn simple_guard(&mut self) -> Parsed<Guard> {
        if self.is_word("duration") && self.is_mark_at(1, "(") {
            return Ok(Guard::Duration(Box::new(self.duration()?)));
        }
        // A guard in parentheses may hold `&` and `?`, which expressions don't.
        if self.is_mark("(") && self.parenthesised_guard() {
            self.advance();
            let guard = self.deeper(Self::guard)?;
            self.expect_mark(")")?;
            return Ok(guard);
        }
        let expression = self.expression()?;
        if self.eat_mark("?") {
            return Ok(Guard::Future(expression));
        }
        Ok(Guard::Condition(expression))
    }

    /// Does this parenthesis enclose all of a guard, and hold a `?` or `&` of its own?
    fn parenthesised_guard(&self) -> bool {
        let close = self.tokens.closing[self.at] as usize;
        let encloses = matches!(
            self.tokens.list.get(close + 1).map(|token| token.kind),
            Some(TokenKind::Mark(";" | "&" | ")"))
        );
        let mut index = self.at + 1;
        while encloses && index < close {
            match self.tokens.list[index].kind {
                TokenKind::Mark("?" | "&") => return true,
                TokenKind::Mark("(") => {
                    let inner = self.tokens.closing[index] as usize;
                    // Only the outermost level decides; nested parentheses are looked at in their turn.
                    if matches!(
                        self.tokens.list.get(inner.saturating_sub(1)).map(|t| t.kind),
                        Some(TokenKind::Mark("?"))
                    ) {
                        return true;
                    }
                    index = inner;
                }
                _ => {}
            }
            index += 1;
        }
        false
    }
}
