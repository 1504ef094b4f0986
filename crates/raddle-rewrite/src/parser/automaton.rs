//! A left-to-right automaton over a module's grammar, for the terms that it can read without ever having a choice.
//!
//! Source: D. E. Knuth, "On the translation of languages from left to right" (1965): states are sets of items with
//! one token of lookahead. Deviations: states and actions are built when they are first met; a nonterminal is what
//! a production makes, its precedence included, and a part of a production accepts every such class within its
//! bound; a chain of an associative operator gets a class of its own for what has been read of it, so that
//! lists need no stack.
//!
//! Guarantee: the automaton follows all derivations at once, and an action is taken only where it is the only
//! one. A run that accepts has therefore found the only parse of its tokens; wherever there might be a second
//! one, or none, the action is `Unclear`, and the chart decides.

mod rules;

pub(crate) use self::rules::Effect;
use self::rules::{Class, Rule, Symbol};
use super::grammar::{Grammar, Item};
use crate::names::Name;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// A token as the automaton sees it: a word of a production, a leaf of a kind, or the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Terminal(pub u32);

/// What to do in a state before a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// Take the token and go to a state.
    Shift(u32),
    /// Leave so many states, do something with the values, and go on from there with a class.
    Reduce { symbols: u32, effect: Effect, class: u32 },
    /// More than one possibility, or none.
    Unclear,
}

type Set = Box<[u64]>;

/// A rule that has been read up to its dot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Reading {
    rule: u32,
    dot: u32,
    /// A chain that it must not begin with: it stands where an element of that chain is wanted, and the longer
    /// chain would only be continued.
    without: u32,
    /// The set of tokens that may follow.
    follow: u32,
}

#[derive(Debug)]
struct State {
    items: Vec<Reading>,
    steps: Vec<Option<Step>>,
    next: Vec<u32>,
}

/// The automaton.
#[derive(Debug)]
pub(crate) struct Automaton {
    rules: Vec<Rule>,
    classes: Vec<Class>,
    by_nonterminal: Vec<Vec<u32>>,
    by_chain: FxHashMap<u32, [u32; 2]>,
    first: FxHashMap<Symbol, u32>,
    sets: Vec<Set>,
    set_numbers: FxHashMap<Set, u32>,
    states: Vec<State>,
    state_numbers: FxHashMap<Vec<Reading>, u32>,
    terminals: usize,
    /// The words of productions.
    pub words: FxHashMap<Name, Terminal>,
    leaves: u32,
}

const NONE: u32 = u32::MAX;
const UNKNOWN: u32 = u32::MAX;
/// No more states than this are built; a grammar that asks for more is left to the chart.
const MOST_STATES: usize = 3000;
/// Nor are there more entries in the tables of all states together, which take about 24 bytes each.
const MOST_ENTRIES: usize = 1 << 20;
/// The end of the tokens.
pub(crate) const END: Terminal = Terminal(0);
/// Where every run starts.
pub(crate) const START: u32 = 0;

impl Automaton {
    /// The automaton for terms of any kind.
    pub fn new(grammar: &Grammar) -> Automaton {
        let kinds = grammar.kinds();
        let mut words: FxHashMap<Name, Terminal> = FxHashMap::default();
        for production in &grammar.productions {
            for item in &production.items {
                if let Item::Word(word) = item {
                    let next = Terminal(words.len() as u32 + 1);
                    words.entry(*word).or_insert(next);
                }
            }
        }
        let leaves = words.len() as u32 + 1;
        let mut automaton = Automaton {
            rules: Vec::new(),
            classes: Vec::new(),
            by_nonterminal: Vec::new(),
            by_chain: FxHashMap::default(),
            first: FxHashMap::default(),
            sets: Vec::new(),
            set_numbers: FxHashMap::default(),
            states: Vec::new(),
            state_numbers: FxHashMap::default(),
            terminals: (leaves + u32::from(kinds)) as usize,
            words,
            leaves,
        };
        automaton.add_rules(grammar, kinds);
        automaton
    }

    /// The terminal for leaves of a kind.
    pub fn leaf(&self, kind: u16) -> Terminal {
        Terminal(self.leaves + u32::from(kind))
    }

    fn empty(&self) -> Set {
        vec![0; self.terminals.div_ceil(64)].into()
    }

    fn set(&mut self, set: Set) -> u32 {
        if let Some(&known) = self.set_numbers.get(&set) {
            return known;
        }
        let number = self.sets.len() as u32;
        self.sets.push(set.clone());
        self.set_numbers.insert(set, number);
        number
    }

    /// The state of a kernel, built if it is new; `UNKNOWN` if there are too many.
    fn state(&mut self, mut kernel: Vec<Reading>) -> u32 {
        kernel.sort_unstable();
        kernel.dedup();
        if let Some(&known) = self.state_numbers.get(&kernel) {
            return known;
        }
        if self.states.len() >= MOST_STATES || self.states.len() * self.terminals >= MOST_ENTRIES {
            return UNKNOWN;
        }
        let items = self.close(&kernel);
        let number = self.states.len() as u32;
        // Where one item may begin with a chain and another may not, the chart does not tell them apart.
        let mixed = items.iter().any(|item| {
            let chain = self.rules[item.rule as usize].chain;
            item.dot == 0 && chain != NONE && items.iter().any(|other| other.without == chain)
        });
        let step = mixed.then_some(Step::Unclear);
        self.states.push(State {
            items,
            steps: vec![step; self.terminals],
            next: vec![UNKNOWN; self.classes.len()],
        });
        self.state_numbers.insert(kernel, number);
        number
    }

