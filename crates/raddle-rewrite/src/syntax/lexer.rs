//! Splits a text into Maude's tokens: the brackets and the comma stand alone, everything else goes up to a
//! blank or one of those; a backquote takes the next special character into the token.

use crate::diagnostic::Place;
use crate::names::Name;

/// One token.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    /// Its text.
    pub name: Name,
    /// Where it starts.
    pub place: Place,
    /// Whether only blanks and comments stand between it and the end of its line.
    pub ends_line: bool,
}

/// The tokens of a file, and the places of comments and strings that never end.
pub struct Tokens {
    /// All tokens in order.
    pub tokens: Vec<Token>,
    /// What could not be read.
    pub faults: Vec<(Place, &'static str)>,
}

/// Whether the character is a token of its own.
pub fn is_special(c: char) -> bool {
    matches!(c, '(' | ')' | '[' | ']' | '{' | '}' | ',')
}

struct Cursor<'a> {
    rest: std::str::Chars<'a>,
    line: u32,
    column: u32,
}

impl Cursor<'_> {
    fn peek(&self) -> Option<char> {
        self.rest.clone().next()
    }

    fn starts_with(&self, text: &str) -> bool {
        self.rest.as_str().starts_with(text)
    }

    fn bump(&mut self) -> Option<char> {
        let c = self.rest.next()?;
        if c == '\n' {
            self.line += 1;
            self.column = 1;
        } else {
            self.column += 1;
        }
        Some(c)
    }

    fn place(&self) -> Place {
        Place { line: self.line, column: self.column }
    }
}

/// Splits the text; linear in its length.
pub fn tokenize(text: &str) -> Tokens {
    let mut cursor = Cursor { rest: text.chars(), line: 1, column: 1 };
    let mut result = Tokens { tokens: Vec::new(), faults: Vec::new() };
    let mut buffer = String::new();
    // The same few texts come again and again in long inputs; the last names are kept close.
    let mut known: rustc_hash::FxHashMap<String, Name> = rustc_hash::FxHashMap::default();
    while let Some(c) = cursor.peek() {
        if c == '\n' {
            if let Some(last) = result.tokens.last_mut() {
                last.ends_line = true;
            }
            cursor.bump();
            continue;
        }
        if c.is_whitespace() || (c.is_control() && c != '\n') {
            cursor.bump();
            continue;
        }
        let place = cursor.place();
        if cursor.starts_with("***") || cursor.starts_with("---") {
            comment(&mut cursor, &mut result.faults, place);
            continue;
        }
        buffer.clear();
        if is_special(c) {
            cursor.bump();
            buffer.push(c);
        } else if c == '"' {
            string(&mut cursor, &mut buffer, &mut result.faults, place);
        } else {
            identifier(&mut cursor, &mut buffer, &mut result.faults, place);
        }
        let name = match known.get(buffer.as_str()) {
            Some(&name) => name,
            None => {
                let name = Name::new(&buffer);
                known.insert(buffer.clone(), name);
                name
            }
        };
        result.tokens.push(Token { name, place, ends_line: false });
    }
    if let Some(last) = result.tokens.last_mut() {
        last.ends_line = true;
    }
    result
}

fn comment(cursor: &mut Cursor<'_>, faults: &mut Vec<(Place, &'static str)>, place: Place) {
    for _ in 0..3 {
        cursor.bump();
    }
    while cursor.peek().is_some_and(|c| c == ' ' || c == '\t') {
        cursor.bump();
    }
    if cursor.peek() != Some('(') {
        while cursor.peek().is_some_and(|c| c != '\n') {
            cursor.bump();
        }
        return;
    }
    let mut depth = 0usize;
    while let Some(c) = cursor.bump() {
        match c {
            '(' => depth += 1,
            ')' => {
                depth -= 1;
                if depth == 0 {
                    return;
                }
            }
            _ => {}
        }
    }
    faults.push((place, "this comment is never closed"));
}

fn string(
    cursor: &mut Cursor<'_>,
    buffer: &mut String,
    faults: &mut Vec<(Place, &'static str)>,
    place: Place,
) {
    buffer.push('"');
    cursor.bump();
    while let Some(c) = cursor.peek() {
        if c == '\n' {
            break;
        }
        cursor.bump();
        buffer.push(c);
        if c == '"' {
            return;
        }
        if c == '\\' {
            if cursor.peek() == Some('\n') {
                // A line that is continued: neither the backslash nor the new line belong to the string.
                buffer.pop();
                cursor.bump();
            } else if let Some(next) = cursor.bump() {
                buffer.push(next);
            }
        }
    }
    faults.push((place, "this string is never closed"));
    buffer.push('"');
}

fn identifier(
    cursor: &mut Cursor<'_>,
    buffer: &mut String,
    faults: &mut Vec<(Place, &'static str)>,
    place: Place,
) {
    while let Some(c) = cursor.peek() {
        if c.is_whitespace() || is_special(c) {
            return;
        }
        // A quoted identifier may stand for a string: `'"a b".String`.
        if c == '"' && !buffer.is_empty() && buffer.bytes().all(|byte| byte == b'\'') {
            string(cursor, buffer, faults, place);
            continue;
        }
        // `"` starts a string in the middle of a token only after something that is not an identifier's.
        if c == '"' && !buffer.is_empty() {
            return;
        }
        cursor.bump();
        buffer.push(c);
        if c == '`'
            && let Some(next) = cursor.peek()
            && !next.is_whitespace()
        {
            cursor.bump();
            buffer.push(next);
        }
    }
}
