//! The chart: a left-corner parser with Earley's bookkeeping. At each position it keeps the items that wait for
//! a part there; a part that is complete moves on those that waited at its start, and starts the productions
//! whose first part it can be, if something waiting at its start could use their result.
//!
//! Source: J. Earley, "An efficient context-free parsing algorithm" (1970), with left-corner prediction by
//! token and precedence. Deviation: an associative operator is one production that runs over its elements
//! (`Production::chain`) instead of a recursive one; so there is one derivation of a list, not one a bracketing.
//! Cost: linear where each prefix has a bounded number of open items, as in lists, soups and nested calls.

use super::grammar::{Grammar, Item, Nonterminal};
use crate::names::Name;
use crate::terms::TermId;
use rustc_hash::FxHashMap;
use std::cmp::Ordering;
use std::sync::Arc;

pub(crate) const NONE: u32 = u32::MAX;

/// A production that has been read up to its dot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Partial {
    pub production: u32,
    pub dot: u32,
    pub origin: u32,
    /// The item before the last part was read, and that part.
    pub previous: u32,
    pub child: u32,
    /// A second way to get here: another item and part.
    pub other: Option<(u32, u32)>,
}

/// A complete part.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Whole {
    pub nonterminal: Nonterminal,
    pub precedence: u32,
    pub origin: u32,
    /// The item that was completed, or `NONE` for a leaf.
    pub item: u32,
    /// A second item that was completed over the same tokens.
    pub other: u32,
    /// The term of a leaf.
    pub leaf: TermId,
}

/// What waits at a position.
#[derive(Clone, Copy)]
struct Waiting {
    nonterminal: Nonterminal,
    bound: u32,
    item: u32,
}

/// A leaf: a token that is a term by itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leaf {
    pub nonterminal: Nonterminal,
    pub term: TermId,
}

/// For each nonterminal, the highest precedence that could be used.
pub(crate) type Reach = Arc<[i64]>;

pub(crate) struct Chart<'a> {
    grammar: &'a Grammar,
    tokens: &'a [Name],
    pub items: Vec<Partial>,
    pub wholes: Vec<Whole>,
    waiting: Vec<Waiting>,
    waiting_start: Vec<usize>,
    /// What is wanted at each position, and the chain that wants its next element there.
    reaches: Vec<Vec<(Reach, u32)>>,
    pub known_reaches: FxHashMap<(Nonterminal, u32), Reach>,
    /// Items whose next word is the token at the present position.
    scan: Vec<u32>,
    agenda: Vec<u32>,
    seen_items: FxHashMap<(u32, u32, u32), u32>,
    seen_wholes: FxHashMap<(Nonterminal, u32, u32), u32>,
    /// The wholes that span everything and are a goal.
    pub found: Vec<u32>,
    goals: Vec<Nonterminal>,
    /// How far the tokens could be read.
    pub furthest: usize,
}

