//! One question asked a million times: is term b reachable from term a in at most d steps? Successors of every
//! state are computed once and remembered, and so is every parsed state's text.

use crate::diagnostic::Place;
use crate::machine::rules::Step;
use crate::machine::{Limits, Machine, Stop};
use crate::meta::MetaLevel;
use crate::modules::Theory;
use crate::parser::ParseFault;
use crate::parser::build::parse;
use crate::parser::grammar::{Goal, Grammar};
use crate::syntax::lexer::tokenize;
use crate::terms::TermId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// A theory together with what is known about its states.
#[derive(Debug)]
pub struct Reachability {
    theory: Theory,
    /// For each reduced state, its distinct successors.
    successors: FxHashMap<TermId, Box<[TermId]>>,
    grammar: Option<Grammar>,
    limits: Limits,
    /// States by their texts, as long as they are few.
    texts: FxHashMap<Box<str>, TermId>,
    text_bytes: usize,
}

/// No more texts of states are kept than this many bytes.
const MOST_TEXT: usize = 32 << 20;

/// What came of a sequence of states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every state is reachable from the one before it; so many states were read.
    Accepted {
        /// How many.
        states: usize,
    },
    /// A state is not reachable from the one before it.
    Refused {
        /// The position of the state that cannot move there.
        index: usize,
        /// That state.
        from: TermId,
        /// The state that it cannot reach.
        to: TermId,
    },
}

/// Why a sequence could not be checked.
#[derive(Debug)]
pub enum CheckFault {
    /// The state at a position is no term.
    Parse(usize, ParseFault),
    /// A question could not be answered within the limits.
    Stop(Stop),
}

impl Reachability {
    /// Questions about a theory.
    pub fn new(theory: Theory) -> Reachability {
        Reachability {
            theory,
            successors: FxHashMap::default(),
            grammar: None,
            limits: Limits::default(),
            texts: FxHashMap::default(),
            text_bytes: 0,
        }
    }

    /// Sets the bounds on each question.
    pub fn with_limits(mut self, limits: Limits) -> Reachability {
        self.limits = limits;
        self
    }

    /// The theory.
    pub fn theory(&self) -> &Theory {
        &self.theory
    }

    pub(crate) fn theory_mut(&mut self) -> &mut Theory {
        &mut self.theory
    }

    /// How many states' successors are remembered.
    pub fn known_states(&self) -> usize {
        self.successors.len()
    }

    /// Parses and reduces a state; a text that has been seen before costs one look-up.
    pub fn state(&mut self, text: &str) -> Result<Result<TermId, Stop>, ParseFault> {
        if let Some(&known) = self.texts.get(text) {
            return Ok(Ok(known));
        }
        let term = self.parse(text)?;
        let reduced = match self.reduce(term) {
            Ok(reduced) => reduced,
            Err(stop) => return Ok(Err(stop)),
        };
        if self.text_bytes + text.len() < MOST_TEXT {
            self.text_bytes += text.len();
            self.texts.insert(text.into(), reduced);
        }
        Ok(Ok(reduced))
    }

