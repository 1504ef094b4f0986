//! The parser: recursive descent over the tokens, with a limit on its depth and with recovery.
//!
//! After an error inside a statement it goes on behind the next `;` or `}`; after one inside a declaration,
//! at the next keyword that begins a declaration. Depth counts nesting and the length of operator chains
//! alike, since both make the tree deep: no later pass needs a limit of its own.

mod declarations;
mod deltas;
mod expressions;
mod products;
mod statements;

use std::sync::Arc;

use super::lexer::{Token, TokenKind, Tokens, tokenize};
use super::tree::{
    Annotation, DialectSigns, Expression, ExpressionKind, File, Name, Parameter, QualifiedName, TypeUse,
};
use crate::diagnostic::Diagnostic;
use crate::source::{SourceId, Span};

/// How deep a tree may be.
pub const DEPTH_LIMIT: u32 = 1000;

/// An error that was reported already; whoever gets it looks for a place to go on.
pub(crate) struct Reported;

type Parsed<T> = Result<T, Reported>;

pub(crate) struct Parser<'a> {
    text: &'a str,
    tokens: Tokens,
    at: usize,
    depth: u32,
    diagnostics: &'a mut Vec<Diagnostic>,
    /// The text of an unreadable place is reported once, even if several rules stumble over it.
    last_error: u32,
    /// The rest of the file was given up for what is not supported: nothing else is told of it.
    given_up: bool,
    signs: DialectSigns,
    /// The module that stood before the name of the last declaration.
    home: Option<Arc<str>>,
}

/// Reads a file into a tree; what can't be read is reported and left out.
pub fn parse(source: SourceId, text: &str, diagnostics: &mut Vec<Diagnostic>) -> File {
    let tokens = tokenize(source, text, diagnostics);
    let mut parser = Parser {
        text,
        tokens,
        at: 0,
        depth: 0,
        diagnostics,
        last_error: u32::MAX,
        given_up: false,
        signs: DialectSigns::default(),
        home: None,
    };
    let mut file = parser.file();
    file.signs = parser.signs;
    let is_new = |token: &Token| {
        matches!(token.kind, TokenKind::Float | TokenKind::Template | TokenKind::TemplateStart)
            || (token.kind == TokenKind::Name
                && ["switch", "foreach", "when"].contains(&parser.text_of(token.span)))
    };
    file.signs.today |= parser.tokens.list.iter().any(is_new);
    file
}

/// Modules with features and deltas of their own, and objects made `with` some of them.
const LOCAL_PRODUCT_LINES: &str = "product lines of single modules (`base`, `relative`, `with`)";

/// Names that can't be used for variables.
const RESERVED: [&str; 32] = [
    "module",
    "import",
    "export",
    "data",
    "type",
    "def",
    "interface",
    "extends",
    "class",
    "implements",
    "new",
    "null",
    "this",
    "if",
    "then",
    "else",
    "case",
    "let",
    "in",
    "while",
    "return",
    "skip",
    "await",
    "assert",
    "suspend",
    "throw",
    "try",
    "catch",
    "finally",
    "foreach",
    "switch",
    "when",
];

impl<'a> Parser<'a> {
    fn token(&self) -> Token {
        self.tokens.list[self.at]
    }

    fn kind_at(&self, offset: usize) -> TokenKind {
        self.tokens.list.get(self.at + offset).map_or(TokenKind::End, |token| token.kind)
    }

    fn span(&self) -> Span {
        self.token().span
    }

    fn previous_span(&self) -> Span {
        self.tokens.list[self.at.saturating_sub(1)].span
    }

