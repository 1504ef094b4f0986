//! Watched evaluation, for `set trace on` and `set print attribute on`: the same rewrites in the order in which Maude
//! makes them, one at a time, and each is told of. Nothing is remembered from one evaluation to the next: only parts of
//! a right-hand side that are written alike are evaluated once.
//!
//! A right-hand side is walked together with the values of its variables: values are reduced already, so just what the
//! statement itself has written is tried. Recursion is on the nesting of calls, `DEEPEST` at most; a call in the last
//! place is a loop.

mod conditions;
mod reach;
mod report;

pub(crate) use self::report::{Traced, Watch};

use super::compile::{Statement, StatementTerms};
use super::evaluate::{Bindings, Machine, Stop};
use super::solve::{Flow, Rest};
use crate::modules::translate::substitute;
use crate::terms::arena::{Arguments, NO_TERM};
use crate::terms::hooks::Hook;
use crate::terms::signature::Shape;
use crate::terms::{SymbolId, TermId};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

const DEEPEST: usize = 5_000;

/// A statement that fits, with its variables' values and the elements that it leaves alone.
type Found<'p> = (&'p Statement, Bindings, Option<Rest>);

/// What is being walked: a term with variables, their values, and the values of parts that have been walked.
struct Walk {
    pattern: TermId,
    variables: Vec<TermId>,
    values: Vec<TermId>,
    done: FxHashMap<TermId, TermId>,
}

impl Walk {
    fn of_term(term: TermId) -> Walk {
        Walk { pattern: term, variables: Vec::new(), values: Vec::new(), done: FxHashMap::default() }
    }
}

/// What became of a term at its top.
enum Top {
    /// It is to be evaluated anew.
    Again(Walk),
    /// Nothing fits.
    Normal,
}

impl<'p> Machine<'p> {
    /// The normal form of a term; every rewrite is told of.
    pub(crate) fn watched_reduce(&mut self, term: TermId) -> TermId {
        let mut walk = Walk::of_term(term);
        self.walk(&mut walk, term)
    }

    /// The value of code that is written as a term with variables.
    pub(super) fn watched_value(
        &mut self,
        pattern: TermId,
        statement: &Statement,
        bindings: &Bindings,
    ) -> TermId {
        let mut walk = self.instance_walk(pattern, statement, bindings);
        self.walk(&mut walk, pattern)
    }

    fn instance_walk(&self, pattern: TermId, statement: &Statement, bindings: &Bindings) -> Walk {
        let bound = statement.variables.iter().zip(bindings).filter(|&(_, &value)| value != NO_TERM);
        let (variables, values) = bound.map(|(&variable, &value)| (variable, value)).unzip();
        Walk { pattern, variables, values, done: FxHashMap::default() }
    }

    /// The instance as it is shown: nothing in it is arranged yet.
    fn instance_shown(&mut self, walk: &Walk, pattern: TermId) -> TermId {
        if let Some(index) = walk.variables.iter().position(|&variable| variable == pattern) {
            return walk.values[index];
        }
        if self.terms.is_ground(pattern) || self.terms.is_variable(pattern) {
            return pattern;
        }
        let arguments: Arguments = SmallVec::from_slice(self.terms.arguments(pattern));
        let shown: Arguments =
            arguments.iter().map(|&argument| self.instance_shown(walk, argument)).collect();
        let symbol = self.terms.symbol(pattern);
        let kept = self.terms.signature.get(symbol);
        let identity = kept.identity.is_some() && shown.iter().any(|&one| kept.identity == Some(one));
        match kept.shape {
            Shape::Associative | Shape::AssociativeCommutative | Shape::Commutative if !identity => {
                self.terms.make_as_given(symbol, &shown)
            }
            _ => self.terms.with_arguments(pattern, &shown),
        }
    }

    fn instance(&mut self, walk: &Walk, pattern: TermId) -> TermId {
        substitute(self.terms, pattern, &walk.variables, &walk.values)
    }

