//! The operators of a module, with overloading resolved at the level of kinds: declarations of one name whose
//! arguments lie in the same kinds are one symbol.

mod sort_tables;
mod symbols;

use self::symbols::{new_symbol, plain_symbol};
use super::TermId;
use super::hooks::Hook;
use super::sorts::{KindId, SortId, Sorts};
use crate::diagnostic::Place;
use crate::names::Name;
use crate::syntax::ast::{Gather, OperatorSource, Piece, SortName};
use rustc_hash::FxHashMap;

/// A symbol of a signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SymbolId(pub(crate) u32);

/// One typing of a symbol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declaration {
    /// Argument sorts.
    pub domain: Vec<SortId>,
    /// Result sort.
    pub range: SortId,
    /// Whether it was declared with `ctor`.
    pub constructor: bool,
}

/// How terms of a symbol are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// As written.
    Free,
    /// `f^n(t)`.
    Iterated,
    /// Two arguments in order.
    Commutative,
    /// A flat list.
    Associative,
    /// A flat, ordered list.
    AssociativeCommutative,
    /// A variable: the payload says which.
    Variable,
}

/// A symbol.
#[derive(Debug, Clone)]
pub struct Symbol {
    /// Canonical name.
    pub name: Name,
    /// Syntax.
    pub pieces: Vec<Piece>,
    /// Kinds of the arguments.
    pub domain: Vec<KindId>,
    /// Kind of the result.
    pub range: KindId,
    /// All typings.
    pub declarations: Vec<Declaration>,
    /// How its terms are kept.
    pub shape: Shape,
    /// The identity element, once it has been parsed.
    pub identity: Option<TermId>,
    /// Whether the identity works on the left.
    pub left_identity: bool,
    /// Whether the identity works on the right.
    pub right_identity: bool,
    /// `idem`
    pub idempotent: bool,
    /// Binding strength: low binds tightly.
    pub precedence: u32,
    /// What each argument may be.
    pub gather: Vec<Gather>,
    /// `format`
    pub format: Option<Vec<Name>>,
    /// Evaluation order where `strat` gives one.
    pub strategy: Option<Vec<u32>>,
    /// Argument positions that rules may not look into.
    pub frozen: Vec<bool>,
    /// `memo`
    pub memo: bool,
    /// What Rust code does for it.
    pub hook: Hook,
    /// `object`, `msg`, `config`
    pub object: bool,
    /// A message.
    pub message: bool,
    /// A soup of objects and messages.
    pub configuration: bool,
    /// The identity as written, for the parser to resolve.
    pub identity_source: Option<std::sync::Arc<[crate::syntax::lexer::Token]>>,
    /// The attributes of the first declaration, as written.
    pub attributes: std::sync::Arc<crate::syntax::ast::OperatorAttributes>,
    /// The declaration it comes from: an index into the flat module's list of operators.
    pub origin: usize,
    sort_table: Vec<u16>,
    /// For lists, see `Signature::is_final_sort`.
    final_sorts: Vec<bool>,
}

impl Symbol {
    /// The number of arguments.
    pub fn arity(&self) -> usize {
        self.domain.len()
    }

    /// Whether it can be written with its syntax, not only as `f(…)`. An operator `_` cannot: it would not be seen.
    pub fn is_mixfix(&self) -> bool {
        if self.pieces.as_slice() == [Piece::Hole] {
            return false;
        }
        let holes = self.pieces.iter().filter(|piece| **piece == Piece::Hole).count();
        holes == self.arity() && holes > 0
    }

    /// The highest precedence that argument `index` may have.
    pub fn argument_precedence(&self, index: usize) -> u32 {
        match self.gather.get(index) {
            Some(Gather::Lower) => self.precedence.saturating_sub(1),
            Some(Gather::Equal) => self.precedence,
            Some(Gather::Any) | None => ANY_PRECEDENCE,
        }
    }
}

/// No term has a higher precedence.
pub const ANY_PRECEDENCE: u32 = 1000;
/// The highest precedence of an argument in `f(…)`.
pub const PREFIX_PRECEDENCE: u32 = 95;

/// All sorts and symbols of a module.
#[derive(Debug, Clone, Default)]
pub struct Signature {
    /// The sorts.
    pub sorts: Sorts,
    symbols: Vec<Symbol>,
    overloads: FxHashMap<Name, Vec<SymbolId>>,
    /// Symbols found by what they do.
    pub known: KnownSymbols,
    /// The first of the symbols of variables, one for each kind.
    first_variable: u32,
}

/// Symbols that Rust code must find.
#[derive(Debug, Clone, Default)]
pub struct KnownSymbols {
    /// `true`
    pub truth: Option<SymbolId>,
    /// `false`
    pub falsehood: Option<SymbolId>,
    /// `0`
    pub zero: Option<SymbolId>,
    /// `s_`
    pub successor: Option<SymbolId>,
    /// `-_`
    pub minus: Option<SymbolId>,
    /// `_/_`
    pub division: Option<SymbolId>,
    /// Strings.
    pub string: Option<SymbolId>,
    /// Floats.
    pub float: Option<SymbolId>,
    /// Quoted identifiers.
    pub qid: Option<SymbolId>,
}

