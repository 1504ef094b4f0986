//! Cuts a text into tokens. Keeps no text: a token is a kind and a span.
//!
//! Also finds, for each opening bracket, its closing one, which lets the parser look past a bracketed list
//! in constant time.

use crate::diagnostic::Diagnostic;
use crate::source::{SourceId, Span};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A name that begins with a small letter; keywords are names, told apart by the parser.
    Name,
    /// A name that begins with a capital letter.
    TypeName,
    /// A whole number.
    Integer,
    /// A number with a decimal point.
    Float,
    /// A string in double quotes.
    Text,
    /// A template string without holes.
    Template,
    /// A template string up to its first hole.
    TemplateStart,
    /// What stands between two holes.
    TemplateMiddle,
    /// What stands after the last hole.
    TemplateEnd,
    /// Punctuation, by its characters.
    Mark(&'static str),
    /// The end of the file.
    End,
}

/// One token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it stands.
    pub span: Span,
}

/// The tokens of a file, with the partner of each opening bracket.
#[derive(Debug, Default)]
pub struct Tokens {
    /// The tokens; the last one is [`TokenKind::End`].
    pub list: Vec<Token>,
    /// For each token that opens a bracket, the index of the one that closes it, or of the end.
    pub closing: Vec<u32>,
}

/// Longest first, so that the first that fits is the right one.
const MARKS: [&str; 35] = [
    "<->", "..", "&&", "||", "==", "!=", "<=", ">=", "=>", "->", "(", ")", "{", "}", "[", "]", "<", ">", ",",
    ";", ":", ".", "?", "!", "=", "+", "-", "*", "/", "%", "&", "|", "_", "'", "~",
];

struct Lexer<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    source: SourceId,
    tokens: Vec<Token>,
    diagnostics: &'a mut Vec<Diagnostic>,
    /// How many template strings have an open hole here.
    open_templates: usize,
}

/// Cuts `text` into tokens; whatever can't be read is reported and skipped.
pub fn tokenize(source: SourceId, text: &str, diagnostics: &mut Vec<Diagnostic>) -> Tokens {
    let mut lexer = Lexer {
        text,
        bytes: text.as_bytes(),
        at: 0,
        source,
        tokens: Vec::new(),
        diagnostics,
        open_templates: 0,
    };
    lexer.run();
    let list = lexer.tokens;
    let closing = partners(&list);
    Tokens { list, closing }
}

fn partners(tokens: &[Token]) -> Vec<u32> {
    let end = tokens.len() as u32 - 1;
    let mut closing = vec![end; tokens.len()];
    let mut open: Vec<(usize, &str)> = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        let TokenKind::Mark(mark) = token.kind else { continue };
        match mark {
            "(" => open.push((index, ")")),
            "[" => open.push((index, "]")),
            "{" => open.push((index, "}")),
            ")" | "]" | "}"
                // A bracket that does not fit is the parser's to report; here it must only do no harm.
                if open.last().is_some_and(|&(_, wanted)| wanted == mark) => {
                    let (partner, _) = open.pop().expect("just looked at");
                    closing[partner] = index as u32;
                }
            _ => {}
        }
    }
    closing
}

