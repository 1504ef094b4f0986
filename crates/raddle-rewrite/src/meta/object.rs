//! A module that descent functions work in: its theory, what is known of its terms, and the question that was asked
//! last, whose further answers are likely to be asked for next.

use super::down;
use super::matching::BoundRule;
use super::memo::Memo;
use super::up;
use crate::conform::Reachability;
use crate::modules::Theory;
use crate::names::Name;
use crate::parser::{Fragment, Grammar};
use crate::terms::{TermId, Terms};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// More than this many bytes of terms are not kept between two questions.
const MEMORY: usize = 96 << 20;

/// A module at the object level.
pub(crate) struct ObjectModule {
    pub reachability: Reachability,
    pub memo: Memo,
    /// The rules of a label with some of their variables bound.
    pub rules: FxHashMap<(Name, TermId), Arc<[BoundRule]>>,
    /// The last question with several answers.
    pub ongoing: Option<super::ongoing::Ongoing>,
    /// The grammar, once something has been parsed.
    pub grammar: Option<Grammar>,
    /// When it was used last.
    pub used: u64,
}

impl ObjectModule {
    pub fn new(theory: Theory) -> ObjectModule {
        ObjectModule {
            reachability: Reachability::new(theory),
            memo: Memo::default(),
            rules: FxHashMap::default(),
            ongoing: None,
            grammar: None,
            used: 0,
        }
    }

    pub fn theory(&mut self) -> &mut Theory {
        self.reachability.theory_mut()
    }

    pub fn terms(&mut self) -> &mut Terms {
        &mut self.reachability.theory_mut().terms
    }

    /// Gets ready for a question from an arena.
    pub fn attune(&mut self, above: &Terms) {
        if !self.memo.attune(above.meta.generation) {
            self.rules.clear();
            self.ongoing = None;
        }
    }

    /// Forgets terms if there are too many.
    pub fn tidy(&mut self) {
        if self.terms().bytes() > MEMORY {
            self.reachability.forget();
            self.memo.forget();
            self.rules.clear();
            self.ongoing = None;
            if let Some(grammar) = &mut self.grammar {
                grammar.forget_terms();
            }
        }
    }

    /// The term that a representation stands for here.
    pub fn down(&mut self, above: &mut Terms, term: TermId) -> Option<TermId> {
        down::down(above, term, &mut self.reachability.theory_mut().terms, &mut self.memo)
    }

    /// The condition that a representation stands for here.
    pub fn condition(&mut self, above: &mut Terms, term: TermId) -> Option<Vec<Fragment>> {
        down::condition(above, term, &mut self.reachability.theory_mut().terms, &mut self.memo)
    }

    /// The substitution that a representation stands for here.
    pub fn substitution(&mut self, above: &mut Terms, term: TermId) -> Option<Vec<(TermId, TermId)>> {
        down::substitution(above, term, &mut self.reachability.theory_mut().terms, &mut self.memo)
    }

    /// The representation of a term.
    pub fn up(&mut self, term: TermId, above: &mut Terms) -> Option<TermId> {
        up::up(&self.reachability.theory().terms, term, above, &mut self.memo)
    }

    /// The representation of a term's sort.
    pub fn up_sort(&mut self, term: TermId, above: &mut Terms) -> Option<TermId> {
        let terms = &self.reachability.theory().terms;
        up::sort_qid(terms, terms.sort(term), above)
    }

    /// The representation of a substitution.
    pub fn up_substitution(
        &mut self,
        pairs: impl Iterator<Item = (TermId, TermId)>,
        above: &mut Terms,
    ) -> Option<TermId> {
        let mut parts = Vec::new();
        for (variable, value) in pairs {
            let variable = self.up(variable, above)?;
            let value = self.up(value, above)?;
            parts.push(super::tables::make(above, "_<-_", "Substitution", &[variable, value])?);
        }
        super::tables::joined(above, "_;_", "none", "Substitution", &parts)
    }
}