    /// The kernel together with everything that can be begun in it.
    fn close(&mut self, kernel: &[Reading]) -> Vec<Reading> {
        let mut items: Vec<Reading> = kernel.to_vec();
        let mut follows: Vec<Set> =
            kernel.iter().map(|item| self.sets[item.follow as usize].clone()).collect();
        let mut begun: FxHashMap<(u32, u32), usize> = FxHashMap::default();
        let mut queue: VecDeque<usize> = (0..items.len()).collect();
        let mut queued = vec![true; items.len()];
        while let Some(number) = queue.pop_front() {
            queued[number] = false;
            let Reading { rule, dot, without, .. } = items[number];
            let symbols = &self.rules[rule as usize].symbols;
            let Some(&symbol) = symbols.get(dot as usize) else { continue };
            let without = match symbol {
                Symbol::Token(_) => continue,
                Symbol::Part { not, deep: true, .. } => not,
                _ if dot == 0 => without,
                _ => NONE,
            };
            let follow = match symbols.get(dot as usize + 1).copied() {
                None => follows[number].clone(),
                Some(after) => {
                    let first = self.first(after);
                    self.sets[first as usize].clone()
                }
            };
            for rule in self.rules_for(symbol, without) {
                let by_word = matches!(self.rules[rule as usize].symbols[0], Symbol::Token(_));
                let without = if by_word { NONE } else { without };
                match begun.get(&(rule, without)) {
                    None => {
                        begun.insert((rule, without), items.len());
                        queue.push_back(items.len());
                        items.push(Reading { rule, dot: 0, without, follow: 0 });
                        follows.push(follow.clone());
                        queued.push(true);
                    }
                    Some(&slot) => {
                        if unite(&mut follows[slot], &follow) && !queued[slot] {
                            queued[slot] = true;
                            queue.push_back(slot);
                        }
                    }
                }
            }
        }
        for (item, follow) in items.iter_mut().zip(follows) {
            item.follow = self.set(follow);
        }
        items
    }

    /// What to do in a state before a token.
    #[inline]
    pub fn step(&mut self, state: u32, terminal: Terminal) -> Step {
        match self.states[state as usize].steps[terminal.0 as usize] {
            Some(known) => known,
            None => self.find_step(state, terminal),
        }
    }

    #[cold]
    fn find_step(&mut self, state: u32, terminal: Terminal) -> Step {
        let mut kernel = Vec::new();
        let mut complete: Option<u32> = None;
        let mut choices = 0;
        for &Reading { rule, dot, follow, .. } in &self.states[state as usize].items {
            match self.rules[rule as usize].symbols.get(dot as usize) {
                Some(Symbol::Token(token)) if *token == terminal => {
                    kernel.push(Reading { rule, dot: dot + 1, without: NONE, follow });
                }
                Some(_) => {}
                None => {
                    if contains(&self.sets[follow as usize], terminal) {
                        complete = Some(rule);
                        choices += 1;
                    }
                }
            }
        }
        let step = match complete {
            Some(rule) if choices == 1 && kernel.is_empty() => {
                let Rule { class, symbols, effect, .. } = &self.rules[rule as usize];
                match effect {
                    Effect::Unclear => Step::Unclear,
                    _ => Step::Reduce { symbols: symbols.len() as u32, effect: *effect, class: *class },
                }
            }
            None if !kernel.is_empty() => match self.state(kernel) {
                UNKNOWN => Step::Unclear,
                next => Step::Shift(next),
            },
            _ => Step::Unclear,
        };
        self.states[state as usize].steps[terminal.0 as usize] = Some(step);
        step
    }

    /// The state after a class has been read in a state; `None` where the chart must decide.
    #[inline]
    pub fn go(&mut self, state: u32, class: u32) -> Option<u32> {
        match self.states[state as usize].next[class as usize] {
            UNKNOWN => self.find_next(state, class),
            next => Some(next),
        }
    }

    #[cold]
    fn find_next(&mut self, state: u32, class: u32) -> Option<u32> {
        let accepted = |item: &&Reading| {
            let symbol = self.rules[item.rule as usize].symbols.get(item.dot as usize);
            match (symbol, self.classes[class as usize]) {
                (
                    Some(&Symbol::Part { nonterminal, bound, not, .. }),
                    Class::Whole { nonterminal: own, precedence, chain },
                ) => {
                    nonterminal == own
                        && precedence <= bound
                        && (chain == NONE || (chain != not && (item.dot > 0 || chain != item.without)))
                }
                (Some(&Symbol::Begun { chain }), Class::Begun { chain: own }) => chain == own,
                _ => false,
            }
        };
        let kernel: Vec<Reading> = self.states[state as usize]
            .items
            .iter()
            .filter(accepted)
            .map(|item| Reading { dot: item.dot + 1, without: NONE, ..*item })
            .collect();
        if kernel.is_empty() {
            return None;
        }
        let next = self.state(kernel);
        self.states[state as usize].next[class as usize] = next;
        (next != UNKNOWN).then_some(next)
    }
}

fn insert(set: &mut [u64], terminal: Terminal) {
    set[terminal.0 as usize / 64] |= 1 << (terminal.0 % 64);
}

fn contains(set: &[u64], terminal: Terminal) -> bool {
    set[terminal.0 as usize / 64] >> (terminal.0 % 64) & 1 == 1
}

/// Adds all of another set; whether something was new.
fn unite(set: &mut [u64], other: &[u64]) -> bool {
    let mut grew = false;
    for (word, &more) in set.iter_mut().zip(other) {
        grew |= more & !*word != 0;
        *word |= more;
    }
    grew
}
