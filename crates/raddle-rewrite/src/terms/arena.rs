//! The arena: every term is interned in the normal form of its operators' axioms (flattened, ordered, without
//! identities, iterated operators counted), so equality modulo axioms is equality of ids. A node also keeps its
//! sort and, once known, its normal form under the equations.
//!
//! Nothing here recurses on the depth of a term.

mod axioms;
pub(crate) mod collect;
mod flat;
mod immediate;
pub(crate) mod import;
pub(crate) mod scratch;
mod slices;

use self::immediate::{Numbers, ZERO_ARGUMENT};
use self::scratch::Scratch;
use super::literals::{Counts, Literals};
use super::signature::{Shape, Signature, SymbolId};
use super::sorts::SortId;
use crate::machine::evaluate::buffers::Buffers;
use crate::machine::evaluate::memo::CallMemo;
use crate::machine::local::memo::StepMemo;
use crate::names::Name;
use num_bigint::BigUint;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// A term of an arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TermId(pub(crate) u32);

/// No term.
pub(crate) const NO_TERM: TermId = TermId(u32::MAX);

/// Arguments that are put together before they are interned.
pub type Arguments = SmallVec<[TermId; 8]>;

#[derive(Debug, Clone, Copy)]
struct Node {
    symbol: SymbolId,
    sort: SortId,
    ground: bool,
    normal: TermId,
    start: u32,
    length: u32,
    payload: u32,
    /// For lists and sets the hash of the elements alone, so that a part's hash follows from the whole's.
    hash: u64,
}

/// An arena of terms over a signature.
#[derive(Debug, Clone)]
pub struct Terms {
    /// The signature.
    pub signature: Signature,
    nodes: Vec<Node>,
    pool: Vec<TermId>,
    table: Vec<u32>,
    numbers: Option<Numbers>,
    scratch: Scratch,
    /// Free places before and after the elements of some lists, which the next longer list may take.
    rooms: FxHashMap<TermId, (u32, u32)>,
    /// Results of calls.
    pub(crate) call_memo: CallMemo,
    /// Results of steps.
    pub(crate) step_memo: StepMemo,
    /// What one machine leaves to the next.
    pub(crate) buffers: Buffers,
    /// Values of literals and names of variables.
    pub literals: Literals,
    /// Large counts of iterated operators.
    pub counts: Counts,
    /// What the meta-level remembers of this arena's terms.
    pub(crate) meta: crate::meta::Tables,
}

const EMPTY: u32 = u32::MAX;
/// Ids from here on are no nodes.
const MOST_NODES: u32 = 1 << 31;

impl Terms {
    /// An empty arena.
    pub fn new(signature: Signature) -> Terms {
        Terms {
            numbers: Numbers::new(&signature),
            signature,
            nodes: Vec::new(),
            pool: Vec::new(),
            table: vec![EMPTY; 1 << 10],
            scratch: Scratch::new(),
            rooms: FxHashMap::default(),
            call_memo: CallMemo::default(),
            step_memo: StepMemo::default(),
            buffers: Buffers::default(),
            literals: Literals::default(),
            counts: Counts::default(),
            meta: crate::meta::Tables::default(),
        }
    }

    /// How many terms there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are no terms.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// About how many bytes the arena holds.
    pub fn bytes(&self) -> usize {
        self.nodes.len() * size_of::<Node>()
            + self.pool.len() * 4
            + self.table.len() * 4
            + self.scratch.bytes()
            + self.step_memo.bytes()
    }

    /// A term's symbol.
    #[inline]
    pub fn symbol(&self, term: TermId) -> SymbolId {
        if term.is_scratch() {
            return self.scratch.symbol(term);
        }
        match self.nodes.get(term.0 as usize) {
            Some(node) => node.symbol,
            None => {
                self.number(term, |numbers, value| if value == 0 { numbers.zero } else { numbers.successor })
            }
        }
    }