impl<'a> Chart<'a> {
    pub fn new(
        grammar: &'a Grammar,
        tokens: &'a [Name],
        goals: Vec<Nonterminal>,
        known_reaches: FxHashMap<(Nonterminal, u32), Reach>,
    ) -> Chart<'a> {
        Chart {
            grammar,
            tokens,
            items: Vec::new(),
            wholes: Vec::new(),
            waiting: Vec::new(),
            waiting_start: Vec::new(),
            reaches: Vec::new(),
            known_reaches,
            scan: Vec::new(),
            agenda: Vec::new(),
            seen_items: FxHashMap::default(),
            seen_wholes: FxHashMap::default(),
            found: Vec::new(),
            goals,
            furthest: 0,
        }
    }

    /// Reads all tokens; `leaves` gives the terms that a token is by itself.
    pub fn run(&mut self, mut leaves: impl FnMut(Name) -> Arc<[Leaf]>) {
        let grammar = self.grammar;
        // Position 0: what is wanted is the goals.
        self.waiting_start.push(0);
        let mut first: Vec<(Reach, u32)> = Vec::new();
        for goal in self.goals.clone() {
            first.push((self.reach(goal, crate::terms::signature::ANY_PRECEDENCE), NONE));
        }
        self.reaches.push(first);
        self.waiting_start.push(0);
        for at in 0..self.tokens.len() {
            let token = self.tokens[at];
            let scanned = std::mem::take(&mut self.scan);
            self.seen_items.clear();
            self.seen_wholes.clear();
            self.reaches.push(Vec::new());
            for item in scanned {
                let Partial { production, dot, origin, previous, child, other } = self.items[item as usize];
                self.add_item(Partial { production, dot: dot + 1, origin, previous, child, other }, at + 1);
            }
            if let Some(productions) = grammar.by_first_word.get(&token) {
                for &production in productions {
                    let rule = &grammar.productions[production as usize];
                    if self.wanted(at, rule.result, rule.precedence) {
                        let item = Partial {
                            production,
                            dot: 1,
                            origin: at as u32,
                            previous: NONE,
                            child: NONE,
                            other: None,
                        };
                        self.add_item(item, at + 1);
                    }
                }
            }
            for leaf in leaves(token).iter() {
                if self.wanted(at, leaf.nonterminal, 0) {
                    self.complete(
                        Whole {
                            nonterminal: leaf.nonterminal,
                            precedence: 0,
                            origin: at as u32,
                            item: NONE,
                            other: NONE,
                            leaf: leaf.term,
                        },
                        at + 1,
                    );
                }
            }
            while let Some(whole) = self.agenda.pop() {
                self.spread(whole, at + 1);
            }
            self.waiting_start.push(self.waiting.len());
            if self.seen_items.is_empty() && self.seen_wholes.is_empty() {
                return;
            }
            self.furthest = at + 1;
            if self.scan.is_empty() && self.waiting_start[at + 2] == self.waiting_start[at + 1] {
                return;
            }
        }
    }

    fn reach(&mut self, nonterminal: Nonterminal, bound: u32) -> Reach {
        if let Some(known) = self.known_reaches.get(&(nonterminal, bound)) {
            return Arc::clone(known);
        }
        let size = self.grammar.left_recursive.len().max(usize::from(nonterminal.0) + 1);
        let mut reach = vec![-1i64; size];
        let mut stack = vec![(nonterminal, bound)];
        while let Some((nonterminal, bound)) = stack.pop() {
            let slot = &mut reach[usize::from(nonterminal.0)];
            if *slot >= i64::from(bound) {
                continue;
            }
            *slot = i64::from(bound);
            if let Some(productions) = self.grammar.left_recursive.get(usize::from(nonterminal.0)) {
                for &production in productions {
                    let rule = &self.grammar.productions[production as usize];
                    if rule.precedence <= bound
                        && let Item::Part(part, inner) = rule.items[0]
                    {
                        stack.push((part, inner));
                    }
                }
            }
        }
        let reach: Reach = reach.into();
        self.known_reaches.insert((nonterminal, bound), Arc::clone(&reach));
        reach
    }

    fn wanted(&self, at: usize, nonterminal: Nonterminal, precedence: u32) -> bool {
        self.reaches[at].iter().any(|(reach, _)| {
            reach.get(usize::from(nonterminal.0)).is_some_and(|&bound| bound >= i64::from(precedence))
        })
    }

    /// Whether a chain is wanted by anything but the same chain around it, which it would only continue.
    fn wants_chain(&self, at: usize, production: u32, nonterminal: Nonterminal, precedence: u32) -> bool {
        self.reaches[at].iter().any(|(reach, owner)| {
            *owner != production
                && reach.get(usize::from(nonterminal.0)).is_some_and(|&bound| bound >= i64::from(precedence))
        })
    }

    fn add_item(&mut self, item: Partial, at: usize) {
        let key = (item.production, item.dot, item.origin);
        if let Some(&known) = self.seen_items.get(&key) {
            let kept = self.items[known as usize];
            let (old, new) = ((kept.previous, kept.child), (item.previous, item.child));
            if old != new {
                let better = self.ends_later(new, old);
                let kept = &mut self.items[known as usize];
                if better {
                    (kept.previous, kept.child) = new;
                    kept.other = Some(old);
                } else {
                    kept.other.get_or_insert(new);
                }
            }
            return;
        }
        let rule = &self.grammar.productions[item.production as usize];
        let next = rule.items.get(item.dot as usize);
        if let Some(Item::Word(word)) = next
            && self.tokens.get(at) != Some(word)
        {
            return;
        }
        let number = self.items.len() as u32;
        self.items.push(item);
        self.seen_items.insert(key, number);
        match next {
            Some(Item::Word(_)) => self.scan.push(number),
            Some(&Item::Part(nonterminal, bound)) => self.wait(nonterminal, bound, number, at),
            None => self.finish(number, at),
        }
    }

    /// Of two ways to read the same tokens Maude takes the one whose last part starts later, and so on to the left;
    /// whether that is the first. Both are the parts of one production up to the same place.
    fn ends_later(&self, first: (u32, u32), second: (u32, u32)) -> bool {
        let (mut first, mut second) = (first, second);
        while first.1 != NONE && second.1 != NONE {
            let (one, other) = (&self.wholes[first.1 as usize], &self.wholes[second.1 as usize]);
            let order = one.origin.cmp(&other.origin).then_with(|| self.preference(one, other));
            if order.is_ne() {
                return order.is_gt();
            }
            let before = |(previous, _): (u32, u32)| match previous {
                NONE => (NONE, NONE),
                item => (self.items[item as usize].previous, self.items[item as usize].child),
            };
            (first, second) = (before(first), before(second));
        }
        false
    }

    /// Where the last part of something starts; words are later than all parts.
    pub(super) fn last_start(&self, whole: &Whole) -> u32 {
        if whole.item == NONE {
            return u32::MAX;
        }
        let item = &self.items[whole.item as usize];
        match self.grammar.productions[item.production as usize].items.last() {
            Some(Item::Part(..)) if item.child != NONE => self.wholes[item.child as usize].origin,
            _ => u32::MAX,
        }
    }

    fn wait(&mut self, nonterminal: Nonterminal, bound: u32, item: u32, at: usize) {
        if at >= self.tokens.len() {
            return;
        }
        self.waiting.push(Waiting { nonterminal, bound, item });
        let reach = self.reach(nonterminal, bound);
        let Partial { production, dot, .. } = self.items[item as usize];
        let rule = &self.grammar.productions[production as usize];
        let last = dot as usize + 1 == rule.items.len();
        let owner = if rule.chain.is_some() && last { production } else { NONE };
        if !self.reaches[at].iter().any(|(known, by)| *by == owner && Arc::ptr_eq(known, &reach)) {
            self.reaches[at].push((reach, owner));
        }
    }

    fn finish(&mut self, item: u32, at: usize) {
        let Partial { production, origin, .. } = self.items[item as usize];
        let rule = &self.grammar.productions[production as usize];
        let (nonterminal, precedence) = (rule.result, rule.precedence);
        self.complete(
            Whole { nonterminal, precedence, origin, item, other: NONE, leaf: crate::terms::arena::NO_TERM },
            at,
        );
    }

    fn complete(&mut self, whole: Whole, at: usize) {
        let key = (whole.nonterminal, whole.precedence, whole.origin);
        if let Some(&known) = self.seen_wholes.get(&key) {
            let kept = self.wholes[known as usize];
            let same_leaf = whole.item == NONE && kept.item == NONE && whole.leaf == kept.leaf;
            if !same_leaf && whole.item != kept.item {
                let better = kept.item != NONE && self.preference(&whole, &kept).is_gt();
                let known = &mut self.wholes[known as usize];
                if better && whole.item != NONE {
                    (known.item, known.other) = (whole.item, kept.item);
                } else if known.other == NONE {
                    known.other = if whole.item == NONE { known.item } else { whole.item };
                }
            }
            return;
        }
        let number = self.wholes.len() as u32;
        self.wholes.push(whole);
        self.seen_wholes.insert(key, number);
        if whole.origin == 0 && at == self.tokens.len() && self.goals.contains(&whole.nonterminal) {
            self.found.push(number);
        }
        self.agenda.push(number);
    }

    /// Of two readings of the same tokens the greater one is taken: its last part starts later, or its operator was
    /// declared first.
    fn preference(&self, one: &Whole, other: &Whole) -> Ordering {
        let production = |whole: &Whole| self.items.get(whole.item as usize).map(|item| item.production);
        let order = self.last_start(one).cmp(&self.last_start(other));
        order.then_with(|| production(other).cmp(&production(one)))
    }

    /// Moves on what waited for the part, and starts what it can be the first part of.
    fn spread(&mut self, number: u32, at: usize) {
        let whole = self.wholes[number as usize];
        let origin = whole.origin as usize;
        let grammar = self.grammar;
        for index in self.waiting_start[origin]..self.waiting_start[origin + 1] {
            let Waiting { nonterminal, bound, item } = self.waiting[index];
            if nonterminal == whole.nonterminal && whole.precedence <= bound {
                self.advance(item, number, at);
            }
        }
        if let Some(&token) = self.tokens.get(at)
            && let Some(productions) = grammar.by_left_corner.get(&(whole.nonterminal, token))
        {
            for &production in productions {
                self.start(production, number, whole, at);
            }
        }
        if let Some(productions) = grammar.by_left_part.get(usize::from(whole.nonterminal.0)) {
            for &production in productions {
                if at < self.tokens.len() || grammar.productions[production as usize].items.len() == 1 {
                    self.start(production, number, whole, at);
                }
            }
        }
    }

    fn start(&mut self, production: u32, number: u32, whole: Whole, at: usize) {
        let rule = &self.grammar.productions[production as usize];
        let Item::Part(_, bound) = rule.items[0] else { return };
        if whole.precedence > bound || !self.wanted(whole.origin as usize, rule.result, rule.precedence) {
            return;
        }
        if rule.chain.is_some()
            && (self.is_chain_of(whole, production)
                || !self.wants_chain(whole.origin as usize, production, rule.result, rule.precedence))
        {
            return;
        }
        self.add_item(
            Partial { production, dot: 1, origin: whole.origin, previous: NONE, child: number, other: None },
            at,
        );
    }

    fn is_chain_of(&self, whole: Whole, production: u32) -> bool {
        whole.item != NONE && self.items[whole.item as usize].production == production
    }

    fn advance(&mut self, item: u32, child: u32, at: usize) {
        let Partial { production, dot, origin, .. } = self.items[item as usize];
        let rule = &self.grammar.productions[production as usize];
        let next = Partial { production, dot: dot + 1, origin, previous: item, child, other: None };
        let Some((middle, last)) = rule.chain else { return self.add_item(next, at) };
        if dot as usize + 1 < rule.items.len() {
            return self.add_item(next, at);
        }
        let whole = self.wholes[child as usize];
        if self.is_chain_of(whole, production) {
            return;
        }
        if whole.precedence <= last {
            self.add_item(next, at);
        }
        if whole.precedence <= middle {
            // The chain goes on: back to where the first part has been read.
            self.add_item(Partial { dot: 1, ..next }, at);
        }
    }
}
