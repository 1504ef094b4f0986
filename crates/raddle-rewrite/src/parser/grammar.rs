//! Productions: each operator's mixfix and prefix forms, brackets, sort tests, and the forms of statements.

use super::chart::{Leaf, Reach};
use crate::names::Name;
use crate::syntax::ast::Piece;
use crate::syntax::lexer::{is_special, tokenize};
use crate::terms::signature::{ANY_PRECEDENCE, PREFIX_PRECEDENCE, Shape, Signature, SymbolId};
use crate::terms::{KindId, SortId};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A nonterminal: a kind, or one of the forms above terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Nonterminal(pub u16);

/// One item of a right-hand side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// A token.
    Word(Name),
    /// Something of a nonterminal whose precedence is at most this.
    Part(Nonterminal, u32),
}

/// What a production means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// The operator applied to the parts.
    Apply(SymbolId),
    /// The operator applied to a list of arguments.
    ApplyList(SymbolId),
    /// The one part.
    Same,
    /// A sort test.
    Test(SymbolId),
    /// An iterated operator with its count in the word.
    Iterate(SymbolId),
    /// Several arguments of an associative operator.
    List,
    /// `t = u`
    Equality,
    /// `p := t`
    Assignment,
    /// `t => p`
    Rewriting,
    /// `t : s`
    Membership(SortId),
    /// A Boolean term as a condition.
    Truth,
    /// Conditions joined by `/\`.
    Conjunction,
    /// Two terms side by side: of an equation, a rule, a search or a match.
    Pair,
    /// A term and a sort.
    Sorted(SortId),
    /// A pair or a sorted term, and its condition.
    Conditional,
}

/// A production.
#[derive(Clone, Debug)]
pub struct Production {
    /// What it makes.
    pub result: Nonterminal,
    /// With which precedence.
    pub precedence: u32,
    /// From what.
    pub items: Box<[Item]>,
    /// What it means.
    pub action: Action,
    /// For chains of an associative operator: the bounds on an element in the middle and on the last one.
    pub chain: Option<(u32, u32)>,
}

/// What a sentence as a whole must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// A term of any kind.
    Term,
    /// A term of this kind.
    TermOf(KindId),
    /// `t = u`, perhaps with a condition.
    Equation,
    /// `t => u`, perhaps with a condition.
    Rule,
    /// `t : s`, perhaps with a condition.
    Membership,
    /// `t =>* p such that c`, with the arrow given.
    Search(Name),
    /// `p <=? t such that c`
    Matching,
}

/// The grammar of a module.
#[derive(Debug)]
pub struct Grammar {
    /// All productions.
    pub productions: Vec<Production>,
    /// Productions that start with this word.
    pub by_first_word: FxHashMap<Name, Vec<u32>>,
    /// Productions that start with this nonterminal and go on with this word.
    pub by_left_corner: FxHashMap<(Nonterminal, Name), Vec<u32>>,
    /// Productions that start with this nonterminal and go on with another part.
    pub by_left_part: Vec<Vec<u32>>,
    /// For each nonterminal, its productions that start with a part.
    pub left_recursive: Vec<Vec<u32>>,
    /// Variables that the module declares.
    pub variables: FxHashMap<Name, SortId>,
    goals: FxHashMap<Goal, Vec<Nonterminal>>,
    kinds: u16,
    /// What the parser computes from the productions alone, kept from one parse to the next.
    pub(crate) reaches: FxHashMap<(Nonterminal, u32), Reach>,
    /// The terms that tokens are by themselves, in the arena that the grammar is used with.
    pub(crate) leaves: FxHashMap<Name, Arc<[Leaf]>>,
}

const STATEMENT_PRECEDENCE: u32 = 0;

