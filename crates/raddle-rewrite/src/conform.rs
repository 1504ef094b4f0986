//! One question asked a million times: is term b reachable from term a in at most d steps? Successors of states
//! and the texts of states are remembered as long as they fit into a bound on memory; when they no longer do, the
//! arena starts again from the theory's own terms, and only the state at hand is kept.

mod soup;

use self::soup::Soups;
use crate::diagnostic::Place;
use crate::machine::rules::Step;
use crate::machine::{Limits, Machine, Stop};
use crate::meta::MetaLevel;
use crate::modules::Theory;
use crate::parser::ParseFault;
use crate::parser::build::parse;
use crate::parser::grammar::{Goal, Grammar};
use crate::parser::ground::GroundReader;
use crate::syntax::lexer::tokenize;
use crate::terms::{TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::io::{self, BufRead};
use std::sync::Arc;

/// A theory together with what is known about its states.
#[derive(Debug)]
pub struct Reachability {
    theory: Theory,
    /// The arena before the first question.
    fresh: Terms,
    /// The steps of a specification whose states are soups.
    soups: Option<Soups>,
    /// Questions about soups that have been answered: two states and a depth.
    answers: FxHashMap<(TermId, TermId, u32), bool>,
    /// For each reduced state, its distinct successors.
    successors: FxHashMap<TermId, Box<[TermId]>>,
    successor_bytes: usize,
    grammar: Option<(Grammar, GroundReader)>,
    limits: Limits,
    memory: usize,
    /// States by their texts.
    texts: FxHashMap<Box<str>, TermId>,
    text_bytes: usize,
    counts: Counts,
}

/// What is kept between questions takes about so many bytes at most, unless `with_memory` says otherwise. More would
/// not be faster: what is far away in memory costs as much as computing it again.
const MEMORY: usize = 24 << 20;
/// What an entry of a table costs beside its contents.
const ENTRY: usize = 56;
/// What an answer costs.
const ANSWER: usize = 32;

/// How much work a sequence was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Texts that were parsed, not remembered.
    pub parsed: u64,
    /// Of these, the texts that the fast reader left to the chart.
    pub charted: u64,
    /// States whose successors were computed, not remembered.
    pub expanded: u64,
    /// Pairs of soups that were compared by their components.
    pub soups: u64,
    /// How often it was computed, not remembered, what a rule makes of some components of a soup.
    pub instances: u64,
    /// How often everything was forgotten.
    pub forgotten: u64,
}

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
    /// The sequence could not be read.
    Read(io::Error),
}

impl Reachability {
    /// Questions about a theory.
    pub fn new(theory: Theory) -> Reachability {
        Reachability {
            fresh: theory.terms.clone(),
            soups: Soups::new(&theory),
            answers: FxHashMap::default(),
            theory,
            successors: FxHashMap::default(),
            successor_bytes: 0,
            grammar: None,
            limits: Limits::default(),
            memory: MEMORY,
            texts: FxHashMap::default(),
            text_bytes: 0,
            counts: Counts::default(),
        }
    }

    /// Sets about how many bytes may be kept between the questions of a sequence.
    pub fn with_memory(mut self, bytes: usize) -> Reachability {
        self.memory = bytes;
        self
    }

    /// How much work there was so far.
    pub fn counts(&self) -> Counts {
        Counts { instances: self.counts.instances + self.theory.terms.step_memo.computed, ..self.counts }
    }

    /// Sets the bounds on each question.
    pub fn with_limits(mut self, limits: Limits) -> Reachability {
        self.limits = limits;
        self
    }

    /// Answers every question by plain search.
    #[doc(hidden)]
    pub fn without_soups(mut self) -> Reachability {
        self.soups = None;
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
        // Long texts rarely come twice, and their terms are remembered anyway.
        if text.len() < self.memory / 256 && self.text_bytes < self.memory / 4 {
            self.text_bytes += text.len() + ENTRY;
            self.texts.insert(text.into(), reduced);
        }
        Ok(Ok(reduced))
    }

    /// Checks a sequence of states, read one by one: each must be reachable from the one before it in at most
    /// `depth` steps. Terms from before are no longer valid if the memory ran full meanwhile.
    pub fn check<T: AsRef<str>>(
        &mut self,
        sequence: impl IntoIterator<Item = T>,
        depth: u32,
    ) -> Result<Verdict, CheckFault> {
        self.check_each(sequence.into_iter().map(Ok), depth)
    }

    /// Checks a sequence that is read as it comes, one state a line; blank lines do not count.
    pub fn check_lines(&mut self, lines: impl BufRead, depth: u32) -> Result<Verdict, CheckFault> {
        let states = lines.lines().filter(|line| line.as_ref().map_or(true, |line| !line.trim().is_empty()));
        self.check_each(states, depth)
    }

    fn check_each<T: AsRef<str>>(
        &mut self,
        sequence: impl Iterator<Item = io::Result<T>>,
        depth: u32,
    ) -> Result<Verdict, CheckFault> {
        let mut last: Option<(TermId, T)> = None;
        let mut states = 0;
        for (index, text) in sequence.enumerate() {
            let text = text.map_err(CheckFault::Read)?;
            if self.bytes() > self.memory {
                self.forget();
                if let Some((from, text)) = &mut last {
                    *from = self.state_at(index - 1, text.as_ref())?;
                }
            }
            let state = self.state_at(index, text.as_ref())?;
            if let Some((from, _)) = last
                && !self.reachable(from, state, depth).map_err(CheckFault::Stop)?
            {
                return Ok(Verdict::Refused { index: index - 1, from, to: state });
            }
            last = Some((state, text));
            states += 1;
        }
        Ok(Verdict::Accepted { states })
    }

