//! Strategies: expressions that say which rules are applied where and in which order.
//!
//! `read` makes expressions of tokens, `write` shows them as Maude does, `compile` turns them into nodes with compiled
//! patterns and rules, and `search` finds what they lead to. This file holds the expressions themselves.

pub(crate) mod compile;
mod places;
pub(crate) mod read;
pub(crate) mod search;
mod turn;
pub(crate) mod write;

use crate::modules::translate::Translator;
use crate::names::Name;
use crate::parser::Fragment;
use crate::terms::{TermId, Terms};

/// Where a pattern must match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Where {
    /// `match`: the whole term.
    Whole,
    /// `xmatch`: the whole term or, if its operator is associative, a part of it.
    Part,
    /// `amatch`: any subterm, or a part of one.
    Anywhere,
}

/// How often a strategy is repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repetition {
    /// `*`: any number of times.
    Any,
    /// `+`: at least once.
    Some,
    /// `!`: as long as possible.
    Exhaustive,
}

/// The forms that decide by whether a strategy has a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// `not`: goes on with the term itself if there is none.
    Not,
    /// `test`: goes on with the term itself if there is one.
    Test,
    /// `try`: goes on with the results, or with the term itself.
    Try,
    /// `one`: goes on with the first result.
    One,
}

/// A pattern with its condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// Where it must match.
    pub place: Where,
    /// The pattern.
    pub pattern: TermId,
    /// The condition.
    pub condition: Vec<Fragment>,
}

/// A strategy expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expression {
    /// `idle`
    Idle,
    /// `fail`
    Fail,
    /// `label[X <- t]{s}`, or `all`; perhaps inside `top`.
    Apply {
        /// The rules' label; `None` means all rules.
        label: Option<Name>,
        /// Variables and their values.
        substitution: Vec<(TermId, TermId)>,
        /// Strategies for the rewriting conditions.
        conditions: Vec<Expression>,
        /// Whether only the whole term is rewritten.
        top: bool,
    },
    /// `match P such that C` and its kin
    Match(Subject),
    /// `s ; t`
    Sequence(Vec<Expression>),
    /// `s | t`
    Union(Vec<Expression>),
    /// `s or-else t`
    OrElse(Box<Expression>, Box<Expression>),
    /// `s *`, `s +`, `s !`
    Repeat(Box<Expression>, Repetition),
    /// `s ? t : u`
    Branch(Box<[Expression; 3]>),
    /// `not(s)` and its kin
    Decide(Decision, Box<Expression>),
    /// `matchrew P such that C by X using s, Y using t`
    Rewrite(Subject, Vec<(TermId, Expression)>),
    /// `name(t, u)`
    Call(Name, Vec<TermId>),
}

/// A definition with its terms.
#[derive(Clone, Debug)]
pub struct Definition {
    /// The strategy.
    pub name: Name,
    /// Patterns of its arguments.
    pub arguments: Vec<TermId>,
    /// What it stands for.
    pub body: Expression,
    /// When.
    pub condition: Vec<Fragment>,
    /// Whether it is only shown.
    pub nonexecutable: bool,
}

impl Expression {
    /// The same in another theory.
    pub(crate) fn carry(&self, to: &mut Terms, by: &mut Translator<'_>) -> Result<Expression, String> {
        let mut all = |list: &[Expression]| -> Result<Vec<Expression>, String> {
            list.iter().map(|inner| inner.carry(to, by)).collect()
        };
        Ok(match self {
            Expression::Idle => Expression::Idle,
            Expression::Fail => Expression::Fail,
            Expression::Sequence(parts) => Expression::Sequence(all(parts)?),
            Expression::Union(parts) => Expression::Union(all(parts)?),
            Expression::OrElse(first, second) => {
                Expression::OrElse(Box::new(first.carry(to, by)?), Box::new(second.carry(to, by)?))
            }
            Expression::Repeat(inner, how) => Expression::Repeat(Box::new(inner.carry(to, by)?), *how),
            Expression::Branch(parts) => {
                let [test, then, other] = &**parts;
                Expression::Branch(Box::new([test.carry(to, by)?, then.carry(to, by)?, other.carry(to, by)?]))
            }
            Expression::Decide(how, inner) => Expression::Decide(*how, Box::new(inner.carry(to, by)?)),
            Expression::Match(subject) => Expression::Match(subject.carry(to, by)?),
            Expression::Rewrite(subject, parts) => {
                let subject = subject.carry(to, by)?;
                let mut carried = Vec::with_capacity(parts.len());
                for (variable, inner) in parts {
                    carried.push((by.term(to, *variable)?, inner.carry(to, by)?));
                }
                Expression::Rewrite(subject, carried)
            }
            Expression::Apply { label, substitution, conditions, top } => {
                let conditions = all(conditions)?;
                let mut carried = Vec::with_capacity(substitution.len());
                for &(variable, value) in substitution {
                    carried.push((by.term(to, variable)?, by.term(to, value)?));
                }
                let label = by.label(*label);
                Expression::Apply { label, substitution: carried, conditions, top: *top }
            }
            Expression::Call(name, arguments) => {
                let mut carried = Vec::with_capacity(arguments.len());
                for &argument in arguments {
                    carried.push(by.term(to, argument)?);
                }
                Expression::Call(by.strategy_name(*name), carried)
            }
        })
    }
}

impl Subject {
    fn carry(&self, to: &mut Terms, by: &mut Translator<'_>) -> Result<Subject, String> {
        let pattern = by.term(to, self.pattern)?;
        Ok(Subject { place: self.place, pattern, condition: by.condition(to, &self.condition)? })
    }
}

impl Definition {
    /// The same in another theory.
    pub(crate) fn carry(&self, to: &mut Terms, by: &mut Translator<'_>) -> Result<Definition, String> {
        let mut arguments = Vec::with_capacity(self.arguments.len());
        for &argument in &self.arguments {
            arguments.push(by.term(to, argument)?);
        }
        Ok(Definition {
            name: by.strategy_name(self.name),
            arguments,
            body: self.body.carry(to, by)?,
            condition: by.condition(to, &self.condition)?,
            nonexecutable: self.nonexecutable,
        })
    }
}
