//! The automaton's rules: a grammar's productions, with chains of associative operators taken apart.

use super::{Automaton, END, NONE, Reading, Terminal, insert};
use crate::parser::grammar::{Action, Grammar, Item};
use crate::terms::SymbolId;
use crate::terms::signature::ANY_PRECEDENCE;
use rustc_hash::FxHashMap;

/// What a rule makes: a nonterminal with a precedence, and by which chain; or the beginning of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Class {
    Whole { nonterminal: u16, precedence: u32, chain: u32 },
    Begun { chain: u32 },
}

/// A symbol of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Symbol {
    Token(Terminal),
    /// Something of a nonterminal within a bound that is not this chain itself; with `deep`, nor does it begin with
    /// this chain.
    Part {
        nonterminal: u16,
        bound: u32,
        not: u32,
        deep: bool,
    },
    Begun {
        chain: u32,
    },
}

/// What is done with the values of a rule's parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// The operator on this many values.
    Apply(SymbolId, u32),
    /// Nothing: the one value stays.
    Keep,
    /// The first value of a list whose length is counted.
    First,
    /// One more value of the list.
    More,
    /// The operator on the list and one more value.
    Close(SymbolId),
    /// The whole sentence.
    Accept,
    /// Something that only the full parser does.
    Unclear,
}

#[derive(Debug)]
pub(super) struct Rule {
    pub class: u32,
    /// The precedence of what it makes, and the chain that it completes.
    pub precedence: u32,
    pub chain: u32,
    pub symbols: Box<[Symbol]>,
    pub effect: Effect,
}

impl Automaton {
    pub(super) fn add_rules(&mut self, grammar: &Grammar, kinds: u16) {
        let mut numbers: FxHashMap<Class, u32> = FxHashMap::default();
        let mut starts = Vec::new();
        for (number, production) in grammar.productions.iter().enumerate() {
            let number = number as u32;
            let chain = if production.chain.is_some() { number } else { NONE };
            let symbols: Vec<Symbol> = production
                .items
                .iter()
                .map(|item| match item {
                    Item::Word(word) => Symbol::Token(self.words[word]),
                    Item::Part(part, bound) => {
                        Symbol::Part { nonterminal: part.0, bound: *bound, not: chain, deep: false }
                    }
                })
                .collect();
            let nonterminal = production.result.0;
            let class = Class::Whole { nonterminal, precedence: production.precedence, chain };
            let Some((middle, last)) = production.chain else {
                let parts = symbols.iter().filter(|symbol| matches!(symbol, Symbol::Part { .. })).count();
                let effect = match production.action {
                    Action::Apply(symbol) => Effect::Apply(symbol, parts as u32),
                    Action::Same => Effect::Keep,
                    Action::List if parts == 1 => Effect::First,
                    Action::List => Effect::More,
                    Action::ApplyList(symbol) => Effect::Close(symbol),
                    _ => Effect::Unclear,
                };
                self.add_rule(&mut numbers, class, symbols, effect);
                continue;
            };
            let Action::Apply(symbol) = production.action else { continue };
            // A chain is read as `begun → first words`, `begun → begun middle words`, `whole → begun last`.
            let begun = Symbol::Begun { chain: number };
            let end = symbols.len() - 1;
            let start = self.rules.len() as u32;
            self.add_rule(
                &mut numbers,
                Class::Begun { chain: number },
                symbols[..end].to_vec(),
                Effect::First,
            );
            let element = |bound| Symbol::Part { nonterminal, bound, not: number, deep: true };
            let mut more = vec![begun, element(middle)];
            more.extend(&symbols[1..end]);
            self.add_rule(&mut numbers, Class::Begun { chain: number }, more, Effect::More);
            self.by_chain.insert(number, [start, start + 1]);
            self.add_rule(&mut numbers, class, vec![begun, element(last)], Effect::Close(symbol));
        }
        for kind in 0..kinds {
            let class = Class::Whole { nonterminal: kind, precedence: 0, chain: NONE };
            let leaf = Symbol::Token(self.leaf(kind));
            self.add_rule(&mut numbers, class, vec![leaf], Effect::Keep);
        }
        // The sentence: a nonterminal that no production uses.
        let sentence = Class::Whole { nonterminal: u16::MAX, precedence: 0, chain: NONE };
        for kind in 0..kinds {
            starts.push(self.rules.len() as u32);
            let part = Symbol::Part { nonterminal: kind, bound: ANY_PRECEDENCE, not: NONE, deep: false };
            self.add_rule(&mut numbers, sentence, vec![part], Effect::Accept);
        }
        let mut end = self.empty();
        insert(&mut end, END);
        let end = self.set(end);
        let kernel =
            starts.into_iter().map(|rule| Reading { rule, dot: 0, without: NONE, follow: end }).collect();
        self.state(kernel);
    }

    fn add_rule(
        &mut self,
        numbers: &mut FxHashMap<Class, u32>,
        class: Class,
        symbols: Vec<Symbol>,
        effect: Effect,
    ) {
        let next = self.classes.len() as u32;
        let number = *numbers.entry(class).or_insert(next);
        if number == next {
            self.classes.push(class);
        }
        let (mut precedence, mut chain) = (0, NONE);
        if let Class::Whole { nonterminal, precedence: own, chain: by } = class {
            (precedence, chain) = (own, by);
            if nonterminal != u16::MAX {
                let index = usize::from(nonterminal);
                if self.by_nonterminal.len() <= index {
                    self.by_nonterminal.resize(index + 1, Vec::new());
                }
                self.by_nonterminal[index].push(self.rules.len() as u32);
            }
        }
        self.rules.push(Rule { class: number, precedence, chain, symbols: symbols.into(), effect });
    }

    /// The rules that a symbol can be read by, but for this chain.
    pub(super) fn rules_for(&self, symbol: Symbol, without: u32) -> impl Iterator<Item = u32> + '_ {
        let (list, bound, not): (&[u32], u32, u32) = match symbol {
            Symbol::Token(_) => (&[], 0, NONE),
            Symbol::Part { nonterminal, bound, not, .. } => {
                let list = self.by_nonterminal.get(usize::from(nonterminal)).map_or(&[][..], Vec::as_slice);
                (list, bound, not)
            }
            Symbol::Begun { chain } => (&self.by_chain[&chain], ANY_PRECEDENCE, NONE),
        };
        list.iter().copied().filter(move |&rule| {
            let Rule { precedence, chain, .. } = self.rules[rule as usize];
            precedence <= bound && (chain == NONE || (chain != not && chain != without))
        })
    }

    /// The tokens that a symbol can begin with.
    pub(super) fn first(&mut self, symbol: Symbol) -> u32 {
        if let Some(&known) = self.first.get(&symbol) {
            return known;
        }
        let mut set = self.empty();
        let mut seen = vec![false; self.rules.len()];
        let mut stack: Vec<Symbol> = vec![symbol];
        while let Some(symbol) = stack.pop() {
            if let Symbol::Token(terminal) = symbol {
                insert(&mut set, terminal);
                continue;
            }
            for rule in self.rules_for(symbol, NONE) {
                if !std::mem::replace(&mut seen[rule as usize], true) {
                    stack.push(self.rules[rule as usize].symbols[0]);
                }
            }
        }
        let number = self.set(set);
        self.first.insert(symbol, number);
        number
    }
}
