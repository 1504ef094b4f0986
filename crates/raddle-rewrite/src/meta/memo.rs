//! What is known of both levels at once: a term here and what it is there. Valid for one arena above and one below;
//! where either drops terms, everything is forgotten.

use super::down::{Candidate, application, candidates, leaf};
use crate::names::Name;
use crate::terms::{SymbolId, TermId, Terms};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The tables.
#[derive(Debug, Default)]
pub(crate) struct Memo {
    /// The generation of the arena above.
    generation: u64,
    /// Terms below by their representations above.
    pub downs: FxHashMap<TermId, TermId>,
    /// Representations above by their terms below.
    pub ups: FxHashMap<TermId, TermId>,
    leaves: FxHashMap<Name, TermId>,
    heads: FxHashMap<Name, Arc<[Candidate]>>,
    /// Names of operators as they stand in representations.
    pub names: FxHashMap<SymbolId, Name>,
}

/// More than this is not remembered.
const MOST: usize = 1 << 20;

impl Memo {
    /// Gets ready for a question from the arena above; whether everything is still valid.
    pub fn attune(&mut self, generation: u64) -> bool {
        let valid = self.generation == generation && self.downs.len() < MOST && self.ups.len() < MOST;
        if !valid {
            self.generation = generation;
            self.downs.clear();
            self.ups.clear();
        }
        valid
    }

    /// The arena below has dropped its terms.
    pub fn forget(&mut self) {
        self.downs.clear();
        self.ups.clear();
        self.leaves.clear();
    }

    /// A constant or a variable.
    pub fn leaf(&mut self, to: &mut Terms, name: Name) -> Option<TermId> {
        if let Some(&known) = self.leaves.get(&name) {
            return Some(known);
        }
        let made = leaf(to, name.text())?;
        self.leaves.insert(name, made);
        Some(made)
    }

    /// An operator's application.
    pub fn application(&mut self, to: &mut Terms, head: Name, arguments: &[TermId]) -> Option<TermId> {
        let found = self.heads.entry(head).or_insert_with(|| candidates(to, head.text()).into());
        application(to, found, arguments)
    }
}
