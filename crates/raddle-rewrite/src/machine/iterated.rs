//! Matching inside `f^n(t)`: a statement about `f` also rewrites `f^k(t)` below the other applications of `f`, as it
//! would if they were written one by one. What was not matched, `f^(n-k)`, is kept as that many applications to `t`
//! in the rest of the match.

use super::evaluate::{Bindings, Machine, Stop};
use super::pattern::Pattern;
use super::solve::{Flow, Receiver, Rest};
use crate::terms::signature::Shape;
use crate::terms::{SymbolId, TermId, Terms};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use smallvec::smallvec;

/// More parts of one term are not tried: the next one would differ from so many others only in its count.
const MOST_PARTS: u64 = 1 << 20;

/// The iterated operator that a pattern starts with.
pub(super) fn iterated_root(terms: &Terms, pattern: &Pattern) -> Option<SymbolId> {
    match pattern {
        Pattern::Iterated { symbol, .. } => Some(*symbol),
        Pattern::Ground(term) => {
            let symbol = terms.symbol(*term);
            (terms.signature.get(symbol).shape == Shape::Iterated).then_some(symbol)
        }
        _ => None,
    }
}

impl<'p> Machine<'p> {
    /// All matches of a pattern that starts with `symbol` with a term that does or a part of it, the largest first.
    pub(super) fn iterated_with_extension(
        &mut self,
        symbol: SymbolId,
        pattern: &'p Pattern,
        subject: TermId,
        bindings: &mut Bindings,
        receive: &mut Receiver<'_, 'p>,
    ) -> Flow {
        let inner = self.terms.arguments(subject)[0];
        let have = self.terms.iterations(subject);
        let (least, only) = match pattern {
            Pattern::Iterated { count, argument, .. } => {
                (count.clone(), argument.root(self.terms).is_some_and(|root| root != symbol))
            }
            Pattern::Ground(term) => (self.terms.iterations(*term), true),
            // A pattern of another operator, of which an identity has left a term of this one.
            _ => (BigUint::from(1u32), false),
        };
        if have < least {
            return Flow::More;
        }
        if only {
            return self.match_part(pattern, symbol, inner, &least, &have, bindings, receive);
        }
        let parts = (&have - &least).to_u64().unwrap_or(u64::MAX);
        for outer in 0..=parts.min(MOST_PARTS) {
            let count = &have - BigUint::from(outer);
            if self.match_part(pattern, symbol, inner, &count, &have, bindings, receive) == Flow::Enough {
                return Flow::Enough;
            }
            if self.stop.is_some() {
                return Flow::Enough;
            }
        }
        if parts > MOST_PARTS {
            let name = self.terms.signature.get(symbol).name;
            let what = format!("matching inside more than {MOST_PARTS} applications of {name}");
            self.stop = Some(Stop::Unsupported(what));
            return Flow::Enough;
        }
        Flow::More
    }

    /// Matches with the innermost `count` of `have` applications.
    #[expect(clippy::too_many_arguments, reason = "the state of the matcher, passed on")]
    fn match_part(
        &mut self,
        pattern: &'p Pattern,
        symbol: SymbolId,
        inner: TermId,
        count: &BigUint,
        have: &BigUint,
        bindings: &mut Bindings,
        receive: &mut Receiver<'_, 'p>,
    ) -> Flow {
        let part = self.terms.make_iterated(symbol, inner, count);
        if count == have {
            return self.match_all(pattern, part, bindings, receive);
        }
        let rest = self.terms.make_iterated(symbol, inner, &(have - count));
        let rest = Rest { before: smallvec![rest], after: smallvec![] };
        self.match_all(pattern, part, bindings, &mut |machine, bindings, _| receive(machine, bindings, &rest))
    }

    /// Puts a value below the applications that were not matched.
    pub(super) fn below_iterations(&mut self, symbol: SymbolId, value: TermId, rest: &Rest) -> TermId {
        match rest.before.first() {
            Some(&outer) => {
                let count = self.terms.iterations(outer);
                self.terms.make_iterated(symbol, value, &count)
            }
            None => value,
        }
    }
}