    /// Checks a sequence of states, read one by one: each must be reachable from the one before it in at most
    /// `depth` steps.
    pub fn check<'t>(
        &mut self,
        sequence: impl Iterator<Item = &'t str>,
        depth: u32,
    ) -> Result<Verdict, CheckFault> {
        let mut last: Option<TermId> = None;
        let mut states = 0;
        for (index, text) in sequence.enumerate() {
            let state = self
                .state(text)
                .map_err(|fault| CheckFault::Parse(index, fault))?
                .map_err(CheckFault::Stop)?;
            if let Some(from) = last
                && !self.reachable(from, state, depth).map_err(CheckFault::Stop)?
            {
                return Ok(Verdict::Refused { index: index - 1, from, to: state });
            }
            last = Some(state);
            states += 1;
        }
        Ok(Verdict::Accepted { states })
    }

    /// The distinct successors of a reduced state.
    pub fn successors(&mut self, state: TermId) -> Result<&[TermId], Stop> {
        if !self.successors.contains_key(&state) {
            let program = Arc::clone(&self.theory.program);
            let mut machine = Machine::new(&mut self.theory.terms, &program, None, self.limits);
            let found = distinct_successors(&mut machine, state)?;
            self.successors.insert(state, found);
        }
        Ok(&self.successors[&state])
    }

    /// Parses a state.
    pub fn parse(&mut self, text: &str) -> Result<TermId, ParseFault> {
        let lexed = tokenize(text);
        if let Some((place, message)) = lexed.faults.first() {
            return Err(ParseFault { place: Some(*place), message: (*message).to_owned() });
        }
        if lexed.tokens.is_empty() {
            return Err(ParseFault {
                place: Some(Place { line: 1, column: 1 }),
                message: "no term".to_owned(),
            });
        }
        let theory = &mut self.theory;
        let grammar = self
            .grammar
            .get_or_insert_with(|| Grammar::new(&theory.terms.signature, theory.variables.clone()));
        let parsed = parse(grammar, &mut theory.terms, &lexed.tokens, Goal::Term)?;
        Ok(parsed.sentence.left)
    }

    /// Whether `b` is reachable from `a` in at most `depth` steps.
    pub fn reachable(&mut self, a: TermId, b: TermId, depth: u32) -> Result<bool, Stop> {
        let limits = self.limits;
        self.reachable_terms(a, b, depth, None, limits)
    }

    pub(crate) fn reachable_terms(
        &mut self,
        a: TermId,
        b: TermId,
        depth: u32,
        meta: Option<&MetaLevel>,
        limits: Limits,
    ) -> Result<bool, Stop> {
        let program = Arc::clone(&self.theory.program);
        let mut machine = Machine::new(&mut self.theory.terms, &program, meta, limits);
        let start = machine.reduce(a);
        // The target is a pattern: it is matched as it stands, like Maude's, which does not reduce it.
        let goal = b;
        if let Some(stop) = machine.stop.take() {
            return Err(stop);
        }
        if start == goal {
            return Ok(true);
        }
        let mut seen: FxHashSet<TermId> = FxHashSet::default();
        let mut layer = vec![start];
        seen.insert(start);
        for step in 0..depth {
            let mut next = Vec::new();
            for &state in &layer {
                let successors = match self.successors.get(&state) {
                    Some(known) => known,
                    None => {
                        let found = distinct_successors(&mut machine, state)?;
                        self.successors.entry(state).or_insert(found)
                    }
                };
                if successors.contains(&goal) {
                    return Ok(true);
                }
                if step + 1 < depth {
                    next.extend(successors.iter().copied().filter(|&state| seen.insert(state)));
                }
            }
            if next.is_empty() {
                return Ok(false);
            }
            layer = next;
        }
        Ok(false)
    }

    /// Reduces a term.
    pub fn reduce(&mut self, term: TermId) -> Result<TermId, Stop> {
        let program = Arc::clone(&self.theory.program);
        let mut machine = Machine::new(&mut self.theory.terms, &program, None, self.limits);
        let result = machine.reduce(term);
        match machine.stop.take() {
            Some(stop) => Err(stop),
            None => Ok(result),
        }
    }

    /// The text of a term.
    pub fn text(&self, term: TermId) -> String {
        crate::print::term_text(&self.theory.terms, term)
    }
}

fn distinct_successors(machine: &mut Machine<'_>, state: TermId) -> Result<Box<[TermId]>, Stop> {
    let mut steps: Vec<Step> = Vec::new();
    machine.successors(state, &mut steps);
    if let Some(stop) = machine.stop.take() {
        return Err(stop);
    }
    let mut found: Vec<TermId> = Vec::new();
    for step in steps {
        if !found.contains(&step.result) {
            found.push(step.result);
        }
    }
    Ok(found.into())
}