impl Grammar {
    /// The grammar of a signature.
    pub fn new(signature: &Signature, variables: FxHashMap<Name, SortId>) -> Grammar {
        let kinds = signature.sorts.kinds().count() as u16;
        let mut grammar = Grammar {
            productions: Vec::new(),
            by_first_word: FxHashMap::default(),
            by_left_corner: FxHashMap::default(),
            by_left_part: Vec::new(),
            left_recursive: Vec::new(),
            variables,
            goals: FxHashMap::default(),
            kinds,
            reaches: FxHashMap::default(),
            leaves: FxHashMap::default(),
        };
        for (kind, _) in signature.sorts.kinds() {
            let part = Nonterminal(kind.0);
            let open = Item::Word(Name::new("("));
            let close = Item::Word(Name::new(")"));
            grammar.add(part, 0, vec![open, Item::Part(part, ANY_PRECEDENCE), close], Action::Same, None);
        }
        for sort in signature.sorts.plain() {
            let part = Nonterminal(signature.sorts.kind(sort).0);
            let name = signature.sorts.name(sort);
            for text in [format!(".{name}"), format!(".[{name}]")] {
                let mut items = vec![
                    Item::Word(Name::new("(")),
                    Item::Part(part, ANY_PRECEDENCE),
                    Item::Word(Name::new(")")),
                ];
                items.extend(words(&text));
                grammar.add(part, 0, items, Action::Same, None);
            }
        }
        for (id, symbol) in signature.symbols() {
            if symbol.shape != Shape::Variable {
                grammar.add_symbol(signature, id);
            }
        }
        grammar
    }

    /// Forgets what tokens are by themselves: for another arena, other variables, or after terms have been dropped.
    pub fn forget_terms(&mut self) {
        self.leaves.clear();
    }

    /// The nonterminal of a kind.
    pub fn of_kind(kind: KindId) -> Nonterminal {
        Nonterminal(kind.0)
    }

    /// How many nonterminals stand for kinds.
    pub fn kinds(&self) -> u16 {
        self.kinds
    }

    /// Whether the module declares a variable of this name.
    pub(crate) fn has_variable(&self, name: &str) -> bool {
        self.variables.keys().any(|variable| variable.text() == name)
    }

    fn list_of(&self, part: Nonterminal) -> Nonterminal {
        Nonterminal(self.kinds + part.0)
    }

    fn form(&self, number: u16) -> Nonterminal {
        Nonterminal(self.kinds * 2 + number)
    }

    pub(crate) fn add(
        &mut self,
        result: Nonterminal,
        precedence: u32,
        items: Vec<Item>,
        action: Action,
        chain: Option<(u32, u32)>,
    ) {
        let number = self.productions.len() as u32;
        match (items[0], items.get(1)) {
            (Item::Word(word), _) => self.by_first_word.entry(word).or_default().push(number),
            (Item::Part(part, _), next) => {
                self.reaches.clear();
                let reach = usize::from(part.0.max(result.0)) + 1;
                if self.left_recursive.len() < reach {
                    self.left_recursive.resize(reach, Vec::new());
                    self.by_left_part.resize(reach, Vec::new());
                }
                self.left_recursive[usize::from(result.0)].push(number);
                match next {
                    Some(Item::Word(word)) => {
                        self.by_left_corner.entry((part, *word)).or_default().push(number);
                    }
                    _ => self.by_left_part[usize::from(part.0)].push(number),
                }
            }
        }
        self.productions.push(Production { result, precedence, items: items.into(), action, chain });
    }