    /// Asks about a number that has no node.
    #[inline]
    fn number<T>(&self, term: TermId, ask: impl FnOnce(&Numbers, u32) -> T) -> T {
        match (&self.numbers, term.immediate()) {
            (Some(numbers), Some(value)) => ask(numbers, value),
            _ => unreachable!("an id that is neither a node nor a number"),
        }
    }

    /// A term's sort: the least that is known.
    #[inline]
    pub fn sort(&self, term: TermId) -> SortId {
        if term.is_scratch() {
            return self.scratch.sort(term);
        }
        match self.nodes.get(term.0 as usize) {
            Some(node) => node.sort,
            None => self.number(term, Numbers::sort),
        }
    }

    pub(crate) fn set_sort(&mut self, term: TermId, sort: SortId) {
        match (term.immediate(), &mut self.numbers) {
            (Some(value), Some(numbers)) => numbers.set_sort(value, sort),
            _ => self.nodes[term.0 as usize].sort = sort,
        }
    }

    /// A term's arguments.
    #[inline]
    pub fn arguments(&self, term: TermId) -> &[TermId] {
        if term.is_scratch() {
            return self.scratch_arguments(term);
        }
        match self.nodes.get(term.0 as usize) {
            Some(node) => &self.pool[node.start as usize..(node.start + node.length) as usize],
            None if term.0 == ZERO_ARGUMENT[0].0 => &[],
            None => &ZERO_ARGUMENT,
        }
    }

    /// Whether the term has no variables.
    #[inline]
    pub fn is_ground(&self, term: TermId) -> bool {
        debug_assert!(!term.is_scratch(), "only interned terms know whether they are ground");
        self.nodes.get(term.0 as usize).is_none_or(|node| node.ground)
    }

    /// The value index of a literal, the index of a variable, or the small count of an iterated operator.
    #[inline]
    pub fn payload(&self, term: TermId) -> u32 {
        match self.nodes.get(term.0 as usize) {
            Some(node) => node.payload,
            None => term.immediate().unwrap_or(0),
        }
    }

    /// The normal form, if it is known.
    #[inline]
    pub fn normal(&self, term: TermId) -> Option<TermId> {
        let normal = match self.nodes.get(term.0 as usize) {
            Some(node) => node.normal,
            None if term.is_scratch() => term,
            None => self.number(term, Numbers::normal),
        };
        (normal != NO_TERM).then_some(normal)
    }

    #[inline]
    pub(crate) fn set_normal(&mut self, term: TermId, normal: TermId) {
        debug_assert!(!normal.is_scratch(), "normal forms are interned before they are kept");
        match (term.immediate(), &mut self.numbers) {
            (Some(value), Some(numbers)) => numbers.set_normal(value, normal),
            _ => self.nodes[term.0 as usize].normal = normal,
        }
    }

    #[inline]
    fn hash(symbol: SymbolId, payload: u32, arguments: &[TermId]) -> u64 {
        const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;
        let mut hash = (u64::from(symbol.0) << 32 | u64::from(payload)).wrapping_mul(MULTIPLIER);
        if arguments.len() <= 4 {
            for argument in arguments {
                hash = (hash.rotate_left(23) ^ u64::from(argument.0)).wrapping_mul(MULTIPLIER);
            }
        } else {
            // A sum of independent parts: long lists are hashed at the speed of memory.
            let mut place = 0u64;
            for argument in arguments {
                let mixed = u64::from(argument.0).wrapping_add(place);
                let mixed = (mixed ^ (mixed >> 15)).wrapping_mul(MULTIPLIER);
                hash = hash.wrapping_add(mixed ^ (mixed >> 29));
                place = place.wrapping_add(0x2545_F491_4F6C_DD1D);
            }
            hash = hash.wrapping_mul(MULTIPLIER);
        }
        hash ^ (hash >> 32)
    }

    fn slot(symbol: SymbolId, hash: u64) -> usize {
        let mixed = (hash ^ u64::from(symbol.0)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed ^ (mixed >> 32)) as usize
    }

    fn intern(&mut self, symbol: SymbolId, payload: u32, arguments: &[TermId]) -> TermId {
        self.intern_with_sort(symbol, payload, arguments, None)
    }