impl Lexer<'_> {
    fn run(&mut self) {
        loop {
            self.skip_blanks();
            let start = self.at;
            let Some(&byte) = self.bytes.get(self.at) else { break };
            match byte {
                b'a'..=b'z' => self.name(TokenKind::Name),
                b'A'..=b'Z' => self.name(TokenKind::TypeName),
                b'0'..=b'9' => self.number(),
                b'.' if self.bytes.get(self.at + 1).is_some_and(u8::is_ascii_digit) => self.number(),
                b'"' => self.text(),
                b'`' => self.template(true),
                b'$' if self.open_templates > 0 => self.template(false),
                _ => match MARKS.iter().find(|mark| self.bytes[self.at..].starts_with(mark.as_bytes())) {
                    Some(mark) => {
                        self.at += mark.len();
                        self.push(TokenKind::Mark(mark), start);
                    }
                    None => self.unknown(),
                },
            }
        }
        self.push(TokenKind::End, self.at);
    }

    fn span(&self, start: usize) -> Span {
        Span { source: self.source, start: start as u32, end: self.at as u32 }
    }

    fn push(&mut self, kind: TokenKind, start: usize) {
        let span = self.span(start);
        self.tokens.push(Token { kind, span });
    }

    fn error(&mut self, start: usize, message: impl Into<String>) {
        let span = self.span(start);
        self.diagnostics.push(Diagnostic::error(span, message));
    }

    fn unknown(&mut self) {
        let start = self.at;
        // One remark for a whole run of unreadable characters.
        while let Some(character) = self.text[self.at..].chars().next() {
            let readable = character.is_ascii_alphanumeric()
                || character.is_whitespace()
                || "\"`(){}[]<>,;:.?!=+-*/%&|_'~".contains(character);
            if readable && self.at > start {
                break;
            }
            self.at += character.len_utf8();
        }
        let first = self.text[start..].chars().next().unwrap_or(' ');
        self.error(start, format!("the character {first:?} has no meaning here"));
    }

    fn skip_blanks(&mut self) {
        loop {
            match self.bytes.get(self.at) {
                Some(b' ' | b'\t' | b'\r' | b'\n' | b'\x0c') => self.at += 1,
                Some(b'/') if self.bytes.get(self.at + 1) == Some(&b'/') => {
                    while self.bytes.get(self.at).is_some_and(|&byte| byte != b'\n') {
                        self.at += 1;
                    }
                }
                Some(b'/') if self.bytes.get(self.at + 1) == Some(&b'*') => {
                    let start = self.at;
                    match self.text[start + 2..].find("*/") {
                        Some(length) => self.at = start + 2 + length + 2,
                        None => {
                            self.at = start + 2;
                            self.error(start, "this comment is not closed");
                            self.at = self.bytes.len();
                        }
                    }
                }
                _ => return,
            }
        }
    }

    fn name(&mut self, kind: TokenKind) {
        let start = self.at;
        while self.bytes.get(self.at).is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_') {
            self.at += 1;
        }
        self.push(kind, start);
    }

    fn digits(&mut self) {
        while self.bytes.get(self.at).is_some_and(u8::is_ascii_digit) {
            self.at += 1;
        }
    }

    fn number(&mut self) {
        let start = self.at;
        self.digits();
        let mut kind = TokenKind::Integer;
        let digit_at = |at: usize| self.bytes.get(at).is_some_and(u8::is_ascii_digit);
        if self.bytes.get(self.at) == Some(&b'.') && digit_at(self.at + 1) {
            kind = TokenKind::Float;
            self.at += 1;
            self.digits();
            let sign = usize::from(matches!(self.bytes.get(self.at + 1), Some(b'+' | b'-')));
            let exponent = matches!(self.bytes.get(self.at), Some(b'e' | b'E'));
            if exponent && self.bytes.get(self.at + 1 + sign).is_some_and(u8::is_ascii_digit) {
                self.at += 1 + sign;
                self.digits();
            }
        }
        self.push(kind, start);
    }

    fn text(&mut self) {
        let start = self.at;
        self.at += 1;
        loop {
            match self.bytes.get(self.at) {
                Some(b'"') => {
                    self.at += 1;
                    break;
                }
                Some(b'\\')
                    if matches!(self.bytes.get(self.at + 1), Some(b'\\' | b'"' | b't' | b'n' | b'r')) =>
                {
                    self.at += 2;
                }
                Some(b'\\') => {
                    let at = self.at;
                    self.at += 1;
                    self.error(at, "a backslash in a string stands before \\, \", t, n or r");
                }
                None | Some(b'\n' | b'\r') => {
                    self.error(start, "this string is not closed on its line");
                    break;
                }
                Some(_) => self.at += 1,
            }
        }
        self.push(TokenKind::Text, start);
    }

    /// Reads a template string from its backtick (`opening`) or from the `$` that closes a hole.
    fn template(&mut self, opening: bool) {
        let start = self.at;
        self.at += 1;
        loop {
            match self.bytes.get(self.at) {
                Some(b'\\') if matches!(self.bytes.get(self.at + 1), Some(b'`' | b'$')) => self.at += 2,
                Some(b'`') => {
                    self.at += 1;
                    if opening {
                        self.push(TokenKind::Template, start);
                    } else {
                        self.open_templates -= 1;
                        self.push(TokenKind::TemplateEnd, start);
                    }
                    return;
                }
                Some(b'$') => {
                    self.at += 1;
                    if opening {
                        self.open_templates += 1;
                        self.push(TokenKind::TemplateStart, start);
                    } else {
                        self.push(TokenKind::TemplateMiddle, start);
                    }
                    return;
                }
                Some(_) => self.at += 1,
                None => {
                    self.error(start, "this template string is not closed");
                    self.push(if opening { TokenKind::Template } else { TokenKind::TemplateEnd }, start);
                    self.open_templates = 0;
                    return;
                }
            }
        }
    }
}