    fn walk(&mut self, walk: &mut Walk, pattern: TermId) -> TermId {
        let Some(watch) = &mut self.watch else { return pattern };
        watch.depth += 1;
        if watch.depth > DEEPEST {
            self.stop = Some(Stop::Unsupported(format!("a trace of calls nested more than {DEEPEST} deep")));
        }
        let value = if self.stop.is_some() { pattern } else { self.walk_part(walk, pattern) };
        if let Some(watch) = &mut self.watch {
            watch.depth -= 1;
            watch.settled.insert(value);
        }
        value
    }

    fn walk_part(&mut self, walk: &mut Walk, pattern: TermId) -> TermId {
        if let Some(&value) = walk.done.get(&pattern) {
            return value;
        }
        if let Some(index) = walk.variables.iter().position(|&variable| variable == pattern) {
            let value = walk.values[index];
            return if self.is_settled(value) { value } else { self.watched_reduce(value) };
        }
        if walk.variables.is_empty() && self.is_settled(pattern) {
            return pattern;
        }
        let mut top = self.top_of_part(walk, pattern);
        let value = loop {
            let (term, result) = top;
            if self.stop.is_some() || !self.within_limits() {
                break term;
            }
            match result {
                Top::Normal => {
                    self.accept_watched(term);
                    break term;
                }
                Top::Again(mut next) => {
                    // The last call: its walk takes the place of this one.
                    let pattern = next.pattern;
                    if let Some(index) = next.variables.iter().position(|&variable| variable == pattern) {
                        let value = next.values[index];
                        if self.is_settled(value) {
                            break value;
                        }
                        next = Walk::of_term(value);
                    } else if next.variables.is_empty() && self.is_settled(pattern) {
                        break pattern;
                    }
                    let pattern = next.pattern;
                    top = self.top_of_part(&mut next, pattern);
                }
            }
        };
        walk.done.insert(pattern, value);
        value
    }

    fn is_settled(&self, term: TermId) -> bool {
        self.watch.as_ref().is_some_and(|watch| watch.settled.contains(&term))
    }

    /// Evaluates the arguments of a part in their order, and rewrites it at its top where that has its turn.
    fn top_of_part(&mut self, walk: &mut Walk, pattern: TermId) -> (TermId, Top) {
        let symbol = self.terms.symbol(pattern);
        let arguments: Arguments = SmallVec::from_slice(self.terms.arguments(pattern));
        let kept = self.terms.signature.get(symbol);
        let branch = kept.hook == Hook::Branch;
        let flat = matches!(kept.shape, Shape::Associative | Shape::AssociativeCommutative);
        let program = self.program;
        let order: SmallVec<[u32; 8]> = match &program.strategies[symbol.0 as usize] {
            Some(order) => SmallVec::from_slice(order),
            None if branch => SmallVec::from_slice(&[1, 0, 2, 3, 0]),
            None if flat => SmallVec::from_slice(&[1, 0]),
            None => (1..=arguments.len() as u32).chain([0]).collect(),
        };
        let mut values: Arguments = arguments.iter().map(|&argument| self.instance(walk, argument)).collect();
        let mut term = self.terms.with_arguments(pattern, &values);
        for position in order {
            if position > 0 {
                let wanted = |index: usize| flat || index + 1 == position as usize;
                for index in (0..arguments.len()).filter(|&index| wanted(index)) {
                    values[index] = self.walk(walk, arguments[index]);
                    if self.stop.is_some() {
                        return (term, Top::Normal);
                    }
                }
                term = self.terms.with_arguments(pattern, &values);
                continue;
            }
            if self.terms.symbol(term) != symbol {
                // An identity has disappeared: what is left is a value, or not of this operator.
                return (term, Top::Again(Walk::of_term(term)));
            }
            if branch {
                if let Some(chosen) = self.chosen_branch(term) {
                    self.rewrites += 1;
                    let mut shown: Arguments =
                        arguments.iter().map(|&argument| self.instance_shown(walk, argument)).collect();
                    shown[0] = values[0];
                    let before = self.terms.make_as_given(symbol, &shown);
                    self.tell_built_in(symbol, before, shown[chosen]);
                    let next = Walk {
                        pattern: arguments[chosen],
                        variables: walk.variables.clone(),
                        values: walk.values.clone(),
                        done: walk.done.clone(),
                    };
                    return (term, Top::Again(next));
                }
                continue;
            }
            if let Some(next) = self.rewrite_watched(symbol, &mut term) {
                return (term, Top::Again(next));
            }
        }
        (term, Top::Normal)
    }