    /// Interns a term whose sort may be known already.
    fn intern_with_sort(
        &mut self,
        symbol: SymbolId,
        payload: u32,
        arguments: &[TermId],
        sort: Option<SortId>,
    ) -> TermId {
        debug_assert!(
            arguments.iter().all(|argument| !argument.is_scratch()),
            "arguments are interned first"
        );
        if let Some(number) = self.as_immediate(symbol, payload, arguments) {
            return number;
        }
        let hash = match self.signature.get(symbol).shape {
            Shape::Associative => Self::list_hash(arguments),
            Shape::AssociativeCommutative => Self::set_hash(arguments),
            _ => Self::hash(symbol, payload, arguments),
        };
        let mask = self.table.len() - 1;
        let mut at = Self::slot(symbol, hash) & mask;
        loop {
            let found = self.table[at];
            if found == EMPTY {
                break;
            }
            let node = &self.nodes[found as usize];
            if node.hash == hash
                && node.symbol == symbol
                && node.payload == payload
                && node.length as usize == arguments.len()
                && self.pool[node.start as usize..(node.start + node.length) as usize] == *arguments
            {
                return TermId(found);
            }
            at = (at + 1) & mask;
        }
        let id = self.nodes.len() as u32;
        assert!(
            id < MOST_NODES && self.pool.len() + arguments.len() < u32::MAX as usize,
            "the arena is full"
        );
        let start = self.pool.len() as u32;
        self.pool.extend_from_slice(arguments);
        let ground = arguments.iter().all(|&argument| self.is_ground(argument));
        self.nodes.push(Node {
            symbol,
            sort: SortId(0),
            ground,
            normal: NO_TERM,
            start,
            length: arguments.len() as u32,
            payload,
            hash,
        });
        self.table[at] = id;
        let sort = sort.unwrap_or_else(|| self.declared_sort(TermId(id)));
        self.nodes[id as usize].sort = sort;
        if self.nodes.len() * 2 > self.table.len() {
            self.grow();
        }
        TermId(id)
    }

    fn grow(&mut self) {
        let size = self.table.len() * 2;
        let mut table = vec![EMPTY; size];
        for (index, node) in self.nodes.iter().enumerate() {
            let mut at = Self::slot(node.symbol, node.hash) & (size - 1);
            while table[at] != EMPTY {
                at = (at + 1) & (size - 1);
            }
            table[at] = index as u32;
        }
        self.table = table;
    }

    /// The least sort that declarations give the term, from the sorts of its arguments.
    pub(crate) fn declared_sort(&self, term: TermId) -> SortId {
        if term.immediate().is_some() {
            return self.number(term, Numbers::declared_sort);
        }
        let node = self.nodes[term.0 as usize];
        let symbol = self.signature.get(node.symbol);
        let arguments = self.arguments(term);
        match symbol.shape {
            Shape::Associative | Shape::AssociativeCommutative => {
                let mut sort = self.sort(arguments[0]);
                let mut previous = None;
                for &argument in &arguments[1..] {
                    let next = self.sort(argument);
                    let result = self.signature.least_sort(node.symbol, &[sort, next]);
                    // A long run of one sort reaches a sort that no longer changes.
                    if previous == Some((sort, next)) && result == sort {
                        continue;
                    }
                    previous = Some((sort, next));
                    sort = result;
                }
                sort
            }
            Shape::Iterated => {
                let mut sort = self.sort(arguments[0]);
                let mut left = self.counts.small(node.payload).unwrap_or(u64::MAX);
                while left > 0 {
                    let next = self.signature.least_sort(node.symbol, &[sort]);
                    // Sorts of f, f², f³… run into a fixed point, or a cycle of a few sorts: Maude follows it too.
                    if next == sort {
                        break;
                    }
                    sort = next;
                    left -= 1;
                    if left > 100_000 {
                        left = 100_000;
                    }
                }
                sort
            }
            Shape::Variable => self.literals.variable(node.payload).1,
            Shape::Free | Shape::Commutative if arguments.is_empty() => {
                self.constant_sort(node.symbol, node.payload)
            }
            Shape::Free | Shape::Commutative => {
                let sorts: SmallVec<[SortId; 8]> =
                    arguments.iter().map(|&argument| self.sort(argument)).collect();
                self.signature.least_sort(node.symbol, &sorts)
            }
        }
    }

