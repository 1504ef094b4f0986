//! A cursor over tokens that collects diagnostics.

use super::lexer::Token;
use crate::diagnostic::{Diagnostic, Place, Severity, SourceFile};
use crate::names::Name;
use std::sync::Arc;

/// The tokens of one file and how far they have been read.
pub struct Stream {
    tokens: Vec<Token>,
    next: usize,
    file: Arc<SourceFile>,
    /// What was found wrong so far.
    pub diagnostics: Vec<Diagnostic>,
}

impl Stream {
    /// A cursor at the start.
    pub fn new(tokens: Vec<Token>, file: Arc<SourceFile>) -> Stream {
        Stream { tokens, next: 0, file, diagnostics: Vec::new() }
    }

    /// The file the tokens come from.
    pub fn file(&self) -> &Arc<SourceFile> {
        &self.file
    }

    /// The next token.
    pub fn peek(&self) -> Option<Token> {
        self.tokens.get(self.next).copied()
    }

    /// The text of the next token, or nothing at the end.
    pub fn peek_text(&self) -> &'static str {
        self.peek().map_or("", |token| token.name.text())
    }

    /// The text of the token after `ahead` others.
    pub fn text_ahead(&self, ahead: usize) -> &'static str {
        self.tokens.get(self.next + ahead).map_or("", |token| token.name.text())
    }

    /// Takes the next token.
    pub fn take(&mut self) -> Option<Token> {
        let token = self.peek()?;
        self.next += 1;
        Some(token)
    }

    /// Takes the next token if it has this text.
    pub fn accept(&mut self, text: &str) -> bool {
        let found = self.next < self.tokens.len() && self.peek_text() == text;
        if found {
            self.next += 1;
        }
        found
    }

    /// Takes the next token, which must have this text.
    pub fn expect(&mut self, text: &str) -> bool {
        let found = self.accept(text);
        if !found {
            let place = self.place();
            let instead = self.peek_text();
            self.error(place, format!("expected {text} but found {instead:?}"));
        }
        found
    }

    /// Where the next token is, or the last one at the end.
    pub fn place(&self) -> Place {
        self.peek().or(self.tokens.last().copied()).map_or(Place { line: 1, column: 1 }, |token| token.place)
    }

    /// The names of the tokens from a position up to the next one.
    pub fn names_since(&self, position: usize) -> impl Iterator<Item = Name> + '_ {
        self.tokens[position..self.next].iter().map(|token| token.name)
    }

    /// How many tokens have been taken.
    pub fn position(&self) -> usize {
        self.next
    }

    /// Goes back to a position.
    pub fn rewind(&mut self, position: usize) {
        self.next = position;
    }

    /// The tokens from a position up to the next one.
    pub fn taken_since(&self, position: usize) -> Vec<Token> {
        self.tokens[position..self.next].to_vec()
    }

    /// Records an error.
    pub fn error(&mut self, place: Place, message: String) {
        self.report(Severity::Error, place, message);
    }

    /// Records a message.
    pub fn report(&mut self, severity: Severity, place: Place, message: String) {
        self.diagnostics.push(Diagnostic { severity, message, file: Arc::clone(&self.file), place });
    }

    /// Takes one identifier, which must not be a bracket, a comma or a full stop.
    pub fn identifier(&mut self) -> Option<Name> {
        let token = self.peek()?;
        let text = token.name.text();
        if matches!(text, "(" | ")" | "[" | "]" | "{" | "}" | "," | ".") {
            self.error(token.place, format!("expected a name but found {text}"));
            return None;
        }
        self.next += 1;
        Some(token.name)
    }

    /// Takes tokens up to a full stop outside brackets that ends a statement: the next token must satisfy
    /// `continues`, or the file must end. The full stop is taken and not returned.
    pub fn bubble(&mut self, continues: impl Fn(&Stream) -> bool) -> Option<Vec<Token>> {
        let start = self.next;
        let mut depth = 0i64;
        let mut last_stop = None;
        while let Some(token) = self.peek() {
            match token.name.text() {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth -= 1,
                "." => {
                    self.next += 1;
                    if depth <= 0 && (self.peek().is_none() || continues(self)) {
                        return Some(self.tokens[start..self.next - 1].to_vec());
                    }
                    last_stop = Some(self.next);
                    continue;
                }
                _ => {}
            }
            self.next += 1;
        }
        let place = self.tokens.get(start).map_or(self.place(), |token| token.place);
        self.error(place, "missing full stop: this statement never ends".to_owned());
        if let Some(stop) = last_stop {
            self.next = stop;
        }
        None
    }
}
