//! Left-hand sides, compiled: variables become slots, and each associative operator knows which of its
//! variables can only hold one element.

use crate::terms::signature::Shape;
use crate::terms::{SortId, SymbolId, TermId, Terms};
use num_bigint::BigUint;

/// Where a variable's value is kept while a statement is applied.
pub type Slot = u16;

/// A variable in a pattern of an associative operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ElementVariable {
    /// Its slot.
    pub slot: Slot,
    /// Its sort.
    pub sort: SortId,
    /// How often it stands there.
    pub multiplicity: u32,
    /// Whether its sort has no term of the operator, so that it holds exactly one element (or none).
    pub single: bool,
    /// Whether it may hold the identity.
    pub optional: bool,
    /// Whether elements that it may hold one by one can be held together.
    pub closed: bool,
}

impl ElementVariable {
    /// Whether it may hold so many elements of a list.
    pub fn may_hold(&self, count: usize) -> bool {
        match count {
            0 => self.optional,
            1 => true,
            _ => !self.single,
        }
    }
}

/// A compiled pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// Anything of the sort.
    Variable {
        /// Its slot.
        slot: Slot,
        /// Its sort.
        sort: SortId,
    },
    /// Exactly this term.
    Ground(TermId),
    /// An operator without axioms.
    Free {
        /// The operator.
        symbol: SymbolId,
        /// Its arguments.
        arguments: Box<[Pattern]>,
    },
    /// An operator of two arguments that is commutative or has an identity, and is not associative.
    Binary {
        /// The operator.
        symbol: SymbolId,
        /// Its arguments.
        arguments: Box<[Pattern; 2]>,
        /// Whether they may be swapped.
        commutative: bool,
    },
    /// An operator applied a number of times.
    Iterated {
        /// The operator.
        symbol: SymbolId,
        /// How often.
        count: BigUint,
        /// What to.
        argument: Box<Pattern>,
    },
    /// An associative operator.
    List {
        /// The operator.
        symbol: SymbolId,
        /// Its elements.
        elements: Box<[ListElement]>,
        /// Whether the first share that fits is as good as any other; see `greedy`.
        greedy: bool,
    },
    /// An associative and commutative operator.
    Set {
        /// The operator.
        symbol: SymbolId,
        /// Elements without variables.
        ground: Box<[TermId]>,
        /// Elements that are neither ground nor variables.
        elements: Box<[Pattern]>,
        /// Variables, in Maude's order: those that stand there more often first, then those of lower sorts.
        variables: Box<[ElementVariable]>,
        /// Whether the first share that fits is as good as any other; see `greedy`.
        greedy: bool,
        /// The first variable as it is written, before they were arranged.
        leading: Option<Slot>,
    },
}

/// An element of a list pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListElement {
    /// A variable.
    Variable(ElementVariable),
    /// Exactly one element.
    One(Pattern),
}

impl ListElement {
    /// Whether it may match nothing.
    pub fn is_optional(&self) -> bool {
        matches!(self, ListElement::Variable(variable) if variable.optional)
    }
}

impl Pattern {
    /// Whether there is at most one way to match, found without search.
    pub fn is_simple(&self) -> bool {
        match self {
            Pattern::Variable { .. } | Pattern::Ground(_) => true,
            Pattern::Free { arguments, .. } => arguments.iter().all(Pattern::is_simple),
            Pattern::Iterated { argument, .. } => argument.is_simple(),
            Pattern::Binary { .. } | Pattern::List { .. } | Pattern::Set { .. } => false,
        }
    }

    /// The symbol that a term must have to match; `None` if several may.
    pub fn root(&self, terms: &Terms) -> Option<SymbolId> {
        match self {
            Pattern::Variable { .. } => None,
            Pattern::Ground(term) => Some(terms.symbol(*term)),
            Pattern::Free { symbol, .. } | Pattern::Iterated { symbol, .. } => Some(*symbol),
            Pattern::Binary { symbol, .. } | Pattern::List { symbol, .. } | Pattern::Set { symbol, .. } => {
                terms.signature.get(*symbol).identity.is_none().then_some(*symbol)
            }
        }
    }
}

/// How deep a pattern may be.
pub const DEEPEST_PATTERN: usize = 2_000;

/// Turns terms into patterns and gives variables their slots.
#[derive(Debug, Default)]
pub struct PatternCompiler {
    /// The variable of each slot.
    pub slots: Vec<TermId>,
    /// For each symbol, the sorts that memberships can give its terms.
    pub lowered: Vec<Vec<SortId>>,
    /// Symbols that equations define.
    pub defined: Vec<bool>,
    /// Whether all values of variables are reduced: no `strat` leaves arguments alone, and no membership needs
    /// another look at them.
    pub reduced_values: bool,
}

