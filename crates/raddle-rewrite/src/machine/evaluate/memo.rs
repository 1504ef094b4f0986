//! Results of calls, for functions that are called with the same interned arguments again and again. The table is
//! small and forgets; a function that finds too little in it is no longer looked up.

use crate::machine::functions::REGISTERS;
use crate::terms::arena::NO_TERM;
use crate::terms::{SymbolId, TermId};

/// Calls with more arguments are not remembered.
pub(super) const MOST_ARGUMENTS: usize = 3;
const ENTRIES: usize = 1 << 12;
/// After so many look-ups it is seen whether they are worth it.
const TRIAL: u16 = 64;
/// Of so many look-ups one must find something.
const WORTH: u16 = 8;

/// A call: the operator and its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CallKey {
    symbol: SymbolId,
    arguments: [TermId; MOST_ARGUMENTS],
}

impl CallKey {
    pub(super) fn change(&mut self, mut change: impl FnMut(TermId) -> TermId) {
        for argument in &mut self.arguments {
            if *argument != NO_TERM {
                *argument = change(*argument);
            }
        }
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Trial {
    looked: u16,
    found: u16,
    off: bool,
}

/// The table. It belongs to an arena, since its terms do.
#[derive(Clone, Debug, Default)]
pub(crate) struct CallMemo {
    entries: Vec<(CallKey, TermId)>,
    trials: Vec<Trial>,
}

impl CallMemo {
    /// Forgets all results.
    pub(crate) fn clear(&mut self) {
        self.entries.clear();
    }

    /// The key of a call, unless calls of the function are not worth remembering.
    #[inline]
    pub(super) fn key(
        &self,
        symbol: SymbolId,
        registers: &[TermId; REGISTERS],
        arity: usize,
    ) -> Option<CallKey> {
        if arity > MOST_ARGUMENTS || self.trials.get(symbol.0 as usize).is_some_and(|trial| trial.off) {
            return None;
        }
        let mut arguments = [NO_TERM; MOST_ARGUMENTS];
        for (place, &argument) in arguments.iter_mut().zip(&registers[..arity]) {
            if argument.is_scratch() {
                return None;
            }
            *place = argument;
        }
        Some(CallKey { symbol, arguments })
    }

    fn place(key: &CallKey) -> usize {
        let mut hash = u64::from(key.symbol.0);
        for argument in key.arguments {
            hash = (hash.rotate_left(23) ^ u64::from(argument.0)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        }
        (hash >> 40) as usize % ENTRIES
    }

    /// The result of a call, if it is known.
    pub(super) fn find(&mut self, key: &CallKey) -> Option<TermId> {
        let index = key.symbol.0 as usize;
        if self.trials.len() <= index {
            self.trials.resize(index + 1, Trial::default());
        }
        let found = self.entries.get(Self::place(key)).filter(|(known, _)| known == key).map(|entry| entry.1);
        let trial = &mut self.trials[index];
        trial.looked += 1;
        trial.found += u16::from(found.is_some());
        if trial.looked == TRIAL {
            *trial = Trial { off: trial.found < TRIAL / WORTH, ..Trial::default() };
        }
        found
    }

    /// Remembers the result of a call.
    pub(super) fn keep(&mut self, key: CallKey, result: TermId) {
        if self.entries.is_empty() {
            let nothing = CallKey { symbol: SymbolId(u32::MAX), arguments: [NO_TERM; MOST_ARGUMENTS] };
            self.entries = vec![(nothing, NO_TERM); ENTRIES];
        }
        self.entries[Self::place(&key)] = (key, result);
    }
}
