//! Reads strategy expressions. The expressions themselves are read by descent, loosest operator first: `?:`,
//! `or-else`, `|`, `;`, then `*`, `+` and `!` after their strategy. A term inside an expression goes up to the first
//! place where it is a term of the module and a word of the language of strategies follows.

use super::{Decision, Definition, Expression, Repetition, Subject, Where};
use crate::names::Name;
use crate::parser::build::parse;
use crate::parser::grammar::{Goal, Grammar};
use crate::parser::{Fragment, ParseFault};
use crate::syntax::ast::{DefinitionSource, StrategySource};
use crate::syntax::lexer::Token;
use crate::terms::{TermId, Terms};
use rustc_hash::FxHashSet;

/// Expressions may be nested so deep.
const DEEPEST: usize = 200;

/// What names mean in a module.
pub(crate) struct Names<'a> {
    /// The labels of its rules.
    pub labels: &'a FxHashSet<Name>,
    /// Its strategies.
    pub strategies: &'a [StrategySource],
}

/// Reads the expression that the tokens are.
pub(crate) fn expression(
    grammar: &mut Grammar,
    terms: &mut Terms,
    names: &Names<'_>,
    tokens: &[Token],
) -> Result<Expression, ParseFault> {
    let mut reader = Reader { grammar, terms, names, tokens, at: 0, depth: 0 };
    let expression = reader.conditional()?;
    match reader.tokens.get(reader.at) {
        None => Ok(expression),
        Some(_) => Err(reader.unexpected()),
    }
}

/// Reads a definition: `s(P) := expression if condition`.
pub(crate) fn definition(
    grammar: &mut Grammar,
    terms: &mut Terms,
    names: &Names<'_>,
    source: &DefinitionSource,
) -> Result<Definition, ParseFault> {
    let tokens = &source.tokens;
    let fault = |message: &str| ParseFault { place: Some(source.place), message: message.to_owned() };
    let split = depth_zero(tokens).find(|&at| tokens[at].name.text() == ":=");
    let split = split.ok_or_else(|| fault("expected := in the definition of a strategy"))?;
    let mut head = Reader { grammar, terms, names, tokens: &tokens[..split], at: 0, depth: 0 };
    let Expression::Call(name, arguments) = head.primary()? else {
        return Err(fault("the definition is of no strategy that is declared"));
    };
    if head.at < split {
        return Err(head.unexpected());
    }
    let rest = &tokens[split + 1..];
    // A condition starts at an `if` outside brackets; the last one that reads well.
    let starts: Vec<usize> = depth_zero(rest).filter(|&at| rest[at].name.text() == "if").collect();
    if source.conditional {
        for &start in starts.iter().rev() {
            let Ok(body) = expression(grammar, terms, names, &rest[..start]) else { continue };
            let Some(condition) = condition(grammar, terms, &rest[start + 1..]) else { continue };
            return Ok(Definition { name, arguments, body, condition, nonexecutable: source.nonexecutable });
        }
        return Err(fault("no parse for the condition of a strategy's definition"));
    }
    let body = expression(grammar, terms, names, rest)?;
    Ok(Definition { name, arguments, body, condition: Vec::new(), nonexecutable: source.nonexecutable })
}

/// The places outside all brackets.
pub(crate) fn depth_zero(tokens: &[Token]) -> impl Iterator<Item = usize> + '_ {
    let mut depth = 0i32;
    tokens.iter().enumerate().filter_map(move |(at, token)| {
        match token.name.text() {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => {
                depth -= 1;
                return None;
            }
            _ => {}
        }
        (depth == 0).then_some(at)
    })
}

/// A condition by itself: it is read behind a pattern that always matches.
fn condition(grammar: &mut Grammar, terms: &mut Terms, tokens: &[Token]) -> Option<Vec<Fragment>> {
    let place = tokens.first()?.place;
    let word = |text: &str| Token { name: Name::new(text), place, ends_line: false };
    let mut all = vec![word("true"), word("<=?"), word("true"), word("such"), word("that")];
    all.extend_from_slice(tokens);
    Some(parse(grammar, terms, &all, Goal::Matching).ok()?.sentence.condition)
}

