//! Successors of many states at once, on all cores. Every helper has an arena of its own, which started as a copy of
//! the search's; states are imported into it before a batch and results are imported back after it, on the
//! search's own thread, which expands a part of each batch itself. States are shared out by their numbers, and
//! successors come back in the order of the states: the search numbers and tests them as if it had been alone.

use super::compile::Program;
use super::evaluate::{Limits, Machine, Stop};
use super::rules::Step;
use crate::terms::arena::import::Imported;
use crate::terms::hooks::Hook;
use crate::terms::{TermId, Terms};

/// What expanding a state gave.
#[derive(Debug)]
pub(super) struct Expansion {
    pub steps: Vec<Step>,
    pub rewrites: u64,
    /// How many of the steps were not remembered.
    pub computed: u64,
    pub stop: Option<Stop>,
}

/// A thread's arena, and what its terms are in the search's.
#[derive(Debug)]
struct Helper {
    terms: Terms,
    inward: Imported,
    outward: Imported,
}

/// All helpers of a search.
#[derive(Debug)]
pub(super) struct Helpers {
    helpers: Vec<Helper>,
}

/// Each thread expands so many states of a batch.
const SHARE: usize = 128;

impl Helpers {
    /// Helpers for a search; `None` if there is only one core, or terms carry more than their structure: the modules
    /// that stand behind terms of the meta-level, or sorts that memberships give.
    pub(super) fn new(machine: &Machine<'_>) -> Option<Helpers> {
        let threads = machine.limits.threads;
        let meta = machine.terms.signature.symbols().any(|(_, symbol)| matches!(symbol.hook, Hook::Meta(_)));
        if threads < 2
            || meta
            || !machine.program.memberships.is_empty()
            || !machine.terms.has_plain_numbers()
        {
            return None;
        }
        let shared = machine.terms.len();
        let helper = || Helper {
            terms: machine.terms.clone(),
            inward: Imported::new(shared),
            outward: Imported::new(shared),
        };
        Some(Helpers { helpers: (1..threads).map(|_| helper()).collect() })
    }

    /// How many states a batch has.
    pub(super) fn batch(&self) -> usize {
        (self.helpers.len() + 1) * SHARE
    }

    /// Expands the states; the expansions come in their order, and end after the first that was stopped.
    pub(super) fn expand(&mut self, machine: &mut Machine<'_>, states: &[TermId]) -> Vec<Expansion> {
        let parts = self.helpers.len() + 1;
        let size = states.len().div_ceil(parts);
        let mut chunks = states.chunks(size);
        let own = chunks.next().unwrap_or(&[]);
        let mut shares: Vec<Vec<TermId>> = Vec::new();
        for (helper, chunk) in self.helpers.iter_mut().zip(chunks) {
            let mut share = Vec::with_capacity(chunk.len());
            for &state in chunk {
                let inner = helper.terms.import(machine.terms, state, &mut helper.inward);
                helper.outward.set(inner, state);
                share.push(inner);
            }
            shares.push(share);
        }
        // All arenas together keep to the limit.
        let limits = Limits { bytes: machine.limits.bytes / parts, ..machine.limits };
        let program = machine.program;
        let mut expansions = Vec::with_capacity(states.len());
        let mut others: Vec<Vec<Expansion>> = Vec::new();
        std::thread::scope(|scope| {
            let threads: Vec<_> = self
                .helpers
                .iter_mut()
                .zip(&shares)
                .map(|(helper, share)| {
                    scope.spawn(|| expand_share(&mut helper.terms, program, limits, share))
                })
                .collect();
            expand_on(machine, own, &mut expansions);
            for thread in threads {
                match thread.join() {
                    Ok(found) => others.push(found),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
        });
        for (helper, found) in self.helpers.iter_mut().zip(others) {
            for mut expansion in found {
                for step in &mut expansion.steps {
                    let result = machine.terms.import(&helper.terms, step.result, &mut helper.outward);
                    helper.inward.set(result, step.result);
                    step.result = result;
                }
                expansions.push(expansion);
            }
        }
        if let Some(stopped) = expansions.iter().position(|expansion| expansion.stop.is_some()) {
            expansions.truncate(stopped + 1);
        }
        expansions
    }
}

fn expand_share(terms: &mut Terms, program: &Program, limits: Limits, states: &[TermId]) -> Vec<Expansion> {
    let mut machine = Machine::new(terms, program, None, limits);
    let mut expansions = Vec::with_capacity(states.len());
    expand_on(&mut machine, states, &mut expansions);
    expansions
}

/// Expands states one after the other, up to the first that is stopped. The machine's own count of rewrites stays
/// as it is: each is counted when the search comes to its state.
fn expand_on(machine: &mut Machine<'_>, states: &[TermId], expansions: &mut Vec<Expansion>) {
    for &state in states {
        let expansion = expand(machine, state);
        let stopped = expansion.stop.is_some();
        expansions.push(expansion);
        if stopped {
            return;
        }
    }
}

/// Expands a state. The machine's own count of rewrites stays as it is.
pub(super) fn expand(machine: &mut Machine<'_>, state: TermId) -> Expansion {
    let (rewrites, computed) = (machine.rewrites, machine.computed_steps);
    let mut steps = Vec::new();
    machine.successors(state, &mut steps);
    let made = machine.rewrites - rewrites;
    machine.rewrites = rewrites;
    let computed = machine.computed_steps - computed;
    Expansion { steps, rewrites: made, computed, stop: machine.stop.take() }
}
