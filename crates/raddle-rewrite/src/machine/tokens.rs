//! `printTokens` and `tokenize` of LEXICAL: between texts and lists of quoted identifiers.

use super::evaluate::Machine;
use crate::names::Name;
use crate::syntax::lexer::is_special;
use crate::terms::TermId;

impl Machine<'_> {
    /// The text of a list of tokens, with blanks where Maude has them.
    pub(super) fn print_tokens(&mut self, term: TermId) -> Option<TermId> {
        let list = self.terms.arguments(term)[0];
        let tokens: Vec<Name> = match self.terms.qid_value(list) {
            Some(one) => vec![one],
            None => {
                let elements = self.terms.arguments(list);
                elements.iter().map(|&element| self.terms.qid_value(element)).collect::<Option<_>>()?
            }
        };
        let texts: Vec<&str> = tokens.iter().map(|name| name.text()).collect();
        self.terms.string(&printed(&texts))
    }

    /// The tokens of a text.
    pub(super) fn tokenize(&mut self, term: TermId) -> Option<TermId> {
        let text = self.terms.string_value(self.terms.arguments(term)[0])?;
        let range = self.terms.signature.get(self.terms.symbol(term)).range;
        let mut tokens = Vec::new();
        for token in split(&text) {
            tokens.push(self.terms.qid(Name::new(&token))?);
        }
        match tokens.as_slice() {
            [] => {
                let nil = self.terms.signature.find(Name::new("nil"), &[], Some(range))?;
                Some(self.terms.make(nil, &[]))
            }
            [one] => Some(*one),
            many => {
                let join = self.terms.signature.find(Name::new("__"), &[range, range], Some(range))?;
                Some(self.terms.make(join, many))
            }
        }
    }
}

/// Brackets and commas hold on to what is before them, opening brackets also to what follows; `\n`, `\t` and `\s` are
/// blanks themselves, and other escapes (colours) are left out.
fn printed(tokens: &[&str]) -> String {
    let mut text = String::new();
    let mut gap = false;
    for &token in tokens {
        let blank = match token {
            "\\n" => Some('\n'),
            "\\t" => Some('\t'),
            "\\s" => Some(' '),
            _ => None,
        };
        if let Some(blank) = blank {
            text.push(blank);
            gap = false;
            continue;
        }
        if token.len() == 2 && token.starts_with('\\') && token != "\\\\" {
            continue;
        }
        match token {
            "`(" | "`[" | "`{" => {
                text.push_str(&token[1..]);
                gap = false;
            }
            "`)" | "`]" | "`}" | "`," => {
                text.push_str(&token[1..]);
                gap = true;
            }
            _ => {
                if gap {
                    text.push(' ');
                }
                text.push_str(token);
                gap = true;
            }
        }
    }
    text
}

/// The tokens of a text; comments are no comments here.
fn split(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut rest = text.chars().peekable();
    while let Some(&c) = rest.peek() {
        if c.is_whitespace() {
            rest.next();
            continue;
        }
        let mut token = String::new();
        if is_special(c) {
            rest.next();
            token.push('`');
            token.push(c);
        } else if c == '"' {
            token.push('"');
            rest.next();
            while let Some(c) = rest.next() {
                token.push(c);
                match c {
                    '"' => break,
                    '\\' => token.extend(rest.next()),
                    _ => {}
                }
            }
        } else {
            while let Some(&c) = rest.peek() {
                if c.is_whitespace() || is_special(c) || (c == '"' && !token.is_empty()) {
                    break;
                }
                rest.next();
                token.push(c);
                if c == '`' {
                    token.extend(rest.next_if(|next| !next.is_whitespace()));
                }
            }
        }
        tokens.push(token);
    }
    tokens
}