    fn chosen_branch(&self, term: TermId) -> Option<usize> {
        let condition = Some(self.terms.symbol(self.terms.arguments(term)[0]));
        let known = &self.terms.signature.known;
        if condition == known.truth {
            Some(1)
        } else if condition == known.falsehood {
            Some(2)
        } else {
            None
        }
    }

    /// Rewrites a term at its top by what is built in, or by the first equation that fits.
    fn rewrite_watched(&mut self, symbol: SymbolId, term: &mut TermId) -> Option<Walk> {
        let hook = self.terms.signature.get(symbol).hook;
        if hook != Hook::None {
            self.join_numbers(hook, symbol, term);
            if self.is_settled(*term) {
                return Some(Walk::of_term(*term));
            }
            if let Some(result) = self.apply_hook(hook, *term) {
                self.rewrites += 1;
                self.tell_built_in(symbol, *term, result);
                return Some(Walk::of_term(result));
            }
        }
        let program = self.program;
        for entry in &program.equations_of[symbol.0 as usize] {
            let equation = &program.equations[entry.statement as usize];
            if !self.quick_check(equation, *term) {
                continue;
            }
            let Some((equation, bindings, rest)) = self.watched_match(equation, *term, entry.extension)
            else {
                if self.stop.is_some() {
                    return None;
                }
                continue;
            };
            self.rewrites += 1;
            let source = self.source_of(equation);
            let right = source.right.unwrap_or(*term);
            let mut walk = self.instance_walk(right, equation, &bindings);
            let instance = self.instance_shown(&walk, right);
            let Some(rest) = rest else {
                self.tell_rewrite(source, equation, &bindings, *term, instance);
                return Some(walk);
            };
            let after = self.with_rest_shown(symbol, instance, &rest);
            self.tell_rewrite(source, equation, &bindings, *term, after);
            let value = self.walk(&mut walk, right);
            return Some(Walk::of_term(self.with_rest(symbol, value, &rest)));
        }
        None
    }

    /// A value with the elements that were not matched, as it is shown: in a set, behind them.
    fn with_rest_shown(&mut self, symbol: SymbolId, value: TermId, rest: &Rest) -> TermId {
        if self.terms.signature.get(symbol).shape == Shape::Iterated {
            return self.with_rest(symbol, value, rest);
        }
        let mut elements: Arguments = rest.before.clone();
        if self.terms.signature.get(symbol).shape == Shape::AssociativeCommutative {
            elements.extend_from_slice(&rest.after);
            elements.push(value);
        } else {
            elements.push(value);
            elements.extend_from_slice(&rest.after);
        }
        self.terms.make_as_given(symbol, &elements)
    }

    /// Numbers between infix operators are taken together two at a time, from the last.
    fn join_numbers(&mut self, hook: Hook, symbol: SymbolId, term: &mut TermId) {
        if !matches!(hook, Hook::FoldNumber(_)) || !self.terms.signature.get(symbol).is_mixfix() {
            return;
        }
        while let [others @ .., left, right] = self.terms.arguments(*term)
            && !others.is_empty()
        {
            let mut others: Arguments = SmallVec::from_slice(others);
            let pair = self.terms.make(symbol, &[*left, *right]);
            let Some(result) = self.apply_hook(hook, pair) else { return };
            self.rewrites += 1;
            self.tell_built_in(symbol, pair, result);
            others.push(result);
            *term = self.terms.make(symbol, &others);
            if self.terms.symbol(*term) != symbol {
                return;
            }
        }
    }

