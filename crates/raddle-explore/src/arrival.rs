//! Comes to a node of a search: whether the run ends there, and how, and in which order the guide would go on, for every
//! strategy that walks forward.

use crate::ending::{self, Ending};
use crate::guide::{Guide, Judgement};
use crate::names::ActorId;
use crate::operation::OperationKind;
use crate::program::{Program, Run};
use crate::verdict::{Bound, Gap};
use crate::walker::Walker;
use crate::worker::Worker;

/// A run longer than this is taken for endless.
pub const LONGEST_RUN: usize = 200_000;

/// How the run ends where it stands, if it does: by the guide's word, by itself, by a cycle of waiting actors where
/// that is looked for early, or by the bound on its depth, which is `longest` where nothing else bounds it. Without any, a
/// run that is too long is taken for endless.
pub fn arrive<P: Program, G: Guide<P::Run>>(
    worker: &mut Worker<'_, P, G>,
    walker: &Walker<P>,
    longest: Option<u32>,
) -> Option<Ending> {
    let Walker { run, log, pending, .. } = walker;
    if G::ACTIVE {
        match worker.guide.judge(run, pending) {
            Judgement::Continue => {}
            Judgement::Prune => return Some(Ending::Pruned),
            Judgement::Found(kind) => {
                worker.report(kind, || log.choices().collect());
                return Some(Ending::Complete);
            }
        }
    }
    let exited = run.has_exited();
    if exited || pending.enabled().next().is_none() {
        return Some(ending::of_standstill(pending, exited));
    }
    if worker.settings.early_deadlock
        && let Some(cycle) = ending::wait_cycle(pending)
    {
        return Some(Ending::Deadlock(cycle));
    }
    // Where states are merged, the way to a state is whichever came first: what it has used up says nothing.
    if !worker.settings.merge_states
        && pending.enabled().any(|entry| entry.kind == OperationKind::Timeout)
        && worker.settings.bounds.forbid_timeout(log)
    {
        worker.hit(Bound::Timeouts);
        return Some(Ending::Cut(Bound::Timeouts));
    }
    match worker.settings.bounds.depth.or(longest) {
        Some(depth) if log.len() >= depth as usize => {
            worker.hit(Bound::Depth);
            Some(Ending::Cut(Bound::Depth))
        }
        // Where states are merged, a way may be as long as there are states.
        None if log.len() >= LONGEST_RUN && !worker.settings.merge_states => {
            worker.give_up(Gap::LongRun(LONGEST_RUN));
            Some(Ending::Interrupted)
        }
        _ => None,
    }
}

/// The guide's ranks of the actors that are pending.
pub fn ranks<P: Program, G: Guide<P::Run>>(guide: &G, walker: &Walker<P>) -> Vec<(ActorId, u64)> {
    let mut ranks = Vec::new();
    guide.rank(&walker.run, &walker.pending, &mut ranks);
    let actors = walker.pending.entries().iter().map(|entry| entry.actor);
    actors.zip(ranks).collect()
}

/// The rank of an actor among these.
pub fn rank_of(ranks: &[(ActorId, u64)], actor: ActorId) -> Option<u64> {
    ranks.iter().find(|(ranked, _)| *ranked == actor).map(|&(_, rank)| rank)
}