    fn add_symbol(&mut self, signature: &Signature, id: SymbolId) {
        let symbol = signature.get(id);
        let result = Nonterminal(symbol.range.0);
        if let crate::terms::Hook::SortTest(sort) = symbol.hook {
            let part = Nonterminal(symbol.domain[0].0);
            let mut items = vec![Item::Part(part, ANY_PRECEDENCE), Item::Word(Name::new("::"))];
            items.extend(words(signature.sorts.name(sort).text()));
            self.add(result, 0, items, Action::Test(id), None);
            return;
        }
        if matches!(
            symbol.hook,
            crate::terms::Hook::StringLiteral
                | crate::terms::Hook::FloatLiteral
                | crate::terms::Hook::QidLiteral
        ) {
            return;
        }
        let associative = matches!(symbol.shape, Shape::Associative | Shape::AssociativeCommutative);
        let name_words = prefix_words(&symbol.pieces);
        let canonical = vec![Item::Word(symbol.name)];
        let spellings = if name_words == canonical { vec![canonical] } else { vec![canonical, name_words] };
        if symbol.arity() == 0 {
            for items in spellings {
                self.add(result, 0, items, Action::Apply(id), None);
            }
            return;
        }
        for mut items in spellings {
            items.push(Item::Word(Name::new("(")));
            if associative {
                let part = Nonterminal(symbol.range.0);
                let list = self.list_of(part);
                self.add_list(part);
                items.push(Item::Part(list, ANY_PRECEDENCE));
                items.push(Item::Word(Name::new(",")));
                items.push(Item::Part(part, PREFIX_PRECEDENCE));
            } else {
                for (index, kind) in symbol.domain.iter().enumerate() {
                    if index > 0 {
                        items.push(Item::Word(Name::new(",")));
                    }
                    items.push(Item::Part(Nonterminal(kind.0), PREFIX_PRECEDENCE));
                }
            }
            items.push(Item::Word(Name::new(")")));
            let action = if associative { Action::ApplyList(id) } else { Action::Apply(id) };
            self.add(result, 0, items, action, None);
        }
        if symbol.is_mixfix() {
            let mut argument = 0;
            let items: Vec<Item> = symbol
                .pieces
                .iter()
                .map(|piece| match piece {
                    Piece::Word(word) => Item::Word(*word),
                    Piece::Hole => {
                        let bound = symbol.argument_precedence(argument);
                        argument += 1;
                        Item::Part(Nonterminal(symbol.domain[argument - 1].0), bound)
                    }
                })
                .collect();
            let outer =
                symbol.pieces.first() == Some(&Piece::Hole) && symbol.pieces.last() == Some(&Piece::Hole);
            if associative && outer {
                let (first, last) = (symbol.argument_precedence(0), symbol.argument_precedence(1));
                let middle = first.min(last);
                let mut items = items;
                let end = items.len() - 1;
                items[end] = Item::Part(result, last);
                self.add(result, symbol.precedence, items, Action::Apply(id), Some((middle, last)));
            } else {
                self.add(result, symbol.precedence, items, Action::Apply(id), None);
            }
        }
    }

    fn add_list(&mut self, part: Nonterminal) {
        let list = self.list_of(part);
        if self.left_recursive.get(usize::from(list.0)).is_some_and(|known| !known.is_empty()) {
            return;
        }
        self.add(list, 0, vec![Item::Part(part, PREFIX_PRECEDENCE)], Action::List, None);
        let comma = Item::Word(Name::new(","));
        let items = vec![Item::Part(list, ANY_PRECEDENCE), comma, Item::Part(part, PREFIX_PRECEDENCE)];
        self.add(list, 0, items, Action::List, None);
    }

    /// Adds `f^n(t)` for the word `f^n`.
    pub(crate) fn add_iteration(&mut self, signature: &Signature, id: SymbolId, word: Name) {
        let symbol = signature.get(id);
        let part = Nonterminal(symbol.range.0);
        let items = vec![
            Item::Word(word),
            Item::Word(Name::new("(")),
            Item::Part(part, PREFIX_PRECEDENCE),
            Item::Word(Name::new(")")),
        ];
        self.add(part, 0, items, Action::Iterate(id), None);
    }