    fn state_at(&mut self, index: usize, text: &str) -> Result<TermId, CheckFault> {
        self.state(text).map_err(|fault| CheckFault::Parse(index, fault))?.map_err(CheckFault::Stop)
    }

    /// About how many bytes are kept that could be forgotten.
    pub fn bytes(&self) -> usize {
        let terms = self.theory.terms.bytes().saturating_sub(self.fresh.bytes());
        let soups = self.soups.as_ref().map_or(0, Soups::bytes);
        terms + soups + self.answers.len() * ANSWER + self.successor_bytes + self.text_bytes
    }

    /// Forgets all states. Their terms are no longer valid.
    pub fn forget(&mut self) {
        self.counts.instances += self.theory.terms.step_memo.computed;
        self.theory.terms = self.fresh.clone();
        self.successors = FxHashMap::default();
        self.answers = FxHashMap::default();
        self.texts = FxHashMap::default();
        if let Some(soups) = &mut self.soups {
            soups.forget();
        }
        (self.successor_bytes, self.text_bytes) = (0, 0);
        if let Some((grammar, reader)) = &mut self.grammar {
            grammar.leaves.clear();
            reader.forget();
        }
        self.counts.forgotten += 1;
    }

    /// The distinct successors of a reduced state.
    pub fn successors(&mut self, state: TermId) -> Result<&[TermId], Stop> {
        if !self.successors.contains_key(&state) {
            let program = Arc::clone(&self.theory.program);
            let mut machine = Machine::new(&mut self.theory.terms, &program, None, self.limits);
            let found = distinct_successors(&mut machine, state)?;
            self.counts.expanded += 1;
            self.successor_bytes += ENTRY + found.len() * size_of::<TermId>();
            self.successors.insert(state, found);
        }
        Ok(&self.successors[&state])
    }

    /// Parses a state.
    pub fn parse(&mut self, text: &str) -> Result<TermId, ParseFault> {
        let theory = &mut self.theory;
        let (grammar, reader) = self.grammar.get_or_insert_with(|| {
            let mut grammar = Grammar::new(&theory.terms.signature, theory.variables.clone());
            let reader = GroundReader::new(&mut grammar, &mut theory.terms);
            (grammar, reader)
        });
        self.counts.parsed += 1;
        if let Some(term) = reader.read(grammar, &mut theory.terms, text) {
            return Ok(term);
        }
        self.counts.charted += 1;
        parse_with_chart(grammar, &mut theory.terms, text)
    }

    /// Parses a state with the chart alone.
    #[doc(hidden)]
    pub fn parse_slowly(&mut self, text: &str) -> Result<TermId, ParseFault> {
        let mut grammar = Grammar::new(&self.theory.terms.signature, self.theory.variables.clone());
        parse_with_chart(&mut grammar, &mut self.theory.terms, text)
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
        // Questions that have been asked before need no machine.
        if let Some(start) = self.theory.terms.normal(a)
            && let Some(&known) = self.answers.get(&(start, b, depth))
        {
            return Ok(known);
        }
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
        if let Some(soups) = &mut self.soups {
            if machine.terms.step_memo.is_full() {
                machine.terms.step_memo.clear();
            }
            let from = soups.components(machine.terms, start);
            let to = soups.components(machine.terms, goal);
            if let (Some(from), Some(to)) = (from, to)
                && let Some(answer) = soups.reachable(&mut machine, &from, &to, depth)?
            {
                machine.leave();
                self.counts.soups += 1;
                self.answers.insert((start, goal, depth), answer);
                return Ok(answer);
            }
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
                        self.counts.expanded += 1;
                        self.successor_bytes += ENTRY + found.len() * size_of::<TermId>();
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
        if let Some(normal) = self.theory.terms.normal(term) {
            return Ok(normal);
        }
        let program = Arc::clone(&self.theory.program);
        let mut machine = Machine::new(&mut self.theory.terms, &program, None, self.limits);
        let result = machine.reduce(term);
        let stop = machine.stop.take();
        machine.leave();
        stop.map_or(Ok(result), Err)
    }

    /// The text of a term.
    pub fn text(&self, term: TermId) -> String {
        crate::print::term_text(&self.theory.terms, term)
    }
}

fn parse_with_chart(grammar: &mut Grammar, terms: &mut Terms, text: &str) -> Result<TermId, ParseFault> {
    let lexed = tokenize(text);
    if let Some((place, message)) = lexed.faults.first() {
        return Err(ParseFault { place: Some(*place), message: (*message).to_owned() });
    }
    if lexed.tokens.is_empty() {
        let place = Some(Place { line: 1, column: 1 });
        return Err(ParseFault { place, message: "no term".to_owned() });
    }
    Ok(parse(grammar, terms, &lexed.tokens, Goal::Term)?.sentence.left)
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