/// A mistake in a declaration.
pub struct SignatureFault {
    /// Where the declaration stands.
    pub place: Place,
    /// What is wrong.
    pub message: String,
    /// Whether the module cannot be used.
    pub fatal: bool,
}

/// The name that stands for any sort in a polymorphic operator.
pub(crate) const UNIVERSAL: &str = "Universal";
const MOST_SYMBOLS: usize = 1 << 20;

impl Signature {
    /// Builds a signature from flat declarations.
    pub fn build(
        sort_names: &[Name],
        subsorts: &[(Name, Name)],
        operators: &[&OperatorSource],
    ) -> (Signature, Vec<SignatureFault>) {
        let mut faults = Vec::new();
        let sorts = Sorts::build(sort_names, subsorts).unwrap_or_else(|message| {
            faults.push(SignatureFault { place: Place::default(), message, fatal: true });
            Sorts::build(sort_names, &[]).unwrap_or_default()
        });
        let mut signature = Signature { sorts, ..Signature::default() };
        // Copies of polymorphic operators come last: a term that is one of an operator of its own, too, is that first.
        for polymorphic in [false, true] {
            for (origin, operator) in operators.iter().enumerate() {
                if operator.attributes.polymorphic.is_some() == polymorphic {
                    signature.declare(operator, origin, &mut faults);
                }
            }
        }
        signature.add_sort_tests();
        signature.add_variables();
        signature.find_known();
        (signature, faults)
    }

    /// The sort that a name in a declaration means.
    pub fn resolve(&self, name: SortName) -> Option<SortId> {
        let sort = self.sorts.find(name.name())?;
        Some(match name {
            SortName::Sort(_) => sort,
            SortName::Kind(_) => self.sorts.error(self.sorts.kind(sort)),
        })
    }

    fn declare(&mut self, source: &OperatorSource, origin: usize, faults: &mut Vec<SignatureFault>) {
        if let Some(positions) = &source.attributes.polymorphic {
            // One copy for each kind, which takes the place of `Universal`.
            let universal = Name::new(UNIVERSAL);
            for kind in self.sorts.kinds().map(|(kind, _)| kind).collect::<Vec<_>>() {
                let at = |this: &Signature, name: SortName| {
                    if name.name() == universal { Some(this.sorts.error(kind)) } else { this.resolve(name) }
                };
                let Some(domain) =
                    source.domain.iter().map(|&name| at(self, name)).collect::<Option<Vec<_>>>()
                else {
                    continue;
                };
                let Some(range) = at(self, source.range) else { continue };
                self.add(source, domain.clone(), range, origin, faults);
                // A branch has every sort that both its sides have.
                if positions.contains(&0) {
                    let members = self.sorts.get_kind(kind).sorts.clone();
                    for &sort in &members[1..] {
                        let domain = source
                            .domain
                            .iter()
                            .zip(&domain)
                            .map(|(name, &id)| if name.name() == universal { sort } else { id })
                            .collect();
                        self.add(source, domain, sort, origin, faults);
                    }
                }
            }
            return;
        }
        let mut missing = |name: SortName| {
            faults.push(SignatureFault {
                place: source.place,
                message: format!("undeclared sort {} in operator {}", name.name(), source.name),
                fatal: false,
            });
        };
        let mut domain = Vec::new();
        for &name in &source.domain {
            match self.resolve(name) {
                Some(sort) => domain.push(sort),
                None => return missing(name),
            }
        }
        let Some(range) = self.resolve(source.range) else { return missing(source.range) };
        self.add(source, domain, range, origin, faults);
    }

    fn add(
        &mut self,
        source: &OperatorSource,
        domain: Vec<SortId>,
        range: SortId,
        origin: usize,
        faults: &mut Vec<SignatureFault>,
    ) {
        let kinds: Vec<KindId> = domain.iter().map(|&sort| self.sorts.kind(sort)).collect();
        let declaration = Declaration { domain, range, constructor: source.attributes.constructor };
        let range_kind = self.sorts.kind(range);
        if let Some(known) = self.declared(source, &kinds, Some(range_kind)) {
            let symbol = &mut self.symbols[known.0 as usize];
            if !source.attributes.ditto && source.attributes.kinds() != symbol.attributes.kinds() {
                faults.push(SignatureFault {
                    place: source.place,
                    message: format!(
                        "declaration for {} has different attributes from an earlier declaration",
                        source.name
                    ),
                    fatal: true,
                });
            }
            if !symbol.declarations.contains(&declaration) {
                symbol.declarations.push(declaration);
            }
            if symbol.hook == Hook::None
                && let Some((name, arguments)) = &source.attributes.special
            {
                symbol.hook = Hook::from_source(*name, arguments);
            }
            return;
        }
        if !kinds.is_empty() && self.declared(source, &kinds, None).is_some() {
            faults.push(SignatureFault {
                place: source.place,
                message: format!(
                    "operator {} has the same argument kinds as an earlier one but another result kind",
                    source.name
                ),
                fatal: false,
            });
        }
        if source.attributes.ditto {
            faults.push(SignatureFault {
                place: source.place,
                message: format!("operator {} has ditto and no earlier declaration", source.name),
                fatal: false,
            });
        }
        if self.symbols.len() >= MOST_SYMBOLS {
            return;
        }
        let id = SymbolId(self.symbols.len() as u32);
        let symbol = new_symbol(source, kinds, range_kind, declaration, origin, &self.sorts, faults);
        self.overloads.entry(source.name).or_default().push(id);
        self.symbols.push(symbol);
    }

