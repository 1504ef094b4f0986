//! From a finished chart to terms, conditions and statements; and the parser's front door.

use super::chart::{Chart, Leaf, NONE, Partial};
use super::grammar::{Action, Goal, Grammar};
use super::leaves::leaves_of;
use crate::diagnostic::Place;
use crate::names::Name;
use crate::syntax::lexer::Token;
use crate::terms::{SortId, SymbolId, TermId, Terms};
use num_bigint::BigUint;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// One part of a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fragment {
    /// Both sides reduce to the same term.
    Equality(TermId, TermId),
    /// The pattern matches the reduced term.
    Assignment(TermId, TermId),
    /// The term can be rewritten to an instance of the pattern.
    Rewriting(TermId, TermId),
    /// The reduced term has the sort.
    Membership(TermId, SortId),
}

/// What a sentence says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// The term, or the left one.
    pub left: TermId,
    /// The right term of a pair.
    pub right: Option<TermId>,
    /// The sort of a membership.
    pub sort: Option<SortId>,
    /// The condition.
    pub condition: Vec<Fragment>,
}

/// A parse, and a second one if there is more than one.
#[derive(Debug)]
pub struct Parsed {
    /// The first parse.
    pub sentence: Sentence,
    /// Another one.
    pub other: Option<Sentence>,
    /// The first parse as it was nested, if that was asked for: only to be shown.
    pub shown: Option<Sentence>,
}

/// How terms of operators with axioms are nested in what is shown of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nesting {
    /// As they were written.
    AsWritten,
    /// The same, but identities are dropped, and the two arguments of a commutative operator are in order.
    Arranged,
}

/// Why there is no parse.
#[derive(Debug)]
pub struct ParseFault {
    /// The token that could not be read, or the end.
    pub place: Option<Place>,
    /// What is wrong.
    pub message: String,
}

#[derive(Clone, Debug)]
enum Value {
    Term(TermId),
    Terms(Vec<TermId>),
    Fragments(Vec<Fragment>),
    Sentence(Sentence),
}

/// Parses tokens as the goal.
pub fn parse(
    grammar: &mut Grammar,
    terms: &mut Terms,
    tokens: &[Token],
    goal: Goal,
) -> Result<Parsed, ParseFault> {
    parse_shown(grammar, terms, tokens, goal, None)
}

/// Parses tokens as the goal, and nests what is shown.
pub fn parse_shown(
    grammar: &mut Grammar,
    terms: &mut Terms,
    tokens: &[Token],
    goal: Goal,
    nesting: Option<Nesting>,
) -> Result<Parsed, ParseFault> {
    let joined = join_structured(terms, tokens);
    let names: Vec<Name> = joined.iter().map(|token| token.name).collect();
    if names.is_empty() {
        return Err(ParseFault { place: None, message: "no parse for an empty term".to_owned() });
    }
    let goals = grammar.goal(goal, &terms.signature);
    let mut leaves = std::mem::take(&mut grammar.leaves);
    let reaches = std::mem::take(&mut grammar.reaches);
    // As in Maude, the variables of a condition are older than those of its statement.
    let condition = match goal {
        Goal::Equation | Goal::Rule | Goal::Membership => condition_start(&names),
        _ => 0,
    };
    for &name in names[condition..].iter().chain(&names[..condition]) {
        leaves.entry(name).or_insert_with(|| leaves_of(grammar, terms, name));
    }
    let mut chart = Chart::new(grammar, &names, goals, reaches);
    chart.run(|name| Arc::clone(&leaves[&name]));
    let result = extract(grammar, terms, &leaves, &chart, (&joined, &names), nesting);
    let reaches = std::mem::take(&mut chart.known_reaches);
    drop(chart);
    grammar.reaches = reaches;
    grammar.leaves = leaves;
    result
}

/// Where the condition of a statement starts: after the last `if` that has no `fi`.
fn condition_start(names: &[Name]) -> usize {
    let mut closed = 0;
    for (index, name) in names.iter().enumerate().rev() {
        match name.text() {
            "fi" => closed += 1,
            "if" if closed == 0 => return index + 1,
            "if" => closed -= 1,
            _ => {}
        }
    }
    0
}