    /// The first match of a statement whose condition holds.
    fn watched_match(
        &mut self,
        statement: &'p Statement,
        term: TermId,
        extension: bool,
    ) -> Option<Found<'p>> {
        let mut found = None;
        let mut bindings: Bindings = SmallVec::from_elem(NO_TERM, statement.slots);
        let outer = std::mem::replace(&mut self.greedy, true);
        let mut receive = |machine: &mut Machine<'p>, bindings: &mut Bindings, rest: &Rest| {
            let holds = statement.condition.is_empty() || machine.watched_condition(statement, bindings);
            if !holds {
                return if machine.stop.is_some() { Flow::Enough } else { Flow::More };
            }
            let rest = (!rest.before.is_empty() || !rest.after.is_empty()).then(|| rest.clone());
            found = Some((statement, bindings.clone(), rest));
            Flow::Enough
        };
        if extension {
            self.match_with_extension(&statement.pattern, term, &mut bindings, &mut receive);
        } else {
            self.match_all(&statement.pattern, term, &mut bindings, &mut receive);
        }
        self.greedy = outer;
        if self.stop.is_some() { None } else { found }
    }

    /// The step of a rule at the top of a term, told of and evaluated.
    pub(super) fn watched_step(
        &mut self,
        rule: &'p Statement,
        symbol: SymbolId,
        term: TermId,
        extension: bool,
    ) -> Option<TermId> {
        let (rule, bindings, rest) = self.watched_match(rule, term, extension)?;
        self.take_watched_step(rule, symbol, term, &bindings, &rest.unwrap_or_default())
    }

    fn take_watched_step(
        &mut self,
        rule: &'p Statement,
        symbol: SymbolId,
        term: TermId,
        bindings: &Bindings,
        rest: &Rest,
    ) -> Option<TermId> {
        self.rewrites += 1;
        let source = self.source_of(rule);
        let right = source.right?;
        let mut walk = self.instance_walk(right, rule, bindings);
        let instance = self.instance_shown(&walk, right);
        let alone = rest.before.is_empty() && rest.after.is_empty();
        let after = if alone { instance } else { self.with_rest_shown(symbol, instance, rest) };
        self.tell_rewrite(source, rule, bindings, term, after);
        let value = self.walk(&mut walk, right);
        Some(if alone || self.stop.is_some() { value } else { self.with_rest(symbol, value, rest) })
    }

    fn source_of(&self, statement: &Statement) -> &'p StatementTerms {
        let watch = self.watch.as_ref().expect("the machine is watched");
        &watch.statements[statement.source]
    }

    /// The term is its own normal form: memberships may lower its sort.
    fn accept_watched(&mut self, term: TermId) {
        let program = self.program;
        if program.memberships.is_empty() {
            self.terms.set_normal(term, term);
            return;
        }
        let sort = self.terms.declared_sort(term);
        self.terms.set_sort(term, sort);
        self.terms.set_normal(term, term);
        let entries = &program.memberships_of[self.terms.symbol(term).0 as usize];
        let mut again = !entries.is_empty();
        while again {
            again = false;
            for entry in entries {
                let membership = &program.memberships[entry.statement as usize];
                let Some(sort) = membership.sort else { continue };
                let current = self.terms.sort(term);
                if current == sort || !self.terms.signature.sorts.is_at_most(sort, current) {
                    continue;
                }
                if let Some((membership, bindings, _)) = self.watched_match(membership, term, false) {
                    self.rewrites += 1;
                    self.tell_membership(membership, &bindings, term, (current, sort));
                    self.terms.set_sort(term, sort);
                    again = true;
                }
                if self.stop.is_some() {
                    self.terms.set_normal(term, NO_TERM);
                    return;
                }
            }
        }
    }
}