    /// The symbol that another declaration of an operator belongs to. A copy of a polymorphic operator is never the
    /// same operator as one that was declared for its kinds alone.
    fn declared(
        &self,
        source: &OperatorSource,
        domain: &[KindId],
        range: Option<KindId>,
    ) -> Option<SymbolId> {
        self.overloads(source.name).iter().copied().find(|&id| {
            let symbol = self.get(id);
            symbol.domain == domain
                && range.is_none_or(|range| symbol.range == range)
                && symbol.attributes.polymorphic.is_some() == source.attributes.polymorphic.is_some()
        })
    }

    fn add_sort_tests(&mut self) {
        let Some(truth) = self.symbols.iter().find(|symbol| symbol.hook == Hook::True) else { return };
        let boolean = truth.declarations[0].range;
        for sort in self.sorts.plain().collect::<Vec<_>>() {
            let kind = self.sorts.kind(sort);
            let text = format!("_::{}", self.sorts.name(sort));
            let name = Name::new(&text);
            let id = SymbolId(self.symbols.len() as u32);
            self.symbols.push(Symbol {
                declarations: vec![Declaration {
                    domain: vec![self.sorts.error(kind)],
                    range: boolean,
                    constructor: false,
                }],
                hook: Hook::SortTest(sort),
                domain: vec![kind],
                frozen: vec![false],
                ..plain_symbol(name, self.sorts.kind(boolean))
            });
            self.overloads.entry(name).or_default().push(id);
        }
    }

    fn add_variables(&mut self) {
        self.first_variable = self.symbols.len() as u32;
        for kind in self.sorts.kinds().map(|(kind, _)| kind).collect::<Vec<_>>() {
            let symbol = plain_symbol(Name::new("variable"), kind);
            self.symbols.push(Symbol { shape: Shape::Variable, ..symbol });
        }
    }

    /// The symbol that variables of the kind have.
    pub fn variable_symbol(&self, kind: KindId) -> SymbolId {
        SymbolId(self.first_variable + u32::from(kind.0))
    }

    fn find_known(&mut self) {
        for (index, symbol) in self.symbols.iter().enumerate() {
            let id = SymbolId(index as u32);
            let known = &mut self.known;
            let slot = match symbol.hook {
                Hook::True => &mut known.truth,
                Hook::False => &mut known.falsehood,
                Hook::Successor => &mut known.successor,
                Hook::Minus => &mut known.minus,
                Hook::Division => &mut known.division,
                Hook::StringLiteral => &mut known.string,
                Hook::FloatLiteral => &mut known.float,
                Hook::QidLiteral => &mut known.qid,
                _ => continue,
            };
            slot.get_or_insert(id);
        }
        if let Some(successor) = self.known.successor {
            let kind = self.get(successor).range;
            // Zero is declared right before its successor, whatever it has been renamed to.
            let before = successor.0.checked_sub(1).map(SymbolId);
            let zero = before.filter(|&id| self.get(id).arity() == 0 && self.get(id).range == kind);
            self.known.zero = self.find(Name::new("0"), &[], Some(kind)).or(zero);
        }
    }

    /// A symbol.
    #[inline]
    pub fn get(&self, id: SymbolId) -> &Symbol {
        &self.symbols[id.0 as usize]
    }

    pub(crate) fn get_mut(&mut self, id: SymbolId) -> &mut Symbol {
        &mut self.symbols[id.0 as usize]
    }

    /// All symbols.
    pub fn symbols(&self) -> impl Iterator<Item = (SymbolId, &Symbol)> {
        self.symbols.iter().enumerate().map(|(index, symbol)| (SymbolId(index as u32), symbol))
    }

    /// The number of symbols.
    pub fn len(&self) -> usize {
        self.symbols.len()
    }

    /// Whether there are no symbols.
    pub fn is_empty(&self) -> bool {
        self.symbols.is_empty()
    }

    /// All symbols with this canonical name.
    pub fn overloads(&self, name: Name) -> &[SymbolId] {
        self.overloads.get(&name).map_or(&[], Vec::as_slice)
    }

    /// The symbol with this name for these argument kinds and, for constants, this result kind.
    pub fn find(&self, name: Name, domain: &[KindId], range: Option<KindId>) -> Option<SymbolId> {
        self.overloads(name).iter().copied().find(|&id| {
            let symbol = self.get(id);
            symbol.domain == domain && range.is_none_or(|range| symbol.range == range)
        })
    }
}

fn shape_is_associative(shape: Shape) -> bool {
    matches!(shape, Shape::Associative | Shape::AssociativeCommutative)
}