fn extract(
    grammar: &Grammar,
    terms: &mut Terms,
    leaves: &FxHashMap<Name, Arc<[Leaf]>>,
    chart: &Chart<'_>,
    (joined, names): (&[Token], &[Name]),
    nesting: Option<Nesting>,
) -> Result<Parsed, ParseFault> {
    let start = |number: u32| chart.last_start(&chart.wholes[number as usize]);
    // The first of the best: `max_by_key` would take the last.
    let best = chart.found.iter().rev().copied().max_by_key(|&number| start(number));
    let Some(root) = best else {
        return Err(no_parse(grammar, leaves, chart, joined));
    };
    let mut builder = Builder { grammar, terms, names, chart, fork: None, ambiguity: None, nesting: None };
    let sentence = builder.build(root).ok_or_else(|| ParseFault {
        place: joined.first().map(|token| token.place),
        message: "no parse for term".to_owned(),
    })?;
    let mut other = None;
    if let Some(fork) = builder.ambiguity.take() {
        builder.fork = Some(fork);
        other = builder.build(root);
    } else if let Some(&second) = chart.found.iter().find(|&&second| second != root) {
        other = builder.build(second);
    }
    let other = other.filter(|second| *second != sentence);
    let mut shown = None;
    if nesting.is_some() {
        (builder.fork, builder.nesting) = (None, nesting);
        shown = builder.build(root);
    }
    Ok(Parsed { sentence, other, shown })
}

fn no_parse(
    grammar: &Grammar,
    leaves: &FxHashMap<Name, Arc<[Leaf]>>,
    chart: &Chart<'_>,
    tokens: &[Token],
) -> ParseFault {
    // A token that no production and no leaf knows is named first, as Maude does.
    for token in tokens {
        let known = !leaves[&token.name].is_empty()
            || grammar
                .productions
                .iter()
                .any(|rule| rule.items.contains(&super::grammar::Item::Word(token.name)));
        if !known {
            return ParseFault {
                place: Some(token.place),
                message: format!("bad token {}, no parse for term", token.name),
            };
        }
    }
    match tokens.get(chart.furthest) {
        Some(token) => ParseFault {
            place: Some(token.place),
            message: format!("didn't expect token {}, no parse for term", token.name),
        },
        None => ParseFault {
            place: tokens.last().map(|token| token.place),
            message: "unexpected end, no parse for term".to_owned(),
        },
    }
}

/// Joins `X:List { Nat }` and `X: [ Nat ]` into one token where the sort exists.
fn join_structured(terms: &Terms, tokens: &[Token]) -> Vec<Token> {
    let mut joined: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while at < tokens.len() {
        let token = tokens[at];
        let next = tokens.get(at + 1).map_or("", |token| token.name.text());
        if next == "{" || next == "[" {
            let text = token.name.text();
            if let Some(colon) = text.rfind(':')
                && colon > 0
                && (next == "{") == (colon + 1 < text.len())
                && let Some((end, full)) = bracketed(tokens, at)
            {
                let sort = full[colon + 1..].trim_start_matches('[').trim_end_matches(']').to_owned();
                if terms.signature.sorts.find(Name::new(&sort)).is_some() {
                    joined.push(Token { name: Name::new(&full), ..token });
                    at = end;
                    continue;
                }
            }
        }
        joined.push(token);
        at += 1;
    }
    joined
}

/// The text from a token over the brackets that follow it, and where they end.
fn bracketed(tokens: &[Token], at: usize) -> Option<(usize, String)> {
    let mut text = tokens[at].name.text().to_owned();
    let mut depth = 0;
    for (index, token) in tokens.iter().enumerate().skip(at + 1).take(200) {
        let word = token.name.text();
        match word {
            "{" | "[" => depth += 1,
            "}" | "]" => depth -= 1,
            _ if depth == 0 => return Some((index, text)),
            _ => {}
        }
        if depth == 0 && !matches!(word, "}" | "]") {
            return Some((index, text));
        }
        text.push_str(word);
        if depth == 0 && tokens.get(index + 1).is_none_or(|next| next.name.text() != "{") {
            return Some((index + 1, text));
        }
    }
    None
}

struct Builder<'a> {
    grammar: &'a Grammar,
    terms: &'a mut Terms,
    names: &'a [Name],
    chart: &'a Chart<'a>,
    /// Where to take the other way.
    fork: Option<Crossing>,
    /// The first place where there is another way.
    ambiguity: Option<Crossing>,
    /// Whether terms are nested as they are shown.
    nesting: Option<Nesting>,
}

/// Something in the chart that can be read in two ways.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Crossing {
    Whole(u32),
    Item(u32),
}

enum Work {
    Visit(u32),
    Reduce { item: u32, count: usize },
}