    /// The nonterminals that a whole sentence may be, with their productions added on first use.
    pub fn goal(&mut self, goal: Goal, signature: &Signature) -> Vec<Nonterminal> {
        if let Some(known) = self.goals.get(&goal) {
            return known.clone();
        }
        let all: Vec<Nonterminal> = (0..self.kinds).map(Nonterminal).collect();
        let any = |part: Nonterminal| Item::Part(part, ANY_PRECEDENCE);
        let word = |text: &str| Item::Word(Name::new(text));
        let result = match goal {
            Goal::Term => all.clone(),
            Goal::TermOf(kind) => vec![Nonterminal(kind.0)],
            Goal::Equation | Goal::Rule | Goal::Search(_) | Goal::Matching => {
                let number = 10 + 2 * self.goals.len() as u16;
                let (plain, conditional) = (self.form(number), self.form(number + 1));
                let arrow = match goal {
                    Goal::Equation => Name::new("="),
                    Goal::Rule => Name::new("=>"),
                    Goal::Search(arrow) => arrow,
                    _ => Name::new("<=?"),
                };
                for &part in &all {
                    let items = vec![any(part), Item::Word(arrow), any(part)];
                    self.add(plain, STATEMENT_PRECEDENCE, items, Action::Pair, None);
                }
                let condition = self.conditions(signature);
                let leads: &[&[&str]] = match goal {
                    Goal::Equation | Goal::Rule => &[&["if"]],
                    _ => &[&["such", "that"], &["s.t."]],
                };
                for lead in leads {
                    let mut items = vec![any(plain)];
                    items.extend(lead.iter().map(|text| word(text)));
                    items.push(any(condition));
                    self.add(conditional, STATEMENT_PRECEDENCE, items, Action::Conditional, None);
                }
                vec![plain, conditional]
            }
            Goal::Membership => {
                let number = 10 + 2 * self.goals.len() as u16;
                let (plain, conditional) = (self.form(number), self.form(number + 1));
                for sort in signature.sorts.plain() {
                    let part = Nonterminal(signature.sorts.kind(sort).0);
                    let mut items = vec![any(part), word(":")];
                    items.extend(words(signature.sorts.name(sort).text()));
                    self.add(plain, STATEMENT_PRECEDENCE, items, Action::Sorted(sort), None);
                }
                let condition = self.conditions(signature);
                let items = vec![any(plain), word("if"), any(condition)];
                self.add(conditional, STATEMENT_PRECEDENCE, items, Action::Conditional, None);
                vec![plain, conditional]
            }
        };
        self.goals.insert(goal, result.clone());
        result
    }

    fn conditions(&mut self, signature: &Signature) -> Nonterminal {
        let (fragment, conjunction) = (self.form(0), self.form(1));
        if self.left_recursive.get(usize::from(conjunction.0)).is_some_and(|known| !known.is_empty()) {
            return conjunction;
        }
        let any = |part: Nonterminal| Item::Part(part, ANY_PRECEDENCE);
        for kind in 0..self.kinds {
            let part = Nonterminal(kind);
            for (text, action) in
                [("=", Action::Equality), (":=", Action::Assignment), ("=>", Action::Rewriting)]
            {
                let items = vec![any(part), Item::Word(Name::new(text)), any(part)];
                self.add(fragment, 0, items, action, None);
            }
        }
        for sort in signature.sorts.plain() {
            let part = Nonterminal(signature.sorts.kind(sort).0);
            let mut items = vec![any(part), Item::Word(Name::new(":"))];
            items.extend(words(signature.sorts.name(sort).text()));
            self.add(fragment, 0, items, Action::Membership(sort), None);
        }
        if let Some(truth) = signature.known.truth {
            let part = Nonterminal(signature.get(truth).range.0);
            self.add(fragment, 0, vec![any(part)], Action::Truth, None);
        }
        self.add(conjunction, 0, vec![any(fragment)], Action::Conjunction, None);
        let items = vec![any(conjunction), Item::Word(Name::new("/\\")), any(fragment)];
        self.add(conjunction, 0, items, Action::Conjunction, None);
        conjunction
    }
}

/// The tokens of a text.
fn words(text: &str) -> Vec<Item> {
    tokenize(text).tokens.iter().map(|token| Item::Word(token.name)).collect()
}

/// The tokens that an operator's name is written with in front of brackets.
fn prefix_words(pieces: &[Piece]) -> Vec<Item> {
    let mut items = Vec::new();
    let mut text = String::new();
    let mut after_word = false;
    for piece in pieces {
        match piece {
            Piece::Hole => {
                text.push('_');
                after_word = false;
            }
            Piece::Word(word) => {
                let special = word.text().chars().next().is_some_and(is_special);
                if (special || after_word) && !text.is_empty() {
                    items.push(Item::Word(Name::new(&text)));
                    text.clear();
                }
                if special {
                    items.push(Item::Word(*word));
                } else {
                    text.push_str(word.text());
                }
                after_word = !special;
            }
        }
    }
    if !text.is_empty() {
        items.push(Item::Word(Name::new(&text)));
    }
    items
}
