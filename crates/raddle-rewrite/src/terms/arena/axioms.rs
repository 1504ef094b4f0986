//! Terms in the normal form of their operators' axioms: flat, in order, without identities, iterations counted.

use super::{TermId, Terms};
use crate::terms::signature::{Shape, SymbolId};
use num_bigint::BigUint;
use smallvec::SmallVec;

impl Terms {
    pub(super) fn make_binary(&mut self, symbol: SymbolId, arguments: &[TermId]) -> TermId {
        let (first, second) = (arguments[0], arguments[1]);
        let kept = self.signature.get(symbol);
        if let Some(identity) = kept.identity {
            if kept.left_identity && first == identity {
                return second;
            }
            if kept.right_identity && second == identity {
                return first;
            }
        }
        if kept.idempotent && first == second {
            return first;
        }
        if kept.shape == Shape::Commutative && self.compare(first, second).is_gt() {
            return self.intern(symbol, 0, &[second, first]);
        }
        self.intern(symbol, 0, &[first, second])
    }

    /// A term that is only shown: it is not joined with what it is nested in. If it is arranged, identities are
    /// dropped and the two arguments of a commutative operator are put in order.
    pub fn make_shown(&mut self, symbol: SymbolId, arguments: &[TermId], arranged: bool) -> TermId {
        let kept = self.signature.get(symbol);
        match (kept.shape, arguments) {
            (Shape::Associative | Shape::AssociativeCommutative | Shape::Commutative, [first, second]) => {
                let (first, second) = (*first, *second);
                if arranged && kept.identity == Some(first) && kept.left_identity {
                    return second;
                }
                if arranged && kept.identity == Some(second) && kept.right_identity {
                    return first;
                }
                if arranged && kept.shape == Shape::Commutative && kept.idempotent && first == second {
                    return first;
                }
                let swapped =
                    arranged && kept.shape != Shape::Associative && self.compare(first, second).is_gt();
                self.intern(symbol, 0, &if swapped { [second, first] } else { [first, second] })
            }
            // Several in a row are nested to the side that gathers more.
            (Shape::Associative | Shape::AssociativeCommutative, [first, others @ .., last]) => {
                if kept.argument_precedence(0) <= kept.argument_precedence(1) {
                    let nested = others.iter().rev().fold(*last, |inner, &argument| {
                        self.make_shown(symbol, &[argument, inner], arranged)
                    });
                    return self.make_shown(symbol, &[*first, nested], arranged);
                }
                let nested = others
                    .iter()
                    .fold(*first, |inner, &argument| self.make_shown(symbol, &[inner, argument], arranged));
                self.make_shown(symbol, &[nested, *last], arranged)
            }
            (Shape::Iterated, [_]) if !arranged => self.intern(symbol, 1, arguments),
            _ => self.make(symbol, arguments),
        }
    }

    /// Several arguments of an associative operator in a row, as they are shown: in one term, without identities and in
    /// order if they are to be arranged.
    pub(crate) fn make_row(
        &mut self,
        symbol: SymbolId,
        mut arguments: Vec<TermId>,
        arranged: bool,
    ) -> TermId {
        let kept = self.signature.get(symbol);
        let (shape, identity) = (kept.shape, kept.identity);
        if arranged && kept.left_identity && kept.right_identity {
            let mut last = arguments.pop();
            arguments.retain(|&argument| Some(argument) != identity);
            if last != identity || arguments.is_empty() {
                arguments.extend(last.take());
            }
        }
        if arranged && shape == Shape::AssociativeCommutative {
            arguments.sort_by(|&first, &second| self.compare(first, second));
        }
        match arguments.as_slice() {
            [one] => *one,
            _ => self.intern(symbol, 0, &arguments),
        }
    }

    /// A term with its arguments as they are given, in any order and number: only to be shown.
    pub(crate) fn make_as_given(&mut self, symbol: SymbolId, arguments: &[TermId]) -> TermId {
        match self.signature.get(symbol).shape {
            Shape::Associative | Shape::AssociativeCommutative | Shape::Commutative => {
                self.intern(symbol, 0, arguments)
            }
            _ => self.make(symbol, arguments),
        }
    }

    /// `symbol` applied `count` times, not joined with what stands inside: only to be shown.
    pub(crate) fn iterate_as_given(&mut self, symbol: SymbolId, argument: TermId, count: &BigUint) -> TermId {
        if count.bits() == 0 {
            return argument;
        }
        let payload = self.counts.add(count);
        self.intern(symbol, payload, &[argument])
    }