    /// A term of a symbol that has no axioms, or whose arguments are already in order.
    pub(crate) fn literal(&mut self, symbol: SymbolId, payload: u32) -> TermId {
        self.intern(symbol, payload, &[])
    }

    /// A variable.
    pub fn variable(&mut self, name: Name, sort: SortId) -> TermId {
        let payload = self.literals.add_variable(name, sort);
        let symbol = self.signature.variable_symbol(self.signature.sorts.kind(sort));
        let term = self.intern(symbol, payload, &[]);
        self.nodes[term.0 as usize].ground = false;
        term
    }

    /// Whether the term is a variable.
    pub fn is_variable(&self, term: TermId) -> bool {
        self.signature.get(self.symbol(term)).shape == Shape::Variable
    }

    /// A term, brought into the normal form of its symbol's axioms.
    pub fn make(&mut self, symbol: SymbolId, arguments: &[TermId]) -> TermId {
        let kept = self.signature.get(symbol);
        match kept.shape {
            Shape::Free if kept.identity.is_none() => self.intern(symbol, 0, arguments),
            Shape::Free | Shape::Commutative => self.make_binary(symbol, arguments),
            Shape::Iterated => self.make_iterated(symbol, arguments[0], &BigUint::from(1u32)),
            Shape::Associative => self.make_list(symbol, arguments),
            Shape::AssociativeCommutative => self.make_set(symbol, arguments),
            Shape::Variable => NO_TERM,
        }
    }

    /// A term of an associative symbol from elements that are already flat, ordered and free of identities;
    /// nothing but the identity if there are none. `None` if there is no identity.
    pub(crate) fn make_from_elements(&mut self, symbol: SymbolId, elements: &[TermId]) -> Option<TermId> {
        match elements {
            [] => self.signature.get(symbol).identity,
            [one] => Some(*one),
            _ => Some(self.intern(symbol, 0, elements)),
        }
    }

    /// The same for elements of one term of the symbol, whose sort may decide theirs.
    pub(crate) fn make_from_part(
        &mut self,
        symbol: SymbolId,
        elements: &[TermId],
        whole: SortId,
    ) -> Option<TermId> {
        if elements.len() < 2 {
            return self.make_from_elements(symbol, elements);
        }
        let uniform = self.signature.uniform_sort(symbol).filter(|&sort| sort == whole);
        Some(self.intern_with_sort(symbol, 0, elements, uniform))
    }

    /// Puts `argument` in place of argument `index`.
    pub fn replace_argument(&mut self, term: TermId, index: usize, argument: TermId) -> TermId {
        let symbol = self.symbol(term);
        if self.signature.get(symbol).shape == Shape::Iterated {
            let count = self.iterations(term);
            return self.make_iterated(symbol, argument, &count);
        }
        if self.signature.get(symbol).shape == Shape::AssociativeCommutative
            && self.symbol(argument) != symbol
            && self.signature.get(symbol).identity != Some(argument)
        {
            return self.replace_in_set(term, index, argument);
        }
        let mut arguments: Arguments = SmallVec::from_slice(self.arguments(term));
        arguments[index] = argument;
        self.make(symbol, &arguments)
    }

    /// Puts all arguments in new ones' place.
    pub fn with_arguments(&mut self, term: TermId, arguments: &[TermId]) -> TermId {
        let symbol = self.symbol(term);
        match self.signature.get(symbol).shape {
            Shape::Iterated => {
                let count = self.iterations(term);
                self.make_iterated(symbol, arguments[0], &count)
            }
            Shape::Variable => term,
            _ if arguments.is_empty() => term,
            _ => self.make(symbol, arguments),
        }
    }
}
