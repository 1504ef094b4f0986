//! Fingerprints leave out how objects are called, since a program cannot see it; but an identity hash code is made of a name.
//!
//! So where a run takes the hash code of an object that one of its threads made, the names of this thread's objects count
//! from then on. If states without them may have been taken for one another by then, what was explored so far left out what
//! the code may be in the one and in the other: the search begins again (`Program::revise`).
//!
//! Guarantee: in the last round, whoever took two states for one had the same identity hash codes in both, now and later.
//! Objects that belong to no thread (class initialisers made them) or that were there before the first choice have the same
//! codes in every run, and concern nobody.

use super::{JavaRun, Shared};
use crate::machine::fingerprint::{Asked, Creator};
use raddle_explore::context::Interruption;
use raddle_explore::program::{Mark, NamedState};
use std::collections::BTreeSet;
use std::sync::{Arc, MutexGuard, PoisonError};
use xxhash_rust::xxh3::xxh3_128;

/// How whose names can be seen begins among what was learnt.
const SEEN: &str = "sees names of ";

/// Whose objects' names can be seen.
#[derive(Default)]
pub(super) struct Identities {
    creators: Arc<BTreeSet<Creator>>,
    /// Whether states without some names may have been taken for one another, in this round.
    merges: bool,
    /// Whether that was wrong.
    is_outdated: bool,
}

impl Shared {
    fn identities(&self) -> MutexGuard<'_, Identities> {
        self.identities.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What was learnt, for another process.
    pub(super) fn lessons_of_identities(&self) -> Vec<String> {
        self.identities().creators.iter().map(|creator| format!("{SEEN}{creator}")).collect()
    }

    /// Begins with what another process has learnt; what it has learnt of other things is given back.
    pub(super) fn take_up_identities<'l>(&self, lessons: &'l [String]) -> Vec<&'l String> {
        let mut others = Vec::new();
        for lesson in lessons {
            match lesson.strip_prefix(SEEN).and_then(Creator::read) {
                Some(creator) => drop(Arc::make_mut(&mut self.identities().creators).insert(creator)),
                None => others.push(lesson),
            }
        }
        others
    }

    /// Says whether what was explored does not count because of names.
    pub(super) fn revise_identities(&self) -> bool {
        let mut identities = self.identities();
        identities.merges = false;
        std::mem::take(&mut identities.is_outdated)
    }
}

impl JavaRun {
    /// Keeps in mind of whose objects the run has taken hash codes. If nobody knew that in time, the run is of no use.
    pub(super) fn keep_identities(&self) -> Result<(), Interruption> {
        let Some(machine) = self.machine.as_ref().filter(|machine| !machine.seen_creators.is_empty()) else {
            return Ok(());
        };
        let mut identities = self.shared.identities();
        if machine.seen_creators.is_subset(&identities.creators) {
            return Ok(());
        }
        Arc::make_mut(&mut identities.creators).extend(machine.seen_creators.iter());
        identities.is_outdated |= identities.merges;
        if identities.is_outdated { Err(Interruption::Outdated) } else { Ok(()) }
    }

    /// Whose objects' names can be seen.
    pub(super) fn seen_creators(&self) -> Arc<BTreeSet<Creator>> {
        Arc::clone(&self.shared.identities().creators)
    }

    /// The state by itself, for somebody who takes states for one another that have the same.
    pub(super) fn fingerprint_to_merge(&self, marks: &[Mark]) -> Option<u128> {
        self.shared.identities().merges = true;
        self.fingerprints(marks, false).map(|prints| prints.state)
    }

    /// The state without and, where they are asked for, with names.
    pub(super) fn fingerprints(&self, marks: &[Mark], with_names: bool) -> Option<NamedState> {
        let creators = self.seen_creators();
        let asked = Asked { marks, creators: &creators, with_names };
        let NamedState { state, named } = self.machine.as_ref()?.fingerprints(asked)?;
        let ended = self.ended.as_ref().map_or(0, |halt| xxh3_128(format!("{halt:?}").as_bytes()));
        let untold = u128::from(self.fails_at_once());
        let with_end = |state: u128| state.wrapping_add(ended).wrapping_add(untold);
        Some(NamedState { state: with_end(state), named: with_end(named) })
    }
}