    /// `symbol` applied `count` times.
    pub fn make_iterated(&mut self, symbol: SymbolId, argument: TermId, count: &BigUint) -> TermId {
        if count.bits() == 0 {
            return argument;
        }
        if self.symbol(argument) == symbol {
            let inner = self.arguments(argument)[0];
            let total = count + self.counts.get(self.payload(argument));
            let payload = self.counts.add(&total);
            return self.intern(symbol, payload, &[inner]);
        }
        let payload = self.counts.add(count);
        self.intern(symbol, payload, &[argument])
    }

    /// How often an iterated symbol is applied.
    pub fn iterations(&self, term: TermId) -> BigUint {
        self.counts.get(self.payload(term))
    }

    fn flatten(&self, symbol: SymbolId, arguments: &[TermId], flat: &mut SmallVec<[TermId; 16]>) {
        for &argument in arguments {
            if self.symbol(argument) == symbol {
                flat.extend_from_slice(self.arguments(argument));
            } else {
                flat.push(argument);
            }
        }
    }

    pub(super) fn make_list(&mut self, symbol: SymbolId, arguments: &[TermId]) -> TermId {
        let identity = self.signature.get(symbol).identity;
        if arguments.iter().all(|&argument| Some(argument) != identity) {
            return self.join_lists(symbol, arguments);
        }
        let mut flat: SmallVec<[TermId; 16]> = SmallVec::new();
        self.flatten(symbol, arguments, &mut flat);
        let plain = flat.len();
        // Sorts of associative operators are associative too, so the arguments' sorts give the whole's.
        let mut sort = self.sort(arguments[0]);
        for &argument in &arguments[1..] {
            sort = self.signature.least_sort(symbol, &[sort, self.sort(argument)]);
        }
        let kept = self.signature.get(symbol);
        if let Some(identity) = kept.identity {
            match (kept.left_identity, kept.right_identity) {
                (true, true) => flat.retain(|argument| *argument != identity),
                (true, false) => {
                    let last = flat.pop();
                    flat.retain(|argument| *argument != identity);
                    flat.extend(last);
                }
                (false, _) => {
                    let first = flat[0];
                    let rest: SmallVec<[TermId; 16]> =
                        flat[1..].iter().copied().filter(|&argument| argument != identity).collect();
                    flat = std::iter::once(first).chain(rest).collect();
                }
            }
            if flat.is_empty() {
                return identity;
            }
        }
        match flat.len() {
            1 => flat[0],
            length if length == plain => self.intern_with_sort(symbol, 0, &flat, Some(sort)),
            _ => self.intern(symbol, 0, &flat),
        }
    }

    /// Puts a few elements into a set that is already in order: the common case of a rewrite in a soup.
    fn insert_into_set(&mut self, symbol: SymbolId, arguments: &[TermId]) -> Option<TermId> {
        const FEW: usize = 6;
        let base = arguments
            .iter()
            .copied()
            .filter(|&argument| self.symbol(argument) == symbol)
            .max_by_key(|&argument| self.arguments(argument).len())?;
        let identity = self.signature.get(symbol).identity;
        let mut others: SmallVec<[TermId; 8]> = SmallVec::new();
        let mut skipped = false;
        for &argument in arguments {
            if argument == base && !skipped {
                skipped = true;
            } else if self.symbol(argument) == symbol {
                others.extend_from_slice(self.arguments(argument));
            } else if Some(argument) != identity {
                others.push(argument);
            }
            if others.len() > FEW {
                return None;
            }
        }
        if others.is_empty() {
            return Some(base);
        }
        let uniform = self.signature.uniform_sort(symbol).filter(|&sort| {
            self.sort(base) == sort
                && others.iter().all(|&other| self.signature.sorts.is_at_most(self.sort(other), sort))
        });
        Some(self.add_to_set(base, &others, uniform))
    }

    pub(super) fn make_set(&mut self, symbol: SymbolId, arguments: &[TermId]) -> TermId {
        if let Some(made) = self.insert_into_set(symbol, arguments) {
            return made;
        }
        let mut flat: SmallVec<[TermId; 16]> = SmallVec::new();
        self.flatten(symbol, arguments, &mut flat);
        if let Some(identity) = self.signature.get(symbol).identity {
            flat.retain(|argument| *argument != identity);
            if flat.is_empty() {
                return identity;
            }
        }
        if flat.len() == 1 {
            return flat[0];
        }
        let in_order = flat.windows(2).all(|pair| !self.compare(pair[0], pair[1]).is_gt());
        if !in_order {
            let this = &*self;
            flat.sort_by(|&a, &b| this.compare(a, b));
        }
        self.intern(symbol, 0, &flat)
    }
}