    fn text_of(&self, span: Span) -> &'a str {
        &self.text[span.start as usize..span.end as usize]
    }

    fn advance(&mut self) -> Token {
        let token = self.token();
        if token.kind != TokenKind::End {
            self.at += 1;
        }
        token
    }

    fn is_mark(&self, mark: &str) -> bool {
        matches!(self.token().kind, TokenKind::Mark(found) if found == mark)
    }

    fn is_mark_at(&self, offset: usize, mark: &str) -> bool {
        matches!(self.kind_at(offset), TokenKind::Mark(found) if found == mark)
    }

    fn is_word(&self, word: &str) -> bool {
        self.token().kind == TokenKind::Name && self.text_of(self.span()) == word
    }

    fn is_word_at(&self, offset: usize, word: &str) -> bool {
        self.kind_at(offset) == TokenKind::Name
            && self.text_of(self.tokens.list[self.at + offset].span) == word
    }

    fn eat_mark(&mut self, mark: &str) -> bool {
        let found = self.is_mark(mark);
        if found {
            self.at += 1;
        }
        found
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.at += 1;
        }
        found
    }

    /// Tells what stands here, for messages.
    fn found(&self) -> String {
        match self.token().kind {
            TokenKind::End => "the end of the file".to_owned(),
            _ => {
                let text = self.text_of(self.span());
                let short: String = text.chars().take(30).collect();
                format!("`{short}`")
            }
        }
    }

    fn fail<T>(&mut self, message: impl Into<String>) -> Parsed<T> {
        let span = self.span();
        self.report(span, message);
        Err(Reported)
    }

    fn report(&mut self, span: Span, message: impl Into<String>) {
        if self.last_error != span.start && !self.given_up {
            self.last_error = span.start;
            self.diagnostics.push(Diagnostic::error(span, message));
        }
    }

    /// Tells that something is not supported, and reads no further: what follows would be misunderstood.
    fn give_up<T>(&mut self, what: &str) -> Parsed<T> {
        if !self.given_up {
            self.diagnostics.push(Diagnostic::unsupported(self.span(), what));
        }
        self.given_up = true;
        self.at = self.tokens.list.len() - 1;
        Err(Reported)
    }

    fn expected<T>(&mut self, what: &str) -> Parsed<T> {
        let message = format!("expected {what}, but found {}", self.found());
        self.fail(message)
    }

    fn expect_mark(&mut self, mark: &'static str) -> Parsed<Span> {
        if self.is_mark(mark) { Ok(self.advance().span) } else { self.expected(&format!("`{mark}`")) }
    }

    /// `;`, reported behind the token before it: there it is missing.
    fn expect_semicolon(&mut self) -> Parsed<()> {
        if self.eat_mark(";") {
            return Ok(());
        }
        let mut span = self.previous_span();
        span.start = span.end.saturating_sub(1).max(span.start);
        let message = format!("expected `;` behind this, but found {}", self.found());
        self.report(span, message);
        // What follows on another line is likely to be the next thing.
        let between = &self.text[self.previous_span().end as usize..self.span().start as usize];
        if between.contains('\n') && self.token().kind != TokenKind::End { Ok(()) } else { Err(Reported) }
    }

    fn expect_word(&mut self, word: &str) -> Parsed<Span> {
        if self.is_word(word) { Ok(self.advance().span) } else { self.expected(&format!("`{word}`")) }
    }

    /// Runs a rule one level deeper.
    fn deeper<T>(&mut self, rule: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        self.enter()?;
        let result = rule(self);
        self.depth -= 1;
        result
    }

    fn enter(&mut self) -> Parsed<()> {
        if self.depth >= DEPTH_LIMIT {
            // Everything up to the file's end is given up: each level above would stumble again.
            let span = self.span();
            self.diagnostics
                .push(Diagnostic::error(span, format!("this is nested more than {DEPTH_LIMIT} levels deep")));
            self.at = self.tokens.list.len() - 1;
            self.last_error = self.span().start;
            return Err(Reported);
        }
        self.depth += 1;
        Ok(())
    }

    fn name(&mut self) -> Parsed<Name> {
        if self.token().kind != TokenKind::Name {
            return self.expected("a name that begins with a small letter");
        }
        let span = self.span();
        let text = self.text_of(span);
        if text == "with" && (self.is_mark_at(1, "{") || self.kind_at(1) == TokenKind::TypeName) {
            return self.give_up(LOCAL_PRODUCT_LINES);
        }
        if RESERVED.contains(&text) {
            return self.fail(format!("`{text}` is a keyword and can't be a name"));
        }
        self.advance();
        Ok(Name { text: Arc::from(text), span })
    }

    fn type_name(&mut self) -> Parsed<Name> {
        if self.token().kind != TokenKind::TypeName {
            return self.expected("a name that begins with a capital letter");
        }
        let span = self.advance().span;
        Ok(Name { text: Arc::from(self.text_of(span)), span })
    }

    /// The name of what is declared here; in a delta the module may stand before it.
    fn declared_type_name(&mut self) -> Parsed<Name> {
        let name = self.qualified_type_name()?;
        self.home = name.module;
        Ok(name.name)
    }

    /// `A.B.C`: all parts begin with a capital letter.
    fn qualified_type_name(&mut self) -> Parsed<QualifiedName> {
        let mut name = self.type_name()?;
        let start = name.span;
        let mut module: Vec<Arc<str>> = Vec::new();
        while self.is_mark(".") && self.kind_at(1) == TokenKind::TypeName {
            self.advance();
            module.push(name.text);
            name = self.type_name()?;
        }
        let span = start.to(name.span);
        let module = (!module.is_empty()).then(|| Arc::from(module.join(".")));
        Ok(QualifiedName { module, name, span })
    }

    /// `A.B.c` or `c` or `A.B.C`.
    fn any_qualified_name(&mut self) -> Parsed<QualifiedName> {
        if self.token().kind == TokenKind::Name {
            let name = self.name()?;
            return Ok(QualifiedName { module: None, span: name.span, name });
        }
        let head = self.qualified_type_name()?;
        if self.is_mark(".") && self.kind_at(1) == TokenKind::Name {
            self.advance();
            let name = self.name()?;
            let module = full_name(&head);
            return Ok(QualifiedName {
                module: Some(Arc::from(module)),
                span: head.span.to(name.span),
                name,
            });
        }
        Ok(head)
    }

    /// A list between brackets, with commas.
    fn list<T>(
        &mut self,
        open: &'static str,
        close: &'static str,
        mut item: impl FnMut(&mut Self) -> Parsed<T>,
    ) -> Parsed<Vec<T>> {
        self.expect_mark(open)?;
        let mut items = Vec::new();
        if !self.is_mark(close) {
            loop {
                items.push(item(self)?);
                if !self.eat_mark(",") {
                    break;
                }
            }
        }
        self.expect_mark(close)?;
        Ok(items)
    }

    fn annotations(&mut self) -> Parsed<Vec<Annotation>> {
        let mut annotations = Vec::new();
        while self.is_mark("[") {
            annotations.extend(self.list("[", "]", Self::annotation)?);
        }
        Ok(annotations)
    }

    fn annotation(&mut self) -> Parsed<Annotation> {
        let start = self.span();
        let label = if self.annotation_has_label() {
            let label = self.type_use()?;
            self.expect_mark(":")?;
            Some(label)
        } else {
            None
        };
        let value = self.expression()?;
        Ok(Annotation { label, value, span: start.to(self.previous_span()) })
    }

    fn annotation_has_label(&self) -> bool {
        let mut offset = 0;
        while self.kind_at(offset) == TokenKind::TypeName {
            if self.is_mark_at(offset + 1, ":") {
                return true;
            }
            if !self.is_mark_at(offset + 1, ".") {
                return false;
            }
            offset += 2;
        }
        false
    }

    fn type_use(&mut self) -> Parsed<TypeUse> {
        self.deeper(|this| {
            let annotations = this.annotations()?;
            let name = this.qualified_type_name()?;
            let mut arguments = Vec::new();
            if this.is_mark("<") {
                arguments = this.list("<", ">", Self::type_use)?;
            }
            let span = name.span.to(this.previous_span());
            Ok(TypeUse { annotations, name, arguments, span })
        })
    }

    fn type_parameters(&mut self) -> Parsed<Vec<Name>> {
        if self.is_mark("<") { self.list("<", ">", Self::type_name) } else { Ok(Vec::new()) }
    }

    fn parameter(&mut self) -> Parsed<Parameter> {
        let annotations = self.annotations()?;
        let kind = self.type_use()?;
        let name = self.name()?;
        Ok(Parameter { annotations, kind, name })
    }

    fn parameters(&mut self) -> Parsed<Vec<Parameter>> {
        self.list("(", ")", Self::parameter)
    }

    fn error_expression(&self) -> Expression {
        Expression { kind: ExpressionKind::Error, span: self.span() }
    }
}

/// `Module.Name`, as one text.
pub(crate) fn full_name(name: &QualifiedName) -> String {
    match &name.module {
        Some(module) => format!("{module}.{}", name.name.text),
        None => name.name.text.to_string(),
    }
}