impl PatternCompiler {
    /// The slot of a variable.
    pub fn slot(&mut self, variable: TermId) -> Option<Slot> {
        if let Some(known) = self.slots.iter().position(|&known| known == variable) {
            return Some(known as Slot);
        }
        if self.slots.len() >= usize::from(Slot::MAX) {
            return None;
        }
        self.slots.push(variable);
        Some((self.slots.len() - 1) as Slot)
    }

    /// Compiles a pattern; `None` if it is too deep or has too many variables.
    pub fn pattern(&mut self, terms: &Terms, term: TermId) -> Option<Pattern> {
        self.at_depth(terms, term, 0)
    }

    fn at_depth(&mut self, terms: &Terms, term: TermId, depth: usize) -> Option<Pattern> {
        if terms.is_ground(term) {
            return Some(Pattern::Ground(term));
        }
        if depth > DEEPEST_PATTERN {
            return None;
        }
        if terms.is_variable(term) {
            return Some(Pattern::Variable { slot: self.slot(term)?, sort: terms.sort(term) });
        }
        let symbol = terms.symbol(term);
        let kept = terms.signature.get(symbol);
        let arguments = terms.arguments(term);
        Some(match kept.shape {
            Shape::Free if kept.identity.is_none() => Pattern::Free {
                symbol,
                arguments: arguments
                    .iter()
                    .map(|&argument| self.at_depth(terms, argument, depth + 1))
                    .collect::<Option<_>>()?,
            },
            Shape::Free | Shape::Commutative => Pattern::Binary {
                symbol,
                arguments: Box::new([
                    self.at_depth(terms, arguments[0], depth + 1)?,
                    self.at_depth(terms, arguments[1], depth + 1)?,
                ]),
                commutative: kept.shape == Shape::Commutative,
            },
            Shape::Iterated => Pattern::Iterated {
                symbol,
                count: terms.iterations(term),
                argument: Box::new(self.at_depth(terms, arguments[0], depth + 1)?),
            },
            Shape::Associative => {
                let mut elements = Vec::with_capacity(arguments.len());
                let last = arguments.len() - 1;
                for (index, &argument) in arguments.iter().enumerate() {
                    elements.push(if terms.is_variable(argument) {
                        let mut variable = self.element_variable(terms, symbol, argument, 1)?;
                        // A left identity disappears before something, a right one after something.
                        variable.optional &=
                            (kept.left_identity && index < last) || (kept.right_identity && index > 0);
                        ListElement::Variable(variable)
                    } else {
                        ListElement::One(self.at_depth(terms, argument, depth + 1)?)
                    });
                }
                Pattern::List { symbol, elements: elements.into(), greedy: false }
            }
            Shape::AssociativeCommutative => {
                let (mut ground, mut elements, mut variables) = (Vec::new(), Vec::new(), Vec::new());
                let mut index = 0;
                while index < arguments.len() {
                    let argument = arguments[index];
                    let run = arguments[index..].iter().take_while(|&&other| other == argument).count();
                    index += run;
                    if terms.is_ground(argument) {
                        ground.extend(std::iter::repeat_n(argument, run));
                    } else if terms.is_variable(argument) {
                        variables.push(self.element_variable(terms, symbol, argument, run as u32)?);
                    } else {
                        for _ in 0..run {
                            elements.push(self.at_depth(terms, argument, depth + 1)?);
                        }
                    }
                }
                let leading = variables.first().map(|variable: &ElementVariable| variable.slot);
                let sorts = &terms.signature.sorts;
                variables.sort_by_key(|variable: &ElementVariable| {
                    std::cmp::Reverse((variable.multiplicity, sorts.rank(variable.sort)))
                });
                Pattern::Set {
                    symbol,
                    ground: ground.into(),
                    elements: elements.into(),
                    variables: variables.into(),
                    greedy: false,
                    leading,
                }
            }
            Shape::Variable => return None,
        })
    }

    fn element_variable(
        &mut self,
        terms: &Terms,
        symbol: SymbolId,
        variable: TermId,
        multiplicity: u32,
    ) -> Option<ElementVariable> {
        let sort = terms.sort(variable);
        let sorts = &terms.signature.sorts;
        let kept = terms.signature.get(symbol);
        let lowered = self.lowered.get(symbol.0 as usize).map_or(&[][..], Vec::as_slice);
        let single = !sorts.is_error(sort)
            && !lowered.iter().any(|&lower| sorts.is_at_most(lower, sort))
            && !kept.declarations.iter().any(|declaration| sorts.is_at_most(declaration.range, sort));
        let optional = kept.identity.is_some_and(|identity| sorts.is_at_most(terms.sort(identity), sort));
        let kind = sorts.get_kind(sorts.kind(sort));
        let below = || kind.sorts.iter().copied().filter(|&low| sorts.is_at_most(low, sort));
        let closed = !single
            && below().all(|first| {
                below().all(|second| {
                    sorts.is_at_most(terms.signature.least_sort(symbol, &[first, second]), sort)
                })
            });
        Some(ElementVariable { slot: self.slot(variable)?, sort, multiplicity, single, optional, closed })
    }
}