impl Builder<'_> {
    /// Post-order over the parse tree with an explicit stack.
    fn build(&mut self, root: u32) -> Option<Sentence> {
        let mut work = vec![Work::Visit(root)];
        let mut values: Vec<Value> = Vec::new();
        while let Some(next) = work.pop() {
            match next {
                Work::Visit(number) => {
                    let whole = self.chart.wholes[number as usize];
                    let mut item = whole.item;
                    if whole.other != NONE {
                        if self.fork == Some(Crossing::Whole(number)) {
                            item = whole.other;
                        }
                        self.ambiguity.get_or_insert(Crossing::Whole(number));
                    }
                    if item == NONE {
                        values.push(Value::Term(whole.leaf));
                        continue;
                    }
                    let children = self.children(item);
                    work.push(Work::Reduce { item, count: children.len() });
                    work.extend(children.into_iter().map(Work::Visit));
                }
                Work::Reduce { item, count } => {
                    let parts = values.split_off(values.len() - count);
                    let value = self.reduce(self.chart.items[item as usize], parts)?;
                    values.push(value);
                }
            }
        }
        match values.pop()? {
            Value::Sentence(sentence) => Some(sentence),
            Value::Term(term) => {
                Some(Sentence { left: term, right: None, sort: None, condition: Vec::new() })
            }
            _ => None,
        }
    }

    /// The parts of an item, last first (a stack then visits them first to last).
    fn children(&mut self, item: u32) -> Vec<u32> {
        let mut children = Vec::new();
        let mut at = item;
        while at != NONE {
            let Partial { mut previous, mut child, other, .. } = self.chart.items[at as usize];
            if let Some(second) = other {
                if self.fork == Some(Crossing::Item(at)) {
                    (previous, child) = second;
                }
                self.ambiguity.get_or_insert(Crossing::Item(at));
            }
            if child == NONE {
                break;
            }
            children.push(child);
            at = previous;
        }
        children
    }

    fn apply(&mut self, symbol: SymbolId, arguments: &[TermId]) -> TermId {
        match self.nesting {
            None => self.terms.make(symbol, arguments),
            Some(nesting) => self.terms.make_shown(symbol, arguments, nesting == Nesting::Arranged),
        }
    }

    fn reduce(&mut self, item: Partial, mut parts: Vec<Value>) -> Option<Value> {
        let rule = &self.grammar.productions[item.production as usize];
        let term = |value: &Value| match value {
            Value::Term(term) => Some(*term),
            _ => None,
        };
        let pair = |parts: &[Value]| Some((term(parts.first()?)?, term(parts.get(1)?)?));
        Some(match rule.action {
            Action::Same => parts.pop()?,
            Action::Apply(symbol) | Action::Test(symbol) => {
                let arguments: Vec<TermId> = parts.iter().map(term).collect::<Option<_>>()?;
                Value::Term(self.apply(symbol, &arguments))
            }
            Action::ApplyList(symbol) => {
                let last = term(parts.get(1)?)?;
                let Value::Terms(mut arguments) = parts.swap_remove(0) else { return None };
                arguments.push(last);
                Value::Term(match self.nesting {
                    None => self.terms.make(symbol, &arguments),
                    Some(nesting) => self.terms.make_row(symbol, arguments, nesting == Nesting::Arranged),
                })
            }
            Action::Iterate(symbol) => {
                let text = self.names[item.origin as usize].text();
                let count: BigUint = text.rsplit_once('^')?.1.parse().ok()?;
                let argument = term(parts.first()?)?;
                Value::Term(if self.nesting == Some(Nesting::AsWritten) {
                    self.terms.iterate_as_given(symbol, argument, &count)
                } else {
                    self.terms.make_iterated(symbol, argument, &count)
                })
            }
            Action::List => {
                if parts.len() == 1 {
                    return Some(Value::Terms(vec![term(&parts[0])?]));
                }
                let last = term(&parts[1])?;
                let Value::Terms(mut arguments) = parts.swap_remove(0) else { return None };
                arguments.push(last);
                Value::Terms(arguments)
            }
            Action::Equality => {
                let (left, right) = pair(&parts)?;
                Value::Fragments(vec![Fragment::Equality(left, right)])
            }
            Action::Assignment => {
                let (left, right) = pair(&parts)?;
                Value::Fragments(vec![Fragment::Assignment(left, right)])
            }
            Action::Rewriting => {
                let (left, right) = pair(&parts)?;
                Value::Fragments(vec![Fragment::Rewriting(left, right)])
            }
            Action::Membership(sort) => {
                Value::Fragments(vec![Fragment::Membership(term(parts.first()?)?, sort)])
            }
            Action::Truth => {
                let truth = self.terms.boolean(true)?;
                Value::Fragments(vec![Fragment::Equality(term(parts.first()?)?, truth)])
            }
            Action::Conjunction => {
                if parts.len() == 1 {
                    return parts.pop();
                }
                let Value::Fragments(last) = parts.pop()? else { return None };
                let Value::Fragments(mut all) = parts.pop()? else { return None };
                all.extend(last);
                Value::Fragments(all)
            }
            Action::Pair => {
                let (left, right) = pair(&parts)?;
                Value::Sentence(Sentence { left, right: Some(right), sort: None, condition: Vec::new() })
            }
            Action::Sorted(sort) => {
                let left = term(parts.first()?)?;
                Value::Sentence(Sentence { left, right: None, sort: Some(sort), condition: Vec::new() })
            }
            Action::Conditional => {
                let Value::Fragments(condition) = parts.pop()? else { return None };
                let Value::Sentence(mut sentence) = parts.pop()? else { return None };
                sentence.condition = condition;
                Value::Sentence(sentence)
            }
        })
    }
}
