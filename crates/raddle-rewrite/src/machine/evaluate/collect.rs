//! Long evaluations in bounded memory: when the arena has grown, what was made since the machine started and is on
//! none of its stacks is dropped. Only the outermost evaluation does so, between two steps, where nothing else
//! holds terms.

use super::{Frame, Machine};
use crate::terms::arena::NO_TERM;
use crate::terms::{TermId, Terms};

/// Bytes that the arena may grow before the first collection: few where tests should see many.
pub(super) const GROWTH: usize = if cfg!(debug_assertions) { 1 << 18 } else { 16 << 20 };

impl Machine<'_> {
    /// The normal form of a term. Unlike `reduce`, this may drop terms that were made since the machine was: their
    /// ids, but the result's, mean nothing afterwards.
    pub fn evaluate(&mut self, term: TermId) -> TermId {
        self.collecting = true;
        let result = self.reduce(term);
        self.collecting = false;
        result
    }

    /// A chance to drop terms between two steps of rules, when only the state is needed.
    pub(crate) fn between_steps(&mut self, state: TermId) -> TermId {
        if self.runs > 0 || self.terms.bytes() <= self.collect_at {
            return state;
        }
        let mut roots = [state];
        self.collect_terms(&mut roots);
        roots[0]
    }

    /// Whether the arena should be collected at the next chance.
    pub(super) fn is_grown(&self) -> bool {
        self.collecting && self.terms.bytes() > self.collect_at
    }

    /// Drops what no stack and no root needs.
    #[cold]
    pub(crate) fn collect_terms(&mut self, roots: &mut [TermId]) {
        self.collect();
        let Some(mut collection) = self.terms.start_collection(self.mark) else {
            self.collect_at = usize::MAX;
            return;
        };
        self.change_terms(roots, |terms, term| {
            collection.need(terms, term);
            term
        });
        collection.finish(self.terms);
        self.change_terms(roots, |_, term| collection.find(term).unwrap_or(NO_TERM));
        // Nobody asks again for the normal form of a term that is gone.
        for origin in &mut self.origins {
            *origin = collection.find(*origin).unwrap_or(NO_TERM);
        }
        self.collect_at = GROWTH + 2 * self.terms.bytes();
    }

    /// Changes all interned terms that the machine holds.
    fn change_terms(&mut self, roots: &mut [TermId], mut change: impl FnMut(&Terms, TermId) -> TermId) {
        let terms = &mut *self.terms;
        for term in roots.iter_mut().chain(&mut self.values).chain(&mut self.bindings) {
            *term = change(terms, *term);
        }
        for frame in &mut self.frames {
            match frame {
                Frame::Code { .. } => {}
                Frame::Arguments { term, .. } | Frame::Strategy { term, .. } => *term = change(terms, *term),
                Frame::Memo(key) => key.change(|term| change(terms, term)),
                Frame::Rest { rest, .. } => {
                    for term in rest.before.iter_mut().chain(&mut rest.after) {
                        *term = change(terms, *term);
                    }
                }
            }
        }
        terms.change_scratch(change);
    }
}