struct Reader<'a, 'n> {
    grammar: &'a mut Grammar,
    terms: &'a mut Terms,
    names: &'a Names<'n>,
    tokens: &'a [Token],
    at: usize,
    depth: usize,
}

type Read<T> = Result<T, ParseFault>;

impl Reader<'_, '_> {
    fn text(&self, ahead: usize) -> &'static str {
        self.tokens.get(self.at + ahead).map_or("", |token| token.name.text())
    }

    fn unexpected(&self) -> ParseFault {
        match self.tokens.get(self.at).or(self.tokens.last()) {
            Some(token) => ParseFault {
                place: Some(token.place),
                message: format!("bad token {}, no parse for strategy", token.name),
            },
            None => ParseFault { place: None, message: "no parse for an empty strategy".to_owned() },
        }
    }

    fn accept(&mut self, text: &str) -> bool {
        let found = self.at < self.tokens.len() && self.text(0) == text;
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, text: &str) -> Read<()> {
        if self.accept(text) { Ok(()) } else { Err(self.unexpected()) }
    }

    fn conditional(&mut self) -> Read<Expression> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.unexpected());
        }
        let test = self.or_else()?;
        let result = if self.accept("?") {
            let then = self.conditional()?;
            self.expect(":")?;
            let other = self.conditional()?;
            Expression::Branch(Box::new([test, then, other]))
        } else {
            test
        };
        self.depth -= 1;
        Ok(result)
    }

    fn or_else(&mut self) -> Read<Expression> {
        let mut parts = vec![self.union()?];
        while self.accept("or-else") {
            parts.push(self.union()?);
        }
        let last = parts.pop().ok_or_else(|| self.unexpected())?;
        Ok(parts
            .into_iter()
            .rev()
            .fold(last, |second, first| Expression::OrElse(Box::new(first), Box::new(second))))
    }

    fn union(&mut self) -> Read<Expression> {
        let first = self.sequence()?;
        if self.text(0) != "|" {
            return Ok(first);
        }
        let mut parts = vec![first];
        while self.accept("|") {
            parts.push(self.sequence()?);
        }
        Ok(Expression::Union(parts))
    }

    fn sequence(&mut self) -> Read<Expression> {
        let first = self.repetition()?;
        if self.text(0) != ";" {
            return Ok(first);
        }
        let mut parts = vec![first];
        while self.accept(";") {
            parts.push(self.repetition()?);
        }
        Ok(Expression::Sequence(parts))
    }

    fn repetition(&mut self) -> Read<Expression> {
        let mut inner = self.primary()?;
        loop {
            let how = match self.text(0) {
                "*" => Repetition::Any,
                "+" => Repetition::Some,
                "!" => Repetition::Exhaustive,
                _ => return Ok(inner),
            };
            self.at += 1;
            inner = Expression::Repeat(Box::new(inner), how);
        }
    }

    fn primary(&mut self) -> Read<Expression> {
        let word = self.text(0);
        if word.is_empty() {
            return Err(self.unexpected());
        }
        if self.accept("(") {
            let inner = self.conditional()?;
            self.expect(")")?;
            return Ok(inner);
        }
        let decision = match word {
            "not" => Some(Decision::Not),
            "test" => Some(Decision::Test),
            "try" => Some(Decision::Try),
            "one" => Some(Decision::One),
            _ => None,
        };
        if self.text(1) == "("
            && let Some(decision) = decision
        {
            self.at += 2;
            let inner = self.conditional()?;
            self.expect(")")?;
            return Ok(Expression::Decide(decision, Box::new(inner)));
        }
        if word == "top" && self.text(1) == "(" {
            self.at += 2;
            let inner = self.conditional()?;
            self.expect(")")?;
            return match inner {
                Expression::Apply { label, substitution, conditions, .. } => {
                    Ok(Expression::Apply { label, substitution, conditions, top: true })
                }
                _ => Err(self.unexpected()),
            };
        }
        match word {
            "match" | "xmatch" | "amatch" => {
                self.at += 1;
                Ok(Expression::Match(self.subject(where_of(word), false)?))
            }
            "matchrew" | "xmatchrew" | "amatchrew" => {
                self.at += 1;
                let subject = self.subject(where_of(word), true)?;
                self.expect("by")?;
                let mut parts = Vec::new();
                loop {
                    let start = self.at;
                    while self.text(0) != "using" {
                        if self.text(0).is_empty() {
                            return Err(self.unexpected());
                        }
                        self.at += 1;
                    }
                    let variable = self.term(start, self.at).ok_or_else(|| self.unexpected())?;
                    self.at += 1;
                    parts.push((variable, self.repetition()?));
                    let more = self.tokens[self.at..].iter().take(6).any(|next| next.name.text() == "using");
                    if self.text(0) != "," || !more {
                        return Ok(Expression::Rewrite(subject, parts));
                    }
                    self.at += 1;
                }
            }
            _ => self.named(word),
        }
    }

    /// A strategy's call, or the application of a rule.
    fn named(&mut self, word: &'static str) -> Read<Expression> {
        let name = Name::new(word);
        let arities: Vec<usize> = self
            .names
            .strategies
            .iter()
            .filter(|known| known.name == name)
            .map(|known| known.domain.len())
            .collect();
        if self.text(1) == "(" && arities.iter().any(|&arity| arity > 0) {
            let open = self.at + 1;
            let close = self.closing(open).ok_or_else(|| self.unexpected())?;
            let arguments = self.arguments(open + 1, close, &arities).ok_or_else(|| {
                self.at += 2;
                self.unexpected()
            })?;
            self.at = close + 1;
            return Ok(Expression::Call(name, arguments));
        }
        if arities.contains(&0) {
            self.at += 1;
            // `s()` is the same as `s`.
            if self.text(0) == "(" && self.text(1) == ")" {
                self.at += 2;
            }
            return Ok(Expression::Call(name, Vec::new()));
        }
        match word {
            "idle" => {
                self.at += 1;
                return Ok(Expression::Idle);
            }
            "fail" => {
                self.at += 1;
                return Ok(Expression::Fail);
            }
            _ => {}
        }
        if word != "all" && !self.names.labels.contains(&name) {
            return Err(self.unexpected());
        }
        self.at += 1;
        let mut substitution = Vec::new();
        if self.text(0) == "[" {
            let close = self.closing(self.at).ok_or_else(|| self.unexpected())?;
            substitution = self.substitution(self.at + 1, close)?;
            self.at = close + 1;
        }
        let mut conditions = Vec::new();
        if self.accept("{") {
            loop {
                conditions.push(self.conditional()?);
                if self.accept("}") {
                    break;
                }
                self.expect(",")?;
            }
        }
        let label = (word != "all").then_some(name);
        Ok(Expression::Apply { label, substitution, conditions, top: false })
    }

    /// `X <- t, Y <- u`
    fn substitution(&mut self, start: usize, end: usize) -> Read<Vec<(TermId, TermId)>> {
        let arrows: Vec<usize> = depth_zero(&self.tokens[start..end])
            .map(|at| at + start)
            .filter(|&at| self.tokens[at].name.text() == "<-")
            .collect();
        let mut pairs = Vec::new();
        for (number, &arrow) in arrows.iter().enumerate() {
            // A value ends at the last comma before the next variable.
            let stop = match arrows.get(number + 1) {
                Some(&next) => {
                    let comma = (arrow..next).rev().find(|&at| self.tokens[at].name.text() == ",");
                    comma.ok_or_else(|| self.unexpected())?
                }
                None => end,
            };
            let from = match number {
                0 => start,
                _ => {
                    let comma =
                        (arrows[number - 1]..arrow).rev().find(|&at| self.tokens[at].name.text() == ",");
                    comma.ok_or_else(|| self.unexpected())? + 1
                }
            };
            let variable = self.term(from, arrow).ok_or_else(|| self.unexpected())?;
            let value = self.term(arrow + 1, stop).ok_or_else(|| self.unexpected())?;
            pairs.push((variable, value));
        }
        if pairs.is_empty() { Err(self.unexpected()) } else { Ok(pairs) }
    }

    /// Arguments between two places, as many as one of the arities.
    fn arguments(&mut self, start: usize, end: usize, arities: &[usize]) -> Option<Vec<TermId>> {
        let mut cuts: Vec<usize> = depth_zero(&self.tokens[start..end])
            .map(|at| at + start)
            .filter(|&at| self.tokens[at].name.text() == ",")
            .collect();
        if !arities.contains(&(cuts.len() + 1)) {
            if !arities.contains(&1) {
                return None;
            }
            // The commas belong to the one argument.
            cuts.clear();
        }
        cuts.push(end);
        let mut from = start;
        let mut arguments = Vec::with_capacity(cuts.len());
        for cut in cuts {
            arguments.push(self.term(from, cut)?);
            from = cut + 1;
        }
        Some(arguments)
    }

    fn closing(&self, open: usize) -> Option<usize> {
        let mut depth = 0;
        for (at, token) in self.tokens.iter().enumerate().skip(open) {
            match token.name.text() {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Some(at);
            }
        }
        None
    }

    fn term(&mut self, start: usize, end: usize) -> Option<TermId> {
        let parsed = parse(self.grammar, self.terms, self.tokens.get(start..end)?, Goal::Term).ok()?;
        Some(parsed.sentence.left)
    }

    /// Where a term or condition that starts here may end: outside brackets, before a word of the language of
    /// strategies, or at the end.
    fn ends(&self, start: usize) -> Vec<usize> {
        let mut ends = Vec::new();
        let mut depth = 0;
        for (at, token) in self.tokens.iter().enumerate().skip(start) {
            let text = token.name.text();
            if depth == 0 {
                if matches!(text, ")" | "]" | "}") {
                    ends.push(at);
                    return ends;
                }
                let word = matches!(
                    text,
                    ";" | "|" | "?" | ":" | "or-else" | "*" | "+" | "!" | "," | "by" | "s.t." | "such"
                );
                if word && at > start {
                    ends.push(at);
                }
            }
            match text {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth -= 1,
                _ => {}
            }
        }
        ends.push(self.tokens.len());
        ends
    }

    /// A pattern, perhaps with a condition; `rewriting` if `by` must follow.
    fn subject(&mut self, place: Where, rewriting: bool) -> Read<Subject> {
        let start = self.at;
        for end in self.ends(start) {
            let follows = self.tokens.get(end).map_or("", |token| token.name.text());
            if rewriting && !matches!(follows, "by" | "s.t." | "such") {
                continue;
            }
            let Some(pattern) = self.term(start, end) else { continue };
            let from = match follows {
                "s.t." => end + 1,
                "such" => end + 2,
                _ => {
                    self.at = end;
                    return Ok(Subject { place, pattern, condition: Vec::new() });
                }
            };
            for stop in self.ends(from) {
                let follows = self.tokens.get(stop).map_or("", |token| token.name.text());
                if rewriting && follows != "by" {
                    continue;
                }
                if let Some(condition) = condition(self.grammar, self.terms, &self.tokens[from..stop]) {
                    self.at = stop;
                    return Ok(Subject { place, pattern, condition });
                }
            }
        }
        Err(self.unexpected())
    }
}

fn where_of(word: &str) -> Where {
    match word.as_bytes().first() {
        Some(b'x') => Where::Part,
        Some(b'a') => Where::Anywhere,
        _ => Where::Whole,
    }
}
